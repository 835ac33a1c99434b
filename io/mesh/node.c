// node.c - nodes, which show meshes of a file at places: what glTF and 3MF have in common. A node is a group; its place
// lies here until the end. Sums of products are taken exactly, so that what a place rounds is known, not guessed.
#include "mesh/reader.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES_MOST = 1 << 24 };  // a few bytes of a file can stand for any number of them

typedef struct node_list {
    mesh_matrix* places;
    reader_error* errors;  // of places
    size_t count, capacity;
    uint64_t shown;  // triangles of all nodes together
} node_list;

// ------------------------------------------------------------------------------------- exact sums

// A sum without an error: parts that do not overlap, the smallest first.
typedef struct expansion {
    double parts[9];
    int count;
    double lost;  // what products have lost that are too small for doubles
} expansion;

static void two_sum(double a, double b, double* sum, double* rest)
{
    *sum = a + b;
    const double more = *sum - a;
    *rest = (a - (*sum - more)) + (b - more);
}

static void add_term(expansion* e, double term)
{
    int count = 0;
    for (int i = 0; i < e->count; i++) {
        double rest;
        two_sum(term, e->parts[i], &term, &rest);
        if (rest != 0) e->parts[count++] = rest;
    }
    if (term != 0) e->parts[count++] = term;
    e->count = count;
}

static void add_product(expansion* e, double a, double b)
{
    static const double least = 0x1p-960;  // the rest of what is smaller may be no double
    if (a == 0 || b == 0) return;
    const double product = a * b;
    if (fabs(a) == 1 || fabs(b) == 1) {
        add_term(e, product);
        return;
    }
    if (fabs(product) < least) e->lost += DBL_TRUE_MIN;
    const double rest = fma(a, b, -product);
    if (rest != 0) add_term(e, rest);
    add_term(e, product);
}

static double sum_of(const expansion* e)
{
    double sum = 0;
    for (int i = 0; i < e->count; i++)
        sum += e->parts[i];
    return sum;
}

// Round to a double, and tell how far that is off: 0 if it is not.
static double round_off(expansion* e, double* error)
{
    double sum = sum_of(e);
    if (!isfinite(sum)) {
        *error = (double)INFINITY;
        return sum;
    }
    add_term(e, -sum);
    const double better = sum + sum_of(e);
    add_term(e, sum);
    add_term(e, -better);
    const double off = fabs(sum_of(e));
    *error = off > 0 || e->lost > 0 ? off * (1 + 8 * DBL_EPSILON) + e->lost : 0;
    return better;
}

// row * (x, y, z, last)
static double row_times(const double row[4], double x, double y, double z, double last,
                        double* error)
{
    expansion e = {.count = 0};
    add_product(&e, row[0], x);
    add_product(&e, row[1], y);
    add_product(&e, row[2], z);
    add_product(&e, row[3], last);
    return round_off(&e, error);
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

static double size_of(const double v[3])
{
    return fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
}

void reader_compose(mesh_matrix* out, reader_error* error, const mesh_matrix* outer,
                    const mesh_matrix* inner)
{
    static const double more = 1 + 8 * DBL_EPSILON;
    reader_error all = {0};
    mesh_matrix product;
    for (int column = 0; column < 4; column++) {
        const double v[3] = {inner->rows[0][column], inner->rows[1][column],
                             inner->rows[2][column]};
        double most = 0;
        for (int row = 0; row < 3; row++) {
            double off;
            product.rows[row][column] =
                row_times(outer->rows[row], v[0], v[1], v[2], column == 3, &off);
            most = greater(most, off);
        }
        if (error->turn > 0) most += error->turn * size_of(v) * more;
        if (column < 3)
            all.turn = greater(all.turn, most);
        else
            all.shift = most + error->shift * more;
    }
    *out = product;
    *error = all;
}

double mesh_place_vertex(const mesh_matrix* place, const double v[3], double out[3])
{
    double at[3], square = 0;
    for (int axis = 0; axis < 3; axis++) {
        double off;
        at[axis] = row_times(place->rows[axis], v[0], v[1], v[2], 1, &off);
        square += off * off;
        if (off > 0 && square == 0) square = DBL_MIN;  // too small to be squared
    }
    for (int axis = 0; axis < 3; axis++)
        out[axis] = at[axis];
    return square > 0 ? sqrt(square) * (1 + 8 * DBL_EPSILON) : 0;
}

bool mesh_place_is_mirror(const mesh_matrix* place)
{
    const double(*m)[4] = place->rows;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
               m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) <
           0;
}

// ----------------------------------------------------------------------------------------- adding

static mesh_status make_room(reader* r)
{
    if (!r->nodes && !(r->nodes = calloc(1, sizeof *r->nodes))) return reader_no_memory(r);
    node_list* list = r->nodes;
    if (list->count < list->capacity) return MESH_OK;
    const size_t capacity = list->capacity + list->capacity / 2 + 4;
    TRY(reader_may_take(r, capacity * (sizeof *list->places + sizeof *list->errors)));
    mesh_matrix* places = realloc(list->places, capacity * sizeof *places);
    if (!places) return reader_no_memory(r);
    list->places = places;
    reader_error* errors = realloc(list->errors, capacity * sizeof *errors);
    if (!errors) return reader_no_memory(r);
    list->errors = errors;
    list->capacity = capacity;
    return MESH_OK;
}

mesh_status reader_add_node(reader* r, const reader_node* node)
{
    TRY(make_room(r));
    node_list* list = r->nodes;
    if (list->count == NODES_MOST)
        return reader_fail_whole(r, F031_TOO_MANY, r->at,
                                 "it shows more than %d meshes or components", NODES_MOST);
    list->shown += node->triangle_count;
    if (!r->keep_places && list->shown > UINT32_MAX)
        return reader_fail_whole(
            r, F031_TOO_MANY, r->at,
            "all that it shows has more than 4294967295 triangles, as each mesh counts as often as "
            "it is shown");
    TRY(reader_add_group(r,
                         &(reader_group){
                             .name_length = node->name_length,
                             .id_length = node->id_length,
                             .first_triangle = node->first_triangle,
                             .triangle_count = node->triangle_count,
                             .kind = 'n',
                         },
                         node->name, node->id));
    list->places[list->count] = node->place;
    list->errors[list->count++] = node->error;
    return MESH_OK;
}

void reader_release_nodes(reader* r)
{
    if (!r->nodes) return;
    free(r->nodes->places);
    free(r->nodes->errors);
    free(r->nodes);
    r->nodes = NULL;
}

// -------------------------------------------------------------------------------------- finishing

// What the places of nodes have rounded.
typedef struct rounding {
    size_t nodes;
    double farthest;  // that a vertex may have been moved
} rounding;

// A number in one digit, rounded up; whatever the locale says.
static void tell_length(char text[32], double length)
{
    int exponent = (int)floor(log10(length));
    int digit = (int)ceil(length / pow(10, exponent));
    if (digit > 9) {
        digit = 1;
        exponent++;
    }
    snprintf(text, 32, "%de%d", digit < 1 ? 1 : digit, exponent);
}

static mesh_status warn_of_rounding(reader* r, const rounding* found)
{
    if (!found->nodes) return MESH_OK;
    char length[32];
    tell_length(length, found->farthest);
    return reader_warn(r, F054_ROUNDED, NULL,
                       "%zu of %zu placed meshes cannot be put in place exactly: vertices are "
                       "rounded, by at most %s",
                       found->nodes, r->nodes->count, length);
}

static bool is_off(const reader_error* error)
{
    return error->turn > 0 || error->shift > 0;
}

// How far a vertex can be off where its place is.
static double moved_by(const reader_error* error, double size)
{
    return (error->turn * size + error->shift) * 1.7320508075688774 * (1 + 8 * DBL_EPSILON);
}

// The places become the mesh's. A bound for all vertices will do: walking those of each node may take long.
static mesh_status keep_places(reader* r)
{
    node_list* list = r->nodes;
    rounding found = {0};
    double size = 0;
    for (size_t i = 0; i < list->count; i++)
        found.nodes += is_off(&list->errors[i]);
    for (size_t i = 0; found.nodes && i < r->mesh.vertex_count; i++) {
        const double sum = size_of(r->mesh.vertices + 3 * i);
        if (sum > size) size = sum;  // not of a missing one
    }
    for (size_t i = 0; found.nodes && i < list->count; i++)
        found.farthest = greater(found.farthest, moved_by(&list->errors[i], size));
    TRY(warn_of_rounding(r, &found));
    r->mesh.places = list->places;
    r->mesh.place_count = list->count;
    list->places = NULL;
    return MESH_OK;
}

// The mesh that is made: in the world, each mesh as often as it is shown.
typedef struct world {
    mesh mesh;          // zeroed arrays: only count
    uint32_t* numbers;  // of the reader's vertices in the node's copy; UINT32_MAX: not yet
    rounding found;
    double moved;  // by the node at hand
} world;

static void place_vertex(world* w, const reader* r, uint32_t vertex, size_t node)
{
    const double* v = r->mesh.vertices + 3 * (size_t)vertex;
    const reader_error* error = &r->nodes->errors[node];
    double off =
        mesh_place_vertex(&r->nodes->places[node], v, w->mesh.vertices + 3 * w->mesh.vertex_count);
    if (is_off(error)) off += moved_by(error, size_of(v));
    w->moved = greater(w->moved, off);
}

// Vertices and triangles that a node shows; without arrays they are only counted.
static void show_node(world* w, const reader* r, size_t node)
{
    const reader_group* group = &r->groups[node];
    if (!group->triangle_count) return;
    const uint32_t* from = r->mesh.triangles + 3 * group->first_triangle;
    const size_t corners = 3 * group->triangle_count;
    uint32_t* to = w->mesh.triangles ? w->mesh.triangles + 3 * w->mesh.triangle_count : NULL;
    for (size_t i = 0; i < corners; i++) {
        uint32_t* number = &w->numbers[from[i]];
        if (*number == UINT32_MAX) {
            *number = (uint32_t)w->mesh.vertex_count;
            if (to) place_vertex(w, r, from[i], node);
            w->mesh.vertex_count++;
        }
        if (to) to[i] = *number;
    }
    for (size_t i = 0; i < corners; i++)
        w->numbers[from[i]] = UINT32_MAX;
    if (to && mesh_place_is_mirror(&r->nodes->places[node]))
        for (size_t i = 0; i < corners; i += 3) {
            const uint32_t second = to[i + 1];
            to[i + 1] = to[i + 2];
            to[i + 2] = second;
        }
    w->mesh.triangle_count += group->triangle_count;
}

// The faces of a node go on from those before it, so that their order is that of the triangles.
static void show_faces(world* w, const reader* r, size_t node)
{
    const reader_group* group = &r->groups[node];
    if (!group->triangle_count) return;
    const uint32_t* from = r->mesh.faces + group->first_triangle;
    uint32_t* to = w->mesh.faces + w->mesh.triangle_count;
    for (size_t i = 0; i < group->triangle_count; i++)
        to[i] = (uint32_t)w->mesh.face_count + (from[i] - from[0]);
    w->mesh.face_count += (size_t)from[group->triangle_count - 1] - from[0] + 1;
}

static mesh_status fail_too_large(reader* r, const char* what)
{
    return reader_fail_whole(r, F031_TOO_MANY, r->at,
                             "all that it shows has more than 4294967295 %s", what);
}

static mesh_status count_world(world* w, reader* r)
{
    uint64_t faces = 0;
    for (size_t i = 0; i < r->group_count; i++) {
        const reader_group* group = &r->groups[i];
        show_node(w, r, i);
        if (w->mesh.vertex_count > UINT32_MAX) return fail_too_large(r, "vertices");
        if (r->mesh.faces && group->triangle_count) {
            const uint32_t* from = r->mesh.faces + group->first_triangle;
            faces += (uint64_t)from[group->triangle_count - 1] - from[0] + 1;
        }
    }
    return faces > UINT32_MAX ? fail_too_large(r, "faces") : MESH_OK;
}

static mesh_status take_world(world* w, reader* r)
{
    const size_t vertices = w->mesh.vertex_count, triangles = w->mesh.triangle_count;
    const size_t triangle = (r->mesh.faces ? 4 : 3) * sizeof *w->mesh.triangles;
    TRY(reader_may_take(r, vertices * 3 * sizeof *w->mesh.vertices + triangles * triangle));
    w->mesh.vertex_count = w->mesh.triangle_count = 0;
    if (!vertices || !triangles) return MESH_OK;
    w->mesh.vertices = malloc(vertices * 3 * sizeof *w->mesh.vertices);
    w->mesh.triangles = malloc(triangles * 3 * sizeof *w->mesh.triangles);
    if (r->mesh.faces) w->mesh.faces = malloc(triangles * sizeof *w->mesh.faces);
    const bool fine =
        w->mesh.vertices && w->mesh.triangles && (!r->mesh.faces || w->mesh.faces != NULL);
    return fine ? MESH_OK : reader_no_memory(r);
}

static mesh_status fill_world(world* w, reader* r)
{
    for (size_t i = 0; i < r->group_count; i++) {
        reader_group* group = &r->groups[i];
        const size_t first = w->mesh.triangle_count;
        w->moved = 0;
        if (w->mesh.faces) show_faces(w, r, i);
        show_node(w, r, i);
        group->first_triangle = first;
        if (!isfinite(w->moved))
            return reader_fail_whole(r, F041_TOO_FAR, r->at,
                                     "\"%.*s\" is placed beyond the largest double",
                                     (int)(group->id_length < 80 ? group->id_length : 80),
                                     r->names + group->name + group->name_length);
        w->found.nodes += w->moved > 0;
        w->found.farthest = greater(w->found.farthest, w->moved);
    }
    if (!w->mesh.faces) w->mesh.face_count = w->mesh.triangle_count;
    return warn_of_rounding(r, &w->found);
}

// Exchange the reader's arrays for those of the world.
static void take_arrays(reader* r, world* w)
{
    mesh* m = &r->mesh;
    double* vertices = m->vertices;
    uint32_t *triangles = m->triangles, *faces = m->faces;
    m->vertices = w->mesh.vertices;
    m->triangles = w->mesh.triangles;
    m->faces = w->mesh.faces;
    w->mesh.vertices = vertices;
    w->mesh.triangles = triangles;
    w->mesh.faces = faces;
    r->vertex_capacity = m->vertex_count = w->mesh.vertex_count;
    r->triangle_capacity = m->triangle_count = w->mesh.triangle_count;
    m->face_count = w->mesh.face_count;
    r->missing_count = 0;  // no triangle uses one
}

static mesh_status expand(reader* r)
{
    const size_t count = r->mesh.vertex_count;
    const size_t corners = 3 * (size_t)r->nodes->shown;
    TRY(reader_may_take(r, (count + corners) * sizeof(uint32_t)));
    world w = {.numbers = malloc((count + 1) * sizeof *w.numbers)};
    if (!w.numbers) return reader_no_memory(r);
    for (size_t i = 0; i < count; i++)
        w.numbers[i] = UINT32_MAX;
    mesh_status status = count_world(&w, r);
    if (status == MESH_OK) status = take_world(&w, r);
    if (status == MESH_OK) status = fill_world(&w, r);
    if (status == MESH_OK) take_arrays(r, &w);
    free(w.numbers);
    mesh_free(&w.mesh);
    return status;
}

mesh_status reader_finish_nodes(reader* r)
{
    if (!r->nodes) return MESH_OK;
    return r->keep_places ? keep_places(r) : expand(r);
}
