// test_frame_uses.c - what frames are for: contacts that composed poses lose; what is refused; motion, worlds; memory; and
// how far rounding has moved composed poses (abut_pose_slack).
#include "query/frame_check.h"
#include "support/float_mode.h"
#include "support/oracle_distance.h"
#include "support/share.h"

#include "abut/distance.h"
#include "abut/world.h"

#include <math.h>

static const uint64_t seed = 1;

// ---------------------------------------------------------------------------------------------- ties

// Two cubes that share a face, moved together: composed in doubles some part or cross; in a frame none does, and none of the
// composed ones is farther apart than what rounding may have done.
static void common_motions_keep_contacts(void** state)
{
    (void)state;
    enum { MOTIONS = 1000 };
    abut_model *a = cube_at(0), *b = cube_at(0);
    abut_query* q = query_new();
    rng r = {seed + 3};
    size_t as_before = 0, framed = 0, within = 0;
    abut_hits hits;
    const abut_pose right = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                             .translation = {1, 0, 0}};
    const abut_pose left = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const abut_instance x = {.model = a, .pose = left}, y = {.model = b, .pose = right};
    const abut_ask kinds = {.detail = ABUT_DETAIL_KINDS};
    abut_query* still = query_new();
    abut_hits rest;
    assert_int_equal(abut_collide(still, &x, &y, &kinds, &rest), ABUT_OK);
    assert_true(rest.count > 0);
    for (size_t i = 0; i < MOTIONS; i++) {
        abut_pose motion = pose_random(&r, 0.1);
        for (int k = 0; k < 3; k++)  // small and of few digits; else half of all would part
            motion.translation[k] = (double)(float)motion.translation[k];
        const abut_instance fx = {.model = a, .pose = left, .frame = &motion},
                            fy = {.model = b, .pose = right, .frame = &motion};
        const abut_instance cx = {.model = a, .pose = composed(&motion, &left)},
                            cy = {.model = b, .pose = composed(&motion, &right)};
        assert_int_equal(abut_collide(q, &cx, &cy, &kinds, &hits), ABUT_OK);
        as_before += hits.state == ABUT_STATE_CONTACT;
        assert_int_equal(abut_collide(q, &fx, &fy, &kinds, &hits), ABUT_OK);
        framed += (size_t)hits_are_equal(&hits, &rest);
        double slack[2];
        assert_int_equal(abut_pose_slack(&left, &motion, 1, a, &slack[0]), ABUT_OK);
        assert_int_equal(abut_pose_slack(&right, &motion, 1, b, &slack[1]), ABUT_OK);
        assert_true(slack[0] > 0 && slack[1] < 1e-13);
        abut_distance_answer d;
        assert_int_equal(abut_distance(q, &cx, &cy, NULL, &d), ABUT_OK);
        within += d.hi <= slack[0] + slack[1];
        assert_int_equal(abut_distance(q, &fx, &fy, NULL, &d), ABUT_OK);
        assert_true(d.hi == 0);
    }
    print_message("%d motions: composed in doubles %zu in contact, in a frame %zu as at rest, "
                  "within the slack %zu\n",
                  MOTIONS, as_before, framed, within);
    assert_in_range(as_before, MOTIONS * 85 / 100, MOTIONS * 95 / 100);
    assert_int_equal(framed, MOTIONS);
    assert_int_equal(within, MOTIONS);
    abut_query_free(still);
    abut_query_free(q);
    abut_model_free(a);
    abut_model_free(b);
}

// ------------------------------------------------------------------------------------------- refused

static void frames_that_are_no_poses_are_refused(void** state)
{
    (void)state;
    abut_model* a = cube_at(0);
    abut_query* q = query_new();
    abut_world* w = NULL;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    abut_pose bent = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1 + 0x1p-11 - 0x1p-20}}};
    struct {
        abut_pose pose, frame;
        abut_status status;
    } cases[] = {
        {{.scale = 1}, {.scale = 1}, ABUT_OK},
        {{.scale = 8}, {.scale = 0}, ABUT_OK},
        {{.scale = 1}, {.scale = 2}, ABUT_BAD_SCALE},
        {{.scale = 1}, {.scale = 0x1p-400}, ABUT_BAD_SCALE},
        {{.scale = 1}, {.translation = {(double)NAN, 0, 0}}, ABUT_NOT_FINITE},
        {{.scale = 1}, {.rotation = {{1, 0, 0}, {0, 2, 0}, {0, 0, 1}}}, ABUT_NOT_RIGID},
        {{.scale = 1}, {.rotation = {{1, 0, 0}, {0, HUGE_VAL, 0}, {0, 0, 1}}}, ABUT_NOT_FINITE},
        {bent, {.scale = 1}, ABUT_OK},
        {bent, bent, ABUT_NOT_RIGID},
        {{.translation = {0x1p1023, 0, 0}}, {.translation = {0x1p1022, 0, 0}}, ABUT_OK},
        {{.translation = {0x1p1023, 0, 0}}, {.translation = {0x1p1023, 0, 0}}, ABUT_NOT_FINITE},
        {{.translation = {0x1p1023, 0, 0}}, {.translation = {-0x1p1023, 0, 0}}, ABUT_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const abut_instance x = {.model = a, .pose = cases[i].pose, .frame = &cases[i].frame};
        const abut_instance y = {.model = a};
        abut_hits hits;
        abut_containment c;
        abut_distance_answer d;
        const abut_hits* many;
        const abut_question question = {x, y};
        abut_batch* batch = NULL;
        assert_int_equal(abut_collide(q, &x, &y, NULL, &hits), cases[i].status);
        assert_int_equal(abut_collide(q, &y, &x, NULL, &hits), cases[i].status);
        assert_int_equal(abut_contain(q, &y, &x, NULL, &c), cases[i].status);
        assert_int_equal(abut_distance(q, &x, &y, NULL, &d), cases[i].status);
        assert_int_equal(abut_batch_create(&batch, NULL), ABUT_OK);
        assert_int_equal(abut_collide_batch(batch, &question, 1, NULL, &many), cases[i].status);
        abut_batch_free(batch);
        uint32_t id;
        assert_int_equal(abut_world_add(w, &x, NULL), cases[i].status);
        assert_int_equal(abut_world_add(w, &y, &id), ABUT_OK);
        assert_int_equal(abut_world_move(w, id, &cases[i].pose), ABUT_OK);
        assert_int_equal(abut_world_frame(w, id, &cases[i].frame), cases[i].status);
        abut_instance is;
        assert_int_equal(abut_world_instance(w, id, &is), ABUT_OK);
        assert_int_equal(is.frame == NULL, cases[i].status != ABUT_OK);
        if (is.frame) assert_memory_equal(is.frame, &cases[i].frame, sizeof *is.frame);
    }
    assert_int_equal(abut_world_frame(w, 999, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_frame(NULL, 0, NULL), ABUT_BAD_ARGUMENT);
    abut_world_free(w);
    abut_query_free(q);
    abut_model_free(a);
}

// Places that are as far apart as doubles go, and farther than their difference does.
static void far_places_are_told_apart(void** state)
{
    (void)state;
    abut_model* a = cube_at(0);
    abut_query* q = query_new();
    rng r = {4};
    const abut_pose turn = pose_random(&r, 0), none = {.scale = 1};
    for (int i = 0; i < 2; i++) {
        const double far = i ? 0x1.8p1023 : 0x1p300;
        const abut_pose there = {.translation = {far, 0, 0}}, here = {.translation = {-far, 0, 0}};
        const abut_instance x = {.model = a, .pose = turn, .frame = &there},
                            y = {.model = a, .pose = none, .frame = &here};
        abut_hits hits;
        abut_distance_answer d;
        assert_int_equal(abut_collide(q, &x, &y, NULL, &hits), ABUT_OK);
        assert_int_equal(hits.state, ABUT_STATE_APART);
        assert_int_equal(abut_distance(q, &x, &y, NULL, &d), ABUT_OK);
        assert_true(d.lo >= far && d.lo <= 2 * far);
    }
    abut_query_free(q);
    abut_model_free(a);
}

// Equal frames that are not quite rigid: contacts are those without, lengths are not.
static void frames_that_stretch_count_for_lengths(void** state)
{
    (void)state;
    abut_model* a = cube_at(0);
    abut_query* q = query_new();
    const abut_pose stretch = {.rotation = {{1 + 0x1p-12, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const abut_pose quarter = {.rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
    const abut_pose there = {.translation = {3, 0, 0}};
    abut_instance x = {.model = a, .frame = &stretch},
                  y = {.model = a, .pose = there, .frame = &stretch};
    abut_distance_answer d;
    const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS};
    assert_int_equal(abut_distance(q, &x, &y, &points, &d), ABUT_OK);
    assert_true(d.lo == 2 + 0x1p-11 && d.hi == d.lo);
    assert_true(d.a_point[0] == 1 + 0x1p-12 && d.b_point[0] == 3 + 3 * 0x1p-12);
    x.frame = y.frame = &quarter;
    assert_int_equal(abut_distance(q, &x, &y, &points, &d), ABUT_OK);
    assert_true(d.lo == 2 && d.hi == 2 && d.a_point[1] == 1 && d.b_point[1] == 3);
    abut_query_free(q);
    abut_model_free(a);
}

// -------------------------------------------------------------------------------------------- motion

// Coherent questions in frames that move: by small steps, not at all, and away from frames and back.
static void coherent_questions_are_as_others(void** state)
{
    (void)state;
    enum { STEPS = 300 };
    for (int way = 0; way < 3; way++) {
        rng r = {seed + (uint64_t)way};
        const abut_build build = {.method = ABUT_METHOD_WIDE};
        soup_data sa = soup_random(SOUP_GENERIC, 60, 1), sb = soup_random(SOUP_GENERIC, 60, 2);
        abut_model *a = soup_build(&sa, &build), *b = soup_build(&sb, &build);
        abut_query *q = query_new(), *other = query_new();
        abut_pose frames[2] = {pose_random(&r, 1), pose_random(&r, 1)};
        abut_pose at = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .translation = {2, 0, 0}};
        const abut_pose zero = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        abut_pose pose = taken_out(&at, &frames[0]);
        const abut_pose own = taken_out(&zero, &frames[1]);
        size_t contacts = 0, apart = 0;
        for (int i = 0; i < STEPS; i++) {
            const int sort = (int)rng_below(&r, 8);
            if (sort > 3) frames[sort & 1].translation[sort % 3] += 0.01 * rng_signed(&r);
            at.translation[0] = 2 + 0.8 * sin(0.05 * i);
            if (sort == 2) pose = taken_out(&at, &frames[0]);
            if (sort == 3)  // the last bit alone: rounded, the product may be as it was
                frames[0].rotation[1][1] = nextafter(frames[0].rotation[1][1], 0);
            abut_instance x = {.model = a, .pose = pose, .frame = &frames[0]},
                          y = {.model = b, .pose = own, .frame = &frames[i % 16 != 15]};
            if (i % 32 == 31) x.frame = y.frame = NULL;
            abut_ask ask = {.limit = way == 0, .detail = ABUT_DETAIL_KINDS, .coherent = 1};
            if (way == 2) ask.budget = 200;
            abut_hits hits, plain;
            assert_int_equal(abut_collide(q, &x, &y, &ask, &hits), ABUT_OK);
            const abut_ask full = {.detail = ABUT_DETAIL_KINDS};
            assert_int_equal(abut_collide(other, &x, &y, &full, &plain), ABUT_OK);
            for (int tries = 0; way == 2 && !hits.complete && tries < 500; tries++)
                assert_int_equal(abut_collide(q, &x, &y, &ask, &hits), ABUT_OK);
            if (way)
                assert_true(hits_are_equal(&hits, &plain));
            else
                assert_int_equal(hits.state, plain.state);
            if (hits.distance_least > 0) {
                abut_distance_answer d;
                assert_int_equal(abut_distance(other, &x, &y, NULL, &d), ABUT_OK);
                assert_true(hits.distance_least <= d.lo);
            }
            contacts += plain.count != 0;
            apart += plain.count == 0;
        }
        print_message("%zu steps in contact, %zu apart\n", contacts, apart);
        assert_true(contacts > STEPS / 20 && apart > STEPS / 20);
        abut_query_free(q);
        abut_query_free(other);
        abut_model_free(a);
        abut_model_free(b);
        soup_free(&sa);
        soup_free(&sb);
    }
}

// -------------------------------------------------------------------------------------------- worlds

// The pairs of a world are those of abut_contain. Returns how many of those that move as one are in contact.
static size_t compare_world(abut_world* w, abut_query* q, uint32_t count, int with_relations)
{
    const abut_survey survey = with_relations ? ABUT_SURVEY_RELATIONS : ABUT_SURVEY_REGIONS;
    abut_clashes found;
    size_t at = 0, in_stack = 0;
    assert_int_equal(abut_world_collide(w, survey, NULL, &found), ABUT_OK);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++) {
            const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
            abut_instance x, y;
            abut_containment c;
            assert_int_equal(abut_world_instance(w, i, &x), ABUT_OK);
            assert_int_equal(abut_world_instance(w, k, &y), ABUT_OK);
            assert_int_equal(abut_contain(q, &x, &y, &ask, &c), ABUT_OK);
            in_stack += i % 6 != 5 && k % 6 != 5 && c.hits.count;
            if (!c.hits.count && (!with_relations || c.relation == ABUT_RELATION_SEPARATE))
                continue;
            assert_true(at < found.count && found.pairs[at].a == i && found.pairs[at].b == k);
            assert_int_equal(found.clashes[at].count, c.hits.count);
            if (with_relations) assert_int_equal(found.clashes[at].relation, c.relation);
            at++;
        }
    assert_int_equal(at, found.count);
    return in_stack;
}

// Its distances are those of abut_distance, to the last bit.
static void compare_gaps(abut_world* w, abut_query* q, uint32_t count)
{
    abut_clashes found;
    size_t at = 0;
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_DISTANCES, NULL, &found), ABUT_OK);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++, at++) {
            const abut_distance_ask ask = {.detail = ABUT_DETAIL_POINTS};
            const abut_distance_answer* told = &found.gaps[at].distance;
            abut_instance x, y;
            abut_distance_answer d;
            assert_int_equal(abut_world_instance(w, i, &x), ABUT_OK);
            assert_int_equal(abut_world_instance(w, k, &y), ABUT_OK);
            assert_int_equal(abut_distance(q, &x, &y, &ask, &d), ABUT_OK);
            assert_true(found.pairs[at].a == i && found.pairs[at].b == k);
            assert_true(told->lo == d.lo && told->hi == d.hi);
            assert_true(told->pair.a == d.pair.a && told->pair.b == d.pair.b);
            assert_memory_equal(told->a_point, d.a_point, sizeof d.a_point);
            assert_memory_equal(told->b_point, d.b_point, sizeof d.b_point);
        }
    assert_int_equal(at, found.count);
}

// A stack of cubes that moves as one, beside others that do not: the same pairs and regions as by abut_collide; and nothing
// of what touches in the stack is lost, wherever it goes.
static void worlds_carry_frames(void** state)
{
    (void)state;
    enum { PARTS = 12 };
    abut_model* cube = cube_at(0);
    abut_query* q = query_new();
    rng r = {seed + 21};
    abut_world* w = NULL;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    abut_pose motion = pose_random(&r, 3);
    abut_instance parts[PARTS];
    for (int i = 0; i < PARTS; i++) {
        parts[i] = (abut_instance){.model = cube,
                                   .pose = {.translation = {i % 3, i / 3 % 2, i / 6}},
                                   .frame = i % 6 == 5 ? NULL : &motion};
        uint32_t id;
        assert_int_equal(abut_world_add(w, &parts[i], &id), ABUT_OK);
        assert_int_equal(id, i);
    }
    size_t stack = 0;
    for (int step = 0; step < 12; step++) {
        const size_t in_stack = compare_world(w, q, PARTS, step % 2);
        compare_gaps(w, q, PARTS);
        if (!step) stack = in_stack;
        assert_int_equal(in_stack, stack);
        motion = pose_random(&r, 3);
        for (uint32_t i = 0; i < PARTS; i++)
            if (i % 6 != 5) assert_int_equal(abut_world_frame(w, i, &motion), ABUT_OK);
        const abut_pose to = pose_random(&r, 2);
        assert_int_equal(abut_world_move(w, 5, &to), ABUT_OK);
        // A frame that the world told may be given back to it.
        abut_instance told;
        assert_int_equal(abut_world_instance(w, 0, &told), ABUT_OK);
        assert_int_equal(abut_world_frame(w, 0, told.frame), ABUT_OK);
        assert_int_equal(abut_world_move(w, 0, &told.pose), ABUT_OK);
    }
    assert_true(stack > 20);
    assert_int_equal(abut_world_frame(w, 3, NULL), ABUT_OK);
    abut_instance told;
    assert_int_equal(abut_world_instance(w, 3, &told), ABUT_OK);
    assert_null(told.frame);
    assert_int_equal(abut_world_remove(w, 4), ABUT_OK);
    assert_int_equal(abut_world_add(w, &parts[4], NULL), ABUT_OK);
    abut_world_free(w);
    abut_query_free(q);
    abut_model_free(cube);
}

// -------------------------------------------------------------------------------------------- memory

// Every allocation of these calls fails in turn: the call says so, and is right when asked again.
static void failures_of_memory_are_told(void** state)
{
    (void)state;
    rng r = {seed + 30};
    abut_model* cube = cube_at(0);
    const abut_pose f = pose_random(&r, 1), g = pose_random(&r, 1);
    const abut_instance x = {.model = cube, .frame = &f}, y = {.model = cube, .frame = &g};
    size_t failures = 0;
    for (size_t fail_at = 0;; fail_at++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_query* q = NULL;
        abut_world* w = NULL;
        abut_hits hits;
        abut_distance_answer d;
        abut_clashes found;
        c.fail_at = fail_at;
        abut_status status = abut_query_create(&q, &host);
        if (!status) status = abut_collide(q, &x, &y, NULL, &hits);
        if (!status) status = abut_distance(q, &x, &y, NULL, &d);
        if (!status) status = abut_world_create(&w, &host);
        if (!status) status = abut_world_add(w, &x, NULL);
        if (!status) status = abut_world_add(w, &(abut_instance){.model = cube}, NULL);
        if (!status) status = abut_world_frame(w, 1, &g);
        if (!status) status = abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found);
        const int is_done = status == ABUT_OK;
        if (!is_done) {
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            failures++;
            c.fail_at = SIZE_MAX;
            if (q) assert_int_equal(abut_collide(q, &x, &y, NULL, &hits), ABUT_OK);
            if (w) assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found), 0);
        }
        abut_query_free(q);
        abut_world_free(w);
        assert_int_equal(c.blocks, 0);
        if (is_done) break;
    }
    assert_true(failures > 8);
    abut_model_free(cube);
}

// --------------------------------------------------------------------------------------------- slack

static void move(mpq_t out[3], const affine* map, mpq_t x[3])
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < 3; i++) {
        mpq_set_d(out[i], map->translation[i]);
        for (int k = 0; k < 3; k++) {
            mpq_set_d(t, map->matrix[i][k]);
            mpq_mul(t, t, x[k]);
            mpq_add(out[i], out[i], t);
        }
    }
    mpq_clear(t);
}

// How far a point of a product in doubles is from where the product in real arithmetic has it: the square.
static void square_of_shift(mpq_t out, const affine maps[], int count, const affine* product,
                            const double v[3])
{
    mpq_t x[2][3], y[3];
    for (int i = 0; i < 3; i++) {
        mpq_inits(x[0][i], x[1][i], y[i], NULL);
        mpq_set_d(x[0][i], v[i]);
    }
    move(y, product, x[0]);
    for (int m = 0; m < count; m++)
        move(x[!(m % 2)], &maps[m], x[m % 2]);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < 3; i++) {
        mpq_sub(y[i], y[i], x[count % 2][i]);
        mpq_mul(y[i], y[i], y[i]);
        mpq_add(out, out, y[i]);
        mpq_clears(x[0][i], x[1][i], y[i], NULL);
    }
}

static void slack_is_above_every_shift(void** state)
{
    (void)state;
    enum { CHAIN = 8 };
    rng r = {seed + 40};
    mpq_t square;
    mpq_init(square);
    double worst = 0;
    for (size_t n = 0; n < CASES(600); n++) {
        const int products = 1 + (int)(n % CHAIN);
        const double far = pow(10, (double)rng_below(&r, 7) - 2);
        soup_data s = soup_random(SOUP_GENERIC, 4, rng_next(&r));
        soup_transform(&s, pow(10, (double)rng_below(&r, 4) - 2), 0);
        abut_model* model = soup_build(&s, NULL);
        affine maps[CHAIN + 1];
        abut_pose now = pose_random(&r, far), inner = now, outer = {.scale = 1};
        abut_pose worst_outer = outer;
        maps[0] = oracle_affine(&now);
        double way = -1, arm = -1, slack = 0;
        for (int k = 1; k <= products; k++) {
            const double* t = now.translation;
            const double length = t[0] * t[0] + t[1] * t[1] + t[2] * t[2];
            if (length > arm) arm = length, inner = now;
            outer = pose_random(&r, far);
            for (int i = 0; i < 9 && n % 2; i++)
                outer.rotation[i / 3][i % 3] += 0x1p-14 * rng_signed(&r);
            if (n % 2 && k > 1) memcpy(outer.rotation, worst_outer.rotation, sizeof outer.rotation);
            const double most = fmax(fabs(outer.translation[0]),
                                     fmax(fabs(outer.translation[1]), fabs(outer.translation[2])));
            if (most > way) way = most, worst_outer = outer;
            maps[k] = oracle_affine(&outer);
            now = composed(&outer, &now);
        }
        float_mode_enter(&float_modes[n % FLOAT_MODE_COUNT]);
        const abut_status status = abut_pose_slack(&inner, &worst_outer, products, model, &slack);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        const affine product = oracle_affine(&now);
        for (size_t v = 0; v < s.vertex_count; v++) {
            square_of_shift(square, maps, products + 1, &product, s.vertices + 3 * v);
            assert_true(oracle_compare_double(slack, square) >= 0);
            worst = fmax(worst, sqrt(mpq_get_d(square)) / slack);
        }
        abut_model_free(model);
        soup_free(&s);
    }
    print_message("rounding took up to %.2f of the slack\n", worst);
    assert_true(worst > 0.05);  // a bound that is much too wide would hold, too
    mpq_clear(square);
}

static void slack_says_what_it_cannot_tell(void** state)
{
    (void)state;
    abut_model* cube = cube_at(0);
    abut_model* empty = NULL;
    const abut_soup nothing = {.vertex_count = 0};
    assert_int_equal(abut_model_build(&empty, &nothing, NULL), ABUT_OK);
    const abut_pose one = {.scale = 1}, two = {.scale = 2},
                    bad = {.translation = {(double)NAN, 0, 0}},
                    far = {.translation = {0x1p1000, 0, 0}};
    double x = -1;
    assert_int_equal(abut_pose_slack(&one, &one, 1, cube, &x), ABUT_OK);
    // 3.1 u |v| of (1, 1, 1), in three coordinates.
    assert_true(x >= sqrt(3) * 3.1 * 3 * 0x1p-53 && x <= 1.001 * sqrt(3) * 3.1 * 3 * 0x1p-53);
    assert_int_equal(abut_pose_slack(&one, &one, 0, cube, &x), ABUT_OK);
    assert_true(x == 0);
    x = -1;
    assert_int_equal(abut_pose_slack(&one, &one, 1, empty, &x), ABUT_OK);
    assert_true(x == 0);
    assert_int_equal(abut_pose_slack(&far, &one, 1, cube, &x), ABUT_OK);
    assert_true(x == HUGE_VAL);
    assert_int_equal(abut_pose_slack(&one, &far, 1, cube, &x), ABUT_OK);
    assert_true(x == HUGE_VAL);
    x = -1;
    assert_int_equal(abut_pose_slack(&two, &one, 1, cube, &x), ABUT_BAD_SCALE);
    assert_int_equal(abut_pose_slack(&one, &two, 1, cube, &x), ABUT_BAD_SCALE);
    assert_int_equal(abut_pose_slack(&bad, &one, 1, cube, &x), ABUT_NOT_FINITE);
    assert_int_equal(abut_pose_slack(&one, &bad, 1, cube, &x), ABUT_NOT_FINITE);
    assert_int_equal(abut_pose_slack(NULL, &one, 1, cube, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_slack(&one, NULL, 1, cube, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_slack(&one, &one, -1, cube, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_slack(&one, &one, 1, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_slack(&one, &one, 1, cube, NULL), ABUT_BAD_ARGUMENT);
    assert_true(x == -1);
    abut_model_free(cube);
    abut_model_free(empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(common_motions_keep_contacts),
        cmocka_unit_test(frames_that_are_no_poses_are_refused),
        cmocka_unit_test(far_places_are_told_apart),
        cmocka_unit_test(frames_that_stretch_count_for_lengths),
        cmocka_unit_test(coherent_questions_are_as_others),
        cmocka_unit_test(worlds_carry_frames),
        cmocka_unit_test(failures_of_memory_are_told),
        cmocka_unit_test(slack_is_above_every_shift),
        cmocka_unit_test(slack_says_what_it_cannot_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
