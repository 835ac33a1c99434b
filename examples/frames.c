// frames.c - parts that move as one keep their contacts: in frames, where nothing is rounded between them; or, if you have
// composed poses only, within the slack that rounding leaves them.
#include <abut/abut.h>
#include <abut/distance.h>
#include <abut/world.h>
#include <math.h>
#include <stdio.h>

#define STEPS 100

static abut_status build_cube(abut_model** out)
{
    static const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0,
                                      0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
    static const uint32_t triangles[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 8, .triangles = triangles, .triangle_count = 12};
    return abut_model_build(out, &soup, NULL);
}

// outer * inner, as most programs do it: every number of the product is rounded.
static abut_pose compose(const abut_pose* outer, const abut_pose* inner)
{
    abut_pose out = {.scale = 1};
    for (int i = 0; i < 3; i++) {
        out.translation[i] = outer->translation[i];
        for (int k = 0; k < 3; k++) {
            out.translation[i] += outer->rotation[i][k] * inner->translation[k];
            for (int j = 0; j < 3; j++)
                out.rotation[i][j] += outer->rotation[i][k] * inner->rotation[k][j];
        }
    }
    return out;
}

// Where a crane carries what hangs on it.
static abut_status carry(int step, abut_pose* out)
{
    const double turn[4] = {1, 2, 3, 4 + step};  // a quaternion
    const abut_status status = abut_pose_from_quaternion(out, turn);
    for (int k = 0; k < 3; k++)
        out->translation[k] = 0.1 * step;
    return status;
}

// In how many of the steps two cubes, one on the other, are told to be in contact.
typedef struct counts {
    int composed, in_frame, within_slack;
    double largest;  // slack of both
} counts;

// The poses multiplied out: some faces part, but by no more than the slack.
static abut_status ask_composed(abut_query* query, const abut_model* cube, const abut_pose* motion,
                                const abut_pose pose[2], counts* sum)
{
    const abut_instance a = {.model = cube, .pose = compose(motion, &pose[0])},
                        b = {.model = cube, .pose = compose(motion, &pose[1])};
    abut_hits hits;
    abut_status status = abut_collide(query, &a, &b, NULL, &hits);
    if (status) return status;
    sum->composed += hits.state == ABUT_STATE_CONTACT;

    double slack[2] = {0, 0};
    for (int i = 0; !status && i < 2; i++)
        status = abut_pose_slack(&pose[i], motion, 1, cube, &slack[i]);
    if (status) return status;
    abut_distance_answer apart;
    status = abut_distance(query, &a, &b, NULL, &apart);
    if (status) return status;
    sum->within_slack += apart.hi <= slack[0] + slack[1];
    sum->largest = fmax(sum->largest, slack[0] + slack[1]);
    return ABUT_OK;
}

// The motion as the frame of both: nothing parts.
static abut_status ask_in_frame(abut_query* query, const abut_model* cube, const abut_pose* motion,
                                const abut_pose pose[2], counts* sum)
{
    const abut_instance a = {.model = cube, .pose = pose[0], .frame = motion},
                        b = {.model = cube, .pose = pose[1], .frame = motion};
    abut_hits hits;
    const abut_status status = abut_collide(query, &a, &b, NULL, &hits);
    if (status) return status;
    sum->in_frame += hits.state == ABUT_STATE_CONTACT;
    return ABUT_OK;
}

// Two cubes, one on the other, carried as one.
static abut_status compare(abut_query* query, const abut_model* cube)
{
    const abut_pose pose[2] = {
        {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .translation = {0, 0, 1}}};
    counts sum = {.composed = 0};
    abut_status status = ABUT_OK;
    for (int step = 0; !status && step < STEPS; step++) {
        abut_pose motion;
        status = carry(step, &motion);
        if (!status) status = ask_composed(query, cube, &motion, pose, &sum);
        if (!status) status = ask_in_frame(query, cube, &motion, pose, &sum);
    }
    if (status) return status;
    printf("composed in doubles: in contact in some of %d steps, %s\n", STEPS,
           sum.composed < STEPS ? "but not in all" : "and in all");
    printf("within the slack of at most %.1g: in %d\n", sum.largest, sum.within_slack);
    printf("in a frame: in %d\n", sum.in_frame);
    return ABUT_OK;
}

// A world whose load is carried past what stands on the ground.
static abut_status carry_load(const abut_model* cube)
{
    abut_world* world = NULL;
    uint32_t load[2] = {0, 0};
    abut_pose motion = {.scale = 1};
    abut_status status = abut_world_create(&world, NULL);
    const abut_instance ground = {.model = cube, .pose = {.translation = {3, 0, 0}}};
    if (!status) status = abut_world_add(world, &ground, NULL);
    for (int i = 0; !status && i < 2; i++) {
        const abut_instance part = {
            .model = cube, .pose = {.translation = {0, 0, i}}, .frame = &motion};
        status = abut_world_add(world, &part, &load[i]);
    }
    for (int step = 0; !status && step < 3; step++) {
        abut_clashes found = {.pairs = NULL};
        motion.translation[0] = 1.125 * step;
        for (int i = 0; !status && i < 2; i++)
            status = abut_world_frame(world, load[i], &motion);
        if (!status) status = abut_world_collide(world, ABUT_SURVEY_CONTACTS, NULL, &found);
        if (status) break;
        printf("the load at %g:", motion.translation[0]);
        for (size_t i = 0; i < found.count; i++)
            printf(" %u and %u", found.pairs[i].a, found.pairs[i].b);
        printf("\n");
    }
    abut_world_free(world);
    return status;
}

int main(void)
{
    abut_model* cube = NULL;
    abut_query* query = NULL;
    abut_status status = build_cube(&cube);
    if (!status) status = abut_query_create(&query, NULL);
    if (!status) status = compare(query, cube);
    if (!status) status = carry_load(cube);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    abut_query_free(query);
    abut_model_free(cube);
    return status != ABUT_OK;
}
