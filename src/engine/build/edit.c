// edit.c - see edit.h. The plan written: nodes and leaves depth first, copies with links that count from another place.
#include "engine/build/edit.h"

#include "base/base.h"
#include "engine/build/edit_plan.h"
#include "engine/tree/pack.h"

#include <string.h>

// All boxes of a node are fitted anew where there are so many changes for each leaf below. Else a box is measured anew along its
// axes where there are at most so many leaves for each change below; others only grow.
#define CHANGES_A_LEAF  2
#define LEAVES_A_CHANGE 8
#define LEAVES_MOST     512

typedef struct writer {
    const edit_plan* p;
    wide_tree out;
    wide_leaf* inserted;  // of each inserted triangle, alone
    uint32_t node, leaf;  // the next
} writer;

// ------------------------------------------------------------------------------------------ copies

static void copy_leaves(writer* w, uint32_t from, uint32_t count)
{
    const wide_tree* const t = w->p->t;
    wide_leaf* const to = w->out.leaves + w->leaf;
    if (t->leaves) memcpy(to, t->leaves + from, count * sizeof *to);
    for (uint32_t i = 0; !t->leaves && i < count; i++) {
        const uint32_t* const id = wide_ids(t, from + i);
        uint32_t triangles = 0;
        while (triangles < WIDE_LEAF && id[triangles] != WIDE_NOBODY)
            triangles++;
        w->p->fit->fill(&to[i], w->p->m, &w->p->place, id, triangles);
    }
    w->leaf += count;
}

static void shift_children(wide_node* n, int32_t nodes, int32_t leaves)
{
    for (int lane = 0; lane < WIDE_LANES && n->half[0][lane] >= 0; lane++)
        n->child[lane] += n->child[lane] < 0 ? -leaves : nodes;
}

static int32_t write_same(writer* w, const edit_part* part)
{
    const wide_tree* const t = w->p->t;
    const int32_t child = part->which;
    const uint32_t from = child < 0 ? (uint32_t)~child : w->p->spans[child].leaf;
    const int32_t link = child < 0 ? ~(int32_t)w->leaf : (int32_t)w->node;
    wide_node* const to = w->out.nodes + w->node;
    if (t->nodes && child >= 0) memcpy(to, t->nodes + child, part->nodes * sizeof *to);
    for (uint32_t i = 0; i < part->nodes; i++) {
        if (!t->nodes) wide_unpack(&t->packed[(size_t)child + i], &to[i]);
        shift_children(&to[i], link - child, (int32_t)(w->leaf - from));
    }
    w->node += part->nodes;
    copy_leaves(w, from, part->leaves);
    return link;
}

static int32_t write_leaf(writer* w, const edit_part* part)
{
    w->p->fit->fill(&w->out.leaves[w->leaf], w->p->m, &w->p->place, w->p->ids + part->which,
                    part->count);
    return ~(int32_t)w->leaf++;
}

// All below its node 0.
static int32_t write_tree(writer* w, const edit_part* part)
{
    const wide_tree* const t = &w->p->trees[part->which];
    const int32_t link = part->nodes ? (int32_t)w->node : ~(int32_t)w->leaf;
    wide_node* const to = w->out.nodes + w->node;
    memcpy(to, t->nodes + 1, part->nodes * sizeof *to);
    for (uint32_t i = 0; i < part->nodes; i++)
        shift_children(&to[i], (int32_t)w->node - 1, (int32_t)w->leaf);
    memcpy(w->out.leaves + w->leaf, t->leaves, part->leaves * sizeof *t->leaves);
    w->node += part->nodes;
    w->leaf += part->leaves;
    if (t->defect > w->out.defect) w->out.defect = t->defect;
    return link;
}

// ------------------------------------------------------------------------------------------- boxes

static void copy_box(wide_node* to, int to_lane, const wide_node* from, int lane)
{
    for (int i = 0; i < 9; i++)
        to->axis[i][to_lane] = from->axis[i][lane];
    for (int k = 0; k < 3; k++) {
        to->centre[k][to_lane] = from->centre[k][lane];
        to->half[k][to_lane] = from->half[k][lane];
    }
}

// Fit the boxes of lanes 0 to count - 1. first: the first leaf of each, and the end.
static void fit_lanes(writer* w, wide_node* n, int count, const uint32_t* first)
{
    const fit_kernel* const fit = w->p->fit;
    fit_summary sets[WIDE_LANES];
    fit_request r = {
        .count = count, .first = first, .leaves = w->out.leaves, .widen = w->p->options->widen};
    for (int lane = 0; lane < count; lane++) {
        fit->summarise(&w->out.leaves[first[lane]], &sets[lane]);
        for (uint32_t i = first[lane] + 1; i < first[lane + 1]; i++) {
            fit_summary one;
            fit->summarise(&w->out.leaves[i], &one);
            fit->join(&sets[lane], &one);
        }
        r.sets[lane] = &sets[lane];
    }
    const double defect = fit->fit(n, &r);
    if (defect > w->out.defect) w->out.defect = defect;
}

// Whether there are few leaves for so many changes, none of which stands for none.
static int are_few(uint32_t leaves, uint32_t changes)
{
    return leaves <= LEAVES_MOST && leaves <= (uint64_t)LEAVES_A_CHANGE * changes;
}

// The box of one lane.
static void find_box(writer* w, wide_node* n, int lane, const edit_part* part, const wide_node* old,
                     const uint32_t* first)
{
    const box_kernel* const box = w->p->box;
    if (part->kind == EDIT_TREE) {
        copy_box(n, lane, &w->p->trees[part->which].nodes[0], 0);
    } else {
        const uint32_t inserted = part->end - part->first, leaves = first[lane + 1] - first[lane];
        const double widen = w->p->options->widen;
        copy_box(n, lane, old, part->lane);
        if (are_few(leaves, inserted + part->removed))
            box->measure(n, lane, w->out.leaves + first[lane], leaves, widen);
        else if (inserted)
            box->cover(n, lane, w->inserted + part->first, inserted, widen);
    }
}

static void find_boxes(writer* w, wide_node* n, const edit_node* e, const uint32_t* first)
{
    const uint32_t leaves = first[e->count] - first[0];
    uint32_t changes = 0;
    for (int i = 0; i < e->count; i++)
        changes += e->part[i].removed + (e->part[i].end - e->part[i].first);
    if (leaves <= LEAVES_MOST && (uint64_t)CHANGES_A_LEAF * leaves <= changes) {
        fit_lanes(w, n, e->count, first);
        return;
    }
    wide_node room;
    const wide_node* const old = edit_old_node(w->p->t, (size_t)e->old, &room);
    for (int i = 0; i < e->count; i++)
        find_box(w, n, i, &e->part[i], old, first);
}

// ------------------------------------------------------------------------------------------- nodes

static int32_t write_part(writer* w, const edit_part* part);

static int32_t write_node(writer* w, const edit_node* e)
{
    const uint32_t own = w->node++;
    wide_node* const n = &w->out.nodes[own];
    uint32_t first[WIDE_LANES + 1];
    memset(n, 0, sizeof *n);
    for (int k = 0; k < 3; k++)
        for (int lane = e->count; lane < WIDE_LANES; lane++)
            n->half[k][lane] = WIDE_NO_HALF;
    for (int i = 0; i < e->count; i++) {
        first[i] = w->leaf;
        n->child[i] = write_part(w, &e->part[i]);
    }
    first[e->count] = w->leaf;
    find_boxes(w, n, e, first);
    return (int32_t)own;
}

static int32_t write_part(writer* w, const edit_part* part)
{
    switch (part->kind) {
    case EDIT_SAME:
        return write_same(w, part);
    case EDIT_LEAF:
        return write_leaf(w, part);
    case EDIT_TREE:
        return write_tree(w, part);
    default:
        ASSERT(part->kind == EDIT_NODE);
        return write_node(w, &w->p->nodes[part->which]);
    }
}

// Packing lets boxes grow a little: so packed nodes that are the same stay as they were. at: where the part's nodes begin.
static void restore_packed(writer* w, const edit_part* part, uint32_t at)
{
    if (part->kind == EDIT_SAME) {
        for (uint32_t i = 0; i < part->nodes; i++) {
            wide_packed* const to = &w->out.packed[at + i];
            int32_t child[WIDE_LANES];
            memcpy(child, to->child, sizeof child);
            *to = w->p->t->packed[(size_t)part->which + i];
            memcpy(to->child, child, sizeof child);
        }
    } else if (part->kind == EDIT_NODE) {
        const edit_node* const e = &w->p->nodes[part->which];
        at++;
        for (int i = 0; i < e->count; i++) {
            restore_packed(w, &e->part[i], at);
            at += e->part[i].nodes;
        }
    }
}

// -------------------------------------------------------------------------------------------- all

static abut_status allocate(writer* w, const abut_host* host)
{
    w->out.node_count = w->p->root.nodes + 1;
    w->out.leaf_count = w->p->root.leaves;
    w->out.depth = w->p->root.height;
    w->out.defect = w->p->t->defect;
    w->out.nodes = host_allocate(host, w->out.node_count, sizeof *w->out.nodes);
    w->out.leaves = host_allocate(host, w->out.leaf_count, sizeof *w->out.leaves);
    w->inserted = host_allocate(host, w->p->inserted_count, sizeof *w->inserted);
    return w->out.nodes && w->out.leaves && w->inserted ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

static abut_status write_all(writer* w, abut_memory memory, const abut_host* host)
{
    const edit_plan* const p = w->p;
    TRY(allocate(w, host));
    for (size_t i = 0; i < p->inserted_count; i++)
        p->fit->fill(&w->inserted[i], p->m, &p->place, &p->inserted[i], 1);
    const edit_node above = {.old = 0, .count = 1, .part = {p->root}};
    (void)write_node(w, &above);
    ASSERT(w->node == w->out.node_count && w->leaf == w->out.leaf_count);
    TRY(wide_pack(&w->out, memory, soup_mesh_present(p->m), host));
    if (w->out.packed && p->t->packed) restore_packed(w, &p->root, 1);
    return host_progress(host, 1);
}

static abut_status write_plan(wide_tree* out, const edit_plan* p, const frame* f,
                              abut_memory memory, const abut_host* host)
{
    writer w = {.p = p};
    const abut_status status = write_all(&w, memory, host);
    host_release(host, w.inserted, p->inserted_count, sizeof *w.inserted);
    if (status == ABUT_OK) {
        VALIDATE(wide_is_whole(&w.out, p->m, f, p->options->leaf_size));
        *out = w.out;
    } else {
        wide_free(&w.out, host);
    }
    return status;
}

abut_status wide_edit(wide_tree* out, soup_mesh* m, const frame* f, const wide_options* options,
                      const wide_changes* changes, int* is_new, const abut_host* host)
{
    edit_plan p;
    abut_status status = edit_plan_make(&p, m, f, options, changes, host);
    if (status == ABUT_OK && !p.is_new) status = host_progress(host, 0.5);
    *is_new = p.is_new;
    if (status == ABUT_OK && !p.is_new) status = write_plan(out, &p, f, options->memory, host);
    edit_plan_free(&p);
    if (status == ABUT_OK && *is_new) status = part_build_all(out, m, f, options, host);
    return status;
}
