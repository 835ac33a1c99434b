// fuzz.h - what the fuzz targets share: the entry that libFuzzer and replay.c call, a check that ends
// the program, and small numbers taken from the input.
#ifndef ABUT_FUZZ_FUZZ_H
#define ABUT_FUZZ_FUZZ_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Check whatever the target is about on these bytes; always 0. Ends the program where a law is broken.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// Unlike assert, also with NDEBUG.
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

// Bytes of an input, one after the other; zeros where it has ended.
typedef struct byte_source {
    const uint8_t* at;
    const uint8_t* end;
} byte_source;

static inline unsigned take_byte(byte_source* s)
{
    return s->at == s->end ? 0 : *s->at++;
}

// Bytes that the code under test has asked of malloc, calloc and realloc, less what it gave back
// (memory.c): the most since memory_start, beyond what was held then.
void memory_start(void);
size_t memory_peak(void);

#endif
