// shape.c - "abut check" where a shape stands for one of the models: which triangles of the other one it touches.
#include "check/check.h"
#include "output/json_parts.h"
#include "output/measured.h"
#include "say/say.h"
#include "shape/probe.h"

#include "abut/point.h"

#include <inttypes.h>

typedef struct check_shape {
    const check_options* options;
    shape_probe probe;  // whose query has the hits
    abut_shape_hits hits;
    abut_shape_nearest near;       // with --clearance
    measure measure;               // the same
    abut_shape_relation relation;  // with --inside
} check_shape;

static bool is_hollow(const check_shape* r)
{
    return result_is_hollow(&r->options->result, shape_probe_is_empty(&r->probe));
}

static bool is_distance(const check_shape* r)
{
    return r->options->clearance.is_given && !r->hits.count;
}

// ----------------------------------------------------------------------------------------- asking

// budget: what may be spent; 0: anything.
static abut_status ask_contacts(check_shape* r, const abut_instance* instance, uint64_t budget)
{
    const check_options* o = r->options;
    const bool told = result_is_written(&o->result);
    const abut_shape_ask how = {.limit = told ? o->files.limit : 1,
                                .budget = budget,
                                .detail = told ? ABUT_DETAIL_KINDS : ABUT_DETAIL_PAIRS};
    return abut_shape_collide(r->probe.query, instance, &r->probe.shape, &how, &r->hits);
}

// How far, and in contact, where that is wanted, which triangles, by what is left of the budget.
static abut_status ask_clearance(check_shape* r, const abut_instance* instance)
{
    const check_options* o = r->options;
    const uint64_t budget = o->files.budget;
    const abut_distance_ask how = {
        .within = measure_reach(&o->clearance), .budget = budget, .detail = ABUT_DETAIL_POINTS};
    abut_status status =
        abut_shape_distance(r->probe.query, instance, &r->probe.shape, &how, &r->near);
    if (status != ABUT_OK) return status;
    r->measure = shape_measure_of(&r->probe, &o->clearance, is_hollow(r), &r->near);
    r->hits = (abut_shape_hits){.complete = r->near.complete};
    const uint64_t spent = r->near.volume_tests + r->near.triangle_tests;
    if (r->near.hi > 0 || !result_is_written(&o->result)) return ABUT_OK;
    if (!budget || spent < budget) status = ask_contacts(r, instance, budget ? budget - spent : 0);
    if (r->hits.count) return status;
    r->hits.triangles = &r->near.triangle;  // the one that is known
    r->hits.count = 1;
    r->hits.complete = 0;
    return status;
}

static abut_status ask_relation(check_shape* r, const abut_instance* instance,
                                const abut_host* host)
{
    abut_solid* solid = NULL;
    abut_status status = abut_solid_build(&solid, instance->model, host);
    if (status == ABUT_OK)
        status = abut_shape_contain(r->probe.query, instance, solid, &r->probe.shape, &r->relation);
    abut_solid_free(solid);
    return status == ABUT_OK ? ask_contacts(r, instance, 0) : status;
}

static bool find(void* result, const abut_host* host, progress* p)
{
    check_shape* r = result;
    const check_options* o = r->options;
    shape_probe* s = &r->probe;
    if (!shape_probe_open(s, &o->files, o->poses, &o->build, host, p)) return false;
    const abut_instance instance = shape_probe_instance(s);
    progress_begin(p, "searching contacts", "");
    const abut_status status = o->inside ? ask_relation(r, &instance, host)
                               : o->clearance.is_given
                                   ? ask_clearance(r, &instance)
                                   : ask_contacts(r, &instance, o->files.budget);
    if (is_hollow(r)) r->hits.complete = 0;
    s->seconds = progress_end(p);
    if (status != ABUT_OK) say_status(s->word.text, status);
    return status == ABUT_OK;
}

static int exit_status(const void* result)
{
    const check_shape* r = result;
    if (is_hollow(r)) return EXIT_UNDECIDED;
    if (r->options->clearance.is_given) return measure_exit_status(measure_band_of(&r->measure));
    if (r->options->inside)
        return r->relation == ABUT_SHAPE_RELATION_APART ? EXIT_APART : EXIT_CONTACT;
    if (r->hits.count) return EXIT_CONTACT;
    return r->hits.complete ? EXIT_APART : EXIT_UNDECIDED;
}

static void release(void* result)
{
    check_shape* r = result;
    shape_probe_close(&r->probe);
}

// ------------------------------------------------------------------------------------------- text

static json_costs costs_of(const check_shape* r)
{
    const bool both = r->options->clearance.is_given;
    const abut_shape_hits* hits = &r->hits;
    const abut_shape_nearest* near = &r->near;
    return (json_costs){hits->volume_tests + (both ? near->volume_tests : 0),
                        hits->triangle_tests + (both ? near->triangle_tests : 0),
                        hits->node_updates + (both ? near->node_updates : 0),
                        hits->exact_tests + (both ? near->exact_tests : 0),
                        r->probe.model.read_seconds,
                        r->probe.model.build_seconds,
                        r->probe.seconds};
}

// The first of the triangles that a ray meets, where it is known: all are there, or it alone was asked for.
static void write_first(const check_shape* r, FILE* out)
{
    const abut_shape_hits* hits = &r->hits;
    size_t first = 0;
    if (!hits->at || (!hits->complete && hits->count != 1)) return;
    for (size_t i = 1; i < hits->count; i++)
        if (hits->at[i][0] < hits->at[first][0]) first = i;
    const double* t = hits->at[first];
    fprintf(out, ", the first at t = %.17g", t[0]);
    if (t[0] < t[1]) fprintf(out, " to %.17g", t[1]);
}

static void write_verdict(const check_shape* r, FILE* out)
{
    const abut_shape_hits* hits = &r->hits;
    const json_costs costs = costs_of(r);
    const uint64_t tests = costs.volume_tests + costs.triangle_tests;
    const size_t limit = r->options->files.limit;
    if (!hits->count && hits->complete) {
        fprintf(out, "apart: no triangle of %c shares a point with the shape\n",
                'a' + r->probe.files->model);
    } else if (!hits->count && is_hollow(r)) {
        fputs("undecided: nothing to check\n", out);
    } else if (!hits->count) {
        fprintf(out,
                "undecided: no contact found in %" PRIu64 " test%s, then the budget was used up\n",
                tests, plural(tests));
    } else {
        fprintf(out, "contact: %s%zu triangle%s", hits->complete ? "" : "at least ", hits->count,
                plural(hits->count));
        write_first(r, out);
        fputc('\n', out);
    }
    if (hits->complete || !hits->count) return;
    if (limit && hits->count >= limit)
        fprintf(out, "stopped at the limit of %zu triangle%s: there may be more\n", limit,
                plural(limit));
    else
        fprintf(out, "stopped after %" PRIu64 " test%s, the budget: there may be more\n", tests,
                plural(tests));
}

static void write_table(const check_shape* r, FILE* out)
{
    const abut_shape_hits* hits = &r->hits;
    fputc('\n', out);
    shape_probe_write_heading(&r->probe, out);
    fputs(hits->at ? "  t\n" : "\n", out);
    for (size_t i = 0; i < hits->count; i++) {
        shape_probe_write_triangle(&r->probe, hits->triangles[i], out);
        if (hits->at) fprintf(out, "  %.17g", hits->at[i][0]);
        if (hits->at && hits->at[i][0] < hits->at[i][1]) fprintf(out, " to %.17g", hits->at[i][1]);
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void write_text(const void* result, FILE* out)
{
    const check_shape* r = result;
    const json_costs costs = costs_of(r);
    shape_probe_write_sides(&r->probe, out);
    if (is_distance(r)) {
        measured_write_verdict(&r->measure, out);
        measured_write_end(&r->measure, "budget", out);
        shape_write_nearest(&r->probe, &r->near, out);
    } else {
        write_verdict(r, out);
    }
    if (r->options->inside && !is_hollow(r))
        fprintf(out, "relation: %s\n", abut_shape_relation_text(r->relation));
    if (r->options->contacts && r->hits.count) write_table(r, out);
    if (r->options->stats) costs_write_tests(&costs, out);
    costs_write_seconds(&costs, "search", out);
}

// ------------------------------------------------------------------------------------ JSON and CSV

static void put_contact(const check_shape* r, json* j)
{
    const bool is_apart =
        r->hits.complete || (is_distance(r) && !r->measure.is_hollow && r->measure.answer.lo > 0);
    json_key(j, "contact");
    if (!r->hits.count && !is_apart)
        json_null(j);
    else
        json_bool(j, r->hits.count > 0);
}

static void put_triangles(const check_shape* r, json* j)
{
    json_key(j, "triangles");
    json_array(j, true);
    for (size_t i = 0; i < r->hits.count; i++) {
        json_object(j, false);
        shape_probe_put_triangle(&r->probe, true, r->hits.triangles[i], j);
        if (r->hits.at) json_put_numbers(j, "t", r->hits.at[i], 2);
        json_close(j);
    }
    json_close(j);
}

static void write_json(const void* result, FILE* out)
{
    const check_shape* r = result;
    const json_costs costs = costs_of(r);
    json j = {.out = out};
    json_begin(&j);
    shape_probe_put_sides(&r->probe, &j);
    put_contact(r, &j);
    json_put_count(&j, "triangle_count", r->hits.count);
    json_put_bool(&j, "complete", r->hits.complete);
    json_put_bool(&j, "empty", shape_probe_is_empty(&r->probe));
    if (r->options->inside) {
        json_key(&j, "inside");
        json_object(&j, true);
        json_put_string(&j, "relation", abut_shape_relation_text(r->relation));
        json_close(&j);
    }
    if (r->options->clearance.is_given) {
        measured_put_bounds(&j, &r->measure);
        shape_put_nearest(&r->probe, &r->near, &j);
    }
    put_triangles(r, &j);
    json_key(&j, "warnings");
    warnings_write(&r->probe.warnings, &j);
    json_write_costs(&j, &costs);
    json_close(&j);
}

// No cell holds a name, so none is quoted.
static void write_csv(const void* result, FILE* out)
{
    const check_shape* r = result;
    const csv table = result_csv(&r->options->result, out);
    const bool is_ray = r->probe.word.kind == ABUT_SHAPE_RAY;
    shape_probe_write_cell_heading(&r->probe, out);
    if (is_ray) fputs(",t_lo,t_hi", out);
    csv_end_line(&table);
    for (size_t i = 0; i < r->hits.count; i++) {
        shape_probe_write_cells(&r->probe, r->hits.triangles[i], out);
        for (int k = 0; r->hits.at && k < 2; k++)
            measured_write_cell(r->hits.at[i][k], out);
        csv_end_line(&table);
    }
}

int check_shape_run(const check_options* o)
{
    static const result_ways ways = {write_text, write_json, write_csv, NULL};
    check_shape r = {.options = o};
    const result_job job = {.find = find,
                            .ways = &ways,
                            .exit_status = exit_status,
                            .release = release,
                            .options = &o->result,
                            .inputs = o->files.paths,
                            .input_count = 2,
                            .thread_count = o->thread_count,
                            .warnings = &r.probe.warnings};
    return result_run(&r, &job);
}
