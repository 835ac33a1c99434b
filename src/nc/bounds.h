// bounds.h - how deep anything in eight boxes, or in four triangles, can be in a turned solid that moves along a straight
// way. A few directions that suit them tell, as cuts do of a triangle (turned.h): along the axes of the file, across the
// way, along the axes of a box or across the plane of a triangle, and the best one for the point that is likely to be
// the deepest.
#ifndef ABUT_NC_BOUNDS_H
#define ABUT_NC_BOUNDS_H
#include "engine/walk/probe.h"
#include "nc/turned.h"
#include "soup/frame.h"

// In the file's units.
typedef struct turned_way {
    const turned* t;
    double from[3];  // where the solid is when its way begins
    double way[3];   // from there to where it ends
    double over[2];  // that over the square of its length, seen from above; zeros where it has none
    double across[2];    // a unit normal of the way seen from above; zeros where it has none
    double reach[3][2];  // how far from where it begins the solid gets, down and up each axis
    double heights[2];   // between these the axis of the solid is likely to be the deepest
    double middle;       // of the solid, along z
    double size;         // of the solid and its way
} turned_way;

void turned_way_prepare(turned_way* out, const turned* t, const double from[3], const double to[3]);

// The way among the boxes of a tree of the engine, as a probe of it (engine/walk/probe.h).
typedef struct turned_boxes {
    wide_probe probe;  // first: whoever has one has the other
    const turned_way* w;
    double scale, defect;  // of the frame; of the boxes
    double place[3];       // w->from in the frame
    double size;           // w->size, and what rounding the place counts for
    double whole;          // no point of the model is deeper, by its range
} turned_boxes;

// Prepare all but the probe. low, high: of the model's vertices.
void turned_boxes_prepare(turned_boxes* out, const turned_way* w, const frame* f, double defect,
                          const double low[3], const double high[3]);

// Of four triangles.
typedef struct turned_bounds {
    double bound[4];    // no point is deeper
    double promise[4];  // some may be about so deep; anything where the bound is no more than stop
} turned_bounds;

// All of it holds in any rounding mode (docs/proofs/revolution.md, "Solids of revolution"), and is the same in every form.
typedef struct turned_kernels {
    // wide_probe.bound of a turned_boxes: depths.
    void (*boxes)(const wide_probe* p, const wide_node* n, wide_bounds* out);
    void (*triangles)(const turned_way* w, const double* const corner[4][3], double stop,
                      turned_bounds* out);
} turned_kernels;
// Those of a set; of one that this machine lacks they must not be called.
const turned_kernels* turned_kernels_of(simd_set set);

#endif
