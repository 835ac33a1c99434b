// test_quickcd_trees.c - trees of tumbled k-DOPs: long triangles are halved, and sets regrouped, as they
// should be; every tree is sound, the same whoever builds it, and nothing is left when memory runs out.
#include "base/host.h"
#include "methods/bound/hull.h"
#include "methods/bound/quickcd.h"
#include "methods/quickcd_options.h"
#include "methods/tree/tree_check.h"
#include "methods/tree/tree_papers.h"
#include "methods/tree/tree_split.h"
#include "query/model.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soup_models.h"

// ----------------------------------------------------------------------------------------- pieces

static double area_of(const double* points, const uint32_t corner[3])
{
    double u[3], v[3], normal[3];
    subtract3(u, points + 3 * (size_t)corner[1], points + 3 * (size_t)corner[0]);
    subtract3(v, points + 3 * (size_t)corner[2], points + 3 * (size_t)corner[0]);
    cross3(normal, u, v);
    return sqrt(dot3(normal, normal)) / 2;
}

static double longest_of(const double* points, const uint32_t corner[3])
{
    double longest = 0;
    for (int k = 0; k < 3; k++) {
        double arm[3];
        subtract3(arm, points + 3 * (size_t)corner[k], points + 3 * (size_t)corner[(k + 1) % 3]);
        if (sqrt(dot3(arm, arm)) > longest) longest = sqrt(dot3(arm, arm));
    }
    return longest;
}

static void long_triangles_are_halved(void** state)
{
    (void)state;
    const abut_host host = host_complete(NULL);
    rng r = {6};
    const double lengths[4] = {10, 0.5, 0.1, 1e-30};
    for (int i = 0; i < 40; i++) {
        const size_t count = 1 + rng_below(&r, 30);
        soup_data s = soup_random((soup_sort)(i % SOUP_SORT_COUNT), count, rng_next(&r));
        tree_pieces p;
        const double longest = lengths[i % 4];
        assert_int_equal(
            tree_pieces_make(&p, s.vertices, s.vertex_count, s.triangles, count, longest, &host),
            ABUT_OK);
        double before = 0, after = 0, own = 0, cut = 0, most = 0;
        for (size_t k = 0; k < count; k++) {
            before += area_of(s.vertices, s.triangles + 3 * k);
            if (longest_of(s.vertices, s.triangles + 3 * k) > most)
                most = longest_of(s.vertices, s.triangles + 3 * k);
        }
        if (!(most > longest)) {
            assert_int_equal(p.count, 0);
            soup_free(&s);
            continue;
        }
        if (most > 0x1p-40) assert_true(p.count > count);
        assert_true(p.count <= 4 * count + 64);
        for (size_t k = 0; k < p.count; k++) {
            assert_true(p.owner[k] < count);
            after += area_of(p.points, p.triangles + 3 * k);
            if (longest_of(p.points, p.triangles + 3 * k) > own)
                own = longest_of(p.points, p.triangles + 3 * k);
            if (p.owner[k] == 0) cut += area_of(p.points, p.triangles + 3 * k);
        }
        assert_true(own <= longest || p.count == 4 * count + 64);
        assert_true(fabs(before - after) < 1e-12 * (1 + before));
        assert_true(fabs(cut - area_of(s.vertices, s.triangles)) < 1e-13 * (1 + before));
        tree_pieces_free(&p, &host);
        soup_free(&s);
    }
}

static void trees_are_sound_for_every_soup_and_option(void** state)
{
    (void)state;
    const abut_host host = host_complete(NULL);
    rng r = {7};
    size_t repeating = 0;
    for (int i = 0; i < CASES(300); i++) {
        soup_data s =
            soup_random((soup_sort)(i % SOUP_SORT_COUNT), 1 + rng_below(&r, 120), rng_next(&r));
        abut_tree_build how;
        abut_build o = random_options(&r, &how);
        const abut_split splits[5] = {ABUT_SPLIT_MEAN, ABUT_SPLIT_MEDIAN, ABUT_SPLIT_RAPID,
                                      ABUT_SPLIT_GREEDY, ABUT_SPLIT_OSCILLATING};
        how.split = splits[rng_below(&r, 5)];
        if (how.split <= ABUT_SPLIT_RAPID) how.axis = (abut_axis)rng_below(&r, 5);
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        abut_model* m = soup_build(&s, &o);
        float_mode_leave();
        const int leaf_size =
            how.split == ABUT_SPLIT_RAPID ? (int)m->mesh.triangle_count : o.leaf_size;
        const char* broken = tree_check(&m->tree, &m->mesh, &m->frame, leaf_size, &host);
        if (broken) fail_msg("%s: %s", abut_method_name(o.method), broken);
        repeating += (size_t)m->tree.may_repeat;
        abut_model_free(m);
        soup_free(&s);
    }
    assert_true(repeating > CASES(20));
}

// ------------------------------------------------------------------------------------ regrouping

static void regrouped_sets_have_the_least_sum(void** state)
{
    (void)state;
    rng r = {8};
    size_t better = 0;
    for (int i = 0; i < 40; i++) {
        soup_data s = soup_random(i & 1 ? SOUP_CLUSTERS : SOUP_GENERIC, 60, rng_next(&r));
        soup_transform(&s, 0.5, 0);
        uint32_t order[60];
        double keys[60], sum[2];
        for (int rule = 0; rule < 2; rule++) {
            const tree_options o = {.kind = &quickcd14_class,
                                    .papers = &trees_of_papers,
                                    .split = rule ? ABUT_SPLIT_OSCILLATING : ABUT_SPLIT_MEAN,
                                    .axis = ABUT_AXIS_SPLATTER};
            for (uint32_t k = 0; k < 60; k++)
                order[k] = k;
            quickcd14 whole, half;
            triangle_set set = {s.vertices, s.triangles, order, 60};
            quickcd14_class.fit(&whole, &set, &o.volume, NULL);
            const size_t left = tree_split(&o, &set, order, keys, &whole);
            assert_true(left > 0 && left < 60);
            unsigned char seen[60] = {0};
            for (int k = 0; k < 60; k++)
                seen[order[k]] = 1;
            for (int k = 0; k < 60; k++)
                assert_true(seen[k]);
            const triangle_set first = {s.vertices, s.triangles, order, left};
            const triangle_set second = {s.vertices, s.triangles, order + left, 60 - left};
            quickcd14_class.fit(&half, &first, &o.volume, NULL);
            sum[rule] = quickcd14_class.content(&half);
            quickcd14_class.fit(&half, &second, &o.volume, NULL);
            sum[rule] += quickcd14_class.content(&half);
        }
        assert_true(sum[1] <= sum[0] * (1 + 1e-9));
        better += sum[1] < sum[0] * 0.999;
        soup_free(&s);
    }
    assert_true(better > 10);
}

// ----------------------------------------------------------------------------------------- memory

static void reversed_run(void* user, size_t count, abut_task* task, void* context)
{
    (void)user;
    for (size_t i = count; i-- > 0;)
        task(context, i, (int)(i % 3));
}

static void trees_do_not_depend_on_who_builds_them(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 700, 9);
    const abut_host host = {.run = reversed_run, .workers = 3};
    abut_build o = {.method = ABUT_METHOD_QUICKCD18,
                    .tree = &(abut_tree_build){.slender = 0.3},
                    .leaf_size = 1};
    abut_model* one = soup_build(&s, &o);
    o.host = &host;
    abut_model* other = soup_build(&s, &o);
    const tree *a = &one->tree, *b = &other->tree;
    assert_true(a->node_count == b->node_count && a->extra_count == b->extra_count);
    assert_true(a->order_count == b->order_count && a->order_count > 700);
    assert_memory_equal(a->nodes, b->nodes, tree_node_bytes(a));
    assert_memory_equal(a->extra, b->extra, a->extra_count * sizeof *a->extra);
    assert_memory_equal(a->order, b->order, a->order_count * sizeof *a->order);
    abut_model_free(one);
    abut_model_free(other);
    soup_free(&s);
}

static void memory_that_runs_out_leaves_nothing_behind(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 30, 10);
    const abut_soup soup = soup_of(&s);
    abut_status status = ABUT_OUT_OF_MEMORY;
    for (size_t fail_at = 0; status != ABUT_OK; fail_at++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        const abut_build o = {.method = ABUT_METHOD_QUICKCD26,
                              .tree = &(abut_tree_build){.slender = 0.3,
                                                         .tumble = hull_available()
                                                                       ? ABUT_TUMBLE_HULL
                                                                       : ABUT_TUMBLE_DEFAULT},
                              .host = &host};
        abut_model* m = NULL;
        c.fail_at = fail_at;
        status = abut_model_build(&m, &soup, &o);
        if (status == ABUT_OK) {
            abut_model_info info;
            assert_int_equal(abut_model_describe(m, &info), ABUT_OK);
            assert_int_equal(info.vertex_bytes + info.triangle_bytes + info.node_bytes +
                                 info.order_bytes + info.other_bytes,
                             info.mesh_bytes + info.tree_bytes);
            assert_true(info.mesh_bytes + info.tree_bytes <= c.bytes + 16);
            assert_true(info.mesh_bytes + info.tree_bytes + 16 >= c.bytes);
        } else {
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            assert_null(m);
        }
        abut_model_free(m);
        assert_int_equal(c.blocks, 0);
        assert_int_equal(c.bytes, 0);
    }
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_triangles_are_halved),
        cmocka_unit_test(trees_are_sound_for_every_soup_and_option),
        cmocka_unit_test(regrouped_sets_have_the_least_sum),
        cmocka_unit_test(trees_do_not_depend_on_who_builds_them),
        cmocka_unit_test(memory_that_runs_out_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
