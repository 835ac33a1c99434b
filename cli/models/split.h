// split.h - the objects that a file is made of, as "abut clash --groups" and "abut build --groups" have them.
//
// They are its nodes, each in its pose, those of one mesh sharing one; else its objects, its groups or its solids: the first of these that it has. Those of
// one name are one. What is in none is an object without a name.
#ifndef ABUT_CLI_MODELS_SPLIT_H
#define ABUT_CLI_MODELS_SPLIT_H
#include "models/load.h"
#include "say/warnings.h"

typedef struct split_object {
    char* name;      // "": what is in no group; NULL: all is one object
    char* id;        // mesh_group.id; NULL: none
    mesh part;       // its triangles; empty if they are lent
    abut_pose pose;  // complete
    size_t triangle_count;
    bool is_lent;   // its triangles are those of another object,
    size_t lender;  // which comes before
} split_object;

typedef struct split {
    split_object* objects;
    size_t count, capacity;
} split;

// Split a mesh that was read with keep_places. It may be released then. path: for warnings, of nodes whose vertices had to be put in
// place. Returns false after telling that there is no memory; free it in any case.
bool split_mesh(split* out, const mesh* m, const char* path, warning_list* warnings);
// The whole mesh as one object without a name. It is taken over.
bool split_whole(split* out, mesh* m);
// The box about a mesh's triangles; without any low > high. Vertices that no triangle uses do not count.
void split_box(const mesh* m, double low[3], double high[3]);
void split_free(split* s);

#endif
