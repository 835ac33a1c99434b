// cells.h - a clash in pieces: which pairs belong together, what these need, and models that come and go.
//
// Objects are listed first: what they are called, how many triangles they have, and the box about these. Then they are cut into cells, along a
// Morton curve through the middles of their boxes, with about equal counts of triangles. A pair belongs to the lower one of its objects' cells. So each pair is
// asked about once, and a cell needs its own objects, and of higher cells those whose boxes meet one of these (its halo).
//
// One run is one cell. "--memory" does many, one after another; a shard does some of them; abut-mpi gives them to ranks. What is found
// of a pair does not depend on who else is there: so any number of cells gives the same rows, and the same counts of tests.
//
// Files that must be read wholly before anything is known of them are another matter: where a shard is to read only some of them, the files are put in blocks, and
// pairs of blocks are what is shared out (clash_blocks).
#ifndef ABUT_CLI_CLASH_CELLS_H
#define ABUT_CLI_CLASH_CELLS_H
#include "clash/clash.h"
#include "scale/part.h"

// Read what is asked, and list the objects: clash_result's sources, objects, warnings, rules. No model is made. For a shard only files that it needs
// are read; objects of others are not listed. Returns false after telling what is wrong.
bool clash_list(clash_result* r, progress* p);

// Cut the listed objects into so many cells. Empty ones are fine. Returns false after telling that there is no memory.
bool clash_cells_plan(clash_result* r, size_t count);

// Whether a pair belongs to the cell that is being asked about.
bool clash_is_mine(const clash_result* r, size_t a, size_t b);
// The objects that it has, its own and its halo, ascending. NULL: all.
const uint32_t* clash_present(const clash_result* r, size_t* count);

// Ask about all pairs of cells first to last - 1, and add what is found to r->clashes (of a review: its rows, measured and judged), counters and
// seconds. Makes the models that are needed, and lets them go unless all are kept (clash_result.keeps_models). Returns false after telling what is wrong.
bool clash_cells_ask(clash_result* r, size_t first, size_t last, progress* p);

// After all that was asked: put what was found in the order of one run, by pairs; of a review find states, words and groups.
// Returns false after telling what is wrong.
bool clash_end(clash_result* r, progress* p);

// Forget what was found, but keep objects and cells: for one who writes a part for each cell.
void clash_forget(clash_result* r);

// ------------------------------------------------------------------------------------------ parts

// Whether a part of cells first to last - 1 has the facts of an object.
bool clash_object_is_mine(const clash_result* r, size_t object, size_t first, size_t last);

// Write what was found, as the sections of a part, and the facts of objects whose cell is one of first to last - 1: so each
// object is in one part of a job.
bool clash_part_write(const clash_result* r, const part_head* head, size_t first, size_t last,
                      FILE* out);

// "abut merge" of clash: an exit status. What one run does after its last question, with what the parts have.
int clash_merge(const part_list* list);

#endif
