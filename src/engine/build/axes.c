// axes.c - two candidates beside the file's axes: those that most of the surface is square to (machine
// parts, bricks), and the principal axes of all normals (bodies of revolution). Each is tried: trees are
// made, and the one whose nodes have the least area tells. Only the quality of trees depends on it.
#include "engine/build/axes.h"

#include "base/base.h"
#include "engine/kernels.h"
#include "geom/moments.h"

#include <math.h>
#include <string.h>

#define NORMALS_MAX 8192   // triangles that are looked at
#define SIDE        16     // of a grid of directions
#define GAIN_WANTED 0.95F  // of the file's cost, below which others are taken

// Call with each triangle that is looked at, evenly spaced: next_normal(&c, n, &size) until it returns 0.
typedef struct normal_cursor {
    const binary_tree* t;
    const axes_trial* trial;
    size_t next, step;
} normal_cursor;

static normal_cursor normals_of(const binary_tree* t, const axes_trial* trial)
{
    return (normal_cursor){t, trial, 0, trial->sets * trial->size / NORMALS_MAX + 1};
}

// The normal of the next triangle that has one, as long as twice its area, and its length.
static int next_normal(normal_cursor* c, double normal[3], double* size)
{
    const axes_trial* r = c->trial;
    while (c->next < r->sets * r->size) {
        const size_t place = c->next / r->size * r->step + c->next % r->size;
        const double* vertex[3];
        double p[3][3], u[3], v[3];
        soup_mesh_vertices(c->t->m, r->ids[place], vertex);
        for (int k = 0; k < 3; k++)
            frame_map_place(&c->t->place, vertex[k], p[k]);
        subtract3(u, p[1], p[0]);
        subtract3(v, p[2], p[0]);
        cross3(normal, u, v);
        *size = sqrt(dot3(normal, normal));
        c->next += c->step;
        if (*size > 0x1p-100) return 1;
    }
    return 0;
}

static matrix3 principal_normals(normal_cursor c)
{
    moments sum = {0};
    double n[3], size;
    while (next_normal(&c, n, &size)) {
        sum.weight += size;
        for (int a = 0; a < 3; a++) {
            for (int b = a; b < 3; b++)
                sum.second[a][b] += n[a] * n[b] / size;
        }
    }
    if (!(sum.weight > 0)) sum.weight = 1;
    return moments_axes(&sum);
}

// The cell of a direction on the upper half of an octahedron.
static int cell_of(const double n[3])
{
    const double scale = (n[2] < 0 ? -1 : 1) / absolute_sum3(n);
    const int x = (int)((n[0] * scale + 1) * (SIDE * 0.4999)),
              y = (int)((n[1] * scale + 1) * (SIDE * 0.4999));
    return x * SIDE + y;
}

// Find the direction, square to another if that is given, that most of the surface is square to: the mean
// of the fullest cell.
static int fullest_cell(normal_cursor c, const double* square_to, double out[3])
{
    double area[SIDE * SIDE] = {0}, sum[SIDE * SIDE][3] = {{0}}, n[3], size;
    int best = 0;
    while (next_normal(&c, n, &size)) {
        if (square_to && fabs(dot3(n, square_to)) > 0.05 * size) continue;
        const int cell = cell_of(n);
        area[cell] += size;
        for (int k = 0; k < 3; k++)
            sum[cell][k] += n[2] < 0 ? -n[k] : n[k];
        if (area[cell] > area[best]) best = cell;
    }
    memcpy(out, sum[best], sizeof sum[best]);
    return normalise3(out);
}

// Replace a direction by the mean of all normals that are near it, of either sign.
static int sharpen(normal_cursor c, double direction[3])
{
    double mean[3] = {0, 0, 0}, n[3], size;
    while (next_normal(&c, n, &size)) {
        const double along = dot3(n, direction);
        if (fabs(along) < 0.998 * size) continue;
        for (int k = 0; k < 3; k++)
            mean[k] += along < 0 ? -n[k] : n[k];
    }
    memcpy(direction, mean, sizeof mean);
    return normalise3(direction);
}

static int common_axes(const normal_cursor* c, matrix3* out)
{
    matrix3 axes;
    if (!fullest_cell(*c, NULL, axes.row[0]) || !sharpen(*c, axes.row[0]) ||
        !fullest_cell(*c, axes.row[0], axes.row[1]) || !sharpen(*c, axes.row[1]) ||
        !orthonormalise(&axes))
        return 0;
    *out = axes;
    return 1;
}

// ------------------------------------------------------------------------------------------- trials

static float cost_of(const binary_tree* t, const axes_trial* r, const float* axes)
{
    const split_kernel* kernel = wide_kernels_now()->split;
    binary_tree copy = *t;
    float cost = 0;
    copy.slots = r->slots;
    copy.order = r->order;
    copy.axes = axes;
    for (size_t i = 0; i < r->sets; i++) {
        memcpy(r->order, r->ids + i * r->step, r->size * sizeof *r->order);
        kernel->fill_slots(&copy, 0, (uint32_t)r->size);
        cost += kernel->all(&copy, 0, (uint32_t)r->size, 0).costs.of[0];
    }
    return cost;
}

// Take axes that cost less than what is known.
static const float* try_axes(const binary_tree* t, const axes_trial* trial, const matrix3* axes,
                             float* least, const float* best, float out[9])
{
    float own[9];
    for (int k = 0; k < 9; k++)
        own[k] = (float)axes->row[k / 3][k % 3];
    const float cost = cost_of(t, trial, own);
    if (!(cost < *least)) return best;
    *least = cost;
    return memcpy(out, own, sizeof own);
}

const float* wide_choose_axes(const binary_tree* t, const axes_trial* trial, float out[9])
{
    ASSERT(trial->sets >= 1 && trial->size >= 1);
    const normal_cursor normals = normals_of(t, trial);
    const matrix3 principal = principal_normals(normals);
    matrix3 common;
    float least = cost_of(t, trial, NULL) * GAIN_WANTED;
    const float* best = try_axes(t, trial, &principal, &least, NULL, out);
    if (common_axes(&normals, &common)) best = try_axes(t, trial, &common, &least, best, out);
    return best;
}
