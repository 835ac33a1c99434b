// winding.h - the generalised winding number of surfaces that are not closed (Jacobson, Kavan,
// Sorkine-Hornung 2013): the sum of solid angles over 4 pi.
#ifndef ABUT_QUERY_WINDING_H
#define ABUT_QUERY_WINDING_H
#include "query/components.h"

typedef struct winding_number {
    double value, error;  // the true number is within error of value
} winding_number;

// Find the winding number of all components of a side that are not closed about a vertex of the other
// side. each: by component, what each of them adds; closed ones are left alone.
// Returns ABUT_OK or ABUT_CANCELLED. Cost: linear, about 60 ns a triangle.
abut_status winding_about(const components* parts, const pose_pair* poses, int side,
                          const double* vertex, const abut_host* host, double* each,
                          winding_number* out);

#endif
