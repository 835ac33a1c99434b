// split.h - the objects that a file is made of, as "abut clash --groups" and "abut build --groups" have them.
//
// They are its nodes, each in its pose, those of one mesh sharing one; else its objects, its groups or its solids: the first of these that it has. Those of
// one name are one. What is in none is an object without a name.
//
// A mesh may be most of what there is memory for: so its parts are made one by one, when they are needed.
#ifndef ABUT_CLI_MODELS_SPLIT_H
#define ABUT_CLI_MODELS_SPLIT_H
#include "models/load.h"
#include "say/warnings.h"

// Triangles that follow each other in the mesh.
typedef struct split_range {
    size_t first, count;
} split_range;

typedef struct split_object {
    const char* name;          // "": what is in no group; NULL: all is one object
    const char* id;            // mesh_group.id; NULL: none
    const mesh_matrix* place;  // NULL: it stands where its vertices are
    size_t triangle_count;
    size_t first_range, range_count;
    bool is_bent;     // its vertices are put in their place, which is no pose
    bool is_lent;     // its triangles are those of another object,
    uint32_t lender;  // which comes before
} split_object;

typedef struct split {
    const mesh* whole;
    split_object* objects;
    size_t count, capacity;
    split_range* ranges;  // of objects that are not lent, one after another
    size_t range_count, range_capacity;
    uint32_t *numbers, *used;  // of vertices, while a part is made
    size_t used_capacity;
} split;

// Split a mesh that was read with keep_places. It and its texts are lent until split_free. path: for warnings, of nodes whose
// vertices had to be put in place. Returns false after telling that there is no memory; free it in any case.
bool split_mesh(split* out, const mesh* m, const char* path, warning_list* warnings);
// The same, but the mesh is one object without a name.
bool split_whole(split* out, const mesh* m);
// The pose of an object: complete.
abut_pose split_pose(const split_object* object);
// Make the triangles of an object, with the vertices that they use; of one that is lent, those of its lender. To be freed. One at a
// time. Returns false after telling that there is no memory.
bool split_part(split* s, size_t object, mesh* out);
void split_free(split* s);

// The box about a mesh's triangles; without any low > high. Vertices that no triangle uses do not count.
void split_box(const mesh* m, double low[3], double high[3]);

#endif
