// info.h - what the parts of "abut info" share: its options, what it found in a file, its ways to
// write that.
#ifndef ABUT_CLI_INFO_INFO_H
#define ABUT_CLI_INFO_INFO_H
#include "models/load.h"
#include "models/set.h"
#include "options/method.h"
#include "say/warnings.h"

#include <abut/self.h>
#include <abut/statistics.h>

typedef struct info_options {
    const char** paths;
    size_t path_count;
    method_options build;  // with_tree: --method was given
    mesh_format format;    // MESH_UNKNOWN: not given
    const char* output;    // NULL: standard output
    bool groups, with_tree, self, drop_bad, json, quiet, allow_empty;
} info_options;

// Read the command line, as command_line_read does. Release the options in
// any case.
bool info_options_parse(info_options* o, int count, char** arguments, int* status);
void info_options_free(info_options* o);

// What is known of one file.
typedef struct info_file {
    const char* path;
    bool fine;      // else there is only the error
    bool is_empty;  // it has no triangles
    load_error error;
    mesh origin;
    abut_statistics statistics;
    size_t non_finite;   // numbers that --drop-bad left something out for
    bool is_saved;       // by "abut build": there are only the tree, its source and read_seconds
    uint64_t source[2];  // the hash that was saved
    bool
        is_set;  // by "abut build --groups": there are only the set, tree.build of its first model, and
    uint64_t object_triangles,
        model_triangles;  // of objects, as often as they share a model; of models
    double check_seconds;
    set_file set;
    abut_model_info tree;
    abut_tree_build built;       // tree.build.tree, where there is one
    size_t *leaves, *triangles;  // at each depth of the tree, tree.depth + 1 entries; else NULL
    abut_self_hits self;         // with --self: the counts, and no lists
    double read_seconds, statistics_seconds, build_seconds, self_seconds;
    warning_list warnings;
} info_file;

// Open a saved set and check all of it. Returns false with what is wrong in f->error.
bool info_find_set(info_file* f, const char* path, const info_options* o, progress* p);

// What a group of a kind is called.
const char* info_kind_text(char kind);

// Write one file. Errors of the stream stay in the stream. (docs/reference/json.md has the JSON.)
void info_write_text(const info_file* f, const info_options* o, FILE* out);
void info_write_json(const info_file* f, const info_options* o, json* j);

#endif
