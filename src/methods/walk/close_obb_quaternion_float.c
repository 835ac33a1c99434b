// close_obb_quaternion_float.c - all pairs that are close, by trees of oriented boxes kept in float, their axes as quaternions.
#define WALK      close_obb_quaternion_float
#define NEAR_GOAL goal_close
#define VOLUME    obb_quaternion_float
#define EXPAND    obb_from_quaternion_float
#include "methods/walk/near_obb.inl"
