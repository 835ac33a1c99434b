// vertices.c - cloth in one step of a simulation: a sheet of eight triangles falls onto a spike; another folds onto itself. Each
// vertex goes straight from where it is to where the step wants it. When, and where, would they first touch?
#include <abut/vertices.h>
#include <stdio.h>

static const double flat[27] = {0, 0, 1, 1, 0, 1, 2, 0, 1, 0, 1, 1, 1, 1,
                                1, 2, 1, 1, 0, 2, 1, 1, 2, 1, 2, 2, 1};
static const uint32_t sheet_triangles[24] = {0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4,
                                             3, 4, 7, 3, 7, 6, 4, 5, 8, 4, 8, 7};

static void show(const char* title, const abut_first* first)
{
    printf("%s: %s", title, abut_motion_state_text(first->state));
    if (first->has_pair) {
        printf(" between %.17g and %.17g\n", first->t_lo, first->t_hi);
        printf("    triangles %u and %u, features %d and %d, about at (%g, %g, %g)",
               (unsigned)first->pair.a, (unsigned)first->pair.b, first->features.a,
               first->features.b, first->a_point[0], first->a_point[1], first->a_point[2]);
    }
    printf("\n");
}

int main(void)
{
    const abut_soup sheet = {
        .vertices = flat, .vertex_count = 9, .triangles = sheet_triangles, .triangle_count = 8};
    const double spike_vertices[9] = {1.25, 0.5, 0.5, 1, 1, -1, 2, 0, -1};
    const uint32_t spike_triangles[3] = {0, 1, 2};
    const abut_soup spike = {.vertices = spike_vertices,
                             .vertex_count = 3,
                             .triangles = spike_triangles,
                             .triangle_count = 1};
    const abut_motion_ask ask = {.detail = ABUT_DETAIL_POINTS};
    double down[27], bent[27], over[27];
    for (int i = 0; i < 27; i++) {
        down[i] = i % 3 == 2 ? flat[i] - 1.5 : flat[i];  // a third of it until it meets the spike
        bent[i] = over[i] = flat[i];
    }
    for (size_t i = 2; i < 9; i += 3) {  // the right border stands up, and goes over, and through
        bent[3 * i] = 1.5;
        bent[3 * i + 2] = 1.5;
        over[3 * i] = -0.5;
        over[3 * i + 2] = 0.75;
    }
    const abut_soup cloth = {
        .vertices = bent, .vertex_count = 9, .triangles = sheet_triangles, .triangle_count = 8};

    abut_query* query = NULL;
    abut_first first;
    abut_status status = abut_query_create(&query, NULL);
    if (!status) status = abut_vertices_first(query, &sheet, down, &spike, NULL, &ask, &first);
    if (!status) {
        show("falls", &first);
        status = abut_vertices_self_first(query, &cloth, over, &ask, &first);
    }
    if (!status) show("folds", &first);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    abut_query_free(query);
    return status != ABUT_OK;
}
