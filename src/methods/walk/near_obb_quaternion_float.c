// near_obb_quaternion_float.c - the nearest pair of triangles by trees of oriented boxes kept in float, their axes as quaternions.
#define WALK      near_obb_quaternion_float
#define NEAR_GOAL goal_nearest
#define VOLUME    obb_quaternion_float
#define EXPAND    obb_from_quaternion_float
#include "methods/walk/near_obb.inl"
