// along_window.h - when pairs of triangles begin and cease to touch, in a part of the way along which b is pushed
// (docs/proofs/depth.md, "Depth along a direction").
//
// All pairs that touch at some time in it are kept with bounds in doubles, and what these leave open about one moment is found
// exactly. Between two events that follow each other the solids are blocked all the time, or never.
#ifndef ABUT_QUERY_DEPTHS_ALONG_WINDOW_H
#define ABUT_QUERY_DEPTHS_ALONG_WINDOW_H
#include "base/sort.h"
#include "query/straight.h"

// A pair, and bounds of when it comes and goes: after the window's beginning, before which all counts as it.
typedef struct along_pair {
    abut_pair pair;
    double enter_lo, enter_hi, leave_lo, leave_hi;
    uint8_t is_open;  // certainly: it passes through, all the time between
    uint8_t is_gone;  // it never touches
} along_pair;

typedef struct along_window {
    abut_query* query;
    const straight_ask* ask;  // with a push; keeps_all
    straight_course* course;
    real_stack* stack;
    double from, to;
    along_pair* pairs;
    size_t count, capacity;
    sort_record *records, *scratch;
    size_t record_capacity, scratch_capacity;
    size_t mark;          // of the stack: at stands there
    straight_time at;     // the moment in question, from from on
    double at_lo, at_hi;  // it is between these, after from
    int is_at_from;       // it is from
    size_t next_mark;     // behind it
    uint64_t exact;       // pairs that were decided exactly
    size_t leaps;
} along_window;

// What comes after the moment.
typedef struct along_next {
    double
        lo;  // all events that doubles tell to be later are at least so much after the window's beginning; infinite: none
    int has_time;
    straight_time time;  // the first of the others. On the stack, behind the moment,
    size_t end;          // up to here
} along_next;

// Set the moment: what is on the stack behind mark is dropped, but for it.
void along_set(along_window* w, straight_time at);
void along_set_double(along_window* w, double at);

// Look from just before the moment on, for as long as said. Returns as straight_collect; the search says if it was stopped.
abut_status along_look(along_window* w, double length);

// While pairs certainly pass through each other before and after the moment, go on to where they cease to. held: they do so, or are
// blocked, at the moment too. Returns whether it moved.
abut_status along_chain(along_window* w, int held, int* moved);

// The same exactly, for pairs of which doubles leave open when they cease to: go on to the last of these ends.
abut_status along_extend(along_window* w, int* moved);

// Decide exactly what doubles leave open about the moment. If a pair passes through before and after it, and extends is set: go on
// to where it ceases to, *moved := 1. Else tell what is next.
abut_status along_decide(along_window* w, int held, int extends, int* moved, along_next* next);

// Go on to the first event after the moment, exactly, or to the end of the window if that is earlier (*at_end := 1).
abut_status along_advance(along_window* w, const along_next* next, int* at_end);

// A moment between the moment and the first event after it; on the stack.
straight_time along_between(along_window* w, const along_next* next);

void along_free(along_window* w);

#endif
