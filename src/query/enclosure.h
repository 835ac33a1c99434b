// enclosure.h - which closed components of a model enclose a point: parity of the crossings of a ray,
// exactly.
#ifndef ABUT_QUERY_ENCLOSURE_H
#define ABUT_QUERY_ENCLOSURE_H
#include "geom/probe.h"
#include "query/components.h"

typedef enum place {
    PLACE_OUTSIDE,  // an even number of closed components enclose it
    PLACE_INSIDE,
    PLACE_ON,  // on the surface of one
} place;

// A node of the tree over the triangles' shadows along the first ray direction.
typedef struct shadow {
    double low[2], high[2];  // across the ray
    double top;              // along it
} shadow;

typedef struct enclosure {
    const abut_host* host;
    const probe_space* space;
    const components* parts;
    int side;
    // The components found around the last probe, if it was on none.
    uint32_t* around;
    size_t around_count, around_capacity;
    uint8_t* odd;  // by component; all zero between calls
    // The first questions look at all triangles, then a tree is made.
    size_t asked;
    uint32_t* order;  // the triangles of closed components; NULL: no tree yet
    shadow* nodes;    // 1: the root; children of i: 2 i and 2 i + 1; leaves: leaf_count last ones
    size_t order_count, leaf_count;
    size_t tests;  // of triangles; progress is told now and then
} enclosure;

// Prepare for the components of a side, whose edges have been found. All is borrowed.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status enclosure_open(enclosure* out, const components* parts, const probe_space* space,
                           int side, const abut_host* host);
// Release. A zeroed one is fine.
void enclosure_close(enclosure* e);

// Find where a probe is.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED. Cost: linear for the first few probes, then
// one sort, and after it a walk of a tree for each probe.
abut_status enclosure_ask(enclosure* e, const probe* p, place* out);

#endif
