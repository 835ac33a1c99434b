// point_near.h - the triangles that are nearest to a point, exactly: of some that may be, the first k by distance, then by
// index.
//
// Distances are kept as the doubles next to them, which puts nearly all in order. What is between the same two doubles is
// compared as quotients of integers.
#ifndef ABUT_QUERY_POINT_NEAR_H
#define ABUT_QUERY_POINT_NEAR_H
#include "engine/leaf/foot.h"
#include "query/point_place.h"

#include "abut/point.h"

// A triangle that was measured.
typedef struct point_distance {
    double lo, hi;  // next to its distance
    uint32_t triangle;
    uint8_t feature;  // likely, or what abut_point_near says, if is_told
    uint8_t is_told;  // feature and point are known
    double point[3];
} point_distance;

// The nearest so far, in order.
typedef struct point_list {
    const point_place* place;
    const double* point;
    double within;         // what is farther is left out
    point_distance* list;  // room for most
    size_t count, most;
} point_list;

// Whether corners of a triangle are on several of its features. Of all others the nearest point is on one.
int point_is_degenerate(const point_place* place, uint32_t triangle);
// Measure a triangle in integers. likely: of its features, tried first.
void point_measure(const point_place* place, const double point[3], uint32_t triangle, int likely,
                   point_distance* out);
// Measure a triangle: by what pairs of doubles told of it, where they did; else, or without (NULL), in integers.
// Returns whether integers were needed.
int point_take(point_list* l, uint32_t triangle, const foot_found* f);
// Put a measured triangle where it belongs, if that is among the first.
void point_list_add(point_list* l, const point_distance* d);
// Tell what was found; of each that is not told yet, feature and point are found in integers.
void point_list_tell(const point_list* l, abut_point_near* out);

#endif
