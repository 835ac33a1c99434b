// obb_proximity.c - figures 5, 6 and 9 of Gottschalk 1996: how many tests two surfaces take that come close, and
// how fast boxes converge to a surface.
#include "bench.h"
#include "methods/bound/obb.h"
#include "papers/paper.h"
#include "papers/run.h"
#include "query/model.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAPS = 17, KINDS = 3 };

static const char* const kind_names[KINDS] = {"OBB (RAPID's)", "AABB (the same code)", "spheres"};

static abut_build build_of(int kind)
{
    return kind == 0   ? rapid_build()
           : kind == 1 ? rapid_axis_build()
                       : (abut_build){.method = ABUT_METHOD_SPHERE, .leaf_size = 1};
}

// ------------------------------------------------------------------------------ figures 5 and 6

typedef struct closeness {
    double gap[GAPS], tests[KINDS][GAPS], us[KINDS];  // us: a test, over all gaps
    double exponent[KINDS];
} closeness;

static int make_spheres(bench_scene* s, bool quick)
{
    s->poses = calloc(GAPS, sizeof *s->poses);
    s->pose_count = GAPS;
    // 2 * slices * (stacks - 1): 32000
    if (!s->poses || sphere_make(quick ? 26 : 101, quick ? 40 : 160, 1, &s->a) != SCENE_OK)
        return bench_fail("out of memory");
    return BENCH_OK;
}

static int ask_gaps(const bench_scene* s, closeness* out)
{
    static const abut_ask all = {.limit = 0};
    uint64_t hash = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        const abut_build build = build_of(kind);
        pair_built p;
        asked_figures f;
        step_figures steps[GAPS];
        int status = pair_build(&p, s, &build, NULL);
        if (status == BENCH_OK) status = pair_ask_all(&p, s, &all, 1, steps, &f);
        pair_free(&p);
        if (status != BENCH_OK) return status;
        if (kind && f.hash != hash) return bench_fail("%s: answers differ", s->name);
        hash = f.hash;
        double most = 0;
        for (int i = 0; i < GAPS; i++) {
            out->tests[kind][i] = steps[i].volume_tests;
            most = fmax(most, steps[i].volume_tests);
        }
        // Not where the trees end, nor where a few boxes do.
        out->exponent[kind] = fitted_exponent(out->gap, out->tests[kind], GAPS, 100, 0.4 * most);
        out->us[kind] = f.mean_us / f.volume_tests;
    }
    return BENCH_OK;
}

static void report_gaps(paper* p, const closeness* c, const figure_shape* shape, const char* title)
{
    paper_table(p, title, "gap|OBB|AABB|spheres");
    for (int i = 0; i < GAPS; i++)
        paper_row(p, "%.3g|%.0f|%.0f|%.0f", c->gap[i], c->tests[0][i], c->tests[1][i],
                  c->tests[2][i]);
    paper_row(p, "exponent|%.2f|%.2f|%.2f", c->exponent[0], c->exponent[1], c->exponent[2]);
    paper_figure(p, shape);
    for (int kind = 0; kind < KINDS; kind++) {
        paper_series(p, kind_names[kind]);
        for (int i = 0; i < GAPS; i++)
            paper_point(p, c->gap[i], c->tests[kind][i]);
    }
}

static verdict near(double exponent, double expected)
{
    const double off = fabs(exponent - expected);
    return off < 0.3 ? CLAIM_HOLDS : off < 0.6 ? CLAIM_PARTLY : CLAIM_FAILS;
}

static int concentric(paper* p, bench_scene* s, closeness* c)
{
    static const figure_shape shape = {.name = "papers-obb-concentric",
                                       .title = "Concentric spheres: tests of boxes by gap",
                                       .x = "gap, radii of the inner sphere",
                                       .y = "tests of volumes",
                                       .log_x = true,
                                       .log_y = true};
    for (int i = 0; i < GAPS; i++) {
        c->gap[i] = pow(10, -0.2 * i - 0.2);
        s->poses[i] = (abut_pose){.scale = 1 + c->gap[i]};
    }
    const int status = ask_gaps(s, c);
    if (status != BENCH_OK) return status;
    report_gaps(
        p, c, &shape,
        "Figure 5: a sphere in a larger one, 32,000 triangles each (of the quick form 2,000). N_v; "
        "the "
        "exponent is fitted where there are more than 100 tests and fewer than 0.4 of the most.");
    paper_claim(p, "OBBTree, figure 5", "OBBs: slope about -1",
                "the exponent is within 0.3 of -1; partly within 0.6", near(c->exponent[0], -1),
                "boxes of a finite surface do not pack as the analysis has it", "%.2f",
                c->exponent[0]);
    paper_claim(p, "OBBTree, figure 5", "AABBs: slope about -2",
                "the exponent is within 0.3 of -2; partly within 0.6", near(c->exponent[1], -2),
                "boxes of a finite surface do not pack as the analysis has it", "%.2f",
                c->exponent[1]);
    paper_claim(p, "OBBTree, section 6", "spheres as AABBs: slope -2",
                "the exponent is within 0.3 of -2; partly within 0.6", near(c->exponent[2], -2),
                "boxes of a finite surface do not pack as the analysis has it", "%.2f",
                c->exponent[2]);
    paper_claim(p, "OBBTree, figure 5", "the curve of AABBs levels off where the trees end",
                "the smallest gap takes less than 1.2 times the tests of the one before it",
                c->tests[1][GAPS - 1] < 1.2 * c->tests[1][GAPS - 2] ? CLAIM_HOLDS : CLAIM_FAILS,
                "not yet at the smallest gap", "%.0f and %.0f tests at the last two gaps",
                c->tests[1][GAPS - 2], c->tests[1][GAPS - 1]);
    const double ratio = c->us[0] / c->us[1], to_spheres = c->us[0] / c->us[2];
    paper_claim(p, "OBBTree, section 7.4",
                "C_v of OBBs is an order of magnitude above that of AABBs and spheres",
                "more than 5 times the time of a test of spheres; partly if more than 1.5",
                to_spheres > 5     ? CLAIM_HOLDS
                : to_spheres > 1.5 ? CLAIM_PARTLY
                                   : CLAIM_FAILS,
                "boxes along the axes of a file are turned against each other, so both take 15 "
                "axes; and with "
                "today's processors memory and branches cost more than operations",
                "time a test: %.2f times that of the AABBs of the same code, %.1f times that of "
                "spheres (time)",
                ratio, to_spheres);
    return BENCH_OK;
}

// The vertex that is farthest from all axes; the mesh has its opposite too. So the spheres come near at two
// vertices, and along no axis, where boxes along the axes would be at their best.
static const double* vertex_off_axes(const mesh* m)
{
    const double* best = m->vertices;
    double most = 0;
    for (size_t i = 0; i < m->vertex_count; i++) {
        const double* v = m->vertices + 3 * i;
        const double sum = fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
        if (sum <= most) continue;
        most = sum;
        best = v;
    }
    return best;
}

static int side_by_side(paper* p, bench_scene* s, closeness* c)
{
    static const figure_shape shape = {.name = "papers-obb-point",
                                       .title = "Spheres side by side: tests of boxes by gap",
                                       .x = "gap, radii",
                                       .y = "tests of volumes",
                                       .log_x = true,
                                       .log_y = true};
    const double* vertex = vertex_off_axes(&s->a);
    for (int i = 0; i < GAPS; i++) {
        s->poses[i] = (abut_pose){.scale = 1};
        for (int k = 0; k < 3; k++)
            s->poses[i].translation[k] = (2 + c->gap[i]) * vertex[k];
    }
    const int status = ask_gaps(s, c);
    if (status != BENCH_OK) return status;
    report_gaps(p, c, &shape,
                "Figure 6: two spheres side by side, along a diagonal of the axes. N_v.");
    int widest = 0;
    for (int i = 1; i < GAPS; i++) {
        if (c->tests[1][i] * c->tests[0][widest] > c->tests[1][widest] * c->tests[0][i]) widest = i;
    }
    const double apart = c->exponent[0] - c->exponent[1];
    paper_claim(
        p, "OBBTree, figure 6",
        "OBBs take asymptotically fewer tests than AABBs: the curves move apart as the gap closes",
        "the exponents differ by more than 0.3; partly if by more than 0",
        apart > 0.3 ? CLAIM_HOLDS
        : apart > 0 ? CLAIM_PARTLY
                    : CLAIM_FAILS,
        "they do not move apart",
        "exponents %.2f and %.2f; AABBs take up to %.0f times as many (gap %.2g), then the "
        "triangles end it",
        c->exponent[0], c->exponent[1], c->tests[1][widest] / c->tests[0][widest], c->gap[widest]);
    return BENCH_OK;
}

int obb_proximity(paper* p)
{
    bench_scene s = {.name = "spheres"};
    closeness c;
    int status = make_spheres(&s, p->quick);
    if (status == BENCH_OK) status = concentric(p, &s, &c);
    if (status == BENCH_OK) status = side_by_side(p, &s, &c);
    bench_scene_free(&s);
    return status;
}

// -------------------------------------------------------------------------------------- figure 9

enum { LEVELS = 10 };

typedef struct level {
    double boxes, tightness, diameter, volume;  // means over the boxes; volume: of all
} level;

typedef struct cloud {  // points of triangles: corners, middles of edges, centres
    double (*points)[3];
    size_t count;
} cloud;

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static void gather(const abut_model* m, uint32_t node, cloud* c)
{
    const node_link link = tree_link(&m->tree, node);
    if (!link_is_leaf(link)) {
        for (uint32_t i = 0; i < link_children(link); i++)
            gather(m, link.first + i, c);
        return;
    }
    for (uint32_t i = 0; i < (uint32_t)link.count; i++) {
        const uint32_t* corner = m->mesh.triangles + 3 * (size_t)m->tree.order[link.first + i];
        double points[7][3];
        for (int k = 0; k < 3; k++) {
            for (int d = 0; d < 3; d++)
                points[k][d] = m->mesh.vertices[3 * (size_t)corner[k] + (size_t)d];
        }
        for (int d = 0; d < 3; d++) {
            for (int k = 0; k < 3; k++)
                points[3 + k][d] = 0.5 * (points[k][d] + points[(k + 1) % 3][d]);
            points[6][d] = (points[0][d] + points[1][d] + points[2][d]) / 3;
        }
        memcpy(c->points + c->count, points, sizeof points);
        c->count += 7;
    }
}

static double square_between(const double a[3], const double b[3])
{
    double square = 0;
    for (int k = 0; k < 3; k++)
        square += (a[k] - b[k]) * (a[k] - b[k]);
    return square;
}

static double farthest(const cloud* c, const double from[3], size_t* which)
{
    double most = 0;
    for (size_t i = 0; i < c->count; i++) {
        const double square = square_between(c->points[i], from);
        if (square <= most) continue;
        most = square;
        *which = i;
    }
    return sqrt(most);
}

// The greatest distance of a corner, a middle of an edge or of a face, or the centre of a box, from the surface.
static double tightness_of(const abut_model* m, const obb* box, const cloud* c)
{
    double most = 0;
    for (int corner = 0; corner < 27; corner++) {
        const double along[3] = {corner % 3 - 1, corner / 3 % 3 - 1, corner / 9 - 1};
        double at[3], least = 1e300;
        for (int k = 0; k < 3; k++) {
            at[k] = box->centre[k];
            for (int i = 0; i < 3; i++)
                at[k] += along[i] * box->half[i] * box->axes.row[i][k];
            at[k] = ldexp(at[k] + m->frame.origin[k], m->frame.exponent);
        }
        for (size_t i = 0; i < c->count; i++)
            least = fmin(least, square_between(c->points[i], at));
        most = fmax(most, least);
    }
    return sqrt(most);
}

static void add_box(const abut_model* m, uint32_t node, level* out, cloud* c)
{
    const obb* box = tree_volume(&m->tree, node);
    size_t end = 0;
    c->count = 0;
    gather(m, node, c);
    farthest(c, c->points[0], &end);
    out->boxes++;
    out->diameter += farthest(c, c->points[end], &end);
    out->tightness += tightness_of(m, box, c);
    out->volume += ldexp(8 * box->half[0] * box->half[1] * box->half[2], 3 * m->frame.exponent);
}

// Nodes stand in order of depth.
static void measure_levels(const abut_model* m, level* levels, cloud* c)
{
    uint32_t first = 0, end = 1;
    for (int depth = 0; depth < LEVELS && first < end; depth++) {
        uint32_t next = end;
        for (uint32_t node = first; node < end; node++) {
            const node_link link = tree_link(&m->tree, node);
            add_box(m, node, &levels[depth], c);
            if (!link_is_leaf(link)) next = link.first + link_children(link);
        }
        levels[depth].tightness /= levels[depth].boxes;
        levels[depth].diameter /= levels[depth].boxes;
        first = end;
        end = next;
    }
}

static int measure_torus(const bench_scene* s, const abut_build* build, level* levels)
{
    pair_built p = {.a = NULL};
    cloud c = {.points = calloc(7 * s->a.triangle_count, sizeof *c.points)};
    if (!c.points) return bench_fail("out of memory");
    const int status = pair_build(&p, s, build, NULL);
    if (status == BENCH_OK) measure_levels(p.a, levels, &c);
    pair_free(&p);
    free(c.points);
    return status;
}

// The exponent of tightness in diameter, where boxes are small beside the tube.
static double exponent_of(const level* levels)
{
    double x[LEVELS], y[LEVELS];
    for (int i = 0; i < LEVELS; i++) {
        x[i] = levels[i].diameter;
        y[i] = i < 4 ? 0 : levels[i].tightness;
    }
    return fitted_exponent(x, y, LEVELS, 1e-300, 1e300);
}

static void report_torus(paper* p, level levels[2][LEVELS])
{
    static const figure_shape shape = {.name = "papers-obb-torus",
                                       .title = "A torus: distance of boxes from it, by their size",
                                       .x = "diameter of what is in a box, in the mean",
                                       .y = "tightness, in the mean",
                                       .log_x = true,
                                       .log_y = true};
    paper_table(p,
                "Figure 9, as numbers: a torus (radii 1 and 0.4) by levels of boxes. d: diameter "
                "of what is in a "
                "box; τ: how far the box reaches from it (27 points of each box); both in the "
                "mean; volume: of "
                "all boxes of a level.",
                "level|boxes|d OBB|d AABB|τ OBB|τ AABB|τ/d OBB|τ/d AABB|volume OBB|volume AABB");
    for (int i = 0; i < LEVELS; i++) {
        const level *o = &levels[0][i], *a = &levels[1][i];
        paper_row(p, "%d|%.0f|%.3f|%.3f|%.4f|%.4f|%.3f|%.3f|%.3f|%.3f", i, o->boxes, o->diameter,
                  a->diameter, o->tightness, a->tightness, o->tightness / o->diameter,
                  a->tightness / a->diameter, o->volume, a->volume);
    }
    paper_figure(p, &shape);
    for (int kind = 0; kind < 2; kind++) {
        paper_series(p, kind ? "AABB" : "OBB");
        for (int i = 0; i < LEVELS; i++)
            paper_point(p, levels[kind][i].diameter, levels[kind][i].tightness);
    }
}

int obb_torus(paper* p)
{
    bench_scene s = {.name = "torus"};
    level levels[2][LEVELS] = {{{0, 0, 0, 0}}};
    uint32_t rings, sides;
    torus_divide(p->quick ? 12544 : 73984, &rings, &sides);
    int status =
        torus_make(rings, sides, 1, 0.4, &s.a) == SCENE_OK ? BENCH_OK : bench_fail("out of memory");
    for (int kind = 0; kind < 2 && status == BENCH_OK; kind++) {
        const abut_build build = kind ? rapid_axis_build() : rapid_build();
        status = measure_torus(&s, &build, levels[kind]);
    }
    bench_scene_free(&s);
    if (status != BENCH_OK) return status;
    report_torus(p, levels);
    const double turned = exponent_of(levels[0]), axis = exponent_of(levels[1]);
    size_t tighter = 0;
    for (int i = 1; i < LEVELS; i++)
        tighter += levels[0][i].tightness < levels[1][i].tightness;
    paper_claim(p, "OBBTree, section 6", "τ of OBBs goes with d squared",
                "the exponent is within 0.35 of 2, else partly",
                fabs(turned - 2) < 0.35 ? CLAIM_HOLDS : CLAIM_PARTLY,
                "the pieces of a level are not flat yet, and not all of one size",
                "τ ~ d^%.2f, levels 4 to 9", turned);
    paper_claim(p, "OBBTree, section 6", "τ of AABBs goes with d",
                "the exponent is within 0.35 of 1, else partly",
                fabs(axis - 1) < 0.35 ? CLAIM_HOLDS : CLAIM_PARTLY,
                "the pieces of a level are not flat yet, and not all of one size",
                "τ ~ d^%.2f, levels 4 to 9", axis);
    paper_claim(p, "OBBTree, figure 9", "OBBs converge to a torus more rapidly than AABBs",
                "tighter on all levels below the root; partly if on some",
                verdict_of(tighter, LEVELS - 1),
                "the first halves of a torus have the same boxes either way",
                "tighter on %zu of %d levels below the root", tighter, LEVELS - 1);
    return BENCH_OK;
}
