// test_vertices.c - abut_vertices_first and abut_vertices_self_first: times that an oracle of rationals found (cases/vertices.txt:
// Fractions in Python, roots by Descartes' rule, signs by greatest common divisors), by the tree and by every pair, in every state
// of the floating-point unit; laws; and that nothing touches before, as GMP sees it at many times.
#include "query/vertices.h"
#include "support/data_pack.h"
#include "support/float_mode.h"
#include "support/oracle.h"
#include "support/share.h"
#include "support/soups.h"

#ifdef ABUT_PRUNE_OFF  // all pairs go to integers
#undef ABUT_TEST_SHARE
#define ABUT_TEST_SHARE 8
#endif

#ifndef ABUT_CASES
#error "the folder of the cases"
#endif

enum { MOST_VERTICES = 400, MOST_TRIANGLES = 400 };

typedef struct body {
    double at[2][3 * MOST_VERTICES];
    uint32_t triangles[3 * MOST_TRIANGLES];
    size_t vertex_count, triangle_count;
} body;

typedef struct scene {
    body side[2];
    int is_self;  // of side 0 alone
} scene;

static abut_query* query;

static abut_soup soup_of_body(const body* b)
{
    return (abut_soup){.vertices = b->at[0],
                       .triangles = b->triangles,
                       .vertex_count = b->vertex_count,
                       .triangle_count = b->triangle_count};
}

static abut_first ask(const scene* s, const abut_motion_ask* options, int is_brute)
{
    static const abut_motion_ask plain = {.detail = ABUT_DETAIL_POINTS};
    const abut_soup soup[2] = {soup_of_body(&s->side[0]), soup_of_body(&s->side[1])};
    const vertices_asked asked[2] = {{&soup[0], s->side[0].at[1]}, {&soup[1], s->side[1].at[1]}};
    abut_first out;
    assert_int_equal(vertices_first(query, &asked[0], s->is_self ? NULL : &asked[1],
                                    options ? options : &plain, is_brute, &out),
                     ABUT_OK);
    return out;
}

static int same_time(const abut_first* x, const abut_first* y)
{
    return x->state == y->state && x->t_lo == y->t_lo && x->t_hi == y->t_hi &&
           x->has_pair == y->has_pair;
}

static int same_answer(const abut_first* x, const abut_first* y)
{
    return same_time(x, y) && x->pair.a == y->pair.a && x->pair.b == y->pair.b &&
           x->features.a == y->features.a && x->features.b == y->features.b;
}

static void show(const char* what, const abut_first* x)
{
    print_message("%s: %s [%.17g, %.17g] pair %u %u features %d %d\n", what,
                  abut_motion_state_text(x->state), x->t_lo, x->t_hi, (unsigned)x->pair.a,
                  (unsigned)x->pair.b, x->features.a, x->features.b);
}

static void expect_same(const char* what, const abut_first* x, const abut_first* y)
{
    if (same_answer(x, y)) return;
    show("here", x);
    show("before", y);
    fail_msg("%s", what);
}

// By the tree and by every pair, in every state of the unit.
static abut_first ask_all(const scene* s)
{
    const abut_first here = ask(s, NULL, 0);
    for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
        float_mode_enter(&float_modes[mode]);
        const abut_first there = ask(s, NULL, mode & 1);
        float_mode_leave();
        expect_same(float_modes[mode].name, &there, &here);
    }
    return here;
}

// ------------------------------------------------------------------------------------------- cases

static double next_number(char** text)
{
    char* const from = *text;
    const double x = strtod(from, text);
    assert_ptr_not_equal(*text, from);
    return x;
}

// A row: how many vertices both triangles have in common (0: two soups), coordinates at time 0 and at time 1, state, t_lo, t_hi.
static int read_case(FILE* file, scene* s, int* common, abut_first* expected)
{
    static const uint32_t second[3][3] = {{0, 1, 2}, {0, 3, 4}, {0, 1, 3}};
    char line[1024], *text = line;
    memset(s, 0, sizeof *s);
    memset(expected, 0, sizeof *expected);
    if (!fgets(line, sizeof line, file)) return 0;
    *common = (int)next_number(&text);
    s->is_self = *common > 0;
    const size_t all = 6 - (size_t)*common;
    for (int time = 0; time < 2; time++)
        for (size_t i = 0; i < 3 * all; i++) {
            const int is_second = !s->is_self && i >= 9;
            s->side[is_second].at[time][is_second ? i - 9 : i] = next_number(&text);
        }
    expected->state = (abut_motion_state)next_number(&text);
    expected->t_lo = next_number(&text);
    expected->t_hi = next_number(&text);
    for (uint32_t i = 0; i < 3; i++) {
        s->side[0].triangles[i] = s->side[1].triangles[i] = i;
        s->side[0].triangles[3 + i] = second[*common][i];
    }
    s->side[0].vertex_count = s->is_self ? all : 3;
    s->side[1].vertex_count = 3;
    s->side[0].triangle_count = s->is_self ? 2 : 1;
    s->side[1].triangle_count = 1;
    return 1;
}

static void scale(scene* s, double by)
{
    for (int side = 0; side < 2; side++)
        for (int time = 0; time < 2; time++)
            for (size_t i = 0; i < 3 * s->side[side].vertex_count; i++)
                s->side[side].at[time][i] *= by;
}

// Corners of each triangle in another order, and the sides exchanged.
static void turn(scene* s, int order)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < 3 * s->side[side].triangle_count; i += 3) {
            uint32_t* const t = s->side[side].triangles + i;
            const uint32_t was[3] = {t[0], t[1], t[2]};
            for (int k = 0; k < 3; k++)
                t[k] = was[order < 3 ? (k + order) % 3 : (order - k) % 3];
        }
    if (s->is_self || !(order & 1)) return;
    const body swap = s->side[0];
    s->side[0] = s->side[1];
    s->side[1] = swap;
}

static void times_are_those_of_rationals(void** state)
{
    (void)state;
    static scene s;
    abut_first expected;
    int common, rows = 0, counts[3][4] = {{0}};
    FILE* const file = fopen(ABUT_CASES "/vertices.txt", "r");
    assert_non_null(file);
    while (read_case(file, &s, &common, &expected)) {
        const abut_first here = ask_all(&s);
        if (here.state != expected.state || here.t_lo != expected.t_lo ||
            here.t_hi != expected.t_hi) {
            show("here", &here);
            fail_msg("row %d: [%.17g, %.17g]", rows, expected.t_lo, expected.t_hi);
        }
        counts[common][here.state == ABUT_MOTION_FREE ? 0
                       : here.t_hi == 0               ? 1
                       : here.t_lo == here.t_hi       ? 2
                                                      : 3]++;
        turn(&s, rows % 6);
        scale(&s, rows & 1 ? 0x1p300 : 0x1p-300);
        const abut_first other = ask(&s, NULL, 0);
        if (!same_time(&other, &here)) fail_msg("row %d: turned and scaled it differs", rows);
        rows++;
    }
    fclose(file);
    print_message("%d cases\n", rows);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            assert_true(counts[i][k] >= 5);
}

// ------------------------------------------------------------------------------------------- soups

// Triangles on a coarse grid: ties are common. Most of side 1 goes one way.
static void make_soup(rng* r, scene* s, size_t triangles, size_t vertices, size_t grid)
{
    memset(s, 0, sizeof *s);
    s->is_self = rng_below(r, 2) != 0;
    const int way = (int)rng_below(r, 5) - 2, is_rigid = rng_below(r, 2) != 0;
    for (int side = 0; side < 2; side++) {
        body* const b = &s->side[side];
        b->vertex_count = vertices;
        b->triangle_count = triangles;
        for (size_t i = 0; i < 3 * vertices; i++) {
            const int is_down = side && i % 3 == 2;
            const double x = (double)rng_below(r, grid) + (is_down ? (double)(grid + 1) : 0);
            const double down = is_rigid ? -16 : -2 * (double)grid;
            b->at[0][i] = x;
            b->at[1][i] = x + (is_down ? down : way) + (is_rigid ? 0 : (double)rng_below(r, 2));
        }
        for (size_t i = 0; i < 3 * triangles; i++)
            b->triangles[i] = (uint32_t)rng_below(r, vertices);
    }
}

// A patch of cloth, so that most triangles are neighbours; and it is bent.
static void make_cloth(rng* r, scene* s, size_t side)
{
    memset(s, 0, sizeof *s);
    s->is_self = 1;
    body* const b = &s->side[0];
    const double bend = 3 * rng_signed(r), wave = 0.3 * rng_signed(r);
    const int is_flat = rng_below(r, 2) != 0;
    for (size_t i = 0; i <= side; i++)
        for (size_t k = 0; k <= side; k++) {
            double* const from = b->at[0] + 3 * b->vertex_count;
            double* const to = b->at[1] + 3 * b->vertex_count++;
            const double x = (double)i / (double)side - 0.5, y = (double)k / (double)side;
            from[0] = to[0] = x;
            from[1] = to[1] = y;
            from[2] = is_flat ? 0 : 0.1 * sin(9 * x) * cos(8 * y);
            to[2] = wave * sin(7 * x + 5 * y) - 1;
            if (x > 0) {
                to[0] = x * cos(bend);
                to[2] = x * sin(bend) + wave * y - 1;
            }
        }
    for (size_t i = 0; i < side; i++)
        for (size_t k = 0; k < side; k++) {
            const uint32_t n = (uint32_t)side + 1, v = (uint32_t)(i * n + k);
            const uint32_t square[6] = {v, v + 1, v + n + 1, v, v + n + 1, v + n};
            memcpy(b->triangles + 3 * b->triangle_count, square, sizeof square);
            b->triangle_count += 2;
        }
}

static void corners_at(const scene* s, int side, uint32_t triangle, double time, double out[3][3])
{
    const body* const b = &s->side[s->is_self ? 0 : side];
    for (int i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++) {
            const size_t v = 3 * (size_t)b->triangles[3 * (size_t)triangle + (size_t)i] + k;
            out[i][k] = b->at[0][v] + time * (b->at[1][v] - b->at[0][v]);
        }
}

// Whether any two triangles of two soups on the grid touch at a time that makes all coordinates doubles, by GMP.
static int touches_at(oracle* o, const scene* s, double time, const abut_pair* only)
{
    const affine identity = oracle_affine(NULL);
    for (uint32_t a = 0; a < s->side[0].triangle_count; a++)
        for (uint32_t b = 0; b < s->side[1].triangle_count; b++) {
            double x[3][3], y[3][3];
            if (only && (a != only->a || b != only->b)) continue;
            corners_at(s, 0, a, time, x);
            corners_at(s, 1, b, time, y);
            oracle_load(o, (const double(*)[3])x, &identity, (const double(*)[3])y, &identity);
            if (oracle_decide(o) != ABUT_KIND_APART) return 1;
        }
    return 0;
}

// At 65 times before the answer's nothing touches; and if it is one of a few bits, its pair does then.
static int check_times(oracle* o, const scene* s, const abut_first* first)
{
    const int is_free = first->state == ABUT_MOTION_FREE;
    for (int k = 0; k <= 64; k++) {
        const double time = k / 64.0;
        if (!is_free && (time > first->t_lo || time == first->t_hi)) break;
        if (touches_at(o, s, time, NULL)) fail_msg("touches at %g", time);
    }
    if (is_free || first->t_lo != first->t_hi ||
        first->t_hi * 0x1p30 != floor(first->t_hi * 0x1p30))
        return 0;
    if (!touches_at(o, s, first->t_hi, &first->pair)) fail_msg("the pair is apart");
    return 1;
}

static void nothing_touches_before(void** state)
{
    (void)state;
    static scene s;
    rng r = {21};
    oracle* const o = oracle_create();
    size_t at_exact = 0, later = 0, is_free = 0;
    for (int n = 0; n < CASES(120); n++) {
        make_soup(&r, &s, 4, 7, 3 + rng_below(&r, 4));
        s.is_self = 0;
        const abut_first here = ask_all(&s);
        is_free += here.state == ABUT_MOTION_FREE;
        later += here.state == ABUT_MOTION_CONTACT && here.t_hi > 0;
        at_exact += (size_t)check_times(o, &s, &here);
    }
    oracle_free(o);
    print_message("%zu free, %zu later, %zu at a double\n", is_free, later, at_exact);
    assert_true(at_exact + 1 >= CASES(8) && later > CASES(40));
}

// What each pair says by itself, the least of all.
static void answers_are_those_of_pairs(void** state)
{
    (void)state;
    static scene s;
    rng r = {22};
    size_t contacts = 0, ties = 0, self = 0;
    for (int n = 0; n < CASES(60); n++) {
        make_soup(&r, &s, 30, 40, 4 + rng_below(&r, 12));
        const abut_first here = ask(&s, NULL, 0), all = ask(&s, NULL, 1);
        expect_same("every pair", &here, &all);
        const abut_motion_ask any = {.any = 1};
        const abut_first some = ask(&s, &any, 0);
        if (some.state != here.state || !some.complete) fail_msg("any: another state");
        if (some.has_pair && (some.t_hi < here.t_hi || some.t_lo > 0)) fail_msg("any: too early");
        contacts += here.state == ABUT_MOTION_CONTACT;
        self += (size_t)s.is_self;
        // In another order of triangles the time is the same.
        scene* const other = malloc(sizeof *other);
        *other = s;
        for (size_t i = 0; i < 3 * 30; i++)
            other->side[0].triangles[i] = s.side[0].triangles[3 * 30 - 1 - i];
        const abut_first there = ask(other, NULL, 0);
        free(other);
        if (!same_time(&here, &there)) fail_msg("case %d: another order, another time", n);
        ties +=
            here.has_pair && 29 - here.pair.a != there.pair.a && 29 - here.pair.a != there.pair.b;
    }
    assert_true(contacts > CASES(30) && ties > CASES(5) && self > CASES(10));
}

static void cloth_is_as_every_pair_says(void** state)
{
    (void)state;
    static scene s;
    rng r = {23};
    size_t contacts = 0, is_free = 0;
    for (int n = 0; n < CASES(40); n++) {
        make_cloth(&r, &s, 4 + rng_below(&r, 5));
        const abut_first here = ask(&s, NULL, 0), all = ask(&s, NULL, 1);
        expect_same("cloth", &here, &all);
        if (here.has_pair && here.pair.a >= here.pair.b) fail_msg("pair out of order");
        contacts += here.state == ABUT_MOTION_CONTACT;
        is_free += here.state == ABUT_MOTION_FREE;
    }
    print_message("cloth: %zu in contact, %zu free\n", contacts, is_free);
    assert_true(contacts + 1 >= CASES(5) && is_free + 1 >= CASES(5));
}

// A flat sheet falls on another: all touch at once, after a third of the way.
static void sheets_that_meet_at_once(void** state)
{
    (void)state;
    static scene s, other;
    rng r = {25};
    for (int axis = 0; axis < 3; axis++) {
        make_cloth(&r, &s, 6);
        s.is_self = 0;
        s.side[1] = s.side[0];
        for (int side = 0; side < 2; side++)
            for (size_t i = 0; i < 3 * s.side[side].vertex_count; i += 3) {
                double* const from = s.side[side].at[0] + i;
                double* const to = s.side[side].at[1] + i;
                from[2] = side ? 1 : 0;
                from[0] += side ? 0.3 : 0;
                memcpy(to, from, 3 * sizeof *to);
                to[2] = side ? -2 : 0;
            }
        other = s;
        for (int side = 0; side < 2; side++)  // along another axis
            for (int time = 0; time < 2; time++)
                for (size_t i = 0; i < 3 * s.side[side].vertex_count; i++)
                    other.side[side].at[time][i / 3 * 3 + (i + (size_t)axis) % 3] =
                        s.side[side].at[time][i];
        const abut_first here = ask(&other, NULL, 0), all = ask(&other, NULL, 1);
        expect_same("sheets", &here, &all);
        assert_true(here.t_lo == 1.0 / 3 && here.t_hi == nextafter(1.0 / 3, 1));
    }
}

// Points are where both have them.
static void points_are_in_both(void** state)
{
    (void)state;
    static scene s;
    rng r = {24};
    size_t seen = 0;
    for (int n = 0; n < CASES(200); n++) {
        make_soup(&r, &s, 2, 6, 8);
        const abut_first here = ask(&s, NULL, 0);
        if (!here.has_pair) continue;
        for (int k = 0; k < 3; k++)
            if (fabs(here.a_point[k] - here.b_point[k]) > 1e-9)
                fail_msg("case %d: points %g and %g", n, here.a_point[k], here.b_point[k]);
        seen++;
    }
    assert_true(seen > CASES(50));
}

// A crack that opens, a copy in one place, and vertices that are the same at both times.
static void same_vertices(void** state)
{
    (void)state;
    static scene s;
    memset(&s, 0, sizeof s);
    s.is_self = 1;
    static const double from[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    static const uint32_t triangles[6] = {0, 1, 2, 3, 5, 4};
    body* const b = &s.side[0];
    memcpy(b->at[0], from, sizeof from);
    memcpy(b->at[1], from, sizeof from);
    memcpy(b->triangles, triangles, sizeof triangles);
    b->vertex_count = 6;
    b->triangle_count = 2;
    assert_int_equal(ask(&s, NULL, 0).state, ABUT_MOTION_FREE);
    b->at[0][3 * 3 + 1] = b->at[1][3 * 3 + 1] = -0.0;  // the same as 0
    assert_int_equal(ask(&s, NULL, 0).state, ABUT_MOTION_FREE);
    b->at[1][3 * 3 + 2] = 1;  // parts from vertex 1
    abut_first x = ask_all(&s);
    assert_int_equal(x.state, ABUT_MOTION_CONTACT);
    assert_true(x.t_hi == 0);
    memcpy(b->at[1], from, sizeof from);
    b->at[1][3 * 5] = b->at[1][3 * 5 + 1] = 0.25;  // folds onto the other: 1 - 0.75 t = 0.5
    x = ask_all(&s);
    assert_true(x.t_lo == 2.0 / 3 && x.t_hi == nextafter(2.0 / 3, 1));
    b->triangles[3] = 0;
    b->triangles[4] = 2;
    b->triangles[5] = 1;  // a duplicate
    x = ask_all(&s);
    assert_true(x.state == ABUT_MOTION_CONTACT && x.t_hi == 0);
}

static int begin(void** state)
{
    (void)state;
    return abut_query_create(&query, NULL) != ABUT_OK;
}

static int finish(void** state)
{
    (void)state;
    abut_query_free(query);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_those_of_rationals),
        cmocka_unit_test(nothing_touches_before),
        cmocka_unit_test(answers_are_those_of_pairs),
        cmocka_unit_test(cloth_is_as_every_pair_says),
        cmocka_unit_test(sheets_that_meet_at_once),
        cmocka_unit_test(points_are_in_both),
        cmocka_unit_test(same_vertices),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
