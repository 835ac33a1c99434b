// test_bezier.c - examples/bezier.c: curved surfaces are as near to their triangles as it says, and no nearer than they can be;
// no crack is between patches; and what it calls certain is.
#include "support/models.h"
#include "support/soups.h"

#include "abut/statistics.h"

// The example itself.
int bezier_main(void);
// NOLINTBEGIN(readability-identifier-naming, bugprone-suspicious-include): its main is none here
#define main bezier_main
#include "bezier.c"
#undef main
// NOLINTEND(readability-identifier-naming, bugprone-suspicious-include)

// ------------------------------------------------------------------------------------------- patches

static patch any_patch(rng* r, int dice)
{
    patch p = {0};
    for (int i = 0; i < 48; i++) {
        double* const x = &p.point[i / 12][i / 3 % 4][i % 3];
        *x = ldexp(rng_signed(r), dice % 5 ? 0 : (int)rng_below(r, 40) - 20);
        if (dice % 3 == 1) *x = *x / 16 + (i % 3 == 0 ? i / 12 : i % 3 == 1 ? i / 3 % 4 : 0);
        if (dice % 7 == 6) *x += 1000;
    }
    return p;
}

// By Bernstein's polynomials, in long double.
static void point_of(const patch* p, long double u, long double v, long double out[3])
{
    const long double x = 1 - u, y = 1 - v;
    const long double by_u[4] = {x * x * x, 3 * x * x * u, 3 * x * u * u, u * u * u};
    const long double by_v[4] = {y * y * y, 3 * y * y * v, 3 * y * v * v, v * v * v};
    for (int k = 0; k < 3; k++) {
        out[k] = 0;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                out[k] += by_u[i] * by_v[j] * (long double)p->point[i][j][k];
    }
}

static const double* corner_of(const surface* s, size_t index)
{
    return s->vertices + 3 * (size_t)s->triangles[index];
}

// How far the surface is from its triangles at the same (u, v), at most, of so many places in each cell.
static long double farthest(const surface* s, const patch* patches, int places)
{
    long double most = 0;
    for (size_t c = 0; c < s->cell_count; c++) {
        const cell* const at = &s->cells[c];
        for (int i = 0; i <= places; i++)
            for (int j = 0; j <= places; j++) {
                const long double u = (long double)i / places, v = (long double)j / places;
                const long double side = (long double)at->side;
                // The first triangle has the corners (0, 0), (1, 0), (0, 1), the second (0, 1), (1, 0), (1, 1).
                const size_t t = 2 * c + (u + v > 1);
                const long double by[3] = {u + v > 1 ? 1 - u : 1 - u - v, u + v > 1 ? 1 - v : u,
                                           u + v > 1 ? u + v - 1 : v};
                long double there[3], square = 0;
                point_of(&patches[at->patch], (long double)at->u + u * side,
                         (long double)at->v + v * side, there);
                for (int k = 0; k < 3; k++) {
                    for (int n = 0; n < 3; n++)
                        there[k] -= by[n] * (long double)corner_of(s, 3 * t + (size_t)n)[k];
                    square += there[k] * there[k];
                }
                most = square > most * most ? sqrtl(square) : most;
            }
    }
    return most;
}

static void surfaces_are_as_near_as_the_bound(void** state)
{
    (void)state;
    rng r = {8};
    long double nearest_ratio = 0;
    size_t count = 0;
    for (int dice = 0; dice < 60; dice++) {
        const patch p = any_patch(&r, dice);
        for (int levels = 0; levels < 4; levels++, count++) {
            surface s;
            assert_int_equal(surface_make(&s, &p, 1, levels), ABUT_OK);
            assert_int_equal(s.cell_count, (size_t)1 << (2 * levels));
            const long double most = farthest(&s, &p, levels ? 12 : 40);
            assert_true(most <= (long double)s.bound);
            if (most > nearest_ratio * (long double)s.bound)
                nearest_ratio = most / (long double)s.bound;
            surface_free(&s);
        }
    }
    print_message("%zu surfaces, up to %.3f of the bound away\n", count, (double)nearest_ratio);
    assert_true(nearest_ratio > 0.4L);
}

// Where the second derivatives are the same everywhere, nothing smaller would do.
static void the_bound_is_reached(void** state)
{
    (void)state;
    patch p;
    surface s;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            // z = u (1 - u) + v (1 - v) + 2 u v as cubics: farthest from both triangles in the middle.
            const double u = i / 3.0, v = j / 3.0;
            const double uu = i == 2   ? 1 / 3.0
                              : i == 3 ? 1
                                       : 0,
                         vv = j == 2   ? 1 / 3.0
                              : j == 3 ? 1
                                       : 0;
            p.point[i][j][0] = u;
            p.point[i][j][1] = v;
            p.point[i][j][2] = u - uu + v - vv + 2 * u * v;
        }
    assert_int_equal(surface_make(&s, &p, 1, 0), ABUT_OK);
    const long double most = farthest(&s, &p, 64);
    print_message("%.9f of a bound of %.9f\n", (double)most, s.bound);
    assert_true(most <= (long double)s.bound && most > 0.99999L * (long double)s.bound);
    surface_free(&s);
}

static void patches_have_no_cracks_between_them(void** state)
{
    (void)state;
    static patch egg[EGG_PATCHES];
    turn(egg_curves[0], egg);
    turn(egg_curves[1], egg + 4);
    for (int levels = 0; levels < 5; levels++) {
        surface s;
        abut_statistics found;
        assert_int_equal(surface_make(&s, egg, EGG_PATCHES, levels), ABUT_OK);
        const abut_soup soup = {.vertices = s.vertices,
                                .vertex_count = 4 * s.cell_count,
                                .triangles = s.triangles,
                                .triangle_count = 2 * s.cell_count};
        assert_int_equal(abut_soup_statistics(&soup, NULL, &found), ABUT_OK);
        assert_int_equal(found.boundary_count, 0);
        assert_int_equal(found.component_count, 1);
        surface_free(&s);
    }
}

// What is known only gets sharper, and the truth, measured on many points, is between.
static void what_is_certain_is_so(void** state)
{
    (void)state;
    static patch bowl[BOWL_PATCHES], egg[EGG_PATCHES];
    rng r = {2};
    turn(bowl_curve, bowl);
    turn(egg_curves[0], egg);
    turn(egg_curves[1], egg + 4);
    for (int turns = 0; turns < 6; turns++) {
        const double place[3] = {0.3 * rng_signed(&r), 0.3 * rng_signed(&r), 0.6 + 0.1 * turns};
        double low = 0, high = HUGE_VAL;
        for (int levels = 0; levels < 6; levels++) {
            surface s[2];
            known is;
            assert_int_equal(surface_make(&s[0], bowl, BOWL_PATCHES, levels), ABUT_OK);
            assert_int_equal(surface_make(&s[1], egg, EGG_PATCHES, levels), ABUT_OK);
            assert_int_equal(ask(s, place, &is), ABUT_OK);
            low = fmax(low, is.low);
            high = fmin(high, is.high);
            assert_true(low <= high);
            // The two cells that are named are as near as is said: their middles are not much farther.
            long double a[3], b[3], square = 0;
            point_of(&bowl[is.a.patch], (long double)(is.a.u + is.a.side / 2),
                     (long double)(is.a.v + is.a.side / 2), a);
            point_of(&egg[is.b.patch], (long double)(is.b.u + is.b.side / 2),
                     (long double)(is.b.v + is.b.side / 2), b);
            for (int k = 0; k < 3; k++)
                square +=
                    (a[k] - b[k] - (long double)place[k]) * (a[k] - b[k] - (long double)place[k]);
            assert_true(sqrtl(square) >= (long double)low);
            assert_true(sqrtl(square) <= (long double)(is.high + 4 * (is.a.side + is.b.side)));
            surface_free(&s[0]);
            surface_free(&s[1]);
        }
        assert_true(high - low < 0.02);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_are_as_near_as_the_bound),
        cmocka_unit_test(the_bound_is_reached),
        cmocka_unit_test(patches_have_no_cracks_between_them),
        cmocka_unit_test(what_is_certain_is_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
