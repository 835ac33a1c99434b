// order.inl - a small set of triangles cut into leaves, where builds are quick (quick.h). Its triangles are
// sorted along each axis once; each cut is the best, by the surface area heuristic, of all that leave the leaves full, or of
// all where the model is of small pieces.
#ifndef ABUT_ENGINE_BUILD_ORDER_INL
#define ABUT_ENGINE_BUILD_ORDER_INL
#include "engine/build/quick.h"
#include "engine/build/record.inl"

#define NODE_COST   1.1F  // of cuts that take another node
#define SMALL_MODEL 8192  // triangles
#define CUTS_MOST   (3 * (QUICK_MOST - 1))
#define CUTS_ROOM   ((CUTS_MOST + SIMD_LANES - 1) / SIMD_LANES * SIMD_LANES)

// A set that is cut, or a leaf. What is left of the cut stands behind it.
typedef struct small_part {
    lanes box;
    uint32_t count, leaves;
    uint32_t right;  // part; 0: a leaf
} small_part;

typedef struct small_set {
    lanes box[QUICK_MOST];
    small_part parts[2 * QUICK_MOST];
    uint32_t id[QUICK_MOST];
    uint8_t list[3][QUICK_MOST];  // along each axis
    uint32_t part_count;
    uint32_t leaf_size;
    uint32_t unit;   // cuts are behind so many triangles, or a multiple
    uint32_t spare;  // leaves that may be made beside those that are needed
    float edge;
    uint32_t* order;
} small_set;

// Those of each axis are as many.
typedef struct small_cuts {
    lanes side[2][CUTS_ROOM];
    int32_t units[CUTS_ROOM + QUICK_MOST];  // left of it
    uint32_t count;
} small_cuts;

typedef struct small_cut {
    lanes side[2];
    int axis;
    uint32_t left;  // triangles
} small_cut;

static const int32_t lane_numbers[SIMD_LANES] = {0, 1, 2, 3, 4, 5, 6, 7};
static const int32_t numbers[QUICK_MOST] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                            12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                                            23, 24, 25, 26, 27, 28, 29, 30, 31, 32};

// Sort by the floats' bits, whose last ones are replaced by the triangle's number.
static void sort_along(small_set* s, uint32_t count, int axis)
{
    lanes_int key[QUICK_MOST / SIMD_LANES], rank[QUICK_MOST / SIMD_LANES];
    float centre[QUICK_MOST];
    int32_t number[QUICK_MOST], place[QUICK_MOST];
    const uint32_t vectors = (count + SIMD_LANES - 1) / SIMD_LANES;
    for (uint32_t i = 0; i < vectors * SIMD_LANES; i++)
        centre[i] = i < count ? s->box[i][axis] - s->box[i][4 + axis] : FAR;
    for (uint32_t v = 0; v < vectors; v++) {
        const lanes_int bits = lanes_int_load(centre + v * SIMD_LANES);
        const lanes_int rising = bits ^ ((bits < 0) & INT32_MAX);
        key[v] = (rising & ~(QUICK_MOST - 1)) |
                 (lanes_int_load(lane_numbers) + lanes_int_all((int32_t)(v * SIMD_LANES)));
        rank[v] = lanes_int_all(0);
        memcpy(number + v * SIMD_LANES, &key[v], sizeof key[v]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lanes_int other = lanes_int_all(number[i]);
        for (uint32_t v = 0; v < vectors; v++)
            rank[v] -= other < key[v];
    }
    memcpy(place, rank, sizeof place);
    for (uint32_t i = 0; i < count; i++)
        s->list[axis][place[i]] = (uint8_t)i;
}

// All cuts along an axis behind a number of units.
static void offer_cuts(small_cuts* c, const small_set* s, int axis, uint32_t first, uint32_t count)
{
    const uint8_t* const list = s->list[axis] + first;
    lanes unit[QUICK_MOST], left = lanes_all(FAR), right = left;
    uint32_t units = 0, i = 0;
    if (s->unit == WIDE_LEAF) {
        for (; i + WIDE_LEAF <= count; i += WIDE_LEAF)
            unit[units++] = lanes_min(lanes_min(s->box[list[i]], s->box[list[i + 1]]),
                                      lanes_min(s->box[list[i + 2]], s->box[list[i + 3]]));
    }
    while (i < count) {
        lanes box = s->box[list[i++]];
        for (uint32_t k = 1; k < s->unit && i < count; k++)
            box = lanes_min(box, s->box[list[i++]]);
        unit[units++] = box;
    }
    lanes* const at[2] = {c->side[0] + c->count, c->side[1] + c->count};
    const uint32_t last = units - 1;
    for (i = 0; i < last; i++) {
        left = lanes_min(left, unit[i]);
        right = lanes_min(right, unit[last - i]);
        at[0][i] = left;
        at[1][last - 1 - i] = right;
    }
    memcpy(c->units + c->count, numbers, sizeof numbers);
    c->count += last;
}

static inline float max3(quad x)
{
    const float most = x[0] > x[1] ? x[0] : x[1];
    return most > x[2] ? most : x[2];
}

static inline uint32_t fills(const small_set* s, uint32_t count)
{
    return (count + s->leaf_size - 1) / s->leaf_size;
}

// Cuts that make so many leaves that the set does not fit a node cost more.
static void find_cut(small_cut* out, const small_set* s, const small_part* p, uint32_t first)
{
    const uint32_t count = p->count;
    const int leaf_size = (int)s->leaf_size;
    const lanes most = lanes_all((float)(fills(s, count) + s->spare));
    const lanes_int units = lanes_int_all((int32_t)s->unit);
    lanes best = lanes_all(FAR);
    lanes_int where = lanes_int_all(0);
    small_cuts c;
    c.count = 0;
    for (int axis = 0; axis < 3; axis++)
        offer_cuts(&c, s, axis, first, count);
    for (uint32_t i = c.count; i % SIMD_LANES; i++) {
        c.side[0][i] = c.side[1][i] = lanes_all(FAR);
        c.units[i] = 0;
    }
    for (uint32_t i = 0; i < c.count; i += SIMD_LANES) {
        const lanes_int left = lanes_int_load(c.units + i) * units;
        const lanes l = leaves_filled(left, leaf_size),
                    r = leaves_filled(lanes_int_all((int32_t)count) - left, leaf_size);
        const lanes within =
            areas_of(c.side[0] + i, s->edge) * l + areas_of(c.side[1] + i, s->edge) * r;
        const lanes cost = lanes_choose(l + r > most, within * NODE_COST, within);
        const lanes_int less = cost < best;
        best = lanes_choose(less, cost, best);
        where = (less & lanes_int_all((int32_t)i)) | (~less & where);
    }
    int lane = 0;
    for (int i = 1; i < SIMD_LANES; i++) {
        if (best[i] < best[lane]) lane = i;
    }
    const uint32_t at = (uint32_t)(where[lane] + lane);
    out->axis = (int)(at / (c.count / 3));
    out->left = (uint32_t)c.units[at] * s->unit;
    out->side[0] = c.side[0][at];
    out->side[1] = c.side[1][at];
}

// Put those first in each list that stand among the first so many of an axis'.
static void part_lists(small_set* s, uint32_t first, uint32_t count, int axis, uint32_t left)
{
    uint32_t is_left = 0;
    for (uint32_t i = 0; i < left; i++)
        is_left |= 1u << s->list[axis][first + i];
    for (int k = 0; k < 3; k++) {
        uint8_t* const list = s->list[k] + first;
        uint8_t other[QUICK_MOST];
        uint32_t lefts = 0, rights = 0;
        if (k == axis) continue;
        for (uint32_t i = 0; i < count; i++) {
            const uint8_t who = list[i];
            const uint32_t side = is_left >> who & 1;
            list[lefts] = who;
            other[rights] = who;
            lefts += side;
            rights += 1 - side;
        }
        memcpy(list + lefts, other, rights);
    }
}

// axis: a list in which the set is.
static uint32_t cut_set(small_set* s, uint32_t first, uint32_t count, int axis, lanes box)
{
    small_part* const p = &s->parts[s->part_count++];
    *p = (small_part){.box = box, .count = count, .leaves = 1};
    if (count <= s->leaf_size) {
        for (uint32_t i = 0; i < count; i++)
            s->order[first + i] = s->id[s->list[axis][first + i]] | (i ? 0 : QUICK_FIRST);
        return 1;
    }
    small_cut cut;
    find_cut(&cut, s, p, first);
    const uint32_t left = cut.left, right = count - left;
    const uint32_t more = fills(s, left) + fills(s, right) - fills(s, count);
    s->spare += more > s->spare ? WIDE_LANES - more : 0 - more;
    if (left > s->leaf_size || right > s->leaf_size) part_lists(s, first, count, cut.axis, left);
    p->leaves = cut_set(s, first, left, cut.axis, cut.side[0]);
    p->right = s->part_count;
    p->leaves += cut_set(s, first + left, right, cut.axis, cut.side[1]);
    return p->leaves;
}

// A closed piece of n triangles has n / 2 + 2 vertices, where it has no holes. Pieces of fewer than 200 must not be mixed in
// leaves; a small model's time matters less.
static int is_cut_anywhere(const soup_mesh* m)
{
    return m->triangle_count < SMALL_MODEL ||
           100 * (uint64_t)m->vertex_count > 51 * (uint64_t)m->triangle_count;
}

// Write the triangles of at most QUICK_MOST records leaf by leaf; the first of each is marked.
static void order_set(small_set* s, const binary_tree* t, uint32_t first, uint32_t count)
{
    const split_slot* const slots = t->slots + first;
    s->leaf_size = (uint32_t)t->leaf_size;
    s->unit = is_cut_anywhere(t->m) ? 1 : s->leaf_size;
    s->spare = WIDE_LANES - fills(s, count);
    s->order = t->order + first;
    s->part_count = 0;
    lanes whole = lanes_all(FAR);
    for (uint32_t i = 0; i < count; i++) {
        s->box[i] = box_of(&slots[i].record);
        s->id[i] = slots[i].record.triangle;
        whole = lanes_min(whole, s->box[i]);
    }
    s->edge = max3(-(low_half(whole) + high_half(whole))) * 0x1p-10F;
    for (int axis = 0; axis < 3; axis++)
        sort_along(s, count, axis);
    cut_set(s, 0, count, 0, whole);
}

#endif
