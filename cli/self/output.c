// output.c - what "abut self" writes for programs: JSON and CSV (docs/reference/json.md).
#include "output/json_parts.h"
#include "self/self.h"

#include <inttypes.h>

static void put_point(json* j, const double point[3])
{
    json_array(j, false);
    for (int k = 0; k < 3; k++)
        json_number(j, point[k]);
    json_close(j);
}

static void put_pair(json* j, const self_file* f, size_t i)
{
    const pair_origin from = pair_origin_of(f->sides, f->hits.pairs[i]);
    const abut_self_meeting* how = &f->hits.meetings[i];
    json_object(j, false);
    json_put_count(j, "a", from.triangle[0]);
    json_put_count(j, "b", from.triangle[1]);
    json_put_string(j, "class", abut_self_class_text(how->how));
    json_put_string(j, "kind", pair_kind_text(how->contact.kind));
    json_put_count(j, "shared_vertices", (uint64_t)how->shared_vertices);
    json_key(j, "degenerate");
    json_array(j, false);
    json_bool(j, how->degenerate & 1);
    json_bool(j, how->degenerate & 2);
    json_close(j);
    json_write_faces(j, f->sides, &from);
    if (f->options->points) {
        json_key(j, "points");
        json_array(j, false);
        for (int p = 0; p < how->contact.point_count; p++)
            put_point(j, how->contact.points[p]);
        json_close(j);
    }
    json_close(j);
}

static void put_part(json* j, const self_file* f, const abut_self_part* part)
{
    json_object(j, false);
    json_put_count(j, "first_triangle", model_file_triangle(&f->sides[0], part->first_triangle));
    json_put_count(j, "triangles", part->triangle_count);
    json_put_count(j, "degenerate", part->degenerate_count);
    json_put_count(j, "border_edges", part->border_edge_count);
    json_put_bool(j, "closed", part->is_closed);
    json_put_string(j, "verdict", abut_self_verdict_text(part->verdict));
    json_put_count(j, "own_pairs", part->own_count);
    json_put_count(j, "other_pairs", part->other_count);
    json_put_classes(j, part->class_counts);
    json_close(j);
}

static void put_found(json* j, const self_file* f)
{
    const abut_self_hits* hits = &f->hits;
    if (f->sides[0].group) json_put_string(j, "group", f->sides[0].group);
    json_put_count(j, "triangles", f->sides[0].info.triangle_count);
    json_put_bool(j, "empty", f->sides[0].info.triangle_count == 0);
    json_put_string(j, "verdict", abut_self_verdict_text(hits->verdict));
    json_put_count(j, "pair_count", hits->count);
    json_put_bool(j, "complete", hits->complete);
    json_put_classes(j, hits->class_counts);
    json_put_count(j, "degenerate", f->sides[0].info.degenerate_count);
    json_put_count(j, "border_edges", self_border_edges(f));
    json_put_count(j, "component_count", hits->part_count);
    json_key(j, "parts");
    json_array(j, true);
    for (size_t i = 0; i < hits->part_count; i++)
        put_part(j, f, &hits->parts[i]);
    json_close(j);
    json_key(j, "pairs");
    json_array(j, true);
    for (size_t i = 0; i < hits->count; i++)
        put_pair(j, f, i);
    json_close(j);
    json_key(j, "warnings");
    warnings_write(&f->warnings, j);
    const json_costs costs = {
        hits->volume_tests,       hits->triangle_tests,      hits->node_updates, hits->exact_tests,
        f->sides[0].read_seconds, f->sides[0].build_seconds, f->query_seconds};
    json_write_costs(j, &costs);
}

void self_write_json(const self_file* f, json* j)
{
    json_object(j, true);
    json_put_string(j, "file", f->path);
    if (f->fine)
        put_found(j, f);
    else
        json_put_load_error(j, &f->error);
    json_close(j);
}

// -------------------------------------------------------------------------------------------- CSV

// Files differ in whether they have polygons, and share one table: the cells are always there.
void self_write_csv_heading(const self_options* o, const csv* table)
{
    fputs("file,a,b,class,kind,shared_vertices,degenerate_a,degenerate_b,face_a,face_b",
          table->out);
    if (o->points) fputs(",count", table->out);
    for (int p = 1; o->points && p <= 6; p++)
        fprintf(table->out, ",x%d,y%d,z%d", p, p, p);
    csv_end_line(table);
}

static void write_row(const self_file* f, size_t i, const csv* table)
{
    FILE* out = table->out;
    const pair_origin from = pair_origin_of(f->sides, f->hits.pairs[i]);
    const abut_self_meeting* how = &f->hits.meetings[i];
    csv_name(table, f->path);
    fprintf(out, ",%" PRIu32 ",%" PRIu32 ",%s,%s,%d,%d,%d,%" PRIu32 ",%" PRIu32, from.triangle[0],
            from.triangle[1], abut_self_class_text(how->how), pair_kind_text(how->contact.kind),
            how->shared_vertices, how->degenerate & 1, how->degenerate >> 1 & 1, from.face[0],
            from.face[1]);
    if (f->options->points) fprintf(out, ",%d", how->contact.point_count);
    for (int p = 0; f->options->points && p < 6; p++)
        for (int k = 0; k < 3; k++) {
            fputc(',', out);
            if (p < how->contact.point_count) fprintf(out, "%.17g", how->contact.points[p][k]);
        }
    csv_end_line(table);
}

void self_write_csv(const self_file* f, const csv* table)
{
    for (size_t i = 0; i < f->hits.count; i++)
        write_row(f, i, table);
}
