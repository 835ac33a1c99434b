// nc.c - tools along paths over terrain (Klosowski 1998, chapter 8): balls in steps and swept, polyhedral tools tested by
// method and by k, and the proof of abut_turned_depth beside them. And that proof against sampling by FCL.
#include "bench.h"
#include "method_bench.h"
#include "nc_bench.h"
#include "papers/paper.h"
#include "peer_bench.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PI 3.14159265358979323846

// ----------------------------------------------------------------------------------------- terrain

typedef struct terrain {
    char name[64];
    uint32_t columns, rows;
    double* height;  // rows x columns, of cells of size 1
    mesh surface;
} terrain;

static void terrain_free(terrain* t)
{
    free(t->height);
    mesh_free(&t->surface);
    *t = (terrain){.columns = 0};
}

// Two triangles a cell.
static int make_surface(terrain* t)
{
    mesh* m = &t->surface;
    if (t->columns < 2 || t->rows < 2 || t->columns > 20000 || t->rows > 20000)
        return bench_fail("%s: a terrain of no size that is fit", t->name);
    const size_t cells = (size_t)(t->columns - 1) * (t->rows - 1);
    m->vertices = calloc((size_t)t->columns * t->rows * 3 + 1, sizeof *m->vertices);
    m->triangles = calloc(cells * 6 + 1, sizeof *m->triangles);
    if (!m->vertices || !m->triangles) return bench_fail("out of memory");
    for (uint32_t y = 0; y < t->rows; y++)
        for (uint32_t x = 0; x < t->columns; x++) {
            double* v = m->vertices + 3 * m->vertex_count++;
            v[0] = x;
            v[1] = y;
            v[2] = t->height[(size_t)y * t->columns + x];
        }
    for (uint32_t y = 0; y + 1 < t->rows; y++)
        for (uint32_t x = 0; x + 1 < t->columns; x++) {
            const uint32_t a = y * t->columns + x, b = a + 1, c = a + t->columns, d = c + 1;
            const uint32_t corners[6] = {a, b, d, a, d, c};
            memcpy(m->triangles + 3 * m->triangle_count, corners, sizeof corners);
            m->triangle_count += 2;
        }
    return BENCH_OK;
}

static int make_formula(terrain* t, uint32_t width)
{
    snprintf(t->name, sizeof t->name, "waves %u", width);
    t->columns = t->rows = width;
    t->height = calloc((size_t)width * width, sizeof *t->height);
    if (!t->height) return bench_fail("out of memory");
    for (uint32_t i = 0; i < width * width; i++) {
        const double x = i % width, y = i / width;
        t->height[i] = 3 * sin(x * 0.13) * cos(y * 0.11) + 0.8 * sin(x * 0.41 + y * 0.37);
    }
    return make_surface(t);
}

// Read the six lines of the head of an ESRI grid; *at behind them.
static void read_head(terrain* t, char** at)
{
    for (int i = 0; i < 6 && **at; i++) {
        const char* name = *at;
        const double value = strtod(name + strcspn(name, " \t"), at);
        if (strncmp(name, "ncols", 5) == 0) t->columns = (uint32_t)value;
        if (strncmp(name, "nrows", 5) == 0) t->rows = (uint32_t)value;
        *at += strspn(*at, " \t\r\n");
    }
}

static char* read_text(FILE* f)
{
    char* text = NULL;
    size_t size = 0;
    for (size_t got = 1; got > 0; size += got) {
        char* larger = realloc(text, size + (1 << 16) + 1);
        if (!larger) {
            free(text);
            return NULL;
        }
        text = larger;
        got = fread(text + size, 1, 1 << 16, f);
        text[size + got] = '\0';
    }
    return text;
}

// An ESRI grid of the data pack, its heights made a tenth of its width. BENCH_SLOW: it is not there.
static int read_grid(terrain* t, const char* name)
{
    char path[4096];
    const char* folder = getenv("ABUT_DATA");
    snprintf(path, sizeof path, "%s/terrain/%s", folder ? folder : "", name);
    FILE* f = folder ? fopen(path, "r") : NULL;
    if (!f) {
        fprintf(stderr, "abut-bench: SKIPPED: %s (ABUT_DATA)\n", name);
        return BENCH_SLOW;
    }
    double low = DBL_MAX, high = -DBL_MAX;
    char* text = read_text(f);
    char* at = text;
    fclose(f);
    if (text) read_head(t, &at);
    snprintf(t->name, sizeof t->name, "%s", name);
    const size_t count = (size_t)t->columns * t->rows;
    t->height = calloc(count + 1, sizeof *t->height);
    for (size_t i = 0; text && t->height && i < count; i++) {
        t->height[i] = strtod(at, &at);
        low = fmin(low, t->height[i]);
        high = fmax(high, t->height[i]);
    }
    free(text);
    if (!t->height || !(high > low)) return bench_fail("%s cannot be read", path);
    for (size_t i = 0; i < count; i++)
        t->height[i] = (t->height[i] - low) / (high - low) * 0.1 * t->columns;
    return make_surface(t);
}

// -------------------------------------------------------------------------------------------- path

typedef struct path {
    double* tips;  // 3 numbers each
    size_t count;
} path;

// To and fro over every `every`th row: the row's profile, moved outward by the radius of a ball (its tip is told).
static int make_path(const terrain* t, double radius, uint32_t every, double up, path* out)
{
    out->tips = calloc(((size_t)t->rows / every + 1) * t->columns * 3, sizeof *out->tips);
    out->count = 0;
    if (!out->tips) return bench_fail("out of memory");
    for (uint32_t y = 0, line = 0; y < t->rows; y += every, line++) {
        const double* h = t->height + (size_t)y * t->columns;
        for (uint32_t i = 0; i < t->columns; i++) {
            const uint32_t x = line % 2 ? t->columns - 1 - i : i;
            const uint32_t a = x ? x - 1 : 0, b = x + 1 < t->columns ? x + 1 : x;
            const double slope = (h[b] - h[a]) / (double)(b - a), length = sqrt(1 + slope * slope);
            double* tip = out->tips + 3 * out->count++;
            tip[0] = x - radius * slope / length;
            tip[1] = y;
            tip[2] = h[x] + radius / length - radius + up;
        }
    }
    return BENCH_OK;
}

// ------------------------------------------------------------------------------------------- tools

// A tool as a solid, and as a mesh about its tip.
typedef struct bench_tool {
    const char* name;
    abut_turned solid;
    mesh skin;
} bench_tool;

// Turn the outline of a solid, which is given by points (r, z) from the axis to the axis.
static int make_skin(mesh* m, const double (*outline)[2], uint32_t count, uint32_t sectors)
{
    m->vertices = malloc((size_t)count * sectors * 3 * sizeof *m->vertices);
    m->triangles = malloc((size_t)count * sectors * 6 * sizeof *m->triangles);
    if (!m->vertices || !m->triangles) return bench_fail("out of memory");
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < sectors; k++) {
            double* v = m->vertices + 3 * m->vertex_count++;
            v[0] = outline[i][0] * cos(2 * PI * k / sectors);
            v[1] = outline[i][0] * sin(2 * PI * k / sectors);
            v[2] = outline[i][1];
        }
    for (uint32_t i = 0; i + 1 < count; i++)
        for (uint32_t k = 0; k < sectors; k++) {
            const uint32_t a = i * sectors + k, b = i * sectors + (k + 1) % sectors;
            const uint32_t corners[6] = {a, b, b + sectors, a, b + sectors, a + sectors};
            const int from = outline[i][0] > 0 ? 0 : 3, to = outline[i + 1][0] > 0 ? 6 : 3;
            // At the axis one of the two is no triangle.
            for (int c = from; c < (from == 3 ? 6 : to); c++)
                m->triangles[3 * m->triangle_count + (uint32_t)(c - from)] = corners[c];
            m->triangle_count += (size_t)((from == 3 ? 6 : to) - from) / 3;
        }
    return BENCH_OK;
}

// An arc of a rounded corner, then straight up to a height.
static uint32_t round_outline(double (*out)[2], double ring, double corner, uint32_t steps)
{
    uint32_t count = 0;
    if (ring > 0) out[count++][0] = 0;
    for (uint32_t i = 0; i <= steps; i++) {
        const double angle = PI / 2 * i / steps;
        out[count][0] = i == 0 ? ring : ring + corner * sin(angle);
        out[count++][1] = corner - corner * cos(angle);
    }
    return count;
}

static int make_tools(bench_tool tools[3], double radius)
{
    double outline[40][2] = {{0}};
    tools[0] =
        (bench_tool){.name = "ball", .solid = {.rings = {{0, radius, radius}}, .ring_count = 1}};
    uint32_t count = 0;
    for (uint32_t i = 0; i <= 14; i++, count++) {
        outline[i][0] = i % 14 ? radius * sin(PI * i / 14) : 0;
        outline[i][1] = radius - radius * cos(PI * i / 14);
    }
    int status = make_skin(&tools[0].skin, (const double(*)[2])outline, count, 20);

    const double corner = radius / 4, height = 2 * radius;
    tools[1] =
        (bench_tool){.name = "rounded corners",
                     .solid = {.rings = {{radius - corner, corner, corner}, {radius, height, 0}},
                               .ring_count = 2}};
    memset(outline, 0, sizeof outline);
    count = round_outline(outline, radius - corner, corner, 5);
    outline[count][0] = radius;
    outline[count++][1] = height;
    outline[count][0] = 0;
    outline[count++][1] = height;
    if (status == BENCH_OK)
        status = make_skin(&tools[1].skin, (const double(*)[2])outline, count, 24);

    const double tip = radius / 4;
    tools[2] =
        (bench_tool){.name = "cone, round tip",
                     .solid = {.rings = {{0, tip, tip}, {radius, height, 0}}, .ring_count = 2}};
    memset(outline, 0, sizeof outline);
    count = 0;
    for (uint32_t i = 0; i <= 4; i++, count++) {
        outline[i][0] = tip * sin(PI / 3 * i / 4);
        outline[i][1] = tip - tip * cos(PI / 3 * i / 4);
    }
    outline[count][0] = radius;
    outline[count++][1] = height;
    outline[count][0] = 0;
    outline[count++][1] = height;
    if (status == BENCH_OK)
        status = make_skin(&tools[2].skin, (const double(*)[2])outline, count, 24);
    return status;
}

// --------------------------------------------------------------------------------------- measuring

static abut_model* build(const mesh* m, abut_method method)
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

// Returns microseconds a step.
static double tell(paper* report, const char* tool, const char* how, size_t steps, size_t hits,
                   size_t open, double seconds)
{
    const double us = 1e6 * seconds / (double)steps;
    paper_row(report, "%s|%s|%zu|%zu|%zu|%.2f", tool, how, steps, hits, open, us);
    return us;
}

// At each place, or along each move; what is undecided counts as open.
static int measure_solid(paper* report, const abut_model* surface, const bench_tool* tool,
                         const path* p, bool swept, double* us)
{
    size_t hits = 0, open = 0;
    const size_t steps = p->count - swept;
    const abut_depth_ask ask = {.resolution = 1e6};  // only whether, not how deep
    const double start = processor_seconds();
    for (size_t i = 0; i < steps; i++) {
        abut_depth d;
        const double* from = p->tips + 3 * i;
        const abut_status status =
            abut_turned_depth(surface, &tool->solid, from, swept ? from + 3 : from, &ask, &d);
        if (status != ABUT_OK) return bench_fail("%s", abut_status_text(status));
        hits += d.lo > 0;
        open += d.lo <= 0 && d.hi > 0;
    }
    *us = tell(report, tool->name, swept ? "solid, whole moves" : "solid, in places", steps, hits,
               open, processor_seconds() - start);
    return BENCH_OK;
}

// The mesh of the tool at each place; samples > 1: so many along each move.
static int measure_skin(paper* report, const terrain* t, const bench_tool* tool, const path* p,
                        abut_method method, size_t samples, double* us)
{
    abut_model *surface = build(&t->surface, method), *skin = build(&tool->skin, method);
    abut_query* query = NULL;
    int status =
        surface && skin && abut_query_create(&query, NULL) == ABUT_OK ? BENCH_OK : BENCH_ERROR;
    size_t hits = 0;
    const size_t moves = samples > 1 ? (p->count - 1) / 20 : p->count;
    const double start = processor_seconds();
    for (size_t i = 0; i < moves && status == BENCH_OK; i++) {
        const double* from = p->tips + 3 * i * (samples > 1 ? 20 : 1);
        int hit = 0;
        for (size_t k = 0; k < samples && !hit; k++) {
            abut_instance a = {.model = surface}, b = {.model = skin};
            abut_hits found;
            for (int c = 0; c < 3; c++)
                b.pose.translation[c] =
                    from[c] +
                    (samples > 1 ? (double)k / (double)samples * (from[c + 3] - from[c]) : 0);
            const abut_status answer = abut_collide(query, &a, &b, &(abut_ask){.limit = 1}, &found);
            if (answer != ABUT_OK) status = bench_fail("%s", abut_status_text(answer));
            hit = answer == ABUT_OK && found.count > 0;
        }
        hits += (size_t)hit;
    }
    const double seconds = processor_seconds() - start;
    char how[64];
    snprintf(how, sizeof how, samples > 1 ? "%s, %zu samples" : "%s", abut_method_name(method),
             samples);
    if (status == BENCH_OK) *us = tell(report, tool->name, how, moves, hits, 0, seconds);
    abut_query_free(query);
    abut_model_free(surface);
    abut_model_free(skin);
    return status;
}

// The paper's own trees of meshes, and the exact ball, in places.
static void claim_ball(paper* report, const char* place, double ball, double fastest)
{
    char where[96];
    snprintf(where, sizeof where, "QuickCD, chapter 8 (%s)", place);
    paper_claim(report, where, "an exact sphere is faster than its polyhedron in k-DOP trees",
                ball < fastest ? CLAIM_HOLDS : CLAIM_FAILS,
                "our ball tells how deep it is, and proves it: more than whether it touches",
                "%.1f µs a place, polyhedra at best %.1f (time)", ball, fastest);
}

static int measure_terrain(paper* report, const terrain* t)
{
    static const abut_method methods[] = {ABUT_QUICKCD6,  ABUT_QUICKCD14, ABUT_QUICKCD18,
                                          ABUT_QUICKCD26, ABUT_DOP14,     ABUT_OBB,
                                          ABUT_WIDE};
    bench_tool tools[3] = {{.name = NULL}};
    path p = {NULL, 0};
    abut_model* surface = build(&t->surface, ABUT_AABB);
    int status = surface ? make_tools(tools, 2) : BENCH_ERROR;
    if (status == BENCH_OK) status = make_path(t, 2, 10, 0, &p);
    double us = 0, ball = 0, fastest = 1e300;
    char title[128];
    snprintf(title, sizeof title, "%s: %zu triangles, %zu places of the tip", t->name,
             t->surface.triangle_count, p.count);
    paper_table(report, title, "tool|how|steps|hits|open|µs a step");
    for (int i = 0; i < 3 && status == BENCH_OK; i++) {
        if (i == 0) status = measure_solid(report, surface, &tools[i], &p, false, &ball);
        if (status == BENCH_OK) status = measure_solid(report, surface, &tools[i], &p, true, &us);
        for (size_t k = 0; k < sizeof methods / sizeof *methods && status == BENCH_OK; k++) {
            if (report->quick && k % 3 != 0) continue;
            status = measure_skin(report, t, &tools[i], &p, methods[k], 1, &us);
            if (i == 0 && k < 4 && us < fastest) fastest = us;
        }
        if (status == BENCH_OK) status = measure_skin(report, t, &tools[i], &p, ABUT_WIDE, 20, &us);
    }
    if (status == BENCH_OK) claim_ball(report, t->name, ball, fastest);
    for (int i = 0; i < 3; i++)
        mesh_free(&tools[i].skin);
    free(p.tips);
    abut_model_free(surface);
    return status;
}

int nc_terrains(paper* report)
{
    static const char* const grids[] = {"topobathy.asc", "jacksboro_fault_dem.asc"};
    terrain t = {.columns = 0};
    int status = make_formula(&t, report->quick ? 60 : 224);
    if (status == BENCH_OK) status = measure_terrain(report, &t);
    terrain_free(&t);
    for (int i = 0; i < 2 && !report->quick && status == BENCH_OK; i++) {
        const int found = read_grid(&t, grids[i]);
        if (found == BENCH_OK) status = measure_terrain(report, &t);
        if (found == BENCH_ERROR) status = found;
        terrain_free(&t);
    }
    return status;
}

// ------------------------------------------------------------------------------- against sampling

// Seconds a move of a cutter, a shank and a holder, proved.
static int measure_proof(paper* report, const terrain* t, const bench_tool* tool, const path* p,
                         double* seconds)
{
    static const abut_turned shank = {.rings = {{2, 4, 0}, {2, 30, 0}}, .ring_count = 2};
    static const abut_turned holder = {.rings = {{6, 30, 0}, {12, 60, 0}}, .ring_count = 2};
    const abut_turned* bodies[3] = {&tool->solid, &shank, &holder};
    abut_model* surface = build(&t->surface, ABUT_AABB);
    if (!surface) return BENCH_ERROR;
    const double start = processor_seconds();
    size_t deep = 0;
    for (size_t i = 0; i + 1 < p->count; i++)
        for (int b = 0; b < 3; b++) {
            abut_depth d;
            if (abut_turned_depth(surface, bodies[b], p->tips + 3 * i, p->tips + 3 * i + 3,
                                  &(abut_depth_ask){.enough = 0.01}, &d) != ABUT_OK)
                return bench_fail("abut_turned_depth failed");
            deep += d.lo > 0.01;
        }
    *seconds = (processor_seconds() - start) / (double)(p->count - 1);
    paper_line(report, "abut: %zu moves, cutter, shank and holder: %.2f us a move, %zu of them cut",
               p->count - 1, 1e6 * *seconds, deep);
    abut_model_free(surface);
    return BENCH_OK;
}

// The places at which the cutter is tested: every step of some of the moves.
static void add_samples(peer_scene* s, const path* p, size_t moves, double step)
{
    for (size_t i = 0; i < moves; i++) {
        const double* from = p->tips + 3 * (i * (p->count - 1) / moves);
        double length = 0;
        for (int c = 0; c < 3; c++)
            length += (from[c + 3] - from[c]) * (from[c + 3] - from[c]);
        const size_t samples = (size_t)(sqrt(length) / step) + 1;
        peer_query* q = peer_add_queries(s, samples);
        for (size_t k = 0; k < samples; k++) {
            q[k].b = 1;
            for (int c = 0; c < 3; c++)
                q[k].b_pose.translation[c] =
                    from[c] + (double)k / (double)samples * (from[c + 3] - from[c]);
        }
    }
}

// Seconds a move of the cutter's mesh, tested by FCL every tenth of the tolerance on some of the moves.
static int measure_fcl(paper* report, const terrain* t, const bench_tool* tool, const path* p,
                       size_t moves, double* seconds)
{
    peer_scene s = {.name = "nc"};
    mesh* meshes = peer_add_meshes(&s, 2);
    meshes[0] = t->surface;
    meshes[1] = tool->skin;
    const double step = 0.001;
    add_samples(&s, p, moves, step);
    char folder[] = "/tmp/abut-bench-XXXXXX", file[64];
    size_t count;
    side fcl;
    const peer_kind* kinds = peer_kinds(&count);
    size_t which = 0;
    while (strcmp(kinds[which].name, "fcl-obbrss") != 0)
        which++;
    int status = mkdtemp(folder) ? BENCH_OK : bench_fail("no folder for the scene");
    snprintf(file, sizeof file, "%s/scene", folder);
    if (status == BENCH_OK) status = peer_scene_write(&s, file);
    if (status == BENCH_OK) {
        const side_status opened = side_open_program(&fcl, &kinds[which], folder, 600);
        if (opened != SIDE_OK) {
            fprintf(stderr, "abut-bench: SKIPPED: FCL: %s\n", fcl.error);
            status = BENCH_SLOW;
        } else {
            size_t* all = malloc(s.query_count * sizeof *all);
            for (size_t i = 0; all && i < s.query_count; i++)
                all[i] = i;
            if (!all || fcl.calls->use(&fcl, all, s.query_count) != SIDE_OK ||
                fcl.calls->run(&fcl, true, 1, seconds) != SIDE_OK)
                status = bench_fail("FCL: %s", fcl.error);
            fcl.calls->close(&fcl);
            free(all);
        }
    }
    if (status == BENCH_OK) {
        paper_line(
            report,
            "FCL (%s): a mesh of %zu triangles every %g on %zu of the moves: %zu tests, %.2f us "
            "each, %.0f us a move",
            fcl.name, tool->skin.triangle_count, step, moves, s.query_count,
            1e6 * *seconds / (double)s.query_count, 1e6 * *seconds / (double)moves);
        *seconds /= (double)moves;
    }
    unlink(file);
    rmdir(folder);
    s.mesh_count = 0;  // they are the caller's
    free(s.meshes);
    s.meshes = NULL;
    peer_scene_free(&s);
    return status;
}

int nc_against_fcl(paper* report)
{
    terrain t = {.columns = 0};
    bench_tool tools[3] = {{.name = NULL}};
    path p = {NULL, 0};
    double proof = 0, sampling = 0;
    int status = make_formula(&t, report->quick ? 60 : 224);
    if (status == BENCH_OK) status = make_tools(tools, 2);
    if (status == BENCH_OK) status = make_path(&t, 2, report->quick ? 10 : 1, 0.6, &p);
    if (status == BENCH_OK) status = measure_proof(report, &t, &tools[0], &p, &proof);
    if (status == BENCH_OK)
        status = measure_fcl(report, &t, &tools[0], &p, report->quick ? 2 : 40, &sampling);
    if (status == BENCH_OK) {
        paper_line(report, "sampling with FCL takes %.0f times as long; the bar is 100",
                   sampling / proof);
        if (!report->quick && sampling < 100 * proof) status = BENCH_SLOW;
    } else if (status == BENCH_SLOW) {
        paper_line(report, "FCL is not installed: not compared");
        status = BENCH_OK;
    }
    for (int i = 0; i < 3; i++)
        mesh_free(&tools[i].skin);
    free(p.tips);
    terrain_free(&t);
    return status;
}
