// compare.c - the answers of abut and of a peer to the same questions. Where they differ, the exact
// test of the two triangles alone says who is right.
#include "peers/peers.h"

#include <stdlib.h>
#include <string.h>

side_status peer_truth_find(side* ours, const peer_scene* scene, peer_truth* out)
{
    *out = (peer_truth){.answers = calloc(scene->query_count + 1, sizeof *out->answers)};
    if (!out->answers) {
        snprintf(ours->error, sizeof ours->error, "out of memory");
        return SIDE_FAILED;
    }
    for (; out->count < scene->query_count; out->count++) {
        const side_status status =
            ours->calls->answer(ours, PEER_ALL, out->count, &out->answers[out->count]);
        if (status != SIDE_OK) return status;
    }
    return SIDE_OK;
}

void peer_truth_free(peer_truth* t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->answers[i].pairs);
    free(t->answers);
    *t = (peer_truth){0};
}

static void corners(const mesh* m, uint32_t triangle, double out[9])
{
    for (size_t k = 0; k < 3; k++) {
        const size_t vertex = m->triangles[3 * (size_t)triangle + k];
        memcpy(out + 3 * k, m->vertices + 3 * vertex, 3 * sizeof *out);
    }
}

static bool is_contact(const peer_scene* scene, size_t query, abut_pair pair)
{
    const peer_query* q = &scene->queries[query];
    const mesh *a = &scene->meshes[q->a], *b = &scene->meshes[q->b];
    double x[9], y[9];
    abut_contact contact;
    if (pair.a >= a->triangle_count || pair.b >= b->triangle_count) return false;
    corners(a, pair.a, x);
    corners(b, pair.b, y);
    return abut_triangles_touch(x, &q->a_pose, y, &q->b_pose, &contact) == ABUT_OK &&
           contact.kind != ABUT_KIND_APART;
}

// One difference: who says yes, and what holds.
static void count_difference(peer_row* row, const peer_example* e)
{
    if (e->ours != e->is_contact) row->ours_wrong++;
    if (e->peer != e->is_contact) *(e->peer ? &row->peer_invents : &row->peer_misses) += 1;
    if (row->example_count < EXAMPLES_MOST) row->examples[row->example_count++] = *e;
}

static void judge_pair(const peer_scene* scene, size_t query, abut_pair pair, bool ours,
                       peer_row* row)
{
    peer_example e = {.query = query, .has_pair = true, .ours = ours, .peer = !ours, .pair = pair};
    e.is_contact = is_contact(scene, query, pair);
    count_difference(row, &e);
}

static int order_pairs(abut_pair x, abut_pair y)
{
    if (x.a != y.a) return x.a < y.a ? -1 : 1;
    return (x.b > y.b) - (x.b < y.b);
}

static void compare_lists(const peer_scene* scene, size_t query, const side_answer* ours,
                          const side_answer* other, peer_row* row)
{
    size_t i = 0, k = 0;
    while (i < ours->count || k < other->count) {
        int order;
        if (k == other->count)
            order = -1;
        else if (i == ours->count)
            order = 1;
        else
            order = order_pairs(ours->pairs[i], other->pairs[k]);
        if (order != 0)
            judge_pair(scene, query, order < 0 ? ours->pairs[i] : other->pairs[k], order < 0, row);
        i += order <= 0;
        k += order >= 0;
    }
}

// Only whether there is a contact. Whoever has one can show a pair; a yes without one is taken for wrong
// if abut finds none.
static void compare_presence(const peer_scene* scene, size_t query, const side_answer* ours,
                             const side_answer* other, peer_row* row)
{
    if ((ours->count > 0) == (other->count > 0)) return;
    if (ours->count)
        judge_pair(scene, query, ours->pairs[0], true, row);
    else if (other->pairs)
        judge_pair(scene, query, other->pairs[0], false, row);
    else
        count_difference(row, &(peer_example){.query = query, .peer = true});
}

// Whether abut's own answer for the first contact agrees with all its contacts.
static side_status check_first(side* ours, size_t query, const side_answer* all, peer_row* row,
                               double* seconds)
{
    side_answer one;
    const side_status status = ours->calls->answer(ours, PEER_FIRST, query, &one);
    if (status != SIDE_OK) return status;
    *seconds = one.seconds;
    bool agrees = one.count == (all->count > 0);
    for (size_t low = 0, high = all->count; agrees && one.count;) {
        if (low == high) {
            agrees = false;
            break;
        }
        const size_t middle = low + (high - low) / 2;
        const int order = order_pairs(one.pairs[0], all->pairs[middle]);
        if (order == 0) break;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    row->ours_wrong += !agrees;
    free(one.pairs);
    return SIDE_OK;
}

static side_status compare_query(const peer_match* m, size_t query, void* to, double seconds[2])
{
    peer_row* row = to;
    const bool first = row->mode != PEER_MODE_ALL;
    const peer_question question = first ? PEER_FIRST : PEER_ALL;
    const side_answer* truth = &m->truth->answers[query];
    side_answer answer;
    side_status status = m->other->calls->answer(m->other, question, query, &answer);
    if (status != SIDE_OK) return status;
    seconds[0] = truth->seconds;
    seconds[1] = answer.seconds;
    if (first || !m->other->has_pairs)
        compare_presence(m->scene, query, truth, &answer, row);
    else
        compare_lists(m->scene, query, truth, &answer, row);
    free(answer.pairs);
    row->pairs += first ? (size_t)(truth->count > 0) : truth->count;
    if (first) status = check_first(m->ours, query, truth, row, &seconds[0]);
    return status;
}

size_t peer_stride(size_t count)
{
    size_t stride = (size_t)((double)count * 0.6180339887498949);
    for (;; stride++) {
        size_t a = stride, b = count;
        while (b) {
            const size_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1) return stride;
    }
}

static int compare_sizes(const void* x, const void* y)
{
    const size_t a = *(const size_t*)x, b = *(const size_t*)y;
    return (a > b) - (a < b);
}

side_status peer_compare_each(peer_match* m, peer_compare_one* compare, void* row)
{
    const size_t count = m->scene->query_count, stride = peer_stride(count);
    const double share = m->limits->seconds / (m->limits->runs + 3);  // now, to warm up, the runs
    double sums[2] = {0};
    m->used_count = 0;
    for (size_t query = 0; m->used_count < count; query = (query + stride) % count) {
        double seconds[2];
        const side_status status = compare(m, query, row, seconds);
        if (status != SIDE_OK) return status;
        m->used[m->used_count++] = query;
        for (int i = 0; i < 2; i++)
            sums[i] += seconds[i];
        if (sums[0] > share || sums[1] > share) break;
    }
    m->pass = sums[0] > sums[1] ? sums[0] : sums[1];
    qsort(m->used, m->used_count, sizeof *m->used, compare_sizes);
    return SIDE_OK;
}

side_status peer_compare(peer_match* m, peer_row* row)
{
    row->queries = m->scene->query_count;
    row->has_pairs = m->other->has_pairs;
    const side_status status = peer_compare_each(m, compare_query, row);
    row->used = m->used_count;
    return status;
}
