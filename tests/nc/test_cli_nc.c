// test_cli_nc.c - "abut nc": verdicts and exit statuses, depths that are known, laws (units, shifts, the way back),
// arcs, tools and their tables, JSON and CSV, what is refused.
#include "support/info_check.h"
#include "support/method_here.h"

#include <math.h>
#include <stdlib.h>

// A box as OBJ, in a unit: numbers are divided by it and written to the last bit.
static void write_box(const char* path, const double low[3], const double high[3], double unit)
{
    static const int faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                     {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                     {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    char text[4096];
    size_t used = 0;
    for (int v = 0; v < 8; v++)
        used += (size_t)snprintf(text + used, sizeof text - used, "v %.17g %.17g %.17g\n",
                                 (v & 1 ? high : low)[0] / unit, (v & 2 ? high : low)[1] / unit,
                                 (v & 4 ? high : low)[2] / unit);
    for (int f = 0; f < 12; f++)
        used += (size_t)snprintf(text + used, sizeof text - used, "f %d %d %d\n", faces[f][0] + 1,
                                 faces[f][1] + 1, faces[f][2] + 1);
    assert_true(used < sizeof text);
    cli_write_file(path, text);
}

#define BOX(path, ...)                                                                             \
    write_box(path, (const double[6]){__VA_ARGS__}, (const double[6]){__VA_ARGS__} + 3, 1)

// The worst depth must enclose a value, and closely.
static void expect_worst(const cJSON* root, double value, double width)
{
    const double lo = cli_number(root, "worst.lo"), hi = cli_number(root, "worst.hi");
    if (!(lo <= value + 1e-12 && value <= hi + 1e-12 && hi - lo <= width))
        fail_msg("worst [%.17g, %.17g], not %.17g", lo, hi, value);
}

// A flat cutter along a block beside a wall; its holder touches the wall, or does not.
static void test_holder(void** state)
{
    (void)state;
    BOX("block.obj", 0, 0, 0, 100, 100, 30);
    BOX("wall.obj", 0, 60, 30, 100, 70, 60);
    cli_write_file("along.ngc", "G21 G90 G1 X105 F100\nM2\n");
    static const struct {
        const char *start, *tolerance;
        double depth;
        int status;
        const char* verdict;
    } rows[] = {
        {"--start=-5,50,15", "0.0005", 0, 0, "clean"},
        {"--start=-5,50,15", "0", 0, 0, "clean"},  // it touches, and that is proved
        {"--start=-5,49.999,15", "0.0005", -0.001, 0, "clean"},
        {"--start=-5,50.001,15", "0.0005", 0.001, 1, "collision"},
        {"--start=-5,50.001,15", "0.002", 0.001, 0, "clean"},
        {"--start=-5,50.001,15", "0", 0.001, 1, "collision"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cJSON* root = CLI_JSON(rows[i].status, "nc", "along.ngc", "--tool", "flat:d=6", "--holder",
                               "20,60,10,10", "--stock", i % 2 ? "0,0,0,100,100,30" : "block.obj",
                               "--fixture", "wall.obj", rows[i].start, "--tolerance",
                               rows[i].tolerance, "--json");
        expect_keys(root, "abut format program moves length units low high tolerance verdict empty "
                          "worst findings "
                          "warnings seconds");
        assert_string_equal(cli_member(root, "verdict")->valuestring, rows[i].verdict);
        expect_worst(root, rows[i].depth, 1e-6);
        assert_true(cli_number(root, "length") == 110 && cli_number(root, "moves") == 1);
        const cJSON* findings = cli_member(root, "findings");
        assert_int_equal(cJSON_GetArraySize(findings), rows[i].status);
        if (rows[i].status) {
            const cJSON* f = cJSON_GetArrayItem(findings, 0);
            expect_keys(
                f, "line move body rapid against lo hi lift time at tool triangle file undecided");
            assert_string_equal(cli_member(f, "body")->valuestring, "holder");
            assert_string_equal(cli_member(f, "against")->valuestring, "fixture");
            assert_true(cli_number(f, "line") == 1 && cli_number(f, "move") == 0);
            assert_true(fabs(cli_number(f, "lift") - 25) <
                        1e-4);  // the wall's top is at 60, the holder at 35
        }
        cJSON_Delete(root);
    }
}

// What is cut by the cutter alone, and by how much; shank and holder; what a rapid may not do.
static const struct {
    const char* program;
    const char* arguments[6];
    int status;
    const char *verdict, *body, *against;
    double depth;
} verdicts[] = {
    {"G0 Z20\nG0 X25 Y25\nG1 Z10 F1\nG0 Z20", {"--part", "part.obj"}, 0, "clean", NULL, NULL, 0},
    {"G0 Z20\nG0 X25 Y25\nG1 Z9.5 F1\nG0 Z20",
     {"--part", "part.obj"},
     1,
     "gouge",
     "cutter",
     "part",
     0.5},
    {"G0 Z20\nG0 X25 Y25\nG1 Z9.5 F1\nG0 Z20",
     {"--fixture", "part.obj"},
     1,
     "collision",
     "cutter",
     "fixture",
     0.5},
    {"G0 Z20\nG0 X25 Y25\nG1 Z9.5 F1\nG1 Z20", {"--stock", "part.obj"}, 0, "clean", NULL, NULL, 0},
    {"G0 Z20\nG0 X25 Y25\nG0 Z9.5\nG1 Z20 F1",
     {"--stock", "part.obj"},
     1,
     "collision",
     "cutter",
     "stock",
     0.5},
    // Deeper than the cutter is long: its shank.
    {"G0 Z20\nG1 X25 Y25 F1\nG1 Z1\nG1 Z20",
     {"--stock", "part.obj", "--shank", "d=2,length=9"},
     1,
     "collision",
     "shank",
     "stock",
     1},
    // Only retracts: nothing is cut, though it begins on the part.
    {"G0 Z20\nG0 Z40", {"--part", "part.obj", "--start=25,25,10"}, 0, "clean", NULL, NULL, 0},
    {"G1 Z20 F1", {"--stock", "part.obj", "--start=25,25,1"}, 0, "clean", NULL, NULL, 0},
    // Begins wholly inside: no surface tells that.
    {"G1 X26 F1", {"--part", "part.obj", "--start=25,25,1"}, 1, "gouge", "cutter", "part", 3},
    // A rapid wholly inside what a feed went into.
    {"G0 Z20\nG0 X25 Y25\nG1 Z1 F1\nG0 X27",
     {"--stock", "part.obj"},
     1,
     "collision",
     "cutter",
     "stock",
     3},
};

static void test_verdicts(void** state)
{
    (void)state;
    BOX("part.obj", 0, 0, 0, 50, 50, 10);
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        cli_write_file("p.ngc", verdicts[i].program);
        const char* arguments[16] = {"nc", "p.ngc", "--tool", "flat:d=6,length=8", "--json"};
        size_t count = 5;
        bool started = false;
        for (int k = 0; verdicts[i].arguments[k]; k++) {
            started = started || strncmp(verdicts[i].arguments[k], "--start", 7) == 0;
            arguments[count++] = verdicts[i].arguments[k];
        }
        if (!started) arguments[count++] = "--start=-50,0,0";
        cJSON* root = cli_json(arguments, verdicts[i].status);
        assert_string_equal(cli_member(root, "verdict")->valuestring, verdicts[i].verdict);
        const cJSON* f = cJSON_GetArrayItem(cli_member(root, "findings"), 0);
        assert_true((f != NULL) == (verdicts[i].body != NULL));
        if (f) {
            assert_string_equal(cli_member(f, "body")->valuestring, verdicts[i].body);
            assert_string_equal(cli_member(f, "against")->valuestring, verdicts[i].against);
            expect_worst(root, verdicts[i].depth, verdicts[i].depth == 3 ? 1 : 1e-6);
        }
        cJSON_Delete(root);
    }
}

// Inches and millimetres, another origin, and the way back give the same depths.
static void test_laws(void** state)
{
    (void)state;
    const double low[3] = {0, 0, 0}, high[3] = {50, 50, 10};
    write_box("mm.obj", low, high, 1);
    write_box("inch.obj", low, high, 25.4);
    write_box("metre.obj", low, high, 1000);
    BOX("moved.obj", 64, -32, 16, 114, 18, 26);
    cli_write_file("mm.ngc",
                   "G21\nG0 Z20\nX-5 Y10\nG1 Z9.7 F1\nX60 Y44 Z9.4\nG2 X60 Y20 I0 J-12\n");
    cli_write_file(
        "back.ngc",
        "G21\nG0 Z20\nX60 Y20\nG1 Z9.4 F1\nG3 X60 Y44 I0 J12\nG1 X-5 Y10 Z9.7\nG0 Z20\n");
    cli_write_file("inch.ngc", "G20\n#1=25.4\nG0 Z[20/#1]\nX[-5/#1] Y[10/#1]\nG1 Z[9.7/#1] F1\n"
                               "X[60/#1] Y[44/#1] Z[9.4/#1]\nG2 X[60/#1] Y[20/#1] I0 J[-12/#1]\n");
    static const struct {
        const char* arguments[10];
        double unit;
    } rows[] = {
        {{"mm.ngc", "--part", "mm.obj", "--tool", "bull:d=10,r=2"}, 1},
        {{"back.ngc", "--part", "mm.obj", "--tool", "bull:d=10,r=2"}, 1},
        {{"inch.ngc", "--part", "mm.obj", "--tool", "bull:d=10,r=2"}, 1},
        {{"mm.ngc", "--part", "moved.obj", "--tool", "bull:d=10,r=2", "--origin", "64,-32,16"}, 1},
        {{"mm.ngc", "--part", "inch.obj", "--part-unit", "in", "--tool",
          "bull:d=0.39370078740157483,r=0.078740157480314965"},
         25.4},
        {{"inch.ngc", "--part", "metre.obj", "--part-unit", "m", "--tool", "bull:d=0.01,r=0.002"},
         1000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char* arguments[16] = {"nc", "--json", "--start=-20,0,20"};
        size_t count = 3;
        if (i == 4) arguments[2] = "--start=-1,0,1";
        if (i == 5) arguments[2] = "--start=-.02,0,.02";
        for (int k = 0; rows[i].arguments[k]; k++)
            arguments[count++] = rows[i].arguments[k];
        cJSON* root = cli_json(arguments, 1);
        const double lo = cli_number(root, "worst.lo") * rows[i].unit,
                     hi = cli_number(root, "worst.hi") * rows[i].unit;
        // The deepest place is over the part's edge at x = 50, or short of it.
        if (!(lo > 0.4 && hi < 0.6 && hi - lo < 1e-6)) fail_msg("%zu: [%.12g, %.12g]", i, lo, hi);
        static double first;
        if (i == 0) first = lo;
        assert_true(fabs(lo - first) < 2e-6);
        assert_int_equal(cJSON_GetArraySize(cli_member(root, "findings")), 1);
        cJSON_Delete(root);
    }
}

// Round a circle of radius 20 with a cutter of radius 5: a wall 24.5 from the middle is cut by 0.5.
static void test_arcs(void** state)
{
    (void)state;
    BOX("wall.obj", 24.5, -40, -10, 30, 40, 10);
    static const struct {
        const char* program;
        double depth;
        int status;
    } rows[] = {
        {"G2 I-20 F1", 0.5, 1},
        {"G3 X0 Y20 I-20 J0 F1", 0.5, 1},
        {"G2 X0 Y-20 R20 F1", 0.5, 1},
        {"G3 I-20 P7 Z7 F1", 0.5, 1},
        {"G1 X19.5 F1\nG3 I-19.5", 0, 0},  // it touches within the tolerance
        // A parabola and a cubic that reach x = 20 in their middle.
        {"G1 X10 F1\nG5.1 X10 Y20 I20 J10", 0.5, 1},
        {"G1 X8 F1\nG5 X8 Y20 I16 J0 P16 Q0", 0.5, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cli_write_file("arc.ngc", rows[i].program);
        cJSON* root =
            CLI_JSON(rows[i].status, "nc", "arc.ngc", "--part", "wall.obj", "--tool", "flat:d=10",
                     i < 4    ? "--start=20,0,0"
                     : i == 4 ? "--start=19.5,0,0"
                              : "--start=0,0,0",
                     "--json");
        expect_worst(root, rows[i].depth, 1e-3);
        if (i == 0) {  // where the tip was, on the whole circle
            const cJSON *low = cli_member(root, "low"), *high = cli_member(root, "high");
            for (int k = 0; k < 2; k++)
                assert_true(cJSON_GetArrayItem(low, k)->valuedouble == -20 &&
                            cJSON_GetArrayItem(high, k)->valuedouble == 20);
        }
        cJSON_Delete(root);
    }
    // The middle of an arc, away from its ends, is what counts: at 45 degrees, near the corner of a box.
    BOX("corner.obj", 18, 18, -10, 40, 40, 10);
    cli_write_file("arc.ngc", "G3 X0 Y20 I-20 J0 F1");
    cJSON* root = CLI_JSON(1, "nc", "arc.ngc", "--part", "corner.obj", "--tool", "flat:d=12",
                           "--start=20,0,0", "--json");
    expect_worst(root, 6 - (18 * sqrt(2) - 20), 1e-3);
    assert_true(
        fabs(cli_number(cJSON_GetArrayItem(cli_member(root, "findings"), 0), "time") - 0.5) < 0.01);
    cJSON_Delete(root);
}

// Over a floor: an arc on the level is off its chords beside it, and that changes no depth; one that stands dives.
static void test_arcs_over_floor(void** state)
{
    (void)state;
    BOX("floor.obj", -100, -100, -40, 100, 100, -19.5);
    static const struct {
        const char *program, *tool, *start;
        double depth, width, lift;
    } rows[] = {
        {"G2 I-20 F1", "ball:d=10", "--start=20,0,-20", 0.5, 2e-4, 0.5},
        {"G3 I-20 P3 F1", "flat:d=10", "--start=20,0,-20", 0.5, 2e-4, 0.5},
        {"G3 X0 Y20 Z-21 I-20 F1", "ball:d=10", "--start=20,0,-20", 1.5, 2e-4, 1.5},
        {"G5 X8 Y20 I16 J0 P16 Q0 F1", "ball:d=10", "--start=8,0,-20", 0.5, 2e-4, 0.5},
        {"G18 G3 X20 I20 F1", "ball:d=10", "--start=-20,0,0", -1, 0, 0},  // over the top
        {"G18 G2 X20 I20 F1", "ball:d=10", "--start=-20,0,0", 0.5, 2e-4, 0.5},
        {"G18 G2 X20 I20 F1", "flat:d=10", "--start=-20,0,0", 0.5, 2e-4, 0.5},
        {"G19 G3 Y20 J20 F1", "ball:d=10", "--start=0,-20,0", 0.5, 2e-4, 0.5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bool cuts = rows[i].depth > 0;
        cli_write_file("arc.ngc", rows[i].program);
        cJSON* root = CLI_JSON(cuts, "nc", "arc.ngc", "--part", "floor.obj", "--tool", rows[i].tool,
                               rows[i].start, "--json");
        if (cuts) {
            expect_worst(root, rows[i].depth, rows[i].width);
            const double lift =
                cli_number(cJSON_GetArrayItem(cli_member(root, "findings"), 0), "lift");
            if (!(lift >= rows[i].lift - 1e-9 && lift <= rows[i].lift + 2e-3))
                fail_msg("%zu: lift %.12g", i, lift);
        }
        cJSON_Delete(root);
    }
    // Along a floor that is just touched all chords are alike: it must not take them all.
    static const char* const tools[] = {"ball:d=10", "flat:d=10", "bull:d=10,r=2"};
    static const char* const programs[] = {"G2 I-20 F1", "G5 X20 Y20 I16 J0 P16 Q0 F1"};
    for (int i = 0; i < 6; i++) {
        cli_write_file("arc.ngc", programs[i % 2]);
        cJSON_Delete(CLI_JSON(0, "nc", "arc.ngc", "--part", "floor.obj", "--tool", tools[i / 2],
                              "--start=20,0,-19.5", "--json"));
    }
}

// The lift of an arc is that of its whole, not of its deepest place: there the wall is 1 high, where it ends 30.
static void test_arc_lift(void** state)
{
    (void)state;
    cli_write_file("walls.obj",
                   "v 24.5 -9 -9\nv 24.5 9 -9\nv 24.5 9 1\nv 24.5 -9 1\nf 1 2 3 4\n"
                   "v -9 24.9 -9\nv 9 24.9 -9\nv 9 24.9 30\nv -9 24.9 30\nf 5 6 7 8\n");
    static const struct {
        const char *program, *start, *tool;
        double lift, more;
    } rows[] = {
        {"G3 X0 Y20 I-20 J0 F1", "--start=20,0,0", "flat:d=10", 30, 2e-3},
        {"G2 X20 Y0 I0 J-20 F1", "--start=0,20,0", "flat:d=10,length=50", 30, 2e-3},
        {"G3 X0 Y20 I-20 J0 F1", "--start=20,0,0", "bull:d=10,r=1", 30 - 0.56411010564593, 0.01},
        {"G3 X16 Y12 I-20 J0 F1", "--start=20,0,0", "flat:d=10", 1, 2e-3},  // it ends before
        {"G3 X0 Y20 Z7 I-20 J0 F1", "--start=20,0,0", "flat:d=10", 30 - 7 * 0.936311467053358,
         0.01},  // where it first meets the higher wall
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cli_write_file("arc.ngc", rows[i].program);
        cJSON* root = CLI_JSON(1, "nc", "arc.ngc", "--part", "walls.obj", "--tool", rows[i].tool,
                               rows[i].start, "--json");
        const double lift = cli_number(cJSON_GetArrayItem(cli_member(root, "findings"), 0), "lift");
        if (!(lift >= rows[i].lift - 1e-9 && lift <= rows[i].lift + rows[i].more))
            fail_msg("%zu: lift %.12g", i, lift);
        cJSON_Delete(root);
    }
}

// A saved model of any method: where it has no depths a tree is built, and told.
static void test_saved(void** state)
{
    (void)state;
    static const char* const methods[] = {"aabb", "wide", "brute", "obb"};
    BOX("floor.obj", -100, -100, -10, 100, 100, 0);
    cli_write_file("p.ngc", "G1 X5 F1");
    for (size_t i = 0; i < (method_is_here(ABUT_METHOD_OBB) ? 4 : 3); i++) {
        cli_result r = CLI("build", "floor.obj", "--method", methods[i], "-o", "floor.abut");
        assert_int_equal(r.status, 0);
        cli_free(&r);
        cJSON* root = CLI_JSON(1, "nc", "p.ngc", "--part", "floor.abut", "--tool", "flat:d=10",
                               "--start=0,0,-.25", "--json");
        expect_worst(root, 0.25, 1e-6);
        const cJSON* warnings = cli_member(root, "warnings");
        assert_int_equal(cJSON_GetArraySize(warnings), 1 + (i > 1));  // one tells of the unit
        cJSON_Delete(root);
        r = CLI("nc", "p.ngc", "--part", "floor.abut", "--tool", "flat:d=10,length=4",
                "--start=0,0,-7");  // wholly inside
        assert_int_equal(r.status, 1);
        cli_expect_text(r.out, "begins wholly inside");
        if (i > 1) {
            cli_expect_text(r.err, "saved with method ");
            cli_expect_text(r.err, methods[i]);
            cli_expect_text(r.err, "a tree of method wide was built");
        } else {
            assert_null(strstr(r.err, "saved with method"));
        }
        cli_free(&r);
    }
}

static void test_tools(void** state)
{
    (void)state;
    BOX("floor.obj", -100, -100, -10, 100, 100, 0);
    cli_write_file("p.ngc", "G1 X5 F1");
    // The tip is 0.25 deep: so is each of them, or less where a side is nearer.
    static const struct {
        const char* tool;
        double depth;
    } rows[] = {
        {"ball:d=10", 0.25},
        {"flat:d=10,length=20", 0.25},
        {"bull:d=10,r=2", 0.25},
        {"cone:d=10,angle=90", 0.17677669529663687},
        {"chamfer:d=10,angle=90,tip=2", 0.25},
        {"drill:d=6,angle=180", -1},
        {"taper:d=3,angle=5,length=20", 0.25},
        {"taper:d=3,angle=5,r=1,top=6", 0.25},
        {"lollipop:d=10,neck=6", 0.25},
        {"dovetail:d=20,top=12,height=8", 0.25},
        {"apt:10,2,3,2,0,0,30", 0.25},
        {"apt:10,5,0,5,0,0,30", 0.25},
        {"apt:10,0,5,5,45,0,30", 0.17677669529663687},
        {"apt:10,2,3,3,0,0,30", -1},
        {"bull:d=10,r=6", -1},
        {"ball:d=0", -1},
        {"ball:d=10,length=4", -1},
        {"ball:r=5", -1},
        {"ball", -1},
        {"brush:d=1", -1},
        {"ball:d=10,d", -1},
        {"taper:d=3,angle=5", -1},
        {"apt:1,2,3", -1},
        {"flat:d=x", -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].depth < 0) {
            cli_result r = CLI("nc", "p.ngc", "--part", "floor.obj", "--tool", rows[i].tool);
            assert_int_equal(r.status, 2);
            cli_expect_text(r.err, "--tool");
            cli_free(&r);
            continue;
        }
        cJSON* root = CLI_JSON(1, "nc", "p.ngc", "--part", "floor.obj", "--tool", rows[i].tool,
                               "--start=0,0,-.25", "--json");
        expect_worst(root, rows[i].depth, 1e-6);
        cJSON_Delete(root);
    }
}

static void test_tables(void** state)
{
    (void)state;
    BOX("floor.obj", -100, -100, -10, 100, 100, 0);
    cli_write_file("tools.tbl", "T1 P1 D10 Z+2 ;a comment\n\nT2 P2 Z1\nT11 P1 ;none\n");
    cli_write_file(
        "tools.camotics",
        "{\"units\": \"metric\", \"x\": [1, {\"a\": \"b\\\"}\"}], \"tools\": {\n"
        "\"1\": {\"units\": \"imperial\", \"shape\": \"ballnose\", \"length\": 1, \"diameter\": "
        "0.5},\n"
        "\"2\": {\"shape\": \"spheroid\", \"length\": 1, \"diameter\": 3}}, \"files\": []}");
    cli_write_file("bad.json", "{\"tools\": {\"1\": {\"shape\": }}}");
    static const struct {
        const char *table, *program, *error;
    } rows[] = {
        {"tools.tbl", "T1 M6\nG1 X5 F1", NULL},
        {"tools.camotics", "T1 M6\nG1 X5 F1", NULL},
        {"tools.camotics", "T2\nG1 X5 F1", "tool 2 cannot be checked"},
        {"tools.tbl", "G1 X0\nT3 M6\nG1 X5 F1", "p.ngc:2: T3 is not in tools.tbl"},
        {"tools.tbl", "T2 M6\nG1 X5 F1", "tools.tbl:3: tool 2 cannot be checked"},
        {"tools.tbl", "G1 X5 F1", "p.ngc:1: a move, but no tool was called"},
        {"bad.json", "T1\nG1 X5 F1", "bad.json:1"},
        {"none.tbl", "T1\nG1 X5 F1", "none.tbl"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cli_write_file("p.ngc", rows[i].program);
        if (!rows[i].error) {
            cJSON* root = CLI_JSON(1, "nc", "p.ngc", "--part", "floor.obj", "--tool-table",
                                   rows[i].table, "--start=0,0,-.25", "--json");
            expect_worst(root, 0.25, 1e-6);
            cJSON_Delete(root);
            continue;
        }
        cli_result r = CLI("nc", "p.ngc", "--part", "floor.obj", "--tool-table", rows[i].table);
        assert_int_equal(r.status, 2);
        cli_expect_text(r.err, rows[i].error);
        cli_free(&r);
    }
    // --tool stands for what the table lacks.
    cli_write_file("p.ngc", "T3\nG1 X5 F1");
    cli_result r = CLI("nc", "p.ngc", "--part", "floor.obj", "--tool-table", "tools.tbl", "--tool",
                       "flat:d=1");
    assert_int_equal(r.status, 0);
    cli_free(&r);
}

// Of two tools of a number the first is taken, and that is told: a flat end of 1 is 1.5 away from the wall.
static void test_doubles(void** state)
{
    (void)state;
    BOX("wall.obj", 2, -100, -100, 3, 100, 100);
    cli_write_file("twice.tbl", "T7 D1\nT1 P1 D1\nT1 P2 D6\nT7 D2\nT1 D3");
    cli_write_file(
        "twice.camotics",
        "{\"tools\": {\n\"1\": {\"shape\": \"cylindrical\", \"length\": 9, \"diameter\": 1},\n"
        "\"1\": {\"shape\": \"cylindrical\", \"length\": 9, \"diameter\": 6}}}");
    static const struct {
        const char* table;
        int warnings;
        const char* text;
    } rows[] = {
        {"twice.tbl", 3, "twice.tbl:3: a second T1: the one of line 2 is taken [N010]"},
        {"twice.camotics", 1, "twice.camotics:3: a second T1: the one of line 2 is taken [N010]"},
    };
    cli_write_file("p.ngc", "G21 T1\nG1 Y5 F1");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cJSON* root = CLI_JSON(0, "nc", "p.ngc", "--part", "wall.obj", "--tool-table",
                               rows[i].table, "--json");
        expect_worst(root, -1.5, 1e-6);
        const cJSON* warnings = cli_member(root, "warnings");
        assert_int_equal(cJSON_GetArraySize(warnings), rows[i].warnings);
        assert_string_equal(cJSON_GetArrayItem(warnings, 0)->valuestring, rows[i].text);
        cJSON_Delete(root);
    }
}

// Where the machine's zero is, and whose words they are. A clamp reaches from 10 to 20, and the tip comes down to 0 only
// if the zero is taken for the program's.
static void test_machine(void** state)
{
    (void)state;
    BOX("clamp.obj", -1, -1, 10, 1, 1, 20);
    cli_write_file("zero.ngc", "G21 G90\nG53 G0 Z0\nM2");
    cli_write_file("local.ngc", "G21 G90\nG0 X3.\nG92 X0\nG52 X1.\nG0 X0\nM2");
    cli_write_file("cycle.ngc", "G21 G90\nG0 Z50\nG81 X5 Z-1 R40\nG0 X0\nG81 F100\nM2");
    cli_result r =
        CLI("nc", "zero.ngc", "--fixture", "clamp.obj", "--tool", "flat:d=1", "--start=0,0,90");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.err, "zero.ngc:2:1: G53 counts from the machine's zero");
    cli_expect_text(r.err, "--machine-zero");
    cli_free(&r);
    cJSON* root = CLI_JSON(0, "nc", "zero.ngc", "--fixture", "clamp.obj", "--tool", "flat:d=1",
                           "--start=0,0,90", "--machine-zero", "0,0,100", "--json");
    assert_true(cli_number(root, "length") == 10);
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "warnings")), 0);
    cJSON_Delete(root);
    // G52 of LinuxCNC takes the place of G92: back by 2; of Fanuc it adds to it: on by 1.
    static const struct {
        const char* dialect;
        double length;
    } rows[] = {{"linuxcnc", 5}, {"fanuc", 4}, {"grbl", 5}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        root = CLI_JSON(0, "nc", "local.ngc", "--fixture", "clamp.obj", "--tool", "flat:d=1",
                        "--start=0,50,0", "--dialect", rows[i].dialect, "--json");
        assert_true(cli_number(root, "length") == rows[i].length);
        cJSON_Delete(root);
    }
    r = CLI("nc", "local.ngc", "--fixture", "clamp.obj", "--tool", "flat:d=1", "--dialect",
            "fagor");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "there are: linuxcnc fanuc grbl");
    cli_free(&r);
    // Controls that repeat a cycle here would drill into the clamp.
    r = CLI("nc", "cycle.ngc", "--fixture", "clamp.obj", "--tool", "flat:d=1", "--start=0,0,90");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "cycle.ngc:5:1: G81 needs X, Y or Z");
    cli_free(&r);
}

static void test_refused(void** state)
{
    (void)state;
    BOX("floor.obj", -100, -100, -10, 100, 100, 0);
    cli_write_file("p.ngc", "G1 X5 F1");
    cli_write_file("odd.ngc", "M428\nG1 X5 F1");
    static const struct {
        const char* arguments[8];
        const char* error;
    } rows[] = {
        {{"nc"}, "needs a program"},
        {{"nc", "p.ngc"}, "something to check against"},
        {{"nc", "p.ngc", "--part", "floor.obj"}, "p.ngc:1: a move, but no tool"},
        {{"nc", "odd.ngc", "--part", "floor.obj", "--tool", "flat:d=1"},
         "odd.ngc:1:1: M428 is unknown"},
        {{"nc", "none.ngc", "--part", "floor.obj", "--tool", "flat:d=1"},
         "none.ngc: cannot be opened"},
        {{"nc", "p.ngc", "--part", "-", "--tool", "flat:d=1"}, "standard input"},
        {{"nc", "p.ngc", "--stock", "1,2,3"}, "--stock"},
        {{"nc", "p.ngc", "--stock", "0,0,0,1,1,0"}, "z0 < z1"},
        {{"nc", "p.ngc", "--part", "floor.obj", "--shank", "d=3,length=9", "--tool", "flat:d=1"},
         "where it begins"},
        {{"nc", "p.ngc", "--holder", "0,1,2"}, "--holder"},
        {{"nc", "p.ngc", "--holder", "1,0,2,2"}, "z1 must be above z0"},
        {{"nc", "p.ngc", "--part", "floor.obj", "--clearance", "1"}, "--clearance"},
        {{"nc", "p.ngc", "--tolerance", "-1"}, "below 0"},
        {{"nc", "p.ngc", "--json", "--csv"}, "exclude"},
        {{"nc", "p.ngc", "--part", "floor.obj", "--quiet", "--json"}, "exclude"},
        {{"nc", "p.ngc", "--part", "floor.obj", "--json", "--worst", "3"}, "--worst"},
        {{"nc", "p.ngc", "q.ngc"}, "one too many"},
        {{"nc", "p.ngc", "--part", "a", "--part", "b"}, "twice"},
        {{"nc", "p.ngc", "--rapids", "fast"}, "there are: straight dog-leg"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cli_result r = cli_run(&(cli_call){.arguments = rows[i].arguments});
        assert_int_equal(r.status, 2);
        assert_string_equal(r.out, "");
        cli_expect_text(r.err, rows[i].error);
        cli_free(&r);
    }
    cli_result r = CLI("nc", "odd.ngc", "--part", "floor.obj", "--tool", "flat:d=1", "--lenient");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.err, "odd.ngc:1:1: M428 is unknown");
    cli_expect_text(r.out, "verdict: clean");
    cli_free(&r);
}

static void test_writing(void** state)
{
    (void)state;
    BOX("floor.obj", -100, -100, -10, 100, 100, 0);
    cli_write_file("p.ngc", "G21\nG1 Z-1 F1\nX5\nG0 Z9\n");
    cli_result r = CLI("nc", "p.ngc", "--part", "floor.obj", "--tool", "flat:d=6", "--csv");
    assert_int_equal(r.status, 1);
    cli_expect_text(
        r.out, "line,move,body,rapid,against,lo,hi,lift,time,at_x,at_y,at_z,tool_x,tool_y,tool_z,"
               "triangle,undecided\n2,0,cutter,0,part,");
    cli_expect_text(r.out, "\n4,2,cutter,1,part,");
    cli_free(&r);
    r = CLI("nc", "p.ngc", "--part", "floor.obj", "--tool", "flat:d=6", "--worst", "1");
    cli_expect_text(r.out, "program: p.ngc, 3 moves, 16 mm long, of these 10 rapid\n");
    cli_expect_text(r.out, "verdict: gouge\n");
    cli_expect_text(r.out, "findings: 3, the worst 1 of 3 shown\n  line ");
    cli_free(&r);
    r = CLI("nc", "p.ngc", "--part", "floor.obj", "--tool", "flat:d=6", "--quiet");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, "");
    cli_free(&r);
    r = CLI("nc", "p.ngc", "--part", "floor.obj", "--tool", "flat:d=6", "--json", "--quiet", "-o",
            "out.json");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    char* text = cli_read_file("out.json");
    cJSON* root = cJSON_Parse(text);
    assert_true(cli_number(root, "moves") == 3);
    cJSON_Delete(root);
    free(text);
    // Too near to the tolerance to tell: a ball that touches a slope, which no double does exactly.
    cli_write_file("slope.obj", "v -100 -100 -100\nv 100 -100 100\nv 0 100 0\nf 1 2 3\n");
    cli_write_file("p.ngc", "G1 Y3 F1");
    r = CLI("nc", "p.ngc", "--part", "slope.obj", "--tool", "ball:d=10", "--tolerance", "0",
            "--start=0,0,2.0710678118654752", "--json");
    assert_int_equal(r.status, 3);
    cli_expect_text(r.out, "\"verdict\": \"undecided\"");
    cli_free(&r);
}

// Limits of what is carried out: each option is named by the error that it lifts.
static void test_limits(void** state)
{
    (void)state;
    BOX("floor.obj", -100, -100, -10, 100, 100, 0);
    cli_write_file("loop.ngc", "G91\no1 repeat [9]\n#1=1\n#1=2\nG1 X1 F1\no1 endrepeat\n");
    static const struct {
        const char *option, *low, *enough;
        const char* error;
    } rows[] = {
        {"--max-lines", "31", "32",
         "loop.ngc:5:1: 31 lines more than the program has were carried out: a loop"},
        {"--max-moves", "2", "3", "loop.ngc:5:1: 2 moves more than the program has lines"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int enough = 0; enough < 2; enough++) {
            cli_result r = CLI("nc", "loop.ngc", "--part", "floor.obj", "--tool", "flat:d=1",
                               rows[i].option, enough ? rows[i].enough : rows[i].low);
            assert_int_equal(r.status, enough ? 0 : 2);
            if (!enough) {
                cli_expect_text(r.err, rows[i].error);
                cli_expect_text(r.err, rows[i].option);
            }
            cli_free(&r);
        }
    }
    cli_write_file("idle.ngc", "o1 repeat [2000000]\no1 endrepeat\nG1 X1 F1\n");
    cli_result r = CLI("nc", "idle.ngc", "--part", "floor.obj", "--tool", "flat:d=1");
    assert_int_equal(r.status, 2);
    cli_expect_text(
        r.err,
        "idle.ngc:2:1: 1000000 lines more than the program has were carried out since the last "
        "move: a loop that does not end? (--max-idle allows more)");
    cli_free(&r);
    r = CLI("nc", "idle.ngc", "--part", "floor.obj", "--tool", "flat:d=1", "--max-idle", "2000000");
    assert_int_equal(r.status, 0);
    cli_free(&r);
}

// The text has the worst findings first, no more than --worst.
static void test_worst_first(void** state)
{
    (void)state;
    BOX("floor.obj", -100, -100, -10, 100, 100, 0);
    cli_write_file("deep.ngc", "G1 Z-1 F1\nG0 Z5\nG1 Z-3\nG0 Z5\nG1 Z-2\n");
    cli_result r =
        CLI("nc", "deep.ngc", "--part", "floor.obj", "--tool", "flat:d=30", "--worst", "4");
    assert_int_equal(r.status, 1);
    static const double depths[] = {3, 3, 2, 1};  // there and away again; the last is one of two
    const char* at = r.out;
    for (int i = 0; i < 4; i++) {
        at = strstr(at, ": depth ");
        assert_non_null(at);
        at += strlen(": depth ");
        assert_true(fabs(strtod(at, NULL) - depths[i]) < 1e-5);
    }
    assert_null(strstr(at, ": depth "));
    cli_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_holder),
        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_laws),
        cmocka_unit_test(test_arcs),
        cmocka_unit_test(test_tools),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_saved),
        cmocka_unit_test(test_arc_lift),
        cmocka_unit_test(test_writing),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_worst_first),
        cmocka_unit_test(test_arcs_over_floor),
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_machine),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
