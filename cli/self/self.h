// self.h - what the parts of "abut self" share: its options, what it found in a file, its ways to write that.
#ifndef ABUT_CLI_SELF_SELF_H
#define ABUT_CLI_SELF_SELF_H
#include "models/pair.h"
#include "options/method.h"
#include "output/result.h"

#include <abut/self.h>

typedef struct self_options {
    const char** paths;
    size_t path_count;
    const char* group;  // NULL: the whole file
    mesh_format format;
    result_options result;
    method_options build;
    size_t limit;  // 0: all
    uint64_t budget;
    double deadline;   // microseconds; 0: none
    int thread_count;  // 0: the default
    bool all, first, parts, points, drop_bad, stats, csv_safe;
} self_options;

// Read the command line, as command_line_read does. Release the options in any case.
bool self_options_parse(self_options* o, int count, char** arguments, int* status);
void self_options_free(self_options* o);
// Whether a method answers it; false after telling which do.
bool self_method_fits(abut_method method);

// What is known of one file.
typedef struct self_file {
    const self_options* options;
    const char* path;
    bool fine;  // else there is only the error
    load_error error;
    model_file sides[2];  // the model, and the same as the other one of each pair
    abut_self_hits hits;  // live in the query
    double query_seconds;
    warning_list warnings;
} self_file;

// Whether there is nothing to check, and that leaves it undecided.
bool self_is_hollow(const self_file* f);
// How many edges of all components have an odd number of triangles.
size_t self_border_edges(const self_file* f);

// Write one file. Errors of the stream stay in the stream. (docs/reference/json.md has JSON and CSV.)
void self_write_text(const self_file* f, FILE* out);
void self_write_json(const self_file* f, json* j);
void self_write_csv_heading(const self_options* o, const csv* table);
void self_write_csv(const self_file* f, const csv* table);

#endif
