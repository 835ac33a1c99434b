// sort.h - the one sort of the library: stable, linear, without recursion or hidden allocation.
#ifndef ABUT_BASE_SORT_H
#define ABUT_BASE_SORT_H
#include <stddef.h>
#include <stdint.h>

typedef struct sort_record {
    uint64_t key;
    uint32_t value;
} sort_record;

// Sort records by key, equal keys in their given order. scratch holds count records too.
void sort_records(sort_record* records, sort_record* scratch, size_t count);

#endif
