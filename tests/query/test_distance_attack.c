// test_distance_attack.c - nearest pairs that differ by less than floats tell, far from each other in the tree: what is left
// out without proof gives a wrong answer here.
//
// Within exactly the distance, there is no slack at all: so that is asked, too.
//
// Compiled several times. Against the library all answers must be those of brute force. Against abut_near_loose, whose boxes
// have 1/32 of their margin, abut_leaf_loose, whose triangles have, and abut_methods_loose, whose boxes of other methods have,
// some must not: of distances, and of clearances.
#include "support/distance_check.h"
#include "support/share.h"

#include <stdio.h>

enum { MODELS = 120, SPIKES = 96, CLOUDS = 20000 };

// Whose answers are wrong: 0 nobody's, 1 the engine's, 2 other methods'.
#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

// What is answered wrongly, as bits.
enum { WRONG_DISTANCE = 1, WRONG_WITHIN = 2, WRONG_CLEARANCE = 4 };

typedef struct counts {
    int asked, distances, withins, clearances;
} counts;

static void count_wrong(counts* c, int wrong)
{
    c->asked++;
    c->distances += (wrong & WRONG_DISTANCE) != 0;
    c->withins += (wrong & WRONG_WITHIN) != 0;
    c->clearances += (wrong & WRONG_CLEARANCE) != 0;
}

static void unit_vector(rng* r, double out[3])
{
    double square;
    do {
        square = 0;
        for (int k = 0; k < 3; k++) {
            out[k] = rng_signed(r);
            square += out[k] * out[k];
        }
    } while (square < 0.1 || square > 1);
    for (int k = 0; k < 3; k++)
        out[k] /= sqrt(square);
}

// Triangles around the origin, each with a corner nearly as far from it as all others; thin ones are segments, whose boxes
// end where they do.
static soup_data spikes(rng* r, double distance, double spread, int is_thin)
{
    soup_data s = soup_separate(SPIKES);
    for (size_t t = 0; t < SPIKES; t++) {
        double u[3], v[3];
        unit_vector(r, u);
        for (int corner = 0; corner < 3; corner++) {
            unit_vector(r, v);
            const double far = distance * (corner ? 1 + .1 * corner : 1 + spread * rng_signed(r));
            const double off = is_thin || !corner ? 0 : 0.05 * distance;
            for (int k = 0; k < 3; k++)
                s.vertices[9 * t + 3 * (size_t)corner + (size_t)k] = far * u[k] + off * v[k];
        }
    }
    return s;
}

// Something small about the origin.
static soup_data kernel(rng* r, double size, size_t count)
{
    soup_data s = soup_separate(count);
    for (size_t i = 0; i < 9 * count; i++)
        s.vertices[i] = size * rng_signed(r);
    return s;
}

// In the file of a pose: the point that it brings there, but for rounding.
static void pull_back(const abut_pose* pose, const double x[3], double out[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] = 0;
        for (int i = 0; i < 3; i++)
            out[k] += pose->rotation[i][k] * (x[i] - pose->translation[i]);
    }
}

// A few points of size one about each origin, of which two stand near to each other, at most 2^-least apart: there floats, or
// doubles, err by much of the gap.
static void points_that_are_near(rng* r, int least, soup_data soup[2], abut_pose pose[2])
{
    const double gap = ldexp(1, -least - (int)rng_below(r, 8));
    double place[2][3], way[3];
    unit_vector(r, way);
    for (int k = 0; k < 3; k++) {
        place[0][k] = rng_signed(r);
        place[1][k] = place[0][k] + gap * way[k];
    }
    for (int side = 0; side < 2; side++) {
        const size_t count = 2 + rng_below(r, 5);
        pose[side] = pose_random(r, 0.3);
        soup[side] = soup_separate(count);
        for (size_t t = 0; t < count; t++) {
            double x[3];
            for (int k = 0; k < 3; k++)
                x[k] = t ? rng_signed(r) + (side ? 1.5 : -1.5) : place[side][k];
            pull_back(&pose[side], x, soup[side].vertices + 9 * t);
            for (int corner = 1; corner < 3; corner++)
                memcpy(soup[side].vertices + 9 * t + 3 * corner, soup[side].vertices + 9 * t,
                       3 * sizeof(double));
        }
    }
}

typedef struct asked {
    abut_model *m, *n;
    abut_query* q;
    abut_instance a, b;
} asked;

static void ask_begin(asked* k, const distance_way* way, const soup_data soup[2],
                      const abut_pose pose[2], int is_swapped)
{
    const abut_soup first = soup_of(&soup[is_swapped]), second = soup_of(&soup[!is_swapped]);
    *k = (asked){.m = distance_model(&first, way, NULL), .n = distance_model(&second, way, NULL)};
    assert_int_equal(abut_query_create(&k->q, NULL), ABUT_OK);
    k->a = (abut_instance){.model = k->m, .pose = pose[is_swapped]};
    k->b = (abut_instance){.model = k->n, .pose = pose[!is_swapped]};
}

static void ask_end(asked* k)
{
    abut_query_free(k->q);
    abut_model_free(k->m);
    abut_model_free(k->n);
}

static abut_clearance_answer ask_clearance(asked* k, double margin)
{
    abut_clearance_answer c;
    k->a.margin = margin;
    assert_int_equal(abut_clearance(k->q, &k->a, &k->b, NULL, &c), ABUT_OK);
    return c;
}

// Whether models are as far as brute force says, also if asked about just that, and which triangles are so near.
static int find_wrong(const distance_way* way, const soup_data soup[2], const abut_pose pose[2],
                      int is_swapped)
{
    static const distance_way brute = {.method = ABUT_METHOD_BRUTE};
    abut_distance_answer d, truth, e;
    asked plain, other;
    int wrong = 0;
    ask_begin(&plain, &brute, soup, pose, is_swapped);
    ask_begin(&other, way, soup, pose, is_swapped);
    assert_int_equal(abut_distance(plain.q, &plain.a, &plain.b, NULL, &truth), ABUT_OK);
    assert_int_equal(abut_distance(other.q, &other.a, &other.b, NULL, &d), ABUT_OK);
    if (!same_bits(d.lo, truth.lo) || !same_bits(d.hi, truth.hi) || d.pair.a != truth.pair.a ||
        d.pair.b != truth.pair.b)
        wrong |= WRONG_DISTANCE;
    if (truth.hi > 0) {
        const abut_distance_ask within = {.within = truth.hi};
        assert_int_equal(abut_distance(other.q, &other.a, &other.b, &within, &e), ABUT_OK);
        if (!e.has_pair) wrong |= WRONG_WITHIN;
    }
    const double margins[] = {truth.hi, truth.lo};
    for (int i = 0; i < 2; i++) {
        const abut_clearance_answer c = ask_clearance(&plain, margins[i]),
                                    x = ask_clearance(&other, margins[i]);
        if (c.count != x.count || memcmp(c.pairs, x.pairs, c.count * sizeof *c.pairs) != 0)
            wrong |= WRONG_CLEARANCE;
    }
    ask_end(&plain);
    ask_end(&other);
    return wrong;
}

static int points_are_answered_wrongly(uint64_t number, const distance_way* way, int least)
{
    rng r = {number};
    soup_data soup[2];
    abut_pose pose[2];
    points_that_are_near(&r, least, soup, pose);
    const int wrong =
        find_wrong(way, (const soup_data*)soup, (const abut_pose*)pose, (int)(number % 2));
    soup_free(&soup[0]);
    soup_free(&soup[1]);
    return wrong;
}

static int spikes_are_answered_wrongly(uint64_t number)
{
    rng r = {number};
    const double sizes[] = {0, 1e-9, 1e-3, 0.05};
    soup_data soup[2];
    soup[0] = kernel(&r, sizes[number % 4], 1 + rng_below(&r, 6));
    soup[1] = spikes(&r, 1, number % 3 ? 1e-8 : 1e-6, number % 2 == 0);
    abut_pose pose[2] = {pose_random(&r, 1), pose_random(&r, 0)};
    if (number % 2) pose[1] = pose[0];
    memcpy(pose[1].translation, pose[0].translation, sizeof pose[0].translation);
    const distance_way way = {.method = ABUT_METHOD_WIDE, .leaf_size = number % 5 ? 1 : 4};
    const int wrong =
        find_wrong(&way, (const soup_data*)soup, (const abut_pose*)pose, (int)(number / 2 % 2));
    soup_free(&soup[0]);
    soup_free(&soup[1]);
    return wrong;
}

static void expect(const counts* c, int is_wrong)
{
    printf("of %d answers are wrong: %d distances, %d within, %d clearances\n", c->asked,
           c->distances, c->withins, c->clearances);
    if (is_wrong)
        assert_true(c->distances + c->withins > 0 && c->clearances > 0);
    else
        assert_int_equal(c->distances + c->withins + c->clearances, 0);
}

static void nothing_is_left_out_without_proof(void** state)
{
    (void)state;
    counts c = {0};
    for (uint64_t i = 0; i < MODELS && EXPECT_WRONG != 2; i++)
        count_wrong(&c, spikes_are_answered_wrongly(i));
    for (uint64_t i = 0; i < CLOUDS && EXPECT_WRONG != 2; i++) {
        const distance_way way = {.method = ABUT_METHOD_WIDE, .leaf_size = i / 2 % 2 ? 1 : 4};
        count_wrong(&c, points_are_answered_wrongly(i, &way, 7));
    }
    expect(&c, EXPECT_WRONG == 1);
}

// Other methods place boxes in doubles.
static void other_methods_leave_nothing_out(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_METHOD_AABB, ABUT_METHOD_OBB, ABUT_METHOD_SPHERE};
    counts c = {0};
    for (uint64_t i = 0; i < CLOUDS / 2 && EXPECT_WRONG != 1; i++) {
        const distance_way way = {.method = methods[i % 3], .leaf_size = 1};
        if (method_is_here((int)way.method))
            count_wrong(&c, points_are_answered_wrongly(i, &way, 36));
    }
    expect(&c, EXPECT_WRONG == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_left_out_without_proof),
        cmocka_unit_test(other_methods_leave_nothing_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
