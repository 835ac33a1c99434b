// quickcd_memory.c - Klosowski 1998, chapter 5: what the trees of the environment and of the flying object take, in
// seven tables, and RAPID's beside them.
#include "bench.h"
#include "methods/bound/climb.h"
#include "papers/quickcd.h"
#include "query/model.h"

#include <abut/methods.h>
#include <stdio.h>

#define RAPID_BYTES 412  // a triangle: 168 a box, 76 a triangle (Gottschalk 1996, section 7)

void memory_find(memory_figures* out, const abut_model* m)
{
    abut_model_info info;
    if (abut_model_describe(m, &info) != ABUT_OK) return;
    *out = (memory_figures){
        .mesh = (double)info.mesh_bytes,
        .tree = (double)info.tree_bytes,
        .corners = (double)(m->tree.extra_count * sizeof *m->tree.extra),
        .hull = (double)(climb_number_bytes(&m->tree.climb) + climb_way_bytes(&m->tree.climb)),
        .triangles = (double)info.triangle_count,
        .nodes = (double)info.node_count,
        .leaves = (double)info.leaf_count};
}

int memory_of_hull(double* out, const bench_scene* s)
{
    const abut_tree_build how = {
        .axis = ABUT_AXIS_SPLATTER, .split = ABUT_SPLIT_MEAN, .tumble = ABUT_TUMBLE_HULL};
    abut_build b = quickcd_flyer(ABUT_METHOD_QUICKCD6, s->b.triangle_count);
    const abut_soup soup = {.vertices = s->b.vertices,
                            .triangles = s->b.triangles,
                            .vertex_count = s->b.vertex_count,
                            .triangle_count = s->b.triangle_count};
    abut_model* m = NULL;
    memory_figures f = {0};
    b.tree = &how;
    *out = 0;
    const abut_status status = abut_model_build(&m, &soup, &b);
    if (status == ABUT_NOT_AVAILABLE) return BENCH_OK;  // without Qhull there is no hull
    if (status != ABUT_OK) return bench_fail("%s: %s", s->name, abut_status_text(status));
    memory_find(&f, m);
    *out = f.hull;
    abut_model_free(m);
    return BENCH_OK;
}

// ----------------------------------------------------------------------------------------- tables

typedef double figure_of(const memory_row* r, int which);

static double environment_total(const memory_row* r, int which)
{
    const memory_figures* f = &r->environment[which];
    return (f->mesh + f->tree - f->corners) / 1e6;
}

static double object_total(const memory_row* r, int which)
{
    const memory_figures* f = &r->object[which];
    return (f->mesh + f->tree + (which < MEMORY_DOPS ? r->hull : 0)) / 1e3;
}

static double object_bare(const memory_row* r, int which)
{
    const memory_figures* f = &r->object[which];
    return (f->mesh + f->tree - f->corners) / 1e3;
}

static double object_corners(const memory_row* r, int which)
{
    return r->object[which].corners / 1e3;
}

static double object_hull(const memory_row* r, int which)
{
    return which < MEMORY_DOPS ? r->hull / 1e3 : 0;
}

static double both_total(const memory_row* r, int which)
{
    return environment_total(r, which) + object_total(r, which) / 1e3;
}

static double object_leaves(const memory_row* r, int which)
{
    return r->object[which].leaves;
}

static const char* const row_names[MEMORY_ROWS] = {"6", "14", "18", "26",
                                                   "RAPID's options in our obb"};

static void table_of(paper* p, const memory_row rows[SET_COUNT], const char* title, int digits,
                     figure_of* number)
{
    paper_table(p, title, "k|pipes|torus|airliner|swept|interior");
    for (int i = 0; i < MEMORY_ROWS; i++)
        paper_row(p, "%s|%.*f|%.*f|%.*f|%.*f|%.*f", row_names[i], digits, number(&rows[0], i),
                  digits, number(&rows[1], i), digits, number(&rows[2], i), digits,
                  number(&rows[3], i), digits, number(&rows[4], i));
}

// By the paper's own layout: three numbers of four bytes a corner and three indices; in a node k numbers, two
// pointers and an index.
static double by_layout(int k)
{
    return 3 * 3 * 4 + 3 * 4 + 2 * (4.0 * k + 2 * 4 + 4);
}

static void table_of_environments(paper* p, const memory_row rows[SET_COUNT])
{
    static const int ks[MEMORY_DOPS] = {6, 14, 18, 26};
    paper_table(p,
                "Bytes a triangle of the environment, largest set: mesh, nodes with the order of "
                "triangles, the nodes' corners, which an environment would not need; and what the "
                "paper's layout takes in numbers and pointers of four bytes. RAPID's code: 412 "
                "(OBBTree, section 7)",
                "k|mesh|nodes and order|sum|corners|by the paper's layout");
    const memory_figures* f = rows[SET_INTERIOR].environment;
    for (int i = 0; i < MEMORY_ROWS; i++) {
        const double n = f[i].triangles, nodes = (f[i].tree - f[i].corners) / n;
        char layout[24] = "412";
        if (i < MEMORY_DOPS) snprintf(layout, sizeof layout, "%.0f", by_layout(ks[i]));
        paper_row(p, "%s|%.0f|%.0f|%.0f|%.0f|%s", row_names[i], f[i].mesh / n, nodes,
                  f[i].mesh / n + nodes, f[i].corners / n, layout);
    }
}

static double rapid_mb(const memory_row* r)
{
    return RAPID_BYTES * (r->environment[0].triangles + r->object[0].triangles) / 1e6;
}

static void judge(paper* p, const memory_row rows[SET_COUNT])
{
    enum { K6 = 0, K26 = MEMORY_DOPS - 1 };
    size_t small = 0, large = 0, elsewhere = 0, environments = 0;
    for (int s = 0; s < SET_COUNT; s++) {
        const memory_row* r = &rows[s];
        small += both_total(r, K6) < rapid_mb(r);
        for (int k = 0; k < MEMORY_DOPS; k++)
            environments +=
                environment_total(r, k) < RAPID_BYTES * r->environment[k].triangles / 1e6;
        if (s == SET_PIPES)
            large = both_total(r, K26) > rapid_mb(r);
        else
            elsewhere += both_total(r, K26) < rapid_mb(r);
    }
    const size_t cases = (size_t)SET_COUNT * MEMORY_DOPS;
    char why[120], pipes_why[160];
    snprintf(
        pipes_why, sizeof pipes_why,
        "with leaves of 32 triangles the object of pipes has %.0f leaves and %.1f MB of corners",
        object_leaves(&rows[SET_PIPES], K26), object_corners(&rows[SET_PIPES], K26) / 1e3);
    snprintf(why, sizeof why, "k = 26 takes %.0f bytes a triangle (interior), the mesh included",
             1e6 * environment_total(&rows[SET_INTERIOR], K26) /
                 rows[SET_INTERIOR].environment[K26].triangles);
    paper_claim(p, "QuickCD, chapter 5",
                "an environment takes fewer bytes a triangle than RAPID's 412",
                "fewer without corners for all four k on all sets; partly if for some",
                verdict_of(environments, cases), why,
                "in %zu of %zu cases; %.0f bytes at k = 18 (interior)", environments, cases,
                1e6 * environment_total(&rows[SET_INTERIOR], 2) /
                    rows[SET_INTERIOR].environment[2].triangles);
    paper_claim(p, "QuickCD, chapter 5", "the smallest DOPs take less memory than RAPID",
                "k = 6, environment and object together, below 412 bytes a triangle on all sets; "
                "partly if on some",
                verdict_of(small, SET_COUNT), "not explained; see the tables", "on %zu of %d sets",
                small, SET_COUNT);
    paper_claim(p, "QuickCD, chapter 5",
                "on pipes, whose flying object is large, one k (lost) takes more than RAPID; else "
                "DOPs take less",
                "k = 26 takes more than 412 bytes a triangle on pipes, and less on the four other "
                "sets; partly if one of the two",
                large && elsewhere == SET_COUNT - 1   ? CLAIM_HOLDS
                : large || elsewhere == SET_COUNT - 1 ? CLAIM_PARTLY
                                                      : CLAIM_FAILS,
                pipes_why, "pipes: %.0f MB at k = 26, RAPID %.0f; less on %zu of the others",
                both_total(&rows[SET_PIPES], K26), rapid_mb(&rows[SET_PIPES]), elsewhere);
}

void memory_report(paper* p, const memory_row rows[SET_COUNT])
{
    table_of_environments(p, rows);
    table_of(p, rows, "Memory of the environment, mesh and tree without corners, MB", 1,
             environment_total);
    table_of(p, rows,
             "Memory of the flying object, mesh, tree, corners and hull, kB (with the hull of "
             "`--tumble hull`, which is not the default)",
             1, object_total);
    table_of(p, rows, "Leaves of the flying object's tree", 0, object_leaves);
    table_of(p, rows, "Memory of the flying object without corners and hull, kB", 1, object_bare);
    table_of(p, rows, "Memory of the corners of the flying object's DOPs, kB", 1, object_corners);
    table_of(p, rows, "Memory of the flying object's convex hull, kB", 1, object_hull);
    table_of(p, rows, "Memory of environment and flying object, MB", 1, both_total);
    judge(p, rows);
}
