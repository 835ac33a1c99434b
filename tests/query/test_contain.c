// test_contain.c - what is inside what: cases with known answers, all boxes of a lattice, and the laws of
// abut_contain. Surfaces that are not closed: test_contain_open.c; solids of cells against a count of
// cells: test_contain_cells.c.
#include "query/contain_check.h"
#include "scenes.h"
#include "support/float_mode.h"
#include "support/method_here.h"
#include "support/models.h"

#include "abut/methods.h"

static void expect_cubes(double a_low, double a_high, int a_count, double b_low, double b_high,
                         int b_count, abut_relation expected)
{
    solid a = {0}, b = {0};
    solid_add_cube(&a, a_low, a_high, a_count);
    solid_add_cube(&b, b_low, b_high, b_count);
    expect_everywhere(&a, &b, expected);
    solid_free(&a);
    solid_free(&b);
}

// -------------------------------------------------------------------------------------------- cases

static void cubes(void** state)
{
    (void)state;
    expect_cubes(0, 1, 1, 2, 3, 1, ABUT_RELATION_SEPARATE);
    expect_cubes(1, 2, 1, 0, 3, 1, ABUT_RELATION_A_INSIDE_B);
    expect_cubes(0, 3, 3, 1, 2, 2, ABUT_RELATION_B_INSIDE_A);
    // Unit grids that overlap in a unit cube: no pair crosses.
    expect_cubes(0, 2, 2, 1, 3, 2, ABUT_RELATION_CROSSING);
    expect_cubes(0, 2, 2, 2, 4, 2, ABUT_RELATION_TOUCHING);  // in a corner
    expect_cubes(0, 2, 1, 0, 2, 1, ABUT_RELATION_CROSSING);  // the same
    expect_cubes(0, 2, 1, 0, 2, 2, ABUT_RELATION_CROSSING);  // the same, cut otherwise
    expect_cubes(0, 2, 1, 0, 1, 1, ABUT_RELATION_CROSSING);  // from within
}

// All boxes with corners in {0, 1, 2, 3, 4}^3 against [1, 3]^3, of one or of many squares a face.
static void boxes_of_a_lattice(void** state)
{
    (void)state;
    const double one[3] = {1, 1, 1}, three[3] = {3, 3, 3};
    size_t counts[ABUT_RELATION_B_INSIDE_A + 1] = {0};
    for (int code = 0; code < 15625; code++) {
        double low[3], high[3];
        int apart = 0, overlap = 1, within = 1, around = 1, valid = 1;
        for (int k = 0, rest = code; k < 3; k++, rest /= 25) {
            low[k] = rest % 5;
            high[k] = rest / 5 % 5;
            valid &= low[k] < high[k];
            apart |= low[k] > 3 || high[k] < 1;
            overlap &= low[k] < 3 && high[k] > 1;
            within &= low[k] > 1 && high[k] < 3;
            around &= low[k] < 1 && high[k] > 3;
        }
        if (!valid) continue;
        const abut_relation expected = apart     ? ABUT_RELATION_SEPARATE
                                       : within  ? ABUT_RELATION_B_INSIDE_A
                                       : around  ? ABUT_RELATION_A_INSIDE_B
                                       : overlap ? ABUT_RELATION_CROSSING
                                                 : ABUT_RELATION_TOUCHING;
        const abut_pose none = {.scale = 0};
        solid a = {0}, b = {0};
        solid_add_box(&a, one, three, code % 3 + 1, 0);
        solid_add_box(&b, low, high, code % 2 + 1, 0);
        abut_model *x = solid_model(&a, SOME_TREE), *y = solid_model(&b, SOME_TREE);
        assert_int_equal(relation_in(x, &none, y, &none), expected);
        counts[expected]++;
        abut_model_free(x);
        abut_model_free(y);
        solid_free(&a);
        solid_free(&b);
    }
    assert_true(counts[ABUT_RELATION_TOUCHING] > 400 && counts[ABUT_RELATION_CROSSING] > 400);
    assert_true(counts[ABUT_RELATION_A_INSIDE_B] == 1 && counts[ABUT_RELATION_SEPARATE] == 0);
}

// A peg stands on a plate whose grid it does not share; a hair lower it passes through.
static void peg_on_plate(void** state)
{
    (void)state;
    const double plate_low[3] = {-5, -5, -1}, plate_high[3] = {5, 5, 0};
    for (int i = 0; i < 4; i++) {
        const double drop = i < 2 ? 0 : 0x1p-40;
        const double peg_low[3] = {-.3, -.4, -drop}, peg_high[3] = {.7, .3, 3};
        solid peg = {0}, plate = {0};
        solid_add_box(&peg, peg_low, peg_high, 1 + i % 2, 0);
        solid_add_box(&plate, plate_low, plate_high, 5, 0);
        expect_everywhere(&peg, &plate, i < 2 ? ABUT_RELATION_TOUCHING : ABUT_RELATION_CROSSING);
        solid_free(&peg);
        solid_free(&plate);
    }
}

// A triangle that is a segment lies in a face, with an end inside it, or both, or across it, whichever of its corners are one.
static void segments_in_a_face(void** state)
{
    (void)state;
    static const double from[3] = {1, 1.5, 4}, to[][3] = {{5, 3, 4}, {3, 2, 4}, {1, 9, 4}};
    const double low[3] = {1, 1.5, 4}, high[3] = {3, 2.5, 6};
    for (int code = 0; code < 18; code++) {
        const double* end = to[code / 6];
        double corners[3][3];
        solid block = {0}, post = {0};
        for (int k = 0; k < 3; k++)
            memcpy(corners[k], (k == code % 3) == (code / 3 % 2) ? from : end, sizeof corners[k]);
        solid_add_cube(&block, 0, 4, 1);
        solid_add_box(&post, low, high, 1, 0);
        solid_add_triangle(&post, (const double(*)[3])corners);
        expect_everywhere(&post, &block, ABUT_RELATION_TOUCHING);
        expect_everywhere(&block, &post, ABUT_RELATION_TOUCHING);
        solid_free(&block);
        solid_free(&post);
    }
}

// ------------------------------------------------------------------------------------- components

static void expect_parts(const solid* a, const solid* b, abut_relation whole,
                         const abut_relation* a_parts, const abut_relation* b_parts)
{
    const abut_pose none = {.scale = 0};
    abut_query* q = query_new();
    abut_model *x = solid_model(a, SOME_TREE), *y = solid_model(b, SOME_TREE);
    const abut_instance left = {.model = x}, right = {.model = y};
    abut_containment c;
    assert_int_equal(relation_in(x, &none, y, &none), whole);
    assert_int_equal(abut_contain(q, &left, &right, NULL, &c), ABUT_OK);
    size_t first = 0;
    for (size_t i = 0; i < c.a_count; i++) {
        assert_int_equal(c.a[i].relation, a_parts[i]);
        assert_int_equal(c.a[i].first_triangle, first);
        assert_int_equal(c.a[i].has_winding, 0);
        first += c.a[i].triangle_count;
    }
    assert_int_equal(first, a->triangle_count);
    for (size_t i = 0; i < c.b_count; i++)
        assert_int_equal(c.b[i].relation, b_parts[i]);
    abut_query_free(q);
    abut_model_free(x);
    abut_model_free(y);
}

static void nested_three_deep(void** state)
{
    (void)state;
    static const abut_relation a_parts[] = {ABUT_RELATION_B_INSIDE_A, ABUT_RELATION_A_INSIDE_B,
                                            ABUT_RELATION_SEPARATE};
    static const abut_relation b_parts[] = {ABUT_RELATION_B_INSIDE_A};
    solid a = {0}, b = {0};
    solid_add_cube(&a, 0, 10, 1);
    solid_add_cube(&a, 4, 6, 2);
    solid_add_cube(&a, 20, 21, 1);
    solid_add_cube(&b, 2, 8, 3);
    expect_parts(&a, &b, ABUT_RELATION_B_INSIDE_A, a_parts, b_parts);
    solid_free(&a);
    solid_free(&b);
}

static void a_cavity_is_outside(void** state)
{
    (void)state;
    static const abut_relation a_parts[] = {ABUT_RELATION_SEPARATE, ABUT_RELATION_SEPARATE};
    static const abut_relation b_parts[] = {ABUT_RELATION_SEPARATE};
    static const abut_relation touching[] = {ABUT_RELATION_SEPARATE, ABUT_RELATION_TOUCHING};
    static const abut_relation touched[] = {ABUT_RELATION_TOUCHING};
    solid a = {0}, b = {0}, filling = {0};
    solid_add_cube(&a, 0, 10, 1);
    solid_add_cube(&a, 2, 8, 2);
    solid_add_cube(&b, 3, 7, 3);
    solid_add_cube(&filling, 2, 8, 3);
    expect_parts(&a, &b, ABUT_RELATION_SEPARATE, a_parts, b_parts);
    expect_parts(&a, &filling, ABUT_RELATION_TOUCHING, touching, touched);
    solid_free(&a);
    solid_free(&b);
    solid_free(&filling);
}

static void parts_differ(void** state)
{
    (void)state;
    static const abut_relation a_parts[] = {ABUT_RELATION_CROSSING, ABUT_RELATION_TOUCHING,
                                            ABUT_RELATION_A_INSIDE_B, ABUT_RELATION_SEPARATE};
    static const abut_relation b_parts[] = {ABUT_RELATION_CROSSING, ABUT_RELATION_SEPARATE};
    static const abut_relation mixed[] = {ABUT_RELATION_A_INSIDE_B, ABUT_RELATION_SEPARATE};
    static const abut_relation around[] = {ABUT_RELATION_A_INSIDE_B, ABUT_RELATION_SEPARATE};
    solid a = {0}, b = {0}, c = {0};
    solid_add_cube(&a, -1, 1, 2);
    solid_add_cube(&a, 8, 9, 1);
    solid_add_cube(&a, 3, 4, 1);
    solid_add_cube(&a, 30, 31, 1);
    solid_add_cube(&b, 0, 8, 8);
    solid_add_cube(&b, 40, 41, 1);
    expect_parts(&a, &b, ABUT_RELATION_CROSSING, a_parts, b_parts);
    solid_add_cube(&c, 3, 4, 1);
    solid_add_cube(&c, 30, 31, 1);
    // No contact, one part inside and one not: the whole is neither.
    expect_parts(&c, &b, ABUT_RELATION_CROSSING, mixed, around);
    solid_free(&a);
    solid_free(&b);
    solid_free(&c);
}

// --------------------------------------------------------------------------------------------- laws

static void sizes_and_float_modes(void** state)
{
    (void)state;
    static const double factors[] = {0x1p-1000, 0x1p-500, 1, 0x1p500, 0x1p1000};
    const abut_pose none = {.scale = 0};
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
        solid s[4] = {{0}};
        solid_add_cube(&s[0], 0, 2, 2);
        solid_add_cube(&s[1], 1, 3, 2);
        solid_add_cube(&s[2], 2, 3, 1);
        solid_add_cube(&s[3], .5, 1.5, 1);
        static const abut_relation expected[] = {ABUT_RELATION_CROSSING, ABUT_RELATION_CROSSING,
                                                 ABUT_RELATION_TOUCHING, ABUT_RELATION_B_INSIDE_A};
        abut_model* m[4];
        for (int i = 0; i < 4; i++) {
            solid_scale(&s[i], factors[f]);
            m[i] = solid_model(&s[i], SOME_TREE);
        }
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++)
            for (int i = 0; i < 4; i++) {
                abut_query* q = query_new();
                const abut_instance a = {.model = m[0], .pose = none}, b = {.model = m[i]};
                abut_containment c;
                float_mode_enter(&float_modes[mode]);
                const abut_status status = abut_contain(q, &a, &b, NULL, &c);
                float_mode_leave();
                assert_int_equal(status, ABUT_OK);
                assert_int_equal(c.relation, expected[i]);
                abut_query_free(q);
            }
        for (int i = 0; i < 4; i++) {
            abut_model_free(m[i]);
            solid_free(&s[i]);
        }
    }
}

// How often a closed mesh winds about a point, in long double: by solid angles, not by crossings.
static long double winding_of(const mesh* m, const long double at[3])
{
    long double sum = 0;
    for (size_t t = 0; t < m->triangle_count; t++) {
        long double arm[3][3], length[3], dot[3];
        for (int i = 0; i < 3; i++) {
            const double* v = m->vertices + 3 * (size_t)m->triangles[3 * t + (size_t)i];
            for (int k = 0; k < 3; k++)
                arm[i][k] = (long double)v[k] - at[k];
        }
        for (int i = 0; i < 3; i++) {
            const long double *u = arm[i], *v = arm[(i + 1) % 3];
            length[i] = sqrtl(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
            dot[i] = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
        }
        const long double *a = arm[0], *b = arm[1], *c = arm[2];
        const long double y = a[0] * (b[1] * c[2] - b[2] * c[1]) +
                              a[1] * (b[2] * c[0] - b[0] * c[2]) +
                              a[2] * (b[0] * c[1] - b[1] * c[0]);
        sum += atan2l(y, length[0] * length[1] * length[2] + dot[0] * length[2] +
                             dot[1] * length[0] + dot[2] * length[1]);
    }
    return sum / (2 * acosl(-1.0L));
}

// Many small tetrahedra about a torus in other poses: those without contact are inside where it winds
// about them. So many that a tree is made.
static void crumbs_about_a_torus(void** state)
{
    (void)state;
    rng r = {74};
    mesh torus;
    assert_int_equal(torus_make(36, 18, 1, 0.5, &torus), 0);
    size_t inside = 0, outside = 0;
    for (int round = 0; round < 4; round++) {
        solid crumbs = {0};
        const size_t count = 150;
        for (size_t i = 0; i < count; i++) {
            double corner[4][3], at[3];
            for (int k = 0; k < 3; k++)
                at[k] = rng_signed(&r) * (k == 2 ? 0.6 : 1.6);
            for (int n = 0; n < 4; n++)
                for (int k = 0; k < 3; k++)
                    corner[n][k] = at[k] + 0.02 * rng_signed(&r);
            for (int face = 0; face < 4; face++) {
                double triangle[3][3];
                for (int n = 0; n < 3; n++)
                    memcpy(triangle[n], corner[(face + n) % 4], sizeof triangle[n]);
                solid_add_triangle(&crumbs, (const double(*)[3])triangle);
            }
        }
        abut_pose pose = pose_random(&r, 3), other;
        if (round % 2) pose_mirror(&pose);
        other = pose;
        other.scale = 0x1p-9;
        abut_model *a = solid_model(&crumbs, SOME_TREE), *b = model_of_mesh(&torus, SOME_TREE);
        solid_scale(&crumbs, 0x1p9);
        abut_model* large = solid_model(&crumbs, SOME_TREE);
        abut_query* q = query_new();
        const abut_instance left = {round > 1 ? large : a, round > 1 ? other : pose};
        const abut_instance right = {b, pose};
        abut_containment c;
        assert_int_equal(abut_contain(q, &left, &right, NULL, &c), ABUT_OK);
        assert_int_equal(c.a_count, count);
        for (size_t i = 0; i < count; i++) {
            if (c.a[i].relation == ABUT_RELATION_CROSSING) continue;
            const double* vertex =
                crumbs.vertices + 3 * crumbs.triangles[3 * c.a[i].first_triangle];
            const long double at[3] = {(long double)vertex[0] * 0x1p-9L,
                                       (long double)vertex[1] * 0x1p-9L,
                                       (long double)vertex[2] * 0x1p-9L};
            const int expected = fabsl(winding_of(&torus, at)) > 0.5L;
            assert_int_equal(c.a[i].relation,
                             expected ? ABUT_RELATION_A_INSIDE_B : ABUT_RELATION_SEPARATE);
            inside += (size_t)expected;
            outside += (size_t)!expected;
        }
        abut_query_free(q);
        abut_model_free(a);
        abut_model_free(b);
        abut_model_free(large);
        solid_free(&crumbs);
    }
    assert_true(inside > 80 && outside > 200);
    mesh_free(&torus);
}

// Soups of every sort, brute force and boxes: the same answer, and contact where there are pairs.
static void random_soups(void** state)
{
    (void)state;
    rng r = {73};
    for (int i = 0; i < 6 * SOUP_SORT_COUNT; i++) {
        soup_data s[2] = {soup_random((soup_sort)(i % SOUP_SORT_COUNT), 40, rng_next(&r)),
                          soup_random((soup_sort)rng_below(&r, SOUP_SORT_COUNT), 40, rng_next(&r))};
        const abut_pose pose = i % 3 ? pose_random(&r, 0.3) : (abut_pose){.scale = 0};
        abut_containment c[2];
        abut_query* q[2] = {query_new(), query_new()};
        for (int method = 0; method < 2; method++) {
            const abut_build options = {.method = method ? SOME_TREE : ABUT_METHOD_BRUTE};
            abut_model* m[2] = {NULL, NULL};
            for (int k = 0; k < 2; k++) {
                const abut_soup soup = soup_of(&s[k]);
                assert_int_equal(abut_model_build(&m[k], &soup, &options), ABUT_OK);
            }
            const abut_instance a = {.model = m[0]}, b = {.model = m[1], .pose = pose};
            assert_int_equal(abut_contain(q[method], &a, &b, NULL, &c[method]), ABUT_OK);
            expect_reasons(&c[method]);
            abut_model_free(m[0]);
            abut_model_free(m[1]);
        }
        assert_int_equal(c[0].relation, c[1].relation);
        assert_int_equal(c[0].a_count, c[1].a_count);
        for (size_t k = 0; k < c[0].a_count; k++)
            assert_int_equal(c[0].a[k].relation, c[1].a[k].relation);
        for (size_t k = 0; k < c[0].b_count; k++)
            assert_int_equal(c[0].b[k].relation, c[1].b[k].relation);
        if (c[0].hits.count)
            assert_true(c[0].relation == ABUT_RELATION_UNKNOWN ||
                        c[0].relation == ABUT_RELATION_TOUCHING ||
                        c[0].relation == ABUT_RELATION_CROSSING);
        abut_query_free(q[0]);
        abut_query_free(q[1]);
        soup_free(&s[0]);
        soup_free(&s[1]);
    }
}

// A tetrahedron far from all else, one of whose coordinates is a power of two: the smaller it is, the
// longer are the integers of the common grid.
static void add_speck(solid* s, int exponent)
{
    const double corner[4][3] = {
        {ldexp(1, exponent), 50, 50}, {1, 50, 50}, {0.5, 51, 50}, {0.5, 50.5, 51}};
    for (int face = 0; face < 4; face++) {
        double triangle[3][3];
        for (int n = 0; n < 3; n++)
            memcpy(triangle[n], corner[(face + n) % 4], sizeof triangle[n]);
        solid_add_triangle(s, (const double(*)[3])triangle);
    }
}

static void coordinates_of_many_bits(void** state)
{
    (void)state;
    static const struct {
        double low, high;
        abut_relation relation;
    } cases[] = {{1, 3, ABUT_RELATION_CROSSING},
                 {2, 4, ABUT_RELATION_TOUCHING},
                 {-1, 0, ABUT_RELATION_TOUCHING}};
    for (int exponent = -50; exponent > -900; exponent -= 65) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            solid a = {0}, b = {0};
            solid_add_cube(&a, 0, 2, 2);
            add_speck(&a, exponent);
            solid_add_cube(&b, cases[i].low, cases[i].high, 2);
            expect_everywhere(&a, &b, cases[i].relation);
            solid_free(&a);
            solid_free(&b);
        }
    }
    // So large that doubles cannot tell a thing.
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        solid a = {0}, b = {0};
        solid_add_cube(&a, 0, 2, 2);
        solid_add_cube(&b, cases[i].low, cases[i].high, 2);
        solid_scale(&a, 0x1p300);
        solid_scale(&b, 0x1p300);
        expect_everywhere(&a, &b, cases[i].relation);
        solid_free(&a);
        solid_free(&b);
    }
}

static void arguments_are_checked(void** state)
{
    (void)state;
    solid s = {0};
    solid_add_cube(&s, 0, 1, 1);
    abut_model* m = solid_model(&s, SOME_TREE);
    abut_query* q = query_new();
    const abut_instance a = {.model = m}, none = {.model = NULL};
    abut_containment c, before;
    memset(&c, 0x5A, sizeof c);
    before = c;
    const abut_ask wrong[] = {{.reserved = {0, 0, 1}}, {.detail = (abut_detail)9}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(abut_contain(q, &a, &a, &wrong[i], &c), ABUT_BAD_ARGUMENT);
    const abut_ask foreign[] = {{.walk = &(abut_tree_walk){.intervals = ABUT_INTERVALS_WIDTH}},
                                {.limit = 1},
                                {.budget = 1},
                                {.deadline = 1},
                                {.any = 1}};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        assert_int_equal(abut_contain(q, &a, &a, &foreign[i], &c), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_contain(NULL, &a, &a, NULL, &c), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_contain(q, &none, &a, NULL, &c), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_contain(q, &a, &none, NULL, &c), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_contain(q, &a, &a, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_memory_equal(&c, &before, sizeof c);
    for (int i = -1; i < 8; i++) {
        const int is_relation = i >= ABUT_RELATION_UNKNOWN && i <= ABUT_RELATION_B_INSIDE_A;
        assert_int_equal(abut_relation_text((abut_relation)i) != NULL, is_relation);
        const int is_reason = i >= ABUT_REASON_NONE && i <= ABUT_REASON_UNORIENTED;
        assert_int_equal(abut_reason_text((abut_reason)i) != NULL, is_reason);
    }
    // Details come with the answer.
    const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
    assert_int_equal(abut_contain(q, &a, &a, &ask, &c), ABUT_OK);
    assert_true(c.hits.complete && c.hits.count > 12 && c.hits.contacts[0].point_count > 0);
    assert_int_equal(c.relation, ABUT_RELATION_CROSSING);
    abut_query_free(q);
    abut_model_free(m);
    solid_free(&s);
}

static void empty_models(void** state)
{
    (void)state;
    const abut_pose none = {.scale = 0};
    solid s = {0}, nothing = {0};
    solid_add_cube(&s, 0, 1, 1);
    abut_model *m = solid_model(&s, SOME_TREE), *empty = solid_model(&nothing, SOME_TREE);
    assert_int_equal(relation_in(m, &none, empty, &none), ABUT_RELATION_SEPARATE);
    assert_int_equal(relation_in(empty, &none, empty, &none), ABUT_RELATION_SEPARATE);
    abut_model_free(m);
    abut_model_free(empty);
    solid_free(&s);
}

// Every allocation fails in turn, then every report of progress cancels.
static void failures_leave_nothing_behind(void** state)
{
    (void)state;
    solid a = {0}, b = {0};
    solid_add_cube(&a, 0, 2, 8);    // touches the second; large enough to be allocated
    solid_add_cube(&a, 7, 8, 1);    // inside the first
    solid_add_cube(&a, 22, 23, 1);  // inside the open one
    solid_add_cube(&b, 5, 10, 1);
    solid_add_cube(&b, 2, 3, 8);
    const double low[3] = {20, 20, 20}, high[3] = {25, 25, 25};
    solid_add_box(&b, low, high, 1, 1);
    abut_model *x = solid_model(&a, SOME_TREE), *y = solid_model(&b, SOME_TREE);
    const abut_instance left = {.model = x}, right = {.model = y};
    for (int cancel = 0; cancel < 2; cancel++) {
        size_t failures = 0;
        for (;; failures++) {
            counting c = counting_begin();
            const abut_host host = counting_host(&c);
            abut_query* q = NULL;
            assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
            *(cancel ? &c.cancel_at : &c.fail_at) = cancel ? failures : c.allocations + failures;
            abut_containment out, before;
            memset(&out, 0x5A, sizeof out);
            before = out;
            const abut_status status = abut_contain(q, &left, &right, NULL, &out);
            assert_false(c.fraction_is_wrong);
            if (status != ABUT_OK) {
                assert_int_equal(status, cancel ? ABUT_CANCELLED : ABUT_OUT_OF_MEMORY);
                assert_memory_equal(&out, &before, sizeof out);
                c.fail_at = c.cancel_at = SIZE_MAX;
                assert_int_equal(abut_contain(q, &left, &right, NULL, &out), ABUT_OK);
            }
            assert_int_equal(out.relation, ABUT_RELATION_CROSSING);
            assert_int_equal(out.a[0].relation, ABUT_RELATION_TOUCHING);
            assert_int_equal(out.a[1].relation, ABUT_RELATION_A_INSIDE_B);
            assert_int_equal(out.a[2].relation, ABUT_RELATION_A_INSIDE_B);
            abut_query_free(q);
            assert_true(c.blocks == 0 && c.bytes == 0);
            if (status == ABUT_OK) break;
        }
        assert_true(failures >= (cancel ? 4 : 15));
    }
    abut_model_free(x);
    abut_model_free(y);
    solid_free(&a);
    solid_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubes),
        cmocka_unit_test(boxes_of_a_lattice),
        cmocka_unit_test(peg_on_plate),
        cmocka_unit_test(segments_in_a_face),
        cmocka_unit_test(nested_three_deep),
        cmocka_unit_test(a_cavity_is_outside),
        cmocka_unit_test(parts_differ),
        cmocka_unit_test(sizes_and_float_modes),
        cmocka_unit_test(crumbs_about_a_torus),
        cmocka_unit_test(random_soups),
        cmocka_unit_test(coordinates_of_many_bits),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(empty_models),
        cmocka_unit_test(failures_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
