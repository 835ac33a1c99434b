// check.c - "abut check A B": do two models touch or cross, and where.
#include "check/check.h"

#include "picture/way.h"
#include "say/say.h"
#include "shape/word.h"

#include <stdlib.h>

bool check_is_hollow(const check_result* r)
{
    return result_is_hollow(&r->options->result, pair_is_empty(r->sides));
}

bool check_is_distance(const check_result* r)
{
    return r->options->clearance.is_given && !r->hits.count;
}

// how: to ask for the pairs; told: more is wanted than the exit status.
static abut_status ask_clearance(check_result* r, const abut_instance* a, const abut_instance* b,
                                 const abut_ask* how, bool told)
{
    const measure_limit* limit = &r->options->clearance;
    const abut_distance_ask distance = {
        .within = measure_reach(limit), .budget = how->budget, .detail = ABUT_DETAIL_POINTS};
    // A budget ends the same search whatever is told.
    if (!told && !how->budget) return measure_ask_band(r->query, a, b, limit, &r->band);
    const abut_status status = measure_ask(r->query, a, b, &distance, told ? how : NULL, &r->found);
    if (status != ABUT_OK) return status;
    r->hits = r->found.hits;
    r->measure = measure_of(r->sides, limit, check_is_hollow(r), &r->found.answer, true);
    r->band = measure_band_of(&r->measure);
    return ABUT_OK;
}

// Ask what both are as solids, if that is wanted. Returns false after telling what is wrong.
static bool ask_depth(check_result* r, const abut_host* host, progress* p)
{
    const check_options* o = r->options;
    if (!depth_is_asked(&o->depth)) return true;
    progress_begin(p, "measuring how deep", "");
    const bool fine = depth_ask(&r->depth, &o->depth, r->sides, o->poses, host);
    r->query_seconds = progress_end(p);
    return fine;
}

// What is known of the pairs in contact once curves are.
static bool takes_overlap(const check_result* r)
{
    return depth_has_overlap(&r->options->depth) && !r->options->inside;
}

static bool ask(check_result* r, progress* p)
{
    const check_options* o = r->options;
    const abut_instance a = {r->sides[0].model, o->poses[0]};
    const abut_instance b = {r->sides[1].model, o->poses[1]};
    const bool is_seen = is_shown(&o->result.picture),
               shown = result_is_written(&o->result) || is_seen;
    abut_tree_walk walk = o->build.walk;
    if (o->considered) walk.considered = considered_add;
    walk.considered_user = &r->considered;
    const abut_ask how = {
        .walk = &walk,
        .limit = shown || o->inside ? o->files.limit : 1,  // for the status any contact will do
        .budget = o->files.budget,
        .detail = o->points || is_seen ? ABUT_DETAIL_POINTS
                  : shown              ? ABUT_DETAIL_KINDS
                                       : ABUT_DETAIL_PAIRS,
    };
    progress_begin(p, "searching contacts", "");
    if (takes_overlap(r)) r->hits = r->depth.overlap.hits;
    const abut_status status = takes_overlap(r) ? ABUT_OK
                               : o->inside ? abut_contain(r->query, &a, &b, &how, &r->containment)
                               : o->clearance.is_given
                                   ? ask_clearance(r, &a, &b, &how, shown)
                                   : abut_collide(r->query, &a, &b, &how, &r->hits);
    if (status == ABUT_OK && o->inside) r->hits = r->containment.hits;
    if (check_is_hollow(r)) r->hits.complete = 0;
    r->query_seconds += progress_end(p);
    if (status == ABUT_OK) return considered_finish(r);
    say_status(NULL, status);
    return false;
}

static bool draw(check_result* r, const pair_sight* s, result_files* files)
{
    const picture_options* o = &r->options->result.picture;
    if (!r->options->considered)
        return picture_write(o, &s->scene, &files->picture, r->view, &r->warnings);
    considered_sight own;
    const bool written = considered_see(r, s, &own) &&
                         picture_write(o, &own.scene, &files->picture, r->view, &r->warnings);
    considered_sight_free(&own);
    return written;
}

static bool see(void* result, result_files* files)
{
    check_result* r = result;
    const check_options* o = r->options;
    const way_scene scene = {"check", o->poses, &o->result.picture, r->query_seconds};
    pair_sight s;
    depth_sight depth;
    if (check_is_distance(r)) return way_show(&r->measure, &scene, files, r->view, &r->warnings);
    const bool written = check_see(r, &s, &depth) && draw(r, &s, files) &&
                         check_write_report(r, &s, &depth, &files->page);
    pair_sight_free(&s);
    return written;
}

static bool find(void* result, const abut_host* host, progress* p)
{
    check_result* r = result;
    return pair_load(r->sides, &r->options->files, &r->options->build, host, p) &&
           pair_warnings(r->sides, &r->warnings) &&
           (!r->options->clearance.is_given || measure_method_fits(r->sides[0].info.method)) &&
           (!depth_is_asked(&r->options->depth) || solids_method_fits(r->sides[0].info.method)) &&
           pair_query(&r->query, host) && ask_depth(r, host, p) && ask(r, p);
}

static int exit_status(const void* result)
{
    const check_result* r = result;
    const abut_hits* hits = &r->hits;
    if (check_is_hollow(r)) return EXIT_UNDECIDED;
    if (r->options->clearance.is_given) return measure_exit_status(r->band);
    if (r->options->inside)
        return r->containment.relation == ABUT_RELATION_SEPARATE ? EXIT_APART : EXIT_CONTACT;
    const depth_state state =
        depth_is_asked(&r->options->depth) ? depth_state_of(&r->depth) : DEPTH_FREE;
    if (hits->count > 0 || state == DEPTH_BLOCKED) return EXIT_CONTACT;
    return hits->complete && state == DEPTH_FREE ? EXIT_APART : EXIT_UNDECIDED;
}

static void release(void* result)
{
    check_result* r = result;
    abut_query_free(r->query);
    depth_free(&r->depth);  // its solids borrow the models
    pair_free(r->sides);
    considered_free(&r->considered);
    warnings_free(&r->warnings);
}

static void write_curves(const void* result, FILE* out)
{
    const check_result* r = result;
    depth_write_obj(&r->depth, out);
}

static const result_ways ways = {check_write_text, check_write_json, check_write_csv, see,
                                 write_curves};

static int check_run(int count, char** arguments)
{
    check_options o;
    check_result r = {.options = &o};
    int status;
    if (!check_options_parse(&o, count, arguments, &status)) return status;
    if (o.files.shape) return check_shape_run(&o);
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

const verb verb_check = {
    .name = "check",
    .summary = "do two models touch or cross, where, which triangles",
    .usage = "A B [options]",
    .about =
        "Do A and B touch or cross, and where? Exactly; touching counts. Files are STL, OBJ, PLY, "
        "OFF, glTF, 3MF or saved models; one may be a shape: sphere:X,Y,Z,R.",
    .more = {"You get the triangles of A and B that share at least one point. Every method finds "
             "the same ones: the answer is exact for the numbers in the files and the poses. 'abut "
             "build' saves models. A file's content tells its format, not its name. - is standard "
             "input. A name that starts with - goes behind -- or is written ./-name.",
             "A shape may stand for A or B, as one of these words (docs/reference/shapes.md). Then "
             "you get the triangles that it touches; --contacts lists them:\n" SHAPE_WORDS_HELP},
    .notes =
        {"With --depth, --along or --volume the exit status is 1 also where one model is inside "
         "the "
         "other without contact. What a budget ends has true bounds all the same. 0.5 (within "
         "1e-13) is between two bounds so far apart. Picture and "
         "report show the deepest points, and an arrow along the way that frees B.",
         "Triangles are counted from 0 in file order, after polygons are split into triangles.",
         "With --clearance models that do not touch are told as 'abut distance' tells them: bounds "
         "of the distance, the nearest triangles and points, and the shortest way drawn. 'abut "
         "distance --within D --csv' has a table of that."},
    .status = "0 proved apart, 1 contact (or within D), 2 error, 3 undecided.",
    .status_more =
        "Undecided also where a model has no triangles. With --inside: 0 separate, 1 for "
        "anything else, unknown included, 2 error, 3 where a model has no triangles.",
    .examples = {"abut check bolt.stl nut.stl --move-b 0,0,12.5 --points",
                 "abut check a.obj b.obj --rotate-b 0,0,1,90 --json -o result.json",
                 "abut check bolt.stl nut.stl --move-b 0,0,0.2 --picture bolt.png --view 1,-2,1",
                 "abut check bolt.stl nut.stl --move-b 0,0,0.2 --report bolt.html",
                 "abut check bolt.stl nut.stl --move-b 0,0,20 --clearance 0.5",
                 "abut check bolt.stl nut.stl --move-b 0.1,0,0 --depth --along z --json",
                 "abut check arm.stl sphere:0.2,0,1.5,0.08 --contacts",
                 "gunzip -c a.ply.gz | abut check - b.off --format ply --quiet"},
    .run = check_run,
};
