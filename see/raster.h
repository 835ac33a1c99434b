// raster.h - triangles, lines and spots drawn into layers, each with depths of its own.
#ifndef ABUT_SEE_RASTER_H
#define ABUT_SEE_RASTER_H
#include <stdbool.h>
#include <stdint.h>

enum { SHADES = 32 };

// Depths grow towards the eye; where nothing was drawn it is -INFINITY.
typedef struct layer {
    int width, height;
    float* depth;
    uint8_t* shade;  // below SHADES
    float nearest;   // what is nearer to the eye is cut away; INFINITY: nothing
} layer;

// Returns false if there is not enough memory; then the layer is zeroed.
bool layer_create(layer* l, int width, int height);
void layer_clear(layer* l);
void layer_free(layer* l);

// Points as camera_place gives them. Their places are rounded to a 16th of a pixel, so that triangles with an
// edge in common leave no gap; a triangle seen from the edge has no area and draws nothing.
void raster_triangle(layer* l, double p[3][3], uint8_t shade);
// Draw a line 2 * half pixels wide, lifted towards the eye.
void raster_line(layer* l, const double a[3], const double b[3], double half, double lift,
                 uint8_t shade);
// Draw a disc.
void raster_spot(layer* l, const double at[3], double radius, double lift, uint8_t shade);

// Return how bright a flat triangle looks, either side out.
uint8_t raster_shade(double p[3][3]);

#endif
