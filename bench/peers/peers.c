// peers.c - the verb "peers": abut and other libraries on the same meshes, in the same poses, with the
// same questions, in turns within one run; answers are compared before anything is timed.
#include "peers/peers.h"

#include "common/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PEERS_MOST = 16 };
enum { TIMEOUT_LIMITS = 10 };  // a query may take as long as so many rows

typedef struct request {
    bench_names scenes, peers, modes;  // scenes: texts in their names
    peer_setup setup;
    peer_limits limits;
    abut_method method;
    size_t examples;
    bool json, csv, count;
    const char *out, *write, *rapid, *pqp;
} request;

typedef struct work {
    const request* r;
    peer_results results;
    char names[PEERS_MOST][128];
    FILE* table;  // NULL: nowhere
    size_t row_room;
} work;

// ------------------------------------------------------------------------------------------ one scene

static void add_row(work* w, const peer_row* row)
{
    peer_results* out = &w->results;
    out->rows = peer_run_grow(out->rows, out->row_count, &w->row_room, sizeof *row);
    out->rows[out->row_count++] = *row;
    if (w->table) peer_report_row(row, w->r->examples, w->table);
}

static void add_skip(work* w, const char* scene, const char* mode, const char* peer,
                     const char* why)
{
    peer_run_skip(&w->results.run, &(peer_skip){.scene = scene, .mode = mode, .peer = peer}, why);
    if (w->table) fprintf(w->table, "  %-5s %-12s %s\n", mode, peer, why);
}

static const char* folder_of(const request* r, const peer_kind* kind)
{
    return strcmp(kind->name, "rapid") == 0 ? r->rapid : r->pqp;
}

// The same kind, with a program: what was compiled for the run stands in its folder, under its name.
static peer_kind placed(const work* w, const peer_kind* kind, char path[PEER_PATH_ROOM + 16])
{
    peer_kind out = *kind;
    if (!kind->is_compiled) return out;
    snprintf(path, PEER_PATH_ROOM + 16, "%s/%s", w->results.run.folder, kind->name);
    out.program = path;
    return out;
}

static side_status open_peer(const work* w, const peer_match* m, const peer_kind* kind, side* out)
{
    abut_method method;
    char path[PEER_PATH_ROOM + 16];
    const peer_kind whose = placed(w, kind, path);
    if (whose.program)
        return side_open_program(out, &whose, w->results.run.folder, w->r->limits.timeout);
    if (strcmp(kind->name, "abut") == 0) return side_open_twin(out, m->ours, 1);
    if (abut_method_from_name(kind->name, &method) != ABUT_OK) return SIDE_FAILED;
    return side_open_own(out, m->scene, method);
}

static side_status measure(const work* w, peer_match* m, peer_row* row)
{
    const double timeout = w->r->limits.timeout;
    row->ours_build_ms = 1e3 * m->ours->build_seconds;
    row->peer_build_ms = 1e3 * m->other->build_seconds;
    side_status status = peer_compare(m, row);
    if (status == SIDE_OK) status = m->ours->calls->use(m->ours, m->used, row->used);
    if (status == SIDE_OK) status = m->other->calls->use(m->other, m->used, row->used);
    m->other->limit = timeout * (double)row->used;  // one command asks all of them
    static const peer_question ours[PEER_MODES] = {PEER_FIRST, PEER_ALL, PEER_BATCH},
                               other[PEER_MODES] = {PEER_FIRST, PEER_ALL, PEER_FIRST};
    if (status == SIDE_OK && row->mode == PEER_MODE_BATCH) {
        uint64_t wrong = 0;
        status = side_own_batch_differs(m->ours, &wrong);
        row->ours_wrong += wrong;
    }
    if (status == SIDE_OK) status = peer_time(m, ours[row->mode], other[row->mode], &row->times);
    m->other->limit = timeout;
    return status;
}

// A peer that failed or was too slow is started anew for the next mode.
static int measure_peer(work* w, peer_match* m, const peer_kind* kind)
{
    const char* scene = m->scene->name;
    bool is_open = false;
    for (peer_mode mode = 0; mode < PEER_MODES && !peer_run_is_stopped(); mode++) {
        peer_row row = {.scene = scene, .peer = kind->name, .touches = m->scene->touches};
        row.mode = mode;
        if (kind->not_in[mode] || !bench_is_wanted(&w->r->modes, peer_mode_name(mode))) continue;
        side_status status = is_open ? SIDE_OK : open_peer(w, m, kind, m->other);
        is_open = status == SIDE_OK;
        if (is_open) status = measure(w, m, &row);
        if (status == SIDE_OK) {
            add_row(w, &row);
            continue;
        }
        if (!m->ours->error[0])
            add_skip(w, scene, peer_mode_name(mode), kind->name, m->other->error);
        if (is_open) m->other->calls->close(m->other);
        is_open = false;
        if (m->ours->error[0]) return bench_fail("%s: abut: %s", scene, m->ours->error);
    }
    if (is_open) m->other->calls->close(m->other);
    return BENCH_OK;
}

static int measure_peers(work* w, side* ours, const peer_scene* scene)
{
    peer_truth truth = {0};
    size_t count;
    const peer_kind* kinds = peer_kinds(&count);
    side other;
    peer_match m = {.ours = ours,
                    .other = &other,
                    .scene = scene,
                    .truth = &truth,
                    .limits = &w->r->limits,
                    .used = malloc((scene->query_count + 1) * sizeof *m.used)};
    int status = m.used ? BENCH_OK : bench_fail("out of memory");
    if (status == BENCH_OK && peer_truth_find(ours, scene, &truth) != SIDE_OK)
        status = bench_fail("%s: abut: %s", scene->name, ours->error);
    for (size_t i = 0; i < count && status == BENCH_OK && !peer_run_is_stopped(); i++)
        if (w->names[i][0]) status = measure_peer(w, &m, &kinds[i]);
    peer_truth_free(&truth);
    free(m.used);
    return status;
}

static int measure_scene(work* w, const peer_scene* scene)
{
    char path[PEER_PATH_ROOM + 16];
    side ours;
    if (side_open_own(&ours, scene, w->r->method) != SIDE_OK)
        return bench_fail("%s: abut: %s", scene->name, ours.error);
    snprintf(w->results.run.ours, sizeof w->results.run.ours, "%s", ours.name);
    snprintf(path, sizeof path, "%s/scene", w->results.run.folder);
    int status = peer_scene_write(scene, path);
    if (w->table) peer_report_scene(scene, &ours, w->table);
    if (status == BENCH_OK) status = measure_peers(w, &ours, scene);
    ours.calls->close(&ours);
    unlink(path);
    return status;
}

// ------------------------------------------------------------------------------------------ all of them

// Leaves the name empty if it is not there, which is told.
static void find_peer(work* w, const peer_kind* kind, char name[128])
{
    char path[PEER_PATH_ROOM + 16];
    const peer_kind whose = placed(w, kind, path);
    if (!whose.program) {
        const bool is_itself = strcmp(kind->name, "abut") == 0;
        snprintf(name, 128, is_itself ? "%s itself, one by one" : "abut's own method %s",
                 kind->name);
    } else if (kind->is_compiled && !folder_of(w->r, kind)) {
        fprintf(stderr, "abut-bench: SKIPPED: %s: its folder was not given (--%s DIR)\n",
                kind->name, kind->name);
    } else if (side_find_program(&whose, name, 128) != SIDE_OK) {
        fprintf(stderr,
                "abut-bench: SKIPPED: %s: %s (tools/install bench, tools/build release peers)\n",
                kind->name, name);
        name[0] = '\0';
    }
}

static void find_peers(work* w)
{
    size_t count;
    const peer_kind* kinds = peer_kinds(&count);
    for (size_t i = 0; i < count; i++) {
        if (bench_is_wanted(&w->r->peers, kinds[i].name)) find_peer(w, &kinds[i], w->names[i]);
        if (!w->names[i][0] && peer_has_bars(&kinds[i])) w->results.run.is_whole = false;
        if (w->table && w->names[i][0])
            fprintf(w->table, "  %-12s %s\n", kinds[i].name, w->names[i]);
    }
}

// Those whose sources the user gives.
static int compile_peers(work* w)
{
    size_t count;
    const peer_kind* kinds = peer_kinds(&count);
    int status = BENCH_OK;
    for (size_t i = 0; i < count && status == BENCH_OK; i++) {
        char path[PEER_PATH_ROOM + 16];
        if (!kinds[i].is_compiled || !folder_of(w->r, &kinds[i])) continue;
        placed(w, &kinds[i], path);
        status =
            peer_compile(kinds[i].name, folder_of(w->r, &kinds[i]), w->results.run.folder, path);
    }
    return status;
}

static void remove_compiled(const work* w)
{
    size_t count;
    const peer_kind* kinds = peer_kinds(&count);
    for (size_t i = 0; i < count; i++) {
        char path[PEER_PATH_ROOM + 16];
        if (!kinds[i].is_compiled) continue;
        placed(w, &kinds[i], path);
        unlink(path);
    }
}

static int measure_all(work* w)
{
    size_t count, made = 0;
    const peer_scene_kind* kinds = peer_scene_kinds(&count);
    int status = BENCH_OK;
    for (size_t i = 0; i < count && status == BENCH_OK && !peer_run_is_stopped(); i++) {
        peer_scene scene;
        if (!peer_scene_is_wanted(&kinds[i], &w->r->scenes, &w->r->setup)) continue;
        const int result = peer_scene_make(&scene, &kinds[i], &w->r->setup);
        if (result < 0) status = BENCH_ERROR;
        if (result > 0) status = measure_scene(w, &scene);
        if (result == 0) w->results.run.is_whole = false;
        made++;
        peer_scene_free(&scene);
    }
    if (peer_run_is_stopped()) return bench_fail("stopped");
    return made || status != BENCH_OK ? status : bench_fail("no scene has such a name");
}

// ------------------------------------------------------------------------------------- scenes as files

// FOLDER/01.scene and so on, and FOLDER/scenes.txt: a line for each, its file and its name.
static int write_scenes(const request* r)
{
    char path[PEER_PATH_ROOM];
    size_t count, made = 0;
    const peer_scene_kind* kinds = peer_scene_kinds(&count);
    if (mkdir(r->write, 0777) != 0 && errno != EEXIST)
        return bench_fail("%s: %s", r->write, strerror(errno));
    snprintf(path, sizeof path, "%s/scenes.txt", r->write);
    FILE* names = fopen(path, "w");
    int status = names ? BENCH_OK : bench_fail("%s: %s", path, strerror(errno));
    for (size_t i = 0; i < count && status == BENCH_OK; i++) {
        peer_scene scene;
        if (!peer_scene_is_wanted(&kinds[i], &r->scenes, &r->setup)) continue;
        const int result = peer_scene_make(&scene, &kinds[i], &r->setup);
        if (result < 0) status = BENCH_ERROR;
        if (result > 0) {
            snprintf(path, sizeof path, "%s/%02zu.scene", r->write, ++made);
            fprintf(names, "%02zu.scene %s\n", made, kinds[i].name);
            status = peer_scene_write(&scene, path);
        }
        peer_scene_free(&scene);
    }
    const int failed = names && ferror(names);
    if (names && (fclose(names) || failed) && status == BENCH_OK)
        status = bench_fail("%s/scenes.txt: cannot be written", r->write);
    return made || status != BENCH_OK ? status : bench_fail("no scene has such a name");
}

// -------------------------------------------------------------------------------------- the whole run

static int measure_and_report(work* w)
{
    const request* r = w->r;
    peer_results* results = &w->results;
    if (w->table) {
        fprintf(w->table, "%s; load %.2f before the first\n", results->run.machine,
                results->run.load);
        fprintf(
            w->table,
            "Microseconds of the processor a query, medians of up to %d runs. Each side has %.3g s "
            "for a row:\nit is about as many queries as fit in for both. A peer that takes more "
            "than %.3g s for a query is stopped.\n",
            r->limits.runs, r->limits.seconds, r->limits.timeout);
    }
    find_peers(w);
    int status = measure_all(w);
    if (status != BENCH_OK) return status;
    FILE* sums = w->table ? w->table : stderr;
    const int verdict = peer_report_sums(results, sums);
    if (r->json || r->csv)
        status = peer_run_write(r->out, r->json ? peer_report_json : peer_report_csv, results);
    return status == BENCH_OK ? verdict : status;
}

static int start(const request* r)
{
    work w = {.r = r};
    w.table = (r->json || r->csv) && !r->out ? NULL : stdout;
    w.results.run.setup = r->setup;
    w.results.run.limits = r->limits;
    w.results.examples = r->examples;
    w.results.peer_names = w.names;
    w.results.run.is_whole =
        !r->setup.is_quick && !r->setup.is_tuning && !r->scenes.count && !r->modes.count;
    if (peer_run_begin(&w.results.run) != BENCH_OK) return BENCH_ERROR;
    int status = compile_peers(&w);
    if (status == BENCH_OK) status = measure_and_report(&w);
    remove_compiled(&w);
    free(w.results.rows);
    peer_run_end(&w.results.run);
    return status;
}

// ------------------------------------------------------------------------------------------ options

static int take_peer(void* to, const bench_option* option, const char* value)
{
    size_t count;
    const peer_kind* kinds = peer_kinds(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(kinds[i].name, value) == 0) return bench_name(to, option, value);
    return bench_fail("there is no peer %s", value);
}

static int take_mode(void* to, const bench_option* option, const char* value)
{
    for (peer_mode mode = 0; mode < PEER_MODES; mode++)
        if (strcmp(peer_mode_name(mode), value) == 0) return bench_name(to, option, value);
    return bench_fail("there is no mode %s", value);
}

static int take_method(void* to, const bench_option* option, const char* value)
{
    (void)option;
    return abut_method_from_name(value, to) == ABUT_OK ? BENCH_OK
                                                       : bench_fail("there is no method %s", value);
}

static const bench_option option_rows[] = {
    BENCH_FLAG("--quick", offsetof(request, setup.is_quick)),
    BENCH_FLAG("--tuning", offsetof(request, setup.is_tuning)),
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_FLAG("--csv", offsetof(request, csv)),
    BENCH_FLAG("--count", offsetof(request, count)),
    BENCH_VALUE("--only", bench_name, offsetof(request, scenes)),
    BENCH_VALUE("--peer", take_peer, offsetof(request, peers)),
    BENCH_VALUE("--mode", take_mode, offsetof(request, modes)),
    BENCH_VALUE("--rapid", bench_text, offsetof(request, rapid)),
    BENCH_VALUE("--pqp", bench_text, offsetof(request, pqp)),
    BENCH_VALUE("--method", take_method, offsetof(request, method)),
    BENCH_NUMBER("--runs", bench_int, offsetof(request, limits.runs), 1, RUNS_MOST),
    BENCH_NUMBER("--list", bench_size, offsetof(request, examples), 0, EXAMPLES_MOST),
    BENCH_VALUE("--limit", bench_seconds, offsetof(request, limits.seconds)),
    BENCH_VALUE("-o", bench_text, offsetof(request, out)),
    BENCH_VALUE("--write", bench_text, offsetof(request, write)),
};

static int run(int count, char** arguments)
{
    request r = {.examples = 1};
    const int status = BENCH_READ_OPTIONS(&r, option_rows, count, arguments);
    if (status != BENCH_OK) return status;
    if (r.json && r.csv) return bench_fail("--json and --csv exclude each other");
    if (r.out && !r.json && !r.csv) return bench_fail("-o needs --json or --csv");
    if (r.write && (r.json || r.csv))
        return bench_fail("--write measures nothing: no --json or --csv");
    if (r.count && (r.json || r.write || r.peers.count))
        return bench_fail("--count asks no peer, and has no --json or --write");
    if (r.write) return write_scenes(&r);
    if (r.count)
        return peer_count(&(peer_count_request){
            .scenes = &r.scenes, .modes = &r.modes, .setup = r.setup, .csv = r.csv, .out = r.out});
    if ((r.rapid && !bench_is_wanted(&r.peers, "rapid")) ||
        (r.pqp && !bench_is_wanted(&r.peers, "pqp")))
        return bench_fail("a folder is given of a peer that --peer leaves out");
    if (!r.limits.runs) r.limits.runs = r.setup.is_quick ? 3 : 5;
    if (!(r.limits.seconds > 0)) r.limits.seconds = r.setup.is_quick ? 0.2 : 4;
    r.limits.timeout = TIMEOUT_LIMITS * r.limits.seconds;
    return start(&r);
}

const bench_verb bench_peers = {
    .name = "peers",
    .summary = "abut and other libraries on the same scenes: time, answers compared",
    .help =
        "  --quick         fewer scenes and queries: under three minutes\n"
        "  --only TEXT     scenes whose name contains TEXT, may be repeated\n"
        "  --peer NAME     only this peer, may be repeated: abut (itself, one by one: of mode\n"
        "                  batch only), obb (its own scalar method), rounded (abut without\n"
        "                  exactness), rapid, pqp, fcl-obbrss, fcl-obb, coal, embree, bullet,\n"
        "                  ode, cgal, three\n"
        "  --mode NAME     only this mode, may be repeated: first, all, batch\n"
        "  --rapid DIR     with RAPID 2.01, compiled for the run from its sources in DIR\n"
        "  --pqp DIR       with PQP, likewise\n"
        "  --method NAME   abut's method (auto)\n"
        "  --runs N        runs of each row (5; quick 3)\n"
        "  --limit S       seconds that each side has for a row (4; quick 0.2): it is about as\n"
        "                  many queries as fit in for both\n"
        "  --list N        pairs told of a row whose answers differ (1)\n"
        "  --tuning        other seeds and sizes: tune on these, report on the others\n"
        "  --json, --csv   instead of the table, or with -o beside it\n"
        "  -o FILE         where to write them\n"
        "  --count         no peers and no clock: what abut's queries do, instructions (where\n"
        "                  valgrind is) and lines of memory touched (tools/build release peers)\n"
        "  --write FOLDER  measure nothing: write the scenes there, as programs of peers read "
        "them\n"
        "\n"
        "A row is a scene, a mode and a peer. Modes: first contact; all contacts; batch, first\n"
        "contacts of all queries by one call of abut, on one thread. Both are asked the same\n"
        "queries in turns; answers are compared first, and where they differ the exact test of\n"
        "the two triangles says who is right. Scenes of real models need ABUT_DATA.\n",
    .run = run,
};
