// soup_couples.h - two small soups in their poses, made to be hard for who asks how far they are: ties, parallel and
// degenerate features, needles, sizes and places that floats tell nothing of. Any can be made again from its seed and index.
#ifndef ABUT_TESTS_SUPPORT_SOUP_COUPLES_H
#define ABUT_TESTS_SUPPORT_SOUP_COUPLES_H
#include "support/soups.h"

typedef enum couple_family {
    COUPLE_LATTICE,  // whole numbers, turned by multiples of 90 degrees: most distances are taken many times
    COUPLE_HOSTILE,  // around a pair of random_pairs.h: all of its sizes and motions
    COUPLE_NEEDLES,  // a million times as long as wide, or more
    COUPLE_FAR,      // up to 2^60 times their size apart
    COUPLE_NESTED,   // one about the middle of another, up to 2^40 times as large
    COUPLE_SHELL,    // all nearly as far from one point
    COUPLE_SIZES,    // each of any size that doubles have, in its file
    COUPLE_SORTS,    // soups.h, in poses of every sort
    COUPLE_FAMILIES,
} couple_family;

extern const char* const couple_family_name[COUPLE_FAMILIES];

typedef struct soup_couple {
    couple_family family;
    soup_data soup[2];
    abut_pose pose[2];
} soup_couple;

// Of each 1 to most triangles.
void soup_couple_make(soup_couple* out, uint64_t seed, uint64_t index, size_t most);
void soup_couple_free(soup_couple* c);

#endif
