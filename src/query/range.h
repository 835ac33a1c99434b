// range.h - which triangles of a model are in a range or cross it: the question of abut/range.h, for arguments that the api has
// checked.
#ifndef ABUT_QUERY_RANGE_H
#define ABUT_QUERY_RANGE_H
#include "engine/shape/planes.h"
#include "geom/posed_range.h"
#include "query/collide.h"
#include "query/range_list.h"

#include "abut/range.h"

// What a query keeps for ranges.
struct range_search {
    posed_range posed;
    planes_walk walk;
    range_list inside, crossing;
    range_order order;
    uint64_t exact_tests;
};

// As abut_range_check, for a range that is not NULL.
abut_status range_check(const abut_range* range);
abut_status range_ask_check(const abut_range_ask* ask);
// Of a range that was checked: its planes, in its pose. Returns 0 if it certainly holds nothing.
int range_make(posed_range* out, const abut_range* range, const affine* pose);

void range_free(range_search* r, const abut_host* host);
abut_status find_range(abut_query* query, const abut_instance* instance, const abut_range* range,
                       const abut_range_ask* ask, abut_range_found* out);

#endif
