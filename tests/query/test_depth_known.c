// test_depth_known.c - solids whose depth, reach, volume and curves are known in closed form (D1 to D11 of the design of distances).
// Each by brute force and by the engine, in both orders, in all states of the floating-point unit, moved by common motions
// and frames, scaled, and with faces cut into many triangles.
#include "query/known_form.h"

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
     .is_flush = 1,
     .boxes = {{{-2, -1, 0, 0, 1, 2}}, {{0, -1, 0, 2, 1, 2}}},
     .box_count = {1, 1},
     .patch_area = 4,
     .ways = {{{1, 0, 0}, 0, 0}, {{-1, 0, 0}, 0, 4}, {{0, 1, 0}, 0, 0}},
     .way_count = 3},
    {.name = "D3",
     .is_flush = 1,
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
     .reach = {(double)NAN, (double)NAN},
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
     .reach = {(double)NAN, .25},
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

static void the_table_is_what_rationals_say(void** state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        abut_pose pose[2];
        known_truth is;
        known_poses(&forms[i], pose);
        known_truth_find(&is, &forms[i], pose);
        known_truth_free(&forms[i], &is);
    }
}

static void closed_forms_are_as_known(void** state)
{
    (void)state;
    known_faults = 0;
    for (int i = 0; i < FORMS; i++)
        known_ask(&forms[i], 0, 0);
    assert_int_equal(known_faults, 0);
}

static void triangles_do_not_matter(void** state)
{
    (void)state;
    known_faults = 0;
    for (int i = 0; i < FORMS; i++) {
        if (!IS_CASE(i)) continue;
        known_ask(&forms[i], !forms[i].is_flush, 1);
        if (i == 0) known_ask(&forms[i], 2, 0);  // each face 4 x 4; 32 x 32 in test_depth_least
    }
    assert_int_equal(known_faults, 0);
}

// A frame of both moves everything: what is told is what was told, but for the rounding of directions.
static void frames_do_not_matter(void** state)
{
    (void)state;
    known_faults = 0;
    static const abut_pose frames[2] = {
        {.rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, .translation = {1e5, -3, 0.1}},
        {.rotation = {{0.6, -0.8, 0}, {0.8, 0.6, 0}, {0, 0, 1}}, .translation = {-17, 0.3, 5}}};
    for (int i = 0; i < FORMS * 4; i++) {
        const known* const k = &forms[i / 4];
        const int frame = i % 2, order = i / 2 % 2;
        if (!IS_CASE(i / 4 + i % 4)) continue;
        abut_pose pose[2];
        known_truth is;
        known_poses(k, pose);
        known_truth_find(&is, k, pose);
        solid surface[2] = {known_surface(k, 0), known_surface(k, 1)};
        abut_model* const model[2] = {solid_model(&surface[0], ABUT_METHOD_WIDE),
                                      solid_model(&surface[1], ABUT_METHOD_WIDE)};
        abut_query* query = NULL;
        assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
        const common_motion turn = {.name = frame ? "a frame" : "a frame by quarters",
                                    .turn = {-2, 1, 3}};
        known_setting s = {.form = k,
                           .is = &is,
                           .motion = &turn,
                           .mode = &float_modes[0],
                           .query = query,
                           .what = "wide",
                           .order = order,
                           .diagonal = known_diagonal(surface, pose)};
        for (int side = 0; side < 2; side++)
            s.at[side] =
                (abut_instance){.model = model[side], .pose = pose[side], .frame = &frames[frame]};
        if (!frame) known_ask_all(&s, 1);
        abut_depth_least_answer least;
        abut_overlap_answer overlap;
        const abut_overlap_ask ask = {.volume = 1};
        const abut_status status =
            abut_depth_least(query, &s.at[order], &s.at[!order], NULL, &least);
        assert_int_equal(status,
                         frame ? ABUT_BAD_COMBINATION : ABUT_OK);  // lengths would be rounded
        if (frame) least = (abut_depth_least_answer){.lo = k->least, .hi = k->least};
        if (least.lo > k->least + 1e-12 || least.hi < k->least - 1e-12 ||
            least.hi - least.lo > known_tolerance(&s))
            known_tell(&s, "least in a frame", least.lo, least.hi);
        assert_int_equal(abut_overlap(query, &s.at[order], &s.at[!order], &ask, &overlap), ABUT_OK);
        if (overlap.volume_lo > k->volume + 1e-12 || overlap.volume_hi < k->volume - 1e-12 ||
            overlap.volume_hi - overlap.volume_lo > 1e-9)
            known_tell(&s, "volume in a frame", overlap.volume_lo, overlap.volume_hi);
        known_truth_free(k, &is);
        abut_query_free(query);
        for (int side = 0; side < 2; side++) {
            abut_model_free(model[side]);
            solid_free(&surface[side]);
        }
    }
    assert_int_equal(known_faults, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_what_rationals_say),
        cmocka_unit_test(closed_forms_are_as_known),
        cmocka_unit_test(triangles_do_not_matter),
        cmocka_unit_test(frames_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
