// test_wide_build.c - the engine's tree holds what wide_tree.h claims, for every sort of soup, effort
// and leaf size; and running out of memory, or being stopped, leaves nothing behind.
#include "soups.h"
#include "wide/wide_build.h"

static const abut_effort efforts[] = {ABUT_EFFORT_NORMAL, ABUT_EFFORT_FAST, ABUT_EFFORT_BEST};

typedef struct subject {
    soup_mesh m;
    frame f;
    abut_host host;
} subject;

static subject subject_of(const abut_soup* soup, const abut_host* host)
{
    subject s = {.host = host_complete(host)};
    assert_int_equal(soup_mesh_copy(&s.m, soup, &s.host), ABUT_OK);
    s.f = frame_of_mesh(&s.m);
    return s;
}

static void check_tree(subject* s, const wide_options* o)
{
    wide_tree t = {0};
    assert_int_equal(wide_build(&t, &s->m, &s->f, o, &s->host), ABUT_OK);
    const char* broken = wide_check(&t, &s->m, &s->f, o->leaf_size, &s->host);
    if (broken) fail_msg("%s", broken);
    wide_free(&t, &s->host);
}

static void trees_are_sound(void** state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 3, 4, 5, 6, 8, 9, 17, 100, 3000};
    static const double places[][2] = {{1, 0}, {1e-300, 0}, {1e300, 0}, {1, 1e9}, {1e-8, 1e8}};
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
            for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
                soup_data data = soup_random((soup_sort)sort, counts[n], n + 1);
                soup_transform(&data, places[p][0], places[p][1]);
                const abut_soup soup = soup_of(&data);
                subject s = subject_of(&soup, NULL);
                for (int i = 0; i < 12; i++) {
                    const wide_options o = {efforts[i % 3], 1 + i / 3, p == 3 ? 0x1p-10 : 0};
                    check_tree(&s, &o);
                }
                soup_mesh_free(&s.m, &s.host);
                soup_free(&data);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
