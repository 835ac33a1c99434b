// distance.c - "abut distance A B": how far two models are from each other, and where they are nearest.
#include "distance/distance.h"

#include "picture/way.h"
#include "say/say.h"

// Does anything but the exit status tell the answer?
static bool is_told(const distance_options* o)
{
    return result_is_written(&o->result) || is_shown(&o->result.picture);
}

double distance_reach(const distance_options* o)
{
    return o->within.is_given || !is_told(o) ? measure_reach(&o->within) : 0;
}

static abut_status ask_distance(distance_result* r, const abut_instance* a, const abut_instance* b,
                                bool told)
{
    const distance_options* o = r->options;
    const abut_distance_ask how = {
        .absolute = o->absolute,
        .relative = o->relative,
        .within = distance_reach(o),
        .budget = o->files.budget,
        .deadline = o->deadline,
        .detail = told ? ABUT_DETAIL_POINTS : ABUT_DETAIL_PAIRS,
    };
    abut_distance_answer answer;
    const abut_status status = abut_distance(r->query, a, b, &how, &answer);
    const bool is_hollow = result_is_hollow(&o->result, pair_is_empty(r->sides));
    if (status == ABUT_OK) r->measure = measure_of(r->sides, &o->within, is_hollow, &answer, told);
    return status;
}

static bool ask(distance_result* r, progress* p)
{
    const distance_options* o = r->options;
    const abut_instance a = {r->sides[0].model, o->poses[0]};
    const abut_instance b = {r->sides[1].model, o->poses[1]};
    progress_begin(p, "measuring", "");
    const abut_status status =
        (o->lists_all ? distance_ask_all : ask_distance)(r, &a, &b, is_told(o));
    r->query_seconds = progress_end(p);
    if (status == ABUT_OK) return true;
    say_status(NULL, status);
    return false;
}

static bool see(void* result, result_files* files)
{
    distance_result* r = result;
    const distance_options* o = r->options;
    const way_scene scene = {"distance", o->poses, &o->result.picture, r->query_seconds};
    return way_show(&r->measure, &scene, files, r->view, &r->warnings);
}

static bool find(void* result, const abut_host* host, progress* p)
{
    distance_result* r = result;
    return pair_load(r->sides, &r->options->files, &r->options->build, host, p) &&
           pair_warnings(r->sides, &r->warnings) && measure_method_fits(r->sides[0].info.method) &&
           pair_query(&r->query, host) && ask(r, p);
}

static int exit_status(const void* result)
{
    const distance_result* r = result;
    return measure_exit_status(measure_band_of(&r->measure));
}

static void release(void* result)
{
    distance_result* r = result;
    abut_query_free(r->query);
    pair_free(r->sides);
    warnings_free(&r->warnings);
}

static const result_ways ways = {distance_write_text, distance_write_json, distance_write_csv, see};

static int distance_run(int count, char** arguments)
{
    distance_options o;
    distance_result r = {.options = &o};
    int status;
    if (!distance_options_parse(&o, count, arguments, &status)) return status;
    if (o.files.shape) return distance_shape_run(&o);
    const result_job job = {.find = find,
                            .ways = &ways,
                            .exit_status = exit_status,
                            .release = release,
                            .options = &o.result,
                            .inputs = o.files.paths,
                            .input_count = 2,
                            .thread_count = o.thread_count,
                            .warnings = &r.warnings};
    return result_run(&r, &job);
}

const verb verb_distance = {
    .name = "distance",
    .summary = "how far are two models apart, and where are they nearest",
    .usage = "A B [options]",
    .about =
        "How far are the surfaces of A and B apart, and which triangles are nearest? The answer "
        "is exact: the one or two doubles next to the distance. A and B are files as 'abut check' "
        "takes them; one may be a shape.",
    .more =
        {"The distance is that of the triangles: a model inside another one is as far as it is "
         "from the walls. It is 0 if they touch or cross.",
         "You get two bounds, with the distance between them. Without a tolerance they are doubles "
         "side by side, or equal where the distance is a double. Of several nearest pairs you get "
         "the first of a, then of b. Points are rounded once."},
    .notes =
        {"Of a cylinder or a cone the bounds are some 1e-12 of its size apart. A limit between "
         "them "
         "is undecided. --all-within takes no shapes; pictures and reports do not show them.",
         "Triangles are counted from 0 in file order, after polygons are split into triangles.",
         "Picture and report show the shortest way as a line, or each that is listed. Methods: "
         "wide, brute, aabb, obb and sphere."},
    .status = "0 clear, 1 contact (or too close), 2 error, 3 undecided.",
    .status_more = "Undecided where a budget or a deadline ended it before that was known, or a "
                   "model has no triangles. The bounds hold all the same.",
    .examples = {"abut distance bolt.stl nut.stl --move-b 0,0,12.5",
                 "abut distance a.obj b.obj --within 0.5 --json -o result.json",
                 "abut distance a.obj b.obj --all-within 0.5 --csv -o pairs.csv",
                 "abut distance a.obj b.obj --relative-tolerance 1e-3 --csv",
                 "abut distance part.stl capsule:0,0,0,0,0,9,1.5 --json",
                 "abut distance bolt.stl nut.stl --picture gap.png"},
    .run = distance_run,
};
