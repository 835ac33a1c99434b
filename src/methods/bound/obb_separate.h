// obb_separate.h - the fifteen inequalities of Gottschalk 1996, section 5, for two boxes in the
// frame of the first, and the shorter ones where a box has no thickness (his table 1). Nothing is
// normalised: dividing by the length of a nearly vanishing cross product would blow up its error,
// while the margin is additive and makes such an axis harmless (docs/proofs/boxes.md, "Boxes").
//
// along: from a's centre to b's, along a's axes; normal[i][j]: axis i of a . axis j of b; size: its
// absolute value; a, b: half lengths; more: the margin. a_flat, b_flat: half length 0 is left out,
// and the margin has to make up for it; constants, so that nothing remains of them. NaN proves
// nothing.
//
// A test counts the operations: it defines REAL as a number that counts.
#ifndef ABUT_METHODS_BOUND_OBB_SEPARATE_H
#define ABUT_METHODS_BOUND_OBB_SEPARATE_H
#ifndef REAL
#include <math.h>
#define REAL double
#endif

// NOLINTBEGIN(readability-function-size): all that the paper's inequalities take

// Along axis i of a.
static inline int separates_face_a(int i, const REAL along[3], const REAL size[3][3],
                                   const REAL a[3], const REAL b[3], REAL more, int a_flat,
                                   int b_flat)
{
    REAL reach = size[i][1] * b[1] + size[i][2] * b[2] + more;
    if (!b_flat) reach = reach + size[i][0] * b[0];
    if (!a_flat || i) reach = reach + a[i];
    return fabs(along[i]) > reach;
}

// Along axis j of b. distance is the way from a's centre to b's.
static inline int separates_face_b(int j, REAL distance, const REAL size[3][3], const REAL a[3],
                                   const REAL b[3], REAL more, int a_flat, int b_flat)
{
    REAL reach = a[1] * size[1][j] + a[2] * size[2][j] + more;
    if (!a_flat) reach = reach + a[0] * size[0][j];
    if (!b_flat || j) reach = reach + b[j];
    return fabs(distance) > reach;
}

static inline REAL distance_along_b(int j, const REAL along[3], const REAL normal[3][3])
{
    return along[0] * normal[0][j] + along[1] * normal[1][j] + along[2] * normal[2][j];
}

// Along axis i of a x axis j of b. Terms in the order in which they are known.
static inline int separates_edges(int i, int j, const REAL along[3], const REAL normal[3][3],
                                  const REAL size[3][3], const REAL a[3], const REAL b[3],
                                  REAL more, int a_flat, int b_flat)
{
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const REAL distance = along[i2] * normal[i1][j] - along[i1] * normal[i2][j];
    REAL reach = more;
    if (!a_flat || i1) reach = reach + a[i1] * size[i2][j];
    if (!a_flat || i2) reach = reach + a[i2] * size[i1][j];
    if (!b_flat || j1) reach = reach + b[j1] * size[i][j2];
    if (!b_flat || j2) reach = reach + b[j2] * size[i][j1];
    return fabs(distance) > reach;
}

// All nine.
static inline int separates_any_edges(const REAL along[3], const REAL normal[3][3],
                                      const REAL size[3][3], const REAL a[3], const REAL b[3],
                                      REAL more, int a_flat, int b_flat)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (separates_edges(i, j, along, normal, size, a, b, more, a_flat, b_flat)) return 1;
        }
    }
    return 0;
}

// NOLINTEND(readability-function-size)

#endif
