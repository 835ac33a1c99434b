// reach_bound.c - see reach_bound.h.
//
// A game of three rows has a solution that uses as many columns as rows, up to three (Shapley and Snow, 1950): so all small
// squares are tried. Whatever rounding does to a mixture, what it proves is computed anew from its parts.
#include "query/depths/reach_bound.h"

#include "base/base.h"

#include <math.h>
#include <string.h>

#define U    0x1p-53
#define GROW (1 + 32 * U)  // for three products, their sums, and a quotient, in any rounding mode

// A part of a mixture: from 0 to 1; 0 for what is no number.
static double clamped(double x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

static void try_parts(const reach_game* g, const size_t set[3], const double part[3], int count,
                      reach_value* out)
{
    double above = 0, sum = 0;
    for (int j = 0; j < count; j++)
        sum += part[j];
    if (!(sum > 0x1p-500)) return;
    for (int i = 0; i < 3; i++) {
        double mixed = 0, size = 0;
        for (int j = 0; j < count; j++) {
            mixed += part[j] * g->corner[set[j]][i];
            size += fabs(part[j] * g->corner[set[j]][i]);
        }
        mixed += 16 * U * size;
        above = above > mixed ? above : mixed;
    }
    above = above / sum * GROW;
    if (!(above < out->above)) return;
    out->above = above;
    memset(out->part, 0, sizeof out->part);
    for (int j = 0; j < count; j++)
        out->part[set[j]] = part[j] / sum;
}

// *best: the least distance at the weights so far.
static void try_weights(const reach_game* g, const double weight[3], double* best, reach_value* out)
{
    const double sum = weight[0] + weight[1] + weight[2];
    double least = (double)INFINITY;
    if (!(sum > 0x1p-500)) return;
    for (size_t j = 0; j < g->count; j++) {
        double mixed = 0;
        for (int i = 0; i < 3; i++)
            mixed += weight[i] * g->corner[j][i];
        least = least < mixed ? least : mixed;
    }
    least /= sum;
    if (!(least > *best)) return;
    *best = least;
    for (int i = 0; i < 3; i++)
        out->weight[i] = weight[i] / sum;
}

static void try_one(const reach_game* g, reach_value* out)
{
    for (size_t j = 0; j < g->count; j++) {
        const double* const c = g->corner[j];
        const double xy = c[0] > c[1] ? c[0] : c[1], z = c[2] > 0 ? c[2] : 0;
        const double most = xy > z ? xy : z;
        if (!(most < out->above)) continue;
        out->above = most;  // exactly
        memset(out->part, 0, sizeof out->part);
        out->part[j] = 1;
    }
}

// Two sets and two corners.
static void try_two(const reach_game* g, size_t j, size_t k, double* best, reach_value* out)
{
    const double *const p = g->corner[j], *const q = g->corner[k];
    for (int i = 0; i < 3; i++) {
        const int l = (i + 1) % 3;
        const size_t set[3] = {j, k, k};
        const double whole = (p[i] - q[i]) - (p[l] - q[l]);
        const double part = clamped((q[l] - q[i]) / whole);
        const double weight = clamped((q[l] - p[l]) / whole);
        const double parts[3] = {part, 1 - part, 0};
        double weights[3] = {0, 0, 0};
        weights[i] = weight;
        weights[l] = 1 - weight;
        try_parts(g, set, parts, 2, out);
        try_weights(g, weights, best, out);
    }
}

// What makes all entries of m x alike: the sums of the columns of its adjugate, times a sign.
static int equalise(const double m[3][3], double x[3])
{
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        x[c] = 0;
        for (int r = 0; r < 3; r++) {
            const int s = (r + 1) % 3, t = (r + 2) % 3;
            x[c] += m[s][d] * m[t][e] - m[s][e] * m[t][d];
        }
        sum += x[c];
    }
    for (int c = 0; c < 3; c++) {
        x[c] /= sum;
        if (!(x[c] >= 0)) return 0;
    }
    return 1;
}

static void try_three(const reach_game* g, const size_t set[3], double* best, reach_value* out)
{
    double m[3][3], turned[3][3], x[3];
    // A number off all entries changes the value, and no mixture; and less cancels.
    const double base = g->corner[set[0]][0];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            turned[j][i] = m[i][j] = g->corner[set[j]][i] - base;
    if (equalise((const double(*)[3])m, x)) try_parts(g, set, x, 3, out);
    if (equalise((const double(*)[3])turned, x)) try_weights(g, x, best, out);
}

// Whether a set is nowhere nearer than another one. Of two that are equal the first stays.
static int is_needless(const reach_game* g, size_t j)
{
    for (size_t k = 0; k < g->count; k++) {
        const double *const p = g->corner[j], *const q = g->corner[k];
        const int is_above = p[0] >= q[0] && p[1] >= q[1] && p[2] >= q[2];
        const int is_beyond = p[0] > q[0] || p[1] > q[1] || p[2] > q[2];
        if (is_above && (is_beyond || k < j)) return 1;
    }
    return 0;
}

void reach_game_solve(const reach_game* g, reach_value* out)
{
    ASSERT(g->count && g->count <= REACH_SETS_MOST);
    double best = -(double)INFINITY;
    size_t set[REACH_SETS_MOST], count = 0;
    *out = (reach_value){.above = (double)INFINITY, .weight = {1, 0, 0}};
    for (size_t j = 0; j < g->count; j++)
        if (!is_needless(g, j)) set[count++] = j;
    try_one(g, out);
    for (int i = 0; i < 3; i++) {
        const double corner[3] = {i == 0, i == 1, i == 2};
        try_weights(g, corner, &best, out);
    }
    for (size_t j = 0; j < count; j++)
        for (size_t k = j + 1; k < count; k++)
            try_two(g, set[j], set[k], &best, out);
    for (size_t j = 0; j < count; j++)
        for (size_t k = j + 1; k < count; k++)
            for (size_t l = k + 1; l < count; l++) {
                const size_t three[3] = {set[j], set[k], set[l]};
                try_three(g, three, &best, out);
            }
}
