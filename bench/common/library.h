// library.h - what is loaded while the program runs.
#ifndef ABUT_BENCH_COMMON_LIBRARY_H
#define ABUT_BENCH_COMMON_LIBRARY_H
#include <stdbool.h>

// Find a function by its name; function: a pointer to it is written there. Returns false if it is not there.
bool library_find(void* library, const char* name, void* function);

#endif
