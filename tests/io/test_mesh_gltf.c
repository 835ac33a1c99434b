// test_mesh_gltf.c - glTF 2.0: what is read, what is refused by name, where faults are; and a real file against a walk of
// its own over it.
#define _DEFAULT_SOURCE
#include "file/memory_limit.h"
#include "io/gltf_make.h"
#include "io/mesh_check.h"
#include "support/data_pack.h"

#include <cjson/cJSON.h>
#include <sys/stat.h>
#include <unistd.h>

// Read bytes with nothing readable behind them.
static mesh_status read_copy(mesh* m, const char* bytes, size_t size,
                             const mesh_read_options* options, mesh_error* e)
{
    char* copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    *m = (mesh){0};
    const mesh_status status = mesh_read_memory(m, copy, size, options, e);
    free(copy);
    return status;
}

static mesh read_parts(const gltf_parts* parts, bool keep_places)
{
    char text[GLTF_ROOM];
    mesh m;
    mesh_error e;
    const size_t size = gltf_with_data(text, parts);
    const mesh_read_options options = {.keep_places = keep_places};
    if (read_copy(&m, text, size, &options, &e) != MESH_OK) fail_msg("%s\n%s", e.text, text);
    return m;
}

static const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}};

// Each triangle is three letters, of the vertices 0 to 3: "012031".
static void expect_triangles(const mesh* m, const char* expected)
{
    assert_int_equal(3 * m->triangle_count, strlen(expected));
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        for (size_t axis = 0; axis < 3; axis++)
            assert_true(m->vertices[3 * (size_t)m->triangles[i] + axis] ==
                        corners[expected[i] - '0'][axis]);
}

// ------------------------------------------------------------------------------------- what is read

static void text_and_binary_are_read_alike(void** state)
{
    (void)state;
    char bytes[GLTF_ROOM];
    const gltf_parts parts = {0};
    for (int binary = 0; binary < 2; binary++) {
        const size_t size = binary ? gltf_with_chunk(bytes, &parts) : gltf_with_data(bytes, &parts);
        mesh m;
        mesh_error e;
        assert_int_equal(read_copy(&m, bytes, size, NULL, &e), MESH_OK);
        assert_int_equal(m.format, MESH_GLTF);
        assert_string_equal(m.variant, binary ? "binary" : "text");
        assert_true(m.unit == 1);
        assert_int_equal(m.group_count, 1);
        assert_string_equal(m.groups[0].name, "n");
        assert_string_equal(m.groups[0].id, "n");
        assert_int_equal(m.groups[0].kind, 'n');
        assert_int_equal(m.warning_total, 0);
        expect_triangles(&m, "012031");
        mesh_free(&m);
    }
}

static void indices_and_modes_are_read(void** state)
{
    (void)state;
    static const struct {
        const char *primitives, *triangles;
    } rows[] = {
        {"{\"attributes\":{\"POSITION\":0},\"indices\":1}", "012031"},
        {"{\"attributes\":{\"POSITION\":0},\"indices\":2,\"mode\":4}", "012031"},
        {"{\"attributes\":{\"POSITION\":0},\"indices\":3}", "012031"},
        // Of every other triangle of a strip the last two corners are exchanged. The indices are 0 1 2 0 3 1.
        {"{\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":5}", "012102203013"},
        {"{\"attributes\":{\"POSITION\":0},\"mode\":5}", "012132"},
        // A fan's corners begin behind the first.
        {"{\"attributes\":{\"POSITION\":0},\"mode\":6}", "120230"},
        {"{\"attributes\":{\"POSITION\":0},\"indices\":1},{\"attributes\":{\"POSITION\":0},"
         "\"mode\":6}",
         "012031120230"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char meshes[500];
        snprintf(meshes, sizeof meshes, "{\"primitives\":[%s]}", rows[i].primitives);
        for (int keep = 0; keep < 2; keep++) {
            mesh m = read_parts(&(gltf_parts){.meshes = meshes}, keep);
            if (3 * m.triangle_count != strlen(rows[i].triangles)) fail_msg("row %zu", i);
            expect_triangles(&m, rows[i].triangles);
            mesh_free(&m);
        }
    }
}

static void strides_and_offsets_are_kept(void** state)
{
    (void)state;
    // Vertices 0 and 2, 24 bytes apart; of the short indices 0 1 the first three bytes.
    mesh m = read_parts(
        &(gltf_parts){
            .accessors = "{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"},"
                         "{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\","
                         "\"byteOffset\":2}",
            .views = "{\"buffer\":0,\"byteLength\":48,\"byteStride\":24},"
                     "{\"buffer\":0,\"byteOffset\":54,\"byteLength\":5}",
        },
        false);
    expect_triangles(&m, "002");
    mesh_free(&m);
    m = read_parts(
        &(gltf_parts){
            .accessors = "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
                         "\"byteOffset\":12}",
            .views = "{\"buffer\":0,\"byteLength\":48}",
            .meshes = "{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}",
        },
        false);
    expect_triangles(&m, "123");
    mesh_free(&m);
}

// ------------------------------------------------------------------------------------------ scenes

static void nodes_have_paths(void** state)
{
    (void)state;
    static const char nodes[] =
        "{\"name\":\"root\",\"children\":[1,2,3,4]},{\"name\":\"a/b\",\"mesh\":0},"
        "{\"name\":\"bolt\",\"mesh\":0},{\"name\":\"bolt\",\"mesh\":0,\"children\":[5,6]},"
        "{\"name\":\"bolt[2]\",\"mesh\":0},{\"mesh\":1},{\"mesh\":0},{\"mesh\":0}";
    static const char meshes[] =
        "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]},"
        "{\"name\":\"M\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":2}]}";
    static const struct {
        const char *name, *id;
    } expected[] = {
        {"a/b", "root/a%2Fb"},   {"bolt", "root/bolt"},        {"bolt", "root/bolt[2]"},
        {"M", "root/bolt[2]/M"}, {"node 6", "root/bolt[2]/_"}, {"bolt[2]", "root/bolt%5B2]"},
    };
    for (int keep = 0; keep < 2; keep++) {
        mesh m = read_parts(&(gltf_parts){.nodes = nodes, .meshes = meshes}, keep);
        assert_int_equal(m.group_count, 6);
        for (size_t i = 0; i < 6; i++) {
            assert_string_equal(m.groups[i].name, expected[i].name);
            assert_string_equal(m.groups[i].id, expected[i].id);
            assert_int_equal(m.groups[i].triangle_count, 2);
            assert_int_equal(m.groups[i].place != NULL, keep);
        }
        assert_int_equal(m.triangle_count, keep ? 4 : 12);
        assert_int_equal(m.warning_total, 0);
        mesh_free(&m);
    }
}

// Where the last vertex, (0, 0, 2), of the n-th group is.
static void expect_last(const mesh* m, size_t group, double x, double y, double z)
{
    const uint32_t* last = m->triangles + 3 * (m->groups[group].first_triangle + 1);
    const double* v = m->vertices + 3 * (size_t)last[1];
    if (v[0] != x || v[1] != y || v[2] != z)
        fail_msg("group %zu: %.17g %.17g %.17g", group, v[0], v[1], v[2]);
}

static void nodes_are_put_in_place(void** state)
{
    (void)state;
    // A matrix by columns; a quarter turn about x in floats, and scale, and translation; one inside the other.
    static const char nodes[] =
        "{\"children\":[1,2,3]},"
        "{\"mesh\":0,\"matrix\":[1,0,0,0, 0,0,1,0, 0,-1,0,0, 10,20,30,1]},"
        "{\"children\":[4],\"translation\":[1,2,3],\"scale\":[1,1,4]},"
        "{\"mesh\":0,\"rotation\":[0.70710677,0,0,0.70710677],\"scale\":[2,2,2],"
        "\"translation\":[0,0,0.5]},"
        "{\"mesh\":0,\"rotation\":[0,-0.5,0,-0.5],\"translation\":[8,0,8]}";
    mesh m = read_parts(&(gltf_parts){.nodes = nodes}, false);
    assert_int_equal(m.group_count, 3);
    assert_int_equal(m.warning_total, 0);  // all of this is exact
    expect_last(&m, 0, 10, 20 - 2, 30);
    expect_last(&m, 1, 8 + 2 + 1, 2, 4 * 8 + 3);  // z goes to x
    expect_last(&m, 2, 0, -4, 0.5);
    mesh_free(&m);
    m = read_parts(&(gltf_parts){.nodes = nodes}, true);
    static const mesh_matrix places[3] = {
        {{{1, 0, 0, 10}, {0, 0, -1, 20}, {0, 1, 0, 30}}},
        {{{0, 0, 1, 9}, {0, 1, 0, 2}, {-4, 0, 0, 35}}},
        {{{2, 0, 0, 0}, {0, 0, -2, 0}, {0, 2, 0, 0.5}}},
    };
    for (size_t i = 0; i < 3; i++)
        for (int k = 0; k < 12; k++)
            assert_true(m.groups[i].place->rows[k / 4][k % 4] == places[i].rows[k / 4][k % 4]);
    mesh_free(&m);
}

// Of quaternions of any norm; against the same in long double.
static void rotations_are_near(void** state)
{
    (void)state;
    for (int i = 0; i < 300; i++) {
        double q[4];
        char nodes[300];
        for (int k = 0; k < 4; k++)
            q[k] = ldexp((double)random_below(1 << 30) - (1 << 29), (int)random_below(8) - 30 - i);
        snprintf(nodes, sizeof nodes, "{\"mesh\":0,\"rotation\":[%.17g,%.17g,%.17g,%.17g]}", q[0],
                 q[1], q[2], q[3]);
        mesh m = read_parts(&(gltf_parts){.nodes = nodes}, true);
        const long double x = (long double)q[0], y = (long double)q[1], z = (long double)q[2],
                          w = (long double)q[3];
        const long double n = x * x + y * y + z * z + w * w;
        const long double expected[3][3] = {
            {1 - 2 * (y * y + z * z) / n, 2 * (x * y - z * w) / n, 2 * (x * z + y * w) / n},
            {2 * (x * y + z * w) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - x * w) / n},
            {2 * (x * z - y * w) / n, 2 * (y * z + x * w) / n, 1 - 2 * (x * x + y * y) / n},
        };
        for (int k = 0; k < 9; k++) {
            const long double read = (long double)m.groups[0].place->rows[k / 3][k % 3];
            assert_true(fabsl(read - expected[k / 3][k % 3]) <= 2e-15L);
        }
        mesh_free(&m);
    }
}

static void the_default_scene_is_read(void** state)
{
    (void)state;
    static const char nodes[] = "{\"name\":\"a\",\"mesh\":0},{\"name\":\"b\",\"mesh\":0},"
                                "{\"name\":\"c\",\"children\":[0]}";
    static const char scenes[] = "\"scenes\":[{\"nodes\":[0]},{\"nodes\":[1]}],";
    char text[200];
    snprintf(text, sizeof text, "\"scene\":1,%s", scenes);
    mesh m = read_parts(&(gltf_parts){.nodes = nodes, .scene = text}, false);
    assert_int_equal(m.group_count, 1);
    assert_string_equal(m.groups[0].id, "b");
    assert_int_equal(m.warning_total, 1);
    assert_non_null(strstr(m.warnings[0].text, "scene 1 of 2 is read"));
    mesh_free(&m);
    // Without one, all that no node has as a child.
    m = read_parts(&(gltf_parts){.nodes = nodes, .scene = scenes}, false);
    assert_int_equal(m.group_count, 2);
    assert_string_equal(m.groups[0].id, "b");
    assert_string_equal(m.groups[1].id, "c/a");
    assert_int_equal(m.warning_total, 0);
    mesh_free(&m);
}

static void what_is_not_as_in_a_viewer_is_told(void** state)
{
    (void)state;
    static const struct {
        gltf_parts parts;
        const char* says;
        size_t triangles;
    } rows[] = {
        {{.nodes = "{\"mesh\":0,\"skin\":0,\"translation\":[5,0,0]}"}, "1 node with a skin", 2},
        {{.meshes = "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,"
                    "\"targets\":[{\"POSITION\":0}]}]}"},
         "1 primitive with morph targets",
         2},
        {{.meshes = "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1},"
                    "{\"attributes\":{\"POSITION\":0},\"mode\":0},"
                    "{\"attributes\":{\"POSITION\":0},\"mode\":1}]}"},
         "2 primitives of points or lines left out",
         2},
        {{.nodes = "{\"mesh\":0,\"translation\":[0.1,0.1,0.1]}"}, "by at most", 2},
        {{.nodes = "", .scene = ""}, "no node shows any of its 1 meshes", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mesh m = read_parts(&rows[i].parts, false);
        assert_int_equal(m.triangle_count, rows[i].triangles);
        if (m.warning_total != 1 || !strstr(m.warnings[0].text, rows[i].says))
            fail_msg("row %zu: %zu warnings: %s", i, m.warning_total,
                     m.warning_count ? m.warnings[0].text : "");
        if (i == 0) expect_triangles(&m, "012031");  // a skin alone places it
        mesh_free(&m);
    }
    // What is about looks may be required.
    mesh m = read_parts(
        &(gltf_parts){.top =
                          "\"extensionsRequired\":[\"KHR_materials_unlit\",\"KHR_texture_basisu\"],"
                          "\"animations\":[{}],"},
        false);
    assert_int_equal(m.warning_total, 0);
    mesh_free(&m);
}

// ----------------------------------------------------------------------------------------- faults

static const struct fault {
    gltf_parts parts;
    mesh_status status;
    size_t line;
    const char* says;
    int left;  // triangles with drop_bad; -1: an error all the same
} faults[] = {
    // Refused by name.
    {{.asset = "\"version\":\"1.0\""}, MESH_UNKNOWN_FORMAT, 1, "glTF \"1.0\"", -1},
    {{.asset = "\"version\":\"2.0\",\"minVersion\":\"2.1\""},
     MESH_UNKNOWN_FORMAT,
     1,
     "glTF 2.1",
     -1},
    {{.asset = "\"generator\":\"x\""}, MESH_UNKNOWN_FORMAT, 1, "glTF \"\"", -1},
    {{.top = "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],"},
     MESH_UNKNOWN_FORMAT,
     1,
     "KHR_draco_mesh_compression",
     -1},
    {{.top = "\"extensionsRequired\":[\"EXT_meshopt_compression\"],"},
     MESH_UNKNOWN_FORMAT,
     1,
     "EXT_meshopt_compression",
     -1},
    {{.top = "\"extensionsRequired\":[\"KHR_mesh_quantization\"],"},
     MESH_UNKNOWN_FORMAT,
     1,
     "KHR_mesh_quantization",
     -1},
    {{.top = "\"extensionsRequired\":[\"ACME_warp\"],"}, MESH_UNKNOWN_FORMAT, 1, "ACME_warp", -1},
    {{.top = "\"extensionsRequired\":\"KHR_draco_mesh_compression\","},
     MESH_SYNTAX,
     1,
     "is a string, not an array",
     -1},
    {{.top = "\"extensionsRequired\":[1],"}, MESH_SYNTAX, 1, "is a number, not a name", -1},
    {{.nodes = "{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{}}}"},
     MESH_SYNTAX,
     2,
     "node 0 shows a mesh many times: EXT_mesh_gpu_instancing",
     -1},
    {{.meshes = "{\"primitives\":[{\"attributes\":{\"POSITION\":1},"
                "\"extensions\":{\"KHR_draco_mesh_compression\":{}}},"
                "{\"attributes\":{\"POSITION\":0}}]}",
      .accessors = "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
                   "{\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"}"},
     MESH_SYNTAX,
     3,
     "primitive 0 of mesh 0 is compressed: KHR_draco_mesh_compression",
     1},
    {{.accessors = "{\"bufferView\":0,\"componentType\":5122,\"normalized\":true,\"count\":4,"
                   "\"type\":\"VEC3\"},{}"},
     MESH_SYNTAX,
     4,
     "indices of type \"\"",
     -1},
    {{.accessors = "{\"bufferView\":0,\"componentType\":5122,\"count\":4,\"type\":\"VEC3\"}",
      .meshes = "{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}"},
     MESH_SYNTAX,
     4,
     "KHR_mesh_quantization",
     -1},
    {{.accessors = "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\n"
                   "\"sparse\":{}}",
      .meshes = "{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}"},
     MESH_SYNTAX,
     5,
     "accessor 0 is sparse",
     -1},
    {{.accessors = "{\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}",
      .meshes = "{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}"},
     MESH_SYNTAX,
     4,
     "accessor 0 has no buffer view",
     -1},
    // Wrong.
    {{.nodes = "{\"mesh\":0,\"children\":[1]},{\"children\":[0]}"},
     MESH_SYNTAX,
     2,
     "node 0 is inside itself",
     2},
    {{.nodes = "{\"children\":[1]},{\"children\":[0]}", .scene = ""},
     MESH_SYNTAX,
     2,
     "node 0 is inside itself",
     -1},
    {{.nodes = "{\"children\":[1,2]},{\"children\":[2]},{\"mesh\":0}"},
     MESH_SYNTAX,
     2,
     "node 2 has two parents",
     2},
    {{.nodes = "{\"children\":[1]},{\"mesh\":9}"},
     MESH_BAD_INDEX,
     2,
     "the mesh of node 1 is mesh 9",
     -1},
    {{.nodes = "{\"children\":[\"a\"],\"mesh\":0}"}, MESH_SYNTAX, 2, "the children of node 0", 2},
    {{.nodes = "{\"mesh\":0,\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0]}"},
     MESH_SYNTAX,
     2,
     "the matrix of node 0 is not an array of 16 numbers",
     -1},
    {{.nodes = "{\"mesh\":0,\"matrix\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}"},
     MESH_SYNTAX,
     2,
     "the last row",
     -1},
    {{.nodes = "{\"mesh\":0,\"scale\":[1,1,1],\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}"},
     MESH_SYNTAX,
     2,
     "node 0 has a matrix and a translation",
     -1},
    {{.nodes = "{\"mesh\":0,\"rotation\":[0,0,0,0]}"}, MESH_SYNTAX, 2, "a quaternion of 0", -1},
    {{.nodes = "{\"scale\":[1e300,1,1],\"children\":[1,2]},{\"mesh\":0,\"scale\":[1e300,1,1]},"
               "{\"mesh\":0}"},
     MESH_BAD_NUMBER,
     2,
     "the place of node 1 is beyond",
     2},
    {{.meshes = "{\"primitives\":[{\"attributes\":{}},{\"attributes\":{\"POSITION\":0},"
                "\"mode\":6}]}"},
     MESH_SYNTAX,
     3,
     "primitive 0 of mesh 0 has no POSITION",
     2},
    {{.meshes = "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":7}]}"},
     MESH_SYNTAX,
     3,
     "the mode 7",
     -1},
    {{.meshes = "{}"}, MESH_SYNTAX, 3, "mesh 0 has no array of primitives", -1},
    {{.meshes = "{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}"},
     MESH_SYNTAX,
     3,
     "and 4 corners: no multiple of 3",
     1},
    {{.accessors = "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
                   "{\"bufferView\":1,\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"}"},
     MESH_BAD_INDEX,
     3,
     "triangle 1 of primitive 0 of mesh 0 has vertex 3, and there are 3",
     1},
    {{.accessors = "{\"bufferView\":0,\"componentType\":5126,\"count\":5,\"type\":\"VEC3\"},"
                   "{\"bufferView\":1,\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"}"},
     MESH_TRUNCATED,
     4,
     "accessor 0 has 5 values from byte 0 on, buffer view 0 only 48 bytes",
     -1},
    {{.accessors = "{\"bufferView\":0,\"componentType\":5126,\"count\":9007199254740992,\"type\":"
                   "\"VEC3\",\"byteOffset\":9007199254740992},"
                   "{\"bufferView\":1,\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"}"},
     MESH_TRUNCATED,
     4,
     "accessor 0 has",
     -1},
    {{.views = "{\"buffer\":0,\"byteLength\":48,\"byteStride\":8},"
               "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":8}"},
     MESH_SYNTAX,
     4,
     "accessor 0 has values of 12 bytes, buffer view 0 one every 8",
     -1},
    {{.views = "{\"buffer\":0,\"byteOffset\":80,\"byteLength\":48},"
               "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":8}"},
     MESH_TRUNCATED,
     5,
     "buffer view 0 has 48 bytes from byte 80 on, buffer 0 has only 92",
     -1},
    {{.buffers = "{\"byteLength\":4,\"uri\":\"data:;base64,AAA\"}"},
     MESH_TRUNCATED,
     6,
     "buffer 0 should have 4 bytes, and has 2",
     -1},
    {{.buffers = "{\"byteLength\":4,\"uri\":\"data:;base64,A*==\"}"},
     MESH_SYNTAX,
     6,
     "the data of buffer 0 is no base64",
     -1},
    {{.buffers = "{\"byteLength\":4,\"uri\":\"data:text/plain,abcd\"}"},
     MESH_SYNTAX,
     6,
     "not in base64",
     -1},
    {{.buffers = "{\"byteLength\":92}"}, MESH_SYNTAX, 6, "buffer 0 has no uri", -1},
    {{.buffers = "{\"byteLength\":92,\"uri\":\"a.bin\"}"},
     MESH_CANNOT_OPEN,
     6,
     "and there is no file beside bytes in memory",
     -1},
    {{.nodes = "1"}, MESH_SYNTAX, 2, "node 0 is a number, not an object", -1},
    {{.scene = "\"scene\":3,"},
     MESH_BAD_INDEX,
     1,
     "not the number of a scene, of which there are 0",
     -1},
    {{.nodes = "{\"mesh\":0},"}, MESH_SYNTAX, 2, "this is no value", -1},
};

static void faults_have_names_and_places(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const struct fault* f = &faults[i];
        char text[GLTF_ROOM];
        const size_t size = gltf_with_data(text, &f->parts);
        mesh m;
        mesh_error e = {0};
        if (read_copy(&m, text, size, NULL, &e) != f->status || e.line != f->line ||
            !strstr(e.text, f->says))
            fail_msg("row %zu: %d, line %zu: %s\n%s", i, (int)e.status, e.line, e.text, text);
        // In a chunk the place is a byte, and the line is that of the JSON.
        char bytes[GLTF_ROOM];
        const size_t binary_size = gltf_binary(bytes, text, NULL, 0);
        if (read_copy(&m, bytes, binary_size, NULL, &e) != f->status || e.line != 0 ||
            e.byte < 20 || !strstr(e.text, f->says) ||
            (f->line > 1) != (strstr(e.text, "line ") != NULL))
            fail_msg("row %zu, binary: %d, byte %zu: %s", i, (int)e.status, e.byte, e.text);
        const mesh_status status =
            read_copy(&m, text, size, &(mesh_read_options){.drop_bad = 1}, &e);
        if (f->left < 0
                ? status != f->status
                : status != MESH_OK || m.triangle_count != (size_t)f->left || m.warning_total == 0)
            fail_msg("row %zu: dropped: %d, %zu triangles: %s", i, (int)status, m.triangle_count,
                     e.text);
        mesh_free(&m);
    }
}

static void bad_numbers_are_dropped(void** state)
{
    (void)state;
    char bytes[GLTF_BYTES], text[GLTF_ROOM], file[GLTF_ROOM];
    gltf_bytes(bytes);
    const float nan_value = NAN;
    memcpy(bytes + 36, &nan_value, 4);  // x of vertex 3
    gltf_text(text, &(gltf_parts){0});
    const size_t size = gltf_binary(file, text, bytes, sizeof bytes);
    mesh m;
    mesh_error e;
    assert_int_equal(read_copy(&m, file, size, NULL, &e), MESH_BAD_NUMBER);
    assert_int_equal(e.byte, size - GLTF_BYTES + 36);
    assert_non_null(strstr(e.text, "vertex 3 of accessor 0 is not finite"));
    for (int keep = 0; keep < 2; keep++) {
        const mesh_read_options options = {.drop_bad = 1, .keep_places = keep};
        assert_int_equal(read_copy(&m, file, size, &options, &e), MESH_OK);
        assert_int_equal(m.warning_total, 2);
        assert_non_null(strstr(m.warnings[0].text, "1 vertex dropped"));
        assert_non_null(strstr(m.warnings[1].text, "uses vertex 3, which was dropped: 1 triangle"));
        expect_triangles(&m, "012");
        assert_int_equal(m.vertex_count, 3);
        assert_int_equal(m.face_count, keep ? 2 : 1);
        mesh_free(&m);
    }
    // The index that would begin a strip anew.
    gltf_bytes(bytes);
    bytes[50] = (char)255;
    const size_t with_restart = gltf_binary(file, text, bytes, sizeof bytes);
    assert_int_equal(read_copy(&m, file, with_restart, NULL, &e), MESH_BAD_INDEX);
    assert_non_null(strstr(e.text, "has vertex 255, and there are 4"));
}

static void chunks_are_checked(void** state)
{
    (void)state;
    char good[GLTF_ROOM], bytes[GLTF_ROOM];
    const size_t size = gltf_with_chunk(good, &(gltf_parts){0});
    static const struct {
        size_t at;
        uint32_t value;
        mesh_status status;
        size_t byte;
        const char* says;
        int left;
    } rows[] = {
        {4, 1, MESH_UNKNOWN_FORMAT, 4, "binary glTF 1", -1},
        {8, 4000000000, MESH_TRUNCATED, SIZE_MAX, "the header says 4000000000 bytes", 2},
        {8, 11, MESH_SYNTAX, 8, "the header says 11 bytes, and has 12 itself", -1},
        {8, 40, MESH_SYNTAX, 40, "the header says 40 bytes", -1},
        {12, 4000000000, MESH_TRUNCATED, 12, "a chunk has 4000000000 bytes", -1},
        {16, 0, MESH_SYNTAX, 12, "the first chunk is not JSON", -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mesh m;
        mesh_error e = {0};
        memcpy(bytes, good, size);
        gltf_put(bytes + rows[i].at, rows[i].value);
        const size_t place = rows[i].byte == SIZE_MAX ? size : rows[i].byte;
        if (read_copy(&m, bytes, size, NULL, &e) != rows[i].status || e.byte != place ||
            !strstr(e.text, rows[i].says))
            fail_msg("row %zu: %d, byte %zu: %s", i, (int)e.status, e.byte, e.text);
        const mesh_status status =
            read_copy(&m, bytes, size, &(mesh_read_options){.drop_bad = 1}, &e);
        if (rows[i].left < 0 ? status == MESH_OK
                             : status != MESH_OK || m.triangle_count != (size_t)rows[i].left)
            fail_msg("row %zu: dropped: %d: %s", i, (int)status, e.text);
        mesh_free(&m);
    }
    // Zeros may stand behind it, and other chunks between.
    mesh m;
    memcpy(bytes, good, size);
    memset(bytes + size, 0, 7);
    assert_int_equal(read_copy(&m, bytes, size + 7, NULL, NULL), MESH_OK);
    assert_int_equal(m.warning_total, 1);
    mesh_free(&m);
    const size_t json_end = 20 + (size - 20 - 8 - GLTF_BYTES);
    static const char chunk[12] = {4, 0, 0, 0, 'W', 'H', 'A', 'T', 'a', 'b', 'c', 'd'};
    memcpy(bytes + json_end, chunk, sizeof chunk);
    memcpy(bytes + json_end + 12, good + json_end, size - json_end);
    gltf_put(bytes + 8, (uint32_t)size + 12);
    assert_int_equal(read_copy(&m, bytes, size + 12, NULL, NULL), MESH_OK);
    expect_triangles(&m, "012031");
    mesh_free(&m);
}

// ------------------------------------------------------------------------------------------ beside

static void put_file(const char* folder, const char* name, const char* bytes, size_t size)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void buffers_lie_beside(void** state)
{
    (void)state;
    char folder[] = "mesh-gltf-XXXXXX", bytes[GLTF_BYTES], text[GLTF_ROOM], path[200];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/in", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    gltf_bytes(bytes);
    put_file(folder, "a b.bin", bytes, sizeof bytes);
    put_file(folder, "in/c.bin", bytes, sizeof bytes);
    put_file(folder, "short.bin", bytes, 60);
    static const struct {
        const char* uri;
        mesh_status status;
        const char* says;
    } rows[] = {
        {"a%20b.bin", MESH_OK, ""},
        {"a b.bin", MESH_OK, ""},
        {"./in/c.bin", MESH_OK, ""},
        {"short.bin", MESH_TRUNCATED, "buffer 0 should have 92 bytes, and has 60"},
        {"none.bin", MESH_CANNOT_OPEN, "\"none.bin\", which is not there"},
        {"in", MESH_CANNOT_OPEN, "\"in\", which is not a regular file"},
        {"in/../a b.bin", MESH_CANNOT_OPEN, "only files beside this one"},
        {"%2e%2E/a.bin", MESH_CANNOT_OPEN, "only files beside this one"},
        {"/etc/passwd", MESH_CANNOT_OPEN, "only files beside this one"},
        {"http://localhost/a.bin", MESH_CANNOT_OPEN, "only files beside this one"},
        {"C:a.bin", MESH_CANNOT_OPEN, "only files beside this one"},
        {"a%00.bin", MESH_CANNOT_OPEN, "only files beside this one"},
        {"a%2.bin", MESH_CANNOT_OPEN, "only files beside this one"},
        {"", MESH_CANNOT_OPEN, "only files beside this one"},
    };
    snprintf(path, sizeof path, "%s/m.gltf", folder);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char buffer[100];
        mesh m = {0};
        mesh_error e = {0};
        snprintf(buffer, sizeof buffer, "{\"byteLength\":92,\"uri\":\"%s\"}", rows[i].uri);
        put_file(folder, "m.gltf", text, gltf_text(text, &(gltf_parts){.buffers = buffer}));
        if (mesh_read_file(&m, path, NULL, &e) != rows[i].status || !strstr(e.text, rows[i].says))
            fail_msg("%s: %d %s", rows[i].uri, (int)e.status, e.text);
        if (rows[i].status == MESH_OK) expect_triangles(&m, "012031");
        mesh_free(&m);
    }
    static const char* const files[] = {"a b.bin", "in/c.bin", "short.bin", "m.gltf"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/in", folder);
    rmdir(path);
    assert_int_equal(rmdir(folder), 0);
}

// ------------------------------------------------------------------------------------------- bombs

// So many nodes that show one mesh of a strip over 40000 indices.
static char* make_bomb(size_t nodes, size_t* size)
{
    enum { INDICES = 40000 };
    char* text = malloc(INDICES * 2 + nodes * 20 + 1000);
    assert_non_null(text);
    size_t at = (size_t)sprintf(
        text,
        "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
        "\"count\":3,\"type\":\"VEC3\"},{\"bufferView\":0,\"componentType\":5121,\"count\":%d,"
        "\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":5}]}]"
        ","
        "\"buffers\":[{\"byteLength\":%d,\"uri\":\"data:;base64,",
        INDICES, INDICES, INDICES);
    memset(text + at, 'A', INDICES / 3 * 4 + 4);
    at += INDICES / 3 * 4 + 4;
    at += (size_t)sprintf(text + at, "\"}],\"nodes\":[");
    for (size_t i = 0; i < nodes; i++)
        at += (size_t)sprintf(text + at, "%s{\"mesh\":0}", i ? "," : "");
    at += (size_t)sprintf(text + at, "]}");
    *size = at;
    return text;
}

static void bombs_are_refused(void** state)
{
    (void)state;
    size_t size;
    mesh m;
    mesh_error e;
    // 120000 x 40000 triangles are more than there may be.
    char* text = make_bomb(120000, &size);
    assert_int_equal(read_copy(&m, text, size, NULL, &e), MESH_TOO_LARGE);
    assert_non_null(strstr(e.text, "4294967295 triangles"));
    assert_int_equal(read_copy(&m, text, size, &(mesh_read_options){.keep_places = 1}, &e),
                     MESH_OK);
    assert_int_equal(m.triangle_count, 39998);
    assert_int_equal(m.group_count, 120000);
    mesh_free(&m);
    free(text);
    // 2000 x 40000 are allowed, but not by the memory.
    text = make_bomb(2000, &size);
    memory_limit_set((size_t)256 << 20);
    assert_int_equal(read_copy(&m, text, size, NULL, &e), MESH_TOO_LARGE);
    assert_non_null(strstr(e.text, "--max-memory"));
    memory_limit_set(SIZE_MAX);
    free(text);
}

static void depth_is_limited(void** state)
{
    (void)state;
    for (int depth = 256; depth <= 257; depth++) {
        char* nodes = malloc(30 * 300);
        char* text = malloc(30 * 300 + GLTF_ROOM);
        assert_true(nodes && text);
        size_t at = 0;
        for (int i = 0; i + 1 < depth; i++)
            at += (size_t)sprintf(nodes + at, "{\"children\":[%d]},", i + 1);
        sprintf(nodes + at, "{\"mesh\":0}");
        static char rest[GLTF_ROOM];
        gltf_with_data(rest, &(gltf_parts){.nodes = "@"});
        char* mark = strchr(rest, '@');
        *mark = '\0';
        sprintf(text, "%s%s%s", rest, nodes, mark + 1);
        mesh m;
        mesh_error e;
        const mesh_status status = read_copy(&m, text, strlen(text), NULL, &e);
        assert_int_equal(status, depth == 256 ? MESH_OK : MESH_TOO_LARGE);
        mesh_free(&m);
        free(nodes);
        free(text);
    }
}

// --------------------------------------------------------------------------------------- real files

// A walk over a binary file of triangles with short indices, with another reader of JSON, in long double.
typedef struct walk {
    const cJSON* root;
    const char* bytes;
    const mesh* m;  // what was read
    size_t triangle;
    long double farthest;
} walk;

static size_t size_at(const cJSON* object, const char* key)
{
    const cJSON* value = cJSON_GetObjectItem(object, key);
    return value ? (size_t)value->valuedouble : 0;
}

static const cJSON* item_at(const walk* w, const char* list, size_t i)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItem(w->root, list), (int)i);
}

static const char* accessor_at(const walk* w, size_t number, size_t* stride, size_t* count)
{
    const cJSON* a = item_at(w, "accessors", number);
    const cJSON* view = item_at(w, "bufferViews", size_at(a, "bufferView"));
    *stride = size_at(view, "byteStride");
    *count = size_at(a, "count");
    return w->bytes + size_at(view, "byteOffset") + size_at(a, "byteOffset");
}

static void walk_corner(walk* w, const char* at, long double place[4][4], size_t corner)
{
    float v[3];
    memcpy(v, at, sizeof v);
    const double* read = w->m->vertices + 3 * (size_t)w->m->triangles[3 * w->triangle + corner];
    for (int axis = 0; axis < 3; axis++) {
        long double sum = place[axis][3];
        for (int k = 0; k < 3; k++)
            sum += place[axis][k] * (long double)v[k];
        const long double off = fabsl(sum - (long double)read[axis]);
        if (off > w->farthest) w->farthest = off;
    }
}

static void walk_mesh(walk* w, const cJSON* item, long double place[4][4])
{
    const cJSON* p;
    cJSON_ArrayForEach(p, cJSON_GetObjectItem(item, "primitives"))
    {
        size_t stride, count, width, vertices;
        const char* indices = accessor_at(w, size_at(p, "indices"), &width, &count);
        const char* positions = accessor_at(
            w, size_at(cJSON_GetObjectItem(p, "attributes"), "POSITION"), &stride, &vertices);
        for (size_t i = 0; i < count; i++) {
            uint16_t index;
            memcpy(&index, indices + 2 * i, 2);
            assert_true(w->triangle < w->m->triangle_count && index < vertices);
            walk_corner(w, positions + index * (stride ? stride : 12), place, i % 3);
            w->triangle += i % 3 == 2;
        }
    }
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the nodes of one file
static void walk_node(walk* w, size_t number, long double parent[4][4])
{
    const cJSON* item = item_at(w, "nodes", number);
    const cJSON* matrix = cJSON_GetObjectItem(item, "matrix");
    long double place[4][4] = {{0}};
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++)
            for (int k = 0; k < 4; k++) {
                const cJSON* value = cJSON_GetArrayItem(matrix, 4 * column + k);
                place[row][column] +=
                    parent[row][k] * (value ? (long double)value->valuedouble : k == column);
            }
    if (cJSON_GetObjectItem(item, "mesh"))
        walk_mesh(w, item_at(w, "meshes", size_at(item, "mesh")), place);
    const cJSON* children = cJSON_GetObjectItem(item, "children");
    for (const cJSON* child = children ? children->child : NULL; child; child = child->next)
        walk_node(w, (size_t)child->valuedouble, place);
}

static void a_real_file_is_read_as_by_a_walk(void** state)
{
    (void)state;
    char path[PATH_SIZE];
    if (!data_pack("an engine against a walk of the test's own")) return;
    data_path(path, "cad/2CylinderEngine.glb");
    mesh m = {0};
    mesh_error e = {0};
    if (mesh_read_file(&m, path, NULL, &e) != MESH_OK) fail_msg("%s", e.text);
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    static char bytes[2 << 20];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size > 28 && size < sizeof bytes);
    uint32_t length;
    memcpy(&length, bytes + 12, 4);
    cJSON* root = cJSON_ParseWithLength(bytes + 20, length);
    assert_non_null(root);
    walk w = {.root = root, .bytes = bytes + 28 + length, .m = &m};
    static long double identity[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    const cJSON* roots =
        cJSON_GetObjectItem(item_at(&w, "scenes", size_at(root, "scene")), "nodes");
    for (const cJSON* number = roots->child; number; number = number->next)
        walk_node(&w, (size_t)number->valuedouble, identity);
    assert_int_equal(w.triangle, m.triangle_count);
    assert_int_equal(m.triangle_count, 121496);
    assert_int_equal(m.group_count, 67);
    // What is told of the rounding holds, and is not far off.
    assert_int_equal(m.warning_total, 1);
    const char* told = strstr(m.warnings[0].text, "at most ");
    assert_non_null(told);
    const long double most = strtold(told + 8, NULL);
    print_message("rounded by %.2Lg, and %.2Lg is told\n", w.farthest, most);
    assert_true(w.farthest <= most && w.farthest > most / 20);
    cJSON_Delete(root);
    mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_and_binary_are_read_alike),
        cmocka_unit_test(indices_and_modes_are_read),
        cmocka_unit_test(strides_and_offsets_are_kept),
        cmocka_unit_test(nodes_have_paths),
        cmocka_unit_test(nodes_are_put_in_place),
        cmocka_unit_test(rotations_are_near),
        cmocka_unit_test(the_default_scene_is_read),
        cmocka_unit_test(what_is_not_as_in_a_viewer_is_told),
        cmocka_unit_test(faults_have_names_and_places),
        cmocka_unit_test(bad_numbers_are_dropped),
        cmocka_unit_test(chunks_are_checked),
        cmocka_unit_test(buffers_lie_beside),
        cmocka_unit_test(bombs_are_refused),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(a_real_file_is_read_as_by_a_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
