// build_options.h - the options that say how a model is built, the same for every verb that builds one.
#ifndef ABUT_CLI_BUILD_OPTIONS_H
#define ABUT_CLI_BUILD_OPTIONS_H
#include "abut/abut.h"

#include <getopt.h>
#include <stdbool.h>

// The code of an option is BUILD_OPTION_BASE + part.
enum { BUILD_METHOD, BUILD_LEAF_SIZE, BUILD_SPLIT, BUILD_FIT, BUILD_REAL, BUILD_PARTS };
enum { BUILD_OPTION_BASE = 1024 };

#define BUILD_OPTION_ROW(name, part)                                                               \
    {                                                                                              \
        name, required_argument, NULL, BUILD_OPTION_BASE + (part)                                  \
    }
// Rows for a table of struct option.
#define BUILD_OPTION_ROWS                                                                          \
    BUILD_OPTION_ROW("method", BUILD_METHOD), BUILD_OPTION_ROW("leaf-size", BUILD_LEAF_SIZE),      \
        BUILD_OPTION_ROW("split", BUILD_SPLIT), BUILD_OPTION_ROW("fit", BUILD_FIT),                \
        BUILD_OPTION_ROW("real", BUILD_REAL)

// Lines of help for all but --method, which every verb explains in its own words.
#define BUILD_OPTION_HELP                                                                          \
    "  --leaf-size N             most triangles in a leaf of the tree, 1 to 64 (default 4)\n"      \
    "  --split RULE              where to split a node: mean (default) or median\n"                \
    "  --fit LIST                axes that a box may take: aabb,pca,parent,dito14 (default all)\n" \
    "  --real TYPE               numbers of the boxes: float (default) or double\n"

// The options as they were given. Zeroed: none.
typedef struct build_options {
    bool given[BUILD_PARTS];
    abut_build build;
} build_options;

// Take the option with this code. Returns false, after telling why, if its text is wrong or if it was
// given before.
bool build_options_take(build_options* o, int code, const char* text);

// Refuse options that would change nothing: false, after telling which.
bool build_options_have_effect(const build_options* o);

#endif
