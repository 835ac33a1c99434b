// enclosure.c - see enclosure.h. All rays of one tree run in one direction, so the tree is over the
// shadows of the triangles on a plane across it: a ray is a point there. It is balanced, over the
// triangles in the order of a space-filling curve (Morton), and needs no pointers.
#include "query/enclosure.h"

#include "base/base.h"
#include "base/host.h"
#include "base/sort.h"

#include <float.h>
#include <math.h>

#define LINEAR_QUESTIONS   3
#define LEAF_SIZE          8
#define TESTS_PER_PROGRESS 65536
#define MORTON_BITS        16

abut_status enclosure_open(enclosure* out, const components* parts, const probe_space* space,
                           int side, const abut_host* host)
{
    enclosure e = {.host = host, .space = space, .parts = parts, .side = side};
    ASSERT(parts->has_edges);
    e.odd = host_allocate(host, parts->count, sizeof *e.odd);
    if (!e.odd) return ABUT_OUT_OF_MEMORY;
    memset(e.odd, 0, parts->count);
    *out = e;
    return ABUT_OK;
}

void enclosure_close(enclosure* e)
{
    if (!e->host) return;
    host_release(e->host, e->around, e->around_capacity, sizeof *e->around);
    host_release(e->host, e->odd, e->parts->count, sizeof *e->odd);
    host_release(e->host, e->order, e->order_count, sizeof *e->order);
    host_release(e->host, e->nodes, 2 * e->leaf_count, sizeof *e->nodes);
    *e = (enclosure){0};
}

// ------------------------------------------------------------------------------------------ shadows

// Axis along is the ray's longest; its coordinate is taken in the sense of the ray.
typedef struct shade {
    int along, across[2];
    double slope[2], sense;
} shade;

static const shadow empty_shadow = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}, -HUGE_VAL};

static shade shade_of_ray(const ray_direction* ray)
{
    shade s = {.along = 0};
    for (int c = 1; c < 3; c++)
        if (fabs(ray->x[c]) > fabs(ray->x[s.along])) s.along = c;
    for (int i = 0; i < 2; i++) {
        s.across[i] = (s.along + 1 + i) % 3;
        s.slope[i] = ray->x[s.across[i]] / ray->x[s.along];
    }
    s.sense = ray->x[s.along] < 0 ? -1 : 1;
    return s;
}

// The shadow of points that err by at most error. A slope is at most 1 and errs by 2u; with the product
// and the difference a coordinate across errs by at most 8u of the largest, and twice the points' error.
static shadow shadow_of(const shade* s, const double (*point)[3], int count, double error)
{
    shadow out = empty_shadow;
    double largest = 0;
    for (int i = 0; i < count; i++) {
        const double along = point[i][s->along];
        for (int k = 0; k < 2; k++) {
            const double x = point[i][s->across[k]] - s->slope[k] * along;
            if (x < out.low[k]) out.low[k] = x;
            if (x > out.high[k]) out.high[k] = x;
        }
        if (along * s->sense > out.top) out.top = along * s->sense;
        for (int c = 0; c < 3; c++)
            if (fabs(point[i][c]) > largest) largest = fabs(point[i][c]);
    }
    if (!(error <= DBL_MAX)) {
        const shadow all = {{-HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL}, HUGE_VAL};
        return all;
    }
    const double slack = 2.1 * error + 0x1p-49 * largest + 0x1p-700;
    for (int k = 0; k < 2; k++) {
        out.low[k] -= slack;
        out.high[k] += slack;
    }
    out.top += slack;
    return out;
}

// Whether no ray that starts in a shadow can meet what casts another. NaN proves nothing.
static int shadows_apart(const shadow* start, const shadow* s, double start_bottom)
{
    return start->low[0] > s->high[0] || start->high[0] < s->low[0] || start->low[1] > s->high[1] ||
           start->high[1] < s->low[1] || start_bottom > s->top;
}

static void shadow_join(shadow* out, const shadow* other)
{
    for (int k = 0; k < 2; k++) {
        if (other->low[k] < out->low[k]) out->low[k] = other->low[k];
        if (other->high[k] > out->high[k]) out->high[k] = other->high[k];
    }
    if (other->top > out->top) out->top = other->top;
}

static void place_triangle(const enclosure* e, uint32_t triangle, posed_triangle* out)
{
    const double* vertex[3];
    soup_mesh_vertices(e->parts->mesh, triangle, vertex);
    posed_triangle_place(out, e->space->poses, e->side, vertex);
}

// --------------------------------------------------------------------------------------------- tree

static int is_part_of_solid(const enclosure* e, uint32_t triangle)
{
    return soup_mesh_corners(e->parts->mesh, triangle).count == 3 &&
           e->parts->list[component_of(e->parts, triangle)].closed;
}

static shadow triangle_shadow(const enclosure* e, const shade* s, uint32_t triangle)
{
    posed_triangle t;
    place_triangle(e, triangle, &t);
    return shadow_of(s, (const double(*)[3])t.point, 3, t.error);
}

// Where the middle of a shadow is in a range, as an integer of MORTON_BITS bits. Only the speed depends
// on it, so what cannot be computed may stand anywhere.
static uint64_t morton_digit(double low, double high, double from, double to)
{
    const double x = (low / 2 + high / 2 - from) / (to - from) * (1 << MORTON_BITS);
    if (!(x > 0)) return 0;
    return x < (1 << MORTON_BITS) - 1 ? (uint64_t)x : (1 << MORTON_BITS) - 1;
}

static uint64_t morton_key(const shadow* s, const shadow* all)
{
    const uint64_t x = morton_digit(s->low[0], s->high[0], all->low[0], all->high[0]);
    const uint64_t y = morton_digit(s->low[1], s->high[1], all->low[1], all->high[1]);
    uint64_t key = 0;
    for (int bit = 0; bit < MORTON_BITS; bit++)
        key |= (x >> bit & 1) << (2 * bit) | (y >> bit & 1) << (2 * bit + 1);
    return key;
}

static void order_triangles(enclosure* e, const shade* s, sort_record* records,
                            sort_record* scratch)
{
    const size_t count = e->parts->mesh->triangle_count;
    shadow all = empty_shadow;
    size_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_part_of_solid(e, i)) continue;
        const shadow one = triangle_shadow(e, s, i);
        shadow_join(&all, &one);
        records[kept++].value = i;
    }
    for (size_t i = 0; i < kept; i++) {
        const shadow one = triangle_shadow(e, s, records[i].value);
        records[i].key = morton_key(&one, &all);
    }
    sort_records(records, scratch, kept);
    e->order_count = kept;
}

static void fill_nodes(enclosure* e, const shade* s)
{
    for (size_t leaf = 0; leaf < e->leaf_count; leaf++) {
        shadow* node = &e->nodes[e->leaf_count + leaf];
        *node = empty_shadow;
        for (size_t i = leaf * LEAF_SIZE; i < (leaf + 1) * LEAF_SIZE && i < e->order_count; i++) {
            const shadow one = triangle_shadow(e, s, e->order[i]);
            shadow_join(node, &one);
        }
    }
    for (size_t i = e->leaf_count - 1; i > 0; i--) {
        e->nodes[i] = e->nodes[2 * i];
        shadow_join(&e->nodes[i], &e->nodes[2 * i + 1]);
    }
}

static abut_status make_tree(enclosure* e, const shade* s)
{
    const size_t room = e->parts->mesh->triangle_count;
    abut_status status = ABUT_OUT_OF_MEMORY;
    sort_record* records = host_allocate(e->host, room, sizeof *records);
    sort_record* scratch = host_allocate(e->host, room, sizeof *scratch);
    if (!records || !scratch) goto done;
    order_triangles(e, s, records, scratch);
    e->leaf_count = 1;
    while (e->leaf_count * LEAF_SIZE < e->order_count)
        e->leaf_count *= 2;
    e->order = host_allocate(e->host, e->order_count, sizeof *e->order);
    e->nodes = host_allocate(e->host, 2 * e->leaf_count, sizeof *e->nodes);
    if (!e->order || !e->nodes) goto done;  // enclosure_close knows what there is
    for (size_t i = 0; i < e->order_count; i++)
        e->order[i] = records[i].value;
    fill_nodes(e, s);
    status = ABUT_OK;
done:
    host_release(e->host, records, room, sizeof *records);
    host_release(e->host, scratch, room, sizeof *scratch);
    return status;
}

// ---------------------------------------------------------------------------------------- questions

typedef struct question {
    enclosure* e;
    const probe* p;
    ray_direction ray;
    shade shade;
    shadow start;
    double bottom;      // the lowest that the start may be along the ray
    ray_result result;  // RAY_ON or RAY_UNSURE end the search
} question;

static question question_make(enclosure* e, const probe* p, uint32_t try_index)
{
    question q = {.e = e, .p = p, .ray = ray_direction_choose(try_index), .result = RAY_MISSES};
    q.shade = shade_of_ray(&q.ray);
    q.start = shadow_of(&q.shade, &p->near, 1, p->error);
    const double along = p->near[q.shade.along] * q.shade.sense;
    q.bottom = along - (q.start.top - along);
    return q;
}

static abut_status add_crossing(enclosure* e, uint32_t part)
{
    // Only components that have been odd are listed, so that clearing takes no longer than finding.
    if (!e->odd[part]) {
        void* around = e->around;
        const abut_status status = host_grow(e->host, &around, &e->around_capacity, e->around_count,
                                             e->around_count + 1, sizeof *e->around);
        e->around = around;
        if (status != ABUT_OK) return status;
        e->around[e->around_count++] = part;
        e->odd[part] = 2;
    }
    e->odd[part] ^= 1;
    return ABUT_OK;
}

static abut_status test_triangle(question* q, uint32_t triangle)
{
    enclosure* e = q->e;
    posed_triangle t;
    place_triangle(e, triangle, &t);
    if (++e->tests % TESTS_PER_PROGRESS == 0) TRY(host_progress(e->host, 1));
    const shadow s = shadow_of(&q->shade, (const double(*)[3])t.point, 3, t.error);
    if (PRUNE(shadows_apart(&q->start, &s, q->bottom))) return ABUT_OK;
    const ray_result result = ray_triangle(q->p, e->space, &q->ray, &t, e->side);
    if (result == RAY_HITS) return add_crossing(e, component_of(e->parts, triangle));
    if (result != RAY_MISSES) q->result = result;
    return ABUT_OK;
}

static abut_status look_at_all(question* q)
{
    const size_t count = q->e->parts->mesh->triangle_count;
    for (uint32_t i = 0; i < count && q->result == RAY_MISSES; i++)
        if (is_part_of_solid(q->e, i)) TRY(test_triangle(q, i));
    return ABUT_OK;
}

static abut_status walk_tree(question* q)
{
    const enclosure* e = q->e;
    size_t stack[64], depth = 0;
    stack[depth++] = 1;
    while (depth && q->result == RAY_MISSES) {
        const size_t i = stack[--depth];
        if (PRUNE(shadows_apart(&q->start, &e->nodes[i], q->bottom))) continue;
        if (i < e->leaf_count) {
            stack[depth++] = 2 * i;
            stack[depth++] = 2 * i + 1;
            continue;
        }
        const size_t first = (i - e->leaf_count) * LEAF_SIZE;
        for (size_t k = first; k < first + LEAF_SIZE && k < e->order_count; k++) {
            TRY(test_triangle(q, e->order[k]));
            if (q->result != RAY_MISSES) break;
        }
    }
    return ABUT_OK;
}

// Keep only the components that are odd, and clear the marks.
static void keep_odd(enclosure* e)
{
    size_t kept = 0;
    for (size_t i = 0; i < e->around_count; i++) {
        const uint32_t part = e->around[i];
        if (e->odd[part] & 1) e->around[kept++] = part;
        e->odd[part] = 0;
    }
    e->around_count = kept;
}

static int none_is_odd(const enclosure* e)
{
    int none = 1;
    for (size_t i = 0; i < e->parts->count; i++)
        none &= !e->odd[i];
    return none;
}

abut_status enclosure_ask(enclosure* e, const probe* p, place* out)
{
    ASSERT(e->host && p->direction_count <= PROBE_DIRECTIONS_MAX);
    VALIDATE(none_is_odd(e));
    for (uint32_t try_index = 0;; try_index++) {
        question q = question_make(e, p, try_index);
        abut_status status = ABUT_OK;
        e->around_count = 0;
        if (try_index == 0 && ++e->asked > LINEAR_QUESTIONS && !e->order)
            status = make_tree(e, &q.shade);
        if (status == ABUT_OK)
            status = try_index == 0 && e->order ? walk_tree(&q) : look_at_all(&q);
        keep_odd(e);
        if (status != ABUT_OK) return status;
        if (q.result == RAY_UNSURE) continue;
        *out = q.result == RAY_ON ? PLACE_ON : e->around_count % 2 ? PLACE_INSIDE : PLACE_OUTSIDE;
        return ABUT_OK;
    }
}
