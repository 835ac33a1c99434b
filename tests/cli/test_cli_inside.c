// test_cli_inside.c - "abut check --inside": its answers in text and JSON, its exit status, and what it
// does not go with.
#include "support/info_check.h"

#include <math.h>

// A triangulated box as OBJ, its faces left out by bits: x low 1, x high 2, y low 4, ... z high 32.
static void write_boxes(const char* path, const double (*ranges)[2], int count, unsigned without)
{
    static const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    char text[8192];
    size_t used = 0;
    for (int i = 0; i < count; i++)
        for (int v = 0; v < 8; v++)
            used += (size_t)snprintf(text + used, sizeof text - used, "v %g %g %g\n",
                                     ranges[i][v & 1], ranges[i][v >> 1 & 1], ranges[i][v >> 2]);
    for (int i = 0; i < count; i++)
        for (int f = 0; f < 6; f++) {
            if (without >> f & 1) continue;
            const int* c = faces[f];
            const int first = 8 * i + 1;
            used += (size_t)snprintf(text + used, sizeof text - used, "f %d %d %d\nf %d %d %d\n",
                                     first + c[0], first + c[1], first + c[2], first + c[0],
                                     first + c[2], first + c[3]);
        }
    assert_true(used < sizeof text);
    cli_write_file(path, text);
}

static void write_models(void)
{
    static const double shells[][2] = {{0, 10}, {4, 6}, {20, 21}};
    static const double middle[][2] = {{2, 8}}, side[][2] = {{10, 12}}, over[][2] = {{9, 11}};
    static const double dot[][2] = {{4.5, 5.5}}, hole[][2] = {{9.5, 10.5}};
    write_boxes("shells.obj", shells, 3, 0);
    write_boxes("middle.obj", middle, 1, 0);
    write_boxes("side.obj", side, 1, 0);
    write_boxes("over.obj", over, 1, 0);
    write_boxes("open.obj", shells, 1, 32);
    write_boxes("dot.obj", dot, 1, 0);
    write_boxes("hole.obj", hole, 1, 0);
}

static void test_relations(void** state)
{
    (void)state;
    write_models();
    static const struct {
        const char *a, *b, *relation;
        int status;
    } rows[] = {
        {"shells.obj", "middle.obj", "b inside a", 1},
        {"middle.obj", "shells.obj", "a inside b", 1},
        {"shells.obj", "side.obj", "touching", 1},
        {"shells.obj", "over.obj", "crossing", 1},
        {"middle.obj", "side.obj", "separate", 0},
        {"dot.obj", "open.obj", "a inside b", 1},
        {"middle.obj", "empty.off", "separate", 0},  // the library's answer
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cJSON* root = CLI_JSON(rows[i].status, "check", rows[i].a, rows[i].b, "--inside", "--json",
                               "--allow-empty");
        assert_string_equal(cli_member(root, "inside.relation")->valuestring, rows[i].relation);
        expect_keys(cli_member(root, "inside"), "relation components_a components_b");
        cJSON_Delete(root);
        cli_result r = CLI("check", rows[i].a, rows[i].b, "--inside", "--allow-empty");
        char line[64];
        snprintf(line, sizeof line, "\nrelation: %s\n", rows[i].relation);
        assert_int_equal(r.status, rows[i].status);
        cli_expect_text(r.out, line);
        cli_free(&r);
        r = CLI("check", rows[i].a, rows[i].b, "--inside", "--quiet", "--allow-empty");
        assert_int_equal(r.status, rows[i].status);
        assert_string_equal(r.out, "");
        cli_free(&r);
    }
}

static void test_components(void** state)
{
    (void)state;
    write_models();
    static const char* const expected[] = {"b inside a", "a inside b", "separate"};
    cJSON* root = CLI_JSON(1, "check", "shells.obj", "middle.obj", "--inside", "--json");
    const cJSON* parts = cli_member(root, "inside.components_a");
    assert_int_equal(cJSON_GetArraySize(parts), 3);
    for (int i = 0; i < 3; i++) {
        const cJSON* part = cJSON_GetArrayItem(parts, i);
        expect_keys(part, "component triangles first_triangle relation");
        assert_true(cli_number(part, "component") == i && cli_number(part, "triangles") == 12);
        assert_true(cli_number(part, "first_triangle") == 12 * i);
        assert_string_equal(cli_member(part, "relation")->valuestring, expected[i]);
    }
    cJSON_Delete(root);
    cli_result r = CLI("check", "shells.obj", "middle.obj", "--inside");
    cli_expect_text(r.out, "component 0 of a, 12 triangles, the first is 0: b inside a\n");
    cli_expect_text(r.out, "component 1 of a, 12 triangles, the first is 12: a inside b\n");
    cli_expect_text(r.out, "component 0 of b, 12 triangles, the first is 0: b inside a\n");
    assert_null(strstr(r.out, "component 2 of a"));
    cli_free(&r);
}

static void test_winding_and_reasons(void** state)
{
    (void)state;
    write_models();
    cJSON* root = CLI_JSON(1, "check", "dot.obj", "open.obj", "--inside", "--json");
    const cJSON* part = cJSON_GetArrayItem(cli_member(root, "inside.components_a"), 0);
    expect_keys(part, "component triangles first_triangle relation winding");
    const double winding = fabs(cli_number(part, "winding"));
    assert_true(winding > 0.75 && winding < 0.9);
    cJSON_Delete(root);
    // Half out of the hole, without contact: scaled down about its middle.
    root =
        CLI_JSON(1, "check", "hole.obj", "open.obj", "--inside", "--json", "--move-a", "-5,-5,0");
    assert_string_equal(cli_member(root, "inside.relation")->valuestring, "unknown");
    expect_keys(cli_member(root, "inside"), "relation reason components_a components_b");
    part = cJSON_GetArrayItem(cli_member(root, "inside.components_a"), 0);
    expect_keys(part, "component triangles first_triangle relation winding reason");
    cJSON_Delete(root);
    cli_result r = CLI("check", "hole.obj", "open.obj", "--inside", "--move-a", "-5,-5,0");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "\nrelation: unknown\n");
    cli_expect_text(r.out, "winding number");
    cli_free(&r);
}

static void test_what_excludes_it(void** state)
{
    (void)state;
    write_models();
    static const char* const others[][2] = {{"--first", NULL},
                                            {"--limit", "3"},
                                            {"--budget", "3"},
                                            {"--csv", NULL},
                                            {"--inside", NULL}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const char* const arguments[] = {"check",      "dot.obj",    "open.obj", "--inside",
                                         others[i][0], others[i][1], NULL};
        cli_result r = cli_run(&(cli_call){.arguments = arguments});
        assert_int_equal(r.status, 2);
        cli_expect_text(r.err, others[i][0]);
        assert_string_equal(r.out, "");
        cli_free(&r);
    }
    // Without it, nothing of it is written.
    cJSON* root = CLI_JSON(0, "check", "dot.obj", "open.obj", "--json");
    assert_null(cJSON_GetObjectItemCaseSensitive(root, "inside"));
    cJSON_Delete(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_relations),
        cmocka_unit_test(test_components),
        cmocka_unit_test(test_winding_and_reasons),
        cmocka_unit_test(test_what_excludes_it),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
