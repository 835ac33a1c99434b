// kind_aabb.h - what walk_body.inl is told of boxes along the axes of the models' files. Without a guard: the walk undefines
// it all.
#include "methods/bound/aabb.h"

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
