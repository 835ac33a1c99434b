// nc.c - tools along paths over terrain (Klosowski 1998, chapter 8): a ball in places and swept, by the paper's exact
// test and proved; polyhedral tools by method and by k, and by FCL; paths sampled; and what the paper says of that.
#include "nc/nc.h"

#include "baseline/ball.h"
#include "bench.h"
#include "papers/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const abut_method ball_dops[] = {ABUT_METHOD_DOP6, ABUT_METHOD_DOP14, ABUT_METHOD_DOP18,
                                        ABUT_METHOD_DOP26};
static const abut_method quickcd[] = {ABUT_METHOD_QUICKCD6, ABUT_METHOD_QUICKCD14,
                                      ABUT_METHOD_QUICKCD18, ABUT_METHOD_QUICKCD26};
static const char* const flier_names[] = {"quickcd6",  "quickcd14",     "quickcd18",
                                          "quickcd26", "RAPID's boxes", "wide"};
enum {
    DOPS = sizeof ball_dops / sizeof *ball_dops,
    RAPID = sizeof quickcd / sizeof *quickcd,
    OWN,
    FLIERS,
    PATHS_MOST = 10,
};

// Of a polyhedral tool, or of the terrain.
static abut_build flier_build(int flier, bool is_tool, size_t triangles)
{
    if (flier == RAPID) return rapid_build();
    if (flier == OWN) return (abut_build){.method = ABUT_METHOD_WIDE};
    return is_tool ? quickcd_flyer(quickcd[flier], triangles) : quickcd_build(quickcd[flier]);
}

typedef struct measured {
    size_t steps, hits;
    double us;  // a step; 0: not measured
} measured;

// What was measured along one path.
typedef struct all_measured {
    measured sphere[DOPS], swept[DOPS];           // the paper's exact test
    measured skin[BENCH_TOOLS][FLIERS];           // in places
    measured sampled[BENCH_TOOLS];                // along whole moves
    measured proved_places, proved[BENCH_TOOLS];  // abut_turned_depth
    measured fcl[BENCH_TOOLS];                    // in places
} all_measured;

typedef struct course {
    const terrain* t;
    const bench_tool* tools;
    path p;
    double epsilon;  // how far samples are apart
    paper* report;
    all_measured f;
} course;

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

// --------------------------------------------------------------------------------------- measuring

// What one step is asked: 1 hit, 0 none, -1 an error, told.
typedef int ask_step(void* user, const double* from, const double* to);

static int measure(const course* c, const char* tool, const char* how, bool swept, ask_step* ask,
                   void* user, measured* out)
{
    *out = (measured){.steps = c->p.count - swept};
    const double start = processor_seconds();
    for (size_t i = 0; i < out->steps; i++) {
        const double* from = c->p.tips + 3 * i;
        const int hit = ask(user, from, swept ? from + 3 : from);
        if (hit < 0) return BENCH_ERROR;
        out->hits += (size_t)hit;
    }
    out->us = 1e6 * (processor_seconds() - start) / (double)out->steps;
    paper_row(c->report, "%s|%s|%zu|%zu|%.2f", tool, how, out->steps, out->hits, out->us);
    return BENCH_OK;
}

typedef struct ball_asked {
    const abut_model* surface;
    double radius;
} ball_asked;

static int ask_ball(void* user, const double* from, const double* to)
{
    const ball_asked* a = user;
    ball_move b = {.radius = a->radius};
    for (int k = 0; k < 3; k++) {  // the middle is above the tip
        b.from[k] = from[k] + (k == 2 ? a->radius : 0);
        b.to[k] = to[k] + (k == 2 ? a->radius : 0);
    }
    int hit;
    const abut_status status = ball_hits(a->surface, &b, &hit, NULL);
    if (status == ABUT_OK) return hit;
    bench_fail("%s", abut_status_text(status));
    return -1;
}

static int measure_balls(course* c)
{
    int status = BENCH_OK;
    for (int i = 0; i < DOPS && status == BENCH_OK; i++) {
        char how[64];
        abut_model* surface = bench_model(&c->t->surface, &(abut_build){.method = ball_dops[i]});
        ball_asked a = {surface, c->tools[0].solid.rings[0].corner};
        if (!surface) return BENCH_ERROR;
        snprintf(how, sizeof how, "sphere in places, %s", abut_method_name(ball_dops[i]));
        status = measure(c, "ball", how, false, ask_ball, &a, &c->f.sphere[i]);
        snprintf(how, sizeof how, "spheres and cylinder, %s", abut_method_name(ball_dops[i]));
        if (status == BENCH_OK)
            status = measure(c, "ball", how, true, ask_ball, &a, &c->f.swept[i]);
        abut_model_free(surface);
    }
    return status;
}

typedef struct solid_asked {
    const abut_model* surface;
    const abut_turned* solid;
    size_t open;  // undecided
} solid_asked;

static int ask_solid(void* user, const double* from, const double* to)
{
    solid_asked* a = user;
    const abut_depth_ask only_whether = {.resolution = 1e6};
    abut_depth d;
    const abut_status status = abut_turned_depth(a->surface, a->solid, from, to, &only_whether, &d);
    if (status == ABUT_OK) {
        a->open += d.lo <= 0 && d.hi > 0;
        return d.lo > 0;
    }
    bench_fail("%s", abut_status_text(status));
    return -1;
}

static int measure_solids(course* c)
{
    abut_model* surface = bench_model(&c->t->surface, NULL);
    int status = surface ? BENCH_OK : BENCH_ERROR;
    for (int i = 0; i < BENCH_TOOLS && status == BENCH_OK; i++) {
        solid_asked a = {surface, &c->tools[i].solid, 0};
        if (i == 0)
            status =
                measure(c, "ball", "proved, in places", false, ask_solid, &a, &c->f.proved_places);
        if (status == BENCH_OK)
            status = measure(c, c->tools[i].name, "proved, whole moves", true, ask_solid, &a,
                             &c->f.proved[i]);
        if (status == BENCH_OK && a.open)
            paper_row(c->report, "%s|of these undecided||%zu|", c->tools[i].name, a.open);
    }
    abut_model_free(surface);
    return status;
}

typedef struct skin_asked {
    const abut_model *surface, *skin;
    abut_query* query;
    double epsilon;
} skin_asked;

// At the start, and at all samples before the end.
static int ask_skin(void* user, const double* from, const double* to)
{
    skin_asked* a = user;
    double square = 0;
    for (int k = 0; k < 3; k++)
        square += (to[k] - from[k]) * (to[k] - from[k]);
    const size_t samples = (size_t)(sqrt(square) / a->epsilon) + 1;
    for (size_t i = 0; i < samples; i++) {
        abut_instance still = {.model = a->surface}, moved = {.model = a->skin};
        abut_hits found;
        for (int k = 0; k < 3; k++)
            moved.pose.translation[k] = from[k] + (double)i / (double)samples * (to[k] - from[k]);
        const abut_status status =
            abut_collide(a->query, &still, &moved, &(abut_ask){.limit = 1}, &found);
        if (status != ABUT_OK) {
            bench_fail("%s", abut_status_text(status));
            return -1;
        }
        if (found.count > 0) return 1;
    }
    return 0;
}

static int measure_skin(course* c, int tool, int flier)
{
    const bench_tool* t = &c->tools[tool];
    const abut_build builds[2] = {flier_build(flier, false, c->t->surface.triangle_count),
                                  flier_build(flier, true, t->skin.triangle_count)};
    abut_model* surface = bench_model(&c->t->surface, &builds[0]);
    abut_model* skin = bench_model(&t->skin, &builds[1]);
    skin_asked a = {surface, skin, NULL, c->epsilon};
    int status =
        surface && skin && abut_query_create(&a.query, NULL) == ABUT_OK ? BENCH_OK : BENCH_ERROR;
    char how[64];
    snprintf(how, sizeof how, "%zu triangles in places, %s", t->skin.triangle_count,
             flier_names[flier]);
    if (status == BENCH_OK)
        status = measure(c, t->name, how, false, ask_skin, &a, &c->f.skin[tool][flier]);
    snprintf(how, sizeof how, "every %g, %s", c->epsilon, flier_names[flier]);
    if (status == BENCH_OK && flier == OWN)
        status = measure(c, t->name, how, true, ask_skin, &a, &c->f.sampled[tool]);
    abut_query_free(a.query);
    abut_model_free(surface);
    abut_model_free(skin);
    return status;
}

static int measure_fcl(course* c, int tool)
{
    fcl_figures f;
    measured* out = &c->f.fcl[tool];
    const int status =
        fcl_ask(&c->t->surface, &c->tools[tool].skin, c->p.tips, c->p.count, true, &f);
    if (status != BENCH_OK) return status == BENCH_SLOW ? BENCH_OK : status;
    *out = (measured){f.tests, f.hits, 1e6 * f.seconds / (double)f.tests};
    char how[160];
    snprintf(how, sizeof how, "in places, %s", f.name);
    paper_row(c->report, "%s|%s|%zu|%zu|%.2f", c->tools[tool].name, how, out->steps, out->hits,
              out->us);
    return BENCH_OK;
}

// The ball by the paper's test, which counts touching, and proved say the same but where it just touches: the path leads
// along contact, where roundings decide, so that one step of a thousand may differ. k and method change nothing.
static int check_figures(const all_measured* f)
{
    for (int i = 1; i < DOPS; i++)
        if (f->sphere[i].hits != f->sphere[0].hits || f->swept[i].hits != f->swept[0].hits)
            return bench_fail("the ball's hits differ by k");
    if (f->proved[0].hits > f->swept[0].hits + f->swept[0].steps / 1000 ||
        f->proved_places.hits > f->sphere[0].hits + f->sphere[0].steps / 1000)
        return bench_fail("the ball is proved to cut where its exact test finds nothing");
    for (int i = 0; i < BENCH_TOOLS; i++)
        for (int k = 1; k < FLIERS; k++)
            if (f->skin[i][k].us > 0 && f->skin[i][k].hits != f->skin[i][0].hits)
                return bench_fail("the hits of a polyhedral tool differ by method");
    return BENCH_OK;
}

static int measure_course(course* c)
{
    int status = measure_balls(c);
    if (status == BENCH_OK) status = measure_solids(c);
    for (int i = 0; i < BENCH_TOOLS && status == BENCH_OK; i++) {
        for (int k = 0; k < FLIERS && status == BENCH_OK; k++)
            status = measure_skin(c, i, k);
        if (status == BENCH_OK && !c->report->quick) status = measure_fcl(c, i);
    }
    return status == BENCH_OK ? check_figures(&c->f) : status;
}

// ------------------------------------------------------------------------------------------ claims

// What the claims compare, of one path; times are microseconds.
typedef struct summary {
    char name[96];
    double sphere, swept, six, best;  // the last two: both together with k = 6, and with the best k
    double mesh, dops, rapid, fcl;    // fastest polyhedral tool; sums over the three
    double places, whole;             // share of steps that hit
    size_t cone, ball;                // hits of their meshes
} summary;

static double least(const measured* f, int count)
{
    double us = HUGE_VAL;
    for (int i = 0; i < count; i++)
        if (f[i].us > 0) us = fmin(us, f[i].us);
    return us;
}

static double share(const measured* f)
{
    return (double)f->hits / (double)f->steps;
}

static void summarise(const course* c, bool raised, summary* out)
{
    const all_measured* f = &c->f;
    *out = (summary){.sphere = least(f->sphere, DOPS),
                     .swept = least(f->swept, DOPS),
                     .six = f->sphere[0].us + f->swept[0].us,
                     .mesh = HUGE_VAL,
                     .places = share(&f->sphere[0]),
                     .whole = share(&f->swept[0]),
                     .cone = f->skin[2][0].hits,
                     .ball = f->skin[0][0].hits};
    snprintf(out->name, sizeof out->name, "%s%s", c->t->name, raised ? ", raised" : "");
    out->best = HUGE_VAL;
    for (int i = 0; i < DOPS; i++)
        out->best = fmin(out->best, f->sphere[i].us + f->swept[i].us);
    for (int i = 0; i < BENCH_TOOLS; i++) {
        const double dop = least(f->skin[i], RAPID);
        out->mesh = fmin(out->mesh, dop);
        out->dops += dop;
        out->rapid += f->skin[i][RAPID].us;
        out->fcl += f->fcl[i].us;
    }
}

// In how many of how many paths a claim holds.
typedef struct votes {
    size_t so, of;
} votes;

static void vote(votes* v, bool counts, bool so)
{
    v->of += counts;
    v->so += counts && so;
}

static void tell(paper* p, const char* says, const char* rule, const votes* v, const char* why)
{
    paper_claim(p, "QuickCD, chapter 8", says, rule,
                v->of ? verdict_of(v->so, v->of) : CLAIM_NOT_SHOWN,
                v->of ? why : "there is no such path", "on %zu of %zu paths", v->so, v->of);
}

// What the paper says of its tables of terrains and moulds. Much: more than half of the steps; little: less than a
// quarter.
static void tell_claims(paper* p, const summary* all, size_t count)
{
    votes fastest = {0, 0}, little = {0, 0}, much = {0, 0}, slabs = {0, 0}, cone = {0, 0},
          dops = {0, 0}, places = {0, 0};
    for (size_t i = 0; i < count; i++) {
        const summary* s = &all[i];
        const bool is_much = s->whole > 0.5;
        vote(&fastest, true, 2 * s->sphere < s->mesh);
        vote(&little, s->whole < 0.25, 1.5 * s->swept < s->mesh);
        vote(&much, is_much, s->swept > 1.25 * s->sphere);
        vote(&slabs, is_much, s->six < 1.25 * s->best);
        vote(&cone, true, s->cone != s->ball);
        vote(&dops, true, s->dops < s->rapid);
        vote(&places, true, s->places < s->whole);
    }
    tell(p, "a sphere in places is by far the fastest check (twice as fast as any polyhedral tool)",
         "less than half the time of the fastest polyhedral tool on all paths; partly on some",
         &fastest, "where the mesh itself is hit at the first test it is as fast");
    tell(p,
         "where little is hit, a ball swept over the whole move is considerably faster than a "
         "polyhedral tool in places",
         "less than 2 / 3 of the time of the fastest polyhedral tool on all paths whose moves hit "
         "in less than a quarter; partly on some",
         &little, "it takes less time, but not by a third");
    tell(p, "where much is hit, the cylinder is dominant: a swept ball takes more than its sphere",
         "more than 1.25 times the time of its sphere on all paths whose moves hit in more than "
         "half; partly on some",
         &much,
         "a hit ends the search: a swept ball hits sooner, and its slabs are compared as an "
         "interval, which costs as much as for a sphere");
    tell(
        p,
        "where much is hit, more than 6 slabs hardly pay for spheres and cylinders (below a fifth)",
        "6 slabs take less than 1.25 times the time of the best k on all paths whose moves hit in "
        "more than half; partly on some",
        &slabs,
        "DOPs of more slabs lie closer to the slopes of a terrain, and a test that ends early "
        "looks at the first slabs only, whatever k");
    tell(p, "the cone reports other incidents than the ball",
         "another number of hits on all paths; partly on some", &cone,
         "where all that one hits the other hits, too");
    tell(p, "k-DOPs are faster than RAPID (the best k for each of the three tools)",
         "less time than RAPID on all paths; partly on some", &dops,
         "tools only move, so that neither has to place a volume anew: what is left is that "
         "oriented boxes lie flat on slopes, which only many slabs do");
    tell(p, "places miss what the whole way hits",
         "fewer places than moves hit on all paths; partly on some", &places,
         "where every place is hit, so is every move");
}

static void tell_summaries(paper* p, const summary* all, size_t count)
{
    paper_table(
        p,
        "What the claims compare, µs a step: the ball with its best k; both, sphere and swept "
        "ball, with k = 6 and with the best k; polyhedral tools: the fastest, and all three "
        "together; FCL 0.7.0's boxes are not of the paper.",
        "path|hit, places|hit, whole moves|sphere|swept|both, k = 6|both, best|fastest "
        "mesh|k-DOPs|RAPID|FCL|hits of the cone|of the ball");
    for (size_t i = 0; i < count; i++) {
        const summary* s = &all[i];
        char fcl[32] = "-";
        if (s->fcl > 0) snprintf(fcl, sizeof fcl, "%.1f", s->fcl);
        paper_row(p, "%s|%.0f %%|%.0f %%|%.2f|%.2f|%.2f|%.2f|%.2f|%.1f|%.1f|%s|%zu|%zu", s->name,
                  100 * s->places, 100 * s->whole, s->sphere, s->swept, s->six, s->best, s->mesh,
                  s->dops, s->rapid, fcl, s->cone, s->ball);
    }
}

static int measure_terrain(paper* report, const terrain* t, summary out[2])
{
    const double radius = 2;
    bench_tool tools[BENCH_TOOLS] = {{.name = NULL}};
    int status = bench_tools_make(tools, radius);
    for (int raised = 0; raised < 2 && status == BENCH_OK; raised++) {
        course c = {.t = t, .tools = tools, .epsilon = radius / 40, .report = report};
        status = terrain_path(t, radius, 10, raised ? radius / 10 : 0, &c.p);
        char title[160];
        snprintf(title, sizeof title, "%s: %zu triangles, %zu places of the tip, %s", t->name,
                 t->surface.triangle_count, c.p.count,
                 raised ? "raised by a tenth of the radius" : "which touches");
        paper_table(report, title, "tool|how|steps|hits|µs a step");
        if (status == BENCH_OK) status = measure_course(&c);
        if (status == BENCH_OK) summarise(&c, raised, &out[raised]);
        free(c.p.tips);
    }
    bench_tools_free(tools);
    return status;
}

int nc_terrains(paper* report)
{
    static const char* const files[] = {"mt_bruno_elevation.csv", "volcano.json", "topobathy.asc",
                                        "jacksboro_fault_dem.asc"};
    terrain t = {.columns = 0};
    summary all[PATHS_MOST];
    size_t told = 0;
    int status = terrain_waves(&t, report->quick ? 60 : 224);
    if (status == BENCH_OK) status = measure_terrain(report, &t, all);
    told += 2;
    terrain_free(&t);
    const size_t count = report->quick ? 2 : sizeof files / sizeof *files;
    for (size_t i = 0; i < count && status == BENCH_OK; i++) {
        const int found = terrain_read(&t, files[i]);
        if (found == BENCH_OK) {
            status = measure_terrain(report, &t, all + told);
            told += 2;
        }
        if (found == BENCH_ERROR) status = found;
        terrain_free(&t);
    }
    if (status != BENCH_OK) return status;
    tell_summaries(report, all, told);
    tell_claims(report, all, told);
    return BENCH_OK;
}
