// build.h - what the parts of "abut build" share.
#ifndef ABUT_CLI_BUILD_BUILD_H
#define ABUT_CLI_BUILD_BUILD_H
#include "models/load.h"
#include "models/threads.h"
#include "options/method.h"
#include "output/output.h"

typedef struct build_command {
    const char *path, *output;
    load_options load;
    method_options build;
    int thread_count;  // 0: the default
    bool quiet, allow_empty, groups;
} build_command;

// With --groups: make a saved set of the objects of the file. options: how models are built, without a host. out: prepared.
// Returns an exit status, after telling what is wrong.
int build_objects(const build_command* c, const abut_build* options, const threads* t, output* out,
                  progress* p);

// Where the text of what was saved goes: standard error where the models go to standard output.
FILE* build_told(const build_command* c);

#endif
