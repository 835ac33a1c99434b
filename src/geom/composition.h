// composition.h - poses in frames, multiplied in exactly: world = frame(pose(point)) in real arithmetic, of two models
// (docs/proofs/boxes.md, "Frames").
//
// Every number of the product is kept as a sum of products of doubles, for the integers; and is rounded once, for all that
// reckons with an error of u of it.
#ifndef ABUT_GEOM_COMPOSITION_H
#define ABUT_GEOM_COMPOSITION_H
#include "geom/limbs.h"
#include "geom/pose.h"

// +-mantissa * 2^exponent, the mantissa odd and below 2^127.
typedef struct exact_term {
    uint128 mantissa;
    int exponent, negative;
} exact_term;

// 2^top is the least power of two above a term, which is not 0.
static inline int exact_term_top(const exact_term* t)
{
    const uint64_t high = (uint64_t)(t->mantissa >> 64), low = (uint64_t)t->mantissa;
    return t->exponent + (high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll(low));
}

// The difference of two places has the most: three products and a double each.
enum { EXACT_TERMS_MOST = 8 };

typedef struct exact_sum {
    int count;  // 0: it is 0
    exact_term term[EXACT_TERMS_MOST];
} exact_sum;

struct composition {
    affine given[2][2];  // of each side: the pose, and the frame about it
    exact_sum matrix[2][3][3];
    exact_sum place[2][3];             // the translation
    exact_sum offset[3];               // b's translation less a's
    int matrix_low[2], matrix_top[2];  // as in pose_pair
    // The same as two poses relative to a's translation, or to the middle of both where they are as far apart as doubles
    // go; each number rounded once, to nearest, in any rounding mode.
    affine rounded[2];
    int is_rounded;  // 0: these say it exactly
};

// Check a frame about a pose, which affine_from_pose accepts, and expand it. Returns ABUT_OK, or as abut_instance says.
abut_status affine_from_frame(affine* out, const abut_pose* frame, const abut_pose* pose);

// frame(pose(point)), each number rounded once, to nearest, in any rounding mode.
void affine_multiply(affine* out, const affine* frame, const affine* pose);

// Whether a frame keeps all lengths: an exchange of axes, since no other matrix of doubles is exactly rigid.
int frame_keeps_lengths(const affine* frame);

// Multiply two frames in. NULL: none.
void composition_make(composition* out, const affine* a, const affine* a_frame, const affine* b,
                      const affine* b_frame);

#endif
