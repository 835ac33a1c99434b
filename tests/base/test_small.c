// test_small.c - memory of a small question: blocks lie apart and on cache lines, room comes back from the end, what does not
// fit comes from the host, and progress passes.
#include "base/small.h"
#include "support/soups.h"

#include <stdlib.h>
#include <string.h>

typedef struct counts {
    size_t given, taken;
    int stops;
} counts;

static void* allocate(void* user, size_t size, size_t alignment)
{
    counts* const c = user;
    c->given++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void* user, void* block, size_t size)
{
    counts* const c = user;
    (void)size;
    c->taken++;
    free(block);
}

static int progress(void* user, double fraction)
{
    const counts* const c = user;
    return fraction > 0.5 ? c->stops : 0;
}

static void blocks_come_from_the_stack(void** state)
{
    (void)state;
    counts c = {.stops = 1};
    const abut_host host = {
        .allocate = allocate, .release = release, .progress = progress, .user = &c, .workers = 1};
    small_memory memory;
    const abut_host small = small_memory_host(&memory, &host);
    unsigned char* blocks[3];
    for (int i = 0; i < 3; i++) {
        blocks[i] = host_allocate(&small, 100, 1);
        assert_true((uintptr_t)blocks[i] % 64 == 0);
        assert_true(i == 0 || blocks[i] >= blocks[i - 1] + 100);
        memset(blocks[i], i, 100);
    }
    host_release(&small, blocks[1], 100, 1);  // not the last: its room stays taken
    unsigned char* next = host_allocate(&small, 1, 1);
    assert_true(next >= blocks[2] + 100 && blocks[0][99] == 0 && blocks[2][99] == 2);
    host_release(&small, next, 1, 1);
    host_release(&small, blocks[2], 100, 1);
    assert_true(host_allocate(&small, 1, 1) == blocks[2]);
    assert_true(c.given == 0 && c.taken == 0);
    assert_int_equal(host_progress(&small, 0.25), ABUT_OK);
    assert_int_equal(host_progress(&small, 0.75), ABUT_CANCELLED);
}

static void what_does_not_fit_comes_from_the_host(void** state)
{
    (void)state;
    counts c = {0};
    const abut_host host = {.allocate = allocate, .release = release, .user = &c, .workers = 1};
    small_memory memory;
    const abut_host small = small_memory_host(&memory, &host);
    unsigned char* large = host_allocate(&small, SMALL_MEMORY + 1, 1);
    unsigned char* all = host_allocate(&small, SMALL_MEMORY, 1);
    assert_true(large && all == memory.bytes && c.given == 1);
    memset(large, 7, SMALL_MEMORY + 1);
    memset(all, 8, SMALL_MEMORY);
    unsigned char* more = host_allocate(&small, 1, 1);
    assert_true(more && c.given == 2);
    host_release(&small, large, SMALL_MEMORY + 1, 1);
    host_release(&small, more, 1, 1);
    assert_int_equal(c.taken, 2);
    host_release(&small, all, SMALL_MEMORY, 1);
    assert_true(host_allocate(&small, SMALL_MEMORY - 63, 1) == memory.bytes);
    assert_null(host_allocate(&small, SIZE_MAX, 2));
    assert_int_equal(host_progress(&small, 1), ABUT_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_come_from_the_stack),
        cmocka_unit_test(what_does_not_fit_comes_from_the_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
