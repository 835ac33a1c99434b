// test_depth_real.c - laws of depths, volumes and curves on objects of real assemblies that are in contact. Needs the data pack by
// ABUT_DATA; says aloud what it skips without. A few pairs of each assembly; as a program, every STEP-th of assembly
// number WHICH, without pairs of more triangles than MOST: test_depth_real STEP [WHICH [MOST [LEAST]]].
#include "query/depth_check.h"
#include "support/assemblies.h"
#include "support/data_pack.h"

typedef struct totals {
    size_t pairs, blocked, with_volume, curves, faults, not_complete, open_ends;
} totals;

static totals sum;
static size_t step_of_pairs = 80, least_triangles = 0, most_triangles = SIZE_MAX;

typedef struct asked {  // a pair, and what was told of it
    abut_query* query;
    const abut_instance *a, *b;
    size_t a_index, b_index;
    abut_solid *a_solid, *b_solid;
    int is_clean;   // both are solids throughout
    int is_closed;  // no component of one is open: what abut_contain tells is of solids
} asked;

static void tell(const asked* p, const char* what, double x, double y)
{
    sum.faults++;
    fprintf(stderr, "objects %zu and %zu: %s: %.17g, %.17g\n", p->a_index, p->b_index, what, x, y);
}

// Whether no part of a solid has a fault that is told by a set of bits.
static int all_are_without(const abut_solid* s, unsigned faults)
{
    const abut_solid_part* parts;
    size_t count;
    assert_int_equal(abut_solid_parts(s, &parts, &count), ABUT_OK);
    int all = count > 0;
    for (size_t i = 0; i < count; i++)
        all &= !(faults >> parts[i].fault & 1);
    return all;
}

static double volume_of_own(const asked* p, const abut_instance* at, const abut_solid* s)
{
    abut_overlap_answer out;
    const abut_overlap_ask ask = {.volume = 1, .a_solid = s, .b_solid = s};
    assert_int_equal(abut_overlap(p->query, at, at, &ask, &out), ABUT_OK);
    return out.volume_hi;
}

static void expect_curves(const asked* p, const abut_overlap_answer* o)
{
    size_t points = 0;
    for (size_t i = 0; i < o->curve_count; i++) {
        const abut_curve* const c = &o->curves[i];
        if (c->first + c->count > o->point_count || c->region >= o->region_count ||
            !(c->length_lo <= c->length_hi) ||
            (c->is_closed || c->kind == ABUT_CURVE_POINT) != (c->begin == ABUT_CURVE_END_NONE))
            tell(p, "a curve", (double)i, (double)c->count);
        points += c->count;
        const int is_open = c->begin == ABUT_CURVE_END_OPEN || c->end == ABUT_CURVE_END_OPEN;
        sum.open_ends += (size_t)is_open;
        if (is_open && p->is_clean && c->kind == ABUT_CURVE_CROSSING)
            tell(p, "an open end on closed solids", (double)i, o->points[c->first].x[0]);
        if (c->kind == ABUT_CURVE_BORDER && !c->is_closed)
            tell(p, "a border that is open", (double)i, 0);
    }
    if (points != o->point_count)
        tell(p, "points that no curve has", (double)points, (double)o->point_count);
    sum.curves += o->curve_count;
}

// With volumes, surfaces that lie on each other are in each other or not, by a shift: that joins what only touches one way only.
static void expect_regions_exchanged(const asked* p)
{
    abut_overlap_answer o;
    assert_int_equal(abut_overlap(p->query, p->a, p->b, NULL, &o), ABUT_OK);
    const size_t count = o.region_count;
    assert_int_equal(abut_overlap(p->query, p->b, p->a, NULL, &o), ABUT_OK);
    if (o.region_count != count)
        tell(p, "regions, exchanged", (double)count, (double)o.region_count);
}

static void expect_overlap(const asked* p)
{
    abut_overlap_answer o, back;
    const abut_overlap_ask ask = {.volume = 1, .a_solid = p->a_solid, .b_solid = p->b_solid};
    const abut_overlap_ask turned = {.volume = 1, .a_solid = p->b_solid, .b_solid = p->a_solid};
    assert_int_equal(abut_overlap(p->query, p->a, p->b, &ask, &o), ABUT_OK);
    expect_curves(p, &o);
    const double volume[2] = {o.volume_lo, o.volume_hi};
    const size_t count = o.curve_count;
    double regions[2] = {0, 0};
    for (size_t i = 0; i < o.region_count; i++) {
        regions[0] += o.regions[i].volume_lo;
        regions[1] += o.regions[i].volume_hi;
    }
    if (!isnan(volume[0])) {
        sum.with_volume++;
        if (!(volume[0] >= 0 && volume[0] <= volume[1])) tell(p, "volume", volume[0], volume[1]);
        if (regions[0] > volume[1] * (1 + 1e-9) || regions[1] < volume[0] * (1 - 1e-9))
            tell(p, "volumes of regions", regions[0], volume[0]);
        const double own[2] = {volume_of_own(p, p->a, p->a_solid),
                               volume_of_own(p, p->b, p->b_solid)};
        if (volume[0] > own[0] || volume[0] > own[1])
            tell(p, "more than one has", volume[0], fmin(own[0], own[1]));
    }
    assert_int_equal(abut_overlap(p->query, p->b, p->a, &turned, &back), ABUT_OK);
    if (back.volume_lo > volume[1] || back.volume_hi < volume[0])
        tell(p, "volume, exchanged", volume[0], back.volume_lo);
    if (back.curve_count != count)
        tell(p, "curves, exchanged", (double)count, (double)back.curve_count);
    expect_regions_exchanged(p);
}

static void expect_depths(const asked* p)
{
    const abut_solids_ask ask = {
        .a_solid = p->a_solid, .b_solid = p->b_solid, .relative = 0.1, .budget = 200000};
    const abut_solids_ask turned = {
        .a_solid = p->b_solid, .b_solid = p->a_solid, .relative = 0.1, .budget = 200000};
    abut_depth_least_answer least, back;
    abut_reach_answer reach;
    abut_signed_answer sign;
    assert_int_equal(abut_depth_least(p->query, p->a, p->b, &ask, &least), ABUT_OK);
    assert_int_equal(abut_depth_least(p->query, p->b, p->a, &turned, &back), ABUT_OK);
    sum.not_complete += (size_t)!least.complete;
    if (!(least.lo >= 0 && least.lo <= least.hi)) tell(p, "least", least.lo, least.hi);
    if (least.lo > back.hi || back.lo > least.hi) tell(p, "least, exchanged", least.lo, back.lo);
    const int is_blocked = least.hi > 0;
    sum.blocked += (size_t)is_blocked;
    abut_instance moved = *p->b;
    if (p->is_closed && translation_apply(&moved, least.translation) &&
        are_blocked(p->query, p->a, &moved))
        tell(p, "not freed", least.translation[0], least.hi);
    for (int i = 0; i < 6; i++) {
        double way[3] = {0, 0, 0};
        way[i / 2] = i % 2 ? -1 : 1;
        abut_depth_along_answer along, other;
        const double opposite[3] = {-way[0], -way[1], -way[2]};
        assert_int_equal(abut_depth_along(p->query, p->a, p->b, way, &ask, &along), ABUT_OK);
        if (along.depth_hi < least.lo)
            tell(p, "a way is shorter than the least", along.depth_hi, least.lo);
        if (along.clear_hi < along.depth_lo || along.depth_lo > along.depth_hi)
            tell(p, "clear before it is free", along.clear_hi, along.depth_lo);
        if (is_blocked ? !(along.depth_hi > 0) : along.complete && along.depth_hi > 0)
            tell(p, "blocked along, or not", along.depth_hi, least.hi);
        if (i > 1) continue;
        const abut_solids_ask exact = {.a_solid = p->a_solid, .b_solid = p->b_solid};
        const abut_solids_ask exact_back = {.a_solid = p->b_solid, .b_solid = p->a_solid};
        assert_int_equal(abut_depth_along(p->query, p->a, p->b, way, &exact, &along), ABUT_OK);
        assert_int_equal(abut_depth_along(p->query, p->b, p->a, opposite, &exact_back, &other),
                         ABUT_OK);
        if (memcmp(&along.depth_lo, &other.depth_lo, 4 * sizeof(double)) != 0)
            tell(p, "along, exchanged", along.depth_lo, other.depth_lo);
        if (nextafter(along.depth_lo, (double)INFINITY) < along.depth_hi)
            tell(p, "not exact", along.depth_lo, along.depth_hi);
        if (along.depth_hi < least.lo)
            tell(p, "a way is shorter than the least", along.depth_hi, least.lo);
    }
    assert_int_equal(abut_reach(p->query, p->a, p->b, &ask, &reach), ABUT_OK);
    if (p->is_clean && (reach.a_in_b.lo > least.hi || reach.b_in_a.lo > least.hi))
        tell(p, "reach is more than the least depth", fmax(reach.a_in_b.lo, reach.b_in_a.lo),
             least.hi);
    assert_int_equal(abut_signed_distance(p->query, p->a, p->b, &ask, &sign), ABUT_OK);
    if (is_blocked ? sign.signed_hi > 0 || -sign.signed_lo < least.lo || -sign.signed_hi > least.hi
                   : sign.signed_lo < 0)
        tell(p, "signed", sign.signed_lo, sign.signed_hi);
    if (p->is_closed && is_blocked != are_blocked(p->query, p->a, p->b))
        tell(p, "blocked, or not", least.hi, 0);
}

static void ask_pair(abut_query* query, const abut_instance* objects, size_t i, size_t k)
{
    asked p = {.query = query, .a = &objects[i], .b = &objects[k], .a_index = i, .b_index = k};
    sum.pairs++;
    assert_int_equal(abut_solid_build(&p.a_solid, p.a->model, NULL), ABUT_OK);
    assert_int_equal(abut_solid_build(&p.b_solid, p.b->model, NULL), ABUT_OK);
    assert_int_equal(abut_solid_check(p.a_solid, query), ABUT_OK);
    assert_int_equal(abut_solid_check(p.b_solid, query), ABUT_OK);
    const unsigned any = ~(1U << ABUT_FAULT_NONE), open = 1U << ABUT_FAULT_OPEN;
    p.is_clean = all_are_without(p.a_solid, any) && all_are_without(p.b_solid, any);
    p.is_closed = all_are_without(p.a_solid, open) && all_are_without(p.b_solid, open);
    expect_overlap(&p);
    expect_depths(&p);
    abut_solid_free(p.a_solid);
    abut_solid_free(p.b_solid);
}

static int has_size_asked_for(const abut_instance* a, const abut_instance* b)
{
    abut_model_info x, y;
    assert_int_equal(abut_model_describe(a->model, &x), ABUT_OK);
    assert_int_equal(abut_model_describe(b->model, &y), ABUT_OK);
    const size_t triangles = x.triangle_count + y.triangle_count;
    return least_triangles <= triangles && triangles <= most_triangles;
}

static void visit(const abut_instance* objects, size_t first_count, size_t count, void* context)
{
    abut_query* query = NULL;
    size_t met = 0;
    (void)context;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const size_t a_end = first_count < count ? first_count : count;
    for (size_t i = 0; i < a_end; i++)
        for (size_t k = first_count < count ? first_count : i + 1; k < count; k++) {
            abut_hits hits;
            const abut_ask any = {.limit = 1};
            if (!has_size_asked_for(&objects[i], &objects[k])) continue;
            assert_int_equal(abut_collide(query, &objects[i], &objects[k], &any, &hits), ABUT_OK);
            if (hits.state != ABUT_STATE_CONTACT || met++ % step_of_pairs) continue;
            ask_pair(query, objects, i, k);
        }
    abut_query_free(query);
}

static void print_totals(void)
{
    print_message(
        "%zu pairs, %zu blocked, %zu with a volume, %zu curves (%zu with open ends), %zu depths "
        "not complete, %zu faults\n",
        sum.pairs, sum.blocked, sum.with_volume, sum.curves, sum.open_ends, sum.not_complete,
        sum.faults);
}

static void laws_hold_on_real_objects(void** state)
{
    (void)state;
    if (!data_pack("depths of assemblies")) return;
    for (int i = 0; i < ASSEMBLY_COUNT; i++)  // those of buildings take long to read: by hand
        if (strncmp(assemblies[i].mesh[0], "cad/", 4) == 0)
            assembly_read(&assemblies[i], visit, NULL);
    print_totals();
    assert_int_equal(sum.faults, 0);
    assert_true(sum.pairs > 1);
}

int main(int argc, char** argv)
{
    if (argc > 1) {
        step_of_pairs = (size_t)strtoul(argv[1], NULL, 10);
        if (argc > 3) most_triangles = (size_t)strtoul(argv[3], NULL, 10);
        if (argc > 4) least_triangles = (size_t)strtoul(argv[4], NULL, 10);
        assembly_read(&assemblies[argc > 2 ? strtoul(argv[2], NULL, 10) % ASSEMBLY_COUNT : 0],
                      visit, NULL);
        print_totals();
        return sum.faults > 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(laws_hold_on_real_objects)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
