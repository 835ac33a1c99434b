// verdict.c - see verdict.h.
#include "papers/verdict.h"

#include <math.h>
#include <stdio.h>

const char* verdict_text(verdict v)
{
    static const char* const texts[] = {"holds", "partly", "does not hold", "no difference",
                                        "not shown"};
    return texts[v];
}

verdict verdict_of(size_t so, size_t cases)
{
    if (!cases) return CLAIM_NOT_SHOWN;
    return so == cases ? CLAIM_HOLDS : so ? CLAIM_PARTLY : CLAIM_FAILS;
}

// ------------------------------------------------------------------------------------------- times

time_interval rounds_spread(const time_rounds* r)
{
    time_interval out = {0, HUGE_VAL, 0};
    for (int i = 0; i < r->count; i++) {
        out.middle += r->of[i] / r->count;
        out.low = fmin(out.low, r->of[i]);
        out.high = fmax(out.high, r->of[i]);
    }
    return out;
}

// A ratio of nothing measured is any: no threshold is beyond it.
static time_interval with_slack(time_interval ratio, double slack)
{
    if (!(ratio.low > 0 && ratio.low <= ratio.high && ratio.high < HUGE_VAL))
        return (time_interval){(double)NAN, -HUGE_VAL, HUGE_VAL};
    ratio.low *= 1 - slack;
    ratio.high *= 1 + slack;
    return ratio;
}

time_interval rounds_ratio(const time_rounds* a, const time_rounds* b)
{
    time_rounds ratios = {.count = a->count < b->count ? a->count : b->count};
    for (int i = 0; i < ratios.count; i++)
        ratios.of[i] = a->of[i] / b->of[i];
    return with_slack(rounds_spread(&ratios), RATIO_SLACK);
}

time_interval rounds_ratio_apart(const time_rounds* a, const time_rounds* b)
{
    const time_interval x = rounds_spread(a), y = rounds_spread(b);
    return with_slack((time_interval){x.middle / y.middle, x.low / y.high, x.high / y.low},
                      RATIO_SLACK);
}

time_interval once_ratio(double a, double b)
{
    return with_slack((time_interval){a / b, a / b, a / b}, ONCE_SLACK);
}

verdict verdict_above(time_interval ratio, double holds, double partly)
{
    if (ratio.low > holds) return CLAIM_HOLDS;
    // Whatever is more than the lower threshold is partly so, wherever the upper one lies.
    if (ratio.low > partly) return CLAIM_PARTLY;
    return ratio.high >= partly ? CLAIM_NO_DIFFERENCE : CLAIM_FAILS;
}

verdict verdict_below(time_interval ratio, double holds, double partly)
{
    const time_interval other_way = {-ratio.middle, -ratio.high, -ratio.low};
    return verdict_above(other_way, -holds, -partly);
}

static void tally_verdict_of_case(case_tally* t, verdict v)
{
    t->so += v == CLAIM_HOLDS;
    t->not_so += v == CLAIM_FAILS;
    t->open += v == CLAIM_NO_DIFFERENCE;
}

void tally_count(case_tally* t, bool so)
{
    tally_verdict_of_case(t, so ? CLAIM_HOLDS : CLAIM_FAILS);
}

void tally_above(case_tally* t, time_interval ratio, double threshold)
{
    tally_verdict_of_case(t, verdict_above(ratio, threshold, threshold));
}

void tally_below(case_tally* t, time_interval ratio, double threshold)
{
    tally_verdict_of_case(t, verdict_below(ratio, threshold, threshold));
}

size_t tally_cases(const case_tally* t)
{
    return t->so + t->not_so + t->open;
}

verdict tally_verdict(const case_tally* t)
{
    const size_t cases = tally_cases(t);
    if (!cases) return CLAIM_NOT_SHOWN;
    return t->open == cases ? CLAIM_NO_DIFFERENCE : verdict_of(t->so, cases);
}

short_text interval_text(time_interval i)
{
    short_text out;
    snprintf(out.text, sizeof out.text, "%.3g (%.3g to %.3g)", i.middle, i.low, i.high);
    return out;
}

short_text tally_text(const case_tally* t)
{
    short_text out;
    if (t->open)
        snprintf(out.text, sizeof out.text, "%zu of %zu, no difference in %zu", t->so,
                 tally_cases(t), t->open);
    else
        snprintf(out.text, sizeof out.text, "%zu of %zu", t->so, tally_cases(t));
    return out;
}
