// test_straight.c - two triangles that go straight: when they meet, in doubles and exactly, against rationals.
//
// Compiled twice, as test_filter is: with bounds of 1/32 some must be wrong.
#include "geom/straight.h"
#include "support/float_mode.h"
#include "support/oracle_straight.h"
#include "support/random_pairs.h"
#include "support/share.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { GRID_CASES = CASES(2400), HOSTILE_CASES = CASES(1500), TURNED_CASES = CASES(1500) };
#ifdef EXPECT_WRONG
enum { CARRIED_CASES = 6000 };  // some of all of them are wrong
#else
enum { CARRIED_CASES = CASES(3000) };
#endif

// One question: two triangles, from where they start, what they have gone, and how they go.
typedef struct question {
    double vertex[2][3][3];
    affine pose[2];
    double gone[2][3][3];
    int gone_count[2];
    double way[2][3];  // or up to where
    int has_to[2];
    size_t piece;
} question;

typedef struct tally {
    long asked, meet, at_begin, certain, apart, wrong;
} tally;

typedef struct run {
    straight_truth truth;
    real_stack* stack;
    mpq_t first, last, x, y;
    tally grid, hostile, turned, carried;
} run;

// ------------------------------------------------------------------------------------------------ questions

// Most of them meet somewhere on their way: their first corners do, or nearly, half way.
static void aim(question* q, random_source* r, int steps)
{
    if (random_below(r, 8) == 0) return;
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < 3; k++) {
            double at = 0.5 * q->way[side][k];
            for (int j = 0; j < 3; j++)
                at += q->pose[side].matrix[k][j] * q->vertex[side][0][j];
            q->pose[side].translation[k] =
                steps ? floor(-at) + random_between(r, -1, 1) : -at + 0.5 * random_unit(r);
        }
    }
}

static void grid_question(question* q, random_source* r)
{
    const int most = random_between(r, 2, 6);
    memset(q, 0, sizeof *q);
    for (int side = 0; side < 2; side++) {
        const int swap = random_below(r, 3);
        for (int i = 0; i < 9; i++) {
            q->vertex[side][i / 3][i % 3] = random_below(r, most);
            q->pose[side].matrix[i / 3][i % 3] = (i % 3 + swap) % 3 == i / 3;
        }
        // Some are segments or points.
        if (random_below(r, 6) == 0)
            memcpy(q->vertex[side][2], q->vertex[side][random_below(r, 2)], sizeof(double[3]));
        if (random_below(r, 12) == 0)
            memcpy(q->vertex[side][1], q->vertex[side][0], sizeof(double[3]));
        for (int k = 0; k < 3; k++) {
            q->pose[side].translation[k] = random_between(r, -4, 4);
            q->way[side][k] = random_below(r, 2) ? random_between(r, -8, 8) : 0;
        }
    }
    aim(q, r, 1);
}

static void hostile_question(question* q, random_source* r, uint64_t index)
{
    const random_pair p = random_pair_make(3, index);
    memset(q, 0, sizeof *q);
    memcpy(q->vertex[0], p.a, sizeof p.a);
    memcpy(q->vertex[1], p.b, sizeof p.b);
    q->pose[0] = oracle_affine(&p.a_pose);
    q->pose[1] = oracle_affine(&p.b_pose);
    // They may touch somewhere on the way, where it goes through where they are now.
    double size = 0;
    for (int i = 0; i < 9; i++)
        size = fmax(size, fabs(q->pose[0].matrix[i / 3][0]) * fabs(p.a[i / 3][i % 3]));
    if (!(size > 0x1p-1000)) size = 0x1p-1000;
    if (!(size < 0x1p900)) size = 0x1p900;
    if (random_below(r, 4) == 0) size *= 0x1p20;
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < 3; k++) {
            q->way[side][k] = size * random_unit(r);
            if (random_below(r, 2))
                q->way[side][k] = ldexp(1, ilogb(size)) * random_between(r, -3, 3);
            q->gone[side][0][k] = -0.5 * q->way[side][k];
        }
        q->gone_count[side] = 1;
    }
}

static void turned_question(question* q, random_source* r)
{
    grid_question(q, r);
    for (int side = 0; side < 2; side++) {
        double turn[3][3];
        random_rotation(r, turn);
        memcpy(q->pose[side].matrix, turn, sizeof turn);
        q->gone_count[side] = random_below(r, 4);
        for (int i = 0; i < 9; i++)
            q->gone[side][i / 3][i % 3] = random_unit(r) * (random_below(r, 3) ? 1 : 0x1p-60);
        q->has_to[side] = random_below(r, 3) == 0;
        for (int k = 0; k < 3; k++)
            q->way[side][k] = 4 * random_unit(r);
    }
    aim(q, r, 0);
    q->piece = (size_t)random_below(r, 5);
}

// A matrix carries whole numbers with all that touches among them to where doubles round everything. Ways along its columns
// are exact. So the errors of bounds are set against ties: triangles that only graze each other.
static void carried_question(question* q, random_source* r)
{
    const int most = random_between(r, 2, 5), column = random_below(r, 3);
    const double far = random_below(r, 3) ? 0 : ldexp(1, random_between(r, 2, 9));
    const double way = ldexp(random_below(r, 2) ? 1 : -1, random_between(r, 1, 3));
    memset(q, 0, sizeof *q);
    random_rotation(r, q->pose[0].matrix);
    memcpy(q->pose[1].matrix, q->pose[0].matrix, sizeof q->pose[0].matrix);
    for (int i = 0; i < 18; i++)
        q->vertex[i / 9][i / 3 % 3][i % 3] = random_below(r, most) + far * (1 + i % 3);
    for (int k = 0; k < 3; k++) {
        q->way[1][k] = way * q->pose[0].matrix[k][column];
        q->gone[1][0][k] = -0.5 * q->way[1][k];
    }
    q->gone_count[1] = 1;
}

// ------------------------------------------------------------------------------------------------ truth

static void load(run* r, const question* q)
{
    straight_truth* const t = &r->truth;
    memcpy(t->vertex, q->vertex, sizeof t->vertex);
    for (int side = 0; side < 2; side++) {
        t->pose[side] = q->pose[side];
        for (int k = 0; k < 3; k++) {
            mpq_set_ui(t->place[side][k], 0, 1);
            for (int i = 0; i < q->gone_count[side]; i++) {
                mpq_set_d(r->x, q->gone[side][i][k]);
                mpq_add(t->place[side][k], t->place[side][k], r->x);
            }
            mpq_set_d(t->way[side][k], q->way[side][k]);
            if (!q->has_to[side]) continue;
            mpq_set_d(r->x, q->pose[side].translation[k]);
            mpq_sub(t->way[side][k], t->way[side][k], r->x);
            mpq_sub(t->way[side][k], t->way[side][k], t->place[side][k]);
        }
    }
}

static void to_mpq(run* r, const straight_time* t, mpq_t out)
{
    mpz_t part[2];
    const real of[2] = {t->numerator, t->denominator};
    for (int i = 0; i < 2; i++) {
        mpz_init(part[i]);
        if (!of[i].limbs) continue;
        mpz_import(part[i], (size_t)of[i].limbs, -1, 8, 0, 0, of[i].x);
        if (real_sign(of[i]) < 0) {
            mpz_t whole;
            mpz_init_set_ui(whole, 1);
            mpz_mul_2exp(whole, whole, 64 * (mp_bitcnt_t)of[i].limbs);
            mpz_sub(part[i], part[i], whole);
            mpz_clear(whole);
        }
    }
    mpq_set_num(out, part[0]);
    mpq_set_den(out, part[1]);
    mpq_canonicalize(out);
    const int up = t->numerator.limbs ? t->numerator.exponent - t->denominator.exponent : 0;
    if (up >= 0)
        mpq_mul_2exp(out, out, (mp_bitcnt_t)up);
    else
        mpq_div_2exp(out, out, (mp_bitcnt_t)-up);
    mpz_clear(part[0]);
    mpz_clear(part[1]);
    (void)r;
}

// ------------------------------------------------------------------------------------------------ checks

static void prepare(run* r, const question* q, straight_course* s)
{
    straight_body body[2];
    for (int side = 0; side < 2; side++)
        body[side] = (straight_body){.start = &q->pose[side],
                                     .gone = q->gone[side][0],
                                     .stride = 3,
                                     .count = (size_t)q->gone_count[side],
                                     .way = q->has_to[side] ? NULL : q->way[side],
                                     .to = q->has_to[side] ? q->way[side] : NULL};
    r->stack->used = 0;
    straight_prepare(s, r->stack, body);
}

static void vertices_of(const question* q, const double* out[6])
{
    for (int i = 0; i < 6; i++)
        out[i] = q->vertex[i / 3][i % 3];
}

// The features and the point where they first touch. sum: the point by another way.
static void check_corner(run* r, const question* q, const straight_course* s,
                         const straight_time* time)
{
    const double* vertex[6];
    double point[3], expected[3];
    abut_event event, least = {9, 9}, other;
    vertices_of(q, vertex);
    const corners reduced[2] = {corners_of_triangle(vertex), corners_of_triangle(vertex + 3)};
    straight_corner(s, vertex, reduced, time, NULL, NULL, &event, point);
    straight_truth_load(&r->truth, r->first);
    assert_int_not_equal(oracle_decide(r->truth.by), ABUT_KIND_APART);
    for (int i = 0; i < oracle_corner_count(r->truth.by); i++) {
        oracle_corner(r->truth.by, i, &other, expected);
        if (other.a * 8 + other.b < least.a * 8 + least.b) least = other;
    }
    assert_int_equal(event.a, least.a);
    assert_int_equal(event.b, least.b);
    if (event.a > ABUT_FEATURE_VERTEX_2 && event.b > ABUT_FEATURE_VERTEX_2) return;
    // A vertex: where it is.
    const int side = event.a > ABUT_FEATURE_VERTEX_2;
    const int v = side ? event.b : event.a;
    for (int k = 0; k < 3; k++) {
        mpq_mul(r->x, r->truth.way[side][k], r->first);
        mpq_add(r->x, r->x, r->truth.point[side][v][k]);
        // The nearest double: no other is nearer.
        mpq_set_d(r->y, point[k]);
        mpq_sub(r->y, r->y, r->x);
        mpq_abs(r->y, r->y);
        for (int up = 0; up < 2; up++) {
            mpq_t next;
            mpq_init(next);
            mpq_set_d(next, nextafter(point[k], up ? DBL_MAX : -DBL_MAX));
            mpq_sub(next, next, r->x);
            mpq_abs(next, next);
            assert_true(mpq_cmp(r->y, next) <= 0);
            mpq_clear(next);
        }
    }
}

// Where they meet in a plane, what is outside of it need not be looked at.
static void check_plane(const question* q, const straight_course* s, const straight_meeting* m)
{
    const double* vertex[6];
    double point[2][3];
    abut_event event[2];
    straight_plane plane;
    vertices_of(q, vertex);
    const corners reduced[2] = {corners_of_triangle(vertex), corners_of_triangle(vertex + 3)};
    if (m->axis < 0) return;
    straight_plane_make(s, vertex, m->axis, &plane);
    for (int i = 0; i < 2; i++)
        straight_corner(s, vertex, reduced, &m->enter, i ? &plane : NULL, NULL, &event[i],
                        point[i]);
    assert_memory_equal(&event[0], &event[1], sizeof event[0]);
    assert_memory_equal(point[0], point[1], sizeof point[0]);
}

static void check_enclosed(run* r, const question* q, const straight_time* time)
{
    double lo, hi;
    straight_enclose(r->stack, time, q->piece, &lo, &hi);
    mpq_set_ui(r->x, (unsigned long)q->piece, 1);
    mpq_add(r->x, r->x, r->first);
    mpq_set_d(r->y, lo);
    const int below = mpq_cmp(r->y, r->x);
    mpq_set_d(r->y, hi);
    const int above = mpq_cmp(r->y, r->x);
    assert_true(lo == hi ? !below && !above : below < 0 && above > 0 && nextafter(lo, hi) == hi);
}

// Whether the bounds after base hold for what is true.
static int bounds_hold(run* r, const straight_bounds* b, double base, int meets,
                       const straight_meeting* m)
{
    if (!meets) return !b->is_certain;
    if (m->has_leave) {
        to_mpq(r, &m->leave, r->last);
        mpq_set_d(r->x, base);
        mpq_sub(r->last, r->last, r->x);
        if (mpq_sgn(r->last) < 0) return !b->is_certain;
        if (b->is_apart) return 0;
        if (isfinite(b->leave_hi)) {
            mpq_set_d(r->x, b->leave_hi);
            if (mpq_cmp(r->last, r->x) > 0) return 0;
        }
    }
    if (b->is_apart) return 0;
    mpq_set_ui(r->y, 0, 1);
    if (m->has_enter) {
        to_mpq(r, &m->enter, r->y);
        mpq_set_d(r->x, base);
        mpq_sub(r->y, r->y, r->x);
        if (mpq_sgn(r->y) < 0) mpq_set_ui(r->y, 0, 1);
    }
    mpq_set_d(r->x, b->enter_lo);
    if (mpq_cmp(r->x, r->y) > 0) return 0;
    if (b->is_certain) {
        mpq_set_d(r->x, b->enter_hi);
        if (mpq_cmp(r->x, r->y) < 0) return 0;
    }
    return 1;
}

static void check_bounds(run* r, const question* q, straight_course* s, tally* t, uint64_t index,
                         int meets, const straight_meeting* m)
{
    const double* vertex[6];
    vertices_of(q, vertex);
    const double bases[3] = {0, 0.25, mpq_sgn(r->first) > 0 ? mpq_get_d(r->first) : 0.5};
    for (int turn = 0; turn < 3; turn++) {
        posed_triangle a, b;
        straight_bounds bounds;
        float_mode_enter(&float_modes[(index + (uint64_t)turn) % FLOAT_MODE_COUNT]);
        straight_look_from(s, bases[turn]);
        posed_triangle_place(&a, &s->poses, 0, vertex);
        posed_triangle_place(&b, &s->poses, 1, vertex + 3);
        straight_bound(s, &a, &b, &bounds);
        float_mode_leave();
        t->asked++;
        t->certain += bounds.is_certain;
        t->apart += bounds.is_apart;
        if (!bounds_hold(r, &bounds, bases[turn], meets, m)) {
            t->wrong++;
            continue;
        }
        if (!bounds.is_certain || !m->has_enter) continue;
        straight_meeting by_axes;
        assert_true(straight_meet(s, vertex, bounds.axes, &by_axes));
        to_mpq(r, &m->enter, r->x);
        mpq_set_d(r->y, bases[turn]);
        if (mpq_cmp(r->x, r->y) <= 0) continue;
        if (!by_axes.has_enter) {
            t->wrong++;
            continue;
        }
        to_mpq(r, &by_axes.enter, r->y);
        t->wrong += !mpq_equal(r->x, r->y);
    }
}

static void check(run* r, const question* q, tally* t, uint64_t index)
{
    straight_course s;
    straight_meeting m;
    const double* vertex[6];
    vertices_of(q, vertex);
    load(r, q);
    prepare(r, q, &s);
    const int meets = straight_meet(&s, vertex, 0, &m);
    const int has_first = straight_truth_find(&r->truth, 0, r->first);
    const straight_time zero = {real_of(r->stack, 0), real_of(r->stack, 1)};
    const int in_time = meets &&
                        !(m.has_leave && straight_compare_double(r->stack, &m.leave, 0) < 0) &&
                        !(m.has_enter && straight_compare_double(r->stack, &m.enter, 1) > 0);
    if (in_time != has_first) fail_msg("case %lu: meets %d, true %d", index, in_time, has_first);
    if (has_first) {
        const int late = m.has_enter && straight_compare_double(r->stack, &m.enter, 0) > 0;
        const straight_time* const time = late ? &m.enter : &zero;
        to_mpq(r, time, r->x);
        if (!mpq_equal(r->x, r->first)) fail_msg("case %lu: another time", index);
        t->meet++;
        t->at_begin += !late;
        check_enclosed(r, q, time);
        check_corner(r, q, &s, time);
        if (late) check_plane(q, &s, &m);
        if (m.has_leave && straight_compare_double(r->stack, &m.leave, 1) <= 0) {
            assert_true(straight_truth_find(&r->truth, 1, r->last));
            to_mpq(r, &m.leave, r->x);
            if (!mpq_equal(r->x, r->last)) fail_msg("case %lu: another end", index);
        }
    } else {
        mpq_set_ui(r->first, 0, 1);
    }
    check_bounds(r, q, &s, t, index, meets, &m);
}

static void print(const char* name, const tally* t)
{
    printf("%s: %ld pairs meet, %ld at once; %ld bounds: %ld certain, %ld apart, %ld wrong\n", name,
           t->meet, t->at_begin, t->asked, t->certain, t->apart, t->wrong);
}

static void pairs_against_rationals(void** state)
{
    (void)state;
    run r = {.stack = malloc(sizeof *r.stack)};
    assert_non_null(r.stack);
    straight_truth_init(&r.truth);
    mpq_inits(r.first, r.last, r.x, r.y, NULL);
    question q;
    for (uint64_t i = 0; i < GRID_CASES; i++) {
        random_source dice = random_seeded(1, i);
        grid_question(&q, &dice);
        check(&r, &q, &r.grid, i);
    }
    for (uint64_t i = 0; i < HOSTILE_CASES; i++) {
        random_source dice = random_seeded(2, i);
        hostile_question(&q, &dice, i);
        check(&r, &q, &r.hostile, i);
    }
    for (uint64_t i = 0; i < TURNED_CASES; i++) {
        random_source dice = random_seeded(3, i);
        turned_question(&q, &dice);
        check(&r, &q, &r.turned, i);
    }
    for (uint64_t i = 0; i < CARRIED_CASES; i++) {
        random_source dice = random_seeded(4, i);
        carried_question(&q, &dice);
        check(&r, &q, &r.carried, i);
    }
    print("grid", &r.grid);
    print("hostile", &r.hostile);
    print("turned", &r.turned);
    print("carried", &r.carried);
    const long wrong = r.grid.wrong + r.hostile.wrong + r.turned.wrong + r.carried.wrong;
#ifdef EXPECT_WRONG
    assert_true(wrong > 0);
#else
    assert_int_equal(wrong, 0);
#endif
    assert_true(r.grid.meet > GRID_CASES / 8 && r.grid.meet < GRID_CASES);
    assert_true(r.grid.meet > r.grid.at_begin);
    assert_true(r.turned.certain > 0 && r.turned.apart > 0);
    mpq_clears(r.first, r.last, r.x, r.y, NULL);
    straight_truth_clear(&r.truth);
    free(r.stack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_against_rationals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
