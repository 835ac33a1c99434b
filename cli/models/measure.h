// measure.h - how far two models are apart, for verbs that ask so: what is too close, and what the answer says of it.
#ifndef ABUT_CLI_MODELS_MEASURE_H
#define ABUT_CLI_MODELS_MEASURE_H
#include "models/pair.h"
#include "options/options.h"

#include <abut/distance.h>

// What is too close, beside contact. Zeroed: nothing.
typedef struct measure_limit {
    double distance;
    bool is_given;
    bool is_strict;  // too close is what is nearer; otherwise also what is just so far
} measure_limit;

option_take measure_take_limit;  // measure_limit
// The rows of verbs that ask for contacts; place: of the limit. Its is_strict is that of the second.
#define OPTION_CLEARANCE(place)                                                                    \
    {                                                                                              \
        OPTION("--clearance", measure_take_limit, place),                                          \
            OPTION_TEXT(SECTION_FIND, "D", "whether they are at most D apart, and how near"),      \
            .more = "Then the exit status is 1, as for contact; else they are clear. How near "    \
                    "is told exactly, up to D. For the methods wide, brute, aabb, obb and "        \
                    "sphere; not with --descent or --traversal",                                   \
            .first = true                                                                          \
    }
#define OPTION_STRICT(place)                                                                       \
    {                                                                                              \
        OPTION("--strict", option_flag, place),                                                    \
            OPTION_TEXT(SECTION_FIND, NULL, "what is just D apart is clear, less is too close"),   \
            .more = "Contact is never clear"                                                       \
    }
// What is too close, as the words before the distance: "at most".
const char* measure_limit_text(const measure_limit* limit);
// The limit as the library takes it, how far to look: 0, which is no limit there, asks about contact alone.
double measure_reach(const measure_limit* limit);

// Whether a method answers a question; false after telling which do. lacks: "does not tell how far models are apart". The
// library is asked before there are models: a method shows what it is with a triangle.
typedef abut_status measure_trial(abut_query* query, const abut_instance* one);
bool measure_method_answers(abut_method method, measure_trial* ask, const char* lacks);
// Whether it tells how far models are apart.
bool measure_method_fits(abut_method method);

enum { MEASURE_BANDS = ABUT_BAND_CLEAR + 1 };
// What bounds of a distance say. complete: without a tolerance lo and hi are the doubles next to it.
abut_band measure_judge(const measure_limit* limit, double lo, double hi, bool complete);

// An answer about a pair.
typedef struct measure {
    const model_file* sides;  // two; NULL: one side is a shape (shape/probe.h)
    measure_limit limit;
    const abut_clearance_answer* all;  // pairs that are too close; NULL: the nearest one alone
    abut_distance_answer answer;       // of all: counters and complete alone
    bool has_points;                   // the answer has features and points
    bool is_interval;                  // lo and hi are bounds, not the doubles next to the distance
    bool is_empty;                     // a model has no triangles
    bool is_hollow;                    // and that leaves it undecided
} measure;
// Take what the library said. with_points: it was asked for points.
measure measure_of(const model_file sides[2], const measure_limit* limit, bool is_hollow,
                   const abut_distance_answer* answer, bool with_points);
// Take all pairs. all must outlive it.
measure measure_of_all(const model_file sides[2], const measure_limit* limit, bool is_hollow,
                       const abut_clearance_answer* all);
abut_band measure_band_of(const measure* m);

// An answer, and the pairs in contact. It is not copied: hits may refer to it, and else live in the query.
typedef struct measure_found {
    abut_distance_answer answer;
    abut_hits hits;      // complete, and the counters: those of all
    abut_contact known;  // of answer.pair, if that is all that there was time for
} measure_found;
// Ask for all pairs that are too close. how: all but what is too close, which the limit says. 0 lists contacts, strict or
// not.
abut_status measure_ask_all(abut_query* query, const abut_instance* a, const abut_instance* b,
                            const measure_limit* limit, const abut_clearance_ask* how,
                            abut_clearance_answer* out);
// Ask for the band alone, which ends as soon as it is known whether it is clear.
abut_status measure_ask_band(abut_query* query, const abut_instance* a, const abut_instance* b,
                             const measure_limit* limit, abut_band* out);
// Ask how far two instances are apart and, where that is contact and pairs is not NULL, for all pairs, by what how's budget
// and deadline leave. Of a contact there is always a pair.
abut_status measure_ask(abut_query* query, const abut_instance* a, const abut_instance* b,
                        const abut_distance_ask* how, const abut_ask* pairs, measure_found* out);

// The exit status that a band has.
int measure_exit_status(abut_band band);

#endif
