// probe.h - one of the engine's trees walked by a probe: by whatever is asked of a single model. The probe says how much
// each of eight boxes may hold at most, and looks at triangles; the walk knows nothing else of the question.
#ifndef ABUT_ENGINE_WALK_PROBE_H
#define ABUT_ENGINE_WALK_PROBE_H
#include "base/simd_set.h"
#include "engine/tree/node.h"

// Of the eight children of a node; anything in lanes without a child.
typedef struct wide_bounds {
    double bound[WIDE_LANES];  // nothing in the box counts for more
    // What some of it may count for: the order of the walk, nothing else.
    double promise[WIDE_LANES];
} wide_bounds;

typedef struct wide_probe wide_probe;
struct wide_probe {
    double stop;      // what counts for no more is left out: look may raise it, never lower it
    double left_out;  // the largest bound of what was
    // Bound the children of a node. Where a bound is no more than stop, no promise is needed.
    void (*bound)(const wide_probe* p, const wide_node* n, wide_bounds* out);
    // Look at the triangles of a leaf: 1 to WIDE_LEAF of them. Returns 0 if the walk must end.
    int (*look)(wide_probe* p, const uint32_t* triangles, size_t count);
};

// Look at all triangles below boxes whose bound is above p->stop when their turn comes, depth first, and of the children of a
// node those first that promise most. The tree has nodes. Allocates nothing. The same in every form.
typedef void wide_probe_walk_kernel(const wide_tree* t, wide_probe* p);
wide_probe_walk_kernel ISA(wide_probe_walk);

#endif
