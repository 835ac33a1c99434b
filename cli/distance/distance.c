// distance.c - "abut distance A B": how far two models are from each other, and where they are nearest.
#include "distance/distance.h"

#include "models/threads.h"
#include "say/say.h"

#include <float.h>
#include <stdlib.h>

bool distance_is_hollow(const distance_result* r)
{
    return result_is_hollow(&r->options->result, pair_is_empty(r->sides));
}

static distance_state state_of_band(abut_band band)
{
    static const distance_state states[] = {[ABUT_BAND_UNDECIDED] = DISTANCE_UNDECIDED,
                                            [ABUT_BAND_CONTACT] = DISTANCE_CONTACT,
                                            [ABUT_BAND_CLOSE] = DISTANCE_CLOSE,
                                            [ABUT_BAND_CLEAR] = DISTANCE_CLEAR};
    return states[band];
}

// Whether the distance is at most, or strictly below, what is asked within. Between two doubles side by side it is neither.
static bool is_close(const distance_result* r)
{
    const abut_distance_answer* answer = &r->answer;
    const double within = r->options->within;
    if (!r->options->has_within || !(answer->hi <= within)) return false;
    return !r->options->strict || answer->hi < within || (answer->complete && answer->lo < within);
}

distance_state distance_state_of(const distance_result* r)
{
    const abut_distance_answer* answer = &r->answer;
    const double enough = r->options->has_within ? r->options->within : 0;
    if (distance_is_hollow(r)) return DISTANCE_UNDECIDED;
    if (r->options->has_all) return state_of_band(r->all.band);
    if (!(answer->hi > 0)) return DISTANCE_CONTACT;
    if (is_close(r)) return DISTANCE_CLOSE;
    return answer->complete || answer->lo > enough ? DISTANCE_CLEAR : DISTANCE_UNDECIDED;
}

const char* distance_state_text(distance_state state)
{
    static const char* const texts[] = {"contact", "close", "clear", "undecided"};
    return texts[state];
}

static bool load(distance_result* r, const abut_host* host, progress* p)
{
    const distance_options* o = r->options;
    return pair_load(r->sides, &o->files, &o->build, host, p) &&
           pair_warnings(r->sides, &r->warnings) && distance_method_fits(r->sides[0].info.method);
}

// Does anything but the exit status tell the answer?
static bool is_told(const distance_options* o)
{
    return result_is_written(&o->result) || is_shown(&o->result.picture);
}

// How far to look. To the library 0 is no limit, but whoever wants the status alone, or what is within 0, asks about contact:
// the least number that it takes.
static double reach(const distance_options* o)
{
    if (o->has_within) return o->within > 0 ? o->within : DBL_TRUE_MIN;
    return is_told(o) ? 0 : DBL_TRUE_MIN;
}

static abut_status ask_distance(distance_result* r, abut_query* query, const abut_instance* a,
                                const abut_instance* b, bool told)
{
    const distance_options* o = r->options;
    const abut_distance_ask how = {
        .absolute = o->absolute,
        .relative = o->relative,
        .within = reach(o),
        .budget = o->files.budget,
        .deadline = o->deadline,
        .detail = told ? ABUT_DETAIL_POINTS : ABUT_DETAIL_PAIRS,
    };
    const abut_status status = abut_distance(query, a, b, &how, &r->answer);
    // A search that was stopped says which pair is near, and not where.
    r->has_points = told && r->answer.has_pair && (r->answer.complete || !(r->answer.hi > 0));
    return status;
}

static bool ask(distance_result* r, abut_query* query, progress* p)
{
    const distance_options* o = r->options;
    const abut_instance a = {r->sides[0].model, o->poses[0]};
    const abut_instance b = {r->sides[1].model, o->poses[1]};
    progress_begin(p, "measuring", "");
    const abut_status status =
        (o->has_all ? distance_ask_all : ask_distance)(r, query, &a, &b, is_told(o));
    if (distance_is_hollow(r)) r->answer.complete = 0;
    r->query_seconds = progress_end(p);
    if (status == ABUT_OK) return true;
    say("%s", abut_status_text(status));
    return false;
}

static bool see(void* result, result_files* files)
{
    distance_result* r = result;
    distance_sight s;
    const bool written = distance_see(r, &s) &&
                         picture_write(&r->options->result.picture, &s.pair.scene, &files->picture,
                                       r->view, &r->warnings) &&
                         distance_write_report(r, &s, &files->page);
    distance_sight_free(&s);
    return written;
}

static const result_ways ways = {distance_write_text, distance_write_json, distance_write_csv, see};
static const result_ways ways_of_all = {distance_all_write_text, distance_all_write_json,
                                        distance_all_write_csv, see};

static int exit_status(const distance_result* r)
{
    static const int statuses[] = {[DISTANCE_CONTACT] = EXIT_CONTACT,
                                   [DISTANCE_CLOSE] = EXIT_CONTACT,
                                   [DISTANCE_CLEAR] = EXIT_APART,
                                   [DISTANCE_UNDECIDED] = EXIT_UNDECIDED};
    return statuses[distance_state_of(r)];
}

static int measure_files(const distance_options* o)
{
    int status = EXIT_ERROR;
    distance_result r = {.options = o};
    result_files files;
    progress p;
    threads t;
    abut_query* query = NULL;
    progress_open(&p, o->result.quiet);
    if (!threads_open(&t, o->thread_count, &p)) return status;
    if (result_prepare(&files, &o->result, o->files.paths, 2) && load(&r, &t.host, &p)) {
        const abut_status created = abut_query_create(&query, &t.host);
        if (created != ABUT_OK)
            say("%s", abut_status_text(created));
        else if (ask(&r, query, &p) && result_tell(&r, o->has_all ? &ways_of_all : &ways,
                                                   &o->result, &r.warnings, &files, &p))
            status = exit_status(&r);
    }
    result_discard(&files);
    abut_query_free(query);
    for (int i = 0; i < 2; i++)
        model_file_free(&r.sides[i]);
    warnings_free(&r.warnings);
    threads_close(&t);
    return status;
}

static int distance_run(int count, char** arguments)
{
    distance_options o;
    int status;
    return distance_options_parse(&o, count, arguments, &status) ? measure_files(&o) : status;
}

const verb verb_distance = {
    .name = "distance",
    .summary = "how far are two models apart, and where are they nearest",
    .usage = "A B [options]",
    .about =
        "How far are the surfaces of A and B apart, and which triangles are nearest? The answer "
        "is exact: the one or two doubles next to the distance. A and B are files as 'abut check' "
        "takes them.",
    .more =
        {"The distance is that of the triangles: a model inside another one is as far as it is "
         "from the walls. It is 0 if they touch or cross.",
         "Two bounds are told, of which the distance is between: without a tolerance they are "
         "doubles side by side, or equal where the distance is a double. Of several nearest pairs "
         "it is the first of a, then of b. Points are rounded once."},
    .notes =
        {"Triangles are counted from 0 in file order, after polygons are split into triangles.",
         "Picture and report show the shortest way as a line. Methods: wide, brute, aabb, obb and "
         "sphere."},
    .status = "0 clear, 1 contact (or too close), 2 error, 3 undecided.",
    .status_more = "Undecided where a budget or a deadline ended it before that was known, or a "
                   "model has no triangles. The bounds hold all the same.",
    .examples = {"abut distance bolt.stl nut.stl --move-b 0,0,12.5",
                 "abut distance a.obj b.obj --within 0.5 --json -o result.json",
                 "abut distance a.obj b.obj --all-within 0.5 --csv -o pairs.csv",
                 "abut distance a.obj b.obj --relative-tolerance 1e-3 --csv",
                 "abut distance bolt.stl nut.stl --picture gap.png"},
    .run = distance_run,
};
