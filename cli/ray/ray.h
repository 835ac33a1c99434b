// ray.h - what the parts of "abut ray" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_RAY_RAY_H
#define ABUT_CLI_RAY_RAY_H
#include "models/measure.h"
#include "models/points.h"
#include "options/method.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/output.h"

#include "abut/ray.h"

typedef struct ray_options {
    pair_options files;  // of which it has one model: its path, group and format
    const char* rays;    // the file of the rays; NULL: one ray was given
    double one[6];       // that one: where it begins, and its direction or end
    method_options build;
    double from[3], direction[3], to[3], t_min, t_max;
    const char* output;  // NULL: standard output
    int thread_count;    // 0: the default
    bool segments;       // the last three numbers are an end
    bool first, any, all, count, json, crlf, quiet, allow_empty;
} ray_options;

// Read the command line, as command_line_read does.
bool ray_options_parse(ray_options* o, int count, char** arguments, int* status);

// Whether a method answers about rays; false after telling which do.
bool ray_method_fits(abut_method method);

// Does anything but the exit status tell the answer?
static inline bool ray_is_written(const ray_options* o)
{
    return !o->quiet || o->output;
}

typedef struct ray_result {
    const ray_options* options;
    model_file model;
    abut_batch* batch;  // has the answers of a block
    point_input input;  // without a file: not open
    warning_list warnings;
    size_t count;    // rays asked about
    size_t met;      // how many of them meet the model
    double seconds;  // of asking
} ray_result;

// Write a result as it comes: its beginning, the rays of a block, its end. first: the number of the first of the rays.
typedef struct ray_writer {
    const ray_result* result;
    csv table;
    json j;
} ray_writer;
void ray_write_begin(ray_writer* w, const ray_result* r, FILE* out);
// rays: count x 6.
void ray_write_block(ray_writer* w, const double* rays, size_t first, size_t count,
                     const abut_ray_answer* answers);
void ray_write_end(ray_writer* w);

#endif
