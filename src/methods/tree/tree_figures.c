// tree_figures.c - see tree_figures.h. Nodes stand in order of depth, so that no stack is needed.
#include "methods/tree/tree_figures.h"

#include "base/base.h"

size_t tree_leaves(const tree* t)
{
    size_t leaves = 0;
    for (size_t i = 0; i < t->node_count; i++)
        leaves += (size_t)link_is_leaf(tree_link(t, (uint32_t)i));
    return leaves;
}

void tree_areas(const tree* t, double* inner, double* leaf)
{
    double root = 0;
    *inner = *leaf = 0;
    for (size_t i = 0; i < t->node_count; i++) {
        const double area = t->kind->half_area(tree_volume(t, (uint32_t)i));
        const node_link link = tree_link(t, (uint32_t)i);
        if (i == 0) root = area;
        if (link_is_leaf(link)) {
            *leaf += area / root * link.count;
        } else {
            *inner += area / root;
        }
    }
}

void tree_depths(const tree* t, size_t* leaves, size_t* triangles, size_t capacity)
{
    ASSERT(capacity > t->depth || (!leaves && !triangles));
    for (size_t d = 0; d < capacity; d++) {
        if (leaves) leaves[d] = 0;
        if (triangles) triangles[d] = 0;
    }
    size_t begin = 0, end = t->node_count ? 1 : 0;
    for (size_t depth = 0; begin < end; depth++) {
        size_t children = 0;
        ASSERT(depth <= t->depth);
        for (size_t i = begin; i < end; i++) {
            const node_link link = tree_link(t, (uint32_t)i);
            if (!link_is_leaf(link)) {
                children += link_children(link);
                continue;
            }
            if (leaves) leaves[depth]++;
            if (triangles) triangles[depth] += (size_t)link.count;
        }
        begin = end;
        end += children;
    }
}
