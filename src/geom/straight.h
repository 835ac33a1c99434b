// straight.h - two triangles whose bodies go straight: from when to when they share a point, in doubles and exactly
// (docs/proofs/motion.md, "Straight ways").
//
// Matrices stay, so the directions of all axes that can separate two triangles stay, and along each of them one goes past
// the other at a constant rate. So they are in contact from one time to another, both of them quotients of determinants, and
// the first is the latest at which they meet along an axis. Times are those of a piece: 0 where it begins, 1 where it ends.
#ifndef ABUT_GEOM_STRAIGHT_H
#define ABUT_GEOM_STRAIGHT_H
#include "geom/pose.h"
#include "geom/posed_pair.h"
#include "geom/real.h"
#include "geom/tri_tri.h"

// How one body goes. Where it starts is the real sum of the start's translation and the ways that it has gone since.
typedef struct straight_body {
    const affine* start;
    const double* gone;      // of each three numbers; borrowed, NULL if count is 0
    size_t stride, count;    // from one of these to the next; how many
    const double *way, *to;  // it goes so far, or up to there; NULL, NULL: it rests. Borrowed
} straight_body;

// Both bodies, made ready.
typedef struct straight_course {
    // a's matrix without its translation, and b beside it where it is at base, rounded once.
    affine side[2];
    pose_pair poses;  // of these
    double base;
    double place_error;  // of each coordinate of b's translation
    double way[3];       // b's as seen from a, rounded once
    int is_moderate;     // doubles tell something of it
    // In real arithmetic; they stay on the stack.
    real3 place[2], go[2];    // of each body, at 0
    real3 between, relative;  // b's place and way as seen from a
    real_stack* stack;        // what is behind is scratch
} straight_course;

// One body is pushed along a way, times 2^exponent, and the other rests. Back: from where it is at 2^far to where it is at 0, times
// being counted from there on.
typedef struct straight_push {
    const affine* pose[2];  // b is pushed
    const double* way;
    int exponent, far, is_back;
} straight_push;

// Make both ready, as they are at 0. All numbers are finite.
void straight_prepare_push(straight_course* out, real_stack* stack, const straight_push* push);
void straight_prepare(straight_course* out, real_stack* stack, const straight_body body[2]);
// Look from another time on: bounds are of times after it.
void straight_look_from(straight_course* s, double base);
// Where b is at a time, as seen from a: rounded once.
void straight_between(const straight_course* s, double time, double out[3]);

// ------------------------------------------------------------------------------------------------ doubles

// When two triangles share a point, after base: each time is between its lo and its hi. What was before base counts as base.
typedef struct straight_bounds {
    double enter_lo, enter_hi, leave_lo, leave_hi;
    int is_apart;    // they never do, after base
    int is_certain;  // they do, from a time up to enter_hi on; else they may never
    int is_open;  // certain: and from there to leave_lo, if that is later, they pass through each other
    unsigned
        axes;  // certain: those that may be the last along which they meet (STRAIGHT_AXES); else all may be
} straight_bounds;

// Bits of axes: the normals of both, then edge i of a across edge j of b at 2 + 3 i + j.
#define STRAIGHT_AXES 11

// Bound it for two triangles placed by s->poses. In every rounding mode. Cost: some 0.3 us.
void straight_bound(const straight_course* s, const posed_triangle* a, const posed_triangle* b,
                    straight_bounds* out);

// ------------------------------------------------------------------------------------------------ exactly

// A quotient; the denominator is positive.
typedef struct straight_time {
    real numerator, denominator;
} straight_time;

// From when to when. Without a bound it has always been, or always will be.
typedef struct straight_meeting {
    int has_enter, has_leave;
    // Two triangles that pass through each other all the time between; else they only touch, ever.
    int is_open;
    straight_time enter, leave;
    // Along which they meet last: the number of its bit; of edges in one plane also STRAIGHT_AXES + 3 side + i, across edge i of
    // that side in the plane; -1: none of these.
    int axis;
} straight_meeting;

// Find when two triangles share a point, at any time. vertex: three of a, three of b. Numbers are left on the stack. Returns
// whether they ever do. axes: all of these, of which straight_bound says that they are enough, and then leave and is_open mean nothing;
// 0: all.
int straight_meet(const straight_course* s, const double* const vertex[6], unsigned axes,
                  straight_meeting* out);

// The plane between two triangles as they come to meet, across the axis along which they do so last.
typedef struct straight_plane {
    double normal[3];        // from a to b, each coordinate rounded once; the largest about 1
    int corner[2];           // one of a that is in it then, and one of b
    const double* on[2][3];  // all of these; NULL behind them
    real3 exact;             // the normal, times some positive number
    real reach[2];           // how far a reaches along it, and from where on b does at 0
} straight_plane;

// Make it. axis: of what straight_meet found, 0 or more. vertex: as there. Its exact numbers are left on the stack.
void straight_plane_make(const straight_course* s, const double* const vertex[6], int axis,
                         straight_plane* out);
// Whether two other triangles certainly do not meet before: all of a's is behind the plane, all of b's beyond. from: those that it
// was made of. Cost: a tenth of straight_meet.
int straight_is_no_earlier(const straight_plane* plane, const posed_triangle from[2],
                           const posed_triangle* a, const posed_triangle* b);

// The same in exact numbers, of one vertex of a (side 0): whether it is behind the plane or in it; of b: beyond it or in it.
int straight_is_exactly_beyond(const straight_course* s, const straight_plane* plane, int side,
                               const double vertex[3]);

// -1, 0 or 1 as x is before, at or after y.
int straight_compare(real_stack* stack, const straight_time* x, const straight_time* y);
int straight_compare_double(real_stack* stack, const straight_time* x, double y);
// The doubles next to piece + x, the same if it is one. x is not negative.
void straight_enclose(real_stack* stack, const straight_time* x, size_t piece, double* lo,
                      double* hi);

// Find the first corner of what two triangles share at a time at which they do, as contact_find orders them: its features, and
// where it is in the world, which is in a frame (NULL: none). Each coordinate is rounded once. plane: at which they meet then:
// all that they share is in it; NULL: not known. reduced: of a, of b.
void straight_corner(const straight_course* s, const double* const vertex[6],
                     const corners reduced[2], const straight_time* time,
                     const straight_plane* plane, const affine* frame, abut_event* features,
                     double point[3]);

#endif
