// record.inl - boxes of triangles to be split, as vectors of eight: the low ends, and the high ends negated.
#ifndef ABUT_ENGINE_BUILD_RECORD_INL
#define ABUT_ENGINE_BUILD_RECORD_INL
#include "base/simd.h"
#include "engine/build/topology.h"

#include <string.h>

// Stands for the box of nothing: its area is finite, and more than any real one.
#define FAR 1e17F

static inline quad low_half(lanes x)
{
    quad half[2];
    memcpy(half, &x, sizeof x);
    return half[0];
}

static inline quad high_half(lanes x)
{
    quad half[2];
    memcpy(half, &x, sizeof x);
    return half[1];
}

static inline lanes join_halves(quad low, quad high)
{
    const quad half[2] = {low, high};
    lanes x;
    memcpy(&x, half, sizeof x);
    return x;
}

// The box of a record, with zeros in place of what is no number.
static inline lanes box_of(const split_record* r)
{
    const lanes_int mask = {-1, -1, -1, 0, -1, -1, -1, 0};
    return (lanes)(lanes_int_load(r) & mask);
}

// Twice the centre.
static inline quad centre_of(lanes box)
{
    return low_half(box) - high_half(box);
}

// Half the surface of a box, and a little for its edges, so that flat and straight sets are told apart.
static inline float area_of(lanes box, float edge)
{
    const quad side = quad_all(edge) - (low_half(box) + high_half(box));
    return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

// The areas of eight boxes, as area_of has them.
static inline lanes areas_of(const lanes box[SIMD_LANES], float edge)
{
    lanes pair[4];  // of boxes i and i + 4: the sides, negated
    for (int i = 0; i < 4; i++)
        pair[i] = __builtin_shufflevector(box[i], box[i + 4], 0, 1, 2, 3, 8, 9, 10, 11) +
                  __builtin_shufflevector(box[i], box[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    const lanes xy0 = __builtin_shufflevector(pair[0], pair[1], 0, 8, 1, 9, 4, 12, 5, 13);
    const lanes xy1 = __builtin_shufflevector(pair[2], pair[3], 0, 8, 1, 9, 4, 12, 5, 13);
    const lanes z0 = __builtin_shufflevector(pair[0], pair[1], 2, 10, 3, 11, 6, 14, 7, 15);
    const lanes z1 = __builtin_shufflevector(pair[2], pair[3], 2, 10, 3, 11, 6, 14, 7, 15);
    const lanes e = lanes_all(edge);
    const lanes x = e - __builtin_shufflevector(xy0, xy1, 0, 1, 8, 9, 4, 5, 12, 13);
    const lanes y = e - __builtin_shufflevector(xy0, xy1, 2, 3, 10, 11, 6, 7, 14, 15);
    const lanes z = e - __builtin_shufflevector(z0, z1, 0, 1, 8, 9, 4, 5, 12, 13);
    return x * y + y * z + z * x;
}

// How many leaves so many triangles fill; at least one, so that an empty side costs something.
static inline lanes leaves_filled(lanes_int count, int leaf_size)
{
    const lanes_int all = count + lanes_int_all(leaf_size - 1);
    const lanes exact =
        __builtin_convertvector(all, lanes) * lanes_all((1 + 0x1p-20F) / (float)leaf_size);
    return lanes_max(__builtin_convertvector(__builtin_convertvector(exact, lanes_int), lanes),
                     lanes_all(1));
}

#endif
