// all.c - "abut distance A B --all-within D": all pairs of triangles that are so near, and how near each of them is. Lists go
// to the stream line by line: they can be longer than memory has room for a second copy.
#include "distance/distance.h"
#include "output/json_parts.h"
#include "output/measured.h"

#include <inttypes.h>

abut_status distance_ask_all(distance_result* r, const abut_instance* a, const abut_instance* b,
                             bool told)
{
    const distance_options* o = r->options;
    const abut_clearance_ask how = {
        .limit = told ? 0 : 1,
        .budget = o->files.budget,
        .deadline = o->deadline,
        .detail = told ? ABUT_DETAIL_POINTS : ABUT_DETAIL_PAIRS,
    };
    const abut_status status = measure_ask_all(r->query, a, b, &o->within, &how, &r->all);
    const bool is_hollow = result_is_hollow(&o->result, pair_is_empty(r->sides));
    if (status == ABUT_OK) r->measure = measure_of_all(r->sides, &o->within, is_hollow, &r->all);
    return status;
}

// ------------------------------------------------------------------------------------------- text

void distance_all_write_table(const distance_result* r, FILE* out)
{
    if (!r->all.count) return;
    fputc('\n', out);
    pair_write_heading(r->sides, out);
    fprintf(out, "  %-8s  apart\n", "kind");
    for (size_t i = 0; i < r->all.count; i++) {
        const pair_origin from = pair_origin_of(r->sides, r->all.pairs[i]);
        const abut_approach* near = &r->all.approaches[i];
        pair_write_origin(r->sides, &from, out);
        fprintf(out, "  %-8s  %.17g", pair_kind_text(near->kind), near->lo);
        if (near->lo < near->hi) fprintf(out, " to %.17g", near->hi);
        for (int side = 0; side < 2; side++) {
            fprintf(out, "\n%12c  ", 'a' + side);
            measured_write_where(side ? near->features.b : near->features.a,
                                 side ? near->b_point : near->a_point, out);
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

// ------------------------------------------------------------------------------------------- JSON

void distance_all_put_counts(json* j, const distance_result* r)
{
    const measure* m = &r->measure;
    json_put_string(j, "state", abut_band_text(measure_band_of(m)));
    json_put_number(j, "all_within", m->limit.distance);
    json_put_bool(j, "strict", m->limit.is_strict);
    json_put_count(j, "pair_count", r->all.count);
    json_put_count(j, "contact_count", r->all.contact_count);
}

void distance_all_put_pairs(json* j, const distance_result* r)
{
    json_key(j, "pairs");
    json_array(j, true);
    for (size_t i = 0; i < r->all.count; i++) {
        const abut_approach* near = &r->all.approaches[i];
        json_object(j, false);
        measured_put_pair(j, r->sides, true, r->all.pairs[i]);
        json_put_string(j, "kind", pair_kind_text(near->kind));
        json_put_number(j, "lo", near->lo);
        json_put_number(j, "hi", near->hi);
        measured_put_points(j, &near->features, near->a_point, near->b_point);
        json_close(j);
    }
    json_close(j);
}

// -------------------------------------------------------------------------------------------- CSV

// No cell holds a name, so none is quoted.
void distance_all_write_csv(const distance_result* r, const csv* table)
{
    FILE* out = table->out;
    fputs("a,b,kind,lo,hi", out);
    pair_write_face_heading(r->sides, out);
    measured_write_where_heading(out);
    csv_end_line(table);
    for (size_t i = 0; i < r->all.count; i++) {
        const pair_origin from = pair_origin_of(r->sides, r->all.pairs[i]);
        const abut_approach* near = &r->all.approaches[i];
        fprintf(out, "%" PRIu32 ",%" PRIu32 ",%s", from.triangle[0], from.triangle[1],
                pair_kind_text(near->kind));
        measured_write_cell(near->lo, out);
        measured_write_cell(near->hi, out);
        pair_write_face_cells(r->sides, &from, out);
        measured_write_where_cells(&near->features, near->a_point, near->b_point, out);
        csv_end_line(table);
    }
}
