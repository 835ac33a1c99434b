// boxes.h - how deep anything in a node's eight boxes can be in a turned solid that moves along a straight way: a probe
// (engine/walk/probe.h). A few directions that suit a box bound it, as cuts bound a triangle (turned.h): those of the axes
// of the file, across the way, the box's own, and the one that is the best for a point that is likely to be its deepest.
#ifndef ABUT_NC_BOXES_H
#define ABUT_NC_BOXES_H
#include "engine/walk/probe.h"
#include "nc/turned.h"
#include "soup/frame.h"

// Numbers are in the file's units where nothing else is said.
typedef struct turned_boxes {
    wide_probe probe;  // first: whoever has this has that
    const turned* t;
    double scale;          // of the frame
    double defect;         // of the tree's boxes
    double place[3];       // of the solid where its way begins, in the frame
    double way[3];         // from there to where it ends
    double way_over[2];    // over the square of its length, seen from above; zeros where it has none
    double across[2];      // a unit normal of the way seen from above; zeros where it has none
    double reach[3][2];    // how far the solid gets, wherever it is, down and up each axis
    double heights[2];     // between these the axis is likely to be the deepest
    double middle;         // of the solid, along z
    double size;           // of all of this: a bound on the sums of coordinates involved, but the box's own
} turned_boxes;

// Prepare for a tree's boxes, in that frame. across: as above. The caller sets the rest of the probe.
void turned_boxes_prepare(turned_boxes* out, const turned* t, const frame* f, double defect,
                          const double from[3], const double to[3], const double across[2]);

// wide_probe.bound, of a probe that is that of turned_boxes: depths. Holds in any rounding mode (docs/exactness.md, "Solids
// of revolution"). The same in every form.
typedef void turned_boxes_kernel(const wide_probe* p, const wide_node* n, wide_bounds* out);
turned_boxes_kernel ISA(turned_boxes_bound);
// That of the instruction set in use.
turned_boxes_kernel* turned_boxes_bound_now(void);

#endif
