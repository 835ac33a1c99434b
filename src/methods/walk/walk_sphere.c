// walk_sphere.c - the walk of trees of spheres.
#include "methods/walk/kind_sphere.h"
#include "methods/walk/walk_body.inl"
