// environment.c - see environment.h. u = 2^-53; a rounding errs by at most 2 u in any mode.
#include "baseline/environment.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"

#include <stdlib.h>
#include <string.h>

#define U 0x1p-53

// By which a box grows before a triangle is compared with it: far above rounding.
#define WIDE 0x1p-40

static double* place_points(const soup_mesh* m, const frame* f)
{
    double* points = malloc(m->vertex_count * 3 * sizeof *points + 1);
    for (size_t i = 0; points && i < m->vertex_count; i++)
        frame_place(f, m->vertices + 3 * i, points + 3 * i);
    return points;
}

// ------------------------------------------------------------------------------------ environment

// VOLUME_SLACK is 256 times what frame_place errs, and far above every subnormal float.
static float_box box_of_triangle(const environment* e, uint32_t triangle)
{
    const triangle_set set = {e->points, e->mesh.triangles, &triangle, 1};
    const range3 range = range_of_set(&set);
    float_box box;
    for (int k = 0; k < 3; k++) {
        box.low[k] = -float_round_up(VOLUME_SLACK - range.low[k]);
        box.high[k] = float_round_up(range.high[k] + VOLUME_SLACK);
    }
    return box;
}

static void make_boxes(environment* e)
{
    for (int k = 0; k < 3; k++) {
        e->range.low[k] = HUGE_VAL;
        e->range.high[k] = -HUGE_VAL;
    }
    for (size_t t = 0; t < e->mesh.triangle_count; t++) {
        e->boxes[t] = box_of_triangle(e, (uint32_t)t);
        for (int k = 0; k < 3; k++) {
            const double low = (double)e->boxes[t].low[k], high = (double)e->boxes[t].high[k];
            if (low < e->range.low[k]) e->range.low[k] = low;
            if (high > e->range.high[k]) e->range.high[k] = high;
        }
    }
}

abut_status environment_make(environment* out, const abut_soup* soup)
{
    const abut_host host = host_complete(NULL);
    *out = (environment){.points = NULL};
    TRY(soup_mesh_copy(&out->mesh, soup, &host));
    out->frame = frame_of_mesh(&out->mesh);
    out->points = place_points(&out->mesh, &out->frame);
    out->boxes = malloc(out->mesh.triangle_count * sizeof *out->boxes + 1);
    if (out->points && out->boxes) {
        make_boxes(out);
        return ABUT_OK;
    }
    environment_free(out);
    return ABUT_OUT_OF_MEMORY;
}

void environment_free(environment* e)
{
    const abut_host host = host_complete(NULL);
    soup_mesh_free(&e->mesh, &host);
    free(e->points);
    free(e->boxes);
    *e = (environment){.points = NULL};
}

size_t environment_bytes(const environment* e)
{
    return soup_mesh_bytes(&e->mesh) + e->mesh.vertex_count * 3 * sizeof *e->points +
           e->mesh.triangle_count * sizeof *e->boxes;
}

// ------------------------------------------------------------------------------------------ flyer

#define PLACE_ERROR 0x1p-51  // more than frame_place's

abut_status flyer_make(flyer* out, const abut_soup* soup)
{
    const abut_host host = host_complete(NULL);
    *out = (flyer){.points = NULL};
    TRY(soup_mesh_copy(&out->mesh, soup, &host));
    out->frame = frame_of_mesh(&out->mesh);
    out->points = place_points(&out->mesh, &out->frame);
    abut_status status = out->points ? ABUT_OK : ABUT_OUT_OF_MEMORY;
    if (status == ABUT_OK && out->mesh.triangle_count)
        status = climb_make(&out->climb, out->points, out->mesh.vertex_count, out->mesh.triangles,
                            out->mesh.triangle_count, PLACE_ERROR, &host);
    if (status == ABUT_NOT_AVAILABLE) status = ABUT_OK;
    if (status != ABUT_OK) flyer_free(out);
    return status;
}

void flyer_free(flyer* f)
{
    const abut_host host = host_complete(NULL);
    soup_mesh_free(&f->mesh, &host);
    climb_free(&f->climb, &host);
    free(f->points);
    *f = (flyer){.points = NULL};
}

// ------------------------------------------------------------------------------- triangle and box

// Any vector may be the axis: only the rounding of projections counts, 40 u of the vector, and half is
// larger than the box by 2^-40.
static int axis_separates(const double axis[3], double point[3][3], const double half[3])
{
    const double a = dot3(axis, point[0]), b = dot3(axis, point[1]), c = dot3(axis, point[2]);
    const double ab_low = a < b ? a : b, ab_high = a < b ? b : a;
    const double low = c < ab_low ? c : ab_low, high = c > ab_high ? c : ab_high;
    const double reach =
        fabs(axis[0]) * half[0] + fabs(axis[1]) * half[1] + fabs(axis[2]) * half[2];
    return low > reach || high < -reach;
}

int triangle_meets_box(const double* const corner[3], const double low[3], const double high[3])
{
    double point[3][3], half[3], edge[3][3], normal[3];
    for (int k = 0; k < 3; k++) {
        const double centre = low[k] / 2 + high[k] / 2;
        half[k] = high[k] / 2 - low[k] / 2 + WIDE;
        for (int v = 0; v < 3; v++)
            point[v][k] = corner[v][k] - centre;
    }
    for (int k = 0; k < 3; k++) {
        const double axis[3] = {k == 0, k == 1, k == 2};
        if (axis_separates(axis, point, half)) return 0;
    }
    for (int v = 0; v < 3; v++)
        subtract3(edge[v], point[(v + 1) % 3], point[v]);
    cross3(normal, edge[0], edge[1]);
    if (axis_separates(normal, point, half)) return 0;
    for (int v = 0; v < 3; v++) {
        const double across[3][3] = {{0, edge[v][2], -edge[v][1]},
                                     {-edge[v][2], 0, edge[v][0]},
                                     {edge[v][1], -edge[v][0], 0}};
        for (int k = 0; k < 3; k++) {
            if (axis_separates(across[k], point, half)) return 0;
        }
    }
    return 1;
}

// ------------------------------------------------------------------------------------- placements

// A coordinate of a placed point y of b, |y| <= 1 + 2^-50, errs by linear_error * |f y|_1, by
// translation_error, by 4 u of the row's size for the rounding of y, and by at most five roundings of
// each term (docs/proofs/boxes.md, "Boxes that fly").
void placement_prepare(placement* out, const environment* e, const flyer* f, const affine pose[2])
{
    const relative_side a = {&pose[0], &e->frame}, b = {&pose[1], &f->frame};
    relative_pose* r = &out->relative;
    relative_pose_prepare(r, &a, &b);
    for (int k = 0; k < 3; k++) {
        const double sum = fabs(r->linear[0][k]) + fabs(r->linear[1][k]) + fabs(r->linear[2][k]);
        const double size = sum * r->b_scale + fabs(r->translation[k]);
        out->error[k] =
            1.01 * (3.01 * r->linear_error * r->b_scale + r->translation_error + 32 * U * size) +
            RELATIVE_TINY;
    }
}

// From the unit of the pose to the environment's own. A scale of 0 stands for one below 2^-980, which
// makes all of the environment a point within RELATIVE_TINY of the origin.
static range3 to_own_unit(const placement* p, const double low[3], const double high[3])
{
    const double scale = p->relative.a_scale;
    range3 box;
    for (int k = 0; k < 3; k++) {
        const double from = low[k] - p->error[k], to = high[k] + p->error[k];
        if (scale > 0) {
            box.low[k] = from / scale;
            box.high[k] = to / scale;
        } else {
            box.low[k] = from > 0 ? HUGE_VAL : -HUGE_VAL;
            box.high[k] = to < 0 ? -HUGE_VAL : HUGE_VAL;
        }
    }
    return box;
}

static void place_point(const placement* p, const double y[3], double out[3])
{
    const relative_pose* r = &p->relative;
    const double scaled[3] = {r->b_scale * y[0], r->b_scale * y[1], r->b_scale * y[2]};
    relative_place(r, scaled, out);
}

static range3 range_of_points(const placement* p, const flyer* f)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < f->mesh.triangle_count * 3; i++) {
        double point[3];
        place_point(p, f->points + 3 * (size_t)f->mesh.triangles[i], point);
        for (int k = 0; k < 3; k++) {
            if (point[k] < low[k]) low[k] = point[k];
            if (point[k] > high[k]) high[k] = point[k];
        }
    }
    return to_own_unit(p, low, high);
}

// The climb's bound holds for the vertices of the hull; a point of the model is within climb.error of it.
range3 placement_of_flyer(const placement* p, const flyer* f, uint32_t climbed[6])
{
    const relative_pose* r = &p->relative;
    double low[3], high[3];
    if (!f->climb.points) return range_of_points(p, f);
    for (size_t k = 0; k < 3; k++) {
        double up[3], down[3];
        for (int x = 0; x < 3; x++) {
            up[x] = r->linear[x][k] * r->b_scale;
            down[x] = -up[x];
        }
        const double more = 1.01 * f->climb.error * absolute_sum3(up);
        high[k] = r->translation[k] + climb_support(&f->climb, up, &climbed[2 * k]) + more;
        low[k] = r->translation[k] - climb_support(&f->climb, down, &climbed[2 * k + 1]) - more;
    }
    return to_own_unit(p, low, high);
}

void placement_of_points(const placement* p, const flyer* f, double (*out)[3])
{
    for (size_t i = 0; i < f->mesh.vertex_count; i++)
        place_point(p, f->points + 3 * i, out[i]);
}

range3 placement_of_triangle(const placement* p, const flyer* f, const double (*points)[3],
                             uint32_t triangle)
{
    const uint32_t* index = f->mesh.triangles + 3 * (size_t)triangle;
    double low[3], high[3];
    for (int k = 0; k < 3; k++) {
        const double a = points[index[0]][k], b = points[index[1]][k], c = points[index[2]][k];
        const double ab_low = a < b ? a : b, ab_high = a < b ? b : a;
        low[k] = c < ab_low ? c : ab_low;
        high[k] = c > ab_high ? c : ab_high;
    }
    return to_own_unit(p, low, high);
}
