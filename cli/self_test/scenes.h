// scenes.h - small scenes for "abut self-test", made with exact or correctly rounded operations
// only: the same bits on every machine, so that their answers can be known beforehand.
#ifndef ABUT_CLI_SELF_TEST_SCENES_H
#define ABUT_CLI_SELF_TEST_SCENES_H
#include "abut/abut.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum shape_name {
    SHAPE_GRID,     // every triangle with corners in {0,1}^3
    SHAPE_BRICK,    // a box of unit squares, [0,3] x [0,2] x [0,2]
    SHAPE_TENTHS,   // the same in steps of 0.1, which doubles do not have
    SHAPE_FIELD,    // heights over a lattice
    SHAPE_TINY,     // such a field of subnormals
    SHAPE_HUGE,     // such a field near the largest doubles
    SHAPE_BALL,     // a sphere
    SHAPE_RING,     // a torus
    SHAPE_NEEDLES,  // long thin triangles in all directions
    SHAPE_HEAP,     // degenerate and duplicate triangles among others
    SHAPES
} shape_name;

enum { SHAPE_MOST_TRIANGLES = 256 };

typedef struct shape {
    double vertices[3 * SHAPE_MOST_TRIANGLES][3];
    uint32_t triangles[SHAPE_MOST_TRIANGLES][3];
    size_t vertex_count, triangle_count;
} shape;

void shape_make(shape* out, shape_name name);
abut_soup shape_soup(const shape* s);

// Two shapes in poses, and the answer: how many pairs of triangles are in contact, and the hash of these
// pairs and of their kinds.
typedef struct scene {
    const char* name;
    shape_name a, b;
    abut_pose a_pose, b_pose;
    size_t pair_count;
    uint64_t hash;
} scene;

extern const scene scenes[];
extern const size_t scene_count;

// Whole numbers that look random and are the same everywhere: from 0 to below - 1.
unsigned self_random(uint32_t* state, unsigned below);

// FNV-1a over the low bytes first: the same on every machine.
#define HASH_START 0xCBF29CE484222325u
uint64_t hash_add(uint64_t hash, uint32_t word);

#endif
