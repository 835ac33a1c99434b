// paint.h - lines and rings with smooth borders, straight into a picture.
#ifndef ABUT_SEE_PAINT_H
#define ABUT_SEE_PAINT_H
#include "see.h"

// Distances are in pixels; half is half the width of the line.
void paint_segment(see_image* image, const double from[2], const double to[2], double half,
                   const uint8_t colour[3]);
void paint_ring(see_image* image, const double middle[2], double radius, double half,
                const uint8_t colour[3]);
// Fill a rectangle.
void paint_box(see_image* image, int x, int y, int width, int height, const uint8_t colour[3]);

#endif
