// self_test.h - what the parts of "abut self-test" share: checks that count what they compare. They use
// what users have: the public headers, and the readers.
#ifndef ABUT_CLI_SELF_TEST_SELF_TEST_H
#define ABUT_CLI_SELF_TEST_SELF_TEST_H
#include "say/say.h"

#include "abut/abut.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct self_check {
    char name[32];     // stable: scripts look for it
    uint64_t count;    // answers compared
    uint64_t wrong;    // of these
    bool skipped;      // this machine has nothing to compare
    bool left_out;     // nobody asked for it: nothing below is said
    char detail[256];  // the first wrong answer, or why it was skipped; else empty
    double seconds;
} self_check;

enum { SELF_MOST_CHECKS = 96 };

typedef struct self_report {
    self_check checks[SELF_MOST_CHECKS];
    size_t count;
    bool left_out[SELF_MOST_CHECKS];  // those nobody asks for, in the order in which checks begin
    uint64_t hash;       // of the pairs and kinds that the method brute found: the same everywhere
    bool hashed;         // it was asked
    bool out_of_memory;  // then no verdict
    double seconds;
} self_report;

// Begin a check; it lasts until self_end. NULL: it is left out, so compare nothing and end nothing.
SAY_FORMAT(2, 3) self_check* self_begin(self_report* r, const char* name, ...);
void self_end(self_check* c);
// Count a comparison. If it is wrong, the first of a check is kept in words. Returns right.
SAY_FORMAT(3, 4) bool self_expect(self_check* c, bool right, const char* format, ...);
// Count a call that must return ABUT_OK. Where memory is short, the report has no verdict.
bool self_expect_ok(self_report* r, self_check* c, abut_status status, const char* what);
// Say why there is nothing to compare.
SAY_FORMAT(2, 3) void self_skip(self_check* c, const char* format, ...);

// Do two doubles have the same bits? -0 and 0 count as the same.
bool self_same(double x, double y);

// The parts, in the order of the report. Each begins and ends its checks.
void self_test_numbers(self_report* r);
void self_test_grids(self_report* r);
void self_test_points(self_report* r);
void self_test_methods(self_report* r);

#endif
