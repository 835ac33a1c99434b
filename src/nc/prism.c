// prism.c - see prism.h.
#include "nc/prism.h"

#include "base/base.h"

#include <math.h>
#include <string.h>

enum {
    CUTS_MOST = 48,    // of a linear program; then the prism is split
    CELLS_MOST = 96,   // waiting parts of a prism
    WORK_MOST = 4000,  // parts looked at
    WORK_CLOSE = 100,  // where only the last digits are missing
};

// The hull of q[2 * i + e], corner i at end e, and of what part of the whole prism each is.
typedef struct cell {
    double q[6][3];
    double weight[6][6];
    double hi;
    int level;
} cell;

typedef struct solver {
    const turned* t;
    double enough, resolution;
    double least;  // the resolution where the limit lies between
    double error;  // of a depth or a cut, per level and at level 0
    prism_depth best;
} solver;

#define GAIN 0.1  // of the gap that is left

// ------------------------------------------------------------------------------ linear programming

// Maximise the sum of y >= 0 under sum y_k a_kj <= 1 for six j: the dual of the game of cuts against corners.
// The basis is kept as its inverse; slack variables are -1 - j.
typedef struct program {
    double a[CUTS_MOST][6];
    int count;
    int basis[6];
    double inverse[6][6];
    double value[6];  // of the basic variables
} program;

static void program_start(program* p)
{
    p->count = 0;
    for (int i = 0; i < 6; i++) {
        p->basis[i] = -1 - i;
        p->value[i] =
            1 + (i + 1) * 3e-13;  // no two alike, so that the simplex method does not cycle
        for (int j = 0; j < 6; j++)
            p->inverse[i][j] = i == j;
    }
}

// The prices of the six rows: corner weights, but for their sum.
static void program_prices(const program* p, double price[6])
{
    for (int j = 0; j < 6; j++) {
        price[j] = 0;
        for (int i = 0; i < 6; i++)
            if (p->basis[i] >= 0) price[j] += p->inverse[i][j];
    }
}

static void pivot(program* p, int entering, const double column[6])
{
    double d[6];
    int row = -1;
    for (int i = 0; i < 6; i++) {
        d[i] = 0;
        for (int j = 0; j < 6; j++)
            d[i] += p->inverse[i][j] * column[j];
        if (d[i] > 1e-12 && (row < 0 || p->value[i] * d[row] < p->value[row] * d[i])) row = i;
    }
    if (row < 0) return;  // cannot be: all columns are positive
    p->basis[row] = entering;
    p->value[row] /= d[row];
    for (int j = 0; j < 6; j++)
        p->inverse[row][j] /= d[row];
    for (int i = 0; i < 6; i++) {
        if (i == row || d[i] == 0) continue;
        p->value[i] -= d[i] * p->value[row];
        if (p->value[i] < 0) p->value[i] = 0;
        for (int j = 0; j < 6; j++)
            p->inverse[i][j] -= d[i] * p->inverse[row][j];
    }
}

// Pivot until nothing gains more than a share of the value. Wrong ends do no harm: bounds are computed from the result.
static void program_solve(program* p, double least_gain, double price[6])
{
    for (int turn = 0; turn < 60; turn++) {
        program_prices(p, price);
        int best = -100;
        double gain = least_gain > 1e-13 ? least_gain : 1e-13;
        for (int k = 0; k < p->count; k++) {
            double g = 1;
            for (int j = 0; j < 6; j++)
                g -= price[j] * p->a[k][j];
            if (g > gain) {
                gain = g;
                best = k;
            }
        }
        for (int j = 0; j < 6; j++) {
            if (-price[j] <= gain) continue;
            gain = -price[j];
            best = -1 - j;
        }
        if (best == -100) return;
        double column[6] = {0};
        if (best < 0)
            column[-1 - best] = 1;
        else
            memcpy(column, p->a[best], sizeof column);
        pivot(p, best, column);
    }
    program_prices(p, price);
}

// The bound that the basis proves: cuts weighted by it, at the worst corner.
static double program_bound(const program* p, double shift)
{
    double sum = 0, worst = -HUGE_VAL;
    for (int i = 0; i < 6; i++)
        if (p->basis[i] >= 0) sum += p->value[i];
    if (!(sum > 0)) return HUGE_VAL;
    for (int j = 0; j < 6; j++) {
        double at = 0;
        for (int i = 0; i < 6; i++)
            if (p->basis[i] >= 0) at += p->value[i] / sum * (p->a[p->basis[i]][j] - shift);
        if (at > worst) worst = at;
    }
    return worst;
}

// ------------------------------------------------------------------------------------------- cells

static void point_of(const cell* c, const double weight[6], double q[3])
{
    for (int k = 0; k < 3; k++) {
        q[k] = 0;
        for (int j = 0; j < 6; j++)
            q[k] += weight[j] * c->q[j][k];
    }
}

// Look at a point of a cell: a lower bound, and a cut.
static double look(solver* s, const cell* c, const double weight[6], cut* out)
{
    double q[3];
    point_of(c, weight, q);
    const double depth = turned_depth(s->t, q, out);
    const double lo = depth - s->error;
    if (lo > s->best.lo) {
        s->best.lo = lo;
        for (int j = 0; j < 6; j++) {
            s->best.weight[j] = 0;
            for (int i = 0; i < 6; i++)
                s->best.weight[j] += weight[i] * c->weight[i][j];
        }
    }
    return depth;
}

// Where the limit lies between, as near as roundings allow.
static double best_of(const solver* s)
{
    const double target = s->best.lo + (s->best.lo > s->enough ? s->resolution : s->least);
    return target > s->enough ? target : s->enough;
}

// Lower c->hi by cuts until it is low enough, or they do no more.
static void bound_cell(solver* s, cell* c)
{
    double size = s->t->size;
    for (int j = 0; j < 6; j++)
        for (int k = 0; k < 3; k++)
            if (fabs(c->q[j][k]) > size) size = fabs(c->q[j][k]);
    const double shift = 8 * size;  // makes all entries positive
    const double more = s->error * (1 + c->level / 8.0);
    program p;
    program_start(&p);
    double weight[6] = {1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0};
    double before = HUGE_VAL;
    while (p.count < CUTS_MOST) {
        cut u;
        const double depth = look(s, c, weight, &u);
        if (depth == before) return;  // the linear program has come to its end
        before = depth;
        double* row = p.a[p.count++];
        double alone = -HUGE_VAL;  // what this cut proves by itself
        for (int j = 0; j < 6; j++) {
            const double* q = c->q[j];
            const double at =
                u.reach - (u.normal[0] * q[0] + u.normal[1] * q[1] + u.normal[2] * q[2]);
            row[j] = at + shift;
            if (at > alone) alone = at;
        }
        if (alone + more < c->hi) c->hi = alone + more;
        if (c->hi <= best_of(s)) return;
        double price[6], sum = 0;
        // A gain of 1 would be all of the shift; what is far below the gap that is left is not worth a pivot.
        program_solve(&p, GAIN * (c->hi - s->best.lo) / shift, price);
        const double bound = program_bound(&p, shift) + more;
        if (bound < c->hi) c->hi = bound;
        if (c->hi <= best_of(s)) return;
        for (int j = 0; j < 6; j++) {
            weight[j] = price[j] > 0 ? price[j] : 0;
            sum += weight[j];
        }
        if (!(sum > 0)) return;
        for (int j = 0; j < 6; j++)
            weight[j] /= sum;
        if (depth + 2 * more >= c->hi) return;  // roundings allow no better
    }
}

// Halve the time, or the triangle across its longest edge, whatever is longer.
static void halve(const cell* c, cell* a, cell* b)
{
    static const int ends[4][2] = {{0, 2}, {2, 4}, {4, 0}, {0, 1}};
    double longest = -1;
    int edge = 0;
    for (int i = 0; i < 4; i++) {
        double length = 0;
        for (int k = 0; k < 3; k++)
            length += fabs(c->q[ends[i][0]][k] - c->q[ends[i][1]][k]);
        if (length > longest) {
            longest = length;
            edge = i;
        }
    }
    *a = *b = *c;
    a->level = b->level = c->level + 1;
    for (int i = 0; i < (edge == 3 ? 3 : 2); i++) {
        const int x = edge == 3 ? 2 * i : ends[edge][0] + i;
        const int y = edge == 3 ? 2 * i + 1 : ends[edge][1] + i;
        for (int k = 0; k < 3; k++)
            a->q[y][k] = b->q[x][k] = c->q[x][k] / 2 + c->q[y][k] / 2;
        for (int k = 0; k < 6; k++)
            a->weight[y][k] = b->weight[x][k] = c->weight[x][k] / 2 + c->weight[y][k] / 2;
    }
}

static double cell_size(const cell* c)
{
    double size = 0;
    for (int j = 1; j < 6; j++)
        for (int k = 0; k < 3; k++)
            size += fabs(c->q[j][k] - c->q[0][k]);
    return size;
}

// Split until all parts are bounded well enough.
static void search(solver* s, const cell* whole, int most)
{
    cell waiting[CELLS_MOST];
    int count = 1, work = 0;
    double given_up = -HUGE_VAL;
    waiting[0] = *whole;
    while (count > 0) {
        cell c = waiting[--count];
        if (c.hi <= best_of(s)) {
            if (c.hi > given_up) given_up = c.hi;
            continue;
        }
        bound_cell(s, &c);
        if (c.hi <= best_of(s) || count + 2 > CELLS_MOST || ++work > most ||
            cell_size(&c) < s->error) {
            if (c.hi > given_up) given_up = c.hi;
            continue;
        }
        halve(&c, &waiting[count], &waiting[count + 1]);
        count += 2;
    }
    s->best.hi = given_up;
}

void prism_deepest(const turned* t, const prism_ends* p, const prism_ask* ask, prism_depth* out)
{
    ASSERT(t->edge_count && ask->resolution >= 0);
    const double enough = ask->enough;
    cell whole = {.hi = HUGE_VAL};
    double size = 0;
    for (int j = 0; j < 6; j++) {
        const double *v = p->corner[j / 2], *c = j % 2 ? p->to : p->from;
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            whole.q[j][k] = v[k] - c[k];
            sum += fabs(whole.q[j][k]);
        }
        whole.weight[j][j / 2 + 3 * (j % 2)] = 1;
        if (sum > size) size = sum;
    }
    solver s = {.t = t, .enough = enough, .resolution = ask->resolution, .best = {.lo = -HUGE_VAL}};
    s.error = (size + t->size) * TURNED_ERROR;
    const double floor = 8 * s.error;  // roundings allow no better
    if (s.resolution < floor) s.resolution = floor;
    s.least = 1e-9 * t->size;
    if (s.least > s.resolution || !ask->must_decide) s.least = s.resolution;
    if (s.least < floor) s.least = floor;
    search(&s, &whole, WORK_MOST);
    // Not decided: then perhaps by directions that are exact, or by the last digits.
    if (ask->must_decide && s.best.hi > enough && s.best.lo <= enough) {
        if (certainly_at_most(t, p, enough)) {
            s.best.hi = enough;
        } else if (s.least > floor) {
            const double hi = s.best.hi;
            s.least = floor;
            search(&s, &whole, WORK_CLOSE);
            if (hi < s.best.hi) s.best.hi = hi;
        }
    }
    if (s.best.hi < s.best.lo) s.best.hi = s.best.lo;  // cannot be
    *out = s.best;
}
