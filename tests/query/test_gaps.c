// test_gaps.c - models with gaps, where triangles were removed: every question answers as of a model that is built of those that
// are left, for both methods that have gaps; also when none is left, and when the model was saved.
#include "query/model.h"
#include "support/edit_answers.h"

#include "abut/saved.h"

#include <stdio.h>

static const abut_method methods[2] = {ABUT_METHOD_WIDE, ABUT_METHOD_BRUTE};
static uint64_t asked;

// Boxes on a grid, which may touch, and some triangles, a few of them degenerate.
static void fill_world(edit_world* w, rng* r, size_t boxes, size_t loose)
{
    w->count = 0;
    for (size_t i = 0; i < boxes; i++) {
        double low[3], high[3], box[12][9];
        for (int k = 0; k < 3; k++) {
            low[k] = (double)rng_below(r, 5) / 2 - 1;
            high[k] = low[k] + (double)(1 + rng_below(r, 3)) / 2;
        }
        box_triangles(low, high, box);
        memcpy(w->corner[w->count], box, sizeof box);
        w->count += 12;
    }
    for (size_t i = 0; i < loose; i++) {
        double* const v = w->corner[w->count++];
        for (int k = 0; k < 9; k++)
            v[k] = i % 2 ? rng_signed(r) : (double)rng_below(r, 5) / 2 - 1;
        for (int k = 0; k < 3 && i % 5 == 0; k++)
            v[3 + k] = v[k];
    }
    memset(w->has, 1, w->count);
}

static void choose_edit(const edit_world* w, rng* r, size_t boxes, world_edit* e)
{
    world_choose(w, r, rng_below(r, w->count - 12 * boxes + 4), e);
    // A whole box, too, so that what is left of others stays closed.
    const size_t box = 12 * rng_below(r, boxes);
    for (size_t i = box; i < box + 12; i++) {
        int is_there = 0;
        for (size_t k = 0; k < e->removed_count; k++)
            is_there |= e->removed[k] == i;
        if (!is_there) e->removed[e->removed_count++] = (uint32_t)i;
    }
    const size_t more = rng_below(r, 8);
    e->inserted = soup_random(rng_below(r, 2) ? SOUP_GRID : SOUP_GENERIC, more, rng_next(r));
    for (size_t i = 0; i < 9 * more; i++)
        e->inserted.vertices[i] = e->inserted.vertices[i] / 2 - 0.5;
}

static edit_world world;
static world_edit edit;

static void test_questions(void** state)
{
    (void)state;
    rng r = {30};
    for (int round = 0; round < 60; round++) {
        const abut_build options = {.method = methods[round % 2]};
        uint32_t map[WORLD_MOST], unused[WORLD_MOST];
        const size_t boxes = 2 + rng_below(&r, 4);
        fill_world(&world, &r, 1 + rng_below(&r, 2), 3);
        abut_model* const other = world_model(&world, unused, &options);
        fill_world(&world, &r, boxes, rng_below(&r, 10));
        edit_pair p = {.other = other, .map = map};
        abut_model* edited = world_model(&world, map, &options);
        choose_edit(&world, &r, boxes, &edit);
        edited = world_edit_model(&world, edited, &edit, NULL);
        soup_free(&edit.inserted);
        abut_model* const fresh = world_model(&world, map, &options);
        p.edited = edited;
        p.fresh = fresh;
        assert_int_equal(edited->mesh.removed_count, world.count - world_present(&world));
        for (int i = 0; i < 2; i++) {
            p.pose[i] = pose_random(&r, 0.5);
            if (round % 3 == 0)
                p.pose[i] = (abut_pose){.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        }
        edit_pair_open(&p);
        same_all(&p, &r);
        edit_pair_close(&p);
        asked += p.asked;
        abut_model_free(edited);
        abut_model_free(fresh);
        abut_model_free(other);
    }
    printf("%llu answers compared, 0 wrong\n", (unsigned long long)asked);
    assert_true(asked > 3000);
}

static void test_nothing_left(void** state)
{
    (void)state;
    rng r = {31};
    for (int m = 0; m < 2; m++) {
        const abut_build options = {.method = methods[m]};
        const abut_soup nothing = {.triangle_count = 0};
        uint32_t map[WORLD_MOST];
        fill_world(&world, &r, 2, 3);
        abut_model *const other = world_model(&world, map, &options), *fresh = NULL;
        abut_model* edited = world_model(&world, map, &options);
        world_choose(&world, &r, world.count, &edit);
        edit.inserted = soup_separate(0);
        edited = world_edit_model(&world, edited, &edit, NULL);
        assert_int_equal(abut_model_build(&fresh, &nothing, &options), ABUT_OK);
        edit_pair p = {.edited = edited, .fresh = fresh, .other = other, .map = map};
        p.pose[0] = pose_random(&r, 0.5);
        p.pose[1] = pose_random(&r, 0.5);
        edit_pair_open(&p);
        same_all(&p, &r);
        edit_pair_close(&p);
        soup_free(&edit.inserted);
        // And some into it.
        edit.removed_count = 0;
        edit.inserted = soup_random(SOUP_GENERIC, 9, 4);
        edited = world_edit_model(&world, edited, &edit, NULL);
        soup_free(&edit.inserted);
        abut_model_free(fresh);
        fresh = world_model(&world, map, &options);
        p.edited = edited;
        p.fresh = fresh;
        edit_pair_open(&p);
        same_all(&p, &r);
        edit_pair_close(&p);
        abut_model_free(edited);
        abut_model_free(fresh);
        abut_model_free(other);
    }
}

static void test_told(void** state)
{
    (void)state;
    rng r = {32};
    uint32_t map[WORLD_MOST];
    static double told[WORLD_MOST][9];
    abut_model_info info;
    fill_world(&world, &r, 3, 20);
    abut_model* edited = world_model(&world, map, NULL);
    world_choose(&world, &r, 17, &edit);
    edit.inserted = soup_separate(0);
    edited = world_edit_model(&world, edited, &edit, NULL);
    soup_free(&edit.inserted);
    assert_int_equal(abut_model_describe(edited, &info), ABUT_OK);
    assert_int_equal(info.triangle_count, world.count);
    assert_int_equal(info.removed_count, 17);
    assert_int_equal(abut_model_triangles(edited, 0, world.count, told[0]), ABUT_OK);
    for (size_t i = 0; i < world.count; i++)
        for (int k = 0; k < 9; k++)
            assert_true(world.has[i] ? told[i][k] == world.corner[i][k] : isnan(told[i][k]));
    abut_model_free(edited);
}

typedef struct image {
    _Alignas(64) unsigned char bytes[1 << 18];
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

static image saved, again;

static void test_saved(void** state)
{
    (void)state;
    rng r = {33};
    for (int round = 0; round < 12; round++) {
        const abut_build options = {.method = methods[round % 2],
                                    .memory = round % 2 ? ABUT_MEMORY_DEFAULT
                                                        : (abut_memory)(round / 2 % 4)};
        uint32_t map[WORLD_MOST];
        fill_world(&world, &r, 3, 20);
        abut_model* edited = world_model(&world, map, &options);
        saved.size = 0;
        assert_int_equal(abut_model_save(edited, NULL, append, &saved), ABUT_OK);
        assert_int_equal(saved.bytes[8], 2);  // as ever
        world_choose(&world, &r, 1 + rng_below(&r, 30), &edit);
        edit.inserted = soup_separate(0);
        edited = world_edit_model(&world, edited, &edit, NULL);
        soup_free(&edit.inserted);
        saved.size = again.size = 0;
        assert_int_equal(abut_model_save(edited, NULL, append, &saved), ABUT_OK);
        assert_int_equal(saved.bytes[8], 3);  // who knows no gaps does not open it
        abut_model* opened = NULL;
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL), ABUT_OK);
        assert_int_equal(opened->mesh.removed_count, edited->mesh.removed_count);
        assert_int_equal(abut_model_save(opened, NULL, append, &again), ABUT_OK);
        assert_int_equal(saved.size, again.size);
        assert_memory_equal(saved.bytes, again.bytes, saved.size);
        for (uint32_t i = 0; i < world.count; i++)
            map[i] = i;
        edit_pair p = {.edited = opened, .fresh = edited, .other = edited, .map = map};
        p.pose[0] = pose_random(&r, 0.3);
        p.pose[1] = pose_random(&r, 0.3);
        edit_pair_open(&p);
        same_some(&p, &r);
        edit_pair_close(&p);
        abut_model_free(opened);
        abut_model_free(edited);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_nothing_left),
        cmocka_unit_test(test_told),
        cmocka_unit_test(test_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
