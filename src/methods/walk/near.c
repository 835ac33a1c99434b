// near.c - see near.h.
#include "methods/walk/near.h"

#include "base/base.h"
#include "geom/nearest.h"

#include <math.h>

#define AT_ONCE 16  // triangles of b that are placed at once

static void place_triangle(const search* s, int side, uint32_t id, posed_triangle* out)
{
    const double* vertex[3];
    soup_mesh_vertices(s->mesh[side], id, vertex);
    posed_triangle_place(out, &s->near->poses, side, vertex);
}

// Bound one pair. Returns 0 if the search must end.
static int bound_pair(search* s, uint32_t a_id, const posed_triangle* a, uint32_t b_id,
                      const posed_triangle* b)
{
    near_search* n = s->near;
    nearest_bounds bounds;
    if (!search_may_test(s)) return 0;
    s->work.triangle_tests++;
    nearest_bound(a, b, &bounds);
    near_lower(n, bounds.hi);
    if (PRUNE(bounds.lo > n->hi)) return 1;
    n->may_touch |= !(bounds.lo > 0);
    near_keep(s, bounds.lo, a_id, b_id);
    return s->status == ABUT_OK && (!n->may_touch || n->no_contact);
}

int near_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                   size_t b_count)
{
    posed_triangle a, b[AT_ONCE];
    for (size_t first = 0; first < b_count; first += AT_ONCE) {
        const size_t count = b_count - first < AT_ONCE ? b_count - first : AT_ONCE;
        for (size_t k = 0; k < count; k++)
            place_triangle(s, 1, b_ids[first + k], &b[k]);
        for (size_t i = 0; i < a_count; i++) {
            place_triangle(s, 0, a_ids[i], &a);
            for (size_t k = 0; k < count; k++)
                if (!bound_pair(s, a_ids[i], &a, b_ids[first + k], &b[k])) return 0;
        }
    }
    return 1;
}

static double clamped(double x, double half)
{
    return x > half ? half : x < -half ? -half : x;
}

double near_boxes_least(const near_boxes* p)
{
    double beta[3], g[3], w[3];
    for (int j = 0; j < 3; j++)
        beta[j] = clamped(-(p->way[0] * p->cosine[0][j] + p->way[1] * p->cosine[1][j] +
                            p->way[2] * p->cosine[2][j]),
                          p->b[j]);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < 3; i++) {
            const double z = p->way[i] + (p->cosine[i][0] * beta[0] + p->cosine[i][1] * beta[1] +
                                          p->cosine[i][2] * beta[2]);
            g[i] = z - clamped(z, p->a[i]);
        }
        for (int j = 0; j < 3; j++) {
            w[j] = g[0] * p->cosine[0][j] + g[1] * p->cosine[1][j] + g[2] * p->cosine[2][j];
            beta[j] = clamped(beta[j] - w[j], p->b[j]);
        }
    }
    double gap = 0, length = 0;
    for (int i = 0; i < 3; i++) {
        gap += g[i] * p->way[i] - p->a[i] * fabs(g[i]) - p->b[i] * fabs(w[i]) -
               2 * p->margin * fabs(g[i]);
        length += g[i] * g[i];
    }
    const double bound = gap / sqrt(length) * (1 - 0x1p-20);
    return bound > 0 && bound < (double)INFINITY ? bound : 0;  // NaN: 0
}
