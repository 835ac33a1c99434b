// test_first_contact.c - abut_first_contact: known answers, limits, errors, memory.
#include "support/boxes.h"
#include "support/distance_check.h"
#include "support/float_mode.h"

#include "abut/motion.h"

#include <math.h>

typedef struct known {
    const char* name;
    double a[6], b[6];       // boxes
    const double* triangle;  // NULL, or in b's place
    abut_motion a_moves, b_moves;
    double separation;
    abut_motion_state state;
    double time;  // of contact: where it is near, within 1e-6
} known;

static const double floor_at[9] = {-9, -9, 1.25, 9, -9, 1.25, 0, 9, 1.25};
static const double wall_at[9] = {-9, 1, -9, 9, 1, -9, 0, 1, 9};
#define WALL_X(x)                                                                                  \
    {                                                                                              \
        x, -40, -40, x, 40, -40, x, 0, 60                                                          \
    }
static const double beyond[9] = WALL_X(5 + 0x1p-20), tangent[9] = WALL_X(5),
                    within[9] = WALL_X(5 - 0x1p-20);

static const known known_answers[] = {
    {.name = "C1",
     .a = {-1, -1, 6, 1, 1, 8},
     .b = {-1, -1, -1, 1, 1, 1},
     .a_moves = {.way = {0, 0, -8}},
     .state = ABUT_MOTION_CONTACT,
     .time = 0.625},
    {.name = "C1 with separation",
     .a = {-1, -1, 6, 1, 1, 8},
     .b = {-1, -1, -1, 1, 1, 1},
     .a_moves = {.way = {0, 0, -8}},
     .separation = 1,
     .state = ABUT_MOTION_CONTACT,
     .time = 0.5},
    {.name = "C2",
     .a = {0, 0, 0, 1, 1, 1},
     .b = {3, 0, 0, 4, 1, 1},
     .a_moves = {.way = {1, 0, 0}},
     .b_moves = {.way = {-3, 0, 0}},
     .state = ABUT_MOTION_CONTACT,
     .time = 0.5},
    {.name = "C3 beside",
     .a = {-6, 1 + 0x1p-40, -1, -4, 3 + 0x1p-40, 1},
     .b = {-1, -1, -1, 1, 1, 1},
     .a_moves = {.way = {10, 0, 0}},
     .state = ABUT_MOTION_FREE,
     .time = 1},
    {.name = "C3, touching",
     .a = {-6, 1, -1, -4, 3, 1},
     .b = {-1, -1, -1, 1, 1, 1},
     .a_moves = {.way = {10, 0, 0}},
     .state = ABUT_MOTION_CONTACT,
     .time = 0.3},
    {.name = "C4",
     .a = {-.25, -.25, 1.75, .25, .25, 2.25},
     .b = {-2, -2, 0, 2, 2, 0x1p-14},
     .a_moves = {.way = {0, 0, -4}},
     .state = ABUT_MOTION_CONTACT,
     .time = 0.4374847412109375},
    {.name = "C5",
     .a = {.75, -.25, -.25, 1.25, .25, .25},
     .triangle = floor_at,
     .a_moves = {.way = {0, 0, 2}, .axis = {0, 0, 1}, .degrees = 360},
     .state = ABUT_MOTION_CONTACT,
     .time = 0.5},
    {.name = "C6",
     .a = {0, -.1, -.1, 2, .1, .1},
     .triangle = wall_at,
     .a_moves = {.axis = {0, 0, 3}, .degrees = 90},
     .state = ABUT_MOTION_CONTACT,
     .time = 0.30107034501512736},
    {.name = "C6, five turns",
     .a = {0, -.1, -.1, 2, .1, .1},
     .triangle = wall_at,
     .a_moves = {.axis = {0, 0, 1}, .degrees = 1800},
     .state = ABUT_MOTION_CONTACT,
     .time = 0.01505351725075637},
    {.name = "C7, beyond",
     .a = {-3, -4, -1, 3, 4, 1},
     .triangle = beyond,
     .a_moves = {.axis = {0, 0, 1}, .degrees = -90},
     .state = ABUT_MOTION_FREE,
     .time = 1},
    {.name = "C7, tangent",
     .a = {-3, -4, -1, 3, 4, 1},
     .triangle = tangent,
     .a_moves = {.axis = {0, 0, 1}, .degrees = -90},
     .state = ABUT_MOTION_NEAR,
     .time = 53.13010235415598 / 90},
    {.name = "C7, within",
     .a = {-3, -4, -1, 3, 4, 1},
     .triangle = within,
     .a_moves = {.axis = {0, 0, 1}, .degrees = -90},
     .state = ABUT_MOTION_CONTACT,
     .time = 53.09471462633666 / 90},
    {.name = "C8, in contact",
     .a = {-1, -1, -1, 1, 1, 1},
     .b = {1, 1, 1, 2, 2, 2},
     .a_moves = {.way = {-1, 0, 0}, .axis = {1, 2, 3}, .degrees = 70},
     .state = ABUT_MOTION_CONTACT,
     .time = 0},
};
enum { KNOWN = sizeof known_answers / sizeof *known_answers };

// The box that a known answer names, or its triangle.
static abut_soup soup_of_side(const known* k, int side, box_soup* room)
{
    static const uint32_t one[3] = {0, 1, 2};
    if (side && k->triangle)
        return (abut_soup){
            .vertices = k->triangle, .triangles = one, .vertex_count = 3, .triangle_count = 1};
    return soup_of_known(side ? k->b : k->a, room);
}

static abut_query* new_query(const abut_host* host)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, host), ABUT_OK);
    return q;
}

static void check_known(const known* k, const abut_first* f, const char* way)
{
    print_message("%s, %s: %s %.17g %.17g, %zu intervals, %zu pairs\n", k->name, way,
                  abut_motion_state_text(f->state), f->t_lo, f->t_hi, (size_t)f->intervals,
                  (size_t)f->triangle_tests);
    if (f->state != k->state) fail_msg("%s, %s: wrong state", k->name, way);
    assert_true(f->complete);
    assert_true(f->t_lo <= f->t_hi && f->t_hi - f->t_lo <= 1e-7);
    const double slack = k->state == ABUT_MOTION_NEAR ? 1e-6 : 1e-15;
    const int is_straight = !(fabs(k->a_moves.degrees) > 0) && !(k->separation > 0);
    if (is_straight && f->t_lo < f->t_hi) assert_true(same_bits(nextafter(f->t_lo, 9), f->t_hi));
    if (!(f->t_lo <= k->time + slack && k->time - slack <= f->t_hi))
        fail_msg("%s, %s: not about %.17g", k->name, way, k->time);
    assert_int_equal(f->has_pair, k->state != ABUT_MOTION_FREE);
    if (k->state == ABUT_MOTION_NEAR)
        assert_true(f->near_lo >= 0 && f->near_lo <= f->near_hi && f->near_hi < 1e-9);
    if (k->state == ABUT_MOTION_CONTACT && !(k->separation > 0))
        assert_memory_equal(f->a_point, f->b_point, sizeof f->a_point);
}

static void boxes_meet_as_known(void** state)
{
    (void)state;
    abut_query* q = new_query(NULL);
    for (int i = 0; i < KNOWN; i++) {
        const known* k = &known_answers[i];
        const abut_motion_ask options = {.separation = k->separation, .detail = ABUT_DETAIL_POINTS};
        for (int w = 0; w < 6; w++) {
            box_soup room[2];
            const abut_soup soup[2] = {soup_of_side(k, 0, &room[0]), soup_of_side(k, 1, &room[1])};
            abut_model *a = distance_model(&soup[0], &distance_ways[w], NULL),
                       *b = distance_model(&soup[1], &distance_ways[w], NULL);
            const abut_instance a_at = {.model = a}, b_at = {.model = b};
            abut_first first;
            assert_int_equal(
                abut_first_contact(q, &a_at, &k->a_moves, &b_at, &k->b_moves, 1, &options, &first),
                ABUT_OK);
            check_known(k, &first, distance_ways[w].name);
            assert_int_equal(
                abut_first_contact(q, &b_at, &k->b_moves, &a_at, &k->a_moves, 1, &options, &first),
                ABUT_OK);
            check_known(k, &first, "the other way round");
            abut_model_free(a);
            abut_model_free(b);
        }
    }
    abut_query_free(q);
}

// C7, a corner that misses a wall by 2^-36: intervals much shorter than the resolution have to be looked at.
static void a_coarse_resolution_is_not_near(void** state)
{
    (void)state;
    static const double wall[9] = WALL_X(5 + 0x1p-36);
    const known k = {.a = {-3, -4, -1, 3, 4, 1}, .triangle = wall};
    const abut_motion turn = {.axis = {0, 0, 1}, .degrees = -90};
    const abut_motion_ask coarse = {.resolution = 0.25};
    abut_query* q = new_query(NULL);
    for (int w = 0; w < 6; w++) {
        box_soup room[2];
        const abut_soup soup[2] = {soup_of_side(&k, 0, &room[0]), soup_of_side(&k, 1, &room[1])};
        abut_model *a = distance_model(&soup[0], &distance_ways[w], NULL),
                   *b = distance_model(&soup[1], &distance_ways[w], NULL);
        const abut_instance a_at = {.model = a}, b_at = {.model = b};
        abut_first first;
        assert_int_equal(abut_first_contact(q, &a_at, &turn, &b_at, NULL, 1, &coarse, &first),
                         ABUT_OK);
        assert_int_equal(first.state, ABUT_MOTION_FREE);
        abut_model_free(a);
        abut_model_free(b);
    }
    abut_query_free(q);
}

// Two cubes that spin on each other, at a gap along the axis, never come nearer: some intervals tell that, not one for each
// root of the gap. A coarse resolution says nothing about what is free.
static void what_spins_on_a_face_is_free(void** state)
{
    (void)state;
    abut_query* q = new_query(NULL);
    for (int exponent = -6; exponent >= -30; exponent -= 8) {
        const double gap = ldexp(1, exponent);
        const known k = {.a = {-1, -1, 1 + gap, 1, 1, 2 + gap}, .b = {-2, -2, 0, 2, 2, 1}};
        const abut_motion spin = {.axis = {0, 0, 1}, .degrees = 90};
        for (int coarse = 0; coarse < 2; coarse++) {
            const abut_motion_ask options = {.resolution = coarse ? 0.01 : 0};
            for (int w = 0; w < 6; w++) {
                box_soup room[2];
                const abut_soup soup[2] = {soup_of_side(&k, 0, &room[0]),
                                           soup_of_side(&k, 1, &room[1])};
                abut_model *a = distance_model(&soup[0], &distance_ways[w], NULL),
                           *b = distance_model(&soup[1], &distance_ways[w], NULL);
                const abut_instance a_at = {.model = a}, b_at = {.model = b};
                abut_first first;
                assert_int_equal(
                    abut_first_contact(q, &a_at, &spin, &b_at, NULL, 1, &options, &first), ABUT_OK);
                assert_int_equal(first.state, ABUT_MOTION_FREE);
                assert_true(first.intervals <= 500);
                abut_model_free(a);
                abut_model_free(b);
            }
        }
    }
    abut_query_free(q);
}

// A bar that turns to a wall, in frames.
typedef struct framed {
    abut_model *a, *b;
    abut_motion turn;
    abut_query* q;
} framed;

static framed framed_make(abut_method method)
{
    framed f = {.turn = {.axis = {0, 0, 3}, .degrees = 90}, .q = new_query(NULL)};
    const known k = {.a = {0, -.1, -.1, 2, .1, .1}, .triangle = wall_at};
    box_soup room[2];
    const abut_soup soup[2] = {soup_of_side(&k, 0, &room[0]), soup_of_side(&k, 1, &room[1])};
    const abut_build build = {.method = method};
    assert_int_equal(abut_model_build(&f.a, &soup[0], &build), ABUT_OK);
    assert_int_equal(abut_model_build(&f.b, &soup[1], &build), ABUT_OK);
    return f;
}

static void framed_free(framed* f)
{
    abut_query_free(f->q);
    abut_model_free(f->a);
    abut_model_free(f->b);
}

static void equal_frames_drop_out(void** state)
{
    (void)state;
    framed f = framed_make(ABUT_METHOD_WIDE);
    abut_pose frame, other;
    assert_int_equal(abut_pose_from_axis_angle(&frame, (const double[3]){0, 0, 1}, 90), ABUT_OK);
    frame.translation[2] = 1000;
    other = frame;
    other.translation[0] = 1;
    abut_instance a = {.model = f.a}, b = {.model = f.b};
    const abut_motion_ask points = {.detail = ABUT_DETAIL_POINTS}, apart = {.separation = 0.1};
    abut_first plain, moved;
    assert_int_equal(abut_first_contact(f.q, &a, &f.turn, &b, NULL, 1, &points, &plain), ABUT_OK);
    a.frame = b.frame = &frame;
    assert_int_equal(abut_first_contact(f.q, &a, &f.turn, &b, NULL, 1, &points, &moved), ABUT_OK);
    assert_true(same_bits(plain.t_lo, moved.t_lo) && same_bits(plain.t_hi, moved.t_hi));
    assert_true(fabs(moved.a_point[0] + plain.a_point[1]) < 1e-12);
    assert_true(fabs(moved.a_point[2] - plain.a_point[2] - 1000) < 1e-12);
    b.frame = &other;
    assert_int_equal(abut_first_contact(f.q, &a, &f.turn, &b, NULL, 1, NULL, &moved),
                     ABUT_BAD_COMBINATION);
    // A frame that is not quite rigid keeps contacts, not lengths.
    frame.rotation[0][1] -= 0x1p-12;
    b.frame = &frame;
    assert_int_equal(abut_first_contact(f.q, &a, &f.turn, &b, NULL, 1, NULL, &moved), ABUT_OK);
    assert_true(same_bits(plain.t_lo, moved.t_lo));
    assert_int_equal(abut_first_contact(f.q, &a, &f.turn, &b, NULL, 1, &apart, &moved),
                     ABUT_BAD_COMBINATION);
    framed_free(&f);
}

static void what_cannot_be_asked_is_refused(void** state)
{
    (void)state;
    framed f = framed_make(ABUT_METHOD_WIDE), trees = framed_make(ABUT_METHOD_AABB);
    const abut_instance a = {.model = f.a}, b = {.model = f.b}, tree = {.model = trees.a};
    const struct {
        abut_motion_ask ask;
        abut_status status;
    } asks[] = {
        {{.separation = -1}, ABUT_BAD_ARGUMENT},
        {{.resolution = -1}, ABUT_BAD_ARGUMENT},
        {{.deadline = -1}, ABUT_BAD_ARGUMENT},
        {{.any = 2}, ABUT_BAD_ARGUMENT},
        {{.detail = (abut_detail)3}, ABUT_BAD_ARGUMENT},
        {{.reserved = {0, 1}}, ABUT_BAD_ARGUMENT},
        {{.separation = (double)NAN}, ABUT_NOT_FINITE},
        {{.resolution = (double)INFINITY}, ABUT_NOT_FINITE},
    };
    abut_first x;
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
        assert_int_equal(abut_first_contact(f.q, &a, &f.turn, &b, NULL, 1, &asks[i].ask, &x),
                         asks[i].status);
    assert_int_equal(abut_first_contact(NULL, &a, NULL, &b, NULL, 1, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_first_contact(f.q, &a, NULL, NULL, NULL, 1, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_first_contact(f.q, &a, NULL, &b, NULL, 1, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_first_contact(f.q, &a, NULL, &tree, NULL, 1, NULL, &x),
                     ABUT_MIXED_METHODS);
    assert_int_equal(abut_first_contact(f.q, &tree, NULL, &tree, NULL, 1, NULL, &x),
                     ABUT_BAD_COMBINATION);
    const abut_motion no_axis = {.degrees = 1};
    assert_int_equal(abut_first_contact(f.q, &a, &no_axis, &b, NULL, 1, NULL, &x),
                     ABUT_BAD_ARGUMENT);
    // No pieces: the poses alone.
    assert_int_equal(abut_first_contact(f.q, &a, &no_axis, &b, NULL, 0, NULL, &x), ABUT_OK);
    assert_true(x.state == ABUT_MOTION_FREE && !(x.t_hi > 0));
    assert_int_equal(abut_first_contact(f.q, &a, NULL, &a, NULL, 0, NULL, &x), ABUT_OK);
    assert_true(x.state == ABUT_MOTION_CONTACT && !(x.t_hi > 0));
    assert_null(abut_motion_state_text((abut_motion_state)4));
    framed_free(&f);
    framed_free(&trees);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_meet_as_known),
        cmocka_unit_test(a_coarse_resolution_is_not_near),
        cmocka_unit_test(what_spins_on_a_face_is_free),
        cmocka_unit_test(equal_frames_drop_out),
        cmocka_unit_test(what_cannot_be_asked_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
