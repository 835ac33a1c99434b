// work.h - what a search has done, as the papers count it: T = N_v C_v + N_p C_p + N_u C_u (Gottschalk 1996, section 2).
#ifndef ABUT_SEARCH_WORK_H
#define ABUT_SEARCH_WORK_H
#include <stdint.h>

struct work {
    uint64_t volume_tests;    // pairs of volumes tested for overlap
    uint64_t triangle_tests;  // pairs of triangles tested
    uint64_t node_updates;    // volumes placed
    uint64_t exact_tests;     // of the pairs of triangles, those that took integers
};

// What a budget counts.
static inline uint64_t work_tests(const struct work* w)
{
    return w->volume_tests + w->triangle_tests;
}

static inline void work_add(struct work* sum, const struct work* w)
{
    sum->volume_tests += w->volume_tests;
    sum->triangle_tests += w->triangle_tests;
    sum->node_updates += w->node_updates;
    sum->exact_tests += w->exact_tests;
}

// What was done from one count to another.
static inline struct work work_between(const struct work* from, const struct work* to)
{
    return (struct work){
        to->volume_tests - from->volume_tests, to->triangle_tests - from->triangle_tests,
        to->node_updates - from->node_updates, to->exact_tests - from->exact_tests};
}

#endif
