// near_aabb.inl - how far trees of boxes along the axes of the models' files are. The includer defines NEAR_WALK, the
// function's name, and NEAR_GOAL.
#include "search/goal.h"
#undef WALK_GOAL

#ifndef NEAR_WALK  // the file by itself
#define NEAR_WALK near_aabb
#define NEAR_GOAL goal_nearest
#endif

#include "methods/walk/kind_aabb.h"
#include "methods/walk/near.h"

static double least(const aabb_constants* c, const aabb* a, const placed_aabb* b)
{
    const double a_scale = c->relative->a_scale;
    near_boxes p;
    for (int i = 0; i < 3; i++) {
        p.way[i] = b->centre[i] - (double)a->centre[i] * a_scale;
        p.a[i] = (double)a->half[i] * a_scale;
        p.b[i] = b->half[i];
        for (int j = 0; j < 3; j++)
            p.cosine[i][j] = c->relative->rotation[j][i];
    }
    p.margin = aabb_margin(p.way, p.a, b);
    return near_boxes_least(&p);
}

#undef WALK
#define WALK             NEAR_WALK
#define WALK_GOAL        NEAR_GOAL
#define LEAST(c, box, p) least(c, box, p)
#include "methods/walk/walk_body.inl"
