// test_depth_cells.c - solids made of cells of a lattice (cell_scene.h), where depths can be counted: at which translations both share a
// cell, which of the others is the shortest, and how far a surface is from another.
#include "query/cell_scene.h"

// -------------------------------------------------------------------------------------------- along

static void expect_along(scene* s, rng* r)
{
    mpq_t depth, clear;
    mpq_inits(depth, clear, NULL);
    abut_solids_ask ask = {.a_solid = rng_below(r, 2) ? s->solid[0] : NULL,
                           .b_solid = rng_below(r, 2) ? s->solid[1] : NULL};
    for (int i = 0; i < 3; i++) {
        double way[3];
        int any = 0;
        do {
            any = 0;
            for (int k = 0; k < 3; k++) {
                way[k] = (double)((int)rng_below(r, 7) - 3);
                if (i == 0 && k != (int)rng_below(r, 3)) way[k] = 0;
                any |= way[k] * way[k] > 0;
            }
        } while (!any);
        convex_along(&s->set[0], &s->set[1], way, depth, clear);
        abut_depth_along_answer out;
        assert_int_equal(abut_depth_along(s->query, &s->at[0], &s->at[1], way, &ask, &out),
                         ABUT_OK);
        const int is_empty = !cells_count(&s->c[0]) || !cells_count(&s->c[1]);
        if (out.reason != (is_empty ? ABUT_REASON_OPEN : ABUT_REASON_NONE) || !out.complete)
            scene_tell(s, "reason", (double)out.reason, (double)out.complete, 0);
        if (!convex_is_next(out.depth_lo, out.depth_hi, depth, 0))
            scene_tell(s, "depth along", out.depth_lo, out.depth_hi, mpq_get_d(depth)),
                scene_keep(s, "along");
        if (!convex_is_next(out.clear_lo, out.clear_hi, clear, 0))
            scene_tell(s, "clear along", out.clear_lo, out.clear_hi, mpq_get_d(clear)),
                scene_keep(s, "clear");
    }
    mpq_clears(depth, clear, NULL);
}

static void along_is_what_intervals_say(void** state)
{
    (void)state;
    rng r = {501};
    scene_faults = 0;
    for (int i = 0; i < CASES(24); i++) {
        scene s = {.is_shifted = (int)rng_below(&r, 2)};
        for (int side = 0; side < 2; side++)
            s.c[side] = scene_cells(&r, (int)rng_below(&r, 5));
        const int cuts = i % 3 == 0 ? (int)rng_below(&r, 4) : 0;
        const int is_brute = i % 8 == 1 && !cuts;
        scene_open(&s, is_brute ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE, cuts, &r);
        expect_along(&s, &r);
        scene_close(&s);
    }
    assert_int_equal(scene_faults, 0);
}

// -------------------------------------------------------------------------------------------- least

// The square of the shortest free translation, in half cells: its coordinates are whole.
static int least_square(const scene* s)
{
    int found = INT32_MAX;
    for (int x = -FINE; x <= FINE; x++)
        for (int y = -FINE; y <= FINE; y++)
            for (int z = -FINE; z <= FINE; z++) {
                int is_blocked = 0;
                if (x * x + y * y + z * z >= found) continue;
                for (int n = 0; n < FINE * FINE * FINE && !is_blocked; n++) {
                    const int i = n / FINE / FINE, j = n / FINE % FINE, k = n % FINE;
                    is_blocked = s->h[1].full[i][j][k] && half_at(&s->h[0], i + x, j + y, k + z);
                }
                if (!is_blocked) found = x * x + y * y + z * z;
            }
    return found;
}

static void expect_least(scene* s)
{
    const int square = least_square(s);
    mpq_t is;
    mpq_init(is);
    mpq_set_ui(is, (unsigned long)square, 4);
    abut_depth_least_answer out;
    abut_signed_answer sign;
    const abut_solids_ask ask = {
        .a_solid = s->solid[0], .b_solid = s->solid[1], .absolute = 0.05, .budget = 3000000};
    for (int order = 0; order < 2; order++) {
        const abut_solids_ask given = {.a_solid = s->solid[order],
                                       .b_solid = s->solid[!order],
                                       .absolute = ask.absolute,
                                       .budget = ask.budget};
        assert_int_equal(abut_depth_least(s->query, &s->at[order], &s->at[!order], &given, &out),
                         ABUT_OK);
        if (!convex_holds(out.lo, out.hi, is, 1))
            scene_tell(s, order ? "least of a" : "least", out.lo, out.hi, sqrt(mpq_get_d(is))),
                scene_keep(s, "least");
        if (out.complete && !out.is_convex && out.hi - out.lo > 0.05)
            scene_tell(s, "least, not as near as asked", out.lo, out.hi, sqrt(mpq_get_d(is)));
        if (out.is_convex && !convex_is_next(out.lo, out.hi, is, 1))
            scene_tell(s, "least, convex", out.lo, out.hi, sqrt(mpq_get_d(is)));
        if (!translation_is_short(&out))
            scene_tell(s, "the way is longer than hi", out.lo, out.hi, sqrt(mpq_get_d(is)));
        if (convex_blocked(&s->set[order], &s->set[!order], out.translation))
            scene_tell(s, "the way does not free it", out.lo, out.hi, sqrt(mpq_get_d(is))),
                scene_keep(s, "way");
        assert_int_equal(
            abut_signed_distance(s->query, &s->at[order], &s->at[!order], &given, &sign), ABUT_OK);
        if (square > 0 ? !convex_holds(-sign.signed_hi, -sign.signed_lo, is, 1)
                       : sign.signed_lo < 0)
            scene_tell(s, "signed", sign.signed_lo, sign.signed_hi, -sqrt(mpq_get_d(is))),
                scene_keep(s, "signed");
        if (!convex_holds(sign.depth_lo, sign.depth_hi, is, 1))
            scene_tell(s, "depth of signed", sign.depth_lo, sign.depth_hi, sqrt(mpq_get_d(is)));
        abut_containment in;
        abut_distance_answer far;
        assert_int_equal(abut_contain(s->query, &s->at[order], &s->at[!order], NULL, &in), ABUT_OK);
        const abut_relation relation = in.relation;
        assert_int_equal(abut_distance(s->query, &s->at[order], &s->at[!order], NULL, &far),
                         ABUT_OK);
        if (sign.relation != relation)
            scene_tell(s, "relation", (double)sign.relation, (double)relation, 0);
        if (sign.distance_lo < far.lo || sign.distance_lo > far.lo || sign.distance_hi < far.hi ||
            sign.distance_hi > far.hi)
            scene_tell(s, "distance", sign.distance_lo, sign.distance_hi, far.lo);
    }
    mpq_clear(is);
}

static void least_is_the_shortest_free_translation(void** state)
{
    (void)state;
    rng r = {601};
    scene_faults = 0;
    for (int i = 0; i < CASES(4); i++) {
        scene s = {.is_shifted = (int)rng_below(&r, 2)};
        for (int side = 0; side < 2; side++)
            s.c[side] = scene_cells(&r, (int)rng_below(&r, 5));
        scene_open(&s, ABUT_METHOD_WIDE, 0, &r);
        expect_least(&s);
        scene_close(&s);
    }
    assert_int_equal(scene_faults, 0);
}

// -------------------------------------------------------------------------------------------- reach

typedef struct face {  // of a half cell: its least corner, and the axis across it
    int at[3], axis, inside_other;
} face;

// The faces of a solid; and which of them have the other solid on both sides. Returns how many.
static size_t find_faces(const halves* own, const halves* other, face* out)
{
    size_t count = 0;
    for (int axis = 0; axis < 3; axis++)
        for (int x = 0; x <= FINE; x++)
            for (int n = 0; n < FINE * FINE; n++) {
                face f = {.axis = axis};
                int down[3];
                f.at[axis] = x;
                f.at[(axis + 1) % 3] = n / FINE;
                f.at[(axis + 2) % 3] = n % FINE;
                memcpy(down, f.at, sizeof down);
                down[axis]--;
                if (half_at(own, f.at[0], f.at[1], f.at[2]) ==
                    half_at(own, down[0], down[1], down[2]))
                    continue;
                f.inside_other = half_at(other, f.at[0], f.at[1], f.at[2]) &&
                                 half_at(other, down[0], down[1], down[2]);
                out[count++] = f;
            }
    return count;
}

// The square of the distance, in eighths of a half cell, of a point of that lattice from some faces.
static int surface_square(const face* faces, size_t count, const int p[3])
{
    int found = INT32_MAX;
    for (size_t i = 0; i < count; i++) {
        int square = 0;
        for (int k = 0; k < 3; k++) {
            const int low = 8 * faces[i].at[k], high = k == faces[i].axis ? low : low + 8;
            const int gap = p[k] < low ? low - p[k] : p[k] > high ? p[k] - high : 0;
            square += gap * gap;
        }
        if (square < found) found = square;
    }
    return found;
}

// The greatest square of points of the lattice on one surface, within the other solid.
static int reach_square(const scene* s, int side)
{
    face* const faces[2] = {calloc(3 * FINE * FINE * (FINE + 1), sizeof(face)),
                            calloc(3 * FINE * FINE * (FINE + 1), sizeof(face))};
    size_t count[2];
    int found = 0;
    assert_true(faces[0] && faces[1]);
    for (int i = 0; i < 2; i++)
        count[i] = find_faces(&s->h[i], &s->h[!i], faces[i]);
    for (size_t i = 0; i < count[side]; i++) {
        const face* const f = &faces[side][i];
        for (int n = 0; n < 9 && f->inside_other; n++) {
            int p[3];
            p[f->axis] = 8 * f->at[f->axis];
            p[(f->axis + 1) % 3] = 8 * f->at[(f->axis + 1) % 3] + n % 3 * 4;
            p[(f->axis + 2) % 3] = 8 * f->at[(f->axis + 2) % 3] + n / 3 * 4;
            const int square = surface_square(faces[!side], count[!side], p);
            if (square > found) found = square;
        }
    }
    free(faces[0]);
    free(faces[1]);
    return found;
}

static void reach_is_what_points_say(void** state)
{
    (void)state;
    rng r = {801};
    scene_faults = 0;
    for (int i = 0; i < CASES(40); i++) {
        scene s = {.is_shifted = (int)rng_below(&r, 2)};
        for (int side = 0; side < 2; side++)
            s.c[side] = scene_cells(&r, 1 + (int)rng_below(&r, 4));
        const int cuts = i % 3 == 0 ? (int)rng_below(&r, 4) : 0;
        const int is_brute = i % 8 == 1 && !cuts;
        scene_open(&s, is_brute ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE, cuts, &r);
        abut_reach_answer out;
        const abut_solids_ask ask = {.a_solid = s.solid[0], .b_solid = s.solid[1]};
        assert_int_equal(abut_reach(s.query, &s.at[0], &s.at[1], &ask, &out), ABUT_OK);
        for (int side = 0; side < 2; side++) {
            const abut_deepest* const d = side ? &out.b_in_a : &out.a_in_b;
            const double most = sqrt(reach_square(&s, side)) / 16;
            // A point is at most an eighth of a cell from one of these along each axis.
            if (d->hi < most || d->lo > most + sqrt(2) / 8 || d->lo > d->hi)
                scene_tell(&s, side ? "reach of b" : "reach of a", d->lo, d->hi, most),
                    scene_keep(&s, "reach");
            if (out.complete && d->hi - d->lo > 2e-5)
                scene_tell(&s, "reach, wide", d->lo, d->hi, most);
        }
        scene_close(&s);
    }
    assert_int_equal(scene_faults, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(along_is_what_intervals_say),
        cmocka_unit_test(least_is_the_shortest_free_translation),
        cmocka_unit_test(reach_is_what_points_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
