// tree_figures.c - see tree_figures.h. Nodes stand in order of depth, so that no stack is needed.
#include "tree/tree_figures.h"

#include "base/base.h"
#include "bound/obb_axes.h"

void tree_areas(const tree* t, double* inner, double* leaf)
{
    double root = 0;
    *inner = *leaf = 0;
    for (size_t i = 0; i < t->node_count; i++) {
        obb box;
        tree_box(t, (uint32_t)i, &box);
        const double area = half_area(box.half);
        const uint32_t count = tree_link(t, (uint32_t)i).count;
        if (i == 0) root = area;
        if (count) {
            *leaf += area / root * count;
        } else {
            *inner += area / root;
        }
    }
}

void tree_depths(const tree* t, size_t* leaves, size_t* triangles, size_t capacity)
{
    for (size_t d = 0; d < capacity; d++) {
        if (leaves) leaves[d] = 0;
        if (triangles) triangles[d] = 0;
    }
    size_t begin = 0, end = t->node_count ? 1 : 0;
    for (size_t depth = 0; begin < end; depth++) {
        size_t children = 0;
        ASSERT(depth <= t->depth);
        for (size_t i = begin; i < end; i++) {
            const uint32_t count = tree_link(t, (uint32_t)i).count;
            if (!count) {
                children += 2;
                continue;
            }
            if (leaves) leaves[depth]++;
            if (triangles) triangles[depth] += count;
        }
        begin = end;
        end += children;
    }
}
