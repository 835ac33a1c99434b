// test_cli_gltf.c - glTF files as users meet them: "abut info", "abut check", and nodes as the objects of "abut clash".
#include "support/cli_run.h"
#include "support/data_pack.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

static const int box_faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                     {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                     {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

// The box [0,1]^3 in box.bin: positions, and from byte 96 on indices of one byte.
static void write_box(void)
{
    FILE* out = fopen("box.bin", "wb");
    assert_non_null(out);
    for (int v = 0; v < 8; v++) {
        const float corner[3] = {(float)(v & 1), (float)(v >> 1 & 1), (float)(v >> 2 & 1)};
        assert_int_equal(fwrite(corner, sizeof corner, 1, out), 1);
    }
    for (int i = 0; i < 36; i++)
        fputc(box_faces[i / 3][i % 3], out);
    fclose(out);
}

// A file with these nodes, of which mesh 0 is the box.
static void write_nodes(const char* path, const char* nodes)
{
    static char text[4096];
    write_box();
    snprintf(
        text, sizeof text,
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[%s],\n\"meshes\":[{\"primitives\":[{"
        "\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\n"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":8,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5121,\"count\":36,\"type\":\"SCALAR\"}],\n"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":96},"
        "{\"buffer\":0,\"byteOffset\":96,\"byteLength\":36}],\n"
        "\"buffers\":[{\"byteLength\":132,\"uri\":\"box.bin\"}]}\n",
        nodes);
    cli_write_file(path, text);
}

static void test_info_and_check(void** state)
{
    (void)state;
    write_nodes("m.gltf",
                "{\"name\":\"a\",\"mesh\":0},{\"name\":\"b\",\"mesh\":0,\"translation\":[4,0,0]}");
    cJSON* root = CLI_JSON(0, "info", "m.gltf", "--json");
    assert_true(cli_number(root, "files.0.triangles") == 24);
    cJSON_Delete(root);
    cli_expect_status(0, (const char* const[]){"info", "m.gltf", "--groups", NULL}, "node ");
    root = CLI_JSON(0, "info", "m.gltf", "--groups", "--json");
    const cJSON* group = cli_member(root, "files.0.groups.1");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(group, "kind")), "node");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(group, "id")), "b");
    cJSON_Delete(root);
    cli_expect_status(1, (const char* const[]){"check", "m.gltf", "cube.obj", NULL}, "contact");
    cli_expect_status(1, (const char* const[]){"check", "m.gltf", "m.gltf", NULL}, "contact");
    // One of its nodes by name.
    cli_expect_status(
        0, (const char* const[]){"check", "m.gltf", "cube.obj", "--group-a", "b", NULL}, "apart");
}

static void test_standard_input(void** state)
{
    (void)state;
    write_nodes("m.gltf", "{\"mesh\":0}");
    cli_result r = cli_run(
        &(cli_call){.arguments = (const char* const[]){"info", "--format", "gltf", "-", NULL},
                    .input = "m.gltf"});
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "line 5: buffer 0 is in the file \"box.bin\", and there is no file "
                           "beside standard input");
    cli_free(&r);
    cli_write_file(
        "data.gltf",
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{"
        "\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"
        "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":"
        "36,\"uri\":\"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}");
    r = cli_run(
        &(cli_call){.arguments = (const char* const[]){"info", "--format", "gltf", "-", NULL},
                    .input = "data.gltf"});
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "gltf, text");
    cli_free(&r);
}

static void test_faults(void** state)
{
    (void)state;
    write_nodes("m.gltf", "{\"mesh\":0},\n{\"mesh\":7}");
    cli_expect_status(2, (const char* const[]){"info", "m.gltf", NULL}, NULL);
    cli_result r = CLI("info", "m.gltf");
    cli_expect_text(r.err, "m.gltf: line 2: the mesh of node 1 is mesh 7, and there are 1");
    cli_free(&r);
    r = CLI("info", "m.gltf", "--drop-bad");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.err, "node dropped");
    cli_free(&r);
}

// The pair of two objects of a result, by their names; NULL: there is none.
static const cJSON* find_pair(const cJSON* root, const char* a, const char* b)
{
    const cJSON* c;
    cJSON_ArrayForEach(c, cJSON_GetObjectItem(root, "clashes"))
    {
        const char* names[2];
        for (int i = 0; i < 2; i++) {
            const int number = cJSON_GetObjectItem(c, i ? "b" : "a")->valueint;
            names[i] = cJSON_GetStringValue(cJSON_GetObjectItem(
                cJSON_GetArrayItem(cJSON_GetObjectItem(root, "objects"), number), "group"));
        }
        if (strcmp(names[0], a) == 0 && strcmp(names[1], b) == 0) return c;
    }
    return NULL;
}

// Nodes show one box: b touches a; c cuts a, turned by 45 degrees; d, of half the size, sticks out of b; e is far away; f is
// sheared and cuts e; g is a mirror image that touches f nowhere.
static void test_nodes_are_objects(void** state)
{
    (void)state;
    write_nodes(
        "m.gltf",
        "{\"name\":\"a\",\"mesh\":0},{\"name\":\"b\",\"mesh\":0,\"translation\":[1,0,0]},"
        "{\"name\":\"c\",\"mesh\":0,\"translation\":[0.5,0.5,0.5],"
        "\"rotation\":[0,0,0.3826834323650898,0.9238795325112867]},"
        "{\"name\":\"d\",\"mesh\":0,\"translation\":[1.75,0.25,0.25],\"scale\":[0.5,0.5,0.5]},"
        "{\"name\":\"e\",\"mesh\":0,\"translation\":[9,0,0]},"
        "{\"name\":\"f\",\"mesh\":0,\"matrix\":[0.1,0,0,0,0.3,1,0,0,0,0,1,0,9.5,0.5,0.5,1]},"
        "{\"name\":\"g\",\"mesh\":0,\"matrix\":[-1,0,0,0,0,1,0,0,0,0,1,0,20,0,0,1]}");
    cli_result r = CLI("clash", "--groups", "--inside", "m.gltf", "--json");
    assert_int_equal(r.status, 1);
    cJSON* root = cJSON_Parse(r.out);
    assert_non_null(root);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(root, "objects")), 7);
    assert_true(cli_number(root, "clash_count") == 4);
    static const char* const pairs[4][2] = {{"a", "b"}, {"a", "c"}, {"b", "d"}, {"e", "f"}};
    for (int i = 0; i < 4; i++)
        if (!find_pair(root, pairs[i][0], pairs[i][1]))
            fail_msg("%s, %s: not found\n%s", pairs[i][0], pairs[i][1], r.out);
    assert_true(cJSON_GetObjectItem(find_pair(root, "a", "b"), "cross")->valueint == 0);
    assert_true(cJSON_GetObjectItem(find_pair(root, "a", "c"), "cross")->valueint > 0);
    // A mirror is a pose, a shear is none.
    cli_expect_text(r.out, "m.gltf: 1 of 7 nodes are sheared");
    cJSON_Delete(root);
    cli_free(&r);
    // The same in the world is one object.
    root = CLI_JSON(1, "clash", "m.gltf", "cube.obj", "--json");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(root, "objects")), 2);
    assert_true(cli_number(root, "objects.0.triangles") == 7 * 12);
    cJSON_Delete(root);
}

// 0.1 + 1 is less than the double 1.1, to which it is rounded: boxes there are apart, and rounded vertices touch.
static void test_places_are_kept(void** state)
{
    (void)state;
    write_nodes("m.gltf", "{\"name\":\"a\",\"mesh\":0,\"translation\":[0.1,0,0]},"
                          "{\"name\":\"b\",\"mesh\":0,\"translation\":[1.1,0,0]}");
    cli_result r = CLI("clash", "--groups", "m.gltf");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    cli_free(&r);
    write_nodes("a.gltf", "{\"name\":\"a\",\"mesh\":0,\"translation\":[0.1,0,0]}");
    write_nodes("b.gltf", "{\"name\":\"b\",\"mesh\":0,\"translation\":[1.1,0,0]}");
    r = CLI("clash", "a.gltf", "b.gltf");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.err, "a.gltf: 1 of 1 placed meshes cannot be put in place exactly: vertices "
                           "are rounded, by at most ");
    cli_free(&r);
}

// Two nodes of one name are two objects.
static void test_names_may_repeat(void** state)
{
    (void)state;
    write_nodes("m.gltf",
                "{\"name\":\"a\",\"mesh\":0},{\"name\":\"a\",\"mesh\":0,\"translation\":[1,0,0]}");
    cJSON* root = CLI_JSON(1, "clash", "--groups", "m.gltf", "--json");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(root, "objects")), 2);
    assert_true(cli_number(root, "clash_count") == 1);
    cJSON_Delete(root);
}

static void test_a_real_file(void** state)
{
    (void)state;
    char path[PATH_SIZE];
    if (!data_pack("clashes within an engine")) return;
    data_path(path, "cad/2CylinderEngine.glb");
    cJSON* root = CLI_JSON(1, "clash", "--groups", path, "--json");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(root, "objects")), 67);
    // Of every pair that is listed the boxes of the contact are within those of the file.
    assert_true(cli_number(root, "clash_count") > 20);
    const cJSON* c;
    cJSON_ArrayForEach(c, cJSON_GetObjectItem(root, "clashes"))
    {
        const cJSON *low = cJSON_GetObjectItem(c, "low"), *high = cJSON_GetObjectItem(c, "high");
        assert_true(cJSON_GetArrayItem(low, 0)->valuedouble >= -371.7);
        assert_true(cJSON_GetArrayItem(high, 0)->valuedouble <= 371.7);
    }
    cJSON_Delete(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_info_and_check),  cmocka_unit_test(test_standard_input),
        cmocka_unit_test(test_faults),          cmocka_unit_test(test_nodes_are_objects),
        cmocka_unit_test(test_places_are_kept), cmocka_unit_test(test_names_may_repeat),
        cmocka_unit_test(test_a_real_file),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
