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

typedef struct world_member {
    placed_model placed;
    uint32_t groups, against;
} world_member;

struct abut_world {
    crew crew;
    world_worker* workers;  // one for each of the host's
    world_member* members;
    world_box* boxes;  // of the members
    size_t count, member_capacity, box_capacity;
    world_tree tree;
    int has_new, has_moved;  // since the tree was made
    sort_record* ignored;    // key = a << 32 | b, a < b; sorted
    size_t ignored_count;
    // The pairs of a survey, and what was found of them.
    abut_survey survey;
    abut_pair* asked;
    abut_pair* pairs;
    abut_clash* clashes;
    world_share* shares;
    size_t asked_count, asked_capacity, pair_capacity, clash_capacity, share_capacity;
};

// For arguments that the api has checked, but for ids.
abut_status world_create(abut_world** out, const abut_host* host);
void world_free(abut_world* w);
abut_status world_add(abut_world* w, const abut_instance* instance, uint32_t* id);
abut_status world_move(abut_world* w, uint32_t id, const abut_pose* pose);
abut_status world_group(abut_world* w, uint32_t id, uint32_t groups, uint32_t against);
abut_status world_ignore(abut_world* w, const abut_pair* pairs, size_t count);
abut_status world_collide(abut_world* w, abut_survey survey, abut_clashes* out);

#endif
