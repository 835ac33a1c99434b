// test_self_threads.c - abut_self asked by a query whose host has many workers, and by many threads of one model: answers and
// counters are those of one thread. For the preset tsan, too.
#include "scenes.h"
#include "support/distance_check.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include "abut/self.h"

enum { THREADS = 4, WORKERS_MOST = 8 };

// A torus, drawn together until it is clean no more.
static abut_model* new_model(const distance_way* way, uint32_t rings, double inward)
{
    mesh m;
    assert_int_equal(torus_make(rings, rings / 2, 1, 0.4, &m), SCENE_OK);
    for (size_t i = 0; i < m.vertex_count; i++) {
        double* v = m.vertices + 3 * i;
        const double factor = 1 - inward / hypot(v[0], v[1]);
        v[0] *= factor;
        v[1] *= factor;
    }
    const abut_soup soup = {.vertices = m.vertices,
                            .triangles = m.triangles,
                            .vertex_count = m.vertex_count,
                            .triangle_count = m.triangle_count};
    abut_model* model = distance_model(&soup, way, NULL);
    mesh_free(&m);
    return model;
}

typedef struct told {
    size_t count, class_counts[7];
    uint64_t pairs, tests[4];
    int complete;
} told;

static void ask(abut_query* q, const abut_model* m, const abut_self_ask* options, told* out)
{
    const abut_instance instance = {.model = m};
    abut_self_hits x;
    if (abut_self(q, &instance, options, &x) != ABUT_OK) abort();
    memset(out, 0, sizeof *out);
    out->count = x.count;
    memcpy(out->class_counts, x.class_counts, sizeof out->class_counts);
    out->complete = x.complete;
    for (size_t i = 0; i < x.count; i++) {
        out->pairs = out->pairs * 31 + x.pairs[i].a * 1000003ull + x.pairs[i].b;
        if (x.meetings) out->pairs = out->pairs * 31 + (uint64_t)x.meetings[i].how;
    }
    const uint64_t tests[4] = {x.volume_tests, x.triangle_tests, x.node_updates, x.exact_tests};
    memcpy(out->tests, tests, sizeof tests);
}

static const abut_self_ask asks[] = {{.limit = 0}, {.limit = 1}, {.detail = ABUT_DETAIL_POINTS}};
enum { ASKS = sizeof asks / sizeof *asks };

static void workers_change_no_answer(void** state)
{
    (void)state;
    static const double inward[] = {0, 0.9, 0.62};
    size_t shared = 0;
    for (int i = 0; i < 3 * ASKS; i++) {
        if (!IS_CASE(i)) continue;
        abut_model* m = new_model(&distance_ways[1 + i % 4], 160, inward[i / ASKS]);
        abut_query* one = NULL;
        told x;
        assert_int_equal(abut_query_create(&one, NULL), ABUT_OK);
        ask(one, m, &asks[i % ASKS], &x);
        assert_true((x.count > 0) == (i / ASKS > 0));
        for (int workers = 2; workers <= WORKERS_MOST; workers *= 2) {
            shuffled s;
            const abut_host host = shuffled_host(&s, workers, (uint64_t)workers);
            abut_query* many = NULL;
            told y;
            assert_int_equal(abut_query_create(&many, &host), ABUT_OK);
            ask(many, m, &asks[i % ASKS], &y);
            if (memcmp(&x, &y, sizeof x) != 0)
                fail_msg("model %d, ask %d, %d workers: %zu pairs, %zu; tests %llu, %llu", i / ASKS,
                         i % ASKS, workers, y.count, x.count,
                         (unsigned long long)(y.tests[0] + y.tests[1]),
                         (unsigned long long)(x.tests[0] + x.tests[1]));
            shared += s.shared;
            abut_query_free(many);
        }
        abut_query_free(one);
        abut_model_free(m);
    }
    print_message("%zu calls shared\n", shared);
    assert_true(shared > 0);
}

// ---------------------------------------------------------------------------------------- many threads

typedef struct asker {
    const abut_model* model;
    const told* expected;
    int wrong;
} asker;

static void* ask_all(void* argument)
{
    asker* const me = argument;
    abut_query* q = NULL;
    if (abut_query_create(&q, NULL) != ABUT_OK) abort();
    for (int i = 0; i < ASKS; i++) {
        told x;
        ask(q, me->model, &asks[i], &x);
        me->wrong += memcmp(&x, &me->expected[i], sizeof x) != 0;
    }
    abut_query_free(q);
    return NULL;
}

static void threads_ask_one_model(void** state)
{
    (void)state;
    for (int w = 1; w < 4; w++) {
        abut_model* m = new_model(&distance_ways[w], 64, 0.9);
        abut_query* q = NULL;
        told expected[ASKS];
        asker askers[THREADS];
        pthread_t threads[THREADS];
        assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
        for (int i = 0; i < ASKS; i++)
            ask(q, m, &asks[i], &expected[i]);
        for (int i = 0; i < THREADS; i++) {
            askers[i] = (asker){m, expected, 0};
            assert_int_equal(pthread_create(&threads[i], NULL, ask_all, &askers[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
            assert_int_equal(askers[i].wrong, 0);
        }
        abut_query_free(q);
        abut_model_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_change_no_answer),
        cmocka_unit_test(threads_ask_one_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
