// fuzz_shape.c - small models and shapes of every kind on a small grid, in poses: the engine says what every triangle by itself
// says, limits and budgets cut and never invent, batches answer as one by one, and contact is where the distance is 0.
#include "grid.h"

#include "abut/shape.h"

#include <string.h>

enum { MOST = 12, HULL_MOST = 7 };

typedef struct world {
    double vertices[MOST * 9], hull[HULL_MOST * 3];
    size_t count;
    abut_instance at;
    abut_pose frame;
    abut_shape shape;
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

static void take_shape(world* w, byte_source* s)
{
    abut_shape* const out = &w->shape;
    *out = (abut_shape){.kind = (abut_shape_kind)(1 + take_byte(s) % ABUT_SHAPE_CONE)};
    if (take_byte(s) & 1) out->pose = grid_pose(s);
    for (int i = 0; i < 9; i++)
        out->points[i / 3][i % 3] = grid_number(s);
    out->radius = grid_number(s) / 2;
    out->hull = w->hull;
    out->hull_count = take_byte(s) % (HULL_MOST + 1);
    for (size_t i = 0; i < (size_t)3 * HULL_MOST; i++)
        w->hull[i] = grid_number(s);
}

static int are_among(const abut_shape_hits* some, const uint32_t* all, size_t count)
{
    for (size_t i = 0; i < some->count; i++) {
        size_t k = 0;
        while (k < count && all[k] != some->triangles[i])
            k++;
        if (k == count) return 0;
    }
    return 1;
}

// By the engine, against what brute force found.
static void check_hits(abut_query* q, abut_batch* b, const world* w, const abut_shape_hits* truth,
                       byte_source* s)
{
    const abut_shape_ask asks[] = {{.detail = ABUT_DETAIL_KINDS},
                                   {.limit = 1},
                                   {.limit = 1 + take_byte(s) % 4u, .budget = 1 + take_byte(s)}};
    for (int i = 0; i < 3; i++) {
        abut_shape_hits hits;
        const abut_shape_hits* all;
        CHECK(abut_probe_batch(b, &w->at, &w->shape, 1, &asks[i], &all) == ABUT_OK);
        CHECK(abut_shape_collide(q, &w->at, &w->shape, &asks[i], &hits) == ABUT_OK);
        CHECK(are_among(&hits, truth->triangles, truth->count));
        CHECK(hits.complete ? hits.count == truth->count : i > 0);
        CHECK(asks[i].budget || !hits.count == !truth->count);
        CHECK(!asks[i].limit || hits.count <= asks[i].limit);
        CHECK(!asks[i].budget || hits.volume_tests + hits.triangle_tests <= asks[i].budget);
        CHECK(all->count == hits.count && all->complete == hits.complete &&
              all->volume_tests == hits.volume_tests && all->exact_tests == hits.exact_tests);
        if (i == 0 && hits.at) CHECK(!memcmp(hits.at, truth->at, hits.count * sizeof *hits.at));
    }
}

static void check_nearest(abut_query* q, const world* w, const abut_shape_nearest* truth,
                          byte_source* s)
{
    const unsigned how = take_byte(s);
    abut_distance_ask ask = {.detail = ABUT_DETAIL_POINTS};
    abut_shape_nearest near;
    CHECK(abut_shape_distance(q, &w->at, &w->shape, &ask, &near) == ABUT_OK);
    CHECK(near.complete == truth->complete && near.has_triangle == truth->has_triangle);
    CHECK(!memcmp(&near.lo, &truth->lo, sizeof near.lo) &&
          !memcmp(&near.hi, &truth->hi, sizeof near.hi));
    CHECK(near.triangle == truth->triangle && near.feature == truth->feature);
    CHECK(!memcmp(near.model_point, truth->model_point, sizeof near.model_point));
    if (how % 3 == 1) ask.relative = 0.25;
    if (how % 3 == 2) ask.budget = 1 + how;
    if (how & 64) ask.within = truth->hi * ((how >> 2 & 7) / 4.0);
    if (!isfinite(ask.within)) ask.within = 0;
    CHECK(abut_shape_distance(q, &w->at, &w->shape, &ask, &near) == ABUT_OK);
    CHECK(near.lo <= truth->hi && truth->lo <= near.hi);
    CHECK(!near.is_farther || truth->hi > ask.within);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static abut_query* query;
    static abut_batch* batch;
    byte_source s = {data, data + size};
    world w;
    if (!query) CHECK(abut_query_create(&query, NULL) == ABUT_OK);
    if (!batch) CHECK(abut_batch_create(&batch, NULL) == ABUT_OK);
    w.count = take_byte(&s) % (MOST + 1);
    const unsigned how = take_byte(&s) | 1;
    w.at = (abut_instance){.pose = grid_pose(&s)};
    if (how & 2) {
        w.frame = grid_pose(&s);
        w.frame.scale = 0;
        w.at.frame = &w.frame;
    }
    take_shape(&w, &s);
    for (size_t i = 0; i < w.count; i++)
        grid_triangle(&s, w.vertices + 9 * i);
    if (abut_shape_check(&w.shape) != ABUT_OK) return 0;
    abut_model* plain = build(&w, 0);
    abut_model* model = build(&w, how);
    const abut_shape_ask kinds = {.detail = ABUT_DETAIL_KINDS};
    const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS};
    uint32_t triangles[MOST];
    double at[MOST][2];
    abut_shape_hits truth;
    abut_shape_nearest nearest;
    w.at.model = plain;
    CHECK(abut_shape_collide(query, &w.at, &w.shape, &kinds, &truth) == ABUT_OK);
    memcpy(triangles, truth.triangles, truth.count * sizeof *triangles);
    if (truth.at) memcpy(at, truth.at, truth.count * sizeof *at);
    truth.triangles = triangles;
    if (truth.at) truth.at = (const double(*)[2])at;
    CHECK(abut_shape_distance(query, &w.at, &w.shape, &points, &nearest) == ABUT_OK);
    CHECK(!truth.count == !(nearest.hi <= 0));
    w.at.model = model;
    check_hits(query, batch, &w, &truth, &s);
    check_nearest(query, &w, &nearest, &s);
    abut_model_free(model);
    abut_model_free(plain);
    return 0;
}
