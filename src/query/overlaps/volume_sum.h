// volume_sum.h - sums of volumes with a bound of their errors, from the boundary of what two solids share
// (docs/proofs/depth.md, 18). All in the unit of volume_place, volumes times 6 and areas times 2.
#ifndef ABUT_QUERY_OVERLAPS_VOLUME_SUM_H
#define ABUT_QUERY_OVERLAPS_VOLUME_SUM_H
#include "query/overlaps/volume_event.h"

// What was summed of a part of the boundary, and the box about it.
typedef struct volume_sum {
    double high, low, error;  // high + low is within error
    double more, less;  // so much more, or less, it may be, since nobody knows whose a hollow is
    double area[3];     // of a's surface, outward
    double box[2][3];   // lows, highs
    uint32_t vertex[2][3];  // which are there; UINT32_MAX: none
    uint8_t side[2][3];     // whose
} volume_sum;

volume_sum volume_sum_none(void);
// Add a sum to another.
void volume_sum_join(volume_sum* out, const volume_sum* other);

// The bounds, as volumes in the world.
void volume_sum_bounds(const volume_sum* s, const volume_place* p, double* lo, double* hi);

// Add all of a triangle, whose normal times outward points out of its solid.
void volume_sum_triangle(volume_sum* s, const volume_place* p, int side,
                         const double* const corner[3], int outward);
// Add what a segment of two triangles, as volume_events_find gives it, adds to the parts of both that are within the other.
void volume_sum_segment(volume_sum* s, const volume_pair* v, const volume_event ends[2],
                        const int outward[2]);

// A polygon that both share is a part of a's surface within b, or not, as the shift has it. If both face alike there, tell half of
// it instead, as the shift and its opposite do together; if they face each other none: they only touch.
void volume_sum_flush(volume_sum* s, volume_pair* v, const abut_contact* contact,
                      const int outward[2]);

// Widen the box by a vertex.
static inline void volume_sum_vertex(volume_sum* s, int side, uint32_t vertex, const double x[3])
{
    for (int k = 0; k < 3; k++) {
        if (x[k] < s->box[0][k]) {
            s->box[0][k] = x[k];
            s->vertex[0][k] = vertex;
            s->side[0][k] = (uint8_t)side;
        }
        if (x[k] > s->box[1][k]) {
            s->box[1][k] = x[k];
            s->vertex[1][k] = vertex;
            s->side[1][k] = (uint8_t)side;
        }
    }
}

#endif
