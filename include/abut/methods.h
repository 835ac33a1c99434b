// methods.h - what only the methods of the papers have: how their trees are built, and walked
// SPDX-License-Identifier: MIT
//
// abut_build.tree and abut_ask.walk point to these. Answers are the same whatever they hold; the
// work and the time are not. `abut methods` lists which method has which of them, and
// docs/notes/methods.md tells what they do. ABUT_METHOD_WIDE, the default, has none to
// choose; ABUT_METHOD_BRUTE has no tree. ABUT_METHOD_AABB has some, also where ABUT_PAPERS is OFF.
#ifndef ABUT_METHODS_H
#define ABUT_METHODS_H
#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------ methods of papers

// Where a node of the tree is split, by triangle centres unless said otherwise.
typedef enum abut_split {
    // ABUT_SPLIT_MEAN; for dop ABUT_SPLIT_GREEDY, for hybrid ABUT_SPLIT_CROSSING.
    ABUT_SPLIT_DEFAULT = 0,
    // At the mean centre; across the next axis if that leaves a side empty, then at the median.
    ABUT_SPLIT_MEAN = 1,
    ABUT_SPLIT_MEDIAN = 2,  // halves by count: a balanced tree
    // At the mean; a group that no axis separates stays a leaf, however large (Gottschalk 1996,
    // section 4).
    ABUT_SPLIT_RAPID = 3,
    ABUT_SPLIT_GREEDY = 4,  // dop, quickcd: two sets grown by least increase (Zachmann 1998, 4.2)
    // hybrid: least |left - right| + lambda * crossing (Wan 2001, 4.1). Triangles that cross go
    // to both sides. The paper's rules do not bound how often; a guard keeps memory finite: a
    // level is not divided if the leaves would hold more than 64 times the triangles
    // (abut_model_info.guarded_count).
    ABUT_SPLIT_CROSSING = 5,
    // quickcd: several levels at once, regrouped into two sets of least sum (Klosowski 1998,
    // chapter 6).
    ABUT_SPLIT_OSCILLATING = 6,
} abut_split;

// Across which axis a node is split by mean, median or rapid (Klosowski 1998, chapter 3). The
// others follow where that axis does not separate.
typedef enum abut_axis {
    ABUT_AXIS_DEFAULT = 0,   // ABUT_AXIS_LONGEST; for sphere, which has none, ABUT_AXIS_SPLATTER
    ABUT_AXIS_LONGEST = 1,   // the longest side of the volume
    ABUT_AXIS_SPLATTER = 2,  // the largest variance of centres
    ABUT_AXIS_MIN_SUM = 3,   // the least sum of the children's volumes
    ABUT_AXIS_MIN_MAX = 4,   // the least larger volume of the children
} abut_axis;

// obb: which box axes a node tries; the box of least surface area wins. Or them together; 0: the
// first four.
typedef enum abut_fit {
    ABUT_FIT_AABB = 1,    // the axes of the file
    ABUT_FIT_PCA = 2,     // eigenvectors of the covariance of the triangles, weighted by area
    ABUT_FIT_PARENT = 4,  // the axes of the parent's box; the file's at the root
    ABUT_FIT_DITO14 = 8,  // Larsson & Kallberg's ditetrahedron of 14 extremal points
    // Gottschalk 1996, section 4: eigenvectors of other covariances. The last two need Qhull;
    // where the points do not span space, their hull is that of the plane or line that they span.
    // Qhull takes its memory from malloc, on the workers of host.run, and abut_hits' counters may
    // depend on its version.
    ABUT_FIT_VERTICES = 16,       // of the triangles' vertices
    ABUT_FIT_HULL_VERTICES = 32,  // of the vertices of their convex hull
    ABUT_FIT_HULL_SURFACE = 64,   // of the hull's whole surface
} abut_fit;

// How the numbers of a volume are kept. Float ones are rounded outward.
typedef enum abut_real {
    ABUT_REAL_DEFAULT = 0,  // today ABUT_REAL_FLOAT
    ABUT_REAL_FLOAT = 1,
    ABUT_REAL_DOUBLE = 2,  // obb
} abut_real;

// obb: how the axes of a box are kept.
typedef enum abut_orientation {
    ABUT_ORIENTATION_DEFAULT = 0,     // ABUT_ORIENTATION_MATRIX
    ABUT_ORIENTATION_MATRIX = 1,      // nine numbers
    ABUT_ORIENTATION_QUATERNION = 2,  // four: less memory, more work (Gottschalk 1996, section 7)
} abut_orientation;

// quickcd: how the root of b is bounded in the frame of a (Klosowski 1998, chapter 4). All other
// nodes are by their corners.
typedef enum abut_tumble {
    ABUT_TUMBLE_DEFAULT = 0,  // ABUT_TUMBLE_CORNERS
    ABUT_TUMBLE_CORNERS = 1,  // method II: the corners of the volume as built, turned
    ABUT_TUMBLE_HULL = 2,     // method I: hill climbing on the model's convex hull; needs Qhull
} abut_tumble;

// hybrid: which of a node's two volumes are tested. The tree is the same.
typedef enum abut_volumes {
    ABUT_VOLUMES_DEFAULT = 0,  // ABUT_VOLUMES_BOTH
    ABUT_VOLUMES_BOTH = 1,     // the sphere, then boxes as sphere_ratio says
    ABUT_VOLUMES_BOXES = 2,    // the box alone
    ABUT_VOLUMES_SPHERES = 3,  // the sphere alone
} abut_volumes;

// How the tree of such a method is built. Zero means the default for every member. An option that
// the method does not have must be zero, else ABUT_BAD_COMBINATION.
typedef struct abut_tree_build {
    // Nodes so deep are leaves, whatever they hold, 1 to 80; 0: 80. For crossing at most twice as
    // deep as halving would need.
    int depth_max;
    int degree;  // most children of a node: 2, 4 or 8; 0: 2. Not for hybrid
    abut_split split;
    abut_axis axis;                // not for the splits greedy, crossing and oscillating
    int split_all;                 // dop, quickcd: 1: split across all k / 2 directions, not three
    unsigned fits;                 // obb: abut_fit, or-ed
    abut_real real;                // obb
    abut_orientation orientation;  // obb
    abut_tumble tumble;            // quickcd
    abut_volumes volumes;          // hybrid
    // quickcd: triangles with an edge longer than so much, in your unit, are halved for the tree,
    // the longest first, until none is or there are 4 times as many pieces, and 64; 0: never
    // (Klosowski 1998, chapter 6).
    double slender;
    double lambda;  // crossing: what a crossing triangle costs; 0: 1
    // crossing: a node is a leaf if a child would hold more than such a part of its triangles; in
    // (0.5, 1]; 0: 0.9.
    double child_ratio;
    // hybrid, both volumes: boxes are tested where the sphere's volume is at least so many times
    // the box's, in units of the level's harmonic mean; 0: 1.
    double sphere_ratio;
    // dop, quickcd: 1: the directions of all volumes are turned as one, to where the sum of the
    // tree's volumes is least of many turns that are tried: the best initial orientation of the
    // model (Klosowski 1998, chapter 9). Nothing of an answer changes, and the model is not
    // rounded. Some hundred turns are judged by the uppermost volumes of a tree, up to 4 by the
    // upper 4096 of a tree of their own: five builds, and 20 to 500 ms, the more the larger k. The
    // same turn is found on every machine.
    int turned;
    // quickcd: 1: the leaf size is found by trial queries, in which the model meets itself in
    // poses that are always the same: of 1, 2, 4, 8, 16 and 32 the one with the least work
    // (Klosowski 1998, chapters 6 and 9). leaf_size must be 0 then; abut_model_info tells what was
    // found, as if it had been asked for, and trial 0. The trees of the trials are not turned.
    // Cost: seven builds, and up to 24 queries with each size; of models above 20000 triangles 12,
    // above 100000 6. Poses that take very long are left out: where none is left it is 8.
    int trial;
    uint64_t reserved[4];  // zero
} abut_tree_build;

// In which order two trees are descended.
typedef enum abut_descent {
    ABUT_DESCENT_DEFAULT = 0,      // LARGER; dop: BOTH; quickcd: ENVIRONMENT
    ABUT_DESCENT_LARGER = 1,       // the larger of two nodes (Gottschalk 1996)
    ABUT_DESCENT_BOTH = 2,         // both: all pairs of children (Zachmann 1998, section 3)
    ABUT_DESCENT_ENVIRONMENT = 3,  // a to its leaves, then b (Klosowski 1998, chapter 4)
    // quickcd: as ENVIRONMENT, but when a leaf of a is reached, a is searched anew from its root
    // with each child of b instead.
    ABUT_DESCENT_RESTART = 4,
} abut_descent;

// In which order pairs of nodes are visited.
typedef enum abut_traversal {
    ABUT_TRAVERSAL_DEFAULT = 0,  // ABUT_TRAVERSAL_DEPTH
    ABUT_TRAVERSAL_DEPTH = 1,    // the children of a pair before all others that wait: a stack
    // Level by level, a queue (Wan, Fan, Gao 2001, sections 4.2 and 5): up to 65536 pairs, the
    // deepest ones, are taken from it at once, so that memory stays bounded. Workers share what
    // is taken.
    ABUT_TRAVERSAL_BREADTH = 2,
} abut_traversal;

// dop, quickcd: in which order the k / 2 intervals of two volumes are compared (Klosowski 1998).
typedef enum abut_intervals {
    ABUT_INTERVALS_DEFAULT = 0,  // ABUT_INTERVALS_FIXED
    ABUT_INTERVALS_FIXED = 1,    // widely different directions first
    ABUT_INTERVALS_WIDTH = 2,    // by the width of the slabs of b's root, the narrowest first
} abut_intervals;

// How two such trees are walked, and who is told. Zero means the default. An option that the
// models' method does not have: ABUT_BAD_COMBINATION.
typedef struct abut_tree_walk {
    abut_descent descent;
    abut_intervals intervals;  // dop, quickcd
    int interval_count;        // dop, quickcd: compare only the first so many; 0: all
    abut_traversal traversal;  // not BREADTH with RESTART
    // Any method: called with each pair of triangles that is tested, since no volumes kept them
    // apart (Zachmann 1998, figure 1), as often as triangle_tests counts it. The calling thread
    // then does all the work, and where contacts are limited wide may do more or less of it.
    // NULL: nobody is told. Not with coherent, nor for batches, worlds and abut_contain.
    void (*considered)(void* user, uint32_t a, uint32_t b);
    void* considered_user;  // for it
    uint64_t reserved[2];   // zero
} abut_tree_walk;

#ifdef __cplusplus
}
#endif
#endif
