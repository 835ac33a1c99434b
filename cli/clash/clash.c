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

// The ignored pairs that the piece has, by its own numbers. Returns how many.
static size_t number_ignored(const clash_result* r, const abut_pair* ignored, abut_pair* out)
{
    size_t count = 0;
    for (size_t i = 0; i < r->ignored_count; i++)
        if (clash_piece_number(r, ignored[i].a, &out[count].a) &&
            clash_piece_number(r, ignored[i].b, &out[count].b))
            count++;
    return count;
}

static abut_status fill_world(abut_world* w, const clash_result* r)
{
    const bool two_sets = r->options->against_count > 0;
    abut_status status = abut_world_strict(w, r->options->clearance.is_strict);
    for (uint32_t i = 0; i < r->cells.object_count && status == ABUT_OK; i++) {
        const clash_object* object = &r->objects[r->cells.objects[i]];
        // Half of it each is exact: no number that is taken is that small.
        abut_instance instance = clash_instance(object);
        uint32_t groups = two_sets && object->is_against ? 2 : 1;
        uint32_t against = two_sets && !object->is_against ? 2 : 1;
        clash_piece_group(r, i, &groups, &against);
        instance.margin = r->options->clearance.distance / 2;
        status = abut_world_add(w, &instance, NULL);
        if (status == ABUT_OK) status = abut_world_group(w, i, groups, against);
    }
    return status;
}

// All that is not a review.
static bool search(clash_result* r, progress* p)
{
    abut_world* world = NULL;
    abut_clashes found;
    abut_pair* ignored = malloc((r->ignored_count + 1) * sizeof *ignored);
    bool fine = ignored || say_no_memory();
    progress_begin(p, r->options->clearance.is_given ? "measuring" : "searching contacts", "");
    if (fine) {
        abut_status status = abut_world_create(&world, r->host);
        if (status == ABUT_OK) status = fill_world(world, r);
        if (status == ABUT_OK)
            status = abut_world_ignore(world, ignored, number_ignored(r, r->ignored, ignored));
        if (status == ABUT_OK)
            status = abut_world_collide(world, survey_of(r->options), NULL, &found);
        if (status != ABUT_OK) say_status(NULL, status);
        fine = status == ABUT_OK && clash_found_add(r, &found);
    }
    r->query_seconds += progress_end(p);
    abut_world_free(world);
    free(ignored);
    return fine;
}

// The steps of a review that need models; the search is its own.
static bool review(clash_result* r, progress* p)
{
    const size_t first = r->clashes.count;
    return clash_find(r, p) && clash_find_duplicates(r, first, p) && clash_measure(r, first, p) &&
           clash_judge(r, first);
}

bool clash_ask(clash_result* r, progress* p)
{
    return r->options->is_review ? review(r, p) : search(r, p);
}

bool clash_end(clash_result* r)
{
    return clash_found_sort(r) &&
           (!r->options->is_review || (clash_live(r) && clash_word(r) && clash_groups_list(r))) &&
           clash_settle_warnings(r);
}

int clash_exit(const clash_result* r)
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
    if (!clash_files_write(r, p) || !result_tell(r, &ways, &o->result, &r->warnings, files, p))
        return EXIT_ERROR;
    if (o->annotate) clash_annotate(r, stdout);
    return clash_exit(r);
}

// List, and ask all that this run has to ask.
static bool find(clash_result* r, progress* p)
{
    const clash_options* o = r->options;
    size_t first, last;
    if (!clash_list(r, p) || (!o->is_review && !clash_ignored_load(r, &r->ignored))) return false;
    if (o->is_review && !clash_files_warn(r)) return false;
    if (!clash_memory_plan(r)) return false;
    clash_cells_range(r, &first, &last);
    const size_t step = o->memory ? 1 : last - first;
    for (size_t i = first; i < last; i += step)
        if (!clash_cells_ask(r, i, i + step, p)) return false;
    return true;
}

static bool write_shard(clash_result* r, output* out)
{
    const clash_options* o = r->options;
    size_t first, last;
    const part_head head = {.verb = "clash",
                            .shard = o->shard,
                            .arguments = o->arguments,
                            .argument_count = o->argument_count};
    clash_cells_range(r, &first, &last);
    warnings_sort(&r->warnings);
    return output_open(out) && clash_part_write(r, &head, first, last, out->stream) &&
           output_close(out);
}

static int clash_files(const clash_options* o)
{
    int status = EXIT_ERROR;
    clash_result r = {.options = o};
    result_files files;
    progress p;
    threads t;
    progress_open(&p, o->result.quiet);
    if (!threads_open(&t, o->thread_count, &p)) return status;
    r.host = &t.host;
    r.keeps_models = !o->memory;
    if (result_prepare(&files, &o->result, o->paths, o->input_count) &&
        clash_files_prepare(&r, &files) && (!o->is_review || clash_life_open(&r)) && find(&r, &p)) {
        if (shard_is_given(&o->shard))
            status = write_shard(&r, &files.text) ? EXIT_SUCCESS : EXIT_ERROR;
        else if (clash_end(&r))
            status = clash_tell(&r, &files, &p);
    }
    result_discard(&files);
    clash_files_discard(&r);
    clash_result_free(&r);
    threads_close(&t);
    return status;
}

static int clash_run(int count, char** arguments)
{
    clash_options o;
    int status;
    if (count > 1 && strcmp(arguments[1], "diff") == 0) return clash_diff(count - 1, arguments + 1);
    if (clash_options_parse(&o, count, arguments, &status))
        status = clash_paths_fit(&o) ? clash_files(&o) : EXIT_ERROR;
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
             "With --clearance D you also get each pair of objects that is at most D apart, with "
             "the two bounds of its distance that 'abut distance' tells. The text has the worst "
             "first: what is in contact, then the nearest.",
             "Shapes, as 'abut check' takes them, are no objects.",
             "'abut clash diff OLD NEW' compares two results of reviews without their models: see "
             "'abut clash diff --help'."},
    .notes =
        {"In a review (--rules, --touch, --baseline and the like) a row is a pair with a class, "
         "the first of these that holds:\n"
         "  duplicate   a rule asks, and both are one geometry in one place\n"
         "  touching    they share points, and no inside\n"
         "  inside      one is inside the other, without contact\n"
         "  piercing    one passes through the other\n"
         "  protrusion  one move frees them, shorter than each of both is along it\n"
         "  overlap     they cross in another way\n"
         "  unknown     surfaces are open, so that no depth can be told\n"
         "  too close   no contact, and nearer than the rule's clearance",
         "Depth is the length of the shortest move that frees both, as two bounds within a "
         "hundredth, or as near as 32768 tests bring them.",
         "With --baseline a row is new, active (as it was), or changed: its class, its place or a "
         "measure is another one, beyond a thousandth, or its approval has expired. A pair that is "
         "gone is resolved if it was tested and is fine; else it is not retested, with the reason. "
         "An approval holds for two shapes as they stand: if one changes or moves, it expires.",
         "Pairs are found again by the ids of their objects: a GlobalId, the path of a node, the "
         "name of a group, or that of the file.",
         "STEP and IFC are read by abut-convert, which needs Node.js ('abut-convert --help'). "
         "FILE.objects.tsv beside FILE.obj tells class, level, layer, assembly and more, by which "
         "rules choose objects. The keys of rules: docs/reference/schemas."},
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
