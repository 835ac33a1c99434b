// reader.h - what the readers of all formats share: a place in the bytes, the mesh that grows, and one
// way to fail. A reader stops at the first thing that is wrong and says where it is; with drop_bad it
// asks reader_forgive first, which turns the error into a warning, and goes on behind the bad element.
// Elements are counted from zero in messages; indices appear as the file writes them.
#ifndef ABUT_IO_MESH_READER_H
#define ABUT_IO_MESH_READER_H
#include "mesh/mesh.h"
#include "mesh/polygon.h"
#include "text/number.h"

#include <stdbool.h>

// A part of the file that is being read.
typedef struct reader_group {
    size_t name, name_length;  // in reader.names
    size_t id_length;          // of a node's id, which lies behind its name; 0: none
    size_t first_triangle, triangle_count;
    char kind;
} reader_group;

typedef struct reader {
    const char* begin;
    const char* at;
    const char* end;
    bool binary;  // places are told as bytes, else as lines
    const char*
        part;  // of an archive, which begin to end are: its name is told with its lines; NULL: they are the file
    size_t part_at;  // the byte of the file where it is

    mesh mesh;
    size_t vertex_capacity;
    size_t triangle_capacity;  // of mesh.faces too, once it is there
    size_t vertices_from;      // the byte where the first of them was added
    size_t triangles_from;
    uint32_t* corners;  // the polygon being read
    size_t corner_count;
    size_t corner_capacity;
    polygon_scratch scratch;
    reader_group* groups;
    size_t group_count;
    size_t group_capacity;
    struct node_list* nodes;  // node.c; NULL: the format has none
    char* names;              // of all groups
    size_t names_size;
    size_t names_capacity;
    struct {
        size_t first, count;
    } open[2];  // those that go on: objects and solids, of which there is one at a time; groups

    struct window* window;  // NULL: all bytes are there
    bool restart;           // the window did not do: read all bytes and begin again
    bool tells_of_window;   // errors and warnings need no more than the window has

    const char* path;  // of the file, for what lies beside it; NULL: there is none
    bool keep_places;  // mesh_read_options
    bool drop_bad;
    bool fatal;            // the last error cannot be forgiven
    bool quiet;            // forgive without a warning: the bytes will be read once more
    size_t dropped;        // errors forgiven
    mesh_error first;      // the first of them
    size_t missing_count;  // vertices that could not be read; they are NaN until the end
    size_t warning_capacity;
    const char* line_at;  // a place whose line is known, because counting lines takes time
    size_t line;

    const mesh_progress* progress;
    double progress_from;  // the fraction at `begin`
    size_t due;            // no report before this byte
    mesh_error* error;
} reader;

#define TRY(call)                                                                                  \
    do {                                                                                           \
        mesh_status status_ = (call);                                                              \
        if (status_ != MESH_OK) return status_;                                                    \
    } while (0)

#if defined(__GNUC__)
#define READER_PRINTF(text, values) __attribute__((format(printf, text, values)))
#else
#define READER_PRINTF(text, values)
#endif

// Fill the error, with the line or byte of `where` before the text, and return the status that its code has.
mesh_status reader_fail(reader* r, fault_code code, const char* where, const char* format, ...)
    READER_PRINTF(4, 5);
// The same for an error after which nothing of the file can be used.
mesh_status reader_fail_whole(reader* r, fault_code code, const char* where, const char* format,
                              ...) READER_PRINTF(4, 5);
// The same for memory that could not be had.
mesh_status reader_no_memory(reader* r);
// Ask whether an array may have so many bytes (memory_limit.h): MESH_TOO_LARGE if not. While it grows there may be two of
// it. What the mesh has reserved and not yet filled is asked for with them.
mesh_status reader_may_take(reader* r, size_t bytes);
// Fill an error that has no place in the file.
mesh_status mesh_fail(mesh_error* error, fault_code code, const char* format, ...)
    READER_PRINTF(3, 4);
// Add a warning with the line or byte of `where` before the text; NULL: it has no place in the file.
mesh_status reader_warn(reader* r, fault_code code, const char* where, const char* format, ...)
    READER_PRINTF(4, 5);
// Pass on a status; but if bad elements are to be dropped, make the error a warning that ends with
// `outcome`, such as "face dropped", and return MESH_OK. Cancelling, lack of memory and errors by
// reader_fail_whole are never forgiven.
mesh_status reader_forgive(reader* r, mesh_status status, const char* outcome);

// The token at `at` for a message: at most 32 bytes of it, other than printable ASCII as '?'.
typedef struct quoted {
    char text[40];
} quoted;
quoted quote(const char* at, const char* end);

// End the text before what pads it: Ctrl-Z and zeros (text/end.h). Readers of text begin with this.
mesh_status reader_end_text(reader* r);

// If only a window of the bytes is there, give up reading through it, and begin again with all of them.
// For what is rare, or needs bytes that have been read: errors, warnings, a second walk.
static inline mesh_status reader_need_all(reader* r)
{
    if (!r->window) return MESH_OK;
    r->restart = r->fatal = true;
    return MESH_TRUNCATED;  // which nobody sees
}

// Report progress if it is due; MESH_CANCELLED if the caller wants to stop. Call it often.
mesh_status reader_report(reader* r);
static inline mesh_status reader_progress(reader* r)
{
    return (size_t)(r->at - r->begin) < r->due ? MESH_OK : reader_report(r);
}

// Make room for exactly this many vertices or triangles in all. The caller has checked that the file
// is large enough to hold them. MESH_TOO_LARGE beyond 32-bit indices.
mesh_status reader_reserve_vertices(reader* r, size_t count);
mesh_status reader_reserve_triangles(reader* r, size_t count);

// Append a vertex.
mesh_status reader_grow_vertices(reader* r);
static inline mesh_status reader_add_vertex(reader* r, const double v[3])
{
    if (r->mesh.vertex_count == r->vertex_capacity) TRY(reader_grow_vertices(r));
    double* to = r->mesh.vertices + 3 * r->mesh.vertex_count++;
    to[0] = v[0];
    to[1] = v[1];
    to[2] = v[2];
    return MESH_OK;
}

// Append a vertex that could not be read, so that the others keep their numbers. Faces that use it are
// errors; it is gone in the end.
mesh_status reader_add_missing_vertex(reader* r);

// Append to the polygon being read. Between faces corner_count is zero.
mesh_status reader_grow_corners(reader* r);
static inline mesh_status reader_add_corner(reader* r, uint32_t vertex)
{
    if (r->corner_count == r->corner_capacity) TRY(reader_grow_corners(r));
    r->corners[r->corner_count++] = vertex;
    return MESH_OK;
}

// Turn the polygon being read, whose vertices have all been read, into the triangles of the next face.
// No corners: a face without triangles. One or two: MESH_SYNTAX. `where` is the face's place.
mesh_status reader_end_face(reader* r, const char* where);

// Append a triangle whose vertices are there, as the next face. reader_reserve_triangles or this
// makes the room.
mesh_status reader_add_triangle(reader* r, uint32_t a, uint32_t b, uint32_t c);
// Count a face of the file that gives no triangles, and forget the corners of the polygon being read.
mesh_status reader_drop_face(reader* r);

// Begin a group at the next triangle.
mesh_status reader_begin_group(reader* r, char kind, const char* name, size_t length);
// Add a group whose triangles are known, with its name and id.
mesh_status reader_add_group(reader* r, const reader_group* like, const char* name, const char* id);
// End the open groups of this kind at the last triangle.
void reader_end_groups(reader* r, char kind);
// Move over the rest of the line and return its text without blanks at the ends and without a comment,
// which begins with '#' after a blank.
size_t reader_take_name(reader* r, const char** name);
// Take everything apart from the mesh out of the reader: groups and warnings go into the mesh, missing
// vertices out of it.
mesh_status reader_finish(reader* r);

// Move over blanks within the line, or over the rest of the line and its end.
static inline void skip_blanks(reader* r)
{
    while (r->at != r->end && is_blank(*r->at))
        r->at++;
}
static inline void skip_newline(reader* r)
{
    if (r->at == r->end) return;
    if (*r->at == '\r' && r->end - r->at > 1 && r->at[1] == '\n') r->at++;
    r->at++;
}
static inline void skip_line(reader* r)
{
    while (r->at != r->end && !is_newline(*r->at))
        r->at++;
    skip_newline(r);
}
// Move to the next token, over lines; comments run from '#' to the end of the line.
static inline void skip_space(reader* r)
{
    for (; r->at != r->end; r->at++) {
        if (*r->at == '#') {
            while (r->at != r->end && !is_newline(*r->at))
                r->at++;
            if (r->at == r->end) return;
        } else if (!is_blank(*r->at) && !is_newline(*r->at)) {
            return;
        }
    }
}
// Move over the token here.
static inline void skip_token(reader* r)
{
    while (!at_token_end(r->at, r->end))
        r->at++;
}
// Move over all up to the next white space. Of a value that is not used everything counts: "1.#QNAN" holds no comment.
static inline void skip_value(reader* r)
{
    while (r->at != r->end && !is_blank(*r->at) && !is_newline(*r->at))
        r->at++;
}
// True at the end of the line's tokens, after blanks.
static inline bool at_line_end(const reader* r)
{
    return r->at == r->end || is_newline(*r->at) || *r->at == '#';
}
// If the token here is this word (given in lower case; any case in the file), move over it.
bool take_word(reader* r, const char* word);
// True if the token here is this word.
bool is_word(const reader* r, const char* word);
// True if the file ends here, or in a token that may be the beginning of this word.
bool is_cut_word(const reader* r, const char* word);

// Read the finite number here. On failure the error names it as "COORDINATE of ELEMENT NUMBER".
mesh_status reader_number(reader* r, const char* coordinate, const char* element, size_t number,
                          double* out);
// Read three numbers of one line, with blanks before and between them.
mesh_status reader_coordinates(reader* r, const char* element, size_t number, double out[3]);

// The readers. Each reads r->begin .. r->end into r->mesh.
mesh_status stl_read_binary(reader* r);
mesh_status stl_read_ascii(reader* r);
mesh_status obj_read(reader* r);
mesh_status ply_read(reader* r);
mesh_status off_read(reader* r);

// What a reader of nodes does: it adds the meshes of the file, each once, and then nodes that show them; reader_finish
// turns both into what was asked for (keep_places).
mesh_status gltf_read(reader* r);
mesh_status threemf_read(reader* r);

// How far the entries of a place have been rounded, at most: those that turn and scale, and those that shift.
typedef struct reader_error {
    double turn, shift;
} reader_error;

// A node that shows triangles of the reader's mesh somewhere in the world.
typedef struct reader_node {
    const char* name;  // of name_length bytes; not kept
    size_t name_length;
    const char* id;  // what mesh_group.id becomes; of id_length bytes
    size_t id_length;
    mesh_matrix place;
    reader_error error;  // of place
    size_t first_triangle, triangle_count;
} reader_node;
// Add a node: a group of kind 'n'. place must be finite. There are NODES_MOST of them (node.c); what walks a file whose
// parts may nest must end by itself where they show nothing.
mesh_status reader_add_node(reader* r, const reader_node* node);
// Make one place of two: first inner, then outer. inner is as the file has it. *error is at first how far outer has been
// rounded, and then the same for out: zeroed if the product is exact. Entries may become infinite.
void reader_compose(mesh_matrix* out, reader_error* error, const mesh_matrix* outer,
                    const mesh_matrix* inner);
// Turn meshes and nodes into the mesh that was asked for. For reader_finish.
mesh_status reader_finish_nodes(reader* r);
void reader_release_nodes(reader* r);

// What the content is; MESH_UNKNOWN if it is none of ours.
mesh_format detect_format(const char* bytes, size_t size);
// The format of content that tells nothing, by the file's name: its reader says what is wrong. MESH_UNKNOWN: not by that
// either. path may be NULL.
mesh_format format_of_name(const char* path, const char* bytes, size_t size);
// True if the content is, or means to be, an ASCII STL file.
bool looks_like_ascii_stl(const char* bytes, size_t size);
// What a word at the start of an OBJ line is: a statement that the reader takes, passes over or
// refuses knowingly; one of a material file; or nothing known.
typedef enum obj_word { OBJ_UNKNOWN = 0, OBJ_STATEMENT, OBJ_MATERIAL } obj_word;
obj_word obj_classify(const char* word, size_t length);
// Some programs begin a file with a line of two counts. If one is here, move to its end.
bool obj_skip_counts(reader* r);
// The end of the keyword [ST][C][N]OFF here, in any order and case; NULL if there is none.
const char* off_keyword_end(const char* at, const char* end);
// True if a keyword is here that has 4 or n as well, in any order: the vertices have other coordinates than x, y and z.
bool off_has_other_dimensions(const char* at, const char* end);
// Say why content of no known format cannot be read, and what to do. path may be NULL.
mesh_status explain_unknown(const char* path, const char* bytes, size_t size, mesh_error* error);

#endif
