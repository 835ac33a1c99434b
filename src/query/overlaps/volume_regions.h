// volume_regions.h - what volume.c finds, and which of it is connected.
#ifndef ABUT_QUERY_OVERLAPS_VOLUME_REGIONS_H
#define ABUT_QUERY_OVERLAPS_VOLUME_REGIONS_H
#include "base/sort.h"
#include "query/enclosure.h"
#include "query/overlaps/volume.h"
#include "query/overlaps/volume_sum.h"

// Of a vertex: how often the edge passes on which it hangs in the forest.
enum { FLIP_ODD = 1, FLIP_PASSED = 2 };

// An edge that passes through a triangle of the other side.
typedef struct volume_pass {
    uint32_t triangle[2], group;
    uint8_t side, edge;
    uint8_t leaves;  // the other solid, in the sense in which its triangle runs; else it enters
    double share, slip;
} volume_pass;

typedef struct volume_side {
    double* x;        // of each vertex, as volume_place has them
    uint32_t* label;  // of each vertex: 1 + its element, if it is inside the other solid; else 0
    uint8_t* flip;    // of each vertex
    uint8_t*
        marks;  // of each triangle, two bits for each edge: it passes never 0, once 1, more often 3
    size_t x_capacity, label_capacity, flip_capacity, marks_capacity;
    components bodies;
    enclosure around;  // where rays are asked
} volume_side;

// Elements are what is known to be connected from the start: the groups of pairs, and the labels of vertices. Each has a sum.
struct volume_scratch {
    pose_pair poses;
    composition composition;
    probe_space space;
    volume_place place;
    volume_side side[2];
    volume_pass* passes;
    size_t pass_count, pass_capacity;
    volume_sum* sums;
    uint32_t* joined;  // an element of the same part, none after it: a forest
    size_t count, sum_capacity, joined_capacity;
    sort_record *along, *along_scratch;
    size_t along_capacity, along_scratch_capacity;
    volume_region* regions;
    uint32_t* region_of;  // of each element
    size_t region_capacity, region_of_capacity;
};

typedef struct volume_finder {
    const volume_ask* ask;
    volume_scratch* s;
    const abut_host* host;
    const skin* skin[2];
    const soup_mesh* mesh[2];
} volume_finder;

// The ends of a pass's edge, in the sense of its triangle.
static inline void volume_pass_ends(const volume_finder* f, const volume_pass* pass,
                                    uint32_t ends[2])
{
    const uint32_t* corner =
        f->mesh[pass->side]->triangles + (size_t)pass->triangle[pass->side] * 3;
    ends[0] = corner[pass->edge];
    ends[1] = corner[(pass->edge + 1) % 3];
}

static inline int volume_passes_once(const volume_finder* f, const volume_pass* pass)
{
    const uint8_t marks = f->s->side[pass->side].marks[pass->triangle[pass->side]];
    return (marks >> 2 * pass->edge & 3) == 1;
}

// Add an element with an empty sum. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status volume_element_add(volume_scratch* s, const abut_host* host);
void volume_join(volume_scratch* s, size_t one, size_t other);
// Join what the parts of edges between passes connect. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status volume_join_passes(volume_finder* f);
// Sum up and list the regions. is_known: sums were made. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status volume_list_regions(volume_finder* f, int is_known, volume_answer* out);

#endif
