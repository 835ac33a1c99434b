// motion.h - how one of two models moves against the other, as boxes of one and children of the opened one see it: in the
// opened one's frame, at a time (docs/proofs/motion.md, "Boxes that move").
#ifndef ABUT_ENGINE_BOX_MOTION_H
#define ABUT_ENGINE_BOX_MOTION_H
#include "engine/box/pose.h"
#include "search/relative_pose.h"
#include "search/sweep.h"

// A point y of the model that turns more, in coordinates that the other one carries along, goes at base + spin x y, up to
// margin. That changes by at most angle * (|base + spin x y - way| + angle * r) + bend, r from y to the point in question.
// Along a unit vector g the first angle is |g x spin| + lean, where that is less: what turns is pulled across its axis.
typedef struct wide_motion {
    float base[4], spin[4], way[4];  // the fourth is idle
    float angle, margin, bend;       // margin: infinite where nothing is known
    float lean;                      // infinite where both turn: then the axis does not stand still
    float separation;                // what a gap must be beyond
    float half;                      // of the interval; above 0
    int is_child;                    // what moves is the opened model
} wide_motion;

// p: of the same side. defect: of the opened tree. shrink: a length of the opened frame is at least so much in the world's
// unit, in which separation is.
void wide_motion_prepare(wide_motion* out, const sweep_search* sweep, int opened,
                         const wide_pose* p, double defect);

#endif
