// needle.h - how thin a triangle is. Thin triangles come from exact sets of points as often as from
// faults, and are what makes boxes loose and other programs' predicates fail.
#ifndef ABUT_SOUP_NEEDLE_H
#define ABUT_SOUP_NEEDLE_H

// Return the ratio of a triangle's longest edge to the height on it, with a relative error below
// 2^-50; infinite where it is beyond the range of doubles. The triangle must not be degenerate, else
// the result is meaningless. Works for all finite doubles. Cost: a few hundred nanoseconds for
// coordinates of like size.
double needle_ratio(const double* const vertex[3]);

// Return an upper bound of the same, infinite where a few roundings cannot tell. Cost: nanoseconds.
double needle_bound(const double* const vertex[3]);

#endif
