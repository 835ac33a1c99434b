// tree_split_greedy.c - the split rule of DOP-trees (Zachmann 1998, section 4.2): two sets grow around
// two triangles that are far apart, triangle by triangle along the direction between them, from both
// ends; each goes where the volume grows less. How large a DOP is, is measured by the sum of its widths:
// that is exact for the question, costs k additions, and works for flat sets too.
#include "base/base.h"
#include "methods/bound/kdop.h"
#include "methods/tree/tree_split.h"

typedef struct grown {
    double low[KDOP_HALF_MAX], high[KDOP_HALF_MAX];
    size_t count;
} grown;

static const double* corner_of(const triangle_set* set, size_t t, int corner)
{
    const uint32_t* index = set->triangles + (size_t)set->order[t] * 3;
    return set->points + (size_t)index[corner] * 3;
}

// Three times the barycentre.
static void centre_of(const triangle_set* set, size_t t, double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = corner_of(set, t, 0)[k] + corner_of(set, t, 1)[k] + corner_of(set, t, 2)[k];
}

static size_t farthest_from(const triangle_set* set, const double point[3])
{
    size_t best = 0;
    double most = -1;
    for (size_t t = 0; t < set->count; t++) {
        double centre[3], off[3];
        centre_of(set, t, centre);
        subtract3(off, centre, point);
        const double square = dot3(off, off);
        if (square > most) {
            most = square;
            best = t;
        }
    }
    return best;
}

// The direction of the set that is most parallel to a vector.
static const signed char* most_parallel(const kdop_set* dop, const double vector[3])
{
    int best = 0;
    double most = -1;
    for (int i = 0; i < dop->half; i++) {
        const double cosine =
            fabs(kdop_along(dop->direction[i], vector)) / kdop_length(dop->direction[i]);
        if (cosine > most) {
            most = cosine;
            best = i;
        }
    }
    return dop->direction[best];
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

static int is_before(const uint32_t* order, const double* keys, size_t i, size_t k)
{
    return keys[i] < keys[k] || (keys[i] <= keys[k] && order[i] < order[k]);
}

static void sink(uint32_t* order, double* keys, size_t root, size_t count)
{
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= count) return;
        if (child + 1 < count && is_before(order, keys, child, child + 1)) child++;
        if (!is_before(order, keys, root, child)) return;
        swap_entries(order, keys, root, child);
        root = child;
    }
}

// Heapsort: in place, and never slow. Equal keys are ordered by triangle.
static void sort_by_key(uint32_t* order, double* keys, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sink(order, keys, i, count);
    for (size_t end = count; end-- > 1;) {
        swap_entries(order, keys, 0, end);
        sink(order, keys, 0, end);
    }
}

static void range_of_triangle(const kdop_set* dop, const triangle_set* set, size_t t, grown* out)
{
    for (int i = 0; i < dop->half; i++) {
        const double first = kdop_along(dop->direction[i], corner_of(set, t, 0));
        out->low[i] = out->high[i] = first;
        for (int corner = 1; corner < 3; corner++) {
            const double along = kdop_along(dop->direction[i], corner_of(set, t, corner));
            if (along < out->low[i]) out->low[i] = along;
            if (along > out->high[i]) out->high[i] = along;
        }
    }
}

// By how much the widths of a set would grow in sum.
static double increase(const kdop_set* dop, const double* length, const grown* set,
                       const grown* triangle)
{
    double sum = 0;
    for (int i = 0; i < dop->half; i++) {
        const double above = triangle->high[i] - set->high[i];
        const double below = set->low[i] - triangle->low[i];
        sum += ((above > 0 ? above : 0) + (below > 0 ? below : 0)) / length[i];
    }
    return sum;
}

static void grow(const kdop_set* dop, grown* set, const grown* triangle)
{
    for (int i = 0; i < dop->half; i++) {
        if (triangle->low[i] < set->low[i]) set->low[i] = triangle->low[i];
        if (triangle->high[i] > set->high[i]) set->high[i] = triangle->high[i];
    }
    set->count++;
}

// Give every triangle to one of two sets: keys become 0 or 1. They are taken from both ends of the order in
// turns: from one end, nearly all would be given to the set that starts there, for it is always near.
static void assign(const kdop_set* dop, const triangle_set* set, double* keys,
                   const uint32_t start[2])
{
    grown sides[2], triangle;
    double length[KDOP_HALF_MAX];
    for (int i = 0; i < dop->half; i++)
        length[i] = kdop_length(dop->direction[i]);
    for (size_t t = 0; t < set->count; t++) {
        for (int side = 0; side < 2; side++) {
            if (set->order[t] != start[side]) continue;
            range_of_triangle(dop, set, t, &sides[side]);
            sides[side].count = 1;
        }
    }
    for (size_t i = 0; i < set->count; i++) {
        const size_t t = i % 2 ? set->count - 1 - i / 2 : i / 2;
        if (set->order[t] == start[0] || set->order[t] == start[1]) {
            keys[t] = set->order[t] == start[1];
            continue;
        }
        range_of_triangle(dop, set, t, &triangle);
        const double first = increase(dop, length, &sides[0], &triangle);
        const double second = increase(dop, length, &sides[1], &triangle);
        const int is_tie = first <= second && second <= first;
        const int side = is_tie ? sides[1].count < sides[0].count : second < first;
        grow(dop, &sides[side], &triangle);
        keys[t] = side;
    }
}

size_t tree_split_greedy(const tree_options* options, const triangle_set* set, uint32_t* order,
                         double* keys)
{
    ASSERT(options->kind->dop && set->count >= 2);
    const kdop_set* dop = options->kind->dop;
    double from[3], to[3], between[3];
    centre_of(set, 0, from);
    size_t ends[2];
    ends[0] = farthest_from(set, from);
    centre_of(set, ends[0], from);
    ends[1] = farthest_from(set, from);
    centre_of(set, ends[1], to);
    if (ends[0] == ends[1]) ends[1] = ends[0] ? 0 : 1;  // all barycentres are one point
    subtract3(between, to, from);
    const signed char* direction = most_parallel(dop, between);
    const uint32_t start[2] = {order[ends[0]], order[ends[1]]};
    for (size_t t = 0; t < set->count; t++) {
        double centre[3];
        centre_of(set, t, centre);
        keys[t] = kdop_along(direction, centre);
    }
    sort_by_key(order, keys, set->count);
    assign(dop, set, keys, start);
    size_t left = 0;
    for (size_t t = 0; t < set->count; t++) {
        if (keys[t] < 0.5) swap_entries(order, keys, left++, t);
    }
    return left;
}
