// collapse.c - the nodes written, depth first, as their shares say (topology.h).
#include "engine/build/collapse.h"

#include "base/base.h"

#include <string.h>

// A part of the binary tree: an inner node, or a leaf.
typedef struct part {
    uint32_t node;   // BINARY_LEAF: a leaf
    uint32_t first;  // its first triangle
} part;

static part child_of(const collapse* c, uint32_t node, int side)
{
    const binary_node* n = &c->binary->slots[node].node;
    return (part){n->child[side], side ? n->middle : n->first};
}

static int list_below(const collapse* c, uint32_t node, int room, part* out);

// List what stands for a part among a node's children, in at most room places.
static int list_part(const collapse* c, part p, int room, part* out)
{
    if (p.node != BINARY_LEAF) room = binary_room(&c->binary->slots[p.node].node, room);
    if (p.node != BINARY_LEAF && room > 1) return list_below(c, p.node, room, out);
    *out = p;
    return 1;
}

// The same for what is below an inner node, at least two places.
static int list_below(const collapse* c, uint32_t node, int room, part* out)
{
    const part left = child_of(c, node, 0), right = child_of(c, node, 1);
    const int share = binary_share(&c->binary->slots[node].node, room);
    const int count = list_part(c, left, share, out);
    return count + list_part(c, right, room - share, out + count);
}

// -------------------------------------------------------------------------------------------- nodes

typedef struct opened {
    part p;
    uint32_t parent;
    int lane;
    uint32_t depth;
    uint32_t leaf;  // the first one below
} opened;

#define STACK_MAX ((WIDE_LANES - 1) * BINARY_DEPTH_MAX + WIDE_LANES)

static uint32_t leaves_below(const collapse* c, part p)
{
    return p.node == BINARY_LEAF ? 1 : c->binary->slots[p.node].node.leaves;
}

static void add_children(collapse* c, uint32_t node, const part* children, int count, uint32_t leaf)
{
    wide_span* s = &c->spans[node];
    s->count = count;
    s->end = node + 1;
    for (int i = 0; i <= WIDE_LANES; i++) {
        s->leaf[i] = leaf;
        if (i < count) leaf += leaves_below(c, children[i]);
    }
    wide_node* n = &c->t.nodes[node];
    memset(n, 0, sizeof *n);
    for (int k = 0; k < 3; k++) {
        for (int lane = count; lane < WIDE_LANES; lane++)
            n->half[k][lane] = WIDE_NO_HALF;
    }
}

static size_t count_nodes(const collapse* c, opened* stack)
{
    size_t nodes = 1, waiting = 1;
    stack[0].p.node = c->binary->root;
    while (waiting) {
        const uint32_t node = stack[--waiting].p.node;
        if (node == BINARY_LEAF) continue;
        part children[WIDE_LANES];
        const int count = list_below(c, node, WIDE_LANES, children);
        nodes++;
        for (int i = 0; i < count; i++)
            stack[waiting++].p = children[i];
    }
    return nodes;
}

static void write_nodes(collapse* c, opened* stack)
{
    const part whole = {c->binary->root, 0};
    uint32_t nodes = 1;
    size_t waiting = 1;
    add_children(c, 0, &whole, 1, 0);
    stack[0] = (opened){.p = whole};
    while (waiting) {
        const opened o = stack[--waiting];
        int32_t* link = &c->t.nodes[o.parent].child[o.lane];
        if (o.p.node == BINARY_LEAF) {
            *link = ~(int32_t)o.leaf;
            c->leaf_first[o.leaf] = o.p.first;
            continue;
        }
        const uint32_t own = nodes++;
        *link = (int32_t)own;
        if (o.depth + 1 > c->t.depth) c->t.depth = o.depth + 1;
        part children[WIDE_LANES];
        const int count = list_below(c, o.p.node, WIDE_LANES, children);
        add_children(c, own, children, count, o.leaf);
        for (int i = count; i-- > 0;)
            stack[waiting++] = (opened){children[i], own, i, o.depth + 1, c->spans[own].leaf[i]};
    }
    // The last child's descendants are the node's last.
    for (size_t i = nodes; i-- > 0;) {
        for (int lane = 0; lane < c->spans[i].count; lane++) {
            const int32_t child = c->t.nodes[i].child[lane];
            if (child >= 0 && c->spans[child].end > c->spans[i].end)
                c->spans[i].end = c->spans[child].end;
        }
    }
}

abut_status collapse_make(collapse* c, const binary_tree* binary, const abut_host* host)
{
    ASSERT(binary->count && binary->leaf_count && binary->leaf_count <= binary->count);
    opened stack[STACK_MAX];
    *c = (collapse){.binary = binary};
    c->t.node_count = count_nodes(c, stack);
    c->t.leaf_count = binary->leaf_count;
    c->t.nodes = host_allocate(host, c->t.node_count, sizeof *c->t.nodes);
    c->spans = host_allocate(host, c->t.node_count, sizeof *c->spans);
    c->leaf_first = host_allocate(host, c->t.leaf_count + 1, sizeof *c->leaf_first);
    if (!c->t.nodes || !c->spans || !c->leaf_first) return ABUT_OUT_OF_MEMORY;
    write_nodes(c, stack);
    ASSERT(c->spans[0].end == c->t.node_count);  // as many as were counted
    c->leaf_first[c->t.leaf_count] = (uint32_t)binary->count;
    return ABUT_OK;
}

void collapse_free(collapse* c, const abut_host* host)
{
    host_release(host, c->spans, c->t.node_count, sizeof *c->spans);
    host_release(host, c->leaf_first, c->t.leaf_count + 1, sizeof *c->leaf_first);
}
