// obb.c - the separating axis test for two boxes. The axes are not normalised: dividing by the length
// of a nearly vanishing cross product would blow up its error, while the margin is additive and makes
// such an axis harmless (docs/exactness.md, "Boxes").
#include "bound/obb.h"

#define ROUNDING 0x1p-46  // 128 roundings to nearest, or 64 in any other mode

typedef struct sat {
    double normal[3][3];  // normal[i][j] = axis i of a . axis j of b
    double size[3][3];    // |normal|
    double shift[3];      // from a's centre to b's, along a's axes
    double a[3], b[3];    // half lengths
    double margin;
} sat;

// All comparisons are written so that NaN proves nothing.
static int faces_of_a_separate(const sat* s)
{
    for (int i = 0; i < 3; i++) {
        const double reach = s->a[i] + dot3(s->size[i], s->b) + s->margin;
        if (fabs(s->shift[i]) > reach) return 1;
    }
    return 0;
}

static int faces_of_b_separate(const sat* s)
{
    for (int j = 0; j < 3; j++) {
        double shift = 0, reach = s->b[j] + s->margin;
        for (int i = 0; i < 3; i++) {
            shift += s->shift[i] * s->normal[i][j];
            reach += s->a[i] * s->size[i][j];
        }
        if (fabs(shift) > reach) return 1;
    }
    return 0;
}

static int edges_separate(const sat* s)
{
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double shift = s->shift[i2] * s->normal[i1][j] - s->shift[i1] * s->normal[i2][j];
            const double reach = s->a[i1] * s->size[i2][j] + s->a[i2] * s->size[i1][j] +
                                 s->b[j1] * s->size[i][j2] + s->b[j2] * s->size[i][j1] + s->margin;
            if (fabs(shift) > reach) return 1;
        }
    }
    return 0;
}

int obb_apart(const obb* a, double a_scale, const placed_obb* b, const obb_margin* margin)
{
    sat s;
    double shift[3];
    for (int k = 0; k < 3; k++) {
        shift[k] = b->centre[k] - a->centre[k] * a_scale;
        s.a[k] = a->half[k] * a_scale;
        s.b[k] = b->half[k];
    }
    for (int i = 0; i < 3; i++)
        s.shift[i] = dot3(a->axes.row[i], shift);
    const double sum_a = s.a[0] + s.a[1] + s.a[2], sum_b = s.b[0] + s.b[1] + s.b[2];
    s.margin = ROUNDING * (absolute_sum3(s.shift) + sum_a + sum_b) + margin->rate_a * sum_a +
               margin->rate_b * sum_b + b->error + margin->fixed;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            s.normal[i][j] = dot3(a->axes.row[i], b->axes.row[j]);
            s.size[i][j] = fabs(s.normal[i][j]);
        }
    }
    return faces_of_a_separate(&s) || faces_of_b_separate(&s) || edges_separate(&s);
}

double obb_defect(const obb* box)
{
    double defect = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++) {
            const double off = fabs(dot3(box->axes.row[i], box->axes.row[k]) - (i == k));
            if (off > defect) defect = off;
        }
    }
    return defect + 0x1p-48;  // its own rounding
}
