// volume_event.h - where the edges of two triangles pass through the other one, once b is moved by an infinitely small
// (e1, e2, e3), e1 far above e2 far above e3 > 0: then nothing touches but it crosses, and each crossing is of an edge and
// the inside of a face (docs/proofs/depth.md, 18).
#ifndef ABUT_QUERY_OVERLAPS_VOLUME_EVENT_H
#define ABUT_QUERY_OVERLAPS_VOLUME_EVENT_H
#include "geom/posed_pair.h"
#include "query/overlaps/volume_place.h"

typedef struct volume_event {
    uint8_t side, edge;  // whose edge, and which
    int8_t
        up;  // 1: along the triangle's own sense it goes to where the other's normal points, else -1
    double share, slip;  // how far along it, and how wrong that may be
    double x[3], error;  // the point, and how wrong a coordinate may be
} volume_event;

// A triangle of each model, placed for signs and for lengths.
typedef struct volume_pair {
    const volume_place* place;
    posed_triangle triangle[2];
    posed_pair pair;
    const double* corner[2][3];  // as volume_place has them
} volume_pair;

// The sign of the shift along the normal of a side's triangle.
int volume_shift_sign(volume_pair* v, int side);
// Find the two ends of the segment that two triangles share once b is moved so: first where it begins, seen along n_a x n_b,
// the normals as the triangles have them. contact: of the pair, without the shift.
// Returns 0 if they share none.
int volume_events_find(volume_pair* v, const abut_contact* contact, volume_event out[2]);

#endif
