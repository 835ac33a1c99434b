// slow_motion.c - see slow_motion.h.
#include "support/slow_motion.h"

#include "geom/limbs.h"

#include <math.h>
#include <stdlib.h>

enum { BITS = 512 };

static mpf_t pi;

// The arc whose tangent is 1 / n.
static void add_arc(mpf_t out, unsigned long n, long times)
{
    mpf_t power, term;
    mpf_inits(power, term, NULL);
    mpf_set_ui(power, 1);
    mpf_div_ui(power, power, n);
    for (unsigned long k = 1; mpf_get_d(power) > 0x1p-520; k += 2) {
        mpf_div_ui(term, power, k);
        mpf_mul_ui(term, term, (unsigned long)labs(times));
        if ((times < 0) != (k % 4 == 3))
            mpf_sub(out, out, term);
        else
            mpf_add(out, out, term);
        mpf_div_ui(power, power, n * n);
    }
    mpf_clears(power, term, NULL);
}

void slow_begin(void)
{
    mpf_set_default_prec(BITS);
    mpf_init(pi);
    add_arc(pi, 5, 16);  // Machin's
    add_arc(pi, 239, -4);
}

// Sine and cosine of radians, at most 7: the series until its terms are below 2^-300. What is left is less than the last.
static void slow_turn(const mpf_t radians, mpf_t sine, mpf_t cosine)
{
    mpf_t term, square;
    mpf_init_set_ui(term, 1);
    mpf_init(square);
    mpf_set_ui(sine, 0);
    mpf_set_ui(cosine, 1);
    for (unsigned long k = 1; k < 200; k++) {
        mpf_mul(term, term, radians);
        mpf_div_ui(term, term, k);
        mpf_t* const sum = k & 1 ? (mpf_t*)sine : (mpf_t*)cosine;
        if (k & 2)
            mpf_sub(*sum, *sum, term);
        else
            mpf_add(*sum, *sum, term);
        if (k > 14 && fabs(mpf_get_d(term)) < 0x1p-300) break;
    }
    mpf_clears(term, square, NULL);
}

// A whole number of 2^-bits.
void slow_set(mpf_t out, int128 x, unsigned long bits)
{
    const uint128 size = x < 0 ? -(uint128)x : (uint128)x;
    mpf_set_ui(out, (unsigned long)(size >> 64));
    mpf_mul_2exp(out, out, 64);
    mpf_add_ui(out, out, (unsigned long)(uint64_t)size);
    if (x < 0) mpf_neg(out, out);
    mpf_div_2exp(out, out, bits);
}

static void set_radians(mpf_t out, const mpf_t degrees)
{
    mpf_mul(out, degrees, pi);
    mpf_div_ui(out, out, 180);
}

// Whole turns out of it first: exactly.
void slow_turn_of(const mpf_t degrees, mpf_t sine, mpf_t cosine)
{
    mpf_t rest, turns;
    mpf_inits(rest, turns, NULL);
    mpf_div_ui(turns, degrees, 360);
    mpf_floor(turns, turns);
    mpf_mul_ui(turns, turns, 360);
    mpf_sub(rest, degrees, turns);
    set_radians(rest, rest);
    slow_turn(rest, sine, cosine);
    mpf_clears(rest, turns, NULL);
}

void slow3_init(slow3* v)
{
    for (int i = 0; i < 3; i++)
        mpf_init(v->x[i]);
}

void slow3_clear(slow3* v)
{
    for (int i = 0; i < 3; i++)
        mpf_clear(v->x[i]);
}

void slow_map_init(slow_map* map)
{
    for (int i = 0; i < 3; i++) {
        mpf_init(map->t[i]);
        for (int j = 0; j < 3; j++)
            mpf_init(map->m[i][j]);
    }
}

void slow_map_clear(slow_map* map)
{
    for (int i = 0; i < 3; i++) {
        mpf_clear(map->t[i]);
        for (int j = 0; j < 3; j++)
            mpf_clear(map->m[i][j]);
    }
}

void slow_map_set(slow_map* out, const affine* a)
{
    for (int i = 0; i < 3; i++) {
        mpf_set_d(out->t[i], a->translation[i]);
        for (int j = 0; j < 3; j++)
            mpf_set_d(out->m[i][j], a->matrix[i][j]);
    }
}

void slow_map_copy(slow_map* out, const slow_map* a)
{
    for (int i = 0; i < 3; i++) {
        mpf_set(out->t[i], a->t[i]);
        for (int j = 0; j < 3; j++)
            mpf_set(out->m[i][j], a->m[i][j]);
    }
}

// out = m v, or of m turned over.
static void slow_multiply(slow3* out, mpf_t m[3][3], const slow3* v, int over)
{
    mpf_t term;
    mpf_init(term);
    for (int i = 0; i < 3; i++) {
        mpf_set_ui(out->x[i], 0);
        for (int k = 0; k < 3; k++) {
            mpf_mul(term, over ? m[k][i] : m[i][k], v->x[k]);
            mpf_add(out->x[i], out->x[i], term);
        }
    }
    mpf_clear(term);
}

// The rotation by an angle about an axis, which is divided by its length.
static void slow_rotation(mpf_t out[3][3], const slow3* axis, const mpf_t degrees)
{
    mpf_t sine, cosine, length, term;
    slow3 w;
    mpf_inits(sine, cosine, length, term, NULL);
    slow3_init(&w);
    slow_turn_of(degrees, sine, cosine);
    for (int i = 0; i < 3; i++) {
        mpf_mul(term, axis->x[i], axis->x[i]);
        mpf_add(length, length, term);
    }
    mpf_sqrt(length, length);
    for (int i = 0; i < 3; i++)
        mpf_div(w.x[i], axis->x[i], length);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            mpf_ui_sub(out[i][j], 1, cosine);
            mpf_mul(out[i][j], out[i][j], w.x[i]);
            mpf_mul(out[i][j], out[i][j], w.x[j]);
            if (i == j) {
                mpf_add(out[i][j], out[i][j], cosine);
                continue;
            }
            mpf_mul(term, sine, w.x[3 - i - j]);
            if (j == (i + 1) % 3)
                mpf_sub(out[i][j], out[i][j], term);
            else
                mpf_add(out[i][j], out[i][j], term);
        }
    mpf_clears(sine, cosine, length, term, NULL);
    slow3_clear(&w);
}

// ------------------------------------------------------------------------------------------ motion

void slow_motion_init(slow_motion* s)
{
    slow_map_init(&s->start);
    slow_map_init(&s->end);
    slow_map_init(&s->lack);
    slow3_init(&s->axis);
    slow3_init(&s->pivot);
    slow3_init(&s->from);
    slow3_init(&s->way);
    mpf_init(s->degrees);
}

void slow_motion_clear(slow_motion* s)
{
    slow_map_clear(&s->start);
    slow_map_clear(&s->end);
    slow_map_clear(&s->lack);
    slow3_clear(&s->axis);
    slow3_clear(&s->pivot);
    slow3_clear(&s->from);
    slow3_clear(&s->way);
    mpf_clear(s->degrees);
}

void slow_place(slow3* out, slow_map* map, const slow3* v)
{
    slow_multiply(out, map->m, v, 0);
    for (int i = 0; i < 3; i++)
        mpf_add(out->x[i], out->x[i], map->t[i]);
}

static void set_slow_to(slow_motion* s, const motion_piece* piece)
{
    slow_map turn;
    slow3 column, back;
    slow_map_init(&turn);
    slow3_init(&column);
    slow3_init(&back);
    slow_map_set(&s->end, &piece->end.pose);
    for (int i = 0; i < 3; i++)
        slow_set(s->axis.x[i], piece->unit[i], 62);
    slow_set(s->degrees, piece->turned, 100);
    slow_place(&s->from, &s->start, &s->pivot);
    slow_place(&s->way, &s->end, &s->pivot);
    for (int i = 0; i < 3; i++)
        mpf_sub(s->way.x[i], s->way.x[i], s->from.x[i]);
    if (piece->is_straight) mpf_set_ui(s->axis.x[2], 1);
    slow_rotation(turn.m, &s->axis, s->degrees);
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++)
            mpf_set(column.x[i], s->end.m[i][j]);
        slow_multiply(&back, turn.m, &column, 1);
        for (int i = 0; i < 3; i++)
            mpf_sub(s->lack.m[i][j], back.x[i], s->start.m[i][j]);
    }
    slow_map_clear(&turn);
    slow3_clear(&column);
    slow3_clear(&back);
}

// s->start is set.
void slow_motion_set(slow_motion* s, const abut_motion* motion, const motion_piece* piece)
{
    s->has_to = motion->to != NULL;
    for (int i = 0; i < 3; i++)
        mpf_set_d(s->pivot.x[i], motion->pivot[i]);
    if (s->has_to) {
        set_slow_to(s, piece);
        return;
    }
    const int has_axis = motion->degrees != 0;
    for (int i = 0; i < 9; i++)
        mpf_set_ui(s->lack.m[i / 3][i % 3], 0);
    for (int i = 0; i < 3; i++) {
        mpf_set_d(s->axis.x[i], has_axis ? motion->axis[i] : i == 2);
        mpf_set_d(s->way.x[i], motion->way[i]);
        mpf_set(s->from.x[i], s->pivot.x[i]);
    }
    mpf_set_d(s->degrees, motion->degrees);
}

// A column of the matrix before it is turned; the last: the arm.
static void set_column(const slow_motion* s, const mpf_t t, int j, slow3* out)
{
    mpf_t term;
    mpf_init(term);
    for (int i = 0; i < 3; i++) {
        if (j < 3) {
            mpf_mul(term, s->lack.m[i][j], t);
            mpf_add(out->x[i], s->start.m[i][j], term);
            continue;
        }
        if (!s->has_to) {
            mpf_sub(out->x[i], s->start.t[i], s->pivot.x[i]);
            continue;
        }
        mpf_set_ui(out->x[i], 0);  // the pivot's place in the model, away from it
        for (int k = 0; k < 3; k++) {
            mpf_mul(term, s->lack.m[i][k], t);
            mpf_add(term, term, s->start.m[i][k]);
            mpf_mul(term, term, s->pivot.x[k]);
            mpf_sub(out->x[i], out->x[i], term);
        }
    }
    mpf_clear(term);
}

void slow_find(const slow_motion* s, double tau, slow_map* out)
{
    slow_map turn;
    slow3 column, placed;
    mpf_t t, degrees, term;
    slow_map_init(&turn);
    slow3_init(&column);
    slow3_init(&placed);
    mpf_inits(t, degrees, term, NULL);
    mpf_set_d(t, tau);
    mpf_mul(degrees, s->degrees, t);
    slow_rotation(turn.m, &s->axis, degrees);
    for (int j = 0; j < 4; j++) {
        set_column(s, t, j, &column);
        slow_multiply(&placed, turn.m, &column, 0);
        for (int i = 0; i < 3; i++) {
            if (j < 3) {
                mpf_set(out->m[i][j], placed.x[i]);
                continue;
            }
            mpf_mul(term, s->way.x[i], t);
            mpf_add(term, term, s->from.x[i]);
            mpf_add(out->t[i], term, placed.x[i]);
        }
    }
    slow_map_clear(&turn);
    slow3_clear(&column);
    slow3_clear(&placed);
    mpf_clears(t, degrees, term, NULL);
}

// The length of what three numbers lack of three others, a little too small.
double slow_lack(mpf_t x0, double y0, mpf_t x1, double y1, mpf_t x2, double y2)
{
    mpf_t sum, term, y;
    mpf_inits(sum, term, y, NULL);
    mpf_t* const x[3] = {(mpf_t*)x0, (mpf_t*)x1, (mpf_t*)x2};
    const double other[3] = {y0, y1, y2};
    for (int i = 0; i < 3; i++) {
        mpf_set_d(y, other[i]);
        mpf_sub(term, *x[i], y);
        mpf_mul(term, term, term);
        mpf_add(sum, sum, term);
    }
    mpf_sqrt(sum, sum);
    const double out = mpf_get_d(sum);  // rounded towards 0
    mpf_clears(sum, term, y, NULL);
    return out;
}
