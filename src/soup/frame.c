// frame.c - see frame.h. Scaling goes before any subtraction, which could overflow.
#include "soup/frame.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"

#include <math.h>
#include <string.h>

// A box is kept at most 2^60 times smaller than its distance from the origin: the doubles of a vertex
// cannot resolve more.
#define FARTHEST 60

#define PARTS_MOST 32
#define PART_LEAST 16384  // triangles

// The range of a mesh, part by part.
typedef struct range_parts {
    const soup_mesh* m;
    size_t count;
    double low[PARTS_MOST][3], high[PARTS_MOST][3];
} range_parts;

// By comparing numbers, which is quick, but takes a subnormal for 0 where the caller has them read so.
static void range_of_part(void* context, size_t index, int worker)
{
    range_parts* const p = context;
    const soup_mesh* const m = p->m;
    const size_t begin = (size_t)((uint64_t)m->triangle_count * index / p->count),
                 end = (size_t)((uint64_t)m->triangle_count * (index + 1) / p->count);
    (void)worker;
    // Six numbers, not two arrays, which compilers keep in memory.
    double x0 = HUGE_VAL, y0 = HUGE_VAL, z0 = HUGE_VAL;
    double x1 = -HUGE_VAL, y1 = -HUGE_VAL, z1 = -HUGE_VAL;
    for (size_t i = 3 * begin; i < 3 * end; i++) {
        if (m->removed_count && !soup_mesh_has(m, i / 3)) continue;
        const double* vertex = m->vertices + (size_t)m->triangles[i] * 3;
        const double x = vertex[0], y = vertex[1], z = vertex[2];
        x0 = x < x0 ? x : x0;
        y0 = y < y0 ? y : y0;
        z0 = z < z0 ? z : z0;
        x1 = x > x1 ? x : x1;
        y1 = y > y1 ? y : y1;
        z1 = z > z1 ? z : z1;
    }
    double *const low = p->low[index], *const high = p->high[index];
    low[0] = x0, low[1] = y0, low[2] = z0;
    high[0] = x1, high[1] = y1, high[2] = z1;
}

static void range_of_mesh(const soup_mesh* m, double low[3], double high[3], const abut_host* host)
{
    const size_t wanted = m->triangle_count / PART_LEAST + 1;
    range_parts p;
    p.m = m;
    p.count = wanted < PARTS_MOST ? wanted : PARTS_MOST;
    host->run(host->user, p.count, range_of_part, &p);
    for (int k = 0; k < 3; k++) {
        low[k] = HUGE_VAL;
        high[k] = -HUGE_VAL;
        for (size_t i = 0; i < p.count; i++) {
            low[k] = p.low[i][k] < low[k] ? p.low[i][k] : low[k];
            high[k] = p.high[i][k] > high[k] ? p.high[i][k] : high[k];
        }
    }
}

// By comparing bits.
static void tiny_range_of_mesh(const soup_mesh* m, double low[3], double high[3])
{
    size_t first = 0;
    while (!soup_mesh_has(m, first))
        first++;
    memcpy(low, m->vertices + (size_t)m->triangles[3 * first] * 3, 3 * sizeof *low);
    memcpy(high, low, 3 * sizeof *low);
    for (size_t i = 3 * first; i < m->triangle_count * 3; i++) {
        if (!soup_mesh_has(m, i / 3)) continue;
        const double* vertex = m->vertices + (size_t)m->triangles[i] * 3;
        for (int k = 0; k < 3; k++) {
            if (double_compare(vertex[k], low[k]) < 0) low[k] = vertex[k];
            if (double_compare(vertex[k], high[k]) > 0) high[k] = vertex[k];
        }
    }
}

// Whether numbers below the normal ones make no difference to the frame: some coordinate is large.
static int is_large(const double low[3], const double high[3])
{
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, fmax(fabs(low[k]), fabs(high[k])));
    return size > 0x1p-900;
}

// Find the exponent of the largest |coordinate|, unless all are 0.
static int top_of_range(const double low[3], const double high[3], int* is_zero)
{
    int top = -2000;
    *is_zero = 1;
    for (int k = 0; k < 3; k++) {
        const double ends[2] = {low[k], high[k]};
        for (int e = 0; e < 2; e++) {
            if (double_is_zero(ends[e])) continue;
            *is_zero = 0;
            if (double_top(ends[e]) > top) top = double_top(ends[e]);
        }
    }
    return top;
}

void frame_range(const soup_mesh* m, double low[3], double high[3], const abut_host* host)
{
    range_of_mesh(m, low, high, host);
    if (soup_mesh_present(m) && !is_large(low, high)) tiny_range_of_mesh(m, low, high);
}

void frame_range_of_all(const soup_mesh* m, double low[3], double high[3])
{
    // Four of each, so that no comparison waits for the one before it.
    double least[3 * 4], most[3 * 4];
    for (size_t i = 0; i < 12; i++) {
        least[i] = HUGE_VAL;
        most[i] = -HUGE_VAL;
    }
    for (size_t i = 0; i < m->vertex_count; i++) {
        double *const l = least + 3 * (i % 4), *const h = most + 3 * (i % 4);
        for (int k = 0; k < 3; k++) {
            const double x = m->vertices[3 * i + (size_t)k];
            l[k] = x < l[k] ? x : l[k];
            h[k] = x > h[k] ? x : h[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        low[k] = HUGE_VAL;
        high[k] = -HUGE_VAL;
        for (int i = k; i < 12; i += 3) {
            low[k] = least[i] < low[k] ? least[i] : low[k];
            high[k] = most[i] > high[k] ? most[i] : high[k];
        }
    }
    if (m->triangle_count && !is_large(low, high)) tiny_range_of_mesh(m, low, high);
}

frame frame_of_mesh(const soup_mesh* m)
{
    double low[3], high[3];
    const abut_host alone = host_complete(NULL);
    frame_range(m, low, high, &alone);
    return frame_of_range(low, high);
}

frame frame_of_range(const double low[3], const double high[3])
{
    frame f = {{0, 0, 0}, 0};
    if (low[0] > high[0]) return f;  // no triangles
    ASSERT(doubles_are_finite(low, 3) && doubles_are_finite(high, 3));
    ASSERT(low[1] <= high[1] && low[2] <= high[2]);
    double middle[3];
    int is_zero;
    const int top = top_of_range(low, high, &is_zero);
    if (is_zero) return f;
    f.exponent = top - FARTHEST;
    for (int k = 0; k < 3; k++) {
        const double from = double_scale(low[k], -top), to = double_scale(high[k], -top);
        middle[k] = from / 2 + to / 2;
        const double ends[2] = {to - middle[k], middle[k] - from};
        for (int e = 0; e < 2; e++) {
            if (double_is_zero(ends[e])) continue;
            if (double_top(ends[e]) + top > f.exponent) f.exponent = double_top(ends[e]) + top;
        }
    }
    for (int k = 0; k < 3; k++)
        f.origin[k] = double_scale(middle[k], top - f.exponent);
    return f;
}

void frame_place(const frame* f, const double v[3], double y[3])
{
    ASSERT(doubles_are_finite(v, 3));
    for (int k = 0; k < 3; k++)
        y[k] = double_scale(v[k], -f->exponent) - f->origin[k];
}

frame_map frame_map_make(const frame* f)
{
    // What is read or written as 0 for being subnormal is below 2^-962 of the frame.
    const int is_plain = f->exponent >= -60 && f->exponent <= 900;
    return (frame_map){f, is_plain ? double_scale(1, -f->exponent) : 0};
}
