// output.c - the result of "abut ray" as a table and for programs. It goes to the stream as it comes.
#include "options/pose.h"
#include "output/json_parts.h"
#include "output/measured.h"
#include "ray/ray.h"

#include <inttypes.h>
#include <math.h>

static bool has_faces(const ray_result* r)
{
    return r->model.origin.faces != NULL;
}

// -------------------------------------------------------------------------------------------- CSV

static void write_heading(const csv* table, const ray_result* r)
{
    if (r->options->count)
        fputs("ray,touches,crossings", table->out);
    else
        fprintf(table->out, "ray,t_lo,t_hi,triangle%s,feature,facing,crossing,x,y,z",
                has_faces(r) ? ",face" : "");
    csv_end_line(table);
}

// hit: NULL leaves its cells empty.
static void write_hit(const ray_result* r, const abut_ray_hit* hit, FILE* out)
{
    const double none = (double)NAN;
    measured_write_cell(hit ? hit->t_lo : none, out);
    measured_write_cell(hit ? hit->t_hi : none, out);
    fputc(',', out);
    if (hit) fprintf(out, "%" PRIu32, model_file_triangle(&r->model, hit->triangle));
    if (has_faces(r)) fputc(',', out);
    if (has_faces(r) && hit) fprintf(out, "%" PRIu32, model_file_face(&r->model, hit->triangle));
    fprintf(out, ",%s", hit ? measured_feature_text((int)hit->feature) : "");
    fprintf(out, ",%s", hit ? abut_facing_text(hit->facing) : "");
    fprintf(out, ",%s", !hit ? "" : hit->is_crossing ? "1" : "0");
    for (int k = 0; k < 3; k++)
        measured_write_cell(hit ? hit->point[k] : none, out);
}

static void write_rows(const ray_writer* w, size_t index, const abut_ray_answer* a)
{
    const ray_options* o = w->result->options;
    FILE* out = w->table.out;
    if (o->count) {
        fprintf(out, "%zu,%zu,%zu", index, a->touch_count, a->crossing_count);
        csv_end_line(&w->table);
        return;
    }
    const size_t least = o->all ? 0 : 1;
    for (size_t i = 0; i < a->hit_count || i < least; i++) {
        fprintf(out, "%zu", index);
        write_hit(w->result, i < a->hit_count ? &a->hits[i] : NULL, out);
        csv_end_line(&w->table);
    }
}

// ------------------------------------------------------------------------------------------- JSON

static void put_hit(json* j, const ray_result* r, const abut_ray_hit* hit)
{
    const double t[2] = {hit->t_lo, hit->t_hi};
    json_object(j, false);
    json_put_numbers(j, "t", t, 2);
    json_put_count(j, "triangle", model_file_triangle(&r->model, hit->triangle));
    if (has_faces(r)) json_put_count(j, "face", model_file_face(&r->model, hit->triangle));
    json_put_string(j, "feature", measured_feature_text((int)hit->feature));
    json_put_string(j, "facing", abut_facing_text(hit->facing));
    json_put_bool(j, "crossing", hit->is_crossing);
    json_put_numbers(j, "point", hit->point, 3);
    json_close(j);
}

static void put_ray(json* j, const ray_result* r, const double* ray, size_t index,
                    const abut_ray_answer* a)
{
    const ray_options* o = r->options;
    json_object(j, false);
    json_put_count(j, "index", index);
    json_put_numbers(j, "from", ray, 3);
    json_put_numbers(j, o->segments ? "to" : "direction", ray + 3, 3);
    if (!o->count) {
        json_key(j, "hits");
        json_array(j, false);
        for (size_t i = 0; i < a->hit_count; i++)
            put_hit(j, r, &a->hits[i]);
        json_close(j);
    }
    if (o->count || o->all) {
        json_put_count(j, "touches", a->touch_count);
        json_put_count(j, "crossings", a->crossing_count);
    }
    json_close(j);
}

static void put_end(json* j, const ray_result* r)
{
    json_close(j);
    json_put_count(j, "ray_count", r->count);
    json_put_count(j, "met_count", r->met);
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

void ray_write_begin(ray_writer* w, const ray_result* r, FILE* out)
{
    const ray_options* o = r->options;
    *w = (ray_writer){.result = r, .table = {.out = out, .crlf = o->crlf}, .j = {.out = out}};
    if (!o->json) {
        write_heading(&w->table, r);
        return;
    }
    json_begin(&w->j);
    json_write_side(&w->j, 0, &r->model, &pose_at_rest);
    json_put_string(&w->j, "rays_file", o->rays);
    json_key(&w->j, "rays");
    json_array(&w->j, true);
}

void ray_write_block(ray_writer* w, const double* rays, size_t first, size_t count,
                     const abut_ray_answer* answers)
{
    for (size_t i = 0; i < count; i++) {
        if (w->result->options->json)
            put_ray(&w->j, w->result, rays + 6 * i, first + i, &answers[i]);
        else
            write_rows(w, first + i, &answers[i]);
    }
}

void ray_write_end(ray_writer* w)
{
    if (w->result->options->json) put_end(&w->j, w->result);
}
