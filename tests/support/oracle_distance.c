// oracle_distance.c - see oracle_distance.h.
#include "support/oracle_distance.h"

typedef struct point {
    mpq_t x[3];
} point;

enum { FEATURES = 7 };

static void point_init(point* p)
{
    for (int c = 0; c < 3; c++)
        mpq_init(p->x[c]);
}

static void point_clear(point* p)
{
    for (int c = 0; c < 3; c++)
        mpq_clear(p->x[c]);
}

static void point_set(point* p, const point* q)
{
    for (int c = 0; c < 3; c++)
        mpq_set(p->x[c], q->x[c]);
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

static void move(point* out, const point* from, const affine* map)
{
    mpq_t term;
    mpq_init(term);
    for (int c = 0; c < 3; c++) {
        mpq_set_d(out->x[c], map->translation[c]);
        for (int j = 0; j < 3; j++) {
            mpq_set_d(term, map->matrix[c][j]);
            mpq_mul(term, term, from->x[j]);
            mpq_add(out->x[c], out->x[c], term);
        }
    }
    mpq_clear(term);
}

static void place(point* out, const double v[3], const affine* pose, const affine* frame)
{
    point from;
    point_init(&from);
    for (int c = 0; c < 3; c++)
        mpq_set_d(from.x[c], v[c]);
    move(out, &from, pose);
    if (frame) {
        point_set(&from, out);
        move(out, &from, frame);
    }
    point_clear(&from);
}

// (q - p) . (s - r)
static void product(mpq_t out, const point* p, const point* q, const point* r, const point* s)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    mpq_set_ui(out, 0, 1);
    for (int c = 0; c < 3; c++) {
        mpq_sub(x, q->x[c], p->x[c]);
        mpq_sub(y, s->x[c], r->x[c]);
        mpq_mul(x, x, y);
        mpq_add(out, out, x);
    }
    mpq_clears(x, y, NULL);
}

// p + t (q - p)
static void between(point* out, const point* p, const point* q, const mpq_t t)
{
    mpq_t x;
    mpq_init(x);
    for (int c = 0; c < 3; c++) {
        mpq_sub(x, q->x[c], p->x[c]);
        mpq_mul(x, x, t);
        mpq_add(out->x[c], p->x[c], x);
    }
    mpq_clear(x);
}

static void clamp(mpq_t t)
{
    if (mpq_sgn(t) < 0) mpq_set_ui(t, 0, 1);
    if (mpq_cmp_ui(t, 1, 1) > 0) mpq_set_ui(t, 1, 1);
}

// The point of segment q0 q1 that is nearest to p.
static void to_segment(point* out, const point* p, const point* q0, const point* q1)
{
    mpq_t length, t;
    mpq_inits(length, t, NULL);
    product(length, q0, q1, q0, q1);
    if (mpq_sgn(length)) {
        product(t, q0, q1, q0, p);
        mpq_div(t, t, length);
        clamp(t);
    }
    between(out, q0, q1, t);
    mpq_clears(length, t, NULL);
}

// Of two segments that share no point: the line's nearest points where both are inside; else an end's.
static void segments(point out[2], const point* a0, const point* a1, const point* b0,
                     const point* b1)
{
    mpq_t uu, vv, uv, ur, vr, whole, s, t, best, square;
    mpq_inits(uu, vv, uv, ur, vr, whole, s, t, best, square, NULL);
    point p[2];
    point_init(&p[0]), point_init(&p[1]);
    const point* const ends[4][3] = {{a0, b0, b1}, {a1, b0, b1}, {b0, a0, a1}, {b1, a0, a1}};
    for (int i = 0; i < 4; i++) {
        point_set(&p[i / 2], ends[i][0]);
        to_segment(&p[!(i / 2)], ends[i][0], ends[i][1], ends[i][2]);
        product(square, &p[0], &p[1], &p[0], &p[1]);
        if (i && mpq_cmp(square, best) >= 0) continue;
        mpq_set(best, square);
        point_set(&out[0], &p[0]), point_set(&out[1], &p[1]);
    }
    product(uu, a0, a1, a0, a1), product(vv, b0, b1, b0, b1), product(uv, a0, a1, b0, b1);
    product(ur, a0, a1, a0, b0), product(vr, b0, b1, a0, b0);
    mpq_mul(whole, uu, vv), mpq_mul(s, uv, uv), mpq_sub(whole, whole, s);
    if (mpq_sgn(whole)) {
        // s = (ur vv - vr uv) / whole, t = (ur uv - vr uu) / whole
        mpq_mul(s, ur, vv), mpq_mul(t, vr, uv), mpq_sub(s, s, t), mpq_div(s, s, whole);
        mpq_mul(t, ur, uv), mpq_mul(square, vr, uu), mpq_sub(t, t, square), mpq_div(t, t, whole);
        if (mpq_sgn(s) > 0 && mpq_sgn(t) > 0 && mpq_cmp_ui(s, 1, 1) < 0 &&
            mpq_cmp_ui(t, 1, 1) < 0) {
            between(&p[0], a0, a1, s), between(&p[1], b0, b1, t);
            product(square, &p[0], &p[1], &p[0], &p[1]);
            if (mpq_cmp(square, best) < 0) point_set(&out[0], &p[0]), point_set(&out[1], &p[1]);
        }
    }
    point_clear(&p[0]), point_clear(&p[1]);
    mpq_clears(uu, vv, uv, ur, vr, whole, s, t, best, square, NULL);
}

// The point of the triangle that is nearest to p: inside, by the normal equations, else on an edge.
static void to_triangle(point* out, const point* p, const point q[3])
{
    mpq_t uu, vv, uv, ur, vr, whole, s, t, best, square;
    mpq_inits(uu, vv, uv, ur, vr, whole, s, t, best, square, NULL);
    product(uu, &q[0], &q[1], &q[0], &q[1]), product(vv, &q[0], &q[2], &q[0], &q[2]);
    product(uv, &q[0], &q[1], &q[0], &q[2]);
    product(ur, &q[0], &q[1], &q[0], p), product(vr, &q[0], &q[2], &q[0], p);
    mpq_mul(whole, uu, vv), mpq_mul(s, uv, uv), mpq_sub(whole, whole, s);
    int is_inside = mpq_sgn(whole) != 0;
    if (is_inside) {
        mpq_mul(s, ur, vv), mpq_mul(t, vr, uv), mpq_sub(s, s, t), mpq_div(s, s, whole);
        mpq_mul(t, vr, uu), mpq_mul(square, ur, uv), mpq_sub(t, t, square), mpq_div(t, t, whole);
        mpq_add(square, s, t);
        is_inside = mpq_sgn(s) >= 0 && mpq_sgn(t) >= 0 && mpq_cmp_ui(square, 1, 1) <= 0;
    }
    if (is_inside) {
        for (int c = 0; c < 3; c++) {
            mpq_set(out->x[c], q[0].x[c]);
            mpq_sub(uu, q[1].x[c], q[0].x[c]), mpq_mul(uu, uu, s),
                mpq_add(out->x[c], out->x[c], uu);
            mpq_sub(uu, q[2].x[c], q[0].x[c]), mpq_mul(uu, uu, t),
                mpq_add(out->x[c], out->x[c], uu);
        }
    } else {
        point r;
        point_init(&r);
        for (int i = 0; i < 3; i++) {
            to_segment(&r, p, &q[i], &q[(i + 1) % 3]);
            product(square, p, &r, p, &r);
            if (i && mpq_cmp(square, best) >= 0) continue;
            mpq_set(best, square);
            point_set(out, &r);
        }
        point_clear(&r);
    }
    mpq_clears(uu, vv, uv, ur, vr, whole, s, t, best, square, NULL);
}

static int dimension(int f)
{
    return f < 3 ? 0 : f < 6 ? 1 : 2;
}

// Nearest points of two closed features, vertices and edges with anything but a face with an edge or a face.
static void features(point out[2], point t[2][3], int fa, int fb)
{
    const int da = dimension(fa), db = dimension(fb), ea = fa - 3, eb = fb - 3;
    if (da == 1 && db == 1) {
        segments(out, &t[0][ea], &t[0][(ea + 1) % 3], &t[1][eb], &t[1][(eb + 1) % 3]);
        return;
    }
    const int side = da ? 1 : 0, f = side ? fa : fb;  // of the vertex; the other's feature
    const point *p = &t[side][side ? fb : fa], *q = t[!side];
    point_set(&out[side], p);
    if (dimension(f) == 0)
        point_set(&out[!side], &q[f]);
    else if (dimension(f) == 1)
        to_segment(&out[!side], p, &q[f - 3], &q[(f - 2) % 3]);
    else
        to_triangle(&out[!side], p, q);
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
    point t[2][3], p[2];
    mpq_t square;
    mpq_init(square);
    point_init(&p[0]), point_init(&p[1]);
    for (int i = 0; i < 3; i++) {
        point_init(&t[0][i]), point_init(&t[1][i]);
        place(&t[0][i], a[i], a_pose, a_frame), place(&t[1][i], b[i], b_pose, b_frame);
    }
    int is_first = 1;
    for (int sum = 0; sum < 3; sum++)
        for (int fa = 0; fa < FEATURES; fa++)
            for (int fb = 0; fb < FEATURES; fb++) {
                if (dimension(fa) + dimension(fb) != sum) continue;
                features(p, t, fa, fb);
                product(square, &p[0], &p[1], &p[0], &p[1]);
                if (!is_first && mpq_cmp(square, g->square) >= 0) continue;
                is_first = 0;
                mpq_set(g->square, square);
                g->features = (abut_event){(uint8_t)fa, (uint8_t)fb};
                for (int c = 0; c < 3; c++) {
                    mpq_set(g->a[c], p[0].x[c]);
                    mpq_set(g->b[c], p[1].x[c]);
                }
            }
    for (int i = 0; i < 3; i++)
        point_clear(&t[0][i]), point_clear(&t[1][i]);
    point_clear(&p[0]), point_clear(&p[1]);
    mpq_clear(square);
}
