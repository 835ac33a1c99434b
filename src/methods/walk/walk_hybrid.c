// walk_hybrid.c - the walk of trees of boxes with spheres (Wan, Fan, Gao 2001).
#include "base/base.h"
#include "base/host.h"
#include "methods/bound/hybrid.h"
#include "methods/walk/walk.h"

static double size_of(const hybrid* volume)
{
    return aabb_size(&volume->box);
}

#define WALK                      walk_hybrid
#define VOLUME                    hybrid
#define CONSTANTS                 hybrid_constants
#define PLACED                    placed_hybrid
#define PREPARE(c, r, a, b)       hybrid_prepare(c, r)
#define PLACE(c, volume, node, p) hybrid_place(c, volume, p)
#define APART(c, volume, p)       hybrid_apart(c, volume, p)
#define SIZE                      size_of
#define A_UNIT(c)                 ((c)->ball.relative->a_scale)
#define B_UNIT(c)                 ((c)->ball.relative->b_scale * (c)->ball.relative->stretch)
#include "methods/walk/walk_body.inl"
