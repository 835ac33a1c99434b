// output.c - the result of "abut check" for people, for programs and for tables. Lists go to the
// stream line by line: they can be longer than memory has room for a second copy.
#include "check/check.h"
#include "output/json_parts.h"
#include "output/measured.h"
#include "say/say.h"

#include "abut/abut.h"

#include <inttypes.h>

static pair_origin origin_of_pair(const check_result* r, size_t pair)
{
    return pair_origin_of(r->sides, r->hits.pairs[pair]);
}

// ------------------------------------------------------------------------------------------- text

static void write_kind_counts(const abut_hits* hits, FILE* out)
{
    static const abut_kind order[] = {ABUT_KIND_CROSS, ABUT_KIND_TOUCH, ABUT_KIND_COPLANAR};
    size_t counts[4] = {0};
    for (size_t i = 0; i < hits->count; i++)
        counts[hits->contacts[i].kind]++;
    const char* before = " (";
    for (int i = 0; i < 3; i++) {
        if (counts[order[i]] == 0) continue;
        fprintf(out, "%s%zu %s", before, counts[order[i]], pair_kind_text(order[i]));
        before = ", ";
    }
    fputs(")\n", out);
}

static void write_distance(const check_result* r, FILE* out)
{
    measured_write_verdict(&r->measure, out);
    measured_write_end(&r->measure, "budget", out);
    measured_write_nearest(&r->measure, out);
}

static void write_verdict(const check_result* r, FILE* out)
{
    const abut_hits* hits = &r->hits;
    const uint64_t tests = hits->volume_tests + hits->triangle_tests;
    if (hits->count == 0) {
        if (hits->complete)
            fputs("apart: no triangle of a shares a point with one of b\n", out);
        else if (check_is_hollow(r))
            fputs("undecided: nothing to check\n", out);
        else
            fprintf(out,
                    "undecided: no contact found in %" PRIu64
                    " test%s, then the budget was used up\n",
                    tests, tests == 1 ? "" : "s");
        return;
    }
    fprintf(out, "contact: %s%zu pair%s of triangles", hits->complete ? "" : "at least ",
            hits->count, plural(hits->count));
    write_kind_counts(hits, out);
    if (hits->complete) return;
    if (r->options->files.limit && hits->count >= r->options->files.limit)
        fprintf(out, "stopped at the limit of %zu pair%s: there may be more\n", hits->count,
                plural(hits->count));
    else
        fprintf(out, "stopped after %" PRIu64 " test%s, the budget: there may be more\n", tests,
                tests == 1 ? "" : "s");
}

static void write_table(const check_result* r, FILE* out)
{
    fputc('\n', out);
    pair_write_heading(r->sides, out);
    fputs("  kind\n", out);
    for (size_t i = 0; i < r->hits.count; i++) {
        const pair_origin from = origin_of_pair(r, i);
        const abut_contact* contact = &r->hits.contacts[i];
        pair_write_origin(r->sides, &from, out);
        fprintf(out, "  %s\n", pair_kind_text(contact->kind));
        for (int p = 0; r->options->points && p < contact->point_count; p++)
            fprintf(out, "%12s  %.17g, %.17g, %.17g\n", "at", contact->points[p][0],
                    contact->points[p][1], contact->points[p][2]);
    }
    fputc('\n', out);
}

static json_costs costs_of(const check_result* r)
{
    const abut_hits* hits = &r->hits;
    json_costs costs = {
        hits->volume_tests, hits->triangle_tests,        hits->node_updates,
        hits->exact_tests,  pair_read_seconds(r->sides), pair_build_seconds(r->sides),
        r->query_seconds};
    depth_add_costs(&r->depth, &costs);
    return costs;
}

void check_write_text(const void* result, FILE* out)
{
    const check_result* r = result;
    const json_costs costs = costs_of(r);
    pair_write_sides(r->sides, out);
    (check_is_distance(r) ? write_distance : write_verdict)(r, out);
    if (r->options->inside && !check_is_hollow(r)) check_write_inside_text(r, out);
    if (depth_is_asked(&r->options->depth)) depth_write_text(&r->depth, out);
    result_write_sight(&r->options->result, r->view, out);
    if (r->options->contacts && r->hits.count) write_table(r, out);
    if (r->options->considered) considered_write_text(r, out);
    if (r->options->stats) costs_write_tests(&costs, out);
    costs_write_seconds(&costs, "search", out);
}

// ------------------------------------------------------------------------------------------- JSON

static void write_points(json* j, const abut_contact* contact)
{
    json_key(j, "points");
    json_array(j, false);
    for (int p = 0; p < contact->point_count; p++) {
        json_array(j, false);
        for (int axis = 0; axis < 3; axis++)
            json_number(j, contact->points[p][axis]);
        json_close(j);
    }
    json_close(j);
}

// A search that was stopped may yet have proved that there is none.
static void write_contact(json* j, const check_result* r)
{
    const bool is_apart = r->hits.complete || (check_is_distance(r) && !r->measure.is_hollow &&
                                               r->measure.answer.lo > 0);
    json_key(j, "contact");
    if (!r->hits.count && !is_apart)
        json_null(j);
    else
        json_bool(j, r->hits.count > 0);
}

static void write_pairs(json* j, const check_result* r)
{
    json_key(j, "pairs");
    json_array(j, true);
    for (size_t i = 0; i < r->hits.count; i++) {
        const pair_origin from = origin_of_pair(r, i);
        json_object(j, false);
        json_put_count(j, "a", from.triangle[0]);
        json_put_count(j, "b", from.triangle[1]);
        json_put_string(j, "kind", pair_kind_text(r->hits.contacts[i].kind));
        json_write_faces(j, r->sides, &from);
        if (r->options->points) write_points(j, &r->hits.contacts[i]);
        json_close(j);
    }
    json_close(j);
}

void check_write_json(const void* result, FILE* out)
{
    const check_result* r = result;
    const json_costs costs = costs_of(r);
    json j = {.out = out};
    json_begin(&j);
    json_write_sides(&j, r->sides, r->options->poses);
    write_contact(&j, r);
    json_put_count(&j, "pair_count", r->hits.count);
    json_put_bool(&j, "complete", r->hits.complete);
    json_put_bool(&j, "empty", pair_is_empty(r->sides));
    if (r->options->inside) check_write_inside_json(r, &j);
    if (r->options->clearance.is_given) {
        measured_put_bounds(&j, &r->measure);
        measured_put_nearest(&j, &r->measure);
    }
    if (depth_is_asked(&r->options->depth)) depth_write_json(&r->depth, &j);
    write_pairs(&j, r);
    if (r->options->considered) considered_write_json(r, &j);
    json_key(&j, "warnings");
    warnings_write(&r->warnings, &j);
    json_write_costs(&j, &costs);
    json_close(&j);
}

// -------------------------------------------------------------------------------------------- CSV

// No cell holds a name, so none is quoted.
void check_write_csv(const void* result, FILE* out)
{
    const check_result* r = result;
    const csv table = result_csv(&r->options->result, out);
    const bool points = r->options->points;
    if (depth_has_table(&r->options->depth)) {
        depth_write_csv(&r->depth, &table);
        return;
    }
    fputs("a,b,kind", out);
    pair_write_face_heading(r->sides, out);
    if (points) fputs(",count", out);
    for (int p = 1; points && p <= 6; p++)
        fprintf(out, ",x%d,y%d,z%d", p, p, p);
    csv_end_line(&table);
    for (size_t i = 0; i < r->hits.count; i++) {
        const pair_origin from = origin_of_pair(r, i);
        const abut_contact* contact = &r->hits.contacts[i];
        fprintf(out, "%" PRIu32 ",%" PRIu32 ",%s", from.triangle[0], from.triangle[1],
                pair_kind_text(contact->kind));
        pair_write_face_cells(r->sides, &from, out);
        if (points) fprintf(out, ",%d", contact->point_count);
        for (int p = 0; points && p < 6; p++) {
            for (int axis = 0; axis < 3; axis++) {
                fputc(',', out);
                if (p < contact->point_count) fprintf(out, "%.17g", contact->points[p][axis]);
            }
        }
        csv_end_line(&table);
    }
}
