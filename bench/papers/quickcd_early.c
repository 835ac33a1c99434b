// quickcd_early.c - Klosowski 1998, chapter 2: grid, k-d tree, R-tree and a mesh of tetrahedra, five flying objects in
// environments of three groups, ranked by wins and by weighted rank.
#include "baseline/tetra.h"
#include "baseline/tetra_mesh.h"
#include "bench.h"
#include "nc/nc.h"
#include "papers/paper.h"
#include "papers/run.h"
#include "random.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECTS = 5, RIVALS = 4, ENVIRONMENTS = 10, MADE = 8 };  // made: by formula

// Chapter 2 compares frame rates as they would be if so many steps got to triangles (its share is lost).
#define FULL_SHARE 0.1

static const char* const rival_names[RIVALS] = {"mesh", "grid", "k-d tree", "R-tree"};
static const baseline_method rivals[RIVALS] = {BASELINE_TETRA, BASELINE_GRID, BASELINE_KD,
                                               BASELINE_RTREE};

// ---------------------------------------------------------------------------------- environments

typedef struct cell {
    double low[3], high[3];
} cell;

// A random binary space partition of the unit cube: cells, about so many.
static size_t divide(cell* out, size_t count, uint64_t seed)
{
    random_source random = {seed};
    size_t made = 1;
    out[0] = (cell){{0, 0, 0}, {1, 1, 1}};
    while (made < count) {
        // The largest is cut across its longest side, near the middle.
        size_t largest = 0;
        int axis = 0;
        double most = 0;
        for (size_t i = 0; i < made; i++) {
            for (int k = 0; k < 3; k++) {
                const double side = out[i].high[k] - out[i].low[k];
                if (side <= most) continue;
                most = side;
                largest = i;
                axis = k;
            }
        }
        cell* c = &out[largest];
        const double at = c->low[axis] + most * (0.3 + 0.4 * random_unit(&random));
        out[made] = *c;
        out[made++].low[axis] = at;
        c->high[axis] = at;
    }
    return made;
}

// Half of the cells are filled with objects (full, tetrahedra) that leave room to fly.
static int make_filled(mesh* out, uint32_t triangles, bool tetrahedra, uint64_t seed)
{
    cell cells[400];
    random_source random = {seed + 100};
    const size_t count = divide(cells, tetrahedra ? 400 : 60, seed);
    int status = BENCH_OK;
    *out = (mesh){0};
    for (size_t i = 0; i < count && status == BENCH_OK; i++) {
        const cell* c = &cells[i];
        mesh part = {0};
        if (random_below(&random, 2)) continue;
        if (tetrahedra) {
            if (tetra_make(1, 0.8, seed + i, &part) != SCENE_OK) status = BENCH_ERROR;
        } else {
            const uint32_t share = triangles / 30;  // about half of 60 cells
            const uint32_t kind = random_below(&random, 3);
            status = kind == 0   ? shape_airliner(share, &part)
                     : kind == 1 ? shape_wrinkled(share, &part)
                                 : shape_lock(share, &part);
        }
        if (status != BENCH_OK || mesh_fit_cube(&part, 1) != SCENE_OK)
            return bench_fail("out of memory");
        double size[3];
        for (int k = 0; k < 3; k++)
            size[k] = 0.6 * (c->high[k] - c->low[k]);
        mesh_place(&part, size[0], size[1], size[2], 0.5 * (c->low[0] + c->high[0]),
                   0.5 * (c->low[1] + c->high[1]), 0.5 * (c->low[2] + c->high[2]));
        status = mesh_add(out, &part);
        mesh_free(&part);
    }
    return status;
}

// Some boxes of cells, none at the outside.
static void fill_boxes(unsigned char* solid, uint32_t n, uint64_t seed)
{
    random_source random = {seed};
    if (n < 5) return;  // there is no room
    for (uint32_t i = 0; i < 40; i++) {
        uint32_t low[3], high[3];
        for (int k = 0; k < 3; k++) {
            low[k] = 1 + random_below(&random, n - 4);
            high[k] = low[k] + 1 + random_below(&random, 3);
        }
        for (uint32_t c = 0; c < n * n * n; c++) {
            const uint32_t at[3] = {c % n, c / n % n, c / n / n};
            int in = 1;
            for (int k = 0; k < 3; k++)
                in &= at[k] >= low[k] && at[k] < high[k] && at[k] + 1 < n;
            solid[c] |= (unsigned char)in;
        }
    }
}

// Obstacles of whole cells of a lattice, each cut into six tetrahedra about its diagonal (Freudenthal): a conforming
// mesh that needs no other program.
static int make_lattice(tetra_mesh* out, uint32_t n, uint64_t seed)
{
    static const unsigned char paths[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};
    const uint32_t side = n + 1, step[3] = {1, side, side * side};
    const uint32_t cells = n * n * n;
    unsigned char* solid = calloc(cells, 1);
    char text[120] = "out of memory";
    *out = (tetra_mesh){.vertex_count = (size_t)side * side * side};
    out->vertices = malloc(3 * out->vertex_count * sizeof *out->vertices);
    out->cells = calloc(6 * (size_t)cells, sizeof *out->cells);
    out->triangles = malloc(18 * (size_t)cells * sizeof *out->triangles);
    if (!solid || !out->vertices || !out->cells || !out->triangles) {
        free(solid);
        tetra_mesh_free(out);
        return bench_fail("%s", text);
    }
    for (size_t i = 0; i < out->vertex_count; i++) {
        out->vertices[3 * i] = (double)(i % side) / n;
        out->vertices[3 * i + 1] = (double)(i / side % side) / n;
        out->vertices[3 * i + 2] = (double)(i / side / side) / n;
    }
    fill_boxes(solid, n, seed);
    for (uint32_t c = 0; c < cells; c++) {
        const uint32_t at[3] = {c % n, c / n % n, c / n / n};
        const uint32_t corner = at[0] + at[1] * side + at[2] * side * side;
        for (int way = 0; way < 6; way++) {
            uint32_t* v = out->cells[out->cell_count++].corner;
            v[0] = corner;
            v[3] = corner + step[0] + step[1] + step[2];
            for (int between = 0; between < 2; between++) {
                v[1 + between] = corner;
                for (int k = 0; k < 3; k++)
                    v[1 + between] += paths[way][between] >> k & 1 ? step[k] : 0;
            }
        }
        for (int k = 0; k < 3; k++) {  // the face towards the next cell
            const uint32_t beyond = c + (k == 0 ? 1 : k == 1 ? n : n * n);
            const uint32_t u = step[(k + 1) % 3], w = step[(k + 2) % 3], from = corner + step[k];
            if (at[k] + 1 == n || solid[c] == solid[beyond]) continue;
            const uint32_t two[6] = {from, from + u, from + u + w, from, from + u + w, from + w};
            memcpy(out->triangles + 3 * out->triangle_count, two, sizeof two);
            out->triangle_count += 2;
        }
    }
    free(solid);
    const abut_status status = tetra_mesh_finish(out, text);
    if (status == ABUT_OK) return BENCH_OK;
    tetra_mesh_free(out);
    return bench_fail("lattice: %s", text);
}

typedef struct surroundings {
    const char *name, *group;
    mesh m;
    tetra_mesh tetra;  // empty: there is none
} surroundings;

static int copy_surface(surroundings* s)
{
    const abut_soup surface = tetra_mesh_surface(&s->tetra);
    s->m = (mesh){.vertex_count = surface.vertex_count, .triangle_count = surface.triangle_count};
    s->m.vertices = malloc(3 * surface.vertex_count * sizeof(double));
    s->m.triangles = malloc(3 * surface.triangle_count * sizeof(uint32_t));
    if (!s->m.vertices || !s->m.triangles) return bench_fail("out of memory");
    memcpy(s->m.vertices, surface.vertices, 3 * surface.vertex_count * sizeof(double));
    memcpy(s->m.triangles, surface.triangles, 3 * surface.triangle_count * sizeof(uint32_t));
    return BENCH_OK;
}

// A terrain of the data pack, in the unit square; BENCH_SLOW where it is not there.
static int read_terrain(surroundings* out, const char* file)
{
    terrain t = {.columns = 0};
    const int status = terrain_read(&t, file);
    if (status == BENCH_OK) {
        out->m = t.surface;
        t.surface = (mesh){0};
        mesh_fit_cube(&out->m, 1);
    }
    terrain_free(&t);
    return status;
}

static int make_surroundings(surroundings* out, int which, bool quick)
{
    static const char* const names[ENVIRONMENTS] = {
        "parts 1",      "parts 2",   "lattice 1", "lattice 2",          "tetrahedra 1",
        "tetrahedra 2", "terrain 1", "terrain 2", "volcano" PAPER_DATA, "topobathy" PAPER_DATA};
    static const char* const groups[] = {"scenes", "scenes", "tetrahedra", "terrains", "terrains"};
    const uint64_t seed = (uint64_t)which % 2 + 1;
    *out = (surroundings){.name = names[which], .group = groups[which / 2]};
    if (which < 2) return make_filled(&out->m, quick ? 3000 : 30000, false, seed);
    if (which < 4) {
        const int status = make_lattice(&out->tetra, quick ? 10 : 20, seed + 20);
        return status == BENCH_OK ? copy_surface(out) : status;
    }
    if (which < 6) return make_filled(&out->m, 0, true, seed);
    if (which >= MADE) return read_terrain(out, which == MADE ? "volcano.json" : "topobathy.asc");
    return shape_terrain(quick ? 2000 : 40000, seed, &out->m);
}

// --------------------------------------------------------------------------------- flying objects

static const double flyer_sizes[OBJECTS] = {0.05, 0.07, 0.08, 0.08, 0.1};

static int make_flyer(mesh* out, int which, bool quick)
{
    int status = BENCH_OK;
    *out = (mesh){0};
    if (which == 0) {
        if (tetra_make(1, 1, 7, out) != SCENE_OK) status = BENCH_ERROR;
    } else if (which == 1) {  // slim and round
        if (sphere_make(8, 16, 1, out) != SCENE_OK) status = BENCH_ERROR;
        mesh_place(out, 0.4, 0.4, 1, 0, 0, 0);
    } else if (which == 2) {
        if (sphere_make(20, 40, 1, out) != SCENE_OK) status = BENCH_ERROR;
    } else {
        status = shape_airliner(quick ? 500 : which == 3 ? 3000 : 14646, out);
    }
    return status == BENCH_OK && mesh_fit_cube(out, flyer_sizes[which]) == SCENE_OK
               ? BENCH_OK
               : bench_fail("out of memory");
}

static const char* const flyer_names[OBJECTS] = {"tetra", "bishop", "balloon", "small aircraft",
                                                 "airliner"};

// ------------------------------------------------------------------------------------- measuring

typedef struct race {
    const char* group;
    double megabytes[RIVALS];  // of the structure
    double us[RIVALS],
        full_us[RIVALS];    // a query, as if FULL_SHARE of them got to triangles; one that
                            // does. us 0: not in it
    double looked[RIVALS];  // comparisons of boxes, a query
    size_t full, steps, hits;
} race;

static int run_rival(const bench_scene* s, const tetra_mesh* tetra, int which, race* out,
                     uint64_t* hash)
{
    const baseline_options options = {.method = rivals[which],
                                      .tetra = rivals[which] == BASELINE_TETRA ? tetra : NULL};
    const abut_soup a = {.vertices = s->a.vertices,
                         .triangles = s->a.triangles,
                         .vertex_count = s->a.vertex_count,
                         .triangle_count = s->a.triangle_count};
    const abut_soup b = {.vertices = s->b.vertices,
                         .triangles = s->b.triangles,
                         .vertex_count = s->b.vertex_count,
                         .triangle_count = s->b.triangle_count};
    baseline* built = NULL;
    baseline_query* q = NULL;
    flyer f = {.points = NULL};
    abut_status status = baseline_build(&built, &a, &options);
    if (status == ABUT_OK) {
        out->megabytes[which] = (double)baseline_bytes(built) / 1e6;
        status = flyer_make(&f, &b);
    }
    if (status == ABUT_OK) status = baseline_query_create(&q);
    double part[2] = {0, 0}, looked = 0;  // of queries that end early, and of full ones
    size_t count[2] = {0, 0};
    out->hits = 0;
    *hash = METHOD_HASH;
    for (size_t i = 0; i < s->pose_count && status == ABUT_OK; i++) {
        double least = 1e300;
        abut_hits hits;
        for (int run = 0; run < 2 && status == ABUT_OK; run++) {
            const double start = processor_seconds();
            status = baseline_collide(q, built, &s->a_pose, &f, &s->poses[i], 1, &hits);
            const double us = 1e6 * (processor_seconds() - start);
            if (us < least) least = us;
        }
        if (status != ABUT_OK) break;
        const int full = baseline_candidates(q) > 0;
        part[full] += least;
        count[full]++;
        looked += (double)hits.volume_tests;
        *hash = (*hash + (hits.count > 0)) * 1099511628211u;
        out->hits += hits.count > 0;
    }
    for (int i = 0; i < 2; i++)
        part[i] = count[i] ? part[i] / (double)count[i] : 0;
    // A flight all of one kind says nothing of the other.
    out->us[which] = !count[1]   ? part[0]
                     : !count[0] ? part[1]
                                 : (1 - FULL_SHARE) * part[0] + FULL_SHARE * part[1];
    out->full_us[which] = part[1];
    out->full = count[1];
    out->looked[which] = looked / (double)s->pose_count;
    baseline_query_free(q);
    flyer_free(&f);
    baseline_free(built);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s: %s", s->name, abut_status_text(status));
}

static int run_race(const surroundings* e, int object, bool quick, race* out)
{
    const billiard_rules rules = {.steps = quick ? 60 : 1000,
                                  .step = 0.15,
                                  .turn = 3,
                                  .stir = 0.2,
                                  .seed = 21 + (uint64_t)object,
                                  .inward = 1};
    bench_scene s = {.name = e->name, .a = e->m};  // a is the environment's
    uint64_t hash = 0;
    bool has_hash = false;
    *out = (race){.group = e->group};
    int status = make_flyer(&s.b, object, quick);
    if (status == BENCH_OK) status = fly_scene(&s, &rules);
    for (int i = 0; i < RIVALS && status == BENCH_OK; i++) {
        uint64_t own;
        if (rivals[i] == BASELINE_TETRA && !e->tetra.cell_count) continue;
        status = run_rival(&s, &e->tetra, i, out, &own);
        if (status == BENCH_OK && has_hash && own != hash)
            status = bench_fail("%s: answers differ", e->name);
        hash = own;
        has_hash = true;
    }
    out->steps = s.pose_count;
    s.a = (mesh){0};
    bench_scene_free(&s);
    return status;
}

// -------------------------------------------------------------------------------------- rankings

typedef struct ranking {
    size_t wins[RIVALS];
    double score[RIVALS];   // sum of ranks; those within a twentieth share the better one
    double looked[RIVALS];  // sum of the comparisons of boxes
    size_t races;
} ranking;

static void add_race(ranking* to, const race* r, bool with_mesh)
{
    to->races++;
    for (int i = !with_mesh; i < RIVALS; i++) {
        int before = 0;
        for (int k = !with_mesh; k < RIVALS; k++)
            before += r->us[k] < r->us[i] / 1.05;
        to->wins[i] += before == 0;
        to->score[i] += 1 + before;
        to->looked[i] += r->looked[i];
    }
}

static void report_ranking(paper* p, const char* title, const ranking* r, bool with_mesh)
{
    paper_table(p, title, "structure|wins|mean rank");
    for (int i = !with_mesh; i < RIVALS; i++)
        paper_row(p, "%s|%zu of %zu|%.2f", rival_names[i], r->wins[i], r->races,
                  r->score[i] / (double)r->races);
}

static int best_of(const ranking* r, bool with_mesh, bool by_wins)
{
    int best = !with_mesh;
    for (int i = !with_mesh; i < RIVALS; i++) {
        if (by_wins ? r->wins[i] > r->wins[best] : r->score[i] < r->score[best]) best = i;
    }
    return best;
}

static void judge(paper* p, const ranking* all, const ranking* meshed)
{
    const int wins = best_of(all, false, true), rank = best_of(all, false, false);
    int worst = 0;
    for (int i = 0; i < RIVALS; i++) {
        if (meshed->score[i] > meshed->score[worst]) worst = i;
    }
    const double share = 1 / (double)all->races;
    const char* const why =
        "a structure only finds triangles here, and their exact boxes are compared before any of "
        "them is: a cell of the grid is found without a comparison, the nodes of a "
        "tree are compared on the way, and more boxes in all";
    paper_claim(p, "QuickCD, chapter 2", "the R-tree wins most races",
                "the R-tree has the most wins; within a twentieth of the fastest is a win",
                wins == 3 ? CLAIM_HOLDS : CLAIM_FAILS, why,
                "%s: %zu of %zu, R-tree %zu (time); boxes compared a query: grid %.0f, k-d tree "
                "%.0f, R-tree %.0f",
                rival_names[wins], all->wins[wins], all->races, all->wins[3],
                all->looked[1] * share, all->looked[2] * share, all->looked[3] * share);
    paper_claim(p, "QuickCD, chapter 2",
                "by weighted rank the R-tree is first, closely followed by the grid, and the k-d "
                "tree third",
                "the R-tree has the least mean rank; partly if it is before the k-d tree",
                rank == 3                       ? CLAIM_HOLDS
                : all->score[3] < all->score[2] ? CLAIM_PARTLY
                                                : CLAIM_FAILS,
                why, "first %s; R-tree %.2f, grid %.2f, k-d tree %.2f (time)", rival_names[rank],
                all->score[3] * share, all->score[1] * share, all->score[2] * share);
    paper_claim(p, "QuickCD, chapter 2",
                "the mesh is last by weighted rank, slowest of all with a simple object",
                "the mesh has the greatest mean rank", worst == 0 ? CLAIM_HOLDS : CLAIM_FAILS,
                "it is not last on these lattices",
                "last: %s, %.2f on %zu races where there is a mesh (time)", rival_names[worst],
                meshed->score[worst] / (double)meshed->races, meshed->races);
}

// All that is told of an environment.
typedef struct course {
    const char* name;
    size_t vertices, triangles;
    race races[OBJECTS];
    bool run;
} course;

static void report_races(paper* p, const course* c)
{
    for (int object = 0; object < OBJECTS; object++) {
        const race* r = &c->races[object];
        char cells[RIVALS][48];
        for (int i = 0; i < RIVALS; i++) {
            if (r->us[i] > 0 && r->full_us[i] > 0)
                snprintf(cells[i], sizeof cells[i], "%.0f (%.0f)", 1e6 / r->us[i],
                         1e6 / r->full_us[i]);
            else if (r->us[i] > 0)
                snprintf(cells[i], sizeof cells[i], "%.0f", 1e6 / r->us[i]);
            else
                snprintf(cells[i], sizeof cells[i], "-");
        }
        paper_row(p, "%s|%s|%.0f %%|%.0f %%|%s|%s|%s|%s", c->name, flyer_names[object],
                  100.0 * (double)r->hits / (double)r->steps,
                  100.0 * (double)r->full / (double)r->steps, cells[0], cells[1], cells[2],
                  cells[3]);
    }
}

static void report_environments(paper* p, const course courses[ENVIRONMENTS])
{
    paper_table(p,
                "Environments: terrains of the data pack after those by formula. MB: of the "
                "structure, with the environment's mesh.",
                "environment|group|vertices|triangles|mesh, MB|grid|k-d tree|R-tree");
    for (int e = 0; e < ENVIRONMENTS; e++) {
        const course* c = &courses[e];
        const double* mb = c->races[0].megabytes;
        if (!c->run) continue;
        if (mb[0] > 0)
            paper_row(p, "%s|%s|%zu|%zu|%.2f|%.2f|%.2f|%.2f", c->name, c->races[0].group,
                      c->vertices, c->triangles, mb[0], mb[1], mb[2], mb[3]);
        else
            paper_row(p, "%s|%s|%zu|%zu|-|%.2f|%.2f|%.2f", c->name, c->races[0].group, c->vertices,
                      c->triangles, mb[1], mb[2], mb[3]);
    }
}

static int report_flyers(paper* p)
{
    paper_table(p, "Flying objects; side: of the cube that they fill, the environment's being 1.",
                "object|side|vertices|triangles|vertices of the hull");
    for (int object = 0; object < OBJECTS; object++) {
        mesh m;
        flyer f = {.points = NULL};
        int status = make_flyer(&m, object, p->quick);
        const abut_soup soup = {.vertices = m.vertices,
                                .triangles = m.triangles,
                                .vertex_count = m.vertex_count,
                                .triangle_count = m.triangle_count};
        if (status == BENCH_OK && flyer_make(&f, &soup) != ABUT_OK)
            status = bench_fail("out of memory");
        if (status == BENCH_OK && f.climb.vertex_count)
            paper_row(p, "%s|%g|%zu|%zu|%zu", flyer_names[object], flyer_sizes[object],
                      m.vertex_count, m.triangle_count, f.climb.vertex_count);
        else if (status == BENCH_OK)
            paper_row(p, "%s|%g|%zu|%zu|not known: built without Qhull", flyer_names[object],
                      flyer_sizes[object], m.vertex_count, m.triangle_count);
        flyer_free(&f);
        mesh_free(&m);
        if (status != BENCH_OK) return status;
    }
    return BENCH_OK;
}

static int run_course(course* c, int which, bool quick, ranking* all, ranking* meshed)
{
    surroundings here;
    int status = make_surroundings(&here, which, quick);
    *c = (course){.name = here.name,
                  .vertices = here.m.vertex_count,
                  .triangles = here.m.triangle_count,
                  .run = status == BENCH_OK};
    for (int object = 0; object < OBJECTS && status == BENCH_OK; object++) {
        race* r = &c->races[object];
        status = run_race(&here, object, quick, r);
        if (status != BENCH_OK) break;
        add_race(all, r, false);
        if (here.tetra.cell_count) add_race(meshed, r, true);
    }
    mesh_free(&here.m);
    tetra_mesh_free(&here.tetra);
    return status == BENCH_SLOW ? BENCH_OK : status;
}

int quickcd_early(paper* p)
{
    ranking all = {.races = 0}, meshed = all;
    static course courses[ENVIRONMENTS];
    for (int e = 0; e < ENVIRONMENTS; e++) {
        courses[e].run = false;
        if (p->quick && e % 2) continue;
        const int status = run_course(&courses[e], e, p->quick, &all, &meshed);
        if (status != BENCH_OK) return status;
    }
    report_environments(p, courses);
    if (report_flyers(p) != BENCH_OK) return BENCH_ERROR;
    paper_table(p,
                "Queries a second (first contact), along billiard flights, as if a tenth of the "
                "steps got to triangles; in brackets those of steps that do, which is the worst "
                "case. Structures with their default settings (`abut-bench baselines` tunes them).",
                "environment|object|steps that hit|that get to triangles|mesh|grid|k-d "
                "tree|R-tree");
    for (int e = 0; e < ENVIRONMENTS; e++) {
        if (courses[e].run) report_races(p, &courses[e]);
    }
    report_ranking(p, "Ranks over all races; within a twentieth counts as a tie", &all, false);
    report_ranking(p, "Ranks with the mesh, on the lattices", &meshed, true);
    paper_text(p, "The mesh needs a conforming tetrahedralisation of the environment. There is "
                  "none in this project "
                  "(`abut-bench baselines --mesh` reads those of other programs), so it races only "
                  "where one is made "
                  "by formula: obstacles of whole cells of a lattice.");
    judge(p, &all, &meshed);
    return BENCH_OK;
}
