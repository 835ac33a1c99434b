// bit_set.h - a bit for each of many things: which of them were met.
#ifndef ABUT_BASE_BIT_SET_H
#define ABUT_BASE_BIT_SET_H
#include <stddef.h>

static inline size_t bit_set_bytes(size_t count)
{
    return count / 8 + 1;
}

// Set a bit. Returns whether it was set before.
static inline int bit_set_add(unsigned char* bits, size_t i)
{
    const unsigned char bit = (unsigned char)(1u << i % 8);
    const int was_set = bits[i / 8] & bit;
    bits[i / 8] |= bit;
    return was_set != 0;
}

static inline int bit_set_has(const unsigned char* bits, size_t i)
{
    return bits[i / 8] >> i % 8 & 1;
}

#endif
