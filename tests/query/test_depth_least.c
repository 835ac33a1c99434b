// test_depth_least.c - abut_depth_least and abut_signed_distance where the answer is known: boxes, bars, a pin, corners;
// cut into many triangles, exchanged, scaled, in frames, by both methods, and with more solids far away, which takes the
// general search in place of that for convex ones. Polytopes at random: test_depth_convex.c.
#include "query/least_check.h"
#include "support/float_mode.h"
#include "support/share.h"

enum { BOX, TIP, PIN };

// Boxes by their low and high corners. TIP: b is a tetrahedron with its tip at (0, 0, 0.75); PIN: a is a frame of four
// bars; turned: b is turned by 45 degrees about z.
typedef struct known {
    const char* name;
    double a[6], b[6];
    double depth;
    int kind, turned, cuts;  // cuts: so many may be made of a face
} known;

static const known cases[] = {
    {"D1", {-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, 0.5, BOX, 0, 32},
    {"D2", {-2, -1, 0, 0, 1, 2}, {0, -1, 0, 2, 1, 2}, 0, BOX, 0, 4},
    {"D3", {0, -.1, 0, 2, .1, 3}, {1.95, -.1, 0, 3.95, .1, 3}, 2 - 1.95, BOX, 0, 1},
    {"D4", {-1, -1, -1, 1, 1, 1}, {-.25, -.25, -.25, .25, .25, .25}, 1.25, BOX, 0, 8},
    {"D5", {-1, -1, -1, 1, 1, 1}, {-1, -1, -1, 1, 1, 1}, 0.41421356237309503, BOX, 1, 8},
    {"D6", {-5, -.5, -.5, 5, .5, .5}, {-.5, -5, -.5, .5, 5, .5}, 1, BOX, 0, 8},
    {"D7", {0}, {-.25, -.5, -2, .75, .5, 2}, 0.125, PIN, 0, 4},
    {"D9", {-.5, -.5, -.5, .5, .5, .5}, {.25, .25, .25, .5, .5, .5}, 0.25, BOX, 0, 4},
    {"D10", {-1, -1, -1, 1, 1, 1}, {0}, 0.25, TIP, 0, 8},
    {"D11", {0, 0, 0, 1, 1, 1}, {1 - 0x1p-20, 0, 0, 2 - 0x1p-20, 1, 1}, 0x1p-20, BOX, 0, 4},
    {"P-e14b", {0, 0, 0, 1, 1, 1}, {.999999, .25, .25, 2, .75, .75}, 1 - .999999, BOX, 0, 1},
    {"P-e18", {-.5, -.5, -.5, .5, .5, .5}, {.3, .3, .3, .5, .5, .5}, .5 - .3, BOX, 0, 1},
    {"P-2939", {0, 5310, 100, 90, 5400, 150}, {30, 5310, 100, 60, 5340, 120}, 20, BOX, 0, 2},
};
enum { CASE_COUNT = sizeof cases / sizeof *cases };

static void add_box(solid* s, const double box[6], int cuts)
{
    solid_add_box(s, box, box + 3, cuts, 0);
}

static void make_known(const known* k, int cuts, int far, solid out[2])
{
    static const double bars[4][6] = {{.625, -1, -.5, 1, 1, .5},
                                      {-1, -1, -.5, -.625, 1, .5},
                                      {-.625, .625, -.5, .625, 1, .5},
                                      {-.625, -1, -.5, .625, -.625, .5}};
    static const double tip[4][3] = {{0, 0, .75}, {2, 0, 3}, {-1, 2, 3}, {-1, -2, 3}};
    static const double away[2][6] = {{900, 0, 0, 901, 1, 1}, {-901, 0, 0, -900, 1, 1}};
    if (k->kind == PIN)
        for (int i = 0; i < 4; i++)
            add_box(&out[0], bars[i], 1);
    else
        add_box(&out[0], k->a, cuts);
    for (int i = 0; k->kind == TIP && i < 4; i++) {
        double corner[3][3];
        for (int c = 0; c < 3; c++)
            memcpy(corner[c], tip[(i + c) % 4], sizeof corner[c]);
        solid_add_triangle(&out[1], (const double(*)[3])corner);
    }
    if (k->kind != TIP) add_box(&out[1], k->b, cuts);
    for (int side = 0; far && side < 2; side++)
        add_box(&out[side], away[side], 1);
}

static abut_pose pose_of(const known* k, int side, double scale)
{
    abut_pose p = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = scale};
    if (side && k->turned) {
        p.rotation[0][0] = p.rotation[1][1] = p.rotation[1][0] = sqrt(0.5);
        p.rotation[0][1] = -sqrt(0.5);
        p.translation[0] = 2 * scale;
    }
    return p;
}

static void expect_known(const known* k, int cuts, int far, abut_method method, double scale)
{
    solid s[2] = {{0}, {0}};
    world w;
    make_known(k, cuts, far, s);
    world_open(&w, s, method);
    for (int side = 0; side < 2; side++)
        w.instance[side].pose = pose_of(k, side, scale);
    for (int swapped = 0; swapped < 2; swapped++) {
        const abut_solids_ask near = {.absolute = 0x1p-18 * k->depth * scale};
        const abut_depth_least_answer d = ask_least(&w, swapped, far ? &near : NULL);
        const double truth = k->depth * scale, slack = k->turned ? truth * 0x1p-50 : 0;
        assert_true(d.lo <= truth + slack && d.hi >= truth - slack);
        assert_true(d.complete);
        assert_true(d.hi - d.lo <= 0x1p-18 * truth);
        if (k->depth > 0 && !far && k->kind != PIN) {
            assert_true(d.is_convex);
            assert_true(d.hi <= nextafter(d.lo, (double)INFINITY));
            if (!k->turned) assert_true(d.lo == truth && d.hi == truth);
        }
        expect_free(&w, swapped, &d);
    }
    world_close(&w);
    solid_free(&s[0]);
    solid_free(&s[1]);
}

static void known_depths(void** state)
{
    (void)state;
    for (int i = 0; i < CASE_COUNT; i++)
        for (int far = 0; far < 2; far++) {
            const int most = far && cases[i].cuts > 2 ? 2 : cases[i].cuts;
            expect_known(&cases[i], 1, far, ABUT_METHOD_WIDE, 1);
            expect_known(&cases[i], 1, far, ABUT_METHOD_BRUTE, 1);
            if (most > 1) expect_known(&cases[i], most, far, ABUT_METHOD_WIDE, 1);
        }
}

static const known* case_named(const char* name)
{
    for (int i = 0; i < CASE_COUNT; i++)
        if (!strcmp(cases[i].name, name)) return &cases[i];
    fail_msg("no case %s", name);
    return NULL;
}

static void known_world(world* w, const known* k, int far)
{
    solid s[2] = {{0}, {0}};
    make_known(k, 1, far, s);
    world_open(w, s, ABUT_METHOD_WIDE);
    for (int side = 0; side < 2; side++) {
        w->instance[side].pose = pose_of(k, side, 1);
        solid_free(&s[side]);
    }
}

static void small_and_large(void** state)
{
    (void)state;
    for (int far = 0; far < 2; far++)
        for (int sign = -1; sign <= 1; sign += 2) {
            expect_known(case_named("D4"), 1, far, ABUT_METHOD_WIDE, ldexp(1, 300 * sign));
            expect_known(case_named("D5"), 1, far, ABUT_METHOD_WIDE, ldexp(1, 300 * sign));
            expect_known(case_named("D7"), 1, far, ABUT_METHOD_WIDE, ldexp(1, 300 * sign));
        }
}

static void in_every_mode(void** state)
{
    static const char* const names[] = {"D3", "D5", "D7", "D9"};
    (void)state;
    for (int i = 0; i < 8; i++) {
        const known* const k = case_named(names[i / 2]);
        const abut_solids_ask near = {.absolute = 0x1p-12 * k->depth};
        world w;
        known_world(&w, k, i % 2);
        for (int m = 0; m < FLOAT_MODE_COUNT; m++) {
            abut_depth_least_answer d;
            float_mode_enter(&float_modes[m]);
            const abut_status status =
                abut_depth_least(w.query, &w.instance[0], &w.instance[1], &near, &d);
            float_mode_leave();
            const double slack = k->turned ? k->depth * 0x1p-50 : 0;
            assert_int_equal(status, ABUT_OK);
            assert_true(d.complete && d.lo <= k->depth + slack && d.hi >= k->depth - slack);
            assert_true(d.hi - d.lo <= near.absolute);
            expect_free(&w, 0, &d);
        }
        world_close(&w);
    }
}

// Frames that turn by quarters drop out, but for what is told; others are refused.
static void in_frames(void** state)
{
    static const abut_pose turn = {
        .rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, .translation = {0.1, 1e6, -3}, .scale = 1};
    (void)state;
    for (int far = 0; far < 2; far++) {
        world w;
        known_world(&w, case_named("D7"), far);
        const abut_depth_least_answer d = ask_least(&w, 0, NULL);
        for (int side = 0; side < 2; side++)
            w.instance[side].frame = &turn;
        const abut_depth_least_answer e = ask_least(&w, 0, NULL);
        assert_true(d.lo == e.lo && d.hi == e.hi);
        assert_true(e.translation[0] == -d.translation[1] && e.translation[1] == d.translation[0]);
        assert_true(fabs(e.point[1] - (d.point[0] + 1e6)) < 1e-6);
        abut_pose other = turn;
        abut_depth_least_answer untouched = d;
        other.translation[0] = 0;
        w.instance[1].frame = &other;
        assert_int_equal(
            abut_depth_least(w.query, &w.instance[0], &w.instance[1], NULL, &untouched),
            ABUT_BAD_COMBINATION);
        assert_memory_equal(&untouched, &d, sizeof d);
        world_close(&w);
    }
}

// Open components have no inside: they take no part, and alone there is no depth.
static void open_components(void** state)
{
    static const double large[6] = {-9, -9, -9, 9, 9, 9};
    (void)state;
    for (int far = 0; far < 2; far++) {
        solid s[2] = {{0}, {0}}, open[2] = {{0}, {0}};
        world w;
        make_known(case_named("D7"), 1, far, s);
        world_open(&w, s, ABUT_METHOD_WIDE);
        const abut_depth_least_answer d = ask_least(&w, 0, NULL);
        world_close(&w);
        for (int side = 0; side < 2; side++) {
            solid_add_box(&s[side], large, large + 3, 1, 1);
            solid_add_box(&open[side], large, large + 3, 1, 2);
        }
        world_open(&w, s, ABUT_METHOD_WIDE);
        const abut_depth_least_answer e = ask_least(&w, 0, NULL);
        assert_true(d.lo == e.lo && d.hi == e.hi && e.reason == ABUT_REASON_NONE);
        world_close(&w);
        world_open(&w, open, ABUT_METHOD_WIDE);
        const abut_depth_least_answer f = ask_least(&w, 0, NULL);
        assert_true(f.lo == 0 && f.hi == 0 && f.complete && f.reason == ABUT_REASON_OPEN);
        world_close(&w);
        for (int side = 0; side < 2; side++) {
            solid_free(&s[side]);
            solid_free(&open[side]);
        }
    }
}

// Two rooms that a bar joins: no pair of balls tells it, but the planes of each room and the bar.
static void make_rooms(solid s[2])
{
    static const double rooms[2][6] = {{0, -1, -1, 1, 1, 1}, {3, -1, -1, 4, 1, 1}};
    static const double bar[6] = {.5, -.5, -.5, 3.5, .5, .5};
    add_box(&s[0], rooms[0], 1);
    add_box(&s[0], rooms[1], 1);
    add_box(&s[1], bar, 1);
}

// However early it ends, the answer is true; more is never worse.
static void budgets(void** state)
{
    (void)state;
    solid s[2] = {{0}, {0}};
    world w;
    double lo = 0, hi = (double)INFINITY;
    make_rooms(s);
    world_open(&w, s, ABUT_METHOD_WIDE);
    for (uint64_t budget = 1; budget < 4000000; budget *= 4) {
        const abut_solids_ask ask = {.budget = budget, .relative = 0.1};
        const abut_depth_least_answer d = ask_least(&w, 0, &ask);
        assert_true(d.lo <= 1.5 && d.hi >= 1.5 && d.lo >= lo && d.hi <= hi);
        assert_true(d.complete == (d.hi - d.lo <= 0.1 * d.hi));
        expect_free(&w, 0, &d);
        lo = d.lo;
        hi = d.hi;
    }
    assert_true(hi <= 1.5 * (1 + 0x1p-40) && lo > 0.9);
    const abut_solids_ask late = {.deadline = 1};
    const abut_depth_least_answer d = ask_least(&w, 0, &late), e = ask_least(&w, 0, NULL);
    assert_true(d.lo <= 1.5 && d.hi >= 1.5 && !d.complete);
    assert_true(e.lo <= 1.5 && e.hi >= 1.5 && e.hi <= 1.5 * (1 + 0x1p-40));
    assert_true(e.complete && e.lo > 1.4999);  // by planes: balls leave 1.47
    world_close(&w);
    solid_free(&s[0]);
    solid_free(&s[1]);
}

// Convex solids, too, are left when there is no time; the answer is true.
static void no_time_for_convex(void** state)
{
    (void)state;
    static const double boxes[2][6] = {{0, 0, 0, 4, 4, 4}, {1, 1, 3.5, 3, 3, 6}};
    const abut_solids_ask late = {.deadline = 1};
    solid s[2] = {{0}, {0}};
    world w;
    for (int side = 0; side < 2; side++)
        add_box(&s[side], boxes[side], 1);
    world_open(&w, s, ABUT_METHOD_WIDE);
    const abut_depth_least_answer d = ask_least(&w, 0, &late), e = ask_least(&w, 0, NULL);
    assert_true(d.lo <= 0.5 && d.hi >= 0.5 && !d.is_convex);
    assert_true(e.lo == 0.5 && e.hi == 0.5 && e.is_convex && e.complete);
    world_close(&w);
    solid_free(&s[0]);
    solid_free(&s[1]);
}

// Nothing shorter than lo frees b: translations at random.
static void nothing_shorter_frees(void** state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        solid s[2] = {{0}, {0}};
        const abut_solids_ask ask = {.budget = 300000};
        rng r = {7};
        world w;
        if (i)
            make_known(case_named(i == 1 ? "D7" : "D6"), 1, 1, s);
        else
            make_rooms(s);
        world_open(&w, s, ABUT_METHOD_WIDE);
        const abut_depth_least_answer d = ask_least(&w, 0, &ask);
        for (int n = 0; n < CASES(160); n++) {
            abut_pose shift = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};
            abut_instance b = w.instance[1];
            abut_containment found;
            double square = 0;
            for (int k = 0; k < 3; k++) {
                shift.translation[k] = rng_signed(&r);
                square += shift.translation[k] * shift.translation[k];
            }
            for (int k = 0; k < 3; k++)
                shift.translation[k] *= d.lo / sqrt(square) * (1 - 1e-9);
            b.frame = &shift;
            assert_int_equal(abut_contain(w.query, &w.instance[0], &b, NULL, &found), ABUT_OK);
            assert_true(found.relation != ABUT_RELATION_SEPARATE &&
                        found.relation != ABUT_RELATION_TOUCHING);
        }
        world_close(&w);
        solid_free(&s[0]);
        solid_free(&s[1]);
    }
}

// ------------------------------------------------------------------------------------------ failures

static abut_status ask_one(const world* w, abut_query* q, int is_signed, void* out)
{
    const abut_solids_ask ask = {.relative = 0.3, .budget = 3000};
    if (is_signed) return abut_signed_distance(q, &w->instance[0], &w->instance[1], &ask, out);
    return abut_depth_least(q, &w->instance[0], &w->instance[1], &ask, out);
}

// Each allocation fails, each call of progress cancels: the status says so, nothing is told, and then it answers.
static void failures(void** state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        solid s[2] = {{0}, {0}};
        counting memory = counting_begin();
        abut_host host = counting_host(&memory);
        union {
            abut_depth_least_answer least;
            abut_signed_answer with_sign;
            unsigned char bytes[512];
        } out, before;
        world w;
        size_t fails = 0, cancels = 0;
        if (i < 2)
            make_rooms(s);
        else
            make_known(case_named(i < 4 ? "D10" : "D7"), 1, 0, s);
        if (i == 5) {
            static const double more[6] = {5, 5, 5, 6, 6, 6};
            solid_add_box(&s[1], more, more + 3, 1, 1);
        }
        world_open(&w, s, ABUT_METHOD_WIDE);
        memset(&before, 0x5A, sizeof before);
        for (int fail = 1; fail; fails++) {
            abut_query* q = NULL;
            assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
            out = before;
            memory.fail_at = memory.allocations + fails;
            const abut_status status = ask_one(&w, q, i % 2, &out);
            fail = memory.allocations > memory.fail_at;
            memory.fail_at = SIZE_MAX;
            assert_int_equal(status, fail ? ABUT_OUT_OF_MEMORY : ABUT_OK);
            if (fail) {
                assert_memory_equal(&out, &before, sizeof out);
                assert_int_equal(ask_one(&w, q, i % 2, &out), ABUT_OK);
            }
            abut_query_free(q);
            assert_int_equal(memory.blocks, 0);
        }
        for (int cancel = 1; cancel; cancels = cancels * 3 / 2 + 1) {
            abut_query* q = NULL;
            assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
            out = before;
            memory.progress_calls = 0;
            memory.cancel_at = cancels;
            const abut_status status = ask_one(&w, q, i % 2, &out);
            cancel = memory.progress_calls > cancels;
            memory.cancel_at = SIZE_MAX;
            assert_int_equal(status, cancel ? ABUT_CANCELLED : ABUT_OK);
            if (cancel) assert_memory_equal(&out, &before, sizeof out);
            abut_query_free(q);
        }
        assert_true(fails > 6 && cancels > 2);
        world_close(&w);
        solid_free(&s[0]);
        solid_free(&s[1]);
    }
}

// ------------------------------------------------------------------------------------ signed distances

static abut_signed_answer ask_signed(const solid s[2])
{
    abut_signed_answer out;
    world w;
    world_open(&w, s, ABUT_METHOD_WIDE);
    assert_int_equal(abut_signed_distance(w.query, &w.instance[0], &w.instance[1], NULL, &out),
                     ABUT_OK);
    world_close(&w);
    return out;
}

static void expect_signed(const double a[6], const double b[6], int hollow, abut_relation relation,
                          double distance, double depth, double with_sign)
{
    solid s[2] = {{0}, {0}};
    add_box(&s[0], a, 1);
    add_box(&s[1], b, 1);
    if (hollow) {
        const double cave[6] = {a[0] / 2, a[1] / 2, a[2] / 2, a[3] / 2, a[4] / 2, a[5] / 2};
        add_box(&s[0], cave, 1);
    }
    const abut_signed_answer d = ask_signed(s);
    assert_int_equal(d.relation, relation);
    assert_true(d.distance_lo == distance && d.distance_hi == distance && d.complete);
    assert_true(d.depth_lo == depth && d.depth_hi == depth);
    assert_true(d.signed_lo == with_sign && d.signed_hi == with_sign);
    const double* const t = d.translation;
    assert_true(sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]) == depth);
    solid_free(&s[0]);
    solid_free(&s[1]);
}

static void signed_distances(void** state)
{
    static const double room[6] = {-1, -1, -1, 1, 1, 1},
                        small[6] = {-.25, -.25, -.25, .25, .25, .25},
                        beside[6] = {1, -1, -1, 2, 1, 1}, away[6] = {1.5, -1, -1, 2, 1, 1},
                        within[6] = {-1, -1, 0, 1, 1, 1};
    (void)state;
    expect_signed(room, small, 0, ABUT_RELATION_B_INSIDE_A, 0.75, 1.25, -1.25);
    expect_signed(small, room, 0, ABUT_RELATION_A_INSIDE_B, 0.75, 1.25, -1.25);
    expect_signed(room, small, 1, ABUT_RELATION_SEPARATE, 0.25, 0, 0.25);
    expect_signed(room, beside, 0, ABUT_RELATION_TOUCHING, 0, 0, 0);
    expect_signed(room, away, 0, ABUT_RELATION_SEPARATE, 0.5, 0, 0.5);
    expect_signed(room, within, 0, ABUT_RELATION_CROSSING, 0, 1, -1);
    solid s[2] = {{0}, {0}};
    add_box(&s[0], room, 1);
    solid_add_box(&s[1], away, away + 3, 1, 1);
    const abut_signed_answer d = ask_signed(s);
    assert_true(d.reason == ABUT_REASON_OPEN && d.relation == ABUT_RELATION_UNKNOWN);
    assert_true(isnan(d.signed_lo) && isnan(d.signed_hi) && d.depth_hi == 0);
    assert_true(d.distance_lo == 0.5 && d.distance_hi == 0.5);
    solid_free(&s[0]);
    solid_free(&s[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_depths),       cmocka_unit_test(small_and_large),
        cmocka_unit_test(in_every_mode),      cmocka_unit_test(in_frames),
        cmocka_unit_test(open_components),    cmocka_unit_test(budgets),
        cmocka_unit_test(no_time_for_convex), cmocka_unit_test(nothing_shorter_frees),
        cmocka_unit_test(failures),           cmocka_unit_test(signed_distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
