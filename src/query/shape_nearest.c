// shape_nearest.c - see shape_nearest.h.
#include "query/shape_nearest.h"

#include "base/bits.h"

#include <math.h>
#include <string.h>

// How many corners it has; 0: it has none of this sort.
static int corner_count(abut_shape_kind kind)
{
    switch (kind) {
    case ABUT_SHAPE_POINT:
    case ABUT_SHAPE_SPHERE:
        return 1;
    case ABUT_SHAPE_SEGMENT:
    case ABUT_SHAPE_CAPSULE:
        return 2;
    case ABUT_SHAPE_TRIANGLE:
        return 3;
    default:
        return 0;
    }
}

int shape_has_core(abut_shape_kind kind)
{
    return corner_count(kind) > 0;
}

void shape_core_pair_prepare(shape_core_pair* out, const shape_pair* p, composition* c)
{
    const int count = corner_count(p->shape->kind);
    for (int i = 0; i < 3; i++) {
        // As a model has it: -0 is 0.
        for (int k = 0; k < 3; k++)
            out->corner[i][k] = p->shape->points[i < count ? i : 0][k] + 0.0;
    }
    if (p->side->frame || out->poses.composition) memset(&out->poses, 0, sizeof out->poses);
    if (p->side->frame) {
        composition_make(c, &p->side->pose, p->side->frame, p->pose, NULL);
        pose_pair_compose(&out->poses, c, 0);
    } else {
        pose_pair_change(&out->poses, &p->side->pose, p->pose, 0);
    }
}

void shape_core_pair_square(const shape_core_pair* core, const shape_pair* p, uint32_t triangle,
                            nearest_square* out)
{
    const double* vertex[6];
    posed_triangle t[2];
    nearest_bounds bounds;
    exact_points e;
    soup_mesh_vertices(&p->side->model->mesh, triangle, vertex);
    for (int i = 0; i < 3; i++)
        vertex[3 + i] = core->corner[i];
    posed_triangle_place(&t[0], &core->poses, 0, vertex);
    posed_triangle_place(&t[1], &core->poses, 1, vertex + 3);
    nearest_bound(&t[0], &t[1], &bounds);
    exact_points_make(&e, &core->poses, vertex, EXACT_RELATIVE);
    nearest_exact(&e, bounds.features, 0, out);
}

struct square_less {
    const nearest_square* square;
    double radius;
};

static int compare_less(const void* number, double x)
{
    const struct square_less* less = number;
    return nearest_compare_sum(less->square, x, less->radius);
}

void shape_enclose_less(const nearest_square* square, double radius, double* lo, double* hi)
{
    double low, high;
    nearest_enclose(square, &low, &high);
    if (double_is_zero(radius)) {
        *lo = low;
        *hi = high;
        return;
    }
    const struct square_less less = {square, radius};
    double_enclose(compare_less, &less, low - radius, lo, hi);
}
