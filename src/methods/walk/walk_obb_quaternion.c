// walk_obb_quaternion.c - the walk of trees of oriented boxes kept in double, their axes as quaternions.
#define WALK   walk_obb_quaternion
#define VOLUME obb_quaternion
#define EXPAND obb_from_quaternion
#include "methods/walk/walk_obb_quaternion.inl"
