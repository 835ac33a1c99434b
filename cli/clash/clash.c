// clash.c - "abut clash FILE...": which of many objects touch or cross each other.
#include "clash/cells.h"

#include "clash/sight.h"
#include "models/threads.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

bool clash_is_hollow(const clash_result* r)
{
    return r->clashes.count == 0 && result_is_hollow(&r->options->result, r->is_empty);
}

abut_band clash_band(const clash_result* r)
{
    return clash_is_hollow(r) ? ABUT_BAND_UNDECIDED : r->clashes.band;
}

size_t clash_contact_count(const clash_result* r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->clashes.count; i++)
        count += !r->clashes.clashes || r->clashes.clashes[i].count > 0;
    return count;
}

size_t clash_close_count(const clash_result* r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->clashes.count; i++)
        count += clash_is_close(r, i);
    return count;
}

static abut_survey survey_of(const clash_options* o)
{
    return o->clearance.is_given                                           ? ABUT_SURVEY_CLEARANCES
           : o->inside                                                     ? ABUT_SURVEY_RELATIONS
           : result_is_written(&o->result) || is_shown(&o->result.picture) ? ABUT_SURVEY_REGIONS
                                                                           : ABUT_SURVEY_CONTACTS;
}

static abut_status fill_world(abut_world* w, const clash_result* r, const abut_pair* ignored)
{
    const bool two_sets = r->options->against_count > 0;
    abut_status status = abut_world_strict(w, r->options->clearance.is_strict);
    for (uint32_t i = 0; i < r->object_count && status == ABUT_OK; i++) {
        const clash_object* object = &r->objects[i];
        // Half of it each is exact: no number that is taken is that small.
        abut_instance instance = clash_instance(object);
        instance.margin = r->options->clearance.distance / 2;
        status = abut_world_add(w, &instance, NULL);
        if (status == ABUT_OK && two_sets)
            status = abut_world_group(w, i, object->is_against ? 2 : 1, object->is_against ? 1 : 2);
    }
    return status == ABUT_OK ? abut_world_ignore(w, ignored, r->ignored_count) : status;
}

static bool ask(clash_result* r, abut_world* w, progress* p)
{
    abut_pair* ignored = NULL;
    if (!clash_ignored_load(r, &ignored)) {
        free(ignored);
        return false;
    }
    progress_begin(p, r->options->clearance.is_given ? "measuring" : "searching contacts", "");
    abut_status status = fill_world(w, r, ignored);
    abut_clashes found;
    if (status == ABUT_OK) status = abut_world_collide(w, survey_of(r->options), NULL, &found);
    r->query_seconds = progress_end(p);
    free(ignored);
    if (status == ABUT_OK) return clash_cells_plan(r, 1) && clash_found_add(r, &found);
    say("%s", abut_status_text(status));
    return false;
}

// All steps of a review; the search is its own.
static bool review(clash_result* r, progress* p)
{
    return clash_files_warn(r) && clash_rules_open(&r->review.rules, r) && clash_cells_plan(r, 1) && clash_find(r, p) &&
           clash_find_duplicates(r, 0, p) && clash_measure(r, 0, p) && clash_judge(r, 0);
}

bool clash_end(clash_result* r)
{
    return clash_found_sort(r) &&
           (!r->options->is_review || (clash_live(r) && clash_word(r) && clash_groups_list(r))) &&
           clash_settle_warnings(r);
}

static int exit_of(const clash_result* r)
{
    if (r->options->is_review) return clash_review_exit(r);
    return r->clashes.count ? EXIT_CONTACT : clash_is_hollow(r) ? EXIT_UNDECIDED : EXIT_APART;
}

static bool see(void* result, result_files* files)
{
    clash_result* r = result;
    clash_sight s;
    const bool written = clash_see(r, &s) &&
                         picture_write(&r->options->result.picture, &s.scene, &files->picture,
                                       r->view, &r->warnings) &&
                         clash_write_report(r, &s, &files->page);
    clash_sight_free(&s);
    return written;
}

static const result_ways ways = {clash_write_text, clash_write_json, clash_write_csv, see};

int clash_tell(clash_result* r, result_files* files, progress* p)
{
    const clash_options* o = r->options;
    if (!clash_files_write(r, p) ||
        !result_tell(r, &ways, &o->result, &r->warnings, files, p))
        return EXIT_ERROR;
    if (o->annotate) clash_annotate(r, stdout);
    return exit_of(r);
}

static int clash_files(const clash_options* o)
{
    int status = EXIT_ERROR;
    clash_result r = {.options = o};
    result_files files;
    progress p;
    threads t;
    abut_world* world = NULL;
    progress_open(&p, o->result.quiet);
    if (!threads_open(&t, o->thread_count, &p)) return status;
    r.host = &t.host;
    if (result_prepare(&files, &o->result, o->paths, o->input_count) &&
        clash_files_prepare(&r, &files) && (!o->is_review || clash_life_open(&r)) &&
        clash_objects_load(&r, &t.host, &p)) {
        const abut_status created = o->is_review ? ABUT_OK : abut_world_create(&world, &t.host);
        if (created != ABUT_OK)
            say("%s", abut_status_text(created));
        else if ((o->is_review ? review(&r, &p) : ask(&r, world, &p)) && clash_end(&r))
            status = clash_tell(&r, &files, &p);
    }
    result_discard(&files);
    clash_files_discard(&r);
    clash_review_free(&r);
    abut_world_free(world);
    clash_objects_free(&r);
    warnings_free(&r.warnings);
    warnings_free(&r.late_warnings);
    threads_close(&t);
    return status;
}

static int clash_run(int count, char** arguments)
{
    clash_options o;
    int status;
    if (count > 1 && strcmp(arguments[1], "diff") == 0) return clash_diff(count - 1, arguments + 1);
    if (clash_options_parse(&o, count, arguments, &status)) status = clash_files(&o);
    clash_options_free(&o);
    return status;
}

const verb verb_clash = {
    .name = "clash",
    .summary = "which of many objects touch, cross or come too close",
    .usage = "FILE... [options] | diff OLD NEW",
    .about =
        "Which of many objects touch or cross, each against every other? Touching counts. An "
        "object is a file, or with --groups a group of one. Files are STL, OBJ, PLY, OFF, glTF or "
        "3MF, STEP or IFC (converted), or saved by 'abut build'; one may be -, standard input.",
    .more = {"Each answer is that of 'abut check', exact for the numbers in the files.",
             "With --clearance D each pair of objects that is at most D apart is listed, too, with "
             "the two bounds of its distance that 'abut distance' tells. The text has the worst "
             "first: what is in contact, then the nearest.",
             "Shapes, as 'abut check' takes them, are no objects.",
             "'abut clash diff OLD NEW' compares two results of reviews, without their models; "
             "'abut clash diff --help' tells more."},
    .status =
        "0 no pair is listed, 1 some are (contact, or at most D apart), 2 error, 3 nothing to "
        "check.",
    .status_more = "Nothing to check: none is listed, but a file has no triangles, or there is no "
                   "pair of objects. In a review, 1: a pair is listed that no approval covers; 3, "
                   "too: something is undecided, or was not retested.",
    .examples = {"abut clash --groups assembly.obj",
                 "abut clash --groups walls.obj --against pipes.obj --csv -o clashes.csv",
                 "abut clash part*.stl --ignore welded.tsv --inside --json",
                 "abut clash --groups assembly.obj --clearance 0.5",
                 "abut clash --groups assembly.obj --picture clash.png --report clash.html"},
    .run = clash_run,
    .merge = clash_merge,
};
