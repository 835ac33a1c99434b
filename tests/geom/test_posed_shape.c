// test_posed_shape.c - a triangle against each shape, compared with rationals: test_posed_shape [SEED [COUNT [FORM]]]
#include "base/bits.h"
#include "geom/posed_shape.h"
#include "support/float_mode.h"
#include "support/oracle_shape.h"
#include "support/random_pairs.h"
#include "support/share.h"

#include <inttypes.h>
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

#ifdef EXPECT_WRONG
enum { EXPECTS_WRONG = 1 };
#else
enum { EXPECTS_WRONG = 0 };
#endif

static uint64_t count = CASES(900), seed = 1;
static int only = -1;

static const char* const form_name[ORACLE_FORMS] = {"hull",       "box",      "ray", "plane",
                                                    "half-space", "cylinder", "cone"};

typedef struct totals {
    uint64_t cases, touching, exact, tight, held, met, unique, close, housed, snug;
    uint64_t wrong_lo, wrong_hi, wrong_touch, wrong_hold;
} totals;

static real_stack scratch;

// ------------------------------------------------------------------------------------------------- questions

// EXTREME: each number as large or small as doubles go.
typedef enum style { STYLE_LATTICE, STYLE_PLAIN, STYLE_NEAR, STYLE_EXTREME } style;

// One shape, and two triangles.
typedef struct couple {
    shape_question q[2];
    style how;
} couple;

static double coordinate(random_source* r, style how)
{
    if (how == STYLE_LATTICE) return random_between(r, -2, 2);
    const double x = random_unit(r);
    if (how != STYLE_EXTREME) return x;
    const double most = ldexp(x, random_between(r, 1000, 1023));
    return random_below(r, 2) ? most : ldexp(x, random_between(r, -1074, 1023));
}

static void random_point(random_source* r, style how, double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = coordinate(r, how);
}

static void identity(oracle_map* m)
{
    memset(m, 0, sizeof *m);
    for (int k = 0; k < 3; k++)
        m->matrix[k][k] = 1;
}

// A pose: none, an exchange of axes, a turn that is not quite one; moved.
static void random_map(random_source* r, style how, oracle_map* out)
{
    identity(out);
    const int turn = random_below(r, 4);
    if (turn == 1) {
        const int first = random_below(r, 3), is_odd = random_below(r, 2);
        memset(out->matrix, 0, sizeof out->matrix);
        for (int k = 0; k < 3; k++)
            out->matrix[k][is_odd ? (first + 3 - k) % 3 : (first + k) % 3] =
                random_below(r, 2) ? 1 : -1;
    } else if (turn == 2 && how != STYLE_LATTICE) {
        random_rotation(r, out->matrix);
    }
    // Still nearly rigid, and each coordinate has all bits that it can have.
    for (int i = 0; i < 9 && how == STYLE_EXTREME; i++)
        if (out->matrix[i / 3][i % 3] == 0 && random_below(r, 3))
            out->matrix[i / 3][i % 3] = 0x1p-1074;
    if (random_below(r, 2)) random_point(r, how, out->translation);
}

static void random_triangle(random_source* r, style how, double out[3][3])
{
    for (int i = 0; i < 3; i++)
        random_point(r, how, out[i]);
    const int degenerate = random_below(r, 8);
    if (degenerate <= 1) memcpy(out[2], out[random_below(r, 2)], sizeof out[2]);
    if (degenerate == 1) memcpy(out[1], out[0], sizeof out[1]);
    if (degenerate == 2 && how != STYLE_EXTREME)
        for (int k = 0; k < 3; k++)
            out[2][k] = 2 * out[1][k] - out[0][k];
}

static double random_radius(random_source* r, style how)
{
    static const double lattice[] = {
        0, 0.5, 1, 1.5, 2, 3, 5, 1.7320508075688772, 1.4142135623730951};
    return how == STYLE_LATTICE ? lattice[random_below(r, 9)] : fabs(coordinate(r, how));
}

static void random_shape(random_source* r, style how, int form, shape_question* q)
{
    static const int counts[] = {1, 2, 2, 3, 4, 4, 5, 6};
    memset(q, 0, sizeof *q);
    q->form = form;
    q->count = form != ORACLE_HULL ? 2 : random_below(r, 20) ? counts[random_below(r, 8)] : 10;
    for (int i = 0; i < q->count; i++)
        random_point(r, how, q->points[i]);
    if (q->count > 2 && !random_below(r, 6)) {  // in a plane, on a line, one point twice
        const int axis = random_below(r, 3);
        for (int i = 0; i < q->count; i++)
            q->points[i][axis] = 1;
        memcpy(q->points[1], q->points[0], sizeof q->points[0]);
    }
    for (int k = 0; form == ORACLE_BOX && k < 3; k++)
        q->points[1][k] = fabs(q->points[1][k]);
    while (form != ORACLE_HULL && form != ORACLE_BOX && q->points[1][0] == 0 &&
           q->points[1][1] == 0 && q->points[1][2] == 0)
        random_point(r, how, q->points[1]);
    while (form != ORACLE_HULL && form != ORACLE_BOX && form != ORACLE_RAY &&
           form != ORACLE_PLANE && form != ORACLE_HALF_SPACE &&
           !memcmp(q->points[0], q->points[1], sizeof q->points[0]))
        random_point(r, how, q->points[1]);
    if (form == ORACLE_CYLINDER || form == ORACLE_CONE ||
        (form == ORACLE_HULL && q->count <= 2 && random_below(r, 2)))
        q->radius = random_radius(r, how);
}

// Put a vertex of a triangle to where a corner of the shape or a middle of two is, or a little from there.
static void bring_near(random_source* r, shape_question* q)
{
    const int i = random_below(r, 3), j = random_below(r, q->count), k = random_below(r, q->count);
    const double off = random_below(r, 2) ? 0x1p-50 : 0;
    for (int c = 0; c < 3; c++)
        q->vertex[i][c] = 0.5 * (q->points[j][c] + q->points[k][c]) + off * random_unit(r);
}

static void scale_points(shape_question* q, int by)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            q->vertex[i][k] = ldexp(q->vertex[i][k], by);
    for (int i = 0; i < q->count; i++)
        for (int k = 0; k < 3; k++)
            q->points[i][k] = ldexp(q->points[i][k], by);
    for (int k = 0; k < 3; k++) {
        q->model.translation[k] = ldexp(q->model.translation[k], by);
        q->pose.translation[k] = ldexp(q->pose.translation[k], by);
    }
    q->radius = ldexp(q->radius, by);
}

static couple couple_make(uint64_t index)
{
    random_source r = random_seeded(seed, index);
    couple out;
    out.how = random_below(&r, 24) ? (style)random_below(&r, STYLE_EXTREME) : STYLE_EXTREME;
    const int form = only >= 0 ? only : (int)(index % ORACLE_FORMS);
    random_shape(&r, out.how, form, &out.q[0]);
    shape_question* const q = &out.q[0];
    const int scaling = random_below(&r, 8), by = scaling == 1 ? 300 : -300;
    const int is_scaled = (scaling == 1 || scaling == 2) && out.how != STYLE_EXTREME;
    random_map(&r, out.how, &q->model);
    random_map(&r, out.how, &q->pose);
    if (out.how == STYLE_NEAR) identity(&q->model), identity(&q->pose);
    q->has_frame = !random_below(&r, 5);
    random_map(&r, out.how, &q->frame);
    out.q[1] = out.q[0];
    for (int i = 0; i < 2; i++) {
        random_triangle(&r, out.how, out.q[i].vertex);
        if (out.how == STYLE_NEAR) bring_near(&r, &out.q[i]);
        if (is_scaled) scale_points(&out.q[i], by);
    }
    if (scaling == 3 && !(q->radius > 0) && out.how != STYLE_EXTREME) {  // by poses
        const int scale = random_below(&r, 2) ? 300 : -300;
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < 9; k++) {
                out.q[i].model.matrix[k / 3][k % 3] *= ldexp(1, scale);
                out.q[i].pose.matrix[k / 3][k % 3] *= ldexp(1, scale);
                out.q[i].model.translation[k % 3] *= k < 3 ? ldexp(1, scale) : 1;
                out.q[i].pose.translation[k % 3] *= k < 3 ? ldexp(1, scale) : 1;
            }
    }
    return out;
}

// ---------------------------------------------------------------------------------------------------- checks

static affine affine_of(const oracle_map* m)
{
    affine out;
    memcpy(out.matrix, m->matrix, sizeof out.matrix);
    memcpy(out.translation, m->translation, sizeof out.translation);
    return out;
}

typedef struct prepared {
    affine pose, model, frame;
    posed_shape shape;
} prepared;

static void prepare(prepared* out, const shape_question* q)
{
    out->pose = affine_of(&q->pose);
    out->model = affine_of(&q->model);
    out->frame = affine_of(&q->frame);
    if (q->form == ORACLE_HULL)
        posed_shape_make_hull(&out->shape, &out->pose, q->points[0], (size_t)q->count, q->radius);
    else
        posed_shape_make(&out->shape, (shape_form)q->form, &out->pose, q->points[0], q->points[1],
                         q->radius);
    posed_shape_beside(&out->shape, &out->model, q->has_frame ? &out->frame : NULL);
}

typedef struct answers {
    shape_bounds bounds;
    int touches, was_exact, holds;
    double lo, hi, p[3], q[3], at[2];
    abut_feature feature;
} answers;

static int is_turned(const shape_question* q)
{
    return q->form == ORACLE_CYLINDER || q->form == ORACLE_CONE;
}

static void ask(const posed_shape* shape, const shape_question* q, int touches, answers* out)
{
    const double* const vertex[3] = {q->vertex[0], q->vertex[1], q->vertex[2]};
    shape_bound(shape, vertex, &out->bounds);
    out->touches = shape_touches(shape, vertex, &scratch, &out->was_exact);
    out->holds = shape_holds(shape, vertex, &scratch);
    shape_distance(shape, vertex, &out->bounds, &scratch, &out->lo, &out->hi);
    shape_points(shape, vertex, &scratch, &out->feature, out->p, out->q);
    if (q->form == ORACLE_RAY && touches)
        shape_ray_first(shape, vertex, &scratch, &out->at[0], &out->at[1]);
}

static void fail_case(uint64_t index, const shape_question* q, const char* what)
{
    fail_msg("seed %" PRIu64 " case %" PRIu64 " (%s of %d points): %s", seed, index,
             form_name[q->form], q->count, what);
}

static void check_turned(totals* t, uint64_t index, const shape_question* q,
                         const shape_truth* truth, const answers* a)
{
    t->wrong_lo += a->bounds.lo > 0 && shape_truth_touches(truth);
    t->wrong_hi += !(a->bounds.hi > 0) && !shape_truth_touches(truth);
    if (shape_truth_touches(truth)) {
        if (a->lo != 0 || a->hi != 0) fail_case(index, q, "a distance in contact");
        return;
    }
    if (!(a->lo <= a->hi)) fail_case(index, q, "no interval");
    const double fault = shape_truth_turned_fault(truth, a->lo, a->hi, a->p, a->q);
    double size = q->radius;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 9; i++)
            size = fmax(size, fabs(q->vertex[i / 3][i % 3] * q->model.matrix[k][i % 3]));
        for (int i = 0; i < 6; i++)
            size = fmax(size, fabs(q->points[i / 3][i % 3] * q->pose.matrix[k][i % 3]));
        size = fmax(size, fabs(q->pose.translation[k]));
        size = fmax(size, fmax(fabs(q->model.translation[k]), fabs(q->frame.translation[k])));
    }
    if (fault > 1e-14 * size) fail_case(index, q, "the interval is wrong");
    // Doubles seldom lose the way before that.
    if (!(a->hi - a->lo <= 1e-9 * size)) fail_case(index, q, "the interval is wide");
    t->close += a->hi - a->lo <= 1e-12 * size;
}

static void check_straight(totals* t, uint64_t index, const shape_question* q,
                           const shape_truth* truth, const answers* a)
{
    t->wrong_lo += shape_truth_compare(truth, a->bounds.lo) < 0;
    t->wrong_hi += shape_truth_compare(truth, a->bounds.hi) > 0;
    t->tight += a->bounds.hi - a->bounds.lo <= 1e-9 * a->bounds.hi;
    if (!shape_truth_encloses(truth, a->lo, a->hi)) fail_case(index, q, "the distance");
    t->unique += (uint64_t)shape_truth_is_unique(truth);
}

static void check_case(totals* t, uint64_t index, const shape_question* q, const shape_truth* truth,
                       const answers* a)
{
    t->cases++;
    t->touching += (uint64_t)shape_truth_touches(truth);
    t->held += (uint64_t)shape_truth_holds(truth);
    t->exact += (uint64_t)a->was_exact;
    t->wrong_touch += a->touches != shape_truth_touches(truth);
    t->wrong_hold += a->holds != shape_truth_holds(truth);
    if (is_turned(q))
        check_turned(t, index, q, truth, a);
    else
        check_straight(t, index, q, truth, a);
    if (!is_turned(q) || shape_truth_touches(truth)) {
        const char* const fault = shape_truth_points_fault(truth, (int)a->feature, a->p, a->q);
        if (fault) fail_case(index, q, fault);
    }
    if (q->form != ORACLE_RAY || !shape_truth_touches(truth)) return;
    t->met++;
    if (!shape_truth_ray_encloses(truth, a->at[0], a->at[1])) fail_case(index, q, "t of a ray");
}

// -1, 0 or 1 as the first triangle is nearer than, as near as, or farther than the second.
static int order_of_two(const posed_shape* shape, const double* vertex[2][3])
{
    shape_least least = {.is_there = 0};
    shape_order order[2];
    for (int i = 0; i < 2; i++)
        order[i] = shape_least_take(&least, shape, vertex[i], NULL, &scratch);
    scratch.used = 0;
    if (order[0] == SHAPE_IN_CONTACT || order[1] == SHAPE_IN_CONTACT)
        return (order[1] == SHAPE_IN_CONTACT) - (order[0] == SHAPE_IN_CONTACT);
    return order[1] == SHAPE_NEARER ? 1 : order[1] == SHAPE_AS_NEAR ? 0 : -1;
}

static void check_couple(totals* all, uint64_t index)
{
    const couple c = couple_make(index);
    totals* const t = &all[c.q[0].form];
    shape_truth* truth[2];
    answers a[2];
    prepared p;
    int order = 0, met = 0;
    for (int i = 0; i < 2; i++)
        truth[i] = shape_truth_find(&c.q[i]);
    const double* vertex[2][3];
    for (int i = 0; i < 6; i++)
        vertex[i / 3][i % 3] = c.q[i / 3].vertex[i % 3];
    const int both = shape_truth_touches(truth[0]) && shape_truth_touches(truth[1]);
    float_mode_enter(&float_modes[index / ORACLE_FORMS % FLOAT_MODE_COUNT]);
    prepare(&p, &c.q[0]);
    for (int i = 0; i < 2; i++)
        ask(&p.shape, &c.q[i], shape_truth_touches(truth[i]), &a[i]);
    if (!is_turned(&c.q[0])) order = order_of_two(&p.shape, vertex);
    if (c.q[0].form == ORACLE_RAY && both)
        met = shape_ray_compare(&p.shape, vertex[0], vertex[1], &scratch);
    float_mode_leave();
    assert_int_equal(scratch.used, 0);
    shape_room room;
    if (shape_room_find(&p.shape, &room)) {
        const int place = shape_truth_room(truth[0], room.centre, room.axis, room.half);
        if (!place) fail_case(index, &c.q[0], "the shape's box does not hold it");
        t->housed++;
        t->snug += place == 2;
    }
    for (int i = 0; i < 2; i++)
        check_case(t, index, &c.q[i], truth[i], &a[i]);
    if (!is_turned(&c.q[0]) && order != shape_truth_order(truth[0], truth[1]))
        fail_case(index, &c.q[0], "the order of two");
    if (c.q[0].form == ORACLE_RAY && both && met != shape_truth_ray_order(truth[0], truth[1]))
        fail_case(index, &c.q[0], "the order along a ray");
    for (int i = 0; i < 2; i++)
        shape_truth_free(truth[i]);
}

static void same_as_rationals(void** state)
{
    (void)state;
    totals all[ORACLE_FORMS] = {0};
    uint64_t lo = 0, hi = 0, touch = 0, hold = 0;
    for (uint64_t i = 0; i < count; i++)
        check_couple(all, i);
    for (int f = 0; f < ORACLE_FORMS; f++) {
        const totals* const t = &all[f];
        printf("%-10s %6" PRIu64 " asked, %6" PRIu64 " in contact, %5" PRIu64 " held, %6" PRIu64
               " needed integers, %6" PRIu64 " tight, %6" PRIu64 " unique, %5" PRIu64
               " met, %5" PRIu64 " within 1e-12\n",
               form_name[f], t->cases, t->touching, t->held, t->exact, t->tight, t->unique, t->met,
               t->close);
        lo += t->wrong_lo;
        hi += t->wrong_hi;
        touch += t->wrong_touch;
        hold += t->wrong_hold;
        printf("%10s %6" PRIu64 " in a box, %6" PRIu64 " of them in no larger one than is needed\n",
               "", t->housed, t->snug);
        if (only < 0 && f != ORACLE_RAY && f != ORACLE_PLANE && f != ORACLE_HALF_SPACE)
            assert_true(t->housed > t->cases / 4 && t->snug > t->housed / 2);
        if (f == ORACLE_CYLINDER || f == ORACLE_CONE)
            assert_true(t->close >= (t->cases - t->touching) * 99 / 100);
        if (only < 0)
            assert_true(t->touching > t->cases / 20 && t->exact > 0 && t->exact < t->cases);
    }
    printf("wrong: lo %" PRIu64 ", hi %" PRIu64 ", contact %" PRIu64 ", held %" PRIu64
           "; at most %zu words of scratch\n",
           lo, hi, touch, hold, scratch.peak);
    assert_int_equal(lo, 0);
    assert_int_equal(hi, 0);
    assert_int_equal(touch, 0);
    assert_int_equal(hold, 0);
}

// Simple shapes away from the origin, turned: where doubles err most.
static void bounds_hold(void** state)
{
    (void)state;
    enum { KINDS = 3 };
    static const int form[KINDS] = {ORACLE_HULL, ORACLE_PLANE, ORACLE_RAY};
    uint64_t lo[KINDS] = {0}, hi[KINDS] = {0}, bounded = 0, hi_all = 0;
    const uint64_t turns = EXPECTS_WRONG ? 10800 : count * 12;  // few are so near a bound
    for (uint64_t i = 0; i < turns; i++) {
        random_source r = random_seeded(seed + 1, i);
        const int kind = (int)(i % KINDS);
        shape_question q;
        shape_bounds bounds;
        prepared p;
        memset(&q, 0, sizeof q);
        do
            random_shape(&r, STYLE_PLAIN, form[kind], &q);
        while (q.count > 3 || q.radius > 0);
        for (int m = 0; m < 2; m++) {
            oracle_map* const map = m ? &q.model : &q.pose;
            random_rotation(&r, map->matrix);
        }
        for (int k = 0; k < 3; k++)  // near each other, as seen from the origin
            q.model.translation[k] = q.pose.translation[k] = 1024 * random_unit(&r);
        random_triangle(&r, STYLE_PLAIN, q.vertex);
        const double* const vertex[3] = {q.vertex[0], q.vertex[1], q.vertex[2]};
        float_mode_enter(&float_modes[i / KINDS % FLOAT_MODE_COUNT]);
        prepare(&p, &q);
        shape_bound(&p.shape, vertex, &bounds);
        float_mode_leave();
        shape_truth* const truth = shape_truth_find(&q);
        lo[kind] += shape_truth_compare(truth, bounds.lo) < 0;
        hi[kind] += shape_truth_compare(truth, bounds.hi) > 0;
        bounded += bounds.lo > 0;
        shape_truth_free(truth);
    }
    for (int k = 0; k < KINDS; k++)
        printf("%-10s wrong: lo %" PRIu64 ", hi %" PRIu64 "\n", form_name[form[k]], lo[k], hi[k]);
    assert_true(bounded > turns / 2);
    for (int k = 0; k < KINDS; k++) {
        hi_all += hi[k];
        if (EXPECTS_WRONG)
            assert_true(lo[k] > 0);
        else
            assert_int_equal(lo[k], 0);
    }
    if (EXPECTS_WRONG)
        assert_true(hi_all > 0);
    else
        assert_int_equal(hi_all, 0);
}

// ---------------------------------------------------------------------------------------------- known answers

// The box from -1 to 1, as the design has it: which of its triangles a shape touches, as bits.
static unsigned touched(const posed_shape* shape)
{
    static const int corner[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                      {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                      {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    static const double at[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                    {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
    unsigned found = 0;
    for (int i = 0; i < 12; i++) {
        const double* const vertex[3] = {at[corner[i][0]], at[corner[i][1]], at[corner[i][2]]};
        int was_exact;
        if (shape_touches(shape, vertex, &scratch, &was_exact)) found |= 1u << i;
    }
    return found;
}

static void known_answers(void** state)
{
    (void)state;
    static const affine none = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    posed_shape s;
    const double ball[3] = {2, 2, 2}, axis[2][3] = {{0, 0, 2}, {0, 0, 3}};
    const struct {
        const double* points;
        size_t count;
        double radius;
        unsigned touched;
    } round[] = {
        {ball, 1, 1.7320508075688772, 0},
        {ball, 1, 1.7320508075688774, 1u << 2 | 1u << 3 | 1u << 6 | 1u << 7 | 1u << 9},
        {axis[0], 2, 1, 1u << 2 | 1u << 3},
        {axis[0], 2, 1 - 0x1p-53, 0},
    };
    for (int i = 0; i < 4; i++) {
        posed_shape_make_hull(&s, &none, round[i].points, round[i].count, round[i].radius);
        posed_shape_beside(&s, &none, NULL);
        assert_int_equal(touched(&s), round[i].touched);
    }
    const double below[3] = {0, 0, -1}, up[3] = {0, 0, 1}, high[3] = {0, 0, 5};
    posed_shape_make(&s, SHAPE_HALF_SPACE, &none, below, up, 0);
    posed_shape_beside(&s, &none, NULL);
    assert_int_equal(__builtin_popcount(touched(&s)), 10);
    posed_shape_make(&s, SHAPE_RAY, &none, high, below, 0);
    posed_shape_beside(&s, &none, NULL);
    assert_int_equal(touched(&s), 1u << 2 | 1u << 3 | 1u << 0 | 1u << 1);
    const double top[3][3] = {{-1, -1, 1}, {1, -1, 1}, {1, 1, 1}};
    const double bottom[3][3] = {{-1, -1, -1}, {1, 1, -1}, {1, -1, -1}};
    const double *const v[3] = {top[0], top[1], top[2]}, *const w[3] = {bottom[0], bottom[1],
                                                                        bottom[2]};
    double lo, hi;
    shape_ray_first(&s, v, &scratch, &lo, &hi);
    assert_true(lo == 4 && hi == 4);
    shape_ray_first(&s, w, &scratch, &lo, &hi);
    assert_true(lo == 6 && hi == 6);
    assert_int_equal(shape_ray_compare(&s, v, w, &scratch), -1);
    // The octahedron |x| + |y| + |z| <= 1, and corners of two boxes.
    const double octahedron[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                     {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    const double near[3][3] = {{0.5, 0.5, 0.5}, {0.5, 1, 0.5}, {1, 1, 0.5}};
    const double at[3][3] = {{0.25, 0.25, 0.5}, {0.25, 1, 0.5}, {1, 1, 0.5}};
    const double *const x[3] = {near[0], near[1], near[2]}, *const y[3] = {at[0], at[1], at[2]};
    int was_exact;
    posed_shape_make_hull(&s, &none, octahedron[0], 6, 0);
    posed_shape_beside(&s, &none, NULL);
    shape_distance(&s, x, NULL, &scratch, &lo, &hi);
    assert_true(lo <= 0.2886751345948129 && hi >= 0.2886751345948129 && hi - lo < 1e-16);
    assert_true(shape_touches(&s, y, &scratch, &was_exact) && was_exact);
}

int main(int argc, char** argv)
{
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    if (argc > 2) count = strtoull(argv[2], NULL, 10);
    if (argc > 3) only = (int)strtol(argv[3], NULL, 10);
    const struct CMUnitTest all[] = {cmocka_unit_test(bounds_hold), cmocka_unit_test(known_answers),
                                     cmocka_unit_test(same_as_rationals)};
    const struct CMUnitTest loose[] = {cmocka_unit_test(bounds_hold)};
    return EXPECTS_WRONG ? cmocka_run_group_tests(loose, NULL, NULL)
                         : cmocka_run_group_tests(all, NULL, NULL);
}
