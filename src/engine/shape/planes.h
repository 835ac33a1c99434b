// planes.h - one of the engine's trees walked by half-spaces: which triangles are in what they have in common, and which cross it.
//
// Each box that waits has the planes that it is not known to be behind: the others are not asked about again below it (Assarsson
// & Moeller 2000). What is behind all of them is listed without a test. What floats leave open is told to who asks, who decides it
// exactly (docs/proofs/boxes.md, "Ranges").
#ifndef ABUT_ENGINE_SHAPE_PLANES_H
#define ABUT_ENGINE_SHAPE_PLANES_H
#include "engine/shape/core.h"

enum { PLANES_MOST = 64 };  // so that they are a set of bits

typedef struct planes_walk planes_walk;
// Up to eight triangles: certainly behind all planes; certainly crossing; and those of which floats do not tell, with the planes
// that must be asked. Returns 0 if the walk must end.
typedef int planes_look(planes_walk* w, const uint32_t ids[8], unsigned inside, unsigned crossing,
                        unsigned open, uint64_t planes);
// Triangles that are behind all planes. Returns 0 if the walk must end.
typedef int planes_list(planes_walk* w, const uint32_t* ids, size_t count);

struct planes_walk {
    search* s;
    const core_place* place;
    core_plane plane[PLANES_MOST];  // the half-space is what is below it
    uint64_t planes;                // which there are
    planes_look* look;
    planes_list* list;
    void* user;
};

// A plane of which floats can tell nothing.
static inline core_plane planes_unknown(void)
{
    return (core_plane){.fixed = (float)INFINITY};
}

// Walk a tree that has nodes. Counts, and asks whether it may go on. The same in every form.
typedef void planes_walk_kernel(planes_walk* w);
planes_walk_kernel ISA(planes_walk);

#endif
