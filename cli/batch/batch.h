// batch.h - what the parts of "abut batch" share: its options, what poses are answered with, and how many.
#ifndef ABUT_CLI_BATCH_BATCH_H
#define ABUT_CLI_BATCH_BATCH_H
#include "models/measure.h"
#include "models/pair.h"
#include "options/method.h"

#include <stdint.h>

typedef struct batch_options {
    pair_options files;
    const char* poses;  // the file of the poses
    size_t form;        // of frame_forms
    method_options build;
    measure_limit clearance;
    uint64_t from, count;  // the first frame, and how many; UINT64_MAX: all
    const char* output;    // NULL: standard output
    int thread_count;      // 0: the default
    bool bits, rows, mark_bad, coherent, resume, crlf, quiet, allow_empty;
} batch_options;

// Read the command line, as command_line_read does.
bool batch_options_parse(batch_options* o, int count, char** arguments, int* status);

// Does anything but the exit status tell the answer?
static inline bool batch_is_written(const batch_options* o)
{
    return !o->quiet || o->output;
}

// How many poses were answered, and how.
typedef struct batch_counts {
    uint64_t poses, contacts, close, bad;
} batch_counts;

#endif
