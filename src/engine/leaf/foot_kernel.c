// foot_kernel.c - see foot.h. The way from a point to its foot is a sum of corners with weights that are doubles: it is there,
// whatever found the weights, and known to twice the digits of a double. What it lacks of being across the triangle bounds
// how much nearer the triangle may be.
#include "base/base.h"
#include "base/simd.h"
#include "engine/leaf/foot.h"

#include "abut/abut.h"

#include <float.h>

// Tests compile this with a part of it, to show that the bounds are needed.
#ifndef ABUT_FOOT_BOUND_SCALE
#define ABUT_FOOT_BOUND_SCALE 1
#endif

#define LEAST                                                                                      \
    0x1p-150  // sizes below and above which nothing is measured: products of four lose nothing
#define MOST 0x1p150
#define PAIR                                                                                       \
    0x1.9p-105  // what a sum or a product in pairs errs by, at most, of its terms: more than 3 * 2^-106
#define ONCE  0x1p-49  // the same of a sum of products in doubles
#define SLACK (1 + 0x1p-20)

typedef quad_double real;
typedef quad_long mask;

static inline real all(double x)
{
    return quad_double_all(x);
}

static inline real size_of(real x)
{
    return quad_double_abs(x);
}

static inline real larger(real x, real y)
{
    return quad_double_max(x, y);
}

static inline mask is_above(real x, real y)
{
    return quad_double_above(x, y);
}

static inline mask is_zero(real x)
{
    return ~(is_above(x, all(0)) | is_above(all(0), x));
}

static inline real where(mask which, real x, real y)
{
    return quad_double_choose(which, x, y);
}

// Of the lanes that are meant, else 0.
static inline real only(mask which, real x)
{
    return (real)(which & (mask)x);
}

// ------------------------------------------------------------------------------------- pairs of doubles

typedef struct pair {
    real h, l;  // its value is their sum; l is at most half of the last place of h
} pair;

// Knuth's: exact.
static inline pair two_sum(real a, real b)
{
    const real s = a + b, t = s - a;
    return (pair){s, (a - (s - t)) + (b - t)};
}

// Dekker's: exact where |a| >= |b|.
static inline pair quick_sum(real a, real b)
{
    const real s = a + b;
    return (pair){s, b - (s - a)};
}

// Dekker's, by Veltkamp's halves: exact.
static inline pair two_product(real a, real b)
{
    const real c = a * 134217729.0, d = b * 134217729.0;
    const real ah = c - (c - a), bh = d - (d - b), al = a - ah, bl = b - bh, p = a * b;
    return (pair){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

static inline pair add(pair x, pair y)
{
    const pair s = two_sum(x.h, y.h);
    return quick_sum(s.h, s.l + (x.l + y.l));
}

static inline pair subtract(pair x, pair y)
{
    const pair s = two_sum(x.h, quad_double_negate(y.h));
    return quick_sum(s.h, s.l + (x.l - y.l));
}

static inline pair add_double(pair x, real y)
{
    const pair s = two_sum(x.h, y);
    return quick_sum(s.h, s.l + x.l);
}

static inline pair times(pair x, real y)
{
    const pair p = two_product(x.h, y);
    return quick_sum(p.h, p.l + x.l * y);
}

static inline pair square(pair x)
{
    const pair p = two_product(x.h, x.h);
    return quick_sum(p.h, p.l + 2 * (x.h * x.l));
}

static inline pair where_pair(mask which, pair x, pair y)
{
    return (pair){where(which, x.h, y.h), where(which, x.l, y.l)};
}

static inline pair only_pair(mask which, pair x)
{
    return (pair){only(which, x.h), only(which, x.l)};
}

// ----------------------------------------------------------------------------------------- placing

typedef struct scene {
    real point[3], corner[3][3];  // as given: corner[v][k]
    real shift[3];                // plain poses: the translation
    pair a[3][3];                 // corners, as seen from the point
    real error[3];                // of these, in each coordinate
    mask is_fit;                  // for what follows: neither too large nor too small
    mask is_plain;                // not turned nor scaled
} scene;

static inline void load(scene* s, const foot_pair pairs[FOOT_LANES])
{
    for (int k = 0; k < 3; k++) {
        s->point[k] =
            (real){pairs[0].point[k], pairs[1].point[k], pairs[2].point[k], pairs[3].point[k]};
        for (int v = 0; v < 3; v++)
            s->corner[v][k] = (real){pairs[0].corner[v][k], pairs[1].corner[v][k],
                                     pairs[2].corner[v][k], pairs[3].corner[v][k]};
    }
}

static inline int is_turned(const affine* pose)
{
    int is_one = 1;
    for (int i = 0; i < 9; i++)
        is_one &= pose->matrix[i / 3][i % 3] >= (i % 4 == 0) &&
                  pose->matrix[i / 3][i % 3] <= (i % 4 == 0);
    return !is_one;
}

// One coordinate of all corners, c less the point. Returns the largest term.
static inline real place_along(scene* s, const affine* pose, int k, pair c, int turns)
{
    real terms = size_of(c.h);
    for (int v = 0; v < 3; v++) {
        if (!turns) {
            terms = larger(terms, size_of(s->corner[v][k]));
            s->a[v][k] = add(c, (pair){s->corner[v][k], all(0)});
            continue;
        }
        pair sum = c;
        for (int j = 0; j < 3; j++) {
            const pair p = two_product(all(pose->matrix[k][j]), s->corner[v][j]);
            terms = larger(terms, size_of(p.h));
            sum = add(sum, p);
        }
        s->a[v][k] = sum;
    }
    return terms;
}

static inline void place(scene* s, const affine* pose)
{
    const int turns = is_turned(pose);
    real most = all(0), size = all(0);
    s->is_plain = turns ? (mask){0, 0, 0, 0} : ~(mask){0, 0, 0, 0};
    for (int k = 0; k < 3; k++) {
        const pair c = two_sum(all(pose->translation[k]), quad_double_negate(s->point[k]));
        const real terms = place_along(s, pose, k, c, turns);
        s->shift[k] = all(pose->translation[k]);
        for (int v = 0; v < 3; v++)
            size = larger(size, size_of(s->a[v][k].h));
        // Where a pair and a double are added whose second part is 0, nothing is lost.
        const mask is_exact = s->is_plain & is_zero(c.l);
        s->error[k] = only(~is_exact, terms * (16 * PAIR));
        most = larger(most, larger(terms, size_of(s->point[k])));
    }
    s->is_fit = is_above(all(MOST), most) & is_above(size, all(LEAST));
}

// ------------------------------------------------------------------------------------------ the foot

// Where the foot is likely to be.
typedef struct guess {
    mask face, edge[3], vertex[3];
    real s, t;  // of the two directions
} guess;

static inline real dot(const real x[3], const real y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static inline real clamp(real t)
{
    return quad_double_min(quad_double_max(t, all(0)), all(1));
}

static inline void find_guess(const scene* s, guess* g)
{
    real u[3], v[3], w[3];
    for (int k = 0; k < 3; k++) {
        w[k] = quad_double_negate(s->a[0][k].h);
        u[k] = s->a[1][k].h - s->a[0][k].h;
        v[k] = s->a[2][k].h - s->a[0][k].h;
    }
    const real uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), wu = dot(w, u), wv = dot(w, v);
    const real tiny = all(DBL_MIN), zero = all(0), one = all(1);
    const real along[3] = {clamp(wu / larger(uu, tiny)),
                           clamp((wv - wu + uu - uv) / larger(uu - 2 * uv + vv, tiny)),
                           clamp(wv / larger(vv, tiny))};
    const real rest = one - along[1];
    // Squares of the distances from the edges, less that of corner 0.
    const real from[3] = {along[0] * (along[0] * uu - 2 * wu),
                          rest * (rest * uu - 2 * wu) + along[1] * (along[1] * vv - 2 * wv) +
                              2 * rest * along[1] * uv,
                          along[2] * (along[2] * vv - 2 * wv)};
    const mask is_first = ~(is_above(from[0], from[1]) | is_above(from[0], from[2]));
    const mask is_second = ~is_first & ~is_above(from[1], from[2]);
    const mask on[3] = {is_first, is_second, ~is_first & ~is_second};
    const real whole = uu * vv - uv * uv;
    const real face_s = (wu * vv - wv * uv) / whole, face_t = (wv * uu - wu * uv) / whole;
    g->face = is_above(face_s, zero) & is_above(face_t, zero) & is_above(one, face_s + face_t);
    g->s = only(g->face, face_s);
    g->t = only(g->face, face_t);
    for (int i = 0; i < 3; i++) {
        const mask here = on[i] & ~g->face;
        g->edge[i] = here & is_above(along[i], zero) & is_above(one, along[i]);
        g->s = where(g->edge[i], along[i], g->s);
        g->vertex[i] = (mask){0, 0, 0, 0};
    }
    for (int i = 0; i < 3; i++) {
        const mask here = on[i] & ~g->face & ~g->edge[i];
        const mask is_end = here & is_above(along[i], all(0.5));
        const int begin = i == 1 ? 1 : 0, end = i == 0 ? 1 : 2;
        g->vertex[begin] |= here & ~is_end;
        g->vertex[end] |= is_end;
    }
}

// The foot as a corner and parts of two directions, and the way to it from the point.
typedef struct foot {
    mask face, edge, vertex;
    pair corner[3], p[3], q[3], way[3];
    real base[3];      // the corner as in the file
    real error[3];     // of the way to the point with exactly these weights
    real s, t;         // the weights, as doubles
    mask stays[3];     // neither direction changes this coordinate
    mask is_straight;  // the others of the way are 0, exactly
} foot;

static inline void choose_parts(const scene* s, const guess* g, foot* f)
{
    const mask from_1 = g->vertex[1] | g->edge[1], to_2 = g->edge[1] | g->edge[2];
    f->face = g->face;
    f->edge = g->edge[0] | g->edge[1] | g->edge[2];
    f->vertex = g->vertex[0] | g->vertex[1] | g->vertex[2];
    f->s = g->s;
    f->t = g->t;
    for (int k = 0; k < 3; k++) {
        const pair corner =
            where_pair(from_1, s->a[1][k], where_pair(g->vertex[2], s->a[2][k], s->a[0][k]));
        const pair end = where_pair(to_2, s->a[2][k], s->a[1][k]);
        f->corner[k] = corner;
        f->base[k] =
            where(from_1, s->corner[1][k], where(g->vertex[2], s->corner[2][k], s->corner[0][k]));
        f->p[k] = only_pair(~f->vertex, subtract(end, corner));
        f->q[k] = only_pair(f->face, subtract(s->a[2][k], s->a[0][k]));
        f->stays[k] = is_zero(f->p[k].h) & is_zero(f->q[k].h);
        const pair by_p = times(f->p[k], f->s), by_q = times(f->q[k], f->t);
        f->way[k] = add(corner, add(by_p, by_q));
        f->error[k] = 3.1 * s->error[k] +
                      only(~f->stays[k], PAIR * (5 * size_of(corner.h) +
                                                 6 * (size_of(by_p.h) + size_of(by_q.h))));
    }
}

static inline real dot_high(const pair x[3], const pair y[3])
{
    return x[0].h * y[0].h + x[1].h * y[1].h + x[2].h * y[2].h;
}

// To the digits of a double, however much cancels.
static inline real dot_pairs(const pair x[3], const pair y[3])
{
    pair sum = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    for (int k = 0; k < 3; k++) {
        const pair p = two_product(x[k].h, y[k].h);
        sum = add(sum, (pair){p.h, p.l + (x[k].h * y[k].l + x[k].l * y[k].h)});
    }
    return sum.h;
}

static inline real sum_high(const pair x[3])
{
    return size_of(x[0].h) + size_of(x[1].h) + size_of(x[2].h);
}

static inline real most_high(const pair x[3])
{
    return larger(larger(size_of(x[0].h), size_of(x[1].h)), size_of(x[2].h));
}

// What is left of the way along the directions.
typedef struct residual {
    real s, t;      // the true foot is so far from the weights, at most
    real square;    // and the square of the distance so much less than that of the way
    mask is_known;  // the directions are not all but parallel
} residual;

// Move the foot once to where the way is across both directions: by what is left of it, in pairs, so that the step has the
// digits of a double. The weights then have more; s and t keep the first. What the step may be off by is counted from all
// roundings (docs/proofs/index.md).
static inline residual refine(foot* f)
{
    const real pp = where(f->vertex, all(1), dot_high(f->p, f->p));
    const real qq = where(f->face, dot_high(f->q, f->q), all(1));
    const real pq = only(f->face, dot_high(f->p, f->q));
    const real g1 = quad_double_negate(dot_pairs(f->p, f->way));
    const real g2 = quad_double_negate(dot_pairs(f->q, f->way));
    const real sizes = pp * qq, whole = sizes - pq * pq;
    const real ds = (g1 * qq - g2 * pq) / whole, dt = (g2 * pp - g1 * pq) / whole;
    const mask is_small = is_above(all(0x1p-36), larger(size_of(ds), size_of(dt)));
    const real error = larger(larger(f->error[0], f->error[1]), f->error[2]);
    const real per_size = 12 * PAIR * most_high(f->way) + error;
    const real least = whole - 0x1p-47 * sizes, lost = 0x1p-48 * (sizes / least);
    const real p_size = sum_high(f->p), q_size = sum_high(f->q);
    const real along = 0x1p-48 * (p_size * size_of(ds) + q_size * size_of(dt));
    const real e1 = p_size * (per_size + along) + lost * size_of(g1);
    const real e2 = q_size * (per_size + along) + lost * size_of(g2);
    residual r;
    r.is_known = is_above(least, 0x1p-36 * sizes) & is_small;
    r.s = SLACK * (qq * e1 + size_of(pq) * e2) / least;
    r.t = SLACK * (pp * e2 + size_of(pq) * e1) / least;
    r.square = SLACK * (pp * (r.s * r.s) + 2 * size_of(pq) * (r.s * r.t) + qq * (r.t * r.t));
    for (int k = 0; k < 3; k++) {
        const real by_p = only(r.is_known, ds * f->p[k].h), by_q = only(r.is_known, dt * f->q[k].h);
        f->way[k] = add_double(add_double(f->way[k], by_p), by_q);
        f->error[k] += 0x1p-51 * (size_of(by_p) + size_of(by_q));
    }
    f->s += only(r.is_known, ds);
    f->t += only(r.is_known, dt);
    return r;
}

// ------------------------------------------------------------------------------------------ features

// Whether a corner is certainly not on the near side of the plane across the way at the foot: with the sign of the height of
// it over the base, since the way is across what leads from the base to the foot.
static inline mask is_behind(const scene* s, const foot* f, const residual* r, int corner)
{
    real height = all(0), size = all(0), off = all(0), error = all(0);
    for (int k = 0; k < 3; k++) {
        const real arm = subtract(s->a[corner][k], f->corner[k]).h;
        height += f->way[k].h * arm;
        size += size_of(arm);
        off += 2 * s->error[k] * size_of(f->way[k].h);
        error = larger(error, f->error[k]);
    }
    off += size * (ONCE * most_high(f->way) + error + r->s * sum_high(f->p));
    return is_above(height, SLACK * off);
}

// Whether the guess is right.
static inline mask is_certain(const scene* s, const guess* g, const foot* f, const residual* r)
{
    const real one = all(1), tiny = all(0x1p-48);
    mask behind[3];
    const mask is_there =
        is_zero(sum_high(f->way)) & is_zero(f->error[0] + f->error[1] + f->error[2]);
    for (int i = 0; i < 3; i++)
        behind[i] = is_behind(s, f, r, i) | is_there;
    const mask begins = is_above(f->s, r->s + tiny);
    const mask on_edge = begins & is_above(one, f->s + r->s + tiny);
    const mask in_face =
        begins & is_above(f->t, r->t + tiny) & is_above(one, f->s + f->t + (r->s + r->t + tiny));
    const mask certain = (f->face & in_face) | (g->edge[0] & on_edge & behind[2]) |
                         (g->edge[1] & on_edge & behind[0]) | (g->edge[2] & on_edge & behind[1]) |
                         (g->vertex[0] & behind[1] & behind[2]) |
                         (g->vertex[1] & behind[2] & behind[0]) |
                         (g->vertex[2] & behind[0] & behind[1]);
    return certain & s->is_fit & (r->is_known | f->vertex);
}

// Where the directions are along axes the way across them is too: what rounding left of the other coordinates is 0.
static inline void straighten(const scene* s, foot* f)
{
    const mask is_exact = is_zero(s->error[0] + s->error[1] + s->error[2]);
    const mask x = f->stays[0], y = f->stays[1], z = f->stays[2];
    const mask one = (x & ~y & ~z) | (~x & y & ~z) | (~x & ~y & z);
    const mask two = (x & y & ~z) | (x & ~y & z) | (~x & y & z);
    f->is_straight = is_exact & ((f->face & one) | (f->edge & two));
    for (int k = 0; k < 3; k++) {
        const mask goes = f->is_straight & ~f->stays[k];
        f->way[k] = only_pair(~goes, f->way[k]);
        f->error[k] = only(~goes, f->error[k]);
    }
}

// ----------------------------------------------------------------------------------------- distances

// The double next to r > 0: up or down by so many places.
static inline real next_to(real r, int64_t places)
{
    return (real)((mask)r + places);
}

typedef struct distances {
    real lo, hi;
    real root, off, error;
    mask is_sure;
} distances;

static inline distances find_distances(const foot* f, const residual* r)
{
    pair sum = square(f->way[0]);
    real error = all(0), most = all(0), low_parts = all(0);
    mask zeros[3];
    for (int k = 0; k < 3; k++) {
        if (k) sum = add(sum, square(f->way[k]));
        error += 2.1 * size_of(f->way[k].h) * f->error[k];
        most = larger(most, f->error[k]);
        low_parts += size_of(f->way[k].l);
        zeros[k] = is_zero(f->way[k].h);
    }
    error += 3.1 * most * most + only(~(f->is_straight | f->vertex), r->square) + 6 * PAIR * sum.h;
    error *= ABUT_FOOT_BOUND_SCALE;
    const real root = quad_double_root(sum.h);
    const pair whole = two_product(root, root);
    const real off = (sum.h - whole.h) + (sum.l - whole.l);
    const real up = next_to(root, 1), down = next_to(root, -1);
    const mask above =
        is_above(off, error) & is_above(2 * root * (up - root) * (1 - 0x1p-30), off + error);
    const mask below = is_above(quad_double_negate(off), error) &
                       is_above(2 * root * (root - down) * (1 - 0x1p-30), error - off);
    // Along one axis, and without any error: it is what stands there.
    const mask along = (zeros[0] & zeros[1]) | (zeros[1] & zeros[2]) | (zeros[0] & zeros[2]);
    const mask is_exact = along & is_zero(low_parts) & is_zero(most);
    const mask is_large = is_above(root, all(LEAST)) & (above | below);
    const real length = sum_high(f->way);
    distances d;
    d.lo = where(is_exact, length, where(below, down, root));
    d.hi = where(is_exact, length, where(below, root, up));
    d.root = where(is_exact, length, root);
    d.off = only(~is_exact, off);
    d.error = only(~is_exact, error);
    d.is_sure = is_exact | is_large;
    return d;
}

// -------------------------------------------------------------------------------------------- points

// Round the foot to the world. Returns where that is sure.
static inline mask find_points(const scene* s, const foot* f, const residual* r, real out[3])
{
    mask is_sure = ~(mask){0, 0, 0, 0};
    for (int k = 0; k < 3; k++) {
        const pair at = two_sum(s->point[k], f->way[k].h);
        const real rest = at.l + f->way[k].l;
        const real off =
            f->error[k] + 2 * PAIR * size_of(at.h) +
            only(~f->is_straight, r->s * size_of(f->p[k].h) + r->t * size_of(f->q[k].h));
        const real least = at.h + (rest - off), most = at.h + (rest + off);
        // A coordinate that all of the feature has; and one that the way does not change.
        const mask is_corners = s->is_plain & f->stays[k];
        const mask is_points = f->is_straight & ~f->stays[k];
        out[k] = where(is_corners, f->base[k] + s->shift[k], where(is_points, s->point[k], least));
        out[k] += all(0);  // -0 is 0
        is_sure &= is_corners | is_points | ~(is_above(least, most) | is_above(most, least));
    }
    return is_sure;
}

static inline unsigned feature_of(const guess* g, int lane)
{
    for (unsigned i = 0; i < 3; i++) {
        if (g->vertex[i][lane]) return ABUT_FEATURE_VERTEX_0 + i;
        if (g->edge[i][lane]) return ABUT_FEATURE_EDGE_0 + i;
    }
    return ABUT_FEATURE_FACE;
}

void ISA(foot_find)(const affine* pose, const foot_pair pairs[FOOT_LANES],
                    foot_found out[FOOT_LANES])
{
    scene s;
    guess g;
    foot f;
    load(&s, pairs);
    place(&s, pose);
    find_guess(&s, &g);
    choose_parts(&s, &g, &f);
    const residual r = refine(&f);
    straighten(&s, &f);
    const mask certain = is_certain(&s, &g, &f, &r);
    const distances d = find_distances(&f, &r);
    real point[3];
    const unsigned measured = quad_long_mask(certain & d.is_sure);
    const unsigned told = measured & quad_long_mask(find_points(&s, &f, &r, point));
    for (int i = 0; i < FOOT_LANES; i++)
        out[i] = (foot_found){.lo = d.lo[i],
                              .hi = d.hi[i],
                              .root = d.root[i],
                              .off = d.off[i],
                              .error = d.error[i],
                              .point = {point[0][i], point[1][i], point[2][i]},
                              .feature = (uint8_t)feature_of(&g, i),
                              .is_measured = measured >> i & 1,
                              .is_told = told >> i & 1};
}
