// motion.c - where a part is as it moves: a path of three pieces (a way, a hinge, and on to a given pose), looked at now
// and then.
#include <abut/abut.h>
#include <abut/motion.h>
#include <stdio.h>

int main(void)
{
    const abut_pose from = {.translation = {-2, 0, 0}};
    abut_pose there;
    const double diagonal[3] = {1, 1, 1};
    abut_status status = abut_pose_from_axis_angle(&there, diagonal, 120);
    there.translation[2] = 3;

    const abut_motion pieces[3] = {
        {.way = {2, 0, 0}},                                        // straight on
        {.axis = {0, 0, 1}, .degrees = 90, .pivot = {0.5, 0, 0}},  // about a hinge
        {.to = &there},  // the shorter arc, about the model's origin
    };
    for (int i = 0; i < 3 && !status; i++)
        status = abut_motion_check(&pieces[i]);

    for (int quarter = 0; quarter <= 12 && !status; quarter += 2) {
        abut_pose pose;
        status = abut_motion_pose(&from, pieces, 3, quarter / 4.0, &pose);
        if (status) break;
        printf("%.2f:", quarter / 4.0);
        for (int k = 0; k < 3; k++)
            printf(" %.3f", pose.translation[k]);
        printf(", its x axis");
        for (int k = 0; k < 3; k++)
            printf(" %.3f", pose.rotation[k][0]);
        printf("\n");
    }
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    return status ? 1 : 0;
}
