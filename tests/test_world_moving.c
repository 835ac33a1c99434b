// test_world_moving.c - worlds that change: instances come, go and move; questions start from the last answer, or end
// early by a limit, a budget or a deadline. What is said is what abut_collide and abut_contain say of all pairs, what is
// left open is told, and none of it depends on the workers.
#include "answers.h"
#include "models.h"
#include "pruning.h"
#include "scenes.h"
#include "share.h"
#include "shuffled_run.h"
#include "world/world.h"

enum { SHAPES = 4, IDS = 28 };

// A world, and what should be in it.
typedef struct reference {
    abut_model* models[SHAPES];
    abut_world* world;
    abut_query* fresh;
    abut_instance instances[IDS];  // by id; without a model: not there
    uint32_t groups[IDS], against[IDS];
    uint8_t ignored[IDS][IDS];
    uint32_t removed[IDS];  // ids, the last removed last
    size_t id_count, removed_count;
    rng random;
    double reach;
} reference;

static char names[IDS];

static void reference_open(reference* r, abut_method method, const abut_host* host)
{
    static const double block[3] = {0.5, 0.4, 0.3};
    mesh m[SHAPES] = {{0}};
    *r = (reference){.random = {21}, .reach = 0.7};
    assert_int_equal(torus_make(10, 6, 0.5, 0.2, &m[0]), SCENE_OK);
    assert_int_equal(box_make(block, 1, &m[1]), SCENE_OK);
    assert_int_equal(sphere_make(5, 6, 0.12, &m[2]), SCENE_OK);
    for (int i = 0; i < SHAPES; i++) {
        r->models[i] = model_of_mesh(&m[i], method);  // the last has no triangles
        mesh_free(&m[i]);
    }
    assert_int_equal(abut_world_create(&r->world, host), ABUT_OK);
    assert_int_equal(abut_query_create(&r->fresh, NULL), ABUT_OK);
}

static void reference_close(reference* r)
{
    abut_world_free(r->world);
    abut_query_free(r->fresh);
    for (int i = 0; i < SHAPES; i++)
        abut_model_free(r->models[i]);
}

static abut_pose any_pose(reference* r)
{
    abut_pose pose = pose_random(&r->random, r->reach);
    if (rng_below(&r->random, 4) == 0) pose.scale = 0.5;
    return pose;
}

static void add(reference* r)
{
    uint32_t id = 99;
    const uint32_t expected =
        r->removed_count ? r->removed[r->removed_count - 1] : (uint32_t)r->id_count;
    if (expected == IDS) return;
    const abut_instance instance = {r->models[rng_below(&r->random, SHAPES)], any_pose(r),
                                    &names[rng_below(&r->random, IDS)]};
    assert_int_equal(abut_world_add(r->world, &instance, &id), ABUT_OK);
    assert_int_equal(id, expected);
    if (r->removed_count)
        r->removed_count--;
    else
        r->id_count++;
    r->instances[id] = instance;
    r->groups[id] = r->against[id] = UINT32_MAX;
}

// One that is there; IDS if there is none.
static uint32_t any_id(reference* r)
{
    for (int tries = 0; tries < 50 && r->id_count; tries++) {
        const uint32_t id = (uint32_t)rng_below(&r->random, r->id_count);
        if (r->instances[id].model) return id;
    }
    return IDS;
}

static void fill(reference* r, size_t count)
{
    while (r->id_count < count)
        add(r);
}

static void take_out(reference* r)
{
    const uint32_t id = any_id(r);
    if (id == IDS) return;
    assert_int_equal(abut_world_remove(r->world, id), ABUT_OK);
    assert_int_equal(abut_world_remove(r->world, id), ABUT_BAD_ARGUMENT);
    r->instances[id].model = NULL;
    r->removed[r->removed_count++] = id;
    for (int i = 0; i < IDS; i++)
        r->ignored[id][i] = r->ignored[i][id] = 0;
}

static void move(reference* r, double step)
{
    const uint32_t id = any_id(r);
    if (id == IDS) return;
    abut_pose* pose = &r->instances[id].pose;
    if (step >= 1)
        *pose = any_pose(r);
    else
        for (int k = 0; k < 3; k++)
            pose->translation[k] += step * rng_signed(&r->random);
    assert_int_equal(abut_world_move(r->world, id, pose), ABUT_OK);
}

static void leave_out(reference* r)
{
    abut_pair list[6];
    size_t count = 0;
    memset(r->ignored, 0, sizeof r->ignored);
    for (int i = 0; i < 6; i++) {
        const uint32_t a = any_id(r), b = any_id(r);
        if (a == IDS || b == IDS) continue;
        list[count++] = (abut_pair){a, b};
        r->ignored[a][b] = r->ignored[b][a] = 1;
    }
    assert_int_equal(abut_world_ignore(r->world, list, count), ABUT_OK);
}

static void regroup(reference* r)
{
    const uint32_t id = any_id(r);
    if (id == IDS) return;
    r->groups[id] = (uint32_t)rng_below(&r->random, 8);
    r->against[id] = (uint32_t)rng_below(&r->random, 8) | 4;
    assert_int_equal(abut_world_group(r->world, id, r->groups[id], r->against[id]), ABUT_OK);
}

static void change(reference* r)
{
    switch (rng_below(&r->random, 12)) {
    case 0:
    case 1:
    case 2:
        add(r);
        break;
    case 3:
    case 4:
        take_out(r);
        break;
    case 5:
        leave_out(r);
        break;
    case 6:
        regroup(r);
        break;
    case 7:
        move(r, 1);
        break;
    default:
        move(r, 0.01);
    }
}

static void expect_instances(const reference* r)
{
    for (uint32_t id = 0; id < IDS; id++) {
        abut_instance told = {.user = NULL};
        const abut_status status = abut_world_instance(r->world, id, &told);
        const abut_instance* expected = &r->instances[id];
        assert_int_equal(status, expected->model ? ABUT_OK : ABUT_BAD_ARGUMENT);
        if (status != ABUT_OK) continue;
        assert_ptr_equal(told.model, expected->model);
        assert_ptr_equal(told.user, expected->user);
        assert_memory_equal(&told.pose, &expected->pose, sizeof told.pose);
    }
}

// ---------------------------------------------------------------------------------- against all pairs

static int is_asked(const reference* r, uint32_t a, uint32_t b)
{
    return r->instances[a].model && r->instances[b].model && !r->ignored[a][b] &&
           (r->groups[a] & r->against[b]) && (r->groups[b] & r->against[a]);
}

// What is true of two instances.
typedef struct truth {
    size_t count;
    abut_relation relation;  // ABUT_SEPARATE unless it was asked for
} truth;

static truth truth_of(reference* r, uint32_t a, uint32_t b, abut_survey survey)
{
    truth t = {0, ABUT_SEPARATE};
    abut_containment c = {.relation = ABUT_SEPARATE};
    const abut_instance *x = &r->instances[a], *y = &r->instances[b];
    if (survey == ABUT_SURVEY_RELATIONS) {
        assert_int_equal(abut_contain(r->fresh, x, y, NULL, &c), ABUT_OK);
        t.relation = c.relation;
    } else {
        assert_int_equal(abut_collide(r->fresh, x, y, NULL, &c.hits), ABUT_OK);
    }
    t.count = c.hits.count;
    return t;
}

typedef struct tally {
    size_t told, undecided, apart, partial;
} tally;

static int is_next(const abut_pair* list, size_t count, size_t place, uint32_t a, uint32_t b)
{
    return place < count && list[place].a == a && list[place].b == b;
}

// Every pair of instances is in contact, and told, or undecided, which is told, too, or apart; each of it rightly.
static tally expect_truth(reference* r, const abut_clashes* found, abut_survey survey)
{
    tally t = {0};
    size_t contacts = 0;
    for (uint32_t a = 0; a < IDS; a++) {
        for (uint32_t b = a + 1; b < IDS; b++) {
            const int is_told = is_next(found->pairs, found->count, t.told, a, b);
            const int is_open =
                is_next(found->undecided, found->undecided_count, t.undecided, a, b);
            assert_false(is_told && is_open);
            t.undecided += (size_t)is_open;
            if (!is_asked(r, a, b)) assert_false(is_told || is_open);
            if (!is_asked(r, a, b) || is_open) continue;
            const truth true_of = truth_of(r, a, b, survey);
            assert_int_equal(is_told, true_of.count || true_of.relation != ABUT_SEPARATE);
            t.apart += !is_told;
            if (!is_told) continue;
            contacts += true_of.count != 0;
            const abut_clash* clash = found->clashes ? &found->clashes[t.told] : NULL;
            t.told++;
            if (!clash) continue;
            t.partial += !clash->complete;
            assert_true(clash->complete ? clash->count == true_of.count
                                        : clash->count <= true_of.count);
            if (survey == ABUT_SURVEY_RELATIONS)
                assert_int_equal(clash->relation, true_of.relation);
        }
    }
    assert_int_equal(t.told, found->count);
    assert_int_equal(t.undecided, found->undecided_count);
    assert_true(t.told + t.undecided <= found->asked);
    assert_int_equal(found->state, contacts      ? ABUT_STATE_CONTACT
                                   : t.undecided ? ABUT_STATE_UNDECIDED
                                                 : ABUT_STATE_APART);
    if (t.undecided || t.partial) assert_int_equal(found->complete, 0);
    return t;
}

static void changes_are_heeded(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_WIDE, ABUT_QUICKCD14, ABUT_DOP14};
    for (int i = 0; i < 3; i++) {
        for (int workers = 1; workers <= 3; workers += 2) {
            reference r;
            shuffled order = {0};
            const abut_host host = shuffled_host(&order, workers, 7);
            size_t told = 0;
            reference_open(&r, methods[i], &host);
            fill(&r, 12);
            for (int step = 0; step < CASES(160); step++) {
                const abut_survey survey = (abut_survey)rng_below(&r.random, 4);
                abut_ask ask = {.coherent = methods[i] != ABUT_DOP14 && rng_below(&r.random, 3)};
                abut_clashes found;
                for (size_t changes = rng_below(&r.random, 8); changes; changes--)
                    change(&r);
                assert_int_equal(abut_world_collide(r.world, survey, &ask, &found), ABUT_OK);
                told += expect_truth(&r, &found, survey).told;
                assert_int_equal(found.complete, 1);
                if (ask.coherent) assert_int_equal(r.world->fronts.count, found.asked);
                if (step % 16 == 0) expect_instances(&r);
            }
            print_message("%zu pairs of instances\n", told);
            assert_true(told > (size_t)CASES(160));
            reference_close(&r);
        }
    }
}

// All go, and others come, of another method; and what was kept of models that are gone is never used.
static void worlds_are_emptied_and_filled(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_WIDE, ABUT_DOP14, ABUT_WIDE, ABUT_QUICKCD6};
    abut_world* w = NULL;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    for (int turn = 0; turn < 4; turn++) {
        reference r;
        reference_open(&r, methods[turn], NULL);
        abut_clashes found;
        for (uint32_t i = 0; i < 6; i++) {
            const abut_instance instance = {.model = r.models[0],
                                            .pose = {.translation = {0.9 * i, 0, 0}}};
            uint32_t id;
            assert_int_equal(abut_world_add(w, &instance, &id), ABUT_OK);
            assert_int_equal(id, i);
        }
        const abut_ask ask = {.coherent = methods[turn] != ABUT_DOP14};
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, &ask, &found), ABUT_OK);
        assert_int_equal(found.count, 5);
        for (uint32_t i = 6; i-- > 0;)
            assert_int_equal(abut_world_remove(w, i), ABUT_OK);
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found), ABUT_OK);
        assert_true(found.count == 0 && found.complete && found.state == ABUT_STATE_APART);
        reference_close(&r);
    }
    abut_world_free(w);
}

// ---------------------------------------------------------------------------------------- coherence

static void nudge(reference* r)
{
    for (int i = 0; i < 10; i++)
        move(r, 0.002);
}

// A query for each pair that the last question was about.
static void ask_each(reference* r, abut_query* queries[IDS][IDS], const abut_pair* asked,
                     size_t count, struct work* work)
{
    size_t place = 0;
    const abut_ask ask = {.limit = 1, .coherent = 1};
    for (uint32_t a = 0; a < IDS; a++) {
        for (uint32_t b = a + 1; b < IDS; b++) {
            abut_query** const q = &queries[a][b];
            if (!is_next(asked, count, place, a, b)) {
                abut_query_free(*q);
                *q = NULL;
                continue;
            }
            place++;
            abut_hits hits;
            if (!*q) assert_int_equal(abut_query_create(q, NULL), ABUT_OK);
            assert_int_equal(abut_collide(*q, &r->instances[a], &r->instances[b], &ask, &hits),
                             ABUT_OK);
            const struct work done = {hits.volume_tests, hits.triangle_tests, hits.node_updates,
                                      hits.exact_tests};
            work_add(work, &done);
        }
    }
}

static void a_world_costs_what_a_query_for_each_pair_does(void** state)
{
    (void)state;
    static abut_query* queries[IDS][IDS];
    reference r;
    shuffled order = {0};
    const abut_host host = shuffled_host(&order, 3, 2);
    uint64_t all = 0, plain = 0;
    reference_open(&r, ABUT_WIDE, &host);
    r.reach = 0.4;
    fill(&r, 20);
    memset(queries, 0, sizeof queries);
    for (int step = 0; step < 60; step++) {
        const abut_ask ask = {.coherent = 1, .limit = step % 2 ? 10000 : 0};  // in rounds
        abut_clashes boxes, found;
        struct work work = {0};
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_CONTACTS, NULL, &found), ABUT_OK);
        plain += found.volume_tests + found.triangle_tests;
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_BOXES, NULL, &boxes), ABUT_OK);
        if (step == 0) assert_true(boxes.count > 64);
        ask_each(&r, queries, boxes.pairs, boxes.count, &work);
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_CONTACTS, &ask, &found), ABUT_OK);
        assert_int_equal(found.volume_tests, work.volume_tests);
        assert_int_equal(found.triangle_tests, work.triangle_tests);
        assert_int_equal(found.node_updates, work.node_updates);
        assert_int_equal(found.exact_tests, work.exact_tests);
        all += work_tests(&work);
        nudge(&r);
        if (step % 20 == 19) {
            take_out(&r);
            move(&r, 1);
        }
    }
    print_message("%.0f tests, from the fronts %.0f\n", (double)plain, (double)all);
    if (PRUNING) assert_true(2 * all < plain);
    for (int i = 0; i < IDS * IDS; i++)
        abut_query_free(queries[i / IDS][i % IDS]);
    reference_close(&r);
}

static uint64_t hash_of(const abut_clashes* c)
{
    const uint64_t numbers[] = {
        c->count,       c->asked,           c->volume_tests,    c->triangle_tests,
        c->exact_tests, c->undecided_count, (uint64_t)c->state, (uint64_t)c->complete};
    uint64_t hash = hash_mix(1, numbers, sizeof numbers);
    hash = hash_mix(hash, c->pairs, c->count * sizeof *c->pairs);
    hash = hash_mix(hash, c->undecided, c->undecided_count * sizeof *c->undecided);
    for (size_t i = 0; c->clashes && i < c->count; i++) {
        hash = hash_mix(hash, &c->clashes[i].count, sizeof c->clashes[i].count);
        hash = hash_mix(hash, &c->clashes[i].complete, sizeof c->clashes[i].complete);
        hash = hash_mix(hash, c->clashes[i].low, sizeof c->clashes[i].low);
    }
    return hash;
}

static void workers_make_no_difference(void** state)
{
    (void)state;
    static const abut_ask asks[] = {
        {.coherent = 1}, {.coherent = 1, .limit = 3}, {.coherent = 1, .budget = 60}, {.limit = 2}};
    enum { COUNT = 48 };
    uint64_t expected[COUNT] = {0};
    size_t shared = 0;
    for (int workers = 0; workers <= SHUFFLED_WORKERS_MAX; workers += workers < 3 ? 1 : 13) {
        reference r;
        shuffled order = {0};
        const abut_host host = shuffled_host(&order, workers, 7);
        reference_open(&r, ABUT_WIDE, workers ? &host : NULL);
        fill(&r, 20);
        for (int step = 0; step < COUNT; step++) {
            const abut_survey survey = (abut_survey)(step % 3);
            abut_clashes found;
            assert_int_equal(abut_world_collide(r.world, survey, &asks[step / 3 % 4], &found),
                             ABUT_OK);
            if (!workers) expected[step] = hash_of(&found);
            assert_true(hash_of(&found) == expected[step]);
            nudge(&r);
            if (step % 5 == 0) change(&r);
        }
        shared += order.shared;
        reference_close(&r);
    }
    assert_true(shared > 0);
}

// -------------------------------------------------------------------------------------- ends early

static void limits_give_the_first_pairs(void** state)
{
    (void)state;
    reference r;
    shuffled order = {0};
    const abut_host host = shuffled_host(&order, 3, 1);
    reference_open(&r, ABUT_WIDE, &host);
    r.reach = 0.3;
    fill(&r, IDS);
    for (int i = 0; i < 5; i++) {
        abut_clashes found;
        const abut_survey survey = (abut_survey)i;
        assert_int_equal(abut_world_collide(r.world, survey, NULL, &found), ABUT_OK);
        assert_int_equal(found.complete, 1);
        assert_int_equal(found.undecided_count, 0);
        const size_t all = found.count, asked = found.asked;
        assert_true(all > 70);  // more than a round
        abut_pair* const pairs = malloc(all * sizeof *pairs);
        assert_non_null(pairs);
        memcpy(pairs, found.pairs, all * sizeof *pairs);
        uint64_t work = 0;
        for (size_t limit = 1; limit <= all + 1; limit += limit < 8 ? 1 : all / 6) {
            if (limit > all) limit = all + 1;
            const abut_ask ask = {.limit = limit, .coherent = limit % 2 && i < 4};
            const size_t count = limit < all ? limit : all;
            assert_int_equal(abut_world_collide(r.world, survey, &ask, &found), ABUT_OK);
            assert_int_equal(found.count, count);
            assert_memory_equal(found.pairs, pairs, count * sizeof *pairs);
            assert_int_equal(found.asked, asked);
            assert_int_equal(found.complete, limit > all);
            if (limit <= all) assert_true(found.undecided_count >= all - limit);
            if (i < 4) (void)expect_truth(&r, &found, survey);
            if (!ask.coherent && limit < 8) work = found.volume_tests;
            if (!ask.coherent && limit > all) assert_true(work < found.volume_tests || i == 4);
        }
        free(pairs);
    }
    reference_close(&r);
}

// Each pair by itself ends as abut_collide does under that budget.
static void budgets_are_those_of_each_pair(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    reference r;
    tally sum = {0};
    reference_open(&r, ABUT_WIDE, NULL);
    fill(&r, 20);
    for (uint64_t budget = 1; budget < 3000; budget *= 3) {
        const abut_ask ask = {.budget = budget}, own = {.budget = budget, .detail = 1};
        abut_clashes found;
        struct work work = {0};
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &ask, &found), ABUT_OK);
        const tally t = expect_truth(&r, &found, ABUT_SURVEY_COUNTS);
        sum.told += t.told;
        sum.undecided += t.undecided;
        sum.partial += t.partial;
        size_t place = 0;
        for (uint32_t a = 0; a < IDS; a++)
            for (uint32_t b = a + 1; b < IDS; b++) {
                abut_hits hits;
                if (!is_asked(&r, a, b) ||
                    !world_boxes_meet(&r.world->boxes[a], &r.world->boxes[b]))
                    continue;
                assert_int_equal(
                    abut_collide(r.fresh, &r.instances[a], &r.instances[b], &own, &hits), ABUT_OK);
                const struct work done = {hits.volume_tests, hits.triangle_tests, hits.node_updates,
                                          hits.exact_tests};
                work_add(&work, &done);
                if (!is_next(found.pairs, found.count, place, a, b)) continue;
                assert_int_equal(found.clashes[place].count, hits.count);
                assert_int_equal(found.clashes[place].complete, hits.complete);
                place++;
            }
        assert_int_equal(place, found.count);
        assert_int_equal(found.volume_tests, work.volume_tests);
        assert_int_equal(found.triangle_tests, work.triangle_tests);
    }
    assert_true(sum.told > 50 && sum.undecided > 20 && sum.partial > 10);
    reference_close(&r);
}

// Which of the pairs that are asked about an answer leaves open, and how many were never decided so far.
static size_t note_decided(const reference* r, const abut_clashes* found, uint8_t decided[IDS][IDS])
{
    size_t never = 0, place = 0;
    for (uint32_t a = 0; a < IDS; a++)
        for (uint32_t b = a + 1; b < IDS; b++) {
            if (is_next(found->undecided, found->undecided_count, place, a, b))
                place++;
            else
                decided[a][b] = 1;
            never += is_asked(r, a, b) && !decided[a][b];
        }
    return never;
}

// However short it is, some pairs are decided each time, and others the next: so all are, one time or another.
static void deadlines_leave_the_rest_to_the_next_call(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    for (int workers = 1; workers <= 3; workers += 2) {
        reference r;
        shuffled order = {0};
        const abut_host host = shuffled_host(&order, workers, 6);
        const abut_ask hasty = {.coherent = 1, .deadline = 0.001};
        const abut_ask patient = {.coherent = 1, .deadline = 1e12};
        uint8_t decided[IDS][IDS] = {{0}};
        abut_clashes found;
        size_t never, calls = 0, cut = 0;
        reference_open(&r, ABUT_WIDE, &host);
        fill(&r, 12);
        do {
            assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &hasty, &found),
                             ABUT_OK);
            cut += expect_truth(&r, &found, ABUT_SURVEY_COUNTS).undecided > 0;
            never = note_decided(&r, &found, decided);
        } while (never && ++calls < 20000);
        print_message("%zu calls\n", calls);
        assert_true(never == 0 && cut > 2);
        for (int survey = 0; survey < 3; survey++) {
            assert_int_equal(abut_world_collide(r.world, (abut_survey)survey, &patient, &found),
                             ABUT_OK);
            (void)expect_truth(&r, &found, (abut_survey)survey);
            assert_int_equal(found.complete, 1);
        }
        reference_close(&r);
    }
}

// ------------------------------------------------------------------------------------------- failures

static void failed_allocations_never_change_an_answer(void** state)
{
    (void)state;
    size_t failures = 0, answers = 0;
    for (size_t later = 0, has_failed = 1; has_failed; later++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        reference r;
        reference_open(&r, ABUT_WIDE, &host);
        r.reach = 0.3;
        fill(&r, 8);
        c.fail_at = c.allocations + later;
        for (int step = 0; step < 6; step++) {
            const abut_ask ask = {.coherent = 1, .limit = step % 3 == 2 ? 4 : 0};
            const int had_failed = c.allocations > c.fail_at;
            abut_clashes found = {.count = 77};
            c.fraction = 0;
            const abut_status status =
                abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &ask, &found);
            const int fails_now = !had_failed && c.allocations > c.fail_at;
            assert_true(status == ABUT_OK || (fails_now && status == ABUT_OUT_OF_MEMORY));
            if (status == ABUT_OK)
                (void)expect_truth(&r, &found, ABUT_SURVEY_COUNTS);
            else
                assert_int_equal(found.count, 77);
            failures += fails_now && status != ABUT_OK;
            answers += fails_now && status == ABUT_OK;
            nudge(&r);
            if (step == 3) take_out(&r);
        }
        has_failed = c.allocations > c.fail_at;
        reference_close(&r);
        assert_true(c.blocks == 0 && c.bytes == 0);
    }
    print_message("%zu failures, %zu answers without memory\n", failures, answers);
    assert_true(failures > 10 && answers > 20);
}

static void progress_grows_and_cancels(void** state)
{
    (void)state;
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    reference r;
    reference_open(&r, ABUT_WIDE, &host);
    fill(&r, IDS);
    for (size_t limit = 0; limit < 400; limit += 100) {
        const abut_ask ask = {.coherent = 1, .limit = limit};
        abut_clashes found;
        c.fraction = 0;
        c.progress_calls = 0;
        c.cancel_at = SIZE_MAX;
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &ask, &found), ABUT_OK);
        assert_false(c.fraction_is_wrong);
        const size_t calls = c.progress_calls;
        assert_true(calls > 1);
        for (size_t i = 0; i < calls; i++) {
            found.count = 77;
            c.fraction = 0;
            c.progress_calls = 0;
            c.cancel_at = i;
            const abut_status status =
                abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &ask, &found);
            // What is kept takes work away, and with it progress to be told.
            assert_true(status == ABUT_CANCELLED || (status == ABUT_OK && c.progress_calls <= i));
            if (status == ABUT_OK) continue;
            assert_int_equal(found.count, 77);
            assert_int_equal(r.world->fronts.count, 0);
        }
        c.cancel_at = SIZE_MAX;
        c.fraction = 0;
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &ask, &found), ABUT_OK);
        (void)expect_truth(&r, &found, ABUT_SURVEY_COUNTS);
    }
    reference_close(&r);
    assert_int_equal(c.blocks, 0);
}

static void what_is_wrong_is_refused(void** state)
{
    (void)state;
    static const struct {
        abut_survey survey;
        abut_ask ask;
        abut_status status;
    } cases[] = {
        {ABUT_SURVEY_CONTACTS, {.any = 1, .limit = 1}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_COUNTS, {.detail = ABUT_DETAIL_KINDS}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_COUNTS, {.reserved = {1}}, ABUT_BAD_ARGUMENT},
        {ABUT_SURVEY_COUNTS, {.deadline = -1}, ABUT_BAD_ARGUMENT},
        {ABUT_SURVEY_COUNTS, {.deadline = (double)NAN}, ABUT_BAD_ARGUMENT},
        {ABUT_SURVEY_COUNTS, {.deadline = (double)INFINITY}, ABUT_BAD_ARGUMENT},
        {ABUT_SURVEY_COUNTS, {.coherent = 2}, ABUT_BAD_ARGUMENT},
        {ABUT_SURVEY_COUNTS, {.interval_count = 3}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_COUNTS, {.traversal = ABUT_TRAVERSAL_BREADTH}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_RELATIONS, {.budget = 5}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_RELATIONS, {.deadline = 5}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_RELATIONS, {.limit = 5, .coherent = 1}, ABUT_OK},
        {ABUT_SURVEY_BOXES, {.limit = 5}, ABUT_OK},
        {ABUT_SURVEY_BOXES, {.coherent = 1}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_BOXES, {.budget = 1}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_BOXES, {.deadline = 1}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_BOXES, {.descent = ABUT_DESCENT_LARGER}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_BOXES, {.traversal = ABUT_TRAVERSAL_DEPTH}, ABUT_BAD_COMBINATION},
    };
    reference r;
    abut_clashes found;
    abut_instance told;
    reference_open(&r, ABUT_WIDE, NULL);
    fill(&r, 6);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(abut_world_collide(r.world, cases[i].survey, &cases[i].ask, &found),
                         cases[i].status);
    assert_int_equal(abut_world_remove(NULL, 0), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_remove(r.world, 6), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_instance(NULL, 0, &told), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_instance(r.world, 0, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_instance(r.world, 6, &told), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_remove(r.world, 3), ABUT_OK);
    const abut_pair gone = {3, 1};
    assert_int_equal(abut_world_move(r.world, 3, &(abut_pose){.scale = 1}), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_group(r.world, 3, 1, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_ignore(r.world, &gone, 1), ABUT_BAD_ARGUMENT);
    reference_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_heeded),
        cmocka_unit_test(worlds_are_emptied_and_filled),
        cmocka_unit_test(a_world_costs_what_a_query_for_each_pair_does),
        cmocka_unit_test(workers_make_no_difference),
        cmocka_unit_test(limits_give_the_first_pairs),
        cmocka_unit_test(budgets_are_those_of_each_pair),
        cmocka_unit_test(deadlines_leave_the_rest_to_the_next_call),
        cmocka_unit_test(failed_allocations_never_change_an_answer),
        cmocka_unit_test(progress_grows_and_cancels),
        cmocka_unit_test(what_is_wrong_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
