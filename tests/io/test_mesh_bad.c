// test_mesh_bad.c - the readers: errors with their places, and files cut off or damaged anywhere.
#include "io/mesh_samples.h"

typedef struct bad_case {
    const char* text;
    mesh_format format;
    mesh_status status;
    size_t line;
    size_t byte;
    const char* says;
} bad_case;

#define PLY3 "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
#define PLY4 PLY3 "property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
#define STL1 "solid\nfacet normal 0 0 1\nouter loop\n"

static const bad_case bad_cases[] = {
    {"v 0 0 1.#IND\n", MESH_OBJ, MESH_BAD_NUMBER, 1, 6, "\"1.#IND\", the z of vertex 0"},
    {"v 0 0 3.1+e2\n", MESH_OBJ, MESH_BAD_NUMBER, 1, 6, "\"3.1+e2\""},
    {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", MESH_OBJ, MESH_BAD_INDEX, 4, 30,
     "line 4: vertex index 9 of face 0 does not exist (3 vertices)"},
    {"v 0 0 0\nf 1 0 1\n", MESH_OBJ, MESH_BAD_INDEX, 2, 12, "vertex index 0 of face 0"},
    {"v 0 0 0\nf 1 1 -2\nv 1 0 0\n", MESH_OBJ, MESH_BAD_INDEX, 2, 14, "(1 vertices above)"},
    {"v 0 0 0\nf 1 1 1/x\n", MESH_OBJ, MESH_BAD_NUMBER, 2, 14, "\"1/x\""},
    {"v 0 0 0\nf 1 1 1.5\n", MESH_OBJ, MESH_BAD_NUMBER, 2, 14, "\"1.5\""},
    {"v 0 0 0\nf 1 1\n", MESH_OBJ, MESH_SYNTAX, 2, 8, "face 0 has only 2 corners"},
    {"v 0 0 0\nf\n", MESH_OBJ, MESH_SYNTAX, 2, 8, "face 0 has no corners"},
    {"v 0 0 0\nv 1 0\n", MESH_OBJ, MESH_SYNTAX, 2, 13, "vertex 1 ends before its z"},
    {"v 0,5 0 0\n", MESH_OBJ, MESH_BAD_NUMBER, 1, 2, "\"0,5\", the x of vertex 0, is not a number"},
    {"\n\r\n\rv 0 nan 0\n", MESH_OBJ, MESH_BAD_NUMBER, 4, 8, "the y of vertex 0"},
    {"v 0 0 1e999\n", MESH_OBJ, MESH_BAD_NUMBER, 1, 6, "too large for a double"},
    {"vertex 0 0 0\n", MESH_OBJ, MESH_SYNTAX, 1, 0, "\"vertex\" is not an OBJ statement"},
    {"v 0 0 0\nsurf 0 1 0 1 1\n", MESH_OBJ, MESH_SYNTAX, 2, 8, "export the surface"},
    {"", MESH_OBJ, MESH_TRUNCATED, 0, 0, "the file is empty"},
    {STL1 "vertex 0 0 0\nvertex 1,0 0 0\n", MESH_STL_ASCII, MESH_BAD_NUMBER, 5, 56, "\"1,0\""},
    {STL1 "vertex 0 0 0\nvertex 1 0 0\nendloop\n", MESH_STL_ASCII, MESH_SYNTAX, 6, 62,
     "\"endloop\" where \"vertex\" of facet 0 should be"},
    {STL1 "vertex 0 0 0\n", MESH_STL_ASCII, MESH_TRUNCATED, 5, 49, "facet 0"},
    {"solid\n", MESH_STL_ASCII, MESH_TRUNCATED, 2, 6, "without \"endsolid\""},
    {"solid\nfoo\nendsolid\n", MESH_STL_ASCII, MESH_SYNTAX, 2, 6, "\"foo\""},
    {"facet\n", MESH_STL_ASCII, MESH_SYNTAX, 1, 0, "begins with \"solid\""},
    {"xyz", MESH_STL_BINARY, MESH_TRUNCATED, 0, 3, "84 bytes"},
    {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", MESH_OFF, MESH_BAD_INDEX, 6, 34,
     "vertex index 3 of face 0 does not exist (3 vertices)"},
    {"OFF\n3 1 0\n0 0 0\n1 0\n0 1 0\n3 0 1 2\n", MESH_OFF, MESH_SYNTAX, 4, 19, "vertex 1"},
    {"OFF\n3 1 0\n0 0 0\n1 0 0\n", MESH_OFF, MESH_TRUNCATED, 5, 22, "vertex 2 of 3"},
    {"OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", MESH_OFF, MESH_TRUNCATED, 7, 36, "face 1 of 2"},
    {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n", MESH_OFF, MESH_SYNTAX, 7, 36,
     "more lines"},
    {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1\n", MESH_OFF, MESH_SYNTAX, 6, 33, "corner 2"},
    {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n", MESH_OFF, MESH_SYNTAX, 6, 28, "only 2 corners"},
    {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n-3 0 1\n", MESH_OFF, MESH_BAD_NUMBER, 6, 28, "\"-3\""},
    {"OFF\n999999999999 1 0\n0 0 0\n", MESH_OFF, MESH_TRUNCATED, 4, 27,
     "too short for 999999999999"},
    {"OFF BINARY\n", MESH_OFF, MESH_SYNTAX, 1, 4, "binary OFF"},
    {"4OFF\n0 0 0\n", MESH_OFF, MESH_SYNTAX, 1, 0, "\"4OFF\""},
    {PLY4 "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n", MESH_PLY, MESH_BAD_INDEX, 13, 178,
     "vertex index 7 of face 0 does not exist (3 vertices)"},
    {PLY4 "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", MESH_PLY, MESH_BAD_INDEX, 13, 178,
     "index -1"},
    {PLY4 "end_header\n0 0 0\n1 inf 0\n0 1 0\n3 0 1 2\n", MESH_PLY, MESH_BAD_NUMBER, 11, 162,
     "\"inf\""},
    {PLY4 "end_header\n0 0 0\n1 0\n0 1 0\n3 0 1 2\n", MESH_PLY, MESH_SYNTAX, 11, 163, "vertex 1"},
    {PLY4 "end_header\n0 0 0\n1 0 0 0\n0 1 0\n3 0 1 2\n", MESH_PLY, MESH_SYNTAX, 11, 166,
     "after the last value"},
    {PLY4 "end_header\n0 0 0\n1 0 0\n0 1 0\n", MESH_PLY, MESH_TRUNCATED, 13, 172, "face"},
    {PLY4 "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\nx", MESH_PLY, MESH_SYNTAX, 14, 180, "follow"},
    {PLY3 "end_header\n0 0\n", MESH_PLY, MESH_SYNTAX, 7, 83, "no x, y and z"},
    {PLY3 "property half z\nend_header\n", MESH_PLY, MESH_SYNTAX, 6, 81, "\"half\""},
    {"ply\nformat ascii 2.0\n", MESH_PLY, MESH_SYNTAX, 2, 17, "\"2.0\""},
    {"ply\nelement vertex 3\n", MESH_PLY, MESH_SYNTAX, 2, 4, "\"element\""},
    {"ply\nformat ascii 1.0\nelement vertex 1000000000\nproperty int x\nproperty int y\n"
     "property int z\nend_header\n0 0 0\n",
     MESH_PLY, MESH_TRUNCATED, 9, 109, "too short for element vertex 1000000000"},
};

static void bad_files_are_refused_by_place(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_cases / sizeof bad_cases[0]; i++) {
        const bad_case* c = &bad_cases[i];
        mesh before, m;
        memset(&m, 0x5a, sizeof m);
        before = m;
        mesh_error e;
        mesh_status status = read_exactly(&m, c->text, strlen(c->text), c->format, &e);
        if (status != c->status || e.status != status || e.line != c->line || e.byte != c->byte ||
            !strstr(e.text, c->says))
            fail_msg("case %zu gave %d, line %zu, byte %zu, \"%s\" for \"%s\"", i, (int)status,
                     e.line, e.byte, e.text, c->text);
        assert_memory_equal(&m, &before, sizeof m);
        // Without a place to say why it is refused all the same.
        assert_int_equal(read_exactly(&m, c->text, strlen(c->text), c->format, NULL), status);
    }
}

static void bad_binary_files_are_refused_by_byte(void** state)
{
    (void)state;
    char bytes[400];
    mesh m = {0};
    mesh_error e;
    size_t size = make_stl(bytes, "", 3);
    put_u32(bytes + 84 + 50 + 12 + 16, 0x7f800000u);
    assert_int_equal(read_exactly(&m, bytes, size, MESH_UNKNOWN, &e), MESH_BAD_NUMBER);
    assert_int_equal(e.byte, 84 + 50 + 12 + 16);
    assert_int_equal(e.line, 0);
    assert_non_null(strstr(e.text, "the y of vertex 1 of triangle 1 is not finite"));
    size = make_stl(bytes, "", 3);
    assert_int_equal(read_exactly(&m, bytes, size - 1, MESH_UNKNOWN, &e), MESH_TRUNCATED);
    // Fewer bytes than a triangle behind the last one hide none: they are only told of.
    assert_int_equal(read_exactly(&m, bytes, size + 49, MESH_UNKNOWN, &e), MESH_OK);
    assert_int_equal(m.triangle_count, 3);
    assert_int_equal(m.warning_total, 1);
    assert_int_equal(m.warnings[0].byte, size);
    mesh_free(&m);
    assert_int_equal(read_exactly(&m, bytes, size + 50, MESH_UNKNOWN, &e), MESH_SYNTAX);
    assert_int_equal(e.byte, size);
    put_u32(bytes + 80, 4294967295u);
    assert_int_equal(read_exactly(&m, bytes, size, MESH_UNKNOWN, &e), MESH_TRUNCATED);
    assert_non_null(strstr(e.text, "4294967295 triangles"));
    byte_sink s;
    make_ply(&s, false, false);
    uint16_t bad = 4;
    s.big = false;
    s.size -= 11;  // the second index of the last face: 2 more, 1 + 2 skipped
    size_t place = s.size + 4;
    memcpy(s.bytes + place, &bad, 2);
    s.size += 11;
    assert_int_equal(read_exactly(&m, s.bytes, s.size, MESH_UNKNOWN, &e), MESH_BAD_INDEX);
    assert_int_equal(e.byte, place);
    assert_int_equal(e.line, 0);
    assert_null(m.vertices);
}

// ------------------------------------------------------------------------------ cut off or damaged

static void assert_valid(const mesh* m)
{
    for (size_t i = 0; i < 3 * m->vertex_count; i++)
        assert_true(isfinite(m->vertices[i]));
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        assert_true(m->triangles[i] < m->vertex_count);
    for (size_t i = 0; i < m->triangle_count; i++)
        assert_true((m->faces ? m->faces[i] : i) < m->face_count);
    for (size_t i = 0; i < m->group_count; i++) {
        assert_true(m->groups[i].first_triangle <= m->triangle_count);
        assert_true(m->groups[i].triangle_count <= m->triangle_count - m->groups[i].first_triangle);
    }
    assert_true(m->warning_count <= m->warning_total && m->warning_count <= MESH_MOST_WARNINGS);
    assert_null(m->source);
}

// Whatever the bytes: a valid mesh, or an error with a text and a place in the file. What is read as it
// is, drop_bad reads the same; what it reads beyond that comes with a warning.
static mesh_status assert_sane(const char* bytes, size_t size, mesh_format format, size_t* warnings)
{
    mesh m = {0}, rest = {0};
    mesh_error e;
    mesh_status status = read_exactly(&m, bytes, size, format, &e);
    const mesh_read_options dropping = {.format = format, .drop_bad = 1};
    mesh_status dropped = mesh_read_memory(&rest, bytes, size, &dropping, NULL);
    if (status != MESH_OK) {
        assert_true(e.status == status && e.text[0] != '\0' && strlen(e.text) < sizeof e.text);
        assert_true(e.byte <= size && e.line <= size + 1);
        assert_null(m.vertices);
        assert_true(dropped == MESH_OK ? rest.warning_total > 0 : !rest.vertices);
        if (dropped == MESH_OK) assert_true(rest.triangle_count > 0);
    } else {
        assert_valid(&m);
        assert_int_equal(dropped, MESH_OK);
        assert_int_equal(rest.vertex_count, m.vertex_count);
        assert_int_equal(rest.triangle_count, m.triangle_count);
        assert_int_equal(rest.warning_total, m.warning_total);
    }
    if (dropped == MESH_OK) assert_valid(&rest);
    if (warnings) *warnings = m.warning_total;
    mesh_free(&m);
    mesh_free(&rest);
    return status;
}

static void cut_off_files_are_survived(void** state)
{
    (void)state;
    static sample samples[16];
    size_t count = make_samples(samples);
    for (size_t i = 0; i < count; i++) {
        const sample* s = &samples[i];
        mesh_format format = mesh_format_from_name(s->name);
        assert_int_equal(assert_sane(s->bytes, s->size, format, NULL), MESH_OK);
        assert_int_equal(assert_sane(s->bytes, s->size, MESH_UNKNOWN, NULL), MESH_OK);
        for (size_t size = 0; size < s->size; size++) {
            size_t warnings;
            mesh_status status = assert_sane(s->bytes, size, format, &warnings);
            if (status == MESH_OK && size < s->whole && warnings == 0)
                fail_msg("%s cut at %zu of %zu was taken for whole", s->name, size, s->size);
            assert_sane(s->bytes, size, MESH_UNKNOWN, NULL);
        }
    }
}

// Binary files say how much of them there is: cut off anywhere they are told to be cut off, whatever their header makes
// of them, with the format given and without; and of STL the whole triangles can be had.
static void assert_cut_stl(const char* header, uint32_t count)
{
    static char bytes[84 + 50 * 400];
    const size_t whole = make_stl(bytes, header, count);
    for (size_t size = 1; size < whole; size++) {
        mesh m = {0};
        mesh_error e;
        const size_t triangles = size < 84 ? 0 : (size - 84) / 50;
        const mesh_read_options options = {.drop_bad = 1, .format = MESH_STL_BINARY};
        if (read_exactly(&m, bytes, size, MESH_STL_BINARY, &e) != MESH_TRUNCATED)
            fail_msg("'%s', %u triangles, %zu bytes: %s", header, count, size, e.text);
        // Below the count there is only what text is in the header.
        if (size >= 84 && read_exactly(&m, bytes, size, MESH_UNKNOWN, &e) != MESH_TRUNCATED)
            fail_msg("'%s', %u triangles, %zu bytes, found: %s", header, count, size, e.text);
        const mesh_status status = mesh_read_memory(&m, bytes, size, &options, NULL);
        assert_int_equal(status, triangles > 0 ? MESH_OK : MESH_TRUNCATED);
        assert_int_equal(m.triangle_count, triangles);
        mesh_free(&m);
    }
}

static void cut_off_binary_stl_is_told_so(void** state)
{
    (void)state;
    static const char* const headers[] = {
        "",
        "solid",
        "solid box facet normal 0 0 1",
        "ply\n",
        "OFF",
        "v 0 0 0\nf 1 1 1\n",
        "Exported from a program that fills the eighty bytes of the header with its text.",
        "solid of a program that fills the eighty bytes of the header with facets, endsol"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        assert_cut_stl(headers[i], 3);
        assert_cut_stl(headers[i], 300);
    }
}

static void cut_off_binary_ply_is_told_so(void** state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        byte_sink s;
        make_ply(&s, kind % 2 == 1, kind / 2 == 1);
        for (size_t size = 4; size < s.size; size++) {
            mesh m = {0};
            mesh_error e;
            if (read_exactly(&m, s.bytes, size, MESH_UNKNOWN, &e) != MESH_TRUNCATED)
                fail_msg("kind %d, %zu of %zu bytes: %s", kind, size, s.size, e.text);
        }
    }
}

// Text that ends within a word or before an element is whole.
static void text_cut_within_a_line_is_told_so(void** state)
{
    (void)state;
    static const struct {
        const char* text;
        const char* says;
    } cut[] = {
        {"v 0 0 0\nv 1 -", "line 2: the file ends in the y of vertex 1"},
        {"v 0 0 0\nv 1 1e", "line 2: the file ends in the y of vertex 1"},
        {"v 0 0 0\nv 1 ", "line 2: the file ends before the y of vertex 1"},
        {"v 0 0 0\nv 1 0 0\nf 1 2", "line 3: the file ends in face 0, which has only 2 corners"},
        {"v 0 0 0\nv 1 0 0\nf 1 2/", "line 3: the file ends in face 0, which has only 2 corners"},
        {"v 0 0 0\nv 1 0 0\nf", "line 3: face 0 has no corners"},
        {"v 0 0 0\nusemt", "line 2: the file ends in \"usemt\""},
        {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1", "line 6: face 0 ends before its corner 2"},
        {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 -", "line 5: the file ends in the z of vertex 2"},
        {"OFF\n2 0 0\n0.5 0.5 0.5\n1 0", "line 4: the file ends before the z of vertex 1"},
        {"OFF\n3 1 0\n0 0 0\n1 0", "line 4: the file is too short for 3 vertices"},
        {"OFF\n2 1 0\n0.5 0.5 0.5\n", "line 4: the file ends before vertex 1 of 2"},
        {STL1 "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloo",
         "line 7: the file ends where \"endloop\" of facet 0 should be"},
        {STL1 "vertex 0 0 0\nvert", "line 5: the file ends where \"vertex\" of facet 0"},
        {STL1 "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nfac",
         "line 9: the file ends in \"fac\" where \"facet\" or \"endsolid\" should be"},
        {PLY4 "end_header\n0 0 0\n1 0 0\n0.25 0.5 -",
         "line 12: the file ends in the z of vertex 2"},
        {PLY3 "prop", "line 6: the file ends in \"prop\""},
    };
    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
        mesh m = {0};
        mesh_error e;
        const mesh_status status =
            read_exactly(&m, cut[i].text, strlen(cut[i].text), MESH_UNKNOWN, &e);
        if (status != MESH_TRUNCATED || !strstr(e.text, cut[i].says))
            fail_msg("%d, \"%s\" for %s", (int)status, e.text, cut[i].text);
    }
}

static void damaged_files_are_survived(void** state)
{
    (void)state;
    static sample samples[16];
    size_t count = make_samples(samples);
    static const char spice[] = "0123456789-+.eE/#\\\n\r \tvfn\0\377x";
    size_t read = 0;
    for (size_t round = 0; round < 4000 * count; round++) {
        sample s = samples[round % count];
        for (size_t hits = 1 + random_below(4); hits > 0; hits--) {
            size_t at = random_below(s.size);
            size_t kind = random_below(4);
            if (kind == 0) s.bytes[at] = (char)(s.bytes[at] ^ (1 << random_below(8)));
            if (kind == 1) s.bytes[at] = spice[random_below(sizeof spice - 1)];
            if (kind == 2) memmove(s.bytes + at, s.bytes + at + 1, --s.size - at);
            if (kind == 3 && s.size < sizeof s.bytes) {
                memmove(s.bytes + at + 1, s.bytes + at, s.size++ - at);
                s.bytes[at] = spice[random_below(sizeof spice - 1)];
            }
        }
        read += assert_sane(s.bytes, s.size, mesh_format_from_name(s.name), NULL) == MESH_OK;
        assert_sane(s.bytes, s.size, MESH_UNKNOWN, NULL);
    }
    print_message("%zu of %zu damaged files were read\n", read, 4000 * count);
    assert_true(read > 0 && read < 4000 * count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_files_are_refused_by_place),
        cmocka_unit_test(bad_binary_files_are_refused_by_byte),
        cmocka_unit_test(cut_off_files_are_survived),
        cmocka_unit_test(cut_off_binary_stl_is_told_so),
        cmocka_unit_test(cut_off_binary_ply_is_told_so),
        cmocka_unit_test(text_cut_within_a_line_is_told_so),
        cmocka_unit_test(damaged_files_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
