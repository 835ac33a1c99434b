// abut.h - exact collision detection between triangle soups in rigid poses
// SPDX-License-Identifier: MIT
//
//     abut_model* m;   abut_model_build(&m, &soup, NULL);      once per shape
//     abut_query* q;   abut_query_create(&q, NULL);            once per thread
//     abut_hits hits;  abut_collide(q, &a, &b, NULL, &hits);   as often as you like
//
// What an answer means. A triangle is a closed set: touching counts. The world position of a
// vertex v is (scale * rotation) * v + translation in real-number arithmetic; only each entry of
// scale * rotation is rounded (once, to nearest). Two triangles are in contact if they share at
// least one point of the world, decided without any further rounding, for all finite doubles. So
// the answer does not depend on the method, its options, the machine, the compiler, the rounding
// mode of the caller, nor on the order of the two models.
//
// A caution. If a common motion is composed with each part's own pose in double arithmetic, the
// placement of the parts relative to each other is rounded before this library sees it: faces that
// touched may then part or cross. Give the motion as the frame of all parts, beside the pose of
// each (abut_instance): nothing is rounded then. If you have composed poses only, ask
// abut_distance whether parts come nearer than rounding has moved them, by abut_pose_slack.
//
// Conventions. Lengths are in your unit, angles in degrees, matrices row-major, indices start at
// zero. NULL or zeroed options mean the defaults; reserved fields must be zero. There is no global
// state but a count of models. Every function that can fail returns a status; on failure its
// outputs are untouched and every object is as it was.
// Arguments have one order: the object that is made or asked; what it is asked about; options; a
// host; and last, where the answer goes. An enumerator begins with the name of its enum; statuses,
// which you meet everywhere, are ABUT_ alone.
//
// Beside this header: contain.h (which is inside which), distance.h (how far they are apart),
// motion.h (when they first touch as they move), vertices.h (the same for cloth and what deforms),
// self.h (where a model meets itself), shape.h (spheres, boxes and other simple shapes against a
// model), point.h (many points against one), ray.h (many rays and segments against one), range.h
// (which triangles are in a box or a frustum), world.h (many instances), change.h (models that
// deform or are edited), milling.h (tools that move straight), saved.h (models as bytes),
// statistics.h (what a soup or a tree is like), methods.h (what only the methods of papers have).
// Each function is called by a program in examples/.
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

#define ABUT_VERSION        200      // 0.2.0, as major * 10000 + minor * 100 + patch
#define ABUT_VERSION_STRING "0.2.0"  // the same as text
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
    ABUT_BAD_SCALE = -6,     // a scale outside [2^-300, 2^300], negative, or of a frame not 1
    ABUT_NON_UNIFORM_SCALE = -7,  // a matrix that scales its axes differently
    ABUT_SHEAR = -8,              // a matrix whose axes are not perpendicular
    ABUT_NOT_AFFINE = -9,         // a matrix whose last row is not 0 0 0 1
    ABUT_TOO_LARGE = -10,         // more than 2^31 - 1 triangles or 2^32 - 2 vertices
    ABUT_CANCELLED = -11,         // the progress callback asked to stop
    ABUT_MIXED_METHODS = -12,     // two models of different methods, or kinds of numbers
    ABUT_BAD_COMBINATION = -13,   // options that do not go together, or that the method lacks
    ABUT_NOT_AVAILABLE = -14,     // a method, or what an option needs, is not in this build
    ABUT_BAD_IMAGE = -15,         // bytes that are not a saved model, or damaged
    ABUT_OTHER_VERSION = -16,     // a model of another version, or for another kind of machine
} abut_status;

// Return one line of English for a status. Never NULL, never freed.
ABUT_API const char* abut_status_text(abut_status status);

// ------------------------------------------------------------------------------------------- host

// A piece of work that the library has abut_host.run do.
typedef void abut_task(void* context, size_t index, int worker);

// What the library asks of you. Copied where it is given; a NULL function means the library's own.
typedef struct abut_host {
    // Return size bytes at a multiple of alignment (a power of two), or NULL. size is never 0.
    // Queries, batches and worlds call it on workers of run, too, but each never twice at once.
    // NULL: the C library's. Then blocks of 2 MB or more begin at a multiple of that, and on Linux
    // ask for large pages (madvise), which the system may refuse: large models answer faster.
    void* (*allocate)(void* user, size_t size, size_t alignment);
    void (*release)(void* user, void* block, size_t size);  // never NULL. Give both or neither
    // Call task(context, index, worker) once for every index < count, on workers 0 .. workers-1
    // in any order, and return when all are done. NULL: everything happens on the calling thread.
    // abut_pool_host has one. Two calls of a task at once have different workers. Each worker
    // computes with the rounding mode of the calling thread. Results are the same for any number
    // of workers.
    void (*run)(void* user, size_t count, abut_task* task, void* context);
    int workers;  // how many workers run uses; 0 means 1
    // Called now and then by long calls, on the calling thread, with a growing fraction of the
    // work done in [0, 1]; a result other than 0 makes the call return ABUT_CANCELLED.
    int (*progress)(void* user, double fraction);
    void* user;  // passed to all of the above
} abut_host;

// ------------------------------------------------------------------------------------------- pool

// Threads of the library's own, for those who have none: an abut_host.run.
typedef struct abut_pool abut_pool;

// Create a pool of workers, up to 1024; the thread that calls run is one of them. 0: as many as
// this process may use processors, by its affinity and the limits of its control groups (rounded
// down, but at least 1). Threads start when they are first needed; where the system has none to
// give, fewer do the work. host: whose allocate, release and progress abut_pool_host passes on;
// its run must be NULL. It may be NULL. Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_BAD_ARGUMENT.
// Cost: of an idle pool nothing but memory.
ABUT_API abut_status abut_pool_create(abut_pool** out, int workers, const abut_host* host);

// Fill in a host whose run uses the pool. The pool must outlive whatever is made with that host.
// Several threads may use one pool: while one is in run, the others do their work alone; so does
// a task that calls run. After a fork the pool works in the child, too, if nobody was in run.
// Returns ABUT_OK or ABUT_BAD_ARGUMENT.
ABUT_API abut_status abut_pool_host(abut_pool* pool, abut_host* out);

// Release a pool that nobody is using, and end its threads. NULL is fine.
ABUT_API void abut_pool_free(abut_pool* pool);

// ------------------------------------------------------------------------------------------- soup

// A polygon soup: triangles without topology, with any defects. Degenerate triangles (all
// vertices on a line or in a point) are legal and collide as that segment or point. Borrowed
// until the call returns. Exactly one of vertices and vertices_float is set, unless vertex_count
// is 0.
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
// ABUT_BAD_INDEX, ABUT_TOO_LARGE or ABUT_BAD_ARGUMENT. The report is filled for the first three:
// it is this function's answer, not its failure. report may be NULL. Vertices that no triangle
// uses count. Cost: one pass.
ABUT_API abut_status abut_soup_check(const abut_soup* soup, abut_soup_report* report);

// ------------------------------------------------------------------------------------------ model

// How a model is searched. The answers are the same for all. `abut methods` tells more about each.
// A library built with ABUT_PAPERS=OFF has AUTO, BRUTE, AABB and WIDE alone. The others keep their
// names, and abut_model_build and abut_model_open give ABUT_NOT_AVAILABLE for them.
typedef enum abut_method {
    ABUT_METHOD_AUTO = 0,   // the fastest that this version has; today ABUT_METHOD_WIDE
    ABUT_METHOD_BRUTE = 1,  // every triangle against every triangle: the plainest oracle
    ABUT_METHOD_AABB = 2,   // boxes along the axes of the model's file
    ABUT_METHOD_SPHERE = 3,
    ABUT_METHOD_OBB = 4,  // oriented boxes (Gottschalk, Lin, Manocha 1996)
    // Re-aligned k-DOPs (Zachmann 1998).
    ABUT_METHOD_DOP6 = 5,
    ABUT_METHOD_DOP8 = 6,
    ABUT_METHOD_DOP12 = 7,
    ABUT_METHOD_DOP14 = 8,
    ABUT_METHOD_DOP18 = 9,
    ABUT_METHOD_DOP20 = 10,
    ABUT_METHOD_DOP26 = 11,
    // Tumbled k-DOPs (QuickCD, Klosowski 1998): b flies, a is the environment.
    ABUT_METHOD_QUICKCD6 = 12,
    ABUT_METHOD_QUICKCD14 = 13,
    ABUT_METHOD_QUICKCD18 = 14,
    ABUT_METHOD_QUICKCD26 = 15,
    ABUT_METHOD_HYBRID = 16,  // box and sphere in every node (Wan, Fan, Gao 2001)
    ABUT_METHOD_WIDE = 17,    // eight oriented boxes in every node, tested together
    // Tumbled k-DOPs that lack the planes of the axes.
    ABUT_METHOD_QUICKCD8 = 18,
    ABUT_METHOD_QUICKCD12 = 19,
    ABUT_METHOD_QUICKCD20 = 20,
} abut_method;

// Return the lower-case name of a method ("obb"), or NULL if there is no such method.
ABUT_API const char* abut_method_name(abut_method method);
// Return one line of English: what a method is, and whose; NULL if there is no such method.
ABUT_API const char* abut_method_text(abut_method method);
// Find a method by its name. ABUT_BAD_ARGUMENT if there is none.
ABUT_API abut_status abut_method_from_name(const char* name, abut_method* out);

// wide: how long a build may take for a tree that is searched faster.
typedef enum abut_effort {
    ABUT_EFFORT_DEFAULT = 0,  // ABUT_EFFORT_NORMAL
    ABUT_EFFORT_FAST = 1,     // for models that are searched a few times only
    ABUT_EFFORT_NORMAL = 2,
    ABUT_EFFORT_BEST = 3,
} abut_effort;

// wide: how much memory a tree may take beside the mesh. Answers are the same, and models that
// differ in it can be searched together; counters may differ.
typedef enum abut_memory {
    ABUT_MEMORY_DEFAULT = 0,  // ABUT_MEMORY_NORMAL
    ABUT_MEMORY_NORMAL = 1,   // about 73 bytes a triangle: the fastest
    ABUT_MEMORY_SMALL = 2,    // at most 64, about 62, from 1000 triangles on: corners in 23 bits
    ABUT_MEMORY_COMPACT = 3,  // about 15: boxes in 24 bytes in place of 64, and no copy of corners
} abut_memory;

// How a model is built. Zero means the default for every member. An option that the method does
// not have must be zero, else ABUT_BAD_COMBINATION: never is another method used in its place.
typedef struct abut_build {
    abut_method method;
    // Most triangles in a leaf, 1 to 64, for wide 1 to 4; 0: 4; for dop 1, for quickcd 8. Not for
    // brute.
    int leaf_size;
    // Every volume grows by so much, in your unit. Answers never change. Not for brute.
    double epsilon;
    abut_effort effort;  // wide
    abut_memory memory;  // wide
    // abut/methods.h: what only the papers' methods have; NULL: the defaults. Read during the
    // build only.
    const struct abut_tree_build* tree;
    const abut_host* host;  // used during the build, and for the model's memory until it is freed
    uint64_t reserved[4];   // zero
} abut_build;

// A shape, made ready to be searched.
typedef struct abut_model abut_model;

// Build a model: copy the soup, merge vertices that are equal bit by bit (-0 counts as 0), and
// fit the tree. Triangle indices in answers are those of the soup. A model never changes once
// built: share it between threads without locks. An empty soup is legal and never in contact.
// The same tree results for any number of workers.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_BAD_COMBINATION,
// ABUT_NOT_AVAILABLE, ABUT_CANCELLED, or as abut_soup_check.
// Cost: n log n.
ABUT_API abut_status abut_model_build(abut_model** out, const abut_soup* soup,
                                      const abut_build* options);
// Release a model that no query is using. NULL is fine.
ABUT_API void abut_model_free(abut_model* model);

// What a model is like.
typedef struct abut_model_info {
    abut_method method;  // never ABUT_METHOD_AUTO
    // As it was built, defaults filled in; host is NULL. What the method does not have says
    // nothing. tree lives in the model; NULL for wide and brute.
    abut_build build;
    size_t triangle_count;    // as in the soup
    size_t vertex_count;      // after merging
    size_t degenerate_count;  // triangles that are only a segment or a point
    size_t node_count;        // 0 for ABUT_METHOD_BRUTE
    size_t depth;             // edges from the root to the deepest leaf
    size_t mesh_bytes;        // vertices and triangles
    size_t tree_bytes;        // everything else
    size_t leaf_count;        // 0 for ABUT_METHOD_BRUTE
    // The parts of mesh_bytes + tree_bytes: coordinates; indices of the triangles' vertices;
    // nodes; the order of triangles in the leaves; leaves that are not nodes (wide); all else.
    size_t vertex_bytes, triangle_bytes, node_bytes, order_bytes, leaf_bytes, other_bytes;
    // Sums of box surfaces, in surfaces of the root's box, rounded; 0 without a tree. They rate
    // trees of one model: the chance that a random line through the root's box meets another box
    // is about the ratio of their surfaces (Goldsmith & Salmon 1987).
    double inner_area;  // over the inner nodes, the root included
    double leaf_area;   // over the leaves, each times its number of triangles
    // ABUT_SPLIT_CROSSING: leaves that would have been divided, had the guard against memory not
    // acted (abut/methods.h). 0 elsewhere.
    size_t guarded_count;
    // Of the triangle_count indices, so many have no triangle: it was removed (abut/change.h).
    size_t removed_count;
} abut_model_info;
// Describe a model. Returns ABUT_OK or ABUT_BAD_ARGUMENT. Cost: one pass over the nodes.
ABUT_API abut_status abut_model_describe(const abut_model* model, abut_model_info* out);

// Copy the corners of triangles first to first + count - 1, as in the soup (but -0 as 0): out
// gets nine numbers for each, NaN where a triangle was removed (abut/change.h). Returns ABUT_OK,
// or ABUT_BAD_ARGUMENT also where there are not so many triangles. Cost: count.
ABUT_API abut_status abut_model_triangles(const abut_model* model, size_t first, size_t count,
                                          double* out);

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

// The abut_pose_from_ functions fill out whole; translation is 0, scale 1 unless said otherwise.

// Turn by degrees about an axis of any length but 0, right-handed.
// Multiples of 90 degrees about a coordinate axis give entries that are exactly 0, 1 and -1. The
// same numbers on every machine: no sine of the C library is asked. Cost: half a microsecond.
// Returns ABUT_OK, ABUT_NOT_FINITE, or ABUT_BAD_ARGUMENT for an axis of length 0.
ABUT_API abut_status abut_pose_from_axis_angle(abut_pose* out, const double axis[3],
                                               double degrees);

// Turn by the quaternion x, y, z, w, which is normalised first.
// Returns ABUT_OK, ABUT_NOT_FINITE, or ABUT_BAD_ARGUMENT for a norm below 0.5.
ABUT_API abut_status abut_pose_from_quaternion(abut_pose* out, const double xyzw[4]);

// Take rotation, scale and translation from an affine 4 x 4 matrix, by rows. Where its upper left
// part is already rigid (abut_pose_check accepts it), it is kept bit by bit, and scale is 1. Else
// scale becomes the median length of its columns, and rotation the part divided by it, so that
// scale * rotation can differ in the last bit. Returns ABUT_OK, ABUT_NOT_FINITE, ABUT_NOT_AFFINE,
// ABUT_NON_UNIFORM_SCALE, ABUT_SHEAR, ABUT_BAD_SCALE, or ABUT_BAD_ARGUMENT (NULL).
ABUT_API abut_status abut_pose_from_matrix(abut_pose* out, const double matrix[16]);

// --------------------------------------------------------------------------------------- contacts

typedef struct abut_pair {  // a triangle of each model
    uint32_t a, b;          // their indices
} abut_pair;

// Properties of a pair of triangles. They do not tell whether solids overlap: two boxes that
// overlap can have touching pairs only.
typedef enum abut_kind {
    ABUT_KIND_APART = 0,  // no common point; never found in hits
    ABUT_KIND_TOUCH = 1,  // whatever is neither of the next two
    // Both have vertices strictly on both sides of the other's plane, and they share more than
    // one point.
    ABUT_KIND_CROSS = 2,
    // All six vertices in one plane, sharing more than one point (two segments, or a segment and
    // a triangle, in one plane count).
    ABUT_KIND_COPLANAR = 3,
} abut_kind;

// A part of a triangle without its border: a vertex, an edge without its ends, or the inside.
// Edge i runs from vertex i to vertex (i + 1) % 3. A triangle that is only a segment has two
// vertices and one edge, one that is only a point has one vertex; the lowest index among equals
// names them.
typedef enum abut_feature {
    ABUT_FEATURE_VERTEX_0 = 0,
    ABUT_FEATURE_VERTEX_1 = 1,
    ABUT_FEATURE_VERTEX_2 = 2,
    ABUT_FEATURE_EDGE_0 = 3,
    ABUT_FEATURE_EDGE_1 = 4,
    ABUT_FEATURE_EDGE_2 = 5,
    ABUT_FEATURE_FACE = 6,
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
    void* user;  // yours, never looked into: it tells instances of one model apart (coherent)
    // How much room it wants about it, in the world: 0 or more. Read by what asks for clearances
    // (distance.h) alone.
    double margin;
    // NULL: none. Else world = frame(pose(point)) in real arithmetic: nothing is lost of how two
    // instances stand to each other in one frame, wherever that goes. Each of the two is the map
    // that a pose is; the frame's scale must be 1 (or 0), else ABUT_BAD_SCALE; and the product of
    // the rotations, each entry rounded once, must be one that abut_pose_check accepts, else
    // ABUT_NOT_RIGID; its translation a double, else ABUT_NOT_FINITE.
    // Frames of two instances that are equal bit by bit drop out: contacts take the work that they
    // take without frames, and 0.1 us, and only points told in the world go through the frame.
    // (Where lengths are asked for, frames do that turn by quarters; others are multiplied in.)
    // Other frames are multiplied in, exactly: some 3 us a question, and more where ties need
    // integers.
    // Borrowed as the instance is; a world keeps a copy.
    const abut_pose* frame;
} abut_instance;

// Which details of a contact are wanted beside the pair of triangles.
typedef enum abut_detail {
    ABUT_DETAIL_PAIRS = 0,   // none
    ABUT_DETAIL_KINDS = 1,   // kind of each contact
    ABUT_DETAIL_POINTS = 2,  // kind, events and points of each contact
} abut_detail;

// How much of the answer is wanted, and how it is searched. Zero means the default. An option
// that the models' method does not have: ABUT_BAD_COMBINATION.
typedef struct abut_ask {
    size_t limit;  // stop after so many pairs; 1: any contact will do; 0: find all
    // Stop after so many tests of volumes and triangles; 0: never. wide makes up to 16 at once,
    // with coherent 32, and stops before them where they might be more than are left: a smaller
    // budget may get it nowhere.
    uint64_t budget;
    abut_detail detail;  // what is told of each pair
    // All methods but brute, with limit 1 and without coherent: where there are several workers,
    // take the contact that one finds first, which may be another each time, as may the work it
    // took. Otherwise it is always that of one worker.
    int any;
    // 1: start from the last answer about the same pair of instances, for models that move in
    // small steps: wide, and what is descended by ABUT_DESCENT_ENVIRONMENT, depth first
    // (Klosowski 1998, chapter 6). Whether there is contact, and all pairs of a complete answer,
    // never depend on it; which pairs are found under a limit, and the work, then depend on
    // earlier calls. See below.
    int coherent;
    // Stop after so many microseconds of the clock on the wall; 0: never. The rest is left: with
    // coherent, wide goes on from there, after a budget too, if it is asked the same again next;
    // pairs that were found stand.
    double deadline;
    // abut/methods.h: how trees of the papers' methods are walked; NULL: the defaults. Read
    // during the call only.
    const struct abut_tree_walk* walk;
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
    // 1: these are all pairs. 0: a limit, a budget or a deadline ended the search early. Then
    // every pair is still a true contact, and count 0 means undecided; which pairs are found may
    // depend on the method.
    int complete;
    // The work it took, the papers' N_v, N_p and N_u; the same on every machine.
    uint64_t volume_tests;    // pairs of volumes tested for overlap
    uint64_t triangle_tests;  // pairs of triangles tested
    uint64_t node_updates;    // volumes of b placed in the frame of a
    uint64_t exact_tests;     // pairs of triangles that needed integers
    abut_state state;
    // No point of a is nearer to a point of b: a proved bound, as far as it came for nothing, and
    // finite; 0 is always true.
    double distance_least;
} abut_hits;

// Coherent questions. A query, a batch and a world keep what they learn of each pair of instances
// that they are asked about with coherent: so many pairs that move can be asked about by turns,
// each at the cost of a query of its own. A pair is known again by its two models, a and b in
// this order, and by the user pointers of its instances; in a world by its ids. Give instances of
// one model different user pointers: if two pairs share what is kept, they cost time, and answers
// are right. Of several such pairs in one batch the n-th goes on from the n-th of the last call,
// so that a list in a fixed order needs no user pointers.
// Memory: 2 KB a pair far apart, from 12 KB on where it is nearer, some MB where thousands of
// triangles are in contact and all are wanted. A query keeps 256 MB: the pairs asked about
// longest ago begin anew. A batch and a world keep the pairs of their last coherent call. Where
// there is no memory for it, or a call of a batch or a world failed, pairs begin anew. It is
// freed with its owner. Models may be freed before: what is kept of them is never used again.

// What a thread needs to ask, and its last answer.
typedef struct abut_query abut_query;

// Create the scratch memory of one thread: use it for any models, one call at a time. It grows to
// what calls need and is kept: repeated calls of like size allocate nothing. host may be NULL.
// Where it has several workers they share long calls: abut_collide without coherent, a budget, a
// deadline or a limit above 1, but for brute and quickcd; and the points of many contacts; of
// wide, abut_distance and abut_clearance without a budget or a deadline. Short calls are not
// shared: wide up to 512 node_updates, distances up to 2048, others up to 4096 tests, for first
// contact up to 16384. Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_BAD_ARGUMENT.
ABUT_API abut_status abut_query_create(abut_query** out, const abut_host* host);
// Release a query, and with it the hits it gave. NULL is fine.
ABUT_API void abut_query_free(abut_query* query);

// Find the triangles of a and b that share at least one point. Both models may be the same.
// options may be NULL: all pairs, no details. Both models must have been built with the same
// method. Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_BAD_COMBINATION,
// ABUT_MIXED_METHODS, ABUT_CANCELLED, or as abut_pose_check. After a failure the query stays
// usable, but hits of earlier calls are gone. Typical cost: microseconds when far apart,
// proportional to the pairs found when deep. Source: Gottschalk, Lin and Manocha 1996, section 5,
// for obb; docs/notes/methods.md has those of the other methods.
ABUT_API abut_status abut_collide(abut_query* query, const abut_instance* a,
                                  const abut_instance* b, const abut_ask* options, abut_hits* out);

// ------------------------------------------------------------------------------------------ batch

// Two instances to be asked about.
typedef struct abut_question {
    abut_instance a, b;
} abut_question;

// Scratch memory for each worker of a host, and the last answers.
typedef struct abut_batch abut_batch;

// Create what abut_collide_batch needs. host: the workers. It may be NULL. Returns ABUT_OK,
// ABUT_OUT_OF_MEMORY or ABUT_BAD_ARGUMENT.
ABUT_API abut_status abut_batch_create(abut_batch** out, const abut_host* host);
// Release a batch, and with it the hits it gave. NULL is fine.
ABUT_API void abut_batch_free(abut_batch* batch);

// Ask abut_collide many questions, on all workers: one question each at a time; with limit 1, and
// without coherent, a budget, a deadline or a walk, up to eight of wide in its usual memory, which
// fill each other's waits. options as there, the same for all. *out: count answers in the order of
// the questions, which live in the batch until its next call. They are those of abut_collide,
// counters included, for any number of workers; with coherent those of a query for each pair.
// Returns as abut_collide: the status of the first that fails, and then no answers. Cost: that of
// abut_collide, shared by the workers; soon no allocation, if calls are of like size.
ABUT_API abut_status abut_collide_batch(abut_batch* batch, const abut_question* questions,
                                        size_t count, const abut_ask* options,
                                        const abut_hits** out);

#ifdef __cplusplus
}
#endif
#endif
