// rows.c - a model and a rival: their pairs compared, each difference decided in rational numbers, then times in turns.
#include "geom/tri_tri.h"
#include "selves/selves.h"

#include <stdlib.h>
#include <string.h>

self_rival* self_rivals(size_t* count)
{
    static self_rival rivals[] = {
        {.kind = {"cgal", "abut-peer-cgal_self", NULL}, .bar = 10, .wants_real = true},
        {.kind = {"embree", "abut-peer-embree_self", NULL}, .bar = 5},
        {.kind = {"igl", "abut-peer-igl_self", "predicates"}, .bar = 5},
        {.kind = {"igl-cgal", "abut-peer-igl_self", "cgal"}, .bar = 5, .wants_real = true},
        {.kind = {"brute", NULL, NULL}, .most = 1000},  // abut itself, without a tree
    };
    *count = sizeof rivals / sizeof *rivals;
    return rivals;
}

// ------------------------------------------------------------------------------------------ differences

static int compare(abut_pair p, abut_pair q)
{
    if (p.a != q.a) return p.a < q.a ? -1 : 1;
    return (p.b > q.b) - (p.b < q.b);
}

// Those of x that y lacks; both are sorted. Returns how many.
static size_t subtract(const side_answer* x, size_t x_count, const side_answer* y, size_t y_count,
                       abut_pair* out)
{
    size_t count = 0;
    for (size_t i = 0, k = 0; i < x_count; i++) {
        while (k < y_count && compare(y->pairs[k], x->pairs[i]) < 0)
            k++;
        if (k == y_count || compare(y->pairs[k], x->pairs[i]) != 0) out[count++] = x->pairs[i];
    }
    return count;
}

static bool is_degenerate(const mesh* m, uint32_t triangle)
{
    const double* corner[3];
    for (int k = 0; k < 3; k++)
        corner[k] = m->vertices + 3 * (size_t)m->triangles[3 * (size_t)triangle + (size_t)k];
    return corners_of_triangle(corner).count < 3;
}

// Take out the pairs that the rival leaves out by its contract. Returns how many are left.
static size_t leave_out(const self_match* m, const mesh* of, abut_pair* pairs, size_t count,
                        self_differences* out)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (m->rival->wants_real &&
            (is_degenerate(of, pairs[i].a) || is_degenerate(of, pairs[i].b)))
            out->degenerate++;
        else
            pairs[kept++] = pairs[i];
    return kept;
}

// How many of some pairs meet.
static side_status judge(const self_match* m, size_t index, abut_pair* pairs, size_t count,
                         size_t* meet)
{
    *meet = count;
    return count ? side_judge(m->judge, index, pairs, meet) : SIDE_OK;
}

static side_status decide(const self_match* m, size_t index, const side_answer* ours,
                          const side_answer* theirs, self_differences* out)
{
    const mesh* of = &m->scene->meshes[m->scene->queries[index].a];
    abut_pair* lacks = malloc((ours->count + 1) * sizeof *lacks);
    abut_pair* more = malloc((theirs->count + 1) * sizeof *more);
    side_status status = lacks && more ? SIDE_OK : SIDE_FAILED;
    if (status == SIDE_OK) {
        size_t lack_count = subtract(ours, ours->count, theirs, theirs->count, lacks), meet = 0;
        const size_t more_count = subtract(theirs, theirs->count, ours, ours->count, more);
        lack_count = leave_out(m, of, lacks, lack_count, out);
        if (!m->judge) {
            out->undecided = lack_count + more_count;
        } else {
            status = judge(m, index, lacks, lack_count, &meet);
            out->missed = meet;
            out->ours_invented = lack_count - meet;
            if (status == SIDE_OK) status = judge(m, index, more, more_count, &meet);
            out->ours_missed = meet;
            out->invented = more_count - meet;
        }
    }
    free(lacks);
    free(more);
    return status;
}

// ------------------------------------------------------------------------------------------ the row

static int compare_doubles(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

// How long a search takes of a model that is built: the median of some runs of at least a millisecond.
static side_status time_again(side* ours, double* us)
{
    enum { RUNS = 5 };
    double seconds[RUNS], once;
    side_status status = ours->calls->run(ours, PEER_SELF_AGAIN, 1, &once);
    const long repeats = once < 1e-3 ? (long)(1e-3 / (once + 1e-7)) + 1 : 1;
    for (int i = 0; i < RUNS && status == SIDE_OK; i++)
        status = ours->calls->run(ours, PEER_SELF_AGAIN, repeats, &seconds[i]);
    if (status != SIDE_OK) return status;
    qsort(seconds, RUNS, sizeof *seconds, compare_doubles);
    *us = 1e6 * seconds[RUNS / 2] / (double)repeats;
    return SIDE_OK;
}

static side_status time_both(const self_match* m, size_t index, double pass, self_row* row)
{
    const peer_match who = {.ours = m->ours, .other = m->other, .limits = m->limits, .pass = pass};
    side_status status = m->ours->calls->use(m->ours, &index, 1);
    if (status == SIDE_OK) status = m->other->calls->use(m->other, &index, 1);
    if (status == SIDE_OK) status = peer_time(&who, PEER_SELF, PEER_SELF, &row->times);
    if (status == SIDE_OK) status = time_again(m->ours, &row->again_us);
    return status;
}

side_status self_measure(const self_match* m, size_t index, self_row* row)
{
    side_answer ours, theirs = {0};
    side_status status = m->ours->calls->answer(m->ours, PEER_SELF, index, &ours);
    if (status != SIDE_OK) return status;
    status = m->other->calls->answer(m->other, PEER_SELF, index, &theirs);
    row->rival = m->rival;
    row->triangles = m->scene->meshes[m->scene->queries[index].a].triangle_count;
    row->pairs = ours.count;
    row->rival_pairs = theirs.count;
    if (status == SIDE_OK) status = decide(m, index, &ours, &theirs, &row->differences);
    const double pass = ours.seconds > theirs.seconds ? ours.seconds : theirs.seconds;
    if (status == SIDE_OK) status = time_both(m, index, pass, row);
    free(ours.pairs);
    free(theirs.pairs);
    return status;
}
