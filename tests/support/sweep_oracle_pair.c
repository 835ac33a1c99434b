// sweep_oracle_pair.c - two triangles whose corners are known nearly, or exactly (see sweep_oracle.h).
//
// Two convex sets are as far apart as the widest gap between two parallel planes that separate them. For hulls of a few points the
// planes of that gap have one of few normals; all are tried.
#include "support/sweep_oracle.h"

#include <math.h>
#include <stdlib.h>

typedef struct vec {
    mpz_t x[3];
} vec;

enum { VECTORS = 12, NUMBERS = 12 };
typedef struct room {
    vec edge[6], n, v, d[3], axis;  // VECTORS
    mpz_t low[2], high[2], x, y, z, size, slack, speed, most, gap;
} room;

static mpz_t* numbers_of(room* r, size_t* count)
{
    *count = sizeof *r / sizeof(mpz_t);  // it has nothing else
    return (mpz_t*)(void*)r;
}

static room* room_create(void)
{
    size_t count;
    room* const r = calloc(1, sizeof *r);
    if (!r) abort();
    mpz_t* const x = numbers_of(r, &count);
    for (size_t i = 0; i < count; i++)
        mpz_init(x[i]);
    return r;
}

static void room_free(room* r)
{
    size_t count;
    mpz_t* const x = numbers_of(r, &count);
    for (size_t i = 0; i < count; i++)
        mpz_clear(x[i]);
    free(r);
}

void moved_pair_init(moved_pair* p, int bits)
{
    p->bits = bits;
    for (int i = 0; i < 18; i++)
        mpz_init(p->point[i / 3][i % 3]);
    mpz_init(p->off);
    mpq_init(p->square);
}

void moved_pair_clear(moved_pair* p)
{
    for (int i = 0; i < 18; i++)
        mpz_clear(p->point[i / 3][i % 3]);
    mpz_clear(p->off);
    mpq_clear(p->square);
}

// ---------------------------------------------------------------------------------------- vectors

static void minus(vec* out, mpz_t p[3], mpz_t q[3])
{
    for (int c = 0; c < 3; c++)
        mpz_sub(out->x[c], p[c], q[c]);
}

static void cross(vec* out, const vec* p, const vec* q)
{
    for (int c = 0; c < 3; c++) {
        const int j = (c + 1) % 3, k = (c + 2) % 3;
        mpz_mul(out->x[c], p->x[j], q->x[k]);
        mpz_submul(out->x[c], p->x[k], q->x[j]);
    }
}

static void dot(mpz_t out, const vec* p, mpz_srcptr const q[3])
{
    mpz_mul(out, p->x[0], q[0]);
    mpz_addmul(out, p->x[1], q[1]);
    mpz_addmul(out, p->x[2], q[2]);
}

static void dot_point(mpz_t out, const vec* p, mpz_t q[3])
{
    mpz_srcptr const x[3] = {q[0], q[1], q[2]};
    dot(out, p, x);
}

static int is_none(const vec* p)
{
    return !mpz_sgn(p->x[0]) && !mpz_sgn(p->x[1]) && !mpz_sgn(p->x[2]);
}

static void find_edges(room* r, moved_pair* p)
{
    for (int i = 0; i < 6; i++)
        minus(&r->edge[i], p->point[i / 3 * 3 + (i + 1) % 3], p->point[i]);
}

// Where both sets lie along an axis.
static void project(room* r, moved_pair* p, const vec* axis)
{
    for (int i = 0; i < 6; i++) {
        const int side = i / 3;
        dot_point(r->x, axis, p->point[i]);
        if (i % 3 == 0 || mpz_cmp(r->x, r->low[side]) < 0) mpz_set(r->low[side], r->x);
        if (i % 3 == 0 || mpz_cmp(r->x, r->high[side]) > 0) mpz_set(r->high[side], r->x);
    }
}

// ----------------------------------------------------------------------------------------- straight

typedef struct span {
    mpz_t* way;
    mpq_ptr first, last;
    int is_empty;
} span;

// first = max(first, num / den), or last = min(last, num / den).
static void clip(span* out, const mpz_t num, const mpz_t den, int is_last)
{
    mpq_t x;
    mpq_init(x);
    mpq_set_num(x, num);
    mpq_set_den(x, den);
    mpq_canonicalize(x);
    if (is_last && mpq_cmp(x, out->last) < 0) mpq_set(out->last, x);
    if (!is_last && mpq_cmp(x, out->first) > 0) mpq_set(out->first, x);
    mpq_clear(x);
}

// Leave of the span the times at which both lie over each other along an axis.
static void clip_by_axis(span* out, room* r, moved_pair* p, const vec* axis)
{
    if (out->is_empty || is_none(axis)) return;
    project(r, p, axis);
    dot_point(r->speed, axis, out->way);
    mpz_sub(r->y, r->high[0], r->low[1]);  // b may go so far up until it is beyond a
    mpz_sub(r->z, r->low[0], r->high[1]);  // and must go so far, if it is below
    const int sense = mpz_sgn(r->speed);
    if (sense == 0) {
        out->is_empty |= mpz_sgn(r->y) < 0 || mpz_sgn(r->z) > 0;
        return;
    }
    clip(out, r->y, r->speed, sense > 0);
    clip(out, r->z, r->speed, sense < 0);
    out->is_empty |= mpq_cmp(out->first, out->last) > 0;
}

static void unit(vec* out, int axis)
{
    for (int c = 0; c < 3; c++)
        mpz_set_ui(out->x[c], c == axis);
}

// All edges lie along a line, or are points.
static void clip_line(span* out, room* r, moved_pair* p)
{
    for (int i = 0; i < 6; i++) {
        if (is_none(&r->edge[i])) continue;
        clip_by_axis(out, r, p, &r->edge[i]);
        for (int c = 0; c < 3; c++) {
            unit(&r->v, c);
            cross(&r->axis, &r->edge[i], &r->v);
            clip_by_axis(out, r, p, &r->axis);
        }
        return;
    }
    for (int c = 0; c < 3; c++) {
        unit(&r->axis, c);
        clip_by_axis(out, r, p, &r->axis);
    }
}

// The differences of both sets are a polytope. Its faces are spanned by two edges; if it is flat, its sides lie along edges.
static void clip_all(span* out, room* r, moved_pair* p)
{
    find_edges(r, p);
    int rank = 0;
    for (int i = 0; i < 6; i++)
        for (int k = i + 1; k < 6; k++) {
            cross(&r->axis, &r->edge[i], &r->edge[k]);
            if (is_none(&r->axis)) continue;
            if (!rank)
                for (int c = 0; c < 3; c++)
                    mpz_set(r->n.x[c], r->axis.x[c]);
            rank = rank > 2 ? rank : 2;
            for (int e = 0; e < 6 && rank == 2; e++) {
                dot_point(r->x, &r->n, r->edge[e].x);
                if (mpz_sgn(r->x)) rank = 3;
            }
            clip_by_axis(out, r, p, &r->axis);
        }
    if (rank == 0) clip_line(out, r, p);
    for (int e = 0; e < 6 && rank == 2; e++) {
        cross(&r->axis, &r->n, &r->edge[e]);
        clip_by_axis(out, r, p, &r->axis);
    }
}

int moved_pair_straight(moved_pair* p, mpz_t way[3], mpq_t first, mpq_t last)
{
    if (mpz_sgn(p->off)) abort();  // for points that are exact
    room* const r = room_create();
    span out = {way, first, last, 0};
    mpq_set_ui(first, 0, 1);
    mpq_set_ui(last, 1, 1);
    clip_all(&out, r, p);
    room_free(r);
    return !out.is_empty;
}

static int meets_exactly(moved_pair* p)
{
    mpz_t none[3];
    mpq_t first, last;
    mpz_inits(none[0], none[1], none[2], NULL);
    mpq_inits(first, last, NULL);
    const int meets = moved_pair_straight(p, none, first, last);
    mpq_clears(first, last, NULL);
    mpz_clears(none[0], none[1], none[2], NULL);
    return meets;
}

// ------------------------------------------------------------------------------------------ crossing

// The sign of det[b - a, c - a, d - a]; 0 if it may be another.
static int side_of(room* r, moved_pair* p, int a, int b, int c, int d)
{
    const int to[3] = {b, c, d};
    mpz_set_ui(r->most, 0);
    for (int i = 0; i < 3; i++) {
        minus(&r->d[i], p->point[to[i]], p->point[a]);
        for (int k = 0; k < 3; k++)
            if (mpz_cmpabs(r->d[i].x[k], r->most) > 0) mpz_abs(r->most, r->d[i].x[k]);
    }
    cross(&r->n, &r->d[0], &r->d[1]);
    dot_point(r->x, &r->n, r->d[2].x);
    // Six products of three numbers, each at most most + 2 off in size, and 2 off from where it should be.
    mpz_mul_ui(r->z, p->off, 2);
    mpz_add(r->z, r->z, r->most);
    mpz_pow_ui(r->z, r->z, 3);
    mpz_pow_ui(r->y, r->most, 3);
    mpz_sub(r->z, r->z, r->y);
    mpz_mul_ui(r->z, r->z, 6);
    return mpz_cmpabs(r->x, r->z) > 0 ? mpz_sgn(r->x) : 0;
}

// Whether an edge of one goes through the inside of the other, for certain.
static int crosses(room* r, moved_pair* p)
{
    for (int i = 0; i < 6; i++) {
        const int a = i, b = i / 3 * 3 + (i + 1) % 3, o = 3 - i / 3 * 3;
        const int above = side_of(r, p, o, o + 1, o + 2, a);
        if (!above || side_of(r, p, o, o + 1, o + 2, b) != -above) continue;
        const int turn = side_of(r, p, a, b, o, o + 1);
        if (turn && side_of(r, p, a, b, o + 1, o + 2) == turn &&
            side_of(r, p, a, b, o + 2, o) == turn)
            return 1;
    }
    return 0;
}

int moved_pair_meets(moved_pair* p)
{
    if (!mpz_sgn(p->off)) return meets_exactly(p) ? 1 : -1;
    room* const r = room_create();
    int out = crosses(r, p);
    room_free(r);
    if (out) return 1;
    moved_pair_measure(p);
    mpq_t off;
    mpq_init(off);
    mpz_mul_ui(mpq_numref(off), p->off, 4);
    mpz_mul(mpq_numref(off), mpq_numref(off), mpq_numref(off));
    mpz_ui_pow_ui(mpq_denref(off), 2, 2 * (unsigned)p->bits);
    mpq_canonicalize(off);
    out = mpq_cmp(p->square, off) > 0 ? -1 : 0;
    mpq_clear(off);
    return out;
}

// ------------------------------------------------------------------------------------------ measuring

// The gap along an axis, if it is wider than all before.
static void try_axis(room* r, moved_pair* p, const vec* axis)
{
    if (is_none(axis)) return;
    project(r, p, axis);
    mpz_sub(r->y, r->low[1], r->high[0]);
    mpz_sub(r->z, r->low[0], r->high[1]);
    if (mpz_cmp(r->z, r->y) > 0) mpz_swap(r->y, r->z);
    if (mpz_sgn(r->y) <= 0) return;
    mpq_t x;
    mpq_init(x);
    mpz_mul(mpq_numref(x), r->y, r->y);
    mpz_srcptr const axis_x[3] = {axis->x[0], axis->x[1], axis->x[2]};
    dot(r->size, axis, axis_x);
    mpz_set(mpq_denref(x), r->size);
    mpq_canonicalize(x);
    if (mpq_cmp(x, p->square) > 0) mpq_set(p->square, x);
    mpq_clear(x);
}

// From a corner of one side square to an edge of the other.
static void try_corner_and_edge(room* r, moved_pair* p, int corner, int edge)
{
    minus(&r->v, p->point[corner], p->point[edge]);
    cross(&r->n, &r->edge[edge], &r->v);
    cross(&r->axis, &r->n, &r->edge[edge]);
    try_axis(r, p, &r->axis);
}

void moved_pair_measure(moved_pair* p)
{
    room* const r = room_create();
    mpq_set_ui(p->square, 0, 1);
    find_edges(r, p);
    for (int i = 0; i < 6; i++)
        for (int k = i + 1; k < 6; k++) {
            cross(&r->axis, &r->edge[i], &r->edge[k]);
            try_axis(r, p, &r->axis);
        }
    for (int a = 0; a < 3; a++)
        for (int b = 3; b < 6; b++) {
            minus(&r->axis, p->point[b], p->point[a]);
            try_axis(r, p, &r->axis);
            try_corner_and_edge(r, p, a, b);
            try_corner_and_edge(r, p, b, a);
        }
    mpq_div_2exp(p->square, p->square, 2 * (mp_bitcnt_t)p->bits);
    room_free(r);
}

// The sign of sqrt(square) + units off - distance.
static int compare(const moved_pair* p, double distance, int units)
{
    mpq_t x, off;
    mpq_inits(x, off, NULL);
    mpq_set_d(x, distance);
    mpq_set_z(off, p->off);
    mpq_div_2exp(off, off, (mp_bitcnt_t)p->bits);
    mpz_mul_si(mpq_numref(off), mpq_numref(off), units);
    mpq_canonicalize(off);
    mpq_sub(x, x, off);
    int out = 1;
    if (mpq_sgn(x) >= 0) {
        mpq_mul(x, x, x);
        out = mpq_cmp(p->square, x);
    }
    mpq_clears(x, off, NULL);
    return (out > 0) - (out < 0);
}

// Both points are off by at most sqrt(3) off each, so by less than 4 off together.
int moved_pair_is_beyond(const moved_pair* p, double distance)
{
    return compare(p, distance, -4) >= 0;
}

int moved_pair_is_within(const moved_pair* p, double distance)
{
    return compare(p, distance, 4) <= 0;
}

void moved_pair_set(moved_pair* p, const double a[9], const moved_place* a_place, const double b[9],
                    const moved_place* b_place)
{
    mpz_t off, rest[2];
    mpz_inits(off, rest[0], rest[1], NULL);
    mpz_set_ui(p->off, 0);
    for (int i = 0; i < 6; i++) {
        const double* const corner = i < 3 ? a + 3 * i : b + 3 * (i - 3);
        const moved_place* const place = i < 3 ? a_place : b_place;
        for (int c = 0; c < 3; c++) {
            mpz_set(p->point[i][c], place->t[c]);
            mpz_set(off, place->t_off);
            for (int k = 0; k < 3; k++)
                moved_add_product(p->point[i][c], off, place->m[c][k], place->m_off, corner[k],
                                  rest);
            if (mpz_cmp(off, p->off) > 0) mpz_set(p->off, off);
        }
    }
    mpz_clears(off, rest[0], rest[1], NULL);
}
