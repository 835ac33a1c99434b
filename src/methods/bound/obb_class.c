// obb_class.c - oriented boxes as a tree keeps them: in double, or in float at half the memory; with
// their axes as a matrix, or as a quaternion at two thirds.
#include "methods/bound/obb.h"

static void fit_double(void* out, const triangle_set* set, const volume_options* options,
                       const void* parent)
{
    obb_fit(out, set, options, parent, 0);
}

static void fit_float(void* out, const triangle_set* set, const volume_options* options,
                      const void* parent)
{
    obb_float* to = out;
    obb box, above;
    if (parent) obb_from_float(&above, parent);
    obb_fit(&box, set, options, parent ? &above : NULL, 1);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            to->axes[i][k] = (float)box.axes.row[i][k];
        to->centre[i] = (float)box.centre[i];
        to->half[i] = (float)box.half[i];
    }
}

static void fit_quaternion(void* out, const triangle_set* set, const volume_options* options,
                           const void* parent)
{
    obb_quaternion* to = out;
    obb box, above;
    if (parent) obb_from_quaternion(&above, parent);
    obb_fit_quaternion(&box, to->quaternion, set, options, parent ? &above : NULL, 0);
    for (int i = 0; i < 3; i++) {
        to->centre[i] = box.centre[i];
        to->half[i] = box.half[i];
    }
}

static void fit_quaternion_float(void* out, const triangle_set* set, const volume_options* options,
                                 const void* parent)
{
    obb_quaternion_float* to = out;
    double quaternion[4];
    obb box, above;
    if (parent) obb_from_quaternion_float(&above, parent);
    obb_fit_quaternion(&box, quaternion, set, options, parent ? &above : NULL, 1);
    for (int i = 0; i < 4; i++)
        to->quaternion[i] = (float)quaternion[i];
    for (int i = 0; i < 3; i++) {
        to->centre[i] = (float)box.centre[i];
        to->half[i] = (float)box.half[i];
    }
}

// A box has three directions, whatever all says.
static int directions_of(const obb* box, double out[VOLUME_DIRECTIONS_MAX][3])
{
    for (int i = 0; i < 3; i++) {
        int rank = 0;
        for (int k = 0; k < 3; k++)
            rank += box->half[k] > box->half[i] || (k < i && box->half[k] == box->half[i]);
        for (int k = 0; k < 3; k++)
            out[rank][k] = box->axes.row[i][k];
    }
    return 3;
}

static double content_of(const obb* box)
{
    return 8 * box->half[0] * box->half[1] * box->half[2];
}

static double half_area_of(const obb* box)
{
    return half_area_of_box(box->half);
}

// Coordinates of the point in the box, in units of its half lengths.
static int holds_point(const obb* box, const long double point[3])
{
    long double from[3], cross[3][3], determinant = 0;
    for (int k = 0; k < 3; k++)
        from[k] = point[k] - (long double)box->centre[k];
    for (int i = 0; i < 3; i++) {
        const double *u = box->axes.row[(i + 1) % 3], *w = box->axes.row[(i + 2) % 3];
        for (int k = 0; k < 3; k++) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            cross[i][k] =
                (long double)u[k1] * (long double)w[k2] - (long double)u[k2] * (long double)w[k1];
        }
    }
    for (int k = 0; k < 3; k++)
        determinant += cross[0][k] * (long double)box->axes.row[0][k];
    for (int i = 0; i < 3; i++) {
        long double along = 0;
        for (int k = 0; k < 3; k++)
            along += cross[i][k] * from[k];
        if (!(fabsl(along / determinant) <= (long double)box->half[i])) return 0;
    }
    return 1;
}

static const char* check_numbers(const obb* box, double defect)
{
    for (int k = 0; k < 3; k++) {
        if (!(fabs(box->centre[k]) < OBB_CENTRE_MAX)) return "a box is far away";
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            long double product = i == k ? -1 : 0;
            for (int x = 0; x < 3; x++)
                product += (long double)box->axes.row[i][x] * (long double)box->axes.row[k][x];
            if (!(fabsl(product) <= (long double)defect)) return "the defect is too small";
        }
    }
    return NULL;
}

// The rest of every class: FORM names the form, LOAD(&box, volume) reads a stored volume, ROUNDED
// bounds what LOAD rounds in an axis, four times.
#define OBB_FUNCTIONS(FORM, LOAD, ROUNDED)                                                         \
    static int directions_##FORM(const void* volume, int all,                                      \
                                 double out[VOLUME_DIRECTIONS_MAX][3])                             \
    {                                                                                              \
        obb box;                                                                                   \
        (void)all;                                                                                 \
        LOAD(&box, volume);                                                                        \
        return directions_of(&box, out);                                                           \
    }                                                                                              \
    static double content_##FORM(const void* volume)                                               \
    {                                                                                              \
        obb box;                                                                                   \
        LOAD(&box, volume);                                                                        \
        return content_of(&box);                                                                   \
    }                                                                                              \
    static double half_area_##FORM(const void* volume)                                             \
    {                                                                                              \
        obb box;                                                                                   \
        LOAD(&box, volume);                                                                        \
        return half_area_of(&box);                                                                 \
    }                                                                                              \
    static double defect_##FORM(const void* volume)                                                \
    {                                                                                              \
        obb box;                                                                                   \
        LOAD(&box, volume);                                                                        \
        return obb_defect(&box) + (ROUNDED);                                                       \
    }                                                                                              \
    static int holds_##FORM(const void* volume, const long double point[3])                        \
    {                                                                                              \
        obb box;                                                                                   \
        LOAD(&box, volume);                                                                        \
        return holds_point(&box, point);                                                           \
    }                                                                                              \
    static const char* check_##FORM(const void* volume, double defect)                             \
    {                                                                                              \
        obb box;                                                                                   \
        LOAD(&box, volume);                                                                        \
        return check_numbers(&box, defect);                                                        \
    }

static void load_double(obb* out, const void* volume)
{
    *out = *(const obb*)volume;
}

static void load_float(obb* out, const void* volume)
{
    obb_from_float(out, volume);
}

static void load_quaternion(obb* out, const void* volume)
{
    obb_from_quaternion(out, volume);
}

static void load_quaternion_float(obb* out, const void* volume)
{
    obb_from_quaternion_float(out, volume);
}

OBB_FUNCTIONS(double, load_double, 0)
OBB_FUNCTIONS(float, load_float, 0)
OBB_FUNCTIONS(quaternion, load_quaternion, 0x1p-46)
OBB_FUNCTIONS(quaternion_float, load_quaternion_float, 0x1p-46)

const volume_class obb_class = {
    .size = sizeof(obb),
    .fit = fit_double,
    .directions = directions_double,
    .content = content_double,
    .half_area = half_area_double,
    .defect = defect_double,
    .holds = holds_double,
    .check = check_double,
};

const volume_class obb_float_class = {
    .size = sizeof(obb_float),
    .fit = fit_float,
    .directions = directions_float,
    .content = content_float,
    .half_area = half_area_float,
    .defect = defect_float,
    .holds = holds_float,
    .check = check_float,
};

const volume_class obb_quaternion_class = {
    .size = sizeof(obb_quaternion),
    .fit = fit_quaternion,
    .directions = directions_quaternion,
    .content = content_quaternion,
    .half_area = half_area_quaternion,
    .defect = defect_quaternion,
    .holds = holds_quaternion,
    .check = check_quaternion,
};

const volume_class obb_quaternion_float_class = {
    .size = sizeof(obb_quaternion_float),
    .fit = fit_quaternion_float,
    .directions = directions_quaternion_float,
    .content = content_quaternion_float,
    .half_area = half_area_quaternion_float,
    .defect = defect_quaternion_float,
    .holds = holds_quaternion_float,
    .check = check_quaternion_float,
};
