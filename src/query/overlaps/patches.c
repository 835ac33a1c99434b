// patches.c - see patches.h. Edges of polygons that are the same are mates, two by two; what has no mate is the border. It is
// followed around each of its corners from polygon to polygon.
#include "query/overlaps/patches.h"

#include "base/host.h"
#include "geom/vector.h"

#include <math.h>

#define POLYGONS_PER_PROGRESS 4096

void patches_free(patches* p, const abut_host* host)
{
    host_release(host, p->list, p->capacity, sizeof *p->list);
    host_release(host, p->areas, p->area_capacity, sizeof *p->areas);
    host_release(host, p->owner, p->owner_capacity, sizeof *p->owner);
    host_release(host, p->mate, p->mate_capacity, sizeof *p->mate);
    host_release(host, p->pending, p->pending_capacity, sizeof *p->pending);
    host_release(host, p->parent, p->parent_capacity, sizeof *p->parent);
    host_release(host, p->is_taken, p->taken_capacity, sizeof *p->is_taken);
    *p = (patches){0};
}

static abut_status begin(patches* p, const events* e, const abut_host* host)
{
    const size_t edges = e->corner_count;
    p->count = 0;
    TRY(host_grow_any(host, &p->owner, &p->owner_capacity, 0, edges, sizeof *p->owner));
    TRY(host_grow_any(host, &p->mate, &p->mate_capacity, 0, edges, sizeof *p->mate));
    TRY(host_grow_any(host, &p->is_taken, &p->taken_capacity, 0, edges, sizeof *p->is_taken));
    TRY(host_grow_any(host, &p->pending, &p->pending_capacity, 0, 2 * (size_t)e->edge_count,
                      sizeof *p->pending));
    return host_grow_any(host, &p->parent, &p->parent_capacity, 0, e->polygon_count,
                         sizeof *p->parent);
}

// ------------------------------------------------------------------------------------------ joining

static uint32_t root(patches* p, uint32_t polygon)
{
    while (p->parent[polygon] != polygon) {
        p->parent[polygon] = p->parent[p->parent[polygon]];
        polygon = p->parent[polygon];
    }
    return polygon;
}

static void join(patches* p, uint32_t x, uint32_t y)
{
    x = root(p, x);
    y = root(p, y);
    if (x < y)
        p->parent[y] = x;
    else
        p->parent[x] = y;
}

// pending has two numbers for each edge: the last one without a mate, and the first polygon that has it.
static void match_edge(patches* p, uint32_t edge, uint32_t name)
{
    uint32_t *open = &p->pending[2 * (size_t)name], *first = open + 1;
    p->mate[edge] = EVENTS_NONE;
    if (*first == EVENTS_NONE)
        *first = p->owner[edge];
    else
        join(p, *first, p->owner[edge]);
    if (*open == EVENTS_NONE) {
        *open = edge;
        return;
    }
    p->mate[edge] = *open;
    p->mate[*open] = edge;
    *open = EVENTS_NONE;
}

static void match_edges(patches* p, events* e)
{
    for (size_t i = 0; i < 2 * (size_t)e->edge_count; i++)
        p->pending[i] = EVENTS_NONE;
    for (uint32_t i = 0; i < e->polygon_count; i++) {
        const event_polygon* polygon = &e->polygons[i];
        p->parent[i] = i;
        for (int k = 0; k < polygon->count; k++) {
            const uint32_t edge = polygon->first + (uint32_t)k;
            p->owner[edge] = i;
            p->is_taken[edge] = 0;
            match_edge(p, edge, events_edge(e, polygon, k));
        }
    }
}

// ------------------------------------------------------------------------------------------ borders

// An edge of a polygon, walked from its first corner to its second or back.
typedef struct way {
    uint32_t edge;
    int back;
} way;

// The edge of the same polygon so many after it.
static uint32_t beside(const patches* p, const events* e, uint32_t edge, int step)
{
    const event_polygon* polygon = &e->polygons[p->owner[edge]];
    const int k = (int)(edge - polygon->first) + step, count = polygon->count;
    return polygon->first + (uint32_t)((k + count) % count);
}

static uint32_t corner_at(const patches* p, const events* e, uint32_t edge, int end)
{
    return e->corners[end ? beside(p, e, edge, 1) : edge];
}

// Around the corner that a way leads to, through the polygons that lie there side by side, to the next edge of the border.
static way next_way(const patches* p, const events* e, way at)
{
    const uint32_t node = corner_at(p, e, at.edge, !at.back);
    at.edge = beside(p, e, at.edge, at.back ? -1 : 1);
    while (p->mate[at.edge] != EVENTS_NONE) {
        const uint32_t mate = p->mate[at.edge];
        at.back = corner_at(p, e, mate, 0) == node;
        at.edge = beside(p, e, mate, at.back ? -1 : 1);
    }
    return at;
}

static abut_status follow_border(patches* p, trails* t, events* e, const abut_host* host,
                                 uint32_t edge)
{
    const event_polygon* polygon = &e->polygons[p->owner[edge]];
    const int corner = (int)(edge - polygon->first);
    trail out = {.key = trail_key(polygon->pair, corner),
                 .first = (uint32_t)t->step_count,
                 .patch = polygon->patch,
                 .kind = ABUT_CURVE_BORDER,
                 .is_closed = 1};
    for (way at = {edge, 0}; !p->is_taken[at.edge]; at = next_way(p, e, at)) {
        const event_polygon* own = &e->polygons[p->owner[at.edge]];
        const uint8_t k = (uint8_t)(at.edge - own->first), next = (uint8_t)((k + 1) % own->count);
        TRY(trails_reserve(t, host, 1));
        t->steps[t->step_count++] =
            at.back ? (trail_step){own->pair, next, k} : (trail_step){own->pair, k, next};
        p->is_taken[at.edge] = 1;
        out.count++;
    }
    t->list[t->count++] = out;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------ patches

// Whether the corners of a polygon run clockwise, seen from where those of a's triangle run counter-clockwise: as far as its
// rounded corners tell.
static int runs_backward(const double area[3], const soup_mesh* a, uint32_t triangle,
                         const affine* placed)
{
    const double* vertex[3];
    double arm[2][3], normal[3], most = 0, along = 0;
    soup_mesh_vertices(a, triangle, vertex);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) {
            arm[i][k] = vertex[i + 1][k] / 2 - vertex[0][k] / 2;
            if (fabs(arm[i][k]) > most) most = fabs(arm[i][k]);
        }
    for (int i = 0; i < 2 && most > 0; i++)
        for (int k = 0; k < 3; k++)
            arm[i][k] /= most;
    cross3(normal, arm[0], arm[1]);
    for (int k = 0; k < 3; k++)
        along += area[k] * dot3(placed->matrix[k], normal);
    return along < 0;
}

static void add_polygon(patches* p, const event_polygon* polygon, const abut_hits* hits,
                        const soup_mesh* a, const affine* placed)
{
    abut_patch* out = &p->list[polygon->patch];
    const abut_contact* contact = &hits->contacts[polygon->pair];
    double area[3];
    extent_add_area(&p->areas[polygon->patch], contact->points, contact->point_count, area);
    const double factor = runs_backward(area, a, hits->pairs[polygon->pair].a, placed) ? -0.5 : 0.5;
    for (int k = 0; k < 3; k++)
        out->vector_area[k] += factor * area[k];
    if (!out->pair_count++)
        out->facing = polygon->facing;
    else if (out->facing != polygon->facing)
        out->facing = 0;
}

// Number the patches of polygons, as they come.
static abut_status number_patches(patches* p, events* e, const abut_host* host,
                                  const abut_hits* hits)
{
    for (uint32_t i = 0; i < e->polygon_count; i++) {
        event_polygon* polygon = &e->polygons[i];
        const uint32_t first = root(p, i);
        polygon->patch = first < i ? e->polygons[first].patch : (uint32_t)p->count;
        if (first < i) continue;
        TRY(host_grow_any(host, &p->list, &p->capacity, p->count, p->count + 1, sizeof *p->list));
        TRY(host_grow_any(host, &p->areas, &p->area_capacity, p->count, p->count + 1,
                          sizeof *p->areas));
        p->list[p->count] = (abut_patch){.first_pair = hits->pairs[polygon->pair]};
        p->areas[p->count++] = (extent){0};
    }
    return ABUT_OK;
}

abut_status patches_join(patches* p, trails* out, events* e, const abut_host* host,
                         const abut_hits* hits, const soup_mesh* a, const affine* placed)
{
    TRY(begin(p, e, host));
    match_edges(p, e);
    TRY(number_patches(p, e, host, hits));
    for (size_t i = 0; i < e->polygon_count; i++) {
        if (i && i % POLYGONS_PER_PROGRESS == 0) TRY(host_progress(host, 1));
        add_polygon(p, &e->polygons[i], hits, a, placed);
    }
    for (uint32_t i = 0; i < e->corner_count; i++)
        if (p->mate[i] == EVENTS_NONE && !p->is_taken[i]) TRY(follow_border(p, out, e, host, i));
    for (size_t i = 0; i < p->count; i++)
        extent_bounds(&p->areas[i], &p->list[i].area_lo, &p->list[i].area_hi);
    return ABUT_OK;
}
