// slack.c - see slack.h. Every number here is rounded up, or has room for its rounding in any mode; u = 2^-53.
#include "query/slack.h"

#include "base/base.h"

#include <math.h>

#define U 0x1p-53
#define MOST                                                                                       \
    0x1p900  // beyond it sums might overflow, which in some rounding modes gives no infinity

static int is_scaled(const abut_pose* pose)
{
    return !double_is_zero(pose->scale) && double_compare(pose->scale, 1.0) != 0;
}

// The sum of |coordinates| of any point of a model, at most.
static double reach_of(const abut_model* model)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        if (model->low[k] > model->high[k]) return 0;  // there is no point
        sum += fmax(fabs(model->low[k]), fabs(model->high[k]));
    }
    return sum;
}

// At least the length of a vector, and little more.
static double length_of(const double x[3])
{
    const double largest = fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
    double sum = 0;
    if (!(largest >= 0x1p-1000)) return 0x1p-998;
    for (int k = 0; k < 3; k++)
        sum += x[k] / largest * (x[k] / largest);
    return largest * sqrt(sum) * (1 + 0x1p-48);
}

// By how much a matrix lengthens at most: the root of the largest eigenvalue of m'm, which is in Gershgorin's circles.
static double most_stretch(const affine* map)
{
    const double(*const m)[3] = map->matrix;
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double row = 0;
        for (int j = 0; j < 3; j++) {
            const double product = m[0][i] * m[0][j] + m[1][i] * m[1][j] + m[2][i] * m[2][j];
            row += i == j ? product : fabs(product);
        }
        most = fmax(most, row);
    }
    // No power of it is less than that of the true one, roundings included.
    return most > 1 ? 1 + (most - 1) / 2 + 0x1p-46 : 1 + 0x1p-46;
}

static double power(double x, int exponent)
{
    double out = 1;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1) out *= x;
        x *= x;
        if (!(out < MOST && x < 0x1p400)) return (double)INFINITY;
    }
    return out;
}

abut_status slack_find(const abut_pose* inner, const abut_pose* outer, int products,
                       const abut_model* model, double* out)
{
    affine first, then;
    TRY(affine_from_pose(&first, inner));
    TRY(affine_from_pose(&then, outer));
    if (is_scaled(inner) || is_scaled(outer)) return ABUT_BAD_SCALE;
    const double way =
        fmax(fabs(then.translation[0]), fmax(fabs(then.translation[1]), fabs(then.translation[2])));
    const double reach = reach_of(model), arm = length_of(first.translation);
    const double growth = products ? power(most_stretch(&then), products - 1) : 1;
    const int is_known = reach < MOST && arm < MOST && way < MOST && growth < 0x1p50;
    const double one = 3.1 * U * reach + 4.1 * U * (1.01 * arm + way) + 0x1p-1000;
    const double all = 1.7321 * (double)products * one * growth;
    if (!products || soup_mesh_present(&model->mesh) == 0)
        *out = 0;
    else
        *out = is_known ? all : (double)INFINITY;
    return ABUT_OK;
}
