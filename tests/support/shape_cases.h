// shape_cases.h - random shapes beside random soups, in poses and frames of every sort, for tests of abut/shape.h. Half of them
// stand on grids, so that much is exactly as far as a radius, or only touches.
#ifndef ABUT_TESTS_SUPPORT_SHAPE_CASES_H
#define ABUT_TESTS_SUPPORT_SHAPE_CASES_H
#include "support/distance_check.h"

#include "abut/shape.h"

static const distance_way shape_ways[] = {
    {.name = "brute", .method = ABUT_METHOD_BRUTE},
    {.name = "wide", .method = ABUT_METHOD_WIDE},
    {.name = "wide, small", .method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_SMALL},
    {.name = "wide, compact", .method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_COMPACT},
    {.name = "wide, fast", .method = ABUT_METHOD_WIDE, .effort = ABUT_EFFORT_FAST},
    {.name = "wide, leaves of one", .method = ABUT_METHOD_WIDE, .leaf_size = 1},
};
enum { SHAPE_WAYS = sizeof shape_ways / sizeof *shape_ways };

#define HULL_POINTS_MAX 12

// A soup in a pose, in a frame about it or not, and shapes beside it.
typedef struct shape_scene {
    soup_data soup;
    int is_grid;
    abut_pose pose, frame;
    int has_frame;
} shape_scene;

// Of a sort: poses equal to none, near, far, scaled, mirrored, recorded, framed, and scaled by 2^300 or 2^-300.
static UNUSED shape_scene shape_scene_make(soup_sort sort, size_t count, int dice, uint64_t seed)
{
    rng r = {seed * 77 + 5};
    shape_scene s = {.soup = soup_random(sort, count, seed), .is_grid = sort == SOUP_GRID};
    if (dice > 0) s.pose = pose_of_sort(&r, dice % 6);
    if (dice == 6) s.pose = (abut_pose){.translation = {0x1p20, 3, -0x1p21}};
    if (dice == 7 || dice == 8) {
        s.pose.scale = dice == 7 ? 0x1p300 : 0x1p-300;
        for (int k = 0; k < 3; k++)
            s.pose.translation[k] *= s.pose.scale;
    }
    s.has_frame = dice == 9;
    if (s.has_frame) {
        s.frame = pose_random(&r, 3);
        s.is_grid = 0;
    }
    return s;
}
enum { SHAPE_SCENE_DICE = 10 };

static UNUSED abut_instance shape_scene_instance(const shape_scene* s, const abut_model* m)
{
    return (abut_instance){.model = m, .pose = s->pose, .frame = s->has_frame ? &s->frame : NULL};
}

// Where a point of the soup's file is in the world, about.
static UNUSED void shape_scene_place(const shape_scene* s, const double v[3], double out[3])
{
    const abut_pose* poses[2] = {&s->pose, &s->frame};
    double x[3] = {v[0], v[1], v[2]};
    for (int p = 0; p < 1 + s->has_frame; p++) {
        const abut_pose* pose = poses[p];
        const double scale = pose->scale > 0 ? pose->scale : 1;
        int is_one = 1;
        for (int i = 0; i < 9; i++)
            is_one &= pose->rotation[i / 3][i % 3] == 0;
        double y[3];
        for (int k = 0; k < 3; k++) {
            y[k] = is_one ? x[k]
                          : pose->rotation[k][0] * x[0] + pose->rotation[k][1] * x[1] +
                                pose->rotation[k][2] * x[2];
            y[k] = y[k] * scale + pose->translation[k];
        }
        memcpy(x, y, sizeof x);
    }
    memcpy(out, x, sizeof x);
}

// A point of the world near the soup.
static UNUSED void shape_point(const shape_scene* s, rng* r, double out[3])
{
    double x[3];
    for (int k = 0; k < 3; k++)
        x[k] = s->is_grid ? (double)rng_below(r, 13) / 2 - 1 : 1.5 * rng_signed(r);
    if (!s->is_grid && rng_below(r, 4) == 0)  // a vertex
        memcpy(x, s->soup.vertices + 3 * rng_below(r, s->soup.vertex_count), sizeof x);
    shape_scene_place(s, x, out);
}

// A shape of a kind. hull: room for its points, of a hull.
static UNUSED abut_shape shape_random(const shape_scene* s, abut_shape_kind kind, rng* r,
                                      double hull[3 * HULL_POINTS_MAX])
{
    const double scale = s->pose.scale > 0 ? s->pose.scale : 1;
    abut_shape out = {.kind = kind};
    for (int i = 0; i < 3; i++)
        shape_point(s, r, out.points[i]);
    if (kind == ABUT_SHAPE_RAY || kind == ABUT_SHAPE_PLANE || kind == ABUT_SHAPE_HALF_SPACE)
        for (int k = 0; k < 3; k++)
            out.points[1][k] = s->is_grid ? (double)rng_below(r, 3) - 1 : rng_signed(r);
    if (kind == ABUT_SHAPE_BOX) {
        for (int k = 0; k < 3; k++)
            out.points[1][k] =
                scale * (s->is_grid ? (double)rng_below(r, 3) / 2 : 0.2 * (1 + rng_signed(r)));
    }
    if (kind >= ABUT_SHAPE_SPHERE)
        out.radius = scale * (s->is_grid ? (double)rng_below(r, 5) / 2 : 0.2 * (1 + rng_signed(r)));
    if (kind == ABUT_SHAPE_HULL) {
        out.hull = hull;
        out.hull_count = 1 + rng_below(r, HULL_POINTS_MAX);
        for (size_t i = 0; i < out.hull_count; i++) {
            shape_point(s, r, hull + 3 * i);
            for (int k = 0; k < 3 && !s->is_grid; k++)  // not too large
                hull[3 * i + (size_t)k] =
                    out.points[0][k] + 0.3 * (hull[3 * i + (size_t)k] - out.points[0][k]);
        }
    }
    // What would be no shape.
    if (abut_shape_check(&out) != ABUT_OK) {
        out.points[1][0] += scale;
        if (abut_shape_check(&out) != ABUT_OK) out.points[1][1] += scale;
    }
    // Some turned, about where they are.
    if (!s->is_grid && kind != ABUT_SHAPE_HULL && rng_below(r, 2)) {
        out.pose = pose_random(r, 0);
        for (int i = 0; i < 3; i++)
            out.pose.translation[i] = out.points[0][i];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                if (i == 0 || (kind != ABUT_SHAPE_BOX && kind != ABUT_SHAPE_PLANE &&
                               kind != ABUT_SHAPE_HALF_SPACE))
                    out.points[i][k] -= out.pose.translation[k];
    }
    return out;
}

#endif
