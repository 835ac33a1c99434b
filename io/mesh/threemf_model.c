// threemf_model.c - 3MF: the XML of a model. See threemf.h.
#include "mesh/threemf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Namespaces. The first is that of versions before 1.0, which some files still have.
enum {
    SPACE_OLD,
    SPACE_CORE,
    SPACE_PRODUCTION,
    SPACE_MATERIAL,
    SPACE_SETS,
    SPACE_BEAMS,
    SPACE_BALLS,
    SPACE_SLICE,
    SPACE_SECURE,
    SPACE_SECURE_OLD,
    SPACE_BOOLEAN,
    SPACE_VOLUMETRIC,
    SPACE_DISPLACEMENT,
    SPACE_DISPLACEMENT_OLD,
    SPACE_IMPLICIT,
    SPACE_COUNT
};

static const char* const spaces[SPACE_COUNT] = {
    [SPACE_OLD] = "http://schemas.microsoft.com/3dmanufacturing/2013/01",
    [SPACE_CORE] = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02",
    [SPACE_PRODUCTION] = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06",
    [SPACE_MATERIAL] = "http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
    [SPACE_SETS] = "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07",
    [SPACE_BEAMS] = "http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02",
    [SPACE_BALLS] = "http://schemas.microsoft.com/3dmanufacturing/beamlattice/balls/2020/07",
    [SPACE_SLICE] = "http://schemas.microsoft.com/3dmanufacturing/slice/2015/07",
    [SPACE_SECURE] = "http://schemas.microsoft.com/3dmanufacturing/securecontent/2019/07",
    [SPACE_SECURE_OLD] = "http://schemas.microsoft.com/3dmanufacturing/securecontent/2019/04",
    [SPACE_BOOLEAN] = "http://schemas.3mf.io/3dmanufacturing/booleanoperations/2023/07",
    [SPACE_VOLUMETRIC] = "http://schemas.3mf.io/3dmanufacturing/volumetric/2022/01",
    [SPACE_DISPLACEMENT] = "http://schemas.3mf.io/3dmanufacturing/displacement/2023/10",
    [SPACE_DISPLACEMENT_OLD] = "http://schemas.microsoft.com/3dmanufacturing/displacement/2022/07",
    [SPACE_IMPLICIT] = "http://schemas.3mf.io/3dmanufacturing/implicit/2023/12",
};

// What a model may require although it is not read; NULL: nothing of the geometry is in it.
static const char* const space_names[SPACE_COUNT] = {
    [SPACE_BEAMS] = "beam lattices",
    [SPACE_BALLS] = "balls in beam lattices",
    [SPACE_SLICE] = "slices",
    [SPACE_SECURE] = "encrypted content",
    [SPACE_SECURE_OLD] = "encrypted content",
    [SPACE_BOOLEAN] = "boolean operations",
    [SPACE_VOLUMETRIC] = "volumetric content",
    [SPACE_DISPLACEMENT] = "displaced surfaces",
    [SPACE_DISPLACEMENT_OLD] = "displaced surfaces",
    [SPACE_IMPLICIT] = "implicit surfaces",
};

enum { TRANSFORM = 12 };

static bool is_core(const xml_reader* x, const char* name)
{
    return xml_is(x, SPACE_CORE, name) || xml_is(x, SPACE_OLD, name) ||
           xml_is(x, XML_NO_SPACE, name);
}

// The next element within the one that is open; *status: XML that is wrong. false: there is none.
static bool next_child(threemf* t, mesh_status* status)
{
    const xml_event event = xml_next(&t->xml);
    t->r->at = t->xml.at;
    *status = event == XML_FAILED ? threemf_fail_xml(t) : MESH_OK;
    return event == XML_OPENED;
}

static mesh_status skip(threemf* t)
{
    return xml_skip(&t->xml) == XML_FAILED ? threemf_fail_xml(t) : MESH_OK;
}

// Go through the elements within the one that is open. Each ends where it is done with.
#define EACH_CHILD(t, status) for (; next_child(t, &(status));)

// The line of the element at hand. Most lines are those of vertices and triangles: they are counted in strides.
static size_t line_here(threemf* t)
{
    const char* where = t->xml.where;
    if (t->has_returns) {
        for (const char* p = t->line_at; p != where; p++)
            t->line += *p == '\n' || (*p == '\r' && p[1] != '\n');
    } else {
        for (const char* p = t->line_at; (p = memchr(p, '\n', (size_t)(where - p))); p++)
            t->line++;
    }
    t->line_at = where;
    return t->line;
}

// ----------------------------------------------------------------------------------------- values

static void trim(const char** at, const char** end)
{
    while (*at != *end && (is_blank(**at) || is_newline(**at)))
        ++*at;
    while (*at != *end && (is_blank((*end)[-1]) || is_newline((*end)[-1])))
        --*end;
}

static const xml_attribute* attribute_of(const xml_reader* x, const char* name)
{
    return xml_find(x, XML_NO_SPACE, name);
}

bool threemf_parse_whole(const xml_attribute* a, int64_t* out)
{
    const char *at = a->value, *end = at + a->value_length;
    trim(&at, &end);
    return integer_parse(&at, end, out) && at == end && *out >= 0;
}

mesh_status threemf_keep_text(threemf* t, const xml_attribute* a, size_t most, const char* what,
                              threemf_text* kept)
{
    *kept = (threemf_text){.at = t->texts_size};
    if (!a || a->value_length == 0) return MESH_OK;
    if (a->value_length > most)
        return reader_fail(t->r, F006_TOO_LARGE, t->xml.where, "the %s has more than %zu bytes",
                           what, most);
    while (t->texts_capacity - t->texts_size < a->value_length)
        TRY(threemf_grow(t, &t->texts, t->texts_capacity, &t->texts_capacity, 1));
    char* to = t->texts + t->texts_size;
    const char *at = to, *end = to + xml_decode(a, to);
    trim(&at, &end);
    kept->at += (size_t)(at - to);
    kept->length = (size_t)(end - at);
    t->texts_size += (size_t)(end - to);
    return MESH_OK;
}

// The same where the text is no reason to lose what has it.
static mesh_status keep_or_forgive(threemf* t, const xml_attribute* a, size_t most,
                                   const char* what, threemf_text* kept)
{
    return reader_forgive(t->r, threemf_keep_text(t, a, most, what, kept), "it is left out");
}

// Twelve numbers: a matrix of four rows, by which a row (x, y, z, 1) is multiplied from the left.
static mesh_status read_transform(threemf* t, mesh_matrix* place)
{
    *place = (mesh_matrix){.rows = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    const xml_attribute* a = attribute_of(&t->xml, "transform");
    if (!a) return MESH_OK;
    const char *at = a->value, *end = at + a->value_length;
    for (int i = 0; i < TRANSFORM; i++) {
        while (at != end && (is_blank(*at) || is_newline(*at)))
            at++;
        const char* number = at;
        const number_result result = number_parse(&at, end, &place->rows[i % 3][i / 3]);
        if (result == NUMBER_OK) continue;
        if (number == end)
            return reader_fail(t->r, F046_ATTRIBUTE, t->xml.where,
                               "a transform has only %d of %d numbers", i, TRANSFORM);
        return reader_fail(t->r, F004_BAD_NUMBER, number, "\"%s\" in a transform is %s",
                           quote(number, end).text,
                           result == NUMBER_BAD ? "not a number" : "too large for a double");
    }
    trim(&at, &end);
    if (at == end) return MESH_OK;
    return reader_fail(t->r, F046_ATTRIBUTE, at, "a transform has more than %d numbers", TRANSFORM);
}

// ------------------------------------------------------------------------------------------- meshes

static mesh_status read_coordinate(threemf* t, const threemf_object* o, size_t number,
                                   const xml_attribute* a, char axis, double* out)
{
    reader* r = t->r;
    if (!a)
        return reader_fail(r, F046_ATTRIBUTE, t->xml.where, "vertex %zu of object %lld has no %c",
                           number, (long long)o->id, axis);
    const char *at = a->value, *end = at + a->value_length;
    trim(&at, &end);
    const char* begin = at;
    const number_result result = number_parse(&at, end, out);
    if (result == NUMBER_OK && at == end) return MESH_OK;
    return reader_fail(r, F004_BAD_NUMBER, begin,
                       "\"%s\", the %c of vertex %zu of object %lld, is %s", quote(begin, end).text,
                       axis, number, (long long)o->id,
                       result == NUMBER_TOO_LARGE ? "too large for a double" : "not a number");
}

static mesh_status read_vertex(threemf* t, const threemf_object* o)
{
    const xml_attribute* found[3] = {NULL, NULL, NULL};
    for (size_t i = 0; i < t->xml.attribute_count; i++) {
        const xml_attribute* a = &t->xml.attributes[i];
        if (a->name_length != 1 || a->space != XML_NO_SPACE) continue;
        if (*a->name >= 'x' && *a->name <= 'z') found[*a->name - 'x'] = a;
    }
    double v[3] = {0};
    const size_t number = t->r->mesh.vertex_count - o->first_vertex;
    for (int axis = 0; axis < 3; axis++)
        TRY(read_coordinate(t, o, number, found[axis], (char)('x' + axis), &v[axis]));
    return reader_add_vertex(t->r, v);
}

// The reader guesses from one file how many will follow; here objects come one after the other.
static size_t more_than(size_t count)
{
    return count + count / 2 + 64;
}

static mesh_status read_vertices(threemf* t, const threemf_object* o)
{
    reader* r = t->r;
    mesh_status status;
    EACH_CHILD(t, status)
    {
        if (!is_core(&t->xml, "vertex")) {
            TRY(skip(t));
            continue;
        }
        TRY(reader_progress(r));
        if (r->mesh.vertex_count == r->vertex_capacity)
            TRY(reader_reserve_vertices(r, more_than(r->mesh.vertex_count)));
        const mesh_status read = read_vertex(t, o);
        if (read != MESH_OK) {
            TRY(reader_forgive(r, read, "vertex dropped"));
            TRY(reader_add_missing_vertex(r));
        }
        TRY(skip(t));
    }
    return status;
}

static mesh_status read_corner(threemf* t, const threemf_object* o, size_t number, int corner,
                               const xml_attribute* a, uint32_t* out)
{
    reader* r = t->r;
    int64_t index;
    const size_t count = r->mesh.vertex_count - o->first_vertex;
    if (!a)
        return reader_fail(r, F046_ATTRIBUTE, t->xml.where,
                           "triangle %zu of object %lld has no v%d", number, (long long)o->id,
                           corner + 1);
    const quoted q = quote(a->value, a->value + a->value_length);
    if (!threemf_parse_whole(a, &index))
        return reader_fail(r, F026_NO_INDEX, t->xml.where,
                           "\"%s\" of triangle %zu of object %lld is not a vertex index", q.text,
                           number, (long long)o->id);
    if ((uint64_t)index >= count)
        return reader_fail(r, F005_BAD_INDEX, t->xml.where,
                           "vertex index %s of triangle %zu of object %lld does not exist (%zu "
                           "vertices)",
                           q.text, number, (long long)o->id, count);
    *out = (uint32_t)(o->first_vertex + (size_t)index);
    if (r->missing_count > 0 && isnan(r->mesh.vertices[3 * (size_t)*out]))
        return reader_fail(r, F028_DROPPED_VERTEX, t->xml.where,
                           "triangle %zu of object %lld uses vertex %s, which was dropped", number,
                           (long long)o->id, q.text);
    return MESH_OK;
}

static mesh_status read_triangle(threemf* t, const threemf_object* o)
{
    const xml_attribute* found[3] = {NULL, NULL, NULL};
    for (size_t i = 0; i < t->xml.attribute_count; i++) {
        const xml_attribute* a = &t->xml.attributes[i];
        if (a->name_length != 2 || *a->name != 'v' || a->space != XML_NO_SPACE) continue;
        if (a->name[1] >= '1' && a->name[1] <= '3') found[a->name[1] - '1'] = a;
    }
    uint32_t v[3] = {0};
    const size_t number = t->r->mesh.face_count - o->first_face;
    for (int corner = 0; corner < 3; corner++)
        TRY(read_corner(t, o, number, corner, found[corner], &v[corner]));
    return reader_add_triangle(t->r, v[0], v[1], v[2]);
}

static mesh_status read_triangles(threemf* t, const threemf_object* o)
{
    reader* r = t->r;
    mesh_status status;
    EACH_CHILD(t, status)
    {
        if (!is_core(&t->xml, "triangle")) {
            TRY(skip(t));
            continue;
        }
        TRY(reader_progress(r));
        if (r->mesh.triangle_count == r->triangle_capacity)
            TRY(reader_reserve_triangles(r, more_than(r->mesh.triangle_count)));
        const mesh_status read = read_triangle(t, o);
        if (read != MESH_OK) {
            TRY(reader_forgive(r, read, "triangle dropped"));
            TRY(reader_drop_face(r));
        }
        TRY(skip(t));
    }
    return status;
}

static mesh_status warn_of_beams(threemf* t)
{
    if (t->told_of_beams) return MESH_OK;
    t->told_of_beams = true;
    return reader_warn(t->r, F056_NOT_SHOWN, t->xml.where,
                       "beam lattices are not read: their beams are missing");
}

static mesh_status read_mesh(threemf* t, threemf_object* o)
{
    mesh_status status;
    EACH_CHILD(t, status)
    {
        if (is_core(&t->xml, "vertices")) {
            TRY(read_vertices(t, o));
        } else if (is_core(&t->xml, "triangles")) {
            TRY(read_triangles(t, o));
        } else {
            if (xml_is(&t->xml, SPACE_BEAMS, "beamlattice")) TRY(warn_of_beams(t));
            TRY(skip(t));
        }
    }
    o->vertex_count = t->r->mesh.vertex_count - o->first_vertex;
    o->triangle_count = t->r->mesh.triangle_count - o->first_triangle;
    o->face_count = t->r->mesh.face_count - o->first_face;
    return status;
}

// ------------------------------------------------------------------------------------------ objects

// The id of an object, of which another element may have it under another name.
static mesh_status read_id(threemf* t, const char* name, const char* of, int64_t* id)
{
    const xml_attribute* a = attribute_of(&t->xml, name);
    if (!a) return reader_fail(t->r, F046_ATTRIBUTE, t->xml.where, "%s has no %s", of, name);
    if (threemf_parse_whole(a, id) && *id > 0 && *id <= INT32_MAX) return MESH_OK;
    return reader_fail(t->r, F027_WHOLE_NUMBER, t->xml.where, "\"%s\", the %s of %s, is no id",
                       quote(a->value, a->value + a->value_length).text, name, of);
}

// The part that a path leads to; without one it is the part at hand.
static mesh_status read_path(threemf* t, int here, int* part)
{
    const xml_attribute* a = xml_find(&t->xml, SPACE_PRODUCTION, "path");
    *part = here;
    if (!a) return MESH_OK;
    TRY(threemf_meet(t, a->value, a->value_length, part));
    if (*part != THREEMF_NO_PART) return MESH_OK;
    return reader_fail(t->r, F045_PART, t->xml.where, "the model \"%s\" is not in the archive",
                       zip_name_of(a->value, a->value_length).text);
}

// A component or an item.
static mesh_status read_use(threemf* t, int here, const char* of, threemf_use* use)
{
    *use = (threemf_use){.told_in = here, .line = line_here(t)};
    TRY(read_id(t, "objectid", of, &use->id));
    TRY(read_transform(t, &use->place));
    TRY(keep_or_forgive(t, xml_find(&t->xml, SPACE_PRODUCTION, "UUID"), THREEMF_UUID_MOST, "UUID",
                        &use->uuid));
    return read_path(t, here, &use->part);
}

static mesh_status read_components(threemf* t, threemf_object* o)
{
    mesh_status status;
    EACH_CHILD(t, status)
    {
        if (is_core(&t->xml, "component")) {
            TRY(threemf_grow(t, &t->components, t->component_count, &t->component_capacity,
                             sizeof *t->components));
            const mesh_status read =
                read_use(t, o->part, "a component", &t->components[t->component_count]);
            t->component_count += read == MESH_OK;
            TRY(reader_forgive(t->r, read, "component dropped"));
        }
        TRY(skip(t));
    }
    o->component_count = t->component_count - o->first_component;
    return status;
}

// Read what is in an object.
static mesh_status read_content(threemf* t, threemf_object* o)
{
    bool has_mesh = false, has_components = false;
    const char* where = t->xml.where;
    mesh_status status;
    EACH_CHILD(t, status)
    {
        const bool is_mesh = is_core(&t->xml, "mesh");
        const bool is_again = is_mesh ? has_mesh : has_components;
        if (!is_mesh && !is_core(&t->xml, "components")) {
            TRY(skip(t));
            continue;
        }
        has_mesh |= is_mesh;
        has_components |= !is_mesh;
        if (is_again || (has_mesh && has_components)) {
            const mesh_status twice =
                reader_fail(t->r, F047_OBJECTS, t->xml.where,
                            "object %lld is made of more than one mesh or list of components",
                            (long long)o->id);
            TRY(reader_forgive(t->r, twice, "the first is read"));
            TRY(skip(t));
        } else if (is_mesh) {
            TRY(read_mesh(t, o));
        } else {
            TRY(read_components(t, o));
        }
    }
    if (status == MESH_OK && !has_mesh && !has_components)
        return reader_warn(t->r, F015_ODD, where, "object %lld has neither a mesh nor components",
                           (long long)o->id);
    return status;
}

static mesh_status read_object(threemf* t, int part)
{
    reader* r = t->r;
    threemf_object o = {
        .part = part,
        .line = line_here(t),
        .first_vertex = r->mesh.vertex_count,
        .first_triangle = r->mesh.triangle_count,
        .first_face = r->mesh.face_count,
        .first_component = t->component_count,
    };
    const mesh_status named = read_id(t, "id", "an object", &o.id);
    if (named != MESH_OK) {
        TRY(reader_forgive(r, named, "object dropped"));
        return skip(t);
    }
    const xml_attribute* name = attribute_of(&t->xml, "name");
    if (!name || name->value_length == 0) name = attribute_of(&t->xml, "partnumber");
    TRY(keep_or_forgive(t, name, THREEMF_TEXT_MOST, "name of an object", &o.name));
    TRY(read_content(t, &o));
    TRY(threemf_grow(t, &t->objects, t->object_count, &t->object_capacity, sizeof *t->objects));
    t->objects[t->object_count++] = o;
    return MESH_OK;
}

static mesh_status read_resources(threemf* t, int part)
{
    mesh_status status;
    EACH_CHILD(t, status)
    TRY(is_core(&t->xml, "object") ? read_object(t, part) : skip(t));
    return status;
}

static mesh_status read_items(threemf* t, int part)
{
    mesh_status status;
    EACH_CHILD(t, status)
    {
        if (is_core(&t->xml, "item")) {
            TRY(threemf_grow(t, &t->items, t->item_count, &t->item_capacity, sizeof *t->items));
            const mesh_status read = read_use(t, part, "an item", &t->items[t->item_count]);
            t->item_count += read == MESH_OK;
            TRY(reader_forgive(t->r, read, "item dropped"));
        }
        TRY(skip(t));
    }
    return status;
}

// -------------------------------------------------------------------------------------------- model

static mesh_status read_unit(threemf* t, int part)
{
    static const struct {
        const char* name;
        double metres;
    } units[] = {
        {"micron", 1e-6}, {"millimeter", 1e-3}, {"centimeter", 1e-2},
        {"inch", 0.0254}, {"foot", 0.3048},     {"meter", 1},
    };
    reader* r = t->r;
    const xml_attribute* a = attribute_of(&t->xml, "unit");
    double metres = a ? 0 : 1e-3;
    for (size_t i = 0; a && i < sizeof units / sizeof units[0]; i++)
        if (a->value_length == strlen(units[i].name) &&
            memcmp(a->value, units[i].name, a->value_length) == 0)
            metres = units[i].metres;
    if (a && metres == 0)
        return reader_fail_whole(r, F046_ATTRIBUTE, t->xml.where, "\"%s\" is no unit of 3MF",
                                 quote(a->value, a->value + a->value_length).text);
    if (part == t->root) r->mesh.unit = metres;
    if (metres == r->mesh.unit) return MESH_OK;
    return reader_fail_whole(r, F046_ATTRIBUTE, t->xml.where,
                             "this model has another unit than the one that shows it");
}

// Refuse what a model requires and is not read here.
static mesh_status check_extension(threemf* t, const char* prefix, size_t length)
{
    const char* uri;
    size_t uri_length;
    const int space = xml_space_of(&t->xml, prefix, length, &uri, &uri_length);
    if (space >= 0 && !space_names[space]) return MESH_OK;
    const zip_name shown = zip_name_of(prefix, length), name = zip_name_of(uri, uri_length);
    if (space == XML_NO_SPACE)
        return reader_fail_whole(t->r, F046_ATTRIBUTE, t->xml.where,
                                 "the required extension \"%s\" is not declared", shown.text);
    if (space == XML_OTHER_SPACE)
        return reader_fail_whole(t->r, F019_EXTENSION, t->xml.where,
                                 "it requires the extension \"%s\" (%s), which is not read",
                                 shown.text, name.text);
    return reader_fail_whole(t->r, F019_EXTENSION, t->xml.where,
                             "it requires %s (extension \"%s\"), which are not read",
                             space_names[space], shown.text);
}

static mesh_status check_extensions(threemf* t)
{
    const xml_attribute* a = attribute_of(&t->xml, "requiredextensions");
    if (!a) return MESH_OK;
    const char *at = a->value, *end = at + a->value_length;
    for (;;) {
        while (at != end && (is_blank(*at) || is_newline(*at)))
            at++;
        const char* prefix = at;
        while (at != end && !is_blank(*at) && !is_newline(*at))
            at++;
        if (at == prefix) return MESH_OK;
        TRY(check_extension(t, prefix, (size_t)(at - prefix)));
    }
}

// The root of the XML.
static mesh_status begin_model(threemf* t, int part)
{
    reader* r = t->r;
    if (xml_next(&t->xml) == XML_FAILED) return threemf_fail_xml(t);
    const xml_reader* x = &t->xml;
    if (!is_core(x, "model"))
        return reader_fail_whole(r, F044_NO_3MF, x->where, "the root element is no <model> of 3MF");
    if (x->space == XML_NO_SPACE && !t->told_of_space) {
        t->told_of_space = true;
        TRY(reader_warn(r, F015_ODD, x->where,
                        "<model> has no namespace: it is read as one of 3MF"));
    }
    TRY(check_extensions(t));
    return read_unit(t, part);
}

mesh_status threemf_read_model(threemf* t, int part)
{
    t->line_at = t->file.bytes;
    t->line = 1;
    t->has_returns = memchr(t->file.bytes, '\r', t->file.size) != NULL;
    xml_begin(&t->xml, t->file.bytes, t->file.size, spaces, SPACE_COUNT);
    TRY(begin_model(t, part));
    mesh_status status;
    EACH_CHILD(t, status)
    {
        if (is_core(&t->xml, "resources")) {
            TRY(read_resources(t, part));
        } else if (is_core(&t->xml, "build") && part == t->root) {
            TRY(read_items(t, part));
        } else {
            TRY(skip(t));  // metadata; the build of a part that is not the root
        }
    }
    TRY(status);
    if (xml_next(&t->xml) == XML_FAILED) return threemf_fail_xml(t);
    if (!t->xml.undeclared) return MESH_OK;
    return reader_warn(t->r, F015_ODD, t->xml.undeclared,
                       "the prefix \"%s\" is not declared: what has it is passed over",
                       zip_name_of(t->xml.undeclared, t->xml.undeclared_length).text);
}
