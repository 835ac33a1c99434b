// fly.c - "abut fly A B --path FILE": contacts along a motion.
#include "fly/fly.h"

#include "fly/sight.h"
#include "say/say.h"

#include <stdlib.h>

bool fly_is_written(const fly_options* o)
{
    return result_is_written(&o->result) || is_shown(&o->result.picture);
}

bool fly_is_hollow(const fly_result* r)
{
    return result_is_hollow(&r->options->result, pair_is_empty(r->sides));
}

static bool read_poses(poses* out, const char* path)
{
    poses_error error;
    if (poses_read_file(out, path, &error) == POSES_OK) return true;
    say("%s: %s", path_name(path), error.text);
    return false;
}

// The paths go first: they are small, and may be wrong.
static bool load_paths(fly_result* r)
{
    const fly_options* o = r->options;
    if (!read_poses(&r->path, o->path)) return false;
    if (!o->path_a) return true;
    if (!read_poses(&r->path_a, o->path_a)) return false;
    const size_t count = r->path.count, count_a = r->path_a.count;
    if (r->path.bodies == 2)
        say("%s has the poses of both models: --path-a has no effect", o->path);
    else if (r->path_a.bodies == 2)
        say("%s has the poses of two models: it is for --path alone", o->path_a);
    else if (count_a != 1 && count_a != count)
        say("%s has %zu poses, but %s has %zu: a needs as many, or one to rest in", o->path_a,
            count_a, o->path, count);
    else
        return true;
    return false;
}

static bool load(fly_result* r, const abut_host* host, progress* p)
{
    const fly_options* o = r->options;
    return load_paths(r) && pair_load(r->sides, &o->files, &o->build, host, p) &&
           pair_warnings(r->sides, &r->warnings);
}

static bool see(void* result, result_files* files)
{
    fly_result* r = result;
    fly_sight s;
    const bool written = fly_see(r, &s) &&
                         picture_write(&r->options->result.picture, &s.pair.scene, &files->picture,
                                       r->view, &r->warnings) &&
                         fly_write_report(r, &s, &files->page);
    fly_sight_free(&s);
    return written;
}

static const result_ways ways = {fly_write_text, fly_write_json, fly_write_csv, see};

static int exit_status(const fly_summary* s)
{
    if (s->steps[ABUT_STATE_CONTACT]) return EXIT_CONTACT;
    return s->steps[ABUT_STATE_UNDECIDED] ? EXIT_UNDECIDED : EXIT_APART;
}

static int fly_files(const fly_options* o)
{
    int status = EXIT_ERROR;
    const char* inputs[] = {o->files.paths[0], o->files.paths[1], o->path, o->path_a};
    fly_result r = {.options = o};
    result_files files;
    progress p;
    threads t;
    progress_open(&p, o->result.quiet);
    if (!threads_open(&t, o->thread_count, &p)) return status;
    r.host = &t.host;
    if (result_prepare(&files, &o->result, inputs, o->path_a ? 4 : 3) && load(&r, &t.host, &p) &&
        fly_ask(&r, &p) && result_tell(&r, &ways, &o->result, &r.warnings, &files, &p))
        status = exit_status(&r.summary);
    result_discard(&files);
    for (int i = 0; i < 2; i++)
        model_file_free(&r.sides[i]);
    poses_free(&r.path);
    poses_free(&r.path_a);
    free(r.steps);
    warnings_free(&r.warnings);
    threads_close(&t);
    return status;
}

static int fly_run(int count, char** arguments)
{
    fly_options o;
    int status;
    return fly_options_parse(&o, count, arguments, &status) ? fly_files(&o) : status;
}

static const char* const help[] = {
    "Usage: abut fly A B --path FILE [options]\n"
    "\n"
    "Move model B along a path, and find at each of its steps which triangles of A and B share at\n"
    "least one point. Touching counts. The answer of a step is that of 'abut check' in its pose,\n"
    "exact for the numbers in the files. What happens between two steps is not looked at.\n"
    "A and B are STL, OBJ, PLY or OFF files, or models saved by 'abut build'; one of A, B and the\n"
    "path may be -, the standard input.\n",

    "Where the models are:\n"
    "  --path FILE               poses of B, in the order of the steps; with 24 numbers a line of\n"
    "                            both\n"
    "  --path-a FILE             poses of A: as many, or one that it rests in. Without it A rests\n"
    "                            where its file has it\n",

    "A path is text: one pose a line, its numbers separated by blanks or commas, the same number\n"
    "of them on each line. What follows a # does not matter.\n"
    "7: x y z qx qy qz qw, a position and a quaternion, which is normalised, and refused below\n"
    "norm 0.5. 8: t and the same, as TUM's trajectories; a line with the names of the columns\n"
    "may come first. 12 or 16: a matrix of 3 or 4 rows and 4 columns, row by row, with one scale\n"
    "and without shear. 24: position (3) and rotation (9, rows) of A, then of B, as abut-scene\n"
    "writes it. 1: how many poses follow, each as a rotation (9, rows) and a position, three\n"
    "numbers a line.\n",

    "How much to find, at each step:\n"
    "  --all                     every pair of triangles in contact (default, as 'abut check'): "
    "so\n"
    "                            the counts do not depend on the method\n"
    "  --first                   stop at the first pair found\n"
    "  --limit N                 stop after N pairs, N >= 1\n"
    "  --budget N                stop after N tests of volumes and triangles, N >= 1; if none of\n"
    "                            them found a contact, the step stays undecided\n"
    "  --deadline TIME           stop after TIME on the clock: 200us, 1.5ms, 2s; a number without\n"
    "                            its unit is refused. What is undecided then differs from run to\n"
    "                            run\n"
    "  --coherent                start each step from the one before, for small steps (method\n"
    "                            wide, or --descent environment): whether there is contact, and\n"
    "                            all pairs, stay the same\n",

    "What to write:\n"
    "  --steps                   list every step in the text, not only from where to where the\n"
    "                            models are apart or in contact (JSON and CSV always list them)\n"
    "  --stats                   count the work: tests of volumes and triangles (JSON always "
    "does)\n"
    "  --json                    one JSON object (docs/json.md)\n"
    "  --csv                     one line a step (docs/json.md)\n" CRLF_OPTION_HELP
    "  -o, --output FILE         write to FILE, which appears when it is complete; - is standard\n"
    "                            output\n"
    "  --quiet                   no text, warnings or progress, only the exit status (and "
    "errors):\n"
    "                            the search ends at a contact. With -o FILE, all is still "
    "searched\n"
    "                            and written to FILE.\n",

    PICTURE_OPTION_HELP,

    "How to read and search:\n"
    "  --group-b NAME            of B only the objects, groups or solids of that name ('abut info\n"
    "                            --groups' lists them); the same with -a\n"
    "  --group NAME              the same for both\n" EMPTY_OPTION_HELP
    "  --drop-bad                leave out what is wrong in a model's file, with a warning, "
    "instead\n"
    "                            of refusing the file\n"
    "  --format NAME             stl (binary), stl-ascii, obj, ply or off: the format of a model "
    "on\n"
    "                            standard input (needed there), or of both if neither is "
    "that\n" MEMORY_OPTION_HELP "  -h, --help                this text\n",

    "Which method, and how ('abut methods' tells what each has; the answer is always the same):\n"
    "  --method NAME             a method of 'abut methods' (default auto)\n"  //
    BUILD_OPTION_HELP SEARCH_OPTION_HELP THREAD_OPTION_HELP,

    "Each thread asks whole steps, and before them one that is not measured, which makes room in\n"
    "memory. The time of a step is that on its thread.\n",

    "Exit status: 0 proved apart at every step, 1 contact at some step, 2 error, 3 undecided: no\n"
    "contact, but not proved apart at every step, or a model has no triangles.\n",

    "Examples:\n"
    "  abut-scene turn distance=1.5 -o turn.frames && abut fly a.obj b.obj --path turn.frames\n"
    "  abut fly room.obj chair.obj --path chair.csv --first --csv -o contacts.csv\n"
    "  abut fly a.stl b.stl --path b.path --path-a a.path --steps\n",
    NULL,
};

const verb verb_fly = {
    .name = "fly",
    .summary = "where along a path do two models touch or cross",
    .help = help,
    .run = fly_run,
};
