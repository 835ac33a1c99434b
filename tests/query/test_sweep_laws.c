// test_sweep_laws.c - what any true answer about motions keeps to: the way back, a piece in two, both bodies moved alike, exact
// motions of everything, ways of nothing, many turns and half ones, other forms of trees, workers, budgets, and states of the
// floating-point unit. Answers are judged by integers, too (support/sweep_judge.h).
#include "support/boxes.h"
#include "support/float_mode.h"
#include "support/random_pairs.h"
#include "support/share.h"
#include "support/sweep_ask.h"
#include "support/sweep_judge.h"
#include "support/sweep_made.h"

#include <math.h>

static const abut_motion_ask plain = {.separation = 0};

static void corners_of(double out[108], double x0, double y0, double z0, double x1, double y1,
                       double z1)
{
    box_soup box;
    box_soup_make(&box, x0, y0, z0, x1, y1, z1);
    for (size_t i = 0; i < 36; i++)
        memcpy(out + 3 * i, box.vertices + 3 * (size_t)box_triangles[i], 3 * sizeof *out);
}

static void expect(sweep_judge* j, const sweep_case* c, const abut_motion_ask* ask,
                   const abut_first* f, const char* what, uint64_t index)
{
    const char* const fault = sweep_judge_fault(j, c, ask, f);
    if (!fault) return;
    sweep_print(what, f);
    fail_msg("%s, %llu: %s", what, (unsigned long long)index, fault);
}

static abut_first ask_once(const sweep_case* c, const abut_motion_ask* ask)
{
    sweep_models m = sweep_models_of(c, NULL);
    const abut_first f = sweep_ask(&m, c, 0, ask);
    sweep_models_free(&m);
    return f;
}

static int are_opposite(const abut_first* x, const abut_first* y)
{
    return (x->state == ABUT_MOTION_FREE && y->state == ABUT_MOTION_CONTACT) ||
           (x->state == ABUT_MOTION_CONTACT && y->state == ABUT_MOTION_FREE);
}

// ----------------------------------------------------------------------------------- the way back

// Numbers of few bits: then sums and halves of ways are exact.
static double coarse(double x)
{
    return ldexp(nearbyint(ldexp(x, 12)), -12);
}

static void coarsen(sweep_made* m)
{
    for (int side = 0; side < 2; side++) {
        for (int c = 0; c < 3; c++)
            m->c.body[side].pose.translation[c] = coarse(m->c.body[side].pose.translation[c]);
        for (size_t i = 0; i < m->c.pieces; i++) {
            abut_motion* const p = &m->pieces[side][i];
            for (int c = 0; c < 3; c++)
                p->way[c] = coarse(p->way[c]), p->pivot[c] = coarse(p->pivot[c]);
            p->degrees = coarse(p->degrees);
        }
    }
}

static void turn_back(sweep_made* out, const sweep_made* in)
{
    *out = *in;
    for (int side = 0; side < 2; side++) {
        sweep_body* const body = &out->c.body[side];
        body->corners = out->corners[side];
        if (!in->c.body[side].pieces) continue;
        body->pieces = out->pieces[side];
        abut_motion* const p = &out->pieces[side][0];
        abut_pose end;
        assert_int_equal(
            abut_motion_pose(&in->c.body[side].pose, in->c.body[side].pieces, 1, 1, &end), ABUT_OK);
        body->pose = end;
        if (p->to) {
            out->to[side][0] = in->c.body[side].pose;
            p->to = &out->to[side][0];
            continue;
        }
        for (int c = 0; c < 3; c++) {
            p->pivot[c] += p->way[c];
            p->way[c] = -p->way[c];
        }
        p->degrees = -p->degrees;
    }
}

// Where nothing turns the way back is exact: the last time of contact becomes the first, which the judge finds. Else poses are rounded by
// some last places, so that only contacts as shallow as that may be told in one way only.
static void the_way_back_is_as_free(void** state)
{
    (void)state;
    sweep_judge judge;
    sweep_judge_init(&judge, 448, 1e-3);
    size_t turned = 0, straight = 0;
    for (uint64_t i = 0; i < CASES(400); i++) {
        sweep_made m, back;
        sweep_make(&m, 31, i);
        if (m.c.pieces != 1) continue;
        coarsen(&m);
        turn_back(&back, &m);
        const abut_first f = ask_once(&m.c, &plain), g = ask_once(&back.c, &plain);
        expect(&judge, &m.c, &plain, &f, "there", i);
        expect(&judge, &back.c, &plain, &g, "and back", i);
        const int is_sharp = m.aim == MADE_ANYHOW || fabs(m.depth) > 1e-10;
        if (is_sharp && are_opposite(&f, &g)) {
            sweep_print("there", &f);
            sweep_print("back", &g);
            fail_msg("%llu: free in one way only", (unsigned long long)i);
        }
        if (sweep_case_is_straight(&m.c))
            straight++;
        else
            turned++;
    }
    assert_true(turned > CASES(100) && straight > CASES(10));
    sweep_judge_clear(&judge);
}

// ----------------------------------------------------------------------------------- a piece in two

// The first piece cut at a time of few bits: the same motion, exactly, of what is no way between poses.
static void cut(sweep_made* out, const sweep_made* in, double at)
{
    *out = *in;
    out->c.pieces = 2;
    for (int side = 0; side < 2; side++) {
        out->c.body[side].corners = out->corners[side];
        if (!in->c.body[side].pieces) continue;
        out->c.body[side].pieces = out->pieces[side];
        for (int part = 0; part < 2; part++) {
            abut_motion* const p = &out->pieces[side][part];
            *p = in->pieces[side][0];
            for (int c = 0; c < 3; c++) {
                p->way[c] *= part ? 1 - at : at;
                if (part) p->pivot[c] += at * in->pieces[side][0].way[c];
            }
            p->degrees *= part ? 1 - at : at;
        }
    }
}

// A time of the motion in two as one of the motion in one.
static double joined(double time, double at)
{
    return time <= 1 ? time * at : at + (time - 1) * (1 - at);
}

static void a_piece_in_two_is_the_same_way(void** state)
{
    (void)state;
    sweep_judge judge;
    sweep_judge_init(&judge, 448, 1e-3);
    size_t contacts = 0;
    for (uint64_t i = 0; i < CASES(400); i++) {
        sweep_made m, two;
        const made_motion kind = (made_motion)(MADE_STRAIGHT + i % 5);
        sweep_make_of(&m, 32, i, i % 3 ? MADE_REST : kind, kind);
        if (m.c.pieces != 1) continue;
        coarsen(&m);
        const double at = (double)(1 + i % 15) / 16;
        cut(&two, &m, at);
        const abut_first f = ask_once(&m.c, &plain), g = ask_once(&two.c, &plain);
        expect(&judge, &m.c, &plain, &f, "in one", i);
        expect(&judge, &two.c, &plain, &g, "in two", i);
        const int is_near = f.state == ABUT_MOTION_NEAR || g.state == ABUT_MOTION_NEAR;
        if (is_near) continue;
        assert_int_equal(f.state, g.state);
        if (f.state == ABUT_MOTION_FREE) continue;
        contacts++;
        assert_true(joined(g.t_lo, at) <= f.t_hi + 1e-15);
        assert_true(joined(g.t_hi, at) >= f.t_lo - 1e-15);
    }
    assert_true(contacts > CASES(100));
    sweep_judge_clear(&judge);
}

// ---------------------------------------------------------------------------------- both moved alike

// Motions that are equal bit by bit: contact at 0 or never, however they turn.
static void equal_motions_are_rest(void** state)
{
    (void)state;
    size_t at_once = 0, never = 0;
    for (uint64_t i = 0; i < CASES(400); i++) {
        sweep_made m;
        const made_motion kind = (made_motion)(MADE_STRAIGHT + i % 5);
        sweep_make_of(&m, 33, i, kind, kind);
        memcpy(m.pieces[1], m.pieces[0], sizeof m.pieces[0]);
        for (size_t k = 0; k < m.c.pieces; k++)
            if (i % 4 == 0 && kind != MADE_STRAIGHT)
                m.pieces[0][k].degrees = m.pieces[1][k].degrees = 0x1p20;
        const abut_first f = ask_once(&m.c, &plain);
        sweep_models models = sweep_models_of(&m.c, NULL);
        const abut_instance a = {.model = models.model[0], .pose = m.c.body[0].pose},
                            b = {.model = models.model[1], .pose = m.c.body[1].pose};
        abut_hits hits;
        assert_int_equal(abut_collide(models.query, &a, &b, NULL, &hits), ABUT_OK);
        const int is_met = hits.count > 0;
        sweep_models_free(&models);
        assert_int_equal(f.state, is_met ? ABUT_MOTION_CONTACT : ABUT_MOTION_FREE);
        assert_true(is_met ? !(f.t_lo > 0) && !(f.t_hi > 0) : !(f.t_lo < (double)m.c.pieces));
        at_once += (size_t)is_met, never += (size_t)!is_met;
    }
    assert_true(at_once > CASES(20) && never > CASES(100));
}

// The same way added to both, and axes exchanged, are exact: answers about what goes straight are the same bit by bit, and others
// are about the same times.
static void everything_moved_gives_the_same(void** state)
{
    (void)state;
    for (uint64_t i = 0; i < CASES(300); i++) {
        sweep_made m;
        sweep_make_of(&m, 34, i, MADE_MOTIONS, (made_motion)(MADE_STRAIGHT + i % 5));
        if (m.motion[0] == MADE_REST || m.c.pieces > 1 || m.motion[0] == MADE_BETWEEN) continue;
        coarsen(&m);
        const abut_first f = ask_once(&m.c, &plain);
        sweep_made moved = m;
        for (int side = 0; side < 2; side++) {
            moved.c.body[side].corners = moved.corners[side];
            moved.c.body[side].pieces = moved.pieces[side];
            moved.pieces[side][0].way[0] += 8;
            moved.pieces[side][0].way[2] -= 0.375;
        }
        const abut_first g = ask_once(&moved.c, &plain);
        if (f.state == ABUT_MOTION_NEAR || g.state == ABUT_MOTION_NEAR) continue;
        assert_int_equal(f.state, g.state);
        assert_true(f.t_lo <= g.t_hi && g.t_lo <= f.t_hi);
        if (!sweep_case_is_straight(&m.c)) continue;
        assert_memory_equal(&f.t_lo, &g.t_lo, sizeof f.t_lo);
        assert_memory_equal(&f.t_hi, &g.t_hi, sizeof f.t_hi);
    }
}

// ------------------------------------------------------------------------------------------- turns

// A rod along y and a small cube that it meets or not. Half turns go by the axis of which the first coordinate that is not 0 is positive.
static void half_turns_go_the_way_that_is_told(void** state)
{
    (void)state;
    static const struct {
        abut_pose to;
        double rod[6], cube[3];  // the rod's box, and where the rod is after a quarter
    } halves[] = {
        {{.rotation = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}}, {-.1, 0, -.1, .1, 2, .1}, {0, 0, 1.5}},
        {{.rotation = {{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}, {-.1, -.1, 0, .1, .1, 2}, {1.5, 0, 0}},
        {{.rotation = {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}}, {0, -.1, -.1, 2, .1, .1}, {0, 1.5, 0}},
        {{.rotation = {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}}}, {-.1, -.1, 0, .1, .1, 2}, {1, -1, 0}},
        {{.rotation = {{0, -1, 0}, {-1, 0, 0}, {0, 0, -1}}}, {-.1, -.1, 0, .1, .1, 2}, {-1, -1, 0}},
    };
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++)
        for (int way = 0; way < 2; way++) {
            double rod[108], cube[108];
            const double* r = halves[i].rod;
            corners_of(rod, r[0], r[1], r[2], r[3], r[4], r[5]);
            corners_of(cube, -.05, -.05, -.05, .05, .05, .05);
            const abut_motion turn = {.to = &halves[i].to};
            sweep_case c = {
                .body = {{rod, 12, {.scale = 0}, &turn}, {cube, 12, {.scale = 0}, NULL}},
                .pieces = 1};
            for (int k = 0; k < 3; k++)
                c.body[1].pose.translation[k] = (way ? -1 : 1) * halves[i].cube[k];
            const abut_first f = ask_once(&c, &plain);
            assert_int_equal(f.state, way ? ABUT_MOTION_FREE : ABUT_MOTION_CONTACT);
            assert_true(way || (f.t_hi < 0.5 && f.t_lo > 0.4));
        }
}

// The time of a contact at a known angle, for turns of any number of degrees, either way.
static void turns_of_any_number_meet_when_they_should(void** state)
{
    (void)state;
    static const double degrees[] = {30,   90,    180,    360,     361,    720,
                                     1800, 12345, 0x1p17, 1000003, 0x1p20, -0x1p20};
    double bar[108];
    corners_of(bar, 0, -.1, -.1, 2, .1, .1);
    for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++) {
        const double wall = degrees[i] < 0 ? -1 : 1;
        const double corners[9] = {-9, wall, -9, 9, wall, -9, 0, wall, 9};
        const abut_motion turn = {.axis = {0, 0, 4}, .degrees = degrees[i]};
        const sweep_case c = {
            .body = {{bar, 12, {.scale = 0}, &turn}, {corners, 1, {.scale = 0}, NULL}},
            .pieces = 1};
        const abut_motion_ask ask = {.resolution = 1e-10};
        const abut_first f = ask_once(&c, &ask);
        const double first = 27.09633105136146 / fabs(degrees[i]);
        assert_int_equal(f.state, ABUT_MOTION_CONTACT);
        assert_true(f.t_lo <= first * (1 + 4e-16) && f.t_hi >= first * (1 - 4e-16));
        assert_true(f.t_hi - f.t_lo <= 1e-10);
    }
}

// Ways of nothing, and whole turns between equal poses, are rest; a whole turn by degrees is not.
static void ways_of_nothing_are_rest(void** state)
{
    (void)state;
    double bar[108], far[108];
    corners_of(bar, 0, -.1, -.1, 2, .1, .1);
    corners_of(far, -2, -.1, -.1, -1, .1, .1);
    const abut_pose here = {.scale = 1};
    const abut_motion nothing[3] = {{.to = &here}, {.axis = {0, 0, 1}}, {.way = {0, -0.0, 0}}},
                      whole = {.axis = {0, 0, 1}, .degrees = 360};
    for (int k = 0; k < 4; k++) {
        const abut_motion* const way = k < 3 ? &nothing[k] : &whole;
        const sweep_case c = {.body = {{bar, 12, {.scale = 0}, way}, {far, 12, {.scale = 0}, NULL}},
                              .pieces = 1};
        const abut_first f = ask_once(&c, &plain);
        assert_int_equal(f.state, k < 3 ? ABUT_MOTION_FREE : ABUT_MOTION_CONTACT);
        const sweep_case at_once = {
            .body = {{bar, 12, {.scale = 0}, way}, {bar, 12, {.scale = 0}, NULL}}, .pieces = 1};
        const abut_first g = ask_once(&at_once, &plain);
        assert_int_equal(g.state, ABUT_MOTION_CONTACT);
        assert_true(!(g.t_lo > 0) && !(g.t_hi > 0));
    }
}

// ------------------------------------------------------------------------------------------- places

// Far from the origin, as maps have it: a bar turns beside a wall and keeps a millimetre, or meets it.
static void far_from_the_origin_is_as_near(void** state)
{
    (void)state;
    const double east = 500000, north = 4500000;
    double bar[108];
    corners_of(bar, 0, -.1, -.1, 2, .1, .1);
    for (int k = 0; k < 2; k++) {
        const double wall = k ? 1 : sqrt(4.01) + 1e-3;
        const double corners[9] = {-9, wall, -9, 9, wall, -9, 0, wall, 9};
        const abut_motion turn = {.axis = {0, 0, 1}, .degrees = 90, .pivot = {east, north, 100}};
        const abut_pose place = {.translation = {east, north, 100}};
        const sweep_case c = {.body = {{bar, 12, place, &turn}, {corners, 1, place, NULL}},
                              .pieces = 1};
        const abut_first f = ask_once(&c, &plain);
        assert_int_equal(f.state, k ? ABUT_MOTION_CONTACT : ABUT_MOTION_FREE);
        assert_true(!k || fabs(f.t_hi - 0.30107034501512736) < 2e-7);
    }
}

// -------------------------------------------------------------------------------------- ways to ask

// The states of the floating-point unit: whatever they change is still true.
static void every_mode_tells_the_truth(void** state)
{
    (void)state;
    sweep_judge judge;
    sweep_judge_init(&judge, 448, 1e-3);
    for (uint64_t i = 0; i < CASES(300); i++) {
        sweep_made m;
        sweep_make(&m, 35, i);
        const abut_build build = {.method = i % 2 ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE};
        sweep_models models = sweep_models_of(&m.c, &build);
        for (int k = 0; k < FLOAT_MODE_COUNT; k++) {
            float_mode_enter(&float_modes[k]);
            const abut_first f = sweep_ask(&models, &m.c, 0, &plain);
            float_mode_leave();
            expect(&judge, &m.c, &plain, &f, float_modes[k].name, i);
        }
        sweep_models_free(&models);
    }
    sweep_judge_clear(&judge);
}

// A budget leaves what is true: free up to t_lo. More is never less, and enough of it gives the whole answer.
static void budgets_leave_what_is_true(void** state)
{
    (void)state;
    size_t cut_short = 0;
    sweep_judge judge;
    sweep_judge_init(&judge, 448, 1e-3);
    for (uint64_t i = 0; i < CASES(200); i++) {
        sweep_made m;
        sweep_make(&m, 36, i);
        sweep_models models = sweep_models_of(&m.c, NULL);
        const abut_first whole = sweep_ask(&models, &m.c, 0, &plain);
        for (uint64_t budget = 1; budget < (uint64_t)1 << 40; budget *= 4) {
            const abut_motion_ask ask = {.budget = budget};
            const abut_first f = sweep_ask(&models, &m.c, 0, &ask);
            assert_true(f.t_lo <= whole.t_hi);
            if (f.complete) {
                assert_int_equal(f.state, whole.state);
                break;
            }
            cut_short++;
            assert_true(f.volume_tests + f.triangle_tests <= budget);
            if (f.state == ABUT_MOTION_CONTACT)  // known when it ended, and perhaps late
                assert_true(sweep_case_is_straight(&m.c) ||
                            sweep_judge_pair(&judge, &m.c, f.t_hi, f.pair.a, f.pair.b) >= 0);
            else
                assert_int_equal(f.state, ABUT_MOTION_UNDECIDED);
            assert_true(budget < (uint64_t)1 << 38);
        }
        sweep_models_free(&models);
    }
    assert_true(cut_short > CASES(200));
    sweep_judge_clear(&judge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_back_is_as_free),
        cmocka_unit_test(a_piece_in_two_is_the_same_way),
        cmocka_unit_test(equal_motions_are_rest),
        cmocka_unit_test(everything_moved_gives_the_same),
        cmocka_unit_test(half_turns_go_the_way_that_is_told),
        cmocka_unit_test(turns_of_any_number_meet_when_they_should),
        cmocka_unit_test(ways_of_nothing_are_rest),
        cmocka_unit_test(far_from_the_origin_is_as_near),
        cmocka_unit_test(every_mode_tells_the_truth),
        cmocka_unit_test(budgets_leave_what_is_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
