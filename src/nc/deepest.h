// deepest.h - how deep a model reaches into a turned solid that moves along a straight way, and by how much the
// solid must be lifted; culled with a tree of boxes.
#ifndef ABUT_NC_DEEPEST_H
#define ABUT_NC_DEEPEST_H
#include "engine/tree/node.h"
#include "methods/tree/tree.h"
#include "nc/turned.h"
#include "soup/frame.h"
#include "soup/soup.h"

#include "abut/milling.h"

// What is searched: a moderate mesh (soup.h), and a tree of kind aabb_class or the engine's. Without nodes: every triangle.
typedef struct deepest_model {
    const soup_mesh* mesh;
    const frame* frame;
    const tree* tree;
    const wide_tree* wide;
    const double *low, *high;  // of the vertices, where there are triangles
} deepest_model;

// Answer abut_turned_depth, whose arguments are checked.
void deepest_find(const deepest_model* m, const turned* t, const double from[3], const double to[3],
                  double enough, double resolution, abut_depth* out);

// Answer abut_turned_lift, whose arguments are checked.
void deepest_lift(const deepest_model* m, const turned* t, const double from[3], const double to[3],
                  double resolution, double out[2]);

#endif
