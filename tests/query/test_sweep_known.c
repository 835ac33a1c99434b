// test_sweep_known.c - first contacts that were found by others: closed forms (C1 to C8 of the design of distances), and cases of bug
// reports (tests/cases). Each by every way to build, in both orders, in all states of the floating-point unit, moved by
// common motions and scaled.
#include "support/boxes.h"
#include "support/common_motion.h"
#include "support/distance_check.h"
#include "support/float_mode.h"
#include "support/reports.h"

#include "abut/motion.h"

#include <gmp.h>
#include <math.h>

enum { MOST_PIECES = 10 };

// Two models and how they move; and what is known.
typedef struct known {
    const char* name;
    abut_soup soup[2];
    abut_pose pose[2];
    abut_motion moves[2][MOST_PIECES];
    abut_pose to[2][MOST_PIECES];
    size_t pieces;
    double separation, resolution;
    abut_motion_state state;
    const char* exact;  // the first contact as a fraction, if nothing turns
    double first;       // else within some last places of this
} known;

static int is_moving(const abut_motion* m)
{
    double sum = fabs(m->degrees) + (m->to != NULL);
    for (int c = 0; c < 3; c++)
        sum += fabs(m->way[c]);
    return sum > 0;
}

static const abut_motion* moves_of(const known* k, int side)
{
    for (size_t i = 0; i < k->pieces; i++)
        if (is_moving(&k->moves[side][i])) return k->moves[side];
    return NULL;
}

// ------------------------------------------------------------------------------------------ answers

// width: of t_lo to t_hi; 0: they are the doubles next to it.
static const char* exact_fault(const char* exact, double width, const abut_first* f)
{
    mpq_t first, x;
    mpq_inits(first, x, NULL);
    if (mpq_set_str(first, exact, 10) != 0) fail_msg("%s is no fraction", exact);
    mpq_canonicalize(first);
    mpq_set_d(x, f->t_lo);
    const int low = mpq_cmp(x, first);
    mpq_set_d(x, f->t_hi);
    const int high = mpq_cmp(x, first);
    mpq_clears(first, x, NULL);
    if (low > 0 || high < 0) return "another time";
    if (width > 0) return f->t_hi - f->t_lo <= width ? NULL : "coarser than asked";
    if (low == 0 ? high != 0 : !(f->t_hi <= nextafter(f->t_lo, (double)INFINITY)))
        return "not the doubles next to it";
    return NULL;
}

static const char* fault_of(const known* k, const abut_first* f)
{
    if (f->state != k->state) return "another state";
    if (!f->complete) return "not complete";
    const double end = (double)k->pieces;
    if (f->state == ABUT_MOTION_FREE)
        return f->t_lo < end || f->t_hi > end || f->has_pair ? "not free to the end" : NULL;
    if (!f->has_pair) return "no pair";
    const double resolution = k->resolution > 0 ? k->resolution : 1e-7;
    if (k->exact) return exact_fault(k->exact, k->separation > 0 ? resolution : 0, f);
    if (f->state == ABUT_MOTION_NEAR)  // it may be told as soon as they are very near
        return fabs(f->t_lo - k->first) <= 1e-6 && fabs(f->t_hi - k->first) <= 1e-6
                   ? NULL
                   : "another time";
    // What is known is itself rounded.
    if (!(f->t_lo <= k->first * (1 + 4e-16) && f->t_hi >= k->first * (1 - 4e-16)))
        return "another time";
    return f->t_hi - f->t_lo <= resolution ? NULL : "coarser than asked";
}

static int faults;  // of all that was asked; each is told

static void ask(const known* k, abut_query* query, abut_model* const model[2], int order,
                const float_mode* mode, const char* what)
{
    const abut_instance at[2] = {{.model = model[0], .pose = k->pose[0]},
                                 {.model = model[1], .pose = k->pose[1]}};
    abut_motion_ask options = {.separation = k->separation, .resolution = k->resolution};
    for (int any = 0; any < 2; any++) {
        abut_first f;
        options.any = any;
        float_mode_enter(mode);
        const abut_status status =
            abut_first_contact(query, &at[order], moves_of(k, order), &at[!order],
                               moves_of(k, !order), k->pieces, &options, &f);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        const char* fault = any ? NULL : fault_of(k, &f);
        if (any && f.state != k->state) fault = "another state";
        if (any && f.state == ABUT_MOTION_CONTACT && !k->exact && f.t_hi < k->first * (1 - 4e-16))
            fault = "too early";
        if (fault)
            faults++,
                fprintf(stderr,
                        "%s, %s, order %d, %s, any %d: %s: state %d, %.17g .. %.17g, pair %u %u\n",
                        k->name, what, order, mode->name, any, fault, (int)f.state, f.t_lo, f.t_hi,
                        f.pair.a, f.pair.b);
    }
}

static void ask_way(const known* k, const distance_way* way, const char* motion)
{
    if (way->method != ABUT_METHOD_BRUTE && way->method != ABUT_METHOD_WIDE) return;
    abut_model* model[2] = {distance_model(&k->soup[0], way, NULL),
                            distance_model(&k->soup[1], way, NULL)};
    abut_query* query = NULL;
    char what[100];
    snprintf(what, sizeof what, "%s, %s", motion, way->name);
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int i = 0; i < 2 * FLOAT_MODE_COUNT; i++)
        ask(k, query, model, i % 2, &float_modes[i / 2], what);
    abut_query_free(query);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

// Directions turn with everything, lengths are scaled.
static void turned(const common_motion* m, int is_length, double x[3])
{
    double out[3];
    for (int i = 0; i < 3; i++) {
        const int turn = m->turn[i] ? m->turn[i] : i + 1;
        out[i] = (turn < 0 ? -1 : 1) * x[abs(turn) - 1];
        if (is_length) out[i] = ldexp(out[i], m->power);
    }
    memcpy(x, out, sizeof out);
}

// A mirror turns screws about: axes go the other way then.
static int is_mirror(const common_motion* m)
{
    int sign = 1, rows[3];
    for (int i = 0; i < 3; i++) {
        rows[i] = m->turn[i] ? abs(m->turn[i]) : i + 1;
        sign *= m->turn[i] < 0 ? -1 : 1;
    }
    const int swaps = (rows[0] > rows[1]) + (rows[0] > rows[2]) + (rows[1] > rows[2]);
    return sign * (swaps % 2 ? -1 : 1) < 0;
}

// Everything by a motion that is exact. 0: not this one, which would move pivots by roundings.
static int move_known(const common_motion* m, const known* k, known* out)
{
    *out = *k;
    common_motion same = *m;
    memset(same.place, 0, sizeof same.place);
    common_motion_apply(&same, k->pose, out->pose);
    if (ldexp(k->separation, m->power) < k->separation * 0x1p-200 && k->separation > 0) return 0;
    out->separation = ldexp(k->separation, m->power);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < k->pieces; i++) {
            abut_motion* const piece = &out->moves[side][i];
            turned(&same, 1, piece->way);
            turned(&same, 0, piece->axis);
            turned(&same, 1, piece->pivot);
            for (int c = 0; c < 3 && is_mirror(&same); c++)
                piece->axis[c] = -piece->axis[c];
            if (!k->moves[side][i].to) continue;
            out->to[side][i] = common_motion_of(&same, k->moves[side][i].to);
            piece->to = &out->to[side][i];
            memcpy(piece->pivot, k->moves[side][i].pivot, sizeof piece->pivot);
        }
    return 1;
}

static void ask_all(const known* k)
{
    for (int m = 0; m < COMMON_MOTIONS; m++) {
        known moved;
        if (!move_known(&common_motions[m], k, &moved)) continue;
        for (int w = 0; w < DISTANCE_WAYS; w++)
            ask_way(&moved, &distance_ways[w], common_motions[m].name);
    }
}

// ---------------------------------------------------------------------------------------- closed forms

// A box, or a triangle: nine numbers.
typedef struct shape {
    int is_triangle;
    double x[9];
} shape;

static abut_soup soup_of_shape(const shape* s, box_soup* room)
{
    static const uint32_t one[3] = {0, 1, 2};
    if (!s->is_triangle) return soup_of_known(s->x, room);
    return (abut_soup){.vertices = s->x, .triangles = one, .vertex_count = 3, .triangle_count = 1};
}

#define BOX(...)                                                                                   \
    {                                                                                              \
        0,                                                                                         \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define TRIANGLE(...)                                                                              \
    {                                                                                              \
        1,                                                                                         \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define FREE    ABUT_MOTION_FREE
#define CONTACT ABUT_MOTION_CONTACT

static const struct {
    const char* name;
    shape shape[2];
    double at[3];  // where a stands
    abut_motion move[2];
    double separation, resolution;
    abut_motion_state state;
    const char* exact;
    double first;
} forms[] = {
    {"C1",
     {BOX(-1, -1, -1, 1, 1, 1), BOX(-1, -1, -1, 1, 1, 1)},
     {0, 0, 7},
     {{.way = {0, 0, -8}}},
     .state = CONTACT,
     .exact = "5/8"},
    {"C1, separation 1",
     {BOX(-1, -1, -1, 1, 1, 1), BOX(-1, -1, -1, 1, 1, 1)},
     {0, 0, 7},
     {{.way = {0, 0, -8}}},
     .separation = 1,
     .state = CONTACT,
     .exact = "1/2"},
    {"C2",
     {BOX(0, 0, 0, 1, 1, 1), BOX(3, 0, 0, 4, 1, 1)},
     {0},
     {{.way = {1, 0, 0}}, {.way = {-3, 0, 0}}},
     .state = CONTACT,
     .exact = "1/2"},
    {"C3",
     {BOX(-1, -1, -1, 1, 1, 1), BOX(-1, -1, -1, 1, 1, 1)},
     {-5, 2, 0},
     {{.way = {10, 0, 0}}},
     .state = CONTACT,
     .exact = "3/10"},
    {"C3, beside",
     {BOX(-1, -1, -1, 1, 1, 1), BOX(-1, -1, -1, 1, 1, 1)},
     {-5, 2 + 0x1p-40, 0},
     {{.way = {10, 0, 0}}},
     .state = FREE},
    {"C4",
     {BOX(-.25, -.25, -.25, .25, .25, .25), BOX(-2, -2, 0, 2, 2, 0x1p-14)},
     {0, 0, 2},
     {{.way = {0, 0, -4}}},
     .state = CONTACT,
     .exact = "28671/65536"},
    {"C5",
     {BOX(.75, -.25, -.25, 1.25, .25, .25), TRIANGLE(-9, -9, 1.25, 9, -9, 1.25, 0, 9, 1.25)},
     {0},
     {{.way = {0, 0, 2}, .axis = {0, 0, 1}, .degrees = 360}},
     .state = CONTACT,
     .first = 0.5},
    {"C6",
     {BOX(0, -.1, -.1, 2, .1, .1), TRIANGLE(-9, 1, -9, 9, 1, -9, 0, 1, 9)},
     {0},
     {{.axis = {0, 0, 1}, .degrees = 90}},
     .state = CONTACT,
     .first = 0.30107034501512736},
    {"C6, finer",
     {BOX(0, -.1, -.1, 2, .1, .1), TRIANGLE(-9, 1, -9, 9, 1, -9, 0, 1, 9)},
     {0},
     {{.axis = {0, 0, 1}, .degrees = 90}},
     .resolution = 1e-11,
     .state = CONTACT,
     .first = 0.30107034501512736},
    {"C6, coarser",
     {BOX(0, -.1, -.1, 2, .1, .1), TRIANGLE(-9, 1, -9, 9, 1, -9, 0, 1, 9)},
     {0},
     {{.axis = {0, 0, 1}, .degrees = 90}},
     .resolution = 1e-2,
     .state = CONTACT,
     .first = 0.30107034501512736},
    {"C6, five turns",
     {BOX(0, -.1, -.1, 2, .1, .1), TRIANGLE(-9, 1, -9, 9, 1, -9, 0, 1, 9)},
     {0},
     {{.axis = {0, 0, 1}, .degrees = 1800}},
     .state = CONTACT,
     .first = 0.01505351725075637},
    {"C7, before it",
     {BOX(-3, -4, -1, 3, 4, 1),
      TRIANGLE(5 + 0x1p-20, -99, -99, 5 + 0x1p-20, 99, -99, 5 + 0x1p-20, 0, 99)},
     {0},
     {{.axis = {0, 0, 1}, .degrees = -90}},
     .state = FREE},
    {"C7, at it",
     {BOX(-3, -4, -1, 3, 4, 1), TRIANGLE(5, -99, -99, 5, 99, -99, 5, 0, 99)},
     {0},
     {{.axis = {0, 0, 1}, .degrees = -90}},
     .state = ABUT_MOTION_NEAR,
     .first = 53.13010235415598 / 90},
    {"C7, beyond it",
     {BOX(-3, -4, -1, 3, 4, 1),
      TRIANGLE(5 - 0x1p-20, -99, -99, 5 - 0x1p-20, 99, -99, 5 - 0x1p-20, 0, 99)},
     {0},
     {{.axis = {0, 0, 1}, .degrees = -90}},
     .state = CONTACT,
     .first = 53.09471462633666 / 90},
    {"C8, at 0",
     {BOX(-1, -1, -1, 1, 1, 1), BOX(-1, -1, -1, 1, 1, 1)},
     {2, 0, 0},
     {{.way = {3, 0, 0}, .axis = {0, 1, 1}, .degrees = 77}},
     .state = CONTACT,
     .exact = "0/1"},
    {"C8, both alike",
     {BOX(-1, -1, -1, 1, 1, 1), BOX(-1, -1, -1, 1, 1, 1)},
     {2, 0, 0},
     {{.way = {3, 0, 0}, .axis = {0, 1, 1}, .degrees = 77},
      {.way = {3, 0, 0}, .axis = {0, 1, 1}, .degrees = 77}},
     .state = CONTACT,
     .exact = "0/1"},
    {"C8, both alike and apart",
     {BOX(-1, -1, -1, 1, 1, 1), BOX(-1, -1, -1, 1, 1, 1)},
     {2 + 0x1p-50, 0, 0},
     {{.way = {3, 0, 0}, .axis = {0, 1, 1}, .degrees = 77},
      {.way = {3, 0, 0}, .axis = {0, 1, 1}, .degrees = 77}},
     .state = FREE},
};
enum { FORMS = sizeof forms / sizeof *forms };

static void closed_forms_are_as_known(void** state)
{
    (void)state;
    faults = 0;
    for (int i = 0; i < FORMS; i++) {
        box_soup room[2];
        known k = {.name = forms[i].name,
                   .pieces = 1,
                   .separation = forms[i].separation,
                   .resolution = forms[i].resolution,
                   .state = forms[i].state,
                   .exact = forms[i].exact,
                   .first = forms[i].first};
        for (int side = 0; side < 2; side++) {
            k.soup[side] = soup_of_shape(&forms[i].shape[side], &room[side]);
            k.moves[side][0] = forms[i].move[side];
        }
        memcpy(k.pose[0].translation, forms[i].at, sizeof forms[i].at);
        ask_all(&k);
    }
    assert_int_equal(faults, 0);
}

// C6 as a path of three poses, and the other way round: the wall turns about the bar.
static void a_path_of_poses_is_as_known(void** state)
{
    (void)state;
    faults = 0;
    const shape bar = BOX(0, -.1, -.1, 2, .1, .1), wall = TRIANGLE(-9, 1, -9, 9, 1, -9, 0, 1, 9);
    static const double degrees[2][2] = {{30, 90}, {-30, -90}}, z[3] = {0, 0, 1};
    for (int side = 0; side < 2; side++) {
        box_soup room;
        known k = {.name = side ? "C6, a path of the wall" : "C6, a path",
                   .pieces = 2,
                   .soup = {soup_of_shape(&bar, &room), soup_of_shape(&wall, NULL)},
                   .state = CONTACT,
                   .first = 0.90321103504538};
        for (int i = 0; i < 2; i++) {
            assert_int_equal(abut_pose_from_axis_angle(&k.to[side][i], z, degrees[side][i]),
                             ABUT_OK);
            k.moves[side][i].to = &k.to[side][i];
        }
        ask_all(&k);
    }
    assert_int_equal(faults, 0);
}

// Models much smaller than the separation that is asked for, at rest or not: no number of the engine may be lost beyond floats.
static void a_separation_far_beyond_sizes_is_kept(void** state)
{
    (void)state;
    faults = 0;
    static const double gaps[] = {0x1p-4, 4, 0x1p30, 0x1p60, 0x1p90};
    const shape shapes[2] = {TRIANGLE(0, 0, 0, 1, 0, 0, 0, 1, 0), BOX(0, 0, 1, 1, 1, 2)};
    for (int i = 0; i < 10; i++) {
        box_soup room[2];
        known k = {.name = i < 5 ? "far, at rest" : "far, moving",
                   .pieces = 1,
                   .state = CONTACT,
                   .separation = gaps[i % 5],
                   .exact = "0/1"};
        for (int side = 0; side < 2; side++)
            k.soup[side] = soup_of_shape(&shapes[side], &room[side]);
        k.pose[1].translation[2] = i % 5 ? 2 : -1 + 0x1p-5;
        if (i >= 5)
            k.moves[1][0] = (abut_motion){.way = {0, 0, 1}, .axis = {0, 0, 1}, .degrees = 9};
        ask_all(&k);
    }
    assert_int_equal(faults, 0);
}

// ------------------------------------------------------------------------------------------- reports

static void piece_of(const cJSON* move, abut_motion* out)
{
    const cJSON *way = cJSON_GetObjectItem(move, "way"), *axis = cJSON_GetObjectItem(move, "axis");
    if (way) reports_numbers(way, out->way, 3);
    if (!axis) return;
    reports_numbers(axis, out->axis, 3);
    reports_numbers(cJSON_GetObjectItem(move, "pivot"), out->pivot, 3);
    out->degrees = cJSON_GetObjectItem(move, "degrees")->valuedouble;
}

static void expect(known* k, const cJSON* first)
{
    k->state = first && !cJSON_IsNull(first) ? CONTACT : FREE;
    k->exact = cJSON_GetStringValue(first);
    k->first = cJSON_IsNumber(first) ? first->valuedouble : 0;
}

// The way back: what moves begins at the end, and goes the other way.
static void turn_back(known* k)
{
    for (int side = 0; side < 2; side++) {
        abut_motion* const m = &k->moves[side][0];
        if (!is_moving(m)) continue;
        abut_pose end;
        assert_int_equal(abut_motion_pose(&k->pose[side], m, 1, 1, &end), ABUT_OK);
        k->pose[side] = end;
        for (int c = 0; c < 3; c++) {
            m->pivot[c] += m->way[c];
            m->way[c] = -m->way[c];
        }
        m->degrees = -m->degrees;
    }
}

static void ask_report(const char* id, const cJSON* motion)
{
    known k = {.name = id, .pieces = (size_t)cJSON_GetObjectItem(motion, "pieces")->valuedouble};
    box_soup room[2];
    static const double z[3] = {0, 0, 1};
    const cJSON* const around = cJSON_GetObjectItem(motion, "turned");
    for (int side = 0; side < 2; side++) {
        double box[6], at[3];
        reports_numbers(cJSON_GetArrayItem(cJSON_GetObjectItem(motion, "boxes"), side), box, 6);
        reports_numbers(cJSON_GetArrayItem(cJSON_GetObjectItem(motion, "at"), side), at, 3);
        k.soup[side] = soup_of_known(box, &room[side]);
        if (around) {
            const double degrees = cJSON_GetArrayItem(around, side)->valuedouble;
            assert_int_equal(abut_pose_from_axis_angle(&k.pose[side], z, degrees), ABUT_OK);
        }
        memcpy(k.pose[side].translation, at, sizeof at);
        for (size_t i = 0; i < k.pieces; i++)
            piece_of(cJSON_GetArrayItem(cJSON_GetObjectItem(motion, "moves"), side),
                     &k.moves[side][i]);
    }
    const cJSON* const apart = cJSON_GetObjectItem(motion, "apart");
    expect(&k, cJSON_GetObjectItem(motion, "first"));
    ask_all(&k);
    if (apart) {
        k.separation = apart->valuedouble;
        ask_all(&k);
    }
    const cJSON* const back = cJSON_GetObjectItem(motion, "first_back");
    if (!back) return;
    turn_back(&k);
    expect(&k, back);
    ask_all(&k);
}

static void reports_are_as_known(void** state)
{
    (void)state;
    faults = 0;
    cJSON* const reports = reports_load(ABUT_CASES "/reports.json");
    int count = 0;
    const cJSON *item, *motion;
    cJSON_ArrayForEach(item, reports)
    {
        if (strcmp(cJSON_GetObjectItem(item, "kind")->valuestring, "ccd") != 0) continue;
        count++;
        const cJSON* const motions = cJSON_GetObjectItem(item, "motions");
        cJSON_ArrayForEach(motion, motions)
        {
            ask_report(cJSON_GetObjectItem(item, "id")->valuestring, motion);
        }
    }
    assert_int_equal(count, 8);
    assert_int_equal(faults, 0);
    cJSON_Delete(reports);
}

// Where a cube meets a large plate from above: inside its face, not at a corner.
static void the_points_are_where_they_touch(void** state)
{
    (void)state;
    faults = 0;
    static const double plate[6] = {0, 0, 0, 100, 100, 1}, cube[6] = {-1, -1, -1, 1, 1, 1};
    box_soup room[2];
    const abut_soup soup[2] = {soup_of_known(plate, &room[0]), soup_of_known(cube, &room[1])};
    for (int w = 0; w < 2; w++) {
        abut_model* model[2] = {distance_model(&soup[0], &distance_ways[w], NULL),
                                distance_model(&soup[1], &distance_ways[w], NULL)};
        abut_query* query = NULL;
        assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
        const abut_instance a = {.model = model[0]},
                            b = {.model = model[1], .pose = {.translation = {50, 200, .5}}};
        const abut_motion way = {.way = {0, -100, 0}};
        const abut_motion_ask options = {.detail = ABUT_DETAIL_POINTS};
        abut_first f;
        assert_int_equal(abut_first_contact(query, &a, NULL, &b, &way, 1, &options, &f), ABUT_OK);
        assert_int_equal(f.state, ABUT_MOTION_CONTACT);
        for (int side = 0; side < 2; side++) {
            const double* const p = side ? f.b_point : f.a_point;
            assert_true(fabs(p[1] - 100) < 1e-12 && p[0] >= 49 && p[0] <= 51 && p[2] >= -.5 &&
                        p[2] <= 1.5);
        }
        abut_query_free(query);
        abut_model_free(model[0]);
        abut_model_free(model[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms_are_as_known),
        cmocka_unit_test(a_path_of_poses_is_as_known),
        cmocka_unit_test(a_separation_far_beyond_sizes_is_kept),
        cmocka_unit_test(reports_are_as_known),
        cmocka_unit_test(the_points_are_where_they_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
