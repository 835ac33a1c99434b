// many_poses.c - one pair of models, many poses: build once, ask often, with one query that is reused
// and so allocates nothing after the first calls. Any contact will do: limit 1.
#include <abut/abut.h>
#include <stdio.h>

// The cube [0, 1]^3 as twelve triangles.
static const double cube_vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0,
                                       0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
static const uint32_t cube_triangles[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                          2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

static abut_status slide(abut_query* query, const abut_instance* a, abut_instance* b)
{
    const abut_ask any = {.limit = 1};
    for (int step = 6; step >= 0; step--) {
        abut_hits hits = {0};
        b->pose.translation[0] = 0.25 * step;
        const abut_status status = abut_collide(query, a, b, &any, &hits);
        if (status) return status;
        printf("moved by %.2f: %s\n", b->pose.translation[0], hits.count ? "contact" : "apart");
    }
    return ABUT_OK;
}

static abut_status turn(abut_query* query, const abut_instance* a, abut_instance* b)
{
    const abut_ask any = {.limit = 1};
    const double axis[3] = {0, 0, 1};
    for (int degrees = 0; degrees < 360; degrees += 45) {
        abut_hits hits = {0};
        abut_status status = abut_pose_from_axis_angle(&b->pose, axis, degrees);
        b->pose.translation[0] = 1.0625;  // the turning corner stands off the cube by 1/16
        if (!status) status = abut_collide(query, a, b, &any, &hits);
        if (status) return status;
        printf("turned by %3d: %s\n", degrees, hits.count ? "contact" : "apart");
    }
    return ABUT_OK;
}

int main(void)
{
    const abut_soup soup = {.vertices = cube_vertices,
                            .vertex_count = 8,
                            .triangles = cube_triangles,
                            .triangle_count = 12};
    abut_model* cube = NULL;
    abut_query* query = NULL;
    abut_status status = abut_model_build(&cube, &soup, NULL);
    if (!status) status = abut_query_create(&query, NULL);

    const abut_instance a = {.model = cube};
    abut_instance b = {.model = cube};
    if (!status) status = slide(query, &a, &b);
    if (!status) status = turn(query, &a, &b);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));

    abut_query_free(query);
    abut_model_free(cube);
    return status != ABUT_OK;
}
