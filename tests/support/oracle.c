// oracle.c - the slow and independent decision that the fast one is compared with.
#include "support/oracle.h"

#include <gmp.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(GMP_NUMB_BITS == 64, "wide_to_mpz writes whole 64-bit limbs");

enum { MOST_CORNERS = 9 };

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 wide_bits;

typedef struct triple {
    mpz_t x[3];
} triple;

// A point (x / w) * 2^exponent, w > 0.
typedef struct homogeneous {
    mpz_t x[3], w;
} homogeneous;

struct oracle {
    mpz_t point[6][3];
    long exponent;     // of all six points
    triple normal[2];  // right-handed, of each triangle; zero below rank 2
    int rank[2];
    int end[2][2];  // the two ends of a segment, as vertices 0 to 5; both the same for a point
    homogeneous polygon[2][MOST_CORNERS];
    int current, count;  // the polygon in use and its corners
    mpz_t value[MOST_CORNERS], edge[2][3], s, t;
    triple plane;
};

static void each_number(oracle* o, void (*visit)(mpz_t))
{
    for (int i = 0; i < 3; i++) {
        for (int p = 0; p < 6; p++)
            visit(o->point[p][i]);
        visit(o->normal[0].x[i]), visit(o->normal[1].x[i]);
        visit(o->edge[0][i]), visit(o->edge[1][i]);
        visit(o->plane.x[i]);
    }
    for (int k = 0; k < MOST_CORNERS; k++) {
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < 3; i++)
                visit(o->polygon[side][k].x[i]);
            visit(o->polygon[side][k].w);
        }
        visit(o->value[k]);
    }
    visit(o->s), visit(o->t);
}

static void number_init(mpz_t x)
{
    mpz_init(x);
}
static void number_clear(mpz_t x)
{
    mpz_clear(x);
}

oracle* oracle_create(void)
{
    oracle* o = calloc(1, sizeof *o);
    if (!o) abort();
    each_number(o, number_init);
    return o;
}

void oracle_free(oracle* o)
{
    if (o) each_number(o, number_clear);
    free(o);
}

affine oracle_affine(const abut_pose* pose)
{
    affine out = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (!pose) return out;
    int all_zero = 1;
    for (int i = 0; i < 9; i++)
        all_zero &= pose->rotation[i / 3][i % 3] == 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            out.matrix[i][j] = (pose->scale == 0 ? 1 : pose->scale) *
                               (all_zero ? out.matrix[i][j] : pose->rotation[i][j]);
        out.translation[i] = pose->translation[i];
    }
    return out;
}

// ---------------------------------------------------------------------------------------- loading

// x = mantissa * 2^exponent, mantissa odd or 0.
typedef struct term {
    wide mantissa;
    int exponent;
} term;

static term term_from_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int field = (int)(bits >> 52 & 0x7FF);
    uint64_t mantissa = bits & 0xFFFFFFFFFFFFFu;
    if (field) mantissa |= (uint64_t)1 << 52;
    if (!mantissa) return (term){0, 0};
    const int zeros = __builtin_ctzll(mantissa);
    const int64_t odd = (int64_t)(mantissa >> zeros);
    return (term){bits >> 63 ? -odd : odd, (field ? field : 1) - 1075 + zeros};
}

static term term_product(term a, term b)
{
    return (term){a.mantissa * b.mantissa, a.exponent + b.exponent};
}

static int bit_length(wide x)
{
    const wide_bits size = x < 0 ? -(wide_bits)x : (wide_bits)x;
    const uint64_t high = (uint64_t)(size >> 64), low = (uint64_t)size;
    return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

static void wide_to_mpz(mpz_t out, wide x)
{
    const wide_bits size = x < 0 ? -(wide_bits)x : (wide_bits)x;
    mp_limb_t* const limb = mpz_limbs_write(out, 2);
    limb[0] = (mp_limb_t)size, limb[1] = (mp_limb_t)(size >> 64);
    mpz_limbs_finish(out, x < 0 ? -2 : 2);
}

// The four terms of one coordinate of one posed point.
static void posed_terms(term out[4], const affine* pose, int row, const term vertex[3])
{
    for (int j = 0; j < 3; j++)
        out[j] = term_product(term_from_double(pose->matrix[row][j]), vertex[j]);
    out[3] = term_from_double(pose->translation[row]);
}

static void find_normal(oracle* o, int side)
{
    const int p = 3 * side;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            mpz_sub(o->edge[k][i], o->point[p + 1 + k][i], o->point[p][i]);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpz_mul(o->normal[side].x[i], o->edge[0][j], o->edge[1][k]);
        mpz_submul(o->normal[side].x[i], o->edge[0][k], o->edge[1][j]);
    }
}

static int points_equal(const oracle* o, int p, int q)
{
    return !mpz_cmp(o->point[p][0], o->point[q][0]) && !mpz_cmp(o->point[p][1], o->point[q][1]) &&
           !mpz_cmp(o->point[p][2], o->point[q][2]);
}

// Collinear points lie in the order of any coordinate in which two of them differ.
static void find_rank(oracle* o, int side)
{
    const int first = 3 * side;
    o->end[side][0] = o->end[side][1] = first;
    o->rank[side] = 2;
    for (int i = 0; i < 3; i++)
        if (mpz_sgn(o->normal[side].x[i])) return;
    o->rank[side] = 0;
    for (int i = 0; i < 3 && o->rank[side] == 0; i++) {
        for (int p = first; p < first + 3; p++) {
            if (mpz_cmp(o->point[p][i], o->point[o->end[side][0]][i]) < 0) o->end[side][0] = p;
            if (mpz_cmp(o->point[p][i], o->point[o->end[side][1]][i]) > 0) o->end[side][1] = p;
        }
        o->rank[side] = o->end[side][0] != o->end[side][1];
    }
}

static void sum_terms(oracle* o, mpz_t out, const term terms[4], int fits)
{
    if (fits) {
        wide sum = 0;
        for (int k = 0; k < 4; k++)
            if (terms[k].mantissa)
                sum += terms[k].mantissa * ((wide)1 << (terms[k].exponent - o->exponent));
        wide_to_mpz(out, sum);
        return;
    }
    mpz_set_ui(out, 0);
    for (int k = 0; k < 4; k++) {
        if (!terms[k].mantissa) continue;
        wide_to_mpz(o->t, terms[k].mantissa);
        mpz_mul_2exp(o->t, o->t, (mp_bitcnt_t)(terms[k].exponent - o->exponent));
        mpz_add(out, out, o->t);
    }
}

void oracle_load(oracle* o, const double a[3][3], const affine* a_pose, const double b[3][3],
                 const affine* b_pose)
{
    term terms[6][3][4];
    int low = 1 << 20, top = -(1 << 20);
    for (int p = 0; p < 6; p++) {
        const double* const v = p < 3 ? a[p] : b[p - 3];
        term vertex[3];
        for (int j = 0; j < 3; j++)
            vertex[j] = term_from_double(v[j]);
        for (int i = 0; i < 3; i++) {
            posed_terms(terms[p][i], p < 3 ? a_pose : b_pose, i, vertex);
            for (int k = 0; k < 4; k++) {
                const term* const x = &terms[p][i][k];
                if (!x->mantissa) continue;
                const int x_top = x->exponent + bit_length(x->mantissa);
                if (x->exponent < low) low = x->exponent;
                if (x_top > top) top = x_top;
            }
        }
    }
    o->exponent = low <= top ? low : 0;
    for (int p = 0; p < 6; p++)
        for (int i = 0; i < 3; i++)
            sum_terms(o, o->point[p][i], terms[p][i], top - low <= 124);
    for (int side = 0; side < 2; side++)
        find_normal(o, side), find_rank(o, side);
    o->count = 0;
}

// *low: of which power of two all numbers of a map are multiples, the translation's times as much again as the points'.
static void find_low(const affine* map, int points, int* low)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const term t = term_from_double(map->matrix[i][j]);
            if (t.mantissa && t.exponent + points < *low) *low = t.exponent + points;
        }
        const term t = term_from_double(map->translation[i]);
        if (t.mantissa && t.exponent < *low) *low = t.exponent;
    }
}

void oracle_frame(oracle* o, const affine* a_frame, const affine* b_frame)
{
    static const affine none = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const affine* const map[2] = {a_frame ? a_frame : &none, b_frame ? b_frame : &none};
    const int points = (int)o->exponent;
    int low = points;
    find_low(map[0], points, &low), find_low(map[1], points, &low);
    for (int p = 0; p < 6; p++) {
        const affine* const m = map[p / 3];
        for (int i = 0; i < 3; i++) {
            mpz_set_ui(o->edge[0][i], 0);
            for (int j = 0; j <= 3; j++) {
                const term t = term_from_double(j < 3 ? m->matrix[i][j] : m->translation[i]);
                if (!t.mantissa) continue;
                wide_to_mpz(o->t, t.mantissa);
                if (j < 3) mpz_mul(o->t, o->t, o->point[p][j]);
                const int up = t.exponent + (j < 3 ? points : 0) - low;
                mpz_mul_2exp(o->t, o->t, (mp_bitcnt_t)up);
                mpz_add(o->edge[0][i], o->edge[0][i], o->t);
            }
        }
        for (int i = 0; i < 3; i++)
            mpz_set(o->point[p][i], o->edge[0][i]);
    }
    o->exponent = low;
    for (int side = 0; side < 2; side++)
        find_normal(o, side), find_rank(o, side);
    o->count = 0;
}

void oracle_move(oracle* o, mpq_t a[3], mpq_t b[3])
{
    mpq_t way[6];
    mpz_set_ui(o->s, 1);
    for (int i = 0; i < 6; i++) {
        mpq_init(way[i]);
        mpq_set(way[i], i < 3 ? a[i] : b[i - 3]);
        if (o->exponent < 0)
            mpq_mul_2exp(way[i], way[i], (mp_bitcnt_t)-o->exponent);
        else
            mpq_div_2exp(way[i], way[i], (mp_bitcnt_t)o->exponent);
        mpz_lcm(o->s, o->s, mpq_denref(way[i]));
    }
    for (int p = 0; p < 6; p++) {
        for (int i = 0; i < 3; i++) {
            mpq_ptr q = way[p / 3 * 3 + i];
            mpz_mul(o->point[p][i], o->point[p][i], o->s);
            mpz_divexact(o->t, o->s, mpq_denref(q));
            mpz_addmul(o->point[p][i], o->t, mpq_numref(q));
        }
    }
    for (int i = 0; i < 6; i++)
        mpq_clear(way[i]);
    for (int side = 0; side < 2; side++)
        find_normal(o, side), find_rank(o, side);
    o->count = 0;
}

int oracle_rank(const oracle* o, int side)
{
    return o->rank[side];
}

// --------------------------------------------------------------------------------------- clipping

static void point_set(homogeneous* out, const homogeneous* from)
{
    for (int i = 0; i < 3; i++)
        mpz_set(out->x[i], from->x[i]);
    mpz_set(out->w, from->w);
}

static void point_from_vertex(const oracle* o, homogeneous* out, int vertex)
{
    for (int i = 0; i < 3; i++)
        mpz_set(out->x[i], o->point[vertex][i]);
    mpz_set_ui(out->w, 1);
}

// plane . (point - base), times w.
static void evaluate(oracle* o, mpz_t out, const triple* plane, int base, const homogeneous* point)
{
    mpz_set_ui(out, 0);
    for (int i = 0; i < 3; i++) {
        if (!mpz_sgn(plane->x[i])) continue;
        mpz_mul(o->t, o->point[base][i], point->w);
        mpz_sub(o->t, point->x[i], o->t);
        mpz_addmul(out, o->t, plane->x[i]);
    }
}

// The point of the line p q where a function that is affine along it vanishes; it has the values
// f_p and f_q, of opposite signs, in p and q.
static void point_between(oracle* o, homogeneous* out, const homogeneous* p, const mpz_t f_p,
                          const homogeneous* q, const mpz_t f_q)
{
    mpz_abs(o->s, f_p);
    mpz_abs(o->t, f_q);
    for (int i = 0; i < 3; i++) {
        mpz_mul(out->x[i], p->x[i], o->t);
        mpz_addmul(out->x[i], q->x[i], o->s);
    }
    mpz_mul(out->w, p->w, o->t);
    mpz_addmul(out->w, q->w, o->s);
}

// Keep the part of the polygon where sense * plane . (point - base) >= 0; sense 0: where it is 0.
// No corner is found twice: new ones lie inside an edge, and a segment counts as one edge.
static void clip(oracle* o, const triple* plane, int base, int sense)
{
    homogeneous* const from = o->polygon[o->current];
    homogeneous* const to = o->polygon[!o->current];
    const int edges = o->count > 2 ? o->count : o->count - 1;
    int sign[MOST_CORNERS], kept = 0, made = 0;
    for (int k = 0; k < o->count; k++) {
        evaluate(o, o->value[k], plane, base, &from[k]);
        sign[k] = mpz_sgn(o->value[k]);
        kept += sign[k] * sense > 0 || sign[k] == 0;
    }
    if (kept == o->count) return;
    for (int k = 0; k < o->count; k++) {
        const int next = (k + 1) % o->count;
        if (sign[k] * sense > 0 || sign[k] == 0) point_set(&to[made++], &from[k]);
        if (k < edges && sign[k] * sign[next] < 0)
            point_between(o, &to[made++], &from[k], o->value[k], &from[next], o->value[next]);
    }
    o->current = !o->current;
    o->count = made;
}

static void clip_by_triangle(oracle* o, int side)
{
    const int first = 3 * side;
    int axis = 0;
    while (!mpz_sgn(o->normal[side].x[axis]))
        axis++;
    clip(o, &o->normal[side], first, 0);
    // In that plane an edge's half-space may be any that contains the edge: here one along an axis.
    const int x = (axis + 1) % 3, y = (axis + 2) % 3;
    const int sense = -mpz_sgn(o->normal[side].x[axis]);
    for (int k = 0; k < 3 && o->count; k++) {
        const int p = first + k, q = first + (k + 1) % 3;
        mpz_set_ui(o->plane.x[axis], 0);
        mpz_sub(o->plane.x[x], o->point[q][y], o->point[p][y]);
        mpz_sub(o->plane.x[y], o->point[p][x], o->point[q][x]);
        clip(o, &o->plane, p, sense);
    }
}

static void clip_by_segment(oracle* o, int side)
{
    const int p = o->end[side][0], q = o->end[side][1];
    for (int axis = 0; axis < 3 && o->count; axis++) {
        const int x = (axis + 1) % 3, y = (axis + 2) % 3;
        mpz_set_ui(o->plane.x[axis], 0);
        mpz_sub(o->plane.x[x], o->point[q][y], o->point[p][y]);
        mpz_sub(o->plane.x[y], o->point[p][x], o->point[q][x]);
        clip(o, &o->plane, p, 0);
    }
    for (int i = 0; i < 3; i++)
        mpz_sub(o->plane.x[i], o->point[q][i], o->point[p][i]);
    clip(o, &o->plane, p, 1);
    clip(o, &o->plane, q, -1);
}

static void clip_by_point(oracle* o, int side)
{
    for (int axis = 0; axis < 3 && o->count; axis++) {
        for (int i = 0; i < 3; i++)
            mpz_set_ui(o->plane.x[i], i == axis);
        clip(o, &o->plane, 3 * side, 0);
    }
}

// How many vertices of the other triangle lie below, in and above the plane of side.
static void count_sides(oracle* o, int side, int out[3])
{
    out[0] = out[1] = out[2] = 0;
    for (int p = 3 - 3 * side; p < 6 - 3 * side; p++) {
        mpz_set_ui(o->s, 0);
        for (int i = 0; i < 3; i++) {
            mpz_sub(o->t, o->point[p][i], o->point[3 * side][i]);
            mpz_addmul(o->s, o->t, o->normal[side].x[i]);
        }
        out[1 + mpz_sgn(o->s)]++;
    }
}

// What a shared set of more than one point is.
static abut_kind long_kind(oracle* o)
{
    int of_a[3] = {0, 3, 0}, of_b[3] = {0, 3, 0};
    if (o->rank[1] == 2) count_sides(o, 1, of_a);
    if (o->rank[0] == 2) count_sides(o, 0, of_b);
    if (of_a[0] && of_a[2] && of_b[0] && of_b[2]) return ABUT_KIND_CROSS;
    // Two segments that share two points lie on one line.
    return of_a[1] == 3 && of_b[1] == 3 ? ABUT_KIND_COPLANAR : ABUT_KIND_TOUCH;
}

static int boxes_apart(const oracle* o)
{
    for (int i = 0; i < 3; i++) {
        int low[2] = {0, 3}, high[2] = {0, 3};
        for (int p = 0; p < 6; p++) {
            const int side = p / 3;
            if (mpz_cmp(o->point[p][i], o->point[low[side]][i]) < 0) low[side] = p;
            if (mpz_cmp(o->point[p][i], o->point[high[side]][i]) > 0) high[side] = p;
        }
        if (mpz_cmp(o->point[high[0]][i], o->point[low[1]][i]) < 0) return 1;
        if (mpz_cmp(o->point[high[1]][i], o->point[low[0]][i]) < 0) return 1;
    }
    return 0;
}

abut_kind oracle_decide(oracle* o)
{
    o->count = 0;
    if (boxes_apart(o)) return ABUT_KIND_APART;
    homogeneous* const hull = o->polygon[o->current];
    if (o->rank[0] == 2)
        for (int p = 0; p < 3; p++)
            point_from_vertex(o, &hull[p], p);
    else
        for (int k = 0; k <= o->rank[0]; k++)
            point_from_vertex(o, &hull[k], o->end[0][k]);
    o->count = o->rank[0] + 1;
    if (o->rank[1] == 2)
        clip_by_triangle(o, 1);
    else if (o->rank[1] == 1)
        clip_by_segment(o, 1);
    else
        clip_by_point(o, 1);
    return o->count == 0 ? ABUT_KIND_APART : o->count == 1 ? ABUT_KIND_TOUCH : long_kind(o);
}

// ---------------------------------------------------------------------------------------- corners

int oracle_corner_count(const oracle* o)
{
    return o->count;
}

static int is_vertex(oracle* o, const homogeneous* x, int p)
{
    for (int i = 0; i < 3; i++) {
        mpz_mul(o->t, o->point[p][i], x->w);
        if (mpz_cmp(o->t, x->x[i])) return 0;
    }
    return 1;
}

static int is_on_line(oracle* o, const homogeneous* x, int p, int q)
{
    for (int axis = 0; axis < 3; axis++) {
        const int i = (axis + 1) % 3, j = (axis + 2) % 3;
        for (int k = 0; k < 3; k++)
            mpz_set_ui(o->plane.x[k], 0);
        mpz_sub(o->plane.x[i], o->point[q][j], o->point[p][j]);
        mpz_sub(o->plane.x[j], o->point[p][i], o->point[q][i]);
        evaluate(o, o->s, &o->plane, p, x);
        if (mpz_sgn(o->s)) return 0;
    }
    return 1;
}

// The feature of one triangle whose inside holds a point of that triangle.
static abut_feature feature_of(oracle* o, int side, const homogeneous* x)
{
    const int first = 3 * side, e0 = o->end[side][0], e1 = o->end[side][1];
    for (int k = 0; k < 3; k++) {
        const int p = first + k;
        const int is_corner =
            o->rank[side] == 2 || points_equal(o, p, e0) || points_equal(o, p, e1);
        if (is_corner && is_vertex(o, x, p)) return (abut_feature)(ABUT_FEATURE_VERTEX_0 + k);
    }
    for (int k = 0; k < 3; k++) {
        const int p = first + k, q = first + (k + 1) % 3;
        const int is_edge = o->rank[side] == 2 ||
                            (points_equal(o, p, e0) && points_equal(o, q, e1)) ||
                            (points_equal(o, p, e1) && points_equal(o, q, e0));
        if (is_edge && is_on_line(o, x, p, q)) return (abut_feature)(ABUT_FEATURE_EDGE_0 + k);
    }
    return ABUT_FEATURE_FACE;
}

// numerator / denominator * 2^exponent to nearest even; denominator > 0.
static double round_ratio(const mpz_t numerator, const mpz_t denominator, long exponent)
{
    const int negative = mpz_sgn(numerator) < 0;
    if (!mpz_sgn(numerator)) return 0;
    mpz_t quotient = {0}, rest = {0};  // for MemorySanitizer, which does not see GMP write them
    mpz_init(quotient), mpz_init(rest);
    const long more =
        66 + (long)mpz_sizeinbase(denominator, 2) - (long)mpz_sizeinbase(numerator, 2);
    const long shift = more > 0 ? more : 0;
    mpz_abs(quotient, numerator);
    mpz_mul_2exp(quotient, quotient, (mp_bitcnt_t)shift);
    mpz_tdiv_qr(quotient, rest, quotient, denominator);
    // The quotient has 65 bits or more: a last bit 1 for what was cut off cannot make or break a tie.
    if (mpz_sgn(rest)) mpz_setbit(quotient, 0);
    const long low = exponent - shift;
    long last = low + (long)mpz_sizeinbase(quotient, 2) - 53;
    if (last < -1074) last = -1074;
    const mp_bitcnt_t drop = (mp_bitcnt_t)(last - low);
    const int half = mpz_tstbit(quotient, drop - 1), above = mpz_scan1(quotient, 0) < drop - 1;
    mpz_tdiv_q_2exp(rest, quotient, drop);
    if (half && (above || mpz_odd_p(rest))) mpz_add_ui(rest, rest, 1);
    const double size = ldexp(mpz_get_d(rest), (int)last);
    mpz_clear(quotient), mpz_clear(rest);
    return negative ? -size : size;
}

void oracle_corner(oracle* o, int corner, abut_event* event, double point[3])
{
    const homogeneous* const x = &o->polygon[o->current][corner];
    event->a = (uint8_t)feature_of(o, 0, x);
    event->b = (uint8_t)feature_of(o, 1, x);
    for (int i = 0; i < 3; i++)
        point[i] = round_ratio(x->x[i], x->w, o->exponent);
}

// ------------------------------------------------------------------------------------------ signs

int oracle_orient2d(oracle* o, int axis, int p, int q, int r)
{
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    mpz_sub(o->s, o->point[q][i], o->point[p][i]);
    mpz_sub(o->t, o->point[r][j], o->point[p][j]);
    mpz_mul(o->plane.x[0], o->s, o->t);
    mpz_sub(o->s, o->point[q][j], o->point[p][j]);
    mpz_sub(o->t, o->point[r][i], o->point[p][i]);
    mpz_submul(o->plane.x[0], o->s, o->t);
    return mpz_sgn(o->plane.x[0]);
}

int oracle_orient3d(oracle* o, int p, int q, int r, int s)
{
    for (int i = 0; i < 3; i++) {
        mpz_sub(o->edge[0][i], o->point[q][i], o->point[p][i]);
        mpz_sub(o->edge[1][i], o->point[r][i], o->point[p][i]);
        mpz_sub(o->plane.x[i], o->point[s][i], o->point[p][i]);
    }
    mpz_set_ui(o->value[0], 0);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpz_mul(o->s, o->edge[0][j], o->edge[1][k]);
        mpz_submul(o->s, o->edge[0][k], o->edge[1][j]);
        mpz_addmul(o->value[0], o->s, o->plane.x[i]);
    }
    return mpz_sgn(o->value[0]);
}

int oracle_compare(const oracle* o, int axis, int p, int q)
{
    const int order = mpz_cmp(o->point[p][axis], o->point[q][axis]);
    return (order > 0) - (order < 0);
}
