// edit.h - the engine's tree after some triangles went and others came: what did not change is copied, leaves and boxes about
// changes are fitted anew, and subtrees of which much has changed are built anew.
#ifndef ABUT_ENGINE_BUILD_EDIT_H
#define ABUT_ENGINE_BUILD_EDIT_H
#include "engine/build/build.h"

// An index may be in both: then another triangle has taken it.
typedef struct wide_changes {
    const wide_tree* tree;    // what changes
    const uint32_t* removed;  // triangles of the tree
    size_t removed_count;
    const uint32_t* inserted;  // triangles of the mesh that are not in the tree
    size_t inserted_count;
} wide_changes;

// Make the tree of a mesh (soup/mesh_edit.h) from changes->tree, that of the mesh that it was made of. The frame is that of the
// tree, and holds the mesh, too. options: as those of the tree. *is_new: whether so much has changed that the tree was built from
// nothing; then the mesh's vertices may be renumbered. The same bytes for any host.run and any instruction set.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED; then out is untouched. Cost: a copy, and n log n of what has changed.
abut_status wide_edit(wide_tree* out, soup_mesh* m, const frame* f, const wide_options* options,
                      const wide_changes* changes, int* is_new, const abut_host* host);

#endif
