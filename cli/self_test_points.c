// self_test_points.c - what the manual says is rounded, against quotients that the machine divides itself:
// a corner of a contact is the true point, rounded once to the nearest double. And poses that are exact.
#include "self_test.h"
#include "self_test_float.h"
#include "self_test_scenes.h"

enum { CROSSINGS = 150, SPREAD = 60, HEIGHTS = 1000 };

// A triangle that goes through the plane z = 0 of a large one with two of its edges, in whole numbers.
typedef struct crossing {
    int corner[3][2];  // x and y
    int height[3];     // the first below 0, the others above
} crossing;

static crossing crossing_random(uint32_t* state)
{
    crossing c;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 2; i++)
            c.corner[k][i] = (int)self_random(state, 2 * SPREAD + 1) - SPREAD;
        c.height[k] = 1 + (int)self_random(state, HEIGHTS);
    }
    c.height[0] = -c.height[0];
    return c;
}

// How crossings come into the world: x -> scale * x + shift, scale a power of two.
typedef struct placing {
    const char* name;
    double scale, shift;
} placing;

static const placing placings[] = {
    {"in place", 1, 0},
    {"moved", 1, 40961},
    {"times 2^-1060", 0x1p-1060, 0},
    {"times 2^900", 0x1p900, 0},
};

enum { PLACINGS = sizeof placings / sizeof placings[0] };

// The point where edge 0 or edge 2 meets the plane, each coordinate divided once.
static void expected_point(const crossing* c, const placing* p, int edge, double out[3])
{
    const int up = edge == ABUT_FEATURE_EDGE_0 ? 1 : 2;
    const double below = -c->height[0], above = c->height[up], whole = below + above;
    for (int i = 0; i < 2; i++) {
        // Whole numbers below 2^53, and powers of two: exact.
        const double weighted = c->corner[0][i] * above + c->corner[up][i] * below;
        out[i] = p->scale * (weighted + p->shift * whole) / whole;
    }
    out[2] = p->shift;
}

static bool point_is(const double found[3], const double expected[3])
{
    return self_same(found[0], expected[0]) && self_same(found[1], expected[1]) &&
           self_same(found[2], expected[2]);
}

static void expect_crossing(self_report* r, self_check* check, const crossing* c, const placing* p,
                            const float_mode* mode)
{
    const double low = -4.0 * SPREAD * p->scale, high = 16.0 * SPREAD * p->scale;
    const double plane[9] = {low, low, 0, high, low, 0, low, high, 0};
    const abut_pose pose = {.translation = {p->shift, p->shift, p->shift}};
    double through[9], expected[2][3];
    abut_contact found = {.kind = ABUT_KIND_APART};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 2; i++)
            through[3 * k + i] = p->scale * c->corner[k][i];
        through[3 * k + 2] = p->scale * c->height[k];
    }
    expected_point(c, p, ABUT_FEATURE_EDGE_0, expected[0]);
    expected_point(c, p, ABUT_FEATURE_EDGE_2, expected[1]);
    float_mode_enter(mode);
    const abut_status status = abut_triangles_touch(plane, &pose, through, &pose, &found);
    float_mode_leave();
    if (!self_expect_ok(r, check, status, "abut_triangles_touch")) return;
    if (!self_expect(check, found.kind == ABUT_KIND_CROSS && found.point_count == 2,
                     "crossing triangles, %s, %s: kind %d with %d points", p->name, mode->name,
                     (int)found.kind, found.point_count))
        return;
    for (int k = 0; k < 2; k++) {
        const double* at = found.points[k];
        const int edge = found.events[k].b;
        const double* e = expected[edge == ABUT_FEATURE_EDGE_2];
        self_expect(check,
                    found.events[k].a == ABUT_FEATURE_FACE &&
                        (edge == ABUT_FEATURE_EDGE_0 || edge == ABUT_FEATURE_EDGE_2) &&
                        point_is(at, e),
                    "%s, %s: features %d and %d meet at %a %a %a, expected %a %a %a", p->name,
                    mode->name, found.events[k].a, edge, at[0], at[1], at[2], e[0], e[1], e[2]);
    }
    self_expect(check, found.events[0].b != found.events[1].b, "%s, %s: the same corner twice",
                p->name, mode->name);
}

// A star of two triangles in one plane shares a hexagon; in a scale that is no power of two each
// coordinate is one product, rounded once.
static void expect_hexagon(self_report* r, self_check* check, const float_mode* mode)
{
    static const double a[9] = {0, 0, 0, 6, 0, 0, 3, 6, 0};
    static const double b[9] = {0, 4, 0, 6, 4, 0, 3, -2, 0};
    static const double corners[6][2] = {{2, 0}, {4, 0}, {5, 2}, {4, 4}, {2, 4}, {1, 2}};
    const abut_pose pose = {.scale = 1.0 / 3};
    bool seen[6] = {false};
    double expected[6][3] = {{0}};
    abut_contact found = {.kind = ABUT_KIND_APART};
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < 2; i++)
            expected[k][i] = pose.scale * corners[k][i];
    float_mode_enter(mode);
    const abut_status status = abut_triangles_touch(a, &pose, b, &pose, &found);
    float_mode_leave();
    if (!self_expect_ok(r, check, status, "abut_triangles_touch")) return;
    if (!self_expect(check, found.kind == ABUT_KIND_COPLANAR && found.point_count == 6,
                     "a hexagon, %s: kind %d with %d points", mode->name, (int)found.kind,
                     found.point_count))
        return;
    for (int n = 0; n < 6; n++)
        for (int k = 0; k < 6; k++)
            seen[k] = seen[k] || point_is(found.points[n], expected[k]);
    for (int k = 0; k < 6; k++)
        self_expect(check, seen[k], "a hexagon, %s: no corner at %a %a 0", mode->name,
                    expected[k][0], expected[k][1]);
}

static void test_corners(self_report* r, const char* name, int first, int end)
{
    self_check* check = self_begin(r, "%s", name);
    if (!check) return;
    if (float_modes[first].flush && !float_flush_is_known()) {
        self_skip(check, "how to switch subnormals off is not known for this machine");
        self_end(check);
        return;
    }
    for (int m = first; m < end; m++) {
        uint32_t state = 1;
        for (int n = 0; n < CROSSINGS; n++) {
            const crossing c = crossing_random(&state);
            for (int p = 0; p < PLACINGS; p++)
                expect_crossing(r, check, &c, &placings[p], &float_modes[m]);
        }
        expect_hexagon(r, check, &float_modes[m]);
    }
    self_end(check);
}

// ------------------------------------------------------------------------------------------- poses

static void expect_quarter_turns(self_report* r, self_check* check, const float_mode* mode)
{
    static const int cosines[4] = {1, 0, -1, 0};
    for (int axis = 0; axis < 3; axis++)
        for (int quarters = -8; quarters <= 8; quarters++) {
            const int turn = (quarters + 8) % 4, y = (axis + 1) % 3, z = (axis + 2) % 3;
            const double degrees = 90 * quarters;
            double direction[3] = {0}, expected[3][3] = {{0}};
            abut_pose pose = {.scale = 0};
            direction[axis] = 3;
            expected[axis][axis] = 1;
            expected[y][y] = expected[z][z] = cosines[turn];
            expected[z][y] = cosines[(turn + 3) % 4];
            expected[y][z] = -expected[z][y];
            float_mode_enter(mode);
            const abut_status status = abut_pose_from_axis_angle(&pose, direction, degrees);
            float_mode_leave();
            if (!self_expect_ok(r, check, status, "abut_pose_from_axis_angle")) continue;
            for (int k = 0; k < 9; k++)
                self_expect(check, self_same(pose.rotation[k / 3][k % 3], expected[k / 3][k % 3]),
                            "%g degrees about axis %d, %s: entry %d is %a", degrees, axis,
                            mode->name, k, pose.rotation[k / 3][k % 3]);
        }
}

// A matrix that is rigid is taken as it is; a quaternion gives a pose that is accepted.
static void expect_taken(self_report* r, self_check* check, const float_mode* mode)
{
    static const double matrix[16] = {0.36, 0.48, -0.8, 0.1, -0.8, 0.6, 0, -7.3,
                                      0.48, 0.64, 0.6,  1e6, 0,    0,   0, 1};
    static const double quaternion[4] = {0.1, -0.2, 0.3, 0.9};
    abut_pose pose = {.scale = 0}, turned = {.scale = 0};
    float_mode_enter(mode);
    const abut_status status = abut_pose_from_matrix(&pose, matrix);
    const abut_status made = abut_pose_from_quaternion(&turned, quaternion);
    const abut_status rigid = abut_pose_check(&turned);
    float_mode_leave();
    self_expect_ok(r, check, made, "abut_pose_from_quaternion");
    self_expect_ok(r, check, rigid, "abut_pose_check");
    if (!self_expect_ok(r, check, status, "abut_pose_from_matrix")) return;
    for (int i = 0; i < 3; i++) {
        bool same = self_same(pose.translation[i], matrix[4 * i + 3]);
        for (int j = 0; j < 3; j++)
            same = same && self_same(pose.rotation[i][j], matrix[4 * i + j]);
        self_expect(check, same, "abut_pose_from_matrix, %s: row %d has changed", mode->name, i);
    }
    self_expect(check, self_same(pose.scale, 1), "abut_pose_from_matrix, %s: the scale is %a",
                mode->name, pose.scale);
}

static void test_poses(self_report* r)
{
    self_check* check = self_begin(r, "points-poses");
    if (!check) return;
    for (int m = 0; m < FLOAT_MODES; m++) {
        if (float_modes[m].flush && !float_flush_is_known()) continue;
        expect_quarter_turns(r, check, &float_modes[m]);
        expect_taken(r, check, &float_modes[m]);
    }
    self_end(check);
}

void self_test_points(self_report* r)
{
    test_corners(r, "points", 0, 1);
    test_corners(r, "points-rounding", 1, FLOAT_MODES_PLAIN);
    test_corners(r, "points-flush", FLOAT_MODES_PLAIN, FLOAT_MODES);
    test_poses(r);
}
