// output.c - the result of "abut point" as a table and for programs. It goes to the stream as it comes.
#include "options/pose.h"
#include "output/json_parts.h"
#include "output/measured.h"
#include "point/point.h"

#include <inttypes.h>
#include <math.h>

static bool has_faces(const point_result* r)
{
    return r->model.origin.faces != NULL;
}

// -------------------------------------------------------------------------------------------- CSV

static void write_heading(const csv* table, const point_result* r)
{
    const point_options* o = r->options;
    FILE* out = table->out;
    fprintf(out, "index,x,y,z%s,lo,hi,triangle%s,feature,x_near,y_near,z_near",
            o->nearest ? ",rank" : "", has_faces(r) ? ",face" : "");
    if (o->side) fputs(",side,signed_lo,signed_hi", out);
    if (o->winding) fputs(",winding_lo,winding_hi", out);
    csv_end_line(table);
}

// near: NULL leaves its cells empty.
static void write_near(const point_result* r, const abut_point_near* near, FILE* out)
{
    const double none = (double)NAN;
    measured_write_cell(near ? near->lo : none, out);
    measured_write_cell(near ? near->hi : none, out);
    fputc(',', out);
    if (near) fprintf(out, "%" PRIu32, model_file_triangle(&r->model, near->triangle));
    if (has_faces(r)) fputc(',', out);
    if (has_faces(r) && near) fprintf(out, "%" PRIu32, model_file_face(&r->model, near->triangle));
    fprintf(out, ",%s", near ? measured_feature_text((int)near->feature) : "");
    for (int k = 0; k < 3; k++)
        measured_write_cell(near ? near->point[k] : none, out);
}

static void write_rows(const point_writer* w, const double* point, size_t index,
                       const abut_point_answer* a)
{
    const point_options* o = w->result->options;
    FILE* out = w->table.out;
    for (size_t rank = 0; rank == 0 || rank < a->near_count; rank++) {
        const bool is_near = a->near_count > 0;
        fprintf(out, "%zu", index);
        for (int k = 0; k < 3; k++)
            measured_write_cell(point[k], out);
        if (o->nearest) fputc(',', out);
        if (o->nearest && is_near) fprintf(out, "%zu", rank);
        write_near(w->result, is_near ? &a->near[rank] : NULL, out);
        if (o->side) {
            fprintf(out, ",%s", abut_side_text(a->side));
            measured_write_cell(a->signed_lo, out);
            measured_write_cell(a->signed_hi, out);
        }
        if (o->winding) {
            measured_write_cell(a->winding_lo, out);
            measured_write_cell(a->winding_hi, out);
        }
        csv_end_line(&w->table);
    }
}

// ------------------------------------------------------------------------------------------- JSON

static void put_near(json* j, const point_result* r, const abut_point_near* near)
{
    json_object(j, false);
    json_put_number(j, "lo", near->lo);
    json_put_number(j, "hi", near->hi);
    json_put_count(j, "triangle", model_file_triangle(&r->model, near->triangle));
    if (has_faces(r)) json_put_count(j, "face", model_file_face(&r->model, near->triangle));
    json_put_string(j, "feature", measured_feature_text((int)near->feature));
    json_put_numbers(j, "point", near->point, 3);
    json_close(j);
}

static void put_bounds(json* j, const char* key, double lo, double hi)
{
    const double bounds[2] = {lo, hi};
    json_put_numbers(j, key, bounds, 2);
}

static void put_point(json* j, const point_result* r, const double* point, size_t index,
                      const abut_point_answer* a)
{
    const point_options* o = r->options;
    json_object(j, false);
    json_put_count(j, "index", index);
    json_put_numbers(j, "at", point, 3);
    json_key(j, "near");
    json_array(j, false);
    for (size_t i = 0; i < a->near_count; i++)
        put_near(j, r, &a->near[i]);
    json_close(j);
    if (o->side) {
        json_put_string(j, "side", abut_side_text(a->side));
        put_bounds(j, "signed", a->signed_lo, a->signed_hi);
    }
    if (o->winding) put_bounds(j, "winding", a->winding_lo, a->winding_hi);
    json_close(j);
}

static void put_end(json* j, const point_result* r)
{
    const point_options* o = r->options;
    json_close(j);
    json_put_count(j, "point_count", r->count);
    json_put_count(j, "on_count", r->on);
    if (o->within.is_given) json_put_count(j, "close_count", r->close);
    if (o->side) json_put_count(j, "inside_count", r->inside);
    json_put_count(j, "dropped", r->input.dropped);
    json_put_bool(j, "empty", !r->count || !r->model.info.triangle_count);
    json_key(j, "warnings");
    warnings_write(&r->warnings, j);
    json_key(j, "seconds");
    json_object(j, true);
    json_put_seconds(j, "load", r->model.read_seconds);
    json_put_seconds(j, "build", r->model.build_seconds);
    json_put_seconds(j, "query", r->seconds);
    json_close(j);
    json_close(j);
}

// ------------------------------------------------------------------------------------------ either

void point_write_begin(point_writer* w, const point_result* r, FILE* out)
{
    const point_options* o = r->options;
    *w = (point_writer){.result = r, .table = {.out = out, .crlf = o->crlf}, .j = {.out = out}};
    if (!o->json) {
        write_heading(&w->table, r);
        return;
    }
    json_begin(&w->j);
    json_write_side(&w->j, 0, &r->model, &pose_at_rest);
    json_put_string(&w->j, "points_file", o->points);
    json_key(&w->j, "points");
    json_array(&w->j, true);
}

void point_write_block(point_writer* w, const double* points, size_t first, size_t count,
                       const abut_point_answer* answers)
{
    for (size_t i = 0; i < count; i++) {
        if (w->result->options->json)
            put_point(&w->j, w->result, points + 3 * i, first + i, &answers[i]);
        else
            write_rows(w, points + 3 * i, first + i, &answers[i]);
    }
}

void point_write_end(point_writer* w)
{
    if (w->result->options->json) put_end(&w->j, w->result);
}
