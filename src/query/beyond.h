// beyond.h - is a component beyond the box about the open components of the other model? Then it is not inside
// them, whatever their winding number. This is decided exactly, so that it depends neither on which model is a, nor
// on the rounding mode, nor on how far exponents lie apart; and so that abut_world, which leaves out pairs whose
// boxes are proved apart, leaves out only what abut_contain calls separate.
#ifndef ABUT_QUERY_BEYOND_H
#define ABUT_QUERY_BEYOND_H
#include "geom/probe.h"
#include "query/components.h"

// Whether a plane across a coordinate axis has all vertices of a component strictly on one side, and all vertices of
// the other side's components that are not closed strictly on the other. parts: of both sides, those of the other with edges found.
// Cost: linear; some more a vertex where doubles leave open which is the outermost.
int is_beyond(const components parts[2], const probe_space* space, int side, size_t part);

// Whether a plane across a coordinate axis has all vertices of mesh 0 on one side or in it, and all of mesh 1 on the other or in it.
// Then no point is inside both models, nor is a point of one inside the other: solids that touch do not overlap.
// Cost: as is_beyond.
int meshes_are_parted(const soup_mesh* const mesh[2], const pose_pair* poses);

#endif
