// shape_point.c - see shape_point.h.
#include "query/shape_point.h"

#include "base/base.h"
#include "base/bits.h"
#include "engine/kernels.h"

// Tests compile this with a part of it, to show that the bounds are needed.
#ifndef ABUT_SPHERE_BOUND_SCALE
#define ABUT_SPHERE_BOUND_SCALE 1
#endif

// A point of the shape in the world, where that is a double.
static int find_centre(const shape_pair* p, double out[3])
{
    const double* const x = p->shape->points[0];
    const int is_origin = double_is_zero(x[0]) && double_is_zero(x[1]) && double_is_zero(x[2]);
    if (p->pose != &shape_pair_identity && !is_origin) return 0;
    for (int k = 0; k < 3; k++)
        out[k] = (is_origin ? p->pose->translation[k] : x[k]) + 0.0;  // -0 is 0
    return 1;
}

int shape_point_begin(shape_point* out, const shape_pair* p)
{
    const int is_round = p->shape->kind == ABUT_SHAPE_POINT || p->shape->kind == ABUT_SHAPE_SPHERE;
    if (!is_round || p->side->frame || !foot_is_exact() || !find_centre(p, out->centre)) return 0;
    out->place.placed = *p->side;
    pose_pair_change(&out->place.poses, &p->side->pose, &shape_pair_identity, 0);
    out->list = (point_list){.place = &out->place,
                             .point = out->centre,
                             .within = (double)INFINITY,
                             .list = &out->nearest,
                             .most = 1};
    out->exact_tests = 0;
    return 1;
}

void shape_point_take(shape_point* s, const uint32_t* triangles, size_t count)
{
    foot_pair pairs[FOOT_LANES];
    foot_found found[FOOT_LANES];
    for (size_t l = 0; l < FOOT_LANES; l++) {
        pairs[l].point = s->centre;
        soup_mesh_vertices(&s->place.placed.model->mesh, triangles[l < count ? l : 0],
                           pairs[l].corner);
    }
    wide_kernels_now()->foot(&s->place.placed.pose, pairs, found);
    for (size_t l = 0; l < count; l++) {
        const int was_exact = point_take(&s->list, triangles[l], &found[l]);
        s->exact_tests += (uint64_t)was_exact;
        if (s->nearest.triangle != triangles[l]) continue;
        s->foot = found[l];
        s->is_measured = !was_exact;
    }
}

// Knuth's: exact.
static void two_sum(double a, double b, double* sum, double* rest)
{
    const double s = a + b, t = s - a;
    *rest = (a - (s - t)) + (b - t);
    *sum = s;
}

shape_point_state shape_point_tell(const shape_point* s, double radius, double* lo, double* hi)
{
    const foot_found* const f = &s->foot;
    if (double_is_zero(radius)) {  // integers tell as much
        *lo = s->nearest.lo;
        *hi = s->nearest.hi;
        return *hi > 0 ? SHAPE_POINT_APART : SHAPE_POINT_CONTACT;
    }
    if (!s->is_measured || !(f->root > 0x1p-140 && radius > 0x1p-140 && radius < 0x1p200))
        return SHAPE_POINT_OPEN;
    // The distance is the root and more: off / (root + distance), within wrong (docs/proofs/index.md).
    if (!(fabs(f->off) + f->error <= 0x1p-51 * (f->root * f->root))) return SHAPE_POINT_OPEN;
    const double more = f->off / (2 * f->root);
    double sum, rest, last;
    two_sum(f->root, -radius, &sum, &rest);
    const double part = rest + more;
    const double wrong =
        ABUT_SPHERE_BOUND_SCALE *
        (fabs(more) * 0x1p-51 + 0.51 * (f->error / f->root) + fabs(part) * 0x1.1p-53);
    const int is_exact = double_is_zero(f->off) && double_is_zero(f->error);
    two_sum(sum, part, &sum, &last);
    if (sum < 0 && -sum > 2 * (fabs(last) + wrong)) return SHAPE_POINT_CONTACT;
    if (!(sum > 0x1p-300)) return SHAPE_POINT_OPEN;
    const double up = double_from_bits(double_bits(sum) + 1),
                 down = double_from_bits(double_bits(sum) - 1);
    *lo = *hi = sum;
    // Of an exact distance the first sum is exact, and so is what was added to it.
    if (is_exact && double_is_zero(last)) return SHAPE_POINT_APART;
    const double off = is_exact ? 0 : wrong;
    if (last > off && last + off < (up - sum) * (1 - 0x1p-30)) {
        *hi = up;
        return SHAPE_POINT_APART;
    }
    if (-last > off && off - last < (sum - down) * (1 - 0x1p-30)) {
        *lo = down;
        return SHAPE_POINT_APART;
    }
    return SHAPE_POINT_OPEN;
}
