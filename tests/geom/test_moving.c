// test_moving.c - four points that move linearly: the public queries with their truth, known times, and laws: corners in any order,
// powers of two, time turned round, every rounding mode. What doubles decide is what integers decide.
#include "geom/moving.h"
#include "support/data_pack.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soups.h"

typedef struct question {
    double at[2][4][3];  // time, point
    int is_edges;
} question;

static real_stack* numbers;

static moving_four four_of(const question* q)
{
    moving_four m = {.is_edges = q->is_edges};
    for (int i = 0; i < 4; i++)
        for (int time = 0; time < 2; time++)
            m.at[i][time] = q->at[time][i];
    return m;
}

// What is told of a question; both must agree.
typedef struct told {
    int meets;
    double lo, hi;
    unsigned points;
} told;

static told tell(const question* q, moving_verdict* bound)
{
    const moving_four m = four_of(q);
    moving_meeting first = {.lo = 1, .hi = 1};
    numbers->used = 0;
    const int meets = moving_first(numbers, &m, 1, &first);
    const moving_verdict verdict = moving_bound(&m, 1, NULL);
    if (verdict != MOVING_OPEN && (verdict == MOVING_MEETS) != meets)
        fail_msg("doubles say %d, integers %d", (int)verdict, meets);
    if (bound) *bound = verdict;
    return (told){meets, first.lo, first.hi, meets ? first.points : 0};
}

static void expect_same(const char* what, const told* x, const told* y)
{
    if (x->meets != y->meets || x->lo != y->lo || x->hi != y->hi)
        fail_msg("%s: %d [%.17g, %.17g], before %d [%.17g, %.17g]", what, x->meets, x->lo, x->hi,
                 y->meets, y->lo, y->hi);
}

// ---------------------------------------------------------------------------------------- the pack

typedef struct counts {
    size_t queries, hits, wrong, by_bound[3];
} counts;

// A line has three fractions and the truth. Every coordinate is a double.
static int read_row(const char** text, double out[3])
{
    char* at;
    for (int k = 0; k < 3; k++) {
        const double numerator = strtod(*text, &at);
        const double denominator = strtod(at + 1, &at);
        out[k] = numerator / denominator;
        *text = at + 1;
    }
    const long truth = strtol(*text, &at, 10);
    while (*at == '\r' || *at == '\n')
        at++;
    *text = at;
    return (int)truth;
}

static void count_queries(const char* name, void* context)
{
    counts* const c = context;
    char* const text = data_text(name);
    const char* at = text;
    question q = {.is_edges = strstr(name, "edge-edge") != NULL};
    while (*at) {
        int truth = 0;
        moving_verdict verdict;
        for (int i = 0; i < 8; i++)
            truth = read_row(&at, q.at[i / 4][i % 4]);
        c->queries++;
        if (!IS_CASE(c->queries)) continue;
        const told here = tell(&q, &verdict);
        c->hits += (size_t)here.meets;
        c->wrong += here.meets != truth;
        c->by_bound[verdict]++;
        const float_mode* const mode = &float_modes[c->queries % FLOAT_MODE_COUNT];
        float_mode_enter(mode);
        const told other = tell(&q, NULL);
        float_mode_leave();
        expect_same(mode->name, &other, &here);
    }
    free(text);
}

static void public_queries_have_their_truth(void** state)
{
    (void)state;
    counts c = {0};
    if (!data_pack("3014 queries with their truth")) return;
    data_each("motion/ccd_queries", ".csv", count_queries, &c);
    print_message(
        "%zu queries, %zu meet, %zu wrong; doubles: %zu free, %zu meet, %zu left to integers\n",
        c.queries, c.hits, c.wrong, c.by_bound[MOVING_FREE], c.by_bound[MOVING_MEETS],
        c.by_bound[MOVING_OPEN]);
    assert_int_equal(c.queries, 3014);
    if (ABUT_TEST_SHARE == 1) assert_int_equal(c.hits, 225);
    assert_int_equal(c.wrong, 0);
    assert_true(c.by_bound[MOVING_FREE] > CASES(2400));
    assert_true(c.by_bound[MOVING_MEETS] > CASES(80));
}

// ------------------------------------------------------------------------------------------ known

typedef struct known {
    const char* name;
    question q;
    int meets;
    double lo, hi;
    unsigned points;
} known;

// clang-format off
static const known cases[] = {
    {"a vertex in the triangle's plane", {{{{-1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {2, 0, 0}},
                                           {{1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {2, 0, 0}}}, 0}, 1, 0.5, 0.5, 0x7},
    {"an edge through another", {{{{-1, 0, 0}, {1, 0, 0}, {0, -1, 1}, {0, 1, 1}},
                                  {{-1, 0, 0}, {1, 0, 0}, {0, -1, -1}, {0, 1, -1}}}, 1}, 1, 0.5, 0.5, 0xf},
    {"a third", {{{{0.25, 0.25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                  {{0.25, 0.25, -2}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, 0}, 1,
     0.33333333333333331, 0.33333333333333337, 0xf},
    {"beside it", {{{{0.75, 0.5, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                    {{0.75, 0.5, -2}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, 0}, 0, 1, 1, 0},
    {"on its edge", {{{{0.5, 0.5, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                      {{0.5, 0.5, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, 0}, 1, 0.5, 0.5, 0xd},
    {"on its corner", {{{{0, 1, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                        {{0, 1, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, 0}, 1, 0.5, 0.5, 0x9},
    {"a vertex that rests in it", {{{{0.25, 0.25, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                    {{0.25, 0.25, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, 0}, 1, 0, 0, 0xf},
    {"edges that are parallel", {{{{0, 0, 0}, {1, 0, 0}, {0.5, 0, 1}, {2, 0, 1}},
                                  {{0, 0, 0}, {1, 0, 0}, {0.5, 0, -1}, {2, 0, -1}}}, 1}, 1, 0.5, 0.5, 0x7},
    {"edges that follow each other on a line", {{{{0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {4, 0, 0}},
                                                 {{2, 0, 0}, {3, 0, 0}, {1, 0, 0}, {2, 0, 0}}}, 1}, 1, 0.5, 0.5, 0x6},
    {"two points", {{{{0, 0, 0}, {0, 0, 0}, {1, 2, 3}, {1, 2, 3}},
                     {{2, 4, 6}, {2, 4, 6}, {1, 2, 3}, {1, 2, 3}}}, 1}, 1, 0.5, 0.5, 0x5},
    {"a triangle that is flat when it is met", {{{{0.5, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}},
                                                 {{0.5, 0, -1}, {0, 0, 0}, {1, 0, 0}, {0.5, -1, 0}}}, 0}, 1, 0.5, 0.5, 0x9},
    {"at the end", {{{{0.25, 0.25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                     {{0.25, 0.25, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, 0}, 1, 1, 1, 0xf},
    {"a double root", {{{{0.25, 0.25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 1}},
                        {{0.25, 0.25, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}, 0}, 1, -1, -1, 0},
};
// clang-format on

static void known_times(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const known* const k = &cases[i];
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            float_mode_enter(&float_modes[mode]);
            const told here = tell(&k->q, NULL);
            float_mode_leave();
            if (k->lo < 0) continue;  // agreement of doubles and integers alone
            if (here.meets != k->meets || here.lo != k->lo || here.hi != k->hi ||
                here.points != k->points)
                fail_msg("%s: %d [%.17g, %.17g] points %x", k->name, here.meets, here.lo, here.hi,
                         here.points);
        }
    }
}

// ------------------------------------------------------------------------------------------- laws

static void make_random(rng* r, question* q)
{
    const size_t grid = 2 + rng_below(r, 6);
    const int is_flat = rng_below(r, 4) == 0, rests = rng_below(r, 3) == 0;
    q->is_edges = rng_below(r, 2) != 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            q->at[0][i][k] = is_flat && k == 2 ? 1 : (double)rng_below(r, grid);
            q->at[1][i][k] = rests && i > 1      ? q->at[0][i][k]
                             : is_flat && k == 2 ? 2
                                                 : (double)rng_below(r, grid);
        }
}

static void swap_points(question* q, int i, int k)
{
    for (int time = 0; time < 2; time++)
        for (int axis = 0; axis < 3; axis++) {
            const double x = q->at[time][i][axis];
            q->at[time][i][axis] = q->at[time][k][axis];
            q->at[time][k][axis] = x;
        }
}

static void scale(question* q, double by)
{
    for (int i = 0; i < 24; i++)
        q->at[i / 12][i / 3 % 4][i % 3] *= by;
}

// The order of corners says nothing; nor do powers of two.
static void laws_hold(void** state)
{
    (void)state;
    rng r = {11};
    size_t meets = 0, later = 0, between = 0;
    for (int n = 0; n < CASES(4000); n++) {
        question q;
        make_random(&r, &q);
        const told here = tell(&q, NULL);
        question other = q;
        meets += (size_t)here.meets;
        later += here.meets && here.lo > 0;
        between += here.meets && here.lo != here.hi;
        if (q.is_edges) {
            swap_points(&other, 0, 1);
            if (n & 1) {
                swap_points(&other, 0, 2);
                swap_points(&other, 1, 3);
            }
        } else {
            swap_points(&other, 1, 2 + (n & 1));
        }
        const told turned = tell(&other, NULL);
        expect_same("corners in another order", &turned, &here);
        scale(&other, n & 2 ? 0x1p300 : 0x1p-300);
        const float_mode* const mode = &float_modes[n % FLOAT_MODE_COUNT];
        float_mode_enter(mode);
        const told scaled = tell(&other, NULL);
        float_mode_leave();
        expect_same("scaled", &scaled, &here);
    }
    assert_true(meets > CASES(1000) && later > CASES(300) && between > CASES(100));
}

// Backwards: it meets exactly if it does forwards, and the last time is a root as the first is.
static void time_may_be_turned(void** state)
{
    (void)state;
    rng r = {12};
    for (int n = 0; n < CASES(2000); n++) {
        question q, back;
        make_random(&r, &q);
        memcpy(back.at[0], q.at[1], sizeof back.at[0]);
        memcpy(back.at[1], q.at[0], sizeof back.at[1]);
        back.is_edges = q.is_edges;
        const told here = tell(&q, NULL), there = tell(&back, NULL);
        if (here.meets != there.meets)
            fail_msg("case %d: %d, backwards %d", n, here.meets, there.meets);
        if (here.meets && here.lo > 1 - there.lo) fail_msg("case %d: first after last", n);
    }
}

// The half up to a time has the same first time, twice as late.
static void halves_agree(void** state)
{
    (void)state;
    rng r = {13};
    size_t before = 0;
    for (int n = 0; n < CASES(2000); n++) {
        question q, half;
        make_random(&r, &q);
        half = q;
        for (int i = 0; i < 12; i++)
            half.at[1][i / 3][i % 3] = 0.5 * (q.at[0][i / 3][i % 3] + q.at[1][i / 3][i % 3]);
        const told here = tell(&q, NULL), first = tell(&half, NULL);
        if (first.meets != (here.meets && here.hi <= 0.5)) fail_msg("case %d", n);
        if (first.meets && (first.lo != 2 * here.lo || first.hi != 2 * here.hi))
            fail_msg("case %d: %.17g and half of it %.17g", n, here.lo, first.lo);
        before += (size_t)first.meets;
    }
    assert_true(before > CASES(200));
}

// Numbers of all exponents stay within the stack.
static void numbers_of_all_sizes(void** state)
{
    (void)state;
    rng r = {14};
    for (int n = 0; n < CASES(40); n++) {
        question q;
        make_random(&r, &q);
        for (int i = 0; i < 24; i++) {
            const int exponent = (int)rng_below(&r, 2000) - 1000;
            double* const x = &q.at[i / 12][i / 3 % 4][i % 3];
            *x = ldexp(*x + rng_signed(&r), n % 4 ? exponent / 40 : exponent);
        }
        const moving_four m = four_of(&q);
        moving_meeting first;
        numbers->used = 0;
        (void)moving_first(numbers, &m, 1, &first);
        (void)tell(&q, NULL);
    }
    print_message("the stack's peak: %zu of %zu words\n", numbers->peak, REAL_STACK_WORDS);
    assert_true(numbers->peak < REAL_STACK_WORDS / 2);
}

static int begin(void** state)
{
    (void)state;
    numbers = calloc(1, sizeof *numbers);
    return !numbers;
}

static int finish(void** state)
{
    (void)state;
    free(numbers);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(public_queries_have_their_truth),
        cmocka_unit_test(known_times),
        cmocka_unit_test(laws_hold),
        cmocka_unit_test(time_may_be_turned),
        cmocka_unit_test(halves_agree),
        cmocka_unit_test(numbers_of_all_sizes),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
