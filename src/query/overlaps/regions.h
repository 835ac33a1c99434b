// regions.h - curves, patches and regions of what two models share: the answer of abut_overlap.
#ifndef ABUT_QUERY_OVERLAPS_REGIONS_H
#define ABUT_QUERY_OVERLAPS_REGIONS_H
#include "query/solid_pair.h"

#include "abut/overlap.h"

// As abut_overlap, for arguments that the api has checked.
abut_status overlap_regions(abut_query* query, const abut_instance* a, const abut_instance* b,
                            const abut_overlap_ask* ask, abut_overlap_answer* out);
void regions_free(region_search* r, const abut_host* host);

const char* curve_end_text(abut_curve_end end);
const char* curve_kind_text(abut_curve_kind kind);

#endif
