// test_hull.c - convex hulls: of points that span space, a plane, a line, or nothing; who is whose
// neighbour on them; and the covariance of their surface, which has exact values.
#include "base/host.h"
#include "methods/bound/hull.h"
#include "methods/bound/obb_axes.h"
#include "support/float_mode.h"
#include "support/soups.h"

#include "abut/methods.h"

#include <stdio.h>

enum { MOST = 600 };

// 1 where the tests of hulls in space can run.
static int has_space(void)
{
    if (hull_available()) return 1;
    print_message("SKIPPED: built without Qhull\n");
    return 0;
}

static hull make(const double* points, size_t count)
{
    const abut_host host = host_complete(NULL);
    hull h = {0};
    assert_int_equal(hull_make(&h, points, count, &host), ABUT_OK);
    return h;
}

static void release(hull* h)
{
    const abut_host host = host_complete(NULL);
    hull_free(h, &host);
}

static const double* corner(const hull* h, const double* points, size_t place)
{
    assert_true(place < h->vertex_count);
    return points + 3 * (size_t)h->vertices[place];
}

// Every neighbour is mutual, listed once and in order, and none is oneself.
static void expect_neighbours(const hull* h)
{
    assert_int_equal(h->first[0], 0);
    for (uint32_t v = 0; v < h->vertex_count; v++) {
        for (uint32_t i = h->first[v]; i < h->first[v + 1]; i++) {
            const uint32_t w = h->neighbours[i];
            int mutual = 0;
            assert_true(w < h->vertex_count && w != v);
            if (i > h->first[v]) assert_true(h->neighbours[i - 1] < w);
            for (uint32_t k = h->first[w]; k < h->first[w + 1]; k++)
                mutual |= h->neighbours[k] == v;
            assert_true(mutual);
        }
    }
}

// Walk uphill along a direction; return how far the top is.
static double climb(const hull* h, const double* points, const double direction[3])
{
    uint32_t at = 0;
    double best = dot3(direction, corner(h, points, at));
    for (int moved = 1; moved;) {
        moved = 0;
        for (uint32_t i = h->first[at]; i < h->first[at + 1]; i++) {
            const double along = dot3(direction, corner(h, points, h->neighbours[i]));
            if (along <= best) continue;
            best = along;
            at = h->neighbours[i];
            moved = 1;
            break;
        }
    }
    return best;
}

static void expect_tops(const hull* h, const double* points, size_t count, rng* r)
{
    for (int i = 0; i < 50; i++) {
        double direction[3] = {rng_signed(r), rng_signed(r), rng_signed(r)};
        if (i < 6) {
            direction[0] = direction[1] = direction[2] = 0;
            direction[i / 2] = i % 2 ? 1 : -1;
        }
        assert_true(normalise3(direction));
        double farthest = -HUGE_VAL, size = 0;
        for (size_t p = 0; p < count; p++) {
            const double along = dot3(direction, points + 3 * p);
            if (along > farthest) farthest = along;
            if (fabs(along) > size) size = fabs(along);
        }
        const double top = climb(h, points, direction);
        assert_true(top <= farthest);
        assert_true(farthest - top <= h->outside + 0x1p-48 * size);
    }
}

// A closed surface that turns outward, with every point behind every facet.
static void expect_surface(const hull* h, const double* points, size_t count)
{
    assert_int_equal(h->dimension, 3);
    assert_int_equal(2 * h->vertex_count, h->facet_count + 4);  // Euler
    assert_int_equal(h->first[h->vertex_count], 3 * h->facet_count);
    for (size_t f = 0; f < h->facet_count; f++) {
        const double *p = corner(h, points, h->facets[3 * f]),
                     *q = corner(h, points, h->facets[3 * f + 1]),
                     *r = corner(h, points, h->facets[3 * f + 2]);
        double u[3], v[3], normal[3];
        subtract3(u, q, p);
        subtract3(v, r, p);
        cross3(normal, u, v);
        const double scale = sqrt(dot3(normal, normal));
        if (scale < 1e-6) continue;  // a sliver, which Qhull makes of many points in one plane
        for (size_t i = 0; i < count; i++) {
            double from[3];
            subtract3(from, points + 3 * i, p);
            const double above = dot3(normal, from) / scale;
            if (above > h->outside + 1e-9)
                fail_msg("a point is %g above a facet of twice the area %g (outside %g)", above,
                         scale, h->outside);
        }
    }
}

static void points_in_space_get_their_surface(void** state)
{
    (void)state;
    if (!has_space()) return;
    static double points[3 * MOST];
    rng r = {51};
    for (int i = 0; i < 120; i++) {
        const size_t count = 6 + rng_below(&r, i % 10 ? 60 : MOST - 6);
        for (size_t p = 0; p < count; p++) {
            double* x = points + 3 * p;
            for (size_t k = 0; k < 3; k++)
                x[k] = rng_signed(&r);
            if (i % 3 == 0) normalise3(x);                     // all are corners
            if (i % 3 == 1) x[p % 3] = x[p % 3] < 0 ? -1 : 1;  // in the faces of a cube
            if (i % 5 == 0 && p % 4 == 3) memcpy(x, points, 3 * sizeof *x);  // in one place
        }
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        hull h = make(points, count);
        float_mode_leave();
        expect_surface(&h, points, count);
        expect_neighbours(&h);
        expect_tops(&h, points, count, &r);
        release(&h);
    }
}

static void a_grid_in_a_cube_has_eight_corners(void** state)
{
    (void)state;
    if (!has_space()) return;
    double points[3 * 125];
    for (size_t i = 0; i < 125; i++) {
        points[3 * i] = (double)(i % 5) / 4;
        points[3 * i + 1] = (double)(i / 5 % 5) / 4;
        points[3 * i + 2] = (double)(i / 25) / 4;
    }
    hull h = make(points, 125);
    assert_int_equal(h.dimension, 3);
    assert_int_equal(h.vertex_count, 8);
    assert_int_equal(h.facet_count, 12);
    for (uint32_t v = 0; v < 8; v++)
        for (int k = 0; k < 3; k++)
            assert_true(fabs(corner(&h, points, v)[k] - 0.5) == 0.5);
    release(&h);
}

// Points of a plane, or a line, at random, turned and moved.
static void flat_and_straight_points_get_polygons_and_segments(void** state)
{
    (void)state;
    static double points[3 * MOST];
    rng r = {52};
    for (int i = 0; i < 200; i++) {
        const size_t dimension = (size_t)i % 3;
        const abut_pose pose = pose_random(&r, i % 7 ? 1 : 1e6);
        const size_t count = 3 + rng_below(&r, i % 10 ? 40 : MOST - 3);
        for (size_t p = 0; p < count; p++) {
            double y[3] = {rng_signed(&r), rng_signed(&r), 0};
            if (i % 4 == 0) {  // many on one line, or in one place
                y[0] = (double)rng_below(&r, 3) - 1;
                y[1] = (double)rng_below(&r, 3) - 1;
            }
            if (p < 3) {
                y[0] = p == 0 ? -1 : p == 1 ? 1 : 0;
                y[1] = p == 2;
            }
            for (size_t k = dimension; k < 3; k++)
                y[k] = 0;
            for (size_t k = 0; k < 3; k++)
                points[3 * p + k] = dot3(pose.rotation[k], y) + pose.translation[k];
        }
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        hull h = make(points, count);
        float_mode_leave();
        assert_int_equal(h.dimension, dimension);
        if (dimension < 2) assert_int_equal(h.vertex_count, dimension + 1);
        assert_int_equal(h.facet_count, dimension < 2 ? 0 : h.vertex_count - 2);
        assert_int_equal(h.first[h.vertex_count],
                         dimension == 2 ? 2 * h.vertex_count : 2 * dimension);
        expect_neighbours(&h);
        expect_tops(&h, points, count, &r);
        release(&h);
    }
}

static void a_square_of_many_points_has_four_corners(void** state)
{
    (void)state;
    double points[3 * 81];
    for (size_t i = 0; i < 81; i++) {
        points[3 * i] = (double)(i % 9);
        points[3 * i + 1] = 2;
        points[3 * i + 2] = (double)(i / 9) * 0.5;
    }
    hull h = make(points, 81);
    assert_int_equal(h.dimension, 2);
    assert_int_equal(h.vertex_count, 4);
    assert_int_equal(h.facet_count, 2);
    release(&h);
}

static void sets_of_any_size_have_a_hull(void** state)
{
    (void)state;
    const double sizes[] = {0x1p-1060, 0x1p-400, 0x1p-30, 1, 0x1p900};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
        for (size_t k = 0; k < 12; k++)
            points[k] *= sizes[i];
        const int space = hull_available() && sizes[i] > 0x1p-500;
        hull h = make(points, space ? 4 : 3);
        assert_int_equal(h.vertex_count, sizes[i] < 0x1p-500 ? 1 : space ? 4 : 3);
        assert_true(h.outside >= 0);
        release(&h);
    }
}

// Thinner than 2^-30 of the size counts as flat, and outside says how much that left out.
static void nearly_flat_sets_are_flat(void** state)
{
    (void)state;
    rng r = {53};
    double points[3 * 50];
    for (size_t i = 0; i < 50; i++) {
        points[3 * i] = rng_signed(&r);
        points[3 * i + 1] = rng_signed(&r);
        points[3 * i + 2] = 1e-11 * rng_signed(&r);
    }
    hull h = make(points, 50);
    assert_int_equal(h.dimension, 2);
    assert_true(h.outside > 1e-12 && h.outside < 1e-9);
    expect_tops(&h, points, 50, &r);
    release(&h);
}

static void without_qhull_space_is_not_available(void** state)
{
    (void)state;
    const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const abut_host host = host_complete(NULL);
    const abut_build build = {.method = ABUT_METHOD_OBB,
                              .tree = &(abut_tree_build){.fits = ABUT_FIT_HULL_SURFACE}};
    const uint32_t triangle[3] = {0, 1, 2};
    const abut_soup soup = {
        .vertices = points, .triangles = triangle, .vertex_count = 4, .triangle_count = 1};
    const abut_status expected = hull_available() ? ABUT_OK : ABUT_NOT_AVAILABLE;
    hull h = {0};
    abut_model* model = NULL;
    assert_int_equal(hull_make(&h, points, 4, &host), expected);
    assert_int_equal(abut_model_build(&model, &soup, &build), expected);
    hull_free(&h, &host);
    abut_model_free(model);
}

// ---------------------------------------------------------------------------------------- covariance

typedef struct shape {
    double points[3 * 200];
    uint32_t triangles[3 * 100], order[100];
    triangle_set set;
    range3 range;
} shape;

// Triangles of three points in a row each.
static void shape_of(shape* s, size_t point_count)
{
    const size_t count = (point_count + 2) / 3;
    for (size_t i = 0; i < 3 * count; i++)
        s->triangles[i] = (uint32_t)(i < point_count ? i : point_count - 1);
    for (size_t i = 0; i < count; i++)
        s->order[i] = (uint32_t)i;
    s->set = (triangle_set){s->points, s->triangles, s->order, count};
    s->range = range_of_set(&s->set);
}

// The covariance in the shape's own units.
static void covariance_of(const shape* s, int surface, double covariance[3][3])
{
    double edge[3];
    moments sum;
    subtract3(edge, s->range.high, s->range.low);
    const double size = absolute_max3(edge);
    assert_int_equal(hull_moments(&s->set, &s->range, surface, &sum), ABUT_OK);
    moments_covariance(&sum, covariance);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            covariance[i][k] *= size * size;
}

static void expect_near(double got, double expected)
{
    if (!(fabs(got - expected) < 1e-7)) fail_msg("%.12g instead of %.12g", got, expected);
}

static void add_block(shape* s, const double edge[3])
{
    for (size_t c = 0; c < 8; c++)
        for (size_t k = 0; k < 3; k++)
            s->points[3 * c + k] = c >> k & 1 ? edge[k] : 0;
}

// A block of edges 1, 2, 3: (23, 68, 135) / 132, also with points inside.
static void the_surface_of_a_block_has_its_covariance(void** state)
{
    (void)state;
    if (!has_space()) return;
    const double edge[3] = {1, 2, 3}, expected[3] = {23, 68, 135};
    static shape s;
    rng r = {54};
    for (size_t inside = 0; inside <= 100; inside += 50) {
        double covariance[3][3];
        add_block(&s, edge);
        for (size_t i = 0; i < inside; i++) {
            const double t = 0.5 + 0.49 * rng_signed(&r);
            for (size_t k = 0; k < 3; k++)
                s.points[3 * (8 + i) + k] = t * edge[k];
        }
        shape_of(&s, 8 + inside);
        covariance_of(&s, 1, covariance);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                expect_near(covariance[i][k], i == k ? expected[i] / 132 : 0);
        covariance_of(&s, 0, covariance);  // eight corners
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                expect_near(covariance[i][k], i == k ? edge[i] * edge[i] / 4 : 0);
    }
}

// Any block: x varies by a^2 (3 b c + a b + a c) / (12 (a b + b c + c a)).
static void the_surfaces_of_all_blocks_follow_the_formula(void** state)
{
    (void)state;
    if (!has_space()) return;
    static shape s;
    rng r = {55};
    for (int i = 0; i < 50; i++) {
        double edge[3], covariance[3][3];
        for (int k = 0; k < 3; k++)
            edge[k] = 1.5 + rng_signed(&r);
        add_block(&s, edge);
        shape_of(&s, 8);
        covariance_of(&s, 1, covariance);
        for (int k = 0; k < 3; k++) {
            const double a = edge[k], b = edge[(k + 1) % 3], c = edge[(k + 2) % 3];
            expect_near(covariance[k][k],
                        a * a * (3 * b * c + a * b + a * c) / (12 * (a * b + b * c + c * a)));
        }
    }
}

// Corners 0, e1, e2, e3.
static void the_surface_of_a_tetrahedron_has_its_covariance(void** state)
{
    (void)state;
    if (!has_space()) return;
    static shape s;
    const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    double covariance[3][3];
    memcpy(s.points, points, sizeof points);
    shape_of(&s, 4);
    covariance_of(&s, 1, covariance);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            expect_near(covariance[i][k], i == k ? 0.0623338 : -0.0209995);
}

// In a plane it is the polygon's: a square of edge 1, dense on one side, has 1 / 12. On a line the
// segment's.
static void flat_and_straight_sets_have_the_covariance_of_their_hull(void** state)
{
    (void)state;
    static shape s;
    rng r = {56};
    for (int dimension = 1; dimension <= 2; dimension++) {
        double covariance[3][3];
        memset(s.points, 0, sizeof s.points);
        for (size_t i = 0; i < 60; i++) {
            for (size_t k = 0; k < (size_t)dimension; k++) {
                const double x = 0.5 + 0.5 * rng_signed(&r);
                s.points[3 * i + k] = i < 4 ? (double)(i >> k & 1) : x * x;
            }
            s.points[3 * i + 2] = 7;
        }
        shape_of(&s, 60);
        covariance_of(&s, 1, covariance);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                expect_near(covariance[i][k], i == k && i < dimension ? 1.0 / 12 : 0);
    }
}

// 2000 points on the diagonal skew the covariance of vertices, not that of the hull's surface.
static void points_inside_do_not_skew_the_box(void** state)
{
    (void)state;
    if (!has_space()) return;
    static shape s;
    const double edge[3] = {1, 2, 3};
    rng r = {57};
    add_block(&s, edge);
    for (size_t i = 0; i < 180; i++) {
        const double t = 0.5 + 0.5 * rng_signed(&r);
        for (size_t k = 0; k < 3; k++)
            s.points[3 * (8 + i) + k] = t * edge[k];
    }
    shape_of(&s, 188);
    const unsigned fits[3] = {ABUT_FIT_VERTICES, ABUT_FIT_HULL_VERTICES, ABUT_FIT_HULL_SURFACE};
    double volume[3];
    for (int i = 0; i < 3; i++) {
        obb box;
        const volume_options options = {.fits = fits[i]};
        obb_fit(&box, &s.set, &options, NULL, 0);
        volume[i] = 8 * box.half[0] * box.half[1] * box.half[2];
    }
    assert_true(volume[0] > 12);  // of 24.8 in the limit
    assert_true(fabs(volume[1] - 6) < 1e-6);
    assert_true(fabs(volume[2] - 6) < 1e-6);
}

// ------------------------------------------------------------------------------------------ failures

// This program is linked with --wrap for these functions, so that the library's calls come here.
static struct {
    size_t calls, fail_at;  // of aligned_alloc; 0: none fails
    int has_no_stream;
    int qhull_code;  // 0: Qhull's own
} faults;

// clang-format off
void* __real_aligned_alloc(size_t alignment, size_t size);
void* __wrap_aligned_alloc(size_t alignment, size_t size);
FILE* __real_fmemopen(void* text, size_t size, const char* mode);
FILE* __wrap_fmemopen(void* text, size_t size, const char* mode);
// clang-format on

void* __wrap_aligned_alloc(size_t alignment, size_t size)
{
    return ++faults.calls == faults.fail_at ? NULL : __real_aligned_alloc(alignment, size);
}

FILE* __wrap_fmemopen(void* text, size_t size, const char* mode)
{
    return faults.has_no_stream ? NULL : __real_fmemopen(text, size, mode);
}

#ifdef ABUT_QHULL
// clang-format off
int __real_qh_new_qhull(void* qh, int dimension, int count, double* points, unsigned is_allocated,
                        char* command, FILE* out, FILE* messages);
int __wrap_qh_new_qhull(void* qh, int dimension, int count, double* points, unsigned is_allocated,
                        char* command, FILE* out, FILE* messages);
// clang-format on

// NOLINTNEXTLINE(readability-function-size): Qhull's own
int __wrap_qh_new_qhull(void* qh, int dimension, int count, double* points, unsigned is_allocated,
                        char* command, FILE* out, FILE* messages)
{
    const int code =
        __real_qh_new_qhull(qh, dimension, count, points, is_allocated, command, out, messages);
    return faults.qhull_code ? faults.qhull_code : code;
}
#endif

// Points that span so many dimensions; 3: a box so flat that it hardly does.
static void points_of_dimension(double* points, size_t count, int dimension)
{
    rng r = {61};
    for (size_t i = 0; i < 3 * count; i++)
        points[i] = (int)(i % 3) < dimension ? rng_signed(&r) : 0;
    for (size_t i = 2; i < 3 * count; i += 3)
        points[i] *= 0x1p-20;
}

static void every_allocation_of_a_hull_fails_once(void** state)
{
    (void)state;
    const abut_host host = host_complete(NULL);
    double points[60];
    for (int dimension = 0; dimension <= 3; dimension++) {
        if (dimension == 3 && !hull_available()) continue;
        points_of_dimension(points, 20, dimension);
        hull h = {.vertex_count = 77};
        abut_status status = ABUT_OUT_OF_MEMORY;
        size_t failures = 0;
        while (status != ABUT_OK) {
            faults.calls = 0;
            faults.fail_at = failures + 1;
            status = hull_make(&h, points, 20, &host);
            faults.fail_at = 0;
            if (status == ABUT_OK) break;
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            assert_int_equal(h.vertex_count, 77);
            failures++;
        }
        assert_int_equal(h.dimension, dimension);
        assert_true(failures >= 5);
        release(&h);
    }
}

static void every_allocation_of_a_hull_fit_fails_once(void** state)
{
    (void)state;
    if (!has_space()) return;
    soup_data s = soup_random(SOUP_GENERIC, 12, 5);
    const abut_soup soup = soup_of(&s);
    const unsigned fits[2] = {ABUT_FIT_HULL_VERTICES, ABUT_FIT_HULL_SURFACE};
    for (int i = 0; i < 2; i++) {
        const abut_build options = {.method = ABUT_METHOD_OBB,
                                    .tree = &(abut_tree_build){.fits = fits[i]}};
        abut_model* m = NULL;
        size_t failures = 0;
        for (abut_status status = ABUT_OUT_OF_MEMORY; status != ABUT_OK; failures++) {
            faults.calls = 0;
            faults.fail_at = failures + 1;
            status = abut_model_build(&m, &soup, &options);
            faults.fail_at = 0;
            assert_true(status == ABUT_OK || (status == ABUT_OUT_OF_MEMORY && !m));
        }
        assert_true(failures > 20);
        abut_model_free(m);
    }
    soup_free(&s);
}

static void what_qhull_cannot_do_is_told(void** state)
{
    (void)state;
    if (!has_space()) return;
    const abut_host host = host_complete(NULL);
    double points[60];
    hull h = {0};
    points_of_dimension(points, 20, 3);
    faults.has_no_stream = 1;
    assert_int_equal(hull_make(&h, points, 20, &host), ABUT_OUT_OF_MEMORY);
    faults.has_no_stream = 0;
    faults.qhull_code = 4;  // qh_ERRmem
    assert_int_equal(hull_make(&h, points, 20, &host), ABUT_OUT_OF_MEMORY);
    faults.qhull_code = 3;  // qh_ERRprec: then they are flat, and the hull says how far off
    h = make(points, 20);
    faults.qhull_code = 0;
    assert_int_equal(h.dimension, 2);
    assert_true(h.outside > 0x1p-21 && h.outside < 0x1p-18);
    release(&h);
    h = make(points, 20);
    assert_int_equal(h.dimension, 3);
    release(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_in_space_get_their_surface),
        cmocka_unit_test(a_grid_in_a_cube_has_eight_corners),
        cmocka_unit_test(flat_and_straight_points_get_polygons_and_segments),
        cmocka_unit_test(a_square_of_many_points_has_four_corners),
        cmocka_unit_test(sets_of_any_size_have_a_hull),
        cmocka_unit_test(nearly_flat_sets_are_flat),
        cmocka_unit_test(without_qhull_space_is_not_available),
        cmocka_unit_test(the_surface_of_a_block_has_its_covariance),
        cmocka_unit_test(the_surfaces_of_all_blocks_follow_the_formula),
        cmocka_unit_test(the_surface_of_a_tetrahedron_has_its_covariance),
        cmocka_unit_test(flat_and_straight_sets_have_the_covariance_of_their_hull),
        cmocka_unit_test(points_inside_do_not_skew_the_box),
        cmocka_unit_test(every_allocation_of_a_hull_fails_once),
        cmocka_unit_test(every_allocation_of_a_hull_fit_fails_once),
        cmocka_unit_test(what_qhull_cannot_do_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
