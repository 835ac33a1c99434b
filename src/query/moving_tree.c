// moving_tree.c - see moving_tree.h. The order is that of a curve that fills space (Morton), so the tree needs no search for good
// cuts: a step of a simulation asks once and has other boxes the next time.
#include "query/moving_tree.h"

#include "base/host.h"

#include <math.h>

#define STACK_MOST ((size_t)MOVING_LEVELS_MOST * MOVING_WIDTH * MOVING_WIDTH)
#define CELLS      2097152.0  // 2^21 along each axis, 63 bits of a key

// -------------------------------------------------------------------------------------------- range

moving_range moving_range_begin(void)
{
    return (moving_range){.low = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
                          .high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
}

void moving_range_add(moving_range* r, const double* vertices, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 3; k++) {
            const double x = vertices[3 * i + k];
            r->low[k] = x < r->low[k] ? x : r->low[k];
            r->high[k] = x > r->high[k] ? x : r->high[k];
        }
}

void moving_range_end(moving_range* r)
{
    double most = 0;
    for (int k = 0; k < 3; k++) {
        r->center[k] = r->low[k] / 2 + r->high[k] / 2;
        most = fmax(most, r->high[k] / 2 - r->low[k] / 2);
    }
    // All is between -1 and 1 then; what is out of reach becomes 0, and nothing is told apart.
    r->per_length = most > 0x1p-1000 && most < 0x1p1000 ? 1 / most : 0;
}

// -------------------------------------------------------------------------------------------- order

// About where the middle of a triangle's way is.
static double middle_of(const moving_soup* s, size_t triangle, int axis)
{
    const uint32_t* const v = s->triangles + 3 * triangle;
    double sum = 0;
    for (int time = 0; time < 2; time++)
        for (int i = 0; i < 3; i++)
            sum += s->at[time][3 * (size_t)v[i] + (size_t)axis] / 6;
    return sum;
}

// The lowest 21 bits, two places apart.
static uint64_t spread(uint64_t x)
{
    x = (x | x << 32) & 0x1F00000000FFFFu;
    x = (x | x << 16) & 0x1F0000FF0000FFu;
    x = (x | x << 8) & 0x100F00F00F00F00Fu;
    x = (x | x << 4) & 0x10C30C30C30C30C3u;
    return (x | x << 2) & 0x1249249249249249u;
}

static uint64_t cell_of(double x, double low, double per_length)
{
    const double cell = (x - low) * per_length;
    return cell > 0 ? (uint64_t)(cell < CELLS - 1 ? cell : CELLS - 1) : 0;  // not a number: 0
}

static void sort_triangles(moving_tree* t, const moving_soup* s, const moving_range* range)
{
    const double per_length = range->per_length * (CELLS / 2);
    for (size_t i = 0; i < s->triangle_count; i++) {
        uint64_t key = 0;
        for (int k = 0; k < 3; k++)
            key |= spread(cell_of(middle_of(s, i, k), range->low[k], per_length)) << k;
        t->order[i] = (sort_record){key, (uint32_t)i};
    }
    sort_records(t->order, t->scratch, s->triangle_count);
}

// --------------------------------------------------------------------------------------------- build

int moving_tree_levels(size_t count)
{
    int levels = 1;
    for (; count > MOVING_WIDTH; count = (count + MOVING_WIDTH - 1) / MOVING_WIDTH)
        levels++;
    return levels;
}

static void node_clear(moving_node* n)
{
    for (int time = 0; time < 2; time++)
        for (int axis = 0; axis < 3; axis++)
            for (int k = 0; k < MOVING_WIDTH; k++) {
                n->low[time][axis][k] = HUGE_VALF;
                n->high[time][axis][k] = -HUGE_VALF;
            }
}

// Rounding keeps order, whatever the mode and however small numbers are taken: what is strictly below in floats is so in doubles.
// So nothing has to be rounded outwards.
static float placed(double x, const moving_range* range, size_t axis)
{
    return (float)((x - range->center[axis]) * range->per_length);
}

static void fit_triangle(const moving_soup* s, const moving_range* range, uint32_t triangle,
                         moving_node* n, size_t slot)
{
    const uint32_t* const v = s->triangles + 3 * (size_t)triangle;
    for (int time = 0; time < 2; time++)
        for (size_t axis = 0; axis < 3; axis++) {
            const double* const x = s->at[time] + axis;
            const double p = x[3 * (size_t)v[0]], q = x[3 * (size_t)v[1]], r = x[3 * (size_t)v[2]];
            const double low = p < q ? p : q, high = p < q ? q : p;
            n->low[time][axis][slot] = placed(r < low ? r : low, range, axis);
            n->high[time][axis][slot] = placed(r > high ? r : high, range, axis);
        }
}

static void fit_child(const moving_node* child, moving_node* n, size_t slot)
{
    for (int time = 0; time < 2; time++)
        for (int axis = 0; axis < 3; axis++) {
            float low = HUGE_VALF, high = -HUGE_VALF;
            for (int k = 0; k < MOVING_WIDTH; k++) {
                low = child->low[time][axis][k] < low ? child->low[time][axis][k] : low;
                high = child->high[time][axis][k] > high ? child->high[time][axis][k] : high;
            }
            n->low[time][axis][slot] = low;
            n->high[time][axis][slot] = high;
        }
}

static size_t nodes_above(size_t count)
{
    return count ? (count + MOVING_WIDTH - 1) / MOVING_WIDTH : 1;
}

static void fit(moving_tree* t, const moving_soup* s, const moving_range* range)
{
    size_t below = t->count;
    for (int level = 0; level < t->levels; level++) {
        moving_node* const nodes = t->nodes + t->level_first[level];
        const size_t count = nodes_above(below);
        for (size_t i = 0; i < count; i++) {
            if (MOVING_WIDTH * (i + 1) > below) node_clear(&nodes[i]);
            for (size_t k = MOVING_WIDTH * i; k < MOVING_WIDTH * (i + 1) && k < below; k++) {
                if (level)
                    fit_child(&t->nodes[t->level_first[level - 1] + k], &nodes[i],
                              k % MOVING_WIDTH);
                else
                    fit_triangle(s, range, t->order[k].value, &nodes[i], k % MOVING_WIDTH);
            }
        }
        below = count;
    }
}

abut_status moving_tree_build(moving_tree* t, const moving_soup* soup, const moving_range* range,
                              int levels, const abut_host* host)
{
    ASSERT(levels >= moving_tree_levels(soup->triangle_count) && levels <= MOVING_LEVELS_MOST);
    void *nodes = t->nodes, *order = t->order, *scratch = t->scratch;
    size_t count = soup->triangle_count, all = 0;
    t->levels = levels;
    for (int level = 0; level < levels; level++) {
        count = nodes_above(count);
        t->level_first[level] = all;
        all += count;
    }
    t->count = 0;
    TRY(host_grow(host, &nodes, &t->node_capacity, 0, all, sizeof *t->nodes));
    t->nodes = nodes;
    TRY(host_grow(host, &order, &t->order_capacity, 0, soup->triangle_count, sizeof *t->order));
    t->order = order;
    TRY(host_grow(host, &scratch, &t->scratch_capacity, 0, soup->triangle_count,
                  sizeof *t->scratch));
    t->scratch = scratch;
    t->count = soup->triangle_count;
    sort_triangles(t, soup, range);
    fit(t, soup, range);
    return ABUT_OK;
}

void moving_tree_free(moving_tree* t, const abut_host* host)
{
    host_release(host, t->nodes, t->node_capacity, sizeof *t->nodes);
    host_release(host, t->order, t->order_capacity, sizeof *t->order);
    host_release(host, t->scratch, t->scratch_capacity, sizeof *t->scratch);
    *t = (moving_tree){0};
}

// ---------------------------------------------------------------------------------------------- walk

// Which children of b a child of a may meet, as bits.
static unsigned meet(const moving_node* a, int child, const moving_node* b)
{
    int32_t apart[MOVING_WIDTH] = {0};
    for (int axis = 0; axis < 3; axis++) {
        const float a_low = a->low[0][axis][child], a_low_then = a->low[1][axis][child];
        const float a_high = a->high[0][axis][child], a_high_then = a->high[1][axis][child];
        const float *const low = b->low[0][axis], *const low_then = b->low[1][axis];
        const float *const high = b->high[0][axis], *const high_then = b->high[1][axis];
        for (int k = 0; k < MOVING_WIDTH; k++)
            apart[k] |= ((a_high < low[k]) & (a_high_then < low_then[k])) |
                        ((high[k] < a_low) & (high_then[k] < a_low_then));
    }
    unsigned mask = 0;
    for (int k = 0; k < MOVING_WIDTH; k++)
        mask |= (unsigned)(PRUNE(apart[k] & 1) ? 0 : 1) << k;
    return mask;
}

// Whether two children are apart, each time along some axis: by one up to a time, by one from an earlier time on. Numbers are
// between -1 and 1: each is off by less than 2^-22, and a difference by less than 2^-20.
static int are_apart_by_turns(const moving_node* a, size_t i, const moving_node* b, size_t k)
{
    const float slack = 0x1p-20f;
    float first = 0, last = 1;
    for (int axis = 0; axis < 3; axis++) {
        const float begin[2] = {b->low[0][axis][k] - a->high[0][axis][i] - slack,
                                a->low[0][axis][i] - b->high[0][axis][k] - slack};
        const float end[2] = {b->low[1][axis][k] - a->high[1][axis][i] - slack,
                              a->low[1][axis][i] - b->high[1][axis][k] - slack};
        for (int side = 0; side < 2; side++) {
            if (!((begin[side] > 0) ^ (end[side] > 0))) continue;
            const float time = begin[side] / (begin[side] - end[side]);
            if (begin[side] > 0)
                first = time > first ? time : first;
            else
                last = time < last ? time : last;
        }
    }
    return first > last + 0x1p-18f;
}

typedef struct couple {  // of nodes of one level
    uint32_t a, b;
    int level;
} couple;

// A child that is not there has no number below this.
static size_t children_of(const moving_tree* t, int level)
{
    return level ? t->level_first[level] - t->level_first[level - 1] : t->count;
}

typedef struct walk {
    const moving_tree *a, *b;
    moving_visit* visit;
    void* context;
    size_t height;
    couple stack[STACK_MOST];
} walk;

// One child of the first node against all of the second. Returns 0 if the walk is to end.
static int walk_child(walk* w, const couple* at, const moving_node* x, int i, const moving_node* y)
{
    const size_t first = (size_t)MOVING_WIDTH * at->a + (size_t)i;
    const size_t count = children_of(w->b, at->level);
    unsigned mask = meet(x, i, y);
    // Of a node and itself each pair once; a triangle and itself are none.
    if (x == y) mask &= ~0u << (at->level ? i : i + 1);
    for (; mask; mask &= mask - 1) {
        const size_t slot = (size_t)__builtin_ctz(mask),
                     second = (size_t)MOVING_WIDTH * at->b + slot;
        if (second >= count) break;
        if (!at->level) {
            if (!w->visit(w->context, w->a->order[first].value, w->b->order[second].value))
                return 0;
        } else if (!PRUNE(are_apart_by_turns(x, (size_t)i, y, slot))) {
            ASSERT(w->height < STACK_MOST);
            w->stack[w->height++] = (couple){(uint32_t)first, (uint32_t)second, at->level - 1};
        }
    }
    return 1;
}

void moving_tree_walk(const moving_tree* a, const moving_tree* b, moving_visit* visit,
                      moving_may_test* may_test, void* context)
{
    walk w;
    ASSERT(a->levels == b->levels);
    w.a = a;
    w.b = b;
    w.visit = visit;
    w.context = context;
    w.height = 1;
    w.stack[0] = (couple){0, 0, a->levels - 1};
    while (w.height) {
        const couple at = w.stack[--w.height];
        const moving_node* const x = &a->nodes[a->level_first[at.level] + at.a];
        const moving_node* const y = &b->nodes[b->level_first[at.level] + at.b];
        const size_t left = children_of(a, at.level) - (size_t)MOVING_WIDTH * at.a;
        if (!may_test(context, MOVING_WIDTH * MOVING_WIDTH)) return;
        for (int i = 0; i < MOVING_WIDTH && (size_t)i < left; i++)
            if (!walk_child(&w, &at, x, i, y)) return;
    }
}
