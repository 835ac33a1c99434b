// pair.h - two models for verbs that ask about two: read, or built to match each other.
#ifndef ABUT_CLI_PAIR_H
#define ABUT_CLI_PAIR_H
#include "load.h"
#include "method_options.h"
#include "warnings.h"

typedef struct pair_files {
    const char* paths[2];
    const char* groups[2];  // NULL: the whole file
    const method_options* build;
    mesh_format format;  // MESH_UNKNOWN: not given
    bool drop_bad;
} pair_files;

// Load both. A saved model goes first: the other one is built to match. Returns false after telling what is wrong;
// model_file_free both in any case.
bool pair_load(model_file sides[2], const pair_files* files, const abut_host* host, progress* p);

// Add what was odd about the files and models to warnings. Returns false after telling that there is no memory.
bool pair_warnings(const model_file sides[2], warning_list* warnings);

#endif
