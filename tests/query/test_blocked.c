// test_blocked.c - whether two solids share a point with one of them moved: boxes against their intervals, by shifts
// that do not fit into a translation and by quotients; parts that are open, and parts within others.
#include "geom/straight_small.h"
#include "query/depths/blocked.h"
#include "query/straight.h"
#include "support/boxes.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soups.h"

#include <math.h>

enum { BOX_CASES = CASES(600), SMALL_CASES = CASES(4000) };

typedef struct box {
    int low[3], high[3];
} box;

static box box_random(rng* r)
{
    box b;
    for (int k = 0; k < 3; k++) {
        b.low[k] = (int)rng_below(r, 6);
        b.high[k] = b.low[k] + 1 + (int)rng_below(r, 4);
    }
    return b;
}

enum { BOXES_MAX = 2 };

// Some boxes as one soup.
typedef struct pile {
    double vertices[24 * BOXES_MAX];
    uint32_t triangles[36 * BOXES_MAX];
    size_t vertex_count, triangle_count;
} pile;

static void add_box(pile* p, const box* b, int is_open)
{
    box_soup one;
    box_soup_make(&one, b->low[0], b->low[1], b->low[2], b->high[0], b->high[1], b->high[2]);
    const size_t first = is_open ? 2 : 0;
    memcpy(p->vertices + 3 * p->vertex_count, one.vertices, sizeof one.vertices);
    for (size_t i = 3 * first; i < 36; i++)
        p->triangles[3 * p->triangle_count + i - 3 * first] =
            box_triangles[i] + (uint32_t)p->vertex_count;
    p->vertex_count += 8;
    p->triangle_count += 12 - first;
}

static abut_model* model_of(const pile* p, abut_method method)
{
    const abut_soup soup = {.vertices = p->vertices,
                            .triangles = p->triangles,
                            .vertex_count = p->vertex_count,
                            .triangle_count = p->triangle_count};
    const abut_build how = {.method = method};
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, &soup, &how), ABUT_OK);
    return model;
}

static void add_cube(pile* p, int half)
{
    const box b = {{-half, -half, -half}, {half, half, half}};
    add_box(p, &b, 0);
}

// Whether boxes share a point of their insides with b moved by x / bottom, moved on by a trifle (-1, 0, 1) in the first axis.
static int boxes_are_blocked(const box* a, const box* b, const int x[3], int bottom, int trifle)
{
    int blocked = 1;
    for (int k = 0; k < 3; k++) {
        const int beyond = bottom * (b->low[k] - a->high[k]) + x[k],
                  behind = bottom * (a->low[k] - b->high[k]) - x[k], more = k ? 0 : trifle;
        blocked &=
            (beyond < 0 || (beyond == 0 && more < 0)) && (behind < 0 || (behind == 0 && more > 0));
    }
    return blocked;
}

static solid_pair open_pair(abut_query* query, const abut_instance* a, const abut_instance* b)
{
    static const abut_solid* const none[2];
    solid_pair p;
    assert_int_equal(solid_pair_open(&p, query, a, b, none, 0), ABUT_OK);
    return p;
}

// By a shift in doubles, and by a quotient, beside a translation that is a trifle: no double is their sum.
static void boxes(void** state)
{
    abut_query* query;
    size_t blocked = 0, changed = 0;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    real_stack* const stack = malloc(sizeof *stack);
    assert_non_null(stack);
    stack->used = stack->peak = 0;
    for (int number = 0; number < BOX_CASES; number++) {
        rng r = {(uint64_t)number * 3 + 1};
        const box a_box = box_random(&r), b_box = box_random(&r);
        pile s[2] = {{.vertex_count = 0}, {.vertex_count = 0}};
        add_box(&s[0], &a_box, 0);
        add_box(&s[1], &b_box, 0);
        const abut_method method = number % 4 ? ABUT_METHOD_WIDE : ABUT_METHOD_BRUTE;
        abut_model* const model[2] = {model_of(&s[0], method), model_of(&s[1], method)};
        const int trifle = (int)rng_below(&r, 3) - 1, bottom = 3;
        const abut_instance a = {.model = model[0]},
                            b = {.model = model[1], .pose.translation = {trifle * 0x1p-60, 0, 0}};
        solid_pair p = open_pair(query, &a, &b);
        int x[3];
        for (int k = 0; k < 3; k++)
            x[k] = (int)rng_below(&r, 7) - 3;
        abut_relation found = ABUT_RELATION_UNKNOWN;
        const float_mode* const mode = &float_modes[number % FLOAT_MODE_COUNT];
        const double shift[3] = {x[0], x[1], x[2]};
        float_mode_enter(mode);
        const abut_status status = blocked_at(&p, shift, &found);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        const int by_shift = boxes_are_blocked(&a_box, &b_box, x, 1, trifle);
        assert_int_equal(relation_is_blocked(found), by_shift);
        float_mode_enter(mode);
        const abut_status next =
            blocked_along(&p, stack, shift, real_of(stack, 1), real_of(stack, bottom), &found);
        float_mode_leave();
        assert_int_equal(next, ABUT_OK);
        stack->used = 0;
        const int by_quotient = boxes_are_blocked(&a_box, &b_box, x, bottom, trifle);
        assert_int_equal(relation_is_blocked(found), by_quotient);
        blocked += (size_t)(by_shift + by_quotient);
        changed += by_shift != boxes_are_blocked(&a_box, &b_box, x, 1, 0);
        solid_pair_close(&p);
        for (int side = 0; side < 2; side++) {
            abut_model_free(model[side]);
        }
    }
    assert_in_range(blocked, BOX_CASES / 4, 2 * BOX_CASES);
    assert_true(600 * changed + 300 > BOX_CASES);
    free(stack);
    abut_query_free(query);
}

// An open box takes no part, wherever it is; a cube inside a closed one is blocked, and one in its hollow is not.
static void parts(void** state)
{
    static const double none[3] = {0, 0, 0}, out[3] = {2, 0, 0};
    abut_query* query;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int hollow = 0; hollow < 2; hollow++) {
        pile s[2] = {{.vertex_count = 0}, {.vertex_count = 0}};
        add_cube(&s[0], 4);
        if (hollow) add_cube(&s[0], 3);
        add_cube(&s[1], 1);
        const box lid = {{3, 3, 3}, {6, 6, 6}};
        add_box(&s[1], &lid, 1);  // crosses, but is open
        abut_model* const model[2] = {model_of(&s[0], ABUT_METHOD_WIDE),
                                      model_of(&s[1], ABUT_METHOD_WIDE)};
        const abut_instance a = {.model = model[0]}, b = {.model = model[1]};
        solid_pair p = open_pair(query, &a, &b);
        abut_relation found;
        assert_int_equal(blocked_at(&p, none, &found), ABUT_OK);
        assert_int_equal(found, hollow ? ABUT_RELATION_SEPARATE : ABUT_RELATION_B_INSIDE_A);
        assert_int_equal(blocked_at(&p, out, &found), ABUT_OK);
        assert_int_equal(found, hollow ? ABUT_RELATION_TOUCHING : ABUT_RELATION_B_INSIDE_A);
        solid_pair_close(&p);
        for (int side = 0; side < 2; side++) {
            abut_model_free(model[side]);
        }
    }
    abut_query_free(query);
}

// What machine words say of two triangles is what reals say.
static void small_numbers(void** state)
{
    static const double sizes[3] = {1, 0x1p-300, 0x1p300};
    real_stack* const stack = malloc(sizeof *stack);
    size_t small = 0, open = 0, apart = 0;
    (void)state;
    assert_non_null(stack);
    for (int number = 0; number < SMALL_CASES; number++) {
        rng r = {(uint64_t)number * 9 + 2};
        double at[6][3], way[3];
        const double* vertex[6];
        affine pose[2] = {{.matrix = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}},
                          {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
        const double size = sizes[number % 3];
        const size_t limit = number % 5 ? 4 : 100000;
        for (int i = 0; i < 6; i++) {
            for (int k = 0; k < 3; k++)
                at[i][k] = size * (double)rng_below(&r, limit);
            vertex[i] = at[i];
        }
        for (int k = 0; k < 3; k++) {
            way[k] = (double)rng_below(&r, 5) - 2;
            pose[1].translation[k] = size * (double)rng_below(&r, limit);
        }
        if (fabs(way[0]) + fabs(way[1]) + fabs(way[2]) < 0.5) way[0] = 1;
        const straight_push push = {{&pose[0], &pose[1]}, way, 0, 0, 0};
        straight_course course;
        straight_meeting quick, exact;
        stack->used = stack->peak = 0;
        straight_prepare_push(&course, stack, &push);
        const int meets = straight_meet_small(&course, vertex, &quick);
        if (meets < 0) continue;
        small++;
        assert_int_equal(meets, straight_meet(&course, vertex, 0, &exact));
        apart += meets == 0;
        if (!meets) continue;
        assert_int_equal(quick.is_open, exact.is_open);
        assert_int_equal(quick.has_enter, exact.has_enter);
        assert_int_equal(quick.has_leave, exact.has_leave);
        if (quick.has_enter)
            assert_int_equal(straight_compare(stack, &quick.enter, &exact.enter), 0);
        if (quick.has_leave)
            assert_int_equal(straight_compare(stack, &quick.leave, &exact.leave), 0);
        open += quick.is_open != 0;
    }
    assert_true(small >= SMALL_CASES / 2);
    assert_true(open >= SMALL_CASES / 32 && apart >= SMALL_CASES / 32);
    free(stack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes),
        cmocka_unit_test(parts),
        cmocka_unit_test(small_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
