// shape.c - "abut distance" where a shape stands for one of the models: how far the other one is from it.
#include "distance/distance.h"
#include "output/json_parts.h"
#include "output/measured.h"
#include "say/say.h"
#include "shape/probe.h"

typedef struct distance_shape {
    const distance_options* options;
    shape_probe probe;
    abut_shape_nearest near;
    measure measure;
} distance_shape;

static bool find(void* result, const abut_host* host, progress* p)
{
    distance_shape* r = result;
    const distance_options* o = r->options;
    shape_probe* s = &r->probe;
    if (!shape_probe_open(s, &o->files, o->poses, &o->build, host, p)) return false;
    const abut_instance instance = shape_probe_instance(s);
    const bool told = result_is_written(&o->result);
    const abut_distance_ask how = {
        .absolute = o->absolute,
        .relative = o->relative,
        .within = distance_reach(o),
        .budget = o->files.budget,
        .deadline = o->deadline,
        .detail = told ? ABUT_DETAIL_POINTS : ABUT_DETAIL_PAIRS,
    };
    progress_begin(p, "measuring", "");
    const abut_status status = abut_shape_distance(s->query, &instance, &s->shape, &how, &r->near);
    s->seconds = progress_end(p);
    if (status != ABUT_OK) {
        say_status(s->word.text, status);
        return false;
    }
    const bool is_hollow = result_is_hollow(&o->result, shape_probe_is_empty(s));
    r->measure = shape_measure_of(s, &o->within, is_hollow, &r->near);
    return true;
}

static int exit_status(const void* result)
{
    const distance_shape* r = result;
    return measure_exit_status(measure_band_of(&r->measure));
}

static void release(void* result)
{
    distance_shape* r = result;
    shape_probe_close(&r->probe);
}

static json_costs costs_of(const distance_shape* r)
{
    const abut_shape_nearest* near = &r->near;
    const model_file* model = &r->probe.model;
    return (json_costs){near->volume_tests, near->triangle_tests, near->node_updates,
                        near->exact_tests,  model->read_seconds,  model->build_seconds,
                        r->probe.seconds};
}

static void write_text(const void* result, FILE* out)
{
    const distance_shape* r = result;
    const json_costs costs = costs_of(r);
    shape_probe_write_sides(&r->probe, out);
    measured_write_verdict(&r->measure, out);
    measured_write_end(&r->measure, distance_end_text(r->options), out);
    shape_write_nearest(&r->probe, &r->near, out);
    if (r->options->stats) costs_write_tests(&costs, out);
    costs_write_seconds(&costs, "measure", out);
}

static void write_json(const void* result, FILE* out)
{
    const distance_shape* r = result;
    const json_costs costs = costs_of(r);
    json j = {.out = out};
    json_begin(&j);
    shape_probe_put_sides(&r->probe, &j);
    measured_put_bounds(&j, &r->measure);
    json_put_bool(&j, "complete", r->measure.answer.complete);
    json_put_bool(&j, "empty", r->measure.is_empty);
    shape_put_nearest(&r->probe, &r->near, &j);
    json_key(&j, "warnings");
    warnings_write(&r->probe.warnings, &j);
    json_write_costs(&j, &costs);
    json_close(&j);
}

static void write_csv(const void* result, FILE* out)
{
    const distance_shape* r = result;
    const csv table = result_csv(&r->options->result, out);
    shape_write_nearest_csv(&r->probe, &r->measure, &r->near, &table);
}

int distance_shape_run(const distance_options* o)
{
    static const result_ways ways = {write_text, write_json, write_csv, NULL};
    distance_shape r = {.options = o};
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
