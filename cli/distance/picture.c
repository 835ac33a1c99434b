// picture.c - what there is to see of a distance: both models in their poses, and the shortest way between them.
#include "distance/distance.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

static char* verdict_text(const distance_result* r)
{
    if (r->options->has_all) return distance_words(r);
    char* words = distance_words(r);
    const char* what = !r->has_points ? "" : r->answer.hi > 0 ? "the shortest way: " : "contact: ";
    char* text = words ? say_text("%s%s", what, words) : NULL;
    free(words);
    return text;
}

static void set_way(abut_contact* way, double hi, const double a_point[3], const double b_point[3])
{
    *way = (abut_contact){.kind = ABUT_KIND_APART, .point_count = hi > 0 ? 2 : 1};
    memcpy(way->points[0], a_point, sizeof way->points[0]);
    memcpy(way->points[1], b_point, sizeof way->points[1]);
}

static bool set_ways(const distance_result* r, distance_sight* s)
{
    const abut_clearance_answer* all = &r->all;
    s->ways = calloc(all->count ? all->count : 1, sizeof *s->ways);
    if (!s->ways) {
        say("cannot draw: %s", abut_status_text(ABUT_OUT_OF_MEMORY));
        return false;
    }
    for (size_t i = 0; i < all->count; i++)
        set_way(&s->ways[i], all->approaches[i].hi, all->approaches[i].a_point,
                all->approaches[i].b_point);
    s->shown = (abut_hits){.pairs = all->pairs, .contacts = s->ways, .count = all->count};
    return true;
}

bool distance_see(const distance_result* r, distance_sight* s)
{
    const abut_distance_answer* a = &r->answer;
    *s = (distance_sight){.nearest = a->pair};
    if (r->options->has_all) {
        if (!set_ways(r, s)) return false;
    } else {
        set_way(&s->way, a->hi, a->a_point, a->b_point);
        s->shown = (abut_hits){.pairs = &s->nearest, .contacts = &s->way, .count = r->has_points};
    }
    const bool fine = pair_see(&s->pair, r->sides, r->options->poses, &s->shown, verdict_text(r));
    s->pair.scene.is_apart = distance_state_of(r) != DISTANCE_CONTACT;
    return fine;
}

void distance_sight_free(distance_sight* s)
{
    pair_sight_free(&s->pair);
    free(s->ways);
}
