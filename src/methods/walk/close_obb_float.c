// close_obb_float.c - all pairs that are close, by trees of oriented boxes kept in float.
#define WALK      close_obb_float
#define NEAR_GOAL goal_close
#define VOLUME    obb_float
#define EXPAND    obb_from_float
#include "methods/walk/near_obb.inl"
