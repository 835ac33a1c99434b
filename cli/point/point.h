// point.h - what the parts of "abut point" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_POINT_POINT_H
#define ABUT_CLI_POINT_POINT_H
#include "models/measure.h"
#include "models/points.h"
#include "options/method.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/output.h"

#include "abut/point.h"

typedef struct point_options {
    pair_options files;  // of which it has one model: its path, group and format
    const char* points;  // the file of the points
    method_options build;
    measure_limit within;
    size_t nearest;      // 0: not given
    const char* output;  // NULL: standard output
    int thread_count;    // 0: the default
    bool side, winding, json, crlf, quiet, allow_empty;
} point_options;

// Read the command line, as command_line_read does.
bool point_options_parse(point_options* o, int count, char** arguments, int* status);

// Whether a method answers about points; false after telling which do.
bool point_method_fits(abut_method method);

// Does anything but the exit status tell the answer?
static inline bool point_is_written(const point_options* o)
{
    return !o->quiet || o->output;
}

typedef struct point_result {
    const point_options* options;
    model_file model;
    abut_solid* solid;  // with --side or --winding
    abut_batch* batch;  // has the answers of a block
    point_input input;
    warning_list warnings;
    size_t count;              // points asked about
    size_t close, on, inside;  // how many of them are so
    size_t unknown;            // on no known side
    double seconds;            // of asking
} point_result;

// Write a result as it comes: its beginning, the points of a block, its end. first: the number of the first of the points.
typedef struct point_writer {
    const point_result* result;
    csv table;
    json j;
} point_writer;
void point_write_begin(point_writer* w, const point_result* r, FILE* out);
void point_write_block(point_writer* w, const double* points, size_t first, size_t count,
                       const abut_point_answer* answers);
void point_write_end(point_writer* w);

#endif
