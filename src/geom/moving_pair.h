// moving_pair.h - two triangles whose vertices move linearly: when do they first share a point? (docs/proofs/vertices.md, "Vertices
// that move".) Two that share none at time 0 are first met by a vertex of one and the other, or by two edges.
//
// Triangles of one mesh may have common vertices: a vertex and a triangle that has it, or two edges with a common end, are no
// event then, for they share that point always.
#ifndef ABUT_GEOM_MOVING_PAIR_H
#define ABUT_GEOM_MOVING_PAIR_H
#include "geom/moving.h"

#include "abut/abut.h"

typedef struct moving_triangle {
    const double* at[3][2];  // its vertices at time 0 and at time 1; borrowed
    uint32_t id[3];          // equal ids: a common vertex; those of two meshes differ
} moving_triangle;

typedef struct moving_pair {
    const moving_triangle* side[2];
    int common;           // how many vertices of the first are the second's, too
    int is_common[2][3];  // which of each are the other's
} moving_pair;

void moving_pair_make(moving_pair* p, const moving_triangle* a, const moving_triangle* b);

// Whether there certainly is no event until a time, nor contact at 0 beyond common vertices: proved by directions, in doubles and in
// any rounding mode. Cost: some 30 to 60 ns.
int moving_pair_is_apart(const moving_pair* p, double until);

// Whether there certainly is no event before a time, exactly, since along an axis the one stays ahead of the other: so where many
// touch at once, most are told from the first in 2 us. For triangles without common vertices.
int moving_pair_is_no_earlier(real_stack* s, const moving_pair* p, const polynomial_root* time);

// What deciding it took.
typedef struct moving_work {
    unsigned intervals;  // of time, in doubles
    unsigned exact;      // questions about four points that needed integers
} moving_work;

// Find the first event in [0, until]. Of several at one time that with the least sum of dimensions of its features, then the
// least feature of a, then of b. Returns 0 if there is none. The numbers stand on the stack.
int moving_pair_first(real_stack* s, const moving_pair* p, double until, moving_meeting* first,
                      abut_event* features, moving_work* work);

// About where features are at a time, for who wants to look: on a, and on b as near to that as it comes.
void moving_pair_points(const moving_pair* p, abut_event features, double time, double a_point[3],
                        double b_point[3]);

#endif
