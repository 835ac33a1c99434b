// test_volume_solids.c - which components are solids, whose volumes count: what is open, flat, crosses, is flush or passes through
// where triangles only touch.
#include "query/volume_check.h"

static void assert_fault(const mesh* m, size_t part, abut_fault fault, uint32_t crossing)
{
    const abut_soup soup = soup_of_mesh(m);
    abut_model* model = build(&soup, ABUT_METHOD_WIDE);
    const abut_solid_part* parts;
    abut_solid* solid;
    abut_query* q;
    size_t count;
    assert_int_equal(abut_solid_build(&solid, model, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_solid_parts(solid, &parts, &count), ABUT_OK);
    assert_true(part < count);
    if (fault == ABUT_FAULT_OPEN || fault == ABUT_FAULT_FLAT)
        assert_int_equal(parts[part].fault, fault);
    else
        assert_int_equal(parts[part].fault, ABUT_FAULT_UNKNOWN);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(abut_solid_check(solid, q), ABUT_OK);
        assert_int_equal(abut_solid_parts(solid, &parts, &count), ABUT_OK);
        assert_int_equal(parts[part].fault, fault);
        assert_int_equal(parts[part].crossing, crossing);
    }
    abut_query_free(q);
    abut_solid_free(solid);
    abut_model_free(model);
}

// A double pyramid that is half in a box, its widest square in a face of it: they pass through each other where triangles only
// touch. One that stands there with a corner does not.
static void test_passing(void** state)
{
    (void)state;
    for (int is_in = 0; is_in < 2; is_in++) {
        mesh m = {.vertex_count = 8};
        box_soup box;
        box_soup_make(&box, -3, -3, -4, 3, 3, 0);
        memcpy(m.vertices, box.vertices, sizeof box.vertices);
        for (int i = 0; i < 12; i++)
            add_triangle(&m, 0, box_triangles + 3 * i, 0);
        for (int i = 0; i < 18; i++)
            m.vertices[24 + i] =
                octahedron_vertices[i] + (i % 3 == 0 ? 0.25 : i % 3 == 2 && !is_in);
        m.vertex_count += 6;
        for (int i = 0; i < 8; i++)
            add_triangle(&m, 8, octahedron_triangles + 3 * i, 0);
        for (size_t part = 0; part < 2; part++) {
            const abut_fault fault = is_in ? ABUT_FAULT_CROSSING : ABUT_FAULT_NONE;
            uint32_t first = UINT32_MAX;
            if (is_in) first = part ? 16 : 2;
            assert_fault(&m, part, fault, first);
        }
    }
}

// Bricks that are flush are solids, whether they share corners, edges or whole triangles; each is counted. A box within
// another and flush with it is a notch, by parity. One that is there twice is no solid.
static void test_bricks(void** state)
{
    (void)state;
    static const double probe[][7] = {{-1, -1, -1, 9, 9, 9, 8}, {0.5, 0.5, 0.5, 1.5, 1.5, 1.5, 1},
                                      {1, 0, 0, 2, 1, 1, 1},    {0.25, 0, 0.5, 1.75, 2, 3, 4.5},
                                      {0, 0, 0, 2, 2, 2, 8},    {2, 0, 0, 3, 2, 2, 0}};
    rng r = {1};
    // [0, 2]^3 of four in one component; and of a long one with two short ones that share no corner with it.
    for (int i = 0; i < 2; i++) {
        mesh bricks = {.vertex_count = 0};
        for (int k = 0; k < 4 && !i; k++)
            add_block(&bricks, (double[]){0, k & 1, k / 2, 2, (k & 1) + 1, k / 2 + 1}, 0);
        if (i) {
            add_block(&bricks, (double[]){0, 0, 0, 2, 2, 1}, 1);
            add_block(&bricks, (double[]){0, 0, 1, 1.5, 2, 2}, 0);
            add_block(&bricks, (double[]){1.5, 0, 1, 2, 2, 2}, 0);
        }
        assert_fault(&bricks, 0, ABUT_FAULT_NONE, UINT32_MAX);
        const abut_soup one = soup_of_mesh(&bricks);
        for (size_t k = 0; k < 2 * sizeof probe / sizeof *probe; k++) {
            const double* box = probe[k / 2];
            mesh m = {.vertex_count = 0};
            add_block(&m, box, 0);
            if (k & 2) turn_some(&m, &r);
            const abut_soup other = soup_of_mesh(&m);
            const measured v = measure(k & 1 ? &other : &one, NULL, k & 1 ? &one : &other, NULL);
            assert_true(is_within(v.lo, v.hi, box[6], 1e-9));
        }
    }
    mesh twice = {.vertex_count = 0};
    add_block(&twice, (double[]){0, 0, 0, 1, 1, 1}, 0);
    add_block(&twice, (double[]){0, 0, 0, 1, 1, 1}, 0);
    assert_fault(&twice, 0, ABUT_FAULT_CROSSING, 0);
    mesh inner = {.vertex_count = 0};
    add_block(&inner, (double[]){0, 0, 0, 3, 3, 3}, 0);
    add_block(&inner, (double[]){1, 1, 0, 2, 2, 1}, 0);
    assert_fault(&inner, 1, ABUT_FAULT_NONE, UINT32_MAX);
    const abut_soup notched = soup_of_mesh(&inner);
    box_soup whole;
    box_soup_make(&whole, -1, -1, -1, 4, 4, 4);
    const measured v = measure(&notched, NULL, &whole.soup, NULL);
    assert_true(is_within(v.lo, v.hi, 26, 1e-9));
}

static void test_faults(void** state)
{
    (void)state;
    mesh cube = {.vertex_count = 0}, more, large = cube;
    add_block(&cube, (double[]){0, 0, 0, 1, 1, 1}, 0);
    add_block(&large, (double[]){-9, -9, -9, 9, 9, 9}, 0);
    assert_fault(&cube, 0, ABUT_FAULT_NONE, UINT32_MAX);
    more = cube;
    more.triangle_count--;
    assert_fault(&more, 0, ABUT_FAULT_OPEN, UINT32_MAX);
    more.triangle_count = 1;
    more.triangles[1] = more.triangles[0];
    assert_fault(&more, 0, ABUT_FAULT_FLAT, UINT32_MAX);
    more = cube;
    add_block(&more, (double[]){2, 0, 0, 3, 1, 1}, 0);  // apart
    assert_fault(&more, 1, ABUT_FAULT_NONE, UINT32_MAX);
    add_block(&more, (double[]){2.5, 0.25, 0.25, 3.5, 0.75, 0.75}, 0);  // crosses the second
    assert_fault(&more, 0, ABUT_FAULT_NONE, UINT32_MAX);
    assert_fault(&more, 1, ABUT_FAULT_CROSSING, 18);
    const abut_soup soup = soup_of_mesh(&more), other = soup_of_mesh(&large);
    measured v = measure(&soup, NULL, &other, NULL);
    assert_true(is_within(v.lo, v.hi, 1, 1e-8));  // what is left
    assert_int_equal(v.left_out[0], 2);
    assert_int_equal(v.left_out[1], 0);
    // Nothing is left.
    more.triangle_count--;
    memmove(more.triangles, more.triangles + 36,
            (more.triangle_count - 12) * 3 * sizeof *more.triangles);
    const abut_soup open = {.vertices = more.vertices,
                            .triangles = more.triangles,
                            .vertex_count = more.vertex_count,
                            .triangle_count = more.triangle_count - 12};
    v = measure(&open, NULL, &other, NULL);
    assert_true(isnan(v.lo) && isnan(v.hi));
    assert_int_equal(v.left_out[0], 2);
    for (int fault = ABUT_FAULT_NONE; fault <= ABUT_FAULT_UNKNOWN; fault++)
        assert_non_null(abut_fault_text((abut_fault)fault));
    assert_null(abut_fault_text((abut_fault)(ABUT_FAULT_UNKNOWN + 1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passing),
        cmocka_unit_test(test_bricks),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
