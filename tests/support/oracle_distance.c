// oracle_distance.c - see oracle_distance.h.
//
// All corners are whole numbers of one power of two. Each pair of features is solved by its Gram matrix, and counts if the
// nearest points are strictly inside both: where they are not, features of fewer dimensions hold the nearest.
#include "support/oracle_distance.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { FEATURES = 7 };

typedef struct vec {
    mpz_t x[3];
} vec;

typedef struct work {
    vec corner[2][3];
    vec u, v, r, d;  // edges, and what is between
    mpz_t uu, vv, uv, ur, vr, rr;
    mpz_t whole, s, t;  // the feet's weights are s and t of the whole
    mpz_t square, below, left, right;
    // The nearest so far: square / below.
    mpz_t best, best_below;
} work;

static mpz_t* numbers_of(work* w, size_t* count)
{
    *count = sizeof *w / sizeof(mpz_t);  // it has nothing else
    return (mpz_t*)(void*)w;
}

static void work_init(work* w)
{
    size_t count;
    mpz_t* x = numbers_of(w, &count);
    for (size_t i = 0; i < count; i++)
        mpz_init(x[i]);
}

static void work_clear(work* w)
{
    size_t count;
    mpz_t* x = numbers_of(w, &count);
    for (size_t i = 0; i < count; i++)
        mpz_clear(x[i]);
}

void oracle_gap_init(oracle_gap* g)
{
    mpq_init(g->square);
    for (int c = 0; c < 3; c++)
        mpq_inits(g->a[c], g->b[c], NULL);
}

void oracle_gap_clear(oracle_gap* g)
{
    mpq_clear(g->square);
    for (int c = 0; c < 3; c++)
        mpq_clears(g->a[c], g->b[c], NULL);
}

// --------------------------------------------------------------------------------------------- placing

// x = m 2^e, m whole.
static int64_t whole_of(double x, int* exponent)
{
    const double fraction = frexp(x, exponent);
    *exponent -= 53;
    return (int64_t)ldexp(fraction, 53);
}

// The least exponent of the terms of a place, of those that are not 0.
static int least_exponent(const double v[3][3], const affine* pose, int least)
{
    for (int c = 0; c < 3; c++) {
        int e, f;
        if (whole_of(pose->translation[c], &e) && e < least) least = e;
        for (int k = 0; k < 9; k++)
            if (whole_of(pose->matrix[c][k % 3], &e) && whole_of(v[k / 3][k % 3], &f) &&
                e + f < least)
                least = e + f;
    }
    return least;
}

static void add_term(mpz_t sum, mpz_t term, int64_t m, int64_t n, int shift)
{
    if (!m || !n) return;
    mpz_set_si(term, m);
    mpz_mul_si(term, term, n);
    mpz_mul_2exp(term, term, (mp_bitcnt_t)shift);
    mpz_add(sum, sum, term);
}

static void place(vec* out, const double v[3], const affine* pose, int exponent, mpz_t term)
{
    for (int c = 0; c < 3; c++) {
        int e, f;
        const int64_t t = whole_of(pose->translation[c], &e);
        mpz_set_ui(out->x[c], 0);
        add_term(out->x[c], term, t, 1, e - exponent);
        for (int k = 0; k < 3; k++) {
            const int64_t m = whole_of(pose->matrix[c][k], &e), n = whole_of(v[k], &f);
            add_term(out->x[c], term, m, n, e + f - exponent);
        }
    }
}

// The least exponent of the terms of a place in a frame, of points that are whole numbers of 2^from.
static int least_in_frame(const affine* frame, int from, int least)
{
    for (int c = 0; c < 3; c++) {
        int e;
        if (whole_of(frame->translation[c], &e) && e < least) least = e;
        for (int k = 0; k < 3; k++)
            if (whole_of(frame->matrix[c][k], &e) && e + from < least) least = e + from;
    }
    return least;
}

// Put a frame about a point. It becomes a whole number of 2^to.
static void place_in_frame(vec* p, const affine* frame, int from, int to, vec* moved, mpz_t term)
{
    for (int c = 0; c < 3; c++) {
        int e;
        const int64_t t = whole_of(frame->translation[c], &e);
        mpz_set_ui(moved->x[c], 0);
        add_term(moved->x[c], term, t, 1, e - to);
        for (int k = 0; k < 3; k++) {
            const int64_t m = whole_of(frame->matrix[c][k], &e);
            if (!m) continue;
            mpz_mul_si(term, p->x[k], m);
            mpz_mul_2exp(term, term, (mp_bitcnt_t)(e + from - to));
            mpz_add(moved->x[c], moved->x[c], term);
        }
    }
    for (int c = 0; c < 3; c++)
        mpz_set(p->x[c], moved->x[c]);
}

// -------------------------------------------------------------------------------------------- features

static void minus(vec* out, const vec* p, const vec* q)
{
    for (int c = 0; c < 3; c++)
        mpz_sub(out->x[c], p->x[c], q->x[c]);
}

static void dot(mpz_t out, const vec* p, const vec* q)
{
    mpz_mul(out, p->x[0], q->x[0]);
    mpz_addmul(out, p->x[1], q->x[1]);
    mpz_addmul(out, p->x[2], q->x[2]);
}

// x y - z w
static void determinant(mpz_t out, const mpz_t x, const mpz_t y, const mpz_t z, const mpz_t w)
{
    mpz_mul(out, x, y);
    mpz_submul(out, z, w);
}

static int dimension(int f)
{
    return f < 3 ? 0 : f < 6 ? 1 : 2;
}

// r between corners: the square is a whole number.
static int of_vertices(work* w)
{
    dot(w->square, &w->r, &w->r);
    mpz_set_ui(w->below, 1);
    return 1;
}

// r from the edge's beginning to the vertex, u along the edge; the foot is s / whole along it.
static int of_vertex_edge(work* w)
{
    dot(w->whole, &w->u, &w->u);
    dot(w->s, &w->u, &w->r);
    if (mpz_sgn(w->s) <= 0 || mpz_cmp(w->s, w->whole) >= 0) return 0;
    dot(w->rr, &w->r, &w->r);
    determinant(w->square, w->rr, w->whole, w->s, w->s);
    mpz_set(w->below, w->whole);
    return 1;
}

static void gram(work* w)
{
    dot(w->uu, &w->u, &w->u);
    dot(w->vv, &w->v, &w->v);
    dot(w->uv, &w->u, &w->v);
    dot(w->ur, &w->u, &w->r);
    dot(w->vr, &w->v, &w->r);
    determinant(w->whole, w->uu, w->vv, w->uv, w->uv);
    determinant(w->s, w->ur, w->vv, w->vr, w->uv);
}

// The square of (whole r - s u +- t v) / whole.
static void square_between(work* w, int sign)
{
    for (int c = 0; c < 3; c++) {
        determinant(w->d.x[c], w->whole, w->r.x[c], w->s, w->u.x[c]);
        if (sign > 0)
            mpz_addmul(w->d.x[c], w->t, w->v.x[c]);
        else
            mpz_submul(w->d.x[c], w->t, w->v.x[c]);
    }
    dot(w->square, &w->d, &w->d);
    mpz_mul(w->below, w->whole, w->whole);
}

// r from the face's first corner to the vertex, u and v to the others: the foot is s u + t v, over the whole.
static int of_vertex_face(work* w)
{
    gram(w);
    determinant(w->t, w->vr, w->uu, w->ur, w->uv);
    mpz_add(w->left, w->s, w->t);
    if (mpz_sgn(w->s) <= 0 || mpz_sgn(w->t) <= 0 || mpz_cmp(w->left, w->whole) >= 0) return 0;
    square_between(w, -1);
    return 1;
}

// r from a's edge u to b's edge v: feet at s of u and t of v, over the whole.
static int of_edges(work* w)
{
    gram(w);
    determinant(w->t, w->ur, w->uv, w->vr, w->uu);
    if (mpz_sgn(w->s) <= 0 || mpz_cmp(w->s, w->whole) >= 0) return 0;
    if (mpz_sgn(w->t) <= 0 || mpz_cmp(w->t, w->whole) >= 0) return 0;
    square_between(w, 1);
    return 1;
}

// Prepare u, v and r for two features and solve them; 0 if the nearest points are not strictly inside both.
static int solve(work* w, int fa, int fb)
{
    const int da = dimension(fa), db = dimension(fb);
    const vec *a = w->corner[0], *b = w->corner[1];
    if (da == 1 && db == 1) {
        const int i = fa - 3, j = fb - 3;
        minus(&w->u, &a[(i + 1) % 3], &a[i]);
        minus(&w->v, &b[(j + 1) % 3], &b[j]);
        minus(&w->r, &b[j], &a[i]);
        return of_edges(w);
    }
    const int f = da ? fa : fb;  // the other one is a vertex
    const vec *p = da ? &b[fb] : &a[fa], *q = da ? a : b;
    const int from = f < 3 ? f : f < 6 ? f - 3 : 0;
    minus(&w->r, p, &q[from]);
    if (f < 3) return of_vertices(w);
    minus(&w->u, &q[(from + 1) % 3], &q[from]);
    if (f < 6) return of_vertex_edge(w);
    minus(&w->v, &q[2], &q[0]);
    return of_vertex_face(w);
}

// --------------------------------------------------------------------------------------------- results

static void scale_by(mpq_t x, int exponent)
{
    mpq_canonicalize(x);
    if (exponent > 0)
        mpq_mul_2exp(x, x, (mp_bitcnt_t)exponent);
    else
        mpq_div_2exp(x, x, (mp_bitcnt_t)-exponent);
}

// A way that is gone so much of, over the whole; NULL: none.
typedef struct arm {
    const vec* way;
    mpz_srcptr weight;
} arm;

// q and both arms.
static void foot(mpq_t out[3], work* w, const vec* q, const arm arms[2], int exponent)
{
    for (int c = 0; c < 3; c++) {
        mpz_mul(w->left, w->whole, q->x[c]);
        for (int i = 0; i < 2; i++)
            if (arms[i].way) mpz_addmul(w->left, arms[i].weight, arms[i].way->x[c]);
        mpq_set_num(out[c], w->left);
        mpq_set_den(out[c], w->whole);
        scale_by(out[c], exponent);
    }
}

static void fill(oracle_gap* g, work* w, int exponent)
{
    const int fa = g->features.a, fb = g->features.b, da = dimension(fa), db = dimension(fb);
    const vec *a = w->corner[0], *b = w->corner[1];
    solve(w, fa, fb);
    mpq_set_num(g->square, w->square);
    mpq_set_den(g->square, w->below);
    scale_by(g->square, 2 * exponent);
    if (!da && !db) mpz_set_ui(w->whole, 1);
    const arm none = {NULL, w->s}, along_u = {&w->u, w->s}, along_v = {&w->v, w->t};
    if (da == 1 && db == 1) {
        foot(g->a, w, &a[fa - 3], (const arm[2]){along_u, none}, exponent);
        foot(g->b, w, &b[fb - 3], (const arm[2]){none, along_v}, exponent);
        return;
    }
    const int f = da ? fa : fb, from = f < 3 ? f : f < 6 ? f - 3 : 0;
    foot(da ? g->b : g->a, w, da ? &b[fb] : &a[fa], (const arm[2]){none, none}, exponent);
    foot(da ? g->a : g->b, w, &(da ? a : b)[from],
         (const arm[2]){f < 3 ? none : along_u, f < 6 ? none : along_v}, exponent);
}

void oracle_gap_find(oracle_gap* g, const double a[3][3], const affine* a_pose,
                     const double b[3][3], const affine* b_pose)
{
    oracle_gap_find_in(g, a, a_pose, NULL, b, b_pose, NULL);
}

void oracle_gap_find_in(oracle_gap* g, const double a[3][3], const affine* a_pose,
                        const affine* a_frame, const double b[3][3], const affine* b_pose,
                        const affine* b_frame)
{
    static const affine none = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const affine* const frame[2] = {a_frame ? a_frame : &none, b_frame ? b_frame : &none};
    work w;
    work_init(&w);
    int exponent = least_exponent(b, b_pose, least_exponent(a, a_pose, 0));
    for (int i = 0; i < 3; i++) {
        place(&w.corner[0][i], a[i], a_pose, exponent, w.left);
        place(&w.corner[1][i], b[i], b_pose, exponent, w.left);
    }
    if (a_frame || b_frame) {
        const int to = least_in_frame(frame[1], exponent, least_in_frame(frame[0], exponent, 0));
        for (int i = 0; i < 6; i++)
            place_in_frame(&w.corner[i / 3][i % 3], frame[i / 3], exponent, to, &w.d, w.left);
        exponent = to;
    }
    int is_first = 1;
    for (int sum = 0; sum < 3; sum++)
        for (int fa = 0; fa < FEATURES; fa++)
            for (int fb = 0; fb < FEATURES; fb++) {
                if (dimension(fa) + dimension(fb) != sum || !solve(&w, fa, fb)) continue;
                mpz_mul(w.left, w.square, w.best_below);
                mpz_mul(w.right, w.best, w.below);
                if (!is_first && mpz_cmp(w.left, w.right) >= 0) continue;
                is_first = 0;
                mpz_set(w.best, w.square);
                mpz_set(w.best_below, w.below);
                g->features = (abut_event){(uint8_t)fa, (uint8_t)fb};
            }
    fill(g, &w, exponent);
    work_clear(&w);
}

// ------------------------------------------------------------------------------------------ comparing

int oracle_compare_double(double x, const mpq_t square)
{
    if (isinf(x)) return 1;
    mpq_t y;
    mpq_init(y);
    mpq_set_d(y, x);
    mpq_mul(y, y, y);
    const int sign = mpq_cmp(y, square);
    mpq_clear(y);
    return (sign > 0) - (sign < 0);
}

int oracle_encloses(const mpq_t square, double lo, double hi)
{
    uint64_t bits[2];
    memcpy(&bits[0], &lo, sizeof lo);
    memcpy(&bits[1], &hi, sizeof hi);
    const int below = oracle_compare_double(lo, square);
    if (below == 0) return bits[0] == bits[1];
    return below < 0 && oracle_compare_double(hi, square) > 0 && bits[1] == bits[0] + 1;
}

// A double; infinity as if the exponents went on.
static void set_double(mpq_t out, double x)
{
    if (isinf(x)) {
        mpq_set_d(out, x > 0 ? 0x1p1023 : -0x1p1023);
        mpq_mul_2exp(out, out, 1);
    } else {
        mpq_set_d(out, x);
    }
}

static void middle_of(mpq_t out, double x, double y)
{
    mpq_t term;
    mpq_init(term);
    set_double(out, x);
    set_double(term, y);
    mpq_add(out, out, term);
    mpq_div_2exp(out, out, 1);
    mpq_clear(term);
}

int oracle_is_rounded(const mpq_t x, double rounded)
{
    if (isnan(rounded)) return 0;
    mpq_t bound;
    mpq_init(bound);
    uint64_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    const int is_even = !(bits & 1);
    int is_right = 1;
    for (int up = 0; up < 2; up++) {
        const double next = nextafter(rounded, up ? (double)INFINITY : -(double)INFINITY);
        if (isinf(rounded) && (rounded > 0) == up) continue;  // nothing is beyond it
        middle_of(bound, rounded, next);
        const int sign = up ? -mpq_cmp(x, bound) : mpq_cmp(x, bound);
        is_right &= sign > 0 || (sign == 0 && is_even);
    }
    mpq_clear(bound);
    return is_right;
}
