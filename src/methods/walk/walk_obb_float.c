// walk_obb_float.c - the walk of trees of oriented boxes kept in float.
#include "base/base.h"
#include "base/host.h"
#include "methods/bound/obb_test.h"
#include "methods/walk/walk.h"

static double size_of(const obb_float* box)
{
    return (double)box->half[0] + (double)box->half[1] + (double)box->half[2];
}

static void place(const obb_constants* c, const obb_float* box, placed_obb* out)
{
    obb in_double;
    obb_from_float(&in_double, box);
    obb_place(c, &in_double, out);
}

#define WALK                   walk_obb_float
#define VOLUME                 obb_float
#define CONSTANTS              obb_constants
#define PLACED                 placed_obb
#define PREPARE(c, r, a, b)    obb_prepare(c, r, (a)->defect, (b)->defect)
#define PLACE(c, box, node, p) place(c, box, p)
#define APART(c, box, p)       obb_apart_float(box, (c)->relative->a_scale, p, &(c)->margin)
#define SIZE                   size_of
#define A_UNIT(c)              ((c)->relative->a_scale)
#define B_UNIT(c)              ((c)->relative->b_scale * (c)->relative->stretch)
#include "methods/walk/walk_body.inl"
