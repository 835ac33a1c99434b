// test_distance_laws.c - what is true of distances whatever they are, on random soups and real models: moved, exchanged,
// divided, cut, by way of a point, within, under limits, and where they are 0; and of all that is too close:
// test_distance_laws [SEED [POSES]]
//
// No oracle is asked: models may be as large as they like.
#include "support/common_motion.h"
#include "support/data_pack.h"
#include "support/distance_check.h"
#include "support/share.h"

#include <inttypes.h>

static uint64_t seed = 1, pose_count = CASES(4);

typedef struct scene {
    const char* name;
    soup_data soup[2];
    double reach;  // about the size of both
    abut_model* model[2];
    const distance_way* way;
    abut_model* others[DISTANCE_WAYS][2];  // by all ways; NULL where that would take too long
    abut_query* query;
    abut_pose pose[2];
    abut_distance_answer exact;
} scene;

static void expect_law(const scene* s, int is_kept, const char* law)
{
    if (!is_kept)
        fail_msg("%s, %s, seed %" PRIu64 ": not so: %s", s->name, s->way->name, seed, law);
}
#define LAW(s, condition) expect_law(s, condition, #condition)

static abut_distance_answer ask_models(abut_query* q, const abut_model* a, const abut_pose* a_pose,
                                       const abut_model* b, const abut_pose* b_pose,
                                       const abut_distance_ask* options)
{
    const abut_instance at[2] = {{.model = a, .pose = *a_pose}, {.model = b, .pose = *b_pose}};
    abut_distance_answer d;
    assert_int_equal(abut_distance(q, &at[0], &at[1], options, &d), ABUT_OK);
    return d;
}

static abut_distance_answer ask(const scene* s, const abut_distance_ask* options)
{
    return ask_models(s->query, s->model[0], &s->pose[0], s->model[1], &s->pose[1], options);
}

static int is_as_far(const abut_distance_answer* d, const abut_distance_answer* e)
{
    return same_bits(d->lo, e->lo) && same_bits(d->hi, e->hi);
}

static int is_same_pair(const abut_distance_answer* d, const abut_distance_answer* e)
{
    return d->has_pair == e->has_pair && d->pair.a == e->pair.a && d->pair.b == e->pair.b;
}

static abut_model* model_of(const scene* s, const soup_data* soup)
{
    const abut_soup given = soup_of(soup);
    return distance_model(&given, s->way, NULL);
}

// ---------------------------------------------------------------------------------------------- poses

static void moved_together(const scene* s)
{
    for (int m = 0; m < COMMON_MOTIONS; m++) {
        scene moved = *s;
        common_motion_apply(&common_motions[m], s->pose, moved.pose);
        const abut_distance_answer d = ask(&moved, NULL);
        LAW(s, same_bits(d.lo, ldexp(s->exact.lo, common_motions[m].power)));
        LAW(s, same_bits(d.hi, ldexp(s->exact.hi, common_motions[m].power)));
        LAW(s, is_same_pair(&d, &s->exact));
    }
}

static void exchanged(const scene* s)
{
    const abut_distance_answer d =
        ask_models(s->query, s->model[1], &s->pose[1], s->model[0], &s->pose[0], NULL);
    LAW(s, is_as_far(&d, &s->exact));
    // The least pair in the new order: one that is as near, with no greater b.
    LAW(s, d.pair.a <= s->exact.pair.b && s->exact.pair.a <= d.pair.b);
}

static void by_other_methods(const scene* s)
{
    const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS};
    const abut_distance_answer e = ask(s, &points);
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        scene other = *s;
        other.way = &distance_ways[w];
        for (int side = 0; side < 2; side++)
            other.model[side] = s->others[w][side];
        if (!other.model[0]) continue;
        const abut_distance_answer d = ask(&other, &points);
        LAW(&other, is_as_far(&d, &s->exact) && is_same_pair(&d, &s->exact));
        LAW(&other, d.features.a == e.features.a && d.features.b == e.features.b);
        LAW(&other, !memcmp(d.a_point, e.a_point, sizeof d.a_point));
        LAW(&other, !memcmp(d.b_point, e.b_point, sizeof d.b_point));
    }
}

// --------------------------------------------------------------------------------------------- limits

static void within_lengths(const scene* s, rng* r)
{
    const double lo = s->exact.lo, hi = s->exact.hi;
    const double lengths[] = {
        lo,        hi,       nextafter(lo, 0), hi * (1 + 1e-9), hi * (1 + rng_signed(r) / 2),
        lo / 1024, hi * 1024};
    for (int i = 0; i < 7; i++) {
        const abut_distance_ask options = {.within = lengths[i]};
        if (!(lengths[i] > 0)) continue;
        const abut_distance_answer d = ask(s, &options);
        LAW(s, d.complete);
        if (lengths[i] >= hi) {
            LAW(s, !d.is_farther && is_as_far(&d, &s->exact) && is_same_pair(&d, &s->exact));
        } else {
            LAW(s, d.is_farther && !d.has_pair && same_bits(d.lo, lengths[i]) && isinf(d.hi));
        }
    }
}

static int is_true(const scene* s, const abut_distance_answer* d)
{
    return d->lo <= s->exact.lo && d->hi >= s->exact.hi;
}

static void with_tolerance(const scene* s, rng* r)
{
    for (int i = 0; i < 4; i++) {
        const double t = ldexp(1, -(int)rng_below(r, 50));
        const abut_distance_ask options = {
            .relative = i % 2 ? t : 0, .absolute = i % 2 ? 0 : t * s->exact.hi, .coherent = i / 2};
        const abut_distance_answer d = ask(s, &options);
        LAW(s, is_true(s, &d) && d.complete && d.has_pair);
        LAW(s, d.hi - d.lo <= (i % 2 ? t * d.hi : options.absolute) || is_as_far(&d, &s->exact));
    }
}

// Whatever ends it: lo and hi are true, and the pair, if there is one, is at most hi apart.
static void ended_early(const scene* s, rng* r)
{
    const uint64_t all = s->exact.volume_tests + s->exact.triangle_tests;
    for (int i = 0; i < 12; i++) {
        const double hi = s->exact.hi;
        const abut_distance_ask options = {
            .budget = i < 8 ? 1 + rng_next(r) % (2 * all) : 0,
            .deadline = i < 8 ? 0 : 1e-3 * ldexp(1, 2 * (i - 8)),
            .within = i % 4 == 1 ? hi * (1 + rng_signed(r) / 2) : 0,
            .relative = i % 4 == 2 ? 0x1p-10 : 0,
            .coherent = i % 3 == 1,
        };
        const abut_distance_answer d = ask(s, &options);
        if (d.is_farther) {
            LAW(s, options.within < hi && d.lo <= s->exact.lo && isinf(d.hi));
            continue;
        }
        LAW(s, is_true(s, &d));
        LAW(s, d.complete || d.lo < d.hi || s->exact.hi <= 0);
        LAW(s, d.has_pair == (d.hi < (double)INFINITY));
        if (!d.has_pair) continue;
        double corners[2][9];
        const abut_instance at[2] = {{.model = s->model[0], .pose = s->pose[0]},
                                     {.model = s->model[1], .pose = s->pose[1]}};
        for (int side = 0; side < 2; side++)
            assert_int_equal(
                abut_model_triangles(at[side].model, side ? d.pair.b : d.pair.a, 1, corners[side]),
                ABUT_OK);
        soup_data one[2] = {soup_separate(1), soup_separate(1)};
        for (int side = 0; side < 2; side++)
            memcpy(one[side].vertices, corners[side], sizeof corners[side]);
        abut_model *a = model_of(s, &one[0]), *b = model_of(s, &one[1]);
        const abut_distance_answer e = ask_models(s->query, a, &s->pose[0], b, &s->pose[1], NULL);
        LAW(s, e.lo <= d.hi && e.hi >= s->exact.hi);
        abut_model_free(a);
        abut_model_free(b);
        soup_free(&one[0]);
        soup_free(&one[1]);
    }
}

static void zero_where_they_touch(const scene* s)
{
    const abut_instance at[2] = {{.model = s->model[0], .pose = s->pose[0]},
                                 {.model = s->model[1], .pose = s->pose[1]}};
    abut_hits hits;
    assert_int_equal(abut_collide(s->query, &at[0], &at[1], NULL, &hits), ABUT_OK);
    LAW(s, (hits.count > 0) == (s->exact.hi <= 0));
    if (hits.count)
        LAW(s, hits.pairs[0].a == s->exact.pair.a && hits.pairs[0].b == s->exact.pair.b);
}

// ------------------------------------------------------------------------------------------ clearances

// All that is within a margin; a copy, since an answer lives until the next call.
typedef struct within_margin {
    abut_pair* pairs;
    size_t count, contact_count;
    abut_band band;
} within_margin;

static within_margin ask_margin(const scene* s, const abut_model* a, const abut_pose* a_pose,
                                const abut_model* b, const abut_pose* b_pose, double margin,
                                int strict)
{
    const abut_instance at[2] = {{.model = a, .pose = *a_pose, .margin = margin / 4},
                                 {.model = b, .pose = *b_pose, .margin = margin - margin / 4}};
    const abut_clearance_ask options = {.strict = strict};
    abut_clearance_answer c;
    assert_int_equal(abut_clearance(s->query, &at[0], &at[1], &options, &c), ABUT_OK);
    LAW(s, c.complete);
    within_margin out = {malloc((c.count + 1) * sizeof *c.pairs), c.count, c.contact_count, c.band};
    assert_non_null(out.pairs);
    memcpy(out.pairs, c.pairs, c.count * sizeof *c.pairs);
    return out;
}

static within_margin ask_here(const scene* s, double margin, int strict)
{
    return ask_margin(s, s->model[0], &s->pose[0], s->model[1], &s->pose[1], margin, strict);
}

static int has_pair(const within_margin* w, abut_pair p)
{
    size_t low = 0, high = w->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const abut_pair m = w->pairs[middle];
        if (m.a == p.a && m.b == p.b) return 1;
        if (m.a < p.a || (m.a == p.a && m.b < p.b))
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

static int is_part_of(const within_margin* x, const within_margin* y)
{
    for (size_t i = 0; i < x->count; i++)
        if (!has_pair(y, x->pairs[i])) return 0;
    return x->contact_count <= y->contact_count;
}

// There is a pair exactly from the distance on, and the one that it names is the first then; longer margins have more.
static void too_close_from_the_distance_on(const scene* s)
{
    const double lo = s->exact.lo, hi = s->exact.hi, below = nextafter(lo, 0);
    within_margin last = {.pairs = NULL};
    const double margins[] = {below / 2, below, lo, hi, hi + 1e-3 * s->reach};
    for (int i = 0; i < 5; i++) {
        within_margin w = ask_here(s, margins[i], 0), strict = ask_here(s, margins[i], 1);
        LAW(s, (w.count > 0) == (margins[i] >= hi));
        LAW(s,
            (strict.count > 0) == (margins[i] > hi || (margins[i] >= hi && (lo < hi || hi <= 0))));
        LAW(s, w.count == 0 || has_pair(&w, s->exact.pair));
        LAW(s, is_part_of(&strict, &w) && is_part_of(&last, &w));
        LAW(s, w.band == (hi <= 0   ? ABUT_BAND_CONTACT
                          : w.count ? ABUT_BAND_CLOSE
                                    : ABUT_BAND_CLEAR));
        // Where it is a double, what is within it is all that is as near, and its first pair is the one that is named.
        if (i == 2 && hi > 0 && !(lo < hi))
            LAW(s, w.pairs[0].a == s->exact.pair.a && w.pairs[0].b == s->exact.pair.b);
        free(strict.pairs);
        free(last.pairs);
        last = w;
    }
    free(last.pairs);
}

// Moved together, and exchanged: the same pairs.
static void as_close_wherever(const scene* s)
{
    const double margin = s->exact.hi + 1e-3 * s->reach;
    within_margin w = ask_here(s, margin, 0);
    for (int m = 1; m < COMMON_MOTIONS; m++) {
        scene moved = *s;
        common_motion_apply(&common_motions[m], s->pose, moved.pose);
        within_margin x = ask_here(&moved, ldexp(margin, common_motions[m].power), 0);
        LAW(s, x.count == w.count && is_part_of(&x, &w) && x.contact_count == w.contact_count);
        free(x.pairs);
    }
    within_margin x = ask_margin(s, s->model[1], &s->pose[1], s->model[0], &s->pose[0], margin, 0);
    LAW(s, x.count == w.count && x.contact_count == w.contact_count);
    for (size_t i = 0; i < x.count; i++)
        LAW(s, has_pair(&w, (abut_pair){x.pairs[i].b, x.pairs[i].a}));
    for (int way = 0; way < DISTANCE_WAYS; way++) {
        scene other = *s;
        other.way = &distance_ways[way];
        for (int side = 0; side < 2; side++)
            other.model[side] = s->others[way][side];
        if (!other.model[0]) continue;
        within_margin y = ask_here(&other, margin, 0);
        LAW(&other, y.count == w.count && is_part_of(&y, &w) && is_part_of(&w, &y));
        free(y.pairs);
    }
    free(x.pairs);
    free(w.pairs);
}

// ----------------------------------------------------------------------------------------------- sets

// Triangles of a for which keep says so.
static soup_data part_of(const soup_data* s, const uint8_t* part, uint8_t wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < s->triangle_count; i++)
        count += part[i] == wanted;
    soup_data out = soup_separate(count);
    double* v = out.vertices;
    for (size_t i = 0; i < s->triangle_count; i++)
        for (int k = 0; k < 3 && part[i] == wanted; k++, v += 3)
            memcpy(v, s->vertices + 3 * (size_t)s->triangles[3 * i + (size_t)k], 3 * sizeof *v);
    return out;
}

// A model divided in two: each is as far, or farther, and the nearer one as far as the whole.
static void in_parts(const scene* s, rng* r)
{
    const size_t count = s->soup[0].triangle_count;
    uint8_t* part = malloc(count + 1);
    assert_non_null(part);
    for (size_t i = 0; i < count; i++)
        part[i] = rng_below(r, 2) != 0;
    abut_distance_answer d[2];
    const double margin = s->exact.hi + 1e-3 * s->reach;
    within_margin whole = ask_here(s, margin, 0);
    size_t close = 0, touching = 0;
    for (uint8_t k = 0; k < 2; k++) {
        soup_data soup = part_of(&s->soup[0], part, k);
        abut_model* m = model_of(s, &soup);
        d[k] = ask_models(s->query, m, &s->pose[0], s->model[1], &s->pose[1], NULL);
        LAW(s, d[k].lo >= s->exact.lo && d[k].hi >= s->exact.hi);
        within_margin w = ask_margin(s, m, &s->pose[0], s->model[1], &s->pose[1], margin, 0);
        close += w.count;
        touching += w.contact_count;
        free(w.pairs);
        abut_model_free(m);
        soup_free(&soup);
    }
    LAW(s, is_as_far(&d[part[s->exact.pair.a]], &s->exact));
    LAW(s, close == whole.count && touching == whole.contact_count);
    free(whole.pairs);
    free(part);
}

// Each triangle cut into four, exactly: the points are the same.
static void cut_in_four(const scene* s)
{
    const soup_data* from = &s->soup[0];
    soup_data cut = soup_separate(4 * from->triangle_count);
    double* v = cut.vertices;
    for (size_t i = 0; i < from->triangle_count; i++) {
        double p[6][3];
        for (size_t k = 0; k < 3; k++)
            memcpy(p[k], from->vertices + 3 * (size_t)from->triangles[3 * i + k], sizeof p[k]);
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++)
                p[3 + k][c] = (p[k][c] + p[(k + 1) % 3][c]) / 2;
        static const int corner[12] = {0, 3, 5, 3, 1, 4, 5, 4, 2, 3, 4, 5};
        for (int k = 0; k < 12; k++, v += 3)
            memcpy(v, p[corner[k]], sizeof p[0]);
    }
    abut_model* m = model_of(s, &cut);
    const abut_distance_answer d =
        ask_models(s->query, m, &s->pose[0], s->model[1], &s->pose[1], NULL);
    LAW(s, is_as_far(&d, &s->exact));
    LAW(s, d.pair.a / 4 == s->exact.pair.a);
    abut_model_free(m);
    soup_free(&cut);
}

static abut_model* point_model(const scene* s, const double x[3])
{
    soup_data point = soup_separate(1);
    for (int i = 0; i < 9; i++)
        point.vertices[i] = x[i % 3];
    abut_model* m = model_of(s, &point);
    soup_free(&point);
    return m;
}

// a to b is no farther than a to any point and on to b; and no point is nearer to a by more than its way to another one.
static void by_way_of_points(const scene* s, rng* r)
{
    const abut_pose still = {.scale = 1};
    abut_distance_answer from[2][2];
    double x[2][3], square = 0;
    for (int i = 0; i < 2; i++) {
        for (int c = 0; c < 3; c++)
            x[i][c] = (s->pose[0].translation[c] + s->pose[1].translation[c]) / 2 +
                      s->reach * rng_signed(r);
        abut_model* p = point_model(s, x[i]);
        for (int side = 0; side < 2; side++)
            from[i][side] = ask_models(s->query, s->model[side], &s->pose[side], p, &still, NULL);
        LAW(s, s->exact.lo <= (from[i][0].hi + from[i][1].hi) * (1 + 0x1p-52));
        abut_model_free(p);
    }
    for (int c = 0; c < 3; c++)
        square += (x[1][c] - x[0][c]) * (x[1][c] - x[0][c]);
    for (int side = 0; side < 2; side++)
        LAW(s, fabs(from[0][side].lo - from[1][side].lo) <=
                   sqrt(square) * (1 + 1e-14) + 1e-14 * from[0][side].hi);
}

// The points that are told are as far as the distance, nearly, and each is on its model.
static void of_the_points_told(const scene* s)
{
    const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS};
    const abut_pose still = {.scale = 1};
    const abut_distance_answer d = ask(s, &points);
    const double scale = s->reach + s->exact.hi;
    double square = 0;
    for (int c = 0; c < 3; c++)
        square += (d.a_point[c] - d.b_point[c]) * (d.a_point[c] - d.b_point[c]);
    LAW(s, fabs(sqrt(square) - s->exact.hi) <= 1e-14 * scale);
    for (int side = 0; side < 2; side++) {
        abut_model* p = point_model(s, side ? d.b_point : d.a_point);
        const abut_distance_answer own =
            ask_models(s->query, s->model[side], &s->pose[side], p, &still, NULL);
        const abut_distance_answer other =
            ask_models(s->query, s->model[!side], &s->pose[!side], p, &still, NULL);
        LAW(s, own.hi <= 1e-14 * scale);
        LAW(s, fabs(other.hi - s->exact.hi) <= 1e-14 * scale);
        abut_model_free(p);
    }
}

// --------------------------------------------------------------------------------------------- scenes

static void check_laws(scene* s, rng* r)
{
    s->exact = ask(s, NULL);
    LAW(s, s->exact.complete && s->exact.lo >= 0 && s->exact.lo <= s->exact.hi);
    zero_where_they_touch(s);
    moved_together(s);
    exchanged(s);
    within_lengths(s, r);
    with_tolerance(s, r);
    ended_early(s, r);
    too_close_from_the_distance_on(s);
    as_close_wherever(s);
    in_parts(s, r);
    cut_in_four(s);
    by_way_of_points(s, r);
    of_the_points_told(s);
    by_other_methods(s);
}

// To the precision of floats: so that middles of edges are exact. Returns the size.
static double round_soup(soup_data* s)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < 3 * s->vertex_count; i++) {
        double* x = &s->vertices[i];
        *x = (double)(float)*x;
        low[i % 3] = *x < low[i % 3] ? *x : low[i % 3];
        high[i % 3] = *x > high[i % 3] ? *x : high[i % 3];
    }
    // About the origin, so that turned models stay where they are; exact, or nearly: then it is rounded once more.
    double size = 0;
    for (size_t i = 0; i < 3 * s->vertex_count; i++)
        s->vertices[i] = (double)(float)(s->vertices[i] - (low[i % 3] + high[i % 3]) / 2);
    for (int c = 0; c < 3; c++)
        size = high[c] - low[c] > size ? high[c] - low[c] : size;
    return size;
}

// Beside each other, near, or crossing; with one pose for both, or turned.
static void place(scene* s, rng* r, uint64_t number)
{
    static const double apart[] = {1, 0.6, 1.5, 0.2, 30};
    const double way = apart[number % 5] * s->reach;
    s->pose[0] = pose_random(r, 0);
    s->pose[1] = number % 3 ? pose_random(r, 0) : s->pose[0];
    for (int c = 0; c < 3; c++) {
        if (number % 4 == 1) s->pose[0].translation[c] = s->reach * rng_signed(r);
        s->pose[1].translation[c] =
            s->pose[0].translation[c] + way * (c == (int)(number % 3) ? 1 : 0.2 * rng_signed(r));
    }
}

static void check_scene(const char* name, soup_data a, soup_data b, const distance_way* way,
                        uint64_t poses)
{
    scene s = {.name = name, .soup = {a, b}, .way = way};
    rng r = {seed * 1000 + (uint64_t)name[0]};
    const double size[2] = {round_soup(&s.soup[0]), round_soup(&s.soup[1])};
    s.reach = size[0] > size[1] ? size[0] : size[1];
    for (int side = 0; side < 2; side++)
        s.model[side] = model_of(&s, &s.soup[side]);
    const int is_small = s.soup[0].triangle_count * s.soup[1].triangle_count <= 200000;
    for (int i = 0; i < 2 * DISTANCE_WAYS; i++) {
        scene other = s;
        other.way = &distance_ways[i / 2];
        if (is_small || other.way->method != ABUT_METHOD_BRUTE)
            s.others[i / 2][i % 2] = model_of(&other, &s.soup[i % 2]);
    }
    assert_int_equal(abut_query_create(&s.query, NULL), ABUT_OK);
    for (uint64_t i = 0; s.model[0] && i < poses; i++) {
        place(&s, &r, seed + i);
        check_laws(&s, &r);
    }
    abut_query_free(s.query);
    for (int side = 0; side < 2; side++) {
        if (s.model[side]) abut_model_free(s.model[side]);
        soup_free(&s.soup[side]);
        for (int w = 0; w < DISTANCE_WAYS; w++)
            if (s.others[w][side]) abut_model_free(s.others[w][side]);
    }
}

static void random_soups_keep_the_laws(void** state)
{
    (void)state;
    static const struct {
        const char* name;
        soup_sort sort[2];
        size_t count[2];
    } rows[] = {
        {"generic", {SOUP_GENERIC, SOUP_GENERIC}, {400, 300}},
        {"grids", {SOUP_GRID, SOUP_GRID}, {150, 150}},
        {"clusters", {SOUP_CLUSTERS, SOUP_GENERIC}, {300, 200}},
        {"flat", {SOUP_FLAT, SOUP_LINE}, {200, 100}},
        {"points", {SOUP_POINTS, SOUP_POINTS}, {300, 300}},
        {"identical", {SOUP_IDENTICAL, SOUP_GENERIC}, {60, 60}},
    };
    static const int ways[] = {1, 1, 2, 3, 1, 6};
    for (int i = 0; i < 6; i++)
        check_scene(rows[i].name, soup_random(rows[i].sort[0], rows[i].count[0], seed),
                    soup_random(rows[i].sort[1], rows[i].count[1], seed + 1),
                    &distance_ways[ways[i]], pose_count);
}

static soup_data soup_of_mesh(const char* file)
{
    mesh m = data_mesh(file);
    soup_data out = {malloc(24 * m.vertex_count), malloc(12 * m.triangle_count), m.vertex_count,
                     m.triangle_count};
    assert_true(out.vertices && out.triangles);
    memcpy(out.vertices, m.vertices, 24 * m.vertex_count);
    memcpy(out.triangles, m.triangles, 12 * m.triangle_count);
    mesh_free(&m);
    return out;
}

static void real_models_keep_the_laws(void** state)
{
    (void)state;
    static const char* const files[][2] = {
        {"scans/dragon_res4.ply", "scans/teapot_solid.stl"},
        {"scans/spot.obj", "scans/dragon_res4.ply"},
    };
    if (!data_pack("the laws of distances on real models")) return;
    for (int i = 0; i < 2; i++)
        check_scene(files[i][0], soup_of_mesh(files[i][0]), soup_of_mesh(files[i][1]),
                    &distance_ways[1 + 2 * i], (pose_count + 1) / 2);
}

int main(int argc, char** argv)
{
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    if (argc > 2) pose_count = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_soups_keep_the_laws),
        cmocka_unit_test(real_models_keep_the_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
