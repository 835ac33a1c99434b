// test_cli_3mf.c - 3MF files as users meet them: "abut info", "abut check", and items as the objects of "abut clash".
#include "support/cli_run.h"
#include "support/threemf_made.h"

#include <stdio.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// The box [0,1]^3 as object 1, "peg", and what else there is.
static void write_box(const char* path, const char* objects, const char* items)
{
    static const int faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                     {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                     {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    char model[6000] = THREEMF_MODEL "\n<resources><object id='1' name='peg'><mesh><vertices>";
    for (int v = 0; v < 8; v++)
        snprintf(model + strlen(model), 60, "<vertex x='%d' y='%d' z='%d'/>", v & 1, v >> 1 & 1,
                 v >> 2);
    strcat(model, "</vertices><triangles>");
    for (int i = 0; i < 12; i++)
        snprintf(model + strlen(model), 60, "<triangle v1='%d' v2='%d' v3='%d'/>", faces[i][0],
                 faces[i][1], faces[i][2]);
    snprintf(model + strlen(model), 1500,
             "</triangles></mesh></object>\n%s</resources>\n<build>%s</build></model>", objects,
             items);
    const zip_made z = threemf_made(model);
    FILE* out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(z.bytes, 1, z.size, out), z.size);
    fclose(out);
    free(z.bytes);
}

static const char three_items[] =
    "<item objectid='1' p:UUID='u-1'/><item objectid='2' transform='1 0 0 0 1 0 0 0 1 .5 0 0'/>"
    "<item objectid='1' transform='1 0 0 0 1 0 0 0 1 4 0 0'/>";
static const char plate[] = "<object id='2' name='plate'><components><component objectid='1' "
                            "transform='0 1 0 -1 0 0 0 0 1 1 0 0'/></components></object>";

static void files_are_read_whole(void** state)
{
    (void)state;
    write_box("m.3mf", plate, three_items);
    cJSON* root = CLI_JSON(0, "info", "m.3mf", "--json");
    assert_true(cli_number(root, "files.0.triangles") == 36);
    cJSON_Delete(root);
    cli_expect_status(0, (const char* const[]){"info", "m.3mf", NULL}, "3mf");
    cli_expect_status(1, (const char* const[]){"check", "m.3mf", "m.3mf", NULL}, "contact");
    // The suffix does not matter.
    assert_int_equal(rename("m.3mf", "m.zip"), 0);
    cli_expect_status(0, (const char* const[]){"info", "m.zip", NULL}, "36");
}

// Items in their places: the first two overlap, the third is away.
static void items_are_objects(void** state)
{
    (void)state;
    write_box("m.3mf", plate, three_items);
    cJSON* root = CLI_JSON(1, "clash", "m.3mf", "--groups", "--json");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(root, "objects")), 3);
    assert_true(cli_number(root, "clash_count") == 1);
    assert_true(cli_number(root, "clashes.0.a") == 0 && cli_number(root, "clashes.0.b") == 1);
    cJSON_Delete(root);
    cli_expect_status(1, (const char* const[]){"clash", "m.3mf", "--groups", NULL}, "peg");
}

static void standard_input_is_read(void** state)
{
    (void)state;
    write_box("m.3mf", "", "<item objectid='1'/>");
    cli_result r = cli_run(
        &(cli_call){.arguments = (const char* const[]){"info", "--format", "3mf", "-", NULL},
                    .input = "m.3mf"});
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "12, of 12 faces");
    cli_free(&r);
}

static void expect_told(int status, const char* const* arguments, const char* text)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(r.status, status);
    cli_expect_text(r.err, text);
    cli_free(&r);
}

static void faults_are_told_and_left_out(void** state)
{
    (void)state;
    write_box("m.3mf", "", "<item objectid='1'/>\n<item objectid='7'/>");
    expect_told(2, (const char* const[]){"info", "m.3mf", NULL},
                "m.3mf: line 5 of 3D/3dmodel.model: there is no object 7");
    expect_told(0, (const char* const[]){"info", "m.3mf", "--drop-bad", NULL},
                "there is no object 7: item dropped");
    write_box("m.3mf", plate, "<item objectid='1'/>");
    expect_told(0, (const char* const[]){"info", "m.3mf", NULL},
                "1 of 2 objects are shown by no item of the build");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_read_whole),
        cmocka_unit_test(items_are_objects),
        cmocka_unit_test(standard_input_is_read),
        cmocka_unit_test(faults_are_told_and_left_out),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
