// neighbours.h - pairs of triangles of one mesh that have vertices in common: nearly all of them share nothing else, and that is
// proved here, several at once in doubles (docs/exactness.md, "A model against itself").
#ifndef ABUT_ENGINE_LEAF_NEIGHBOURS_H
#define ABUT_ENGINE_LEAF_NEIGHBOURS_H
#include "base/simd_set.h"
#include "engine/leaf/pair.h"
#include "soup/soup.h"

#include <stddef.h>

// Sort count pairs of different triangles. Those that have no common vertex are left in front; returns how many they are. Of the
// others those that are not proved to share their common vertex or edge alone are open[*open_count] and on, where there is
// room for count. The same in every form.
typedef size_t wide_neighbours_kernel(const soup_mesh* m, wide_pair* pairs, size_t count,
                                      wide_pair* open, size_t* open_count);
wide_neighbours_kernel ISA(wide_neighbours);

#endif
