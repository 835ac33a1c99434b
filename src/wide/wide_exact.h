// wide_exact.h - the last stage of the engine: pairs of triangles that eight lanes of float left undecided.
#ifndef ABUT_WIDE_WIDE_EXACT_H
#define ABUT_WIDE_WIDE_EXACT_H
#include "walk/search.h"
#include "wide/wide_pair.h"
#include "wide/wide_settle.h"

// Decide pairs that were counted as tested before, exactly, and record those in contact in the search. Pairs that
// share a triangle should stand together. Returns 0 if the search must end.
int wide_decide(search* s, const wide_pair* undecided, size_t count);
// The same with a kernel that may be chosen; NULL: none, every pair in integers or through the filter.
int wide_decide_with(search* s, wide_settle_kernel* settle, const wide_pair* undecided,
                     size_t count);

#endif
