// skin.c - see skin.h. Patches grow from edge to edge. A ray tells of one triangle of each what is outside: the file's
// orientation tells only how its neighbours follow.
#include "query/skin.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "base/sort.h"
#include "query/enclosure.h"
#include "soup/topology.h"

#include <string.h>

#define NONE                   UINT32_MAX
#define TRIANGLES_PER_PROGRESS 65536

typedef struct growth {
    skin* skin;
    const components* parts;
    const soup_mesh* mesh;
    const abut_host* host;
    uint32_t* mate;   // by triangle and edge: the other triangle, if the edge has two
    uint32_t* queue;  // triangles in the order of their discovery
    size_t found;
    pose_pair poses;
    probe_space space;
    enclosure around;
} growth;

static int is_skin(const growth* g, uint32_t triangle)
{
    return g->parts->list[component_of(g->parts, triangle)].closed &&
           soup_mesh_corners(g->mesh, triangle).count == 3;
}

// -------------------------------------------------------------------------------------------- edges

// Which edge of a triangle has these ends.
static int edge_between(const soup_mesh* m, uint32_t triangle, uint64_t key)
{
    const uint32_t* corner = m->triangles + (size_t)triangle * 3;
    for (int k = 0;; k++) {
        const uint64_t x = corner[k], y = corner[(k + 1) % 3];
        ASSERT(k < 3);
        if ((x < y ? x << 32 | y : y << 32 | x) == key) return k;
    }
}

static size_t list_edges(const growth* g, sort_record* records)
{
    size_t count = 0;
    for (uint32_t i = 0; i < g->mesh->triangle_count; i++) {
        if (!is_skin(g, i)) continue;
        const uint32_t* corner = g->mesh->triangles + (size_t)i * 3;
        for (int k = 0; k < 3; k++) {
            const uint64_t x = corner[k], y = corner[(k + 1) % 3];
            records[count++] = (sort_record){x < y ? x << 32 | y : y << 32 | x, i};
        }
    }
    return count;
}

static void join_mates(const growth* g, const sort_record* edges, size_t count)
{
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && edges[next].key == edges[i].key;)
            next++;
        if (next - i != 2) continue;
        const uint32_t one = edges[i].value, other = edges[i + 1].value;
        g->mate[(size_t)one * 3 + (size_t)edge_between(g->mesh, one, edges[i].key)] = other;
        g->mate[(size_t)other * 3 + (size_t)edge_between(g->mesh, other, edges[i].key)] = one;
    }
}

static abut_status find_mates(growth* g)
{
    const size_t room = g->mesh->triangle_count * 3;
    sort_record* edges = host_allocate(g->host, room, sizeof *edges);
    sort_record* scratch = host_allocate(g->host, room, sizeof *scratch);
    const int there = edges && scratch;
    if (there) {
        const size_t count = list_edges(g, edges);
        sort_records(edges, scratch, count);
        memset(g->mate, 0xFF, room * sizeof *g->mate);
        join_mates(g, edges, count);
    }
    host_release(g->host, edges, room, sizeof *edges);
    host_release(g->host, scratch, room, sizeof *scratch);
    return there ? host_progress(g->host, 0.2) : ABUT_OUT_OF_MEMORY;
}

// ------------------------------------------------------------------------------------------- growing

// Hang the vertices of a triangle that are new on one that is not; if all are, the first becomes a root.
static void hang_vertices(growth* g, uint32_t triangle)
{
    skin* s = g->skin;
    const uint32_t* corner = g->mesh->triangles + (size_t)triangle * 3;
    uint32_t from = NONE;
    for (int k = 0; k < 3 && from == NONE; k++)
        if (s->parent[corner[k]] != NONE) from = corner[k];
    for (int k = 0; k < 3; k++) {
        const uint32_t v = corner[k];
        if (s->parent[v] != NONE) continue;
        s->root[v] = from == NONE ? v : s->root[from];
        if (from == NONE) from = v;
        s->parent[v] = from;
        s->owner[v] = triangle;
        s->order[s->order_count++] = v;
    }
}

static int runs_from(const uint32_t* corner, int edge, uint32_t from)
{
    return corner[edge] == from;
}

// The neighbours of a triangle whose side is known. Beside an edge of two triangles there is the outside on one side and the
// inside on the other: so if both run along it against each other, their normals point to the same of the two.
static void grow_from(growth* g, uint32_t triangle)
{
    skin* s = g->skin;
    const uint32_t* corner = g->mesh->triangles + (size_t)triangle * 3;
    for (int k = 0; k < 3; k++) {
        const uint32_t other = g->mate[(size_t)triangle * 3 + (size_t)k];
        if (other == NONE || s->outward[other]) continue;
        const uint64_t x = corner[k], y = corner[(k + 1) % 3];
        const int edge = edge_between(g->mesh, other, x < y ? x << 32 | y : y << 32 | x);
        const int same = runs_from(g->mesh->triangles + (size_t)other * 3, edge, corner[k]);
        s->outward[other] = (int8_t)(same ? -s->outward[triangle] : s->outward[triangle]);
        g->queue[g->found++] = other;
    }
}

// Whether what is on the side of a triangle to which its normal points is outside: a point within it, next to its
// corner 0, left along an axis.
static abut_status find_side(growth* g, uint32_t triangle, int* outward)
{
    const double* vertex[3];
    posed_triangle t;
    posed_pair pair;
    probe p;
    place where = PLACE_OUTSIDE;
    int axis = 0, sign = 0;
    soup_mesh_vertices(g->mesh, triangle, vertex);
    posed_triangle_place(&t, &g->poses, 0, vertex);
    posed_pair_prepare(&pair, &g->poses, &t, &t);
    while (!(sign = orient2d(&pair, axis, 0, 1, 2)))
        axis++;
    ASSERT(axis < 3);
    probe_at_vertex(&p, &g->space, 0, vertex[0]);
    probe_add_direction(&p, &g->space, 0, vertex[0], vertex[1], 0);
    probe_add_direction(&p, &g->space, 0, vertex[0], vertex[2], 0);
    probe_add_axis(&p, &g->space, axis, sign);
    TRY(enclosure_ask(&g->around, &p, &where));
    ASSERT(where != PLACE_ON);
    *outward = where == PLACE_OUTSIDE ? 1 : -1;
    return ABUT_OK;
}

static abut_status grow(growth* g)
{
    const size_t count = g->mesh->triangle_count;
    size_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i % TRIANGLES_PER_PROGRESS == 0)
            TRY(host_progress(g->host, 0.3 + 0.7 * (double)i / (double)count));
        if (g->skin->outward[i] || !is_skin(g, i)) continue;
        int outward = 0;
        TRY(find_side(g, i, &outward));
        g->skin->outward[i] = (int8_t)outward;
        g->queue[g->found++] = i;
        for (; next < g->found; next++) {
            hang_vertices(g, g->queue[next]);
            grow_from(g, g->queue[next]);
        }
    }
    return ABUT_OK;
}

// Two surfaces that pass through each other have the outside on the other side from there on. If they do so along edges, their
// triangles only touch.
static abut_status find_wrong(growth* g, const uint8_t* doubtful, uint32_t* wrong)
{
    *wrong = NONE;
    for (uint32_t i = 0; i < g->mesh->triangle_count && *wrong == NONE; i++) {
        int outward = 0;
        if (!doubtful[i] || !g->skin->outward[i]) continue;
        TRY(find_side(g, i, &outward));
        if (outward != g->skin->outward[i]) *wrong = i;
    }
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------- making

static abut_status open_growth(growth* g)
{
    static const affine identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    const size_t triangles = g->mesh->triangle_count, vertices = g->mesh->vertex_count;
    skin* s = g->skin;
    bit_range range[2] = {BIT_RANGE_EMPTY, BIT_RANGE_EMPTY};
    range[0] = bit_range_add(range[0], g->mesh->vertices, 3 * vertices);
    pose_pair_prepare(&g->poses, &identity, &identity, 1);
    g->space = (probe_space){&g->poses, exact_grid_make(&g->poses, range)};
    s->triangle_count = triangles;
    s->vertex_count = vertices;
    s->outward = host_allocate(g->host, triangles, sizeof *s->outward);
    s->order = host_allocate(g->host, vertices, sizeof *s->order);
    s->parent = host_allocate(g->host, vertices, sizeof *s->parent);
    s->owner = host_allocate(g->host, vertices, sizeof *s->owner);
    s->root = host_allocate(g->host, vertices, sizeof *s->root);
    g->mate = host_allocate(g->host, 3 * triangles, sizeof *g->mate);
    g->queue = host_allocate(g->host, triangles, sizeof *g->queue);
    if (!s->outward || !s->order || !s->parent || !s->owner || !s->root || !g->mate || !g->queue)
        return ABUT_OUT_OF_MEMORY;
    memset(s->outward, 0, triangles * sizeof *s->outward);
    memset(s->parent, 0xFF, vertices * sizeof *s->parent);
    return enclosure_open(&g->around, g->parts, &g->space, 0, g->host);
}

abut_status skin_make(skin* out, const components* parts, const uint8_t* doubtful, uint32_t* wrong,
                      const abut_host* host)
{
    skin s = {.triangle_count = 0};
    growth g = {.skin = &s, .parts = parts, .mesh = parts->mesh, .host = host};
    abut_status status = open_growth(&g);
    if (status == ABUT_OK) status = find_mates(&g);
    if (status == ABUT_OK) status = grow(&g);
    if (status == ABUT_OK) status = find_wrong(&g, doubtful, wrong);
    enclosure_close(&g.around);
    host_release(host, g.mate, 3 * parts->mesh->triangle_count, sizeof *g.mate);
    host_release(host, g.queue, parts->mesh->triangle_count, sizeof *g.queue);
    if (status == ABUT_OK)
        *out = s;
    else
        skin_free(&s, host);
    return status;
}

void skin_free(skin* s, const abut_host* host)
{
    host_release(host, s->outward, s->triangle_count, sizeof *s->outward);
    host_release(host, s->order, s->vertex_count, sizeof *s->order);
    host_release(host, s->parent, s->vertex_count, sizeof *s->parent);
    host_release(host, s->owner, s->vertex_count, sizeof *s->owner);
    host_release(host, s->root, s->vertex_count, sizeof *s->root);
    *s = (skin){0};
}

size_t skin_bytes(const skin* s)
{
    return s->triangle_count * sizeof *s->outward + 4 * s->vertex_count * sizeof *s->order;
}
