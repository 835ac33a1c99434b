// main.c - the program "abut": finds the verb, and the last word on what was written.
// It never calls setlocale: numbers are read and written with a point everywhere.
#include "file/memory_limit.h"
#include "file/new.h"
#include "main/verb.h"
#include "options/nearest.h"
#include "say/say.h"
#include "system/system.h"

#include "abut/abut.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const verb* const verbs[] = {
    &verb_check, &verb_distance, &verb_point,     &verb_ray,     &verb_clash, &verb_move,
    &verb_fly,   &verb_batch,    &verb_self,      &verb_build,   &verb_info,  &verb_merge,
    &verb_nc,    &verb_methods,  &verb_self_test, &verb_explain, &verb_help,  NULL};

const verb* const* verb_table(void)
{
    return verbs;
}

const verb* verb_find(const char* name)
{
    for (const verb* const* v = verbs; *v; v++)
        if (strcmp((*v)->name, name) == 0) return *v;
    return NULL;
}

// What stands in the place of a verb, and is none.
static const char* const about_program[] = {"--help", "-h", "--help-all", "--version"};

static void tell_unknown_option(const char* word)
{
    char meant[64];
    nearest near = nearest_begin(word);
    for (size_t i = 0; i < sizeof about_program / sizeof *about_program; i++)
        nearest_offer(&near, about_program[i]);
    say(O002_UNKNOWN_OPTION, "unknown option %s%s; the verb comes first, as in 'abut check A B %s'",
        word, nearest_text(&near, meant), word);
}

static void tell_unknown(const char* word)
{
    if (*word == '-')
        tell_unknown_option(word);
    else if (access(word, F_OK) == 0)
        say(O001_UNKNOWN_VERB,
            "there is no verb '%s', but a file: 'abut check A B' asks about two, 'abut help' tells "
            "what else there is",
            word);
    else
        verb_unknown(word);
}

static bool is_about_program(const char* word)
{
    for (size_t i = 0; i < sizeof about_program / sizeof *about_program; i++)
        if (strcmp(word, about_program[i]) == 0) return true;
    return false;
}

static int tell_of_program(const char* word)
{
    if (strcmp(word, "--version") == 0) {
        printf("abut %s\n", ABUT_VERSION_STRING);
        return EXIT_SUCCESS;
    }
    verb_write_overview(stdout);
    if (strcmp(word, "--help-all") != 0) return EXIT_SUCCESS;
    for (const verb* const* v = verbs; *v; v++) {
        printf("\n");
        const int status = verb_write_help(*v, true);
        if (status != EXIT_SUCCESS) return status;
    }
    return EXIT_SUCCESS;
}

static int run_verb(int count, char** arguments)
{
    if (count < 2) {
        verb_write_overview(stderr);
        return EXIT_ERROR;
    }
    const char* word = arguments[1];
    if (is_about_program(word)) {
        if (count > 2) {
            say(O009_TOO_MANY,
                "%s takes nothing behind it; the help of a verb is 'abut VERB --help'", word);
            return EXIT_ERROR;
        }
        return tell_of_program(word);
    }
    const verb* v = verb_find(word);
    if (v) return v->run(count - 1, arguments + 1);
    tell_unknown(word);
    return EXIT_ERROR;
}

int main(int count, char** arguments)
{
    assert(abut_version() == ABUT_VERSION);
    if (!system_fill_standard_files()) _exit(EXIT_ERROR);
    new_files_watch();
    memory_limit_set(memory_limit_default());
    const int status = run_verb(count, arguments);
    const bool failed = ferror(stdout);
    errno = 0;
    if (fclose(stdout) == 0 && !failed) return status;
    say(S003_CANNOT_WRITE, "standard output: cannot write%s%s", errno ? ": " : "",
        errno ? strerror(errno) : "");
    return EXIT_ERROR;
}
