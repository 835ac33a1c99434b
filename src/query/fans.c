// fans.c - see fans.h. Nodes stand before their children, so from the last node to the first.
#include "query/fans.h"

#include "base/base.h"
#include "base/host.h"
#include "base/sort.h"
#include "engine/tree/figures.h"

#include <string.h>

// The edges of a node's children, before they are added up.
typedef struct heap_of_edges {
    fan_edge* list;
    sort_record *records, *scratch;
    size_t count, capacity, record_capacity, scratch_capacity;
} heap_of_edges;

typedef struct maker {
    fans* f;
    const abut_model* m;
    fans_choice* counts;
    const void* context;
    const abut_host* host;
    heap_of_edges own;
} maker;

// As least to greatest, with the sign that makes it so.
static abut_status add_edge(maker* k, fan_edge e)
{
    heap_of_edges* h = &k->own;
    if (h->count == h->capacity)
        TRY(host_grow_any(k->host, &h->list, &h->capacity, h->count, h->count + 1,
                          sizeof *h->list));
    h->list[h->count++] = e.a < e.b ? e : (fan_edge){e.b, e.a, -e.times};
    return ABUT_OK;
}

static abut_status add_leaf(maker* k, size_t leaf, size_t* triangle_count)
{
    const uint32_t* id = wide_ids(&k->m->wide, leaf);
    const size_t count = wide_leaf_count(id);
    for (size_t i = 0; i < count; i++) {
        const uint32_t* t = k->m->mesh.triangles + (size_t)id[i] * 3;
        if (!k->counts(k->context, id[i])) continue;
        ++*triangle_count;
        for (int e = 0; e < 3; e++)
            TRY(add_edge(k, (fan_edge){t[e], t[(e + 1) % 3], 1}));
    }
    return ABUT_OK;
}

static abut_status add_leaves(maker* k, size_t first, size_t count, fan_place* to)
{
    if (!to->leaf_count) to->leaf = first;
    ASSERT(to->leaf + to->leaf_count == first);  // they stand in the order of nodes
    to->leaf_count += count;
    for (size_t i = 0; i < count; i++)
        TRY(add_leaf(k, first + i, &to->triangle_count));
    return ABUT_OK;
}

static abut_status add_node(maker* k, const fan_place* from, fan_place* to)
{
    if (!from->is_border) return add_leaves(k, from->leaf, from->leaf_count, to);
    TRY(add_leaves(k, from->leaf, 0, to));
    to->leaf_count += from->leaf_count;
    to->triangle_count += from->triangle_count;
    for (size_t e = 0; e < from->count; e++)
        TRY(add_edge(k, k->f->edges[from->first + e]));
    return ABUT_OK;
}

static abut_status add_children(maker* k, size_t node)
{
    const int32_t* child = wide_children(&k->m->wide, node);
    fan_place* to = &k->f->places[node];
    k->own.count = 0;
    *to = (fan_place){0};
    for (int i = 0; i < WIDE_LANES && wide_half(&k->m->wide, node, 0, i) >= 0; i++) {
        if (child[i] < 0) {
            TRY(add_leaves(k, (size_t)~child[i], 1, to));
            continue;
        }
        ASSERT((size_t)child[i] > node);
        TRY(add_node(k, &k->f->places[child[i]], to));
    }
    return ABUT_OK;
}

// Add up what is one edge, and keep what is left, if it is less than the triangles.
static abut_status keep_edges(maker* k, size_t node)
{
    heap_of_edges* h = &k->own;
    fans* f = k->f;
    TRY(host_grow_any(k->host, &h->records, &h->record_capacity, 0, h->count + 1,
                      sizeof *h->records));
    TRY(host_grow_any(k->host, &h->scratch, &h->scratch_capacity, 0, h->count + 1,
                      sizeof *h->scratch));
    for (size_t i = 0; i < h->count; i++)
        h->records[i] = (sort_record){(uint64_t)h->list[i].a << 32 | h->list[i].b, (uint32_t)i};
    sort_records(h->records, h->scratch, h->count);
    TRY(host_grow_any(k->host, &f->edges, &f->edge_capacity, f->edge_count,
                      f->edge_count + h->count + 1, sizeof *f->edges));
    f->places[node].first = f->edge_count;
    for (size_t i = 0, next; i < h->count; i = next) {
        fan_edge sum = h->list[h->records[i].value];
        for (next = i + 1; next < h->count && h->records[next].key == h->records[i].key; next++)
            sum.times += h->list[h->records[next].value].times;
        if (sum.times) f->edges[f->edge_count++] = sum;
    }
    fan_place* place = &f->places[node];
    place->count = f->edge_count - place->first;
    place->is_border = place->count <= place->triangle_count;
    if (!place->is_border) f->edge_count = place->first;
    return ABUT_OK;
}

static abut_status make_all(maker* k)
{
    for (size_t node = k->f->node_count; node-- > 0;) {
        TRY(add_children(k, node));
        TRY(keep_edges(k, node));
    }
    return ABUT_OK;
}

abut_status fans_make(fans* out, const abut_model* m, fans_choice* counts, const void* context,
                      const abut_host* host)
{
    fans f = {.node_count = m->wide.node_count};
    maker k = {.f = &f, .m = m, .counts = counts, .context = context, .host = host};
    f.places = host_allocate(host, f.node_count, sizeof *f.places);
    if (!f.places) return ABUT_OUT_OF_MEMORY;
    const abut_status status = make_all(&k);
    host_release(host, k.own.list, k.own.capacity, sizeof *k.own.list);
    host_release(host, k.own.records, k.own.record_capacity, sizeof *k.own.records);
    host_release(host, k.own.scratch, k.own.scratch_capacity, sizeof *k.own.scratch);
    if (status != ABUT_OK) {
        fans_free(&f, host);
        return status;
    }
    *out = f;
    return ABUT_OK;
}

void fans_free(fans* f, const abut_host* host)
{
    host_release(host, f->places, f->node_count, sizeof *f->places);
    host_release(host, f->edges, f->edge_capacity, sizeof *f->edges);
    *f = (fans){0};
}
