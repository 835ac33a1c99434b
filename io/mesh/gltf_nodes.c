// gltf_nodes.c - the scene of a glTF file is walked; each node that shows a mesh becomes a node of the reader, under the path
// of names that leads to it.
#include "mesh/gltf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MOST = 256,  // of nodes: deeper than that nobody builds, and each node has its path
    NAME_MOST = 200,   // bytes of a name that paths have
};

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
    return gltf_fail(g, F034_GLTF_MEMBER, array,
                     "the %s of node %zu is not an array of %zu numbers", key, node, count);
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
        return gltf_fail(g, F039_GLTF_PLACE, g->nodes.items[node],
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
        return gltf_fail(g, F039_GLTF_PLACE, json_member(g->nodes.items[node], "matrix"),
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
        return gltf_fail(g, F039_GLTF_PLACE, matrix,
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
    const char* name = gltf_text_of(item, "name");
    size_t shown = 0;
    const json_value* value = json_member(item, "mesh");
    if (*name || !value || !gltf_is_whole(value, &shown) || shown >= g->meshes.count) return name;
    return gltf_text_of(g->meshes.items[shown], "name");
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
        return gltf_fail(g, F034_GLTF_MEMBER, array, "the %s of %s %zu are no array", key, element,
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
        return gltf_fail(g, F006_TOO_LARGE, children,
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
        return gltf_fail(g, F020_COMPRESSED, many,
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
            return gltf_fail(g, F041_TOO_FAR, g->nodes.items[node],
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
        return gltf_fail(g, F040_GLTF_NODES, item,
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
            if (gltf_is_whole(v, &child) && child < count) g->seen[child] = GLTF_SEEN;
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
            status =
                gltf_fail(g, F040_GLTF_NODES, g->nodes.items[i], "node %zu is inside itself", i);
            return reader_forgive(g->r, status, "node dropped");
        }
    return MESH_OK;
}

mesh_status gltf_visit_scene(gltf* g)
{
    gltf_list scenes;
    size_t number = SIZE_MAX, *nodes, count;
    mesh_status status = gltf_take_list(g, "scenes", "scene", &scenes);
    const json_value* scene = json_member(g->json.root, "scene");
    if (status == MESH_OK && scene && !(gltf_is_whole(scene, &number) && number < scenes.count))
        status = gltf_fail(g, F035_GLTF_NUMBER, scene,
                           "\"scene\" is not the number of a scene, of which there are %zu",
                           scenes.count);
    const json_value* chosen = number < scenes.count ? scenes.items[number] : NULL;
    free(scenes.items);
    if (status != MESH_OK) return gltf_fail_whole(g, status);
    if (!chosen) return visit_roots(g);
    if (scenes.count > 1)
        TRY(reader_warn(g->r, F056_NOT_SHOWN, g->text + scene->byte,
                        "scene %zu of %zu is read, the others are not", number, scenes.count));
    const json_value* array = json_member(chosen, "nodes");
    if (!array) return MESH_OK;
    TRY(take_nodes(g, array, "scene", number, "nodes", &nodes, &count));
    status = visit_all(g, nodes, count, &identity, (reader_error){0}, 1);
    free(nodes);
    return status;
}
