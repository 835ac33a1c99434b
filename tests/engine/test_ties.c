// test_ties.c - the last stage of the engine: every road that a pair which floats left undecided can take gives
// the answer of tri_tri, and of rational arithmetic.
//
// Compiled twice, as test_filter: against the library nothing may be wrong; against abut_loose, whose bounds are 1/32
// of what they should be, the attack must find wrong kinds.
#include "base/host.h"
#include "engine/kernels.h"
#include "engine/leaf/exact.h"
#include "support/attack_pairs.h"
#include "support/float_mode.h"
#include "support/oracle.h"
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

// ------------------------------------------------------------------------------------------- roads

typedef struct form {
    const char* name;
    wide_settle_kernel* settle;
} form;

enum { FORMS_MOST = 4 };
static form forms[FORMS_MOST];
static int form_count;

static void find_forms(void)
{
    forms[form_count++] = (form){"integers", NULL};
#define NAME(set, name) #set,
    static const char* const names[SIMD_SETS] = {SIMD_EACH(NAME)};
    for (int set = 0; set <= (int)simd_best(); set++)
        forms[form_count++] = (form){names[set], wide_kernels_of((simd_set)set)->settle};
}

// Two meshes of one triangle each.
typedef struct single_pair {
    soup_mesh mesh[2];
    pose_pair poses;
    abut_host host;
} single_pair;

static single_pair single_pair_make(const double v[2][3][3], const affine pose[2], int drop_equal)
{
    static const uint32_t triangle[3] = {0, 1, 2};
    single_pair p = {.host = host_complete(NULL)};
    for (int side = 0; side < 2; side++) {
        const abut_soup soup = {
            .vertices = v[side][0], .triangles = triangle, .vertex_count = 3, .triangle_count = 1};
        assert_int_equal(soup_mesh_copy(&p.mesh[side], &soup, &p.host), ABUT_OK);
    }
    pose_pair_prepare(&p.poses, &pose[0], &pose[1], drop_equal);
    return p;
}

static void single_pair_free(single_pair* p)
{
    soup_mesh_free(&p->mesh[0], &p->host);
    soup_mesh_free(&p->mesh[1], &p->host);
}

// A search of nothing but what wide_decide records. It has kept arrays: release_search at the end.
static search* prepare_search(const single_pair* p)
{
    static search s;
    s.host = &p->host;
    s.mesh[0] = &p->mesh[0];
    s.mesh[1] = &p->mesh[1];
    s.poses = p->poses;
    search_begin(&s);
    return &s;
}

static void release_search(void)
{
    static const single_pair nothing;
    search* s = prepare_search(&nothing);
    const abut_host host = host_complete(NULL);
    host_release(&host, s->found, s->found_capacity, sizeof *s->found);
    s->found = NULL;
    s->found_capacity = 0;
}

// What the kernel alone says of the pair: by itself, and in a crowd, which may have wider vectors.
static uint8_t kernel_kind(const single_pair* p, wide_settle_kernel* settle)
{
    const soup_mesh* const mesh[2] = {&p->mesh[0], &p->mesh[1]};
    enum { CROWD = 11 };
    static const wide_pair ids[CROWD];  // the one pair there is
    lattice_pose exchange;
    wide_settle_query query;
    uint8_t kind = WIDE_UNSETTLED;
    const int found = lattice_pose_find(&exchange, &p->poses);
    if (p->mesh[0].reduced || p->mesh[1].reduced) return WIDE_UNSETTLED;
    if (!wide_settle_prepare(&query, mesh, &p->poses, found ? &exchange : NULL)) return kind;
    uint8_t kinds[CROWD];
    settle(&query, ids, 1, &kind);
    settle(&query, ids, CROWD, kinds);
    for (int i = 0; i < CROWD; i++)
        assert_int_equal(kinds[i], kind);
    return kind;
}

// ------------------------------------------------------------------------------------------ attack

typedef struct tally {
    long pairs, settled[2], wrong[2];  // by the kernel: of rounded points, of exact ones
} tally;

enum { TRIALS = CASES(20000) };

// In place, where only products and differences are rounded: b stands outside of a's edge but for a corner that
// lies on it, or nearly; seen from above. The two are in one level plane, or a is a wall on that edge.
static void attack_in_place(random_source* random, double v[2][3][3])
{
    double from[2], to[2], out[2];
    for (int c = 0; c < 2; c++) {
        from[c] = 8 * random_unit(random);
        to[c] = 8 * random_unit(random);
    }
    out[0] = to[1] - from[1];
    out[1] = from[0] - to[0];
    const double at = fabs(random_unit(random));
    const int is_wall = random_below(random, 2);
    for (int c = 0; c < 2; c++) {
        v[0][0][c] = from[c];
        v[0][1][c] = to[c];
        v[0][2][c] = is_wall ? to[c] : to[c] - out[c];
        v[1][0][c] = from[c] + at * (to[c] - from[c]);
        v[1][1][c] = v[1][0][c] + out[c] + 0.25 * (to[c] - from[c]);
        v[1][2][c] = v[1][0][c] + out[c] - 0.25 * (to[c] - from[c]);
    }
    for (int k = 0; k < 3; k++) {
        v[0][k][2] = is_wall ? (k == 2 ? 2 : -1) : 0.5;
        v[1][k][2] = 0.5;
    }
}

// The kernel on pairs at its bounds, against rational arithmetic. All forms give the same.
static tally attack(const float_mode* mode, uint64_t seed)
{
    tally t = {0, {0, 0}, {0, 0}};
    oracle* const o = oracle_create();
    for (uint64_t n = 0; n < TRIALS; n++) {
        random_source random = random_seeded(seed, n);
        double v[2][3][3];
        affine pose[2];
        attack_pair_make(&random, v, pose);
        if (n % 2) pose[1] = pose[0];
        if (n % 4 == 1) attack_in_place(&random, v);
        single_pair p = single_pair_make((const double(*)[3][3])v, pose, (int)(n % 2));
        uint8_t kinds[FORMS_MOST];
        float_mode_enter(mode);
        for (int k = 1; k < form_count; k++)
            kinds[k] = kernel_kind(&p, forms[k].settle);
        float_mode_leave();
        for (int k = 2; k < form_count; k++)
            assert_int_equal(kinds[k], kinds[1]);
        const int is_exact = p.poses.in_place;
        t.pairs++;
        if (kinds[1] != WIDE_UNSETTLED) {
            const affine identity = oracle_affine(NULL);
            oracle_load(o, (const double(*)[3])v[0], is_exact ? &identity : &pose[0],
                        (const double(*)[3])v[1], is_exact ? &identity : &pose[1]);
            t.settled[is_exact]++;
            t.wrong[is_exact] += kinds[1] != (uint8_t)oracle_decide(o);
        }
        single_pair_free(&p);
    }
    oracle_free(o);
    print_message("%s: %ld pairs, settled of rounded points %ld, of exact %ld; wrong %ld, %ld\n",
                  mode->name, t.pairs, t.settled[0], t.settled[1], t.wrong[0], t.wrong[1]);
    return t;
}

#ifdef EXPECT_WRONG

static void loose_bounds_are_caught(void** state)
{
    (void)state;
    for (int m = 0; m < FLOAT_MODE_COUNT; m++) {
        const tally t = attack(&float_modes[m], (uint64_t)m + 1);
        assert_true(t.wrong[0] > 0);
        assert_true(t.wrong[1] > 0);
    }
}

#else

static void no_kind_is_wrong(void** state)
{
    (void)state;
    for (int m = 0; m < FLOAT_MODE_COUNT; m++) {
        const tally t = attack(&float_modes[m], (uint64_t)m + 1);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(t.wrong[k], 0);
            // Where the kernel settles nothing, nothing is shown about it.
            assert_true(t.settled[k] > t.pairs / 40);
            assert_true(t.settled[k] < t.pairs / 2);
        }
    }
}

// ----------------------------------------------------------------------------------- random pairs

static abut_kind kind_by_form(const single_pair* p, const form* how)
{
    const wide_pair ids = {0, 0};
    search* s = prepare_search(p);
    wide_decider decider;
    wide_decider_prepare(&decider, s, how->settle);
    assert_int_equal(wide_decide(&decider, s, &ids, 1), 1);
    return s->found_count ? (abut_kind)s->found[0].value : ABUT_KIND_APART;
}

static abut_kind kind_by_signs(const single_pair* p)
{
    posed_triangle placed[2];
    corners reduced[2];
    posed_pair pair;
    for (int side = 0; side < 2; side++) {
        const double* vertex[3];
        soup_mesh_vertices(&p->mesh[side], 0, vertex);
        posed_triangle_place(&placed[side], &p->poses, side, vertex);
        reduced[side] = soup_mesh_corners(&p->mesh[side], 0);
    }
    posed_pair_prepare(&pair, &p->poses, &placed[0], &placed[1]);
    return tri_tri(&pair, &reduced[0], &reduced[1]);
}

// Hard pairs of all ranks, sizes and motions, by every road.
static void random_pairs_agree(void** state)
{
    (void)state;
    for (uint64_t n = 0; n < CASES(60000); n++) {
        const random_pair r = random_pair_make(7, n);
        const affine pose[2] = {oracle_affine(&r.a_pose), oracle_affine(&r.b_pose)};
        double v[2][3][3];
        memcpy(v[0], r.a, sizeof v[0]);
        memcpy(v[1], r.b, sizeof v[1]);
        single_pair p = single_pair_make((const double(*)[3][3])v, pose, n % 8 != 0);
        const float_mode* mode = &float_modes[n / 8 % FLOAT_MODE_COUNT];
        float_mode_enter(mode);
        const abut_kind expected = kind_by_signs(&p);
        abut_kind kinds[FORMS_MOST];
        for (int k = 0; k < form_count; k++)
            kinds[k] = kind_by_form(&p, &forms[k]);
        float_mode_leave();
        for (int k = 0; k < form_count; k++)
            if (kinds[k] != expected)
                fail_msg("pair %d, %s, %s: kind %d, not %d", (int)n, forms[k].name, mode->name,
                         (int)kinds[k], (int)expected);
        single_pair_free(&p);
    }
}

// ------------------------------------------------------------------------------------------- levels

// A level, or one plus a shift that a sum may have to round.
static double random_level(random_source* random)
{
    static const double levels[] = {0, 0, 0, 0, 0.25, 0.1, -0.7, 0x1p-30};
    return levels[random_below(random, 8)];
}

// Both are turned about one axis of the file, or upside down; corners share levels along it.
static void make_levels(random_source* random, double v[2][3][3], abut_pose pose[2])
{
    const int axis = (int)random_below(random, 3);
    for (int side = 0; side < 2; side++) {
        const double along[3] = {axis == 0, axis == 1, axis == 2};
        abut_pose_from_axis_angle(&pose[side], along, side ? 360 * random_unit(random) : 0);
        if (random_below(random, 4) == 0) {  // by half a turn about the next axis
            for (int i = 0; i < 3; i++)
                for (int c = 0; c < 3; c++)
                    if (c != (axis + 1) % 3) pose[side].rotation[i][c] *= -1;
        }
        for (int c = 0; c < 3; c++)
            pose[side].translation[c] = random_below(random, 2) ? 0
                                        : c == axis             ? random_level(random)
                                                                : random_unit(random);
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++)
                v[side][k][c] = c == axis ? random_level(random) : 2 * random_unit(random) - 1;
    }
}

// What no bound can tell: edges that cross in a plane across the axis.
static void levels_are_told(void** state)
{
    (void)state;
    oracle* const o = oracle_create();
    long touching = 0, settled = 0;
    for (uint64_t n = 0; n < CASES(30000); n++) {
        random_source random = random_seeded(11, n);
        double v[2][3][3];
        abut_pose given[2];
        make_levels(&random, v, given);
        const affine pose[2] = {oracle_affine(&given[0]), oracle_affine(&given[1])};
        single_pair p = single_pair_make((const double(*)[3][3])v, pose, 1);
        const float_mode* mode = &float_modes[n % FLOAT_MODE_COUNT];
        oracle_load(o, (const double(*)[3])v[0], &pose[0], (const double(*)[3])v[1], &pose[1]);
        const abut_kind expected = oracle_decide(o);
        for (int k = 1; k < form_count; k++) {
            float_mode_enter(mode);
            const uint8_t own = kernel_kind(&p, forms[k].settle);
            const abut_kind kind = kind_by_form(&p, &forms[k]);
            float_mode_leave();
            if (kind != expected || (own != WIDE_UNSETTLED && own != (uint8_t)expected))
                fail_msg("pair %d, %s, %s: kind %d, by the kernel %d, not %d", (int)n,
                         forms[k].name, mode->name, (int)kind, own, (int)expected);
            touching += expected == ABUT_KIND_TOUCH;
            settled += own == ABUT_KIND_TOUCH;
        }
        single_pair_free(&p);
    }
    oracle_free(o);
    print_message("of %ld that only touch, the kernel settles %ld\n", touching, settled);
    assert_true(touching > CASES(30000) / 100);
    assert_true(settled > touching / 3);
}

// -------------------------------------------------------------------------------------------- grids

// All proper triangles with corners in {0, 1, 2}^3, and their pairs by kind, as test_grids has them.
enum { GRID_TRIANGLES = 2876, GRID_TOUCH = 1635072, GRID_CROSS = 704160, GRID_COPLANAR = 43892 };

// Coordinates of a side: steps of the grid, each axis with a step of its own, shifted.
typedef struct grid_place {
    double step[3], shift[3];
    abut_pose pose;
    int axis[3];  // which axis of the grid each coordinate is
} grid_place;

static int is_proper(const int p[3])
{
    int u[3], v[3];
    for (int c = 0, power = 1; c < 3; c++, power *= 3) {
        u[c] = p[1] / power % 3 - p[0] / power % 3;
        v[c] = p[2] / power % 3 - p[0] / power % 3;
    }
    return u[0] * v[1] != u[1] * v[0] || u[1] * v[2] != u[2] * v[1] || u[2] * v[0] != u[0] * v[2];
}

static soup_mesh grid_mesh(const grid_place* place, const abut_host* host)
{
    double vertices[27][3];
    uint32_t* triangles = malloc((size_t)GRID_TRIANGLES * 3 * sizeof *triangles);
    size_t count = 0;
    soup_mesh out;
    assert_non_null(triangles);
    for (int p = 0; p < 27; p++) {
        const int of[3] = {p % 3, p / 3 % 3, p / 9};
        for (int c = 0; c < 3; c++)
            vertices[p][c] = of[place->axis[c]] * place->step[c] + place->shift[c];
    }
    for (int p = 0; p < 27; p++)
        for (int q = p; q < 27; q++)
            for (int r = q; r < 27; r++) {
                const int of[3] = {p, q, r};
                if (!is_proper(of)) continue;
                for (int k = 0; k < 3; k++)
                    triangles[3 * count + (size_t)k] = (uint32_t)of[k];
                count++;
            }
    assert_int_equal(count, GRID_TRIANGLES);
    const abut_soup soup = {.vertices = vertices[0],
                            .triangles = triangles,
                            .vertex_count = 27,
                            .triangle_count = count};
    assert_int_equal(soup_mesh_copy(&out, &soup, host), ABUT_OK);
    free(triangles);
    return out;
}

// Count every stride-th row of the pairs i <= j by kind. Returns how many pairs needed integers.
static uint64_t count_grid(const grid_place place[2], const form* how, size_t stride,
                           size_t kinds[4])
{
    static wide_pair row[GRID_TRIANGLES];
    const affine pose[2] = {oracle_affine(&place[0].pose), oracle_affine(&place[1].pose)};
    single_pair p = {.host = host_complete(NULL)};
    uint64_t exact = 0;
    pose_pair_prepare(&p.poses, &pose[0], &pose[1], 1);
    for (int side = 0; side < 2; side++)
        p.mesh[side] = grid_mesh(&place[side], &p.host);
    for (size_t i = 0; i < GRID_TRIANGLES; i += stride) {
        size_t count = 0;
        for (size_t j = i; j < GRID_TRIANGLES; j++)
            row[count++] = (wide_pair){(uint32_t)i, (uint32_t)j};
        search* s = prepare_search(&p);
        wide_decider decider;
        wide_decider_prepare(&decider, s, how->settle);
        assert_int_equal(wide_decide(&decider, s, row, count), 1);
        for (size_t k = 0; k < s->found_count; k++)
            kinds[s->found[k].value]++;
        exact += s->work.exact_tests;
    }
    single_pair_free(&p);
    return exact;
}

static const grid_place plain_grid = {.step = {1, 1, 1}, .axis = {0, 1, 2}, .pose = {.scale = 1}};

// Steps of many bits: products are rounded, and the answers are the same.
static const double long_steps[3] = {0x1p50 + 1, 0x1p49 + 3, 0x1p48 + 5};

static void grid_by_every_form(void** state)
{
    (void)state;
    const grid_place plain[2] = {plain_grid, plain_grid};
    size_t expected[4] = {0, GRID_TOUCH, GRID_CROSS, GRID_COPLANAR};
    if (ABUT_TEST_SHARE > 1) {  // of some rows: those of the slow way
        memset(expected, 0, sizeof expected);
        count_grid(plain, &forms[0], ABUT_TEST_SHARE, expected);
    }
    for (int long_step = 0; long_step < 2; long_step++)
        for (int k = 0; k < form_count; k++) {
            grid_place place[2] = {plain_grid, plain_grid};
            size_t kinds[4] = {0, 0, 0, 0};
            for (int side = 0; side < 2 && long_step; side++)
                memcpy(place[side].step, long_steps, sizeof long_steps);
            const uint64_t exact = count_grid(place, &forms[k], ABUT_TEST_SHARE, kinds);
            for (int i = 1; i < 4; i++)
                assert_int_equal(kinds[i], expected[i]);
            // Integers are there where they should be, and nowhere else.
            uint64_t all = 0;
            for (uint64_t i = 0; i < GRID_TRIANGLES; i += ABUT_TEST_SHARE)
                all += GRID_TRIANGLES - i;
            if (!forms[k].settle)
                assert_int_equal(exact, all);
            else if (long_step)
                assert_true(exact > all / 20 && exact < all / 2);
            else
                assert_int_equal(exact, 0);
        }
}

// x -> (y, z, -x), in a's grid; a's pose, or b's, has the same turn and another.
static void exchanged_axes_agree(void** state)
{
    (void)state;
    static const double turned[3][3] = {{0, 1, 0}, {0, 0, -1}, {1, 0, 0}};
    static const double general[3][3] = {{0.8, -0.6, 0}, {0.6, 0.8, 0}, {0, 0, 1}};
    const double shifts[3] = {0, 3, 0.1};
    size_t expected[4] = {0, 0, 0, 0};
    const grid_place plain[2] = {plain_grid, plain_grid};
    count_grid(plain, &forms[0], 40, expected);
    for (int variant = 0; variant < 12; variant++)
        for (int k = 0; k < form_count; k++) {
            grid_place place[2] = {plain_grid, plain_grid};
            size_t kinds[4] = {0, 0, 0, 0};
            grid_place* b = &place[1];
            // Turning b's vertices back: coordinate c of b's file is where column c of the turn points.
            const int axis[3] = {2, 0, 1};
            const double sign[3] = {1, 1, -1};
            for (int c = 0; c < 3; c++) {
                b->axis[c] = axis[c];
                b->step[c] = sign[c] * (variant & 1 ? long_steps[axis[c]] : 1);
                place[0].step[c] = variant & 1 ? long_steps[c] : 1;
            }
            for (int i = 0; i < 9; i++) {
                b->pose.rotation[i / 3][i % 3] = turned[i / 3][i % 3];
                if (variant < 6) continue;  // both in another frame
                place[0].pose.rotation[i / 3][i % 3] = general[i / 3][i % 3];
                b->pose.rotation[i / 3][i % 3] = 0;
                for (int j = 0; j < 3; j++)
                    b->pose.rotation[i / 3][i % 3] += general[i / 3][j] * turned[j][i % 3];
            }
            // b's translation, against its vertices.
            const double shift = shifts[variant / 2 % 3];
            for (int c = 0; c < 3 && variant < 6 && (variant & 1) == 0; c++) {
                b->pose.translation[c] = shift;
                place[0].pose.translation[c] = shift - (shift == 3 ? 1 : 0);
                place[0].shift[c] = shift == 3 ? 1 : 0;
            }
            count_grid(place, &forms[k], 40, kinds);
            for (int i = 1; i < 4; i++)
                assert_int_equal(kinds[i], expected[i]);
        }
}

// ------------------------------------------------------------------------------------------- limits

static void limit_ends_the_search(void** state)
{
    (void)state;
    single_pair p = {.host = host_complete(NULL)};
    wide_pair pairs[200];
    const affine pose[2] = {oracle_affine(NULL), oracle_affine(NULL)};
    pose_pair_prepare(&p.poses, &pose[0], &pose[1], 1);
    for (int side = 0; side < 2; side++)
        p.mesh[side] = grid_mesh(&plain_grid, &p.host);
    for (uint32_t i = 0; i < 200; i++)
        pairs[i] = (wide_pair){i, i};  // each touches itself
    for (size_t limit = 1; limit <= 200; limit += 33) {
        search* s = prepare_search(&p);
        s->limit = limit;
        search_begin(s);
        wide_decider decider;
        wide_decider_prepare(&decider, s, wide_kernels_now()->settle);
        assert_int_equal(wide_decide(&decider, s, pairs, 200), limit == 200);
        assert_int_equal(s->found_count, limit);
        assert_int_equal(s->stopped, limit != 200);
        s->limit = 0;
    }
    single_pair_free(&p);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef EXPECT_WRONG
        cmocka_unit_test(loose_bounds_are_caught),
#else
        cmocka_unit_test(no_kind_is_wrong),     cmocka_unit_test(random_pairs_agree),
        cmocka_unit_test(levels_are_told),      cmocka_unit_test(grid_by_every_form),
        cmocka_unit_test(exchanged_axes_agree), cmocka_unit_test(limit_ends_the_search),
#endif
    };
    find_forms();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    release_search();
    return failed;
}
