// slow_motion.h - the words of abut/motion.h in numbers of 512 bits (GMP), by Taylor's series: where a body is at a time,
// to 2^-300 or so. Nothing here shares code with src/geom.
#ifndef ABUT_TESTS_SUPPORT_SLOW_MOTION_H
#define ABUT_TESTS_SUPPORT_SLOW_MOTION_H
#include "geom/motion.h"

#include <gmp.h>

// Before all else.
void slow_begin(void);

// x 2^-bits.
void slow_set(mpf_t out, int128 x, unsigned long bits);
// Sine and cosine of degrees, 0 or more. Whole turns are taken out exactly.
void slow_turn_of(const mpf_t degrees, mpf_t sine, mpf_t cosine);

typedef struct slow3 {
    mpf_t x[3];
} slow3;

typedef struct slow_map {
    mpf_t m[3][3], t[3];
} slow_map;

void slow3_init(slow3* v);
void slow3_clear(slow3* v);
void slow_map_init(slow_map* map);
void slow_map_clear(slow_map* map);
void slow_map_set(slow_map* out, const affine* a);
void slow_map_copy(slow_map* out, const slow_map* a);
// Where a map has a point.
void slow_place(slow3* out, slow_map* map, const slow3* v);

// The words of abut/motion.h for one piece, from a true pose; with `to`, axis and degrees as the piece has them.
typedef struct slow_motion {
    slow_map start, end;  // end: with `to` only
    slow3 axis, pivot, from, way;
    mpf_t degrees;
    slow_map lack;  // D
    int has_to;
} slow_motion;

void slow_motion_init(slow_motion* s);
void slow_motion_clear(slow_motion* s);
// s->start is set: where it truly is as the piece begins.
void slow_motion_set(slow_motion* s, const abut_motion* motion, const motion_piece* piece);
void slow_find(const slow_motion* s, double tau, slow_map* out);

// The length of what three numbers lack of three others, a little too small.
double slow_lack(mpf_t x0, double y0, mpf_t x1, double y1, mpf_t x2, double y2);

#endif
