// test_range_oracle.c - ranges of every kind and small soups in all poses, by every memory form and in every state of the
// floating-point unit, against rationals (support/oracle_range.h): which triangles are inside, and which cross.
#include "support/float_mode.h"
#include "support/range_cases.h"
#include "support/share.h"

enum { TRIANGLES = 12 };

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0  // bounds were made too small: some answers must be wrong
#endif

static size_t cases, triangles, inside, crossing, without_corner, beyond_none, touching, wrong;
static uint64_t exact;

static range_truth truths[TRIANGLES];

static void find_truths(const shape_scene* s, const abut_range* range)
{
    range_question q;
    const int is_there = range_question_of(s, range, &q);
    for (size_t i = 0; i < s->soup.triangle_count; i++) {
        memcpy(q.vertex, s->soup.vertices + 9 * i, sizeof q.vertex);
        truths[i] = (range_truth){0};
        if (!is_there) continue;
        range_truth_find(&q, &truths[i]);
        triangles++;
        inside += (size_t)truths[i].is_inside;
        crossing += (size_t)(truths[i].shares && !truths[i].is_inside);
        without_corner += (size_t)(truths[i].shares && !truths[i].has_corner);
        beyond_none += (size_t)(!truths[i].shares && !truths[i].is_beyond_one);
        touching += (size_t)truths[i].touches;
    }
}

static int is_right(const abut_range_found* f)
{
    size_t in = 0, across = 0;
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const int is_in = in < f->inside_count && f->inside[in] == i;
        const int is_across = across < f->crossing_count && f->crossing[across] == i;
        if (is_in != truths[i].is_inside) return 0;
        if (is_across != (truths[i].shares && !truths[i].is_inside)) return 0;
        in += (size_t)is_in;
        across += (size_t)is_across;
    }
    return in == f->inside_count && across == f->crossing_count && f->complete;
}

static void check_scene(soup_sort sort, int dice, uint64_t seed)
{
    shape_scene s = shape_scene_make(sort, TRIANGLES, dice, seed);
    const abut_soup soup = soup_of(&s.soup);
    abut_model* models[SHAPE_WAYS];
    abut_query* q = NULL;
    rng r = {seed};
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int w = 0; w < SHAPE_WAYS; w++)
        models[w] = distance_model(&soup, &shape_ways[w], NULL);
    for (int i = 0; i < RANGE_SORTS * RANGE_POSES; i++) {
        range_case c = range_random(&s, i / RANGE_POSES, i % RANGE_POSES, &r);
        const abut_range* const range = range_of(&c);
        find_truths(&s, range);
        cases++;
        for (int w = 0; w < SHAPE_WAYS; w++) {
            const abut_instance at = shape_scene_instance(&s, models[w]);
            const float_mode* const mode = &float_modes[(w + i + (int)seed) % FLOAT_MODE_COUNT];
            abut_range_found f;
            float_mode_enter(mode);
            const abut_status status = abut_range_find(q, &at, range, NULL, &f);
            float_mode_leave();
            assert_int_equal(status, ABUT_OK);
            exact += f.exact_tests;
            if (is_right(&f)) continue;
            wrong++;
            if (!EXPECT_WRONG)
                fail_msg("sort %d, pose %d, seed %u, range %d, %s, %s: %zu inside, %zu crossing",
                         (int)sort, dice, (unsigned)seed, i, shape_ways[w].name, mode->name,
                         f.inside_count, f.crossing_count);
        }
    }
    for (int w = 0; w < SHAPE_WAYS; w++)
        abut_model_free(models[w]);
    abut_query_free(q);
    soup_free(&s.soup);
}

static size_t rounds = 1;
static uint64_t first_seed = 4000;

static void test_oracle(void** state)
{
    (void)state;
    for (size_t round = 0; round < rounds; round++) {
        for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
            for (int dice = 0; dice < SHAPE_SCENE_DICE; dice++) {
                const uint64_t seed =
                    first_seed + 1000 * round + 100 * (uint64_t)sort + (uint64_t)dice;
                if (IS_CASE(seed)) check_scene((soup_sort)sort, dice, seed);
            }
        }
    }
    printf("%zu ranges by %d ways, %zu triangles: %zu inside, %zu crossing\n", cases,
           (int)SHAPE_WAYS, triangles, inside, crossing);
    printf("%zu share a point without a corner, %zu share none though beyond no plane\n",
           without_corner, beyond_none);
    printf("%zu touch a plane; %llu exact; %zu wrong\n", touching, (unsigned long long)exact,
           wrong);
    assert_true(inside > 100 && crossing > 100 && without_corner > 100 && beyond_none > 100 &&
                touching > 100 && exact > 100);
    assert_true(EXPECT_WRONG ? wrong > 0 : wrong == 0);
}

// SEED ROUNDS: others than the usual ones.
int main(int argc, char** argv)
{
    if (argc == 3) {
        first_seed = strtoull(argv[1], NULL, 10);
        rounds = strtoull(argv[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_oracle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
