// objects.c - from files to objects: whole files, or what their groups of one kind are.
#include "clash/sources/sources.h"
#include "models/saved.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

const char* clash_name(const clash_object* object)
{
    return object->group ? object->group : path_name(object->path);
}

// Returns NULL, after telling so, if there is no memory.
static clash_object* add_object(clash_result* r, const clash_object* object)
{
    if (r->object_count == r->object_capacity) {
        const size_t capacity = r->object_capacity ? 2 * r->object_capacity : 64;
        clash_object* objects = realloc(r->objects, capacity * sizeof *objects);
        if (!objects) {
            say_no_memory();
            return NULL;
        }
        r->objects = objects;
        r->object_capacity = capacity;
    }
    r->objects[r->object_count] = *object;
    return &r->objects[r->object_count++];
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

static bool copy_triangles(copier* c, mesh* piece, size_t first, size_t count)
{
    const size_t before = piece->triangle_count;
    uint32_t* triangles = realloc(piece->triangles, (before + count + 1) * 3 * sizeof *triangles);
    if (!triangles) return false;
    piece->triangles = triangles;
    for (size_t i = 0; i < count * 3; i++) {
        const uint32_t vertex = c->whole->triangles[first * 3 + i];
        if (c->numbers[vertex] == UINT32_MAX) {
            c->numbers[vertex] = (uint32_t)piece->vertex_count;
            c->used[piece->vertex_count++] = vertex;
        }
        piece->triangles[before * 3 + i] = c->numbers[vertex];
    }
    memset(c->taken + first, 1, count * sizeof *c->taken);
    piece->triangle_count += count;
    return true;
}

// Copy the vertices that the triangles of a part use, and forget their numbers.
static bool copy_vertices(copier* c, mesh* piece)
{
    piece->vertices = malloc((piece->vertex_count + 1) * 3 * sizeof *piece->vertices);
    for (size_t i = 0; i < piece->vertex_count; i++) {
        c->numbers[c->used[i]] = UINT32_MAX;
        if (piece->vertices)
            memcpy(piece->vertices + i * 3, c->whole->vertices + (size_t)c->used[i] * 3,
                   3 * sizeof *piece->vertices);
    }
    return piece->vertices != NULL;
}

static clash_object* begin_object(clash_result* r, const clash_object* like, const char* group)
{
    clash_object object = *like;
    object.group = say_text("%s", group);
    if (!object.group) {
        say_no_memory();
        return NULL;
    }
    clash_object* added = add_object(r, &object);
    if (!added) free(object.group);
    return added;
}

static bool copy_groups(clash_result* r, copier* c, const clash_object* like, const group_use* list,
                        size_t count)
{
    for (size_t i = 0, next; i < count; i = next) {
        clash_object* object = begin_object(r, like, list[i].group->name);
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
static bool copy_rest(clash_result* r, copier* c, const clash_object* like)
{
    clash_object* object = NULL;
    for (size_t i = 0; i < c->whole->triangle_count; i++) {
        if (c->taken[i]) continue;
        size_t end = i;
        while (end < c->whole->triangle_count && !c->taken[end])
            end++;
        if (!object && !(object = begin_object(r, like, ""))) return false;
        if (!copy_triangles(c, &object->part, i, end - i)) return say_no_memory();
        i = end - 1;
    }
    return !object || copy_vertices(c, &object->part) || say_no_memory();
}

static bool add_groups(clash_result* r, const mesh* m, const clash_object* like)
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
    fine = fine && copy_groups(r, &c, like, list, count) && copy_rest(r, &c, like);
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
static void bend(placer* p, mesh* piece, const mesh_matrix* place)
{
    for (size_t i = 0; i < piece->vertex_count; i++) {
        double* v = piece->vertices + 3 * i;
        const double moved = mesh_place_vertex(place, v, v);
        if (moved > p->moved) p->moved = moved;
    }
    for (size_t i = 0; mesh_place_is_mirror(place) && i < piece->triangle_count; i++) {
        uint32_t* corners = piece->triangles + 3 * i;
        const uint32_t second = corners[1];
        corners[1] = corners[2];
        corners[2] = second;
    }
    p->bent_count++;
}

// Whether an earlier object has the same triangles and no place of its own in its vertices.
static bool find_lender(const clash_result* r, placer* p, const mesh_group* g, clash_object* object)
{
    uint32_t* lender = &p->lenders[g->first_triangle];
    if (*lender != UINT32_MAX && r->objects[*lender].triangle_count == g->triangle_count) {
        object->is_lent = true;
        object->lender = *lender;
        return true;
    }
    if (*lender == UINT32_MAX && g->triangle_count) *lender = (uint32_t)(object - r->objects);
    return false;
}

static bool add_node(clash_result* r, placer* p, const clash_object* like, const mesh_group* g)
{
    clash_object* object = begin_object(r, like, g->name);
    if (!object) return false;
    if (g->id && !(object->id = say_text("%s", g->id))) return say_no_memory();
    object->triangle_count = g->triangle_count;
    const bool is_posed = !g->place || pose_of_place(&object->pose, g->place);
    if (is_posed && find_lender(r, p, g, object)) return true;
    if (!copy_triangles(&p->copier, &object->part, g->first_triangle, g->triangle_count) ||
        !copy_vertices(&p->copier, &object->part))
        return say_no_memory();
    if (!is_posed) bend(p, &object->part, g->place);
    return true;
}

static bool warn_of_bent(clash_result* r, const placer* p, const clash_object* like, size_t count)
{
    if (!p->bent_count) return true;
    char how[60] = "exactly";
    if (p->moved > 0) snprintf(how, sizeof how, "rounded by at most %.2g", p->moved);
    return warnings_add(&r->warnings,
                        say_text("%s: %zu of %zu nodes are sheared or scaled differently along "
                                 "their axes: their vertices are put in place, %s",
                                 path_name(like->path), p->bent_count, count, how));
}

static bool add_nodes(clash_result* r, const mesh* m, const clash_object* like)
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
        fine = add_node(r, &p, like, &m->groups[i]);
    fine = fine && warn_of_bent(r, &p, like, m->group_count);
    free(p.copier.numbers);
    free(p.copier.used);
    free(p.copier.taken);
    free(p.lenders);
    return fine;
}

// ------------------------------------------------------------------------------------------- files

// Warn of a file without triangles.
static bool look_for_triangles(clash_result* r, const clash_object* like, size_t count)
{
    r->is_empty |= count == 0;
    r->sources[like->source - r->sources].is_empty = count == 0;
    return count || warnings_add_empty(&r->warnings, path_name(like->path), NULL);
}

static bool add_saved(clash_result* r, const clash_object* like)
{
    load_error error;
    clash_object object = *like;
    if (r->options->groups || r->options->drop_bad) {
        say("%s: a saved model has neither groups nor faults: --%s is for other files", like->path,
            r->options->groups ? "groups" : "drop-bad");
        return false;
    }
    if (!saved_load(&object.saved, like->path, &error)) {
        say("%s: %s", like->path, error.text);
        return false;
    }
    object.model = object.saved.model;
    r->read_seconds += object.saved.read_seconds;
    if (look_for_triangles(r, like, object.saved.info.triangle_count) && add_object(r, &object))
        return true;
    model_file_free(&object.saved);
    return false;
}

// Whether the groups of a file are the objects. A building as one object clashes with nothing.
static bool is_split(const clash_result* r, const clash_source* source)
{
    return r->options->groups || source->converted;
}

static bool add_mesh(clash_result* r, mesh* m, const clash_object* like)
{
    if (!warnings_add_mesh(&r->warnings, m, path_name(like->path)) ||
        !look_for_triangles(r, like, m->triangle_count))
        return false;
    if (is_split(r, like->source))
        return kind_of_objects(m) == 'n' ? add_nodes(r, m, like) : add_groups(r, m, like);
    clash_object* object = add_object(r, like);
    if (!object) return false;
    object->part = *m;
    *m = (mesh){0};
    return true;
}

static bool read_file(clash_result* r, size_t i, progress* p)
{
    const clash_options* o = r->options;
    clash_source* source = &r->sources[i];
    const clash_object like = {.source = source,
                               .path = source->path,
                               .table_row = SIZE_MAX,
                               .pose = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1},
                               .is_against = source->is_against};
    const load_options how = {
        .format = source->converted
                      ? MESH_OBJ
                      : format_for_path(like.path, o->paths, o->path_count, o->format),
        .drop_bad = o->drop_bad,
        .keep_places = is_split(r, source),
    };
    if (saved_is(like.path)) return add_saved(r, &like);
    mesh m;
    load_error error;
    double seconds;
    if (!mesh_load(&m, source->converted ? source->converted : like.path, &how, p, &seconds,
                   &error)) {
        say("%s: %s", path_name(like.path), error.text);
        return false;
    }
    r->read_seconds += seconds;
    source->is_partial = m.dropped_count > 0;
    const bool fine = clash_source_take_unit(source, m.unit) && add_mesh(r, &m, &like);
    mesh_free(&m);
    return fine;
}

// ------------------------------------------------------------------------------------------ models

typedef struct builder {
    clash_result* result;
    const abut_build* options;
    abut_status* statuses;  // of each object
} builder;

// Many objects are built side by side, each by one worker.
static void build_object(void* context, size_t index, int worker)
{
    const builder* const b = context;
    clash_object* object = &b->result->objects[index];
    (void)worker;
    if (object->model || object->is_lent) return;
    const abut_soup soup = soup_of_mesh(&object->part);
    b->statuses[index] = abut_model_build(&object->model, &soup, b->options);
    mesh_free(&object->part);
}

// Saved models must be alike, and what is built be as they are.
static bool match_saved(const clash_result* r, abut_build* build, abut_tree_build* tree)
{
    for (size_t i = 0; i < r->object_count; i++) {
        const model_file* saved = &r->objects[i].saved;
        if (!saved->model) continue;
        const abut_tree_build* built = saved->info.build.tree;
        if (build->method != ABUT_METHOD_AUTO && build->method != saved->info.method) {
            say("%s was saved with the method %s, not %s", saved->path,
                abut_method_name(saved->info.method), abut_method_name(build->method));
            return false;
        }
        if (r->options->clearance.is_given && !measure_method_fits(saved->info.method))
            return false;
        build->method = saved->info.method;
        if (built && !tree->real) tree->real = built->real;
        if (built && !tree->orientation) tree->orientation = built->orientation;
    }
    return true;
}

static bool build_all(clash_result* r, const abut_host* host, progress* p)
{
    abut_tree_build tree = r->options->build.tree;
    abut_build options = r->options->build.build;
    options.tree = &tree;
    builder b = {r, &options, calloc(r->object_count + 1, sizeof *b.statuses)};
    const bool side_by_side = r->object_count >= 4 * (size_t)host->workers;
    bool fine = b.statuses ? match_saved(r, &options, &tree) : say_no_memory();
    progress_begin(p, "building", "trees");
    if (fine && side_by_side) {
        host->run(host->user, r->object_count, build_object, &b);
    } else if (fine) {
        options.host = host;
        for (size_t i = 0; i < r->object_count; i++)
            build_object(&b, i, 0);
    }
    r->build_seconds = progress_end(p);
    for (size_t i = 0; fine && i < r->object_count; i++) {
        clash_object* object = &r->objects[i];
        abut_model_info info = {0};
        if (object->is_lent)
            object->model = r->objects[object->lender].model;  // which comes before
        if (!b.statuses[i]) b.statuses[i] = abut_model_describe(object->model, &info);
        if (b.statuses[i]) say("%s: %s", clash_name(object), abut_status_text(b.statuses[i]));
        fine = b.statuses[i] == ABUT_OK;
        object->triangle_count = info.triangle_count;
        r->triangle_count += info.triangle_count;
    }
    free(b.statuses);
    return fine;
}

// Warn where no pair is left to check. Groups without triangles are nothing odd: many programs write some.
bool clash_find_pairs(clash_result* r)
{
    size_t sets[2] = {0};
    for (size_t i = 0; i < r->object_count; i++)
        sets[r->objects[i].is_against] += r->objects[i].triangle_count > 0;
    if (r->is_empty || (r->options->against_count ? sets[0] && sets[1] : sets[0] > 1)) return true;
    r->is_empty = true;
    const size_t count = sets[0] + sets[1];
    return warnings_add(
        &r->warnings,
        say_text("%zu object%s with triangles: there is no pair to check", count, plural(count)));
}

bool clash_objects_load(clash_result* r, const abut_host* host, progress* p)
{
    if (!clash_sources_open(r, p)) return false;
    r->keeps_models = true;
    for (size_t i = 0; i < r->source_count; i++) {
        clash_source* s = &r->sources[i];
        s->first_object = r->object_count;
        if (!s->is_missing && !read_file(r, i, p)) return false;
        s->object_count = r->object_count - s->first_object;
        s->is_read = !s->is_missing;
        for (size_t k = 0; k < s->object_count; k++)
            r->objects[s->first_object + k].place = k;
    }
    return clash_units_match(r) && build_all(r, host, p) && clash_find_pairs(r);
}

void clash_objects_free(clash_result* r)
{
    for (size_t i = 0; i < r->object_count; i++) {
        clash_object* object = &r->objects[i];
        if (object->saved.model)
            model_file_free(&object->saved);
        else if (!object->is_lent)
            abut_model_free(object->model);
        mesh_free(&object->part);
        free(object->group);
        free(object->id);
    }
    free(r->objects);
    clash_sources_close(r);
}
