// paint.c - shapes by their distance from each pixel.
#include "paint.h"

#include <math.h>

// Mix in a colour; share is cut to 0 and 1.
static void blend(see_image* image, int x, int y, double share, const uint8_t colour[3])
{
    if (x < 0 || y < 0 || x >= image->width || y >= image->height || !(share > 0)) return;
    const int of_256 = share >= 1 ? 256 : (int)(share * 256);
    uint8_t* at = image->pixels + 3 * ((size_t)y * (size_t)image->width + (size_t)x);
    for (int k = 0; k < 3; k++)
        at[k] = (uint8_t)(at[k] + (colour[k] - at[k]) * of_256 / 256);
}

void paint_segment(see_image* image, const double from[2], const double to[2], double half,
                   const uint8_t colour[3])
{
    const double dx = to[0] - from[0], dy = to[1] - from[1], square = dx * dx + dy * dy;
    const double edge = half + 1;
    for (int y = (int)(fmin(from[1], to[1]) - edge); y <= (int)(fmax(from[1], to[1]) + edge); y++) {
        for (int x = (int)(fmin(from[0], to[0]) - edge); x <= (int)(fmax(from[0], to[0]) + edge);
             x++) {
            const double px = x + 0.5 - from[0], py = y + 0.5 - from[1];
            const double t = square > 0 ? fmin(fmax((px * dx + py * dy) / square, 0), 1) : 0;
            const double ox = px - t * dx, oy = py - t * dy;
            blend(image, x, y, half + 0.5 - sqrt(ox * ox + oy * oy), colour);
        }
    }
}

void paint_ring(see_image* image, const double middle[2], double radius, double half,
                const uint8_t colour[3])
{
    const double edge = radius + half + 1;
    for (int y = (int)(middle[1] - edge); y <= (int)(middle[1] + edge); y++) {
        for (int x = (int)(middle[0] - edge); x <= (int)(middle[0] + edge); x++) {
            const double dx = x + 0.5 - middle[0], dy = y + 0.5 - middle[1];
            blend(image, x, y, half + 0.5 - fabs(sqrt(dx * dx + dy * dy) - radius), colour);
        }
    }
}

void paint_box(see_image* image, int x, int y, int width, int height, const uint8_t colour[3])
{
    for (int i = y; i < y + height; i++)
        for (int j = x; j < x + width; j++)
            blend(image, j, i, 1, colour);
}
