// clearance.c - the mode "clearance": all pairs of triangles within a bound, against all pairs in contact, at an equal number of
// pairs. Each pose has a twin in which the models overlap a little; its bound is the one within which there are as many
// pairs as the twin has contacts.
#include "distances/distances.h"
#include "methods/methods.h"

#include "abut/distance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 0.02  // how deep they are pushed into each other, as a part of the smaller's size
#define TIE   1e-9  // pairs whose distances differ by a smaller part tie
enum { PAIRS_MOST = 20000 };

typedef struct setting {
    const peer_scene* scene;
    peer_scene twin;  // the same meshes, in contact
    double* bounds;
    size_t* used;  // the queries for which there is such a bound
    size_t used_count;
    side *ours, *contacts;
} setting;

static double size_of(const mesh* m)
{
    double low[3] = {0}, high[3] = {0}, square = 0;
    for (size_t i = 0; i < 3 * m->vertex_count; i++) {
        const size_t k = i % 3;
        low[k] = i < 3 ? m->vertices[i] : fmin(low[k], m->vertices[i]);
        high[k] = i < 3 ? m->vertices[i] : fmax(high[k], m->vertices[i]);
    }
    for (int k = 0; k < 3; k++)
        square += (high[k] - low[k]) * (high[k] - low[k]);
    return sqrt(square);
}

// Push b towards a, from where they are nearest, until it is so far inside.
static side_status push(setting* s, size_t query)
{
    const peer_query* q = &s->scene->queries[query];
    double way[3], square = 0;
    abut_distance_answer nearest;
    const side_status status = side_own_nearest(s->ours, query, &nearest);
    if (status != SIDE_OK) return status;
    for (int k = 0; k < 3; k++) {
        way[k] = nearest.a_point[k] - nearest.b_point[k];
        square += way[k] * way[k];
    }
    const double smaller = fmin(size_of(&s->scene->meshes[q->a]), size_of(&s->scene->meshes[q->b]));
    for (int k = 0; k < 3; k++)
        s->twin.queries[query].b_pose.translation[k] +=
            way[k] * (1 + DEPTH * smaller / sqrt(square));
    return SIDE_OK;
}

static int order_doubles(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

// The number of pairs within a bound, and the distances of all of them, sorted.
static side_status ask_within(setting* s, size_t query, double bound, double** distances,
                              size_t* count)
{
    abut_clearance_answer answer;
    s->bounds[query] = bound;
    side_status status = s->ours->calls->bound(s->ours, s->bounds, s->scene->query_count);
    if (status == SIDE_OK) status = side_own_clearance(s->ours, query, &answer);
    if (status != SIDE_OK) return status;
    double* more = realloc(*distances, (answer.count + 1) * sizeof *more);
    if (!more) return SIDE_FAILED;
    for (size_t i = 0; i < answer.count; i++)
        more[i] = answer.approaches[i].hi;
    qsort(more, answer.count, sizeof *more, order_doubles);
    *distances = more;
    *count = answer.count;
    return SIDE_OK;
}

// A bound with exactly so many pairs. *found: there is one; where distances tie there may be none.
static side_status find_bound(setting* s, size_t query, size_t wanted, double nearest, bool* found)
{
    enum { STEPS_MOST = 100 };
    double* distances = NULL;
    double bound = nearest;
    size_t count = 0;
    side_status status = SIDE_OK;
    for (int i = 0; i < STEPS_MOST && count <= wanted && status == SIDE_OK; i++) {
        status = ask_within(s, query, bound, &distances, &count);
        bound *= 1.1;
    }
    *found = status == SIDE_OK && count > wanted &&
             distances[wanted - 1] * (1 + TIE) < distances[wanted];
    if (*found) s->bounds[query] = (distances[wanted - 1] + distances[wanted]) / 2;
    free(distances);
    return status;
}

static side_status choose(setting* s, const distance_truth* truth, size_t query)
{
    side_answer contacts;
    bool found = false;
    side_status status = s->contacts->calls->answer(s->contacts, PEER_ALL, query, &contacts);
    if (status != SIDE_OK) return status;
    free(contacts.pairs);
    if (contacts.count == 0 || contacts.count > PAIRS_MOST) return SIDE_OK;
    status = find_bound(s, query, contacts.count, truth->answers[query].hi, &found);
    if (found) s->used[s->used_count++] = query;
    return status;
}

static side_status choose_all(setting* s, const distance_truth* truth, double seconds)
{
    side_status status = SIDE_OK;
    const double start = processor_seconds();
    for (size_t i = 0; i < s->scene->query_count && status == SIDE_OK; i++) {
        status = choose(s, truth, i);
        if (processor_seconds() - start > seconds) break;
    }
    return status;
}

// The same number of pairs each; and how long all queries take.
static side_status compare(setting* s, distance_row* row, double* pass)
{
    double sums[2] = {0, 0};
    for (size_t i = 0; i < s->used_count; i++) {
        side_answer contacts;
        side_measure within;
        side_status status =
            s->contacts->calls->answer(s->contacts, PEER_ALL, s->used[i], &contacts);
        if (status != SIDE_OK) return status;
        free(contacts.pairs);
        status = s->ours->calls->measure(s->ours, PEER_CLEARANCE, s->used[i], &within);
        if (status != SIDE_OK) return status;
        row->ours_wrong += within.lo < (double)contacts.count || within.lo > (double)contacts.count;
        sums[0] += within.seconds;
        sums[1] += contacts.seconds;
    }
    *pass = fmax(sums[0], sums[1]);
    return SIDE_OK;
}

static side_status measure(setting* s, const peer_limits* limits, distance_row* row)
{
    peer_match m = {.ours = s->ours, .other = s->contacts, .limits = limits};
    side_status status = s->ours->calls->bound(s->ours, s->bounds, s->scene->query_count);
    if (status == SIDE_OK) status = compare(s, row, &m.pass);
    row->used = s->used_count;
    if (status == SIDE_OK) status = m.ours->calls->use(m.ours, s->used, s->used_count);
    if (status == SIDE_OK) status = m.other->calls->use(m.other, s->used, s->used_count);
    const uint64_t before = side_own_allocations(m.ours);
    if (status == SIDE_OK) status = peer_time(&m, PEER_CLEARANCE, PEER_ALL, &row->times);
    row->allocations = side_own_allocations(m.ours) - before;
    return status;
}

side_status distance_measure_clearance(const distance_truth* truth, side* ours,
                                       const peer_limits* limits, distance_row* row)
{
    const peer_scene* scene = truth->scene;
    const size_t count = scene->query_count;
    side contacts;
    setting s = {.scene = scene,
                 .twin = *scene,
                 .bounds = calloc(count + 1, sizeof(double)),
                 .used = malloc((count + 1) * sizeof(size_t)),
                 .ours = ours,
                 .contacts = &contacts};
    s.twin.queries = malloc((count + 1) * sizeof *s.twin.queries);
    side_status status = s.bounds && s.used && s.twin.queries ? SIDE_OK : SIDE_FAILED;
    if (status == SIDE_OK) memcpy(s.twin.queries, scene->queries, count * sizeof *scene->queries);
    for (size_t i = 0; i < count && status == SIDE_OK; i++)
        status = push(&s, i);
    if (status == SIDE_OK) status = side_open_own(&contacts, &s.twin, ABUT_METHOD_AUTO);
    if (status == SIDE_OK) {
        status = choose_all(&s, truth, limits->seconds);
        if (status == SIDE_OK && s.used_count) status = measure(&s, limits, row);
        contacts.calls->close(&contacts);
    }
    if (status != SIDE_OK && !ours->error[0])
        snprintf(ours->error, sizeof ours->error, "no clearance");
    free(s.bounds);
    free(s.used);
    free(s.twin.queries);
    return status;
}
