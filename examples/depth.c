// depth.c - how deep are two solids in each other, and which way frees them? Four numbers, each with its own meaning: along a
// direction of yours, in the best direction, how far the surfaces reach in, and the distance with its sign.
#include <abut/abut.h>
#include <abut/depth.h>
#include <stdio.h>

// A box from low to high.
static abut_status build_box(abut_model** out, const double low[3], const double high[3])
{
    static const uint32_t sides[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                          {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                          {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    double vertices[24], *to = vertices;
    for (int i = 0; i < 8; i++) {
        const int is_right = i % 4 == 1 || i % 4 == 2, is_back = i % 4 > 1, is_top = i > 3;
        *to++ = (is_right ? high : low)[0];
        *to++ = (is_back ? high : low)[1];
        *to++ = (is_top ? high : low)[2];
    }
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 8, .triangles = sides[0], .triangle_count = 12};
    return abut_model_build(out, &soup, NULL);
}

static abut_status show(const char* title, abut_query* query, const abut_instance* a,
                        const abut_instance* b, const abut_solids_ask* ask)
{
    static const double x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    abut_depth_along_answer sideways = {0}, up = {0};
    abut_depth_least_answer least = {0};
    abut_reach_answer reach = {0};
    abut_signed_answer how_far = {0};
    abut_status status = abut_depth_along(query, a, b, x, ask, &sideways);
    if (!status) status = abut_depth_along(query, a, b, z, ask, &up);
    if (!status) status = abut_depth_least(query, a, b, ask, &least);
    if (!status) status = abut_reach(query, a, b, ask, &reach);
    if (!status) status = abut_signed_distance(query, a, b, ask, &how_far);
    if (status) return status;
    printf("%s\n", title);
    printf("    along x: %g, along z: %g\n", sideways.depth_hi, up.depth_hi);
    printf("    at least %g, at most %g: go by %g, %g, %g\n", least.lo, least.hi,
           least.translation[0] + 0.0, least.translation[1] + 0.0, least.translation[2] + 0.0);
    printf("    a reaches %.3g into b, b reaches %.3g into a\n", reach.a_in_b.hi, reach.b_in_a.hi);
    printf("    signed distance %g, of surfaces %g\n", how_far.signed_hi, how_far.distance_hi);
    return ABUT_OK;
}

int main(void)
{
    abut_model *block = NULL, *peg = NULL;
    abut_solid *block_solid = NULL, *peg_solid = NULL;
    abut_query* query = NULL;
    abut_status status = build_box(&block, (double[]){-1, -1, -1}, (double[]){1, 1, 1});
    if (!status)
        status = build_box(&peg, (double[]){-0.25, -0.25, -0.25}, (double[]){0.25, 0.25, 0.25});
    // What is inside of them; made once, they are asked as often as you like.
    if (!status) status = abut_solid_build(&block_solid, block, NULL);
    if (!status) status = abut_solid_build(&peg_solid, peg, NULL);
    if (!status) status = abut_query_create(&query, NULL);

    const abut_solids_ask ask = {.a_solid = block_solid, .b_solid = peg_solid};
    const abut_instance a = {.model = block};
    abut_instance b = {.model = peg, .pose = {.translation = {0, 0, 1.125}}};
    if (!status) status = show("a cube that sticks in the top of a block", query, &a, &b, &ask);
    b.pose.translation[2] = 0;
    if (!status) status = show("in the middle of it", query, &a, &b, &ask);
    b.pose.translation[2] = 1.25;
    if (!status) status = show("on top of it", query, &a, &b, &ask);
    b.pose.translation[2] = 2;
    if (!status) status = show("above it", query, &a, &b, &ask);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));

    abut_query_free(query);
    abut_solid_free(peg_solid);
    abut_solid_free(block_solid);
    abut_model_free(peg);
    abut_model_free(block);
    return status != ABUT_OK;
}
