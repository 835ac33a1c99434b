// main.c - the program "abut-bench": finds the verb. Measurements are for people who change the code;
// nothing here is installed.
#include "bench.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const bench_verb* const verbs[] = {
    &bench_read,   &bench_methods,  &bench_papers,   &bench_baselines, &bench_ties,
    &bench_peers,  &bench_build,    &bench_saved,    &bench_threads,   &bench_motion,
    &bench_memory, &bench_distance, &bench_self,     &bench_probes,    &bench_sweep,
    &bench_depth,  &bench_worlds,   &bench_versions, &bench_scale,     &bench_batch};

enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

int bench_fail(const char* format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("abut-bench: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    return BENCH_ERROR;
}

int bench_take_number(const char* option, const char* text, uint64_t least, uint64_t most,
                      uint64_t* out)
{
    char* end = NULL;
    errno = 0;
    const unsigned long long value =
        text && *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    if (!end || *end || errno || value < least || value > most)
        return bench_fail("%s needs a number from %llu to %llu", option, (unsigned long long)least,
                          (unsigned long long)most);
    *out = value;
    return BENCH_OK;
}

static void write_overview(FILE* out)
{
    fputs("usage: abut-bench VERB [options]\n"
          "       abut-bench VERB --help\n\n",
          out);
    for (int i = 0; i < VERB_COUNT; i++)
        fprintf(out, "  %-9s %s\n", verbs[i]->name, verbs[i]->summary);
    fputs("\nExit status: 0 if every bar is met, 1 if one is missed, 2 on an error.\n", out);
}

static int run(int count, char** arguments)
{
    if (count < 2) {
        write_overview(stderr);
        return BENCH_ERROR;
    }
    if (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0) {
        write_overview(stdout);
        return BENCH_OK;
    }
    for (int i = 0; i < VERB_COUNT; i++) {
        if (strcmp(arguments[1], verbs[i]->name) != 0) continue;
        for (int k = 2; k < count; k++) {
            if (strcmp(arguments[k], "--help") != 0 && strcmp(arguments[k], "-h") != 0) continue;
            printf("%s\n\n%s", verbs[i]->summary, verbs[i]->help);
            return BENCH_OK;
        }
        return verbs[i]->run(count - 1, arguments + 1);
    }
    return bench_fail("there is no verb %s", arguments[1]);
}

int main(int count, char** arguments)
{
    const int status = run(count, arguments);
    if (fflush(stdout) || ferror(stdout)) return bench_fail("cannot write to standard output");
    return status;
}
