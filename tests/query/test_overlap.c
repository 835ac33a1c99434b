// test_overlap.c - abut_overlap: curves, patches and regions where they are known; laws; whoever fails or cancels.
#include "query/overlap_check.h"
#include "support/shuffled_run.h"

#include <math.h>

// -------------------------------------------------------------------------------------- known forms

typedef struct known {
    const char* name;
    double a[6], b[6];
    size_t kinds[5];  // curves by kind
    size_t patches, regions;
    double length, area;
    double vector_area[3];
} known;

static const known cases[] = {
    {"D1",
     {-1, -1, -1, 1, 1, 1},
     {-.5, -.5, .5, .5, .5, 1.5},
     {0, 1, 0, 0, 0},
     0,
     1,
     4,
     0,
     {0, 0, 1}},
    {"D2", {-2, -1, 0, 0, 1, 2}, {0, -1, 0, 2, 1, 2}, {0, 0, 0, 1, 0}, 1, 1, 0, 4, {0, 0, 0}},
    {"D6",
     {-5, -.5, -.5, 5, .5, .5},
     {-.5, -5, -.5, .5, 5, .5},
     {0, 4, 0, 2, 0},
     2,
     1,
     4,
     2,
     {0, 0, 0}},
    {"D9",
     {-.5, -.5, -.5, .5, .5, .5},
     {.25, .25, .25, .5, .5, .5},
     {0, 0, 0, 1, 0},
     1,
     1,
     0,
     .1875,
     {0, 0, 0}},
    {"a corner in", {0, 0, 0, 2, 2, 2}, {1, 1, 1, 3, 3, 3}, {0, 1, 0, 0, 0}, 0, 1, 6, 0, {1, 1, 1}},
    {"a peg through",
     {-4, -4, -1, 4, 4, 1},
     {-1, -1, -3, 1, 1, 3},
     {0, 2, 0, 0, 0},
     0,
     2,
     16,
     0,
     {0, 0, 0}},
    {"equal", {-1, -1, -1, 1, 1, 1}, {-1, -1, -1, 1, 1, 1}, {0}, 1, 1, 0, 24, {0, 0, 0}},
    {"at a corner", {0, 0, 0, 1, 1, 1}, {1, 1, 1, 2, 2, 2}, {0, 0, 0, 0, 1}, 0, 1, 0, 0, {0, 0, 0}},
    {"at an edge", {0, 0, 0, 1, 1, 1}, {1, 1, 0, 2, 2, 1}, {0, 0, 1, 0, 0}, 0, 1, 1, 0, {0, 0, 0}},
    {"one within", {-2, -2, -2, 2, 2, 2}, {-1, -1, -1, 1, 1, 1}, {0}, 0, 0, 0, 0, {0, 0, 0}},
};

static void expect_between(const char* name, double lo, double x, double hi, double size)
{
    if (!(lo <= x && x <= hi && hi - lo <= size * 1e-12))
        fail_msg("%s: [%.17g, %.17g], not %.17g", name, lo, hi, x);
}

static const abut_pose mirror = {.rotation = {{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};

// mirrored: bit 0 for a, 1 for b: what is in the file is mirrored along x, and the pose mirrors it back. Bit 2: all is mirrored by a
// frame about both; bit 3: by a frame about a and the pose of b.
static void try_known(const known* c, int cuts, abut_method method, const abut_pose* pose,
                      unsigned mirrored)
{
    solid s[2] = {0};
    abut_model* model[2];
    abut_instance at[2];
    for (int side = 0; side < 2; side++) {
        double box[6];
        memcpy(box, side ? c->b : c->a, sizeof box);
        at[side] = (abut_instance){.pose = *pose};
        if (mirrored >> side & 1) {
            const double low = box[0];
            box[0] = -box[3];
            box[3] = -low;
            at[side].pose.rotation[0][0] = -1;
            at[side].pose.rotation[1][1] = at[side].pose.rotation[2][2] = 1;
        }
        if (mirrored == 4 || (mirrored == 8 && !side)) at[side].frame = &mirror;
        if (mirrored == 8 && side) at[side].pose = mirror;
        solid_add_box(&s[side], box, box + 3, side ? 1 + cuts / 2 : cuts, 0);
        at[side].model = model[side] = solid_model(&s[side], method);
    }
    const abut_instance a = at[0], b = at[1];
    abut_query* q = overlap_query(NULL);
    abut_overlap_answer o;
    assert_int_equal(abut_overlap(q, &a, &b, NULL, &o), ABUT_OK);
    const double scale = pose->scale > 0 ? pose->scale : 1;
    size_t kinds[5] = {0};
    for (size_t i = 0; i < o.curve_count; i++) {
        const abut_curve* curve = &o.curves[i];
        kinds[curve->kind]++;
        assert_int_equal(curve->is_directed, curve->kind == ABUT_CURVE_CROSSING);
        assert_int_equal(curve->patch != UINT32_MAX, curve->kind == ABUT_CURVE_BORDER);
    }
    for (int i = 1; i < 5; i++)
        if (kinds[i] != c->kinds[i])
            fail_msg("%s, %d cuts: %zu %s curves, not %zu", c->name, cuts, kinds[i],
                     abut_curve_kind_text((abut_curve_kind)i), c->kinds[i]);
    assert_int_equal(o.patch_count, c->patches);
    assert_int_equal(o.region_count, c->regions);
    expect_between(c->name, o.length_lo, c->length * scale, o.length_hi, 100 * scale);
    expect_between(c->name, o.area_lo, c->area * scale * scale, o.area_hi, 100 * scale * scale);
    assert_true(isnan(o.volume_lo) && isnan(o.volume_hi));
    double sum[3] = {0};
    for (size_t i = 0; i < o.region_count; i++)
        for (int k = 0; k < 3; k++)
            sum[k] += o.regions[i].vector_area[k];
    for (int k = 0; k < 3; k++) {
        double expected = c->vector_area[k];
        for (int l = 0; pose->rotation[2][2] > 0 && l < 3; l++)
            expected = (l ? expected : 0) + pose->rotation[k][l] * c->vector_area[l];
        if (mirrored > 3 && !k) expected = -expected;
        if (!(fabs(sum[k] - expected * scale * scale) <= 1e-12 * scale * scale))
            fail_msg("%s: vector area %d is %.17g", c->name, k, sum[k]);
    }
    abut_query_free(q);
    for (int side = 0; side < 2; side++) {
        abut_model_free(model[side]);
        solid_free(&s[side]);
    }
}

static void known_forms(void** state)
{
    (void)state;
    static const abut_pose poses[] = {{.scale = 1},
                                      {.scale = 0x1p-300},
                                      {.scale = 0x1p300},
                                      {.rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, .scale = 2},
                                      {.rotation = {{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int p = 0; p < 5; p++) {
            try_known(&cases[i], 1, ABUT_METHOD_WIDE, &poses[p], 0);
            try_known(&cases[i], 1, ABUT_METHOD_BRUTE, &poses[p], 0);
            if (p) continue;
            try_known(&cases[i], 8, ABUT_METHOD_WIDE, &poses[p], 0);
            static const unsigned mirrored[] = {1, 2, 3, 4, 8};
            for (int m = 0; m < 5; m++)
                try_known(&cases[i], 2, ABUT_METHOD_WIDE, &poses[p], mirrored[m]);
        }
}

// ---------------------------------------------------------------------------- open ends, junctions

static const double floor_of_two[6][3] = {{-9, -9, 0}, {9, -9, 0}, {9, 9, 0},
                                          {-9, -9, 0}, {9, 9, 0},  {-9, 9, 0}};

static abut_overlap_answer ask_about(abut_query* q, const solid* s, abut_model* model[2])
{
    abut_overlap_answer o;
    for (int side = 0; side < 2; side++)
        model[side] = solid_model(&s[side], ABUT_METHOD_WIDE);
    const abut_instance a = {.model = model[0]}, b = {.model = model[1]};
    assert_int_equal(abut_overlap(q, &a, &b, NULL, &o), ABUT_OK);
    return o;
}

static void ask_end(abut_query* q, solid* s, abut_model* model[2])
{
    abut_query_free(q);
    for (int side = 0; side < 2; side++) {
        abut_model_free(model[side]);
        solid_free(&s[side]);
    }
}

// So many half planes from one vertical line, through a floor of two triangles: each has its own curve.
static void sheets_meet_in_a_junction(void** state)
{
    (void)state;
    for (int count = 1; count < 7; count++) {
        solid s[2] = {0};
        abut_model* model[2];
        for (int i = 0; i < 2; i++)
            solid_add_triangle(&s[0], floor_of_two + 3 * i);
        for (int i = 0; i < count; i++) {
            const double x = cos(i + 0.3), y = sin(i + 0.3);
            const double sheet[3][3] = {{2, -1, -1}, {2, -1, 1}, {2 + x, -1 + y, 0.25}};
            solid_add_triangle(&s[1], sheet);
        }
        abut_query* q = overlap_query(NULL);
        const abut_overlap_answer o = ask_about(q, s, model);
        assert_int_equal(o.region_count, 1);
        assert_int_equal(o.curve_count, count == 2 ? 1 : count);
        for (size_t i = 0; i < o.curve_count; i++) {
            const abut_curve* c = &o.curves[i];
            const int junctions =
                (c->begin == ABUT_CURVE_END_JUNCTION) + (c->end == ABUT_CURVE_END_JUNCTION);
            assert_int_equal(junctions, count > 2);
            assert_false(c->is_closed);
            assert_int_equal(c->kind, ABUT_CURVE_CROSSING);
        }
        ask_end(q, s, model);
    }
}

// Turn triangles around, each by a bit.
static void turn_some(solid* s, uint64_t which)
{
    for (size_t t = 0; t < s->triangle_count; t++) {
        uint32_t* corner = s->triangles + 3 * t;
        const uint32_t swap = corner[1];
        if (!(which >> t % 64 & 1)) continue;
        corner[1] = corner[2];
        corner[2] = swap;
    }
}

// Boxes that touch along an edge do not cross, and two sheets that leave a floor on both sides do, however triangles are wound.
static void windings_make_no_crossing(void** state)
{
    (void)state;
    static const double box[2][2][3] = {{{0, 0, 0}, {1, 1, 1}}, {{1, 1, 0}, {2, 2, 1}}};
    static const double sheets[2][3][3] = {{{1, 1, 0}, {2, 1, 0}, {1, 1, 2}},
                                           {{2, 1, 0}, {1, 1, 0}, {1, 1, -2}}};
    rng r = {76};
    for (int i = 0; i < 128; i++) {
        solid boxes[2] = {0}, sheet[2] = {0};
        abut_model* model[2];
        for (int side = 0; side < 2; side++) {
            solid_add_box(&boxes[side], box[side][0], box[side][1], 1, 0);
            solid_add_triangle(&sheet[0], floor_of_two + 3 * side);
            solid_add_triangle(&sheet[1], sheets[side]);
            turn_some(&boxes[side], rng_next(&r));
        }
        turn_some(&sheet[0], (uint64_t)i >> 2);
        turn_some(&sheet[1], (uint64_t)i);
        abut_query* q = overlap_query(NULL);
        abut_overlap_answer o = ask_about(q, boxes, model);
        assert_int_equal(o.curve_count, 1);
        assert_int_equal(o.curves[0].kind, ABUT_CURVE_TOUCHING);
        ask_end(q, boxes, model);
        q = overlap_query(NULL);
        o = ask_about(q, sheet, model);
        assert_true(o.curve_count > 0);
        for (size_t k = 0; k < o.curve_count; k++)
            assert_int_equal(o.curves[k].kind, ABUT_CURVE_CROSSING);
        if (o.curve_count == 1 && ((i & 3) == 1 || (i & 3) == 2))
            assert_false(o.curves[0].is_directed);
        ask_end(q, sheet, model);
    }
}

// A square with a hole on a floor: two borders, around what is left.
static void patches_have_holes(void** state)
{
    (void)state;
    solid s[2] = {0};
    abut_model* model[2];
    for (int i = 0; i < 2; i++)
        solid_add_triangle(&s[0], floor_of_two + 3 * i);
    for (int i = 0; i < 9; i++) {
        if (i == 4) continue;
        const double low[2] = {i % 3, i / 3}, high[2] = {i % 3 + 1, i / 3 + 1};
        solid_add_face(&s[1], 2, 0, low, high, -1);
    }
    abut_query* q = overlap_query(NULL);
    const abut_overlap_answer o = ask_about(q, s, model);
    assert_int_equal(o.patch_count, 1);
    assert_int_equal(o.curve_count, 2);
    assert_int_equal(o.patches[0].facing, -1);
    expect_between("hole", o.patches[0].area_lo, 8, o.patches[0].area_hi, 8);
    assert_true(fabs(o.patches[0].vector_area[2] - 8) < 1e-12);
    double length = 0;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(o.curves[i].kind, ABUT_CURVE_BORDER);
        assert_true(o.curves[i].is_closed);
        length += o.curves[i].length_hi;
    }
    assert_true(fabs(length - 16) < 1e-12);
    assert_true(o.length_hi < 1e-300);  // borders do not count
    ask_end(q, s, model);
}

// ---------------------------------------------------------------------------------------------- laws

typedef struct pair_of {
    solid s[2];
    abut_model* model[2];
} pair_of;

static pair_of pair_make(int sort, uint64_t seed, abut_method method)
{
    pair_of p;
    couple_make(sort, seed, p.s);
    for (int side = 0; side < 2; side++)
        p.model[side] = solid_model(&p.s[side], method);
    return p;
}

static void pair_free(pair_of* p)
{
    for (int side = 0; side < 2; side++) {
        abut_model_free(p->model[side]);
        solid_free(&p->s[side]);
    }
}

static abut_status ask_pair(abut_query* q, const pair_of* p, int swapped, abut_overlap_answer* out)
{
    const abut_instance i[2] = {{.model = p->model[swapped]}, {.model = p->model[!swapped]}};
    return abut_overlap(q, &i[0], &i[1], NULL, out);
}

// Everything is the same, in the same order.
static void expect_equal(const abut_overlap_answer* x, const abut_overlap_answer* y)
{
    assert_int_equal(x->curve_count, y->curve_count);
    assert_int_equal(x->point_count, y->point_count);
    assert_int_equal(x->patch_count, y->patch_count);
    assert_int_equal(x->region_count, y->region_count);
    for (size_t i = 0; i < x->curve_count; i++) {
        const abut_curve *c = &x->curves[i], *d = &y->curves[i];
        assert_true(c->first == d->first && c->count == d->count && c->kind == d->kind &&
                    c->is_closed == d->is_closed && c->is_directed == d->is_directed &&
                    c->begin == d->begin && c->end == d->end && c->region == d->region &&
                    c->patch == d->patch);
        assert_memory_equal(&c->length_lo, &d->length_lo, sizeof(double));
        assert_memory_equal(&c->length_hi, &d->length_hi, sizeof(double));
    }
    for (size_t i = 0; i < x->point_count; i++) {
        const abut_curve_point *p = &x->points[i], *r = &y->points[i];
        assert_memory_equal(p->x, r->x, sizeof p->x);
        assert_true(p->pair.a == r->pair.a && p->pair.b == r->pair.b && p->event.a == r->event.a &&
                    p->event.b == r->event.b);
    }
    for (size_t i = 0; i < x->patch_count; i++) {
        assert_memory_equal(&x->patches[i].area_lo, &y->patches[i].area_lo, sizeof(double));
        assert_memory_equal(x->patches[i].vector_area, y->patches[i].vector_area,
                            3 * sizeof(double));
        assert_int_equal(x->patches[i].region, y->patches[i].region);
    }
    for (size_t i = 0; i < x->region_count; i++) {
        const abut_region *p = &x->regions[i], *r = &y->regions[i];
        assert_true(p->a_count == r->a_count && p->b_count == r->b_count);
        assert_memory_equal(p->a_triangles, r->a_triangles, p->a_count * sizeof(uint32_t));
        assert_memory_equal(p->b_triangles, r->b_triangles, p->b_count * sizeof(uint32_t));
        assert_memory_equal(p->vector_area, r->vector_area, 3 * sizeof(double));
        assert_memory_equal(p->low, r->low, sizeof p->low);
    }
}

static void shuffle(solid* s, rng* r)
{
    for (size_t i = s->triangle_count; i > 1; i--) {
        const size_t k = rng_below(r, i), turn = rng_below(r, 3);
        uint32_t *x = s->triangles + 3 * (i - 1), *y = s->triangles + 3 * k, keep[3];
        memcpy(keep, x, sizeof keep);
        memcpy(x, y, sizeof keep);
        for (size_t c = 0; c < 3; c++)
            y[c] = keep[(c + turn) % 3];
    }
}

static void order_does_not_matter(void** state)
{
    (void)state;
    size_t curves = 0;
    for (int i = 0; i < CASES(96); i++) {
        const int sort = i % COUPLE_SORTS;
        pair_of wide = pair_make(sort, (uint64_t)i, ABUT_METHOD_WIDE),
                brute = pair_make(sort, (uint64_t)i, ABUT_METHOD_BRUTE),
                other = pair_make(sort, (uint64_t)i, ABUT_METHOD_WIDE);
        shuffled hands = {.workers = 1 + i % 4, .seed = (uint64_t)i};
        const abut_host host = shuffled_host(&hands, 1 + i % 4, (uint64_t)i);
        abut_query *q = overlap_query(NULL), *p = overlap_query(&host);
        rng r = {(uint64_t)i + 77};
        abut_overlap_answer x, y;
        assert_int_equal(ask_pair(q, &wide, 0, &x), ABUT_OK);
        assert_int_equal(ask_pair(p, &brute, 0, &y), ABUT_OK);
        expect_equal(&x, &y);
        assert_int_equal(ask_pair(p, &wide, 0, &y), ABUT_OK);
        expect_equal(&x, &y);
        const overlap_sum expected = sum_up(&x, 0);
        assert_int_equal(ask_pair(q, &wide, 1, &y), ABUT_OK);
        const overlap_sum swapped = sum_up(&y, 1);
        expect_sums("exchanged", &swapped, &expected);
        // Where several triangles share a segment, and some cross, the first one speaks for its way; a duplicate may be turned.
        for (int side = 0; side < 2; side++) {
            abut_model_free(other.model[side]);
            shuffle(&other.s[side], &r);
            other.model[side] = solid_model(&other.s[side], ABUT_METHOD_WIDE);
        }
        assert_int_equal(ask_pair(q, &other, 0, &y), ABUT_OK);
        const overlap_sum shuffled_sum = sum_up(&y, 0);
        expect_sums("shuffled", &shuffled_sum, &expected);
        curves += x.curve_count;
        abut_query_free(q);
        abut_query_free(p);
        pair_free(&wide);
        pair_free(&brute);
        pair_free(&other);
    }
    print_message("%zu curves\n", curves);
    assert_true(curves > (size_t)CASES(96));
}

// Of closed surfaces, oriented alike, that have no coplanar contact: all curves are loops, and what crosses is directed.
static void closed_surfaces_have_loops(void** state)
{
    (void)state;
    size_t loops = 0;
    for (int i = 0; i < CASES(100); i++) {
        pair_of p = pair_make(0, (uint64_t)i, ABUT_METHOD_WIDE);
        abut_query* q = overlap_query(NULL);
        abut_overlap_answer o;
        assert_int_equal(ask_pair(q, &p, 0, &o), ABUT_OK);
        assert_int_equal(o.patch_count, 0);
        for (size_t k = 0; k < o.curve_count; k++, loops++) {
            assert_true(o.curves[k].is_closed && o.curves[k].is_directed);
            assert_int_equal(o.curves[k].kind, ABUT_CURVE_CROSSING);
        }
        abut_query_free(q);
        pair_free(&p);
    }
    assert_true(loops > (size_t)CASES(30));
}

// ------------------------------------------------------------------------------------------ failures

static void memory_that_fails_is_told(void** state)
{
    (void)state;
    for (int i = 0; i < 2 * COUPLE_SORTS; i++) {
        if (!IS_CASE(i)) continue;
        pair_of p =
            pair_make(i % COUPLE_SORTS, (uint64_t)i, i % 2 ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE);
        counting memory = counting_begin();
        const abut_host host = counting_host(&memory);
        abut_query* q = overlap_query(&host);
        abut_overlap_answer o;
        assert_int_equal(ask_pair(q, &p, 0, &o), ABUT_OK);
        const overlap_sum expected = sum_up(&o, 0);
        const size_t asked = memory.allocations;
        memory.fraction = 0;
        assert_int_equal(ask_pair(q, &p, 0, &o), ABUT_OK);
        assert_int_equal(memory.allocations, asked);
        abut_query_free(q);
        size_t fail = 0;
        for (int was_reached = 1; was_reached; fail++) {
            q = overlap_query(&host);
            memory.fail_at = memory.allocations + fail;
            memset(&o, 0x5A, sizeof o);
            const abut_overlap_answer before = o;
            abut_status status = ask_pair(q, &p, 0, &o);
            was_reached = memory.allocations > memory.fail_at;
            memory.fail_at = SIZE_MAX;
            if (was_reached) {
                assert_int_equal(status, ABUT_OUT_OF_MEMORY);
                assert_memory_equal(&o, &before, sizeof o);
                status = ask_pair(q, &p, 0, &o);
            }
            assert_int_equal(status, ABUT_OK);
            const overlap_sum found = sum_up(&o, 0);
            expect_sums("memory", &found, &expected);
            abut_query_free(q);
        }
        assert_true(fail > 10);
        assert_int_equal(memory.blocks, 0);
        pair_free(&p);
    }
}

static void whoever_cancels_is_heard(void** state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        // Some ten thousand pairs.
        pair_of p = {0};
        solid_add_cube(&p.s[0], 0, 2, 16);
        solid_add_cube(&p.s[1], i == 2 ? 0 : 0.01, 2, 16);
        for (int side = 0; side < 2; side++)
            p.model[side] = solid_model(&p.s[side], ABUT_METHOD_WIDE);
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_query* q = overlap_query(&host);
        abut_overlap_answer o;
        assert_int_equal(ask_pair(q, &p, 0, &o), ABUT_OK);
        const overlap_sum expected = sum_up(&o, 0);
        const size_t calls = c.progress_calls;
        assert_true(calls > 3);
        assert_false(c.fraction_is_wrong);
        for (size_t at = 0; at < calls; at += calls / 6 + 1) {
            c.progress_calls = 0;
            c.fraction = 0;
            c.cancel_at = at;
            assert_int_equal(ask_pair(q, &p, 0, &o), ABUT_CANCELLED);
            c.cancel_at = SIZE_MAX;
            c.fraction = 0;
            assert_int_equal(ask_pair(q, &p, 0, &o), ABUT_OK);
            const overlap_sum found = sum_up(&o, 0);
            expect_sums("cancelled", &found, &expected);
        }
        abut_query_free(q);
        pair_free(&p);
    }
}

static void what_is_wrong_is_refused(void** state)
{
    (void)state;
    pair_of p = pair_make(1, 3, ABUT_METHOD_WIDE), brute = pair_make(1, 3, ABUT_METHOD_BRUTE),
            aabb = pair_make(1, 3, ABUT_METHOD_AABB);
    abut_query* q = overlap_query(NULL);
    abut_overlap_answer o;
    const abut_instance a = {.model = p.model[0]}, b = {.model = p.model[1]},
                        other = {.model = brute.model[0]}, boxes = {.model = aabb.model[0]};
    abut_overlap_ask reserved = {.reserved = {0, 1}}, volume = {.volume = 2}, foreign = {0};
    assert_int_equal(abut_overlap(NULL, &a, &b, NULL, &o), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_overlap(q, NULL, &b, NULL, &o), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_overlap(q, &a, NULL, NULL, &o), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_overlap(q, &a, &b, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_overlap(q, &a, &b, &reserved, &o), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_overlap(q, &a, &b, &volume, &o), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_overlap(q, &a, &other, NULL, &o), ABUT_MIXED_METHODS);
    assert_int_equal(abut_overlap(q, &boxes, &boxes, NULL, &o), ABUT_BAD_COMBINATION);
    abut_solid* solid_of_b = NULL;
    assert_int_equal(abut_solid_build(&solid_of_b, p.model[1], NULL), ABUT_OK);
    foreign.a_solid = solid_of_b;
    assert_int_equal(abut_overlap(q, &a, &b, &foreign, &o), ABUT_BAD_COMBINATION);
    foreign = (abut_overlap_ask){.volume = 1, .b_solid = solid_of_b};  // not checked
    assert_int_equal(abut_overlap(q, &a, &b, &foreign, &o), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_overlap(q, &a, &b, NULL, &o), ABUT_OK);
    assert_string_equal(abut_curve_end_text(ABUT_CURVE_END_OPEN), "open");
    assert_string_equal(abut_curve_kind_text(ABUT_CURVE_BORDER), "border");
    assert_null(abut_curve_end_text((abut_curve_end)3));
    assert_null(abut_curve_kind_text((abut_curve_kind)0));
    abut_solid_free(solid_of_b);
    abut_query_free(q);
    pair_free(&p);
    pair_free(&brute);
    pair_free(&aabb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_forms),
        cmocka_unit_test(sheets_meet_in_a_junction),
        cmocka_unit_test(windings_make_no_crossing),
        cmocka_unit_test(patches_have_holes),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(closed_surfaces_have_loops),
        cmocka_unit_test(memory_that_fails_is_told),
        cmocka_unit_test(whoever_cancels_is_heard),
        cmocka_unit_test(what_is_wrong_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
