// test_wide_leaf.c - the triangle stage in float, attacked where its bounds decide.
//
// Compiled three times. Against the library everything decided must be right, in every floating-point mode,
// and the same bits must come from every instruction set. Against abut_wide_loose, whose bounds are 1/32 of
// what they should be, some pairs must be called apart that are not, and against abut_wide_looser, 1/256,
// some must be called crossing: else the attack is too weak to say anything about the bounds.
#include "base/simd_set.h"
#include "engine/kernels.h"
#include "engine/tree/pack.h"
#include "geom/tri_tri.h"
#include "search/relative_pose.h"
#include "support/float_mode.h"
#include "support/pruning.h"
#include "support/random_pairs.h"

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

enum { TRIALS = 15000, LEAVES = 3 };

// ----------------------------------------------------------------------------------- instruction sets

typedef struct instruction_set {
    const char* name;
    wide_leaf_pairs* run;
    wide_leaf_blocks* run_blocks;
} instruction_set;

static int list_instruction_sets(instruction_set out[3])
{
#define NAME(set, name) #set,
    static const char* const names[SIMD_SETS] = {SIMD_EACH(NAME)};
    const int count = (int)simd_best() + 1;
    for (int set = 0; set < count; set++)
        out[set] = (instruction_set){names[set], wide_kernels_of((simd_set)set)->leaf_pairs,
                                     wide_kernels_of((simd_set)set)->leaf_blocks};
    return count;
}

// --------------------------------------------------------------------------------------- hostile pairs

typedef struct attack_pair {
    affine pose[2];
    double vertex[2][3][3];  // as in the files
} attack_pair;

static void random_direction(random_source* random, double out[3])
{
    double length;
    do {
        length = 0;
        for (int k = 0; k < 3; k++) {
            out[k] = random_unit(random);
            length += out[k] * out[k];
        }
    } while (length < 0.01 || length > 1);
    for (int k = 0; k < 3; k++)
        out[k] /= sqrt(length);
}

static void cross_product(double out[3], const double u[3], const double v[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
}

static void unit_normal(double out[3], const double u[3], const double v[3])
{
    cross_product(out, u, v);
    const double length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    for (int k = 0; k < 3; k++)
        out[k] = length > 0 ? out[k] / length : 0;
}

// p + x u + y v
static void combine(double out[3], const double p[3], double x, const double u[3], double y,
                    const double v[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = p[k] + x * u[k] + y * v[k];
}

// A height from 1 down to nothing, half of the time about what floats resolve.
static double random_height(random_source* random)
{
    const double sign = random_below(random, 2) ? 1 : -1;
    if (random_below(random, 10) == 0) return 0;
    if (random_below(random, 2)) return sign * exp2(-24 + 8 * random_unit(random));
    return sign * pow(10, -random_between(random, 0, 17));
}

// An edge of b passes the border of a small triangle, near its own end: there the bounds are tight.
static void attack_border(random_source* random, double a[3][3], double b[3][3])
{
    double u[3], v[3], n[3], w[3];
    const double zero[3] = {0, 0, 0}, size = exp2(-4 + 4 * random_unit(random));
    random_direction(random, u);
    random_direction(random, w);
    unit_normal(n, u, w);
    unit_normal(v, n, u);
    combine(a[0], zero, size, w, 0, w);
    combine(a[1], a[0], size, u, 0, v);
    combine(a[2], a[0], 0, u, size, v);
    combine(w, a[0], size / 3, u, random_height(random), v);
    combine(b[0], w, -size / 3, n, 0, v);
    combine(b[1], w, 1, n, 0, v);
    combine(b[2], w, size / 2, n, -1, v);
}

// Two triangles about the origin, of size about one, that meet in a feature of each but for a height.
// NOLINTNEXTLINE(readability-function-size): a list of attacks
// A triangle, one in four of them thin, and two of its sides.
static void attack_first(random_source* random, double a[3][3], double u[3], double v[3])
{
    const double thin = random_below(random, 4) ? 1 : exp2(-4 + 4 * random_unit(random));
    for (int k = 0; k < 3; k++)
        a[0][k] = random_unit(random);
    random_direction(random, u);
    random_direction(random, v);
    for (int k = 0; k < 3; k++)
        v[k] = u[k] * (1 - thin) + v[k] * thin;
    combine(a[1], a[0], 1, u, 0, v);
    combine(a[2], a[0], 0, u, 1, v);
}

static void attack_world(random_source* random, double a[3][3], double b[3][3])
{
    double u[3], v[3], n[3], w[3], meet[3];
    attack_first(random, a, u, v);
    unit_normal(n, u, v);
    const double x = fabs(random_unit(random)) / 2, y = fabs(random_unit(random)) / 2;
    const double size = random_below(random, 3) ? 1 : exp2(3 * random_unit(random));
    const double height = random_height(random);
    switch (random_below(random, 7)) {
    case 6:
        attack_border(random, a, b);
        return;
    case 0:  // a vertex near a vertex, an edge or the face; b leans away, or through
        combine(meet, a[0], random_below(random, 2) ? 0 : x, u, random_below(random, 2) ? 0 : y, v);
        for (int i = 0; i < 3; i++) {
            random_direction(random, w);
            const double up = w[0] * n[0] + w[1] * n[1] + w[2] * n[2];
            const double lift = random_below(random, 8) ? (up < 0 ? -2 * up : 0) : 0;
            combine(b[i], meet, i ? size : 0, w, height + (i ? size * lift : 0), n);
        }
        break;
    case 1:  // an edge near an edge
        random_direction(random, w);
        combine(meet, a[0], x, u, 0, v);
        unit_normal(n, u, w);
        combine(meet, meet, height, n, 0, n);
        combine(b[0], meet, size, w, 0, n);
        combine(b[1], meet, -size * x, w, 0, n);
        combine(b[2], meet, size, n, random_unit(random), w);
        break;
    case 2:  // in one plane but for the height, touching there
        combine(meet, a[0], x, u, 0, v);
        unit_normal(w, u, n);
        combine(b[0], meet, height, w, random_below(random, 2) ? 0 : height, n);
        combine(b[1], meet, size * (1 + x), w, height, n);
        combine(b[2], meet, size * (1 + y), w, size, u);
        break;
    case 3:  // in one plane, anyhow
        for (int i = 0; i < 3; i++) {
            combine(b[i], a[0], 2 * random_unit(random), u, 2 * random_unit(random), v);
            combine(b[i], b[i], height * random_unit(random), n, 0, n);
        }
        break;
    case 4:  // corners on edges or in the plane
        for (int i = 0; i < 3; i++) {
            combine(b[i], a[0], random_unit(random), u,
                    random_below(random, 2) ? 0 : random_unit(random), v);
            combine(b[i], b[i], random_below(random, 2) ? height : size * random_unit(random), n, 0,
                    n);
        }
        break;
    default:  // through the face near its border
        combine(meet, a[0], x, u, height, v);
        random_direction(random, w);
        combine(b[0], meet, size, w, 0, n);
        combine(b[1], meet, -size, w, 0, n);
        combine(b[2], meet, size, w, random_unit(random), n);
        break;
    }
    if (random_below(random, 16) == 0) memcpy(b[2], b[random_below(random, 2)], sizeof b[2]);
    if (random_below(random, 32) == 0) combine(a[2], a[0], x, u, 0, v);
}

static void random_attack_pose(random_source* random, affine* out)
{
    abut_pose pose = {
        .scale = random_below(random, 2) ? 1 : 0.1375 * exp2(3 * (1 + random_unit(random)))};
    random_rotation(random, pose.rotation);
    if (random_below(random, 4) == 0)
        for (int i = 0; i < 9; i++)
            pose.rotation[i / 3][i % 3] = i / 3 == i % 3;
    const double far = random_below(random, 3) ? 0 : pow(10, random_between(random, 0, 5));
    for (int i = 0; i < 3; i++)
        pose.translation[i] = far * random_unit(random);
    assert_int_equal(affine_from_pose(out, &pose), ABUT_OK);
}

// Vertices that the pose takes near to the world points; nearest for a plain rotation and scale.
static void pull_back(double out[3][3], const affine* pose, const double world[3][3])
{
    double square = 0;
    for (int j = 0; j < 3; j++)
        square += pose->matrix[j][0] * pose->matrix[j][0];
    for (int v = 0; v < 3; v++)
        for (int i = 0; i < 3; i++) {
            out[v][i] = 0;
            for (int j = 0; j < 3; j++)
                out[v][i] += pose->matrix[j][i] * (world[v][j] - pose->translation[j]) / square;
        }
}

static void make_attack(random_source* random, attack_pair* out)
{
    double world[2][3][3];
    attack_world(random, world[0], world[1]);
    if (random_below(random, 2)) {
        double swap[3][3];
        memcpy(swap, world[0], sizeof swap);
        memcpy(world[0], world[1], sizeof swap);
        memcpy(world[1], swap, sizeof swap);
    }
    random_attack_pose(random, &out->pose[0]);
    out->pose[1] = out->pose[0];
    if (random_below(random, 4)) random_attack_pose(random, &out->pose[1]);
    for (int side = 0; side < 2; side++)
        pull_back(out->vertex[side], &out->pose[side], (const double(*)[3])world[side]);
}

// Pairs of all sorts and sizes, exact ties among them.
static int make_known(uint64_t index, attack_pair* out)
{
    const random_pair p = random_pair_make(77, index);
    memcpy(out->vertex[0], p.a, sizeof p.a);
    memcpy(out->vertex[1], p.b, sizeof p.b);
    return affine_from_pose(&out->pose[0], &p.a_pose) == ABUT_OK &&
           affine_from_pose(&out->pose[1], &p.b_pose) == ABUT_OK;
}

static abut_kind decide(const attack_pair* p)
{
    pose_pair poses;
    posed_triangle placed[2];
    corners reduced[2];
    posed_pair pair;
    pose_pair_prepare(&poses, &p->pose[0], &p->pose[1], 1);
    for (int side = 0; side < 2; side++) {
        const double* const v[3] = {p->vertex[side][0], p->vertex[side][1], p->vertex[side][2]};
        posed_triangle_place(&placed[side], &poses, side, v);
        reduced[side] = corners_of_triangle(v);
    }
    posed_pair_prepare(&pair, &poses, &placed[0], &placed[1]);
    return tri_tri(&pair, &reduced[0], &reduced[1]);
}

// ---------------------------------------------------------------------------------- models and leaves

// A frame in which the triangle is a small part of a model, or all of it.
static frame frame_around(random_source* random, const double v[3][3])
{
    frame f = {{0, 0, 0}, -1074};
    int share = random_below(random, 3) ? random_below(random, 12) : 0;
    if (random_below(random, 20) == 0) share = random_below(random, 60);
    double largest = 0, extent = 0;
    for (int k = 0; k < 3; k++) {
        const double low = fmin(fmin(v[0][k], v[1][k]), v[2][k]);
        const double high = fmax(fmax(v[0][k], v[1][k]), v[2][k]);
        largest = fmax(largest, fmax(fabs(low), fabs(high)));
        extent = fmax(extent, high / 2 - low / 2);
    }
    if (extent > 0) f.exponent = ilogb(extent) + 1;
    if (largest > 0 && f.exponent < ilogb(largest) - 59) f.exponent = ilogb(largest) - 59;
    f.exponent += share;
    for (int k = 0; k < 3; k++) {
        const double low = fmin(fmin(v[0][k], v[1][k]), v[2][k]);
        const double high = fmax(fmax(v[0][k], v[1][k]), v[2][k]);
        const double middle = ldexp(low, -f.exponent) / 2 + ldexp(high, -f.exponent) / 2;
        f.origin[k] = middle + (share ? 0.4 * random_unit(random) : 0);
    }
    return f;
}

// A leaf with count copies of the triangle, its corners turned round.
static wide_leaf leaf_of_triangle(random_source* random, const frame* f, const double v[3][3],
                                  int count)
{
    wide_leaf leaf = {.reach = 0};
    double y[3][3];
    for (int i = 0; i < 3; i++)
        frame_place(f, v[i], y[i]);
    const double away = random_below(random, 2) ? 0 : exp2(-12 * fabs(random_unit(random)));
    for (int k = 0; k < 3; k++) {
        const double middle = (y[0][k] + y[1][k] + y[2][k]) / 3;
        leaf.origin[k] = (float)(middle + away * random_unit(random));
    }
    const int first = random_below(random, 3), step = random_between(random, 1, 2);
    for (int t = 0; t < WIDE_LEAF; t++) {
        leaf.id[t] = t < count ? (uint32_t)t : WIDE_NOBODY;
        for (int i = 0; i < 3; i++) {
            const double* corner = y[(first + step * i + (t < count ? t : 0)) % 3];
            for (int k = 0; k < 3; k++) {
                leaf.corner[3 * i + k][t] = (float)(corner[k] - (double)leaf.origin[k]);
                leaf.reach = fmaxf(leaf.reach, fabsf(leaf.corner[3 * i + k][t]));
            }
        }
    }
    return leaf;
}

// The leaf that a short one in its place stands for.
static wide_leaf shortened(const wide_leaf* leaf)
{
    wide_short s;
    wide_leaf out;
    wide_shorten(leaf, &s);
    wide_lengthen(&s, &out);
    return out;
}

typedef struct leaf_case {
    wide_leaf_pose pose;
    wide_leaf leaf[2][LEAVES];
    wide_pair pairs[LEAVES * LEAVES];
    size_t pair_count, triangle_pairs;
} leaf_case;

static void make_case(random_source* random, const attack_pair* p, const float_mode* mode,
                      leaf_case* out)
{
    frame f[2];
    relative_pose relative;
    int count[2][LEAVES];
    for (int side = 0; side < 2; side++) {
        f[side] = frame_around(random, (const double(*)[3])p->vertex[side]);
        for (int i = 0; i < LEAVES; i++)
            count[side][i] = random_between(random, 1, WIDE_LEAF);
    }
    const int is_short[2] = {random_below(random, 2), random_below(random, 2)};
    float_mode_enter(mode);
    const relative_side sides[2] = {{&p->pose[0], &f[0]}, {&p->pose[1], &f[1]}};
    relative_pose_prepare(&relative, &sides[0], &sides[1]);
    wide_leaf_prepare(&out->pose, &relative, is_short[0] ? WIDE_SHORT_ERROR : 0,
                      is_short[1] ? WIDE_SHORT_ERROR : 0);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < LEAVES; i++) {
            wide_leaf* leaf = &out->leaf[side][i];
            *leaf = leaf_of_triangle(random, &f[side], (const double(*)[3])p->vertex[side],
                                     count[side][i]);
            if (is_short[side]) *leaf = shortened(leaf);
        }
    float_mode_leave();
    out->pair_count = (size_t)random_between(random, 1, LEAVES * LEAVES);
    out->triangle_pairs = 0;
    for (size_t i = 0; i < out->pair_count; i++) {
        out->pairs[i] = (wide_pair){(uint32_t)i % LEAVES, (uint32_t)i / LEAVES};
        out->triangle_pairs += (size_t)(count[0][out->pairs[i].a] * count[1][out->pairs[i].b]);
    }
}

// --------------------------------------------------------------------------------------------- trials

typedef struct tally {
    uint64_t pairs, tests, apart, crossing, undecided;
    uint64_t wrong_apart, wrong_crossing;
} tally;

static void count_case(tally* t, abut_kind kind, const wide_leaf_result* r)
{
    const uint64_t apart = r->triangle_tests - r->crossing_count - r->undecided_count;
    t->pairs++;
    t->tests += r->triangle_tests;
    t->apart += apart;
    t->crossing += r->crossing_count;
    t->undecided += r->undecided_count;
    if (kind != ABUT_KIND_APART) t->wrong_apart += apart;
    if (kind != ABUT_KIND_CROSS) t->wrong_crossing += r->crossing_count;
}

static int results_are_equal(const wide_leaf_result* x, const wide_leaf_result* y)
{
    return x->crossing_count == y->crossing_count && x->undecided_count == y->undecided_count &&
           x->triangle_tests == y->triangle_tests &&
           !memcmp(x->crossing, y->crossing, x->crossing_count * sizeof *x->crossing) &&
           !memcmp(x->undecided, y->undecided, x->undecided_count * sizeof *x->undecided);
}

static void run_case(const leaf_case* c, const float_mode* mode, wide_leaf_result* out)
{
    static wide_leaf_result other;
    instruction_set sets[3];
    const int count = list_instruction_sets(sets);
    for (int i = 0; i < count; i++) {
        wide_leaf_result* to = i ? &other : out;
        float_mode_enter(mode);
        sets[i].run(&c->pose, c->leaf[0], c->leaf[1], c->pairs, c->pair_count, to);
        float_mode_leave();
        if (i && !results_are_equal(out, &other))
            fail_msg("%s and %s differ", sets[0].name, sets[i].name);
    }
    assert_int_equal(out->triangle_tests, c->triangle_pairs);
}

static void attack(tally* t, const float_mode* mode, uint64_t seed, long trials, int known)
{
    static wide_leaf_result result;
    for (long n = 0; n < trials; n++) {
        random_source random = random_seeded(seed, (uint64_t)n);
        attack_pair p;
        leaf_case c;
        if (!known)
            make_attack(&random, &p);
        else if (!make_known((uint64_t)n, &p))
            continue;
        make_case(&random, &p, mode, &c);
        run_case(&c, mode, &result);
        count_case(t, decide(&p), &result);
    }
}

static void print_tally(const char* name, const tally* t)
{
    print_message("%s: %llu pairs, %llu tests: %.1f %% apart, %.1f %% crossing, %.1f %% undecided; "
                  "wrong: %llu apart, %llu crossing\n",
                  name, (unsigned long long)t->pairs, (unsigned long long)t->tests,
                  100.0 * (double)t->apart / (double)t->tests,
                  100.0 * (double)t->crossing / (double)t->tests,
                  100.0 * (double)t->undecided / (double)t->tests,
                  (unsigned long long)t->wrong_apart, (unsigned long long)t->wrong_crossing);
}

static long trials_wanted = TRIALS;

static void expect_attack_shows_something(const tally* t)
{
#if defined EXPECT_WRONG_APART
    assert_true(t->wrong_apart > 0);
#elif defined EXPECT_WRONG_CROSSING
    assert_true(t->wrong_crossing > 0);
#else
    assert_int_equal(t->wrong_apart, 0);
    assert_int_equal(t->wrong_crossing, 0);
    // Where nothing is decided, nothing is shown.
    assert_true(t->apart > t->tests / 20 || !PRUNING);
    assert_true(t->crossing > t->tests / 50);
    assert_true(t->undecided > t->tests / 50);
#endif
}

static void hostile_pairs(void** state)
{
    (void)state;
#ifdef EXPECT_WRONG_APART
    SKIP_WITHOUT_PRUNING("nothing is called apart");
#endif
    tally all = {0};
    for (int known = 0; known < 2; known++) {
        for (int m = 0; m < FLOAT_MODE_COUNT; m++) {
            tally t = {0};
            attack(&t, &float_modes[m], (uint64_t)m + 1, trials_wanted, known);
            print_tally(float_modes[m].name, &t);
            all.apart += t.apart, all.crossing += t.crossing, all.undecided += t.undecided;
            all.tests += t.tests, all.wrong_apart += t.wrong_apart;
            all.wrong_crossing += t.wrong_crossing;
        }
    }
    expect_attack_shows_something(&all);
}

#if !defined EXPECT_WRONG_APART && !defined EXPECT_WRONG_CROSSING

// ----------------------------------------------------------------------------- leaves as they come

// A leaf of different triangles about a place.
static wide_leaf random_leaf(random_source* random, double size, uint32_t first,
                             double vertices[WIDE_LEAF][3][3])
{
    wide_leaf leaf = {.reach = 0};
    const int count = random_between(random, 1, WIDE_LEAF);
    double place[3];
    for (int k = 0; k < 3; k++) {
        place[k] = 0.1 * random_unit(random);
        leaf.origin[k] = (float)place[k];
    }
    for (int t = 0; t < WIDE_LEAF; t++) {
        leaf.id[t] = t < count ? first + (uint32_t)t : WIDE_NOBODY;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) {
                vertices[t][i][k] =
                    t < count ? place[k] + size * random_unit(random) : vertices[0][i][k];
                const float x = (float)(vertices[t][i][k] - (double)leaf.origin[k]);
                leaf.corner[3 * i + k][t] = x;
                leaf.reach = fmaxf(leaf.reach, fabsf(x));
            }
    }
    return leaf;
}

typedef struct leaf_scene {  // in frames that are the files' coordinates
    leaf_case c;
    attack_pair poses;
    double vertices[2][WIDE_PAIRS_MAX][WIDE_LEAF][3][3];
    wide_leaf leaf[2][WIDE_PAIRS_MAX];
    wide_pair pairs[WIDE_PAIRS_MAX];
} leaf_scene;

static void make_scene(random_source* random, leaf_scene* s)
{
    const frame f = {{0, 0, 0}, 0};
    const int is_short[2] = {random_below(random, 2), random_below(random, 2)};
    relative_pose relative;
    for (int side = 0; side < 2; side++) {
        abut_pose pose = {.scale = side ? 0.7 : 1};
        random_rotation(random, pose.rotation);
        assert_int_equal(affine_from_pose(&s->poses.pose[side], &pose), ABUT_OK);
        for (uint32_t i = 0; i < WIDE_PAIRS_MAX; i++) {
            s->leaf[side][i] = random_leaf(random, 0.1, WIDE_LEAF * i, s->vertices[side][i]);
            if (is_short[side]) s->leaf[side][i] = shortened(&s->leaf[side][i]);
        }
    }
    for (size_t i = 0; i < WIDE_PAIRS_MAX; i++)
        s->pairs[i] = (wide_pair){(uint32_t)random_below(random, WIDE_PAIRS_MAX),
                                  (uint32_t)random_below(random, WIDE_PAIRS_MAX)};
    const relative_side sides[2] = {{&s->poses.pose[0], &f}, {&s->poses.pose[1], &f}};
    relative_pose_prepare(&relative, &sides[0], &sides[1]);
    wide_leaf_prepare(&s->c.pose, &relative, is_short[0] ? WIDE_SHORT_ERROR : 0,
                      is_short[1] ? WIDE_SHORT_ERROR : 0);
}

static size_t times_listed(const wide_pair* list, size_t count, wide_pair wanted)
{
    size_t times = 0;
    for (size_t i = 0; i < count; i++)
        times += list[i].a == wanted.a && list[i].b == wanted.b;
    return times;
}

// Every pair of triangles of the first leaf pairs must be found where it belongs, and nothing else.
static void check_scene(leaf_scene* s, size_t count, const wide_leaf_result* r, tally* t)
{
    size_t crossing = 0, undecided = 0, tests = 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < WIDE_LEAF * WIDE_LEAF; k++) {
            const uint32_t j = k / WIDE_LEAF, l = k % WIDE_LEAF;
            const wide_pair ids = {s->leaf[0][s->pairs[i].a].id[j],
                                   s->leaf[1][s->pairs[i].b].id[l]};
            if (ids.a == WIDE_NOBODY || ids.b == WIDE_NOBODY) continue;
            memcpy(s->poses.vertex[0], s->vertices[0][s->pairs[i].a][j], 72);
            memcpy(s->poses.vertex[1], s->vertices[1][s->pairs[i].b][l], 72);
            const abut_kind kind = decide(&s->poses);
            const size_t crosses = times_listed(r->crossing, r->crossing_count, ids);
            const size_t open = times_listed(r->undecided, r->undecided_count, ids);
            if (kind != ABUT_KIND_APART) assert_true(crosses + open > 0);
            if (kind != ABUT_KIND_CROSS) assert_int_equal(crosses, 0);
            crossing += crosses > 0, undecided += open > 0, tests++;
        }
    // A leaf pair may have been drawn twice; then its triangles are listed twice, and counted twice above.
    assert_int_equal(crossing, r->crossing_count);
    assert_int_equal(undecided, r->undecided_count);
    assert_int_equal(tests, r->triangle_tests);
    t->tests += tests, t->crossing += crossing, t->undecided += undecided;
}

static void leaves_of_different_triangles(void** state)
{
    (void)state;
    static leaf_scene s;
    static wide_leaf_result result, other;
    tally t = {0};
    const size_t counts[] = {0, 1, 2, 3, 4, 5, 6, 7, 15, 16, 17, 33, 47, 48, 49, WIDE_PAIRS_MAX};
    for (size_t n = 0; n < 160; n++) {
        const size_t count = counts[n % 16];
        random_source random = random_seeded(5, n);
        make_scene(&random, &s);
        instruction_set sets[3];
        const int set_count = list_instruction_sets(sets);
        for (int i = 0; i < set_count; i++) {
            wide_leaf_result* to = i ? &other : &result;
            sets[i].run(&s.c.pose, s.leaf[0], s.leaf[1], s.pairs, count, to);
            check_scene(&s, count, to, &t);
            assert_true(results_are_equal(&result, to));
        }
    }
    print_message("%llu tests: %llu crossing, %llu undecided\n", (unsigned long long)t.tests,
                  (unsigned long long)t.crossing, (unsigned long long)t.undecided);
    assert_true(t.crossing > t.tests / 100);
    assert_true(!PRUNING || t.undecided < t.tests / 1000);
}

// A block, and what it must give.
typedef struct block_case {
    wide_leaf_block block;
    wide_leaf_result alone;
} block_case;

static void make_block(random_source* random, leaf_scene* s, int only_planes, wide_leaf_pairs* run,
                       block_case* out)
{
    const size_t first = (size_t)random_below(random, WIDE_PAIRS_MAX - 1);
    const int is_single = random_below(random, 2);
    const wide_pair *p = &s->pairs[first], *q = is_single ? p : p + 1;
    s->c.pose.only_planes = only_planes;
    out->block = (wide_leaf_block){&s->c.pose,
                                   {&s->leaf[0][p->a], &s->leaf[0][q->a]},
                                   {&s->leaf[1][p->b], &s->leaf[1][q->b]},
                                   is_single};
    run(&s->c.pose, s->leaf[0], s->leaf[1], p, is_single ? 1 : 2, &out->alone);
}

static void expect_part(const wide_pair* list, size_t begin, size_t end, const wide_pair* alone,
                        size_t count)
{
    assert_int_equal(end - begin, count);
    assert_memory_equal(list + begin, alone, count * sizeof *alone);
}

// Blocks of two questions, one of which may ask for planes alone: each gets what it would get by itself.
static void blocks_of_several_questions(void** state)
{
    (void)state;
    static leaf_scene scenes[2];
    static block_case cases[WIDE_BLOCKS_MAX];
    static wide_leaf_result result;
    size_t crossing = 0, undecided = 0;
    for (size_t n = 0; n < 200; n++) {
        random_source random = random_seeded(6, n);
        if (n % 20 == 0)
            for (int i = 0; i < 2; i++)
                make_scene(&random, &scenes[i]);
        const int only_planes = random_below(&random, 2);
        const size_t count = (size_t)random_between(&random, 1, WIDE_BLOCKS_MAX);
        instruction_set sets[3];
        const int set_count = list_instruction_sets(sets);
        wide_leaf_block blocks[WIDE_BLOCKS_MAX];
        for (size_t i = 0; i < count; i++) {
            const int which = random_below(&random, 2);
            make_block(&random, &scenes[which], which && only_planes, sets[0].run, &cases[i]);
            blocks[i] = cases[i].block;
        }
        for (int i = 0; i < set_count; i++) {
            wide_block_ends ends[WIDE_BLOCKS_MAX];
            size_t cross = 0, open = 0, tests = 0;
            sets[i].run_blocks(blocks, count, &result, ends);
            for (size_t k = 0; k < count; k++) {
                const wide_leaf_result* alone = &cases[k].alone;
                expect_part(result.crossing, cross, ends[k].crossing_end, alone->crossing,
                            alone->crossing_count);
                expect_part(result.undecided, open, ends[k].undecided_end, alone->undecided,
                            alone->undecided_count);
                assert_int_equal(ends[k].triangle_tests, alone->triangle_tests);
                cross = ends[k].crossing_end;
                open = ends[k].undecided_end;
                tests += ends[k].triangle_tests;
            }
            assert_int_equal(cross, result.crossing_count);
            assert_int_equal(open, result.undecided_count);
            assert_int_equal(tests, result.triangle_tests);
            crossing += cross;
            undecided += open;
        }
    }
    assert_true(crossing > 100 && undecided > 100);
}

#endif

// test_wide_leaf [TRIALS]: more trials than the suite runs.
int main(int argc, char** argv)
{
    if (argc > 1) trials_wanted = strtol(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_pairs),
#if !defined EXPECT_WRONG_APART && !defined EXPECT_WRONG_CROSSING
        cmocka_unit_test(leaves_of_different_triangles),
        cmocka_unit_test(blocks_of_several_questions),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
