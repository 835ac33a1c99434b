// rows.h - what the steps that measure rows, and word them, share.
#ifndef ABUT_CLI_CLASH_ROWS_H
#define ABUT_CLI_CLASH_ROWS_H
#include "clash/clash.h"

#include <abut/overlap.h>

// Whether object i comes before object j, whatever the order of files: by id, then by path, then by number.
bool clash_comes_first(const clash_result* r, uint32_t i, uint32_t j);
// Which object of a pair is the one to move: that of the smaller box.
uint32_t clash_mover(const clash_result* r, uint32_t a, uint32_t b);

// An object's triangles where they stand: nine numbers each, rounded; no -0. To be freed. NULL: no memory; an object without
// triangles has some bytes, too.
double* clash_corners(const clash_object* object);

// Put the corners of a triangle in order, the least first.
void clash_order_corners(double t[9]);

// Two solids that cross, and their contact curves.
typedef struct clash_couple {
    const abut_overlap_answer* overlap;  // its a is side 0
    uint32_t objects[2];
    double* corners[2];
    size_t counts[2];     // of triangles
    bool is_mirrored[2];  // by their poses
} clash_couple;

// Whether one passes through the other (docs/notes/clash.md). Around: what only looks so if a short translation frees them.
typedef enum clash_passing {
    CLASH_PASSES_NOT = 0,
    CLASH_PASSES_AROUND,
    CLASH_PASSES_THROUGH,
} clash_passing;
// pierced: of each side, how the other one passes through it. False: no memory.
bool clash_pierce(const clash_couple* c, clash_passing pierced[2]);

// Say what class a row is: by its relation, or, where two solids cross and their depth is known, by its measures and the couple.
// False: no memory.
void clash_classify_uncrossed(clash_row* row);
bool clash_classify_crossing(const clash_result* r, clash_row* row, const clash_couple* c);

// Name the group of each row, and find the order of rows. False after telling what is wrong.
bool clash_group_rows(clash_result* r);
bool clash_rank_rows(clash_result* r);

#endif
