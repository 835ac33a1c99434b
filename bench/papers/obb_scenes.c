// obb_scenes.c - table 3 of Gottschalk 1996: pipes that fall among pipes, and a wrinkled torus about a stalagmite,
// all contacts at every step. The paths are not of a dynamics engine but of a body that turns round when it hits.
#include "bench.h"
#include "papers/paper.h"
#include "papers/paper_run.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>

static int make_pipes(bench_scene* s, bool quick, size_t steps)
{
    // A copy, 15 times smaller, falls towards the middle.
    static const flight path = {.from = {1.04, 1.02, 1.03},
                                .low = {-0.05, -0.05, -0.05},
                                .high = {1.05, 1.05, 1.05},
                                .speed = 0.0012,
                                .turn = 1,
                                .pull_to_middle = 0.00005,
                                .seed = 5};
    *s = (bench_scene){.name = "pipes"};
    int status = shape_pipes(quick ? 6000 : 143690, &s->a);
    if (status == BENCH_OK) status = shape_pipes(quick ? 6000 : 143690, &s->b);
    if (status != BENCH_OK) return status;
    mesh_fit_cube(&s->b, 1.0 / 15);
    return fly_scene(s, &path, steps);
}

static int make_torus(bench_scene* s, bool quick, size_t steps)
{
    static const flight path = {.from = {0, 0, 1.7},
                                .low = {-0.5, -0.5, -0.2},
                                .high = {0.5, 0.5, 2},
                                .speed = 0.006,
                                .turn = 0.7,
                                .pull = {0, 0, -0.0004},
                                .seed = 6};
    *s = (bench_scene){.name = "torus"};
    int status = shape_landscape(quick ? 5000 : 98000, &s->a);
    if (status == BENCH_OK) status = shape_wrinkled(quick ? 1200 : 20000, &s->b);
    if (status != BENCH_OK) return status;
    mesh_fit_cube(&s->b, 1.2);
    return fly_scene(s, &path, steps);
}

typedef struct row {
    size_t a, b, steps;
    asked_figures rapid, own;
    double bytes;
} row;

static int measure(const bench_scene* s, row* out)
{
    static const abut_ask all = {.limit = 0};
    const abut_build builds[2] = {rapid_build(), {.method = ABUT_WIDE}};
    asked_figures f[2];
    *out = (row){.a = s->a.triangle_count, .b = s->b.triangle_count, .steps = s->pose_count};
    for (int i = 0; i < 2; i++) {
        pair_built p;
        int status = pair_build(&p, s, &builds[i], NULL);
        if (status == BENCH_OK) status = pair_ask_all(&p, s, &all, 1, NULL, &f[i]);
        if (status == BENCH_OK && i == 0)
            out->bytes =
                (double)(p.info.mesh_bytes + p.info.tree_bytes) / (double)p.info.triangle_count;
        pair_free(&p);
        if (status != BENCH_OK) return status;
    }
    if (f[0].hash != f[1].hash) return bench_fail("%s: answers differ", s->name);
    out->rapid = f[0];
    out->own = f[1];
    return BENCH_OK;
}

static void report(paper* p, const row r[2])
{
    paper_table(p,
                "Table 3. Boxes and splits as RAPID's (`--fit pca --split rapid --leaf-size 1 "
                "--real double`); the "
                "last row is this library's default on the same path.",
                "|pipes, paper|pipes, here|torus, paper|torus, here");
    paper_row(p, "environment, triangles|143690|%zu|98000|%zu", r[0].a, r[1].a);
    paper_row(p, "object, triangles|143690|%zu|20000|%zu", r[0].b, r[1].b);
    paper_row(p, "steps|4008|%zu|1298|%zu", r[0].steps, r[1].steps);
    paper_row(p, "contacts a step|6.0|%.1f|1.7|%.1f", r[0].rapid.contacts, r[1].rapid.contacts);
    paper_row(p, "steps in contact||%zu||%zu", r[0].rapid.in_contact, r[1].rapid.in_contact);
    paper_row(p, "tests of boxes a step|425|%.0f|813|%.0f", r[0].rapid.volume_tests,
              r[1].rapid.volume_tests);
    paper_row(p, "tests of triangles a step|17.9|%.1f|5.4|%.1f", r[0].rapid.triangle_tests,
              r[1].rapid.triangle_tests);
    paper_row(p, "ms a step|4.2|%.4f|6.9|%.4f", r[0].rapid.mean_us / 1e3, r[1].rapid.mean_us / 1e3);
    paper_row(p, "µs a test of boxes|7.9|%.3f|7.3|%.3f",
              r[0].rapid.mean_us / r[0].rapid.volume_tests,
              r[1].rapid.mean_us / r[1].rapid.volume_tests);
    paper_row(p, "ms a step, wide||%.4f||%.4f", r[0].own.mean_us / 1e3, r[1].own.mean_us / 1e3);
}

static void judge(paper* p, const row r[2])
{
    const asked_figures *pipes = &r[0].rapid, *torus = &r[1].rapid;
    const double per_pipes = pipes->volume_tests / fmax(pipes->contacts, 1e-9);
    const double per_torus = torus->volume_tests / fmax(torus->contacts, 1e-9);
    paper_claim(p, "OBBTree, table 3", "all contacts at interactive rates (4.2 and 6.9 ms)",
                pipes->mean_us < 33e3 && torus->mean_us < 33e3 ? CLAIM_HOLDS : CLAIM_FAILS,
                "more than a frame of 33 ms", "%.3f and %.3f ms (time)", pipes->mean_us / 1e3,
                torus->mean_us / 1e3);
    paper_claim(p, "OBBTree, table 3", "425 and 813 tests of boxes a step", CLAIM_NOT_SHOWN,
                "that is of the paper's paths, which are not to be had", "%.0f and %.0f on ours",
                pipes->volume_tests, torus->volume_tests);
    paper_claim(p, "OBBTree, section 7.2",
                "a smooth torus close to a surface takes more tests than pipes, with fewer "
                "contacts (466 and 71 "
                "tests a contact)",
                per_torus > 3 * per_pipes ? CLAIM_HOLDS
                : per_torus > per_pipes   ? CLAIM_PARTLY
                                          : CLAIM_FAILS,
                "our paths are not the paper's: how close a body comes, and how often, decides",
                "%.0f and %.0f tests a contact", per_torus, per_pipes);
    paper_claim(p, "OBBTree, section 7", "412 bytes a triangle (168 a box, 76 a triangle)",
                r[0].bytes <= 412 ? CLAIM_HOLDS : CLAIM_FAILS, "more",
                "%.0f bytes in doubles, of them 24 for a triangle: vertices are shared",
                r[0].bytes);
}

int obb_scenes(paper* p)
{
    row rows[2];
    int status = BENCH_OK;
    for (int i = 0; i < 2 && status == BENCH_OK; i++) {
        bench_scene s = {.name = NULL};
        const size_t steps = p->quick ? 100 : i ? 1298 : 4008;
        status = i ? make_torus(&s, p->quick, steps) : make_pipes(&s, p->quick, steps);
        if (status == BENCH_OK) status = measure(&s, &rows[i]);
        bench_scene_free(&s);
    }
    if (status != BENCH_OK) return status;
    report(p, rows);
    judge(p, rows);
    return BENCH_OK;
}
