// sweep_oracle.c - where a moving body is (see sweep_oracle.h).
#include "support/sweep_oracle.h"

#include "support/oracle.h"
#include "support/sweep_walk.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- numbers

static mp_bitcnt_t width(int bits)
{
    return (mp_bitcnt_t)bits;
}

// x 2^bits, rounded down. Returns whether something was lost.
static int number_of(mpz_t out, double x, int bits)
{
    int exponent;
    const double fraction = frexp(x, &exponent);
    mpz_set_si(out, (long)ldexp(fraction, 53));
    exponent += bits - 53;
    if (exponent >= 0) {
        mpz_mul_2exp(out, out, width(exponent));
        return 0;
    }
    const int is_whole = mpz_divisible_2exp_p(out, width(-exponent));
    mpz_fdiv_q_2exp(out, out, width(-exponent));
    return !is_whole;
}

// Divide by 2^bits, rounded down. Returns whether something was lost.
static int lower(mpz_t x, int bits)
{
    const int is_whole = mpz_divisible_2exp_p(x, width(bits));
    mpz_fdiv_q_2exp(x, x, width(bits));
    return !is_whole;
}

typedef struct scratch {
    mpz_t x, y, sum, off;
} scratch;

static void scratch_init(scratch* s)
{
    mpz_inits(s->x, s->y, s->sum, s->off, NULL);
}

static void scratch_clear(scratch* s)
{
    mpz_clears(s->x, s->y, s->sum, s->off, NULL);
}

typedef struct three {  // each may be off by so much
    mpz_t* x;
    mpz_srcptr off;
} three;

// out = row . column; *off becomes at least how far that is off.
static void dot(mpz_t out, mpz_t off, three row, three column, int bits, scratch* s)
{
    mpz_set_ui(s->sum, 0);
    mpz_mul(s->off, row.off, column.off);
    mpz_mul_ui(s->off, s->off, 3);
    for (int k = 0; k < 3; k++) {
        mpz_addmul(s->sum, row.x[k], column.x[k]);
        mpz_abs(s->x, row.x[k]);
        mpz_addmul(s->off, s->x, column.off);
        mpz_abs(s->x, column.x[k]);
        mpz_addmul(s->off, s->x, row.off);
    }
    mpz_cdiv_q_2exp(s->off, s->off, width(bits));
    mpz_add_ui(s->off, s->off, (unsigned)lower(s->sum, bits));
    mpz_set(out, s->sum);
    if (mpz_cmp(off, s->off) < 0) mpz_set(off, s->off);
}

// *sum += x y for a number x of 2^-bits that is off, and a double y. *off grows by as much as the product is off.
void moved_add_product(mpz_t sum, mpz_t off, const mpz_t x, const mpz_t x_off, double y,
                       mpz_t room[2])
{
    int exponent;
    mpz_set_si(room[0], (long)ldexp(frexp(y, &exponent), 53));
    exponent -= 53;
    mpz_abs(room[1], room[0]);
    mpz_mul(room[1], room[1], x_off);
    mpz_mul(room[0], room[0], x);
    if (exponent >= 0) {
        mpz_mul_2exp(room[0], room[0], (mp_bitcnt_t)exponent);
        mpz_mul_2exp(room[1], room[1], (mp_bitcnt_t)exponent);
    } else {
        const int is_whole = mpz_divisible_2exp_p(room[0], (mp_bitcnt_t)-exponent);
        mpz_fdiv_q_2exp(room[0], room[0], (mp_bitcnt_t)-exponent);
        mpz_cdiv_q_2exp(room[1], room[1], (mp_bitcnt_t)-exponent);
        mpz_add_ui(room[1], room[1], !is_whole);
    }
    mpz_add(sum, sum, room[0]);
    mpz_add(off, off, room[1]);
}

// -------------------------------------------------------------------------------- sines and cosines

// atan(1 / n) 2^bits, within 2 bits units.
static void arc_of_inverse(mpz_t out, unsigned n, int bits)
{
    mpz_t power, term;
    mpz_inits(power, term, NULL);
    mpz_ui_pow_ui(power, 2, (unsigned)bits);
    mpz_fdiv_q_ui(power, power, n);
    mpz_set(out, power);
    for (unsigned k = 3; mpz_sgn(power); k += 2) {
        mpz_fdiv_q_ui(power, power, n * n);
        mpz_fdiv_q_ui(term, power, k);
        if (k % 4 == 3)
            mpz_sub(out, out, term);
        else
            mpz_add(out, out, term);
    }
    mpz_clears(power, term, NULL);
}

// pi 2^bits, within 2 units (Machin 1706).
static void find_pi(mpz_t out, int bits)
{
    enum { GUARD = 40 };
    mpz_t small;
    mpz_init(small);
    arc_of_inverse(out, 5, bits + GUARD);
    arc_of_inverse(small, 239, bits + GUARD);
    mpz_mul_ui(out, out, 16);
    mpz_submul_ui(out, small, 4);
    mpz_fdiv_q_2exp(out, out, GUARD);
    mpz_clear(small);
}

// Of x in [0, 1): the sum of (-1)^k x^(2 k + first) / (2 k + first)!, in units of 2^-bits. Each term is off by at most 3, if x is by 1.
static void series(mpz_t out, const mpz_t x, unsigned first, int bits)
{
    mpz_t term, square;
    mpz_inits(term, square, NULL);
    mpz_mul(square, x, x);
    mpz_fdiv_q_2exp(square, square, width(bits));
    if (first)
        mpz_set(term, x);
    else
        mpz_ui_pow_ui(term, 2, (unsigned)bits);
    mpz_set(out, term);
    for (unsigned k = first; mpz_sgn(term); k += 2) {
        mpz_mul(term, term, square);
        mpz_fdiv_q_2exp(term, term, width(bits));
        mpz_fdiv_q_ui(term, term, (k + 1) * (k + 2));
        if ((k - first) % 4 == 0)
            mpz_sub(out, out, term);
        else
            mpz_add(out, out, term);
    }
    mpz_clears(term, square, NULL);
}

// So many units are sines and cosines off, if the angle is no multiple of 90 degrees: 8 for the angle, 3 for each of at most bits / 2 terms.
static unsigned series_off(int bits)
{
    return 2 * (unsigned)bits + 64;
}

// The sine and cosine of degrees, which is a fraction. Returns 1 if they are exact.
static int turn_of(mpz_t sine, mpz_t cosine, const mpq_t degrees, int bits)
{
    mpq_t rest;
    mpz_t quarters, angle;
    mpq_init(rest);
    mpz_inits(quarters, angle, NULL);
    mpz_mul_ui(angle, mpq_denref(degrees), 90);
    mpz_fdiv_q(quarters, mpq_numref(degrees), angle);
    mpq_set_z(rest, quarters);
    mpz_mul_ui(mpq_numref(rest), mpq_numref(rest), 90);
    mpq_sub(rest, degrees, rest);  // in [0, 90)
    const int is_exact = !mpq_sgn(rest);
    if (is_exact) {
        mpz_set_ui(sine, 0);
        mpz_ui_pow_ui(cosine, 2, (unsigned)bits);
    } else {
        // Of half the angle, below 1; then doubled.
        find_pi(angle, bits);
        mpz_mul(angle, angle, mpq_numref(rest));
        mpz_fdiv_q(angle, angle, mpq_denref(rest));
        mpz_fdiv_q_ui(angle, angle, 360);
        mpz_t s, c;
        mpz_inits(s, c, NULL);
        series(s, angle, 1, bits);
        series(c, angle, 0, bits);
        mpz_mul(sine, s, c);
        mpz_fdiv_q_2exp(sine, sine, width(bits - 1));
        mpz_mul(cosine, c, c);
        mpz_submul(cosine, s, s);
        mpz_fdiv_q_2exp(cosine, cosine, width(bits));
        mpz_clears(s, c, NULL);
    }
    const unsigned long turns = mpz_fdiv_ui(quarters, 4);
    if (turns % 2) mpz_swap(sine, cosine);  // sin(x + 90) = cos x, cos(x + 90) = -sin x
    if (turns == 1 || turns == 2) mpz_neg(cosine, cosine);
    if (turns == 2 || turns == 3) mpz_neg(sine, sine);
    mpq_clear(rest);
    mpz_clears(quarters, angle, NULL);
    return is_exact;
}

// The axis with length 1, each number within 2 units. Returns 1 if it is exact.
static int direction_of(mpz_t out[3], const double axis[3], int bits)
{
    int least = 4096, parts = 0;
    for (int i = 0; i < 3; i++) {
        int exponent;
        if (frexp(axis[i], &exponent) == 0) continue;
        parts++;
        if (exponent < least) least = exponent;
    }
    mpz_t length;
    mpz_init(length);
    for (int i = 0; i < 3; i++) {
        (void)number_of(out[i], axis[i], 53 - least);
        mpz_addmul(length, out[i], out[i]);
    }
    const int is_exact = parts == 1;
    mpz_mul_2exp(length, length, width(2 * bits));
    mpz_sqrt(length, length);
    for (int i = 0; i < 3; i++) {
        mpz_mul_2exp(out[i], out[i], width(2 * bits));
        mpz_fdiv_q(out[i], out[i], length);
    }
    mpz_clear(length);
    return is_exact;
}

// exp(angle [w]), by Rodrigues; off: of each entry.
static void rotation_of(mpz_t out[3][3], mpz_t off, const double axis[3], const mpq_t degrees,
                        int bits)
{
    mpz_t w[3], sine, cosine, rest, one;
    mpz_inits(w[0], w[1], w[2], sine, cosine, rest, one, NULL);
    mpz_ui_pow_ui(one, 2, (unsigned)bits);
    int is_exact = turn_of(sine, cosine, degrees, bits);
    const int is_whole = is_exact && !mpz_cmp(cosine, one);
    if (is_whole)
        mpz_set_ui(w[0], 0), mpz_set_ui(w[1], 0), mpz_set_ui(w[2], 0);
    else
        is_exact &= direction_of(w, axis, bits);
    mpz_sub(rest, one, cosine);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        for (int c = 0; c < 3; c++) {
            mpz_mul(out[i][c], w[i], w[c]);
            mpz_fdiv_q_2exp(out[i][c], out[i][c], width(bits));
            mpz_mul(out[i][c], out[i][c], rest);
            mpz_fdiv_q_2exp(out[i][c], out[i][c], width(bits));
        }
        mpz_add(out[i][i], out[i][i], cosine);
        mpz_mul(one, sine, w[k]);
        mpz_fdiv_q_2exp(one, one, width(bits));
        mpz_sub(out[i][j], out[i][j], one);
        mpz_mul(one, sine, w[j]);
        mpz_fdiv_q_2exp(one, one, width(bits));
        mpz_add(out[i][k], out[i][k], one);
    }
    // Entries are at most 2, twice doubled sines are 4 times as much off, and each product once more.
    mpz_set_ui(off, is_exact ? 0 : 16 * series_off(bits) + 64);
    mpz_clears(w[0], w[1], w[2], sine, cosine, rest, one, NULL);
}

// ------------------------------------------------------------------------------------------- places

static void each_number(moved_place* p, void (*visit)(mpz_t))
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            visit(p->m[i][k]);
        visit(p->t[i]);
    }
    visit(p->m_off);
    visit(p->t_off);
}

static void number_init(mpz_t x)
{
    mpz_init(x);
}
static void number_clear(mpz_t x)
{
    mpz_clear(x);
}

void moved_place_init(moved_place* p, int bits)
{
    p->bits = bits;
    each_number(p, number_init);
}

void moved_place_clear(moved_place* p)
{
    each_number(p, number_clear);
}

static void take_pose(moved_place* p, const affine* pose)
{
    int is_off = 0, is_t_off = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            is_off |= number_of(p->m[i][k], pose->matrix[i][k], p->bits);
        is_t_off |= number_of(p->t[i], pose->translation[i], p->bits);
    }
    mpz_set_ui(p->m_off, (unsigned)is_off);
    mpz_set_ui(p->t_off, (unsigned)is_t_off);
}

void moved_place_begin(moved_place* p, const abut_pose* pose)
{
    const affine map = oracle_affine(pose);
    take_pose(p, &map);
}

// m = r m, for r off by r_off.
static void turn_matrix(mpz_t m[3][3], mpz_t m_off, mpz_t r[3][3], const mpz_t r_off, int bits,
                        scratch* s)
{
    mpz_t column[3], off;
    mpz_inits(column[0], column[1], column[2], off, NULL);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            mpz_set(column[i], m[i][k]);
        for (int i = 0; i < 3; i++)
            dot(m[i][k], off, (three){r[i], r_off}, (three){column, m_off}, bits, s);
    }
    mpz_set(m_off, off);
    mpz_clears(column[0], column[1], column[2], off, NULL);
}

// x = x + r (t - x), off by as much as is added to *off.
static void turn_point(mpz_t t[3], mpz_t t_off, mpz_t pivot[3], mpz_t r[3][3], const mpz_t r_off,
                       int bits, scratch* s)
{
    mpz_t arm[3], off;
    mpz_inits(arm[0], arm[1], arm[2], off, NULL);
    for (int i = 0; i < 3; i++)
        mpz_sub(arm[i], t[i], pivot[i]);
    for (int i = 0; i < 3; i++) {
        dot(t[i], off, (three){r[i], r_off}, (three){arm, t_off}, bits, s);
        mpz_add(t[i], t[i], pivot[i]);
    }
    mpz_set(t_off, off);
    mpz_clears(arm[0], arm[1], arm[2], off, NULL);
}

static void angle_of(mpq_t out, double degrees, double tau)
{
    mpq_t part;
    mpq_init(part);
    mpq_set_d(out, degrees);
    mpq_set_d(part, tau);
    mpq_mul(out, out, part);
    mpq_clear(part);
}

// out = x y 2^bits. Returns whether something was lost.
static int product_of(mpz_t out, double x, double y, int bits)
{
    mpz_t other;
    mpz_init(other);
    int e, f;
    mpz_set_si(out, (long)ldexp(frexp(x, &e), 53));
    mpz_set_si(other, (long)ldexp(frexp(y, &f), 53));
    mpz_mul(out, out, other);
    mpz_clear(other);
    const int up = e + f + bits - 106;
    if (up < 0) return lower(out, -up);
    mpz_mul_2exp(out, out, width(up));
    return 0;
}

static void go_screw(moved_place* p, const abut_motion* piece, double tau)
{
    scratch s;
    mpz_t pivot[3], r[3][3], r_off;
    mpq_t degrees;
    scratch_init(&s);
    mpz_inits(pivot[0], pivot[1], pivot[2], r_off, NULL);
    for (int i = 0; i < 9; i++)
        mpz_init(r[i / 3][i % 3]);
    mpq_init(degrees);
    int is_off = 0;
    if (piece->degrees != 0) {
        for (int i = 0; i < 3; i++)
            is_off |= number_of(pivot[i], piece->pivot[i], p->bits);
        angle_of(degrees, piece->degrees, tau);
        rotation_of(r, r_off, piece->axis, degrees, p->bits);
        turn_matrix(p->m, p->m_off, r, r_off, p->bits, &s);
        turn_point(p->t, p->t_off, pivot, r, r_off, p->bits, &s);
        mpz_add_ui(p->t_off, p->t_off, 3 * (unsigned)is_off);  // once, and once turned
    }
    is_off = 0;
    for (int i = 0; i < 3; i++) {
        is_off |= product_of(pivot[i], piece->way[i], tau, p->bits);
        mpz_add(p->t[i], p->t[i], pivot[i]);
    }
    mpz_add_ui(p->t_off, p->t_off, (unsigned)is_off);
    mpq_clear(degrees);
    for (int i = 0; i < 9; i++)
        mpz_clear(r[i / 3][i % 3]);
    mpz_clears(pivot[0], pivot[1], pivot[2], r_off, NULL);
    scratch_clear(&s);
}

typedef struct turning {
    mpz_t now[3][3], back[3][3], pivot[3], from[3], to[3], none, off, back_off, room[2];
} turning;

static mpz_t* numbers_of(turning* u, size_t* count)
{
    *count = sizeof *u / sizeof(mpz_t);  // it has nothing else
    return (mpz_t*)(void*)u;
}

// out = m pivot + t
static void place_pivot(mpz_t out[3], const moved_place* p, const double pivot[3], mpz_t off,
                        mpz_t room[2])
{
    for (int i = 0; i < 3; i++) {
        mpz_set(out[i], p->t[i]);
        for (int k = 0; k < 3; k++)
            moved_add_product(out[i], off, p->m[i][k], p->m_off, pivot[k], room);
    }
}

// x = x + tau (y - x)
static void blend(mpz_t x, mpz_t y, double tau, turning* u)
{
    mpz_sub(y, y, x);
    moved_add_product(x, u->off, y, u->none, tau, u->room);
}

// The matrix of p, of a piece that turns: p ends as end, at 1.
static void turn_between(moved_place* p, moved_place* end, const affine map[2], double scale,
                         double tau, turning* u)
{
    scratch s;
    scratch_init(&s);
    mpq_t angle;
    mpq_init(angle);
    double axis[3], most = 0;
    const double degrees = sweep_arc(map[0].matrix, map[1].matrix, scale, axis);
    angle_of(angle, -degrees, 1);
    rotation_of(u->back, u->back_off, axis, angle, p->bits);
    turn_matrix(end->m, end->m_off, u->back, u->back_off, p->bits, &s);
    for (int i = 0; i < 9; i++) {
        blend(p->m[i / 3][i % 3], end->m[i / 3][i % 3], tau, u);
        most = fmax(most, fabs(map[1].matrix[i / 3][i % 3]));
    }
    mpz_add(p->m_off, p->m_off, end->m_off);
    angle_of(angle, degrees, tau);
    rotation_of(u->back, u->back_off, axis, angle, p->bits);
    turn_matrix(p->m, p->m_off, u->back, u->back_off, p->bits, &s);
    (void)number_of(u->room[0], most * 0x1p-47, p->bits);
    mpz_add(p->m_off, p->m_off, u->room[0]);
    mpq_clear(angle);
    scratch_clear(&s);
}

// The doubles nearest to a place, near enough to find an angle.
static affine rounded_place(const moved_place* p)
{
    affine out = {.translation = {0}};
    for (int i = 0; i < 9; i++) {
        long exponent;
        const double x = mpz_get_d_2exp(&exponent, p->m[i / 3][i % 3]);
        out.matrix[i / 3][i % 3] = ldexp(x, (int)exponent - p->bits);
    }
    return out;
}

static void go_between(moved_place* p, const abut_motion* piece, double tau)
{
    turning u;
    size_t count;
    mpz_t* const x = numbers_of(&u, &count);
    for (size_t i = 0; i < count; i++)
        mpz_init(x[i]);
    moved_place end;
    moved_place_init(&end, p->bits);
    moved_place_begin(&end, piece->to);
    const affine map[2] = {rounded_place(p), oracle_affine(piece->to)};
    int is_straight = !mpz_sgn(p->m_off);
    for (int i = 0; i < 9; i++)
        is_straight &= !mpz_cmp(p->m[i / 3][i % 3], end.m[i / 3][i % 3]);
    place_pivot(u.from, p, piece->pivot, u.off, u.room);
    place_pivot(u.to, &end, piece->pivot, u.off, u.room);
    for (int i = 0; i < 3; i++)
        blend(u.from[i], u.to[i], tau, &u);
    if (!is_straight)
        turn_between(p, &end, map, piece->to->scale > 0 ? piece->to->scale : 1, tau, &u);
    for (int i = 0; i < 3; i++) {
        mpz_set(p->t[i], u.from[i]);
        for (int k = 0; k < 3; k++)
            moved_add_product(p->t[i], u.off, p->m[i][k], p->m_off, -piece->pivot[k], u.room);
    }
    mpz_add(p->t_off, p->t_off, end.t_off);
    mpz_add(p->t_off, p->t_off, u.off);
    moved_place_clear(&end);
    for (size_t i = 0; i < count; i++)
        mpz_clear(x[i]);
}

void moved_place_go(moved_place* p, const abut_motion* piece, double tau)
{
    if (piece->to && tau >= 1)
        moved_place_begin(p, piece->to);
    else if (piece->to)
        go_between(p, piece, tau);
    else
        go_screw(p, piece, tau);
}

void moved_place_find(moved_place* p, const abut_pose* pose, const abut_motion* pieces,
                      size_t count, double time)
{
    moved_place_begin(p, pose);
    if (!pieces) return;
    for (size_t i = 0; i < count && (double)i < time; i++)
        moved_place_go(p, &pieces[i], time - (double)i < 1 ? time - (double)i : 1);
}

int moved_place_is_near(const moved_place* p, const abut_pose* rounded, double places)
{
    const affine map = oracle_affine(rounded);
    double most = 0, farthest = 0;
    mpz_t x;
    mpz_init(x);
    for (int part = 0; part < 2; part++) {
        double size = 0, gap = 0;
        for (int i = 0; i < (part ? 3 : 9); i++) {
            mpz_srcptr const here = part ? p->t[i] : p->m[i / 3][i % 3];
            const double y = part ? map.translation[i] : map.matrix[i / 3][i % 3];
            (void)number_of(x, y, p->bits);
            mpz_sub(x, x, here);
            long exponent;
            const double fraction = mpz_get_d_2exp(&exponent, x);
            gap = fmax(gap, fabs(ldexp(fraction, (int)exponent - p->bits)));
            size = fmax(size, fabs(y));
        }
        most = fmax(most, gap / fmax(size, 0x1p-1000));
        farthest = fmax(farthest, size);
    }
    mpz_clear(x);
    return isfinite(farthest) && most <= places * 0x1p-53;
}
