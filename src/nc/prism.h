// prism.h - the deepest point of a triangle in a turned solid that moves along a straight way.
//
// A point p of the triangle against the solid at c is the point p - c against the solid at rest. All these points
// are the convex hull of six, a prism, over which the depth is concave (turned.h). Its maximum is enclosed by
// Kelley's cutting planes: each depth that is found gives a cut, and the least over the cuts, maximised over the hull,
// is a small linear program. Every solution of its dual, good or bad, proves an upper bound; every point
// a lower one. Where cuts do not close the gap, the prism is split.
#ifndef ABUT_NC_PRISM_H
#define ABUT_NC_PRISM_H
#include "nc/certain.h"

typedef struct prism_depth {
    double lo, hi;
    double weight[6];  // of the six corners, at lo: corner i at the start, then at the end
} prism_depth;

typedef struct prism_ask {
    double enough;      // depths up to this are not told apart
    double resolution;  // hi - lo beyond it
    int must_decide;  // where enough lies between lo and hi, all is done to have it on one side; else it may lie there
} prism_ask;

// Enclose the greatest depth. The search ends when hi <= enough, or when lo > enough and hi - lo <= resolution;
// else when roundings or a limit of work allow no better. out->lo is at least the depth of
// some point, out->hi at most that which is proved. Allocates nothing.
void prism_deepest(const turned* t, const prism_ends* p, const prism_ask* ask, prism_depth* out);

#endif
