// near_obb_quaternion.c - the nearest pair of triangles by trees of oriented boxes kept in double, their axes as quaternions.
#define WALK      near_obb_quaternion
#define NEAR_GOAL goal_nearest
#define VOLUME    obb_quaternion
#define EXPAND    obb_from_quaternion
#include "methods/walk/near_obb.inl"
