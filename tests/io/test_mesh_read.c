// test_mesh_read.c - the readers: every format in small, how formats are told apart, files and standard
// input, and real files with known counts.
#define _DEFAULT_SOURCE
#include "io/mesh_samples.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

// A mesh in one line: "v 0,0,0 1,0,0 | t 0,1,2 | f 0".
static void assert_mesh(const char* text, mesh_format format, const char* expected)
{
    mesh m = read_good(text, format);
    char told[4096];
    size_t used = (size_t)snprintf(told, sizeof told, "v");
    for (size_t i = 0; i < m.vertex_count; i++) {
        const double* v = m.vertices + 3 * i;
        used += (size_t)snprintf(told + used, sizeof told - used, " %g,%g,%g", v[0], v[1], v[2]);
    }
    used += (size_t)snprintf(told + used, sizeof told - used, " | t");
    for (size_t i = 0; i < m.triangle_count; i++) {
        const uint32_t* t = m.triangles + 3 * i;
        used += (size_t)snprintf(told + used, sizeof told - used, " %u,%u,%u", t[0], t[1], t[2]);
    }
    used += (size_t)snprintf(told + used, sizeof told - used, " | %zu", m.face_count);
    for (size_t i = 0; m.faces && i < m.triangle_count; i++)
        used += (size_t)snprintf(told + used, sizeof told - used, " f%u", m.faces[i]);
    assert_string_equal(told, expected);
    assert_true(m.format != MESH_UNKNOWN);
    mesh_free(&m);
    assert_null(m.vertices);
}

// ---------------------------------------------------------------------------------------- formats

#define ONE "v 0,0,0 1,0,0 0,1,0 | t 0,1,2 | 1"

static void obj_is_read(void** state)
{
    (void)state;
    assert_mesh("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", MESH_UNKNOWN, ONE);
    assert_mesh("\xEF\xBB\xBF# x\r\nv 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3", MESH_UNKNOWN, ONE);
    assert_mesh("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r", MESH_UNKNOWN, ONE);
    assert_mesh("v 0 0 0 1.0\nv 1 0 0 .5 .5 nan\n v\t0  1 0 # c\nf 1/1/1 2//2 3/\n", MESH_OBJ, ONE);
    assert_mesh("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n", MESH_UNKNOWN, ONE);
    assert_mesh("# c \\\nv 0 \\\n0 0\nv 1 0 0\nv 0 1 0\nf 1 2\\\r\n 3\n", MESH_UNKNOWN, ONE);
    assert_mesh("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n", MESH_UNKNOWN, ONE);
    assert_mesh("v 0 0 0\nv 1 0 0\nf 3 -2 -1\ng a\\\nv 0 1 0\nf -3 -2 -1\n", MESH_UNKNOWN,
                "v 0,0,0 1,0,0 0,1,0 | t 2,0,1 0,1,2 | 2");
    assert_mesh("mtllib a b.mtl\no x\ng y\ns off\nusemtl m\nvt 0 0\nvn 0 0 1\nv 0 0 0\nv 1 0 0\n"
                "v 0 1 0\nl 1 2 \\\n 3\np 1\nf 1 2 3\n",
                MESH_UNKNOWN, ONE);
    assert_mesh("newmtl a\nKd 1 1 1\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", MESH_UNKNOWN, ONE);
    assert_mesh("3 1\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", MESH_UNKNOWN, ONE);
    // Repeated and degenerate triangles stay, in their order.
    assert_mesh("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 1 2\nf 1 2 3\nf 1 2 3\nf 3 3 3", MESH_UNKNOWN,
                "v 0,0,0 1,0,0 0,1,0 | t 0,0,1 0,1,2 0,1,2 2,2,2 | 4");
    assert_mesh("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf 1 2 3\nf 4 3 2 1\n", MESH_UNKNOWN,
                "v 0,0,0 1,0,0 1,1,0 0,1,0 | t 0,1,2 0,2,3 0,1,2 3,2,1 3,1,0 | 3 f0 f0 f1 f2 f2");
    assert_mesh("v 0 0 0\n", MESH_UNKNOWN, "v 0,0,0 | t | 0");
    assert_mesh("o nothing\n", MESH_UNKNOWN, "v | t | 0");
}

static void stl_is_read(void** state)
{
    (void)state;
    assert_mesh("solid x\nfacet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n"
                "  vertex 0 1 0\n endloop\nendfacet\nendsolid x\n",
                MESH_UNKNOWN, ONE);
    assert_mesh("\xEF\xBB\xBFsolid\n\tFACET  NORMAL nan 0 1\r\n outer\nloop vertex 0 0 0\n\n"
                "VERTEX\t1.0E+00 0 0\nvertex 0 1 0 endloop ENDFACET\n\nendsolid",
                MESH_STL_ASCII, ONE);
    assert_mesh("# c\nsolid a # facet\nfacet\nouter loop\nvertex 0 0 0 # c\nvertex 1 0 0\n"
                "vertex 0 1 0\nendloop\nendfacet\nendsolid a\nsolid b\nendsolid b\n",
                MESH_UNKNOWN, ONE);
    assert_mesh("solid a facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 "
                "endloop endfacet endsolid a",
                MESH_STL_BINARY, ONE);
    assert_mesh("solid a\nendsolid a\n", MESH_UNKNOWN, "v | t | 0");
}

static void binary_stl_is_read(void** state)
{
    (void)state;
    char bytes[400];
    const char* const headers[] = {"", "solid but binary, facet", "ply\n", "v 0 0 0\nf 1 1 1"};
    for (size_t h = 0; h < 4; h++) {
        size_t size = make_stl(bytes, headers[h], 3);
        put_u32(bytes + 84 + 12, 1);            // the least float
        put_u32(bytes + 84 + 16, 0x80000000u);  // -0
        mesh m = {0};
        mesh_error e;
        assert_int_equal(read_exactly(&m, bytes, size, MESH_UNKNOWN, &e), MESH_OK);
        assert_int_equal(m.format, MESH_STL_BINARY);
        assert_int_equal(m.vertex_count, 9);
        assert_int_equal(m.triangle_count, 3);
        assert_int_equal(m.face_count, 3);
        assert_null(m.faces);
        assert_true(m.vertices[0] == 0x1p-149 && bits_of(m.vertices[1]) == bits_of(-0.0));
        for (size_t i = 2; i < 27; i++)
            assert_true(m.vertices[i] == (double)i / 8);
        for (size_t i = 0; i < 9; i++)
            assert_int_equal(m.triangles[i], i);
        mesh_free(&m);
    }
    mesh m = {0};
    mesh_error e;
    size_t size = make_stl(bytes, "", 0);
    assert_int_equal(read_exactly(&m, bytes, size, MESH_UNKNOWN, &e), MESH_OK);
    assert_int_equal(m.triangle_count, 0);
    mesh_free(&m);
}

static void off_is_read(void** state)
{
    (void)state;
    assert_mesh("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", MESH_UNKNOWN, ONE);
    assert_mesh("OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2", MESH_UNKNOWN, ONE);
    assert_mesh("# c\nOFF # comment\n\n3\n1 0\n0 0 0\n1 0 0 # v\n\n0 1 0\n3 0 1 2 255 0 0\n",
                MESH_UNKNOWN, ONE);
    assert_mesh("OFF\n3 1\n\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", MESH_UNKNOWN, ONE);
    assert_mesh("OFF\n3\n1\n0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", MESH_UNKNOWN, ONE);
    assert_mesh("COFF\r\n3 1 0\r\n0 0 0 1 1 1 1\r\n1 0 0 1 1 1 1\r\n0 1 0 1 1 1 1\r\n3 0 1 2\r\n",
                MESH_UNKNOWN, ONE);
    assert_mesh("NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n", MESH_UNKNOWN, ONE);
    assert_mesh("STOFF\n3 1 0\n0 0 0 0 0\n1 0 0 0 1\n0 1 0 1 1\n3 0 1 2\n", MESH_UNKNOWN, ONE);
    assert_mesh("3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", MESH_OFF, ONE);
    assert_mesh("OFF 0 0 0\n", MESH_UNKNOWN, "v | t | 0");
    assert_mesh("OFF 4 3 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0\n4 0 1 2 3\n3 0 1 2\n", MESH_UNKNOWN,
                "v 0,0,0 1,0,0 1,1,0 0,1,0 | t 0,1,2 0,2,3 0,1,2 | 3 f1 f1 f2");
}

#define PLY_HEAD                                                                                   \
    "ply\nformat ascii 1.0\ncomment c\nelement vertex 3\nproperty float x\nproperty double y\n"    \
    "property int z\n"

static void ply_text_is_read(void** state)
{
    (void)state;
    assert_mesh(PLY_HEAD "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
                         "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
                MESH_UNKNOWN, ONE);
    assert_mesh("ply\r\nformat ascii 1.0\r\nobj_info x\r\nelement face 1\r\n"
                "property uchar flag\r\nproperty list uint8 uint32 vertex_index\r\n"
                "property list int float uv\r\nelement vertex 3\r\nproperty float y\r\n"
                "property uchar red\r\nproperty float x\r\nproperty float z\r\n"
                "element edge 1\r\nproperty int a\r\nend_header\r\n"
                "7 3 0 1 2 2 nan 0\r\n0 9 0 0\r\n0 9 1 0\r\n\r\n1 9 0 0\r\n4\r\n",
                MESH_UNKNOWN, ONE);
    assert_mesh(PLY_HEAD "end_header\n0 0 0\n1 0 0\n0 1 0", MESH_UNKNOWN,
                "v 0,0,0 1,0,0 0,1,0 | t | 0");
    assert_mesh("ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\n"
                "property float z\nelement tristrips 1\nproperty list int int vertex_indices\n"
                "end_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n2 2 0\n8 0 1 2 3 -1 2 3 4",
                MESH_UNKNOWN, "v 0,0,0 1,0,0 0,1,0 1,1,0 2,2,0 | t 0,1,2 2,1,3 2,3,4 | 3");
    assert_mesh("ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
                "property float z\nelement face 2\nproperty list uchar int vertex_indices\n"
                "end_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n0\n",
                MESH_UNKNOWN, "v 0,0,0 1,0,0 1,1,0 0,1,0 | t 0,1,2 0,2,3 | 2 f0 f0");
}

static void binary_ply_is_read(void** state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        byte_sink s;
        make_ply(&s, kind % 2 == 1, kind / 2 == 1);
        mesh m = {0};
        mesh_error e;
        if (read_exactly(&m, s.bytes, s.size, MESH_UNKNOWN, &e) != MESH_OK) fail_msg("%s", e.text);
        assert_int_equal(m.vertex_count, 4);
        const double expected[12] = {-0.0,  0,    0.25, 1e300, 0,    0.25,
                                     1e300, -300, 0.25, -0.0,  -300, 0.25};
        for (size_t i = 0; i < 12; i++)
            assert_true(bits_of(m.vertices[i]) == bits_of(expected[i]));
        const uint32_t triangles[9] = {0, 1, 2, 0, 2, 3, 3, 1, 0}, faces[3] = {0, 0, 1};
        assert_int_equal(m.triangle_count, 3);
        assert_memory_equal(m.triangles, triangles, sizeof triangles);
        assert_non_null(m.faces);
        assert_memory_equal(m.faces, faces, sizeof faces);
        assert_int_equal(m.face_count, 2);
        mesh_free(&m);
    }
}

static void binary_ply_data_may_begin_like_a_line_end(void** state)
{
    (void)state;
    byte_sink s = {.size = 0};
    s.size = (size_t)snprintf(s.bytes, sizeof s.bytes,
                              "ply\nformat binary_little_endian 1.0\nelement vertex 1\n"
                              "property char x\nproperty char y\nproperty char z\nend_header\n");
    memcpy(s.bytes + s.size, "\n\r\n", 3);
    mesh m = {0};
    mesh_error e;
    assert_int_equal(read_exactly(&m, s.bytes, s.size + 3, MESH_UNKNOWN, &e), MESH_OK);
    assert_true(m.vertices[0] == 10 && m.vertices[1] == 13 && m.vertices[2] == 10);
    mesh_free(&m);
}

// ------------------------------------------------------------------------------ formats and files

static void formats_have_names(void** state)
{
    (void)state;
    for (int f = MESH_STL_BINARY; f <= MESH_3MF; f++)
        assert_int_equal(mesh_format_from_name(mesh_format_name((mesh_format)f)), f);
    assert_int_equal(mesh_format_from_name("step"), MESH_UNKNOWN);
    assert_int_equal(mesh_format_from_name(NULL), MESH_UNKNOWN);
    assert_null(mesh_format_name(MESH_UNKNOWN));
    assert_null(mesh_format_name((mesh_format)99));
}

static void content_tells_the_format(void** state)
{
    (void)state;
    static const struct {
        const char* text;
        const char* says;  // part of the error for what is no format of ours
    } unknown[] = {
        {"hello world\n", "STL, OBJ, PLY, OFF"},
        {"# only a comment\n", "STL, OBJ, PLY, OFF"},
        {"newmtl a\nKd 1 1 1\n", "STL, OBJ, PLY, OFF"},
        {"polygon\n", "STL, OBJ, PLY, OFF"},
        {"solid rock is no mesh", "STL, OBJ, PLY, OFF"},
        {"OFFICE\n", "STL, OBJ, PLY, OFF"},
        {"ISO-10303-21;\nFILE_SCHEMA(('AP214'));\n", "a STEP file: convert it with abut-convert"},
        {"ISO-10303-21;\nFILE_SCHEMA(('IFC4'));\n", "an IFC file: convert it with abut-convert"},
        {"Kaydara FBX Binary", "Blender or assimp"},
        {"\xFF\xFEv", "UTF-8"},
        {"PK\3\4", "unpack"},
    };
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        mesh m = {0};
        mesh_error e;
        mesh_status status =
            read_exactly(&m, unknown[i].text, strlen(unknown[i].text), MESH_UNKNOWN, &e);
        assert_int_equal(status, MESH_UNKNOWN_FORMAT);
        if (!strstr(e.text, unknown[i].says)) fail_msg("\"%s\": %s", unknown[i].text, e.text);
    }
    // Other binary formats are not taken for STL, though their size may be that of whole triangles.
    static char foreign[84 + 50 * 3] = "BLENDER\2";
    memset(foreign + 200, 'x', 20);
    mesh m = {0};
    mesh_error e;
    assert_int_equal(read_exactly(&m, foreign, sizeof foreign, MESH_UNKNOWN, &e),
                     MESH_UNKNOWN_FORMAT);
    assert_non_null(strstr(e.text, "a Blender file"));
    static sample samples[16];
    size_t count = make_samples(samples);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(read_exactly(&m, samples[i].bytes, samples[i].size, MESH_UNKNOWN, NULL),
                         MESH_OK);
        assert_string_equal(mesh_format_name(m.format), samples[i].name);
        mesh_free(&m);
    }
}

static void put_file(const char* path, const char* text)
{
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static void files_are_read(void** state)
{
    (void)state;
    char folder[] = "mesh-read-XXXXXX";
    assert_non_null(mkdtemp(folder));
    static const struct {
        const char* name;
        const char* text;
        mesh_status status;
        const char* says;
    } files[] = {
        {"a.stl", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", MESH_OK, ""},  // the content counts
        {"a.step", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", MESH_OK, ""},
        {"b.STEP", "something\n", MESH_UNKNOWN_FORMAT, "abut-convert"},
        {"b.ifc", "something\n", MESH_UNKNOWN_FORMAT, "abut-convert"},
        {"b.fbx", "something\n", MESH_UNKNOWN_FORMAT, "Blender or assimp"},
        {"b.glb", "something\n", MESH_SYNTAX, "line 1: this is no value"},
        {"b.3mf", "something\n", MESH_SYNTAX, "this is no ZIP archive"},
        {"b.amf", "something\n", MESH_UNKNOWN_FORMAT, "PrusaSlicer"},
        {"b.xyz", "0 0 0\n1 1 1\n", MESH_UNKNOWN_FORMAT, "point cloud"},
        {"b.txt", "something\n", MESH_UNKNOWN_FORMAT, "STL, OBJ, PLY, OFF"},
        {"b.obj", "", MESH_TRUNCATED, "the file is empty"},
    };
    char path[64];
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
        put_file(path, files[i].text);
        mesh m = {0};
        mesh_error e;
        mesh_status status = mesh_read_file(&m, path, NULL, &e);
        unlink(path);
        if (status != files[i].status || !strstr(e.text, files[i].says) || strstr(e.text, folder))
            fail_msg("%s: %d %s", files[i].name, (int)status, e.text);
        if (status == MESH_OK) assert_int_equal(m.triangle_count, 1);
        mesh_free(&m);
    }
    mesh m = {0};
    mesh_error e;
    assert_int_equal(mesh_read_file(&m, folder, NULL, &e), MESH_CANNOT_OPEN);
    assert_non_null(strstr(e.text, strerror(EISDIR)));
    rmdir(folder);
    assert_int_equal(mesh_read_file(&m, folder, NULL, &e), MESH_CANNOT_OPEN);
    assert_non_null(strstr(e.text, strerror(ENOENT)));
    assert_int_equal(mesh_read_file(&m, "-", NULL, &e), MESH_UNKNOWN_FORMAT);
}

static const char triangle_obj[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

static void standard_input_is_read(void** state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], triangle_obj, strlen(triangle_obj)), strlen(triangle_obj));
    close(ends[1]);
    int old = dup(STDIN_FILENO);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    mesh m = {0};
    mesh_error e;
    mesh_status status = mesh_read_file(&m, "-", &(mesh_read_options){.format = MESH_OBJ}, &e);
    if (old >= 0) {
        dup2(old, STDIN_FILENO);
        close(old);
    }
    assert_int_equal(status, MESH_OK);
    assert_int_equal(m.triangle_count, 1);
    mesh_free(&m);
}

typedef struct progress_log {
    size_t calls;
    size_t stop_at;
    double last;
} progress_log;

static int log_progress(void* user, double fraction)
{
    progress_log* log = user;
    assert_true(fraction >= log->last && fraction <= 1);
    log->last = fraction;
    return ++log->calls == log->stop_at;
}

static void progress_is_reported_and_cancels(void** state)
{
    (void)state;
    size_t lines = 2000000, line = strlen("v 0 0 0\n");
    char* text = malloc(lines * line);
    assert_non_null(text);
    for (size_t i = 0; i < lines; i++)
        memcpy(text + i * line, "v 0 0 0\n", line);  // NOLINT(bugprone-not-null-terminated-result)
    progress_log log = {0};
    mesh_progress progress = {log_progress, &log};
    mesh_read_options options = {.format = MESH_OBJ, .progress = &progress};
    mesh m = {0};
    mesh_error e;
    assert_int_equal(mesh_read_memory(&m, text, lines * line, &options, &e), MESH_OK);
    assert_int_equal(m.vertex_count, lines);
    mesh_free(&m);
    assert_true(log.calls >= 2 && log.calls <= 20);
    log = (progress_log){.stop_at = 2};
    assert_int_equal(mesh_read_memory(&m, text, lines * line, &options, &e), MESH_CANCELLED);
    assert_int_equal(log.calls, 2);
    assert_null(m.vertices);
    free(text);
}

// Known counts of real files. ABUT_DATA names a folder of test data that is not part of the project.
static void real_files_have_the_known_counts(void** state)
{
    (void)state;
    static const struct {
        const char* path;
        size_t triangles;
    } files[] = {
        {"bad/manifold/Cray_left.obj", 576},
        {"bad/manifold/Cray_right.obj", 12},
        {"scans/bunny.obj", 69451},
        {"scans/dragon_res4.ply", 11102},
        {"scans/teapot_solid.stl", 9438},
        {"scans/spot.obj", 5856},
        {"bad/made/double_big_endian.ply", 12},
        {"bad/made/odd_spacing_ascii.stl", 1},
        {"bad/assimp/STL/Spider_ascii.stl", 1368},
        {"scans/cgal/camel.off", 19536},
        {"bad/made/concave_quad.obj", 4},
        {"bad/assimp/PLY/cube_binary_starts_with_nl.ply", 12},
    };
    const char* data = getenv("ABUT_DATA");
    if (!data) {
        print_message("SKIPPED: ABUT_DATA is not set; not read:\n");
        for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
            print_message("  %s (%zu triangles)\n", files[i].path, files[i].triangles);
        skip();
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", data, files[i].path);
        mesh m = {0};
        mesh_error e;
        if (mesh_read_file(&m, path, NULL, &e) != MESH_OK)
            fail_msg("%s: %s", files[i].path, e.text);
        if (m.triangle_count != files[i].triangles)
            fail_msg("%s: %zu triangles", files[i].path, m.triangle_count);
        mesh_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obj_is_read),
        cmocka_unit_test(stl_is_read),
        cmocka_unit_test(binary_stl_is_read),
        cmocka_unit_test(off_is_read),
        cmocka_unit_test(ply_text_is_read),
        cmocka_unit_test(binary_ply_is_read),
        cmocka_unit_test(binary_ply_data_may_begin_like_a_line_end),
        cmocka_unit_test(formats_have_names),
        cmocka_unit_test(content_tells_the_format),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(standard_input_is_read),
        cmocka_unit_test(progress_is_reported_and_cancels),
        cmocka_unit_test(real_files_have_the_known_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
