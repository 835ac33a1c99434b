// raster.c - the z-buffer. Which pixels a triangle covers is decided in integers; depths are planes in
// doubles, rounded to floats: nothing depends on the machine.
#include "raster.h"

#include <math.h>
#include <stdlib.h>

enum { SUB = 16, HALF = SUB / 2 };
#define FAR_OUT 16777216.0  // pixels; what lies farther out is pulled in, so that products fit

bool layer_create(layer* l, int width, int height)
{
    const size_t count = (size_t)width * (size_t)height;
    *l = (layer){width, height, malloc(count * sizeof(float)), malloc(count), INFINITY};
    if (l->depth && l->shade) {
        layer_clear(l);
        return true;
    }
    layer_free(l);
    return false;
}

void layer_clear(layer* l)
{
    const size_t count = (size_t)l->width * (size_t)l->height;
    for (size_t i = 0; i < count; i++)
        l->depth[i] = -INFINITY;
}

void layer_free(layer* l)
{
    free(l->depth);
    free(l->shade);
    *l = (layer){0};
}

static void put(layer* l, size_t place, float depth, uint8_t shade)
{
    if (depth <= l->depth[place] || depth > l->nearest) return;
    l->depth[place] = depth;
    l->shade[place] = shade;
}

static int64_t snap(double x)
{
    return (int64_t)floor(fmin(fmax(x, -FAR_OUT), FAR_OUT) * SUB + 0.5);
}

// The first and the last pixel whose centre lies between two places.
static int first_pixel(int64_t low)
{
    const int64_t at = (low - HALF + SUB - 1) >> 4;
    return at < 0 ? 0 : at > INT32_MAX ? INT32_MAX : (int)at;
}

static int last_pixel(int64_t high, int size)
{
    const int64_t at = (high - HALF) >> 4;
    return at >= size ? size - 1 : at < -1 ? -1 : (int)at;
}

static int64_t least(int64_t a, int64_t b, int64_t c)
{
    const int64_t m = a < b ? a : b;
    return m < c ? m : c;
}

static int64_t most(int64_t a, int64_t b, int64_t c)
{
    return -least(-a, -b, -c);
}

void raster_triangle(layer* l, double p[3][3], uint8_t shade)
{
    int64_t x[3], y[3];
    for (int k = 0; k < 3; k++) {
        x[k] = snap(p[k][0]);
        y[k] = snap(p[k][1]);
    }
    const int left = first_pixel(least(x[0], x[1], x[2]));
    const int right = last_pixel(most(x[0], x[1], x[2]), l->width);
    const int top = first_pixel(least(y[0], y[1], y[2]));
    const int bottom = last_pixel(most(y[0], y[1], y[2]), l->height);
    if (left > right || top > bottom) return;
    const int64_t area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (area == 0) return;
    // Edge k runs from corner k to the next; sides are positive inside.
    const int64_t sign = area > 0 ? 1 : -1;
    int64_t row[3], step_x[3], step_y[3];
    for (int k = 0; k < 3; k++) {
        const int n = (k + 1) % 3;
        step_x[k] = sign * (y[k] - y[n]) * SUB;
        step_y[k] = sign * (x[n] - x[k]) * SUB;
        row[k] = sign * ((x[n] - x[k]) * (top * (int64_t)SUB + HALF - y[k]) -
                         (y[n] - y[k]) * (left * (int64_t)SUB + HALF - x[k]));
    }
    const double z1 = p[1][2] - p[0][2], z2 = p[2][2] - p[0][2], whole = (double)area;
    const double z_x = (z1 * (double)(y[2] - y[0]) - z2 * (double)(y[1] - y[0])) / whole;
    const double z_y = (z2 * (double)(x[1] - x[0]) - z1 * (double)(x[2] - x[0])) / whole;
    for (int py = top; py <= bottom; py++) {
        int64_t side[3] = {row[0], row[1], row[2]};
        const double z_row = p[0][2] + z_y * (double)(py * (int64_t)SUB + HALF - y[0]);
        const size_t start = (size_t)py * (size_t)l->width;
        for (int px = left; px <= right; px++) {
            if ((side[0] | side[1] | side[2]) >= 0) {
                const double z = z_row + z_x * (double)(px * (int64_t)SUB + HALF - x[0]);
                put(l, start + (size_t)px, (float)z, shade);
            }
            for (int k = 0; k < 3; k++)
                side[k] += step_x[k];
        }
        for (int k = 0; k < 3; k++)
            row[k] += step_y[k];
    }
}

void raster_line(layer* l, const double a[3], const double b[3], double half, double lift,
                 uint8_t shade)
{
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    const double length = sqrt(dx * dx + dy * dy);
    if (length > 0) {
        const double nx = -dy / length * half, ny = dx / length * half;
        const double q[4][3] = {{a[0] + nx, a[1] + ny, a[2] + lift},
                                {b[0] + nx, b[1] + ny, b[2] + lift},
                                {b[0] - nx, b[1] - ny, b[2] + lift},
                                {a[0] - nx, a[1] - ny, a[2] + lift}};
        double first[3][3] = {
            {q[0][0], q[0][1], q[0][2]}, {q[1][0], q[1][1], q[1][2]}, {q[2][0], q[2][1], q[2][2]}};
        double second[3][3] = {
            {q[0][0], q[0][1], q[0][2]}, {q[2][0], q[2][1], q[2][2]}, {q[3][0], q[3][1], q[3][2]}};
        raster_triangle(l, first, shade);
        raster_triangle(l, second, shade);
    }
    raster_spot(l, a, half, lift, shade);
    raster_spot(l, b, half, lift, shade);
}

void raster_spot(layer* l, const double at[3], double radius, double lift, uint8_t shade)
{
    const int left = first_pixel(snap(at[0] - radius)), top = first_pixel(snap(at[1] - radius));
    const int right = last_pixel(snap(at[0] + radius), l->width);
    const int bottom = last_pixel(snap(at[1] + radius), l->height);
    const float depth = (float)(at[2] + lift);
    for (int y = top; y <= bottom; y++) {
        for (int x = left; x <= right; x++) {
            const double dx = x + 0.5 - at[0], dy = y + 0.5 - at[1];
            const size_t place = (size_t)y * (size_t)l->width + (size_t)x;
            if (dx * dx + dy * dy <= radius * radius) put(l, place, depth, shade);
        }
    }
}

uint8_t raster_shade(double p[3][3])
{
    static const double light[3] = {-0.36, -0.48, 0.8};  // from the left and above; of length 1
    double e[2][3], n[3], dot = 0, square = 0;
    for (int k = 0; k < 3; k++) {
        e[0][k] = p[1][k] - p[0][k];
        e[1][k] = p[2][k] - p[0][k];
    }
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = e[0][i] * e[1][j] - e[0][j] * e[1][i];
        dot += n[k] * light[k];
        square += n[k] * n[k];
    }
    if (n[2] < 0) dot = -dot;
    if (!(square > 0) || dot <= 0) return 0;
    const double bright = dot / sqrt(square) * SHADES;
    return bright < SHADES - 1 ? (uint8_t)bright : SHADES - 1;
}
