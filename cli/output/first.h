// first.h - how a first contact is told: the words, the JSON and the CSV of all verbs that prove motions.
#ifndef ABUT_CLI_OUTPUT_FIRST_H
#define ABUT_CLI_OUTPUT_FIRST_H
#include "models/motion.h"
#include "models/pair.h"
#include "output/csv.h"

// What there is to say of an answer.
typedef struct first_told {
    const abut_first* first;
    const motion_limits* limits;
    const char* end;  // what may have ended it: "budget"
    bool is_hollow;   // there was nothing to check
    // The piece of a path that it is, whose times are told as step + fraction. Else they are parts of one motion.
    bool is_piece;
    size_t step;
} first_told;

// The state, "undecided" where that is nothing.
abut_motion_state first_state(const first_told* t);
// A time in words: "0.5", "step 12 + 0.5".
enum { FIRST_TIME_SIZE = 64 };
const char* first_time(const first_told* t, double time, char out[FIRST_TIME_SIZE]);
// When, in words: "at 0.5 of the motion, and not before"; to be freed, NULL without memory.
char* first_words(const first_told* t);
// State and time in few words and digits, for pictures: "contact at 0.5 of the motion"; likewise.
char* first_brief(const first_told* t);
// Whether there is a pair, with features and points.
bool first_has_points(const abut_first* first);
// Lines about the pair, if there is one.
void first_write_pair(const abut_first* first, const model_file sides[2], FILE* out);

// Members of an object: "state", "t_lo" and "t_hi", "complete"; those of the pair, "pair", "face", "features", "a_point" and
// "b_point"; and "near_lo" and "near_hi".
void first_put(json* j, const first_told* t, const model_file sides[2]);

// The cells of a table, without the comma before the first.
void first_write_heading(const model_file sides[2], FILE* out);
void first_write_cells(const first_told* t, const model_file sides[2], FILE* out);

#endif
