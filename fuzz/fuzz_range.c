// fuzz_range.c - small models and ranges of every kind on a small grid, in poses: the engine says what every triangle by itself says,
// a triangle crosses or is inside just if its points say so, and limits and budgets cut and never invent.
#include "grid.h"

#include "abut/methods.h"
#include "abut/range.h"
#include "abut/shape.h"

#include <string.h>

enum { MOST = 12, PLANES_MOST = 9 };

typedef struct world {
    double vertices[MOST * 9], planes[PLANES_MOST * 4];
    size_t count;
    abut_instance at;
    abut_pose frame;
    abut_range range;
} world;

static const uint32_t corners[MOST * 3] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                           12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
                                           24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35};

static abut_model* build(const world* w, unsigned how)
{
    const abut_soup soup = {.vertices = w->vertices,
                            .triangles = corners,
                            .vertex_count = w->count * 3,
                            .triangle_count = w->count};
    const abut_build options = {.method = how ? ABUT_METHOD_WIDE : ABUT_METHOD_BRUTE,
                                .memory = (abut_memory)(how ? how / 4 % 4 : 0),
                                .leaf_size = how ? (int)(how / 16 % 5) : 0};
    abut_model* model = NULL;
    CHECK(abut_model_build(&model, &soup, &options) == ABUT_OK);
    return model;
}

static void take_range(world* w, byte_source* s)
{
    static const int ks[] = {6, 8, 12, 14, 18, 20, 26};
    abut_range* const out = &w->range;
    const unsigned how = take_byte(s);
    *out = (abut_range){.kind = (abut_range_kind)(1 + how % 3), .k = ks[how / 3 % 7]};
    const unsigned of_pose = take_byte(s);
    if (of_pose & 1) out->pose = of_pose & 2 ? w->at.pose : grid_pose(s);
    if (out->kind == ABUT_RANGE_PLANES) {
        out->planes = w->planes;
        out->plane_count = 1 + take_byte(s) % PLANES_MOST;
        for (size_t i = 0; i < 4 * out->plane_count; i++)
            w->planes[i] = grid_number(s) * (i % 4 == 3 ? 2 : 1);
        return;
    }
    const int half = out->kind == ABUT_RANGE_BOX ? 3 : out->k / 2;
    for (int i = 0; i < half; i++) {
        out->low[i] = grid_number(s);
        out->high[i] = out->low[i] + 2 + grid_number(s);
        const unsigned ends = take_byte(s);
        if (ends % 8 == 1) out->low[i] = -(double)INFINITY;
        if (ends % 8 == 2) out->high[i] = (double)INFINITY;
        if (ends % 8 == 3) out->high[i] = 1e300;
    }
}

// 0: outside. 1: crossing. 2: inside.
static void sides_of(const abut_range_found* f, uint8_t sides[MOST])
{
    memset(sides, 0, MOST);
    for (size_t i = 0; i < f->inside_count; i++) {
        CHECK(f->inside[i] < MOST && (!i || f->inside[i] > f->inside[i - 1]));
        sides[f->inside[i]] = 2;
    }
    for (size_t i = 0; i < f->crossing_count; i++) {
        CHECK(f->crossing[i] < MOST && (!i || f->crossing[i] > f->crossing[i - 1]));
        CHECK(!sides[f->crossing[i]]);
        sides[f->crossing[i]] = 1;
    }
}

// A model of the corners alone, as triangles that are points: inside is who has all three inside.
static void check_corners(abut_query* q, const world* w, const uint8_t sides[MOST])
{
    double points[3 * 9];
    abut_instance at = w->at;
    for (size_t i = 0; i < w->count; i++) {
        abut_range_found f;
        abut_model* m = NULL;
        for (int k = 0; k < 27; k++)
            points[k] = w->vertices[9 * i + (size_t)(k / 9 * 3 + k % 3)];
        const abut_soup soup = {
            .vertices = points, .triangles = corners, .vertex_count = 9, .triangle_count = 3};
        CHECK(abut_model_build(&m, &soup, NULL) == ABUT_OK);
        at.model = m;
        CHECK(abut_range_find(q, &at, &w->range, NULL, &f) == ABUT_OK);
        CHECK(!f.crossing_count);  // a point is in it, or not
        CHECK((f.inside_count == 3) == (sides[i] == 2));
        CHECK(!f.inside_count || sides[i]);
        abut_model_free(m);
    }
}

// A limit and a budget may cut: what is found then is true, too.
static void check_ask(abut_query* q, const world* w, const uint8_t truth[MOST],
                      const abut_range_ask* ask)
{
    const int may_cut = ask->limit || ask->budget;
    abut_range_found f;
    uint8_t sides[MOST];
    size_t all = 0;
    CHECK(abut_range_find(q, &w->at, &w->range, ask, &f) == ABUT_OK);
    sides_of(&f, sides);
    for (size_t k = 0; k < w->count; k++) {
        CHECK(sides[k] == truth[k] || (may_cut && !sides[k]));
        all += truth[k] != 0;
    }
    const size_t count = f.inside_count + f.crossing_count;
    CHECK(f.complete ? count == all : may_cut);
    CHECK(!ask->limit || count <= ask->limit);
    CHECK(ask->budget || !ask->limit || count == (all < ask->limit ? all : ask->limit));
    CHECK(!ask->budget || f.volume_tests + f.triangle_tests <= ask->budget);
}

static void check_asks(abut_query* q, const world* w, const uint8_t truth[MOST], byte_source* s)
{
    const abut_range_ask asks[] = {{0},
                                   {.limit = 1 + take_byte(s) % 4u},
                                   {.limit = take_byte(s) % 4u, .budget = 1 + take_byte(s)}};
    for (int i = 0; i < 3; i++)
        check_ask(q, w, truth, &asks[i]);
}

// A box of shape.h meets the same, where its numbers are those of the range.
static void check_shape(abut_query* q, const world* w, const uint8_t truth[MOST])
{
    abut_shape box = {.kind = ABUT_SHAPE_BOX, .pose = w->range.pose};
    abut_shape_hits hits;
    if (w->range.kind != ABUT_RANGE_BOX) return;
    for (int k = 0; k < 3; k++) {
        const double low = w->range.low[k], high = w->range.high[k];
        if (!(low <= high && low > -9 && high < 9) || fmod(low, 1) != 0 || fmod(high, 1) != 0)
            return;
        box.points[0][k] = (low + high) / 2;
        box.points[1][k] = (high - low) / 2;
    }
    CHECK(abut_shape_collide(q, &w->at, &box, NULL, &hits) == ABUT_OK);
    size_t at = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        const int meets = at < hits.count && hits.triangles[at] == i;
        CHECK(meets == (truth[i] != 0));
        at += (size_t)meets;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static abut_query* query;
    byte_source s = {data, data + size};
    world w;
    if (!query) CHECK(abut_query_create(&query, NULL) == ABUT_OK);
    w.count = take_byte(&s) % (MOST + 1);
    const unsigned how = take_byte(&s) | 1;
    w.at = (abut_instance){.pose = grid_pose(&s)};
    if (how & 2) {
        w.frame = grid_pose(&s);
        w.frame.scale = 0;
        w.at.frame = &w.frame;
    }
    take_range(&w, &s);
    for (size_t i = 0; i < w.count; i++)
        grid_triangle(&s, w.vertices + 9 * i);
    if (abut_range_check(&w.range) != ABUT_OK) return 0;
    abut_model* plain = build(&w, 0);
    abut_model* model = build(&w, how);
    abut_range_found found;
    uint8_t truth[MOST];
    w.at.model = plain;
    CHECK(abut_range_find(query, &w.at, &w.range, NULL, &found) == ABUT_OK);
    CHECK(found.complete);
    sides_of(&found, truth);
    w.at.model = model;
    check_asks(query, &w, truth, &s);
    check_shape(query, &w, truth);
    check_corners(query, &w, truth);
    abut_model_free(model);
    abut_model_free(plain);
    return 0;
}
