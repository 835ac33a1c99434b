// extent.c - see extent.h. The bounds below are proved in docs/proofs/depth.md, "Curves"; they hold in every rounding mode.
#include "query/overlaps/extent.h"

#include "base/bits.h"

#include <math.h>

// Coordinates whose products neither overflow, nor lose more than their own errors below.
#define COORDINATE_LEAST 0x1p-200
#define COORDINATE_MOST  0x1p200

// For tests: bounds that are too small have to be noticed.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif

#define ROUNDED_ONCE (0x1p-53 * ABUT_BOUND_SCALE)  // half a unit in the last place of 1
#define LENGTH_ERROR (0x1p-50 * ABUT_BOUND_SCALE)  // of a length, relative to itself
#define AREA_ERROR                                                                                 \
    (0x1p-49 * ABUT_BOUND_SCALE)  // of an area, relative to the products that it is made of
#define SUM_ERROR     (0x1p-50 * ABUT_BOUND_SCALE)  // of a sum, relative to itself
#define SOMEWHAT_MORE (1 + 0x1p-20)                 // for the roundings of a bound itself
#define CORNERS_MAX   6

// ---------------------------------------------------------------------------------------------- sum

void extent_add(extent* sum, double value, double error)
{
    if (!double_is_finite(value) || !double_is_finite(error)) {
        value = 0;
        error = (double)INFINITY;
    }
    const double large = double_larger(sum->high, value);
    const double small = sum->high > value ? value : sum->high;
    const double high = large + small;
    sum->low += small - (high - large);
    sum->high = high;
    sum->error += error;
    sum->count++;
}

void extent_join(extent* sum, const extent* other)
{
    const size_t count = sum->count + other->count;
    // Both parts of the other one are of 0 or more but for what was lost: the second may be below by its roundings.
    extent_add(sum, other->high, other->error);
    sum->low += other->low;
    sum->count = count + 2;
}

void extent_bounds(const extent* sum, double* lo, double* hi)
{
    const double count = (double)sum->count, all = sum->high + sum->low;
    // The sum of both parts, and what was lost below the second one.
    const double own = all * (SUM_ERROR + count * count * 0x1p-100);
    const double error = (sum->error * SOMEWHAT_MORE + own) * SOMEWHAT_MORE;
    if (!double_is_finite(all) || !double_is_finite(error)) {
        *lo = 0;
        *hi = (double)INFINITY;
        return;
    }
    // One rounding each, which own has room for.
    *lo = all > error ? all - error : 0;
    *hi = all + error;
}

// ------------------------------------------------------------------------------------------- points

// Points as they are, or scaled so that their products are harmless.
typedef struct scaled {
    double x[CORNERS_MAX][3];
    double least;  // the error of a coordinate that is subnormal
    int shift;     // they are scaled by 2^shift
} scaled;

// Returns 0 if a coordinate is not finite.
static int scale_points(scaled* out, const double (*point)[3], int count)
{
    double most = 0;
    uint64_t largest = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            out->x[i][k] = point[i][k];
            most = double_larger(most, fabs(point[i][k]));
        }
    out->shift = 0;
    out->least = 0;
    if (most >= COORDINATE_LEAST && most <= COORDINATE_MOST) return 1;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const uint64_t bits = double_bits(point[i][k]) & INT64_MAX;
            if (bits > largest) largest = bits;
        }
    most = double_from_bits(largest);
    if (!double_is_finite(most)) return 0;
    if (!largest) return 1;
    out->shift = -double_top(most);
    out->least = double_scale(0x1p-1074, out->shift);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            out->x[i][k] = double_scale(point[i][k], out->shift);
    return 1;
}

// The most by which a point can be off, as a sum over its coordinates.
static double point_error(const scaled* s, int i)
{
    const double sum = fabs(s->x[i][0]) + fabs(s->x[i][1]) + fabs(s->x[i][2]);
    return sum * ROUNDED_ONCE + 2 * s->least;
}

static double unscale(double x, int shift)
{
    return shift ? double_scale(x, -shift) : x;
}

// The same for errors: no less than a number that is there.
static double unscale_error(double x, int shift)
{
    return shift ? double_scale(x, -shift) + 0x1p-1022 : x;
}

// ------------------------------------------------------------------------------------------ lengths

void extent_add_length(extent* sum, const double p[3], const double q[3])
{
    const double ends[2][3] = {{p[0], p[1], p[2]}, {q[0], q[1], q[2]}};
    scaled s;
    if (!scale_points(&s, ends, 2)) {
        extent_add(sum, 0, (double)INFINITY);
        return;
    }
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double d = s.x[0][k] - s.x[1][k];
        square += d * d;
    }
    const double length = sqrt(square);
    const double error =
        (point_error(&s, 0) + point_error(&s, 1)) * SOMEWHAT_MORE + length * LENGTH_ERROR;
    extent_add(sum, unscale(length, s.shift), unscale_error(error, s.shift));
}

// -------------------------------------------------------------------------------------------- areas

void extent_add_area(extent* sum, const double (*corner)[3], int count, double out[3])
{
    scaled s;
    out[0] = out[1] = out[2] = 0;
    if (!scale_points(&s, corner, count)) {
        extent_add(sum, 0, (double)INFINITY);
        return;
    }
    double around = 0, products = 0, off = 0, before[3] = {0, 0, 0}, size_before = 0;
    double twice[3] = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        const double* next = s.x[(i + 1) % count];
        double arm[3], size = 0;
        for (int k = 0; k < 3; k++) {
            arm[k] = s.x[i][k] - s.x[0][k];
            size += fabs(arm[k]);
            around += fabs(next[k] - s.x[i][k]);
        }
        for (int k = 0; k < 3; k++) {
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            twice[k] += before[l] * arm[m] - before[m] * arm[l];
        }
        products += size_before * size;
        off = double_larger(off, point_error(&s, i));
        size_before = size;
        for (int k = 0; k < 3; k++)
            before[k] = arm[k];
    }
    const double area = sqrt(twice[0] * twice[0] + twice[1] * twice[1] + twice[2] * twice[2]) / 2;
    const double error = (off * around + 4 * off * off) * SOMEWHAT_MORE + products * AREA_ERROR;
    extent_add(sum, unscale(area, 2 * s.shift), unscale_error(error, 2 * s.shift));
    for (int k = 0; k < 3; k++)
        out[k] = unscale(twice[k], 2 * s.shift);
}
