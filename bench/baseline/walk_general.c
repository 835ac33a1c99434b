// walk_general.c - the walk of trees of general DOPs: the body of all walks, and a linear program for the
// test. Two DOPs of the same directions meet in the DOP of the smaller offsets.
#include "base/base.h"
#include "base/host.h"
#include "baseline/general_dop.h"

typedef struct placed_general {
    double offset[7];
} placed_general;

static void place(const general_align* c, const general7* v, placed_general* out)
{
    general_align_place(c, &general7_set, v->offset, out->offset);
}

static int apart(const general_align* c, const general7* a, const placed_general* b)
{
    double offset[7];
    for (int i = 0; i < 7; i++) {
        const double own = (double)a->offset[i] * c->a_scale;
        offset[i] = own < b->offset[i] ? own : b->offset[i];
    }
    return general_is_empty(&general7_set, offset);
}

// The first four normals add up to 0, so that these offsets do not depend on where the DOP is.
static double size_of(const general7* v)
{
    double size = 0;
    for (int i = 0; i < 4; i++)
        size += (double)v->offset[i];
    return size;
}

#define WALK                 walk_general7
#define VOLUME               general7
#define CONSTANTS            general_align
#define PLACED               placed_general
#define PREPARE(c, r, a, b)  general_align_prepare(c, &general7_set, r, (b)->defect)
#define PLACE(c, v, node, p) place(c, v, p)
#define APART                apart
#define SIZE                 size_of
#define A_UNIT(c)            (c)->a_scale
#define B_UNIT(c)            (relative->b_scale * relative->stretch)
#include "methods/walk/walk_body.inl"
