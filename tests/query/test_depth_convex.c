// test_depth_convex.c - the least depth of convex polytopes at random, against rational arithmetic (GMP): all directions
// across two differences of vertices, of which each face of the Minkowski difference has one. No face, edge or hull is looked
// for there. Then the same with a solid far away beside each, which takes the general search.
//     test_depth_convex [SEED]
#include "query/depth_check.h"
#include "query/least_check.h"

static uint64_t seed = 1;

enum { POINTS_MOST = 8, DIFFERENCES_MOST = POINTS_MOST * (POINTS_MOST - 1) };

// How many are made, and how many tests a search may do. Where nothing is pruned a test costs more: the bounds of a
// search must hold wherever it ends.
#ifdef ABUT_PRUNE_OFF
enum { POLYTOPES = 24, SEARCH_BUDGET = 100000 };
#else
enum { POLYTOPES = 48, SEARCH_BUDGET = 1000000 };
#endif

// --------------------------------------------------------------------------------------- polytopes

typedef struct polytope {
    int count;
    double point[POINTS_MOST][3];
} polytope;

// Six times the volume of four points; coordinates are small integers.
static double volume_of(const double* p, const double* q, const double* r, const double* s)
{
    double e[3][3];
    for (int k = 0; k < 3; k++) {
        e[0][k] = q[k] - p[k];
        e[1][k] = r[k] - p[k];
        e[2][k] = s[k] - p[k];
    }
    return e[2][0] * (e[0][1] * e[1][2] - e[0][2] * e[1][1]) +
           e[2][1] * (e[0][2] * e[1][0] - e[0][0] * e[1][2]) +
           e[2][2] * (e[0][0] * e[1][1] - e[0][1] * e[1][0]);
}

// A triangle of the hull, cut into four as often as is said.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the cuts
static void add_cut(solid* s, const double corner[3][3], int cuts)
{
    double middle[3][3];
    if (!cuts) {
        solid_add_triangle(s, corner);
        return;
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            middle[i][k] = corner[i][k] / 2 + corner[(i + 1) % 3][k] / 2;
    for (int i = 0; i < 3; i++) {
        double part[3][3];
        memcpy(part[0], corner[i], sizeof part[0]);
        memcpy(part[1], middle[i], sizeof part[1]);
        memcpy(part[2], middle[(i + 2) % 3], sizeof part[2]);
        add_cut(s, (const double(*)[3])part, cuts - 1);
    }
    add_cut(s, (const double(*)[3])middle, cuts - 1);
}

// Its hull as triangles. Returns 0 where four points of a face are in one plane, or a point is within.
static int add_hull(solid* s, const polytope* p, int cuts)
{
    int used[POINTS_MOST] = {0}, count = 0;
    for (int i = 0; i < p->count; i++)
        for (int j = i + 1; j < p->count; j++)
            for (int k = j + 1; k < p->count; k++) {
                int above = 0, below = 0, on = 0;
                for (int m = 0; m < p->count; m++) {
                    const double v = volume_of(p->point[i], p->point[j], p->point[k], p->point[m]);
                    above += v > 0;
                    below += v < 0;
                    on += !(v < 0 || v > 0);
                }
                if (above && below) continue;
                if (on > 3) return 0;
                const int order[3] = {i, above ? k : j, above ? j : k};
                double corner[3][3];
                for (int c = 0; c < 3; c++)
                    memcpy(corner[c], p->point[order[c]], sizeof corner[c]);
                used[i] = used[j] = used[k] = 1;
                add_cut(s, (const double(*)[3])corner, cuts);
            }
    for (int i = 0; i < p->count; i++)
        count += used[i];
    return count == p->count;
}

// Points of a lattice; a box of some sizes now and then, since its edges are parallel to others'.
static void polytope_make(rng* r, polytope* p, solid* s, int cuts)
{
    do {
        solid_free(s);
        p->count = 4 + (int)rng_below(r, 5);
        for (int i = 0; i < p->count; i++)
            for (int k = 0; k < 3; k++)
                p->point[i][k] = (double)rng_below(r, 33) - 16;
    } while (!add_hull(s, p, cuts));
}

static void box_make(rng* r, polytope* p, solid* s, int cuts)
{
    double box[6];
    for (int k = 0; k < 3; k++) {
        box[k] = -1 - (double)rng_below(r, 8);
        box[3 + k] = 1 + (double)rng_below(r, 8);
    }
    p->count = 8;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            p->point[i][k] = box[k + (i >> k & 1 ? 3 : 0)];
    solid_add_box(s, box, box + 3, 1 << cuts, 0);
}

// ------------------------------------------------------------------------------------------ oracle

typedef struct truth {
    mpq_t depth, square;  // the least: D / sqrt(n.n)
    int is_blocked;
} truth;

typedef struct placed {
    mpq_t point[POINTS_MOST][3];
} placed;

static void place(placed* out, const polytope* p, const abut_pose* pose)
{
    const affine m = oracle_affine(pose);
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < 3; k++) {
            mpq_init(out->point[i][k]);
            mpq_set_d(out->point[i][k], m.translation[k]);
            for (int c = 0; c < 3; c++) {
                mpq_set_d(x, m.matrix[k][c]);
                mpq_set_d(y, p->point[i][c]);
                mpq_mul(x, x, y);
                mpq_add(out->point[i][k], out->point[i][k], x);
            }
        }
    mpq_clears(x, y, NULL);
}

static void dot(mpq_t out, mpq_t a[3], mpq_t b[3])
{
    mpq_t x;
    mpq_init(x);
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(x, a[k], b[k]);
        mpq_add(out, out, x);
    }
    mpq_clear(x);
}

// What a direction says: the greatest n.a less the least n.b.
static void try_direction(truth* t, mpq_t n[3], placed* points, const polytope* p)
{
    mpq_t square, most, least, x, y;
    mpq_inits(square, most, least, x, y, NULL);
    dot(square, n, n);
    for (int i = 0; mpq_sgn(square) && i < p[0].count; i++) {
        dot(x, n, points[0].point[i]);
        if (!i || mpq_cmp(x, most) > 0) mpq_set(most, x);
    }
    for (int i = 0; mpq_sgn(square) && i < p[1].count; i++) {
        dot(x, n, points[1].point[i]);
        if (!i || mpq_cmp(x, least) < 0) mpq_set(least, x);
    }
    if (mpq_sgn(square)) {
        mpq_sub(most, most, least);
        if (mpq_sgn(most) <= 0) t->is_blocked = 0;
        mpq_mul(x, most, most);
        mpq_mul(x, x, t->square);
        mpq_mul(y, t->depth, t->depth);
        mpq_mul(y, y, square);
        if (!mpq_sgn(t->square) || mpq_cmp(x, y) < 0) {
            mpq_set(t->depth, most);
            mpq_set(t->square, square);
        }
    }
    mpq_clears(square, most, least, x, y, NULL);
}

static void find_truth(truth* t, const polytope p[2], const abut_pose pose[2])
{
    placed points[2];
    static mpq_t way[DIFFERENCES_MOST][3];
    mpq_t n[3], x;
    int count = 0;
    mpq_inits(t->depth, t->square, n[0], n[1], n[2], x, NULL);
    t->is_blocked = 1;
    for (int side = 0; side < 2; side++)
        place(&points[side], &p[side], &pose[side]);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p[side].count; i++)
            for (int j = i + 1; j < p[side].count; j++, count++)
                for (int k = 0; k < 3; k++) {
                    mpq_init(way[count][k]);
                    mpq_sub(way[count][k], points[side].point[j][k], points[side].point[i][k]);
                }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            if (i == j) continue;
            for (int k = 0; k < 3; k++) {
                mpq_mul(n[k], way[i][(k + 1) % 3], way[j][(k + 2) % 3]);
                mpq_mul(x, way[i][(k + 2) % 3], way[j][(k + 1) % 3]);
                mpq_sub(n[k], n[k], x);
            }
            try_direction(t, n, points, p);
        }
    for (int i = 0; i < count; i++)
        mpq_clears(way[i][0], way[i][1], way[i][2], NULL);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p[side].count; i++)
            mpq_clears(points[side].point[i][0], points[side].point[i][1], points[side].point[i][2],
                       NULL);
    mpq_clears(n[0], n[1], n[2], x, NULL);
}

// -1, 0 or 1 as the depth is less than, as, or more than a double of 0 or more.
static int compare_truth(const truth* t, double x)
{
    mpq_t left, right;
    mpq_inits(left, right, NULL);
    mpq_mul(left, t->depth, t->depth);
    mpq_set_d(right, x);
    mpq_mul(right, right, right);
    mpq_mul(right, right, t->square);
    const int sign = mpq_cmp(left, right);
    mpq_clears(left, right, NULL);
    return sign;
}

// ------------------------------------------------------------------------------------------- cases

static size_t blocked, exact_ends, next_ends, searched;

static void expect_exact(world* w, const truth* t, const abut_depth_least_answer* d)
{
    assert_true(d->is_convex && d->complete);
    assert_true(compare_truth(t, d->lo) >= 0 && compare_truth(t, d->hi) <= 0);
    assert_true(translation_is_short(d));
    if (d->hi == d->lo) {
        exact_ends++;
    } else {
        next_ends++;
        assert_true(d->hi == nextafter(d->lo, (double)INFINITY));
        assert_true(compare_truth(t, d->lo) > 0 && compare_truth(t, d->hi) < 0);
    }
    expect_free(w, 0, d);
}

static void one_case(uint64_t i)
{
    rng r = {seed * 1000003 + i};
    polytope p[2];
    solid s[2] = {{0}, {0}};
    abut_pose pose[2];
    truth t;
    world w;
    const int cuts = (int)(i % 3);
    for (int side = 0; side < 2; side++) {
        if (rng_below(&r, 3) == 0)
            box_make(&r, &p[side], &s[side], cuts);
        else
            polytope_make(&r, &p[side], &s[side], cuts);
        pose[side] = i % 4 ? pose_random(&r, 6) : (abut_pose){.scale = 1};
        for (int k = 0; i % 4 == 0 && k < 3; k++) {
            pose[side].rotation[k][k] = 1;
            pose[side].translation[k] = side * ((double)rng_below(&r, 17) - 8);
        }
        if (i % 8 == 5) pose_mirror(&pose[side]);
    }
    find_truth(&t, p, pose);
    world_open(&w, s, i % 5 ? ABUT_METHOD_WIDE : ABUT_METHOD_BRUTE);
    for (int side = 0; side < 2; side++)
        w.instance[side].pose = pose[side];
    const abut_depth_least_answer d = ask_least(&w, 0, NULL), e = ask_least(&w, 1, NULL);
    if (t.is_blocked) {
        blocked++;
        expect_exact(&w, &t, &d);
        assert_true(d.lo == e.lo && d.hi == e.hi && translation_is_short(&e));
    } else {
        assert_true(d.lo == 0 && d.hi == 0 && d.complete && e.hi == 0);
    }
    world_close(&w);
    for (int side = 0; side < 2 && t.is_blocked && i % 4 < 2; side++) {
        const double away = side ? -20000 : 20000, low[3] = {away, 0, 0},
                     high[3] = {away + 1, 1, 1};
        solid_add_box(&s[side], low, high, 1, 0);
        searched += side == 1;
    }
    if (t.is_blocked && i % 4 < 2) {
        const abut_solids_ask ask = {.relative = 0.05, .budget = SEARCH_BUDGET};
        world_open(&w, s, ABUT_METHOD_WIDE);
        for (int side = 0; side < 2; side++)
            w.instance[side].pose = pose[side];
        const abut_depth_least_answer f = ask_least(&w, 0, &ask);
        assert_true(!f.is_convex);
        assert_true(compare_truth(&t, f.lo) >= 0 && compare_truth(&t, f.hi) <= 0);
        assert_true(translation_is_short(&f));
        expect_free(&w, 0, &f);
        world_close(&w);
    }
    mpq_clears(t.depth, t.square, NULL);
    for (int side = 0; side < 2; side++) {
        solid_free(&s[side]);
    }
}

// -------------------------------------------------------------------------------------- nearly flat

// On which side of a triangle a point is, in rationals.
static int side_of(const double p[3], const double q[3], const double r[3], const double x[3])
{
    const double* const point[4] = {p, q, r, x};
    mpq_t e[3][3], n[3], y;
    mpq_init(y);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            mpq_init(e[i][k]);
            mpq_set_d(e[i][k], point[i + 1][k]);
            mpq_set_d(y, p[k]);
            mpq_sub(e[i][k], e[i][k], y);
        }
    for (int k = 0; k < 3; k++) {
        mpq_init(n[k]);
        mpq_mul(n[k], e[0][(k + 1) % 3], e[1][(k + 2) % 3]);
        mpq_mul(y, e[0][(k + 2) % 3], e[1][(k + 1) % 3]);
        mpq_sub(n[k], n[k], y);
    }
    dot(y, n, e[2]);
    const int sign = mpq_sgn(y);
    for (int i = 0; i < 3; i++)
        mpq_clears(e[i][0], e[i][1], e[i][2], n[i], NULL);
    mpq_clear(y);
    return sign;
}

// A tetrahedron with one face bent by a rounding: outward it is convex, inward it is not. Returns 1 if it was taken for the
// other one.
static int is_bent_wrongly(rng* r, size_t* convex_count)
{
    double v[5][3];
    solid s[2] = {{0}, {0}};
    const double ball[6] = {-9, -9, -9, 9, 9, 9};
    world w;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            v[i][k] = rng_signed(r) + (i == k ? 3 : 0);
    const double x = 0.1 + 0.3 * fabs(rng_signed(r)), y = 0.1 + 0.3 * fabs(rng_signed(r));
    for (int k = 0; k < 3; k++)
        v[4][k] = v[0][k] + x * (v[1][k] - v[0][k]) + y * (v[2][k] - v[0][k]);
    const int inner = side_of(v[0], v[1], v[2], v[3]), bent = side_of(v[0], v[1], v[2], v[4]);
    static const int faces[6][3] = {{0, 1, 4}, {1, 2, 4}, {2, 0, 4},
                                    {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    for (int f = 0; f < 6; f++) {
        double corner[3][3];
        for (int c = 0; c < 3; c++)
            memcpy(corner[c], v[faces[f][c]], sizeof corner[c]);
        solid_add_triangle(&s[0], (const double(*)[3])corner);
    }
    solid_add_box(&s[1], ball, ball + 3, 1, 0);
    world_open(&w, s, ABUT_METHOD_BRUTE);
    const abut_solids_ask ask = {.budget = 1};
    const abut_depth_least_answer d = ask_least(&w, 0, &ask);
    world_close(&w);
    solid_free(&s[0]);
    solid_free(&s[1]);
    *convex_count += (size_t)d.is_convex;
    return d.is_convex == (bent && bent == inner);
}

static void nearly_flat(void** state)
{
    (void)state;
    rng r = {seed};
    size_t wrong = 0, convex_count = 0;
    const size_t all = CASES(1500);
    for (size_t i = 0; i < all; i++)
        wrong += (size_t)is_bent_wrongly(&r, &convex_count);
    print_message("%zu wrong of %zu, %zu convex\n", wrong, all, convex_count);
    assert_true(convex_count > all / 5 && convex_count < all - all / 5);
#ifdef EXPECT_WRONG
    assert_true(wrong > 0);
#else
    assert_int_equal(wrong, 0);
#endif
}

static UNUSED void polytopes_at_random(void** state)
{
    (void)state;
    const uint64_t count = CASES(POLYTOPES);
    for (uint64_t i = 0; i < count; i++)
        one_case(i);
    print_message("%zu blocked of %zu, %zu exact, %zu between neighbours, %zu searched\n", blocked,
                  (size_t)count, exact_ends, next_ends, searched);
    assert_true(blocked > count / 3);
    assert_true(next_ends > blocked / 3 && searched > count / 8);
}

int main(int argc, char** argv)
{
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearly_flat),
#ifndef EXPECT_WRONG
        cmocka_unit_test(polytopes_at_random),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
