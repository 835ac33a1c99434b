// soups.h - small soups and poses with a fixed seed, and hosts that misbehave, for the tests of boxes,
// trees and queries.
#ifndef ABUT_TESTS_SUPPORT_SOUPS_H
#define ABUT_TESTS_SUPPORT_SOUPS_H
#include "abut/abut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

#define UNUSED __attribute__((unused))

typedef struct rng {
    uint64_t state;
} rng;

static UNUSED uint64_t rng_next(rng* r)
{
    uint64_t x = (r->state += 0x9E3779B97F4A7C15u);
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static UNUSED size_t rng_below(rng* r, size_t limit)
{
    return (size_t)(rng_next(r) % limit);
}

// In [-1, 1).
static UNUSED double rng_signed(rng* r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-52 - 1;
}

// ------------------------------------------------------------------------------------------- soups

typedef struct soup_data {
    double* vertices;
    uint32_t* triangles;
    size_t vertex_count, triangle_count;
} soup_data;

// Room for vertices of separate triangles: triangle i has vertices 3 i, 3 i + 1, 3 i + 2.
static UNUSED soup_data soup_separate(size_t triangle_count)
{
    soup_data s = {malloc(triangle_count * 9 * sizeof(double) + 1),
                   malloc(triangle_count * 3 * sizeof(uint32_t) + 1), triangle_count * 3,
                   triangle_count};
    assert_non_null(s.vertices);
    assert_non_null(s.triangles);
    for (size_t i = 0; i < triangle_count * 3; i++)
        s.triangles[i] = (uint32_t)i;
    return s;
}

static UNUSED void soup_free(soup_data* s)
{
    free(s->vertices);
    free(s->triangles);
}

static UNUSED abut_soup soup_of(const soup_data* s)
{
    return (abut_soup){.vertices = s->vertices,
                       .triangles = s->triangles,
                       .vertex_count = s->vertex_count,
                       .triangle_count = s->triangle_count};
}

typedef enum soup_sort {
    SOUP_GENERIC,    // small triangles in a cube of side 2
    SOUP_GRID,       // corners on a small grid: touching, coplanar and degenerate triangles
    SOUP_FLAT,       // all in one oblique plane
    SOUP_LINE,       // all on one oblique line
    SOUP_POINTS,     // triangles that are points
    SOUP_IDENTICAL,  // one triangle, over and over
    SOUP_CLUSTERS,   // sizes over many powers of two
    SOUP_SORT_COUNT,
} soup_sort;

static UNUSED soup_data soup_random(soup_sort sort, size_t count, uint64_t seed)
{
    soup_data s = soup_separate(count);
    rng r = {seed};
    for (size_t t = 0; t < count; t++) {
        double* v = s.vertices + t * 9;
        double centre[3];
        for (int k = 0; k < 3; k++)
            centre[k] = rng_signed(&r);
        const double size = sort == SOUP_CLUSTERS ? ldexp(1, -(int)rng_below(&r, 40)) : 0.3;
        for (int i = 0; i < 9; i++) {
            v[i] = size * (centre[i % 3] + 0.5 * rng_signed(&r));
            if (sort == SOUP_GENERIC) v[i] = centre[i % 3] + size * rng_signed(&r);
            if (sort == SOUP_GRID) v[i] = (double)rng_below(&r, 5);
            if (sort == SOUP_POINTS) v[i] = centre[i % 3];
        }
        for (int k = 0; k < 3; k++) {
            double* p = v + 3 * k;
            if (sort == SOUP_FLAT) p[2] = 0.5 * p[0] - 0.25 * p[1] + 1;
            if (sort == SOUP_LINE) {
                p[1] = 0.5 * p[0] + 1;
                p[2] = -2 * p[0];
            }
        }
        if (sort == SOUP_IDENTICAL) memcpy(v, s.vertices, 9 * sizeof *v);
    }
    return s;
}

static UNUSED void soup_transform(soup_data* s, double scale, double shift)
{
    for (size_t i = 0; i < s->vertex_count * 3; i++)
        s->vertices[i] = s->vertices[i] * scale + shift;
}

// ------------------------------------------------------------------------------------------- poses

static UNUSED abut_pose pose_random(rng* r, double reach)
{
    abut_pose pose;
    double q[4];
    for (int k = 0; k < 4; k++)
        q[k] = rng_signed(r) + (k == 3 ? 1.5 : 0);
    assert_int_equal(abut_pose_from_quaternion(&pose, q), ABUT_OK);
    for (int k = 0; k < 3; k++)
        pose.translation[k] = reach * rng_signed(r);
    return pose;
}

static UNUSED void pose_mirror(abut_pose* pose)
{
    for (int k = 0; k < 3; k++)
        pose->rotation[k][0] = -pose->rotation[k][0];
}

static UNUSED void pose_to_float(abut_pose* pose)
{
    for (int i = 0; i < 9; i++)
        pose->rotation[i / 3][i % 3] = (double)(float)pose->rotation[i / 3][i % 3];
}

// ------------------------------------------------------------------------------------------- hosts

// Memory that is counted, and that can run out.
typedef struct counting {
    size_t blocks, bytes;  // held now
    size_t allocations;    // so far
    size_t fail_at;        // the allocation that fails, from 0; SIZE_MAX: none
    size_t progress_calls;
    size_t cancel_at;  // the progress call that cancels, from 0; SIZE_MAX: none
    double fraction;
    int fraction_is_wrong;
} counting;

static UNUSED void* counting_allocate(void* user, size_t size, size_t alignment)
{
    counting* c = user;
    assert_true(size > 0 && alignment && (alignment & (alignment - 1)) == 0);
    if (c->allocations++ == c->fail_at) return NULL;
    c->blocks++;
    c->bytes += size;
    void* block = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    assert_non_null(block);
    memset(block, 0xA5, size);  // nothing may depend on fresh memory being zero
    return block;
}

static UNUSED void counting_release(void* user, void* block, size_t size)
{
    counting* c = user;
    assert_non_null(block);
    assert_true(c->blocks > 0 && c->bytes >= size);
    c->blocks--;
    c->bytes -= size;
    free(block);
}

static UNUSED int counting_progress(void* user, double fraction)
{
    counting* c = user;
    if (!(fraction >= c->fraction && fraction <= 1)) c->fraction_is_wrong = 1;
    c->fraction = fraction;
    return c->progress_calls++ == c->cancel_at;
}

static UNUSED counting counting_begin(void)
{
    return (counting){.fail_at = SIZE_MAX, .cancel_at = SIZE_MAX};
}

static UNUSED abut_host counting_host(counting* c)
{
    return (abut_host){.allocate = counting_allocate,
                       .release = counting_release,
                       .progress = counting_progress,
                       .user = c};
}

#endif
