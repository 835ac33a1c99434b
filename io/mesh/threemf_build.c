// threemf_build.c - 3MF: what the items of the build show. See threemf.h.
#include "mesh/threemf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Components may double themselves at every level: somewhere it ends, though they may show nothing.
enum { DEPTH_MOST = 64, VISITS_MOST = 1 << 20 };

// ----------------------------------------------------------------------------- objects by their ids

static int compare_keys(const void* a, const void* b)
{
    const threemf_key *x = a, *y = b;
    if (x->part != y->part) return x->part < y->part ? -1 : 1;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return (x->object > y->object) - (x->object < y->object);
}

size_t threemf_find(const threemf* t, int part, int64_t id)
{
    size_t low = 0, high = t->object_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const threemf_key* k = &t->keys[middle];
        if (k->part != part ? k->part < part : k->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < t->object_count && t->keys[low].part == part && t->keys[low].id == id;
    return found ? t->keys[low].object : SIZE_MAX;
}

static mesh_status refuse_repeated(threemf* t)
{
    const threemf_key* keys = t->keys;
    for (size_t i = 1; i < t->object_count; i++) {
        if (keys[i].part != keys[i - 1].part || keys[i].id != keys[i - 1].id) continue;
        const threemf_object* o = &t->objects[keys[i].object];
        const char* where = threemf_place(t, o->part, o->line);
        const mesh_status status =
            reader_fail(t->r, F047_OBJECTS, where, "there are two objects %lld", (long long)o->id);
        TRY(reader_forgive(t->r, status, "the first is used"));
    }
    return MESH_OK;
}

static mesh_status resolve(threemf* t, threemf_use* uses, size_t count, const char* what)
{
    for (size_t i = 0; i < count; i++) {
        threemf_use* use = &uses[i];
        use->object = threemf_find(t, use->part, use->id);
        if (use->object != SIZE_MAX) continue;
        const char* where = threemf_place(t, use->told_in, use->line);
        const mesh_status status =
            reader_fail(t->r, F048_NO_OBJECT, where, "there is no object %lld", (long long)use->id);
        TRY(reader_forgive(t->r, status, what));
    }
    return MESH_OK;
}

static mesh_status resolve_all(threemf* t)
{
    const size_t count = t->object_count;
    TRY(reader_may_take(t->r, (count + 1) * sizeof *t->keys));
    t->keys = malloc((count + 1) * sizeof *t->keys);
    if (!t->keys) return reader_no_memory(t->r);
    for (size_t i = 0; i < count; i++)
        t->keys[i] = (threemf_key){t->objects[i].part, t->objects[i].id, i};
    qsort(t->keys, count, sizeof *t->keys, compare_keys);
    TRY(refuse_repeated(t));
    TRY(resolve(t, t->components, t->component_count, "component dropped"));
    return resolve(t, t->items, t->item_count, "item dropped");
}

// ------------------------------------------------------------------------------- what no item builds

static void mark(threemf* t, const threemf_use* uses, size_t count, size_t* list, size_t* marked)
{
    for (size_t i = 0; i < count; i++) {
        if (uses[i].object == SIZE_MAX || t->objects[uses[i].object].is_built) continue;
        t->objects[uses[i].object].is_built = true;
        list[(*marked)++] = uses[i].object;
    }
}

static mesh_status mark_built(threemf* t, size_t* marked)
{
    TRY(reader_may_take(t->r, (t->object_count + 1) * sizeof(size_t)));
    size_t* list = malloc((t->object_count + 1) * sizeof *list);
    if (!list) return reader_no_memory(t->r);
    mark(t, t->items, t->item_count, list, marked);
    for (size_t done = 0; done < *marked; done++) {
        const threemf_object* o = &t->objects[list[done]];
        if (o->component_count > 0)
            mark(t, &t->components[o->first_component], o->component_count, list, marked);
    }
    free(list);
    return MESH_OK;
}

// The vertices and triangles of an object move up, over those that are gone.
static void move_object(mesh* m, threemf_object* o, size_t vertex, size_t triangle, size_t face)
{
    const size_t by = o->first_vertex - vertex, triangles = 3 * o->triangle_count;
    if (o->vertex_count > 0)
        memmove(m->vertices + 3 * vertex, m->vertices + 3 * o->first_vertex,
                3 * o->vertex_count * sizeof *m->vertices);
    for (size_t i = 0; i < triangles; i++)
        m->triangles[3 * triangle + i] = (uint32_t)(m->triangles[3 * o->first_triangle + i] - by);
    for (size_t i = 0; m->faces && i < o->triangle_count; i++)
        m->faces[triangle + i] =
            (uint32_t)(m->faces[o->first_triangle + i] - (o->first_face - face));
    o->first_vertex = vertex;
    o->first_triangle = triangle;
    o->first_face = face;
}

static void drop_unbuilt(threemf* t)
{
    mesh* m = &t->r->mesh;
    size_t vertices = 0, triangles = 0, faces = 0;
    for (size_t i = 0; i < t->object_count; i++) {
        threemf_object* o = &t->objects[i];
        if (!o->is_built) continue;
        if (o->first_vertex != vertices || o->first_triangle != triangles || o->first_face != faces)
            move_object(m, o, vertices, triangles, faces);
        vertices += o->vertex_count;
        triangles += o->triangle_count;
        faces += o->face_count;
    }
    m->vertex_count = vertices;
    m->triangle_count = triangles;
    m->face_count = faces;
    if (vertices > 0) return;
    free(m->vertices);  // as where there never was one
    m->vertices = NULL;
    t->r->vertex_capacity = 0;
}

// Missing vertices are counted in, and some may be gone now.
static void count_missing(reader* r)
{
    if (r->missing_count == 0) return;
    r->missing_count = 0;
    for (size_t i = 0; i < r->mesh.vertex_count; i++)
        r->missing_count += isnan(r->mesh.vertices[3 * i]) != 0;
}

static mesh_status keep_built(threemf* t)
{
    size_t built = 0;
    TRY(mark_built(t, &built));
    drop_unbuilt(t);
    count_missing(t->r);
    const size_t left = t->object_count - built;
    if (left == 0) return MESH_OK;
    return reader_warn(t->r, F056_NOT_SHOWN, NULL,
                       "%zu of %zu objects are shown by no item of the build: left out", left,
                       t->object_count);
}

// -------------------------------------------------------------------------------------------- walk

// Where the walk is: how the path there is called is that of the item and the components on the way.
typedef struct walk {
    threemf* t;
    size_t visits, most_visits, depth;
    char id[(DEPTH_MOST + 1) * 72];
} walk;

static size_t append(walk* w, size_t length, const threemf_use* use, const char* what,
                     size_t number)
{
    if (length > 0) w->id[length++] = '/';
    const threemf_text uuid = use->uuid;
    if (uuid.length > 0) {
        memcpy(w->id + length, w->t->texts + uuid.at, uuid.length);
        return length + uuid.length;
    }
    char text[48];
    snprintf(text, sizeof text, "%s %zu", what, number);
    memcpy(w->id + length, text, strlen(text));
    return length + strlen(text);
}

static mesh_status add_node(walk* w, const threemf_object* o, const mesh_matrix* place,
                            reader_error error, size_t id_length, const threemf_text* name)
{
    char unnamed[32];
    snprintf(unnamed, sizeof unnamed, "object %lld", (long long)o->id);
    const reader_node node = {
        .name = name->length > 0 ? w->t->texts + name->at : unnamed,
        .name_length = name->length > 0 ? name->length : strlen(unnamed),
        .id = w->id,
        .id_length = id_length,
        .place = *place,
        .error = error,
        .first_triangle = o->first_triangle,
        .triangle_count = o->triangle_count,
    };
    return reader_add_node(w->t->r, &node);
}

static bool is_finite(const mesh_matrix* m)
{
    for (int i = 0; i < 12; i++)
        if (!isfinite(m->rows[i / 4][i % 4])) return false;
    return true;
}

static mesh_status walk_object(walk* w, const threemf_use* use, const mesh_matrix* outer,
                               reader_error error, size_t id_length, const threemf_text* name);

// NOLINTBEGIN(misc-no-recursion): no deeper than DEPTH_MOST
static mesh_status walk_components(walk* w, const threemf_object* o, const mesh_matrix* place,
                                   reader_error error, size_t id_length, const threemf_text* name)
{
    for (size_t i = 0; i < o->component_count; i++) {
        const threemf_use* use = &w->t->components[o->first_component + i];
        if (use->object == SIZE_MAX) continue;
        const size_t length = append(w, id_length, use, "component", i);
        TRY(walk_object(w, use, place, error, length, name));
    }
    return MESH_OK;
}

// What keeps a component or an item from being shown.
static mesh_status check_use(walk* w, const threemf_use* use, const mesh_matrix* place)
{
    threemf* t = w->t;
    const threemf_object* o = &t->objects[use->object];
    if (!o->is_open && w->depth < DEPTH_MOST && is_finite(place) && w->visits < w->most_visits)
        return MESH_OK;
    const char* where = threemf_place(t, use->told_in, use->line);
    if (o->is_open)
        return reader_fail(t->r, F047_OBJECTS, where, "object %lld is a component of itself",
                           (long long)o->id);
    if (w->depth == DEPTH_MOST)
        return reader_fail(t->r, F006_TOO_LARGE, where, "components are nested deeper than %d",
                           DEPTH_MOST);
    if (!is_finite(place))
        return reader_fail(t->r, F041_TOO_FAR, where,
                           "object %lld is placed beyond the largest double", (long long)o->id);
    return reader_fail_whole(t->r, F031_TOO_MANY, where,
                             "the items show more than %zu objects and components", w->most_visits);
}

static mesh_status walk_object(walk* w, const threemf_use* use, const mesh_matrix* outer,
                               reader_error error, size_t id_length, const threemf_text* name)
{
    threemf* t = w->t;
    threemf_object* o = &t->objects[use->object];
    mesh_matrix place;
    reader_compose(&place, &error, outer, &use->place);
    const mesh_status checked = check_use(w, use, &place);
    if (checked != MESH_OK) return reader_forgive(t->r, checked, "it is not shown");
    if (o->name.length > 0) name = &o->name;
    w->visits++;
    w->depth++;
    o->is_open = true;
    mesh_status status = MESH_OK;
    if (o->triangle_count > 0 || o->vertex_count > 0)
        status = add_node(w, o, &place, error, id_length, name);
    if (status == MESH_OK) status = walk_components(w, o, &place, error, id_length, name);
    o->is_open = false;
    w->depth--;
    return status;
}
// NOLINTEND(misc-no-recursion)

static mesh_status walk_items(threemf* t)
{
    static const mesh_matrix world = {.rows = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    static const threemf_text unnamed = {0};
    walk* w = calloc(1, sizeof *w);
    if (!w) return reader_no_memory(t->r);
    w->t = t;
    w->most_visits = t->item_count + t->component_count + VISITS_MOST;
    mesh_status status = MESH_OK;
    for (size_t i = 0; i < t->item_count && status == MESH_OK; i++) {
        const threemf_use* use = &t->items[i];
        if (use->object == SIZE_MAX) continue;
        size_t length = append(w, 0, use, "item", i);
        if (use->uuid.length == 0)
            length += (size_t)snprintf(w->id + length, sizeof w->id - length, "/object %lld",
                                       (long long)use->id);
        status = walk_object(w, use, &world, (reader_error){0}, length, &unnamed);
    }
    free(w);
    return status;
}

mesh_status threemf_build(threemf* t)
{
    threemf_place(t, t->root, 1);
    TRY(resolve_all(t));
    TRY(threemf_read_names(t));
    threemf_place(t, t->root, 1);
    TRY(keep_built(t));
    return walk_items(t);
}
