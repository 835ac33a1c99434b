// fuzz_refit.c - a small model with common vertices that go from place to place on a grid: each refitted model beside one that
// is built of its soup and asked by brute force.
#include "engine/build/build.h"
#include "grid.h"
#include "query/model.h"
#include "soup/mesh_check.h"

#include "abut/change.h"
#include "abut/self.h"

#include <string.h>

enum { VERTICES_MOST = 12, TRIANGLES_MOST = 16, STEPS_MOST = 6 };

typedef struct soup_bytes {
    double vertices[3 * VERTICES_MOST];
    uint32_t triangles[3 * TRIANGLES_MOST];
    size_t vertex_count, triangle_count;
} soup_bytes;

static abut_soup soup_of(const soup_bytes* s)
{
    return (abut_soup){.vertices = s->vertices,
                       .triangles = s->triangles,
                       .vertex_count = s->vertex_count,
                       .triangle_count = s->triangle_count};
}

static void fill_soup(soup_bytes* out, byte_source* s)
{
    out->vertex_count = take_byte(s) % VERTICES_MOST + 1;
    out->triangle_count = take_byte(s) % (TRIANGLES_MOST + 1);
    for (size_t i = 0; i < 3 * out->triangle_count; i++)
        out->triangles[i] = take_byte(s) % (uint32_t)out->vertex_count;
    for (size_t i = 0; i < 3 * out->vertex_count; i++)
        out->vertices[i] = grid_number(s);
}

// Vertices move, sizes change, and now and then a triangle has another vertex.
static void change_soup(soup_bytes* out, byte_source* s)
{
    const unsigned how = take_byte(s);
    for (size_t i = 0; i < 3 * out->vertex_count; i++) {
        if (how & 1) out->vertices[i] = grid_number(s);
        if (how & 2) out->vertices[i] = ldexp(out->vertices[i], (int)(how >> 4) * 60 - 450);
        if (!isfinite(out->vertices[i])) out->vertices[i] = 0;
    }
    if (how & 4) out->vertices[take_byte(s) % (3 * out->vertex_count)] = grid_number(s);
    if ((how & 8) && out->triangle_count)
        out->triangles[take_byte(s) % (3 * out->triangle_count)] =
            take_byte(s) % (uint32_t)out->vertex_count;
}

static abut_model* build(const soup_bytes* s, abut_method method, unsigned how)
{
    const abut_build options = {.method = method,
                                .memory = method == ABUT_METHOD_WIDE ? (abut_memory)(how % 4) : 0,
                                .effort =
                                    method == ABUT_METHOD_WIDE ? (abut_effort)(how / 4 % 4) : 0,
                                .leaf_size = method == ABUT_METHOD_WIDE ? (int)(how / 16 % 5) : 0};
    const abut_soup soup = soup_of(s);
    abut_model* model;
    CHECK(abut_model_build(&model, &soup, &options) == ABUT_OK);
    return model;
}

static void compare_selves(abut_query* const query[2], const abut_model* x, const abut_model* y)
{
    const abut_self_ask ask = {.detail = ABUT_DETAIL_KINDS, .parts = 1};
    const abut_instance a = {.model = x}, b = {.model = y};
    abut_self_hits one, two;
    CHECK(abut_self(query[0], &a, &ask, &one) == ABUT_OK);
    CHECK(abut_self(query[1], &b, &ask, &two) == ABUT_OK);
    CHECK(one.count == two.count && one.part_count == two.part_count);
    for (size_t i = 0; i < one.count; i++)
        CHECK(one.pairs[i].a == two.pairs[i].a && one.pairs[i].b == two.pairs[i].b &&
              one.meetings[i].how == two.meetings[i].how &&
              one.meetings[i].shared_vertices == two.meetings[i].shared_vertices);
}

static void compare_contacts(abut_query* const query[2], const abut_model* x, const abut_model* y,
                             const abut_pose* pose)
{
    const abut_instance a = {.model = x}, b = {.model = x, .pose = *pose};
    const abut_instance c = {.model = y}, d = {.model = y, .pose = *pose};
    abut_hits one, two;
    CHECK(abut_collide(query[0], &a, &b, NULL, &one) == ABUT_OK);
    CHECK(abut_collide(query[1], &c, &d, NULL, &two) == ABUT_OK);
    CHECK(one.count == two.count);
    for (size_t i = 0; i < one.count; i++)
        CHECK(one.pairs[i].a == two.pairs[i].a && one.pairs[i].b == two.pairs[i].b);
}

static void check_model(const abut_model* m, const soup_bytes* s, byte_source* bytes)
{
    const abut_host host = host_complete(NULL);
    const abut_pose pose = grid_pose(bytes);
    abut_model* const brute = build(s, ABUT_METHOD_BRUTE, 0);
    abut_query* query[2];
    CHECK(!soup_mesh_check(&m->mesh));
    CHECK(m->method == ABUT_METHOD_BRUTE ||
          !wide_check(&m->wide, &m->mesh, &m->frame, m->options.leaf_size, &host));
    CHECK(m->mesh.degenerate_count == brute->mesh.degenerate_count);
    for (int i = 0; i < 2; i++)
        CHECK(abut_query_create(&query[i], NULL) == ABUT_OK);
    compare_selves(query, m, brute);
    compare_contacts(query, m, brute, &pose);
    abut_query_free(query[0]);
    abut_query_free(query[1]);
    abut_model_free(brute);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    soup_bytes soup;
    const unsigned how = take_byte(&s), steps = take_byte(&s) % STEPS_MOST + 1;
    fill_soup(&soup, &s);
    abut_model* m = build(&soup, how & 128 ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE, how);
    for (unsigned i = 0; i < steps; i++) {
        change_soup(&soup, &s);
        const abut_soup given = soup_of(&soup);
        abut_change change;
        abut_model* next;
        CHECK(abut_model_refit(&next, m, &given, NULL, &change) == ABUT_OK);
        CHECK(change.growth > 0 && change.growth < (double)INFINITY);
        CHECK(!change.is_merged_anew || !change.shared_bytes);
        abut_model_free(m);
        check_model(next, &soup, &s);
        m = next;
    }
    abut_model_free(m);
    return 0;
}
