// near_obb.c - the nearest pair of triangles by trees of oriented boxes kept in double.
#define WALK      near_obb
#define NEAR_GOAL goal_nearest
#define VOLUME    obb
#define EXPAND    obb_copy
#include "methods/walk/near_obb.inl"
