// camera.h - from world coordinates to those of the picture: a parallel projection, so that lengths can be
// compared anywhere in it.
#ifndef ABUT_SEE_CAMERA_H
#define ABUT_SEE_CAMERA_H
#include "see.h"

typedef struct camera {
    double axes[3][3];  // to the right, down, towards the eye; of length 1
    // The world's point that is subtracted first, so that little is lost far from 0.
    double origin[3];
    double scale;      // pixels for a unit
    double middle[2];  // what is added last
} camera;

// Look from a direction, of any length but 0; z is up, or y where z would point at the eye.
void camera_look(camera* c, const double view[3]);

// Place a point: x to the right, y down, z towards the eye, in pixels.
static inline void camera_place(const camera* c, const double p[3], double out[3])
{
    const double v[3] = {p[0] - c->origin[0], p[1] - c->origin[1], p[2] - c->origin[2]};
    for (int i = 0; i < 3; i++)
        out[i] = (c->axes[i][0] * v[0] + c->axes[i][1] * v[1] + c->axes[i][2] * v[2]) * c->scale;
    out[0] += c->middle[0];
    out[1] += c->middle[1];
}

// The extent of what camera_place gives.
typedef struct extent {
    double low[3], high[3];
} extent;
extent extent_of_nothing(void);
static inline void extent_add(extent* e, const double p[3])
{
    for (int k = 0; k < 3; k++) {
        if (p[k] < e->low[k]) e->low[k] = p[k];
        if (p[k] > e->high[k]) e->high[k] = p[k];
    }
}

// Choose scale and middle so that e, placed with scale 1 and middle 0, fills width x height but for a margin.
void camera_fit(camera* c, const extent* e, double width, double height, double margin);

#endif
