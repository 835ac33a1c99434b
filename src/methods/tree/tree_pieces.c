// tree_pieces.c - see tree_pieces.h. The longest edges go first, so that the limit on the number of
// pieces is spent where it helps most.
#include "methods/tree/tree_pieces.h"

#include "base/base.h"
#include "base/host.h"

#include <string.h>

// Edges below this are never halved: volumes are not that exact. Also keeps squares above subnormals.
#define LENGTH_LEAST 0x1p-40

// A piece that may be halved, by the square of its longest edge.
typedef struct heap_entry {
    double squared;
    uint32_t piece;
    uint32_t depth;  // how often it was halved
} heap_entry;

typedef struct halver {
    tree_pieces p;
    heap_entry* heap;
    size_t heap_count, heap_capacity;
    double limit;  // a square
} halver;

// -------------------------------------------------------------------------------------------- heap

// A total order: of equals the earlier piece is first.
static int is_before(const heap_entry* a, const heap_entry* b)
{
    return a->squared > b->squared || (!(a->squared < b->squared) && a->piece < b->piece);
}

static void swap_entries(heap_entry* a, heap_entry* b)
{
    const heap_entry other = *a;
    *a = *b;
    *b = other;
}

static void push(halver* h, heap_entry entry)
{
    size_t i = h->heap_count++;
    ASSERT(h->heap_count <= h->heap_capacity);
    h->heap[i] = entry;
    for (; i && is_before(&h->heap[i], &h->heap[(i - 1) / 2]); i = (i - 1) / 2)
        swap_entries(&h->heap[i], &h->heap[(i - 1) / 2]);
}

static heap_entry pop(halver* h)
{
    const heap_entry top = h->heap[0];
    h->heap[0] = h->heap[--h->heap_count];
    for (size_t i = 0;;) {
        size_t first = i;
        for (size_t child = 2 * i + 1; child < 2 * i + 3 && child < h->heap_count; child++) {
            if (is_before(&h->heap[child], &h->heap[first])) first = child;
        }
        if (first == i) return top;
        swap_entries(&h->heap[i], &h->heap[first]);
        i = first;
    }
}

// ----------------------------------------------------------------------------------------- halving

// Find the longest edge, from corner *edge to the next; of equals the first. Returns its square.
static double longest_edge(const double* points, const uint32_t corner[3], int* edge)
{
    double squared = -1;
    for (int i = 0; i < 3; i++) {
        double arm[3];
        subtract3(arm, points + 3 * (size_t)corner[(i + 1) % 3], points + 3 * (size_t)corner[i]);
        const double length = dot3(arm, arm);
        if (!(length > squared)) continue;
        squared = length;
        *edge = i;
    }
    return squared;
}

static void push_piece(halver* h, uint32_t piece, uint32_t depth)
{
    int edge;
    const double squared = longest_edge(h->p.points, h->p.triangles + 3 * (size_t)piece, &edge);
    if (squared > h->limit && depth < PIECE_DEPTH_MAX) push(h, (heap_entry){squared, piece, depth});
}

// The second half becomes a new piece.
static void halve(halver* h, heap_entry entry)
{
    tree_pieces* p = &h->p;
    uint32_t* corner = p->triangles + 3 * (size_t)entry.piece;
    int edge = 0;
    longest_edge(p->points, corner, &edge);
    const double* from = p->points + 3 * (size_t)corner[edge];
    const double* to = p->points + 3 * (size_t)corner[(edge + 1) % 3];
    const uint32_t middle = (uint32_t)p->point_count++, piece = (uint32_t)p->count++;
    for (int k = 0; k < 3; k++)
        p->points[3 * (size_t)middle + (size_t)k] = from[k] / 2 + to[k] / 2;
    uint32_t* other = p->triangles + 3 * (size_t)piece;
    memcpy(other, corner, 3 * sizeof *other);
    other[edge] = middle;
    corner[(edge + 1) % 3] = middle;
    p->owner[piece] = p->owner[entry.piece];
    push_piece(h, entry.piece, entry.depth + 1);
    push_piece(h, piece, entry.depth + 1);
}

static abut_status begin(halver* h, const double* points, size_t point_count,
                         const uint32_t* triangles, size_t count, const abut_host* host)
{
    tree_pieces* p = &h->p;
    size_t more = 3 * count + 64;
    if (more > INT32_MAX - count) more = INT32_MAX - count;
    if (more > UINT32_MAX - point_count) more = UINT32_MAX - point_count;
    p->capacity = h->heap_capacity = count + more;
    p->point_capacity = point_count + more;
    p->points = host_allocate(host, p->point_capacity, 3 * sizeof *p->points);
    p->triangles = host_allocate(host, p->capacity, 3 * sizeof *p->triangles);
    p->owner = host_allocate(host, p->capacity, sizeof *p->owner);
    h->heap = host_allocate(host, h->heap_capacity, sizeof *h->heap);
    if (!p->points || !p->triangles || !p->owner || !h->heap) return ABUT_OUT_OF_MEMORY;
    memcpy(p->points, points, point_count * 3 * sizeof *points);
    memcpy(p->triangles, triangles, count * 3 * sizeof *triangles);
    p->point_count = point_count;
    p->count = count;
    for (size_t i = 0; i < count; i++) {
        p->owner[i] = (uint32_t)i;
        push_piece(h, (uint32_t)i, 0);
    }
    return ABUT_OK;
}

static int has_long_edge(const double* points, const uint32_t* triangles, size_t count,
                         double limit)
{
    int edge;
    for (size_t i = 0; i < count; i++) {
        if (longest_edge(points, triangles + 3 * i, &edge) > limit) return 1;
    }
    return 0;
}

abut_status tree_pieces_make(tree_pieces* out, const double* points, size_t point_count,
                             const uint32_t* triangles, size_t count, double longest,
                             const abut_host* host)
{
    ASSERT(count && longest > 0);
    const double least = longest > LENGTH_LEAST ? longest : LENGTH_LEAST;
    halver h = {.limit = least * least};
    if (!has_long_edge(points, triangles, count, h.limit)) {
        *out = h.p;
        return ABUT_OK;
    }
    const abut_status status = begin(&h, points, point_count, triangles, count, host);
    while (status == ABUT_OK && h.heap_count && h.p.count < h.p.capacity)
        halve(&h, pop(&h));
    host_release(host, h.heap, h.heap_capacity, sizeof *h.heap);
    if (status == ABUT_OK) {
        *out = h.p;
    } else {
        tree_pieces_free(&h.p, host);
    }
    return status;
}

void tree_pieces_free(tree_pieces* p, const abut_host* host)
{
    host_release(host, p->points, p->point_capacity, 3 * sizeof *p->points);
    host_release(host, p->triangles, p->capacity, 3 * sizeof *p->triangles);
    host_release(host, p->owner, p->capacity, sizeof *p->owner);
}

// ----------------------------------------------------------------------------------------- joining

// List the triangles of all leaves into order, each once in a leaf; how many.
static size_t join_leaves(const tree_pieces* p, tree* t, uint32_t* order, uint32_t* seen)
{
    size_t total = 0;
    for (size_t i = 0; i < t->node_count; i++) {
        node_link* link = tree_node(t, (uint32_t)i);
        if (!link_is_leaf(*link)) continue;
        const size_t first = total;
        for (size_t k = 0; k < (size_t)link->count; k++) {
            const uint32_t triangle = p->owner[t->order[link->first + k]];
            if (seen[triangle] == i + 1) continue;
            seen[triangle] = (uint32_t)i + 1;
            order[total++] = triangle;
        }
        *link = (node_link){(uint32_t)first, (int32_t)(total - first)};
    }
    return total;
}

// How many triangles join_leaves will list.
static size_t count_joined(const tree_pieces* p, const tree* t, uint32_t* seen)
{
    size_t total = 0;
    for (size_t i = 0; i < t->node_count; i++) {
        const node_link link = tree_link(t, (uint32_t)i);
        for (int32_t k = 0; k < link.count; k++) {
            const uint32_t triangle = p->owner[t->order[link.first + (size_t)k]];
            total += seen[triangle] != i + 1;
            seen[triangle] = (uint32_t)i + 1;
        }
    }
    return total;
}

abut_status tree_pieces_join(const tree_pieces* p, tree* t, size_t triangle_count,
                             const abut_host* host)
{
    ASSERT(p->count && t->order_count == p->count);
    uint32_t *order = NULL, *seen = host_allocate(host, triangle_count, sizeof *seen);
    if (seen) {
        memset(seen, 0, triangle_count * sizeof *seen);
        const size_t total = count_joined(p, t, seen);
        order = host_allocate(host, total, sizeof *order);
        if (order) {
            memset(seen, 0, triangle_count * sizeof *seen);
            t->may_repeat = 1;
            const size_t listed = join_leaves(p, t, order, seen);
            ASSERT(listed == total);
            (void)listed;
            host_release(host, t->order, t->order_count, sizeof *t->order);
            t->order = order;
            t->order_count = total;
        }
    }
    host_release(host, seen, triangle_count, sizeof *seen);
    return order ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}
