// measure.c - see measure.h.
#include "models/measure.h"

#include "say/progress.h"
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

const char* measure_limit_text(const measure_limit* limit)
{
    return limit->is_strict ? "less than" : "at most";
}

double measure_reach(const measure_limit* limit)
{
    return limit->distance > 0 ? limit->distance : DBL_TRUE_MIN;
}

// --------------------------------------------------------------------------------------- methods

static abut_status try_method(abut_method method, measure_trial* ask)
{
    static const double corners[9] = {0};
    static const uint32_t triangle[3] = {0, 1, 2};
    const abut_soup least = {
        .vertices = corners, .vertex_count = 3, .triangles = triangle, .triangle_count = 1};
    const abut_build build = {.method = method};
    abut_instance one = {0};
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_status status = abut_model_build(&model, &least, &build);
    if (status == ABUT_OK) status = abut_query_create(&query, NULL);
    one.model = model;
    if (status == ABUT_OK) status = ask(query, &one);
    abut_query_free(query);
    abut_model_free(model);
    return status;
}

bool measure_method_answers(abut_method method, measure_trial* ask, const char* lacks)
{
    char list[256] = "";
    const abut_status status = try_method(method, ask);
    if (status == ABUT_OK) return true;
    if (status != ABUT_BAD_COMBINATION) {
        say_status(NULL, status);
        return false;
    }
    for (int m = ABUT_METHOD_AUTO + 1; m < 64; m++) {
        const char* name = abut_method_name((abut_method)m);
        const size_t used = strlen(list);
        if (name && try_method((abut_method)m, ask) == ABUT_OK)
            snprintf(list + used, sizeof list - used, " %s", name);
    }
    say(O022_METHOD_LACKS, "the method %s %s; there are:%s", abut_method_name(method), lacks, list);
    return false;
}

static abut_status try_distance(abut_query* query, const abut_instance* one)
{
    abut_distance_answer answer;
    return abut_distance(query, one, one, NULL, &answer);
}

bool measure_method_fits(abut_method method)
{
    return measure_method_answers(method, try_distance, "does not tell how far models are apart");
}

// ---------------------------------------------------------------------------------------- answers

abut_band measure_judge(const measure_limit* limit, double lo, double hi, bool complete)
{
    const double d = limit->distance;
    // The limit is a double: a distance that is between two which are side by side is not the limit.
    const bool is_between = complete && lo < hi && hi <= nextafter(lo, (double)INFINITY);
    if (!(hi > 0)) return ABUT_BAND_CONTACT;
    if (limit->is_strict ? hi < d || (hi <= d && is_between) : hi <= d) return ABUT_BAND_CLOSE;
    const bool is_far = limit->is_strict ? lo >= d && (complete || lo > 0) : complete || lo > d;
    return is_far ? ABUT_BAND_CLEAR : ABUT_BAND_UNDECIDED;
}

measure measure_of(const model_file sides[2], const measure_limit* limit, bool is_hollow,
                   const abut_distance_answer* answer, bool with_points)
{
    measure m = {.sides = sides,
                 .limit = *limit,
                 .answer = *answer,
                 .is_empty = pair_is_empty(sides),
                 .is_hollow = is_hollow};
    if (is_hollow) m.answer.complete = 0;
    // A search that was stopped says which pair is near, and not where.
    m.has_points = with_points && answer->has_pair && (m.answer.complete || !(answer->hi > 0));
    return m;
}

measure measure_of_all(const model_file sides[2], const measure_limit* limit, bool is_hollow,
                       const abut_clearance_answer* all)
{
    const abut_distance_answer work = {.complete = all->complete && !is_hollow,
                                       .volume_tests = all->volume_tests,
                                       .triangle_tests = all->triangle_tests,
                                       .node_updates = all->node_updates,
                                       .exact_tests = all->exact_tests};
    return (measure){.sides = sides,
                     .limit = *limit,
                     .all = all,
                     .answer = work,
                     .is_empty = pair_is_empty(sides),
                     .is_hollow = is_hollow};
}

abut_band measure_band_of(const measure* m)
{
    const abut_distance_answer* answer = &m->answer;
    if (m->is_hollow) return ABUT_BAND_UNDECIDED;
    if (m->all) return m->all->band;
    const bool is_told = !m->is_interval || answer->is_farther || !(m->limit.distance > 0);
    return measure_judge(&m->limit, answer->lo, answer->hi, answer->complete && is_told);
}

// ----------------------------------------------------------------------------------------- asking

// The contact of the pair that is known, alone.
static abut_status list_known(const abut_instance* a, const abut_instance* b, measure_found* out)
{
    double corners[2][9];
    abut_status status = abut_model_triangles(a->model, out->answer.pair.a, 1, corners[0]);
    if (status == ABUT_OK)
        status = abut_model_triangles(b->model, out->answer.pair.b, 1, corners[1]);
    if (status == ABUT_OK)
        status = abut_triangles_touch(corners[0], &a->pose, corners[1], &b->pose, &out->known);
    out->hits.pairs = &out->answer.pair;
    out->hits.contacts = &out->known;
    out->hits.count = 1;
    out->hits.complete = 0;
    return status;
}

// Ask for pairs by what is left of the limits. Returns ABUT_OK with no pairs where nothing is left.
static abut_status list_pairs(abut_query* query, const abut_instance* a, const abut_instance* b,
                              const abut_distance_ask* how, const abut_ask* pairs, double seconds,
                              measure_found* out)
{
    const abut_distance_answer* answer = &out->answer;
    const uint64_t spent = answer->volume_tests + answer->triangle_tests;
    abut_ask left = *pairs;
    if ((how->budget && spent >= how->budget) ||
        (how->deadline > 0 && 1e6 * seconds >= how->deadline))
        return ABUT_OK;
    if (how->budget) left.budget = how->budget - spent;
    if (how->deadline > 0) left.deadline = how->deadline - 1e6 * seconds;
    const abut_status status = abut_collide(query, a, b, &left, &out->hits);
    out->hits.volume_tests += answer->volume_tests;
    out->hits.triangle_tests += answer->triangle_tests;
    out->hits.node_updates += answer->node_updates;
    out->hits.exact_tests += answer->exact_tests;
    return status;
}

abut_status measure_ask_all(abut_query* query, const abut_instance* a, const abut_instance* b,
                            const measure_limit* limit, const abut_clearance_ask* how,
                            abut_clearance_answer* out)
{
    abut_instance wide = *a;
    abut_clearance_ask whole = *how;
    wide.margin = limit->distance;
    whole.strict = limit->is_strict;
    return abut_clearance(query, &wide, b, &whole, out);
}

abut_status measure_ask_band(abut_query* query, const abut_instance* a, const abut_instance* b,
                             const measure_limit* limit, abut_band* out)
{
    abut_clearance_answer answer;
    const abut_clearance_ask any = {.limit = 1};
    const abut_status status = measure_ask_all(query, a, b, limit, &any, &answer);
    if (status == ABUT_OK) *out = answer.band;
    return status;
}

abut_status measure_ask(abut_query* query, const abut_instance* a, const abut_instance* b,
                        const abut_distance_ask* how, const abut_ask* pairs, measure_found* out)
{
    const double start = progress_clock();
    abut_distance_answer* answer = &out->answer;
    abut_status status = abut_distance(query, a, b, how, answer);
    if (status != ABUT_OK) return status;
    out->hits = (abut_hits){.complete = answer->complete,
                            .volume_tests = answer->volume_tests,
                            .triangle_tests = answer->triangle_tests,
                            .node_updates = answer->node_updates,
                            .exact_tests = answer->exact_tests};
    if (answer->hi > 0) return ABUT_OK;
    if (pairs) status = list_pairs(query, a, b, how, pairs, progress_clock() - start, out);
    return status == ABUT_OK && !out->hits.count ? list_known(a, b, out) : status;
}

int measure_exit_status(abut_band band)
{
    static const int statuses[MEASURE_BANDS] = {EXIT_UNDECIDED, EXIT_CONTACT, EXIT_CONTACT,
                                                EXIT_APART};
    return statuses[band];
}
