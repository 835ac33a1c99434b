// test_cli_frames.c - "abut clash --frames": one row of a pair for all frames, that of its worst, with what is known of a
// mechanism by how it is made, as it is of a plant; and what is refused.
#include "scenes.h"
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

// Cubes of side 1 at x = 0, 3 and 6.
static void write_cubes(void)
{
    static const int faces[12][3] = {{1, 3, 2}, {2, 3, 4}, {5, 6, 7}, {6, 8, 7},
                                     {1, 2, 5}, {2, 6, 5}, {3, 7, 4}, {4, 7, 8},
                                     {1, 5, 3}, {3, 5, 7}, {2, 4, 6}, {4, 8, 6}};
    FILE* out = fopen("cubes.obj", "w");
    assert_non_null(out);
    for (int b = 0; b < 3; b++) {
        fprintf(out, "o cube %d\n", b);
        for (int v = 0; v < 8; v++)
            fprintf(out, "v %d %d %d\n", 3 * b + (v & 1), v >> 1 & 1, v >> 2);
        for (int f = 0; f < 12; f++)
            fprintf(out, "f %d %d %d\n", faces[f][0] + 8 * b, faces[f][1] + 8 * b,
                    faces[f][2] + 8 * b);
    }
    fclose(out);
}

static const cJSON* only_row(const cJSON* root)
{
    assert_int_equal(cli_number(root, "clash_count"), 1);
    return cli_member(root, "clashes.0");
}

static void expect_frames(const cJSON* row, int first, int worst, int count)
{
    assert_int_equal(cli_number(row, "frames.first"), first);
    assert_int_equal(cli_number(row, "frames.worst"), worst);
    assert_int_equal(cli_number(row, "frames.count"), count);
}

// It comes near, touches, overlaps by more and by less, and goes; and stays where a frame does not name it.
static void a_row_is_that_of_the_worst_frame(void** state)
{
    (void)state;
    write_cubes();
    cli_write_file("f.tsv", "# frame, object, pose\n"
                            "0\tcube 1\t-1.5 0 0 0 0 0 1\n"
                            "1\tcube 1\t-2 0 0 0 0 0 1\n"
                            "2\tcube 1\t-2.25 0 0 0 0 0 1\n"
                            "3\tcube 1\t1 0 0 -2.5 0 1 0 0 0 0 1 0\n"
                            "\n"
                            "4\tcube 2\t0 0 9 0 0 0 1\n"
                            "5\tcube 1\t-2.125 0 0 0 0 0 1\n"
                            "6\tcube 1\t-1.75, 0, 0, 0, 0, 0, 1\n");
    cJSON* root = CLI_JSON(1, "clash", "--groups", "cubes.obj", "--frames", "f.tsv", "--json");
    const cJSON* row = only_row(root);
    expect_frames(row, 1, 3, 5);
    assert_string_equal(cli_member(row, "relation")->valuestring, "crossing");
    assert_float_equal(cli_number(row, "depth.0"), 0.5, 1e-12);
    assert_float_equal(cli_number(row, "depth.1"), 0.5, 1e-12);
    assert_float_equal(cli_number(row, "box.low.0"), 0.5, 1e-12);
    assert_float_equal(cli_number(row, "box.high.0"), 1, 1e-12);
    cJSON_Delete(root);
    root = CLI_JSON(1, "clash", "--groups", "cubes.obj", "--frames", "f.tsv", "--touch", "hide",
                    "--json");
    expect_frames(only_row(root), 2, 3, 4);
    cJSON_Delete(root);
    cli_result r = CLI("clash", "--groups", "cubes.obj", "--frames", "f.tsv");
    cli_expect_text(r.out, "    In 5 frames, from 1 on; the worst is 3.\n");
    cli_free(&r);
    r = CLI("clash", "--groups", "cubes.obj", "--frames", "f.tsv", "--csv");
    cli_expect_text(r.out, ",text,frame_first,frame_worst,frame_count\n");
    cli_expect_text(r.out, ",1,3,5\n");
    cli_free(&r);
    // At rest nothing is in contact.
    root = CLI_JSON(0, "clash", "--groups", "cubes.obj", "--touch", "keep", "--json");
    assert_null(cJSON_GetObjectItem(root, "frames"));
    cJSON_Delete(root);
    unlink("f.tsv");
}

// Of gaps the smallest is the worst; contact is worse than any.
static void gaps_are_in_frames(void** state)
{
    (void)state;
    write_cubes();
    cli_write_file("f.tsv", "0\tcube 1\t-1.5 0 0 0 0 0 1\n1\tcube 1\t-1.75 0 0 0 0 0 1\n"
                            "2\tcube 1\t-1.5 0 0 0 0 0 1\n");
    cJSON* root = CLI_JSON(1, "clash", "--groups", "cubes.obj", "--frames", "f.tsv", "--clearance",
                           "0.5", "--json");
    const cJSON* row = only_row(root);
    expect_frames(row, 0, 1, 3);
    assert_float_equal(cli_number(row, "gap.0"), 0.25, 1e-12);
    cJSON_Delete(root);
    cli_write_file("f.tsv", "0\tcube 1\t-1.75 0 0 0 0 0 1\n1\tcube 1\t-2 0 0 0 0 0 1\n");
    root = CLI_JSON(1, "clash", "--groups", "cubes.obj", "--frames", "f.tsv", "--clearance", "0.5",
                    "--json");
    row = only_row(root);
    expect_frames(row, 0, 1, 2);
    assert_string_equal(cli_member(row, "relation")->valuestring, "touching");
    // The contact of the worst frame is told: two faces of two triangles each.
    assert_true(cli_number(row, "pairs") >= 4 && cli_number(row, "low.0") == 1);
    cJSON_Delete(root);
    unlink("f.tsv");
}

static void write_mechanism(uint32_t frames)
{
    mesh m;
    mesh_error error;
    FILE* out = fopen("m.tsv", "w");
    assert_int_equal(mechanism_make(12, &m), SCENE_OK);
    assert_int_equal(m.group_count, MECHANISM_PARTS);
    assert_int_equal(mesh_write_file(&m, "m.obj", MESH_UNKNOWN, &error), MESH_OK);
    mesh_free(&m);
    assert_non_null(out);
    assert_true(mechanism_write_frames(frames, out));
    assert_int_equal(fclose(out), 0);
}

// 26 pairs touch in every frame; the slider touches the post, then overlaps it by a sixteenth more a frame.
static void a_mechanism_is_as_it_is_made(void** state)
{
    (void)state;
    write_mechanism(141);
    cJSON* root =
        CLI_JSON(1, "clash", "--groups", "m.obj", "--frames", "m.tsv", "--json", "--threads", "2");
    const cJSON* rows = cli_member(root, "clashes");
    int touch = 0, cross = 0;
    assert_int_equal(cJSON_GetArraySize(rows), 27);
    for (const cJSON* row = rows->child; row; row = row->next) {
        if (strcmp(cli_member(row, "relation")->valuestring, "touching") == 0) {
            touch++;
            expect_frames(row, 0, 0, 141);
            continue;
        }
        cross++;
        expect_frames(row, 64, 70, 13);
        assert_float_equal(cli_number(row, "depth.0"), 0.375, 1e-9);
    }
    assert_true(touch == 26 && cross == 1);
    cJSON_Delete(root);
    root =
        CLI_JSON(1, "clash", "--groups", "m.obj", "--frames", "m.tsv", "--touch", "hide", "--json");
    expect_frames(only_row(root), 65, 70, 11);
    assert_int_equal(cli_number(root, "allowed"), 26);
    cJSON_Delete(root);
    unlink("m.obj");
    unlink("m.tsv");
}

// Each support touches its rack and its pipe, but for so many, which overlap it.
static void a_plant_is_as_it_is_made(void** state)
{
    (void)state;
    static const uint32_t cases[][2] = {{1, 0},  {2, 0},  {3, 1},   {4, 0},   {13, 4},
                                        {17, 3}, {20, 6}, {300, 5}, {333, 90}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mesh m;
        mesh_error error;
        plant_pairs known;
        size_t of[2] = {0, 0};
        plant_count(cases[i][0], cases[i][1], &known);
        assert_int_equal(plant_make(cases[i][0], cases[i][1], &m), SCENE_OK);
        assert_int_equal(m.group_count, cases[i][0]);
        assert_int_equal(mesh_write_file(&m, "p.obj", MESH_UNKNOWN, &error), MESH_OK);
        mesh_free(&m);
        const int status = known.touch || known.cross ? 1 : cases[i][0] > 1 ? 0 : 3;
        cJSON* root = CLI_JSON(status, "clash", "--groups", "p.obj", "--inside", "--json");
        assert_int_equal(cJSON_GetArraySize(cli_member(root, "objects")), cases[i][0]);
        for (const cJSON* c = cli_member(root, "clashes")->child; c; c = c->next)
            of[strcmp(cli_member(c, "relation")->valuestring, "touching") == 0]++;
        assert_int_equal(of[0], known.cross);
        assert_int_equal(of[1], known.touch);
        assert_int_equal(cli_number(root, "clash_count"), known.cross + known.touch);
        cJSON_Delete(root);
        root = CLI_JSON(known.cross   ? 1
                        : status == 3 ? 3
                                      : 0,
                        "clash", "--groups", "p.obj", "--touch", "hide", "--json");
        assert_int_equal(cli_number(root, "clash_count"), known.cross);
        assert_int_equal(cli_number(root, "allowed"), known.touch);
        cJSON_Delete(root);
    }
    mesh none = {0};
    plant_pairs known;
    plant_count(1300, 0, &known);
    assert_int_equal(plant_make(1300, (uint32_t)known.first_supports + 1, &none), SCENE_BAD_VALUE);
    assert_int_equal(plant_make(0, 0, &none), SCENE_BAD_VALUE);
    unlink("p.obj");
}

static void what_is_refused(void** state)
{
    (void)state;
    static const char form[] = "a line is a frame's number, an object and its pose, a tab between";
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "f.tsv: there are no frames"},
        {"# nothing\n", "f.tsv: there are no frames"},
        {"0 cube 1 0 0 0 0 0 0 1\n", form},
        {"x\tcube 1\t0 0 0 0 0 0 1\n", form},
        {"0.5\tcube 1\t0 0 0 0 0 0 1\n", form},
        {"-1\tcube 1\t0 0 0 0 0 0 1\n", form},
        {"1\tcube 1\t0 0 0 0 0 0 1\n", "f.tsv: line 1: frame 1 where frame 0 comes"},
        {"0\tcube 1\t0 0 0 0 0 0 1\n2\tcube 1\t0 0 0 0 0 0 1\n", "line 2: frame 2 where frame 0"},
        {"0\tcube 1\t0 0 0 0 0 0 1\n1\tcube 1\t0 0 0 0 0 0 1\n0\tcube 2\t0 0 0 0 0 0 1\n",
         "line 3: frame 0 where frame 1"},
        {"0\tcube 7\t0 0 0 0 0 0 1\n", "line 1: there is no object 'cube 7'"},
        {"0\tcube 1\t0 0 0 0 0 1\n", "line 1: a pose has 7 numbers"},
        {"0\tcube 1\t\n", "line 1: a pose has 7 numbers"},
        {"0\tcube 1\t0 0 0 0 0 0 0 1\n", "line 1: a pose has 7 numbers"},
        {"0\tcube 1\t0 0 0 0 0 nan 1\n", "line 1: a pose has 7 numbers"},
        {"0\tcube 1\t0 0 0 0 0 0 0\n", "f.tsv: line 1: "},
        {"0\tcube 1\t1 0 0 0 0 1 0 0 0 0 2 0\n", "f.tsv: line 1: "},
        {"0\tcube 1\t0 0 0 0 0 0 1\n0\tcube 2\t0 0 0 0 0 0 1\n0\tcube 1\t1 0 0 0 0 0 1\n",
         "line 3: a second pose of 'cube 1' in frame 0"},
    };
    write_cubes();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cli_write_file("f.tsv", bad[i].text);
        cli_expect_status(
            2, (const char* const[]){"clash", "--groups", "cubes.obj", "--frames", "f.tsv", NULL},
            NULL);
        cli_result r = CLI("clash", "--groups", "cubes.obj", "--frames", "f.tsv");
        cli_expect_text(r.err, bad[i].says);
        cli_free(&r);
    }
    cli_result r = CLI("clash", "--groups", "cubes.obj", "--frames", "none.tsv");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "none.tsv: cannot be opened");
    cli_free(&r);
    r = CLI("clash", "cube.obj", "one.obj", "cube.obj", "--frames", "f.tsv");
    cli_free(&r);
    cli_write_file("f.tsv", "0\tcube.obj\t0 0 0 0 0 0 1\n");
    r = CLI("clash", "cube.obj", "one.obj", "cube.obj", "--frames", "f.tsv");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "line 1: there are several objects 'cube.obj'");
    cli_free(&r);
    static const char* const beside[] = {"--report", "--picture", "--bcf"};
    for (size_t i = 0; i < 3; i++) {
        r = CLI("clash", "--groups", "cubes.obj", "--frames", "f.tsv", beside[i], "x");
        assert_int_equal(r.status, 2);
        cli_expect_text(r.err, "exclude each other");
        cli_free(&r);
    }
    unlink("f.tsv");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_that_of_the_worst_frame),
        cmocka_unit_test(gaps_are_in_frames),
        cmocka_unit_test(a_mechanism_is_as_it_is_made),
        cmocka_unit_test(a_plant_is_as_it_is_made),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
