// fall_vector.h - vectors, rotations and quaternions of the rigid-body engine: only + - * / and sqrt, so
// that a fall has the same bits on every machine.
#ifndef ABUT_SCENES_FALL_VECTOR_H
#define ABUT_SCENES_FALL_VECTOR_H
#include <math.h>

typedef struct vec {
    double x, y, z;
} vec;

typedef struct matrix {
    double m[3][3];  // row-major
} matrix;

static inline vec vec_of(const double p[3])
{
    return (vec){p[0], p[1], p[2]};
}

static inline vec vec_add(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec vec_sub(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vec vec_scale(vec a, double s)
{
    return (vec){a.x * s, a.y * s, a.z * s};
}

static inline vec vec_step(vec a, vec b, double s)  // a + s * b
{
    return vec_add(a, vec_scale(b, s));
}

static inline double vec_dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec vec_cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vec_length(vec a)
{
    return sqrt(vec_dot(a, a));
}

// Of length one; a vector without direction stays zero.
static inline vec vec_unit(vec a)
{
    const double length = vec_length(a);
    return length > 0 ? vec_scale(a, 1 / length) : (vec){0, 0, 0};
}

static inline vec matrix_times(const matrix* r, vec a)
{
    return (vec){r->m[0][0] * a.x + r->m[0][1] * a.y + r->m[0][2] * a.z,
                 r->m[1][0] * a.x + r->m[1][1] * a.y + r->m[1][2] * a.z,
                 r->m[2][0] * a.x + r->m[2][1] * a.y + r->m[2][2] * a.z};
}

static inline vec matrix_back(const matrix* r, vec a)  // the transpose times a
{
    return (vec){r->m[0][0] * a.x + r->m[1][0] * a.y + r->m[2][0] * a.z,
                 r->m[0][1] * a.x + r->m[1][1] * a.y + r->m[2][1] * a.z,
                 r->m[0][2] * a.x + r->m[1][2] * a.y + r->m[2][2] * a.z};
}

typedef struct quaternion {
    double w;
    vec v;
} quaternion;

static inline quaternion quaternion_unit(quaternion q)
{
    const double length = sqrt(q.w * q.w + vec_dot(q.v, q.v));
    return (quaternion){q.w / length, vec_scale(q.v, 1 / length)};
}

static inline quaternion quaternion_times(quaternion a, quaternion b)
{
    return (quaternion){
        a.w * b.w - vec_dot(a.v, b.v),
        vec_add(vec_cross(a.v, b.v), vec_add(vec_scale(b.v, a.w), vec_scale(a.v, b.w)))};
}

static inline matrix quaternion_matrix(quaternion q)
{
    const double w = q.w, x = q.v.x, y = q.v.y, z = q.v.z;
    return (matrix){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                     {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                     {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

#endif
