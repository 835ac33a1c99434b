// fuzz_depth.c - two tetrahedra on a small grid, each with a few triangles beside it that may open it: how deep along a way,
// how deep at least, how much they share, how far their surfaces reach, against rationals and each other.
#include "grid.h"
#include "support/convex_truth.h"
#include "support/oracle.h"

#include "abut/depth.h"
#include "abut/overlap.h"

#include <string.h>

enum { LOOSE = 2 };

typedef struct shape {
    double vertices[12 + 9 * LOOSE];
    size_t loose;
    int is_solid;  // its tetrahedron is closed: no other triangle has a vertex of it
    int is_flat;   // but has no inside
} shape;

static double volume_of(const double* v)
{
    double e[3][3];
    for (int i = 0; i < 9; i++)
        e[i / 3][i % 3] = v[3 * (i / 3 + 1) + i % 3] - v[i % 3];
    return e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
           e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
           e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
}

static int share_vertex(const double* x, int x_count, const double* y, int y_count)
{
    for (int i = 0; i < x_count * y_count; i++)
        if (!memcmp(x + (ptrdiff_t)3 * (i / y_count), y + (ptrdiff_t)3 * (i % y_count),
                    3 * sizeof *x))
            return 1;
    return 0;
}

static int is_degenerate(const double* p, const double* q, const double* r)
{
    for (int k = 0; k < 3; k++) {
        const int x = (k + 1) % 3, y = (k + 2) % 3;
        if (fabs((q[x] - p[x]) * (r[y] - p[y]) - (q[y] - p[y]) * (r[x] - p[x])) > 0) return 0;
    }
    return 1;
}

static const uint32_t corners[12 + 3 * LOOSE] = {0, 2, 1, 0, 3, 2, 0, 1, 3,
                                                 1, 2, 3, 4, 5, 6, 7, 8, 9};

static const double* vertex_of(const double* v, uint32_t index)
{
    return v + (size_t)3 * index;
}

// Closed, as contain.h has it: an even number of faces that are not degenerate on each edge, and some.
static int is_closed(const double* v)
{
    int faces = 0;
    for (int t = 0; t < 4; t++) {
        const uint32_t* const c = corners + (ptrdiff_t)3 * t;
        if (is_degenerate(vertex_of(v, c[0]), vertex_of(v, c[1]), vertex_of(v, c[2]))) continue;
        faces++;
        for (int e = 0; e < 3; e++) {
            const double *p = vertex_of(v, c[e]), *q = vertex_of(v, c[(e + 1) % 3]);
            int users = 0;
            for (int n = 0; n < 12; n++) {
                const uint32_t* const d = corners + (ptrdiff_t)3 * (n / 3);
                if (is_degenerate(vertex_of(v, d[0]), vertex_of(v, d[1]), vertex_of(v, d[2])))
                    continue;
                const double *x = vertex_of(v, d[n % 3]), *y = vertex_of(v, d[(n + 1) % 3]);
                users += (!memcmp(p, x, 24) && !memcmp(q, y, 24)) ||
                         (!memcmp(p, y, 24) && !memcmp(q, x, 24));
            }
            if (users % 2) return 0;
        }
    }
    return faces > 0;
}

// Coordinates are whole: what is flat is known, and no two of them are nearly equal.
static void take_shape(shape* out, byte_source* s, size_t loose, int exponent)
{
    out->loose = loose;
    for (size_t i = 0; i < 12 + 9 * loose; i++)
        out->vertices[i] = (double)(take_byte(s) % 8);
    out->is_solid = is_closed(out->vertices);
    out->is_flat = !(fabs(volume_of(out->vertices)) > 0);
    for (size_t i = 0; i < loose; i++)
        if (share_vertex(out->vertices, 4, out->vertices + 12 + 9 * i, 3)) out->is_solid = 0;
    // One that hangs on another that hangs on it.
    if (loose == 2 && share_vertex(out->vertices + 12, 3, out->vertices + 21, 3) &&
        (share_vertex(out->vertices, 4, out->vertices + 12, 3) ||
         share_vertex(out->vertices, 4, out->vertices + 21, 3)))
        out->is_solid = 0;
    for (size_t i = 0; i < 12 + 9 * loose; i++)
        out->vertices[i] = ldexp(out->vertices[i], exponent);
}

static abut_model* build(const shape* of, abut_method method)
{
    const abut_soup soup = {.vertices = of->vertices,
                            .triangles = corners,
                            .vertex_count = 4 + 3 * of->loose,
                            .triangle_count = 4 + of->loose};
    const abut_build options = {.method = method};
    abut_model* model;
    CHECK(abut_model_build(&model, &soup, &options) == ABUT_OK);
    return model;
}

// What is asked, and the cells of what has an inside.
typedef struct pair {
    shape of[2];
    convex_set set[2];
    abut_instance at[2];
    abut_query* query;
    int has_solids, have_insides;
} pair;

static void check_along(const pair* p, const double way[3], const abut_solids_ask* ask)
{
    abut_depth_along_answer out;
    mpq_t depth, clear;
    mpq_inits(depth, clear, NULL);
    CHECK(abut_depth_along(p->query, &p->at[0], &p->at[1], way, ask, &out) == ABUT_OK);
    if (p->have_insides) convex_along(&p->set[0], &p->set[1], way, depth, clear);
    CHECK(convex_holds(out.depth_lo, out.depth_hi, depth, 0));
    CHECK(convex_holds(out.clear_lo, out.clear_hi, clear, 0));
    if (!ask) {
        CHECK(out.complete);
        CHECK(convex_is_next(out.depth_lo, out.depth_hi, depth, 0));
        CHECK(convex_is_next(out.clear_lo, out.clear_hi, clear, 0));
    }
    if (!p->has_solids) CHECK(out.reason == ABUT_REASON_OPEN);
    mpq_clears(depth, clear, NULL);
}

static void check_least(const pair* p, const abut_solids_ask* ask)
{
    abut_depth_least_answer out;
    abut_signed_answer sign;
    mpq_t square;
    mpq_init(square);
    if (p->have_insides) convex_least_square(&p->set[0].cells[0], &p->set[1].cells[0], square);
    for (int order = 0; order < 2; order++) {
        const abut_instance *a = &p->at[order], *b = &p->at[!order];
        CHECK(abut_depth_least(p->query, a, b, ask, &out) == ABUT_OK);
        CHECK(convex_holds(out.lo, out.hi, square, 1));
        if (out.is_convex && out.complete) CHECK(convex_is_next(out.lo, out.hi, square, 1));
        if (p->have_insides)
            CHECK(!convex_blocked(&p->set[order], &p->set[!order], out.translation));
        CHECK(abut_signed_distance(p->query, a, b, ask, &sign) == ABUT_OK);
        CHECK(convex_holds(sign.depth_lo, sign.depth_hi, square, 1));
        if (mpq_sgn(square) > 0)
            CHECK(convex_holds(-sign.signed_hi, -sign.signed_lo, square, 1));
        else if (p->has_solids)
            CHECK(sign.signed_lo >= 0 && sign.signed_lo <= sign.signed_hi);
        else
            CHECK(sign.reason == ABUT_REASON_OPEN && isnan(sign.signed_lo) &&
                  isnan(sign.signed_hi));
    }
    mpq_clear(square);
}

static void check_overlap(const pair* p)
{
    abut_overlap_answer out;
    const abut_overlap_ask ask = {.volume = 1};
    mpq_t volume;
    mpq_init(volume);
    CHECK(abut_overlap(p->query, &p->at[0], &p->at[1], &ask, &out) == ABUT_OK);
    for (size_t i = 0; i < out.curve_count; i++)
        CHECK(out.curves[i].region < out.region_count &&
              out.curves[i].first + out.curves[i].count <= out.point_count);
    // A triangle that passes through a tetrahedron takes it out, too.
    if (p->have_insides && !isnan(out.volume_lo) && !p->of[0].loose && !p->of[1].loose) {
        convex_volume(&p->set[0], &p->set[1], volume);
        CHECK(convex_holds(out.volume_lo, out.volume_hi, volume, 0));
    }
    CHECK(!isnan(out.volume_lo) || !p->have_insides || p->of[0].loose || p->of[1].loose);
    CHECK(!(out.length_lo > out.length_hi) && !(out.area_lo > out.area_hi));
    mpq_clear(volume);
}

static void check_reach(const pair* p, const abut_solids_ask* ask)
{
    abut_reach_answer out, back;
    CHECK(abut_reach(p->query, &p->at[0], &p->at[1], ask, &out) == ABUT_OK);
    CHECK(abut_reach(p->query, &p->at[1], &p->at[0], ask, &back) == ABUT_OK);
    CHECK(out.a_in_b.lo <= out.a_in_b.hi && out.b_in_a.lo <= out.b_in_a.hi);
    CHECK(out.a_in_b.lo <= back.b_in_a.hi && back.b_in_a.lo <= out.a_in_b.hi);
    CHECK(out.b_in_a.lo <= back.a_in_b.hi && back.a_in_b.lo <= out.b_in_a.hi);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    pair p;
    memset(&p, 0, sizeof p);
    const unsigned how = take_byte(&s), limit = take_byte(&s);
    const int exponent = how & 64 ? -200 : how & 128 ? 200 : 0;
    abut_pose pose[2] = {grid_pose(&s), grid_pose(&s)};
    p.has_solids = 1;
    p.have_insides = 1;
    for (int side = 0; side < 2; side++) {
        shape* const of = &p.of[side];
        take_shape(of, &s, side ? how / 4 % 4 % 3 : how % 4 % 3, exponent);
        for (int k = 0; k < 3; k++)
            pose[side].translation[k] = ldexp(pose[side].translation[k], exponent);
        p.at[side] =
            (abut_instance){.model = build(of, how & 32 ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE),
                            .pose = pose[side]};
        p.has_solids &= of->is_solid;
        p.have_insides &= of->is_solid && !of->is_flat;
    }
    for (int side = 0; side < 2 && p.have_insides; side++) {
        const affine map = oracle_affine(&pose[side]);
        convex_add_tetrahedron(&p.set[side], (const double(*)[3])p.of[side].vertices, &map);
    }
    CHECK(abut_query_create(&p.query, NULL) == ABUT_OK);
    const abut_solids_ask ask = {.relative = limit & 1 ? 0.1 : 0,
                                 .budget = limit / 2 ? limit / 2 : 1000};
    for (int i = 0; i < 2; i++) {
        const double way[3] = {(double)(take_byte(&s) % 5) - 2, (double)(take_byte(&s) % 5) - 2,
                               (double)(take_byte(&s) % 5) - 1.5};
        // What is flat has no inside, but it may be within the other.
        if (p.have_insides || !p.has_solids) check_along(&p, way, i ? &ask : NULL);
    }
    if (p.have_insides || !p.has_solids) check_least(&p, limit & 128 ? &ask : NULL);
    check_overlap(&p);
    check_reach(&p, limit & 64 ? &ask : NULL);
    abut_query_free(p.query);
    for (int side = 0; side < 2; side++) {
        abut_model_free((abut_model*)(uintptr_t)p.at[side].model);
        convex_free(&p.set[side]);
    }
    return 0;
}
