// obb.c - the separating axis test for two boxes. The axes are not normalised: dividing by the length
// of a nearly vanishing cross product would blow up its error, while the margin is additive and makes
// such an axis harmless (docs/exactness.md, "Boxes").
#include "bound/obb.h"

#define ROUNDING 0x1p-46  // 128 roundings to nearest, or 64 in any other mode

#define NAME      obb_apart
#define BOX       obb
#define ROW(a, i) ((a)->axes.row[i])
#include "bound/obb_apart.inl"

#define NAME      obb_apart_float
#define BOX       obb_float
#define ROW(a, i) ((a)->axes[i])
#include "bound/obb_apart.inl"

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
