// test_tetra.c - the tetrahedral mesh of bench/baseline: files that are no subdivision of a box are refused;
// queries give brute's pairs along whole flights, tracked or not; and the flyer is found inside and outside of
// obstacles. The meshes are lattices of cubes, six tetrahedra each (Kuhn), with blocks taken for obstacles.
// Built twice: PRUNE on and off.
#include "baseline/tetra.h"
#include "baseline/tetra_mesh.h"
#include "support/float_mode.h"
#include "support/soups.h"

#include <stdio.h>

#ifndef EXPECT_PRUNING
#error "EXPECT_PRUNING must be 1 or 0, as library and baselines were built"
#endif

// ------------------------------------------------------------------------------------------- files

typedef struct lattice {
    int n[3];  // cubes
    int from[2][3],
        to[2][3];  // two blocks of them are obstacles, to is beyond; the second may be empty
    double scale, shift;
    int distorted;  // planes of the lattice not at equal distances
    double moved;   // how many cubes vertex (1, 1, 1) is moved along x
} lattice;

static const lattice usual = {{6, 5, 4}, {{2, 2, 1}, {4, 0, 0}}, {{3, 4, 3}, {5, 1, 1}}, 0.1, 0, 0,
                              0};

static int vertex_at(const lattice* l, const int at[3])
{
    return 1 + (at[2] * (l->n[1] + 1) + at[1]) * (l->n[0] + 1) + at[0];
}

static int is_obstacle(const lattice* l, const int cube[3])
{
    for (int b = 0; b < 2; b++) {
        int inside = 1;
        for (int k = 0; k < 3; k++)
            inside &= cube[k] >= l->from[b][k] && cube[k] < l->to[b][k];
        if (inside) return 1;
    }
    return 0;
}

static double place(const lattice* l, int k, int i)
{
    const double x = l->distorted ? i + 0.3 * sin(1.0 + i + 5 * k) : i;
    return l->shift + l->scale * x;
}

// The two triangles of a cube's face towards axis, low or high; split as Kuhn's tetrahedra are: from the
// corner of least coordinates to that of the largest.
static void face_of_cube(const lattice* l, const int cube[3], int axis, int high, int out[2][3])
{
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    int corner[4][3];
    for (int i = 0; i < 4; i++) {
        memcpy(corner[i], cube, sizeof corner[i]);
        corner[i][axis] += high;
        corner[i][u] += i == 1 || i == 2;
        corner[i][v] += i == 2 || i == 3;
    }
    for (int t = 0; t < 2; t++) {
        out[t][0] = vertex_at(l, corner[0]);
        out[t][1] = vertex_at(l, corner[1 + t]);
        out[t][2] = vertex_at(l, corner[2 + t]);
    }
}

// Collect the obstacles' faces, and those of the box if asked for. Returns how many triangles.
static int list_triangles(const lattice* l, int with_box, int (*out)[3])
{
    int count = 0, cube[3];
    for (cube[2] = 0; cube[2] < l->n[2]; cube[2]++)
        for (cube[1] = 0; cube[1] < l->n[1]; cube[1]++)
            for (cube[0] = 0; cube[0] < l->n[0]; cube[0]++)
                for (int side = 0; side < 6; side++) {
                    const int axis = side / 2, high = side % 2;
                    int next[3] = {cube[0], cube[1], cube[2]};
                    next[axis] += high ? 1 : -1;
                    const int is_box = next[axis] < 0 || next[axis] >= l->n[axis];
                    if (is_box ? with_box : is_obstacle(l, cube) && !is_obstacle(l, next)) {
                        face_of_cube(l, cube, axis, high, out + count);
                        count += 2;
                    }
                }
    return count;
}

static void write_cells(const lattice* l, FILE* out)
{
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    int cube[3];
    fprintf(out, "Tetrahedra\n%d\n", 6 * l->n[0] * l->n[1] * l->n[2]);
    for (cube[2] = 0; cube[2] < l->n[2]; cube[2]++)
        for (cube[1] = 0; cube[1] < l->n[1]; cube[1]++)
            for (cube[0] = 0; cube[0] < l->n[0]; cube[0]++)
                for (int i = 0; i < 6; i++) {
                    int at[3] = {cube[0], cube[1], cube[2]};
                    fprintf(out, "%d ", vertex_at(l, at));
                    for (int k = 0; k < 3; k++) {
                        at[orders[i][k]]++;
                        fprintf(out, "%d ", vertex_at(l, at));
                    }
                    fprintf(out, "%d\n", is_obstacle(l, cube) ? 2 : 1);
                }
}

static FILE* write_mesh(const lattice* l, int with_box)
{
    FILE* out = tmpfile();
    assert_non_null(out);
    static int triangles[4000][3];
    const int count = list_triangles(l, with_box, triangles);
    assert_true(count <= 4000);
    fprintf(out, "MeshVersionFormatted 2\n# a lattice\nDimension\n3\nVertices\n%d\n",
            (l->n[0] + 1) * (l->n[1] + 1) * (l->n[2] + 1));
    for (int z = 0; z <= l->n[2]; z++)
        for (int y = 0; y <= l->n[1]; y++)
            for (int x = 0; x <= l->n[0]; x++)
                fprintf(out, "%.17g %.17g %.17g 0\n",
                        place(l, 0, x) + (x == 1 && y == 1 && z == 1 ? l->moved * l->scale : 0),
                        place(l, 1, y), place(l, 2, z));
    fprintf(out, "Edges\n1\n1 2 7\nTriangles\n%d\n", count);
    for (int i = 0; i < count; i++)
        fprintf(out, "%d %d %d 3\n", triangles[i][0], triangles[i][1], triangles[i][2]);
    write_cells(l, out);
    fprintf(out, "End\n");
    rewind(out);
    return out;
}

static tetra_mesh mesh_of(const lattice* l)
{
    char text[120];
    tetra_mesh m;
    FILE* in = write_mesh(l, 1);
    const abut_status status = tetra_mesh_read(&m, in, text);
    if (status != ABUT_OK) print_error("%s\n", text);
    assert_int_equal(status, ABUT_OK);
    fclose(in);
    return m;
}

static void meshes_are_read(void** state)
{
    (void)state;
    const tetra_mesh m = mesh_of(&usual);
    size_t inside = 0, surfaces = 0;
    assert_int_equal(m.cell_count, 6 * 6 * 5 * 4);
    // The first block is inside: 2 (2 + 4 + 2) squares. The second has two of its six squares on the box.
    assert_int_equal(m.triangle_count, 2 * (2 * (2 + 4 + 2) + 6 - 2));
    for (size_t i = 0; i < m.cell_count; i++) {
        inside += (size_t)m.cells[i].is_inside;
        for (int k = 0; k < 4; k++) {
            const tetra_cell* c = &m.cells[i];
            surfaces += c->surface[k] != TETRA_NONE;
            if (c->neighbour[k] == TETRA_NONE) continue;
            const tetra_cell* next = &m.cells[c->neighbour[k]];
            int back = 0;
            for (int x = 0; x < 4; x++)
                back += next->neighbour[x] == i && next->surface[x] == c->surface[k];
            assert_int_equal(back, 1);
        }
    }
    assert_int_equal(surfaces, 2 * m.triangle_count);
    assert_int_equal(inside, 6 * 4);  // the second block is open to the outside
    tetra_mesh copy = m;
    tetra_mesh_free(&copy);
}

// ----------------------------------------------------------------------------------- wrong files

static char* text_of(FILE* in)
{
    char* text = calloc(1, 1 << 17);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 17) - 1, in) > 0);
    fclose(in);
    return text;
}

static void expect_refusal(const char* text, const char* reason)
{
    char told[120];
    tetra_mesh m;
    FILE* in = tmpfile();
    assert_non_null(in);
    fputs(text, in);
    rewind(in);
    assert_int_equal(tetra_mesh_read(&m, in, told), ABUT_BAD_ARGUMENT);
    assert_string_equal(told, reason);
    assert_null(m.vertices);
    fclose(in);
}

// Put other text in the place of what follows a mark, of the same length.
static void expect_refusal_of(int with_box, const char* mark, const char* other, const char* reason)
{
    const lattice small = {{1, 1, 1}, {{0}, {0}}, {{0}, {0}}, 1, 0, 0, 0};
    char* text = text_of(write_mesh(&small, with_box));
    char* at = strstr(text, mark);
    assert_non_null(at);
    memcpy(at, other, strlen(other));  // NOLINT(bugprone-not-null-terminated-result): in the text
    expect_refusal(text, reason);
    free(text);
}

static void wrong_files_are_refused(void** state)
{
    (void)state;
    expect_refusal("", "not a Medit file in ASCII");
    expect_refusal("solid x", "not a Medit file in ASCII");
    expect_refusal("MeshVersionFormatted 2 End", "there are no tetrahedra");
    expect_refusal("MeshVersionFormatted 2 Dimension 2", "the dimension is not 3");
    expect_refusal("MeshVersionFormatted 2 Vertices -1", "bad count of vertices");
    expect_refusal("MeshVersionFormatted 2 Vertices 1 0 0 nan 0", "a bad vertex");
    expect_refusal("MeshVersionFormatted 2 Vertices 1 0 0 0", "a vertex without a reference");
    expect_refusal("MeshVersionFormatted 2 Triangles 1 0 1 2 0", "a bad triangle");
    expect_refusal("MeshVersionFormatted 2 Tetrahedra 1 1 2 3", "a bad tetrahedron");
    // Of a cube: vertices 1 to 8, tetrahedra "1 2 4 8" and so on.
    expect_refusal_of(0, "1 2 4 8", "1 2 4 9", "a tetrahedron without a vertex");
    expect_refusal_of(0, "1 2 4 8", "1 2 4 2", "a flat tetrahedron");
    expect_refusal_of(0, "1 2 4 8", "1 2 4 7", "the tetrahedra do not fill a box");
    expect_refusal_of(1, "\nTriangles\n12\n", "\nTriangles\n12\n1 2 7",
                      "a triangle that is no face of a tetrahedron");
    expect_refusal_of(1, "\nTriangles\n12\n", "\nTriangles\n12\n1 2 9",
                      "a triangle without a vertex");
    // A vertex that is pulled a little through the opposite faces of its tetrahedra.
    const lattice folded = {.n = {9, 9, 9}, .scale = 1, .moved = 1.05};
    char told[120];
    tetra_mesh m;
    FILE* in = write_mesh(&folded, 0);
    assert_int_equal(tetra_mesh_read(&m, in, told), ABUT_BAD_ARGUMENT);
    assert_string_equal(told, "tetrahedra overlap");
    fclose(in);
    expect_refusal_of(0, "Tetrahedra\n6", "Tetrahedra\n5", "the tetrahedra do not fill a box");
}

// -------------------------------------------------------------------------------------- contacts

typedef struct flight {
    tetra_mesh mesh;
    abut_soup surface, b;
    baseline* tetra;
    flyer flyer;
    abut_model *a_model, *b_model;
    abut_query* brute;
    baseline_query* query;
} flight;

static void flight_begin(flight* f, const lattice* l, const abut_soup* b)
{
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    f->mesh = mesh_of(l);
    f->surface = tetra_mesh_surface(&f->mesh);
    f->b = *b;
    const baseline_options options = {.method = BASELINE_TETRA, .tetra = &f->mesh};
    assert_int_equal(baseline_build(&f->tetra, &f->surface, &options), ABUT_OK);
    assert_int_equal(flyer_make(&f->flyer, b), ABUT_OK);
    assert_int_equal(abut_model_build(&f->a_model, &f->surface, &brute), ABUT_OK);
    assert_int_equal(abut_model_build(&f->b_model, b, &brute), ABUT_OK);
    assert_int_equal(abut_query_create(&f->brute, NULL), ABUT_OK);
    assert_int_equal(baseline_query_create(&f->query), ABUT_OK);
}

static void flight_end(flight* f)
{
    baseline_query_free(f->query);
    abut_query_free(f->brute);
    abut_model_free(f->a_model);
    abut_model_free(f->b_model);
    flyer_free(&f->flyer);
    baseline_free(f->tetra);
    tetra_mesh_free(&f->mesh);
}

// Compare with brute; returns how many pairs there are.
static size_t step(flight* f, const abut_pose* a_pose, const abut_pose* b_pose,
                   const float_mode* mode, uint64_t* triangle_tests)
{
    const abut_instance a = {f->a_model, *a_pose}, b = {f->b_model, *b_pose};
    abut_hits expected, hits;
    assert_int_equal(abut_collide(f->brute, &a, &b, NULL, &expected), ABUT_OK);
    float_mode_enter(mode);
    const abut_status status =
        baseline_collide(f->query, f->tetra, a_pose, &f->flyer, b_pose, 0, &hits);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    assert_int_equal(hits.count, expected.count);
    for (size_t i = 0; i < hits.count; i++) {
        assert_int_equal(hits.pairs[i].a, expected.pairs[i].a);
        assert_int_equal(hits.pairs[i].b, expected.pairs[i].b);
    }
    *triangle_tests += hits.triangle_tests;
    return hits.count;
}

// A steady flight through the mesh, and back in at the other end; then jumps.
static void flights_are_tracked(void** state)
{
    (void)state;
    static const lattice all[] = {
        {{6, 5, 4}, {{2, 2, 1}, {4, 0, 0}}, {{3, 4, 3}, {5, 1, 1}}, 0.1, 0, 0, 0},
        {{8, 8, 8}, {{1, 1, 1}, {5, 5, 5}}, {{4, 4, 4}, {7, 6, 8}}, 0.1, 0, 1, 0},
        {{6, 5, 4}, {{2, 2, 1}, {4, 0, 0}}, {{3, 4, 3}, {5, 1, 1}}, 0.1, 1e6, 0, 0},
        {{5, 5, 5}, {{1, 2, 1}, {0, 0, 0}}, {{4, 3, 4}, {0, 0, 0}}, 0x1p-900, 0, 1, 0},
    };
    rng r = {8};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        soup_data b = soup_random(SOUP_GENERIC, 40, 70 + n);
        soup_transform(&b, all[n].scale, 0);
        const abut_soup b_soup = soup_of(&b);
        flight f;
        uint64_t steps, failures, triangle_tests = 0, tracked = 0;
        size_t pairs = 0;
        flight_begin(&f, &all[n], &b_soup);
        const abut_pose a_pose = pose_random(&r, 3 * all[n].scale);
        for (int i = 0; i < 80; i++) {
            abut_pose b_pose = pose_random(&r, 0);
            double at[3] = {0.1 * i, 4 - 0.03 * i, 1 + 0.02 * i};
            for (int k = 0; k < 3; k++) {
                if (i >= 60) at[k] = 4 + 6 * rng_signed(&r);
                at[k] = all[n].shift + all[n].scale * at[k];
            }
            for (int k = 0; k < 3; k++) {
                b_pose.translation[k] = a_pose.translation[k];
                for (int x = 0; x < 3; x++)
                    b_pose.translation[k] += a_pose.rotation[k][x] * at[x];
            }
            pairs +=
                step(&f, &a_pose, &b_pose, &float_modes[i % FLOAT_MODE_COUNT], &triangle_tests);
            if (i == 59) tetra_tracking(f.query, &tracked, &failures);
        }
        tetra_tracking(f.query, &steps, &failures);
        print_message(
            "%zu tetrahedra: %zu pairs; %.1f steps for each of 8 corners, tracked; %.0f of "
            "80 boxes not tracked\n",
            f.mesh.cell_count, pairs, (double)tracked / 480, (double)failures);
        assert_true(pairs > 20);
        // Far from the origin the file's coordinates miss some boxes' corners.
        if (all[n].shift > 0) assert_true(failures > 0);
        assert_true(tracked < 480 * 15 && tracked > 60);
        if (EXPECT_PRUNING) assert_true(triangle_tests * 5 < 80 * 40 * f.mesh.triangle_count);
        if (!EXPECT_PRUNING) assert_true(triangle_tests == 80 * 40 * f.mesh.triangle_count);
        flight_end(&f);
        soup_free(&b);
    }
}

static void all_sorts_of_flyers_and_poses(void** state)
{
    (void)state;
    uint64_t triangle_tests = 0;
    size_t pairs = 0;
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        soup_data b = soup_random((soup_sort)sort, 30, 300 + (uint64_t)sort);
        soup_transform(&b, 0.1, 0);
        const abut_soup b_soup = soup_of(&b);
        flight f;
        flight_begin(&f, &usual, &b_soup);
        for (int dice = 0; dice < 12; dice++) {
            rng r = {(uint64_t)(100 * sort + dice)};
            abut_pose a_pose = pose_random(&r, 1), b_pose = a_pose;
            if (dice) b_pose = pose_random(&r, 1);
            if (dice % 6 == 2) b_pose.scale = 3;
            if (dice % 6 == 3) pose_mirror(&a_pose);
            if (dice % 6 == 4) pose_to_float(&b_pose);
            if (dice % 6 == 5) a_pose.scale = 0x1p-200;
            for (int k = 0; k < 3 && dice; k++)
                b_pose.translation[k] =
                    a_pose.translation[k] + (dice % 6 == 5 ? 0 : 0.3 + 0.2 * rng_signed(&r));
            pairs +=
                step(&f, &a_pose, &b_pose, &float_modes[dice % FLOAT_MODE_COUNT], &triangle_tests);
        }
        flight_end(&f);
        soup_free(&b);
    }
    print_message("%zu pairs\n", pairs);
    assert_true(pairs > 200);
}

// ------------------------------------------------------------------------------------ containment

static void flyers_are_inside_or_outside(void** state)
{
    (void)state;
    // One obstacle of 2 x 2 x 2 cubes, from 0.2 to 0.4.
    const lattice l = {{6, 6, 6}, {{2, 2, 2}, {0}}, {{4, 4, 4}, {0}}, 0.1, 0, 0, 0};
    // A tetrahedron about the origin.
    static const double vertices[] = {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1};
    static const uint32_t triangles[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    const abut_soup b = {
        .vertices = vertices, .triangles = triangles, .vertex_count = 4, .triangle_count = 4};
    static const struct {
        double size, x, y, z;
        tetra_place place;
    } cases[] = {
        {0.02, 0.3, 0.3, 0.3, TETRA_INSIDE},      {0.02, 0.24, 0.37, 0.3, TETRA_INSIDE},
        {0.02, 0.1, 0.3, 0.3, TETRA_OUTSIDE},     {0.02, 9, 9, 9, TETRA_OUTSIDE},
        {0.02, 0.2, 0.3, 0.3, TETRA_CONTACT},     {0.1, 0.3, 0.3, 0.3, TETRA_CONTACT},
        {0.9, 0.3, 0.3, 0.3, TETRA_MAY_SURROUND}, {0.02, 0.41, 0.3, 0.3, TETRA_CONTACT},
        {0.02, 0.43, 0.3, 0.3, TETRA_OUTSIDE},    {0.02, 0.2, 0.2, 0.2, TETRA_CONTACT},
    };
    flight f;
    flight_begin(&f, &l, &b);
    for (size_t i = 0; i < 3 * sizeof cases / sizeof *cases; i++) {
        const size_t n = i / 3;
        rng r = {i};
        abut_pose a_pose = pose_random(&r, 2), b_pose;
        if (i % 3 == 0) a_pose = (abut_pose){.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        if (i % 3 == 1) pose_mirror(&a_pose);
        b_pose = a_pose;
        b_pose.scale = cases[n].size;
        const double at[3] = {cases[n].x, cases[n].y, cases[n].z};
        for (int k = 0; k < 3; k++) {
            for (int x = 0; x < 3; x++)
                b_pose.translation[k] += a_pose.rotation[k][x] * at[x];
        }
        tetra_place found;
        assert_int_equal(tetra_locate(f.query, f.tetra, &a_pose, &f.flyer, &b_pose, &found),
                         ABUT_OK);
        if (!EXPECT_PRUNING && cases[n].place == TETRA_OUTSIDE) {
            assert_true(found == TETRA_OUTSIDE || found == TETRA_MAY_SURROUND);
            continue;
        }
        if (found != cases[n].place) print_error("case %zu: %d\n", i, (int)found);
        assert_int_equal(found, cases[n].place);
    }
    flight_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_are_read),
        cmocka_unit_test(wrong_files_are_refused),
        cmocka_unit_test(flights_are_tracked),
        cmocka_unit_test(all_sorts_of_flyers_and_poses),
        cmocka_unit_test(flyers_are_inside_or_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
