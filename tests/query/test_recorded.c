// test_recorded.c - recorded motions with published counts (docs/notes/known-answers.md). Needs the data pack
// by ABUT_DATA; says aloud what it skips without. known_long asks every frame of all of them both ways.
#include "scenes.h"
#include "support/data_pack.h"
#include "support/models.h"
#include "support/recorded.h"

// Rounded models are built anew in each frame they are asked in, so only some frames are.
enum { MOST_ROUNDED = 20 };

static void is_listed(const char* name, void* context)
{
    int found = 0;
    for (int i = 0; i < RECORDING_COUNT; i++)
        found += strcmp(recordings[i].answer, name) == 0;
    if (found != 1) fail_msg("%s is asked %d times", name, found);
    ++*(size_t*)context;
}

static void every_published_answer_is_asked(void** state)
{
    (void)state;
    if (!data_pack("recorded motions, all listed")) return;
    size_t count = 0;
    data_each("", ".exact", is_listed, &count);
    assert_int_equal(count, RECORDING_COUNT);
}

static void counts_of_recorded_motions(void** state)
{
    (void)state;
    if (!data_pack("recorded motions")) return;
    recording_totals sum = {0};
    for (int i = 0; i < RECORDING_COUNT; i++) {
        recording r = recording_read(&recordings[i]);
        recording_totals totals = {0};
        recording_compare(&r, 1 + r.frame_count / MOST_ROUNDED, &totals, NULL);
        recording_totals_print(recordings[i].answer, &totals);
        recording_totals_add(&sum, &totals);
        recording_free(&r);
    }
    recording_totals_print("all", &sum);
    assert_int_equal(sum.rounded_wrong, 0);
    assert_int_equal(sum.oracle_wrong, 0);
    assert_true(sum.touching > 0 && sum.rounded_frames > 0);
}

static void a_planned_path_is_free(void** state)
{
    (void)state;
    if (!data_pack("motion/made/rrt_rob_in_env.path")) return;
    recording r = recording_read_waypoints();
    recording_totals totals = {0};
    recording_compare(&r, 1, &totals, NULL);
    recording_totals_print("motion/made/rrt_rob_in_env.path", &totals);
    assert_int_equal(totals.exact_pairs, 0);
    assert_int_equal(totals.rounded_wrong, 0);
    recording_free(&r);
}

static size_t count_in_place(const recording* r)
{
    abut_model* model[2] = {model_of_mesh(&r->body[0], ABUT_METHOD_BRUTE),
                            model_of_mesh(&r->body[1], ABUT_METHOD_BRUTE)};
    const abut_instance a = {.model = model[0]}, b = {.model = model[1]};
    abut_query* query = NULL;
    abut_hits hits;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    assert_int_equal(abut_collide(query, &a, &b, NULL, &hits), ABUT_OK);
    const size_t count = hits.count;
    abut_query_free(query);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
    return count;
}

// None of the recorded motions has a pair that rounding decides, so that the comparison is shown here to
// see one: two layers of bricks that stand on each other, turned together. Their faces touch in every
// frame, and with rounded vertices many pairs part.
static void rounding_parts_bricks_that_touch(void** state)
{
    (void)state;
    enum { FRAMES = 12 };
    recording r = {.frame_count = FRAMES, .answers_exact_poses = 1};
    for (int layer = 0; layer < 2; layer++) {
        const bricks_shape shape = {3, 3, 1, 2, 1, 0.1, layer};
        assert_int_equal(bricks_make(&shape, &r.body[layer]), SCENE_OK);
    }
    r.poses = calloc(FRAMES, sizeof *r.poses);
    r.published = calloc(FRAMES, sizeof *r.published);
    const size_t touching = count_in_place(&r);
    for (int i = 0; i < FRAMES; i++) {
        const double axis[3] = {1, 2, 3};
        assert_int_equal(abut_pose_from_axis_angle(&r.poses[i][0], axis, 10.0 * i + 5), ABUT_OK);
        r.poses[i][0].translation[0] = 0.7 * i;
        r.poses[i][1] = r.poses[i][0];
        r.published[i] = touching;
    }
    recording_totals totals = {0};
    recording_compare(&r, 1, &totals, NULL);
    recording_totals_print("bricks turned together", &totals);
    assert_int_equal(totals.count_differs, 0);
    assert_int_equal(totals.pairs_differ, FRAMES);
    assert_int_equal(totals.oracle_wrong, 0);
    assert_true(totals.only_exact[ABUT_KIND_TOUCH] > 0 &&
                totals.only_exact[ABUT_KIND_COPLANAR] > 0);
    assert_true(totals.most_moved > 0 && totals.most_moved < 1e-14);
    recording_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_published_answer_is_asked),
        cmocka_unit_test(counts_of_recorded_motions),
        cmocka_unit_test(a_planned_path_is_free),
        cmocka_unit_test(rounding_parts_bricks_that_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
