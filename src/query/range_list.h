// range_list.h - triangles that were found, each once, and the same in order.
#ifndef ABUT_QUERY_RANGE_LIST_H
#define ABUT_QUERY_RANGE_LIST_H
#include "abut/abut.h"

#include <stddef.h>
#include <stdint.h>

typedef struct range_list {
    uint32_t* ids;
    size_t count, capacity;
} range_list;

// Add triangles. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status range_list_add(range_list* l, const uint32_t* ids, size_t count, const abut_host* host);
void range_list_free(range_list* l, const abut_host* host);

// A bit for each triangle of a model, and one for each word of these: so that few among many are found soon. All are 0 between
// calls.
typedef struct range_order {
    uint64_t* bits;
    size_t capacity;  // of words
} range_order;

// Sort triangles below limit. Returns ABUT_OK or ABUT_OUT_OF_MEMORY. Cost: some nanoseconds each, and one for 4096 below limit.
abut_status range_order_sort(range_order* o, range_list* l, size_t limit, const abut_host* host);
void range_order_free(range_order* o, const abut_host* host);

#endif
