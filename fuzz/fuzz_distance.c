// fuzz_distance.c - small models, every way to build that tells how far, every way to ask how far or what is too close,
// against rationals.
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

// ------------------------------------------------------------------------------------------ clearance

// Two margins, whose sum is about the distance of some pair, or next to it.
static void take_margins(byte_source* s, const truth* t, size_t count, double out[2])
{
    const unsigned how = take_byte(s), which = take_byte(s), part = take_byte(s);
    double sum = sqrt(mpq_get_d(t->gap[which % count].square));
    if (how % 4 == 1) sum = nextafter(sum, (double)INFINITY);
    if (how % 4 == 2) sum = nextafter(sum, 0);
    if (how % 4 == 3) sum *= which / 64.0;
    out[0] = sum * (part / 255.0);
    out[1] = sum - out[0];
    if (how & 4) out[0] += sum * 0x1p-60;
}

static int is_close(const double margin[2], const mpq_t square, int strict)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    mpq_set_d(x, margin[0]);
    mpq_set_d(y, margin[1]);
    mpq_add(x, x, y);
    mpq_mul(x, x, x);
    const int sign = mpq_cmp(x, square);
    mpq_clears(x, y, NULL);
    return strict && mpq_sgn(square) ? sign > 0 : sign >= 0;
}

static void check_approach(const oracle_gap* gap, abut_kind kind, const abut_approach* p,
                           abut_detail detail)
{
    CHECK(p->kind == kind && oracle_encloses(gap->square, p->lo, p->hi));
    if (detail == ABUT_DETAIL_POINTS && kind == ABUT_KIND_APART)
        CHECK(p->features.a == gap->features.a && p->features.b == gap->features.b);
}

// All pairs if it is complete, else some of them.
static void check_clearance(const truth* t, const soup_bytes soup[2], const double margin[2],
                            const abut_clearance_ask* ask, const abut_clearance_answer* c)
{
    size_t next = 0, contacts = 0;
    for (size_t i = 0; i < soup[0].count * soup[1].count; i++) {
        const int is_here = next < c->count && c->pairs[next].a == i / soup[1].count &&
                            c->pairs[next].b == i % soup[1].count;
        const int is_meant = is_close(margin, t->gap[i].square, ask->strict);
        CHECK(is_here ? is_meant : !is_meant || !c->complete);
        if (!is_here) continue;
        contacts += t->kind[i] != ABUT_KIND_APART;
        CHECK(!c->approaches == (ask->detail == ABUT_DETAIL_PAIRS));
        if (c->approaches)
            check_approach(&t->gap[i], t->kind[i], &c->approaches[next], ask->detail);
        next++;
    }
    CHECK(next == c->count && contacts == c->contact_count);
    CHECK(c->complete || ask->limit || ask->budget);
    CHECK(!ask->limit || c->count <= ask->limit);
    const abut_band none = c->complete ? ABUT_BAND_CLEAR : ABUT_BAND_UNDECIDED;
    CHECK(c->band == (contacts ? ABUT_BAND_CONTACT : next ? ABUT_BAND_CLOSE : none));
}

static void ask_clearance(byte_source* s, abut_query* query, const truth* t,
                          const soup_bytes soup[2], abut_instance a, abut_instance b)
{
    double margin[2];
    take_margins(s, t, soup[0].count * soup[1].count, margin);
    const unsigned how = take_byte(s), limit = take_byte(s);
    const abut_clearance_ask ask = {.strict = (int)(how & 1),
                                    .detail = (abut_detail)(how / 2 % 3),
                                    .limit = how & 16 ? 1 + limit % 8 : 0,
                                    .budget = how & 32 ? 1 + limit : 0};
    abut_clearance_answer c;
    if (isinf(margin[0]) || isinf(margin[1])) return;
    a.margin = margin[0];
    b.margin = margin[1];
    CHECK(abut_clearance(query, &a, &b, &ask, &c) == ABUT_OK);
    check_clearance(t, soup, margin, &ask, &c);
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
        ask_clearance(&s, query, &t, soup, a, b);
    }
    abut_model_free(model[0]);
    abut_model_free(model[1]);
    abut_query_free(query);
    return 0;
}
