// attack_pairs.c - see attack_pairs.h.
#include "support/attack_pairs.h"

#include "support/oracle.h"

#include <math.h>
#include <string.h>

// A small turn, which leaves the bounds of a posed point no slack in its norms.
static void small_attack_pose(random_source* random, affine* out)
{
    double q[4] = {0, 0, 0, 1};
    abut_pose pose;
    for (int i = 0; i < 3; i++)
        q[i] = 1e-3 * random_unit(random);
    abut_pose_from_quaternion(&pose, q);
    *out = oracle_affine(&pose);
}

static void random_attack_pose(random_source* random, affine* out)
{
    abut_pose pose = {
        .scale = random_below(random, 2) ? 1 : 0.125 * exp2(3 * (1 + random_unit(random)))};
    random_rotation(random, pose.rotation);
    const double far = random_below(random, 3) ? 0 : pow(10, random_between(random, 0, 5));
    for (int i = 0; i < 3; i++)
        pose.translation[i] = far * random_unit(random);
    *out = oracle_affine(&pose);
}

// Vertices that the pose takes near to the world points; nearest for a plain rotation and scale.
static void pull_back(double out[3][3], const affine* pose, const double world[3][3])
{
    double square = 0;
    for (int j = 0; j < 3; j++)
        square += pose->matrix[j][0] * pose->matrix[j][0];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            out[k][i] = 0;
            for (int j = 0; j < 3; j++)
                out[k][i] += pose->matrix[j][i] * (world[k][j] - pose->translation[j]) / square;
        }
}

// Two triangles whose points lie in each other's planes and on each other's edges but for heights of
// the size of rounding errors.
static void attack_world(random_source* random, double a[3][3], double b[3][3])
{
    const double size = random_below(random, 4) ? 1 : pow(10, random_between(random, -3, 3));
    const double far = random_below(random, 3) ? 0 : pow(10, random_between(random, 0, 5));
    double middle[3], largest = size + far;
    for (int i = 0; i < 3; i++)
        middle[i] = far * random_unit(random);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            a[k][i] = middle[i] + size * random_unit(random);
    const double height = largest * exp2(-53 + 8 * random_unit(random));
    for (int k = 0; k < 3; k++) {
        // On an edge of a, or in its plane.
        const double u = random_unit(random), v = random_below(random, 2) ? 0 : random_unit(random);
        for (int i = 0; i < 3; i++)
            b[k][i] = a[0][i] + u * (a[1][i] - a[0][i]) + v * (a[2][i] - a[0][i]) +
                      height * random_unit(random);
    }
    // A common coordinate now and then, for the orders along an axis.
    if (random_below(random, 4) == 0) b[0][0] = a[0][0];
}

// Edges along the axes, far up a third one: there the bounds are as tight as they get.
static void attack_table(random_source* random, double a[3][3], double b[3][3])
{
    const double up = exp2(4 * random_unit(random)),
                 size = up * exp2(-4 * fabs(random_unit(random)));
    const int x = random_below(random, 3), y = (x + 1) % 3, z = (x + 2) % 3;
    for (int k = 0; k < 3; k++) {
        a[k][x] = k == 1 ? size : 0;
        a[k][y] = k == 2 ? size : 0;
        a[k][z] = up;
        b[k][x] = size * fabs(random_unit(random));
        b[k][y] = random_below(random, 2) ? 0 : size * fabs(random_unit(random));
        b[k][z] = up * (1 + exp2(-53 + 3 * random_unit(random)) * random_unit(random));
    }
}

void attack_pair_make(random_source* random, double v[2][3][3], affine pose[2])
{
    double world[2][3][3];
    const int table = random_below(random, 2);
    if (table)
        attack_table(random, world[0], world[1]), small_attack_pose(random, &pose[0]);
    else
        attack_world(random, world[0], world[1]), random_attack_pose(random, &pose[0]);
    pose[1] = pose[0];
    memcpy(v, world, sizeof world);
    if (!random_below(random, 4)) return;
    if (table)
        small_attack_pose(random, &pose[1]);
    else
        random_attack_pose(random, &pose[1]);
    for (int side = 0; side < 2; side++)
        pull_back(v[side], &pose[side], (const double(*)[3])world[side]);
}
