// command.h - what the parts of "abut nc" share: its options, tools, result, and ways to write that.
#ifndef ABUT_NC_VERB_COMMAND_H
#define ABUT_NC_VERB_COMMAND_H
#include "models/load.h"
#include "output/json.h"
#include "output/result.h"
#include "reader/program.h"
#include "say/warnings.h"

#include "abut/abut.h"
#include "abut/milling.h"

// ------------------------------------------------------------------------------------------ tools

enum { TOOL_PIECES_MOST = 16 };

// What is moved as one, and may touch the same things: convex pieces.
typedef struct tool_body {
    abut_turned pieces[TOOL_PIECES_MOST];
    int count;
} tool_body;

typedef struct tool_shape {
    tool_body cutter;
    double length;  // where it ends above the tip; 0: it does not end
} tool_shape;

typedef struct tool_shank {
    bool given;
    double diameter, length;
    double from;  // above the tip; negative: where the cutter ends
} tool_shank;

// Read "ball:d=10,length=30" and the like. These return false after telling what is wrong.
bool tool_parse(const char* text, tool_shape* out);
// Read "d=10,length=40,from=30".
bool tool_shank_parse(const char* text, tool_shank* out);
// Read "z0,z1,r0,r1;…".
bool tool_holder_parse(const char* text, tool_body* out);
// Make the shank of a tool; a cutter that does not end is ended where the shank begins.
bool tool_shank_fit(const tool_shank* s, tool_shape* tool, tool_body* out);
// A cutter with a flat or round end, or a cone, of a tool table.
typedef enum tool_end { TOOL_FLAT, TOOL_BALL, TOOL_CONE } tool_end;
bool tool_simple(tool_end end, double diameter, double tip, double length, tool_shape* out);

// A table of tools by their numbers.
typedef struct tool_entry {
    int number;
    size_t line;      // of the file
    const char* why;  // not NULL: it cannot be checked
    tool_shape shape;
} tool_entry;

typedef struct tool_place {
    int number;
    size_t entry;  // index
} tool_place;

typedef struct tool_table {
    tool_entry* entries;
    size_t count, capacity;
    tool_place* places;  // the entries in the order of their numbers
} tool_table;

// Read a table of LinuxCNC (.tbl), whose numbers are in unit, or the tools of a CAMotics project (JSON). Of two of a number
// the first counts, with a warning.
bool tool_table_read(tool_table* t, const char* path, nc_unit unit, warning_list* w);
void tool_table_free(tool_table* t);
const tool_entry* tool_table_find(const tool_table* t, int number);

// ---------------------------------------------------------------------------------------- options

enum { FIXTURES_MOST = 64 };

typedef struct nc_options {
    const char *program, *part, *stock, *table;
    const char* fixtures[FIXTURES_MOST];
    size_t fixture_count;
    bool stock_is_box;
    double box[6];  // low, high
    bool tool_given, holder_given;
    tool_shape tool;
    tool_shank shank;
    tool_body holder;
    double tolerance, clearance;
    nc_read_options read;
    result_options result;
    uint64_t worst;  // how many findings to tell in text
    bool drop_bad;
} nc_options;

bool nc_options_parse(nc_options* o, int count, char** arguments, int* status);

// ----------------------------------------------------------------------------------------- result

typedef enum nc_body { NC_CUTTER, NC_SHANK, NC_HOLDER, NC_BODIES } nc_body;
typedef enum nc_against { NC_PART, NC_STOCK, NC_FIXTURE } nc_against;
const char* nc_body_name(nc_body body);
const char* nc_against_name(nc_against against);

typedef struct nc_target {
    nc_against kind;
    model_file file;
    abut_model* box;  // instead of a file
} nc_target;

typedef struct nc_finding {
    size_t move;
    nc_body body;
    size_t target;
    double lo, hi;
    double lift;  // proved to be enough on the whole move
    double time, at[3], tool[3];
    uint32_t triangle;  // of the target's file; UINT32_MAX: the body begins wholly inside
    bool undecided;
} nc_finding;

// Bounds of the greatest depth; -infinity where nothing was asked.
typedef struct nc_worst {
    double lo, hi;
} nc_worst;

typedef struct nc_result {
    const nc_options* options;
    nc_program program;
    nc_target targets[FIXTURES_MOST + 2];
    size_t target_count;
    tool_table table;
    nc_finding* findings;
    size_t finding_count, finding_capacity;
    nc_worst worst[2];  // of the cutter, of all else: what they may do differs by the clearance
    double length, rapid_length, low[3], high[3];
    bool is_empty;  // a model has no triangles, or the program no moves
    warning_list warnings;
    double check_seconds;
    double view[3];  // where picture and report are seen from
} nc_result;

const abut_model* nc_target_model(const nc_target* t);
const char* nc_target_name(const nc_target* t);
// What is allowed: the depth that a body may have in whatever it must not cut.
double nc_allowed(const nc_options* o, nc_body body);

typedef enum nc_verdict { NC_CLEAN, NC_GOUGE, NC_COLLISION, NC_UNDECIDED } nc_verdict;
nc_verdict nc_verdict_of(const nc_result* r);

// Find the bodies of the tool that a move is made with. Returns false after telling what is wrong.
bool nc_fit_tool(const nc_result* r, const nc_move* m, tool_body bodies[NC_BODIES]);

// Check all moves. Returns false after telling what is wrong.
bool nc_check(nc_result* r, progress* p);

// Return a solid that, on the chord of a piece of a curve, holds this solid on the piece, at each share of the time: it is off
// the chord by no more than error. *more: by how much it reaches farther at most.
abut_turned nc_larger(const abut_turned* solid, const nc_curve* curve, double error, double* more);

// Find how far up a body must go to be out of a model on a whole move: *out is proved to be enough. deepest: a place
// of the tip on it; size: of the tool. On arcs *out is more than needed by a tenth of the tolerance, and by what a
// body that is larger by a fortieth of the tolerance needs more.
abut_status nc_lift(const abut_model* model, const tool_body* body, const nc_move* m,
                    const double deepest[3], double size, double tolerance, double* out);

// Write a result, a nc_result (output/result.h).
void nc_write_text(const void* result, FILE* out);
void nc_write_json(const void* result, FILE* out);
void nc_write_csv(const void* result, FILE* out);

#endif
