// points.c - how far are points from a model, where is it nearest, and are they inside?
#include <abut/abut.h>
#include <abut/point.h>
#include <stdio.h>

int main(void)
{
    // A tetrahedron.
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 4, .triangles = triangles, .triangle_count = 4};
    const double points[] = {1, 1, 1, 0.125, 0.25, 0.25, 0.25, 0.25, 0.5, -1, 0.5, 0};
    enum { COUNT = sizeof points / sizeof *points / 3 };
    abut_model* model = NULL;
    abut_solid* solid = NULL;
    abut_batch* batch = NULL;
    abut_solid_info info = {0};
    const abut_point_answer* answers = NULL;
    abut_status status = abut_model_build(&model, &soup, NULL);
    if (!status) status = abut_solid_build(&solid, model, NULL);
    if (!status) status = abut_solid_describe(solid, &info);
    if (!status) status = abut_batch_create(&batch, NULL);

    // The two nearest triangles of each, which side it is on, and how often the surface is around.
    const abut_instance instance = {.model = model};
    const abut_point_ask ask = {.nearest = 2, .solid = solid, .winding = 1};
    if (!status) status = abut_points(batch, &instance, points, COUNT, &ask, &answers);
    if (!status) printf("%zu closed of %zu\n", info.closed_count, info.component_count);
    for (int i = 0; !status && i < COUNT; i++) {
        const abut_point_answer* a = &answers[i];
        printf("%s, %.17g, around %g\n", abut_side_text(a->side), a->signed_hi, a->winding_lo);
        for (size_t k = 0; k < a->near_count; k++)
            printf("    triangle %u, feature %d, at %.3g, %.3g, %.3g\n", a->near[k].triangle,
                   (int)a->near[k].feature, a->near[k].point[0], a->near[k].point[1],
                   a->near[k].point[2]);
    }
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));

    abut_batch_free(batch);
    abut_solid_free(solid);
    abut_model_free(model);
    return status != ABUT_OK;
}
