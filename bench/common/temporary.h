// temporary.h - a folder for the files of one run.
#ifndef ABUT_BENCH_COMMON_TEMPORARY_H
#define ABUT_BENCH_COMMON_TEMPORARY_H
#include <stddef.h>

// Make an empty folder in TMPDIR, or in /tmp. The caller removes it. Returns BENCH_OK, or BENCH_ERROR after
// telling why.
int temporary_folder(char* out, size_t size);

#endif
