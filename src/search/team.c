// team.c - see team.h.
#include "search/team.h"

#include "base/base.h"
#include "base/host.h"

#include <string.h>

#define SORT_TOGETHER 8192  // pairs; fewer are sorted by one
#define BUCKET_SIZE   1024  // pairs, about

abut_status team_create(search_team** out, const abut_host* host)
{
    ASSERT(host->workers >= 1);
    const size_t workers = (size_t)host->workers;
    search_team* t = host_allocate(host, 1, sizeof *t);
    team_member* members = host_allocate(host, workers, sizeof *members);
    if (!t || !members || crew_open(&t->crew, host) != ABUT_OK) {
        host_release(host, members, workers, sizeof *members);
        host_release(host, t, 1, sizeof *t);
        return ABUT_OUT_OF_MEMORY;
    }
    t->host = crew_host(&t->crew);
    t->members = members;
    t->number = 0;
    t->list = (team_list){0};
    t->earlier[0] = t->earlier[1] = NULL;
    t->earlier_capacity[0] = t->earlier_capacity[1] = 0;
    t->part_count = 0;
    memset(members, 0, workers * sizeof *members);
    *out = t;
    return ABUT_OK;
}

void team_free(search_team* t)
{
    const abut_host host = t->crew.host;
    for (int i = 0; i < host.workers; i++) {
        team_member* m = &t->members[i];
        host_release(&host, m->left.at, m->left.capacity, sizeof *m->left.at);
        if (!i || !m->search) continue;  // the first is not the team's
        search_free(m->search, &host);
        host_release(&host, m->search, 1, sizeof *m->search);
    }
    crew_close(&t->crew);
    host_release(&host, t->list.at, t->list.capacity, sizeof *t->list.at);
    for (int i = 0; i < 2; i++)
        host_release(&host, t->earlier[i], t->earlier_capacity[i], sizeof *t->earlier[i]);
    host_release(&host, t->members, (size_t)host.workers, sizeof *t->members);
    host_release(&host, t, 1, sizeof *t);
}

void team_begin(search_team* t, search* s)
{
    ASSERT(!t->members[0].search || t->members[0].search == s);
    t->number++;
    t->members[0].search = s;
    t->members[0].number = t->number;
    t->before = s->host;
    s->host = &t->host;
    t->work = s->work;
    t->found = (sort_record){.value = ABUT_KIND_APART};
}

// The same question; memory stays.
static void copy_question(search* to, const search* from)
{
    to->host = from->host;
    for (int side = 0; side < 2; side++)
        to->mesh[side] = from->mesh[side];
    to->poses = from->poses;
    to->close = from->close;
    to->limit = from->limit;
    to->any = from->any;
    to->budget = from->budget;
    to->may_repeat = from->may_repeat;
    search_begin(to);
}

abut_status team_search(search_team* t, int worker, search** out)
{
    ASSERT(worker >= 0 && worker < t->crew.host.workers);
    team_member* m = &t->members[worker];
    if (!m->search) {
        search* made = host_allocate(&t->host, 1, sizeof *made);
        if (!made) return ABUT_OUT_OF_MEMORY;
        memset(made, 0, sizeof *made);
        m->search = made;
    }
    if (m->number != t->number) {
        copy_question(m->search, t->members[0].search);
        m->number = t->number;
    }
    *out = m->search;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------- what was found

// What a member found; 0 for one that took no part.
static size_t count_of(const search_team* t, size_t member)
{
    const team_member* m = &t->members[member];
    return m->number == t->number ? m->search->found_count : 0;
}

// By triangle of a, in order.
static size_t bucket_of(const search_team* t, const sort_record* r)
{
    ASSERT(r->key >> 32 < t->members[0].search->mesh[0]->triangle_count);
    return (size_t)((r->key >> 32) * t->bucket_scale >> 32);
}

// Buckets for count records: as few as are worth it, for each costs its passes.
static void choose_buckets(search_team* t, size_t count)
{
    const size_t triangles = t->members[0].search->mesh[0]->triangle_count,
                 wanted = count / BUCKET_SIZE + 1;
    t->bucket_count = wanted < TEAM_BUCKETS ? wanted : TEAM_BUCKETS;
    t->bucket_scale = ((uint64_t)t->bucket_count << 32) / triangles;
}

static abut_status count_buckets(void* context, size_t member, int worker)
{
    search_team* const t = context;
    size_t* const counts = t->members[member].buckets;
    (void)worker;
    memset(counts, 0, t->bucket_count * sizeof *counts);
    for (size_t i = 0; i < count_of(t, member); i++)
        counts[bucket_of(t, &t->members[member].search->found[i])]++;
    return ABUT_OK;
}

static abut_status fill_buckets(void* context, size_t member, int worker)
{
    search_team* const t = context;
    size_t* const places = t->members[member].buckets;
    (void)worker;
    for (size_t i = 0; i < count_of(t, member); i++) {
        const sort_record* r = &t->members[member].search->found[i];
        t->members[0].search->scratch[places[bucket_of(t, r)]++] = *r;
    }
    return ABUT_OK;
}

// Where the last member's part of a bucket ends, the next bucket begins.
static abut_status sort_bucket(void* context, size_t bucket, int worker)
{
    search_team* const t = context;
    const search* s = t->members[0].search;
    const size_t* ends = t->members[t->crew.host.workers - 1].buckets;
    const size_t first = bucket ? ends[bucket - 1] : 0;
    (void)worker;
    sort_records(s->scratch + first, s->found + first, ends[bucket] - first);
    return ABUT_OK;
}

// Sort by all workers: into scratch, bucket by bucket, each of which is sorted by itself. Both have room for all.
static abut_status sort_together(search_team* t, search* s, size_t count)
{
    const size_t workers = (size_t)t->crew.host.workers;
    size_t place = 0;
    choose_buckets(t, count);
    TRY(crew_run(&t->crew, workers, count_buckets, t, 1, 1));
    for (size_t b = 0; b < t->bucket_count; b++)
        for (size_t m = 0; m < workers; m++) {
            const size_t size = t->members[m].buckets[b];
            t->members[m].buckets[b] = place;
            place += size;
        }
    TRY(crew_run(&t->crew, workers, fill_buckets, t, 1, 1));
    TRY(crew_run(&t->crew, t->bucket_count, sort_bucket, t, 1, 1));
    sort_record* const sorted = s->scratch;
    const size_t capacity = s->scratch_capacity;
    s->scratch = s->found;
    s->scratch_capacity = s->found_capacity;
    s->found = sorted;
    s->found_capacity = capacity;
    s->found_count = count;
    s->is_sorted = 1;
    return ABUT_OK;
}

static abut_status join(search_team* t, search* s)
{
    const size_t workers = (size_t)t->crew.host.workers;
    void *found = s->found, *scratch = s->scratch;
    size_t count = 0;
    for (size_t i = 0; i < workers; i++)
        count += count_of(t, i);
    TRY(host_grow(s->host, &found, &s->found_capacity, s->found_count, count, sizeof *s->found));
    s->found = found;
    if (workers > 1 && count >= SORT_TOGETHER && !s->may_repeat) {
        TRY(host_grow(s->host, &scratch, &s->scratch_capacity, 0, count, sizeof *s->scratch));
        s->scratch = scratch;
        return sort_together(t, s, count);
    }
    for (size_t i = 1; i < workers; i++) {
        const size_t more = count_of(t, i);
        if (more)
            memcpy(s->found + s->found_count, t->members[i].search->found, more * sizeof *s->found);
        s->found_count += more;
    }
    return ABUT_OK;
}

abut_status team_end(search_team* t)
{
    ASSERT(t->members[0].search->host == &t->host);  // as team_begin left it
    search* s = t->members[0].search;
    s->host = t->before;
    s->work = t->work;
    TRY(join(t, s));
    const sort_record* r = &t->found;
    if (r->value != ABUT_KIND_APART)
        search_add(s, (uint32_t)(r->key >> 32), (uint32_t)r->key, r->value);
    return s->status;
}

// -------------------------------------------------------------------------------------------- parts

abut_status team_append(team_list* list, const team_visit* visits, size_t count,
                        const abut_host* host)
{
    void* at = list->at;
    TRY(host_grow(host, &at, &list->capacity, list->count, list->count + count, sizeof *list->at));
    list->at = at;
    if (count) memcpy(list->at + list->count, visits, count * sizeof *visits);
    list->count += count;
    return ABUT_OK;
}

// Whether the parts are the list from first on, in order and without gaps.
static int parts_are_whole(const search_team* t, size_t first, size_t count)
{
    int whole = t->part_count <= TEAM_PARTS_MOST;
    for (size_t i = 0; i < t->part_count; i++) {
        whole &= t->parts[i].first == first && t->parts[i].count;
        first += t->parts[i].count;
    }
    return whole && first == count;
}

void team_divide(search_team* t, size_t first, size_t count, size_t most)
{
    ASSERT(most >= 1 && most <= TEAM_PARTS_MOST && first <= count);
    const size_t size = team_part_size(count - first, most);
    t->part_count = 0;
    for (size_t next = first; next < count; next += size) {
        const size_t left = count - next;
        t->parts[t->part_count++] = (team_part){.first = next, .count = left < size ? left : size};
    }
    VALIDATE(parts_are_whole(t, first, count));
    atomic_store(&t->best, t->part_count);
    for (int i = 0; i < t->crew.host.workers; i++)
        t->members[i].left.count = 0;
}

abut_status team_gather(search_team* t, size_t first)
{
    ASSERT(first <= t->list.count);
    t->list.count = first;
    for (size_t i = 0; i < t->part_count; i++) {
        const team_part* p = &t->parts[i];
        if (!p->left_count) continue;
        const team_list* left = &t->members[p->worker].left;
        ASSERT(p->left_first + p->left_count <= left->count);
        TRY(team_append(&t->list, left->at + p->left_first, p->left_count, &t->crew.host));
    }
    return ABUT_OK;
}

void team_open_part(search_team* t, size_t index, int worker, const search* s)
{
    ASSERT(index < t->part_count && worker >= 0 && worker < t->crew.host.workers);
    team_part* p = &t->parts[index];
    p->worker = worker;
    p->left_first = t->members[worker].left.count;
    p->work = s->work;
}

void team_claim(search_team* t, size_t index)
{
    size_t best = atomic_load(&t->best);
    while (index < best && !atomic_compare_exchange_weak(&t->best, &best, index)) {}
}

void team_close_part(search_team* t, size_t index, search* s)
{
    ASSERT(index < t->part_count);
    team_part* p = &t->parts[index];
    p->work = work_between(&p->work, &s->work);
    if (!s->limit || !s->found_count) return;
    p->found = s->found[0];
    s->found_count = 0;
    s->stopped = 0;
    team_claim(t, index);
}

int team_close_round(search_team* t)
{
    const size_t best = atomic_load(&t->best);
    const int any = t->members[0].search->any;
    for (size_t i = 0; i < t->part_count && (any || i <= best); i++) {
        work_add(&t->work, &t->parts[i].work);
    }
    if (best == t->part_count) return 0;
    t->found = t->parts[best].found;
    return 1;
}
