// progress.h - a line on the terminal for work that takes over a second. Never in a file or a pipe.
#ifndef ABUT_CLI_SAY_PROGRESS_H
#define ABUT_CLI_SAY_PROGRESS_H
#include "system/system.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct progress {
    FILE* out;  // NULL: nothing is ever shown
    const char* what;
    const char* name;
    double started, shown;  // seconds, of progress_clock
    double fraction;
    bool visible;
    char rate[48];  // what is told behind the name; may be empty
    ticker*
        clock;  // from begin to end: it tells the time while no progress is reported, within a long step
} progress;

// Return seconds since some fixed moment. They never go back.
double progress_clock(void);

// Show progress on stderr if that is a terminal and quiet is false.
void progress_open(progress* p, bool quiet);
// Begin a piece of work, such as "reading", "nut.stl". Both texts are borrowed until progress_end.
void progress_begin(progress* p, const char* what, const char* name);
// Show how far it is, at most ten times a second, not in the first second. user is the progress.
// Returns 0: go on. A callback for mesh_progress and abut_host.
int progress_report(void* user, double fraction);
// The same, and how fast it goes: ", 1.2 million poses/s, 5 min left". fraction 0: how far it is, is not known.
void progress_report_rate(progress* p, double fraction, const char* rate);
// Show for how long the work goes on, if for a second nothing else was shown.
void progress_tick(progress* p);
// End the piece of work: clear the line. Returns the seconds that it took.
double progress_end(progress* p);

#endif
