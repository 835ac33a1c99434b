// threads.h - the option --threads: what the verbs that build and search give the library to work with.
#ifndef ABUT_CLI_MODELS_THREADS_H
#define ABUT_CLI_MODELS_THREADS_H
#include "options/options.h"
#include "say/progress.h"

#include "abut/abut.h"

#define OPTION_THREADS(place)                                                                      \
    {                                                                                              \
        OPTION("--threads", option_int, place),                                                    \
            OPTION_TEXT(SECTION_METHOD, "N", "work on N threads, 1 to 1024"),                      \
            .lowest = 1, .highest = 1024,                                                          \
            .more = "Default: as many as there are processors for the program"                     \
    }

// Threads, and the host that uses them and tells p of progress. count 0: the default. Zeroed: none.
typedef struct threads {
    abut_pool* pool;
    abut_host host;
} threads;
// Without threads: the memory is limited (memory_limit.h), and p is told of progress.
abut_host host_of_program(progress* p);
// Returns false after telling what is wrong; then there is nothing to close.
bool threads_open(threads* out, int count, progress* p);
void threads_close(threads* t);

#endif
