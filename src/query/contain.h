// contain.h - how two models stand to each other as surfaces and solids, component by component.
#ifndef ABUT_QUERY_CONTAIN_H
#define ABUT_QUERY_CONTAIN_H
#include "query/collide.h"
#include "query/solid.h"

// Answer abut_contain for placed models; options are checked here.
abut_status contain_placed(abut_query* query, pair_front* front, const placed_model* a,
                           const placed_model* b, const abut_ask* ask, abut_containment* out);
// Find whether placed models touch, where a plane parts them and all components of both are closed: then *told is 1, and they
// touch or are separate, as hits has any pair or none, and at most one. Options are checked here.
abut_status touch_placed(abut_query* query, pair_front* front, const placed_model* a,
                         const placed_model* b, const abut_ask* ask, abut_hits* hits, int* told);
// Answer abut_contain, for arguments that the api has checked; poses and options are checked here.
abut_status contain(abut_query* query, const abut_instance* a, const abut_instance* b,
                    const abut_ask* ask, abut_containment* out);

// How the closed components of both stand to each other, for pairs of triangles that are all in the search (collide_placed of
// these models). Once some are seen to overlap, CROSSING.
abut_status contain_solids(abut_query* query, const placed_model* a, const placed_model* b,
                           const abut_solid* const solid[2], abut_relation* out);

const char* relation_text(abut_relation relation);
const char* reason_text(abut_reason reason);

#endif
