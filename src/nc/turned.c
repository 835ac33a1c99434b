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

// Find the two normals, outward, at which rings a and b reach equally far. Returns how many there are.
static int equal_reach(const abut_ring* a, const abut_ring* b, outline_edge out[2])
{
    const double x = b->radius - a->radius, y = b->height - a->height;
    const double d2 = x * x + y * y, c = a->corner - b->corner;
    const double root2 = d2 - c * c;
    if (!(d2 > 0) || root2 < 0) return 0;  // one holds the other
    const double root = sqrt(root2);
    int count = 0;
    for (int side = -1; side <= 1; side += 2) {
        const double radial = (c * x + side * root * y) / d2,
                     axial = (c * y - side * root * x) / d2;
        const double length = sqrt(radial * radial + axial * axial);
        if (!(radial >= 0) || !(length > 0)) continue;
        out[count++] = (outline_edge){.radial = radial / length, .axial = axial / length};
    }
    return count;
}

// Keep a normal, if no other ring reaches farther there; else h has no kink.
static void add_edge(turned* t, const outline_edge* e, double reach)
{
    if (t->shape.endless && e->axial > 0) return;
    const double most = reach_of(&t->shape, e->radial, e->axial);
    if (most > reach + 1e-12 * t->size) return;
    t->edges[t->edge_count] = *e;
    t->edges[t->edge_count++].reach = most;
}

static void find_edges(turned* t)
{
    const abut_ring* rings = t->shape.rings;
    add_edge(t, &(outline_edge){.axial = -1}, HUGE_VAL);
    const outline_edge outward = {.radial = 1}, up = {.axial = 1};
    add_edge(t, t->shape.endless ? &outward : &up, HUGE_VAL);
    for (int i = 0; i < t->shape.ring_count; i++)
        for (int j = 0; j < i; j++) {
            outline_edge e[2];
            const int count = equal_reach(&rings[i], &rings[j], e);
            for (int k = 0; k < count; k++)
                add_edge(t, &e[k],
                         rings[i].radius * e[k].radial + rings[i].height * e[k].axial +
                             rings[i].corner);
        }
}

abut_status turned_prepare(turned* out, const abut_turned* shape)
{
    if (shape->ring_count < 1 || shape->ring_count > ABUT_RINGS_MAX) return ABUT_BAD_ARGUMENT;
    out->shape = *shape;
    out->edge_count = 0;
    out->size = out->radius = 0;
    out->low = HUGE_VAL;
    out->high = -HUGE_VAL;
    for (int i = 0; i < shape->ring_count; i++) {
        const abut_ring* r = &shape->rings[i];
        TRY(check_ring(r));
        const double size = r->radius + fabs(r->height) + r->corner;
        if (size > out->size) out->size = size;
        if (r->radius + r->corner > out->radius) out->radius = r->radius + r->corner;
        if (r->height - r->corner < out->low) out->low = r->height - r->corner;
        if (r->height + r->corner > out->high) out->high = r->height + r->corner;
    }
    if (!(out->radius > 0x1p-200) || (!shape->endless && !(out->high - out->low > 0x1p-200)))
        return ABUT_BAD_ARGUMENT;
    find_edges(out);
    return ABUT_OK;
}

double turned_reach(const turned* t, const double normal[3])
{
    ASSERT(!t->shape.endless || normal[2] <= 0);
    return reach_of(&t->shape, sqrt(normal[0] * normal[0] + normal[1] * normal[1]), normal[2]);
}

double turned_depth(const turned* t, const double q[3], cut* out)
{
    ASSERT(t->edge_count >= 2 && t->edge_count <= TURNED_EDGES_MAX);  // prepared
    const double r = sqrt(q[0] * q[0] + q[1] * q[1]), z = q[2];
    double depth = HUGE_VAL, radial = 0, axial = -1, reach = 0;
    for (int i = 0; i < t->edge_count; i++) {
        const outline_edge* e = &t->edges[i];
        const double here = e->reach - (e->radial * r + e->axial * z);
        if (here >= depth) continue;
        depth = here;
        radial = e->radial;
        axial = e->axial;
        reach = e->reach;
    }
    for (int i = 0; i < t->shape.ring_count; i++) {
        const abut_ring* ring = &t->shape.rings[i];
        const double x = r - ring->radius, y = z - ring->height, length = sqrt(x * x + y * y);
        if (x < 0 || (t->shape.endless && y > 0) || !(length > TURNED_TINY) ||
            ring->corner - length >= depth)
            continue;
        const double u = x / length, v = y / length, most = reach_of(&t->shape, u, v);
        const double here = most - (u * r + v * z);
        if (here >= depth) continue;
        depth = here;
        radial = u;
        axial = v;
        reach = most;
    }
    const double share = r > TURNED_TINY ? radial / r : 0;
    out->normal[0] = r > TURNED_TINY ? q[0] * share : radial;
    out->normal[1] = q[1] * share;
    out->normal[2] = axial;
    out->reach = reach;
    return depth;
}
