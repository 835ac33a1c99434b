// refit.c - a sheet that rolls up over a block: each step its vertices move, and its model is refitted, which takes a tenth of
// a build. Where the tree has become bad for the new shape, it is built.
#include <abut/abut.h>
#include <abut/change.h>
#include <stdio.h>

enum { SIDE = 32, VERTICES = (SIDE + 1) * (SIDE + 1), TRIANGLES = 2 * SIDE * SIDE, STEPS = 6 };

static double sheet[VERTICES][3];
static uint32_t sheet_triangles[TRIANGLES][3];

static void connect_sheet(void)
{
    for (uint32_t i = 0; i < SIDE; i++) {
        for (uint32_t k = 0; k < SIDE; k++) {
            const uint32_t at = (SIDE + 1) * i + k, next = at + SIDE + 1;
            uint32_t(*t)[3] = &sheet_triangles[2 * (size_t)(SIDE * i + k)];
            t[0][0] = at, t[0][1] = at + 1, t[0][2] = next + 1;
            t[1][0] = at, t[1][1] = next + 1, t[1][2] = next;
        }
    }
}

// Each strip stands at the same angle to the one before it, whose tangent of the half is bend.
static void roll_sheet(double bend)
{
    const double cosine = (1 - bend * bend) / (1 + bend * bend),
                 sine = 2 * bend / (1 + bend * bend);
    double x = 0, z = 0, along = 1.0 / SIDE, up = 0;
    for (size_t i = 0; i <= SIDE; i++) {
        for (size_t k = 0; k <= SIDE; k++) {
            double* v = sheet[(SIDE + 1) * i + k];
            v[0] = x, v[1] = (double)k / SIDE, v[2] = z;
        }
        x += along, z += up;
        const double before = along;
        along = cosine * along - sine * up;
        up = sine * before + cosine * up;
    }
}

// Make the model of the sheet as it is now: in place of the last one, or out of it.
static abut_status follow(abut_model** model, int step)
{
    const abut_soup soup = {.vertices = &sheet[0][0],
                            .vertex_count = VERTICES,
                            .triangles = &sheet_triangles[0][0],
                            .triangle_count = TRIANGLES};
    abut_model* next = NULL;
    abut_change change = {0};
    abut_status status = abut_model_refit(&next, *model, &soup, NULL, &change);
    if (status) return status;
    abut_model_free(*model);
    *model = next;
    printf("step %d: growth %.2f, %s", step, change.growth,
           change.is_merged_anew ? "merged anew" : "shares its triangles");
    if (!change.is_rebuild_advised) return ABUT_OK;
    printf(", built");
    status = abut_model_build(&next, &soup, NULL);
    if (status) return status;
    abut_model_free(*model);
    *model = next;
    return ABUT_OK;
}

int main(void)
{
    // The block below the far half of the sheet.
    const double corners[] = {0.55, 0.2, -1,    0.9, 0.2, -1,    0.55, 0.8, -1,    0.9, 0.8, -1,
                              0.55, 0.2, 0.125, 0.9, 0.2, 0.125, 0.55, 0.8, 0.125, 0.9, 0.8, 0.125};
    const uint32_t faces[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                              2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    const abut_soup block_soup = {
        .vertices = corners, .vertex_count = 8, .triangles = faces, .triangle_count = 12};
    connect_sheet();
    roll_sheet(0);
    const abut_soup flat = {.vertices = &sheet[0][0],
                            .vertex_count = VERTICES,
                            .triangles = &sheet_triangles[0][0],
                            .triangle_count = TRIANGLES};
    abut_model *block = NULL, *model = NULL;
    abut_query* query = NULL;
    abut_status status = abut_model_build(&block, &block_soup, NULL);
    if (!status) status = abut_model_build(&model, &flat, NULL);
    if (!status) status = abut_query_create(&query, NULL);
    for (int step = 1; !status && step <= STEPS; step++) {
        roll_sheet(0.004 * step);
        status = follow(&model, step);
        if (status) break;
        const abut_instance a = {.model = block}, b = {.model = model};
        abut_hits hits;
        status = abut_collide(query, &a, &b, NULL, &hits);
        if (!status) printf(", %zu pairs touch\n", hits.count);
    }
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    abut_query_free(query);
    abut_model_free(model);
    abut_model_free(block);
    return status != ABUT_OK;
}
