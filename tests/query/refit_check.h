// refit_check.h - soups that are deformed in all ways, and what a refitted model must have in common with one that is built.
#ifndef ABUT_TESTS_QUERY_REFIT_CHECK_H
#define ABUT_TESTS_QUERY_REFIT_CHECK_H
#include "engine/build/build.h"
#include "query/model.h"
#include "soup/mesh_check.h"
#include "support/soups.h"

#include "abut/change.h"
#include "abut/saved.h"

// ------------------------------------------------------------------------------------------ soups

// A ball of n x n patches with common vertices, the poles apart: so it is open there.
static UNUSED soup_data refit_ball(size_t n)
{
    soup_data s = {malloc((n + 1) * n * 3 * sizeof(double)),
                   malloc(2 * n * n * 3 * sizeof(uint32_t)), (n + 1) * n, 2 * n * n};
    assert_true(s.vertices && s.triangles);
    for (size_t i = 0; i <= n; i++) {
        for (size_t k = 0; k < n; k++) {
            const double up = 3 * ((double)i / (double)n - 0.5), wide = cos(up),
                         about = 6.283185307179586 * (double)k / (double)n;
            double* v = s.vertices + 3 * (n * i + k);
            v[0] = wide * cos(about);
            v[1] = wide * sin(about);
            v[2] = sin(up);
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            const size_t next = (k + 1) % n;
            const size_t at[6] = {n * i + k, n * i + next,       n * (i + 1) + next,
                                  n * i + k, n * (i + 1) + next, n * (i + 1) + k};
            for (size_t c = 0; c < 6; c++)
                s.triangles[6 * (n * i + k) + c] = (uint32_t)at[c];
        }
    }
    return s;
}

enum { REFIT_BALL = SOUP_SORT_COUNT, REFIT_SORTS };

static UNUSED soup_data refit_soup(int sort, size_t count, uint64_t seed)
{
    if (sort != REFIT_BALL) return soup_random((soup_sort)sort, count, seed);
    size_t n = 2;
    while (2 * n * n < count)
        n++;
    return refit_ball(n);
}

static UNUSED soup_data refit_copy(const soup_data* s)
{
    soup_data copy = {malloc(s->vertex_count * 3 * sizeof(double) + 1),
                      malloc(s->triangle_count * 3 * sizeof(uint32_t) + 1), s->vertex_count,
                      s->triangle_count};
    assert_true(copy.vertices && copy.triangles);
    memcpy(copy.vertices, s->vertices, s->vertex_count * 3 * sizeof(double));
    memcpy(copy.triangles, s->triangles, s->triangle_count * 3 * sizeof(uint32_t));
    return copy;
}

typedef enum refit_motion {
    REFIT_STAY,
    REFIT_NOISE,  // each vertex of the soup by itself: cracks, where several are equal
    REFIT_WAVE,   // a map of space: equal vertices stay equal
    REFIT_TWIST,
    REFIT_QUARTER,  // x, y, z to -y, x, z
    REFIT_GROW,     // by 2^100
    REFIT_SHRINK,   // by 2^-100
    REFIT_FAR,      // a shift by a thousand sizes
    REFIT_MEET,     // some vertices go where others are
    REFIT_FLAT,     // into a plane along the axes
    REFIT_LINE,     // onto a line: all triangles are degenerate
    REFIT_FLOAT,    // rounded to floats
    REFIT_STRAY,    // one vertex, far out
    REFIT_BACK,     // as it was at first
    REFIT_MOTIONS
} refit_motion;

static UNUSED void refit_move(soup_data* s, const soup_data* first, refit_motion how, rng* r)
{
    const double by = 0.02 + 0.2 * fabs(rng_signed(r));
    for (size_t i = 0; i < s->vertex_count; i++) {
        double *v = s->vertices + 3 * i, x = v[0], y = v[1], z = v[2];
        for (int k = 0; k < 3; k++) {
            if (how == REFIT_NOISE) v[k] += by * 0.1 * rng_signed(r);
            if (how == REFIT_GROW) v[k] *= 0x1p100;
            if (how == REFIT_SHRINK) v[k] *= 0x1p-100;
            if (how == REFIT_FAR) v[k] += 1000 * by;
            if (how == REFIT_FLOAT) v[k] = (double)(float)v[k];
            if (how == REFIT_BACK) v[k] = first->vertices[3 * i + (size_t)k];
        }
        if (how == REFIT_WAVE) v[2] = z + by * sin(3 * x);
        if (how == REFIT_TWIST) {
            v[0] = cos(by * z) * x - sin(by * z) * y;
            v[1] = sin(by * z) * x + cos(by * z) * y;
        }
        if (how == REFIT_QUARTER) v[0] = -y, v[1] = x;
        if (how == REFIT_MEET && rng_below(r, 20) == 0)
            memcpy(v, s->vertices + 3 * rng_below(r, s->vertex_count), 3 * sizeof *v);
        if (how == REFIT_FLAT) v[2] = 0;
        if (how == REFIT_LINE) v[1] = x, v[2] = x;
    }
    if (how == REFIT_STRAY && s->vertex_count)
        s->vertices[3 * rng_below(r, s->vertex_count)] += 1e4;
}

// ---------------------------------------------------------------------------------------- models

static UNUSED abut_model* refit_built(const abut_soup* soup, abut_effort effort, abut_memory memory)
{
    const abut_build options = {.effort = effort, .memory = memory};
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, soup, &options), ABUT_OK);
    return m;
}

static UNUSED abut_model* refit_of(const abut_model* from, const abut_soup* soup,
                                   const abut_host* host, abut_change* change)
{
    abut_model* m = NULL;
    assert_int_equal(abut_model_refit(&m, from, soup, host, change), ABUT_OK);
    return m;
}

// Whether mesh and tree are what they claim to be.
static UNUSED const char* refit_broken(const abut_model* m)
{
    const abut_host host = host_complete(NULL);
    const char* broken = soup_mesh_check(&m->mesh);
    if (broken || m->method != ABUT_METHOD_WIDE) return broken;
    return wide_check(&m->wide, &m->mesh, &m->frame, m->options.leaf_size, &host);
}

// ------------------------------------------------------------------------------------------ bytes

typedef struct refit_bytes {
    unsigned char* at;
    size_t size, capacity;
} refit_bytes;

static UNUSED abut_status refit_append(void* user, const void* bytes, size_t size)
{
    refit_bytes* to = user;
    if (to->size + size > to->capacity) {
        to->capacity = (2 * (to->size + size) + 63) / 64 * 64;
        unsigned char* larger = aligned_alloc(64, to->capacity);
        assert_non_null(larger);
        if (to->size) memcpy(larger, to->at, to->size);
        free(to->at);
        to->at = larger;
    }
    memcpy(to->at + to->size, bytes, size);
    to->size += size;
    return ABUT_OK;
}

static UNUSED refit_bytes refit_saved(const abut_model* m)
{
    refit_bytes b = {0};
    assert_int_equal(abut_model_save(m, NULL, refit_append, &b), ABUT_OK);
    return b;
}

static UNUSED int refit_same_bytes(const abut_model* x, const abut_model* y)
{
    refit_bytes a = refit_saved(x), b = refit_saved(y);
    const int same = a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
    free(a.at);
    free(b.at);
    return same;
}

#endif
