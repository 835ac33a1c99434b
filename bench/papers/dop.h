// dop.h - what the experiments of Zachmann 1998 share: objects that turn beside themselves, asked by several builds.
#ifndef ABUT_BENCH_PAPERS_DOP_H
#define ABUT_BENCH_PAPERS_DOP_H
#include "papers/paper.h"
#include "papers/run.h"

enum { DISTANCES = 10, BUILDS_MOST = 6, DEPTHS_MOST = 96 };

typedef struct object {
    const char* name;
    int (*shape)(uint32_t triangles, mesh* out);  // NULL: a torus or a sphere
    uint32_t triangles, stacks;                   // stacks: of a sphere with twice as many slices
    size_t turns;                                 // steps of the full turn at each distance
    double paper[9];                              // of its tables
} object;

typedef struct measured {  // an object and a build; counters are means of a query
    time_rounds us, build_ms;
    double at_us[DISTANCES], tests_at[DISTANCES];
    double tests, triangle_tests;  // N_v, N_p
    double megabytes, bytes;       // mesh and tree; bytes a triangle
    double node_bytes;             // of a node
    double depth;                  // of a triangle's leaf, in the mean
    size_t depth_most;
} measured;

// The centres' distance, of the first to the last: 0.25 to 2.5. All objects have a cube of side 2 about them.
double dop_distance(int i);
// Make an object, and the poses of b: a full turn about z at each distance. quick: few steps.
int dop_object(bench_scene* s, const object* o, bool quick);
// Build each of count builds by turns, in ROUNDS_USUAL rounds, and ask for the first contact, likewise. Answers that differ
// are an error.
int dop_measure(const bench_scene* s, const abut_build* builds, size_t count, measured* out);
// What a tree is like: bytes and depths.
int dop_describe(const pair_built* pair, measured* out, const char* name);
// Make an object, and measure it.
int dop_measure_object(const object* o, bool quick, const abut_build* builds, size_t count,
                       measured* out, size_t* triangles);

static inline double dop_ms(const measured* m)
{
    return rounds_spread(&m->us).middle / 1e3;
}
static inline double dop_build_seconds(const measured* m)
{
    return rounds_spread(&m->build_ms).middle / 1e3;
}

// Begin a figure of the distances, with a line for each.
void dop_draw_distances(paper* p, const figure_shape* shape, const measured* m,
                        const char* const* names, int count);

#endif
