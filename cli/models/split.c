// split.c - see split.h.
#include "models/split.h"

#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const abut_pose pose_at_place = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};

// Returns NULL, after telling so, if there is no memory.
static split_object* add_object(split* s, const char* name)
{
    if (s->count == s->capacity) {
        const size_t capacity = s->capacity ? 2 * s->capacity : 64;
        split_object* objects = realloc(s->objects, capacity * sizeof *objects);
        if (!objects) {
            say_no_memory();
            return NULL;
        }
        s->objects = objects;
        s->capacity = capacity;
    }
    split_object* object = &s->objects[s->count];
    *object = (split_object){.name = say_text("%s", name), .pose = pose_at_place};
    if (!object->name) {
        say_no_memory();
        return NULL;
    }
    s->count++;
    return object;
}

// ------------------------------------------------------------------------------------------ groups

// One group of a file, and the object that it is part of.
typedef struct group_use {
    const mesh_group* group;
    size_t order;   // in the file
    size_t object;  // the order of the first group of that name
} group_use;

static int compare_names(const void* x, const void* y)
{
    const group_use *a = x, *b = y;
    const int order = strcmp(a->group->name, b->group->name);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

static int compare_objects(const void* x, const void* y)
{
    const group_use *a = x, *b = y;
    if (a->object != b->object) return a->object < b->object ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

// The kind of groups that are the objects of a file: the first of these that it has.
static char kind_of_objects(const mesh* m)
{
    static const char kinds[] = {'n', 'o', 'g', 's'};
    for (size_t k = 0; k < sizeof kinds; k++)
        for (size_t i = 0; i < m->group_count; i++)
            if (m->groups[i].kind == kinds[k]) return kinds[k];
    return 0;
}

// List the groups of a kind, those of one name together, in the order of the file.
static group_use* list_groups(const mesh* m, char kind, size_t* count)
{
    group_use* list = malloc((m->group_count + 1) * sizeof *list);
    *count = 0;
    for (size_t i = 0; list && i < m->group_count; i++)
        if (m->groups[i].kind == kind) {
            list[*count] = (group_use){.group = &m->groups[i], .order = i};
            ++*count;
        }
    if (!list || !*count) return list;
    qsort(list, *count, sizeof *list, compare_names);
    for (size_t i = 0; i < *count; i++) {
        const bool goes_on = i && strcmp(list[i].group->name, list[i - 1].group->name) == 0;
        list[i].object = goes_on ? list[i - 1].object : list[i].order;
    }
    qsort(list, *count, sizeof *list, compare_objects);
    return list;
}

// What a part of a mesh is copied with: for each vertex of the whole its number in the part.
typedef struct copier {
    const mesh* whole;
    uint32_t *numbers, *used;
    bool* taken;  // triangles that are in a group
} copier;

static bool copy_triangles(copier* c, mesh* part, size_t first, size_t count)
{
    const size_t before = part->triangle_count;
    uint32_t* triangles = realloc(part->triangles, (before + count + 1) * 3 * sizeof *triangles);
    if (!triangles) return false;
    part->triangles = triangles;
    for (size_t i = 0; i < count * 3; i++) {
        const uint32_t vertex = c->whole->triangles[first * 3 + i];
        if (c->numbers[vertex] == UINT32_MAX) {
            c->numbers[vertex] = (uint32_t)part->vertex_count;
            c->used[part->vertex_count++] = vertex;
        }
        part->triangles[before * 3 + i] = c->numbers[vertex];
    }
    memset(c->taken + first, 1, count * sizeof *c->taken);
    part->triangle_count += count;
    return true;
}

// Copy the vertices that the triangles of a part use, and forget their numbers.
static bool copy_vertices(copier* c, mesh* part)
{
    part->vertices = malloc((part->vertex_count + 1) * 3 * sizeof *part->vertices);
    for (size_t i = 0; i < part->vertex_count; i++) {
        c->numbers[c->used[i]] = UINT32_MAX;
        if (part->vertices)
            memcpy(part->vertices + i * 3, c->whole->vertices + (size_t)c->used[i] * 3,
                   3 * sizeof *part->vertices);
    }
    return part->vertices != NULL;
}

static bool copy_groups(split* s, copier* c, const group_use* list, size_t count)
{
    for (size_t i = 0, next; i < count; i = next) {
        split_object* object = add_object(s, list[i].group->name);
        if (!object) return false;
        for (next = i; next < count && list[next].object == list[i].object; next++) {
            const mesh_group* g = list[next].group;
            if (!copy_triangles(c, &object->part, g->first_triangle, g->triangle_count))
                return say_no_memory();
        }
        if (!copy_vertices(c, &object->part)) return say_no_memory();
    }
    return true;
}

// What is in no group is an object, too.
static bool copy_rest(split* s, copier* c)
{
    split_object* object = NULL;
    for (size_t i = 0; i < c->whole->triangle_count; i++) {
        if (c->taken[i]) continue;
        size_t end = i;
        while (end < c->whole->triangle_count && !c->taken[end])
            end++;
        if (!object && !(object = add_object(s, ""))) return false;
        if (!copy_triangles(c, &object->part, i, end - i)) return say_no_memory();
        i = end - 1;
    }
    return !object || copy_vertices(c, &object->part) || say_no_memory();
}

static bool add_groups(split* s, const mesh* m)
{
    size_t count;
    group_use* list = list_groups(m, kind_of_objects(m), &count);
    copier c = {.whole = m,
                .numbers = malloc((m->vertex_count + 1) * sizeof *c.numbers),
                .used = malloc((m->vertex_count + 1) * sizeof *c.used),
                .taken = calloc(m->triangle_count + 1, sizeof *c.taken)};
    bool fine = (list && c.numbers && c.used && c.taken) || say_no_memory();
    for (size_t i = 0; fine && i < m->vertex_count; i++)
        c.numbers[i] = UINT32_MAX;
    fine = fine && copy_groups(s, &c, list, count) && copy_rest(s, &c);
    free(list);
    free(c.numbers);
    free(c.used);
    free(c.taken);
    return fine;
}

// ------------------------------------------------------------------------------------------- nodes

// Nodes of a file become objects: each in a pose, if its place is one. Those of one mesh then share a model.
typedef struct placer {
    copier copier;
    uint32_t*
        lenders;  // for each triangle: the first object whose model begins with it; UINT32_MAX: none
    size_t bent_count;  // nodes whose vertices had to be moved
    double moved;       // how far they were rounded
} placer;

static bool pose_of_place(abut_pose* pose, const mesh_matrix* place)
{
    double matrix[16] = {[15] = 1};
    memcpy(matrix, place->rows, sizeof place->rows);
    return abut_pose_from_matrix(pose, matrix) == ABUT_OK;
}

// Put the vertices of a part in a place that no pose is. The turn of its triangles stays.
static void bend(placer* p, mesh* part, const mesh_matrix* place)
{
    for (size_t i = 0; i < part->vertex_count; i++) {
        double* v = part->vertices + 3 * i;
        const double moved = mesh_place_vertex(place, v, v);
        if (moved > p->moved) p->moved = moved;
    }
    for (size_t i = 0; mesh_place_is_mirror(place) && i < part->triangle_count; i++) {
        uint32_t* corners = part->triangles + 3 * i;
        const uint32_t second = corners[1];
        corners[1] = corners[2];
        corners[2] = second;
    }
    p->bent_count++;
}

// Whether an earlier object has the same triangles and no place of its own in its vertices.
static bool find_lender(const split* s, placer* p, const mesh_group* g, split_object* object)
{
    uint32_t* lender = &p->lenders[g->first_triangle];
    if (*lender != UINT32_MAX && s->objects[*lender].triangle_count == g->triangle_count) {
        object->is_lent = true;
        object->lender = *lender;
        return true;
    }
    if (*lender == UINT32_MAX && g->triangle_count) *lender = (uint32_t)(object - s->objects);
    return false;
}

static bool add_node(split* s, placer* p, const mesh_group* g)
{
    split_object* object = add_object(s, g->name);
    if (!object) return false;
    if (g->id && !(object->id = say_text("%s", g->id))) return say_no_memory();
    object->triangle_count = g->triangle_count;
    const bool is_posed = !g->place || pose_of_place(&object->pose, g->place);
    if (is_posed && find_lender(s, p, g, object)) return true;
    if (!copy_triangles(&p->copier, &object->part, g->first_triangle, g->triangle_count) ||
        !copy_vertices(&p->copier, &object->part))
        return say_no_memory();
    if (!is_posed) bend(p, &object->part, g->place);
    return true;
}

static bool warn_of_bent(warning_list* warnings, const placer* p, const char* path, size_t count)
{
    if (!p->bent_count) return true;
    char how[60] = "exactly";
    if (p->moved > 0) snprintf(how, sizeof how, "rounded by at most %.2g", p->moved);
    return warnings_add(warnings,
                        say_text("%s: %zu of %zu nodes are sheared or scaled differently along "
                                 "their axes: their vertices are put in place, %s",
                                 path_name(path), p->bent_count, count, how));
}

static bool add_nodes(split* s, const mesh* m, const char* path, warning_list* warnings)
{
    placer p = {.copier = {.whole = m,
                           .numbers = malloc((m->vertex_count + 1) * sizeof *p.copier.numbers),
                           .used = malloc((m->vertex_count + 1) * sizeof *p.copier.used),
                           .taken = calloc(m->triangle_count + 1, sizeof *p.copier.taken)},
                .lenders = malloc((m->triangle_count + 1) * sizeof *p.lenders)};
    bool fine =
        (p.copier.numbers && p.copier.used && p.copier.taken && p.lenders) || say_no_memory();
    for (size_t i = 0; fine && i < m->vertex_count; i++)
        p.copier.numbers[i] = UINT32_MAX;
    for (size_t i = 0; fine && i <= m->triangle_count; i++)
        p.lenders[i] = UINT32_MAX;
    for (size_t i = 0; fine && i < m->group_count; i++)
        fine = add_node(s, &p, &m->groups[i]);
    fine = fine && warn_of_bent(warnings, &p, path, m->group_count);
    free(p.copier.numbers);
    free(p.copier.used);
    free(p.copier.taken);
    free(p.lenders);
    return fine;
}

// -------------------------------------------------------------------------------------------- all

void split_box(const mesh* m, double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = (double)INFINITY;
        high[k] = -(double)INFINITY;
    }
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            const double x = m->vertices[3 * (size_t)m->triangles[i] + (size_t)k];
            if (x < low[k]) low[k] = x;
            if (x > high[k]) high[k] = x;
        }
}

bool split_mesh(split* out, const mesh* m, const char* path, warning_list* warnings)
{
    *out = (split){0};
    const bool fine =
        kind_of_objects(m) == 'n' ? add_nodes(out, m, path, warnings) : add_groups(out, m);
    for (size_t i = 0; fine && i < out->count; i++)
        if (!out->objects[i].is_lent)
            out->objects[i].triangle_count = out->objects[i].part.triangle_count;
    return fine;
}

bool split_whole(split* out, mesh* m)
{
    *out = (split){.objects = malloc(sizeof *out->objects)};
    if (!out->objects) return say_no_memory();
    out->objects[0] =
        (split_object){.pose = pose_at_place, .triangle_count = m->triangle_count, .part = *m};
    out->count = out->capacity = 1;
    *m = (mesh){0};
    return true;
}

void split_free(split* s)
{
    for (size_t i = 0; i < s->count; i++) {
        free(s->objects[i].name);
        free(s->objects[i].id);
        mesh_free(&s->objects[i].part);
    }
    free(s->objects);
    *s = (split){0};
}
