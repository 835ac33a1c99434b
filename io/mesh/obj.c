// obj.c - Wavefront OBJ: vertices and faces. What has no surface (lines, points, curves), and what
// only dresses one (normals, texture, materials), is passed over; free-form surfaces and
// statements that nobody knows are refused, because passing over them would lose geometry silently.
// A fault never reaches further than its line, with those that backslashes join to it.
#include "mesh/reader.h"

#include <string.h>

typedef enum obj_pass {
    EVERYTHING,     // the only pass over nearly every file
    VERTICES_ONLY,  // ahead of a face that names a vertex further down
    FACES_ONLY,     // from that face on, with all vertices there
} obj_pass;

typedef struct obj_reader {
    reader* r;
    obj_pass pass;
    size_t seen;  // vertices above this line, which negative indices count back from
    bool told_of_weights;
} obj_reader;

// Statements without a surface. The names in the second table run to the end of their line: a
// backslash there is part of a path and does not join the next line.
static const char* const ignored_numbers[] = {
    "vn",   "vt",    "vp",   "vw",       "l",    "p",    "s",     "lod",   "cstype",   "deg",
    "bmat", "step",  "curv", "curv2",    "parm", "trim", "hole",  "scrv",  "sp",       "end",
    "c",    "vc",  // colours of vertices, as some exporters have them
    "con",  "bevel", "mg",   "c_interp", "res",  "cdc",  "ctech", "stech", "d_interp", "t"};
static const char* const ignored_names[] = {"usemtl", "mtllib",     "usemap",
                                            "maplib", "shadow_obj", "trace_obj"};
// Materials belong into files of their own, but some programs write them here.
static const char* const materials[] = {"newmtl", "Ka",     "Kd",     "Ks",    "Ke",    "Ns",
                                        "Ni",     "Tf",     "Tr",     "d",     "illum", "map_Ka",
                                        "map_Kd", "map_Ks", "map_Ns", "map_d", "bump",  "map_bump"};
static const char* const surfaces[] = {"surf", "bzp", "bsp", "cdp"};
// Another file, or the output of a command, belongs in their place.
static const char* const inclusions[] = {"call", "csh"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool in_table(const char* const* table, size_t count, const char* word, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(table[i]) == length && memcmp(table[i], word, length) == 0) return true;
    return false;
}

obj_word obj_classify(const char* word, size_t length)
{
    static const char* const read[] = {"v", "f", "fo", "g", "o"};
    if (in_table(read, COUNT(read), word, length) ||
        in_table(ignored_numbers, COUNT(ignored_numbers), word, length) ||
        in_table(ignored_names, COUNT(ignored_names), word, length) ||
        in_table(surfaces, COUNT(surfaces), word, length) ||
        in_table(inclusions, COUNT(inclusions), word, length))
        return OBJ_STATEMENT;
    return in_table(materials, COUNT(materials), word, length) ? OBJ_MATERIAL : OBJ_UNKNOWN;
}

bool obj_skip_counts(reader* r)
{
    const char* line = r->at;
    int64_t ignored;
    if (r->at != r->end && is_digit(*r->at) && integer_parse(&r->at, r->end, &ignored)) {
        skip_blanks(r);
        if (integer_parse(&r->at, r->end, &ignored)) {
            skip_blanks(r);
            if (at_line_end(r)) return true;
        }
    }
    r->at = line;
    return false;
}

// If a backslash is here that joins the next line to this one, move over both. At the end of the file there may be no
// next line, and blanks that nobody sees may stand behind it.
static bool take_joint(reader* r)
{
    const char* at = r->at;
    if (at == r->end || *at != '\\') return false;
    do
        at++;
    while (at != r->end && is_blank(*at));
    if (at != r->end && !is_newline(*at)) return false;
    r->at = at;
    skip_newline(r);
    return true;
}

// Move over blanks, also over those that reach into the next line.
static void skip_joined_blanks(reader* r)
{
    do
        skip_blanks(r);
    while (take_joint(r));
}

static void skip_joined_line(reader* r)
{
    while (!at_line_end(r))
        if (!take_joint(r)) r->at++;
    skip_line(r);
}

// A weight or a colour may follow the coordinates of a vertex: one number, three, or four. Weights are for rational
// curves and surfaces and say nothing of faces; yet some programs write, and some read, x/w y/w z/w.
static mesh_status look_at_weight(obj_reader* o)
{
    reader* r = o->r;
    const char* where = r->at;
    double weight = 0;
    const bool number = number_parse(&r->at, r->end, &weight) == NUMBER_OK;
    skip_joined_blanks(r);
    if (!number || !at_line_end(r) || !(weight < 1 || weight > 1) || o->told_of_weights)
        return MESH_OK;
    TRY(reader_warn(
        r, F057_VALUES_UNUSED, where,
        "vertex %zu has the weight %g: it is not used, x y z are taken as they are, here and "
        "further down",
        o->seen, weight));
    o->told_of_weights = true;
    return MESH_OK;
}

// The backslash that joins the next line may follow at once.
static mesh_status read_coordinate(obj_reader* o, int axis, double* out)
{
    static const char* const names[3] = {"x", "y", "z"};
    reader* r = o->r;
    if (number_parse(&r->at, r->end, out) == NUMBER_OK) return MESH_OK;
    const char* end = r->at;
    while (!at_token_end(end, r->end))
        end++;
    if (end > r->at && end[-1] == '\\' && number_parse(&r->at, end - 1, out) == NUMBER_OK)
        return MESH_OK;
    return reader_number(r, names[axis], "vertex", o->seen, out);
}

static mesh_status read_vertex(obj_reader* o)
{
    reader* r = o->r;
    double v[3];
    for (int axis = 0; axis < 3; axis++) {
        skip_joined_blanks(r);
        TRY(read_coordinate(o, axis, &v[axis]));
    }
    skip_joined_blanks(r);
    if (!at_line_end(r)) TRY(look_at_weight(o));
    return reader_add_vertex(r, v);
}

static mesh_status read_ahead(obj_reader* o);

// The numbers of texture and normal, which are not used: they must look like numbers.
static bool skip_attributes(reader* r)
{
    for (int i = 0; i < 2 && r->at != r->end && *r->at == '/'; i++) {
        r->at++;
        int64_t ignored;
        if (r->at != r->end && (is_digit(*r->at) || *r->at == '-' || *r->at == '+') &&
            !integer_parse(&r->at, r->end, &ignored))
            return false;
    }
    return at_token_end(r->at, r->end) || *r->at == '\\';
}

// From here to read_ahead each may call the next, one level deep: below it no corners are read.
// NOLINTBEGIN(misc-no-recursion)

static mesh_status read_corner(obj_reader* o)
{
    reader* r = o->r;
    const char* where = r->at;
    int64_t written;
    if (!integer_parse(&r->at, r->end, &written) || !skip_attributes(r)) {
        quoted q = quote(where, r->end);
        return reader_fail(r, F026_NO_INDEX, where, "\"%s\" of face %zu is not a vertex index",
                           q.text, r->mesh.face_count);
    }
    if (written > 0 && (uint64_t)written > r->mesh.vertex_count && o->pass == EVERYTHING)
        TRY(read_ahead(o));
    bool exists = written > 0 ? (uint64_t)written <= r->mesh.vertex_count
                              : written < 0 && (uint64_t)-written <= o->seen;
    if (!exists) {
        quoted q = quote(where, r->end);
        return reader_fail(r, F005_BAD_INDEX, where,
                           "vertex index %s of face %zu does not exist (%zu vertices%s)", q.text,
                           r->mesh.face_count, written < 0 ? o->seen : r->mesh.vertex_count,
                           written < 0 ? " above" : "");
    }
    uint64_t index = written > 0 ? (uint64_t)written - 1 : o->seen - (uint64_t)-written;
    return reader_add_corner(r, (uint32_t)index);
}

static mesh_status read_face(obj_reader* o, const char* line)
{
    reader* r = o->r;
    for (skip_joined_blanks(r); !at_line_end(r); skip_joined_blanks(r))
        TRY(read_corner(o));
    if (r->corner_count == 0)
        return reader_fail(r, r->at == r->end ? F003_TRUNCATED : F029_FEW_CORNERS, line,
                           "face %zu has no corners", r->mesh.face_count);
    return reader_end_face(r, line);
}

static mesh_status refuse(reader* r, const char* word, size_t length)
{
    quoted q = quote(word, r->end);
    if (in_table(surfaces, COUNT(surfaces), word, length))
        return reader_fail(r, F021_CURVES, word,
                           "\"%s\" is not read: export the surface as polygons", q.text);
    if (in_table(inclusions, COUNT(inclusions), word, length))
        return reader_fail(r, F022_INCLUDES, word,
                           "\"%s\" is not followed: put what it stands for into this file", q.text);
    if (word + length == r->end)
        return reader_fail(r, F003_TRUNCATED, word,
                           "the file ends in \"%s\", which is not an OBJ statement", q.text);
    return reader_fail(r, F002_SYNTAX, word, "\"%s\" is not an OBJ statement", q.text);
}

static mesh_status read_other(obj_reader* o, const char* word, size_t length)
{
    reader* r = o->r;
    if (in_table(ignored_numbers, COUNT(ignored_numbers), word, length)) {
        skip_joined_line(r);
        return MESH_OK;
    }
    if (in_table(ignored_names, COUNT(ignored_names), word, length) ||
        in_table(materials, COUNT(materials), word, length)) {
        skip_line(r);
        return MESH_OK;
    }
    mesh_status status = refuse(r, word, length);
    r->quiet = o->pass == FACES_ONLY;  // the pass before told of it
    status = reader_forgive(r, status, "line dropped");
    r->quiet = false;
    skip_joined_line(r);
    return status;
}

// An object ends the groups before it, as the programs that write both have it. "g" may name several
// groups, each of which gets what follows, or none, which ends the last.
static mesh_status read_group(obj_reader* o, char kind)
{
    reader* r = o->r;
    const char* name;
    size_t length = reader_take_name(r, &name);
    if (o->pass == VERTICES_ONLY) return MESH_OK;
    reader_end_groups(r, 'g');
    if (kind == 'o') {
        reader_end_groups(r, 'o');
        return reader_begin_group(r, 'o', name, length);
    }
    const char* end = name + length;
    while (name != end) {
        const char* word = name;
        while (name != end && !is_blank(*name))
            name++;
        TRY(reader_begin_group(r, 'g', word, (size_t)(name - word)));
        while (name != end && is_blank(*name))
            name++;
    }
    return MESH_OK;
}

static mesh_status take_vertex(obj_reader* o)
{
    reader* r = o->r;
    if (o->pass != FACES_ONLY) {
        mesh_status status = read_vertex(o);
        if (status != MESH_OK) {
            TRY(reader_forgive(r, status, "vertex dropped"));
            TRY(reader_add_missing_vertex(r));
        }
    }
    o->seen++;
    skip_joined_line(r);
    return MESH_OK;
}

static mesh_status take_face(obj_reader* o, const char* line)
{
    reader* r = o->r;
    if (o->pass != VERTICES_ONLY) {
        mesh_status status = read_face(o, line);
        if (status != MESH_OK) {
            TRY(reader_forgive(r, status, "face dropped"));
            TRY(reader_drop_face(r));
        }
    }
    skip_joined_line(r);
    return MESH_OK;
}

static mesh_status read_statement(obj_reader* o)
{
    reader* r = o->r;
    const char* word = r->at;
    while (!at_token_end(r->at, r->end) && *r->at != '\\')
        r->at++;
    const size_t length = (size_t)(r->at - word);
    if (length == 1 && *word == 'v') return take_vertex(o);
    if ((length == 1 && *word == 'f') || (length == 2 && memcmp(word, "fo", 2) == 0))
        return take_face(o, word);
    if (length == 1 && (*word == 'g' || *word == 'o')) return read_group(o, *word);
    if (length > 0 || (r->at != r->end && *r->at == '\\')) return read_other(o, word, length);
    skip_line(r);
    return MESH_OK;
}

static mesh_status read_statements(obj_reader* o)
{
    reader* r = o->r;
    while (r->at != r->end) {
        TRY(reader_progress(r));
        skip_joined_blanks(r);
        if (r->at != r->end) TRY(read_statement(o));
    }
    return MESH_OK;
}

// Read every vertex below, then go on with the face from here.
static mesh_status read_ahead(obj_reader* o)
{
    reader* r = o->r;
    TRY(reader_need_all(r));
    const char* here = r->at;
    size_t seen = o->seen;
    o->pass = VERTICES_ONLY;
    skip_joined_line(r);
    TRY(read_statements(o));
    o->pass = FACES_ONLY;
    o->seen = seen;
    r->at = here;
    return MESH_OK;
}

// NOLINTEND(misc-no-recursion)

mesh_status obj_read(reader* r)
{
    obj_reader o = {.r = r, .pass = EVERYTHING};
    r->mesh.format = MESH_OBJ;
    TRY(reader_end_text(r));
    skip_space(r);
    obj_skip_counts(r);
    return read_statements(&o);
}
