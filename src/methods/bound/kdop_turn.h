// kdop_turn.h - the directions of a model's k-DOPs, turned as one (Klosowski 1998, chapter 9: the best
// initial orientation). The model stays as it is: what is turned is a frame, y' = T y, in which its DOPs are
// fitted, and in a query the pose of b in the frame of a becomes one between both turned frames.
//
// T is a rotation times 2^-m N, made of a quaternion of four small integers whose squares add up to N: so
// its entries and its inverse's are known without any error, on every machine. N 2^-m is at most a half, so
// that a turned model still lies in [-1, 1]^3.
#ifndef ABUT_METHODS_BOUND_KDOP_TURN_H
#define ABUT_METHODS_BOUND_KDOP_TURN_H
#include <stddef.h>
#include <stdint.h>

struct relative_pose;  // search/relative.h

// The quaternion, the real part first, none of them above KDOP_TURN_MOST: so N^2 is exact. All zero: T is one.
#define KDOP_TURN_MOST 4096
typedef struct kdop_turn {
    int16_t part[4];
} kdop_turn;

typedef struct kdop_turn_map {
    double row[3][3];      // T
    double inverse[3][3];  // its inverse, but for a factor 1 / scale^2
    double scale;          // N 2^-m, in (1/4, 1/2]; 1 where T is one
} kdop_turn_map;

static inline int kdop_turn_is_none(const kdop_turn* t)
{
    return !(t->part[0] || t->part[1] || t->part[2] || t->part[3]);
}

static inline int kdop_turn_is_same(const kdop_turn* s, const kdop_turn* t)
{
    return s->part[0] == t->part[0] && s->part[1] == t->part[1] && s->part[2] == t->part[2] &&
           s->part[3] == t->part[3];
}

// Every number of it is exact.
void kdop_turn_prepare(kdop_turn_map* out, const kdop_turn* t);

// Turn points of a frame in place. A coordinate errs by less than 2^-50, with what it erred before by
// rounding (frame.h).
#define KDOP_TURN_ERROR 0x1p-50
void kdop_turn_points(const kdop_turn* t, double* points, size_t count);

// The pose of b's turned frame in a's turned frame, of that between the frames, with its errors. Only what
// k-DOPs use is filled in: no rotation. Where both are turned alike, a shift stays one.
void kdop_turn_pose(struct relative_pose* out, const struct relative_pose* r, const kdop_turn* a,
                    const kdop_turn* b);

// What sizes in a turned frame are to be divided by.
double kdop_turn_scale(const kdop_turn* t);

#endif
