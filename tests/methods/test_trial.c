// test_trial.c - leaf sizes that are found by trial queries: the size is the one of least work, which this test counts
// anew with models of each size; saved models keep it, and no number of workers changes it.
#include "methods/bound/hull.h"
#include "methods/quickcd_options.h"
#include "query/model.h"
#include "query/trial.h"
#include "support/pruning.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include "abut/saved.h"

#include <stdio.h>

static abut_model* build_of_size(const abut_soup* soup, abut_build options, int size)
{
    abut_model* m = NULL;
    options.leaf_size = size;
    assert_int_equal(abut_model_build(&m, soup, &options), ABUT_OK);
    return m;
}

// The work of all poses that count, with one size of leaves.
static uint64_t work_of(const abut_model* m, const abut_pose* poses, int count, const int* counts)
{
    static const abut_pose no_pose = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};
    abut_query* q = NULL;
    uint64_t work = 0;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int i = 0; i < count; i++) {
        const abut_instance a = {m, no_pose}, b = {m, poses[i]};
        abut_hits hits;
        if (!counts[i]) continue;
        assert_int_equal(abut_collide(q, &a, &b, NULL, &hits), ABUT_OK);
        work += trial_work(&hits);
    }
    abut_query_free(q);
    return work;
}

// Which poses the first size answers within the budget, and in how many of them there is contact.
static void find_counts(const abut_model* m, const abut_pose* poses, int count, int* counts,
                        int* contacts)
{
    abut_query* q = NULL;
    *contacts = 0;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int i = 0; i < count; i++) {
        const abut_instance a = {m, {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1}},
                            b = {m, poses[i]};
        const uint64_t budget = trial_budget(m->mesh.triangle_count);
        abut_hits hits;
        assert_int_equal(abut_collide(q, &a, &b, NULL, &hits), ABUT_OK);
        counts[i] = hits.volume_tests + hits.triangle_tests <= budget;
        *contacts += hits.count > 0;
    }
    abut_query_free(q);
}

// The least work, of equal ones the smallest leaves: by all sizes, in their order.
static int best_size(const abut_soup* soup, const abut_build* options, int* contacts,
                     int* poses_kept)
{
    static const int sizes[TRIAL_SIZES] = {1, 2, 4, 8, 16, 32};
    abut_pose poses[TRIAL_POSES];
    int counts[TRIAL_POSES], best = 0;
    uint64_t least = UINT64_MAX;
    abut_model* m = build_of_size(soup, *options, 8);
    const int count = trial_poses(&m->mesh, &m->frame, poses);
    find_counts(m, poses, count, counts, contacts);
    *poses_kept = 0;
    for (int i = 0; i < count; i++)
        *poses_kept += counts[i];
    abut_model_free(m);
    if (!*poses_kept) return 8;
    for (int i = 0; i < TRIAL_SIZES; i++) {
        m = build_of_size(soup, *options, sizes[i]);
        const uint64_t work = work_of(m, poses, count, counts);
        if (work < least) {
            least = work;
            best = sizes[i];
        }
        abut_model_free(m);
    }
    return best;
}

static int found_size(const abut_soup* soup, abut_build options, const abut_host* host)
{
    abut_tree_build how = options.tree ? *options.tree : (abut_tree_build){0};
    abut_model* m = NULL;
    abut_model_info info;
    how.trial = 1;
    options.tree = &how;
    options.host = host;
    assert_int_equal(abut_model_build(&m, soup, &options), ABUT_OK);
    assert_int_equal(abut_model_describe(m, &info), ABUT_OK);
    // As if the size had been asked for: with it the same tree is built again.
    assert_int_equal(info.build.tree->trial, 0);
    how.trial = 0;
    abut_model* other = build_of_size(soup, options, info.build.leaf_size);
    assert_int_equal(m->tree.node_count, other->tree.node_count);
    assert_memory_equal(m->tree.nodes, other->tree.nodes, tree_node_bytes(&m->tree));
    abut_model_free(other);
    abut_model_free(m);
    return info.build.leaf_size;
}

static void the_size_is_that_of_least_work(void** state)
{
    (void)state;
    rng r = {1};
    int told[33] = {0}, contacts = 0, poses = 0, cases = 0;
    for (int i = 0; i < CASES(42); i++) {
        abut_tree_build how;
        abut_build options = random_options(&r, &how);
        options.method = methods[i % METHODS];
        soup_data s =
            soup_random((soup_sort)(i % SOUP_SORT_COUNT),
                        i % 8 == 7 ? 1 + (size_t)i % 5 : 20 + rng_below(&r, 300), rng_next(&r));
        soup_transform(&s, ldexp(1, (int)rng_below(&r, 9) - 4), i % 5 == 0 ? 50 : 0);
        const abut_soup soup = soup_of(&s);
        int touching, kept;
        options.leaf_size = 0;
        const int best = best_size(&soup, &options, &touching, &kept);
        assert_int_equal(found_size(&soup, options, NULL), best);
        told[best]++;
        contacts += touching;
        poses += kept;
        cases++;
        soup_free(&s);
    }
    printf(
        "%d soups, %d poses, %d of them in contact; leaves of 1: %d, 2: %d, 4: %d, 8: %d, 16: %d, "
        "32: %d\n",
        cases, poses, contacts, told[1], told[2], told[4], told[8], told[16], told[32]);
    // So no size is told always, few triangles are the same tree with several, and poses are of both sorts.
    assert_true(cases < 20 || told[1] + told[2] + told[4] > 0);
    assert_true(told[8] < cases && told[16] < cases && told[32] < cases);
    assert_true(contacts > poses / 10 && contacts < poses);
}

// Soups that are large enough that the poses are fewer, and one that crosses itself all over: there poses are left out.
static void large_and_crowded_soups(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 20001, 2);
    const abut_build options = {.method = ABUT_METHOD_QUICKCD6};
    abut_pose poses[TRIAL_POSES];
    for (size_t i = 0; i < 9 * s.triangle_count; i++)
        s.vertices[i] *= i % 3 == 0 ? 9 : 5;
    abut_model* m = soup_build(&s, &options);
    assert_int_equal(trial_poses(&m->mesh, &m->frame, poses), TRIAL_POSES / 2);
    abut_model_free(m);
    soup_free(&s);
    SKIP_WITHOUT_PRUNING("every pose is beyond the budget of trials");
    // Each triangle as large as all of them.
    s = soup_random(SOUP_GENERIC, 1500, 3);
    rng r = {3};
    for (size_t i = 0; i < 9 * s.triangle_count; i++)
        s.vertices[i] = rng_signed(&r);
    const abut_soup soup = soup_of(&s);
    int contacts, kept;
    const int best = best_size(&soup, &options, &contacts, &kept);
    assert_true(kept > 0 && kept < TRIAL_POSES);
    assert_true(best != 8);  // what it would be if all poses counted
    assert_int_equal(found_size(&soup, options, NULL), best);
    printf("of a crowd %d of %d poses count\n", kept, TRIAL_POSES);
    soup_free(&s);
}

static void workers_change_nothing(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 400, 4);
    const abut_soup soup = soup_of(&s);
    for (int k = 0; k < METHODS; k += 3) {
        const abut_build options = {.method = methods[k]};
        const int one = found_size(&soup, options, NULL);
        for (int workers = 2; workers <= 7; workers += 5) {
            shuffled many;
            const abut_host host = shuffled_host(&many, workers, (uint64_t)workers);
            assert_int_equal(found_size(&soup, options, &host), one);
        }
    }
    soup_free(&s);
}

typedef struct bytes {
    unsigned char* at;
    size_t size;
} bytes;

static abut_status append(void* user, const void* more, size_t size)
{
    bytes* b = user;
    unsigned char* larger = aligned_alloc(64, (b->size + size + 63) / 64 * 64);
    assert_non_null(larger);
    if (b->size) memcpy(larger, b->at, b->size);
    memcpy(larger + b->size, more, size);
    free(b->at);
    b->at = larger;
    b->size += size;
    return ABUT_OK;
}

static void saved_models_keep_it(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 300, 5);
    const abut_tree_build how = {.trial = 1, .turned = 1};
    const abut_build options = {.method = ABUT_METHOD_QUICKCD18, .tree = &how};
    abut_model *built = soup_build(&s, &options), *opened = NULL;
    bytes saved = {0};
    abut_model_info x, y;
    assert_int_equal(abut_model_save(built, NULL, append, &saved), ABUT_OK);
    assert_int_equal(abut_model_open(&opened, saved.at, saved.size, NULL), ABUT_OK);
    assert_int_equal(abut_model_describe(built, &x), ABUT_OK);
    assert_int_equal(abut_model_describe(opened, &y), ABUT_OK);
    assert_int_equal(x.build.leaf_size, y.build.leaf_size);
    assert_true(x.build.tree->turned && y.build.tree->turned);
    abut_model_free(built);
    abut_model_free(opened);
    free(saved.at);
    soup_free(&s);
}

static int grows(void* user, double fraction)
{
    double* last = user;
    assert_true(fraction >= *last && fraction <= 1);
    *last = fraction;
    return 0;
}

static int stops_after(void* user, double fraction)
{
    int* left = user;
    (void)fraction;
    return (*left)-- <= 0;
}

static void builds_fail_and_stop_cleanly(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 40, 6);
    const abut_soup soup = soup_of(&s);
    const abut_tree_build how = {.trial = 1};
    abut_build options = {.method = ABUT_METHOD_QUICKCD14, .tree = &how};
    abut_model* m = NULL;
    size_t failures = 0, stops = 0;
    for (;; failures++) {
        counting c = counting_begin();
        c.fail_at = failures;
        const abut_host poor = counting_host(&c);
        options.host = &poor;
        const abut_status status = abut_model_build(&m, &soup, &options);
        if (status == ABUT_OK) abut_model_free(m);
        assert_true(c.blocks == 0 && c.bytes == 0);
        if (status == ABUT_OK) break;
        assert_int_equal(status, ABUT_OUT_OF_MEMORY);
    }
    double last = 0;
    const abut_host told = {.progress = grows, .user = &last};
    options.host = &told;
    abut_model_free(soup_build(&s, &options));
    assert_true(last > 0.9);
    for (;; stops++) {
        int left = (int)stops;
        const abut_host stopping = {.progress = stops_after, .user = &left};
        options.host = &stopping;
        m = NULL;
        const abut_status status = abut_model_build(&m, &soup, &options);
        abut_model_free(m);
        if (status == ABUT_OK) break;
        assert_int_equal(status, ABUT_CANCELLED);
    }
    printf("%zu failures of memory, %zu stops\n", failures, stops);
    assert_true(failures > 100 && stops > 100);
    soup_free(&s);
}

static void what_does_not_go_with_it(void** state)
{
    (void)state;
    const abut_soup nothing = {0};
    const abut_tree_build trial = {.trial = 1}, two = {.trial = 2};
    for (int m = 1; m < 64; m++) {
        abut_build options = {.method = (abut_method)m, .tree = &trial};
        abut_model* model = NULL;
        if (!method_is_here(m)) continue;
        int has = 0;
        for (int k = 0; k < METHODS; k++)
            has |= (int)methods[k] == m;
        assert_int_equal(abut_model_build(&model, &nothing, &options),
                         has ? ABUT_OK : ABUT_BAD_COMBINATION);
        abut_model_free(model);
        options.leaf_size = 8;
        assert_int_equal(abut_model_build(&model, &nothing, &options), ABUT_BAD_COMBINATION);
        options.tree = &two;
        assert_int_equal(abut_model_build(&model, &nothing, &options), ABUT_BAD_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_size_is_that_of_least_work),
        cmocka_unit_test(large_and_crowded_soups),
        cmocka_unit_test(workers_change_nothing),
        cmocka_unit_test(saved_models_keep_it),
        cmocka_unit_test(builds_fail_and_stop_cleanly),
        cmocka_unit_test(what_does_not_go_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
