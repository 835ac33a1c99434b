// pack.h - a tree's nodes or leaves in fewer bytes: less memory beside the mesh for a little more time.
#ifndef ABUT_ENGINE_TREE_PACK_H
#define ABUT_ENGINE_TREE_PACK_H
#include "base/host.h"
#include "engine/tree/node.h"

// ABUT_MEMORY_SMALL: replace leaves by short ones; but of WIDE_PACK_LEAST triangles or more, if that takes more than
// WIDE_SMALL_BYTES for each, nodes by packed ones, whose boxes hold the former; or both. ABUT_MEMORY_COMPACT: replace nodes
// by packed ones and leaves by lists. Otherwise nothing. The tree has nodes and leaves, or nothing. The same bytes for any host.run.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY, then part of it may be done. Cost: one pass.
abut_status wide_pack(wide_tree* t, abut_memory memory, size_t triangle_count,
                      const abut_host* host);
#define WIDE_PACK_LEAST  1000
#define WIDE_SMALL_BYTES 64

// Find the node that a packed one stands for. In another rounding mode its axes may differ, for each entry errs by up to
// WIDE_AXIS_ERROR; the boxes hold what they must in every mode.
#define WIDE_AXIS_ERROR (9 * 0x1p-23)
void wide_unpack(const wide_packed* p, wide_node* out);
// Find the leaf that a short one stands for.
void wide_lengthen(const wide_short* s, wide_leaf* out);
// Make a short leaf of another.
void wide_shorten(const wide_leaf* leaf, wide_short* out);

#endif
