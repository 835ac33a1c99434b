// tree_turn.h - trees whose directions are turned to where their volumes are least (Klosowski 1998, chapter 9).
// Only the work of a query depends on what is found here, never an answer.
#ifndef ABUT_METHODS_TREE_TREE_TURN_H
#define ABUT_METHODS_TREE_TREE_TURN_H
#include "methods/tree/tree.h"

// tree_build for options with turned, of a kind that is a k-DOP: a tree that is not turned, then those of the turns
// that tree_turn_search tells; the one whose volumes add up to the least is kept, of equal ones the first.
// Cost: up to 1 + TURNS_KEPT builds and two trees at once; a search of some hundred turns, which does
// not grow with the model but for one pass over its triangles.
abut_status tree_build_turned(tree* out, const soup_mesh* m, const frame* f,
                              const tree_options* options, const abut_host* host);

// Find the sum of the volumes of the uppermost nodes, in the unit of the frame before any turn. What lies deeper has little
// volume, of a surface, and takes longer to measure than to build.
#define SUM_MOST 4096
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status tree_volume_sum(const tree* t, double* out, const abut_host* host);

// How many turns are worth a tree of their own, at most.
#define TURNS_KEPT 4

// Find turns by which the upper volumes of a tree, which is not turned, become less: at most TURNS_KEPT, different
// ones, none of them none. points: of the mesh, in its frame.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED.
abut_status tree_turn_search(const tree* t, const soup_mesh* m, const double* points,
                             kdop_turn out[TURNS_KEPT], int* count, const abut_host* host);

#endif
