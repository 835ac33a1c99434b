// sounder.h - one solid asked about points, one after the other: how far its surface is, and whether they are inside.
#ifndef ABUT_QUERY_SOUNDER_H
#define ABUT_QUERY_SOUNDER_H
#include "query/point_near.h"
#include "query/point_side.h"
#include "search/work.h"

// All is borrowed. It stays where it is: parts refer to each other.
typedef struct sounder {
    const abut_solid* solid;
    const abut_host* host;
    struct work* work;  // what is done is added to it
    point_place place;
    point_frame frame;
    point_walk walk;
    int is_walked;  // there is a tree
    foot_found* found;
    nearest_bounds* bounds;  // brute: of each triangle
    size_t found_capacity, bounds_capacity;
    // The last point whose side was found, and how far no triangle is from it; 0: none.
    double last[3], reach;
    int last_is_inside;
} sounder;

typedef struct sounding {
    double lo, hi;      // the doubles next to the distance of the surface
    int is_inside;      // 0 on the surface
    uint32_t triangle;  // the least that is so near
} sounding;

// Prepare, of a solid whose triangles all bound it, and its instance without a frame. To be closed, whatever it returns.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or as abut_pose_check.
abut_status sounder_open(sounder* out, const abut_solid* solid, const abut_instance* instance,
                         const abut_host* host, struct work* work);
void sounder_close(sounder* s);

// Ask about a finite point. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status sounder_ask(sounder* s, const double point[3], sounding* out);
// About where a triangle is nearest to a point.
void sounder_foot(const sounder* s, uint32_t triangle, const double point[3], double foot[3]);

#endif
