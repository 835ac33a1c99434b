// walk_obb_quaternion.c - the walk of trees of oriented boxes kept in double, their axes as quaternions. A
// box of a is expanded for every test: less memory for more work (Gottschalk 1996, section 7).
#include "base/base.h"
#include "base/host.h"
#include "bound/obb_test.h"
#include "walk/walk.h"

static double size_of(const obb_quaternion* box)
{
    return box->half[0] + box->half[1] + box->half[2];
}

static void place(const obb_constants* c, const obb_quaternion* box, placed_obb* out)
{
    obb expanded;
    obb_from_quaternion(&expanded, box);
    obb_place(c, &expanded, out);
}

static int apart(const obb_constants* c, const obb_quaternion* box, const placed_obb* placed)
{
    obb expanded;
    obb_from_quaternion(&expanded, box);
    return obb_apart(&expanded, c->relative->a_scale, placed, &c->margin);
}

#define WALK                   walk_obb_quaternion
#define VOLUME                 obb_quaternion
#define CONSTANTS              obb_constants
#define PLACED                 placed_obb
#define PREPARE(c, r, a, b)    obb_prepare(c, r, (a)->defect, (b)->defect)
#define PLACE(c, box, node, p) place(c, box, p)
#define APART(c, box, p)       apart(c, box, p)
#define SIZE                   size_of
#define A_UNIT(c)              ((c)->relative->a_scale)
#define B_UNIT(c)              ((c)->relative->b_scale * (c)->relative->stretch)
#include "walk/walk_body.inl"
