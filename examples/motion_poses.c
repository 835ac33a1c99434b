// motion_poses.c - a path of poses as a motion: check each piece, see where the model is on the way, and ask about all of it
// at once. A wall stands between two poses that are both free.
#include <abut/motion.h>
#include <stdio.h>
#include <string.h>

enum { POSES = 4 };

// The way from pose to pose. The pivot, the middle of the model, goes straight.
static abut_status make_path(const abut_pose* poses, abut_motion* pieces)
{
    const double middle[3] = {0.5, 0.5, 0.5};
    memset(pieces, 0, (POSES - 1) * sizeof *pieces);
    for (int i = 0; i + 1 < POSES; i++) {
        pieces[i].to = &poses[i + 1];
        memcpy(pieces[i].pivot, middle, sizeof middle);
        const abut_status status = abut_motion_check(&pieces[i]);
        if (status) {
            fprintf(stderr, "from pose %d to %d: %s\n", i, i + 1, abut_status_text(status));
            return status;
        }
    }
    return ABUT_OK;
}

// Where the model's origin is, at every half piece.
static abut_status show_way(const abut_pose* from, const abut_motion* pieces)
{
    for (int half = 0; half <= 2 * (POSES - 1); half++) {
        abut_pose at;
        const abut_status status = abut_motion_pose(from, pieces, POSES - 1, half / 2.0, &at);
        if (status) return status;
        printf("at %.1f: %6.3f %6.3f %6.3f\n", half / 2.0, at.translation[0], at.translation[1],
               at.translation[2]);
    }
    return ABUT_OK;
}

static abut_status ask(const abut_model* wall, const abut_model* box, const abut_pose* poses,
                       const abut_motion* pieces)
{
    abut_query* query = NULL;
    abut_first first = {.complete = 0};
    const abut_instance a = {.model = wall}, b = {.model = box, .pose = poses[0]};
    abut_status status = abut_query_create(&query, NULL);
    // Is it free? Any contact ends it. Then when the first is.
    const abut_motion_ask any = {.any = 1};
    if (!status) status = abut_first_contact(query, &a, NULL, &b, pieces, POSES - 1, &any, &first);
    if (!status) {
        printf("is it free: %s\n", abut_motion_state_text(first.state));
        status = abut_first_contact(query, &a, NULL, &b, pieces, POSES - 1, NULL, &first);
    }
    if (!status)
        printf("first contact: pose %d + %.4f\n", (int)first.t_hi, first.t_hi - (int)first.t_hi);
    abut_query_free(query);
    return status;
}

int main(void)
{
    const double wall[] = {4, -9, -9, 4, 9, -9, 4, 0, 9};
    const double box[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
    const uint32_t one[] = {0, 1, 2};
    const uint32_t triangles[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                  2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    const abut_soup soups[2] = {
        {.vertices = wall, .vertex_count = 3, .triangles = one, .triangle_count = 1},
        {.vertices = box, .vertex_count = 8, .triangles = triangles, .triangle_count = 12}};
    abut_model* models[2] = {NULL, NULL};
    abut_pose poses[POSES] = {{{{0}}}};
    abut_motion pieces[POSES - 1];
    const double axis[3] = {0, 0, 1};
    abut_status status = ABUT_OK;
    for (int i = 0; i < 2 && !status; i++)
        status = abut_model_build(&models[i], &soups[i], NULL);
    for (int i = 0; i < POSES && !status; i++) {
        status = abut_pose_from_axis_angle(&poses[i], axis, 30 * i);
        poses[i].translation[0] = 3 * i;
    }
    if (!status) status = make_path(poses, pieces);
    if (!status) status = show_way(&poses[0], pieces);
    if (!status) status = ask(models[0], models[1], poses, pieces);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    for (int i = 0; i < 2; i++)
        abut_model_free(models[i]);
    return status != ABUT_OK;
}
