// test_cli_continuous.c - "abut fly --continuous": what lies between the steps of paths whose first contacts are known, as "abut
// move" has each piece; recorded paths; forms of output, exit statuses, and what is refused.
#include "support/boxes_obj.h"
#include "support/data_pack.h"
#include "support/info_check.h"
#include "support/method_here.h"
#include "support/pruning.h"

#include <math.h>
#include <stdbool.h>

static const char* text_of(const cJSON* object, const char* key)
{
    const char* text = cJSON_GetStringValue(cJSON_GetObjectItem(object, key));
    assert_non_null(text);
    return text;
}

#define EXPECT(status, text, ...) cli_expect_status(status, PATHS(__VA_ARGS__), text)

static const cJSON* piece_at(const cJSON* root, int index)
{
    const cJSON* piece = cJSON_GetArrayItem(cli_member(root, "between.pieces"), index);
    assert_non_null(piece);
    assert_true(cli_number(piece, "piece") == (double)index);
    return piece;
}

// Every piece's state in a word: "fcfn", "u" undecided. To be compared at once.
static const char* states_of(const cJSON* root)
{
    static char states[64];
    size_t count = 0;
    const cJSON* piece;
    cJSON_ArrayForEach(piece, cli_member(root, "between.pieces"))
    {
        assert_true(count + 1 < sizeof states);
        states[count++] = *text_of(piece, "state");
    }
    states[count] = '\0';
    return states;
}

#define WALL "fly", "wall.obj", "small.obj", "--path"

// Apart at every step, which is all that was asked without --continuous; and a wall between two of them.
static void a_wall_between_steps_is_found(void** state)
{
    (void)state;
    write_wall_and_box();
    cli_write_file("through.csv", "x,y,z,qx,qy,qz,qw\n-3,0,0,0,0,0,1\n-1,0,0,0,0,0,1\n1,0,0,0,0,0,1"
                                  "\n1,3,0,0,0,0,1\n");
    EXPECT(0, "apart at every step", WALL, "through.csv");
    EXPECT(0, NULL, WALL, "through.csv", "--quiet");
    EXPECT(1, NULL, WALL, "through.csv", "--quiet", "--continuous");
    cJSON* root = CLI_JSON(1, WALL, "through.csv", "--continuous", "--json");
    expect_keys(root, "abut format a b path empty steps summary between warnings stats seconds");
    expect_keys(cli_member(root, "between"),
                "motion separation resolution free contact near undecided first intervals seconds "
                "pieces");
    expect_keys(cli_member(root, "between.first"),
                "step state t_lo t_hi complete pair face features a_point b_point near_lo near_hi");
    assert_string_equal(states_of(root), "fcf");
    expect_keys(piece_at(root, 0), "piece state t_lo t_hi complete pair features a_point b_point "
                                   "near_lo near_hi us");
    expect_numbers(root,
                   PATHS("between.first.step", "between.free", "between.contact", "between.near",
                         "between.undecided", "between.separation", "between.resolution",
                         "summary.contact_frames"),
                   VALUES(1, 2, 1, 0, 0, 0, 1e-7, 0));
    for (int i = 0; i < 2; i++)
        expect_numbers(i ? piece_at(root, 1) : cli_member(root, "between.first"),
                       PATHS("t_lo", "t_hi"), VALUES(0.44999999999999996, 0.45));
    assert_true(cli_number(piece_at(root, 2), "t_lo") == 1);
    assert_string_equal(text_of(cli_member(root, "between.motion.a"), "interpolation"), "rest");
    assert_string_equal(text_of(cli_member(root, "between.motion.b"), "interpolation"),
                        "lerp-slerp");
    cJSON_Delete(root);
}

static void text_tells_pieces(void** state)
{
    (void)state;
    write_wall_and_box();
    cli_write_file("through.csv", "-3 0 0 0 0 0 1\n-1 0 0 0 0 0 1\n1 0 0 0 0 0 1\n1 3 0 0 0 0 1\n");
    static const char head[] =
        "apart at every step: no triangle of a shares a point with one of b\n"
        "between the steps: free in 2, contact in 1 of 3 pieces\n"
        "motion of a: none: it rests\n"
        "motion of b: lerp of the model's point 0,0,0, and slerp about it, from step to step\n"
        "first: contact: at step 1 + 0.45000000000000001, and not before step 1 + "
        "0.44999999999999996\n"
        "between triangle ";
    static const char runs[] = "\n   from step      to step  between    first time\n"
                               "           0            1  free\n"
                               "           1            2  contact  step 1 + 0.45000000000000001\n"
                               "           2            3  free\n";
    EXPECT(1, head, WALL, "through.csv", "--continuous");
    EXPECT(1, runs, WALL, "through.csv", "--continuous");
    cli_write_file("timed.csv", "10 -3 0 0 0 0 0 1\n20 -1 0 0 0 0 0 1\n40 1 0 0 0 0 0 1\n");
    EXPECT(1, "\ntime of the path: 29 to 29\n", WALL, "timed.csv", "--continuous");
    cli_write_file("aside.csv", "-3 0 0 0 0 0 1\n-2 0 0 0 0 0 1\n-1 0 0 0 0 0 1\n");
    EXPECT(0, "between the steps: free in 2 of 2 pieces\n", WALL, "aside.csv", "--continuous");
    EXPECT(0, "           0            2  free\n", WALL, "aside.csv", "--continuous");
    EXPECT(0, "           1            2  free\n", WALL, "aside.csv", "--continuous", "--steps");
    EXPECT(0, "slerp about it, from step to step\n", WALL, "aside.csv", "--continuous", "--pivot-b",
           "1,2,3");
    EXPECT(1, ",complete,between,t_lo,t_hi,motion_a,motion_b\n", WALL, "through.csv",
           "--continuous", "--csv");
    EXPECT(1, ",contact,0.44999999999999996,0.45000000000000001,rest,lerp-slerp\n", WALL,
           "through.csv", "--continuous", "--csv");
    EXPECT(1, ",apart,true,,,,,\n", WALL, "through.csv", "--continuous", "--csv");
}

static void separation_and_limits_arrive(void** state)
{
    (void)state;
    write_wall_and_box();
    cli_write_file("up.csv", "-3 0 0 0 0 0 1\n-1 0 0 0 0 0 1\n");
    EXPECT(0, NULL, WALL, "up.csv", "--continuous", "--separation", "0.5", "--quiet");
    EXPECT(1, NULL, WALL, "up.csv", "--continuous", "--separation", "1", "--quiet");
    cJSON* root = CLI_JSON(1, WALL, "up.csv", "--continuous", "--separation", "1.9", "--json");
    assert_true(fabs(cli_number(root, "between.first.t_hi") - 0.5) < 1e-7);
    assert_true(cli_number(root, "between.separation") == 1.9);
    cJSON_Delete(root);
    EXPECT(1, "first: contact: at most 1.8999999999999999 apart at step 0 + 0.5", WALL, "up.csv",
           "--continuous", "--separation", "1.9");

    write_bar_and_wall();
    cli_write_file("turn.csv", "0 0 0 0 0 0 1\n0 0 0 0 0 1 1\n");
    root = CLI_JSON(3, "fly", "high.obj", "bar.obj", "--path", "turn.csv", "--continuous",
                    "--budget", "1", "--json");
    assert_string_equal(states_of(root), "u");
    cJSON_Delete(root);
    cli_write_file("free.csv", "0 0 0 0 0 0 1\n0 0 0 0 0 1 6\n");
    EXPECT(0, "free in 1 of 1 piece\n", "fly", "high.obj", "bar.obj", "--path", "free.csv",
           "--continuous");
    write_row("row.obj");
    cli_write_file("over.csv", "0 9 0 0 0 0 1\n0 9 0 0.1 0 0 1\n");
    EXPECT(3, "\nfirst: undecided: free before step 0 + ", "fly", "row.obj", "row.obj", "--path",
           "over.csv", "--continuous", "--method", "brute", "--deadline", "0.001us");
    EXPECT(3, ", then the budget ended the search\n", "fly", "high.obj", "bar.obj", "--path",
           "free.csv", "--continuous", "--budget", "1");
    double intervals[2];
    for (int i = 0; i < 2; i++) {
        root = CLI_JSON(1, "fly", "high.obj", "bar.obj", "--path", "turn.csv", "--continuous",
                        "--resolution", i ? "1e-9" : "1e-2", "--json");
        assert_true(cli_number(root, "between.resolution") == (i ? 1e-9 : 1e-2));
        intervals[i] = cli_number(root, "between.intervals");
        cJSON_Delete(root);
    }
    assert_true(intervals[0] < intervals[1]);
}

// Its corner touches the wall at some time of the first piece and never crosses it.
static void a_touch_is_near(void** state)
{
    (void)state;
    write_box("box.obj", -3, -4, -1, 3, 4, 1);
    cli_write_file("five.obj", "v 5 -99 -99\nv 5 99 -99\nv 5 0 199\nf 1 2 3\n");
    cli_write_file("touch.csv", "0 0 0 0 0 0 1\n0 0 0 0 0 -1 1\n-9 0 0 0 0 -1 1\n");
    EXPECT(3, "between the steps: free in 1, near in 1 of 2 pieces\n", "fly", "five.obj", "box.obj",
           "--path", "touch.csv", "--continuous");
    EXPECT(3, "\nfirst: near: free before step 0 + 0.59", "fly", "five.obj", "box.obj", "--path",
           "touch.csv", "--continuous");
    EXPECT(3, NULL, "fly", "five.obj", "box.obj", "--path", "touch.csv", "--continuous", "--quiet");
}

// The path of 0, 30 and 90 degrees: C6 of the bar. Then about another pivot, and by turning a instead.
static void turns_go_by_the_shorter_arc(void** state)
{
    (void)state;
    // The first contact of the whole quarter is after 27.1 degrees, so in the first piece.
    const double first = BAR_MEETS_WALL * 3;
    write_bar_and_wall();
    cli_write_file("turn.path", "1 0 0 0  0 1 0 0  0 0 1 0\n"
                                "0.8660254037844387 -0.5 0 0  0.5 0.8660254037844387 0 0  0 0 1 0\n"
                                "0 -1 0 0  1 0 0 0  0 0 1 0\n");
    cJSON* root =
        CLI_JSON(1, "fly", "high.obj", "bar.obj", "--path", "turn.path", "--continuous", "--json");
    assert_string_equal(states_of(root), "cc");
    assert_true(cli_number(root, "between.first.step") == 0);
    assert_true(fabs(cli_number(root, "between.first.t_hi") - first) < 2e-7);
    const double about_origin = cli_number(root, "between.first.t_hi");
    cJSON_Delete(root);
    root = CLI_JSON(1, "fly", "high.obj", "bar.obj", "--path", "turn.path", "--continuous",
                    "--pivot-b", "2,0,0", "--json");
    assert_true(cli_number(root, "between.motion.b.pivot.0") == 2);
    // The end of the bar goes straight, below the arc: so it comes later.
    assert_true(cli_number(root, "between.first.t_hi") > about_origin + 1e-4);
    cJSON_Delete(root);
    // The bar is a, and the wall rests: two bodies a line, or a path of a.
    cli_write_file("rest.path", "0 0 0 0 0 0 1\n0 0 0 0 0 0 1\n0 0 0 0 0 0 1\n");
    for (int i = 0; i < 2; i++) {
        root = CLI_JSON(1, "fly", "bar.obj", "high.obj", "--path", "rest.path", "--path-a",
                        "turn.path", "--continuous", "--json", i ? "--pivot-a" : NULL, "2,0,0");
        const double time = cli_number(root, "between.first.t_hi");
        assert_true(i ? time > about_origin + 1e-4 : fabs(time - first) < 2e-7);
        cJSON_Delete(root);
    }
}

// A matrix that is off by up to 2^-10 is kept as it is: at the steps, and so at the ends of the pieces.
static void recorded_matrices_stay(void** state)
{
    (void)state;
    write_bar_and_wall();
    cli_write_file("off.path", "1 0.0003 0 0  -0.0002 1 0.0004 0  0 0 1.0004 0\n"
                               "0.9397 -0.342 0.0002 0  0.342 0.9397 0 0  0 0 0.9996 0\n"
                               "0.866 -0.5 0 0  0.5 0.866 0 0  0.0003 0 1 0\n");
    cJSON* root =
        CLI_JSON(1, "fly", "high.obj", "bar.obj", "--path", "off.path", "--continuous", "--json");
    assert_string_equal(states_of(root), "fc");
    const double time = 20 + 10 * cli_number(root, "between.first.t_hi");
    assert_true(fabs(time - 90 * BAR_MEETS_WALL) < 0.1);
    cJSON_Delete(root);
}

// A size that is not 1 is read off each matrix, so it differs by rounding from step to step.
static void a_size_may_be_rounded(void** state)
{
    (void)state;
    cli_write_file("small.path", "0.3 0 0 5 0 0.3 0 0 0 0 0.3 0\n"
                                 "0.239827 -0.180225 0 -5 0.180225 0.239827 0 0 0 0 0.3 0\n");
    EXPECT(1, "contact in 1 of 1 piece\n", "fly", "cube.obj", "cube.off", "--path", "small.path",
           "--continuous");
    EXPECT(1, NULL, "move", "cube.obj", "cube.off", "--scale-b", "0.3", "--move-b", "5,0,0",
           "--to-b", "0.239827 -0.180225 0 -5 0.180225 0.239827 0 0 0 0 0.3 0 0 0 0 1", "--quiet");
}

// The same by any number of threads, and each piece as "abut move" has it.
static void threads_change_nothing(void** state)
{
    (void)state;
    char text[4096];
    int used = 0;
    write_bar_and_wall();
    for (int i = 0; i <= 40; i++) {
        const double angle = i * 0.16;
        used += snprintf(text + used, sizeof text - (size_t)used, "%.17g %.17g 0 0 0 %.17g %.17g\n",
                         -0.02 * i, 0.01 * i, sin(angle / 2), cos(angle / 2));
    }
    cli_write_file("spiral.path", text);
    cJSON* roots[3];
    static const char* const counts[] = {"1", "2", "5"};
    for (int k = 0; k < 3; k++) {
        roots[k] = CLI_JSON(1, "fly", "high.obj", "bar.obj", "--path", "spiral.path",
                            "--continuous", "--json", "--threads", counts[k]);
        cJSON* piece;
        cJSON_ArrayForEach(piece,
                           cJSON_GetObjectItem(cJSON_GetObjectItem(roots[k], "between"), "pieces"))
        {
            cJSON_DeleteItemFromObject(piece, "us");
        }
        cJSON_DeleteItemFromObject(cJSON_GetObjectItem(roots[k], "between"), "seconds");
        assert_true(
            cJSON_Compare(cli_member(roots[0], "between"), cli_member(roots[k], "between"), 1));
        assert_true(cJSON_Compare(cli_member(roots[0], "stats"), cli_member(roots[k], "stats"), 1));
    }
    assert_true(cli_number(roots[0], "between.free") > 5);
    assert_true(cli_number(roots[0], "between.contact") > 5);
    for (int k = 0; k < 3; k++)
        cJSON_Delete(roots[k]);
}

#define CUBES "fly", "cube.obj", "cube.off", "--path"

static void what_is_refused(void** state)
{
    (void)state;
    cli_write_file("one.path", "5 0 0 0 0 0 1\n");
    cli_write_file("two.path", "5 0 0 0 0 0 1\n6 0 0 0 0 0 1\n");
    cli_write_file("grows.path", "# a comment\n1 0 0 5 0 1 0 0 0 0 1 0\n2 0 0 5 0 2 0 0 0 0 2 0\n");
    cli_write_file("mirror.path", "1 0 0 5 0 1 0 0 0 0 1 0\n\n1 0 0 5 0 1 0 0 0 0 -1 0\n");
    EXPECT_FAILURE("one.path: it has one pose: there is nothing between steps", CUBES, "one.path",
                   "--continuous");
    EXPECT_FAILURE("grows.path: line 3: its scale is 2, but that of step 0 is 1", CUBES,
                   "grows.path", "--continuous");
    EXPECT_FAILURE("mirror.path: line 3: it mirrors the model, and step 0 does not", CUBES,
                   "mirror.path", "--continuous");
    cli_write_file("far.path", "1 0 0 5 0 1 0 0 0 0 1 0\n\n1 0 0 1e308 0 1 0 0 0 0 1 0\n");
    EXPECT_FAILURE("far.path: lines 1 and 3, between the steps 0 and 1: a place on the way is too",
                   CUBES, "far.path", "--continuous");
    EXPECT_FAILURE("option --pivot-a has no effect: a rests", CUBES, "two.path", "--continuous",
                   "--pivot-a", "1,0,0");
    EXPECT_FAILURE("option --separation has no effect without --continuous", CUBES, "two.path",
                   "--separation", "1");
    EXPECT_FAILURE("option --resolution has no effect without --continuous", CUBES, "two.path",
                   "--resolution", "1e-3");
    EXPECT_FAILURE("option --pivot-b has no effect without --continuous", CUBES, "two.path",
                   "--pivot-b", "1,0,0");
    EXPECT_FAILURE("the method " SOME_TREE_NAME " does not prove motions; there are: brute wide",
                   CUBES, "two.path", "--continuous", "--method", SOME_TREE_NAME);
    EXPECT(0, "free in 1 of 1 piece\n", CUBES, "two.path", "--continuous", "--method", "brute");
    EXPECT(3, "undecided in 1 of 1 piece\n", "fly", "cube.obj", "empty.off", "--path", "two.path",
           "--continuous");
    EXPECT(0, "free in 1 of 1 piece\n", "fly", "cube.obj", "empty.off", "--path", "two.path",
           "--continuous", "--allow-empty");
}

// A planner's path that is free at its steps.
static void a_planned_path(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("a planned path takes too long");
    if (!data_pack("a planned path, by abut fly --continuous")) return;
    char a[PATH_SIZE], b[PATH_SIZE], path[PATH_SIZE];
    data_path(a, "robots/fcl/env.obj");
    data_path(b, "robots/fcl/rob.obj");
    data_path(path, "motion/made/rrt_rob_in_env.path");
    cJSON* root = CLI_JSON(1, "fly", a, b, "--path", path, "--continuous", "--json");
    assert_true(cli_number(root, "summary.contact_frames") == 0);
    expect_numbers(root, PATHS("between.free", "between.contact", "between.first.step"),
                   VALUES(58, 1, 47));
    assert_true(fabs(cli_number(root, "between.first.t_hi") - 0.2558391) < 1e-6);
    cJSON_Delete(root);
}

// A piece is in contact if one of its steps is, and at 0 just if the first of them is: what was found at the steps and what
// lies between them are two searches.
static void expect_law(const cJSON* root)
{
    const cJSON *steps = cli_member(root, "steps"), *piece, *step = steps->child;
    size_t between = 0;
    cJSON_ArrayForEach(piece, cli_member(root, "between.pieces"))
    {
        const bool begins = cJSON_IsTrue(cJSON_GetObjectItem(step, "contact")),
                   ends = cJSON_IsTrue(cJSON_GetObjectItem(step->next, "contact")),
                   meets = strcmp(text_of(piece, "state"), "contact") == 0;
        if ((begins || ends) && !meets) fail_msg("piece %g", cli_number(piece, "piece"));
        if (meets) assert_true((cli_number(piece, "t_hi") == 0) == begins);
        between += meets && !begins && !ends;
        step = step->next;
    }
    assert_null(step->next);
    print_message("%zu pieces in contact between steps that are apart\n", between);
}

static void recorded_motions_keep_the_law(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("recorded motions take too long");
    if (!data_pack("recorded motions, by abut fly --continuous")) return;
    static const char* const motions[][3] = {
        {"motion/fcl/Model_1_obj1.obj", "motion/fcl/Model_1_obj2.obj", "motion/fcl/Model_1.frames"},
        {"robots/fcl/rob.obj", "robots/fcl/env.obj", "motion/made/rrt_rob_in_env.frames"},
        {"cad/mechanisms/bolt/nut-big.obj", "cad/mechanisms/bolt/screw-big.obj",
         "motion/made/screw_in_nut.frames"}};
    for (int i = 0; i < 3; i++) {
        char a[PATH_SIZE], b[PATH_SIZE], path[PATH_SIZE];
        data_path(a, motions[i][0]);
        data_path(b, motions[i][1]);
        data_path(path, motions[i][2]);
        cJSON* root = CLI_JSON(1, "fly", a, b, "--path", path, "--continuous", "--json");
        expect_law(root);
        cJSON_Delete(root);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_between_steps_is_found),
        cmocka_unit_test(text_tells_pieces),
        cmocka_unit_test(separation_and_limits_arrive),
        cmocka_unit_test(a_touch_is_near),
        cmocka_unit_test(turns_go_by_the_shorter_arc),
        cmocka_unit_test(recorded_matrices_stay),
        cmocka_unit_test(a_size_may_be_rounded),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(a_planned_path),
        cmocka_unit_test(recorded_motions_keep_the_law),
    };
    return cmocka_run_group_tests_name("cli_continuous", tests, cli_enter, cli_leave);
}
