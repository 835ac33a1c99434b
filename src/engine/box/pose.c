// pose.c - the constants of a query for the box test.
#include "engine/box/pose.inl"

#define DISTANT 1024  // sizes: from there on a look at each triangle takes less time than a walk

void wide_pose_prepare(wide_pose* out, const relative_pose* r, double opened_defect,
                       double other_defect)
{
    find_wide_pose(out, r, opened_defect, other_defect);
}

int wide_pose_is_far(const relative_pose* r)
{
    // Every point of a model is within 1.75 of its frame's origin; the linear part lengthens by no more than
    // stretch times 1 + its defect, which is below 2^-7.
    const double a = 1.75 * r->a_scale, b = 1.75 * 1.01 * r->stretch * r->b_scale;
    const double reach =
        1.01 * (a + b) + 2 * r->translation_error + 8 * r->linear_error * r->b_scale;
    return absolute_max3(r->translation) > reach + RELATIVE_TINY;
}

int wide_pose_is_distant(const relative_pose* r)
{
    return absolute_max3(r->translation) > DISTANT * (r->a_scale + r->stretch * r->b_scale);
}
