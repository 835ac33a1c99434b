// walk_dop.inl - the walk of trees of re-aligned k-DOPs (Zachmann 1998). The includer defines DOP (the
// struct of a node), DOP_SET and WALK; loops over its slabs have a length known to the compiler.
#include "base/base.h"
#include "base/host.h"
#include "methods/bound/kdop_align.h"
#include "methods/bound/kdop_class.h"
#include "methods/bound/kdop_turn.h"
#include "methods/walk/walk.h"

#ifndef DOP  // the file by itself
#define DOP     dop6
#define DOP_SET kdop6_set
#define WALK    walk_dop6
#endif

#define HALF (int)(sizeof(DOP) / sizeof(float) / 2)

typedef struct {
    double low[sizeof(DOP) / sizeof(float) / 2], high[sizeof(DOP) / sizeof(float) / 2];
} placed_dop;

static void prepare(kdop_align* c, const search* s, const relative_pose* r, const tree* a,
                    const tree* b)
{
    const DOP* root = tree_volume(b, 0);
    relative_pose turned;
    ASSERT(a->kind == b->kind);
    kdop_turn_pose(&turned, r, &a->turn, &b->turn);
    kdop_align_prepare(c, &DOP_SET, &turned, b->defect);
    c->count = kdop_order(&DOP_SET, root->low, root->high, scalar_of(s)->asked.intervals,
                          scalar_of(s)->asked.interval_count, c->order);
}

// 3 k multiplications and 3 k additions.
static void place(const kdop_align* c, const DOP* v, placed_dop* out)
{
    double offset[2 * HALF];
    for (int i = 0; i < HALF; i++) {
        offset[i] = (double)v->high[i];
        offset[HALF + i] = -(double)v->low[i];
    }
    for (int i = 0; i < HALF; i++) {
        const kdop_direction* d = &c->along[i];
        const double* w = d->weight;
        const unsigned char *u = d->upper, *l = d->lower;
        const double up = w[0] * offset[u[0]] + w[1] * offset[u[1]] + w[2] * offset[u[2]];
        const double down = w[0] * offset[l[0]] + w[1] * offset[l[1]] + w[2] * offset[l[2]];
        out->high[i] = d->shift + up + d->error;
        out->low[i] = d->shift - down - d->error;
    }
}

static int apart(const kdop_align* c, const DOP* a, const placed_dop* b)
{
    for (int n = 0; n < c->count; n++) {
        const int i = c->order[n];
        if ((double)a->high[i] * c->a_scale < b->low[i] ||
            (double)a->low[i] * c->a_scale > b->high[i])
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
#define CONSTANTS            kdop_align
#define PLACED               placed_dop
#define PREPARE(c, r, a, b)  prepare(c, s, r, a, b)
#define PLACE(c, v, node, p) place(c, v, p)
#define APART                apart
#define SIZE                 size_of
#define A_UNIT(c)            (relative->a_scale / kdop_turn_scale(&a->turn))
#define B_UNIT(c)            (relative->b_scale * relative->stretch / kdop_turn_scale(&b->turn))
#include "methods/walk/walk_body.inl"
