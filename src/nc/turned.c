// turned.c - see turned.h.
#include "nc/turned.h"

#include "base/base.h"
#include "base/bits.h"

#include <math.h>

#define LARGEST 0x1p200

static abut_status check_ring(const abut_ring* r)
{
    if (!double_is_finite(r->radius) || !double_is_finite(r->height) ||
        !double_is_finite(r->corner))
        return ABUT_NOT_FINITE;
    if (r->radius < 0 || r->corner < 0) return ABUT_BAD_ARGUMENT;
    if (r->radius > LARGEST || r->corner > LARGEST || fabs(r->height) > LARGEST)
        return ABUT_BAD_SCALE;
    return ABUT_OK;
}

static double reach_of(const abut_turned* s, double radial, double axial)
{
    double reach = -HUGE_VAL;
    for (int i = 0; i < s->ring_count; i++) {
        const abut_ring* r = &s->rings[i];
        const double here = r->radius * radial + r->height * axial + r->corner;
        if (here > reach) reach = here;
    }
    return reach;
}

// Find the normal at which ring b takes over from ring a, as the normal turns from -z over r to +z; 0: never.
static int takes_over(const abut_ring* a, const abut_ring* b, outline_edge* out)
{
    const double x = b->radius - a->radius, y = b->height - a->height;
    const double d2 = x * x + y * y, c = a->corner - b->corner;
    const double root2 = d2 - c * c;
    if (!(d2 > 0) || root2 < 0) return 0;  // one holds the other
    const double root = sqrt(root2);
    out->radial = (c * x + root * y) / d2;
    out->axial = (c * y - root * x) / d2;
    const double length = sqrt(out->radial * out->radial + out->axial * out->axial);
    out->radial /= length;
    out->axial /= length;
    return out->radial >= 0;
}

// The ring that reaches lowest; of several the widest, which goes on.
static int lowest_ring(const abut_turned* s)
{
    int found = 0;
    for (int i = 1; i < s->ring_count; i++) {
        const abut_ring *r = &s->rings[i], *f = &s->rings[found];
        const double here = r->corner - r->height, there = f->corner - f->height;
        if (here > there || (here == there && r->radius > f->radius)) found = i;
    }
    return found;
}

// Walk the outline from the lowest ring to the highest, or to where it turns upright if it is endless.
static void trace(turned* t, const abut_turned* s)
{
    int used[ABUT_RINGS_MAX] = {0};
    int ring = lowest_ring(s), count = 0;
    t->edges[0] = (outline_edge){.radial = 0, .axial = -1};
    for (;;) {
        t->rings[count++] = s->rings[ring];
        used[ring] = 1;
        int next = -1;
        outline_edge first = {.radial = 0, .axial = 2};
        for (int i = 0; i < s->ring_count; i++) {
            outline_edge e = {.reach = 0};
            if (used[i] || !takes_over(&s->rings[ring], &s->rings[i], &e)) continue;
            if (e.axial < t->edges[count - 1].axial) continue;  // it did before
            const int later =
                e.axial == first.axial && next >= 0 && s->rings[i].height > s->rings[next].height;
            if (e.axial < first.axial || later) {
                first = e;
                next = i;
            }
        }
        if (next < 0 || (t->shape.endless && first.axial >= 0)) break;
        t->edges[count] = first;
        ring = next;
    }
    t->count = count;
    t->edges[count] = t->shape.endless ? (outline_edge){.radial = 1} : (outline_edge){.axial = 1};
    for (int i = 0; i <= count; i++)
        t->edges[i].reach = reach_of(s, t->edges[i].radial, t->edges[i].axial);
}

abut_status turned_prepare(turned* out, const abut_turned* shape)
{
    if (shape->ring_count < 1 || shape->ring_count > ABUT_RINGS_MAX) return ABUT_BAD_ARGUMENT;
    turned t = {.shape = *shape, .low = HUGE_VAL, .high = -HUGE_VAL};
    for (int i = 0; i < shape->ring_count; i++) {
        const abut_ring* r = &shape->rings[i];
        TRY(check_ring(r));
        const double size = r->radius + fabs(r->height) + r->corner;
        if (size > t.size) t.size = size;
        if (r->radius + r->corner > t.radius) t.radius = r->radius + r->corner;
        if (r->height - r->corner < t.low) t.low = r->height - r->corner;
        if (r->height + r->corner > t.high) t.high = r->height + r->corner;
    }
    if (!(t.radius > 0x1p-200) || (!shape->endless && !(t.high - t.low > 0x1p-200)))
        return ABUT_BAD_ARGUMENT;
    trace(&t, shape);
    *out = t;
    return ABUT_OK;
}

double turned_reach(const turned* t, const double normal[3])
{
    return reach_of(&t->shape, sqrt(normal[0] * normal[0] + normal[1] * normal[1]), normal[2]);
}

double turned_depth(const turned* t, const double q[3], cut* out)
{
    const double r = sqrt(q[0] * q[0] + q[1] * q[1]), z = q[2];
    const outline_edge* e = t->edges;
    double depth = HUGE_VAL, radial = 0, axial = -1;
    for (int i = 0; i <= t->count; i++) {
        const double here = e[i].reach - (e[i].radial * r + e[i].axial * z);
        if (here >= depth) continue;
        depth = here;
        radial = e[i].radial;
        axial = e[i].axial;
    }
    for (int i = 0; i < t->count; i++) {
        const abut_ring* ring = &t->rings[i];
        const double x = r - ring->radius, y = z - ring->height;
        if (e[i].radial * y - e[i].axial * x < 0 || x * e[i + 1].axial - y * e[i + 1].radial < 0)
            continue;  // not between its edges
        const double length = sqrt(x * x + y * y);
        if (!(length > 0) || ring->corner - length >= depth) continue;
        depth = ring->corner - length;
        radial = x / length;
        axial = y / length;
    }
    const double share = r > 0 ? radial / r : 0;
    out->normal[0] = r > 0 ? q[0] * share : radial;
    out->normal[1] = q[1] * share;
    out->normal[2] = axial;
    out->reach = reach_of(&t->shape, radial, axial);
    return depth;
}
