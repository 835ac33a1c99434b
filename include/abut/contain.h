// contain.h - how two models stand to each other: which is inside, which crosses
// SPDX-License-Identifier: MIT
#ifndef ABUT_CONTAIN_H
#define ABUT_CONTAIN_H
#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------ containment

// How two models, or a connected component of one and the whole other model, stand to each other.
// A component is a set of triangles that are connected by vertices, equal bit by bit. It is
// closed if it has triangles that are not degenerate, and an even number of these on every edge.
// A point is inside a model if an odd number of its closed components enclose it: so a closed
// surface within another one bounds a cavity, and orientation does not matter.
typedef enum abut_relation {
    ABUT_RELATION_UNKNOWN = 0,   // see the reason
    ABUT_RELATION_SEPARATE = 1,  // no contact, and neither is inside the other
    ABUT_RELATION_TOUCHING = 2,  // in contact, but not crossing
    // In contact, and at a shared point they pass through each other or overlap: a pair of
    // triangles is ABUT_KIND_CROSS, or arbitrarily near to the point one of the two surfaces has
    // a point inside the other model, or both models share an inside. So a box that touches the
    // wall of a larger one from within crosses it, and so do equal boxes in one place.
    ABUT_RELATION_CROSSING = 3,
    ABUT_RELATION_A_INSIDE_B = 4,  // no contact
    ABUT_RELATION_B_INSIDE_A = 5,
} abut_relation;

// Why a relation is not known.
typedef enum abut_reason {
    ABUT_REASON_NONE = 0,        // it is known
    ABUT_REASON_OPEN = 1,        // they touch, no pair crosses, and neither has an inside
    ABUT_REASON_AMBIGUOUS = 2,   // the winding number is about 0.5, or differs among vertices
    ABUT_REASON_UNORIENTED = 3,  // what is around it is neither closed nor consistently oriented
} abut_reason;

// Return the relation in lower case ("a inside b"); NULL if there is no such value.
ABUT_API const char* abut_relation_text(abut_relation relation);

// Return the reason as one line of English; NULL if there is no such value.
ABUT_API const char* abut_reason_text(abut_reason reason);

// A component of one model, and how it stands to the other.
typedef struct abut_component {
    size_t triangle_count;    // its own
    uint32_t first_triangle;  // the lowest index; components come in this order, that of the file
    abut_relation relation;   // to the whole other model
    abut_reason reason;       // of ABUT_RELATION_UNKNOWN, else ABUT_REASON_NONE
    int has_winding;          // 1 if a winding number was needed
    // The winding number of the other model's components that are not closed, about the vertex of
    // this one, among at most six, where it is nearest to 0.5 in size. The six have the least and
    // the greatest x, y and z in the file; where several do, the next coordinates decide. Within
    // winding_error of the true one.
    double winding, winding_error;
} abut_component;

// How two models stand to each other.
typedef struct abut_containment {
    abut_relation relation;   // of the whole
    abut_reason reason;       // of ABUT_RELATION_UNKNOWN: the least of the components' reasons
    const abut_component* a;  // the components of a
    const abut_component* b;  // those of b
    size_t a_count, b_count;  // how many components
    abut_hits hits;           // what abut_collide gives
} abut_containment;

// Find how a and b, and their components, stand to each other. options as for abut_collide, but
// limit, budget, deadline and any must be 0, else ABUT_BAD_COMBINATION.
// All is exact, but for what is enclosed by components that are not closed: such ones count as
// around a component without contact if together their winding number about its vertices (van
// Oosterom & Strackee 1983) is above 0.6 in size, and not if it is below 0.4. Nor does a component
// whose box is apart from the box about them: along the axes of the world; or for equal poses
// along those of the files, for others in equal frames along those of the frame. Boxes are
// compared exactly. So models whose boxes are apart are separate, and abut_world need not ask
// about them. The last bits of the number depend on the rounding mode, and on nothing else: not on
// the method, the order of triangles, corners and vertices, or which model is a. Where closed
// components touch open ones, only the closed ones have an inside.
// A component with contact is touching or crossing. One without that is inside counts as that,
// else it has the opposite relation if it encloses a component of the other model that is inside.
// The relation of the whole is the first of these that holds: crossing, unknown, if some
// component is; a inside b, if all components of a are and not all of b; b inside a, the other
// way round; crossing, if some component is inside; touching, if some component is; separate.
// The answer lives in the query, until its next call. Returns as abut_collide.
// Cost: that of abut_collide; linear, about a microsecond a triangle, much less where the models
// are far apart; up to 100 microseconds a pair that touches; for each component within the box of
// components that are not closed, six times their triangles. Allocates up to 300 bytes a triangle
// until the return.
ABUT_API abut_status abut_contain(abut_query* query, const abut_instance* a,
                                  const abut_instance* b, const abut_ask* options,
                                  abut_containment* out);

#ifdef __cplusplus
}
#endif
#endif
