// life.c - states of rows: by an older result, and by what was approved.
#include "clash/clash.h"
#include "say/say.h"

#include <stdlib.h>

const char* clash_state_text(clash_state s)
{
    static const char* const texts[CLASH_STATES] = {"new",      "active",   "changed",
                                                    "approved", "resolved", "not retested"};
    return texts[s];
}

bool clash_live(clash_result* r)
{
    (void)r;
    return true;
}

int clash_review_exit(const clash_result* r)
{
    return r->clashes.count ? EXIT_CONTACT : clash_is_hollow(r) ? EXIT_UNDECIDED : EXIT_APART;
}
