// clash.h - what the parts of "abut clash" share: its options, its objects, its result, its ways to write it.
#ifndef ABUT_CLI_CLASH_CLASH_H
#define ABUT_CLI_CLASH_CLASH_H
#include "clash/review.h"
#include "models/load.h"
#include "models/measure.h"
#include "models/set.h"
#include "options/method.h"
#include "output/json.h"
#include "output/result.h"
#include "say/warnings.h"
#include "scale/shard.h"

#include <abut/world.h>

typedef struct clash_options {
    const char** paths;  // of all objects: first those of set a, then those of --against
    const char** against;
    size_t path_count, against_count;
    size_t input_count;  // of paths: behind them are all other files that are read
    method_options build;
    result_options result;
    mesh_format format;  // MESH_UNKNOWN: not given
    const char* ignore;  // NULL: none
    int thread_count;    // 0: the default
    measure_limit clearance;
    bool groups, inside, stats, drop_bad, csv_safe;
    // A review (review.h). is_review: one of its options was given.
    bool is_review;
    const char *rules, *baseline, *approvals, *frames, *bcf, *junit;  // files; NULL: none
    double hard;                                                      // allowed depth
    size_t touch;        // CLASH_TOUCH_KEEP, CLASH_TOUCH_HIDE
    size_t rank;         // clash_rank
    size_t group_by;     // clash_group_by
    double cell;         // the edge of a grid's cell
    size_t bcf_version;  // CLASH_BCF_21, CLASH_BCF_30
    bool annotate, no_times;
    shard shard;             // zeroed: the whole
    const char** arguments;  // of a shard (part_head)
    size_t argument_count;
    uint64_t memory;   // bytes for models at one time; 0: all are kept
    const char* date;  // NULL: not given
    double unit;       // metres; 0: not given
} clash_options;

enum { CLASH_TOUCH_KEEP, CLASH_TOUCH_HIDE };
typedef enum clash_rank { CLASH_RANK_DEPTH, CLASH_RANK_VOLUME, CLASH_RANK_NAME } clash_rank;
typedef enum clash_group_by {
    CLASH_GROUP_NONE,
    CLASH_GROUP_OBJECT,
    CLASH_GROUP_CELL,
    CLASH_GROUP_LEVEL,
} clash_group_by;
enum { CLASH_BCF_21, CLASH_BCF_30 };

// Read the command line, as command_line_read does. Release the options in any case.
bool clash_options_parse(clash_options* o, int count, char** arguments, int* status);
// Whether there is more than one object to expect; this looks into a file, so "abut merge" does not ask. Returns false after telling so.
bool clash_paths_fit(const clash_options* o);
// The same for another program, which is told of by its own verb, takes more options, and does not take those of pictures, nor some others.
// fit: whether all goes together; it returns false after telling what is wrong.
typedef struct clash_more {
    const verb* verb;
    option_group group;
    const char* const* without;  // names of options, NULL behind them
    bool (*fit)(void* options, const command_line* line, int count, char** arguments);
} clash_more;
bool clash_options_parse_more(clash_options* o, const clash_more* more, int count, char** arguments,
                              int* status);
void clash_options_free(clash_options* o);

// Which part an object has in what is asked at one time: own ones are asked against each other and against the halo, which is not asked
// against itself; those on the left against those on the right alone.
typedef enum clash_role { CLASH_OWN, CLASH_HALO, CLASH_LEFT, CLASH_RIGHT } clash_role;

// A pair of blocks of files.
typedef struct clash_block_pair {
    uint32_t a, b;  // a <= b
} clash_block_pair;

// How a clash is cut into pieces, and the piece that is asked about (cells.h).
typedef struct clash_cells {
    size_t count;              // of pieces: cells, or pairs of blocks
    uint32_t* of;              // the cell of each object; NULL: pairs of blocks
    uint32_t* order;           // objects by cell, then by number
    size_t* starts;            // of each cell in order, and behind the last
    clash_box* boxes;          // about the objects, with all that they are asked about
    clash_box* cell_boxes;     // about the cells
    clash_block_pair* blocks;  // NULL: cells
    uint32_t* block_of;        // of each source
    // What is asked about now:
    uint32_t* objects;  // in their order
    unsigned char* roles;
    size_t object_count;
    uint32_t* made;  // objects whose models were made for it
    size_t made_count;
    size_t bytes, bytes_most;  // of these models, now and at most
} clash_cells;

// The files beside the models that parts of one job must have read alike: by size and hash; zeroed: not given, or no file.
enum { CLASH_INPUTS = 5 };
typedef struct clash_inputs {
    const char* paths[CLASH_INPUTS];  // of --ignore, --rules, --baseline, --approvals, --frames
    uint64_t sizes[CLASH_INPUTS], hashes[CLASH_INPUTS][2];
    bool are_known;
} clash_inputs;
// Returns false after telling that there is no memory.
bool clash_inputs_read(clash_inputs* in, const clash_options* o);

// A file, or with --groups a group of one.
struct clash_object {
    const clash_source* source;
    const char* path;  // as it was given
    char* group;       // NULL: a whole file. "": what is in no group
    char* id;          // mesh_group.id; NULL: none
    size_t table_row;  // in the source's table; SIZE_MAX: none
    size_t place;      // among the objects of its source, from 0
    bool is_against;
    size_t triangle_count;
    double low[3],
        high[3];  // about its triangles, where they are in its model; low > high: it has none
    // Where its model comes from: triangles, a saved model, or an image of a set (the source's).
    mesh* part;         // released when its model is built and kept; NULL: none, or it is lent
    model_file* saved;  // a file of its own; NULL: none
    uint32_t image;     // in source->set, if that is open
    abut_model* model;  // NULL: not in memory now
    bool is_lent;       // the model is another object's:
    size_t lender;      // that one, which comes before
    abut_pose pose;     // complete: its scale is not 0
    // What is known of it once its model was there (rows/facts.c); a review's box is in its boxes.
    bool has_box, has_geometry;
    uint64_t geometry[2];  // a hash of its triangles where they stand
};

struct clash_result {
    const clash_options* options;
    const abut_host* host;  // for questions
    clash_source* sources;
    size_t source_count;
    clash_object* objects;
    size_t object_count, object_capacity, triangle_count, ignored_count;
    abut_pair* ignored;  // by --ignore, outside of reviews
    abut_clashes clashes;
    size_t found_room,
        survey_count;      // found.c: of arrays, in pairs; of surveys that are in clashes
    bool is_empty;         // a file has no triangles, or there is no pair of objects that have some
    abut_build build;      // how models are built: all alike (models.c)
    abut_tree_build tree;  // what build has of it
    bool knows_build;      // these two are set
    bool keeps_models;     // they stay, once they are made
    // Called by clash_list once the sources are known, before any is read: what it makes sets of (clash_source.saved_as) is
    // not read itself. NULL: nothing.
    bool (*before_read)(void* user, clash_result* r, progress* p);
    void* before_user;
    clash_cells cells;  // which pairs are asked about together (cells.h)
    warning_list warnings;
    warning_list late_warnings;  // of rules, --ignore and units: who has all objects tells them
    clash_inputs inputs;         // as they were before they were read; of a shard
    double read_seconds, build_seconds, query_seconds;
    double view[3];       // where picture and report are seen from
    clash_review review;  // zeroed: none is made
};

// What all lengths are in: metres of the one unit that files have (clash_units_match), else of --unit. 0: nobody says.
static inline double clash_unit(const clash_result* r)
{
    for (size_t i = 0; i < r->source_count; i++)
        if (r->sources[i].unit > 0) return r->sources[i].unit;
    return r->options->unit;
}

// An object as it stands.
static inline abut_instance clash_instance(const clash_object* object)
{
    return (abut_instance){.model = object->model, .pose = object->pose};
}

// Whether what was not checked leaves the question undecided.
bool clash_is_hollow(const clash_result* r);

// How far the two objects of a pair are apart; NULL: that was not asked.
static inline const abut_gap* clash_gap(const clash_result* r, size_t pair)
{
    return r->clashes.gaps ? &r->clashes.gaps[pair] : NULL;
}
// Whether they are apart, and too close.
static inline bool clash_is_close(const clash_result* r, size_t pair)
{
    return r->clashes.gaps && r->clashes.gaps[pair].band == ABUT_BAND_CLOSE;
}
// The row of a review at a place in the order, from 0.
static inline const clash_row* clash_ranked(const clash_result* r, size_t rank)
{
    return &r->review.rows[r->review.order ? r->review.order[rank] : rank];
}
// Of all objects; where nothing is listed, but not all was checked, undecided.
abut_band clash_band(const clash_result* r);
// How many pairs are in contact.
size_t clash_contact_count(const clash_result* r);
// How many are apart, and too close.
size_t clash_close_count(const clash_result* r);

// What an object is called.
const char* clash_name(const clash_object* object);

// List the objects of a source. Returns false after telling what is wrong.
bool clash_read_source(clash_result* r, size_t source, progress* p);
// Warn where all objects that there are make no pair to check.
bool clash_find_pairs(clash_result* r);
// All warnings, also the late ones, in an order that does not depend on who found them. Returns false after telling that there is no memory.
bool clash_settle_warnings(clash_result* r);
// Write what was found, as the options say. Returns the exit status, 2 after telling what is wrong.
int clash_tell(clash_result* r, result_files* files, progress* p);
// The exit status of what was found.
int clash_exit(const clash_result* r);
void clash_result_free(clash_result* r);
// Release what an object's model is made of; the model and the names stay.
void clash_object_drop(clash_object* object);

// Read the pairs of --ignore, to be freed; an object that is not there is a warning. Returns false after telling what
// is wrong.
bool clash_ignored_load(clash_result* r, abut_pair** out);

// Write a result, a clash_result (output/result.h).
void clash_write_text(const void* result, FILE* out);
void clash_write_json(const void* result, FILE* out);
void clash_write_csv(const void* result, FILE* out);

// JSON or CSV of a result that is no review, in pieces: one after another, those of objects and of rows in any number of stretches, they are
// what the functions above write.
typedef enum clash_piece {
    CLASH_PIECE_BEGIN,
    CLASH_PIECE_OBJECTS,  // first to last - 1 of r->objects
    CLASH_PIECE_BETWEEN,  // needs the counts of all
    CLASH_PIECE_ROWS,     // first to last - 1 of r->clashes, which may have those of a stretch only
    CLASH_PIECE_END,      // needs counts and warnings
} clash_piece;
// is_first: of objects and rows, that none stand before; of BETWEEN and END, that there are none at all.
void clash_write_piece(const clash_result* r, clash_piece piece, size_t first, size_t last,
                       bool is_first, FILE* out);

#endif
