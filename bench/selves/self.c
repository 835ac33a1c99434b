// self.c - the verb "self": abut and other libraries on where models meet themselves. Pairs are compared before anything is
// timed, and each difference is decided in rational numbers.
#include "bench.h"
#include "selves/selves.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TIMEOUT_LIMITS = 40 };   // a model may take as long as so many rows
enum { JUDGE_SECONDS = 1000 };  // it has no filter
enum {
    BATCH_TRIANGLES = 300 * 1000
};  // about so many go into one scene: a rival is started once for it

typedef struct request {
    bench_names folders, texts, peers;
    peer_limits limits;
    bool is_quick, json;
    const char* out;
} request;

typedef struct work {
    const request* r;
    self_results results;
    FILE* table;  // NULL: nowhere
    size_t row_room;
} work;

static const peer_kind judge_kind = {"judge", "abut-peer-judge_self", NULL};

// ------------------------------------------------------------------------------------------ who is there

static void find_rivals(work* w)
{
    self_results* out = &w->results;
    char name[128];
    out->rivals = self_rivals(&out->rival_count);
    for (size_t i = 0; i < out->rival_count; i++) {
        self_rival* r = &out->rivals[i];
        if (!bench_is_wanted(&w->r->peers, r->kind.name)) continue;
        const bool is_own = !r->kind.program;
        if (is_own) snprintf(r->version, sizeof r->version, "abut itself, all pairs of triangles");
        if (is_own || side_find_program(&r->kind, r->version, sizeof r->version) == SIDE_OK) {
            if (w->table) fprintf(w->table, "  %-9s %s\n", r->kind.name, r->version);
            continue;
        }
        fprintf(stderr,
                "abut-bench: SKIPPED: %s: %s (tools/install bench, tools/build release peers)\n",
                r->kind.name, r->version);
        r->version[0] = '\0';
        out->run.is_whole = false;
    }
    out->has_judge = side_find_program(&judge_kind, name, sizeof name) == SIDE_OK;
    if (w->table && out->has_judge) fprintf(w->table, "  %-9s %s\n", "judge", name);
    out->run.is_whole &= out->has_judge;
}

// ------------------------------------------------------------------------------------------ one batch

// A scene of some models, which keeps what they are made of.
static peer_scene scene_of(const self_model* models, size_t count)
{
    peer_scene s = {.name = "self"};
    mesh* meshes = peer_add_meshes(&s, count);
    peer_query* queries = peer_add_queries(&s, count);
    for (size_t i = 0; i < count; i++) {
        meshes[i] = models[i].mesh;
        queries[i].a = queries[i].b = (uint32_t)i;
    }
    return s;
}

static void scene_free(peer_scene* s)
{
    free(s->meshes);
    free(s->queries);
}

typedef struct batch {
    work* w;
    const self_model* models;
    peer_scene scene;
    side ours, judge;
} batch;

static side_status open_peer(const batch* b, const peer_kind* kind, double timeout, side* out)
{
    if (!kind->program) return side_open_own(out, &b->scene, ABUT_METHOD_BRUTE);
    return side_open_program(out, kind, b->w->results.run.folder, timeout);
}

static void add_row(work* w, const self_row* row)
{
    self_results* out = &w->results;
    out->rows = peer_run_grow(out->rows, out->row_count, &w->row_room, sizeof *row);
    out->rows[out->row_count++] = *row;
    if (w->table) self_report_row(row, w->table);
}

static void add_skip(work* w, const char* model, const self_rival* rival, const char* why)
{
    const peer_skip who = {.scene = model, .mode = "self", .peer = rival->kind.name};
    peer_run_skip(&w->results.run, &who, why);
    if (w->table) fprintf(w->table, "%-44s %19s  %-8s %s\n", model, "", rival->kind.name, why);
}

// All models of a batch by one rival. One that failed or was too slow is started anew for the next.
static int measure_rival(batch* b, const self_rival* rival)
{
    side other;
    bool is_open = false;
    for (size_t i = 0; i < b->scene.query_count && !peer_run_is_stopped(); i++) {
        self_row row = {.model = b->models[i].name};
        if (rival->most && b->models[i].mesh.triangle_count > rival->most) continue;
        const self_match m = {.scene = &b->scene,
                              .ours = &b->ours,
                              .other = &other,
                              .judge = b->w->results.has_judge ? &b->judge : NULL,
                              .rival = rival,
                              .limits = &b->w->r->limits};
        side_status status =
            is_open ? SIDE_OK : open_peer(b, &rival->kind, b->w->r->limits.timeout, &other);
        is_open = status == SIDE_OK;
        if (is_open) status = self_measure(&m, i, &row);
        if (b->ours.error[0] || b->judge.error[0]) {
            if (is_open) other.calls->close(&other);
            return bench_fail("%s: %s: %s", row.model, b->ours.error[0] ? "abut" : "judge",
                              b->ours.error[0] ? b->ours.error : b->judge.error);
        }
        if (status == SIDE_OK) {
            add_row(b->w, &row);
            continue;
        }
        add_skip(b->w, row.model, rival, other.error[0] ? other.error : "it failed");
        if (is_open) other.calls->close(&other);
        is_open = false;
    }
    if (is_open) other.calls->close(&other);
    return BENCH_OK;
}

static int measure_batch(work* w, const self_model* models, size_t count)
{
    char path[PEER_PATH_ROOM + 16];
    batch b = {.w = w, .models = models, .scene = scene_of(models, count)};
    snprintf(path, sizeof path, "%s/scene", w->results.run.folder);
    int status = peer_scene_write(&b.scene, path);
    if (status == BENCH_OK && side_open_own(&b.ours, &b.scene, ABUT_METHOD_AUTO) != SIDE_OK)
        status = bench_fail("abut: %s", b.ours.error);
    if (status == BENCH_OK) {
        snprintf(w->results.run.ours, sizeof w->results.run.ours, "%s", b.ours.name);
        const bool has_judge = w->results.has_judge;
        if (has_judge && open_peer(&b, &judge_kind, JUDGE_SECONDS, &b.judge) != SIDE_OK)
            status = bench_fail("judge: %s", b.judge.error);
        for (size_t i = 0; i < w->results.rival_count && status == BENCH_OK; i++)
            if (w->results.rivals[i].version[0]) status = measure_rival(&b, &w->results.rivals[i]);
        if (has_judge && b.judge.self.link) b.judge.calls->close(&b.judge);
        b.ours.calls->close(&b.ours);
    }
    scene_free(&b.scene);
    unlink(path);
    return status;
}

// ------------------------------------------------------------------------------------------ all of them

static int read_models(const request* r, self_models* out, bool* is_whole)
{
    static const char* const usual[] = {"scans", "cad", "bad"};
    const char* data = getenv("ABUT_DATA");
    char folder[PEER_PATH_ROOM];
    int status = r->folders.count ? BENCH_OK : self_models_make(out);
    for (size_t i = 0; i < r->folders.count && status == BENCH_OK; i++)
        status = self_models_read(out, r->folders.list[i], &r->texts);
    if (r->folders.count || r->is_quick || status != BENCH_OK) return status;
    if (!data) {
        *is_whole = false;
        fprintf(stderr, "abut-bench: SKIPPED: models of ABUT_DATA, which is not set\n");
    }
    for (size_t i = 0; data && i < 3 && status == BENCH_OK; i++) {
        snprintf(folder, sizeof folder, "%s/%s", data, usual[i]);
        status = self_models_read(out, folder, &r->texts);
    }
    return status;
}

static int measure_models(work* w, const self_models* models)
{
    int status = BENCH_OK;
    for (size_t i = 0, next; i < models->count && status == BENCH_OK; i = next) {
        size_t triangles = 0;
        for (next = i; next < models->count && (next == i || triangles < BATCH_TRIANGLES); next++)
            triangles += models->list[next].mesh.triangle_count;
        status = measure_batch(w, models->list + i, next - i);
        if (peer_run_is_stopped()) status = bench_fail("stopped");
    }
    return status;
}

static int measure_and_report(work* w)
{
    self_results* out = &w->results;
    self_models models = {0};
    if (w->table)
        fprintf(
            w->table,
            "%s; load %.2f before the first\nMicroseconds of the processor, one thread, medians "
            "of up to %d runs by turns; %.3g s for a row\n",
            out->run.machine, out->run.load, w->r->limits.runs, w->r->limits.seconds);
    find_rivals(w);
    int status = read_models(w->r, &models, &out->run.is_whole);
    out->model_count = models.count;
    out->refused = models.refused;
    out->empty = models.empty;
    if (status == BENCH_OK && !models.count) status = bench_fail("there are no such models");
    if (status == BENCH_OK && w->table) self_report_head(out, w->table);
    if (status == BENCH_OK) status = measure_models(w, &models);
    if (status == BENCH_OK) {
        const int verdict = self_report_sums(out, w->table ? w->table : stderr);
        if (w->r->json) status = peer_run_write(w->r->out, self_report_json, out);
        if (status == BENCH_OK) status = verdict;
    }
    self_models_free(&models);
    return status;
}

// ------------------------------------------------------------------------------------------ options

static int take_peer(void* to, const bench_option* option, const char* value)
{
    size_t count;
    const self_rival* rivals = self_rivals(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(rivals[i].kind.name, value) == 0) return bench_name(to, option, value);
    return bench_fail("there is no peer %s", value);
}

static const bench_option option_rows[] = {
    BENCH_FLAG("--quick", offsetof(request, is_quick)),
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_VALUE("--folder", bench_name, offsetof(request, folders)),
    BENCH_VALUE("--only", bench_name, offsetof(request, texts)),
    BENCH_VALUE("--peer", take_peer, offsetof(request, peers)),
    BENCH_NUMBER("--runs", bench_int, offsetof(request, limits.runs), 1, RUNS_MOST),
    BENCH_VALUE("--limit", bench_seconds, offsetof(request, limits.seconds)),
    BENCH_VALUE("-o", bench_text, offsetof(request, out)),
};

static int run(int count, char** arguments)
{
    request r = {.json = false};
    int status = BENCH_READ_OPTIONS(&r, option_rows, count, arguments);
    if (status != BENCH_OK) return status;
    if (r.out && !r.json) return bench_fail("-o needs --json");
    if (!r.limits.runs) r.limits.runs = r.is_quick ? 3 : 7;
    if (!(r.limits.seconds > 0)) r.limits.seconds = r.is_quick ? 0.05 : 0.5;
    r.limits.timeout = TIMEOUT_LIMITS * r.limits.seconds;
    work w = {.r = &r, .table = r.json && !r.out ? NULL : stdout};
    w.results.run.setup.is_quick = r.is_quick;
    w.results.run.limits = r.limits;
    w.results.run.is_whole = !r.is_quick && !r.folders.count && !r.texts.count && !r.peers.count;
    if (peer_run_begin(&w.results.run) != BENCH_OK) return BENCH_ERROR;
    status = measure_and_report(&w);
    free(w.results.rows);
    peer_run_end(&w.results.run);
    return status;
}

const bench_verb bench_self = {
    .name = "self",
    .summary = "where models meet themselves: abut and other libraries, pairs compared",
    .help = "  --folder DIR    all models below DIR, may be repeated (else scans, cad and bad of\n"
            "                  ABUT_DATA, and a few made by formula)\n"
            "  --only TEXT     files of folders whose name contains TEXT, may be repeated\n"
            "  --quick         only the models made by formula: seconds\n"
            "  --peer NAME     only this peer, may be repeated: cgal, embree, igl, igl-cgal,\n"
            "                  brute (abut itself, models of at most 1000 triangles)\n"
            "  --runs N        runs of each row (7; quick 3)\n"
            "  --limit S       seconds that each side has for a row (0.5; quick 0.05)\n"
            "  --json          instead of the table, or with -o beside it\n"
            "  -o FILE         where to write it\n"
            "\n"
            "A row is a model and a peer. All begin with the same vertices, merged bit by bit,\n"
            "and the same triangles; what they build counts. Pairs are compared first: each\n"
            "difference is decided in rational numbers. One thread each.\n",
    .run = run,
};
