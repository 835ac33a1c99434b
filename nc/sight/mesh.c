// mesh.c - bodies of tools as triangles, to be looked at: what is checked are the solids themselves.
#include "sight/sight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUND = 48,    // corners about the axis
    QUARTERS = 8,  // points on a quarter of a ring's circle
    PROFILE_MOST = ABUT_RINGS_MAX * (2 * QUARTERS + 1) + 3,
};
#define PI 3.14159265358979323846

typedef struct profile {
    double points[PROFILE_MOST][2];  // radius, height
    int count;
} profile;

static void add_point(profile* p, double radius, double height)
{
    p->points[p->count][0] = radius;
    p->points[p->count++][1] = height;
}

// By height, and of equal ones by radius.
static int compare_points(const void* x, const void* y)
{
    const double *a = x, *b = y;
    if (a[1] != b[1]) return a[1] < b[1] ? -1 : 1;
    return (a[0] > b[0]) - (a[0] < b[0]);
}

// Is b left of, or on, the way from a to c, seen so that the axis is on the left?
static bool is_within(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0;
}

// The outline of the convex hull of the rings, from the axis below to the axis above.
static void outline(const abut_turned* t, double top, profile* out)
{
    profile all = {.count = 0};
    double low = HUGE_VAL, high = -HUGE_VAL, most = 0;
    for (int i = 0; i < t->ring_count; i++) {
        const abut_ring* r = &t->rings[i];
        const int steps = r->corner > 0 ? QUARTERS : 0;
        for (int k = -steps; k <= steps; k++) {
            const double angle = steps ? PI / 2 * k / steps : 0;
            add_point(&all, r->radius + r->corner * cos(angle), r->height + r->corner * sin(angle));
        }
        low = fmin(low, r->height - r->corner);
        high = fmax(high, r->height + r->corner);
        most = fmax(most, r->radius + r->corner);
    }
    if (t->endless) {
        high = fmax(high, top);
        add_point(&all, most, high);
    }
    add_point(&all, 0, low);
    add_point(&all, 0, high);
    qsort(all.points, (size_t)all.count, sizeof all.points[0], compare_points);
    double last = 0;
    out->count = 0;
    for (int i = 0; i < all.count; i++) {
        while (out->count > 1 &&
               is_within(out->points[out->count - 2], out->points[out->count - 1], all.points[i]))
            out->count--;
        last = all.points[i][0];
        add_point(out, last, all.points[i][1]);
    }
    if (last > 0) add_point(out, 0, high);
}

static void place(const double point[2], int step, double out[3])
{
    const double angle = 2 * PI * (step % ROUND) / ROUND;
    out[0] = point[0] * cos(angle);
    out[1] = point[0] * sin(angle);
    out[2] = point[1];
}

static bool add_triangle(nc_mesh* m, const double a[3], const double b[3], const double c[3])
{
    if (m->count == m->capacity) {
        const size_t larger = 2 * m->capacity + 512;
        double* grown = realloc(m->triangles, 9 * larger * sizeof *grown);
        if (!grown) return false;
        m->triangles = grown;
        m->capacity = larger;
    }
    double* at = m->triangles + 9 * m->count++;
    memcpy(at, a, 3 * sizeof *at);
    memcpy(at + 3, b, 3 * sizeof *at);
    memcpy(at + 6, c, 3 * sizeof *at);
    return true;
}

bool nc_mesh_add(nc_mesh* m, const abut_turned* t, double top)
{
    profile p;
    outline(t, top, &p);
    for (int i = 0; i + 1 < p.count; i++) {
        for (int k = 0; k < ROUND; k++) {
            double a[3], b[3], c[3], d[3];
            place(p.points[i], k, a);
            place(p.points[i], k + 1, b);
            place(p.points[i + 1], k + 1, c);
            place(p.points[i + 1], k, d);
            if (p.points[i][0] > 0 && !add_triangle(m, a, b, c)) return false;
            if (p.points[i + 1][0] > 0 && !add_triangle(m, a, c, d)) return false;
        }
    }
    return true;
}
