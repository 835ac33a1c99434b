// test_contain_open.c - what is inside surfaces that are not closed, by winding numbers; sheets in solids;
// and a real model of two closed surfaces.
#include "query/contain_check.h"
#include "support/data_pack.h"
#include "support/method_here.h"

// ------------------------------------------------------------------------------------------- winding

// A triangle that is only a point.
static abut_model* point_model(double x, double y, double z)
{
    const double vertex[3] = {x, y, z};
    const uint32_t triangle[3] = {0, 0, 0};
    const abut_soup soup = {
        .vertices = vertex, .triangles = triangle, .vertex_count = 1, .triangle_count = 1};
    abut_model* m = NULL;
    const abut_build options = {.method = SOME_TREE};
    assert_int_equal(abut_model_build(&m, &soup, &options), ABUT_OK);
    return m;
}

static abut_component point_in(const solid* b, const abut_pose* pose, double x, double y, double z)
{
    abut_query* q = query_new();
    abut_model *point = point_model(x, y, z), *m = solid_model(b, SOME_TREE);
    const abut_instance left = {.model = point, .pose = *pose}, right = {.model = m, .pose = *pose};
    abut_containment c;
    assert_int_equal(abut_contain(q, &left, &right, NULL, &c), ABUT_OK);
    expect_reasons(&c);
    assert_int_equal(c.a_count, 1);
    assert_int_equal(c.relation, c.a[0].relation);
    const abut_component part = c.a[0];
    abut_query_free(q);
    abut_model_free(point);
    abut_model_free(m);
    return part;
}

static void cube_without_a_face(void** state)
{
    (void)state;
    const double low[3] = {0, 0, 0}, high[3] = {1, 1, 1};
    rng r = {72};
    for (int i = 0; i < 12; i++) {
        abut_pose pose = i ? pose_random(&r, i % 3 ? 0 : 1) : (abut_pose){.scale = 0};
        if (i % 2) pose_mirror(&pose);
        if (i % 4 > 1) pose.scale = i % 4 == 2 ? 0x1p-100 : 0x1p200;
        solid b = {0};
        solid_add_box(&b, low, high, 1 + i % 3, 1u << i % 6);
        double middle[3] = {.5, .5, .5};
        middle[i % 6 / 2] = i % 2;
        const abut_component centre = point_in(&b, &pose, .5, .5, .5);
        assert_int_equal(centre.relation, ABUT_RELATION_A_INSIDE_B);
        assert_true(centre.has_winding && fabs(fabs(centre.winding) - 5.0 / 6) < 1e-12);
        assert_true(fabs(fabs(centre.winding) - 5.0 / 6) <= centre.winding_error + 0x1p-53);
        assert_true(centre.winding_error < 1e-9);
        const abut_component hole = point_in(&b, &pose, middle[0], middle[1], middle[2]);
        assert_int_equal(hole.relation, ABUT_RELATION_UNKNOWN);
        assert_int_equal(hole.reason, ABUT_REASON_AMBIGUOUS);
        assert_true(hole.has_winding && fabs(fabs(hole.winding) - 0.5) < 1e-12);
        assert_int_equal(point_in(&b, &pose, 1.5, .5, 2).relation, ABUT_RELATION_SEPARATE);
        solid_free(&b);
    }
}

static void cracks_and_orientation(void** state)
{
    (void)state;
    const abut_pose none = {.scale = 0};
    const double low[3] = {0, 0, 0}, high[3] = {1, 1, 1};
    // Six faces that share no vertex: each is a component, together they wind once.
    solid cracked = {0};
    for (unsigned face = 0; face < 6; face++) {
        double from[3], to[3];
        for (int k = 0; k < 3; k++) {
            from[k] = low[k] + (double)face * 0x1p-40;
            to[k] = high[k] + (double)face * 0x1p-40;
        }
        solid_add_box(&cracked, from, to, 2, 63u ^ 1u << face);
    }
    const abut_component centre = point_in(&cracked, &none, .5, .5, .5);
    assert_int_equal(centre.relation, ABUT_RELATION_A_INSIDE_B);
    assert_true(centre.has_winding && fabs(centre.winding - 1) < 1e-9);
    // A face turned over: parity does not mind where the surface is closed, winding does where it is not.
    solid turned = {0};
    solid_add_box(&turned, low, high, 1, 0);
    for (size_t i = 0; i < 2; i++) {
        const uint32_t swap = turned.triangles[3 * i];
        turned.triangles[3 * i] = turned.triangles[3 * i + 1];
        turned.triangles[3 * i + 1] = swap;
    }
    assert_int_equal(point_in(&turned, &none, .5, .5, .5).relation, ABUT_RELATION_A_INSIDE_B);
    assert_int_equal(point_in(&turned, &none, .5, .5, .5).has_winding, 0);
    turned.triangle_count--;
    const abut_component lost = point_in(&turned, &none, .5, .5, .5);
    assert_int_equal(lost.relation, ABUT_RELATION_UNKNOWN);
    assert_int_equal(lost.reason, ABUT_REASON_UNORIENTED);
    solid_free(&cracked);
    solid_free(&turned);
}

static void open_surfaces(void** state)
{
    (void)state;
    const double low[3] = {0, 0, 0}, high[3] = {4, 4, 4};
    const double square_low[2] = {0, 0}, square_high[2] = {4, 4};
    solid box = {0}, open = {0}, inner = {0}, sheet = {0}, wall = {0}, beam = {0};
    solid_add_box(&box, low, high, 4, 0);
    solid_add_box(&open, low, high, 2, 32);
    solid_add_cube(&inner, 1, 2, 1);
    expect_everywhere(&inner, &open, ABUT_RELATION_A_INSIDE_B);
    // A box on a sheet touches it; a sheet in the middle of a box, along its grid, crosses.
    solid_add_face(&sheet, 2, 0, square_low, square_high, 1);
    expect_everywhere(&box, &sheet, ABUT_RELATION_TOUCHING);
    for (size_t i = 2; i < 3 * sheet.vertex_count; i += 3)
        sheet.vertices[i] = 2;
    expect_everywhere(&box, &sheet, ABUT_RELATION_CROSSING);
    // Two sheets that share an edge: no side is inside anything.
    solid_add_face(&wall, 0, 0, square_low, square_high, 1);
    for (size_t i = 2; i < 3 * sheet.vertex_count; i += 3)
        sheet.vertices[i] = 0;
    expect_everywhere(&wall, &sheet, ABUT_RELATION_UNKNOWN);
    // Out of an open box through the hole, without contact.
    const double beam_low[3] = {1, 1, 1}, beam_high[3] = {2, 2, 9};
    solid_add_box(&beam, beam_low, beam_high, 1, 0);
    expect_everywhere(&beam, &open, ABUT_RELATION_UNKNOWN);
    solid_free(&box);
    solid_free(&open);
    solid_free(&inner);
    solid_free(&sheet);
    solid_free(&wall);
    solid_free(&beam);
}

// A solid of two pyramids over a polygon of count corners in the plane z = 0.
static solid bipyramid(int count, double radius)
{
    static const double at[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    solid s = {0};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            const double *from = at[(i + k) % count], *to = at[(i + 1 - k) % count];
            const double corner[3][3] = {{radius * from[0], radius * from[1], 0},
                                         {radius * to[0], radius * to[1], 0},
                                         {0, 0, k ? -radius : radius}};
            solid_add_triangle(&s, corner);
        }
    return s;
}

// Put the vertices of every triangle in another order: 0 to 5.
static solid reordered(const solid* s, int order)
{
    solid out = {0};
    for (size_t i = 0; i < s->triangle_count; i++) {
        double corner[3][3];
        for (int k = 0; k < 3; k++) {
            const int from = (order % 2 ? 3 - k + order / 2 : k + order / 2) % 3;
            const size_t vertex = s->triangles[3 * i + (size_t)from];
            memcpy(corner[k], s->vertices + 3 * vertex, sizeof corner[k]);
        }
        solid_add_triangle(&out, (const double(*)[3])corner);
    }
    return out;
}

static void expect_in_all_orders(const solid* sheet, const solid* s, abut_relation expected)
{
    for (int order = 0; order < 6; order++) {
        solid turned = reordered(sheet, order);
        expect_everywhere(&turned, s, expected);
        solid_free(&turned);
    }
}

// A box about [-4, 4]^2 with a pit over [-1, 1]^2 that ends at z = 0.
static solid box_with_pit(void)
{
    const double low[3] = {-4, -4, -2}, high[3] = {4, 4, 1};
    solid s = {0};
    solid_add_box(&s, low, high, 8, 32);
    for (int i = 0; i < 64; i++) {
        const double from[2] = {i % 8 - 4, i / 8 - 4}, to[2] = {i % 8 - 3, i / 8 - 3};
        const int is_pit = (i % 8 == 3 || i % 8 == 4) && (i / 8 == 3 || i / 8 == 4);
        solid_add_face(&s, 2, is_pit ? 0 : 1, from, to, 1);
    }
    for (int i = 0; i < 8; i++) {  // its walls, of squares
        const int axis = i / 4, side = i / 2 % 2, at = i % 2;
        const double from[2] = {axis ? 0 : at - 1, axis ? at - 1 : 0};
        const double to[2] = {axis ? 1 : at, axis ? at : 1};
        solid_add_face(&s, axis, side ? 1 : -1, from, to, side ? -1 : 1);
    }
    return s;
}

// A box with a pyramid cut out of its top, down to the origin.
static solid box_with_cone(void)
{
    static const double at[4][2] = {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}};
    const double low[3] = {-2, -2, -2}, high[3] = {2, 2, 1};
    solid s = {0};
    solid_add_box(&s, low, high, 1, 32);
    for (int i = 0; i < 4; i++) {
        const double *from = at[i], *to = at[(i + 1) % 4];
        const double corner[3][3] = {{from[0], from[1], 1}, {to[0], to[1], 1}, {0, 0, 0}};
        solid_add_triangle(&s, corner);
    }
    return s;
}

// Sheets and segments that enter a solid where one sort of probe alone can tell: no pair crosses.
static void sheets_in_solids(void** state)
{
    (void)state;
    static const double corners[][3][3] = {
        {{-50, -40, 0}, {60, -40, 0}, {0, 70, 0}},  // cuts a solid along its edges
        {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}},         // fills it up to its edges
        {{-3.9, -1.5, 0},
         {3.9, -1.5, 0},
         {0, 3.9, 0}},                                // from the bottom of a pit into the material
        {{-.5, -.25, 0}, {.5, -.25, 0}, {0, .5, 0}},  // has the tip of a pit on its inside
        {{2, 2, 0}, {2, 2, 0}, {.125, .125, 0}},      // a segment in through an edge,
        {{0, 0, 0}, {1, .5, 1}, {2, 1, 2}},           // out through a face
    };
    solid odd = bipyramid(3, 1), even = bipyramid(4, 1), tip = bipyramid(4, 2);
    solid pit = box_with_pit(), cone = box_with_cone();
    for (size_t i = 2; i < 3 * tip.vertex_count; i += 3)
        tip.vertices[i] -= 2;
    const solid* const into[] = {&even, &odd, &pit, &cone, &even, &even};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        solid sheet = {0};
        solid_add_triangle(&sheet, corners[i]);
        expect_in_all_orders(&sheet, into[i], ABUT_RELATION_CROSSING);
        // The same sheet on the outside of a tip.
        if (i == 3) expect_in_all_orders(&sheet, &tip, ABUT_RELATION_TOUCHING);
        solid_free(&sheet);
    }
    // A doubled triangle is a closed surface around nothing: what surrounds it is the cube's.
    solid sheet = {0}, flap = {0};
    solid_add_triangle(&sheet, corners[3]);
    solid_scale(&sheet, 2);
    solid_add_cube(&flap, -3, 3, 1);
    for (int i = 0; i < 2; i++)
        solid_add_triangle(&flap, corners[3]);
    expect_in_all_orders(&sheet, &flap, ABUT_RELATION_CROSSING);
    solid* all[] = {&odd, &even, &tip, &pit, &cone, &sheet, &flap};
    // NOLINTNEXTLINE(bugprone-sizeof-expression): the pointers are counted
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        solid_free(all[i]);
}

// ------------------------------------------------------------------------------------- a real model

static abut_model* part_model(const mesh* m, size_t first, size_t count)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles + 3 * first,
                            .vertex_count = m->vertex_count,
                            .triangle_count = count};
    abut_model* model = NULL;
    const abut_build options = {.method = SOME_TREE};
    assert_int_equal(abut_model_build(&model, &soup, &options), ABUT_OK);
    return model;
}

// A cube less what is around a sphere, and that sphere, which pokes out of the cube's faces through
// holes. Nothing touches, and the sphere is not in the cube's material.
static void boxed_sphere(void** state)
{
    (void)state;
    if (!data_pack("the boxed sphere")) skip();
    mesh m = data_mesh("cad/axom/boxedSphere.stl");
    const size_t cube_count = 36932;
    const abut_pose none = {.scale = 0};
    abut_model *all = part_model(&m, 0, m.triangle_count), *cube = part_model(&m, 0, cube_count);
    abut_model* sphere = part_model(&m, cube_count, m.triangle_count - cube_count);
    assert_int_equal(relation_in(cube, &none, sphere, &none), ABUT_RELATION_SEPARATE);
    solid s = {0};
    solid_add_cube(&s, -.125, .125, 2);
    abut_model* kernel = solid_model(&s, SOME_TREE);
    abut_query* q = query_new();
    const abut_instance a = {.model = all}, b = {.model = kernel};
    abut_instance around = {.model = kernel, .pose = {.scale = 16}};
    abut_containment c;
    assert_int_equal(abut_contain(q, &a, &b, NULL, &c), ABUT_OK);
    assert_int_equal(c.relation, ABUT_RELATION_B_INSIDE_A);
    assert_int_equal(c.a_count, 2);
    assert_int_equal(c.a[0].relation, ABUT_RELATION_SEPARATE);
    assert_int_equal(c.a[1].relation, ABUT_RELATION_B_INSIDE_A);
    assert_int_equal(c.a[1].first_triangle, cube_count);
    assert_int_equal(abut_contain(q, &a, &around, NULL, &c), ABUT_OK);
    assert_int_equal(c.relation, ABUT_RELATION_A_INSIDE_B);
    // A quarter of its size, moved into the material of a corner.
    const abut_instance corner = {.model = kernel,
                                  .pose = {.translation = {.4375, .4375, .4375}, .scale = 0.25}};
    assert_int_equal(abut_contain(q, &a, &corner, NULL, &c), ABUT_OK);
    assert_int_equal(c.relation, ABUT_RELATION_B_INSIDE_A);
    assert_int_equal(c.a[0].relation, ABUT_RELATION_B_INSIDE_A);
    assert_int_equal(c.a[1].relation, ABUT_RELATION_SEPARATE);
    abut_query_free(q);
    abut_model* models[] = {all, cube, sphere, kernel};
    // NOLINTNEXTLINE(bugprone-sizeof-expression): the pointers are counted
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        abut_model_free(models[i]);
    solid_free(&s);
    mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cube_without_a_face), cmocka_unit_test(cracks_and_orientation),
        cmocka_unit_test(open_surfaces),       cmocka_unit_test(sheets_in_solids),
        cmocka_unit_test(boxed_sphere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
