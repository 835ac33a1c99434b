// test_self_parts.c - what is said of the components of a soup, against counts made the slow way: vertices compared by their
// coordinates, ranks of triangles by integer products, edges by looking at all of them.
#include "base/host.h"
#include "query/self_parts.h"
#include "support/share.h"
#include "support/soups.h"

enum { TRIANGLES_MOST = 14, PAIRS_MOST = 20 };

// ------------------------------------------------------------------------------------- the slow way

static const double* corner_of(const soup_data* s, size_t triangle, size_t k)
{
    return s->vertices + (size_t)3 * s->triangles[3 * triangle + k];
}

static int are_equal(const double* v, const double* w)
{
    return v[0] == w[0] && v[1] == w[1] && v[2] == w[2];
}

// Of corners on a small grid: exact.
static int is_degenerate(const soup_data* s, size_t triangle)
{
    double u[3], v[3];
    int is = 1;
    for (size_t k = 0; k < 3; k++) {
        u[k] = corner_of(s, triangle, 1)[k] - corner_of(s, triangle, 0)[k];
        v[k] = corner_of(s, triangle, 2)[k] - corner_of(s, triangle, 0)[k];
    }
    for (size_t k = 0; k < 3; k++)
        is &= u[(k + 1) % 3] * v[(k + 2) % 3] == u[(k + 2) % 3] * v[(k + 1) % 3];
    return is;
}

static int share_a_vertex(const soup_data* s, size_t t, size_t u)
{
    for (size_t i = 0; i < 9; i++)
        if (are_equal(corner_of(s, t, i / 3), corner_of(s, u, i % 3))) return 1;
    return 0;
}

// The least triangle of the component of each.
static void find_components(const soup_data* s, size_t* least)
{
    for (size_t t = 0; t < s->triangle_count; t++)
        least[t] = t;
    for (int changed = 1; changed;) {
        changed = 0;
        for (size_t t = 0; t < s->triangle_count; t++)
            for (size_t u = 0; u < s->triangle_count; u++)
                if (share_a_vertex(s, t, u) && least[u] < least[t]) {
                    least[t] = least[u];
                    changed = 1;
                }
    }
}

// How many edges like edge k of triangle t there are; *first: none of them comes before it.
static size_t count_like(const soup_data* s, size_t t, size_t k, int* first)
{
    const double *p = corner_of(s, t, k), *q = corner_of(s, t, (k + 1) % 3);
    size_t count = 0;
    *first = 1;
    for (size_t i = 0; i < 3 * s->triangle_count; i++) {
        const double *v = corner_of(s, i / 3, i % 3), *w = corner_of(s, i / 3, (i + 1) % 3);
        if (is_degenerate(s, i / 3)) continue;
        if (!(are_equal(p, v) && are_equal(q, w)) && !(are_equal(p, w) && are_equal(q, v)))
            continue;
        if (i < 3 * t + k) *first = 0;
        count++;
    }
    return count;
}

static abut_self_verdict verdict_of(const size_t* counts, int complete)
{
    static const struct {
        int how;
        abut_self_verdict verdict;
    } worst_first[] = {{3, ABUT_SELF_CROSSES}, {4, ABUT_SELF_CROSSES}, {1, ABUT_SELF_FOLDS},
                       {2, ABUT_SELF_FOLDS},   {5, ABUT_SELF_TOUCHES}, {6, ABUT_SELF_TOUCHES}};
    for (size_t i = 0; i < 6; i++)
        if (counts[worst_first[i].how]) return worst_first[i].verdict;
    return complete ? ABUT_SELF_CLEAN : ABUT_SELF_UNDECIDED;
}

// What is to be said of the component whose least triangle it is.
static abut_self_part part_of(const soup_data* s, const size_t* least, size_t triangle,
                              const abut_pair* pairs, const uint8_t* classes, size_t pair_count,
                              int complete)
{
    abut_self_part part = {.first_triangle = (uint32_t)triangle};
    size_t edges = 0;
    for (size_t t = 0; t < s->triangle_count; t++) {
        if (least[t] != triangle) continue;
        part.triangle_count++;
        part.degenerate_count += (size_t)is_degenerate(s, t);
        for (size_t k = 0; !is_degenerate(s, t) && k < 3; k++) {
            int first;
            const size_t uses = count_like(s, t, k, &first);
            edges++;
            part.border_edge_count += first && uses % 2;
        }
    }
    part.is_closed = edges && !part.border_edge_count;
    for (size_t i = 0; i < pair_count; i++) {
        const int has_a = least[pairs[i].a] == triangle, has_b = least[pairs[i].b] == triangle;
        if (has_a && has_b) {
            part.own_count++;
            part.class_counts[classes[i]]++;
        } else {
            part.other_count += (size_t)(has_a + has_b);
        }
    }
    part.verdict = verdict_of(part.class_counts, complete);
    return part;
}

// ------------------------------------------------------------------------------------------ the test

static void expect_part(const abut_self_part* part, const abut_self_part* expected)
{
    assert_int_equal(part->triangle_count, expected->triangle_count);
    assert_int_equal(part->first_triangle, expected->first_triangle);
    assert_int_equal(part->degenerate_count, expected->degenerate_count);
    assert_int_equal(part->border_edge_count, expected->border_edge_count);
    assert_int_equal(part->is_closed, expected->is_closed);
    assert_int_equal(part->own_count, expected->own_count);
    assert_int_equal(part->other_count, expected->other_count);
    assert_memory_equal(part->class_counts, expected->class_counts, sizeof part->class_counts);
    assert_int_equal(part->verdict, expected->verdict);
}

typedef struct totals {
    size_t parts, closed, degenerate, borders, own, other, verdicts[5];
} totals;

static void count_part(totals* sum, const abut_self_part* part)
{
    sum->parts++;
    sum->closed += (size_t)part->is_closed;
    sum->degenerate += part->degenerate_count;
    sum->borders += part->border_edge_count;
    sum->own += part->own_count;
    sum->other += part->other_count;
    sum->verdicts[part->verdict]++;
}

// A soup on a small grid, and any pairs of it.
typedef struct random_case {
    soup_data soup;
    abut_pair pairs[PAIRS_MOST];
    uint8_t classes[PAIRS_MOST];
    sort_record found[PAIRS_MOST];  // the same
    size_t pair_count;
    int complete;
} random_case;

// Corners of a solid's faces and of free triangles, so that some edges have two triangles.
static random_case case_make(uint64_t seed)
{
    rng r = {seed};
    random_case c = {.soup = soup_separate(rng_below(&r, TRIANGLES_MOST + 1))};
    const size_t count = c.soup.triangle_count, range = 2 + rng_below(&r, 4);
    static const double tetra[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (size_t i = 0; i < 3 * count; i++)
        for (size_t k = 0; k < 3; k++)
            c.soup.vertices[3 * i + k] = (double)rng_below(&r, range) * (rng_below(&r, 2) ? 1 : -1);
    const double shift = (double)rng_below(&r, 2) * 9;
    for (size_t i = 0; count >= 4 && seed % 2 && i < 12; i++)
        for (size_t k = 0; k < 3; k++)
            c.soup.vertices[3 * i + k] = tetra[(i / 3 + i % 3) % 4][k] + shift;
    c.complete = (int)rng_below(&r, 2);
    c.pair_count = count < 2 ? 0 : rng_below(&r, PAIRS_MOST + 1);
    for (size_t i = 0; i < c.pair_count; i++) {
        const uint32_t a = (uint32_t)rng_below(&r, count - 1);
        c.pairs[i] = (abut_pair){a, a + 1 + (uint32_t)rng_below(&r, count - 1 - a)};
        c.classes[i] = (uint8_t)(1 + rng_below(&r, 6));
        c.found[i] = (sort_record){(uint64_t)c.pairs[i].a << 32 | c.pairs[i].b,
                                   (uint32_t)c.classes[i] << 3 | ABUT_KIND_TOUCH};
    }
    return c;
}

static void random_soups(void** state)
{
    (void)state;
    const abut_host host = host_complete(NULL);
    self_parts found = {0};  // of all, so that it grows and is used again
    totals sum = {0};
    for (uint64_t seed = 0; seed < CASES(4000); seed++) {
        random_case c = case_make(seed);
        const abut_soup soup = soup_of(&c.soup);
        soup_mesh m;
        size_t least[TRIANGLES_MOST], parts = 0;
        assert_int_equal(soup_mesh_copy(&m, &soup, &host), ABUT_OK);
        assert_int_equal(self_parts_find(&found, &m, c.found, c.pair_count, c.complete, &host),
                         ABUT_OK);
        find_components(&c.soup, least);
        for (size_t t = 0; t < c.soup.triangle_count; t++) {
            if (least[t] != t) continue;
            const abut_self_part expected =
                part_of(&c.soup, least, t, c.pairs, c.classes, c.pair_count, c.complete);
            assert_true(parts < found.count);
            expect_part(&found.list[parts++], &expected);
            count_part(&sum, &expected);
        }
        assert_int_equal(parts, found.count);
        soup_mesh_free(&m, &host);
        soup_free(&c.soup);
    }
    self_parts_free(&found, &host);
    print_message("%zu parts, %zu closed, %zu degenerate triangles, %zu border edges, %zu own "
                  "pairs, %zu others\n",
                  sum.parts, sum.closed, sum.degenerate, sum.borders, sum.own, sum.other);
    assert_true(sum.closed > 50 && sum.degenerate > 100 && sum.borders > 1000);
    assert_true(sum.own > 1000 && sum.other > 1000);
    for (int i = 0; i < 5; i++)
        assert_true(sum.verdicts[i] > CASES(50));
}

// Each allocation fails once, each call of progress cancels once: nothing is held, and what was there stays of use.
static void failures(void** state)
{
    (void)state;
    counting memory = counting_begin();
    const abut_host given = counting_host(&memory), host = host_complete(&given);
    random_case c = case_make(4001);
    const abut_soup soup = soup_of(&c.soup);
    soup_mesh m;
    self_parts found = {0};
    abut_status status = ABUT_OUT_OF_MEMORY;
    size_t failed = 0, cancelled = 0;
    assert_int_equal(soup_mesh_copy(&m, &soup, &host), ABUT_OK);
    const size_t held = memory.blocks;
    for (size_t fail = 0; status == ABUT_OUT_OF_MEMORY; fail++) {
        memory.fail_at = memory.allocations + fail;
        status = self_parts_find(&found, &m, c.found, c.pair_count, 1, &host);
        failed += status == ABUT_OUT_OF_MEMORY;
        assert_int_equal(memory.blocks, held + (status == ABUT_OK));
    }
    memory.fail_at = SIZE_MAX;
    assert_int_equal(status, ABUT_OK);
    assert_true(failed >= 5);
    for (size_t cancel = 0;; cancel++) {
        memory.cancel_at = memory.progress_calls + cancel;
        status = self_parts_find(&found, &m, c.found, c.pair_count, 1, &host);
        assert_int_equal(memory.blocks, held + 1);
        if (status == ABUT_OK) break;
        assert_int_equal(status, ABUT_CANCELLED);
        cancelled++;
    }
    assert_int_equal(cancelled, 2);
    self_parts_free(&found, &host);
    soup_mesh_free(&m, &host);
    soup_free(&c.soup);
    assert_int_equal(memory.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_soups),
        cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
