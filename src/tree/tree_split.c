// tree_split.c - split rules. A triangle belongs to the side of its centre. Its key is three times the
// centre's coordinate along the axis; dividing would change nothing.
#include "tree/tree_split.h"

#include "base/base.h"

static void make_keys(const triangle_set* set, double* keys, const double axis[3])
{
    for (size_t t = 0; t < set->count; t++) {
        const uint32_t* index = set->triangles + (size_t)set->order[t] * 3;
        double sum[3] = {0, 0, 0};
        for (int v = 0; v < 3; v++) {
            const double* point = set->points + (size_t)index[v] * 3;
            for (int k = 0; k < 3; k++)
                sum[k] += point[k];
        }
        keys[t] = dot3(axis, sum);
    }
}

static void swap_entries(uint32_t* order, double* keys, size_t i, size_t k)
{
    const uint32_t triangle = order[i];
    order[i] = order[k];
    order[k] = triangle;
    const double key = keys[i];
    keys[i] = keys[k];
    keys[k] = key;
}

static void axes_by_length(const obb* box, int axes[3])
{
    for (int i = 0; i < 3; i++) {
        int rank = 0;
        for (int k = 0; k < 3; k++)
            rank += box->half[k] > box->half[i] || (k < i && box->half[k] == box->half[i]);
        axes[rank] = i;
    }
}

size_t split_at_mean(const triangle_set* set, uint32_t* order, double* keys, const obb* box)
{
    int axes[3];
    axes_by_length(box, axes);
    for (int a = 0; a < 3; a++) {
        make_keys(set, keys, box->axes.row[axes[a]]);
        double mean = 0;
        for (size_t t = 0; t < set->count; t++)
            mean += keys[t];
        mean /= (double)set->count;
        size_t below = 0;
        for (size_t t = 0; t < set->count; t++) {
            if (keys[t] < mean) swap_entries(order, keys, below++, t);
        }
        if (below > 0 && below < set->count) return below;
    }
    return split_at_median(set, order, keys, box);
}

// Equal keys are ordered by triangle, so that the order is total whatever came before.
static int is_before(double key, uint32_t triangle, double other_key, uint32_t other)
{
    return key < other_key || (key == other_key && triangle < other);
}

static void sort_range(uint32_t* order, double* keys, size_t low, size_t high)
{
    for (size_t i = low + 1; i < high; i++) {
        for (size_t k = i; k > low && is_before(keys[k], order[k], keys[k - 1], order[k - 1]); k--)
            swap_entries(order, keys, k, k - 1);
    }
}

// Move the entries before the pivot to the front of low .. high - 1; return where the pivot ends up.
static size_t partition(uint32_t* order, double* keys, size_t low, size_t high, size_t pivot)
{
    swap_entries(order, keys, pivot, high - 1);
    const double key = keys[high - 1];
    const uint32_t triangle = order[high - 1];
    size_t end = low;
    for (size_t i = low; i < high - 1; i++) {
        if (is_before(keys[i], order[i], key, triangle)) swap_entries(order, keys, i, end++);
    }
    swap_entries(order, keys, end, high - 1);
    return end;
}

// Quickselect. The pivots are drawn from a fixed sequence: no file that was not made for it can cause
// quadratic time, and the result is the same everywhere.
static void select_first(uint32_t* order, double* keys, size_t count, size_t wanted)
{
    size_t low = 0, high = count;
    uint64_t random = 0x9E3779B97F4A7C15u;
    while (high - low > 12) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const size_t middle =
            partition(order, keys, low, high, low + (random >> 32) % (high - low));
        if (middle == wanted) return;
        if (middle < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    sort_range(order, keys, low, high);
}

size_t split_at_median(const triangle_set* set, uint32_t* order, double* keys, const obb* box)
{
    int axes[3];
    axes_by_length(box, axes);
    make_keys(set, keys, box->axes.row[axes[0]]);
    const size_t half = set->count / 2;
    select_first(order, keys, set->count, half);
    return half;
}
