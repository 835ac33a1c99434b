// measure.h - how far two models are apart, for verbs that ask so: what is too close, and what the answer says of it.
#ifndef ABUT_CLI_MODELS_MEASURE_H
#define ABUT_CLI_MODELS_MEASURE_H
#include "models/pair.h"
#include "options/options.h"

#include <abut/distance.h>

// What is too close. Zeroed: contact alone.
typedef struct measure_limit {
    double distance;
    bool is_given;
    bool is_strict;  // too close is what is nearer; otherwise also what is just so far
} measure_limit;

option_take measure_take_limit;  // measure_limit
// The limit as the library takes it, how far to look: 0, which is no limit there, asks about contact alone.
double measure_reach(const measure_limit* limit);

// Whether a method tells how far; false after telling which do.
bool measure_method_fits(abut_method method);

// What is known of the distance.
typedef enum measure_state {
    MEASURE_UNDECIDED,
    MEASURE_CONTACT,
    MEASURE_CLOSE,  // too close, and no contact
    MEASURE_CLEAR,  // farther; without a limit: apart
    MEASURE_STATES
} measure_state;
const char* measure_state_text(measure_state state);
// What bounds of a distance say. complete: without a tolerance lo and hi are the doubles next to it.
measure_state measure_judge(const measure_limit* limit, double lo, double hi, bool complete);

// An answer about a pair.
typedef struct measure {
    const model_file* sides;  // two
    measure_limit limit;
    abut_distance_answer answer;
    bool has_points;  // the answer has features and points
    bool is_hollow;   // a model without triangles leaves it undecided
} measure;
// Take what the library said. with_points: it was asked for points.
measure measure_of(const model_file sides[2], const measure_limit* limit, bool is_hollow,
                   const abut_distance_answer* answer, bool with_points);
measure_state measure_state_of(const measure* m);
// The exit status that a state has.
int measure_exit_status(measure_state state);

#endif
