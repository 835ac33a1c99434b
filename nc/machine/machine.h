// machine.h - what the parts of reader/ and machine/ share: the machine that a program runs on.
//   reader/read.c        the program as a list of lines; files; errors and warnings
//   reader/line.c        a line as words and settings of parameters; how many may be carried out
//   reader/names.c       names, found fast whatever they are
//   reader/value.c       expressions and parameters
//   reader/flow.c        O-words: subroutines, loops, conditions
//   reader/subprogram.c  names of programs, and those that are called by number: M97, M98, M99
//   machine/codes.c      the G words of a line sorted by their groups; which are refused, and why
//   machine/block.c      the words of a line carried out, in the order of RS274/NGC (NIST IR 6556, section 3)
//   machine/place.c      coordinates: systems of work, G10, G28, G30, G52, G53, G92
//   machine/motion.c     moves, arcs and cycles
//   machine/spline.c     splines, read and cut into pieces
//   machine/curve.c      arcs and splines cut into pieces, lengths and bounds of moves
#ifndef ABUT_NC_MACHINE_MACHINE_H
#define ABUT_NC_MACHINE_MACHINE_H
#include "reader/program.h"

enum {
    NC_LINE_MOST = 4096,      // characters of a line that are not blanks or comments
    NC_SETTINGS_MOST = 64,    // of parameters in a line
    NC_NAME_MOST = 64,        // characters of a name
    NC_PARAMETERS = 5603,     // numbered ones
    NC_LOCALS = 30,           // of these, the first ones belong to a subroutine
    NC_CALLS_MOST = 100,      // subroutines within each other
    NC_BLOCKS_MOST = 1000,    // loops and conditions within each other
    NC_EXPRESSION_MOST = 60,  // brackets within each other
    NC_SYSTEMS = 9,           // of work coordinates
    NC_FURTHER = 300,         // and those of G54.1
    NC_WORD_G_MOST = 16,      // G words of a line; and M words
};

// A line without blanks and comments, in lower case.
typedef struct nc_text {
    size_t line;
    size_t length;
    uint32_t nested;            // column of a comment within a comment; 0: none
    char at[NC_LINE_MOST + 1];  // ends with a NUL
    uint32_t column[NC_LINE_MOST + 1];
} nc_text;

typedef struct nc_named {     // an entry of a set of names
    char name[NC_NAME_MOST];  // zeros behind it
    double value;             // of a parameter
    size_t bit, next[2];      // reader/names.c
} nc_named;

typedef struct nc_names {  // sets of names, each with a head
    nc_named* at;
    size_t count, capacity;
} nc_names;

enum { NC_FLOW_WORDS = 16 };  // the words behind an O-word (reader/flow.c), and none

typedef struct nc_label {  // a line that begins with an O-word
    size_t line;           // index
    size_t name;           // of m->label_names
    // Indices of labels; SIZE_MAX: there is none. Where a block that begins here ends, and its next branch.
    size_t end, branch;
    uint8_t word;
    bool is_program;  // a name alone
    bool is_run;      // of a program: it was begun
} nc_label;

typedef struct nc_numbered {  // a line with a number
    int number;               // or -1: a program begins there
    size_t line;              // index
} nc_numbered;

typedef struct nc_call {  // a subroutine that runs
    size_t back;          // index of the line where its caller goes on
    size_t sub;           // its label, unless it is a program
    size_t blocks;        // open blocks of its caller
    bool is_program;      // called by M97 or M98
    size_t first;         // of a program: index of its first line
    uint64_t left;        // of a program: how often it still runs, this time included
    size_t names;         // 0, or 1 more than the head of its named parameters in m->local_names
    double locals[NC_LOCALS];
} nc_call;

typedef struct nc_open {  // a block that runs
    size_t label;         // index of the label that opened it
    uint64_t left;        // repeat: how often still
} nc_open;

typedef struct nc_word {
    bool given;
    bool bare;  // a number without a decimal point
    uint32_t column;
    double value;
} nc_word;

typedef struct nc_block {
    nc_word word[26];                          // by letter; G and M are below
    int g[NC_WORD_G_MOST], m[NC_WORD_G_MOST];  // in tenths
    uint32_t g_column[NC_WORD_G_MOST], m_column[NC_WORD_G_MOST];
    int g_count, m_count;
} nc_block;

enum { NC_NO_MOTION = 800 };  // G80

typedef struct nc_modal {
    int motion;                // tenths of the G word
    int straight;              // the last of G0 and G1
    int first, second, third;  // the axes of the plane
    bool incremental, arc_absolute, cycle_returns_to_r;
    nc_unit unit;
    int system;        // index
    bool shift_is_on;  // of G92
    // Of the cycle that goes on, along the third axis: where it began, and its words.
    double cycle_start, cycle_r, cycle_z, cycle_q;
    bool in_cycle, cycle_has_z, cycle_has_r, cycle_has_q;
    double spline_tail[2];  // of the G5 that was last: from its second control point to its end
    bool spline_goes_on;
} nc_modal;

// A system of work coordinates, in the unit of the result. Its axes X and Y are turned by an angle about its origin.
typedef struct nc_system {
    double origin[3];
    double turn, cosine, sine;  // turn in degrees
    bool is_placed;             // by the program
} nc_system;

// What is warned about once in a program.
enum {
    NC_TOLD_ZERO = 1,
    NC_TOLD_PLACE = 2,
    NC_TOLD_NESTED = 4,
    NC_TOLD_BARE = 8,
    NC_TOLD_SYSTEM = 16
};

typedef struct nc_machine {
    const nc_read_options* options;
    nc_error* error;
    // The program.
    const char** starts;  // of its lines; one more for the end
    size_t line_count;
    nc_label* labels;
    size_t label_count, label_capacity;
    nc_names label_names;
    size_t (*label_nearest)[NC_FLOW_WORDS];  // of each of these names: its first label with a word
    nc_numbered* numbered;                   // reader/subprogram.c; NULL: not asked for yet
    size_t numbered_count, numbered_capacity;
    size_t next;  // index of the line to be carried out next
    bool ended;
    uint64_t lines_done;  // as nc_line_count counts them
    uint64_t idle_since;  // lines done at the last move
    uint64_t moves_made;  // each turn of an arc counts
    size_t bytes;         // of the program
    nc_text text;
    // Parameters.
    double parameter[NC_PARAMETERS];
    nc_names global_names;  // one set, whose head is first
    nc_names local_names;   // those of subroutines that run, a set for each that has some
    double returned;
    nc_call* calls;
    size_t call_count;
    nc_open* open;
    size_t open_count;
    int expression_depth;
    // The machine.
    nc_modal modal;
    double at[3];  // in the coordinates that the program began with
    nc_system systems[NC_SYSTEMS + NC_FURTHER];
    size_t still_line;  // of the last straight motion, which may lead nowhere; 0: there was none
    bool still_is_rapid;
    int first_system;           // that was in force at the first move
    double shift[3], local[3];  // of G92; of G52 with NC_FANUC, which has both
    double home[2][3];
    bool home_is_known[2];
    unsigned told;
    double feed, speed;
    int tool_next, tool;
    size_t tool_next_line, tool_line;
    bool changes_tools;  // there was an M6
    uint32_t used;       // bits of the letters of this line that mean something
    nc_program program;
    size_t move_capacity, warning_capacity;
} nc_machine;

// Fill the error with a place in the line that is being carried out; returns the status that the code has. column 0: where the line
// begins, behind its number.
#if defined(__GNUC__)
#define NC_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define NC_FORMAT(text, first)
#endif
NC_FORMAT(4, 5)
nc_status nc_fail(nc_machine* m, fault_code code, uint32_t column, const char* format, ...);
nc_status nc_no_memory(nc_machine* m);
// Keep a warning about the line that is being carried out.
NC_FORMAT(4, 5)
nc_status nc_warn(nc_machine* m, fault_code code, uint32_t column, const char* format, ...);
// The same, but only once in a program for a NC_TOLD_.
NC_FORMAT(5, 6)
nc_status nc_warn_once(nc_machine* m, fault_code code, unsigned what, uint32_t column,
                       const char* format, ...);
// With `lenient` a warning that it is passed over, else an error that names the option.
NC_FORMAT(3, 4) nc_status nc_unknown(nc_machine* m, uint32_t column, const char* format, ...);

// Make *block hold wanted elements; as realloc, but *capacity at least doubles.
nc_status nc_grow(nc_machine* m, void** block, size_t* capacity, size_t wanted, size_t size);

// Begin a set of names; add a name to a set, or find it there; find one, or NULL. Entries stay until one is added.
nc_status nc_names_begin(nc_machine* m, nc_names* names, size_t* head);
nc_status nc_names_add(nc_machine* m, nc_names* names, size_t head, const char name[NC_NAME_MOST],
                       nc_named** out);
nc_named* nc_names_find(const nc_names* names, size_t head, const char name[NC_NAME_MOST]);

// Count a line that is carried out now; fail if these are more than are allowed.
nc_status nc_line_count(nc_machine* m, size_t index);
// Take the line of an index into m->text.
nc_status nc_text_take(nc_machine* m, size_t index);

// Read a real value at *at of m->text and move behind it.
nc_status nc_value(nc_machine* m, size_t* at, double* out);
// Whether a function stands at a place of m->text.
bool nc_is_function(const nc_machine* m, size_t at);
// Read the parameter behind a '#' as what it names. name[0] is NUL: it is numbered.
typedef struct nc_parameter {
    int number;
    char name[NC_NAME_MOST];
} nc_parameter;
nc_status nc_parameter_read(nc_machine* m, size_t* at, nc_parameter* out);
nc_status nc_parameter_set(nc_machine* m, const nc_parameter* p, uint32_t column, double value);
// Read "<name>" at *at.
nc_status nc_name(nc_machine* m, size_t* at, char out[NC_NAME_MOST]);
// Forget the named parameters of the innermost subroutine.
void nc_named_leave(nc_machine* m);

// Read the words of m->text from `at` on, and set the parameters that it sets.
nc_status nc_block_read(nc_machine* m, size_t at, nc_block* out);
// Carry them out.
nc_status nc_block_run(nc_machine* m, const nc_block* b);

// Whether a line begins with an O-word.
bool nc_flow_begins(const nc_text* t);
// Find all labels, before the program starts.
nc_status nc_labels_find(nc_machine* m);
// Find the label of a program; SIZE_MAX if there is none.
size_t nc_program_label(const nc_machine* m, const char* name);
// Carry out the O-word that m->text, the line of an index, begins with; m->next is where it goes on.
nc_status nc_flow_run(nc_machine* m, size_t index);

// Return a length of the program in the unit of the result.
static inline double nc_length(const nc_machine* m, double value)
{
    return nc_convert(value, m->modal.unit, m->options->unit);
}
// Places, all but `work` in the coordinates that the program began with.
bool nc_is_turned(const nc_machine* m);
void nc_turn(const nc_machine* m, double v[2]);  // a way along X and Y of the system
void nc_from_work(const nc_machine* m, const double work[3], double out[3]);
void nc_to_work(const nc_machine* m, const double at[3], double work[3]);
// Take the system that a G word names, with P for G54.1.
nc_status nc_system_take(nc_machine* m, const nc_block* b, int code, uint32_t column);
// Set the angle of a system, in degrees.
void nc_system_turn(nc_system* s, double degrees);
// Read the point that the axis words of a block name.
void nc_target(const nc_machine* m, const nc_block* b, bool machine_coordinates, double to[3]);
// Warn that what a word does counts from the machine's zero, if that is not known.
nc_status nc_warn_zero(nc_machine* m, unsigned what, uint32_t column, const char* word);
// Carry out G10, G52, G92 to G92.3, or G28, G28.1, G30, G30.1.
nc_status nc_place_run(nc_machine* m, const nc_block* b, int code, uint32_t column);

// Keep a move whose to is the new place.
nc_status nc_move_keep(nc_machine* m, nc_move* move);
// Move to a point, straight (or, for rapids, as the options say).
nc_status nc_move_to(nc_machine* m, const double to[3], bool rapid);
// Where all of a program's motion led nowhere: keep a move of no length, so that the place itself is checked.
nc_status nc_move_nowhere(nc_machine* m);
// Carry out G0 to G3, a spline or a cycle, with the axis words of a block.
nc_status nc_motion_run(nc_machine* m, const nc_block* b);
// Carry out G5 or G5.1.
nc_status nc_spline_run(nc_machine* m, const nc_block* b);
// The parts of nc_curve_ and nc_move_ that are about splines.
void nc_spline_halve(const nc_curve* c, nc_curve* before, nc_curve* behind);
double nc_spline_error(const nc_curve* c);
double nc_spline_length(const nc_curve* c);
void nc_spline_bounds(const nc_move* m, double low[3], double high[3]);

static inline const nc_word* nc_word_of(const nc_block* b, char letter)
{
    return &b->word[letter - 'a'];
}
static inline bool nc_has(const nc_block* b, const char* letters)
{
    for (; *letters; letters++)
        if (nc_word_of(b, *letters)->given) return true;
    return false;
}
static inline bool nc_has_axis(const nc_block* b)
{
    return nc_has(b, "xyz");
}
// Return the word of a letter, which means something in this line.
static inline const nc_word* nc_use(nc_machine* m, const nc_block* b, char letter)
{
    m->used |= 1u << (letter - 'a');
    return nc_word_of(b, letter);
}
static inline void nc_use_all(nc_machine* m, const char* letters)
{
    for (; *letters; letters++)
        m->used |= 1u << (*letters - 'a');
}
// Read a whole number from low to high.
nc_status nc_whole(nc_machine* m, const nc_word* w, char letter, double low, double high, int* out);

typedef enum nc_group {
    NC_GROUP_ONCE,  // G4, G10, G28 …
    NC_GROUP_MOTION,
    NC_GROUP_CANCEL,  // G80, which many programs have beside their first G0
    NC_GROUP_PLANE,
    NC_GROUP_DISTANCE,
    NC_GROUP_ARC,
    NC_GROUP_FEED,
    NC_GROUP_UNIT,
    NC_GROUP_SIDE,
    NC_GROUP_LENGTH,
    NC_GROUP_RETURN,
    NC_GROUP_SYSTEM,
    NC_GROUP_PATH,
    NC_GROUP_SPINDLE,
    NC_GROUP_DIAMETER,
    NC_GROUP_COUNT
} nc_group;

// The G words of a line, sorted: that of each group, or -1.
typedef struct nc_codes {
    int word[NC_GROUP_COUNT];
    uint32_t column[NC_GROUP_COUNT];
    bool machine_coordinates;  // G53
    bool takes_axes;           // a word that is not of these groups does, and moves nothing
} nc_codes;
nc_status nc_codes_sort(nc_machine* m, const nc_block* b, nc_codes* out);

// Carry out M97, M98 or M99 of a block, if there is one.
nc_status nc_program_run(nc_machine* m, const nc_block* b);
// Carry out the name of a program: "o1000", ":1000", "<NAME>".
nc_status nc_program_name(nc_machine* m, const char* name);
// Warn of programs in the file that were not run.
nc_status nc_programs_left(nc_machine* m);
// Leave the innermost subroutine or program.
void nc_call_leave(nc_machine* m);

#define NC_TRY(expression)                                                                         \
    do {                                                                                           \
        const nc_status nc_try_status = (expression);                                              \
        if (nc_try_status != NC_OK) return nc_try_status;                                          \
    } while (0)

#endif
