// measure.c - see measure.h.
#include "models/measure.h"

#include "say/say.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bool measure_take_limit(void* to, const option_row* row, const char* text)
{
    measure_limit* limit = to;
    limit->is_given = true;
    return option_length(&limit->distance, row, text);
}

double measure_reach(const measure_limit* limit)
{
    return limit->distance > 0 ? limit->distance : DBL_TRUE_MIN;
}

// --------------------------------------------------------------------------------------- methods

// What the library says to the question, before there are models. A method shows what it is with a triangle.
static abut_status try_method(abut_method method)
{
    static const double corners[9] = {0};
    static const uint32_t triangle[3] = {0, 1, 2};
    const abut_soup least = {
        .vertices = corners, .vertex_count = 3, .triangles = triangle, .triangle_count = 1};
    const abut_build build = {.method = method};
    abut_instance one = {0};
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_distance_answer answer;
    abut_status status = abut_model_build(&model, &least, &build);
    if (status == ABUT_OK) status = abut_query_create(&query, NULL);
    one.model = model;
    if (status == ABUT_OK) status = abut_distance(query, &one, &one, NULL, &answer);
    abut_query_free(query);
    abut_model_free(model);
    return status;
}

bool measure_method_fits(abut_method method)
{
    char list[256] = "";
    const abut_status status = try_method(method);
    if (status == ABUT_OK) return true;
    if (status != ABUT_BAD_COMBINATION) {
        say("%s", abut_status_text(status));
        return false;
    }
    for (int m = ABUT_METHOD_AUTO + 1; m < 64; m++) {
        const char* name = abut_method_name((abut_method)m);
        const size_t used = strlen(list);
        if (name && try_method((abut_method)m) == ABUT_OK)
            snprintf(list + used, sizeof list - used, " %s", name);
    }
    say("the method %s does not tell how far models are apart; there are:%s",
        abut_method_name(method), list);
    return false;
}

// ---------------------------------------------------------------------------------------- answers

const char* measure_state_text(measure_state state)
{
    static const char* const texts[MEASURE_STATES] = {"undecided", "contact", "close", "clear"};
    return texts[state];
}

measure_state measure_judge(const measure_limit* limit, double lo, double hi, bool complete)
{
    const double d = limit->distance;
    // The limit is a double: a distance that is between two which are side by side is not the limit.
    const bool is_between = complete && lo < hi && hi <= nextafter(lo, (double)INFINITY);
    if (!(hi > 0)) return MEASURE_CONTACT;
    if (limit->is_strict ? hi < d || (hi <= d && is_between) : hi <= d) return MEASURE_CLOSE;
    const bool is_far = limit->is_strict ? lo >= d && (complete || lo > 0) : complete || lo > d;
    return is_far ? MEASURE_CLEAR : MEASURE_UNDECIDED;
}

measure measure_of(const model_file sides[2], const measure_limit* limit, bool is_hollow,
                   const abut_distance_answer* answer, bool with_points)
{
    measure m = {.sides = sides, .limit = *limit, .answer = *answer, .is_hollow = is_hollow};
    if (is_hollow) m.answer.complete = 0;
    // A search that was stopped says which pair is near, and not where.
    m.has_points = with_points && answer->has_pair && (m.answer.complete || !(answer->hi > 0));
    return m;
}

measure_state measure_state_of(const measure* m)
{
    const abut_distance_answer* answer = &m->answer;
    if (m->is_hollow) return MEASURE_UNDECIDED;
    return measure_judge(&m->limit, answer->lo, answer->hi, answer->complete);
}

int measure_exit_status(measure_state state)
{
    static const int statuses[MEASURE_STATES] = {EXIT_UNDECIDED, EXIT_CONTACT, EXIT_CONTACT,
                                                 EXIT_APART};
    return statuses[state];
}
