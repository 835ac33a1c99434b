// goal.h - what a walk of two trees is for: what leaves a pair of volumes out, which pair comes first, and what becomes
// of a pair of leaves. A walk is compiled for one goal, which is a constant there: what others need costs it nothing.
//
// A file that compiles a walk defines WALK_GOAL before it includes the walk's parts; without it the goal is contact. To
// add one, add its values and its constant here: then the compiler names every place that lacks a case for it
// (docs/notes/adding-a-query.md).
#ifndef ABUT_SEARCH_GOAL_H
#define ABUT_SEARCH_GOAL_H

// What is left out.
typedef enum goal_prune {
    GOAL_PRUNES_APART,  // volumes that are proved to share no point
    GOAL_PRUNES_FARTHER,  // volumes that are proved farther from each other than a pair of triangles is
    GOAL_PRUNES_BEYOND,  // volumes that are proved farther from each other than a bound that stays
    GOAL_PRUNES_FREE,    // volumes that are proved not to meet in an interval of time
    GOAL_PRUNES_LATER,  // volumes that are proved to meet later than a pair of triangles does, or never
} goal_prune;

// Which pair comes first.
typedef enum goal_order {
    GOAL_LIKELY_FIRST,  // where one contact is enough, that which is likely to hold it. The engine: boxes that overlap
                        // most; the papers' walks: children as they stand. Else any
    GOAL_NEAREST_FIRST,  // that which may be the nearest, or the first to meet
    GOAL_ANY,            // any
    GOAL_ITSELF,  // any, of a tree and itself: each two of its boxes that may touch come once (itself.inl)
} goal_order;

// What is asked of the triangles of two leaves.
typedef enum goal_leaf {
    GOAL_LEAVES_TOUCH,    // which pairs share a point, and how
    GOAL_LEAVES_NEAREST,  // which pairs may be the nearest (search/near.h)
    GOAL_LEAVES_CLOSE,    // which pairs are not farther than the bound (search/close.h)
    GOAL_LEAVES_SELF,     // which pairs share more than neighbours do (search/self.h)
    GOAL_LEAVES_FREE,     // which pairs may meet in an interval of time (search/sweep.h)
    GOAL_LEAVES_FIRST,    // which pairs may be the first to meet (search/straight.h)
} goal_leaf;

typedef struct walk_goal {
    goal_prune prune;
    goal_order order;
    goal_leaf leaf;
} walk_goal;

static const walk_goal goal_contact = {GOAL_PRUNES_APART, GOAL_LIKELY_FIRST, GOAL_LEAVES_TOUCH};
__attribute__((unused)) static const walk_goal goal_nearest = {
    GOAL_PRUNES_FARTHER, GOAL_NEAREST_FIRST, GOAL_LEAVES_NEAREST};
__attribute__((unused)) static const walk_goal goal_close = {GOAL_PRUNES_BEYOND, GOAL_LIKELY_FIRST,
                                                             GOAL_LEAVES_CLOSE};

__attribute__((unused)) static const walk_goal goal_straight = {
    GOAL_PRUNES_LATER, GOAL_NEAREST_FIRST, GOAL_LEAVES_FIRST};

__attribute__((unused)) static const walk_goal goal_self = {GOAL_PRUNES_APART, GOAL_ITSELF,
                                                            GOAL_LEAVES_SELF};

__attribute__((unused)) static const walk_goal goal_sweep = {GOAL_PRUNES_FREE, GOAL_ANY,
                                                             GOAL_LEAVES_FREE};

#ifndef WALK_GOAL
#define WALK_GOAL goal_contact
#endif

#endif
