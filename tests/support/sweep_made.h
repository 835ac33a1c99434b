// sweep_made.h - small bodies and motions by number: boxes, tetrahedra, plates, needles and loose triangles that go straight, about hinges,
// on screws, by many turns, from pose to pose, along paths, one of them or both; most aimed so that a corner is a
// little inside or before a face at a known time, some of them just grazing it.
#ifndef ABUT_TESTS_SUPPORT_SWEEP_MADE_H
#define ABUT_TESTS_SUPPORT_SWEEP_MADE_H
#include "support/sweep_walk.h"

#include <stdint.h>

enum { MADE_TRIANGLES = 12, MADE_PIECES = 3 };

typedef enum made_shape {
    MADE_TRIANGLE,
    MADE_TETRAHEDRON,
    MADE_BOX,
    MADE_PLATE,
    MADE_NEEDLE,
    MADE_LOOSE,  // four triangles anyhow
    MADE_SHAPES,
} made_shape;

typedef enum made_motion {
    MADE_REST,
    MADE_STRAIGHT,
    MADE_HINGE,
    MADE_SCREW,
    MADE_TURNS,    // some
    MADE_HALF,     // a half turn about an axis of coordinates, or some other
    MADE_BETWEEN,  // two poses
    MADE_MOTIONS,
} made_motion;

typedef enum made_aim {
    MADE_ANYHOW,
    MADE_DEEP,   // a corner is in a body, by about 10^-k
    MADE_GRAZE,  // the same, and at that time it goes along the face
    MADE_MISS,   // as graze, and it is outside
    MADE_AIMS,
} made_aim;

typedef enum made_twist {
    MADE_PLAIN,
    MADE_WARPED,     // poses that are scaled, mirrored, or not quite rotations
    MADE_FAR_PIVOT,  // turns by little about what is far away
    MADE_FAST,
    MADE_SLOW,
    MADE_OFFSET,  // all of it far from the origin
    MADE_SCALED,  // all of it by a power of two
    MADE_TWISTS,
} made_twist;

typedef struct sweep_made {
    sweep_case c;  // it points into this struct
    double corners[2][9 * MADE_TRIANGLES];
    abut_motion pieces[2][MADE_PIECES];
    abut_pose to[2][MADE_PIECES];
    made_shape shape[2];
    made_motion motion[2];  // of the first piece
    made_aim aim;
    made_twist twist;
    double when, depth;  // what was aimed at
} sweep_made;

void sweep_make(sweep_made* out, uint64_t seed, uint64_t index);
// The same, of given motions; MADE_MOTIONS: any.
void sweep_make_of(sweep_made* out, uint64_t seed, uint64_t index, made_motion a, made_motion b);

#endif
