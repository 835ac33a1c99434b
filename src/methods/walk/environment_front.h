// environment_front.h - where the descent of a ended against all of b (Klosowski 1998, chapter 6, "front tracking"), kept
// from query to query for models that move in small steps.
//
// The front is a list of nodes of a's tree below which every leaf of it stands exactly once. So whatever b is and
// wherever it stands, a walk may begin there instead of at the root of a. Only which nodes they are is chosen by what
// was found before: nodes of b's last places, a level higher where nothing was near.
#ifndef ABUT_METHODS_WALK_ENVIRONMENT_FRONT_H
#define ABUT_METHODS_WALK_ENVIRONMENT_FRONT_H
#include "base/base.h"
#include "methods/tree/tree.h"

// Of one pair of models that move. Zeroed: nothing is known.
typedef struct environment_front {
    uint64_t serial;    // of the model whose tree it is about; 0: of none
    uint32_t* nodes;    // the front; during a walk: those found apart, and from the end the others
    uint32_t* last;     // the front that a walk began with
    uint32_t* parents;  // of the tree's nodes
    unsigned char* tally;  // by node: how many of its children were found apart; zero between walks
    size_t count, other_count, last_count, capacity;
} environment_front;

// Begin a walk of a tree of that serial: the front becomes the last one, and is empty. Returns ABUT_OK or
// ABUT_OUT_OF_MEMORY, and then nothing is known. Cost: linear in the tree's nodes, where it is another tree than before.
abut_status environment_front_begin(environment_front* f, uint64_t serial, const tree* a,
                                    const abut_host* host);
// Give up what is known, but not the memory.
void environment_front_forget(environment_front* f);
void environment_front_free(environment_front* f, const abut_host* host);
// The memory it takes.
size_t environment_front_bytes(const environment_front* f);

// A descent ended here. There is room: a front never has more nodes than a tree.
static inline void environment_front_keep(environment_front* f, uint32_t node, int is_apart)
{
    ASSERT(f->count + f->other_count < f->capacity);
    if (is_apart)
        f->nodes[f->count++] = node;
    else
        f->nodes[f->capacity - ++f->other_count] = node;
}

// Replace nodes that were found apart by their parents, one level up, where all of these were and apart(user, parent) says
// so; in any case, end the walk: the front is what was kept.
void environment_front_end(environment_front* f, const tree* a,
                           int (*apart)(void* user, uint32_t parent), void* user);

// For tests: whether every leaf stands below one node of the front. seen: room for as many as there are nodes.
int environment_front_covers(const environment_front* f, const tree* a, unsigned char* seen);

#endif
