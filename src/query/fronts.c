// fronts.c - see fronts.h. A hash table of fronts that stay where they are, and a list of them by age.
#include "query/fronts.h"

#include "base/base.h"
#include "base/host.h"

#define BUCKETS_LEAST 64

pair_key pair_key_of(const abut_instance* a, const abut_instance* b)
{
    return (pair_key){{a->model->serial, b->model->serial},
                      {(uint64_t)(uintptr_t)a->user, (uint64_t)(uintptr_t)b->user},
                      0};
}

posed_side posed_side_none(void)
{
    posed_side side = {.placed = {.model = NULL}};
    for (int k = 0; k < 3; k++)
        side.placed.pose.matrix[k][k] = 1;
    return side;
}

// ------------------------------------------------------------------------------------------- table

static uint64_t mix(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

// Where a key is does not matter to any answer: so addresses may have a part in it.
static size_t bucket_of(const front_table* t, const pair_key* key)
{
    uint64_t hash = mix(key->turn, key->serial[0]);
    hash = mix(hash, key->serial[1]);
    hash = mix(hash, key->who[0]);
    hash = mix(hash, key->who[1]);
    return (size_t)(hash & (t->bucket_count - 1));
}

static int keys_are_equal(const pair_key* p, const pair_key* q)
{
    return p->serial[0] == q->serial[0] && p->serial[1] == q->serial[1] && p->who[0] == q->who[0] &&
           p->who[1] == q->who[1] && p->turn == q->turn;
}

static void put_in_bucket(front_table* t, pair_front* f)
{
    pair_front** const bucket = &t->buckets[bucket_of(t, &f->key)];
    f->next = *bucket;
    *bucket = f;
}

// Twice as many buckets. Without memory for them they stay as they are, if there are any. Returns 0 if there are none.
static int grow(front_table* t, const abut_host* host)
{
    const size_t count = t->bucket_count ? 2 * t->bucket_count : BUCKETS_LEAST;
    pair_front** buckets = host_allocate(host, count, sizeof(pair_front*));
    if (!buckets) return t->bucket_count != 0;
    for (size_t i = 0; i < count; i++)
        buckets[i] = NULL;
    host_release(host, t->buckets, t->bucket_count, sizeof(pair_front*));
    t->buckets = buckets;
    t->bucket_count = count;
    for (pair_front* f = t->oldest; f; f = f->newer)
        put_in_bucket(t, f);
    return 1;
}

static void unlink_front(front_table* t, pair_front* f)
{
    *(f->older ? &f->older->newer : &t->oldest) = f->newer;
    *(f->newer ? &f->newer->older : &t->newest) = f->older;
}

static void make_newest(front_table* t, pair_front* f)
{
    f->newer = NULL;
    f->older = t->newest;
    *(f->older ? &f->older->newer : &t->oldest) = f;
    t->newest = f;
}

static void give_up(front_table* t, const abut_host* host, pair_front* f)
{
    pair_front** place = &t->buckets[bucket_of(t, &f->key)];
    while (*place != f)
        place = &(*place)->next;
    *place = f->next;
    unlink_front(t, f);
    t->count--;
    t->bytes -= f->bytes;
    pair_front_forget(f, host);
    host_release(host, f, 1, sizeof *f);
}

pair_front* fronts_find(front_table* t, const pair_key* key)
{
    if (!t->count) return NULL;
    pair_front* f = t->newest;  // most often
    if (!keys_are_equal(&f->key, key)) {
        f = t->buckets[bucket_of(t, key)];
        while (f && !keys_are_equal(&f->key, key))
            f = f->next;
        if (!f) return NULL;
        unlink_front(t, f);
        make_newest(t, f);
    }
    return f;
}

pair_front* fronts_get(front_table* t, const abut_host* host, const pair_key* key)
{
    pair_front* f = fronts_find(t, key);
    if (f) return f;
    if (t->count >= t->bucket_count && !grow(t, host)) return NULL;
    f = host_allocate(host, 1, sizeof *f);
    if (!f) return NULL;
    const posed_side none = posed_side_none();
    *f = (pair_front){.key = *key, .sides = {none, none}, .bytes = sizeof *f};
    put_in_bucket(t, f);
    make_newest(t, f);
    t->count++;
    t->bytes += f->bytes;
    return f;
}

void fronts_trim(front_table* t, const abut_host* host, pair_front* used, size_t most)
{
    const size_t bytes =
        sizeof *used + wide_front_bytes(&used->wide) + environment_front_bytes(&used->environment);
    t->bytes += bytes - used->bytes;
    used->bytes = bytes;
    while (t->bytes > most && t->oldest != used)
        give_up(t, host, t->oldest);
}

// -------------------------------------------------------------------------------------- many at once

void fronts_call(front_table* t)
{
    t->call++;
}

// This call is about it.
static void touch(const front_table* t, pair_front* f)
{
    if (f->call == t->call) return;
    f->call = t->call;
    f->twins = 0;
}

pair_front* fronts_take(front_table* t, const abut_host* host, const pair_key* key)
{
    pair_key own = *key;
    own.turn = 0;
    // It counts all of its key, and every call about one of these touches it: so it is not given up before they are.
    pair_front* const first = fronts_get(t, host, &own);
    if (!first) return NULL;
    touch(t, first);
    own.turn = first->twins++;
    pair_front* const f = own.turn ? fronts_get(t, host, &own) : first;
    if (f) touch(t, f);
    return f;
}

void fronts_keep(front_table* t, const pair_key* key)
{
    pair_front* const f = fronts_find(t, key);
    if (f) touch(t, f);
}

void fronts_sweep(front_table* t, const abut_host* host)
{
    while (t->oldest && t->oldest->call != t->call)
        give_up(t, host, t->oldest);
}

void pair_front_forget(pair_front* f, const abut_host* host)
{
    wide_front_free(&f->wide, host);
    environment_front_free(&f->environment, host);
}

void fronts_free(front_table* t, const abut_host* host)
{
    while (t->oldest)
        give_up(t, host, t->oldest);
    host_release(host, t->buckets, t->bucket_count, sizeof(pair_front*));
    *t = (front_table){.call = t->call};
}
