// fuzz_distance.c - small models, every way to build that tells how far, every way to ask, against rationals.
#include "grid.h"
#include "support/method_here.h"
#include "support/oracle.h"
#include "support/oracle_distance.h"

#include "abut/distance.h"

#include <string.h>

enum { MOST = 4 };

typedef struct soup_bytes {
    double vertices[MOST * 9];
    size_t count;
} soup_bytes;

// What rationals say.
typedef struct truth {
    oracle_gap gap[MOST * MOST];
    abut_kind kind[MOST * MOST];
    size_t least;  // of the nearest
} truth;

static const uint32_t corners[MOST * 3] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

static void fill_soup(soup_bytes* out, byte_source* s, size_t count, int exponent)
{
    out->count = count;
    for (size_t i = 0; i < count; i++)
        grid_triangle(s, out->vertices + 9 * i);
    for (size_t i = 0; i < 9 * count; i++)
        out->vertices[i] = ldexp(out->vertices[i], exponent);
}

static void find_truth(truth* t, const soup_bytes soup[2], const abut_pose pose[2])
{
    static oracle* o;
    if (!o) {
        o = oracle_create();
        for (int i = 0; i < MOST * MOST; i++)
            oracle_gap_init(&t->gap[i]);
    }
    const affine map[2] = {oracle_affine(&pose[0]), oracle_affine(&pose[1])};
    t->least = 0;
    for (size_t i = 0; i < soup[0].count * soup[1].count; i++) {
        double p[3][3], q[3][3];
        memcpy(p, soup[0].vertices + 9 * (i / soup[1].count), sizeof p);
        memcpy(q, soup[1].vertices + 9 * (i % soup[1].count), sizeof q);
        oracle_load(o, (const double(*)[3])p, &map[0], (const double(*)[3])q, &map[1]);
        t->kind[i] = oracle_decide(o);
        if (t->kind[i] == ABUT_KIND_APART)
            oracle_gap_find(&t->gap[i], (const double(*)[3])p, &map[0], (const double(*)[3])q,
                            &map[1]);
        else
            mpq_set_ui(t->gap[i].square, 0, 1);
        if (mpq_cmp(t->gap[i].square, t->gap[t->least].square) < 0) t->least = i;
    }
}

static void check_exact(const truth* t, size_t columns, const abut_distance_answer* d)
{
    const oracle_gap* gap = &t->gap[t->least];
    CHECK(d->complete && d->has_pair && !d->is_farther);
    CHECK(oracle_encloses(gap->square, d->lo, d->hi));
    CHECK(d->pair.a == t->least / columns && d->pair.b == t->least % columns);
    if (t->kind[t->least] != ABUT_KIND_APART) return;
    CHECK(d->features.a == gap->features.a && d->features.b == gap->features.b);
    for (int c = 0; c < 3; c++) {
        CHECK(oracle_is_rounded(gap->a[c], d->a_point[c]));
        CHECK(oracle_is_rounded(gap->b[c], d->b_point[c]));
    }
}

// Whatever was asked: lo and hi are true, and so is what is said of the pair.
static void check_any(const truth* t, size_t columns, const abut_distance_ask* ask,
                      const abut_distance_answer* d)
{
    const oracle_gap* gap = &t->gap[t->least];
    CHECK(oracle_compare_double(d->lo, gap->square) <= 0);
    CHECK(d->complete || ask->budget);
    if (d->is_farther) {
        CHECK(ask->within > 0 && oracle_compare_double(ask->within, gap->square) < 0);
        CHECK(!d->has_pair && d->lo <= ask->within && isinf(d->hi));
        return;
    }
    CHECK(oracle_compare_double(d->hi, gap->square) >= 0);
    CHECK(d->has_pair || !d->complete);
    if (d->has_pair)
        CHECK(oracle_compare_double(d->hi, t->gap[d->pair.a * columns + d->pair.b].square) >= 0);
    if (!d->complete) return;
    if (ask->within > 0) CHECK(oracle_compare_double(ask->within, gap->square) >= 0);
    const double enough =
        ask->relative * d->hi > ask->absolute ? ask->relative * d->hi : ask->absolute;
    CHECK(d->hi - d->lo <= enough || oracle_encloses(gap->square, d->lo, d->hi));
}

static abut_model* build(const soup_bytes* soup, const abut_build* options)
{
    const abut_soup given = {.vertices = soup->vertices,
                             .triangles = corners,
                             .vertex_count = soup->count * 3,
                             .triangle_count = soup->count};
    abut_model* model;
    CHECK(abut_model_build(&model, &given, options) == ABUT_OK);
    return model;
}

static abut_build take_build(byte_source* s)
{
    static const abut_method methods[] = {ABUT_METHOD_WIDE,         ABUT_METHOD_WIDE,
                                          ABUT_METHOD_AABB,         OR_AABB(ABUT_METHOD_SPHERE),
                                          OR_AABB(ABUT_METHOD_OBB), ABUT_METHOD_BRUTE};
    const unsigned how = take_byte(s), leaf = take_byte(s);
    abut_build out = {.method = methods[how % 6]};
    if (out.method == ABUT_METHOD_WIDE) out.memory = (abut_memory)(how / 6 % 4);
    if (out.method != ABUT_METHOD_BRUTE) out.leaf_size = (int)(leaf % 5);
    return out;
}

// Lengths that are near to what is asked for, or anything.
static abut_distance_ask take_ask(byte_source* s, const abut_distance_answer* exact)
{
    const unsigned how = take_byte(s), size = take_byte(s);
    const double lengths[] = {0, exact->lo, exact->hi, exact->hi * (0.5 + size / 256.0),
                              ldexp(1, (int)size - 128)};
    abut_distance_ask ask = {.within = lengths[how % 5],
                             .coherent = how / 5 % 2,
                             .detail = (abut_detail)(how / 10 % 2 * ABUT_DETAIL_POINTS)};
    const double tolerance = ldexp(1, -(int)(size % 60));
    if (isinf(ask.within)) ask.within = 0;
    if (how / 20 % 4 == 1) ask.relative = tolerance;
    if (how / 20 % 4 == 2) ask.absolute = tolerance;
    if (how / 20 % 4 == 3) ask.budget = 1 + size;
    return ask;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static truth t;
    byte_source s = {data, data + size};
    const abut_build options = take_build(&s);
    const unsigned counts = take_byte(&s), exponents = take_byte(&s);
    abut_pose pose[2] = {grid_pose(&s), grid_pose(&s)};
    soup_bytes soup[2];
    // Sizes of their own, also beyond floats.
    fill_soup(&soup[0], &s, counts % MOST + 1, (int)(exponents & 7) * -40);
    fill_soup(&soup[1], &s, counts / MOST % MOST + 1, (int)(exponents >> 3 & 7) * 40);
    if (exponents & 64) pose[1] = pose[0];
    if (exponents & 128) pose[1].translation[0] = ldexp(pose[1].translation[0], (int)counts / 2);
    find_truth(&t, soup, pose);

    abut_query* query;
    CHECK(abut_query_create(&query, NULL) == ABUT_OK);
    abut_model* model[2] = {build(&soup[0], &options), build(&soup[1], &options)};
    const abut_instance a = {.model = model[0], .pose = pose[0]},
                        b = {.model = model[1], .pose = pose[1]};
    abut_distance_answer exact, swapped, d;
    const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS};
    CHECK(abut_distance(query, &a, &b, &points, &exact) == ABUT_OK);
    check_exact(&t, soup[1].count, &exact);
    CHECK(abut_distance(query, &b, &a, NULL, &swapped) == ABUT_OK);
    CHECK(!memcmp(&swapped.lo, &exact.lo, 8) && !memcmp(&swapped.hi, &exact.hi, 8));
    for (int i = 0; i < 2; i++) {
        const abut_distance_ask ask = take_ask(&s, &exact);
        CHECK(abut_distance(query, &a, &b, &ask, &d) == ABUT_OK);
        check_any(&t, soup[1].count, &ask, &d);
    }
    abut_model_free(model[0]);
    abut_model_free(model[1]);
    abut_query_free(query);
    return 0;
}
