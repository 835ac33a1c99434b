// test_contain_boxes.c - what is beyond the box about open components is not inside them: decided as rational
// arithmetic decides it, for all exponents and rounding modes, the same for both orders of the models; and
// abut_world, which leaves out pairs whose boxes are apart, tells of the others what abut_contain tells.
#include "geom/pose.h"
#include "query/contain_check.h"
#include "support/float_mode.h"

#include "abut/world.h"

#include <gmp.h>

// ------------------------------------------------------------------------------------------- oracle

// The box of a solid's vertices in the world, in rationals: least and greatest of each axis.
typedef struct true_box {
    mpq_t end[2][3];
} true_box;

static void box_find(true_box* out, const solid* s, const abut_pose* pose)
{
    affine map;
    mpq_t sum, x, m;
    assert_int_equal(affine_from_pose(&map, pose), ABUT_OK);
    mpq_inits(sum, x, m, NULL);
    for (int i = 0; i < 6; i++)
        mpq_init(out->end[i / 3][i % 3]);
    for (size_t v = 0; v < s->vertex_count; v++)
        for (int i = 0; i < 3; i++) {
            mpq_set_d(sum, map.translation[i]);
            for (int k = 0; k < 3; k++) {
                mpq_set_d(x, s->vertices[3 * v + (size_t)k]);
                mpq_set_d(m, map.matrix[i][k]);
                mpq_mul(x, x, m);
                mpq_add(sum, sum, x);
            }
            if (!v || mpq_cmp(sum, out->end[0][i]) < 0) mpq_set(out->end[0][i], sum);
            if (!v || mpq_cmp(sum, out->end[1][i]) > 0) mpq_set(out->end[1][i], sum);
        }
    mpq_clears(sum, x, m, NULL);
}

static int are_apart(const solid s[2], const abut_pose pose[2])
{
    true_box box[2];
    int apart = 0;
    for (int side = 0; side < 2; side++)
        box_find(&box[side], &s[side], &pose[side]);
    for (int k = 0; k < 3; k++)
        apart |= mpq_cmp(box[0].end[1][k], box[1].end[0][k]) < 0 ||
                 mpq_cmp(box[1].end[1][k], box[0].end[0][k]) < 0;
    for (int i = 0; i < 12; i++)
        mpq_clear(box[i / 6].end[i / 3 % 2][i % 3]);
    return apart;
}

// A box is beyond another along the world's axes, or for equal poses along those of the files.
static int is_truly_beyond(const solid s[2], const abut_pose pose[2])
{
    const abut_pose none[2] = {{.scale = 0}, {.scale = 0}};
    if (are_apart(s, pose)) return 1;
    return memcmp(&pose[0], &pose[1], sizeof pose[0]) == 0 && are_apart(s, none);
}

// ------------------------------------------------------------------------------------------ answers

// Ask a world of two; *out says what is written of them. Returns whether they are.
static int ask_world(const abut_instance* a, const abut_instance* b, abut_clash* out)
{
    abut_world* w = NULL;
    abut_clashes found;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    assert_int_equal(abut_world_add(w, a, NULL), ABUT_OK);
    assert_int_equal(abut_world_add(w, b, NULL), ABUT_OK);
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_RELATIONS, NULL, &found), ABUT_OK);
    const int is_there = found.count == 1;
    if (is_there) *out = found.clashes[0];
    abut_world_free(w);
    return is_there;
}

// Ask both, in both orders and in a rounding mode. Returns the answer for one component each.
static abut_containment ask_all(const solid s[2], const abut_pose pose[2], const float_mode* mode,
                                abut_component part[2])
{
    abut_model* m[2] = {solid_model(&s[0], ABUT_METHOD_WIDE), solid_model(&s[1], ABUT_METHOD_WIDE)};
    const abut_instance x = {.model = m[0], .pose = pose[0]}, y = {.model = m[1], .pose = pose[1]};
    abut_query *q = query_new(), *other = query_new();
    abut_containment c, back;
    abut_clash clash = {.relation = ABUT_RELATION_UNKNOWN};
    float_mode_enter(mode);
    const abut_status first = abut_contain(q, &x, &y, NULL, &c);
    const abut_status second = abut_contain(other, &y, &x, NULL, &back);
    float_mode_leave();
    assert_true(first == ABUT_OK && second == ABUT_OK);
    expect_reasons(&c);
    assert_int_equal(c.relation, swapped(back.relation));
    assert_int_equal(c.reason, back.reason);
    assert_int_equal(c.a[0].has_winding, back.b[0].has_winding);
    assert_int_equal(c.b[0].has_winding, back.a[0].has_winding);
    const int is_there = ask_world(&x, &y, &clash);
    assert_int_equal(is_there, c.hits.count || c.relation != ABUT_RELATION_SEPARATE);
    if (is_there) {
        assert_int_equal(clash.relation, c.relation);
        assert_int_equal(clash.reason, c.reason);
    }
    part[0] = c.a[0];
    part[1] = c.b[0];
    for (int i = 0; i < 2; i++)
        abut_model_free(m[i]);
    abut_query_free(q);
    abut_query_free(other);
    return c;
}

static int expect_rule(const solid s[2], const abut_pose pose[2], const float_mode* mode)
{
    abut_component part[2];
    const abut_containment c = ask_all(s, pose, mode, part);
    const int beyond = is_truly_beyond(s, pose);
    if (c.hits.count) return -1;
    for (int side = 0; side < 2; side++)
        assert_int_equal(part[side].has_winding, !beyond);
    if (beyond) assert_int_equal(c.relation, ABUT_RELATION_SEPARATE);
    return beyond;
}

// ------------------------------------------------------------------------------------------- models

// A square with a point above, two of its triangles: open, and oriented.
static void add_sheet(solid* s, const double at[3], double size, double height)
{
    const double x = at[0], y = at[1], z = at[2];
    const double corner[2][3][3] = {
        {{x, y, z}, {x + size, y, z}, {x + size, y + size, z + height}},
        {{x, y, z}, {x + size, y + size, z + height}, {x, y + size, z}}};
    solid_add_triangle(s, corner[0]);
    solid_add_triangle(s, corner[1]);
}

// A random number of an exponent up to a most.
static double far_number(rng* r, int most)
{
    return ldexp(rng_signed(r), (int)rng_below(r, 2 * (size_t)most + 1) - most);
}

static void test_all_exponents(void** state)
{
    (void)state;
    static const int most[] = {1, 60, 300, 1000};
    rng r = {1820};
    int counts[2] = {0, 0};
    for (int i = 0; i < 1600; i++) {
        const int reach = most[i % 4];
        solid s[2] = {{0}, {0}};
        abut_pose pose[2] = {{.scale = 0}, {.scale = 0}};
        double at[3] = {0}, size = 0;
        for (int side = 0; side < 2; side++) {
            for (int k = 0; k < 3; k++)
                at[k] = side && i % 3 ? at[k] + size * rng_signed(&r) : far_number(&r, reach);
            size = fabs(far_number(&r, reach));
            add_sheet(&s[side], at, size, far_number(&r, reach));
        }
        if (i / 4 % 4 == 1) pose[0] = pose[1] = pose_random(&r, 3);
        if (i / 4 % 4 >= 2)
            for (int side = 0; side < 2; side++)
                pose[side] = pose_random(&r, 3);
        if (i / 4 % 4 == 3) pose[1].scale = ldexp(1, (int)rng_below(&r, 401) - 200);
        if (reach == 1000 && pose[1].scale == 0) solid_scale(&s[i / 16 % 2], 0x1p-20);
        const int beyond = expect_rule(s, pose, &float_modes[i % FLOAT_MODE_COUNT]);
        if (beyond >= 0) counts[beyond]++;
        solid_free(&s[0]);
        solid_free(&s[1]);
    }
    assert_true(counts[0] > 100 && counts[1] > 400);
}

// Two sheets side by side, whose boxes share an edge, or miss each other by the last bit.
static void test_last_bits(void** state)
{
    (void)state;
    rng r = {1821};
    int counts[2] = {0, 0};
    for (int i = 0; i < 240; i++) {
        const double low[3] = {0, 0, 0}, gap[] = {0, 0x1p-52, 0x1p-1000};
        const double at[3] = {i % 4 == 3 ? -1 - gap[1 + i % 2] : 1 + gap[i % 3], .95, .5};
        solid s[2] = {{0}, {0}};
        abut_pose pose[2] = {{.scale = 0}, {.scale = 0}};
        add_sheet(&s[0], low, 1, 1);
        add_sheet(&s[1], at, 1, 1);
        if (i / 24 % 4 == 1) pose[0] = pose[1] = pose_random(&r, 1e6);
        if (i / 24 % 4 == 2)
            for (int k = 0; k < 3; k++)
                pose[0].translation[k] = pose[1].translation[k] = 1e9 * rng_signed(&r);
        if (i / 24 % 4 == 3) {  // the same place, but not equal poses
            solid_scale(&s[1], .5);
            pose[1].scale = 2;
        }
        const int beyond = expect_rule(s, pose, &float_modes[i / 4 % FLOAT_MODE_COUNT]);
        assert_true(beyond >= 0);
        counts[beyond]++;
        solid_free(&s[0]);
        solid_free(&s[1]);
    }
    assert_true(counts[0] > 40 && counts[1] > 40);
}

// A cube without a face, and something far away that the filter in doubles cannot place: it was ambiguous.
static void test_far_apart(void** state)
{
    (void)state;
    for (int exponent = 100; exponent <= 1000; exponent += 100)
        for (int turn = 0; turn < 4; turn++) {
            const double low[3] = {0, 0, 0}, high[3] = {1, 1, 1};
            const double far = ldexp(1, exponent), near[3] = {far, far, far};
            solid s[2] = {{0}, {0}};
            rng r = {(uint64_t)exponent};
            abut_pose pose[2] = {{.scale = 0}, {.scale = 0}};
            solid_add_box(&s[0], low, high, 1, 1);
            add_sheet(&s[1], near, turn % 2 ? far / 2 : 0x1p-300, far / 4);
            if (turn & 2) pose[0] = pose_random(&r, 1);
            assert_int_equal(expect_rule(s, pose, &float_modes[0]), 1);
            solid_free(&s[0]);
            solid_free(&s[1]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_exponents),
        cmocka_unit_test(test_last_bits),
        cmocka_unit_test(test_far_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
