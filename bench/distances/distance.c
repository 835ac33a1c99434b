// distance.c - the verb "distance": abut and other libraries on how far the same meshes are from each other in the same
// poses. Answers are compared with the exact ones before anything is timed.
#include "bench.h"
#include "common/options.h"
#include "distances/distances.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TIMEOUT_LIMITS = 10 };  // a query may take as long as so many rows

typedef struct request {
    bench_names scenes, peers, modes;  // scenes, modes: texts in their names
    peer_setup setup;
    peer_limits limits;
    bool json;
    const char *pqp, *out;
} request;

typedef struct work {
    const request* r;
    distance_results results;
    char pqp[PEER_PATH_ROOM + 16];  // the program: ""
    FILE* table;                    // NULL: nowhere
    size_t row_room;
} work;

// ------------------------------------------------------------------------------------------- the rivals

// "abut" is no rival of its own: NULL.
static const peer_kind* kind_of(const work* w, const char* name, peer_kind* room)
{
    size_t count;
    const peer_kind* kinds = peer_kinds(&count);
    if (strcmp(name, "abut") == 0) return NULL;
    if (strcmp(name, "pqp") == 0) {
        *room = (peer_kind){"pqp", w->pqp, "distances"};
        return room;
    }
    for (size_t i = 0; i < count; i++)
        if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
    return NULL;
}

static void find_rival(work* w, const char* name)
{
    struct distance_rival* r = &w->results.rivals[w->results.rival_count++];
    peer_kind room;
    const peer_kind* kind = kind_of(w, name, &room);
    const char* how = "tools/install bench, tools/build release peers";
    r->name = name;
    if (!kind) {
        snprintf(r->version, sizeof r->version, "abut itself, asked otherwise");
    } else if (kind == &room && !w->pqp[0]) {
        snprintf(r->version, sizeof r->version, "its folder was not given");
        how = "--pqp DIR";
    } else if (side_find_program(kind, r->version, sizeof r->version) == SIDE_OK) {
        how = NULL;
    }
    if (kind && how) {
        fprintf(stderr, "abut-bench: SKIPPED: %s: %s (%s)\n", name, r->version, how);
        r->version[0] = '\0';
        w->results.run.is_whole = false;
    }
    if (w->table && r->version[0]) fprintf(w->table, "  %-12s %s\n", name, r->version);
}

static void find_rivals(work* w)
{
    size_t count;
    const distance_mode* modes = distance_modes(&count);
    for (size_t i = 0; i < count; i++) {
        if (i && strcmp(modes[i - 1].peer, modes[i].peer) == 0) continue;
        if (bench_is_wanted(&w->r->peers, modes[i].peer)) find_rival(w, modes[i].peer);
    }
}

// ------------------------------------------------------------------------------------------ one scene

static void add_row(work* w, const distance_row* row)
{
    distance_results* out = &w->results;
    out->rows = peer_run_grow(out->rows, out->row_count, &w->row_room, sizeof *row);
    out->rows[out->row_count++] = *row;
    if (w->table) distance_report_row(row, w->table);
}

static void add_skip(work* w, const char* scene, const distance_mode* mode, const char* why)
{
    const peer_skip who = {.scene = scene, .mode = mode->name, .peer = mode->peer};
    peer_run_skip(&w->results.run, &who, why);
    if (w->table) fprintf(w->table, "  %-11s %-10s %s\n", mode->name, mode->peer, why);
}

typedef struct scene_work {
    work* w;
    const distance_truth* truth;
    side* ours;  // with one thread
    size_t* used;
} scene_work;

static side_status open_other(const scene_work* s, const distance_mode* mode, side* out)
{
    peer_kind room;
    const peer_kind* kind = kind_of(s->w, mode->peer, &room);
    if (!kind) return side_open_twin(out, s->ours, 1);
    return side_open_program(out, kind, s->w->results.run.folder, s->w->r->limits.timeout);
}

// With more threads than one it is another side that asks.
static side_status measure_mode(const scene_work* s, const distance_mode* mode, side* other,
                                distance_row* row)
{
    const request* r = s->w->r;
    side more = {0};
    peer_match m = {.ours = s->ours,
                    .other = other,
                    .scene = s->truth->scene,
                    .limits = &r->limits,
                    .used = s->used};
    if (mode->workers == 1) return distance_measure(s->truth, mode, &m, row);
    side clocked;  // the same threads, but timed as the other one is: by the clock
    side_status status = side_open_twin(&more, s->ours, mode->workers);
    if (status != SIDE_OK) return status;
    status = side_open_twin(&clocked, s->ours, 1);
    m.ours = &more;
    m.other = &clocked;
    if (status == SIDE_OK) {
        side_by_clock(&clocked);
        status = distance_measure(s->truth, mode, &m, row);
        clocked.calls->close(&clocked);
    }
    if (more.error[0]) snprintf(s->ours->error, sizeof s->ours->error, "%s", more.error);
    more.calls->close(&more);
    return status;
}

// All modes of one peer. One that failed or was too slow is started anew for the next.
static int measure_peer(const scene_work* s, const distance_mode* modes, size_t count)
{
    const char* scene = s->truth->scene->name;
    side other;
    bool is_open = false;
    int status = BENCH_OK;
    for (size_t i = 0; i < count && status == BENCH_OK && !peer_run_is_stopped(); i++) {
        distance_row row = {.used = 0};
        if (!bench_has_text(&s->w->r->modes, modes[i].name) ||
            distance_truth_us(s->truth) < modes[i].least_us)
            continue;
        side_status asked = is_open ? SIDE_OK : open_other(s, &modes[i], &other);
        is_open = asked == SIDE_OK;
        if (is_open) asked = measure_mode(s, &modes[i], &other, &row);
        if (asked == SIDE_OK) {
            if (row.used)
                add_row(s->w, &row);
            else
                add_skip(s->w, scene, &modes[i], "no pose has an equal number of pairs");
            continue;
        }
        if (s->ours->error[0])
            status = bench_fail("%s: abut: %s", scene, s->ours->error);
        else
            add_skip(s->w, scene, &modes[i], other.error);
        if (is_open) other.calls->close(&other);
        is_open = false;
    }
    if (is_open) other.calls->close(&other);
    return status;
}

static int measure_peers(const scene_work* s)
{
    size_t count, next;
    const distance_mode* modes = distance_modes(&count);
    const distance_results* results = &s->w->results;
    int status = BENCH_OK;
    for (size_t i = 0; i < count && status == BENCH_OK; i = next) {
        for (next = i; next < count && strcmp(modes[next].peer, modes[i].peer) == 0;)
            next++;
        for (size_t k = 0; k < results->rival_count && status == BENCH_OK; k++)
            if (results->rivals[k].version[0] &&
                strcmp(results->rivals[k].name, modes[i].peer) == 0)
                status = measure_peer(s, modes + i, next - i);
    }
    return status;
}

static int measure_scene(work* w, const peer_scene* scene)
{
    char path[PEER_PATH_ROOM + 16];
    side ours;
    distance_truth truth = {0};
    if (side_open_own(&ours, scene, ABUT_METHOD_AUTO) != SIDE_OK)
        return bench_fail("%s: abut: %s", scene->name, ours.error);
    snprintf(w->results.run.ours, sizeof w->results.run.ours, "%s", ours.name);
    snprintf(path, sizeof path, "%s/scene", w->results.run.folder);
    int status = peer_scene_write(scene, path);
    if (w->table) distance_report_scene(scene, &ours, w->table);
    scene_work s = {w, &truth, &ours, malloc((scene->query_count + 1) * sizeof *s.used)};
    if (!s.used) status = bench_fail("out of memory");
    if (status == BENCH_OK && distance_truth_find(&ours, scene, &truth) != SIDE_OK)
        status = bench_fail("%s: abut: %s", scene->name, ours.error);
    if (status == BENCH_OK) status = measure_peers(&s);
    distance_truth_free(&truth);
    free(s.used);
    ours.calls->close(&ours);
    unlink(path);
    return status;
}

// ------------------------------------------------------------------------------------------ all of them

static int measure_all(work* w)
{
    size_t count, made = 0;
    const distance_kind* kinds = distance_kinds(&count);
    int status = BENCH_OK;
    for (size_t i = 0; i < count && status == BENCH_OK && !peer_run_is_stopped(); i++) {
        peer_scene scene;
        if (!bench_has_text(&w->r->scenes, kinds[i].name)) continue;
        if (w->r->setup.is_quick && !kinds[i].is_quick && !w->r->scenes.count) continue;
        const int result = distance_scene_make(&scene, &kinds[i], &w->r->setup);
        if (result < 0) status = BENCH_ERROR;
        if (result > 0) status = measure_scene(w, &scene);
        if (result == 0) w->results.run.is_whole = false;
        made++;
        peer_scene_free(&scene);
    }
    if (peer_run_is_stopped()) return bench_fail("stopped");
    return made || status != BENCH_OK ? status : bench_fail("no scene has such a name");
}

static int measure_and_report(work* w)
{
    const request* r = w->r;
    distance_results* results = &w->results;
    if (w->table) {
        fprintf(w->table, "%s; load %.2f before the first\n", results->run.machine,
                results->run.load);
        fprintf(
            w->table,
            "Microseconds of the processor a query (threads: of the clock), medians of up to %d "
            "runs by turns. Each side has %.3g s\nfor a row: it is about as many queries as fit "
            "in for both.\n",
            r->limits.runs, r->limits.seconds);
    }
    find_rivals(w);
    int status = measure_all(w);
    if (status != BENCH_OK) return status;
    const int verdict = distance_report_sums(results, w->table ? w->table : stderr);
    if (r->json) status = peer_run_write(r->out, distance_report_json, results);
    return status == BENCH_OK ? verdict : status;
}

static int start(const request* r)
{
    work w = {.r = r};
    w.table = r->json && !r->out ? NULL : stdout;
    w.results.run.setup = r->setup;
    w.results.run.limits = r->limits;
    w.results.run.is_whole = !r->setup.is_quick && !r->setup.is_tuning && !r->scenes.count &&
                             !r->peers.count && !r->modes.count;
    if (peer_run_begin(&w.results.run) != BENCH_OK) return BENCH_ERROR;
    int status = BENCH_OK;
    if (r->pqp) {
        snprintf(w.pqp, sizeof w.pqp, "%s/pqp", w.results.run.folder);
        status = peer_compile("pqp", r->pqp, w.results.run.folder, w.pqp);
    }
    if (status == BENCH_OK) status = measure_and_report(&w);
    if (w.pqp[0]) unlink(w.pqp);
    free(w.results.rows);
    peer_run_end(&w.results.run);
    return status;
}

// ------------------------------------------------------------------------------------------ options

static int take_peer(void* to, const bench_option* option, const char* value)
{
    size_t count;
    const distance_mode* modes = distance_modes(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(modes[i].peer, value) == 0) return bench_name(to, option, value);
    return bench_fail("there is no peer %s", value);
}

static const bench_option option_rows[] = {
    BENCH_FLAG("--quick", offsetof(request, setup.is_quick)),
    BENCH_FLAG("--tuning", offsetof(request, setup.is_tuning)),
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_VALUE("--only", bench_name, offsetof(request, scenes)),
    BENCH_VALUE("--mode", bench_name, offsetof(request, modes)),
    BENCH_VALUE("--peer", take_peer, offsetof(request, peers)),
    BENCH_VALUE("--pqp", bench_text, offsetof(request, pqp)),
    BENCH_NUMBER("--runs", bench_int, offsetof(request, limits.runs), 1, RUNS_MOST),
    BENCH_VALUE("--limit", bench_seconds, offsetof(request, limits.seconds)),
    BENCH_VALUE("-o", bench_text, offsetof(request, out)),
};

static int run(int count, char** arguments)
{
    request r = {.json = false};
    const int status = BENCH_READ_OPTIONS(&r, option_rows, count, arguments);
    if (status != BENCH_OK) return status;
    if (r.out && !r.json) return bench_fail("-o needs --json");
    if (!r.limits.runs) r.limits.runs = r.setup.is_quick ? 3 : 7;
    if (!(r.limits.seconds > 0)) r.limits.seconds = r.setup.is_quick ? 0.05 : 0.5;
    r.limits.timeout = TIMEOUT_LIMITS * r.limits.seconds;
    return start(&r);
}

const bench_verb bench_distance = {
    .name = "distance",
    .summary = "how far: abut and other libraries on the same scenes, answers compared",
    .help =
        "  --pqp DIR       with PQP, compiled for the run from its sources in DIR\n"
        "  --quick         fewer scenes and poses: seconds\n"
        "  --only TEXT     scenes whose name contains TEXT, may be repeated\n"
        "  --mode TEXT     modes whose name contains TEXT, may be repeated\n"
        "  --peer NAME     only this peer, may be repeated: pqp, fcl-obbrss, coal, abut (abut\n"
        "                  itself, asked otherwise)\n"
        "  --runs N        runs of each row (7; quick 3)\n"
        "  --limit S       seconds that each side has for a row (0.5; quick 0.05): it is about\n"
        "                  as many queries as fit in for both\n"
        "  --tuning        other seeds and sizes: tune on these, report on the others\n"
        "  --json          instead of the table, or with -o beside it\n"
        "  -o FILE         where to write it\n"
        "\n"
        "A row is a scene, a mode and a peer. Modes: exact; coherent, which begins with the\n"
        "last answer; within, whether the distance is at most a multiple of itself; tolerance,\n"
        "to one part in a million; clearance, all pairs within a bound, against as many in\n"
        "contact; threads, two of them, where a distance takes 500 us. Answers are compared\n"
        "with the exact ones first. Scenes of real models need ABUT_DATA.\n",
    .run = run,
};
