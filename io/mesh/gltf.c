// gltf.c - glTF 2.0: binary (.glb) and text (.gltf). The scene is walked; each node that shows a mesh becomes a node of
// the reader, under the path of names that leads to it.
#include "mesh/gltf.h"

#include "file/bytes.h"
#include "text/end.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MOST = 256,  // of nodes: deeper than that nobody builds, and each node has its path
    NAME_MOST = 200,   // bytes of a name that paths have
    HEADER_BYTES = 12,
    CHUNK_HEADER_BYTES = 8,
};

// ----------------------------------------------------------------------------------------- failing

mesh_status gltf_fail(const gltf* g, mesh_status status, const json_value* where,
                      const char* format, ...)
{
    char text[240], line[48] = "";
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (g->r->binary && where->line > 1)
        snprintf(line, sizeof line, "line %zu of its JSON: ", where->line);
    reader_fail(g->r, status, g->text + where->byte, "%s%s", line, text);
    return status;  // all bytes are there
}

// What cannot be forgiven, since nothing would be right.
static mesh_status fail_whole(const gltf* g, mesh_status status)
{
    g->r->fatal = true;
    return status;
}

// ------------------------------------------------------------------------------------------ values

static bool is_whole(const json_value* value, size_t* out)
{
    if (value->kind != JSON_NUMBER || !(value->number >= 0 && value->number <= 0x1p53))
        return false;
    *out = (size_t)value->number;
    return (double)*out == value->number;
}

mesh_status gltf_size(const gltf* g, const json_value* owner, const char* element, size_t number,
                      const char* key, size_t* out)
{
    const json_value* value = json_member(owner, key);
    if (!value || is_whole(value, out)) return MESH_OK;
    return gltf_fail(g, MESH_SYNTAX, value, "the %s of %s %zu is no whole number", key, element,
                     number);
}

mesh_status gltf_element(const gltf* g, const json_value* value, const char* element, size_t number,
                         const char* key, const gltf_list* list, size_t* out)
{
    *out = SIZE_MAX;
    if (!is_whole(value, out))
        return gltf_fail(g, MESH_SYNTAX, value, "the %s of %s %zu is no whole number", key, element,
                         number);
    if (*out < list->count) return MESH_OK;
    return gltf_fail(g, MESH_BAD_INDEX, value, "the %s of %s %zu is %s %zu, and there are %zu", key,
                     element, number, list->element, *out, list->count);
}

mesh_status gltf_reference(const gltf* g, const json_value* owner, const char* element,
                           size_t number, const char* key, const gltf_list* list, size_t* out)
{
    const json_value* value = json_member(owner, key);
    *out = SIZE_MAX;
    return value ? gltf_element(g, value, element, number, key, list, out) : MESH_OK;
}

// Numbers of an array of exactly so many; if it is not there they stay as they are.
static mesh_status take_numbers(const gltf* g, size_t node, const char* key, double* out,
                                size_t count)
{
    const json_value* array = json_member(g->nodes.items[node], key);
    if (!array) return MESH_OK;
    const json_value* value =
        array->kind == JSON_ARRAY && array->count == count ? array->first : NULL;
    for (; value && value->kind == JSON_NUMBER; value = value->next)
        *out++ = value->number;
    if (array->kind == JSON_ARRAY && array->count == count && !value) return MESH_OK;
    return gltf_fail(g, MESH_SYNTAX, array, "the %s of node %zu is not an array of %zu numbers",
                     key, node, count);
}

static mesh_status take_list(gltf* g, const char* key, const char* element, gltf_list* out)
{
    const json_value* array = json_member(g->json.root, key);
    *out = (gltf_list){.element = element};
    if (!array) return MESH_OK;
    if (array->kind != JSON_ARRAY)
        return fail_whole(g, gltf_fail(g, MESH_SYNTAX, array, "\"%s\" is %s, not an array", key,
                                       json_kind_text(array->kind)));
    // NOLINTBEGIN(bugprone-sizeof-expression): pointers are what it holds
    TRY(reader_may_take(g->r, array->count * sizeof *out->items));
    out->items = malloc((array->count + 1) * sizeof *out->items);
    // NOLINTEND(bugprone-sizeof-expression)
    if (!out->items) return reader_no_memory(g->r);
    for (const json_value* v = array->first; v; v = v->next) {
        if (v->kind != JSON_OBJECT)
            return fail_whole(g, gltf_fail(g, MESH_SYNTAX, v, "%s %zu is %s, not an object",
                                           element, out->count, json_kind_text(v->kind)));
        out->items[out->count++] = v;
    }
    return MESH_OK;
}

static const char* text_of(const json_value* object, const char* key)
{
    const json_value* value = json_member(object, key);
    return value && value->kind == JSON_STRING ? value->text : "";
}

// ---------------------------------------------------------------------------------------- versions

static mesh_status check_version(const gltf* g)
{
    const json_value* asset = json_member(g->json.root, "asset");
    if (!asset)
        return gltf_fail(g, MESH_SYNTAX, g->json.root,
                         "there is no \"asset\", which says which glTF it is");
    const char *version = text_of(asset, "version"), *least = text_of(asset, "minVersion");
    if (strncmp(version, "2.", 2) != 0)
        return gltf_fail(g, MESH_UNKNOWN_FORMAT, asset,
                         "this is glTF \"%.20s\"; what is read is 2.0: convert it", version);
    if (*least && strcmp(least, "2.0") != 0)
        return gltf_fail(g, MESH_UNKNOWN_FORMAT, asset,
                         "it needs a reader of glTF %.20s; this one reads 2.0", least);
    return MESH_OK;
}

// Extensions that are about looks, or about what is no geometry: what is required of those is not missed.
static bool is_about_looks(const char* name)
{
    static const char* const beginnings[] = {
        "KHR_materials_", "EXT_materials_",      "ADOBE_materials_", "KHR_texture_",
        "EXT_texture_",   "MSFT_texture_",       "KHR_lights_",      "EXT_lights_",
        "KHR_animation_", "KHR_node_visibility", "KHR_xmp",          "EXT_mesh_manifold",
        "KHR_audio_",     "CESIUM_primitive_",
    };
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0) return true;
    return false;
}

static mesh_status check_extensions(const gltf* g)
{
    const json_value* required = json_member(g->json.root, "extensionsRequired");
    if (required && required->kind != JSON_ARRAY)
        return gltf_fail(g, MESH_SYNTAX, required, "\"extensionsRequired\" is %s, not an array",
                         json_kind_text(required->kind));
    for (const json_value* v = required ? required->first : NULL; v; v = v->next) {
        if (v->kind != JSON_STRING)
            return gltf_fail(g, MESH_SYNTAX, v, "a required extension is %s, not a name",
                             json_kind_text(v->kind));
        if (!is_about_looks(v->text))
            return gltf_fail(g, MESH_UNKNOWN_FORMAT, v,
                             "it requires %.60s, which is not read: export it without", v->text);
    }
    return MESH_OK;
}

// ------------------------------------------------------------------------------------------ places

// A rotation of any quaternion but 0, whether its norm is 1 or not: quarter turns come out exact.
static mesh_status take_rotation(const gltf* g, size_t node, double out[3][3])
{
    double q[4] = {0, 0, 0, 1};
    TRY(take_numbers(g, node, "rotation", q, 4));
    double most = 0;
    for (int i = 0; i < 4; i++)
        most = fabs(q[i]) > most ? fabs(q[i]) : most;
    if (most == 0)
        return gltf_fail(g, MESH_SYNTAX, g->nodes.items[node],
                         "the rotation of node %zu is a quaternion of 0", node);
    int exponent;
    frexp(most, &exponent);
    for (int i = 0; i < 4; i++)
        q[i] = ldexp(q[i], -exponent);
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double n = x * x + y * y + z * z + w * w;
    const double rows[3][3] = {
        {(w * w + x * x - y * y - z * z) / n, 2 * (x * y - z * w) / n, 2 * (x * z + y * w) / n},
        {2 * (x * y + z * w) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - x * w) / n},
        {2 * (x * z - y * w) / n, 2 * (y * z + x * w) / n, (w * w - x * x - y * y + z * z) / n},
    };
    memcpy(out, rows, sizeof rows);
    return MESH_OK;
}

static mesh_status take_matrix(const gltf* g, size_t node, mesh_matrix* out)
{
    double m[16] = {0};
    TRY(take_numbers(g, node, "matrix", m, 16));
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)
        return gltf_fail(g, MESH_SYNTAX, json_member(g->nodes.items[node], "matrix"),
                         "the last row of the matrix of node %zu is not 0 0 0 1", node);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            out->rows[row][column] = m[4 * column + row];
    return MESH_OK;
}

static mesh_status take_place(const gltf* g, size_t node, mesh_matrix* out)
{
    const json_value* item = g->nodes.items[node];
    double rotation[3][3], scale[3] = {1, 1, 1}, translation[3] = {0};
    const json_value* matrix = json_member(item, "matrix");
    if (matrix && (json_member(item, "rotation") || json_member(item, "scale") ||
                   json_member(item, "translation")))
        return gltf_fail(g, MESH_SYNTAX, matrix,
                         "node %zu has a matrix and a translation, rotation or scale", node);
    if (matrix) return take_matrix(g, node, out);
    TRY(take_rotation(g, node, rotation));
    TRY(take_numbers(g, node, "scale", scale, 3));
    TRY(take_numbers(g, node, "translation", translation, 3));
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            out->rows[row][column] = rotation[row][column] * scale[column];
        out->rows[row][3] = translation[row];
    }
    return MESH_OK;
}

// ------------------------------------------------------------------------------------------- paths

// What a node is called: else by its mesh.
static const char* name_of(const gltf* g, size_t node)
{
    const json_value* item = g->nodes.items[node];
    const char* name = text_of(item, "name");
    size_t shown = 0;
    const json_value* value = json_member(item, "mesh");
    if (*name || !value || !is_whole(value, &shown) || shown >= g->meshes.count) return name;
    return text_of(g->meshes.items[shown], "name");
}

// How much of a name paths have: whole characters of UTF-8.
static size_t length_in_path(const char* name)
{
    size_t length = strlen(name);
    if (length <= NAME_MOST) return length;
    for (length = NAME_MOST; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80;)
        length--;
    return length;
}

// What is the same in paths is the same name.
static int compare_text(const char* a, const char* b)
{
    const size_t m = length_in_path(a), n = length_in_path(b);
    const int order = memcmp(a, b, m < n ? m : n);
    return order ? order : (m > n) - (m < n);
}

typedef struct sibling {
    const char* name;
    size_t order;
    size_t node;
} sibling;

static int compare_siblings(const void* x, const void* y)
{
    const sibling *a = x, *b = y;
    const int order = compare_text(a->name, b->name);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

// Count those of one name, in their order.
static mesh_status number_twins(const gltf* g, const size_t* nodes, size_t count)
{
    sibling* list = malloc((count + 1) * sizeof *list);
    if (!list) return reader_no_memory(g->r);
    for (size_t i = 0; i < count; i++)
        list[i] = (sibling){name_of(g, nodes[i]), i, nodes[i]};
    if (count) qsort(list, count, sizeof *list, compare_siblings);
    for (size_t i = 0; i < count; i++) {
        const bool is_twin = i && compare_text(list[i].name, list[i - 1].name) == 0;
        g->twins[list[i].node] = is_twin ? g->twins[list[i - 1].node] + 1 : 0;
    }
    free(list);
    return MESH_OK;
}

static mesh_status reserve_path(gltf* g, size_t more)
{
    if (g->path_capacity - g->path_size >= more) return MESH_OK;
    const size_t capacity = g->path_size + more + g->path_size / 2;
    char* larger = realloc(g->path, capacity);
    if (!larger) return reader_no_memory(g->r);
    g->path = larger;
    g->path_capacity = capacity;
    return MESH_OK;
}

// Append "/" and the name, and which of several with that name it is: "Child[2]". What would make two paths alike is
// written as %2F; what has no name is "_".
static mesh_status push_name(gltf* g, size_t node)
{
    const char* name = name_of(g, node);
    TRY(reserve_path(g, 3 * NAME_MOST + 32));
    char* const begin = g->path + g->path_size;
    char* to = begin;
    if (g->path_size) *to++ = '/';
    const size_t length = length_in_path(name);
    const bool is_numbered = length && name[length - 1] == ']';
    if (!length) *to++ = '_';
    for (size_t i = 0; i < length; i++) {
        const char c = name[i];
        if (c == '/' || c == '%' || (c == '[' && is_numbered) || (c == '_' && length == 1))
            to += snprintf(to, 4, "%%%02X", (unsigned)(unsigned char)c);
        else
            *to++ = c;
    }
    if (g->twins[node]) to += snprintf(to, 24, "[%zu]", (size_t)g->twins[node] + 1);
    g->path_size += (size_t)(to - begin);
    return MESH_OK;
}

// ------------------------------------------------------------------------------------------- nodes

// NOLINTBEGIN(misc-no-recursion): DEPTH_MOST deep
static mesh_status visit(gltf* g, size_t node, const mesh_matrix* parent, reader_error error,
                         int depth);

// Take a list of numbers of nodes, to be freed.
static mesh_status take_nodes(const gltf* g, const json_value* array, const char* element,
                              size_t number, const char* key, size_t** out, size_t* out_count)
{
    *out = NULL;
    *out_count = 0;
    if (array->kind != JSON_ARRAY)
        return gltf_fail(g, MESH_SYNTAX, array, "the %s of %s %zu are no array", key, element,
                         number);
    TRY(reader_may_take(g->r, array->count * (sizeof **out + sizeof(sibling))));
    size_t* nodes = malloc((array->count + 1) * sizeof *nodes);
    if (!nodes) return reader_no_memory(g->r);
    size_t count = 0;
    for (const json_value* v = array->first; v; v = v->next) {
        const mesh_status status =
            gltf_element(g, v, element, number, key, &g->nodes, &nodes[count++]);
        if (status == MESH_OK) continue;
        free(nodes);
        return status;
    }
    *out = nodes;
    *out_count = count;
    return MESH_OK;
}

static mesh_status visit_all(gltf* g, const size_t* nodes, size_t count, const mesh_matrix* parent,
                             reader_error error, int depth)
{
    TRY(number_twins(g, nodes, count));
    for (size_t i = 0; i < count; i++)
        TRY(reader_forgive(g->r, visit(g, nodes[i], parent, error, depth), "node dropped"));
    return MESH_OK;
}

static mesh_status visit_children(gltf* g, size_t node, const mesh_matrix* place,
                                  reader_error error, int depth)
{
    const json_value* children = json_member(g->nodes.items[node], "children");
    size_t *nodes, count;
    if (!children) return MESH_OK;
    if (depth == DEPTH_MOST)
        return gltf_fail(g, MESH_TOO_LARGE, children,
                         "node %zu is nested deeper than %d, and has children", node, DEPTH_MOST);
    TRY(take_nodes(g, children, "node", node, "children", &nodes, &count));
    const mesh_status status = visit_all(g, nodes, count, place, error, depth + 1);
    free(nodes);
    return status;
}

static const mesh_matrix identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

static mesh_status show_mesh(gltf* g, size_t node, const mesh_matrix* place, reader_error error)
{
    size_t number;
    const json_value* item = g->nodes.items[node];
    TRY(gltf_reference(g, item, "node", node, "mesh", &g->meshes, &number));
    if (number == SIZE_MAX) return MESH_OK;
    const json_value* many =
        json_member(json_member(item, "extensions"), "EXT_mesh_gpu_instancing");
    if (many)
        return gltf_fail(g, MESH_SYNTAX, many,
                         "node %zu shows a mesh many times: EXT_mesh_gpu_instancing is not read",
                         node);
    gltf_part part = {0};
    TRY(gltf_read_mesh(g, number, &part));
    // A skin alone says where its vertices are.
    const bool has_skin = json_member(item, "skin") != NULL;
    g->skin_count += has_skin;
    const char* name = name_of(g, node);
    char numbered[32];
    if (!*name) {
        snprintf(numbered, sizeof numbered, "node %zu", node);
        name = numbered;
    }
    const reader_error none = {0};
    const reader_node shown = {
        .name = name,
        .name_length = strlen(name),
        .id = g->path,
        .id_length = g->path_size,
        .place = has_skin ? identity : *place,
        .error = has_skin ? none : error,
        .first_triangle = part.first_triangle,
        .triangle_count = part.triangle_count,
    };
    return reader_add_node(g->r, &shown);
}

static mesh_status check_place(const gltf* g, size_t node, const mesh_matrix* place)
{
    for (int i = 0; i < 12; i++)
        if (!isfinite(place->rows[i / 4][i % 4]))
            return gltf_fail(g, MESH_BAD_NUMBER, g->nodes.items[node],
                             "the place of node %zu is beyond the largest double", node);
    return MESH_OK;
}

static mesh_status visit_new(gltf* g, size_t node, const mesh_matrix* parent, reader_error error,
                             int depth)
{
    mesh_matrix own = identity, place;
    TRY(take_place(g, node, &own));
    TRY(check_place(g, node, &own));
    reader_compose(&place, &error, parent, &own);
    TRY(check_place(g, node, &place));
    TRY(show_mesh(g, node, &place, error));
    return visit_children(g, node, &place, error, depth);
}

static mesh_status visit(gltf* g, size_t node, const mesh_matrix* parent, reader_error error,
                         int depth)
{
    const json_value* item = g->nodes.items[node];
    if (g->seen[node])
        return gltf_fail(g, MESH_SYNTAX, item,
                         g->seen[node] == GLTF_OPEN
                             ? "node %zu is inside itself"
                             : "node %zu has two parents, or is a child and a root",
                         node);
    const size_t before = g->path_size;
    TRY(push_name(g, node));
    g->seen[node] = GLTF_OPEN;
    const mesh_status status = visit_new(g, node, parent, error, depth);
    g->seen[node] = GLTF_SEEN;
    g->path_size = before;
    return status;
}

// NOLINTEND(misc-no-recursion)

// ------------------------------------------------------------------------------------------ scenes

// The nodes that are no one's children.
static mesh_status visit_roots(gltf* g)
{
    const size_t count = g->nodes.count;
    TRY(reader_may_take(g->r, count * sizeof(size_t)));
    size_t* roots = calloc(count + 1, sizeof *roots);
    if (!roots) return reader_no_memory(g->r);
    for (size_t i = 0; i < count; i++) {
        const json_value* children = json_member(g->nodes.items[i], "children");
        size_t child;
        for (const json_value* v = children ? children->first : NULL; v; v = v->next)
            if (is_whole(v, &child) && child < count) g->seen[child] = GLTF_SEEN;
    }
    size_t root_count = 0;
    for (size_t i = 0; i < count; i++)
        if (!g->seen[i]) roots[root_count++] = i;
    memset(g->seen, 0, count);
    mesh_status status = visit_all(g, roots, root_count, &identity, (reader_error){0}, 1);
    free(roots);
    TRY(status);
    // What was not reached has no root above it: it goes round.
    for (size_t i = 0; i < count; i++)
        if (!g->seen[i] && !g->r->dropped) {
            status = gltf_fail(g, MESH_SYNTAX, g->nodes.items[i], "node %zu is inside itself", i);
            return reader_forgive(g->r, status, "node dropped");
        }
    return MESH_OK;
}

static mesh_status visit_scene(gltf* g)
{
    gltf_list scenes;
    size_t number = SIZE_MAX, *nodes, count;
    mesh_status status = take_list(g, "scenes", "scene", &scenes);
    const json_value* scene = json_member(g->json.root, "scene");
    if (status == MESH_OK && scene && !(is_whole(scene, &number) && number < scenes.count))
        status = gltf_fail(g, MESH_BAD_INDEX, scene,
                           "\"scene\" is not the number of a scene, of which there are %zu",
                           scenes.count);
    const json_value* chosen = number < scenes.count ? scenes.items[number] : NULL;
    free(scenes.items);
    if (status != MESH_OK) return fail_whole(g, status);
    if (!chosen) return visit_roots(g);
    if (scenes.count > 1)
        TRY(reader_warn(g->r, g->text + scene->byte, "scene %zu of %zu is read, the others are not",
                        number, scenes.count));
    const json_value* array = json_member(chosen, "nodes");
    if (!array) return MESH_OK;
    TRY(take_nodes(g, array, "scene", number, "nodes", &nodes, &count));
    status = visit_all(g, nodes, count, &identity, (reader_error){0}, 1);
    free(nodes);
    return status;
}

// What is not as it looks in a viewer.
static mesh_status warn(const gltf* g)
{
    if (g->skin_count)
        TRY(reader_warn(
            g->r, NULL,
            "%zu node%s with a skin: what it covers is read unposed, where its vertices "
            "are",
            g->skin_count, g->skin_count == 1 ? "" : "s"));
    if (g->morph_count)
        TRY(reader_warn(g->r, NULL, "%zu primitive%s with morph targets: none is applied",
                        g->morph_count, g->morph_count == 1 ? "" : "s"));
    if (g->other_count)
        TRY(reader_warn(g->r, NULL, "%zu primitive%s of points or lines left out", g->other_count,
                        g->other_count == 1 ? "" : "s"));
    if (!g->nodes.count && g->meshes.count)
        TRY(reader_warn(g->r, NULL, "no node shows any of its %zu meshes", g->meshes.count));
    return MESH_OK;
}

// -------------------------------------------------------------------------------------------- file

static mesh_status take_all(gltf* g)
{
    if (g->json.root->kind != JSON_OBJECT)
        return gltf_fail(g, MESH_SYNTAX, g->json.root, "the JSON of a glTF file is an object");
    TRY(check_version(g));
    TRY(check_extensions(g));
    TRY(take_list(g, "buffers", "buffer", &g->buffers));
    TRY(take_list(g, "bufferViews", "buffer view", &g->views));
    TRY(take_list(g, "accessors", "accessor", &g->accessors));
    TRY(take_list(g, "meshes", "mesh", &g->meshes));
    TRY(take_list(g, "nodes", "node", &g->nodes));
    TRY(reader_may_take(g->r, g->buffers.count * sizeof *g->opened +
                                  g->accessors.count * sizeof *g->vertices +
                                  g->meshes.count * sizeof *g->parts +
                                  g->nodes.count * (sizeof *g->seen + sizeof *g->twins)));
    g->opened = calloc(g->buffers.count + 1, sizeof *g->opened);
    g->vertices = malloc((g->accessors.count + 1) * sizeof *g->vertices);
    g->parts = calloc(g->meshes.count + 1, sizeof *g->parts);
    g->seen = calloc(g->nodes.count + 1, sizeof *g->seen);
    g->twins = calloc(g->nodes.count + 1, sizeof *g->twins);
    if (!g->opened || !g->vertices || !g->parts || !g->seen || !g->twins)
        return reader_no_memory(g->r);
    for (size_t i = 0; i < g->accessors.count; i++)
        g->vertices[i] = SIZE_MAX;
    return MESH_OK;
}

static void release(gltf* g)
{
    gltf_close_buffers(g);
    free(g->buffers.items);
    free(g->views.items);
    free(g->accessors.items);
    free(g->meshes.items);
    free(g->nodes.items);
    free(g->vertices);
    free(g->parts);
    free(g->seen);
    free(g->twins);
    free(g->path);
    json_tree_free(&g->json);
}

// What json_tree.h says is wrong begins with a line: the error has its place.
static mesh_status fail_json(const gltf* g, json_tree_status status, size_t size, const char* why)
{
    int64_t line = 1;
    const char *at = g->text, *end = at + size, *text = why;
    if (status == JSON_TREE_OUT_OF_MEMORY) return reader_no_memory(g->r);
    if (strncmp(why, "line ", 5) == 0) {
        const char* digits = why + 5;
        if (integer_parse(&digits, why + strlen(why), &line) && strncmp(digits, ": ", 2) == 0)
            text = digits + 2;
    }
    const int64_t told = line;
    for (; line > 1 && at != end; at++)
        line -= *at == '\n' || (*at == '\r' && (at + 1 == end || at[1] != '\n'));
    const mesh_status class = status == JSON_TREE_TOO_LARGE ? MESH_TOO_LARGE : MESH_SYNTAX;
    if (g->r->binary && told > 1)
        return reader_fail_whole(g->r, class, at, "line %zu of its JSON: %s", (size_t)told, text);
    return reader_fail_whole(g->r, class, at, "%s%s", g->r->binary ? "its JSON: " : "", text);
}

static mesh_status read_json(gltf* g, size_t size)
{
    char why[JSON_TREE_WHY];
    const json_tree_status read = json_tree_read(&g->json, g->text, size, why);
    if (read) return fail_json(g, read, size, why);
    mesh_status status = take_all(g);
    if (status != MESH_OK) return fail_whole(g, status);
    TRY(visit_scene(g));
    return warn(g);
}

// ------------------------------------------------------------------------------------------ chunks

// What stands behind the length that the header tells.
static mesh_status end_at(reader* r, size_t length)
{
    const size_t size = (size_t)(r->end - r->begin);
    if (length < HEADER_BYTES)
        return reader_fail_whole(r, MESH_SYNTAX, r->begin + 8,
                                 "the header says %zu bytes, and has 12 itself", length);
    if (length > size) {
        const mesh_status status = reader_fail(
            r, MESH_TRUNCATED, r->end, "the header says %zu bytes, the file has %zu", length, size);
        return reader_forgive(r, status, "those are read");
    }
    const char* end = r->begin + length;
    if (length == size) return MESH_OK;
    if (is_padding(end, r->end)) {
        TRY(reader_warn(r, end, "%zu zeros behind the last chunk are ignored", size - length));
    } else {
        const mesh_status status =
            reader_fail(r, MESH_SYNTAX, end, "the header says %zu bytes, and %zu more follow",
                        length, size - length);
        TRY(reader_forgive(r, status, "these are ignored"));
    }
    r->end = end;
    return MESH_OK;
}

// The chunk here; the reader moves behind it. One that the file ends in is as long as what is left.
static mesh_status take_chunk(reader* r, uint32_t* type, const char** at, size_t* size)
{
    const size_t left = (size_t)(r->end - r->at);
    if (left < CHUNK_HEADER_BYTES)
        return reader_fail_whole(r, MESH_TRUNCATED, r->at, "the file ends where a chunk should be");
    *size = load_u32(r->at, false);
    *type = load_u32(r->at + 4, false);
    *at = r->at + CHUNK_HEADER_BYTES;
    if (*size > left - CHUNK_HEADER_BYTES) {
        const mesh_status status =
            reader_fail(r, MESH_TRUNCATED, r->at, "a chunk has %zu bytes, and there are %zu", *size,
                        left - CHUNK_HEADER_BYTES);
        TRY(reader_forgive(r, status, "those are read"));
        *size = left - CHUNK_HEADER_BYTES;
    }
    r->at = *at + *size;
    return MESH_OK;
}

static mesh_status read_binary(gltf* g)
{
    enum { JSON_CHUNK = 0x4E4F534A, BINARY_CHUNK = 0x004E4942 };
    reader* r = g->r;
    uint32_t type = 0;
    const char* at = NULL;
    size_t size = 0;
    r->binary = true;
    if (r->end - r->at < HEADER_BYTES)
        return reader_fail_whole(r, MESH_TRUNCATED, r->end,
                                 "a binary glTF file begins with 12 bytes, this one has %zu",
                                 (size_t)(r->end - r->begin));
    const unsigned version = load_u32(r->at + 4, false);
    if (version != 2)
        return reader_fail_whole(r, MESH_UNKNOWN_FORMAT, r->at + 4,
                                 "this is binary glTF %u; what is read is 2: convert it", version);
    TRY(end_at(r, load_u32(r->at + 8, false)));
    r->at += HEADER_BYTES;
    TRY(take_chunk(r, &type, &at, &size));
    if (type != JSON_CHUNK)
        return reader_fail_whole(r, MESH_SYNTAX, at - CHUNK_HEADER_BYTES,
                                 "the first chunk is not JSON");
    g->text = at;
    const size_t text_size = size;
    while (!g->chunk && r->at != r->end) {
        TRY(take_chunk(r, &type, &at, &size));
        if (type != BINARY_CHUNK) continue;
        g->chunk = at;
        g->chunk_size = size;
    }
    r->at = g->text;
    return read_json(g, text_size);
}

mesh_status gltf_read(reader* r)
{
    gltf g = {.r = r};
    TRY(reader_need_all(r));
    r->mesh.format = MESH_GLTF;
    r->mesh.unit = 1;
    const bool is_binary = (size_t)(r->end - r->at) >= 4 && memcmp(r->at, "glTF", 4) == 0;
    r->mesh.variant = is_binary ? "binary" : "text";
    mesh_status status = MESH_OK;
    if (is_binary) {
        status = read_binary(&g);
    } else if ((status = reader_end_text(r)) == MESH_OK) {
        g.text = r->at;
        status = read_json(&g, (size_t)(r->end - r->at));
    }
    release(&g);
    return status;
}
