// test_points_walk.c - what the engine says of points: eight boxes against distances in long double, and leaves against
// triangles that are all but as near. Built with bounds shrunk by 32 (EXPECT_WRONG) something must be wrong.
#include "engine/box/point.inl"
#include "engine/kernels.h"
#include "query/model.h"
#include "support/float_mode.h"
#include "support/points_check.h"

#include <stdio.h>

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

// ----------------------------------------------------------------------------------------------- boxes

enum { NODES = 20000 };

static long double dot(const long double a[3], const long double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Axes of length one, rounded; half lengths of many sizes.
static void make_node(rng* r, wide_node* n)
{
    memset(n, 0, sizeof *n);
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        const abut_pose pose = pose_random(r, 1);
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++)
                n->axis[3 * i + k][lane] = (float)pose.rotation[i][k];
            n->centre[i][lane] = (float)rng_signed(r);
            n->half[i][lane] = (float)ldexp(0.5 + 0.25 * rng_signed(r), -(int)rng_below(r, 12));
        }
    }
}

// A point of the box that is likely to be the nearest to p: within its half lengths, so it is one of the box.
static long double least_distance(const wide_node* n, int lane, const long double p[3])
{
    long double z[3], way[3], axis[3][3], w[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            axis[i][k] = (long double)n->axis[3 * i + k][lane];
    for (int turn = 0; turn < 60;
         turn++)  // axes are all but across each other: this ends where nothing gets nearer
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++) {
                z[k] = (long double)n->centre[k][lane];
                for (int j = 0; j < 3; j++)
                    z[k] += w[j] * axis[j][k];
                way[k] = p[k] - z[k];
            }
            const long double half = (long double)n->half[i][lane];
            w[i] += dot(way, axis[i]) / dot(axis[i], axis[i]);
            w[i] = w[i] > half ? half : w[i] < -half ? -half : w[i];
        }
    for (int k = 0; k < 3; k++) {
        way[k] = p[k] - (long double)n->centre[k][lane];
        for (int j = 0; j < 3; j++)
            way[k] -= w[j] * axis[j][k];
    }
    return sqrtl(dot(way, way));
}

static void boxes_are_not_nearer(void** state)
{
    (void)state;
    rng r = {1};
    size_t wrong = 0, close = 0;
    for (int i = 0; i < NODES; i++) {
        wide_node n;
        double at[3];
        long double p[3];
        float square[WIDE_LANES];
        box_point point;
        make_node(&r, &n);
        const double reach = ldexp(1, 1 - (int)rng_below(&r, 8)), error = i % 3 ? 0 : 1e-9;
        const int lane = (int)rng_below(&r, WIDE_LANES);
        for (int k = 0; k < 3; k++) {
            at[k] = (double)n.centre[k][lane] + reach * rng_signed(&r);
            p[k] = (long double)at[k] + (long double)error * (long double)rng_signed(&r);
        }
        box_point_make(&point, at, error, 0x1p-22);
        lanes_store(square, box_point_squares(&point, &n));
        for (int l = 0; l < WIDE_LANES; l++) {
            const long double least = least_distance(&n, l, p);
            wrong += (long double)square[l] > least * least;
            close += (long double)square[l] > 0.99L * least * least;
        }
    }
    printf("%zu of %d too far, %zu within 1 %%\n", wrong, NODES * WIDE_LANES, close);
    assert_true(EXPECT_WRONG == 1 ? wrong > 0 : wrong == 0);
    assert_true(close > NODES * WIDE_LANES / 2);
}

// ---------------------------------------------------------------------------------------------- leaves

enum { TRIANGLES = 200, SOUPS = 120, MIDDLES = 24 };

// Large triangles across the way from the middle, all but as far from it: their own size is what floats lose by.
static soup_data tangents(rng* r, double noise)
{
    soup_data s = soup_separate(TRIANGLES);
    for (size_t t = 0; t < TRIANGLES; t++) {
        const abut_pose pose = pose_random(r, 1);
        static const double corner[3][2] = {{1, 0}, {-0.5, 0.8}, {-0.5, -0.8}};
        const double far = 0.02 + noise * rng_signed(r);
        for (int i = 0; i < 9; i++)
            s.vertices[9 * t + (size_t)i] = far * pose.rotation[i % 3][0] +
                                            corner[i / 3][0] * pose.rotation[i % 3][1] +
                                            corner[i / 3][1] * pose.rotation[i % 3][2];
    }
    return s;
}

typedef struct keeping {
    size_t wrong, kept, asked;
} keeping;

// Walk the tree of a soup from points: is the nearest that brute finds among what is kept?
static void walk_from(const soup_data* data, int way, const double* points, size_t count,
                      keeping* k)
{
    const abut_soup soup = soup_of(data);
    abut_batch* b = points_batch(NULL);
    abut_model *m = distance_model(&soup, &distance_ways[way], NULL),
               *brute = distance_model(&soup, &distance_ways[0], NULL);
    const abut_instance at = {.model = brute};
    const abut_point_answer* truth = points_ask(b, &at, points, count, NULL);
    uint32_t ids[TRIANGLES + 2 * WIDE_POINTS_ROOM];
    float heap[1], lows[TRIANGLES + 2 * WIDE_POINTS_ROOM];
    wide_points s = {.tree = &m->wide,
                     .mesh = &m->mesh,
                     .frame = &m->frame,
                     .nearest = 1,
                     .spread = 1,  // no more than the bounds need
                     .within = (float)INFINITY,
                     .heap = heap,
                     .ids = ids,
                     .lows = lows,
                     .capacity = TRIANGLES + 2 * WIDE_POINTS_ROOM,
                     .leaf = WIDE_NO_LEAF};
    for (size_t i = 0; i < count; i++) {
        double y[3];
        int is_kept = 0;
        frame_place(&m->frame, points + 3 * i, y);
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);  // rounded one way errors add up
        const double largest = fmax(fabs(y[0]), fmax(fabs(y[1]), fabs(y[2])));
        const int has_room = wide_kernels_now()->points_walk(&s, y, 0x1p-51 + 0x1p-52 * largest);
        float_mode_leave();
        assert_int_equal(has_room, 1);
        for (size_t c = 0; c < s.count; c++)
            is_kept |= ids[c] == truth[i].near[0].triangle;
        k->wrong += !is_kept;
        k->kept += s.count;
        k->asked++;
    }
    abut_model_free(m);
    abut_model_free(brute);
    abut_batch_free(b);
}

static void check_kept(const keeping* k)
{
    printf("%zu of %zu nearest lost, %zu kept\n", k->wrong, k->asked, k->kept);
    assert_true(EXPECT_WRONG == 2 ? k->wrong > 0 : k->wrong == 0);
    assert_true(k->kept < k->asked * TRIANGLES);
}

static void leaves_keep_the_nearest(void** state)
{
    (void)state;
    rng r = {2};
    keeping k = {0};
    for (int i = 0; i < SOUPS; i++) {
        soup_data data = tangents(&r, ldexp(1, -8 - 2 * (i % 10)));
        double points[3 * MIDDLES];
        for (int c = 0; c < 3 * MIDDLES; c++)
            points[c] = 1e-7 * rng_signed(&r);
        walk_from(&data, 1 + i % 3, points, MIDDLES, &k);
        soup_free(&data);
    }
    check_kept(&k);
}

// Triangles that have one corner, or an edge, all but as far from a far point.
static soup_data facing(rng* r, const double point[3], double noise)
{
    soup_data s = soup_separate(TRIANGLES);
    for (size_t t = 0; t < TRIANGLES; t++) {
        double away[3], length = 0, from_middle = 0, target[3];
        const double size = ldexp(1, -(int)rng_below(r, 8));
        for (int k = 0; k < 3; k++) {
            target[k] = rng_signed(r);
            away[k] = target[k] - point[k];
            length += away[k] * away[k];
            from_middle += point[k] * point[k];
        }
        const double far = sqrt(from_middle) - 0.5 + noise * rng_signed(r);
        for (int v = 0; v < 3; v++)
            for (int k = 0; k < 3; k++)
                s.vertices[9 * t + 3 * (size_t)v + (size_t)k] =
                    point[k] + far * away[k] / sqrt(length) +
                    (v ? size * (0.5 * rng_signed(r) - point[k] / sqrt(from_middle)) : 0);
    }
    return s;
}

static void far_points_keep_the_nearest(void** state)
{
    (void)state;
    static const double lengths[] = {20, 100, 1e3, 1e5, 1e7, 1e9};
    rng r = {4};
    keeping k = {0};
    for (int i = 0; i < SOUPS; i++) {
        double points[3 * MIDDLES];
        for (int c = 0; c < 3; c++)
            points[c] = lengths[i % 6] * rng_signed(&r);
        for (int c = 3; c < 3 * MIDDLES; c++)
            points[c] = points[c % 3] * (1 + 0x1p-40 * rng_signed(&r));
        soup_data data = facing(&r, points, ldexp(1, -12 - i % 14));
        walk_from(&data, 1 + i % 3, points, MIDDLES, &k);
        soup_free(&data);
    }
    check_kept(&k);
}

// ------------------------------------------------------------------------------------------------ rays

enum { PARTS = 16, RAYS = 3000 };

static int has_corner(const double* v, const double p[3])
{
    for (int i = 0; i < 3; i++)
        if (v[3 * i] == p[0] && v[3 * i + 1] == p[1] && v[3 * i + 2] == p[2]) return 1;
    return 0;
}

// A ray through a corner meets all triangles there, exactly.
static void rays_keep_what_they_meet(void** state)
{
    (void)state;
    rng r = {3};
    soup_data data = octahedron_soup(PARTS);
    const abut_soup soup = soup_of(&data);
    size_t wrong = 0, kept = 0;
    enum { ROOM = 8 * PARTS * PARTS + 2 * WIDE_POINTS_ROOM };
    uint32_t ids[ROOM];
    for (int w = 1; w < POINT_WAYS; w++) {
        abut_model* m = distance_model(&soup, &distance_ways[w], NULL);
        wide_points s = {
            .tree = &m->wide, .mesh = &m->mesh, .frame = &m->frame, .ids = ids, .capacity = ROOM};
        for (int i = 0; i < RAYS; i++) {
            const double* corner = data.vertices + 3 * rng_below(&r, data.vertex_count);
            const double back = ldexp((double)(1 + rng_below(&r, 8)), -2);
            wide_ray ray = {.error = 0x1p-51, .per_along = 0x1p-51};
            double length = 0, from[3];
            for (int k = 0; k < 3; k++) {
                ray.along[k] = rng_signed(&r);
                length += ray.along[k] * ray.along[k];
            }
            for (int k = 0; k < 3; k++) {
                ray.along[k] /= 1.01 * sqrt(length);
                from[k] = corner[k] - back * ray.along[k];
            }
            frame_place(&m->frame, from, ray.at);
            float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
            const int has_room = wide_kernels_now()->ray_walk(&s, &ray);
            float_mode_leave();
            assert_int_equal(has_room, 1);
            kept += s.count;
            for (uint32_t t = 0; t < data.triangle_count; t++) {
                int is_kept = !has_corner(data.vertices + 9 * t, corner);
                for (size_t c = 0; c < s.count && !is_kept; c++)
                    is_kept = ids[c] == t;
                wrong += !is_kept;
            }
        }
        abut_model_free(m);
    }
    printf("%zu lost, %zu kept of %d rays\n", wrong, kept, (POINT_WAYS - 1) * RAYS);
    assert_true(EXPECT_WRONG == 3 ? wrong > 0 : wrong == 0);
    assert_true(kept < (size_t)(POINT_WAYS - 1) * RAYS * 60);
    soup_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_not_nearer),
        cmocka_unit_test(leaves_keep_the_nearest),
        cmocka_unit_test(far_points_keep_the_nearest),
        cmocka_unit_test(rays_keep_what_they_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
