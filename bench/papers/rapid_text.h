// rapid_text.h - rapid_side.cpp as text, which cmake/embed.cmake makes.
#ifndef ABUT_BENCH_PAPERS_RAPID_TEXT_H
#define ABUT_BENCH_PAPERS_RAPID_TEXT_H
#include <stddef.h>

extern const char rapid_text[];
extern const size_t rapid_text_size;

#endif
