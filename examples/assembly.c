// assembly.c - many instances in one space: which of them meet, where, and how? A world looks only at those whose boxes meet,
// and follows when instances are moved.
#include <abut/abut.h>
#include <abut/world.h>
#include <stdio.h>

// Ids are given from 0 on, in the order of abut_world_add.
enum { FLOOR, TABLE, LAMP, CRATE, TOY, PART_COUNT };
static const char* const names[PART_COUNT] = {"floor", "table", "lamp", "crate", "toy"};

// All are the cube [0, 1]^3 in some size: one model may have any number of instances.
static const abut_pose places[PART_COUNT] = {
    [FLOOR] = {.translation = {0, 0, -16}, .scale = 16},
    [TABLE] = {.translation = {2, 2, 0}, .scale = 4},      // stands on the floor
    [LAMP] = {.translation = {3, 3, 3.5}, .scale = 1},     // sunk into the table
    [CRATE] = {.translation = {10, 10, 0.5}, .scale = 4},  // above the floor
    [TOY] = {.translation = {11, 11, 1.5}, .scale = 1},    // in the crate
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
    printf("%s: %zu\n", title, found.count);
    for (size_t i = 0; i < found.count; i++) {
        printf("    %s, %s", names[found.pairs[i].a], names[found.pairs[i].b]);
        const abut_clash* clash = found.clashes ? &found.clashes[i] : NULL;
        if (clash)
            printf(": %zu pairs of triangles, %zu cross", clash->count,
                   clash->kind_count[ABUT_KIND_CROSS]);
        if (clash && survey >= ABUT_SURVEY_REGIONS && clash->count)
            printf(", from %g, %g, %g to %g, %g, %g", clash->low[0], clash->low[1], clash->low[2],
                   clash->high[0], clash->high[1], clash->high[2]);
        if (clash && survey == ABUT_SURVEY_RELATIONS)
            printf(", %s", abut_relation_text(clash->relation));
        printf("\n");
    }
    return ABUT_OK;
}

static abut_status furnish(abut_world* world)
{
    // The lamp is meant to be sunk into the table.
    const abut_pair meant = {TABLE, LAMP};
    const abut_pose dropped = {.translation = {10, 10, -0.5}, .scale = 4};
    abut_status status = show("in contact", world, ABUT_SURVEY_CONTACTS);
    if (!status) status = show("and where", world, ABUT_SURVEY_REGIONS);
    if (!status) status = show("and how", world, ABUT_SURVEY_RELATIONS);
    if (!status) status = abut_world_ignore(world, &meant, 1);
    if (!status) status = show("but for what is meant", world, ABUT_SURVEY_COUNTS);
    if (!status) status = abut_world_move(world, CRATE, &dropped);
    if (!status) status = show("when the crate was dropped", world, ABUT_SURVEY_COUNTS);
    // Group 0 is the building, group 1 all else; only the latter is asked against each other.
    for (uint32_t id = 0; !status && id < PART_COUNT; id++)
        status = abut_world_group(world, id, id == FLOOR ? 1 : 2, 2);
    if (!status) status = show("without the building, by boxes alone", world, ABUT_SURVEY_BOXES);
    return status;
}

// A world in motion: each pair goes on from its last answer (coherent), and the call ends in time, whatever it has found by
// then. Here the time is so long that it is never up; where it is, found.state and found.undecided tell what is open.
static abut_status carry_away(abut_world* world, uint32_t id)
{
    const abut_ask ask = {.coherent = 1, .limit = 1, .deadline = 60e6};
    abut_instance carried;
    abut_status status = abut_world_instance(world, id, &carried);
    for (int step = 0; !status && step < 5; step++) {
        abut_clashes found = {0};
        carried.pose.translation[2] += 0.25;
        status = abut_world_move(world, id, &carried.pose);
        if (!status) status = abut_world_collide(world, ABUT_SURVEY_CONTACTS, &ask, &found);
        if (!status)
            printf("%s at height %g: %s\n", (const char*)carried.user, carried.pose.translation[2],
                   abut_state_text(found.state));
    }
    if (!status) status = abut_world_remove(world, id);
    if (!status) status = show("without it", world, ABUT_SURVEY_CONTACTS);
    return status;
}

int main(void)
{
    abut_model* cube = NULL;
    abut_world* world = NULL;
    abut_status status = build_cube(&cube);
    if (!status) status = abut_world_create(&world, NULL);
    for (int i = 0; !status && i < PART_COUNT; i++) {
        // Whatever you know an instance by; the world gives it back.
        const abut_instance part = {cube, places[i], (void*)(uintptr_t)names[i]};
        status = abut_world_add(world, &part, NULL);
    }
    if (!status) status = furnish(world);
    if (!status) status = carry_away(world, TOY);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    abut_world_free(world);
    abut_model_free(cube);
    return status != ABUT_OK;
}
