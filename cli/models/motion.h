// motion.h - how models move, for verbs that prove a whole motion and not only poses of it: what is asked beside contact, which
// methods answer, and what a motion is called.
#ifndef ABUT_CLI_MODELS_MOTION_H
#define ABUT_CLI_MODELS_MOTION_H
#include "options/options.h"
#include "output/json.h"

#include <abut/motion.h>

// Zeroed: contact, as finely as is usual, and the first one.
typedef struct motion_limits {
    double separation;  // as in abut_motion_ask
    double resolution;  // 0: the default
    bool any;
} motion_limits;

option_take motion_take_resolution;  // double
// The rows of verbs that ask so; place: of the member.
#define OPTION_SEPARATION(place)                                                                   \
    {                                                                                              \
        OPTION("--separation", option_length, place),                                              \
            OPTION_TEXT(SECTION_FIND, "S", "at most S apart is contact, too"),                     \
            .more = "Then the first time at which they come so near is told"                       \
    }
#define OPTION_RESOLUTION(place, of)                                                               \
    {                                                                                              \
        OPTION("--resolution", motion_take_resolution, place),                                     \
            OPTION_TEXT(SECTION_FIND, "R", "how finely time is told: 2^-46 to 1 (default 1e-7)"),  \
            .more = "In parts of the whole " of ". Where nothing turns, the two times are "        \
                    "doubles side by side, whatever R is, unless S is given"                       \
    }
// Of both sides: the second row has what the help says.
#define OPTION_PIVOT(name, place) OPTION(name, option_point, place)
#define OPTION_PIVOT_TEXT(beside)                                                                  \
    OPTION_TEXT(SECTION_MOTION, "X,Y,Z", "the point of the model that goes straight"),             \
        .more = "In the coordinates of its file; default 0,0,0. For " beside

// Whether a method answers; false after telling which do.
bool motion_method_fits(abut_method method);
// Whether a motion can end in a pose that begins in another; false after telling why not. It keeps the size: one that differs
// by no more than what recorded matrices lack of being rotations (2^-10) becomes the one of the beginning, and the matrix has
// the rest. where: of `to`, as an option or a line; begin: what the beginning is called.
bool motion_can_end(const abut_pose* from, abut_pose* to, const char* where, const char* begin);
// What a status means of a motion.
const char* motion_status_text(abut_status status);
// What the library is asked; 0 and 0: no budget, no deadline.
abut_motion_ask motion_ask_of(const motion_limits* limits, uint64_t budget, double deadline);
// As it was in force.
double motion_resolution(const motion_limits* limits);
int motion_exit_status(abut_motion_state state);

// Which motion was proved, in words that name how it goes on between its ends; to be freed, NULL without memory. NULL: it
// rests. is_path: it is one of a path, whose pieces differ in where they end.
char* motion_words(const abut_motion* motion, bool is_path);
// The kind alone: rest, translation, screw or lerp-slerp.
const char* motion_kind(const abut_motion* motion);
// The same as members of an object of its own, "a" or "b".
void motion_put(json* j, const char* key, const abut_motion* motion, bool is_path);

#endif
