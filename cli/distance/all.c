// all.c - "abut distance A B --all-within D": all pairs of triangles that are so near, and how near each of them is. Lists go
// to the stream line by line: they can be longer than memory has room for a second copy.
#include "distance/distance.h"
#include "output/measured.h"

#include <inttypes.h>

static const char* kind_text(abut_kind kind)
{
    static const char* const texts[] = {"apart", "touch", "cross", "coplanar"};
    return texts[kind];
}

abut_status distance_ask_all(distance_result* r, const abut_instance* a, const abut_instance* b,
                             bool told, abut_distance_answer* answer)
{
    const distance_options* o = r->options;
    const abut_clearance_answer* all = &r->all;
    abut_instance with_room = *a;
    with_room.margin = o->all.distance;
    const abut_clearance_ask how = {
        // To the library a contact is not nearer than 0.
        .strict = o->all.is_strict && o->all.distance > 0,
        .limit = told ? 0 : 1,
        .budget = o->files.budget,
        .deadline = o->deadline,
        .detail = told ? ABUT_DETAIL_POINTS : ABUT_DETAIL_PAIRS,
    };
    const abut_status status = abut_clearance(r->query, &with_room, b, &how, &r->all);
    if (status == ABUT_OK)
        *answer = (abut_distance_answer){.complete = all->complete,
                                         .volume_tests = all->volume_tests,
                                         .triangle_tests = all->triangle_tests,
                                         .node_updates = all->node_updates,
                                         .exact_tests = all->exact_tests};
    return status;
}

// ------------------------------------------------------------------------------------------- text

static void write_table(const distance_result* r, FILE* out)
{
    const bool faces = pair_has_faces(r->sides);
    fprintf(out, "\n%12s %12s", "triangle of a", "triangle of b");
    if (faces) fprintf(out, " %12s %12s", "face of a", "face of b");
    fprintf(out, "  %-8s  apart\n", "kind");
    for (size_t i = 0; i < r->all.count; i++) {
        const pair_origin from = pair_origin_of(r->sides, r->all.pairs[i]);
        const abut_approach* p = &r->all.approaches[i];
        const int features[2] = {p->features.a, p->features.b};
        const double* const points[2] = {p->a_point, p->b_point};
        fprintf(out, "%13" PRIu32 " %13" PRIu32, from.triangle[0], from.triangle[1]);
        for (int side = 0; faces && side < 2; side++)
            fprintf(out, " %12" PRIu32, from.face[side]);
        fprintf(out, "  %-8s  %.17g", kind_text(p->kind), p->lo);
        if (p->lo < p->hi) fprintf(out, " to %.17g", p->hi);
        fputc('\n', out);
        for (int side = 0; side < 2; side++)
            fprintf(out, "%12c  its %s, at %.17g, %.17g, %.17g\n", 'a' + side,
                    measured_feature_text(features[side]), points[side][0], points[side][1],
                    points[side][2]);
    }
    fputc('\n', out);
}

void distance_all_write_text(const void* result, FILE* out)
{
    const distance_result* r = result;
    const json_costs costs = distance_costs(r);
    pair_write_sides(r->sides, out);
    measured_write_verdict(&r->measure, out);
    measured_write_end(&r->measure, distance_end_text(r->options), out);
    result_write_sight(&r->options->result, r->view, out);
    if (r->all.count) write_table(r, out);
    if (r->options->stats) costs_write_tests(&costs, out);
    costs_write_seconds(&costs, "measure", out);
}

// ------------------------------------------------------------------------------------------- JSON

static void write_pair(json* j, const distance_result* r, size_t i)
{
    const abut_approach* p = &r->all.approaches[i];
    json_object(j, false);
    measured_put_pair(j, r->sides, true, r->all.pairs[i]);
    json_put_string(j, "kind", kind_text(p->kind));
    json_put_number(j, "lo", p->lo);
    json_put_number(j, "hi", p->hi);
    measured_put_points(j, p->features, p->a_point, p->b_point);
    json_close(j);
}

void distance_all_write_json(const void* result, FILE* out)
{
    const distance_result* r = result;
    const json_costs costs = distance_costs(r);
    json j = {.out = out};
    json_begin(&j);
    json_write_sides(&j, r->sides, r->options->poses);
    json_put_string(&j, "state", abut_band_text(measure_band_of(&r->measure)));
    json_put_number(&j, "all_within", r->options->all.distance);
    json_put_bool(&j, "strict", r->options->all.is_strict);
    json_put_count(&j, "pair_count", r->all.count);
    json_put_count(&j, "contact_count", r->all.contact_count);
    json_put_bool(&j, "complete", r->measure.answer.complete);
    json_put_bool(&j, "empty", pair_is_empty(r->sides));
    json_key(&j, "pairs");
    json_array(&j, true);
    for (size_t i = 0; i < r->all.count; i++)
        write_pair(&j, r, i);
    json_close(&j);
    json_key(&j, "warnings");
    warnings_write(&r->warnings, &j);
    json_write_costs(&j, &costs);
    json_close(&j);
}

// -------------------------------------------------------------------------------------------- CSV

// No cell holds a name, so none is quoted.
void distance_all_write_csv(const void* result, FILE* out)
{
    const distance_result* r = result;
    const csv table = result_csv(&r->options->result, out);
    const bool faces = pair_has_faces(r->sides);
    fputs("a,b,kind,lo,hi", out);
    if (faces) fputs(",face_a,face_b", out);
    fputs(",feature_a,feature_b,x_a,y_a,z_a,x_b,y_b,z_b", out);
    csv_end_line(&table);
    for (size_t i = 0; i < r->all.count; i++) {
        const pair_origin from = pair_origin_of(r->sides, r->all.pairs[i]);
        const abut_approach* p = &r->all.approaches[i];
        fprintf(out, "%" PRIu32 ",%" PRIu32 ",%s", from.triangle[0], from.triangle[1],
                kind_text(p->kind));
        measured_write_cell(p->lo, out);
        measured_write_cell(p->hi, out);
        for (int side = 0; faces && side < 2; side++) {
            fputc(',', out);
            if (r->sides[side].origin.faces) fprintf(out, "%" PRIu32, from.face[side]);
        }
        fprintf(out, ",%s,%s", measured_feature_text(p->features.a),
                measured_feature_text(p->features.b));
        for (int k = 0; k < 6; k++)
            measured_write_cell(k < 3 ? p->a_point[k] : p->b_point[k - 3], out);
        csv_end_line(&table);
    }
}
