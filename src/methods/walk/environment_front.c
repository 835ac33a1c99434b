// environment_front.c - what is kept of the descent of a from query to query (environment_front.h).
#include "methods/walk/environment_front.h"

#include "base/base.h"
#include "base/host.h"

#include <string.h>

#define RAISED 255  // in place of a tally, which is at most TREE_DEGREE_MAX

static void release(environment_front* f, const abut_host* host)
{
    host_release(host, f->nodes, f->capacity, sizeof *f->nodes);
    host_release(host, f->last, f->capacity, sizeof *f->last);
    host_release(host, f->parents, f->capacity, sizeof *f->parents);
    host_release(host, f->tally, f->capacity, sizeof *f->tally);
    f->nodes = f->last = f->parents = NULL;
    f->tally = NULL;
    f->capacity = 0;
}

// Room for a tree of so many nodes, whatever was there.
static abut_status make_room(environment_front* f, size_t count, const abut_host* host)
{
    if (count <= f->capacity) return ABUT_OK;
    release(f, host);
    f->capacity = count;
    f->nodes = host_allocate(host, count, sizeof *f->nodes);
    f->last = host_allocate(host, count, sizeof *f->last);
    f->parents = host_allocate(host, count, sizeof *f->parents);
    f->tally = host_allocate(host, count, sizeof *f->tally);
    if (f->nodes && f->last && f->parents && f->tally) return ABUT_OK;
    release(f, host);
    return ABUT_OUT_OF_MEMORY;
}

// The root alone.
static abut_status begin_anew(environment_front* f, uint64_t serial, const tree* a,
                              const abut_host* host)
{
    environment_front_forget(f);
    TRY(make_room(f, a->node_count, host));
    memset(f->tally, 0, a->node_count);
    f->parents[0] = 0;
    for (uint32_t node = 0; node < a->node_count; node++) {
        const node_link link = tree_link(a, node);
        for (uint32_t child = 0; !link_is_leaf(link) && child < link_children(link); child++)
            f->parents[link.first + child] = node;
    }
    f->serial = serial;
    f->nodes[f->count++] = 0;
    return ABUT_OK;
}

abut_status environment_front_begin(environment_front* f, uint64_t serial, const tree* a,
                                    const abut_host* host)
{
    ASSERT(serial && a->node_count);
    if (f->serial != serial) TRY(begin_anew(f, serial, a, host));
    uint32_t* const nodes = f->nodes;
    f->nodes = f->last;
    f->last = nodes;
    f->last_count = f->count;
    f->count = 0;
    return ABUT_OK;
}

void environment_front_forget(environment_front* f)
{
    f->serial = 0;
    f->count = f->other_count = f->last_count = 0;
}

void environment_front_free(environment_front* f, const abut_host* host)
{
    release(f, host);
    environment_front_forget(f);
}

static int tally_is_zero(const environment_front* f, const tree* a)
{
    int is_zero = 1;
    for (size_t i = 0; i < a->node_count; i++)
        is_zero &= !f->tally[i];
    return is_zero;
}

// Whether the front is one, as far as memory to see that is there.
static int is_whole(const environment_front* f, const tree* a)
{
    const abut_host own = host_complete(NULL);  // the caller's counts what is asked of it
    unsigned char* seen = host_allocate(&own, a->node_count, 1);
    const int is_front = !seen || environment_front_covers(f, a, seen);
    host_release(&own, seen, a->node_count, 1);
    return is_front;
}

size_t environment_front_bytes(const environment_front* f)
{
    return f->capacity *
           (sizeof *f->nodes + sizeof *f->last + sizeof *f->parents + sizeof *f->tally);
}

void environment_front_end(environment_front* f, const tree* a,
                           int (*apart)(void* user, uint32_t parent), void* user)
{
    VALIDATE(tally_is_zero(f, a));
    uint32_t* const raised = f->last;  // which is not needed any more
    size_t raised_count = 0, kept = 0;
    for (size_t i = 0; i < f->count; i++) {
        const uint32_t parent = f->parents[f->nodes[i]];
        if (f->nodes[i] == 0) continue;
        if (++f->tally[parent] < link_children(tree_link(a, parent)) || !apart(user, parent))
            continue;
        f->tally[parent] = RAISED;
        raised[raised_count++] = parent;
    }
    for (size_t i = 0; i < f->count; i++)
        if (f->tally[f->parents[f->nodes[i]]] != RAISED) f->nodes[kept++] = f->nodes[i];
    for (size_t i = 0; i < kept; i++)
        f->tally[f->parents[f->nodes[i]]] = 0;
    for (size_t i = 0; i < raised_count; i++) {
        f->tally[raised[i]] = 0;
        f->nodes[kept++] = raised[i];
    }
    memmove(f->nodes + kept, f->nodes + f->capacity - f->other_count,
            f->other_count * sizeof *f->nodes);
    f->count = kept + f->other_count;
    f->other_count = f->last_count = 0;
    VALIDATE(tally_is_zero(f, a) && is_whole(f, a));
}

int environment_front_covers(const environment_front* f, const tree* a, unsigned char* seen)
{
    memset(seen, 0, a->node_count);
    for (size_t i = 0; i < f->count; i++)
        if (seen[f->nodes[i]]++) return 0;
    for (uint32_t node = 0; node < a->node_count; node++) {
        const node_link link = tree_link(a, node);
        if (link_is_leaf(link)) {
            if (seen[node] != 1) return 0;
            continue;
        }
        for (uint32_t child = 0; child < link_children(link); child++)
            seen[link.first + child] = (unsigned char)(seen[link.first + child] + seen[node]);
    }
    return 1;
}
