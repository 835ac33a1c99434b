// walk_quickcd.inl - the walk of trees of tumbled k-DOPs (Klosowski 1998, chapter 4). The includer defines
// DOP (the struct of a node), DOP_SET, ALONG (offsets of a point along all directions) and WALK; loops
// over its slabs have a length known to the compiler.
//
// A volume of b is placed when it is visited first, and kept until the query ends, in the order of the
// nodes: what a pair on the stack holds is a pointer to it. ("Lazy update": the paper keeps the number of
// the last step in which a node was tumbled, as this does.) Where b is only shifted, none is placed.
#include "base/base.h"
#include "base/host.h"
#include "methods/bound/kdop_turn.h"
#include "methods/bound/quickcd.h"
#include "methods/walk/walk.h"

#ifndef DOP  // the file by itself
#define DOP     quickcd6
#define DOP_SET kdop6_set
#define ALONG   quickcd_along6
#define WALK    walk_quickcd6
#endif

#define HALF ((int)(sizeof(((DOP*)0)->low) / sizeof(float)))

typedef struct {
    double low[sizeof(((DOP*)0)->low) / sizeof(float)];
    double high[sizeof(((DOP*)0)->high) / sizeof(float)];
} placed_dop;

// Of a node: where it stands placed; or itself, where b is only shifted.
typedef union {
    const placed_dop* placed;
    const DOP* own;
} placed_pointer;

typedef struct {
    quickcd_constants own;
    const tree* b;
    placed_dop* placed;  // of b's nodes
    uint32_t* stamps;
    uint32_t stamp;
    const climb* root;  // for b's root; NULL: by its corners, as all
    uint32_t* climbed;
    double root_error[sizeof(((DOP*)0)->low) / sizeof(float)];
} constants;

static void prepare(constants* c, search* s, const relative_pose* r, const tree* a, const tree* b)
{
    const DOP* root = tree_volume(b, 0);
    relative_pose turned;
    ASSERT(a->kind == b->kind);
    kdop_turn_pose(&turned, r, &a->turn, &b->turn);
    s->status = scalar_place_none(s, b->node_count, sizeof *c->placed);
    if (s->status != ABUT_OK) return;
    quickcd_prepare(&c->own, &DOP_SET, &turned, b->defect);
    c->own.count = kdop_order(&DOP_SET, root->low, root->high, scalar_of(s)->asked.intervals,
                              scalar_of(s)->asked.interval_count, c->own.order);
    c->b = b;
    c->placed = scalar_of(s)->placed;
    c->stamps = scalar_of(s)->stamps;
    c->stamp = scalar_of(s)->stamp;
    c->root = b->climb.vertex_count ? &b->climb : NULL;
    c->climbed = scalar_of(s)->climbed;
    if (!c->root) return;
    for (int i = 0; i < HALF; i++)
        c->root_error[i] =
            quickcd_error(DOP_SET.direction[i], &turned, b->climb.reach, b->climb.error);
}

static int find(const constants* c, uint32_t node, placed_pointer* out)
{
    if (c->own.is_shift) {
        out->own = tree_volume(c->b, node);
        return 1;
    }
    out->placed = &c->placed[node];
    return c->stamps[node] == c->stamp;
}

// Bound b's root by its farthest vertices.
static void place_root(const constants* c, placed_dop* out)
{
    for (size_t i = 0; i < HALF; i++) {
        const signed char* direction = DOP_SET.direction[i];
        double up[3], down[3];
        for (int k = 0; k < 3; k++) {
            up[k] = direction[0] * c->own.linear[0][k] + direction[1] * c->own.linear[1][k] +
                    direction[2] * c->own.linear[2][k];
            down[k] = -up[k];
        }
        const double high = climb_support(c->root, up, &c->climbed[2 * i]);
        const double low = -climb_support(c->root, down, &c->climbed[2 * i + 1]);
        out->low[i] = c->own.shift[i] + low - c->root_error[i];
        out->high[i] = c->own.shift[i] + high + c->root_error[i];
    }
}

// 9 multiplications and 6 to 16 additions a corner.
static void place(const constants* c, const DOP* v, uint32_t node, placed_pointer* out)
{
    placed_dop* p = &c->placed[node];
    c->stamps[node] = c->stamp;
    out->placed = p;
    if (c->root && node == 0) {
        place_root(c, p);
        return;
    }
    double low[HALF], high[HALF];
    for (int i = 0; i < HALF; i++) {
        low[i] = HUGE_VAL;
        high[i] = -HUGE_VAL;
    }
    const float* corner = c->b->extra + (size_t)v->corner_first * 3;
    for (uint32_t n = 0; n < v->corner_count; n++, corner += 3) {
        double turned[3], along[HALF];
        quickcd_turn(&c->own, corner, turned);
        ALONG(turned, along);
        for (int i = 0; i < HALF; i++) {
            low[i] = along[i] < low[i] ? along[i] : low[i];
            high[i] = along[i] > high[i] ? along[i] : high[i];
        }
    }
    for (int i = 0; i < HALF; i++) {
        p->low[i] = c->own.shift[i] + low[i] - c->own.error[i];
        p->high[i] = c->own.shift[i] + high[i] + c->own.error[i];
    }
}

static int apart_shifted(const quickcd_constants* c, const DOP* a, const DOP* b)
{
    for (int n = 0; n < c->count; n++) {
        const int i = c->order[n];
        if ((double)a->high[i] * c->a_scale < (double)b->low[i] * c->b_scale + c->shift_low[i] ||
            (double)a->low[i] * c->a_scale > (double)b->high[i] * c->b_scale + c->shift_high[i])
            return 1;
    }
    return 0;
}

static int apart(const constants* c, const DOP* a, placed_pointer of_b)
{
    if (c->own.is_shift) return apart_shifted(&c->own, a, of_b.own);
    const placed_dop* b = of_b.placed;
    for (int n = 0; n < c->own.count; n++) {
        const int i = c->own.order[n];
        if ((double)a->high[i] * c->own.a_scale < b->low[i] ||
            (double)a->low[i] * c->own.a_scale > b->high[i])
            return 1;
    }
    return 0;
}

static double size_of(const DOP* v)
{
    double size = 0;
    for (int i = 0; i < HALF; i++)
        size += (double)v->high[i] - (double)v->low[i];
    return size;
}

#define VOLUME               DOP
#define CONSTANTS            constants
#define PLACED               placed_pointer
#define PREPARE(c, r, a, b)  prepare(c, s, r, a, b)
#define FIND                 find
#define PLACE(c, v, node, p) place(c, v, node, p)
#define APART(c, v, p)       apart(c, v, *(p))
#define SIZE                 size_of
#define A_UNIT(c)            (relative->a_scale / kdop_turn_scale(&a->turn))
#define B_UNIT(c)            (relative->b_scale * relative->stretch / kdop_turn_scale(&b->turn))
#include "methods/walk/walk_body.inl"
