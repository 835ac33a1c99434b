// refit.h - the tree of a mesh whose vertices have moved: nodes and leaves stay, and what is in them is found anew.
#ifndef ABUT_ENGINE_BUILD_REFIT_H
#define ABUT_ENGINE_BUILD_REFIT_H
#include "engine/build/build.h"

// What a tree is judged by: the sum of its boxes' surfaces in surfaces of the root's, those of leaves once for each triangle
// (wide_areas), when it was built and when the axes of all boxes were last chosen. 0: as they are now.
typedef struct wide_growth {
    double built, fitted;
} wide_growth;

// Make the tree of a mesh, in its frame, out of that of another mesh with the same triangles. options: those that the
// tree was built with; effort is not read. Boxes keep their axes; where they become much larger, axes are chosen anew.
// growth: of the tree that is there, then of the new one; now: the sum as it is.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then out and growth are untouched. The same bytes for any host.run
// and any instruction set. Cost: linear for a depth that is bounded; a tenth of a build, and up to a third where all axes are chosen.
abut_status wide_refit(wide_tree* out, const wide_tree* from, const soup_mesh* m, const frame* f,
                       const wide_options* options, const abut_host* host, wide_growth* growth,
                       double* now);

// Find which leaves are below each lane of each node of a tree.
void wide_find_spans(const wide_tree* t, wide_span* spans);

#endif
