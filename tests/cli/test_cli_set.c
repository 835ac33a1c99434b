// test_cli_set.c - "abut build --groups" and what other verbs make of its saved sets. The file's form is in test_set.c.
#include "support/cli_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// Two triangles that cross, an object without any, and a triangle in no object.
static const char parts[] = "v 9 9 9\nv 9 9 10\nv 9 10 9\nf 1 2 3\n"
                            "o one\nv 0 0 0\nv 4 0 0\nv 0 4 0\nf 4 5 6\n"
                            "o none\n"
                            "o a \xFF name\nv 1 1 -1\nv 1 1 1\nv 5 5 0\nf 7 8 9\n";

// A triangle that three nodes show: as it is, turned and moved, and twice as large; and one that is sheared.
static const char nodes[] =
    "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"top\",\"children\":[1,2,3,4]},"
    "{\"name\":\"a\",\"mesh\":0},"
    "{\"name\":\"b\",\"mesh\":0,\"translation\":[0.5,0,-0.25],\"rotation\":[1,0,0,0]},"
    "{\"name\":\"c\",\"mesh\":0,\"scale\":[2,2,2]},"
    "{\"name\":\"d\",\"mesh\":0,\"scale\":[2,3,2]}],\"scenes\":[{\"nodes\":[0]}],\"meshes\":[{"
    "\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"
    "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":"
    "36,\"uri\":\"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}";

static void build(const char* from, const char* to)
{
    cli_expect_status(
        0, (const char* const[]){"build", "--groups", from, "-o", to, "--quiet", NULL}, NULL);
}

static void make(void)
{
    cli_write_file("parts.obj", parts);
    cli_write_file("nodes.gltf", nodes);
    build("parts.obj", "parts.abut");
    build("nodes.gltf", "nodes.abut");
}

static char* read_whole(const char* path, size_t* size)
{
    FILE* in = fopen(path, "rb");
    assert_non_null(in);
    fseek(in, 0, SEEK_END);
    *size = (size_t)ftell(in);
    rewind(in);
    char* bytes = malloc(*size + 1);
    assert_int_equal(fread(bytes, 1, *size, in), *size);
    fclose(in);
    return bytes;
}

static void write_whole(const char* path, const char* bytes, size_t size)
{
    FILE* out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

// Some hundred objects, small ones, and two that are built alone.
static void write_many(void)
{
    FILE* out = fopen("many.obj", "w");
    assert_non_null(out);
    size_t vertex = 0;
    for (size_t i = 0; i < 300; i++) {
        const size_t count = i % 150 == 100 ? 70000 : i % 7;
        fprintf(out, "o part%zu\n", i);
        for (size_t t = 0; t < count; t++, vertex += 3)
            fprintf(out, "v %zu %zu 0\nv %zu %zu 1\nv %zu %zu.5 0\nf %zu %zu %zu\n", t % 300,
                    t / 300, t % 300 + 1, t / 300, t % 300, t / 300 + i % 3, vertex + 1, vertex + 2,
                    vertex + 3);
    }
    fclose(out);
}

static void bytes_do_not_depend_on_threads(void** state)
{
    static const char* const counts[] = {"1", "2", "3", "5"};
    size_t wanted_size, size;
    (void)state;
    write_many();
    build("many.obj", "many.abut");
    char* wanted = read_whole("many.abut", &wanted_size);
    for (size_t i = 0; i < 4; i++) {
        cli_result r = cli_run(
            &(cli_call){.arguments = (const char* const[]){"build", "--groups", "many.obj", "-o",
                                                           "-", "--threads", counts[i], NULL},
                        .output = "again.abut"});
        assert_int_equal(r.status, 0);
        cli_expect_text(r.err, "300 objects");
        cli_free(&r);
        char* found = read_whole("again.abut", &size);
        assert_int_equal(size, wanted_size);
        assert_memory_equal(found, wanted, size);
        free(found);
    }
    free(wanted);
    cJSON* root = CLI_JSON(0, "info", "many.abut", "--json");
    assert_true(cli_number(root, "files.0.model_count") == 300);
    assert_true(cli_number(root, "files.0.triangles") ==
                cli_number(root, "files.0.model_triangles"));
    cJSON_Delete(root);
    unlink("many.obj");
    unlink("many.abut");
    unlink("again.abut");
}

static const char* text_of(const cJSON* root, const char* path)
{
    return cJSON_GetStringValue(cli_member(root, path));
}

static void info_tells_of_groups(void** state)
{
    (void)state;
    make();
    cJSON* root = CLI_JSON(0, "info", "parts.abut", "--json", "--groups");
    assert_string_equal(text_of(root, "files.0.format"), "abut-set");
    assert_true(cli_number(root, "files.0.object_count") == 4);
    assert_true(cli_number(root, "files.0.triangles") == 3);
    assert_true(cJSON_IsNull(cli_member(root, "files.0.unit")));
    assert_string_equal(text_of(root, "files.0.method"), "wide");
    assert_true(cli_number(root, "files.0.options.leaf-size") == 4);
    assert_string_equal(text_of(root, "files.0.objects.0.name"), "one");
    assert_true(cli_number(root, "files.0.objects.1.triangles") == 0);
    assert_string_equal(text_of(root, "files.0.objects.2.name"), "a \xEF\xBF\xBD name");
    assert_string_equal(text_of(root, "files.0.objects.3.name"), "");
    cJSON_Delete(root);
    cli_expect_status(0, (const char* const[]){"info", "parts.abut", NULL}, "4, of 4 models");
    cli_expect_status(0, (const char* const[]){"info", "parts.abut", "--groups", NULL}, "none\n");
    root = CLI_JSON(0, "info", "cube.obj", "parts.abut", "--json");
    assert_true(!cJSON_GetObjectItem(cli_member(root, "files.1"), "objects"));
    cJSON_Delete(root);
}

static void nodes_share_models(void** state)
{
    const double turned[16] = {1, 0, 0, 0.5, 0, -1, 0, 0, 0, 0, -1, -0.25, 0, 0, 0, 1};
    const double large[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1};
    (void)state;
    make();
    cJSON* root = CLI_JSON(0, "info", "nodes.abut", "--json", "--groups");
    assert_true(cli_number(root, "files.0.object_count") == 4);
    assert_true(cli_number(root, "files.0.model_count") == 2);  // the sheared one has its own
    assert_true(cli_number(root, "files.0.triangles") == 4);
    assert_true(cli_number(root, "files.0.unit") == 1);
    assert_string_equal(text_of(root, "files.0.objects.1.id"), "top/b");
    assert_true(cli_number(root, "files.0.objects.2.model") == 0);
    assert_true(cli_number(root, "files.0.objects.3.model") == 1);
    cli_expect_pose(root, "files.0.objects.1.pose", turned);
    cli_expect_pose(root, "files.0.objects.2.pose", large);
    assert_true(cli_number(root, "files.0.warning_count") >= 1);
    cJSON_Delete(root);
    cli_result r = CLI("info", "nodes.abut");
    cli_expect_text(r.err, "1 of 4 nodes are sheared");  // as it was told when it was built
    cli_free(&r);
}

static void one_object_is_a_model(void** state)
{
    (void)state;
    make();
    cli_expect_status(1,
                      (const char* const[]){"check", "parts.abut", "parts.abut", "--group-a", "one",
                                            "--group-b", "a \xFF name", NULL},
                      "contact: 1 pair");
    cli_expect_status(
        1, (const char* const[]){"check", "parts.abut", "one.obj", "--group-a", "one", NULL},
        "coplanar");
    cli_expect_status(
        0, (const char* const[]){"check", "parts.abut", "one.obj", "--group-a", "", NULL}, "apart");
    cli_expect_status(0, (const char* const[]){"self", "parts.abut", "--group", "one", NULL},
                      "clean");
    cli_expect_status(0,
                      (const char* const[]){"check", "nodes.abut", "cube.obj", "--group-a", "a",
                                            "--move-b", "0,0,3", NULL},
                      "apart");
    cli_result r = CLI("check", "nodes.abut", "cube.obj", "--group-a", "b");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "nodes.abut: the object 'b' of this saved set stands in a pose");
    cli_free(&r);
    r = CLI("check", "parts.abut", "cube.obj", "--group-a", "on");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "there is no object 'on' in this saved set (is one meant?)");
    cli_free(&r);
}

// What a clash of a file found, but for the file's name: as text.
static char* clashes_of(const char* const* arguments)
{
    cJSON* root = cli_json(arguments, 1);
    cJSON_DeleteItemFromObject(root, "seconds");
    cJSON_DeleteItemFromObject(root, "warnings");
    cJSON* object;
    cJSON_ArrayForEach(object, cJSON_GetObjectItem(root, "objects"))
    {
        cJSON_DeleteItemFromObject(object, "file");
    }
    char* text = cJSON_Print(root);
    cJSON_Delete(root);
    return text;
}

// The same objects clash, in the same ways, with the same work.
static void clash_takes_sets(void** state)
{
    static const char* const files[][2] = {{"parts.obj", "parts.abut"},
                                           {"nodes.gltf", "nodes.abut"}};
    (void)state;
    make();
    for (size_t i = 0; i < 2; i++) {
        char* wanted =
            clashes_of((const char* const[]){"clash", "--groups", files[i][0], "--json", NULL});
        char* found = clashes_of((const char* const[]){"clash", files[i][1], "--json", NULL});
        assert_string_equal(found, wanted);
        free(found);
        free(wanted);
    }
}

static void expect_error(const char* text, const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, text);
    cli_free(&r);
}

#define EXPECT_ERROR(text, ...) expect_error(text, (const char* const[]){__VA_ARGS__, NULL})

static void verbs_say_what_a_set_is(void** state)
{
    static const char set[] = "parts.abut: is a saved set of 4 models: 'abut clash' takes it";
    (void)state;
    make();
    cli_write_file("points.txt", "0 0 0\n");
    cli_write_file("rays.txt", "0 0 0 1 0 0\n");
    cli_write_file("path.txt", "0 0 0 0 0 0 1\n");
    cli_write_file("program.ngc", "G0 X0 Y0 Z5\n");
    EXPECT_ERROR(set, "check", "parts.abut", "cube.obj");
    EXPECT_ERROR(set, "check", "cube.obj", "parts.abut");
    EXPECT_ERROR(set, "check", "parts.abut", "sphere:0,0,0,1");
    EXPECT_ERROR(set, "distance", "parts.abut", "cube.obj");
    EXPECT_ERROR(set, "self", "parts.abut");
    EXPECT_ERROR(set, "point", "parts.abut", "--points", "points.txt");
    EXPECT_ERROR(set, "ray", "parts.abut", "--rays", "rays.txt");
    EXPECT_ERROR(set, "move", "parts.abut", "cube.obj", "--way-b", "0,0,1");
    EXPECT_ERROR(set, "fly", "parts.abut", "cube.obj", "--path", "path.txt");
    EXPECT_ERROR(set, "nc", "program.ngc", "--tool", "flat:d=6", "--part", "parts.abut");
    EXPECT_ERROR(
        "parts.abut: a hull takes the points of a mesh or a table, and this is a saved set",
        "check", "cube.obj", "hull:parts.abut");
    EXPECT_ERROR("parts.abut: is a saved set already", "build", "parts.abut", "-o", "x.abut");
    EXPECT_ERROR("parts.abut: is a saved set already", "build", "--groups", "parts.abut", "-o",
                 "x.abut");
    EXPECT_ERROR("--method is for other files", "info", "parts.abut", "--method", "obb");
    EXPECT_ERROR("--self is for other files", "info", "parts.abut", "--self");
    EXPECT_ERROR("--drop-bad is for other files", "info", "parts.abut", "--drop-bad");
    assert_null(cli_read_file("x.abut"));
}

static void damage_is_told_by_name(void** state)
{
    size_t size;
    (void)state;
    make();
    char* bytes = read_whole("parts.abut", &size);
    bytes[64 + 600] ^= 1;  // within the first image
    write_whole("bad.abut", bytes, size);
    EXPECT_ERROR("bad.abut: model 1 of 4 of the saved set", "info", "bad.abut");
    EXPECT_ERROR("bad.abut: ", "self", "bad.abut", "--group", "one");
    cli_expect_status(
        0, (const char* const[]){"self", "bad.abut", "--group", "none", "--allow-empty", NULL},
        "clean");  // which is whole
    bytes[64 + 600] ^= 1;
    bytes[size - 100] ^= 1;
    write_whole("bad.abut", bytes, size);
    EXPECT_ERROR("bad.abut: a damaged saved set", "info", "bad.abut");
    bytes[size - 100] ^= 1;
    write_whole("bad.abut", bytes, size / 2);
    EXPECT_ERROR("bad.abut: a saved set that is cut off", "info", "bad.abut");
    EXPECT_ERROR("bad.abut: a saved set that is cut off", "check", "bad.abut", "cube.obj");
    write_whole("bad.abut", bytes, 60);
    EXPECT_ERROR("bad.abut: a saved set that is cut off", "info", "bad.abut");
    free(bytes);
}

static void options_fit(void** state)
{
    (void)state;
    make();
    EXPECT_ERROR("exclude each other", "build", "parts.obj", "--groups", "--group", "one", "-o",
                 "x.abut");
    EXPECT_ERROR("build needs -o FILE", "build", "parts.obj", "--groups");
    EXPECT_ERROR("is an input too", "build", "parts.obj", "--groups", "-o", "parts.obj");
    cli_write_file("bad.obj", "o x\nv 0 0 0\nf 1 1 9\n");
    EXPECT_ERROR("bad.obj: line 3", "build", "bad.obj", "--groups", "-o", "x.abut");
    assert_null(cli_read_file("x.abut"));
    cli_write_file("none.obj", "o x\nv 0 0 0\n");
    cli_expect_status(3,
                      (const char* const[]){"build", "none.obj", "--groups", "-o", "x.abut", NULL},
                      "1 object, 1 model, 0 triangles");
    cli_expect_status(0,
                      (const char* const[]){"build", "none.obj", "--groups", "-o", "x.abut",
                                            "--allow-empty", "--quiet", NULL},
                      NULL);
    cli_expect_status(3, (const char* const[]){"info", "x.abut", NULL}, "1, of 1 model");
    cli_result r = CLI("build", "parts.obj", "--groups", "-o", "x.abut", "--method", "brute");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    cli_expect_status(0, (const char* const[]){"info", "x.abut", NULL}, "brute");
    cli_write_file("some.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 9\n");
    cli_expect_status(0,
                      (const char* const[]){"build", "some.obj", "--groups", "-o", "x.abut",
                                            "--drop-bad", "--quiet", NULL},
                      NULL);
    cli_expect_status(0, (const char* const[]){"info", "x.abut", NULL}, "partial");
}

// Of the mesh, or of what is made of it.
static void a_limit_of_memory_is_told(void** state)
{
    static const char* const limits[] = {"10M", "16M", "22M", "28M", "34M", "40M"};
    size_t told = 0;
    (void)state;
    write_many();
    for (size_t i = 0; i < 6; i++) {
        cli_result r =
            CLI("build", "many.obj", "--groups", "-o", "x2.abut", "--max-memory", limits[i]);
        if (r.status != 0) {
            assert_int_equal(r.status, 2);
            cli_expect_text(r.err, "than --max-memory allows");
            assert_null(cli_read_file("x2.abut"));
            told++;
        }
        cli_free(&r);
        unlink("x2.abut");
    }
    print_message("%zu limits of 6 are too low\n", told);
    assert_true(told >= 2);
    unlink("many.obj");
}

static void a_full_disk_is_told(void** state)
{
    (void)state;
    make();
    if (access("/dev/full", W_OK) != 0) {
        print_message("SKIPPED: there is no /dev/full\n");
        return;
    }
    write_many();  // more than a buffer
    EXPECT_ERROR("/dev/full: cannot write: No space left on device", "build", "many.obj",
                 "--groups", "-o", "/dev/full");
    unlink("many.obj");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clash_takes_sets),
        cmocka_unit_test(bytes_do_not_depend_on_threads),
        cmocka_unit_test(info_tells_of_groups),
        cmocka_unit_test(nodes_share_models),
        cmocka_unit_test(one_object_is_a_model),
        cmocka_unit_test(verbs_say_what_a_set_is),
        cmocka_unit_test(damage_is_told_by_name),
        cmocka_unit_test(options_fit),
        cmocka_unit_test(a_limit_of_memory_is_told),
        cmocka_unit_test(a_full_disk_is_told),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
