// world.h - many instances in one space, and which of them meet.
#ifndef ABUT_WORLD_WORLD_H
#define ABUT_WORLD_WORLD_H
#include "exec/crew.h"
#include "query/collide.h"
#include "world/world_tree.h"

#include "abut/world.h"

// What a worker has of its own.
typedef struct world_worker {
    abut_query* query;  // NULL: not needed yet
    // What it found, in the order of its turns.
    abut_pair* pairs;
    abut_clash* clashes;
    size_t count, pair_capacity, clash_capacity;
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

typedef struct world_member {
    // As it was given, where it was moved to; without a model: it was removed.
    abut_instance instance;
    placed_model placed;
    world_frame* frame;  // NULL: none. Those of instance and placed are in it
    uint32_t groups, against;
    uint32_t next_free;  // of a removed one; NOBODY: the last of these
} world_member;

#define NOBODY UINT32_MAX

// What is known of a pair whose boxes meet.
enum { PAIR_OPEN = 0, PAIR_NOTHING = 1, PAIR_TOLD = 2 };

struct abut_world {
    crew crew;
    world_worker* workers;  // one for each of the host's
    world_member* members;  // by id
    world_box* boxes;       // of the members
    size_t count, member_capacity, box_capacity;
    uint32_t free_first;  // the id that was removed last; NOBODY: none
    uint32_t someone;     // an id that is there; NOBODY: none
    world_tree tree;
    int has_new, has_moved;  // since the tree was made
    sort_record* ignored;    // key = a << 32 | b, a < b; sorted
    size_t ignored_count, ignored_capacity;
    front_table fronts;  // of coherent questions

    // The question. ask: of each pair; stop_time: of clock_now, 0: none.
    abut_survey survey;
    abut_ask ask;
    abut_tree_walk walk;  // to which ask may refer
    size_t limit;
    uint64_t stop_time;
    // The pairs whose boxes meet. They are asked about from the place start on, in rounds.
    abut_pair* asked;
    pair_front** asked_front;  // NULL: none
    uint8_t* told;
    size_t asked_count, asked_capacity, front_capacity, told_capacity;
    size_t start, round_first, round_count;
    uint64_t left;  // the first of them that a deadline left open, as a key of ignored; 0: none
    // What was found of them.
    abut_pair *pairs, *undecided;
    abut_clash* clashes;
    world_share* shares;
    size_t pair_capacity, undecided_capacity, clash_capacity, share_capacity;
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
abut_status world_collide(abut_world* w, abut_survey survey, const abut_ask* ask,
                          abut_clashes* out);

// ---------------------------------------------------------------------------------------- parts of it

// Take turns about so many things. Each worker begins with nothing found.
abut_status world_take_turns(abut_world* w, size_t things, size_t per_turn, crew_turn* turn,
                             double from, double to);
// How much they found.
size_t world_found(const abut_world* w);
// Join it in the order of the turns. clashes may be NULL.
void world_join(const abut_world* w, size_t things, size_t per_turn, abut_pair* pairs,
                abut_clash* clashes);
// A worker found a pair.
abut_status world_add_pair(abut_world* w, world_worker* worker, abut_pair pair);

// Check what is wanted of the pairs whose boxes meet, and set it. Returns as abut_world_collide.
abut_status world_set_ask(abut_world* w, abut_survey survey, const abut_ask* ask);
// Ask about them (world_pairs.c).
abut_status world_ask_pairs(abut_world* w, double from, double to, abut_clashes* out);

#endif
