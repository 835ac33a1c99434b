// rapid.h - RAPID 2.01 itself (Gottschalk, Lin and Manocha), as a rival in the experiments: compiled from the folder
// that "papers --rapid" names, whose licence forbids to ship it. Where it was not given, rapid_available says so and
// a table has no row of it. What rapid_build (run.h) makes are RAPID's options in our obb: an imitation.
//
// RAPID answers in doubles, without a tolerance: pairs that only touch may be told otherwise. So its answers are
// compared before anything is said of its times, and the differences are counted.
#ifndef ABUT_BENCH_PAPERS_RAPID_H
#define ABUT_BENCH_PAPERS_RAPID_H
#include "papers/paper.h"
#include "papers/run.h"

typedef struct rapid rapid;

// Compile and load it. Returns a BENCH_ status, having told why it cannot be had.
int rapid_open(rapid** out, const char* folder);
void rapid_close(rapid* r);

// Whether --rapid was given.
bool rapid_available(const paper* p);
// "RAPID v. 2.01"; only where it is available.
const char* rapid_name(const paper* p);
// Its memory for a triangle: two boxes and the triangle itself.
double rapid_bytes(const paper* p);

// ------------------------------------------------------------------------------------- one model

typedef struct rapid_model rapid_model;

// ms may be NULL. NULL: out of memory, or it refused the mesh, which has been told.
rapid_model* rapid_model_build(const paper* p, const mesh* m, double* ms);
void rapid_model_free(const paper* p, rapid_model* m);

typedef struct rapid_answer {
    double us;                         // of the processor
    double box_tests, triangle_tests;  // N_v, N_p
    size_t contacts;
    const int* pairs;  // a, b of each contact; in RAPID's order, until the next question
} rapid_answer;

int rapid_ask(const paper* p, rapid_model* a, const abut_pose* a_pose, rapid_model* b,
              const abut_pose* b_pose, bool first, rapid_answer* out);

// ----------------------------------------------------------------------------- a pair in many poses

typedef struct rapid_figures {
    double build_ms;           // as pair_built's
    asked_figures all, first;  // as pair_ask's with no limit, and with limit 1; no node_updates
    // Against the exact answers: pairs that RAPID lacks, pairs that it has beside them, and poses to which it says
    // contact instead of apart, or apart instead of contact.
    uint64_t missing, extra;
    size_t poses_other;
} rapid_figures;

// Build, compare all answers with those of this library, and ask the poses for all contacts and for the first.
// range NULL: all poses. Times are the least of the runs. Only where it is available.
int rapid_pair_ask(const paper* p, const bench_scene* s, const pose_range* range, int runs,
                   rapid_figures* out);
// Some words on the differences: "the same pairs", or how many it lacks and has beside. Valid until the next call.
const char* rapid_differences(const rapid_figures* f);

#endif
