// test_front_account.c - what coherent questions cost (engine/front/account.h): on flights whose steps are too large for
// fronts hardly more than without, counted as the account counts; where steps are small far less; and each way that does not
// pay is closed for longer each time.
#include "base/bits.h"
#include "engine/front/account.h"
#include "query/collide.h"
#include "scenes.h"
#include "support/models.h"
#include "support/pruning.h"
#include "support/soups.h"

enum { FLIGHT_STEPS = 1500, STEPS_MOST = 6 };

// Of the size of the body that flies, and as many radians.
static const double steps[STEPS_MOST] = {0.0005, 0.002, 0.01, 0.05, 0.2, 1};

typedef struct flight {
    double place[3], heading[3], degrees;
    rng random;
} flight;

// A step of this length, in a direction that changes, and a turn. It stays where the obstacles are.
static abut_pose fly_on(flight* f, double step, double size)
{
    static const double axis[3] = {1, 0.4, -0.7};
    abut_pose pose;
    double squares = 0;
    for (int k = 0; k < 3; k++) {
        f->heading[k] += 0.3 * rng_signed(&f->random);
        squares += f->heading[k] * f->heading[k];
    }
    for (int k = 0; k < 3; k++) {
        f->heading[k] /= sqrt(squares);
        f->place[k] += step * size * f->heading[k];
        if (fabs(f->place[k] - 0.5) > 0.4)
            f->heading[k] = -copysign(f->heading[k], f->place[k] - 0.5);
    }
    f->degrees += 57 * step;
    assert_int_equal(abut_pose_from_axis_angle(&pose, axis, f->degrees), ABUT_OK);
    for (int k = 0; k < 3; k++)
        pose.translation[k] = f->place[k];
    pose.scale = size / 2.7;
    return pose;
}

typedef struct flight_costs {
    double fresh, coherent;
    int contacts;
} flight_costs;

static double cost_of_hits(const abut_hits* h)
{
    const struct work work = {.volume_tests = h->volume_tests, .triangle_tests = h->triangle_tests};
    return (double)cost_of_work(&work);
}

// The answers of a flight, coherent and fresh, are equal. What they cost.
static flight_costs costs_of(const abut_model* obstacles, const abut_model* body, double size,
                             double step, size_t limit)
{
    flight f = {{0.5, 0.4, 0.6}, {1, 0, 0}, 0, {(uint64_t)(1000 * step) + limit}};
    flight_costs costs = {0, 0, 0};
    abut_query* q[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        assert_int_equal(abut_query_create(&q[i], NULL), ABUT_OK);
    for (int i = 0; i < FLIGHT_STEPS; i++) {
        const abut_instance a = {.model = obstacles}, b = {body, fly_on(&f, step, size)};
        const abut_ask fresh = {.limit = limit}, coherent = {.limit = limit, .coherent = 1};
        abut_hits h[2];
        assert_int_equal(abut_collide(q[0], &a, &b, &fresh, &h[0]), ABUT_OK);
        assert_int_equal(abut_collide(q[1], &a, &b, &coherent, &h[1]), ABUT_OK);
        assert_int_equal(h[1].state, h[0].state);
        if (!limit) {
            assert_int_equal(h[1].count, h[0].count);
            assert_memory_equal(h[1].pairs, h[0].pairs, h[0].count * sizeof *h[0].pairs);
        }
        costs.fresh += cost_of_hits(&h[0]);
        costs.coherent += cost_of_hits(&h[1]);
        costs.contacts += h[0].count != 0;
    }
    for (int i = 0; i < 2; i++)
        abut_query_free(q[i]);
    return costs;
}

static abut_model* torus_of(uint32_t rings, uint32_t sides)
{
    mesh m = {0};
    assert_int_equal(torus_make(rings, sides, 1, 0.35, &m), SCENE_OK);
    abut_model* model = model_of_mesh(&m, ABUT_METHOD_WIDE);
    mesh_free(&m);
    return model;
}

static void no_flight_costs_more_than_fresh_questions(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("no front is of any use there");
    static const double sizes[] = {0.05, 0.3};
    mesh m = {0};
    assert_int_equal(tetra_make(700, 0.03, 5, &m), SCENE_OK);
    abut_model *obstacles = model_of_mesh(&m, ABUT_METHOD_WIDE), *body = torus_of(32, 16);
    mesh_free(&m);
    for (size_t limit = 0; limit < 2; limit++)
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < STEPS_MOST; i++) {
                const flight_costs c = costs_of(obstacles, body, sizes[k], steps[i], limit);
                print_message(
                    "limit %zu, size %.2f, steps of %.2f %%: %.3f of fresh, %d contacts\n", limit,
                    sizes[k], 100 * steps[i], c.coherent / c.fresh, c.contacts);
                assert_true(c.coherent <= 1.02 * c.fresh);
                // With all contacts, leaves that touch are tested each time.
                if (i == 0) assert_true(c.coherent <= (limit ? 0.2 : 0.9) * c.fresh);
            }
    abut_model_free(body);
    abut_model_free(obstacles);
}

// Jumps, where nothing is kept for the next question, among steps: as before.
static void jumps_cost_hardly_more(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("no front is of any use there");
    abut_model *a = torus_of(40, 20), *b = torus_of(28, 16);
    for (size_t limit = 0; limit < 2; limit++) {
        double cost[2] = {0, 0};
        rng r = {9};
        abut_query* q[2] = {NULL, NULL};
        for (int i = 0; i < 2; i++)
            assert_int_equal(abut_query_create(&q[i], NULL), ABUT_OK);
        for (int i = 0; i < FLIGHT_STEPS; i++) {
            const abut_instance x = {.model = a};
            abut_instance y = {.model = b};
            const double axis[3] = {rng_signed(&r), rng_signed(&r), 1};
            assert_int_equal(abut_pose_from_axis_angle(&y.pose, axis, 180 * rng_signed(&r)),
                             ABUT_OK);
            for (int k = 0; k < 3; k++)
                y.pose.translation[k] = 1.6 * rng_signed(&r);
            for (int k = 0; k < 2; k++) {
                const abut_ask ask = {.limit = limit, .coherent = k};
                abut_hits h;
                assert_int_equal(abut_collide(q[k], &x, &y, &ask, &h), ABUT_OK);
                cost[k] += cost_of_hits(&h);
            }
        }
        print_message("limit %zu: %.3f of fresh\n", limit, cost[1] / cost[0]);
        assert_true(cost[1] <= 1.02 * cost[0]);
        for (int i = 0; i < 2; i++)
            abut_query_free(q[i]);
    }
    abut_model_free(b);
    abut_model_free(a);
}

// While questions go without a front, one with a budget goes on nevertheless, however often it is asked.
static void a_budget_goes_on_where_fronts_do_not_pay(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    static const double axis[3] = {1, 0.1, 0};
    abut_model* model = torus_of(60, 30);
    abut_query* q = NULL;
    rng r = {4};
    abut_hits h;
    const abut_ask ask = {.limit = 1, .coherent = 1};
    const abut_ask limited = {.limit = 1, .coherent = 1, .budget = 40};
    abut_instance a = {.model = model}, b = a;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int i = 0; !q->fronts.newest || q->fronts.newest->wide.account.rest < 12; i++) {
        assert_true(i < 1000);
        assert_int_equal(abut_pose_from_axis_angle(&b.pose, axis, 180 * rng_signed(&r)), ABUT_OK);
        b.pose.translation[0] = 1 + 0.3 * rng_signed(&r);
        assert_int_equal(abut_collide(q, &a, &b, &ask, &h), ABUT_OK);
    }
    assert_int_equal(abut_pose_from_axis_angle(&b.pose, axis, 90), ABUT_OK);
    b.pose.translation[0] = 1;  // linked
    int times = 0;
    do
        assert_int_equal(abut_collide(q, &a, &b, &limited, &h), ABUT_OK);
    while (h.state == ABUT_STATE_UNDECIDED && ++times < 1000);
    assert_int_equal(h.state, ABUT_STATE_APART);
    assert_true(times > 3);
    assert_true(q->fronts.newest->wide.account.rest >= 12);
    abut_query_free(q);
    abut_model_free(model);
}

// A way that only loses is closed for twice as long each time, and one that pays begins anew with that.
static void what_does_not_pay_is_closed_for_longer(void** state)
{
    (void)state;
    front_account c = {.is_first = 1};
    assert_false(account_is_open(&c, &c.front));
    account_fresh(&c, 0, 1000);
    assert_true(account_is_open(&c, &c.front) && account_is_open(&c, &c.witness));
    uint32_t last = 0;
    for (int turn = 0; turn < 4; turn++) {
        int64_t lost = 0;
        for (; account_is_open(&c, &c.front); lost += 50)
            account_add(&c, &c.front, -50);
        assert_true(lost <= account_allowance(&c, &c.front) + 50);
        uint32_t questions = 0;
        for (; !account_is_open(&c, &c.front); questions++) {
            if (c.rest) c.rest--;
            if (!c.rest) account_fresh(&c, 0, 1000);
        }
        assert_true(turn ? questions == 2 * last : questions == CLOSED);
        last = questions;
    }
    account_add(&c, &c.front, 100 * 1000);
    assert_true(c.front.credit <= CREDIT_MOST * (1000 + COST_FRONT));
    while (account_is_open(&c, &c.front))
        account_add(&c, &c.front, -1000);
    assert_int_equal(c.front.closed, CLOSED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_flight_costs_more_than_fresh_questions),
        cmocka_unit_test(jumps_cost_hardly_more),
        cmocka_unit_test(a_budget_goes_on_where_fronts_do_not_pay),
        cmocka_unit_test(what_does_not_pay_is_closed_for_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
