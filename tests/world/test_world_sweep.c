// test_world_sweep.c - worlds whose instances move: what a sweep tells is what abut_first_contact tells of all pairs, one by
// one, in order of time; none of it depends on the workers; boxes about whole ways hold them, and no point is faster than is
// said.
#include "scenes.h"
#include "support/answers.h"
#include "support/float_mode.h"
#include "support/models.h"
#include "support/pruning.h"
#include "support/share.h"
#include "support/shuffled_run.h"
#include "world/world.h"
#include "world/world_way.h"

enum { SHAPES = 3, PARTS = 14, STEPS = 8 };

typedef struct parts {
    abut_model* models[SHAPES];
    abut_query* query;
    abut_instance instance[PARTS];
    abut_motion motion[PARTS];
    abut_pose to[PARTS];
    int moves[PARTS];
    uint8_t ignored[PARTS][PARTS];
    rng random;
} parts;

static const abut_motion_ask asks[] = {
    {.resolution = 1e-4},
    {.resolution = 1e-4, .separation = 0.0625, .detail = ABUT_DETAIL_POINTS},
    {.resolution = 1e-4, .any = 1},
    {.resolution = 1e-4, .budget = 200},
};
enum { ASKS = sizeof asks / sizeof *asks };

static void parts_open(parts* p, abut_method method)
{
    static const double block[3] = {0.3, 0.2, 0.25};
    mesh m[SHAPES] = {{0}};
    *p = (parts){.random = {33}};
    assert_int_equal(torus_make(8, 5, 0.3, 0.1, &m[0]), SCENE_OK);
    assert_int_equal(box_make(block, 1, &m[1]), SCENE_OK);
    for (int i = 0; i < SHAPES; i++) {
        p->models[i] = model_of_mesh(&m[i], method);  // the last has no triangles
        mesh_free(&m[i]);
    }
    assert_int_equal(abut_query_create(&p->query, NULL), ABUT_OK);
}

static void parts_close(parts* p)
{
    abut_query_free(p->query);
    for (int i = 0; i < SHAPES; i++)
        abut_model_free(p->models[i]);
}

static abut_motion any_motion(parts* p, int i)
{
    rng* const r = &p->random;
    static const double turns[5] = {0, 20, 90, 200, 1000};
    abut_motion m = {.degrees = turns[rng_below(r, 5)] * rng_signed(r)};
    if (rng_below(r, 3) == 0) {
        p->to[i] = pose_random(r, 1);
        p->to[i].scale = p->instance[i].pose.scale;
        return (abut_motion){.to = &p->to[i], .pivot = {0.5 * rng_signed(r)}};
    }
    for (int k = 0; k < 3; k++) {
        m.way[k] = rng_signed(r);
        m.axis[k] = rng_signed(r);
        m.pivot[k] = p->instance[i].pose.translation[k] + 0.4 * rng_signed(r);
    }
    return m;
}

static void next_step(parts* p)
{
    rng* const r = &p->random;
    for (int i = 0; i < PARTS; i++) {
        p->instance[i] = (abut_instance){.model = p->models[rng_below(r, 12) ? rng_below(r, 2) : 2],
                                         .pose = pose_random(r, 1)};
        p->instance[i].pose.scale = rng_below(r, 3) ? 1 : 0.5;
        p->moves[i] = rng_below(r, 4) != 0;
        p->motion[i] = any_motion(p, i);
        for (int k = 0; k < PARTS; k++)
            p->ignored[i][k] = rng_below(r, 20) == 0;
    }
}

static abut_world* make_world(const parts* p, const abut_host* host)
{
    abut_world* w = NULL;
    abut_pair left_out[PARTS * PARTS];
    size_t count = 0;
    assert_int_equal(abut_world_create(&w, host), ABUT_OK);
    for (uint32_t i = 0; i < PARTS; i++) {
        assert_int_equal(abut_world_add(w, &p->instance[i], NULL), ABUT_OK);
        assert_int_equal(abut_world_motion(w, i, &p->motion[i]), ABUT_OK);
        if (!p->moves[i]) assert_int_equal(abut_world_motion(w, i, NULL), ABUT_OK);
        for (uint32_t k = i + 1; k < PARTS; k++)
            if (p->ignored[i][k]) left_out[count++] = (abut_pair){k, i};
    }
    assert_int_equal(abut_world_ignore(w, left_out, count), ABUT_OK);
    return w;
}

// All pairs, one by one, in order of time.
typedef struct truth {
    abut_pair pairs[PARTS * PARTS];
    abut_first firsts[PARTS * PARTS];
    size_t count, all;
} truth;

static void find_truth(const parts* p, const abut_motion_ask* ask, truth* out)
{
    out->count = out->all = 0;
    for (uint32_t a = 0; a < PARTS; a++)
        for (uint32_t b = a + 1; b < PARTS; b++) {
            abut_first first;
            if (p->ignored[a][b]) continue;
            out->all++;
            assert_int_equal(abut_first_contact(p->query, &p->instance[a],
                                                p->moves[a] ? &p->motion[a] : NULL, &p->instance[b],
                                                p->moves[b] ? &p->motion[b] : NULL, 1, ask, &first),
                             ABUT_OK);
            if (first.state == ABUT_MOTION_FREE) continue;
            size_t at = out->count++;
            for (; at && out->firsts[at - 1].t_lo > first.t_lo; at--) {
                out->firsts[at] = out->firsts[at - 1];
                out->pairs[at] = out->pairs[at - 1];
            }
            out->firsts[at] = first;
            out->pairs[at] = (abut_pair){a, b};
        }
}

static uint64_t hash_of_meetings(const abut_meetings* m)
{
    const uint64_t numbers[] = {
        m->count,        m->asked,          m->state,        (uint64_t)m->complete, m->intervals,
        m->volume_tests, m->triangle_tests, m->node_updates, m->exact_tests};
    uint64_t hash = hash_mix(0xCBF29CE484222325u, numbers, sizeof numbers);
    hash = hash_mix(hash, &m->t_lo, sizeof m->t_lo);
    for (size_t i = 0; i < m->count; i++) {
        const uint64_t first = hash_of_first(&m->firsts[i]);
        hash = hash_mix(hash, &m->pairs[i], sizeof m->pairs[i]);
        hash = hash_mix(hash, &first, sizeof first);
    }
    return hash;
}

static int has_state(const truth* t, abut_motion_state state)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->firsts[i].state == state) return 1;
    return 0;
}

// With a budget a pair whose boxes never meet may be left open by itself, which the world knows to be free.
static void leave_out_open(truth* t, const abut_meetings* m)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->count; i++) {
        const int is_told =
            kept < m->count && memcmp(&m->pairs[kept], &t->pairs[i], sizeof m->pairs[kept]) == 0;
        if (t->firsts[i].state == ABUT_MOTION_UNDECIDED && !is_told) continue;
        t->pairs[kept] = t->pairs[i];
        t->firsts[kept++] = t->firsts[i];
    }
    t->count = kept;
}

static void expect_all(const truth* t, const abut_meetings* m)
{
    assert_int_equal(m->count, t->count);
    assert_true(m->asked >= m->count && m->asked <= t->all);
    for (size_t i = 0; i < t->count; i++) {
        assert_memory_equal(&m->pairs[i], &t->pairs[i], sizeof m->pairs[i]);
        assert_true(hash_of_first(&m->firsts[i]) == hash_of_first(&t->firsts[i]));
    }
    assert_true(m->t_lo == (t->count ? t->firsts[0].t_lo : 1));
    assert_int_equal(m->state, has_state(t, ABUT_MOTION_CONTACT)     ? ABUT_MOTION_CONTACT
                               : has_state(t, ABUT_MOTION_UNDECIDED) ? ABUT_MOTION_UNDECIDED
                               : has_state(t, ABUT_MOTION_NEAR)      ? ABUT_MOTION_NEAR
                                                                     : ABUT_MOTION_FREE);
    assert_int_equal(m->complete, !has_state(t, ABUT_MOTION_UNDECIDED));
}

// Nothing meets before its t_lo, and it meets no later than what is known: so times of both overlap.
static void expect_earliest(const truth* t, const abut_meetings* m)
{
    double until = 1;
    assert_int_equal(m->count, t->count > 0);
    if (!m->count) return;
    for (size_t i = 0; i < t->count; i++)
        if (t->firsts[i].state == ABUT_MOTION_CONTACT) until = fmin(until, t->firsts[i].t_hi);
    assert_true(m->t_lo <= until && m->t_lo == m->firsts[0].t_lo);
    assert_true(m->firsts[0].t_hi >= t->firsts[0].t_lo);
    size_t place = 0;
    while (place < t->count && memcmp(&t->pairs[place], &m->pairs[0], sizeof m->pairs[0]) != 0)
        place++;
    assert_true(place < t->count);
    assert_true(t->firsts[place].t_lo <= m->firsts[0].t_hi);
}

// So far: pairs that there are, that were asked about, that were told; intervals of all pairs, and for the earliest.
typedef struct sums {
    size_t all, asked, told;
    uint64_t work[2];
} sums;

// One step, by several workers: what is told of all pairs, and of the earliest.
static void expect_truth(const parts* p, const abut_motion_ask* ask, truth* t, sums* sum)
{
    uint64_t hash[2] = {0};
    find_truth(p, ask, t);
    for (int workers = 0; workers <= (PRUNING ? SHUFFLED_WORKERS_MAX : 0);
         workers += workers < 3 ? 1 : 13) {
        shuffled order = {0};
        abut_meetings m[2];
        const abut_host host = shuffled_host(&order, workers, 5);
        abut_world* w = make_world(p, workers ? &host : NULL);
        assert_int_equal(abut_world_sweep(w, ask, 1, &m[1]), ABUT_OK);
        expect_earliest(t, &m[1]);
        const uint64_t earliest = hash_of_meetings(&m[1]);
        assert_int_equal(abut_world_sweep(w, ask, 0, &m[0]), ABUT_OK);
        if (ask->budget) leave_out_open(t, &m[0]);
        expect_all(t, &m[0]);
        const uint64_t all = hash_of_meetings(&m[0]);
        assert_true(!workers || (hash[0] == all && hash[1] == earliest));
        hash[0] = all;
        hash[1] = earliest;
        for (int k = 0; k < 2 && !workers && !ask->budget; k++)
            sum->work[k] += m[k].intervals;
        sum->told += m[0].count;
        sum->asked += m[0].asked;
        sum->all += t->all;
        abut_world_free(w);
    }
}

static void meetings_are_those_of_all_pairs(void** state)
{
    (void)state;
    static truth t;
    sums sum = {.all = 0};
    parts p;
    parts_open(&p, ABUT_METHOD_WIDE);
    for (int step = 0; step < (PRUNING ? CASES(STEPS) : 1); step++) {
        next_step(&p);
        for (int k = 0; k < ASKS; k++)
            expect_truth(&p, &asks[k], &t, &sum);
    }
    parts_close(&p);
    print_message(
        "of %zu pairs %zu were asked about, %zu told; %zu intervals, %zu for the earliest\n",
        sum.all, sum.asked, sum.told, (size_t)sum.work[0], (size_t)sum.work[1]);
    assert_true(sum.told > sum.all / 20 && sum.asked < sum.all * 3 / 4);
    assert_true(!PRUNING || sum.work[1] < sum.work[0] * 3 / 4);
}

// With a frame about all, and by brute force.
static void frames_and_methods_change_nothing(void** state)
{
    (void)state;
    static truth t;
    abut_pose about, other;
    parts p;
    assert_int_equal(abut_pose_from_axis_angle(&about, (const double[3]){1, 2, 3}, 33), ABUT_OK);
    other = about;
    other.translation[0] = 0x1p-40;
    parts_open(&p, ABUT_METHOD_BRUTE);
    next_step(&p);
    find_truth(&p, &asks[0], &t);
    for (int in_frame = 0; in_frame < 2; in_frame++) {
        abut_world* w = make_world(&p, NULL);
        abut_meetings m;
        for (uint32_t i = 0; i < PARTS && in_frame; i++)
            assert_int_equal(abut_world_frame(w, i, &about), ABUT_OK);
        assert_int_equal(abut_world_sweep(w, &asks[0], 0, &m), ABUT_OK);
        expect_all(&t, &m);
        for (uint32_t i = 0; i < PARTS && in_frame; i += 2)
            assert_int_equal(abut_world_frame(w, i, &other), ABUT_OK);
        assert_int_equal(abut_world_sweep(w, &asks[0], 0, &m),
                         in_frame ? ABUT_BAD_COMBINATION : ABUT_OK);
        abut_world_free(w);
    }
    parts_close(&p);
}

// Step after step in one world, of which some come and go: what was said of a step does not stay.
static void steps_follow_each_other(void** state)
{
    (void)state;
    const double box[3] = {1, 1, 1};
    mesh cube = {0};
    assert_int_equal(box_make(box, 1, &cube), SCENE_OK);
    abut_model* model = model_of_mesh(&cube, ABUT_METHOD_WIDE);
    mesh_free(&cube);
    abut_world* w = NULL;
    abut_meetings m;
    uint32_t id;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    assert_int_equal(abut_world_sweep(w, NULL, 0, &m), ABUT_OK);
    assert_true(m.count == 0 && m.asked == 0 && m.state == ABUT_MOTION_FREE && m.t_lo == 1);
    abut_pose place = {.translation = {0, 0, 0}};
    for (int i = 0; i < 3; i++) {
        const abut_instance instance = {.model = model, .pose = {.translation = {4.0 * i, 0, 0}}};
        assert_int_equal(abut_world_add(w, &instance, &id), ABUT_OK);
    }
    const abut_motion on = {.way = {4, 0, 0}}, back = {.way = {-4, 0, 0}};
    assert_int_equal(abut_world_motion(w, 0, &on), ABUT_OK);
    assert_int_equal(abut_world_motion(w, 2, &back), ABUT_OK);
    assert_int_equal(abut_world_sweep(w, NULL, 0, &m), ABUT_OK);
    assert_int_equal(m.count, 3);  // the one in the middle twice, and then each other
    assert_true(m.pairs[2].a == 0 && m.pairs[2].b == 2);
    assert_true(m.firsts[2].t_lo <= 0.875 && m.firsts[2].t_hi >= 0.875);
    assert_true(m.pairs[0].a == 0 && m.pairs[0].b == 1 && m.pairs[1].a == 1 && m.pairs[1].b == 2);
    assert_true(m.firsts[0].t_lo <= 0.75 && m.firsts[0].t_hi >= 0.75);
    assert_int_equal(abut_world_remove(w, 1), ABUT_OK);
    assert_int_equal(abut_world_sweep(w, NULL, 1, &m), ABUT_OK);
    assert_true(m.count == 1 && m.pairs[0].a == 0 && m.pairs[0].b == 2);
    assert_true(m.t_lo <= 0.875 && m.firsts[0].t_hi >= 0.875);
    place.translation[0] = 100;
    assert_int_equal(abut_world_move(w, 0, &place), ABUT_OK);
    assert_int_equal(abut_world_sweep(w, NULL, 0, &m), ABUT_OK);
    assert_true(m.count == 0 && m.asked == 0);
    assert_int_equal(abut_world_motion(w, 0, &(abut_motion){.way = {-200, 0, 0}}), ABUT_OK);
    assert_int_equal(abut_world_group(w, 2, 1, 2), ABUT_OK);
    assert_int_equal(abut_world_sweep(w, NULL, 0, &m), ABUT_OK);
    assert_true(m.count == 1);
    assert_int_equal(abut_world_group(w, 0, 1, 2), ABUT_OK);
    assert_int_equal(abut_world_sweep(w, NULL, 0, &m), ABUT_OK);
    assert_true(m.count == 0 && m.asked == 0);
    // Who gets the id of one that moved rests.
    const abut_instance again = {.model = model};
    assert_int_equal(abut_world_group(w, 2, 1, 1), ABUT_OK);
    assert_int_equal(abut_world_remove(w, 2), ABUT_OK);
    assert_int_equal(abut_world_add(w, &again, &id), ABUT_OK);
    assert_int_equal(id, 2);
    assert_int_equal(abut_world_motion(w, 0, NULL), ABUT_OK);
    assert_int_equal(abut_world_sweep(w, NULL, 0, &m), ABUT_OK);
    assert_int_equal(m.count, 0);
    abut_world_free(w);
    abut_model_free(model);
}

static void what_makes_no_sense_is_refused(void** state)
{
    (void)state;
    parts p;
    abut_meetings m = {.asked = 77};
    const abut_motion bent = {.degrees = 3}, far = {.way = {0x1p1000}};
    const abut_pose half = {.scale = 0.25};
    const abut_motion smaller = {.to = &half};
    const abut_motion_ask negative = {.separation = -1}, reserved = {.reserved = {0, 1}};
    parts_open(&p, ABUT_METHOD_WIDE);
    next_step(&p);
    abut_world* w = make_world(&p, NULL);
    assert_int_equal(abut_world_motion(NULL, 0, &bent), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_motion(w, 0, &bent), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_motion(w, PARTS, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_sweep(NULL, NULL, 0, &m), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_sweep(w, NULL, 0, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_sweep(w, NULL, 2, &m), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_sweep(w, &negative, 0, &m), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_sweep(w, &reserved, 0, &m), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_motion(w, 3, &far), ABUT_OK);  // which the step finds
    assert_int_equal(abut_world_sweep(w, NULL, 0, &m), ABUT_NOT_FINITE);
    assert_int_equal(abut_world_motion(w, 3, &smaller), ABUT_OK);
    assert_int_equal(abut_world_sweep(w, NULL, 0, &m), ABUT_BAD_SCALE);
    assert_int_equal(m.asked, 77);
    abut_world_free(w);
    parts_close(&p);
    if (!EXPECT_PAPERS) return;
    parts_open(&p, ABUT_METHOD_OBB);
    next_step(&p);
    w = make_world(&p, NULL);
    assert_int_equal(abut_world_sweep(w, NULL, 0, &m), ABUT_BAD_COMBINATION);
    abut_world_free(w);
    parts_close(&p);
}

static void failed_allocations_leave_a_world_usable(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("each of many sweeps takes a second");
    static truth t;
    parts p;
    parts_open(&p, ABUT_METHOD_WIDE);
    next_step(&p);
    find_truth(&p, &asks[0], &t);
    for (int workers = 1; workers <= 3; workers += 2) {
        counting c = counting_begin();
        const abut_host memory = counting_host(&c);
        abut_pool* pool = NULL;
        abut_host host;
        assert_int_equal(abut_pool_create(&pool, workers, &memory), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        size_t failures = 0;
        for (int done = 0; !done; failures++) {
            abut_world* w = make_world(&p, &host);
            abut_meetings m = {.asked = 77};
            c.fail_at = c.allocations + failures;
            c.fraction = 0;
            abut_status status = abut_world_motion(w, 0, NULL);
            if (status == ABUT_OK && p.moves[0]) status = abut_world_motion(w, 0, &p.motion[0]);
            if (status == ABUT_OK) status = abut_world_sweep(w, &asks[0], 0, &m);
            done = status == ABUT_OK;
            if (!done) {
                assert_int_equal(status, ABUT_OUT_OF_MEMORY);
                assert_int_equal(m.asked, 77);
            }
            c.fail_at = SIZE_MAX;
            c.fraction = 0;
            if (p.moves[0]) assert_int_equal(abut_world_motion(w, 0, &p.motion[0]), ABUT_OK);
            assert_int_equal(abut_world_sweep(w, &asks[0], 0, &m), ABUT_OK);
            expect_all(&t, &m);
            const size_t allocations = c.allocations;
            c.fraction = 0;
            assert_int_equal(abut_world_sweep(w, &asks[0], 0, &m), ABUT_OK);
            if (workers == 1) assert_int_equal(c.allocations, allocations);
            abut_world_free(w);
            assert_int_equal(c.blocks, 1);  // the pool
        }
        assert_true(failures > 8);
        abut_pool_free(pool);
        assert_int_equal(c.blocks, 0);
    }
    parts_close(&p);
}

static void a_sweep_may_be_cancelled_or_late(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("each of many sweeps takes a second");
    static truth t;
    parts p;
    parts_open(&p, ABUT_METHOD_WIDE);
    next_step(&p);
    find_truth(&p, &asks[0], &t);
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    abut_world* w = make_world(&p, &host);
    abut_meetings m = {.asked = 77};
    assert_int_equal(abut_world_sweep(w, &asks[0], 0, &m), ABUT_OK);
    const size_t calls = c.progress_calls;
    assert_true(calls > 3);
    m.asked = 77;
    for (size_t i = 0; i < calls; i++) {
        c.progress_calls = 0;
        c.fraction = 0;
        c.cancel_at = i;
        assert_int_equal(abut_world_sweep(w, &asks[0], 0, &m), ABUT_CANCELLED);
        assert_int_equal(m.asked, 77);
    }
    c.cancel_at = SIZE_MAX;
    c.fraction = 0;
    c.fraction_is_wrong = 0;
    assert_int_equal(abut_world_sweep(w, &asks[0], 0, &m), ABUT_OK);
    assert_false(c.fraction_is_wrong);
    expect_all(&t, &m);
    // However short the time, each pair that it leaves is told of.
    const abut_motion_ask late = {.deadline = 1e-3};
    for (int earliest = 0; earliest < 2; earliest++) {
        c.fraction = 0;
        assert_int_equal(abut_world_sweep(w, &late, earliest, &m), ABUT_OK);
        assert_false(m.complete);
        assert_true(m.count > 0 && m.t_lo <= t.firsts[0].t_hi);
        if (!earliest) assert_true(m.count >= t.count);
    }
    abut_world_free(w);
    parts_close(&p);
}

static void place_corner(const affine* map, const abut_model* model, int corner, double out[3])
{
    for (int r = 0; r < 3; r++) {
        out[r] = map->translation[r];
        for (int c = 0; c < 3; c++)
            out[r] += map->matrix[r][c] * (corner >> c & 1 ? model->high[c] : model->low[c]);
    }
}

// One corner at many times. Returns how far into the box it goes at most, of its width.
static double follow(const placed_model* placed, const motion_piece* piece, int corner,
                     const world_box* box, double speed)
{
    double before[3], fullest = 0;
    for (int k = 0; k <= 64; k++) {
        motion_at at;
        double x[3], way = 0;
        motion_find(piece, k / 64.0, &at);
        affine map = at.pose;
        if (placed->frame) affine_multiply(&map, placed->frame, &at.pose);
        place_corner(&map, placed->model, corner, x);
        for (int r = 0; r < 3; r++) {
            const double width = box->high[r] - box->low[r];
            assert_true(x[r] >= box->low[r] - 1e-12 && x[r] <= box->high[r] + 1e-12);
            if (width > 0.1) fullest = fmax(fullest, (x[r] - box->low[r]) / width);
            if (k) way = hypot(way, x[r] - before[r]);
            before[r] = x[r];
        }
        assert_true(way <= speed / 64 + 1e-12);
    }
    return fullest;
}

// Points of the model at many times: in the box about the way, and no farther from where they were than the speed lets them.
static void boxes_hold_whole_ways(void** state)
{
    (void)state;
    parts p;
    parts_open(&p, ABUT_METHOD_WIDE);
    double fullest = 0;
    for (int n = 0; n < CASES(3000); n++) {
        if (n % PARTS == 0) next_step(&p);
        const int i = n % PARTS;
        placed_model placed;
        affine room;
        motion_piece piece;
        double speed;
        abut_pose about = pose_random(&p.random, 3);
        about.scale = 1;
        p.instance[i].model = p.models[1];
        p.instance[i].frame = n & 1 ? &about : NULL;
        assert_int_equal(model_place(&placed, &room, &p.instance[i]), ABUT_OK);
        float_mode_enter(&float_modes[n % FLOAT_MODE_COUNT]);
        const abut_status status =
            motion_path_prepare(&p.instance[i].pose, &p.motion[i], 1, &piece);
        const world_box box = world_way_box(&placed, &piece, &speed);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        for (int corner = 0; corner < 8; corner++)
            fullest = fmax(fullest, follow(&placed, &piece, corner, &box, speed));
        p.instance[i].frame = NULL;
    }
    assert_true(fullest > 0.9);
    parts_close(&p);
}

// Boxes that go toward each other as fast as they may are not within the separation before.
static void boxes_do_not_meet_before_their_time(void** state)
{
    (void)state;
    const world_box a = {{0, 0, 0}, {1, 1, 1}}, b = {{4, 5, 0}, {6, 6, 1}},
                    c = {{0, 0, 3}, {9, 9, 9}};
    assert_true(fabs(world_way_time(&a, &b, 0, 2) - 2.5) < 1e-9);
    assert_true(world_way_time(&a, &b, 0, 2) <= 2.5);
    assert_true(world_way_time(&a, &b, 1, 2) <= 2);
    assert_true(fabs(world_way_time(&a, &c, 0.5, 1) - 1.5) < 1e-9);
    assert_true(world_way_time(&a, &b, 6, 2) == 0);
    assert_true(world_way_time(&a, &a, 0, 0) == 0);
    assert_true(world_way_time(&a, &b, 0, HUGE_VAL) == 0);
    assert_true(world_way_time(&a, &b, 0, 0) > 1);
    const world_box all = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
    assert_true(world_way_time(&a, &all, 0, 1) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meetings_are_those_of_all_pairs),
        cmocka_unit_test(frames_and_methods_change_nothing),
        cmocka_unit_test(steps_follow_each_other),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(failed_allocations_leave_a_world_usable),
        cmocka_unit_test(a_sweep_may_be_cancelled_or_late),
        cmocka_unit_test(boxes_hold_whole_ways),
        cmocka_unit_test(boxes_do_not_meet_before_their_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
