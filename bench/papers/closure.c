// closure.c - directions that decide whether two DOPs are apart, and a linear program that does (closure.h).
#include "papers/closure.h"

#include "base/base.h"
#include "baseline/general_dop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int divisor(int a, int b)
{
    while (b) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return abs(a);
}

// Add the cross product of two directions to a list, unless they are parallel or it is there, of whatever sign and
// length. Returns how many there are.
static int add_across(const int u[3], const int v[3], int list[][3], int count)
{
    int w[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const int common = divisor(divisor(w[0], w[1]), w[2]);
    if (!common) return count;
    const int first = w[0] ? w[0] : w[1] ? w[1] : w[2];
    for (int k = 0; k < 3; k++)
        w[k] /= first < 0 ? -common : common;
    for (int i = 0; i < count; i++) {
        const int* is = list[i];
        const bool same = is[0] == w[0] && is[1] == w[1] && is[2] == w[2];
        const bool opposite = is[0] == -w[0] && is[1] == -w[1] && is[2] == -w[2];
        if (same || opposite) return count;
    }
    memcpy(list[count], w, sizeof w);
    return count + 1;
}

void closure_find(closure* out, const kdop_set* set)
{
    int edges[EDGES_MOST][3] = {{0}};
    *out = (closure){.count = set->half};
    for (int i = 0; i < set->half; i++) {
        for (int k = 0; k < 3; k++)
            out->direction[i][k] = (set->direction[i][k] > 0) - (set->direction[i][k] < 0);
        for (int j = 0; j < i; j++) {
            ASSERT(out->edge_count < EDGES_MOST);
            out->edge_count =
                add_across(out->direction[i], out->direction[j], edges, out->edge_count);
        }
    }
    for (int i = 0; i < out->edge_count; i++) {
        for (int j = 0; j < i; j++) {
            ASSERT(out->count < CLOSURE_MOST);
            out->count = add_across(edges[i], edges[j], out->direction, out->count);
        }
    }
}

static void range_along(const kdop_shape* s, const int direction[3], double out[2])
{
    out[0] = HUGE_VAL;
    out[1] = -HUGE_VAL;
    for (int i = 0; i < s->corner_count; i++) {
        const double* p = s->corner[i];
        const double along = direction[0] * p[0] + direction[1] * p[1] + direction[2] * p[2];
        out[0] = fmin(out[0], along);
        out[1] = fmax(out[1], along);
    }
}

double closure_gap(const closure* c, const kdop_set* set, const dop_pair* p)
{
    kdop_shape shape[2];
    double gap = -HUGE_VAL, reach = 0;
    for (int i = 0; i < 2; i++) {
        kdop_shape_find(set, p->low[i], p->high[i], &shape[i]);
        reach = fmax(reach, kdop_reach(set, p->low[i], p->high[i]));
    }
    for (int i = 0; i < c->count; i++) {
        const int* d = c->direction[i];
        double range[2][2];
        range_along(&shape[0], d, range[0]);
        range_along(&shape[1], d, range[1]);
        const double length = sqrt((double)(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
        gap = fmax(gap, fmax(range[0][0] - range[1][1], range[1][0] - range[0][1]) / length);
    }
    return reach > 0 ? gap / reach : 0;
}

bool dops_apart_by_program(const kdop_set* set, const dop_pair* p)
{
    general_set both = {.count = 2 * set->half};
    double offset[GENERAL_MAX];
    for (int i = 0; i < set->half; i++) {
        for (int k = 0; k < 3; k++) {
            both.direction[i][k] = set->direction[i][k];
            both.direction[set->half + i][k] = (signed char)-set->direction[i][k];
        }
        offset[i] = fmin((double)p->high[0][i], (double)p->high[1][i]);
        offset[set->half + i] = -fmax((double)p->low[0][i], (double)p->low[1][i]);
    }
    return general_is_empty(&both, offset) != 0;
}
