// tetra.h - what the tetrahedral mesh answers beyond contacts (Klosowski 1998, chapter 2): whether the
// flyer is in an obstacle.
#ifndef ABUT_BENCH_TETRA_H
#define ABUT_BENCH_TETRA_H
#include "baseline/baseline.h"

typedef enum tetra_place {
    TETRA_CONTACT,  // surfaces meet
    TETRA_OUTSIDE,  // no contact, and neither is in the other
    TETRA_INSIDE,   // the flyer, if it is connected, is inside an obstacle
    TETRA_MAY_SURROUND,  // no contact, the flyer is not inside; but its box meets the inside of an obstacle,
                         // so an obstacle may be inside the flyer
} tetra_place;

// Place a flyer with triangles, by its first vertex and the tetrahedra that its box meets. a is a
// baseline of BASELINE_TETRA. The vertex is located exactly. Returns as baseline_collide.
abut_status tetra_locate(baseline_query* q, const baseline* a, const abut_pose* a_pose,
                         const flyer* b, const abut_pose* b_pose, tetra_place* out);

// Steps from tetrahedron to tetrahedron that tracking the corners of boxes took since the query was created,
// and how often no corner could be tracked.
void tetra_tracking(const baseline_query* q, uint64_t* steps, uint64_t* failures);

#endif
