// method_options.h - the options that say how a model is built and searched, the same for every verb.
#ifndef ABUT_CLI_METHOD_OPTIONS_H
#define ABUT_CLI_METHOD_OPTIONS_H
#include "options.h"

#include "abut/abut.h"

enum {
    BUILD_METHOD,
    BUILD_LEAF_SIZE,
    BUILD_DEPTH_MAX,
    BUILD_DEGREE,
    BUILD_SPLIT,
    BUILD_AXIS,
    BUILD_SPLIT_ALL,
    BUILD_FIT,
    BUILD_REAL,
    BUILD_ORIENTATION,
    BUILD_EPSILON,
    BUILD_TUMBLE,
    BUILD_SLENDER,
    BUILD_LAMBDA,
    BUILD_CHILD_RATIO,
    BUILD_SPHERE_RATIO,
    BUILD_EFFORT,
    BUILD_MEMORY,
    SEARCH_DESCENT,  // from here on: of searches
    SEARCH_TRAVERSAL,
    SEARCH_INTERVALS,
    SEARCH_INTERVAL_COUNT,
    BUILD_PARTS
};
// Lines of help for all but --method, which every verb explains in its own words.
#define BUILD_OPTION_HELP                                                                          \
    "  --leaf-size N             most triangles in a leaf of the tree, 1 to 64; wide: to 4\n"      \
    "  --depth-max N             nodes so deep are leaves, 1 to 80 (default 80)\n"                 \
    "  --degree N                most children of a node: 2 (default), 4 or 8\n"                   \
    "  --split RULE              where to split a node: mean, median, rapid, greedy, crossing\n"   \
    "                            or oscillating\n"                                                 \
    "  --axis RULE               across which axis: longest (default), splatter, min-sum, "        \
    "min-max\n"                                                                                    \
    "  --split-all               try every direction of a k-DOP, not only x, y and z\n"            \
    "  --fit LIST                axes that a box may take: aabb,pca,parent,dito14 (default),\n"    \
    "                            vertices,hull-vertices,hull-surface\n"                            \
    "  --real TYPE               numbers of the boxes: float (default) or double\n"                \
    "  --orientation FORM        axes of the boxes: matrix (default) or quaternion\n"              \
    "  --epsilon LENGTH          grow every volume by so much; answers never change\n"             \
    "  --tumble METHOD           how the flying root is turned: corners (default) or hull\n"       \
    "  --slender LENGTH          halve triangles with longer edges in the tree\n"                  \
    "  --lambda X                what a crossing triangle costs a split (default 1)\n"             \
    "  --child-ratio X           no split if a child keeps a larger part, 0.5 to 1 (default "      \
    "0.9)\n"                                                                                       \
    "  --sphere-ratio X          test boxes where the sphere is X times the mean larger (default " \
    "1)\n"                                                                                         \
    "  --effort HOW              fast: build the tree sooner; best: later, for faster searches;\n" \
    "                            or default\n"                                                     \
    "  --memory HOW              small or compact: a tree of less memory, searched a little\n"     \
    "                            slower; or default\n"

#define SEARCH_OPTION_HELP                                                                         \
    "  --descent ORDER           which of two nodes is descended: larger, both, environment or\n"  \
    "                            restart\n"                                                        \
    "  --traversal ORDER         of pairs of nodes: depth (default) or breadth, level by level\n"  \
    "  --intervals ORDER         compare the slabs of k-DOPs in fixed order (default) or by "      \
    "width\n"                                                                                      \
    "  --interval-count N        compare only the first N of them\n"

// The options as they were given. Zeroed: none.
typedef struct method_options {
    bool given[BUILD_PARTS];
    abut_build build;
    abut_ask ask;  // descent, traversal, intervals and interval_count
} method_options;

// The options that say how a model is built and, of a verb that searches, how it is searched.
option_group method_options_group(method_options* o, bool searches);

// Whether a method is in this build of the library.
bool method_is_built(abut_method method);

// Name an option that was given beside --method, "--split", or NULL if there is none.
const char* method_options_beside_method(const method_options* o);

// What "abut methods" shows: the option of a part, "--split"; the names of its values, if it has such,
// and how many; and whether a method has the option, with the value of that place among the names.
const char* method_option_name(int part);
size_t method_option_choices(int part, const char* const** names);
bool method_option_belongs(abut_method method, int part, size_t choice);

// Write the value of an option with which a model was built; "" for a flag. false if the method does not
// have it, or was not given it: options without a default.
bool method_option_value(const abut_build* built, int part, char* text, size_t room);
// Whether those values are numbers, and not words.
bool method_option_is_number(int part);

// Refuse options that the method does not have: false, after telling which.
bool method_options_fit(method_options* o);

#endif
