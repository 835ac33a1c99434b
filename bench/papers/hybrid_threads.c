// hybrid_threads.c - table 1 of Wan, Fan and Gao 2001, its parallel rows: what threads are worth to the hybrid tree, by
// the clock. One query is divided among them, depth first or, as in the paper, breadth first; the pairs of a crowd are
// many queries, which are handed out whole.
#define _DEFAULT_SOURCE  // getloadavg
#include "bench.h"
#include "papers/hybrid.h"
#include "scenes.h"

#include <abut/methods.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { ROWS = 5, THREADS_MOST = 64 };

typedef struct timed {
    const char* what;
    double one, many;  // seconds by the clock, the least of all runs
} timed;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ------------------------------------------------------------------------------------------ a crowd

static void ask_all_pairs(const crowd* c, size_t step, abut_model* const* models,
                          abut_question questions[PAIRS])
{
    size_t count = 0;
    for (int i = 0; i < OBJECTS; i++) {
        for (int k = i + 1; k < OBJECTS; k++)
            questions[count++] = (abut_question){.a = {models[i], c->poses[step][i]},
                                                 .b = {models[k], c->poses[step][k]}};
    }
}

// All steps: seconds, and how many pairs touch.
static abut_status run_crowd(const crowd* c, abut_model* const* models, abut_batch* batch,
                             double* seconds, size_t* touching)
{
    static abut_question questions[PAIRS];
    abut_status status = ABUT_OK;
    *seconds = 0;
    *touching = 0;
    for (size_t step = 0; step < c->steps && status == ABUT_OK; step++) {
        const abut_hits* hits = NULL;
        ask_all_pairs(c, step, models, questions);
        const double start = now();
        status = abut_collide_batch(batch, questions, PAIRS, &(abut_ask){.limit = 1}, &hits);
        *seconds += now() - start;
        for (size_t i = 0; i < PAIRS && status == ABUT_OK; i++)
            *touching += hits[i].count > 0;
    }
    return status;
}

static int time_crowd(const crowd* c, const abut_host* host, int runs, timed* out)
{
    const abut_build build = {.method = ABUT_METHOD_HYBRID};
    abut_model* models[OBJECTS] = {NULL};
    abut_batch* batches[2] = {NULL, NULL};
    size_t touching[2] = {0, 0};
    double* const least[2] = {&out->one, &out->many};
    if (crowd_models(c, &build, models) != BENCH_OK) return BENCH_ERROR;
    abut_status status = abut_batch_create(&batches[0], NULL);
    if (status == ABUT_OK) status = abut_batch_create(&batches[1], host);
    for (int i = 0; i < 2 * runs && status == ABUT_OK; i++) {
        double seconds;
        status = run_crowd(c, models, batches[i % 2], &seconds, &touching[i % 2]);
        if (seconds < *least[i % 2]) *least[i % 2] = seconds;
    }
    abut_batch_free(batches[0]);
    abut_batch_free(batches[1]);
    crowd_models_free(models);
    if (status != ABUT_OK) return bench_fail("crowd: %s", abut_status_text(status));
    out->one /= (double)c->steps;
    out->many /= (double)c->steps;
    return touching[0] == touching[1] ? BENCH_OK : bench_fail("crowd: answers differ");
}

// ---------------------------------------------------------------------------------------- one query

typedef struct asked_pair {
    const abut_model *a, *b;
    const abut_pose* poses;  // of b
    size_t pose_count;
    abut_ask ask;
} asked_pair;

static abut_status run_pair(const asked_pair* p, abut_query* query, double* seconds, size_t* found)
{
    abut_status status = ABUT_OK;
    *found = 0;
    const double start = now();
    for (size_t i = 0; i < p->pose_count && status == ABUT_OK; i++) {
        const abut_instance a = {.model = p->a}, b = {p->b, p->poses[i]};
        abut_hits hits = {.count = 0};
        status = abut_collide(query, &a, &b, &p->ask, &hits);
        *found += hits.count;
    }
    *seconds = now() - start;
    return status;
}

// One query after another, on one thread and on all, by turns.
static int time_pair(const asked_pair* p, const abut_host* host, int runs, timed* out)
{
    abut_query* queries[2] = {NULL, NULL};
    size_t found[2] = {0, 0};
    double* const least[2] = {&out->one, &out->many};
    abut_status status = abut_query_create(&queries[0], NULL);
    if (status == ABUT_OK) status = abut_query_create(&queries[1], host);
    for (int i = 0; i < 2 * runs && status == ABUT_OK; i++) {
        double seconds;
        status = run_pair(p, queries[i % 2], &seconds, &found[i % 2]);
        if (seconds < *least[i % 2]) *least[i % 2] = seconds;
    }
    abut_query_free(queries[0]);
    abut_query_free(queries[1]);
    if (status != ABUT_OK) return bench_fail("%s: %s", out->what, abut_status_text(status));
    out->one /= (double)p->pose_count;
    out->many /= (double)p->pose_count;
    return found[0] == found[1] ? BENCH_OK : bench_fail("%s: answers differ", out->what);
}

// Both orders: whether there is contact (first), or all contacts.
static int time_orders(asked_pair* p, const abut_host* host, int runs, timed out[2])
{
    static const abut_tree_walk breadth = {.traversal = ABUT_TRAVERSAL_BREADTH},
                                depth = {.traversal = ABUT_TRAVERSAL_DEPTH};
    p->ask.walk = &breadth;
    int status = time_pair(p, host, runs, &out[0]);
    p->ask.walk = &depth;
    if (status == BENCH_OK) status = time_pair(p, host, runs, &out[1]);
    return status;
}

static int time_hand(const bench_scene* s, const abut_host* host, int runs, timed rows[2])
{
    const abut_build build = {.method = ABUT_METHOD_HYBRID};
    pair_built built;
    int status = pair_build(&built, s, &build, NULL);
    if (status != BENCH_OK) return status;
    asked_pair p = {.a = built.a,
                    .b = built.b,
                    .poses = s->poses,
                    .pose_count = s->pose_count,
                    .ask = {.limit = 1}};
    status = time_orders(&p, host, runs, rows);
    pair_free(&built);
    return status;
}

// A query that takes as long as theirs did: all contacts of two tori.
static int time_tori(bool quick, const abut_host* host, int runs, timed rows[2])
{
    static const double axis[3] = {1, 2, 3};
    const abut_build build = {.method = ABUT_METHOD_HYBRID};
    bench_scene s = {.name = "tori"};
    abut_pose pose;
    pair_built built;
    uint32_t rings, sides;
    torus_divide(quick ? 2000 : 20000, &rings, &sides);
    if (torus_make(rings, sides, 1, 0.3, &s.a) != SCENE_OK) return bench_fail("out of memory");
    int status = pair_build(&built, &s, &build, NULL);
    if (status == BENCH_OK) {
        abut_pose_from_axis_angle(&pose, axis, 33);
        pose.translation[0] = 0.2;
        asked_pair p = {.a = built.a, .b = built.a, .poses = &pose, .pose_count = 1};
        status = time_orders(&p, host, runs, rows);
        pair_free(&built);
    }
    bench_scene_free(&s);
    return status;
}

// ---------------------------------------------------------------------------------------- reporting

static double times(const timed* t)
{
    return t->one / t->many;
}

// The clock says nothing where other programs want the processors, too; and what no number of processors can give is
// their doing.
static bool is_disturbed(const timed* t, int threads, double load)
{
    return load > 1 + 0.5 * threads || times(t) > 1.1 * threads;
}

static void judge(paper* p, const timed rows[ROWS], int threads, double load)
{
    static const char* const where[2] = {"hybrid, table 1, case 1", "hybrid, table 1, case 2"};
    static const char* const says[2] = {
        "four processors are 2.5 times as fast as one: 63 % of them",
        "four processors are 2.4 times as fast as one: 60 % of them"};
    const double his[2] = {205.0 / 81 / 4, 234.0 / 97 / 4};
    static const char* const rules[2] = {
        "at least the paper's 63 % of the processors; partly if more than 1.2 times one",
        "at least the paper's 60 % of the processors; partly if more than 1.2 times one"};
    const timed* const tori = &rows[3];
    for (int i = 0; i < 2; i++) {
        const timed* t = &rows[i];
        const double share = times(t) / threads;
        if (threads < 2)
            paper_claim(p, where[i], says[i], rules[i], CLAIM_NOT_SHOWN,
                        "this machine has one processor", "not measured");
        else if (is_disturbed(t, threads, load))
            paper_claim(p, where[i], says[i], rules[i], CLAIM_NOT_SHOWN,
                        "other programs wanted the processors: run it again on a quiet machine",
                        "%.2f times on %d processors, with a load of %.1f before (by the clock)",
                        times(t), threads, load);
        else
            paper_claim(p, where[i], says[i], rules[i],
                        share >= his[i]  ? CLAIM_HOLDS
                        : times(t) > 1.2 ? CLAIM_PARTLY
                                         : CLAIM_FAILS,
                        i ? "a query is divided only after 512 visits of pairs, and then level by "
                            "level; one as long as theirs (the tori) is divided better"
                          : "the pairs of a step are handed out one by one, and waited for",
                        "%.2f times on %d processors: %.0f %% of them; two tori, breadth first, "
                        "%.0f %% (by the clock)",
                        times(t), threads, 100 * share, 100 * times(tori) / threads);
    }
}

int hybrid_threads(paper* p, const crowd* c, const bench_scene* hand)
{
    timed rows[ROWS] = {{"case 1: 465 pairs as one batch", 1e300, 1e300},
                        {"case 2: one query, breadth first", 1e300, 1e300},
                        {"case 2: one query, depth first", 1e300, 1e300},
                        {"all contacts of two tori, breadth first", 1e300, 1e300},
                        {"all contacts of two tori, depth first", 1e300, 1e300}};
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int threads = processors < 1              ? 1
                        : processors > THREADS_MOST ? THREADS_MOST
                                                    : (int)processors;
    const int runs = p->quick ? 2 : 25;
    double load = 0;  // 0 also where it is not known
    abut_pool* pool = NULL;
    abut_host host;
    if (getloadavg(&load, 1) < 1) load = 0;
    abut_status made = abut_pool_create(&pool, threads, NULL);
    if (made == ABUT_OK) made = abut_pool_host(pool, &host);
    int status = made == ABUT_OK ? time_crowd(c, &host, runs, &rows[0])
                                 : bench_fail("threads: %s", abut_status_text(made));
    if (status == BENCH_OK) status = time_hand(hand, &host, runs, &rows[1]);
    if (status == BENCH_OK) status = time_tori(p->quick, &host, runs, &rows[3]);
    abut_pool_free(pool);
    if (status != BENCH_OK) return status;
    char title[256];
    snprintf(title, sizeof title,
             "Threads: the hybrid tree on one thread and on %d, which is as many as this machine "
             "has processors; ms by the clock, the least of %d runs by turns. The paper had four.",
             threads, runs);
    paper_table(p, title, "what|one thread|all|times|share of the processors, %");
    for (int i = 0; i < ROWS; i++)
        paper_row(p, "%s|%.4f|%.4f|%.2f|%.0f", rows[i].what, 1e3 * rows[i].one, 1e3 * rows[i].many,
                  times(&rows[i]), 100 * times(&rows[i]) / threads);
    judge(p, rows, threads, load);
    return BENCH_OK;
}
