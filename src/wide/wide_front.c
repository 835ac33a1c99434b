// wide_front.c - see wide_front.h.
#include "wide/wide_front.h"

#include "base/base.h"
#include "base/host.h"
#include "base/simd_set.h"

#include <string.h>

void wide_front_walk(search* s, const wide_side* a, const wide_side* b, wide_front* f)
{
    static wide_front_kernel* const kernels[SIMD_SETS] = {
        [SIMD_PORTABLE] = wide_front_portable,
#if defined __x86_64__
        [SIMD_AVX2] = wide_front_avx2,
        [SIMD_AVX512] = wide_front_avx512,
#endif
    };
    kernels[simd_current()](s, a, b, f);
}

// ------------------------------------------------------------------------------------------- memory

void front_forget(wide_front* f)
{
    f->exists = f->is_paused = 0;
    f->count = f->dead_count = 0;
    f->moved = 0;
}

void wide_front_begin(wide_front* f, const uint64_t serial[2], const frame* b_frame,
                      const double b_low[3], const double b_high[3])
{
    f->distance = 0;
    if (f->serial[0] == serial[0] && f->serial[1] == serial[1]) return;
    front_forget(f);
    f->serial[0] = serial[0];
    f->serial[1] = serial[1];
    f->witness_count = 0;
    f->last = ABUT_STATE_UNDECIDED;
    f->rest = 0;
    f->rest_next = 8;
    double low[3], high[3];
    frame_place(b_frame, b_low, low);
    frame_place(b_frame, b_high, high);
    for (int k = 0; k < 3; k++) {
        f->middle[k] = (low[k] + high[k]) / 2;
        f->half[k] = (high[k] - low[k]) / 2 + 0x1p-48;
    }
}

void wide_front_free(wide_front* f, const abut_host* host)
{
    host_release(host, f->entries, f->capacity, sizeof *f->entries);
    host_release(host, f->until, f->capacity, sizeof *f->until);
    host_release(host, f->due, f->capacity, sizeof *f->due);
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
    size_t capacity = f->capacity ? 2 * f->capacity : 256;
    while (capacity < f->count + count)
        capacity *= 2;
    front_entry* entries = copy_to(host, capacity, f->entries, f->count, sizeof *entries);
    float* until = copy_to(host, capacity, f->until, f->count, sizeof *until);
    uint32_t* due = copy_to(host, capacity, f->due, f->capacity, sizeof *due);
    if (!entries || !until || !due) {
        host_release(host, entries, capacity, sizeof *entries);
        host_release(host, until, capacity, sizeof *until);
        host_release(host, due, capacity, sizeof *due);
        return ABUT_OUT_OF_MEMORY;
    }
    wide_front_free(f, host);
    f->entries = entries;
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
        f->until[kept++] = f->until[i];
    }
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
            out.linear[i][k] = r->linear.row[i][k] * ratio;
        const double sum =
            fabs(out.linear[i][0]) + fabs(out.linear[i][1]) + fabs(out.linear[i][2]);
        linear = sum > linear ? sum : linear;
    }
    out.error = 1.01 * (r->translation_error / r->a_scale + 3.1 * r->linear_error * ratio) +
                0x1p-47 * (linear + far) + 0x1p-200;
    return out;
}

double front_motion(const wide_front* f, const front_place* to)
{
    const front_place* from = &f->place;
    double middle[3], arm[3][3];  // of the middle, and of half a side of the box
    for (int i = 0; i < 3; i++) {
        middle[i] = to->translation[i] - from->translation[i];
        for (int k = 0; k < 3; k++) {
            const double turn = to->linear[i][k] - from->linear[i][k];
            middle[i] += turn * f->middle[k];
            arm[k][i] = turn * f->half[k];
        }
    }
    // How far a point moves is convex in the point: no point of the box moves farther than a corner.
    double farthest = 0;
    for (int corner = 0; corner < 8; corner++) {
        double square = 0;
        for (int i = 0; i < 3; i++) {
            const double x = middle[i] + (corner & 1 ? arm[0][i] : -arm[0][i]) +
                             (corner & 2 ? arm[1][i] : -arm[1][i]) +
                             (corner & 4 ? arm[2][i] : -arm[2][i]);
            square += x * x;
        }
        if (!(square <= farthest)) farthest = square;  // NaN, too
    }
    return sqrt(farthest) * (1 + 0x1p-40) + 1.75 * (from->error + to->error);
}

// -------------------------------------------------------------------------------------------- tests

// Mark what is below an entry. Returns 0 if something was marked before.
static int mark(const wide_tree* a, const wide_tree* b, int32_t x, int32_t y, uint8_t* seen)
{
    const wide_node* node = x >= 0 ? &a->nodes[x] : y >= 0 ? &b->nodes[y] : NULL;
    if (!node) return !seen[(size_t)~x * b->leaf_count + (size_t)~y]++;
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        if (node->half[0][lane] < 0) continue;
        const int32_t child = node->child[lane];
        if (!(x >= 0 ? mark(a, b, child, y, seen) : mark(a, b, x, child, seen))) return 0;
    }
    return 1;
}

static int mark_entry(const front_entry* e, const wide_tree* a, const wide_tree* b, uint8_t* seen)
{
    if (e->lanes == FRONT_LEAVES)
        return mark(a, b, ~(int32_t)e->opened, ~(int32_t)e->other, seen);
    const int side = (int)(e->opened & 1);
    const wide_node* node = &(side ? b : a)->nodes[e->opened / 2];
    const wide_node* holder = &(side ? a : b)->nodes[e->other / WIDE_LANES];
    const int32_t other = holder->child[e->other % WIDE_LANES];
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        if (!(e->lanes >> lane & 1) || node->half[0][lane] < 0) continue;
        const int32_t child = node->child[lane];
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
