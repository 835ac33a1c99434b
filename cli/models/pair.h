// pair.h - two models for verbs that ask about two: read, or built to match each other.
#ifndef ABUT_CLI_MODELS_PAIR_H
#define ABUT_CLI_MODELS_PAIR_H
#include "models/load.h"
#include "options/method.h"
#include "say/warnings.h"

// What is asked of two models, and of which part of them.
enum {
    PAIR_GROUP,
    PAIR_GROUP_A,
    PAIR_GROUP_B,
    PAIR_DROP_BAD,
    PAIR_FORMAT,
    PAIR_MAX_MEMORY,
    PAIR_BUDGET,  // from here on: of verbs that may stop before all is known
    PAIR_ALL,     // from here on: of verbs that list pairs
    PAIR_FIRST,
    PAIR_LIMIT,
    PAIR_OPTIONS
};
typedef struct pair_options {
    bool given[PAIR_OPTIONS];
    const char* paths[2];
    const char* groups[2];  // NULL: the whole file
    mesh_format format;     // MESH_UNKNOWN: not given
    const char* shape;      // the word of a shape that stands for a model; NULL: both are models
    int model;              // beside a shape: the side of the model
    size_t limit;           // 0: all
    uint64_t budget;        // 0: none
    bool first, all, drop_bad;
} pair_options;

option_group pair_options_group(pair_options* o, bool lists);
// Those that say what is read, alone.
option_group pair_files_options_group(pair_options* o);
// Find out whether one of them is a shape, for verbs that take one; before pair_options_finish. not_for_shapes: the options
// that mean nothing then, NULL behind them. Returns false after telling what is wrong.
bool pair_take_shape(pair_options* o, const command_line* line, const char* const* not_for_shapes);
// Whether the line has both models, and nothing that excludes something else. files: what its help calls them. Returns
// false after telling what is wrong.
bool pair_options_finish(pair_options* o, const command_line* line, const char* files);

// Load both. A saved model goes first: the other one is built to match. Returns false after telling what is wrong;
// pair_free both in any case.
bool pair_load(model_file sides[2], const pair_options* o, const method_options* how,
               const abut_host* host, progress* p);

void pair_free(model_file sides[2]);

// Load the model that stands beside a shape, in the same way.
bool pair_load_model(model_file* model, const pair_options* o, const method_options* how,
                     const abut_host* host, progress* p);

// Create a query that asks about them. Returns false after telling what is wrong.
bool pair_query(abut_query** out, const abut_host* host);
// Create a batch that asks about one of them a block of a file at a time: progress is that of the file, and not told here.
bool pair_batch(abut_batch** out, const abut_host* host);

// Whether the triangles of one of them came from polygons.
bool pair_has_faces(const model_file sides[2]);
// A pair of triangles as it is in the whole files, also where only a group of them is asked about.
typedef struct pair_origin {
    uint32_t triangle[2], face[2];
} pair_origin;
pair_origin pair_origin_of(const model_file sides[2], abut_pair pair);

// A table about pairs of triangles: the names of its first columns, and those columns of a row.
void pair_write_heading(const model_file sides[2], FILE* out);
void pair_write_origin(const model_file sides[2], const pair_origin* from, FILE* out);
// The cells of CSV that hold their faces, if there are polygons, each behind a comma: their heading, and those of a row.
// from: NULL leaves them empty.
void pair_write_face_heading(const model_file sides[2], FILE* out);
void pair_write_face_cells(const model_file sides[2], const pair_origin* from, FILE* out);
// What a kind is called.
const char* pair_kind_text(abut_kind kind);

// Whether one of them has no triangles, so that there is nothing to check.
bool pair_is_empty(const model_file sides[2]);

// Add what was odd about the files and models to warnings. Returns false after telling that there is no memory.
bool pair_warnings(const model_file sides[2], warning_list* warnings);
// The same of one model.
bool pair_warn_of(const model_file* model, warning_list* warnings);

// Write a line for each: its name, its group and its triangles.
void pair_write_sides(const model_file sides[2], FILE* out);
void pair_write_side(int side, const model_file* model, FILE* out);
// What reading and building both took.
double pair_read_seconds(const model_file sides[2]);
double pair_build_seconds(const model_file sides[2]);

#endif
