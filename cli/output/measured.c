// measured.c - see measured.h.
#include "output/measured.h"

#include "output/json_parts.h"
#include "say/say.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

const char* measured_feature_text(int feature)
{
    static const char* const texts[] = {"vertex 0", "vertex 1", "vertex 2", "edge 0",
                                        "edge 1",   "edge 2",   "face"};
    return texts[feature];
}

// ------------------------------------------------------------------------------------------- text

static char* all_words(const measure* m)
{
    const abut_clearance_answer* all = m->all;
    const char* how = measure_limit_text(&m->limit);
    const char* least = all->complete ? "" : "at least ";
    const double limit = m->limit.distance;
    if (!all->count)
        return say_text("no pair of triangles %s%s %.17g apart",
                        all->complete ? "" : "was found that is ", how, limit);
    if (!all->contact_count)
        return say_text("%s%zu pair%s of triangles %s %.17g apart", least, all->count,
                        plural(all->count), how, limit);
    return say_text("%s%zu pair%s of triangles %s %.17g apart, %zu in contact", least, all->count,
                    plural(all->count), how, limit, all->contact_count);
}

char* measured_words(const measure* m)
{
    const abut_distance_answer* a = &m->answer;
    if (m->is_empty) return say_text("nothing to check");
    if (m->all) return all_words(m);
    // Without a limit the question was about contact alone.
    if (a->is_farther) return say_text("more than %.17g apart", m->limit.distance);
    if (!(a->hi < (double)INFINITY)) return say_text("at least %.17g apart", a->lo);
    if (a->lo < a->hi) return say_text("from %.17g to %.17g apart", a->lo, a->hi);
    return say_text("%.17g apart", a->hi);
}

void measured_write_verdict(const measure* m, FILE* out)
{
    const abut_band band = measure_band_of(m);
    char* words = measured_words(m);
    fprintf(out, "%s: %s", abut_band_text(band), words ? words : "");
    free(words);
    if (band == ABUT_BAND_CLOSE && !m->all)
        fprintf(out, ", which is %s %.17g", m->limit.is_strict ? "less than" : "within",
                m->limit.distance);
    fputc('\n', out);
}

void measured_write_end(const measure* m, const char* ends, FILE* out)
{
    if (m->answer.complete || m->is_hollow) return;
    const uint64_t tests = m->answer.volume_tests + m->answer.triangle_tests;
    fprintf(out, "stopped after %" PRIu64 " test%s: the %s ended the search\n", tests,
            plural(tests), ends);
}

void measured_write_where(int feature, const double point[3], FILE* out)
{
    fprintf(out, "its %s, at %.17g, %.17g, %.17g", measured_feature_text(feature), point[0],
            point[1], point[2]);
}

void measured_write_nearest(const measure* m, FILE* out)
{
    const abut_distance_answer* a = &m->answer;
    if (!a->has_pair) return;
    const pair_origin from = pair_origin_of(m->sides, a->pair);
    for (int side = 0; side < 2; side++) {
        fprintf(out, "%s triangle %" PRIu32, side ? "    and" : "nearest", from.triangle[side]);
        if (m->sides[side].origin.faces) fprintf(out, " (face %" PRIu32 ")", from.face[side]);
        fprintf(out, " of %c", 'a' + side);
        if (m->has_points) {
            fputs(", ", out);
            measured_write_where(side ? a->features.b : a->features.a,
                                 side ? a->b_point : a->a_point, out);
        }
        fputc('\n', out);
    }
}

// ------------------------------------------------------------------------------------------- JSON

void measured_put_bounds(json* j, const measure* m)
{
    json_put_string(j, "state", abut_band_text(measure_band_of(m)));
    json_put_number(j, "lo", m->answer.lo);
    json_put_number(j, "hi", m->answer.hi);
}

void measured_put_pair(json* j, const model_file sides[2], bool has_pair, abut_pair pair)
{
    json_key(j, "pair");
    if (!has_pair) {
        json_null(j);
        return;
    }
    const pair_origin from = pair_origin_of(sides, pair);
    json_array(j, false);
    for (int side = 0; side < 2; side++)
        json_count(j, from.triangle[side]);
    json_close(j);
    json_write_faces(j, sides, &from);
}

void measured_put_points(json* j, const abut_event* features, const double a_point[3],
                         const double b_point[3])
{
    json_key(j, "features");
    json_array(j, false);
    json_string(j, measured_feature_text(features->a));
    json_string(j, measured_feature_text(features->b));
    json_close(j);
    json_put_numbers(j, "a_point", a_point, 3);
    json_put_numbers(j, "b_point", b_point, 3);
}

void measured_put_no_points(json* j)
{
    static const char* const keys[] = {"features", "a_point", "b_point"};
    for (int i = 0; i < 3; i++) {
        json_key(j, keys[i]);
        json_null(j);
    }
}

void measured_put_nearest(json* j, const measure* m)
{
    const abut_distance_answer* a = &m->answer;
    measured_put_pair(j, m->sides, a->has_pair, a->pair);
    if (m->has_points)
        measured_put_points(j, &a->features, a->a_point, a->b_point);
    else
        measured_put_no_points(j);
}

// -------------------------------------------------------------------------------------------- CSV

void measured_write_cell(double value, FILE* out)
{
    fputc(',', out);
    if (isfinite(value)) fprintf(out, "%.17g", value);
}

void measured_write_point_cells(const double a_point[3], const double b_point[3], FILE* out)
{
    for (int i = 0; i < 6; i++)
        measured_write_cell(i < 3 ? a_point[i] : b_point[i - 3], out);
}

void measured_write_where_heading(FILE* out)
{
    fputs(",feature_a,feature_b,x_a,y_a,z_a,x_b,y_b,z_b", out);
}

void measured_write_where_cells(const abut_event* features, const double a_point[3],
                                const double b_point[3], FILE* out)
{
    static const double none[3] = {(double)NAN, (double)NAN, (double)NAN};
    fprintf(out, ",%s", features ? measured_feature_text(features->a) : "");
    fprintf(out, ",%s", features ? measured_feature_text(features->b) : "");
    measured_write_point_cells(features ? a_point : none, features ? b_point : none, out);
}

// No cell holds a name, so none is quoted.
void measured_write_csv(const measure* m, const csv* table)
{
    FILE* out = table->out;
    const abut_distance_answer* answer = &m->answer;
    pair_origin from = {{0}, {0}};
    if (answer->has_pair) from = pair_origin_of(m->sides, answer->pair);
    fputs("state,lo,hi,a,b", out);
    pair_write_face_heading(m->sides, out);
    measured_write_where_heading(out);
    csv_end_line(table);
    fputs(abut_band_text(measure_band_of(m)), out);
    measured_write_cell(answer->lo, out);
    measured_write_cell(answer->hi, out);
    for (int side = 0; side < 2; side++) {
        fputc(',', out);
        if (answer->has_pair) fprintf(out, "%" PRIu32, from.triangle[side]);
    }
    pair_write_face_cells(m->sides, answer->has_pair ? &from : NULL, out);
    measured_write_where_cells(m->has_points ? &answer->features : NULL, answer->a_point,
                               answer->b_point, out);
    csv_end_line(table);
}
