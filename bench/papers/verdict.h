// verdict.h - whether a claim of a paper holds. Counters are exact, and so are verdicts on them. Times are not: they
// are taken in rounds, and a verdict on them says "no difference" where the rounds do not tell the two sides of its
// threshold from each other.
#ifndef ABUT_BENCH_PAPERS_VERDICT_H
#define ABUT_BENCH_PAPERS_VERDICT_H
#include <stdbool.h>
#include <stddef.h>

typedef enum verdict {
    CLAIM_HOLDS,
    CLAIM_PARTLY,         // in some of the cases
    CLAIM_FAILS,          // measured, and it is not so
    CLAIM_NO_DIFFERENCE,  // of times: the threshold lies within what the rounds differ by
    CLAIM_NOT_SHOWN,      // nothing here says so or not; why tells the reason
    VERDICT_COUNT,
} verdict;

// "holds" "partly" "does not hold" "no difference" "not shown".
const char* verdict_text(verdict v);
// CLAIM_HOLDS if all cases are so, CLAIM_PARTLY if some, else CLAIM_FAILS.
verdict verdict_of(size_t so, size_t cases);

// ------------------------------------------------------------------------------------------- times

enum { ROUNDS_MOST = 9, ROUNDS_USUAL = 3 };

typedef struct time_rounds {  // a time in each round
    double of[ROUNDS_MOST];
    int count;
} time_rounds;

typedef struct round_range {  // how many rounds were taken
    int least, most;
} round_range;

typedef struct time_interval {
    double middle, low, high;
} time_interval;

// The mean of the rounds, the least and the greatest.
time_interval rounds_spread(const time_rounds* r);
// What the place of code and data in memory is worth, which the rounds of one run share.
#define RATIO_SLACK 0.02
// a in parts of b. Rounds of two are taken by turns, so that what slows the machine for a while slows both: ratios are
// those of each round. The interval goes from the least to the greatest, and RATIO_SLACK further either way.
time_interval rounds_ratio(const time_rounds* a, const time_rounds* b);
// Of two that were not taken by turns: any round of a in parts of any of b.
time_interval rounds_ratio_apart(const time_rounds* a, const time_rounds* b);

// Of two that were measured once each, such as builds: what one measurement may be off by.
#define ONCE_SLACK 0.2
time_interval once_ratio(double a, double b);

// Whether a ratio is greater than a threshold. partly: a lower one, above which the claim is partly so; holds itself, if
// there is none. CLAIM_NO_DIFFERENCE: the last threshold lies in the interval, or at its end; or nothing was measured.
verdict verdict_above(time_interval ratio, double holds, double partly);
// Less than a threshold; partly is a higher one, or holds itself.
verdict verdict_below(time_interval ratio, double holds, double partly);

// Cases of one claim.
typedef struct case_tally {
    size_t so, not_so, open;  // open: the threshold lies within the interval
} case_tally;

void tally_count(case_tally* t, bool so);  // of counters
void tally_above(case_tally* t, time_interval ratio, double threshold);
void tally_below(case_tally* t, time_interval ratio, double threshold);
size_t tally_cases(const case_tally* t);
// All cases so: CLAIM_HOLDS; some: CLAIM_PARTLY; none: CLAIM_FAILS, or CLAIM_NO_DIFFERENCE if all are open. Without a
// case CLAIM_NOT_SHOWN.
verdict tally_verdict(const case_tally* t);

// Shown in a table or a claim: "0.82 (0.80 to 0.85)"; "4 of 6, no difference in 1".
typedef struct short_text {
    char text[64];
} short_text;
short_text interval_text(time_interval i);
short_text tally_text(const case_tally* t);

#endif
