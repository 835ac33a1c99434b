// picture.c - what there is to see of a check: both models in their poses, and where they meet.
#include "check/check.h"
#include "say/say.h"

#include <stdlib.h>

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

// The verdict, and how deep they are. Takes the verdict.
static char* with_depth(const check_result* r, char* verdict)
{
    const depth_options* o = &r->options->depth;
    if (!o->depth && !o->along && !o->volume) return verdict;
    char* words = depth_brief_words(&r->depth);
    char* both = verdict && words ? say_text("%s; %s", verdict, words) : NULL;
    free(verdict);
    free(words);
    return both;
}

bool check_see(check_result* r, pair_sight* s, depth_sight* depth)
{
    const bool fine =
        pair_see(s, r->sides, r->options->poses, &r->hits, with_depth(r, verdict_text(r)));
    *depth = (depth_sight){.count = 0};
    if (!fine || !depth_is_asked(&r->options->depth)) return fine;
    depth_see(&r->depth, depth);
    s->lines = depth->lines;
    depth_show(depth, &s->scene);
    return true;
}
