// world_ends.c - see world_ends.h. Few steps are taken by insertion; where they would be many, all is sorted anew, and what
// moved is looked for along one list. A pair begins to overlap along all directions only where a beginning comes to stand before
// an end in some list: then it is looked at along all of them. Pairs that no longer overlap are dropped in one pass.
#include "world/world_ends.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"

#include <string.h>

#define STEPS_MOST 8  // for each end; from then on sorting anew is quicker

// ------------------------------------------------------------------------------------------- things

// Numbers below the normal ones count as 0, so that it does not matter whether the processor reads them so. The lowest bit
// tells ends from beginnings, which come first where both are equal: so all comparisons are of whole numbers.
static int64_t key_of(double x, int is_end)
{
    const int is_tiny = !(double_bits(x) & 0x7FF0000000000000u);
    return (int64_t)(((uint64_t)(is_tiny ? 0 : double_order(x)) & ~(uint64_t)1) | (uint64_t)is_end);
}

static int64_t* keys_of(const world_ends* e, size_t thing)
{
    return e->keys + 2 * (size_t)e->directions * thing;
}

static int64_t key_at(const world_ends* e, int direction, uint32_t end)
{
    return keys_of(e, end >> 1)[2 * (size_t)direction + (end & 1)];
}

abut_status world_ends_begin(world_ends* e, const abut_host* host, int directions, size_t count)
{
    const size_t ends = 2 * count * (size_t)directions, room = ends ? ends : 1;
    if (count > WORLD_ENDS_MOST) return ABUT_TOO_LARGE;
    e->directions = directions;
    e->count = e->pair_count = 0;
    TRY(host_grow_any(host, &e->keys, &e->key_capacity, 0, room, sizeof *e->keys));
    TRY(host_grow_any(host, &e->order, &e->order_capacity, 0, room, sizeof *e->order));
    TRY(host_grow_any(host, &e->moved, &e->moved_capacity, 0, count, sizeof *e->moved));
    e->count = count;
    if (count) memset(e->moved, 0, count);
    for (size_t i = 0; i < ends; i++)
        e->keys[i] = i % 2 ? INT64_MIN : INT64_MAX;
    return ABUT_OK;
}

void world_ends_set(world_ends* e, size_t thing, int direction, double low, double high)
{
    int64_t* const keys = keys_of(e, thing) + 2 * (size_t)direction;
    ASSERT(low <= high);
    keys[0] = key_of(low, 0);
    keys[1] = key_of(high, 1);
    e->moved[thing] = 1;
}

void world_ends_free(world_ends* e, const abut_host* host)
{
    host_release(host, e->keys, e->key_capacity, sizeof *e->keys);
    host_release(host, e->order, e->order_capacity, sizeof *e->order);
    host_release(host, e->pairs, e->pair_capacity, sizeof *e->pairs);
    host_release(host, e->spare, e->spare_capacity, sizeof *e->spare);
    host_release(host, e->added, e->added_capacity, sizeof *e->added);
    host_release(host, e->scratch, e->scratch_capacity, sizeof *e->scratch);
    host_release(host, e->moved, e->moved_capacity, sizeof *e->moved);
    host_release(host, e->open, e->open_capacity, sizeof *e->open);
    host_release(host, e->place, e->place_capacity, sizeof *e->place);
    *e = (world_ends){0};
}

// -------------------------------------------------------------------------------------------- pairs

static int overlap(const world_ends* e, size_t a, size_t b)
{
    const int64_t *x = keys_of(e, a), *y = keys_of(e, b);
    for (int i = 0; i < 2 * e->directions; i += 2)
        if (x[i] > y[i + 1] || y[i] > x[i + 1]) return 0;
    return 1;
}

static abut_status add(world_ends* e, const abut_host* host, uint32_t a, uint32_t b)
{
    const uint64_t low = a < b ? a : b, high = a < b ? b : a;
    TRY(host_grow_any(host, &e->added, &e->added_capacity, e->added_count, e->added_count + 1,
                      sizeof *e->added));
    e->added[e->added_count++] = (sort_record){low << 32 | high, 0};
    return ABUT_OK;
}

// Things that overlap one along one direction: along all others, too?
static abut_status consider(world_ends* e, const abut_host* host, uint32_t thing,
                            const uint32_t* others, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (overlap(e, thing, others[i])) TRY(add(e, host, thing, others[i]));
    return ABUT_OK;
}

// Drop the pairs that no longer overlap, and put those that are new among them; several directions may have told of one.
static abut_status merge(world_ends* e, const abut_host* host)
{
    const size_t wanted = e->pair_count + e->added_count;
    size_t count = 0, next = 0;
    TRY(host_grow_any(host, &e->scratch, &e->scratch_capacity, 0, e->added_count,
                      sizeof *e->scratch));
    TRY(host_grow_any(host, &e->spare, &e->spare_capacity, 0, wanted, sizeof *e->spare));
    sort_records(e->added, e->scratch, e->added_count);
    for (size_t i = 0; i <= e->pair_count; i++) {
        const uint64_t pair = i < e->pair_count ? e->pairs[i] : UINT64_MAX;
        for (; next < e->added_count && e->added[next].key <= pair; next++)
            if (!count || e->spare[count - 1] != e->added[next].key)
                e->spare[count++] = e->added[next].key;
        if (i == e->pair_count || (count && e->spare[count - 1] == pair)) continue;
        if (overlap(e, (size_t)(pair >> 32), (size_t)(pair & UINT32_MAX))) e->spare[count++] = pair;
    }
    uint64_t* const pairs = e->pairs;
    const size_t capacity = e->pair_capacity;
    e->pairs = e->spare;
    e->pair_capacity = e->spare_capacity;
    e->spare = pairs;
    e->spare_capacity = capacity;
    e->pair_count = count;
    if (e->count) memset(e->moved, 0, e->count);
    return ABUT_OK;
}

size_t world_ends_place(const world_ends* e, uint32_t thing)
{
    size_t low = 0, high = e->pair_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (e->pairs[middle] >> 32 < thing)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Whether lists and pairs are as world_ends.h says; pairs only of few things.
static int is_whole(const world_ends* e)
{
    size_t found = 0;
    for (int d = 0; d < e->directions; d++)
        for (size_t i = 1; i < 2 * e->there; i++) {
            const uint32_t* const order = e->order + 2 * (size_t)d * e->count + i;
            if (key_at(e, d, order[-1]) > key_at(e, d, order[0])) return 0;
        }
    for (size_t i = 0; i < e->pair_count; i++)
        if (!overlap(e, (size_t)(e->pairs[i] >> 32), (size_t)(e->pairs[i] & UINT32_MAX)) ||
            (i && e->pairs[i] <= e->pairs[i - 1]))
            return 0;
    for (size_t a = 0; a < e->count && e->count < 256; a++)
        for (size_t b = a + 1; b < e->count; b++)
            found += (size_t)overlap(e, a, b);
    return e->count >= 256 || found == e->pair_count;
}

// --------------------------------------------------------------------------------------- sorted anew

static int is_there(const world_ends* e, size_t thing)
{
    const int64_t* const keys = keys_of(e, thing);
    return keys[0] <= keys[1];
}

// Returns how many pairs overlap along the direction.
static uint64_t sort_direction(world_ends* e, int direction)
{
    uint32_t* const order = e->order + 2 * (size_t)direction * e->count;
    uint64_t overlaps = 0, open = 0;
    size_t count = 0;
    for (size_t i = 0; i < e->count; i++) {
        const int64_t* const keys = keys_of(e, i) + 2 * (size_t)direction;
        if (!is_there(e, i)) continue;
        for (uint32_t end = 0; end < 2; end++)
            e->added[count++] =
                (sort_record){(uint64_t)keys[end] ^ (uint64_t)1 << 63, (uint32_t)(2 * i) + end};
    }
    sort_records(e->added, e->scratch, count);
    for (size_t i = 0; i < count; i++) {
        order[i] = e->added[i].value;
        if (order[i] & 1) {
            open--;
        } else {
            overlaps += open++;
        }
    }
    return overlaps;
}

// Go along a list, with what has begun and not ended yet: things that were not moved, and things that were. Pairs of which
// neither was are known.
static abut_status sweep(world_ends* e, const abut_host* host, int direction)
{
    const uint32_t* const order = e->order + 2 * (size_t)direction * e->count;
    uint32_t* const open[2] = {e->open, e->open + e->count};
    uint32_t count[2] = {0, 0};
    for (size_t i = 0; i < 2 * e->there; i++) {
        const uint32_t thing = order[i] >> 1;
        const int moved = e->moved[thing];
        if (order[i] & 1) {
            const uint32_t last = open[moved][--count[moved]];
            open[moved][e->place[thing]] = last;
            e->place[last] = e->place[thing];
            continue;
        }
        TRY(consider(e, host, thing, open[1], count[1]));
        if (moved) TRY(consider(e, host, thing, open[0], count[0]));
        e->place[thing] = count[moved];
        open[moved][count[moved]++] = thing;
    }
    return ABUT_OK;
}

abut_status world_ends_sort(world_ends* e, const abut_host* host)
{
    uint64_t least = UINT64_MAX;
    int best = 0;
    e->there = 0;
    for (size_t i = 0; i < e->count; i++)
        e->there += (size_t)is_there(e, i);
    const size_t ends = 2 * e->there;
    TRY(host_grow_any(host, &e->added, &e->added_capacity, 0, ends, sizeof *e->added));
    TRY(host_grow_any(host, &e->scratch, &e->scratch_capacity, 0, ends, sizeof *e->scratch));
    TRY(host_grow_any(host, &e->open, &e->open_capacity, 0, 2 * e->count + 1, sizeof *e->open));
    TRY(host_grow_any(host, &e->place, &e->place_capacity, 0, e->count, sizeof *e->place));
    for (int d = 0; d < e->directions; d++) {
        const uint64_t overlaps = sort_direction(e, d);
        if (overlaps >= least) continue;
        best = d;
        least = overlaps;
    }
    e->added_count = 0;
    TRY(sweep(e, host, best));
    TRY(merge(e, host));
    VALIDATE(is_whole(e));
    return ABUT_OK;
}

// ----------------------------------------------------------------------------------- sorted by insertion

// Take an end to its place. Returns how many ends it passed, in *steps.
static abut_status insert(world_ends* e, const abut_host* host, int direction, size_t from,
                          size_t* steps)
{
    uint32_t* const order = e->order + 2 * (size_t)direction * e->count;
    const uint32_t moving = order[from];
    const int64_t key = key_at(e, direction, moving);
    size_t hole = from;
    for (; hole > 0 && key_at(e, direction, order[hole - 1]) > key; hole--) {
        const uint32_t other = order[hole - 1];
        const uint32_t thing = other >> 1;
        if ((other & 1) && !(moving & 1)) TRY(consider(e, host, moving >> 1, &thing, 1));
        order[hole] = other;
    }
    order[hole] = moving;
    *steps += from - hole;
    return ABUT_OK;
}

abut_status world_ends_settle(world_ends* e, const abut_host* host)
{
    const size_t ends = 2 * e->there, most = STEPS_MOST * ends * (size_t)e->directions;
    size_t steps = 0;
    e->added_count = 0;
    for (int d = 0; d < e->directions; d++)
        for (size_t i = 1; i < ends; i++) {
            TRY(insert(e, host, d, i, &steps));
            if (steps > most) return world_ends_sort(e, host);
        }
    TRY(merge(e, host));
    VALIDATE(is_whole(e));
    return ABUT_OK;
}
