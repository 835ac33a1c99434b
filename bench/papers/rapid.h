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

typedef struct rapid_library rapid_library;

// Compile and load it. Returns a BENCH_ status, having told why it cannot be had.
int rapid_open(rapid_library** out, const char* folder);
void rapid_close(rapid_library* r);

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
    uint64_t box_tests, triangle_tests;  // N_v, N_p
    size_t contacts;
    const int* pairs;  // a, b of each contact; in RAPID's order, until the next question
} rapid_answer;

int rapid_ask(const paper* p, rapid_model* a, const abut_pose* a_pose, rapid_model* b,
              const abut_pose* b_pose, bool first, rapid_answer* out);

// ----------------------------------------------------------------------------- a pair in many poses

// A rival of pairs_ask (run.h), by turns with the others. To be compared before its times are told.
typedef struct rapid_pair {
    const paper* p;
    rapid_model *a, *b;  // b: a, if the scene has no other
    double build_ms;     // as pair_built's
} rapid_pair;

// Unless BENCH_OK, out is zeroed. Only where it is available.
int rapid_pair_build(rapid_pair* out, const paper* p, const bench_scene* s);
void rapid_pair_free(rapid_pair* r);

// Against the exact answers: pairs that RAPID lacks, pairs that it has beside them, and poses to which it says contact
// instead of apart, or apart instead of contact.
typedef struct rapid_difference {
    uint64_t exact, missing, extra;
    size_t poses_other, poses;
} rapid_difference;

// Ask all contacts in some poses; range NULL: in all.
int rapid_pair_compare(const rapid_pair* r, const bench_scene* s, const pose_range* range,
                       rapid_difference* out);
// "the same 1234 pairs in 56 poses", or how many of them it lacks and has beside them.
typedef struct rapid_words {
    char text[192];
} rapid_words;
rapid_words rapid_difference_text(const rapid_difference* d);

// -------------------------------------------------------------- a table for any experiment (rapid_rows.c)

enum { RAPID_ROWS_MOST = 16 };

typedef struct rapid_row {
    char name[48];
    size_t poses;
    double build_ms[2];              // of the imitation (rapid_build), of RAPID
    asked_figures all[2], first[2];  // likewise
    rapid_difference difference;
} rapid_row;

typedef struct rapid_rows {
    rapid_row rows[RAPID_ROWS_MOST];
    size_t count;
} rapid_rows;

// Measure RAPID and its imitation on a scene, by turns; nothing where RAPID is not available. range NULL: all poses.
int rapid_rows_add(rapid_rows* out, const paper* p, const char* name, const bench_scene* s,
                   const pose_range* range);
// The table; where RAPID is not available, a line that says so.
void rapid_rows_report(const rapid_rows* r, paper* p);

#endif
