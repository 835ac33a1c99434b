// walk_obb_quaternion.inl - the walk of trees of oriented boxes whose axes are kept as quaternions. A box of a is
// expanded for every test: less memory for more work (Gottschalk 1996, section 7). The includer defines WALK, VOLUME (the
// struct of a node) and EXPAND, which makes a box of it.
#include "base/base.h"
#include "base/host.h"
#include "methods/bound/obb_test.h"
#include "methods/walk/walk.h"

#ifndef VOLUME  // the file by itself
#define WALK   walk_obb_quaternion
#define VOLUME obb_quaternion
#define EXPAND obb_from_quaternion
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

static int apart(const obb_constants* c, const VOLUME* box, const placed_obb* placed)
{
    obb expanded;
    EXPAND(&expanded, box);
    return obb_apart(&expanded, c->relative->a_scale, placed, &c->margin);
}

#define CONSTANTS              obb_constants
#define PLACED                 placed_obb
#define PREPARE(c, r, a, b)    obb_prepare(c, r, (a)->defect, (b)->defect)
#define PLACE(c, box, node, p) place(c, box, p)
#define APART(c, box, p)       apart(c, box, p)
#define SIZE                   size_of
#define A_UNIT(c)              ((c)->relative->a_scale)
#define B_UNIT(c)              ((c)->relative->b_scale * (c)->relative->stretch)
#include "methods/walk/walk_body.inl"
