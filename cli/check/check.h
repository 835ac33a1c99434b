// check.h - what the parts of "abut check" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_CHECK_CHECK_H
#define ABUT_CLI_CHECK_CHECK_H
#include "check/depth.h"
#include "models/measure.h"
#include "options/method.h"
#include "options/pose.h"
#include "output/json.h"
#include "output/result.h"
#include "picture/pair.h"

#include <abut/contain.h>

typedef struct check_options {
    pair_options files;
    abut_pose poses[2];
    result_options result;
    method_options build;
    measure_limit clearance;
    depth_options depth;
    int thread_count;  // 0: the default
    bool inside, contacts, points, considered, stats;
} check_options;

// Read the command line, as command_line_read does.
bool check_options_parse(check_options* o, int count, char** arguments, int* status);

// What --considered lists: each pair of triangles that the search tested, once, by a and then b.
typedef struct considered_pairs {
    abut_pair* pairs;
    size_t count, capacity;
    bool is_lost;  // there was no memory for one
    // The triangles of each side that are in one, and behind them the others.
    uint32_t* triangles[2];
    size_t triangle_counts[2];  // of those in a pair
} considered_pairs;

typedef struct check_result {
    const check_options* options;
    model_file sides[2];
    abut_query* query;  // has the hits
    abut_hits hits;
    abut_containment containment;  // with --inside
    considered_pairs considered;   // with --considered
    depth_result depth;            // with --depth and the like
    measure_found found;           // with --clearance; the hits are its own
    measure measure;               // the same, where more is told than the exit status
    abut_band band;                // the same
    warning_list warnings;
    double query_seconds;
    double view[3];  // where picture and report are seen from
} check_result;

// Do it all where a shape stands for one of the models. Returns the exit status; errors are told.
int check_shape_run(const check_options* o);

// Whether a model without triangles leaves the question undecided. Then the hits are not complete.
bool check_is_hollow(const check_result* r);

// Whether the answer is a distance: there is no contact, and --clearance.
bool check_is_distance(const check_result* r);

// Write a result, a check_result (output/result.h).
void check_write_text(const void* result, FILE* out);
void check_write_json(const void* result, FILE* out);
void check_write_csv(const void* result, FILE* out);
// The part of a result that --inside adds: lines of text, or a key and its value.
void check_write_inside_text(const check_result* r, FILE* out);
void check_write_inside_json(const check_result* r, json* j);

// What --considered adds. Add a pair, from the search; user: considered_pairs.
void considered_add(void* user, uint32_t a, uint32_t b);
// Put the list in order when the search is done. Returns false after telling what is wrong.
bool considered_finish(check_result* r);
void considered_free(considered_pairs* c);
void considered_write_text(const check_result* r, FILE* out);
void considered_write_json(const check_result* r, json* j);

typedef struct considered_part {
    picture_model model;
    const uint32_t* ids;  // its triangles
} considered_part;

// What there is to see of it: of each side what was considered, and the rest.
typedef struct considered_sight {
    considered_part parts[4];
    char* notes[4];
    see_scene scene;
} considered_sight;

// Look at it. r and whole, the sight without it, must outlive it. Returns false after telling what is wrong. Release it in
// any case.
bool considered_see(check_result* r, const pair_sight* whole, considered_sight* s);
void considered_sight_free(considered_sight* s);

// Look at a result, as pair_see does. depth, what it adds, must outlive the sight.
bool check_see(check_result* r, pair_sight* s, depth_sight* depth);
// Write the report that is asked for. Returns false after telling what is wrong.
bool check_write_report(const check_result* r, const pair_sight* s, const depth_sight* depth,
                        output* out);

#endif
