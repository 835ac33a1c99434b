// box_lp.c - Seidel's linear program for general half-spaces, not only those of boxes: a constraint that the
// best point so far breaks becomes an equation, and the program among those before it has a variable less.
#include "baseline/box_lp.h"

#include "base/base.h"

#include <math.h>

#define FAR  1e6    // every variable lies between -FAR and FAR
#define NONE 1e-12  // a coefficient, or an excess, that counts as 0

enum { MOST = 12 + 2 * 3 + 2 };  // half-spaces, and bounds of variables

typedef struct row {  // a . x <= b
    double a[3], b;
} row;

static int solve_interval(const row* rows, int count, const double* aim, double* x)
{
    double low = -FAR, high = FAR;
    for (int i = 0; i < count; i++) {
        const double a = rows[i].a[0];
        if (a > NONE)
            high = fmin(high, rows[i].b / a);
        else if (a < -NONE)
            low = fmax(low, rows[i].b / a);
        else if (rows[i].b < -NONE)
            return 0;
    }
    x[0] = aim[0] > 0 ? high : low;
    return low <= high + NONE;
}

// One variable fewer, by the equation of a row.
static row without(const row* r, const row* equation, int variable, int variables)
{
    const double part = r->a[variable] / equation->a[variable];
    row out = {{0, 0, 0}, r->b - part * equation->b};
    for (int k = 0, to = 0; k < variables; k++) {
        if (k != variable) out.a[to++] = r->a[k] - part * equation->a[k];
    }
    return out;
}

// Maximise aim . x. The bounds of all variables hold, whatever the rows say.
// NOLINTNEXTLINE(misc-no-recursion): as deep as there are variables
static int solve(int variables, const row* rows, int count, const double* aim, double* x)
{
    if (variables == 1) return solve_interval(rows, count, aim, x);
    ASSERT(variables == 2 || variables == 3);
    for (int k = 0; k < variables; k++)
        x[k] = aim[k] > 0 ? FAR : -FAR;
    for (int i = 0; i < count; i++) {
        const row* r = &rows[i];
        double value = -r->b, y[2] = {0, 0}, flat_aim[2] = {0, 0};
        int variable = 0, flat_count = 0;
        row flat[MOST];
        for (int k = 0; k < variables; k++) {
            value += r->a[k] * x[k];
            if (fabs(r->a[k]) > fabs(r->a[variable])) variable = k;
        }
        if (value <= NONE) continue;
        if (fabs(r->a[variable]) <= NONE) return 0;
        for (int side = -1; side <= 1; side += 2) {
            row bound = {{0, 0, 0}, FAR};
            bound.a[variable] = side;
            flat[flat_count++] = without(&bound, r, variable, variables);
        }
        for (int before = 0; before < i; before++)
            flat[flat_count++] = without(&rows[before], r, variable, variables);
        for (int k = 0, to = 0; k < variables; k++) {
            if (k != variable) flat_aim[to++] = aim[k] - aim[variable] * r->a[k] / r->a[variable];
        }
        if (!solve(variables - 1, flat, flat_count, flat_aim, y)) return 0;
        x[variable] = r->b / r->a[variable];
        for (int k = 0, from = 0; k < variables; k++) {
            if (k == variable) continue;
            x[k] = y[from++];
            x[variable] -= r->a[k] / r->a[variable] * x[k];
        }
    }
    return 1;
}

int boxes_meet_by_lp(const plain_box* a, const plain_box* b)
{
    static const int order[12] = {7, 2, 10, 5, 0, 8, 3, 11, 6, 1, 9, 4};
    static const double aim[3] = {0.3, -0.5, 0.8};
    row rows[12];
    double x[3];
    for (int i = 0; i < 12; i++) {
        const plain_box* box = order[i] < 6 ? a : b;
        const int axis = order[i] % 6 / 2;
        const double side = order[i] % 2 ? 1 : -1;
        row* r = &rows[i];
        r->b = box->half[axis];
        for (int k = 0; k < 3; k++) {
            r->a[k] = side * box->axes[axis][k];
            r->b += r->a[k] * (box->centre[k] - a->centre[k]);
        }
    }
    return solve(3, rows, 12, aim, x);
}
