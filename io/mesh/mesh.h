// mesh.h - triangle meshes read from and written to files. The library itself opens no files.
#ifndef ABUT_IO_MESH_MESH_H
#define ABUT_IO_MESH_MESH_H
#include "text/code.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum mesh_format {
    MESH_UNKNOWN = 0,
    MESH_STL_BINARY,
    MESH_STL_ASCII,
    MESH_OBJ,
    MESH_PLY,  // ascii, binary little and big endian
    MESH_OFF,
    MESH_GLTF,  // binary (.glb) and text (.gltf)
    MESH_3MF,
} mesh_format;

// "stl" (binary) "stl-ascii" "obj" "ply" "off" "gltf" "3mf" and back; NULL / MESH_UNKNOWN if there is none.
const char* mesh_format_name(mesh_format format);
mesh_format mesh_format_from_name(const char* name);

// Where an object of a file is: world = rows * (x, y, z, 1).
typedef struct mesh_matrix {
    double rows[3][4];
} mesh_matrix;

// Put a vertex in its place; out may be v. Each coordinate is the nearest double, or the one beside it where two are as
// good as near. Returns at most how far it has been rounded: 0 if it is exact, INFINITY if it is beyond the largest double.
// Cost: some 100 ns.
double mesh_place_vertex(const mesh_matrix* place, const double v[3], double out[3]);
// Whether a place mirrors: what turns left then turns right, and so do the triangles.
bool mesh_place_is_mirror(const mesh_matrix* place);

// A named part of a file: triangles first_triangle up to first_triangle + triangle_count, in file order.
typedef struct mesh_group {
    char* name;  // as the file has it, without blanks at its ends; never NULL, may be ""
    // What still names it when the file is written anew: a node's path, an object's identifier. NULL: the name.
    char* id;
    const mesh_matrix* place;  // in the mesh; NULL: it stands where its vertices are
    char
        kind;  // 'o' object or 'g' group of OBJ, 's' solid of ASCII STL, 'n' node of glTF or item of 3MF
    size_t first_triangle, triangle_count;
} mesh_group;
// A name may occur more than once; an object and the groups in it overlap, and so do the groups of one
// line "g a b". Triangles outside of any group are in none. With places, several nodes that show one mesh are
// groups of the same triangles.

// Something odd that did not keep the file from being read.
typedef struct mesh_warning {
    size_t line, byte;  // as in mesh_error
    fault_code code;    // of the fault; of what was left out its own
    char text[240];
} mesh_warning;

enum { MESH_MOST_WARNINGS = 1000 };

// Everything in file order, degenerate and duplicate triangles kept, every bit of every number.
// STL: three vertices a triangle, nothing merged. Polygons are cut where they are concave too.
// No triangles at all (a point cloud, an empty part) is a valid mesh.
typedef struct mesh {
    double* vertices;  // vertex_count x 3, all finite
    size_t vertex_count;
    uint32_t* triangles;  // triangle_count x 3
    size_t triangle_count;
    uint32_t* faces;  // the zero-based face of the file that each triangle came from; NULL if every
                      // face is a triangle (then triangle i is face i)
    size_t face_count;   // of the file, with those that have no triangle here
    mesh_format format;  // what the file was
    // More of that, "binary big endian" or "COFF"; static; NULL: nothing to say.
    const char* variant;
    mesh_group* groups;
    size_t group_count;
    mesh_matrix* places;  // of groups; NULL: none has one
    size_t place_count;
    double unit;             // metres in the unit of the file; 0: the file does not say
    mesh_warning* warnings;  // the first MESH_MOST_WARNINGS of them
    size_t warning_count;    // how many are here
    size_t warning_total;    // how many there were
    size_t dropped_count;    // how many faults drop_bad passed over
    uint32_t* source;        // after mesh_select_group: which triangle each was before; else NULL
} mesh;
void mesh_free(mesh* m);  // a zeroed mesh is fine; leaves it zeroed

// Keep only the triangles of all groups of this name, of any kind, in their order; each once. Their
// numbers change: m->source has the old ones, and m->faces is there from now on. Vertices that no
// kept triangle uses are dropped; groups keeps those of that name; warnings and face_count stay.
// A second selection gives source as the numbers of the whole file, too.
// Returns the number of groups of that name; 0, and m is as it was, if there is none; SIZE_MAX, and m
// is as it was, if there is not enough memory.
size_t mesh_select_group(mesh* m, const char* name);

typedef enum mesh_status {
    MESH_OK = 0,
    MESH_OUT_OF_MEMORY,
    MESH_CANNOT_OPEN,  // or cannot be read or written
    MESH_UNKNOWN_FORMAT,
    MESH_SYNTAX,      // not what the format allows
    MESH_TRUNCATED,   // ends before it should
    MESH_BAD_NUMBER,  // not a number, or not finite
    MESH_BAD_INDEX,   // a face names a vertex that does not exist
    MESH_TOO_LARGE,   // beyond a limit of docs/reference/files.md or of memory_limit.h
    MESH_CANCELLED,
} mesh_status;

typedef struct mesh_error {
    mesh_status status;
    size_t line;  // 1-based; 0 for binary formats
    size_t byte;  // offset in the file
    fault_code code;
    char text[240];  // "line 12: vertex index 9 of face 3 does not exist (8 vertices)"
} mesh_error;
// line and byte are zero where the fault has no place in the file. The text never holds the path, nor the code.
// Vertices, triangles and faces are counted from zero in it; indices appear as the file has them.

typedef struct mesh_progress {
    int (*report)(void* user, double fraction);  // other than 0: stop (MESH_CANCELLED)
    void* user;
} mesh_progress;

// How to read; zeroed or NULL: the defaults.
typedef struct mesh_read_options {
    mesh_format format;  // MESH_UNKNOWN: find it by the content; either kind of STL stands
                         // for both
    const mesh_progress* progress;  // called every few megabytes; may be NULL
    int drop_bad;  // not 0: leave out what is wrong, with a warning for each, instead of failing. If
                   // no triangle is left the first fault is an error all the same.
    // not 0: nodes keep their places, and each mesh of the file is there once. 0: vertices are where they are in the
    // world, rounded where they must be, with a warning that says how far.
    int keep_places;
} mesh_read_options;

// Read a mesh from bytes. On failure out is untouched and error, which may be NULL, says what is wrong
// and where. Counts in the file are checked against its size before any memory is taken for them. The
// result does not depend on locale or rounding mode.
mesh_status mesh_read_memory(mesh* out, const void* bytes, size_t size,
                             const mesh_read_options* options, mesh_error* error);
// The same from a file; path "-" is standard input (then format must be given). If the content is in
// no known format, the error says what to convert it with, where content or suffix tell what it is.
mesh_status mesh_read_file(mesh* out, const char* path, const mesh_read_options* options,
                           mesh_error* error);

// Write a mesh: text with 17 significant digits, PLY binary little endian double, STL binary float.
// MESH_UNKNOWN takes the format from the suffix (.stl is binary); path "-" is standard output.
// On failure nothing is left behind: the file is written beside path and renamed when it is whole.
// Refuses what could not be read back: bad indices, numbers not finite or too large for the format.
mesh_status mesh_write_file(const mesh* m, const char* path, mesh_format format, mesh_error* error);

#endif
