// dop_directions.c - see dop_directions.h.
#include "geom/dop_directions.h"

#include <stddef.h>

#define AXES                                                                                       \
    {1, 0, 0}, {0, 1, 0},                                                                          \
    {                                                                                              \
        0, 0, 1                                                                                    \
    }
#define CORNERS                                                                                    \
    {1, 1, 1}, {1, -1, -1}, {1, 1, -1},                                                            \
    {                                                                                              \
        1, -1, 1                                                                                   \
    }
#define EDGES                                                                                      \
    {1, 1, 0}, {1, -1, 0}, {0, 1, 1}, {0, 1, -1}, {1, 0, 1},                                       \
    {                                                                                              \
        1, 0, -1                                                                                   \
    }

const kdop_set kdop6_set = {3, {AXES}};
const kdop_set kdop8_set = {4, {CORNERS}};
const kdop_set kdop12_set = {6, {EDGES}};
const kdop_set kdop14_set = {7, {AXES, CORNERS}};
const kdop_set kdop18_set = {9, {AXES, EDGES}};
const kdop_set kdop20_set = {10, {CORNERS, EDGES}};
const kdop_set kdop26_set = {13, {AXES, CORNERS, EDGES}};

const kdop_set* kdop_set_of(int k)
{
    enum { SETS = 7 };
    static const kdop_set* const sets[SETS] = {&kdop6_set,  &kdop8_set,  &kdop12_set, &kdop14_set,
                                               &kdop18_set, &kdop20_set, &kdop26_set};
    for (int i = 0; i < SETS; i++)
        if (2 * sets[i]->half == k) return sets[i];
    return NULL;
}
