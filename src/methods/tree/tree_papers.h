// tree_papers.h - what a build of a tree does for some of the papers' methods alone. The builder comes to it by this
// table only, so that a library without these methods (ABUT_PAPERS=OFF) is linked without it.
#ifndef ABUT_METHODS_TREE_TREE_PAPERS_H
#define ABUT_METHODS_TREE_TREE_PAPERS_H
#include "methods/tree/tree_greedy.h"
#include "methods/tree/tree_pieces.h"

struct tree_papers {
    // ABUT_SPLIT_CROSSING: the whole build (tree_build_crossing.c). Returns as tree_build.
    abut_status (*build_crossing)(tree* out, const soup_mesh* m, const frame* f,
                                  const tree_options* options, const abut_host* host);
    // ABUT_SPLIT_GREEDY (tree_greedy.h).
    abut_status (*greedy_make)(tree_greedy* out, const kdop_set* dop, const double* points,
                               const uint32_t* triangles, size_t count, const abut_host* host);
    void (*greedy_free)(tree_greedy* g, const abut_host* host);
    size_t (*split_greedy)(const tree_greedy* g, uint32_t* order, size_t first, size_t count,
                           size_t leaf_size);
    // ABUT_SPLIT_OSCILLATING (tree_split.h).
    size_t (*split_oscillate)(const tree_options* options, const triangle_set* set, uint32_t* order,
                              double* keys, const void* volume);
    // Options slender (tree_pieces.h) and climb (climb.h).
    abut_status (*pieces_make)(tree_pieces* out, const double* points, size_t point_count,
                               const uint32_t* triangles, size_t count, double longest,
                               const abut_host* host);
    abut_status (*pieces_join)(const tree_pieces* p, tree* t, size_t triangle_count,
                               const abut_host* host);
    void (*pieces_free)(tree_pieces* p, const abut_host* host);
    abut_status (*climb_make)(climb* out, const double* points, size_t point_count,
                              const uint32_t* triangles, size_t triangle_count, double point_error,
                              const abut_host* host);
    // Option turned (tree_turn.h), and what a turn does to points and lengths (kdop_turn.h).
    abut_status (*build_turned)(tree* out, const soup_mesh* m, const frame* f,
                                const tree_options* options, const abut_host* host);
    void (*turn_points)(const kdop_turn* t, double* points, size_t count);
    double (*turn_scale)(const kdop_turn* t);
    // Kinds that have extra numbers (tree_extra.h).
    abut_status (*fill_extra)(tree* t, const abut_host* host);
};

// All of it.
extern const tree_papers trees_of_papers;

#endif
