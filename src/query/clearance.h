// clearance.h - whether two models are as far from each other as they should be.
#ifndef ABUT_QUERY_CLEARANCE_H
#define ABUT_QUERY_CLEARANCE_H
#include "query/collide.h"

#include "abut/distance.h"

const char* band_text(abut_band band);

// Returns ABUT_OK, ABUT_NOT_FINITE or ABUT_BAD_ARGUMENT (one is negative).
abut_status margins_check(const double* margins, size_t count);

// Answer abut_clearance, for arguments that the api has checked; poses and margins are checked here.
abut_status clearance(abut_query* query, const abut_instance* a, const abut_instance* b,
                      const abut_clearance_ask* ask, abut_clearance_answer* out);

#endif
