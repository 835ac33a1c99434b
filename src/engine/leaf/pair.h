// pair.h - a pair of leaves or of triangles on its way from one stage of the engine to the next.
#ifndef ABUT_ENGINE_LEAF_PAIR_H
#define ABUT_ENGINE_LEAF_PAIR_H
#include <stdint.h>

typedef struct wide_pair {
    uint32_t a, b;
} wide_pair;

#endif
