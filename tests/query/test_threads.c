// test_threads.c - what abut.h promises about threads: host.run may be a pool of them, and a model may
// be asked by many at once, with a query each. Answers are bit for bit those of one thread. Under the
// preset tsan this also shows that nobody touches what another thread is writing.
#include "query/model.h"
#include "support/answers.h"
#include "support/method_here.h"
#include "support/shuffled_run.h"
#include "support/soups.h"

#include "abut/saved.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { WORKERS = 4 };

// -------------------------------------------------------------------------------------------- a pool

// One call of run: each worker takes the index of its number, and then the next that is left.
typedef struct job {
    abut_task* task;
    void* context;
    size_t count;
    atomic_size_t next;
} job;

typedef struct worker {
    job* job;
    int number;
    size_t done;
} worker;

typedef struct pool {
    atomic_size_t tasks, shared;  // all tasks; runs in which more than one worker had a task
} pool;

static void* work(void* argument)
{
    worker* const w = argument;
    for (size_t i = (size_t)w->number; i < w->job->count; i = atomic_fetch_add(&w->job->next, 1)) {
        w->job->task(w->job->context, i, w->number);
        w->done++;
    }
    return NULL;
}

static void run_in_threads(void* user, size_t count, abut_task* task, void* context)
{
    pool* const p = user;
    job j = {.task = task, .context = context, .count = count, .next = WORKERS};
    worker workers[WORKERS];
    pthread_t threads[WORKERS];
    size_t busy = 0;
    for (int i = 0; i < WORKERS; i++) {
        workers[i] = (worker){.job = &j, .number = i};
        if (pthread_create(&threads[i], NULL, work, &workers[i])) abort();
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(threads[i], NULL);
        busy += workers[i].done > 0;
        atomic_fetch_add(&p->tasks, workers[i].done);
    }
    if (busy > 1) atomic_fetch_add(&p->shared, 1);
}

// ------------------------------------------------------------------------------------------- building

static abut_model* build(const soup_data* s, const abut_host* host, abut_real real)
{
    const abut_soup soup = soup_of(s);
    const abut_build options = {
        .method = SOME_TREE,
        .leaf_size = 1,
        .tree = &(abut_tree_build){.real = EXPECT_PAPERS ? real : ABUT_REAL_DEFAULT},
        .host = host};
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &soup, &options), ABUT_OK);
    return m;
}

static void threads_build_the_same_tree(void** state)
{
    (void)state;
    pool p = {0};
    const abut_host host = {.run = run_in_threads, .workers = WORKERS, .user = &p};
    for (int i = 0; i < 2 * SOUP_SORT_COUNT; i++) {
        soup_data s = soup_random((soup_sort)(i / 2), 600, 21);
        const abut_real real = i % 2 ? ABUT_REAL_DOUBLE : ABUT_REAL_FLOAT;
        abut_model *one = build(&s, NULL, real), *many = build(&s, &host, real);
        assert_int_equal(many->tree.node_count, one->tree.node_count);
        assert_memory_equal(many->tree.nodes, one->tree.nodes, tree_node_bytes(&one->tree));
        assert_memory_equal(many->tree.order, one->tree.order, 4 * s.triangle_count);
        assert_memory_equal(&many->tree.defect, &one->tree.defect, sizeof one->tree.defect);
        abut_model_free(one);
        abut_model_free(many);
        soup_free(&s);
    }
    print_message("%zu tasks; several threads had some in %zu runs\n", (size_t)p.tasks,
                  (size_t)p.shared);
    assert_true(p.shared > 0);
}

static void threads_build_the_same_wide_tree(void** state)
{
    (void)state;
    pool p = {0};
    const abut_host host = {.run = run_in_threads, .workers = WORKERS, .user = &p};
    for (int i = 0; i < 2; i++) {
        soup_data s = soup_random(SOUP_GENERIC, 40000, (uint64_t)i);
        const abut_soup soup = soup_of(&s);
        abut_model *one = NULL, *many = NULL;
        abut_build options = {.method = ABUT_METHOD_WIDE};
        assert_int_equal(abut_model_build(&one, &soup, &options), ABUT_OK);
        options.host = &host;
        assert_int_equal(abut_model_build(&many, &soup, &options), ABUT_OK);
        const wide_tree *x = &one->wide, *y = &many->wide;
        assert_int_equal(y->node_count, x->node_count);
        assert_int_equal(y->leaf_count, x->leaf_count);
        assert_memory_equal(y->nodes, x->nodes, x->node_count * sizeof *x->nodes);
        assert_memory_equal(y->leaves, x->leaves, x->leaf_count * sizeof *x->leaves);
        assert_memory_equal(&y->defect, &x->defect, sizeof x->defect);
        abut_model_free(one);
        abut_model_free(many);
        soup_free(&s);
    }
    print_message("%zu tasks; several threads had some in %zu runs\n", (size_t)p.tasks,
                  (size_t)p.shared);
    assert_true(p.shared > 0);
}

typedef struct image {
    uint64_t hash;
    size_t size;
} image;

static abut_status add_to_image(void* user, const void* bytes, size_t size)
{
    image* const i = user;
    i->hash = hash_mix(i->hash, bytes, size);
    i->size += size;
    return ABUT_OK;
}

static image image_of(const abut_soup* soup, abut_method method, const abut_host* host)
{
    const abut_build options = {.method = method, .host = host};
    abut_model* m = NULL;
    image out = {1, 0};
    assert_int_equal(abut_model_build(&m, soup, &options), ABUT_OK);
    assert_int_equal(abut_model_save(m, NULL, add_to_image, &out), ABUT_OK);
    abut_model_free(m);
    return out;
}

// Every byte of a saved model, for the library's own pool of every size and for one that shuffles.
static void models_are_the_same_byte_by_byte(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_METHOD_WIDE, OR_AABB(ABUT_METHOD_DOP14),
                                          OR_AABB(ABUT_METHOD_HYBRID)};
    soup_data s = soup_random(SOUP_GENERIC, 9000, 4);
    const abut_soup soup = soup_of(&s);
    for (size_t i = 0; i < 3; i++) {
        const image alone = image_of(&soup, methods[i], NULL);
        assert_true(alone.size > (size_t)9000 * 12);
        for (int workers = 1; workers <= SHUFFLED_WORKERS_MAX;
             workers += i || workers > 3 ? 5 : 1) {
            shuffled order;
            abut_host host = shuffled_host(&order, workers, 2);
            image found = image_of(&soup, methods[i], &host);
            assert_true(found.hash == alone.hash && found.size == alone.size);
            abut_pool* own = NULL;
            assert_int_equal(abut_pool_create(&own, workers, NULL), ABUT_OK);
            assert_int_equal(abut_pool_host(own, &host), ABUT_OK);
            found = image_of(&soup, methods[i], &host);
            assert_true(found.hash == alone.hash && found.size == alone.size);
            abut_pool_free(own);
        }
    }
    soup_free(&s);
}

// -------------------------------------------------------------------------------------------- asking

enum { THREADS = 6, POSES = 8 };

// What all threads read, and what each of them writes.
typedef struct question {
    const abut_model *a, *b;
    abut_pose poses[POSES];
    abut_ask asks[3];
    uint64_t expected[POSES][3];
} question;

typedef struct asker {
    const question* of;
    size_t first;  // pose: threads are at different places
    size_t asked, contacts;
    size_t wrong;  // cmocka's asserts belong to the main thread
    abut_status status;
} asker;

static void* ask_all(void* argument)
{
    asker* const me = argument;
    const question* const of = me->of;
    abut_query* query = NULL;
    abut_model_info info;
    me->status = abut_query_create(&query, NULL);
    for (size_t k = 0; !me->status && k < 3 * (size_t)POSES; k++) {
        const size_t pose = (me->first + k / 3) % POSES, how = k % 3;
        const abut_instance a = {.model = of->a}, b = {of->b, of->poses[pose]};
        abut_hits hits;
        me->status = abut_collide(query, &a, &b, &of->asks[how], &hits);
        if (me->status) break;
        me->wrong += hash_of_hits(&hits) != of->expected[pose][how];
        me->asked++;
        me->contacts += hits.count;
        me->status = abut_model_describe(of->b, &info);
    }
    abut_query_free(query);
    return NULL;
}

static void question_make(question* of, const abut_model* a, const abut_model* b)
{
    rng r = {22};
    abut_query* query = NULL;
    *of = (question){.a = a, .b = b};
    of->asks[1].detail = ABUT_DETAIL_POINTS;
    of->asks[2].limit = 1;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int pose = 0; pose < POSES; pose++) {
        of->poses[pose] = pose_random(&r, 2);
        for (int how = 0; how < 3; how++) {
            const abut_instance x = {.model = a}, y = {b, of->poses[pose]};
            abut_hits hits;
            assert_int_equal(abut_collide(query, &x, &y, &of->asks[how], &hits), ABUT_OK);
            of->expected[pose][how] = hash_of_hits(&hits);
        }
    }
    abut_query_free(query);
}

static void ask_in_threads(const question* of)
{
    pthread_t threads[THREADS];
    asker askers[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        askers[i] = (asker){.of = of, .first = i * POSES / THREADS};
        assert_int_equal(pthread_create(&threads[i], NULL, ask_all, &askers[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(askers[i].status, ABUT_OK);
        assert_int_equal(askers[i].asked, 3 * POSES);
        assert_int_equal(askers[i].wrong, 0);
        assert_true(askers[i].contacts > 0);
    }
}

static void many_threads_ask_one_model(void** state)
{
    (void)state;
    static question of;
    for (int sort = 0; sort < 2; sort++) {
        soup_data s = soup_random(sort ? SOUP_GRID : SOUP_GENERIC, 120, 23);
        if (sort) soup_transform(&s, 0.5, -1);
        for (int real = ABUT_REAL_FLOAT; real <= ABUT_REAL_DOUBLE; real++) {
            abut_model* const m = build(&s, NULL, (abut_real)real);
            question_make(&of, m, m);
            ask_in_threads(&of);
            abut_model_free(m);
        }
        soup_free(&s);
    }
}

// ------------------------------------------------------------------------------ building and asking

typedef struct builder {
    uint64_t hash;
    abut_status status;
} builder;

// A thread with nothing but its own: it builds through a pool of its own, asks, and frees.
static void* build_and_ask(void* argument)
{
    builder* const me = argument;
    pool p = {0};
    const abut_host host = {.run = run_in_threads, .workers = WORKERS, .user = &p};
    soup_data s = soup_random(SOUP_CLUSTERS, 300, 24);
    const abut_soup soup = soup_of(&s);
    const abut_build options = {.host = &host};
    const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
    abut_model* m = NULL;
    abut_query* query = NULL;
    abut_hits hits = {0};
    me->status = abut_model_build(&m, &soup, &options);
    if (!me->status) me->status = abut_query_create(&query, &host);
    const abut_instance a = {.model = m};
    const abut_instance b = {.model = m, .pose = {.translation = {0x1p-6, 0, 0x1p-8}}};
    if (!me->status) me->status = abut_collide(query, &a, &b, &ask, &hits);
    if (!me->status) me->hash = hash_of_hits(&hits);
    abut_query_free(query);
    abut_model_free(m);
    soup_free(&s);
    return NULL;
}

static void threads_build_side_by_side(void** state)
{
    (void)state;
    pthread_t threads[THREADS];
    builder builders[THREADS] = {{0, ABUT_OK}}, alone = {0, ABUT_OK};
    build_and_ask(&alone);
    assert_int_equal(alone.status, ABUT_OK);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, build_and_ask, &builders[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(builders[i].status, ABUT_OK);
        assert_true(builders[i].hash == alone.hash);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_build_the_same_tree),
        cmocka_unit_test(threads_build_the_same_wide_tree),
        cmocka_unit_test(models_are_the_same_byte_by_byte),
        cmocka_unit_test(many_threads_ask_one_model),
        cmocka_unit_test(threads_build_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
