// walk_aabb.c - the walk of trees of boxes along the axes of the models' files.
#include "methods/walk/kind_aabb.h"
#include "methods/walk/walk_body.inl"
