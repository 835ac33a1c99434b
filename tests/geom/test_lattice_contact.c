// test_lattice_contact.c - the corners of what two triangles share, in machine words, against those of contact_find: on small grids,
// where nearly all are ties, and anywhere.
#include "geom/lattice.h"
#include "geom/tri_tri.h"
#include "support/share.h"
#include "support/soups.h"

enum { TRIES = 400000 };

static int code(abut_event e)
{
    return e.a * 8 + e.b;
}

static int compare_events(const void* x, const void* y)
{
    return code(*(const abut_event*)x) - code(*(const abut_event*)y);
}

static void put(rng* r, int sort, double v[6][3])
{
    double tilt[3][3];
    for (int i = 0; i < 9; i++)
        tilt[i / 3][i % 3] = (double)rng_below(r, 1 << 16) - 0x1p15;
    for (int i = 0; i < 6; i++) {
        double x[3];
        for (int k = 0; k < 3; k++)
            x[k] = sort == 3 ? rng_signed(r) : (double)rng_below(r, sort == 1 ? 2 : 3);
        if (sort == 2) x[2] = 0;
        for (int k = 0; k < 3; k++)
            v[i][k] = sort == 3 ? x[k] : tilt[k][0] * x[0] + tilt[k][1] * x[1] + tilt[k][2] * x[2];
    }
}

static void corners_are_those_of_contact_find(void** state)
{
    (void)state;
    static const pose_pair poses = {.in_place = 1};
    static const lattice_pose in_place = {.axis = {0, 1, 2}};
    size_t count[4] = {0}, asked = 0;
    for (int i = 0; i < TRIES; i++) {
        if (!IS_CASE(i)) continue;
        rng r = {(uint64_t)i};
        double v[6][3];
        const double* at[6];
        posed_triangle t[2];
        posed_pair pair;
        lattice_points points;
        abut_contact expected, found;
        put(&r, i % 4, v);
        for (int k = 0; k < 6; k++)
            at[k] = v[k];
        const corners a = corners_of_triangle(at), b = corners_of_triangle(at + 3);
        if (a.count < 3 || b.count < 3 || !lattice_place(&points, &in_place, at)) continue;
        posed_triangle_place(&t[0], &poses, 0, at);
        posed_triangle_place(&t[1], &poses, 1, at + 3);
        posed_pair_prepare(&pair, &poses, &t[0], &t[1]);
        contact_find(&pair, &a, &b, 0, &expected);
        lattice_contact(&points, &found);
        qsort(expected.events, (size_t)expected.point_count, sizeof(abut_event), compare_events);
        qsort(found.events, (size_t)found.point_count, sizeof(abut_event), compare_events);
        if (found.kind != expected.kind || found.point_count != expected.point_count ||
            memcmp(found.events, expected.events, sizeof found.events) != 0)
            fail_msg("case %d: kind %d, %d corners, not %d, %d", i, found.kind, found.point_count,
                     expected.kind, expected.point_count);
        count[found.kind]++;
        asked++;
    }
    print_message("%zu pairs: apart %zu, touching %zu, crossing %zu, in one plane %zu\n", asked,
                  count[ABUT_KIND_APART], count[ABUT_KIND_TOUCH], count[ABUT_KIND_CROSS],
                  count[ABUT_KIND_COPLANAR]);
    for (int k = 0; k < 4; k++)
        assert_true(count[k] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_are_those_of_contact_find),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
