// compile.h - rivals whose licence forbids to ship them: an option names the folder of their sources, which are compiled for
// the run with a wrapper of ours.
#ifndef ABUT_BENCH_COMMON_COMPILE_H
#define ABUT_BENCH_COMMON_COMPILE_H
#include <stddef.h>

enum { COMPILE_PATH_MOST = 4096 + 64 };

// How a rival's sources lie: the header, in the folder that the option names or in one below it, and beside it sources with
// one of the endings of C++.
enum { COMPILE_SOURCES = 4, COMPILE_PLACES = 4 };
typedef struct compile_layout {
    const char *option, *header;
    const char* below[COMPILE_PLACES];  // "" first
    const char* told;                   // of the folders below: "src below it"
    const char* names[COMPILE_SOURCES];
} compile_layout;
extern const compile_layout compile_rapid, compile_pqp;

typedef struct compile_sources {
    char folder[COMPILE_PATH_MOST];  // in which the header lies
    char files[COMPILE_SOURCES][COMPILE_PATH_MOST];
} compile_sources;

// Find them. Returns BENCH_OK, or BENCH_ERROR after telling what is missing.
int compile_find(compile_sources* out, const compile_layout* layout, const char* folder);

// Write a text into a file. Returns as bench_fail.
int compile_write_text(const char* path, const char* text, size_t size);

// Run the compiler, c++ or what CXX names, with these arguments; the first is its place, the last NULL. folder is told where
// it does not compile. Returns as bench_fail.
int compile_run(const char* option, const char* folder, char** arguments);

#endif
