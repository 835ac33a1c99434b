// fitted.c - areas of boxes along the axes of a cut do not tell what oriented boxes about its sides will have. So of
// two cuts, the best along the file's axes and the best along the principal axes of the set, each by the surface area
// heuristic, both sides get boxes along their own principal axes, and the cut with the smaller ones is taken. Only the
// quality of trees depends on what is computed here.
#include "engine/build/fitted.h"

#include "base/base.h"
#include "geom/moments.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define BINS 16
#define EDGE 0x1p-10F  // of the longest side: so flat and straight sets are told apart

typedef struct cutter {
    const binary_tree* t;
    const fitted_room* room;
} cutter;

typedef struct range {
    float low[3], high[3];
} range;

static const range nothing = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};

static inline void widen(range* r, const float low[3], const float high[3])
{
    for (int k = 0; k < 3; k++) {
        r->low[k] = low[k] < r->low[k] ? low[k] : r->low[k];
        r->high[k] = high[k] > r->high[k] ? high[k] : r->high[k];
    }
}

static float area_of(const range* r)
{
    float side[3], longest = 0;
    for (int k = 0; k < 3; k++) {
        side[k] = r->high[k] - r->low[k];
        longest = side[k] > longest ? side[k] : longest;
    }
    for (int k = 0; k < 3; k++)
        side[k] += EDGE * longest;
    return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

static inline float along(const float axis[3], const float p[3])
{
    return axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
}

// ------------------------------------------------------------------------------------ boxes of sets

// A set of triangles: its principal axes, and the area of its box along these or along the file's, whichever is less.
typedef struct fitted_set {
    uint32_t first, count;
    float axes[3][3];
    float area;
} fitted_set;

static void add_triangle(moments* sum, const fitted_triangle* f)
{
    double corner[3][3], u[3], v[3], normal[3];
    for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 3; k++)
            corner[c][k] = (double)f->corner[c][k];
    }
    subtract3(u, corner[1], corner[0]);
    subtract3(v, corner[2], corner[0]);
    cross3(normal, u, v);
    // Segments and points weigh something, too.
    const double size = sqrt(dot3(normal, normal)) + 0x1p-20 * (dot3(u, u) + dot3(v, v)) + 0x1p-60;
    moments_add(sum, size, (const double* const[3]){corner[0], corner[1], corner[2]}, 3);
}

static fitted_set fit_set(const cutter* c, const uint32_t* ids, uint32_t first, uint32_t count)
{
    fitted_set s = {.first = first, .count = count};
    moments sum = {0};
    range own = nothing, file = nothing;
    for (uint32_t i = 0; i < count; i++)
        add_triangle(&sum, &c->room->triangles[ids[i]]);
    const matrix3 axes = moments_axes(&sum);
    for (int k = 0; k < 9; k++)
        s.axes[k / 3][k % 3] = (float)axes.row[k / 3][k % 3];
    for (uint32_t i = 0; i < count; i++) {
        const fitted_triangle* f = &c->room->triangles[ids[i]];
        for (int v = 0; v < 3; v++) {
            const float p[3] = {along(s.axes[0], f->corner[v]), along(s.axes[1], f->corner[v]),
                                along(s.axes[2], f->corner[v])};
            widen(&own, p, p);
            widen(&file, f->corner[v], f->corner[v]);
        }
    }
    const float areas[2] = {area_of(&own), area_of(&file)};
    s.area = areas[1] < areas[0] ? areas[1] : areas[0];
    return s;
}

// --------------------------------------------------------------------------------------------- cuts

typedef struct fitted_cut {
    float cost;  // FLT_MAX: there is none
    int axis, bin;
    float from[3], scale[3];  // of bins
} fitted_cut;

static inline int bin_of(const fitted_cut* cut, const fitted_triangle* f, int axis)
{
    return (int)((f->low[axis] + f->high[axis] - cut->from[axis]) * cut->scale[axis]);
}

// Find how far the triangles of a set reach along axes. Returns the range of twice their centres.
static range project(const cutter* c, const uint32_t* ids, uint32_t count, const float axes[3][3])
{
    range centres = nothing;
    for (uint32_t i = 0; i < count; i++) {
        fitted_triangle* f = &c->room->triangles[ids[i]];
        float centre[3];
        for (int k = 0; k < 3; k++) {
            const float p = along(axes[k], f->corner[0]), q = along(axes[k], f->corner[1]),
                        r = along(axes[k], f->corner[2]);
            const float low = p < q ? p : q, high = p < q ? q : p;
            f->low[k] = r < low ? r : low;
            f->high[k] = r > high ? r : high;
            centre[k] = f->low[k] + f->high[k];
        }
        widen(&centres, centre, centre);
    }
    return centres;
}

static float leaves_of(const cutter* c, uint32_t count)
{
    const uint32_t size = (uint32_t)c->t->leaf_size;
    return (float)((count + size - 1) / size);
}

static void try_axis(const cutter* c, const uint32_t* ids, uint32_t count, int axis,
                     fitted_cut* best)
{
    range box[BINS], right[BINS], left = nothing;
    uint32_t counts[BINS] = {0}, below = 0;
    for (int i = 0; i < BINS; i++)
        box[i] = nothing;
    for (uint32_t i = 0; i < count; i++) {
        const fitted_triangle* f = &c->room->triangles[ids[i]];
        const int bin = bin_of(best, f, axis);
        counts[bin]++;
        widen(&box[bin], f->low, f->high);
    }
    right[BINS - 1] = nothing;
    for (int i = BINS - 1; i > 0; i--) {
        right[i - 1] = right[i];
        widen(&right[i - 1], box[i].low, box[i].high);
    }
    for (int i = 0; i < BINS - 1; i++) {
        widen(&left, box[i].low, box[i].high);
        below += counts[i];
        if (!below || below == count) continue;
        const float cost =
            area_of(&left) * leaves_of(c, below) + area_of(&right[i]) * leaves_of(c, count - below);
        if (!(cost < best->cost)) continue;
        best->cost = cost;
        best->axis = axis;
        best->bin = i;
    }
}

// Find the best cut of a set along axes.
static fitted_cut find_cut(const cutter* c, const uint32_t* ids, uint32_t count,
                           const float axes[3][3])
{
    const range centres = project(c, ids, count, axes);
    fitted_cut cut = {.cost = FLT_MAX};
    for (int k = 0; k < 3; k++) {
        const float extent = centres.high[k] - centres.low[k];
        cut.from[k] = centres.low[k];
        // The last bin's end is not quite reached.
        cut.scale[k] = extent > 0x1p-60F ? BINS * (1 - 0x1p-20F) / extent : 0;
    }
    for (int k = 0; k < 3; k++)
        if (cut.scale[k] > 0) try_axis(c, ids, count, k, &cut);
    return cut;
}

// Write the triangles to another place, the left ones first. Returns how many these are.
static uint32_t part(const cutter* c, const fitted_cut* cut, const uint32_t* ids, uint32_t count,
                     uint32_t* out)
{
    uint32_t left = 0, right = count;
    for (uint32_t i = 0; i < count; i++) {
        const fitted_triangle* f = &c->room->triangles[ids[i]];
        if (bin_of(cut, f, cut->axis) <= cut->bin)
            out[left++] = ids[i];
        else
            out[--right] = ids[i];
    }
    return left;
}

// Cut a set in two, and put its triangles in order.
static void cut_set(const cutter* c, const fitted_set* s, uint32_t depth, fitted_set below[2])
{
    static const float file[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    uint32_t *const ids = c->t->order + s->first, *const other = c->room->order + s->first;
    float least = FLT_MAX;
    for (int i = 0; i < 2 && depth < SPLIT_DEPTH_MAX; i++) {
        const fitted_cut cut = find_cut(c, ids, s->count, i ? s->axes : file);
        if (!(cut.cost < FLT_MAX)) continue;
        const uint32_t left = part(c, &cut, ids, s->count, other);
        const fitted_set sides[2] = {fit_set(c, other, s->first, left),
                                     fit_set(c, other + left, s->first + left, s->count - left)};
        const float cost = sides[0].area * leaves_of(c, sides[0].count) +
                           sides[1].area * leaves_of(c, sides[1].count);
        if (!(cost < least)) continue;
        least = cost;
        memcpy(below, sides, sizeof sides);
        memcpy(ids, other, s->count * sizeof *ids);
    }
    if (least < FLT_MAX) return;
    const uint32_t left = s->count / 2;
    below[0] = fit_set(c, ids, s->first, left);
    below[1] = fit_set(c, ids + left, s->first + left, s->count - left);
}

static split_result split_set(const cutter* c, const fitted_set* s, uint32_t depth)
{
    if (s->count <= (uint32_t)c->t->leaf_size) return (split_result){BINARY_LEAF, 1, {{0}}};
    fitted_set below[2];
    split_result results[2];
    cut_set(c, s, depth, below);
    for (int i = 0; i < 2; i++)
        results[i] = split_set(c, &below[i], depth + 1);
    return binary_set_close(c->t, s->first, below[1].first, s->area, results);
}

static void load_triangle(const cutter* c, uint32_t triangle)
{
    const double* vertex[3];
    double p[3];
    soup_mesh_vertices(c->t->m, triangle, vertex);
    for (int v = 0; v < 3; v++) {
        frame_map_place(&c->t->place, vertex[v], p);
        for (int k = 0; k < 3; k++)
            c->room->triangles[triangle].corner[v][k] = (float)p[k];
    }
}

split_result fitted_split(const binary_tree* t, const fitted_room* room, uint32_t first,
                          uint32_t count, uint32_t depth)
{
    const cutter c = {t, room};
    for (uint32_t i = 0; i < count; i++)
        load_triangle(&c, t->order[first + i]);
    const fitted_set whole = fit_set(&c, t->order + first, first, count);
    return split_set(&c, &whole, depth);
}
