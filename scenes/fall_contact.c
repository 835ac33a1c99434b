// fall_contact.c - from triangles that cross to contacts: their common segments are joined to loops; each loop
// gives a normal and up to four points.
#include "fall_world.h"

#include <stdlib.h>
#include <string.h>

scene_status fall_append(fall_list* list, const fall_contact* more, size_t count)
{
    if (!count) return SCENE_OK;
    if (list->count + count > list->capacity) {
        const size_t capacity = 2 * (list->count + count);
        fall_contact* items = realloc(list->items, capacity * sizeof *items);
        if (!items) return SCENE_OUT_OF_MEMORY;
        list->items = items;
        list->capacity = capacity;
    }
    memcpy(list->items + list->count, more, count * sizeof *more);
    list->count += count;
    return SCENE_OK;
}

static scene_status reserve_segments(fall_world* w, size_t count)
{
    if (count <= w->segment_capacity) return SCENE_OK;
    fall_segment* segments = realloc(w->segments, 2 * count * sizeof *segments);
    if (!segments) return SCENE_OUT_OF_MEMORY;
    w->segments = segments;
    fall_end* ends = realloc(w->ends, 4 * count * sizeof *ends);
    if (!ends) return SCENE_OUT_OF_MEMORY;
    w->ends = ends;
    w->segment_capacity = 2 * count;
    return SCENE_OK;
}

// The unit normal of a triangle, in the world.
static vec normal_of(const fall_body* body, uint32_t triangle)
{
    const uint32_t* t = body->shape.triangles + 3 * (size_t)triangle;
    const vec p = vec_of(body->shape.vertices + 3 * (size_t)t[0]);
    const vec q = vec_of(body->shape.vertices + 3 * (size_t)t[1]);
    const vec r = vec_of(body->shape.vertices + 3 * (size_t)t[2]);
    return matrix_times(&body->rotation, vec_unit(vec_cross(vec_sub(q, p), vec_sub(r, p))));
}

// Only pairs that cross bound a shared volume. What only touches does so for one step at most.
static size_t gather_segments(fall_world* w, const fall_pair* p, const abut_hits* hits)
{
    size_t count = 0;
    for (size_t i = 0; i < hits->count; i++) {
        const abut_contact* c = hits->contacts + i;
        if (c->kind != ABUT_KIND_CROSS || c->point_count != 2) continue;
        const vec na = normal_of(w->bodies + p->a, hits->pairs[i].a);
        const vec nb = normal_of(w->bodies + p->b, hits->pairs[i].b);
        vec from = vec_of(c->points[0]), to = vec_of(c->points[1]);
        if (vec_dot(vec_sub(to, from), vec_cross(na, nb)) < 0) {
            const vec swap = from;
            from = to, to = swap;
        }
        w->segments[count] = (fall_segment){from, to, vec_sub(na, nb), (uint32_t)count};
        w->ends[2 * count] = (fall_end){from, (uint32_t)count};
        w->ends[2 * count + 1] = (fall_end){to, (uint32_t)count};
        count++;
    }
    return count;
}

static int compare_ends(const void* one, const void* other)
{
    const fall_end *a = one, *b = other;
    if (a->at.x != b->at.x) return a->at.x < b->at.x ? -1 : 1;
    if (a->at.y != b->at.y) return a->at.y < b->at.y ? -1 : 1;
    if (a->at.z != b->at.z) return a->at.z < b->at.z ? -1 : 1;
    return a->segment < b->segment ? -1 : a->segment > b->segment;
}

static uint32_t root_of(fall_segment* s, uint32_t i)
{
    while (s[i].root != i) {
        s[i].root = s[s[i].root].root;
        i = s[i].root;
    }
    return i;
}

// A point where two segments meet has the same bits in both: each is the true point, rounded once.
static void join_segments(fall_world* w, size_t count)
{
    qsort(w->ends, 2 * count, sizeof *w->ends, compare_ends);
    for (size_t i = 1; i < 2 * count; i++) {
        const fall_end *a = w->ends + i - 1, *b = w->ends + i;
        if (a->at.x != b->at.x || a->at.y != b->at.y || a->at.z != b->at.z) continue;
        const uint32_t ra = root_of(w->segments, a->segment);
        const uint32_t rb = root_of(w->segments, b->segment);
        if (ra < rb)
            w->segments[rb].root = ra;
        else
            w->segments[ra].root = rb;
    }
    for (uint32_t i = 0; i < count; i++)
        w->segments[i].root = root_of(w->segments, i);
}

// The vector area of the part of a's surface within b. Its line integral runs around the loop's middle, so that
// a gap in the loop does little harm. The inner border of a ring has it the wrong way round: then,
// and where it vanishes, the mean of the triangles' normals is the normal.
static vec loop_normal(const fall_segment* s, size_t count, uint32_t root, vec* middle)
{
    vec sum = {0, 0, 0}, mean = {0, 0, 0}, area = {0, 0, 0};
    double whole = 0;
    for (size_t i = root; i < count; i++) {
        if (s[i].root != root) continue;
        const double length = vec_length(vec_sub(s[i].to, s[i].from));
        sum = vec_step(sum, vec_add(s[i].from, s[i].to), length / 2);
        mean = vec_step(mean, s[i].outward, length);
        whole += length;
    }
    if (!(whole > 0)) return (vec){0, 0, 0};
    *middle = vec_scale(sum, 1 / whole);
    for (size_t i = root; i < count; i++)
        if (s[i].root == root)
            area = vec_add(area, vec_cross(vec_sub(s[i].from, *middle), vec_sub(s[i].to, *middle)));
    const vec one = vec_unit(area), two = vec_unit(mean);
    return vec_dot(one, two) > 0.5 ? one : two;
}

static void surface_directions(vec n, vec along[2])
{
    const vec axis = fabs(n.x) < 0.6 ? (vec){1, 0, 0} : (vec){0, 1, 0};
    along[0] = vec_unit(vec_cross(n, axis));
    along[1] = vec_cross(n, along[0]);
}

// The outermost points of a loop in four directions along the surface; a small loop is one point.
static scene_status add_loop(fall_world* w, size_t count, uint32_t root, const fall_pair* p,
                             fall_list* list)
{
    const fall_segment* s = w->segments;
    fall_contact c = {.a = p->a, .b = p->b};
    vec middle;
    c.normal = loop_normal(s, count, root, &middle);
    if (!(vec_dot(c.normal, c.normal) > 0)) return SCENE_OK;
    surface_directions(c.normal, c.along);
    double most[4] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    vec corner[4] = {middle, middle, middle, middle};
    for (size_t i = root; i < count; i++) {
        if (s[i].root != root) continue;
        const vec arm = vec_sub(s[i].from, middle);
        for (int k = 0; k < 4; k++) {
            const double reach = vec_dot(arm, c.along[k / 2]) * (k % 2 ? -1 : 1);
            if (reach > most[k]) most[k] = reach, corner[k] = s[i].from;
        }
    }
    const double small = 0.02 * fmin(w->bodies[p->a].shortest, w->bodies[p->b].shortest);
    if (fmax(most[0] + most[1], most[2] + most[3]) < small) {
        c.point = middle;
        return fall_append(list, &c, 1);
    }
    for (int k = 0; k < 4; k++) {
        c.point = corner[k];
        const scene_status status = fall_append(list, &c, 1);
        if (status != SCENE_OK) return status;
    }
    return SCENE_OK;
}

scene_status fall_ask(fall_world* w, const abut_instance* a, const abut_instance* b,
                      const abut_ask* ask, abut_hits* hits)
{
    const double start = w->clock ? w->clock() : 0;
    const abut_status asked = abut_collide(w->query, a, b, ask, hits);
    if (w->clock) w->state.query_seconds += w->clock() - start;
    w->state.queries++;
    if (asked == ABUT_OUT_OF_MEMORY) return SCENE_OUT_OF_MEMORY;
    return asked == ABUT_OK ? SCENE_OK : SCENE_BAD_VALUE;
}

scene_status fall_contacts(fall_world* w, fall_pair* p, fall_list* list)
{
    const abut_instance a = {w->bodies[p->a].model, fall_body_abut_pose(w->bodies + p->a)};
    const abut_instance b = {w->bodies[p->b].model, fall_body_abut_pose(w->bodies + p->b)};
    const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
    abut_hits hits;
    const scene_status asked = fall_ask(w, &a, &b, &ask, &hits);
    if (asked != SCENE_OK) return asked;

    p->pairs = hits.count;
    p->regions = 0;
    p->first = list->count;
    scene_status status = reserve_segments(w, hits.count);
    if (status != SCENE_OK) return status;
    const size_t count = gather_segments(w, p, &hits);
    if (count) join_segments(w, count);
    for (uint32_t i = 0; i < count && status == SCENE_OK; i++) {
        if (w->segments[i].root != i) continue;
        p->regions++;
        status = add_loop(w, count, i, p, list);
    }
    p->count = list->count - p->first;
    return status;
}
