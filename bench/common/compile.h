// compile.h - rivals whose licence forbids to ship them: an option names the folder of their sources, which are compiled for
// the run with a wrapper of ours.
#ifndef ABUT_BENCH_COMMON_COMPILE_H
#define ABUT_BENCH_COMMON_COMPILE_H
#include <stddef.h>

enum { COMPILE_PATH_MOST = 4096 + 64 };

// Find folder/name, with one of the endings of C++. Returns BENCH_OK, or BENCH_ERROR after telling what is missing
// beside the header.
int compile_find_source(const char* option, const char* folder, const char* name,
                        const char* header, char out[COMPILE_PATH_MOST]);

// Write a text into a file. Returns as bench_fail.
int compile_write_text(const char* path, const char* text, size_t size);

// Run the compiler, c++ or what CXX names, with these arguments; the first is its place, the last NULL. folder is told where
// it does not compile. Returns as bench_fail.
int compile_run(const char* option, const char* folder, char** arguments);

#endif
