// test_depth_union.c - how far solids of cells and of tetrahedra have to be pushed, against the union of all intervals in which two
// parts share a point, in rationals: both ways, by both methods, in every state of the floating-point unit.
#include "query/depth_push.h"
#include "query/solids.h"
#include "support/float_mode.h"
#include "support/pruning.h"
#include "support/share.h"

#include <math.h>

enum {
    CELL_CASES = PRUNING ? CASES(40) : CASES(8),
    TETRAHEDRON_CASES = PRUNING ? CASES(300) : CASES(50),
};

// ------------------------------------------------------------------------------------------------ unions

// A quotient of integers, the denominator positive.
typedef struct ratio {
    int64_t top, bottom;
} ratio;

static int ratio_compare(ratio x, ratio y)
{
    const int64_t left = x.top * y.bottom, right = y.top * x.bottom;
    return (left > right) - (left < right);
}

static ratio ratio_of(int64_t top, int64_t bottom)
{
    return bottom < 0 ? (ratio){-top, -bottom} : (ratio){top, bottom};
}

typedef struct open_interval {
    ratio lo, hi;
} open_interval;

enum { INTERVALS_MAX = 4096 };

typedef struct intervals {
    open_interval list[INTERVALS_MAX];
    size_t count, touching;  // touching: isolated free moments, up to the answer
} intervals;

// Begin an interval, of all times.
static open_interval all_times(void)
{
    return (open_interval){{-1000000, 1}, {1000000, 1}};
}

// Narrow it to where low < x + s y < high. Returns 0 if it is empty.
static int narrow(open_interval* i, int64_t low, int64_t high, int64_t x, int64_t y)
{
    if (!y) return low < x && x < high;
    const ratio from = ratio_of(y > 0 ? low - x : high - x, y),
                to = ratio_of(y > 0 ? high - x : low - x, y);
    if (ratio_compare(from, i->lo) > 0) i->lo = from;
    if (ratio_compare(to, i->hi) < 0) i->hi = to;
    return ratio_compare(i->lo, i->hi) < 0;
}

static void add_interval(intervals* all, const open_interval* i)
{
    assert_true(all->count < INTERVALS_MAX);
    all->list[all->count++] = *i;
}

static void find_union(intervals* all, ratio* depth, ratio* clear)
{
    int goes_on = 1;
    *depth = *clear = (ratio){0, 1};
    all->touching = 0;
    while (goes_on) {
        goes_on = 0;
        for (size_t i = 0; i < all->count; i++) {
            const open_interval* const x = &all->list[i];
            if (ratio_compare(x->lo, *depth) >= 0 || ratio_compare(x->hi, *depth) <= 0) continue;
            *depth = x->hi;
            goes_on = 1;
        }
    }
    for (size_t i = 0; i < all->count; i++) {
        all->touching += depth->top > 0 && ratio_compare(all->list[i].lo, *depth) == 0;
        if (ratio_compare(all->list[i].hi, *clear) > 0) *clear = all->list[i].hi;
    }
}

// Whether these are the doubles next to a small quotient.
static int encloses(double lo, double hi, ratio x)
{
    const double near = (double)x.top / (double)x.bottom;
    const double rest = fma(near, (double)x.bottom, -(double)x.top);
    if (rest > 0) return hi == near && lo == nextafter(near, -HUGE_VAL);
    if (rest < 0) return lo == near && hi == nextafter(near, HUGE_VAL);
    return lo == near && hi == near;
}

typedef struct totals {
    size_t blocked, caught_again, isolated;
} totals;

// Ask both ways, by both methods and in some state of the floating-point unit, and compare.
static void check_union(abut_query* query, const solid s[2], const double direction[3],
                        intervals* all, int number, totals* sum)
{
    ratio depth, clear;
    find_union(all, &depth, &clear);
    for (int way = 0; way < 4; way++) {
        const abut_method method = methods[way & 1];
        const float_mode* const mode = &float_modes[(number + way) % FLOAT_MODE_COUNT];
        abut_model* const model[2] = {solid_model(&s[0], method), solid_model(&s[1], method)};
        const abut_instance a = {.model = model[0]}, b = {.model = model[1]};
        abut_depth_along_answer r = {.complete = 0};
        const int order = way >> 1;
        const double d[3] = {order ? -direction[0] : direction[0],
                             order ? -direction[1] : direction[1],
                             order ? -direction[2] : direction[2]};
        float_mode_enter(mode);
        const abut_status status =
            abut_depth_along(query, order ? &b : &a, order ? &a : &b, d, NULL, &r);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        if (!r.complete || !encloses(r.depth_lo, r.depth_hi, depth) ||
            !encloses(r.clear_lo, r.clear_hi, clear))
            fail_msg("case %d, way %d, %s: depth %.17g %.17g, not %ld/%ld; clear %.17g %.17g, not "
                     "%ld/%ld; complete %d",
                     number, way, mode->name, r.depth_lo, r.depth_hi, (long)depth.top,
                     (long)depth.bottom, r.clear_lo, r.clear_hi, (long)clear.top,
                     (long)clear.bottom, r.complete);
        abut_model_free(model[0]);
        abut_model_free(model[1]);
    }
    sum->blocked += depth.top > 0;
    sum->caught_again += ratio_compare(depth, clear) < 0;
    sum->isolated += all->touching > 0;
}

// ------------------------------------------------------------------------------------------------ cells

enum { CELLS = 3, UNIT = 4 };  // cells a side; their size

typedef struct cells {
    int is_full[CELLS][CELLS][CELLS], at[3];
} cells;

static int is_full(const cells* c, int i, int j, int k)
{
    return i >= 0 && i < CELLS && j >= 0 && j < CELLS && k >= 0 && k < CELLS && c->is_full[i][j][k];
}

// The faces of full cells at empty ones: edges have two or four of them.
static void solid_of_cells(const cells* c, solid* out)
{
    for (int n = 0; n < CELLS * CELLS * CELLS; n++) {
        const int at[3] = {n / (CELLS * CELLS), n / CELLS % CELLS, n % CELLS};
        if (!is_full(c, at[0], at[1], at[2])) continue;
        for (int face = 0; face < 6; face++) {
            const int axis = face / 2, up = face % 2;
            int next[3] = {at[0], at[1], at[2]};
            next[axis] += up ? 1 : -1;
            if (is_full(c, next[0], next[1], next[2])) continue;
            double low[2], high[2];
            for (int k = 0; k < 2; k++) {
                const int other = (axis + 1 + k) % 3;
                low[k] = UNIT * at[other] + c->at[other];
                high[k] = low[k] + UNIT;
            }
            solid_add_face(out, axis, UNIT * (at[axis] + up) + c->at[axis], low, high, up ? 1 : -1);
        }
    }
}

static void cells_random(cells* c, rng* r, int part)
{
    for (int n = 0; n < CELLS * CELLS * CELLS; n++)
        c->is_full[n / (CELLS * CELLS)][n / CELLS % CELLS][n % CELLS] =
            rng_below(r, 4) < (size_t)part;
    c->is_full[1][1][1] = 1;
}

static void add_cells(intervals* all, const cells* a, const cells* b, const int direction[3])
{
    enum { COUNT = CELLS * CELLS * CELLS };
    all->count = 0;
    for (int n = 0; n < COUNT * COUNT; n++) {
        const int x[3] = {n / COUNT / (CELLS * CELLS), n / COUNT / CELLS % CELLS,
                          n / COUNT % CELLS};
        const int y[3] = {n % COUNT / (CELLS * CELLS), n % COUNT / CELLS % CELLS,
                          n % COUNT % CELLS};
        open_interval i = all_times();
        int is_there = is_full(a, x[0], x[1], x[2]) && is_full(b, y[0], y[1], y[2]);
        for (int k = 0; k < 3 && is_there; k++)
            is_there = narrow(&i, -UNIT, UNIT, UNIT * y[k] + b->at[k] - UNIT * x[k] - a->at[k],
                              direction[k]);
        if (is_there) add_interval(all, &i);
    }
}

static void solids_of_cells(void** state)
{
    abut_query* query;
    intervals* const all = malloc(sizeof *all);
    totals sum = {0};
    (void)state;
    assert_non_null(all);
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int number = 0; number < CELL_CASES; number++) {
        rng r = {(uint64_t)number * 7 + 1};
        cells c[2];
        solid s[2] = {{0}, {0}};
        int way[3];
        for (int side = 0; side < 2; side++) {
            cells_random(&c[side], &r, 1 + (int)rng_below(&r, 3));
            for (int k = 0; k < 3; k++)
                c[side].at[k] = number % 3 ? UNIT * (int)rng_below(&r, 3) : (int)rng_below(&r, 9);
            solid_of_cells(&c[side], &s[side]);
        }
        do
            for (int k = 0; k < 3; k++)
                way[k] = rng_below(&r, 2) ? 0 : (int)rng_below(&r, 7) - 3;
        while (!way[0] && !way[1] && !way[2]);
        add_cells(all, &c[0], &c[1], way);
        check_union(query, s, (const double[3]){way[0], way[1], way[2]}, all, number, &sum);
        solid_free(&s[0]);
        solid_free(&s[1]);
    }
    assert_true(2 * sum.blocked + 2 > CELL_CASES);
    assert_true(16 * sum.caught_again + 16 > CELL_CASES);
    assert_true(40 * sum.isolated + 40 > CELL_CASES);
    abut_query_free(query);
    free(all);
}

// ------------------------------------------------------------------------------------------------ tetrahedra

typedef struct corner {
    int x[3];
} corner;

typedef struct tetrahedron {
    corner at[4];
} tetrahedron;

static const int tetrahedron_sides[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

static corner minus(corner p, corner q)
{
    return (corner){{p.x[0] - q.x[0], p.x[1] - q.x[1], p.x[2] - q.x[2]}};
}

static corner across(corner u, corner v)
{
    return (corner){{u.x[1] * v.x[2] - u.x[2] * v.x[1], u.x[2] * v.x[0] - u.x[0] * v.x[2],
                     u.x[0] * v.x[1] - u.x[1] * v.x[0]}};
}

static int64_t along_axis(corner n, const int x[3])
{
    return (int64_t)n.x[0] * x[0] + (int64_t)n.x[1] * x[1] + (int64_t)n.x[2] * x[2];
}

static int64_t volume_of(const tetrahedron* t)
{
    const corner n = across(minus(t->at[1], t->at[0]), minus(t->at[2], t->at[0]));
    return along_axis(n, minus(t->at[3], t->at[0]).x);
}

// Whether the insides share a point along an axis, between which times.
static int narrow_along(open_interval* i, corner n, const tetrahedron* a, const tetrahedron* b,
                        const int way[3])
{
    int64_t a_low = INT64_MAX, a_high = INT64_MIN, b_low = INT64_MAX, b_high = INT64_MIN;
    if (!n.x[0] && !n.x[1] && !n.x[2]) return 1;
    for (int k = 0; k < 4; k++) {
        const int64_t p = along_axis(n, a->at[k].x), q = along_axis(n, b->at[k].x);
        a_low = p < a_low ? p : a_low;
        a_high = p > a_high ? p : a_high;
        b_low = q < b_low ? q : b_low;
        b_high = q > b_high ? q : b_high;
    }
    const int64_t y = along_axis(n, way);
    // b_low + s y < a_high, and a_low < b_high + s y.
    return narrow(i, INT32_MIN, a_high, b_low, y) && narrow(i, a_low, INT32_MAX, b_high, y);
}

static void add_tetrahedra(intervals* all, const tetrahedron* a, const tetrahedron* b,
                           const int way[3])
{
    const tetrahedron* const t[2] = {a, b};
    static const int edge[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    open_interval i = all_times();
    int is_there = 1;
    for (int n = 0; n < 8 && is_there; n++) {
        const tetrahedron* const o = t[n / 4];
        const int* const side = tetrahedron_sides[n % 4];
        is_there = narrow_along(
            &i,
            across(minus(o->at[side[1]], o->at[side[0]]), minus(o->at[side[2]], o->at[side[0]])), a,
            b, way);
    }
    for (int n = 0; n < 36 && is_there; n++) {
        const int *const e = edge[n / 6], *const f = edge[n % 6];
        is_there = narrow_along(
            &i, across(minus(a->at[e[1]], a->at[e[0]]), minus(b->at[f[1]], b->at[f[0]])), a, b,
            way);
    }
    if (is_there) add_interval(all, &i);
}

// One between two planes across x, so that several share nothing.
static tetrahedron tetrahedron_random(rng* r, int from)
{
    tetrahedron t;
    do
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++)
                t.at[i].x[k] = (int)rng_below(r, k ? 9 : 5) + (k ? 0 : from);
    while (!volume_of(&t));
    return t;
}

static void solid_add_tetrahedron(solid* s, const tetrahedron* t)
{
    const int turn = volume_of(t) < 0;
    for (int side = 0; side < 4; side++) {
        double at[3][3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                at[turn ? 2 - i : i][k] = t->at[tetrahedron_sides[side][i]].x[k];
        solid_add_triangle(s, (const double(*)[3])at);
    }
}

static void solids_of_tetrahedra(void** state)
{
    abut_query* query;
    intervals* const all = malloc(sizeof *all);
    totals sum = {0};
    (void)state;
    assert_non_null(all);
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int number = 0; number < TETRAHEDRON_CASES; number++) {
        rng r = {(uint64_t)number * 5 + 3};
        solid s[2] = {{0}, {0}};
        tetrahedron t[2][3];
        int way[3], count[2];
        for (int side = 0; side < 2; side++) {
            count[side] = 1 + (int)rng_below(&r, 3 - (size_t)side);
            for (int i = 0; i < count[side]; i++) {
                t[side][i] = tetrahedron_random(&r, 5 * i);
                solid_add_tetrahedron(&s[side], &t[side][i]);
            }
        }
        do
            for (int k = 0; k < 3; k++)
                way[k] = rng_below(&r, 3) ? (int)rng_below(&r, 9) - 4 : 0;
        while (!way[0] && !way[1] && !way[2]);
        all->count = 0;
        for (int i = 0; i < count[0]; i++)
            for (int k = 0; k < count[1]; k++)
                add_tetrahedra(all, &t[0][i], &t[1][k], way);
        check_union(query, s, (const double[3]){way[0], way[1], way[2]}, all, number, &sum);
        solid_free(&s[0]);
        solid_free(&s[1]);
    }
    assert_true(8 * sum.blocked + 8 > TETRAHEDRON_CASES);
    assert_true(16 * sum.caught_again + 16 > TETRAHEDRON_CASES);
    abut_query_free(query);
    free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solids_of_cells),
        cmocka_unit_test(solids_of_tetrahedra),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
