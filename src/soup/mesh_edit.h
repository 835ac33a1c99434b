// mesh_edit.h - a mesh made of another: some triangles fewer, and others more. The rest keep their indices.
#ifndef ABUT_SOUP_MESH_EDIT_H
#define ABUT_SOUP_MESH_EDIT_H
#include "soup/soup.h"

typedef struct mesh_changes {
    const uint32_t* removed;  // triangles, in any order
    size_t removed_count;
    const soup_mesh* inserted;  // without gaps
} mesh_changes;

// Make a mesh that is another with changes. Removed triangles become gaps; inserted ones fill the lowest gaps, and go on behind
// the last triangle: ids, of the caller, has room for theirs. Their vertices are merged with those that are there. Vertices that
// no triangle uses any more stay until they are more than half of all.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_TOO_LARGE, or ABUT_BAD_INDEX: a removed triangle is not there, or there twice. Cost:
// linear in both meshes.
abut_status soup_mesh_edit(soup_mesh* out, const soup_mesh* m, const mesh_changes* changes,
                           uint32_t* ids, const abut_host* host);

#endif
