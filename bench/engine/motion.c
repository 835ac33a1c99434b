// motion.c - the verb "motion": what it is worth to start from the last answer (abut_ask.coherent) where models move in
// small steps, and how exactly a deadline is kept.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "output/json.h"
#include "scenes.h"

#include "abut/abut.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SCENES = 6, SIZES = 2, QUESTIONS = 2, ROWS = SCENES * SIZES * QUESTIONS, RUNS_MOST = 100 };

// Bars: how many times faster in the mean and in the 99th percentile, and what is never to be lost. Microseconds.
#define MEAN_BAR     3.0
#define TAIL_BAR     2.0
#define LOSS_BAR     1.02
#define OVERRUN_BAR  20.0
#define DISTURBED_US 5.0

// Of the size of the larger model, and the same number of degrees times a hundred.
static const double steps_of[SIZES] = {0.002, 0.0002};

typedef struct request {
    size_t steps;
    int runs;
    bool json, has_bars, quick;
} request;

// Where b is, and how far it strays; whether a moves, too.
typedef struct scene {
    const char* name;
    double place[3], stray, degrees;  // b's turn about x
    bool both;
} scene;

static const scene scenes[SCENES] = {
    {"linked", {1, 0, 0}, 0.05, 90, false},        // tori, one through the other
    {"beside", {2.72, 0, 0}, 0.04, 0, false},      // tori side by side
    {"within", {0, 0, 0}, 0.03, 0, false},         // spheres, one within the other
    {"moving", {1, 0, 0}, 0.05, 90, true},         // linked, and both move
    {"grazing", {0.72, 0, 0}, 0.08, 90, false},    // linked tori that touch now and then
    {"crossing", {0.5, 0.2, 0.1}, 0.1, 30, false}  // tori deep in each other
};

typedef struct figures {
    const char* scene;
    double step;
    size_t limit, steps, contacts;
    double mean[2], tail[2];  // microseconds; without and with
    double undecided;         // share, with the deadline
    double beyond;            // it, at most
} figures;

typedef struct overruns {
    double worst, near, tail, idle_near,
        idle_tail;  // near: in 99.9 %, tail: in 99.99 %; idle: of a loop
    size_t steps, disturbed;
} overruns;

typedef struct times {
    double *plain, *coherent;  // of each step, the least of all runs
    double *over, *idle_over;  // beyond the deadline
    size_t over_count, idle_count;
    double clock;  // what reading it costs
} times;

static double clock_us(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec * 1e6 + 1e-3 * (double)t.tv_nsec;
}

static double clock_cost(void)
{
    double least = 1e300;
    for (int i = 0; i < 2000; i++) {
        const double from = clock_us(CLOCK_THREAD_CPUTIME_ID);
        const double cost = clock_us(CLOCK_THREAD_CPUTIME_ID) - from;
        if (cost < least) least = cost;
    }
    return least;
}

static int fail(const char* what, abut_status status)
{
    return bench_fail("%s: %s", what, abut_status_text(status));
}

// ------------------------------------------------------------------------------------------------ paths

typedef struct walker {
    double place[3], heading[3], turned;
    uint64_t state;
} walker;

static double random_signed(walker* w)
{
    w->state = w->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(w->state >> 11) * 0x1p-52 - 1;
}

// A step of exactly this length in a direction that changes slowly; and a turn, to and fro. The walk stays near its
// beginning.
static abut_pose walk_on(walker* w, const scene* s, double length, double degrees, size_t step)
{
    abut_pose pose;
    double norm = 0;
    for (int k = 0; k < 3; k++) {
        w->heading[k] += 0.3 * random_signed(w);
        norm += w->heading[k] * w->heading[k];
    }
    for (int k = 0; k < 3; k++) {
        w->heading[k] /= sqrt(norm);
        w->place[k] += length * w->heading[k];
        if (fabs(w->place[k]) > s->stray) w->heading[k] = -copysign(w->heading[k], w->place[k]);
    }
    w->turned += step / 40 % 2 ? -degrees : degrees;
    const double axis[3] = {1, 0.1, 0.1};
    abut_pose_from_axis_angle(&pose, axis, s->degrees + w->turned);
    for (int k = 0; k < 3; k++)
        pose.translation[k] = s->place[k] + w->place[k];
    return pose;
}

static bool make_meshes(const scene* s, bool quick, mesh m[2])
{
    uint32_t rings, sides;
    torus_divide(quick ? 5000 : 60000, &rings, &sides);
    if (strcmp(s->name, "within") == 0) {
        const uint32_t stacks = quick ? 32 : 100;
        return sphere_make(stacks, 2 * stacks, 1.35, &m[0]) == SCENE_OK &&
               sphere_make(stacks, 2 * stacks, 1.25, &m[1]) == SCENE_OK;
    }
    return torus_make(rings, sides, 1, 0.35, &m[0]) == SCENE_OK &&
           torus_make(rings, sides, 1, 0.3, &m[1]) == SCENE_OK;
}

static abut_status model_of(mesh* m, abut_model** out)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    const abut_status status = abut_model_build(out, &soup, NULL);
    mesh_free(m);
    return status;
}

static void make_path(const scene* s, double step, size_t count, abut_instance* a, abut_instance* b)
{
    const scene still = {.stray = s->stray};
    walker of_a = {.heading = {0, 1, 0}, .state = 5}, of_b = {.heading = {1, 0, 0}, .state = 7};
    const double size = 2.7;
    for (size_t i = 0; i < count; i++) {
        b[i].pose = walk_on(&of_b, s, step * size, 100 * step, i);
        a[i].pose = (abut_pose){.scale = 1};
        if (s->both) a[i].pose = walk_on(&of_a, &still, step * size, 100 * step, i);
    }
}

// ------------------------------------------------------------------------------------------------ times

typedef struct path {
    const abut_instance *a, *b;
    size_t count;
} path;

static abut_status time_step(abut_query* q, const path* p, size_t i, const abut_ask* ask,
                             double clock, double* least, abut_hits* hits)
{
    const double from = clock_us(CLOCK_THREAD_CPUTIME_ID);
    const abut_status status = abut_collide(q, &p->a[i], &p->b[i], ask, hits);
    const double us = clock_us(CLOCK_THREAD_CPUTIME_ID) - from - clock;
    if (us < *least) *least = us > 0.001 ? us : 0.001;
    return status;
}

static bool answers_agree(const abut_hits* x, const abut_hits* y, size_t limit)
{
    if (x->state != y->state || !x->count != !y->count) return false;
    return limit || (x->count == y->count && x->complete && y->complete &&
                     memcmp(x->pairs, y->pairs, x->count * sizeof *x->pairs) == 0);
}

// Both ways, a step each by turns. Returns an exit status.
static int time_path(const path* p, size_t limit, int runs, times* t, size_t* contacts)
{
    const abut_ask plain = {.limit = limit}, coherent = {.limit = limit, .coherent = 1};
    for (size_t i = 0; i < p->count; i++)
        t->plain[i] = t->coherent[i] = 1e300;
    for (int pass = 0; pass < runs; pass++) {
        abut_query* q[2] = {NULL, NULL};
        abut_hits hits[2];
        bool agree = true;
        abut_status status = abut_query_create(&q[0], NULL);
        if (!status) status = abut_query_create(&q[1], NULL);
        *contacts = 0;
        for (size_t i = 0; i < p->count && !status && agree; i++) {
            for (size_t turn = 0; turn < 2 && !status; turn++) {
                const size_t which = (turn + i + (size_t)pass) % 2;
                status = time_step(q[which], p, i, which ? &coherent : &plain, t->clock,
                                   which ? &t->coherent[i] : &t->plain[i], &hits[which]);
            }
            agree = status || answers_agree(&hits[0], &hits[1], limit);
            *contacts += !status && hits[0].count;
        }
        abut_query_free(q[0]);
        abut_query_free(q[1]);
        if (status) return fail("path", status);
        if (!agree) return bench_fail("the answers differ");
    }
    return BENCH_OK;
}

static int compare(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

static double quantile(double* list, size_t count, double part)
{
    if (!count) return 0;
    qsort(list, count, sizeof *list, compare);
    const size_t at = (size_t)(part * (double)count);
    return list[at < count ? at : count - 1];
}

// Look at the clock for so long. Returns the processor's time that it took: what other programs and the machine take
// of it shows here as in a query.
static double wait_for(double us)
{
    const double used = clock_us(CLOCK_THREAD_CPUTIME_ID), from = clock_us(CLOCK_MONOTONIC);
    while (clock_us(CLOCK_MONOTONIC) - from < us) {}
    return clock_us(CLOCK_THREAD_CPUTIME_ID) - used;
}

// The path again under a deadline that is half of what a step takes in the mean; a walk of it without one comes first.
static int time_deadline(const path* p, size_t limit, double deadline, times* t, overruns* o,
                         size_t* undecided)
{
    const abut_ask warm = {.limit = limit, .coherent = 1};
    const abut_ask ask = {.limit = limit, .coherent = 1, .deadline = deadline};
    abut_query* q = NULL;
    abut_hits hits;
    abut_status status = abut_query_create(&q, NULL);
    for (size_t i = 0; i < p->count && !status; i++)
        status = abut_collide(q, &p->a[i], &p->b[i], &warm, &hits);
    *undecided = 0;
    for (size_t i = 0; i < p->count && !status; i++) {
        const double wall = clock_us(CLOCK_MONOTONIC), used = clock_us(CLOCK_THREAD_CPUTIME_ID);
        status = abut_collide(q, &p->a[i], &p->b[i], &ask, &hits);
        const double us = clock_us(CLOCK_THREAD_CPUTIME_ID) - used - t->clock;
        const double outside = clock_us(CLOCK_MONOTONIC) - wall - us;
        *undecided += hits.state == ABUT_STATE_UNDECIDED;
        const double idle = wait_for(deadline) - t->clock - deadline;
        // Where the thread was kept from the processor, nobody knows on which side of the deadline.
        if (outside > DISTURBED_US)
            o->disturbed++;
        else
            t->over[t->over_count++] = us - deadline > 0 ? us - deadline : 0;
        t->idle_over[t->idle_count++] = idle > 0 ? idle : 0;
    }
    abut_query_free(q);
    return status ? fail("deadline", status) : BENCH_OK;
}

static double mean_of(const double* list, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += list[i];
    return sum / (double)count;
}

static int measure_row(const path* p, int runs, times* t, overruns* o, figures* f)
{
    size_t undecided = 0;
    int result = time_path(p, f->limit, runs, t, &f->contacts);
    if (result != BENCH_OK) return result;
    f->steps = p->count;
    f->mean[0] = mean_of(t->plain, p->count);
    f->mean[1] = mean_of(t->coherent, p->count);
    f->tail[0] = quantile(t->plain, p->count, 0.99);
    f->tail[1] = quantile(t->coherent, p->count, 0.99);
    const size_t from = t->over_count;
    result = time_deadline(p, f->limit, f->mean[1] / 2, t, o, &undecided);
    for (size_t i = from; i < t->over_count; i++)
        f->beyond = t->over[i] > f->beyond ? t->over[i] : f->beyond;
    f->undecided = (double)undecided / (double)p->count;
    return result;
}

static int measure_scene(const scene* s, const request* r, times* t, overruns* o, figures* rows)
{
    mesh m[2] = {{0}, {0}};
    abut_model* models[2] = {NULL, NULL};
    abut_instance* poses[2] = {calloc(r->steps, sizeof **poses), calloc(r->steps, sizeof **poses)};
    int result = BENCH_OK;
    if (!poses[0] || !poses[1] || !make_meshes(s, r->quick, m)) {
        bench_fail("no scene");
        result = BENCH_ERROR;
    }
    for (int side = 0; side < 2 && result == BENCH_OK; side++) {
        const abut_status status = model_of(&m[side], &models[side]);
        if (status) result = fail("scene", status);
        for (size_t i = 0; i < r->steps; i++)
            poses[side][i].model = models[side];
    }
    for (size_t n = 0; n < (size_t)SIZES * QUESTIONS && result == BENCH_OK; n++) {
        const path p = {poses[0], poses[1], r->steps};
        rows[n] = (figures){.scene = s->name, .step = steps_of[n / QUESTIONS], .limit = 1 - n % 2};
        make_path(s, rows[n].step, r->steps, poses[0], poses[1]);
        result = measure_row(&p, r->runs, t, o, &rows[n]);
    }
    for (int side = 0; side < 2; side++) {
        abut_model_free(models[side]);
        free(poses[side]);
        mesh_free(&m[side]);
    }
    return result;
}

// --------------------------------------------------------------------------------------------- reporting

// What the loop suffers is the machine's part.
static bool is_late(const overruns* o)
{
    return o->tail > OVERRUN_BAR + o->idle_tail;
}

// What a row misses; NULL: nothing.
static const char* missed(const figures* f)
{
    if (f->mean[1] > LOSS_BAR * f->mean[0]) return "slower";
    if (!f->limit) return NULL;
    if (f->mean[0] < MEAN_BAR * f->mean[1]) return "mean";
    if (f->tail[0] < TAIL_BAR * f->tail[1]) return "p99";
    return NULL;
}

static void write_text(const figures* rows, const overruns* o, bool has_bars)
{
    printf("%-9s %6s %-5s %8s %9s %9s %7s %9s %9s %7s %9s %9s\n", "path", "step", "asked",
           "contact", "mean", "coherent", "faster", "p99", "coherent", "faster", "undecided",
           "beyond");
    for (size_t i = 0; i < ROWS; i++) {
        const figures* f = &rows[i];
        const char* what = has_bars ? missed(f) : NULL;
        printf("%-9s %5.2f%% %-5s %7.0f%% %6.2f us %6.2f us %6.2fx %6.2f us %6.2f us %6.2fx",
               f->scene, 100 * f->step, f->limit ? "first" : "all",
               100 * (double)f->contacts / (double)f->steps, f->mean[0], f->mean[1],
               f->mean[0] / f->mean[1], f->tail[0], f->tail[1], f->tail[0] / f->tail[1]);
        printf(" %8.1f%% %6.1f us%s%s\n", 100 * f->undecided, f->beyond, what ? "  missed: " : "",
               what ? what : "");
    }
    printf(
        "deadlines of half the mean, %zu steps (%zu disturbed ones left out): beyond them %.1f us "
        "in 99.9 %%, %.1f us in 99.99 %%, %.1f us at worst; a loop that only looks at the clock: "
        "%.1f us, %.1f us%s\n",
        o->steps, o->disturbed, o->near, o->tail, o->worst, o->idle_near, o->idle_tail,
        has_bars && is_late(o) ? "  missed" : "");
}

static void write_row(json* j, const figures* f)
{
    json_object(j, false);
    json_key(j, "path");
    json_string(j, f->scene);
    json_key(j, "step");
    json_number(j, f->step);
    json_key(j, "limit");
    json_count(j, f->limit);
    json_key(j, "steps");
    json_count(j, f->steps);
    json_key(j, "contact_steps");
    json_count(j, f->contacts);
    json_key(j, "mean_us");
    json_number(j, f->mean[0]);
    json_key(j, "coherent_mean_us");
    json_number(j, f->mean[1]);
    json_key(j, "p99_us");
    json_number(j, f->tail[0]);
    json_key(j, "coherent_p99_us");
    json_number(j, f->tail[1]);
    json_key(j, "undecided");
    json_number(j, f->undecided);
    json_key(j, "beyond_deadline_us");
    json_number(j, f->beyond);
    json_key(j, "missed");
    if (missed(f))
        json_string(j, missed(f));
    else
        json_null(j);
    json_close(j);
}

static void write_json(const figures* rows, const overruns* o)
{
    json j = {.out = stdout};
    json_object(&j, true);
    json_key(&j, "paths");
    json_array(&j, true);
    for (size_t i = 0; i < ROWS; i++)
        write_row(&j, &rows[i]);
    json_close(&j);
    json_key(&j, "deadline_steps");
    json_count(&j, o->steps);
    json_key(&j, "disturbed_steps");
    json_count(&j, o->disturbed);
    json_key(&j, "overrun_p999_us");
    json_number(&j, o->near);
    json_key(&j, "idle_overrun_p999_us");
    json_number(&j, o->idle_near);
    json_key(&j, "overrun_p9999_us");
    json_number(&j, o->tail);
    json_key(&j, "idle_overrun_p9999_us");
    json_number(&j, o->idle_tail);
    json_key(&j, "overrun_worst_us");
    json_number(&j, o->worst);
    json_close(&j);
}

static int judge(const figures* rows, const overruns* o)
{
    int result = is_late(o) ? BENCH_SLOW : BENCH_OK;
    for (size_t i = 0; i < ROWS; i++)
        if (missed(&rows[i])) result = BENCH_SLOW;
    return result;
}

static int measure_all(const request* r, figures* rows, overruns* o)
{
    times t = {.clock = clock_cost()};
    t.plain = malloc(r->steps * sizeof *t.plain);
    t.coherent = malloc(r->steps * sizeof *t.coherent);
    t.over = malloc(ROWS * r->steps * sizeof *t.over);
    t.idle_over = malloc(ROWS * r->steps * sizeof *t.idle_over);
    int result =
        t.plain && t.coherent && t.over && t.idle_over ? BENCH_OK : bench_fail("out of memory");
    for (size_t i = 0; i < SCENES && result == BENCH_OK; i++)
        result = measure_scene(&scenes[i], r, &t, o, rows + i * SIZES * QUESTIONS);
    if (result == BENCH_OK) {
        o->steps = t.over_count;
        o->tail = quantile(t.over, t.over_count, 0.9999);
        o->near = quantile(t.over, t.over_count, 0.999);
        o->idle_near = quantile(t.idle_over, t.idle_count, 0.999);
        o->idle_tail = quantile(t.idle_over, t.idle_count, 0.9999);
        o->worst = t.over_count ? t.over[t.over_count - 1] : 0;
    }
    free(t.plain);
    free(t.coherent);
    free(t.over);
    free(t.idle_over);
    return result;
}

static int read_request(int count, char** arguments, request* r)
{
    uint64_t number;
    for (int i = 1; i < count; i++) {
        const char* option = arguments[i];
        const char* value = i + 1 < count ? arguments[i + 1] : NULL;
        if (strcmp(option, "--json") == 0) {
            r->json = true;
        } else if (strcmp(option, "--no-bars") == 0) {
            r->has_bars = false;
        } else if (strcmp(option, "--quick") == 0) {
            r->quick = true;
            r->has_bars = false;
            r->steps = 200;
        } else if (strcmp(option, "--runs") == 0) {
            if (bench_take_number(option, value, 1, RUNS_MOST, &number)) return BENCH_ERROR;
            r->runs = (int)number;
            i++;
        } else if (strcmp(option, "--steps") == 0) {
            if (bench_take_number(option, value, 1, 1000000, &number)) return BENCH_ERROR;
            r->steps = (size_t)number;
            i++;
        } else {
            return bench_fail("there is no option %s", option);
        }
    }
    return BENCH_OK;
}

static int run(int count, char** arguments)
{
    request r = {.steps = 2000, .runs = 5, .has_bars = true};
    static figures rows[ROWS];
    overruns o = {0};
    int result = read_request(count, arguments, &r);
    if (result == BENCH_OK) result = measure_all(&r, rows, &o);
    if (result != BENCH_OK) return result;
    if (r.json)
        write_json(rows, &o);
    else
        write_text(rows, &o, r.has_bars);
    return r.has_bars ? judge(rows, &o) : BENCH_OK;
}

const bench_verb bench_motion = {
    "motion", "what it is worth to start from the last answer",
    "Paths of small steps, each asked by itself and, a step each by turns, from the last answer\n"
    "(coherent). The answers are compared. Times are of the thread's processor, of each step the\n"
    "least of all runs, less what reading the clock costs. Then each path again, coherent, under "
    "a\n"
    "deadline of half its mean.\n\n"
    "Bars: for first contact 3 times faster in the mean and 2 times in the 99th percentile; never\n"
    "more than 2 % slower; no more than 20 us beyond the deadline in 99.99 % of steps,\n"
    "above what a loop that only looks at the clock takes there.\n\n"
    "  --steps N   of each path (2000)\n"
    "  --runs N    (5)\n"
    "  --quick     small models and 200 steps; no bars\n"
    "  --no-bars   exit 0 whatever was measured\n"
    "  --json      as JSON\n",
    run};
