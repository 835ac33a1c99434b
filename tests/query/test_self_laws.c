// test_self_laws.c - what is true of abut_self whatever the model: triangles and corners in any order, moved by quarter turns and
// powers of two, two models in one; and the same by every way to build it, on soups and on models of the data pack.
#include "base/simd_set.h"
#include "support/data_pack.h"
#include "support/distance_check.h"
#include "support/share.h"

#include "abut/self.h"

enum { WAYS = 6, SOUPS = 24 };

typedef struct answer {
    uint64_t tests[4];
    abut_pair* pairs;
    abut_self_class* classes;
    size_t count, class_counts[7];
    abut_self_verdict verdict;
} answer;

static answer ask(const abut_soup* soup, const distance_way* way)
{
    answer out;
    abut_query* q = NULL;
    abut_self_hits x;
    abut_model* m = distance_model(soup, way, NULL);
    const abut_instance instance = {.model = m};
    const abut_self_ask options = {.detail = ABUT_DETAIL_KINDS};
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_self(q, &instance, &options, &x), ABUT_OK);
    assert_true(x.complete);
    out.count = x.count;
    out.verdict = x.verdict;
    const uint64_t tests[4] = {x.volume_tests, x.triangle_tests, x.node_updates, x.exact_tests};
    memcpy(out.tests, tests, sizeof tests);
    memcpy(out.class_counts, x.class_counts, sizeof out.class_counts);
    out.pairs = malloc(x.count * sizeof *out.pairs + 1);
    out.classes = malloc(x.count * sizeof *out.classes + 1);
    for (size_t i = 0; i < x.count; i++) {
        out.pairs[i] = x.pairs[i];
        out.classes[i] = x.meetings[i].how;
    }
    abut_query_free(q);
    abut_model_free(m);
    return out;
}

static void answer_free(const answer* x)
{
    free(x->pairs);
    free(x->classes);
}

static int is_same(const answer* x, const answer* y)
{
    if (x->count != y->count || x->verdict != y->verdict) return 0;
    for (size_t i = 0; i < x->count; i++)
        if (x->pairs[i].a != y->pairs[i].a || x->pairs[i].b != y->pairs[i].b ||
            x->classes[i] != y->classes[i])
            return 0;
    return !memcmp(x->class_counts, y->class_counts, sizeof x->class_counts);
}

// ------------------------------------------------------------------------------------------- soups

// Triangles of a net with some heights, which crosses itself where these are large, and some that stand anywhere on its vertices.
static soup_data soup_of_net(uint64_t seed)
{
    enum { SIDE = 9, OTHERS = 20 };
    const size_t triangles = (size_t)2 * (SIDE - 1) * (SIDE - 1) + OTHERS;
    soup_data s = soup_separate(triangles);
    rng r = {seed};
    const double rough = seed % 3 ? (double)(seed % 3) : 0;
    s.vertex_count = (size_t)SIDE * SIDE;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const double x = i % SIDE, y = i / SIDE;
        s.vertices[3 * (size_t)i] = x + (seed & 1 ? rough * rng_signed(&r) : 0);
        s.vertices[3 * (size_t)i + 1] = y + (seed & 1 ? rough * rng_signed(&r) : 0);
        s.vertices[3 * (size_t)i + 2] = seed & 2 ? rough * rng_signed(&r) : x + 2 * y;
    }
    uint32_t* t = s.triangles;
    for (uint32_t y = 0; y + 1 < SIDE; y++)
        for (uint32_t x = 0; x + 1 < SIDE; x++) {
            const uint32_t v = y * SIDE + x;
            const uint32_t cell[6] = {v, v + 1, v + SIDE + 1, v, v + SIDE + 1, v + SIDE};
            memcpy(t, cell, sizeof cell);
            t += 6;
        }
    for (int i = 0; i < 3 * OTHERS; i++)
        *t++ = (uint32_t)rng_below(&r, s.vertex_count);
    return s;
}

static soup_data soup_here(int number)
{
    if (number % 2) return soup_of_net((uint64_t)number / 2);
    return soup_random((soup_sort)(number / 2 % SOUP_SORT_COUNT), 120, (uint64_t)number);
}

static soup_data copy_of(const soup_data* s)
{
    soup_data out =
        soup_separate(s->triangle_count > s->vertex_count ? s->triangle_count : s->vertex_count);
    memcpy(out.vertices, s->vertices, 3 * s->vertex_count * sizeof *s->vertices);
    memcpy(out.triangles, s->triangles, 3 * s->triangle_count * sizeof *s->triangles);
    out.vertex_count = s->vertex_count;
    out.triangle_count = s->triangle_count;
    return out;
}

// -------------------------------------------------------------------------------------------- laws

static int compare_pairs(const void* x, const void* y)
{
    const abut_pair *p = x, *q = y;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static void order_does_not_matter(void** state)
{
    (void)state;
    for (int i = 0; i < SOUPS; i++) {
        if (!IS_CASE(i)) continue;
        soup_data s = soup_here(i), t = copy_of(&s);
        rng r = {(uint64_t)i};
        uint32_t* where = malloc(s.triangle_count * sizeof *where);
        for (uint32_t k = 0; k < s.triangle_count; k++) {
            const size_t other = rng_below(&r, k + 1);
            where[k] = where[other];
            where[other] = k;
        }
        for (size_t k = 0; k < s.triangle_count; k++) {
            const size_t turn = rng_below(&r, 3), back = rng_below(&r, 2);
            for (size_t c = 0; c < 3; c++)
                t.triangles[3 * (size_t)where[k] + c] =
                    s.triangles[3 * k + (back ? 2 * turn + 2 * c : turn + c) % 3];
        }
        const abut_soup before = soup_of(&s), after = soup_of(&t);
        const answer x = ask(&before, &distance_ways[1]), y = ask(&after, &distance_ways[1]);
        assert_int_equal(x.count, y.count);
        assert_memory_equal(x.class_counts, y.class_counts, sizeof x.class_counts);
        for (size_t k = 0; k < x.count; k++) {
            const uint32_t a = where[x.pairs[k].a], b = where[x.pairs[k].b];
            const abut_pair p = a < b ? (abut_pair){a, b} : (abut_pair){b, a};
            const abut_pair* found = bsearch(&p, y.pairs, y.count, sizeof p, compare_pairs);
            if (!found || y.classes[found - y.pairs] != x.classes[k])
                fail_msg("soup %d: pair %u %u, class %d", i, p.a, p.b, x.classes[k]);
        }
        answer_free(&x);
        answer_free(&y);
        free(where);
        soup_free(&s);
        soup_free(&t);
    }
}

static void quarter_turns_and_powers_of_two_keep_it(void** state)
{
    (void)state;
    static const double scales[] = {1, 0x1p-70, 0x1p90, 0x1p-300, 0x1p300};
    for (int i = 0; i < SOUPS; i++) {
        if (!IS_CASE(i)) continue;
        soup_data s = soup_here(i), t = copy_of(&s);
        const double scale = scales[i % 5];
        for (size_t k = 0; k < s.vertex_count; k++)
            for (size_t c = 0; c < 3; c++) {
                const double x = scale * s.vertices[3 * k + (c + (size_t)i) % 3];
                t.vertices[3 * k + c] = i >> c & 1 ? -x : x;
            }
        const abut_soup before = soup_of(&s), after = soup_of(&t);
        const answer x = ask(&before, &distance_ways[1]);
        for (int w = 0; w < 2; w++) {
            const answer y = ask(&after, &distance_ways[1 + 2 * w]);
            if (!is_same(&x, &y))
                fail_msg("soup %d, scale %g: %zu, %zu", i, scale, x.count, y.count);
            answer_free(&y);
        }
        answer_free(&x);
        soup_free(&s);
        soup_free(&t);
    }
}

// Both as one: its pairs are those of each, and what abut_collide finds between them, if they have no vertex in common.
static void two_in_one_are_their_own_pairs_and_their_contacts(void** state)
{
    (void)state;
    size_t between = 0;
    for (int i = 0; i < SOUPS; i++) {
        if (!IS_CASE(i)) continue;
        soup_data s = soup_here(i), t = soup_here((i + 2) % SOUPS);
        for (size_t k = 0; k < t.vertex_count; k++)
            t.vertices[3 * k] += i % 4 ? 0.5 : 0x1p-20;
        soup_data both =
            soup_separate(s.triangle_count + t.triangle_count + s.vertex_count + t.vertex_count);
        memcpy(both.vertices, s.vertices, 3 * s.vertex_count * sizeof(double));
        memcpy(both.vertices + 3 * s.vertex_count, t.vertices, 3 * t.vertex_count * sizeof(double));
        memcpy(both.triangles, s.triangles, 3 * s.triangle_count * sizeof(uint32_t));
        for (size_t k = 0; k < 3 * t.triangle_count; k++)
            both.triangles[3 * s.triangle_count + k] = t.triangles[k] + (uint32_t)s.vertex_count;
        both.vertex_count = s.vertex_count + t.vertex_count;
        both.triangle_count = s.triangle_count + t.triangle_count;
        const abut_soup one = soup_of(&s), two = soup_of(&t), all = soup_of(&both);
        const answer x = ask(&one, &distance_ways[1]), y = ask(&two, &distance_ways[1]),
                     z = ask(&all, &distance_ways[1]);
        abut_model *a = distance_model(&one, &distance_ways[1], NULL),
                   *b = distance_model(&two, &distance_ways[1], NULL);
        abut_query* q = NULL;
        abut_hits hits;
        assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
        const abut_instance at[2] = {{.model = a}, {.model = b}};
        assert_int_equal(abut_collide(q, &at[0], &at[1], NULL, &hits), ABUT_OK);
        assert_int_equal(z.count, x.count + y.count + hits.count);
        for (size_t k = 0, next = 0; k < z.count; k++) {
            const uint32_t first = (uint32_t)s.triangle_count;
            if (z.pairs[k].a >= first || z.pairs[k].b < first) continue;
            assert_int_equal(z.pairs[k].a, hits.pairs[next].a);
            assert_int_equal(z.pairs[k].b - first, hits.pairs[next++].b);
            between++;
        }
        answer_free(&x);
        answer_free(&y);
        answer_free(&z);
        abut_query_free(q);
        abut_model_free(a);
        abut_model_free(b);
        soup_free(&s);
        soup_free(&t);
        soup_free(&both);
    }
    print_message("%zu pairs between two models in one\n", between);
    assert_true(between >= CASES(SOUPS));
}

// -------------------------------------------------------------------------------------------- ways

static void compare_ways(const char* name, const abut_soup* soup, int first_way)
{
    const answer x = ask(soup, &distance_ways[first_way]);
    for (int w = first_way + 1; w < WAYS; w++) {
        const answer y = ask(soup, &distance_ways[w]);
        if (!is_same(&x, &y))
            fail_msg("%s, %s: %zu pairs; %s: %zu", name, distance_ways[w].name, y.count,
                     distance_ways[first_way].name, x.count);
        answer_free(&y);
    }
    print_message("%s: %zu triangles, %s, %zu pairs\n", name, soup->triangle_count,
                  abut_self_verdict_text(x.verdict), x.count);
    answer_free(&x);
}

// Nor do counters know of them.
static void instruction_sets_change_nothing(void** state)
{
    (void)state;
    for (int i = 0; i < SOUPS; i++) {
        if (!IS_CASE(i)) continue;
        soup_data s = soup_here(i);
        const abut_soup soup = soup_of(&s);
        const distance_way* way = &distance_ways[1 + i % (WAYS - 1)];
        assert_true(simd_use(SIMD_PORTABLE));
        const answer x = ask(&soup, way);
        for (int set = SIMD_PORTABLE + 1; set < SIMD_SETS; set++) {
            if (!simd_use((simd_set)set)) continue;
            const answer y = ask(&soup, way);
            if (!is_same(&x, &y) || memcmp(x.tests, y.tests, sizeof x.tests) != 0)
                fail_msg("soup %d, set %d: %zu pairs, not %zu", i, set, y.count, x.count);
            answer_free(&y);
        }
        assert_true(simd_use(simd_best()));
        answer_free(&x);
        soup_free(&s);
    }
}

static void every_way_finds_the_same_in_soups(void** state)
{
    (void)state;
    for (int i = 0; i < SOUPS; i++) {
        if (!IS_CASE(i)) continue;
        char name[32];
        soup_data s = soup_here(i);
        const abut_soup soup = soup_of(&s);
        (void)snprintf(name, sizeof name, "soup %d", i);
        compare_ways(name, &soup, 0);
        soup_free(&s);
    }
}

// By brute force where that takes no second.
static void every_way_finds_the_same_in_real_models(void** state)
{
    (void)state;
    static const char* const files[] = {
        "cad/cgal/joint.off",    "cad/cgal/pinion.off",     "cad/cgal/dragknob.off",
        "scans/cgal/cactus.off", "cad/cgal/handle.off",     "scans/dragon_res4.ply",
        "cad/cgal/turbine.off",  "cad/as1-oc-214.obj",      "scans/teapot.obj",
        "cad/axom/naca0012.stl", "scans/cgal/elephant.off",
    };
    const char* const folder = data_pack("real models against themselves");
    if (!folder) skip();
    for (int i = 0; i < (int)(sizeof files / sizeof *files); i++) {
        if (!IS_CASE(i)) continue;
        char path[PATH_SIZE];
        mesh m = {0};
        (void)snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        assert_int_equal(mesh_read_file(&m, path, NULL, NULL), MESH_OK);
        const abut_soup soup = {.vertices = m.vertices,
                                .triangles = m.triangles,
                                .vertex_count = m.vertex_count,
                                .triangle_count = m.triangle_count};
        compare_ways(files[i], &soup, m.triangle_count > 2500);
        mesh_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(quarter_turns_and_powers_of_two_keep_it),
        cmocka_unit_test(two_in_one_are_their_own_pairs_and_their_contacts),
        cmocka_unit_test(instruction_sets_change_nothing),
        cmocka_unit_test(every_way_finds_the_same_in_soups),
        cmocka_unit_test(every_way_finds_the_same_in_real_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
