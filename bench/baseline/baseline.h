// baseline.h - the methods that QuickCD's authors tried first and dropped (Klosowski 1998, chapter 2): a
// static environment in one of four structures, a flying object without any, and a query in two phases.
// They are here to be measured against the library's methods, with the library's triangle stage; they are
// not part of the library.
//
// The query. First the flyer's box along the environment's axes is updated, and the environment's
// triangles whose boxes meet it are looked up. Where there are none, that is all. Else every triangle of
// the flyer whose box meets the range of those triangles is looked up in the same way, and tested with
// what is found, exactly. The authors' look-up ends at the first triangle (ends_at_witness); then there is
// no range, and all triangles of the flyer are looked up. The tetrahedral mesh is not asked twice: a
// triangle is compared with the boxes of what the first phase found, as its authors do.
//
// Counters: volume_tests counts comparisons of a box with a cell's plane, with a node's box or with a
// triangle's; triangle_tests is as everywhere; node_updates counts boxes of the flyer that were placed.
#ifndef ABUT_BENCH_BASELINE_H
#define ABUT_BENCH_BASELINE_H
#include "baseline/environment.h"
#include "methods/walk/scalar.h"

#include <abut/methods.h>

typedef enum baseline_method {
    BASELINE_GRID,
    BASELINE_KD,
    BASELINE_RTREE,
    BASELINE_TETRA,
    BASELINE_COUNT,
} baseline_method;

// Which axis a cell of the k-d tree is cut across: its longest side, or where the triangles n and m of
// the two halves make a number least.
typedef enum kd_rule {
    KD_LONGEST,     // the default
    KD_SUM,         // n + m
    KD_DIFFERENCE,  // |n - m|
    KD_PRODUCT,     // n m
} kd_rule;

struct tetra_mesh;  // tetra_mesh.h

// Zero means the default for every member.
typedef struct baseline_options {
    baseline_method method;
    // grid: along every axis, 1 to 400; 0: about twice the cube root of the triangles.
    uint32_t cells;
    kd_rule rule;        // kd
    int at_median;       // kd: cut at the median of the vertices' coordinates, not in the middle
    uint32_t threshold;  // kd, rtree: most triangles of a leaf; rtree at most 64; 0: 8 and 4
    double gain;     // kd: a cut gains where no half keeps more than 1 - gain of the triangles; in
                     // [0, 1); 0: any triangle less is a gain
    int patience;    // kd: how many cuts in a row may not gain; -1: none; 0: 3
    abut_axis axis;  // rtree: ABUT_AXIS_MIN_SUM (the default), ABUT_AXIS_MIN_MAX or LONGEST
    const struct tetra_mesh* tetra;  // tetra: borrowed; its surface is the environment
    int ends_at_witness;  // not tetra: the first phase ends at the first triangle whose box meets the flyer's
} baseline_options;

typedef struct baseline baseline;

// Build the structure of an environment. Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT (for an
// option out of its range, or one that the method does not have), or as abut_soup_check.
abut_status baseline_build(baseline** out, const abut_soup* soup, const baseline_options* options);
void baseline_free(baseline* b);  // NULL is fine
size_t baseline_bytes(const baseline* b);
// Triangles in the lists of its structure, each as often as it is there.
size_t baseline_stored(const baseline* b);

typedef struct baseline_query baseline_query;

// Scratch memory, for any baselines, one call at a time.
abut_status baseline_query_create(baseline_query** out);
void baseline_query_free(baseline_query* q);

// Find the pairs of triangles in contact, a of the environment, b of the flyer: as abut_collide does,
// without details. The answer lives in the query. Returns ABUT_OK, ABUT_OUT_OF_MEMORY or as
// abut_pose_check.
abut_status baseline_collide(baseline_query* q, const baseline* a, const abut_pose* a_pose,
                             const flyer* b, const abut_pose* b_pose, size_t limit, abut_hits* out);

// How many of the environment's triangles the first phase of the last query found; of those that end at a
// witness, whether it found one.
size_t baseline_candidates(const baseline_query* q);

#endif
