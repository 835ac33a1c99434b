// ranges.c - what is in a box, what a camera sees, and what is in a slab: which triangles are inside, and which cross.
#include <abut/abut.h>
#include <abut/range.h>
#include <math.h>
#include <stdio.h>

enum { SIDE = 8 };  // squares of the floor along each side

// A floor of squares of size 1 in the plane z = 0, two triangles each.
static abut_status build_floor(abut_model** out)
{
    double vertices[(SIDE + 1) * (SIDE + 1) * 3];
    uint32_t triangles[SIDE * SIDE * 6];
    for (int i = 0; i < (SIDE + 1) * (SIDE + 1); i++) {
        double* const vertex = vertices + 3 * (size_t)i;
        vertex[0] = i % (SIDE + 1);
        vertex[1] = i / (SIDE + 1);
        vertex[2] = 0;
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        const uint32_t v = (uint32_t)(i / SIDE * (SIDE + 1) + i % SIDE), up = v + SIDE + 1;
        const uint32_t square[6] = {v, v + 1, up + 1, v, up + 1, up};
        for (int k = 0; k < 6; k++)
            triangles[6 * i + k] = square[k];
    }
    const abut_soup soup = {.vertices = vertices,
                            .triangles = triangles,
                            .vertex_count = (size_t)(SIDE + 1) * (SIDE + 1),
                            .triangle_count = (size_t)2 * SIDE * SIDE};
    return abut_model_build(out, &soup, NULL);
}

static abut_status show(const char* name, abut_query* query, const abut_instance* floor,
                        const abut_range* range)
{
    abut_range_found found = {0};
    abut_status status = abut_range_check(range);
    if (!status) status = abut_range_find(query, floor, range, NULL, &found);
    if (!status)
        printf("%s: %zu inside, %zu crossing\n", name, found.inside_count, found.crossing_count);
    return status;
}

// Closed: triangles that only touch the box cross it.
static abut_status show_box(abut_query* query, const abut_instance* floor)
{
    const abut_range box = {.kind = ABUT_RANGE_BOX, .low = {2, 2, -1}, .high = {4, 4, 1}};
    return show("box", query, floor, &box);
}

// Between two planes across a diagonal, without end along it: of the directions of a 12-DOP only that of x + y is asked.
static abut_status show_slab(abut_query* query, const abut_instance* floor)
{
    abut_range slab = {.kind = ABUT_RANGE_DOP, .k = 12};
    for (int i = 0; i < slab.k / 2; i++) {
        double way[3];
        const abut_status status = abut_range_direction(slab.k, i, way);
        if (status) return status;
        const int is_asked = way[0] == 1 && way[1] == 1;
        slab.low[i] = is_asked ? 6 : -HUGE_VAL;
        slab.high[i] = is_asked ? 10 : HUGE_VAL;
    }
    return show("slab", query, floor, &slab);
}

// A camera above (4, 4) that looks down, a right angle wide; what it sees is between 1 and 10 away.
static abut_status show_camera(abut_query* query, const abut_instance* floor)
{
    const double near = 1, far = 10, height = 2.5;
    const double a = (far + near) / (near - far), b = 2 * far * near / (near - far);
    // Projection times view: the camera is at (4, 4, height).
    const double matrix[16] = {1, 0, 0, -4, 0, 1, 0, -4, 0, 0, a, b - a * height, 0, 0, -1, height};
    double planes[24];
    abut_range sight = {.kind = ABUT_RANGE_PLANES, .planes = planes};
    const abut_status status = abut_frustum_planes(matrix, 0, planes, &sight.plane_count);
    return status ? status : show("camera", query, floor, &sight);
}

int main(void)
{
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_status status = build_floor(&model);
    if (!status) status = abut_query_create(&query, NULL);
    const abut_instance floor = {.model = model};
    if (!status) status = show_box(query, &floor);
    if (!status) status = show_slab(query, &floor);
    if (!status) status = show_camera(query, &floor);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    abut_query_free(query);
    abut_model_free(model);
    return status != ABUT_OK;
}
