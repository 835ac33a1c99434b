// structure.h - what baseline.c knows of a structure: how it is built, and how it looks up a box.
#ifndef ABUT_BENCH_STRUCTURE_H
#define ABUT_BENCH_STRUCTURE_H
#include "baseline/baseline.h"

struct baseline_query {
    abut_host host;  // complete
    search search;
    abut_pair* pairs;
    size_t pair_capacity;
    // What was found last, each triangle once, and the look-up in which each was looked at last.
    uint32_t* found;
    size_t found_count, triangle_capacity;
    uint32_t* stamps;
    uint32_t stamp;
    int ends_at_first;  // the look-up may end when something was found
    uint32_t* reached;  // what the first phase found
    size_t reached_count;
    double (*points)[3];  // of the flyer, placed
    size_t point_capacity;
    uint32_t climbed[6];
    // Pending cells of the tetrahedral mesh, the look-up in which each was seen, and where the corners of
    // the flyer's box were last.
    uint32_t *cells, *cell_stamps;
    size_t cell_count, cell_capacity;
    uint32_t cell_stamp;
    const void* tracked;  // the structure that corner_cell belongs to
    uint32_t corner_cell[8];
    double corner[8][3];
    uint64_t tracking_steps, tracking_failures;  // since the query was created
};

typedef struct structure_class {
    int looks_up_triangles;  // the second phase asks again, for every triangle of the flyer
    // Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_BAD_ARGUMENT; options are those of the method.
    abut_status (*build)(void** out, const environment* e, const baseline_options* options);
    void (*free)(void* structure);
    size_t (*bytes)(const void* structure);
    size_t (*stored)(
        const void* structure);  // triangles in its lists, each as often as it is there
    // Offer (query_offer) every triangle that may meet the box, until an offer says to end. Returns 0 then.
    int (*look_up)(const void* structure, const environment* e, baseline_query* q,
                   const range3* box);
} structure_class;

extern const structure_class grid_class, kd_class, rtree_class, tetra_class;

// Add a triangle to what was found, if it was not looked at before and its box meets the other. Returns 0
// if the look-up must end.
int query_offer(baseline_query* q, const environment* e, uint32_t triangle, const range3* box);

// The structure of a baseline; NULL without triangles.
const void* baseline_structure(const baseline* b);

// Count one test. Returns 0 if the search must end.
static inline int query_test(baseline_query* q)
{
    if (!search_may_test(&q->search)) return 0;
    q->search.work.volume_tests++;
    return 1;
}

#endif
