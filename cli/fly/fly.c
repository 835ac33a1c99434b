// fly.c - "abut fly A B --path FILE": contacts along a motion.
#include "fly/fly.h"

#include "fly/stops.h"
#include "options/pose.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

bool fly_is_written(const fly_options* o)
{
    return result_is_written(&o->result) || is_shown(&o->result.picture);
}

const char* fly_state_text(fly_state state)
{
    static const char* const texts[FLY_STATES] = {"undecided", "apart", "contact", "close",
                                                  "clear"};
    return texts[state];
}

bool fly_is_hollow(const fly_result* r)
{
    return result_is_hollow(&r->options->result, pair_is_empty(r->sides));
}

static abut_pose complete(const abut_pose* pose)
{
    static const double zeros[3][3] = {{0}};
    abut_pose out = *pose;
    if (memcmp(out.rotation, zeros, sizeof zeros) == 0)
        memcpy(out.rotation, pose_at_rest.rotation, sizeof out.rotation);
    if (out.scale == 0) out.scale = 1;
    return out;
}

bool fly_moves(const fly_result* r, int side)
{
    return side == 1 || r->path.bodies == 2 || r->path_a.count > 1;
}

abut_pose fly_pose(const fly_result* r, int side, size_t step)
{
    const poses* path = &r->path;
    if (path->bodies == 2) return complete(&path->poses[2 * step + (size_t)side]);
    if (side == 1) return complete(&path->poses[step]);
    if (!r->path_a.count) return pose_at_rest;
    return complete(&r->path_a.poses[fly_moves(r, 0) ? step : 0]);
}

static bool read_poses(poses* out, const char* path)
{
    poses_error error;
    if (poses_read_file(out, path, &error) == POSES_OK) return true;
    say(error.code, "%s: %s", path_name(path), error.text);
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
        say(P008_BOTH_BODIES, "%s has the poses of both models: --path-a has no effect", o->path);
    else if (r->path_a.bodies == 2)
        say(P008_BOTH_BODIES, "%s has the poses of two models: it is for --path alone", o->path_a);
    else if (count_a != 1 && count_a != count)
        say(P007_COUNTS_DIFFER,
            "%s has %zu poses, but %s has %zu: a needs as many, or one to rest in", o->path_a,
            count_a, o->path, count);
    else
        return true;
    return false;
}

static bool warn(fly_result* r)
{
    const bool fine = pair_warnings(r->sides, &r->warnings);
    warnings_sort(&r->warnings);  // as they are merged from parts
    return fine;
}

static bool find(void* result, const abut_host* host, progress* p)
{
    fly_result* r = result;
    const fly_options* o = r->options;
    r->host = host;
    return load_paths(r) && (!o->continuous || fly_between_fits(r)) &&
           pair_load(r->sides, &o->files, &o->build, host, p) && warn(r) &&
           (!o->clearance.is_given || measure_method_fits(r->sides[0].info.method)) &&
           (!o->depth || solids_method_fits(r->sides[0].info.method)) &&
           (!o->continuous || motion_method_fits(r->sides[0].info.method)) &&
           (!o->depth || solids_make(&r->solids, r->sides, false, NULL, host)) && fly_ask(r, p) &&
           (!o->continuous || fly_ask_between(r, p));
}

static bool find_in_parts(void* result, const abut_host* host, progress* p)
{
    (void)host;
    (void)p;
    return fly_read_parts(result);
}

static bool see(void* result, result_files* files)
{
    fly_result* r = result;
    fly_sight s;
    fly_stops stops = {.stops = NULL};
    swept way = {.lines = NULL};
    const bool written = fly_see(r, &s) && fly_stops_list(&stops, r, &s) &&
                         fly_sweep(&stops, &way) &&
                         picture_write(&r->options->result.picture, &s.pair.scene, &files->picture,
                                       r->view, &r->warnings) &&
                         fly_write_report(&stops, &files->page);
    fly_sight_free(&s);
    fly_stops_free(&stops);
    swept_free(&way);
    return written;
}

static int exit_status(const void* result)
{
    const fly_result* r = result;
    const size_t *steps = r->summary.steps, *pieces = r->between.states;
    if (steps[FLY_CONTACT] || steps[FLY_CLOSE] || pieces[ABUT_MOTION_CONTACT]) return EXIT_CONTACT;
    if (r->summary.deep) return EXIT_CONTACT;  // also where one is inside the other without contact
    if (r->summary.unsure) return EXIT_UNDECIDED;
    return steps[FLY_UNDECIDED] || pieces[ABUT_MOTION_UNDECIDED] || pieces[ABUT_MOTION_NEAR]
               ? EXIT_UNDECIDED
               : EXIT_APART;
}

// Of a shard: that it is done, whatever it found.
static int part_status(const void* result)
{
    (void)result;
    return EXIT_SUCCESS;
}

static void release(void* result)
{
    fly_result* r = result;
    solids_free(&r->solids);
    pair_free(r->sides);
    poses_free(&r->path);
    poses_free(&r->path_a);
    free(r->steps);
    fly_between_free(&r->between);
    warnings_free(&r->warnings);
}

static const result_ways ways = {fly_write_text, fly_write_json, fly_write_csv, see},
                         part_ways = {.part = fly_write_part};

static int fly_run(int count, char** arguments)
{
    fly_options o;
    fly_result r = {.options = &o};
    int status;
    if (!fly_options_parse(&o, count, arguments, &status)) return status;
    const bool is_shard = shard_is_given(&o.shard);
    const char* inputs[] = {o.files.paths[0], o.files.paths[1], o.path, o.path_a};
    const result_job job = {.find = find,
                            .ways = is_shard ? &part_ways : &ways,
                            .exit_status = is_shard ? part_status : exit_status,
                            .release = release,
                            .options = &o.result,
                            .inputs = inputs,
                            .input_count = o.path_a ? 4 : 3,
                            .thread_count = o.thread_count,
                            .warnings = &r.warnings};
    status = result_run(&r, &job);
    fly_options_free(&o);
    return status;
}

// Whether the options that parts have are those of a job with shards.
static bool has_parts(const fly_options* o, const part_list* list)
{
    if (!is_shown(&o->result.picture) && !(o->deadline > 0) && !shard_is_given(&o->shard))
        return true;
    say(C023_PART_JOB, "%s: no shard has the options of this part", list->parts[0].path);
    return false;
}

static int merge_parts(fly_options* o, const part_list* list)
{
    fly_result r = {.options = o, .parts = list};
    const char** inputs = part_list_paths(list);
    if (!inputs) return EXIT_ERROR;
    const result_job job = {.find = find_in_parts,
                            .ways = &ways,
                            .exit_status = exit_status,
                            .release = release,
                            .options = &o->result,
                            .inputs = inputs,
                            .input_count = list->count,
                            .thread_count = 1,
                            .warnings = &r.warnings};
    const int status = result_run(&r, &job);
    free(inputs);
    return status;
}

static int fly_merge(const part_list* list)
{
    fly_options o;
    int count, status = EXIT_ERROR;
    char** arguments = part_list_arguments(list, &count);
    if (!arguments) return status;
    if (fly_options_parse(&o, count, arguments, &status)) {
        o.no_times = true;
        o.result.output = list->output;
        o.result.quiet = list->quiet;
        status = has_parts(&o, list) ? merge_parts(&o, list) : EXIT_ERROR;
        fly_options_free(&o);
    }
    part_arguments_free(arguments);
    return status;
}

const verb verb_fly = {
    .name = "fly",
    .summary = "where along a path do two models touch or cross",
    .usage = "A B --path FILE [options]",
    .about =
        "Move the model B along a path: at which steps do A and B touch or cross? Each is answered "
        "exactly. What lies between two steps is looked at only with --continuous. A path has a "
        "pose a line, x y z qx qy qz qw or a matrix.",
    .more =
        {"At each step you get the triangles of A and B that share at least one point. A and B are "
         "STL, OBJ, PLY, OFF, glTF or 3MF files, or models saved by 'abut build', and no shapes. "
         "One of A, B and the path may be -, the standard input.",
         "A path is text, one pose a line. Blanks or commas stand between its numbers, and each "
         "line has the same number of them; what follows a # does not matter. 7: x y z qx qy qz "
         "qw, a position and a quaternion, which is normalised, and refused below norm 0.5. 8: t "
         "and the same, as TUM's trajectories; a line with the names of the columns may come "
         "first. 12 or 16: a matrix of 3 or 4 rows and 4 columns, row by row, with one scale and "
         "without shear. 24: position (3) and rotation (9, rows) of A, then of B, as abut-scene "
         "writes it. 1: how many poses follow, each as a rotation (9, rows) and a position, three "
         "numbers a line.",
         "With --continuous the way from each step to the next is proved, too: free, in contact, "
         "or near, which is nearer than can be told. The proof is about one interpolation: a point "
         "of the model goes straight (lerp), and the model turns about it at a constant rate, by "
         "the shorter arc (slerp). The link of an arm between two states of its joints follows "
         "another way: give it more steps."},
    .notes =
        {"With --clearance each step has its least distance, exactly, if that is at most D, and "
         "the text the least of all steps. The report plots it, and picture and report show "
         "the shortest way where there is no contact.",
         "Each thread asks whole steps, and before them one that is not measured, which makes "
         "room in memory. The time of a step is that on its thread."},
    .status = "0 apart at all steps, 1 contact or within D, 2 error, 3 undecided.",
    .status_more =
        "Undecided: no contact, but not proved apart at every step, or a model has no "
        "triangles. With --clearance: 0 clear at every step, 1 contact or too close at "
        "some, 3 neither, but not proved clear at every step. With --continuous: 1 also "
        "where a piece is in contact, 3 also where one is near or undecided. With --shard: 0 "
        "the part is done.",
    .examples = {"abut fly room.obj chair.obj --path chair.csv --first",
                 "abut-scene turn distance=1.5 -o turn.frames",
                 "abut fly a.obj b.obj --path turn.frames",
                 "abut fly room.obj chair.obj --path chair.csv --first --csv -o contacts.csv",
                 "abut fly a.stl b.stl --path b.path --path-a a.path --steps",
                 "abut fly room.obj robot.obj --path robot.csv --clearance 0.05 --coherent",
                 "abut fly room.obj robot.obj --path robot.csv --continuous --separation 0.05",
                 "abut fly room.obj robot.obj --path robot.csv --csv --shard 3/8 -o part.3"},
    .run = fly_run,
    .merge = fly_merge,
};
