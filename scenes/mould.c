// mould.c - moulds as three axes mill them: a tray with fillets, bosses and ribs, and half of a bottle. They stand in for
// the industrial moulds of Klosowski 1998, chapter 8.
#include "maker.h"

#include <math.h>

// From 0 to 1 while x goes from 0 to width, round at both ends: a wall with its fillets.
static double wall(double x, double width)
{
    if (x <= 0) return 0;
    if (x >= width) return 1;
    x /= width;
    return x * x * (3 - 2 * x);
}

// How far inside a rounded rectangle about the origin; negative outside.
static double inside_of(double x, double y, double half_x, double half_y, double corner)
{
    const double dx = fmax(fabs(x) - (half_x - corner), 0),
                 dy = fmax(fabs(y) - (half_y - corner), 0);
    const double within = fmin(half_x - fabs(x), half_y - fabs(y));
    return dx > 0 && dy > 0 ? corner - sqrt(dx * dx + dy * dy) : within;
}

// A tray: a cavity with drafted walls and fillets, four bosses and three ribs in it.
static double tray(double x, double y)
{
    const double depth = 18 * wall(inside_of(x, y, 50, 30, 12), 7);
    double up = 0;
    for (int i = 0; i < 4; i++) {
        const double bx = x - (i % 2 ? 30 : -30), by = y - (i / 2 ? 14 : -14);
        up = fmax(up, 12 * wall(8 - sqrt(bx * bx + by * by), 4));
    }
    for (int i = -1; i <= 1; i++)
        up = fmax(up, 7 * wall(2.5 - fabs(x - 16 * i), 2) * wall(22 - fabs(y), 3));
    return fmin(0, -depth + up);
}

// Half of a bottle that lies along x: foot, body with three grooves, shoulder and neck, with fillets at the parting plane.
static double bottle(double x, double y)
{
    const double foot = wall(x + 55, 5), shoulder = wall(x - 15, 18), end = wall(55 - x, 3);
    double radius = 24 * foot * (1 - 0.62 * shoulder) * end;
    for (int i = 0; i < 3; i++)
        radius -= 1.5 * wall(3 - fabs(x + 35 - 12 * i), 3);
    const double inside = radius - fabs(y);
    if (inside <= 0 || radius <= 0) return 0;
    return -sqrt(radius * radius - y * y) * wall(inside, 2);
}

// Places along an axis, close by where a mould is round and far apart where it is flat: its triangles are as uneven
// as those of a CAD program. Returns how many.
static uint32_t spread(double* out, double half, const double* round, uint32_t count, double fine)
{
    uint32_t made = 0;
    for (double at = -half; at < half;) {
        double step = 8 * fine;
        for (uint32_t i = 0; i < count; i++)
            if (fabs(at - round[i]) <= 6) step = fine;
        out[made++] = at;
        at += step;
    }
    out[made++] = half;
    return made;
}

scene_status mould_make(mould_shape shape, double fine, mesh* out)
{
    enum { PLACES = 1210 };  // 120 / MOULD_FINEST, and the end
    static const double round_x[] = {-55, -50, -43, -38, -30, -22, -16, -11,
                                     0,   16,  24,  30,  38,  43,  50,  55},
                        round_y[] = {-30, -24, -14, -8, 0, 8, 14, 24, 30};
    double x[PLACES], y[PLACES];
    maker k;
    if (!(fine >= MOULD_FINEST && fine <= 10)) return SCENE_BAD_VALUE;
    const uint32_t columns = spread(x, 60, round_x, sizeof round_x / sizeof *round_x, fine);
    const uint32_t rows = spread(y, 40, round_y, sizeof round_y / sizeof *round_y, fine);
    maker_start(&k, (uint64_t)columns * rows, 2 * (uint64_t)columns * rows);
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t i = 0; i < columns; i++)
            maker_vertex(&k, x[i], y[j],
                         shape == MOULD_TRAY ? tray(x[i], y[j]) : bottle(x[i], y[j]));
    for (uint32_t j = 0; j + 1 < rows; j++)
        for (uint32_t i = 0; i + 1 < columns; i++) {
            const uint32_t corner = j * columns + i;
            maker_quad(&k, corner, corner + 1, corner + columns + 1, corner + columns);
        }
    return maker_finish(&k, out);
}
