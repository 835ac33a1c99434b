// method.h - the options that say how a model is built and searched, the same for every verb.
#ifndef ABUT_CLI_OPTIONS_METHOD_H
#define ABUT_CLI_OPTIONS_METHOD_H
#include "options/options.h"

#include "abut/methods.h"

#include <stdio.h>

enum {
    BUILD_METHOD,
    BUILD_LEAF_SIZE,
    BUILD_DEPTH_MAX,
    BUILD_DEGREE,
    BUILD_SPLIT,
    BUILD_AXIS,
    BUILD_SPLIT_ALL,
    BUILD_TURNED,
    BUILD_TRIAL,
    BUILD_FIT,
    BUILD_REAL,
    BUILD_ORIENTATION,
    BUILD_EPSILON,
    BUILD_TUMBLE,
    BUILD_SLENDER,
    BUILD_LAMBDA,
    BUILD_CHILD_RATIO,
    BUILD_VOLUMES,
    BUILD_SPHERE_RATIO,
    BUILD_EFFORT,
    BUILD_MEMORY,
    SEARCH_DESCENT,  // from here on: of searches
    SEARCH_TRAVERSAL,
    SEARCH_INTERVALS,
    SEARCH_INTERVAL_COUNT,
    BUILD_PARTS
};

// The options as they were given. Zeroed: none.
typedef struct method_options {
    bool given[BUILD_PARTS];
    abut_build build;  // method_options_build joins it with tree
    abut_tree_build tree;
    abut_tree_walk walk;
} method_options;

// The same without --memory and without searches, for a verb whose own --memory takes more.
option_group method_options_but_memory(method_options* o);
// Take the value of an option, for such a verb. Returns false after telling what is wrong.
bool method_option_take(method_options* o, int part, const char* text);

// How a model is to be built; it refers to the options.
abut_build method_options_build(const method_options* o);

// The options that say how a model is built and, of a verb that searches, how it is searched.
option_group method_options_group(method_options* o, bool searches);

// Name an option that was given beside --method, "--split", or NULL if there is none.
const char* method_options_beside_method(const method_options* o);

// What "abut methods" shows: the option of a part, "--split"; the names of its values, if it has such,
// and how many; and whether a method has the option, with the value of that place among the names.
const char* method_option_name(int part);
size_t method_option_choices(int part, const char* const** names);
// Write what there is to say of it, as a line of a help.
void method_option_explain(int part, FILE* out);
bool method_option_belongs(abut_method method, int part, size_t choice);

// Write the value of an option with which a model was built; "" for a flag. false if the method does not
// have it, or was not given it: options without a default.
bool method_option_value(const abut_build* built, int part, char* text, size_t room);
// Whether those values are numbers, and not words.
bool method_option_is_number(int part);

// Whether a method is in this build of the library.
bool method_is_built(abut_method method);

// Refuse options that the method does not have: false, after telling which.
bool method_options_fit(method_options* o);

#endif
