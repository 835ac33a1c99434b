// test_mesh_node.c - nodes: places composed and applied, against rational arithmetic; what is kept, what is repeated.
#include "io/mesh_check.h"
#include "mesh/reader.h"

#include <gmp.h>

// A number that makes sums round, or not: few bits, many bits, zeros, ones.
static double random_entry(void)
{
    switch (random_below(5)) {
    case 0:
        return 0;
    case 1:
        return random_below(2) ? 1 : -1;
    case 2:
        return (double)random_below(64) - 32;
    case 3:
        return ldexp((double)random_below(1 << 20) - (1 << 19), (int)random_below(40) - 30);
    default:
        return ldexp((double)(random_bits() >> 11), -50 - (int)random_below(8));
    }
}

static mesh_matrix random_matrix(void)
{
    mesh_matrix m;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            m.rows[row][column] = random_entry();
    return m;
}

// row * (v, last) in rational numbers.
static void exact_row(mpq_t sum, const double row[4], const double v[3], double last)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    mpq_set_d(sum, row[3]);
    mpq_set_d(x, last);
    mpq_mul(sum, sum, x);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(x, row[k]);
        mpq_set_d(y, v[k]);
        mpq_mul(x, x, y);
        mpq_add(sum, sum, x);
    }
    mpq_clears(x, y, NULL);
}

// How far a double is from a rational number, rounded down.
static double off_by(const mpq_t exact, double value)
{
    mpq_t x;
    mpq_init(x);
    mpq_set_d(x, value);
    mpq_sub(x, x, exact);
    mpq_abs(x, x);
    const double off = mpq_get_d(x);
    const bool some = mpq_sgn(x) != 0;
    mpq_clear(x);
    return some && off == 0 ? 4.9e-324 : off;
}

static void places_compose_as_exactly_as_can_be(void** state)
{
    (void)state;
    mpq_t sum;
    mpq_init(sum);
    size_t exact = 0;
    for (int i = 0; i < 20000; i++) {
        const mesh_matrix outer = random_matrix(), inner = random_matrix();
        mesh_matrix out;
        reader_error error = {0};
        double most[2] = {0};
        reader_compose(&out, &error, &outer, &inner);
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 4; column++) {
                const double v[3] = {inner.rows[0][column], inner.rows[1][column],
                                     inner.rows[2][column]};
                exact_row(sum, outer.rows[row], v, column == 3);
                const double off = off_by(sum, out.rows[row][column]);
                const double size = fabs(out.rows[row][column]);
                assert_true(off <= 0x1p-53 * size * (1 + 0x1p-40) + 5e-324);
                double* greatest = &most[column == 3];
                if (off > *greatest) *greatest = off;
            }
        assert_true(error.turn >= most[0] && error.turn <= most[0] * (1 + 0x1p-40));
        assert_true(error.shift >= most[1] && error.shift <= most[1] * (1 + 0x1p-40));
        exact += error.turn == 0 && error.shift == 0;
    }
    mpq_clear(sum);
    print_message("%zu of 20000 products are exact\n", exact);
    assert_true(exact > 100 && exact < 19000);
}

// Three matrices: what is told about the product of the first two holds through the third.
static void errors_add_up(void** state)
{
    (void)state;
    for (int i = 0; i < 5000; i++) {
        const mesh_matrix a = random_matrix(), b = random_matrix(), c = random_matrix();
        mesh_matrix ab, abc;
        reader_error error = {0};
        reader_compose(&ab, &error, &a, &b);
        reader_compose(&abc, &error, &ab, &c);
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 4; column++) {
                mpq_t sum, part, x;
                mpq_inits(sum, part, x, NULL);
                mpq_set_d(sum, column == 3 ? a.rows[row][3] : 0);
                for (int k = 0; k < 3; k++) {  // a * (b * c)
                    const double v[3] = {c.rows[0][column], c.rows[1][column], c.rows[2][column]};
                    exact_row(part, b.rows[k], v, column == 3);
                    mpq_set_d(x, a.rows[row][k]);
                    mpq_mul(part, part, x);
                    mpq_add(sum, sum, part);
                }
                assert_true(off_by(sum, abc.rows[row][column]) <=
                            (column == 3 ? error.shift : error.turn));
                mpq_clears(sum, part, x, NULL);
            }
    }
}

static void vertices_are_placed_exactly_or_the_error_is_told(void** state)
{
    (void)state;
    size_t exact = 0;
    mpq_t sum;
    mpq_init(sum);
    for (int i = 0; i < 20000; i++) {
        const mesh_matrix place = random_matrix();
        const double v[3] = {random_entry(), random_entry(), random_entry()};
        double out[3], square = 0;
        const double moved = mesh_place_vertex(&place, v, out);
        for (int axis = 0; axis < 3; axis++) {
            exact_row(sum, place.rows[axis], v, 1);
            const double off = off_by(sum, out[axis]);
            square += off * off;
        }
        assert_true(moved >= sqrt(square) * (1 - 0x1p-40));
        assert_true(moved <= sqrt(square) * (1 + 0x1p-40));
        exact += moved == 0;
    }
    mpq_clear(sum);
    assert_true(exact > 100 && exact < 19900);
    // What is too small or too large for doubles is told, too.
    const mesh_matrix tiny = {{{1e-200, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    const double v[3] = {3e-200, 5e-324, 1}, large[3] = {1, 1, 1.5e308};
    double out[3];
    assert_true(mesh_place_vertex(&tiny, v, out) > 0);
    const mesh_matrix twice = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 2, 0}}};
    assert_true(isinf(mesh_place_vertex(&twice, large, out)));
    const mesh_matrix same = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    assert_true(mesh_place_vertex(&same, v, out) == 0 && out[0] == v[0] && out[1] == v[1]);
}

// ------------------------------------------------------------------------------------------ meshes

static const mesh_matrix identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

// Two triangles, the second of which is also used alone; a vertex that none uses.
static void begin(reader* r, mesh_error* e, bool keep_places)
{
    static const char bytes[] = "x";
    *r = (reader){.begin = bytes, .at = bytes, .end = bytes + 1, .error = e};
    r->keep_places = keep_places;
    r->mesh.format = MESH_GLTF;
    static const double vertices[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {7, 7, 7}, {1, 1, 3}};
    for (int i = 0; i < 5; i++)
        assert_int_equal(reader_add_vertex(r, vertices[i]), MESH_OK);
    assert_int_equal(reader_add_triangle(r, 0, 1, 2), MESH_OK);
    assert_int_equal(reader_add_triangle(r, 2, 1, 4), MESH_OK);
}

static void add(reader* r, const char* name, const char* id, const mesh_matrix* place, size_t first,
                size_t count)
{
    const reader_node node = {.name = name,
                              .name_length = strlen(name),
                              .id = id,
                              .id_length = strlen(id),
                              .place = *place,
                              .first_triangle = first,
                              .triangle_count = count};
    assert_int_equal(reader_add_node(r, &node), MESH_OK);
}

static void end(reader* r)
{
    free(r->groups);
    free(r->names);
    reader_release_nodes(r);
    mesh_free(&r->mesh);
}

static void nodes_keep_places(void** state)
{
    (void)state;
    reader r;
    mesh_error e;
    begin(&r, &e, true);
    const mesh_matrix shifted = {{{1, 0, 0, 5}, {0, 1, 0, 0.1}, {0, 0, 1, 0}}};
    add(&r, "a", "root/a", &identity, 0, 2);
    add(&r, "", "", &shifted, 0, 2);
    assert_int_equal(reader_finish(&r), MESH_OK);
    const mesh* m = &r.mesh;
    assert_int_equal(m->vertex_count, 5);
    assert_int_equal(m->triangle_count, 2);
    assert_int_equal(m->group_count, 2);
    assert_int_equal(m->place_count, 2);
    assert_int_equal(m->warning_count, 0);
    assert_true(m->groups[0].kind == 'n' && m->groups[1].kind == 'n');
    assert_string_equal(m->groups[0].name, "a");
    assert_string_equal(m->groups[0].id, "root/a");
    assert_string_equal(m->groups[1].name, "");
    assert_null(m->groups[1].id);
    assert_memory_equal(m->groups[1].place, &shifted, sizeof shifted);
    assert_int_equal(m->groups[1].first_triangle, 0);
    assert_int_equal(m->groups[1].triangle_count, 2);
    end(&r);
}

static void nodes_repeat_meshes_in_the_world(void** state)
{
    (void)state;
    reader r;
    mesh_error e;
    begin(&r, &e, false);
    const mesh_matrix mirrored = {{{-1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 8}}};
    add(&r, "a", "a", &identity, 0, 2);
    add(&r, "b", "b", &mirrored, 1, 1);
    assert_int_equal(reader_finish(&r), MESH_OK);
    const mesh* m = &r.mesh;
    assert_int_equal(m->vertex_count, 4 + 3);
    assert_int_equal(m->triangle_count, 3);
    assert_int_equal(m->face_count, 3);
    assert_null(m->faces);
    assert_null(m->places);
    assert_null(m->groups[0].place);
    assert_int_equal(m->warning_count, 0);
    assert_int_equal(m->groups[1].first_triangle, 2);
    // The triangle 2 1 4 in the mirror, its turn kept: 2 4 1.
    static const double expected[3][3] = {{0, 1, 8}, {-1, 1, 11}, {-1, 0, 8}};
    for (size_t corner = 0; corner < 3; corner++)
        for (size_t axis = 0; axis < 3; axis++)
            assert_true(m->vertices[3 * m->triangles[6 + corner] + axis] == expected[corner][axis]);
    end(&r);
}

static void rounding_is_told_once(void** state)
{
    (void)state;
    for (int keep = 0; keep < 2; keep++) {
        reader r;
        mesh_error e;
        begin(&r, &e, keep);
        const mesh_matrix third = {{{1, 0, 0, 1.0 / 3}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
        add(&r, "a", "a", &third, 0, 2);
        add(&r, "b", "b", &third, 0, 1);
        add(&r, "c", "c", &identity, 0, 2);
        assert_int_equal(reader_finish(&r), MESH_OK);
        assert_int_equal(r.mesh.warning_total, keep ? 0 : 1);
        // 1 + 0.33333333333333331483 becomes 1.3333333333333332593.
        if (!keep)
            assert_string_equal(r.mesh.warnings[0].text,
                                "2 of 3 placed meshes cannot be put in place exactly: vertices are "
                                "rounded, by at most 6e-17");
        end(&r);
    }
}

static void faces_go_on(void** state)
{
    (void)state;
    reader r;
    mesh_error e;
    begin(&r, &e, false);
    assert_int_equal(reader_drop_face(&r), MESH_OK);  // face 2
    assert_int_equal(reader_add_triangle(&r, 0, 1, 4), MESH_OK);
    add(&r, "a", "a", &identity, 1, 2);
    add(&r, "b", "b", &identity, 0, 3);
    assert_int_equal(reader_finish(&r), MESH_OK);
    static const uint32_t faces[5] = {0, 2, 3, 4, 6};
    assert_memory_equal(r.mesh.faces, faces, sizeof faces);
    assert_int_equal(r.mesh.face_count, 7);
    end(&r);
}

static void bombs_are_refused(void** state)
{
    (void)state;
    reader r;
    mesh_error e;
    begin(&r, &e, false);
    const reader_node node = {.name = "",
                              .id = "",
                              .place = identity,
                              .first_triangle = 0,
                              .triangle_count = UINT32_MAX / 2};
    assert_int_equal(reader_add_node(&r, &node), MESH_OK);
    assert_int_equal(reader_add_node(&r, &node), MESH_OK);
    assert_int_equal(reader_add_node(&r, &node), MESH_TOO_LARGE);
    assert_int_equal(e.status, MESH_TOO_LARGE);
    end(&r);
    begin(&r, &e, false);
    const mesh_matrix far = {{{1e308, 1e308, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    add(&r, "a", "there", &far, 1, 1);
    assert_int_equal(reader_finish(&r), MESH_BAD_NUMBER);
    assert_non_null(strstr(e.text, "\"there\""));
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_compose_as_exactly_as_can_be),
        cmocka_unit_test(errors_add_up),
        cmocka_unit_test(vertices_are_placed_exactly_or_the_error_is_told),
        cmocka_unit_test(nodes_keep_places),
        cmocka_unit_test(nodes_repeat_meshes_in_the_world),
        cmocka_unit_test(rounding_is_told_once),
        cmocka_unit_test(faces_go_on),
        cmocka_unit_test(bombs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
