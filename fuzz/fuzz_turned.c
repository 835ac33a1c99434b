// fuzz_turned.c - solids of revolution that move among triangles on a small grid: the bounds hold for samples, the
// tree answers as every triangle by itself, and the way back as the way there.
#include "fuzz.h"

#include "abut/abut.h"
#include "abut/milling.h"

#include <float.h>
#include <math.h>

enum { TRIANGLES_MOST = 12, SAMPLES = 4 };

static double number(byte_source* s)
{
    return ((int)take_byte(s) - 128) / 16.0;
}

static abut_turned take_solid(byte_source* s)
{
    abut_turned t = {.endless = take_byte(s) % 2, .ring_count = (int)(take_byte(s) % 3) + 1};
    for (int i = 0; i < t.ring_count; i++)
        t.rings[i] = (abut_ring){take_byte(s) / 32.0, number(s), take_byte(s) / 64.0};
    return t;
}

// The depth of a point by its definition, over few directions: never less than the true one.
static double depth_at_most(const abut_turned* t, const double q[3])
{
    double depth = DBL_MAX;
    for (int i = 0; i <= (t->endless ? 16 : 32); i++) {
        const double angle = (i - 16) * (3.14159265358979323846 / 32);
        const double radial = fabs(cos(angle)), axial = i == 16 ? 0 : sin(angle);
        double reach = -DBL_MAX;
        for (int k = 0; k < t->ring_count; k++)
            reach = fmax(reach, t->rings[k].radius * radial + t->rings[k].height * axial +
                                    t->rings[k].corner);
        depth = fmin(depth, reach - (radial * hypot(q[0], q[1]) + axial * q[2]));
    }
    return depth;
}

// The point that is said to be so deep is.
static void check_place(const abut_turned* t, const abut_depth* d)
{
    double q[3];
    for (int k = 0; k < 3; k++)
        q[k] = d->point[k] - d->tool[k];
    CHECK(depth_at_most(t, q) >= d->lo - 1e-9);
}

// No point of a triangle is deeper than hi: asked of points as triangles of no size, at times in between.
static void check_samples(const abut_turned* t, const double* v, const double from[3],
                          const double to[3], double hi)
{
    static const uint32_t corners[3] = {0, 0, 0};
    for (int i = 0; i <= SAMPLES; i++)
        for (int j = 0; j <= SAMPLES - i; j++) {
            double p[3], c[3];
            for (int k = 0; k < 3; k++) {
                p[k] = (v[k] * (SAMPLES - i - j) + v[3 + k] * i + v[6 + k] * j) / SAMPLES;
                c[k] = from[k] + (to[k] - from[k]) * ((i * 3 + j) % (SAMPLES + 1)) / SAMPLES;
            }
            const abut_soup soup = {
                .vertices = p, .vertex_count = 1, .triangles = corners, .triangle_count = 1};
            abut_model* m = NULL;
            abut_depth d;
            CHECK(abut_model_build(&m, &soup, &(abut_build){.method = ABUT_METHOD_BRUTE}) ==
                  ABUT_OK);
            CHECK(abut_turned_depth(m, t, c, c, &(abut_depth_ask){.enough = -DBL_MAX}, &d) ==
                  ABUT_OK);
            CHECK(d.lo <= hi + 1e-9);
            abut_model_free(m);
        }
}

// What is asked, and the answer of every triangle by itself.
typedef struct question {
    abut_turned solid;
    double from[3], to[3], enough;
    abut_depth plain;
} question;

static void check_tree(const question* q, const abut_model* m)
{
    const abut_depth_ask all = {.enough = -DBL_MAX}, some = {.enough = q->enough};
    const abut_depth* plain = &q->plain;
    abut_depth tree, back, limited;
    double lo, hi;
    CHECK(abut_turned_depth(m, &q->solid, q->from, q->to, &all, &tree) == ABUT_OK);
    CHECK(abut_turned_depth(m, &q->solid, q->to, q->from, &all, &back) == ABUT_OK);
    CHECK(abut_turned_depth(m, &q->solid, q->from, q->to, &some, &limited) == ABUT_OK);
    CHECK(plain->lo <= tree.hi && tree.lo <= plain->hi && plain->lo <= back.hi &&
          back.lo <= plain->hi);
    CHECK(limited.hi >= plain->lo && (limited.lo <= plain->hi));
    CHECK(limited.lo > q->enough || limited.hi <= q->enough || limited.hi - limited.lo < 1e-7);
    CHECK(abut_turned_lift(m, &q->solid, q->from, q->to, 1e-6, &lo, &hi) == ABUT_OK && lo <= hi &&
          lo >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    question q = {.solid = take_solid(&s)};
    double v[9 * TRIANGLES_MOST];
    uint32_t index[3 * TRIANGLES_MOST];
    const size_t count = take_byte(&s) % TRIANGLES_MOST + 1;
    for (int k = 0; k < 3; k++)
        q.from[k] = number(&s);
    for (int k = 0; k < 3; k++)
        q.to[k] = number(&s);
    q.enough = number(&s) / 8;
    for (uint32_t i = 0; i < 9 * count; i++)
        v[i] = number(&s);
    for (uint32_t i = 0; i < 3 * count; i++)
        index[i] = i;
    const abut_soup soup = {
        .vertices = v, .vertex_count = 3 * count, .triangles = index, .triangle_count = count};
    enum { MODELS = 3 };
    static const abut_build builds[MODELS] = {{.method = ABUT_METHOD_BRUTE},
                                              {.method = ABUT_METHOD_AABB, .leaf_size = 1},
                                              {.method = ABUT_METHOD_WIDE}};
    abut_model* models[MODELS] = {NULL};
    for (int i = 0; i < MODELS; i++)
        CHECK(abut_model_build(&models[i], &soup, &builds[i]) == ABUT_OK);
    const abut_depth_ask all = {.enough = -DBL_MAX};
    const abut_status status = abut_turned_depth(models[0], &q.solid, q.from, q.to, &all, &q.plain);
    CHECK(status == ABUT_OK || status == ABUT_BAD_ARGUMENT);
    if (status == ABUT_OK) {
        CHECK(q.plain.lo <= q.plain.hi && q.plain.hi - q.plain.lo < 1e-6);
        check_place(&q.solid, &q.plain);
        for (size_t i = 0; i < count; i++)
            check_samples(&q.solid, v + 9 * i, q.from, q.to, q.plain.hi);
        for (int i = 1; i < MODELS; i++)
            check_tree(&q, models[i]);
    }
    for (int i = 0; i < MODELS; i++)
        abut_model_free(models[i]);
    return 0;
}
