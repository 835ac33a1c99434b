// wide_order.inl - a small set of triangles cut into leaves, where builds are quick (wide_quick.h). Its triangles are
// sorted along each axis once; each cut is the best of all that leave the leaves full, by the surface area heuristic. Part
// of wide_split.inl.
#include "wide/wide_quick.h"

#define CUTS_MOST (3 * (WIDE_LANES - 1))
#define CUTS_ROOM ((CUTS_MOST + SIMD_LANES - 1) / SIMD_LANES * SIMD_LANES)

typedef struct small_set {
    lanes box[QUICK_MOST];
    uint32_t id[QUICK_MOST];
    uint8_t list[3][QUICK_MOST];  // along each axis
    uint32_t leaf_size;
    float edge;
    uint32_t* order;  // what comes next
} small_set;

typedef struct small_cuts {
    lanes side[2][CUTS_ROOM];
    float leaves[2][CUTS_ROOM];
    uint32_t count;
} small_cuts;

static const int32_t lane_numbers[SIMD_LANES] = {0, 1, 2, 3, 4, 5, 6, 7};

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
        const lanes_int rising = bits ^ ((bits >> 31) & INT32_MAX);
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

// All cuts along an axis behind a number of full leaves.
static void offer_cuts(small_cuts* c, const small_set* s, int axis, uint32_t first, uint32_t count)
{
    const uint8_t* const list = s->list[axis] + first;
    lanes leaf[WIDE_LANES], right = lanes_all(FAR), left = right;
    uint32_t leaves = 0, i = 0;
    if (s->leaf_size == WIDE_LEAF) {
        for (; i + WIDE_LEAF <= count; i += WIDE_LEAF)
            leaf[leaves++] = lanes_min(lanes_min(s->box[list[i]], s->box[list[i + 1]]),
                                       lanes_min(s->box[list[i + 2]], s->box[list[i + 3]]));
    }
    while (i < count) {
        lanes box = s->box[list[i++]];
        for (uint32_t k = 1; k < s->leaf_size && i < count; k++)
            box = lanes_min(box, s->box[list[i++]]);
        leaf[leaves++] = box;
    }
    for (i = leaves - 1; i > 0; i--) {
        right = lanes_min(right, leaf[i]);
        c->side[1][c->count + i - 1] = right;
    }
    for (i = 0; i + 1 < leaves; i++) {
        left = lanes_min(left, leaf[i]);
        c->side[0][c->count + i] = left;
        c->leaves[0][c->count + i] = (float)(i + 1);
        c->leaves[1][c->count + i] = (float)(leaves - 1 - i);
    }
    c->count += leaves - 1;
}

static uint32_t best_cut(const small_cuts* c, float edge)
{
    lanes best = lanes_all(FAR);
    lanes_int where = lanes_int_all(0);
    for (uint32_t i = 0; i < c->count; i += SIMD_LANES) {
        lanes cost = areas_of(c->side[0] + i, edge) * lanes_load(c->leaves[0] + i) +
                     areas_of(c->side[1] + i, edge) * lanes_load(c->leaves[1] + i);
        const lanes_int less =
            (cost < best) & (lanes_int_load(lane_numbers) < lanes_int_all((int32_t)(c->count - i)));
        best = lanes_choose(less, cost, best);
        where = (less & lanes_int_all((int32_t)i)) | (~less & where);
    }
    int lane = 0;
    for (int i = 1; i < SIMD_LANES; i++) {
        if (best[i] < best[lane]) lane = i;
    }
    return (uint32_t)(where[lane] + lane);
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

static void put_leaf(small_set* s, const uint8_t* list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        *s->order++ = s->id[list[i]] | (i ? 0 : QUICK_FIRST);
}

// More than a leaf.
static void cut_set(small_set* s, uint32_t first, uint32_t count)
{
    small_cuts c;
    c.count = 0;
    for (int axis = 0; axis < 3; axis++)
        offer_cuts(&c, s, axis, first, count);
    const uint32_t each = c.count / 3;
    for (uint32_t i = c.count; i % SIMD_LANES; i++)
        c.side[0][i] = c.side[1][i] = lanes_all(0);
    const uint32_t best = best_cut(&c, s->edge), left = (best % each + 1) * s->leaf_size;
    const int axis = (int)(best / each);
    const uint8_t* const list = s->list[axis] + first;
    if (each > 1) part_lists(s, first, count, axis, left);
    if (left > s->leaf_size)
        cut_set(s, first, left);
    else
        put_leaf(s, list, left);
    if (count - left > s->leaf_size)
        cut_set(s, first + left, count - left);
    else
        put_leaf(s, list + left, count - left);
}

// Write the triangles of at most QUICK_MOST records leaf by leaf; the first of each is marked.
static void order_set(const split_slot* slots, uint32_t count, int leaf_size, uint32_t* order)
{
    small_set s;
    s.leaf_size = (uint32_t)leaf_size;
    s.order = order;
    lanes whole = lanes_all(FAR);
    for (uint32_t i = 0; i < count; i++) {
        s.box[i] = box_of(&slots[i].record);
        s.id[i] = slots[i].record.triangle;
        whole = lanes_min(whole, s.box[i]);
    }
    const quad side = -(low_half(whole) + high_half(whole));
    const float most = side[0] > side[1] ? side[0] : side[1];
    s.edge = (most > side[2] ? most : side[2]) * 0x1p-10F;
    if (count > s.leaf_size) {
        for (int axis = 0; axis < 3; axis++)
            sort_along(&s, count, axis);
        cut_set(&s, 0, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        order[i] = s.id[i] | (i ? 0 : QUICK_FIRST);
}
