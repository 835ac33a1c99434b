// refit.c - see refit.h: leaves are filled; boxes of few leaves are measured from them, then those of many from the boxes of
// leaves, so that no node waits for another.
#include "engine/build/refit.h"

#include "base/base.h"
#include "engine/build/fit.h"
#include "engine/kernels.h"
#include "engine/tree/figures.h"
#include "engine/tree/pack.h"
#include "geom/vector.h"

#include <math.h>
#include <string.h>

#define LEAVES_PER_TASK 2048
#define NODES_PER_TASK  256
#define PREFETCHED      8  // leaves

// Axes of a node are chosen anew where its boxes have grown by so much in one refit, and those of all where the whole tree
// has since they were chosen last: boxes that are thin gain more than their surfaces tell. Where that gained less than AXES_GAIN,
// since the surface itself has become rough, it waits for AXES_WAIT as much.
#ifndef NODE_GROWTH
#define NODE_GROWTH 1.4
#endif
#ifndef TREE_GROWTH
#define TREE_GROWTH 1.05
#endif
#define AXES_GAIN 1.02
#define AXES_WAIT 1.2
// Where the tree has shrunk by so much, axes are those of a shape that is gone, too.
#define TREE_SHRUNK 1.5

typedef struct surfaces {
    double before, after;  // of a node's boxes half the surfaces
} surfaces;

typedef struct refit {
    wide_tree to;
    const soup_mesh* m;
    frame_map place;
    const fit_kernel* fit;
    const refit_kernel* kernel;
    wide_span* spans;
    refit_request request;
    surfaces* surfaces;  // of nodes
    double* defects;     // of tasks
    uint32_t* many;      // nodes of many leaves
    wide_node* apart;    // their boxes, until all are there
    surfaces area;       // of triangles
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
            const uint32_t* const next = wide_ids(r->request.from, i + PREFETCHED);
            for (size_t k = 0; k < WIDE_LEAF && next[k] != WIDE_NOBODY; k++)
                __builtin_prefetch(r->m->triangles + 3 * (size_t)next[k]);
        }
        const uint32_t* const ids = wide_ids(r->request.from, i);
        r->fit->fill(&r->to.leaves[i], r->m, &r->place, ids, (uint32_t)wide_leaf_count(ids));
    }
}

// ------------------------------------------------------------------------------------------- boxes

static void copy_box(wide_node* to, const wide_node* from, int lane)
{
    for (int i = 0; i < 9; i++)
        to->axis[i][lane] = from->axis[i][lane];
    for (int k = 0; k < 3; k++) {
        to->centre[k][lane] = from->centre[k][lane];
        to->half[k][lane] = from->half[k][lane];
    }
}

static double surface_before(const refit* r, size_t index)
{
    const wide_tree* const from = r->request.from;
    if (!from->packed) return r->kernel->surface(&from->nodes[index]);
    wide_node unpacked;
    wide_unpack(&from->packed[index], &unpacked);
    return r->kernel->surface(&unpacked);
}

static size_t end_of_task(const refit* r, size_t begin)
{
    const size_t rest = r->to.node_count - begin;
    return begin + (rest < NODES_PER_TASK ? rest : NODES_PER_TASK);
}

static void measure_few(void* context, size_t index, int worker)
{
    const refit* r = context;
    const size_t begin = index * NODES_PER_TASK;
    double most = 0;
    (void)worker;
    for (size_t i = begin; i < end_of_task(r, begin); i++) {
        const double defect = r->kernel->few(&r->request, i);
        most = defect > most ? defect : most;
    }
    r->defects[index] = most;
}

static int has_many(const refit* r, size_t index)
{
    const wide_span* const s = &r->spans[index];
    return s->leaf[WIDE_LANES] - s->leaf[0] > REFIT_FEW;
}

// A node of many leaves, beside the tree, which others read meanwhile.
static void measure_many(void* context, size_t index, int worker)
{
    const refit* r = context;
    (void)worker;
    r->kernel->many(&r->request, r->many[index], &r->apart[index]);
}

static void take_many(const refit* r, size_t index)
{
    const uint32_t node = r->many[index];
    const wide_span* const s = &r->spans[node];
    for (int lane = 0; lane < s->count; lane++) {
        if (s->leaf[lane + 1] - s->leaf[lane] > REFIT_FEW)
            copy_box(&r->to.nodes[node], &r->apart[index], lane);
    }
}

static void measure_surfaces(void* context, size_t index, int worker)
{
    const refit* r = context;
    const size_t begin = index * NODES_PER_TASK;
    (void)worker;
    for (size_t i = begin; i < end_of_task(r, begin); i++)
        r->surfaces[i] = (surfaces){surface_before(r, i), r->kernel->surface(&r->request.nodes[i])};
}

static abut_status measure_boxes(refit* r, const abut_host* host, size_t tasks)
{
    host->run(host->user, tasks, measure_few, r);
    size_t count = 0;
    for (size_t i = 0; i < r->to.node_count; i++) {
        if (has_many(r, i)) r->many[count++] = (uint32_t)i;
    }
    r->apart = host_allocate(host, count, sizeof *r->apart);
    if (!r->apart) return ABUT_OUT_OF_MEMORY;
    host->run(host->user, count, measure_many, r);
    for (size_t i = 0; i < count; i++)
        take_many(r, i);
    host_release(host, r->apart, count, sizeof *r->apart);
    host->run(host->user, tasks, measure_surfaces, r);
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- axes

// Find what is known of the leaves below each lane of a node.
static void summarise_lanes(const refit* r, size_t index, fit_summary sets[WIDE_LANES])
{
    const wide_span* const s = &r->spans[index];
    fit_summary leaf;
    for (int lane = 0; lane < s->count; lane++) {
        r->fit->summarise(&r->to.leaves[s->leaf[lane]], &sets[lane]);
        for (uint32_t i = s->leaf[lane] + 1; i < s->leaf[lane + 1]; i++) {
            r->fit->summarise(&r->to.leaves[i], &leaf);
            r->fit->join(&sets[lane], &leaf);
        }
    }
}

static double surface_of(const wide_node* n, int lane)
{
    const double x = (double)n->half[0][lane], y = (double)n->half[1][lane],
                 z = (double)n->half[2][lane];
    return x * y + y * z + z * x;
}

// Choose the axes of a node's boxes anew, and take each box that is smaller for it. Returns a bound of the defects of all.
static double choose_axes(const refit* r, size_t index)
{
    const wide_span* const s = &r->spans[index];
    wide_node *const n = &r->to.nodes[index], other = *n;
    fit_summary sets[WIDE_LANES];
    fit_request request = {
        .count = s->count, .first = s->leaf, .leaves = r->to.leaves, .widen = r->request.widen};
    summarise_lanes(r, index, sets);
    for (int lane = 0; lane < s->count; lane++)
        request.sets[lane] = &sets[lane];
    const double defect = r->fit->fit(&other, &request);
    for (int lane = 0; lane < s->count; lane++) {
        if (surface_of(&other, lane) < surface_of(n, lane)) copy_box(n, &other, lane);
    }
    return defect;
}

static int has_grown(const refit* r, size_t index)
{
    const surfaces* const own = &r->surfaces[index];
    return own->after * r->area.before > NODE_GROWTH * own->before * r->area.after;
}

static void choose_some(void* context, size_t index, int worker)
{
    const refit* r = context;
    const size_t begin = index * NODES_PER_TASK;
    (void)worker;
    for (size_t i = begin; i < end_of_task(r, begin); i++) {
        if (!has_grown(r, i)) continue;
        const double defect = choose_axes(r, i);
        r->defects[index] = defect > r->defects[index] ? defect : r->defects[index];
        r->surfaces[i].after = r->kernel->surface(&r->to.nodes[i]);
    }
}

// ---------------------------------------------------------------------------------------- the tree

#define AREA_SAMPLES 4096

// The area of a mesh's triangles in its frame, or of a part of them; twice.
static double area_of(const soup_mesh* m, const frame* f)
{
    const frame_map map = frame_map_make(f);
    const size_t step = m->triangle_count > AREA_SAMPLES ? m->triangle_count / AREA_SAMPLES | 1 : 1;
    double sum = 0;
    for (size_t i = 0; i < m->triangle_count; i += step) {
        const double* vertex[3];
        double y[3][3], u[3], v[3], normal[3];
        if (!soup_mesh_has(m, i)) continue;
        soup_mesh_vertices(m, (uint32_t)i, vertex);
        for (int k = 0; k < 3; k++)
            frame_map_place(&map, vertex[k], y[k]);
        for (int k = 0; k < 3; k++) {
            u[k] = y[1][k] - y[0][k];
            v[k] = y[2][k] - y[0][k];
        }
        cross3(normal, u, v);
        sum += sqrt(dot3(normal, normal));
    }
    return sum * (double)step;
}

double wide_looseness(const wide_former* t)
{
    const refit_kernel* const kernel = wide_kernels_now()->refit;
    const double area = area_of(t->m, t->f);
    double sum = 0;
    for (size_t i = 0; i < t->tree->node_count; i++) {
        wide_node unpacked;
        if (t->tree->packed) wide_unpack(&t->tree->packed[i], &unpacked);
        sum += kernel->surface(t->tree->packed ? &unpacked : &t->tree->nodes[i]);
    }
    return area > 0 ? sum / area : 0;
}

static surfaces sum_surfaces(const refit* r)
{
    surfaces sum = {0, 0};
    for (size_t i = 0; i < r->to.node_count; i++) {
        sum.before += r->surfaces[i].before;
        sum.after += r->surfaces[i].after;
    }
    return sum;
}

// Choose axes where that pays. What the whole tree has grown by since they were chosen last counts, for many refits that
// change little come to much.
static abut_status improve(refit* r, const abut_host* host, size_t tasks, wide_judged* judged)
{
    wide_growth* const growth = &judged->growth;
    double* const now = &judged->now;
    const surfaces sum = sum_surfaces(r), area = r->area;
    *now = 0;
    if (!(area.before > 0 && area.after > 0)) return ABUT_OK;
    if (!(growth->built > 0)) growth->built = sum.before / area.before;
    if (!(growth->fitted > 0)) growth->fitted = sum.before / area.before;
    *now = sum.after / area.after;
    if (*now > TREE_GROWTH * growth->fitted || TREE_SHRUNK * *now < growth->fitted) {
        TRY(wide_fit_boxes(&r->to, r->spans, r->request.widen, host));
        const wide_former to = {&r->to, r->m, r->place.f};
        const double fitted = wide_looseness(&to);
        growth->fitted = *now > AXES_GAIN * fitted ? fitted : AXES_WAIT * fitted;
        *now = fitted;
        return ABUT_OK;
    }
    int some = 0;
    for (size_t i = 0; i < r->to.node_count && !some; i++)
        some = has_grown(r, i);
    if (some) {
        host->run(host->user, tasks, choose_some, r);
        *now = sum_surfaces(r).after / area.after;
    }
    return ABUT_OK;
}

static abut_status refit_tree(refit* r, const abut_host* host, wide_judged* judged)
{
    const size_t nodes = r->to.node_count, tasks = (nodes + NODES_PER_TASK - 1) / NODES_PER_TASK;
    r->to.nodes = host_allocate(host, nodes, sizeof *r->to.nodes);
    r->to.leaves = host_allocate(host, r->to.leaf_count, sizeof *r->to.leaves);
    r->spans = host_allocate(host, nodes, sizeof *r->spans);
    r->surfaces = host_allocate(host, nodes, sizeof *r->surfaces);
    r->defects = host_allocate(host, tasks, sizeof *r->defects);
    r->many = host_allocate(host, nodes, sizeof *r->many);
    if (!r->to.nodes || !r->to.leaves || !r->spans || !r->surfaces || !r->defects || !r->many)
        return ABUT_OUT_OF_MEMORY;
    wide_find_spans(r->request.from, r->spans);
    r->request.spans = r->spans;
    r->request.nodes = r->to.nodes;
    r->request.leaves = r->to.leaves;
    host->run(host->user, (r->to.leaf_count + LEAVES_PER_TASK - 1) / LEAVES_PER_TASK, fill_leaves,
              r);
    TRY(measure_boxes(r, host, tasks));
    for (size_t i = 0; i < tasks; i++)
        r->to.defect = r->defects[i] > r->to.defect ? r->defects[i] : r->to.defect;
    TRY(improve(r, host, tasks, judged));
    for (size_t i = 0; i < tasks; i++)
        r->to.defect = r->defects[i] > r->to.defect ? r->defects[i] : r->to.defect;
    return ABUT_OK;
}

abut_status wide_refit(wide_tree* out, const wide_former* from, const soup_mesh* m, const frame* f,
                       const wide_options* options, const abut_host* host, wide_judged* judged)
{
    const wide_tree* const t = from->tree;
    const size_t nodes = t->node_count, tasks = (nodes + NODES_PER_TASK - 1) / NODES_PER_TASK;
    wide_judged found = {.growth = judged->growth, .now = 0};
    refit r = {.to = {.node_count = nodes, .leaf_count = t->leaf_count, .depth = t->depth},
               .m = m,
               .place = frame_map_make(f),
               .fit = wide_kernels_now()->fit,
               .kernel = wide_kernels_now()->refit,
               .request = {.from = t, .widen = options->widen},
               .area = {area_of(from->m, from->f), area_of(m, f)}};
    abut_status status = ABUT_OK;
    if (nodes) {
        status = refit_tree(&r, host, &found);
        host_release(host, r.spans, nodes, sizeof *r.spans);
        host_release(host, r.surfaces, nodes, sizeof *r.surfaces);
        host_release(host, r.defects, tasks, sizeof *r.defects);
        host_release(host, r.many, nodes, sizeof *r.many);
    }
    if (status == ABUT_OK) status = wide_pack(&r.to, options->memory, soup_mesh_present(m), host);
    if (status != ABUT_OK) {
        wide_free(&r.to, host);
        return status;
    }
    *out = r.to;
    *judged = found;
    return ABUT_OK;
}
