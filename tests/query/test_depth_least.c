// test_depth_least.c - abut_depth_least and abut_signed_distance where the answer is known: boxes, bars, a pin, corners;
// cut into many triangles, exchanged, scaled, in frames, by both methods, and with more solids far away, which takes the
// general search in place of that for convex ones. Polytopes at random: test_depth_convex.c.
#include "query/least_check.h"
#include "support/float_mode.h"
#include "support/share.h"

enum { BOX, TIP, PIN };

// Boxes by their low and high corners. TIP: b is a tetrahedron with its tip at (0, 0, 0.75); PIN: a is a frame of four
// bars; turned: b is turned by 45 degrees about z.
typedef struct known {
    const char* name;
    double a[6], b[6];
    double depth;
    int kind, turned, cuts;  // cuts: so many may be made of a face
} known;

static const known cases[] = {
    {"D1", {-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, 0.5, BOX, 0, 32},
    {"D2", {-2, -1, 0, 0, 1, 2}, {0, -1, 0, 2, 1, 2}, 0, BOX, 0, 4},
    {"D3", {0, -.1, 0, 2, .1, 3}, {1.95, -.1, 0, 3.95, .1, 3}, 2 - 1.95, BOX, 0, 1},
    {"D4", {-1, -1, -1, 1, 1, 1}, {-.25, -.25, -.25, .25, .25, .25}, 1.25, BOX, 0, 8},
    {"D5", {-1, -1, -1, 1, 1, 1}, {-1, -1, -1, 1, 1, 1}, 0.41421356237309503, BOX, 1, 8},
    {"D6", {-5, -.5, -.5, 5, .5, .5}, {-.5, -5, -.5, .5, 5, .5}, 1, BOX, 0, 8},
    {"D7", {0}, {-.25, -.5, -2, .75, .5, 2}, 0.125, PIN, 0, 4},
    {"D9", {-.5, -.5, -.5, .5, .5, .5}, {.25, .25, .25, .5, .5, .5}, 0.25, BOX, 0, 4},
    {"D10", {-1, -1, -1, 1, 1, 1}, {0}, 0.25, TIP, 0, 8},
    {"D11", {0, 0, 0, 1, 1, 1}, {1 - 0x1p-20, 0, 0, 2 - 0x1p-20, 1, 1}, 0x1p-20, BOX, 0, 4},
    {"P-e14b", {0, 0, 0, 1, 1, 1}, {.999999, .25, .25, 2, .75, .75}, 1 - .999999, BOX, 0, 1},
    {"P-e18", {-.5, -.5, -.5, .5, .5, .5}, {.3, .3, .3, .5, .5, .5}, .5 - .3, BOX, 0, 1},
    {"P-2939", {0, 5310, 100, 90, 5400, 150}, {30, 5310, 100, 60, 5340, 120}, 20, BOX, 0, 2},
};
enum { CASE_COUNT = sizeof cases / sizeof *cases };

static void add_box(solid* s, const double box[6], int cuts)
{
    solid_add_box(s, box, box + 3, cuts, 0);
}

static void make_known(const known* k, int cuts, int far, solid out[2])
{
    static const double bars[4][6] = {{.625, -1, -.5, 1, 1, .5},
                                      {-1, -1, -.5, -.625, 1, .5},
                                      {-.625, .625, -.5, .625, 1, .5},
                                      {-.625, -1, -.5, .625, -.625, .5}};
    static const double tip[4][3] = {{0, 0, .75}, {2, 0, 3}, {-1, 2, 3}, {-1, -2, 3}};
    static const double away[2][6] = {{900, 0, 0, 901, 1, 1}, {-901, 0, 0, -900, 1, 1}};
    if (k->kind == PIN)
        for (int i = 0; i < 4; i++)
            add_box(&out[0], bars[i], 1);
    else
        add_box(&out[0], k->a, cuts);
    for (int i = 0; k->kind == TIP && i < 4; i++) {
        double corner[3][3];
        for (int c = 0; c < 3; c++)
            memcpy(corner[c], tip[(i + c) % 4], sizeof corner[c]);
        solid_add_triangle(&out[1], (const double(*)[3])corner);
    }
    if (k->kind != TIP) add_box(&out[1], k->b, cuts);
    for (int side = 0; far && side < 2; side++)
        add_box(&out[side], away[side], 1);
}

static abut_pose pose_of(const known* k, int side, double scale)
{
    abut_pose p = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = scale};
    if (side && k->turned) {
        p.rotation[0][0] = p.rotation[1][1] = p.rotation[1][0] = sqrt(0.5);
        p.rotation[0][1] = -sqrt(0.5);
        p.translation[0] = 2 * scale;
    }
    return p;
}

static void expect_known(const known* k, int cuts, int far, abut_method method, double scale)
{
    solid s[2] = {{0}, {0}};
    world w;
    make_known(k, cuts, far, s);
    world_open(&w, s, method);
    for (int side = 0; side < 2; side++)
        w.instance[side].pose = pose_of(k, side, scale);
    for (int swapped = 0; swapped < 2; swapped++) {
        const abut_depth_ask near = {.absolute = 0x1p-18 * k->depth * scale};
        const abut_depth_least_answer d = ask_least(&w, swapped, far ? &near : NULL);
        if (getenv("LEAST_SHOW"))
            print_message("%s far %d cuts %d: [%.17g, %.17g] %.17g of %.17g, convex %d complete %d "
                          "tests %llu %llu\n",
                          k->name, far, cuts, d.lo, d.hi, d.hi - d.lo, k->depth * scale,
                          d.is_convex, d.complete, (unsigned long long)d.volume_tests,
                          (unsigned long long)d.triangle_tests);
        const double truth = k->depth * scale, slack = k->turned ? truth * 0x1p-50 : 0;
        assert_true(d.lo <= truth + slack && d.hi >= truth - slack);
        assert_true(d.complete);
        assert_true(d.hi - d.lo <= 0x1p-18 * truth);
        if (k->depth > 0 && !far && k->kind != PIN) {
            assert_true(d.is_convex);
            assert_true(d.hi <= nextafter(nextafter(d.lo, INFINITY), INFINITY));
            if (!k->turned) assert_true(d.lo == truth && d.hi == truth);
        }
        expect_free(&w, swapped, &d);
    }
    world_close(&w);
    solid_free(&s[0]);
    solid_free(&s[1]);
}

static void known_depths(void** state)
{
    (void)state;
    for (int i = getenv("LEAST_FROM") ? atoi(getenv("LEAST_FROM")) : 0; i < CASE_COUNT; i++)
        for (int far = 0; far < 2; far++)
            for (int brute = 0; brute < 2; brute++) {
                const abut_method method = brute ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE;
                expect_known(&cases[i], 1, far, method, 1);
                if (!brute && cases[i].cuts > 1)
                    expect_known(&cases[i], far && cases[i].cuts > 8 ? 8 : cases[i].cuts, far,
                                 method, 1);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_depths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
