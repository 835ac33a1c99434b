// box_operations.h - the operations that the library's own test of two boxes takes, counted while it runs: its
// inequalities (methods/bound/obb_separate.h) on numbers that count (table 1 of Gottschalk 1996).
#ifndef ABUT_BENCH_BOX_OPERATIONS_H
#define ABUT_BENCH_BOX_OPERATIONS_H
#include "baseline/box_lp.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct box_operations {
    int compare, add, multiply, absolute;
    int margin;  // of the additions: one an axis, for the margin, which the paper does not have
} box_operations;

// Add those of a test of two boxes in a common frame, given their relative place as the paper does: it begins with
// the absolute values. flat: the first half length of that box counts as 0. to_the_end: no exit at the first axis
// that separates them. Returns whether one does.
int box_operations_add(box_operations* sum, const plain_box* a, const plain_box* b, int a_flat,
                       int b_flat, int to_the_end);
// Of making axes from a quaternion.
void box_operations_of_quaternion(box_operations* out);

static inline int box_operations_sum(const box_operations* o)
{
    return o->compare + o->add + o->multiply + o->absolute - o->margin;
}

#ifdef __cplusplus
}
#endif

#endif
