// fuzz_vertices.c - two small soups, or one, whose vertices move over a small grid: the tree against every pair, and what must hold of
// any answer: swapped sides, and that the pair's own answer is that of all.
#include "grid.h"
#include "query/vertices.h"

#include <string.h>

enum { VERTICES_MOST = 7, TRIANGLES_MOST = 5 };

typedef struct soup_bytes {
    double from[3 * VERTICES_MOST], to[3 * VERTICES_MOST];
    uint32_t triangles[3 * TRIANGLES_MOST];
    abut_soup soup;
} soup_bytes;

static void fill_soup(soup_bytes* out, byte_source* s)
{
    const size_t vertices = 3 + take_byte(s) % (VERTICES_MOST - 2);
    const size_t triangles = 1 + take_byte(s) % TRIANGLES_MOST;
    for (size_t i = 0; i < 3 * vertices; i++) {
        out->from[i] = grid_number(s);
        out->to[i] = grid_number(s);
    }
    for (size_t i = 0; i < 3 * triangles; i++)
        out->triangles[i] = (uint32_t)(take_byte(s) % vertices);
    out->soup = (abut_soup){.vertices = out->from,
                            .triangles = out->triangles,
                            .vertex_count = vertices,
                            .triangle_count = triangles};
}

static int same_time(const abut_first* x, const abut_first* y)
{
    return x->state == y->state && x->t_lo == y->t_lo && x->t_hi == y->t_hi;
}

static void check(const abut_first* x)
{
    CHECK(x->complete);
    CHECK(x->state == ABUT_MOTION_FREE || x->state == ABUT_MOTION_CONTACT);
    CHECK(x->has_pair == (x->state == ABUT_MOTION_CONTACT));
    CHECK(0 <= x->t_lo && x->t_lo <= x->t_hi && x->t_hi <= 1);
    CHECK(x->has_pair || x->t_lo == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    static soup_bytes a, b;
    const int is_self = take_byte(&s) & 1;
    const abut_motion_ask ask = {.detail = ABUT_DETAIL_POINTS};
    abut_query* query;
    abut_first x, y;
    fill_soup(&a, &s);
    fill_soup(&b, &s);
    const vertices_asked sides[2] = {{&a.soup, a.to}, {&b.soup, b.to}};
    CHECK(abut_query_create(&query, NULL) == ABUT_OK);
    CHECK(vertices_first(query, &sides[0], is_self ? NULL : &sides[1], &ask, 0, &x) == ABUT_OK);
    CHECK(vertices_first(query, &sides[0], is_self ? NULL : &sides[1], &ask, 1, &y) == ABUT_OK);
    check(&x);
    CHECK(same_time(&x, &y) && x.pair.a == y.pair.a && x.pair.b == y.pair.b);
    CHECK(x.features.a == y.features.a && x.features.b == y.features.b);
    if (!is_self) {
        CHECK(vertices_first(query, &sides[1], &sides[0], &ask, 0, &y) == ABUT_OK);
        CHECK(same_time(&x, &y));
    }
    abut_query_free(query);
    return 0;
}
