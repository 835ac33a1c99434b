// pair_check.h - random pairs put to the library and to the oracle; shared by the test of the suite
// and by the long run.
#ifndef ABUT_TESTS_SUPPORT_PAIR_CHECK_H
#define ABUT_TESTS_SUPPORT_PAIR_CHECK_H
#include "support/oracle.h"
#include "support/random_pairs.h"

typedef struct pair_totals {
    uint64_t pairs, mismatches;
    uint64_t different_poses;  // the two affine maps differ in a bit
    uint64_t integers;         // the decision needed integers
    uint64_t corners_checked, orders_checked;
    uint64_t ranks[3][3], kinds[4];  // ranks[low][high]
    uint64_t shapes[SHAPE_COUNT], sizes[SIZE_COUNT], motions[MOTION_COUNT], perturbed;
} pair_totals;

// Check pairs first .. first + count - 1 of a seed: every kind, with equal poses dropped and kept; the
// corners of one pair in ten; the public function, swapped and in all 36 orders of vertices, in some
// floating-point mode, for one in twenty. Prints the first few mismatches, with every number in hexadecimal.
void pair_check_range(pair_totals* totals, oracle* o, uint64_t seed, uint64_t first,
                      uint64_t count);

// Events and points of a contact against the oracle's corners (oracle_decide): the same points, and for
// polygons the same cycle in either direction.
int corners_agree(oracle* o, const abut_contact* contact);

void pair_totals_print(const pair_totals* totals);

// Whether the mix was as hard as promised: 30 % different poses, 20 % integers, 10 % of each pair of
// ranks that has a degenerate triangle. Prints what was missing.
int pair_totals_suffice(const pair_totals* totals);

#endif
