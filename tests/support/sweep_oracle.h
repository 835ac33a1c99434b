// sweep_oracle.h - bodies that move, in big integers (GMP): where a body is at a time, whether two triangles meet then, how
// far they are apart, and from when to when they meet where nothing turns.
//
// A number is a whole number of 2^-bits, and says how far it may be off: 0 where it is exact, as it is for ways, and for turns by
// multiples of 90 degrees about an axis of coordinates. Nothing here shares code with src.
#ifndef ABUT_TESTS_SUPPORT_SWEEP_ORACLE_H
#define ABUT_TESTS_SUPPORT_SWEEP_ORACLE_H
#include "abut/motion.h"

#include <gmp.h>

// Where a body is: x = m v + t. Each entry of m is within m_off, each coordinate of t within t_off, all in units of 2^-bits.
typedef struct moved_place {
    int bits;
    mpz_t m[3][3], t[3], m_off, t_off;
} moved_place;

void moved_place_init(moved_place* p, int bits);
void moved_place_clear(moved_place* p);

// At the beginning of a path. NULL: the identity.
void moved_place_begin(moved_place* p, const abut_pose* pose);
// From the beginning of a piece to its part tau, in place. Of a piece between two poses the axis and the angle are found in doubles: it is
// off by that, but at its end.
void moved_place_go(moved_place* p, const abut_motion* piece, double tau);
// Of a path at a time: piece + tau, of count pieces; NULL: at rest.
void moved_place_find(moved_place* p, const abut_pose* pose, const abut_motion* pieces,
                      size_t count, double time);
// Whether the pose that abut_motion_pose gives is this one: each number within a few last places of the largest.
int moved_place_is_near(const moved_place* p, const abut_pose* rounded, double places);

// *sum += x y for a number x of 2^-bits that is off, and a double y. *off grows by as much as the product is off.
void moved_add_product(mpz_t sum, mpz_t off, const mpz_t x, const mpz_t x_off, double y,
                       mpz_t room[2]);

// Six points, 0 to 2 of a and 3 to 5 of b, each coordinate within off.
typedef struct moved_pair {
    int bits;
    mpz_t point[6][3], off;
    mpq_t square;  // of their distance, if nothing were off (moved_pair_measure)
} moved_pair;

void moved_pair_init(moved_pair* p, int bits);
void moved_pair_clear(moved_pair* p);
void moved_pair_set(moved_pair* p, const double a[9], const moved_place* a_place, const double b[9],
                    const moved_place* b_place);

// 1: they share a point for certain. -1: they do not, for certain. 0: that is nearer than can be told.
int moved_pair_meets(moved_pair* p);
// Find square; then: are they certainly at least, or at most, so far apart?
void moved_pair_measure(moved_pair* p);
int moved_pair_is_beyond(const moved_pair* p, double distance);
int moved_pair_is_within(const moved_pair* p, double distance);

// Points that are exact, of which b's go straight: way, in units of 2^-bits, in the time from 0 to 1. Find the first and the last time in
// [0, 1] at which the triangles share a point. Returns 0 if there is none.
int moved_pair_straight(moved_pair* p, mpz_t way[3], mpq_t first, mpq_t last);

#endif
