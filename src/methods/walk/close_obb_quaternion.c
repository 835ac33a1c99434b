// close_obb_quaternion.c - all pairs that are close, by trees of oriented boxes kept in double, their axes as quaternions.
#define WALK      close_obb_quaternion
#define NEAR_GOAL goal_close
#define VOLUME    obb_quaternion
#define EXPAND    obb_from_quaternion
#include "methods/walk/near_obb.inl"
