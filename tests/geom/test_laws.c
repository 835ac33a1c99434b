// test_laws.c - what abut_triangles_touch must keep to, whatever the triangles: each law changes both
// triangles and poses in a way that moves no shared point, or moves all of them exactly.
#include "support/random_pairs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { PAIRS = 20000 };

typedef struct side {
    double v[9];
    abut_pose pose;
} side;

static side side_from(const double t[3][3], const abut_pose* pose)
{
    side out = {.pose = *pose};
    for (int k = 0; k < 9; k++)
        out.v[k] = t[k / 3][k % 3];
    return out;
}

static abut_contact ask(const side* a, const side* b)
{
    abut_contact out;
    assert_int_equal(abut_triangles_touch(a->v, &a->pose, b->v, &b->pose, &out), ABUT_OK);
    return out;
}

// Does some corner of contact lie in point, bit by bit but for the sign of 0?
static int has_point(const abut_contact* contact, const double point[3])
{
    for (int k = 0; k < contact->point_count; k++) {
        const double* const p = contact->points[k];
        if (p[0] == point[0] && p[1] == point[1] && p[2] == point[2]) return 1;
    }
    return 0;
}

static void assert_same(const abut_contact* x, const abut_contact* y)
{
    assert_int_equal(x->kind, y->kind);
    assert_int_equal(x->point_count, y->point_count);
    for (int k = 0; k < x->point_count; k++)
        assert_true(has_point(y, x->points[k]));
}

static void assert_same_events(const abut_contact* x, const abut_contact* y)
{
    assert_int_equal(x->kind, y->kind);
    assert_int_equal(x->point_count, y->point_count);
    for (int k = 0; k < x->point_count; k++) {
        assert_int_equal(x->events[k].a, y->events[k].a);
        assert_int_equal(x->events[k].b, y->events[k].b);
    }
}

// Coordinates in steps of 2^-10 below 2^20: sums, halves and shifts of such are exact.
static int is_step(const side* s)
{
    for (int k = 0; k < 9; k++)
        if (fabs(s->v[k]) > 0x1p20 || s->v[k] * 0x1p10 != nearbyint(s->v[k] * 0x1p10)) return 0;
    return 1;
}

// The n-th pair of sides; in place and in steps on request. Returns 0 when there are enough.
typedef struct supply {
    uint64_t index;
    int given, in_place, in_steps;
} supply;

static int next_pair(supply* s, side* a, side* b)
{
    if (s->given == PAIRS) return 0;
    for (;;) {
        const random_pair pair = random_pair_make(77, s->index++);
        *a = side_from(pair.a, &pair.a_pose);
        *b = side_from(pair.b, &pair.b_pose);
        if (s->in_place) a->pose = b->pose = (abut_pose){.scale = 0};
        if (s->in_steps && !(is_step(a) && is_step(b))) continue;
        s->given++;
        return 1;
    }
}

// A swap of a and b swaps the events and keeps the points.
static void swap(void** state)
{
    (void)state;
    side a, b;
    for (supply s = {0, 0, 0, 0}; next_pair(&s, &a, &b);) {
        const abut_contact ab = ask(&a, &b), ba = ask(&b, &a);
        assert_same(&ab, &ba);
        for (int k = 0; k < ab.point_count; k++) {
            int found = 0;
            for (int j = 0; j < ba.point_count; j++)
                found += ab.events[k].a == ba.events[j].b && ab.events[k].b == ba.events[j].a;
            assert_int_equal(found, 1);
        }
    }
}

// The order of vertices changes neither kind nor points.
static void vertex_order(void** state)
{
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    side a, b;
    for (supply s = {0, 0, 0, 0}; next_pair(&s, &a, &b);) {
        const abut_contact first = ask(&a, &b);
        for (int order = 1; order < 36; order += 1 + (int)(s.index % 5)) {
            side c = a, d = b;
            for (int k = 0; k < 9; k++) {
                c.v[k] = a.v[3 * orders[order / 6][k / 3] + k % 3];
                d.v[k] = b.v[3 * orders[order % 6][k / 3] + k % 3];
            }
            const abut_contact other = ask(&c, &d);
            assert_same(&first, &other);
        }
    }
}

// One pose for both changes nothing but where the points lie.
static void same_pose(void** state)
{
    (void)state;
    side a, b;
    for (supply s = {0, 0, 0, 0}; next_pair(&s, &a, &b);) {
        b.pose = a.pose;
        const abut_contact posed = ask(&a, &b);
        a.pose = b.pose = (abut_pose){.scale = 0};
        const abut_contact plain = ask(&a, &b);
        assert_same_events(&plain, &posed);
    }
}

static void power_of_two(void** state)
{
    (void)state;
    side a, b;
    for (supply s = {0, 0, 1, 1}; next_pair(&s, &a, &b);) {
        const int exponent = (int)(s.index % 1401) - 700;
        abut_contact plain = ask(&a, &b);
        for (int k = 0; k < 9; k++) {
            a.v[k] = ldexp(a.v[k], exponent);
            b.v[k] = ldexp(b.v[k], exponent);
        }
        const abut_contact scaled = ask(&a, &b);
        for (int k = 0; k < 3 * plain.point_count; k++)
            plain.points[k / 3][k % 3] = ldexp(plain.points[k / 3][k % 3], exponent);
        assert_same_events(&plain, &scaled);
        assert_same(&plain, &scaled);
    }
}

// A shift of the vertices is the same as the translation of a pose.
static void shift(void** state)
{
    (void)state;
    side a, b;
    for (supply s = {0, 0, 1, 1}; next_pair(&s, &a, &b);) {
        random_source random = random_seeded(78, s.index);
        side c = a, d = b;
        for (int i = 0; i < 3; i++) {
            const double by = random_between(&random, -1000000, 1000000) * 0x1p-6;
            a.pose.translation[i] = b.pose.translation[i] = by;
            for (int k = 0; k < 3; k++) {
                c.v[3 * k + i] += by;
                d.v[3 * k + i] += by;
            }
        }
        const abut_contact by_pose = ask(&a, &b), by_vertices = ask(&c, &d), mixed = ask(&a, &d);
        assert_same_events(&by_pose, &by_vertices);
        assert_same(&by_pose, &by_vertices);
        assert_same_events(&by_pose, &mixed);
        assert_same(&by_pose, &mixed);
    }
}

// Axes swapped and turned round, of the vertices or by the pose.
static void axes(void** state)
{
    (void)state;
    side a, b;
    for (supply s = {0, 0, 1, 0}; next_pair(&s, &a, &b);) {
        random_source random = random_seeded(79, s.index);
        const int first = random_below(&random, 3), step = random_between(&random, 1, 2);
        side c = a, d = b;
        for (int i = 0; i < 3; i++) {
            const int from = (first + step * i) % 3;
            const double sign = random_below(&random, 2) ? 1 : -1;
            a.pose.rotation[i][from] = b.pose.rotation[i][from] = sign;
            for (int k = 0; k < 3; k++) {
                c.v[3 * k + i] = sign * a.v[3 * k + from];
                d.v[3 * k + i] = sign * b.v[3 * k + from];
            }
        }
        const abut_contact by_pose = ask(&a, &b), by_vertices = ask(&c, &d), mixed = ask(&c, &b);
        assert_same_events(&by_pose, &by_vertices);
        assert_same(&by_pose, &by_vertices);
        assert_same_events(&by_pose, &mixed);
        assert_same(&by_pose, &mixed);
    }
}

// A triangle split at the middle of an edge meets what its parts meet.
static void split(void** state)
{
    (void)state;
    side a, b;
    int apart = 0;
    for (supply s = {0, 0, 0, 1}; next_pair(&s, &a, &b);) {
        const int k = (int)(s.index % 3), next = (k + 1) % 3;
        const int whole = ask(&a, &b).kind != ABUT_KIND_APART;
        side parts[2] = {a, a};
        for (int i = 0; i < 3; i++)
            parts[0].v[3 * k + i] = parts[1].v[3 * next + i] =
                (a.v[3 * k + i] + a.v[3 * next + i]) / 2;
        const int first = ask(&parts[0], &b).kind != ABUT_KIND_APART;
        const int second = ask(&parts[1], &b).kind != ABUT_KIND_APART;
        assert_int_equal(first || second, whole);
        apart += !whole;
    }
    assert_in_range(apart, PAIRS / 10, PAIRS - PAIRS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swap),         cmocka_unit_test(vertex_order), cmocka_unit_test(same_pose),
        cmocka_unit_test(power_of_two), cmocka_unit_test(shift),        cmocka_unit_test(axes),
        cmocka_unit_test(split),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
