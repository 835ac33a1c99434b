// test_sweep_paths.c - recorded motions as ways between their frames: what abut_collide finds at the frames, exactly, and at times between
// is never called free. Needs the data pack by ABUT_DATA; says aloud what it skips without.
#include "support/data_pack.h"
#include "support/models.h"
#include "support/recorded.h"
#include "support/share.h"
#include "support/sweep_judge.h"

#include "abut/motion.h"

#include <math.h>
#include <string.h>

enum { TIMES = 16 };

typedef struct flight {
    const recording* r;
    abut_model* model[2];
    abut_query *query, *looking;
    sweep_judge judge;
    size_t pieces, free, contact, near, touching, looked;
} flight;

// A piece of a recording: from frame to the next.
typedef struct step {
    abut_instance at[2];
    abut_motion way[2];
} step;

static step step_of(const flight* f, size_t frame)
{
    step s = {.at = {{.model = f->model[0], .pose = f->r->poses[frame][0]},
                     {.model = f->model[1], .pose = f->r->poses[frame][1]}}};
    for (int side = 0; side < 2; side++)
        s.way[side].to = &f->r->poses[frame + 1][side];
    return s;
}

// Whether two triangles touch at a time for certain: rounded poses and those between frames are known to some last places only.
static int is_certain(flight* f, const step* s, double time, abut_pair pair)
{
    double a[3][3], b[3][3], corners[2][9];
    triangle_corners(&f->r->body[0], pair.a, a);
    triangle_corners(&f->r->body[1], pair.b, b);
    memcpy(corners[0], a, sizeof a);
    memcpy(corners[1], b, sizeof b);
    const sweep_case c = {.pieces = 1,
                          .body = {{corners[0], 1, s->at[0].pose, &s->way[0]},
                                   {corners[1], 1, s->at[1].pose, &s->way[1]}}};
    return sweep_judge_pair(&f->judge, &c, time, 0, 0) > 0;
}

// The pairs that abut_collide finds at a time.
static abut_hits look(flight* f, const step* s, double time)
{
    abut_instance at[2] = {s->at[0], s->at[1]};
    abut_hits hits;
    for (int side = 0; side < 2; side++)
        assert_int_equal(
            abut_motion_pose(&s->at[side].pose, &s->way[side], 1, time, &at[side].pose), ABUT_OK);
    const abut_ask first = {.limit = 16};
    assert_int_equal(abut_collide(f->looking, &at[0], &at[1], &first, &hits), ABUT_OK);
    return hits;
}

// Up to t_lo, or all the way if it is called free, nobody touches.
static void check_times(flight* f, const step* s, size_t frame, const abut_first* first)
{
    for (int k = 0; k <= TIMES; k++) {
        const double time = (double)k / TIMES;
        const int is_free = first->state == ABUT_MOTION_FREE || time < first->t_lo;
        if (!is_free && k < TIMES) break;
        const abut_hits hits = look(f, s, time);
        f->looked++;
        if (!is_free || hits.count == 0) continue;
        const int is_frame = k == 0 || k == TIMES;  // exact
        for (size_t i = 0; i < hits.count; i++)
            if (is_frame || is_certain(f, s, time, hits.pairs[i]))
                fail_msg("frame %zu + %g: pair %u %u touches, but state %d, t_lo %.17g", frame,
                         time, hits.pairs[i].a, hits.pairs[i].b, (int)first->state, first->t_lo);
    }
}

static void check_contact(flight* f, const step* s, size_t frame, const abut_first* first)
{
    if (first->state != ABUT_MOTION_CONTACT) return;
    const int is_frame = !(first->t_hi > 0) || first->t_hi >= 1;
    assert_true(first->has_pair);
    if (is_frame) {
        assert_true(look(f, s, first->t_hi).count > 0);
    } else if (!is_certain(f, s, first->t_hi, first->pair)) {
        print_message("frame %zu: contact at %.17g is nearer than can be told here\n", frame,
                      first->t_hi);
        f->near++;
    }
}

static void ask_piece(flight* f, size_t frame)
{
    const step s = step_of(f, frame);
    abut_first first, any;
    const abut_motion_ask free_at_all = {.any = 1};
    assert_int_equal(
        abut_first_contact(f->query, &s.at[0], &s.way[0], &s.at[1], &s.way[1], 1, NULL, &first),
        ABUT_OK);
    assert_int_equal(abut_first_contact(f->query, &s.at[0], &s.way[0], &s.at[1], &s.way[1], 1,
                                        &free_at_all, &any),
                     ABUT_OK);
    f->pieces++;
    f->free += first.state == ABUT_MOTION_FREE;
    f->contact += first.state == ABUT_MOTION_CONTACT;
    const int is_free = first.state == ABUT_MOTION_FREE;
    if (first.state != ABUT_MOTION_NEAR && any.state != ABUT_MOTION_NEAR)
        assert_int_equal(is_free, any.state == ABUT_MOTION_FREE);
    const int touches = look(f, &s, 0).count > 0;
    f->touching += (size_t)touches;
    if (touches) {  // at the beginning: decided exactly
        assert_int_equal(first.state, ABUT_MOTION_CONTACT);
        assert_true(!(first.t_lo > 0) && !(first.t_hi > 0));
        return;
    }
    check_times(f, &s, frame, &first);
    check_contact(f, &s, frame, &first);
}

static void fly(const recording* r, const char* name, size_t stride)
{
    flight f = {.r = r};
    sweep_judge_init(&f.judge, 448, 1e-3);
    for (int side = 0; side < 2; side++)
        f.model[side] = model_of_mesh(&r->body[side], ABUT_METHOD_WIDE);
    assert_int_equal(abut_query_create(&f.query, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&f.looking, NULL), ABUT_OK);
    for (size_t frame = 0; frame + 1 < r->frame_count; frame += stride)
        ask_piece(&f, frame);
    print_message("%s: %zu of %zu ways, %zu free, %zu contact (%zu at once), looked at %zu times\n",
                  name, f.pieces, r->frame_count - 1, f.free, f.contact, f.touching, f.looked);
    assert_true(f.near <= f.contact / 8);
    abut_query_free(f.query);
    abut_query_free(f.looking);
    abut_model_free(f.model[0]);
    abut_model_free(f.model[1]);
    sweep_judge_clear(&f.judge);
}

static void recorded_ways_are_never_wrongly_free(void** state)
{
    (void)state;
    if (!data_pack("recorded motions as ways")) return;
    for (int i = 0; i < RECORDING_COUNT; i++) {
        recording r = recording_read(&recordings[i]);
        const size_t most = CASES(300);
        fly(&r, recordings[i].answer, 1 + r.frame_count / most);
        recording_free(&r);
    }
}

// What a planner found: no way point touches. Whether the ways between do, sampling cannot say.
static void a_planned_path_is_told_whole(void** state)
{
    (void)state;
    if (!data_pack("motion/made/rrt_rob_in_env.path, between way points")) return;
    recording r = recording_read_waypoints();
    fly(&r, "motion/made/rrt_rob_in_env.path", 1);
    recording_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_ways_are_never_wrongly_free),
        cmocka_unit_test(a_planned_path_is_told_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
