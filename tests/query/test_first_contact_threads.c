// test_first_contact_threads.c - long ways of many pieces, shared by the workers of a query's host: answers and counters are those of
// one worker, bit by bit, whichever piece ends it; memory that fails, and whoever cancels.
#include "support/distance_check.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include "abut/motion.h"

enum { PIECES = 60, WAYS = CASES(24) };

typedef struct way {
    abut_motion b[PIECES];
    abut_pose to[PIECES];
    double apart;
    abut_motion_ask ask;
} way;

// Screws and poses about a place beside a; now and then it comes nearer, so that some piece is the first in contact.
static void make_way(rng* r, way* w)
{
    *w = (way){.apart = 3 + 0.2 * rng_signed(r)};
    const size_t nearer = rng_below(r, 2 * PIECES);
    double at = w->apart;
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
    const abut_instance a = {.model = model[0]},
                        b = {.model = model[1], .pose = {.translation = {w->apart, 0, 0}}};
    memset(out, 0, sizeof *out);
    return abut_first_contact(q, &a, NULL, &b, w->b, PIECES, &w->ask, out);
}

static void make_models(abut_model* out[2])
{
    for (int side = 0; side < 2; side++) {
        soup_data data = soup_random(SOUP_GENERIC, 400, 5 + (uint64_t)side);
        out[side] = soup_build(&data, NULL);
        soup_free(&data);
    }
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
    assert_true(states[1] >= WAYS / 8 && states[2] >= WAYS / 8 && shared > WAYS);
    assert_true(late >= WAYS / 12);
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

static void failures_are_told(void** state)
{
    (void)state;
    rng r = {6};
    abut_model* model[2];
    way w;
    abut_first expected, x;
    counting memory = counting_begin();
    abut_host host = counting_host(&memory);
    host.run = run_in_turns;
    host.workers = 3;
    make_models(model);
    do {
        make_way(&r, &w);
        abut_query* q = new_query(NULL);
        assert_int_equal(ask(q, &w, model, &expected), ABUT_OK);
        abut_query_free(q);
    } while (expected.state != ABUT_MOTION_FREE);
    size_t fail = 0, failed = 0;
    for (int was_reached = 1; was_reached; fail++) {
        abut_query* q = new_query(&host);
        memory.fail_at = memory.allocations + fail;
        const abut_status status = ask(q, &w, model, &x);
        was_reached = memory.allocations > memory.fail_at;
        memory.fail_at = SIZE_MAX;
        failed += status == ABUT_OUT_OF_MEMORY;
        assert_true(status == ABUT_OUT_OF_MEMORY || !was_reached);
        assert_int_equal(ask(q, &w, model, &x), ABUT_OK);
        assert_memory_equal(&x, &expected, sizeof x);
        abut_query_free(q);
    }
    if (failed <= 10) fail_msg("%zu failed", failed);
    abut_query* q = new_query(&host);
    memory.progress_calls = 0;
    memory.fraction = 0;
    memory.fraction_is_wrong = 0;
    assert_int_equal(ask(q, &w, model, &x), ABUT_OK);
    assert_false(memory.fraction_is_wrong);
    const size_t calls = memory.progress_calls;
    assert_true(calls > 4);
    for (size_t at = 0; at < calls; at += calls / 5 + 1) {
        memory.progress_calls = 0;
        memory.fraction = 0;
        memory.cancel_at = at;
        assert_int_equal(ask(q, &w, model, &x), ABUT_CANCELLED);
        memory.cancel_at = SIZE_MAX;
        memory.fraction = 0;
        assert_int_equal(ask(q, &w, model, &x), ABUT_OK);
        assert_memory_equal(&x, &expected, sizeof x);
    }
    abut_query_free(q);
    assert_int_equal(memory.blocks, 0);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_workers_answers_the_same),
        cmocka_unit_test(failures_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
