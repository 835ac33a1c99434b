// walk_obb.c - the walk of trees of oriented boxes kept in double.
#include "base/base.h"
#include "base/host.h"
#include "methods/bound/obb_test.h"
#include "methods/walk/walk.h"

static double size_of(const obb* box)
{
    return box->half[0] + box->half[1] + box->half[2];
}

#define WALK                   walk_obb
#define VOLUME                 obb
#define CONSTANTS              obb_constants
#define PLACED                 placed_obb
#define PREPARE(c, r, a, b)    obb_prepare(c, r, (a)->defect, (b)->defect)
#define PLACE(c, box, node, p) obb_place(c, box, p)
#define APART(c, box, p)       obb_apart(box, (c)->relative->a_scale, p, &(c)->margin)
#define SIZE                   size_of
#define A_UNIT(c)              ((c)->relative->a_scale)
#define B_UNIT(c)              ((c)->relative->b_scale * (c)->relative->stretch)
#include "methods/walk/walk_body.inl"
