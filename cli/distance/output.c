// output.c - the result of "abut distance" for people, for programs and for tables.
#include "distance/distance.h"
#include "output/json_parts.h"
#include "output/measured.h"

static json_costs costs_of(const distance_result* r)
{
    const abut_distance_answer* a = &r->measure.answer;
    return (json_costs){a->volume_tests, a->triangle_tests,           a->node_updates,
                        a->exact_tests,  pair_read_seconds(r->sides), pair_build_seconds(r->sides),
                        r->query_seconds};
}

const char* distance_end_text(const distance_options* o)
{
    if (!o->files.budget) return "deadline";
    return o->deadline > 0 ? "budget or the deadline" : "budget";
}

void distance_write_text(const void* result, FILE* out)
{
    const distance_result* r = result;
    const json_costs costs = costs_of(r);
    pair_write_sides(r->sides, out);
    measured_write_verdict(&r->measure, out);
    measured_write_end(&r->measure, distance_end_text(r->options), out);
    measured_write_nearest(&r->measure, out);
    result_write_sight(&r->options->result, r->view, out);
    if (r->measure.all) distance_all_write_table(r, out);
    if (r->options->stats) costs_write_tests(&costs, out);
    costs_write_seconds(&costs, "measure", out);
}

void distance_write_json(const void* result, FILE* out)
{
    const distance_result* r = result;
    const json_costs costs = costs_of(r);
    json j = {.out = out};
    json_begin(&j);
    json_write_sides(&j, r->sides, r->options->poses);
    if (r->measure.all)
        distance_all_put_counts(&j, r);
    else
        measured_put_bounds(&j, &r->measure);
    json_put_bool(&j, "complete", r->measure.answer.complete);
    json_put_bool(&j, "empty", pair_is_empty(r->sides));
    if (r->measure.all)
        distance_all_put_pairs(&j, r);
    else
        measured_put_nearest(&j, &r->measure);
    json_key(&j, "warnings");
    warnings_write(&r->warnings, &j);
    json_write_costs(&j, &costs);
    json_close(&j);
}

void distance_write_csv(const void* result, FILE* out)
{
    const distance_result* r = result;
    const csv table = result_csv(&r->options->result, out);
    if (r->measure.all)
        distance_all_write_csv(r, &table);
    else
        measured_write_csv(&r->measure, &table);
}
