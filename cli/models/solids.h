// solids.h - two models as solids, for verbs that ask how deep they are in each other or what they share.
#ifndef ABUT_CLI_MODELS_SOLIDS_H
#define ABUT_CLI_MODELS_SOLIDS_H
#include "models/load.h"
#include "options/options.h"

#include <abut/point.h>

// The row of verbs that ask how deep; place: of a bool. text: what it is for.
#define OPTION_DEPTH(place, text)                                                                  \
    OPTION("--depth", option_flag, place), OPTION_TEXT(SECTION_FIND, NULL, text)
// place: of a double.
#define OPTION_TOLERANCE(place)                                                                    \
    OPTION("--tolerance", option_length, place),                                                   \
        OPTION_TEXT(SECTION_FIND, "T", "bounds of depths may be up to T from each other")

// Whether a method tells depths; false after telling which do.
bool solids_method_fits(abut_method method);

// Of both models. Zeroed: not made.
typedef struct solids {
    abut_solid* of[2];
    bool is_one;                   // both are the same
    double low[2][3], high[2][3];  // the box about each, in its own coordinates
} solids;

// Make them. checked: where they cross themselves is found, too, which volumes need; with query. Returns false after telling
// what is wrong. Free them in any case.
bool solids_make(solids* s, const model_file sides[2], bool checked, abut_query* query,
                 const abut_host* host);
void solids_free(solids* s);

// Whether the boxes about both are apart, which is proved: then neither is in the other.
bool solids_boxes_apart(const solids* s, const abut_pose poses[2]);

// Whether a side has no closed component, so that it has no inside.
bool solids_is_open(const solids* s, int side);

// Part index of a side, or NULL behind the last.
const abut_solid_part* solids_part(const solids* s, int side, size_t index);
// Whether a component with an area takes no part in what is told of solids.
bool solids_leaves_out(const abut_solid_part* part);

#endif
