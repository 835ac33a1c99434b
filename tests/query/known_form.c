// known_form.c - see known_form.h.
#include "query/known_form.h"

#include "support/boxes.h"

#include <stdio.h>

// ------------------------------------------------------------------------------------------- made

static const double spike[4][3] = {{0, 0, .75}, {-4, -3, 3}, {4, -3, 3}, {0, 5, 3}};
static const uint32_t spike_faces[4][3] = {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}};

// The unit cube, leaning: x goes from 2 - 2 z to 3 - 2 z.
static const affine skew = {{{1, 0, -2}, {0, 1, 0}, {0, 0, 1}}, {2, 0, 0}};

solid known_surface(const known* k, int side)
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

static void expect_near(const char* name, const mpq_t x, double known_as)
{
    const double found = mpq_get_d(x);
    if (fabs(found - known_as) > 1e-14 + 1e-12 * fabs(known_as))
        fail_msg("%s: rationals say %.17g, and the table %.17g", name, found, known_as);
}

void known_truth_find(known_truth* t, const known* k, const abut_pose pose[2])
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

void known_truth_free(const known* k, known_truth* t)
{
    mpq_clears(t->least, t->volume, NULL);
    for (size_t i = 0; i < k->way_count; i++)
        mpq_clears(t->depth[i], t->clear[i], NULL);
}

// ------------------------------------------------------------------------------------------- asked

int known_faults;

void known_tell(const known_setting* s, const char* question, double lo, double hi)
{
    known_faults++;
    fprintf(stderr, "%s, %s, %s, %s, order %d: %s: %.17g .. %.17g\n", s->form->name,
            s->motion->name, s->what, s->mode->name, s->order, question, lo, hi);
}

// Whether lo and hi hold the truth, scaled by 2^power.
static int holds(const known_setting* s, double lo, double hi, const mpq_t is, int is_square,
                 int power)
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

static double rounding_of(const known_setting* s)
{
    double far = 0;
    for (int k = 0; k < 3; k++)
        far = fmax(far, fabs(s->at[0].pose.translation[k]));
    return 0x1p-44 * far;
}

// What is asked for by default; and points told in the world are rounded there, wherever that is.
double known_tolerance(const known_setting* s)
{
    return ldexp(1.001e-6 * s->diagonal, s->motion->power) + rounding_of(s);
}

static void ask_along(const known_setting* s, size_t i)
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
        known_tell(s, "along", out.depth_lo, out.depth_hi);
    if (!holds(s, out.clear_lo, out.clear_hi, s->is->clear[i], 0, rest) ||
        !is_next(out.clear_lo, out.clear_hi))
        known_tell(s, "clear along", out.clear_lo, out.clear_hi);
    if (!out.complete || out.reason != ABUT_REASON_NONE) known_tell(s, "not complete", 0, 0);
}

static void ask_least(const known_setting* s)
{
    abut_depth_least_answer out;
    float_mode_enter(s->mode);
    const abut_status status =
        abut_depth_least(s->query, &s->at[s->order], &s->at[!s->order], NULL, &out);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    if (!holds(s, out.lo, out.hi, s->is->least, s->is->is_square, s->motion->power))
        known_tell(s, "least", out.lo, out.hi);
    if (out.is_convex ? !is_next(out.lo, out.hi) : out.hi - out.lo > known_tolerance(s))
        known_tell(s, "least is wide", out.lo, out.hi);
    if (!out.complete || out.reason != ABUT_REASON_NONE) known_tell(s, "least, not complete", 0, 0);
    if (!translation_is_short(&out)) known_tell(s, "long translation", out.lo, out.hi);
    abut_instance moved = s->at[!s->order];
    if (out.hi > 0 && translation_apply(&moved, out.translation) &&
        are_blocked(s->query, &s->at[s->order], &moved))
        known_tell(s, "the translation does not free it", out.translation[0], out.translation[1]);
}

static void ask_signed(const known_setting* s)
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
        known_tell(s, "distance of surfaces", out.distance_lo, out.distance_hi);
    if (!holds(s, out.depth_lo, out.depth_hi, s->is->least, s->is->is_square, power))
        known_tell(s, "signed: depth", out.depth_lo, out.depth_hi);
    if (!holds(s, -out.signed_hi, -out.signed_lo, s->is->least, s->is->is_square, power))
        known_tell(s, "signed", out.signed_lo, out.signed_hi);
    const abut_relation inside = s->order ? ABUT_RELATION_A_INSIDE_B : ABUT_RELATION_B_INSIDE_A;
    if (out.relation != (s->form->is_apart ? inside
                         : is_blocked      ? ABUT_RELATION_CROSSING
                                           : ABUT_RELATION_TOUCHING))
        known_tell(s, "relation", (double)out.relation, 0);
}

static void ask_reach(const known_setting* s)
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
            known_tell(s, side ? "reach of b" : "reach of a", found[side]->lo, found[side]->hi);
        if (found[side]->hi - found[side]->lo > known_tolerance(s))
            known_tell(s, "reach is wide", found[side]->lo, found[side]->hi);
    }
    if ((!out.complete && !(rounding_of(s) > 0)) || out.reason != ABUT_REASON_NONE)
        known_tell(s, "reach, not complete", 0, 0);
}

static void ask_overlap(const known_setting* s)
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
        known_tell(s, "volume", out.volume_lo, out.volume_hi);
    if (out.a_left_out || out.b_left_out)
        known_tell(s, "left out", (double)out.a_left_out, (double)out.b_left_out);
    double sum[2] = {0, 0};
    for (size_t i = 0; i < out.region_count; i++) {
        sum[0] += out.regions[i].volume_lo;
        sum[1] += out.regions[i].volume_hi;
    }
    if (!(sum[0] <= out.volume_hi * (1 + 1e-12) && sum[1] >= out.volume_lo * (1 - 1e-12)))
        known_tell(s, "volumes of regions", sum[0], sum[1]);
    if (s->form->patch_area > 0 || s->form->curve_count > 0) {
        const double area = ldexp(s->form->patch_area, 2 * power);
        if (!holds_near(out.area_lo, out.area_hi, area))
            known_tell(s, "area", out.area_lo, out.area_hi);
    }
    if (s->form->curve_count == 0) return;
    if (out.curve_count != s->form->curve_count || out.region_count != 1)
        known_tell(s, "curves", (double)out.curve_count, (double)out.region_count);
    for (size_t i = 0; i < out.curve_count; i++)
        if (!out.curves[i].is_closed) known_tell(s, "a curve is not closed", 0, 0);
    const double length = ldexp(s->form->curve_length, power);
    if (out.length_lo > out.length_hi ||
        fabs(out.length_lo - length) > 1e-4 * length + 99 * rounding_of(s))
        known_tell(s, "length", out.length_lo, out.length_hi);
}

void known_ask_all(const known_setting* s, int with_reach)
{
    for (size_t i = 0; i < s->form->way_count; i++)
        ask_along(s, i);
    ask_least(s);
    ask_signed(s);
    if (with_reach) ask_reach(s);
    ask_overlap(s);
}

// ------------------------------------------------------------------------------------------ settings

double known_diagonal(const solid surface[2], const abut_pose pose[2])
{
    double low[3] = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY},
           high[3] = {(double)INFINITY, (double)INFINITY, (double)INFINITY};
    double sum = 0;
    for (int side = 0; side < 2; side++) {
        const affine map = oracle_affine(&pose[side]);
        for (int k = 0; k < 3; k++) {
            double own[2] = {(double)INFINITY, -(double)INFINITY};
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

void known_poses(const known* k, abut_pose pose[2])
{
    static const double z[3] = {0, 0, 1};
    memset(pose, 0, 2 * sizeof *pose);
    if (k->degrees > 0)
        assert_int_equal(abut_pose_from_axis_angle(&pose[1], z, k->degrees), ABUT_OK);
    memcpy(pose[1].translation, k->at, sizeof k->at);
}

// Which of all it is asked in: upward and toward zero come with motions, and each of these in one order, which are not
// the same for all forms. turn: spreads what is left out over forms.
static int is_asked(int motion, int mode, int order, int turn)
{
    if (motion == 0) return mode % 2 == 0;
    if (mode != motion % FLOAT_MODE_COUNT || !IS_CASE(turn)) return 0;
    return order == turn / ABUT_TEST_SHARE % 2;
}

static void ask_by(const known* k, abut_method method, const solid surface[2],
                   const known_setting* in, int as_it_is)
{
    static int forms;  // so far
    abut_model* const model[2] = {solid_model(&surface[0], method),
                                  solid_model(&surface[1], method)};
    abut_query* query = NULL;
    abut_pose pose[2], moved[2];
    known_poses(k, pose);
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int i = 0; i < COMMON_MOTIONS * 2 * FLOAT_MODE_COUNT; i++) {
        const int motion = i / (2 * FLOAT_MODE_COUNT), mode = i / 2 % FLOAT_MODE_COUNT;
        const int turn = motion + forms;
        if (!is_asked(motion, mode, i % 2, turn) || (as_it_is && (motion || mode))) continue;
        common_motion of = common_motions[motion];
        if (abs(of.power) == 250) of.power = of.power < 0 ? -300 : 300;
        known_setting s = *in;
        s.motion = &of;
        s.mode = &float_modes[mode];
        s.query = query;
        s.order = i % 2;
        common_motion_apply(&of, pose, moved);
        for (int side = 0; side < 2; side++)
            s.at[side] = (abut_instance){.model = model[side], .pose = moved[side]};
        // The slowest: in a third of the motions.
        known_ask_all(&s, motion ? turn / ABUT_TEST_SHARE % 3 == 0 : !mode);
    }
    forms += !as_it_is;
    abut_query_free(query);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

void known_ask(const known* k, int cuts, int is_random)
{
    static const abut_method methods[2] = {ABUT_METHOD_WIDE, ABUT_METHOD_BRUTE};
    abut_pose pose[2];
    known_truth is;
    rng r = {7};
    solid surface[2] = {known_surface(k, 0), known_surface(k, 1)};
    char what[100];
    known_poses(k, pose);
    known_truth_find(&is, k, pose);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < cuts; i++)
            solid_quarter(&surface[side]);
        if (is_random) solid_scatter(&surface[side], &r);
    }
    for (int m = 0; m < (cuts || is_random ? 1 : 2); m++) {
        snprintf(what, sizeof what, "%s, cut %d times%s", m ? "brute" : "wide", cuts,
                 is_random ? " and scattered" : "");
        const known_setting in = {
            .form = k, .is = &is, .what = what, .diagonal = known_diagonal(surface, pose)};
        ask_by(k, methods[m], surface, &in, cuts || is_random || m);
    }
    known_truth_free(k, &is);
    solid_free(&surface[0]);
    solid_free(&surface[1]);
}
