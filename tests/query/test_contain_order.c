// test_contain_order.c - no answer depends on how a mesh is written down: the order of its triangles, where each
// begins, the order of its vertices, equal vertices given twice, the method, and which model is a.
#include "query/contain_check.h"
#include "support/method_here.h"

#include "abut/statistics.h"

enum { MODELS = 60, WRITINGS = 4, OPEN_METHOD_COUNT = 4 };

static const abut_method methods[OPEN_METHOD_COUNT] = {ABUT_METHOD_BRUTE, ABUT_METHOD_WIDE,
                                                       SOME_TREE, OR_AABB(ABUT_METHOD_QUICKCD14)};

// ----------------------------------------------------------------------------------------- writings

// A model as written down in some way, and which triangle of the first writing each of its triangles is.
typedef struct writing {
    solid solid;
    size_t* from;
} writing;

static void shuffle(rng* r, size_t* order, size_t count)
{
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    for (size_t i = count; i > 1; i--) {
        const size_t k = rng_below(r, i), swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
}

// Each corner becomes a vertex of its own, so that equal vertices come several times, and -0 beside 0; these are
// then shuffled.
static writing write_anew(const solid* s, rng* r)
{
    const size_t corners = 3 * s->triangle_count;
    writing w = {.from = malloc((s->triangle_count + 1) * sizeof(size_t))};
    size_t* place = malloc((corners + 1) * sizeof *place);
    double* vertices = malloc((3 * corners + 1) * sizeof *vertices);
    assert_true(w.from && place && vertices);
    shuffle(r, w.from, s->triangle_count);
    shuffle(r, place, corners);
    for (size_t i = 0; i < s->triangle_count; i++) {
        const size_t turn = rng_below(r, 3);
        double corner[3][3];
        for (size_t k = 0; k < 3; k++)
            memcpy(corner[k],
                   s->vertices + 3 * (size_t)s->triangles[3 * w.from[i] + (k + turn) % 3],
                   sizeof corner[k]);
        solid_add_triangle(&w.solid, (const double(*)[3])corner);
    }
    for (size_t i = 0; i < 3 * corners; i++)
        if (w.solid.vertices[i] == 0 && rng_below(r, 2)) w.solid.vertices[i] = -0.0;
    for (size_t i = 0; i < corners; i++) {
        memcpy(vertices + 3 * place[i], w.solid.vertices + 3 * i, 3 * sizeof *vertices);
        w.solid.triangles[i] = (uint32_t)place[i];
    }
    memcpy(w.solid.vertices, vertices, 3 * corners * sizeof *vertices);
    free(place);
    free(vertices);
    return w;
}

static writing write_first(const solid* s)
{
    writing w = {.from = malloc((s->triangle_count + 1) * sizeof(size_t))};
    assert_non_null(w.from);
    for (size_t i = 0; i < s->triangle_count; i++) {
        double corner[3][3];
        w.from[i] = i;
        for (size_t k = 0; k < 3; k++)
            memcpy(corner[k], s->vertices + 3 * (size_t)s->triangles[3 * i + k], sizeof corner[k]);
        solid_add_triangle(&w.solid, (const double(*)[3])corner);
    }
    return w;
}

static void writing_free(writing* w)
{
    solid_free(&w->solid);
    free(w->from);
}

// ------------------------------------------------------------------------------------------ answers

// A pair of triangles of the first writing, and what they share: how many corners, and the box about these.
typedef struct seen_pair {
    uint64_t key;
    uint32_t kind, point_count;
    double low[3], high[3];
} seen_pair;

// An answer, in the triangles and components of the first writing: a component's number is its least triangle.
typedef struct answer {
    abut_relation relation;
    abut_reason reason;
    size_t count[2], hits;
    abut_component* parts[2];  // by least triangle: triangle_count 0 where there is none
    seen_pair* pairs;          // sorted
} answer;

static int compare_pairs(const void* x, const void* y)
{
    const uint64_t a = ((const seen_pair*)x)->key, b = ((const seen_pair*)y)->key;
    return (a > b) - (a < b);
}

// The component of each triangle, by the least triangle of the first writing: by vertices equal bit by bit.
static void name_components(const solid* s, size_t* name)
{
    int changed = 1;
    for (size_t i = 0; i < s->triangle_count; i++)
        name[i] = i;
    while (changed) {
        changed = 0;
        for (size_t i = 0; i < 9 * s->triangle_count * s->triangle_count; i++) {
            const size_t corner = i % (3 * s->triangle_count), other = i / (3 * s->triangle_count);
            const size_t x = corner / 3, y = other / 3;
            if (name[x] >= name[y]) continue;
            if (memcmp(s->vertices + 3 * (size_t)s->triangles[corner],
                       s->vertices + 3 * (size_t)s->triangles[other], 3 * sizeof(double)) != 0)
                continue;
            name[y] = name[x];
            changed = 1;
        }
    }
}

static void take_parts(answer* out, int side, const abut_component* parts, size_t count,
                       const writing* w, const size_t* name, int is_swapped)
{
    out->count[side] = count;
    out->parts[side] = calloc(w->solid.triangle_count + 1, sizeof *out->parts[side]);
    assert_non_null(out->parts[side]);
    for (size_t i = 0; i < count; i++) {
        abut_component* to = &out->parts[side][name[w->from[parts[i].first_triangle]]];
        assert_int_equal(to->triangle_count, 0);
        *to = parts[i];
        to->first_triangle = 0;
        if (is_swapped) to->relation = swapped(to->relation);
        // The first of a component, and components in that order.
        assert_true(!i || parts[i].first_triangle > parts[i - 1].first_triangle);
        for (size_t k = 0; k < parts[i].first_triangle; k++)
            assert_true(name[w->from[k]] != name[w->from[parts[i].first_triangle]]);
    }
}

static seen_pair see_pair(const abut_hits* hits, size_t i, const writing w[2], int is_swapped)
{
    const uint32_t x = hits->pairs[i].a, y = hits->pairs[i].b;
    const abut_contact* contact = &hits->contacts[i];
    seen_pair out;
    memset(&out, 0, sizeof out);
    out.key = (uint64_t)w[0].from[is_swapped ? y : x] << 32 | w[1].from[is_swapped ? x : y];
    out.kind = (uint32_t)contact->kind;
    out.point_count = (uint32_t)contact->point_count;
    for (int p = 0; p < contact->point_count; p++)
        for (int k = 0; k < 3; k++) {
            const double at = contact->points[p][k] + 0.0;  // -0 is 0
            if (!p || at < out.low[k]) out.low[k] = at;
            if (!p || at > out.high[k]) out.high[k] = at;
        }
    return out;
}

static answer ask(const writing w[2], size_t* const name[2], const abut_pose pose[2],
                  abut_method method, int is_swapped)
{
    const abut_ask options = {.detail = ABUT_DETAIL_POINTS};
    abut_query* q = query_new();
    abut_instance instance[2];
    abut_containment c;
    abut_model* model[2];
    answer out = {.hits = 0};
    for (int side = 0; side < 2; side++) {
        model[side] = solid_model(&w[side].solid, method);
        instance[side] = (abut_instance){.model = model[side], .pose = pose[side]};
    }
    assert_int_equal(abut_contain(q, &instance[is_swapped], &instance[!is_swapped], &options, &c),
                     ABUT_OK);
    expect_reasons(&c);
    out.relation = is_swapped ? swapped(c.relation) : c.relation;
    out.reason = c.reason;
    take_parts(&out, is_swapped, c.a, c.a_count, &w[is_swapped], name[is_swapped], is_swapped);
    take_parts(&out, !is_swapped, c.b, c.b_count, &w[!is_swapped], name[!is_swapped], is_swapped);
    out.hits = c.hits.count;
    out.pairs = malloc((out.hits + 1) * sizeof *out.pairs);
    assert_non_null(out.pairs);
    for (size_t i = 0; i < out.hits; i++) {
        out.pairs[i] = see_pair(&c.hits, i, w, is_swapped);
    }
    qsort(out.pairs, out.hits, sizeof *out.pairs, compare_pairs);
    for (int side = 0; side < 2; side++)
        abut_model_free(model[side]);
    abut_query_free(q);
    return out;
}

static void answer_free(answer* a)
{
    free(a->parts[0]);
    free(a->parts[1]);
    free(a->pairs);
}

static void expect_same(const answer* x, const answer* y, const size_t triangle_count[2])
{
    assert_int_equal(x->relation, y->relation);
    assert_int_equal(x->reason, y->reason);
    assert_int_equal(x->hits, y->hits);
    assert_memory_equal(x->pairs, y->pairs, x->hits * sizeof *x->pairs);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(x->count[side], y->count[side]);
        for (size_t i = 0; i < triangle_count[side]; i++) {
            const abut_component *p = &x->parts[side][i], *q = &y->parts[side][i];
            assert_int_equal(p->triangle_count, q->triangle_count);
            assert_int_equal(p->relation, q->relation);
            assert_int_equal(p->reason, q->reason);
            assert_int_equal(p->has_winding, q->has_winding);
            assert_memory_equal(&p->winding, &q->winding, sizeof p->winding);
            assert_memory_equal(&p->winding_error, &q->winding_error, sizeof p->winding_error);
        }
    }
}

// What a soup is like as a surface; but its thinnest triangle is the first of those that are about as thin.
static void expect_same_statistics(const solid* x, const solid* y)
{
    const abut_soup first = solid_soup(x), second = solid_soup(y);
    abut_statistics s, t;
    assert_int_equal(abut_soup_statistics(&first, NULL, &s), ABUT_OK);
    assert_int_equal(abut_soup_statistics(&second, NULL, &t), ABUT_OK);
    assert_true(fabs(s.needle_ratio - t.needle_ratio) <= 0x1p-29 * s.needle_ratio);
    s.needle_ratio = t.needle_ratio = 0;
    s.needle_triangle = t.needle_triangle = 0;
    assert_memory_equal(&s, &t, sizeof s);
}

// ------------------------------------------------------------------------------------------- models

// Small bodies, some without a face, and a rough sheet: about a point, of a size.
static void add_bodies(solid* s, rng* r, int count, int reach)
{
    for (int i = 0; i < count; i++) {
        double low[3], high[3];
        for (int k = 0; k < 3; k++) {
            low[k] = (double)rng_below(r, (size_t)reach);
            high[k] = low[k] + 1 + (double)rng_below(r, 3);
        }
        solid_add_box(s, low, high, 1 + (int)rng_below(r, 2),
                      rng_below(r, 2) ? 0 : 1u << rng_below(r, 6));
    }
}

// Separate triangles on a sphere: an open surface that goes about what is within it, more or less.
static void add_shell(solid* s, rng* r, int count, double radius)
{
    for (int i = 0; i < count; i++) {
        double corner[3][3];
        for (int k = 0; k < 3; k++) {
            double length = 0;
            for (int c = 0; c < 3; c++) {
                corner[k][c] = rng_signed(r);
                length += corner[k][c] * corner[k][c];
            }
            for (int c = 0; c < 3; c++)
                corner[k][c] = 1.5 + radius * corner[k][c] / sqrt(length);
        }
        solid_add_triangle(s, (const double(*)[3])corner);
    }
}

// Heights over squares: many of its vertices tie for the extremes.
static void add_sheet(solid* s, rng* r)
{
    double height[16];
    for (int i = 0; i < 16; i++)
        height[i] = (double)rng_below(r, 2);
    for (int i = 0; i < 18; i++) {
        static const int way[2][3] = {{0, 1, 5}, {0, 5, 4}};
        double corner[3][3];
        for (int k = 0; k < 3; k++) {
            const int at = i / 6 * 4 + i / 2 % 3 + way[i % 2][k];
            corner[k][0] = at % 4;
            corner[k][1] = at / 4;
            corner[k][2] = height[at];
        }
        solid_add_triangle(s, (const double(*)[3])corner);
    }
}

static void make_models(solid m[2], rng* r, int sort)
{
    m[0] = m[1] = (solid){0};
    if (sort % 3 == 0) {
        const double low[3] = {-3, -3, -3}, high[3] = {6, 6, 6};
        add_sheet(&m[0], r);
        if (sort % 2)
            solid_add_box(&m[1], low, high, 2, 1u << rng_below(r, 6));
        else
            add_shell(&m[1], r, 20, 6);
    } else if (sort % 3 == 1) {
        add_sheet(&m[0], r);
        add_bodies(&m[0], r, 2, 4);
        add_shell(&m[1], r, 30, 6);
        add_bodies(&m[1], r, 2, 6);
    } else {
        add_bodies(&m[0], r, 3, 6);
        add_bodies(&m[1], r, 3, 6);
    }
}

static void expect_order_means_nothing(const solid m[2], const abut_pose pose[2], rng* r,
                                       size_t counts[])
{
    const size_t triangle_count[2] = {m[0].triangle_count, m[1].triangle_count};
    writing first[2] = {write_first(&m[0]), write_first(&m[1])};
    size_t* name[2];
    for (int side = 0; side < 2; side++) {
        name[side] = malloc((triangle_count[side] + 1) * sizeof **name);
        assert_non_null(name[side]);
        name_components(&first[side].solid, name[side]);
    }
    answer expected = ask(first, name, pose, ABUT_METHOD_BRUTE, 0);
    counts[expected.relation]++;
    for (int i = 0; i < WRITINGS; i++) {
        writing w[2] = {write_anew(&m[0], r), write_anew(&m[1], r)};
        answer got = ask(w, name, pose, methods[i % OPEN_METHOD_COUNT], i / 2 % 2);
        expect_same(&expected, &got, triangle_count);
        for (int side = 0; side < 2; side++)
            expect_same_statistics(&first[side].solid, &w[side].solid);
        answer_free(&got);
        writing_free(&w[0]);
        writing_free(&w[1]);
    }
    for (int i = 0; i < 2; i++) {
        answer got = ask(first, name, pose, i ? ABUT_METHOD_WIDE : ABUT_METHOD_BRUTE, !i);
        expect_same(&expected, &got, triangle_count);
        answer_free(&got);
    }
    answer_free(&expected);
    for (int side = 0; side < 2; side++) {
        free(name[side]);
        writing_free(&first[side]);
    }
}

static void test_order_means_nothing(void** state)
{
    (void)state;
    size_t counts[ABUT_RELATION_B_INSIDE_A + 1] = {0};
    rng r = {1818};
    for (int i = 0; i < MODELS; i++) {
        solid m[2];
        abut_pose pose[2] = {{.scale = 0}, {.scale = 0}};
        make_models(m, &r, i);
        if (i % 4 == 1) pose[0] = pose[1] = pose_random(&r, 10);
        if (i % 4 >= 2) {
            pose[0] = pose_random(&r, 1);
            pose[1] = pose_random(&r, 1);
        }
        if (i % 4 == 3) pose_mirror(&pose[1]);
        expect_order_means_nothing(m, pose, &r, counts);
        solid_free(&m[0]);
        solid_free(&m[1]);
    }
    assert_true(counts[ABUT_RELATION_CROSSING] && counts[ABUT_RELATION_UNKNOWN] &&
                counts[ABUT_RELATION_SEPARATE]);
    assert_true(counts[ABUT_RELATION_A_INSIDE_B] && counts[ABUT_RELATION_A_INSIDE_B] < MODELS / 2);
}

// A surface that is written looking the other way has the opposite number, to the last bit.
static void test_turned_over(void** state)
{
    (void)state;
    rng r = {1819};
    for (int i = 0; i < 20; i++) {
        const double low[3] = {1, 1, 1}, high[3] = {2, 2, 2};
        solid body = {0}, shell = {0}, turned = {0};
        solid_add_box(&body, low, high, 1, 0);
        add_shell(&shell, &r, 40, 6);
        for (size_t t = 0; t < shell.triangle_count; t++) {
            double corner[3][3];
            for (size_t k = 0; k < 3; k++)
                memcpy(corner[k], shell.vertices + 3 * (3 * t + 2 - k), sizeof corner[k]);
            solid_add_triangle(&turned, (const double(*)[3])corner);
        }
        abut_query *q = query_new(), *other = query_new();
        abut_model* m[3] = {solid_model(&body, ABUT_METHOD_WIDE),
                            solid_model(&shell, ABUT_METHOD_WIDE),
                            solid_model(&turned, ABUT_METHOD_WIDE)};
        const abut_instance x = {.model = m[0]}, y = {.model = m[1]}, z = {.model = m[2]};
        abut_containment c, d;
        assert_int_equal(abut_contain(q, &x, &y, NULL, &c), ABUT_OK);
        assert_int_equal(abut_contain(other, &x, &z, NULL, &d), ABUT_OK);
        assert_int_equal(c.relation, d.relation);
        assert_true(c.a[0].winding == -d.a[0].winding);
        for (int k = 0; k < 3; k++)
            abut_model_free(m[k]);
        abut_query_free(q);
        abut_query_free(other);
        solid_free(&body);
        solid_free(&shell);
        solid_free(&turned);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_means_nothing),
        cmocka_unit_test(test_turned_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
