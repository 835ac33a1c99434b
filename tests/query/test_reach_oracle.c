// test_reach_oracle.c - abut_reach of random triangles and tetrahedra against rationals: test_reach_oracle [SEED [CASES [FIRST]]]
//
// One or two tetrahedra, which may overlap or be in each other, so that what is inside is told by parity; in poses of every
// sort, in frames, scaled; in all states of the floating-point unit, by every way to build, and by brute force. No sampled point
// is deeper than hi; the point that is told is on the surface, inside, and as deep as lo, but for its rounding.
// Built with a bound shrunk by 256 (EXPECT_WRONG) some corner must be deeper than hi.
#include "query/reach_check.h"
#include "support/float_mode.h"
#include "support/oracle_distance.h"
#include "support/share.h"

#include <inttypes.h>
#include <stdio.h>

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

enum { SAMPLES = 12, SOLIDS_MOST = 2 };

static uint64_t seed = 1, case_count = CASES(40), first_case = 0;
static size_t wrong, inside_count;

typedef struct side {
    soup_data soup;
    affine pose, frame;
    abut_pose framing;
    int is_framed;
    abut_instance at;
    size_t solids;  // tetrahedra that it begins with
} side;

// ----------------------------------------------------------------------------------------- rationals

typedef struct place {
    mpq_t x[3];
} place;

static void place_init(place* p)
{
    for (int k = 0; k < 3; k++)
        mpq_init(p->x[k]);
}

static void place_clear(place* p)
{
    for (int k = 0; k < 3; k++)
        mpq_clear(p->x[k]);
}

static void apply(place* p, const affine* a)
{
    place y;
    mpq_t t, m;
    place_init(&y);
    mpq_inits(t, m, NULL);
    for (int i = 0; i < 3; i++) {
        mpq_set_d(y.x[i], a->translation[i]);
        for (int k = 0; k < 3; k++) {
            mpq_set_d(m, a->matrix[i][k]);
            mpq_mul(t, m, p->x[k]);
            mpq_add(y.x[i], y.x[i], t);
        }
    }
    for (int k = 0; k < 3; k++)
        mpq_swap(p->x[k], y.x[k]);
    place_clear(&y);
    mpq_clears(t, m, NULL);
}

static void place_of(place* p, const double v[3], const side* s)
{
    for (int k = 0; k < 3; k++)
        mpq_set_d(p->x[k], v[k]);
    if (!s) return;
    apply(p, &s->pose);
    if (s->is_framed) apply(p, &s->frame);
}

// On which side of a plane through three points a fourth is.
static int orientation(const place p[4])
{
    mpq_t d[3][3], sum, t;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            mpq_init(d[i][k]);
            mpq_sub(d[i][k], p[i].x[k], p[3].x[k]);
        }
    mpq_inits(sum, t, NULL);
    for (int k = 0; k < 3; k++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            mpq_mul(t, d[1][sign > 0 ? l : m], d[2][sign > 0 ? m : l]);
            mpq_mul(t, t, d[0][k]);
            if (sign > 0)
                mpq_add(sum, sum, t);
            else
                mpq_sub(sum, sum, t);
        }
    const int sign = mpq_sgn(sum);
    mpq_clears(sum, t, NULL);
    for (int i = 0; i < 9; i++)
        mpq_clear(d[i / 3][i % 3]);
    return sign;
}

// Whether an odd number of the tetrahedra of b has a point strictly inside.
static int is_inside(const side* b, const double v[3], const side* from)
{
    place p[4];
    int inside = 0;
    for (int i = 0; i < 4; i++)
        place_init(&p[i]);
    for (size_t solid = 0; solid < b->solids; solid++) {
        int within = 1;
        for (size_t face = 0; face < 4; face++) {
            const double* const triangle = b->soup.vertices + 9 * (4 * solid + face);
            // The corner that the face lacks is in the next one: tetrahedron_make.
            const double* const other = b->soup.vertices + 9 * (4 * solid + (face + 1) % 4);
            for (int i = 0; i < 3; i++)
                place_of(&p[i], triangle + 3 * i, b);
            place_of(&p[3], v, from);
            const int at = orientation(p);
            for (int i = 0; i < 3; i++) {
                place_of(&p[3], other + 3 * i, b);
                const int is = orientation(p);
                if (is) within &= is == at;
            }
        }
        inside ^= within;
    }
    for (int i = 0; i < 4; i++)
        place_clear(&p[i]);
    return inside;
}

// The square of how far a point of a side, or of the world (NULL), is from triangles of another.
static void square_to(mpq_t out, const double v[3], const side* from, const side* to, size_t first,
                      size_t count)
{
    affine world;
    double point[3][3];
    oracle_gap g;
    assert_int_equal(affine_from_pose(&world, NULL), ABUT_OK);
    oracle_gap_init(&g);
    for (int i = 0; i < 3; i++)
        memcpy(point[i], v, sizeof point[i]);
    for (size_t i = first; i < first + count; i++) {
        double triangle[3][3];
        memcpy(triangle, to->soup.vertices + 9 * i, sizeof triangle);
        oracle_gap_find_in(&g, (const double(*)[3])triangle, &to->pose,
                           to->is_framed ? &to->frame : NULL, (const double(*)[3])point,
                           from ? &from->pose : &world,
                           from && from->is_framed ? &from->frame : NULL);
        if (i == first || mpq_cmp(g.square, out) < 0) mpq_set(out, g.square);
    }
    oracle_gap_clear(&g);
}

// --------------------------------------------------------------------------------------------- cases

static void on_grid(rng* r, double middle, double size, double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = rint((middle + size * rng_signed(r)) * 256) / 256;
}

static void tetrahedron_make(rng* r, double size, double* out)
{
    double corner[4][3];
    for (int i = 0; i < 4; i++)
        on_grid(r, 0, size, corner[i]);
    for (int face = 0; face < 4; face++)
        for (int i = 0; i < 3; i++)
            memcpy(out + 9 * face + 3 * i, corner[(face + i) % 4], sizeof corner[0]);
}

static void side_make(side* s, rng* r, int dice, double scale)
{
    *s = (side){.solids = rng_below(r, SOLIDS_MOST + 1)};
    const size_t open = s->solids ? rng_below(r, 2) : 2;
    s->soup = soup_separate(4 * s->solids + open);
    for (size_t i = 0; i < s->solids; i++)
        tetrahedron_make(r, i ? 0.6 : 1, s->soup.vertices + 36 * i);
    for (size_t i = 4 * s->solids; i < s->soup.triangle_count; i++)
        for (int c = 0; c < 3; c++)
            on_grid(r, 0, 1, s->soup.vertices + 9 * i + 3 * c);
    s->at.pose = dice < 6 ? pose_of_sort(r, dice) : (abut_pose){.scale = 0};
    if (dice == 2) s->at.pose.translation[0] -= 50;
    if (dice >= 8) s->at.pose.translation[0] = 0.1;
    s->framing = pose_random(r, 3);
    s->at.pose.scale = (s->at.pose.scale > 0 ? s->at.pose.scale : 1) * scale;
    for (int k = 0; k < 3; k++)
        s->at.pose.translation[k] *= scale;
}

static void side_place(side* s, int is_framed)
{
    s->is_framed = is_framed;
    s->at.frame = is_framed ? &s->framing : NULL;
    assert_int_equal(affine_from_pose(&s->pose, &s->at.pose), ABUT_OK);
    assert_int_equal(affine_from_pose(&s->frame, is_framed ? &s->framing : NULL), ABUT_OK);
}

static void tell_wrong(const char* what, uint64_t index, const char* way, const abut_deepest* d)
{
    wrong++;
    if (!EXPECT_WRONG)
        fail_msg("seed %" PRIu64 ", case %" PRIu64
                 ", %s: %s; [%.17g, %.17g] at %.17g %.17g %.17g, %u",
                 seed, index, way, what, d->lo, d->hi, d->point[0], d->point[1], d->point[2],
                 d->triangle);
}

// No point of a that is inside b is deeper than any of these say.
static void check_above(rng* r, const side* a, const side* b, const abut_deepest* const all[],
                        size_t count, uint64_t index)
{
    mpq_t square;
    mpq_init(square);
    for (size_t i = 0; i < a->soup.triangle_count * (3 + SAMPLES); i++) {
        const double* const v = a->soup.vertices + 9 * (i / (3 + SAMPLES));
        const size_t corner = i % (3 + SAMPLES), x = rng_below(r, 33), y = rng_below(r, 33 - x);
        const double weight[2] = {(double)x / 32, (double)y / 32};
        double point[3];
        for (int k = 0; k < 3; k++)
            point[k] = corner < 3 ? v[3 * corner + (size_t)k]
                                  : weight[0] * v[k] + weight[1] * v[3 + k] +
                                        (1 - weight[0] - weight[1]) * v[6 + k];
        if (!is_inside(b, point, a)) continue;
        inside_count++;
        square_to(square, point, a, b, 0, 4 * b->solids);
        for (size_t n = 0; n < count; n++)
            if (oracle_compare_double(all[n]->hi, square) < 0)
                tell_wrong("a point is deeper", index, distance_ways[n].name, all[n]);
    }
    mpq_clear(square);
}

// The point told is what it says, but for roundings of numbers up to size.
static void check_point(const side* a, const side* b, const abut_deepest* d, double size,
                        uint64_t index, const char* way)
{
    const double off = 1e-13 * size;
    mpq_t square, to_nearest;
    if (d->triangle == UINT32_MAX) {
        if (d->lo > 0 || d->nearest != UINT32_MAX) tell_wrong("no point", index, way, d);
        return;
    }
    mpq_inits(square, to_nearest, NULL);
    square_to(square, d->point, NULL, b, 0, 4 * b->solids);
    if (d->lo > off && oracle_compare_double(d->lo - off, square) > 0)
        tell_wrong("its point is not as deep", index, way, d);
    if (d->nearest >= 4 * b->solids) tell_wrong("the nearest is open", index, way, d);
    square_to(to_nearest, d->point, NULL, b, d->nearest, 1);
    if (mpq_cmp(square, to_nearest) != 0) tell_wrong("another is nearer", index, way, d);
    if (!is_inside(b, d->point, NULL)) tell_wrong("its point is outside", index, way, d);
    square_to(square, d->point, NULL, a, d->triangle, 1);
    if (oracle_compare_double(off, square) < 0) tell_wrong("it is off the surface", index, way, d);
    mpq_clears(square, to_nearest, NULL);
}

static void ask_all(const side s[2], const float_mode* mode, const abut_solids_ask* ask,
                    abut_reach_answer out[REACH_WAYS])
{
    for (int w = 0; w < REACH_WAYS; w++) {
        const abut_soup soup[2] = {soup_of(&s[0].soup), soup_of(&s[1].soup)};
        abut_model* m[2];
        abut_instance at[2] = {s[0].at, s[1].at};
        for (int i = 0; i < 2; i++)
            at[i].model = m[i] = distance_model(&soup[i], &distance_ways[w], NULL);
        abut_query* q = reach_query(NULL);
        float_mode_enter(mode);
        out[w] = reach_ask(q, &at[0], &at[1], ask);
        float_mode_leave();
        abut_query_free(q);
        abut_model_free(m[0]);
        abut_model_free(m[1]);
    }
}

static double size_of(const side s[2])
{
    double size = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            size += fabs(s[i].pose.translation[k]) + 4 * fabs(s[i].pose.matrix[0][0]) +
                    4 * fabs(s[i].pose.matrix[0][k]) + (s[i].is_framed ? 3 : 0);
    return size;
}

static void check_case(uint64_t index)
{
    static const double scales[] = {1, 1, 1, 1, 0x1p-300, 0x1p299, 0x1p-40};
    rng r = {seed * 1000003 + index};
    const double scale = scales[rng_below(&r, 7)];
    const int dice = (int)rng_below(&r, 10), is_framed = scale == 1 && rng_below(&r, 4) == 0;
    const abut_solids_ask asks[] = {
        {.absolute = 0}, {.relative = 0.05}, {.absolute = 1e-3 * scale}};
    side s[2];
    for (int i = 0; i < 2; i++)
        side_make(&s[i], &r, dice, scale);
    s[1].framing = s[0].framing;
    if (rng_below(&r, 3) == 0) s[1].at.pose = s[0].at.pose;
    for (int i = 0; i < 2; i++)
        side_place(&s[i], is_framed);
    abut_reach_answer x[REACH_WAYS];
    ask_all(s, &float_modes[index % FLOAT_MODE_COUNT], &asks[index % 3], x);
    for (int i = 0; i < 2; i++) {
        const abut_deepest* all[REACH_WAYS];
        for (int w = 0; w < REACH_WAYS; w++) {
            all[w] = i ? &x[w].b_in_a : &x[w].a_in_b;
            // A part of hi is never enough where nothing is inside.
            const int may_end = index % 3 == 1 && !(x[w].a_in_b.lo > 0 && x[w].b_in_a.lo > 0);
            if (!x[w].complete && !may_end)
                tell_wrong("it is not complete", index, distance_ways[w].name, all[w]);
            check_point(&s[i], &s[!i], all[w], size_of(s), index, distance_ways[w].name);
        }
        if (s[!i].solids) check_above(&r, &s[i], &s[!i], all, REACH_WAYS, index);
    }
    for (int i = 0; i < 2; i++)
        soup_free(&s[i].soup);
}

// A triangle above the lowest face of a box, its first corner the deepest: in a pose that rounds.
static void attack(rng* r, const abut_model* box, uint64_t index)
{
    const double axis[3] = {rng_signed(r), rng_signed(r), rng_signed(r)};
    side a = {.soup = soup_separate(1)};
    mpq_t depth, hi;
    place corner;
    assert_int_equal(abut_pose_from_axis_angle(&a.at.pose, axis, 180 * rng_signed(r)), ABUT_OK);
    for (int k = 0; k < 3; k++)
        a.at.pose.translation[k] = 40 * rng_signed(r);
    for (int i = 0; i < 9; i++) {  // turned back
        const int k = i % 3;
        double w[3];
        for (int j = 0; j < 3; j++) {
            w[j] = (i / 3 == 1 && j == 0) || (i / 3 == 2 && j == 1) ? 0.1 : 0;
            if (j == 2) w[j] = i < 3 ? -0.8 : -0.9;
            w[j] -= a.at.pose.translation[j];
        }
        a.soup.vertices[i] = a.at.pose.rotation[0][k] * w[0] + a.at.pose.rotation[1][k] * w[1] +
                             a.at.pose.rotation[2][k] * w[2];
    }
    side_place(&a, 0);
    abut_model* m = soup_build(&a.soup, NULL);
    abut_query* q = reach_query(NULL);
    const abut_instance at = {.model = m, .pose = a.at.pose}, around = {.model = box};
    const abut_solids_ask ask = {.absolute = 1e-11};
    const abut_reach_answer x = reach_ask(q, &at, &around, &ask);
    place_init(&corner);
    mpq_inits(depth, hi, NULL);
    place_of(&corner, a.soup.vertices, &a);
    mpq_set_ui(depth, 1, 1);
    mpq_add(depth, depth, corner.x[2]);
    mpq_set_d(hi, x.a_in_b.hi);
    if (mpq_cmp(depth, hi) > 0) tell_wrong("its corner is deeper", index, "attack", &x.a_in_b);
    inside_count++;
    mpq_clears(depth, hi, NULL);
    place_clear(&corner);
    abut_query_free(q);
    abut_model_free(m);
    soup_free(&a.soup);
}

static void corners_that_were_rounded_are_not_deeper(void** state)
{
    static const double around[6] = {-1, -1, -1, 1, 1, 1};
    (void)state;
    soup_data s = reach_box_soup(around, 1, 0, 0);
    abut_model* box = soup_build(&s, NULL);
    rng r = {seed};
    for (uint64_t i = 0; i < 200; i++)
        attack(&r, box, i);
    print_message("%zu of 200 wrong\n", wrong);
    if (EXPECT_WRONG) assert_true(wrong > 0);
    abut_model_free(box);
    soup_free(&s);
}

static void reach_is_as_rationals_say(void** state)
{
    (void)state;
    inside_count = 0;
    for (uint64_t i = 0; i < case_count; i++)
        check_case(first_case + i);
    print_message("%" PRIu64 " cases, %zu sampled points inside, %zu wrong\n", case_count,
                  inside_count, wrong);
    assert_true(inside_count >= case_count);
}

int main(int argc, char** argv)
{
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    if (argc > 2) case_count = strtoull(argv[2], NULL, 10);
    if (argc > 3) first_case = strtoull(argv[3], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(corners_that_were_rounded_are_not_deeper),
                                       cmocka_unit_test(reach_is_as_rationals_say)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
