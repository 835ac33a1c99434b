// near_obb.inl - how far trees of oriented boxes are. The includer defines WALK, NEAR_GOAL, VOLUME (the struct of a node) and
// EXPAND, which makes a box in double of it.
#include "base/base.h"
#include "base/host.h"
#include "methods/bound/obb_test.h"
#include "methods/walk/near.h"
#include "methods/walk/walk.h"
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL NEAR_GOAL

#ifndef VOLUME  // the file by itself
#define WALK      near_obb
#define NEAR_GOAL goal_nearest
#define VOLUME    obb
#define EXPAND    obb_copy
#endif

static double size_of(const VOLUME* box)
{
    return (double)box->half[0] + (double)box->half[1] + (double)box->half[2];
}

static void place(const obb_constants* c, const VOLUME* box, placed_obb* out)
{
    obb expanded;
    EXPAND(&expanded, box);
    obb_place(c, &expanded, out);
}

static double least(const obb_constants* c, const VOLUME* box, const placed_obb* b)
{
    obb a;
    near_boxes p;
    double shift[3];
    const double a_scale = c->relative->a_scale;
    EXPAND(&a, box);
    for (int k = 0; k < 3; k++)
        shift[k] = b->centre[k] - a.centre[k] * a_scale;
    for (int i = 0; i < 3; i++) {
        p.a[i] = a.half[i] * a_scale;
        p.b[i] = b->half[i];
        p.way[i] = dot3(a.axes.row[i], shift);
        for (int j = 0; j < 3; j++)
            p.cosine[i][j] = dot3(a.axes.row[i], b->axes.row[j]);
    }
    p.margin = obb_more(p.way, p.a[0] + p.a[1] + p.a[2], b, &c->margin);
    // The axes of a are nearly orthonormal: the length of a vector in them is nearly its own.
    return near_boxes_least(&p) * (1 - 2 * c->a_defect);
}

#define CONSTANTS              obb_constants
#define PLACED                 placed_obb
#define PREPARE(c, r, a, b)    obb_prepare(c, r, (a)->defect, (b)->defect)
#define PLACE(c, box, node, p) place(c, box, p)
#define APART(c, box, p)       0
#define LEAST(c, box, p)       least(c, box, p)
#define SIZE                   size_of
#define A_UNIT(c)              ((c)->relative->a_scale)
#define B_UNIT(c)              ((c)->relative->b_scale * (c)->relative->stretch)
#include "methods/walk/walk_body.inl"
