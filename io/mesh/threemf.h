// threemf.h - what the parts of the reader of 3MF share. 3MF is a ZIP archive; models in it are parts in XML, of which one
// is the root. Objects are meshes or made of other objects; what the items of the root's build show is the world.
//
//     threemf.c          the archive, its parts, which is the root
//     threemf_model.c    the XML of a part becomes meshes, objects, components and items
//     threemf_names.c    the names that slicers write beside
//     threemf_build.c    components and items find their objects, and become nodes
#ifndef ABUT_IO_MESH_THREEMF_H
#define ABUT_IO_MESH_THREEMF_H
#include "archive/zip_read.h"
#include "mesh/reader.h"
#include "text/xml.h"

// A part is named by the number of its entry in the archive.
enum { THREEMF_NO_PART = -1 };

enum { THREEMF_TEXT_MOST = 1000, THREEMF_UUID_MOST = 64 };  // bytes of texts

// A text of the file, in threemf.texts.
typedef struct threemf_text {
    size_t at, length;
} threemf_text;

typedef struct threemf_object {
    int part;
    int64_t id;  // within the part
    size_t line;
    threemf_text name;
    // Its mesh, in the reader's.
    size_t first_vertex, vertex_count;
    size_t first_triangle, triangle_count;
    size_t first_face, face_count;
    size_t first_component, component_count;  // or what it is made of
    bool is_built;                            // some item shows it
    bool is_open;                             // it is being walked through
} threemf_object;

// An object that is shown somewhere: a component of another, or an item of the build.
typedef struct threemf_use {
    int part;  // of the object
    int64_t id;
    size_t object;      // its number; SIZE_MAX: there is none, which was forgiven
    int told_in;        // the part that has it,
    size_t line;        // and where
    threemf_text uuid;  // of length 0: none
    mesh_matrix place;
} threemf_use;

// An object by its part and id.
typedef struct threemf_key {
    int part;
    int64_t id;
    size_t object;
} threemf_key;

typedef struct threemf {
    reader* r;
    zip_archive archive;
    zip_file file;       // the part at hand
    zip_name part_name;  // likewise
    xml_reader xml;

    // Parts: those that are met are read one after the other.
    bool* is_met;  // of each entry of the archive
    int* queue;
    size_t met_count, read_count;
    uint64_t met_bytes, read_bytes;  // for progress
    int root;

    threemf_object* objects;
    size_t object_count, object_capacity;
    threemf_key* keys;  // of all objects, in their order, once all are read
    threemf_use* components;
    size_t component_count, component_capacity;
    threemf_use* items;
    size_t item_count, item_capacity;
    char* texts;
    size_t texts_size, texts_capacity;

    // The line that xml_line found last.
    const char* line_at;
    size_t line;
    bool has_returns;  // lines may end with carriage returns
    bool told_of_space, told_of_beams;
} threemf;

// Make room for another element of an array. array: where the pointer to it is.
mesh_status threemf_grow(threemf* t, void* array, size_t count, size_t* capacity, size_t size);
// The part of a path, which is then read, too; THREEMF_NO_PART: there is none.
mesh_status threemf_meet(threemf* t, const char* path, size_t length, int* part);
// Make a line of a part the place of the next errors, though its text is gone. Returns the place.
const char* threemf_place(threemf* t, int part, size_t line);
// Fail as the XML does.
mesh_status threemf_fail_xml(threemf* t);

// Copy the text of an attribute, without blanks at its ends; without one it has the length 0.
mesh_status threemf_keep_text(threemf* t, const xml_attribute* a, size_t most, const char* what,
                              threemf_text* kept);
// Read a whole number that is not negative.
bool threemf_parse_whole(const xml_attribute* a, int64_t* out);
// Unpack a file of the archive into t->file, if it is there.
mesh_status threemf_open(threemf* t, const char* name, bool* is_there);
// The first object of that id in a part, once all are read; SIZE_MAX: there is none.
size_t threemf_find(const threemf* t, int part, int64_t id);

// Read the model in t->file.
mesh_status threemf_read_model(threemf* t, int part);
// Name objects that have no name.
mesh_status threemf_read_names(threemf* t);
// Find what is used, and make nodes of what the items show.
mesh_status threemf_build(threemf* t);

#endif
