// time.c - the times of abut and of a peer, in turns: a run asks abut all queries of a row, then
// the peer. Short queries are timed many together, for the clock takes a while to be read; the longest
// of them are found apart from that.
#include "peers/peers.h"

#include <stdlib.h>

#define LEAST_SPAN 5e-3  // seconds of one timed run
#define LONG_QUERY 1e-4  // from here on, every query is timed alone

enum { RUNS_OF_EACH = 3 };  // runs that find the longest of short queries

static int compare_doubles(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

static double median(double* values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

typedef struct timed {
    side* who;
    peer_question question;
    bool alone;     // every query
    bool together;  // by one call: no query can be timed alone
    long repeats;
    double means[RUNS_MOST];
    double* queries;  // of a run RUNS_MOST, then those of the next query
    int runs, each_runs;
} timed;

static side_status time_each(timed* t, double* sum)
{
    const size_t count = t->who->used_count;
    double* seconds = malloc((count + 1) * sizeof *seconds);
    side_status status = SIDE_FAILED;
    if (seconds) status = t->who->calls->each(t->who, t->question, seconds);
    *sum = 0;
    for (size_t i = 0; i < count && status == SIDE_OK; i++) {
        t->queries[i * RUNS_MOST + (size_t)t->each_runs] = seconds[i];
        *sum += seconds[i];
    }
    free(seconds);
    t->each_runs += status == SIDE_OK;
    return status;
}

static side_status time_run(timed* t)
{
    double sum = 0;
    side_status status = SIDE_OK;
    if (!t->together && (t->alone || t->each_runs < RUNS_OF_EACH)) status = time_each(t, &sum);
    if (!t->alone && status == SIDE_OK) {
        status = t->who->calls->run(t->who, t->question, t->repeats, &sum);
        sum /= (double)t->repeats;
    }
    if (status == SIDE_OK) t->means[t->runs++] = sum / (double)t->who->used_count;
    return status;
}

// Bring everything into memory and find how to time.
static side_status warm_up(timed* t)
{
    double seconds;
    const side_status status = t->who->calls->run(t->who, t->question, 1, &seconds);
    t->together = t->question == PEER_BATCH;
    t->alone = !t->together && seconds >= LONG_QUERY * (double)t->who->used_count;
    t->repeats = seconds < LEAST_SPAN ? (long)(LEAST_SPAN / (seconds + 1e-7)) + 1 : 1;
    return status;
}

static double longest(const timed* t)
{
    double most = 0;
    for (size_t i = 0; i < t->who->used_count && !t->together; i++) {
        const double seconds = median(&t->queries[i * RUNS_MOST], t->each_runs);
        if (seconds > most) most = seconds;
    }
    return most;
}

side_status peer_time(const peer_match* m, peer_question ours, peer_question other, peer_times* out)
{
    timed sides[2] = {{.who = m->ours, .question = ours}, {.who = m->other, .question = other}};
    side_status status = SIDE_OK;
    const double runs =
        m->limits->seconds / (m->pass + 1e-9) - 2;  // what was compared, and warmed up
    out->runs = runs < 1 ? 1 : runs < m->limits->runs ? (int)runs : m->limits->runs;
    for (int i = 0; i < 2 && status == SIDE_OK; i++) {
        sides[i].queries = malloc((sides[i].who->used_count + 1) * RUNS_MOST * sizeof(double));
        status = sides[i].queries ? warm_up(&sides[i]) : SIDE_FAILED;
    }
    for (int run = 0; run < out->runs && status == SIDE_OK; run++) {
        status = time_run(&sides[0]);
        if (status == SIDE_OK) status = time_run(&sides[1]);
    }
    if (status == SIDE_OK) {
        double ratios[RUNS_MOST] = {0};
        for (int run = 0; run < out->runs; run++)
            ratios[run] = sides[1].means[run] / sides[0].means[run];
        out->middle = median(ratios, out->runs);
        out->least = ratios[0];  // sorted by now
        out->ours_us = 1e6 * median(sides[0].means, out->runs);
        out->peer_us = 1e6 * median(sides[1].means, out->runs);
        out->ours_max_us = 1e6 * longest(&sides[0]);
        out->peer_max_us = 1e6 * longest(&sides[1]);
    }
    free(sides[0].queries);
    free(sides[1].queries);
    return status;
}
