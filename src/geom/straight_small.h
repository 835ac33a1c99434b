// straight_small.h - when two triangles meet that go straight, in machine words: where both models stand along the axes of one grid
// of few bits, as parts do that were made to fit. There most events are ties, which exact numbers alone decide.
#ifndef ABUT_GEOM_STRAIGHT_SMALL_H
#define ABUT_GEOM_STRAIGHT_SMALL_H
#include "geom/straight.h"

// As straight_meet of all axes, but that no axis is told. Returns -1 if the numbers are no small ones.
int straight_meet_small(const straight_course* s, const double* const vertex[6],
                        straight_meeting* out);

#endif
