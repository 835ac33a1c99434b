// tree_split.c - split rules. A triangle belongs to the side of its centre. Its key is three times the
// centre's coordinate along the axis; dividing would change nothing.
#include "methods/tree/tree_split.h"

#include "base/base.h"
#include "methods/tree/tree_papers.h"

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

typedef double direction[3];

// Put the lower part of the set along an axis first.
static size_t cut_at_mean(const triangle_set* set, uint32_t* order, double* keys,
                          const double axis[3])
{
    make_keys(set, keys, axis);
    double mean = 0;
    for (size_t t = 0; t < set->count; t++)
        mean += keys[t];
    mean /= (double)set->count;
    size_t below = 0;
    for (size_t t = 0; t < set->count; t++) {
        if (keys[t] < mean) swap_entries(order, keys, below++, t);
    }
    return below < set->count ? below : 0;
}

static size_t cut_at_median(const triangle_set* set, uint32_t* order, double* keys,
                            const double axis[3])
{
    make_keys(set, keys, axis);
    const size_t half = set->count / 2;
    select_first(order, keys, set->count, half);
    return half;
}

static size_t cut(abut_split split, const triangle_set* set, uint32_t* order, double* keys,
                  const double axis[3])
{
    return split == ABUT_SPLIT_MEDIAN ? cut_at_median(set, order, keys, axis)
                                      : cut_at_mean(set, order, keys, axis);
}

// ------------------------------------------------------------------------------------- axis rules

// Sort directions by a measure, the largest first; equals keep their order.
static void sort_directions(direction* axes, double* measure, int count)
{
    for (int i = 1; i < count; i++) {
        for (int k = i; k > 0 && measure[k] > measure[k - 1]; k--) {
            for (int x = 0; x < 3; x++) {
                const double other = axes[k][x];
                axes[k][x] = axes[k - 1][x];
                axes[k - 1][x] = other;
            }
            const double other = measure[k];
            measure[k] = measure[k - 1];
            measure[k - 1] = other;
        }
    }
}

static double variance(const double* keys, size_t count)
{
    double mean = 0, sum = 0;
    for (size_t t = 0; t < count; t++)
        mean += keys[t];
    mean /= (double)count;
    for (size_t t = 0; t < count; t++)
        sum += (keys[t] - mean) * (keys[t] - mean);
    return sum;
}

// How good a cut is, the least best: the children's contents, and their surfaces where those are equal,
// as for flat sets.
typedef struct cut_cost {
    double content, area;
} cut_cost;

static cut_cost cost_of_cut(const tree_options* options, const triangle_set* set, size_t left_count,
                            const void* volume)
{
    double child[2][VOLUME_BYTES_MAX / sizeof(double)];
    double content[2], area[2];
    for (int side = 0; side < 2; side++) {
        const triangle_set part = {set->points, set->triangles,
                                   set->order + (side ? left_count : 0),
                                   side ? set->count - left_count : left_count};
        options->kind->fit(child[side], &part, &options->volume, volume);
        content[side] = options->kind->content(child[side]);
        area[side] = options->kind->half_area(child[side]);
    }
    if (options->axis == ABUT_AXIS_MIN_SUM)
        return (cut_cost){content[0] + content[1], area[0] + area[1]};
    return (cut_cost){content[0] > content[1] ? content[0] : content[1],
                      area[0] > area[1] ? area[0] : area[1]};
}

// The cost of a cut; of one that does not separate, more than that of any other.
static cut_cost try_cut(const tree_options* options, const triangle_set* set, uint32_t* order,
                        double* keys, const void* volume, const double axis[3])
{
    const size_t left = cut(options->split, set, order, keys, axis);
    return left ? cost_of_cut(options, set, left, volume) : (cut_cost){HUGE_VAL, HUGE_VAL};
}

// Negated ranks.
static void rank_costs(const cut_cost* cost, int count, double* measure)
{
    for (int i = 0; i < count; i++) {
        measure[i] = 0;
        for (int k = 0; k < count; k++)
            measure[i] -= cost[k].content < cost[i].content ||
                          (cost[k].content == cost[i].content && cost[k].area < cost[i].area);
    }
}

static int ordered_directions(const tree_options* options, const triangle_set* set, uint32_t* order,
                              double* keys, const void* volume, direction* axes)
{
    double measure[VOLUME_DIRECTIONS_MAX];
    const int count = options->kind->directions(volume, options->split_all, axes);
    if (options->axis == ABUT_AXIS_LONGEST) return count;
    if (options->axis == ABUT_AXIS_SPLATTER) {
        for (int i = 0; i < count; i++) {
            make_keys(set, keys, axes[i]);
            measure[i] = variance(keys, set->count);
        }
    } else {
        cut_cost cost[VOLUME_DIRECTIONS_MAX];
        for (int i = 0; i < count; i++)
            cost[i] = try_cut(options, set, order, keys, volume, axes[i]);
        rank_costs(cost, count, measure);
    }
    sort_directions(axes, measure, count);
    return count;
}

size_t tree_split(const tree_options* options, const triangle_set* set, uint32_t* order,
                  double* keys, const void* volume)
{
    ASSERT(set->count >= 2);
    direction axes[VOLUME_DIRECTIONS_MAX];
    if (options->split == ABUT_SPLIT_OSCILLATING)
        return options->papers->split_oscillate(options, set, order, keys, volume);
    const int count = ordered_directions(options, set, order, keys, volume, axes);
    for (int i = 0; i < count; i++) {
        const size_t left = cut(options->split, set, order, keys, axes[i]);
        if (left) return left;
    }
    return options->split == ABUT_SPLIT_RAPID ? 0 : cut_at_median(set, order, keys, axes[0]);
}

size_t tree_halve(const tree_options* options, const triangle_set* set, uint32_t* order,
                  double* keys, const void* volume)
{
    ASSERT(set->count >= 2);
    direction axes[VOLUME_DIRECTIONS_MAX];
    options->kind->directions(volume, 0, axes);
    return cut_at_median(set, order, keys, axes[0]);
}
