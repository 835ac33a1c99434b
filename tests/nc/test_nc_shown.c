// test_nc_shown.c - what docs/notes/nc.md shows: three programs of the data pack with parts that abut-scene makes, one clean, one
// that gouges by a known depth, one whose holder hits.
#include "support/data_pack.h"
#include "support/info_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char* scene[6];  // of abut-scene, without -o
    const char* program;
    const char* arguments[7];
    int status;
    const char *verdict, *body;
    double depth, width;
    double lift, more;  // a known lift, and how much more may be told
} shown[] = {
    // The deepest cut is at z = -4.5, the top of the part.
    {{"box", "x=80", "y=80", "z=15.5", "cz=-12.25"},
     "nc/camotics/cds/cds.gcode",
     {"--tool-table", "nc/camotics/cds/cds.camotics"},
     0,
     "clean",
     NULL,
     0,
     1e-6,
     0,
     0},
    // It cuts to z = -2, the part's top is at -1.75.
    {{"box", "x=200", "y=200", "z=18.25", "cx=90 cy=-90 cz=-10.875"},
     "nc/cncjs/tball.gcode",
     {"--tool", "flat:d=3"},
     1,
     "gouge",
     "cutter",
     0.25,
     1e-6,
     0.25,
     1e-6},
    // A quarter of a circle of radius 20 about the origin, a holder of radius 12, a post whose edge is 22 sqrt 2 away;
    // its top is at 40, the holder's lower end at 10.
    {{"box", "x=16", "y=16", "z=60", "cx=30 cy=30 cz=10"},
     "nc/cncjs/arc-xy-plane.gcode",
     {"--tool", "flat:d=6", "--holder", "10,50,12,12"},
     1,
     "collision",
     "holder",
     12 - (22 * 1.4142135623730951 - 20),
     2e-4,
     30,
     2e-3},
};

// Run abut-scene with words, some of which hold several.
static void make_part(const char* const* words)
{
    static char text[6][32];
    const char* arguments[16];
    size_t count = 0, texts = 0;
    for (int i = 0; words[i]; i++) {
        assert_true(texts < 6 && strlen(words[i]) < sizeof text[0]);
        strcpy(text[texts], words[i]);
        for (char* w = strtok(text[texts++], " "); w; w = strtok(NULL, " "))
            arguments[count++] = w;
    }
    arguments[count++] = "-o";
    arguments[count++] = "part.obj";
    arguments[count] = NULL;
    cli_result r = cli_run(&(cli_call){.arguments = arguments, .program = ABUT_SCENE_PROGRAM});
    assert_int_equal(r.status, 0);
    cli_free(&r);
}

static void test_shown(void** state)
{
    (void)state;
    if (!data_pack("programs with parts")) skip();
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        char program[PATH_SIZE], table[PATH_SIZE];
        const char* arguments[12] = {"nc", "--json", data_path(program, shown[i].program), "--part",
                                     "part.obj"};
        size_t count = 5;
        for (int k = 0; shown[i].arguments[k]; k++)
            arguments[count++] = strstr(shown[i].arguments[k], "camotics/")
                                     ? data_path(table, shown[i].arguments[k])
                                     : shown[i].arguments[k];
        make_part(shown[i].scene);
        cJSON* root = cli_json(arguments, shown[i].status);
        assert_string_equal(cli_member(root, "verdict")->valuestring, shown[i].verdict);
        const double lo = cli_number(root, "worst.lo"), hi = cli_number(root, "worst.hi");
        const double depth = shown[i].depth;
        if (!(lo <= depth + 1e-12 && depth <= hi + 1e-12 && hi - lo <= shown[i].width))
            fail_msg("%zu: [%.17g, %.17g], not %.17g", i, lo, hi, depth);
        const cJSON* f = cJSON_GetArrayItem(cli_member(root, "findings"), 0);
        assert_true((f != NULL) == (shown[i].body != NULL));
        if (f) {
            assert_string_equal(cli_member(f, "body")->valuestring, shown[i].body);
            const double lift = cli_number(f, "lift");
            if (!(lift >= shown[i].lift - 1e-9 && lift <= shown[i].lift + shown[i].more))
                fail_msg("%zu: lift %.12g", i, lift);
        }
        cJSON_Delete(root);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shown)};
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
