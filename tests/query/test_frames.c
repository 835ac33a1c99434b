// test_frames.c - instances in frames: all questions by all methods against rational arithmetic, and against plain poses
// that say the same.
//     test_frames [SEED [COUNT]]
#include "query/frame_check.h"
#include "support/distance_check.h"
#include "support/float_mode.h"
#include "support/oracle.h"
#include "support/oracle_distance.h"
#include "support/pair_check.h"
#include "support/share.h"

#include "abut/world.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static uint64_t seed = 1, count = CASES(120);

// Two soups somewhere near each other, in poses in frames.
typedef struct scene {
    soup_data soup[2];
    abut_pose pose[2], frames[2];
    int has_frame[2];
} scene;

// most: triangles of each.
static scene scene_make(uint64_t i, size_t most)
{
    rng r = {seed * 1000003 + i};
    scene s;
    const int same = i % 4 == 0, sort = (int)(i / 4 % 6);
    uint64_t first_seed = 0;
    for (int side = 0; side < 2; side++) {
        const soup_sort kind =
            (soup_sort)((side ? i / SOUP_SORT_COUNT : i) % (uint64_t)SOUP_SORT_COUNT);
        const uint64_t own_seed = rng_next(&r);
        if (side && i % 5 > 2)  // the same once more, so that much of it is where the other is
            s.soup[1] = soup_random((soup_sort)(i % (uint64_t)SOUP_SORT_COUNT),
                                    s.soup[0].triangle_count, first_seed);
        else
            s.soup[side] = soup_random(kind, 1 + rng_below(&r, most), first_seed = own_seed);
        s.pose[side] = pose_of_sort(&r, (int)((side ? i / 6 : i) % 6));
        if (fabs(s.pose[side].translation[0]) > 9) s.pose[side].translation[0] -= 50;
        const int own = side ? (int)(i / 24 % 6) : sort;
        s.frames[side] = frame_of_sort(&r, own);
        s.has_frame[side] = own != 0;
    }
    if (i % 3 == 0 || i % 5 == 3) s.pose[1] = s.pose[0];
    if (i % 7 == 0)
        memcpy(s.pose[1].translation, s.pose[0].translation, sizeof s.pose[1].translation);
    if (same) {
        s.frames[1] = s.frames[0];
        s.has_frame[1] = s.has_frame[0];
    } else {
        for (int side = 0; side < 2; side++)
            if (s.has_frame[side]) s.pose[side] = taken_out(&s.pose[side], &s.frames[side]);
    }
    return s;
}

static void scene_free(scene* s)
{
    soup_free(&s->soup[0]);
    soup_free(&s->soup[1]);
}

static void instances_of(const scene* s, abut_model* const model[2], abut_instance out[2])
{
    for (int side = 0; side < 2; side++)
        out[side] = (abut_instance){.model = model[side],
                                    .pose = s->pose[side],
                                    .frame = s->has_frame[side] ? &s->frames[side] : NULL};
}

// ------------------------------------------------------------------------------------------- oracle

static void load(oracle* o, const scene* s, const affine pose[2], const affine frames[2], size_t i,
                 size_t k)
{
    double p[3][3], q[3][3];
    memcpy(p, s->soup[0].vertices + 9 * i, sizeof p);
    memcpy(q, s->soup[1].vertices + 9 * k, sizeof q);
    oracle_load(o, (const double(*)[3])p, &pose[0], (const double(*)[3])q, &pose[1]);
    oracle_frame(o, s->has_frame[0] ? &frames[0] : NULL, s->has_frame[1] ? &frames[1] : NULL);
}

enum { MOST = 24 };

// Of all pairs of triangles.
typedef struct truth {
    abut_kind kind[MOST][MOST];
} truth;

static void find_truth(oracle* o, const scene* s, truth* t)
{
    const affine pose[2] = {oracle_affine(&s->pose[0]), oracle_affine(&s->pose[1])};
    const affine frames[2] = {oracle_affine(&s->frames[0]), oracle_affine(&s->frames[1])};
    for (size_t i = 0; i < s->soup[0].triangle_count; i++)
        for (size_t k = 0; k < s->soup[1].triangle_count; k++) {
            load(o, s, pose, frames, i, k);
            t->kind[i][k] = oracle_decide(o);
        }
}

// All pairs are there, with kinds; corners: too.
static void check_hits(oracle* o, const scene* s, const truth* t, const abut_hits* hits,
                       int corners, const char* name, uint64_t index)
{
    const affine pose[2] = {oracle_affine(&s->pose[0]), oracle_affine(&s->pose[1])};
    const affine frames[2] = {oracle_affine(&s->frames[0]), oracle_affine(&s->frames[1])};
    size_t at = 0;
    for (size_t i = 0; i < s->soup[0].triangle_count; i++)
        for (size_t k = 0; k < s->soup[1].triangle_count; k++) {
            const abut_kind kind = t->kind[i][k];
            const int is_found =
                at < hits->count && hits->pairs[at].a == i && hits->pairs[at].b == k;
            int is_right = is_found == (kind != ABUT_KIND_APART);
            if (is_right && is_found) {
                is_right = hits->contacts[at].kind == kind;
                if (corners) {
                    load(o, s, pose, frames, i, k);
                    (void)oracle_decide(o);
                    is_right &= corners_agree(o, &hits->contacts[at]);
                }
            }
            if (!is_right)
                fail_msg("%s, case %" PRIu64 ", pair %zu %zu: kind %d, found %d", name, index, i, k,
                         (int)kind, is_found);
            at += (size_t)is_found;
        }
    assert_int_equal(at, hits->count);
}

enum { FEW = 12 };

// How far all pairs of triangles are, 0 in contact; and the first of the nearest.
typedef struct gaps {
    oracle_gap gap[FEW][FEW];
    abut_kind kind[FEW][FEW];
    abut_pair least;
    int is_apart;
} gaps;

static void find_gaps(oracle* o, const scene* s, gaps* g)
{
    const affine pose[2] = {oracle_affine(&s->pose[0]), oracle_affine(&s->pose[1])};
    const affine frames[2] = {oracle_affine(&s->frames[0]), oracle_affine(&s->frames[1])};
    g->least = (abut_pair){0, 0};
    for (uint32_t i = 0; i < s->soup[0].triangle_count; i++)
        for (uint32_t k = 0; k < s->soup[1].triangle_count; k++) {
            double p[3][3], q[3][3];
            memcpy(p, s->soup[0].vertices + 9 * (size_t)i, sizeof p);
            memcpy(q, s->soup[1].vertices + 9 * (size_t)k, sizeof q);
            load(o, s, pose, frames, i, k);
            oracle_gap* gap = &g->gap[i][k];
            g->kind[i][k] = oracle_decide(o);
            if (g->kind[i][k] == ABUT_KIND_APART)
                oracle_gap_find_in(gap, (const double(*)[3])p, &pose[0],
                                   s->has_frame[0] ? &frames[0] : NULL, (const double(*)[3])q,
                                   &pose[1], s->has_frame[1] ? &frames[1] : NULL);
            else
                mpq_set_ui(gap->square, 0, 1);
            if (mpq_cmp(gap->square, g->gap[g->least.a][g->least.b].square) < 0)
                g->least = (abut_pair){i, k};
        }
    g->is_apart = g->kind[g->least.a][g->least.b] == ABUT_KIND_APART;
}

static void check_points(const oracle_gap* gap, const double a[3], const double b[3],
                         const char* name, uint64_t index)
{
    for (int c = 0; c < 3; c++)
        if (!oracle_is_rounded(gap->a[c], a[c]) || !oracle_is_rounded(gap->b[c], b[c]))
            fail_msg("%s, case %" PRIu64 ": a point is not rounded once", name, index);
}

static void check_distance(const gaps* g, const abut_distance_answer* d, const char* name,
                           uint64_t index)
{
    const oracle_gap* gap = &g->gap[g->least.a][g->least.b];
    const int is_right =
        oracle_encloses(gap->square, d->lo, d->hi) && d->pair.a == g->least.a &&
        d->pair.b == g->least.b &&
        (!g->is_apart || (d->features.a == gap->features.a && d->features.b == gap->features.b));
    if (!is_right)
        fail_msg("%s, case %" PRIu64 ": %.17g %.17g, pair %u %u, features %d %d", name, index,
                 d->lo, d->hi, d->pair.a, d->pair.b, d->features.a, d->features.b);
    if (g->is_apart) check_points(gap, d->a_point, d->b_point, name, index);
}

// All that is as near as margin, or nearer.
static void check_clearance(const gaps* g, const scene* s, double margin, int strict,
                            const abut_clearance_answer* c, const char* name, uint64_t index)
{
    size_t at = 0;
    for (uint32_t i = 0; i < s->soup[0].triangle_count; i++)
        for (uint32_t k = 0; k < s->soup[1].triangle_count; k++) {
            const oracle_gap* gap = &g->gap[i][k];
            const int order = oracle_compare_double(margin, gap->square);
            const int is_here = at < c->count && c->pairs[at].a == i && c->pairs[at].b == k;
            int is_right = is_here == (strict && mpq_sgn(gap->square) ? order > 0 : order >= 0);
            if (is_right && is_here) {
                const abut_approach* p = &c->approaches[at];
                is_right = p->kind == g->kind[i][k] && oracle_encloses(gap->square, p->lo, p->hi);
                if (p->kind == ABUT_KIND_APART)
                    check_points(gap, p->a_point, p->b_point, name, index);
            }
            if (!is_right)
                fail_msg("%s, case %" PRIu64 ", margin %.17g, strict %d: pair %u %u", name, index,
                         margin, strict, i, k);
            at += (size_t)is_here;
        }
    assert_int_equal(at, c->count);
}

static scene exchanged(const scene* s)
{
    const scene out = {.soup = {s->soup[1], s->soup[0]},
                       .pose = {s->pose[1], s->pose[0]},
                       .frames = {s->frames[1], s->frames[0]},
                       .has_frame = {s->has_frame[1], s->has_frame[0]}};
    return out;
}

// ----------------------------------------------------------------------------------------- contacts

static void all_methods_find_the_contacts_of_rationals(void** state)
{
    (void)state;
    oracle* const o = oracle_create();
    abut_query* q = query_new();
    uint64_t found = 0, states[2] = {0};
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_make(i, MOST);
        const scene back = exchanged(&s);
        static truth t, back_t;
        find_truth(o, &s, &t);
        find_truth(o, &back, &back_t);
        for (int method = ABUT_METHOD_BRUTE; method <= METHOD_LAST; method++) {
            if (!method_is_here(method)) continue;
            const char* const name = abut_method_name((abut_method)method);
            const abut_build build = {.method = (abut_method)method,
                                      .memory = method == ABUT_METHOD_WIDE ? (abut_memory)(i % 4)
                                                                           : ABUT_MEMORY_DEFAULT};
            abut_model* const model[2] = {soup_build(&s.soup[0], &build),
                                          soup_build(&s.soup[1], &build)};
            abut_model* const other[2] = {model[1], model[0]};
            const abut_ask ask = {.detail = ABUT_DETAIL_POINTS}, first = {.limit = 1};
            abut_instance at[2];
            abut_hits hits;
            instances_of(&s, model, at);
            float_mode_enter(&float_modes[(i + (uint64_t)method) % FLOAT_MODE_COUNT]);
            const abut_status status = abut_collide(q, &at[0], &at[1], &ask, &hits);
            float_mode_leave();
            assert_int_equal(status, ABUT_OK);
            check_hits(o, &s, &t, &hits, method < ABUT_METHOD_SPHERE, name, i);
            const abut_state is = hits.state;
            found += hits.count;
            states[is == ABUT_STATE_CONTACT]++;
            assert_int_equal(abut_collide(q, &at[0], &at[1], &first, &hits), ABUT_OK);
            assert_int_equal(hits.state, is);
            instances_of(&back, other, at);
            assert_int_equal(abut_collide(q, &at[0], &at[1], &ask, &hits), ABUT_OK);
            check_hits(o, &back, &back_t, &hits, method == ABUT_METHOD_WIDE, name, i);
            abut_model_free(model[0]);
            abut_model_free(model[1]);
        }
        scene_free(&s);
    }
    printf("%" PRIu64 " contacts; %" PRIu64 " questions without, %" PRIu64 " with\n", found,
           states[0], states[1]);
    assert_true(states[0] > count && states[1] > count);
    abut_query_free(q);
    oracle_free(o);
}

static void ask_how_far(abut_query* q, const gaps* g, const scene* s, const distance_way* way,
                        uint64_t i)
{
    const abut_soup soup[2] = {soup_of(&s->soup[0]), soup_of(&s->soup[1])};
    abut_model* const model[2] = {distance_model(&soup[0], way, NULL),
                                  distance_model(&soup[1], way, NULL)};
    if (!model[0]) return;
    const abut_distance_ask ask = {.detail = ABUT_DETAIL_POINTS, .coherent = (int)(i % 2)};
    abut_instance at[2];
    abut_distance_answer d, e;
    instances_of(s, model, at);
    const float_mode* const mode = &float_modes[(i + (uint64_t)way->method) % FLOAT_MODE_COUNT];
    float_mode_enter(mode);
    abut_status status = abut_distance(q, &at[0], &at[1], &ask, &d);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    assert_int_equal(abut_distance(q, &at[1], &at[0], &ask, &e), ABUT_OK);
    assert_true(same_bits(d.lo, e.lo) && same_bits(d.hi, e.hi));
    check_distance(g, &d, way->name, i);
    // As far as some pair is, to the last bit.
    const oracle_gap* some =
        &g->gap[i % s->soup[0].triangle_count][i / 3 % s->soup[1].triangle_count];
    const double margin = i % 5 ? sqrt(mpq_get_d(some->square)) : 0;
    const abut_clearance_ask how = {.strict = (int)(i % 2), .detail = ABUT_DETAIL_POINTS};
    abut_clearance_answer c;
    at[i % 2].margin = margin;
    float_mode_enter(mode);
    status = abut_clearance(q, &at[0], &at[1], &how, &c);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    check_clearance(g, s, margin, how.strict, &c, way->name, i);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

static void all_methods_tell_the_distances_of_rationals(void** state)
{
    (void)state;
    static gaps g;
    oracle* const o = oracle_create();
    abut_query* q = query_new();
    uint64_t apart = 0;
    for (int i = 0; i < FEW * FEW; i++)
        oracle_gap_init(&g.gap[i / FEW][i % FEW]);
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_make(i, FEW);
        s.pose[1].translation[0] += i % 2 ? 1.5 : 0;
        find_gaps(o, &s, &g);
        apart += (uint64_t)g.is_apart;
        for (int w = 0; w < DISTANCE_WAYS; w++)
            ask_how_far(q, &g, &s, &distance_ways[w], i);
        scene_free(&s);
    }
    printf("%" PRIu64 " of %" PRIu64 " apart\n", apart, count);
    assert_true(apart > count / 3 && apart < count);
    abut_query_free(q);
    for (int i = 0; i < FEW * FEW; i++)
        oracle_gap_clear(&g.gap[i / FEW][i % FEW]);
    oracle_free(o);
}

// ---------------------------------------------------------------------------- as plain poses have it

static void solid_grid(solid* s, rng* r, double least)
{
    for (size_t k = 1 + rng_below(r, 2); k; k--) {
        double low[3], high[3];
        for (int c = 0; c < 3; c++) {
            low[c] = (double)rng_below(r, least > 1 ? 2 : 6);
            high[c] = low[c] + least + (double)rng_below(r, 2);
        }
        solid_add_box(s, low, high, 1, rng_below(r, 3) ? 0 : 1u << rng_below(r, 6));
    }
}

// Quarter turns and whole numbers: what they compose to is a pose, and says the same; also of solids that are inside each
// other, closed and open.
static void quarter_turns_are_as_their_products(void** state)
{
    (void)state;
    abut_query *q = query_new(), *plain_q = query_new();
    rng r = {seed};
    size_t relations[6] = {0};
    for (size_t i = 0; i < CASES(400); i++) {
        solid sa = {0}, sb = {0};
        solid_grid(&sa, &r, i % 4 == 1 ? 6 : 1), solid_grid(&sb, &r, i % 4 == 2 ? 6 : 1);
        const abut_build build = {.method = i % 3 ? ABUT_METHOD_WIDE : ABUT_METHOD_AABB};
        const abut_soup a_soup = solid_soup(&sa), b_soup = solid_soup(&sb);
        abut_model *a = NULL, *b = NULL;
        assert_int_equal(abut_model_build(&a, &a_soup, &build), ABUT_OK);
        assert_int_equal(abut_model_build(&b, &b_soup, &build), ABUT_OK);
        const abut_pose turn = {.rotation = {{0, -1, 0}, {0, 0, 1}, {-1, 0, 0}}};
        abut_pose frames[2] = {frame_of_sort(&r, 1), frame_of_sort(&r, 1)}, own[2] = {turn, turn};
        if (i % 2) frames[1] = frames[0];
        for (int k = 0; k < 3; k++)
            own[1].translation[k] = i % 5 ? (double)rng_below(&r, 3) - 1 : 0;
        for (int side = 0; side < 2; side++)
            own[side] = taken_out(&own[side], &frames[side]);
        const abut_instance x = {.model = a, .pose = own[0], .frame = &frames[0]};
        const abut_instance y = {.model = b, .pose = own[1], .frame = &frames[1]};
        const abut_instance px = {.model = a, .pose = composed(&frames[0], &own[0])};
        const abut_instance py = {.model = b, .pose = composed(&frames[1], &own[1])};
        const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
        abut_hits hits, plain;
        assert_int_equal(abut_collide(q, &x, &y, &ask, &hits), ABUT_OK);
        assert_int_equal(abut_collide(plain_q, &px, &py, &ask, &plain), ABUT_OK);
        assert_true(hits_are_equal(&hits, &plain));
        abut_containment c, p;
        assert_int_equal(abut_contain(q, &x, &y, NULL, &c), ABUT_OK);
        assert_int_equal(abut_contain(plain_q, &px, &py, NULL, &p), ABUT_OK);
        assert_int_equal(c.relation, p.relation);
        assert_int_equal(c.reason, p.reason);
        relations[c.relation]++;
        abut_distance_answer d, e;
        const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS};
        assert_int_equal(abut_distance(q, &x, &y, &points, &d), ABUT_OK);
        assert_int_equal(abut_distance(plain_q, &px, &py, &points, &e), ABUT_OK);
        assert_true(same_bits(d.lo, e.lo) && same_bits(d.hi, e.hi) && d.pair.a == e.pair.a &&
                    d.pair.b == e.pair.b);
        assert_memory_equal(d.a_point, e.a_point, sizeof d.a_point);
        assert_memory_equal(d.b_point, e.b_point, sizeof d.b_point);
        abut_model_free(a);
        abut_model_free(b);
        solid_free(&sa);
        solid_free(&sb);
    }
    print_message("unknown %zu, separate %zu, touching %zu, crossing %zu, inside %zu %zu\n",
                  relations[0], relations[1], relations[2], relations[3], relations[4],
                  relations[5]);
    for (int k = 1; k < 6; k++)
        assert_true(relations[k] > 0);
    abut_query_free(q);
    abut_query_free(plain_q);
}

// Solids that stand to each other as in their files, but for frames that undo what poses do: relations are the same.
static void relations_stay_in_any_frames(void** state)
{
    (void)state;
    abut_query *q = query_new(), *plain_q = query_new();
    rng r = {seed + 5};
    for (size_t i = 0; i < CASES(200); i++) {
        const double far[3] = {-4, -4, -4}, near[3] = {4, 4, 4}, low[3] = {-1, -1, -1},
                     high[3] = {1, 1, 1};
        solid outer = {0}, inner = {0};
        solid_add_box(&outer, far, near, 2, i % 3 ? 0 : 1);  // a third of them open
        solid_add_box(&inner, low, high, 1, 0);
        const abut_soup a_soup = solid_soup(&outer), b_soup = solid_soup(&inner);
        abut_model *a = NULL, *b = NULL;
        assert_int_equal(abut_model_build(&a, &a_soup, NULL), ABUT_OK);
        assert_int_equal(abut_model_build(&b, &b_soup, NULL), ABUT_OK);
        abut_pose frames[2] = {frame_of_sort(&r, 2 + (int)(i % 4)),
                               frame_of_sort(&r, 2 + (int)(i / 4 % 4))};
        const int same = i % 2;
        if (same) frames[1] = frames[0];
        const abut_pose where[3] = {
            {.translation = {0, 1, 0}}, {.translation = {9, 0, 0}}, {.translation = {4, 0, 0}}};
        const abut_relation expected[3] = {ABUT_RELATION_B_INSIDE_A, ABUT_RELATION_SEPARATE,
                                           ABUT_RELATION_CROSSING};
        for (int k = 0; k < 3; k++) {
            abut_pose one = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, at = one;
            memcpy(at.translation, where[k].translation, sizeof at.translation);
            const abut_pose a_pose = same ? one : taken_out(&one, &frames[0]);
            const abut_pose b_pose = same ? at : taken_out(&at, &frames[1]);
            const abut_instance x = {.model = a, .pose = a_pose, .frame = &frames[0]};
            const abut_instance y = {.model = b, .pose = b_pose, .frame = &frames[1]};
            abut_containment c;
            assert_int_equal(abut_contain(q, &x, &y, NULL, &c), ABUT_OK);
            assert_int_equal(c.relation, expected[k]);
            assert_int_equal(abut_contain(q, &y, &x, NULL, &c), ABUT_OK);
            assert_int_equal(c.relation, swapped(expected[k]));
        }
        abut_model_free(a);
        abut_model_free(b);
        solid_free(&outer);
        solid_free(&inner);
    }
    abut_query_free(q);
    abut_query_free(plain_q);
}

// A query that was asked in frames answers a plain question as a new one does, counters included; and equal frames cost no
// other test than none.
static void frames_leave_nothing_behind(void** state)
{
    (void)state;
    abut_query* q = query_new();
    rng r = {seed + 9};
    size_t in_integers = 0;
    for (size_t i = 0; i < CASES(200); i++) {
        const abut_build build = {.method = i % 2 ? ABUT_METHOD_WIDE : OR_AABB(ABUT_METHOD_OBB)};
        soup_data sa = soup_random((soup_sort)(i % SOUP_SORT_COUNT), 30, rng_next(&r));
        abut_model* a = soup_build(&sa, &build);
        const abut_pose p = pose_of_sort(&r, (int)(i % 6)), s = pose_of_sort(&r, (int)(i / 6 % 6));
        const abut_pose f = frame_of_sort(&r, 1 + (int)(i % 5)), g = frame_of_sort(&r, 2);
        const abut_instance x = {.model = a, .pose = p}, y = {.model = a, .pose = i % 4 ? s : p};
        abut_instance fx = x, fy = y;
        const abut_ask ask = {.detail = i % 3 ? ABUT_DETAIL_KINDS : ABUT_DETAIL_POINTS};
        abut_hits before, in_one, after, unlike;
        abut_query* new_one = query_new();
        assert_int_equal(abut_collide(new_one, &x, &y, &ask, &before), ABUT_OK);
        fx.frame = &f;
        fy.frame = &g;
        assert_int_equal(abut_collide(q, &fx, &fy, &ask, &unlike), ABUT_OK);
        fy.frame = &f;
        assert_int_equal(abut_collide(q, &fx, &fy, &ask, &in_one), ABUT_OK);
        assert_true(work_is_equal(&in_one, &before) && in_one.count == before.count);
        fy.frame = &g;
        assert_int_equal(abut_collide(q, &fx, &fy, &ask, &unlike), ABUT_OK);
        assert_int_equal(abut_collide(q, &x, &y, &ask, &after), ABUT_OK);
        assert_true(hits_are_equal(&after, &before) && work_is_equal(&after, &before));
        in_integers += before.exact_tests != 0;
        abut_query_free(new_one);
        abut_model_free(a);
        soup_free(&sa);
    }
    assert_true(in_integers > CASES(200) / 10);
    abut_query_free(q);
}

int main(int argc, char** argv)
{
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    if (argc > 2) count = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_methods_find_the_contacts_of_rationals),
        cmocka_unit_test(all_methods_tell_the_distances_of_rationals),
        cmocka_unit_test(quarter_turns_are_as_their_products),
        cmocka_unit_test(relations_stay_in_any_frames),
        cmocka_unit_test(frames_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
