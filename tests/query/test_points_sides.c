// test_points_sides.c - sides and winding numbers of points about soups of tetrahedra, against integers and solid angles:
// test_points_sides [SEED [CASES [FIRST]]]
//
// Tetrahedra overlap, hold each other, share corners, look inward or outward; some have a face turned over, some lack one. Points
// lie anywhere, on corners, edges and faces, and where the first rays from them meet these: so that other rays must tell.
#include "geom/probe.h"
#include "support/float_mode.h"
#include "support/points_check.h"
#include "support/share.h"

#include <gmp.h>
#include <inttypes.h>
#include <stdio.h>

enum { TETRAHEDRA_MOST = 8, POINTS = 24 };

static uint64_t seed = 1, case_count = CASES(300), first_case = 0;

static const int tetra_faces[4][3] = {
    {0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};  // outward of 0 (1 2 3)

typedef struct solid_case {
    soup_data soup;
    double corner[TETRAHEDRA_MOST][4][3];
    int sign[TETRAHEDRA_MOST];  // of the corners' orientation, and -1 times that if it looks inward
    int closed[TETRAHEDRA_MOST];  // it lacks no face
    int whole[TETRAHEDRA_MOST];   // nor is one turned over
    size_t count;
} solid_case;

// The sign of (q - p) x (r - p) . (s - p), of numbers that are multiples of 2^-60 below 2^40.
static int orientation(const double p[3], const double q[3], const double r[3], const double s[3])
{
    const double* const to[3] = {q, r, s};
    mpz_t x[3][3], term, sum;
    mpz_inits(term, sum, NULL);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            mpz_init(x[i][k]);
            mpz_set_d(x[i][k], ldexp(to[i][k], 60));
            mpz_set_d(term, ldexp(p[k], 60));
            mpz_sub(x[i][k], x[i][k], term);
        }
    for (int k = 0; k < 3; k++)
        for (int turn = 0; turn < 2; turn++) {
            mpz_mul(term, x[0][k], x[1][(k + 1 + turn) % 3]);
            mpz_mul(term, term, x[2][(k + 2 - turn) % 3]);
            (turn ? mpz_sub : mpz_add)(sum, sum, term);
        }
    const int sign = mpz_sgn(sum);
    for (int i = 0; i < 9; i++)
        mpz_clear(x[i / 3][i % 3]);
    mpz_clears(term, sum, NULL);
    return sign;
}

static double grid_number(rng* r)
{
    return (double)(int64_t)rng_below(r, 1 << 12) / 512 - 4;
}

static solid_case make_case(rng* r)
{
    solid_case c = {.count = 1 + rng_below(r, TETRAHEDRA_MOST)};
    c.soup = soup_separate(4 * c.count);
    size_t triangles = 0;
    const size_t open_one = rng_below(r, 3) ? SIZE_MAX : rng_below(r, c.count);
    const size_t turned_one = rng_below(r, 3) ? SIZE_MAX : rng_below(r, c.count);
    for (size_t i = 0; i < c.count; i++) {
        do {
            for (int k = 0; k < 12; k++)
                c.corner[i][k / 3][k % 3] = grid_number(r);
            c.sign[i] = orientation(c.corner[i][0], c.corner[i][1], c.corner[i][2], c.corner[i][3]);
        } while (!c.sign[i]);
        const int inward = (int)rng_below(r, 2);
        if (inward) c.sign[i] = -c.sign[i];
        c.closed[i] = i != open_one;
        c.whole[i] = c.closed[i] && i != turned_one;
        for (int f = 0; f < 4 - !c.closed[i]; f++) {
            const int turn = inward ^ (f == 1 && i == turned_one);
            for (int v = 0; v < 3; v++)
                memcpy(c.soup.vertices + 9 * triangles + 3 * v,
                       c.corner[i][tetra_faces[f][turn ? 2 - v : v]], 3 * sizeof(double));
            triangles++;
        }
    }
    c.soup.triangle_count = triangles;
    c.soup.vertex_count = 3 * triangles;
    return c;
}

// 0 outside a tetrahedron, 1 inside, 2 on its border.
static int place_in(const double corner[4][3], const double p[3])
{
    int signs[4], behind = 0, ahead = 0, zero = 0;
    for (int f = 0; f < 4; f++) {
        signs[f] = orientation(corner[tetra_faces[f][0]], corner[tetra_faces[f][1]],
                               corner[tetra_faces[f][2]], p);
        behind |= signs[f] < 0;
        ahead |= signs[f] > 0;
        zero |= signs[f] == 0;
    }
    if (behind && ahead) return 0;
    return zero ? 2 : 1;
}

static long double dot(const long double a[3], const long double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static long double solid_angle(const double* v, const double p[3])
{
    long double x[3][3];
    for (int i = 0; i < 9; i++)
        x[i / 3][i % 3] = (long double)v[i] - (long double)p[i % 3];
    const long double *a = x[0], *b = x[1], *c = x[2];
    const long double la = sqrtl(dot(a, a)), lb = sqrtl(dot(b, b)), lc = sqrtl(dot(c, c));
    const long double y = a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                          a[2] * (b[0] * c[1] - b[1] * c[0]);
    return atan2l(y, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb) /
           (2 * 3.14159265358979323846264338327950288L);
}

// What is true of a point. Returns whether it is on a triangle of any.
typedef struct truth {
    int on, inside, has_closed;
    long double winding;
    int is_whole;
} truth;

static truth find_truth(const solid_case* c, const double p[3])
{
    truth t = {.is_whole = 1};
    for (size_t i = 0; i < c->count; i++) {
        const int place = place_in(c->corner[i], p);
        t.on |= place == 2;
        t.has_closed |= c->closed[i];
        if (c->closed[i] && place == 1) t.inside ^= 1;
        t.is_whole &= c->whole[i];
    }
    for (size_t i = 0; i < c->soup.triangle_count; i++)
        t.winding += solid_angle(c->soup.vertices + 9 * i, p);
    return t;
}

static void make_point(rng* r, const solid_case* c, double out[3])
{
    const double* v = c->soup.vertices + 9 * rng_below(r, c->soup.triangle_count);
    const size_t sort = rng_below(r, 6);
    const ray_direction ray = ray_direction_choose((uint32_t)rng_below(r, 2));
    for (int k = 0; k < 3; k++) {
        out[k] = 1.5 * grid_number(r);
        if (sort == 1) out[k] = v[k];
        if (sort == 2) out[k] = v[k] / 2 + v[3 + k] / 2;
        if (sort == 3) out[k] = v[k] / 2 + v[3 + k] / 4 + v[6 + k] / 4;
        // From where the ray meets a corner, or an edge.
        if (sort == 4) out[k] = v[k] - ray.x[k] * 0x1p-40;
        if (sort == 5) out[k] = v[k] / 2 + v[3 + k] / 2 - ray.x[k] * 0x1p-41;
    }
}

static void check_case(abut_batch* const batch[POINT_WAYS], uint64_t index)
{
    rng r = {seed * 7919 + index};
    solid_case c = make_case(&r);
    const abut_soup soup = soup_of(&c.soup);
    double points[3 * POINTS];
    for (int i = 0; i < POINTS; i++)
        make_point(&r, &c, points + 3 * i);
    for (int w = 0; w < POINT_WAYS; w++) {
        abut_model* m = distance_model(&soup, &distance_ways[w], NULL);
        abut_solid* s = points_solid(m);
        const abut_instance at = {.model = m};
        const abut_point_ask ask = {.solid = s, .winding = 1};
        float_mode_enter(&float_modes[(index + (uint64_t)w) % FLOAT_MODE_COUNT]);
        const abut_point_answer* a = points_ask(batch[w], &at, points, POINTS, &ask);
        float_mode_leave();
        for (int i = 0; i < POINTS; i++) {
            const truth t = find_truth(&c, points + 3 * i);
            // On a face that is lacking it is on nothing.
            const int on = a[i].near[0].hi == 0;
            if (!t.on && on)
                fail_msg("seed %" PRIu64 ", case %" PRIu64 ": on nothing", seed, index);
            if (on) {
                assert_int_equal(a[i].side, ABUT_SIDE_ON);
                continue;
            }
            if (t.on) continue;
            const abut_side side = !t.has_closed ? ABUT_SIDE_UNKNOWN
                                   : t.inside    ? ABUT_SIDE_INSIDE
                                                 : ABUT_SIDE_OUTSIDE;
            const long double low = (long double)a[i].winding_lo,
                              high = (long double)a[i].winding_hi;
            const long double off = 1e-15L;
            const int is_right = t.is_whole ? low == roundl(t.winding) && high == low
                                            : low - off <= t.winding && t.winding <= high + off &&
                                                  high - low < 1e-9L;
            if (a[i].side != side || !is_right)
                fail_msg("seed %" PRIu64 ", case %" PRIu64
                         ", %s, point %d: side %d, not %d; winding %.17g to %.17g, not %.17Lg",
                         seed, index, distance_ways[w].name, i, (int)a[i].side, (int)side,
                         a[i].winding_lo, a[i].winding_hi, t.winding);
        }
        abut_solid_free(s);
        abut_model_free(m);
    }
    soup_free(&c.soup);
}

static void test_cases(void** state)
{
    (void)state;
    abut_batch* batch[POINT_WAYS];
    points_batches_open(batch);
    for (uint64_t i = first_case; i < first_case + case_count; i++)
        check_case(batch, i);
    points_batches_free(batch);
    printf("%" PRIu64 " soups, %d points each, seed %" PRIu64 "\n", case_count, POINTS, seed);
}

int main(int count, char** arguments)
{
    if (count > 1) seed = strtoull(arguments[1], NULL, 10);
    if (count > 2) case_count = strtoull(arguments[2], NULL, 10);
    if (count > 3) first_case = strtoull(arguments[3], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
