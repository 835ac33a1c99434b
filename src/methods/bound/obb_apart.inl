// obb_apart.inl - the separating axis test for boxes kept as BOX, NAME the function, ROW(box, i) axis i.
// Included by obb_test.h, once for double boxes and once for float ones. All arithmetic is in double, and
// every float is a double, so the same proof holds for both. All comparisons are written so that NaN
// proves nothing. The axes of a are tried while their products are made: many boxes part there, before it is asked
// whether a box is flat. Asked first, for one multiplication less on each of these, general models take more.
#ifndef NAME  // the file by itself
#include "methods/bound/obb_test.h"
#define NAME      obb_apart_here
#define BOX       obb
#define ROW(a, i) ((a)->axes.row[i])
#endif

static inline int NAME(const BOX* a, double a_scale, const placed_obb* b, const obb_margin* margin)
{
    double shift[3], half[3], along[3];
    for (int k = 0; k < 3; k++) {
        shift[k] = b->centre[k] - (double)a->centre[k] * a_scale;
        half[k] = (double)a->half[k] * a_scale;
    }
    for (int i = 0; i < 3; i++)
        along[i] = (double)ROW(a, i)[0] * shift[0] + (double)ROW(a, i)[1] * shift[1] +
                   (double)ROW(a, i)[2] * shift[2];
    const double sum_a = half[0] + half[1] + half[2];
    double more = obb_more(along, sum_a, b, margin);

    double normal[3][3], size[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            normal[i][j] = (double)ROW(a, i)[0] * b->axes.row[j][0] +
                           (double)ROW(a, i)[1] * b->axes.row[j][1] +
                           (double)ROW(a, i)[2] * b->axes.row[j][2];
            size[i][j] = fabs(normal[i][j]);
        }
        if (separates_face_a(i, along, OBB_READ(size), half, b->half, more, 0, 0)) return 1;
    }
    if (!(more < HUGE_VAL)) return obb_unbounded_apart(along, OBB_READ(normal), half, b, margin);
    const int a_flat = half[0] <= OBB_FLAT * sum_a;
    if (!(a_flat | b->is_flat))
        return obb_rest_apart(along, OBB_READ(normal), OBB_READ(size), half, b->half, more, 0, 0);
    // What is left out, no axis is longer than 1.05 to make more of.
    more += 1.05 * ((a_flat ? half[0] : 0) + (b->is_flat ? b->half[0] : 0));
    if (!b->is_flat)
        return obb_rest_apart(along, OBB_READ(normal), OBB_READ(size), half, b->half, more, 1, 0);
    if (!a_flat)
        return obb_rest_apart(along, OBB_READ(normal), OBB_READ(size), half, b->half, more, 0, 1);
    return obb_rest_apart(along, OBB_READ(normal), OBB_READ(size), half, b->half, more, 1, 1);
}

#undef NAME
#undef BOX
#undef ROW
