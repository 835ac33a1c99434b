// exact.h - the last stage of the engine: pairs of triangles that eight lanes of float left undecided.
#ifndef ABUT_ENGINE_LEAF_EXACT_H
#define ABUT_ENGINE_LEAF_EXACT_H
#include "engine/leaf/pair.h"
#include "engine/leaf/settle.h"
#include "search/search.h"

// How the models of a search stand to each other, found once, and no earlier than when the first pair is decided where
// that can be, since many searches decide none here. Where it is an exchange of axes, but with an offset, placed corners
// may round: what that leaves unsettled is asked again, with bounds.
typedef struct wide_decider {
    wide_settle_kernel *settle, *again;  // NULL: of no use here
    int is_prepared;                     // both are, and their queries
    const affine* pose[2];               // put off: not yet in the search; else NULL
    int has_lattice;                     // whether the poses differ by an exchange of axes
    wide_settle_query query, bounded;
    lattice_pose lattice;
} wide_decider;

// settle: ISA(wide_settle); or for tests any other, or NULL: every pair in integers or through the filter.
// The poses of the search have been prepared.
void wide_decider_prepare(wide_decider* out, const search* s, wide_settle_kernel* settle);
// For poses that certainly differ by more than an exchange of axes. Those of the search are prepared with the first pair.
// pose: borrowed.
void wide_decider_put_off(wide_decider* out, const affine* const pose[2],
                          wide_settle_kernel* settle);

// Prepare what has been put off: before the search is copied for workers.
void wide_decider_complete(wide_decider* d, search* s);

// Decide pairs that were counted as tested before, exactly, and record those in contact in the search. Pairs that
// share a triangle should stand together. Returns 0 if the search must end.
int wide_decide(wide_decider* d, search* s, const wide_pair* undecided, size_t count);

// The same but for pairs for which no quick way is: later[*later_count] and on, where there is room for count.
int wide_decide_quickly(wide_decider* d, search* s, const wide_pair* undecided, size_t count,
                        wide_pair* later, size_t* later_count);

// Decide pairs of which floats left open whether they are close, or touch (states: leaf.h), and record those that do.
// Returns 0 if the search must end.
int wide_decide_close(wide_decider* d, search* s, const wide_pair* pairs, const uint8_t* states,
                      size_t count);

// Decide pairs of triangles of one mesh that have no common vertex, and record those that share a point (search/self.h).
// Returns 0 if the search must end.
int wide_decide_self(wide_decider* d, search* s, const wide_pair* pairs, size_t count);

#endif
