// clash.c - "abut clash FILE...": which of many objects touch or cross each other.
#include "clash.h"

#include "clash_sight.h"
#include "say.h"
#include "threads.h"

#include <stdlib.h>

bool clash_is_hollow(const clash_result* r)
{
    return r->clashes.count == 0 && result_is_hollow(&r->options->result, r->is_empty);
}

static abut_survey survey_of(const clash_options* o)
{
    return o->inside                                                       ? ABUT_SURVEY_RELATIONS
           : result_is_written(&o->result) || is_shown(&o->result.picture) ? ABUT_SURVEY_REGIONS
                                                                           : ABUT_SURVEY_CONTACTS;
}

static abut_status fill_world(abut_world* w, const clash_result* r, const abut_pair* ignored)
{
    const bool two_sets = r->options->against_count > 0;
    abut_status status = ABUT_OK;
    for (uint32_t i = 0; i < r->object_count && status == ABUT_OK; i++) {
        const clash_object* object = &r->objects[i];
        const abut_instance instance = {.model = object->model};
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
    progress_begin(p, "searching contacts", "");
    abut_status status = fill_world(w, r, ignored);
    if (status == ABUT_OK) status = abut_world_collide(w, survey_of(r->options), NULL, &r->clashes);
    r->query_seconds = progress_end(p);
    free(ignored);
    if (status == ABUT_OK) return true;
    say("%s", abut_status_text(status));
    return false;
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
    if (result_prepare(&files, &o->result, o->paths, o->path_count) &&
        clash_objects_load(&r, &t.host, &p)) {
        const abut_status created = abut_world_create(&world, &t.host);
        if (created != ABUT_OK)
            say("%s", abut_status_text(created));
        else if (ask(&r, world, &p) && result_tell(&r, &ways, &o->result, &r.warnings, &files, &p))
            status = r.clashes.count       ? EXIT_CONTACT
                     : clash_is_hollow(&r) ? EXIT_UNDECIDED
                                           : EXIT_APART;
    }
    result_discard(&files);
    abut_world_free(world);
    clash_objects_free(&r);
    warnings_free(&r.warnings);
    threads_close(&t);
    return status;
}

static int clash_run(int count, char** arguments)
{
    clash_options o;
    int status;
    if (clash_options_parse(&o, count, arguments, &status)) status = clash_files(&o);
    clash_options_free(&o);
    return status;
}

static const char* const help[] = {
    "Usage: abut clash FILE... [options]\n"
    "\n"
    "Find which of many objects share at least one point, every object against every other.\n"
    "Touching counts; each answer is that of 'abut check', exact for the numbers in the files. An\n"
    "object is a file, where it stands, or with --groups a group of a file. Files are STL, OBJ, "
    "PLY\n"
    "or OFF, or models saved by 'abut build'; one of them may be -, the standard input.\n",

    "Which objects:\n"
    "  --groups                  the objects of each file, or its groups, if it has no objects, "
    "or\n"
    "                            its solids; those of one name in a file are one. What is in none\n"
    "                            of them is an object without a name\n"
    "  --against FILE            only objects of the other files against those of this one; may "
    "be\n"
    "                            given several times\n"
    "  --ignore FILE             leave out pairs: lines of two names with a tab between; what\n"
    "                            follows a second tab, and lines that start with #, do not "
    "matter\n",

    "What to tell of each pair:\n"
    "  --inside                  also whether one is inside the other, touches it or crosses it;\n"
    "                            pairs without contact are listed, too, where one is inside\n"
    "  --stats                   count the work: tests of volumes and triangles (JSON always "
    "does)\n"
    "  --json                    one JSON object (docs/json.md)\n"
    "  --csv                     one line a pair (docs/json.md)\n" CRLF_OPTION_HELP
    "  --csv-safe                put a ' before names in CSV that a spreadsheet would run: those "
    "that\n"
    "                            begin with = + - @, a tab or a CR\n"
    "  -o, --output FILE         write to FILE, which appears when it is complete; - is standard\n"
    "                            output\n"
    "  --quiet                   no text, warnings or progress, only the exit status (and "
    "errors).\n"
    "                            With -o FILE, all is still written to FILE.\n",

    PICTURE_OPTION_HELP,

    "How to read and search:\n"
    "  --allow-empty             files without triangles, and no pair to check, are fine: exit\n"
    "                            status 0 for them, not 3\n"
    "  --drop-bad                leave out what is wrong in a file, with a warning, instead of\n"
    "                            refusing the file\n"
    "  --format NAME             stl (binary), stl-ascii, obj, ply or off: the format of standard\n"
    "                            input (needed there), or of all files if none is "
    "that\n" MEMORY_OPTION_HELP "  -h, --help                this text\n",

    "Which method ('abut methods' tells what each has; the answer is always the same):\n"
    "  --method NAME             a method of 'abut methods' (default auto)\n"  //
    BUILD_OPTION_HELP THREAD_OPTION_HELP,

    "Exit status: 0 no pair is listed, 1 some are, 2 error, 3 none is listed, but a file has no\n"
    "triangles, or there is no pair of objects to check.\n",

    "Examples:\n"
    "  abut clash --groups assembly.obj\n"
    "  abut clash --groups walls.obj --against pipes.obj --csv -o clashes.csv\n"
    "  abut clash part*.stl --ignore welded.tsv --inside --json\n"
    "  abut clash --groups assembly.obj --picture clash.png --report clash.html\n",
    NULL,
};

const verb verb_clash = {
    .name = "clash",
    .summary = "which of many objects touch or cross each other",
    .help = help,
    .run = clash_run,
};
