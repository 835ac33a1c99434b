// refit.c - see refit.h: leaves are filled, then each box is measured from the leaves below it, so that no node waits for
// another.
#include "engine/build/refit.h"

#include "base/base.h"
#include "engine/build/fit.h"
#include "engine/kernels.h"
#include "engine/tree/figures.h"
#include "engine/tree/pack.h"

#include <math.h>
#include <string.h>

#define LEAVES_PER_TASK 2048
#define NODES_PER_TASK  256
#define PREFETCHED      8  // leaves

// Axes of a node are chosen anew where its boxes have grown by so much in one refit, and those of all where the whole tree
// has since they were chosen last. Small changes of shape do less; from there on choosing pays.
#ifndef NODE_GROWTH
#define NODE_GROWTH 1.4
#endif
#ifndef TREE_GROWTH
#define TREE_GROWTH 1.25
#endif
#define DEFECT_MOST 0.001  // for which bounds are derived

// What a task finds.
typedef struct refit_sums {
    double before, after;  // surfaces
    double defect;
} refit_sums;

typedef struct refit {
    const wide_tree* from;
    wide_tree to;
    const soup_mesh* m;
    frame_map place;
    double widen;
    const fit_kernel* fit;
    wide_span* spans;
    refit_sums* sums;
    double scale;  // of surfaces: the root's now by that of before
} refit;

void wide_find_spans(const wide_tree* t, wide_span* spans)
{
    for (size_t i = t->node_count; i-- > 0;) {
        wide_span* const s = &spans[i];
        const int32_t* const child = wide_children(t, i);
        s->count = 0;
        s->end = (uint32_t)i + 1;
        uint32_t end = 0;
        while (s->count < WIDE_LANES && wide_half(t, i, 0, s->count) >= 0) {
            const int32_t own = child[s->count];
            const wide_span* const below = own < 0 ? NULL : &spans[own];
            s->leaf[s->count++] = below ? below->leaf[0] : (uint32_t)~own;
            end = below ? below->leaf[WIDE_LANES] : (uint32_t)~own + 1;
            if (below) s->end = below->end;
        }
        for (int lane = s->count; lane <= WIDE_LANES; lane++)
            s->leaf[lane] = end;
    }
}

// ------------------------------------------------------------------------------------------ leaves

static void fill_leaves(void* context, size_t index, int worker)
{
    const refit* r = context;
    const size_t begin = index * LEAVES_PER_TASK, rest = r->to.leaf_count - begin;
    (void)worker;
    for (size_t i = begin; i < begin + (rest < LEAVES_PER_TASK ? rest : LEAVES_PER_TASK); i++) {
        // Triangles lie far apart in memory.
        if (i + PREFETCHED < r->to.leaf_count) {
            const uint32_t* const next = wide_ids(r->from, i + PREFETCHED);
            for (size_t k = 0; k < WIDE_LEAF && next[k] != WIDE_NOBODY; k++)
                __builtin_prefetch(r->m->triangles + 3 * (size_t)next[k]);
        }
        const uint32_t* const ids = wide_ids(r->from, i);
        r->fit->fill(&r->to.leaves[i], r->m, &r->place, ids, (uint32_t)wide_leaf_count(ids));
    }
}

// ------------------------------------------------------------------------------------------- boxes

// Half the surface of a lane's box, and how often it counts.
static double surface_of(const refit* r, const wide_node* n, int lane)
{
    const double x = (double)n->half[0][lane], y = (double)n->half[1][lane],
                 z = (double)n->half[2][lane];
    const int32_t child = n->child[lane];
    const double weight = child < 0 ? (double)wide_leaf_count(r->to.leaves[~child].id) : 1;
    return (x * y + y * z + z * x) * weight;
}

static double surfaces_of(const refit* r, const wide_node* n, int count)
{
    double sum = 0;
    for (int lane = 0; lane < count; lane++)
        sum += surface_of(r, n, lane);
    return sum;
}

// Choose the axes of a node's boxes anew, and keep each box that is smaller for it.
static double choose_axes(const refit* r, wide_node* n, fit_request* request)
{
    fit_summary sets[WIDE_LANES], leaf;
    wide_node other = *n;
    for (int lane = 0; lane < request->count; lane++) {
        const uint32_t first = request->first[lane];
        request->sets[lane] = &sets[lane];
        r->fit->summarise(&r->to.leaves[first], &sets[lane]);
        for (uint32_t i = first + 1; i < request->first[lane + 1]; i++) {
            r->fit->summarise(&r->to.leaves[i], &leaf);
            r->fit->join(&sets[lane], &leaf);
        }
    }
    const double defect = r->fit->fit(&other, request);
    for (int lane = 0; lane < request->count; lane++) {
        if (!(surface_of(r, &other, lane) < surface_of(r, n, lane))) continue;
        for (int i = 0; i < 9; i++)
            n->axis[i][lane] = other.axis[i][lane];
        for (int k = 0; k < 3; k++) {
            n->centre[k][lane] = other.centre[k][lane];
            n->half[k][lane] = other.half[k][lane];
        }
    }
    return defect;
}

// The axes of the file: where a tree's are none, as those of bytes that anybody may have written.
static void take_file_axes(wide_node* n, int count)
{
    for (int i = 0; i < 9; i++) {
        for (int lane = 0; lane < count; lane++)
            n->axis[i][lane] = i % 4 == 0;
    }
}

static double refit_node(const refit* r, size_t index, refit_sums* sums)
{
    const wide_span* const s = &r->spans[index];
    wide_node* const n = &r->to.nodes[index];
    fit_request request = {
        .count = s->count, .first = s->leaf, .leaves = r->to.leaves, .widen = r->widen};
    if (r->from->packed) {
        wide_unpack(&r->from->packed[index], n);
        for (int i = 0; i < 9; i++) {
            for (int lane = s->count; lane < WIDE_LANES; lane++)
                n->axis[i][lane] = 0;
        }
        for (int k = 0; k < 3; k++) {
            for (int lane = s->count; lane < WIDE_LANES; lane++) {
                n->centre[k][lane] = 0;
                n->half[k][lane] = WIDE_NO_HALF;
            }
        }
    } else {
        *n = r->from->nodes[index];
    }
    const double before = surfaces_of(r, n, s->count);
    double defect = r->fit->measure(n, &request);
    if (!(defect < DEFECT_MOST)) {
        take_file_axes(n, s->count);
        defect = r->fit->measure(n, &request);
    }
    double after = surfaces_of(r, n, s->count);
    if (r->scale > 0 && after > NODE_GROWTH * r->scale * before) {
        const double own = choose_axes(r, n, &request);
        defect = own > defect ? own : defect;
        after = surfaces_of(r, n, s->count);
    }
    sums->before += before;
    sums->after += after;
    sums->defect = defect > sums->defect ? defect : sums->defect;
    return before > 0 ? after / before : 0;
}

// All nodes but the first.
static void refit_nodes(void* context, size_t index, int worker)
{
    const refit* r = context;
    const size_t begin = index * NODES_PER_TASK + 1, rest = r->to.node_count - begin;
    (void)worker;
    r->sums[index] = (refit_sums){0};
    for (size_t i = 0; i < rest && i < NODES_PER_TASK; i++)
        (void)refit_node(r, begin + i, &r->sums[index]);
}

// ---------------------------------------------------------------------------------------- the tree

static double sum_of_tree(const wide_tree* t)
{
    double inner, leaf;
    wide_areas(t, &inner, &leaf);
    return inner + leaf;
}

// Measure all boxes, and find what became of their surfaces.
static void refit_boxes(refit* r, const abut_host* host, double* before, double* after)
{
    const size_t tasks = (r->to.node_count - 1 + NODES_PER_TASK - 1) / NODES_PER_TASK;
    refit_sums all = {0};
    r->scale = 0;
    r->scale = refit_node(r, 0, &all);
    const refit_sums root = all;
    host->run(host->user, tasks, refit_nodes, r);
    for (size_t i = 0; i < tasks; i++) {
        all.before += r->sums[i].before;
        all.after += r->sums[i].after;
        all.defect = r->sums[i].defect > all.defect ? r->sums[i].defect : all.defect;
    }
    r->to.defect = all.defect;
    *before = root.before > 0 ? all.before / root.before : 0;
    *after = root.after > 0 ? all.after / root.after : 0;
}

static abut_status refit_tree(refit* r, const abut_host* host, wide_growth* growth, double* now)
{
    const size_t nodes = r->to.node_count;
    double before;
    r->to.nodes = host_allocate(host, nodes, sizeof *r->to.nodes);
    r->to.leaves = host_allocate(host, r->to.leaf_count, sizeof *r->to.leaves);
    r->spans = host_allocate(host, nodes, sizeof *r->spans);
    r->sums = host_allocate(host, nodes, sizeof *r->sums);
    if (!r->to.nodes || !r->to.leaves || !r->spans || !r->sums) return ABUT_OUT_OF_MEMORY;
    wide_find_spans(r->from, r->spans);
    host->run(host->user, (r->to.leaf_count + LEAVES_PER_TASK - 1) / LEAVES_PER_TASK, fill_leaves,
              r);
    refit_boxes(r, host, &before, now);
    if (!(growth->built > 0)) growth->built = before;
    if (!(growth->fitted > 0)) growth->fitted = before;
    if (*now > TREE_GROWTH * growth->fitted) {
        TRY(wide_fit_boxes(&r->to, r->spans, r->widen, host));
        *now = sum_of_tree(&r->to);
        growth->fitted = *now;
    }
    return ABUT_OK;
}

abut_status wide_refit(wide_tree* out, const wide_tree* from, const soup_mesh* m, const frame* f,
                       const wide_options* options, const abut_host* host, wide_growth* growth,
                       double* now)
{
    wide_growth grown = *growth;
    double sum = 0;
    if (!from->node_count) {
        *out = (wide_tree){0};
        *now = 0;
        return ABUT_OK;
    }
    refit r = {.from = from,
               .to = {.node_count = from->node_count,
                      .leaf_count = from->leaf_count,
                      .depth = from->depth},
               .m = m,
               .place = frame_map_make(f),
               .widen = options->widen,
               .fit = wide_kernels_now()->fit};
    abut_status status = refit_tree(&r, host, &grown, &sum);
    host_release(host, r.spans, from->node_count, sizeof *r.spans);
    host_release(host, r.sums, from->node_count, sizeof *r.sums);
    if (status == ABUT_OK) status = wide_pack(&r.to, options->memory, soup_mesh_present(m), host);
    if (status != ABUT_OK) {
        wide_free(&r.to, host);
        return status;
    }
    *out = r.to;
    *growth = grown;
    *now = sum;
    return ABUT_OK;
}
