// test_depth_known.c - solids whose depth, reach, volume and curves are known in closed form (D1 to D11 of the design of distances),
// and cases of bug reports (tests/cases). Each by brute force and by the engine, in both orders, in all states of the
// floating-point unit, moved by common motions and frames, scaled, and with faces cut into many triangles.
// The table has what anybody can work out; where numbers are rounded as they are written, rationals say what it is of the
// doubles (support/convex_truth.h), and must agree with the table.
#include "query/depth_check.h"
#include "support/boxes.h"
#include "support/common_motion.h"
#include "support/float_mode.h"
#include "support/reports.h"

enum { MOST_BOXES = 4, MOST_WAYS = 4 };

typedef enum special { PLAIN, SKEW, SPIKE } special;  // of b, instead of its boxes

typedef struct along {
    double way[3], depth, clear;
} along;

typedef struct known {
    const char* name;
    double boxes[2][MOST_BOXES][6];
    size_t box_count[2];
    special b_is;
    double degrees, at[3];  // of b, about z
    double least;           // the only one that the oracle does not know of what is not convex
    double volume, patch_area;
    double reach[2];  // of a in b, of b in a; NAN: not known
    size_t curve_count;
    double curve_length;  // 0: not told
    int is_apart;         // no contact of surfaces: one is inside, so far from the walls
    double surface_distance;
    along ways[MOST_WAYS];
    size_t way_count;
} known;

static const known forms[] = {
    {.name = "D1",
     .boxes = {{{-1, -1, -1, 1, 1, 1}}, {{-.5, -.5, .5, .5, .5, 1.5}}},
     .box_count = {1, 1},
     .least = .5,
     .volume = .5,
     .reach = {.5, .5},
     .curve_count = 1,
     .curve_length = 4,
     .ways =
         {{{0, 0, 1}, .5, .5}, {{1, 0, 0}, 1.5, 1.5}, {{1, 0, 1}, .5, .5}, {{0, 0, -1}, 2.5, 2.5}},
     .way_count = 4},
    {.name = "D2",
     .boxes = {{{-2, -1, 0, 0, 1, 2}}, {{0, -1, 0, 2, 1, 2}}},
     .box_count = {1, 1},
     .patch_area = 4,
     .ways = {{{1, 0, 0}, 0, 0}, {{-1, 0, 0}, 0, 4}, {{0, 1, 0}, 0, 0}},
     .way_count = 3},
    {.name = "D3",
     .boxes = {{{0, -.1, 0, 2, .1, 3}}, {{1.95, -.1, 0, 3.95, .1, 3}}},
     .box_count = {1, 1},
     .least = .05,
     .volume = .03,
     .reach = {.05, .05},
     .ways = {{{1, 0, 0}, .05, .05}, {{0, 1, 0}, .2, .2}, {{-1, 0, 0}, 3.95, 3.95}},
     .way_count = 3},
    {.name = "D4",
     .boxes = {{{-1, -1, -1, 1, 1, 1}}, {{-.25, -.25, -.25, .25, .25, .25}}},
     .box_count = {1, 1},
     .least = 1.25,
     .volume = .125,
     .reach = {0, .75},
     .is_apart = 1,
     .surface_distance = .75,
     .ways = {{{0, 0, -2}, .625, .625}, {{1, 1, 1}, 1.25, 1.25}},
     .way_count = 2},
    {.name = "D5",
     .boxes = {{{-1, -1, -1, 1, 1, 1}}, {{-1, -1, -1, 1, 1, 1}}},
     .box_count = {1, 1},
     .degrees = 45,
     .at = {2, 0, 0},
     .least = 0.41421356237309505,
     .volume = 0.34314575050761980,
     .reach = {0.29289321881345248, 0.41421356237309505},
     .ways = {{{1, 0, 0}, 0.41421356237309505, 0.41421356237309505}, {{0, 0, 1}, 2, 2}},
     .way_count = 2},
    {.name = "D6",
     .boxes = {{{-5, -.5, -.5, 5, .5, .5}}, {{-.5, -5, -.5, .5, 5, .5}}},
     .box_count = {1, 1},
     .least = 1,
     .volume = 1,
     .reach = {.5, .5},
     .ways = {{{0, 0, 1}, 1, 1}, {{1, 0, 0}, 5.5, 5.5}, {{0, -1, 0}, 5.5, 5.5}},
     .way_count = 3},
    {.name = "D7",
     .boxes = {{{-1, -1, -.5, -.625, 1, .5},
                {.625, -1, -.5, 1, 1, .5},
                {-.625, -1, -.5, .625, -.625, .5},
                {-.625, .625, -.5, .625, 1, .5}},
               {{-.25, -.5, -2, .75, .5, 2}}},
     .box_count = {4, 1},
     .least = .125,
     .volume = .125,
     .reach = {.125, .125},
     .ways = {{{-1, 0, 0}, .125, 1.75},
              {{1, 0, 0}, 1.25, 1.25},
              {{0, 0, 1}, 2.5, 2.5},
              {{-.5, 0, 0}, .25, 3.5}},
     .way_count = 4},
    {.name = "D8",
     .boxes = {{{0, 0, 0, 1, 1, 1}}},
     .box_count = {1, 0},
     .b_is = SKEW,
     .least = 0.44721359549995794,  // 1 / sqrt 5
     .volume = .25,
     .reach = {NAN, NAN},
     .ways = {{{1, 0, 0}, 1, 1}, {{0, 0, 1}, .5, .5}, {{0, 1, 0}, 1, 1}},
     .way_count = 3},
    {.name = "D9",
     .boxes = {{{-.5, -.5, -.5, .5, .5, .5}}, {{.25, .25, .25, .5, .5, .5}}},
     .box_count = {1, 1},
     .least = .25,
     .volume = .015625,
     .reach = {0, .25},
     .ways =
         {{{1, 0, 0}, .25, .25}, {{0, 1, 0}, .25, .25}, {{0, 0, 1}, .25, .25}, {{-1, 0, 0}, 1, 1}},
     .way_count = 4},
    {.name = "D10",
     .boxes = {{{-1, -1, -1, 1, 1, 1}}},
     .box_count = {1, 0},
     .b_is = SPIKE,
     .least = .25,
     .volume = 0.03292181069958848,  // 8 / 243: the base is 32, and a ninth as wide where it passes
     .reach = {NAN, .25},
     .curve_count = 1,
     .curve_length = 2.8765,
     .ways = {{{0, 0, 1}, .25, .25}},
     .way_count = 1},
    {.name = "D11",
     .boxes = {{{0, 0, 0, 1, 1, 1}}, {{1 - 0x1p-20, 0, 0, 2 - 0x1p-20, 1, 1}}},
     .box_count = {1, 1},
     .least = 0x1p-20,
     .volume = 0x1p-20,
     .reach = {0x1p-20, 0x1p-20},
     .ways = {{{1, 0, 0}, 0x1p-20, 0x1p-20}, {{0, 1, 0}, 1, 1}},
     .way_count = 2},
    {.name = "a box that slides 1e-9 into a wall",
     .boxes = {{{-4, -4, -1, 4, 4, 0}}, {{-.5, -.5, -1e-9, .5, .5, 1}}},
     .box_count = {1, 1},
     .least = 1e-9,
     .volume = 1e-9,
     .reach = {1e-9, 1e-9},
     .curve_count = 1,
     .curve_length = 4,
     .ways = {{{0, 0, 1}, 1e-9, 1e-9}, {{1, 0, 0}, 4.5, 4.5}},
     .way_count = 2},
    {.name = "the same far away",
     .boxes = {{{499996, 4499996, 99, 500004, 4500004, 100}},
               {{499999.5, 4499999.5, 100 - 0x1p-30, 500000.5, 4500000.5, 101}}},
     .box_count = {1, 1},
     .least = 0x1p-30,
     .volume = 0x1p-30,
     .reach = {0x1p-30, 0x1p-30},
     .curve_count = 1,
     .curve_length = 4,
     .ways = {{{0, 0, 1}, 0x1p-30, 0x1p-30}, {{1, 0, 0}, 4.5, 4.5}},
     .way_count = 2},
};
enum { FORMS = sizeof forms / sizeof *forms };

// ------------------------------------------------------------------------------------------- made

static const double spike[4][3] = {{0, 0, .75}, {-4, -3, 3}, {4, -3, 3}, {0, 5, 3}};
static const uint32_t spike_faces[4][3] = {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}};

// The unit cube, leaning: x goes from 2 - 2 z to 3 - 2 z.
static const affine skew = {{{1, 0, -2}, {0, 1, 0}, {0, 0, 1}}, {2, 0, 0}};

static solid surface_of(const known* k, int side)
{
    solid s = {0};
    if (side && k->b_is == SPIKE)
        for (int t = 0; t < 4; t++) {
            double corner[3][3];
            for (int i = 0; i < 3; i++)
                memcpy(corner[i], spike[spike_faces[t][i]], sizeof corner[i]);
            solid_add_triangle(&s, (const double(*)[3])corner);
        }
    if (side && k->b_is == SKEW) {
        solid_add_cube(&s, 0, 1, 1);
        for (size_t i = 0; i < s.vertex_count; i++)
            s.vertices[3 * i] += 2 - 2 * s.vertices[3 * i + 2];
    }
    for (size_t i = 0; i < k->box_count[side]; i++)
        solid_add_box(&s, k->boxes[side][i], k->boxes[side][i] + 3, 1, 0);
    return s;
}

static void cells_of(convex_set* out, const known* k, int side, const abut_pose* pose)
{
    const affine map = oracle_affine(pose);
    static const double zero[3], one[3] = {1, 1, 1};
    if (side && k->b_is == SPIKE) convex_add_tetrahedron(out, spike, &map);
    if (side && k->b_is == SKEW) convex_add_box(out, zero, one, &skew);
    for (size_t i = 0; i < k->box_count[side]; i++)
        convex_add_box(out, k->boxes[side][i], k->boxes[side][i] + 3, &map);
}

// What is true of the doubles, before anything moves.
typedef struct truth {
    mpq_t least, volume, depth[MOST_WAYS], clear[MOST_WAYS];
    int is_square;  // least
} truth;

static void expect_near(const char* name, const mpq_t x, double known_as)
{
    const double found = mpq_get_d(x);
    if (fabs(found - known_as) > 1e-14 + 1e-12 * fabs(known_as))
        fail_msg("%s: rationals say %.17g, and the table %.17g", name, found, known_as);
}

static void find_truth(truth* t, const known* k, const abut_pose pose[2])
{
    convex_set set[2] = {{0}, {0}};
    for (int side = 0; side < 2; side++)
        cells_of(&set[side], k, side, &pose[side]);
    mpq_inits(t->least, t->volume, NULL);
    t->is_square = set[0].count == 1 && set[1].count == 1;
    if (t->is_square) {
        convex_least_square(&set[0].cells[0], &set[1].cells[0], t->least);
        expect_near(k->name, t->least, k->least * k->least);
    } else {
        mpq_set_d(t->least, k->least);
    }
    convex_volume(&set[0], &set[1], t->volume);
    expect_near(k->name, t->volume, k->volume);
    for (size_t i = 0; i < k->way_count; i++) {
        mpq_inits(t->depth[i], t->clear[i], NULL);
        convex_along(&set[0], &set[1], k->ways[i].way, t->depth[i], t->clear[i]);
        expect_near(k->name, t->depth[i], k->ways[i].depth);
        expect_near(k->name, t->clear[i], k->ways[i].clear);
    }
    convex_free(&set[0]);
    convex_free(&set[1]);
}

static void truth_free(const known* k, truth* t)
{
    mpq_clears(t->least, t->volume, NULL);
    for (size_t i = 0; i < k->way_count; i++)
        mpq_clears(t->depth[i], t->clear[i], NULL);
}

// ------------------------------------------------------------------------------------------- asked

// A state of the world in which the form is asked.
typedef struct setting {
    const known* form;
    const truth* is;
    abut_instance at[2];
    const common_motion* motion;
    const float_mode* mode;
    abut_query* query;
    const char* what;
    int order;        // 1: b first, so that a moves, the other way
    double diagonal;  // of the box that both boxes share, before anything moves
} setting;

static int faults;  // each is told

static void tell(const setting* s, const char* question, double lo, double hi)
{
    faults++;
    fprintf(stderr, "%s, %s, %s, %s, order %d: %s: %.17g .. %.17g\n", s->form->name,
            s->motion->name, s->what, s->mode->name, s->order, question, lo, hi);
}

// Whether lo and hi hold the truth, scaled by 2^power.
static int holds(const setting* s, double lo, double hi, const mpq_t is, int is_square, int power)
{
    mpq_t scaled;
    mpq_init(scaled);
    const int shift = (is_square ? 2 : 1) * power;
    if (shift >= 0)
        mpq_mul_2exp(scaled, is, (mp_bitcnt_t)shift);
    else
        mpq_div_2exp(scaled, is, (mp_bitcnt_t)-shift);
    const int holds = convex_holds(lo, hi, scaled, is_square);
    mpq_clear(scaled);
    (void)s;
    return holds;
}

static int is_next(double lo, double hi)
{
    return !(nextafter(lo, (double)INFINITY) < hi);
}

static int holds_near(double lo, double hi, double known_as)
{
    return lo <= hi && lo <= known_as * (1 + 1e-12) && hi >= known_as * (1 - 1e-12);
}

static double rounding_of(const setting* s)
{
    double far = 0;
    for (int k = 0; k < 3; k++)
        far = fmax(far, fabs(s->at[0].pose.translation[k]));
    return 0x1p-44 * far;
}

// What is asked for by default; and points told in the world are rounded there, wherever that is.
static double tolerance_of(const setting* s)
{
    return ldexp(1.001e-6 * s->diagonal, s->motion->power) + rounding_of(s);
}

static void ask_along(const setting* s, size_t i)
{
    abut_depth_along_answer out;
    double way[3];
    const int power = s->motion->power;
    for (int k = 0; k < 3; k++) {
        const int turn = s->motion->turn[k] ? s->motion->turn[k] : k + 1;
        way[k] = (turn < 0 ? -1 : 1) * s->form->ways[i].way[abs(turn) - 1];
        way[k] = ldexp(s->order ? -way[k] : way[k], power / 2);
    }
    float_mode_enter(s->mode);
    const abut_status status =
        abut_depth_along(s->query, &s->at[s->order], &s->at[!s->order], way, NULL, &out);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    const int rest = power - power / 2;
    if (!holds(s, out.depth_lo, out.depth_hi, s->is->depth[i], 0, rest) ||
        !is_next(out.depth_lo, out.depth_hi))
        tell(s, "along", out.depth_lo, out.depth_hi);
    if (!holds(s, out.clear_lo, out.clear_hi, s->is->clear[i], 0, rest) ||
        !is_next(out.clear_lo, out.clear_hi))
        tell(s, "clear along", out.clear_lo, out.clear_hi);
    if (!out.complete || out.reason != ABUT_REASON_NONE) tell(s, "not complete", 0, 0);
}

static void ask_least(const setting* s)
{
    abut_depth_least_answer out;
    float_mode_enter(s->mode);
    const abut_status status =
        abut_depth_least(s->query, &s->at[s->order], &s->at[!s->order], NULL, &out);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    if (!holds(s, out.lo, out.hi, s->is->least, s->is->is_square, s->motion->power))
        tell(s, "least", out.lo, out.hi);
    if (out.is_convex ? !is_next(out.lo, out.hi) : out.hi - out.lo > tolerance_of(s))
        tell(s, "least is wide", out.lo, out.hi);
    if (!out.complete || out.reason != ABUT_REASON_NONE) tell(s, "least, not complete", 0, 0);
    if (!translation_is_short(&out)) tell(s, "long translation", out.lo, out.hi);
    abut_instance moved = s->at[!s->order];
    if (out.hi > 0 && translation_apply(&moved, out.translation) &&
        are_blocked(s->query, &s->at[s->order], &moved))
        tell(s, "the translation does not free it", out.translation[0], out.translation[1]);
}

static void ask_signed(const setting* s)
{
    abut_signed_answer out;
    const int power = s->motion->power;
    float_mode_enter(s->mode);
    const abut_status status =
        abut_signed_distance(s->query, &s->at[s->order], &s->at[!s->order], NULL, &out);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    const int is_blocked = s->form->least > 0;
    const double apart = ldexp(s->form->surface_distance, power);
    if (out.distance_lo > apart || out.distance_hi < apart ||
        !is_next(out.distance_lo, out.distance_hi))
        tell(s, "distance of surfaces", out.distance_lo, out.distance_hi);
    if (!holds(s, out.depth_lo, out.depth_hi, s->is->least, s->is->is_square, power))
        tell(s, "signed: depth", out.depth_lo, out.depth_hi);
    if (!holds(s, -out.signed_hi, -out.signed_lo, s->is->least, s->is->is_square, power))
        tell(s, "signed", out.signed_lo, out.signed_hi);
    const abut_relation inside = s->order ? ABUT_RELATION_A_INSIDE_B : ABUT_RELATION_B_INSIDE_A;
    if (out.relation != (s->form->is_apart ? inside
                         : is_blocked      ? ABUT_RELATION_CROSSING
                                           : ABUT_RELATION_TOUCHING))
        tell(s, "relation", (double)out.relation, 0);
}

static void ask_reach(const setting* s)
{
    abut_reach_answer out;
    float_mode_enter(s->mode);
    const abut_status status =
        abut_reach(s->query, &s->at[s->order], &s->at[!s->order], NULL, &out);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    const abut_deepest* const found[2] = {s->order ? &out.b_in_a : &out.a_in_b,
                                          s->order ? &out.a_in_b : &out.b_in_a};
    for (int side = 0; side < 2; side++) {
        const double is = s->form->reach[side];
        if (isnan(is)) continue;
        if (!holds_near(found[side]->lo, found[side]->hi, ldexp(is, s->motion->power)))
            tell(s, side ? "reach of b" : "reach of a", found[side]->lo, found[side]->hi);
        if (found[side]->hi - found[side]->lo > tolerance_of(s))
            tell(s, "reach is wide", found[side]->lo, found[side]->hi);
    }
    if ((!out.complete && !(rounding_of(s) > 0)) || out.reason != ABUT_REASON_NONE)
        tell(s, "reach, not complete", 0, 0);
}

static void ask_overlap(const setting* s)
{
    abut_overlap_answer out;
    const abut_overlap_ask ask = {.volume = 1};
    const int power = s->motion->power;
    float_mode_enter(s->mode);
    const abut_status status =
        abut_overlap(s->query, &s->at[s->order], &s->at[!s->order], &ask, &out);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    if (!holds(s, out.volume_lo, out.volume_hi, s->is->volume, 0, 3 * power) ||
        out.volume_hi - out.volume_lo > ldexp(1e-9 * (1 + s->form->volume), 3 * power))
        tell(s, "volume", out.volume_lo, out.volume_hi);
    if (out.a_left_out || out.b_left_out)
        tell(s, "left out", (double)out.a_left_out, (double)out.b_left_out);
    double sum[2] = {0, 0};
    for (size_t i = 0; i < out.region_count; i++) {
        sum[0] += out.regions[i].volume_lo;
        sum[1] += out.regions[i].volume_hi;
    }
    if (!(sum[0] <= out.volume_hi * (1 + 1e-12) && sum[1] >= out.volume_lo * (1 - 1e-12)))
        tell(s, "volumes of regions", sum[0], sum[1]);
    if (s->form->patch_area > 0 || s->form->curve_count > 0) {
        const double area = ldexp(s->form->patch_area, 2 * power);
        if (!holds_near(out.area_lo, out.area_hi, area)) tell(s, "area", out.area_lo, out.area_hi);
    }
    if (s->form->curve_count == 0) return;
    if (out.curve_count != s->form->curve_count || out.region_count != 1)
        tell(s, "curves", (double)out.curve_count, (double)out.region_count);
    for (size_t i = 0; i < out.curve_count; i++)
        if (!out.curves[i].is_closed) tell(s, "a curve is not closed", 0, 0);
    const double length = ldexp(s->form->curve_length, power);
    if (out.length_lo > out.length_hi ||
        fabs(out.length_lo - length) > 1e-4 * length + 99 * rounding_of(s))
        tell(s, "length", out.length_lo, out.length_hi);
}

static void ask_all(const setting* s)
{
    for (size_t i = 0; i < s->form->way_count; i++)
        ask_along(s, i);
    ask_least(s);
    ask_signed(s);
    ask_reach(s);
    ask_overlap(s);
}

// ------------------------------------------------------------------------------------------ settings

static double diagonal_of(const solid surface[2], const abut_pose pose[2])
{
    double low[3] = {-INFINITY, -INFINITY, -INFINITY}, high[3] = {INFINITY, INFINITY, INFINITY};
    double sum = 0;
    for (int side = 0; side < 2; side++) {
        const affine map = oracle_affine(&pose[side]);
        for (int k = 0; k < 3; k++) {
            double own[2] = {INFINITY, -INFINITY};
            for (size_t i = 0; i < surface[side].vertex_count; i++) {
                const double* const v = surface[side].vertices + 3 * i;
                const double x = map.matrix[k][0] * v[0] + map.matrix[k][1] * v[1] +
                                 map.matrix[k][2] * v[2] + map.translation[k];
                own[0] = fmin(own[0], x);
                own[1] = fmax(own[1], x);
            }
            low[k] = fmax(low[k], own[0]);
            high[k] = fmin(high[k], own[1]);
        }
    }
    for (int k = 0; k < 3; k++)
        sum += (high[k] - low[k]) * (high[k] - low[k]);
    return sqrt(sum);
}

static void pose_of(const known* k, abut_pose pose[2])
{
    static const double z[3] = {0, 0, 1};
    memset(pose, 0, 2 * sizeof *pose);
    if (k->degrees > 0)
        assert_int_equal(abut_pose_from_axis_angle(&pose[1], z, k->degrees), ABUT_OK);
    memcpy(pose[1].translation, k->at, sizeof k->at);
}

// In all orders, modes and motions; where it has many triangles, in some of them.
static void ask_form(const known* k, int cuts, int is_random)
{
    static const abut_method methods[2] = {ABUT_METHOD_WIDE, ABUT_METHOD_BRUTE};
    abut_pose pose[2];
    truth is;
    rng r = {7};
    solid surface[2] = {surface_of(k, 0), surface_of(k, 1)};
    char what[100];
    pose_of(k, pose);
    find_truth(&is, k, pose);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < cuts; i++)
            solid_quarter(&surface[side]);
        if (is_random) solid_scatter(&surface[side], &r);
    }
    for (int m = 0; m < (cuts ? 1 : 2); m++) {
        abut_model* const model[2] = {solid_model(&surface[0], methods[m]),
                                      solid_model(&surface[1], methods[m])};
        abut_query* query = NULL;
        assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
        snprintf(what, sizeof what, "%s, cut %d times%s", m ? "brute" : "wide", cuts,
                 is_random ? " and scattered" : "");
        for (int i = 0; i < COMMON_MOTIONS * 2 * FLOAT_MODE_COUNT; i++) {
            const int motion = i / (2 * FLOAT_MODE_COUNT), mode = i / 2 % FLOAT_MODE_COUNT;
            if ((motion > 0 || m) && mode != motion % FLOAT_MODE_COUNT) continue;
            if ((cuts || is_random || m) && (motion > 0 || mode > 0)) continue;
            if (mode % 2 && motion == 0) continue;  // upward and toward zero come with motions
            common_motion of = common_motions[motion];
            if (abs(of.power) == 250) of.power = of.power < 0 ? -300 : 300;
            setting s = {.form = k,
                         .is = &is,
                         .motion = &of,
                         .mode = &float_modes[mode],
                         .query = query,
                         .what = what,
                         .order = i % 2,
                         .diagonal = diagonal_of(surface, pose)};
            abut_pose moved[2];
            common_motion_apply(&of, pose, moved);
            for (int side = 0; side < 2; side++)
                s.at[side] = (abut_instance){.model = model[side], .pose = moved[side]};
            ask_all(&s);
        }
        abut_query_free(query);
        abut_model_free(model[0]);
        abut_model_free(model[1]);
    }
    truth_free(k, &is);
    solid_free(&surface[0]);
    solid_free(&surface[1]);
}

static void the_table_is_what_rationals_say(void** state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        abut_pose pose[2];
        truth is;
        pose_of(&forms[i], pose);
        find_truth(&is, &forms[i], pose);
        truth_free(&forms[i], &is);
    }
}

static void closed_forms_are_as_known(void** state)
{
    (void)state;
    faults = 0;
    for (int i = 0; i < FORMS; i++)
        ask_form(&forms[i], 0, 0);
    assert_int_equal(faults, 0);
}

static void triangles_do_not_matter(void** state)
{
    (void)state;
    faults = 0;
    for (int i = 0; i < FORMS; i++) {
        ask_form(&forms[i], 1, 1);
        if (i == 0) ask_form(&forms[i], 3, 0);  // each face 8 x 8; 32 x 32 in test_depth_least
    }
    assert_int_equal(faults, 0);
}

// A frame of both moves everything: what is told is what was told, but for the rounding of directions.
static void frames_do_not_matter(void** state)
{
    (void)state;
    faults = 0;
    static const abut_pose frames[2] = {
        {.rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, .translation = {1e5, -3, 0.1}},
        {.rotation = {{0.6, -0.8, 0}, {0.8, 0.6, 0}, {0, 0, 1}}, .translation = {-17, 0.3, 5}}};
    for (int i = 0; i < FORMS * 4; i++) {
        const known* const k = &forms[i / 4];
        const int frame = i % 2, order = i / 2 % 2;
        abut_pose pose[2];
        truth is;
        pose_of(k, pose);
        find_truth(&is, k, pose);
        solid surface[2] = {surface_of(k, 0), surface_of(k, 1)};
        abut_model* const model[2] = {solid_model(&surface[0], ABUT_METHOD_WIDE),
                                      solid_model(&surface[1], ABUT_METHOD_WIDE)};
        abut_query* query = NULL;
        assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
        const common_motion turn = {.name = frame ? "a frame" : "a frame by quarters",
                                    .turn = {-2, 1, 3}};
        setting s = {.form = k,
                     .is = &is,
                     .motion = &turn,
                     .mode = &float_modes[0],
                     .query = query,
                     .what = "wide",
                     .order = order,
                     .diagonal = diagonal_of(surface, pose)};
        for (int side = 0; side < 2; side++)
            s.at[side] =
                (abut_instance){.model = model[side], .pose = pose[side], .frame = &frames[frame]};
        if (!frame) ask_all(&s);
        abut_depth_least_answer least;
        abut_overlap_answer overlap;
        const abut_overlap_ask ask = {.volume = 1};
        const abut_status status =
            abut_depth_least(query, &s.at[order], &s.at[!order], NULL, &least);
        assert_int_equal(status,
                         frame ? ABUT_BAD_COMBINATION : ABUT_OK);  // lengths would be rounded
        if (frame) least = (abut_depth_least_answer){.lo = k->least, .hi = k->least};
        if (least.lo > k->least + 1e-12 || least.hi < k->least - 1e-12 ||
            least.hi - least.lo > tolerance_of(&s))
            tell(&s, "least in a frame", least.lo, least.hi);
        assert_int_equal(abut_overlap(query, &s.at[order], &s.at[!order], &ask, &overlap), ABUT_OK);
        if (overlap.volume_lo > k->volume + 1e-12 || overlap.volume_hi < k->volume - 1e-12 ||
            overlap.volume_hi - overlap.volume_lo > 1e-9)
            tell(&s, "volume in a frame", overlap.volume_lo, overlap.volume_hi);
        truth_free(k, &is);
        abut_query_free(query);
        for (int side = 0; side < 2; side++) {
            abut_model_free(model[side]);
            solid_free(&surface[side]);
        }
    }
    assert_int_equal(faults, 0);
}

static double number_of(const cJSON* of, const char* name, double otherwise)
{
    const cJSON* const number = cJSON_GetObjectItem(of, name);
    return number ? number->valuedouble : otherwise;
}

static void ask_report(const char* id, const cJSON* solids)
{
    known k = {.name = id,
               .least = number_of(solids, "least", NAN),
               .volume = number_of(solids, "volume", NAN),
               .patch_area = number_of(solids, "patch_area", 0),
               .curve_count = (size_t)number_of(solids, "curves", 0),
               .curve_length = number_of(solids, "length", 0),
               .reach = {NAN, NAN}};
    const cJSON *boxes = cJSON_GetObjectItem(solids, "boxes"),
                *ways = cJSON_GetObjectItem(solids, "ways");
    const cJSON* const reach = cJSON_GetObjectItem(solids, "reach");
    k.b_is = cJSON_IsTrue(cJSON_GetObjectItem(solids, "skew")) ? SKEW : PLAIN;
    for (int side = 0; side < cJSON_GetArraySize(boxes); side++) {
        k.box_count[side] = 1;
        reports_numbers(cJSON_GetArrayItem(boxes, side), k.boxes[side][0], 6);
    }
    if (reach) reports_numbers(reach, k.reach, 2);
    for (const cJSON* way = ways->child; way; way = way->next) {
        double five[5];
        assert_true(k.way_count < MOST_WAYS);
        reports_numbers(way, five, 5);
        along* const to = &k.ways[k.way_count++];
        *to = (along){.way = {five[0], five[1], five[2]}, .depth = five[3], .clear = five[4]};
    }
    ask_form(&k, 0, 0);
}

static void reports_are_as_known(void** state)
{
    (void)state;
    faults = 0;
    cJSON* const reports = reports_load(ABUT_CASES "/reports.json");
    int count = 0;
    for (const cJSON* item = reports->child; item; item = item->next) {
        const cJSON* const all = cJSON_GetObjectItem(item, "solids");
        count += all != NULL;
        for (const cJSON* solids = all ? all->child : NULL; solids; solids = solids->next)
            ask_report(cJSON_GetObjectItem(item, "id")->valuestring, solids);
    }
    assert_int_equal(count, 7);
    assert_int_equal(faults, 0);
    cJSON_Delete(reports);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_what_rationals_say),
        cmocka_unit_test(closed_forms_are_as_known),
        cmocka_unit_test(triangles_do_not_matter),
        cmocka_unit_test(frames_do_not_matter),
        cmocka_unit_test(reports_are_as_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
