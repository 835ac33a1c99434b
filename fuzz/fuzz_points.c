// fuzz_points.c - points about a small model: each way to build it that answers, against rationals; sides by each way alike.
#include "grid.h"
#include "support/oracle_distance.h"

#include "abut/point.h"

#include <string.h>

enum { MOST = 5, POINTS = 4 };

static const uint32_t corners[MOST * 3] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};

typedef struct soup_bytes {
    double vertices[MOST * 9];
    size_t count;
} soup_bytes;

static abut_model* build(const soup_bytes* soup, unsigned how)
{
    abut_build options = {.method = how ? ABUT_METHOD_WIDE : ABUT_METHOD_BRUTE};
    if (how) {
        options.memory = (abut_memory)(how % 4);
        options.effort = (abut_effort)(how / 4 % 4);
        options.leaf_size = (int)(how / 16 % 5);
    }
    const abut_soup given = {.vertices = soup->vertices,
                             .triangles = corners,
                             .vertex_count = 3 * soup->count,
                             .triangle_count = soup->count};
    abut_model* model;
    CHECK(abut_model_build(&model, &given, &options) == ABUT_OK);
    return model;
}

// The nearest, in order.
static void check_point(const oracle_gap* gap, size_t count, const abut_point_answer* a,
                        size_t most)
{
    uint8_t told[MOST] = {0};
    CHECK(a->near_count == (most < count ? most : count));
    for (size_t k = 0; k < a->near_count; k++) {
        size_t least = count;
        for (size_t i = 0; i < count; i++)
            if (!told[i] && (least == count || mpq_cmp(gap[i].square, gap[least].square) < 0))
                least = i;
        const abut_point_near* n = &a->near[k];
        CHECK(n->triangle == least && (int)n->feature == gap[least].features.a);
        CHECK(oracle_encloses(gap[least].square, n->lo, n->hi));
        for (int c = 0; c < 3; c++)
            CHECK(oracle_is_rounded(gap[least].a[c], n->point[c]));
        told[least] = 1;
    }
}

static void check_model(const soup_bytes* soup, const abut_pose* at, const double* points,
                        byte_source* s)
{
    oracle_gap gap[MOST];
    abut_side sides[POINTS];
    affine pose, world;
    const size_t most = take_byte(s) % 6 + 1;
    CHECK(affine_from_pose(&pose, at) == ABUT_OK && affine_from_pose(&world, NULL) == ABUT_OK);
    for (size_t i = 0; i < soup->count; i++)
        oracle_gap_init(&gap[i]);
    for (unsigned w = 0; w < 2; w++) {
        abut_model* model = build(soup, w ? 1 + take_byte(s) % 80 : 0);
        abut_solid* solid;
        abut_batch* batch;
        const abut_point_answer* a;
        CHECK(abut_solid_build(&solid, model, NULL) == ABUT_OK);
        CHECK(abut_batch_create(&batch, NULL) == ABUT_OK);
        const abut_point_ask ask = {.nearest = most, .solid = solid, .winding = 1};
        const abut_instance instance = {.model = model, .pose = *at};
        CHECK(abut_points(batch, &instance, points, POINTS, &ask, &a) == ABUT_OK);
        for (size_t p = 0; p < POINTS; p++) {
            for (size_t i = 0; i < soup->count; i++) {
                double v[3][3], x[3][3];
                for (int k = 0; k < 9; k++) {
                    v[k / 3][k % 3] = soup->vertices[9 * i + (size_t)k];
                    x[k / 3][k % 3] = points[3 * p + (size_t)k % 3];
                }
                oracle_gap_find(&gap[i], (const double(*)[3])v, &pose, (const double(*)[3])x,
                                &world);
            }
            check_point(gap, soup->count, &a[p], most);
            if (w) CHECK(sides[p] == a[p].side);
            sides[p] = a[p].side;
            CHECK((a[p].side == ABUT_SIDE_ON) == (mpq_sgn(gap[a[p].near[0].triangle].square) == 0));
        }
        abut_batch_free(batch);
        abut_solid_free(solid);
        abut_model_free(model);
    }
    for (size_t i = 0; i < soup->count; i++)
        oracle_gap_clear(&gap[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    soup_bytes soup;
    double points[3 * POINTS];
    const unsigned exponent = take_byte(&s);
    const int shift = exponent & 1 ? (int)exponent - 128 : 0;
    soup.count = take_byte(&s) % MOST + 1;
    for (size_t i = 0; i < soup.count; i++)
        grid_triangle(&s, soup.vertices + 9 * i);
    for (size_t i = 0; i < 9 * soup.count; i++)
        soup.vertices[i] = ldexp(soup.vertices[i], shift);
    for (size_t i = 0; i < 3 * POINTS; i++)
        points[i] = ldexp(grid_number(&s) / (take_byte(&s) & 1 ? 2 : 1), shift);
    const abut_pose pose = grid_pose(&s);
    check_model(&soup, &pose, points, &s);
    return 0;
}
