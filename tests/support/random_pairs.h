// random_pairs.h - pairs of posed triangles made to be hard: contacts that are exact, or missed by a
// last bit, in every combination of features, ranks, sizes and motions. The same on every machine
// whose libm rounds alike; any pair can be made again from its seed and index.
#ifndef ABUT_TESTS_SUPPORT_RANDOM_PAIRS_H
#define ABUT_TESTS_SUPPORT_RANDOM_PAIRS_H
#include "abut/abut.h"

// ----------------------------------------------------------------------- random numbers (splitmix64)

typedef struct random_source {
    uint64_t state;
} random_source;

random_source random_seeded(uint64_t seed, uint64_t index);
uint64_t random_bits(random_source* random);
int random_below(random_source* random, int count);            // 0 .. count - 1
int random_between(random_source* random, int low, int high);  // inclusive
double random_unit(random_source* random);                     // in [-1, 1)

// ------------------------------------------------------------------------------------------- pairs

// How the two triangles lie to each other, before anything is perturbed or rounded.
typedef enum pair_shape {
    SHAPE_FREE,     // anyhow
    SHAPE_MEET,     // a random feature of one meets a random feature of the other in one point
    SHAPE_FLAT,     // in one plane
    SHAPE_LINE,     // an edge of each on one line
    SHAPE_LATTICE,  // coordinates in {0 .. 3}
    SHAPE_COUNT
} pair_shape;

typedef enum pair_size {
    SIZE_PLAIN,      // about 1
    SIZE_SCALED,     // 2^500 or 2^-500
    SIZE_SUBNORMAL,  // multiples of 2^-1074
    SIZE_LARGEST,    // about 1e308
    SIZE_OFFSET,     // 1 .. 1e5 from the origin
    SIZE_FAR,        // 2^40 from the origin
    SIZE_COUNT
} pair_size;

typedef enum pair_motion {
    MOTION_NONE,     // no pose or the identity
    MOTION_SAME,     // the same bits for both
    MOTION_PULLED,   // two rotations; vertices pulled back through them, rounded
    MOTION_COLUMNS,  // one motion: axes of b swapped together with the columns of its matrix
    MOTION_SHIFTED,  // one motion: b's vertices shifted exactly against its translation
    MOTION_SPLIT,    // one motion: b's scale split between pose and vertices
    MOTION_SPUN,     // turned by different angles about a common axis, which keeps what lies there
    MOTION_QUARTER,  // two different turns by multiples of 90 degrees
    MOTION_JUNK,     // the same, from cos and sin: entries of 6e-17 in place of 0
    MOTION_LAST_BITS,  // the same but for the last bit of some entries
    MOTION_COUNT
} pair_motion;

typedef struct random_pair {
    double a[3][3], b[3][3];
    abut_pose a_pose, b_pose;  // always legal
    pair_shape shape;
    pair_size size;
    pair_motion motion;
    int perturbed;  // -1: no; k: by about 10^-k
} random_pair;

extern const char* const pair_shape_name[SHAPE_COUNT];
extern const char* const pair_size_name[SIZE_COUNT];
extern const char* const pair_motion_name[MOTION_COUNT];

// Make pair number index of a seed. Of every hundred indices in a row, eleven are meant for each of
// point-point, point-segment, point-triangle, segment-segment and segment-triangle.
random_pair random_pair_make(uint64_t seed, uint64_t index);

// A rotation as poses have it: from a quaternion, some as floats, some mirrored.
void random_rotation(random_source* random, double out[3][3]);

#endif
