// hybrid.c - see hybrid.h. Margins: docs/proofs/boxes.md, "Boxes along the file's axes, and spheres".
#include "methods/bound/hybrid.h"

#include "base/base.h"

#define ROUNDING 0x1p-46  // 128 roundings to nearest, or 64 in any other mode

void hybrid_prepare(hybrid_constants* out, const relative_pose* r)
{
    sphere_prepare(&out->ball, r);
    aabb_prepare(&out->box, r);
    out->radius_factor = r->a_scale * (1 + 1.5 * r->rotation_defect) * (1 + ROUNDING);
    out->box_rate = 4 * r->rotation_defect + ROUNDING;
    out->distance_rate = 2 * r->rotation_error + ROUNDING;
}

void hybrid_place(const hybrid_constants* c, const hybrid* volume, placed_hybrid* out)
{
    out->tests = volume->tests;
    if (out->tests != HYBRID_BOX) sphere_place(&c->ball, &volume->ball, &out->ball);
    if (out->tests != HYBRID_BALL) aabb_place(&c->box, &volume->box, &out->box);
}

// How far a point lies outside a box about the origin, squared.
static double squared_excess(const double point[3], const double half[3])
{
    double squared = 0;
    for (int k = 0; k < 3; k++) {
        const double outside = fabs(point[k]) - half[k];
        // Written so that a NaN stays one.
        if (!(outside <= 0)) squared += outside * outside;
    }
    return squared;
}

// All comparisons are written so that NaN proves nothing.
int aabb_sphere_apart(const hybrid_constants* c, const aabb* a, const placed_sphere* b)
{
    const double a_scale = c->ball.relative->a_scale;
    double shift[3], half[3];
    for (int k = 0; k < 3; k++) {
        shift[k] = b->centre[k] - (double)a->centre[k] * a_scale;
        half[k] = (double)a->half[k] * a_scale;
    }
    const double reach = b->radius * (1 + ROUNDING) + ROUNDING * (half[0] + half[1] + half[2]);
    return squared_excess(shift, half) > reach * reach;
}

int sphere_aabb_apart(const hybrid_constants* c, const sphere* a, const placed_aabb* b)
{
    const relative_pose* r = c->ball.relative;
    double shift[3], along[3];  // along: the way between the centres, along the axes of b
    for (int k = 0; k < 3; k++)
        shift[k] = b->centre[k] - (double)a->centre[k] * r->a_scale;
    for (int j = 0; j < 3; j++)
        along[j] = dot3(shift, r->rotation[j]);
    const double reach = (double)a->radius * c->radius_factor + b->error +
                         c->box_rate * (b->half[0] + b->half[1] + b->half[2]) +
                         c->distance_rate * absolute_sum3(shift) + RELATIVE_TINY;
    return squared_excess(along, b->half) > reach * reach;
}

int hybrid_apart(const hybrid_constants* c, const hybrid* a, const placed_hybrid* b)
{
    const int a_box = a->tests != HYBRID_BALL, b_box = b->tests != HYBRID_BALL;
    if (a->tests != HYBRID_BOX && b->tests != HYBRID_BOX &&
        sphere_apart(&c->ball, &a->ball, &b->ball))
        return 1;
    if (a_box && b_box) return aabb_apart(&c->box, &a->box, &b->box);
    if (a_box) return aabb_sphere_apart(c, &a->box, &b->ball);
    return b_box && sphere_aabb_apart(c, &a->ball, &b->box);
}

// ----------------------------------------------------------------------------------- the class

// The sphere of the box, where it is smaller than that of the triangles: they may reach far beyond it.
static void fit_both(hybrid* out, const triangle_set* set, const range3* range,
                     const volume_options* options)
{
    aabb_fit(&out->box, range, options->widen);
    sphere_fit(&out->ball, set, options->widen);
    sphere about;
    double centre[3], half[3];
    for (int k = 0; k < 3; k++) {
        centre[k] = (double)out->box.centre[k];
        half[k] = (double)out->box.half[k];
    }
    sphere_store(&about, centre, sqrt(dot3(half, half)));
    if (about.radius < out->ball.radius) out->ball = about;
    out->tests = HYBRID_BOTH;
}

static void fit(void* out, const triangle_set* set, const volume_options* options,
                const void* parent)
{
    (void)parent;
    const range3 range = range_of_set(set);
    fit_both(out, set, &range, options);
}

static void fit_part(void* out, const triangle_set* set, const range3* cell,
                     const volume_options* options)
{
    range3 range = range_of_set(set);
    for (int k = 0; k < 3; k++) {
        if (range.low[k] < cell->low[k]) range.low[k] = cell->low[k];
        if (range.high[k] > cell->high[k]) range.high[k] = cell->high[k];
        // Nothing of the set is in the cell: any place there will do.
        if (range.low[k] > cell->high[k]) range.low[k] = cell->high[k];
        if (range.high[k] < range.low[k]) range.high[k] = range.low[k];
    }
    fit_both(out, set, &range, options);
}

static hybrid* volume_at(void* first, size_t stride, size_t i)
{
    return (hybrid*)(void*)((char*)first + i * stride);
}

static double share_of_box(const hybrid* volume)
{
    return aabb_content(&volume->box) / sphere_content(&volume->ball);
}

static int test_of(abut_volumes volumes, int is_small)
{
    if (volumes == ABUT_VOLUMES_BOXES) return HYBRID_BOX;
    return volumes == ABUT_VOLUMES_BOTH && is_small ? HYBRID_BOTH : HYBRID_BALL;
}

// Boxes are tested where sphere / box is at least ratio times the level's harmonic mean. That mean is
// not spoilt by flat boxes, whose sphere / box has no bound.
static void finish_level(void* first, size_t stride, size_t count, const volume_options* options)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += share_of_box(volume_at(first, stride, i));
    const double mean = sum / (double)count;
    for (size_t i = 0; i < count; i++) {
        hybrid* volume = volume_at(first, stride, i);
        volume->tests =
            test_of(options->volumes, share_of_box(volume) * options->sphere_ratio <= mean);
    }
}

static int directions(const void* volume, int all, double out[VOLUME_DIRECTIONS_MAX][3])
{
    (void)all;
    return aabb_directions(&((const hybrid*)volume)->box, out);
}

static double content(const void* volume)
{
    return aabb_content(&((const hybrid*)volume)->box);
}

static double half_area(const void* volume)
{
    return aabb_half_area(&((const hybrid*)volume)->box);
}

static int holds(const void* volume, const long double point[3])
{
    const hybrid* both = volume;
    return aabb_holds(&both->box, point) && sphere_holds(&both->ball, point);
}

static const char* check(const void* volume, double defect)
{
    (void)defect;
    const hybrid* both = volume;
    const char* broken = aabb_check(&both->box);
    if (!broken) broken = sphere_check(&both->ball);
    if (!broken && (both->tests < HYBRID_BALL || both->tests > HYBRID_BOX))
        broken = "a node tests neither sphere nor box";
    return broken;
}

const volume_class hybrid_class = {
    .size = sizeof(hybrid),
    .fit = fit,
    .fit_part = fit_part,
    .finish_level = finish_level,
    .directions = directions,
    .content = content,
    .half_area = half_area,
    .holds = holds,
    .check = check,
};
