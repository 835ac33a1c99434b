// convex.h - the least depth of two convex solids, exactly: by the faces of their Minkowski difference, which are across
// a face's normal of one, or across an edge of each (docs/proofs/depth.md, "The least depth").
#ifndef ABUT_QUERY_DEPTHS_CONVEX_H
#define ABUT_QUERY_DEPTHS_CONVEX_H
#include "geom/real.h"
#include "query/least_search.h"

// Set lo, hi, translation and is_convex, if both are convex and it is not too much work: edges of one times those of the other
// above 2^25. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status convex_depth(least_search* s);

// The length of a vector, rounded up.
double vector_length_up(real_stack* s, const double x[3]);

#endif
