// oracle_straight.c - see oracle_straight.h.
#include "support/oracle_straight.h"

#include <stdlib.h>

enum { TIMES_MOST = 128 };

static void each_number(straight_truth* t, void (*visit)(mpq_ptr))
{
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < 3; k++) {
            visit(t->place[side][k]);
            visit(t->way[side][k]);
            for (int i = 0; i < 3; i++)
                visit(t->point[side][i][k]);
        }
    }
    for (int i = 0; i < TIMES_MOST; i++)
        visit(t->time[i]);
}

void straight_truth_init(straight_truth* t)
{
    each_number(t, mpq_init);
    t->by = oracle_create();
}

void straight_truth_clear(straight_truth* t)
{
    each_number(t, mpq_clear);
    oracle_free(t->by);
}

// ------------------------------------------------------------------------------------------------ points

// A coordinate of a corner.
static void make_coordinate(straight_truth* t, int side, int i, int k)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    mpq_ptr out = t->point[side][i][k];
    mpq_set_d(out, t->pose[side].translation[k]);
    mpq_add(out, out, t->place[side][k]);
    for (int j = 0; j < 3; j++) {
        mpq_set_d(x, t->pose[side].matrix[k][j]);
        mpq_set_d(y, t->vertex[side][i][j]);
        mpq_mul(x, x, y);
        mpq_add(out, out, x);
    }
    mpq_clears(x, y, NULL);
}

static void make_points(straight_truth* t)
{
    for (int at = 0; at < 18; at++)
        make_coordinate(t, at / 9, at / 3 % 3, at % 3);
}

void straight_truth_load(straight_truth* t, const mpq_t time)
{
    mpq_t move[2][3];
    const double(*const a)[3] = (const double(*)[3])t->vertex[0];
    const double(*const b)[3] = (const double(*)[3])t->vertex[1];
    oracle_load(t->by, a, &t->pose[0], b, &t->pose[1]);
    for (int i = 0; i < 6; i++) {
        mpq_ptr m = move[i / 3][i % 3];
        mpq_init(m);
        mpq_mul(m, t->way[i / 3][i % 3], time);
        mpq_add(m, m, t->place[i / 3][i % 3]);
    }
    oracle_move(t->by, move[0], move[1]);
    for (int i = 0; i < 6; i++)
        mpq_clear(move[i / 3][i % 3]);
}

// ------------------------------------------------------------------------------------------------ times

// x y' - y x'
static void minor(mpq_t out, mpq_t x, mpq_t y, mpq_t x_below, mpq_t y_below)
{
    mpq_t product;
    mpq_init(product);
    mpq_mul(out, x, y_below);
    mpq_mul(product, y, x_below);
    mpq_sub(out, out, product);
    mpq_clear(product);
}

// The determinant of a matrix of size 2 or 3, by its first row.
static void determinant(mpq_t out, int size, mpq_t m[3][3])
{
    if (size == 2) {
        minor(out, m[0][0], m[0][1], m[1][0], m[1][1]);
        return;
    }
    mpq_t x;
    mpq_init(x);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        minor(x, m[1][j], m[1][k], m[2][j], m[2][k]);
        mpq_mul(x, x, m[0][i]);
        mpq_add(out, out, x);
    }
    mpq_clear(x);
}

// now + time * change = 0
static void add_time(straight_truth* t, mpq_t now, mpq_t change)
{
    if (!mpq_sgn(change)) return;
    mpq_ptr time = t->time[t->time_count];
    mpq_div(time, now, change);
    mpq_neg(time, time);
    if (mpq_sgn(time) >= 0 && mpq_cmp_ui(time, 1, 1) <= 0 && t->time_count + 1 < TIMES_MOST)
        t->time_count++;
}

// The times at which a determinant with u and v as its first rows, from p of a to q of b as its last, is 0; in space, or
// where axis is looked along.
static void add_determinant(straight_truth* t, mpq_t u[3], mpq_t v[3], mpq_t p[3], mpq_t q[3],
                            int size, int axis)
{
    mpq_t m[3][3], now, change;
    mpq_inits(now, change, NULL);
    for (int i = 0; i < 9; i++)
        mpq_init(m[i / 3][i % 3]);
    for (int moves = 0; moves < 2; moves++) {
        for (int i = 0; i < size; i++) {
            const int k = (axis + i) % 3;
            mpq_set(m[0][i], u[k]);
            if (size == 3) mpq_set(m[1][i], v[k]);
            if (moves)
                mpq_sub(m[size - 1][i], t->way[1][k], t->way[0][k]);
            else
                mpq_sub(m[size - 1][i], q[k], p[k]);
        }
        determinant(moves ? change : now, size, m);
    }
    add_time(t, now, change);
    for (int i = 0; i < 9; i++)
        mpq_clear(m[i / 3][i % 3]);
    mpq_clears(now, change, NULL);
}

static void add_coordinates(straight_truth* t)
{
    mpq_t now, change;
    mpq_inits(now, change, NULL);
    for (int i = 0; i < 27; i++) {
        const int k = i % 3;
        mpq_sub(now, t->point[1][i / 3 % 3][k], t->point[0][i / 9][k]);
        mpq_sub(change, t->way[1][k], t->way[0][k]);
        add_time(t, now, change);
    }
    mpq_clears(now, change, NULL);
}

static int compare_times(const void* x, const void* y)
{
    return mpq_cmp((mpq_srcptr)x, (mpq_srcptr)y);
}

static void find_times(straight_truth* t)
{
    mpq_t edge[2][3][3];
    t->time_count = 0;
    mpq_set_ui(t->time[t->time_count++], 0, 1);
    mpq_set_ui(t->time[t->time_count++], 1, 1);
    for (int i = 0; i < 18; i++) {
        const int side = i / 9, e = i / 3 % 3, k = i % 3;
        mpq_init(edge[side][e][k]);
        mpq_sub(edge[side][e][k], t->point[side][(e + 1) % 3][k], t->point[side][e][k]);
    }
    for (int i = 0; i < 3; i++) {
        add_determinant(t, edge[0][0], edge[0][1], t->point[0][0], t->point[1][i], 3, 0);
        add_determinant(t, edge[1][0], edge[1][1], t->point[0][i], t->point[1][0], 3, 0);
        for (int j = 0; j < 3; j++) {
            mpq_t* const a = t->point[0][i];
            mpq_t* const b = t->point[1][j];
            add_determinant(t, edge[0][i], edge[1][j], a, b, 3, 0);
            for (int axis = 0; axis < 3; axis++) {
                add_determinant(t, edge[0][i], NULL, a, b, 2, axis);
                add_determinant(t, edge[1][j], NULL, a, b, 2, axis);
            }
        }
    }
    add_coordinates(t);
    qsort(t->time, (size_t)t->time_count, sizeof t->time[0], compare_times);
    for (int i = 0; i < 18; i++)
        mpq_clear(edge[i / 9][i / 3 % 3][i % 3]);
}

int straight_truth_find(straight_truth* t, int is_last, mpq_t out)
{
    make_points(t);
    find_times(t);
    for (int i = 0; i < t->time_count; i++) {
        const int at = is_last ? t->time_count - 1 - i : i, before = is_last ? at + 1 : at - 1;
        if (i && mpq_equal(t->time[at], t->time[before])) continue;
        straight_truth_load(t, t->time[at]);
        if (oracle_decide(t->by) == ABUT_KIND_APART) continue;
        mpq_set(out, t->time[at]);
        return 1;
    }
    return 0;
}
