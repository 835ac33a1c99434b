// kind_sphere.h - what walk_body.inl is told of spheres. Without a guard: the walk undefines it all.
#include "methods/bound/sphere.h"

#define WALK                    walk_sphere
#define VOLUME                  sphere
#define CONSTANTS               sphere_constants
#define PLACED                  placed_sphere
#define PREPARE(c, r, a, b)     sphere_prepare(c, r)
#define PLACE(c, ball, node, p) sphere_place(c, ball, p)
#define APART(c, ball, p)       sphere_apart(c, ball, p)
#define SIZE                    sphere_size
#define A_UNIT(c)               ((c)->relative->a_scale)
#define B_UNIT(c)               ((c)->relative->b_scale * (c)->relative->stretch)
