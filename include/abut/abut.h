// abut.h - exact collision detection between triangle soups in rigid poses
// SPDX-License-Identifier: MIT
//
//     abut_model* m;   abut_model_build(&m, &soup, NULL);      once per shape
//     abut_query* q;   abut_query_create(&q, NULL);            once per thread
//     abut_hits hits;  abut_collide(q, &a, &b, NULL, &hits);   as often as you like
//
// What an answer means. A triangle is a closed set: touching counts. The world position of a vertex v
// is (scale * rotation) * v + translation in real-number arithmetic; only each entry of
// scale * rotation is rounded (once, to nearest). Two triangles are in contact if they share at least
// one point of the world, decided without any further rounding, for all finite doubles. So the answer
// does not depend on the method, its options, the machine, the compiler, the rounding mode of the
// caller, nor on the order of the two models.
//
// A caution. If a common motion is composed with each part's own pose in double arithmetic, the
// placement of the parts relative to each other is rounded before this library sees it: faces that
// touched may then part or cross. Give poses relative to a common frame; give both models the same
// bits where they move together.
//
// Conventions. Lengths are in your unit, angles in degrees, matrices row-major, indices start at zero.
// NULL or zeroed options mean the defaults; reserved fields must be zero. There is no global state but a count of
// models.
// Every function that can fail returns a status; on failure its outputs are untouched and every
// object is as it was.
#ifndef ABUT_H
#define ABUT_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

#ifndef ABUT_API
#if defined(__GNUC__)
#define ABUT_API __attribute__((visibility("default")))
#else
#define ABUT_API
#endif
#endif

// ---------------------------------------------------------------------------------------- version

#define ABUT_VERSION        100      // 0.1.0, as major * 10000 + minor * 100 + patch
#define ABUT_VERSION_STRING "0.1.0"  // the same as text
// Return ABUT_VERSION of the library that you linked; assert that it equals the macro.
ABUT_API int abut_version(void);

// ----------------------------------------------------------------------------------------- status

// Values never change.
typedef enum abut_status {
    ABUT_OK = 0,
    ABUT_OUT_OF_MEMORY = -1,
    ABUT_BAD_ARGUMENT = -2,  // a NULL, an unknown option value, or a reserved field not zero
    ABUT_BAD_INDEX = -3,     // a triangle names a vertex that does not exist
    ABUT_NOT_FINITE = -4,    // a vertex or a pose holds a NaN or an infinity
    ABUT_NOT_RIGID = -5,     // rotation' * rotation differs from 1 by more than 2^-10 somewhere
    ABUT_BAD_SCALE = -6,     // a scale outside [2^-300, 2^300], or negative
    ABUT_NON_UNIFORM_SCALE = -7,  // a matrix that scales its axes differently
    ABUT_SHEAR = -8,              // a matrix whose axes are not perpendicular
    ABUT_NOT_AFFINE = -9,         // a matrix whose last row is not 0 0 0 1
    ABUT_TOO_LARGE = -10,         // more than 2^31 - 1 triangles or 2^32 - 2 vertices
    ABUT_CANCELLED = -11,         // the progress callback asked to stop
    // Two models that were built with different methods, or kinds of numbers.
    ABUT_MIXED_METHODS = -12,
    ABUT_BAD_COMBINATION = -13,  // an option that the method does not have
    ABUT_NOT_AVAILABLE = -14,    // an option that needs what this build of the library lacks
    ABUT_BAD_IMAGE = -15,        // bytes that are not a saved model, or damaged
    ABUT_OTHER_VERSION = -16,    // a model saved by another version, or for another kind of machine
} abut_status;

// Return one line of English for a status. Never NULL, never freed.
ABUT_API const char* abut_status_text(abut_status status);

// ------------------------------------------------------------------------------------------- host

// A piece of work that the library has abut_host.run do.
typedef void abut_task(void* context, size_t index, int worker);

// What the library asks of you. Copied where it is given; a NULL function means the library's own.
typedef struct abut_host {
    // Return size bytes at a multiple of alignment (a power of two), or NULL. size is never 0. Queries,
    // batches and worlds call it on workers of run, too, but each of them never twice at once.
    void* (*allocate)(void* user, size_t size, size_t alignment);
    void (*release)(void* user, void* block, size_t size);  // block is never NULL
    // Call task(context, index, worker) once for every index < count, on workers 0 .. workers-1 in
    // any order, and return when all are done. NULL: everything happens on the calling thread.
    // abut_pool_host has one. Two calls of a task at once have different workers. Each worker computes with
    // the rounding mode of the calling thread. Results are the same for any number of workers.
    void (*run)(void* user, size_t count, abut_task* task, void* context);
    int workers;  // how many workers run uses; 0 means 1
    // Called now and then by long calls, on the calling thread, with a growing fraction of the work
    // done in [0, 1]; a result other than 0 makes the call return ABUT_CANCELLED.
    int (*progress)(void* user, double fraction);
    void* user;  // passed to all of the above
} abut_host;

// ------------------------------------------------------------------------------------------- pool

// Threads of the library's own, for those who have none: an abut_host.run.
typedef struct abut_pool abut_pool;

// Create a pool of workers, up to 1024; the thread that calls run is one of them. 0: as many as this process
// may use processors, by its affinity and the limits of its control groups (rounded down, but at least 1).
// Threads start when they are first needed; where the system has none to give, fewer do the work. host: whose
// allocate, release and progress abut_pool_host passes on; its run must be NULL. It may be NULL.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_BAD_ARGUMENT. Cost: of an idle pool nothing but memory.
ABUT_API abut_status abut_pool_create(abut_pool** out, int workers, const abut_host* host);

// Fill in a host whose run uses the pool. The pool must outlive whatever is made with that host. Several
// threads may use one pool: while one is in run, the others do their work alone; so does a task that calls
// run. After a fork the pool works in the child, too, if nobody was in run.
// Returns ABUT_OK or ABUT_BAD_ARGUMENT.
ABUT_API abut_status abut_pool_host(abut_pool* pool, abut_host* out);

// Release a pool that nobody is using, and end its threads. NULL is fine.
ABUT_API void abut_pool_free(abut_pool* pool);

// ------------------------------------------------------------------------------------------- soup

// A polygon soup: triangles without topology, with any defects. Degenerate triangles (all vertices on
// a line or in a point) are legal and collide as that segment or point. Borrowed until the call
// returns. Exactly one of vertices and vertices_float is set, unless vertex_count is 0.
typedef struct abut_soup {
    const double* vertices;               // vertex_count x 3
    const float* vertices_float;          // vertex_count x 3, converted exactly
    const uint32_t* triangles;            // triangle_count x 3
    size_t vertex_count, triangle_count;  // how many of each
} abut_soup;

// What abut_soup_check found.
typedef struct abut_soup_report {
    size_t non_finite_vertices;  // vertices with a NaN or an infinity
    size_t first_non_finite;     // the lowest of them; vertex_count if there is none
    size_t bad_triangles;        // triangles with an index that is not below vertex_count
    size_t first_bad_triangle;   // the lowest of them; triangle_count if there is none
} abut_soup_report;

// Find what abut_model_build would refuse. Returns ABUT_OK, ABUT_NOT_FINITE (first, if both),
// ABUT_BAD_INDEX, ABUT_TOO_LARGE or ABUT_BAD_ARGUMENT. The report is filled for the first three: it is
// this function's answer, not its failure. report may be NULL. Vertices that no triangle uses count.
// Cost: one pass.
ABUT_API abut_status abut_soup_check(const abut_soup* soup, abut_soup_report* report);

// What a soup is like as a surface. Vertices that are equal bit by bit (-0 counts as 0) are one vertex
// here, and an edge is an unordered pair of such vertices. So a crack as wide as one rounding counts.
typedef struct abut_statistics {
    size_t triangle_count;   // degenerate ones too
    size_t vertex_count;     // distinct ones
    size_t unused_count;     // of these, no triangle uses so many
    size_t segment_count;    // triangles that are only a segment
    size_t point_count;      // triangles that are only a point
    size_t duplicate_count;  // triangles with the same vertices, in any order, as one before them
    // Edges are those of triangles that are not degenerate.
    size_t edge_count;
    size_t boundary_count;      // edges of one triangle only. None: the surface is closed
    size_t non_manifold_count;  // edges of more than two triangles
    // Edges that several triangles use, but not equally often in both directions. None: the surface is
    // consistently oriented.
    size_t unoriented_count;
    size_t component_count;  // sets of triangles, degenerate ones too, connected by vertices
    // The least and greatest coordinates of triangles, exactly; 0 without triangles.
    double low[3], high[3];
    // The thinnest triangle that is not degenerate: the ratio of its longest edge to the height on it,
    // rounded (infinite beyond the range of doubles). The first of those that differ by less than one
    // part in 2^30. Without one: 0, and triangle_count.
    double needle_ratio;
    size_t needle_triangle;  // its index
} abut_statistics;

// Find the statistics of a soup. host may be NULL; all memory is given back before the return.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_CANCELLED, or as abut_soup_check.
// Cost: linear, about a microsecond a triangle; meanwhile at most 110 bytes a triangle and 70 a
// vertex.
ABUT_API abut_status abut_soup_statistics(const abut_soup* soup, const abut_host* host,
                                          abut_statistics* out);

// ------------------------------------------------------------------------------------------ model

// How a model is searched. The answers are the same for all. `abut methods` tells more about each.
typedef enum abut_method {
    ABUT_AUTO = 0,   // the fastest that this version has; today ABUT_WIDE
    ABUT_BRUTE = 1,  // every triangle against every triangle: the plainest oracle
    ABUT_AABB = 2,   // boxes along the axes of the model's file
    ABUT_SPHERE = 3,
    ABUT_OBB = 4,  // oriented boxes (Gottschalk, Lin, Manocha 1996)
    // Re-aligned k-DOPs (Zachmann 1998).
    ABUT_DOP6 = 5,
    ABUT_DOP8 = 6,
    ABUT_DOP12 = 7,
    ABUT_DOP14 = 8,
    ABUT_DOP18 = 9,
    ABUT_DOP20 = 10,
    ABUT_DOP26 = 11,
    // Tumbled k-DOPs (QuickCD, Klosowski 1998): b flies, a is the environment.
    ABUT_QUICKCD6 = 12,
    ABUT_QUICKCD14 = 13,
    ABUT_QUICKCD18 = 14,
    ABUT_QUICKCD26 = 15,
    ABUT_HYBRID = 16,  // box and sphere in every node (Wan, Fan, Gao 2001)
    ABUT_WIDE = 17,    // eight oriented boxes in every node, tested together
} abut_method;

// Return the lower-case name of a method ("obb"), or NULL if there is no such method.
ABUT_API const char* abut_method_name(abut_method method);
// Return one line of English that says what a method is and whose, or NULL if there is no such method.
ABUT_API const char* abut_method_text(abut_method method);
// Find a method by its name. ABUT_BAD_ARGUMENT if this version does not have it.
ABUT_API abut_status abut_method_from_name(const char* name, abut_method* out);

// Where a node of the tree is split, by triangle centres unless said otherwise.
typedef enum abut_split {
    // ABUT_SPLIT_MEAN; for dop ABUT_SPLIT_GREEDY, for hybrid ABUT_SPLIT_CROSSING.
    ABUT_SPLIT_DEFAULT = 0,
    // At the mean centre; across the next axis if that leaves a side empty, then at the median.
    ABUT_SPLIT_MEAN = 1,
    ABUT_SPLIT_MEDIAN = 2,  // halves by count: a balanced tree
    // At the mean; a group that no axis separates stays a leaf, however large (Gottschalk 1996, section 4).
    ABUT_SPLIT_RAPID = 3,
    ABUT_SPLIT_GREEDY = 4,  // dop, quickcd: two sets grown by least increase (Zachmann 1998, 4.2)
    // hybrid: least |left - right| + lambda * crossing (Wan 2001, 4.1). Triangles that cross go to both
    // sides, as long as all leaves together hold no more than 4 times the triangles.
    ABUT_SPLIT_CROSSING = 5,
    // quickcd: several levels at once, regrouped into two sets of least sum (Klosowski 1998, chapter 6).
    ABUT_SPLIT_OSCILLATING = 6,
} abut_split;

// Across which axis a node is split by mean, median or rapid (Klosowski 1998, chapter 3). The others
// follow where that axis does not separate.
typedef enum abut_axis {
    ABUT_AXIS_DEFAULT = 0,   // ABUT_AXIS_LONGEST; for sphere, which has none, ABUT_AXIS_SPLATTER
    ABUT_AXIS_LONGEST = 1,   // the longest side of the volume
    ABUT_AXIS_SPLATTER = 2,  // the largest variance of centres
    ABUT_AXIS_MIN_SUM = 3,   // the least sum of the children's volumes
    ABUT_AXIS_MIN_MAX = 4,   // the least larger volume of the children
} abut_axis;

// obb: which box axes a node tries; the box of least surface area wins. Or them together; 0: the first
// four.
enum {
    ABUT_FIT_AABB = 1,    // the axes of the file
    ABUT_FIT_PCA = 2,     // eigenvectors of the covariance of the triangles, weighted by area
    ABUT_FIT_PARENT = 4,  // the axes of the parent's box; the file's at the root
    ABUT_FIT_DITO14 = 8,  // Larsson & Kallberg's ditetrahedron of 14 extremal points
    // Gottschalk 1996, section 4: eigenvectors of other covariances. The last two need Qhull; where the
    // points do not span space, their hull is that of the plane or line that they span. Qhull takes its
    // memory from malloc, on the workers of host.run, and abut_hits' counters may depend on its version.
    ABUT_FIT_VERTICES = 16,       // of the triangles' vertices
    ABUT_FIT_HULL_VERTICES = 32,  // of the vertices of their convex hull
    ABUT_FIT_HULL_SURFACE = 64,   // of the hull's whole surface
};

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

// quickcd: how the root of b is bounded in the frame of a (Klosowski 1998, chapter 4). All other nodes
// are by their corners.
typedef enum abut_tumble {
    ABUT_TUMBLE_DEFAULT = 0,  // ABUT_TUMBLE_CORNERS
    ABUT_TUMBLE_CORNERS = 1,  // method II: the corners of the volume as built, turned
    ABUT_TUMBLE_HULL = 2,     // method I: hill climbing on the model's convex hull; needs Qhull
} abut_tumble;

// wide: how long a build may take for a tree that is searched faster.
typedef enum abut_effort {
    ABUT_EFFORT_DEFAULT = 0,  // ABUT_EFFORT_NORMAL
    ABUT_EFFORT_FAST = 1,     // for models that are searched a few times only
    ABUT_EFFORT_NORMAL = 2,
    ABUT_EFFORT_BEST = 3,
} abut_effort;

// wide: how much memory a tree may take beside the mesh. Answers are the same, and models that differ in it can be searched
// together; counters may differ.
typedef enum abut_memory {
    ABUT_MEMORY_DEFAULT = 0,  // ABUT_MEMORY_NORMAL
    ABUT_MEMORY_NORMAL = 1,   // about 73 bytes a triangle: the fastest
    ABUT_MEMORY_SMALL = 2,    // at most 64, about 62, from 1000 triangles on: corners in 23 bits
    ABUT_MEMORY_COMPACT = 3,  // about 15: boxes in 24 bytes in place of 64, and no copy of corners
} abut_memory;

// How a model is built. Zero means the default for every member. An option that the method does not have must be zero, else
// ABUT_BAD_COMBINATION: never is another method used in its place. "All": every method but brute.
typedef struct abut_build {
    abut_method method;
    int leaf_size;  // all: most triangles in a leaf, 1 to 64, for wide 1 to 4; 0: 4; for dop 1, for
                    // quickcd 8
    int depth_max;  // all but wide: nodes so deep are leaves, whatever they hold, 1 to 80; 0: 80.
                    // For crossing at most two levels more than halving would need
    int degree;     // most children of a node: 2, 4 or 8; 0: 2. Not for hybrid, wide
    abut_split split;  // not for wide
    abut_axis axis;    // not for wide, nor for the splits greedy, crossing and oscillating
    int split_all;     // dop, quickcd: 1: split across all k / 2 directions, not three
    unsigned fits;     // obb: ABUT_FIT_*
    abut_real real;    // obb
    abut_orientation orientation;  // obb
    double epsilon;       // all: every volume grows by so much, in your unit. Answers never change
    abut_tumble tumble;   // quickcd
    abut_effort effort;   // wide
    abut_memory memory;   // wide
    double slender;       // quickcd: triangles with an edge longer than so much, in your unit, are
                          // halved for the tree, the longest first, until none is or there are 4
                          // times as many pieces, and 64; 0: never (Klosowski 1998, chapter 6)
    double lambda;        // crossing: what a crossing triangle costs; 0: 1
    double child_ratio;   // crossing: a node is a leaf if a child would hold more than such a part
                          // of its triangles; in (0.5, 1]; 0: 0.9
    double sphere_ratio;  // hybrid: boxes are tested where the sphere's volume is at least so many
                          // times the box's, in units of the level's harmonic mean; 0: 1
    const abut_host* host;  // used during the build, and for the model's memory until it is freed
    uint64_t reserved[4];   // zero
} abut_build;

// A shape, made ready to be searched.
typedef struct abut_model abut_model;

// Build a model: copy the soup, merge vertices that are equal bit by bit (-0 counts as 0), and fit the
// tree. Triangle indices in answers are those of the soup. A model never changes once built: share
// it between threads without locks. An empty soup is legal and never in contact.
// The same tree results for any number of workers.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_BAD_COMBINATION, ABUT_NOT_AVAILABLE,
// ABUT_CANCELLED, or as abut_soup_check.
// Cost: n log n.
ABUT_API abut_status abut_model_build(abut_model** out, const abut_soup* soup,
                                      const abut_build* options);
// Release a model that no query is using. NULL is fine.
ABUT_API void abut_model_free(abut_model* model);

// What a model is like.
typedef struct abut_model_info {
    abut_method method;       // never ABUT_AUTO
    abut_build build;         // as it was built, defaults filled in; host is NULL. What the
                              // method does not have says nothing
    size_t triangle_count;    // as in the soup
    size_t vertex_count;      // after merging
    size_t degenerate_count;  // triangles that are only a segment or a point
    size_t node_count;        // 0 for ABUT_BRUTE
    size_t depth;             // edges from the root to the deepest leaf
    size_t mesh_bytes;        // vertices and triangles
    size_t tree_bytes;        // everything else
    size_t leaf_count;        // 0 for ABUT_BRUTE
    // The parts of mesh_bytes + tree_bytes: coordinates; indices of the triangles' vertices; nodes; the
    // order of triangles in the leaves; leaves, where they are not nodes (wide); all else.
    size_t vertex_bytes, triangle_bytes, node_bytes, order_bytes, leaf_bytes, other_bytes;
    // Sums of box surfaces, in surfaces of the root's box, rounded; 0 without a tree. They rate trees of
    // one model: the chance that a random line through the root's box meets another box is about the
    // ratio of their surfaces (Goldsmith & Salmon 1987).
    double inner_area;  // over the inner nodes, the root included
    double leaf_area;   // over the leaves, each times its number of triangles
} abut_model_info;
// Describe a model. Returns ABUT_OK or ABUT_BAD_ARGUMENT. Cost: one pass over the nodes.
ABUT_API abut_status abut_model_describe(const abut_model* model, abut_model_info* out);

// Count the leaves of each depth, and the triangles in them: entry d is about leaves d edges below the
// root. Both arrays have capacity entries, more than abut_model_info's depth; either may be NULL.
// Entries beyond the depth become 0, for ABUT_BRUTE all of them.
// Returns ABUT_OK, or ABUT_BAD_ARGUMENT also for too few entries. Cost: one pass over the nodes.
ABUT_API abut_status abut_model_depths(const abut_model* model, size_t* leaves, size_t* triangles,
                                       size_t capacity);

// Copy the corners of triangles first to first + count - 1, as in the soup (but -0 as 0): out gets nine
// numbers for each. Returns ABUT_OK, or ABUT_BAD_ARGUMENT also where there are not so many triangles.
// Cost: count.
ABUT_API abut_status abut_model_triangles(const abut_model* model, size_t first, size_t count,
                                          double* out);

// ----------------------------------------------------------------------------------- saved models

// Take size bytes that follow those of earlier calls; return ABUT_OK, or any other status to stop.
typedef abut_status abut_write(void* user, const void* bytes, size_t size);

// Write a built model as bytes, triangles included, so that it need not be built again (Klosowski 1998,
// chapters 3 and 5). The bytes are the same on every machine. source: any two numbers that tell from
// what the model was made, such as a hash of its file; NULL: zeros.
// Returns ABUT_OK, ABUT_BAD_ARGUMENT, or what write returned. Cost: one pass.
ABUT_API abut_status abut_model_save(const abut_model* model, const uint64_t source[2],
                                     abut_write* write, void* user);

// Make a model of bytes that abut_model_save wrote, in place: nothing is copied, so a file can be mapped
// and shared by processes. bytes start at a multiple of 64, and must stay as they are until the model is
// freed. The model answers as the one that was saved.
// Everything is checked first: every checksum, index and link, so that no bytes whatever lead outside of
// them. A checksum is no signature: whoever forges one can make a model that misses contacts.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_BAD_IMAGE or ABUT_OTHER_VERSION.
// host may be NULL. Cost: two passes over the bytes.
ABUT_API abut_status abut_model_open(abut_model** out, const void* bytes, size_t size,
                                     const abut_host* host);

// Tell the two numbers that a model was saved with; zeros for one that was built.
ABUT_API abut_status abut_model_source(const abut_model* model, uint64_t source[2]);

// ------------------------------------------------------------------------------------------- pose

// world = (scale * rotation) * point + translation.
// An all-zero rotation means the identity, a scale of 0 means 1: a zeroed pose is the identity.
// rotation may be a reflection; it may deviate from orthonormal by up to 2^-10 in each entry of
// rotation' * rotation (recorded poses do): the deviation is part of the answer, not corrected.
typedef struct abut_pose {
    double rotation[3][3];  // row-major: world x is row 0
    double translation[3];  // added last
    double scale;           // in [2^-300, 2^300]
} abut_pose;

// Find whether abut_collide would take a pose. Returns ABUT_OK, ABUT_NOT_FINITE, ABUT_NOT_RIGID,
// ABUT_BAD_SCALE or ABUT_BAD_ARGUMENT (NULL).
ABUT_API abut_status abut_pose_check(const abut_pose* pose);

// The abut_pose_from_ functions fill out whole; translation is 0 and scale 1 unless said otherwise.

// Turn by degrees about an axis of any length but 0, right-handed.
// Multiples of 90 degrees about a coordinate axis give entries that are exactly 0, 1 and -1.
// Returns ABUT_OK, ABUT_NOT_FINITE, or ABUT_BAD_ARGUMENT for an axis of length 0.
ABUT_API abut_status abut_pose_from_axis_angle(abut_pose* out, const double axis[3],
                                               double degrees);

// Turn by the quaternion x, y, z, w, which is normalised first.
// Returns ABUT_OK, ABUT_NOT_FINITE, or ABUT_BAD_ARGUMENT for a norm below 0.5.
ABUT_API abut_status abut_pose_from_quaternion(abut_pose* out, const double xyzw[4]);

// Take rotation, scale and translation from an affine 4 x 4 matrix, 16 numbers, rows.
// Where the upper left part is already rigid (abut_pose_check accepts it), it is kept bit by bit with
// scale 1. Otherwise scale becomes the median length of its columns, and rotation the part divided by
// it: scale * rotation can then differ from the matrix by a rounding of its last bit.
// Returns ABUT_OK, ABUT_NOT_FINITE, ABUT_NOT_AFFINE, ABUT_NON_UNIFORM_SCALE, ABUT_SHEAR, ABUT_BAD_SCALE.
ABUT_API abut_status abut_pose_from_matrix(abut_pose* out, const double matrix[16]);

// --------------------------------------------------------------------------------------- contacts

typedef struct abut_pair {  // a triangle of each model
    uint32_t a, b;          // their indices
} abut_pair;

// Properties of a pair of triangles. They do not tell whether solids overlap: two boxes that overlap
// can have touching pairs only.
typedef enum abut_kind {
    ABUT_APART = 0,     // no common point; never found in hits
    ABUT_TOUCH = 1,     // whatever is neither of the next two
    ABUT_CROSS = 2,     // both have vertices strictly on both sides of the other's plane, and they
                        // share more than one point
    ABUT_COPLANAR = 3,  // all six vertices in one plane, sharing more than one point (two segments,
                        // or a segment and a triangle, in one plane count)
} abut_kind;

// A part of a triangle without its border: a vertex, an edge without its ends, or the inside.
// Edge i runs from vertex i to vertex (i + 1) % 3. A triangle that is only a segment has two vertices
// and one edge, one that is only a point has one vertex; the lowest index among equals names them.
typedef enum abut_feature {
    ABUT_VERTEX_0 = 0,
    ABUT_VERTEX_1 = 1,
    ABUT_VERTEX_2 = 2,
    ABUT_EDGE_0 = 3,
    ABUT_EDGE_1 = 4,
    ABUT_EDGE_2 = 5,
    ABUT_FACE = 6,
} abut_feature;

typedef struct abut_event {  // features of the two triangles that meet in one point only
    uint8_t a, b;            // abut_feature
} abut_event;

// The shared set of two triangles is a point, a segment, or a convex polygon of up to six corners.
// Its corners are exact events; their coordinates are rounded once, to the nearest double (to an
// infinity, if they lie beyond). One point, two ends, or the corners in cyclic order.
typedef struct abut_contact {
    abut_kind kind;
    int point_count;       // 0 if points were not asked for
    abut_event events[6];  // exact
    double points[6][3];   // in world coordinates
} abut_contact;

// Decide one pair of triangles, degenerate ones included, and find their shared corners.
// a, b: three vertices of three numbers each. A NULL pose is the identity.
// Returns ABUT_OK (also if they are apart: see out->kind), ABUT_NOT_FINITE, or as abut_pose_check.
// Cost: a few hundred nanoseconds.
ABUT_API abut_status abut_triangles_touch(const double a[9], const abut_pose* a_pose,
                                          const double b[9], const abut_pose* b_pose,
                                          abut_contact* out);

// ------------------------------------------------------------------------------------------ query

typedef struct abut_instance {  // a model in a pose; borrowed
    const abut_model* model;
    abut_pose pose;
    void*
        user;  // yours, never looked into: it tells instances of one model apart (abut_ask.coherent)
} abut_instance;

// Which details of a contact are wanted beside the pair of triangles.
typedef enum abut_detail {
    ABUT_DETAIL_PAIRS = 0,   // none
    ABUT_DETAIL_KINDS = 1,   // kind of each contact
    ABUT_DETAIL_POINTS = 2,  // kind, events and points of each contact
} abut_detail;

// In which order two trees are descended.
typedef enum abut_descent {
    ABUT_DESCENT_DEFAULT = 0,      // LARGER; dop: BOTH; quickcd: ENVIRONMENT
    ABUT_DESCENT_LARGER = 1,       // the larger of two nodes (Gottschalk 1996)
    ABUT_DESCENT_BOTH = 2,         // both at once: all pairs of children (Zachmann 1998, section 3)
    ABUT_DESCENT_ENVIRONMENT = 3,  // a to its leaves, then b (Klosowski 1998, chapter 4)
    ABUT_DESCENT_RESTART = 4,      // quickcd: as ENVIRONMENT, but when a leaf of a is reached, a is
                                   // searched anew from its root with each child of b instead
} abut_descent;

// In which order pairs of nodes are visited.
typedef enum abut_traversal {
    ABUT_TRAVERSAL_DEFAULT = 0,  // ABUT_TRAVERSAL_DEPTH
    ABUT_TRAVERSAL_DEPTH = 1,    // the children of a pair before all others that wait: a stack
    // Level by level, a queue (Wan, Fan, Gao 2001, sections 4.2 and 5): up to 65536 pairs, the deepest ones, are
    // taken from it at once, so that memory stays bounded. Workers share what is taken.
    ABUT_TRAVERSAL_BREADTH = 2,
} abut_traversal;

// dop, quickcd: in which order the k / 2 intervals of two volumes are compared (Klosowski 1998).
typedef enum abut_intervals {
    ABUT_INTERVALS_DEFAULT = 0,  // ABUT_INTERVALS_FIXED
    ABUT_INTERVALS_FIXED = 1,    // widely different directions first
    ABUT_INTERVALS_WIDTH = 2,    // by the width of the slabs of b's root, the narrowest first
} abut_intervals;

// How much of the answer is wanted, and how it is searched. Zero means the default. An option that the
// models' method does not have: ABUT_BAD_COMBINATION.
typedef struct abut_ask {
    size_t limit;  // stop after so many pairs; 1: any contact will do; 0: find all
    // Stop after so many tests of volumes and triangles; 0: never. wide makes up to 16 at once, and stops
    // before them where they might be more than are left.
    uint64_t budget;
    abut_detail detail;        // what is told of each pair
    abut_descent descent;      // all methods but brute; wide: only LARGER
    abut_intervals intervals;  // dop, quickcd
    int interval_count;        // dop, quickcd: compare only the first so many; 0: all
    // All methods but brute, with limit 1 and several workers: take the contact that a worker finds first, which may
    // be another each time, as may the work it took. Otherwise it is always that of one worker.
    int any;
    abut_traversal traversal;  // all methods but brute; wide: only DEPTH; not BREADTH with RESTART
    // 1: start from the last answer about the same pair of instances, for models that move in small steps: wide, and what is
    // descended by ABUT_DESCENT_ENVIRONMENT, depth first (Klosowski 1998, chapter 6). Whether
    // there is contact, and all pairs of a complete answer, never depend on it; which pairs are found under a
    // limit, and the work, then depend on earlier calls. See "Coherent questions" below.
    int coherent;
    // Stop after so many microseconds of the clock on the wall; 0: never. The rest is left: with coherent, wide
    // goes on from there, after a budget too, if it is asked the same again next; pairs that were found stand.
    double deadline;
    uint64_t reserved[3];  // zero
} abut_ask;

// What an answer says.
typedef enum abut_state {
    ABUT_STATE_UNDECIDED = 0,  // no contact was found, but not all was looked at
    ABUT_STATE_APART = 1,      // proved: no contact
    ABUT_STATE_CONTACT = 2,    // proved: there is a pair
} abut_state;

// Return the state in lower case ("apart"); NULL if there is no such value.
ABUT_API const char* abut_state_text(abut_state state);

// The answer. It lives in the query, until the query's next call.
typedef struct abut_hits {
    const abut_pair* pairs;        // sorted by a, then b
    const abut_contact* contacts;  // parallel to pairs; NULL unless details were asked for
    size_t count;                  // how many pairs
    int complete;  // 1: these are all pairs. 0: a limit, a budget or a deadline ended the search early. Then
                   // every pair is still a true contact, and count 0 means undecided; which pairs
                   // are found may depend on the method.
    // The work it took, the papers' N_v, N_p and N_u; the same on every machine.
    uint64_t volume_tests;    // pairs of volumes tested for overlap
    uint64_t triangle_tests;  // pairs of triangles tested
    uint64_t node_updates;    // volumes of b placed in the frame of a
    uint64_t exact_tests;     // pairs of triangles that needed integers
    abut_state state;
    // No point of a is nearer to a point of b: a proved bound, as far as it came for nothing, and finite; 0 is always
    // true.
    double distance_least;
} abut_hits;

// Coherent questions. A query, a batch and a world keep what they learn of each pair of instances that they are asked about
// with coherent, so that many pairs that move can be asked about by turns, each at the cost of a query of its own.
// A pair is known again by its two models, a and b in this order, and by the user pointers of its instances; in a world by
// its ids. Give instances of one model different user pointers, or none to those that need not be told apart: if two pairs
// share what is kept, they cost time, and their answers are right. Of several such pairs in one batch the n-th goes on
// from the n-th of the last call, so that a list in a fixed order needs no user pointers.
// Memory: 2 KB a pair, and some 100 KB where boxes are near each other, or some MB where thousands of triangles are in
// contact and all are wanted. A query keeps 256 MB; beyond it the pairs asked about longest ago begin anew. A batch and a
// world keep it of the pairs that their last coherent call was about. Where there is no memory for it, a pair begins anew
// the next time. After a failed or cancelled call all pairs of a batch or a world do. It is freed with the query, batch or
// world. Models may be freed before: what is kept of them is never used again.

// What a thread needs to ask, and its last answer.
typedef struct abut_query abut_query;

// Create the scratch memory of one thread: use it for any models, one call at a time. It grows to what
// calls need and is kept: repeated calls of like size allocate nothing. host may be NULL. Where it has
// several workers they share long calls: abut_collide without coherent, a budget, a deadline or a limit above 1,
// but for brute and quickcd; and the points of many contacts. Short calls are not shared: wide up to 512 node_updates, others
// up to 4096 tests, for first contact up to 16384. Its memory is asked for one call at a time, but on any worker.
ABUT_API abut_status abut_query_create(abut_query** out, const abut_host* host);
// Release a query, and with it the hits it gave. NULL is fine.
ABUT_API void abut_query_free(abut_query* query);

// Find the triangles of a and b that share at least one point. Both models may be the same.
// options may be NULL: all pairs, no details. Both models must have been built with the same method.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_BAD_COMBINATION, ABUT_MIXED_METHODS,
// ABUT_CANCELLED, or as abut_pose_check. After a failure the query stays usable, but hits of earlier calls are gone.
// Typical cost: microseconds when far apart, proportional to the pairs found when deep.
// Source: Gottschalk, Lin and Manocha 1996, section 5, for obb; docs/methods.md has those of the other methods.
ABUT_API abut_status abut_collide(abut_query* query, const abut_instance* a, const abut_instance* b,
                                  const abut_ask* options, abut_hits* out);

// ------------------------------------------------------------------------------------ containment

// How two models, or a connected component of one and the whole other model, stand to each other.
// A component is a set of triangles that are connected by vertices, equal bit by bit. It is closed if it
// has triangles that are not degenerate, and an even number of these on every edge. A point is inside a
// model if an odd number of its closed components enclose it: so a closed surface within another one
// bounds a cavity, and orientation does not matter.
typedef enum abut_relation {
    ABUT_UNKNOWN = 0,   // see the reason
    ABUT_SEPARATE = 1,  // no contact, and neither is inside the other
    ABUT_TOUCHING = 2,  // in contact, but not crossing
    // In contact, and at a shared point they pass through each other or overlap: a pair of triangles is
    // ABUT_CROSS, or arbitrarily near to the point one of the two surfaces has a point inside the other
    // model, or both models share an inside. So a box that touches the wall of a larger one from within
    // crosses it, and so do equal boxes in one place.
    ABUT_CROSSING = 3,
    ABUT_A_INSIDE_B = 4,  // no contact
    ABUT_B_INSIDE_A = 5,
} abut_relation;

// Why a relation is not known.
typedef enum abut_reason {
    ABUT_REASON_NONE = 0,       // it is known
    ABUT_REASON_OPEN = 1,       // they touch, no pair crosses, and neither has an inside
    ABUT_REASON_AMBIGUOUS = 2,  // the winding number is about 0.5, or differs from vertex to vertex
    ABUT_REASON_UNORIENTED = 3,  // what is around it is neither closed nor consistently oriented
} abut_reason;

// Return the relation in lower case ("a inside b"); NULL if there is no such value.
ABUT_API const char* abut_relation_text(abut_relation relation);

// Return the reason as one line of English; NULL if there is no such value.
ABUT_API const char* abut_reason_text(abut_reason reason);

// A component of one model, and how it stands to the other.
typedef struct abut_component {
    size_t triangle_count;    // its own
    uint32_t first_triangle;  // the lowest index; components come in this order, that of the file
    abut_relation relation;   // to the whole other model
    abut_reason reason;       // of ABUT_UNKNOWN, else ABUT_REASON_NONE
    int has_winding;          // 1 if a winding number was needed
    // The winding number of the other model's components that are not closed, about the vertex of this
    // one, among at most six, where it is nearest to 0.5 in size. The six have the least and the greatest
    // x, y and z in the file; where several do, the next coordinates decide. Within winding_error of
    // the true one.
    double winding, winding_error;
} abut_component;

// How two models stand to each other.
typedef struct abut_containment {
    abut_relation relation;   // of the whole
    abut_reason reason;       // of ABUT_UNKNOWN: the least of the components' reasons
    const abut_component* a;  // the components of a
    const abut_component* b;  // those of b
    size_t a_count, b_count;  // how many components
    abut_hits hits;           // what abut_collide gives
} abut_containment;

// Find how a and b, and their components, stand to each other. options as for abut_collide, but limit,
// budget and deadline must be 0.
// All is exact, but for what is enclosed by components that are not closed: such ones count as around a
// component without contact if together their winding number about its vertices (van Oosterom &
// Strackee 1983) is above 0.6 in size, and not if it is below 0.4, or if the component's box is apart from the
// box about them: along the axes of the world, or for equal poses along those of the files. Boxes are compared
// exactly. So models whose boxes are apart are separate, and abut_world need not ask about them. The last
// bits of the number depend on the rounding mode, and on nothing else: not on the method, the order of triangles,
// corners and vertices, or which model is a. Where closed components touch open ones, only the
// closed ones have an inside.
// A component with contact is touching or crossing. One without that is inside counts as that, else it
// has the opposite relation if it encloses a component of the other model that is inside.
// The relation of the whole is the first of these that holds: crossing, unknown, if some component is;
// a inside b, if all components of a are and not all of b; b inside a, the other way round; crossing, if some
// component is inside; touching, if some component is; separate.
// The answer lives in the query, until its next call. Returns as abut_collide.
// Cost: that of abut_collide; linear, about a microsecond a triangle, much less where the models are far
// apart; up to 100 microseconds a pair that touches; for each component within the box of components
// that are not closed, six times their triangles. Allocates up to 300 bytes a triangle until the return.
ABUT_API abut_status abut_contain(abut_query* query, const abut_instance* a, const abut_instance* b,
                                  const abut_ask* options, abut_containment* out);

// ------------------------------------------------------------------------------------------ batch

// Two instances to be asked about.
typedef struct abut_question {
    abut_instance a, b;
} abut_question;

// Scratch memory for each worker of a host, and the last answers.
typedef struct abut_batch abut_batch;

// Create what abut_collide_batch needs. host: the workers; their memory is asked for one call at a time. It may
// be NULL.
ABUT_API abut_status abut_batch_create(abut_batch** out, const abut_host* host);
// Release a batch, and with it the hits it gave. NULL is fine.
ABUT_API void abut_batch_free(abut_batch* batch);

// Ask abut_collide many questions, on all workers: one question each at a time. options as there, the same for all.
// *out: count answers in the order of the questions, which live in the batch until its next call. They are
// those of abut_collide, counters included, for any number of workers; with coherent those of a query for each pair.
// Returns as abut_collide: of questions that fail the status of the first. Then there are no answers.
// Cost: that of abut_collide, shared by the workers; soon no allocation, if calls are of like size.
ABUT_API abut_status abut_collide_batch(abut_batch* batch, const abut_question* questions,
                                        size_t count, const abut_ask* options,
                                        const abut_hits** out);

// ------------------------------------------------------------------------------------------ world

// Many instances in one space: which of them meet? One thread at a time may use a world.
typedef struct abut_world abut_world;

// Create an empty world. host: its memory and workers, whose memory is asked for one call at a time. It may be
// NULL.
ABUT_API abut_status abut_world_create(abut_world** out, const abut_host* host);
// Release a world, and with it the answers it gave. NULL is fine.
ABUT_API void abut_world_free(abut_world* world);

// Put an instance into a world; the model is borrowed until the instance is removed or the world is freed. *id is its
// number from then on, and may be NULL. Ids count up from 0; but where instances were removed, the id that was removed
// last is given again first. All models that are there must have been built with the same method.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_MIXED_METHODS, ABUT_TOO_LARGE (2^32 - 1
// instances), or as abut_pose_check.
ABUT_API abut_status abut_world_add(abut_world* world, const abut_instance* instance, uint32_t* id);

// Take an instance out of a world. The ids of all others stay. Pairs with it that were left out (abut_world_ignore) are
// forgotten, so that whoever gets the id next is asked about.
// Returns ABUT_OK or ABUT_BAD_ARGUMENT (there is no such instance). Cost: linear in the pairs that were left out; the
// next question is that of a new world.
ABUT_API abut_status abut_world_remove(abut_world* world, uint32_t id);

// Tell what an id stands for: the model, the pose it has now, and the user pointer, which you may have given to know your
// own things again. Returns ABUT_OK or ABUT_BAD_ARGUMENT (there is no such instance).
ABUT_API abut_status abut_world_instance(const abut_world* world, uint32_t id, abut_instance* out);

// Move an instance: later questions are about the new pose. Returns ABUT_OK, ABUT_BAD_ARGUMENT (there is no such
// instance), or as abut_pose_check.
ABUT_API abut_status abut_world_move(abut_world* world, uint32_t id, const abut_pose* pose);

// Say what an instance is, and what it is asked against: a bit for each of 32 groups. Two instances are asked about
// if each is in a group that the other is against. At first an instance is in all groups, and against all. One
// that is in no group meets nothing.
// Returns ABUT_OK or ABUT_BAD_ARGUMENT (there is no such instance).
ABUT_API abut_status abut_world_group(abut_world* world, uint32_t id, uint32_t groups,
                                      uint32_t against);

// Leave pairs of instances out of later questions, in place of those that were left out before. Copied; the order, also
// of the two of a pair, means nothing. Returns ABUT_OK, ABUT_OUT_OF_MEMORY, or ABUT_BAD_ARGUMENT (there is no such
// instance).
ABUT_API abut_status abut_world_ignore(abut_world* world, const abut_pair* pairs, size_t count);

// What is wanted of two instances.
typedef enum abut_survey {
    ABUT_SURVEY_CONTACTS = 0,   // whether they are in contact
    ABUT_SURVEY_COUNTS = 1,     // and in how many pairs of triangles, of which kinds
    ABUT_SURVEY_REGIONS = 2,    // and where
    ABUT_SURVEY_RELATIONS = 3,  // and how they stand to each other, as abut_contain tells it
    ABUT_SURVEY_BOXES = 4,      // only whether their boxes meet: always so for those that meet
} abut_survey;

// Two instances that meet. For ABUT_SURVEY_BOXES and _CONTACTS there are none of these.
typedef struct abut_clash {
    size_t count;          // pairs of triangles
    size_t kind_count[4];  // of each abut_kind
    // From ABUT_SURVEY_REGIONS on: the least and greatest coordinates of all points of abut_contact; 0
    // without contact.
    double low[3], high[3];
    abut_relation relation;  // of ABUT_SURVEY_RELATIONS
    abut_reason reason;      // of ABUT_UNKNOWN, else ABUT_REASON_NONE
    int complete;  // 1: all of their contacts are counted. 0: a budget or a deadline ended the search early
} abut_clash;

// Which instances meet. It lives in the world until its next call. Every pair whose boxes meet is in pairs, or is
// undecided, or does not meet, which is proved.
typedef struct abut_clashes {
    const abut_pair* pairs;     // ids, a < b; sorted by a, then b
    const abut_clash* clashes;  // parallel to pairs; NULL where there are none
    size_t count;               // how many pairs
    size_t asked;               // pairs whose boxes meet
    // The work it took, as in abut_hits.
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;
    // Of all instances: CONTACT if two are in contact; else UNDECIDED if some pair is; else APART. After
    // ABUT_SURVEY_BOXES UNDECIDED if there are pairs.
    abut_state state;
    int complete;  // 1: these are all pairs that meet, each with all of its contacts. 0: a limit, a budget or a
        // deadline ended it early
    const abut_pair*
        undecided;  // ids, a < b, sorted: pairs whose boxes meet and of which this answer says nothing
    size_t undecided_count;  // how many
} abut_clashes;

// Find all pairs of instances that are in contact; for ABUT_SURVEY_RELATIONS also those that are not, but whose
// relation is another than ABUT_SEPARATE: those of all pairs, as abut_contain tells it, also of those not asked about.
// The answer is the same for any number of workers, unless a deadline ended it.
// options may be NULL; they are those of abut_collide, but:
//   limit     stop after so many pairs of instances: the first ones. 1: whether any two meet
//   budget    of each pair of instances by itself
//   deadline  of the whole call, but for finding the boxes that meet, which is not interrupted. With coherent the next call
//             begins with the pairs that were left undecided, so that each gets its turn; wide goes on with them
//   coherent  each pair of instances starts from its own last answer
//   detail and any must be 0: the survey says what is told
// ABUT_SURVEY_BOXES has only limit, and ABUT_SURVEY_RELATIONS neither budget nor deadline: else ABUT_BAD_COMBINATION.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_BAD_COMBINATION or ABUT_CANCELLED. After a failure the
// world stays usable, but answers of earlier calls are gone.
// Cost: where boxes of instances meet few others, n log n for a new world or after many moves, n after some, less than a
// microsecond an instance; then that of abut_collide (or abut_contain) for each pair of boxes that meet,
// shared by the workers. With a limit some pairs are asked about beyond those that would do, at most as many again and 64.
ABUT_API abut_status abut_world_collide(abut_world* world, abut_survey survey,
                                        const abut_ask* options, abut_clashes* out);

// ---------------------------------------------------------------------------------------- milling

// Tools of milling machines with three axes are solids of revolution about z that are moved, never turned. They are
// made of rings: all points within corner of a circle of a radius about the z axis, at a height.
typedef struct abut_ring {
    double radius;  // of the circle; may be 0
    double height;  // of the circle, along z
    double corner;  // may be 0
} abut_ring;

#define ABUT_RINGS_MAX 8  // of a solid

// The convex hull of rings, and all above it if it is endless. With the tip at the origin, and radius, height and
// corner of each ring: a cylinder of radius R is (R, 0, 0) and (R, length, 0); a ball end (0, R, R); rounded
// corners (R - r, r, r); a cone (0, 0, 0) and (R, height, 0).
typedef struct abut_turned {
    abut_ring rings[ABUT_RINGS_MAX];  // in any order; those within the others change nothing
    int ring_count;                   // 1 to ABUT_RINGS_MAX
    int endless;                      // 1: it goes on upward without end
} abut_turned;

// How well an answer must be known. Zeroed: contact is all that matters.
typedef struct abut_depth_ask {
    double
        enough;  // depths up to this need not be told apart: the answer may end there. -DBL_MAX: all are
    double resolution;     // hi - lo, if it can be reached; 0: 1e-9 of the solid's size
    uint64_t reserved[4];  // zero
} abut_depth_ask;

// The depth of a point is its distance from the surface of the solid, positive inside, 0 where it touches, negative
// outside. It is that of real arithmetic on the doubles given; roundings are part of [lo, hi]. Both are -infinity for a
// model without triangles, else they are finite.
typedef struct abut_depth {
    double lo;          // some point is at least so deep
    double hi;          // none is deeper
    uint32_t triangle;  // that of the point at lo; UINT32_MAX: none was looked at so closely
    double time;        // of it, from 0 to 1
    double point[3];    // rounded
    double tool[3];     // where the solid's origin is then, rounded
} abut_depth;

// Find how deep the points of a model's triangles get inside a solid while its origin moves straight from one place
// to another: [lo, hi] encloses the greatest depth of all points at all times. No sampling: the depth is
// concave in point and time together, so that a few planes bound it. The search ends when hi <= enough, or
// when lo > enough and hi - lo <= resolution; where it ends otherwise, roundings allow no better.
// If nothing is deeper than enough, and a direction that is exact in double proves it (axes; faces, edges and vertices
// with short numbers), then hi is enough itself: so what only touches has hi == 0.
// Only surfaces count: a solid that is wholly inside a closed model has a negative depth. The model's method is
// ABUT_AABB or, slowly, ABUT_BRUTE, and its coordinates are 0 or between 2^-240 and 2^240 in magnitude.
// ask may be NULL. Returns ABUT_OK, ABUT_BAD_ARGUMENT, ABUT_NOT_FINITE, ABUT_BAD_SCALE, or ABUT_BAD_COMBINATION
// for another method. Allocates nothing; any number of threads may ask at once.
// Typical cost: a microsecond where they are apart, some more a triangle that is near.
ABUT_API abut_status abut_turned_depth(const abut_model* model, const abut_turned* solid,
                                       const double from[3], const double to[3],
                                       const abut_depth_ask* ask, abut_depth* out);

// Find by how much a solid must be moved up in z, at both ends of its way, until nothing is inside it or
// above it that was in its way: *hi is proved to be enough, unless roundings or the resolution hide it, *lo is not.
// 0 and 0 if it is so already. Else as abut_turned_depth; cost: that of one to a few. resolution 0: 1e-9 of the size.
ABUT_API abut_status abut_turned_lift(const abut_model* model, const abut_turned* solid,
                                      const double from[3], const double to[3], double resolution,
                                      double* lo, double* hi);

#ifdef __cplusplus
}
#endif
#endif
