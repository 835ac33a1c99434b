// gltf.h - what the parts of the reader of glTF 2.0 share: the JSON text, its lists, and bytes that it refers to.
//     gltf.c         the file: text or chunks, its version and extensions
//     gltf_nodes.c   scenes and nodes, their places and paths
//     gltf_bytes.c   buffers, in the file, beside it, or in the text; what accessors find in them
//     gltf_mesh.c    meshes: primitives of triangles, strips and fans
#ifndef ABUT_IO_MESH_GLTF_H
#define ABUT_IO_MESH_GLTF_H
#include "mesh/reader.h"
#include "text/json_tree.h"

// A list of the outermost object.
typedef struct gltf_list {
    const char* element;  // "node": what messages call one
    const json_value** items;
    size_t count;
} gltf_list;

typedef struct gltf_buffer {
    const char* bytes;
    size_t size;
    char* taken;  // where they are not in the file; to be freed
    bool is_open, is_bad;
} gltf_buffer;

// The triangles of a mesh, once it has been read.
typedef struct gltf_part {
    size_t first_triangle, triangle_count;
    bool is_read;
} gltf_part;

typedef enum gltf_seen { GLTF_UNSEEN = 0, GLTF_OPEN, GLTF_SEEN } gltf_seen;

typedef struct gltf {
    reader* r;
    json_tree json;
    const char* text;   // where the JSON text begins
    const char* chunk;  // of the buffer that is in the file; NULL: none
    size_t chunk_size;
    gltf_list buffers, views, accessors, meshes, nodes;
    gltf_buffer* opened;  // of each buffer
    size_t* vertices;     // of each accessor: its first vertex; SIZE_MAX: not read
    gltf_part* parts;     // of each mesh
    unsigned char* seen;  // of each node, a gltf_seen
    uint32_t* twins;      // of each node: how many of its siblings before it have its name
    char* path;           // of the node at hand
    size_t path_size, path_capacity;
    size_t skin_count, morph_count,
        other_count;  // nodes with skins; primitives that morph, or have no triangles
} gltf;

// What an accessor finds.
typedef struct gltf_accessor {
    const char* at;
    size_t count, stride;
    size_t width;  // bytes of an index
    bool is_in_file;
} gltf_accessor;

// As reader_fail, at a value of the text.
mesh_status gltf_fail(const gltf* g, fault_code code, const json_value* where, const char* format,
                      ...) READER_PRINTF(4, 5);

// The same of what cannot be forgiven, since nothing would be right.
mesh_status gltf_fail_whole(const gltf* g, mesh_status status);

// Whether a value is a whole number from 0 to 2^53.
bool gltf_is_whole(const json_value* value, size_t* out);
// The text of a member; "" if it has none.
const char* gltf_text_of(const json_value* object, const char* key);
// Take a list of the outermost object; out->items is to be freed.
mesh_status gltf_take_list(gltf* g, const char* key, const char* element, gltf_list* out);
// Read a member of an element that is a whole number; if it is not there *out stays as it is. `element` and number name it.
mesh_status gltf_size(const gltf* g, const json_value* owner, const char* element, size_t number,
                      const char* key, size_t* out);
// Read a member that is the number of an element of a list; SIZE_MAX: it is not there.
mesh_status gltf_reference(const gltf* g, const json_value* owner, const char* element,
                           size_t number, const char* key, const gltf_list* list, size_t* out);
// Fail if a value is no whole number below the count of a list.
mesh_status gltf_element(const gltf* g, const json_value* value, const char* element, size_t number,
                         const char* key, const gltf_list* list, size_t* out);

// Find the vertices, or the indices, of an accessor: all of its bytes are there.
mesh_status gltf_vertices(gltf* g, size_t accessor, gltf_accessor* out);
mesh_status gltf_indices(gltf* g, size_t accessor, gltf_accessor* out);
void gltf_close_buffers(gltf* g);

// Read the scene that is shown, with all of its nodes.
mesh_status gltf_visit_scene(gltf* g);

// Read a mesh, if that has not been done.
mesh_status gltf_read_mesh(gltf* g, size_t number, gltf_part* out);

#endif
