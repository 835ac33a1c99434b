// nc.c - tools along paths over terrains and moulds (Klosowski 1998, chapter 8): a ball in places and swept, by the paper's
// exact test and proved; other solids of revolution against k-DOPs; polyhedral tools by method and by k; paths sampled.
// All contacts are asked for, as the paper's tables count them, but of whole moves that are proved or sampled.
#include "nc/nc.h"

#include "baseline/ball.h"
#include "bench.h"
#include "papers/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const abut_method ball_dops[NC_DOPS] = {ABUT_METHOD_DOP6, ABUT_METHOD_DOP14,
                                               ABUT_METHOD_DOP18, ABUT_METHOD_DOP26};
static const abut_method quickcd[NC_DOPS] = {ABUT_METHOD_QUICKCD6, ABUT_METHOD_QUICKCD14,
                                             ABUT_METHOD_QUICKCD18, ABUT_METHOD_QUICKCD26};
const char* const nc_flier_names[NC_FLIERS] = {
    "quickcd6", "quickcd14", "quickcd18", "quickcd26", "RAPID's options in our obb", "wide"};

enum { PATHS_MOST = 20, ASKERS_MOST = 64, PLACES_MOST = 1000 };

// Of a polyhedral tool, or of the surface.
static abut_build flier_build(int flier, bool is_tool, size_t triangles)
{
    if (flier == NC_RAPID) return rapid_build();
    if (flier == NC_OWN) return (abut_build){.method = ABUT_METHOD_WIDE};
    return is_tool ? quickcd_flyer(quickcd[flier], triangles) : quickcd_build(quickcd[flier]);
}

abut_model* bench_model(const mesh* m, const abut_build* build)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .vertex_count = m->vertex_count,
                            .triangles = m->triangles,
                            .triangle_count = m->triangle_count};
    abut_model* model = NULL;
    const abut_status status = abut_model_build(&model, &soup, build);
    if (status != ABUT_OK) bench_fail("%s", abut_status_text(status));
    return model;
}

// ------------------------------------------------------------------------------------------ asking

typedef struct answer {
    size_t contacts;
    double volume_tests, triangle_tests, node_updates;
    bool hit, open;
} answer;

// Who is asked about every step, in rounds by turns with the others.
typedef struct asker {
    const char* tool;
    char how[96];
    bool swept;
    int rounds;
    abut_status (*ask)(const struct asker* a, const double* from, const double* to, answer* out);
    const abut_model *surface, *skin;
    const abut_turned* solid;
    double radius, epsilon;
    abut_query* query;
    measured* out;
} asker;

static void take_counts(answer* out, const ball_counts* c)
{
    out->contacts = (size_t)c->contacts;
    out->hit = c->contacts > 0;
    out->volume_tests = (double)c->volume_tests;
    out->triangle_tests = (double)c->triangle_tests;
}

static abut_status ask_ball(const asker* a, const double* from, const double* to, answer* out)
{
    ball_move b = {.radius = a->radius};
    ball_counts counts = {.contacts = 0};
    for (int k = 0; k < 3; k++) {  // the middle is above the tip
        b.from[k] = from[k] + (k == 2 ? a->radius : 0);
        b.to[k] = to[k] + (k == 2 ? a->radius : 0);
    }
    const abut_status status = ball_contacts(a->surface, &b, &counts);
    take_counts(out, &counts);
    return status;
}

static abut_status ask_solid(const asker* a, const double* from, const double* to, answer* out)
{
    ball_counts counts = {.contacts = 0};
    const abut_status status = solid_contacts(a->surface, a->solid, from, to, &counts);
    take_counts(out, &counts);
    return status;
}

static abut_status ask_proof(const asker* a, const double* from, const double* to, answer* out)
{
    const abut_depth_ask only_whether = {.resolution = 1e6};
    abut_depth d;
    const abut_status status = abut_turned_depth(a->surface, a->solid, from, to, &only_whether, &d);
    if (status != ABUT_OK) return status;
    out->hit = d.lo > 0;
    out->open = d.lo <= 0 && d.hi > 0;
    return status;
}

static abut_status collide_at(const asker* a, const double place[3], size_t limit, answer* out)
{
    abut_instance still = {.model = a->surface}, moved = {.model = a->skin};
    abut_hits found = {.count = 0};
    memcpy(moved.pose.translation, place, sizeof moved.pose.translation);
    const abut_status status =
        abut_collide(a->query, &still, &moved, &(abut_ask){.limit = limit}, &found);
    out->contacts += found.count;
    out->hit = out->hit || found.count > 0;
    out->volume_tests += (double)found.volume_tests;
    out->triangle_tests += (double)found.triangle_tests;
    out->node_updates += (double)found.node_updates;
    return status;
}

static abut_status ask_skin(const asker* a, const double* from, const double* to, answer* out)
{
    (void)to;
    return collide_at(a, from, 0, out);
}

// At the start, and at all samples before the end, up to the first contact.
static abut_status ask_samples(const asker* a, const double* from, const double* to, answer* out)
{
    double square = 0, place[3];
    abut_status status = ABUT_OK;
    for (int k = 0; k < 3; k++)
        square += (to[k] - from[k]) * (to[k] - from[k]);
    const size_t samples = (size_t)(sqrt(square) / a->epsilon) + 1;
    for (size_t i = 0; i < samples && !out->hit && status == ABUT_OK; i++) {
        for (int k = 0; k < 3; k++)
            place[k] = from[k] + (double)i / (double)samples * (to[k] - from[k]);
        status = collide_at(a, place, 1, out);
    }
    return status;
}

static void add_answer(measured* m, const answer* a)
{
    const double share = 1 / (double)m->steps;
    m->hits += a->hit;
    m->open += a->open;
    m->contacts += share * (double)a->contacts;
    m->volume_tests += share * a->volume_tests;
    m->triangle_tests += share * a->triangle_tests;
    m->node_updates += share * a->node_updates;
}

// The whole path once.
static int ask_path(const asker* a, const path* p, int round)
{
    measured* m = a->out;
    m->steps = p->count - a->swept;
    const double start = processor_seconds();
    for (size_t i = 0; i < m->steps; i++) {
        const double* from = p->tips + 3 * i;
        answer found = {.contacts = 0};
        const abut_status status = a->ask(a, from, a->swept ? from + 3 : from, &found);
        if (status != ABUT_OK) return bench_fail("%s", abut_status_text(status));
        if (!round) add_answer(m, &found);
    }
    m->us.of[round] = 1e6 * (processor_seconds() - start) / (double)m->steps;
    m->us.count = round + 1;
    return BENCH_OK;
}

// ----------------------------------------------------------------------------------------- a path

typedef struct course {
    const mesh* surface;
    const bench_tool* tools;
    path p;
    double radius, epsilon;  // epsilon: how far samples are apart
    paper* report;
    nc_figures f;
    asker askers[ASKERS_MOST];
    size_t asker_count;
    abut_model *dops[NC_DOPS], *surfaces[NC_FLIERS], *skins[BENCH_TOOLS][NC_FLIERS];
    abut_query* query;
} course;

static int build_models(course* c)
{
    bool good = abut_query_create(&c->query, NULL) == ABUT_OK;
    for (int i = 0; i < NC_DOPS && good; i++)
        good = (c->dops[i] = bench_model(c->surface, &(abut_build){.method = ball_dops[i]}));
    for (int i = 0; i < NC_FLIERS && good; i++) {
        const abut_build build = flier_build(i, false, c->surface->triangle_count);
        good = (c->surfaces[i] = bench_model(c->surface, &build));
        for (int t = 0; t < BENCH_TOOLS && good; t++) {
            const mesh* skin = &c->tools[t].skin;
            const abut_build own = flier_build(i, true, skin->triangle_count);
            good = (c->skins[t][i] = bench_model(skin, &own));
        }
    }
    return good ? BENCH_OK : BENCH_ERROR;
}

static void free_models(course* c)
{
    for (int i = 0; i < NC_DOPS; i++)
        abut_model_free(c->dops[i]);
    for (int i = 0; i < NC_FLIERS; i++) {
        abut_model_free(c->surfaces[i]);
        for (int t = 0; t < BENCH_TOOLS; t++)
            abut_model_free(c->skins[t][i]);
    }
    abut_query_free(c->query);
}

static asker* add_asker(course* c, const char* tool, measured* out)
{
    asker* a = &c->askers[c->asker_count++];
    *a = (asker){.tool = tool,
                 .rounds = c->report->quick ? 2 : ROUNDS_USUAL,
                 .radius = c->radius,
                 .epsilon = c->epsilon,
                 .query = c->query,
                 .out = out};
    *out = (measured){.steps = 0};
    return a;
}

static void add_ball_askers(course* c, int dop)
{
    for (int swept = 0; swept < 2; swept++) {
        asker* a = add_asker(c, "ball", swept ? &c->f.swept[dop] : &c->f.sphere[dop]);
        a->ask = ask_ball;
        a->surface = c->dops[dop];
        a->swept = swept;
        snprintf(a->how, sizeof a->how, "%s, %s",
                 swept ? "spheres and cylinder" : "sphere in places",
                 abut_method_name(ball_dops[dop]));
    }
}

static void add_solid_askers(course* c, int tool)
{
    const bench_tool* t = &c->tools[tool];
    for (int dop = 0; dop < NC_DOPS && tool > 0; dop++) {
        asker* a = add_asker(c, t->name, &c->f.solid[tool][dop]);
        a->ask = ask_solid;
        a->surface = c->dops[dop];
        a->solid = &t->solid;
        snprintf(a->how, sizeof a->how, "solid in places, %s", abut_method_name(ball_dops[dop]));
    }
    for (int swept = tool > 0; swept < 2; swept++) {
        asker* a = add_asker(c, t->name, swept ? &c->f.proved[tool] : &c->f.proved_places);
        a->ask = ask_proof;
        a->surface = c->surfaces[NC_OWN];
        a->solid = &t->solid;
        a->swept = swept;
        a->rounds = 1;
        snprintf(a->how, sizeof a->how, "proved, %s", swept ? "whole moves" : "in places");
    }
}

static void add_skin_askers(course* c, int tool)
{
    const bench_tool* t = &c->tools[tool];
    for (int i = 0; i <= NC_FLIERS; i++) {
        const bool samples = i == NC_FLIERS;
        const int flier = samples ? NC_OWN : i;
        asker* a = add_asker(c, t->name, samples ? &c->f.sampled[tool] : &c->f.skin[tool][i]);
        a->ask = samples ? ask_samples : ask_skin;
        a->surface = c->surfaces[flier];
        a->skin = c->skins[tool][flier];
        a->swept = samples;
        snprintf(a->how, sizeof a->how, "%zu triangles in places, %s", t->skin.triangle_count,
                 nc_flier_names[flier]);
        if (!samples) continue;
        a->rounds = 1;
        snprintf(a->how, sizeof a->how, "every %g, %s", c->epsilon, nc_flier_names[flier]);
    }
}

static int ask_all(course* c)
{
    for (int round = 0; round < ROUNDS_USUAL; round++)
        for (size_t i = 0; i < c->asker_count; i++) {
            const asker* a = &c->askers[(i + (size_t)round) % c->asker_count];
            if (round >= a->rounds) continue;
            const int status = ask_path(a, &c->p, round);
            if (status != BENCH_OK) return status;
        }
    return BENCH_OK;
}

static void report_askers(const course* c)
{
    for (size_t i = 0; i < c->asker_count; i++) {
        const asker* a = &c->askers[i];
        const measured* m = a->out;
        const double us = rounds_spread(&m->us).middle;
        if (a->ask == ask_proof)
            paper_row(c->report, "%s|%s|%zu|%zu%s|-|-|-|-|%.2f", a->tool, a->how, m->steps, m->hits,
                      m->open ? ", some undecided" : "", us);
        else if (a->ask == ask_samples)
            paper_row(c->report, "%s|%s|%zu|%zu|-|%.1f|%.1f|%.1f|%.2f", a->tool, a->how, m->steps,
                      m->hits, m->volume_tests, m->triangle_tests, m->node_updates, us);
        else
            paper_row(c->report, "%s|%s|%zu|%zu|%.0f|%.1f|%.1f|%.1f|%.2f", a->tool, a->how,
                      m->steps, m->hits, m->contacts * (double)m->steps, m->volume_tests,
                      m->triangle_tests, m->node_updates, us);
    }
}

// The ball by the paper's test, which counts touching, and proved say the same but where it just touches: the path leads
// along contact, where roundings decide, so that one step of a thousand may differ. k and method change nothing.
static int check_figures(const nc_figures* f)
{
    for (int i = 1; i < NC_DOPS; i++) {
        if (f->sphere[i].hits != f->sphere[0].hits || f->swept[i].hits != f->swept[0].hits)
            return bench_fail("the ball's hits differ by k");
        for (int t = 1; t < BENCH_TOOLS; t++)
            if (f->solid[t][i].contacts != f->solid[t][0].contacts)
                return bench_fail("the contacts of a solid differ by k");
    }
    if (f->proved[0].hits > f->swept[0].hits + f->swept[0].steps / 1000 ||
        f->proved_places.hits > f->sphere[0].hits + f->sphere[0].steps / 1000)
        return bench_fail("the ball is proved to cut where its exact test finds nothing");
    for (int i = 0; i < BENCH_TOOLS; i++)
        for (int k = 1; k < NC_FLIERS; k++)
            if (f->skin[i][k].hits != f->skin[i][0].hits ||
                f->skin[i][k].contacts != f->skin[i][0].contacts)
                return bench_fail("the contacts of a polyhedral tool differ by method");
    return BENCH_OK;
}

static int measure_fcl(course* c, int tool)
{
    fcl_figures f;
    const bench_tool* t = &c->tools[tool];
    const int status = fcl_ask(c->surface, &t->skin, c->p.tips, c->p.count, true, &f);
    if (status != BENCH_OK) return status == BENCH_SLOW ? BENCH_OK : status;
    paper_row(c->report, "%s|in places, first contact, %s|%zu|%zu|-|-|-|-|%.2f", t->name, f.name,
              f.tests, f.hits, 1e6 * f.seconds / (double)f.tests);
    return BENCH_OK;
}

// Not every place of a long path: pieces of it, evenly.
static void shorten(path* p, size_t most)
{
    enum { PIECE = 50 };
    if (p->count <= most) return;
    const size_t pieces = most / PIECE, every = p->count / pieces;
    for (size_t i = 0; i < pieces; i++)
        memmove(p->tips + 3 * i * PIECE, p->tips + 3 * i * every, sizeof *p->tips * 3 * PIECE);
    p->count = pieces * PIECE;
}

// What is measured over a surface: up to two paths, which are taken over.
typedef struct surveyed {
    const char *name, *hows[2];
    bool is_data;
    const mesh* surface;
    path paths[2];
    size_t path_count;
    double radius;
} surveyed;

// One path, with the models that c has.
static int measure_path(course* c, const surveyed* s, size_t which, nc_figures* out)
{
    paper* report = c->report;
    char title[240];
    int status = BENCH_OK;
    c->p = s->paths[which];
    c->f = (nc_figures){.is_data = s->is_data};
    c->asker_count = 0;
    shorten(&c->p, report->quick ? 200 : PLACES_MOST);
    snprintf(c->f.name, sizeof c->f.name, "%s%s", s->name, s->hows[which]);
    snprintf(title, sizeof title, "%s%s: %zu triangles, %zu places of the tip", c->f.name,
             s->is_data ? PAPER_DATA : "", s->surface->triangle_count, c->p.count);
    paper_table(report, title, "tool|how|steps|hit|contacts|N_v a step|N_p|N_u|µs a step");
    for (int i = 0; i < NC_DOPS; i++)
        add_ball_askers(c, i);
    for (int i = 0; i < BENCH_TOOLS; i++) {
        add_solid_askers(c, i);
        add_skin_askers(c, i);
    }
    status = ask_all(c);
    if (status == BENCH_OK) report_askers(c);
    for (int i = 0; i < BENCH_TOOLS && status == BENCH_OK && !report->quick; i++)
        status = measure_fcl(c, i);
    *out = c->f;
    return status == BENCH_OK ? check_figures(&c->f) : status;
}

static int measure_surface(paper* report, surveyed* s, nc_figures* all, size_t* count)
{
    static course c;
    bench_tool tools[BENCH_TOOLS] = {{.name = NULL}};
    c = (course){.surface = s->surface,
                 .tools = tools,
                 .radius = s->radius,
                 .epsilon = s->radius / 40,
                 .report = report};
    int status = bench_tools_make(tools, s->radius);
    if (status == BENCH_OK) status = build_models(&c);
    for (size_t i = 0; i < s->path_count; i++) {
        if (status == BENCH_OK) status = measure_path(&c, s, i, &all[(*count)++]);
        free(s->paths[i].tips);
    }
    rounds_note(report->quick ? 2 : ROUNDS_USUAL);
    free_models(&c);
    bench_tools_free(tools);
    return status;
}

// ------------------------------------------------------------------------------------------- all

static int measure_terrain(paper* report, const terrain* t, nc_figures* all, size_t* count)
{
    const double radius = 2;
    const size_t first = *count;
    surveyed s = {.name = t->name,
                  .hows = {", which touches", ", raised by a tenth of the radius"},
                  .is_data = t->is_data,
                  .surface = &t->surface,
                  .path_count = 2,
                  .radius = radius};
    int status = terrain_path(t, radius, 10, 0, &s.paths[0]);
    if (status == BENCH_OK) status = terrain_path(t, radius, 10, radius / 10, &s.paths[1]);
    if (status == BENCH_OK) status = measure_surface(report, &s, all, count);
    all[first].is_lake = strncmp(t->name, "lake", 4) == 0;
    all[first].is_rugged = strncmp(t->name, "waves", 5) == 0;
    return status;
}

static int measure_terrains(paper* report, nc_figures* all, size_t* count)
{
    static const char* const files[] = {"volcano.json", "mt_bruno_elevation.csv", "topobathy.asc",
                                        "jacksboro_fault_dem.asc"};
    const size_t file_count = report->quick ? 1 : sizeof files / sizeof *files;
    int status = BENCH_OK;
    for (size_t i = 0; i < 2 + file_count && status == BENCH_OK; i++) {
        terrain t = {.columns = 0};
        const int made = i < 2 ? terrain_waves(&t, report->quick ? 60 : 224, i == 1)
                               : terrain_read(&t, files[i - 2]);
        if (made == BENCH_OK) status = measure_terrain(report, &t, all, count);
        if (made == BENCH_ERROR) status = made;
        terrain_free(&t);
    }
    return status;
}

int nc_terrains(paper* report)
{
    static nc_figures all[PATHS_MOST];
    size_t count = 0;
    int status = measure_terrains(report, all, &count);
    for (int i = 0; i < BENCH_PARTS && status == BENCH_OK; i++) {
        bench_part part;
        const int made = bench_part_make(&part, i, report->quick);
        if (made == BENCH_OK) {
            surveyed s = {.name = part.name,
                          .hows = {"", ""},
                          .is_data = part.is_data,
                          .surface = &part.surface,
                          .paths = {part.p},
                          .path_count = 1,
                          .radius = part.radius};
            part.p.tips = NULL;
            status = measure_surface(report, &s, all, &count);
        }
        if (made == BENCH_ERROR) status = made;
        bench_part_free(&part);
    }
    if (status != BENCH_OK) return status;
    nc_tell_claims(report, all, count);
    return BENCH_OK;
}
