// test_operations.cpp - counts the operations of the test of two boxes against table 1 of
// Gottschalk 1996: box and box, box and rectangle, two rectangles (bench/baseline/box_operations.cpp,
// which abut-bench prints the table by). Our margin is one addition more for each of the fifteen axes.
#include "baseline/box_operations.h"

#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>

extern "C" {
#include <cmocka.h>
}

// The worst case: boxes that meet, so that every axis is tried.
static const plain_box first = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, {1, 2, 3}};
static const plain_box second = {
    {{0.9, 0.1, 0.1}, {0.1, 0.9, 0.1}, {0.1, 0.1, 0.9}}, {0, 0.01, 0.02}, {2, 3, 4}};

static void expect(int a_flat, int b_flat, const box_operations& expected)
{
    box_operations got = {};
    assert_int_equal(box_operations_add(&got, &first, &second, a_flat, b_flat, 0), 0);
    std::printf("a %s, b %s: %d compared, %d added, %d multiplied, %d absolute values\n",
                a_flat ? "rectangle" : "box", b_flat ? "rectangle" : "box", got.compare, got.add,
                got.multiply, got.absolute);
    assert_int_equal(got.margin, 15);
    assert_int_equal(got.compare, expected.compare);
    assert_int_equal(got.add, expected.add + 15);
    assert_int_equal(got.multiply, expected.multiply);
    assert_int_equal(got.absolute, expected.absolute);
}

static void operations_are_those_of_the_papers_table(void** state)
{
    (void)state;
    expect(0, 0, {15, 60, 81, 24, 0});
    expect(1, 0, {15, 50, 72, 24, 0});
    expect(0, 1, {15, 50, 72, 24, 0});
    expect(1, 1, {15, 40, 63, 24, 0});
}

static void boxes_that_are_apart_take_fewer(void** state)
{
    (void)state;
    plain_box away = second;
    away.centre[0] = 100;
    box_operations got = {}, all = {};
    assert_int_equal(box_operations_add(&got, &first, &away, 0, 0, 0), 1);
    assert_int_equal(got.margin, 1);
    assert_int_equal(box_operations_sum(&got), 9 + 8);
    assert_int_equal(box_operations_add(&all, &first, &away, 0, 0, 1), 1);
    assert_int_equal(box_operations_sum(&all), 180);
}

// The paper has 13 more a test.
static void a_quaternion_takes_28_more(void** state)
{
    (void)state;
    box_operations got;
    box_operations_of_quaternion(&got);
    assert_int_equal(got.multiply, 10);
    assert_int_equal(got.add, 18);
    assert_int_equal(box_operations_sum(&got), 28);
}

int main()
{
    const CMUnitTest tests[] = {cmocka_unit_test(operations_are_those_of_the_papers_table),
                                cmocka_unit_test(boxes_that_are_apart_take_fewer),
                                cmocka_unit_test(a_quaternion_takes_28_more)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
