// walk_obb_quaternion_float.c - the walk of trees of oriented boxes kept in float, their axes as quaternions.
#define WALK   walk_obb_quaternion_float
#define VOLUME obb_quaternion_float
#define EXPAND obb_from_quaternion_float
#include "methods/walk/walk_obb_quaternion.inl"
