// test_distance.c - abut_distance: known answers, laws, limits, errors, memory.
#include "support/boxes.h"
#include "support/distance_check.h"
#include "support/float_mode.h"

#include <math.h>

// ------------------------------------------------------------------------------------------- boxes

typedef struct known {
    const char* name;
    double a[6], b[6];  // boxes; a of no extent: the octahedron
    double lo, hi;
    abut_pair least;  // {99, 99}: whichever
} known;

static const known known_answers[] = {
    {"A1, within", {-1, -1, -1, 1, 1, 1}, {-.25, -.25, -.25, .25, .25, .25}, .75, .75, {99, 99}},
    {"A2, columns",
     {0, -.1, 0, 2, .1, 3},
     {2.05, -.1, 0, 4.05, .1, 3},
     0.04999999999999982236431605997495353221893310546875,
     0.04999999999999982236431605997495353221893310546875,
     {99, 99}},
    {"A4, side by side", {0, 0, 0, 1, 1, 1}, {2, 0, 0, 3, 1, 1}, 1, 1, {0, 0}},
    {"A5, edges",
     {0, 0, 0, 1, 1, 1},
     {2, 2, 0, 3, 3, 1},
     1.4142135623730949,
     1.4142135623730951,
     {0, 0}},
    {"A6, octahedron", {0}, {1, 1, 1, 2, 2, 2}, 1.1547005383792515, 1.1547005383792517, {99, 99}},
    {"A7, crossed bars",
     {-5, -.125, -.125, 5, .125, .125},
     {-.125, -5, .875, .125, 5, 1.125},
     .75,
     .75,
     {2, 0}},
};
enum { KNOWN = sizeof known_answers / sizeof *known_answers };

static abut_distance_answer ask(abut_query* q, const abut_model* a, const abut_pose* a_pose,
                                const abut_model* b, const abut_pose* b_pose,
                                const abut_distance_ask* options)
{
    abut_instance a_at = {.model = a}, b_at = {.model = b};
    if (a_pose) a_at.pose = *a_pose;
    if (b_pose) b_at.pose = *b_pose;
    abut_distance_answer out;
    assert_int_equal(abut_distance(q, &a_at, &b_at, options, &out), ABUT_OK);
    return out;
}

static abut_query* new_query(const abut_host* host)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, host), ABUT_OK);
    return q;
}

// In the files' places; scaled by the poses; turned by one motion that is exact.
static void check_known(const known* k, const distance_way* way)
{
    static const double scales[] = {0, 0x1p-300, 0x1p300, 0x1p-40};
    box_soup room[2];
    const abut_soup a_soup = soup_of_known(k->a, &room[0]), b_soup = soup_of_known(k->b, &room[1]);
    abut_model *a = distance_model(&a_soup, way, NULL), *b = distance_model(&b_soup, way, NULL);
    if (!a) return;
    abut_query* q = new_query(NULL);
    const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS};
    for (int i = 0; i < 4; i++) {
        const double s = scales[i] == 0 ? 1 : scales[i];
        const abut_pose pose = {.scale = scales[i]};
        const abut_pose turned = {.rotation = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                                  .scale = scales[i],
                                  .translation = {8 * s, -16 * s, 4 * s}};
        const abut_distance_answer d = ask(q, a, &pose, b, &pose, &points);
        const abut_distance_answer e = ask(q, b, &pose, a, &pose, &points);
        const abut_distance_answer f = ask(q, a, &turned, b, &turned, NULL);
        if (!same_bits(d.lo, k->lo * s) || !same_bits(d.hi, k->hi * s))
            fail_msg("%s, %s, scale %g: %.17g %.17g", k->name, way->name, s, d.lo, d.hi);
        assert_true(same_bits(e.lo, d.lo) && same_bits(e.hi, d.hi));
        assert_true(same_bits(f.lo, d.lo) && same_bits(f.hi, d.hi));
        assert_true(d.complete && d.has_pair && !d.is_farther);
        if (k->least.a != 99) assert_true(d.pair.a == k->least.a && d.pair.b == k->least.b);
        double square = 0;
        for (int c = 0; c < 3; c++)
            square += (d.a_point[c] - d.b_point[c]) / s * ((d.a_point[c] - d.b_point[c]) / s);
        assert_true(fabs(sqrt(square) - k->lo) < 1e-15 * k->lo);
    }
    abut_query_free(q);
    abut_model_free(a);
    abut_model_free(b);
}

static void boxes_are_as_far_as_known(void** state)
{
    (void)state;
    for (int k = 0; k < KNOWN; k++)
        for (int w = 0; w < DISTANCE_WAYS; w++)
            check_known(&known_answers[k], &distance_ways[w]);
}

// A pose that is not quite rigid, the same for both: contacts stay, lengths do not (DISTANCE.md: A13).
static void equal_poses_do_not_drop_out(void** state)
{
    (void)state;
    box_soup a_box, b_box;
    box_soup_make(&a_box, 0, 0, 0, 1, 1, 1);
    box_soup_make(&b_box, 2, 0, 0, 3, 1, 1);
    const abut_pose pose = {.rotation = {{1 + 0x1p-12, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        abut_model *a = distance_model(&a_box.soup, &distance_ways[w], NULL),
                   *b = distance_model(&b_box.soup, &distance_ways[w], NULL);
        if (!a) continue;
        abut_query* q = new_query(NULL);
        const abut_distance_answer d = ask(q, a, &pose, b, &pose, NULL);
        assert_true(same_bits(d.lo, 1.000244140625) && same_bits(d.hi, 1.000244140625));
        abut_query_free(q);
        abut_model_free(a);
        abut_model_free(b);
    }
}

// Far from the file's origin, where the gap is a few last places.
static void far_boxes_keep_their_gap(void** state)
{
    (void)state;
    const double x = 500000, y = 4500000, z = 100;
    box_soup a_box, b_box;
    box_soup_make(&a_box, x, y, z, x + 1, y + 1, z + 1);
    box_soup_make(&b_box, x + 1.001, y, z, x + 2.001, y + 1, z + 1);
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        abut_model *a = distance_model(&a_box.soup, &distance_ways[w], NULL),
                   *b = distance_model(&b_box.soup, &distance_ways[w], NULL);
        if (!a) continue;
        abut_query* q = new_query(NULL);
        const abut_distance_answer d = ask(q, a, NULL, b, NULL, NULL);
        assert_true(same_bits(d.lo, d.hi) && same_bits(d.lo, 0.0009999999892897904));
        abut_query_free(q);
        abut_model_free(a);
        abut_model_free(b);
    }
}

// ------------------------------------------------------------------------------------------- limits

typedef struct fixture {
    soup_data a_data, b_data;
    abut_model *a, *b;
    abut_query* q;
    abut_pose pose;  // of b: beside a
    abut_distance_answer exact;
} fixture;

static void fixture_make(fixture* f, const distance_way* way, const abut_host* host)
{
    f->a_data = soup_random(SOUP_GENERIC, 300, 11);
    f->b_data = soup_random(SOUP_GENERIC, 200, 12);
    const abut_soup a = soup_of(&f->a_data), b = soup_of(&f->b_data);
    f->a = distance_model(&a, way, host);
    f->b = distance_model(&b, way, host);
    f->q = new_query(host);
    f->pose = (abut_pose){.translation = {3.5, .25, -.5}};
    if (f->a) f->exact = ask(f->q, f->a, NULL, f->b, &f->pose, NULL);
}

static void fixture_free(fixture* f)
{
    abut_query_free(f->q);
    if (f->a) abut_model_free(f->a);
    if (f->b) abut_model_free(f->b);
    soup_free(&f->a_data);
    soup_free(&f->b_data);
}

static void what_is_within_is_decided_exactly(void** state)
{
    (void)state;
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        fixture f;
        fixture_make(&f, &distance_ways[w], NULL);
        if (f.a) {
            const double lo = f.exact.lo, hi = f.exact.hi;
            assert_true(lo > 0 && lo < hi);  // not a double: so both sides of it are
            const struct {
                double within;
                int is_farther;
            } rows[] = {{lo, 1},     {hi, 0},     {lo / 2, 1},
                        {1e-300, 1}, {2 * hi, 0}, {(double)INFINITY, 0}};
            for (int i = 0; i < 6; i++) {
                const abut_distance_ask options = {.within = rows[i].within};
                const abut_distance_answer d = ask(f.q, f.a, NULL, f.b, &f.pose, &options);
                assert_int_equal(d.is_farther, rows[i].is_farther);
                assert_int_equal(d.has_pair, !rows[i].is_farther);
                assert_true(d.complete);
                if (rows[i].is_farther)
                    assert_true(same_bits(d.lo, rows[i].within) && isinf(d.hi));
                else
                    assert_true(same_bits(d.lo, lo) && same_bits(d.hi, hi));
            }
        }
        fixture_free(&f);
    }
}

// How far two triangles of a fixture are from each other.
static abut_distance_answer ask_pair(const fixture* f, abut_pair pair)
{
    static const uint32_t corners[3] = {0, 1, 2};
    const size_t ids[2] = {pair.a, pair.b};
    abut_model* m[2];
    abut_query* q = new_query(NULL);
    for (int i = 0; i < 2; i++) {
        const soup_data* data = i ? &f->b_data : &f->a_data;
        const abut_soup soup = {.vertices = data->vertices + 9 * ids[i],
                                .vertex_count = 3,
                                .triangles = corners,
                                .triangle_count = 1};
        assert_int_equal(abut_model_build(&m[i], &soup, NULL), ABUT_OK);
    }
    const abut_distance_answer d = ask(q, m[0], NULL, m[1], &f->pose, NULL);
    for (int i = 0; i < 2; i++)
        abut_model_free(m[i]);
    abut_query_free(q);
    return d;
}

static void a_tolerance_is_kept_and_saves_work(void** state)
{
    (void)state;
    static const double parts[] = {1e-16, 1e-12, 1e-3, 0.5, 2};  // of the distance
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        fixture f;
        fixture_make(&f, &distance_ways[w], NULL);
        for (int i = 0; f.a && i < 10; i++) {
            const double t = parts[i / 2] * (i % 2 ? f.exact.hi : 1);
            const abut_distance_ask options = {.absolute = i % 2 ? t : 0,
                                               .relative = i % 2 ? 0 : t};
            const abut_distance_answer d = ask(f.q, f.a, NULL, f.b, &f.pose, &options);
            assert_true(d.lo >= 0 && d.lo <= f.exact.lo && d.hi >= f.exact.hi);
            // A tolerance less than what is between two doubles is exact.
            assert_true(d.hi - d.lo <= (i % 2 ? t : t * d.hi) ||
                        (same_bits(d.lo, f.exact.lo) && same_bits(d.hi, f.exact.hi)));
            assert_true(d.complete && d.has_pair && ask_pair(&f, d.pair).lo <= d.hi);
            assert_true(d.exact_tests <= f.exact.exact_tests);
            assert_true(d.volume_tests + d.triangle_tests <=
                        f.exact.volume_tests + f.exact.triangle_tests);
            if (distance_ways[w].method == ABUT_METHOD_WIDE && i / 2 == 4)
                assert_true(d.volume_tests < f.exact.volume_tests);
        }
        fixture_free(&f);
    }
}

// Within D and absolutely to D: whether there is any pair so near.
static void yes_or_no_is_asked_by_a_tolerance(void** state)
{
    (void)state;
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        fixture f;
        fixture_make(&f, &distance_ways[w], NULL);
        for (int i = 0; f.a && i < 4; i++) {
            const double within[] = {f.exact.lo, f.exact.hi, f.exact.hi / 2, f.exact.hi * 3};
            const abut_distance_ask options = {.within = within[i], .absolute = within[i]};
            const abut_distance_answer d = ask(f.q, f.a, NULL, f.b, &f.pose, &options);
            assert_true(d.complete);
            assert_int_equal(d.is_farther, i % 2 == 0);
            if (i % 2) {
                assert_true(d.has_pair && d.lo <= f.exact.lo && d.hi >= f.exact.hi);
                assert_true(d.hi <= within[i] && ask_pair(&f, d.pair).lo <= d.hi);
            }
        }
        fixture_free(&f);
    }
}

static void a_budget_leaves_a_true_interval(void** state)
{
    (void)state;
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        fixture f;
        fixture_make(&f, &distance_ways[w], NULL);
        double last_lo = 0, last_hi = (double)INFINITY;
        int incomplete = 0, complete = 0, told = 0;
        for (uint64_t budget = 1; f.a && budget < 1u << 22; budget *= 2) {
            const abut_distance_ask options = {.budget = budget};
            const abut_distance_answer d = ask(f.q, f.a, NULL, f.b, &f.pose, &options);
            assert_true(d.lo <= f.exact.lo && d.hi >= f.exact.hi);
            assert_true(d.volume_tests + d.triangle_tests <= budget);
            incomplete += !d.complete;
            complete += d.complete;
            told += !d.complete && (d.lo > 0 || d.hi < (double)INFINITY);
            assert_int_equal(d.has_pair, d.hi < (double)INFINITY);
            if (d.has_pair) assert_true(ask_pair(&f, d.pair).lo <= d.hi);
            last_lo = d.lo;
            last_hi = d.hi;
        }
        if (f.a) {
            assert_true(incomplete > 0 && complete > 0);
            assert_true(same_bits(last_lo, f.exact.lo) && same_bits(last_hi, f.exact.hi));
            if (distance_ways[w].method != ABUT_METHOD_BRUTE) assert_true(told > 0);
            const abut_distance_ask late = {.deadline = 1e-9};
            const abut_distance_answer d = ask(f.q, f.a, NULL, f.b, &f.pose, &late);
            assert_true(!d.complete && d.lo <= f.exact.lo && d.hi >= f.exact.hi);
            if (d.has_pair) assert_true(ask_pair(&f, d.pair).lo <= d.hi);
        }
        fixture_free(&f);
    }
}

static void coherent_begins_with_the_last_pair(void** state)
{
    (void)state;
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        fixture f;
        fixture_make(&f, &distance_ways[w], NULL);
        uint64_t cold = 0, warm = 0, cold_triangles = 0, warm_triangles = 0;
        for (int step = 0; f.a && step < 40; step++) {
            const double angle = 0.01 * step;
            const abut_pose pose = {
                .rotation = {{cos(angle), -sin(angle), 0}, {sin(angle), cos(angle), 0}, {0, 0, 1}},
                .translation = {3.5 - .01 * step, .25, -.5}};
            const abut_distance_ask options = {.coherent = 1, .detail = ABUT_DETAIL_POINTS};
            const abut_distance_ask plain = {.detail = ABUT_DETAIL_POINTS};
            const abut_distance_answer d = ask(f.q, f.a, NULL, f.b, &pose, &options);
            const abut_distance_answer e = ask(f.q, f.a, NULL, f.b, &pose, &plain);
            assert_true(same_bits(d.lo, e.lo) && same_bits(d.hi, e.hi));
            assert_true(d.pair.a == e.pair.a && d.pair.b == e.pair.b);
            assert_memory_equal(d.a_point, e.a_point, sizeof d.a_point);
            warm += d.volume_tests + d.triangle_tests;
            cold += e.volume_tests + e.triangle_tests;
            warm_triangles += d.triangle_tests;
            cold_triangles += e.triangle_tests;
        }
        if (f.a && distance_ways[w].method != ABUT_METHOD_BRUTE) assert_true(warm < cold);
        // The way between the last pair's triangles tells, too, not only how far they are.
        if (f.a && distance_ways[w].method == ABUT_METHOD_WIDE)
            assert_true(10 * warm_triangles < 3 * cold_triangles);  // without it 10 : 4
        fixture_free(&f);
    }
}

static void other_states_of_the_processor_change_nothing(void** state)
{
    (void)state;
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        fixture f;
        fixture_make(&f, &distance_ways[w], NULL);
        for (int i = 0; f.a && i < FLOAT_MODE_COUNT; i++) {
            const abut_instance a = {.model = f.a}, b = {.model = f.b, .pose = f.pose};
            abut_distance_answer d;
            float_mode_enter(&float_modes[i]);
            const abut_status status = abut_distance(f.q, &a, &b, NULL, &d);
            float_mode_leave();
            assert_int_equal(status, ABUT_OK);
            assert_true(same_bits(d.lo, f.exact.lo) && same_bits(d.hi, f.exact.hi));
            assert_true(d.pair.a == f.exact.pair.a && d.pair.b == f.exact.pair.b);
        }
        fixture_free(&f);
    }
}

// ------------------------------------------------------------------------------------------- errors

static void wrong_questions_are_refused(void** state)
{
    (void)state;
    box_soup box;
    box_soup_make(&box, 0, 0, 0, 1, 1, 1);
    const distance_way *wide = &distance_ways[1], *brute = &distance_ways[0];
    abut_model *w = distance_model(&box.soup, wide, NULL),
               *b = distance_model(&box.soup, brute, NULL);
    abut_query* q = new_query(NULL);
    const abut_instance wide_at = {.model = w}, brute_at = {.model = b}, none = {.model = NULL};
    abut_distance_answer out, before;
    memset(&out, 0x5A, sizeof out);
    before = out;
    assert_int_equal(abut_distance(NULL, &wide_at, &wide_at, NULL, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_distance(q, NULL, &wide_at, NULL, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_distance(q, &none, &wide_at, NULL, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_distance(q, &wide_at, &none, NULL, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_distance(q, &wide_at, &wide_at, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_distance(q, &wide_at, &brute_at, NULL, &out), ABUT_MIXED_METHODS);
    const abut_distance_ask bad[] = {
        {.absolute = -1},           {.relative = -1},           {.within = -1},  {.deadline = -1},
        {.reserved = {0, 0, 0, 1}}, {.detail = (abut_detail)7}, {.coherent = 2},
    };
    for (int i = 0; i < 7; i++)
        assert_int_equal(abut_distance(q, &wide_at, &wide_at, &bad[i], &out), ABUT_BAD_ARGUMENT);
    const abut_distance_ask infinite[] = {{.absolute = (double)INFINITY},
                                          {.relative = (double)NAN},
                                          {.within = (double)NAN},
                                          {.deadline = (double)INFINITY}};
    for (int i = 0; i < 4; i++)
        assert_int_equal(abut_distance(q, &wide_at, &wide_at, &infinite[i], &out), ABUT_NOT_FINITE);
    abut_instance bent = {.model = w, .pose = {.rotation = {{2, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    assert_int_equal(abut_distance(q, &wide_at, &bent, NULL, &out), ABUT_NOT_RIGID);
    assert_memory_equal(&out, &before, sizeof out);
    if (method_is_here(ABUT_METHOD_DOP6)) {
        const distance_way dop = {.method = ABUT_METHOD_DOP6};
        abut_model* d = distance_model(&box.soup, &dop, NULL);
        const abut_instance at = {.model = d};
        assert_int_equal(abut_distance(q, &at, &at, NULL, &out), ABUT_BAD_COMBINATION);
        abut_model_free(d);
    }
    abut_query_free(q);
    abut_model_free(w);
    abut_model_free(b);
}

static void empty_models_are_infinitely_far(void** state)
{
    (void)state;
    box_soup box;
    box_soup_make(&box, 0, 0, 0, 1, 1, 1);
    const abut_soup empty = {.vertices = box.vertices, .vertex_count = 8};
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        abut_model *a = distance_model(&box.soup, &distance_ways[w], NULL),
                   *b = distance_model(&empty, &distance_ways[w], NULL);
        if (!a) continue;
        abut_query* q = new_query(NULL);
        for (int i = 0; i < 3; i++) {
            const abut_distance_answer d = ask(q, i == 1 ? a : b, NULL, i == 0 ? a : b, NULL, NULL);
            assert_true(isinf(d.lo) && isinf(d.hi) && d.complete && !d.has_pair);
        }
        abut_query_free(q);
        abut_model_free(a);
        abut_model_free(b);
    }
}

// ------------------------------------------------------------------------------------------- memory

// Every allocation of a question fails once: that is told, and the query answers after it.
static void fail_each(const fixture* f, const abut_host* host, counting* memory)
{
    const abut_instance a = {.model = f->a}, b = {.model = f->b, .pose = f->pose};
    abut_distance_answer d;
    int was_reached = 1;
    for (size_t fail = 0; was_reached; fail++) {
        abut_query* q = new_query(host);
        memory->fail_at = memory->allocations + fail;
        const abut_status status = abut_distance(q, &a, &b, NULL, &d);
        was_reached = memory->allocations > memory->fail_at;
        memory->fail_at = SIZE_MAX;
        if (was_reached) {
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            assert_int_equal(abut_distance(q, &a, &b, NULL, &d), ABUT_OK);
        }
        assert_true(same_bits(d.lo, f->exact.lo));
        abut_query_free(q);
    }
}

static void memory_that_fails_is_told(void** state)
{
    (void)state;
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        fixture f;
        counting memory = counting_begin();
        const abut_host host = counting_host(&memory);
        fixture_make(&f, &distance_ways[w], &host);
        if (f.a) {
            // A second call asks for nothing.
            const size_t asked = memory.allocations;
            (void)ask(f.q, f.a, NULL, f.b, &f.pose, NULL);
            assert_int_equal(memory.allocations, asked);
            fail_each(&f, &host, &memory);
        }
        fixture_free(&f);
        assert_int_equal(memory.blocks, 0);
    }
}

// ------------------------------------------------------------------------------------- far and small

// Sizes and places where floats overflow or tell nothing: within must neither lose the pair nor take longer.
static void sizes_that_differ_lose_nothing(void** state)
{
    (void)state;
    static const struct {
        int a, b, apart;  // powers of two
    } rows[] = {{0, 0, 30},   {-30, 0, 50}, {-50, 0, 40}, {-70, 0, 30},
                {-90, 0, 20}, {0, 64, 65},  {0, 0, 128},  {-200, 0, 1}};
    for (int i = 0; i < 8; i++) {
        box_soup box;
        box_soup_make(&box, -1, -1, -1, 1, 1, 1);
        const abut_pose a_pose = {.scale = ldexp(1, rows[i].a)};
        const abut_pose b_pose = {.scale = ldexp(1, rows[i].b),
                                  .translation = {1.3 * ldexp(1, rows[i].apart), 0, 0}};
        abut_distance_answer exact = {.lo = -1};
        for (int w = 0; w < DISTANCE_WAYS; w++) {
            abut_model* m = distance_model(&box.soup, &distance_ways[w], NULL);
            if (!m) continue;
            abut_query* q = new_query(NULL);
            const abut_distance_answer d = ask(q, m, &a_pose, m, &b_pose, NULL);
            if (exact.lo < 0) exact = d;
            assert_true(same_bits(d.lo, exact.lo) && same_bits(d.hi, exact.hi));
            for (int k = 0; k < 2 * FLOAT_MODE_COUNT; k++) {
                const abut_distance_ask within = {.within = exact.hi * (k % 2 ? 1.4 : 1)};
                const abut_instance a = {.model = m, .pose = a_pose},
                                    b = {.model = m, .pose = b_pose};
                abut_distance_answer e;
                float_mode_enter(&float_modes[k / 2]);
                const abut_status status = abut_distance(q, &a, &b, &within, &e);
                float_mode_leave();
                assert_int_equal(status, ABUT_OK);
                assert_true(!e.is_farther && same_bits(e.lo, exact.lo) &&
                            same_bits(e.hi, exact.hi));
            }
            abut_query_free(q);
            abut_model_free(m);
        }
    }
}

// A model as small as doubles get beside one of size 1: its own unit is lost in the other's.
static void the_smallest_model_is_as_far_as_any(void** state)
{
    (void)state;
    const double tiny = 0x1p-1074, small[9] = {0, 0, 0, tiny, 0, 0, 0, tiny, 0};
    const double other[9] = {0, 2, 1, 0, 2, 1, 0, 2, nextafter(1, 0)};
    const uint32_t corners[3] = {0, 1, 2};
    const abut_soup soup[2] = {
        {.vertices = small, .triangles = corners, .vertex_count = 3, .triangle_count = 1},
        {.vertices = other, .triangles = corners, .vertex_count = 3, .triangle_count = 1}};
    for (int w = 0; w < DISTANCE_WAYS; w++)
        for (int order = 0; order < 2; order++) {
            abut_model *a = distance_model(&soup[order], &distance_ways[w], NULL),
                       *b = distance_model(&soup[!order], &distance_ways[w], NULL);
            if (!a) continue;
            abut_query* q = new_query(NULL);
            const abut_distance_answer d = ask(q, a, NULL, b, NULL, NULL);
            assert_true(same_bits(d.lo, 0x1.1e3779b97f4a7p+1) && d.hi > d.lo);
            const abut_distance_ask within = {.within = d.hi};
            assert_false(ask(q, a, NULL, b, NULL, &within).is_farther);
            abut_query_free(q);
            abut_model_free(a);
            abut_model_free(b);
        }
}

// Distances that are multiples of the least double: a tolerance is kept by what is true there, too.
static void a_tolerance_is_kept_by_the_smallest_models(void** state)
{
    (void)state;
    const uint32_t corners[3] = {0, 1, 2};
    for (int i = 0; i < 12; i++) {
        const double tiny = 0x1p-1074, size = ldexp(tiny, 3 * i), gap = 3 * size;
        const double one[9] = {0, 0, 0, size, 0, 0, 0, size, 0};
        const double other[9] = {gap, gap, tiny, gap + size, gap, tiny, gap, gap + size, size};
        const abut_soup soup[2] = {
            {.vertices = one, .triangles = corners, .vertex_count = 3, .triangle_count = 1},
            {.vertices = other, .triangles = corners, .vertex_count = 3, .triangle_count = 1}};
        for (int w = 0; w < DISTANCE_WAYS; w++) {
            abut_model *a = distance_model(&soup[0], &distance_ways[w], NULL),
                       *b = distance_model(&soup[1], &distance_ways[w], NULL);
            if (!a) continue;
            abut_query* q = new_query(NULL);
            const abut_distance_answer exact = ask(q, a, NULL, b, NULL, NULL);
            for (int k = 0; k < 2; k++) {
                const abut_distance_ask options = {.relative = k ? .5 : 0,
                                                   .absolute = k ? 0 : exact.hi / 2};
                const abut_distance_answer d = ask(q, a, NULL, b, NULL, &options);
                assert_true(d.lo <= exact.lo && d.hi >= exact.hi && d.has_pair);
                assert_true(d.hi - d.lo <= exact.hi / 2 || same_bits(d.lo, exact.lo));
            }
            abut_query_free(q);
            abut_model_free(a);
            abut_model_free(b);
        }
    }
}

// Under denormals-are-zero, a subnormal number still asks for no more than it says.
static void a_subnormal_within_is_a_limit(void** state)
{
    (void)state;
    fixture f;
    fixture_make(&f, &distance_ways[1], NULL);
    for (int k = 0; k < FLOAT_MODE_COUNT; k++) {
        const abut_distance_ask within = {.within = 0x1p-1074};
        const abut_instance a = {.model = f.a}, b = {.model = f.b, .pose = f.pose};
        abut_distance_answer d;
        float_mode_enter(&float_modes[k]);
        const abut_status status = abut_distance(f.q, &a, &b, &within, &d);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        assert_true(d.is_farther && !d.has_pair);
    }
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_as_far_as_known),
        cmocka_unit_test(equal_poses_do_not_drop_out),
        cmocka_unit_test(far_boxes_keep_their_gap),
        cmocka_unit_test(what_is_within_is_decided_exactly),
        cmocka_unit_test(a_tolerance_is_kept_and_saves_work),
        cmocka_unit_test(yes_or_no_is_asked_by_a_tolerance),
        cmocka_unit_test(a_budget_leaves_a_true_interval),
        cmocka_unit_test(coherent_begins_with_the_last_pair),
        cmocka_unit_test(other_states_of_the_processor_change_nothing),
        cmocka_unit_test(wrong_questions_are_refused),
        cmocka_unit_test(empty_models_are_infinitely_far),
        cmocka_unit_test(memory_that_fails_is_told),
        cmocka_unit_test(sizes_that_differ_lose_nothing),
        cmocka_unit_test(the_smallest_model_is_as_far_as_any),
        cmocka_unit_test(a_tolerance_is_kept_by_the_smallest_models),
        cmocka_unit_test(a_subnormal_within_is_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
