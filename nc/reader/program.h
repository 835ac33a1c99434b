// program.h - NC programs (RS274/NGC, "G-code") read into the moves that they make. The library itself opens
// no files.
//
// A program is run, not only split into words: parameters, expressions, subroutines and loops are
// carried out, and what is left is a list of straight moves and arcs with the line that each came from.
// What cannot be understood is an error with its line and column, since a word that is passed over may
// be the one that makes the tool cut.
//
// What a position means. All positions are those of the tip of the tool. Tool length offsets (G43, G49)
// therefore change nothing: they exist so that programs can be written for the tip. Machine coordinates
// and all work coordinate systems (G54 to G59.3) coincide, unless the options say where the machine's zero is, or
// the program itself moves them apart with G10, G52, G92 or by setting parameters.
#ifndef ABUT_NC_READER_PROGRAM_H
#define ABUT_NC_READER_PROGRAM_H
#include "mesh/mesh.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nc_unit { NC_MM = 0, NC_INCH, NC_METRE } nc_unit;

// "mm" "in" "m".
const char* nc_unit_name(nc_unit unit);
// Return what number of units `to` a length is that is `value` in units `from`. One rounding, none where both are equal.
double nc_convert(double value, nc_unit from, nc_unit to);

// A move of the tip. An arc runs in the plane of two axes, first and second, from `from` to `to` about
// a centre, counter-clockwise if one looks with the first axis to the right and the second up, or
// clockwise; the third coordinate changes in proportion to the angle (a helix). A spline (G5, G5.1) is a cubic
// of Bezier in the plane of X and Y, of from, two control points and to.
typedef struct nc_move {
    size_t line;       // of the file, from 1
    int tool;          // the last M6's T, or the last T while there was no M6; 0: none yet
    size_t tool_line;  // of the T word; 0: none
    bool rapid;
    bool arc, spline;
    bool clockwise;
    uint8_t first, second;  // of an arc: its axes, 0 to 2; of a spline 0 and 1
    uint32_t turns;         // of an arc: how many whole turns are added to the way to `to`
    double from[3], to[3];
    double centre[2];      // of an arc, along its two axes
    double control[2][2];  // of a spline
} nc_move;

typedef struct nc_warning {
    size_t line, column;
    fault_code code;
    char text[200];
} nc_warning;

enum { NC_MOST_WARNINGS = 1000 };

typedef struct nc_program {
    nc_move* moves;
    size_t move_count;
    nc_unit unit;        // of all lengths here
    bool unit_is_set;    // by a G20 or G21
    double blend;        // the largest P of a G64: by how much the machine may cut corners; 0: none
    bool blends_freely;  // there was a G64 without P
    nc_warning* warnings;  // the first NC_MOST_WARNINGS of them
    size_t warning_count, warning_total;
} nc_program;
void nc_program_free(nc_program* p);  // a zeroed program is fine; leaves it zeroed

typedef enum nc_status {
    NC_OK = 0,
    NC_OUT_OF_MEMORY,
    NC_CANNOT_OPEN,
    NC_SYNTAX,   // not what the language allows
    NC_UNKNOWN,  // a word or a subroutine that there is not; with `lenient` some are passed over
    NC_UNSUPPORTED,  // understood, but not what three axes without compensation can do
    NC_BAD_VALUE,    // a number that does not fit: radii that differ, a division by 0
    NC_TOO_LONG,     // a loop that does not end
    NC_CANCELLED,
} nc_status;

// Whose meaning a word has where controls differ: docs/notes/nc.md has the table.
typedef enum nc_dialect { NC_LINUXCNC = 0, NC_FANUC, NC_GRBL } nc_dialect;

typedef struct nc_error {
    nc_status status;
    size_t line, column;  // from 1; 0 where the fault has no place
    fault_code code;
    char text[240];  // without the place, the path and the code
} nc_error;

// How to read; zeroed or NULL: the defaults.
typedef struct nc_read_options {
    nc_unit unit;  // of the result, and of the program until it has a G20 or G21
    nc_dialect dialect;
    bool lenient;       // pass over G, M and other words that are unknown, with a warning for each
    bool block_delete;  // pass over lines that begin with "/"
    bool dog_leg;       // rapids: all axes equally fast, until each has arrived; else straight
    // Places in the coordinates that the program begins with.
    double start[3];  // where the tip is before the first line
    bool home_is_known;
    double home[3];  // where G28 and G30 go; else G28 goes to the machine's zero, if that is known
    bool machine_zero_is_known;
    double machine_zero[3];  // what G53, and G10 L2, count from; else 0, with a warning
    double origin[3];        // added to all positions
    // How many may be carried out before the program counts as one that does not end. 0: 2 million moves more than it has
    // lines; 20 million lines more than it has; of these 1 million since the last move. Of a line each 80 bytes count
    // as one, of an arc each turn.
    uint64_t most_moves, most_lines, most_idle;
    const mesh_progress* progress;  // may be NULL
} nc_read_options;

// Run a program. On failure out is untouched and error, which may be NULL, says what is wrong and where.
// The result does not depend on locale or rounding mode, but SIN, EXP and the like are those of the C library.
nc_status nc_read_memory(nc_program* out, const void* bytes, size_t size,
                         const nc_read_options* options, nc_error* error);
// The same from a file; path "-" is standard input.
nc_status nc_read_file(nc_program* out, const char* path, const nc_read_options* options,
                       nc_error* error);

// Return the length of a move; that of an arc within a few roundings, by the C library's atan2, that of a spline within
// a millionth.
double nc_move_length(const nc_move* m);
// Widen a box so that it holds a move, within a few roundings.
void nc_move_bounds(const nc_move* m, double low[3], double high[3]);

// ---------------------------------------------------------------------------------- arcs and splines

static inline bool nc_is_curved(const nc_move* m)
{
    return m->arc || m->spline;
}

// A piece of an arc, the rest in proportion to the angle; or of a spline, in proportion to its parameter.
typedef struct nc_curve {
    const nc_move* move;
    double from[3], to[3];  // the ends, rounded
    // Of an arc: directions and radii at its ends.
    double a[2], b[2];          // from the centre to them, of length 1, rounded
    double a_radius, b_radius;  // differ as far as the program was wrong
    uint32_t turns;             // whole turns beyond the way from a to b
    double control[2][2];       // of a spline, rounded
} nc_curve;

// Return the whole of a move that is curved.
nc_curve nc_curve_whole(const nc_move* m);
// Cut a piece in the middle of its time. Only square roots: the same on every machine.
void nc_curve_halve(const nc_curve* c, nc_curve* before, nc_curve* behind);
// Return by how much the tip can be off the straight way from c->from to c->to at the same share of
// the time, roundings and the error of the program's radii included; infinite for more than a quarter turn.
double nc_curve_error(const nc_curve* c);

#endif
