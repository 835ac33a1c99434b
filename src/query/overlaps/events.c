// events.c - see events.h.
#include "query/overlaps/events.h"

#include "base/host.h"

#include <stdlib.h>

#define PAIRS_PER_PROGRESS 4096
#define CORNERS_MAX        6  // of what two triangles share

// ------------------------------------------------------------------------------------------- memory

void events_free(events* e, const abut_host* host)
{
    key_table_free(&e->names, host);
    key_table_free(&e->vertices, host);
    key_table_free(&e->edges, host);
    host_release(host, e->nodes, e->node_capacity, sizeof *e->nodes);
    host_release(host, e->vertex_nodes, e->vertex_capacity, sizeof *e->vertex_nodes);
    host_release(host, e->segments, e->segment_capacity, sizeof *e->segments);
    host_release(host, e->polygons, e->polygon_capacity, sizeof *e->polygons);
    host_release(host, e->corners, e->corner_capacity, sizeof *e->corners);
    host_release(host, e->pair_nodes, e->pair_capacity, sizeof *e->pair_nodes);
    *e = (events){0};
}

static abut_status begin(events* e, const abut_host* host, size_t pair_count)
{
    e->segment_count = e->polygon_count = e->corner_count = 0;
    e->edge_count = 0;
    if (pair_count > UINT32_MAX / 8) return ABUT_OUT_OF_MEMORY;
    TRY(key_table_begin(&e->names, host, pair_count + CORNERS_MAX));
    TRY(key_table_begin(&e->vertices, host, 0));
    TRY(key_table_begin(&e->edges, host, 0));
    TRY(host_grow_any(host, &e->segments, &e->segment_capacity, 0, pair_count + 1,
                      sizeof *e->segments));
    return host_grow_any(host, &e->pair_nodes, &e->pair_capacity, 0, pair_count + 1,
                         sizeof *e->pair_nodes);
}

// Room for the corners of one more pair.
static abut_status make_room(events* e, const abut_host* host)
{
    TRY(key_table_reserve(&e->names, host, CORNERS_MAX));
    if (e->node_capacity < e->names.count + (size_t)CORNERS_MAX)
        TRY(host_grow_any(host, &e->nodes, &e->node_capacity, e->names.count, e->names.key_capacity,
                          sizeof *e->nodes));
    TRY(key_table_reserve(&e->vertices, host, (size_t)2 * CORNERS_MAX));
    return host_grow_any(host, &e->vertex_nodes, &e->vertex_capacity, e->vertices.count,
                         e->vertices.count + (size_t)2 * CORNERS_MAX, sizeof *e->vertex_nodes);
}

// -------------------------------------------------------------------------------------------- nodes

uint32_t events_root(events* e, uint32_t node)
{
    event_node* const nodes = e->nodes;
    while (nodes[node].joined != node) {
        nodes[node].joined = nodes[nodes[node].joined].joined;
        node = nodes[node].joined;
    }
    return node;
}

static void join(events* e, uint32_t x, uint32_t y)
{
    x = events_root(e, x);
    y = events_root(e, y);
    if (x < y)
        e->nodes[y].joined = x;
    else
        e->nodes[x].joined = y;
}

// A feature of a mesh, the same for all triangles that have it: a vertex twice, the vertices of an edge, or a face.
static inline uint64_t name_feature(const soup_mesh* m, uint32_t triangle, int feature)
{
    static const uint8_t ends[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    const uint32_t* vertex = m->triangles + (size_t)triangle * 3;
    if (feature == ABUT_FEATURE_FACE) return (uint64_t)UINT32_MAX << 32 | triangle;
    const uint32_t x = vertex[ends[feature][0]], y = vertex[ends[feature][1]];
    return x < y ? (uint64_t)x << 32 | y : (uint64_t)y << 32 | x;
}

static inline int is_vertex(uint64_t feature)
{
    return feature >> 32 == (uint32_t)feature;
}

// All events at one vertex are one point, also where the other mesh has several features there that do not know of each other.
static void join_at_vertex(events* e, int side, uint64_t vertex, uint32_t node)
{
    const uint32_t before = e->vertices.count;
    const uint32_t known = key_table_put(&e->vertices, (table_key){vertex, (uint64_t)side});
    if (known == before)
        e->vertex_nodes[known] = node;
    else
        join(e, e->vertex_nodes[known], node);
}

static uint32_t find_node(events* e, uint64_t a, uint64_t b, uint32_t pair, int event)
{
    const uint32_t before = e->names.count, node = key_table_put(&e->names, (table_key){a, b});
    if (node != before) return node;
    e->nodes[node] = (event_node){.pair = pair, .joined = node, .event = (uint8_t)event};
    if (is_vertex(a)) join_at_vertex(e, 0, a, node);
    if (is_vertex(b)) join_at_vertex(e, 1, b, node);
    return node;
}

// -------------------------------------------------------------------------------- what a pair shares

static abut_status add_polygon(events* e, const abut_host* host, const uint32_t* node, int count,
                               uint32_t pair, int facing)
{
    TRY(host_grow_any(host, &e->polygons, &e->polygon_capacity, e->polygon_count,
                      e->polygon_count + 1, sizeof *e->polygons));
    TRY(host_grow_any(host, &e->corners, &e->corner_capacity, e->corner_count,
                      e->corner_count + (size_t)count, sizeof *e->corners));
    e->polygons[e->polygon_count++] = (event_polygon){.pair = pair,
                                                      .first = (uint32_t)e->corner_count,
                                                      .count = (uint8_t)count,
                                                      .facing = (int8_t)facing};
    for (int k = 0; k < count; k++) {
        e->corners[e->corner_count++] = node[k];
        e->nodes[node[k]].on_patch = 1;
    }
    return ABUT_OK;
}

// Which ways the edges run along which a pair touches, by what it tells: that is the way of the edge where its triangle is below
// the other, for a, and against it for b.
static unsigned runs_of(unsigned sides, int sense)
{
    unsigned runs = 0;
    for (int side = 0; side < 2; side++) {
        const unsigned where = sides >> 2 * side & (CONTACT_BELOW | CONTACT_ABOVE);
        if (where) runs |= ((where == CONTACT_BELOW) == (sense > 0) ? 1U : 2U) << 2 * side;
    }
    return runs;
}

static abut_status add_pair(events* e, const abut_host* host, const soup_mesh* const mesh[2],
                            const abut_hits* hits, uint32_t pair, int told, const int flip[2])
{
    const abut_contact* contact = &hits->contacts[pair];
    const abut_pair ids = hits->pairs[pair];
    uint32_t node[CORNERS_MAX];
    ASSERT(contact->point_count > 0 && contact->point_count <= CORNERS_MAX);
    TRY(make_room(e, host));
    for (int k = 0; k < contact->point_count; k++) {
        node[k] = find_node(e, name_feature(mesh[0], ids.a, contact->events[k].a),
                            name_feature(mesh[1], ids.b, contact->events[k].b), pair, k);
        if (k) join(e, node[0], node[k]);
    }
    e->pair_nodes[pair] = node[0];
    if (contact->point_count > 2)
        return add_polygon(e, host, node, contact->point_count, pair, flip[1] * told);
    if (contact->point_count < 2) return ABUT_OK;
    const int contradicts = told == CONTACT_CONTRADICTS;
    const int sense = contradicts ? SENSE_CONTRADICTS : flip[0] * ((told > 0) - (told < 0));
    const unsigned sides = sense && !contradicts ? (unsigned)abs(told) - 1 : 0;
    e->segments[e->segment_count++] = (event_segment){.node = {node[0], node[1]},
                                                      .pair = pair,
                                                      .crosses = contact->kind == ABUT_KIND_CROSS,
                                                      .sides = (uint8_t)sides,
                                                      .runs = (uint8_t)runs_of(sides, sense),
                                                      .sense = (int8_t)sense};
    return ABUT_OK;
}

// ---------------------------------------------------------------------- segments that are the same

static table_key name_edge(uint32_t x, uint32_t y)
{
    return (table_key){x < y ? (uint64_t)x << 32 | y : (uint64_t)y << 32 | x, 0};
}

uint32_t events_edge(const events* e, const event_polygon* polygon, int corner)
{
    const uint32_t* node = e->corners + polygon->first;
    const table_key key = name_edge(node[corner], node[(corner + 1) % polygon->count]);
    return *key_table_slot(&e->edges, key) - 1;
}

static abut_status name_borders(events* e, const abut_host* host)
{
    TRY(key_table_begin(&e->edges, host, e->corner_count + e->segment_count));
    for (size_t i = 0; i < e->polygon_count; i++) {
        const event_polygon* p = &e->polygons[i];
        const uint32_t* corner = e->corners + p->first;
        for (int k = 0; k < p->count; k++)
            (void)key_table_put(&e->edges, name_edge(corner[k], corner[(k + 1) % p->count]));
    }
    e->edge_count = e->edges.count;
    return ABUT_OK;
}

// One that is the same as another: node 0 of either may be node 1 of the other.
static void merge(event_segment* s, const event_segment* other)
{
    const int is_turned = s->node[0] != other->node[0];
    const int sense = is_turned && other->sense != SENSE_CONTRADICTS ? -other->sense : other->sense;
    const int runs = is_turned ? (other->runs & 5) << 1 | (other->runs & 10) >> 1 : other->runs;
    s->crosses |= other->crosses;
    s->sides |= other->sides;
    s->runs |= (uint8_t)runs;
    if (!s->sense)
        s->sense = (int8_t)sense;
    else if (sense && sense != s->sense)
        s->sense = SENSE_CONTRADICTS;
}

// Where triangles only touch, surfaces cross if one of both is below and above the other there. At an edge of the other, too, all
// have to agree on the way, and the other's edges to run both ways: else its windings contradict each other, and below and
// above say nothing.
static void judge(event_segment* s)
{
    const unsigned both = CONTACT_BELOW | CONTACT_ABOVE;
    for (int side = 0; side < 2 && !s->crosses; side++) {
        const unsigned runs = s->runs >> 2 * !side & 3;
        const int is_told = !runs || (runs == 3 && s->sense != SENSE_CONTRADICTS);
        s->crosses = is_told && ((unsigned)s->sides >> 2 * side & both) == both;
    }
    if (!s->crosses) s->sense = 0;
}

static void link_ends(events* e, uint32_t segment)
{
    for (int end = 0; end < 2; end++) {
        event_node* n = &e->nodes[e->segments[segment].node[end]];
        if (n->degree < 2) n->segment[n->degree] = segment;
        if (n->degree < 3) n->degree++;
    }
}

// Keep each segment once, and none that is a border of a polygon: that belongs to its patch.
static void keep_segments(events* e)
{
    uint32_t kept = 0;
    for (size_t i = 0; i < e->segment_count; i++) {
        const event_segment s = e->segments[i];
        const uint32_t before = e->edges.count;
        const uint32_t edge = key_table_put(&e->edges, name_edge(s.node[0], s.node[1]));
        if (edge < e->edge_count) continue;
        if (edge < before) {
            merge(&e->segments[edge - e->edge_count], &s);
            continue;
        }
        ASSERT(edge - e->edge_count == kept);
        e->segments[kept++] = s;
    }
    e->segment_count = kept;
    for (uint32_t i = 0; i < kept; i++) {
        judge(&e->segments[i]);
        link_ends(e, i);
    }
}

abut_status events_find(events* e, const abut_host* host, const soup_mesh* const mesh[2],
                        const abut_hits* hits, const int8_t* senses, const int flip[2])
{
    TRY(begin(e, host, hits->count));
    for (size_t i = 0; i < hits->count; i++) {
        if (i && i % PAIRS_PER_PROGRESS == 0) TRY(host_progress(host, 1));
        TRY(add_pair(e, host, mesh, hits, (uint32_t)i, senses[i], flip));
    }
    TRY(name_borders(e, host));
    keep_segments(e);
    return ABUT_OK;
}
