// figures.c - see figures.h. All of it walks the tree depth first, each child once.
#include "engine/tree/figures.h"

#include "base/base.h"
#include "base/bit_set.h"

#include <math.h>

typedef struct place {
    uint32_t node;
    int lane;
} place;

// As the kernel of the walk asks (engine/box/box.inl).
static int has_child(const wide_tree* t, size_t node, int lane)
{
    if (lane == WIDE_LANES) return 0;
    return wide_half(t, node, 0, lane) + wide_half(t, node, 1, lane) + wide_half(t, node, 2, lane) >
           -1;
}

// Three lengths, or none: so that whoever asks for a child by one of them, or by their sum in any rounding mode, is told the
// same.
static int halves_are_sound(const wide_tree* t, size_t node, int lane)
{
    int lengths = 0, none = 0;
    for (int k = 0; k < 3; k++) {
        lengths += wide_half(t, node, k, lane) >= 0;
        none += wide_half(t, node, k, lane) < -1;
    }
    return lengths == 3 || none == 3;
}

static int leaf_is_sound(const uint32_t* id, const soup_mesh* m, size_t* listed,
                         unsigned char* seen)
{
    const size_t count = wide_leaf_count(id);
    for (size_t i = 0; i < WIDE_LEAF; i++) {
        if (i < count ? id[i] >= m->triangle_count : id[i] != WIDE_NOBODY) return 0;
        if (i < count && (!soup_mesh_has(m, id[i]) || bit_set_add(seen, id[i]))) return 0;
    }
    *listed += count;
    return count > 0;
}

int wide_is_sound(const wide_tree* t, const soup_mesh* m, unsigned char* seen)
{
    if (!t->node_count) return !soup_mesh_present(m) && !t->leaf_count && !t->depth;
    place path[WIDE_DEPTH_MAX + 1] = {{0, 0}};
    size_t height = 1, next_node = 1, next_leaf = 0, listed = 0, depth = 0;
    if (has_child(t, 0, 1)) return 0;
    while (height) {
        place* top = &path[height - 1];
        if (!has_child(t, top->node, top->lane)) {
            // Every node has a child, and none behind the first lane without.
            if (!top->lane) return 0;
            for (int lane = top->lane; lane < WIDE_LANES; lane++) {
                if (has_child(t, top->node, lane) || !halves_are_sound(t, top->node, lane))
                    return 0;
            }
            height--;
            continue;
        }
        if (!halves_are_sound(t, top->node, top->lane)) return 0;
        const int32_t child = wide_children(t, top->node)[top->lane++];
        if (child < 0) {
            if ((size_t)~child != next_leaf || next_leaf == t->leaf_count) return 0;
            if (!leaf_is_sound(wide_ids(t, next_leaf++), m, &listed, seen)) return 0;
        } else {
            if ((size_t)child != next_node || next_node == t->node_count) return 0;
            next_node++;
            if (height > WIDE_DEPTH_MAX) return 0;
            path[height++] = (place){(uint32_t)child, 0};
            if (height - 1 > depth) depth = height - 1;
        }
    }
    return next_node == t->node_count && next_leaf == t->leaf_count &&
           listed == soup_mesh_present(m) && depth == t->depth;
}

static double half_area(const wide_tree* t, size_t node, int lane)
{
    const double x = (double)wide_half(t, node, 0, lane), y = (double)wide_half(t, node, 1, lane),
                 z = (double)wide_half(t, node, 2, lane);
    return x * y + y * z + z * x;
}

void wide_areas(const wide_tree* t, double* inner, double* leaf)
{
    *inner = *leaf = 0;
    for (size_t i = 0; i < t->node_count; i++) {
        for (int lane = 0; has_child(t, i, lane); lane++) {
            const int32_t child = wide_children(t, i)[lane];
            if (child >= 0)
                *inner += half_area(t, i, lane);
            else
                *leaf +=
                    half_area(t, i, lane) * (double)wide_leaf_count(wide_ids(t, (size_t)~child));
        }
    }
    const double whole = t->node_count ? half_area(t, 0, 0) : 0;
    if (whole > 0) {
        *inner /= whole;
        *leaf /= whole;
    } else {
        *inner = *leaf = 0;
    }
}

void wide_depths(const wide_tree* t, size_t* leaves, size_t* triangles, size_t capacity)
{
    ASSERT(capacity > t->depth || (!leaves && !triangles));
    for (size_t d = 0; d < capacity; d++) {
        if (leaves) leaves[d] = 0;
        if (triangles) triangles[d] = 0;
    }
    place path[WIDE_DEPTH_MAX + 1] = {{0, 0}};
    size_t height = t->node_count ? 1 : 0;
    while (height) {
        place* top = &path[height - 1];
        if (!has_child(t, top->node, top->lane)) {
            height--;
            continue;
        }
        const int32_t child = wide_children(t, top->node)[top->lane++];
        if (child >= 0) {
            path[height++] = (place){(uint32_t)child, 0};
            continue;
        }
        if (leaves) leaves[height - 1]++;
        if (triangles) triangles[height - 1] += wide_leaf_count(wide_ids(t, (size_t)~child));
    }
}
