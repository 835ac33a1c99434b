// edit_plan.c - see edit_plan.h. From the top down: each inserted triangle goes into the child whose box has to grow least. A subtree
// of which more than half has changed is built anew.
#include "engine/build/edit_plan.h"

#include "base/base.h"
#include "base/bit_set.h"
#include "engine/build/topology.h"
#include "engine/kernels.h"
#include "engine/tree/figures.h"
#include "engine/tree/pack.h"

#include <math.h>
#include <string.h>

#define GROW(plan, array, count, capacity)                                                         \
    host_grow_any(&(plan)->host, &(plan)->array, &(plan)->capacity, (plan)->count,                 \
                  (plan)->count + 1, sizeof *(plan)->array)

const wide_node* edit_old_node(const wide_tree* t, size_t node, wide_node* room)
{
    if (t->nodes) return &t->nodes[node];
    wide_unpack(&t->packed[node], room);
    return room;
}

static int child_count(const wide_tree* t, size_t node)
{
    int count = 0;
    while (t->nodes && count < WIDE_LANES && t->nodes[node].half[0][count] >= 0)
        count++;
    if (t->nodes) return count;
    while (count < WIDE_LANES && wide_half(t, node, 0, count) >= 0)
        count++;
    return count;
}

// ------------------------------------------------------------------------------------ the old tree

static edit_span span_of(const edit_plan* p, int32_t child)
{
    return child < 0 ? (edit_span){(uint32_t)~child, 1, 0, 0} : p->spans[child];
}

// Children stand behind their parents.
static void find_spans(edit_plan* p)
{
    for (size_t i = p->t->node_count; i-- > 0;) {
        const int32_t* const child = wide_children(p->t, i);
        edit_span s = {.nodes = 1, .height = 1};
        for (int lane = 0; lane < child_count(p->t, i); lane++) {
            const edit_span own = span_of(p, child[lane]);
            if (!lane) s.leaf = own.leaf;
            s.leaves += own.leaves;
            s.nodes += own.nodes;
            if (own.height >= s.height) s.height = own.height + 1;
        }
        p->spans[i] = s;
    }
}

static void count_triangles(edit_plan* p)
{
    uint32_t before = 0, gone = 0;
    for (size_t i = 0; i < p->t->leaf_count; i++) {
        const uint32_t* const id = wide_ids(p->t, i);
        p->before[i] = before;
        p->gone[i] = gone;
        for (int k = 0; k < WIDE_LEAF && id[k] != WIDE_NOBODY; k++) {
            before++;
            gone += (uint32_t)bit_set_has(p->removed, id[k]);
        }
    }
    p->before[p->t->leaf_count] = before;
    p->gone[p->t->leaf_count] = gone;
}

static uint32_t triangles_below(const edit_plan* p, int32_t child)
{
    const edit_span s = span_of(p, child);
    return p->before[s.leaf + s.leaves] - p->before[s.leaf];
}

static uint32_t removed_below(const edit_plan* p, int32_t child)
{
    const edit_span s = span_of(p, child);
    return p->gone[s.leaf + s.leaves] - p->gone[s.leaf];
}

// List what is left below a child, and what is inserted there. Returns how many.
static uint32_t list_below(const edit_plan* p, int32_t child, uint32_t first, uint32_t end,
                           uint32_t* out)
{
    const edit_span s = span_of(p, child);
    uint32_t count = 0;
    for (uint32_t i = s.leaf; i < s.leaf + s.leaves; i++) {
        const uint32_t* const id = wide_ids(p->t, i);
        for (int k = 0; k < WIDE_LEAF && id[k] != WIDE_NOBODY; k++)
            if (!bit_set_has(p->removed, id[k])) out[count++] = id[k];
    }
    for (uint32_t i = first; i < end; i++)
        out[count++] = p->inserted[i];
    return count;
}

// -------------------------------------------------------------------------------------- new parts

static abut_status add_leaf(edit_plan* p, const uint32_t* ids, uint32_t count, edit_part* out)
{
    ASSERT(count >= 1 && count <= (uint32_t)p->options->leaf_size);
    TRY(host_grow_any(&p->host, &p->ids, &p->id_capacity, p->id_count, p->id_count + count,
                      sizeof *p->ids));
    out->kind = EDIT_LEAF;
    out->which = (int32_t)p->id_count;
    out->count = count;
    out->nodes = out->height = 0;
    out->leaves = 1;
    memcpy(p->ids + p->id_count, ids, count * sizeof *ids);
    p->id_count += count;
    return ABUT_OK;
}

static abut_status add_tree(edit_plan* p, int32_t child, uint32_t total, edit_part* out)
{
    TRY(GROW(p, trees, tree_count, tree_capacity));
    uint32_t* const ids = host_allocate(&p->host, total, sizeof *ids);
    if (!ids) return ABUT_OUT_OF_MEMORY;
    const uint32_t count = list_below(p, child, out->first, out->end, ids);
    ASSERT(count == total);
    wide_tree* const t = &p->trees[p->tree_count];
    const abut_status status = part_build(&p->builder, ids, count, t);
    host_release(&p->host, ids, total, sizeof *ids);
    TRY(status);
    out->kind = EDIT_TREE;
    out->which = (int32_t)p->tree_count++;
    out->nodes = (uint32_t)t->node_count - 1;
    out->leaves = (uint32_t)t->leaf_count;
    out->height = (uint32_t)t->depth;
    return ABUT_OK;
}

static abut_status add_node(edit_plan* p, const edit_node* n, edit_part* out)
{
    TRY(GROW(p, nodes, node_count, node_capacity));
    out->kind = EDIT_NODE;
    out->which = (int32_t)p->node_count;
    out->nodes = out->height = 1;
    out->leaves = 0;
    for (int i = 0; i < n->count; i++) {
        out->nodes += n->part[i].nodes;
        out->leaves += n->part[i].leaves;
        if (n->part[i].height >= out->height) out->height = n->part[i].height + 1;
    }
    p->nodes[p->node_count++] = *n;
    return ABUT_OK;
}

// Twice the middle of a triangle along an axis, or what is as good.
static double middle_of(const edit_plan* p, uint32_t id, int axis)
{
    const double* vertex[3];
    soup_mesh_vertices(p->m, id, vertex);
    return vertex[0][axis] / 4 + vertex[1][axis] / 4 + vertex[2][axis] / 4;
}

// Put the triangles of a leaf that is too full in order along the axis on which they lie farthest apart.
static void sort_along(const edit_plan* p, uint32_t* ids, uint32_t count)
{
    double most = -1;
    int best = 0;
    for (int axis = 0; axis < 3; axis++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (uint32_t i = 0; i < count; i++) {
            low = fmin(low, middle_of(p, ids[i], axis));
            high = fmax(high, middle_of(p, ids[i], axis));
        }
        if (!(high - low > most)) continue;
        most = high - low;
        best = axis;
    }
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t id = ids[i];
        const double middle = middle_of(p, id, best);
        uint32_t at = i;
        for (; at && middle_of(p, ids[at - 1], best) > middle; at--)
            ids[at] = ids[at - 1];
        ids[at] = id;
    }
}

// Two leaves for one; either has its axes.
static abut_status halve_leaf(edit_plan* p, uint32_t* ids, uint32_t count, edit_part half[2])
{
    const uint32_t middle = count / 2;
    const edit_part own = {.lane = half[0].lane, .removed = 1};
    sort_along(p, ids, count);
    half[0] = half[1] = own;
    TRY(add_leaf(p, ids, middle, &half[0]));
    return add_leaf(p, ids + middle, count - middle, &half[1]);
}

// ---------------------------------------------------------------------------------- from the top

// Half the surfaces of the boxes of a node, with room for a triangle, in all lanes. They are for choosing only.
static void grown_areas(const wide_node* n, const float corner[9], float before[WIDE_LANES],
                        float after[WIDE_LANES])
{
    float reach[3][WIDE_LANES];
    for (int i = 0; i < 3; i++) {
        for (int lane = 0; lane < WIDE_LANES; lane++) {
            float most = n->half[i][lane];
            for (int v = 0; v < 9; v += 3) {
                const float along =
                    n->axis[3 * i][lane] * (corner[v] - n->centre[0][lane]) +
                    n->axis[3 * i + 1][lane] * (corner[v + 1] - n->centre[1][lane]) +
                    n->axis[3 * i + 2][lane] * (corner[v + 2] - n->centre[2][lane]);
                const float far = along < 0 ? -along : along;
                most = far > most ? far : most;
            }
            reach[i][lane] = most;
        }
    }
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        const float x = n->half[0][lane], y = n->half[1][lane], z = n->half[2][lane];
        before[lane] = x * y + y * z + z * x;
        after[lane] = reach[0][lane] * reach[1][lane] + reach[1][lane] * reach[2][lane] +
                      reach[2][lane] * reach[0][lane];
    }
}

// The child whose box grows least; of those the smallest.
static int choose_lane(const wide_node* n, int count, const float corner[9])
{
    float before[WIDE_LANES], after[WIDE_LANES];
    int best = 0;
    grown_areas(n, corner, before, after);
    for (int lane = 1; lane < count; lane++) {
        const float more = after[lane] - before[lane], least = after[best] - before[best];
        if (more < least || (!(least < more) && after[lane] < after[best])) best = lane;
    }
    return best;
}

// Put what is inserted below a node in the order of its children. ends: where those of each lane end.
static void share_out(edit_plan* p, size_t node, uint32_t first, uint32_t end,
                      uint32_t ends[WIDE_LANES])
{
    wide_node room;
    const wide_node* const n = edit_old_node(p->t, node, &room);
    const int count = child_count(p->t, node);
    uint32_t of[WIDE_LANES] = {0}, next[WIDE_LANES];
    for (uint32_t i = first; i < end; i++) {
        p->lanes[i] = (uint8_t)choose_lane(n, count, p->corners[i]);
        of[p->lanes[i]]++;
    }
    uint32_t at = first;
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        next[lane] = at;
        at += of[lane];
        ends[lane] = at;
    }
    for (uint32_t i = first; i < end; i++) {
        const uint32_t to = next[p->lanes[i]]++;
        p->moved[to] = p->inserted[i];
        memcpy(p->moved_corners[to], p->corners[i], sizeof *p->corners);
    }
    if (end == first) return;
    memcpy(p->inserted + first, p->moved + first, (end - first) * sizeof *p->inserted);
    memcpy(p->corners + first, p->moved_corners + first, (end - first) * sizeof *p->corners);
}

static abut_status plan_node(edit_plan* p, int32_t node, edit_part* out);

// Plan what becomes of a child: out has lane, first and end. A leaf may become two parts: *has_two.
static abut_status plan_child(edit_plan* p, int32_t child, edit_part out[2], int* has_two)
{
    uint32_t some[2 * WIDE_LEAF];
    const uint32_t before = triangles_below(p, child), inserted = out->end - out->first,
                   leaf_size = (uint32_t)p->options->leaf_size;
    out->removed = removed_below(p, child);
    const uint32_t total = before - out->removed + inserted;
    *has_two = 0;
    if (!total) return ABUT_OK;  // EDIT_NOTHING
    if (!out->removed && !inserted) {
        const edit_span s = span_of(p, child);
        out->kind = EDIT_SAME;
        out->which = child;
        out->nodes = s.nodes;
        out->leaves = s.leaves;
        out->height = s.height;
        return ABUT_OK;
    }
    if (total <= leaf_size)
        return add_leaf(p, some, list_below(p, child, out->first, out->end, some), out);
    if (child < 0 && total <= 2 * leaf_size) {
        *has_two = 1;
        return halve_leaf(p, some, list_below(p, child, out->first, out->end, some), out);
    }
    if (child < 0 || 2 * (uint64_t)(out->removed + inserted) > before)
        return add_tree(p, child, total, out);
    return plan_node(p, child, out);
}

// Where there is room for the second half of a leaf it stands beside the first, else both stand in a node of their own.
static abut_status place_halves(edit_plan* p, edit_node* n, const edit_part half[2], int room)
{
    if (room) {
        n->part[n->count++] = half[0];
        n->part[n->count++] = half[1];
        return ABUT_OK;
    }
    const edit_node two = {.old = n->old, .count = 2, .part = {half[0], half[1]}};
    edit_part* const out = &n->part[n->count++];
    *out = (edit_part){.lane = half[0].lane, .removed = 1};
    return add_node(p, &two, out);
}

static abut_status plan_node(edit_plan* p, int32_t node, edit_part* out)
{
    uint32_t ends[WIDE_LANES], first = out->first;
    edit_part parts[WIDE_LANES][2];
    int has_two[WIDE_LANES], room = WIDE_LANES;
    const int count = child_count(p->t, (size_t)node);
    edit_node n = {.old = node};
    share_out(p, (size_t)node, out->first, out->end, ends);
    for (int lane = 0; lane < count; lane++) {
        parts[lane][0] = (edit_part){.lane = lane, .first = first, .end = ends[lane]};
        first = ends[lane];
        const int32_t child = wide_children(p->t, (size_t)node)[lane];
        TRY(plan_child(p, child, parts[lane], &has_two[lane]));
        room -= parts[lane][0].kind != EDIT_NOTHING;
    }
    for (int lane = 0; lane < count; lane++) {
        if (has_two[lane])
            TRY(place_halves(p, &n, parts[lane], room > 0 ? room-- : 0));
        else if (parts[lane][0].kind != EDIT_NOTHING)
            n.part[n.count++] = parts[lane][0];
    }
    ASSERT(n.count);
    if (n.count > 1) return add_node(p, &n, out);
    // What is left alone takes the node's place, in its box.
    const edit_part above = *out;
    *out = n.part[0];
    out->lane = above.lane;
    out->first = above.first;
    out->end = above.end;
    out->removed = above.removed;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- all

static abut_status allocate(edit_plan* p, const wide_changes* c)
{
    const abut_host* const h = &p->host;
    p->removed_bytes = bit_set_bytes(p->m->triangle_count);
    p->removed = host_allocate(h, p->removed_bytes, 1);
    p->spans = host_allocate(h, p->t->node_count, sizeof *p->spans);
    p->before = host_allocate(h, p->t->leaf_count + 1, sizeof *p->before);
    p->gone = host_allocate(h, p->t->leaf_count + 1, sizeof *p->gone);
    p->inserted_count = c->inserted_count;
    p->inserted = host_allocate(h, p->inserted_count, sizeof *p->inserted);
    p->moved = host_allocate(h, p->inserted_count, sizeof *p->moved);
    p->lanes = host_allocate(h, p->inserted_count, sizeof *p->lanes);
    p->corners = host_allocate(h, p->inserted_count, sizeof *p->corners);
    p->moved_corners = host_allocate(h, p->inserted_count, sizeof *p->moved_corners);
    return p->removed && p->spans && p->before && p->gone && p->inserted && p->moved && p->lanes &&
                   p->corners && p->moved_corners
               ? ABUT_OK
               : ABUT_OUT_OF_MEMORY;
}

static void note_changes(edit_plan* p, const wide_changes* c)
{
    memset(p->removed, 0, p->removed_bytes);
    for (size_t i = 0; i < c->removed_count; i++)
        (void)bit_set_add(p->removed, c->removed[i]);
    for (size_t i = 0; i < c->inserted_count; i++) {
        const double* vertex[3];
        p->inserted[i] = c->inserted[i];
        soup_mesh_vertices(p->m, c->inserted[i], vertex);
        for (int v = 0; v < 3; v++) {
            double y[3];
            frame_map_place(&p->place, vertex[v], y);
            for (int k = 0; k < 3; k++)
                p->corners[i][3 * v + k] = (float)y[k];
        }
    }
}

abut_status edit_plan_make(edit_plan* p, const soup_mesh* m, const frame* f,
                           const wide_options* options, const wide_changes* changes,
                           const abut_host* host)
{
    const wide_tree* const t = changes->tree;
    *p = (edit_plan){.t = t,
                     .m = m,
                     .options = options,
                     .host = *host,
                     .fit = wide_kernels_now()->fit,
                     .box = wide_kernels_now()->box,
                     .place = frame_map_make(f)};
    const uint64_t changed = (uint64_t)changes->removed_count + changes->inserted_count;
    const size_t left = soup_mesh_present(m);
    p->is_new = !t->node_count || !left || 2 * changed > left;
    if (p->is_new) return ABUT_OK;
    TRY(allocate(p, changes));
    TRY(part_builder_open(&p->builder, m, f, options, host));
    note_changes(p, changes);
    find_spans(p);
    count_triangles(p);
    edit_part parts[2] = {{.lane = 0, .end = (uint32_t)p->inserted_count}};
    int has_two;
    TRY(plan_child(p, wide_children(t, 0)[0], parts, &has_two));
    if (has_two) {
        const edit_node two = {.old = 0, .count = 2, .part = {parts[0], parts[1]}};
        parts[0] = (edit_part){.lane = 0, .removed = 1};
        TRY(add_node(p, &two, parts));
    }
    p->root = parts[0];
    p->is_new = p->root.height > BINARY_DEPTH_MAX;
    return ABUT_OK;
}

void edit_plan_free(edit_plan* p)
{
    const abut_host* const h = &p->host;
    host_release(h, p->removed, p->removed_bytes, 1);
    host_release(h, p->spans, p->t->node_count, sizeof *p->spans);
    host_release(h, p->before, p->t->leaf_count + 1, sizeof *p->before);
    host_release(h, p->gone, p->t->leaf_count + 1, sizeof *p->gone);
    host_release(h, p->inserted, p->inserted_count, sizeof *p->inserted);
    host_release(h, p->moved, p->inserted_count, sizeof *p->moved);
    host_release(h, p->lanes, p->inserted_count, sizeof *p->lanes);
    host_release(h, p->corners, p->inserted_count, sizeof *p->corners);
    host_release(h, p->moved_corners, p->inserted_count, sizeof *p->moved_corners);
    host_release(h, p->ids, p->id_capacity, sizeof *p->ids);
    host_release(h, p->nodes, p->node_capacity, sizeof *p->nodes);
    for (size_t i = 0; i < p->tree_count; i++)
        wide_free(&p->trees[i], h);
    host_release(h, p->trees, p->tree_capacity, sizeof *p->trees);
    part_builder_close(&p->builder);
}
