// walk_sphere.c - the walk of trees of spheres.
#include "base/base.h"
#include "base/host.h"
#include "methods/bound/sphere.h"
#include "methods/walk/walk.h"

static double size_of(const sphere* ball)
{
    return (double)ball->radius;
}

#define WALK                    walk_sphere
#define VOLUME                  sphere
#define CONSTANTS               sphere_constants
#define PLACED                  placed_sphere
#define PREPARE(c, r, a, b)     sphere_prepare(c, r)
#define PLACE(c, ball, node, p) sphere_place(c, ball, p)
#define APART(c, ball, p)       sphere_apart(c, ball, p)
#define SIZE                    size_of
#define A_UNIT(c)               ((c)->relative->a_scale)
#define B_UNIT(c)               ((c)->relative->b_scale * (c)->relative->stretch)
#include "methods/walk/walk_body.inl"
