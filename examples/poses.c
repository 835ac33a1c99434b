// poses.c - poses from what you have: an axis and an angle, a quaternion, a matrix; what is refused, and why. Two triangles
// by themselves need no model.
#include <abut/abut.h>
#include <stdio.h>

static void print_pose(const char* from, abut_status status, const abut_pose* pose)
{
    printf("%s: %s\n", from, abut_status_text(status));
    if (status) return;
    for (int i = 0; i < 3; i++)
        printf("    %4g %4g %4g   %g\n", pose->rotation[i][0], pose->rotation[i][1],
               pose->rotation[i][2], pose->translation[i]);
    printf("    scale %g\n", pose->scale);
}

static void take_matrices(void)
{
    const double scaled[16] = {0, -2, 0, 5, 2, 0, 0, 6, 0, 0, 2, 7, 0, 0, 0, 1};
    const double stretched[16] = {2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const double sheared[16] = {1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const double by_columns[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1};
    abut_pose pose;
    print_pose("a matrix, by rows", abut_pose_from_matrix(&pose, scaled), &pose);
    print_pose("one that stretches x", abut_pose_from_matrix(&pose, stretched), &pose);
    print_pose("one that shears", abut_pose_from_matrix(&pose, sheared), &pose);
    print_pose("one by columns", abut_pose_from_matrix(&pose, by_columns), &pose);
}

// Does a triangle, laid on itself in two poses, touch? Answers are exact: a gap of the last bit is one.
static abut_status touch(const char* title, const abut_pose* a_pose, const abut_pose* b_pose)
{
    static const char* const kind_names[] = {"apart", "touch", "cross", "coplanar"};
    const double triangle[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    abut_contact contact;
    const abut_status status = abut_triangles_touch(triangle, a_pose, triangle, b_pose, &contact);
    if (status) return status;
    printf("%s: %s\n", title, kind_names[contact.kind]);
    for (int i = 0; i < contact.point_count; i++)
        printf("    at %g, %g, %g\n", contact.points[i][0], contact.points[i][1],
               contact.points[i][2]);
    return ABUT_OK;
}

int main(void)
{
    const double z_axis[3] = {0, 0, 1}, x_axis[3] = {3, 0, 0};  // of any length
    const double half_turn[4] = {0, 0, 1, 0};                   // x, y, z, w
    abut_pose turned, lifted = {.translation = {0, 0, 0.25}};   // a zeroed rotation turns nothing

    // A quarter about an axis of coordinates is exact: nothing but 0, 1 and -1.
    print_pose("90 degrees about z", abut_pose_from_axis_angle(&turned, z_axis, 90), &turned);
    print_pose("a quaternion", abut_pose_from_quaternion(&turned, half_turn), &turned);
    take_matrices();

    // A pose that you filled in yourself can be checked before it is used.
    lifted.rotation[0][0] = 1;
    printf("a rotation with one row: %s\n", abut_status_text(abut_pose_check(&lifted)));
    lifted.rotation[1][1] = lifted.rotation[2][2] = 1;
    printf("with all three: %s\n", abut_status_text(abut_pose_check(&lifted)));

    abut_status status = touch("half a turn", NULL, &turned);
    if (!status) status = touch("lifted", NULL, &lifted);
    if (!status) status = abut_pose_from_axis_angle(&turned, x_axis, 90);
    turned.translation[1] = 0.25;
    if (!status) status = touch("upright", NULL, &turned);
    turned.translation[2] = 0x1p-1074;  // the least double above 0
    if (!status) status = touch("and lifted", NULL, &turned);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    return status != ABUT_OK;
}
