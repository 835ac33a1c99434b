// test_front.c - coherent questions, deadlines and budgets: the answers are those of a question by itself, whatever was
// asked before, wherever the models jump, and whichever models they are; a front covers every pair of leaves once;
// interrupted questions go on; and nothing depends on the instruction set. Built twice: also where nothing is pruned.
#include "base/host.h"
#include "base/simd_set.h"
#include "query/collide.h"
#include "scenes.h"
#include "support/method_here.h"
#include "support/models.h"
#include "support/pruning.h"
#include "support/soups.h"

enum { MODELS = 4, STEPS = 90 };

static abut_model* made(int which)
{
    static const double block[3] = {1.5, 1, 0.7};
    static const abut_memory memories[MODELS] = {
        [1] = ABUT_MEMORY_SMALL, [3] = ABUT_MEMORY_COMPACT};
    mesh m = {0};
    switch (which) {
    case 0:
        assert_int_equal(torus_make(24, 12, 1, 0.35, &m), SCENE_OK);
        break;
    case 1:
        assert_int_equal(sphere_make(9, 14, 0.8, &m), SCENE_OK);
        break;
    case 2:
        assert_int_equal(box_make(block, 4, &m), SCENE_OK);
        break;
    default:
        assert_int_equal(pipes_make(6, 8, 1, 0.05, 3, &m), SCENE_OK);
    }
    abut_model* model = model_in(&m, ABUT_METHOD_WIDE, memories[which]);
    mesh_free(&m);
    return model;
}

// A body that wanders: small steps of both its place and its turn, and a jump now and then. Its pose is not quite rigid.
typedef struct body {
    double place[3], axis[3], degrees, step;
} body;

static abut_pose body_move(body* b, rng* r)
{
    abut_pose pose;
    const int jumps = rng_below(r, 30) == 0;
    for (int k = 0; k < 3; k++) {
        b->place[k] += (jumps ? 1 : b->step) * rng_signed(r);
        if (fabs(b->place[k]) > 1.2) b->place[k] *= 0.9;
        b->axis[k] += b->step * rng_signed(r);
    }
    b->degrees += (jumps ? 90 : 60 * b->step) * rng_signed(r);
    assert_int_equal(abut_pose_from_axis_angle(&pose, b->axis, b->degrees), ABUT_OK);
    for (int k = 0; k < 3; k++) {
        pose.translation[k] = b->place[k];
        pose.rotation[k][k] *= 1 + 0x1p-13;
    }
    return pose;
}

// The front of the pair that was asked about last.
static const wide_front* front_of(const abut_query* q)
{
    static const wide_front none;
    return q->fronts.newest ? &q->fronts.newest->wide : &none;
}

static void assert_covers(const abut_query* q, const abut_model* a, const abut_model* b)
{
    if (!front_of(q)->exists) return;
    uint8_t* seen = malloc(a->wide.leaf_count * b->wide.leaf_count);
    assert_non_null(seen);
    assert_true(wide_front_covers(front_of(q), &a->wide, &b->wide, seen));
    free(seen);
}

static void assert_same(const abut_hits* fresh, const abut_hits* hits, size_t limit)
{
    assert_int_equal(hits->state, fresh->state);
    assert_int_equal(hits->count != 0, fresh->count != 0);
    if (limit) return;
    assert_int_equal(hits->complete, 1);
    assert_int_equal(hits->count, fresh->count);
    assert_memory_equal(hits->pairs, fresh->pairs, hits->count * sizeof *hits->pairs);
}

typedef struct walk_counts {
    int steps, contacts, fronts;
    uint64_t work, fresh_work;
} walk_counts;

static void walk(abut_model* const models[MODELS], double step, uint64_t seed, walk_counts* counts)
{
    rng r = {seed};
    body body_a = {{0, 0, 0}, {1, 2, 3}, 10, step}, body_b = {{1.1, 0.4, 0}, {3, 1, 1}, 40, step};
    abut_query *fresh = NULL, *coherent = NULL;
    assert_int_equal(abut_query_create(&fresh, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&coherent, NULL), ABUT_OK);
    abut_instance a = {models[0], body_move(&body_a, &r)}, b = {models[1], body_move(&body_b, &r)};
    abut_ask ask = {.limit = rng_below(&r, 2)};
    for (int i = 0; i < STEPS; i++) {
        if (rng_below(&r, 25) == 0) a.model = models[rng_below(&r, MODELS)];
        if (rng_below(&r, 25) == 0) b.model = models[rng_below(&r, MODELS)];
        if (rng_below(&r, 40) == 0) ask.limit = 1 - ask.limit;
        if (rng_below(&r, 3)) b.pose = body_move(&body_b, &r);
        if (rng_below(&r, 3) == 0) a.pose = body_move(&body_a, &r);
        ask.coherent = 0;
        abut_hits expected, hits;
        assert_int_equal(abut_collide(fresh, &a, &b, &ask, &expected), ABUT_OK);
        ask.coherent = 1;
        assert_int_equal(abut_collide(coherent, &a, &b, &ask, &hits), ABUT_OK);
        assert_same(&expected, &hits, ask.limit);
        assert_covers(coherent, a.model, b.model);
        assert_true(hits.distance_least >= 0 && (!hits.count || !(hits.distance_least > 0)));
        counts->steps++;
        counts->contacts += hits.count != 0;
        counts->fronts += front_of(coherent)->exists;
        counts->work += hits.volume_tests + hits.triangle_tests;
        counts->fresh_work += expected.volume_tests + expected.triangle_tests;
    }
    abut_query_free(fresh);
    abut_query_free(coherent);
}

static void make_all(abut_model* models[MODELS])
{
    for (int i = 0; i < MODELS; i++)
        models[i] = made(i);
}

static void free_all(abut_model* models[MODELS])
{
    for (int i = 0; i < MODELS; i++)
        abut_model_free(models[i]);
}

static void answers_do_not_depend_on_history(void** state)
{
    (void)state;
    abut_model* models[MODELS];
    walk_counts counts = {0};
    make_all(models);
    for (uint64_t seed = 0; seed < (PRUNING ? 24 : 1); seed++)
        walk(models, seed % 3 == 0 ? 0.002 : seed % 3 == 1 ? 0.02 : 0.1, seed, &counts);
    print_message("%d steps, %d in contact, %d with a front; %.0f tests, fresh %.0f\n",
                  counts.steps, counts.contacts, counts.fronts, (double)counts.work,
                  (double)counts.fresh_work);
    assert_true(counts.contacts > counts.steps / 10 && counts.contacts < counts.steps * 9 / 10);
    assert_true(counts.fronts > (PRUNING ? counts.steps / 8 : 0));
    if (PRUNING) assert_true(counts.work < counts.fresh_work);
    free_all(models);
}

// All that a path finds, as one number.
static uint64_t path_hash(abut_model* const models[MODELS], uint64_t budget)
{
    rng r = {77};
    body moving = {{1.3, 0.2, 0}, {3, 1, 1}, 40, 0.01};
    abut_query* q = NULL;
    uint64_t hash = 0;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int i = 0; i < (PRUNING ? 60 : 4); i++) {
        const abut_instance a = {.model = models[0]}, b = {models[3], body_move(&moving, &r)};
        const abut_ask ask = {.limit = (size_t)(i / 20 % 2), .coherent = 1, .budget = budget};
        abut_hits h;
        assert_int_equal(abut_collide(q, &a, &b, &ask, &h), ABUT_OK);
        if (budget) assert_true(h.volume_tests + h.triangle_tests <= budget);
        uint64_t bits;
        memcpy(&bits, &h.distance_least, sizeof bits);
        const uint64_t parts[] = {h.count,       h.volume_tests, h.triangle_tests,
                                  h.exact_tests, h.node_updates, (uint64_t)h.state,
                                  bits};
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            hash = (hash ^ parts[k]) * 0x100000001B3u;
        for (size_t k = 0; k < h.count; k++)
            hash = (hash ^ h.pairs[k].a ^ (uint64_t)h.pairs[k].b << 32) * 0x100000001B3u;
    }
    abut_query_free(q);
    return hash;
}

static void nothing_depends_on_the_instruction_set(void** state)
{
    (void)state;
    static const uint64_t budgets[] = {0, 40, 700};
    abut_model* models[MODELS];
    make_all(models);
    for (int i = 0; i < 3; i++) {
        assert_true(simd_use(SIMD_PORTABLE));
        const uint64_t expected = path_hash(models, budgets[i]);
        assert_true(path_hash(models, budgets[i]) == expected);
        for (int set = SIMD_PORTABLE + 1; set < SIMD_SETS; set++)
            if (simd_use((simd_set)set)) assert_true(path_hash(models, budgets[i]) == expected);
        assert_true(simd_use(simd_best()));
    }
    free_all(models);
}

// Ask again until it is decided. Returns how often.
static int ask_until_decided(const abut_instance* a, const abut_instance* b, const abut_ask* ask,
                             abut_state expected)
{
    abut_query* q = NULL;
    abut_hits hits;
    int times = 0;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    do {
        assert_int_equal(abut_collide(q, a, b, ask, &hits), ABUT_OK);
        assert_covers(q, a->model, b->model);
        if (hits.state == ABUT_STATE_UNDECIDED) {
            assert_int_equal(hits.complete, 0);
            assert_int_equal(hits.count, 0);
        }
        times++;
    } while (hits.state == ABUT_STATE_UNDECIDED && times < 100000);
    assert_int_equal(hits.state, expected);
    abut_query_free(q);
    return times;
}

static void interrupted_questions_go_on(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    abut_model* models[MODELS];
    make_all(models);
    abut_instance a = {.model = models[0]}, b = {.model = models[0]};
    static const double axis[3] = {1, 0.1, 0};
    assert_int_equal(abut_pose_from_axis_angle(&b.pose, axis, 90), ABUT_OK);
    b.pose.translation[0] = 1;  // linked
    const abut_ask by_budget[] = {{.limit = 1, .coherent = 1, .budget = 40},
                                  {.coherent = 1, .budget = 64},
                                  {.limit = 1, .coherent = 1, .budget = 1000000}};
    assert_true(ask_until_decided(&a, &b, &by_budget[0], ABUT_STATE_APART) > 3);
    assert_true(ask_until_decided(&a, &b, &by_budget[1], ABUT_STATE_APART) > 3);
    assert_int_equal(ask_until_decided(&a, &b, &by_budget[2], ABUT_STATE_APART), 1);
    const abut_ask by_clock[] = {{.limit = 1, .coherent = 1, .deadline = 0.001},
                                 {.coherent = 1, .deadline = 0.001},
                                 {.limit = 1, .deadline = 1e300}};
    (void)ask_until_decided(&a, &b, &by_clock[0], ABUT_STATE_APART);
    (void)ask_until_decided(&a, &b, &by_clock[1], ABUT_STATE_APART);
    assert_int_equal(ask_until_decided(&a, &b, &by_clock[2], ABUT_STATE_APART), 1);
    b.pose.translation[0] = 0.7;
    for (int i = 0; i < 2; i++)
        (void)ask_until_decided(&a, &b, &by_budget[i], ABUT_STATE_CONTACT);
    (void)ask_until_decided(&a, &b, &by_clock[0], ABUT_STATE_CONTACT);
    free_all(models);
}

// All contacts: what was found before an interruption is neither lost nor found anew, and the answer is that of one question
// by itself. What comes between does no harm: another place or another question of this pair makes it begin anew, a question
// of another pair does not.
static void interrupted_lists_go_on(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    abut_model* models[MODELS];
    make_all(models);
    abut_instance a = {.model = models[0]}, b = {.model = models[1]};
    abut_query *fresh = NULL, *q = NULL;
    assert_int_equal(abut_query_create(&fresh, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int between = 0; between < 4; between++) {
        b.pose.translation[0] = 0.7 + 0.001 * between;
        const abut_ask plain = {.detail = ABUT_DETAIL_KINDS};
        const abut_ask ask = {.detail = ABUT_DETAIL_KINDS, .coherent = 1, .budget = 100};
        abut_hits expected, hits;
        uint64_t work = 0;
        int times = 0;
        assert_int_equal(abut_collide(fresh, &a, &b, &plain, &expected), ABUT_OK);
        assert_true(expected.count > 50);
        do {
            size_t before = times ? hits.count : 0;
            if (times == 5 && between == 1) b.pose.translation[1] += 0.01;
            if (times == 6 && between == 1) b.pose.translation[1] -= 0.01;
            if (times == 5 && between == 2)
                assert_int_equal(abut_collide(q, &b, &a, &plain, &hits), ABUT_OK);
            if (times == 5 && between == 3) {
                const abut_ask one = {.limit = 1, .coherent = 1, .budget = 50};
                assert_int_equal(abut_collide(q, &a, &b, &one, &hits), ABUT_OK);
            }
            const int is_disturbed = between % 2 && (times == 5 || times == 6);
            assert_int_equal(abut_collide(q, &a, &b, &ask, &hits), ABUT_OK);
            assert_true(hits.volume_tests + hits.triangle_tests <= ask.budget);
            if (!is_disturbed) assert_true(hits.count >= before);
            assert_covers(q, a.model, b.model);
            work += hits.volume_tests + hits.triangle_tests;
        } while (!hits.complete && ++times < 10000);
        assert_true(times > 7);
        assert_same(&expected, &hits, 0);
        assert_memory_equal(hits.contacts, expected.contacts, hits.count * sizeof *hits.contacts);
        if (!between) assert_true(work < 2 * (expected.volume_tests + expected.triangle_tests));
    }
    abut_query_free(q);
    abut_query_free(fresh);
    free_all(models);
}

// Without a front a deadline ends the search early, for every method.
static void deadlines_are_for_all_methods(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    mesh m = {0};
    assert_int_equal(torus_make(30, 20, 1, 0.35, &m), SCENE_OK);
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int method = ABUT_METHOD_BRUTE; method <= METHOD_LAST; method++) {
        if (!method_is_here(method)) continue;
        abut_model* model = model_of_mesh(&m, (abut_method)method);
        abut_instance a = {.model = model}, b = a;
        b.pose.translation[2] = 0.3;
        abut_ask ask = {.deadline = 0.001};
        abut_hits hits;
        assert_int_equal(abut_collide(q, &a, &b, &ask, &hits), ABUT_OK);
        assert_int_equal(hits.complete, 0);
        assert_int_equal(hits.state, hits.count ? ABUT_STATE_CONTACT : ABUT_STATE_UNDECIDED);
        ask.deadline = 1e12;
        assert_int_equal(abut_collide(q, &a, &b, &ask, &hits), ABUT_OK);
        assert_int_equal(hits.complete, 1);
        assert_int_equal(hits.state, ABUT_STATE_CONTACT);
        ask = (abut_ask){.coherent = 1};
        assert_int_equal(abut_collide(q, &a, &b, &ask, &hits),
                         method == ABUT_METHOD_WIDE ||
                                 strncmp(abut_method_name((abut_method)method), "quickcd", 7) == 0
                             ? ABUT_OK
                             : ABUT_BAD_COMBINATION);
        abut_model_free(model);
    }
    abut_query_free(q);
    mesh_free(&m);
}

// Two blocks whose distance is known, as one moves away and back; with scales, and as far as floats reach.
static void bounds_of_the_distance_hold(void** state)
{
    (void)state;
    static const double block[3] = {1, 1, 1};
    static const double scales[] = {1, 0x1p-200, 0x1p200, 1000};
    mesh m = {0};
    assert_int_equal(box_make(block, 3, &m), SCENE_OK);
    abut_model* model = model_of_mesh(&m, ABUT_METHOD_WIDE);
    for (int i = 0; i < 4; i++) {
        const double scale = scales[i];
        abut_query* q = NULL;
        int told = 0;
        assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
        for (int step = 0; step < 60; step++) {
            abut_instance a = {.model = model}, b = a;
            const double gap = (step < 30 ? step : 60 - step) * 0.004;
            a.pose.scale = b.pose.scale = scale;
            b.pose.translation[0] = (1 + gap) * scale;
            const abut_ask ask = {.coherent = 1};
            abut_hits hits;
            assert_int_equal(abut_collide(q, &a, &b, &ask, &hits), ABUT_OK);
            assert_int_equal(hits.state, gap > 0 ? ABUT_STATE_APART : ABUT_STATE_CONTACT);
            assert_true(hits.distance_least <= gap * scale * (1 + 1e-12));
            told += hits.distance_least > gap * scale / 2;
        }
        if (PRUNING) assert_true(told > 20);
        abut_query_free(q);
    }
    abut_model_free(model);
    mesh_free(&m);
}

// A model that stands where another one stood is another one.
static void a_model_is_not_known_by_its_address(void** state)
{
    (void)state;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    const abut_ask ask = {.limit = 1, .coherent = 1};
    for (int i = 0; i < 20; i++) {
        mesh m = {0};
        const double block[3] = {1, 1, 1};
        assert_int_equal(box_make(block, 2, &m), SCENE_OK);
        for (size_t k = 0; k < 3 * m.vertex_count; k += 3)
            m.vertices[k] += i % 2 ? 0.9 : 1.1;
        abut_model* a = model_of_mesh(&m, ABUT_METHOD_WIDE);
        for (size_t k = 0; k < 3 * m.vertex_count; k += 3)
            m.vertices[k] = m.vertices[k] - (i % 2 ? 0.9 : 1.1);
        abut_model* b = model_of_mesh(&m, ABUT_METHOD_WIDE);
        for (int again = 0; again < 3; again++) {
            const abut_instance x = {.model = a}, y = {.model = b};
            abut_hits hits;
            assert_int_equal(abut_collide(q, &x, &y, &ask, &hits), ABUT_OK);
            assert_int_equal(hits.state, i % 2 ? ABUT_STATE_CONTACT : ABUT_STATE_APART);
        }
        abut_model_free(b);
        abut_model_free(a);
        mesh_free(&m);
    }
    abut_query_free(q);
}

static void every_failed_allocation_leaves_it_usable(void** state)
{
    (void)state;
    abut_model* models[MODELS];
    make_all(models);
    for (size_t limit = 0; limit < 2; limit++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_query* q = NULL;
        size_t failures = 0, answers = 0;
        abut_query* other = NULL;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        assert_int_equal(abut_query_create(&other, NULL), ABUT_OK);
        for (int i = 0; i < (PRUNING ? 60 : 4); i++) {
            const abut_instance a = {.model = models[0]};
            abut_instance b = {.model = models[3]};
            b.pose.translation[0] = 1.5 - 0.02 * i;
            const abut_ask ask = {.limit = limit, .coherent = 1};
            const abut_ask plain = {.limit = limit};
            abut_hits hits, expected;
            assert_int_equal(abut_collide(other, &a, &b, &plain, &expected), ABUT_OK);
            for (size_t later = 0;; later++) {
                c.fail_at = c.allocations + later;
                const abut_status status = abut_collide(q, &a, &b, &ask, &hits);
                const int has_failed = c.allocations > c.fail_at;
                if (status == ABUT_OK) assert_same(&expected, &hits, limit);
                if (!has_failed) break;
                assert_true(status == ABUT_OK || status == ABUT_OUT_OF_MEMORY);
                answers += status == ABUT_OK;  // without a front
                failures += status != ABUT_OK;
            }
            c.fail_at = SIZE_MAX;
        }
        print_message("%zu failures, %zu answers without memory\n", failures, answers);
        assert_true(failures + answers >= 4);
        abut_query_free(other);
        abut_query_free(q);
        assert_true(c.blocks == 0 && c.bytes == 0);
    }
    free_all(models);
}

// What a budget leaves to be done is kept too, for which there may be no memory.
static void every_failed_allocation_leaves_interrupted_questions_usable(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    abut_model* models[MODELS];
    make_all(models);
    const abut_instance a = {.model = models[0]};
    const abut_instance b = {.model = models[0], .pose = {.translation = {0.3, 0.2, 0.1}}};
    size_t failures = 0, answers = 0;
    for (uint64_t budget = 800; budget < 3200; budget += 16) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        const abut_ask ask = {.coherent = 1, .budget = budget};
        abut_query* q = NULL;
        abut_hits hits;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        for (size_t later = 0;; later++) {
            c.fail_at = c.allocations + later;
            const abut_status status = abut_collide(q, &a, &b, &ask, &hits);
            assert_covers(q, a.model, b.model);
            if (c.allocations <= c.fail_at) break;
            assert_true(status == ABUT_OUT_OF_MEMORY || status == ABUT_OK);
            answers += status == ABUT_OK;
            failures += status != ABUT_OK;
        }
        assert_int_equal(hits.complete, 0);
        assert_covers(q, a.model, b.model);
        abut_query_free(q);
        assert_true(c.blocks == 0 && c.bytes == 0);
    }
    print_message("%zu failures, %zu answers without memory\n", failures, answers);
    assert_true(failures + answers > 300);
    free_all(models);
}

static void room_grows_as_far_as_is_asked(void** state)
{
    (void)state;
    const abut_host host = host_complete(NULL);
    wide_front f = {0};
    assert_int_equal(front_reserve(&f, &host, 1), ABUT_OK);
    f.entries[f.count] = (front_entry){7, 8, FRONT_LEAVES};
    f.until[f.count++] = 3;
    const size_t much = 5 * f.capacity;
    assert_int_equal(front_reserve(&f, &host, much), ABUT_OK);
    assert_true(f.capacity > much && f.count == 1);
    assert_true(f.entries[0].opened == 7 && f.entries[0].other == 8);
    assert_true(f.entries[0].lanes == FRONT_LEAVES && f.until[0] >= 3 && f.until[0] <= 3);
    wide_front_free(&f, &host);
}

static void arguments_are_checked(void** state)
{
    (void)state;
    abut_model* model = made(2);
    abut_query* q = NULL;
    abut_batch* batch = NULL;
    abut_hits hits;
    const abut_hits* list;
    const abut_instance a = {.model = model};
    const abut_question question = {a, a};
    static const struct {
        abut_ask ask;
        abut_status status;
    } cases[] = {
        {{.coherent = 2}, ABUT_BAD_ARGUMENT},
        {{.coherent = -1}, ABUT_BAD_ARGUMENT},
        {{.deadline = -1}, ABUT_BAD_ARGUMENT},
        {{.deadline = (double)INFINITY}, ABUT_BAD_ARGUMENT},
        {{.deadline = (double)NAN}, ABUT_BAD_ARGUMENT},
        {{.coherent = 1, .limit = 1, .any = 1}, ABUT_BAD_COMBINATION},
        {{.coherent = 1}, ABUT_OK},
    };
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_batch_create(&batch, NULL), ABUT_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(abut_collide(q, &a, &a, &cases[i].ask, &hits), cases[i].status);
    const abut_ask coherent = {.coherent = 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(abut_collide_batch(batch, &question, 1, &cases[i].ask, &list),
                         cases[i].status);
    // What is wrong is told, also where the last answer would do.
    abut_instance b = {.model = model, .pose = {.translation = {5, 0, 0}}};
    for (int i = 0; i < 3; i++)
        assert_int_equal(abut_collide(q, &a, &b, &coherent, &hits), ABUT_OK);
    abut_instance bent = a;
    bent.pose.rotation[0][0] = 2;
    assert_int_equal(abut_collide(q, &bent, &b, &coherent, &hits), ABUT_NOT_RIGID);
    assert_int_equal(abut_collide(q, &a, &b, &coherent, &hits), ABUT_OK);
    b.pose.rotation[0][0] = 2;
    assert_int_equal(abut_collide(q, &a, &b, &coherent, &hits), ABUT_NOT_RIGID);
    assert_string_equal(abut_state_text(ABUT_STATE_APART), "apart");
    assert_string_equal(abut_state_text(ABUT_STATE_CONTACT), "contact");
    assert_string_equal(abut_state_text(ABUT_STATE_UNDECIDED), "undecided");
    assert_null(abut_state_text((abut_state)3));
    abut_batch_free(batch);
    abut_query_free(q);
    abut_model_free(model);
}

// What is most urgent comes first, and nothing is lost.
static void due_entries_are_sorted(void** state)
{
    (void)state;
    rng r = {5};
    for (size_t count = 0; count < 70; count++) {
        float until[70];
        uint32_t due[70], seen[70] = {0};
        wide_front f = {.until = until, .due = due};
        for (size_t i = 0; i < count; i++) {
            until[i] = rng_below(&r, 5) ? (float)rng_signed(&r) : -INFINITY;
            due[i] = (uint32_t)(count - 1 - i);
        }
        front_sort_due(&f, count);
        for (size_t i = 0; i < count; i++) {
            assert_true(due[i] < count);
            assert_int_equal(seen[due[i]]++, 0);
            if (i) assert_true(until[due[i - 1]] <= until[due[i]]);
        }
    }
}

// Of many only those that come first are sorted, and nothing is lost.
static void of_many_due_entries_the_first_are_sorted(void** state)
{
    (void)state;
    enum { MANY = 9000 };
    static float until[MANY];
    static uint32_t due[MANY], seen[MANY];
    rng r = {6};
    for (size_t count = FRONT_SORTED + 1; count < MANY; count += 397) {
        wide_front f = {.until = until, .due = due};
        memset(seen, 0, sizeof seen);
        for (size_t i = 0; i < count; i++) {
            until[i] = (float)rng_signed(&r);
            due[i] = (uint32_t)(count - 1 - i);
        }
        front_sort_due(&f, count);
        size_t sorted = 1;
        while (sorted < count && until[due[sorted - 1]] <= until[due[sorted]])
            sorted++;
        assert_in_range(sorted, FRONT_SORTED / 8, FRONT_SORTED + 32);
        size_t before = 0;
        for (size_t i = 0; i < count; i++)
            before += until[i] < until[due[0]];
        assert_true(before <= count / 20);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(seen[due[i]]++, 0);
        for (size_t i = 0; i < count; i++)  // many that are as urgent
            until[i] = -INFINITY;
        front_sort_due(&f, count);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(seen[due[i]]--, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_do_not_depend_on_history),
        cmocka_unit_test(nothing_depends_on_the_instruction_set),
        cmocka_unit_test(interrupted_questions_go_on),
        cmocka_unit_test(interrupted_lists_go_on),
        cmocka_unit_test(due_entries_are_sorted),
        cmocka_unit_test(of_many_due_entries_the_first_are_sorted),
        cmocka_unit_test(deadlines_are_for_all_methods),
        cmocka_unit_test(bounds_of_the_distance_hold),
        cmocka_unit_test(a_model_is_not_known_by_its_address),
        cmocka_unit_test(every_failed_allocation_leaves_it_usable),
        cmocka_unit_test(every_failed_allocation_leaves_interrupted_questions_usable),
        cmocka_unit_test(room_grows_as_far_as_is_asked),
        cmocka_unit_test(arguments_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
