// wide_pack.h - a tree's boxes in fewer bytes, its leaves as lists: less memory beside the mesh for a little more time.
#ifndef ABUT_WIDE_WIDE_PACK_H
#define ABUT_WIDE_WIDE_PACK_H
#include "base/host.h"
#include "wide/wide_tree.h"

// Replace nodes by packed ones, whose boxes hold the former: ABUT_MEMORY_SMALL; and leaves by lists as well:
// ABUT_MEMORY_COMPACT; otherwise nothing. The tree has nodes and leaves, or nothing. The same bytes for any host.run.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY, then part of it may be done. Cost: one pass.
abut_status wide_pack(wide_tree* t, abut_memory memory, const abut_host* host);

// Find the node that a packed one stands for. In another rounding mode its axes may differ; each holds what it must.
void wide_unpack(const wide_packed* p, wide_node* out);

#endif
