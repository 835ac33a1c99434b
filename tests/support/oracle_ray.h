// oracle_ray.h - a ray or a segment against one placed triangle in rationals (GMP), with no filter and no reasoning about sides:
// what it shares with the triangle is solved for, and the moved ray is moved, by an e that is so small. Shares no code with src.
#ifndef ABUT_TESTS_SUPPORT_ORACLE_RAY_H
#define ABUT_TESTS_SUPPORT_ORACLE_RAY_H
#include "abut/ray.h"

#include <gmp.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oracle_ray_map {  // as affine, whose header is none of C++
    double matrix[3][3], translation[3];
} oracle_ray_map;

typedef struct oracle_ray {
    oracle_ray_map pose, frame;
    int has_frame;
    const double* origin;
    const double* given;  // the direction, or the end
    int is_segment;
    double t_least, t_most;  // as in abut_ray_ask
    int moved_bits;          // e is 2^-moved_bits
    int moves_all;           // also a ray that does not meet the triangle: slow
} oracle_ray;

typedef struct oracle_ray_hit {
    int touches, crosses;
    mpq_t t, point[3];
    abut_feature feature;
    abut_facing facing;
} oracle_ray_hit;

void oracle_ray_hit_init(oracle_ray_hit* h);
void oracle_ray_hit_clear(oracle_ray_hit* h);
void oracle_ray_meet(const oracle_ray* ray, const double v[3][3], oracle_ray_hit* out);
// Whether lo and hi are the doubles next to t, equal if it is one.
int oracle_ray_encloses(const mpq_t t, double lo, double hi);

#ifdef __cplusplus
}
#endif
#endif
