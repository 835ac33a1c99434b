// test_flags.c - the arithmetic that error bounds rest on: doubles rounded at every step, never fused.
#include "flags/product_sum.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

_Static_assert(FLT_EVAL_METHOD == 0, "doubles are rounded to double at every step");

// (1 + 2^-27)^2 = 1 + 2^-26 + 2^-54, whose last term is lost when the product is rounded.
static double fused_difference(double (*product_sum)(double, double, double))
{
    const volatile double a = 1 + ldexp(1, -27), c = -(1 + ldexp(1, -26));
    return product_sum(a, a, c);
}

static void test_unfused(void** state)
{
    (void)state;
    assert_true(fused_difference(product_sum_ours) == 0);
}

// The same flags where the machine offers fused instructions, and proof that the question is put
// rightly: with other flags the compiler does fuse.
static void test_unfused_where_possible(void** state)
{
    (void)state;
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("fma")) {
        printf("SKIPPED: this processor has no fused instructions to run "
               "(flags_library looks at the code all the same)\n");
        skip();
    }
#endif
    assert_true(fused_difference(product_sum_ours_fma) == 0);
    assert_true(fused_difference(product_sum_fused) == ldexp(1, -54));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unfused),
        cmocka_unit_test(test_unfused_where_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
