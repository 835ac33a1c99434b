// inspect.c - what is in a soup, and what becomes of it: its faults, what it is like as a surface, and its tree. Here by a
// method of the papers with options of its own.
#include <abut/abut.h>
#include <abut/methods.h>
#include <abut/statistics.h>
#include <math.h>
#include <stdio.h>

#define VERTEX_COUNT   10
#define TRIANGLE_COUNT 12

// The cube [0, 1]^3 without half of its lid, a vertex given twice, and a triangle that is only a segment.
static double vertices[VERTEX_COUNT * 3] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1,
                                            1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 9, 9, 9};
static uint32_t triangles[TRIANGLE_COUNT * 3] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 8, 7, 0,
                                                 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7,
                                                 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

// What abut_model_build would refuse, all at once.
static void check(const abut_soup* soup)
{
    abut_soup_report report;
    const abut_status status = abut_soup_check(soup, &report);
    printf("check: %s\n", abut_status_text(status));
    if (status == ABUT_NOT_FINITE || status == ABUT_BAD_INDEX)
        printf("    %zu vertices not finite, the first is %zu; %zu triangles without a vertex, the "
               "first is %zu\n",
               report.non_finite_vertices, report.first_non_finite, report.bad_triangles,
               report.first_bad_triangle);
}

static abut_status print_statistics(const abut_soup* soup)
{
    abut_statistics s;
    const abut_status status = abut_soup_statistics(soup, NULL, &s);
    if (status) return status;
    printf("surface: %zu vertices, %zu of them unused; %zu triangles, %zu only segments\n",
           s.vertex_count, s.unused_count, s.triangle_count, s.segment_count);
    printf("    %zu edges, %zu of one triangle only, so it is %s; %zu component\n", s.edge_count,
           s.boundary_count, s.boundary_count ? "open" : "closed", s.component_count);
    printf("    from %g, %g, %g to %g, %g, %g\n", s.low[0], s.low[1], s.low[2], s.high[0],
           s.high[1], s.high[2]);
    return ABUT_OK;
}

static abut_status print_tree(const abut_model* model)
{
    enum { ROOM = 16 };  // more than any depth here; depth_max bounds it
    abut_model_info info;
    size_t leaves[ROOM], in_leaves[ROOM];
    double last[9];
    abut_status status = abut_model_describe(model, &info);
    if (!status) status = abut_model_depths(model, ROOM, leaves, in_leaves);
    if (!status) status = abut_model_triangles(model, info.triangle_count - 1, 1, last);
    if (status) return status;
    printf("tree by %s: %zu nodes, %zu leaves, the deepest %zu below the root\n",
           abut_method_name(info.method), info.node_count, info.leaf_count, info.depth);
    for (size_t d = 0; d <= info.depth; d++)
        printf("    at depth %zu: %zu leaves, %zu triangles\n", d, leaves[d], in_leaves[d]);
    printf("the last triangle: %g, %g, %g  %g, %g, %g  %g, %g, %g\n", last[0], last[1], last[2],
           last[3], last[4], last[5], last[6], last[7], last[8]);
    return ABUT_OK;
}

int main(void)
{
    if (abut_version() != ABUT_VERSION) {
        fprintf(stderr,
                "compiled with the headers of " ABUT_VERSION_STRING ", linked with another\n");
        return 1;
    }
    const abut_soup soup = {.vertices = vertices,
                            .vertex_count = VERTEX_COUNT,
                            .triangles = triangles,
                            .triangle_count = TRIANGLE_COUNT};
    triangles[7] = 99;
    check(&soup);
    triangles[7] = 5;
    vertices[28] = (double)NAN;
    check(&soup);
    vertices[28] = 9;
    check(&soup);

    abut_method method;
    abut_model* model = NULL;
    abut_status status = print_statistics(&soup);
    printf("method octree: %s\n", abut_status_text(abut_method_from_name("octree", &method)));
    if (!status) status = abut_method_from_name("obb", &method);
    if (!status) printf("method obb: %s\n", abut_method_text(method));

    // What all methods have stands in abut_build, what only those of papers have in abut_tree_build.
    const abut_tree_build tree = {.split = ABUT_SPLIT_MEDIAN, .fits = ABUT_FIT_PCA, .depth_max = 8};
    const abut_build options = {.method = method, .leaf_size = 2, .tree = &tree};
    if (!status) status = abut_model_build(&model, &soup, &options);
    if (!status) status = print_tree(model);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    abut_model_free(model);
    return status != ABUT_OK;
}
