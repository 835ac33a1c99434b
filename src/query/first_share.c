// first_share.c - see first_share.h. Pieces are independent of each other but for their order, so parts of the way are searched
// by workers with a query each; the earliest part that has an answer counts, and the work of all before it.
#include "query/first_share.h"

#include "base/base.h"
#include "base/host.h"
#include "exec/crew.h"
#include "search/search.h"

#define TESTS_ALONE  4096  // before that nothing is shared
#define PIECES_LEAST 4
enum { PARTS_MOST = 256 };

// What came of a part of the way.
typedef struct first_part {
    abut_first answer;
    struct work work;
    int has_answer, has_points;
} first_part;

// What a worker has of its own.
typedef struct first_worker {
    abut_query* query;  // NULL: not needed yet
} first_worker;

struct first_team {
    crew crew;
    size_t workers;
    first_worker* list;
    // Of the call that runs.
    const first_search* whole;
    const abut_motion *a, *b;
    size_t first, size;  // of the first part; pieces of a part
    atomic_size_t best;  // the lowest part that has an answer
    first_part parts[PARTS_MOST];
};

int first_is_worth_sharing(const first_search* q, size_t first)
{
    const search* s = &q->query->search;
    return first && q->query->host.workers > 1 && !s->budget && !s->stop_time &&
           q->count - first >= PIECES_LEAST && work_tests(&s->work) >= TESTS_ALONE;
}

void first_team_free(first_team* team, const abut_host* host)
{
    for (size_t i = 0; i < team->workers; i++)
        if (team->list[i].query) query_free(team->list[i].query);
    crew_close(&team->crew);
    host_release(host, team->list, team->workers, sizeof *team->list);
    host_release(host, team, 1, sizeof *team);
}

static abut_status open_team(abut_query* query)
{
    const abut_host* host = &query->host;
    if (query->first_team) return ABUT_OK;
    const size_t workers = (size_t)host->workers;
    first_team* team = host_allocate(host, 1, sizeof *team);
    first_worker* list = host_allocate(host, workers, sizeof *list);
    if (!team || !list || crew_open(&team->crew, host) != ABUT_OK) {
        host_release(host, list, workers, sizeof *list);
        host_release(host, team, 1, sizeof *team);
        return ABUT_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < workers; i++)
        list[i] = (first_worker){NULL};
    team->workers = workers;
    team->list = list;
    query->first_team = team;
    return ABUT_OK;
}

// A turn: search a part, unless one before it has an answer.
static abut_status search_part(void* context, size_t index, int worker)
{
    first_team* const team = context;
    first_worker* const own = &team->list[worker];
    first_part* const part = &team->parts[index];
    if (atomic_load(&team->best) < index) return ABUT_OK;
    const abut_host host = crew_host(&team->crew);
    if (!own->query) TRY(query_create(&own->query, &host));
    first_search q = *team->whole;
    q.query = own->query;
    q.out = &part->answer;
    TRY(first_begin(&q));
    const size_t first = team->first + index * team->size, left = q.count - first;
    part->has_answer = !first_in_pieces(&q, team->a, team->b, first,
                                        first + (left < team->size ? left : team->size));
    TRY(q.query->search.status);
    part->work = q.query->search.work;
    part->has_points = q.has_points;
    size_t best = atomic_load(&team->best);
    int is_told = !part->has_answer;
    while (!is_told && index < best)
        is_told = atomic_compare_exchange_weak(&team->best, &best, index);
    return ABUT_OK;
}

// Take what came of the parts into the search that is shared.
static int gather(const first_team* team, size_t count, first_search* q)
{
    const size_t best = atomic_load(&team->best), end = best < count ? best + 1 : count;
    uint64_t intervals = q->out->intervals;
    for (size_t i = 0; i < end; i++) {
        work_add(&q->query->search.work, &team->parts[i].work);
        intervals += team->parts[i].answer.intervals;
    }
    if (best < count) {
        *q->out = team->parts[best].answer;
        q->has_points = team->parts[best].has_points;
    }
    q->out->intervals = intervals;
    return best >= count;
}

int first_share(first_search* q, const abut_motion* a, const abut_motion* b, size_t first)
{
    search* const s = &q->query->search;
    const size_t pieces = q->count - first;
    s->status = open_team(q->query);
    if (s->status != ABUT_OK) return 0;
    first_team* const team = q->query->first_team;
    const abut_first none = {.t_hi = (double)q->count, .complete = 1};
    team->whole = q;
    team->a = a;
    team->b = b;
    team->first = first;
    team->size = pieces / PARTS_MOST + (pieces % PARTS_MOST != 0);
    const size_t count = pieces / team->size + (pieces % team->size != 0);
    for (size_t i = 0; i < count; i++)
        team->parts[i] = (first_part){.answer = none};
    atomic_store(&team->best, count);
    s->status =
        crew_run(&team->crew, count, search_part, team, (double)first / (double)q->count, 1);
    return s->status == ABUT_OK && gather(team, count, q);
}
