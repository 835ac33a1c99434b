// move.c - "abut move A B --way-b X,Y,Z": is the whole of one motion free, and when do two models first touch?
#include "move/move.h"

#include "say/say.h"

// Does anything but the exit status tell the answer?
static bool is_told(const move_options* o)
{
    return result_is_written(&o->result) || is_shown(&o->result.picture);
}

first_told move_told(const move_result* r)
{
    const move_options* o = r->options;
    return (first_told){
        .first = &r->first,
        .limits = &o->limits,
        .end = !o->files.budget  ? "deadline"
               : o->deadline > 0 ? "budget or the deadline"
                                 : "budget",
        .is_hollow = result_is_hollow(&o->result, pair_is_empty(r->sides)),
    };
}

void move_poses(const move_options* o, double time, abut_pose out[2])
{
    for (int side = 0; side < 2; side++) {
        const abut_motion* m = move_motion_of(o, side);
        out[side] = o->poses[side];
        // The pose and the motion were checked by the question: it cannot fail.
        if (m) (void)abut_motion_pose(&o->poses[side], m, 1, time, &out[side]);
    }
}

static bool ask(move_result* r, progress* p)
{
    const move_options* o = r->options;
    const abut_instance a = {r->sides[0].model, o->poses[0]};
    const abut_instance b = {r->sides[1].model, o->poses[1]};
    abut_motion_ask how = motion_ask_of(&o->limits, o->files.budget, o->deadline);
    if (is_told(o))
        how.detail = ABUT_DETAIL_POINTS;
    else
        how.any = 1;
    progress_begin(p, "proving the motion", "");
    const abut_status status = abut_first_contact(r->query, &a, move_motion_of(o, 0), &b,
                                                  move_motion_of(o, 1), 1, &how, &r->first);
    r->query_seconds = progress_end(p);
    if (status != ABUT_OK) say(fault_code_of_status(status), "%s", motion_status_text(status));
    return status == ABUT_OK;
}

static bool find(void* result, const abut_host* host, progress* p)
{
    move_result* r = result;
    return pair_load(r->sides, &r->options->files, &r->options->build, host, p) &&
           pair_warnings(r->sides, &r->warnings) && motion_method_fits(r->sides[0].info.method) &&
           pair_query(&r->query, host) && ask(r, p);
}

static int exit_status(const void* result)
{
    const first_told told = move_told(result);
    return motion_exit_status(first_state(&told));
}

static void release(void* result)
{
    move_result* r = result;
    abut_query_free(r->query);
    pair_free(r->sides);
    warnings_free(&r->warnings);
}

static const result_ways ways = {move_write_text, move_write_json, move_write_csv, move_see};

static int move_run(int count, char** arguments)
{
    move_options o;
    move_result r = {.options = &o};
    int status;
    if (!move_options_parse(&o, count, arguments, &status)) return status;
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

const verb verb_move = {
    .name = "move",
    .summary = "is a motion free, and when do two models first touch",
    .usage = "A B (--way-b | --turn-b | --to-b) ... [options]",
    .about =
        "Move B, or A, or both: do they touch or cross at any time, and when first? The whole way "
        "is proved, not sampled: free is never said where there is contact.",
    .more =
        {"Time goes from 0 to 1, at a constant rate. You get two times for a contact: none is "
         "before the first, and one is not later than the second. Where nothing turns these are "
         "the doubles next to the time, or equal. Else they are at most R apart. A touch that "
         "never crosses may stay near: nearer than can be told.",
         "A motion is a translation, a screw, or goes from pose to pose. The output says which; "
         "the answer holds for no other. The link of an arm between two states of its joints "
         "follows none of them. For a path of many poses take 'abut fly --continuous'."},
    .notes =
        {"A and B are STL, OBJ, PLY, OFF, glTF or 3MF files, or models saved by 'abut build', and "
         "no "
         "shapes. Methods: wide and brute.",
         "Triangles are counted from 0 in file order, after polygons are split into triangles.",
         "The report has a slider through the motion, which stops where they first touch. The "
         "picture shows them there."},
    .status = "0 free, 1 contact (or within S), 2 error, 3 near or undecided.",
    .status_more = "Undecided where a budget or a deadline ended it before that was known, or a "
                   "model has no triangles. Near and undecided are free before t_lo all the same.",
    .examples = {"abut move wall.stl box.stl --move-b -1,0,0 --way-b 2,0,0",
                 "abut move nut.stl bolt.stl --turn-b 0,0,1,90 --way-b 0,0,0.375 --json",
                 "abut move a.obj b.obj --turn-b 0,1,0,-30,5,0,0 --separation 0.5",
                 "abut move a.obj b.obj --way-a 0,0,1 --way-b 0,0,-1 --any --quiet",
                 "abut move a.stl b.stl --to-b \"0 -1 0 2  1 0 0 0  0 0 1 0  0 0 0 1\"",
                 "abut move a.stl b.stl --way-b 9,0,0 --report move.html"},
    .run = move_run,
};
