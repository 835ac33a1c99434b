// frames.h - "abut clash --frames FILE": objects in many frames, one after the other, and one row of a pair for all of them.
#ifndef ABUT_CLI_CLASH_FRAMES_H
#define ABUT_CLI_CLASH_FRAMES_H
#include "clash/clash.h"

typedef struct clash_frames clash_frames;

// Read --frames, if it is given; objects are loaded. Returns false after telling what is wrong. Freed by clash_review_free.
bool clash_frames_open(clash_result* r);
void clash_frames_free(clash_frames* f);  // NULL is fine
// How many there are; 1 without --frames.
size_t clash_frames_count(const clash_result* r);

// Move what is moved in a frame, from where it is in the frame before.
abut_status clash_frames_move(const clash_result* r, abut_world* w, size_t frame);
// An object as it stands in a frame; nothing of it is to be freed.
clash_object clash_object_at(const clash_result* r, uint32_t object, size_t frame);

// Measure the depth of rows from a number on that cross in a frame: as well as it takes to tell which frame is the worst.
abut_status clash_frames_measure(clash_result* r, abut_query* query, size_t first);
// Find the contacts of rows that touch, in their worst frames: the surveys did not count them. Of rows from first on. Returns false
// after telling what is wrong.
bool clash_frames_describe(clash_result* r, size_t first);
// Make one row of all that a pair of objects has, in any order: that of its worst frame. Those whose test is CLASH_TESTS, which
// are not listed, stay where a pair has no other. Of rows from first on. Returns false after telling what is wrong.
bool clash_frames_merge(clash_result* r, size_t first);

#endif
