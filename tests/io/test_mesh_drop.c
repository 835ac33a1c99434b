// test_mesh_drop.c - drop_bad: what is left of a file with faults, and how each is told. Groups, and
// choosing one of them. Warnings about what is odd but read.
#include "io/mesh_samples.h"

static mesh read_dropping(const char* text, mesh_format format)
{
    mesh m = {0};
    mesh_error e;
    const mesh_read_options options = {.format = format, .drop_bad = 1};
    if (mesh_read_memory(&m, text, strlen(text), &options, &e) != MESH_OK)
        fail_msg("%s: %.200s", e.text, text);
    return m;
}

// "3 vertices: 0,1,2 f0 | line 4: ...". The triangles with their faces, and all warnings.
static void assert_rest(const char* text, mesh_format format, const char* expected)
{
    mesh m = read_dropping(text, format);
    char told[4096];
    size_t used = (size_t)snprintf(told, sizeof told, "%zu:", m.vertex_count);
    for (size_t i = 0; i < m.triangle_count; i++) {
        const uint32_t* t = m.triangles + 3 * i;
        used += (size_t)snprintf(told + used, sizeof told - used, " %u,%u,%u f%u", t[0], t[1], t[2],
                                 m.faces ? m.faces[i] : (uint32_t)i);
    }
    used += (size_t)snprintf(told + used, sizeof told - used, " of %zu", m.face_count);
    for (size_t i = 0; i < m.warning_count; i++)
        used += (size_t)snprintf(told + used, sizeof told - used, " | %s", m.warnings[i].text);
    assert_string_equal(told, expected);
    assert_int_equal(m.warning_total, m.warning_count);
    mesh_free(&m);
}

#define OBJ3 "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define FACET(x)                                                                                   \
    "facet normal 0 0 1\nouter loop\nvertex " x " 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"      \
    "endfacet\n"

static void obj_drops_lines(void** state)
{
    (void)state;
    assert_rest(OBJ3 "f 1 2\nf 1 2 3\nf 1 2 7\nf 3 2 1\n", MESH_OBJ,
                "3: 0,1,2 f1 2,1,0 f3 of 4 | line 4: face 0 has only 2 corners: face dropped | "
                "line 6: vertex index 7 of face 2 does not exist (3 vertices): face dropped");
    // A vertex that is dropped keeps its number until the end, so that the others keep theirs.
    assert_rest("v 0 0 0\nv 1 nan 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\nf -4 -2 -1\n", MESH_OBJ,
                "3: 0,1,2 f1 0,1,2 f2 of 3 | line 2: \"nan\", the y of vertex 1, is not a number: "
                "vertex dropped | line 5: face 0 uses vertex 1, which was dropped: face dropped");
    assert_rest(OBJ3 "surf 0 1 0 1 1 \\\n2\nwhat 1\nf 1 2 3\n", MESH_OBJ,
                "3: 0,1,2 f0 of 1 | line 4: \"surf\" is not read: export the surface as polygons: "
                "line dropped | line 6: \"what\" is not an OBJ statement: line dropped");
    // Faces before their vertices: what is unknown is told of once.
    assert_rest("f 1 2 3\nwhat\n" OBJ3 "f 1 2 9\n", MESH_OBJ,
                "3: 0,1,2 f0 of 2 | line 2: \"what\" is not an OBJ statement: line dropped | "
                "line 6: vertex index 9 of face 1 does not exist (3 vertices): face dropped");
}

static void stl_drops_facets(void** state)
{
    (void)state;
    assert_rest("solid\n" FACET("0") FACET("0,5") FACET("2") "endsolid\n", MESH_STL_ASCII,
                "6: 0,1,2 f0 3,4,5 f2 of 3 | line 11: \"0,5\", the x of facet 1, is not a number: "
                "facet dropped");
    assert_rest("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n" FACET(
                    "2") "junk\nendsolid\n",
                MESH_STL_ASCII,
                "3: 0,1,2 f1 of 2 | line 6: \"facet\" where \"vertex\" of facet 0 should be: facet "
                "dropped | line 13: \"junk\" where \"facet\" or \"endsolid\" should be: line "
                "dropped");
    char bytes[400];
    size_t size = make_stl(bytes, "", 3);
    put_u32(bytes + 84 + 50 + 12 + 16, 0x7f800000u);
    mesh m = {0};
    const mesh_read_options options = {.drop_bad = 1};
    assert_int_equal(mesh_read_memory(&m, bytes, size, &options, NULL), MESH_OK);
    assert_int_equal(m.triangle_count, 2);
    assert_int_equal(m.vertex_count, 6);
    assert_int_equal(m.face_count, 3);
    assert_int_equal(m.faces[1], 2);
    assert_int_equal(m.triangles[3], 3);
    assert_int_equal(m.warnings[0].byte, 84 + 50 + 12 + 16);
    mesh_free(&m);
    // The count is wrong: too large, too small, and too small with a part of a triangle at the end.
    size = make_stl(bytes, "", 3);
    const struct {
        uint32_t count;
        size_t size, triangles;
    } cases[] = {{9, size, 3}, {9, size - 1, 2}, {1, size, 3}, {1, size - 1, 1}, {0, size, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        put_u32(bytes + 80, cases[i].count);
        const mesh_read_options stl = {.format = MESH_STL_BINARY, .drop_bad = 1};
        mesh_status status = mesh_read_memory(&m, bytes, cases[i].size, &stl, NULL);
        assert_int_equal(status, MESH_OK);
        assert_int_equal(m.triangle_count, cases[i].triangles);
        assert_int_equal(m.warning_total, 1);
        mesh_free(&m);
    }
}

static void off_drops_faces(void** state)
{
    (void)state;
    assert_rest("OFF\n4 3 0\n0 0 0\n1 0 0\n0 1 x\n0 1 0\n3 0 1 2\n3 0 1 3\n3 0 1 4\n", MESH_OFF,
                "3: 0,1,2 f1 of 3 | line 5: \"x\", the z of vertex 2, is not a number: vertex "
                "dropped | line 7: face 0 uses vertex 2, which was dropped: face dropped | line 9: "
                "vertex index 4 of face 2 does not exist (4 vertices): face dropped");
    assert_rest(
        "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n", MESH_OFF,
        "3: 0,1,2 f0 of 1 | line 7: more lines after the last of 1 faces: they are ignored");
    assert_rest("OFF\n3 9 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", MESH_OFF,
                "3: 0,1,2 f0 of 1 | line 7: the file ends before face 1 of 9: those that are there "
                "are read");
}

#define PLY_VERTICES(count)                                                                        \
    "ply\nformat ascii 1.0\nelement vertex " count "\nproperty float x\nproperty float y\n"        \
    "property float z\n"
#define PLY_FACES(count) "element face " count "\nproperty list uchar int vertex_indices\n"

static void ply_drops_rows(void** state)
{
    (void)state;
    assert_rest(PLY_VERTICES("4") PLY_FACES("3") "end_header\n0 0 0\n1 0\n1 0 0\n0 1 0\n3 0 1 2\n"
                                                 "3 0 2 3\n3 0 2 9\n",
                MESH_PLY,
                "3: 0,1,2 f1 of 3 | line 11: vertex 1 has too few values in its line: vertex "
                "dropped | line 14: face 0 uses vertex 1, which was dropped: face dropped | line "
                "16: vertex index 9 of face 2 does not exist (4 vertices): face dropped");
    assert_rest(PLY_VERTICES("3") PLY_FACES("9") "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
                MESH_PLY,
                "3: 0,1,2 f0 of 1 | line 14: the file is too short for element face 9: what is "
                "there is read | line 14: the file ends in face 1 of 9: the rest is not read");
    // Strips: a bad corner takes its triangles with it, and the others keep their sides.
    assert_rest(PLY_VERTICES("4") "element tristrips 1\nproperty list int int vertex_indices\n"
                                  "end_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n7 0 1 9 3 2 1 0\n",
                MESH_PLY,
                "4: 2,3,1 f3 2,1,0 f4 of 5 | line 14: vertex index 9 of tristrips 0 does not exist "
                "(4 vertices): its triangles dropped");
    // A strip that claims to be long ends with what is no index, once.
    assert_rest(
        PLY_VERTICES("3") "element tristrips 1\nproperty list int int vertex_indices\n"
                          "end_header\n0 0 0\n1 0 0\n0 1 0\n1000000000 0 1 2 x\n",
        MESH_PLY,
        "3: 0,1,2 f0 of 1 | line 13: \"x\" of tristrips 0 is not a vertex index: the rest of "
        "the strip dropped");
    assert_rest(
        PLY_VERTICES("3") "element tristrips 1\nproperty list int int vertex_indices\n"
                          "end_header\n0 0 0\n1 0 0\n0 1 0\n1000000000 0 1 2\n",
        MESH_PLY,
        "3: 0,1,2 f0 of 1 | line 13: tristrips 0 has too few values in its line: the rest of "
        "the strip dropped");
    // Without all vertices there is nothing to keep.
    mesh m = {0};
    mesh_error e;
    const char* text = PLY_VERTICES("4") PLY_FACES("1") "end_header\n0 0 0\n1 0 0\n0 1 0\n";
    const mesh_read_options options = {.drop_bad = 1};
    assert_int_equal(mesh_read_memory(&m, text, strlen(text), &options, &e), MESH_TRUNCATED);
    assert_null(m.vertices);
}

static void binary_ply_drops_rows(void** state)
{
    (void)state;
    byte_sink s;
    make_ply(&s, true, false);
    // The second corner of the first face: behind it and its row reading goes on.
    const char* body = strstr(s.bytes, "end_header\n") + strlen("end_header\n");
    const size_t face = (size_t)(body - s.bytes) + (4 + 8 + 2 + 4) * 4;
    s.bytes[face + 8 + 2 + 2 + 1] = 77;
    mesh m = {0};
    const mesh_read_options options = {.drop_bad = 1};
    assert_int_equal(mesh_read_memory(&m, s.bytes, s.size, &options, NULL), MESH_OK);
    assert_int_equal(m.triangle_count, 1);
    assert_int_equal(m.faces[0], 1);
    assert_int_equal(m.triangles[0], 3);
    assert_int_equal(m.warning_total, 1);
    assert_int_equal(m.warnings[0].byte, face + 8 + 2 + 2);
    mesh_free(&m);
    // Cut off in the second face: the first one stays.
    make_ply(&s, false, false);
    assert_int_equal(mesh_read_memory(&m, s.bytes, s.size - 8, &options, NULL), MESH_OK);
    assert_int_equal(m.triangle_count, 2);
    mesh_free(&m);
}

static void nothing_left_is_an_error(void** state)
{
    (void)state;
    mesh m = {0};
    mesh_error e;
    const mesh_read_options options = {.drop_bad = 1};
    const char* text = OBJ3 "f 1 2\nf 1 2 9\n";
    assert_int_equal(mesh_read_memory(&m, text, strlen(text), &options, &e), MESH_SYNTAX);
    assert_string_equal(e.text, "line 4: face 0 has only 2 corners");
    assert_int_equal(e.line, 4);
    assert_null(m.warnings);
}

static void warnings_are_counted_and_capped(void** state)
{
    (void)state;
    const size_t size = 100000;
    char* text = malloc(size);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, size, OBJ3 "f 1 2 3\n");
    for (size_t i = 0; i < 5000; i++)
        used += (size_t)snprintf(text + used, size - used, "f 1 2 9\n");
    mesh m = {0};
    const mesh_read_options options = {.drop_bad = 1};
    assert_int_equal(mesh_read_memory(&m, text, used, &options, NULL), MESH_OK);
    assert_int_equal(m.warning_total, 5000);
    assert_int_equal(m.warning_count, MESH_MOST_WARNINGS);
    assert_int_equal(m.warnings[999].line, 4 + 1000);
    mesh_free(&m);
    free(text);
}

static void odd_files_are_read_with_a_warning(void** state)
{
    (void)state;
    static const struct {
        const char* text;
        const char* says;
    } files[] = {
        {"solid\n" FACET("0"), "line 9: the file ends without \"endsolid\""},
        {"solid\n" FACET("0") "solid b\nendsolid\n", "line 9: \"solid\" before"},
        {PLY_VERTICES("3") PLY_FACES("1") "end_header\n0 0 0\n1 0 0\ncomment c\n0 1 0\n3 0 1 2\n",
         "line 12: a comment after the header"},
        {PLY_VERTICES("3") PLY_FACES("1") "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 9 9\n",
         "line 13: face 0 has more values"},
        {"OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n0\n3 0 1 2\n", "line 6: face 0 has no corners"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        mesh m = read_good(files[i].text, MESH_UNKNOWN);
        assert_int_equal(m.triangle_count, 1);
        assert_int_equal(m.warning_total, 1);
        if (!strstr(m.warnings[0].text, files[i].says)) fail_msg("%s", m.warnings[0].text);
        mesh_free(&m);
    }
}

// ----------------------------------------------------------------------------------------- groups

static void assert_groups(const char* text, const char* expected)
{
    mesh m = read_dropping(text, MESH_UNKNOWN);
    char told[4096] = "";
    size_t used = 0;
    for (size_t i = 0; i < m.group_count; i++) {
        const mesh_group* g = &m.groups[i];
        used += (size_t)snprintf(told + used, sizeof told - used, "%s%c\"%s\" %zu+%zu",
                                 i > 0 ? ", " : "", g->kind, g->name, g->first_triangle,
                                 g->triangle_count);
    }
    assert_string_equal(told, expected);
    mesh_free(&m);
}

#define QUAD "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void groups_are_ranges(void** state)
{
    (void)state;
    assert_groups(OBJ3 "f 1 2 3\n", "");
    assert_groups(QUAD "f 1 2 3\no a b # c\nf 1 2 3 4\ng  x y\nf 1 2 3\ng\nf 1 2 3\ng x\nf 3 2 1\n"
                       "o d#1\nf 1 2 3\n",
                  "o\"a b\" 1+5, g\"x\" 3+1, g\"y\" 3+1, g\"x\" 5+1, o\"d#1\" 6+1");
    assert_groups(OBJ3 "o\no e\nf 1 2 3\nf 1 2 9\ng last\n",
                  "o\"\" 0+0, o\"e\" 0+1, g\"last\" 1+0");
    assert_groups("f 1 2 3\ng a\nf 1 2 3\n" OBJ3, "g\"a\" 1+1");
    assert_groups("solid a b \t# c\n" FACET("0") "endsolid a b\nsolid\n" FACET("0")
                      FACET("1") "endsolid\nsolid e\r\nendsolid e\n",
                  "s\"a b\" 0+1, s\"\" 1+2, s\"e\" 3+0");
    assert_groups("solid one line facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex "
                  "0 1 0 endloop endfacet endsolid one line",
                  "s\"one line\" 0+1");
}

static void one_group_is_chosen(void** state)
{
    (void)state;
    mesh m = read_good(QUAD "v 9 9 9\ng a\nf 1 2 3 4\ng b c\nf 2 3 4\ng a\nf 5 5 2\no c\nf 1 2 3\n",
                       MESH_OBJ);
    assert_int_equal(mesh_select_group(&m, "z"), 0);
    assert_int_equal(m.triangle_count, 5);
    assert_null(m.source);
    assert_int_equal(mesh_select_group(&m, "a"), 2);
    assert_int_equal(m.triangle_count, 3);
    const uint32_t source[3] = {0, 1, 3}, faces[3] = {0, 0, 2};
    assert_memory_equal(m.source, source, sizeof source);
    assert_memory_equal(m.faces, faces, sizeof faces);
    assert_int_equal(m.face_count, 4);
    assert_int_equal(m.vertex_count, 5);
    assert_int_equal(m.group_count, 2);
    assert_int_equal(m.groups[1].first_triangle, 2);
    assert_int_equal(m.groups[1].triangle_count, 1);
    mesh_free(&m);
    m = read_good(QUAD "v 9 9 9\nf 1 2 3\ng b c\nf 2 3 4\nf 1 2 3\no c\nf 5 4 3\n", MESH_OBJ);
    assert_int_equal(mesh_select_group(&m, "c"), 2);
    const uint32_t kept[3] = {1, 2, 3};
    assert_memory_equal(m.source, kept, sizeof kept);
    assert_int_equal(mesh_select_group(&m, "c"), 2);  // of what was chosen already
    assert_memory_equal(m.source, kept, sizeof kept);
    mesh_free(&m);
    // Vertices that nothing uses any more go; the others keep their order.
    m = read_good(QUAD "f 1 2 3\no c\nf 4 3 2\no d\n", MESH_OBJ);
    assert_int_equal(mesh_select_group(&m, "c"), 1);
    assert_int_equal(m.vertex_count, 3);
    const uint32_t corners[3] = {2, 1, 0};
    assert_memory_equal(m.triangles, corners, sizeof corners);
    assert_true(m.vertices[0] == 1 && m.vertices[1] == 0 && m.vertices[6] == 0);
    assert_int_equal(mesh_select_group(&m, "d"), 0);  // gone with the first choice
    mesh_free(&m);
    m = read_good(QUAD "f 1 2 3\no d\n", MESH_OBJ);
    assert_int_equal(mesh_select_group(&m, "d"), 1);  // there, with nothing in it
    assert_int_equal(m.triangle_count, 0);
    mesh_free(&m);
}

static void variants_are_told(void** state)
{
    (void)state;
    static const struct {
        const char* text;
        const char* variant;
    } files[] = {
        {"OFF 0 0 0\n", "OFF"},
        {"COFF 0 0 0\n", "COFF"},
        {"STCNOFF 0 0 0\n", "STCNOFF"},
        {"NOFF0 0 0\n", "NOFF"},
        {PLY_VERTICES("0") "end_header\n", "ascii"},
        {"ply\nformat binary_big_endian 1.0\nend_header\n", "binary big endian"},
        {"ply\nformat binary_little_endian 1.0\nend_header\n", "binary little endian"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        mesh m = read_good(files[i].text, MESH_UNKNOWN);
        assert_string_equal(m.variant, files[i].variant);
        mesh_free(&m);
    }
    mesh m = read_good(OBJ3, MESH_UNKNOWN);
    assert_null(m.variant);
    mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obj_drops_lines),
        cmocka_unit_test(stl_drops_facets),
        cmocka_unit_test(off_drops_faces),
        cmocka_unit_test(ply_drops_rows),
        cmocka_unit_test(binary_ply_drops_rows),
        cmocka_unit_test(nothing_left_is_an_error),
        cmocka_unit_test(warnings_are_counted_and_capped),
        cmocka_unit_test(odd_files_are_read_with_a_warning),
        cmocka_unit_test(groups_are_ranges),
        cmocka_unit_test(one_group_is_chosen),
        cmocka_unit_test(variants_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
