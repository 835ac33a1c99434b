// tree_split_greedy.c - the split rule of DOP-trees (Zachmann 1998, section 4.2): two sets grow around
// two triangles that are far apart, triangle by triangle along the direction between them, from both
// ends; each goes where the volume grows less. How large a DOP is, is measured by the sum of its widths:
// that is exact for the question, costs k additions, and works for flat sets too.
//
// Nothing is sorted at a node. Triangles are sorted along each of the k / 2 directions once, and a cut divides every
// sorted list in two that are sorted: the same trees as by sorting, in linear time a level.
#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "base/sort.h"
#include "methods/tree/tree_greedy.h"

#include <string.h>

typedef struct grown {
    double offset[2 * KDOP_HALF_MAX];  // as kdop_measure's
    size_t count;
} grown;

// ------------------------------------------------------------------------------- once for a build

// Sort the triangles along a direction; equal ones by number.
static void sort_along(const tree_greedy* g, int direction, sort_record* records,
                       sort_record* scratch)
{
    uint32_t* to = g->sorted + (size_t)direction * g->count;
    for (size_t t = 0; t < g->count; t++) {
        const double along = kdop_along(g->dop->direction[direction], g->centres + 3 * t);
        records[t] = (sort_record){(uint64_t)double_order(along) ^ (uint64_t)1 << 63, (uint32_t)t};
    }
    sort_records(records, scratch, g->count);
    for (size_t t = 0; t < g->count; t++)
        to[t] = records[t].value;
}

static void measure(const tree_greedy* g, const double* points, const uint32_t* triangles)
{
    for (size_t t = 0; t < g->count; t++) {
        const double* corner[3];
        for (int v = 0; v < 3; v++)
            corner[v] = points + (size_t)triangles[3 * t + (size_t)v] * 3;
        for (int k = 0; k < 3; k++)
            g->centres[3 * t + (size_t)k] = corner[0][k] + corner[1][k] + corner[2][k];
        kdop_measure(g->dop, corner, g->offsets + 2 * (size_t)g->dop->half * t);
    }
}

void tree_greedy_free(tree_greedy* g, const abut_host* host)
{
    const size_t half = g->dop ? (size_t)g->dop->half : 0;
    host_release(host, g->centres, g->count, 3 * sizeof *g->centres);
    host_release(host, g->offsets, g->count, 2 * half * sizeof *g->offsets);
    host_release(host, g->sorted, g->count, half * sizeof *g->sorted);
    host_release(host, g->scratch, g->count, sizeof *g->scratch);
    host_release(host, g->is_right, g->count, sizeof *g->is_right);
    *g = (tree_greedy){0};
}

abut_status tree_greedy_make(tree_greedy* out, const kdop_set* dop, const double* points,
                             const uint32_t* triangles, size_t count, const abut_host* host)
{
    const size_t half = (size_t)dop->half;
    tree_greedy* g = out;
    *g = (tree_greedy){.dop = dop, .count = count};
    g->centres = host_allocate(host, count, 3 * sizeof *g->centres);
    g->offsets = host_allocate(host, count, 2 * half * sizeof *g->offsets);
    g->sorted = host_allocate(host, count, half * sizeof *g->sorted);
    g->scratch = host_allocate(host, count, sizeof *g->scratch);
    g->is_right = host_allocate(host, count, sizeof *g->is_right);
    sort_record* records = host_allocate(host, count, 2 * sizeof *records);
    const int is_there =
        g->centres && g->offsets && g->sorted && g->scratch && g->is_right && records;
    if (is_there) {
        measure(g, points, triangles);
        for (int i = 0; i < dop->half; i++)
            sort_along(g, i, records, records + count);
    } else {
        tree_greedy_free(g, host);
    }
    host_release(host, records, count, 2 * sizeof *records);
    return is_there ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

// --------------------------------------------------------------------------------- once for a node

static size_t farthest_from(const tree_greedy* g, const uint32_t* order, size_t count,
                            const double point[3])
{
    size_t best = 0;
    double most = -1;
    for (size_t t = 0; t < count; t++) {
        double off[3];
        subtract3(off, g->centres + 3 * (size_t)order[t], point);
        const double square = dot3(off, off);
        if (square > most) {
            most = square;
            best = t;
        }
    }
    return best;
}

// The direction of the set that is most parallel to a vector.
static int most_parallel(const kdop_set* dop, const double vector[3])
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
    return best;
}

// By how much the widths of a set would grow in sum.
static double increase(int half, const double* length, const grown* set, const double* triangle)
{
    double sum = 0;
    for (int i = 0; i < half; i++) {
        const double above = triangle[i] - set->offset[i];
        const double below = triangle[half + i] - set->offset[half + i];
        sum += ((above > 0 ? above : 0) + (below > 0 ? below : 0)) / length[i];
    }
    return sum;
}

static void grow(int half, grown* set, const double* triangle)
{
    for (int i = 0; i < 2 * half; i++)
        set->offset[i] = triangle[i] > set->offset[i] ? triangle[i] : set->offset[i];
    set->count++;
}

// Give every triangle of a sorted list to one of two sets. They are taken from both ends of the list in turns: from
// one end, nearly all would be given to the set that starts there, for it is always near.
static void assign(const tree_greedy* g, const uint32_t* list, size_t count,
                   const uint32_t start[2])
{
    const int half = g->dop->half;
    const size_t size = 2 * (size_t)half;
    grown sides[2];
    double length[KDOP_HALF_MAX];
    for (int i = 0; i < half; i++)
        length[i] = kdop_length(g->dop->direction[i]);
    for (int side = 0; side < 2; side++) {
        memcpy(sides[side].offset, g->offsets + start[side] * size, size * sizeof(double));
        sides[side].count = 1;
        g->is_right[start[side]] = (unsigned char)side;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t t = list[i % 2 ? count - 1 - i / 2 : i / 2];
        if (t == start[0] || t == start[1]) continue;
        const double* triangle = g->offsets + t * size;
        const double first = increase(half, length, &sides[0], triangle);
        const double second = increase(half, length, &sides[1], triangle);
        const int is_tie = first <= second && second <= first;
        const int side = is_tie ? sides[1].count < sides[0].count : second < first;
        grow(half, &sides[side], triangle);
        g->is_right[t] = (unsigned char)side;
    }
}

// Put the left ones first; both keep their order.
static void divide(const tree_greedy* g, uint32_t* list, size_t first, size_t count)
{
    uint32_t* right = g->scratch + first;
    size_t left_count = 0, right_count = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t t = list[i];
        const size_t is_right = g->is_right[t];
        list[left_count] = t;
        right[right_count] = t;
        left_count += 1 - is_right;
        right_count += is_right;
    }
    memcpy(list + left_count, right, right_count * sizeof *list);
}

// Order a part as its list, and put the left ones first; how many.
static size_t take(const tree_greedy* g, const uint32_t* list, uint32_t* order, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        order[i] = list[i];
        if (g->is_right[list[i]]) continue;
        const uint32_t t = order[left];
        order[left++] = order[i];
        order[i] = t;
    }
    return left;
}

size_t tree_split_greedy(const tree_greedy* g, uint32_t* order, size_t first, size_t count,
                         size_t leaf_size)
{
    ASSERT(g->dop && count >= 2 && first + count <= g->count);
    uint32_t* own = order + first;
    double between[3];
    size_t ends[2];
    ends[0] = farthest_from(g, own, count, g->centres + 3 * (size_t)own[0]);
    const double* from = g->centres + 3 * (size_t)own[ends[0]];
    ends[1] = farthest_from(g, own, count, from);
    const double* to = g->centres + 3 * (size_t)own[ends[1]];
    if (ends[0] == ends[1]) ends[1] = ends[0] ? 0 : 1;  // all barycentres are one point
    subtract3(between, to, from);
    const uint32_t start[2] = {own[ends[0]], own[ends[1]]};
    const size_t direction = (size_t)most_parallel(g->dop, between);
    const uint32_t* list = g->sorted + direction * g->count + first;
    assign(g, list, count, start);
    const size_t left = take(g, list, own, count);
    for (int i = 0; i < g->dop->half && (left > leaf_size || count - left > leaf_size); i++)
        divide(g, g->sorted + (size_t)i * g->count + first, first, count);
    return left;
}
