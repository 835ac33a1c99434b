// blocked.h - how two solids stand to each other with b moved by a translation, exactly.
#ifndef ABUT_QUERY_DEPTHS_BLOCKED_H
#define ABUT_QUERY_DEPTHS_BLOCKED_H
#include "geom/real.h"
#include "query/solid_pair.h"

// Whether their insides share a point, by how their closed components stand to each other.
static inline int relation_is_blocked(abut_relation r)
{
    return r == ABUT_RELATION_CROSSING || r == ABUT_RELATION_A_INSIDE_B ||
           r == ABUT_RELATION_B_INSIDE_A;
}

// Frames about both drop out, if they are equal and keep lengths: exchanges of axes. Turn a vector of the world into them,
// exactly. Returns ABUT_OK, or ABUT_BAD_COMBINATION for other frames.
abut_status solid_pair_turn(const solid_pair* p, const double world[3], double out[3]);
// The same back.
void solid_pair_turn_back(const solid_pair* p, const double in[3], double world[3]);

// How the closed components of both stand to each other, with b moved by a shift, in the world, in real arithmetic. Where one
// model has none: SEPARATE. UNKNOWN: the query's stop_time has come. The pairs in contact are in the query's search then, but for
// CROSSING, where some are; and the work done for them.
// Returns as abut_collide; ABUT_BAD_COMBINATION for frames that do not drop out.
// Cost: where they cross, often some microseconds; else that of all pairs in contact, and a ray for each component without.
abut_status blocked_at(solid_pair* p, const double shift[3], abut_relation* out);

// The same with b moved by numerator / denominator, which is positive, of a way that is turned into the frames. Numbers are left on
// the stack. UNKNOWN also where numbers are too long for exact signs.
abut_status blocked_along(solid_pair* p, real_stack* stack, const double way[3], real numerator,
                          real denominator, abut_relation* out);

#endif
