// moving_world.c - a step of a simulation: which parts meet while each makes its motion, and when? Then all are moved half of
// the way to where the first two meet. And what a simulation sees that only looks at poses: whatever is in contact there.
#include <abut/abut.h>
#include <abut/world.h>
#include <stdio.h>

// Ids are given from 0 on, in the order of abut_world_add.
enum { FLOOR, BALL, DOOR, CART, PART_COUNT };
static const char* const names[PART_COUNT] = {"floor", "ball", "door", "cart"};

// All are the cube [0, 1]^3 in some size.
static const abut_pose places[PART_COUNT] = {
    [FLOOR] = {.translation = {0, 0, -16}, .scale = 16},
    [BALL] = {.translation = {8, 8, 4}, .scale = 1},
    [DOOR] = {.translation = {1, 1, 0.25}, .scale = 2},
    [CART] = {.translation = {8, 2, 0.5}, .scale = 1},
};
// The floor rests. The ball falls, the door turns about a corner, the cart comes for the door.
static const abut_motion motions[PART_COUNT] = {
    [BALL] = {.way = {0, 0, -5}},
    [DOOR] = {.axis = {0, 0, 1}, .degrees = 20, .pivot = {1, 1, 0}},
    [CART] = {.way = {-6, 0, 0}},
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

static abut_status show(const char* title, abut_world* world, int earliest, double* until)
{
    abut_meetings found;
    const abut_status status = abut_world_sweep(world, NULL, earliest, &found);
    if (status) return status;
    printf("%s: %s, from %.4f on\n", title, abut_motion_state_text(found.state), found.t_lo);
    for (size_t i = 0; i < found.count; i++)
        printf("    %.4f: %s and %s\n", found.firsts[i].t_hi, names[found.pairs[i].a],
               names[found.pairs[i].b]);
    *until = found.t_lo;
    return ABUT_OK;
}

// Put all where they are at a time. From then on all rest.
static abut_status move_all(abut_world* world, double time)
{
    abut_status status = ABUT_OK;
    for (uint32_t i = 0; !status && i < PART_COUNT; i++) {
        abut_pose there;
        status = abut_motion_pose(&places[i], &motions[i], 1, time, &there);
        if (!status) status = abut_world_move(world, i, &there);
        if (!status) status = abut_world_motion(world, i, NULL);
    }
    return status;
}

// Where most things move a little, sweep and prune along the axes finds the boxes that meet sooner than a tree does. The
// answers are the same. Between two poses it sees nothing.
static abut_status look(abut_world* world)
{
    abut_status status = abut_world_broad(world, 6);
    for (int step = 0; !status && step <= 4; step++) {
        abut_clashes found;
        status = move_all(world, step / 4.0);
        if (!status) status = abut_world_collide(world, ABUT_SURVEY_CONTACTS, NULL, &found);
        if (status) return status;
        printf("at %.2f: %zu in contact\n", step / 4.0, found.count);
        for (size_t i = 0; i < found.count; i++)
            printf("    %s and %s\n", names[found.pairs[i].a], names[found.pairs[i].b]);
    }
    return status;
}

int main(void)
{
    abut_model* cube = NULL;
    abut_world* world = NULL;
    double until = 0;
    abut_status status = build_cube(&cube);
    if (!status) status = abut_world_create(&world, NULL);
    for (uint32_t i = 0; !status && i < PART_COUNT; i++) {
        const abut_instance part = {.model = cube, .pose = places[i]};
        status = abut_world_add(world, &part, NULL);
        if (!status) status = abut_world_motion(world, i, &motions[i]);
    }
    if (!status) status = show("all", world, 0, &until);
    if (!status) status = show("the earliest", world, 1, &until);
    // So far nothing meets, which is proved.
    if (!status) status = move_all(world, until / 2);
    if (!status) status = show("half way, at rest", world, 0, &until);
    if (!status) status = look(world);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    abut_world_free(world);
    abut_model_free(cube);
    return status ? 1 : 0;
}
