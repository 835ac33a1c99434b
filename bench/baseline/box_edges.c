// box_edges.c - twelve edges against six faces, either way.
#include "baseline/box_edges.h"

#include <math.h>

// A point in a box's own frame.
static void see(const plain_box* box, const double point[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = 0;
        for (int k = 0; k < 3; k++)
            out[i] += (point[k] - box->centre[k]) * box->axes[i][k];
    }
}

static int is_within(const double half[3], const double p[3])
{
    return fabs(p[0]) <= half[0] && fabs(p[1]) <= half[1] && fabs(p[2]) <= half[2];
}

// An edge from p to q against the face at that side of an axis, all in the box's frame.
static int goes_through(const double p[3], const double q[3], const double half[3], int axis,
                        double side)
{
    const int k = (axis + 1) % 3, l = (axis + 2) % 3;
    const double before = p[axis] - side * half[axis], after = q[axis] - side * half[axis];
    if ((before > 0 && after > 0) || (before < 0 && after < 0)) return 0;
    const double t = before == after ? 0 : before / (before - after);
    return fabs(p[k] + t * (q[k] - p[k])) <= half[k] && fabs(p[l] + t * (q[l] - p[l])) <= half[l];
}

static int edges_go_through(const plain_box* edges, const plain_box* faces)
{
    double corners[8][3];
    for (int c = 0; c < 8; c++) {
        double at[3];
        for (int k = 0; k < 3; k++) {
            at[k] = edges->centre[k];
            for (int i = 0; i < 3; i++)
                at[k] += (c >> i & 1 ? 1 : -1) * edges->half[i] * edges->axes[i][k];
        }
        see(faces, at, corners[c]);
    }
    for (int from = 0; from < 8; from++) {
        for (int i = 0; i < 3; i++) {
            const int to = from | 1 << i;
            if (to == from) continue;
            for (int face = 0; face < 6; face++) {
                if (goes_through(corners[from], corners[to], faces->half, face / 2,
                                 face % 2 ? 1 : -1))
                    return 1;
            }
        }
    }
    return 0;
}

int boxes_meet_by_edges(const plain_box* a, const plain_box* b)
{
    double inside[3];
    if (edges_go_through(a, b) || edges_go_through(b, a)) return 1;
    see(a, b->centre, inside);
    if (is_within(a->half, inside)) return 1;
    see(b, a->centre, inside);
    return is_within(b->half, inside);
}
