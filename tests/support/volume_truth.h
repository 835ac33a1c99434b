// volume_truth.h - the volume that two closed meshes share, in rational numbers: sums over pairs of tetrahedra from the origin, each
// pair cut by planes. It knows nothing of the library's way.
#ifndef ABUT_TESTS_SUPPORT_VOLUME_TRUTH_H
#define ABUT_TESTS_SUPPORT_VOLUME_TRUTH_H
#include "abut/abut.h"

#include <gmp.h>

// 1, where lo <= what both share <= hi, for meshes whose triangles face outward (those of cavities into them), each in its
// pose. value: the volume, rounded.
int volume_truth_is_within(const abut_soup* a, const abut_pose* a_pose, const abut_soup* b,
                           const abut_pose* b_pose, double lo, double hi, double* value);

#endif
