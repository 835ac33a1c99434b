// meet.inl - boxes that face each other along the fifteen axes of Gottschalk 1996, section 5 (docs/proofs/boxes.md, "Eight boxes
// at once"): written once for eight lanes, and for two times eight, where the processor has them. The includer defines
//   MEET(name)          lanes_name, or twice_name
//   MEET_NAME(name)     what a function or a type of this file is called
//   MEET_VECTOR         lanes, or twice
//   MEET_OF(type, name) a parameter: one thing of a type, or two of them
//   MEET_ALL(member)    a number of each of them in its lanes
//   MEET_ROW(from, row) a row of each of some nodes
// and this file takes the definitions back.

#ifndef MEET  // the file by itself
#include "base/base.h"
#include "base/simd.h"
#include "engine/box/pose.h"
#include "engine/tree/node.h"
#define MEET(name)           lanes_##name
#define MEET_NAME(name)      boxes_##name
#define MEET_VECTOR          lanes
#define MEET_OF(type, name)  const type* const name
#define MEET_ALL(of, member) (of)->member
#define MEET_ROW(of, row)    lanes_load((of)->row)
#endif

// Children as they stand to the other box: their half lengths, the way to its centre and its axes, in the child's.
typedef struct MEET_NAME(facing) {
    MEET_VECTOR half[3], t[3], normal[3][3], size[3][3];  // size: |normal|
    MEET_VECTOR margin;
} MEET_NAME(facing);

ALWAYS_INLINE void MEET_NAME(face)(MEET_OF(wide_pose, p), MEET_OF(wide_node, n),
                                   MEET_OF(placed_box, b), MEET_NAME(facing) * out)
{
    MEET_VECTOR d[3];
    for (int k = 0; k < 3; k++) {
        d[k] = MEET_ALL(b, centre[k]) - MEET_ROW(n, centre[k]);
        out->half[k] = MEET_ROW(n, half[k]);
    }
    for (int i = 0; i < 3; i++) {
        const MEET_VECTOR x = MEET_ROW(n, axis[3 * i]), y = MEET_ROW(n, axis[3 * i + 1]),
                          z = MEET_ROW(n, axis[3 * i + 2]);
        out->t[i] = x * d[0] + y * d[1] + z * d[2];
        for (int j = 0; j < 3; j++) {
            out->normal[i][j] = x * MEET_ALL(b, normal[j][0]) + y * MEET_ALL(b, normal[j][1]) +
                                z * MEET_ALL(b, normal[j][2]);
            out->size[i][j] = MEET(abs)(out->normal[i][j]);
        }
    }
    out->margin = MEET_ALL(b, margin) +
                  MEET_ALL(p, per_half) * (out->half[0] + out->half[1] + out->half[2]) +
                  MEET_ALL(p, per_distance) *
                      (MEET(abs)(out->t[0]) + MEET(abs)(out->t[1]) + MEET(abs)(out->t[2]));
}

// Along axis i of the children, or j of the other box: how far their centres are, and how far both reach from these, without
// the margin.

ALWAYS_INLINE MEET_VECTOR MEET_NAME(child_reach)(const MEET_NAME(facing) * f,
                                                 MEET_OF(placed_box, b), int i)
{
    return f->half[i] + f->size[i][0] * MEET_ALL(b, half[0]) +
           f->size[i][1] * MEET_ALL(b, half[1]) + f->size[i][2] * MEET_ALL(b, half[2]);
}

ALWAYS_INLINE MEET_VECTOR MEET_NAME(other_reach)(const MEET_NAME(facing) * f,
                                                 MEET_OF(placed_box, b), int j)
{
    return MEET_ALL(b, half[j]) + f->size[0][j] * f->half[0] + f->size[1][j] * f->half[1] +
           f->size[2][j] * f->half[2];
}

ALWAYS_INLINE MEET_VECTOR MEET_NAME(other_distance)(const MEET_NAME(facing) * f, int j)
{
    return MEET(abs)(f->t[0] * f->normal[0][j] + f->t[1] * f->normal[1][j] +
                     f->t[2] * f->normal[2][j]);
}

// Along the cross product of axis i of the children and axis j of the other box.
ALWAYS_INLINE void MEET_NAME(edge_gap)(const MEET_NAME(facing) * f, MEET_OF(placed_box, b), int i,
                                       int j, MEET_VECTOR* distance, MEET_VECTOR* reach)
{
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    *reach = f->half[i1] * f->size[i2][j] + f->half[i2] * f->size[i1][j] +
             MEET_ALL(b, half[j1]) * f->size[i][j2] + MEET_ALL(b, half[j2]) * f->size[i][j1] +
             f->margin;
    *distance = MEET(abs)(f->t[i2] * f->normal[i1][j] - f->t[i1] * f->normal[i2][j]);
}

#undef MEET
#undef MEET_NAME
#undef MEET_VECTOR
#undef MEET_OF
#undef MEET_ALL
#undef MEET_ROW
