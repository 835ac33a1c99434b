// fronts.h - what coherent questions keep, pair by pair: so that who asks about many moving pairs by turns need not keep
// them apart. A query has such a table, a batch and a world have one each.
//
// What is kept of a pair is sound wherever its models have gone to, since it begins anew where the models are others. So
// the key only decides which pair profits from it, and may be chosen freely.
#ifndef ABUT_QUERY_FRONTS_H
#define ABUT_QUERY_FRONTS_H
#include "engine/front/front.h"
#include "methods/walk/environment_front.h"
#include "query/model.h"
#include "search/near.h"

// Which pair it is: models by their serials, as an address may be that of another model later.
typedef struct pair_key {
    uint64_t serial[2];
    uint64_t who[2];  // which instances: their user pointers, or ids of a world
    uint64_t turn;    // how many of one call came before it with all else equal
} pair_key;

// A pose that was given, and the same placed: many questions are about one pose of a model.
typedef struct posed_side {
    abut_pose pose;
    placed_model placed;
    affine frame;  // of placed, if it has one
} posed_side;

// What is kept of a pair. One question at a time may use it.
typedef struct pair_front {
    pair_key key;
    wide_front wide;
    environment_front environment;  // of other methods than the engine
    near_seed nearest;              // of distances
    ask_options asked, resolved;    // the last question, as given and with its defaults
    posed_side sides[2];            // where its instances stood
    // Of the table.
    struct pair_front *next, *newer, *older;  // in its bucket; by when they were asked for
    uint64_t call;                            // the last that asked for it
    uint64_t twins;  // of turn 0: how many of that call had its key but for the turn
    size_t bytes;    // as far as they were counted
} pair_front;

// Zeroed: empty.
typedef struct front_table {
    pair_front** buckets;
    pair_front *newest, *oldest;
    size_t bucket_count, count, bytes;
    uint64_t call;
} front_table;

// A query keeps so many bytes.
enum { FRONTS_BYTES_MOST = 256 << 20 };

pair_key pair_key_of(const abut_instance* a, const abut_instance* b);
// Whether it is the first front of these instances.
static inline int pair_front_is_of(const pair_front* f, const abut_instance* a,
                                   const abut_instance* b)
{
    return f->key.serial[0] == a->model->serial && f->key.serial[1] == b->model->serial &&
           f->key.who[0] == (uint64_t)(uintptr_t)a->user &&
           f->key.who[1] == (uint64_t)(uintptr_t)b->user && !f->key.turn;
}

// The identity, of no model.
posed_side posed_side_none(void);

// The front of a pair, which becomes the newest; made if there is none. NULL: there is no memory.
pair_front* fronts_get(front_table* t, const abut_host* host, const pair_key* key);
// The same, if there is one.
pair_front* fronts_find(front_table* t, const pair_key* key);
// Count what a front takes now, and give the oldest ones up until all take no more than most; that one stays.
void fronts_trim(front_table* t, const abut_host* host, pair_front* used, size_t most);

// Begin a call about many pairs. fronts_take gives each of them a front of its own, as fronts_get does: of equal keys,
// whose turn is not looked at, the n-th has that of the n-th of the last call. fronts_keep keeps one that is not asked
// about. fronts_sweep gives up all that are left over.
void fronts_call(front_table* t);
pair_front* fronts_take(front_table* t, const abut_host* host, const pair_key* key);
void fronts_keep(front_table* t, const pair_key* key);
void fronts_sweep(front_table* t, const abut_host* host);

// Give up what a front has learned, with its memory, but not the front.
void pair_front_forget(pair_front* f, const abut_host* host);
// Give up all. The table is empty then.
void fronts_free(front_table* t, const abut_host* host);

#endif
