// polygon.h - polygons cut into triangles. A fan from the first corner overlaps itself on most
// concave polygons, which would add contacts that the part does not have.
#ifndef ABUT_IO_MESH_POLYGON_H
#define ABUT_IO_MESH_POLYGON_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { POLYGON_MOST_CORNERS = 16384 };  // of a polygon that is not a fan: the time is quadratic

// Scratch that grows to the largest polygon seen. Zeroed to begin with, but for the settings.
typedef struct polygon_scratch {
    uint64_t most_work;  // of all polygons together, in comparisons of corners; 0: no limit
    int (*interrupt)(void* user);  // asked every few milliseconds; not 0: stop. May be NULL
    void* user;

    uint64_t work;  // done so far
    uint64_t next_ask;
    double* xy;          // the polygon in its plane, about its first corner
    uint32_t* previous;  // the ring of corners that are left
    uint32_t* next;
    bool* is_ear;
    uint32_t* triangles;  // the answer: corner_count - 2 triples of positions in the polygon
    size_t capacity;
} polygon_scratch;

typedef enum polygon_result {
    POLYGON_CUT = 0,
    POLYGON_OUT_OF_MEMORY,
    POLYGON_TOO_LARGE,  // more than POLYGON_MOST_CORNERS, and a fan would not do
    POLYGON_TOO_MUCH_WORK,
    POLYGON_INTERRUPTED,
} polygon_result;

// A limit for the polygons of a file of this size: a second or two, and more for large files, in
// proportion, so that many concave polygons cannot take hours.
static inline uint64_t polygon_most_work(size_t file_size)
{
    return (UINT64_C(1) << 30) + 64 * (uint64_t)file_size;
}

// Cut the polygon of corner_count >= 3 corners (indices of vertices, three doubles each, finite) into
// corner_count - 2 triangles of its own corners, the same way round, written to scratch->triangles.
// A fan from the first corner where that is right in the plane nearest to the polygon; else by ears.
// Works for every polygon: collinear and repeated corners give degenerate triangles, and a polygon
// that crosses itself is still cut into as many triangles, which then overlap.
// Cost: linear for a fan, quadratic otherwise.
polygon_result polygon_cut(polygon_scratch* scratch, const double* vertices,
                           const uint32_t* corners, size_t corner_count);

void polygon_scratch_free(polygon_scratch* scratch);

#endif
