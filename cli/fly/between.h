// between.h - "abut fly --continuous": what lies between the steps, proved piece by piece.
#ifndef ABUT_CLI_FLY_BETWEEN_H
#define ABUT_CLI_FLY_BETWEEN_H
#include "models/motion.h"
#include "path/poses.h"
#include "say/progress.h"

enum { BETWEEN_STATES = ABUT_MOTION_NEAR + 1 };

// The way from a step to the next.
typedef struct fly_piece {
    abut_first first;  // times are parts of this piece
    double microseconds;
} fly_piece;

// All of them. Zeroed: nothing is asked of what lies between.
typedef struct fly_between {
    fly_piece* pieces;
    size_t count;
    size_t first_asked, last_asked;  // all but the last
    size_t states[BETWEEN_STATES];   // how many pieces are in each
    size_t first;                    // the first piece that is not free; count: all are
    uint64_t intervals;
    double seconds;
} fly_between;

#endif
