// extent.h - lengths and areas of what has rounded corners: sums with proved bounds (docs/proofs/depth.md, "Curves").
#ifndef ABUT_QUERY_OVERLAPS_EXTENT_H
#define ABUT_QUERY_OVERLAPS_EXTENT_H
#include <stddef.h>

// A sum of numbers of 0 or more, each told with the most that it can be off. Zeroed: 0.
typedef struct extent {
    double high, low;  // what they are in sum, in two parts
    double error;
    size_t count;
} extent;

void extent_add(extent* sum, double value, double error);
// Add a whole sum to another.
void extent_join(extent* sum, const extent* other);
// The least and the greatest that the true sum can be.
void extent_bounds(const extent* sum, double* lo, double* hi);

// Add the distance of two points, each rounded to nearest once.
void extent_add_length(extent* sum, const double p[3], const double q[3]);
// Add the area of a flat polygon whose corners were rounded to nearest once. Returns twice its vector area in out: as the corners
// come, about as exactly as they are.
void extent_add_area(extent* sum, const double (*corner)[3], int count, double out[3]);

#endif
