// refit.h - the tree of a mesh whose vertices have moved: nodes and leaves stay, and what is in them is found anew.
#ifndef ABUT_ENGINE_BUILD_REFIT_H
#define ABUT_ENGINE_BUILD_REFIT_H
#include "base/simd_set.h"
#include "engine/build/build.h"

// What a tree is judged by: wide_looseness when it was built, and when the axes of all boxes were last chosen. 0: as it is.
typedef struct wide_growth {
    double built, fitted;
} wide_growth;

// What a tree is judged by after a refit.
typedef struct wide_judged {
    wide_growth growth;
    double now;  // wide_looseness, before it is packed
} wide_judged;

// A tree, with its mesh and frame.
typedef struct wide_former {
    const wide_tree* tree;
    const soup_mesh* m;
    const frame* f;
} wide_former;

// Make the tree of a mesh, in its frame, out of that of another mesh with the same triangles. options: those that the
// tree was built with; effort is not read. Boxes keep their axes; where they become much larger, axes are chosen anew.
// judged: growth of the tree that is there; then all of the new one.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then out and judged are untouched. The same bytes for any host.run
// and any instruction set. Cost: linear; a tenth of a build, and up to a half where all axes are chosen.
abut_status wide_refit(wide_tree* out, const wide_former* from, const soup_mesh* m, const frame* f,
                       const wide_options* options, const abut_host* host, wide_judged* judged);

// Sum the surfaces of all boxes, by those of the triangles: so a change of the whole's shape is no change of the tree. Of many triangles
// some are looked at, always the same. 0 where that tells nothing. Rounded. Cost: one pass over the nodes.
double wide_looseness(const wide_former* t);

// Find which leaves are below each lane of each node of a tree.
void wide_find_spans(const wide_tree* t, wide_span* spans);

// ---------------------------------------------------------------------------------------- the kernel

// Boxes of so many leaves are measured from corners; of more, from the boxes of leaves, which takes a quarter of the time.
#define REFIT_FEW 64

typedef struct refit_request {
    const wide_tree* from;  // its axes and children
    const wide_span* spans;
    wide_node* nodes;
    const wide_leaf* leaves;
    double widen;
} refit_request;

typedef struct refit_kernel {
    // Write a node whose leaves are filled; boxes of more leaves than REFIT_FEW only hold their axes. Returns a bound of all
    // defects.
    double (*few)(const refit_request* q, size_t node);
    // Then find those boxes, when all leaves have theirs: the same lanes of another node, whose others mean nothing.
    void (*many)(const refit_request* q, size_t node, wide_node* out);
    // Half the sum of the surfaces of a node's boxes.
    double (*surface)(const wide_node* n);
} refit_kernel;
extern const refit_kernel ISA(refit);

#endif
