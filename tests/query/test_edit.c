// test_edit.c - random sequences of edits: after each the tree has all that is claimed of it, indices are those of the contract,
// and answers are those of a model that is built of what is there. Bad indices, memory that fails, somebody who cancels: nothing
// has changed. The same bytes for any workers, and from saved models; models are freed in any order.
#include "query/model.h"
#include "support/edit_answers.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include "abut/saved.h"

#include <pthread.h>
#include <stdio.h>

static edit_world world;
static world_edit edit;
static uint32_t map[WORLD_MOST], ids[WORLD_MOST];

static void world_begin(edit_world* w, soup_sort sort, size_t count, uint64_t seed)
{
    soup_data s = soup_random(sort, count, seed);
    memcpy(w->corner, s.vertices, count * sizeof *w->corner);
    memset(w->has, 1, count);
    w->count = count;
    soup_free(&s);
}

static void check_tree(const abut_model* m)
{
    if (m->method != ABUT_METHOD_WIDE) return;
    const abut_host host = host_complete(NULL);
    const char* const broken =
        wide_check(&m->wide, &m->mesh, &m->frame, m->options.leaf_size, &host);
    if (broken) print_error("%s\n", broken);
    assert_null(broken);
}

// What is removed: some at random, or those in a ball; what is inserted: likewise, some of it with vertices that are there.
static void choose_edit(const edit_world* w, rng* r, soup_sort sort, world_edit* e)
{
    const int dice = (int)rng_below(r, 6);
    const size_t present = world_present(w);
    size_t most = dice == 0 ? present : dice < 3 ? 4 : present / 20 + 1;
    world_choose(w, r, rng_below(r, most + 1), e);
    if (dice == 4) {
        const double* const centre = w->corner[rng_below(r, w->count)];
        e->removed_count = 0;
        for (size_t i = 0; i < w->count; i++) {
            double far = 0;
            for (int k = 0; k < 3; k++)
                far = fmax(far, fabs(w->corner[i][k] - centre[k]));
            if (w->has[i] && far < 0.3) e->removed[e->removed_count++] = (uint32_t)i;
        }
    }
    most = dice == 1 ? e->removed_count + 30 : e->removed_count + 2;
    size_t more = rng_below(r, most + 1);
    if (w->count + more > WORLD_MOST) more = 0;
    e->inserted = soup_random(sort, more, rng_next(r));
    const double scale = dice == 5 ? 3 : 1;  // beyond the frame
    for (size_t i = 0; i < 9 * more; i++)
        e->inserted.vertices[i] *= scale;
    for (size_t i = 0; i < more && w->count; i += 2)
        memcpy(e->inserted.vertices + 9 * i, w->corner[rng_below(r, w->count)], 3 * sizeof(double));
}

static void compare(const abut_model* edited, const abut_build* options, rng* r, uint64_t* asked)
{
    static edit_world none;
    uint32_t unused[WORLD_MOST];
    none.count = 0;
    world_begin(&none, SOUP_GENERIC, 40, rng_next(r));
    abut_model* const other = world_model(&none, unused, options);
    abut_model* const fresh = world_model(&world, map, options);
    edit_pair p = {.edited = edited, .fresh = fresh, .other = other, .map = map};
    p.pose[0] = pose_random(r, 0.4);
    p.pose[1] = pose_random(r, 0.4);
    edit_pair_open(&p);
    same_some(&p, r);
    same_shapes(&p, r);
    edit_pair_close(&p);
    *asked += p.asked;
    abut_model_free(other);
    abut_model_free(fresh);
}

static void run_sequence(const abut_build* options, soup_sort sort, size_t count, uint64_t seed,
                         int edits, uint64_t* asked)
{
    rng r = {seed};
    abut_change change;
    world_begin(&world, sort, count, seed);
    abut_model* model = world_model(&world, map, options);
    for (int i = 0; i < edits; i++) {
        choose_edit(&world, &r, sort, &edit);
        model = world_edit_model(&world, model, &edit, &change);
        soup_free(&edit.inserted);
        check_tree(model);
        assert_true(change.growth > 0 && !change.is_merged_anew);
        assert_int_equal(model->mesh.triangle_count, world.count);
        assert_int_equal(soup_mesh_present(&model->mesh), world_present(&world));
        if (i % 3 == 2 || i + 1 == edits) compare(model, options, &r, asked);
    }
    abut_model_free(model);
}

static void test_sequences(void** state)
{
    static const abut_memory memories[] = {ABUT_MEMORY_NORMAL, ABUT_MEMORY_SMALL,
                                           ABUT_MEMORY_COMPACT};
    static const abut_effort efforts[] = {ABUT_EFFORT_NORMAL, ABUT_EFFORT_FAST, ABUT_EFFORT_BEST};
    uint64_t asked = 0;
    int sequences = 0;
    (void)state;
    for (int i = 0; i<42; i += ABUT_TEST_SHARE> 2 ? 5 : 1) {  // all methods and forms in any case
        const abut_build options = {.method = i % 7 == 6 ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE,
                                    .leaf_size = i % 7 == 6 ? 0 : 1 + i % 4,
                                    .memory = i % 7 == 6 ? 0 : memories[i % 3],
                                    .effort = i % 7 == 6 ? 0 : efforts[i / 3 % 3]};
        const size_t count = i % 7 == 6 ? 60 : i % 5 == 0 ? 1400 : 20 + 37 * (size_t)(i % 9);
        run_sequence(&options, (soup_sort)(i % SOUP_SORT_COUNT), count, (uint64_t)i, 7, &asked);
        sequences++;
    }
    printf("%d sequences of 7 edits, %llu answers compared, 0 wrong\n", sequences,
           (unsigned long long)asked);
    assert_true(asked > 10000);
}

// One triangle at a time, farther and farther out, and many at one place: the tree stays one.
static void test_growing(void** state)
{
    (void)state;
    rng r = {3};
    abut_change change;
    int advised = 0;
    world_begin(&world, SOUP_GENERIC, 50, 3);
    abut_model* model = world_model(&world, map, NULL);
    for (int i = 0; i < 400; i++) {
        edit.removed_count = 0;
        edit.inserted = soup_random(SOUP_GENERIC, 1, rng_next(&r));
        for (int k = 0; k < 9; k++)
            edit.inserted.vertices[k] = (i % 2 ? 0.01 * i : 0.5) + edit.inserted.vertices[k] / 100;
        model = world_edit_model(&world, model, &edit, &change);
        soup_free(&edit.inserted);
        if (i % 20 == 0) check_tree(model);
        advised |= change.is_rebuild_advised;
    }
    check_tree(model);
    assert_true(advised);
    abut_model_free(model);
}

// -------------------------------------------------------------------------------------- refusals

typedef struct image {
    _Alignas(64) unsigned char bytes[1 << 21];
    size_t size;
} image;

static abut_status append(void* user, const void* bytes, size_t size)
{
    image* const to = user;
    assert_true(to->size + size <= sizeof to->bytes);
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return ABUT_OK;
}

static image saved[3];

static void save(const abut_model* m, image* out)
{
    out->size = 0;
    assert_int_equal(abut_model_save(m, NULL, append, out), ABUT_OK);
}

static void same_bytes(const image* x, const image* y)
{
    assert_int_equal(x->size, y->size);
    assert_memory_equal(x->bytes, y->bytes, x->size);
}

static void expect(const abut_model* m, const uint32_t* removed, size_t count,
                   const abut_soup* inserted, abut_status status)
{
    abut_model* next = NULL;
    abut_change change;
    memset(&change, 0x5A, sizeof change);
    const abut_change before = change;
    uint32_t own[8] = {77, 77, 77, 77, 77, 77, 77, 77};
    const abut_edit what = {removed, count, inserted, own, {0}};
    assert_int_equal(abut_model_edit(&next, m, &what, NULL, &change), status);
    assert_null(next);
    assert_int_equal(own[0], 77);
    assert_memory_equal(&change, &before, sizeof change);
}

static void test_refusals(void** state)
{
    (void)state;
    world_begin(&world, SOUP_GENERIC, 30, 9);
    abut_model* model = world_model(&world, map, NULL);
    static const uint32_t twice[2] = {4, 4}, beyond[1] = {30}, ok[1] = {4};
    edit.removed_count = 1;
    edit.removed[0] = 7;
    edit.inserted = soup_separate(0);
    model = world_edit_model(&world, model, &edit, NULL);
    static const uint32_t gap[2] = {3, 7};
    soup_data one = soup_random(SOUP_GENERIC, 1, 2);
    abut_soup soup = soup_of(&one), bad = soup;
    static const uint32_t wrong[3] = {0, 1, 3};
    bad.triangles = wrong;
    save(model, &saved[0]);
    expect(model, twice, 2, &soup, ABUT_BAD_INDEX);
    expect(model, beyond, 1, &soup, ABUT_BAD_INDEX);
    expect(model, gap, 2, NULL, ABUT_BAD_INDEX);
    expect(model, ok, 1, &bad, ABUT_BAD_INDEX);
    expect(model, NULL, 1, &soup, ABUT_BAD_ARGUMENT);
    expect(NULL, ok, 1, &soup, ABUT_BAD_ARGUMENT);
    one.vertices[4] = (double)NAN;
    expect(model, ok, 1, &soup, ABUT_NOT_FINITE);
    abut_model* none = NULL;
    const abut_edit plain = {ok, 1, NULL, NULL, {0}}, reserved = {ok, 1, NULL, NULL, {0, 1}};
    assert_int_equal(abut_model_edit(NULL, model, &plain, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_edit(&none, model, NULL, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_edit(&none, model, &reserved, NULL, NULL), ABUT_BAD_ARGUMENT);
    save(model, &saved[1]);
    same_bytes(&saved[0], &saved[1]);
    // Nothing at all to be done is no fault, and all that can be is shared.
    abut_model* same = NULL;
    abut_change change;
    assert_int_equal(abut_model_edit(&same, model, &(abut_edit){.removed_count = 0}, NULL, &change),
                     ABUT_OK);
    save(same, &saved[1]);
    same_bytes(&saved[0], &saved[1]);
    assert_true(change.shared_bytes >= 12 * world.count);
    abut_model_free(model);
    save(same, &saved[1]);
    same_bytes(&saved[0], &saved[1]);
    abut_model_free(same);
    soup_free(&one);
    soup_free(&edit.inserted);
    // Other methods.
    const abut_build aabb = {.method = ABUT_METHOD_AABB};
    model = world_model(&world, map, &aabb);
    expect(model, ok, 1, NULL, ABUT_BAD_COMBINATION);
    abut_model_free(model);
}

static abut_status edit_with(abut_model** out, const abut_model* m, const abut_host* host)
{
    const abut_soup soup = soup_of(&edit.inserted);
    const abut_edit what = {edit.removed, edit.removed_count, &soup, ids, {0}};
    return abut_model_edit(out, m, &what, host, NULL);
}

static void test_failures(void** state)
{
    (void)state;
    rng r = {5};
    size_t failures = 0, cancelled = 0;
    for (int round = 0; round < 8; round++) {
        const abut_build options = {.memory = (abut_memory)(round % 4),
                                    .effort = (abut_effort)(round / 2 % 4)};
        world_begin(&world, SOUP_GENERIC, 300, 6);
        abut_model *const model = world_model(&world, map, &options), *next = NULL;
        choose_edit(&world, &r, SOUP_GENERIC, &edit);
        while (!edit.removed_count || (round % 2 && edit.removed_count < 100)) {
            soup_free(&edit.inserted);
            choose_edit(&world, &r, SOUP_GENERIC, &edit);
        }
        counting c = counting_begin();
        abut_host host = counting_host(&c);
        assert_int_equal(edit_with(&next, model, &host), ABUT_OK);
        const size_t allocations = c.allocations, calls = c.progress_calls;
        assert_false(c.fraction_is_wrong);
        abut_model_free(next);
        assert_int_equal(c.blocks, 0);
        for (size_t i = 0; i < allocations; i++) {
            c = counting_begin();
            c.fail_at = i;
            next = NULL;
            assert_int_equal(edit_with(&next, model, &host), ABUT_OUT_OF_MEMORY);
            assert_null(next);
            assert_int_equal(c.blocks, 0);
            failures++;
        }
        for (size_t i = 0; i < calls; i++) {
            c = counting_begin();
            c.cancel_at = i;
            assert_int_equal(edit_with(&next, model, &host), ABUT_CANCELLED);
            assert_int_equal(c.blocks, 0);
            cancelled++;
        }
        soup_free(&edit.inserted);
        abut_model_free(model);
    }
    printf("%zu allocations failed, %zu calls cancelled\n", failures, cancelled);
    assert_true(failures > 100 && cancelled > 10);
}

// ------------------------------------------------------------------------- workers, bytes, threads

static void test_workers(void** state)
{
    (void)state;
    rng r = {8};
    for (int round = 0; round < 6; round++) {
        const abut_build options = {.memory = (abut_memory)(round % 4)};
        world_begin(&world, SOUP_GENERIC, 3000, 7);
        abut_model* const model = world_model(&world, map, &options);
        choose_edit(&world, &r, SOUP_GENERIC, &edit);
        for (int i = 0; i < 3; i++) {
            shuffled s = {0};
            const abut_host host = shuffled_host(&s, 1 + 3 * i, (uint64_t)i);
            abut_model* next = NULL;
            assert_int_equal(edit_with(&next, model, &host), ABUT_OK);
            save(next, &saved[i ? 1 : 0]);
            if (i) same_bytes(&saved[0], &saved[1]);
            abut_model_free(next);
        }
        soup_free(&edit.inserted);
        abut_model_free(model);
    }
}

// Edits of a model that was opened from bytes, which outlives it.
static void test_opened(void** state)
{
    (void)state;
    rng r = {11};
    for (int round = 0; round < 8; round++) {
        const abut_build options = {.memory = (abut_memory)(round % 4)};
        world_begin(&world, (soup_sort)(round % 4), 400, 12);
        abut_model *model = world_model(&world, map, &options), *opened = NULL, *next[2];
        for (int i = 0; i < 3; i++) {
            choose_edit(&world, &r, SOUP_GENERIC, &edit);
            save(model, &saved[2]);
            assert_int_equal(abut_model_open(&opened, saved[2].bytes, saved[2].size, NULL),
                             ABUT_OK);
            assert_int_equal(edit_with(&next[0], model, NULL), ABUT_OK);
            assert_int_equal(edit_with(&next[1], opened, NULL), ABUT_OK);
            world_apply(&world, &edit, ids);
            abut_model_free(i % 2 ? opened : model);
            save(next[0], &saved[0]);
            save(next[1], &saved[1]);
            same_bytes(&saved[0], &saved[1]);
            check_tree(next[1]);
            abut_model_free(i % 2 ? model : opened);
            abut_model_free(next[1]);
            soup_free(&edit.inserted);
            model = next[0];
        }
        abut_model_free(model);
    }
}

typedef struct asker {
    const abut_model* model;
    size_t count;
} asker;

static void* ask_again(void* argument)
{
    asker* const a = argument;
    abut_query* q = NULL;
    rng r = {1};
    if (abut_query_create(&q, NULL) != ABUT_OK) return NULL;
    for (int i = 0; i < 40; i++) {
        const abut_instance one = {.model = a->model, .pose = pose_random(&r, 0.2)},
                            two = {.model = a->model, .pose = pose_random(&r, 0.2)};
        abut_hits h;
        if (abut_collide(q, &one, &two, NULL, &h) == ABUT_OK) a->count += h.count;
    }
    abut_query_free(q);
    return NULL;
}

// Others ask a model while ones are made of it, and those are freed before it, or after.
static void test_threads(void** state)
{
    (void)state;
    rng r = {13};
    world_begin(&world, SOUP_GENERIC, 500, 14);
    abut_model *const model = world_model(&world, map, NULL), *next[4];
    asker askers[2] = {{model, 0}, {model, 0}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_again, &askers[i]), 0);
    for (int i = 0; i < 4; i++) {
        choose_edit(&world, &r, SOUP_GENERIC, &edit);
        if (i == 3) edit.removed_count = edit.inserted.triangle_count = 0;
        assert_int_equal(edit_with(&next[i], model, NULL), ABUT_OK);
        soup_free(&edit.inserted);
    }
    abut_model_free(next[1]);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(askers[0].count, askers[1].count);
    abut_model_free(model);
    check_tree(next[3]);
    abut_model_free(next[3]);
    abut_model_free(next[0]);
    abut_model_free(next[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sequences), cmocka_unit_test(test_growing),
        cmocka_unit_test(test_refusals),  cmocka_unit_test(test_failures),
        cmocka_unit_test(test_workers),   cmocka_unit_test(test_opened),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
