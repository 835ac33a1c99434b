// obb_torus.c - figure 9 of Gottschalk 1996: how fast boxes converge to a surface.
#include "bench.h"
#include "methods/bound/obb.h"
#include "papers/paper.h"
#include "papers/run.h"
#include "query/model.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static int measure_torus(const bench_scene* s, pair_built* p, const abut_build* build,
                         level* levels)
{
    cloud c = {.points = calloc(7 * s->a.triangle_count, sizeof *c.points)};
    if (!c.points) return bench_fail("out of memory");
    const int status = pair_build(p, s, build, NULL);
    if (status == BENCH_OK) measure_levels(p->a, levels, &c);
    free(c.points);
    return status;
}

// ------------------------------------------------------------------------------------ the picture

enum { SHOWN = 3 };
static const int shown[SHOWN] = {4, 6, 7};

// Seen from above and the front, row by row and level by level.
static void draw_point(paper* p, const double at[3], int column, int row)
{
    static const double down = 0.6, back = 0.8;  // of the height, of the depth
    paper_point(p, at[0] + 3.3 * column, back * at[1] + down * at[2] - 2.9 * row);
}

static void draw_box(paper* p, const abut_model* m, uint32_t node, int column, int row)
{
    const obb* box = tree_volume(&m->tree, node);
    double corner[8][3];
    for (int c = 0; c < 8; c++) {
        for (int k = 0; k < 3; k++) {
            double at = box->centre[k];
            for (int i = 0; i < 3; i++)
                at += (c >> i & 1 ? 1 : -1) * box->half[i] * box->axes.row[i][k];
            corner[c][k] = ldexp(at + m->frame.origin[k], m->frame.exponent);
        }
    }
    for (int from = 0; from < 8; from++) {
        for (int i = 0; i < 3; i++) {
            if (from >> i & 1) continue;
            draw_point(p, corner[from], column, row);
            draw_point(p, corner[from | 1 << i], column, row);
            paper_point(p, (double)NAN, (double)NAN);
        }
    }
}

// Nodes stand in order of depth.
static void draw_levels(paper* p, const abut_model* m, int row)
{
    uint32_t first = 0, end = 1;
    for (int depth = 0, column = 0; column < SHOWN && first < end; depth++) {
        uint32_t next = end;
        for (uint32_t node = first; node < end; node++) {
            const node_link link = tree_link(&m->tree, node);
            if (depth == shown[column]) draw_box(p, m, node, column, row);
            if (!link_is_leaf(link)) next = link.first + link_children(link);
        }
        column += depth == shown[column];
        first = end;
        end = next;
    }
}

static void draw_torus(paper* p, const pair_built built[2])
{
    static const figure_shape shape = {.name = "papers-obb-levels",
                                       .title = "A torus by levels 4, 6 and 7 of its trees",
                                       .x = "",
                                       .y = "",
                                       .is_picture = true};
    paper_text(p, "Figure 9 as a picture: 16, 64 and 128 boxes, OBBs above, AABBs below.");
    paper_figure(p, &shape);
    for (int kind = 0; kind < 2; kind++) {
        paper_series(p, kind ? "AABB" : "OBB");
        draw_levels(p, built[kind].a, kind);
    }
}

// ------------------------------------------------------------------------------------- the numbers

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

static void claim_exponent(paper* p, const char* says, double exponent, double theirs)
{
    const double off = fabs(exponent - theirs);
    char rule[96], why[64];
    snprintf(rule, sizeof rule, "the exponent is within 0.35 of %g; partly within 0.7", theirs);
    snprintf(why, sizeof why, "off by %.2f; not explained", off);
    paper_claim(p, "OBBTree, section 6", says, rule,
                off < 0.35  ? CLAIM_HOLDS
                : off < 0.7 ? CLAIM_PARTLY
                            : CLAIM_FAILS,
                why, "τ ~ d^%.2f, levels 4 to 9", exponent);
}

static void judge_torus(paper* p, level levels[2][LEVELS])
{
    size_t tighter = 0;
    char why[128] = "";
    for (int i = LEVELS - 1; i > 0; i--) {
        const level *o = &levels[0][i], *a = &levels[1][i];
        tighter += o->tightness < a->tightness;
        if (o->tightness >= a->tightness)
            snprintf(why, sizeof why, "on level %d τ is %.4f and %.4f, of volumes %.3f and %.3f", i,
                     o->tightness, a->tightness, o->volume, a->volume);
    }
    claim_exponent(p, "τ of OBBs goes with d squared", exponent_of(levels[0]), 2);
    claim_exponent(p, "τ of AABBs goes with d", exponent_of(levels[1]), 1);
    paper_claim(p, "OBBTree, figure 9", "OBBs converge to a torus more rapidly than AABBs",
                "tighter on all levels below the root; partly if on some",
                verdict_of(tighter, LEVELS - 1), why, "tighter on %zu of %d levels below the root",
                tighter, LEVELS - 1);
}

int obb_torus(paper* p)
{
    bench_scene s = {.name = "torus"};
    level levels[2][LEVELS] = {{{0, 0, 0, 0}}};
    uint32_t rings, sides;
    torus_divide(p->quick ? 12544 : 73984, &rings, &sides);
    int status =
        torus_make(rings, sides, 1, 0.4, &s.a) == SCENE_OK ? BENCH_OK : bench_fail("out of memory");
    pair_built built[2] = {{.a = NULL}};
    for (int kind = 0; kind < 2 && status == BENCH_OK; kind++) {
        const abut_build build = kind ? rapid_axis_build() : obbtree_build();
        status = measure_torus(&s, &built[kind], &build, levels[kind]);
    }
    if (status == BENCH_OK && built[0].a && built[1].a) {
        draw_torus(p, built);
        report_torus(p, levels);
        judge_torus(p, levels);
    }
    for (int kind = 0; kind < 2; kind++)
        pair_free(&built[kind]);
    bench_scene_free(&s);
    return status;
}
