// leaf.h - pairs of leaves whose boxes may meet: eight pairs of triangles at once, in float. What it
// calls apart is apart and what it calls crossing crosses; whatever the bounds leave open is left to exact
// arithmetic (docs/proofs/eight-triangles.md, "Eight triangles at once").
#ifndef ABUT_ENGINE_LEAF_LEAF_H
#define ABUT_ENGINE_LEAF_LEAF_H
#include "base/simd_set.h"
#include "engine/leaf/pair.h"
#include "engine/tree/node.h"
#include "search/relative.h"

#define WIDE_PAIRS_MAX     96  // leaf pairs a call
#define WIDE_TRIANGLES_MAX (WIDE_PAIRS_MAX * WIDE_LEAF * WIDE_LEAF)

// The pose of b in a as the leaves need it, once a query. The unit is that of a's frame.
typedef struct wide_leaf_pose {
    // y of b goes to the sum of y[k] * column[k], and translation. The fourth of four numbers is idle.
    double column[3][4], translation[4];
    float turn[3][3];  // turn[i][k]: column[k][i]
    // Of a corner of b: |error| <= per_reach * reach + per_distance * |origin's place| + fixed.
    float per_reach, per_distance, fixed;
    float own_per_reach;  // of a corner of a: |error| <= own_per_reach * reach + 2^-50
    float stretch;        // >= the largest sum of |entries| of a row of turn
    // Whether pairs that no plane separates are all left undecided: where ties are likely, and cheap to decide.
    int only_planes;
} wide_leaf_pose;

// The errors are those of wide_corner_error, of a and of b.
void wide_leaf_prepare(wide_leaf_pose* out, const relative_pose* r, double a_error, double b_error);

// Belongs to the caller, who need not clear it.
typedef struct wide_leaf_result {
    size_t crossing_count, undecided_count;
    uint64_t triangle_tests;  // pairs of triangles in the leaf pairs
    wide_pair crossing[WIDE_TRIANGLES_MAX +
                       16];  // of kind ABUT_KIND_CROSS; behind them anything may be written
    wide_pair undecided[WIDE_TRIANGLES_MAX + 16];  // all others that are not proved apart; likewise
} wide_leaf_result;

// Test all triangles of count <= WIDE_PAIRS_MAX leaf pairs. The same for every instruction set, in the
// same order.
typedef void wide_leaf_pairs(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                             const wide_pair* pairs, size_t count, wide_leaf_result* out);
wide_leaf_pairs ISA(wide_leaf_pairs),
    ISA(wide_leaf_pairs_sixteen);  // the second: only where there are sixteen lanes

#define WIDE_BLOCKS_MAX 8

// Leaf pairs that stand beside each other: one, which is there twice (is_single), or two of one question.
typedef struct wide_leaf_block {
    const wide_leaf_pose* pose;
    const wide_leaf *a[2], *b[2];
    int is_single;
} wide_leaf_block;

// Where what a block found ends in the lists of a result, that of the next begins; and its pairs of triangles.
typedef struct wide_block_ends {
    uint32_t crossing_end, undecided_end, triangle_tests;
} wide_block_ends;

// Test count <= WIDE_BLOCKS_MAX blocks, of any questions. What each one gets, and in which order, is what wide_leaf_pairs would
// give for it alone.
typedef void wide_leaf_blocks(const wide_leaf_block* blocks, size_t count, wide_leaf_result* out,
                              wide_block_ends* ends);
wide_leaf_blocks ISA(wide_leaf_blocks), ISA(wide_leaf_blocks_sixteen);

// Two leaf pairs: bounds of how far all triangles of a are from all of b, in the unit of a's frame. 0: no plane tells.
typedef void wide_leaf_gaps(const wide_leaf_pose* pose, const wide_leaf* const a[2],
                            const wide_leaf* const b[2], float gap[2]);
wide_leaf_gaps ISA(wide_leaf_gaps);

// Belongs to the caller, who sets what stands before found. Beside lengths of a's frame there are those of a unit in which
// bounds of leaf pairs are, too: one of a's frame is at least shrink of them, and at most stretch.
typedef struct wide_near_result {
    float shrink, stretch;
    float absolute, relative;  // in that unit: the answer may be off by this, or by so much of it
    int keep_touching;         // what may touch is kept, however large these are
    float hi;                  // in a's frame: nearer ones are of interest, and lower it
    float cut;                 // in that unit: what is farther is left out; lowered with hi
    float
        toward[3];  // the way from a to b where they are the nearest so far; 0 if there is none yet
    wide_pair found;  // who is at most hi apart, if hi was lowered
    size_t count;
    uint64_t triangle_tests;             // pairs of triangles that were looked at
    wide_pair pair[WIDE_TRIANGLES_MAX];  // those that may be as near
    float lo[WIDE_TRIANGLES_MAX];  // and are at least so far from each other; 0: they may touch
} wide_near_result;

// Bound the distances of all triangles of count <= WIDE_PAIRS_MAX leaf pairs. bound: each pair is at least so far. The same
// for every instruction set.
typedef void wide_near_pairs(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                             const wide_pair* pairs, const float* bound, size_t count,
                             wide_near_result* out);
wide_near_pairs ISA(wide_near_pairs);

// Belongs to the caller, who sets what stands before count: how far b goes in a unit of time, in a's frame, and within what; and
// up to when it counts if two touch.
typedef struct wide_straight_result {
    float way[3], way_error, last;
    size_t count;
    uint64_t triangle_tests;             // pairs of triangles that were looked at
    wide_pair pair[WIDE_TRIANGLES_MAX];  // those that may touch by then
    float lo[WIDE_TRIANGLES_MAX];        // but not before this
} wide_straight_result;

// Bound when triangles of count <= WIDE_PAIRS_MAX leaf pairs touch. bound: each pair does not before. The same for every
// instruction set.
typedef void wide_straight_pairs(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                                 const wide_pair* pairs, const float* bound, size_t count,
                                 wide_straight_result* out);
wide_straight_pairs ISA(wide_straight_pairs);

// What is known of a pair of triangles that may be close.
enum {
    WIDE_CROSSES,       // certainly: of kind ABUT_KIND_CROSS
    WIDE_IS_CLOSE,      // certainly, and they share no point
    WIDE_MAY_BE_CLOSE,  // they share no point
    WIDE_MAY_TOUCH,     // they may share one, and are certainly close
    WIDE_MAY_BE_ANY,
};

// Belongs to the caller, who sets inner and outer, in the unit of a's frame: what is nearer than inner is close, what is
// farther than outer is not.
typedef struct wide_close_result {
    float inner, outer;
    size_t count;
    uint64_t triangle_tests;  // pairs of triangles that were looked at
    wide_pair pair[WIDE_TRIANGLES_MAX];
    uint8_t state[WIDE_TRIANGLES_MAX];
} wide_close_result;

// Find which triangles of count <= WIDE_PAIRS_MAX leaf pairs may be close. The same for every instruction set.
typedef void wide_close_pairs(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                              const wide_pair* pairs, size_t count, wide_close_result* out);
wide_close_pairs ISA(wide_close_pairs);

#endif
