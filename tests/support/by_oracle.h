// by_oracle.h - all pairs of triangles of two models that touch, by the oracle and by the library.
#ifndef ABUT_TESTS_SUPPORT_BY_ORACLE_H
#define ABUT_TESTS_SUPPORT_BY_ORACLE_H
#include "mesh/mesh.h"

#include "abut/abut.h"

#include <stddef.h>
#include <stdint.h>

typedef struct pair_list {  // a << 32 | b, sorted; the caller frees pairs
    uint64_t* pairs;
    size_t count, capacity;
} pair_list;

pair_list pairs_by_library(const mesh* a, const abut_pose* a_pose, const mesh* b,
                           const abut_pose* b_pose, abut_method method);

// By rational arithmetic. candidates: how many pairs of triangles have boxes that meet, widened beyond
// every rounding; the others are apart. Cost: some microseconds for each candidate.
pair_list pairs_by_oracle(const mesh* a, const abut_pose* a_pose, const mesh* b,
                          const abut_pose* b_pose, size_t* candidates);

// Are both lists the same?
int pair_lists_equal(const pair_list* x, const pair_list* y);

#endif
