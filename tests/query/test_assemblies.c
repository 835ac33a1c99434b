// test_assemblies.c - objects of assemblies in place with published counts (docs/notes/known-answers.md).
// Needs the data pack by ABUT_DATA; says aloud what it skips without.
#include "support/assemblies.h"
#include "support/data_pack.h"

static void is_listed(const char* name, void* context)
{
    int found = 0;
    for (int i = 0; i < ASSEMBLY_COUNT; i++)
        found += strcmp(assemblies[i].answer, name) == 0;
    if (found != 1) fail_msg("%s is asked %d times", name, found);
    ++*(size_t*)context;
}

static void every_published_answer_is_asked(void** state)
{
    (void)state;
    if (!data_pack("assemblies, all listed")) return;
    size_t count = 0;
    data_each("", ".pairs.tsv", is_listed, &count);
    assert_int_equal(count, ASSEMBLY_COUNT);
}

static void counts_of_assemblies(void** state)
{
    (void)state;
    if (!data_pack("assemblies")) return;
    assembly_totals sum = {0};
    for (int i = 0; i < ASSEMBLY_COUNT; i++) {
        assembly_totals totals = {0};
        assembly_compare(&assemblies[i], &totals);
        assembly_totals_print(assemblies[i].answer, &totals);
        assembly_totals_add(&sum, &totals);
    }
    assembly_totals_print("all", &sum);
    assert_int_equal(sum.wrong, 0);
    assert_int_equal(sum.turned_wrong, 0);
    assert_int_equal(sum.world_wrong, 0);
    assert_int_equal(sum.meet, sum.listed);
    assert_true(sum.listed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_published_answer_is_asked),
        cmocka_unit_test(counts_of_assemblies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
