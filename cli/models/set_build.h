// set_build.h - from a file to a saved set of its objects (set.h), as "abut build --groups" writes it, and as "abut clash" does
// where the objects are too many to stay in memory.
#ifndef ABUT_CLI_MODELS_SET_BUILD_H
#define ABUT_CLI_MODELS_SET_BUILD_H
#include "models/load.h"
#include "models/split.h"
#include "output/output.h"
#include "say/warnings.h"

typedef struct set_build {
    // What is wanted:
    const char* path;   // the file that is read
    const char* name;   // what messages call it: it may have been converted from another
    load_options load;  // keep_places: its objects (split.h); else it is one, without a name
    abut_build build;   // how models are built, without a host
    const abut_host* host;
    progress* progress;
    // What was read:
    mesh mesh;
    split split;  // both until the set is written
    size_t object_count;
    warning_list warnings;
    double unit;
    bool is_partial;
    size_t triangle_count;  // of models: what is lent counts once
    double read_seconds;
    // What was written:
    size_t model_count;
    uint64_t byte_count;
    double build_seconds;
} set_build;

// Read the file and split it. Returns false after telling what is wrong; free it in any case.
bool set_build_read(set_build* b);
// Build the models and write the set: out is prepared, and is opened and closed here. Once.
bool set_build_write(set_build* b, output* out);
void set_build_free(set_build* b);

#endif
