// search.c - limits, progress, and pairs of triangles.
#include "walk/search.h"

#include "base/base.h"
#include "base/host.h"

#include <math.h>

#define PROGRESS_TESTS 65536

void search_begin(search* s)
{
    s->found_count = 0;
    s->status = ABUT_OK;
    s->stopped = 0;
    s->volume_tests = s->triangle_tests = s->node_updates = s->exact_tests = 0;
    s->next_event = 0;
    s->next_progress = PROGRESS_TESTS;
    s->done = 0;
}

int search_event(search* s)
{
    ASSERT(!s->stopped);  // the search ended when it was told so
    if (s->status != ABUT_OK) return 0;
    const uint64_t tests = s->volume_tests + s->triangle_tests;
    if ((s->limit && s->found_count >= s->limit) || (s->budget && tests >= s->budget)) {
        s->stopped = 1;
        return 0;
    }
    if (tests >= s->next_progress) {
        s->next_progress = tests + PROGRESS_TESTS;
        s->status = host_progress(s->host, fmin(s->done, 1));
        if (s->status != ABUT_OK) return 0;
    }
    s->next_event = s->next_progress;
    if (s->budget && s->budget < s->next_event) s->next_event = s->budget;
    return 1;
}

static void record_pair(search* s, uint32_t a, uint32_t b, abut_kind kind)
{
    void* found = s->found;
    s->status = host_grow(s->host, &found, &s->found_capacity, s->found_count, s->found_count + 1,
                          sizeof *s->found);
    s->found = found;
    if (s->status == ABUT_OK)
        s->found[s->found_count++] = (sort_record){(uint64_t)a << 32 | b, (uint32_t)kind};
    if (s->status != ABUT_OK || s->found_count == s->limit) s->next_event = 0;
}

typedef struct placed_leaf {
    posed_triangle triangle[TREE_LEAF_MAX];
    corners reduced[TREE_LEAF_MAX];
    double low[TREE_LEAF_MAX][3], high[TREE_LEAF_MAX][3];  // of the three points
} placed_leaf;

static void find_range(placed_leaf* out, size_t i)
{
    const posed_triangle* t = &out->triangle[i];
    for (int k = 0; k < 3; k++) {
        out->low[i][k] = out->high[i][k] = t->point[0][k];
        for (int v = 1; v < 3; v++) {
            if (t->point[v][k] < out->low[i][k]) out->low[i][k] = t->point[v][k];
            if (t->point[v][k] > out->high[i][k]) out->high[i][k] = t->point[v][k];
        }
    }
}

// Whether the points' ranges prove two triangles apart: a gap larger than both errors. Half of the
// pairs in leaves that meet are; this costs a tenth of a full test. NaN and infinity prove nothing.
static int ranges_apart(const placed_leaf* a, size_t i, const placed_leaf* b, size_t k)
{
    const double error = 1.01 * (a->triangle[i].error + b->triangle[k].error);
    for (int x = 0; x < 3; x++) {
        if (a->low[i][x] - b->high[k][x] > error || b->low[k][x] - a->high[i][x] > error) return 1;
    }
    return 0;
}

static void place_leaf(placed_leaf* out, const search* s, int side, const uint32_t* ids,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double* vertex[3];
        soup_mesh_vertices(s->mesh[side], ids[i], vertex);
        posed_triangle_place(&out->triangle[i], &s->poses, side, vertex);
        out->reduced[i] = soup_mesh_corners(s->mesh[side], ids[i]);
        find_range(out, i);
    }
}

int search_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                     size_t b_count)
{
    placed_leaf a, b;
    posed_pair pair;
    ASSERT(a_count <= TREE_LEAF_MAX && b_count <= TREE_LEAF_MAX);
    place_leaf(&a, s, 0, a_ids, a_count);
    place_leaf(&b, s, 1, b_ids, b_count);
    for (size_t i = 0; i < a_count; i++) {
        for (size_t k = 0; k < b_count; k++) {
            if (!search_may_test(s)) return 0;
            s->triangle_tests++;
            if (s->cull_triangles && PRUNE(ranges_apart(&a, i, &b, k))) continue;
            posed_pair_prepare(&pair, &s->poses, &a.triangle[i], &b.triangle[k]);
            const abut_kind kind = tri_tri(&pair, &a.reduced[i], &b.reduced[k]);
            s->exact_tests += (uint64_t)posed_pair_was_exact(&pair);
            if (kind != ABUT_APART) record_pair(s, a_ids[i], b_ids[k], kind);
        }
    }
    return 1;
}
