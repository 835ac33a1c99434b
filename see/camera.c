// camera.c - the axes and the scale of a view. Square roots and the four operations only: the same bits
// everywhere.
#include "camera.h"

#include <math.h>

static void normalise(double v[3])
{
    double most = 0;
    for (int k = 0; k < 3; k++)
        most = fmax(most, fabs(v[k]));
    for (int k = 0; k < 3; k++)
        v[k] /= most;
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++)
        v[k] /= length;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        out[k] = a[i] * b[j] - a[j] * b[i];
    }
}

void camera_look(camera* c, const double view[3])
{
    double* right = c->axes[0];
    double* down = c->axes[1];
    double* back = c->axes[2];
    for (int k = 0; k < 3; k++)
        back[k] = view[k];
    normalise(back);
    const bool from_above = fabs(back[0]) < 1e-6 && fabs(back[1]) < 1e-6;
    const double up[3] = {0, from_above ? 1 : 0, from_above ? 0 : 1};
    cross(up, back, right);
    normalise(right);
    cross(right, back, down);
    normalise(down);
}

extent extent_of_nothing(void)
{
    const double far = (double)INFINITY;
    return (extent){{far, far, far}, {-far, -far, -far}};
}

void camera_fit(camera* c, const extent* e, double width, double height, double margin)
{
    c->scale = 1;
    c->middle[0] = width / 2;
    c->middle[1] = height / 2;
    if (e->low[0] > e->high[0]) return;  // nothing there
    const double across = e->high[0] - e->low[0], along = e->high[1] - e->low[1];
    const double least = 1e-150;  // below it everything is one point
    if (across > least || along > least)
        c->scale = fmin((width - 2 * margin) / fmax(across, least),
                        (height - 2 * margin) / fmax(along, least));
    c->middle[0] -= (e->low[0] + across / 2) * c->scale;
    c->middle[1] -= (e->low[1] + along / 2) * c->scale;
}
