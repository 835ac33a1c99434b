// options.h - how every verb reads its command line: tables of its options, and one loop over what was given. Nothing
// given is ever ignored: what is given twice, excludes something else or would have no effect is an error.
#ifndef ABUT_CLI_OPTIONS_OPTIONS_H
#define ABUT_CLI_OPTIONS_OPTIONS_H
#include "main/verb.h"

#include <stddef.h>
#include <stdint.h>

typedef struct option_row option_row;

// Take the value of an option. Returns false after telling what is wrong with text.
typedef bool option_take(void* to, const option_row* row, const char* text);

enum { OPTION_NAMES_MOST = 8 };

// Where an option stands in the help of its verb.
typedef enum option_section {
    SECTION_OPTIONS,
    SECTION_RANKS,
    SECTION_OBJECTS,
    SECTION_UNCUT,
    SECTION_TOOL,
    SECTION_PROGRAM,
    SECTION_PLACE,
    SECTION_MOTION,
    SECTION_FIND,
    SECTION_REVIEW,
    SECTION_WRITE,
    SECTION_SEE,
    SECTION_READ,
    SECTION_METHOD,
    SECTION_HELP,
    SECTIONS
} option_section;

struct option_row {
    const char* name;  // "--output"
    option_take* take;
    size_t at;                             // where its value goes, in the options of its group
    uint64_t lowest, highest;              // of a whole number
    const char* names[OPTION_NAMES_MOST];  // of its values; NULL behind them
    const char* brief;                     // "-o": may be given so, and is called so in messages
    // Its help. The text fits a line; names of values follow it by themselves.
    const char* value;  // what its value is called; NULL: it has none
    const char* text;   // NULL: what the next row says holds for this one, too
    const char* more;   // sentences behind the text, for those who want all; may be NULL
    option_section section;
    bool first;    // it is among what most people need
    bool repeats;  // may be given several times
};

// Options that go into one struct.
typedef struct option_group {
    const option_row* rows;
    size_t count;
    void* options;
    bool* given;  // one a row
} option_group;

#define OPTION_COUNT(rows) (sizeof(rows) / sizeof *(rows))
#define OPTION_GROUP(rows, options, given)                                                         \
    {                                                                                              \
        rows, OPTION_COUNT(rows), options, given                                                   \
    }
// The beginning of a row; what else it has follows with its name.
#define OPTION(row_name, row_take, place) .name = (row_name), .take = (row_take), .at = (place)
#define OPTION_TEXT(row_section, row_value, row_text)                                              \
    .section = (row_section), .value = (row_value), .text = (row_text)

// Rows that several verbs have.
#define OPTION_OUTPUT(place)                                                                       \
    {                                                                                              \
        OPTION("--output", option_text, place),                                                    \
            OPTION_TEXT(SECTION_WRITE, "FILE",                                                     \
                        "write to FILE, which appears when it is complete"),                       \
            .more = "For standard output FILE is -", .brief = "-o", .first = true                  \
    }
#define OPTION_JSON(place)                                                                         \
    {                                                                                              \
        OPTION("--json", option_flag, place),                                                      \
            OPTION_TEXT(SECTION_WRITE, NULL, "one JSON object (docs/reference/json.md)"),          \
            .first = true                                                                          \
    }
#define OPTION_CRLF(place, which)                                                                  \
    {                                                                                              \
        OPTION("--crlf", option_flag, place),                                                      \
            OPTION_TEXT(SECTION_WRITE, NULL, "end the lines of " which " with CR LF"),             \
            .more = "RFC 4180 has them so"                                                         \
    }
#define OPTION_QUIET(place)                                                                        \
    {                                                                                              \
        OPTION("--quiet", option_flag, place),                                                     \
            OPTION_TEXT(SECTION_WRITE, NULL, "only the exit status, and errors"),                  \
            .first = true,                                                                         \
            .more = "No text, warnings or progress; where it can, the search ends as soon as the " \
                    "status is known. With -o FILE, all is still searched and written to FILE"     \
    }
#define OPTION_STATS(place)                                                                        \
    {                                                                                              \
        OPTION("--stats", option_flag, place),                                                     \
            OPTION_TEXT(SECTION_WRITE, NULL, "count the work: tests of volumes and triangles"),    \
            .more = "JSON always does"                                                             \
    }
#define OPTION_ALLOW_EMPTY(place)                                                                  \
    {                                                                                              \
        OPTION("--allow-empty", option_flag, place),                                               \
            OPTION_TEXT(SECTION_READ, NULL,                                                        \
                        "nothing to check is fine: exit status 0 for it, not 3"),                  \
            .more = "That is: no triangles, no pair of objects, no moves"                          \
    }
#define OPTION_DROP_BAD(place)                                                                     \
    {                                                                                              \
        OPTION("--drop-bad", option_flag, place),                                                  \
            OPTION_TEXT(SECTION_READ, NULL, "leave out what is wrong in a file, with a warning"),  \
            .more = "Without it such a file is refused"                                            \
    }

enum { OPTION_GROUPS_MOST = 6 };

// What a verb takes, and then what it was given.
typedef struct command_line {
    const verb* verb;
    option_group groups[OPTION_GROUPS_MOST];  // without rows behind the last
    const char* takes;                        // "check takes two files": for one too many
    const char** paths;
    size_t path_count, paths_most;  // SIZE_MAX: there is room for all arguments
} command_line;

// Read a command line. Returns false if that is all there is to do: something is wrong and told, or the help was asked
// for and is written. *status is the exit status then.
bool command_line_read(command_line* line, int count, char** arguments, int* status);

// The row with this name; NULL: there is none.
const option_row* option_row_of(const command_line* line, const char* name);
bool option_has_value(const option_row* row);
// Was an option given? name: as in its row.
bool option_given(const command_line* line, const char* name);
// The first of the names, NULL behind them, that was given, as messages call it; NULL: none was.
const char* option_first_given(const command_line* line, const char* const* names);
// Refuse an option without the other that it is about: false after telling so.
bool option_fits_beside(const command_line* line, const char* name, const char* other);
// Refuse it without both of two others.
bool option_fits_beside_one(const command_line* line, const char* name, const char* one,
                            const char* other);
// Refuse two options together: false after telling which.
bool options_exclude(const command_line* line, const char* const pairs[][2], size_t count);

// Ways to take a value. Flags have none.
option_take option_flag;    // bool
option_take option_one;     // int, which becomes 1
option_take option_text;    // const char*
option_take option_int;     // int, in the row's range
option_take option_size;    // size_t, likewise
option_take option_count;   // uint64_t, likewise
option_take option_length;  // double, a length or a part of one: at least 0
option_take option_time;    // double, microseconds
option_take option_point;   // three doubles
option_take option_name;    // size_t: where the text is among the row's names
// Where a text is among the names of a row.
bool option_choice(const option_row* row, const char* text, size_t* out);
size_t option_name_count(const option_row* row);

#endif
