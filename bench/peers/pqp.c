// pqp.c - PQP compiled from a folder into a program that is asked like the other peers.
#include "bench.h"
#include "common/compile.h"
#include "peers/peers.h"
#include "peers/pqp_text.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOURCES = 4, PATH_MOST = 4096 };

// The flags that were the fastest of those tried, and are told with its name.
#define FLAGS "-O3 -march=native"

typedef struct pqp_sources {
    char folder[COMPILE_PATH_MOST];  // in which PQP.h lies
    char files[SOURCES][COMPILE_PATH_MOST];
} pqp_sources;

static int find_sources(pqp_sources* out, const char* folder)
{
    static const char* const below[] = {"", "/src", "/PQP_v1.3/src", "/pqp-1.3/src"};
    static const char* const names[SOURCES] = {"PQP", "BV", "Build", "TriDist"};
    char header[COMPILE_PATH_MOST + 16];
    size_t i = 0;
    if (strlen(folder) >= PATH_MOST) return bench_fail("--pqp: %s: too long", folder);
    for (; i < sizeof below / sizeof *below; i++) {
        snprintf(out->folder, sizeof out->folder, "%s%s", folder, below[i]);
        snprintf(header, sizeof header, "%s/PQP.h", out->folder);
        if (access(header, R_OK) == 0) break;
    }
    if (i == sizeof below / sizeof *below)
        return bench_fail("--pqp: %s: no PQP.h there, nor in src below it", folder);
    for (i = 0; i < SOURCES; i++) {
        const int status =
            compile_find_source("--pqp", out->folder, names[i], "PQP.h", out->files[i]);
        if (status != BENCH_OK) return status;
    }
    return BENCH_OK;
}

// Our files, in a folder from which they include each other.
typedef struct own_text {
    const char *name, *text;
    const size_t* size;
} own_text;

enum { OWN_TEXTS = 3, FOLDERS = 2 };
static const own_text own_texts[OWN_TEXTS] = {{"peer.h", pqp_text_peer, &pqp_text_peer_size},
                                              {"main.cpp", pqp_text_main, &pqp_text_main_size},
                                              {"pqp.cpp", pqp_text_pqp, &pqp_text_pqp_size}};
static const char* const folders[FOLDERS] = {"peers", "peers/programs"};

static void own_path(const char* work, size_t i, char out[COMPILE_PATH_MOST])
{
    snprintf(out, COMPILE_PATH_MOST, "%.4000s/%s/%s", work, folders[1], own_texts[i].name);
}

static int write_own(const char* work)
{
    char path[COMPILE_PATH_MOST];
    int status = BENCH_OK;
    for (size_t i = 0; i < FOLDERS && status == BENCH_OK; i++) {
        snprintf(path, sizeof path, "%.4000s/%s", work, folders[i]);
        if (mkdir(path, 0700) != 0) status = bench_fail("%s: cannot be made", path);
    }
    for (size_t i = 0; i < OWN_TEXTS && status == BENCH_OK; i++) {
        own_path(work, i, path);
        status = compile_write_text(path, own_texts[i].text, *own_texts[i].size);
    }
    return status;
}

static void remove_own(const char* work)
{
    char path[COMPILE_PATH_MOST];
    for (size_t i = 0; i < OWN_TEXTS; i++) {
        own_path(work, i, path);
        unlink(path);
    }
    for (size_t i = FOLDERS; i-- > 0;) {
        snprintf(path, sizeof path, "%.4000s/%s", work, folders[i]);
        rmdir(path);
    }
}

static int compile(pqp_sources* s, char* work, char* program)
{
    static char standard[] = "-std=gnu++17", optimise[] = "-O3", machine[] = "-march=native",
                release[] = "-DNDEBUG", flags[] = "-DABUT_PQP_FLAGS=\"" FLAGS "\"",
                old[] = "-fpermissive", quiet[] = "-w", include[] = "-I", out[] = "-o";
    char own[OWN_TEXTS][COMPILE_PATH_MOST];
    for (size_t i = 0; i < OWN_TEXTS; i++)
        own_path(work, i, own[i]);
    char* arguments[] = {NULL,        standard,    optimise, machine, release,     flags,
                         old,         quiet,       include,  work,    include,     s->folder,
                         out,         program,     own[1],   own[2],  s->files[0], s->files[1],
                         s->files[2], s->files[3], NULL};
    return compile_run("--pqp", s->folder, arguments);
}

int pqp_compile(const char* folder, char* work, char* program)
{
    pqp_sources sources;
    int status = find_sources(&sources, folder);
    if (status != BENCH_OK) return status;
    status = write_own(work);
    if (status == BENCH_OK) status = compile(&sources, work, program);
    remove_own(work);
    return status;
}
