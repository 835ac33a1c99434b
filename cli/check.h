// check.h - what the parts of "abut check" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_CHECK_H
#define ABUT_CLI_CHECK_H
#include "json_write.h"
#include "load.h"
#include "method_options.h"
#include "picture.h"
#include "pose_options.h"
#include "warnings.h"

typedef struct check_options {
    const char* paths[2];
    const char* groups[2];  // NULL: the whole file
    abut_pose poses[2];
    picture_options picture;
    method_options build;
    mesh_format format;  // MESH_UNKNOWN: not given
    size_t limit;        // 0: all
    uint64_t budget;     // 0: none
    const char* output;  // NULL: standard output
    int thread_count;    // 0: the default
    bool inside, contacts, points, stats, json, csv, quiet, drop_bad;
    bool help;  // only the help was asked for
} check_options;

// Read the command line. Returns false after telling what is wrong with it.
bool check_options_parse(check_options* o, int count, char** arguments);

typedef struct check_result {
    const check_options* options;
    model_file sides[2];
    abut_hits hits;
    abut_containment containment;  // with --inside
    warning_list warnings;
    double query_seconds;
    double view[3];  // where picture and report are seen from
} check_result;

// Write a result. Errors of the stream stay in the stream. (docs/json.md has JSON and CSV.)
void check_write_text(const check_result* r, FILE* out);
void check_write_json(const check_result* r, FILE* out);
void check_write_csv(const check_result* r, FILE* out);
// The part of a result that --inside adds: lines of text, or a key and its value.
void check_write_inside_text(const check_result* r, FILE* out);
void check_write_inside_json(const check_result* r, json* j);

// What there is to see of a result.
typedef struct check_sight {
    picture_model models[2];
    char* notes[2];
    char* verdict;
    see_scene scene;
} check_sight;

// Look at a result, which must outlive the sight. Returns false after telling what is wrong. Release the sight in
// any case.
bool check_see(check_result* r, check_sight* s);
void check_sight_free(check_sight* s);
// Write the picture and the report that are asked for. They return false after telling what is wrong.
bool check_write_picture(check_result* r, const check_sight* s, output* out);
bool check_write_report(check_result* r, const check_sight* s, output* out);

#endif
