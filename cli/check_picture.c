// check_picture.c - what there is to see of a check: both models in their poses, and where they meet.
#include "check.h"
#include "say.h"

static char* verdict_text(const check_result* r)
{
    const size_t count = r->hits.count;
    if (count)
        return say_text("where they meet: %s%zu pair%s", r->hits.complete ? "" : "at least ", count,
                        plural(count));
    if (!r->hits.complete) return say_text("undecided: no contact found within the budget");
    const bool inside = r->options->inside && r->containment.relation != ABUT_RELATION_SEPARATE;
    return say_text("no contact%s%s", inside ? "; " : "",
                    inside ? abut_relation_text(r->containment.relation) : "");
}

bool check_see(check_result* r, pair_sight* s)
{
    return pair_see(s, r->sides, r->options->poses, &r->hits, verdict_text(r));
}
