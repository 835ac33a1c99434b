// fuzz_tri_tri.c - two triangles decided in four ways: by the fast decision, by features, by the
// public function in both orders, and by the big integers of tests/support/oracle.c.
#include "geom/tri_tri.h"
#include "grid.h"
#include "support/oracle.h"

typedef struct triangle {
    double v[9];
    abut_pose pose;
} triangle;

static void check_internal(const triangle t[2], const affine pose[2], abut_kind expected)
{
    const double* vertex[2][3];
    corners shape[2];
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < 3; i++)
            vertex[side][i] = t[side].v + 3 * i;
        shape[side] = corners_of_triangle(vertex[side]);
    }
    for (int drop_equal = 0; drop_equal < 2; drop_equal++) {
        pose_pair poses;
        posed_triangle placed[2];
        posed_pair pair;
        abut_contact contact;
        pose_pair_prepare(&poses, &pose[0], &pose[1], drop_equal);
        for (int side = 0; side < 2; side++)
            posed_triangle_place(&placed[side], &poses, side, vertex[side]);
        posed_pair_prepare(&pair, &poses, &placed[0], &placed[1]);
        CHECK(tri_tri(&pair, &shape[0], &shape[1]) == expected);
        posed_pair_prepare(&pair, &poses, &placed[0], &placed[1]);
        contact_find(&pair, &shape[0], &shape[1], 0, &contact);
        CHECK(contact.kind == expected);
    }
}

static int has_corner(const abut_contact* c, abut_event event, const double point[3])
{
    for (int i = 0; i < c->point_count; i++)
        if (c->events[i].a == event.b && c->events[i].b == event.a)
            return c->points[i][0] == point[0] && c->points[i][1] == point[1] &&
                   c->points[i][2] == point[2];
    return 0;
}

static void check_public(const triangle t[2], abut_kind expected)
{
    abut_contact ab, ba;
    CHECK(abut_triangles_touch(t[0].v, &t[0].pose, t[1].v, &t[1].pose, &ab) == ABUT_OK);
    CHECK(abut_triangles_touch(t[1].v, &t[1].pose, t[0].v, &t[0].pose, &ba) == ABUT_OK);
    CHECK(ab.kind == expected && ba.kind == expected && ab.point_count == ba.point_count);
    CHECK((ab.point_count > 0) == (expected != ABUT_KIND_APART) && ab.point_count <= 6);
    for (int i = 0; i < ab.point_count; i++)
        CHECK(has_corner(&ba, ab.events[i], ab.points[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static oracle* o;
    byte_source s = {data, data + size};
    triangle t[2];
    affine pose[2];
    double points[2][3][3];
    if (!o) o = oracle_create();
    for (int side = 0; side < 2; side++) {
        grid_triangle(&s, t[side].v);
        for (int i = 0; i < 9; i++)
            points[side][i / 3][i % 3] = t[side].v[i];
    }
    for (int side = 0; side < 2; side++) {
        t[side].pose = grid_pose(&s);
        pose[side] = oracle_affine(&t[side].pose);
    }
    oracle_load(o, (const double(*)[3])points[0], &pose[0], (const double(*)[3])points[1],
                &pose[1]);
    const abut_kind expected = oracle_decide(o);
    check_internal(t, pose, expected);
    check_public(t, expected);
    return 0;
}
