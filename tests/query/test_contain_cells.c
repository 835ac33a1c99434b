// test_contain_cells.c - abut_contain on solids made of cells of a lattice, where all that it says can be
// counted: a point is inside a solid if its cell is, and all is alike along each open face, edge and
// vertex of a cell. With cavities, edges of four faces, components that touch each other; no pair
// crosses, unless cells are coarse.
#include "query/cells.h"
#include "support/method_here.h"

#include "abut/contain.h"

typedef struct counted {  // what is around a point of the doubled lattice
    int full[2], empty[2], shared;
} counted;

static counted count_at(const cells c[2], const int point[3])
{
    counted out = {{0, 0}, {0, 0}, 0};
    int around[8][3];
    cells_around(point, around);
    for (int i = 0; i < 8; i++) {
        const int in[2] = {cell_at(&c[0], around[i]), cell_at(&c[1], around[i])};
        for (int side = 0; side < 2; side++) {
            out.full[side] |= in[side];
            out.empty[side] |= !in[side];
        }
        out.shared |= in[0] && in[1];
    }
    return out;
}

// Components as the library numbers them, by a plain fixed point: label of each triangle.
static size_t label_components(const solid* s, size_t* label)
{
    const size_t count = s->triangle_count;
    for (size_t i = 0; i < count; i++)
        label[i] = i;
    for (int changed = 1; changed;) {
        changed = 0;
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < count; k++) {
                if (label[i] >= label[k]) continue;
                int common = 0;
                for (int n = 0; n < 9 && !common; n++)
                    common = memcmp(s->vertices + 9 * i + 3 * (n % 3),
                                    s->vertices + 9 * k + 3 * (n / 3), 3 * sizeof(double)) == 0;
                if (!common) continue;
                label[k] = label[i];
                changed = 1;
            }
    }
    size_t components = 0;
    for (size_t i = 0; i < count; i++)  // the first of a component still has its own number
        label[i] = label[i] == i ? components++ : label[label[i]];
    return components;
}

// All points of the doubled lattice on a face of a solid: of the two triangles 2 i and 2 i + 1.
static void expect_component(const cells c[2], int side, const solid* s, const size_t* label,
                             size_t component, const abut_component* found)
{
    int touches = 0, crosses = 0, inside = 0;
    for (size_t i = 0; i < s->triangle_count; i += 2) {
        if (label[i] != component) continue;
        double low[3] = {99, 99, 99}, high[3] = {-99, -99, -99};
        for (size_t n = 0; n < 18; n++) {
            low[n % 3] = fmin(low[n % 3], s->vertices[9 * i + n]);
            high[n % 3] = fmax(high[n % 3], s->vertices[9 * i + n]);
        }
        int p[3];
        for (p[0] = (int)(2 * low[0]); p[0] <= 2 * high[0]; p[0]++)
            for (p[1] = (int)(2 * low[1]); p[1] <= 2 * high[1]; p[1]++)
                for (p[2] = (int)(2 * low[2]); p[2] <= 2 * high[2]; p[2]++) {
                    const counted n = count_at(c, p);
                    const int contact = n.full[!side] && n.empty[!side];
                    touches |= contact;
                    crosses |= contact && n.shared;
                    inside |= !contact && n.full[!side];
                }
    }
    const abut_relation own = side ? ABUT_RELATION_B_INSIDE_A : ABUT_RELATION_A_INSIDE_B;
    const abut_relation opposite = side ? ABUT_RELATION_A_INSIDE_B : ABUT_RELATION_B_INSIDE_A;
    if (crosses)
        assert_int_equal(found->relation, ABUT_RELATION_CROSSING);
    else if (touches)
        assert_int_equal(found->relation, ABUT_RELATION_TOUCHING);
    else if (inside)
        assert_int_equal(found->relation, own);
    else
        assert_true(found->relation == ABUT_RELATION_SEPARATE || found->relation == opposite);
}

typedef struct tally {
    size_t wholes[ABUT_RELATION_B_INSIDE_A + 1], parts[ABUT_RELATION_B_INSIDE_A + 1],
        crossings_without_cross;
} tally;

static void print_tally(const tally* t)
{
    for (int relation = ABUT_RELATION_UNKNOWN; relation <= ABUT_RELATION_B_INSIDE_A; relation++)
        print_message("%s: %zu models, %zu components\n",
                      abut_relation_text((abut_relation)relation), t->wholes[relation],
                      t->parts[relation]);
}

static void expect_cells(const cells c[2], const int size[2], const int shift[2], rng* r, tally* t)
{
    solid s[2];
    abut_model* m[2];
    size_t* label[2];
    size_t components[2];
    const int split = (int)rng_below(r, 3);
    abut_pose pose[2];
    pose[0] = split ? pose_random(r, 2) : (abut_pose){.scale = 0};
    pose[1] = pose[0];
    if (split == 2) pose[1].scale = 0x1p-3;
    for (int side = 0; side < 2; side++) {
        s[side] = cells_surface(&c[side], size[side], shift[side]);
        label[side] = malloc((s[side].triangle_count + 1) * sizeof *label[side]);
        assert_non_null(label[side]);
        components[side] = label_components(&s[side], label[side]);
        if (side && split == 2) solid_scale(&s[side], 8);
        m[side] = solid_model(&s[side], SOME_TREE);
        if (side && split == 2) solid_scale(&s[side], 0.125);
    }
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    const abut_instance a = {m[0], pose[0]}, b = {m[1], pose[1]};
    const abut_ask ask = {.detail = ABUT_DETAIL_KINDS};
    abut_containment out;
    assert_int_equal(abut_contain(q, &a, &b, &ask, &out), ABUT_OK);
    assert_int_equal(out.a_count, components[0]);
    assert_int_equal(out.b_count, components[1]);
    for (size_t i = 0; i < components[0]; i++)
        expect_component(c, 0, &s[0], label[0], i, &out.a[i]);
    for (size_t i = 0; i < components[1]; i++)
        expect_component(c, 1, &s[1], label[1], i, &out.b[i]);
    for (size_t i = 0; i < out.a_count; i++)
        t->parts[out.a[i].relation]++;
    for (size_t i = 0; i < out.b_count; i++)
        t->parts[out.b[i].relation]++;
    t->wholes[out.relation]++;
    int crosses = 0;
    for (size_t i = 0; i < out.hits.count; i++)
        crosses |= out.hits.contacts[i].kind == ABUT_KIND_CROSS;
    t->crossings_without_cross += out.relation == ABUT_RELATION_CROSSING && !crosses;
    abut_query_free(q);
    for (int side = 0; side < 2; side++) {
        abut_model_free(m[side]);
        solid_free(&s[side]);
        free(label[side]);
    }
}

static void sparse_and_dense_cells(void** state)
{
    (void)state;
    rng r = {81};
    tally t = {{0}, {0}, 0};
    static const int percents[] = {3, 10, 40, 90};
    for (int i = 0; i < 120; i++) {
        const int size[2] = {1, 1 + i % 3 / 2}, shift[2] = {0, i % 2};
        cells c[2];
        for (int side = 0; side < 2; side++)
            c[side] = cells_random(&r, size[side], shift[side], percents[rng_below(&r, 4)]);
        if (i % 4 == 0)  // what is full in one is empty in the other
            for (int n = 0; n < CELLS; n++)
                (&c[0].full[0][0][0])[n] &= (uint8_t) !(&c[1].full[0][0][0])[n];
        expect_cells(c, size, shift, &r, &t);
    }
    print_tally(&t);
    assert_true(t.crossings_without_cross > 20);
    assert_true(t.wholes[ABUT_RELATION_TOUCHING] > 10 && t.parts[ABUT_RELATION_TOUCHING] > 50);
}

// Nearly full against nearly empty: parts within material, and within its holes.
static void parts_within(void** state)
{
    (void)state;
    rng r = {83};
    tally t = {{0}, {0}, 0};
    for (int i = 0; i < 120; i++) {
        const int size[2] = {1, 1}, shift[2] = {0, 0};
        cells c[2] = {cells_random(&r, 1, 0, 97), cells_random(&r, 1, 1, 3)};
        if (i % 2) {
            const cells swap = c[0];
            c[0] = c[1];
            c[1] = swap;
        }
        expect_cells(c, size, shift, &r, &t);
    }
    print_tally(&t);
    assert_true(t.parts[ABUT_RELATION_A_INSIDE_B] > 20 && t.parts[ABUT_RELATION_B_INSIDE_A] > 20);
    assert_true(t.parts[ABUT_RELATION_SEPARATE] > 20);
}

// Blocks of 2^3 cells in both, one lattice shifted by one cell: here pairs cross.
static void coarse_cells(void** state)
{
    (void)state;
    rng r = {82};
    tally t = {{0}, {0}, 0};
    for (int i = 0; i < 120; i++) {
        const int size[2] = {2, 2}, shift[2] = {0, i % 2};
        cells c[2];
        for (int side = 0; side < 2; side++)
            c[side] = cells_random(&r, 2, shift[side], 20 + 20 * (i % 3));
        expect_cells(c, size, shift, &r, &t);
    }
    print_tally(&t);
    assert_true(t.wholes[ABUT_RELATION_CROSSING] > 50 && t.parts[ABUT_RELATION_TOUCHING] > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparse_and_dense_cells),
        cmocka_unit_test(coarse_cells),
        cmocka_unit_test(parts_within),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
