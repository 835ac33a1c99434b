// ply.h - what the header of a PLY file (Turk 1994) declares, for ply.c to walk over.
#ifndef ABUT_IO_MESH_PLY_H
#define ABUT_IO_MESH_PLY_H
#include "mesh/reader.h"

typedef enum ply_scalar {
    PLY_INT8,
    PLY_UINT8,
    PLY_INT16,
    PLY_UINT16,
    PLY_INT32,
    PLY_UINT32,
    PLY_FLOAT,
    PLY_DOUBLE,
} ply_scalar;

static inline size_t ply_scalar_size(ply_scalar type)
{
    static const unsigned char sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[type];
}

// What the reader wants of a property or an element; the others are walked over.
typedef enum ply_role { PLY_OTHER = 0, PLY_X, PLY_Y, PLY_Z, PLY_INDICES } ply_role;
typedef enum ply_kind { PLY_ANY = 0, PLY_VERTEX, PLY_FACE, PLY_STRIP } ply_kind;

typedef struct ply_property {
    ply_role role;
    ply_scalar type;
    ply_scalar count_type;  // of a list
    bool is_list;
} ply_property;

typedef struct ply_element {
    char name[24];  // shortened, for messages
    ply_kind kind;
    uint64_t count;
    size_t first_property;
    size_t property_count;
} ply_element;

enum { PLY_MOST_ELEMENTS = 32, PLY_MOST_PROPERTIES = 512 };

typedef struct ply_header {
    bool ascii;
    bool big_endian;
    size_t element_count;
    size_t property_count;
    ply_element elements[PLY_MOST_ELEMENTS];
    ply_property properties[PLY_MOST_PROPERTIES];
} ply_header;

// Read from "ply" to the byte behind the end of the header. Every element with vertices or faces has
// the properties that it needs; counts are as written and may lie.
mesh_status ply_read_header(reader* r, ply_header* header);

#endif
