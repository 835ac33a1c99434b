// fuzz_edit.c - a small model is edited by the bytes, step by step: brute force on what is left by the contract's own words says
// the same as the edited model, by wide in each form and by brute.
#include "grid.h"

#include "abut/change.h"
#include "abut/self.h"

#include <string.h>

enum { ROOM = 96, STEPS_MOST = 6, CHANGES_MOST = 9 };

typedef struct list {
    double corner[ROOM][9];
    int has[ROOM];
    size_t count;
} list;

static abut_model* build(const list* l, const abut_build* options, uint32_t map[ROOM])
{
    double vertices[ROOM][9];
    uint32_t triangles[3 * ROOM];
    size_t count = 0;
    for (size_t i = 0; i < l->count; i++) {
        if (!l->has[i]) continue;
        memcpy(vertices[count], l->corner[i], sizeof vertices[count]);
        for (size_t k = 3 * count; k < 3 * count + 3; k++)
            triangles[k] = (uint32_t)k;
        map[count++] = (uint32_t)i;
    }
    const abut_soup soup = {.vertices = vertices[0],
                            .vertex_count = 3 * count,
                            .triangles = triangles,
                            .triangle_count = count};
    abut_model* model;
    CHECK(abut_model_build(&model, &soup, options) == ABUT_OK);
    return model;
}

static void check_same(const abut_model* edited, const list* l, byte_source* s)
{
    static const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    uint32_t map[ROOM];
    abut_model_info info;
    abut_model* const fresh = build(l, &brute, map);
    CHECK(abut_model_describe(edited, &info) == ABUT_OK);
    CHECK(info.triangle_count == l->count);
    abut_query* query[2];
    abut_self_hits own[2];
    abut_hits hits[2];
    const abut_pose pose = grid_pose(s);
    for (int i = 0; i < 2; i++) {
        const abut_instance a = {.model = i ? fresh : edited};
        CHECK(abut_query_create(&query[i], NULL) == ABUT_OK);
        CHECK(abut_self(query[i], &a, NULL, &own[i]) == ABUT_OK);
    }
    CHECK(own[0].count == own[1].count && own[0].verdict == own[1].verdict);
    for (size_t k = 0; k < own[0].count; k++)
        CHECK(own[0].pairs[k].a == map[own[1].pairs[k].a] &&
              own[0].pairs[k].b == map[own[1].pairs[k].b]);
    for (int i = 0; i < 2; i++) {
        const abut_instance a = {.model = i ? fresh : edited},
                            b = {.model = i ? fresh : edited, .pose = pose};
        CHECK(abut_collide(query[i], &a, &b, NULL, &hits[i]) == ABUT_OK);
    }
    CHECK(hits[0].count == hits[1].count);
    for (size_t k = 0; k < hits[0].count; k++)
        CHECK(hits[0].pairs[k].a == map[hits[1].pairs[k].a] &&
              hits[0].pairs[k].b == map[hits[1].pairs[k].b]);
    abut_query_free(query[0]);
    abut_query_free(query[1]);
    abut_model_free(fresh);
}

// What the bytes ask for, and what the contract says of it.
static abut_model* edit(list* l, abut_model* model, byte_source* s)
{
    uint32_t removed[CHANGES_MOST], triangles[3 * CHANGES_MOST], ids[CHANGES_MOST];
    double vertices[CHANGES_MOST][9];
    const size_t removed_count = take_byte(s) % (CHANGES_MOST + 1);
    size_t inserted_count = take_byte(s) % (CHANGES_MOST + 1), gap = 0;
    list next = *l;
    int is_good = 1;
    if (l->count + inserted_count > ROOM) inserted_count = 0;
    for (size_t i = 0; i < removed_count; i++) {
        removed[i] = take_byte(s) % (ROOM + 1);
        is_good &= removed[i] < next.count && next.has[removed[i]];
        if (is_good) next.has[removed[i]] = 0;
    }
    for (size_t i = 0; i < inserted_count; i++) {
        grid_triangle(s, vertices[i]);
        for (size_t k = 3 * i; k < 3 * i + 3; k++)
            triangles[k] = (uint32_t)k;
    }
    const abut_soup soup = {.vertices = vertices[0],
                            .vertex_count = 3 * inserted_count,
                            .triangles = triangles,
                            .triangle_count = inserted_count};
    abut_model* out = NULL;
    abut_change change;
    const abut_status status = abut_model_edit(
        &out, model, &(abut_edit){removed, removed_count, &soup, ids, {0}}, NULL, &change);
    CHECK(status == (is_good ? ABUT_OK : ABUT_BAD_INDEX));
    if (!is_good) return model;
    for (size_t i = 0; i < inserted_count; i++) {
        while (gap < next.count && next.has[gap])
            gap++;
        if (gap == next.count) next.count++;
        next.has[gap] = 1;
        memcpy(next.corner[gap], vertices[i], sizeof vertices[i]);
        CHECK(ids[i] == gap);
    }
    *l = next;
    abut_model_free(model);
    return out;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    list l = {.count = 0};
    uint32_t map[ROOM];
    const unsigned how = take_byte(&s), count = take_byte(&s) % 24;
    abut_build options = {.method = how % 8 ? ABUT_METHOD_WIDE : ABUT_METHOD_BRUTE};
    if (how % 8) {
        options.memory = (abut_memory)(how % 4);
        options.effort = (abut_effort)(how / 8 % 4);
        options.leaf_size = (int)(how / 32 % 5);
    }
    for (size_t i = 0; i < count; i++) {
        grid_triangle(&s, l.corner[i]);
        l.has[l.count++] = 1;
    }
    abut_model* model = build(&l, &options, map);
    for (int step = 0; step < STEPS_MOST && s.at < s.end; step++) {
        model = edit(&l, model, &s);
        check_same(model, &l, &s);
    }
    abut_model_free(model);
    return 0;
}
