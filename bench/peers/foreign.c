// foreign.c - libraries whose licence forbids to hand them on: compiled from a folder that an option names into a program that
// is asked like the other peers.
#include "bench.h"
#include "common/compile.h"
#include "peers/peers.h"
#include "peers/program_texts.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The flags that were the fastest of those tried, and are told with its name.
#define FLAGS "-O3 -march=native"

// Our files, in a folder from which they include each other.
typedef struct own_text {
    const char *name, *text;
    const size_t* size;
} own_text;

enum { OWN_TEXTS = 3, FOLDERS = 2 };
static const char* const folders[FOLDERS] = {"peers", "peers/programs"};

typedef struct foreign_kind {
    const char* name;
    const compile_layout* layout;
    own_text texts[OWN_TEXTS];  // a header, and two sources
} foreign_kind;

#define SHARED_TEXTS                                                                               \
    {"peer.h", program_text_peer, &program_text_peer_size},                                        \
    {                                                                                              \
        "main.cpp", program_text_main, &program_text_main_size                                     \
    }
static const foreign_kind kinds[] = {
    {"rapid",
     &compile_rapid,
     {SHARED_TEXTS, {"rapid.cpp", program_text_rapid, &program_text_rapid_size}}},
    {"pqp", &compile_pqp, {SHARED_TEXTS, {"pqp.cpp", program_text_pqp, &program_text_pqp_size}}},
};

static void own_path(const char* work, const own_text* text, char out[COMPILE_PATH_MOST])
{
    snprintf(out, COMPILE_PATH_MOST, "%.4000s/%s/%s", work, folders[1], text->name);
}

static int write_own(const char* work, const own_text texts[OWN_TEXTS])
{
    char path[COMPILE_PATH_MOST];
    int status = BENCH_OK;
    for (size_t i = 0; i < FOLDERS && status == BENCH_OK; i++) {
        snprintf(path, sizeof path, "%.4000s/%s", work, folders[i]);
        if (mkdir(path, 0700) != 0) status = bench_fail("%s: cannot be made", path);
    }
    for (size_t i = 0; i < OWN_TEXTS && status == BENCH_OK; i++) {
        own_path(work, &texts[i], path);
        status = compile_write_text(path, texts[i].text, *texts[i].size);
    }
    return status;
}

static void remove_own(const char* work, const own_text texts[OWN_TEXTS])
{
    char path[COMPILE_PATH_MOST];
    for (size_t i = 0; i < OWN_TEXTS; i++) {
        own_path(work, &texts[i], path);
        unlink(path);
    }
    for (size_t i = FOLDERS; i-- > 0;) {
        snprintf(path, sizeof path, "%.4000s/%s", work, folders[i]);
        rmdir(path);
    }
}

// -fpermissive: such sources are older than the standard.
static int compile(const foreign_kind* kind, compile_sources* s, char* work, char* program)
{
    static char standard[] = "-std=gnu++17", optimise[] = "-O3", machine[] = "-march=native",
                release[] = "-DNDEBUG", flags[] = "-DABUT_PEER_FLAGS=\"" FLAGS "\"",
                old[] = "-fpermissive", quiet[] = "-w", include[] = "-I", out[] = "-o";
    char own[OWN_TEXTS][COMPILE_PATH_MOST];
    for (size_t i = 0; i < OWN_TEXTS; i++)
        own_path(work, &kind->texts[i], own[i]);
    char* arguments[] = {NULL,        standard,    optimise, machine, release,     flags,
                         old,         quiet,       include,  work,    include,     s->folder,
                         out,         program,     own[1],   own[2],  s->files[0], s->files[1],
                         s->files[2], s->files[3], NULL};
    return compile_run(kind->layout->option, s->folder, arguments);
}

int peer_compile(const char* name, const char* folder, char* work, char* program)
{
    compile_sources sources;
    const foreign_kind* kind = kinds;
    while (strcmp(kind->name, name) != 0)
        kind++;
    int status = compile_find(&sources, kind->layout, folder);
    if (status != BENCH_OK) return status;
    status = write_own(work, kind->texts);
    if (status == BENCH_OK) status = compile(kind, &sources, work, program);
    remove_own(work, kind->texts);
    return status;
}
