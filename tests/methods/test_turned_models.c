// test_turned_models.c - models whose k-DOPs are turned: answers are brute's, whatever the turns; the turn that is found
// never makes volumes more, and is the same for any number of workers.
#include "base/host.h"
#include "methods/bound/hull.h"
#include "methods/bound/kdop.h"
#include "methods/tree/tree_check.h"
#include "methods/tree/tree_turn.h"
#include "methods/turned_dops.h"
#include "query/model.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include <math.h>
#include <stdio.h>

// ----------------------------------------------------------------------------------------- answers

// Give a model the tree of another turn than it would find.
static void turn_model(abut_model* m, kdop_turn turn)
{
    const build_options options = model_build_options(m);
    tree_options how = method_tree(&options, m->frame.exponent);
    how.turned = 0;
    how.turn = turn;
    tree_free(&m->tree, &m->host);
    assert_int_equal(tree_build(&m->tree, &m->mesh, &m->frame, &how, &m->host), ABUT_OK);
    const char* broken = tree_check(&m->tree, &m->mesh, &m->frame, 64, &m->host);
    if (broken) fail_msg("%s", broken);
}

static abut_build random_build(rng* r, int dop, abut_tree_build* t)
{
    static const abut_split splits[] = {ABUT_SPLIT_MEAN, ABUT_SPLIT_MEDIAN, ABUT_SPLIT_GREEDY};
    abut_build o = {.method = dops[dop], .leaf_size = 1 + (int)rng_below(r, 9), .tree = t};
    *t = (abut_tree_build){.degree = 2 << rng_below(r, 3), .split = splits[rng_below(r, 3)]};
    t->split_all = (int)rng_below(r, 2);
    if (rng_below(r, 4) == 0) o.epsilon = ldexp(1, -(int)rng_below(r, 30));
    if (dop < FIRST_QUICKCD) return o;
    if (rng_below(r, 3) == 0) t->slender = ldexp(1, -1 - (int)rng_below(r, 4));
    if (rng_below(r, 3) == 0 && hull_available()) t->tumble = ABUT_TUMBLE_HULL;
    return o;
}

static void expect_brute(abut_query* q, const abut_instance turned[2], const abut_instance brute[2],
                         const abut_ask* ask, size_t* pairs)
{
    abut_hits got, all;
    assert_int_equal(abut_collide(q, &turned[0], &turned[1], ask, &got), ABUT_OK);
    const size_t count = got.count;
    abut_pair* kept = malloc((count + 1) * sizeof *kept);
    assert_non_null(kept);
    if (count) memcpy(kept, got.pairs, count * sizeof *kept);
    assert_int_equal(abut_collide(q, &brute[0], &brute[1], NULL, &all), ABUT_OK);
    assert_int_equal(count, all.count);
    if (count) assert_memory_equal(kept, all.pairs, count * sizeof *kept);
    *pairs += count;
    free(kept);
}

typedef struct ask_row {
    abut_tree_walk walk;
    int is_coherent, of_quickcd;
} ask_row;

static const ask_row ask_rows[] = {
    {{.descent = ABUT_DESCENT_DEFAULT}, 0, 0},
    {{.descent = ABUT_DESCENT_LARGER}, 0, 0},
    {{.descent = ABUT_DESCENT_BOTH, .intervals = ABUT_INTERVALS_WIDTH}, 0, 0},
    {{.descent = ABUT_DESCENT_ENVIRONMENT}, 1, 0},
    {{.descent = ABUT_DESCENT_RESTART}, 0, 1},
    {{.traversal = ABUT_TRAVERSAL_BREADTH}, 0, 0},
};
enum { ASKS = sizeof ask_rows / sizeof *ask_rows };

// Soups of two sorts, each turned otherwise, in poses of every sort.
static void test_couple(rng* r, int i, size_t* pairs)
{
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    abut_query* q = NULL;
    soup_data s[2];
    abut_model *turned[2], *plain[2];
    abut_tree_build how;
    const abut_build options = random_build(r, i % DOPS, &how);
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int k = 0; k < 2; k++) {
        s[k] = soup_random((soup_sort)rng_below(r, SOUP_SORT_COUNT), 10 + rng_below(r, 50),
                           rng_next(r));
        soup_transform(&s[k], ldexp(1, (int)rng_below(r, 5) - 2), k && i % 5 == 0 ? 100 : 0);
        turned[k] = soup_build(&s[k], &options);
        plain[k] = soup_build(&s[k], &brute);
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        turn_model(turned[k], random_turn(r));
        float_mode_leave();
    }
    for (int p = 0; p < 6; p++) {
        const abut_pose a = pose_of_sort(r, (int)rng_below(r, 6)),
                        b = p == 0 ? a : pose_of_sort(r, p);
        const abut_instance x[2] = {{turned[0], a}, {turned[1], b}},
                            y[2] = {{plain[0], a}, {plain[1], b}};
        for (int w = 0; w < ASKS; w++) {
            const abut_ask ask = {.walk = &ask_rows[w].walk, .coherent = ask_rows[w].is_coherent};
            if (ask_rows[w].of_quickcd && i % DOPS < FIRST_QUICKCD) continue;
            float_mode_enter(&float_modes[(i + p) % FLOAT_MODE_COUNT]);
            expect_brute(q, x, y, &ask, pairs);
            float_mode_leave();
        }
    }
    abut_query_free(q);
    for (int k = 0; k < 2; k++) {
        abut_model_free(turned[k]);
        abut_model_free(plain[k]);
        soup_free(&s[k]);
    }
}

static void answers_are_those_of_brute_force(void** state)
{
    (void)state;
    rng r = {5};
    size_t pairs = 0;
    const int couples = CASES(56);
    for (int i = 0; i < couples; i++)
        test_couple(&r, i, &pairs);
    printf("%d couples of turned models, %zu pairs, none wrong\n", couples, pairs);
    assert_true(pairs > (CASES_LESS == 1 ? 1000 : 5 * (size_t)couples));
}

// -------------------------------------------------------------------------------------- what is found

// Bars, turned by a third of a right angle about an oblique axis.
static soup_data turned_bars(size_t count)
{
    static const double axis[3] = {1, 2, -0.5};
    abut_pose pose;
    rng r = {6};
    soup_data s = soup_separate(count);
    assert_int_equal(abut_pose_from_axis_angle(&pose, axis, 33), ABUT_OK);
    for (size_t t = 0; t < count; t++) {
        const size_t along = t % 3;
        double at[3];
        for (int k = 0; k < 3; k++)
            at[k] = 4 * rng_signed(&r);
        for (size_t v = 0; v < 3; v++) {
            double p[3] = {at[0], at[1], at[2]};
            p[along] += v == 0 ? -3 : v == 1 ? 3 : 0;
            p[(along + 1) % 3] += v == 2 ? 0.02 : 0;
            for (int i = 0; i < 3; i++)
                s.vertices[9 * t + 3 * v + (size_t)i] = pose.rotation[i][0] * p[0] +
                                                        pose.rotation[i][1] * p[1] +
                                                        pose.rotation[i][2] * p[2];
        }
    }
    return s;
}

static double sum_of(const abut_model* m)
{
    const abut_host host = host_complete(NULL);
    double sum = 0;
    assert_int_equal(tree_volume_sum(&m->tree, &sum, &host), ABUT_OK);
    return sum;
}

static void volumes_are_never_more(void** state)
{
    (void)state;
    size_t less = 0, found = 0, models = 0;
    for (int d = 0; d < DOPS; d++) {
        for (int sort = d % 2; sort<SOUP_SORT_COUNT; sort += ABUT_TEST_SHARE> 2 ? 4 : 2) {
            soup_data s = soup_random((soup_sort)sort, 60, (uint64_t)d * 7 + (uint64_t)sort);
            abut_tree_build how = {.turned = 0};
            const abut_build options = {.method = dops[d], .tree = &how};
            abut_model* plain = soup_build(&s, &options);
            how.turned = 1;
            abut_model* turned = soup_build(&s, &options);
            assert_true(sum_of(turned) <= sum_of(plain));
            less += sum_of(turned) < sum_of(plain);
            found += !kdop_turn_is_none(&turned->tree.turn);
            assert_int_equal(turned->options.tree.turned, 1);
            abut_model_free(plain);
            abut_model_free(turned);
            soup_free(&s);
            models++;
        }
    }
    printf("%zu models have less volume turned\n", less);
    assert_true(less == found && 2 * less > models);
}

// A box of 3 x 2 x 0.5, turned likewise.
static soup_data turned_box(void)
{
    static const double axis[3] = {1, 2, -0.5}, side[3] = {3, 2, 0.5};
    static const int quads[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                    {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    abut_pose pose;
    soup_data s = soup_separate(12);
    assert_int_equal(abut_pose_from_axis_angle(&pose, axis, 33), ABUT_OK);
    for (size_t v = 0; v < 36; v++) {
        static const int corner_of[6] = {0, 1, 2, 0, 2, 3};
        const int corner = quads[v / 6][corner_of[v % 6]];
        for (int i = 0; i < 3; i++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += pose.rotation[i][k] * side[k] * (corner >> k & 1);
            s.vertices[3 * v + (size_t)i] = sum;
        }
    }
    return s;
}

// An octahedron or such has no planes along a box's sides: there it only need not be worse.
static void the_axes_of_a_box_are_found(void** state)
{
    (void)state;
    soup_data s = turned_box();
    for (int d = 0; d < DOPS; d++) {
        abut_tree_build how = {.turned = 0};
        const abut_build options = {.method = dops[d], .leaf_size = 1, .tree = &how};
        abut_model* plain = soup_build(&s, &options);
        how.turned = 1;
        abut_model* turned = soup_build(&s, &options);
        const double ratio = sum_of(turned) / sum_of(plain);
        const kdop_set* set = plain->tree.kind->dop;
        printf("%s: %.3f of the volume\n", abut_method_name(dops[d]), ratio);
        assert_true(ratio <= (set->half == 3 ? 0.5 : kdop_has_axes(set) ? 0.8 : 1));
        abut_model_free(plain);
        abut_model_free(turned);
    }
    soup_free(&s);
}

static void the_turn_does_not_depend_on_the_workers(void** state)
{
    (void)state;
    soup_data s = turned_bars(200);
    const abut_tree_build how = {.turned = 1};
    for (int d = 0; d < DOPS; d += 3) {
        abut_build options = {.method = dops[d], .tree = &how};
        abut_model* one = soup_build(&s, &options);
        for (int workers = 2; workers <= 5; workers += 3) {
            shuffled many;
            const abut_host host = shuffled_host(&many, workers, (uint64_t)workers);
            options.host = &host;
            abut_model* other = soup_build(&s, &options);
            assert_true(kdop_turn_is_same(&one->tree.turn, &other->tree.turn));
            assert_int_equal(one->tree.node_count, other->tree.node_count);
            assert_memory_equal(one->tree.nodes, other->tree.nodes, tree_node_bytes(&one->tree));
            abut_model_free(other);
            options.host = NULL;
        }
        abut_model_free(one);
    }
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
    soup_data s = turned_bars(12);
    const abut_soup soup = soup_of(&s);
    const abut_tree_build how = {.turned = 1};
    size_t failures = 0, stops = 0;
    const int step = ABUT_TEST_SHARE > 2 ? 3 : 1;  // each is a build that looks for a turn
    for (int d = 0; d < DOPS; d += FIRST_QUICKCD) {
        for (size_t at = 0;; at += (size_t)step, failures++) {
            counting c = counting_begin();
            c.fail_at = at;
            const abut_host poor = counting_host(&c);
            const abut_build options = {.method = dops[d], .tree = &how, .host = &poor};
            abut_model* m = NULL;
            const abut_status status = abut_model_build(&m, &soup, &options);
            if (status == ABUT_OK) {
                abut_model_free(m);
                assert_true(c.blocks == 0 && c.bytes == 0);
                break;
            }
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            assert_true(!m && c.blocks == 0 && c.bytes == 0);
        }
        double last = 0;
        const abut_host told = {.progress = grows, .user = &last};
        const abut_build watched = {.method = dops[d], .tree = &how, .host = &told};
        abut_model_free(soup_build(&s, &watched));
        assert_true(last > 0.9);
        for (int after = 0;; after += step, stops++) {
            int left = after;
            const abut_host stopping = {.progress = stops_after, .user = &left};
            const abut_build options = {.method = dops[d], .tree = &how, .host = &stopping};
            abut_model* m = NULL;
            const abut_status status = abut_model_build(&m, &soup, &options);
            abut_model_free(m);
            if (status == ABUT_OK) break;
            assert_int_equal(status, ABUT_CANCELLED);
        }
    }
    printf("%zu failures of memory, %zu stops\n", failures, stops);
    assert_true(failures > 40 && stops > 20);
    soup_free(&s);
}

static void other_methods_refuse_it(void** state)
{
    (void)state;
    const abut_soup nothing = {0};
    const abut_tree_build turned = {.turned = 1}, two = {.turned = 2};
    for (int m = 1; m < 64; m++) {
        abut_build options = {.method = (abut_method)m, .tree = &turned};
        abut_model* model = NULL;
        if (!method_is_here(m)) continue;
        int is_dop = 0;
        for (int d = 0; d < DOPS; d++)
            is_dop |= (int)dops[d] == m;
        assert_int_equal(abut_model_build(&model, &nothing, &options),
                         is_dop ? ABUT_OK : ABUT_BAD_COMBINATION);
        abut_model_free(model);
        options.tree = &two;
        assert_int_equal(abut_model_build(&model, &nothing, &options), ABUT_BAD_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_brute_force),
        cmocka_unit_test(volumes_are_never_more),
        cmocka_unit_test(the_axes_of_a_box_are_found),
        cmocka_unit_test(the_turn_does_not_depend_on_the_workers),
        cmocka_unit_test(builds_fail_and_stop_cleanly),
        cmocka_unit_test(other_methods_refuse_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
