// test_base.c - the ground floor by itself: texts, hosts that give only a part, requests beyond the
// address space, growing arrays, rounding to float.
#include "base/bits.h"
#include "base/host.h"
#include "base/simd_set.h"
#include "support/float_mode.h"
#include "support/soups.h"

#include <float.h>
#include <gmp.h>
#include <math.h>

static void every_status_has_its_own_text(void** state)
{
    (void)state;
    assert_int_equal(abut_version(), ABUT_VERSION);
    const char* unknown = abut_status_text((abut_status)1);
    for (int i = ABUT_OTHER_VERSION; i <= ABUT_OK; i++) {
        const char* text = abut_status_text((abut_status)i);
        assert_true(strlen(text) > 0);
        assert_string_not_equal(text, unknown);
        for (int k = ABUT_OTHER_VERSION; k < i; k++)
            assert_string_not_equal(text, abut_status_text((abut_status)k));
    }
    // Should one be added, it must be added above.
    assert_string_equal(abut_status_text((abut_status)(ABUT_OTHER_VERSION - 1)), unknown);
}

static void* own_allocate(void* user, size_t size, size_t alignment)
{
    (void)user;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void own_release(void* user, void* block, size_t size)
{
    (void)user;
    (void)size;
    free(block);
}

static void count_task(void* context, size_t index, int worker)
{
    size_t* sum = context;
    assert_int_equal(worker, 0);
    *sum = *sum * 10 + index;
}

static void* twice_over(void* user, size_t size, size_t alignment)
{
    (void)user;
    (void)size;
    (void)alignment;
    fail_msg("an allocator without its release must not be used");
    return NULL;
}

// An allocator counts only together with its release.
static void half_a_host_is_completed(void** state)
{
    (void)state;
    const abut_host given[4] = {{.workers = 3},
                                {.allocate = twice_over, .workers = -1},
                                {.release = own_release},
                                {.allocate = own_allocate, .release = own_release}};
    for (int i = 0; i < 4; i++) {
        const abut_host host = host_complete(&given[i]);
        if (i == 3) assert_true(host.allocate == own_allocate && host.release == own_release);
        if (i != 3) assert_true(host.release != own_release);
        assert_int_equal(host.workers, 1);  // no run was given
        size_t order = 0;
        host.run(host.user, 4, count_task, &order);
        assert_int_equal(order, 123);
        void* block = host_allocate(&host, 3, 5);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % 64, 0);
        memset(block, 1, 15);
        host_release(&host, block, 3, 5);
        assert_int_equal(host_progress(&host, 0.5), ABUT_OK);
    }
}

static void one_task_at_a_time(void* user, size_t count, abut_task* task, void* context)
{
    (void)user;
    for (size_t i = 0; i < count; i++)
        task(context, i, 0);
}

static void a_host_that_runs_has_a_worker(void** state)
{
    (void)state;
    const int workers[4] = {-1, 0, 1, 7}, expected[4] = {1, 1, 1, 7};
    for (int i = 0; i < 4; i++) {
        const abut_host given = {.run = one_task_at_a_time, .workers = workers[i]};
        const abut_host host = host_complete(&given);
        assert_true(host.run == one_task_at_a_time);
        assert_int_equal(host.workers, expected[i]);
    }
}

static void impossible_sizes_are_out_of_memory(void** state)
{
    (void)state;
    const abut_host host = host_complete(NULL);
    assert_null(host_allocate(&host, SIZE_MAX / 2, 3));  // the product wraps to something small
    assert_null(host_allocate(&host, SIZE_MAX / 3, 3));  // rounding up to the alignment would wrap
    const size_t none[3][2] = {{0, 8}, {8, 0}, {0, 0}};
    for (int i = 0; i < 3; i++) {
        void* block = host_allocate(&host, none[i][0], none[i][1]);
        assert_non_null(block);
        host_release(&host, block, none[i][0], none[i][1]);
    }
    host_release(&host, NULL, 1, 1);
    void* block = NULL;
    size_t capacity = SIZE_MAX / 2 + 1;  // would wrap if it were doubled
    assert_int_equal(host_grow(&host, &block, &capacity, 0, SIZE_MAX, 1), ABUT_OUT_OF_MEMORY);
    assert_true(!block && capacity == SIZE_MAX / 2 + 1);
}

static void arrays_grow_and_keep_what_they_hold(void** state)
{
    (void)state;
    counting c = counting_begin();
    const abut_host given = counting_host(&c), host = host_complete(&given);
    void* block = NULL;
    size_t capacity = 0, used = 0, moves = 0;
    while (used < 5000) {
        void* before = block;
        assert_int_equal(host_grow(&host, &block, &capacity, used, used + 1, sizeof used), ABUT_OK);
        moves += block != before;
        assert_true(capacity > used);
        ((size_t*)block)[used] = used * used;
        used++;
    }
    for (size_t i = 0; i < used; i++)
        assert_int_equal(((size_t*)block)[i], i * i);
    assert_int_equal(moves, 8);  // 64 to 8192 by doubling
    assert_int_equal(c.blocks, 1);
    // At once to more than double; and what cannot be leaves all as it was.
    assert_int_equal(host_grow(&host, &block, &capacity, used, 100000, sizeof used), ABUT_OK);
    assert_int_equal(capacity, 100000);
    void* kept = block;
    assert_int_equal(host_grow(&host, &block, &capacity, used, SIZE_MAX, sizeof used),
                     ABUT_OUT_OF_MEMORY);
    assert_true(block == kept && capacity == 100000);
    for (size_t i = 0; i < used; i++)
        assert_int_equal(((size_t*)block)[i], i * i);
    host_release(&host, block, capacity, sizeof used);
    assert_true(c.blocks == 0 && c.bytes == 0);
}

// Against nextafterf, in every mode; what is not a normal float is left out where such are flushed.
static void floats_are_rounded_up(void** state)
{
    (void)state;
    rng r = {5};
    for (int n = 0; n < 100000; n++) {
        double x = rng_signed(&r) * ldexp(1, (int)rng_below(&r, 288) - 160);
        if (n % 4 == 0) x = (double)(float)x;  // a float stays itself
        if (n < 4) x = (double[]){0, -0x1p-200, 0x1p-200, (double)FLT_MAX}[n];
        float expected = (float)x;
        if ((double)expected < x) expected = nextafterf(expected, INFINITY);
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            if (float_modes[mode].flush && fabs(x) < 0x1p-126) continue;
            float_mode_enter(&float_modes[mode]);
            const float got = float_round_up(x);
            float_mode_leave();
            if (got != expected)
                fail_msg("%a gives %a, not %a, %s", x, (double)got, (double)expected,
                         float_modes[mode].name);
        }
    }
}

// A double that is not negative: of any size, or near x.
static double any_term(rng* r, double x)
{
    const double y = fabs(rng_signed(r));
    switch (rng_below(r, 6)) {
    case 0:
        return 0;
    case 1:
        return ldexp(y, -1000 - (int)rng_below(r, 80));
    case 2:
        return ldexp(y, (int)rng_below(r, 2000) - 1000);
    case 3:
        return x / 2;
    default:
        return x * ldexp(y, -(int)rng_below(r, 70));
    }
}

// Against rational arithmetic, in every mode: numbers of any size, and such that are a last bit from the sum.
static void sums_are_compared_exactly(void** state)
{
    (void)state;
    rng r = {8};
    size_t counts[3] = {0};
    mpq_t sum, term;
    mpq_inits(sum, term, NULL);
    for (int n = 0; n < 60000; n++) {
        const int tops[] = {0, 1000, -1040, -700, 20};
        const double y = ldexp(fabs(rng_signed(&r)), tops[n % 5]), z = any_term(&r, y);
        double x = n % 7 ? y + z : y;
        for (uint64_t steps = rng_below(&r, 3); steps; steps--)
            x = nextafter(x, n % 2 ? 0 : (double)INFINITY);
        if (n % 11 == 0) x = any_term(&r, y);
        if (n == 1) x = DBL_MAX;
        mpq_set_d(sum, y);
        mpq_set_d(term, z);
        mpq_add(sum, sum, term);
        mpq_set_d(term, x);
        const int expected = mpq_cmp(term, sum);
        counts[(expected > 0) - (expected < 0) + 1]++;
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            float_mode_enter(&float_modes[mode]);
            const int got = double_compare_sum(x, n % 3 ? y : z, n % 3 ? z : y);
            float_mode_leave();
            if (got != (expected > 0) - (expected < 0))
                fail_msg("%a against %a + %a: %d, %s", x, y, z, got, float_modes[mode].name);
        }
    }
    mpq_clears(sum, term, NULL);
    for (int i = 0; i < 3; i++)
        assert_true(counts[i] > 5000);
}

// The library asks the processor by hand; here the compiler's own way has an answer, too.
static void the_best_instructions_are_found(void** state)
{
    (void)state;
#if defined __x86_64__
    simd_set best = SIMD_PORTABLE;
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) best = SIMD_AVX2;
    if (best == SIMD_AVX2 && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
        best = SIMD_AVX512;
    assert_int_equal(simd_best(), best);
#else
    assert_int_equal(simd_best(), SIMD_SETS - 1);
#endif
    assert_int_equal(simd_current(), simd_best());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_its_own_text),
        cmocka_unit_test(half_a_host_is_completed),
        cmocka_unit_test(a_host_that_runs_has_a_worker),
        cmocka_unit_test(impossible_sizes_are_out_of_memory),
        cmocka_unit_test(arrays_grow_and_keep_what_they_hold),
        cmocka_unit_test(floats_are_rounded_up),
        cmocka_unit_test(sums_are_compared_exactly),
        cmocka_unit_test(the_best_instructions_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
