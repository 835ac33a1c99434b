// wide_axes.c - two candidates beside the file's axes: those that most of the surface is square to (machine
// parts, bricks), and the principal axes of all normals (bodies of revolution). Each is tried: trees are
// made, and the one whose nodes have the least area tells. Only the quality of trees depends on it.
#include "wide/wide_axes.h"

#include "base/base.h"
#include "bound/moments.h"

#include <math.h>
#include <string.h>

#define NORMALS_MAX 8192  // triangles that are looked at, evenly spaced
#define WINDOWS     8
#define WINDOW_MAX  1024   // triangles that follow each other in the mesh, on which axes are tried
#define SIDE        16     // of a grid of directions
#define GAIN_WANTED 0.97F  // of the file's cost, below which others are taken

typedef struct normals {
    const binary_tree* t;
    size_t step;
} normals;

// The normal of a triangle, as long as twice its area. Returns its length.
static double normal_of(const binary_tree* t, size_t triangle, double normal[3])
{
    const double* vertex[3];
    double p[3][3], u[3], v[3];
    soup_mesh_vertices(t->m, (uint32_t)triangle, vertex);
    for (int k = 0; k < 3; k++)
        frame_map_place(&t->place, vertex[k], p[k]);
    subtract3(u, p[1], p[0]);
    subtract3(v, p[2], p[0]);
    cross3(normal, u, v);
    return sqrt(dot3(normal, normal));
}

static matrix3 principal_normals(const normals* s)
{
    moments sum = {0};
    for (size_t i = 0; i < s->t->count; i += s->step) {
        double n[3];
        const double size = normal_of(s->t, i, n);
        if (!(size > 0x1p-100)) continue;
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

// Find the direction, square to another if that is given, that most of the surface is square to: the
// fullest cell's, and then the mean of all that are near it.
static int common_normal(const normals* s, const double* square_to, double out[3])
{
    double area[SIDE * SIDE] = {0}, sum[SIDE * SIDE][3] = {{0}}, mean[3] = {0, 0, 0};
    int best = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < s->t->count; i += s->step) {
            double n[3];
            const double size = normal_of(s->t, i, n);
            if (!(size > 0x1p-100)) continue;
            if (square_to && fabs(dot3(n, square_to)) > 0.05 * size) continue;
            if (pass) {
                const double along = dot3(n, out);
                for (int k = 0; k < 3 && fabs(along) > 0.998 * size; k++)
                    mean[k] += along < 0 ? -n[k] : n[k];
                continue;
            }
            const int cell = cell_of(n);
            area[cell] += size;
            for (int k = 0; k < 3; k++)
                sum[cell][k] += n[2] < 0 ? -n[k] : n[k];
            if (area[cell] > area[best]) best = cell;
        }
        memcpy(out, pass ? mean : sum[best], 3 * sizeof *out);
        if (!normalise3(out)) return 0;
    }
    return 1;
}

static int common_axes(const normals* s, matrix3* out)
{
    matrix3 axes;
    if (!common_normal(s, NULL, axes.row[0])) return 0;
    if (!common_normal(s, axes.row[0], axes.row[1])) return 0;
    if (!orthonormalise(&axes)) return 0;
    *out = axes;
    return 1;
}

// ------------------------------------------------------------------------------------------- trials

// The mesh of some of its triangles, which follow each other.
static soup_mesh window_of(const soup_mesh* m, size_t first, size_t count)
{
    soup_mesh window = *m;
    window.triangles += 3 * first;
    window.triangle_count = count;
    return window;
}

typedef struct trial {
    const binary_tree* t;
    size_t windows, size;
    split_slot* slots;
    uint32_t* order;
} trial;

static abut_status find_cost(const trial* r, const float* axes, float* cost, const abut_host* host)
{
    *cost = 0;
    for (size_t i = 0; i < r->windows; i++) {
        const size_t last = r->t->count - r->size;
        const soup_mesh window =
            window_of(r->t->m, r->windows > 1 ? last / (r->windows - 1) * i : 0, r->size);
        binary_tree tree = {.m = &window,
                            .place = r->t->place,
                            .slots = r->slots,
                            .order = r->order,
                            .count = r->size,
                            .leaf_size = r->t->leaf_size,
                            .effort = r->t->effort,
                            .axes = axes};
        TRY(binary_tree_split(&tree, host));
        *cost += tree.cost;
    }
    return ABUT_OK;
}

static abut_status try_axes(const trial* r, float out[9], const float** axes, const abut_host* host)
{
    const normals s = {r->t, r->t->count / NORMALS_MAX + 1};
    matrix3 candidates[2] = {principal_normals(&s)};
    const int count = 1 + common_axes(&s, &candidates[1]);
    float least;
    TRY(find_cost(r, NULL, &least, host));
    least *= GAIN_WANTED;
    for (int i = 0; i < count; i++) {
        float own[9], cost;
        for (int k = 0; k < 9; k++)
            own[k] = (float)candidates[i].row[k / 3][k % 3];
        TRY(find_cost(r, own, &cost, host));
        if (!(cost < least)) continue;
        least = cost;
        memcpy(out, own, sizeof own);
        *axes = out;
    }
    return ABUT_OK;
}

abut_status wide_choose_axes(const binary_tree* t, float out[9], const float** axes,
                             const abut_host* host)
{
    trial r = {.t = t, .windows = WINDOWS, .size = t->count / (4 * WINDOWS)};
    abut_status status = ABUT_OUT_OF_MEMORY;
    *axes = NULL;
    if (r.size > WINDOW_MAX) r.size = WINDOW_MAX;
    if (t->effort == ABUT_EFFORT_BEST) {
        r.windows = 1;
        r.size = t->count;
    }
    if (r.size < 2) return ABUT_OK;
    r.slots = host_allocate(host, r.size, sizeof *r.slots);
    r.order = host_allocate(host, r.size, sizeof *r.order);
    if (r.slots && r.order) status = try_axes(&r, out, axes, host);
    host_release(host, r.slots, r.size, sizeof *r.slots);
    host_release(host, r.order, r.size, sizeof *r.order);
    return status;
}
