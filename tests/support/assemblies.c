// assemblies.c - objects of a file against each other, and the published counts (see assemblies.h).
#include "support/assemblies.h"

#include "query/collide.h"
#include "support/data_pack.h"
#include "support/models.h"

#include "abut/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const assembly_files assemblies[ASSEMBLY_COUNT] = {
    {"cad/as1-oc-214.pairs.tsv", {"cad/as1-oc-214.obj", NULL}},
    {"cad/cycloidal_parts.pairs.tsv", {"cad/cycloidal_parts.obj", NULL}},
    {"bim/duplex_architecture.pairs.tsv", {"bim/duplex_architecture.obj", NULL}},
    {"bim/duplex_arch_x_elec.pairs.tsv",
     {"bim/duplex_architecture.obj", "bim/duplex_electrical.obj"}},
    {"bim/Office_A.pairs.tsv", {"bim/Office_A.obj", NULL}},
};

typedef struct object {
    char* name;
    abut_model* model;
    double low[3], high[3];
} object;

typedef struct object_list {
    object* objects;  // sorted by name
    size_t count;
} object_list;

static int compare_objects(const void* x, const void* y)
{
    return strcmp(((const object*)x)->name, ((const object*)y)->name);
}

// Three vertices a triangle: the library merges them.
static object read_object(const mesh* m, const mesh_group* group)
{
    const size_t size = strlen(group->name) + 1;
    object out = {.name = malloc(size)};
    memcpy(out.name, group->name, size);
    mesh part = {.triangle_count = group->triangle_count,
                 .vertex_count = 3 * group->triangle_count};
    part.vertices = malloc((3 * part.vertex_count + 1) * sizeof *part.vertices);
    part.triangles = malloc((part.vertex_count + 1) * sizeof *part.triangles);
    for (int c = 0; c < 3; c++) {
        out.low[c] = HUGE_VAL;
        out.high[c] = -HUGE_VAL;
    }
    for (size_t i = 0; i < part.vertex_count; i++) {
        const double* v = m->vertices + 3 * (size_t)m->triangles[3 * group->first_triangle + i];
        part.triangles[i] = (uint32_t)i;
        for (size_t c = 0; c < 3; c++) {
            part.vertices[3 * i + c] = v[c];
            out.low[c] = fmin(out.low[c], v[c]);
            out.high[c] = fmax(out.high[c], v[c]);
        }
    }
    out.model = model_of_mesh(&part, ABUT_METHOD_AUTO);
    mesh_free(&part);
    return out;
}

static object_list read_objects(const char* name, assembly_totals* totals)
{
    mesh m = data_mesh(name);
    object_list list = {malloc((m.group_count + 1) * sizeof *list.objects), 0};
    size_t triangles = 0;
    for (size_t i = 0; i < m.group_count; i++) {
        if (m.groups[i].kind != 'o') continue;
        list.objects[list.count++] = read_object(&m, &m.groups[i]);
        triangles += m.groups[i].triangle_count;
    }
    assert_true(list.count > 0);
    assert_int_equal(triangles, m.triangle_count);  // every triangle is in one object
    qsort(list.objects, list.count, sizeof *list.objects, compare_objects);
    for (size_t i = 1; i < list.count; i++)
        assert_true(compare_objects(&list.objects[i - 1], &list.objects[i]) < 0);
    totals->objects += list.count;
    totals->triangles += triangles;
    mesh_free(&m);
    return list;
}

static void object_list_free(object_list* list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->objects[i].name);
        abut_model_free(list->objects[i].model);
    }
    free(list->objects);
}

static size_t find_object(const object_list* list, char* name)
{
    const object key = {.name = name};
    const object* found = bsearch(&key, list->objects, list->count, sizeof key, compare_objects);
    if (!found) fail_msg("no object %s", name);
    return (size_t)(found - list->objects);
}

// The published counts, a row for each object of a. Within one list the lower index is the row.
static size_t* read_counts(const char* name, const object_list* a, const object_list* b,
                           assembly_totals* totals)
{
    char* text = data_text(name);
    size_t* counts = calloc(a->count * b->count, sizeof *counts);
    for (char *line = text, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next) *next++ = '\0';
        if (*line == '#' || !*line) continue;
        char* second = strchr(line, '\t');
        char* number = second ? strchr(second + 1, '\t') : NULL;
        if (!number) {
            fail_msg("%s: not three columns: %s", name, line);
            break;  // never reached; the compiler does not know
        }
        *second++ = *number++ = '\0';
        size_t x = find_object(a, line), y = find_object(b, second);
        if (a == b && x > y) {
            const size_t swap = x;
            x = y;
            y = swap;
        }
        size_t* count = &counts[x * b->count + y];
        assert_int_equal(*count, 0);  // no pair twice, no pair with itself below
        assert_true(a != b || x != y);
        *count = strtoul(number, NULL, 10);
        assert_true(*count > 0);
        totals->listed++;
        totals->listed_pairs += *count;
    }
    free(text);
    return counts;
}

static int boxes_meet(const object* a, const object* b)
{
    for (int c = 0; c < 3; c++)
        if (a->high[c] < b->low[c] || b->high[c] < a->low[c]) return 0;
    return 1;
}

static size_t ask(abut_query* query, const object* a, const object* b, const abut_pose* pose,
                  uint64_t* exact_tests)
{
    const abut_instance x = {a->model, *pose}, y = {b->model, *pose};
    abut_hits hits;
    assert_int_equal(abut_collide(query, &x, &y, NULL, &hits), ABUT_OK);
    assert_true(hits.complete);
    *exact_tests += hits.exact_tests;
    return hits.count;
}

static void compare_pair(const char* answer, abut_query* query, const object* a, const object* b,
                         size_t listed, assembly_totals* totals)
{
    size_t found = 0, turned = 0;
    totals->object_pairs++;
    if (boxes_meet(a, b)) {
        const abut_pose in_place = {.scale = 1};
        abut_pose pose;
        const double axis[3] = {1, 2, 3};
        assert_int_equal(abut_pose_from_axis_angle(&pose, axis, 40), ABUT_OK);
        pose.translation[0] = 0.1;
        totals->asked++;
        query->search.keep_equal_poses = 0;
        found = ask(query, a, b, &in_place, &totals->exact_tests);
        query->search.keep_equal_poses = 1;  // or they would drop out, and the question be the same
        turned = ask(query, a, b, &pose, &totals->turned_exact_tests);
    }
    totals->meet += found > 0;
    totals->triangle_pairs += found;
    totals->wrong += found != listed;
    totals->turned_wrong += turned != listed;
    if (found != listed || turned != listed)
        fprintf(stderr, "%s: %s and %s: published %zu, found %zu, turned %zu  WRONG\n", answer,
                a->name, b->name, listed, found, turned);
}

static void add_objects(abut_world* w, const object_list* list, uint32_t groups, uint32_t against)
{
    for (size_t i = 0; i < list->count; i++) {
        const abut_instance instance = {.model = list->objects[i].model};
        uint32_t id;
        assert_int_equal(abut_world_add(w, &instance, &id), ABUT_OK);
        assert_int_equal(abut_world_group(w, id, groups, against), ABUT_OK);
    }
}

// The same by one question, on two threads.
static void compare_world(const char* answer, const object_list* a, const object_list* b,
                          const size_t* counts, assembly_totals* totals)
{
    abut_pool* pool = NULL;
    abut_host host;
    abut_world* w = NULL;
    abut_clashes found;
    size_t listed = 0;
    assert_int_equal(abut_pool_create(&pool, 2, NULL), ABUT_OK);
    assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
    assert_int_equal(abut_world_create(&w, &host), ABUT_OK);
    add_objects(w, a, 1, a == b ? 1 : 2);
    if (a != b) add_objects(w, b, 2, 1);
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_COUNTS, NULL, &found), ABUT_OK);
    for (size_t i = 0; i < found.count; i++) {
        const size_t x = found.pairs[i].a, y = found.pairs[i].b - (a == b ? 0 : a->count);
        const size_t published = counts[x * b->count + y];
        totals->world_wrong += found.clashes[i].count != published;
        if (found.clashes[i].count != published)
            fprintf(stderr, "%s: %s and %s: published %zu, the world found %zu  WRONG\n", answer,
                    a->objects[x].name, b->objects[y].name, published, found.clashes[i].count);
    }
    for (size_t i = 0; i < a->count * b->count; i++)
        listed += counts[i] > 0;
    totals->world_wrong += found.count < listed ? listed - found.count : found.count - listed;
    abut_world_free(w);
    abut_pool_free(pool);
}

void assembly_compare(const assembly_files* files, assembly_totals* totals)
{
    object_list first = read_objects(files->mesh[0], totals), second = {0};
    if (files->mesh[1]) second = read_objects(files->mesh[1], totals);
    const object_list *a = &first, *b = files->mesh[1] ? &second : &first;
    size_t* counts = read_counts(files->answer, a, b, totals);
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = a == b ? i + 1 : 0; j < b->count; j++)
            compare_pair(files->answer, query, &a->objects[i], &b->objects[j],
                         counts[i * b->count + j], totals);
    abut_query_free(query);
    compare_world(files->answer, a, b, counts, totals);
    free(counts);
    object_list_free(&first);
    object_list_free(&second);
}

void assembly_read(const assembly_files* files, assembly_visit* visit, void* context)
{
    assembly_totals unused = {0};
    object_list lists[2] = {read_objects(files->mesh[0], &unused), {0}};
    if (files->mesh[1]) lists[1] = read_objects(files->mesh[1], &unused);
    const size_t first = lists[0].count, count = first + lists[1].count;
    abut_instance* objects = calloc(count, sizeof *objects);
    for (size_t i = 0; i < count; i++)
        objects[i].model =
            i < first ? lists[0].objects[i].model : lists[1].objects[i - first].model;
    visit(objects, first, count, context);
    free(objects);
    object_list_free(&lists[0]);
    object_list_free(&lists[1]);
}

void assembly_totals_add(assembly_totals* sum, const assembly_totals* one)
{
    sum->objects += one->objects;
    sum->triangles += one->triangles;
    sum->object_pairs += one->object_pairs;
    sum->asked += one->asked;
    sum->listed += one->listed;
    sum->meet += one->meet;
    sum->wrong += one->wrong;
    sum->turned_wrong += one->turned_wrong;
    sum->world_wrong += one->world_wrong;
    sum->exact_tests += one->exact_tests;
    sum->turned_exact_tests += one->turned_exact_tests;
    sum->listed_pairs += one->listed_pairs;
    sum->triangle_pairs += one->triangle_pairs;
}

void assembly_totals_print(const char* name, const assembly_totals* t)
{
    printf(
        "%s: %zu objects, %zu triangles; %zu pairs of objects, %zu with boxes that meet; listed "
        "%zu with %zu pairs of triangles; found %zu with %zu, %zu wrong (%zu exact tests); turned "
        "together: %zu wrong (%zu exact tests); by a world: %zu wrong\n",
        name, t->objects, t->triangles, t->object_pairs, t->asked, t->listed,
        (size_t)t->listed_pairs, t->meet, (size_t)t->triangle_pairs, t->wrong,
        (size_t)t->exact_tests, t->turned_wrong, (size_t)t->turned_exact_tests, t->world_wrong);
    fflush(stdout);
}
