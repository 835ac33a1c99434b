// rtree.c - the binary R-tree of boxes along the axes (Klosowski 1998, chapter 2): halves at the median of
// the centroids, across the axis whose children have the least volumes. It is the library's tree of such
// boxes, asked for one box.
#include "base/base.h"
#include "base/host.h"
#include "baseline/structure.h"
#include "methods/bound/aabb.h"

#include <stdlib.h>

#define THRESHOLD 4

static abut_status build(void** out, const environment* e, const baseline_options* o)
{
    const abut_host host = host_complete(NULL);
    const tree_options options = {
        .kind = &aabb_class,
        .leaf_size = o->threshold ? (int)o->threshold : THRESHOLD,
        .depth_max = TREE_DEPTH_MAX,
        .degree = 2,
        .split = ABUT_SPLIT_MEDIAN,
        .axis = o->axis ? o->axis : ABUT_AXIS_MIN_SUM,
    };
    if (o->threshold > TREE_LEAF_MAX || (unsigned)o->axis > ABUT_AXIS_MIN_MAX)
        return ABUT_BAD_ARGUMENT;
    tree* t = calloc(1, sizeof *t);
    if (!t) return ABUT_OUT_OF_MEMORY;
    const abut_status status = tree_build(t, &e->mesh, &e->frame, &options, &host);
    if (status == ABUT_OK)
        *out = t;
    else
        free(t);
    return status;
}

static void free_tree(void* structure)
{
    const abut_host host = host_complete(NULL);
    tree_free(structure, &host);
    free(structure);
}

static size_t bytes(const void* structure)
{
    return tree_bytes(structure);
}

static size_t stored(const void* structure)
{
    return ((const tree*)structure)->order_count;
}

// The sums round; a box is wider than its triangles by far more (VOLUME_SLACK).
static int is_apart(const aabb* node, const range3* box)
{
    for (int k = 0; k < 3; k++) {
        const double centre = (double)node->centre[k], half = (double)node->half[k];
        if (centre - half > box->high[k] || centre + half < box->low[k]) return 1;
    }
    return 0;
}

static int look_up(const void* structure, const environment* e, baseline_query* q,
                   const range3* box)
{
    const tree* t = structure;
    uint32_t stack[TREE_DEPTH_MAX + 2];
    size_t height = 0;
    stack[height++] = 0;
    while (height) {
        const uint32_t node = stack[--height];
        const node_link link = tree_link(t, node);
        if (!query_test(q)) return 0;
        if (PRUNE(is_apart(tree_volume(t, node), box))) continue;
        if (!link_is_leaf(link)) {
            stack[height++] = link.first + 1;
            stack[height++] = link.first;
            continue;
        }
        for (int32_t i = 0; i < link.count; i++) {
            if (!query_offer(q, e, t->order[link.first + (uint32_t)i], box)) return 0;
        }
    }
    return 1;
}

const structure_class rtree_class = {.looks_up_triangles = 1,
                                     .build = build,
                                     .free = free_tree,
                                     .bytes = bytes,
                                     .stored = stored,
                                     .look_up = look_up};
