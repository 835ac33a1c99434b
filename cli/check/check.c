// check.c - "abut check A B": do two models touch or cross, and where.
#include "check/check.h"

#include "models/threads.h"
#include "say/say.h"

#include <stdlib.h>

bool check_is_hollow(const check_result* r)
{
    return result_is_hollow(&r->options->result, pair_is_empty(r->sides));
}

static bool load(check_result* r, const abut_host* host, progress* p)
{
    const check_options* o = r->options;
    return pair_load(r->sides, &o->files, &o->build, host, p) &&
           pair_warnings(r->sides, &r->warnings);
}

static bool ask(check_result* r, abut_query* query, progress* p)
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
    const abut_status status = o->inside ? abut_contain(query, &a, &b, &how, &r->containment)
                                         : abut_collide(query, &a, &b, &how, &r->hits);
    if (status == ABUT_OK && o->inside) r->hits = r->containment.hits;
    if (check_is_hollow(r)) r->hits.complete = 0;
    r->query_seconds = progress_end(p);
    if (status == ABUT_OK) return considered_finish(r);
    say("%s", abut_status_text(status));
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
    pair_sight s;
    const bool written =
        check_see(r, &s) && draw(r, &s, files) && check_write_report(r, &s, &files->page);
    pair_sight_free(&s);
    return written;
}

static const result_ways ways = {check_write_text, check_write_json, check_write_csv, see};

static int exit_status(const check_result* r)
{
    const abut_hits* hits = &r->hits;
    if (check_is_hollow(r)) return EXIT_UNDECIDED;
    if (r->options->inside)
        return r->containment.relation == ABUT_RELATION_SEPARATE ? EXIT_APART : EXIT_CONTACT;
    if (hits->count > 0) return EXIT_CONTACT;
    return hits->complete ? EXIT_APART : EXIT_UNDECIDED;
}

static int check_files(const check_options* o)
{
    int status = EXIT_ERROR;
    check_result r = {.options = o};
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
        else if (ask(&r, query, &p) && result_tell(&r, &ways, &o->result, &r.warnings, &files, &p))
            status = exit_status(&r);
    }
    result_discard(&files);
    abut_query_free(query);
    for (int i = 0; i < 2; i++)
        model_file_free(&r.sides[i]);
    considered_free(&r.considered);
    warnings_free(&r.warnings);
    threads_close(&t);
    return status;
}

static int check_run(int count, char** arguments)
{
    check_options o;
    int status;
    return check_options_parse(&o, count, arguments, &status) ? check_files(&o) : status;
}

const verb verb_check = {
    .name = "check",
    .summary = "do two models touch or cross, where, which triangles",
    .usage = "A B [options]",
    .about =
        "Do the models A and B touch or cross, and where? Touching counts. The answer is exact for "
        "the numbers in the files and the poses. A and B are STL, OBJ, PLY or OFF files, or saved "
        "by 'abut build'; one may be -, the standard input.",
    .more =
        {"What is found are the triangles of A and B that share at least one point: the same "
         "ones by every method. Formats are told apart by their content. A name that starts with "
         "- goes behind -- or is written ./-name."},
    .notes =
        {"Triangles are counted from 0 in file order, after polygons are split into triangles."},
    .status = "0 proved apart, 1 contact, 2 error, 3 undecided.",
    .status_more =
        "Undecided also where a model has no triangles. With --inside: 0 separate, 1 for "
        "anything else, unknown included, 2 error, 3 where a model has no triangles.",
    .examples = {"abut check bolt.stl nut.stl --move-b 0,0,12.5 --points",
                 "abut check a.obj b.obj --rotate-b 0,0,1,90 --json -o result.json",
                 "abut check bolt.stl nut.stl --move-b 0,0,0.2 --picture bolt.png --view 1,-2,1",
                 "abut check bolt.stl nut.stl --move-b 0,0,0.2 --report bolt.html",
                 "gunzip -c a.ply.gz | abut check - b.off --format ply --quiet"},
    .run = check_run,
};
