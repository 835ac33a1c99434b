// edit.c - a plate gets a hole: two triangles go, and the walls and the rim of the hole come. A pin that met the plate passes then.
// The rest of the plate keeps its indices, and the old plate is there as long as you like.
#include <abut/abut.h>
#include <abut/change.h>
#include <stdio.h>

// The plate [0, 3] x [0, 3] x [0, 1]: top and bottom are cut into three by three fields of two triangles each.
enum { SIDE = 3, TRIANGLES = 4 * SIDE * SIDE };

static size_t add_square(double* vertices, uint32_t* triangles, size_t count,
                         const double corner[3], const double u[3], const double v[3])
{
    static const int turns[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
    for (size_t i = 0; i < 6; i++) {
        for (int k = 0; k < 3; k++)
            vertices[9 * count + 3 * i + (size_t)k] =
                corner[k] + turns[i][0] * u[k] + turns[i][1] * v[k];
        triangles[3 * count + i] = (uint32_t)(3 * count + i);
    }
    return count + 2;
}

// Vertices that are equal bit by bit are one vertex.
static abut_status build_plate(abut_model** out)
{
    static const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
    double vertices[9 * TRIANGLES];
    uint32_t triangles[3 * TRIANGLES];
    size_t count = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const double top[3] = {i % SIDE, i / SIDE, 1}, bottom[3] = {i % SIDE, i / SIDE, 0};
        count = add_square(vertices, triangles, count, top, x, y);
        count = add_square(vertices, triangles, count, bottom, y, x);
    }
    const abut_soup soup = {.vertices = vertices,
                            .vertex_count = 3 * count,
                            .triangles = triangles,
                            .triangle_count = count};
    return abut_model_build(out, &soup, NULL);
}

// The field in the middle goes, on both sides: those of field 4. Four walls take its place.
static abut_status drill(abut_model** out, const abut_model* plate)
{
    static const double up[3] = {0, 0, 1},
                        way[4][3] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    static const double corner[4][3] = {{1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}};
    const uint32_t removed[4] = {16, 17, 18, 19};
    double vertices[9 * 8];
    uint32_t triangles[3 * 8], ids[8];
    size_t count = 0;
    abut_change change;
    for (int i = 0; i < 4; i++)
        count = add_square(vertices, triangles, count, corner[i], up, way[i]);
    const abut_soup walls = {.vertices = vertices,
                             .vertex_count = 3 * count,
                             .triangles = triangles,
                             .triangle_count = count};
    const abut_edit edit = {.removed = removed, .removed_count = 4, .inserted = &walls, .ids = ids};
    const abut_status status = abut_model_edit(out, plate, &edit, NULL, &change);
    if (status) return status;
    printf("walls are triangles");
    for (size_t i = 0; i < count; i++)
        printf(" %u", ids[i]);
    printf(change.is_rebuild_advised ? "; build it anew some time\n" : "\n");
    return ABUT_OK;
}

static abut_status show(const char* name, abut_query* query, const abut_model* plate,
                        const abut_model* pin)
{
    const abut_instance a = {.model = plate}, b = {.model = pin};
    abut_model_info info;
    abut_hits hits;
    abut_status status = abut_model_describe(plate, &info);
    if (!status) status = abut_collide(query, &a, &b, NULL, &hits);
    if (status) return status;
    printf("%s: %zu triangles, %zu vertices; the pin meets it in %zu pairs\n", name,
           info.triangle_count - info.removed_count, info.vertex_count, hits.count);
    return ABUT_OK;
}

// A pin that stands in the middle, thinner than the hole.
static abut_status build_pin(abut_model** out)
{
    static const double vertices[] = {1.25, 1.25, -1, 1.75, 1.25, -1, 1.5, 1.75, -1,
                                      1.25, 1.25, 2,  1.75, 1.25, 2,  1.5, 1.75, 2};
    static const uint32_t triangles[] = {0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3,
                                         1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 6, .triangles = triangles, .triangle_count = 8};
    return abut_model_build(out, &soup, NULL);
}

int main(void)
{
    abut_model *plate = NULL, *drilled = NULL, *pin = NULL;
    abut_query* query = NULL;
    abut_status status = build_plate(&plate);
    if (!status) status = build_pin(&pin);
    if (!status) status = abut_query_create(&query, NULL);
    if (!status) status = show("plate", query, plate, pin);
    if (!status) status = drill(&drilled, plate);
    if (!status) status = show("drilled", query, drilled, pin);
    if (!status) status = show("before", query, plate, pin);
    abut_query_free(query);
    abut_model_free(plate);  // in any order
    abut_model_free(drilled);
    abut_model_free(pin);
    if (status) fprintf(stderr, "edit: %s\n", abut_status_text(status));
    return status != ABUT_OK;
}
