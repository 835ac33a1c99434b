// test_front_pairs.c - coherent questions about many pairs that move: through one query, by turns, or through one batch,
// they have the answers of questions that are not coherent, and cost what a query for each pair costs, counter by counter,
// whatever the order, on any number of workers; and what is kept has bounds.
#include "base/host.h"
#include "query/batch.h"
#include "query/collide.h"
#include "scenes.h"
#include "support/answers.h"
#include "support/models.h"
#include "support/pruning.h"
#include "support/shuffled_run.h"

enum { SHAPES = 3, PAIRS = 8, STEPS = 40, WAYS = 5 };

static const abut_ask ways[WAYS] = {
    {.limit = 1, .coherent = 1},
    {.limit = 0, .coherent = 1},
    {.detail = ABUT_DETAIL_POINTS, .coherent = 1},
    {.limit = 1, .budget = 64, .coherent = 1},
    {.budget = 100, .detail = ABUT_DETAIL_KINDS, .coherent = 1},
};

static void make_shapes(abut_model* models[SHAPES], abut_method method)
{
    static const double block[3] = {0.5, 0.4, 0.3};
    mesh m[SHAPES] = {{0}};
    assert_int_equal(torus_make(20, 10, 1, 0.35, &m[0]), SCENE_OK);
    assert_int_equal(box_make(block, 3, &m[1]), SCENE_OK);
    assert_int_equal(sphere_make(7, 10, 0.6, &m[2]), SCENE_OK);
    for (int i = 0; i < SHAPES; i++) {
        models[i] = model_of_mesh(&m[i], method);
        mesh_free(&m[i]);
    }
}

static void free_shapes(abut_model* models[SHAPES])
{
    for (int i = 0; i < SHAPES; i++)
        abut_model_free(models[i]);
}

// Pairs of these models that wander, each with its own pace. Several are of the same two models.
typedef struct flock {
    abut_question pairs[PAIRS];
    double place[PAIRS][3], degrees[PAIRS];
    rng random;
} flock;

static void flock_move(flock* f)
{
    static const double axis[3] = {1, 2, 0.5};
    for (int i = 0; i < PAIRS; i++) {
        const double step = i % 4 == 3 ? 0 : 0.004 * (1 + i);
        if (i % 4 == 3 && rng_below(&f->random, 5)) continue;  // some stand still
        const double jump = rng_below(&f->random, 40) ? 1 : 100;
        for (int k = 0; k < 3; k++) {
            f->place[i][k] += jump * step * rng_signed(&f->random);
            if (fabs(f->place[i][k]) > 1.5) f->place[i][k] *= 0.9;
        }
        f->degrees[i] += 40 * step * rng_signed(&f->random);
        abut_pose* pose = &f->pairs[i].b.pose;
        assert_int_equal(abut_pose_from_axis_angle(pose, axis, f->degrees[i]), ABUT_OK);
        memcpy(pose->translation, f->place[i], sizeof f->place[i]);
        if (i % 2) f->pairs[i].a.pose.translation[2] += step * rng_signed(&f->random);
    }
}

static flock flock_of(abut_model* const models[SHAPES], int with_users)
{
    static char names[2 * PAIRS];
    flock f = {.random = {11}};
    for (int i = 0; i < PAIRS; i++) {
        f.pairs[i].a.model = models[i % 3 == 2 ? 1 : 0];
        f.pairs[i].b.model = models[i % 2 ? 1 : 2];
        f.pairs[i].a.user = with_users ? &names[2 * i] : NULL;
        f.pairs[i].b.user = with_users ? &names[2 * i + 1] : NULL;
        f.place[i][0] = 1.2;
        f.place[i][1] = 0.1 * i;
    }
    flock_move(&f);
    return f;
}

// All that an answer tells.
static uint64_t hash_of(const abut_hits* h)
{
    return hash_mix(hash_of_hits(h), &h->distance_least, sizeof h->distance_least) ^
           (uint64_t)h->state << 7;
}

static void assert_true_answer(const abut_hits* hits, const abut_question* q, const abut_ask* how,
                               abut_query* fresh)
{
    const abut_ask plain = {.limit = how->limit == 1, .walk = how->walk};
    abut_hits expected;
    assert_int_equal(abut_collide(fresh, &q->a, &q->b, &plain, &expected), ABUT_OK);
    if (hits->state != ABUT_STATE_UNDECIDED) assert_int_equal(hits->state, expected.state);
    if (!how->budget) assert_true(hits->state != ABUT_STATE_UNDECIDED);
    if (how->limit || !hits->complete) return;
    assert_int_equal(hits->count, expected.count);
    assert_memory_equal(hits->pairs, expected.pairs, hits->count * sizeof *hits->pairs);
}

// A query for each pair: what others must come up to.
typedef struct apart {
    abut_query* queries[PAIRS];
} apart;

static void apart_free(apart* a)
{
    for (int i = 0; i < PAIRS; i++)
        abut_query_free(a->queries[i]);
    *a = (apart){{NULL}};
}

static uint64_t apart_ask(apart* a, int pair, const abut_question* q, const abut_ask* how)
{
    abut_hits hits;
    if (!a->queries[pair]) assert_int_equal(abut_query_create(&a->queries[pair], NULL), ABUT_OK);
    assert_int_equal(abut_collide(a->queries[pair], &q->a, &q->b, how, &hits), ABUT_OK);
    return hash_of(&hits);
}

// ------------------------------------------------------------------------------------------ batches

static size_t batch_flies(abut_model* const models[SHAPES], const abut_ask* how, int workers,
                          int with_users)
{
    flock f = flock_of(models, with_users);
    apart own = {{NULL}};
    abut_query* fresh = NULL;
    abut_batch* batch = NULL;
    shuffled order = {0};
    const abut_host host = shuffled_host(&order, workers, 3);
    size_t contacts = 0;
    assert_int_equal(abut_query_create(&fresh, NULL), ABUT_OK);
    assert_int_equal(abut_batch_create(&batch, workers ? &host : NULL), ABUT_OK);
    for (int step = 0; step < STEPS; step++) {
        const abut_hits* hits = NULL;
        assert_int_equal(abut_collide_batch(batch, f.pairs, PAIRS, how, &hits), ABUT_OK);
        for (int i = 0; i < PAIRS; i++) {
            assert_true(hash_of(&hits[i]) == apart_ask(&own, i, &f.pairs[i], how));
            assert_true_answer(&hits[i], &f.pairs[i], how, fresh);
            contacts += hits[i].state == ABUT_STATE_CONTACT;
        }
        flock_move(&f);
    }
    abut_batch_free(batch);
    abut_query_free(fresh);
    apart_free(&own);
    return contacts;
}

static void a_batch_costs_what_a_query_for_each_pair_does(void** state)
{
    (void)state;
    abut_model* models[SHAPES];
    make_shapes(models, ABUT_METHOD_WIDE);
    for (int way = 0; way < WAYS; way++) {
        for (int workers = 0; workers <= SHUFFLED_WORKERS_MAX; workers += workers < 3 ? 1 : 13) {
            const size_t contacts = batch_flies(models, &ways[way], workers, workers % 2);
            if (PRUNING || !ways[way].budget)
                assert_true(contacts > PAIRS * STEPS / 10 && contacts < PAIRS * STEPS * 9 / 10);
        }
    }
    free_shapes(models);
}

static void so_it_does_with_other_methods(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_METHOD_QUICKCD18, ABUT_METHOD_OBB};
    const abut_ask how = {.coherent = 1,
                          .walk = &(abut_tree_walk){.descent = ABUT_DESCENT_ENVIRONMENT}};
    for (size_t i = 0; i < 2; i++) {
        abut_model* models[SHAPES];
        make_shapes(models, methods[i]);
        for (int workers = 0; workers < 4; workers += 3)
            assert_true(batch_flies(models, &how, workers, workers) > PAIRS);
        free_shapes(models);
    }
}

// Some of the pairs in any order; those that are left out have to begin anew.
static size_t some_of(const flock* f, rng* r, apart* own, abut_question list[PAIRS],
                      int which[PAIRS])
{
    size_t count = 0, *const places = shuffled_order(r, PAIRS);
    for (int i = 0; i < PAIRS; i++) {
        const int pair = (int)places[i];
        if (rng_below(r, 6) == 0) {
            abut_query_free(own->queries[pair]);
            own->queries[pair] = NULL;
            continue;
        }
        which[count] = pair;
        list[count++] = f->pairs[pair];
    }
    free(places);
    return count;
}

// Pairs come and go, and stand anywhere in the list: by their users they are known again.
static void pairs_are_known_by_their_users(void** state)
{
    (void)state;
    abut_model* models[SHAPES];
    make_shapes(models, ABUT_METHOD_WIDE);
    for (int workers = 1; workers <= 3; workers += 2) {
        flock f = flock_of(models, 1);
        rng r = {7};
        apart own = {{NULL}};
        shuffled order = {0};
        const abut_host host = shuffled_host(&order, workers, 5);
        abut_batch* batch = NULL;
        assert_int_equal(abut_batch_create(&batch, &host), ABUT_OK);
        for (int step = 0; step < 2 * STEPS; step++) {
            abut_question list[PAIRS];
            int which[PAIRS];
            const size_t count = some_of(&f, &r, &own, list, which);
            const abut_hits* hits = NULL;
            assert_int_equal(abut_collide_batch(batch, list, count, &ways[0], &hits), ABUT_OK);
            for (size_t i = 0; i < count; i++)
                assert_true(hash_of(&hits[i]) == apart_ask(&own, which[i], &list[i], &ways[0]));
            assert_int_equal(batch->fronts.count, count);
            flock_move(&f);
        }
        abut_batch_free(batch);
        apart_free(&own);
    }
    free_shapes(models);
}

// Questions that are not coherent come between, and change nothing.
static void other_questions_change_nothing(void** state)
{
    (void)state;
    abut_model* models[SHAPES];
    make_shapes(models, ABUT_METHOD_WIDE);
    flock f = flock_of(models, 0);
    apart own = {{NULL}};
    abut_batch* batch = NULL;
    const abut_ask plain = {.detail = ABUT_DETAIL_KINDS};
    assert_int_equal(abut_batch_create(&batch, NULL), ABUT_OK);
    for (int step = 0; step < STEPS; step++) {
        const abut_hits* hits = NULL;
        assert_int_equal(abut_collide_batch(batch, f.pairs + 2, 3, &plain, &hits), ABUT_OK);
        assert_int_equal(abut_collide_batch(batch, f.pairs, PAIRS, &ways[4], &hits), ABUT_OK);
        for (int i = 0; i < PAIRS; i++)
            assert_true(hash_of(&hits[i]) == apart_ask(&own, i, &f.pairs[i], &ways[4]));
        if (step % 3) flock_move(&f);
    }
    abut_batch_free(batch);
    apart_free(&own);
    free_shapes(models);
}

// After a failure all begin anew, so that it does not matter which of them had been asked.
static void after_a_failure_all_begin_anew(void** state)
{
    (void)state;
    abut_model* models[SHAPES];
    make_shapes(models, ABUT_METHOD_WIDE);
    uint64_t expected[STEPS] = {0};
    for (int workers = 1; workers <= SHUFFLED_WORKERS_MAX; workers += workers < 3 ? 1 : 13) {
        flock f = flock_of(models, 0);
        shuffled order = {0};
        const abut_host host = shuffled_host(&order, workers, 8);
        abut_batch* batch = NULL;
        assert_int_equal(abut_batch_create(&batch, &host), ABUT_OK);
        for (int step = 0; step < STEPS; step++) {
            const abut_hits* hits = NULL;
            abut_question bad[PAIRS];
            memcpy(bad, f.pairs, sizeof bad);
            bad[5].b.pose.scale = -1;
            if (step % 5 == 4) {
                assert_int_equal(abut_collide_batch(batch, bad, PAIRS, &ways[1], &hits),
                                 ABUT_BAD_SCALE);
                assert_int_equal(batch->fronts.count, 0);
            }
            assert_int_equal(abut_collide_batch(batch, f.pairs, PAIRS, &ways[1], &hits), ABUT_OK);
            uint64_t hash = 0;
            for (int i = 0; i < PAIRS; i++)
                hash = hash * 31 + hash_of(&hits[i]);
            if (workers == 1) expected[step] = hash;
            assert_true(hash == expected[step]);
            flock_move(&f);
        }
        abut_batch_free(batch);
    }
    free_shapes(models);
}

// -------------------------------------------------------------------------------------- one query

static void one_query_alternates(void** state)
{
    (void)state;
    abut_model* models[SHAPES];
    make_shapes(models, ABUT_METHOD_WIDE);
    for (int way = 0; way < WAYS; way++) {
        flock f = flock_of(models, 1);
        rng r = {3};
        apart own = {{NULL}};
        abut_query *query = NULL, *fresh = NULL;
        assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
        assert_int_equal(abut_query_create(&fresh, NULL), ABUT_OK);
        for (int step = 0; step < STEPS * PAIRS; step++) {
            const int i = (int)rng_below(&r, PAIRS);
            const abut_question* q = &f.pairs[i];
            abut_hits hits;
            if (step % 9 == 0)  // one that is not coherent
                assert_int_equal(abut_collide(query, &q->b, &q->a, NULL, &hits), ABUT_OK);
            assert_int_equal(abut_collide(query, &q->a, &q->b, &ways[way], &hits), ABUT_OK);
            assert_true(hash_of(&hits) == apart_ask(&own, i, q, &ways[way]));
            assert_true_answer(&hits, q, &ways[way], fresh);
            if (step % PAIRS == 0) flock_move(&f);
        }
        assert_int_equal(query->fronts.count, PAIRS);
        abut_query_free(query);
        abut_query_free(fresh);
        apart_free(&own);
    }
    free_shapes(models);
}

// Without users, two instances of one model are one pair to a query: that costs time, but is no error.
static void instances_that_are_not_told_apart(void** state)
{
    (void)state;
    abut_model* models[SHAPES];
    make_shapes(models, ABUT_METHOD_WIDE);
    abut_query *query = NULL, *fresh = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&fresh, NULL), ABUT_OK);
    for (int step = 0; step < 60; step++) {
        const double far = step % 3 == 0 ? 1.4 : step % 3 == 1 ? 0.9 : 3;
        const abut_question q = {{.model = models[0]},
                                 {.model = models[1], .pose = {.translation = {far, 0, 0}}}};
        abut_hits hits;
        const abut_ask* how = &ways[step / 6 % 2];
        assert_int_equal(abut_collide(query, &q.a, &q.b, how, &hits), ABUT_OK);
        assert_true_answer(&hits, &q, how, fresh);
        assert_int_equal(query->fronts.count, 1);
    }
    abut_query_free(query);
    abut_query_free(fresh);
    free_shapes(models);
}

// abut_contain begins from the front of the pair, too, also where that tells at once that they are apart.
static void relations_are_those_of_fresh_questions(void** state)
{
    (void)state;
    abut_model* models[SHAPES];
    make_shapes(models, ABUT_METHOD_WIDE);
    flock f = flock_of(models, 1);
    abut_query *query = NULL, *fresh = NULL;
    size_t kinds[ABUT_RELATION_B_INSIDE_A + 1] = {0};
    const abut_ask how = {.coherent = 1};
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&fresh, NULL), ABUT_OK);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < PAIRS; i++) {
            const abut_question* q = &f.pairs[i];
            abut_containment expected, found;
            assert_int_equal(abut_contain(fresh, &q->a, &q->b, NULL, &expected), ABUT_OK);
            assert_int_equal(abut_contain(query, &q->a, &q->b, &how, &found), ABUT_OK);
            assert_int_equal(found.relation, expected.relation);
            assert_int_equal(found.hits.count, expected.hits.count);
            kinds[found.relation]++;
        }
        flock_move(&f);
    }
    assert_true(kinds[ABUT_RELATION_SEPARATE] > 20 && kinds[ABUT_RELATION_CROSSING] > 20);
    abut_query_free(query);
    abut_query_free(fresh);
    free_shapes(models);
}

// --------------------------------------------------------------------------------------- memory

static pair_key key_of(uint64_t number)
{
    return (pair_key){{1 + number % 3, 7}, {number % 64, 0}, 0};
}

static void the_oldest_are_given_up_first(void** state)
{
    (void)state;
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    front_table t = {0};
    pair_front* fronts[40];
    for (uint64_t i = 0; i < 40; i++) {
        const pair_key key = key_of(i);
        assert_null(fronts_find(&t, &key));
        fronts[i] = fronts_get(&t, &host, &key);
        assert_non_null(fronts[i]);
        fronts_trim(&t, &host, fronts[i], SIZE_MAX);
    }
    assert_int_equal(t.bytes, 40 * sizeof(pair_front));
    const pair_key first = key_of(0), second = key_of(1), last = key_of(40);
    assert_ptr_equal(fronts_get(&t, &host, &first), fronts[0]);  // and so it is the newest
    pair_front* const one_more = fronts_get(&t, &host, &last);
    assert_int_equal(front_reserve(&one_more->wide, &host, 1000), ABUT_OK);
    fronts_trim(&t, &host, one_more, 10 * sizeof(pair_front) + wide_front_bytes(&one_more->wide));
    assert_int_equal(t.count, 10);
    assert_ptr_equal(fronts_find(&t, &first), fronts[0]);
    assert_null(fronts_find(&t, &second));
    for (uint64_t i = 32; i < 40; i++) {
        const pair_key key = key_of(i);
        assert_ptr_equal(fronts_find(&t, &key), fronts[i]);
    }
    fronts_trim(&t, &host, fronts[39], 0);  // which stays
    assert_true(t.count == 1 && t.newest == fronts[39] && t.oldest == fronts[39]);
    assert_int_equal(t.bytes, sizeof(pair_front));
    fronts_free(&t, &host);
    assert_true(c.blocks == 0 && c.bytes == 0);
}

// By chance, against a list: of one key, the n-th of a call has what the n-th of the last call had.
static void each_of_equal_keys_has_its_own(void** state)
{
    (void)state;
    enum { KEYS = 50, COUNT = 300, CALLS = 40 };
    const abut_host host = {0};
    const abut_host complete = host_complete(&host);
    front_table t = {0};
    rng r = {4};
    static pair_front* last[KEYS][COUNT];
    static size_t last_count[KEYS];
    memset(last_count, 0, sizeof last_count);
    for (int call = 0; call < CALLS; call++) {
        size_t count[KEYS] = {0}, kept = 0;
        const size_t asked = rng_below(&r, COUNT);
        fronts_call(&t);
        for (size_t i = 0; i < asked; i++) {
            const uint64_t which = rng_below(&r, 1 + rng_below(&r, KEYS));
            const pair_key key = key_of(which);
            pair_front* const f = fronts_take(&t, &complete, &key);
            const size_t place = count[which]++;
            if (place < last_count[which]) assert_ptr_equal(f, last[which][place]);
            last[which][place] = f;
        }
        for (uint64_t which = 0; which < KEYS; which++) {
            if (count[which] == 0 && last_count[which] == 1 && rng_below(&r, 2)) {
                const pair_key key = key_of(which);
                fronts_keep(&t, &key);
                if (rng_below(&r, 2))
                    assert_ptr_equal(fronts_take(&t, &complete, &key), last[which][0]);
                count[which] = 1;
                kept++;
            }
            last_count[which] = count[which];
        }
        fronts_sweep(&t, &complete);
        assert_int_equal(t.count, asked + kept);
    }
    fronts_free(&t, &complete);
    assert_true(t.count == 0 && t.bytes == 0 && !t.newest && !t.oldest);
}

// Models go, and others come to the same place in memory: they begin anew.
static void models_that_are_gone_are_forgotten(void** state)
{
    (void)state;
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    abut_batch* batch = NULL;
    assert_int_equal(abut_batch_create(&batch, &host), ABUT_OK);
    for (int turn = 0; turn < 6; turn++) {
        abut_model* models[SHAPES];
        const abut_hits* hits = NULL;
        make_shapes(models, ABUT_METHOD_WIDE);
        flock f = flock_of(models, 1);
        apart own = {{NULL}};
        for (int step = 0; step < 5; step++) {
            assert_int_equal(abut_collide_batch(batch, f.pairs, PAIRS, &ways[0], &hits), ABUT_OK);
            for (int i = 0; i < PAIRS; i++)
                assert_true(hash_of(&hits[i]) == apart_ask(&own, i, &f.pairs[i], &ways[0]));
            flock_move(&f);
        }
        apart_free(&own);
        free_shapes(models);
        assert_int_equal(batch->fronts.count, PAIRS);
    }
    const abut_hits* hits = NULL;
    const size_t before = c.bytes;
    assert_int_equal(abut_collide_batch(batch, NULL, 0, &ways[0], &hits), ABUT_OK);
    assert_int_equal(batch->fronts.count, 0);
    assert_true(c.bytes < before);
    abut_batch_free(batch);
    assert_true(c.blocks == 0 && c.bytes == 0);
}

// One failure at each place: there is an answer without what could not be kept, or none.
static void failed_allocations_never_change_an_answer(void** state)
{
    (void)state;
    abut_model* models[SHAPES];
    make_shapes(models, ABUT_METHOD_WIDE);
    abut_query* fresh = NULL;
    assert_int_equal(abut_query_create(&fresh, NULL), ABUT_OK);
    size_t failures = 0, answers = 0;
    for (size_t later = 0, has_failed = 1; has_failed; later++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        flock f = flock_of(models, 0);
        abut_batch* batch = NULL;
        assert_int_equal(abut_batch_create(&batch, &host), ABUT_OK);
        c.fail_at = c.allocations + later;
        for (int step = 0; step < 8; step++) {
            const abut_hits* hits = NULL;
            const int had_failed = c.allocations > c.fail_at;
            c.fraction = 0;
            const abut_status status = abut_collide_batch(batch, f.pairs, PAIRS, &ways[1], &hits);
            const int fails_now = !had_failed && c.allocations > c.fail_at;
            assert_true(status == ABUT_OK || (fails_now && status == ABUT_OUT_OF_MEMORY));
            for (int i = 0; i < PAIRS && status == ABUT_OK; i++)
                assert_true_answer(&hits[i], &f.pairs[i], &ways[1], fresh);
            failures += fails_now && status != ABUT_OK;
            answers += fails_now && status == ABUT_OK;
            flock_move(&f);
        }
        has_failed = c.allocations > c.fail_at;
        abut_batch_free(batch);
        assert_true(c.blocks == 0 && c.bytes == 0);
    }
    print_message("%zu failures, %zu answers without memory\n", failures, answers);
    assert_true(failures > 4 && answers > (PRUNING ? 40 : 4));
    abut_query_free(fresh);
    free_shapes(models);
}

static void a_call_that_was_cancelled_begins_anew(void** state)
{
    (void)state;
    abut_model* models[SHAPES];
    make_shapes(models, ABUT_METHOD_WIDE);
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    flock f = flock_of(models, 0);
    abut_batch* batch = NULL;
    abut_query* fresh = NULL;
    assert_int_equal(abut_batch_create(&batch, &host), ABUT_OK);
    assert_int_equal(abut_query_create(&fresh, NULL), ABUT_OK);
    for (int step = 0; step < STEPS; step++) {
        const abut_hits* hits = NULL;
        c.fraction = 0;
        c.progress_calls = 0;
        c.cancel_at = step % 2 ? (size_t)(step / 2 % 2) : SIZE_MAX;
        const abut_status status = abut_collide_batch(batch, f.pairs, PAIRS, &ways[1], &hits);
        assert_int_equal(status, step % 2 ? ABUT_CANCELLED : ABUT_OK);
        for (int i = 0; i < PAIRS && status == ABUT_OK; i++)
            assert_true_answer(&hits[i], &f.pairs[i], &ways[1], fresh);
        assert_int_equal(batch->fronts.count, step % 2 ? 0 : PAIRS);
        flock_move(&f);
    }
    abut_query_free(fresh);
    abut_batch_free(batch);
    assert_int_equal(c.blocks, 0);
    free_shapes(models);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_costs_what_a_query_for_each_pair_does),
        cmocka_unit_test(so_it_does_with_other_methods),
        cmocka_unit_test(pairs_are_known_by_their_users),
        cmocka_unit_test(other_questions_change_nothing),
        cmocka_unit_test(after_a_failure_all_begin_anew),
        cmocka_unit_test(one_query_alternates),
        cmocka_unit_test(instances_that_are_not_told_apart),
        cmocka_unit_test(relations_are_those_of_fresh_questions),
        cmocka_unit_test(the_oldest_are_given_up_first),
        cmocka_unit_test(each_of_equal_keys_has_its_own),
        cmocka_unit_test(models_that_are_gone_are_forgotten),
        cmocka_unit_test(failed_allocations_never_change_an_answer),
        cmocka_unit_test(a_call_that_was_cancelled_begins_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
