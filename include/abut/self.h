// self.h - where a model meets itself: pairs of its triangles that share more than neighbours do
// SPDX-License-Identifier: MIT
#ifndef ABUT_SELF_H
#define ABUT_SELF_H
#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------------- self

// Vertices are the same if they are equal bit by bit (-0 as 0): the model has merged these. Two
// triangles of one soup are told if they share a point that is not in the convex hull of their
// common vertices, or if they are duplicates:
//     no common vertex    any shared point is told
//     one                 any but that vertex
//     two                 any but those of the edge between them
//     all, of both        always: they are duplicates, whatever their order
// So a clean mesh has no pairs. All is decided in real arithmetic on the numbers given, as
// abut_collide decides contact. Neighbours whose vertices are nearly the same, but not bit by bit,
// are told if they touch.
//
// How two triangles meet: the first of these that holds.
typedef enum abut_self_class {
    ABUT_SELF_DUPLICATE = 1,  // they have the same vertices
    // Two common vertices, in one plane, on the same side of the edge between these.
    ABUT_SELF_FOLDED = 2,
    ABUT_SELF_CROSSING = 3,  // ABUT_KIND_CROSS
    // ABUT_KIND_COPLANAR, and what they share is not all on the borders of both. A triangle that
    // is only a segment or a point is all border.
    ABUT_SELF_OVERLAP = 4,
    // All that they share is on the borders of both, and a vertex of one is inside an edge of the
    // other, which it is no vertex of; in one plane or not. Of a triangle that is only a segment
    // the two ends count here, and the edge between them.
    ABUT_SELF_T_JOINT = 5,
    ABUT_SELF_TOUCHING = 6,  // in any other way
} abut_self_class;

// Return the class in lower case: "duplicate", "folded", "crossing", "overlap", "t-joint" or
// "touching"; NULL if there is no such value.
ABUT_API const char* abut_self_class_text(abut_self_class how);

// What a set of pairs says.
typedef enum abut_self_verdict {
    ABUT_SELF_UNDECIDED = 0,  // no pair was found, but not all was looked at
    ABUT_SELF_CLEAN = 1,      // proved: there is no pair
    ABUT_SELF_TOUCHES = 2,    // T-joints and touching ones alone
    ABUT_SELF_FOLDS = 3,      // some are folded or duplicates, but none is as follows
    ABUT_SELF_CROSSES = 4,    // some cross or overlap
} abut_self_verdict;

// Return the verdict in lower case: "undecided", "clean", "touching", "folded" or
// "self-crossing"; NULL if there is no such value.
ABUT_API const char* abut_self_verdict_text(abut_self_verdict verdict);

// How much of the answer is wanted. Zeroed: all pairs, without details.
typedef struct abut_self_ask {
    size_t limit;          // stop after so many pairs; 1: is it clean?; 0: find all
    int parts;             // 1: tell of each connected component, too
    abut_detail detail;    // KINDS: the meeting of each pair; POINTS: its events and points, too
    uint64_t budget;       // tests of pairs of volumes and of triangles, never more; 0: no limit
    double deadline;       // microseconds from the call on; 0: none
    uint64_t reserved[4];  // 0
} abut_self_ask;

// How the two triangles of a pair meet.
typedef struct abut_self_meeting {
    abut_self_class how;  // the class
    int shared_vertices;  // how many different vertices both have, 0 to 3
    // Bit 0: the first is only a segment or a point; bit 1: the second.
    int degenerate;
    abut_contact contact;  // as abut_collide tells it, with what they have in common
} abut_self_meeting;

// A connected component (contain.h), by itself.
typedef struct abut_self_part {
    size_t triangle_count;    // its own
    uint32_t first_triangle;  // the lowest index; components come in this order, that of the file
    size_t degenerate_count;  // its triangles that are only a segment or a point
    // Its edges with an odd number of triangles that are not degenerate: of holes and cracks.
    size_t border_edge_count;
    int is_closed;           // 1 as in contain.h: it has no such edge, and triangles with an area
    size_t own_count;        // pairs within it
    size_t other_count;      // pairs of a triangle of it and one of another component
    size_t class_counts[7];  // of its own pairs, by abut_self_class; [0] is 0
    abut_self_verdict verdict;  // of its own pairs
} abut_self_part;

// The answer. It lives in the query, until the query's next call.
typedef struct abut_self_hits {
    const abut_pair* pairs;             // a < b; sorted by a, then b
    const abut_self_meeting* meetings;  // parallel to pairs; NULL for ABUT_DETAIL_PAIRS
    size_t count;                       // how many pairs
    size_t class_counts[7];             // of pairs, by abut_self_class; [0] is 0
    abut_self_verdict verdict;          // of all pairs that were found
    const abut_self_part* parts;        // the components; NULL unless they were asked for
    size_t part_count;                  // how many
    // 1: these are all pairs. 0: a limit, a budget or a deadline ended the search early. Every
    // pair is a true one then, and the verdict may be that of a part of the truth.
    int complete;
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;  // as in abut_hits
} abut_self_hits;

// Find the pairs of triangles of one model that share more than what follows from their common
// vertices. Only points depend on the pose: pairs, classes and events are those of the file.
// options may be NULL: all pairs, no details, no parts. The model's method is ABUT_METHOD_WIDE
// (the default) or BRUTE; others give ABUT_BAD_COMBINATION. Pairs and details are the same for
// both, for any number of threads, and however the model was built. Under a limit, which pairs
// are found may depend on the method.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_BAD_COMBINATION, ABUT_NOT_FINITE
// for a deadline that is not, ABUT_CANCELLED, or as abut_pose_check. After a failure the query
// stays usable, but answers of earlier calls are gone.
// Long calls are shared by the workers of the query's host, as abut_collide has it.
// Cost: a quarter of a microsecond a triangle where neighbours are all that meets; a microsecond
// or two for each pair that is found; for parts a fifth of a microsecond a triangle more.
// Allocates in the first calls only, but for parts up to 200 bytes a triangle until the return.
// Source: the decision for neighbours is from the signs of abut_collide's; the walk is that of
// Gottschalk, Lin & Manocha 1996 for a tree against itself.
ABUT_API abut_status abut_self(abut_query* query, const abut_instance* instance,
                               const abut_self_ask* options, abut_self_hits* out);

#ifdef __cplusplus
}
#endif
#endif
