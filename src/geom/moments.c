// moments.c - see moments.h. Only the quality of boxes depends on what is computed here.
#include "geom/moments.h"

#include "base/base.h"

static void add_point(moments* sum, double weight, const double p[3])
{
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++)
            sum->second[i][k] += weight * p[i] * p[k];
    }
}

// The integral of x x' over a triangle p q r with middle m is its area times
// (9 m m' + p p' + q q' + r r') / 12; over a segment p q, its length times (4 m m' + p p' + q q') / 6.
void moments_add(moments* sum, double weight, const double* const corner[], int count)
{
    ASSERT(count >= 1 && count <= 3);
    double middle[3];
    for (int k = 0; k < 3; k++) {
        middle[k] = 0;
        for (int c = 0; c < count; c++)
            middle[k] += corner[c][k];
        middle[k] /= count;
        sum->first[k] += weight * middle[k];
    }
    const double whole = count == 3 ? 12 : 6, inner = count == 3 ? 9 : 4;
    if (count == 1) {
        add_point(sum, weight, middle);
    } else {
        add_point(sum, weight * inner / whole, middle);
        for (int c = 0; c < count; c++)
            add_point(sum, weight / whole, corner[c]);
    }
    sum->weight += weight;
}

void moments_covariance(const moments* sum, double covariance[3][3])
{
    ASSERT(sum->weight > 0);
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++) {
            covariance[i][k] = sum->second[i][k] / sum->weight -
                               sum->first[i] / sum->weight * (sum->first[k] / sum->weight);
            covariance[k][i] = covariance[i][k];
        }
    }
}

// One Jacobi rotation that makes c[p][q] zero; rows of v follow.
static void rotate(double c[3][3], matrix3* v, int p, int q)
{
    if (c[p][q] == 0) return;
    const double theta = (c[q][q] - c[p][p]) / (2 * c[p][q]);
    const double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    const double cosine = 1 / sqrt(t * t + 1), sine = t * cosine;
    for (int k = 0; k < 3; k++) {
        const double x = c[k][p], y = c[k][q];
        c[k][p] = cosine * x - sine * y;
        c[k][q] = sine * x + cosine * y;
    }
    for (int k = 0; k < 3; k++) {
        const double x = c[p][k], y = c[q][k];
        c[p][k] = cosine * x - sine * y;
        c[q][k] = sine * x + cosine * y;
    }
    for (int k = 0; k < 3; k++) {
        const double x = v->row[p][k], y = v->row[q][k];
        v->row[p][k] = cosine * x - sine * y;
        v->row[q][k] = sine * x + cosine * y;
    }
}

static matrix3 eigenvectors(double c[3][3])
{
    matrix3 v = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int sweep = 0; sweep < 20; sweep++) {
        const double off = fabs(c[0][1]) + fabs(c[0][2]) + fabs(c[1][2]);
        if (!(off > 1e-17 * (fabs(c[0][0]) + fabs(c[1][1]) + fabs(c[2][2])))) break;
        rotate(c, &v, 0, 1);
        rotate(c, &v, 0, 2);
        rotate(c, &v, 1, 2);
    }
    return v;
}

matrix3 moments_axes(const moments* sum)
{
    double covariance[3][3];
    moments_covariance(sum, covariance);
    matrix3 axes = eigenvectors(covariance);
    if (!orthonormalise(&axes)) return (matrix3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    return axes;
}
