// certain.h - whether a prism is certainly not deeper in a turned solid than a limit, to the last bit: so that what
// only touches is found not to cut, where the numbers allow it.
#ifndef ABUT_NC_CERTAIN_H
#define ABUT_NC_CERTAIN_H
#include "nc/turned.h"

// The points p - c of a triangle's points p and a straight way's points c.
typedef struct prism_ends {
    const double* corner[3];
    const double *from, *to;
} prism_ends;

// Find whether some of a few directions proves that no point is deeper than limit (which may be negative), in
// real arithmetic. All is rounded upward, and what is exact is not rounded at all: so axes, faces and edges of small
// numbers decide contact exactly. Other rounding modes than to nearest prove nothing.
int certainly_at_most(const turned* t, const prism_ends* p, double limit);

#endif
