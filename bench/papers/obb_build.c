// obb_build.c - section 4 of Gottschalk 1996: how the time of building a tree grows with the number of triangles,
// with convex hulls and without, and how deep its leaves lie.
#include "bench.h"
#include "papers/paper.h"
#include "papers/rapid.h"
#include "papers/run.h"
#include "query/model.h"
#include "scenes.h"

#include <math.h>
#include <string.h>

enum {
    SIZES = 8,
    HULL_SIZES = 5,
    FIRST = 1000,
    PLAIN = 0,
    HULL,
    RAPID,
    KINDS,
    SPHERE = 0,
    WRINKLED,
    SHAPES
};

static const char* const shape_names[SHAPES] = {"sphere", "wrinkled torus"};

typedef struct growth {
    size_t sizes;  // of SIZES; fewer in the quick form
    double triangles[SIZES];
    double handled[SIZES];  // sum over all nodes but leaves of the triangles below them: exact
    double depth[SIZES];
    time_rounds ms[KINDS][SIZES];
    bool has[KINDS];
} growth;

// Hulls take forty times as long, so the largest are left out.
static size_t sizes_of(const growth* g, int kind)
{
    return kind == HULL && g->sizes > HULL_SIZES ? HULL_SIZES : g->sizes;
}

// Triangles below a node; *handled grows by those of all nodes that were divided.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static double count_handled(const tree* t, uint32_t node, double* handled)
{
    const node_link link = tree_link(t, node);
    if (link_is_leaf(link)) return link.count;
    double below = 0;
    for (uint32_t i = 0; i < link_children(link); i++)
        below += count_handled(t, link.first + i, handled);
    *handled += below;
    return below;
}

static int make_shape(int shape, double triangles, mesh* out)
{
    if (shape == WRINKLED) return shape_wrinkled((uint32_t)triangles, out);
    // 2 * slices * (stacks - 1), slices twice the stacks
    const uint32_t stacks = (uint32_t)lround(sqrt(triangles / 4)) + 1;
    return sphere_make(stacks, 2 * stacks, 1, out) == SCENE_OK ? BENCH_OK
                                                               : bench_fail("out of memory");
}

static int build_once(growth* g, const bench_scene* s, int kind, size_t size, int round)
{
    static const abut_tree_build with_hull = {
        .fits = ABUT_FIT_HULL_SURFACE, .split = ABUT_SPLIT_RAPID, .real = ABUT_REAL_DOUBLE};
    abut_build build = obbtree_build();
    if (kind == HULL) build.tree = &with_hull;
    pair_built built;
    const int status = pair_build(&built, s, &build, NULL);
    if (status != BENCH_OK) return status;
    g->ms[kind][size].of[round] = built.build_ms;
    if (kind == PLAIN) {
        g->handled[size] = 0;
        count_handled(&built.a->tree, 0, &g->handled[size]);
        g->depth[size] = (double)built.info.depth;
    }
    pair_free(&built);
    return BENCH_OK;
}

static int build_rapid(growth* g, const paper* p, const bench_scene* s, size_t size, int round)
{
    rapid_model* model = rapid_model_build(p, &s->a, &g->ms[RAPID][size].of[round]);
    rapid_model_free(p, model);
    return model ? BENCH_OK : BENCH_ERROR;
}

static int measure_size(growth* g, const paper* p, int shape, size_t size)
{
    bench_scene s = {.name = shape_names[shape]};
    int status = make_shape(shape, FIRST * exp2((double)size), &s.a);
    g->triangles[size] = (double)s.a.triangle_count;
    for (int round = 0; round < ROUNDS_USUAL; round++) {
        for (int turn = 0; turn < KINDS && status == BENCH_OK; turn++) {
            const int kind = (turn + round) % KINDS;
            if (!g->has[kind] || size >= sizes_of(g, kind)) continue;
            status = kind == RAPID ? build_rapid(g, p, &s, size, round)
                                   : build_once(g, &s, kind, size, round);
            g->ms[kind][size].count = round + 1;
        }
    }
    bench_scene_free(&s);
    return status;
}

// ---------------------------------------------------------------------------------------- reports

static double middle_of(const growth* g, int kind, size_t size)
{
    return g->has[kind] ? rounds_spread(&g->ms[kind][size]).middle : 0;
}

static double exponent_of(const growth* g, int kind)
{
    double ms[SIZES];
    const size_t count = sizes_of(g, kind);
    for (size_t i = 0; i < count; i++)
        ms[i] = middle_of(g, kind, i);
    return fitted_exponent(g->triangles, ms, count, 1e-9, 1e300);
}

static void report(paper* p, const growth* g, const char* shape)
{
    char title[400];
    snprintf(
        title, sizeof title,
        "Section 4, %s: ms to build a tree of the paper's rules in our obb (one triangle a leaf, "
        "cut at the mean), axes from all triangles, or from the surface of their convex hull "
        "(Qhull). Handled: triangles that were divided, summed over all nodes.",
        shape);
    paper_table(p, title,
                "triangles n|handled|handled / (n lg n)|deepest leaf|without hull|with hull|RAPID "
                "itself");
    for (size_t i = 0; i < g->sizes; i++) {
        char hull[32] = "", his[32] = "";
        const double n = g->triangles[i];
        if (g->has[HULL] && i < sizes_of(g, HULL))
            snprintf(hull, sizeof hull, "%.4g", middle_of(g, HULL, i));
        if (g->has[RAPID]) snprintf(his, sizeof his, "%.3g", middle_of(g, RAPID, i));
        paper_row(p, "%.0f|%.0f|%.2f|%.0f|%.3g|%s|%s", n, g->handled[i],
                  g->handled[i] / (n * log2(n)), g->depth[i], middle_of(g, PLAIN, i), hull, his);
    }
    char hull[32] = "", his[32] = "";
    if (g->has[HULL]) snprintf(hull, sizeof hull, "%.2f", exponent_of(g, HULL));
    if (g->has[RAPID]) snprintf(his, sizeof his, "%.2f", exponent_of(g, RAPID));
    paper_row(p, "exponent|%.2f|||%.2f|%s|%s",
              fitted_exponent(g->triangles, g->handled, g->sizes, 1, 1e300), exponent_of(g, PLAIN),
              hull, his);
}

// How many times a figure of the largest is that of the smallest, each in parts of n lg^power n.
static time_interval growth_of(const growth* g, int kind, int power)
{
    const size_t last = sizes_of(g, kind) - 1;
    const double from = g->triangles[0], to = g->triangles[last];
    const double share = from * pow(log2(from), power) / (to * pow(log2(to), power));
    const time_interval ratio = rounds_ratio_apart(&g->ms[kind][last], &g->ms[kind][0]);
    return (time_interval){ratio.middle * share, ratio.low * share, ratio.high * share};
}

static void claim_time(paper* p, const growth g[SHAPES], int kind, int power, const char* says)
{
    case_tally within = {0, 0, 0};
    char here[192] = "", rule[160];
    for (int i = 0; i < SHAPES; i++) {
        const time_interval grown = growth_of(&g[i], kind, power);
        const size_t used = strlen(here);
        tally_below(&within, grown, 1.5);
        snprintf(here + used, sizeof here - used, "%s%s: %s times, exponent %.2f", i ? "; " : "",
                 shape_names[i], interval_text(grown).text, exponent_of(&g[i], kind));
    }
    snprintf(rule, sizeof rule,
             "time / (n lg%sn) grows by less than 1.5 times over all sizes, on both shapes "
             "(time); partly on one",
             power == 2 ? "² " : " ");
    paper_claim(p, "OBBTree, section 4", says, rule, tally_verdict(&within),
                "not explained: memory that no longer fits the caches is in these times", "%s",
                here);
}

static void judge(paper* p, const growth g[SHAPES])
{
    size_t deep = 0, much = 0;
    double depth[SHAPES], handled[SHAPES];
    for (int i = 0; i < SHAPES; i++) {
        const size_t last = g[i].sizes - 1;
        const double lg[2] = {log2(g[i].triangles[0]), log2(g[i].triangles[last])};
        depth[i] = g[i].depth[last] / lg[1] / (g[i].depth[0] / lg[0]);
        handled[i] = g[i].handled[last] / (g[i].triangles[last] * lg[1]) /
                     (g[i].handled[0] / (g[i].triangles[0] * lg[0]));
        deep += depth[i] < 1.25;
        much += handled[i] < 1.25;
    }
    paper_claim(p, "OBBTree, section 4", "leaves lie O(lg n) deep",
                "deepest leaf / lg n grows by less than 1.25 times over all sizes, on both shapes; "
                "partly on one",
                verdict_of(deep, SHAPES), "not explained", "%s: %.2f times; %s: %.2f times",
                shape_names[0], depth[0], shape_names[1], depth[1]);
    paper_claim(p, "OBBTree, section 4", "a build without hull divides O(n lg n) triangles",
                "handled / (n lg n) grows by less than 1.25 times over all sizes, on both shapes; "
                "partly on one",
                verdict_of(much, SHAPES), "not explained", "%s: %.2f times; %s: %.2f times",
                shape_names[0], handled[0], shape_names[1], handled[1]);
    claim_time(p, g, PLAIN, 1, "a build takes O(n lg n) without convex hulls");
    if (g[0].has[RAPID])
        claim_time(p, g, RAPID, 1, "a build takes O(n lg n) without convex hulls, RAPID itself");
    if (g[0].has[HULL])
        claim_time(p, g, HULL, 2, "a build takes O(n lg² n) with convex hulls");
    else
        paper_claim(p, "OBBTree, section 4", "a build takes O(n lg² n) with convex hulls",
                    "time / (n lg² n) grows by less than 1.5 times", CLAIM_NOT_SHOWN,
                    "the library was built without Qhull", "not measured");
}

static bool has_hull(void)
{
    static const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t triangle[] = {0, 1, 2};
    static const abut_tree_build with_hull = {.fits = ABUT_FIT_HULL_SURFACE};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 3, .triangles = triangle, .triangle_count = 1};
    const abut_build build = {.method = ABUT_METHOD_OBB, .tree = &with_hull};
    abut_model* m = NULL;
    const abut_status status = abut_model_build(&m, &soup, &build);
    abut_model_free(m);
    return status == ABUT_OK;
}

int obb_build(paper* p)
{
    growth g[SHAPES] = {{.sizes = 0}};
    int status = BENCH_OK;
    for (int shape = 0; shape < SHAPES; shape++) {
        g[shape].sizes = p->quick ? 4 : SIZES;
        g[shape].has[PLAIN] = true;
        g[shape].has[HULL] = has_hull();
        g[shape].has[RAPID] = rapid_available(p);
        for (size_t i = 0; i < g[shape].sizes && status == BENCH_OK; i++)
            status = measure_size(&g[shape], p, shape, i);
        if (status != BENCH_OK) return status;
        report(p, &g[shape], shape_names[shape]);
    }
    judge(p, g);
    return BENCH_OK;
}
