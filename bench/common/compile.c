// compile.c - see compile.h.
#define _POSIX_C_SOURCE 200809L
#include "common/compile.h"

#include "bench.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// The authors' archive of RAPID unpacks to a folder RAPID201, those of PQP to one with the version; others keep the
// sources in src.
const compile_layout compile_rapid = {.option = "--rapid",
                                      .header = "RAPID.H",
                                      .below = {"", "/src", "/RAPID201", "/RAPID201/src"},
                                      .told = "src or RAPID201 below it",
                                      .names = {"RAPID", "build", "collide", "overlap"}};
const compile_layout compile_pqp = {.option = "--pqp",
                                    .header = "PQP.h",
                                    .below = {"", "/src", "/PQP_v1.3/src", "/pqp-1.3/src"},
                                    .told = "src below it",
                                    .names = {"PQP", "BV", "Build", "TriDist"}};

static int find_header(compile_sources* out, const compile_layout* l, const char* folder)
{
    char header[COMPILE_PATH_MOST + 16];
    if (strlen(folder) >= COMPILE_PATH_MOST - 64)
        return bench_fail("%s: %s: too long", l->option, folder);
    for (size_t i = 0; i < COMPILE_PLACES; i++) {
        snprintf(out->folder, sizeof out->folder, "%s%s", folder, l->below[i]);
        snprintf(header, sizeof header, "%s/%s", out->folder, l->header);
        if (access(header, R_OK) == 0) return BENCH_OK;
    }
    return bench_fail("%s: %s: no %s there, nor in %s", l->option, folder, l->header, l->told);
}

static int find_source(const compile_layout* l, const char* folder, const char* name,
                       char out[COMPILE_PATH_MOST])
{
    static const char* const endings[] = {"cc", "C", "cpp", "cxx"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const int size = snprintf(out, COMPILE_PATH_MOST, "%s/%s.%s", folder, name, endings[i]);
        if (size < COMPILE_PATH_MOST && access(out, R_OK) == 0) return BENCH_OK;
    }
    return bench_fail("%s: %s: no %s.cc (or .C, .cpp, .cxx) beside %s", l->option, folder, name,
                      l->header);
}

int compile_find(compile_sources* out, const compile_layout* layout, const char* folder)
{
    int status = find_header(out, layout, folder);
    for (int i = 0; i < COMPILE_SOURCES && status == BENCH_OK; i++)
        status = find_source(layout, out->folder, layout->names[i], out->files[i]);
    return status;
}

int compile_write_text(const char* path, const char* text, size_t size)
{
    FILE* out = fopen(path, "w");
    if (!out) return bench_fail("%s: %s", path, strerror(errno));
    const int failed = fwrite(text, 1, size, out) != size;
    return fclose(out) || failed ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

int compile_run(const char* option, const char* folder, char** arguments)
{
    static char usual[] = "c++";
    extern char** environ;
    char* const chosen = getenv("CXX");
    arguments[0] = chosen && *chosen ? chosen : usual;
    pid_t process;
    int how = -1;
    const int failed = posix_spawnp(&process, arguments[0], NULL, NULL, arguments, environ);
    if (failed)
        return bench_fail("%s needs a C++ compiler: %s: %s (CXX names another)", option,
                          arguments[0], strerror(failed));
    while (waitpid(process, &how, 0) < 0 && errno == EINTR)
        ;
    if (how) return bench_fail("%s: %s does not compile: see above", option, folder);
    return BENCH_OK;
}
