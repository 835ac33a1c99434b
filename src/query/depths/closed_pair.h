// closed_pair.h - two models as solids alone: without the triangles that bound none, and without their frames. What is
// asked of depths is asked of these.
#ifndef ABUT_QUERY_DEPTHS_CLOSED_PAIR_H
#define ABUT_QUERY_DEPTHS_CLOSED_PAIR_H
#include "query/solid_pair.h"

typedef struct closed_pair {
    solid_pair given, pair;     // as they are given; what is left of them
    abut_model* model[2];       // made for this; NULL: all triangles bound a solid
    abut_instance instance[2];  // of pair
    int has_solids;             // both have one; else pair is not made
} closed_pair;

// Make it, of instances and solids as an abut_solids_ask has them. To be closed, whatever it returns.
// Returns as solid_pair_open; ABUT_BAD_COMBINATION also for frames that are not equal, or do not keep lengths.
abut_status closed_pair_open(closed_pair* out, abut_query* query, const abut_instance* a,
                             const abut_instance* b, const abut_solids_ask* ask);
void closed_pair_close(closed_pair* c);

#define CLOSED_ALL UINT32_MAX

// The triangles that bound a solid, of one component or of all, as a model of the same method; for model_free.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED.
abut_status closed_model_make(abut_model** out, const abut_solid* s, uint32_t part,
                              const abut_host* host);

// A point of the pair as the world has it; its coordinates are rounded. Vectors: solid_pair_turn_back of given.
void closed_pair_tell_point(const closed_pair* c, const double x[3], double out[3]);

#endif
