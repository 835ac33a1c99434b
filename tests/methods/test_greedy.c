// test_greedy.c - the split rule of DOP-trees against Zachmann 1998, section 4.2, computed anew from the triangles at
// every node: which triangle goes to which side. And builds whose memory runs out.
#include "base/host.h"
#include "methods/tree/tree_greedy.h"
#include "support/soups.h"

#include "abut/methods.h"

enum { COUNT = 120 };

static const kdop_set* const sets[] = {&kdop6_set, &kdop8_set, &kdop14_set, &kdop26_set};

typedef struct dop {
    double low[KDOP_HALF_MAX], high[KDOP_HALF_MAX];
    size_t count;
} dop;

static const double* corner_of(const soup_data* s, uint32_t triangle, int corner)
{
    return s->vertices + 3 * (size_t)s->triangles[3 * (size_t)triangle + (size_t)corner];
}

// Three times the barycentre, along a direction.
static double along_of(const soup_data* s, uint32_t triangle, const signed char direction[3])
{
    double centre[3];
    for (int k = 0; k < 3; k++)
        centre[k] = corner_of(s, triangle, 0)[k] + corner_of(s, triangle, 1)[k] +
                    corner_of(s, triangle, 2)[k];
    return kdop_along(direction, centre);
}

static double between_squared(const soup_data* s, uint32_t one, uint32_t other, double between[3])
{
    static const signed char axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++)
        between[k] = along_of(s, one, axes[k]) - along_of(s, other, axes[k]);
    return dot3(between, between);
}

static dop dop_of(const soup_data* s, uint32_t triangle, const kdop_set* set)
{
    dop d = {.count = 1};
    for (int i = 0; i < set->half; i++) {
        d.low[i] = HUGE_VAL;
        d.high[i] = -HUGE_VAL;
        for (int corner = 0; corner < 3; corner++) {
            const double along = kdop_along(set->direction[i], corner_of(s, triangle, corner));
            d.low[i] = fmin(d.low[i], along);
            d.high[i] = fmax(d.high[i], along);
        }
    }
    return d;
}

static dop joined(const dop* one, const dop* other, const kdop_set* set)
{
    dop both = {.count = one->count + other->count};
    for (int i = 0; i < set->half; i++) {
        both.low[i] = fmin(one->low[i], other->low[i]);
        both.high[i] = fmax(one->high[i], other->high[i]);
    }
    return both;
}

static double growth(const dop* before, const dop* after, const kdop_set* set)
{
    double sum = 0;
    for (int i = 0; i < set->half; i++)
        sum += ((after->high[i] - before->high[i]) + (before->low[i] - after->low[i])) /
               kdop_length(set->direction[i]);
    return sum;
}

static uint32_t farthest(const soup_data* s, const uint32_t* order, size_t count, uint32_t from)
{
    double between[3], most = -1;
    uint32_t best = order[0];
    for (size_t i = 0; i < count; i++) {
        const double square = between_squared(s, order[i], from, between);
        if (square > most) {
            most = square;
            best = order[i];
        }
    }
    return best;
}

static int nearest_direction(const kdop_set* set, const double between[3])
{
    int best = 0;
    double most = -1;
    for (int i = 0; i < set->half; i++) {
        const double cosine =
            fabs(kdop_along(set->direction[i], between)) / kdop_length(set->direction[i]);
        if (cosine <= most) continue;
        most = cosine;
        best = i;
    }
    return best;
}

// By insertion; equal ones by number.
static void sort_along(const soup_data* s, const signed char direction[3], uint32_t* order,
                       size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const uint32_t moving = order[i];
        const double along = along_of(s, moving, direction);
        size_t hole = i;
        for (; hole > 0; hole--) {
            const double before = along_of(s, order[hole - 1], direction);
            if (before < along || (!(along < before) && order[hole - 1] < moving)) break;
            order[hole] = order[hole - 1];
        }
        order[hole] = moving;
    }
}

// The side of each triangle, as the paper has it.
static void give_sides(const soup_data* s, const kdop_set* set, const uint32_t* order, size_t count,
                       int* side_of)
{
    uint32_t sorted[COUNT], start[2];
    double between[3];
    memcpy(sorted, order, count * sizeof *order);
    start[0] = farthest(s, order, count, order[0]);
    start[1] = farthest(s, order, count, start[0]);
    if (start[0] == start[1]) start[1] = order[start[0] == order[0]];
    between_squared(s, start[1], start[0], between);
    sort_along(s, set->direction[nearest_direction(set, between)], sorted, count);
    dop sides[2] = {dop_of(s, start[0], set), dop_of(s, start[1], set)};
    for (size_t i = 0; i < count; i++) {
        const uint32_t t = sorted[i % 2 ? count - 1 - i / 2 : i / 2];
        if (t == start[0] || t == start[1]) {
            side_of[t] = t == start[1];
            continue;
        }
        const dop own = dop_of(s, t, set);
        const dop grown[2] = {joined(&sides[0], &own, set), joined(&sides[1], &own, set)};
        const double more[2] = {growth(&sides[0], &grown[0], set),
                                growth(&sides[1], &grown[1], set)};
        int side = more[1] < more[0];
        if (!(more[0] < more[1]) && !(more[1] < more[0])) side = sides[1].count < sides[0].count;
        sides[side] = grown[side];
        side_of[t] = side;
    }
}

// Cut a part, and then both halves, and look at each cut.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than there are triangles
static void expect_cuts(const soup_data* s, const tree_greedy* g, uint32_t* order, size_t first,
                        size_t count, size_t leaf_size)
{
    if (count <= leaf_size) return;
    int side_of[COUNT];
    size_t left_wanted = 0;
    give_sides(s, g->dop, order + first, count, side_of);
    for (size_t i = 0; i < count; i++)
        left_wanted += !side_of[order[first + i]];
    const size_t left = tree_split_greedy(g, order, first, count, leaf_size);
    assert_int_equal(left, left_wanted);
    assert_true(left > 0 && left < count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(side_of[order[first + i]], i >= left);
    expect_cuts(s, g, order, first, left, leaf_size);
    expect_cuts(s, g, order, first + left, count - left, leaf_size);
}

static void cuts_are_those_of_the_paper(void** state)
{
    (void)state;
    const abut_host host = host_complete(NULL);
    for (int i = 0; i < SOUP_SORT_COUNT * 8; i++) {
        soup_data s = soup_random((soup_sort)(i / 8), COUNT, 17);
        tree_greedy g;
        uint32_t order[COUNT];
        for (uint32_t t = 0; t < COUNT; t++)
            order[t] = t;
        assert_int_equal(tree_greedy_make(&g, sets[i % 4], s.vertices, s.triangles, COUNT, &host),
                         ABUT_OK);
        expect_cuts(&s, &g, order, 0, COUNT, i % 8 < 4 ? 1 : 3);
        tree_greedy_free(&g, &host);
        soup_free(&s);
    }
}

// What grows neither set goes to the smaller one: many equal triangles are halved at every node.
static void ties_go_to_the_smaller_set(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_IDENTICAL, 64, 3);
    const abut_soup soup = soup_of(&s);
    abut_model* m = NULL;
    abut_model_info info;
    assert_int_equal(abut_model_build(&m, &soup, &(abut_build){.method = ABUT_METHOD_DOP6}),
                     ABUT_OK);
    assert_int_equal(abut_model_describe(m, &info), ABUT_OK);
    assert_int_equal(info.depth, 6);
    abut_model_free(m);
    soup_free(&s);
}

static void builds_survive_every_failed_allocation(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 50, 23);
    const abut_soup soup = soup_of(&s);
    for (int slender = 0; slender < 2; slender++) {
        const abut_tree_build how = {.split = ABUT_SPLIT_GREEDY, .slender = slender ? 0.3 : 0};
        abut_status status = ABUT_OUT_OF_MEMORY;
        size_t failures = 0;
        for (; status != ABUT_OK; failures++) {
            counting c = counting_begin();
            const abut_host host = counting_host(&c);
            const abut_build build = {.method = ABUT_METHOD_QUICKCD14, .tree = &how, .host = &host};
            abut_model* m = NULL;
            c.fail_at = failures;
            status = abut_model_build(&m, &soup, &build);
            if (status != ABUT_OK) {
                assert_int_equal(status, ABUT_OUT_OF_MEMORY);
                assert_null(m);
            } else {
                assert_int_equal(c.allocations, failures);
                abut_model_free(m);
            }
            assert_true(c.blocks == 0 && c.bytes == 0);
        }
        assert_true(failures > 18);
    }
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_are_those_of_the_paper),
        cmocka_unit_test(ties_go_to_the_smaller_set),
        cmocka_unit_test(builds_survive_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
