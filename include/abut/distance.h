// distance.h - how far two models are from each other, and whether that is far enough, exactly
// SPDX-License-Identifier: MIT
#ifndef ABUT_DISTANCE_H
#define ABUT_DISTANCE_H
#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------- distance

// How exactly, and how far to look. Zeroed: exactly, however far.
typedef struct abut_distance_ask {
    double absolute;       // the search may end when hi - lo is at most this, or at most
    double relative;       // this times hi; 0 and 0: exact
    double within;         // look no farther; 0: as far as it takes. With absolute as large, any
                           // pair that is not farther ends it: a yes or no
    uint64_t budget;       // tests of pairs of volumes and of triangles, never more; 0: no limit
    double deadline;       // microseconds from the call on; 0: none
    int coherent;          // begin with the pair that this query answered with last
    abut_detail detail;    // ABUT_DETAIL_POINTS: features and points too
    uint64_t reserved[4];  // 0
} abut_distance_ask;

// The distance is the least |p - q| of points p of a's triangles and q of b's, in the world, in
// real arithmetic on the numbers given: lo <= distance <= hi, always. It is that of the surfaces:
// of a model inside another one it is how far it is from the walls.
typedef struct abut_distance_answer {
    // Exact: the doubles next to the distance, equal if it is one. Infinite: one model is empty.
    double lo, hi;
    int complete;    // 0 if the budget or the deadline ended it
    int is_farther;  // 1 if it is known to exceed what was asked within; hi may be infinite then
    int has_pair;    // 1 if there is a pair:
    // Two triangles at most hi from each other. Exact: of all the nearest, the least.
    abut_pair pair;
    // Asked for points, and complete: the features that hold the nearest points of these two, and
    // the points. Of several, the least sum of dimensions, then the least feature of a, then of b.
    // Each coordinate is rounded once, so the points' distance need not round to lo or hi.
    abut_event features;
    double a_point[3], b_point[3];                                     // in the world
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;  // as in abut_hits
} abut_distance_answer;

// Find how far a is from b. Both models by one method: ABUT_METHOD_WIDE (the default), BRUTE,
// AABB, OBB or SPHERE; others give ABUT_BAD_COMBINATION.
// lo and hi, and the pair, are the same for all of them, any number of threads, any instruction
// set and rounding mode; lo and hi also with a and b exchanged. With a tolerance they may not be.
// 0 if abut_collide finds a contact; the pair is then the least in contact, and features and
// points are those of its first corner.
// Equal poses do not drop out, as they do for contacts: a pose that is not quite rigid keeps
// contacts, not lengths. Equal frames do, where they turn by quarters or not at all.
// Returns as abut_collide; ABUT_BAD_ARGUMENT for a number that is negative, ABUT_NOT_FINITE for
// one that is not finite (within may be infinite).
// A long search without budget or deadline is shared by the workers of the query's host (wide).
// Answer and counters are the same for any number of them, and the same each time.
// Cost: some 15 to 50 microseconds where models of 100 000 triangles are apart by less than their
// size. From a thousand times their size on, each triangle is looked at a few times: a
// millisecond (wide; other methods get slower from ten thousand sizes on, and go towards all
// pairs). All pairs that are equally near are looked at. A tolerance of 1 % may save most of that.
// Some 100 to 1000 sizes apart, and against a model 10^5 times smaller, floats tell less: where
// many parts are then as near, it may take a thousand times that.
// In contact, exactly: that of abut_collide for all pairs, since the least is told.
// Allocates in the first calls only.
// Source: the duals of Gilbert, Johnson & Keerthi 1988; the walk is that of Gottschalk 1996 with
// bounds of distances, as Larsen, Gottschalk, Lin & Manocha 2000 have it.
ABUT_API abut_status abut_distance(abut_query* query, const abut_instance* a,
                                   const abut_instance* b, const abut_distance_ask* options,
                                   abut_distance_answer* out);

// Ask abut_distance many questions, on all workers: one question each at a time. options as there,
// the same for all. *out: count answers in the order of the questions, which live in the batch
// until its next call. They are those of abut_distance, counters included, for any number of
// workers; with coherent each pair begins with its own last answer in a coherent call.
// Returns as abut_distance: the status of the first that fails, and then no answers. Cost: that
// of abut_distance, shared by the workers; soon no allocation, if calls are of like size.
ABUT_API abut_status abut_distance_batch(abut_batch* batch, const abut_question* questions,
                                         size_t count, const abut_distance_ask* options,
                                         const abut_distance_answer** out);

// ------------------------------------------------------------------------------------ clearance

// How near two models come to each other.
typedef enum abut_band {
    ABUT_BAND_UNDECIDED = 0,  // a budget or a deadline ended it before anything was found
    ABUT_BAND_CONTACT = 1,    // they share a point
    ABUT_BAND_CLOSE = 2,      // no contact, but not farther (strict: nearer) than their margins
    ABUT_BAND_CLEAR = 3,      // proved: neither
} abut_band;

// Return the band in lower case ("close"); NULL if there is no such value.
ABUT_API const char* abut_band_text(abut_band band);

// What is too close, and how much of the answer is wanted. Zeroed: all pairs that are not farther
// than the margins, without details.
typedef struct abut_clearance_ask {
    int strict;    // 1: but for contacts, only what is nearer than the margins; 0: as far is, too
    size_t limit;  // stop after so many pairs of triangles; 1: is it too close?; 0: find all
    // KINDS: also lo, hi and kind of each pair; POINTS: features and points too.
    abut_detail detail;
    uint64_t budget;       // tests of pairs of volumes and of triangles; 0: no limit
    double deadline;       // microseconds from the call on; 0: none
    uint64_t reserved[4];  // 0
} abut_clearance_ask;

// How near two triangles are.
typedef struct abut_approach {
    // The doubles next to their distance, equal if it is one; 0 in contact.
    double lo, hi;
    abut_kind kind;  // ABUT_KIND_APART unless they are in contact
    // Asked for points: the features that hold their nearest points, and the points, as in
    // abut_distance_answer. In contact: of the first corner of what they share.
    abut_event features;
    double a_point[3], b_point[3];  // in the world
} abut_approach;

// The answer. It lives in the query, until the query's next call.
typedef struct abut_clearance_answer {
    // Of all that was found. Under a limit it may be CLOSE where a contact was not come to.
    abut_band band;
    const abut_pair* pairs;           // that are too close; sorted by a, then b
    const abut_approach* approaches;  // parallel to pairs; NULL unless details were asked for
    size_t count;                     // how many pairs
    size_t contact_count;             // those of them that are in contact
    // 1: these are all pairs. 0: a limit, a budget or a deadline ended the search early.
    int complete;
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;  // as in abut_hits
} abut_clearance_answer;

// Find the triangles of a and b that are at most a->margin + b->margin from each other. Distances
// and the sum of the margins are those of real arithmetic on the numbers given: nothing is
// rounded, so a gap of exactly that size is told from one that is larger in the last place.
// Models and methods are those of abut_distance; pairs and details are the same for all of them,
// as there. Under a limit, which pairs are found may depend on the method.
// What is in contact is always found, however strict, and with margins of 0 nothing else, as
// abut_collide finds it. An empty model is clear of everything.
// Equal poses do not drop out, but for contacts, as in abut_distance.
// Returns as abut_collide; ABUT_BAD_ARGUMENT for a margin or a deadline that is negative,
// ABUT_NOT_FINITE for one that is not finite.
// Cost: about that of abut_collide where as many pairs are in contact, more where many pairs are
// just beyond the margins; with kinds about 2 microseconds more a pair, with points 3 to 10. Where
// gaps are exactly as large as the margins, some 2 microseconds more for each such pair. Models a
// thousand times their size apart, with margins about as large, go towards all pairs. Long calls
// are shared by the query's workers as abut_collide has it. Allocates in the first calls only.
// Source: as abut_distance.
ABUT_API abut_status abut_clearance(abut_query* query, const abut_instance* a,
                                    const abut_instance* b, const abut_clearance_ask* options,
                                    abut_clearance_answer* out);

// Ask abut_clearance many questions, as abut_distance_batch does of distances. Margins are those
// of each question's instances. *out: count answers, with their pairs and approaches, which live
// in the batch until its next call. They are those of abut_clearance, counters included, for any
// number of workers. Returns as abut_clearance: the status of the first that fails, and then no
// answers. Cost: that of abut_clearance, shared by the workers.
ABUT_API abut_status abut_clearance_batch(abut_batch* batch, const abut_question* questions,
                                          size_t count, const abut_clearance_ask* options,
                                          const abut_clearance_answer** out);

// ---------------------------------------------------------------------------------------- slack

// How far rounding can have moved any point of a model whose pose is a product, made in doubles:
//     rotation = outer.rotation * inner.rotation
//     translation = outer.rotation * inner.translation + outer.translation
// each operation rounded to nearest, fused or not. *out is at least the distance of a point from
// where the same product in real arithmetic has it. So if two models with such poses would be in
// contact by the real products, abut_distance finds them no farther apart than the sum of both
// slacks.
// products: how many were made one after the other, each with a new outer pose about what was
// there: of all outer poses give the one with the greatest translation, and likewise of all inner
// ones. None may be farther from rigid than outer is. 0: nothing was rounded, and *out is 0.
// With frames (abut_instance) nothing is rounded, and there is no need to ask.
// Returns ABUT_OK, ABUT_BAD_ARGUMENT, as abut_pose_check, or ABUT_BAD_SCALE for a scale that is
// not 1. *out is infinite where numbers are too large to tell. Cost: a few dozen operations.
ABUT_API abut_status abut_pose_slack(const abut_pose* inner, const abut_pose* outer, int products,
                                     const abut_model* model, double* out);

#ifdef __cplusplus
}
#endif
#endif
