// split.c - see split.h.
#include "models/split.h"

#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const abut_pose pose_at_place = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};

// Room for one more of what is there. Returns false, after telling so, if there is no memory.
static bool grow(void** items, size_t size, size_t count, size_t* capacity)
{
    if (count < *capacity) return true;
    const size_t more = *capacity ? 2 * *capacity : 64;
    void* grown = realloc(*items, more * size);
    if (!grown) return say_no_memory();
    *items = grown;
    *capacity = more;
    return true;
}

// Returns NULL, after telling so, if there is no memory.
static split_object* add_object(split* s, const char* name)
{
    void* objects = s->objects;
    if (!grow(&objects, sizeof *s->objects, s->count, &s->capacity)) return NULL;
    s->objects = objects;
    split_object* object = &s->objects[s->count++];
    *object = (split_object){.name = name, .first_range = s->range_count};
    return object;
}

// Add triangles to the object that was added last.
static bool add_range(split* s, size_t first, size_t count)
{
    void* ranges = s->ranges;
    split_object* object = &s->objects[s->count - 1];
    if (!count) return true;
    if (!grow(&ranges, sizeof *s->ranges, s->range_count, &s->range_capacity)) return false;
    s->ranges = ranges;
    s->ranges[s->range_count++] = (split_range){first, count};
    object->range_count++;
    object->triangle_count += count;
    return true;
}

// ------------------------------------------------------------------------------------------- parts

// Number the vertices of a range's corners in the order in which they come.
static void copy_triangles(split* s, mesh* part, const split_range* range)
{
    const uint32_t* from = s->whole->triangles + range->first * 3;
    uint32_t* to = part->triangles + part->triangle_count * 3;
    for (size_t i = 0; i < range->count * 3; i++) {
        const uint32_t vertex = from[i];
        if (s->numbers[vertex] == UINT32_MAX) {
            s->numbers[vertex] = (uint32_t)part->vertex_count;
            s->used[part->vertex_count++] = vertex;
        }
        to[i] = s->numbers[vertex];
    }
    part->triangle_count += range->count;
}

// Copy the vertices that the triangles of a part use, and forget their numbers.
static bool copy_vertices(split* s, mesh* part)
{
    part->vertices = malloc((part->vertex_count + 1) * 3 * sizeof *part->vertices);
    for (size_t i = 0; i < part->vertex_count; i++) {
        s->numbers[s->used[i]] = UINT32_MAX;
        if (part->vertices)
            memcpy(part->vertices + i * 3, s->whole->vertices + (size_t)s->used[i] * 3,
                   3 * sizeof *part->vertices);
    }
    return part->vertices != NULL;
}

// Put the vertices of a part in a place that no pose is. The turn of its triangles stays. Returns how far they were rounded.
static double bend(mesh* part, const mesh_matrix* place)
{
    double most = 0;
    for (size_t i = 0; i < part->vertex_count; i++) {
        double* v = part->vertices + 3 * i;
        const double moved = mesh_place_vertex(place, v, v);
        if (moved > most) most = moved;
    }
    for (size_t i = 0; mesh_place_is_mirror(place) && i < part->triangle_count; i++) {
        uint32_t* corners = part->triangles + 3 * i;
        const uint32_t second = corners[1];
        corners[1] = corners[2];
        corners[2] = second;
    }
    return most;
}

static bool pose_of_place(abut_pose* pose, const mesh_matrix* place)
{
    double matrix[16] = {[15] = 1};
    memcpy(matrix, place->rows, sizeof place->rows);
    return abut_pose_from_matrix(pose, matrix) == ABUT_OK;
}

// It is not kept: objects are many, and most stand where their vertices are.
abut_pose split_pose(const split_object* object)
{
    abut_pose pose;
    if (object->place && !object->is_bent && pose_of_place(&pose, object->place)) return pose;
    return pose_at_place;
}

// Room for the vertices of a part.
static bool use_vertices(split* s, size_t triangle_count)
{
    const size_t all = s->whole->vertex_count;
    const size_t most = triangle_count < all / 3 ? 3 * triangle_count : all;
    if (most <= s->used_capacity && s->used) return true;
    uint32_t* used = realloc(s->used, (most + 1) * sizeof *used);
    if (!used) return false;
    s->used = used;
    s->used_capacity = most;
    return true;
}

static bool copy_part(split* s, const split_object* object, mesh* out)
{
    *out = (mesh){0};
    if (!use_vertices(s, object->triangle_count)) return say_no_memory();
    out->triangles = malloc((object->triangle_count + 1) * 3 * sizeof *out->triangles);
    if (!out->triangles) return say_no_memory();
    for (size_t i = 0; i < object->range_count; i++)
        copy_triangles(s, out, &s->ranges[object->first_range + i]);
    if (copy_vertices(s, out)) return true;
    mesh_free(out);
    return say_no_memory();
}

bool split_part(split* s, size_t object, mesh* out)
{
    const split_object* o = &s->objects[object];
    if (o->is_lent) o = &s->objects[o->lender];
    if (!copy_part(s, o, out)) return false;
    if (o->is_bent) bend(out, o->place);
    return true;
}

static bool begin(split* s, const mesh* m)
{
    *s = (split){.whole = m, .numbers = malloc((m->vertex_count + 1) * sizeof *s->numbers)};
    if (!s->numbers) return say_no_memory();
    for (size_t i = 0; i < m->vertex_count; i++)
        s->numbers[i] = UINT32_MAX;
    return true;
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

// taken: marked for each triangle that is in a group.
static bool list_objects(split* s, const group_use* list, size_t count, bool* taken)
{
    for (size_t i = 0, next; i < count; i = next) {
        if (!add_object(s, list[i].group->name)) return false;
        for (next = i; next < count && list[next].object == list[i].object; next++) {
            const mesh_group* g = list[next].group;
            if (!add_range(s, g->first_triangle, g->triangle_count)) return false;
            memset(taken + g->first_triangle, 1, g->triangle_count * sizeof *taken);
        }
    }
    return true;
}

// What is in no group is an object, too.
static bool list_rest(split* s, const bool* taken)
{
    const size_t count = s->whole->triangle_count;
    bool has_rest = false;
    for (size_t i = 0; i < count; i++) {
        if (taken[i]) continue;
        size_t end = i;
        while (end < count && !taken[end])
            end++;
        if (!has_rest && !add_object(s, "")) return false;
        if (!add_range(s, i, end - i)) return false;
        has_rest = true;
        i = end - 1;
    }
    return true;
}

static bool add_groups(split* s)
{
    size_t count;
    const mesh* m = s->whole;
    group_use* list = list_groups(m, kind_of_objects(m), &count);
    bool* taken = calloc(m->triangle_count + 1, sizeof *taken);
    const bool fine = list && taken ? list_objects(s, list, count, taken) && list_rest(s, taken)
                                    : say_no_memory();
    free(list);
    free(taken);
    return fine;
}

// ------------------------------------------------------------------------------------------- nodes

// Nodes of a file become objects: each in a pose, if its place is one. Those of one mesh then share a model.
typedef struct placer {
    uint32_t*
        lenders;  // for each triangle: the first object whose model begins with it; UINT32_MAX: none
    size_t bent_count;  // nodes whose vertices have to be moved
    double moved;       // how far they are rounded
} placer;

// Whether an earlier object has the same triangles and no place of its own in its vertices.
static bool find_lender(const split* s, placer* p, const mesh_group* g, split_object* object)
{
    uint32_t* lender = &p->lenders[g->first_triangle];
    if (*lender != UINT32_MAX && s->objects[*lender].triangle_count == g->triangle_count) {
        object->is_lent = true;
        object->lender = *lender;
        object->triangle_count = g->triangle_count;
        return true;
    }
    if (*lender == UINT32_MAX && g->triangle_count) *lender = (uint32_t)(object - s->objects);
    return false;
}

// How far the vertices of the last object will be moved must be known before anything is made of them.
static bool try_to_bend(split* s, placer* p)
{
    mesh part;
    split_object* object = &s->objects[s->count - 1];
    if (!copy_part(s, object, &part)) return false;
    const double moved = bend(&part, object->place);
    if (moved > p->moved) p->moved = moved;
    mesh_free(&part);
    object->is_bent = true;
    p->bent_count++;
    return true;
}

static bool add_node(split* s, placer* p, const mesh_group* g)
{
    abut_pose pose;
    split_object* object = add_object(s, g->name);
    if (!object) return false;
    object->id = g->id;
    object->place = g->place;
    const bool is_posed = !g->place || pose_of_place(&pose, g->place);
    if (is_posed && find_lender(s, p, g, object)) return true;
    return add_range(s, g->first_triangle, g->triangle_count) && (is_posed || try_to_bend(s, p));
}

static bool warn_of_bent(warning_list* warnings, const placer* p, const char* path, size_t count)
{
    if (!p->bent_count) return true;
    char how[60] = "exactly";
    if (p->moved > 0) snprintf(how, sizeof how, "rounded by at most %.2g", p->moved);
    return warnings_add(warnings, F014_BENT_NODES,
                        "%s: %zu of %zu nodes are sheared or scaled differently along "
                        "their axes: their vertices are put in place, %s",
                        path_name(path), p->bent_count, count, how);
}

static bool add_nodes(split* s, const char* path, warning_list* warnings)
{
    const mesh* m = s->whole;
    placer p = {.lenders = malloc((m->triangle_count + 1) * sizeof *p.lenders)};
    bool fine = p.lenders || say_no_memory();
    for (size_t i = 0; fine && i <= m->triangle_count; i++)
        p.lenders[i] = UINT32_MAX;
    for (size_t i = 0; fine && i < m->group_count; i++)
        fine = add_node(s, &p, &m->groups[i]);
    fine = fine && warn_of_bent(warnings, &p, path, m->group_count);
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
    return begin(out, m) &&
           (kind_of_objects(m) == 'n' ? add_nodes(out, path, warnings) : add_groups(out));
}

bool split_whole(split* out, const mesh* m)
{
    return begin(out, m) && add_object(out, NULL) && add_range(out, 0, m->triangle_count);
}

void split_free(split* s)
{
    free(s->objects);
    free(s->ranges);
    free(s->numbers);
    free(s->used);
    *s = (split){0};
}
