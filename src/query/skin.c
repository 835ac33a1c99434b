// skin.c - see skin.h. Patches grow from edge to edge. A ray tells of one triangle of each what is outside: the file's
// orientation tells only how its neighbours follow.
#include "query/skin.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "query/enclosure.h"
#include "search/self.h"
#include "soup/topology.h"

#include <string.h>

#define NONE                   UINT32_MAX
#define TRIANGLES_PER_PROGRESS 65536

typedef struct growth {
    skin* skin;
    const components* parts;
    const soup_mesh* mesh;
    const abut_host* host;
    const sort_record* found;
    size_t found_count;
    uint8_t* marks;
    sort_record *edges, *scratch;  // sorted
    size_t edge_count;
    uint32_t* mate;   // by triangle and edge: the other triangle, if the edge has two
    uint32_t* queue;  // triangles in the order of their discovery
    size_t reached;
    pose_pair poses;
    probe_space space;
    enclosure around;
} growth;

static int is_skin(const growth* g, uint32_t triangle)
{
    return soup_mesh_corners(g->mesh, triangle).count == 3 &&
           g->parts->list[component_of(g->parts, triangle)].closed;
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
    g->edge_count = list_edges(g, g->edges);
    sort_records(g->edges, g->scratch, g->edge_count);
    memset(g->mate, 0xFF, room * sizeof *g->mate);
    join_mates(g, g->edges, g->edge_count);
    return host_progress(g->host, 0.2);
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
        g->queue[g->reached++] = other;
    }
}

// The first axis along which a triangle's normal is not 0, and its sign there.
static int normal_sign(const growth* g, uint32_t triangle, int* axis)
{
    const double* vertex[3];
    posed_triangle t;
    posed_pair pair;
    soup_mesh_vertices(g->mesh, triangle, vertex);
    posed_triangle_place(&t, &g->poses, 0, vertex);
    posed_pair_prepare(&pair, &g->poses, &t, &t);
    for (*axis = 0;; ++*axis) {
        ASSERT(*axis < 3);
        const int sign = orient2d(&pair, *axis, 0, 1, 2);
        if (sign) return sign;
    }
}

// Whether what is on the side of a triangle to which its normal points is outside: a point within it, next to its
// corner 0, left along an axis.
static abut_status find_side(growth* g, uint32_t triangle, int* outward)
{
    const double* vertex[3];
    probe p;
    place where = PLACE_OUTSIDE;
    int axis;
    const int sign = normal_sign(g, triangle, &axis);
    soup_mesh_vertices(g->mesh, triangle, vertex);
    probe_at_vertex(&p, &g->space, 0, vertex[0]);
    probe_add_direction(&p, &g->space, 0, vertex[0], vertex[1], 0);
    probe_add_direction(&p, &g->space, 0, vertex[0], vertex[2], 0);
    probe_add_axis(&p, &g->space, axis, sign);
    TRY(enclosure_ask(&g->around, &p, &where));
    ASSERT(where != PLACE_ON);
    *outward = where == PLACE_OUTSIDE ? 1 : -1;
    return ABUT_OK;
}

// From one triangle of a patch on.
static abut_status grow_patch(growth* g, uint32_t first)
{
    size_t next = g->reached;
    int outward = 0;
    TRY(find_side(g, first, &outward));
    g->skin->outward[first] = (int8_t)outward;
    g->queue[g->reached++] = first;
    for (; next < g->reached; next++) {
        hang_vertices(g, g->queue[next]);
        grow_from(g, g->queue[next]);
    }
    return ABUT_OK;
}

// Flush triangles tell nothing of the outside, if another one of their patch does.
static abut_status grow(growth* g)
{
    const size_t count = g->mesh->triangle_count;
    for (unsigned skipped = SKIN_FLUSH;; skipped = 0) {
        for (uint32_t i = 0; i < count; i++) {
            if (i % TRIANGLES_PER_PROGRESS == 0)
                TRY(host_progress(g->host, 0.3 + 0.7 * (double)i / (double)count));
            if (!g->skin->outward[i] && !(g->marks[i] & skipped) && is_skin(g, i))
                TRY(grow_patch(g, i));
        }
        if (!skipped) return ABUT_OK;
    }
}

// ---------------------------------------------------------------------------------------- meetings

static int only_touch(const sort_record* found)
{
    const abut_self_class how = self_class(found->value);
    return how == ABUT_SELF_TOUCHING || how == ABUT_SELF_T_JOINT;
}

// The two triangles of a pair. Returns 0 if one of them is no skin.
static int meeting_of(const growth* g, size_t i, uint32_t id[2])
{
    id[0] = (uint32_t)(g->found[i].key >> 32);
    id[1] = (uint32_t)g->found[i].key;
    return is_skin(g, id[0]) && is_skin(g, id[1]);
}

static void mark_meetings(growth* g)
{
    uint32_t id[2];
    for (size_t i = 0; i < g->found_count; i++)
        for (int k = 0; k < 2 && meeting_of(g, i, id); k++)
            g->marks[id[k]] |= only_touch(&g->found[i]) ? SKIN_TOUCHES : SKIN_FLUSH;
}

// Two surfaces that pass through each other have the outside on the other side from there on. If they do so along edges, their
// triangles only touch.
static abut_status find_passing(growth* g)
{
    for (uint32_t i = 0; i < g->mesh->triangle_count; i++) {
        int outward = 0;
        if (g->marks[i] != SKIN_TOUCHES) continue;
        TRY(find_side(g, i, &outward));
        if (outward != g->skin->outward[i]) g->marks[i] |= SKIN_WRONG;
    }
    return ABUT_OK;
}

static int are_mates(const growth* g, const uint32_t id[2])
{
    const uint32_t* mate = g->mate + 3 * (size_t)id[0];
    return mate[0] == id[1] || mate[1] == id[1] || mate[2] == id[1];
}

// Whether two flush triangles face each other, and are no fold of one surface.
static int may_be_flush(const growth* g, const uint32_t id[2])
{
    int axis[2], faces[2];
    for (int k = 0; k < 2; k++)
        faces[k] = normal_sign(g, id[k], &axis[k]) * g->skin->outward[id[k]];
    return faces[0] != faces[1] && !are_mates(g, id);
}

// Passing surfaces are told of by one of two triangles that touch; both are wrong.
static void spread_wrong(growth* g)
{
    uint32_t id[2];
    for (size_t i = 0; i < g->found_count; i++) {
        if (!meeting_of(g, i, id)) continue;
        const int wrong = only_touch(&g->found[i])
                              ? (g->marks[id[0]] | g->marks[id[1]]) & SKIN_WRONG
                              : !may_be_flush(g, id);
        // Another bit first, so that it spreads no farther.
        for (int k = 0; k < 2 && wrong; k++)
            g->marks[id[k]] |= 2 * SKIN_WRONG;
    }
    for (size_t i = 0; i < g->mesh->triangle_count; i++)
        if (g->marks[i] & (2 * SKIN_WRONG)) g->marks[i] |= SKIN_WRONG;
}

// Along each edge as much of the surface has to arrive as leaves: then it is closed, whatever meets there.
static void check_edges(growth* g)
{
    for (size_t i = 0, next; i < g->edge_count; i = next) {
        int sum = 0;
        for (next = i; next < g->edge_count && g->edges[next].key == g->edges[i].key; next++) {
            const uint32_t triangle = g->edges[next].value;
            const uint32_t* corner = g->mesh->triangles + (size_t)triangle * 3;
            const int k = edge_between(g->mesh, triangle, g->edges[i].key);
            sum += corner[k] < corner[(k + 1) % 3] ? g->skin->outward[triangle]
                                                   : -g->skin->outward[triangle];
        }
        for (size_t k = i; k < next && sum; k++)
            g->marks[g->edges[k].value] |= SKIN_WRONG;
    }
}

static abut_status judge_meetings(growth* g)
{
    TRY(find_passing(g));
    spread_wrong(g);
    check_edges(g);
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
    g->edges = host_allocate(g->host, 3 * triangles, sizeof *g->edges);
    g->scratch = host_allocate(g->host, 3 * triangles, sizeof *g->scratch);
    g->mate = host_allocate(g->host, 3 * triangles, sizeof *g->mate);
    g->queue = host_allocate(g->host, triangles, sizeof *g->queue);
    if (!s->outward || !s->order || !s->parent || !s->owner || !s->root || !g->edges ||
        !g->scratch || !g->mate || !g->queue)
        return ABUT_OUT_OF_MEMORY;
    memset(s->outward, 0, triangles * sizeof *s->outward);
    memset(s->parent, 0xFF, vertices * sizeof *s->parent);
    return enclosure_open(&g->around, g->parts, &g->space, 0, g->host);
}

abut_status skin_make(skin* out, const components* parts, const sort_record* found, size_t count,
                      uint8_t* marks, const abut_host* host)
{
    const size_t triangles = parts->mesh->triangle_count;
    skin s = {.triangle_count = 0};
    growth g = {.skin = &s,
                .parts = parts,
                .mesh = parts->mesh,
                .host = host,
                .found = found,
                .found_count = count};
    g.marks = marks;
    abut_status status = open_growth(&g);
    if (status == ABUT_OK) status = find_mates(&g);
    if (status == ABUT_OK) {
        mark_meetings(&g);
        status = grow(&g);
    }
    if (status == ABUT_OK) status = judge_meetings(&g);
    enclosure_close(&g.around);
    host_release(host, g.edges, 3 * triangles, sizeof *g.edges);
    host_release(host, g.scratch, 3 * triangles, sizeof *g.scratch);
    host_release(host, g.mate, 3 * triangles, sizeof *g.mate);
    host_release(host, g.queue, triangles, sizeof *g.queue);
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
