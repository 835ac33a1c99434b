// hull.h - convex hulls of point sets in the dimension that they span. In space this is Qhull's work
// (libqhull_r, the re-entrant library: any number of threads may call at once), where the library was
// built with it; in a plane and on a line it is done here.
//
// Memory. Qhull takes its own from malloc, and so does this file's scratch: hulls are fitted by
// workers of host.run, and a caller's allocator need not bear calls from several threads. All of it
// is given back before the return, but for what a hull holds, which comes from the host that
// hull_make is given.
//
// A hull serves only where its errors are harmless or bounded by outside. Its facets depend on the
// version of Qhull, in the last bits and where many points lie in one plane.
#ifndef ABUT_METHODS_BOUND_HULL_H
#define ABUT_METHODS_BOUND_HULL_H
#include "abut/abut.h"

// Places are numbers of entries in vertices.
typedef struct hull {
    // Of the space that the points span, as far as can be told: 3, 2, 1, or 0 for points that are all
    // in one place. Sets thinner than 2^-30 of their size count as flat, or straight.
    int dimension;
    size_t vertex_count;
    uint32_t* vertices;  // which of the given points; points in one place count once
    // Triangles, three places each: dimension 3: the surface, counter-clockwise seen from outside;
    // dimension 2: a fan that fills the polygon, all in one direction; else none.
    size_t facet_count;
    uint32_t* facets;
    // Vertices that share an edge of a triangle with vertex i: neighbours[first[i] .. first[i + 1]
    // - 1], places in ascending order. In a plane those along the polygon only, on a line the other
    // end. So from any vertex that is not the farthest in a direction, a neighbour is farther, or
    // equally far.
    uint32_t* first;  // vertex_count + 1
    uint32_t* neighbours;
    // No given point lies farther outside of the hull of these vertices than so much: what was
    // flattened, and what Qhull reports as its own rounding, doubled.
    double outside;
} hull;

// Whether the library was built with Qhull. Without it hull_make fails for points that span space.
int hull_available(void);

// Find the hull of count >= 1 finite points, three numbers each.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, or ABUT_NOT_AVAILABLE; out is untouched unless ABUT_OK.
// host: complete; called on this thread only. Cost: n log n, and about 50 microseconds.
abut_status hull_make(hull* out, const double* points, size_t count, const abut_host* host);
// Release what hull_make made. A zeroed hull is fine.
void hull_free(hull* h, const abut_host* host);

#endif
