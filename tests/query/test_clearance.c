// test_clearance.c - abut_clearance: known counts, sums of margins, contacts, limits, workers, errors, memory.
#include "mesh/mesh.h"
#include "scenes.h"
#include "support/boxes.h"
#include "support/distance_check.h"
#include "support/float_mode.h"

#include <math.h>

static abut_query* new_query(const abut_host* host)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, host), ABUT_OK);
    return q;
}

static abut_clearance_answer ask(abut_query* q, const abut_instance* a, const abut_instance* b,
                                 const abut_clearance_ask* options)
{
    abut_clearance_answer out;
    assert_int_equal(abut_clearance(q, a, b, options, &out), ABUT_OK);
    return out;
}

static int is_sorted(const abut_clearance_answer* c)
{
    for (size_t i = 1; i < c->count; i++) {
        const abut_pair p = c->pairs[i - 1], q = c->pairs[i];
        if (p.a > q.a || (p.a == q.a && p.b >= q.b)) return 0;
    }
    return 1;
}

// ----------------------------------------------------------------------------------- known answers

typedef struct known {
    const char* name;
    double a[6], b[6];  // soup_of_known
    double within;
    size_t count, strict_count;
} known;

#define A1                                                                                         \
    {-1, -1, -1, 1, 1, 1},                                                                         \
    {                                                                                              \
        -.25, -.25, -.25, .25, .25, .25                                                            \
    }
#define A4                                                                                         \
    {0, 0, 0, 1, 1, 1},                                                                            \
    {                                                                                              \
        2, 0, 0, 3, 1, 1                                                                           \
    }
#define A5                                                                                         \
    {0, 0, 0, 1, 1, 1},                                                                            \
    {                                                                                              \
        2, 2, 0, 3, 3, 1                                                                           \
    }
#define A6                                                                                         \
    {0},                                                                                           \
    {                                                                                              \
        1, 1, 1, 2, 2, 2                                                                           \
    }
#define A7                                                                                         \
    {-5, -.125, -.125, 5, .125, .125},                                                             \
    {                                                                                              \
        -.125, -5, .875, .125, 5, 1.125                                                            \
    }
#define A14                                                                                        \
    {-.5, -.5, -.5, .5, .5, .5},                                                                   \
    {                                                                                              \
        -.5, -.5, 1.1, .5, .5, 2                                                                   \
    }

// With strict, gaps of exactly so much do not count: these are on the grid of the boxes.
static const known known_counts[] = {
    {"A1", A1, .75, 104, 0},
    {"A1", A1, 1, 120, 120},
    {"A4", A4, 1 - 0x1p-53, 0, 0},
    {"A4", A4, 1, 64, 0},
    {"A4", A4, 1.2, 64, 64},
    {"A4", A4, 1.5, 96, 96},
    {"A4", A4, 2, 134, 100},
    {"A4", A4, 3, 144, 140},
    {"A5", A5, 1.4, 0, 0},
    {"A5", A5, 1.4142135623730949, 0, 0},
    {"A5", A5, 1.4142135623730951, 46, 46},
    {"A5", A5, 1.5, 46, 46},
    {"A5", A5, 2, 64, 64},
    {"A6", A6, 1.1547005383792515, 0, 0},
    {"A6", A6, 1.1547005383792517, 5, 5},
    {"A7", A7, .75, 16, 0},
    {"A7", A7, 1, 50, 34},
    {"A14", A14, 0.6, 0, 0},
    {"A14", A14, 0.6000000000000001, 64, 0},
};
enum { KNOWN = sizeof known_counts / sizeof *known_counts };

static void check_details(const known* k, const abut_clearance_answer* c, double scale,
                          int with_points)
{
    for (size_t i = 0; i < c->count; i++) {
        const abut_approach* p = &c->approaches[i];
        double square = 0;
        for (int x = 0; x < 3; x++) {
            const double d = (p->a_point[x] - p->b_point[x]) / scale;
            square += d * d;
        }
        assert_int_equal(p->kind, ABUT_KIND_APART);
        assert_true(p->lo <= p->hi && p->lo <= k->within * scale && p->lo > 0);
        if (with_points) assert_true(fabs(sqrt(square) - p->hi / scale) < 1e-14);
    }
}

// In the files' places and scaled by the poses; both orders; the margin on one side or on both.
static void check_known(const known* k, const distance_way* way)
{
    static const double scales[] = {1, 0x1p-300, 0x1p300, 0x1p-40};
    box_soup room[2];
    const abut_soup a_soup = soup_of_known(k->a, &room[0]), b_soup = soup_of_known(k->b, &room[1]);
    abut_model *a = distance_model(&a_soup, way, NULL), *b = distance_model(&b_soup, way, NULL);
    if (!a) return;
    abut_query* q = new_query(NULL);
    for (int i = 0; i < 16; i++) {
        const double s = scales[i / 4], margin = k->within * s;
        const int strict = i & 1;
        const abut_pose pose = {.scale = s};
        const abut_instance at = {a, pose, NULL, i & 2 ? margin / 2 : 0},
                            bt = {b, pose, NULL, i & 2 ? margin / 2 : margin};
        // Details take the longest.
        const abut_detail detail = !i      ? ABUT_DETAIL_POINTS
                                   : i < 4 ? ABUT_DETAIL_KINDS
                                           : ABUT_DETAIL_PAIRS;
        const abut_clearance_ask all = {.strict = strict, .detail = detail};
        const abut_clearance_ask pairs = {.strict = strict}, one = {.strict = strict, .limit = 1};
        const size_t expected = strict ? k->strict_count : k->count;
        abut_clearance_answer c = ask(q, &at, &bt, &all);
        if (c.count != expected)
            fail_msg("%s, %s within %.17g, scale %g, strict %d: %zu pairs in place of %zu", k->name,
                     way->name, k->within, s, strict, c.count, expected);
        assert_true(c.complete && is_sorted(&c) && !c.contact_count);
        assert_int_equal(c.band, expected ? ABUT_BAND_CLOSE : ABUT_BAND_CLEAR);
        if (detail) check_details(k, &c, s, detail == ABUT_DETAIL_POINTS);
        c = ask(q, &bt, &at, &pairs);
        assert_true(c.count == expected && is_sorted(&c) && !c.approaches);
        c = ask(q, &at, &bt, &one);
        assert_int_equal(c.count, expected > 0);
        assert_int_equal(c.band, expected ? ABUT_BAND_CLOSE : ABUT_BAND_CLEAR);
    }
    abut_query_free(q);
    abut_model_free(a);
    abut_model_free(b);
}

static void boxes_have_as_many_pairs_as_known(void** state)
{
    (void)state;
    for (int k = 0; k < KNOWN; k++)
        for (int w = 0; w < DISTANCE_WAYS; w++)
            check_known(&known_counts[k], &distance_ways[w]);
}

// Two cubes with a gap along x, and their margins: the sum of doubles would say otherwise (DISTANCE.md: A15, A16).
typedef struct sum_row {
    double gap, margin[2];
    int is_close, is_strictly;
} sum_row;

static const sum_row sums[] = {
    {0.3, {0.1, 0.2}, 1, 1},
    {1 + 0x1p-52, {1, 0.75 * 0x1p-52}, 0, 0},
    {1, {1, 0}, 1, 0},
    {1, {1, 0x1p-1074}, 1, 1},
    {1, {1 - 0x1p-53, 0x1p-53}, 1, 0},
    {1 + 0x1p-52, {1, 0x1p-52}, 1, 0},
    {1, {0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023}, 1, 1},
    {0x1p-1000, {0x1p-1001, 0x1p-1001}, 1, 0},
    {0x1p-1000, {0x1p-1001, 0x1.fffffffffffffp-1002}, 0, 0},
    {0x1p-1070, {0x1p-1071, 0x1p-1071}, 1, 0},
    {0x1p-1070, {0x1p-1071, 0x1p-1072}, 0, 0},
};
enum { SUMS = sizeof sums / sizeof *sums };

// In every state of the processor, strict or not, and with the margins exchanged.
static void check_sum(const sum_row* row, const distance_way* way)
{
    box_soup near_box, far_box;
    box_soup_make(&near_box, -1, 0, 0, 0, 1, 1);
    box_soup_make(&far_box, row->gap, 0, 0, 1 + row->gap, 1, 1);
    abut_model *a = distance_model(&near_box.soup, way, NULL),
               *b = distance_model(&far_box.soup, way, NULL);
    if (!a) return;
    abut_query* q = new_query(NULL);
    for (int k = 0; k < 4 * FLOAT_MODE_COUNT; k++) {
        const abut_instance at = {.model = a, .margin = row->margin[k / 2 % 2]},
                            bt = {.model = b, .margin = row->margin[1 - k / 2 % 2]};
        const abut_clearance_ask options = {.strict = k % 2};
        abut_clearance_answer c;
        float_mode_enter(&float_modes[k / 4]);
        const abut_status status = abut_clearance(q, &at, &bt, &options, &c);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        const int is_close = k % 2 ? row->is_strictly : row->is_close;
        if (c.band != (is_close ? ABUT_BAND_CLOSE : ABUT_BAND_CLEAR))
            fail_msg("gap %.17g, %s, strict %d, %s: %s", row->gap, way->name, k % 2,
                     float_modes[k / 4].name, abut_band_text(c.band));
    }
    abut_query_free(q);
    abut_model_free(a);
    abut_model_free(b);
}

static void margins_are_added_in_reals(void** state)
{
    (void)state;
    for (int i = 0; i < SUMS; i++)
        for (int w = 0; w < DISTANCE_WAYS; w++)
            check_sum(&sums[i], &distance_ways[w]);
}

// --------------------------------------------------------------------------------- two soups nearby

typedef struct fixture {
    soup_data a_data, b_data;
    abut_model *a_model, *b_model;
    abut_query* q;
    abut_instance a, b;
} fixture;

static void fixture_make(fixture* f, const distance_way* way, const abut_host* host)
{
    f->a_data = soup_random(SOUP_GENERIC, 150, 11);
    f->b_data = soup_random(SOUP_GENERIC, 100, 12);
    const abut_soup a = soup_of(&f->a_data), b = soup_of(&f->b_data);
    f->a_model = distance_model(&a, way, host);
    f->b_model = distance_model(&b, way, host);
    f->q = new_query(host);
    f->a = (abut_instance){.model = f->a_model, .margin = 0.05};
    f->b = (abut_instance){f->b_model, {.translation = {1.5, .25, -.5}}, NULL, 0.1};
}

static void fixture_free(fixture* f)
{
    abut_query_free(f->q);
    if (f->a_model) abut_model_free(f->a_model);
    if (f->b_model) abut_model_free(f->b_model);
    soup_free(&f->a_data);
    soup_free(&f->b_data);
}

// With points: what is in contact is what abut_collide has, and nothing else is.
static void check_contacts(const abut_clearance_answer* c, const abut_hits* hits)
{
    size_t next = 0;
    for (size_t i = 0; i < c->count; i++) {
        const abut_approach* p = &c->approaches[i];
        if (p->kind == ABUT_KIND_APART) {
            assert_true(p->lo > 0 && p->lo <= 0.06);
            continue;
        }
        assert_true(next < hits->count);
        const abut_contact* contact = &hits->contacts[next];
        assert_true(c->pairs[i].a == hits->pairs[next].a && c->pairs[i].b == hits->pairs[next].b);
        assert_true(p->kind == contact->kind && p->lo == 0 && p->hi == 0);
        assert_memory_equal(p->a_point, contact->points[0], sizeof p->a_point);
        assert_memory_equal(p->b_point, contact->points[0], sizeof p->b_point);
        assert_memory_equal(&p->features, &contact->events[0], sizeof p->features);
        next++;
    }
    assert_int_equal(next, hits->count);
}

// Contacts are those of abut_collide, with and without margins.
static void contacts_are_those_of_collide(void** state)
{
    (void)state;
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        fixture f;
        fixture_make(&f, &distance_ways[w], NULL);
        for (int i = 0; f.a_model && i < 6; i++) {
            const int with_margin = i % 2;
            if (i / 2 == 1) f.b.pose = f.a.pose;  // equal poses drop out of contacts
            if (i / 2 == 2)
                f.a.pose = f.b.pose =
                    (abut_pose){.rotation = {{1 + 0x1p-12, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
            f.a.margin = f.b.margin = with_margin ? 0.03 : 0;
            abut_query* other = new_query(NULL);
            abut_hits hits;
            const abut_ask kinds = {.detail = ABUT_DETAIL_POINTS};
            const abut_clearance_ask options = {.detail = ABUT_DETAIL_POINTS};
            assert_int_equal(abut_collide(other, &f.a, &f.b, &kinds, &hits), ABUT_OK);
            const abut_clearance_answer c = ask(f.q, &f.a, &f.b, &options);
            assert_true(hits.count > 0 && c.complete && is_sorted(&c));
            assert_int_equal(c.band, ABUT_BAND_CONTACT);
            assert_int_equal(c.contact_count, hits.count);
            assert_true(with_margin ? c.count > hits.count : c.count == hits.count);
            check_contacts(&c, &hits);
            abut_query_free(other);
        }
        fixture_free(&f);
    }
}

static void contacts_are_found_however_strict(void** state)
{
    (void)state;
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        fixture f;
        fixture_make(&f, &distance_ways[w], NULL);
        f.a.margin = f.b.margin = 0;
        const abut_clearance_ask strict = {.strict = 1}, not = {.strict = 0};
        if (f.a_model) {
            assert_int_equal(ask(f.q, &f.a, &f.b, &not ).band, ABUT_BAND_CONTACT);
            const size_t count = ask(f.q, &f.a, &f.b, &not ).count;
            for (int i = 0; i < 2; i++) {
                f.a.margin = i * 0x1p-1074;
                const abut_clearance_answer c = ask(f.q, &f.a, &f.b, &strict);
                assert_true(c.band == ABUT_BAND_CONTACT && c.complete && c.count == count);
            }
        }
        fixture_free(&f);
    }
}

static size_t place_of(const abut_clearance_answer* c, abut_pair p)
{
    size_t i = 0;
    while (i < c->count && (c->pairs[i].a != p.a || c->pairs[i].b != p.b))
        i++;
    return i;
}

static void limits_budgets_and_deadlines_end_it_early(void** state)
{
    (void)state;
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        fixture f;
        fixture_make(&f, &distance_ways[w], NULL);
        if (f.a_model) {
            abut_query* other = new_query(NULL);
            const abut_clearance_answer all = ask(other, &f.a, &f.b, NULL);
            assert_true(all.count > 20 && all.contact_count < all.count);
            for (size_t limit = 1; limit < 20; limit += 6) {
                const abut_clearance_ask options = {.limit = limit};
                const abut_clearance_answer c = ask(f.q, &f.a, &f.b, &options);
                assert_true(c.count == limit && !c.complete && is_sorted(&c));
                for (size_t i = 0; i < c.count; i++)
                    assert_true(place_of(&all, c.pairs[i]) < all.count);
            }
            const abut_clearance_ask many = {.limit = all.count + 1};
            assert_int_equal(ask(f.q, &f.a, &f.b, &many).count, all.count);
            size_t incomplete = 0, undecided = 0;
            for (uint64_t budget = 1; budget < 1u << 20; budget *= 2) {
                const abut_clearance_ask options = {.budget = budget};
                const abut_clearance_answer c = ask(f.q, &f.a, &f.b, &options);
                assert_true(c.volume_tests + c.triangle_tests <= budget);
                for (size_t i = 0; i < c.count; i++)
                    assert_true(place_of(&all, c.pairs[i]) < all.count);
                assert_true(!c.complete || c.count == all.count);
                incomplete += !c.complete;
                undecided += c.band == ABUT_BAND_UNDECIDED;
            }
            assert_true(incomplete > 3 && undecided > 0);
            const abut_clearance_ask late = {.deadline = 1e-9};
            assert_false(ask(f.q, &f.a, &f.b, &late).complete);
            abut_query_free(other);
        }
        fixture_free(&f);
    }
}

// ------------------------------------------------------------------------------------------- errors

// at: a model in its place. Others do not look at margins.
static void check_wrong_margins(abut_query* q, const abut_instance* at)
{
    static const struct {
        double margin;
        abut_status status;
    } margins[] = {{-1, ABUT_BAD_ARGUMENT},
                   {-0x1p-1074, ABUT_BAD_ARGUMENT},
                   {(double)INFINITY, ABUT_NOT_FINITE},
                   {-(double)INFINITY, ABUT_NOT_FINITE},
                   {(double)NAN, ABUT_NOT_FINITE}};
    abut_instance with = *at;
    abut_clearance_answer out, before;
    memset(&out, 0x5A, sizeof out);
    before = out;
    for (int i = 0; i < 5 * FLOAT_MODE_COUNT; i++) {
        with.margin = margins[i % 5].margin;
        float_mode_enter(&float_modes[i / 5]);
        const abut_status as_a = abut_clearance(q, &with, at, NULL, &out),
                          as_b = abut_clearance(q, at, &with, NULL, &out);
        float_mode_leave();
        assert_int_equal(as_a, margins[i % 5].status);
        assert_int_equal(as_b, margins[i % 5].status);
    }
    assert_memory_equal(&out, &before, sizeof out);
    with.margin = -1;
    abut_hits hits;
    abut_distance_answer d;
    assert_int_equal(abut_collide(q, &with, &with, NULL, &hits), ABUT_OK);
    assert_int_equal(abut_distance(q, &with, &with, NULL, &d), ABUT_OK);
}

static void wrong_questions_are_refused(void** state)
{
    (void)state;
    box_soup box;
    box_soup_make(&box, 0, 0, 0, 1, 1, 1);
    abut_model *w = distance_model(&box.soup, &distance_ways[1], NULL),
               *b = distance_model(&box.soup, &distance_ways[0], NULL);
    abut_query* q = new_query(NULL);
    const abut_instance wide_at = {.model = w}, brute_at = {.model = b}, none = {.model = NULL};
    abut_clearance_answer out, before;
    memset(&out, 0x5A, sizeof out);
    before = out;
    assert_int_equal(abut_clearance(NULL, &wide_at, &wide_at, NULL, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_clearance(q, NULL, &wide_at, NULL, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_clearance(q, &wide_at, NULL, NULL, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_clearance(q, &none, &wide_at, NULL, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_clearance(q, &wide_at, &none, NULL, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_clearance(q, &wide_at, &wide_at, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_clearance(q, &wide_at, &brute_at, NULL, &out), ABUT_MIXED_METHODS);
    const abut_clearance_ask bad[] = {
        {.deadline = -1}, {.reserved = {0, 0, 0, 1}}, {.detail = (abut_detail)7}, {.strict = 2}};
    for (int i = 0; i < 4; i++)
        assert_int_equal(abut_clearance(q, &wide_at, &wide_at, &bad[i], &out), ABUT_BAD_ARGUMENT);
    const abut_clearance_ask endless = {.deadline = (double)INFINITY};
    assert_int_equal(abut_clearance(q, &wide_at, &wide_at, &endless, &out), ABUT_NOT_FINITE);
    check_wrong_margins(q, &wide_at);
    const abut_instance bent = {.model = w,
                                .pose = {.rotation = {{2, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    assert_int_equal(abut_clearance(q, &wide_at, &bent, NULL, &out), ABUT_NOT_RIGID);
    assert_memory_equal(&out, &before, sizeof out);
    if (method_is_here(ABUT_METHOD_DOP6)) {
        const distance_way dop = {.method = ABUT_METHOD_DOP6};
        abut_model* d = distance_model(&box.soup, &dop, NULL);
        const abut_instance at = {.model = d};
        assert_int_equal(abut_clearance(q, &at, &at, NULL, &out), ABUT_BAD_COMBINATION);
        abut_model_free(d);
    }
    abut_query_free(q);
    abut_model_free(w);
    abut_model_free(b);
}

static void bands_have_names(void** state)
{
    (void)state;
    assert_string_equal(abut_band_text(ABUT_BAND_UNDECIDED), "undecided");
    assert_string_equal(abut_band_text(ABUT_BAND_CONTACT), "contact");
    assert_string_equal(abut_band_text(ABUT_BAND_CLOSE), "close");
    assert_string_equal(abut_band_text(ABUT_BAND_CLEAR), "clear");
    assert_null(abut_band_text((abut_band)4));
    assert_null(abut_band_text((abut_band)-1));
}

static void empty_models_are_clear(void** state)
{
    (void)state;
    box_soup box;
    box_soup_make(&box, 0, 0, 0, 1, 1, 1);
    const abut_soup empty = {.vertices = box.vertices, .vertex_count = 8};
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        abut_model *full = distance_model(&box.soup, &distance_ways[w], NULL),
                   *none = distance_model(&empty, &distance_ways[w], NULL);
        if (!full) continue;
        abut_query* q = new_query(NULL);
        for (int i = 0; i < 6; i++) {
            const abut_instance a = {.model = i % 3 == 1 ? full : none, .margin = i / 3 * 1e9},
                                b = {.model = i % 3 == 0 ? full : none};
            const abut_clearance_answer c = ask(q, &a, &b, NULL);
            assert_true(c.band == ABUT_BAND_CLEAR && c.complete && !c.count && c.pairs);
        }
        abut_query_free(q);
        abut_model_free(full);
        abut_model_free(none);
    }
}

// ------------------------------------------------------------------------------------------- memory

// Every allocation of a question fails once: that is told, and the query answers after it.
static void memory_that_fails_is_told(void** state)
{
    (void)state;
    const abut_clearance_ask points = {.detail = ABUT_DETAIL_POINTS};
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        fixture f;
        counting memory = counting_begin();
        const abut_host host = counting_host(&memory);
        fixture_make(&f, &distance_ways[w], &host);
        if (f.a_model) {
            const size_t count = ask(f.q, &f.a, &f.b, &points).count;
            const size_t asked = memory.allocations;
            (void)ask(f.q, &f.a, &f.b, &points);  // a second call asks for nothing
            assert_int_equal(memory.allocations, asked);
            size_t failures = 0;
            for (int done = 0; !done; failures++) {
                abut_query* q = new_query(&host);
                abut_clearance_answer c;
                memory.fail_at = memory.allocations + failures;
                const abut_status status = abut_clearance(q, &f.a, &f.b, &points, &c);
                done = status == ABUT_OK;
                if (!done) assert_int_equal(status, ABUT_OUT_OF_MEMORY);
                memory.fail_at = SIZE_MAX;
                assert_int_equal(ask(q, &f.a, &f.b, &points).count, count);
                abut_query_free(q);
            }
            assert_true(failures > 3);
        }
        fixture_free(&f);
        assert_int_equal(memory.blocks, 0);
    }
}

// ------------------------------------------------------------------------------------------ workers

typedef struct tori {
    abut_model *a_model, *b_model;
    abut_instance a, b;
} tori;

// Two tori, one in the other's hole: thousands of pairs are close, and none is in contact.
static void tori_make(tori* t, const distance_way* way)
{
    mesh m;
    assert_int_equal(torus_make(64, 32, 1, 0.4, &m), SCENE_OK);
    const abut_soup soup = {.vertices = m.vertices,
                            .triangles = m.triangles,
                            .vertex_count = m.vertex_count,
                            .triangle_count = m.triangle_count};
    t->a_model = distance_model(&soup, way, NULL);
    t->b_model = distance_model(&soup, way, NULL);
    mesh_free(&m);
    t->a = (abut_instance){.model = t->a_model, .margin = 0.02};
    t->b = (abut_instance){
        t->b_model,
        {.rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, .translation = {1.01, 0.02, 0}},
        NULL,
        0.2};
}

static void tori_free(tori* t)
{
    if (!t->a_model) return;
    abut_model_free(t->a_model);
    abut_model_free(t->b_model);
}

static int is_same(const abut_clearance_answer* c, const abut_clearance_answer* d)
{
    return c->count == d->count && c->band == d->band && c->complete == d->complete &&
           c->volume_tests == d->volume_tests && c->triangle_tests == d->triangle_tests &&
           c->node_updates == d->node_updates && c->exact_tests == d->exact_tests &&
           !memcmp(c->pairs, d->pairs, c->count * sizeof *c->pairs) &&
           (!c->approaches ||
            !memcmp(c->approaches, d->approaches, c->count * sizeof *c->approaches));
}

static void check_workers(const tori* t, int workers, const char* name)
{
    static const abut_clearance_ask asks[] = {{.limit = 0},
                                              {.limit = 1},
                                              {.limit = 100},
                                              {.detail = ABUT_DETAIL_KINDS},
                                              {.budget = 30000}};
    abut_pool* pool = NULL;
    abut_host host;
    assert_int_equal(abut_pool_create(&pool, workers, NULL), ABUT_OK);
    assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
    abut_query *one = new_query(NULL), *many = new_query(&host);
    for (int i = 0; i < 5; i++) {
        const abut_clearance_answer c = ask(one, &t->a, &t->b, &asks[i]),
                                    d = ask(many, &t->a, &t->b, &asks[i]);
        assert_true(c.count && c.band == ABUT_BAND_CLOSE);
        if (!asks[i].limit && !asks[i].budget) assert_true(c.count > 5000);
        if (!is_same(&c, &d)) fail_msg("%s, %d workers, ask %d", name, workers, i);
    }
    abut_query_free(one);
    abut_query_free(many);
    abut_pool_free(pool);
}

static void workers_change_nothing(void** state)
{
    (void)state;
    static const int ways[] = {1, 3, 6, 8};
    for (int w = 0; w < 4; w++) {
        const distance_way* way = &distance_ways[ways[w]];
        tori t;
        tori_make(&t, way);
        for (int workers = 1; t.a_model && workers <= 4; workers *= 2)
            check_workers(&t, workers, way->name);
        tori_free(&t);
    }
}

static void progress_is_told_and_can_cancel(void** state)
{
    (void)state;
    static const int ways[] = {1, 6};
    for (int w = 0; w < 2; w++) {
        tori t;
        tori_make(&t, &distance_ways[ways[w]]);
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_query* q = new_query(&host);
        const abut_clearance_ask kinds = {.detail = ABUT_DETAIL_KINDS};
        const size_t count = ask(q, &t.a, &t.b, &kinds).count, calls = c.progress_calls;
        assert_true(calls > 3 && !c.fraction_is_wrong);
        for (size_t i = 0; i < calls; i += calls / 4 + 1) {
            abut_clearance_answer out;
            c.progress_calls = 0;
            c.fraction = 0;
            c.cancel_at = i;
            assert_int_equal(abut_clearance(q, &t.a, &t.b, &kinds, &out), ABUT_CANCELLED);
            c.cancel_at = SIZE_MAX;
            c.fraction = 0;
            assert_int_equal(ask(q, &t.a, &t.b, &kinds).count, count);
        }
        abut_query_free(q);
        tori_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_have_as_many_pairs_as_known),
        cmocka_unit_test(margins_are_added_in_reals),
        cmocka_unit_test(contacts_are_those_of_collide),
        cmocka_unit_test(contacts_are_found_however_strict),
        cmocka_unit_test(limits_budgets_and_deadlines_end_it_early),
        cmocka_unit_test(wrong_questions_are_refused),
        cmocka_unit_test(bands_have_names),
        cmocka_unit_test(empty_models_are_clear),
        cmocka_unit_test(memory_that_fails_is_told),
        cmocka_unit_test(workers_change_nothing),
        cmocka_unit_test(progress_is_told_and_can_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
