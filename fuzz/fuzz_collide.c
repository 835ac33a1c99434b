// fuzz_collide.c - small models, every way to build and to ask, against every triangle with every other.
#include "grid.h"
#include "support/method_here.h"

#include <abut/methods.h>
#include <string.h>

enum { MOST = 16 };

typedef struct soup_bytes {
    double vertices[MOST * 9];
    uint32_t triangles[MOST * 3];
    size_t count;
} soup_bytes;

static void fill_soup(soup_bytes* out, byte_source* s, size_t count)
{
    out->count = count;
    for (size_t i = 0; i < count; i++)
        grid_triangle(s, out->vertices + 9 * i);
    for (uint32_t i = 0; i < 3 * count; i++)
        out->triangles[i] = i;
}

static abut_model* build(const soup_bytes* soup, const abut_build* options)
{
    const abut_soup given = {.vertices = soup->count ? soup->vertices : NULL,
                             .triangles = soup->triangles,
                             .vertex_count = soup->count * 3,
                             .triangle_count = soup->count};
    abut_model* model;
    CHECK(abut_model_build(&model, &given, options) == ABUT_OK);
    return model;
}

static size_t find(const abut_hits* all, abut_pair pair)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->pairs[i].a == pair.a && all->pairs[i].b == pair.b) return i;
    return all->count;
}

static int same_contact(const abut_contact* a, const abut_contact* b, abut_detail detail)
{
    if (a->kind != b->kind) return 0;
    if (detail != ABUT_DETAIL_POINTS) return 1;
    return a->point_count == b->point_count &&
           memcmp(a->events, b->events, (size_t)a->point_count * sizeof a->events[0]) == 0 &&
           memcmp(a->points, b->points, (size_t)a->point_count * sizeof a->points[0]) == 0;
}

// some: the answer to ask; all: the answer without limits, with points.
static void check_hits(const abut_hits* some, const abut_ask* ask, const abut_hits* all)
{
    CHECK((some->contacts != NULL) == (ask->detail != ABUT_DETAIL_PAIRS && some->count > 0) ||
          some->count == 0);
    for (size_t i = 0; i < some->count; i++) {
        const size_t place = find(all, some->pairs[i]);
        CHECK(place < all->count);
        CHECK(
            i == 0 || some->pairs[i - 1].a < some->pairs[i].a ||
            (some->pairs[i - 1].a == some->pairs[i].a && some->pairs[i - 1].b < some->pairs[i].b));
        if (ask->detail != ABUT_DETAIL_PAIRS)
            CHECK(same_contact(&some->contacts[i], &all->contacts[place], ask->detail));
    }
    if (some->complete) CHECK(some->count == all->count);
    if (ask->limit) CHECK(some->count <= ask->limit);
    if (!ask->limit && !ask->budget) CHECK(some->complete);
    if (ask->limit && !ask->budget)
        CHECK(some->count == (all->count < ask->limit ? all->count : ask->limit));
}

// Every pair of the plainest search against the function for one pair.
static void check_all(const abut_hits* all, const soup_bytes soup[2], const abut_pose pose[2])
{
    size_t found = 0;
    for (uint32_t a = 0; a < soup[0].count; a++)
        for (uint32_t b = 0; b < soup[1].count; b++) {
            const double* a_corners = soup[0].vertices + 9 * (size_t)a;
            const double* b_corners = soup[1].vertices + 9 * (size_t)b;
            abut_contact contact;
            CHECK(abut_triangles_touch(a_corners, &pose[0], b_corners, &pose[1], &contact) ==
                  ABUT_OK);
            if (contact.kind == ABUT_KIND_APART) continue;
            const size_t place = find(all, (abut_pair){a, b});
            CHECK(place == found++ && place < all->count);
            CHECK(same_contact(&contact, &all->contacts[place], ABUT_DETAIL_POINTS));
        }
    CHECK(found == all->count && all->complete);
}

static void search(abut_query* query, const soup_bytes soup[2], const abut_pose pose[2],
                   const abut_build* options, const abut_ask* ask, abut_hits* out)
{
    abut_model* model[2] = {build(&soup[0], options), build(&soup[1], options)};
    const abut_instance a = {model[0], pose[0]}, b = {model[1], pose[1]};
    CHECK(abut_collide(query, &a, &b, ask, out) == ABUT_OK);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    const unsigned how = take_byte(&s), tree = take_byte(&s);
    const abut_build build_options = {
        .method = SOME_TREE,
        .leaf_size = (int)(tree & 7),
        .tree = &(abut_tree_build){.split = (abut_split)(how % 3),
                                   .fits = EXPECT_PAPERS ? tree >> 3 & 15 : 0,
                                   .real = (abut_real)(EXPECT_PAPERS ? how / 3 % 3 : 0)}};
    abut_ask ask = {.detail = (abut_detail)(how / 9 % 3)};
    const unsigned bounds = take_byte(&s);
    if (bounds & 1) ask.limit = bounds >> 1 & 7;
    if (bounds & 16) ask.budget = bounds >> 5;
    soup_bytes soup[2];
    const size_t counts = take_byte(&s);
    const abut_pose pose[2] = {grid_pose(&s), grid_pose(&s)};
    fill_soup(&soup[0], &s, counts % MOST + 1);
    fill_soup(&soup[1], &s, counts / MOST % (MOST + 1));

    abut_query* query[2];
    abut_hits all, some;
    for (int i = 0; i < 2; i++)
        CHECK(abut_query_create(&query[i], NULL) == ABUT_OK);
    search(query[0], soup, pose, &(abut_build){.method = ABUT_METHOD_BRUTE},
           &(abut_ask){.detail = ABUT_DETAIL_POINTS}, &all);
    check_all(&all, soup, pose);
    search(query[1], soup, pose, &build_options, &ask, &some);
    check_hits(&some, &ask, &all);
    for (int i = 0; i < 2; i++)
        abut_query_free(query[i]);
    return 0;
}
