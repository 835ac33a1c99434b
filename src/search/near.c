// near.c - see near.h.
#include "search/near.h"

#include "base/base.h"
#include "base/host.h"
#include "geom/nearest.h"

#include <float.h>
#include <math.h>

#define AT_ONCE 16  // triangles of b that are placed at once

// The eigenvalues of M'M are within Gershgorin's circles: so M changes no length by less than the root of the least, nor
// by more than that of the greatest. M is divided by 2^top before, which is above its entries.
static void stretch_bounds(const double m[3][3], int* top, double* least, double* most)
{
    double largest = 0, low = (double)INFINITY, high = 0, x[3][3];
    for (int i = 0; i < 9; i++)
        largest = fabs(m[i / 3][i % 3]) > largest ? fabs(m[i / 3][i % 3]) : largest;
    *top = double_is_zero(largest) ? 0 : double_top(largest);
    for (int i = 0; i < 9; i++)
        x[i / 3][i % 3] = double_scale(m[i / 3][i % 3], -*top);
    for (int i = 0; i < 3; i++) {
        double off = 0, on = 0;
        for (int j = 0; j < 3; j++) {
            const double product = x[0][i] * x[0][j] + x[1][i] * x[1][j] + x[2][i] * x[2][j];
            if (i == j)
                on = product;
            else
                off += fabs(product);
        }
        low = on - off < low ? on - off : low;
        high = on + off > high ? on + off : high;
    }
    low -= 0x1p-48;
    high += 0x1p-48;
    *least = low > 0 ? sqrt(low) * (1 - 0x1p-50) : 0;
    *most = sqrt(high) * (1 + 0x1p-50);
}

near_unit near_unit_make(const relative_side* a, const relative_side* b)
{
    near_unit u;
    const relative_side* const side[2] = {a, b};
    int exponent[2];
    double least[2], most[2];
    for (int i = 0; i < 2; i++) {
        int top;
        stretch_bounds(side[i]->pose->matrix, &top, &least[i], &most[i]);
        exponent[i] = top + side[i]->frame->exponent;
    }
    u.exponent = exponent[0];
    u.shrink[0] = (float)(least[0] * (1 - 0x1p-22));
    u.stretch = (float)(most[0] * (1 + 0x1p-22));
    // Smaller is true of any length: beyond what floats hold, it is.
    const int apart = exponent[1] - exponent[0];
    const double factor = double_scale(least[1], apart > 100 ? 100 : apart) * (1 - 0x1p-22);
    u.shrink[1] = factor >= (double)FLT_MIN ? (float)factor : 0;
    return u;
}

double near_world(const near_unit* unit, float length)
{
    if (!(length < INFINITY)) return (double)INFINITY;
    const double x = double_scale((double)length, unit->exponent);
    return x > 0 ? x : DBL_MIN;  // below the normal numbers: not so small
}

float near_units(const near_unit* unit, double length)
{
    const double x = double_scale(length, -unit->exponent) * (1 + 0x1p-50);
    if (!(x < (double)FLT_MAX)) return INFINITY;
    return x < (double)FLT_MIN ? FLT_MIN : float_round_up(x);
}

double near_least(const near_unit* unit, double a_scale)
{
    // a_scale is a power of two, or 0, of a model whose size is nothing beside the other: then nothing is known.
    if (double_is_zero(a_scale)) return 0;
    const double x =
        double_scale((double)unit->shrink[0] * (1 - 0x1p-20) / a_scale, unit->exponent);
    return x < (double)INFINITY ? x : 0;
}

void near_lower(near_search* n, double hi)
{
    if (!(hi < n->hi)) return;
    n->hi = hi;
    n->hi_unit = near_units(&n->unit, hi);
}

// Drop those that are farther than a pair that was found since. Where most stay, make room.
static void make_room(search* s)
{
    near_search* n = s->near;
    size_t count = 0;
    for (size_t i = 0; i < n->count; i++)
        if (!(n->list[i].lo > n->hi)) n->list[count++] = n->list[i];
    n->count = count;
    if (2 * count < n->capacity) return;
    void* list = n->list;
    s->status = host_grow(s->host, &list, &n->capacity, count, 2 * count + 64, sizeof *n->list);
    n->list = list;
}

void near_keep(search* s, double lo, uint32_t a, uint32_t b)
{
    near_search* n = s->near;
    ASSERT(a < s->mesh[0]->triangle_count && b < s->mesh[1]->triangle_count);
    if (n->count == n->capacity) make_room(s);
    if (s->status == ABUT_OK) n->list[n->count++] = (near_candidate){lo, a, b};
}

void near_place_in(const search* s, const pose_pair* poses, int side, uint32_t id,
                   posed_triangle* out)
{
    const double* vertex[3];
    soup_mesh_vertices(s->mesh[side], id, vertex);
    posed_triangle_place(out, poses, side, vertex);
}

void near_place(const search* s, int side, uint32_t id, posed_triangle* out)
{
    near_place_in(s, &s->near->poses, side, id, out);
}

int near_each_pair(search* s, const pose_pair* poses, const uint32_t* a_ids, size_t a_count,
                   const uint32_t* b_ids, size_t b_count, near_pair_function* ask)
{
    posed_triangle a, b[AT_ONCE];
    for (size_t first = 0; first < b_count; first += AT_ONCE) {
        size_t count = 0;
        for (; count < AT_ONCE && first + count < b_count; count++)
            near_place_in(s, poses, 1, b_ids[first + count], &b[count]);
        for (size_t i = 0; i < a_count; i++) {
            near_place_in(s, poses, 0, a_ids[i], &a);
            for (size_t k = 0; k < count; k++)
                if (!ask(s, a_ids[i], &a, b_ids[first + k], &b[k])) return 0;
        }
    }
    return 1;
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
    return near_each_pair(s, &s->near->poses, a_ids, a_count, b_ids, b_count, bound_pair);
}

void near_free(near_search* n, const abut_host* host)
{
    host_release(host, n->list, n->capacity, sizeof *n->list);
    host_release(host, n->stack, n->stack_capacity, sizeof *n->stack);
    host_release(host, n, 1, sizeof *n);
}
