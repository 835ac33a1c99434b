// batch.c - "abut batch A B --poses FILE": contact at any number of poses, which are read, asked about and written as a stream.
#include "batch/batch.h"

#include "batch/stream.h"
#include "models/threads.h"
#include "output/output.h"
#include "say/say.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct batch_result {
    const batch_options* options;
    model_file sides[2];
    frames in;
    journal state;
    warning_list warnings;
    bool is_hollow;  // a model has no triangles, and that is not allowed: nothing is asked
    double seconds;
} batch_result;

// --------------------------------------------------------------------------------------- journal

// What the output depends on, in words; the method, the threads and whether it is coherent do not matter.
static void put_question(journal* j, const batch_options* o)
{
    char clearance[64] = "", slice[64] = "";
    if (o->clearance.is_given)
        snprintf(clearance, sizeof clearance, " --clearance %.17g%s", o->clearance.distance,
                 o->clearance.is_strict ? " --strict" : "");
    if (o->count != UINT64_MAX) snprintf(slice, sizeof slice, " --count %" PRIu64, o->count);
    snprintf(j->question, sizeof j->question,
             "abut %s batch --form %s --from %" PRIu64 "%s%s%s%s%s", ABUT_VERSION_STRING,
             frame_forms[o->form].name, o->from, slice, clearance, o->rows ? " --rows" : " --bits",
             o->mark_bad ? " --mark-bad" : "", o->crlf ? " --crlf" : "");
}

static bool hash_model(const model_file* model, uint64_t out[2])
{
    enum { SOME = 256 };
    double corners[9 * SOME];
    chain* c = calloc(1, sizeof *c);
    if (!c) return say_no_memory();
    const size_t count = model->info.triangle_count;
    for (size_t first = 0; first < count; first += SOME) {
        const size_t some = count - first < SOME ? count - first : SOME;
        (void)abut_model_triangles(model->model, first, some, corners);  // it has them
        chain_add(c, corners, 9 * some * sizeof *corners);
    }
    chain_tell(c, out);
    free(c);
    return true;
}

// ----------------------------------------------------------------------------------------- the work

static bool open_input(batch_result* r)
{
    const batch_options* o = r->options;
    return frames_open(&r->in, o->poses, &frame_forms[o->form], o->from, o->count);
}

static bool warn_of_nothing(batch_result* r)
{
    return r->state.poses ||
           warnings_add(&r->warnings, P005_NO_POINTS, "%s: no poses, so there is nothing to check",
                        path_name(r->options->poses));
}

static bool write_answers(batch_result* r, const abut_host* host, const output* out, progress* p)
{
    kept* k = calloc(1, sizeof *k);
    if (!k) return say_no_memory();
    bool fine = kept_open(k, out, &r->state, r->options->resume);
    r->state = k->state;
    fine = fine && stream_run(&r->in, r->options, r->sides, host, k, &r->state, p) &&
           warn_of_nothing(r) && kept_finish(k);
    kept_close(k);
    free(k);
    return fine;
}

static bool answer(batch_result* r, const abut_host* host, const output* out, progress* p)
{
    const batch_options* o = r->options;
    put_question(&r->state, o);
    if (!hash_model(&r->sides[0], r->state.models[0]) ||
        !hash_model(&r->sides[1], r->state.models[1]) || !open_input(r))
        return false;
    const double started = progress_clock();
    const bool fine =
        batch_is_written(o)
            ? write_answers(r, host, out, p)
            : stream_run(&r->in, o, r->sides, host, NULL, &r->state, p) && warn_of_nothing(r);
    r->seconds = progress_clock() - started;
    return fine;
}

static void tell_counts(const batch_result* r)
{
    const journal* s = &r->state;
    char close[48] = "", bad[48] = "";
    if (r->options->clearance.is_given)
        snprintf(close, sizeof close, ", %" PRIu64 " close", s->close);
    if (r->options->mark_bad) snprintf(bad, sizeof bad, ", %" PRIu64 " bad", s->bad);
    say_note("%" PRIu64 " pose%s, %" PRIu64 " in contact%s%s; %.3g s", s->poses, plural(s->poses),
             s->contacts, close, bad, r->seconds);
}

static bool find(batch_result* r, const abut_host* host, const output* out, progress* p)
{
    const batch_options* o = r->options;
    if (!pair_load(r->sides, &o->files, &o->build, host, p) ||
        !pair_warnings(r->sides, &r->warnings) ||
        (o->clearance.is_given && !measure_method_fits(r->sides[0].info.method)))
        return false;
    // There are no bits that say so.
    r->is_hollow = pair_is_empty(r->sides) && !o->allow_empty;
    if (!r->is_hollow && !answer(r, host, out, p)) return false;
    if (o->quiet) return true;
    warnings_say(&r->warnings);
    if (!r->is_hollow) tell_counts(r);
    return true;
}

static int exit_status(const batch_result* r)
{
    const journal* s = &r->state;
    if (r->is_hollow) return EXIT_UNDECIDED;
    if (s->contacts || s->close) return EXIT_CONTACT;
    return s->poses > s->bad || r->options->allow_empty ? EXIT_APART : EXIT_UNDECIDED;
}

static int batch_run(int count, char** arguments)
{
    batch_options o;
    batch_result* r = NULL;
    int status;
    output out;
    progress p;
    threads t;
    if (!batch_options_parse(&o, count, arguments, &status)) return status;
    const char* const inputs[] = {o.files.paths[0], o.files.paths[1], o.poses};
    status = EXIT_ERROR;
    progress_open(&p, o.quiet);
    if (!threads_open(&t, o.thread_count, &p)) return status;
    r = calloc(1, sizeof *r);
    if (!r) {
        say_no_memory();
    } else {
        r->options = &o;
        if (output_prepare(&out, o.output, inputs, 3) && find(r, &t.host, &out, &p))
            status = exit_status(r);
        output_discard(&out);
        frames_close(&r->in);
        pair_free(r->sides);
        warnings_free(&r->warnings);
    }
    free(r);
    threads_close(&t);
    return status;
}

const verb verb_batch = {
    .name = "batch",
    .summary = "at which of any number of poses do two models touch or cross",
    .usage = "A B --poses FILE [options]",
    .about =
        "Put the model B into one pose after another: at which do A and B touch or cross? Each is "
        "answered exactly, with a bit or a row. Poses are bytes and go through as a stream: there "
        "may be any number of them.",
    .more =
        {"A and B are files as 'abut check' takes them, and no shapes; one of A, B and the poses "
         "may be -, the standard input. A rests, but for the form pose24. Quaternions are "
         "normalised, and refused below norm 0.5; a matrix has one scale and no shear. For a path "
         "as text there is 'abut fly'; NumPy makes bytes of it: loadtxt(FILE).tofile(OTHER).",
         "Poses are read, asked about and written at the same time. Beside the models this takes "
         "some 10 MB a thread, however many poses there are.",
         "-o FILE is written as FILE.unfinished, with FILE.journal beside it, and appears when it "
         "is complete. If a run ends early (a full disk, kill -9), both stay: run the same command "
         "with --resume, and it goes on. No row is lost, none is there twice. Other models, "
         "poses or options are refused. Poses from a pipe must come again from the first one. "
         "Without --resume what was left is not written over.",
         "In the end a line on the standard error says how many poses there were, and how many in "
         "contact."},
    .notes =
        {"Bits are in the order of the poses, eight a byte, those behind the last pose are 0.",
         "With --clearance a row has state contact, close or clear, and the doubles next to the "
         "distance; they are empty where it is clear. Of slices (--from) only the first has the "
         "heading.",
         "Methods: all; with --clearance wide, brute, aabb, obb and sphere."},
    .status = "0 no contact at any pose, 1 some, 2 error, 3 nothing to check.",
    .status_more = "With --clearance D 1 also where a pose is at most D from contact. Nothing to "
                   "check: no poses, or a model has no triangles; then nothing is written.",
    .examples = {"abut batch gripper.stl part.stl --poses grasps.bin -o free.bits",
                 "abut batch a.abut b.abut --poses poses.bin --form pose12f -o a.bits --resume",
                 "abut batch a.stl b.stl --poses - --rows --clearance 0.01 < poses.bin",
                 "abut batch a.stl b.stl --poses all.bin --from 8000000 --count 1000000 -o 8"},
    .run = batch_run,
};
