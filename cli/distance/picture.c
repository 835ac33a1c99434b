// picture.c - what there is to see of a distance: both models in their poses, and the shortest way between them.
#include "distance/distance.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

static char* verdict_text(const distance_result* r)
{
    char* words = distance_words(r);
    const char* what = !r->has_points ? "" : r->answer.hi > 0 ? "the shortest way: " : "contact: ";
    char* text = words ? say_text("%s%s", what, words) : NULL;
    free(words);
    return text;
}

bool distance_see(const distance_result* r, distance_sight* s)
{
    const abut_distance_answer* a = &r->answer;
    *s = (distance_sight){.nearest = a->pair};
    s->way = (abut_contact){.kind = ABUT_KIND_APART, .point_count = a->hi > 0 ? 2 : 1};
    memcpy(s->way.points[0], a->a_point, sizeof a->a_point);
    memcpy(s->way.points[1], a->b_point, sizeof a->b_point);
    s->shown = (abut_hits){.pairs = &s->nearest, .contacts = &s->way, .count = r->has_points};
    const bool fine = pair_see(&s->pair, r->sides, r->options->poses, &s->shown, verdict_text(r));
    s->pair.scene.is_apart = a->hi > 0;
    return fine;
}
