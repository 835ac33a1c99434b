// changes.c - how long abut_model_refit and abut_model_edit take, beside models that are built anew, and Embree's trees.
#include "probes/changes.h"

#include "abut/change.h"

#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 99, TIMES = 10 };
#define STEP        0.01  // of the model's size: how far a vertex goes, at most
#define REFIT_US    3000  // of a hundred thousand triangles
#define REFIT_LEAST 95000
#define REFIT_MOST  105000
#define EDIT        10  // a build takes so many times as long

typedef struct build {
    const char* name;
    abut_effort effort;
    double edit_bar;
} build;
static const build builds[] = {
    {"build fast", ABUT_EFFORT_FAST, 0},
    {"build", ABUT_EFFORT_NORMAL, EDIT},
};
enum { BUILDS = sizeof builds / sizeof *builds, BUILD = BUILDS - 1 };

// What Embree is asked, and how it is called in the table.
static const char* const embrees[][2] = {{"refit", "embree refit"},
                                         {"build low", "embree low"},
                                         {"build medium", "embree medium"},
                                         {"build high", "embree high"}};
enum { EMBREES = sizeof embrees / sizeof *embrees };
static const probes_rival_kind embree = {"embree", "abut-probe-embree_change", PROBES_HOW, false};

// What makes a model of another one.
typedef struct change {
    const char* label;
    const abut_model* from;
    const abut_soup* soup;     // of a refit; else NULL
    const changes_edit* edit;  // of an edit
    const abut_soup* whole;    // all that there is then
} change;

static void expect(const probes_scene* s, abut_status status)
{
    if (status) exit(bench_fail("%s: %s", s->name, abut_status_text(status)));
}

static abut_model* make(const probes_scene* s, const change* c)
{
    abut_model* out = NULL;
    expect(s,
           c->soup
               ? abut_model_refit(&out, c->from, c->soup, NULL, NULL)
               : abut_model_edit(
                     &out, c->from,
                     &(abut_edit){c->edit->removed, c->edit->count, &c->edit->inserted, NULL, {0}},
                     NULL, NULL));
    return out;
}

static abut_model* build_anew(const probes_scene* s, const abut_soup* soup, abut_effort effort)
{
    const abut_build how = {.effort = effort};
    abut_model* out = NULL;
    expect(s, abut_model_build(&out, soup, &how));
    return out;
}

// Seconds. What it makes is freed, which does not count.
static double time_change(const probes_scene* s, const change* c)
{
    const double begun = probes_seconds(false);
    abut_model* made = make(s, c);
    const double took = probes_seconds(false) - begun;
    abut_model_free(made);
    return took;
}

static double time_build(const probes_scene* s, const change* c, const build* b)
{
    const double begun = probes_seconds(false);
    abut_model* made = build_anew(s, c->whole, b->effort);
    const double took = probes_seconds(false) - begun;
    abut_model_free(made);
    return took;
}

static bool is_for_bar(const change* c)
{
    return c->soup && c->whole->triangle_count >= REFIT_LEAST &&
           c->whole->triangle_count <= REFIT_MOST;
}

static void measure_beside_builds(probes_run* run, const probes_scene* s, const change* c)
{
    const bool has_bars = !run->request->is_quick;
    for (int b = 0; b < BUILDS; b++) {
        double ours[RUNS_MOST], others[RUNS_MOST];
        const double took = time_change(s, c) + time_build(s, c, &builds[b]);
        probes_row row = {.scene = s->name,
                          .question = c->label,
                          .peer = builds[b].name,
                          .probes = 1,
                          .is_untold = true,
                          .bar = has_bars && c->edit ? builds[b].edit_bar : 0,
                          .bar_us = has_bars && b == BUILD && is_for_bar(c) ? REFIT_US : 0,
                          .runs = probes_runs(run, took)};
        for (int i = 0; i < row.runs; i++) {
            ours[i] = time_change(s, c);
            others[i] = time_build(s, c, &builds[b]);
        }
        row.ours_us = 1e6 * probes_median(ours, row.runs);
        row.peer_us = 1e6 * probes_median(others, row.runs);
        probes_add(run, &row);
    }
}

// vertices: where they go.
static int measure_beside_embree(probes_run* run, const probes_scene* s, const change* c,
                                 double* vertices)
{
    probes_scene moved = *s;
    probes_rival r;
    moved.points = vertices;
    moved.point_count = s->mesh.vertex_count;
    if (!bench_is_wanted(&run->request->peers, embree.name)) return BENCH_OK;
    if (probes_write_scene(run, &moved) != BENCH_OK) return BENCH_ERROR;
    if (!probes_rival_open(&r, run, &embree)) return BENCH_OK;
    for (int e = 0; e < EMBREES; e++) {
        double ours[RUNS_MOST], others[RUNS_MOST];
        const double first = probes_rival_ask(&r, embrees[e][0]);
        if (first < 0) continue;
        probes_row row = {.scene = s->name,
                          .question = c->label,
                          .peer = embrees[e][1],
                          .probes = 1,
                          .is_untold = true,
                          .runs = probes_runs(run, time_change(s, c) + first)};
        for (int i = 0; i < row.runs; i++) {
            ours[i] = time_change(s, c);
            others[i] = probes_rival_ask(&r, embrees[e][0]);
        }
        if (!probes_rival_stayed(row.peer, others, row.runs)) continue;
        row.ours_us = 1e6 * probes_median(ours, row.runs);
        row.peer_us = 1e6 * probes_median(others, row.runs);
        probes_add(run, &row);
    }
    probes_rival_close(&r);
    return BENCH_OK;
}

// Ten changes, one of the other's model; *whole becomes what there is then.
static abut_model* change_often(const probes_scene* s, bool is_refit, bool is_region, mesh* whole,
                                abut_change* last)
{
    random_source r = {6};
    abut_soup soup = probes_soup(whole);
    abut_model* model = build_anew(s, &soup, ABUT_EFFORT_DEFAULT);
    for (int i = 0; i < TIMES; i++) {
        abut_model* next = NULL;
        if (is_refit) {
            probes_scene now = *s;
            now.mesh = *whole;
            changes_move(&now, &r, STEP, whole->vertices);
            soup = probes_soup(whole);
            expect(s, abut_model_refit(&next, model, &soup, NULL, last));
        } else {
            changes_edit e = changes_edit_make(whole, s->size, is_region, &r);
            changes_edit_apply(&e, whole);
            expect(s, abut_model_edit(&next, model,
                                      &(abut_edit){e.removed, e.count, &e.inserted, NULL, {0}},
                                      NULL, last));
            changes_edit_free(&e);
        }
        abut_model_free(model);
        model = next;
    }
    return model;
}

static mesh copy_of(const mesh* m)
{
    mesh out = *m;
    out.vertices = malloc((3 * m->vertex_count + 1) * sizeof *out.vertices);
    out.triangles = malloc((3 * m->triangle_count + 1) * sizeof *out.triangles);
    if (!out.vertices || !out.triangles) exit(bench_fail("out of memory"));
    memcpy(out.vertices, m->vertices, 3 * m->vertex_count * sizeof *out.vertices);
    memcpy(out.triangles, m->triangles, 3 * m->triangle_count * sizeof *out.triangles);
    return out;
}

static void free_copy(mesh* m)
{
    free(m->vertices);
    free(m->triangles);
}

static void measure_after(probes_run* run, const probes_scene* s, int kind)
{
    mesh whole = copy_of(&s->mesh);
    abut_change last = {.growth = 0};
    abut_model* changed =
        change_often(s, kind == AFTER_REFITS, kind == AFTER_REGIONS, &whole, &last);
    const abut_soup soup = probes_soup(&whole);
    abut_model* fresh = build_anew(s, &soup, ABUT_EFFORT_DEFAULT);
    if (run->table)
        fprintf(run->table, "    after ten: boxes have grown %.3f times%s%s\n", last.growth,
                last.is_rebuild_advised ? ", a rebuild is advised" : "",
                last.is_merged_anew ? ", vertices were merged anew" : "");
    changes_ask_after(run, s, kind, changed, fresh);
    abut_model_free(changed);
    abut_model_free(fresh);
    free_copy(&whole);
}

static int measure_refit(probes_run* run, const probes_scene* s, const abut_model* model)
{
    random_source r = {5};
    mesh moved = copy_of(&s->mesh);
    changes_move(s, &r, STEP, moved.vertices);
    const abut_soup soup = probes_soup(&moved);
    const change c = {.label = "refit", .from = model, .soup = &soup, .whole = &soup};
    measure_beside_builds(run, s, &c);
    const int status = measure_beside_embree(run, s, &c, moved.vertices);
    free_copy(&moved);
    if (status == BENCH_OK) measure_after(run, s, AFTER_REFITS);
    return status;
}

static void measure_edit(probes_run* run, const probes_scene* s, const abut_model* model,
                         bool is_region)
{
    random_source r = {5};
    mesh whole = copy_of(&s->mesh);
    changes_edit e = changes_edit_make(&whole, s->size, is_region, &r);
    changes_edit_apply(&e, &whole);
    const abut_soup soup = probes_soup(&whole);
    const change c = {.label = is_region ? "edit, region" : "edit, scattered",
                      .from = model,
                      .edit = &e,
                      .whole = &soup};
    measure_beside_builds(run, s, &c);
    changes_edit_free(&e);
    free_copy(&whole);
    measure_after(run, s, is_region ? AFTER_REGIONS : AFTER_SCATTERED);
}

int probes_changes(probes_run* run, const probes_scene* s)
{
    static const char* const questions[] = {"refit", "edit"};
    const bool has_refit = probes_asks_any(run, questions, 1);
    const bool has_edit = probes_asks_any(run, questions + 1, 1);
    int status = BENCH_OK;
    if (!has_refit && !has_edit) return BENCH_OK;
    const abut_soup soup = probes_soup(&s->mesh);
    abut_model* model = build_anew(s, &soup, ABUT_EFFORT_DEFAULT);
    if (has_refit) status = measure_refit(run, s, model);
    if (has_edit && status == BENCH_OK) {
        measure_edit(run, s, model, true);
        measure_edit(run, s, model, false);
    }
    abut_model_free(model);
    return status;
}
