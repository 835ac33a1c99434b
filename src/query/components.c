// components.c - see components.h.
#include "query/components.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "geom/posed_pair.h"
#include "soup/topology.h"

#include <float.h>
#include <math.h>

// ------------------------------------------------------------------------------------------ numbers

static size_t number_components(components* c, const uint32_t* root)
{
    const soup_mesh* m = c->mesh;
    size_t count = 0;
    for (size_t v = 0; v < m->vertex_count; v++)
        c->of_vertex[v] = TOPOLOGY_UNUSED;
    for (size_t i = 0; i < m->triangle_count; i++) {
        if (!soup_mesh_has(m, i)) continue;
        uint32_t* number = &c->of_vertex[root[m->triangles[i * 3]]];
        if (*number == TOPOLOGY_UNUSED) *number = (uint32_t)count++;
    }
    for (size_t v = 0; v < m->vertex_count; v++)
        if (root[v] != TOPOLOGY_UNUSED) c->of_vertex[v] = c->of_vertex[root[v]];
    return count;
}

static void count_triangles(components* c)
{
    for (size_t i = 0; i < c->mesh->triangle_count; i++) {
        if (!soup_mesh_has(c->mesh, i)) continue;
        component* part = &c->list[component_of(c, (uint32_t)i)];
        if (!part->triangle_count++) part->first_triangle = (uint32_t)i;
    }
}

// ------------------------------------------------------------------------------------------- places

// Whether vertex x is farther out than y along an axis of the file: ties fall by the axes that follow, never by
// the order of the mesh. Equal vertices are one vertex.
static int is_farther(const double* x, const double* y, int axis, int sense)
{
    for (int k = 0; k < 3; k++) {
        const int sign = sense * double_compare(x[(axis + k) % 3], y[(axis + k) % 3]);
        if (sign) return sign > 0;
    }
    return 0;
}

void components_find_extremes(components* c)
{
    if (c->has_extremes) return;
    c->has_extremes = 1;
    const double* const all = c->mesh->vertices;
    for (size_t v = 0; v < c->mesh->vertex_count; v++) {
        if (c->of_vertex[v] == TOPOLOGY_UNUSED) continue;
        uint32_t* extreme = c->list[c->of_vertex[v]].extreme;
        for (int i = 0; i < 6; i++)
            if (extreme[i] == TOPOLOGY_UNUSED ||
                is_farther(all + v * 3, all + (size_t)extreme[i] * 3, i % 3, i < 3 ? -1 : 1))
                extreme[i] = (uint32_t)v;
    }
}

// A vertex beyond the filter's range has an infinite error: then the box is all of space.
static void make_empty(component* part)
{
    for (int k = 0; k < 3; k++) {
        part->low[k] = HUGE_VAL;
        part->high[k] = -HUGE_VAL;
    }
}

static void add_placed(component* part, const posed_triangle* t, int corner)
{
    const int placed = t->error <= DBL_MAX;
    for (int k = 0; k < 3; k++) {
        const double low = placed ? t->point[corner][k] - t->error : -HUGE_VAL;
        const double high = placed ? t->point[corner][k] + t->error : HUGE_VAL;
        if (!(low >= part->low[k])) part->low[k] = low;
        if (!(high <= part->high[k])) part->high[k] = high;
    }
}

// The sum with the error was rounded.
static void widen(component* part)
{
    for (int k = 0; k < 3; k++) {
        part->low[k] -= fabs(part->low[k]) * 0x1p-50 + 0x1p-718;
        part->high[k] += fabs(part->high[k]) * 0x1p-50 + 0x1p-718;
    }
}

static void find_boxes(components* c, const pose_pair* poses, int side)
{
    for (size_t i = 0; i < c->count; i++)
        make_empty(&c->list[i]);
    for (size_t v = 0; v < c->mesh->vertex_count; v++) {
        if (c->of_vertex[v] == TOPOLOGY_UNUSED) continue;
        const double* vertex = c->mesh->vertices + v * 3;
        const double* const all[3] = {vertex, vertex, vertex};
        posed_triangle t;
        posed_triangle_place(&t, poses, side, all);
        add_placed(&c->list[c->of_vertex[v]], &t, 0);
    }
    for (size_t i = 0; i < c->count; i++)
        widen(&c->list[i]);
}

// Where the corners of a box are, all of it is between.
static void place_box(component* part, const pose_pair* poses, int side)
{
    double corner[8][3];
    int is_finite = 1;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            corner[i][k] = i >> k & 1 ? part->high[k] : part->low[k];
            is_finite &= double_is_finite(corner[i][k]);
        }
    make_empty(part);
    for (int i = 0; i < 9 && is_finite; i += 3) {
        const double* const vertex[3] = {corner[i % 8], corner[(i + 1) % 8], corner[(i + 2) % 8]};
        posed_triangle t;
        posed_triangle_place(&t, poses, side, vertex);
        for (int n = 0; n < 3; n++)
            add_placed(part, &t, n);
    }
    if (is_finite) {
        widen(part);
        return;
    }
    for (int k = 0; k < 3; k++) {
        part->low[k] = -HUGE_VAL;
        part->high[k] = HUGE_VAL;
    }
}

void components_place_boxes(components* c, const pose_pair* poses, int side)
{
    for (size_t i = 0; i < c->count; i++)
        place_box(&c->list[i], poses, side);
}

// Whether each triangle has a component, which is the same for all its corners, and each component has one.
static int are_whole(const components* c)
{
    size_t triangles = 0;
    int whole = 1;
    for (size_t i = 0; i < c->mesh->triangle_count * 3; i++) {
        if (!soup_mesh_has(c->mesh, i / 3)) continue;
        const uint32_t part = c->of_vertex[c->mesh->triangles[i]];
        whole &= part < c->count && part == component_of(c, (uint32_t)(i / 3));
    }
    for (size_t i = 0; i < c->count; i++) {
        const component* part = &c->list[i];
        triangles += part->triangle_count;
        whole &= part->triangle_count > 0 && component_of(c, part->first_triangle) == i;
        whole &= !i || c->list[i - 1].first_triangle < part->first_triangle;
    }
    return whole && triangles == soup_mesh_present(c->mesh);
}

abut_status components_find(components* out, const soup_mesh* m, const pose_pair* poses, int side,
                            const abut_host* host)
{
    ASSERT(side == 0 || side == 1);
    components c = {.mesh = m};
    uint32_t* root = host_allocate(host, m->vertex_count, sizeof *root);
    c.of_vertex = host_allocate(host, m->vertex_count, sizeof *c.of_vertex);
    if (root && c.of_vertex) {
        topology_connect(m, root);
        c.count = number_components(&c, root);
        c.list = host_allocate(host, c.count, sizeof *c.list);
    }
    host_release(host, root, m->vertex_count, sizeof *root);
    if (!c.list) {
        components_free(&c, host);
        return ABUT_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < c.count; i++)
        c.list[i] = (component){.extreme = {TOPOLOGY_UNUSED, TOPOLOGY_UNUSED, TOPOLOGY_UNUSED,
                                            TOPOLOGY_UNUSED, TOPOLOGY_UNUSED, TOPOLOGY_UNUSED}};
    count_triangles(&c);
    if (poses) find_boxes(&c, poses, side);
    VALIDATE(are_whole(&c));
    *out = c;
    return ABUT_OK;
}

void components_free(components* c, const abut_host* host)
{
    if (!c->mesh) return;
    host_release(host, c->of_vertex, c->mesh->vertex_count, sizeof *c->of_vertex);
    host_release(host, c->list, c->count, sizeof *c->list);
    *c = (components){0};
}

// -------------------------------------------------------------------------------------------- edges

static void judge_edges(components* c, const sort_record* edges, size_t count)
{
    for (size_t i = 0, next; i < count; i = next) {
        component* part = &c->list[c->of_vertex[edges[i].key >> 32]];
        size_t up = 0;
        part->closed = 1;  // until all edges are counted
        for (next = i; next < count && edges[next].key == edges[i].key; next++)
            up += edges[next].value;
        const size_t uses = next - i;
        if (uses % 2) part->border_count++;
        if (uses > 1 && up * 2 != uses) part->unoriented = 1;
    }
}

abut_status components_find_edges(components* c, const abut_host* host)
{
    if (c->has_edges) return ABUT_OK;
    const size_t room = c->mesh->triangle_count * 3;
    sort_record* edges = host_allocate(host, room, sizeof *edges);
    sort_record* scratch = host_allocate(host, room, sizeof *scratch);
    if (edges && scratch) {
        const size_t count = topology_list_edges(c->mesh, edges);
        sort_records(edges, scratch, count);
        judge_edges(c, edges, count);
        for (size_t i = 0; i < c->count; i++) {
            c->list[i].closed &= !c->list[i].border_count;
            c->closed_count += c->list[i].closed;
        }
        c->open_count = c->count - c->closed_count;
        c->has_edges = 1;
    }
    host_release(host, edges, room, sizeof *edges);
    host_release(host, scratch, room, sizeof *scratch);
    return c->has_edges ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}
