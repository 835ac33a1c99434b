// test_wide.c - the walk of the engine: every instruction set gives the same answer by the same work; limits, budgets,
// progress and failures are kept; and its answers are those of the other methods, also where sizes and places are
// extreme. This program is built twice: with the library, and with one whose PRUNE(x) is false.
#include "base/simd_set.h"
#include "engine/wide_scenes.h"
#include "query/collide.h"
#include "support/float_mode.h"
#include "support/method_here.h"

#include <stdio.h>

// ------------------------------------------------------------------------------------------ answers

typedef struct answer {
    abut_hits hits;  // its pairs and contacts are those below
    abut_pair* pairs;
    abut_kind* kinds;
} answer;

static answer ask_models(abut_query* q, abut_model* const model[2], const abut_pose pose[2],
                         const abut_ask* ask)
{
    answer out;
    abut_ask whole = *ask;
    whole.detail = ABUT_DETAIL_KINDS;
    const abut_instance a = {model[0], pose[0]}, b = {model[1], pose[1]};
    assert_int_equal(abut_collide(q, &a, &b, &whole, &out.hits), ABUT_OK);
    out.pairs = malloc(out.hits.count * sizeof *out.pairs + 1);
    out.kinds = malloc(out.hits.count * sizeof *out.kinds + 1);
    assert_true(out.pairs && out.kinds);
    for (size_t i = 0; i < out.hits.count; i++) {
        out.pairs[i] = out.hits.pairs[i];
        out.kinds[i] = out.hits.contacts[i].kind;
    }
    return out;
}

static void answer_free(answer* a)
{
    free(a->pairs);
    free(a->kinds);
}

static int answers_are_equal(const answer* a, const answer* b)
{
    return a->hits.count == b->hits.count && a->hits.complete == b->hits.complete &&
           !memcmp(a->pairs, b->pairs, a->hits.count * sizeof *a->pairs) &&
           !memcmp(a->kinds, b->kinds, a->hits.count * sizeof *a->kinds);
}

static int works_are_equal(const answer* a, const answer* b)
{
    return a->hits.volume_tests == b->hits.volume_tests &&
           a->hits.triangle_tests == b->hits.triangle_tests &&
           a->hits.node_updates == b->hits.node_updates &&
           a->hits.exact_tests == b->hits.exact_tests;
}

// Whether each pair of part, in order and with its kind, is one of whole.
static int is_part(const answer* part, const answer* whole)
{
    size_t at = 0;
    for (size_t i = 0; i < part->hits.count; i++, at++) {
        while (at < whole->hits.count &&
               memcmp(&part->pairs[i], &whole->pairs[at], sizeof *part->pairs) != 0)
            at++;
        if (at == whole->hits.count || part->kinds[i] != whole->kinds[at]) return 0;
    }
    return 1;
}

static answer ask_scene(abut_query* q, const scene* s, const abut_ask* ask)
{
    const abut_pose pose[2] = {{.scale = 1}, s->pose};
    return ask_models(q, s->wide, pose, ask);
}

static answer truth_of(abut_query* q, const scene* s)
{
    const abut_pose pose[2] = {{.scale = 1}, s->pose};
    const abut_ask ask = {0};
    return ask_models(q, s->plain, pose, &ask);
}

static abut_query* new_query(const abut_host* host)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, host), ABUT_OK);
    return q;
}

// ----------------------------------------------------------------------------------- instruction sets

// NOLINTNEXTLINE(readability-function-size): every set, scene, pose and question
static void all_instruction_sets_do_the_same(void** state)
{
    (void)state;
    static const abut_ask asks[] = {{0},
                                    {.limit = 1},
                                    {.limit = 2},
                                    {.limit = 40},
                                    {.budget = 700},
                                    {.budget = 5000},
                                    {.limit = 3, .budget = 900}};
    abut_query* q = new_query(NULL);
    size_t compared = 0;
    for (int which = 0; which < SCENES; which++) {
        scene s = make_scene(which);
        rng r = {(uint64_t)which};
        for (int turn = 0; turn < (EXPECT_PRUNING ? 6 : 2); turn++) {
            if (turn == 1) pose_mirror(&s.pose);
            if (turn > 1) s.pose = pose_random(&r, 0.5);
            if (turn == 3) s.pose.scale = 0.125;
            answer truth = truth_of(q, &s);
            for (size_t k = 0; k < sizeof asks / sizeof *asks; k++) {
                const float_mode* mode = &float_modes[(k + (size_t)turn) % FLOAT_MODE_COUNT];
                answer first = {0};
                for (int set = 0; set < SIMD_SETS; set++) {
                    if (!simd_use((simd_set)set)) continue;
                    float_mode_enter(mode);
                    answer now = ask_scene(q, &s, &asks[k]);
                    float_mode_leave();
                    if (set) {
                        if (!answers_are_equal(&now, &first) || !works_are_equal(&now, &first))
                            fail_msg("%s %d, turn %d, ask %zu, set %d (%s): not as portable",
                                     s.name, which, turn, k, set, mode->name);
                        answer_free(&now);
                        compared++;
                        continue;
                    }
                    first = now;
                    if (!is_part(&now, &truth))
                        fail_msg("%s %d, ask %zu: no contact", s.name, which, k);
                    if (k == 0 && !answers_are_equal(&now, &truth))
                        fail_msg("%s %d: not as brute force", s.name, which);
                }
                answer_free(&first);
            }
            answer_free(&truth);
        }
        scene_free(&s);
    }
    simd_use(simd_best());
    print_message("compared with portable: %zu\n", compared);
    abut_query_free(q);
}

// Without pruning all is tested; with it little.
static void pruning_saves_work_only(void** state)
{
    (void)state;
    abut_query* q = new_query(NULL);
    for (int which = 0; which < SCENES; which++) {
        scene s = make_scene(which);
        for (int far = 0; far < 2; far++) {
            if (far) s.pose.translation[1] += 100;
            const uint64_t all = (uint64_t)s.count[0] * s.count[1];
            answer truth = truth_of(q, &s), now = ask_scene(q, &s, &(abut_ask){0});
            assert_true(answers_are_equal(&now, &truth) && now.hits.complete);
            if (!EXPECT_PRUNING) {
                assert_int_equal(now.hits.triangle_tests, all);
                assert_true(now.hits.volume_tests > all / 64);
            } else if (far) {
                assert_int_equal(now.hits.triangle_tests + now.hits.volume_tests, 0);
            } else if (which < SHAPES) {
                assert_true(now.hits.triangle_tests * 4 < all && now.hits.volume_tests < all);
            }
            answer_free(&truth);
            answer_free(&now);
        }
        scene_free(&s);
    }
    abut_query_free(q);
}

// -------------------------------------------------------------------------------- limits and budgets

static uint64_t work_of(const answer* a)
{
    return a->hits.volume_tests + a->hits.triangle_tests;
}

// NOLINTNEXTLINE(readability-function-size): every budget of every scene
static void budgets_are_never_exceeded(void** state)
{
    (void)state;
    abut_query* q = new_query(NULL);
    for (int i = 0; i < 4; i++) {
        scene s = {.name = "small", .pose = {.scale = 1}};
        mesh m[2] = {{0}};
        for (int side = 0; side < 2; side++)
            set_side_of_mesh(&s, side, torus_make(8, 5, 2, 0.7, &m[side]), &m[side]);
        if (i != 3) s.pose.translation[0] = i == 2 ? 20 : 1;
        if (i == 1) {
            rng r = {7};
            s.pose = pose_random(&r, 1);
            pose_mirror(&s.pose);
        }
        answer truth = truth_of(q, &s), whole = ask_scene(q, &s, &(abut_ask){0});
        const uint64_t enough = work_of(&whole) + WIDE_LANES + WIDE_LEAF * WIDE_LEAF;
        uint64_t least = UINT64_MAX;  // the first budget that completed
        assert_true(answers_are_equal(&whole, &truth));
        for (uint64_t budget = 1; budget <= enough; budget += EXPECT_PRUNING ? 1 : 61) {
            for (size_t limit = 0; limit < 3; limit += 2) {
                const abut_ask ask = {.budget = budget, .limit = limit};
                answer now = ask_scene(q, &s, &ask);
                if (work_of(&now) > budget) fail_msg("budget %d: exceeded", (int)budget);
                if (!is_part(&now, &truth)) fail_msg("budget %d: no contact", (int)budget);
                if (now.hits.complete && !answers_are_equal(&now, &truth))
                    fail_msg("budget %d: complete, and not all", (int)budget);
                assert_true(!limit || now.hits.count <= limit);
                if (!limit && now.hits.complete && budget < least) least = budget;
                if (!limit && budget > least && !now.hits.complete)
                    fail_msg("budget %d: too little", (int)budget);
                answer_free(&now);
            }
        }
        if (truth.hits.count || !EXPECT_PRUNING) {
            assert_true(least >= work_of(&whole) && (least <= enough || !EXPECT_PRUNING));
        } else {
            assert_int_equal(least, 1);
        }
        answer ample = ask_scene(q, &s, &(abut_ask){.budget = enough});
        assert_true(ample.hits.complete && answers_are_equal(&ample, &truth) &&
                    works_are_equal(&ample, &whole));
        answer_free(&ample);
        answer_free(&truth);
        answer_free(&whole);
        scene_free(&s);
    }
    abut_query_free(q);
}

static void limits_are_kept(void** state)
{
    (void)state;
    abut_query* q = new_query(NULL);
    for (int which = 0; which < SCENES; which++) {
        scene s = make_scene(which);
        answer truth = truth_of(q, &s);
        const size_t all = truth.hits.count;
        const size_t limits[] = {
            1, 2, 5, 24, all / 2 + 1, all > 1 ? all - 1 : 1, all ? all : 1, all + 1};
        for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
            answer now = ask_scene(q, &s, &(abut_ask){.limit = limits[k]});
            const size_t expected = all < limits[k] ? all : limits[k];
            if (now.hits.count != expected || !is_part(&now, &truth))
                fail_msg("%s %d: limit %zu of %zu", s.name, which, limits[k], all);
            if (limits[k] < all) assert_int_equal(now.hits.complete, 0);
            if (limits[k] > all) assert_int_equal(now.hits.complete, 1);
            answer_free(&now);
        }
        answer_free(&truth);
        scene_free(&s);
    }
    abut_query_free(q);
}

// ------------------------------------------------------------------------- memory, progress, cancelling

// Two equal tori, nearly in the same place: everything is close to something.
static scene deep_tori(uint32_t rings, abut_method against)
{
    scene s = {.name = "deep", .against = against};
    mesh m = {0};
    const double axis[3] = {1, 2, 3};
    for (int side = 0; side < 2; side++)
        set_side_of_mesh(&s, side, torus_make(rings, rings / 2, 2, 0.7, &m), &m);
    assert_int_equal(abut_pose_from_axis_angle(&s.pose, axis, 0.01), ABUT_OK);
    return s;
}

static void every_failed_allocation_is_survived(void** state)
{
    (void)state;
    scene s = deep_tori(EXPECT_PRUNING ? 40 : 12, ABUT_METHOD_BRUTE);
    abut_query* plain = new_query(NULL);
    answer truth = truth_of(plain, &s);
    assert_true(truth.hits.count > (EXPECT_PRUNING ? 1000 : 100));
    for (size_t limit = 0; limit < 2; limit++) {
        const abut_instance a = {s.wide[0], {.scale = 1}}, b = {s.wide[1], s.pose};
        const abut_ask ask = {.limit = limit};
        size_t failures = 0;
        for (;; failures++) {
            counting c = counting_begin();
            const abut_host host = counting_host(&c);
            abut_query* q = new_query(&host);
            abut_hits hits, before;
            memset(&hits, 0x5A, sizeof hits);
            before = hits;
            c.fail_at = c.allocations + failures;
            const abut_status status = abut_collide(q, &a, &b, &ask, &hits);
            if (status != ABUT_OK) {
                assert_int_equal(status, ABUT_OUT_OF_MEMORY);
                assert_memory_equal(&hits, &before, sizeof hits);
                answer later = ask_scene(q, &s, &ask);
                assert_true(limit ? is_part(&later, &truth) : answers_are_equal(&later, &truth));
                assert_int_equal(later.hits.count, limit ? 1 : truth.hits.count);
                answer_free(&later);
            } else if (!limit) {
                // It began with room for sixteen visits.
                assert_true(q->search.stack_bytes > 40000);
            }
            abut_query_free(q);
            assert_true(c.blocks == 0 && c.bytes == 0);
            if (status == ABUT_OK) break;
        }
        print_message("limit %zu: %zu allocations failed\n", limit, failures);
        assert_true(failures >= (limit ? 3 : 8));
    }
    answer_free(&truth);
    abut_query_free(plain);
    scene_free(&s);
}

// First contact, where there is none: what is on the stack when it grows is needed.
static void the_stack_grows_as_a_whole(void** state)
{
    (void)state;
    scene s = {.name = "nested"};
    mesh m = {0};
    const double axis[3] = {1, 2, 3};
    set_side_of_mesh(&s, 0, torus_make(FINE, FINE / 2, 2, 0.7, &m), &m);
    set_side_of_mesh(&s, 1, torus_make(FINE, FINE / 2, 2, 0.65, &m), &m);
    assert_int_equal(abut_pose_from_axis_angle(&s.pose, axis, 0.01), ABUT_OK);
    for (size_t limit = 0; limit < 2; limit++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_query* q = new_query(&host);
        const size_t before = c.allocations;
        answer now = ask_scene(q, &s, &(abut_ask){.limit = limit});
        assert_true(now.hits.complete && !now.hits.count);
        assert_true(now.hits.triangle_tests > 1000);
        assert_true(q->search.stack_bytes > 40000 && c.allocations > before + 2);
        answer_free(&now);
        abut_query_free(q);
    }
    scene_free(&s);
}

static void progress_grows_and_searches_can_be_stopped(void** state)
{
    (void)state;
    scene s = deep_tori(EXPECT_PRUNING ? 120 : 24, SOME_TREE);
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    abut_query* q = new_query(&host);
    answer whole = ask_scene(q, &s, &(abut_ask){0});
    const size_t calls = c.progress_calls;
    c.fraction = 0;
    answer truth = truth_of(q, &s);
    assert_true(whole.hits.complete && answers_are_equal(&whole, &truth));
    c.progress_calls = 0;
    c.fraction = 0;
    answer_free(&whole);
    whole = ask_scene(q, &s, &(abut_ask){0});
    assert_int_equal(c.progress_calls, calls);
    print_message("progress was told %zu times, at last %g\n", calls, c.fraction);
    assert_true(calls >= 3);
    assert_false(c.fraction_is_wrong);
    assert_true(c.fraction > 0.5);
    const abut_instance a = {s.wide[0], {.scale = 1}}, b = {s.wide[1], s.pose};
    for (size_t at = 0; at < calls; at++) {
        abut_hits hits, before;
        memset(&hits, 0x5A, sizeof hits);
        before = hits;
        c.progress_calls = 0;
        c.fraction = 0;
        c.cancel_at = at;
        assert_int_equal(abut_collide(q, &a, &b, NULL, &hits), ABUT_CANCELLED);
        assert_int_equal(c.progress_calls, at + 1);
        assert_memory_equal(&hits, &before, sizeof hits);
        assert_false(c.fraction_is_wrong);
    }
    c.cancel_at = SIZE_MAX;
    c.fraction = 0;
    answer again = ask_scene(q, &s, &(abut_ask){0});
    assert_true(answers_are_equal(&again, &whole) && works_are_equal(&again, &whole));
    answer_free(&truth);
    answer_free(&whole);
    answer_free(&again);
    abut_query_free(q);
    scene_free(&s);
}

// --------------------------------------------------------------------------------- sizes and places

// Both orders of two models give what brute force gives.
static size_t expect_truth(abut_query* q, const scene* s, const abut_pose pose[2], const char* what,
                           int number)
{
    size_t count = 0;
    for (int order = 0; order < 2; order++) {
        abut_model *const wide[2] = {s->wide[order], s->wide[1 - order]}, *const plain[2] = {
                                                                              s->plain[order],
                                                                              s->plain[1 - order]};
        const abut_pose poses[2] = {pose[order], pose[1 - order]};
        const abut_ask all = {0}, first = {.limit = 1};
        answer truth = ask_models(q, plain, poses, &all), now = ask_models(q, wide, poses, &all),
               one = ask_models(q, wide, poses, &first);
        if (!answers_are_equal(&truth, &now)) fail_msg("%s %d: not as brute force", what, number);
        if (one.hits.count != (truth.hits.count > 0) || !is_part(&one, &truth))
            fail_msg("%s %d: first contact", what, number);
        count = truth.hits.count;
        answer_free(&truth);
        answer_free(&now);
        answer_free(&one);
    }
    return count;
}

// b is scaled, and one of its vertices, the origin, put on a vertex of a.
static void sizes_may_differ_by_any_power_of_two(void** state)
{
    (void)state;
    static const int powers[] = {0, 10, 24, 25, 60, 100, 126, 127, 130, 149, 200, 300};
    abut_query* q = new_query(NULL);
    for (int i = 0; i < 2 * (int)(sizeof powers / sizeof *powers); i++) {
        rng r = {(uint64_t)i};
        soup_data data[2] = {soup_random(SOUP_GENERIC, 40, 3), soup_random(SOUP_CLUSTERS, 30, 4)};
        scene s = {.name = "sizes"};
        memset(data[1].vertices, 0, 3 * sizeof(double));
        for (int side = 0; side < 2; side++) {
            const abut_soup soup = soup_of(&data[side]);
            set_side(&s, side, &soup);
        }
        abut_pose pose[2] = {{.scale = 1}, pose_random(&r, 0)};
        pose[1].scale = ldexp(1, i % 2 ? powers[i / 2] : -powers[i / 2]);
        if (i % 3 == 0) pose_mirror(&pose[1]);
        memcpy(pose[1].translation, data[0].vertices + 9 * (i % 7), sizeof pose[1].translation);
        assert_true(expect_truth(q, &s, pose, "touching, 2^", powers[i / 2]) > 0);
        for (int k = 0; k < 3; k++)
            pose[1].translation[k] += 0.05 * rng_signed(&r);
        expect_truth(q, &s, pose, "close, 2^", powers[i / 2]);
        pose[1].translation[0] += 1e6;
        expect_truth(q, &s, pose, "far, 2^", powers[i / 2]);
        scene_free(&s);
        soup_free(&data[0]);
        soup_free(&data[1]);
    }
    abut_query_free(q);
}

// Vertices, or poses, far from the origin; both bodies at the same place, or not.
static void places_may_be_anywhere(void** state)
{
    (void)state;
    static const double shifts[] = {0, 1, 1e3, 1e9, 0x1p60, 1e200, 1e300};
    abut_query* q = new_query(NULL);
    size_t found = 0;
    for (int i = 0; i < 7 * SOUP_SORT_COUNT; i++) {
        const double shift = shifts[i % 7];
        soup_data data[2] = {soup_random((soup_sort)(i / 7), 40, 5),
                             soup_random((soup_sort)(i / 7), 30, 5)};
        scene s = {.name = "places"};
        rng r = {(uint64_t)i};
        for (int side = 0; side < 2; side++) {
            if (i % 2) soup_transform(&data[side], 1, shift);
            const abut_soup soup = soup_of(&data[side]);
            set_side(&s, side, &soup);
        }
        abut_pose pose[2] = {pose_random(&r, 0), {.scale = 1}};
        pose[1] = pose[0];
        found += expect_truth(q, &s, pose, "the same pose", i);
        for (int k = 0; k < 3; k++)
            pose[0].translation[k] = pose[1].translation[k] = shift;
        found += expect_truth(q, &s, pose, "the same pose, far", i);
        pose_mirror(&pose[1]);
        found += expect_truth(q, &s, pose, "mirrored", i);
        pose[0] = pose_random(&r, 0);
        found += expect_truth(q, &s, pose, "one far", i);
        scene_free(&s);
        soup_free(&data[0]);
        soup_free(&data[1]);
    }
    assert_true(found > 10000);
    abut_query_free(q);
}

// Empty models, one triangle, some; leaves of every size.
static void models_may_be_small(void** state)
{
    (void)state;
    abut_query* q = new_query(NULL);
    for (int i = 0; i < 10 * 10 * SOUP_SORT_COUNT; i++) {
        const size_t counts[2] = {(size_t)(i % 10), (size_t)(i / 10 % 10)};
        scene s = {.name = "small"};
        rng r = {(uint64_t)i};
        for (int side = 0; side < 2; side++)
            set_side_of_soup(&s, side, (soup_sort)(i / 100), counts[side], 6);
        abut_model* old = s.wide[1];
        soup_data data = soup_random((soup_sort)(i / 100), counts[1], 6);
        const abut_soup soup = soup_of(&data);
        s.wide[1] = model_of_soup(&soup, ABUT_METHOD_WIDE, 1 + i % WIDE_LEAF, 1);
        abut_model_free(old);
        abut_pose pose[2] = {{.scale = 1}, {.scale = 1}};
        const size_t count = expect_truth(q, &s, pose, "small, in place", i);
        assert_true(count >= (counts[0] < counts[1] ? counts[0]
                                                    : counts[1]));  // the first ones are the same
        pose[1] = pose_random(&r, 0.2);
        expect_truth(q, &s, pose, "small", i);
        soup_free(&data);
        scene_free(&s);
    }
    abut_query_free(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_instruction_sets_do_the_same),
        cmocka_unit_test(pruning_saves_work_only),
        cmocka_unit_test(budgets_are_never_exceeded),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(the_stack_grows_as_a_whole),
        cmocka_unit_test(progress_grows_and_searches_can_be_stopped),
        cmocka_unit_test(sizes_may_differ_by_any_power_of_two),
        cmocka_unit_test(places_may_be_anywhere),
        cmocka_unit_test(models_may_be_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
