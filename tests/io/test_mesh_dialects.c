// test_mesh_dialects.c - what programs write beside the formats, as reports about other readers have it: each dialect is
// read as it is meant, or refused by name.
#include "io/mesh_samples.h"

// One or more triangles (0 0 0) (1 0 0) (0 1 0), each with vertices of its own or not.
typedef struct dialect {
    const char* where;  // a report, or what it is
    const char* text;
    size_t triangles, warnings;
} dialect;

#define FACET_OF(normal, end_loop, end_facet)                                                      \
    "facet " normal "\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n" end_loop            \
    "\n" end_facet "\n"
#define FACET FACET_OF("normal 0 0 1", "endloop", "endfacet")
#define V3    "0 0 0\n1 0 0\n0 1 0\n"
#define OBJ3  "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define PLY(vertex, face)                                                                          \
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"                \
    "property float z\n" vertex "element face 1\nproperty list uchar int vertex_indices\n" face    \
    "end_header\n"

static const dialect read[] = {
    {"meshlab 194", "solid x\n" FACET_OF("normal 0 0 0", "end loop", "endfacet") "endsolid x\n", 1,
     0},
    {"end facet", "solid x\n" FACET_OF("normal 0 0 0", "endloop", "end facet") "endsolid x\n", 1,
     0},
    {"numpy-stl 206", "solid x\n" FACET "end solid x\n", 1, 0},
    {"capitals", "SOLID X\n" FACET_OF("NORMAL 0 0 0", "END LOOP", "END\tFACET") "END SOLID X\n", 1,
     0},
    {"no facets", "solid x\nend solid x\n", 0, 0},
    {"assimp 3756", "solid AssimpScene\n" FACET "endsolidAssimpScene\n", 1, 0},
    {"two of these", "solid a\n" FACET "endsolida\nsolid b\n" FACET "end solid\n", 2, 0},
    {"meshio 1355", "solid x\ncolor 0.5 0.5 0.5\n" FACET "color .1 -1 1e0\n" FACET "endsolid x\n",
     2, 0},
    {"meshlab 1423",
     "solid x\n" FACET_OF("normal 0 0 1", "endloop", "endfacet color 31744") FACET "endsolid x\n",
     2, 0},
    {"colour within",
     "solid x\nfacet normal 0 0 1\ncolor 1 0 0\nouter loop\nvertex 0 0 0\n"
     "vertex 1 0 0\nvertex 0 1 0\nendloop\ncolour 1 0 0\nendfacet\nendsolid\n",
     1, 0},
    {"colour in a line",
     "solid x facet normal 0 0 1 outer loop vertex 0 0 0 "
     "vertex 1 0 0 vertex 0 1 0 endloop endfacet color 1 0 0 end solid",
     1, 0},
    {"a name", "solid facet normal test\n" FACET "endsolid facet normal test\n", 1, 0},
    {"a name of two", "solid facet normal\n" FACET "endsolid facet normal\n", 1, 0},
    {"a name of numbers", "solid facet normal 0 0 1\n" FACET "endsolid\n", 1, 0},
    {"a name before bare facets",
     "solid facet normal\n" FACET_OF("", "endloop", "endfacet") "endsolid\n", 1, 0},
    {"numpy-stl 156", " solid x\n" FACET " endsolid\n", 1, 0},
    {"helix 1150", "solid x\n" FACET_OF("normal NaN NaN NaN", "endloop", "endfacet") "endsolid\n",
     1, 0},
    {"1.#QNAN in one line",
     "solid x facet normal 1.#QNAN -1.#IND 1.#INF outer loop vertex 0 0 0 "
     "vertex 1 0 0 vertex 0 1 0 endloop endfacet endsolid x",
     1, 0},
    {"Ctrl-Z", "solid x\n" FACET "endsolid x\n\x1a", 1, 0},
    {"Ctrl-Z in a line", "solid x\r\n" FACET "endsolid x\r\n\x1a\r\n", 1, 0},

    {"one line", "OFF 3 1 0 0 0 0 1 0 0 0 1 0 3 0 1 2", 1, 0},
    {"a word a line", "OFF\n3\n1\n0\n0\n0\n0\n1\n0\n0\n0\n1\n0\n3\n0\n1\n2\n", 1, 0},
    {"two faces a line", "OFF\n3 4 0\n" V3 "3 0 1 2 3 0 1 2\n3 0 1 2 3 0 1 2\n", 4, 0},
    {"a face over lines", "OFF\n3 2 0\n" V3 "3 0\n1 2 3\n0 1 2\n", 2, 0},
    {"vertices over lines", "OFF\n3 1 0\n0 0 0 1\n0 0 0\n1 0\n3 0 1 2\n", 1, 0},
    {"two vertices a line", "OFF\n4 1 0\n0 0 0 1 0 0\n0 1 0 5 5 5\n3 0 1 2\n", 1, 0},
    {"comments within", "OFF # x\n3 1 0 0 # 1\n0 0 1 0 # 2\n0 0 1 0 # 3\n3 0 # 4\n1 2\n", 1, 0},
    {"colours behind lines of faces",
     "OFF\n3 2 0\n0 0 0 1\n0 0 0 1 0\n3 0 1 2 255 0 0\n3 0 1\n2 "
     ".1 .2 .3 1\n",
     2, 0},
    {"normals in words", "NOFF 3 1 0 0 0 0 0 0 1 1 0 0 0 0 1 0 1 0 0 0 1 3 0 1 2", 1, 0},
    {"colours in words", "COFF 3 1 0 0 0 0 9 9 9 9 1 0 0 9 9 9 9 0 1 0 9 9 9 9 3 0 1 2", 1, 0},
    {"colours without alpha", "COFF 3 1 0 0 0 0 9 9 9 1 0 0 9 9 9 0 1 0 9 9 9 3 0 1 2", 1, 0},
    {"texture in words", "STOFF 3 1 0 0 0 0 1 1 1 0 0 1 1 0 1 0 1 1 3 0 1 2", 1, 0},
    {"meshlab 292: colours that OFF has not",
     "OFF\n3 1 0\n0 0 0 9 9 9 9\n1 0 0 9 9 9 9\n0 1 0 9 9 9 "
     "9\n3 0 1 2\n",
     1, 0},
    {"blender-off 9",
     "NCOFF\n3 1 0\n0 0 0 9 9 9 9 0 0 1\n1 0 0 9 9 9 9 0 0 1\n0 1 0 9 9 9 9 0 0 1\n"
     "3 0 1 2\n",
     1, 0},
    {"small letters", "off\n3 1 0\n" V3 "3 0 1 2\n", 1, 0},
    {"no line end", "OFF\n3 1 0\n" V3 "3 0 1 2 \x1a", 1, 0},

    {"blank at the end", OBJ3 "f 1 2 3 \\", 1, 0},
    {"line end behind it", OBJ3 "f 1 2 3 \\\r\n", 1, 0},
    {"blanks behind it", OBJ3 "f 1 2 \\ \t\n 3\n", 1, 0},
    {"at once", "v 0 0\\\n 0\nv 1 0 0\\\n\nv 0 1 0\\\r\n\nf 1 2\\\n3", 1, 0},
    {"in what is passed over", OBJ3 "vn 0 \\\n0 1\nf 1 2 3\nvn 0 \\", 1, 0},
    {"assimp 3532", "# head\\Solid\\\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\\\nf 1 2 3\n", 1, 0},
    {"weights of 1", "v 0 0 0 1\nv 1 0 0 1.0\nv 0 1 0 1e0\nf 1 2 3\n", 1, 0},
    {"weights", "v 0 0 0 2\nv 1 0 0 0\nv 0 1 0 .5 # c\nf 1 2 3\n", 1, 1},
    {"one weight below", "f 1 2 3\nv 0 0 0 1\nv 1 0 0 1\nv 0 1 0 .5", 1, 1},
    {"colours", "v 0 0 0 .5 .5 .5\nv 1 0 0 2 2 2 2\nv 0 1 0 nan 0 0\nf 1 2 3\n", 1, 0},
    {"Pokemon-DS-Map-Studio 15", "c 1 1 1\n" OBJ3 "vc 1 1 1\nf 1 2 3\n", 1, 0},
    {"obj-simplify 5", OBJ3 "vt -1.#IND00 -1.#IND00 -1.#IND00\nvn nan(ind) inf -nan\nf 1 2 3\n", 1,
     0},
    {"Ctrl-Z", OBJ3 "f 1 2 3\n\x1a", 1, 0},
    {"Ctrl-Z in the last line", OBJ3 "f 1 2 3\x1a", 1, 0},

    {"not a number",
     PLY("property float q\nproperty float n\n",
         "") "0 0 0 1.#QNAN -1.#IND\n1 0 0 1.#INF nan\n0 1 0 -inf -nan(ind)\n3 0 1 2\n",
     1, 0},
    {"in faces",
     PLY("", "property float q\nproperty list uchar float uv\n") V3
     "3 0 1 2 1.#INF 2 -1.#IND nan\n",
     1, 0},
    {"more in faces", PLY("", "") V3 "3 0 1 2 1.#INF 2\n", 1, 1},
    {"Ctrl-Z", PLY("", "") V3 "3 0 1 2\n\x1a", 1, 0},
    {"CR LF and Ctrl-Z", PLY("", "") "0 0 0\r\n1 0 0\r\n0 1 0\r\n3 0 1 2\r\n\x1a\r\n", 1, 0},
};

static void assert_triangles(const dialect* d, const char* text, size_t size, int drop_bad,
                             size_t warnings)
{
    static const double corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    mesh m = {0};
    mesh_error e;
    const mesh_read_options options = {.drop_bad = drop_bad};
    if (mesh_read_memory(&m, text, size, &options, &e) != MESH_OK)
        fail_msg("%s: %s", d->where, e.text);
    if (m.triangle_count != d->triangles || m.face_count != d->triangles)
        fail_msg("%s: %zu triangles", d->where, m.triangle_count);
    if (m.warning_total != warnings)
        fail_msg("%s: %zu warnings: %s", d->where, m.warning_total,
                 m.warning_count ? m.warnings[0].text : "");
    for (size_t i = 0; i < 9 * m.triangle_count; i++)
        if (m.vertices[3 * m.triangles[i / 3] + i % 3] != corners[i % 9])
            fail_msg("%s: coordinate %zu is %g", d->where, i,
                     m.vertices[3 * m.triangles[i / 3] + i % 3]);
    mesh_free(&m);
}

static void dialects_are_read(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        for (int drop_bad = 0; drop_bad < 2; drop_bad++)
            assert_triangles(&read[i], read[i].text, strlen(read[i].text), drop_bad,
                             read[i].warnings);
}

// Behind any text zeros are passed over, with a warning, since lines may have been there.
static void zeros_behind_text_are_told_of(void** state)
{
    (void)state;
    static char padded[1 << 12];
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        const size_t size = strlen(read[i].text);
        assert_true(size + 512 < sizeof padded);
        for (size_t zeros = 1; zeros <= 512; zeros *= 8) {
            memset(padded, 0, sizeof padded);
            memcpy(padded, read[i].text, size);
            if (size + zeros == 84) continue;  // a binary STL file without triangles
            assert_triangles(&read[i], padded, size + zeros, 0, read[i].warnings + 1);
            padded[size + zeros] = '\x1a';
            assert_triangles(&read[i], padded, size + zeros + 1, 0, read[i].warnings + 1);
        }
    }
    // Between the words of a text neither zeros nor Ctrl-Z have a place.
    static const char* const within[] = {OBJ3 "f 1 2 3\n\x1a"
                                              "f 1 2 3\n",
                                         "OFF\n3 1 0\x1a\n" V3 "3 0 1 2\n",
                                         "solid\n" FACET "\x1a\n" FACET "endsolid\n",
                                         PLY("", "") "0 0 0\x1a\n1 0 0\n0 1 0\n3 0 1 2\n"};
    for (size_t i = 0; i < sizeof within / sizeof *within; i++) {
        mesh m = {0};
        assert_true(read_exactly(&m, within[i], strlen(within[i]), MESH_UNKNOWN, NULL) != MESH_OK);
    }
}

// Behind a binary file zeros hide nothing that it says it has. Anything else may.
static void zeros_behind_binary_files_are_told_of(void** state)
{
    (void)state;
    static byte_sink s;
    for (int kind = 0; kind < 3; kind++) {
        size_t size = 0;
        if (kind < 2)
            size = make_ply(&s, kind == 1, false);
        else
            size = make_stl(s.bytes, "solid", 2);
        for (size_t more = kind < 2 ? 1 : 50; more <= 500; more *= 3) {
            memset(s.bytes + size, 0, more);
            for (int drop_bad = 0; drop_bad < 2; drop_bad++) {
                mesh m = {0};
                const mesh_read_options options = {.drop_bad = drop_bad};
                assert_int_equal(mesh_read_memory(&m, s.bytes, size + more, &options, NULL),
                                 MESH_OK);
                assert_int_equal(m.triangle_count, kind < 2 ? 3 : 2);
                assert_int_equal(m.warning_total, 1);
                mesh_free(&m);
            }
            s.bytes[size + more / 2] = 'x';
            mesh m = {0};
            assert_int_equal(read_exactly(&m, s.bytes, size + more, MESH_UNKNOWN, NULL),
                             MESH_SYNTAX);
        }
    }
    // Where the header counts none, there was a model.
    mesh m = {0};
    mesh_error e;
    const mesh_read_options stl = {.format = MESH_STL_BINARY, .drop_bad = 1};
    const size_t size = make_stl(s.bytes, "solid", 0);
    memset(s.bytes + size, 0, 500);
    assert_int_equal(mesh_read_memory(&m, s.bytes, size + 500, &stl, &e), MESH_TRUNCATED);
    assert_string_equal(e.text, "byte 80: there is nothing but zeros behind the header");
}

static const struct {
    const char* text;
    mesh_status status;
    const char* says;
} refused[] = {
    {"nOFF\n3\n3 1 0\n" V3 "3 0 1 2\n", MESH_SYNTAX,
     "line 1: \"nOFF\" is not read: its vertices have"},
    {"4OFF\n3 1 0\n0 0 0 1\n", MESH_SYNTAX, "line 1: \"4OFF\" is not read"},
    {"4nOFF 3\n3 1 0\n0 0 0 1\n", MESH_SYNTAX, "line 1: \"4nOFF\" is not read"},
    {"STCN4nOFF\n3\n3 1 0\n", MESH_SYNTAX, "line 1: \"STCN4nOFF\" is not read"},
    {"4COFF\n3 1 0\n", MESH_SYNTAX, "line 1: \"4COFF\" is not read"},
    {"nOFF3\n3 1 0\n", MESH_SYNTAX, "line 1: \"nOFF3\" is not read"},
    {"CnOFF\n3\n3 1 0\n", MESH_SYNTAX, "line 1: \"CnOFF\" is not read"},
    // Nothing but a layout that fits to the last word is taken for free.
    {"OFF 3 1 0 0 0 0 1 0 0 0 1 0 3 0 1 2 9 9 9 9 9", MESH_TRUNCATED, "ends before vertex 1 of 3"},
    {"OFF 3 1 0 0 0 0 1 0 0 0 1 0 3 0 1 3", MESH_TRUNCATED, "ends before vertex 1 of 3"},
    {"OFF 3 1 0 0 0 0 1 0 0 0 1 0 3 0 1", MESH_TRUNCATED, "ends before vertex 1 of 3"},
    {"OFF 3 1 0 0 0 x 1 0 0 0 1 0 3 0 1 2", MESH_BAD_NUMBER, "\"x\", the z of vertex 0"},
    {OBJ3 "f 1 2 3\ncall other.obj\n", MESH_SYNTAX, "line 5: \"call\" is not followed"},
    {OBJ3 "f 1 2 3\ncsh ls\n", MESH_SYNTAX, "line 5: \"csh\" is not followed"},
    {"csh -x ls\n" OBJ3, MESH_SYNTAX, "line 1: \"csh\" is not followed"},
    {PLY("", "") "0 0 0 9\n1 0 0 9\n0 1 0 9\n3 0 1 2\n", MESH_SYNTAX,
     "line 10: \"9\" after the last value of vertex 0: declare all properties in the header, or "
     "read "
     "those it has with --drop-bad"},
    {PLY("", "") "0 0 1.#INF\n1 0 0\n0 1 0\n3 0 1 2\n", MESH_BAD_NUMBER, "\"1.#INF\", the z of"},
    {"solid x\n" FACET_OF("normal 0 0 1", "end", "endfacet") "endsolid\n", MESH_SYNTAX,
     "line 7: \"end\" where \"endloop\" of facet 0 should be"},
    {"solid x\n" FACET_OF("normal 0 0 1", "end facet", "endfacet") "endsolid\n", MESH_SYNTAX,
     "line 7: \"end\" where \"endloop\""},
};

static void what_is_refused_is_named(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        mesh m = {0};
        mesh_error e;
        const mesh_status status =
            read_exactly(&m, refused[i].text, strlen(refused[i].text), MESH_UNKNOWN, &e);
        if (status != refused[i].status || !strstr(e.text, refused[i].says))
            fail_msg("%d, \"%s\" for %s", (int)status, e.text, refused[i].text);
    }
}

// Content that tells no format is read by its name, so that the error is about a line.
static void names_tell_where_content_does_not(void** state)
{
    (void)state;
    static const struct {
        const char* path;
        const char* text;
        mesh_status status;
        const char* says;
    } files[] = {
        {"x.obj", "// triangle.obj\n" OBJ3 "f 1 2 3\n", MESH_SYNTAX,
         "line 1: \"//\" is not an OBJ"},
        {"x.OBJ", "V 0 0 0\n", MESH_SYNTAX, "line 1: \"V\" is not an OBJ statement"},
        {"x.stl", "; made by hand\nsolid\n" FACET "endsolid\n", MESH_SYNTAX,
         "begins with \"solid\""},
        {"x", FACET, MESH_SYNTAX, "begins with \"solid\""},
        {"x.off", "{ OFF\n3 1 0\n" V3 "3 0 1 2\n}\n", MESH_SYNTAX, "line 1: \"{\" where OFF"},
        {"x.ply", "plyformat\n", MESH_SYNTAX, "line 1: \"plyformat\" where \"ply\""},
        {"x.stl", "solid in sixteen", MESH_TRUNCATED, "begins with 84 bytes, this one has 16"},
        {"x.obj", "# only a comment\n", MESH_UNKNOWN_FORMAT, "STL, OBJ, PLY, OFF"},
        {"x.obj", "PK\003\004", MESH_UNKNOWN_FORMAT, "a ZIP archive"},
        {"x.txt", "V 0 0 0\n", MESH_UNKNOWN_FORMAT, "STL, OBJ, PLY, OFF"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE* out = fopen(files[i].path, "wb");
        assert_non_null(out);
        assert_true(fputs(files[i].text, out) >= 0 && fclose(out) == 0);
        mesh m = {0};
        mesh_error e;
        const mesh_status status = mesh_read_file(&m, files[i].path, NULL, &e);
        remove(files[i].path);
        if (status != files[i].status || !strstr(e.text, files[i].says))
            fail_msg("%s: %d, \"%s\" for %s", files[i].path, (int)status, e.text, files[i].text);
    }
}

// Values that no property of the header has: with drop_bad vertices stay if all have as many of them, behind x y z.
static void undeclared_values_can_be_passed_over(void** state)
{
    (void)state;
    static const dialect all = {"instant-meshes 133", "", 1, 1};
    static const char text[] =
        PLY("property uchar red\n", "") "0 0 0 9 9\n1 0 0 9 9\n0 1 0 9 9\n3 0 1 2\n";
    assert_triangles(&all, text, strlen(text), 1, 1);
    static const struct {
        const char* text;
        size_t vertices;
        const char* says;
    } some[] = {
        {PLY("", "") "0 0 0 9\n1 0 0\n0 1 0 9\n3 0 2 2\n", 2, "vertex 1 has fewer values"},
        {PLY("", "") "0 0 0\n1 0 0 9\n0 1 0\n3 0 2 2\n", 2,
         "\"9\" after the last value of vertex 1"},
        {PLY("", "") "0 0 0 9\n1 0 0 9 9\n0 1 0 9\n3 0 2 2\n", 2,
         "\"9\" after the last value of vertex 1"},
    };
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        mesh m = {0};
        mesh_error e;
        const mesh_read_options options = {.drop_bad = 1};
        if (mesh_read_memory(&m, some[i].text, strlen(some[i].text), &options, &e) != MESH_OK)
            fail_msg("%s: %s", some[i].text, e.text);
        assert_int_equal(m.vertex_count, some[i].vertices);
        const char* told = m.warnings[m.warning_count - 1].text;
        if (!strstr(told, some[i].says)) fail_msg("%s: %s", some[i].text, told);
        mesh_free(&m);
    }
    // Where x y z are not the first values, an undeclared one may stand before them.
    static const char after[] =
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty uchar red\n"
        "property float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
        "9 9 0 0 0\n9 9 1 0 0\n9 9 0 1 0\n3 0 1 2\n";
    mesh m = {0};
    mesh_error e;
    const mesh_read_options options = {.drop_bad = 1};
    assert_int_equal(mesh_read_memory(&m, after, strlen(after), &options, &e), MESH_SYNTAX);
    assert_null(strstr(e.text, "--drop-bad"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dialects_are_read),
        cmocka_unit_test(zeros_behind_text_are_told_of),
        cmocka_unit_test(zeros_behind_binary_files_are_told_of),
        cmocka_unit_test(what_is_refused_is_named),
        cmocka_unit_test(names_tell_where_content_does_not),
        cmocka_unit_test(undeclared_values_can_be_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
