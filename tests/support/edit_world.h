// edit_world.h - triangles that come and go, kept by hand: which index has which, as abut_model_edit must have it; and models
// built of those that are there, with a map of their indices.
#ifndef ABUT_TESTS_SUPPORT_EDIT_WORLD_H
#define ABUT_TESTS_SUPPORT_EDIT_WORLD_H
#include "support/soup_models.h"

#include "abut/change.h"

#define WORLD_MOST 4096

typedef struct edit_world {
    double corner[WORLD_MOST][9];
    unsigned char has[WORLD_MOST];
    size_t count;  // indices that were ever used
} edit_world;

static UNUSED size_t world_present(const edit_world* w)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++)
        count += w->has[i];
    return count;
}

// The triangles that are there, one behind the other. map: of each its index.
static UNUSED soup_data world_soup(const edit_world* w, uint32_t* map)
{
    soup_data s = soup_separate(world_present(w));
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++) {
        if (!w->has[i]) continue;
        memcpy(s.vertices + 9 * count, w->corner[i], sizeof w->corner[i]);
        map[count++] = (uint32_t)i;
    }
    return s;
}

static UNUSED abut_model* world_model(const edit_world* w, uint32_t* map, const abut_build* options)
{
    soup_data s = world_soup(w, map);
    abut_model* const m = soup_build(&s, options);
    soup_free(&s);
    return m;
}

// What is to be done.
typedef struct world_edit {
    uint32_t removed[WORLD_MOST];
    size_t removed_count;
    soup_data inserted;
} world_edit;

// Do it by hand. ids: of what was inserted.
static UNUSED void world_apply(edit_world* w, const world_edit* e, uint32_t* ids)
{
    for (size_t i = 0; i < e->removed_count; i++)
        w->has[e->removed[i]] = 0;
    size_t gap = 0;
    for (size_t i = 0; i < e->inserted.triangle_count; i++) {
        while (gap < w->count && w->has[gap])
            gap++;
        assert_true(gap < WORLD_MOST);
        if (gap == w->count) w->count++;
        w->has[gap] = 1;
        for (size_t k = 0; k < 3; k++)
            memcpy(w->corner[gap] + 3 * k,
                   e->inserted.vertices + 3 * (size_t)e->inserted.triangles[3 * i + k],
                   3 * sizeof *w->corner[gap]);
        ids[i] = (uint32_t)gap;
    }
}

// Edit a model, and the world; free the model.
static UNUSED abut_model* world_edit_model(edit_world* w, abut_model* model, const world_edit* e,
                                           abut_change* change)
{
    static uint32_t told[WORLD_MOST], wanted[WORLD_MOST];
    const abut_soup soup = soup_of(&e->inserted);
    abut_model* next = NULL;
    assert_int_equal(abut_model_edit(&next, model,
                                     &(abut_edit){e->removed, e->removed_count, &soup, told, {0}},
                                     NULL, change),
                     ABUT_OK);
    world_apply(w, e, wanted);
    assert_memory_equal(told, wanted, soup.triangle_count * sizeof *told);
    abut_model_free(model);
    return next;
}

// Some triangles that are there, each once.
static UNUSED void world_choose(const edit_world* w, rng* r, size_t count, world_edit* e)
{
    unsigned char chosen[WORLD_MOST] = {0};
    const size_t present = world_present(w);
    e->removed_count = 0;
    for (size_t i = 0; i < count && i < present; i++) {
        size_t at = rng_below(r, w->count);
        while (!w->has[at] || chosen[at])
            at = (at + 1) % w->count;
        chosen[at] = 1;
        e->removed[e->removed_count++] = (uint32_t)at;
    }
}

// The twelve triangles of a box, outward.
static UNUSED void box_triangles(const double low[3], const double high[3], double out[12][9])
{
    static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int f = 0; f < 6; f++) {
        for (int t = 0; t < 2; t++) {
            const int corner[3] = {faces[f][0], faces[f][1 + t], faces[f][2 + t]};
            for (int v = 0; v < 3; v++)
                for (int k = 0; k < 3; k++)
                    out[2 * f + t][3 * v + k] = corner[v] >> k & 1 ? high[k] : low[k];
        }
    }
}

#endif
