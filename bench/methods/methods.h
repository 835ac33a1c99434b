// methods.h - what the verbs "methods" and "papers" share: pairs of models with poses, and one
// method measured on them.
#ifndef ABUT_BENCH_METHODS_METHODS_H
#define ABUT_BENCH_METHODS_METHODS_H
#include "mesh/mesh.h"
#include "output/json.h"

#include "abut/abut.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// ------------------------------------------------------------------------------- scenes (scenes.c)

typedef struct bench_scene {
    const char* name;
    mesh a, b;  // b.triangle_count 0: the same as a
    abut_pose a_pose;
    abut_pose* poses;  // of b
    size_t pose_count;
} bench_scene;

// The names of all scenes, in a fixed order.
const char* const* bench_scene_names(size_t* count);

// Make a scene. quick: with a tenth of the triangles and poses. Returns 1; 0 where its data are not
// there (told on stderr what is skipped); -1 on an error, told.
int bench_scene_make(bench_scene* out, const char* name, size_t poses, bool quick);
// Two copies of a mesh, the second turning about z at several distances (Zachmann 1998, section 5).
// The mesh is taken over. Returns 1 or -1.
int bench_scene_turn(bench_scene* out, const char* name, mesh* m, size_t poses);
void bench_scene_free(bench_scene* s);

// ------------------------------------------------------------------------------ one method (run.c)

typedef struct method_figures {
    double build_ms;  // of a, and of b where that is another
    double bytes;     // a triangle, mesh and tree
    size_t depth, nodes;
    double all_mean_us, all_max_us, first_mean_us, first_max_us;
    double volume_tests, triangle_tests, node_updates;  // a query for all contacts, in the mean
    double contacts;                                    // likewise
    uint64_t hash;                                      // of all answers
} method_figures;

// Build both models and ask all poses for all contacts and for the first, runs times each; times are
// the least of the runs of each query, in time of the processor. Returns ABUT_OK or why not.
abut_status method_measure(const bench_scene* s, const abut_build* build, const abut_ask* ask,
                           int runs, method_figures* out);

// Write them as the members of an object, which stays open.
void method_begin_json(json* j, const char* name, const method_figures* f);

// Continue a hash with an answer; method_figures.hash begins with METHOD_HASH and has those to all poses.
#define METHOD_HASH 14695981039346656037u
uint64_t method_hash_hits(uint64_t hash, const abut_hits* hits);

// Seconds of the processor that this thread has used.
double processor_seconds(void);

#endif
