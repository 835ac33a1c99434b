// vertex.h - vertices of a caller's soup as the mesh has them, and when two of them are one. By bits throughout, so that
// denormals-are-zero cannot merge a subnormal vertex with its neighbour.
#ifndef ABUT_SOUP_VERTEX_H
#define ABUT_SOUP_VERTEX_H
#include "base/bits.h"

#include "abut/abut.h"

#include <string.h>

// The hardware's conversion would turn a subnormal float into 0 under denormals-are-zero.
static inline double vertex_double_from_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int field = (int)(bits >> 23) & 0xFF;
    if (field) return (double)x;
    return double_round_nearest(bits & 0x7FFFFFu, 0, -149, (int)(bits >> 31));
}

// A vertex as doubles, -0 as 0.
static inline void vertex_read(const abut_soup* soup, size_t index, double out[3])
{
    for (size_t k = 0; k < 3; k++) {
        const double x = soup->vertices
                             ? soup->vertices[index * 3 + k]
                             : vertex_double_from_float(soup->vertices_float[index * 3 + k]);
        out[k] = double_is_zero(x) ? 0.0 : x;
    }
}

static inline uint64_t vertex_hash(const double vertex[3])
{
    uint64_t hash = 0;
    for (int k = 0; k < 3; k++) {
        hash = (hash ^ double_bits(vertex[k])) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    hash *= 0xBF58476D1CE4E5B9u;
    return hash ^ (hash >> 32);
}

static inline int vertices_are_equal(const double a[3], const double b[3])
{
    return double_bits(a[0]) == double_bits(b[0]) && double_bits(a[1]) == double_bits(b[1]) &&
           double_bits(a[2]) == double_bits(b[2]);
}

#endif
