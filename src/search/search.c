// search.c - limits, progress, and what was found.
#include "search/search.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/host.h"
#include "search/near.h"
#include "search/sweep.h"

#include <math.h>
#include <string.h>

#define PROGRESS_TESTS 65536
#define PART_TESTS     4096  // after so many others are asked whether a part must be done still
#define TIMED_TESTS    64  // with a deadline the clock is looked at so often: every few microseconds

void search_begin(search* s)
{
    ASSERT(s->host);
    s->found_count = 0;
    s->is_sorted = 0;
    s->found_stop = s->limit;
    s->status = ABUT_OK;
    s->stopped = 0;
    s->work = (struct work){0};
    s->next_event = 0;
    s->next_progress = PROGRESS_TESTS;
    s->done = 0;
    if (s->wing) s->wing->begin(s->wing);
}

void search_free(search* s, const abut_host* host)
{
    host_release(host, s->found, s->found_capacity, sizeof *s->found);
    host_release(host, s->stack, s->stack_bytes, 1);
    host_release(host, s->composition, 1, sizeof *s->composition);
    if (s->wing) s->wing->release(s->wing, host);
    if (s->near) near_free(s->near, host);
    if (s->sweep) sweep_free(s->sweep, host);
    host_release(host, s->scratch, s->scratch_capacity, sizeof *s->scratch);
}

// Sort what was found and drop repetitions.
static abut_status sort_found(search* s)
{
    void* scratch = s->scratch;
    const abut_status status =
        host_grow(s->host, &scratch, &s->scratch_capacity, 0, s->found_count, sizeof *s->scratch);
    s->scratch = scratch;
    if (status != ABUT_OK) return status;
    sort_records(s->found, s->scratch, s->found_count);
    if (!s->may_repeat || !s->found_count) return ABUT_OK;
    size_t kept = 1;
    for (size_t i = 1; i < s->found_count; i++) {
        if (s->found[i].key != s->found[kept - 1].key) s->found[kept++] = s->found[i];
    }
    s->found_count = kept;
    return ABUT_OK;
}

// Whether as many pairs are found as were asked for. Sorting costs as much as finding, so where pairs
// repeat it is done only when enough have come since the last time; search_end drops the surplus.
static int limit_is_reached(search* s)
{
    if (!s->found_stop || s->found_count < s->found_stop) return 0;
    if (s->may_repeat) s->status = sort_found(s);
    if (s->status != ABUT_OK || s->found_count >= s->limit) return 1;
    const size_t missing = s->limit - s->found_count, half = s->found_count / 2;
    s->found_stop = s->found_count + (missing > half ? missing : half);
    return 0;
}

// Whether what was found is the answer: in order, each pair once.
static int found_is_in_order(const search* s)
{
    int in_order = s->found_count <= s->found_capacity && (!s->limit || s->found_count <= s->limit);
    for (size_t i = 1; i < s->found_count; i++)
        in_order &= s->found[i - 1].key < s->found[i].key;
    return in_order;
}

void search_end(search* s)
{
    if (s->status == ABUT_OK && !s->is_sorted && s->found_count > 1) s->status = sort_found(s);
    if (s->status == ABUT_OK && s->limit && s->found_count > s->limit) {
        s->found_count = s->limit;
        s->stopped = 1;
    }
    VALIDATE(s->status != ABUT_OK || found_is_in_order(s));
}

int search_ends(search* s)
{
    if (s->status == ABUT_OK && !limit_is_reached(s)) return 0;
    s->stopped = 1;
    return 1;
}

int search_clock_is_late(search* s)
{
    ASSERT(s->stop_time);
    if (clock_now() + s->found_count * s->pair_time < s->stop_time) return 0;
    s->stopped = 1;
    return 1;
}

int search_event(search* s)
{
    ASSERT(!s->stopped);  // the search ended when it was told so
    if (s->status != ABUT_OK) return 0;
    const uint64_t tests = work_tests(&s->work);
    if (limit_is_reached(s) || (s->budget && tests >= s->budget)) {
        s->stopped = 1;
        return 0;
    }
    if (s->best && atomic_load_explicit(s->best, memory_order_relaxed) < s->beaten_below) {
        s->stopped = 1;
        return 0;
    }
    // However short the time: so that who asks again comes to an end.
    if (tests && search_is_late(s)) return 0;
    if (tests >= s->next_progress) {
        s->next_progress = tests + PROGRESS_TESTS;
        s->status = host_progress(s->host, fmin(s->done, 1));
        if (s->status != ABUT_OK) return 0;
    }
    s->next_event = s->next_progress;
    if (s->budget && s->budget < s->next_event) s->next_event = s->budget;
    if (s->best && tests + PART_TESTS < s->next_event) s->next_event = tests + PART_TESTS;
    if (s->stop_time && tests + TIMED_TESTS < s->next_event) s->next_event = tests + TIMED_TESTS;
    return 1;
}

// Make room for one more pair. Where pairs repeat, memory grows only if half of it holds different ones.
static abut_status reserve_pair(search* s)
{
    if (s->may_repeat && s->found_count == s->found_capacity) {
        TRY(sort_found(s));
        if (s->found_count < s->found_capacity / 2) return ABUT_OK;
    }
    void* found = s->found;
    const abut_status status = host_grow(s->host, &found, &s->found_capacity, s->found_count,
                                         s->found_count + 1, sizeof *s->found);
    s->found = found;
    return status;
}

int search_recall(search* s, const sort_record* found, size_t count)
{
    void* room = s->found;
    const abut_status status =
        host_grow(s->host, &room, &s->found_capacity, 0, count, sizeof *s->found);
    s->found = room;
    if (status != ABUT_OK) return 0;
    if (count) memcpy(s->found, found, count * sizeof *found);
    s->found_count = count;
    return 1;
}

int search_make_room(search* s)
{
    ASSERT(s->found_count == s->found_capacity);
    // Several are recorded before the status is looked at: one for which there was room would hide that one was lost.
    if (s->status == ABUT_OK) s->status = reserve_pair(s);
    if (s->status == ABUT_OK) return 1;
    s->next_event = 0;
    return 0;
}

void search_place_pair(const search* s, uint32_t a, uint32_t b, placed_pair* out)
{
    const uint32_t id[2] = {a, b};
    for (int side = 0; side < 2; side++) {
        const double* vertex[3];
        soup_mesh_vertices(s->mesh[side], id[side], vertex);
        posed_triangle_place(&out->triangle[side], &s->poses, side, vertex);
        out->reduced[side] = soup_mesh_corners(s->mesh[side], id[side]);
    }
    posed_pair_prepare(&out->pair, &s->poses, &out->triangle[0], &out->triangle[1]);
}
