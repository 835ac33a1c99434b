// overlap.h - what two models share: curves along which they meet, areas, and volume
// SPDX-License-Identifier: MIT
#ifndef ABUT_OVERLAP_H
#define ABUT_OVERLAP_H
#include "abut/point.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------- curves

// Triangles of a and of b that are in contact share a point, a segment or a polygon, whose corners
// are exact events: a feature of one on a feature of the other. Corners of neighbours are the same
// if these features are: the same vertices, edges and triangles. So segments are joined to curves,
// and polygons to patches, without any tolerance.
//
// What is at an end of a curve.
typedef enum abut_curve_end {
    ABUT_CURVE_END_NONE = 0,  // it is closed, or a point
    // Nothing goes on: a border of one of the surfaces is there, or surfaces touch no farther.
    ABUT_CURVE_END_OPEN = 1,
    ABUT_CURVE_END_JUNCTION = 2,  // three or more segments meet there, or a patch does
} abut_curve_end;

// Return the end in lower case ("junction"); NULL if there is no such value.
ABUT_API const char* abut_curve_end_text(abut_curve_end end);

// Along what a curve runs.
typedef enum abut_curve_kind {
    ABUT_CURVE_CROSSING = 1,  // surfaces pass through each other, along a part of it at least
    ABUT_CURVE_TOUCHING = 2,  // they touch in segments, and do not pass through each other
    ABUT_CURVE_BORDER = 3,    // the border of a patch; it is closed
    ABUT_CURVE_POINT = 4,     // one point, where triangles touch and nothing else is near
} abut_curve_kind;

// Return the kind in lower case ("crossing"); NULL if there is no such value.
ABUT_API const char* abut_curve_kind_text(abut_curve_kind kind);

// A polyline, or a loop, of the answer's points first to first + count - 1. A loop does not name
// its first point again; what leaves a junction and comes back to it is none, and does.
// It begins with its least pair if it is a loop; else at the end that has the lesser one, if it is
// not directed.
typedef struct abut_curve {
    size_t first, count;   // its points
    abut_curve_kind kind;  // along what it runs
    int is_closed;         // 1: a loop
    // 1: the inside of b, as its triangles have it, is on the left for who stands on a, on the
    // side from which the corners of a's triangles run counter-clockwise; a pose that mirrors
    // takes both along. 0: neighbours contradict each other, or it does not cross.
    int is_directed;
    abut_curve_end begin, end;    // what is at its ends
    uint32_t region;              // which it belongs to
    uint32_t patch;               // BORDER: of which patch; else UINT32_MAX
    double length_lo, length_hi;  // its length is between these
} abut_curve;

// A point of a curve.
typedef struct abut_curve_point {
    double x[3];       // in the world, rounded once
    abut_pair pair;    // of triangles that share the segment from here to the next point
    abut_event event;  // the features of these two that meet here
} abut_curve_point;

// Coplanar contact, joined where polygons share a border, also around an edge that both have.
typedef struct abut_patch {
    uint32_t region;  // which it belongs to
    // 1: both surfaces face the same way, as their triangles have it in the files; -1: against
    // each other; 0: some so, some so.
    int facing;
    double area_lo, area_hi;  // its area is between these
    double vector_area[3];    // as a's triangles have it; about as exactly as area
    size_t pair_count;        // of triangles
    abut_pair first_pair;     // the least
} abut_patch;

// --------------------------------------------------------------------------------------- regions

// Where two models meet: curves and patches that are connected. With volumes also by the surfaces
// in between: then it is a connected part of what both solids share, and everything about it.
// (Patches that only touch are joined by a shift then: other ones with a and b exchanged.)
typedef struct abut_region {
    // Of all its points in the world, as they are told; with volumes of its surfaces, too.
    double low[3], high[3];
    double length_lo, length_hi;  // of its curves, but for borders of patches
    double area_lo, area_hi;      // of its patches
    double volume_lo, volume_hi;  // of what both solids share here; NaN where not asked
    // With volumes of the part of a's surface that is within b, outward, and half of what is in
    // both surfaces and faces alike: minus that of b's, but for roundings. Else half the sum of
    // x cross dx along its directed curves without open ends.
    double vector_area[3];
    size_t curve_count, patch_count;  // how many curves and patches name it
    const uint32_t* a_triangles;      // in contact here, sorted
    const uint32_t* b_triangles;      // likewise
    size_t a_count, b_count;          // how many of each
} abut_region;

// What is asked. Zeroed: curves, patches and regions.
typedef struct abut_overlap_ask {
    int volume;  // 1: of what both solids share, and of each region
    // With volume: of a's model, with abut_solid_check done. NULL: it is made for this call, which
    // costs more than the rest.
    const abut_solid* a_solid;
    const abut_solid* b_solid;  // likewise of b's
    uint64_t reserved[4];       // 0
} abut_overlap_ask;

// The answer. It lives in the query, until the query's next call.
typedef struct abut_overlap_answer {
    const abut_curve* curves;        // sorted by their least pair; borders of patches included
    size_t curve_count;              // how many
    const abut_curve_point* points;  // of all curves
    size_t point_count;              // how many
    const abut_patch* patches;       // sorted by their least pair
    size_t patch_count;              // how many
    const abut_region* regions;   // sorted by their least pair; without any after these, by volume
    size_t region_count;          // how many
    double length_lo, length_hi;  // of all curves, but for borders of patches
    double area_lo, area_hi;      // of all patches
    // Asked for: of what the solids share, as those of components that are solids. NaN: not asked,
    // or one model has none.
    double volume_lo, volume_hi;
    // Components with triangles that have an area, and no part in the volume: open, or crossing.
    // abut_solid_parts names them.
    size_t a_left_out, b_left_out;
    abut_hits hits;  // what abut_collide gives, with points
} abut_overlap_answer;

// Find what a and b share. Both models by one method: ABUT_METHOD_WIDE (the default) or BRUTE;
// others give ABUT_BAD_COMBINATION. options may be NULL.
// Which curves, patches and regions there are, and their order, is exact, and the same for both
// methods and any number of threads. Points are rounded once, and lengths, areas and volumes are
// between lo and hi in real arithmetic on the numbers given.
// Parts of one model that cross each other without a common vertex are not joined by that.
// Volumes: a model's solids are its closed components without crossings, as abut_solid_check finds
// them; what is inside is told by parity (contain.h). What touches shares no volume.
// Returns as abut_collide; ABUT_BAD_COMBINATION also for a solid of another model, or one that was
// not checked.
// Cost: that of abut_collide with points, and half of that again; with volumes also linear, some
// nanoseconds a triangle. Allocates in the first calls only, but for solids that it makes, and for
// rays: these are asked where components of which nothing is in contact may be inside the other.
ABUT_API abut_status abut_overlap(abut_query* query, const abut_instance* a,
                                  const abut_instance* b, const abut_overlap_ask* options,
                                  abut_overlap_answer* out);

#ifdef __cplusplus
}
#endif
#endif
