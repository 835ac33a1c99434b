// test_grids.c - every pair of triangles with corners in {0,1}^3, and in {0,1,2}^3, counted by kind:
// the numbers were found by two programs that are not this library, and no exact motion changes them.
//
// test_grids small    {0,1}^3 by every road, in every pose and floating-point mode; and the oracle's
// test_grids large    {0,1,2}^3 in place
// test_grids posed    {0,1,2}^3 in one common pose that does not drop out
// test_grids sample   random pairs of {0,1,2}^3 in every pose and floating-point mode
// test_grids oracle   {0,1,2}^3 by the oracle
#include "geom/tri_tri.h"
#include "support/float_mode.h"
#include "support/oracle.h"
#include "support/random_pairs.h"
#include "support/share.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// ------------------------------------------------------------------------------------------ expected

typedef struct counts {
    long pairs, touch, cross, coplanar;
} counts;

typedef struct expectation {
    int side, triangles;
    counts of[3][3];  // by rank, the lower first
} expectation;

static const expectation small_grid = {
    2,
    120,
    {{{36, 8, 0, 0}, {448, 112, 0, 0}, {448, 168, 0, 0}},
     {{0, 0, 0, 0}, {1596, 720, 0, 84}, {3136, 1792, 0, 432}},
     {{0, 0, 0, 0}, {0, 0, 0, 0}, {1596, 1164, 132, 128}}},
};
static const expectation large_grid = {
    3,
    3654,
    {{{378, 27, 0, 0}, {20277, 1649, 0, 0}, {77652, 9932, 0, 0}},
     {{0, 0, 0, 0}, {282376, 54526, 0, 1788}, {2159876, 709556, 0, 64884}},
     {{0, 0, 0, 0}, {0, 0, 0, 0}, {4137126, 1635072, 704160, 43892}}},
};

// -------------------------------------------------------------------------------------------- variants

typedef struct triangle {
    double v[9];
} triangle;

// What happens to the grid of one side before its pose is applied: x -> turn x * scale + shift.
typedef struct placing {
    double turn[3][3], scale, shift[3];
    abut_pose pose;
} placing;

typedef struct variant {
    char name[64];
    placing side[2];
    const float_mode* mode;
} variant;

enum { MOST_VARIANTS = 64 };
static variant variants[MOST_VARIANTS];
static int variant_count;

static const placing as_it_is = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1, {0, 0, 0}, {{{0}}, {0}, 0}};

static variant* add_variant(const char* name)
{
    assert_true(variant_count < MOST_VARIANTS);
    variant* const v = &variants[variant_count++];
    snprintf(v->name, sizeof v->name, "%s", name);
    v->side[0] = v->side[1] = as_it_is;
    v->mode = &float_modes[0];
    return v;
}

static void set_pose(variant* v, const double rotation[3][3], double t, double scale)
{
    for (int side = 0; side < 2; side++) {
        abut_pose* const pose = &v->side[side].pose;
        memcpy(pose->rotation, rotation, sizeof pose->rotation);
        for (int i = 0; i < 3; i++)
            pose->translation[i] = t * (1 + i);
        pose->scale = scale;
    }
}

// x -> (y, z, -x): a turn and a mirror.
static const double swap_axes[3][3] = {{0, 1, 0}, {0, 0, 1}, {-1, 0, 0}};

// b's axes are swapped in its grid, and swapped back by the columns of its matrix.
static void swap_b(variant* v)
{
    double swapped[3][3];
    memcpy(v->side[1].turn, swap_axes, sizeof swap_axes);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            swapped[i][j] = 0;
            for (int k = 0; k < 3; k++)
                swapped[i][j] += v->side[1].pose.rotation[i][k] * swap_axes[j][k];
        }
    memcpy(v->side[1].pose.rotation, swapped, sizeof swapped);
}

static void add_scaled_variants(void)
{
    static const int exponents[] = {500, -500, -1074, 1022};
    for (int k = 0; k < 4; k++) {
        variant* const v = add_variant("both scaled");
        v->side[0].scale = v->side[1].scale = ldexp(1, exponents[k]);
    }
    for (int k = -300; k <= 300; k += 600) {
        variant* const v = add_variant("a scaled against its pose");
        v->side[0].scale = ldexp(1, -k);
        v->side[0].pose.scale = ldexp(1, k);
    }
}

static void add_shifted_variants(const double identity[3][3])
{
    variant* v = add_variant("vertices shifted by 2^40");
    for (int i = 0; i < 3; i++)
        v->side[0].shift[i] = v->side[1].shift[i] = 0x1p40;
    v = add_variant("a shifted by 2^40 against its pose");
    for (int i = 0; i < 3; i++) {
        v->side[0].shift[i] = 0x1p40;
        v->side[0].pose.translation[i] = -0x1p40;
    }
    v = add_variant("axes swapped against the pose");
    set_pose(v, identity, 0, 1);
    swap_b(v);
}

// Rotations in steps of 2^-20 keep shifts exact: the translation takes back what the vertices got.
static void add_posed_variants(random_source* random, double t)
{
    double rotation[3][3];
    random_rotation(random, rotation);
    set_pose(add_variant("common pose"), (const double(*)[3])rotation, t, 1.1);

    variant* v = add_variant("common pose, axes swapped");
    set_pose(v, (const double(*)[3])rotation, t, 0.3);
    swap_b(v);

    v = add_variant("common pose, scale split");
    set_pose(v, (const double(*)[3])rotation, t, 1.1);
    v->side[1].pose.scale *= 0x1p7;
    v->side[1].scale = 0x1p-7;

    v = add_variant("common pose, b shifted against it");
    for (int k = 0; k < 9; k++)
        rotation[k / 3][k % 3] = nearbyint(rotation[k / 3][k % 3] * 0x1p20) * 0x1p-20;
    set_pose(v, (const double(*)[3])rotation, t, 2);
    for (int i = 0; i < 3; i++) {
        v->side[1].shift[i] = 5 + i;
        for (int j = 0; j < 3; j++)
            v->side[1].pose.translation[j] -= 2 * rotation[j][i] * v->side[1].shift[i];
    }
}

// Some of the variants so far (in place, subnormal, shifted, posed, both) in every other mode.
static void add_modes(void)
{
    static const int chosen[] = {0, 3, 8, 10, 13};
    for (int m = 1; m < FLOAT_MODE_COUNT; m++) {
        for (int k = 0; k < 5; k++) {
            variant* const v = add_variant(variants[chosen[k]].name);
            memcpy(v->side, variants[chosen[k]].side, sizeof v->side);
            v->mode = &float_modes[m];
        }
    }
}

static void make_variants(void)
{
    static const double identity[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    random_source random = random_seeded(2, 0);
    variant_count = 0;
    add_variant("in place");
    add_scaled_variants();
    add_shifted_variants(identity);
    add_posed_variants(&random, 0);
    add_posed_variants(&random, 3);
    add_posed_variants(&random, 1048576);
    add_modes();
}

// ------------------------------------------------------------------------------------------- triangles

typedef struct grid {
    int count;
    double (*corner)[9];  // of every multiset of three points
    int* rank;
} grid;

static grid grid_make(int side)
{
    const int points = side * side * side;
    grid g = {0, malloc(sizeof(double[9]) * 3654), malloc(sizeof(int) * 3654)};
    assert_true(g.corner && g.rank);
    for (int p = 0; p < points; p++)
        for (int q = p; q < points; q++)
            for (int r = q; r < points; r++) {
                const int of[3] = {p, q, r};
                double* const t = g.corner[g.count];
                for (int k = 0; k < 3; k++) {
                    t[3 * k] = of[k] % side;
                    t[3 * k + 1] = of[k] / side % side;
                    t[3 * k + 2] = of[k] / side / side;
                }
                const double* const vertex[3] = {t, t + 3, t + 6};
                g.rank[g.count++] = corners_of_triangle(vertex).count - 1;
            }
    return g;
}

static void grid_free(grid* g)
{
    free(g->corner);
    free(g->rank);
}

static triangle place(const placing* p, const double corner[9])
{
    triangle out;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            double sum = 0;
            for (int j = 0; j < 3; j++)
                sum += p->turn[i][j] * corner[3 * k + j];
            out.v[3 * k + i] = sum * p->scale + p->shift[i];
        }
    return out;
}

// A grid on both sides of a variant, ready to be asked pair by pair.
typedef struct field {
    const variant* variant;
    pose_pair poses;
    triangle* vertices[2];
    posed_triangle* placed[2];
    corners* corners[2];
} field;

static field field_make(const grid* g, const variant* v, int drop_equal)
{
    field f = {.variant = v};
    const affine a = oracle_affine(&v->side[0].pose), b = oracle_affine(&v->side[1].pose);
    for (int side = 0; side < 2; side++) {
        f.vertices[side] = malloc(sizeof(triangle) * (size_t)g->count);
        f.placed[side] = malloc(sizeof(posed_triangle) * (size_t)g->count);
        f.corners[side] = malloc(sizeof(corners) * (size_t)g->count);
        assert_true(f.vertices[side] && f.placed[side] && f.corners[side]);
        for (int k = 0; k < g->count; k++)
            f.vertices[side][k] = place(&v->side[side], g->corner[k]);
    }
    float_mode_enter(v->mode);
    pose_pair_prepare(&f.poses, &a, &b, drop_equal);
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < g->count; k++) {
            const double* const t = f.vertices[side][k].v;
            const double* const vertex[3] = {t, t + 3, t + 6};
            posed_triangle_place(&f.placed[side][k], &f.poses, side, vertex);
            f.corners[side][k] = corners_of_triangle(vertex);
        }
    float_mode_leave();
    return f;
}

static void field_free(field* f)
{
    for (int side = 0; side < 2; side++) {
        free(f->vertices[side]);
        free(f->placed[side]);
        free(f->corners[side]);
    }
}

// Call between float_mode_enter and float_mode_leave.
static abut_kind field_kind(const field* f, int i, int j)
{
    posed_pair pair;
    posed_pair_prepare(&pair, &f->poses, &f->placed[0][i], &f->placed[1][j]);
    return tri_tri(&pair, &f->corners[0][i], &f->corners[1][j]);
}

static abut_kind field_kind_public(const field* f, int i, int j)
{
    abut_contact contact;
    if (abut_triangles_touch(f->vertices[0][i].v, &f->variant->side[0].pose, f->vertices[1][j].v,
                             &f->variant->side[1].pose, &contact) != ABUT_OK)
        return (abut_kind)-1;
    return contact.kind;
}

// --------------------------------------------------------------------------------------------- counting

static void count_kind(counts of[3][3], const grid* g, int i, int j, abut_kind kind)
{
    const int a = g->rank[i], b = g->rank[j];
    counts* const c = &of[a < b ? a : b][a < b ? b : a];
    c->pairs++;
    c->touch += kind == ABUT_KIND_TOUCH;
    c->cross += kind == ABUT_KIND_CROSS;
    c->coplanar += kind == ABUT_KIND_COPLANAR;
}

static void expect_counts(const expectation* expected, const counts of[3][3])
{
    for (int a = 0; a < 3; a++)
        for (int b = a; b < 3; b++) {
            assert_int_equal(of[a][b].pairs, expected->of[a][b].pairs);
            assert_int_equal(of[a][b].touch, expected->of[a][b].touch);
            assert_int_equal(of[a][b].cross, expected->of[a][b].cross);
            assert_int_equal(of[a][b].coplanar, expected->of[a][b].coplanar);
        }
}

typedef abut_kind road(const field* f, int i, int j);

// Every pair i <= j of a grid in one variant.
static void count_field(const expectation* expected, const grid* g, const field* f, road* ask)
{
    counts of[3][3] = {{{0, 0, 0, 0}}};
    assert_int_equal(g->count, expected->triangles);
    for (int i = 0; i < g->count; i++) {
        float_mode_enter(f->variant->mode);
        for (int j = i; j < g->count; j++)
            count_kind(of, g, i, j, ask(f, i, j));
        float_mode_leave();
    }
    expect_counts(expected, (const counts(*)[3])of);
}

static void count_variant(const expectation* expected, const grid* g, const variant* v,
                          int drop_equal)
{
    field f = field_make(g, v, drop_equal);
    print_message("%s, %s, equal poses %s\n", v->name, v->mode->name,
                  drop_equal ? "dropped" : "kept");
    count_field(expected, g, &f, field_kind);
    if (g->count == small_grid.triangles) count_field(expected, g, &f, field_kind_public);
    field_free(&f);
}

// ----------------------------------------------------------------------------------------------- tests

static void small_in_every_variant(void** state)
{
    (void)state;
    grid g = grid_make(small_grid.side);
    for (int k = 0; k < variant_count; k++)
        for (int drop = 0; drop < 2; drop++)
            count_variant(&small_grid, &g, &variants[k], drop);
    grid_free(&g);
}

// Not only the counts: each pair keeps its kind, in either order.
static void small_pair_by_pair(void** state)
{
    (void)state;
    grid g = grid_make(small_grid.side);
    field plain = field_make(&g, &variants[0], 1);
    for (int k = 1; k < variant_count; k++) {
        field f = field_make(&g, &variants[k], k % 2);
        int changed = 0;
        for (int i = 0; i < g.count; i++)
            for (int j = 0; j < g.count; j++) {
                float_mode_enter(f.variant->mode);
                const abut_kind kind = field_kind(&f, i, j);
                float_mode_leave();
                changed += kind != field_kind(&plain, i, j);
            }
        assert_int_equal(changed, 0);
        field_free(&f);
    }
    field_free(&plain);
    grid_free(&g);
}

static abut_kind oracle_kind(oracle* o, const double a[9], const double b[9])
{
    const affine identity = oracle_affine(NULL);
    double t[2][3][3];
    memcpy(t[0], a, sizeof t[0]);
    memcpy(t[1], b, sizeof t[1]);
    oracle_load(o, (const double(*)[3])t[0], &identity, (const double(*)[3])t[1], &identity);
    return oracle_decide(o);
}

// The oracle must pass what it judges others by.
static void count_by_the_oracle(const expectation* expected)
{
    grid g = grid_make(expected->side);
    counts of[3][3] = {{{0, 0, 0, 0}}};
    oracle* const o = oracle_create();
    for (int i = 0; i < g.count; i++)
        for (int j = i; j < g.count; j++)
            count_kind(of, &g, i, j, oracle_kind(o, g.corner[i], g.corner[j]));
    oracle_free(o);
    expect_counts(expected, (const counts(*)[3])of);
    grid_free(&g);
}

static void small_by_the_oracle(void** state)
{
    (void)state;
    count_by_the_oracle(&small_grid);
}

static void large_by_the_oracle(void** state)
{
    (void)state;
    count_by_the_oracle(&large_grid);
}

static void large_in_place(void** state)
{
    (void)state;
    grid g = grid_make(large_grid.side);
    count_variant(&large_grid, &g, &variants[0], 1);
    grid_free(&g);
}

static void large_in_a_pose(void** state)
{
    (void)state;
    grid g = grid_make(large_grid.side);
    int k = 0;
    while (strcmp(variants[k].name, "common pose") != 0)
        k++;
    count_variant(&large_grid, &g, &variants[k], 0);
    grid_free(&g);
}

static void large_sample(void** state)
{
    (void)state;
    grid g = grid_make(large_grid.side);
    field plain = field_make(&g, &variants[0], 1);
    for (int k = 1; k < variant_count; k++) {
        random_source random = random_seeded(3, (uint64_t)k);
        field f = field_make(&g, &variants[k], k % 2);
        int changed = 0;
        for (int n = 0; n < CASES(200000); n++) {
            const int i = random_below(&random, g.count), j = random_below(&random, g.count);
            float_mode_enter(f.variant->mode);
            const abut_kind kind = field_kind(&f, i, j);
            float_mode_leave();
            changed += kind != field_kind(&plain, i, j);
        }
        assert_int_equal(changed, 0);
        field_free(&f);
    }
    field_free(&plain);
    grid_free(&g);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest small[] = {
        cmocka_unit_test(small_in_every_variant),
        cmocka_unit_test(small_pair_by_pair),
        cmocka_unit_test(small_by_the_oracle),
    };
    const struct CMUnitTest large[] = {cmocka_unit_test(large_in_place)};
    const struct CMUnitTest by_oracle[] = {cmocka_unit_test(large_by_the_oracle)};
    const struct CMUnitTest posed[] = {cmocka_unit_test(large_in_a_pose)};
    const struct CMUnitTest sample[] = {cmocka_unit_test(large_sample)};
    const char* const part = argc > 1 ? argv[1] : "small";
    make_variants();
    if (!strcmp(part, "small")) return cmocka_run_group_tests(small, NULL, NULL);
    if (!strcmp(part, "large")) return cmocka_run_group_tests(large, NULL, NULL);
    if (!strcmp(part, "posed")) return cmocka_run_group_tests(posed, NULL, NULL);
    if (!strcmp(part, "sample")) return cmocka_run_group_tests(sample, NULL, NULL);
    if (!strcmp(part, "oracle")) return cmocka_run_group_tests(by_oracle, NULL, NULL);
    fprintf(stderr, "usage: test_grids small|large|posed|sample|oracle\n");
    return 2;
}
