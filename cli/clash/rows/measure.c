// measure.c - how deep, how much, how long: the measures of each row, on all workers. What is found depends on no clock and not
// on the order of files: searches end by their tolerance or by a number of tests, and the object whose id comes first is asked
// about first.
#include "clash/cells.h"
#include "clash/frames.h"
#include "clash/rows/rows.h"
#include "models/solids.h"
#include "say/say.h"

#include <abut/depth.h>
#include <abut/overlap.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// A depth is told within this part of itself, or as near as so many tests bring it. docs/notes/clash.md has what this costs.
#define DEPTH_RELATIVE 1e-2
enum { DEPTH_BUDGET = 1 << 15 };
// Where a rule allows a depth that lies between both bounds: so much finer, and so many more tests, each time.
enum { REFINE_TIMES = 2, REFINE_BUDGET = 4 };
#define REFINE_RELATIVE 1e-2

// An object, and the number of its model.
typedef struct shaped {
    const abut_model* model;
    uint32_t object;
    size_t shape;
} shaped;

typedef struct measurer {
    clash_result* result;
    size_t first;     // row that is measured: those before it are others'
    shaped* objects;  // of rows that need solids, by their numbers
    size_t object_count;
    const abut_model** models;  // theirs, each once
    size_t model_count;
    abut_solid** solids;   // of each model
    abut_query** queries;  // of each worker
    abut_status* statuses;
    abut_host host;  // its memory, for one worker each
    atomic_size_t done;
    size_t tasks;
    progress* progress;
} measurer;

// ------------------------------------------------------------------------------------------ solids

static int compare_models(const void* x, const void* y)
{
    const shaped *p = x, *q = y;
    const uintptr_t a = (uintptr_t)p->model, b = (uintptr_t)q->model;
    if (a != b) return a < b ? -1 : 1;
    return (p->object > q->object) - (p->object < q->object);
}

static int compare_objects(const void* x, const void* y)
{
    const shaped *p = x, *q = y;
    return (p->object > q->object) - (p->object < q->object);
}

static bool is_solid_row(const clash_row* row)
{
    return row->test != CLASH_DUPLICATE &&
           (row->relation == ABUT_RELATION_CROSSING || row->relation == ABUT_RELATION_A_INSIDE_B ||
            row->relation == ABUT_RELATION_B_INSIDE_A);
}

// List the objects of rows that need solids, and which of these have one model.
static bool find_shapes(measurer* m)
{
    const clash_result* r = m->result;
    size_t count = 0, kept = 0;
    m->objects = calloc(2 * (r->clashes.count - m->first) + 1, sizeof *m->objects);
    if (!m->objects) return false;
    for (size_t i = m->first; i < r->clashes.count; i++) {
        const clash_row* row = &r->review.rows[i];
        if (!is_solid_row(row)) continue;
        m->objects[count++] = (shaped){.model = r->objects[row->a].model, .object = row->a};
        m->objects[count++] = (shaped){.model = r->objects[row->b].model, .object = row->b};
    }
    m->models = calloc(count + 1, sizeof(abut_model*));
    m->solids = calloc(count + 1, sizeof(abut_solid*));
    if (!m->models || !m->solids) return false;
    if (count) qsort(m->objects, count, sizeof *m->objects, compare_models);
    for (size_t i = 0; i < count; i++) {
        shaped* s = &m->objects[i];
        if (i && s->object == m->objects[kept - 1].object) continue;
        if (!kept || s->model != m->objects[kept - 1].model) m->models[m->model_count++] = s->model;
        s->shape = m->model_count - 1;
        m->objects[kept++] = *s;
    }
    m->object_count = kept;
    if (kept) qsort(m->objects, kept, sizeof *m->objects, compare_objects);
    return true;
}

// NULL: no row needs one of it.
static const abut_solid* solid_of(const measurer* m, uint32_t object)
{
    const shaped wanted = {.object = object};
    const shaped* found = m->object_count ? bsearch(&wanted, m->objects, m->object_count,
                                                    sizeof wanted, compare_objects)
                                          : NULL;
    return found ? m->solids[found->shape] : NULL;
}

static abut_status need_query(measurer* m, int worker)
{
    return m->queries[worker] ? ABUT_OK : abut_query_create(&m->queries[worker], &m->host);
}

static void tell_progress(measurer* m)
{
    const size_t done = atomic_fetch_add(&m->done, 1) + 1;
    progress_report(m->progress, (double)done / (double)m->tasks);
}

static void build_solid(void* context, size_t index, int worker)
{
    measurer* m = context;
    abut_status status = need_query(m, worker);
    if (status == ABUT_OK) status = abut_solid_build(&m->solids[index], m->models[index], &m->host);
    if (status == ABUT_OK) status = abut_solid_check(m->solids[index], m->queries[worker]);
    m->statuses[index] = status;
    tell_progress(m);
}

// ----------------------------------------------------------------------------------------- measures

// A row as it is asked about: side 0 is the object that comes first.
typedef struct asked {
    const clash_result* result;
    clash_row* row;
    uint32_t objects[2];
    bool is_turned;  // side 0 is b
    abut_instance sides[2];
    const abut_solid* solids[2];  // NULL: none are needed
    abut_query* query;
} asked;

static asked ask_of(const measurer* m, clash_row* row, int worker)
{
    const clash_result* r = m->result;
    asked k = {.result = r,
               .row = row,
               .is_turned = clash_comes_first(r, row->b, row->a),
               .query = m->queries[worker]};
    for (int s = 0; s < 2; s++) {
        k.objects[s] = (s == 0) == k.is_turned ? row->b : row->a;
        const clash_object at = clash_object_at(r, k.objects[s], row->frame_worst);
        k.sides[s] = clash_instance(&at);
        k.solids[s] = solid_of(m, k.objects[s]);
    }
    return k;
}

static bool is_open(const abut_solid* solid)
{
    abut_solid_info info;
    return abut_solid_describe(solid, &info) != ABUT_OK || info.open_count > 0;
}

// Whether a component that is open crosses the other object: the depth of solids says nothing of it.
static abut_status find_open_crossing(const asked* k, bool* out)
{
    abut_containment c;
    *out = false;
    if (!is_open(k->solids[0]) && !is_open(k->solids[1])) return ABUT_OK;
    const abut_status status = abut_contain(k->query, &k->sides[0], &k->sides[1], NULL, &c);
    for (int s = 0; s < 2 && status == ABUT_OK; s++) {
        const abut_component* components = s ? c.b : c.a;
        const size_t count = s ? c.b_count : c.a_count;
        const abut_solid_part* parts;
        size_t part_count;
        if (abut_solid_parts(k->solids[s], &parts, &part_count) != ABUT_OK)
            return ABUT_BAD_ARGUMENT;
        for (size_t i = 0; i < count && i < part_count; i++)
            *out |= parts[i].fault == ABUT_FAULT_OPEN &&
                    components[i].relation == ABUT_RELATION_CROSSING;
    }
    return status;
}

static void take_depth(const asked* k, const abut_depth_least_answer* least)
{
    clash_row* row = k->row;
    row->depth = (clash_interval){least->lo, least->hi};
    row->is_complete = least->complete;
    for (int i = 0; i < 3; i++)
        row->translation[i] = k->is_turned ? 0.0 - least->translation[i] : least->translation[i];
}

// Where a rule allows some depth: whether the bounds leave open if this is less.
static bool is_open_question(const clash_row* row, double allowed)
{
    return allowed > 0 && !(row->depth.lo > allowed) && !(row->depth.hi <= allowed);
}

static abut_status measure_depth(const asked* k)
{
    clash_row* row = k->row;
    clash_demand demand = {.hard = 0};
    abut_solids_ask how = {.a_solid = k->solids[0],
                           .b_solid = k->solids[1],
                           .relative = DEPTH_RELATIVE,
                           .budget = DEPTH_BUDGET};
    abut_depth_least_answer least;
    bool is_open_crossing = false;
    abut_status status = abut_depth_least(k->query, &k->sides[0], &k->sides[1], &how, &least);
    if (status != ABUT_OK) return status;
    row->reason = least.reason;
    if (row->relation == ABUT_RELATION_CROSSING && !least.reason)
        status = find_open_crossing(k, &is_open_crossing);
    if (is_open_crossing) row->reason = ABUT_REASON_OPEN;
    clash_rule_of(k->result->review.rules, row->a, row->b, &demand, NULL);
    if (status == ABUT_OK && !row->reason) take_depth(k, &least);
    for (int i = 0; i < REFINE_TIMES && status == ABUT_OK && !row->reason &&
                    is_open_question(row, demand.hard);
         i++) {
        how.relative *= REFINE_RELATIVE;
        how.budget *= REFINE_BUDGET;
        status = abut_depth_least(k->query, &k->sides[0], &k->sides[1], &how, &least);
        if (status == ABUT_OK) take_depth(k, &least);
    }
    if (row->test == CLASH_HARD) row->is_undecided = is_open_question(row, demand.hard);
    return status;
}

static void take_box(clash_row* row, const abut_overlap_answer* o)
{
    bool has_volume = false, is_first = true;
    for (size_t i = 0; i < o->region_count; i++)
        has_volume |= o->regions[i].volume_hi > 0;
    for (size_t i = 0; i < o->region_count; i++) {
        const abut_region* region = &o->regions[i];
        if (has_volume && !(region->volume_hi > 0)) continue;
        for (int k = 0; k < 3; k++) {
            row->low[k] = is_first ? region->low[k] : fmin(row->low[k], region->low[k]);
            row->high[k] = is_first ? region->high[k] : fmax(row->high[k], region->high[k]);
        }
        is_first = false;
    }
}

// Of what shares no region, as what is inside an open surface: what the boxes of both share.
static void take_shared_box(clash_row* row, const clash_box* boxes)
{
    const clash_box *a = &boxes[row->a], *b = &boxes[row->b];
    for (int k = 0; k < 3; k++) {
        row->low[k] = fmax(a->low[k], b->low[k]);
        row->high[k] = fmin(a->high[k], b->high[k]);
    }
}

static bool is_mirror(const abut_pose* p)
{
    const double(*m)[3] = p->rotation;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
               m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) <
           0;
}

static abut_status classify(const asked* k, const abut_overlap_answer* o)
{
    clash_couple c = {.overlap = o, .objects = {k->objects[0], k->objects[1]}};
    const bool crosses = k->row->relation == ABUT_RELATION_CROSSING && !isnan(k->row->depth.hi);
    if (!crosses) {
        clash_classify_uncrossed(k->row);
        return ABUT_OK;
    }
    for (int s = 0; s < 2; s++) {
        const clash_object at = clash_object_at(k->result, k->objects[s], k->row->frame_worst);
        c.corners[s] = clash_corners(&at);
        c.counts[s] = k->result->objects[k->objects[s]].triangle_count;
        c.is_mirrored[s] = is_mirror(&k->sides[s].pose);
    }
    const bool fine =
        c.corners[0] && c.corners[1] && clash_classify_crossing(k->result, k->row, &c);
    free(c.corners[0]);
    free(c.corners[1]);
    return fine ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

static abut_status measure_overlap(const asked* k, bool is_solid)
{
    clash_row* row = k->row;
    const abut_overlap_ask how = {.volume = is_solid,
                                  .a_solid = is_solid ? k->solids[0] : NULL,
                                  .b_solid = is_solid ? k->solids[1] : NULL};
    abut_overlap_answer o;
    const abut_status status = abut_overlap(k->query, &k->sides[0], &k->sides[1], &how, &o);
    if (status != ABUT_OK) return status;
    if (is_solid) row->volume = (clash_interval){o.volume_lo, o.volume_hi};
    row->length = (clash_interval){o.length_lo, o.length_hi};
    if (row->relation == ABUT_RELATION_TOUCHING) row->area = (clash_interval){o.area_lo, o.area_hi};
    take_box(row, &o);
    const clash_box* boxes = k->result->review.boxes;
    if (!o.region_count && boxes) take_shared_box(row, boxes);
    return classify(k, &o);
}

static void measure_gap(clash_row* row, const abut_gap* gap)
{
    clash_classify_uncrossed(row);
    for (int k = 0; gap && k < 3; k++) {
        row->low[k] = fmin(gap->distance.a_point[k], gap->distance.b_point[k]);
        row->high[k] = fmax(gap->distance.a_point[k], gap->distance.b_point[k]);
    }
}

static void measure_row(void* context, size_t index, int worker)
{
    measurer* m = context;
    clash_row* row = &m->result->review.rows[m->first + index];
    abut_status status = need_query(m, worker);
    row->area = (clash_interval){(double)NAN, (double)NAN};
    if (row->test == CLASH_DUPLICATE) {
        clash_classify_uncrossed(row);
    } else if (row->relation == ABUT_RELATION_SEPARATE) {
        measure_gap(row, clash_gap(m->result, m->first + index));
    } else if (status == ABUT_OK) {
        const asked k = ask_of(m, row, worker);
        if (is_solid_row(row)) status = measure_depth(&k);
        if (status == ABUT_OK) status = measure_overlap(&k, is_solid_row(row));
    }
    m->statuses[index] = status;
    tell_progress(m);
}

// --------------------------------------------------------------------------------------------- all

// The first failure of all tasks.
static bool run_tasks(measurer* m, size_t count, abut_task* task)
{
    const clash_result* r = m->result;
    memset(m->statuses, 0, count * sizeof *m->statuses);
    atomic_store(&m->done, 0);
    m->tasks = count;
    r->host->run(r->host->user, count, task, m);
    for (size_t i = 0; i < count; i++)
        if (m->statuses[i] != ABUT_OK) {
            say_status(NULL, m->statuses[i]);
            return false;
        }
    return true;
}

static bool open_measurer(measurer* m)
{
    const clash_result* r = m->result;
    const size_t most = 2 * (r->clashes.count - m->first) + 1;  // a row, or its two models
    const int workers = r->host->workers > 0 ? r->host->workers : 1;
    m->queries = calloc((size_t)workers, sizeof(abut_query*));
    m->statuses = calloc(most, sizeof *m->statuses);
    return (m->queries && m->statuses && find_shapes(m)) || say_no_memory();
}

static void close_measurer(measurer* m)
{
    const clash_result* r = m->result;
    const int workers = r->host->workers > 0 ? r->host->workers : 1;
    for (int i = 0; m->queries && i < workers; i++)
        abut_query_free(m->queries[i]);
    for (size_t i = 0; m->solids && i < m->model_count; i++)
        abut_solid_free(m->solids[i]);
    free(m->objects);
    free(m->models);
    free(m->solids);
    free(m->queries);
    free(m->statuses);
}

// Depths are told by some methods only; all models have one.
static bool method_fits(const clash_result* r)
{
    return !r->object_count || solids_method_fits(r->build.method);
}

bool clash_measure(clash_result* r, size_t first, progress* p)
{
    if (!method_fits(r)) return false;
    measurer m = {
        .result = r,
        .first = first,
        .host = {.allocate = r->host->allocate, .release = r->host->release, .user = r->host->user},
        .progress = p};
    progress_begin(p, "measuring", "");
    const bool fine = open_measurer(&m) && run_tasks(&m, m.model_count, build_solid) &&
                      run_tasks(&m, r->clashes.count - first, measure_row);
    close_measurer(&m);
    r->review.measure_seconds += progress_end(p);
    return fine;
}
