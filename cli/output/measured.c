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

// Side by side: a and b.
typedef struct nearest_sides {
    pair_origin from;
    const char* feature[2];
    const double* point[2];
} nearest_sides;

static nearest_sides sides_of(const measure* m)
{
    const abut_distance_answer* a = &m->answer;
    return (nearest_sides){
        .from = pair_origin_of(m->sides, a->pair),
        .feature = {measured_feature_text(a->features.a), measured_feature_text(a->features.b)},
        .point = {a->a_point, a->b_point}};
}

// ------------------------------------------------------------------------------------------- text

static char* words_of_all(const measure* m)
{
    const abut_clearance_answer* all = m->all;
    const char* how = m->limit.is_strict ? "less than" : "at most";
    const char* least = all->complete ? "" : "at least ";
    const double within = m->limit.distance;
    if (!all->count)
        return say_text("no pair of triangles %s%s %.17g apart",
                        all->complete ? "" : "was found that is ", how, within);
    if (!all->contact_count)
        return say_text("%s%zu pair%s of triangles %s %.17g apart", least, all->count,
                        plural(all->count), how, within);
    return say_text("%s%zu pair%s of triangles %s %.17g apart, %zu in contact", least, all->count,
                    plural(all->count), how, within, all->contact_count);
}

char* measured_words(const measure* m)
{
    const abut_distance_answer* a = &m->answer;
    if (pair_is_empty(m->sides)) return say_text("nothing to check");
    if (m->all) return words_of_all(m);
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
    fprintf(out, "stopped after %" PRIu64 " tests: the %s ended the search\n",
            m->answer.volume_tests + m->answer.triangle_tests, ends);
}

void measured_write_nearest(const measure* m, FILE* out)
{
    if (!m->answer.has_pair) return;
    const nearest_sides n = sides_of(m);
    for (int side = 0; side < 2; side++) {
        fprintf(out, "%s triangle %" PRIu32, side ? "    and" : "nearest", n.from.triangle[side]);
        if (m->sides[side].origin.faces) fprintf(out, " (face %" PRIu32 ")", n.from.face[side]);
        fprintf(out, " of %c", 'a' + side);
        if (m->has_points)
            fprintf(out, ", its %s, at %.17g, %.17g, %.17g", n.feature[side], n.point[side][0],
                    n.point[side][1], n.point[side][2]);
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

void measured_put_points(json* j, abut_event features, const double a_point[3],
                         const double b_point[3])
{
    json_key(j, "features");
    json_array(j, false);
    json_string(j, measured_feature_text(features.a));
    json_string(j, measured_feature_text(features.b));
    json_close(j);
    json_put_numbers(j, "a_point", a_point, 3);
    json_put_numbers(j, "b_point", b_point, 3);
}

static void put_no_points(json* j)
{
    static const char* const keys[] = {"features", "a_point", "b_point"};
    for (int i = 0; i < 3; i++) {
        json_key(j, keys[i]);
        json_null(j);
    }
}

void measured_put_nearest(json* j, const measure* m)
{
    measured_put_pair(j, m->sides, m->answer.has_pair, m->answer.pair);
    if (m->has_points)
        measured_put_points(j, m->answer.features, m->answer.a_point, m->answer.b_point);
    else
        put_no_points(j);
}

// -------------------------------------------------------------------------------------------- CSV

void measured_write_cell(double value, FILE* out)
{
    fputc(',', out);
    if (isfinite(value)) fprintf(out, "%.17g", value);
}

// No cell holds a name, so none is quoted.
void measured_write_csv(const measure* m, const csv* table)
{
    FILE* out = table->out;
    const abut_distance_answer* answer = &m->answer;
    const nearest_sides none = {.point = {answer->a_point, answer->b_point}};
    const nearest_sides n = answer->has_pair ? sides_of(m) : none;
    const bool faces = pair_has_faces(m->sides);
    fputs("state,lo,hi,a,b", out);
    if (faces) fputs(",face_a,face_b", out);
    fputs(",feature_a,feature_b,x_a,y_a,z_a,x_b,y_b,z_b", out);
    csv_end_line(table);
    fputs(abut_band_text(measure_band_of(m)), out);
    measured_write_cell(answer->lo, out);
    measured_write_cell(answer->hi, out);
    for (int side = 0; side < 2; side++) {
        fputc(',', out);
        if (answer->has_pair) fprintf(out, "%" PRIu32, n.from.triangle[side]);
    }
    for (int side = 0; faces && side < 2; side++) {
        fputc(',', out);
        if (answer->has_pair && m->sides[side].origin.faces)
            fprintf(out, "%" PRIu32, n.from.face[side]);
    }
    for (int side = 0; side < 2; side++)
        fprintf(out, ",%s", m->has_points ? n.feature[side] : "");
    for (int i = 0; i < 6; i++)
        measured_write_cell(m->has_points ? n.point[i / 3][i % 3] : (double)NAN, out);
    csv_end_line(table);
}
