// cells.h - a clash in pieces: which pairs belong together, what these need, and models that come and go.
//
// Objects are listed first: what they are called, how many triangles they have, and the box about these. Then they are cut into cells, along a
// Morton curve through the middles of their boxes, with about equal counts of triangles. A pair belongs to the lower one of its objects' cells. So each pair is
// asked about once, and a cell needs its own objects, and of higher cells those whose boxes meet one of these (its halo).
//
// One run is one cell. "--memory" does many, one after another; a shard does some of them; abut-mpi gives them to ranks. What is found
// of a pair does not depend on who else is there: so any number of cells gives the same rows, and the same counts of tests.
//
// Files that are no saved sets must be read wholly before anything is known of them. Where a shard is to read only some of many files, they are
// put in blocks of about equal sizes, and pairs of blocks are what shards share.
#ifndef ABUT_CLI_CLASH_CELLS_H
#define ABUT_CLI_CLASH_CELLS_H
#include "clash/clash.h"
#include "scale/part.h"

// Open the sources and list their objects, with warnings. No model is made. For a shard only files that it needs are read: objects of
// others are not listed (clash_source.is_read). Returns false after telling what is wrong.
bool clash_list(clash_result* r, progress* p);

// Hash what the objects of each source are cut by: parts that differ in it do not belong together.
void clash_listings_hash(clash_result* r);

// Read the rules of a review, and cut what is listed into so many pieces. Empty ones are fine. Returns false after telling what is wrong.
bool clash_cells_plan(clash_result* r, size_t count);

// How many pieces a shard's run has, and which of these are its own.
void clash_cells_range(const clash_result* r, size_t* first, size_t* last);

// Ask about all pairs of pieces first to last - 1, and add what is found to r->clashes (of a review: its rows, measured and judged),
// counters and seconds. Makes the models that are needed, and lets them go unless they are kept. Returns false after telling what is wrong.
bool clash_cells_ask(clash_result* r, size_t first, size_t last, progress* p);

// How many bytes the models of a piece take, halo included: of saved sets their images.
size_t clash_cells_bytes(clash_result* r, size_t cell);

// After all that was asked: put what was found in the order of one run, by pairs; of a review find states, words and groups.
// Returns false after telling what is wrong.
bool clash_end(clash_result* r);

// Forget what was found, but keep objects and pieces: for one who writes a part for each.
void clash_forget(clash_result* r);

void clash_cells_free(clash_cells* c);

// ----------------------------------------------------------------------------------------- pieces

// Find the objects of some cells, or of one pair of blocks, and the roles that they have: that is the piece now. Returns false after
// telling that there is no memory.
bool clash_piece_begin(clash_result* r, size_t first, size_t last);
void clash_piece_end(clash_result* r);
// What a world has of an object of the piece, by its number there: objects are numbered in their order, so pairs stay in theirs. groups,
// against: what it would have if all were one piece, in the lower 16 bits (abut_world_group).
void clash_piece_group(const clash_result* r, size_t number, uint32_t* groups, uint32_t* against);
// Whether the piece has a pair of its objects, by their numbers among all.
bool clash_is_mine(const clash_result* r, uint32_t a, uint32_t b);
// Whether an object is one of those that pieces first to last - 1 tell of: each is one's.
bool clash_object_is_mine(const clash_result* r, size_t object, size_t first, size_t last);
// These objects, in their order, to be freed. NULL after telling that there is no memory.
uint32_t* clash_cells_own(const clash_result* r, size_t first, size_t last, size_t* count);
// The number that the piece has for an object. Returns false if it has not.
bool clash_piece_number(const clash_result* r, uint32_t object, uint32_t* number);
// Ask about the pairs of the piece, whose models are there: clash.c.
bool clash_ask(clash_result* r, progress* p);

// Make room for so many more pairs in what was found; with gaps, if they are asked. In a review with rows. False after telling that there is
// no memory; of the others, too.
bool clash_found_room(clash_result* r, size_t more, bool gaps);
// Add the counters of a survey, and the band that it tells.
void clash_found_sum(clash_result* r, const abut_clashes* survey, abut_band band);
// Add all that a survey of the piece says, outside of reviews: pairs by the numbers of all objects.
bool clash_found_add(clash_result* r, const abut_clashes* survey);
// Put what was found in the order of pairs.
bool clash_found_sort(clash_result* r);

// ----------------------------------------------------------------------------------------- models

// Find how models are built: saved ones must be alike, and what is built be as they are. Returns false after telling what is wrong.
bool clash_models_match(clash_result* r);
// The same before anything is read, of the first saved one: for models that are built early, or where others are not read. Then
// r->build is known.
bool clash_models_foresee(clash_result* r);
// Make the models of the piece, and of those that lend them; let them go. Returns false after telling what is wrong.
bool clash_models_make(clash_result* r, progress* p);
void clash_models_let_go(clash_result* r);

// How a source is read that is neither model nor set; with keep_places it is split.
load_options clash_load_options(const clash_result* r, const clash_source* source);
// Read a source, and save its objects as a set in a file, which takes its name when it is whole. Then the set is what
// is read of that source. is_kept: the file stays; else it goes when the source is closed. Returns false after telling what is wrong.
bool clash_spill(clash_result* r, size_t source, const char* path, bool is_kept, progress* p);

// With --memory: make a set of what is none; cut what is listed into pieces that fit, or into as many as there are shards.
bool clash_memory_spill(clash_result* r, size_t source, progress* p);
bool clash_memory_plan(clash_result* r);

// ----------------------------------------------------------------------------------------- blocks

// Mark the sources that the shard reads (is_read), and find its pairs of blocks, if there are enough files for these. Returns false after telling that
// there is no memory.
bool clash_blocks_choose(clash_result* r);

// ------------------------------------------------------------------------------------------ parts

// Write what was found, as the sections of a part, and the facts of objects whose cell is one of first to last - 1: so each
// object is in one part of a job.
bool clash_part_write(const clash_result* r, const part_head* head, size_t first, size_t last,
                      FILE* out);

// "abut merge" of clash: an exit status. What one run does after its last question, with what the parts have.
int clash_merge(const part_list* list);

#endif
