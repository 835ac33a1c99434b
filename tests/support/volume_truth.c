// volume_truth.c - see volume_truth.h.
#include "support/volume_truth.h"

#include <string.h>

// Cuts by four planes, one within the other: so deep and no deeper.
// NOLINTBEGIN(misc-no-recursion,readability-function-size)

typedef struct tetra {
    mpq_t x[4][3];
} tetra;

static void tetra_init(tetra* t)
{
    for (int i = 0; i < 12; i++)
        mpq_init(t->x[i / 3][i % 3]);
}

static void tetra_clear(tetra* t)
{
    for (int i = 0; i < 12; i++)
        mpq_clear(t->x[i / 3][i % 3]);
}

static void point_set(mpq_t out[3], mpq_t in[3])
{
    for (int k = 0; k < 3; k++)
        mpq_set(out[k], in[k]);
}

// (q - p) x (r - p) . (s - p)
static void determinant(mpq_t out, mpq_t p[3], mpq_t q[3], mpq_t r[3], mpq_t s[3])
{
    mpq_t u[3][3], x, y;
    mpq_inits(x, y, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_inits(u[0][k], u[1][k], u[2][k], NULL);
        mpq_sub(u[0][k], q[k], p[k]);
        mpq_sub(u[1][k], r[k], p[k]);
        mpq_sub(u[2][k], s[k], p[k]);
    }
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        mpq_mul(x, u[0][i], u[1][j]);
        mpq_mul(y, u[0][j], u[1][i]);
        mpq_sub(x, x, y);
        mpq_mul(x, x, u[2][k]);
        mpq_add(out, out, x);
    }
    for (int k = 0; k < 3; k++)
        mpq_clears(u[0][k], u[1][k], u[2][k], NULL);
    mpq_clears(x, y, NULL);
}

// Where the edge p q meets height 0.
static void cut(mpq_t out[3], mpq_t p[3], mpq_t q[3], const mpq_t p_height, const mpq_t q_height)
{
    mpq_t t, x;
    mpq_inits(t, x, NULL);
    mpq_sub(t, p_height, q_height);
    mpq_div(t, p_height, t);
    for (int k = 0; k < 3; k++) {
        mpq_sub(x, q[k], p[k]);
        mpq_mul(x, x, t);
        mpq_add(out[k], p[k], x);
    }
    mpq_clears(t, x, NULL);
}

static void add_from(mpq_t sum, tetra* t, tetra* other, int plane);

// A prism with triangles 0 1 2 and 3 4 5, as three tetrahedra.
static void add_prism(mpq_t sum, mpq_t corner[6][3], tetra* other, int plane)
{
    static const int part[3][4] = {{0, 1, 2, 5}, {0, 1, 4, 5}, {0, 3, 4, 5}};
    tetra t;
    tetra_init(&t);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++)
            point_set(t.x[k], corner[part[i][k]]);
        add_from(sum, &t, other, plane);
    }
    tetra_clear(&t);
}

static void add_cut(mpq_t sum, tetra* t, tetra* other, int plane, mpq_t height[4], const int* in,
                    int count, const int* out)
{
    mpq_t corner[6][3];
    for (int i = 0; i < 18; i++)
        mpq_init(corner[i / 3][i % 3]);
    if (count == 1) {
        tetra part;
        tetra_init(&part);
        point_set(part.x[0], t->x[in[0]]);
        for (int k = 0; k < 3; k++)
            cut(part.x[k + 1], t->x[in[0]], t->x[out[k]], height[in[0]], height[out[k]]);
        add_from(sum, &part, other, plane + 1);
        tetra_clear(&part);
    } else if (count == 2) {
        for (int i = 0; i < 2; i++) {
            point_set(corner[3 * i], t->x[in[i]]);
            for (int k = 0; k < 2; k++)
                cut(corner[3 * i + 1 + k], t->x[in[i]], t->x[out[k]], height[in[i]],
                    height[out[k]]);
        }
        add_prism(sum, corner, other, plane + 1);
    } else {
        for (int i = 0; i < 3; i++) {
            point_set(corner[i], t->x[in[i]]);
            cut(corner[3 + i], t->x[in[i]], t->x[out[0]], height[in[i]], height[out[0]]);
        }
        add_prism(sum, corner, other, plane + 1);
    }
    for (int i = 0; i < 18; i++)
        mpq_clear(corner[i / 3][i % 3]);
}

// Add six times the volume of what a tetrahedron shares with another, of which planes before are done.
static void add_from(mpq_t sum, tetra* t, tetra* other, int plane)
{
    mpq_t height[4], own;
    int in[4], out[4], in_count = 0, out_count = 0;
    mpq_init(own);
    if (plane == 4) {
        determinant(own, t->x[0], t->x[1], t->x[2], t->x[3]);
        mpq_abs(own, own);
        mpq_add(sum, sum, own);
        mpq_clear(own);
        return;
    }
    mpq_t *p = other->x[(plane + 1) % 4], *q = other->x[(plane + 2) % 4],
          *r = other->x[(plane + 3) % 4];
    determinant(own, p, q, r, other->x[plane]);
    for (int i = 0; i < 4; i++) {
        mpq_init(height[i]);
        determinant(height[i], p, q, r, t->x[i]);
        if (mpq_sgn(own) < 0) mpq_neg(height[i], height[i]);
        if (mpq_sgn(height[i]) >= 0)
            in[in_count++] = i;
        else
            out[out_count++] = i;
    }
    if (in_count == 4)
        add_from(sum, t, other, plane + 1);
    else if (in_count)
        add_cut(sum, t, other, plane, height, in, in_count, out);
    for (int i = 0; i < 4; i++)
        mpq_clear(height[i]);
    mpq_clear(own);
}

// NOLINTEND(misc-no-recursion,readability-function-size)

static void place(mpq_t out[3], const double* v, const abut_pose* pose)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(out[k], pose->translation[k]);
        for (int i = 0; i < 3; i++) {
            mpq_set_d(x, pose->rotation[k][i]);
            mpq_set_d(y, v[i]);
            mpq_mul(x, x, y);
            mpq_add(out[k], out[k], x);
        }
    }
    mpq_clears(x, y, NULL);
}

// The tetrahedron from the origin over a triangle. Returns on which side the origin is: 0, it is flat.
static int tetra_over(tetra* out, const abut_soup* s, size_t i, const abut_pose* pose)
{
    mpq_t d;
    mpq_init(d);
    for (size_t k = 0; k < 3; k++) {
        mpq_set_ui(out->x[3][k], 0, 1);
        place(out->x[k], s->vertices + 3 * (size_t)s->triangles[3 * i + k], pose);
    }
    determinant(d, out->x[3], out->x[0], out->x[1], out->x[2]);
    const int sign = mpq_sgn(d);
    mpq_clear(d);
    return sign;
}

int volume_truth_is_within(const abut_soup* a, const abut_pose* a_pose, const abut_soup* b,
                           const abut_pose* b_pose, double lo, double hi, double* value)
{
    static const abut_pose identity = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    tetra t, other;
    mpq_t sum, part, bound;
    mpq_inits(sum, part, bound, NULL);
    tetra_init(&t);
    tetra_init(&other);
    for (size_t i = 0; i < a->triangle_count; i++) {
        const int sign = tetra_over(&t, a, i, a_pose ? a_pose : &identity);
        for (size_t k = 0; sign && k < b->triangle_count; k++) {
            const int both = sign * tetra_over(&other, b, k, b_pose ? b_pose : &identity);
            if (!both) continue;
            mpq_set_ui(part, 0, 1);
            add_from(part, &t, &other, 0);
            if (both < 0) mpq_neg(part, part);
            mpq_add(sum, sum, part);
        }
    }
    mpq_set_ui(part, 6, 1);
    mpq_div(sum, sum, part);
    *value = mpq_get_d(sum);
    mpq_set_d(bound, lo);
    int within = mpq_cmp(bound, sum) <= 0;
    mpq_set_d(bound, hi);
    within &= mpq_cmp(sum, bound) <= 0;
    tetra_clear(&t);
    tetra_clear(&other);
    mpq_clears(sum, part, bound, NULL);
    return within;
}
