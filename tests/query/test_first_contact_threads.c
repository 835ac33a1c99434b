// test_first_contact_threads.c - long ways of many pieces, and one piece with long fronts, shared by the workers of a query's
// host: answers and counters are those of one worker, bit by bit, whichever piece or part of a front ends it; memory that
// fails, and whoever cancels.
#include "support/distance_check.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include "abut/motion.h"

enum { PIECES = 60, WAYS = CASES(24), SLIDES = CASES(12) };

typedef struct way {
    abut_motion b[PIECES];
    size_t count;
    abut_pose to[PIECES];
    double start[3];  // of b
    abut_motion_ask ask;
} way;

// Screws and poses about a place beside a; now and then it comes nearer, so that some piece is the first in contact.
static void make_way(rng* r, way* w)
{
    *w = (way){.count = PIECES, .start[0] = 3 + 0.2 * rng_signed(r)};
    const size_t nearer = rng_below(r, 2 * PIECES);
    double at = w->start[0];
    for (size_t i = 0; i < PIECES; i++) {
        const double step = i == nearer ? -1.5 : 0.02 * rng_signed(r);
        at += step;
        if (rng_below(r, 3) == 0) {
            const double axis[3] = {rng_signed(r), rng_signed(r), 1.5};
            assert_int_equal(abut_pose_from_axis_angle(&w->to[i], axis, 60 * rng_signed(r)),
                             ABUT_OK);
            w->to[i].translation[0] = at;
            w->b[i].to = &w->to[i];
            continue;
        }
        w->b[i].way[0] = step;
        w->b[i].axis[0] = 1;
        w->b[i].degrees = rng_below(r, 4) ? 40 * rng_signed(r) : 0;
        w->b[i].pivot[0] = at - step;
    }
    w->ask.detail = rng_below(r, 2) ? ABUT_DETAIL_POINTS : ABUT_DETAIL_PAIRS;
    w->ask.any = rng_below(r, 4) == 0;
}

static abut_status ask(abut_query* q, const way* w, abut_model* const model[2], abut_first* out)
{
    const abut_instance a = {.model = model[0]};
    abut_instance b = {.model = model[1]};
    memcpy(b.pose.translation, w->start, sizeof w->start);
    memset(out, 0, sizeof *out);
    return abut_first_contact(q, &a, NULL, &b, w->b, w->count, &w->ask, out);
}

static void make_models(abut_model* out[2])
{
    for (int side = 0; side < 2; side++) {
        soup_data data = soup_random(SOUP_GENERIC, 400, 5 + (uint64_t)side);
        out[side] = soup_build(&data, NULL);
        soup_free(&data);
    }
}

// One piece in which b turns on a, and sinks a little.
static void make_slide(rng* r, way* w)
{
    const double gap = 0.002, fall = gap * (1 + 0.9 * rng_signed(r));
    *w = (way){.count = 1, .start[2] = gap};
    w->b[0] = (abut_motion){.way = {0.05 * rng_signed(r), 0.05 * rng_signed(r), -fall},
                            .axis = {0, 0, 1},
                            .degrees = 12 + 6 * rng_signed(r),
                            .pivot = {0, 0, gap}};
    w->ask.detail = rng_below(r, 2) ? ABUT_DETAIL_POINTS : ABUT_DETAIL_PAIRS;
    w->ask.any = rng_below(r, 3) == 0;
    w->ask.separation = rng_below(r, 4) ? 0 : gap / 2;
}

// A plate of waves, 48 by 48 squares. Those of the two would meet at z = 0, everywhere.
static abut_model* make_plate(double side)
{
    enum { CUTS = 48 };
    soup_data data = soup_separate((size_t)2 * CUTS * CUTS);
    static const int corner[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
    for (int t = 0; t < 2 * CUTS * CUTS; t++)
        for (int v = 0; v < 3; v++) {
            double* const x = data.vertices + 3 * (3 * t + v);
            const int i = t / 2 % CUTS + corner[t % 2][v][0],
                      k = t / 2 / CUTS + corner[t % 2][v][1];
            x[0] = (double)i * 2 / CUTS - 1;
            x[1] = (double)k * 2 / CUTS - 1;
            x[2] = side * ((i ^ k) & 1) / 512;
        }
    abut_model* out = soup_build(&data, NULL);
    soup_free(&data);
    return out;
}

static void make_plates(abut_model* out[2])
{
    out[0] = make_plate(-1);
    out[1] = make_plate(1);
}

static abut_query* new_query(const abut_host* host)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, host), ABUT_OK);
    return q;
}

// Ask by some workers, twice. Returns how often it was shared.
static size_t ask_shared(const way* w, abut_model* const model[2], const abut_first* alone,
                         int workers, uint64_t seed)
{
    shuffled order = {0};
    const abut_host host = shuffled_host(&order, workers, seed);
    abut_query* q = new_query(&host);
    abut_first x;
    for (int again = 0; again < 2; again++) {
        assert_int_equal(ask(q, w, model, &x), ABUT_OK);
        if (memcmp(&x, alone, sizeof x) != 0)
            fail_msg("seed %d, %d workers: %s %.17g, alone %s %.17g", (int)seed, workers,
                     abut_motion_state_text(x.state), x.t_lo, abut_motion_state_text(alone->state),
                     alone->t_lo);
    }
    abut_query_free(q);
    return order.shared;
}

static void any_number_of_workers_answers_the_same(void** state)
{
    (void)state;
    rng r = {5};
    abut_model* model[2];
    size_t states[4] = {0}, shared = 0, late = 0;
    make_models(model);
    for (int i = 0; i < WAYS; i++) {
        way w;
        abut_first alone;
        make_way(&r, &w);
        abut_query* q = new_query(NULL);
        assert_int_equal(ask(q, &w, model, &alone), ABUT_OK);
        abut_query_free(q);
        states[alone.state]++;
        late += alone.state == ABUT_MOTION_CONTACT && alone.t_lo > 20;
        for (int workers = 2; workers <= SHUFFLED_WORKERS_MAX; workers += workers < 4 ? 1 : 6)
            shared += ask_shared(&w, model, &alone, workers, 9 + (uint64_t)i);
    }
    print_message("free %zu, contact %zu, near %zu; %zu were shared, %zu contacts late\n",
                  states[1], states[2], states[3], shared, late);
    assert_true(states[1] + 1 > WAYS / 8 && states[2] + 1 > WAYS / 8 && shared > WAYS);
    assert_true(late + 1 > WAYS / 12);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

static void long_fronts_are_shared(void** state)
{
    (void)state;
    rng r = {7};
    abut_model* model[2];
    size_t states[4] = {0}, shared = 0;
    make_plates(model);
    for (int i = 0; i < SLIDES; i++) {
        way w;
        abut_first alone, x;
        make_slide(&r, &w);
        abut_query* q = new_query(NULL);
        assert_int_equal(ask(q, &w, model, &alone), ABUT_OK);
        states[alone.state]++;
        // With a budget one worker does it all, and looks at leaves one by one.
        w.ask.budget = UINT64_MAX / 2;
        assert_int_equal(ask(q, &w, model, &x), ABUT_OK);
        assert_true(x.state == alone.state && !(x.t_lo != alone.t_lo) && !(x.t_hi != alone.t_hi));
        assert_memory_equal(&x.pair, &alone.pair, sizeof x.pair);
        w.ask.budget = 0;
        abut_query_free(q);
        for (int workers = 1; workers <= SHUFFLED_WORKERS_MAX; workers += workers < 3 ? 1 : 13)
            shared += ask_shared(&w, model, &alone, workers, 9 + (uint64_t)i);
    }
    print_message("free %zu, contact %zu, near %zu; %zu fronts were shared\n", states[1], states[2],
                  states[3], shared);
    assert_true(states[1] + 1 > SLIDES / 4 && states[2] + 1 > SLIDES / 6);
    assert_true(shared > 20 * SLIDES);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

// With a host whose tasks are done in order, on one thread that is several workers.
static void run_in_turns(void* user, size_t count, abut_task* task, void* context)
{
    (void)user;
    for (size_t i = 0; i < count; i++)
        task(context, i, (int)(i % 3));
}

// Let each allocation of a way fail, or every so many (share.h), and then cancel it here and there: what is asked next is right again.
static void fail_and_cancel(const way* w, abut_model* const model[2])
{
    abut_first expected, x;
    counting memory = counting_begin();
    abut_host host = counting_host(&memory);
    host.run = run_in_turns;
    host.workers = 3;
    abut_query* q = new_query(NULL);
    assert_int_equal(ask(q, w, model, &expected), ABUT_OK);
    abut_query_free(q);
    size_t fail = 0, failed = 0;
    for (int was_reached = 1; was_reached; fail += ABUT_TEST_SHARE) {
        q = new_query(&host);
        memory.fail_at = memory.allocations + fail;
        const abut_status status = ask(q, w, model, &x);
        was_reached = memory.allocations > memory.fail_at;
        memory.fail_at = SIZE_MAX;
        failed += status == ABUT_OUT_OF_MEMORY;
        assert_true(status == ABUT_OUT_OF_MEMORY || !was_reached);
        assert_int_equal(ask(q, w, model, &x), ABUT_OK);
        assert_memory_equal(&x, &expected, sizeof x);
        const size_t before = memory.allocations;
        assert_int_equal(ask(q, w, model, &x), ABUT_OK);
        assert_int_equal(memory.allocations, before);
        abut_query_free(q);
    }
    if (failed <= 10 / ABUT_TEST_SHARE) fail_msg("%zu failed", failed);
    q = new_query(&host);
    memory.progress_calls = 0;
    memory.fraction = 0;
    memory.fraction_is_wrong = 0;
    assert_int_equal(ask(q, w, model, &x), ABUT_OK);
    assert_false(memory.fraction_is_wrong);
    const size_t calls = memory.progress_calls;
    assert_true(calls > 4);
    for (size_t at = 0; at < calls; at += calls / 5 + 1) {
        memory.progress_calls = 0;
        memory.fraction = 0;
        memory.cancel_at = at;
        assert_int_equal(ask(q, w, model, &x), ABUT_CANCELLED);
        memory.cancel_at = SIZE_MAX;
        memory.fraction = 0;
        assert_int_equal(ask(q, w, model, &x), ABUT_OK);
        assert_memory_equal(&x, &expected, sizeof x);
    }
    abut_query_free(q);
    assert_int_equal(memory.blocks, 0);
}

// With make_way or make_slide: the first way that ends so.
static void check_failures(uint64_t seed, void make(rng* from, way* out), abut_motion_state end,
                           abut_model* const model[2])
{
    rng r = {seed};
    way w;
    abut_first x;
    do {
        make(&r, &w);
        abut_query* q = new_query(NULL);
        assert_int_equal(ask(q, &w, model, &x), ABUT_OK);
        abut_query_free(q);
    } while (x.state != end);
    fail_and_cancel(&w, model);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

static void failures_are_told(void** state)
{
    (void)state;
    abut_model* model[2];
    make_models(model);
    check_failures(6, make_way, ABUT_MOTION_FREE, model);  // so that all of it is looked at
}

static void failures_of_long_fronts_are_told(void** state)
{
    (void)state;
    abut_model* model[2];
    make_plates(model);
    check_failures(8, make_slide, ABUT_MOTION_CONTACT, model);  // fronts of free ones are short
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_workers_answers_the_same),
        cmocka_unit_test(long_fronts_are_shared),
        cmocka_unit_test(failures_are_told),
        cmocka_unit_test(failures_of_long_fronts_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
