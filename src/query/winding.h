// winding.h - the generalised winding number of surfaces that are not closed (Jacobson, Kavan,
// Sorkine-Hornung 2013): the sum of solid angles over 4 pi.
#ifndef ABUT_QUERY_WINDING_H
#define ABUT_QUERY_WINDING_H
#include "geom/posed_pair.h"
#include "query/components.h"

typedef struct winding_number {
    double value, error;  // the true number is within error of value
} winding_number;

// A sum of terms of at most 1/2, each cut to a multiple of 2^-61: exact, so that it is the same in every order.
// It is whole * 2^-30 + rest * 2^-61.
typedef struct winding_sum {
    int64_t whole, rest;
} winding_sum;

// The solid angle over 4 pi of a triangle about corner 0 of another one; value 0, error 1/2 where doubles tell nothing.
winding_number winding_of_triangle(const posed_triangle* t, const posed_triangle* start);

double winding_of_sum(const winding_sum* sum);

// Find the winding number of all components that are not closed about a vertex of the other model. The components'
// is side 0 of poses, the vertex's side 1: so the number does not depend on which model is a.
// each: by component, what each of them adds; closed ones are left alone.
// The order of triangles, their corners and the vertices changes no bit of it.
// Returns ABUT_OK or ABUT_CANCELLED. Cost: linear, about 60 ns a triangle.
abut_status winding_about(const components* parts, const pose_pair* poses, const double* vertex,
                          const abut_host* host, winding_sum* each, winding_number* out);

#endif
