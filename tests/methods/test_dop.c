// test_dop.c - k-DOPs and their re-alignment: shapes of known volume, cones that cover all directions,
// and offsets that are never below the true ones, against long double.
#include "methods/bound/kdop_align.h"
#include "methods/bound/kdop_class.h"
#include "methods/tree/tree.h"
#include "scenes.h"
#include "search/relative_pose.h"
#include "support/soups.h"

#include "abut/statistics.h"

#include <stdio.h>

static const kdop_set* const sets[7] = {&kdop6_set,  &kdop8_set,  &kdop12_set, &kdop14_set,
                                        &kdop18_set, &kdop20_set, &kdop26_set};

// ----------------------------------------------------------------------------------------- shapes

// Volumes and corners of the DOPs whose planes all have distance 1 from the origin.
static void generic_dops_have_known_shapes(void** state)
{
    (void)state;
    static const struct {
        double content;
        int corners;
    } known[7] = {{8, 8},         {6.928203, 6},  {5.656854, 14}, {5.358984, 24},
                  {5.088312, 32}, {5.342261, 30}, {4.777299, 48}};
    for (int s = 0; s < 7; s++) {
        float low[KDOP_HALF_MAX], high[KDOP_HALF_MAX];
        for (int i = 0; i < sets[s]->half; i++) {
            high[i] = (float)kdop_length(sets[s]->direction[i]);
            low[i] = -high[i];
        }
        kdop_shape shape;
        kdop_shape_find(sets[s], low, high, &shape);
        assert_int_equal(shape.corner_count, known[s].corners);
        assert_true(fabs(shape.content - known[s].content) < 2e-6);
        // Every plane touches the unit ball, so that the volume is a third of the surface.
        assert_true(fabs(shape.content - 2 * shape.half_area / 3) < 1e-6);
    }
}

// |x|, |y|, |z| <= 1 and |x| + |y| + |z| <= 2: the cuboctahedron, of volume 20 / 3.
static void the_cuboctahedron(void** state)
{
    (void)state;
    float low[7], high[7];
    for (int i = 0; i < 7; i++) {
        high[i] = i < 3 ? 1 : 2;
        low[i] = -high[i];
    }
    kdop_shape shape;
    kdop_shape_find(&kdop14_set, low, high, &shape);
    assert_int_equal(shape.corner_count, 12);
    assert_true(fabs(shape.content - 20.0 / 3) < 1e-6);
}

static void flat_dops_have_no_content(void** state)
{
    (void)state;
    for (int sort = SOUP_FLAT; sort <= SOUP_POINTS; sort++) {
        soup_data data = soup_random((soup_sort)sort, sort == SOUP_POINTS ? 1 : 20, 5);
        soup_transform(&data, 0.25, 0);
        uint32_t order[20];
        for (uint32_t i = 0; i < 20; i++)
            order[i] = i;
        const triangle_set set = {data.vertices, data.triangles, order, data.triangle_count};
        const volume_options options = {0};
        for (int s = 0; s < 7; s++) {
            float low[KDOP_HALF_MAX], high[KDOP_HALF_MAX];
            kdop_fit(sets[s], low, high, &set, &options);
            const double content = kdop_content(sets[s], low, high);
            assert_true(content >= 0 && content < 8);
            if (sort == SOUP_POINTS) assert_true(content < 1e-18);
        }
        soup_free(&data);
    }
}

// ------------------------------------------------------------------------------------------ cones

static void normal_of(const kdop_set* set, int member, double out[3])
{
    const int i = (member < 0 ? -member : member) - 1;
    for (int k = 0; k < 3; k++)
        out[k] = (member < 0 ? -1 : 1) * set->direction[i][k];
}

// The weights of a direction in a cone; returns 0 if the three are dependent.
static int solve(double n[3][3], const double g[3], double w[3])
{
    double dual[3][3];
    for (int l = 0; l < 3; l++)
        cross3(dual[l], n[(l + 1) % 3], n[(l + 2) % 3]);
    const double determinant = dot3(n[0], dual[0]);
    if (fabs(determinant) < 0.5) return 0;  // an integer
    for (int l = 0; l < 3; l++)
        w[l] = dot3(dual[l], g) / determinant;
    return 1;
}

static double cost_of(double n[3][3], const double w[3])
{
    double cost = 0;
    for (int l = 0; l < 3; l++) {
        if (w[l] < -1e-12) return HUGE_VAL;
        cost += w[l] * sqrt(dot3(n[l], n[l]));
    }
    return cost;
}

// Every direction lies in a cone of the table or its mirror image, and no other three directions bound
// a DOP of equal distances better.
static void cones_cover_all_directions_and_are_the_best(void** state)
{
    (void)state;
    rng r = {77};
    for (int s = 0; s < 7; s++) {
        const signed char(*cones)[3];
        const int count = kdop_cones(sets[s], &cones), half = sets[s]->half;
        assert_int_equal(count, 2 * half - 2);
        for (int trial = 0; trial < 300; trial++) {
            double g[3], n[3][3], w[3], best = HUGE_VAL, found = HUGE_VAL;
            for (int k = 0; k < 3; k++)
                g[k] = trial < half ? sets[s]->direction[trial][k] : rng_signed(&r);
            for (int c = 0; c < 2 * count; c++) {
                for (int l = 0; l < 3; l++)
                    normal_of(sets[s], (c < count ? 1 : -1) * cones[c % count][l], n[l]);
                assert_true(solve(n, g, w));
                if (cost_of(n, w) < found) found = cost_of(n, w);
            }
            for (int i = -half; i <= half; i++)
                for (int j = i + 1; j <= half; j++)
                    for (int l = j + 1; l <= half; l++) {
                        if (!i || !j || !l) continue;
                        normal_of(sets[s], i, n[0]);
                        normal_of(sets[s], j, n[1]);
                        normal_of(sets[s], l, n[2]);
                        if (solve(n, g, w) && cost_of(n, w) < best) best = cost_of(n, w);
                    }
            assert_true(found < HUGE_VAL && found <= best * (1 + 1e-12));
        }
    }
}

// -------------------------------------------------------------------------------------- alignment

// Offset i of a DOP, as kdop_align numbers them.
static double offset_of(const kdop_set* set, const float* low, const float* high, int i)
{
    return i < set->half ? (double)high[i] : -(double)low[i - set->half];
}

static void align(const kdop_align* c, const kdop_set* set, const float* low, const float* high,
                  int with_error, double* to_low, double* to_high)
{
    for (int i = 0; i < set->half; i++) {
        const kdop_direction* d = &c->along[i];
        double up = d->shift, down = -d->shift;
        for (int l = 0; l < 3; l++) {
            up += d->weight[l] * offset_of(set, low, high, d->upper[l]);
            down += d->weight[l] * offset_of(set, low, high, d->lower[l]);
        }
        to_high[i] = up + (with_error ? d->error : 0);
        to_low[i] = -(down + (with_error ? d->error : 0));
    }
}

// The upper offset along a direction is that along the one it was turned from.
static void expect_permuted(const kdop_set* set, const double back[3], const float* low,
                            const float* high, double placed)
{
    for (int j = 0; j < set->half; j++) {
        const signed char* e = set->direction[j];
        const double same = fabs(back[0] - e[0]) + fabs(back[1] - e[1]) + fabs(back[2] - e[2]);
        const double opposite = fabs(back[0] + e[0]) + fabs(back[1] + e[1]) + fabs(back[2] + e[2]);
        if (same < 0.5) assert_true(placed == (double)high[j]);
        if (opposite < 0.5) assert_true(placed == -(double)low[j]);
    }
}

static void multiples_of_right_angles_permute_offsets(void** state)
{
    (void)state;
    rng r = {3};
    for (int s = 0; s < 7; s++) {
        for (int turn = 0; turn < 4; turn++) {
            relative_pose pose = {.a_scale = 1, .b_scale = 1, .stretch = 1};
            const double c[4] = {1, 0, -1, 0}, z[4] = {0, 1, 0, -1};
            pose.linear[0][0] = pose.linear[1][1] = c[turn];
            pose.linear[0][1] = z[turn];
            pose.linear[1][0] = -z[turn];
            pose.linear[2][2] = 1;
            kdop_align constants;
            kdop_align_prepare(&constants, sets[s], &pose, 2);
            float low[KDOP_HALF_MAX], high[KDOP_HALF_MAX];
            double to_low[KDOP_HALF_MAX], to_high[KDOP_HALF_MAX];
            for (int i = 0; i < sets[s]->half; i++) {
                high[i] = (float)(1 + rng_signed(&r));
                low[i] = -(float)(1 + rng_signed(&r));
            }
            align(&constants, sets[s], low, high, 0, to_low, to_high);
            for (int i = 0; i < sets[s]->half; i++) {
                const signed char* d = sets[s]->direction[i];
                const double back[3] = {c[turn] * d[0] + z[turn] * d[1],
                                        -z[turn] * d[0] + c[turn] * d[1], d[2]};
                expect_permuted(sets[s], back, low, high, to_high[i]);
            }
        }
    }
}

typedef struct side {
    affine map;
    frame frame;
    soup_data soup;
} side;

static side random_side(rng* r, soup_sort sort, double reach)
{
    side s = {.soup = soup_random(sort, 3, rng_next(r))};
    abut_pose pose = pose_random(r, reach);
    if (rng_below(r, 3) == 0) pose_to_float(&pose);
    if (rng_below(r, 4) == 0) pose_mirror(&pose);
    if (rng_below(r, 3) == 0) pose.scale = ldexp(1.1, (int)rng_below(r, 9) - 4);
    soup_transform(&s.soup, 1, reach * rng_signed(r));
    assert_int_equal(affine_from_pose(&s.map, &pose), ABUT_OK);
    soup_mesh m = {.vertices = s.soup.vertices,
                   .triangles = s.soup.triangles,
                   .vertex_count = s.soup.vertex_count,
                   .triangle_count = s.soup.triangle_count};
    s.frame = frame_of_mesh(&m);
    return s;
}

// A vertex of b in the frame of a, times a_scale.
static void true_place(const side* a, const side* b, double a_scale, const double* v,
                       long double out[3])
{
    long double from[3], dual[3][3];
    for (int i = 0; i < 3; i++) {
        from[i] = (long double)b->map.translation[i] - (long double)a->map.translation[i];
        for (int k = 0; k < 3; k++)
            from[i] += (long double)b->map.matrix[i][k] * (long double)v[k];
    }
    long double determinant = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            dual[i][k] = (long double)a->map.matrix[i1][k1] * (long double)a->map.matrix[i2][k2] -
                         (long double)a->map.matrix[i1][k2] * (long double)a->map.matrix[i2][k1];
        }
    }
    for (int k = 0; k < 3; k++)
        determinant += dual[0][k] * (long double)a->map.matrix[0][k];
    for (int k = 0; k < 3; k++) {
        long double y = 0;
        for (int i = 0; i < 3; i++)
            y += dual[i][k] * from[i];
        y = ldexpl(y / determinant, -a->frame.exponent) - (long double)a->frame.origin[k];
        out[k] = y * (long double)a_scale;
    }
}

// How many of b's vertices lie outside the re-aligned DOP, by more than what long double itself errs.
static size_t outside(const side* a, const side* b, const kdop_set* set, int with_error)
{
    const relative_side x = {&a->map, &a->frame}, y = {&b->map, &b->frame};
    relative_pose relative;
    kdop_align constants;
    float low[KDOP_HALF_MAX], high[KDOP_HALF_MAX];
    double points[27], to_low[KDOP_HALF_MAX], to_high[KDOP_HALF_MAX];
    const uint32_t order[3] = {0, 1, 2};
    for (size_t v = 0; v < 9; v++)
        frame_place(&b->frame, b->soup.vertices + 3 * v, points + 3 * v);
    const triangle_set triangles = {points, b->soup.triangles, order, 3};
    const volume_options options = {0};
    kdop_fit(set, low, high, &triangles, &options);
    relative_pose_prepare(&relative, &x, &y);
    kdop_align_prepare(&constants, set, &relative, kdop_reach(set, low, high));
    align(&constants, set, low, high, with_error, to_low, to_high);
    size_t found = 0;
    for (size_t v = 0; v < 9; v++) {
        long double p[3];
        true_place(a, b, relative.a_scale, b->soup.vertices + 3 * v, p);
        const long double blur = 0x1p-58L * (fabsl(p[0]) + fabsl(p[1]) + fabsl(p[2]) +
                                             1000 * (long double)relative.a_scale);
        for (int i = 0; i < set->half; i++) {
            long double along = 0;
            for (int k = 0; k < 3; k++)
                along += set->direction[i][k] * p[k];
            found +=
                along > (long double)to_high[i] + blur || along < (long double)to_low[i] - blur;
        }
    }
    return found;
}

static void aligned_dops_hold_what_they_held(void** state)
{
    (void)state;
    rng r = {2026};
    size_t without_error = 0;
    for (int trial = 0; trial < 6000; trial++) {
        const double reach = trial % 3 == 0 ? 1 : trial % 3 == 1 ? 0 : 100;
        side a = random_side(&r, (soup_sort)(trial % SOUP_SORT_COUNT), reach);
        side b = random_side(&r, (soup_sort)(trial / 7 % SOUP_SORT_COUNT), reach);
        const kdop_set* set = sets[trial % 7];
        assert_int_equal(outside(&a, &b, set, 1), 0);
        without_error += outside(&a, &b, set, 0);
        soup_free(&a.soup);
        soup_free(&b.soup);
    }
    assert_true(without_error > 0);  // so this can fail
}

static void intervals_are_ordered(void** state)
{
    (void)state;
    const float low[7] = {0, 0, 0, 0, 0, 0, 0}, high[7] = {3, 1, 2, 1, 9, 8, 7};
    unsigned char order[KDOP_HALF_MAX];
    assert_int_equal(kdop_order(&kdop14_set, low, high, ABUT_INTERVALS_FIXED, 0, order), 7);
    for (int i = 0; i < 7; i++)
        assert_int_equal(order[i], i);
    assert_int_equal(kdop_order(&kdop14_set, low, high, ABUT_INTERVALS_WIDTH, 4, order), 4);
    // Widths at unit length: 3, 1, 2, 0.58, 5.2, 4.6, 4.04.
    const unsigned char expected[7] = {3, 1, 2, 0, 6, 5, 4};
    assert_memory_equal(order, expected, 7);
    assert_int_equal(kdop_order(&kdop6_set, low, high, ABUT_INTERVALS_FIXED, 99, order), 3);
}

static void checks_find_what_is_broken(void** state)
{
    (void)state;
    float low[3] = {-1, -2, 0}, high[3] = {1, 2, 0};
    assert_null(kdop_check(&kdop6_set, low, high, 2));
    assert_string_equal(kdop_check(&kdop6_set, low, high, 1.5), "an offset is beyond the reach");
    low[1] = 0;
    assert_string_equal(kdop_check(&kdop6_set, low, high, 1.5), "an offset is beyond the reach");
    low[2] = 0.5F;
    assert_string_equal(kdop_check(&kdop6_set, low, high, 2), "a slab is empty");
    low[2] = NAN;
    assert_string_equal(kdop_check(&kdop6_set, low, high, 2), "a slab is empty");
}

// Zachmann's builder gives balanced trees, whatever k: his figures for a sphere of 20000 triangles are depths
// 12 to 16, three fifths of the leaves at 15. And the nodes are compact: an octahedron about a flat piece, for
// instance, tells nothing of where the piece is long.
static void the_papers_trees_are_balanced_and_compact(void** state)
{
    (void)state;
    mesh m = {0};
    assert_int_equal(sphere_make(38, 76, 1, &m), SCENE_OK);
    const abut_soup soup = {.vertices = m.vertices,
                            .triangles = m.triangles,
                            .vertex_count = m.vertex_count,
                            .triangle_count = m.triangle_count};
    const abut_split splits[] = {ABUT_SPLIT_GREEDY, ABUT_SPLIT_MEAN};
    for (int method = ABUT_METHOD_DOP6; method <= ABUT_METHOD_DOP26; method++) {
        for (int i = 0; i < 2; i++) {
            const abut_build how = {.method = (abut_method)method,
                                    .tree = &(abut_tree_build){.split = splits[i]}};
            abut_model* model = NULL;
            abut_model_info info;
            size_t leaves[TREE_DEPTH_MAX + 1], near = 0;
            assert_int_equal(abut_model_build(&model, &soup, &how), ABUT_OK);
            assert_int_equal(abut_model_describe(model, &info), ABUT_OK);
            assert_int_equal(abut_model_depths(model, TREE_DEPTH_MAX + 1, leaves, NULL), ABUT_OK);
            for (int depth = 10; depth <= 16; depth++)
                near += leaves[depth];
            assert_true(near * 100 > info.leaf_count * 90);
            assert_true(info.depth <= 22);
            assert_true(info.inner_area < 40);
            abut_model_free(model);
        }
    }
    mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generic_dops_have_known_shapes),
        cmocka_unit_test(the_cuboctahedron),
        cmocka_unit_test(flat_dops_have_no_content),
        cmocka_unit_test(cones_cover_all_directions_and_are_the_best),
        cmocka_unit_test(multiples_of_right_angles_permute_offsets),
        cmocka_unit_test(aligned_dops_hold_what_they_held),
        cmocka_unit_test(intervals_are_ordered),
        cmocka_unit_test(checks_find_what_is_broken),
        cmocka_unit_test(the_papers_trees_are_balanced_and_compact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
