// nc.c - tools along paths over terrain (Klosowski 1998, chapter 8): a ball in places and swept, by the paper's exact
// test and proved; polyhedral tools by method and by k, and by FCL; paths sampled; and what the paper says of that.
#include "baseline/ball.h"
#include "bench.h"
#include "method_bench.h"
#include "nc_bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const abut_method dops[] = {ABUT_DOP6, ABUT_DOP14, ABUT_DOP18, ABUT_DOP26};
static const abut_method fliers[] = {ABUT_QUICKCD6,  ABUT_QUICKCD14, ABUT_QUICKCD18,
                                     ABUT_QUICKCD26, ABUT_OBB,       ABUT_WIDE};
enum {
    DOPS = sizeof dops / sizeof *dops,
    FLIERS = sizeof fliers / sizeof *fliers,
    OBB = 4,  // of fliers
};

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

abut_model* bench_model(const mesh* m, abut_method method)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .vertex_count = m->vertex_count,
                            .triangles = m->triangles,
                            .triangle_count = m->triangle_count};
    abut_model* model = NULL;
    const abut_status status = abut_model_build(&model, &soup, &(abut_build){.method = method});
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
        abut_model* surface = bench_model(&c->t->surface, dops[i]);
        ball_asked a = {surface, c->tools[0].solid.rings[0].corner};
        if (!surface) return BENCH_ERROR;
        snprintf(how, sizeof how, "sphere in places, %s", abut_method_name(dops[i]));
        status = measure(c, "ball", how, false, ask_ball, &a, &c->f.sphere[i]);
        snprintf(how, sizeof how, "spheres and cylinder, %s", abut_method_name(dops[i]));
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
    abut_model* surface = bench_model(&c->t->surface, ABUT_AABB);
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
    abut_model* surface = bench_model(&c->t->surface, fliers[flier]);
    abut_model* skin = bench_model(&t->skin, fliers[flier]);
    skin_asked a = {surface, skin, NULL, c->epsilon};
    int status =
        surface && skin && abut_query_create(&a.query, NULL) == ABUT_OK ? BENCH_OK : BENCH_ERROR;
    char how[64];
    snprintf(how, sizeof how, "%zu triangles in places, %s", t->skin.triangle_count,
             abut_method_name(fliers[flier]));
    if (status == BENCH_OK)
        status = measure(c, t->name, how, false, ask_skin, &a, &c->f.skin[tool][flier]);
    snprintf(how, sizeof how, "every %g, %s", c->epsilon, abut_method_name(fliers[flier]));
    if (status == BENCH_OK && fliers[flier] == ABUT_WIDE)
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
            if (!c->report->quick || k == 0 || fliers[k] == ABUT_WIDE)
                status = measure_skin(c, i, k);
        if (status == BENCH_OK && !c->report->quick) status = measure_fcl(c, i);
    }
    return status == BENCH_OK ? check_figures(&c->f) : status;
}

// ------------------------------------------------------------------------------------------ claims

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

// What two figures say of a claim.
static void weigh(const course* c, const char* says, bool holds, const char* first, double a,
                  const char* second, double b)
{
    char where[96];
    snprintf(where, sizeof where, "QuickCD, chapter 8 (%s)", c->t->name);
    paper_claim(c->report, where, says, holds ? CLAIM_HOLDS : CLAIM_FAILS, "", "%s %.4g, %s %.4g",
                first, a, second, b);
}

// What the paper says of its table of terrains, and what these figures say. Times are microseconds of this run.
static void tell_claims(const course* c, bool touches)
{
    const all_measured* f = &c->f;
    const double sphere = least(f->sphere, DOPS), swept = least(f->swept, DOPS);
    const double six = f->sphere[0].us + f->swept[0].us;
    double skin = HUGE_VAL, obb = 0, flier = 0, fcl = 0;
    for (int i = 0; i < BENCH_TOOLS; i++) {
        skin = fmin(skin, least(f->skin[i], OBB));
        obb += f->skin[i][OBB].us;
        fcl += f->fcl[i].us;
        flier += least(f->skin[i], OBB);
    }
    weigh(c, "a sphere in places is by far the fastest check", 2 * sphere < skin, "sphere", sphere,
          "mesh", skin);
    if (touches)
        weigh(c, "where much is hit, the swept ball costs more than its sphere",
              swept > 1.25 * sphere, "swept", swept, "sphere", sphere);
    else
        weigh(c, "where little is hit, a swept ball is faster than a mesh in places", swept < skin,
              "swept", swept, "mesh", skin);
    weigh(c, "more than 6 slabs hardly pay for spheres and cylinders (below a fifth)",
          six < 1.25 * (sphere + swept), "k = 6", six, "best", sphere + swept);
    weigh(c, "the cone reports other incidents than the ball (its mesh, in places)",
          f->skin[2][0].hits != f->skin[0][0].hits, "cone", (double)f->skin[2][0].hits, "ball",
          (double)f->skin[0][0].hits);
    weigh(c, "k-DOPs are faster than oriented boxes (three tools together)", flier < obb, "k-DOPs",
          flier, "obb", obb);
    if (fcl > 0)
        weigh(c, "(not of the paper) and faster than FCL's oriented boxes", flier < fcl, "k-DOPs",
              flier, "FCL", fcl);
    weigh(c, "places miss what the whole way hits (ball, share of steps)",
          share(&f->sphere[0]) < share(&f->swept[0]), "places", share(&f->sphere[0]), "swept",
          share(&f->swept[0]));
}

static int measure_terrain(paper* report, const terrain* t)
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
        if (status == BENCH_OK && !report->quick) tell_claims(&c, !raised);
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
    int status = terrain_waves(&t, report->quick ? 60 : 224);
    if (status == BENCH_OK) status = measure_terrain(report, &t);
    terrain_free(&t);
    const size_t count = report->quick ? 2 : sizeof files / sizeof *files;
    for (size_t i = 0; i < count && status == BENCH_OK; i++) {
        const int found = terrain_read(&t, files[i]);
        if (found == BENCH_OK) status = measure_terrain(report, &t);
        if (found == BENCH_ERROR) status = found;
        terrain_free(&t);
    }
    return status;
}
