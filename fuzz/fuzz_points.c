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

static void find_gaps(oracle_gap gap[MOST], const soup_bytes* soup, const affine* pose,
                      const double point[3])
{
    static const affine world = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    for (size_t i = 0; i < soup->count; i++) {
        double v[3][3], x[3][3];
        for (size_t k = 0; k < 9; k++) {
            v[k / 3][k % 3] = soup->vertices[9 * i + k];
            x[k / 3][k % 3] = point[k % 3];
        }
        oracle_gap_find(&gap[i], (const double(*)[3])v, pose, (const double(*)[3])x, &world);
    }
}

// What is asked, of whom, and what is true.
typedef struct question {
    const soup_bytes* soup;
    abut_pose at;
    double points[3 * POINTS];
    size_t most;
    oracle_gap gap[MOST];
} question;

static void check_way(question* q, unsigned how, abut_side sides[POINTS])
{
    abut_model* model = build(q->soup, how);
    abut_solid* solid;
    abut_batch* batch;
    affine pose;
    const abut_point_answer* a;
    CHECK(affine_from_pose(&pose, &q->at) == ABUT_OK);
    CHECK(abut_solid_build(&solid, model, NULL) == ABUT_OK);
    CHECK(abut_batch_create(&batch, NULL) == ABUT_OK);
    const abut_point_ask ask = {.nearest = q->most, .solid = solid, .winding = 1};
    const abut_instance instance = {.model = model, .pose = q->at};
    CHECK(abut_points(batch, &instance, q->points, POINTS, &ask, &a) == ABUT_OK);
    for (size_t p = 0; p < POINTS; p++) {
        find_gaps(q->gap, q->soup, &pose, q->points + 3 * p);
        check_point(q->gap, q->soup->count, &a[p], q->most);
        if (how) CHECK(sides[p] == a[p].side);
        sides[p] = a[p].side;
        CHECK((a[p].side == ABUT_SIDE_ON) == (mpq_sgn(q->gap[a[p].near[0].triangle].square) == 0));
    }
    abut_batch_free(batch);
    abut_solid_free(solid);
    abut_model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    soup_bytes soup;
    question q = {.soup = &soup};
    abut_side sides[POINTS];
    const unsigned exponent = take_byte(&s);
    const int shift = exponent & 1 ? (int)exponent - 128 : 0;
    soup.count = take_byte(&s) % MOST + 1;
    for (size_t i = 0; i < soup.count; i++)
        grid_triangle(&s, soup.vertices + 9 * i);
    for (size_t i = 0; i < 9 * soup.count; i++)
        soup.vertices[i] = ldexp(soup.vertices[i], shift);
    for (size_t i = 0; i < (size_t)3 * POINTS; i++)
        q.points[i] = ldexp(grid_number(&s) / (take_byte(&s) & 1 ? 2 : 1), shift);
    q.at = grid_pose(&s);
    q.most = take_byte(&s) % 6 + 1;
    for (size_t i = 0; i < soup.count; i++)
        oracle_gap_init(&q.gap[i]);
    check_way(&q, 0, sides);
    check_way(&q, 1 + take_byte(&s) % 80, sides);
    for (size_t i = 0; i < soup.count; i++)
        oracle_gap_clear(&q.gap[i]);
    return 0;
}
