// shape_pair.c - see shape_pair.h.
#include "query/shape_pair.h"

#include "base/host.h"

const affine shape_pair_identity = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

abut_status shape_pair_begin(shape_pair* p, const placed_model* side, const abut_shape* shape)
{
    p->pose = &shape_pair_identity;
    if (shape_has_pose(shape)) {
        TRY(affine_from_pose(&p->own_pose, &shape->pose));
        p->pose = &p->own_pose;
    }
    p->shape = shape;
    p->side = side;
    const int is_round = shape->kind == ABUT_SHAPE_SPHERE || shape->kind == ABUT_SHAPE_CAPSULE;
    p->radius = is_round ? shape->radius : 0;
    p->exact_tests = 0;
    p->is_ready = 0;
    return ABUT_OK;
}

void shape_pair_prepare(shape_pair* p)
{
    static const struct {
        shape_form form;
        size_t count;  // HULL: of its points
    } forms[] = {[ABUT_SHAPE_POINT] = {SHAPE_HULL, 1},
                 [ABUT_SHAPE_SEGMENT] = {SHAPE_HULL, 2},
                 [ABUT_SHAPE_TRIANGLE] = {SHAPE_HULL, 3},
                 [ABUT_SHAPE_RAY] = {SHAPE_RAY, 0},
                 [ABUT_SHAPE_PLANE] = {SHAPE_PLANE, 0},
                 [ABUT_SHAPE_HALF_SPACE] = {SHAPE_HALF_SPACE, 0},
                 [ABUT_SHAPE_SPHERE] = {SHAPE_HULL, 1},
                 [ABUT_SHAPE_CAPSULE] = {SHAPE_HULL, 2},
                 [ABUT_SHAPE_BOX] = {SHAPE_BOX, 0},
                 [ABUT_SHAPE_HULL] = {SHAPE_HULL, 0},
                 [ABUT_SHAPE_CYLINDER] = {SHAPE_CYLINDER, 0},
                 [ABUT_SHAPE_CONE] = {SHAPE_CONE, 0}};
    const abut_shape* const s = p->shape;
    if (p->is_ready) return;
    if (forms[s->kind].form != SHAPE_HULL) {
        const int is_turned = s->kind == ABUT_SHAPE_CYLINDER || s->kind == ABUT_SHAPE_CONE;
        posed_shape_make(&p->posed, forms[s->kind].form, p->pose, s->points[0], s->points[1],
                         is_turned ? s->radius : 0);
    } else if (s->kind == ABUT_SHAPE_HULL) {
        posed_shape_make_hull(&p->posed, p->pose, s->hull, s->hull_count, 0);
    } else {
        posed_shape_make_hull(&p->posed, p->pose, s->points[0], forms[s->kind].count, p->radius);
    }
    posed_shape_beside(&p->posed, &p->side->pose, p->side->frame);
    memset(&p->within, 0, sizeof p->within);
    p->is_ready = 1;
}

abut_status shape_pair_open_scratch(shape_pair* p, const abut_host* host)
{
    if (!p->scratch) p->scratch = host_allocate(host, 1, sizeof *p->scratch);
    return p->scratch ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

abut_status shape_pair_open(shape_pair* p, const abut_host* host)
{
    TRY(shape_pair_open_scratch(p, host));
    p->scratch->used = p->scratch->peak = 0;
    shape_pair_prepare(p);
    return ABUT_OK;
}

void shape_pair_free(shape_pair* p, const abut_host* host)
{
    host_release(host, p->scratch, 1, sizeof *p->scratch);
}

static void name(const shape_pair* p, uint32_t triangle, const double* vertex[3])
{
    ASSERT(p->is_ready);
    soup_mesh_vertices(&p->side->model->mesh, triangle, vertex);
}

int shape_pair_touches(shape_pair* p, uint32_t triangle)
{
    const double* vertex[3];
    int was_exact = 0;
    name(p, triangle, vertex);
    const int touches = shape_touches(&p->posed, vertex, p->scratch, &was_exact);
    p->exact_tests += (uint64_t)was_exact;
    return touches;
}

void shape_pair_bound(shape_pair* p, uint32_t triangle, double most, shape_bounds* out)
{
    const double* vertex[3];
    name(p, triangle, vertex);
    p->within.most = most;
    shape_bound_within(&p->posed, vertex, &p->within, out);
}

void shape_pair_distance(shape_pair* p, uint32_t triangle, double* lo, double* hi)
{
    const double* vertex[3];
    shape_bounds likely;
    name(p, triangle, vertex);
    shape_bound(&p->posed, vertex, &likely);
    shape_distance(&p->posed, vertex, &likely, p->scratch, lo, hi);
    p->exact_tests++;
}

shape_order shape_pair_order(shape_pair* p, uint32_t triangle, shape_least* least)
{
    const double* vertex[3];
    shape_bounds likely;
    name(p, triangle, vertex);
    shape_bound(&p->posed, vertex, &likely);
    p->exact_tests++;
    return shape_least_take(least, &p->posed, vertex, &likely, p->scratch);
}

void shape_pair_points(shape_pair* p, uint32_t triangle, abut_feature* feature,
                       double model_point[3], double shape_point[3])
{
    const double* vertex[3];
    name(p, triangle, vertex);
    shape_points(&p->posed, vertex, p->scratch, feature, model_point, shape_point);
}

int shape_pair_holds(shape_pair* p, uint32_t triangle)
{
    const double* vertex[3];
    name(p, triangle, vertex);
    return shape_holds(&p->posed, vertex, p->scratch);
}

void shape_pair_first(shape_pair* p, uint32_t triangle, double* lo, double* hi)
{
    const double* vertex[3];
    name(p, triangle, vertex);
    shape_ray_first(&p->posed, vertex, p->scratch, lo, hi);
}

int shape_pair_compare_first(shape_pair* p, uint32_t first, uint32_t second)
{
    const double *a[3], *b[3];
    name(p, first, a);
    name(p, second, b);
    return shape_ray_compare(&p->posed, a, b, p->scratch);
}
