// sweep_walk.h - bodies that move, in plain doubles: where they are at a time, how far apart, and a walk along the whole way in
// steps that cannot miss a contact which lasts. It proves nothing: whatever it sees is settled in big integers (sweep_oracle.h).
#ifndef ABUT_TESTS_SUPPORT_SWEEP_WALK_H
#define ABUT_TESTS_SUPPORT_SWEEP_WALK_H
#include "abut/motion.h"

#include <stddef.h>

typedef struct sweep_body {
    const double* corners;  // nine numbers for each triangle
    size_t count;
    abut_pose pose;
    const abut_motion* pieces;  // NULL: at rest
} sweep_body;

typedef struct sweep_case {
    sweep_body body[2];
    size_t pieces;
    double separation;
} sweep_case;

// Where a body is: x = m v + t.
typedef struct sweep_spot {
    double m[3][3], t[3];
} sweep_spot;

void sweep_spot_find(sweep_spot* out, const sweep_body* body, size_t pieces, double time);

// The degrees and the axis of the shorter arc from one matrix to another, which are rotations times a scale, but for little. Of those
// that are not quite, by the one of Shepperd's four forms that has the largest diagonal.
double sweep_arc(const double from[3][3], const double to[3][3], double scale, double axis[3]);

// The least distance of two triangles; 0: they cross.
double sweep_gap(double a[3][3], double b[3][3]);

// What a walk has seen. No: the least distance, and where it was.
typedef struct sweep_seen {
    int meets;            // at most the separation apart, or crossing
    double time, before;  // when, and the last time before that it had looked at
    double least;
    size_t a, b;  // the triangles
} sweep_seen;

// The distance at a time.
void sweep_look(const sweep_case* c, double time, sweep_seen* out);
// Walk, in steps of at least step, from one time to another, or to the first contact that is seen.
void sweep_walk(const sweep_case* c, double from, double until, double step, sweep_seen* out);
// Then: the earliest time at which a contact is seen, after the last at which it was not.
void sweep_bisect(const sweep_case* c, sweep_seen* out);

#endif
