// overlap_check.h - what tests of abut_overlap share: couples of surfaces, and an answer in numbers that do not depend on order.
#ifndef ABUT_TESTS_QUERY_OVERLAP_CHECK_H
#define ABUT_TESTS_QUERY_OVERLAP_CHECK_H
#include "query/solids.h"
#include "scenes.h"
#include "support/share.h"

#include "abut/overlap.h"

enum { COUPLE_SORTS = 6 };

static UNUSED void add_mesh(solid* s, const mesh* m, const double by[3])
{
    for (size_t t = 0; t < m->triangle_count; t++) {
        double corner[3][3];
        for (size_t i = 0; i < 3; i++)
            for (size_t k = 0; k < 3; k++)
                corner[i][k] = m->vertices[3 * (size_t)m->triangles[3 * t + i] + k] + by[k];
        solid_add_triangle(s, (const double(*)[3])corner);
    }
}

static UNUSED double on_lattice(rng* r, size_t steps)
{
    return (double)rng_below(r, steps) / 4;
}

// 0: tori in general position; 1: boxes of cells on a lattice; 2: a ball and a box; 3: open boxes; 4: random triangles; 5: equal boxes,
// or nearly so, their faces cut differently. Cuts are of powers of two, so that they are exact, and neighbours share vertices.
static UNUSED void couple_make(int sort, uint64_t seed, solid out[2])
{
    rng r = {seed * COUPLE_SORTS + (uint64_t)sort + 1};
    memset(out, 0, 2 * sizeof *out);
    for (int side = 0; side < 2; side++) {
        mesh m = {0};
        double low[3], high[3], by[3];
        for (int k = 0; k < 3; k++) {
            low[k] = on_lattice(&r, 3);
            high[k] = low[k] + 0.5 + on_lattice(&r, 3);
            by[k] = rng_signed(&r) * 0.7;
        }
        if (sort == 0) {
            assert_int_equal(torus_make(9, 6, 1, 0.4, &m), SCENE_OK);
            add_mesh(&out[side], &m, by);
        } else if (sort == 1 || sort == 3) {
            solid_add_box(&out[side], low, high, 1 << rng_below(&r, 3),
                          sort == 3 ? 1u << rng_below(&r, 6) : 0);
        } else if (sort == 2) {
            assert_int_equal(icosphere_make(1, 0.6, &m), SCENE_OK);
            if (side) {
                solid_add_box(&out[side], low, high, 2, 0);
            } else {
                for (int k = 0; k < 3; k++)
                    by[k] = 0.5 + by[k] / 4;
                add_mesh(&out[side], &m, by);
            }
        } else if (sort == 4) {
            for (int t = 0; t < 24; t++) {
                double corner[3][3];
                for (int i = 0; i < 9; i++)
                    corner[i / 3][i % 3] = (double)rng_below(&r, 4);
                solid_add_triangle(&out[side], (const double(*)[3])corner);
            }
        } else {
            solid_add_cube(&out[side], 0, seed % 3 ? 1 : 1 + side * 0.25, 1 + side);
        }
        mesh_free(&m);
    }
}

static UNUSED uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ h >> 29;
}

static UNUSED uint64_t mix_point(uint64_t h, const double x[3])
{
    for (int k = 0; k < 3; k++) {
        uint64_t bits;
        const double plain = x[k] + 0.0;
        memcpy(&bits, &plain, sizeof bits);
        h = mix(h, bits);
    }
    return h;
}

// A curve in a number: its points and where it goes, whatever it begins with. turned: as it is with a and b exchanged.
static UNUSED uint64_t curve_hash(const abut_overlap_answer* o, const abut_curve* c, int turned)
{
    const abut_curve_point* p = o->points + c->first;
    uint64_t sum = 0;
    for (size_t i = 0; i < c->count; i++) {
        const size_t next = i + 1 < c->count ? i + 1 : 0;
        if (!next && !c->is_closed) break;
        const uint64_t forward = mix_point(mix_point(1, p[i].x), p[next].x),
                       backward = mix_point(mix_point(1, p[next].x), p[i].x);
        sum += !c->is_directed ? forward ^ backward : turned ? backward : forward;
    }
    if (c->kind == ABUT_CURVE_POINT) sum = mix_point(1, p->x);
    const unsigned ends = turned && c->is_directed ? (unsigned)c->end * 4 + (unsigned)c->begin
                                                   : (unsigned)c->begin * 4 + (unsigned)c->end;
    const unsigned unordered = c->is_directed ? ends : (unsigned)c->begin + (unsigned)c->end;
    sum = mix(sum, (uint64_t)c->kind << 20 | (uint64_t)c->is_closed << 16 |
                       (uint64_t)c->is_directed << 12 | unordered);
    return mix(sum, c->count);
}

typedef struct overlap_sum {
    size_t curves, points, patches, regions, pairs;
    uint64_t all_curves, all_patches, all_regions;
} overlap_sum;

// What does not depend on the order of triangles.
static UNUSED overlap_sum sum_up(const abut_overlap_answer* o, int turned)
{
    overlap_sum out = {
        o->curve_count, o->point_count, o->patch_count, o->region_count, o->hits.count, 0, 0, 0};
    for (size_t i = 0; i < o->curve_count; i++)
        out.all_curves += curve_hash(o, &o->curves[i], turned);
    for (size_t i = 0; i < o->patch_count; i++)
        out.all_patches +=
            mix(mix(7, o->patches[i].pair_count), (uint64_t)o->patches[i].facing + 1);
    for (size_t i = 0; i < o->region_count; i++) {
        const abut_region* r = &o->regions[i];
        const size_t a = turned ? r->b_count : r->a_count, b = turned ? r->a_count : r->b_count;
        const uint64_t box = mix_point(mix_point(3, r->low), r->high);
        out.all_regions += mix(mix(mix(mix(box, a), b), r->curve_count), r->patch_count);
    }
    return out;
}

static UNUSED void expect_sums(const char* what, const overlap_sum* x, const overlap_sum* y)
{
    if (memcmp(x, y, sizeof *x) != 0)
        fail_msg("%s: %zu curves, %zu points, %zu patches, %zu regions, %zu pairs; expected %zu, "
                 "%zu, %zu, %zu, %zu; sums %d %d %d",
                 what, x->curves, x->points, x->patches, x->regions, x->pairs, y->curves, y->points,
                 y->patches, y->regions, y->pairs, x->all_curves == y->all_curves,
                 x->all_patches == y->all_patches, x->all_regions == y->all_regions);
}

static UNUSED abut_query* overlap_query(const abut_host* host)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, host), ABUT_OK);
    return q;
}

#endif
