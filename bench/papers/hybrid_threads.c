// hybrid_threads.c - table 1 of Wan, Fan and Gao 2001, its parallel rows: what threads are worth to each method, by the
// clock. As in the paper one query is divided among them, level by level; beside it the pairs of a crowd as one batch,
// which are many queries and are handed out whole.
#define _DEFAULT_SOURCE  // getloadavg
#include "bench.h"
#include "papers/hybrid.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Of a level of pairs of nodes that is divided (src/methods/walk/breadth.c); of the steps of the crowd that are asked.
enum { THREADS_MOST = 64, DIVIDED_LEAST = 256, STRIDE = 8 };

typedef struct timed {
    time_rounds one, many;  // seconds by the clock
} timed;

// On one thread, and on all.
typedef struct sides {
    abut_query* queries[2];
    abut_batch* batches[2];
} sides;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int sides_open(sides* s, const abut_host* host)
{
    *s = (sides){{NULL}, {NULL}};
    const bool is_open = abut_query_create(&s->queries[0], NULL) == ABUT_OK &&
                         abut_query_create(&s->queries[1], host) == ABUT_OK &&
                         abut_batch_create(&s->batches[0], NULL) == ABUT_OK &&
                         abut_batch_create(&s->batches[1], host) == ABUT_OK;
    return is_open ? BENCH_OK : bench_fail("threads: out of memory");
}

static void sides_close(const sides* s)
{
    for (int i = 0; i < 2; i++) {
        abut_query_free(s->queries[i]);
        abut_batch_free(s->batches[i]);
    }
}

static void keep(timed* t, int side, double seconds)
{
    time_rounds* to = side ? &t->many : &t->one;
    to->of[to->count++] = seconds;
}

// ------------------------------------------------------------------------------------------ a crowd

static void list_pairs(const crowd* c, size_t step, abut_model* const* models,
                       abut_question questions[PAIRS])
{
    size_t count = 0;
    for (int i = 0; i < OBJECTS; i++) {
        for (int k = i + 1; k < OBJECTS; k++)
            questions[count++] = (abut_question){.a = {models[i], c->poses[step][i], NULL},
                                                 .b = {models[k], c->poses[step][k], NULL}};
    }
}

// All steps; each pair one query if batch is NULL.
static abut_status run_crowd(const crowd* c, abut_model* const* models, abut_query* query,
                             abut_batch* batch, const abut_ask* ask, double* seconds,
                             size_t* touching)
{
    static abut_question questions[PAIRS];
    abut_status status = ABUT_OK;
    *seconds = 0;
    *touching = 0;
    for (size_t step = 0; step < c->steps && status == ABUT_OK; step += STRIDE) {
        const abut_hits* hits = NULL;
        list_pairs(c, step, models, questions);
        const double start = now();
        for (size_t i = 0; !batch && i < PAIRS && status == ABUT_OK; i++) {
            abut_hits one;
            status = abut_collide(query, &questions[i].a, &questions[i].b, ask, &one);
            if (status == ABUT_OK) *touching += one.count > 0;
        }
        if (batch) status = abut_collide_batch(batch, questions, PAIRS, ask, &hits);
        *seconds += now() - start;
        for (size_t i = 0; batch && i < PAIRS && status == ABUT_OK; i++)
            *touching += hits[i].count > 0;
    }
    return status;
}

static size_t touching_of(const crowd* c)
{
    size_t count = 0;
    for (size_t step = 0; step < c->steps; step += STRIDE) {
        for (int i = 0; i < PAIRS; i++)
            count += c->touching[step][i];
    }
    return count;
}

static int time_crowd(const crowd* c, int which, const abut_ask* ask, const sides* s, int rounds,
                      timed* divided, timed* whole)
{
    abut_model* models[OBJECTS] = {NULL};
    abut_status status = ABUT_OK;
    const size_t expected = touching_of(c);
    size_t touching = expected;
    if (crowd_models(c, &hybrid_rivals[which].build, models) != BENCH_OK) return BENCH_ERROR;
    for (int i = 0; i < 4 * rounds && status == ABUT_OK && touching == expected; i++) {
        const int side = i % 2, is_batch = i / 2 % 2;
        double seconds;
        status = run_crowd(c, models, s->queries[side], is_batch ? s->batches[side] : NULL, ask,
                           &seconds, &touching);
        keep(is_batch ? whole : divided, side, seconds);
    }
    crowd_models_free(models);
    if (status != ABUT_OK) return bench_fail("crowd: %s", abut_status_text(status));
    return touching == expected ? BENCH_OK : bench_fail("crowd: answers differ");
}

// ---------------------------------------------------------------------------------------- one query

typedef struct asked_pair {
    const abut_model *a, *b;
    const abut_pose* poses;  // of b
    size_t pose_count;
    abut_ask ask;
} asked_pair;

// many: the time of queries that make so many tests of volumes that one of their levels may be divided.
static abut_status run_pair(const asked_pair* p, abut_query* query, double* seconds, size_t* found,
                            size_t* many, double* many_seconds)
{
    abut_status status = ABUT_OK;
    *found = *many = 0;
    *seconds = *many_seconds = 0;
    for (size_t i = 0; i < p->pose_count && status == ABUT_OK; i++) {
        const abut_instance a = {.model = p->a}, b = {p->b, p->poses[i], NULL};
        abut_hits hits = {.count = 0};
        const double start = now();
        status = abut_collide(query, &a, &b, &p->ask, &hits);
        const double took = now() - start;
        *seconds += took;
        *found += hits.count;
        if (hits.volume_tests < DIVIDED_LEAST) continue;
        ++*many;
        *many_seconds += took;
    }
    return status;
}

typedef struct long_queries {
    size_t count;
    double share;  // of the time
} long_queries;

static int time_pair(const asked_pair* p, const char* what, const sides* s, int rounds, timed* out,
                     long_queries* is_long)
{
    size_t found[2] = {0, 0};
    abut_status status = ABUT_OK;
    for (int i = 0; i < 2 * rounds && status == ABUT_OK; i++) {
        double seconds, many_seconds;
        size_t many;
        status = run_pair(p, s->queries[i % 2], &seconds, &found[i % 2], &many, &many_seconds);
        keep(out, i % 2, seconds);
        if (i == 0 && is_long) *is_long = (long_queries){many, many_seconds / seconds};
    }
    if (status != ABUT_OK) return bench_fail("%s: %s", what, abut_status_text(status));
    return found[0] == found[1] ? BENCH_OK : bench_fail("%s: answers differ", what);
}

static int time_hand(const bench_scene* scene, int which, const abut_ask* ask, const sides* s,
                     int rounds, timed* out, long_queries* is_long)
{
    pair_built built;
    int status = pair_build(&built, scene, &hybrid_rivals[which].build, NULL);
    if (status != BENCH_OK) return status;
    const asked_pair p = {.a = built.a,
                          .b = built.b,
                          .poses = scene->poses,
                          .pose_count = scene->pose_count,
                          .ask = *ask};
    status = time_pair(&p, "hand", s, rounds, out, is_long);
    pair_free(&built);
    return status;
}

// Queries that take as long as theirs did: all contacts of two tori.
static int time_tori(bool quick, const abut_tree_walk* walk, const sides* s, int rounds, timed* out)
{
    static const double axis[3] = {1, 2, 3};
    bench_scene scene = {.name = "tori"};
    abut_pose pose;
    pair_built built;
    uint32_t rings, around;
    torus_divide(quick ? 2000 : 20000, &rings, &around);
    if (torus_make(rings, around, 1, 0.3, &scene.a) != SCENE_OK) return bench_fail("out of memory");
    int status = pair_build(&built, &scene, &hybrid_rivals[HYBRID].build, NULL);
    if (status == BENCH_OK) {
        abut_pose_from_axis_angle(&pose, axis, 33);
        pose.translation[0] = 0.2;
        const asked_pair p = {
            .a = built.a, .b = built.a, .poses = &pose, .pose_count = 1, .ask = {.walk = walk}};
        status = time_pair(&p, "tori", s, rounds, out, NULL);
        pair_free(&built);
    }
    bench_scene_free(&scene);
    return status;
}

// ---------------------------------------------------------------------------------------- reporting

typedef struct parallel {
    timed divided[RIVALS], whole[RIVALS], hand[RIVALS],
        tori[2];                   // tori: breadth first, depth first
    long_queries is_long[RIVALS];  // of the hand
    int threads;
    double load;  // before; 0 also where it is not known
} parallel;

static time_interval gain(const timed* t)
{
    return rounds_ratio(&t->one, &t->many);
}

// The clock says nothing where other programs want the processors, too; and what no number of processors can give is
// their doing.
static bool is_disturbed(const timed* t, const parallel* r)
{
    return r->load > 1 + 0.5 * r->threads || gain(t).middle > 1.1 * r->threads;
}

static void judge_one(paper* p, const parallel* r, const timed* t, int place, const char* why)
{
    static const char* const where[2] = {"hybrid, table 1, case 1", "hybrid, table 1, case 2"};
    static const char* const says[2] = {
        "four processors are 2.5 times as fast as one: 63 % of them",
        "four processors are 2.4 times as fast as one: 60 % of them"};
    static const char* const rules_of[2] = {
        "one query is divided, and that gives at least 63 % of the processors; partly if more than "
        "1.2 times one",
        "one query is divided, and that gives at least 60 % of the processors; partly if more than "
        "1.2 times one"};
    const double his[2] = {205.0 / 81 / 4, 234.0 / 97 / 4};
    const time_interval ratio = gain(t);
    if (r->threads < 2)
        paper_claim(p, where[place], says[place], rules_of[place], CLAIM_NOT_SHOWN,
                    "this machine has one processor", "not measured");
    else if (is_disturbed(t, r))
        paper_claim(p, where[place], says[place], rules_of[place], CLAIM_NOT_SHOWN,
                    "other programs wanted the processors: run it again on a quiet machine",
                    "%s times on %d processors, with a load of %.1f before (by the clock)",
                    interval_text(ratio).text, r->threads, r->load);
    else
        paper_claim(p, where[place], says[place], rules_of[place],
                    verdict_above(ratio, his[place] * r->threads, 1.2), why,
                    "%s times on %d processors: %.0f %% of them (by the clock)",
                    interval_text(ratio).text, r->threads, 100 * ratio.middle / r->threads);
}

static void judge(paper* p, const parallel* r, const crowd* c, const hand_case* h)
{
    char why[2][400];
    const double queries = (double)((c->steps + STRIDE - 1) / STRIDE * PAIRS);
    const long_queries* l = &r->is_long[HYBRID];
    snprintf(why[0], sizeof why[0],
             "a query takes %.2f us in the mean; only a level with %d pairs of nodes is divided. "
             "The pairs of a step as one batch: %s times; two tori, whose query takes %.1f ms: %s "
             "times",
             1e6 * rounds_spread(&r->divided[HYBRID].one).middle / queries, DIVIDED_LEAST,
             interval_text(gain(&r->whole[HYBRID])).text,
             1e3 * rounds_spread(&r->tori[0].one).middle, interval_text(gain(&r->tori[0])).text);
    snprintf(why[1], sizeof why[1],
             "only a level with %d pairs of nodes is divided: %zu of %zu queries test so many "
             "volumes at all, and take %.0f %% of the time. Two tori, whose query takes %.1f ms: "
             "%s times",
             DIVIDED_LEAST, l->count, h->scene.pose_count, 100 * l->share,
             1e3 * rounds_spread(&r->tori[0].one).middle, interval_text(gain(&r->tori[0])).text);
    judge_one(p, r, &r->divided[HYBRID], 0, why[0]);
    judge_one(p, r, &r->hand[HYBRID], 1, why[1]);
}

static void write_row(paper* p, const parallel* r, const char* what, const char* how,
                      const timed* t)
{
    const time_interval ratio = gain(t);
    paper_row(p, "%s|%s|%.4g|%.4g|%s|%.0f", what, how, rounds_spread(&t->one).middle,
              rounds_spread(&t->many).middle, interval_text(ratio).text,
              100 * ratio.middle / r->threads);
}

static void report(paper* p, const parallel* r, int rounds)
{
    char title[400];
    snprintf(
        title, sizeof title,
        "Table 1, parallel: one thread and %d, as many as this machine has processors; "
        "seconds by the clock, %d rounds by turns, case 1 by every %dth step. The paper had four: "
        "2.57, 2.49 and 2.53 times by boxes, spheres and both in case 1; 2.39, 2.59 and 2.41 "
        "in case 2, which are 60 to 65 %% of its processors.",
        r->threads, rounds, STRIDE);
    paper_table(p, title, "method|what|one thread|all|times|share of the processors, %");
    for (int i = 1; i < RIVALS; i++) {
        const char* name = hybrid_rivals[i].name;
        if (!hybrid_rivals[i].has_threads) continue;
        write_row(p, r, name, "case 1: each query divided", &r->divided[i]);
        write_row(p, r, name, "case 1: 465 pairs as one batch", &r->whole[i]);
        write_row(p, r, name, "case 2: each query divided", &r->hand[i]);
    }
    write_row(p, r, "hybrid tree", "two tori, all contacts, breadth first", &r->tori[0]);
    write_row(p, r, "hybrid tree", "two tori, all contacts, depth first", &r->tori[1]);
}

static int measure(parallel* r, const crowd* c, const hand_case* h, const abut_host* host,
                   bool quick)
{
    static const abut_tree_walk breadth = {.traversal = ABUT_TRAVERSAL_BREADTH},
                                depth = {.traversal = ABUT_TRAVERSAL_DEPTH};
    const int rounds = quick ? 2 : ROUNDS_USUAL;
    sides s;
    int status = sides_open(&s, host);
    for (int i = 1; i < RIVALS && status == BENCH_OK; i++) {
        const abut_ask ask = {.limit = 1, .walk = hybrid_rivals[i].is_walked ? &breadth : NULL};
        if (!hybrid_rivals[i].has_threads) continue;
        status = time_crowd(c, i, &ask, &s, rounds, &r->divided[i], &r->whole[i]);
        if (status == BENCH_OK)
            status = time_hand(&h->scene, i, &ask, &s, rounds, &r->hand[i], &r->is_long[i]);
    }
    if (status == BENCH_OK) status = time_tori(quick, &breadth, &s, rounds, &r->tori[0]);
    if (status == BENCH_OK) status = time_tori(quick, &depth, &s, rounds, &r->tori[1]);
    sides_close(&s);
    return status;
}

int hybrid_threads(paper* p, const crowd* c, const hand_case* h)
{
    static parallel r;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    abut_pool* pool = NULL;
    abut_host host;
    r = (parallel){.threads = processors < 1              ? 1
                              : processors > THREADS_MOST ? THREADS_MOST
                                                          : (int)processors};
    if (getloadavg(&r.load, 1) < 1) r.load = 0;
    abut_status made = abut_pool_create(&pool, r.threads, NULL);
    if (made == ABUT_OK) made = abut_pool_host(pool, &host);
    const int status = made == ABUT_OK ? measure(&r, c, h, &host, p->quick)
                                       : bench_fail("threads: %s", abut_status_text(made));
    abut_pool_free(pool);
    if (status != BENCH_OK) return status;
    report(p, &r, p->quick ? 2 : ROUNDS_USUAL);
    judge(p, &r, c, h);
    return BENCH_OK;
}
