// walk_aabb.c - the walk of trees of boxes along the axes of the models' files.
#include "base/base.h"
#include "base/host.h"
#include "methods/bound/aabb.h"
#include "methods/walk/walk.h"

#define WALK                   walk_aabb
#define VOLUME                 aabb
#define CONSTANTS              aabb_constants
#define PLACED                 placed_aabb
#define PREPARE(c, r, a, b)    aabb_prepare(c, r)
#define PLACE(c, box, node, p) aabb_place(c, box, p)
#define APART(c, box, p)       aabb_apart(c, box, p)
#define SIZE                   aabb_size
#define A_UNIT(c)              ((c)->relative->a_scale)
#define B_UNIT(c)              ((c)->relative->b_scale * (c)->relative->stretch)
#include "methods/walk/walk_body.inl"
