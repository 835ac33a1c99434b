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

// The verdict, and what is told of the first of these that is asked. Takes the verdict.
static char* with_depth(const check_result* r, char* verdict)
{
    const depth_options* o = &r->options->depth;
    char* words = o->depth    ? depth_words(&r->depth)
                  : o->along  ? depth_along_words(&r->depth)
                  : o->volume ? depth_volume_words(&r->depth)
                              : NULL;
    char* both = NULL;
    if (!o->depth && !o->along && !o->volume) return verdict;
    if (verdict && words && !o->depth && o->along)
        both = say_text("%s; along %s: %s", verdict, o->along, words);
    else if (verdict && words)
        both = say_text("%s; %s", verdict, words);
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
