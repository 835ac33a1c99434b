// test_straight_first.c - when models first meet that go straight: known answers, small soups against rationals, larger ones by
// brute force, and what is true of any.
#include "query/straight.h"
#include "scenes.h"
#include "support/boxes.h"
#include "support/distance_check.h"
#include "support/float_mode.h"
#include "support/oracle_straight.h"
#include "support/pruning.h"
#include "support/random_pairs.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include <math.h>
#include <stdio.h>

// Without pruning all pairs are decided exactly.
enum {
    STRAIGHT_WAYS = 6,
    SMALL_CASES = CASES(400),
    LARGER_CASES = PRUNING ? CASES(160) : CASES(32),
    LAW_CASES = PRUNING ? CASES(80) : CASES(8),
};

static affine identity(void)
{
    return (affine){.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

// Two bodies on their way.
typedef struct flight {
    affine start[2];
    double gone[2][3][3];
    size_t gone_count[2], piece;
    double way[2][3];
} flight;

static void fill_body(const flight* f, int side, straight_body* out)
{
    *out = (straight_body){.start = &f->start[side],
                           .gone = f->gone[side][0],
                           .stride = 3,
                           .count = f->gone_count[side],
                           .way = f->way[side]};
}

// order 1: b is asked about first.
static straight_answer ask(abut_query* query, abut_model* const model[2], const flight* f,
                           int order, straight_ask options)
{
    straight_answer answer;
    memset(&answer, 0, sizeof answer);
    for (int side = 0; side < 2; side++) {
        options.model[side] = model[side ^ order];
        fill_body(f, side ^ order, &options.body[side]);
    }
    options.piece = f->piece;
    if (!(options.until > 0)) options.until = 1;
    assert_int_equal(straight_first(query, &options, &answer), ABUT_OK);
    return answer;
}

// ------------------------------------------------------------------------------------------------ known answers

typedef struct known {
    const char* name;
    double a[6], b[6];  // boxes by their corners
    double a_way[3], b_way[3];
    double lo, hi;  // beyond 1: free
} known;

#define FREE 2
// clang-format off
static const known known_cases[] = {
    {"C1", {-1, -1, 6, 1, 1, 8}, {-1, -1, -1, 1, 1, 1}, {0, 0, -8}, {0}, 0.625, 0.625},
    {"C2", {0, 0, 0, 1, 1, 1}, {3, 0, 0, 4, 1, 1}, {1, 0, 0}, {-3, 0, 0}, 0.5, 0.5},
    {"C3", {-6, 1, -1, -4, 3, 1}, {-1, -1, -1, 1, 1, 1}, {10, 0, 0}, {0}, 0.29999999999999998, 0.30000000000000004},
    {"C3, beyond", {-6, 1 + 0x1p-40, -1, -4, 3, 1}, {-1, -1, -1, 1, 1, 1}, {10, 0, 0}, {0}, FREE, FREE},
    {"C4", {-.25, -.25, 1.75, .25, .25, 2.25}, {-2, -2, 0, 2, 2, 0x1p-14}, {0, 0, -4}, {0}, 0.4374847412109375, 0.4374847412109375},
    {"C8", {-1, -1, -1, 1, 1, 1}, {0, 0, 0, 3, 3, 3}, {1, 2, 3}, {0}, 0, 0},
    {"C8, together", {-1, -1, -1, 1, 1, 1}, {0, 0, 0, 3, 3, 3}, {1, 2, 3}, {1, 2, 3}, 0, 0},
    {"C8, beside", {-1, -1, -1, 1, 1, 1}, {2, 0, 0, 3, 3, 3}, {1, 2, 3}, {1, 2, 3}, FREE, FREE},
    {"C8, inside", {-1, -1, -1, 1, 1, 1}, {-.5, -.5, -.5, .5, .5, .5}, {1, 0, 0}, {.75, 0, 0}, FREE, FREE},
    {"C8, inside to the wall", {-1, -1, -1, 1, 1, 1}, {-.5, -.5, -.5, .5, .5, .5}, {1, 0, 0}, {.5, 0, 0}, 1, 1},
    {"C-e9", {-1, -1, 3, 1, 1, 5}, {-1, -1, -1, 1, 1, 1}, {0, 0, -8}, {0}, 0.25, 0.25},
    {"C-ncollide214a", {-1, -1, -1, 1, 1, 1}, {9, -1, -1, 11, 1, 1}, {16, 0, 0}, {0}, 0.5, 0.5},
    {"C-ncollide214b", {-1, -1, -1, 1, 1, 1}, {9, -1.5, -1, 11, 1.5, 1}, {16, 0, 0}, {0}, 0.5, 0.5},
    {"C-ncollide141, at rest", {-.5, .6, -.5, .5, 1.6, .5}, {-.5, -.5, -.5, .5, .5, .5}, {0}, {0}, FREE, FREE},
    {"C-ncollide141, away", {-.5, .625, -.5, .5, 1.625, .5}, {-.5, -.5, -.5, .5, .5, .5}, {0, 1, 0}, {0}, FREE, FREE},
    {"C-ncollide141, toward", {-.5, .625, -.5, .5, 1.625, .5}, {-.5, -.5, -.5, .5, .5, .5}, {0, -1, 0}, {0}, 0.125, 0.125},
    {"C-cute357", {0, 0, 0, 100, 100, 1}, {49, 199, -.5, 51, 201, 1.5}, {0}, {0, -100, 0}, 0.98999999999999999, 0.99},
    {"C-waypoints", {-1.125, -.125, -.125, -.875, .125, .125}, {0, -1, -1, .03125, 1, 1}, {2, 0, 0}, {0}, 0.4375, 0.4375},
};
// clang-format on
enum { KNOWN_CASES = sizeof known_cases / sizeof *known_cases };

static void check_known(abut_query* query, const known* k, int way, int order, double scale)
{
    box_soup room[2];
    abut_model* model[2];
    const double* const box[2] = {k->a, k->b};
    for (int side = 0; side < 2; side++) {
        const abut_soup soup = soup_of_known(box[side], &room[side]);
        model[side] = distance_model(&soup, &distance_ways[way], NULL);
    }
    flight f = {.start = {identity(), identity()}};
    for (int i = 0; i < 3; i++) {
        f.way[0][i] = scale * k->a_way[i];
        f.way[1][i] = scale * k->b_way[i];
        f.start[0].matrix[i][i] = f.start[1].matrix[i][i] = scale;
    }
    const straight_answer r =
        ask(query, model, &f, order, (straight_ask){.detail = ABUT_DETAIL_POINTS});
    const int is_right = k->lo > 1 ? !r.has_contact && r.lo == 1
                                   : r.has_contact && r.lo <= k->hi && r.hi >= k->lo &&
                                         (r.lo == r.hi || nextafter(r.lo, 2) == r.hi);
    const int is_exact = k->lo < k->hi || k->lo > 1 || (r.lo == k->lo && r.hi == k->hi);
    if (!is_right || (!is_exact && k->lo != 0.98999999999999999) || !r.complete)
        fail_msg("%s, %s, order %d, scale %g: %d, %.17g %.17g", k->name, distance_ways[way].name,
                 order, scale, r.has_contact, r.lo, r.hi);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

static void known_answers(void** state)
{
    static const double scales[] = {1, 0x1p-300, 0x1p300};
    abut_query* query;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int i = 0; i < KNOWN_CASES; i++)
        for (int way = 0; way < STRAIGHT_WAYS; way++)
            for (int order = 0; order < 2; order++)
                check_known(query, &known_cases[i], way, order, scales[(i + way + order) % 3]);
    abut_query_free(query);
}

// ------------------------------------------------------------------------------------------------ rationals

enum { TRIANGLES_MOST = 4 };

typedef struct truth {
    straight_truth pair;
    int meets[TRIANGLES_MOST * TRIANGLES_MOST];
    mpq_t time[TRIANGLES_MOST * TRIANGLES_MOST];
    mpq_t x, y;
} truth;

static void truth_find(truth* t, const soup_data soup[2], const flight* f)
{
    const size_t b_count = soup[1].triangle_count;
    for (int side = 0; side < 2; side++) {
        t->pair.pose[side] = f->start[side];
        for (int k = 0; k < 3; k++) {
            mpq_set_d(t->pair.way[side][k], f->way[side][k]);
            mpq_set_ui(t->pair.place[side][k], 0, 1);
            for (size_t i = 0; i < f->gone_count[side]; i++) {
                mpq_set_d(t->x, f->gone[side][i][k]);
                mpq_add(t->pair.place[side][k], t->pair.place[side][k], t->x);
            }
        }
    }
    for (size_t i = 0; i < soup[0].triangle_count * b_count; i++) {
        memcpy(t->pair.vertex[0], soup[0].vertices + 9 * (i / b_count), sizeof(double[9]));
        memcpy(t->pair.vertex[1], soup[1].vertices + 9 * (i % b_count), sizeof(double[9]));
        t->meets[i] = straight_truth_find(&t->pair, 0, t->time[i]);
    }
}

// What is wrong with an answer; NULL: nothing.
static const char* fault_of(truth* t, const soup_data soup[2], const flight* f, int order,
                            const straight_answer* r)
{
    const size_t b_count = soup[1].triangle_count, count = soup[0].triangle_count * b_count;
    size_t best = count;
    for (size_t i = 0; i < count; i++) {
        if (!t->meets[i]) continue;
        const int sign = best == count ? -1 : mpq_cmp(t->time[i], t->time[best]);
        // In the other order pairs are ordered by b first.
        const int less = order && i % b_count < best % b_count;
        if (sign < 0 || (!sign && less)) best = i;
    }
    if (best == count)
        return r->has_contact ? "contact" : r->lo == (double)f->piece + 1 ? NULL : "end";
    if (!r->has_contact) return "free";
    mpq_set_ui(t->x, (unsigned long)f->piece, 1);
    mpq_add(t->x, t->x, t->time[best]);
    mpq_set_d(t->y, r->lo);
    const int below = mpq_cmp(t->y, t->x);
    mpq_set_d(t->y, r->hi);
    const int above = mpq_cmp(t->y, t->x);
    if (r->lo == r->hi ? below || above
                       : below >= 0 || above <= 0 || nextafter(r->lo, (double)INFINITY) != r->hi)
        return "time";
    const uint32_t a = order ? r->pair.b : r->pair.a, b = order ? r->pair.a : r->pair.b;
    return a * b_count + b == best ? NULL : "pair";
}

static soup_data small_soup(random_source* r, int sort)
{
    soup_data s = soup_separate((size_t)random_between(r, 1, sort == 2 ? 2 : TRIANGLES_MOST));
    const int most = random_between(r, 2, 5);
    for (size_t i = 0; i < 9 * s.triangle_count; i++)
        s.vertices[i] = sort ? random_unit(r) : random_below(r, most);
    for (size_t i = 0; i < s.triangle_count; i++)
        if (random_below(r, 8) == 0)
            memcpy(s.vertices + 9 * i, s.vertices + 9 * i + 3, sizeof(double[3]));
    return s;
}

static flight small_flight(random_source* r, int sort)
{
    flight f = {.start = {identity(), identity()}};
    for (int side = 0; side < 2; side++) {
        if (sort) random_rotation(r, f.start[side].matrix);
        f.gone_count[side] = (size_t)random_below(r, 4);
        const double size = random_below(r, 4) ? 1 : random_below(r, 2) ? 0x1p20 : 0x1p-8;
        for (int k = 0; k < 3; k++) {
            f.way[side][k] = sort ? 4 * size * random_unit(r)
                                  : size * (random_below(r, 2) ? random_between(r, -6, 6) : 0);
            f.start[side].translation[k] = -0.5 * f.way[side][k] + random_below(r, 2);
            for (size_t i = 0; i < f.gone_count[side]; i++)
                f.gone[side][i][k] = sort ? 0.25 * random_unit(r) * (i == 1 ? 0x1p-55 : 1)
                                          : random_between(r, -1, 1);
        }
    }
    f.piece = (size_t)random_below(r, 4);
    return f;
}

static void expect_small(truth* t, const soup_data soup[2], const flight* f, int order,
                         const straight_answer* got, const char* what)
{
    const char* const fault = fault_of(t, soup, f, order, got);
    if (fault)
        fail_msg("%s, order %d: %s: %d, %.17g %.17g, %u %u", what, order, fault, got->has_contact,
                 got->lo, got->hi, got->pair.a, got->pair.b);
}

static void small_soups(void** state)
{
    abut_query* query[STRAIGHT_WAYS];
    truth t;
    long meet = 0, asked = 0;
    (void)state;
    straight_truth_init(&t.pair);
    mpq_inits(t.x, t.y, NULL);
    for (int i = 0; i < TRIANGLES_MOST * TRIANGLES_MOST; i++)
        mpq_init(t.time[i]);
    for (int way = 0; way < STRAIGHT_WAYS; way++)
        assert_int_equal(abut_query_create(&query[way], NULL), ABUT_OK);
    for (int c = 0; c < SMALL_CASES; c++) {
        random_source r = random_seeded(7, (uint64_t)c);
        const int sort = random_below(&r, 3);
        soup_data soup[2] = {small_soup(&r, sort), small_soup(&r, sort)};
        const flight f = small_flight(&r, sort);
        truth_find(&t, soup, &f);
        for (int way = 0; way < STRAIGHT_WAYS; way++) {
            abut_model* model[2];
            for (int side = 0; side < 2; side++) {
                const abut_soup s = soup_of(&soup[side]);
                model[side] = distance_model(&s, &distance_ways[way], NULL);
            }
            for (int order = 0; order < 2; order++) {
                const straight_ask options = {.detail = (abut_detail)(c % 3)};
                float_mode_enter(&float_modes[(c + way + order) % FLOAT_MODE_COUNT]);
                const straight_answer answer = ask(query[way], model, &f, order, options);
                float_mode_leave();
                char what[64];
                snprintf(what, sizeof what, "case %d, %s", c, distance_ways[way].name);
                expect_small(&t, soup, &f, order, &answer, what);
                meet += answer.has_contact;
                asked++;
            }
            abut_model_free(model[0]);
            abut_model_free(model[1]);
        }
        soup_free(&soup[0]);
        soup_free(&soup[1]);
    }
    printf("%ld questions, %ld of them with contact\n", asked, meet);
    assert_true(meet > SMALL_CASES && meet < asked);
    for (int way = 0; way < STRAIGHT_WAYS; way++)
        abut_query_free(query[way]);
    for (int i = 0; i < TRIANGLES_MOST * TRIANGLES_MOST; i++)
        mpq_clear(t.time[i]);
    mpq_clears(t.x, t.y, NULL);
    straight_truth_clear(&t.pair);
}

// ------------------------------------------------------------------------------------------------ larger ones

static int same_answer(const straight_answer* x, const straight_answer* y)
{
    return x->has_contact == y->has_contact && same_bits(x->lo, y->lo) && same_bits(x->hi, y->hi) &&
           (!x->has_contact ||
            (x->pair.a == y->pair.a && x->pair.b == y->pair.b && x->features.a == y->features.a &&
             x->features.b == y->features.b && !memcmp(x->point, y->point, sizeof x->point)));
}

// Soups of all sorts: brute force, and the engine in all of its forms.
static void larger_soups(void** state)
{
    static const size_t sizes[] = {12, 60, 200};
    abut_query* query;
    long meet = 0;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int c = 0; c < LARGER_CASES; c++) {
        random_source r = random_seeded(11, (uint64_t)c);
        const soup_sort sort = (soup_sort)(c % SOUP_SORT_COUNT);
        const size_t size = sizes[random_below(&r, PRUNING ? 3 : 2)];
        soup_data soup[2] = {soup_random(sort, size, 2 * (uint64_t)c + 1),
                             soup_random(sort, size / 2 + 1, 2 * (uint64_t)c + 2)};
        flight f = small_flight(&r, sort != SOUP_GRID);
        if (random_below(&r, 3) == 0) {
            f.start[0] = f.start[1];
            f.start[0].translation[0] += 1;
        }
        straight_answer expected;
        for (int way = 0; way < STRAIGHT_WAYS; way++) {
            abut_model* model[2];
            for (int side = 0; side < 2; side++) {
                const abut_soup s = soup_of(&soup[side]);
                model[side] = distance_model(&s, &distance_ways[way], NULL);
            }
            const straight_ask options = {.detail = ABUT_DETAIL_POINTS};
            const straight_answer answer = ask(query, model, &f, 0, options);
            if (way == 0) expected = answer;
            if (!same_answer(&answer, &expected))
                fail_msg("case %d, %s: %d, %.17g %.17g, %u %u; brute force %d, %.17g %.17g, %u %u",
                         c, distance_ways[way].name, answer.has_contact, answer.lo, answer.hi,
                         answer.pair.a, answer.pair.b, expected.has_contact, expected.lo,
                         expected.hi, expected.pair.a, expected.pair.b);
            abut_model_free(model[0]);
            abut_model_free(model[1]);
        }
        meet += expected.has_contact;
        soup_free(&soup[0]);
        soup_free(&soup[1]);
    }
    printf("%d pairs of soups, %ld meet\n", LARGER_CASES, meet);
    assert_true(meet > LARGER_CASES / 4);
    abut_query_free(query);
}

// ------------------------------------------------------------------------------------------------ what is true of any

// What is after some time does not matter: up to T, and no earlier, it is found.
static void check_until(abut_query* query, abut_model* const model[2], const flight* f,
                        const straight_answer* whole)
{
    const straight_answer up_to =
        ask(query, model, f, 0, (straight_ask){.until = fmin(whole->hi, 1)});
    assert_true(up_to.has_contact && same_bits(up_to.lo, whole->lo));
    assert_true(up_to.pair.a == whole->pair.a && up_to.pair.b == whole->pair.b);
    const double before = whole->lo < whole->hi ? whole->lo : nextafter(whole->lo, -1);
    for (int i = 0; i < 3 && before > 0; i++) {
        const double until[] = {before, before * 0.75, before * 0.125};
        for (int any = 0; any < 2; any++)
            assert_false(
                ask(query, model, f, 0, (straight_ask){.until = until[i], .any = any}).has_contact);
    }
}

// Pieces of a way, b that moves in a's place, any contact: all tell of the same time.
static void check_laws(abut_query* query, abut_model* const model[2], const flight* f)
{
    const straight_answer whole = ask(query, model, f, 0, (straight_ask){.model = {NULL}});
    flight turned = *f, part = *f;
    for (int k = 0; k < 3; k++) {
        turned.way[0][k] = -f->way[1][k];
        turned.way[1][k] = -f->way[0][k];
        part.way[0][k] = 0.25 * f->way[0][k];
        part.way[1][k] = 0.25 * f->way[1][k];
    }
    const straight_answer other = ask(query, model, &turned, 0, (straight_ask){.model = {NULL}});
    assert_int_equal(other.has_contact, whole.has_contact);
    assert_true(same_bits(other.lo, whole.lo) && same_bits(other.hi, whole.hi));
    if (whole.has_contact)
        assert_true(other.pair.a == whole.pair.a && other.pair.b == whole.pair.b);
    straight_answer found = {.has_contact = 0};
    for (size_t i = 0; i < 4 && !found.has_contact; i++) {
        for (int side = 0; side < 2; side++) {
            part.gone_count[side] = i < 3 ? i : 3;
            for (int k = 0; k < 3; k++)
                for (size_t g = 0; g < 3; g++)
                    part.gone[side][g][k] = part.way[side][k];
        }
        part.piece = i;
        found = ask(query, model, &part, 0, (straight_ask){.model = {NULL}});
    }
    assert_int_equal(found.has_contact, whole.has_contact);
    if (!found.has_contact) return;
    check_until(query, model, f, &whole);
    assert_true(4 * whole.lo <= found.hi && found.lo <= 4 * whole.hi);
    assert_true(found.pair.a == whole.pair.a && found.pair.b == whole.pair.b);
    const straight_answer any =
        ask(query, model, f, 0, (straight_ask){.any = 1, .detail = ABUT_DETAIL_POINTS});
    assert_true(any.has_contact && any.hi >= whole.lo);
    // A budget, however small, tells nothing that is not true.
    for (uint64_t budget = 1; budget < 4096; budget *= 2) {
        const straight_answer cut = ask(query, model, f, 0, (straight_ask){.budget = budget});
        assert_true(cut.lo <= whole.lo && (!cut.has_contact || cut.hi >= whole.hi));
        assert_true(cut.work.volume_tests + cut.work.triangle_tests <= budget);
        if (cut.complete) assert_true(same_bits(cut.lo, whole.lo) && same_bits(cut.hi, whole.hi));
    }
}

static void laws(void** state)
{
    abut_query* query;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int c = 0; c < LAW_CASES; c++) {
        random_source r = random_seeded(13, (uint64_t)c);
        soup_data soup[2] = {soup_random((soup_sort)(c % SOUP_SORT_COUNT), 40, (uint64_t)c + 1),
                             soup_random((soup_sort)(c % SOUP_SORT_COUNT), 30, (uint64_t)c + 900)};
        flight f = small_flight(&r, c % 2);
        abut_model* model[2];
        for (int side = 0; side < 2; side++) {
            const abut_soup s = soup_of(&soup[side]);
            model[side] = distance_model(&s, &distance_ways[c % STRAIGHT_WAYS], NULL);
            f.gone_count[side] = 0;
        }
        f.piece = 0;
        check_laws(query, model, &f);
        abut_model_free(model[0]);
        abut_model_free(model[1]);
        soup_free(&soup[0]);
        soup_free(&soup[1]);
    }
    abut_query_free(query);
}

// ------------------------------------------------------------------------------------------------ workers, memory

static void box_models(const double size[2][3], uint32_t segments, const distance_way* way,
                       abut_model* model[2])
{
    for (int side = 0; side < 2; side++) {
        mesh box;
        assert_int_equal(box_make(size[side], segments, &box), SCENE_OK);
        const abut_soup soup = {.vertices = box.vertices,
                                .triangles = box.triangles,
                                .vertex_count = box.vertex_count,
                                .triangle_count = box.triangle_count};
        model[side] = distance_model(&soup, way, NULL);
        mesh_free(&box);
    }
}

// A search is the same for any number of workers, counters included. Returns what it tells.
static straight_answer check_workers(abut_model* const model[2], const flight* f)
{
    straight_answer expected = {.has_contact = 0};
    for (int workers = 1; workers <= 4; workers++) {
        shuffled s;
        const abut_host host = shuffled_host(&s, workers, (uint64_t)workers);
        abut_query* query;
        assert_int_equal(abut_query_create(&query, &host), ABUT_OK);
        const straight_answer answer =
            ask(query, model, f, 0, (straight_ask){.detail = ABUT_DETAIL_POINTS});
        if (workers == 1) expected = answer;
        assert_true(same_answer(&answer, &expected));
        assert_memory_equal(&answer.work, &expected.work, sizeof answer.work);
        if (workers > 1) assert_true(s.shared > 0);
        abut_query_free(query);
    }
    return expected;
}

// Two boxes of which one slides along the other's face, or lands on it: much to look at.
static void workers_share(void** state)
{
    static const double size[2][3] = {{2, 2, 2}, {2, 2, 2}};
    abut_model* model[2];
    (void)state;
    SKIP_WITHOUT_PRUNING("too much would be tested");
    box_models(size, 32, &distance_ways[1], model);
    flight slide = {.start = {identity(), identity()}}, landing = slide;
    slide.start[1].translation[2] = 2;
    slide.way[1][0] = 0.25;
    const straight_answer slid = check_workers(model, &slide);
    assert_true(slid.has_contact && same_bits(slid.hi, 0));
    landing.start[1].translation[2] = 3;
    landing.way[1][2] = -2;
    const straight_answer landed = check_workers(model, &landing);
    assert_true(landed.has_contact && same_bits(landed.lo, 0.5) && same_bits(landed.hi, 0.5));
    // What is later is not looked at where it does not matter.
    abut_query* query;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const straight_answer free = ask(query, model, &landing, 0, (straight_ask){.until = 0.46875});
    assert_true(!free.has_contact && 8 * free.work.node_updates < landed.work.node_updates);
    abut_query_free(query);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

// Faces land flat on faces, where doubles are certain of nothing: a tie of many pairs, nearly all of which one plane tells of.
static void flat_landings(void** state)
{
    static const double sizes[3][2][3] = {
        {{2, 2, 2}, {2, 2, 2}}, {{6, 6, 1}, {2, 2, 2}}, {{2, 2, 2}, {1, 4, 1}}};
    static const double shifts[4][2] = {{0, 0}, {0.375, 0.25}, {0.25, 0}, {1, -0.5}};
    abut_query* query;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int c = 0; c < 2 * 3 * 4; c++) {
        const double(*const size)[3] = sizes[c / 8];
        flight f = {.start = {identity(), identity()}};
        const double to[3] = {shifts[c % 4][0], shifts[c % 4][1],
                              0.5 * (size[0][2] + size[1][2]) + 1};
        double turned[3][3];
        random_source r = random_seeded(17, (uint64_t)c);
        random_rotation(&r, turned);
        for (int side = 0; side < 2 && c / 4 % 2; side++)
            memcpy(f.start[side].matrix, turned, sizeof turned);
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++)
                f.start[1].translation[i] += f.start[0].matrix[i][k] * to[k];
            f.way[1][i] = -2 * f.start[0].matrix[i][2];
        }
        straight_answer expected;
        for (int way = 0; way < STRAIGHT_WAYS; way++) {
            abut_model* model[2];
            box_models(size, PRUNING ? 6 : 2, &distance_ways[way], model);
            const straight_answer answer =
                ask(query, model, &f, 0, (straight_ask){.detail = ABUT_DETAIL_POINTS});
            if (way == 0) expected = answer;
            assert_true(answer.has_contact && fabs(answer.lo - 0.5) < 1e-12);
            if (!same_answer(&answer, &expected))
                fail_msg("case %d, %s: %.17g, %u %u; brute force %.17g, %u %u", c,
                         distance_ways[way].name, answer.lo, answer.pair.a, answer.pair.b,
                         expected.lo, expected.pair.a, expected.pair.b);
            if (PRUNING) assert_in_range(answer.work.exact_tests, 1, 100);
            abut_model_free(model[0]);
            abut_model_free(model[1]);
        }
    }
    abut_query_free(query);
}

static void memory_may_fail(void** state)
{
    counting memory = counting_begin();
    const abut_host host = counting_host(&memory);
    soup_data data = soup_random(SOUP_GENERIC, 300, 3);
    const abut_soup soup = soup_of(&data);
    abut_model* const m = distance_model(&soup, &distance_ways[1], NULL);
    abut_model* const model[2] = {m, m};
    const affine at = identity();
    const double way[3] = {3, 0.25, 0}, from[3] = {-3, 0, 0.125};
    affine start = identity();
    memcpy(start.translation, from, sizeof from);
    const straight_ask options = {.model = {model[0], model[1]},
                                  .body = {{.start = &at}, {.start = &start, .way = way}},
                                  .until = 1,
                                  .detail = ABUT_DETAIL_POINTS};
    size_t failed = 0;
    (void)state;
    for (size_t fail = 0;; fail++) {
        abut_query* query;
        straight_answer answer, before;
        memory = counting_begin();
        assert_int_equal(abut_query_create(&query, &host), ABUT_OK);
        memset(&answer, 0x5A, sizeof answer);
        before = answer;
        memory.fail_at = memory.allocations + fail;
        const abut_status status = straight_first(query, &options, &answer);
        const int was_reached = memory.allocations > memory.fail_at;
        memory.fail_at = SIZE_MAX;
        if (was_reached) {
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            assert_memory_equal(&answer, &before, sizeof answer);
            failed++;
        }
        assert_int_equal(straight_first(query, &options, &answer), ABUT_OK);
        assert_true(answer.has_contact);
        const size_t allocations = memory.allocations;
        assert_int_equal(straight_first(query, &options, &answer), ABUT_OK);
        assert_int_equal(memory.allocations, allocations);
        abut_query_free(query);
        assert_int_equal(memory.blocks, 0);
        if (!was_reached) break;
    }
    assert_true(failed >= 3);
    abut_model_free(m);
    soup_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),   cmocka_unit_test(small_soups),
        cmocka_unit_test(larger_soups),    cmocka_unit_test(laws),
        cmocka_unit_test(workers_share),   cmocka_unit_test(flat_landings),
        cmocka_unit_test(memory_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
