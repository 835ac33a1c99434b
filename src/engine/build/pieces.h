// pieces.h - the connected pieces of a model of many (bolts, pipes, tetrahedra), whose triangles are cut from each other
// last: a box about half of a piece and half of another is larger than that of either.
#ifndef ABUT_ENGINE_BUILD_PIECES_H
#define ABUT_ENGINE_BUILD_PIECES_H
#include "base/host.h"
#include "soup/soup.h"

#define PIECE_MOST 1024  // triangles
#define PIECE_NONE UINT32_MAX

// Each piece of 2 to PIECE_MOST triangles has a number.
typedef struct small_pieces {
    uint32_t* of;  // of each triangle: the number of its piece, or PIECE_NONE. NULL: there are none
    size_t count;
} small_pieces;

// Find the pieces of a mesh. Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then nothing is held. Cost: nearly linear.
abut_status small_pieces_find(small_pieces* out, const soup_mesh* m, const abut_host* host);
// Release them; a zeroed one is fine.
void small_pieces_free(small_pieces* p, const soup_mesh* m, const abut_host* host);

#endif
