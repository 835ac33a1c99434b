// output.c - the result of "abut distance" for people, for programs and for tables.
#include "distance/distance.h"
#include "say/say.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

const char* distance_feature_text(int feature)
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

static nearest_sides sides_of(const distance_result* r)
{
    const abut_distance_answer* a = &r->answer;
    return (nearest_sides){
        .from = pair_origin_of(r->sides, a->pair),
        .feature = {distance_feature_text(a->features.a), distance_feature_text(a->features.b)},
        .point = {a->a_point, a->b_point}};
}

json_costs distance_costs(const distance_result* r)
{
    const abut_distance_answer* a = &r->answer;
    return (json_costs){a->volume_tests, a->triangle_tests,           a->node_updates,
                        a->exact_tests,  pair_read_seconds(r->sides), pair_build_seconds(r->sides),
                        r->query_seconds};
}

// ------------------------------------------------------------------------------------------- text

char* distance_words(const distance_result* r)
{
    const abut_distance_answer* a = &r->answer;
    if (pair_is_empty(r->sides)) return say_text("nothing to check");
    if (r->options->has_all) return distance_all_words(r);
    if (a->is_farther) return say_text("more than %.17g apart", a->lo);
    if (!(a->hi < (double)INFINITY)) return say_text("at least %.17g apart", a->lo);
    if (a->lo < a->hi) return say_text("from %.17g to %.17g apart", a->lo, a->hi);
    return say_text("%.17g apart", a->hi);
}

static void write_verdict(const distance_result* r, FILE* out)
{
    const distance_options* o = r->options;
    const distance_state state = distance_state_of(r);
    char* words = distance_words(r);
    fprintf(out, "%s: %s", distance_state_text(state), words ? words : "");
    free(words);
    if (state == DISTANCE_CLOSE)
        fprintf(out, ", which is %s %.17g", o->strict ? "less than" : "within", o->within);
    fputc('\n', out);
    distance_write_stop(r, out);
}

void distance_write_stop(const distance_result* r, FILE* out)
{
    const distance_options* o = r->options;
    if (r->answer.complete || distance_is_hollow(r)) return;
    fprintf(out, "stopped after %" PRIu64 " tests: the %s ended the search\n",
            r->answer.volume_tests + r->answer.triangle_tests,
            o->files.budget == 0 ? "deadline"
            : o->deadline > 0    ? "budget or the deadline"
                                 : "budget");
}

static void write_nearest(const distance_result* r, FILE* out)
{
    const nearest_sides n = sides_of(r);
    for (int side = 0; side < 2; side++) {
        fprintf(out, "%s triangle %" PRIu32, side ? "    and" : "nearest", n.from.triangle[side]);
        if (r->sides[side].origin.faces) fprintf(out, " (face %" PRIu32 ")", n.from.face[side]);
        fprintf(out, " of %c", 'a' + side);
        if (r->has_points)
            fprintf(out, ", its %s, at %.17g, %.17g, %.17g", n.feature[side], n.point[side][0],
                    n.point[side][1], n.point[side][2]);
        fputc('\n', out);
    }
}

void distance_write_text(const void* result, FILE* out)
{
    const distance_result* r = result;
    const json_costs costs = distance_costs(r);
    pair_write_sides(r->sides, out);
    write_verdict(r, out);
    if (r->answer.has_pair) write_nearest(r, out);
    result_write_sight(&r->options->result, r->view, out);
    if (r->options->stats) costs_write_tests(&costs, out);
    costs_write_seconds(&costs, "measure", out);
}

// ------------------------------------------------------------------------------------------- JSON

static void write_pair(json* j, const distance_result* r)
{
    if (!r->answer.has_pair) {
        json_key(j, "pair");
        json_null(j);
        return;
    }
    const nearest_sides n = sides_of(r);
    json_key(j, "pair");
    json_array(j, false);
    for (int side = 0; side < 2; side++)
        json_count(j, n.from.triangle[side]);
    json_close(j);
    json_write_faces(j, r->sides, &n.from);
}

void distance_write_points(json* j, const abut_event* features, const double* a_point,
                           const double* b_point)
{
    static const char* const keys[] = {"a_point", "b_point"};
    const double* const points[2] = {a_point, b_point};
    json_key(j, "features");
    if (features) {
        json_array(j, false);
        json_string(j, distance_feature_text(features->a));
        json_string(j, distance_feature_text(features->b));
        json_close(j);
    } else {
        json_null(j);
    }
    for (int side = 0; side < 2; side++) {
        if (points[side]) {
            json_put_numbers(j, keys[side], points[side], 3);
        } else {
            json_key(j, keys[side]);
            json_null(j);
        }
    }
}

void distance_write_json(const void* result, FILE* out)
{
    const distance_result* r = result;
    const json_costs costs = distance_costs(r);
    json j = {.out = out};
    json_begin(&j);
    json_write_sides(&j, r->sides, r->options->poses);
    json_put_string(&j, "state", distance_state_text(distance_state_of(r)));
    json_put_number(&j, "lo", r->answer.lo);
    json_put_number(&j, "hi", r->answer.hi);
    json_put_bool(&j, "complete", r->answer.complete);
    json_put_bool(&j, "empty", pair_is_empty(r->sides));
    write_pair(&j, r);
    if (r->has_points)
        distance_write_points(&j, &r->answer.features, r->answer.a_point, r->answer.b_point);
    else
        distance_write_points(&j, NULL, NULL, NULL);
    json_key(&j, "warnings");
    warnings_write(&r->warnings, &j);
    json_write_costs(&j, &costs);
    json_close(&j);
}

// -------------------------------------------------------------------------------------------- CSV

void distance_write_cell(double value, FILE* out)
{
    fputc(',', out);
    if (isfinite(value)) fprintf(out, "%.17g", value);
}

// No cell holds a name, so none is quoted.
void distance_write_csv(const void* result, FILE* out)
{
    const distance_result* r = result;
    const abut_distance_answer* answer = &r->answer;
    const csv table = result_csv(&r->options->result, out);
    const nearest_sides none = {.point = {answer->a_point, answer->b_point}};
    const nearest_sides n = answer->has_pair ? sides_of(r) : none;
    const bool faces = pair_has_faces(r->sides);
    fputs("state,lo,hi,a,b", out);
    if (faces) fputs(",face_a,face_b", out);
    fputs(",feature_a,feature_b,x_a,y_a,z_a,x_b,y_b,z_b", out);
    csv_end_line(&table);
    fputs(distance_state_text(distance_state_of(r)), out);
    distance_write_cell(answer->lo, out);
    distance_write_cell(answer->hi, out);
    for (int side = 0; side < 2; side++) {
        fputc(',', out);
        if (answer->has_pair) fprintf(out, "%" PRIu32, n.from.triangle[side]);
    }
    for (int side = 0; faces && side < 2; side++) {
        fputc(',', out);
        if (answer->has_pair && r->sides[side].origin.faces)
            fprintf(out, "%" PRIu32, n.from.face[side]);
    }
    for (int side = 0; side < 2; side++)
        fprintf(out, ",%s", r->has_points ? n.feature[side] : "");
    for (int i = 0; i < 6; i++)
        distance_write_cell(r->has_points ? n.point[i / 3][i % 3] : (double)NAN, out);
    csv_end_line(&table);
}
