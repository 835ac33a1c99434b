// breadth.h - two trees walked level by level: pairs of nodes wait in a queue, for one worker or for several (Wan, Fan,
// Gao 2001, figures 3 and 4). And what is left of a long depth-first walk, divided by way of that queue among several.
#ifndef ABUT_METHODS_WALK_BREADTH_H
#define ABUT_METHODS_WALK_BREADTH_H
#include "search/team.h"

// Visit pairs of nodes, which may touch, for a search: the children that may touch go to out, in their order; or where
// that is NULL, all that is below them is visited, too. Returns 0 if the search must end.
typedef int breadth_visit(const void* walk, search* s, const team_visit* pairs, size_t count,
                          team_list* out);

// The walk of a kind of volume.
typedef struct breadth_walk {
    breadth_visit* visit;
    const void* walk;
    size_t levels;  // of pairs of nodes, at most
    int is_alone;   // for one worker only
} breadth_walk;

// Visit the pair of roots, and all that comes of it. The outcome is in s.
void breadth_search(search* s, const breadth_walk* walk);

// Whether several workers may share a walk that began depth first.
int breadth_may_divide(const search* s, const breadth_walk* walk);
// Visit what such a walk has left, which is the list of the search's team, what was on top of the stack first, and all that
// comes of it. First contact, work and s->stopped are those of the walk by one worker.
void breadth_divide(search* s, const breadth_walk* walk);

#endif
