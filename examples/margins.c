// margins.c - which parts of an assembly come too close? Each part has a margin, and a pair may have one of its own: parts
// that are bolted together may touch, a hot one must keep away from a cable.
#include <abut/abut.h>
#include <abut/world.h>
#include <stdio.h>

// Ids are given from 0 on, in the order of abut_world_add.
enum { FRAME, PUMP, PIPE, CABLE, PART_COUNT };
static const char* const names[PART_COUNT] = {"frame", "pump", "pipe", "cable"};

// All are the cube [0, 1]^3 in some size.
static const abut_pose places[PART_COUNT] = {
    [FRAME] = {.translation = {0, 0, -8}, .scale = 8},
    [PUMP] = {.translation = {1, 1, 0}, .scale = 2},        // stands on the frame
    [PIPE] = {.translation = {3.5, 1, 0.25}, .scale = 1},   // half a unit from the pump
    [CABLE] = {.translation = {6, 1, 0.25}, .scale = 0.5},  // one and a half from the pipe
};

static abut_status build_cube(abut_model** out)
{
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0,
                               0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
    const uint32_t triangles[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                  2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 8, .triangles = triangles, .triangle_count = 12};
    return abut_model_build(out, &soup, NULL);
}

static abut_status show(const char* title, abut_world* world, abut_survey survey)
{
    abut_clashes found;
    const abut_status status = abut_world_collide(world, survey, NULL, &found);
    if (status) return status;
    printf("%s: %zu, the worst %s\n", title, found.count, abut_band_text(found.band));
    for (size_t i = 0; i < found.count; i++) {
        const abut_gap* gap = &found.gaps[i];
        printf("    %s, %s: %s, %.3g apart\n", names[found.pairs[i].a], names[found.pairs[i].b],
               abut_band_text(gap->band), gap->distance.hi);
    }
    return ABUT_OK;
}

static abut_status ask(abut_world* world)
{
    const abut_pair pairs[] = {{FRAME, PIPE}, {FRAME, CABLE}, {PIPE, CABLE}};
    const double own[] = {0, 0, 2};  // near the frame nothing must keep away, the cable melts
    const abut_pair meant = {FRAME, PUMP};
    abut_status status = show("of all", world, ABUT_SURVEY_DISTANCES);
    if (!status) status = show("too close", world, ABUT_SURVEY_CLEARANCES);
    if (!status) status = abut_world_pair_margin(world, pairs, own, 3);
    if (!status) status = abut_world_ignore(world, &meant, 1);
    if (!status) status = show("with margins of pairs", world, ABUT_SURVEY_CLEARANCES);
    // Half a unit is the sum of their margins: enough, if you say so.
    if (!status) status = abut_world_strict(world, 1);
    if (!status) status = show("strictly", world, ABUT_SURVEY_CLEARANCES);
    if (!status) status = abut_world_margin(world, PIPE, 0.5);
    if (!status) status = show("with a larger margin", world, ABUT_SURVEY_CLEARANCES);
    return status;
}

int main(void)
{
    abut_model* cube = NULL;
    abut_world* world = NULL;
    abut_status status = build_cube(&cube);
    if (!status) status = abut_world_create(&world, NULL);
    for (int i = 0; !status && i < PART_COUNT; i++) {
        const abut_instance part = {.model = cube, .pose = places[i], .margin = 0.25};
        status = abut_world_add(world, &part, NULL);
    }
    if (!status) status = ask(world);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    abut_world_free(world);
    abut_model_free(cube);
    return status != ABUT_OK;
}
