// solid_pair.h - two models as solids: placed, with what is known of their insides.
#ifndef ABUT_QUERY_SOLID_PAIR_H
#define ABUT_QUERY_SOLID_PAIR_H
#include "query/collide.h"
#include "query/solid.h"

#include "abut/depth.h"

typedef struct solid_pair {
    abut_query* query;
    placed_model placed[2];
    affine frames[2];
    const abut_solid* solid[2];
    abut_solid* own[2];  // made for this question; NULL: given
} solid_pair;

// Place both, without solids. Returns as solid_pair_open.
abut_status solid_pair_place(solid_pair* out, abut_query* query, const abut_instance* a,
                             const abut_instance* b, const abut_solid* const given[2]);
// Place both, and make the solids that are not given. is_checked: crossings are looked for too. To be closed, whatever it returns.
// Returns as abut_collide; ABUT_BAD_COMBINATION for another method than wide or brute, and for a
// solid of another model, or one that was not checked and has to be.
abut_status solid_pair_open(solid_pair* out, abut_query* query, const abut_instance* a,
                            const abut_instance* b, const abut_solid* const given[2],
                            int is_checked);
void solid_pair_close(solid_pair* p);

#endif
