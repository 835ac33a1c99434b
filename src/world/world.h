// world.h - many instances in one space, and which of them meet.
#ifndef ABUT_WORLD_WORLD_H
#define ABUT_WORLD_WORLD_H
#include "exec/crew.h"
#include "query/collide.h"
#include "world/pair_set.h"
#include "world/world_broad.h"
#include "world/world_list.h"
#include "world/world_tree.h"

// What a worker has of its own.
typedef struct world_worker {
    abut_query* query;  // NULL: not needed yet
    world_list found;   // in the order of its turns
    struct work work;
} world_worker;

// Where the answers of a turn are.
typedef struct world_share {
    size_t first, count;
    int worker;
} world_share;

// A frame of its own: as it was given, and expanded.
typedef struct world_frame {
    abut_pose given;
    affine placed;
} world_frame;

// How a member moves, in place of its rest.
typedef struct world_motion {
    abut_motion motion;  // to: NULL, or end
    abut_pose end;
} world_motion;

typedef struct world_member {
    // As it was given, where it was moved to; without a model: it was removed.
    abut_instance instance;  // margin: the one that it has now
    placed_model placed;
    world_frame* frame;    // NULL: none. Those of instance and placed are in it
    world_motion* motion;  // NULL: it rests
    uint64_t changed;      // by which of the world's changes it was moved or got another margin
    uint32_t groups, against;
    uint32_t next_free;  // of a removed one; NOBODY: the last of these
} world_member;

#define NOBODY UINT32_MAX

// A tree over boxes of all members, by id.
typedef struct world_layer {
    world_box* boxes;
    size_t capacity;
    world_tree tree;
    int has_new, has_moved;  // since the tree was made
} world_layer;

// What abut_world_sweep keeps (world_sweep.c).
typedef struct world_sweeping world_sweeping;

// What is known of a pair whose boxes meet.
enum { PAIR_OPEN = 0, PAIR_NOTHING = 1, PAIR_TOLD = 2 };

struct abut_world {
    crew crew;
    world_worker* workers;  // one for each of the host's
    world_member* members;  // by id
    world_layer plain;      // their boxes
    world_layer grown;      // these grown by margins; of no use until they are asked about
    world_layer swept;      // about the whole ways of members that move, of the last sweep
    world_broad broad;      // in place of the trees of plain and grown
    uint64_t changes;       // of members and their margins, so many
    uint64_t arrival;       // the last of these by which one came or went
    uint64_t grown_seen;    // the last one that is in the boxes of grown
    size_t count, member_capacity;
    uint32_t free_first;  // the id that was removed last; NOBODY: none
    uint32_t someone;     // an id that is there; NOBODY: none
    pair_set ignored;
    pair_set overridden;  // pairs with margins of their own
    double* pair_margins;
    size_t pair_margin_capacity;
    int strict;
    front_table fronts;  // of coherent questions

    // The question. ask: of each pair; stop_time: of clock_now, 0: none.
    abut_survey survey;
    abut_ask ask;
    abut_tree_walk walk;  // to which ask may refer
    size_t limit;
    uint64_t stop_time;
    // The pairs whose boxes meet. They are asked about from the place start on, in rounds.
    world_list asked;
    const world_layer* asked_layer;  // whose boxes these are; NULL: all pairs
    const world_ends*
        asked_ends;            // whose pairs have boxes that may meet; NULL: the layer's tree tells
    pair_front** asked_front;  // NULL: none
    uint8_t* told;
    size_t front_capacity, told_capacity;
    size_t start, round_first, round_count;
    uint64_t left;  // the first of them that a deadline left open, as a key of pair_set; 0: none
    world_list found, undecided;
    world_share* shares;
    size_t share_capacity;
    world_sweeping* sweeping;  // of abut_world_sweep; NULL: it was not asked yet
};

// For arguments that the api has checked, but for ids.
abut_status world_create(abut_world** out, const abut_host* host);
void world_free(abut_world* w);
abut_status world_add(abut_world* w, const abut_instance* instance, uint32_t* id);
abut_status world_remove(abut_world* w, uint32_t id);
abut_status world_instance(const abut_world* w, uint32_t id, abut_instance* out);
abut_status world_move(abut_world* w, uint32_t id, const abut_pose* pose);
abut_status world_frame_move(abut_world* w, uint32_t id, const abut_pose* about);
abut_status world_group(abut_world* w, uint32_t id, uint32_t groups, uint32_t against);
abut_status world_ignore(abut_world* w, const abut_pair* pairs, size_t count);
abut_status world_margin(abut_world* w, uint32_t id, double margin);
abut_status world_pair_margin(abut_world* w, const abut_pair* pairs, const double* margins,
                              size_t count);
abut_status world_collide(abut_world* w, abut_survey survey, const abut_ask* ask,
                          abut_clashes* out);

// world_sweep.c
abut_status world_motion_set(abut_world* w, uint32_t id, const abut_motion* motion);
abut_status world_sweep(abut_world* w, const abut_motion_ask* ask, int earliest,
                        abut_meetings* out);

// ---------------------------------------------------------------------------------------- parts of it

// Whether there is such an instance.
int world_has(const abut_world* w, uint32_t id);

// Take turns about so many things. Each worker begins with nothing found, and finds these parts.
abut_status world_take_turns(abut_world* w, size_t things, size_t per_turn, world_parts parts,
                             crew_turn* turn, double from, double to);
// What they found, in the order of the turns, is added to a list of the same parts.
abut_status world_join(const abut_world* w, size_t things, size_t per_turn, world_list* to);

// List the pairs that are to be asked about: whose boxes meet; grown by margins, for clearances; or all, for distances
// (world_boxes.c).
abut_status world_list_asked(abut_world* w, double from, double to);
// List those whose boxes meet in this layer, of which some may have moved.
abut_status world_list_layer(abut_world* w, world_layer* l, double from, double to);
// A member is new or was removed (is_new), or it was moved.
void world_boxes_change(abut_world* w, uint32_t id, int is_new);
// It has another margin.
void world_margin_change(abut_world* w, uint32_t id);
// The margins of a pair: two numbers that are to be added.
void world_margins(const abut_world* w, abut_pair pair, double out[2]);

// Check what is wanted of these pairs, and set it. Returns as abut_world_collide.
abut_status world_set_ask(abut_world* w, abut_survey survey, const abut_ask* ask);
// Ask about them (world_pairs.c).
abut_status world_ask_pairs(abut_world* w, double from, double to, abut_clashes* out);
// Sort where members begin and end, for the pairs of a layer whose boxes are as they should be; out is theirs
// (world_broad.c).
abut_status world_broad_refresh(abut_world* w, const world_layer* l, const world_ends** out);
// As abut_world_broad.
abut_status world_broad_set(abut_world* w, int k);
void world_broad_free(abut_world* w);
// Release what sweeps keep (world_sweep.c).
void world_sweeping_free(abut_world* w);
// Ask how far one of them is apart (world_gaps.c). clash: what is known of its contacts; gap: how far. Sets w->told.
abut_status world_ask_gap(abut_world* w, world_worker* worker, size_t place, abut_clash* clash,
                          abut_gap* gap);
// Tell of hits what abut_clash has for them.
void world_describe(abut_clash* out, const abut_hits* hits);

#endif
