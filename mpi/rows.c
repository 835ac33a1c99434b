// rows.c - a sort over all ranks: how many rows each object begins is counted, so that each rank gets rows of a stretch of
// objects, about as many as the others. What one object begins stays together.
#include "rows.h"

#include "say/say.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// A row as it travels, between machines of one kind.
typedef struct record {
    abut_pair pair;
    abut_clash clash;
    abut_gap gap;  // zeroed where none is asked
} record;

// How many records go to each rank, and come from it, and where they begin.
typedef struct traffic {
    int *out, *out_at, *in, *in_at;
} traffic;

static int by_pair(const void* x, const void* y)
{
    const abut_pair *p = &((const record*)x)->pair, *q = &((const record*)y)->pair;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

// Which rank gets the rows of each object, of those that begin rows: so that all get about as many. counts: rows that an object
// begins, over all ranks; what comes out in their place is the rank.
static void share_objects(uint32_t* counts, size_t object_count, uint64_t total,
                          uint64_t rank_count)
{
    uint64_t before = 0;
    for (size_t i = 0; i < object_count; i++) {
        const uint64_t count = counts[i];
        counts[i] = total ? (uint32_t)(before * rank_count / total) : 0;
        before += count;
    }
}

// Where each rank's records begin. Returns how many there are in all; *fits: MPI can count them.
static uint64_t begin_of(const int* counts, int* at, int rank_count, bool* fits)
{
    uint64_t sum = 0;
    for (int i = 0; i < rank_count; i++) {
        at[i] = sum <= INT_MAX ? (int)sum : 0;
        sum += (uint64_t)counts[i];
    }
    *fits = *fits && sum <= INT_MAX;
    return sum;
}

// Put the rows into records, sorted by the rank that they go to.
static void pack(const clash_result* r, const uint32_t* rank_of, const traffic* t, int* next,
                 record* out, int rank_count)
{
    const abut_clashes* c = &r->clashes;
    for (int i = 0; i < rank_count; i++)
        next[i] = t->out_at[i];
    for (size_t i = 0; i < c->count; i++) {
        record* to = &out[next[rank_of[c->pairs[i].a]]++];
        memset(to, 0, sizeof *to);
        to->pair = c->pairs[i];
        if (c->clashes) to->clash = c->clashes[i];
        if (c->gaps) to->gap = c->gaps[i];
    }
}

static bool unpack(rank_rows* out, const record* records, size_t count, bool gaps)
{
    out->pairs = malloc((count + 1) * sizeof *out->pairs);
    out->clashes = malloc((count + 1) * sizeof *out->clashes);
    out->gaps = gaps ? malloc((count + 1) * sizeof *out->gaps) : NULL;
    if (!out->pairs || !out->clashes || (gaps && !out->gaps)) return say_no_memory();
    out->count = count;
    for (size_t i = 0; i < count; i++) {
        out->pairs[i] = records[i].pair;
        out->clashes[i] = records[i].clash;
        if (gaps) out->gaps[i] = records[i].gap;
    }
    return true;
}

// The worst first: it hides the others.
static int severity(abut_band band)
{
    return band == ABUT_BAND_CONTACT     ? 3
           : band == ABUT_BAND_CLOSE     ? 2
           : band == ABUT_BAND_UNDECIDED ? 1
                                         : 0;
}

static abut_band band_of(int severity)
{
    static const abut_band bands[] = {ABUT_BAND_CLEAR, ABUT_BAND_UNDECIDED, ABUT_BAND_CLOSE,
                                      ABUT_BAND_CONTACT};
    return bands[severity];
}

static void sum(rank_rows* out, const clash_result* found)
{
    const abut_clashes* mine = &found->clashes;
    uint64_t sums[] = {mine->count,          mine->asked,        mine->volume_tests,
                       mine->triangle_tests, mine->node_updates, mine->exact_tests};
    int worst = found->survey_count ? severity(mine->band) : 0;
    MPI_Allreduce(MPI_IN_PLACE, sums, 6, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    out->all = (abut_clashes){.count = (size_t)sums[0],
                              .asked = (size_t)sums[1],
                              .volume_tests = sums[2],
                              .triangle_tests = sums[3],
                              .node_updates = sums[4],
                              .exact_tests = sums[5],
                              .band = band_of(worst),
                              .complete = 1};
}

// Send each record to its rank. counts: see share_objects. Returns false on all ranks after telling what is wrong.
static bool send(rank_rows* out, ranks* r, const clash_result* found, const uint32_t* rank_of,
                 const traffic* t, bool gaps)
{
    const abut_clashes* c = &found->clashes;
    bool fits = true;
    for (size_t i = 0; i < c->count; i++)
        t->out[rank_of[c->pairs[i].a]]++;
    MPI_Alltoall(t->out, 1, MPI_INT, t->in, 1, MPI_INT, MPI_COMM_WORLD);
    begin_of(t->out, t->out_at, r->count, &fits);
    const uint64_t count = begin_of(t->in, t->in_at, r->count, &fits);
    record* sent = malloc((c->count + 1) * sizeof *sent);
    record* got = malloc((size_t)(count + 1) * sizeof *got);
    int* next = malloc((size_t)r->count * sizeof *next);
    if (!fits) say(S010_MPI, "more than %d rows for one rank: more ranks are needed", INT_MAX);
    bool fine = fits && ((sent && got && next) || say_no_memory());
    if (fine) pack(found, rank_of, t, next, sent, r->count);
    fine = ranks_agree(r, fine);
    if (fine) {
        MPI_Datatype type;
        MPI_Type_contiguous((int)sizeof(record), MPI_BYTE, &type);
        MPI_Type_commit(&type);
        MPI_Alltoallv(sent, t->out, t->out_at, type, got, t->in, t->in_at, type, MPI_COMM_WORLD);
        MPI_Type_free(&type);
    }
    free(next);
    free(sent);
    if (fine) {
        qsort(got, (size_t)count, sizeof *got, by_pair);
        fine = ranks_agree(r, unpack(out, got, (size_t)count, gaps));
    }
    free(got);
    return fine;
}

bool rows_exchange(rank_rows* out, ranks* r, const clash_result* found)
{
    const abut_clashes* c = &found->clashes;
    const size_t count = (size_t)r->count, objects = found->object_count;
    *out = (rank_rows){0};
    uint32_t* counts = calloc(objects + 1, sizeof *counts);
    int* numbers = calloc(4 * count, sizeof *numbers);
    const traffic t = {numbers, numbers + count, numbers + 2 * count, numbers + 3 * count};
    bool fine = (counts && numbers) || say_no_memory();
    fine = ranks_agree(r, fine);
    if (fine) {
        sum(out, found);
        for (size_t i = 0; i < c->count; i++)
            counts[c->pairs[i].a]++;
        MPI_Allreduce(MPI_IN_PLACE, counts, (int)objects, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
        share_objects(counts, objects, out->all.count, count);
        fine = send(out, r, found, counts, &t, found->options->clearance.is_given);
        const uint64_t mine = out->count;
        MPI_Exscan(&mine, &out->before, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
        if (r->rank == 0) out->before = 0;
    }
    free(counts);
    free(numbers);
    return fine;
}

void rows_free(rank_rows* rows)
{
    free(rows->pairs);
    free(rows->clashes);
    free(rows->gaps);
    *rows = (rank_rows){0};
}
