// test_cli_groups.c - the parts of files that the program takes by --group and leaves out by
// --drop-bad.
#include "support/info_check.h"

#include <stdlib.h>

// ------------------------------------------------------------------------------------------- groups

// Three unit squares in the planes z = 0, 5 and 9: object floor with groups left and right (the second
// square), object roof; before them a triangle without a name.
static void write_house(void)
{
    cli_write_file(
        "house.obj",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 5\nv 1 0 5\nv 1 1 5\nv 0 1 5\n"
        "v 0 0 9\nv 1 0 9\nv 1 1 9\nv 0 1 9\n"
        "f 1 2 9\no floor\ng left\nf 1 2 3 4\ng right\nf 5 6 7 8\no roof\nf 9 10 11 12\n");
}

static void test_groups_are_listed(void** state)
{
    (void)state;
    write_house();
    cJSON* root = CLI_JSON(0, "info", "--json", "--groups", "house.obj");
    const cJSON* groups = cli_member(file_at(root, 0), "groups");
    assert_true(cli_number(file_at(root, 0), "group_count") == cJSON_GetArraySize(groups));
    bool found[4] = {false};
    for (const cJSON* g = groups->child; g; g = g->next) {
        static const struct {
            const char *name, *kind;
            double first, count;
        } rows[4] = {{"floor", "object", 1, 4},
                     {"left", "group", 1, 2},
                     {"right", "group", 3, 2},
                     {"roof", "object", 5, 2}};
        expect_keys(g, "name kind first count");
        for (int i = 0; i < 4; i++) {
            if (strcmp(cli_member(g, "name")->valuestring, rows[i].name) != 0) continue;
            if (strcmp(cli_member(g, "kind")->valuestring, rows[i].kind) != 0) continue;
            if (cli_number(g, "first") != rows[i].first) continue;
            found[i] |= cli_number(g, "count") == rows[i].count;
        }
    }
    assert_true(found[0] && found[1] && found[2] && found[3]);
    cJSON_Delete(root);
    cli_result r = CLI("info", "--groups", "house.obj");
    cli_expect_text(r.out, "kind   first triangle  triangles  name\n");
    cli_expect_text(r.out, "object              5          2  roof\n");
    cli_free(&r);
}

static void test_check_of_a_group(void** state)
{
    (void)state;
    write_house();
    // A triangle that stands in all three planes.
    cli_write_file("wall.obj", "v .3 .2 -1\nv .3 .2 10\nv .4 .9 4\nf 1 2 3\n");
    static const struct {
        const char* name;
        int status, first, last;  // triangles of the whole file
    } rows[] = {{"floor", 1, 1, 4}, {"left", 1, 1, 2}, {"right", 1, 3, 4}, {"roof", 1, 5, 6}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cJSON* root = CLI_JSON(rows[i].status, "check", "house.obj", "wall.obj", "--json",
                               "--group-a", rows[i].name);
        expect_keys(cli_member(root, "a"), "file group triangles bytes_per_triangle pose");
        expect_keys(cli_member(root, "b"), "file triangles bytes_per_triangle pose");
        assert_string_equal(cli_member(root, "a.group")->valuestring, rows[i].name);
        assert_true(cli_number(root, "a.triangles") == rows[i].last - rows[i].first + 1);
        assert_true(cli_number(root, "pair_count") > 0);
        for (const cJSON* p = cli_member(root, "pairs")->child; p; p = p->next) {
            const int id = (int)cli_number(p, "a");
            assert_true(id >= rows[i].first && id <= rows[i].last);
            assert_int_equal(cli_member(p, "face")->child->valueint, (id + 1) / 2);
            assert_true(cJSON_IsNull(cli_member(p, "face")->child->next));
        }
        cJSON_Delete(root);
    }
    // The pairs of the whole are those of its parts.
    cJSON* whole = CLI_JSON(1, "check", "wall.obj", "house.obj", "--json");
    cJSON* roof = CLI_JSON(1, "check", "wall.obj", "house.obj", "--json", "--group-b", "roof");
    cJSON* floor = CLI_JSON(1, "check", "wall.obj", "house.obj", "--json", "--group-b", "floor");
    cJSON* unnamed = CLI_JSON(1, "check", "wall.obj", "house.obj", "--json", "--limit", "99");
    assert_true(cJSON_Compare(cli_member(whole, "pairs"), cli_member(unnamed, "pairs"), 1));
    const cJSON* part = cli_member(floor, "pairs")->child;
    for (const cJSON* p = cli_member(whole, "pairs")->child; p; p = p->next) {
        if (cli_number(p, "b") == 0) continue;
        if (!part) part = cli_member(roof, "pairs")->child;
        assert_true(cJSON_Compare(p, part, 1));
        part = part->next;
    }
    assert_null(part);
    cJSON_Delete(whole);
    cJSON_Delete(roof);
    cJSON_Delete(floor);
    cJSON_Delete(unnamed);
}

static void test_check_of_groups_in_text_and_csv(void** state)
{
    (void)state;
    write_house();
    cli_write_file("parts.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 1 1 1\nv 5 5 0\n"
                                "o flat\nf 1 2 3\no upright\nf 4 5 6\n");
    cli_result r = CLI("check", "parts.obj", "parts.obj", "--group-a", "flat", "--group-b",
                       "upright", "--csv");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "a,b,kind\n0,1,cross\n");  // only triangles: no faces
    cli_free(&r);
    r = CLI("check", "parts.obj", "house.obj", "--group-b", "right", "--contacts", "--move-b",
            "0.5,0.5,-5");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "b: house.obj, group right, 2 triangles\n");
    cli_expect_text(r.out, "            0             3            0            2  coplanar\n");
    cli_expect_text(r.out, "            1             3            1            2  ");
    cli_free(&r);
    r = CLI("check", "parts.obj", "parts.obj", "--group", "upright", "--csv", "--move-b",
            "0,0,0.25");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "a,b,kind\n1,1,coplanar\n");
    cli_free(&r);
    // Apart, where the whole files touch.
    r = CLI("check", "house.obj", "house.obj", "--group-a", "left", "--group-b", "roof");
    assert_int_equal(r.status, 0);
    cli_free(&r);
}

static void test_unknown_groups(void** state)
{
    (void)state;
    write_house();
    EXPECT_FAILURE("house.obj: there is no group 'attic'; there are: ", "check", "cube.obj",
                   "house.obj", "--group-b", "attic");
    EXPECT_FAILURE("'floor'", "check", "cube.obj", "house.obj", "--group-b", "attic");
    EXPECT_FAILURE("'roof'", "check", "house.obj", "cube.obj", "--group-a", "attic");
    EXPECT_FAILURE("quads.obj: there is no group 'roof'; the file has no groups", "check",
                   "house.obj", "quads.obj", "--group", "roof");
    EXPECT_FAILURE("--group and --group-a exclude", "check", "house.obj", "cube.obj", "--group",
                   "roof", "--group-a", "roof");
    EXPECT_FAILURE("--group-b given twice", "check", "house.obj", "cube.obj", "--group-b", "roof",
                   "--group-b", "roof");
    char text[2048] = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    for (int i = 0; i < 30; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "o part%d\nf 1 2 3\n", i / 2 * 2);
    cli_write_file("many.obj", text);
    EXPECT_FAILURE("there are: 'part0', 'part2', 'part4', 'part6'", "check", "many.obj", "cube.obj",
                   "--group-a", "part1");
    cli_result r = CLI("check", "many.obj", "cube.obj", "--group-a", "part1");
    assert_null(strstr(r.err, "and more"));
    cli_expect_text(r.err, "'part28' [F007]\n");
    cli_free(&r);
    for (int i = 0; i < 10; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "o more%d\nf 1 2 3\n", i);
    cli_write_file("many.obj", text);
    r = CLI("check", "many.obj", "cube.obj", "--group-a", "part1");
    cli_expect_text(r.err, "'more4', and more [F007]\n");
    assert_null(strstr(r.err, "more5"));
    cli_free(&r);
}

// ----------------------------------------------------------------------------------------- drop-bad

static void test_drop_bad(void** state)
{
    (void)state;
    cli_write_file("half.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv nan 0 0\nv 1 -inf 2\nv 1e999 0 0\n"
                               "f 1 2 3\nf 1 2 4\nf 1 2 9\nf 2 3 1\n");
    EXPECT_FAILURE("half.obj: line 4: ", "info", "half.obj");
    EXPECT_FAILURE("half.obj: line 4: ", "check", "half.obj", "other.obj");
    cJSON* root = CLI_JSON(0, "info", "half.obj", "--drop-bad", "--json");
    expect_numbers(file_at(root, 0),
                   PATHS("triangles", "duplicates", "non_finite", "warning_count"),
                   VALUES(2, 1, 3, 5));
    const cJSON* warnings = cli_member(file_at(root, 0), "warnings");
    assert_int_equal(cJSON_GetArraySize(warnings), 5);
    cli_expect_text(warnings->child->valuestring, "half.obj: line 4: ");
    cJSON_Delete(root);
    cli_result r = CLI("info", "half.obj", "--drop-bad");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "not finite     3\n");
    cli_expect_text(r.out, "warnings       5\n");
    cli_expect_text(r.err, "abut: warning: half.obj: line 5: ");
    cli_free(&r);
    r = CLI("info", "half.obj", "--drop-bad", "--quiet");
    assert_true(r.status == 0 && *r.out == '\0' && *r.err == '\0');
    cli_free(&r);
    root = CLI_JSON(1, "check", "half.obj", "other.obj", "--drop-bad", "--json");
    assert_true(cli_number(root, "pair_count") == 2);
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "warnings")), 5);
    cJSON_Delete(root);
    r = CLI("check", "half.obj", "other.obj", "--drop-bad");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.err, "abut: warning: half.obj: line 4: ");
    cli_free(&r);
}

static void test_many_warnings(void** state)
{
    (void)state;
    FILE* out = fopen("many-bad.obj", "w");
    assert_non_null(out);
    fputs("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", out);
    for (int i = 0; i < 1500; i++)
        fputs("f 1 2 99\n", out);
    fclose(out);
    cJSON* root = CLI_JSON(0, "info", "many-bad.obj", "--drop-bad", "--json");
    assert_true(cli_number(file_at(root, 0), "warning_count") == 1500);
    assert_int_equal(cJSON_GetArraySize(cli_member(file_at(root, 0), "warnings")), 1001);
    cJSON_Delete(root);
    cli_result r = CLI("info", "many-bad.obj", "--drop-bad");
    int lines = 0;
    for (const char* at = r.err; *at; at++)
        lines += *at == '\n';
    assert_int_equal(lines, 21);
    cli_expect_text(r.err, "abut: warning: and 981 more; --json has them all [F013]\n");
    cli_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups_are_listed),
        cmocka_unit_test(test_check_of_a_group),
        cmocka_unit_test(test_check_of_groups_in_text_and_csv),
        cmocka_unit_test(test_unknown_groups),
        cmocka_unit_test(test_drop_bad),
        cmocka_unit_test(test_many_warnings),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
