// test_frames.c - instances in frames: all questions by all methods against rational arithmetic, and against plain poses
// that say the same; contacts that composed poses lose; what is refused; worlds; memory.
//     test_frames [SEED [COUNT]]
#include "query/contain_check.h"
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

// -------------------------------------------------------------------------------------------- frames

// Of sort: 0 none; 1 exchanged axes and whole numbers; 2 any turn; 3 far away; 4 not quite rigid; 5 a reflection.
static abut_pose frame_of_sort(rng* r, int sort)
{
    abut_pose f = pose_random(r, sort == 3 ? 1e6 : 0.7);
    if (sort == 0) return (abut_pose){.scale = 1};
    if (sort == 1) {
        f = (abut_pose){.rotation = {{0, -1, 0}, {0, 0, 1}, {1, 0, 0}}};
        for (int k = 0; k < 3; k++)
            f.translation[k] = (double)rng_below(r, 9) - 4;
    }
    for (int i = 0; i < 9 && sort == 4; i++)
        f.rotation[i / 3][i % 3] += 0x1p-13 * rng_signed(r);
    if (sort == 5) pose_mirror(&f);
    return f;
}

// About inverse(frame) * pose: so in the frame it is where it was, but for rounding.
static abut_pose taken_out(const abut_pose* pose, const abut_pose* about)
{
    const affine f = oracle_affine(about);
    abut_pose out = *pose;
    for (int i = 0; i < 3; i++) {
        out.translation[i] = 0;
        for (int k = 0; k < 3; k++)
            out.translation[i] += f.matrix[k][i] * (pose->translation[k] - f.translation[k]);
        for (int j = 0; j < 3; j++) {
            out.rotation[i][j] = 0;
            for (int k = 0; k < 3; k++)
                out.rotation[i][j] += f.matrix[k][i] * pose->rotation[k][j];
        }
    }
    return out;
}

// frame * pose in doubles.
static abut_pose composed(const abut_pose* about, const abut_pose* pose)
{
    const affine f = oracle_affine(about), p = oracle_affine(pose);
    abut_pose out = {.scale = pose->scale};
    for (int i = 0; i < 3; i++) {
        out.translation[i] = f.translation[i];
        for (int k = 0; k < 3; k++)
            out.translation[i] += f.matrix[i][k] * p.translation[k];
        for (int j = 0; j < 3; j++) {
            out.rotation[i][j] = 0;
            for (int k = 0; k < 3; k++)
                out.rotation[i][j] += f.matrix[i][k] * pose->rotation[k][j];
        }
    }
    return out;
}

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

static int order_of(double x, const mpq_t square)
{
    mpq_t y;
    mpq_init(y);
    mpq_set_d(y, x);
    mpq_mul(y, y, y);
    const int order = mpq_cmp(y, square);
    mpq_clear(y);
    return order;
}

static double nearest_double(const mpq_t x)
{
    const double cut = mpq_get_d(x);  // toward zero
    const double next = nextafter(cut, mpq_sgn(x) < 0 ? -HUGE_VAL : HUGE_VAL);
    mpq_t below, above;
    mpq_inits(below, above, NULL);
    mpq_set_d(below, cut), mpq_set_d(above, next);
    mpq_sub(below, x, below), mpq_abs(below, below);
    mpq_sub(above, above, x), mpq_abs(above, above);
    const int order = mpq_cmp(below, above);
    mpq_clears(below, above, NULL);
    const int is_even = !(double_bits(cut) & 1);
    return order < 0 || (!order && is_even) ? cut : next;
}

// The least of all pairs of triangles that are apart, and the first that has it. Returns 0 if some touch.
static int find_gap(oracle* o, const scene* s, oracle_gap* least, abut_pair* pair)
{
    const affine pose[2] = {oracle_affine(&s->pose[0]), oracle_affine(&s->pose[1])};
    const affine frames[2] = {oracle_affine(&s->frames[0]), oracle_affine(&s->frames[1])};
    oracle_gap gap;
    int is_first = 1, touches = 0;
    oracle_gap_init(&gap);
    for (size_t i = 0; i < s->soup[0].triangle_count && !touches; i++)
        for (size_t k = 0; k < s->soup[1].triangle_count && !touches; k++) {
            double p[3][3], q[3][3];
            load(o, s, pose, frames, i, k);
            touches = oracle_decide(o) != ABUT_KIND_APART;
            memcpy(p, s->soup[0].vertices + 9 * i, sizeof p);
            memcpy(q, s->soup[1].vertices + 9 * k, sizeof q);
            if (touches) break;
            oracle_gap_find_in(&gap, (const double(*)[3])p, &pose[0],
                               s->has_frame[0] ? &frames[0] : NULL, (const double(*)[3])q, &pose[1],
                               s->has_frame[1] ? &frames[1] : NULL);
            if (!is_first && mpq_cmp(gap.square, least->square) >= 0) continue;
            is_first = 0;
            mpq_set(least->square, gap.square);
            least->features = gap.features;
            for (int c = 0; c < 3; c++)
                mpq_set(least->a[c], gap.a[c]), mpq_set(least->b[c], gap.b[c]);
            *pair = (abut_pair){(uint32_t)i, (uint32_t)k};
        }
    oracle_gap_clear(&gap);
    return !touches;
}

static void check_gap(const oracle_gap* gap, abut_pair pair, const abut_distance_answer* d,
                      const char* name, uint64_t index)
{
    const int below = order_of(d->lo, gap->square), above = order_of(d->hi, gap->square);
    int is_right = below == 0 ? same_bits(d->lo, d->hi)
                              : below < 0 && above > 0 && d->hi == nextafter(d->lo, HUGE_VAL);
    is_right &= d->pair.a == pair.a && d->pair.b == pair.b && d->features.a == gap->features.a &&
                d->features.b == gap->features.b;
    for (int c = 0; c < 3; c++)
        is_right &= d->a_point[c] == nearest_double(gap->a[c]) &&
                    d->b_point[c] == nearest_double(gap->b[c]);
    if (!is_right)
        fail_msg("%s, case %" PRIu64 ": %.17g %.17g, pair %u %u, features %d %d", name, index,
                 d->lo, d->hi, d->pair.a, d->pair.b, d->features.a, d->features.b);
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
                                      .memory = method == ABUT_METHOD_WIDE
                                                    ? (abut_memory)(i % 4)
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

static void all_methods_tell_the_distances_of_rationals(void** state)
{
    (void)state;
    oracle* const o = oracle_create();
    oracle_gap gap;
    abut_query* q = query_new();
    uint64_t apart = 0;
    oracle_gap_init(&gap);
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_make(i, 12);
        s.pose[1].translation[0] += i % 2 ? 1.5 : 0;
        abut_pair pair = {0, 0};
        const int is_apart = find_gap(o, &s, &gap, &pair);
        apart += (uint64_t)is_apart;
        for (int w = 0; w < DISTANCE_WAYS; w++) {
            const distance_way* way = &distance_ways[w];
            const abut_soup soup[2] = {soup_of(&s.soup[0]), soup_of(&s.soup[1])};
            abut_model* const model[2] = {distance_model(&soup[0], way, NULL),
                                          distance_model(&soup[1], way, NULL)};
            if (!model[0]) continue;
            const abut_distance_ask ask = {.detail = ABUT_DETAIL_POINTS, .coherent = (int)(i % 2)};
            abut_instance at[2];
            abut_distance_answer d, e;
            instances_of(&s, model, at);
            float_mode_enter(&float_modes[(i + (uint64_t)w) % FLOAT_MODE_COUNT]);
            const abut_status status = abut_distance(q, &at[0], &at[1], &ask, &d);
            float_mode_leave();
            assert_int_equal(status, ABUT_OK);
            assert_int_equal(abut_distance(q, &at[1], &at[0], &ask, &e), ABUT_OK);
            assert_true(same_bits(d.lo, e.lo) && same_bits(d.hi, e.hi));
            if (is_apart)
                check_gap(&gap, pair, &d, way->name, i);
            else
                assert_true(d.hi == 0 && d.has_pair);
            abut_model_free(model[0]);
            abut_model_free(model[1]);
        }
        scene_free(&s);
    }
    printf("%" PRIu64 " of %" PRIu64 " apart\n", apart, count);
    assert_true(apart > count / 3 && apart < count);
    abut_query_free(q);
    oracle_gap_clear(&gap);
    oracle_free(o);
}

// ---------------------------------------------------------------------------- as plain poses have it

static int hits_are_equal(const abut_hits* x, const abut_hits* y)
{
    int same = x->count == y->count && x->state == y->state && x->complete == y->complete;
    for (size_t i = 0; same && i < x->count; i++) {
        same &= x->pairs[i].a == y->pairs[i].a && x->pairs[i].b == y->pairs[i].b;
        if (x->contacts)
            same &= !memcmp(&x->contacts[i], &y->contacts[i], sizeof *x->contacts);
    }
    return same;
}

static int work_is_equal(const abut_hits* x, const abut_hits* y)
{
    return x->volume_tests == y->volume_tests && x->triangle_tests == y->triangle_tests &&
           x->node_updates == y->node_updates && x->exact_tests == y->exact_tests;
}

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

// ---------------------------------------------------------------------------------------------- ties

static abut_model* cube_at(double x)
{
    solid s = {0};
    const double low[3] = {x, 0, 0}, high[3] = {x + 1, 1, 1};
    solid_add_box(&s, low, high, 1, 0);
    const abut_soup soup = solid_soup(&s);
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &soup, NULL), ABUT_OK);
    solid_free(&s);
    return m;
}

// Two cubes that share a face, moved together: composed in doubles some part or cross; in a frame none does, and none of the
// composed ones is farther apart than what rounding may have done.
static void common_motions_keep_contacts(void** state)
{
    (void)state;
    enum { MOTIONS = 1000 };
    abut_model *a = cube_at(0), *b = cube_at(0);
    abut_query* q = query_new();
    rng r = {seed + 3};
    size_t as_before = 0, framed = 0, within = 0;
    abut_hits hits;
    const abut_pose right = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                             .translation = {1, 0, 0}};
    const abut_pose left = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const abut_instance x = {.model = a, .pose = left}, y = {.model = b, .pose = right};
    const abut_ask kinds = {.detail = ABUT_DETAIL_KINDS};
    abut_query* still = query_new();
    abut_hits rest;
    assert_int_equal(abut_collide(still, &x, &y, &kinds, &rest), ABUT_OK);
    assert_true(rest.count > 0);
    for (size_t i = 0; i < MOTIONS; i++) {
        abut_pose motion = pose_random(&r, 0.1);
        for (int k = 0; k < 3; k++)  // small and of few digits; else half of all would part
            motion.translation[k] = (double)(float)motion.translation[k];
        const abut_instance fx = {.model = a, .pose = left, .frame = &motion},
                            fy = {.model = b, .pose = right, .frame = &motion};
        const abut_instance cx = {.model = a, .pose = composed(&motion, &left)},
                            cy = {.model = b, .pose = composed(&motion, &right)};
        assert_int_equal(abut_collide(q, &cx, &cy, &kinds, &hits), ABUT_OK);
        as_before += hits.state == ABUT_STATE_CONTACT;
        assert_int_equal(abut_collide(q, &fx, &fy, &kinds, &hits), ABUT_OK);
        framed += (size_t)hits_are_equal(&hits, &rest);
        double slack[2];
        assert_int_equal(abut_pose_slack(&left, &motion, 1, a, &slack[0]), ABUT_OK);
        assert_int_equal(abut_pose_slack(&right, &motion, 1, b, &slack[1]), ABUT_OK);
        assert_true(slack[0] > 0 && slack[1] < 1e-13);
        abut_distance_answer d;
        assert_int_equal(abut_distance(q, &cx, &cy, NULL, &d), ABUT_OK);
        within += d.hi <= slack[0] + slack[1];
        assert_int_equal(abut_distance(q, &fx, &fy, NULL, &d), ABUT_OK);
        assert_true(d.hi == 0);
    }
    print_message("%d motions: composed in doubles %zu in contact, in a frame %zu as at rest, "
                  "within the slack %zu\n",
                  MOTIONS, as_before, framed, within);
    assert_in_range(as_before, MOTIONS * 85 / 100, MOTIONS * 95 / 100);
    assert_int_equal(framed, MOTIONS);
    assert_int_equal(within, MOTIONS);
    abut_query_free(still);
    abut_query_free(q);
    abut_model_free(a);
    abut_model_free(b);
}

// ------------------------------------------------------------------------------------------- refused

static void frames_that_are_no_poses_are_refused(void** state)
{
    (void)state;
    abut_model* a = cube_at(0);
    abut_query* q = query_new();
    abut_world* w = NULL;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    abut_pose bent = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1 + 0x1p-11 - 0x1p-20}}};
    struct {
        abut_pose pose, frame;
        abut_status status;
    } cases[] = {
        {{.scale = 1}, {.scale = 1}, ABUT_OK},
        {{.scale = 8}, {.scale = 0}, ABUT_OK},
        {{.scale = 1}, {.scale = 2}, ABUT_BAD_SCALE},
        {{.scale = 1}, {.scale = 0x1p-400}, ABUT_BAD_SCALE},
        {{.scale = 1}, {.translation = {NAN, 0, 0}}, ABUT_NOT_FINITE},
        {{.scale = 1}, {.rotation = {{1, 0, 0}, {0, 2, 0}, {0, 0, 1}}}, ABUT_NOT_RIGID},
        {{.scale = 1}, {.rotation = {{1, 0, 0}, {0, HUGE_VAL, 0}, {0, 0, 1}}}, ABUT_NOT_FINITE},
        {bent, {.scale = 1}, ABUT_OK},
        {bent, bent, ABUT_NOT_RIGID},
        {{.translation = {0x1p1023, 0, 0}}, {.translation = {0x1p1022, 0, 0}}, ABUT_OK},
        {{.translation = {0x1p1023, 0, 0}}, {.translation = {0x1p1023, 0, 0}}, ABUT_NOT_FINITE},
        {{.translation = {0x1p1023, 0, 0}}, {.translation = {-0x1p1023, 0, 0}}, ABUT_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const abut_instance x = {.model = a, .pose = cases[i].pose, .frame = &cases[i].frame};
        const abut_instance y = {.model = a};
        abut_hits hits;
        abut_containment c;
        abut_distance_answer d;
        const abut_hits* many;
        const abut_question question = {x, y};
        abut_batch* batch = NULL;
        assert_int_equal(abut_collide(q, &x, &y, NULL, &hits), cases[i].status);
        assert_int_equal(abut_collide(q, &y, &x, NULL, &hits), cases[i].status);
        assert_int_equal(abut_contain(q, &y, &x, NULL, &c), cases[i].status);
        assert_int_equal(abut_distance(q, &x, &y, NULL, &d), cases[i].status);
        assert_int_equal(abut_batch_create(&batch, NULL), ABUT_OK);
        assert_int_equal(abut_collide_batch(batch, &question, 1, NULL, &many), cases[i].status);
        abut_batch_free(batch);
        uint32_t id;
        assert_int_equal(abut_world_add(w, &x, NULL), cases[i].status);
        assert_int_equal(abut_world_add(w, &y, &id), ABUT_OK);
        assert_int_equal(abut_world_move(w, id, &cases[i].pose), ABUT_OK);
        assert_int_equal(abut_world_frame(w, id, &cases[i].frame), cases[i].status);
        abut_instance is;
        assert_int_equal(abut_world_instance(w, id, &is), ABUT_OK);
        assert_int_equal(is.frame == NULL, cases[i].status != ABUT_OK);
        if (is.frame) assert_memory_equal(is.frame, &cases[i].frame, sizeof *is.frame);
    }
    assert_int_equal(abut_world_frame(w, 999, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_frame(NULL, 0, NULL), ABUT_BAD_ARGUMENT);
    abut_world_free(w);
    abut_query_free(q);
    abut_model_free(a);
}

// Places that are as far apart as doubles go, and farther than their difference does.
static void far_places_are_told_apart(void** state)
{
    (void)state;
    abut_model* a = cube_at(0);
    abut_query* q = query_new();
    rng r = {4};
    const abut_pose turn = pose_random(&r, 0), none = {.scale = 1};
    for (int i = 0; i < 2; i++) {
        const double far = i ? 0x1.8p1023 : 0x1p300;
        const abut_pose there = {.translation = {far, 0, 0}}, here = {.translation = {-far, 0, 0}};
        const abut_instance x = {.model = a, .pose = turn, .frame = &there},
                            y = {.model = a, .pose = none, .frame = &here};
        abut_hits hits;
        abut_distance_answer d;
        assert_int_equal(abut_collide(q, &x, &y, NULL, &hits), ABUT_OK);
        assert_int_equal(hits.state, ABUT_STATE_APART);
        assert_int_equal(abut_distance(q, &x, &y, NULL, &d), ABUT_OK);
        assert_true(d.lo >= far && d.lo <= 2 * far);
    }
    abut_query_free(q);
    abut_model_free(a);
}

// Equal frames that are not quite rigid: contacts are those without, lengths are not.
static void frames_that_stretch_count_for_lengths(void** state)
{
    (void)state;
    abut_model* a = cube_at(0);
    abut_query* q = query_new();
    const abut_pose stretch = {.rotation = {{1 + 0x1p-12, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const abut_pose quarter = {.rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
    const abut_pose there = {.translation = {3, 0, 0}};
    abut_instance x = {.model = a, .frame = &stretch},
                  y = {.model = a, .pose = there, .frame = &stretch};
    abut_distance_answer d;
    const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS};
    assert_int_equal(abut_distance(q, &x, &y, &points, &d), ABUT_OK);
    assert_true(d.lo == 2 + 0x1p-11 && d.hi == d.lo);
    assert_true(d.a_point[0] == 1 + 0x1p-12 && d.b_point[0] == 3 + 3 * 0x1p-12);
    x.frame = y.frame = &quarter;
    assert_int_equal(abut_distance(q, &x, &y, &points, &d), ABUT_OK);
    assert_true(d.lo == 2 && d.hi == 2 && d.a_point[1] == 1 && d.b_point[1] == 3);
    abut_query_free(q);
    abut_model_free(a);
}

// -------------------------------------------------------------------------------------------- motion

// Coherent questions in frames that move: by small steps, not at all, and away from frames and back.
static void coherent_questions_are_as_others(void** state)
{
    (void)state;
    enum { STEPS = 300 };
    for (int way = 0; way < 3; way++) {
        rng r = {seed + (uint64_t)way};
        const abut_build build = {.method = ABUT_METHOD_WIDE};
        soup_data sa = soup_random(SOUP_GENERIC, 60, 1), sb = soup_random(SOUP_GENERIC, 60, 2);
        abut_model *a = soup_build(&sa, &build), *b = soup_build(&sb, &build);
        abut_query *q = query_new(), *other = query_new();
        abut_pose frames[2] = {pose_random(&r, 1), pose_random(&r, 1)};
        abut_pose at = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .translation = {2, 0, 0}};
        const abut_pose zero = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        abut_pose pose = taken_out(&at, &frames[0]);
        const abut_pose own = taken_out(&zero, &frames[1]);
        size_t contacts = 0, apart = 0;
        for (int i = 0; i < STEPS; i++) {
            const int sort = (int)rng_below(&r, 8);
            if (sort > 3) frames[sort & 1].translation[sort % 3] += 0.01 * rng_signed(&r);
            at.translation[0] = 2 + 0.8 * sin(0.05 * i);
            if (sort == 2) pose = taken_out(&at, &frames[0]);
            if (sort == 3)  // the last bit alone: rounded, the product may be as it was
                frames[0].rotation[1][1] = nextafter(frames[0].rotation[1][1], 0);
            abut_instance x = {.model = a, .pose = pose, .frame = &frames[0]},
                          y = {.model = b, .pose = own, .frame = &frames[i % 16 != 15]};
            if (i % 32 == 31) x.frame = y.frame = NULL;
            abut_ask ask = {.limit = way == 0, .detail = ABUT_DETAIL_KINDS, .coherent = 1};
            if (way == 2) ask.budget = 200;
            abut_hits hits, plain;
            assert_int_equal(abut_collide(q, &x, &y, &ask, &hits), ABUT_OK);
            const abut_ask full = {.detail = ABUT_DETAIL_KINDS};
            assert_int_equal(abut_collide(other, &x, &y, &full, &plain), ABUT_OK);
            for (int tries = 0; way == 2 && !hits.complete && tries < 500; tries++)
                assert_int_equal(abut_collide(q, &x, &y, &ask, &hits), ABUT_OK);
            if (way)
                assert_true(hits_are_equal(&hits, &plain));
            else
                assert_int_equal(hits.state, plain.state);
            if (hits.distance_least > 0) {
                abut_distance_answer d;
                assert_int_equal(abut_distance(other, &x, &y, NULL, &d), ABUT_OK);
                assert_true(hits.distance_least <= d.lo);
            }
            contacts += plain.count != 0;
            apart += plain.count == 0;
        }
        print_message("%zu steps in contact, %zu apart\n", contacts, apart);
        assert_true(contacts > STEPS / 20 && apart > STEPS / 20);
        abut_query_free(q);
        abut_query_free(other);
        abut_model_free(a);
        abut_model_free(b);
        soup_free(&sa);
        soup_free(&sb);
    }
}

// -------------------------------------------------------------------------------------------- worlds

// A stack of cubes that moves as one, beside others that do not: the same pairs and regions as by abut_collide; and nothing
// of what touches in the stack is lost, wherever it goes.
static void worlds_carry_frames(void** state)
{
    (void)state;
    enum { PARTS = 12 };
    abut_model* cube = cube_at(0);
    abut_query* q = query_new();
    rng r = {seed + 21};
    abut_world* w = NULL;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    abut_pose motion = pose_random(&r, 3);
    abut_instance parts[PARTS];
    for (int i = 0; i < PARTS; i++) {
        parts[i] = (abut_instance){.model = cube,
                                   .pose = {.translation = {i % 3, i / 3 % 2, i / 6}},
                                   .frame = i % 6 == 5 ? NULL : &motion};
        uint32_t id;
        assert_int_equal(abut_world_add(w, &parts[i], &id), ABUT_OK);
        assert_int_equal(id, i);
    }
    size_t stack = 0;
    for (int step = 0; step < 12; step++) {
        abut_clashes found;
        assert_int_equal(abut_world_collide(w, step % 2 ? ABUT_SURVEY_RELATIONS
                                                        : ABUT_SURVEY_REGIONS,
                                            NULL, &found),
                         ABUT_OK);
        size_t at = 0, in_stack = 0;
        for (uint32_t i = 0; i < PARTS; i++)
            for (uint32_t k = i + 1; k < PARTS; k++) {
                const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
                abut_instance x, y;
                abut_containment c;
                assert_int_equal(abut_world_instance(w, i, &x), ABUT_OK);
                assert_int_equal(abut_world_instance(w, k, &y), ABUT_OK);
                assert_int_equal(abut_contain(q, &x, &y, &ask, &c), ABUT_OK);
                in_stack += i % 6 != 5 && k % 6 != 5 && c.hits.count;
                if (!c.hits.count && (step % 2 == 0 || c.relation == ABUT_RELATION_SEPARATE))
                    continue;
                assert_true(at < found.count && found.pairs[at].a == i && found.pairs[at].b == k);
                assert_int_equal(found.clashes[at].count, c.hits.count);
                if (step % 2) assert_int_equal(found.clashes[at].relation, c.relation);
                at++;
            }
        assert_int_equal(at, found.count);
        if (!step) stack = in_stack;
        assert_int_equal(in_stack, stack);
        motion = pose_random(&r, 3);
        for (uint32_t i = 0; i < PARTS; i++)
            if (i % 6 != 5) assert_int_equal(abut_world_frame(w, i, &motion), ABUT_OK);
        const abut_pose to = pose_random(&r, 2);
        assert_int_equal(abut_world_move(w, 5, &to), ABUT_OK);
        // A frame that the world told may be given back to it.
        abut_instance told;
        assert_int_equal(abut_world_instance(w, 0, &told), ABUT_OK);
        assert_int_equal(abut_world_frame(w, 0, told.frame), ABUT_OK);
        assert_int_equal(abut_world_move(w, 0, &told.pose), ABUT_OK);
    }
    assert_true(stack > 20);
    assert_int_equal(abut_world_frame(w, 3, NULL), ABUT_OK);
    abut_instance told;
    assert_int_equal(abut_world_instance(w, 3, &told), ABUT_OK);
    assert_null(told.frame);
    assert_int_equal(abut_world_remove(w, 4), ABUT_OK);
    assert_int_equal(abut_world_add(w, &parts[4], NULL), ABUT_OK);
    abut_world_free(w);
    abut_query_free(q);
    abut_model_free(cube);
}

// -------------------------------------------------------------------------------------------- memory

// Every allocation of these calls fails in turn: the call says so, and is right when asked again.
static void failures_of_memory_are_told(void** state)
{
    (void)state;
    rng r = {seed + 30};
    abut_model* cube = cube_at(0);
    const abut_pose f = pose_random(&r, 1), g = pose_random(&r, 1);
    const abut_instance x = {.model = cube, .frame = &f}, y = {.model = cube, .frame = &g};
    size_t failures = 0;
    for (size_t fail_at = 0;; fail_at++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_query* q = NULL;
        abut_world* w = NULL;
        abut_hits hits;
        abut_distance_answer d;
        abut_clashes found;
        c.fail_at = fail_at;
        abut_status status = abut_query_create(&q, &host);
        if (!status) status = abut_collide(q, &x, &y, NULL, &hits);
        if (!status) status = abut_distance(q, &x, &y, NULL, &d);
        if (!status) status = abut_world_create(&w, &host);
        if (!status) status = abut_world_add(w, &x, NULL);
        if (!status) status = abut_world_add(w, &(abut_instance){.model = cube}, NULL);
        if (!status) status = abut_world_frame(w, 1, &g);
        if (!status) status = abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found);
        const int is_done = status == ABUT_OK;
        if (!is_done) {
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            failures++;
            c.fail_at = SIZE_MAX;
            if (q) assert_int_equal(abut_collide(q, &x, &y, NULL, &hits), ABUT_OK);
            if (w) assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found), 0);
        }
        abut_query_free(q);
        abut_world_free(w);
        assert_int_equal(c.blocks, 0);
        if (is_done) break;
    }
    assert_true(failures > 8);
    abut_model_free(cube);
}

// --------------------------------------------------------------------------------------------- slack

// How far a point of a product in doubles is from where the product in real arithmetic has it: the square.
static void square_of_shift(mpq_t out, const affine maps[], int maps_count, const affine* product,
                            const double v[3])
{
    mpq_t x[3], y[3], t;
    mpq_inits(x[0], x[1], x[2], y[0], y[1], y[2], t, NULL);
    for (int i = 0; i < 3; i++)
        mpq_set_d(x[i], v[i]);
    for (int m = 0; m <= maps_count; m++) {  // the last is the product itself, subtracted
        const affine* map = m < maps_count ? &maps[m] : product;
        for (int i = 0; i < 3; i++) {
            mpq_set_d(y[i], map->translation[i]);
            for (int k = 0; k < 3; k++) {
                mpq_t own;
                mpq_init(own);
                mpq_set_d(own, map->matrix[i][k]);
                if (m < maps_count) {
                    mpq_mul(own, own, x[k]);
                } else {
                    mpq_set_d(t, v[k]);
                    mpq_mul(own, own, t);
                }
                mpq_add(y[i], y[i], own);
                mpq_clear(own);
            }
        }
        for (int i = 0; i < 3 && m < maps_count; i++)
            mpq_set(x[i], y[i]);
    }
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < 3; i++) {
        mpq_sub(t, x[i], y[i]);
        mpq_mul(t, t, t);
        mpq_add(out, out, t);
    }
    mpq_clears(x[0], x[1], x[2], y[0], y[1], y[2], t, NULL);
}

static void slack_is_above_every_shift(void** state)
{
    (void)state;
    enum { CHAIN = 8 };
    rng r = {seed + 40};
    mpq_t square;
    mpq_init(square);
    double worst = 0;
    for (size_t n = 0; n < CASES(600); n++) {
        const int products = 1 + (int)(n % CHAIN);
        const double far = pow(10, (double)rng_below(&r, 7) - 2);
        soup_data s = soup_random(SOUP_GENERIC, 4, rng_next(&r));
        soup_transform(&s, pow(10, (double)rng_below(&r, 4) - 2), 0);
        abut_model* model = soup_build(&s, NULL);
        affine maps[CHAIN + 1];
        abut_pose now = pose_random(&r, far), inner = now, outer = {.scale = 1};
        abut_pose worst_outer = outer;
        maps[0] = oracle_affine(&now);
        double way = -1, arm = -1, slack = 0;
        for (int k = 1; k <= products; k++) {
            const double* t = now.translation;
            const double length = t[0] * t[0] + t[1] * t[1] + t[2] * t[2];
            if (length > arm) arm = length, inner = now;
            outer = pose_random(&r, far);
            for (int i = 0; i < 9 && n % 2; i++)
                outer.rotation[i / 3][i % 3] += 0x1p-14 * rng_signed(&r);
            if (n % 2 && k > 1)
                memcpy(outer.rotation, worst_outer.rotation, sizeof outer.rotation);
            const double most = fmax(fabs(outer.translation[0]),
                                     fmax(fabs(outer.translation[1]), fabs(outer.translation[2])));
            if (most > way) way = most, worst_outer = outer;
            maps[k] = oracle_affine(&outer);
            now = composed(&outer, &now);
        }
        float_mode_enter(&float_modes[n % FLOAT_MODE_COUNT]);
        const abut_status status = abut_pose_slack(&inner, &worst_outer, products, model, &slack);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        const affine product = oracle_affine(&now);
        for (size_t v = 0; v < s.vertex_count; v++) {
            square_of_shift(square, maps, products + 1, &product, s.vertices + 3 * v);
            assert_true(order_of(slack, square) >= 0);
            worst = fmax(worst, sqrt(mpq_get_d(square)) / slack);
        }
        abut_model_free(model);
        soup_free(&s);
    }
    print_message("rounding took up to %.2f of the slack\n", worst);
    assert_true(worst > 0.1);  // a bound that is much too wide would hold, too
    mpq_clear(square);
}

static void slack_says_what_it_cannot_tell(void** state)
{
    (void)state;
    abut_model* cube = cube_at(0);
    abut_model* empty = NULL;
    const abut_soup nothing = {.vertex_count = 0};
    assert_int_equal(abut_model_build(&empty, &nothing, NULL), ABUT_OK);
    const abut_pose one = {.scale = 1}, two = {.scale = 2}, bad = {.translation = {NAN, 0, 0}},
                    far = {.translation = {0x1p1000, 0, 0}};
    double x = -1;
    assert_int_equal(abut_pose_slack(&one, &one, 1, cube, &x), ABUT_OK);
    // 3.1 u |v| of (1, 1, 1), in three coordinates.
    assert_true(x >= sqrt(3) * 3.1 * 3 * 0x1p-53 && x <= 1.001 * sqrt(3) * 3.1 * 3 * 0x1p-53);
    assert_int_equal(abut_pose_slack(&one, &one, 0, cube, &x), ABUT_OK);
    assert_true(x == 0);
    x = -1;
    assert_int_equal(abut_pose_slack(&one, &one, 1, empty, &x), ABUT_OK);
    assert_true(x == 0);
    assert_int_equal(abut_pose_slack(&far, &one, 1, cube, &x), ABUT_OK);
    assert_true(x == HUGE_VAL);
    assert_int_equal(abut_pose_slack(&one, &far, 1, cube, &x), ABUT_OK);
    assert_true(x == HUGE_VAL);
    x = -1;
    assert_int_equal(abut_pose_slack(&two, &one, 1, cube, &x), ABUT_BAD_SCALE);
    assert_int_equal(abut_pose_slack(&one, &two, 1, cube, &x), ABUT_BAD_SCALE);
    assert_int_equal(abut_pose_slack(&bad, &one, 1, cube, &x), ABUT_NOT_FINITE);
    assert_int_equal(abut_pose_slack(&one, &bad, 1, cube, &x), ABUT_NOT_FINITE);
    assert_int_equal(abut_pose_slack(NULL, &one, 1, cube, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_slack(&one, NULL, 1, cube, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_slack(&one, &one, -1, cube, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_slack(&one, &one, 1, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_slack(&one, &one, 1, cube, NULL), ABUT_BAD_ARGUMENT);
    assert_true(x == -1);
    abut_model_free(cube);
    abut_model_free(empty);
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
        cmocka_unit_test(common_motions_keep_contacts),
        cmocka_unit_test(frames_that_are_no_poses_are_refused),
        cmocka_unit_test(far_places_are_told_apart),
        cmocka_unit_test(frames_that_stretch_count_for_lengths),
        cmocka_unit_test(coherent_questions_are_as_others),
        cmocka_unit_test(worlds_carry_frames),
        cmocka_unit_test(failures_of_memory_are_told),
        cmocka_unit_test(slack_is_above_every_shift),
        cmocka_unit_test(slack_says_what_it_cannot_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
