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

int compile_find_source(const char* option, const char* folder, const char* name,
                        const char* header, char out[COMPILE_PATH_MOST])
{
    static const char* const endings[] = {"cc", "C", "cpp", "cxx"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const int size = snprintf(out, COMPILE_PATH_MOST, "%s/%s.%s", folder, name, endings[i]);
        if (size < COMPILE_PATH_MOST && access(out, R_OK) == 0) return BENCH_OK;
    }
    return bench_fail("%s: %s: no %s.cc (or .C, .cpp, .cxx) beside %s", option, folder, name,
                      header);
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
