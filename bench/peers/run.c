// run.c - what a call of "peers" and one of "distance" share: where it runs, its files, what it skips, how it ends.
#define _DEFAULT_SOURCE  // getloadavg
#include "bench.h"
#include "common/options.h"
#include "common/temporary.h"
#include "output/json.h"
#include "peers/peers.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

bool peer_run_is_stopped(void)
{
    return stopped;
}

static void name_machine(char* out, size_t size)
{
    char line[512] = "", *name = NULL;
    FILE* in = fopen("/proc/cpuinfo", "r");
    while (in && !name && fgets(line, sizeof line, in))
        if (strncmp(line, "model name", 10) == 0 && (name = strchr(line, ':'))) name += 2;
    if (in) fclose(in);
    if (name) name[strcspn(name, "\n")] = '\0';
#ifdef __clang__
    const char* const compiler = "clang";
    const int version = __clang_major__;
#else
    const char* const compiler = "gcc";
    const int version = __GNUC__;
#endif
    snprintf(out, size, "%s, %ld processors, %s %d", name ? name : "unknown processor",
             sysconf(_SC_NPROCESSORS_ONLN), compiler, version);
}

int peer_run_begin(peer_run* run)
{
    name_machine(run->machine, sizeof run->machine);
    if (getloadavg(&run->load, 1) != 1) run->load = 0;
    if (temporary_folder(run->folder, sizeof run->folder) != BENCH_OK) return BENCH_ERROR;
    sigaction(SIGINT, &(struct sigaction){.sa_handler = stop}, NULL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = stop}, NULL);
    return BENCH_OK;
}

void peer_run_end(peer_run* run)
{
    rmdir(run->folder);
    free(run->skips);
}

void* peer_run_grow(void* block, size_t count, size_t* room, size_t size)
{
    if (count < *room) return block;
    *room = 2 * *room + 64;
    block = realloc(block, *room * size);
    if (!block) exit(bench_fail("out of memory"));
    return block;
}

void peer_run_skip(peer_run* run, const peer_skip* who, const char* why)
{
    run->skips = peer_run_grow(run->skips, run->skip_count, &run->skip_room, sizeof *run->skips);
    peer_skip* skip = &run->skips[run->skip_count++];
    *skip = *who;
    snprintf(skip->why, sizeof skip->why, "%s", why);
}

int peer_run_write(const char* path, peer_run_writer* write, const void* results)
{
    FILE* out = path ? fopen(path, "w") : stdout;
    if (!out) return bench_fail("%s: %s", path, strerror(errno));
    write(results, out);
    const int failed = ferror(out);
    if (path && (fclose(out) || failed)) return bench_fail("%s: cannot be written", path);
    return BENCH_OK;
}

bool peer_scene_is_wanted(const peer_scene_kind* kind, const bench_names* texts,
                          const peer_setup* setup)
{
    if (texts->count) return bench_has_text(texts, kind->name);
    return kind->is_quick || !setup->is_quick;
}

// --------------------------------------------------------------------------------- parts of the reports

void peer_run_write_end(const peer_run* run, const char* whole, uint64_t wrong, FILE* out)
{
    if (run->skip_count) fputc('\n', out);
    for (size_t i = 0; i < run->skip_count; i++)
        fprintf(out, "without a row: %s, %s, %s: %s\n", run->skips[i].scene, run->skips[i].mode,
                run->skips[i].peer, run->skips[i].why);
    if (!run->is_whole) fprintf(out, "\nThe bars are for the full form, with %s.\n", whole);
    if (wrong) fprintf(out, "\nABUT IS WRONG %" PRIu64 " TIMES.\n", wrong);
}

double peer_run_rounded(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.5g", value);
    return strtod(text, NULL);
}

void peer_run_put(json* j, const peer_run* run)
{
    json_put_string(j, "machine", run->machine);
    json_put_string(j, "ours", run->ours);
    json_put_string(j, "form", run->setup.is_quick ? "quick" : "full");
    json_put_bool(j, "tuning", run->setup.is_tuning);
    json_put_number(j, "limit_seconds", run->limits.seconds);
    json_put_number(j, "timeout_seconds", run->limits.timeout);
    json_put_number(j, "load", run->load);
}

void peer_run_put_skips(json* j, const peer_run* run)
{
    json_key(j, "skipped");
    json_array(j, true);
    for (size_t i = 0; i < run->skip_count; i++) {
        json_object(j, false);
        json_put_string(j, "scene", run->skips[i].scene);
        json_put_string(j, "mode", run->skips[i].mode);
        json_put_string(j, "peer", run->skips[i].peer);
        json_put_string(j, "why", run->skips[i].why);
        json_close(j);
    }
    json_close(j);
}
