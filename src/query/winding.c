// winding.c - solid angles by van Oosterom and Strackee, "The Solid Angle of a Plane Triangle", IEEE
// Transactions on Biomedical Engineering 30(2), 1983: for arms a, b, c from the point to the corners
//     tan(angle / 2) = a . (b x c) / (|a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|).
// With bounds on all errors, and the same on every machine: no function of the C library but sqrt.
#include "query/winding.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"

#include <float.h>
#include <math.h>

#define U                      0x1p-53
#define PI                     3.14159265358979323846
#define TRIANGLES_PER_PROGRESS 65536

// The arc tangent of t in [0, 1]: halved twice, to at most tan(pi / 16), then its series. Errs by less
// than 32u: the halvings by 10u of it each, the series by 8u, and its end by 0.2^23 / 23 < u / 50.
static double arc_tangent(double t)
{
    for (int i = 0; i < 2; i++)
        t = t / (1 + sqrt(1 + t * t));
    const double square = t * t;
    double sum = 0;
    for (int k = 21; k > 0; k -= 2)
        sum = 1.0 / k - square * sum;
    return 4 * t * sum;
}

// The angle of (x, y), hypot its length, not 0: in [-pi, pi], within 40u of it.
static double angle_of(double x, double y, double hypot)
{
    const double angle = x >= 0 ? 2 * arc_tangent(fabs(y) / (hypot + x))
                                : PI - 2 * arc_tangent(fabs(y) / (hypot - x));
    return y < 0 ? -angle : angle;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The solid angle over 4 pi of the triangle of three arms whose coordinates are at most 1 and err by at
// most e. If each arm moves by d = sqrt(3) e, numerator and denominator, the latter a sum of four
// products of three lengths, change by at most four times (la + d)(lb + d)(lc + d) - la lb lc. Rounding
// adds at most 52u la lb lc to the numerator and 82u to the denominator.
static winding_number winding_of_arms(const double arm[3][3], double e)
{
    const double *a = arm[0], *b = arm[1], *c = arm[2];
    const double la = sqrt(dot(a, a)), lb = sqrt(dot(b, b)), lc = sqrt(dot(c, c)), d = 1.74 * e;
    const double y = a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                     a[2] * (b[0] * c[1] - b[1] * c[0]);
    const double x = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    const double hypot = sqrt(x * x + y * y);
    const double off = 4.1 * d * (la * lb + lb * lc + lc * la + d * (la + lb + lc + d)) +
                       100 * U * (la * lb * lc) + 0x1p-500;
    // The true (x, y) is within sqrt(2) off; beyond 4 off it is seen under 1.45 off / hypot at most.
    if (!(hypot > 4 * off)) return (winding_number){0, 0.5};
    const double value = angle_of(x, y, hypot) / (2 * PI);
    return (winding_number){value, off / hypot / PI + fabs(value) * 0x1p-46};
}

winding_number winding_of_triangle(const posed_triangle* t, const posed_triangle* start)
{
    double arm[3][3], largest = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            arm[i][k] = t->point[i][k] - start->point[0][k];
            if (fabs(arm[i][k]) > largest) largest = fabs(arm[i][k]);
        }
    const double error = t->error + start->error;
    if (!(largest > 0x1p-700 && error <= DBL_MAX)) return (winding_number){0, 0.5};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            arm[i][k] /= largest;
    return winding_of_arms((const double(*)[3])arm, error / largest * (1 + 0x1p-50) + 6 * U);
}

// Where a vertex stands among others, by its coordinates.
static int vertex_is_before(const double* x, const double* y)
{
    for (int k = 0; k < 3; k++) {
        const int sign = double_compare(x[k], y[k]);
        if (sign) return sign < 0;
    }
    return 0;
}

static void swap_if_before(const double** x, const double** y, int* turns)
{
    if (!vertex_is_before(*y, *x)) return;
    const double* swap = *x;
    *x = *y;
    *y = swap;
    *turns ^= 1;
}

// Sort the corners of a triangle, so that its number comes from the same roundings wherever it begins and
// whichever way it looks. Returns whether that turned it over.
static int sort_corners(const double* corner[3])
{
    int turns = 0;
    swap_if_before(&corner[0], &corner[1], &turns);
    swap_if_before(&corner[1], &corner[2], &turns);
    swap_if_before(&corner[0], &corner[1], &turns);
    return turns;
}

static void sum_add(winding_sum* sum, double term)
{
    const double scaled = term * 0x1p30;
    const int64_t whole = (int64_t)scaled;
    sum->whole += whole;
    sum->rest += (int64_t)((scaled - (double)whole) * 0x1p31);  // below 2^31: room for any mesh
}

double winding_of_sum(const winding_sum* sum)
{
    const int64_t carry = sum->rest / (INT64_C(1) << 31), rest = sum->rest % (INT64_C(1) << 31);
    return (double)(sum->whole + carry) * 0x1p-30 + (double)rest * 0x1p-61;
}

abut_status winding_about(const components* parts, const pose_pair* poses, const double* vertex,
                          const abut_host* host, winding_sum* each, winding_number* out)
{
    ASSERT(parts->has_edges);
    const double* const all[3] = {vertex, vertex, vertex};
    posed_triangle start, t;
    winding_sum sum = {0, 0}, error = {0, 0};
    size_t count = 0;
    for (size_t i = 0; i < parts->count; i++)
        if (!parts->list[i].closed) each[i] = (winding_sum){0, 0};
    posed_triangle_place(&start, poses, 1, all);
    for (size_t i = 0; i < parts->mesh->triangle_count; i++) {
        const double* corner[3];
        if (i % TRIANGLES_PER_PROGRESS == 0) TRY(host_progress(host, 1));
        if (soup_mesh_corners(parts->mesh, (uint32_t)i).count < 3) continue;
        const uint32_t part = component_of(parts, (uint32_t)i);
        if (parts->list[part].closed) continue;
        soup_mesh_vertices(parts->mesh, (uint32_t)i, corner);
        const int is_turned = sort_corners(corner);
        posed_triangle_place(&t, poses, 0, corner);
        const winding_number one = winding_of_triangle(&t, &start);
        const double value = is_turned ? -one.value : one.value;
        sum_add(&sum, value);
        sum_add(&each[part], value);
        sum_add(&error, one.error);
        count++;
    }
    // Each term and each error was cut by less than 2^-61; conversions round.
    out->value = winding_of_sum(&sum);
    out->error = (winding_of_sum(&error) + (double)count * 0x1p-60) * (1 + 0x1p-20) +
                 4 * U * fabs(out->value);
    return ABUT_OK;
}
