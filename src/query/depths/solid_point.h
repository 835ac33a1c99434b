// solid_point.h - points of the world beside one solid, one after the other: its nearest triangles, and whether a point is
// inside. Only triangles of closed components count, as for everything that has a depth.
#ifndef ABUT_QUERY_DEPTHS_SOLID_POINT_H
#define ABUT_QUERY_DEPTHS_SOLID_POINT_H
#include "query/point_near.h"
#include "query/point_side.h"
#include "search/work.h"

// A solid in its pose, and memory. It stays where it is: parts refer to each other.
typedef struct solid_point {
    const abut_solid* solid;
    const abut_host* host;  // borrowed
    point_place place;
    point_frame frame;
    point_walk walk;
    int is_walked;         // there is a tree
    int is_split;          // pairs of doubles tell (engine/leaf/foot.h)
    int is_short;          // and integers take few words
    point_distance* list;  // of the last point, the nearest first
    size_t count, most;    // room for so many
    // Of the last point whose side was found: what that was, and how far no triangle is from it.
    double last[3], reach;
    int last_is_inside;
    struct work work;
} solid_point;

// Place a solid that has closed components. most: so many triangles are asked for at most. To be closed, whatever it returns.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, or as abut_pose_check.
abut_status solid_point_open(solid_point* out, const abut_solid* solid,
                             const abut_instance* instance, size_t most, const abut_host* host);
void solid_point_close(solid_point* s);

// Find the nearest triangles of a point, exactly, in order: up to wanted, within a distance; it may be infinite. They are
// s->list[0 .. s->count - 1]. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status solid_point_near(solid_point* s, const double point[3], size_t wanted, double within);
// Whether a point that is on no triangle is inside. clear: how far no triangle is from it, or less. Returns as above.
abut_status solid_point_side(solid_point* s, const double point[3], double clear, int* is_inside);
// How far points are from triangles, or a little more: the doubles above, where pairs of doubles tell these.
void solid_point_measure(solid_point* s, const double (*points)[3], const uint32_t* triangles,
                         size_t count, double* above);
// The foot of a point on one of its nearest triangles, rounded once.
void solid_point_foot(solid_point* s, const double point[3], uint32_t triangle, double foot[3]);

#endif
