// triangles_touch.c - the public question for one pair of triangles.
#include "base/base.h"
#include "base/bits.h"
#include "geom/tri_tri.h"

abut_status abut_triangles_touch(const double a[9], const abut_pose* a_pose, const double b[9],
                                 const abut_pose* b_pose, abut_contact* out)
{
    if (!a || !b || !out) return ABUT_BAD_ARGUMENT;
    if (!doubles_are_finite(a, 9) || !doubles_are_finite(b, 9)) return ABUT_NOT_FINITE;
    const double* const vertex[2][3] = {{a, a + 3, a + 6}, {b, b + 3, b + 6}};
    affine affines[2];
    TRY(affine_from_pose(&affines[0], a_pose));
    TRY(affine_from_pose(&affines[1], b_pose));
    pose_pair poses;
    pose_pair_prepare(&poses, &affines[0], &affines[1], 1);
    posed_triangle triangle[2];
    corners shape[2];
    for (int side = 0; side < 2; side++) {
        posed_triangle_place(&triangle[side], &poses, side, vertex[side]);
        shape[side] = corners_of_triangle(vertex[side]);
    }
    posed_pair pair;
    posed_pair_prepare(&pair, &poses, &triangle[0], &triangle[1]);
    contact_find(&pair, &shape[0], &shape[1], 1, out);
    return ABUT_OK;
}
