// probe.c - see probe.h.
#include "shape/probe.h"

#include "options/pose.h"
#include "output/json_parts.h"
#include "output/measured.h"
#include "say/say.h"
#include "shape/hull.h"
#include "text/printable.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

// ----------------------------------------------------------------------------------------- loading

static int shape_side(const shape_probe* s)
{
    return 1 - s->files->model;
}

static bool place(shape_probe* s)
{
    char why[SHAPE_WHY];
    if (!shape_word_place(&s->word, &s->poses[shape_side(s)], s->corners, &s->shape, why)) {
        say(O025_NO_SHAPE, "%s", why);
        return false;
    }
    if (s->word.file) {
        s->shape.hull = s->hull;
        s->shape.hull_count = s->hull_count;
    }
    const abut_status status = abut_shape_check(&s->shape);
    if (status != ABUT_OK) say_status(s->word.text, status);
    return status == ABUT_OK;
}

static bool read_word(shape_probe* s, progress* p)
{
    char why[SHAPE_WHY];
    if (!shape_word_parse(&s->word, s->files->shape, why)) {
        say(O025_NO_SHAPE, "%s", why);
        return false;
    }
    return (!s->word.file || hull_load(s->word.file, s->files->drop_bad, p, &s->warnings, &s->hull,
                                       &s->hull_count)) &&
           place(s);
}

bool shape_probe_open(shape_probe* s, const pair_options* files, const abut_pose poses[2],
                      const method_options* how, const abut_host* host, progress* p)
{
    *s = (shape_probe){.files = files, .poses = poses};
    return read_word(s, p) && pair_load_model(&s->model, files, how, host, p) &&
           pair_warn_of(&s->model, &s->warnings) && shape_method_fits(s->model.info.method) &&
           pair_query(&s->query, host);
}

void shape_probe_close(shape_probe* s)
{
    abut_query_free(s->query);
    model_file_free(&s->model);
    warnings_free(&s->warnings);
    free(s->hull);
    *s = (shape_probe){0};
}

static abut_status try_shape(abut_query* query, const abut_instance* one)
{
    const abut_shape point = {.kind = ABUT_SHAPE_POINT};
    abut_shape_hits hits;
    return abut_shape_collide(query, one, &point, NULL, &hits);
}

bool shape_method_fits(abut_method method)
{
    return measure_method_answers(method, try_shape, "does not answer about shapes");
}

abut_instance shape_probe_instance(const shape_probe* s)
{
    return (abut_instance){.model = s->model.model, .pose = s->poses[s->files->model]};
}

bool shape_probe_is_empty(const shape_probe* s)
{
    return s->model.info.triangle_count == 0;
}

// ------------------------------------------------------------------------------------------- sides

void shape_probe_write_sides(const shape_probe* s, FILE* out)
{
    for (int side = 0; side < 2; side++) {
        if (side == s->files->model) {
            pair_write_side(side, &s->model, out);
            continue;
        }
        fprintf(out, "%c: ", 'a' + side);
        printable_write(s->word.text, out);
        if (s->word.file) fprintf(out, ", %zu point%s", s->hull_count, plural(s->hull_count));
        fputc('\n', out);
    }
}

static void put_shape(const shape_probe* s, json* j)
{
    double matrix[16];
    pose_to_matrix(&s->poses[shape_side(s)], matrix);
    json_key(j, "shape");
    json_object(j, true);
    json_put_string(j, "side", shape_side(s) ? "b" : "a");
    json_put_string(j, "kind", shape_word_name(s->word.kind));
    json_put_string(j, "word", s->word.text);
    if (s->word.file) {
        json_put_string(j, "file", s->word.file);
        json_put_count(j, "points", s->hull_count);
    } else {
        json_put_numbers(j, "numbers", s->word.numbers, s->word.number_count);
    }
    json_put_numbers(j, "pose", matrix, 16);
    json_close(j);
}

void shape_probe_put_sides(const shape_probe* s, json* j)
{
    const int side = s->files->model;
    json_write_side(j, side, &s->model, &s->poses[side]);
    put_shape(s, j);
}

// --------------------------------------------------------------------------------------- triangles

static bool has_faces(const shape_probe* s)
{
    return s->model.origin.faces != NULL;
}

void shape_probe_write_heading(const shape_probe* s, FILE* out)
{
    fprintf(out, "%12s", "triangle");
    if (has_faces(s)) fprintf(out, " %12s", "face");
}

void shape_probe_write_triangle(const shape_probe* s, uint32_t triangle, FILE* out)
{
    fprintf(out, "%12" PRIu32, model_file_triangle(&s->model, triangle));
    if (has_faces(s)) fprintf(out, " %12" PRIu32, model_file_face(&s->model, triangle));
}

void shape_probe_write_cell_heading(const shape_probe* s, FILE* out)
{
    fputs(has_faces(s) ? "triangle,face" : "triangle", out);
}

void shape_probe_write_cells(const shape_probe* s, uint32_t triangle, FILE* out)
{
    fprintf(out, "%" PRIu32, model_file_triangle(&s->model, triangle));
    if (has_faces(s)) fprintf(out, ",%" PRIu32, model_file_face(&s->model, triangle));
}

static void put_number(json* j, const char* key, bool is_there, uint32_t number)
{
    json_key(j, key);
    if (is_there)
        json_count(j, number);
    else
        json_null(j);
}

void shape_probe_put_triangle(const shape_probe* s, bool has_triangle, uint32_t triangle, json* j)
{
    put_number(j, "triangle", has_triangle,
               has_triangle ? model_file_triangle(&s->model, triangle) : 0);
    if (has_faces(s))
        put_number(j, "face", has_triangle,
                   has_triangle ? model_file_face(&s->model, triangle) : 0);
}

// ---------------------------------------------------------------------------------------- distance

measure shape_measure_of(const shape_probe* s, const measure_limit* limit, bool is_hollow,
                         const abut_shape_nearest* found)
{
    const abut_distance_answer answer = {.lo = found->lo,
                                         .hi = found->hi,
                                         .complete = found->complete && !is_hollow,
                                         .is_farther = found->is_farther,
                                         .volume_tests = found->volume_tests,
                                         .triangle_tests = found->triangle_tests,
                                         .node_updates = found->node_updates,
                                         .exact_tests = found->exact_tests};
    return (measure){.limit = *limit,
                     .answer = answer,
                     .is_empty = shape_probe_is_empty(s),
                     .is_hollow = is_hollow,
                     .is_interval =
                         s->word.kind == ABUT_SHAPE_CYLINDER || s->word.kind == ABUT_SHAPE_CONE};
}

void shape_write_nearest(const shape_probe* s, const abut_shape_nearest* found, FILE* out)
{
    if (!found->has_triangle) return;
    fprintf(out, "nearest triangle %" PRIu32, model_file_triangle(&s->model, found->triangle));
    if (has_faces(s))
        fprintf(out, " (face %" PRIu32 ")", model_file_face(&s->model, found->triangle));
    fprintf(out, " of %c", 'a' + s->files->model);
    if (found->has_points) {
        const double* q = found->shape_point;
        fputs(", ", out);
        measured_write_where((int)found->feature, found->model_point, out);
        fprintf(out, "\n    and %c, at %.17g, %.17g, %.17g", 'a' + shape_side(s), q[0], q[1], q[2]);
    }
    fputc('\n', out);
}

void shape_put_nearest(const shape_probe* s, const abut_shape_nearest* found, json* j)
{
    static const char* const keys[] = {"feature", "model_point", "shape_point"};
    shape_probe_put_triangle(s, found->has_triangle, found->triangle, j);
    if (found->has_points) {
        json_put_string(j, keys[0], measured_feature_text((int)found->feature));
        json_put_numbers(j, keys[1], found->model_point, 3);
        json_put_numbers(j, keys[2], found->shape_point, 3);
        return;
    }
    for (int i = 0; i < 3; i++) {
        json_key(j, keys[i]);
        json_null(j);
    }
}

// No cell holds a name, so none is quoted.
void shape_write_nearest_csv(const shape_probe* s, const measure* m,
                             const abut_shape_nearest* found, const csv* table)
{
    FILE* out = table->out;
    fputs("state,lo,hi,", out);
    shape_probe_write_cell_heading(s, out);
    fputs(",feature,x,y,z,x_shape,y_shape,z_shape", out);
    csv_end_line(table);
    fputs(abut_band_text(measure_band_of(m)), out);
    measured_write_cell(found->lo, out);
    measured_write_cell(found->hi, out);
    fputc(',', out);
    if (found->has_triangle)
        shape_probe_write_cells(s, found->triangle, out);
    else if (has_faces(s))
        fputc(',', out);
    fprintf(out, ",%s", found->has_points ? measured_feature_text((int)found->feature) : "");
    for (int i = 0; i < 6; i++)
        measured_write_cell(!found->has_points ? (double)NAN
                            : i < 3            ? found->model_point[i]
                                               : found->shape_point[i - 3],
                            out);
    csv_end_line(table);
}
