// test_cli_move.c - "abut move": motions whose first contact is known, in every form that they are given in; what each option
// does; forms of output, exit statuses, and what is refused.
#include "support/boxes_obj.h"
#include "support/info_check.h"
#include "support/method_here.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const char* text_of(const cJSON* object, const char* key)
{
    const char* text = cJSON_GetStringValue(cJSON_GetObjectItem(object, key));
    assert_non_null(text);
    return text;
}

static cJSON* move(int status, const char* const* arguments)
{
    const char* all[40] = {"move"};
    int count = 1;
    for (; arguments[count - 1]; count++)
        all[count] = arguments[count - 1];
    all[count] = "--json";
    return cli_json(all, status);
}
#define MOVE(status, ...) move(status, PATHS(__VA_ARGS__))

// A first contact whose time is known: t_lo <= time <= t_hi, no farther apart than that.
static void expect_contact(cJSON* root, double time, double width)
{
    const double lo = cli_number(root, "t_lo"), hi = cli_number(root, "t_hi");
    assert_string_equal(text_of(root, "state"), "contact");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(root, "complete")));
    if (!(lo <= time && time <= hi && hi - lo <= width))
        fail_msg("%.17g is not in [%.17g, %.17g], or that is too wide", time, lo, hi);
    cJSON_Delete(root);
}

#define EXPECT(status, text, ...) cli_expect_status(status, PATHS(__VA_ARGS__), text)

// ------------------------------------------------------------------------------------ known times

// Translations, to the last bit, of b, of a, and of both.
static void translations_are_exact(void** state)
{
    (void)state;
    write_box("two.obj", -1, -1, -1, 1, 1, 1);
    write_box("unit.obj", 0, 0, 0, 1, 1, 1);
    expect_contact(MOVE(1, "two.obj", "two.obj", "--move-b", "0,0,7", "--way-b", "0,0,-8"), 0.625,
                   0);
    expect_contact(MOVE(1, "two.obj", "two.obj", "--move-a", "0,0,7", "--way-a", "0,0,-8"), 0.625,
                   0);
    expect_contact(MOVE(1, "unit.obj", "unit.obj", "--move-b", "3,0,0", "--way-b", "-3,0,0",
                        "--way-a", "1,0,0"),
                   0.5, 0);
    expect_contact(MOVE(1, "two.obj", "two.obj", "--move-b", "0,0,7", "--way-b", "0,0,-8",
                        "--separation", "1"),
                   0.5, 1e-7);
    // Both in one motion, which is no motion of one against the other.
    cJSON* root = MOVE(0, "unit.obj", "unit.obj", "--move-b", "3,0,0", "--way-b", "-3,0,0",
                       "--way-a", "-3,0,0");
    assert_string_equal(text_of(root, "state"), "free");
    assert_true(cli_number(root, "t_lo") == 1 && cli_number(root, "t_hi") == 1);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(root, "pair")));
    cJSON_Delete(root);
    // In contact from the beginning.
    expect_contact(MOVE(1, "unit.obj", "unit.obj", "--move-b", "1,0,0", "--way-b", "5,0,0"), 0, 0);
}

// Apart at both ends, and a wall between: (1 - 0.1) / 2 in real arithmetic on these doubles is between two doubles.
static void a_wall_between_is_found(void** state)
{
    (void)state;
    write_wall_and_box();
    cJSON* root = MOVE(1, "wall.obj", "small.obj", "--move-b", "-1,0,0", "--way-b", "2,0,0");
    assert_true(cli_number(root, "t_lo") == 0.44999999999999996);
    assert_true(cli_number(root, "t_hi") == 0.45);
    cJSON_Delete(root);
    EXPECT(1, NULL, "move", "wall.obj", "small.obj", "--move-b", "-1,0,0", "--way-b", "2,0,0",
           "--quiet");
    EXPECT(0, NULL, "move", "wall.obj", "small.obj", "--move-b", "-1,0,0", "--way-b", "0.5,0,0",
           "--quiet");
    EXPECT(1, NULL, "move", "wall.obj", "small.obj", "--move-b", "-1,0,0", "--way-b", "0.5,0,0",
           "--separation", "0.5", "--quiet");
}

// A hinge, the same as a pose that it ends in, several turns, the other body turned the other way, and a screw.
static void turns_are_found(void** state)
{
    (void)state;
    static const char quarter[] = "0 -1 0 0  1 0 0 0  0 0 1 0  0 0 0 1",
                      back[] = "0 1 0 0  -1 0 0 0  0 0 1 0  0 0 0 1";
    const double time = BAR_MEETS_WALL;
    write_bar_and_wall();
    expect_contact(MOVE(1, "high.obj", "bar.obj", "--turn-b", "0,0,1,90"), time, 1e-7);
    expect_contact(MOVE(1, "high.obj", "bar.obj", "--turn-b", "0,0,-2,-90"), time, 1e-7);
    expect_contact(MOVE(1, "bar.obj", "high.obj", "--turn-a", "0,0,1,90"), time, 1e-7);
    expect_contact(MOVE(1, "high.obj", "bar.obj", "--turn-b", "0 0 1 1800"), time / 20, 1e-7);
    expect_contact(MOVE(1, "high.obj", "bar.obj", "--to-b", quarter), time, 1e-7);
    expect_contact(MOVE(1, "bar.obj", "high.obj", "--to-a", quarter), time, 1e-7);
    expect_contact(MOVE(1, "bar.obj", "high.obj", "--to-b", back), time, 1e-7);
    // The bar and its hinge a little farther on.
    expect_contact(
        MOVE(1, "high.obj", "bar.obj", "--move-b", "0.5,0,0", "--turn-b", "0,0,1,90,0.5,0,0"), time,
        1e-7);
    expect_contact(
        MOVE(1, "bar.obj", "high.obj", "--move-a", "0.5,0,0", "--turn-a", "0,0,1,90,0.5,0,0"), time,
        1e-7);

    write_box("cam.obj", 0.75, -0.25, -0.25, 1.25, 0.25, 0.25);
    cli_write_file("roof.obj", "v -9 -9 1.25\nv 9 -9 1.25\nv 0 9 1.25\nf 1 2 3\n");
    expect_contact(MOVE(1, "roof.obj", "cam.obj", "--turn-b", "0,0,1,360", "--way-b", "0,0,2"), 0.5,
                   1e-7);
    expect_contact(MOVE(1, "cam.obj", "roof.obj", "--turn-a", "0,0,1,360", "--way-a", "0,0,2"), 0.5,
                   1e-7);
}

// How high the bar comes whose point 1,0,0 goes straight to 0,1,0 while it turns by a quarter.
static double height_about_pivot(double time)
{
    const double angle = time * acos(-1) / 2;
    return time + sin(angle) * (2 - 1) + cos(angle) * 0.1;
}

static void the_pivot_goes_straight(void** state)
{
    (void)state;
    static const char quarter[] = "0 -1 0 0  1 0 0 0  0 0 1 0  0 0 0 1";
    double lo = 0, hi = 1;
    write_bar_and_wall();
    for (int i = 0; i < 60; i++) {
        const double middle = (lo + hi) / 2;
        *(height_about_pivot(middle) < 1 ? &lo : &hi) = middle;
    }
    assert_true(fabs(lo - BAR_MEETS_WALL) > 0.01);
    cJSON* root = MOVE(1, "high.obj", "bar.obj", "--to-b", quarter, "--pivot-b", "1,0,0",
                       "--resolution", "1e-6");
    assert_true(cli_number(root, "t_lo") <= lo + 1e-12 && cli_number(root, "t_hi") >= hi - 1e-12);
    assert_true(cli_number(root, "t_hi") - cli_number(root, "t_lo") <= 1e-6);
    cJSON_Delete(root);
    root = MOVE(1, "bar.obj", "high.obj", "--to-a", quarter, "--pivot-a", "1,0,0");
    assert_true(cli_number(root, "t_lo") <= lo + 1e-12 && cli_number(root, "t_hi") >= hi - 1e-12);
    cJSON_Delete(root);
}

// A corner of a turning box that just reaches a wall touches it and never crosses: that is near, and what is a little
// nearer or farther is known.
static void a_touch_is_near(void** state)
{
    (void)state;
    static const char* const walls[] = {"5.00000095367431640625", "5", "4.99999904632568359375"};
    static const char* const states[] = {"free", "near", "contact"};
    static const int statuses[] = {0, 3, 1};
    write_box("box.obj", -3, -4, -1, 3, 4, 1);
    for (int i = 0; i < 3; i++) {
        char text[256];
        snprintf(text, sizeof text, "v %s -99 -99\nv %s 99 -99\nv %s 0 199\nf 1 2 3\n", walls[i],
                 walls[i], walls[i]);
        cli_write_file("wall.obj", text);
        cJSON* root = MOVE(statuses[i], "wall.obj", "box.obj", "--turn-b", "0,0,1,-90");
        assert_string_equal(text_of(root, "state"), states[i]);
        const cJSON *least = cJSON_GetObjectItem(root, "near_lo"),
                    *most = cJSON_GetObjectItem(root, "near_hi");
        assert_true(cJSON_IsNumber(least) == (i == 1) && cJSON_IsNumber(most) == (i == 1));
        if (i == 1) {
            // The touch lies behind what is proved free.
            assert_true(cli_number(root, "t_lo") <= 53.13010235415598 / 90);
            assert_true(least->valuedouble >= 0 && least->valuedouble < 1e-3);
            assert_true(most->valuedouble >= least->valuedouble);
            assert_true(cJSON_IsArray(cJSON_GetObjectItem(root, "pair")));
            EXPECT(3, "near: free before 0.5", "move", "wall.obj", "box.obj", "--turn-b",
                   "0,0,1,-90");
        }
        cJSON_Delete(root);
    }
}

// ------------------------------------------------------------------------------------ the options

static double intervals_of(const char* option, const char* value)
{
    cJSON* root = MOVE(1, "high.obj", "bar.obj", "--turn-b", "0,0,1,90", option, value);
    const double count = cli_number(root, "intervals");
    cJSON_Delete(root);
    return count;
}

static void resolution_and_any_save_work(void** state)
{
    (void)state;
    write_bar_and_wall();
    assert_true(intervals_of("--resolution", "1e-2") < intervals_of("--resolution", "1e-9"));
    cJSON* root = MOVE(1, "high.obj", "bar.obj", "--turn-b", "0,0,1,90", "--resolution", "0.25");
    assert_true(cli_number(root, "resolution") == 0.25);
    cJSON_Delete(root);
    expect_contact(MOVE(1, "high.obj", "bar.obj", "--turn-b", "0,0,1,90", "--resolution", "1e-11"),
                   BAR_MEETS_WALL, 1e-11);
    // Any contact will do: then it is not said that none is before.
    root = MOVE(1, "high.obj", "bar.obj", "--turn-b", "0,0,1,90", "--any");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(root, "any")));
    assert_true(cli_number(root, "t_hi") >= BAR_MEETS_WALL);
    assert_true(cli_number(root, "intervals") < intervals_of("--method", "wide"));
    cJSON_Delete(root);
    EXPECT(1, " of the motion, and maybe before\n", "move", "high.obj", "bar.obj", "--turn-b",
           "0,0,1,90", "--any");
}

static void budget_and_deadline_end_it(void** state)
{
    (void)state;
    write_bar_and_wall();
    cJSON* root = MOVE(3, "high.obj", "bar.obj", "--turn-b", "0,0,1,90", "--budget", "1");
    assert_string_equal(text_of(root, "state"), "undecided");
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(root, "complete")));
    assert_true(cli_number(root, "t_lo") <= BAR_MEETS_WALL);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(root, "features")));
    cJSON_Delete(root);
    EXPECT(3, "undecided: free before 0 of the motion, then the budget ended the search\n", "move",
           "high.obj", "bar.obj", "--turn-b", "0,0,1,90", "--budget", "1");
    write_row("row.obj");
    EXPECT(3, " then the deadline ended the search\n", "move", "row.obj", "row.obj", "--move-b",
           "0,9,0", "--turn-b", "1,0,0,9", "--method", "brute", "--deadline", "0.001us");
    EXPECT(3, " then the budget or the deadline ended the search\n", "move", "row.obj", "row.obj",
           "--move-b", "0,9,0", "--turn-b", "1,0,0,9", "--method", "brute", "--deadline", "1000s",
           "--budget", "100");
}

// The plain method, and a saved model, say the same.
static void methods_agree(void** state)
{
    (void)state;
    write_bar_and_wall();
    expect_contact(MOVE(1, "high.obj", "bar.obj", "--turn-b", "0,0,1,90", "--method", "brute"),
                   BAR_MEETS_WALL, 1e-7);
    cli_result r = CLI("build", "bar.obj", "-o", "bar.abut", "--quiet");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    expect_contact(MOVE(1, "high.obj", "bar.abut", "--turn-b", "0,0,1,90", "--threads", "2"),
                   BAR_MEETS_WALL, 1e-7);
}

static void nothing_to_check_proves_nothing(void** state)
{
    (void)state;
    EXPECT(3, "undecided: nothing to check\n", "move", "cube.obj", "empty.off", "--way-b", "1,0,0");
    EXPECT(0, "free: no contact at any time\n", "move", "cube.obj", "empty.off", "--way-b", "1,0,0",
           "--allow-empty");
    cJSON* root = MOVE(3, "cube.obj", "empty.off", "--way-b", "1,0,0");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(root, "empty")));
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(root, "t_lo")));
    cJSON_Delete(root);
}

// ------------------------------------------------------------------------------------ the output

static const char keys[] = "abut format a b motion separation resolution any state t_lo t_hi "
                           "complete pair features a_point b_point near_lo near_hi empty intervals "
                           "warnings stats seconds";

static void json_has_its_keys(void** state)
{
    (void)state;
    static const char quarter[] = "0 -1 0 3  1 0 0 0  0 0 1 0  0 0 0 1";
    cJSON* root = MOVE(1, "cube.obj", "cube.off", "--move-b", "3,0,0", "--way-b", "-3,0,0",
                       "--separation", "0.5");
    expect_keys(root, keys);
    expect_keys(cli_member(root, "motion.a"), "interpolation");
    expect_keys(cli_member(root, "motion.b"), "interpolation way");
    assert_string_equal(text_of(cli_member(root, "motion.a"), "interpolation"), "rest");
    assert_string_equal(text_of(cli_member(root, "motion.b"), "interpolation"), "translation");
    expect_numbers(root,
                   PATHS("motion.b.way.0", "separation", "resolution", "a_point.0", "b_point.0"),
                   VALUES(-3, 0.5, 1e-7, 1, 1.5));
    cJSON_Delete(root);
    root = MOVE(0, "cube.obj", "cube.off", "--move-b", "3,0,0", "--turn-b", "0,0,1,90,5,6,7",
                "--to-a", quarter, "--pivot-a", "1,2,3", "--move-a", "-9,0,0");
    expect_keys(cli_member(root, "motion.a"), "interpolation pivot to");
    expect_keys(cli_member(root, "motion.b"), "interpolation way axis degrees pivot");
    assert_string_equal(text_of(cli_member(root, "motion.a"), "interpolation"), "lerp-slerp");
    assert_string_equal(text_of(cli_member(root, "motion.b"), "interpolation"), "screw");
    expect_numbers(root,
                   PATHS("motion.a.pivot.1", "motion.a.to.3", "motion.b.degrees",
                         "motion.b.pivot.2", "motion.b.axis.2"),
                   VALUES(2, 3, 90, 7, 1));
    cJSON_Delete(root);
}

static void text_names_the_motion(void** state)
{
    (void)state;
    static const char quarter[] = "0 -1 0 9  1 0 0 0  0 0 1 0  0 0 0 1";
    EXPECT(
        1,
        "motion of a: none: it rests\nmotion of b: translation by -3,0,0\ncontact: at "
        "0.66666666666666674 of the motion, and not before 0.66666666666666663\nbetween triangle ",
        "move", "cube.obj", "cube.off", "--move-b", "3,0,0", "--way-b", "-3,0,0");
    EXPECT(1, "contact: at most 0.5 apart at 0.5", "move", "cube.obj", "cube.off", "--move-b",
           "3,0,0", "--way-b", "-3,0,0", "--separation", "0.5");
    EXPECT(0, "free: more than 0.5 apart all the time\n", "move", "cube.obj", "cube.off",
           "--move-b", "3,0,0", "--way-b", "3,0,0", "--separation", "0.5");
    EXPECT(0,
           "motion of b: screw: turns by 10 degrees about 0,0,1 through 0,0,0, which goes by "
           "0,0,1\nfree: no contact at any time\n",
           "move", "cube.obj", "cube.off", "--move-b", "3,0,0", "--turn-b", "0,0,1,10", "--way-b",
           "0,0,1");
    EXPECT(0, "through 1,2,3, which rests\n", "move", "cube.obj", "cube.off", "--move-b", "9,0,0",
           "--turn-b", "0,0,1,10,1,2,3");
    EXPECT(0, "motion of b: lerp of the model's point 1,0,0, and slerp about it\n", "move",
           "cube.obj", "cube.off", "--move-b", "9,0,0", "--to-b", quarter, "--pivot-b", "1,0,0");
    EXPECT(0, "\nintervals of time: ", "move", "cube.obj", "cube.off", "--move-b", "3,0,0",
           "--turn-b", "0,0,1,10", "--stats");
}

static void csv_is_a_line(void** state)
{
    (void)state;
    EXPECT(1,
           "state,t_lo,t_hi,a,b,feature_a,feature_b,x_a,y_a,z_a,x_b,y_b,z_b,near_lo,near_hi,"
           "motion_a,motion_b\n"
           "contact,0.5,0.5,",
           "move", "cube.obj", "cube.off", "--move-b", "3,0,0", "--way-b", "-4,0,0", "--csv");
    EXPECT(0, "\nfree,1,1,,,,,,,,,,,,,rest,translation\n", "move", "cube.obj", "cube.off",
           "--move-b", "3,0,0", "--way-b", "4,0,0", "--csv");
    EXPECT(1, "motion_a,motion_b\r\ncontact,", "move", "cube.obj", "cube.off", "--move-b", "3,0,0",
           "--way-b", "-4,0,0", "--csv", "--crlf");
    EXPECT(1, NULL, "move", "cube.obj", "cube.off", "--move-b", "3,0,0", "--way-b", "-4,0,0", "-o",
           "out.txt");
    char* text = cli_read_file("out.txt");
    cli_expect_text(text, "contact: at 0.5 of the motion, and not before\n");
    free(text);
    assert_int_equal(unlink("out.txt"), 0);
}

#define CUBES "move", "cube.obj", "cube.off"

static void what_is_refused(void** state)
{
    (void)state;
    EXPECT_FAILURE("move needs a motion: --way-b, --turn-b or --to-b", CUBES);
    EXPECT_FAILURE("move needs a motion", CUBES, "--move-b", "1,0,0");
    EXPECT_FAILURE("move needs two models, only one is given", "move", "cube.obj", "--way-b",
                   "1,0,0");
    EXPECT_FAILURE("options --way-b and --to-b exclude each other", CUBES, "--way-b", "1,0,0",
                   "--to-b", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
    EXPECT_FAILURE("options --turn-a and --to-a exclude each other", CUBES, "--turn-a", "0,0,1,9",
                   "--to-a", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
    EXPECT_FAILURE("options --any and --resolution exclude each other", CUBES, "--way-b", "1,0,0",
                   "--any", "--resolution", "0.5");
    EXPECT_FAILURE("option --pivot-b has no effect without --to-b", CUBES, "--way-b", "1,0,0",
                   "--pivot-b", "1,0,0");
    EXPECT_FAILURE("--turn-b: the axis has no length", CUBES, "--turn-b", "0,0,0,90");
    EXPECT_FAILURE("--turn-b: 4 numbers needed, 3 found", CUBES, "--turn-b", "0,0,1");
    EXPECT_FAILURE("--turn-b: 7 numbers needed, 5 found", CUBES, "--turn-b", "0,0,1,90,1");
    EXPECT_FAILURE("--turn-b: 1048577 degrees: it may turn by 1048576 degrees at most", CUBES,
                   "--turn-b", "0,0,1,1048577");
    EXPECT_FAILURE("--to-b: ", CUBES, "--to-b", "1 0.5 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
    EXPECT_FAILURE("--to-b: its scale is 2, but that of b at the beginning is 1", CUBES, "--to-b",
                   "2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1");
    EXPECT_FAILURE("--to-a: its scale is 1, but that of a at the beginning is 1.002", CUBES,
                   "--scale-a", "1.002", "--to-a", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
    EXPECT_FAILURE("--to-b: it mirrors the model, and b at the beginning does not: no motion",
                   CUBES, "--to-b", "1 0 0 0 0 1 0 0 0 0 -1 0 0 0 0 1");
    EXPECT_FAILURE("--to-a: it does not mirror the model, and a at the beginning does: no motion",
                   CUBES, "--pose-a", "1 0 0 0 0 1 0 0 0 0 -1 0 0 0 0 1", "--to-a",
                   "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
    EXPECT_FAILURE("a place on the way is too far away: 2^997 is the limit", CUBES, "--move-b",
                   "1e308,0,0", "--way-b", "1e308,0,0");
    EXPECT_FAILURE("--resolution: '0' is not from 2^-46 to 1", CUBES, "--way-b", "1,0,0",
                   "--resolution", "0");
    EXPECT_FAILURE("--separation: '-1' is below 0", CUBES, "--way-b", "1,0,0", "--separation",
                   "-1");
    EXPECT_FAILURE("the method " SOME_TREE_NAME " does not prove motions; there are: brute wide",
                   CUBES, "--way-b", "1,0,0", "--method", SOME_TREE_NAME);
    EXPECT_FAILURE("'sphere:0,0,0,1' is a shape, where a model is needed", "move", "cube.obj",
                   "sphere:0,0,0,1", "--way-b", "1,0,0");
    EXPECT_FAILURE("options --json and --csv exclude", CUBES, "--way-b", "1,0,0", "--json",
                   "--csv");
    EXPECT_FAILURE("--quiet and --json exclude", CUBES, "--way-b", "1,0,0", "--quiet", "--json");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(translations_are_exact),
        cmocka_unit_test(a_wall_between_is_found),
        cmocka_unit_test(turns_are_found),
        cmocka_unit_test(the_pivot_goes_straight),
        cmocka_unit_test(a_touch_is_near),
        cmocka_unit_test(resolution_and_any_save_work),
        cmocka_unit_test(budget_and_deadline_end_it),
        cmocka_unit_test(methods_agree),
        cmocka_unit_test(nothing_to_check_proves_nothing),
        cmocka_unit_test(json_has_its_keys),
        cmocka_unit_test(text_names_the_motion),
        cmocka_unit_test(csv_is_a_line),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests_name("cli_move", tests, cli_enter, cli_leave);
}
