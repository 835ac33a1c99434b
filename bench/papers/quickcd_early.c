// quickcd_early.c - Klosowski 1998, chapter 2: grid, k-d tree, R-tree and a mesh of tetrahedra, five flying objects in
// environments of three groups. Each structure is tuned on flights of their own, then raced.
#include "baseline/settings.h"
#include "bench.h"
#include "papers/early.h"
#include "papers/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Chapter 2 compares frame rates as they would be if so many steps got to triangles (its share is lost).
#define FULL_SHARE 0.1

static const baseline_method methods[RIVALS] = {BASELINE_TETRA, BASELINE_GRID, BASELINE_KD,
                                                BASELINE_RTREE};

static abut_soup soup_of(const mesh* m)
{
    return (abut_soup){.vertices = m->vertices,
                       .triangles = m->triangles,
                       .vertex_count = m->vertex_count,
                       .triangle_count = m->triangle_count};
}

// ------------------------------------------------------------------------------------- measuring

typedef struct flight {
    bench_scene s;
    flyer f;
} flight;

// Fly an object through an environment, whose mesh is borrowed.
static int begin_flight(flight* out, const surroundings* e, int object, uint32_t steps,
                        uint64_t seed, bool quick)
{
    const billiard_rules rules = {
        .steps = steps, .step = 0.15, .turn = 3, .stir = 0.2, .seed = seed, .inward = 1};
    *out = (flight){.s = {.name = e->name, .a = e->m}};
    int status = early_flyer(&out->s.b, object, quick);
    if (status == BENCH_OK) status = fly_scene(&out->s, &rules);
    const abut_soup b = soup_of(&out->s.b);
    if (status == BENCH_OK && flyer_make(&out->f, &b) != ABUT_OK)
        status = bench_fail("out of memory");
    return status;
}

static void end_flight(flight* f)
{
    flyer_free(&f->f);
    f->s.a = (mesh){0};
    bench_scene_free(&f->s);
}

// A structure that races, with what it needs.
typedef struct contender {
    baseline* built;
    baseline_query* query;
    uint64_t hash;
    double looked[2];           // of steps that end early, and of full ones
    double us[ROUNDS_MOST][2];  // likewise
    size_t count[2], hits;
} contender;

static int build_contender(contender* c, const surroundings* e, baseline_options options)
{
    const abut_soup a = soup_of(&e->m);
    if (options.method == BASELINE_TETRA) options.tetra = &e->tetra;
    *c = (contender){.hash = METHOD_HASH};
    abut_status status = baseline_build(&c->built, &a, &options);
    if (status == ABUT_OK) status = baseline_query_create(&c->query);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s: %s", e->name, abut_status_text(status));
}

static void free_contender(contender* c)
{
    baseline_query_free(c->query);
    baseline_free(c->built);
    *c = (contender){.built = NULL};
}

static void forget_figures(contender* c)
{
    *c = (contender){.built = c->built, .query = c->query, .hash = METHOD_HASH};
}

// The whole flight once.
static int ask_flight(contender* c, const flight* f, int round)
{
    for (size_t i = 0; i < f->s.pose_count; i++) {
        abut_hits hits;
        const double start = processor_seconds();
        const abut_status status =
            baseline_collide(c->query, c->built, &f->s.a_pose, &f->f, &f->s.poses[i], 1, &hits);
        const double us = 1e6 * (processor_seconds() - start);
        if (status != ABUT_OK) return bench_fail("%s: %s", f->s.name, abut_status_text(status));
        const int full = baseline_candidates(c->query) > 0;
        c->us[round][full] += us;
        if (round) continue;
        c->count[full]++;
        c->looked[full] += (double)hits.volume_tests;
        c->hits += hits.count > 0;
        c->hash = (c->hash + (hits.count > 0)) * 1099511628211u;
    }
    return BENCH_OK;
}

// As if FULL_SHARE of the steps got to triangles. A flight all of one kind says nothing of the other.
static double weighed(const double sum[2], const size_t count[2])
{
    const double early = count[0] ? sum[0] / (double)count[0] : 0;
    const double full = count[1] ? sum[1] / (double)count[1] : 0;
    if (!count[1] || !count[0]) return early + full;
    return (1 - FULL_SHARE) * early + FULL_SHARE * full;
}

static early_figures figures_of(const contender* c, int rounds)
{
    early_figures out = {.is_there = true, .looked = weighed(c->looked, c->count)};
    out.us.count = out.full_us.count = rounds;
    for (int i = 0; i < rounds; i++) {
        out.us.of[i] = weighed(c->us[i], c->count);
        out.full_us.of[i] = c->count[1] ? c->us[i][1] / (double)c->count[1] : 0;
    }
    return out;
}

// -------------------------------------------------------------------------------------- tuning

enum { TUNERS = 2, TUNING_ROUNDS = 2, TUNING_STEPS = 80, STEPS = 500 };
static const int tuners[TUNERS] = {1, 3};  // a simple object and a complex one

// The product of the times of both flights with a setting, each the least of its rounds; 0: an error, told.
static double try_setting(const surroundings* e, const flight flights[TUNERS],
                          const baseline_options* options)
{
    contender c;
    double product = 1;
    int status = build_contender(&c, e, *options);
    for (int i = 0; i < TUNERS && status == BENCH_OK; i++) {
        double least = 1e300;
        forget_figures(&c);
        for (int round = 0; round < TUNING_ROUNDS && status == BENCH_OK; round++)
            status = ask_flight(&c, &flights[i], round);
        const early_figures f = figures_of(&c, TUNING_ROUNDS);
        for (int round = 0; round < TUNING_ROUNDS; round++)
            least = f.us.of[round] < least ? f.us.of[round] : least;
        product *= least;
    }
    free_contender(&c);
    return status == BENCH_OK ? product : 0;
}

// Which setting of each structure is the fastest, on flights of their own: other seeds than those of the races.
static int tune(const surroundings* e, bool quick, const baseline_setting* best[RIVALS])
{
    flight flights[TUNERS];
    double least[RIVALS] = {0};
    int status = BENCH_OK, flown = 0;
    for (; flown < TUNERS && status == BENCH_OK; flown++)
        status = begin_flight(&flights[flown], e, tuners[flown], quick ? 20 : TUNING_STEPS,
                              701 + (uint64_t)flown, quick);
    for (size_t i = 0; i < baseline_setting_count && status == BENCH_OK; i++) {
        baseline_options options = baseline_settings[i].options;
        int rival = RIVAL_GRID;
        while (methods[rival] != options.method)
            rival++;
        options.ends_at_witness = 1;
        const double product = try_setting(e, flights, &options);
        if (product <= 0) status = BENCH_ERROR;
        if (best[rival] && product >= least[rival]) continue;
        best[rival] = &baseline_settings[i];
        least[rival] = product;
    }
    for (int i = 0; i < flown; i++)
        end_flight(&flights[i]);
    return status;
}

// ---------------------------------------------------------------------------------------- races

// All that is told of an environment.
typedef struct course {
    char name[48];
    early_group group;
    size_t vertices, triangles, cells;
    char no_mesh[160];
    const baseline_setting* best[RIVALS];
    early_memory memory;
    early_race races[FLYERS];
    bool is_data;
} course;

static baseline_options options_of(const course* c, early_way way, int rival)
{
    baseline_options options = {.method = methods[rival]};
    if (rival == RIVAL_MESH) return options;
    if (way != WAY_DEFAULT) options = c->best[rival]->options;
    options.ends_at_witness = way != WAY_COLLECT;
    return options;
}

// The mesh is the same in every way, and takes part in the first.
static bool takes_part(const course* c, early_way way, int rival)
{
    return rival != RIVAL_MESH || (c->cells && way == WAY_TUNED);
}

static int race_once(contender all[WAY_COUNT][RIVALS], const flight* f, int rounds, early_race* out)
{
    contender* turns[WAY_COUNT * RIVALS];
    size_t count = 0;
    int status = BENCH_OK;
    for (int i = 0; i < WAY_COUNT * RIVALS; i++) {
        contender* c = &all[i / RIVALS][i % RIVALS];
        if (c->built) turns[count++] = c;
    }
    for (size_t i = 0; i < count; i++)
        forget_figures(turns[i]);
    for (int round = 0; round < rounds; round++)
        for (size_t i = 0; i < count && status == BENCH_OK; i++)
            status = ask_flight(turns[(i + (size_t)round) % count], f, round);
    for (size_t i = 1; i < count && status == BENCH_OK; i++)
        if (turns[i]->hash != turns[0]->hash) status = bench_fail("%s: answers differ", f->s.name);
    for (int i = 0; i < WAY_COUNT * RIVALS && status == BENCH_OK; i++) {
        const contender* c = &all[i / RIVALS][i % RIVALS];
        if (c->built) out->f[i / RIVALS][i % RIVALS] = figures_of(c, rounds);
    }
    out->steps = f->s.pose_count;
    out->hits = turns[0]->hits;
    out->full = all[WAY_TUNED][RIVAL_RTREE].count[1];
    return status;
}

static int build_all(contender all[WAY_COUNT][RIVALS], course* c, const surroundings* e)
{
    int status = BENCH_OK;
    for (int way = 0; way < WAY_COUNT; way++)
        for (int i = 0; i < RIVALS && status == BENCH_OK; i++) {
            if (!takes_part(c, (early_way)way, i)) continue;
            status = build_contender(&all[way][i], e, options_of(c, (early_way)way, i));
            if (status != BENCH_OK || way != WAY_TUNED) continue;
            c->memory.bytes[i] = (double)baseline_bytes(all[way][i].built);
            c->memory.stored[i] = (double)baseline_stored(all[way][i].built);
        }
    return status;
}

static int run_course(course* c, const surroundings* e, bool quick)
{
    contender all[WAY_COUNT][RIVALS] = {{{.built = NULL}}};
    const int rounds = quick ? 2 : ROUNDS_USUAL;
    *c = (course){.group = e->group,
                  .is_data = e->is_data,
                  .vertices = e->m.vertex_count,
                  .triangles = e->m.triangle_count,
                  .cells = e->tetra.cell_count,
                  .memory = {.triangles = e->m.triangle_count}};
    snprintf(c->name, sizeof c->name, "%s", e->name);
    snprintf(c->no_mesh, sizeof c->no_mesh, "%s", e->no_mesh);
    int status = tune(e, quick, c->best);
    if (status == BENCH_OK) status = build_all(all, c, e);
    for (int object = 0; object < FLYERS && status == BENCH_OK; object++) {
        flight f;
        early_race* r = &c->races[object];
        *r = (early_race){.group = e->group, .flyer = object, .is_data = e->is_data};
        status = begin_flight(&f, e, object, quick ? 60 : STEPS, 21 + (uint64_t)object, quick);
        if (status == BENCH_OK) status = race_once(all, &f, rounds, r);
        end_flight(&f);
    }
    rounds_note(rounds);
    for (int i = 0; i < WAY_COUNT * RIVALS; i++)
        free_contender(&all[i / RIVALS][i % RIVALS]);
    return status;
}

// ---------------------------------------------------------------------------------------- report

static void report_environments(paper* p, const course* courses, size_t count)
{
    paper_table(
        p,
        "Environments. The mesh is "
        "tetgen's (constrained Delaunay; of the lattices by formula). MB: of the structure, "
        "with the environment's mesh; in brackets how many times a triangle is listed.",
        "environment|group|vertices|triangles|tetrahedra|mesh, MB|grid|k-d tree|R-tree");
    for (size_t e = 0; e < count; e++) {
        const course* c = &courses[e];
        const early_memory* m = &c->memory;
        char cells[RIVALS][48];
        for (int i = 0; i < RIVALS; i++) {
            snprintf(cells[i], sizeof cells[i], "-");
            if (m->bytes[i] > 0)
                snprintf(cells[i], sizeof cells[i], "%.2f (%.2f)", m->bytes[i] / 1e6,
                         m->stored[i] / (double)m->triangles);
        }
        paper_row(p, "%s|%s|%zu|%zu|%zu|%s|%s|%s|%s", c->name, early_group_names[c->group],
                  c->vertices, c->triangles, c->cells, cells[0], cells[1], cells[2], cells[3]);
    }
    for (size_t e = 0; e < count; e++)
        if (!courses[e].cells)
            paper_text(p, "%s: no mesh; %s.", courses[e].name, courses[e].no_mesh);
    paper_table(
        p,
        "Settings, tuned on two flights of their own in each environment (the bishop and the "
        "small aircraft), 80 steps each",
        "environment|grid|k-d tree|R-tree");
    for (size_t e = 0; e < count; e++)
        paper_row(p, "%s|%s|%s|%s", courses[e].name, courses[e].best[RIVAL_GRID]->text,
                  courses[e].best[RIVAL_KD]->text, courses[e].best[RIVAL_RTREE]->text);
}

static int report_flyers(paper* p)
{
    paper_table(p, "Flying objects; side: of the cube that they fill, the environment's being 1.",
                "object|side|vertices|triangles|vertices of the hull");
    for (int object = 0; object < FLYERS; object++) {
        mesh m;
        flyer f = {.points = NULL};
        char hull[48] = "not known: built without Qhull";
        int status = early_flyer(&m, object, p->quick);
        const abut_soup soup = soup_of(&m);
        if (status == BENCH_OK && flyer_make(&f, &soup) != ABUT_OK)
            status = bench_fail("out of memory");
        if (f.climb.vertex_count) snprintf(hull, sizeof hull, "%zu", (size_t)f.climb.vertex_count);
        if (status == BENCH_OK)
            paper_row(p, "%s|%g|%zu|%zu|%s", early_flyer_names[object], early_flyer_sizes[object],
                      m.vertex_count, m.triangle_count, hull);
        flyer_free(&f);
        mesh_free(&m);
        if (status != BENCH_OK) return status;
    }
    return BENCH_OK;
}

static double rate(const time_rounds* us)
{
    const double mean = rounds_spread(us).middle;
    return mean > 0 ? 1e6 / mean : 0;
}

// With the rate of full checks in brackets, if there were any.
static short_text rate_text(const early_figures* f, bool with_full)
{
    short_text out = {"-"};
    if (f->is_there && with_full)
        snprintf(out.text, sizeof out.text, "%.0f (%.0f)", rate(&f->us), rate(&f->full_us));
    else if (f->is_there)
        snprintf(out.text, sizeof out.text, "%.0f", rate(&f->us));
    return out;
}

static void report_races(paper* p, const course* c)
{
    for (int object = 0; object < FLYERS; object++) {
        const early_race* r = &c->races[object];
        short_text cells[WAY_COUNT][RIVALS];
        for (int way = 0; way < WAY_COUNT; way++)
            for (int i = 0; i < RIVALS; i++)
                cells[way][i] = rate_text(&r->f[way][i], way == WAY_TUNED && r->full);
        const short_text *tuned = cells[WAY_TUNED], *plain = cells[WAY_DEFAULT],
                         *listed = cells[WAY_COLLECT];
        paper_row(p, "%s|%s|%.0f %%|%.0f %%|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s", c->name,
                  early_flyer_names[object], 100.0 * (double)r->hits / (double)r->steps,
                  100.0 * (double)r->full / (double)r->steps, tuned[0].text, tuned[1].text,
                  tuned[2].text, tuned[3].text, plain[1].text, plain[2].text, plain[3].text,
                  listed[1].text, listed[2].text, listed[3].text);
    }
}

static int report_all(paper* p, const course* courses, size_t count)
{
    static early_race races[ENVIRONMENTS * FLYERS];
    early_memory memory[ENVIRONMENTS];
    report_environments(p, courses, count);
    if (report_flyers(p) != BENCH_OK) return BENCH_ERROR;
    paper_table(
        p,
        "Queries a second (first contact), along billiard flights, as if a tenth of the "
        "steps got to triangles; in brackets those of steps that do, which is the worst "
        "case. The first phase ends at its first witness, but for the last three columns. A step "
        "gets to triangles if the object's box meets that of a triangle (R-tree, mesh); cells "
        "of grid and k-d tree keep some of these from it.",
        "environment|object|steps that hit|that get to triangles|mesh|grid|k-d tree|R-tree|"
        "grid, default|k-d tree|R-tree|grid, all listed|k-d tree|R-tree");
    for (size_t e = 0; e < count; e++) {
        report_races(p, &courses[e]);
        memory[e] = courses[e].memory;
        memcpy(races + e * FLYERS, courses[e].races, sizeof courses[e].races);
    }
    early_report_ranks(p, races, count * FLYERS);
    early_report_memory(p, memory, count);
    return BENCH_OK;
}

int quickcd_early(paper* p)
{
    static course courses[ENVIRONMENTS];
    size_t count = 0;
    for (int e = 0; e < ENVIRONMENTS; e += p->quick ? 2 : 1) {
        surroundings here;
        int status = surroundings_make(&here, e, p->quick);
        if (status == BENCH_OK) status = run_course(&courses[count++], &here, p->quick);
        surroundings_free(&here);
        if (status == BENCH_ERROR) return status;
    }
    return report_all(p, courses, count);
}
