// test_operations.cpp - counts the operations of the test of two boxes against table 1 of
// Gottschalk 1996: box and box, box and rectangle, two rectangles. The code is the library's own,
// on numbers that count; it needs operators, so this test is C++. Our margin is one addition more
// for each of the fifteen axes.
#include <cmath>
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>

extern "C" {
#include <cmocka.h>
}

struct counts {
    int compared, added, multiplied, absolute;
};
static counts total;

struct number {
    double value;
};
static number operator+(number x, number y)
{
    total.added++;
    return {x.value + y.value};
}
static number operator-(number x, number y)
{
    total.added++;
    return {x.value - y.value};
}
static number operator*(number x, number y)
{
    total.multiplied++;
    return {x.value * y.value};
}
static bool operator>(number x, number y)
{
    total.compared++;
    return x.value > y.value;
}
static number fabs(number x)
{
    total.absolute++;
    return {std::fabs(x.value)};
}

#define REAL number
#include "methods/bound/obb_separate.h"

// The worst case: boxes that meet, so that every axis is tried.
static counts count(int a_flat, int b_flat)
{
    number along[3], normal[3][3], size[3][3], a[3], b[3];
    total = counts{};
    for (int i = 0; i < 3; i++) {
        along[i] = {0.01 * i};
        a[i] = {1.0 + i};
        b[i] = {2.0 + i};
        for (int j = 0; j < 3; j++) {
            normal[i][j] = {i == j ? 0.9 : 0.1};
            size[i][j] = fabs(normal[i][j]);
        }
    }
    const number more = {0};
    int separated = 0;
    for (int i = 0; i < 3; i++)
        separated |= separates_face_a(i, along, size, a, b, more, a_flat, b_flat);
    for (int j = 0; j < 3; j++) {
        const number across = distance_along_b(j, along, normal);
        separated |= separates_face_b(j, across, size, a, b, more, a_flat, b_flat);
    }
    separated |= separates_any_edges(along, normal, size, a, b, more, a_flat, b_flat);
    assert_int_equal(separated, 0);
    return total;
}

static void expect(int a_flat, int b_flat, counts expected)
{
    const counts got = count(a_flat, b_flat);
    std::printf("a %s, b %s: %d compared, %d added, %d multiplied, %d absolute values\n",
                a_flat ? "rectangle" : "box", b_flat ? "rectangle" : "box", got.compared, got.added,
                got.multiplied, got.absolute);
    assert_int_equal(got.compared, expected.compared);
    assert_int_equal(got.added, expected.added + 15);
    assert_int_equal(got.multiplied, expected.multiplied);
    assert_int_equal(got.absolute, expected.absolute);
}

static void operations_are_those_of_the_papers_table(void** state)
{
    (void)state;
    expect(0, 0, {15, 60, 81, 24});
    expect(1, 0, {15, 50, 72, 24});
    expect(0, 1, {15, 50, 72, 24});
    expect(1, 1, {15, 40, 63, 24});
}

int main()
{
    const CMUnitTest tests[] = {cmocka_unit_test(operations_are_those_of_the_papers_table)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
