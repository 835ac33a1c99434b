// first.c - find the triangles in which two tetrahedra touch or cross.
#include <abut/abut.h>
#include <stdio.h>

int main(void)
{
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 4, .triangles = triangles, .triangle_count = 4};

    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_hits hits = {0};
    abut_status status = abut_model_build(&model, &soup, NULL);
    if (!status) status = abut_query_create(&query, NULL);

    // The same model twice; b is moved.
    const abut_instance a = {.model = model};
    const abut_instance b = {.model = model, .pose = {.translation = {0.25, 0.25, 0.125}}};
    if (!status) status = abut_collide(query, &a, &b, NULL, &hits);

    if (status)
        fprintf(stderr, "%s\n", abut_status_text(status));
    else
        printf("%zu pairs of triangles touch or cross\n", hits.count);
    for (size_t i = 0; i < hits.count; i++)
        printf("triangle %u of a, triangle %u of b\n", hits.pairs[i].a, hits.pairs[i].b);

    abut_query_free(query);
    abut_model_free(model);
    return status != ABUT_OK;
}
