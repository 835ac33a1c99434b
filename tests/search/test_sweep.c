// test_sweep.c - what an interval of time says of two triangles that move: windows in which they are free, against their
// distance at many times of these.
//
// With EXPECT_WRONG the bounds are those of a library that has them 32 times too small: they must be caught.
#include "geom/nearest.h"
#include "query/model.h"
#include "search/sweep.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soups.h"

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

enum { TRIALS = CASES(60000), SAMPLES = 24 };

// Two models of one triangle each, and how they move.
typedef struct couple {
    abut_model* model[2];
    abut_pose pose[2], to[2];
    abut_motion motion[2];
    motion_piece piece[2];
    search s;
    sweep_search w;
} couple;

static abut_pose turned_pose(rng* r, double reach, double scale)
{
    abut_pose pose;
    const double axis[3] = {rng_signed(r), rng_signed(r), 1.5 * rng_signed(r) + 0.01};
    assert_int_equal(abut_pose_from_axis_angle(&pose, axis, 180 * rng_signed(r)), ABUT_OK);
    for (int k = 0; k < 3; k++)
        pose.translation[k] = reach * rng_signed(r);
    pose.scale = scale;
    return pose;
}

static void make_motion(rng* r, couple* c, int side, double scale, const double far[3])
{
    static const double angles[] = {0, 0.01, 3, 40, 179, 700, 1e5};
    abut_motion* m = &c->motion[side];
    *m = (abut_motion){.to = NULL};
    const double size = scale * (rng_below(r, 2) ? 2 : 0.1);
    if (rng_below(r, 3) == 0) {
        c->to[side] = turned_pose(r, 2 * scale, scale);
        if (rng_below(r, 3) == 0) c->to[side].rotation[0][1] += 0x1p-12 * rng_signed(r);
        for (int k = 0; k < 3; k++) {
            c->to[side].translation[k] += far[k];
            m->pivot[k] = rng_signed(r);
        }
        m->to = &c->to[side];
        return;
    }
    for (int k = 0; k < 3; k++) {
        m->way[k] = size * rng_signed(r);
        m->axis[k] = rng_signed(r);
        m->pivot[k] = 2 * scale * rng_signed(r) + far[k];
    }
    m->degrees = angles[rng_below(r, 7)] * rng_signed(r);
}

static void make_couple(rng* r, couple* c)
{
    static const uint32_t one[3] = {0, 1, 2};
    const double scale = rng_below(r, 4) ? 1 : ldexp(1, (int)rng_below(r, 400) - 200);
    double far[3] = {0, 0, 0};
    if (rng_below(r, 4) == 0)
        for (int k = 0; k < 3; k++)
            far[k] = 1e6 * scale * rng_signed(r);
    const int moves = 1 + (int)rng_below(r, 3);  // a, b or both
    *c = (couple){.s.host = NULL};
    c->s.sweep = &c->w;
    for (int side = 0; side < 2; side++) {
        double v[9];
        for (int i = 0; i < 9; i++)
            v[i] = rng_signed(r) + (i % 3 == 0 ? 3 * side - 1.5 : 0);
        const abut_soup soup = {
            .vertices = v, .triangles = one, .vertex_count = 3, .triangle_count = 1};
        const abut_build brute = {.method = ABUT_METHOD_BRUTE};
        assert_int_equal(abut_model_build(&c->model[side], &soup, &brute), ABUT_OK);
        c->pose[side] = turned_pose(r, scale, scale);
        for (int k = 0; k < 3; k++)
            c->pose[side].translation[k] += far[k];
        make_motion(r, c, side, scale, far);
        assert_int_equal(motion_path_prepare(&c->pose[side],
                                             moves >> side & 1 ? &c->motion[side] : NULL, 1,
                                             &c->piece[side]),
                         ABUT_OK);
        c->s.mesh[side] = &c->model[side]->mesh;
        c->w.side[side].frame = &c->model[side]->frame;
    }
}

static void free_couple(couple* c)
{
    abut_model_free(c->model[0]);
    abut_model_free(c->model[1]);
}

// Bound the distance of the triangles at a time.
static void bound_at(const couple* c, double tau, nearest_bounds* out)
{
    pose_pair poses = {.in_place = 0};
    motion_at at[2];
    posed_triangle t[2];
    for (int side = 0; side < 2; side++)
        motion_find(&c->piece[side], tau, &at[side]);
    pose_pair_prepare(&poses, &at[0].pose, &at[1].pose, 0);
    for (int side = 0; side < 2; side++) {
        const double* vertex[3];
        soup_mesh_vertices(&c->model[side]->mesh, 0, vertex);
        posed_triangle_place(&t[side], &poses, side, vertex);
        t[side].error += 4 * at[side].matrix_error + at[side].translation_error;
    }
    nearest_bound(&t[0], &t[1], out);
}

typedef struct tally {
    size_t free, open, wrong;
    double window;  // sum, in parts of the half
} tally;

// Whether the triangles are farther than the separation at some times from low to high.
static int is_free(const couple* c, double low, double high, double separation, rng* r)
{
    for (int i = 0; i < SAMPLES; i++) {
        const double part = i == 0   ? 0
                            : i == 1 ? 1
                            : i < 8  ? 1 - ldexp(1, -2 * i) * (0.5 + 0.5 * rng_signed(r))
                            : i < 14 ? ldexp(1, 14 - 2 * i) * (0.5 + 0.5 * rng_signed(r))
                                     : 0.5 + 0.5 * rng_signed(r);
        nearest_bounds bounds;
        bound_at(c, low + (high - low) * part, &bounds);
        if (bounds.hi <= separation) return 0;
    }
    return 1;
}

static void judge(couple* c, rng* r, tally* t)
{
    const double half = ldexp(1, -1 - (int)rng_below(r, 20));
    const double middle = half * (double)(1 + 2 * rng_below(r, (size_t)(0.5 / half)));
    nearest_bounds now;
    float window[2];
    bound_at(c, middle, &now);
    // Just below the distance, so that the least motion shows; or anything less.
    c->w.now.separation = now.lo * (1 - ldexp(1, -(int)rng_below(r, 40)));
    float_mode_enter(&float_modes[rng_below(r, FLOAT_MODE_COUNT)]);
    sweep_set(&c->s, &c->piece[0], &c->piece[1], middle, half);
    const sweep_verdict verdict = sweep_pair(&c->s, 0, 0, window);
    float_mode_leave();
    assert_true(verdict != SWEEP_FOUND || now.lo <= 0 || now.hi <= c->w.now.separation);
    for (int k = 0; k < 2; k++)  // as sweep_keep has it, so that the times are exact
        window[k] = verdict == SWEEP_FREE ? (float)half
                                          : (float)(floor((double)window[k] * 0x1p48) * 0x1p-48);
    t->free += verdict == SWEEP_FREE;
    t->open += verdict == SWEEP_OPEN;
    t->window += (double)(window[0] + window[1]) / half / 2;
    if (!is_free(c, middle - (double)window[0], middle + (double)window[1], c->w.now.separation, r))
        t->wrong++;
}

static void windows_are_free(void** state)
{
    (void)state;
    rng r = {71};
    tally t = {0};
    for (size_t i = 0; i < TRIALS; i++) {
        couple c;
        make_couple(&r, &c);
        for (int k = 0; k < 4; k++)
            judge(&c, &r, &t);
        free_couple(&c);
    }
    print_message("%zu free, %zu open, windows of %.3f; %zu wrong\n", t.free, t.open,
                  t.window / (double)(t.free + t.open), t.wrong);
    if (EXPECT_WRONG)
        assert_true(t.wrong >= TRIALS / 100);
    else
        assert_int_equal(t.wrong, 0);
    assert_true(t.free > TRIALS / 4 && t.open > TRIALS / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_are_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
