// reach_search.h - the deepest point of a surface in a solid, by branch and bound (docs/proofs/depth.md, "Reach").
#ifndef ABUT_QUERY_DEPTHS_REACH_SEARCH_H
#define ABUT_QUERY_DEPTHS_REACH_SEARCH_H
#include "query/depths/reach_sets.h"
#include "query/solid_pair.h"

typedef struct reach_box {
    double low[3], high[3];
} reach_box;

// One way: a surface into a solid.
typedef struct reach_search {
    // The question.
    const abut_solids_ask* ask;
    const abut_host* host;
    const solid_pair* pair;
    int side;                      // of the surface
    const abut_component* stands;  // how its components stand to the solid; NULL: not known
    reach_box shared;              // nothing is deep beyond it
    double absolute;               // a tolerance, beside the relative one
    double most;                   // no point is deeper
    uint64_t budget, stop_time;    // 0: none

    abut_deepest best;     // the answer; hi is set at the end
    reach_way way;         // its work counts
    double settled;        // no point of a part that is not looked at any more is deeper
    uint32_t* order;       // of the triangles: those of a range are near each other
    double* places;        // of the vertices, in the world
    double off;            // they err by so much, at most
    unsigned char* asked;  // a bit for each vertex
    reach_piece* heap;     // the largest bound first
    size_t count, capacity;
} reach_search;

// Search. The question is set, and best to nothing; the rest is zeroed. To be closed, whatever it returns.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_CANCELLED, or as abut_pose_check.
abut_status reach_search_run(reach_search* s, const abut_instance* into);
void reach_search_close(reach_search* s);

#endif
