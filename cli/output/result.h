// result.h - how a result is told: the options about that, the same for every verb that looks for contacts, and where
// text, picture and report go.
#ifndef ABUT_CLI_OUTPUT_RESULT_H
#define ABUT_CLI_OUTPUT_RESULT_H
#include "options/options.h"
#include "output/csv.h"
#include "output/output.h"
#include "picture/picture.h"
#include "say/progress.h"
#include "say/warnings.h"

#include "abut/abut.h"

enum { RESULT_OPTIONS = 6 };
typedef struct result_options {
    bool given[RESULT_OPTIONS];
    const char* output;  // NULL: standard output
    bool json, csv, crlf, quiet;
    bool allow_empty;  // nothing to check is no doubt
    picture_options picture;
    const char* other;  // one more file that a verb writes (result_ways); NULL: none
} result_options;

option_group result_options_group(result_options* o);

// Of verbs whose CSV has names.
#define OPTION_CSV_SAFE(place)                                                                     \
    {                                                                                              \
        OPTION("--csv-safe", option_flag, place),                                                  \
            OPTION_TEXT(SECTION_WRITE, NULL, "names in CSV that a spreadsheet would run get a '"), \
            .more = "These begin with = + - @, a tab or a CR"                                      \
    }

// Does anything but the exit status tell the answer in words?
static inline bool result_is_written(const result_options* o)
{
    return !o->quiet || o->output;
}

typedef struct result_files {
    output text, picture, page, other;
} result_files;

// Find where a result is to go, before hours of work are lost. Returns false after telling what is wrong. Discard the
// files in any case.
bool result_prepare(result_files* files, const result_options* o, const char* const* inputs,
                    size_t input_count);
void result_discard(result_files* files);

// What a verb does to tell its result.
typedef struct result_ways {
    // Write it. Errors of the stream stay in the stream. (docs/reference/json.md has JSON and CSV.)
    void (*text)(const void* result, FILE* out);
    void (*json)(const void* result, FILE* out);
    void (*csv)(const void* result, FILE* out);
    // Draw what there is to see, for the picture or the report that is asked for. Returns false after telling what is
    // wrong.
    bool (*see)(void* result, result_files* files);
    // Write the one more file that is asked for, as the others.
    void (*other)(const void* result, FILE* out);
    // In the place of text, JSON and CSV: the part of a shard (scale/part.h). Returns false after telling what is wrong. NULL: it is none.
    bool (*part)(const void* result, FILE* out);
} result_ways;

// Write picture and report, warnings, and the result, as they are asked for. Returns false after telling what is wrong.
bool result_tell(void* result, const result_ways* ways, const result_options* o,
                 const warning_list* warnings, result_files* files, progress* p);

// All that a verb does.
typedef struct result_job {
    // Read, build and ask. Returns false after telling what is wrong.
    bool (*find)(void* result, const abut_host* host, progress* p);
    const result_ways* ways;
    int (*exit_status)(const void* result);
    void (*release)(void* result);  // also of what was found in part, or not at all
    const result_options* options;
    const char* const* inputs;
    size_t input_count;
    int thread_count;  // 0: the default
    const warning_list* warnings;
} result_job;
// Do it. Returns the exit status; errors are told.
int result_run(void* result, const result_job* job);

// Write to the text which picture and report there are, and from where they are seen.
void result_write_sight(const result_options* o, const double view[3], FILE* out);

// Whether a result proves nothing, because there was nothing to check.
static inline bool result_is_hollow(const result_options* o, bool is_empty)
{
    return is_empty && !o->allow_empty;
}

// How the CSV of a result is written.
csv result_csv(const result_options* o, FILE* out);

// Whether --quiet, if it is given, leaves something of what else is, and --crlf has lines to end. shown: the options that
// ask for more to be written, NULL behind them. Returns false after telling what is wrong.
bool result_options_fit(const result_options* o, const command_line* line,
                        const char* const* shown);

#endif
