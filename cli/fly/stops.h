// stops.h - where a flight is shown: at its steps and, with --continuous, at places between them and where each piece is found
// not to be free. The slider of a report goes through them, and lines of a picture.
#ifndef ABUT_CLI_FLY_STOPS_H
#define ABUT_CLI_FLY_STOPS_H
#include "fly/sight.h"
#include "picture/swept.h"

// At a step, or somewhere behind it.
typedef struct fly_stop {
    size_t step;
    double fraction;
    bool is_first;  // where the piece that begins at the step is found not to be free
} fly_stop;

typedef struct fly_stops {
    const fly_result* r;
    fly_sight* s;
    fly_stop* stops;  // NULL: the steps alone
    size_t count;
    size_t first;  // the first of them that is not free; SIZE_MAX: all are
    abut_pair pair;
    abut_contact contact;
} fly_stops;

// What a stop between steps is, beside what steps are.
enum { STOP_FREE = FLY_STATES, STOP_NEAR, STOP_LATER, STOP_STATES };
const char* fly_stop_state_text(int state);

// List them; result and sight must outlive them. Returns false after telling that there is no memory. Free them in any case.
bool fly_stops_list(fly_stops* f, const fly_result* r, fly_sight* s);
void fly_stops_free(fly_stops* f);

fly_stop fly_stop_of(const fly_stops* f, size_t index);
stations fly_stations(fly_stops* f);
// Which one is seen first: that of the step which the sight shows, or where the flight is first not free.
size_t fly_stop_shown(const fly_stops* f);

// Show the ways of both models in the sight, where there are stops between steps. Returns false after telling that there is no
// memory. Free the way in any case, a zeroed one too.
bool fly_sweep(fly_stops* f, swept* way);
// Write the report that is asked for. Returns false after telling what is wrong.
bool fly_write_report(fly_stops* f, output* out);

#endif
