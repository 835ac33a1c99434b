// volume_place.h - the vertices of two posed models in doubles, relative to the middle of a and in a unit in which all are
// about 1: so that sums of products neither overflow nor lose digits far from the origin (docs/proofs/depth.md, 18).
#ifndef ABUT_QUERY_OVERLAPS_VOLUME_PLACE_H
#define ABUT_QUERY_OVERLAPS_VOLUME_PLACE_H
#include "geom/exact.h"
#include "query/model.h"

#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1  // less in a test that shows that bounds are needed
#endif

typedef struct volume_place {
    // A coordinate is (matrix * ((vertex - middle) * 2^up) + offset), in units of 2^exponent.
    double middle[2][3], matrix[2][3][3], offset[2][3];
    int up[2], exponent;
    double reach;  // >= every |coordinate|
    double error;  // bounds that of every coordinate
    int turn[2];   // -1 where a pose is a reflection, else 1
} volume_place;

// Find it. range: of the vertices' coordinates in the files.
void volume_place_make(volume_place* out, const pose_pair* poses, const abut_model* const models[2],
                       const bit_range range[2]);
// Place all vertices of a mesh: three coordinates each.
void volume_place_vertices(const volume_place* p, int side, const soup_mesh* m, double* out);

#endif
