// front.c - see front.h.
#include "engine/front/front.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"

#include <string.h>

// Of distances in the world. Those that are less are none, since they may be rounded up below the normal numbers; those
// that are more count as this.
#define DISTANCE_LEAST 0x1p-1000
#define DISTANCE_MOST  0x1p1023

#define ENTRIES_LEAST 32  // few: there may be a front for each of many pairs

// ------------------------------------------------------------------------------------------- memory

void front_forget(wide_front* f)
{
    f->exists = f->is_paused = f->is_list_open = 0;
    f->count = f->dead_count = 0;
    f->moved = f->turned = 0;
}

void wide_front_begin(wide_front* f, const front_model* a, const front_model* b)
{
    ASSERT(a->serial && b->serial);
    f->distance = 0;
    if (f->serial[0] == a->serial && f->serial[1] == b->serial) return;
    front_forget(f);
    f->serial[0] = a->serial;
    f->serial[1] = b->serial;
    f->has_witness = f->has_near = 0;
    f->last = ABUT_STATE_UNDECIDED;
    f->account = (front_account){.is_first = 0};
    f->trial = f->trial_next = TRIAL_LEAST;
    f->plane_tests = 0;
    f->step = 0;
    f->misses = f->skips = 0;
    double low[3], high[3];
    frame_place(b->frame, b->low, low);
    frame_place(b->frame, b->high, high);
    for (int k = 0; k < 3; k++) {
        f->low[0][k] = a->low[k];
        f->high[0][k] = a->high[k];
        f->low[1][k] = b->low[k];
        f->high[1][k] = b->high[k];
        f->middle[k] = (low[k] + high[k]) / 2;
        f->half[k] = (high[k] - low[k]) / 2 + 0x1p-48;
    }
}

void front_keep_witness(wide_front* f, const search* s)
{
    if (!s->found_count) return;
    const uint64_t key = s->found[0].key;
    f->witness = (wide_pair){(uint32_t)(key >> 32), (uint32_t)key};
    f->has_witness = 1;
}

void wide_front_pass(wide_front* f, const search* s)
{
    f->has_near = f->is_list_open = 0;
    account_fresh(&f->account, s->found_count != 0, cost_of_work(&s->work));
    if (s->limit == 1) front_keep_witness(f, s);
    front_set_last(f, s);
    if (f->account.rest) f->last = ABUT_STATE_UNDECIDED;  // then nobody knows
}

void wide_front_end(wide_front* f, const search* s)
{
    void* found = f->found;
    if (!f->is_list_open) return;
    f->is_list_open =
        s->status == ABUT_OK && host_grow(s->host, &found, &f->found_capacity, 0, s->found_count,
                                          sizeof *f->found) == ABUT_OK;
    f->found = found;
    f->found_count = f->is_list_open ? s->found_count : 0;
    if (f->found_count) memcpy(f->found, s->found, f->found_count * sizeof *f->found);
}

static void release_entries(wide_front* f, const abut_host* host)
{
    host_release(host, f->entries, f->capacity, sizeof *f->entries);
    host_release(host, f->planes, f->capacity, sizeof *f->planes);
    host_release(host, f->until, f->capacity, sizeof *f->until);
    host_release(host, f->due, f->capacity, sizeof *f->due);
}

void wide_front_free(wide_front* f, const abut_host* host)
{
    release_entries(f, host);
    host_release(host, f->found, f->found_capacity, sizeof *f->found);
    *f = (wide_front){.exists = 0};
}

size_t wide_front_bytes(const wide_front* f)
{
    const size_t entry = sizeof *f->entries + sizeof *f->planes + sizeof *f->until + sizeof *f->due;
    return f->capacity * entry + f->found_capacity * sizeof *f->found;
}

// A block of another size with the first used elements of the old one; NULL if there is no memory.
static void* copy_to(const abut_host* host, size_t capacity, const void* from, size_t used,
                     size_t size)
{
    void* block = host_allocate(host, capacity, size);
    if (block && used) memcpy(block, from, used * size);
    return block;
}

abut_status front_reserve(wide_front* f, const abut_host* host, size_t count)
{
    if (f->count + count <= f->capacity) return ABUT_OK;
    size_t capacity = f->capacity ? 2 * f->capacity : ENTRIES_LEAST;
    while (capacity < f->count + count)
        capacity *= 2;
    front_entry* entries = copy_to(host, capacity, f->entries, f->count, sizeof *entries);
    front_planes* planes =
        copy_to(host, capacity, f->planes, f->has_planes ? f->count : 0, sizeof *planes);
    float* until = copy_to(host, capacity, f->until, f->count, sizeof *until);
    uint32_t* due = copy_to(host, capacity, f->due, f->capacity, sizeof *due);
    if (!entries || !planes || !until || !due) {
        host_release(host, entries, capacity, sizeof *entries);
        host_release(host, planes, capacity, sizeof *planes);
        host_release(host, until, capacity, sizeof *until);
        host_release(host, due, capacity, sizeof *due);
        return ABUT_OUT_OF_MEMORY;
    }
    release_entries(f, host);
    f->entries = entries;
    f->planes = planes;
    f->until = until;
    f->due = due;
    f->capacity = capacity;
    return ABUT_OK;
}

void front_compact(wide_front* f)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->count; i++) {
        if (!f->entries[i].lanes) continue;
        f->entries[kept] = f->entries[i];
        if (f->has_planes) f->planes[kept] = f->planes[i];
        f->until[kept++] = f->until[i];
    }
    ASSERT(kept + f->dead_count == f->count);
    f->count = kept;
    f->dead_count = 0;
}

// ------------------------------------------------------------------------------------------- motion

front_place front_place_of(const relative_pose* r)
{
    const double ratio = r->b_scale / r->a_scale;
    front_place out;
    double linear = 0, far = 0;
    for (int i = 0; i < 3; i++) {
        out.translation[i] = r->translation[i] / r->a_scale;
        far = fabs(out.translation[i]) > far ? fabs(out.translation[i]) : far;
        for (int k = 0; k < 3; k++)
            out.linear[i][k] = r->linear[k][i] * ratio;
        const double sum = fabs(out.linear[i][0]) + fabs(out.linear[i][1]) + fabs(out.linear[i][2]);
        linear = sum > linear ? sum : linear;
    }
    out.error = 1.01 * (r->translation_error / r->a_scale + 3.1 * r->linear_error * ratio) +
                0x1p-47 * (linear + far) + 0x1p-200;
    out.linear_size = linear;
    out.far = far;
    return out;
}

double front_unit(const affine* a, const frame* a_frame)
{
    ASSERT(doubles_are_finite(a->matrix[0], 9));
    double squares = 0;
    for (int i = 0; i < 3; i++)
        squares += dot3(a->matrix[i], a->matrix[i]);
    // A pose that is accepted shortens nothing by more than 2^-8 of what it does in the mean.
    return double_scale(sqrt(squares / 3) * (1 - 0x1p-7), a_frame->exponent);
}

// How far a point moves is convex in the point: no point of a box moves farther than a corner. middle: how far its
// middle moves; arm[k]: how much farther the end of half its side along k. Infinite where anything is infinite or NaN, or
// where squares might overflow, which gives infinity in some rounding modes only; 2^-500 is above what they underflow by.
static double farthest_corner(const double middle[3], const double arm[3][3])
{
    double farthest = 0, all = 0;
    for (int corner = 0; corner < 4; corner++) {
        double sum = 0, difference = 0;
        for (int i = 0; i < 3; i++) {
            const double x = arm[0][i] + (corner & 1 ? arm[1][i] : -arm[1][i]) +
                             (corner & 2 ? arm[2][i] : -arm[2][i]);
            sum += (middle[i] + x) * (middle[i] + x);
            difference += (middle[i] - x) * (middle[i] - x);
        }
        farthest = sum > farthest ? sum : farthest;
        farthest = difference > farthest ? difference : farthest;
        all += sum + difference;
    }
    return all < 0x1p1000 ? sqrt(farthest) * (1 + 0x1p-40) + 0x1p-500 : HUGE_VAL;
}

// By how much a matrix lengthens at most: the fourth power of it is no more than the root of the squares of all entries of
// the square of m'm, and by a tenth less than that at most, where two lengths are equal as they are for a turn.
static double longest(const double m[3][3])
{
    double square[3][3], sum = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            square[i][k] = m[0][i] * m[0][k] + m[1][i] * m[1][k] + m[2][i] * m[2][k];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const double x = square[i][0] * square[0][k] + square[i][1] * square[1][k] +
                             square[i][2] * square[2][k];
            sum += x * x;
        }
    // What underflowed is below the last term.
    return sqrt(sqrt(sqrt(sum))) * (1 + 0x1p-40) + 0x1p-100;
}

double front_motion(const wide_front* f, const front_place* to, double* turn)
{
    const front_place* from = &f->place;
    double middle[3], arm[3][3], change[3][3];
    for (int i = 0; i < 3; i++) {
        middle[i] = to->translation[i] - from->translation[i];
        for (int k = 0; k < 3; k++) {
            change[i][k] = to->linear[i][k] - from->linear[i][k];
            middle[i] += change[i][k] * f->middle[k];
            arm[k][i] = change[i][k] * f->half[k];
        }
    }
    *turn = longest((const double(*)[3])change) + from->error + to->error;
    return farthest_corner(middle, (const double(*)[3])arm) + 1.75 * (from->error + to->error);
}

// How far any point of one model has moved in the world, at most; infinite where doubles cannot tell: where sums might
// overflow, or what is too small for a square to count.
static double travel(const wide_front* f, int side, const affine* to)
{
    const affine* from = &f->pose[side];
    double middle[3], arm[3][3], sizes = 0;
    for (int i = 0; i < 3; i++) {
        middle[i] = to->translation[i] - from->translation[i];
        double size = fabs(to->translation[i]) + fabs(from->translation[i]);
        for (int k = 0; k < 3; k++) {
            const double low = f->low[side][k] / 2, high = f->high[side][k] / 2;
            const double turn = to->matrix[i][k] - from->matrix[i][k];
            middle[i] += turn * (low + high);
            arm[k][i] = turn * (high - low);
            size += (fabs(to->matrix[i][k]) + fabs(from->matrix[i][k])) *
                    (2 * fabs(low) + 2 * fabs(high));
        }
        sizes += size;
    }
    if (!(sizes > 0x1p-460 && sizes < 0x1p1000)) return HUGE_VAL;
    return farthest_corner(middle, (const double(*)[3])arm) + 0x1p-47 * sizes;
}

static int are_same(const affine* x, const affine* y)
{
    return !memcmp(x, y, sizeof *x);
}

double front_distance(const wide_front* f)
{
    const double gap = ((double)f->earliest - (double)f->moved) * f->unit * (1 - 0x1p-40);
    if (!(gap > DISTANCE_LEAST)) return 0;
    return gap < DISTANCE_MOST ? gap : DISTANCE_MOST;
}

static int is_near(wide_front* f, const affine* a, const affine* b)
{
    const double gap = front_distance(f);
    double motion = are_same(a, &f->pose[0]) ? 0 : travel(f, 0, a);
    if (!(motion < gap)) return 0;
    if (!are_same(b, &f->pose[1])) motion += travel(f, 1, b);
    if (!PRUNE(motion < gap)) return 0;
    f->distance = (gap - motion) * (1 - 0x1p-40);
    return 1;
}

int wide_front_is_apart(wide_front* f, const affine* a, const affine* b)
{
    ASSERT(f->serial[0] && f->serial[1]);
    if (!f->exists || f->is_paused || f->is_rounded) return 0;
    if (f->skips) {
        f->skips--;
        return 0;
    }
    if (is_near(f, a, b)) {
        f->misses = 0;
        account_add(&f->account, &f->account.front,
                    account_expected(&f->account, 0) + COST_QUESTION - COST_AT_ONCE);
        return 1;
    }
    account_add(&f->account, &f->account.front, -COST_AT_ONCE);
    if (++f->misses > MISSES_MOST) f->skips = MISSES_MOST;
    return 0;
}

// -------------------------------------------------------------------------------------------- tests

// Mark what is below an entry. Returns 0 if something was marked before.
static int mark(const wide_tree* a, const wide_tree* b, int32_t x, int32_t y, uint8_t* seen)
{
    if (x < 0 && y < 0) return !seen[(size_t)~x * b->leaf_count + (size_t)~y]++;
    const wide_tree* opened = x >= 0 ? a : b;
    const size_t node = (size_t)(x >= 0 ? x : y);
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        if (wide_half(opened, node, 0, lane) < 0) continue;
        const int32_t child = wide_children(opened, node)[lane];
        if (!(x >= 0 ? mark(a, b, child, y, seen) : mark(a, b, x, child, seen))) return 0;
    }
    return 1;
}

static int mark_entry(const front_entry* e, const wide_tree* a, const wide_tree* b, uint8_t* seen)
{
    if (e->lanes == FRONT_LEAVES) return mark(a, b, ~(int32_t)e->opened, ~(int32_t)e->other, seen);
    const int side = (int)(e->opened & 1);
    const wide_tree* opened = side ? b : a;
    const size_t node = e->opened / 2;
    const int32_t other = wide_children(side ? a : b, e->other / WIDE_LANES)[e->other % WIDE_LANES];
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        if (!(e->lanes >> lane & 1) || wide_half(opened, node, 0, lane) < 0) continue;
        const int32_t child = wide_children(opened, node)[lane];
        if (!(side ? mark(a, b, other, child, seen) : mark(a, b, child, other, seen))) return 0;
    }
    return 1;
}

int wide_front_covers(const wide_front* f, const wide_tree* a, const wide_tree* b, uint8_t* seen)
{
    const size_t count = a->leaf_count * b->leaf_count;
    memset(seen, 0, count);
    for (size_t i = 0; i < f->count; i++)
        if (f->entries[i].lanes && !mark_entry(&f->entries[i], a, b, seen)) return 0;
    return !memchr(seen, 0, count);
}

int wide_front_is_whole(const wide_front* f, const wide_tree* a, const wide_tree* b)
{
    enum { PAIRS_MOST = 1 << 16 };
    const size_t count = a->leaf_count * b->leaf_count;
    if (!f->exists || count > PAIRS_MOST) return 1;
    const abut_host own = host_complete(NULL);  // the caller's counts what is asked of it
    uint8_t* seen = host_allocate(&own, count, 1);
    const int is_whole = !seen || wide_front_covers(f, a, b, seen);
    host_release(&own, seen, count, 1);
    return is_whole;
}

// Sink the place of a heap whose first is the one to be looked at last.
static void sink_due(wide_front* f, size_t place, size_t count)
{
    const uint32_t entry = f->due[place];
    for (size_t child = 2 * place + 1; child < count; child = 2 * place + 1) {
        if (child + 1 < count && f->until[f->due[child + 1]] > f->until[f->due[child]]) child++;
        if (!(f->until[f->due[child]] > f->until[entry])) break;
        f->due[place] = f->due[child];
        place = child;
    }
    f->due[place] = entry;
}

// Move those to the front that some FRONT_SORTED / 2 of count would be, by what a sample of them says. Returns how many.
static size_t gather_first(wide_front* f, size_t count)
{
    enum { SAMPLES = 64 };
    float sample[SAMPLES] = {0};
    for (size_t i = 0; i < SAMPLES; i++) {
        const float until = f->until[f->due[i * (count / SAMPLES)]];
        size_t place = i;
        for (; place && until < sample[place - 1]; place--)
            sample[place] = sample[place - 1];
        sample[place] = until;
    }
    const size_t place = FRONT_SORTED / 2 * SAMPLES / count;
    const float limit = sample[place ? place : 1];
    size_t first = 0;
    for (size_t i = 0; i < count && first < FRONT_SORTED; i++) {
        const uint32_t entry = f->due[i];
        if (!(f->until[entry] <= limit)) continue;
        f->due[i] = f->due[first];
        f->due[first++] = entry;
    }
    return first;
}

void front_sort_due(wide_front* f, size_t count)
{
    if (count > FRONT_SORTED) count = gather_first(f, count);
    for (size_t place = count / 2; place--;)
        sink_due(f, place, count);
    while (count > 1) {
        const uint32_t last = f->due[0];
        f->due[0] = f->due[--count];
        f->due[count] = last;
        sink_due(f, 0, count);
    }
}
