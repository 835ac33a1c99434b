// close_obb.c - all pairs that are close, by trees of oriented boxes kept in double.
#define WALK      close_obb
#define NEAR_GOAL goal_close
#define VOLUME    obb
#define EXPAND    obb_copy
#include "methods/walk/near_obb.inl"
