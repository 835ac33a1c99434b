// point.h - many points against one model: how far, where, inside or outside, how often around
// SPDX-License-Identifier: MIT
//
//     abut_batch* b;   abut_batch_create(&b, NULL);                  once
//     abut_solid* s;   abut_solid_build(&s, model, NULL);            once per shape, for sides
//     abut_points(b, &instance, points, count, &ask, &answers);      as often as you like
#ifndef ABUT_POINT_H
#define ABUT_POINT_H
#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------------ solid

// What is inside a model: its components (contain.h), which of them are closed, and what winding
// numbers need. It never changes once built: share it between threads without locks.
typedef struct abut_solid abut_solid;

// Build the solid of a model, which is borrowed and must outlive it; host: memory, and progress of
// the build. It may be NULL.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_CANCELLED, or ABUT_BAD_COMBINATION
// for a model whose method is not ABUT_METHOD_WIDE or BRUTE. Cost: linear.
ABUT_API abut_status abut_solid_build(abut_solid** out, const abut_model* model,
                                      const abut_host* host);
// Release a solid that nobody is using. NULL is fine.
ABUT_API void abut_solid_free(abut_solid* solid);

// What a solid is made of.
typedef struct abut_solid_info {
    size_t component_count;  // sets of triangles that are connected by vertices
    size_t closed_count;     // those that are closed: they have an inside
    size_t open_count;       // the others
    // Those of both with an edge that several triangles use, and not equally often in both
    // directions.
    size_t unoriented_count;
    size_t bytes;  // held
} abut_solid_info;
// Tell what a solid is made of. Returns ABUT_OK or ABUT_BAD_ARGUMENT.
ABUT_API abut_status abut_solid_describe(const abut_solid* solid, abut_solid_info* out);

// Why a component is no solid whose volume can be told.
typedef enum abut_fault {
    ABUT_FAULT_NONE = 0,  // it is one
    ABUT_FAULT_OPEN = 1,  // it has edges with an odd number of triangles
    ABUT_FAULT_FLAT = 2,  // all of its triangles are only segments or points
    // It crosses itself or another component, is folded onto itself, or is there twice. Parts that
    // are flush and face each other, as bricks are, have no fault.
    ABUT_FAULT_CROSSING = 3,
    ABUT_FAULT_UNKNOWN = 4,  // closed, but abut_solid_check was not called
} abut_fault;

// Return the fault as one line of English; NULL if there is no such value.
ABUT_API const char* abut_fault_text(abut_fault fault);

// A connected component of a solid (contain.h).
typedef struct abut_solid_part {
    size_t triangle_count;    // its own
    uint32_t first_triangle;  // the lowest index; parts come in this order, that of the file
    abut_fault fault;
    uint32_t
        crossing;  // CROSSING: the lowest triangle of it that meets another so; else UINT32_MAX
} abut_solid_part;

// Find, once, which closed components cross themselves or each other (self.h), also where their
// triangles only touch: volumes need to know (overlap.h). To be called before others use the
// solid. The query's answers are gone.
// Returns as abut_self. Cost: that of abut_self for all pairs, and some microseconds for each
// triangle that touches another one without a common vertex or edge.
ABUT_API abut_status abut_solid_check(abut_solid* solid, abut_query* query);

// Tell of each component. *out lives in the solid. Returns ABUT_OK or ABUT_BAD_ARGUMENT.
ABUT_API abut_status abut_solid_parts(const abut_solid* solid, const abut_solid_part** out,
                                      size_t* count);

// ----------------------------------------------------------------------------------------- points

// On which side of a model's closed components a point is: inside if an odd number of them enclose
// it, as in contain.h. So a closed surface within another one bounds a cavity, and orientation
// does not matter.
typedef enum abut_side {
    ABUT_SIDE_UNKNOWN = 0,  // not asked, or the model has no closed component
    ABUT_SIDE_ON = 1,       // on a triangle of any component: the distance is 0
    ABUT_SIDE_INSIDE = 2,
    ABUT_SIDE_OUTSIDE = 3,
} abut_side;

// Return the side in lower case ("inside"); NULL if there is no such value.
ABUT_API const char* abut_side_text(abut_side side);

// What is asked of each point. Zeroed: the nearest triangle, however far.
typedef struct abut_point_ask {
    size_t nearest;  // so many triangles, the nearest first; 0: 1
    double within;   // look no farther: what is farther is not told; 0: no limit
    // Of the instance's model: sides and signed distances too. NULL: these are not asked.
    const abut_solid* solid;
    int winding;           // 1, with a solid: winding numbers too
    uint64_t reserved[4];  // 0
} abut_point_ask;

// A triangle near a point.
typedef struct abut_point_near {
    double lo, hi;      // the doubles next to its distance in the world, equal if it is one
    uint32_t triangle;  // which it is
    // Of it, what holds its nearest point: the one of least dimension; of several as small, which
    // degenerate triangles have, the first.
    abut_feature feature;
    double point[3];  // that point, in the world: each coordinate rounded once
} abut_point_near;

// What was found about a point.
typedef struct abut_point_answer {
    // The nearest triangles, by distance, then by index: exactly, as real arithmetic on the
    // numbers given has it. So the first is the least of those that are nearest.
    const abut_point_near* near;
    size_t near_count;  // fewer than asked: the model has no more, or none within the limit
    abut_side side;     // UNKNOWN without a solid
    // With a solid whose side is known: the distance of the nearest triangle, negative inside, as
    // signed_lo <= it <= signed_hi. Else both are NaN; also where nothing is within the limit.
    double signed_lo, signed_hi;
    // Asked for: the winding number is in between (the sum of the solid angles of all triangles,
    // as seen from the point, over 4 pi; 1 inside what looks outward). Equal where all components
    // are closed and oriented, for then it is an integer; else some 1e-11 from each other, more
    // where the point is all but on a triangle. NaN on a triangle, and where not asked.
    double winding_lo, winding_hi;
} abut_point_answer;

// Find what is asked about count points, on all workers of the batch. points: count x 3, in the
// world. *out: count answers in the order of the points, which live in the batch until its next
// call. The model's method is ABUT_METHOD_WIDE (the default) or BRUTE; others give
// ABUT_BAD_COMBINATION. Answers are the same for both, for any number of workers, any order and
// grouping of points, any instruction set and rounding mode; but for winding_lo and winding_hi,
// which may differ where they are not equal.
// Distances are those of the world, also where a pose is not quite rigid. An empty model is near
// to nothing, and its side is UNKNOWN.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_CANCELLED, ABUT_BAD_ARGUMENT, ABUT_BAD_COMBINATION
// (also for a solid of another model, and for winding without a solid), ABUT_NOT_FINITE for a
// point or a number that is not finite (within may be infinite), or as abut_pose_check, also of a
// frame. No answers then.
// Cost (wide): below a microsecond a point where 100 000 triangles are about as near as the model
// is large, some microseconds where they are far; with its side some microseconds more. Each
// triangle that is exactly as near costs some microseconds, but for those that share the corner or
// the edge that is nearest. A winding number of what is open or not oriented costs some 0.1
// microseconds for each edge of its border and each triangle near the point. 104 bytes a point and
// 48 for each further triangle. Allocates in the first calls only.
ABUT_API abut_status abut_points(abut_batch* batch, const abut_instance* instance,
                                 const double* points, size_t count, const abut_point_ask* options,
                                 const abut_point_answer** out);

#ifdef __cplusplus
}
#endif
#endif
