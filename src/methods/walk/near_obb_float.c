// near_obb_float.c - the nearest pair of triangles by trees of oriented boxes kept in float.
#define WALK      near_obb_float
#define NEAR_GOAL goal_nearest
#define VOLUME    obb_float
#define EXPAND    obb_from_float
#include "methods/walk/near_obb.inl"
