// fuzz_self.c - a small model with common vertices against itself, every way to build it that answers that, against rationals.
#include "grid.h"
#include "support/self_truth.h"

#include <string.h>

enum { VERTICES_MOST = 10, TRIANGLES_MOST = 9 };

typedef struct soup_bytes {
    double vertices[3 * VERTICES_MOST];
    uint32_t triangles[3 * TRIANGLES_MOST];
    size_t vertex_count, triangle_count;
} soup_bytes;

static void fill_soup(soup_bytes* out, byte_source* s)
{
    const unsigned counts = take_byte(s), exponent = take_byte(s);
    out->vertex_count = counts % VERTICES_MOST + 1;
    out->triangle_count = counts / VERTICES_MOST % TRIANGLES_MOST + 1;
    for (size_t i = 0; i < 3 * out->triangle_count; i++)
        out->triangles[i] = take_byte(s) % (uint32_t)out->vertex_count;
    // Sizes beyond those that the engine's signs are for, too.
    for (size_t i = 0; i < 3 * out->vertex_count; i++)
        out->vertices[i] = ldexp(grid_number(s), exponent & 1 ? ((int)exponent - 128) * 3 : 0);
}

static abut_model* build(const soup_bytes* soup, byte_source* s)
{
    const unsigned how = take_byte(s);
    abut_build options = {.method = how % 8 ? ABUT_METHOD_WIDE : ABUT_METHOD_BRUTE};
    if (how % 8) {
        options.memory = (abut_memory)(how % 4);
        options.effort = (abut_effort)(how / 8 % 4);
        options.leaf_size = (int)(how / 32 % 5);
    }
    const abut_soup given = {.vertices = soup->vertices,
                             .triangles = soup->triangles,
                             .vertex_count = soup->vertex_count,
                             .triangle_count = soup->triangle_count};
    abut_model* model;
    CHECK(abut_model_build(&model, &given, &options) == ABUT_OK);
    return model;
}

static self_truth truth_of(const soup_bytes* soup, size_t a, size_t b)
{
    double x[2][3][3];
    const size_t id[2] = {a, b};
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < 3; k++)
            memcpy(x[side][k], soup->vertices + 3 * (size_t)soup->triangles[3 * id[side] + k],
                   sizeof x[side][k]);
    return self_truth_of(x[0], x[1]);
}

static void check_meeting(const abut_self_meeting* m, const self_truth* t, abut_detail detail)
{
    CHECK((int)m->how == t->how && m->contact.kind == t->kind);
    CHECK(m->shared_vertices == t->shared_vertices && m->degenerate == t->degenerate);
    CHECK((m->contact.point_count > 0) == (detail == ABUT_DETAIL_POINTS));
}

// All pairs if it is complete, else some of them.
static void check_pairs(const soup_bytes* soup, const abut_self_ask* ask, const abut_self_hits* x,
                        size_t counts[7])
{
    size_t next = 0;
    CHECK(!x->meetings == (ask->detail == ABUT_DETAIL_PAIRS));
    for (size_t i = 0; i < soup->triangle_count * soup->triangle_count; i++) {
        const size_t a = i / soup->triangle_count, b = i % soup->triangle_count;
        if (a >= b) continue;
        const int is_here = next < x->count && x->pairs[next].a == a && x->pairs[next].b == b;
        const self_truth t = truth_of(soup, a, b);
        CHECK(is_here ? t.how != 0 : !t.how || !x->complete);
        if (!is_here) continue;
        if (x->meetings) check_meeting(&x->meetings[next], &t, ask->detail);
        counts[t.how]++;
        next++;
    }
    CHECK(next == x->count);
}

static abut_self_verdict verdict_of(const size_t counts[7], int is_complete)
{
    if (counts[ABUT_SELF_CROSSING] + counts[ABUT_SELF_OVERLAP]) return ABUT_SELF_CROSSES;
    if (counts[ABUT_SELF_FOLDED] + counts[ABUT_SELF_DUPLICATE]) return ABUT_SELF_FOLDS;
    if (counts[ABUT_SELF_T_JOINT] + counts[ABUT_SELF_TOUCHING]) return ABUT_SELF_TOUCHES;
    return is_complete ? ABUT_SELF_CLEAN : ABUT_SELF_UNDECIDED;
}

static void check(const soup_bytes* soup, const abut_self_ask* ask, const abut_self_hits* x)
{
    size_t counts[7] = {0};
    check_pairs(soup, ask, x, counts);
    CHECK(!memcmp(counts, x->class_counts, sizeof counts));
    CHECK(x->complete || ask->limit || ask->budget);
    CHECK(!ask->limit || x->count <= ask->limit);
    CHECK(x->verdict == verdict_of(counts, x->complete));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    soup_bytes soup;
    fill_soup(&soup, &s);
    abut_model* model = build(&soup, &s);
    const abut_instance instance = {.model = model, .pose = grid_pose(&s)};
    abut_query* query;
    CHECK(abut_query_create(&query, NULL) == ABUT_OK);
    for (int i = 0; i < 2; i++) {
        const unsigned how = take_byte(&s), most = take_byte(&s);
        const abut_self_ask ask = {.detail = (abut_detail)(how % 3),
                                   .limit = i && how & 16 ? 1 + most % 8 : 0,
                                   .budget = i && how & 32 ? 1 + most : 0};
        abut_self_hits x;
        CHECK(abut_self(query, &instance, &ask, &x) == ABUT_OK);
        check(&soup, &ask, &x);
    }
    abut_query_free(query);
    abut_model_free(model);
    return 0;
}
