// overlap.c - probes at every corner of what two triangles share, left in every direction in which one of
// them leaves the other. Why these are enough: docs/proofs/inside.md, "Inside and outside".
#include "query/overlap.h"

#include "base/base.h"

// One side's view of the pair: its own triangle, and that of the other side.
typedef struct view {
    overlap* o;
    int side;
    const double* const* own;
    const double* const* other;
    int found;
} view;

// ------------------------------------------------------------------------------------------ corners

static uint32_t vertex_index(const overlap* o, int side, const double* vertex)
{
    return (uint32_t)((size_t)(vertex - o->mesh[side]->vertices) / 3);
}

// Name the two vertices of an edge, the same for all triangles that have it.
static void name_edge(const overlap* o, int side, const double* const edge[2], uint32_t name[2])
{
    const uint32_t x = vertex_index(o, side, edge[0]), y = vertex_index(o, side, edge[1]);
    name[0] = x < y ? x : y;
    name[1] = x < y ? y : x;
}

// Place a corner, and name it: base[0] is 1 or 2 for a vertex of a or b, 3 for two edges, and 0 for what
// has no name and is not shared by many pairs.
static void place_corner(overlap* o, int i)
{
    const abut_event event = o->contact.events[i];
    const int feature[2] = {event.a, event.b};
    uint32_t* base = o->base[i];
    const double* edge[2][2];
    memset(base, 0, sizeof o->base[i]);
    for (int side = 0; side < 2; side++) {
        const double* const* vertex = o->triangle[side].vertex;
        if (feature[side] < ABUT_FEATURE_EDGE_0) {
            memset(base, 0, sizeof o->base[i]);
            base[0] = 1 + (uint32_t)side;
            base[1] = vertex_index(o, side, vertex[feature[side]]);
            probe_at_vertex(&o->corner[i], o->space, side, vertex[feature[side]]);
            return;
        }
        const int from = feature[side] - ABUT_FEATURE_EDGE_0;
        edge[side][0] = vertex[from % 3];
        edge[side][1] = vertex[(from + 1) % 3];
        name_edge(o, side, edge[side], &base[1 + 2 * side]);
    }
    if (event.a == ABUT_FEATURE_FACE) {
        probe_at_plane(&o->corner[i], o->space, 1, edge[1], o->triangle[0].vertex);
    } else if (event.b == ABUT_FEATURE_FACE) {
        probe_at_plane(&o->corner[i], o->space, 0, edge[0], o->triangle[1].vertex);
    } else {
        base[0] = 3;
        probe_at_crossing(&o->corner[i], o->space, edge[0], edge[1]);
    }
}

static void look_at_pair(overlap* o, uint32_t a, uint32_t b)
{
    const uint32_t id[2] = {a, b};
    for (int side = 0; side < 2; side++) {
        const double* vertex[3];
        soup_mesh_vertices(o->mesh[side], id[side], vertex);
        posed_triangle_place(&o->triangle[side], o->space->poses, side, vertex);
        o->reduced[side] = soup_mesh_corners(o->mesh[side], id[side]);
    }
    posed_pair_prepare(&o->pair, o->space->poses, &o->triangle[0], &o->triangle[1]);
    contact_find(&o->pair, &o->reduced[0], &o->reduced[1], 0, &o->contact);
    for (int i = 0; i < o->contact.point_count; i++)
        place_corner(o, i);
}

// --------------------------------------------------------------------------------------- directions

// Begin with a probe at corner i.
static void begin(overlap* o, int i)
{
    o->corner[i].direction_count = 0;
    memset(&o->key, 0, sizeof o->key);
    memcpy(o->key.base, o->base[i], sizeof o->key.base);
}

// Forget all directions but the first so many.
static void keep_directions(overlap* o, int i, int count)
{
    o->corner[i].direction_count = count;
    memset(o->key.direction[count], 0,
           (size_t)(PROBE_DIRECTIONS_MAX - count) * sizeof *o->key.direction);
}

// Leave corner i in the direction from one vertex of a side to another, or against it.
static void leave(overlap* o, int i, int side, const double* from, const double* to, int against)
{
    uint32_t* name = o->key.direction[o->corner[i].direction_count];
    name[0] = 1 + (uint32_t)side;
    name[1] = vertex_index(o, side, against ? to : from);
    name[2] = vertex_index(o, side, against ? from : to);
    probe_add_direction(&o->corner[i], o->space, side, from, to, against);
}

static void leave_along_axis(overlap* o, int i, int axis, int sign)
{
    uint32_t* name = o->key.direction[o->corner[i].direction_count];
    name[0] = 3 + (uint32_t)axis;
    name[1] = sign < 0;
    probe_add_axis(&o->corner[i], o->space, axis, sign);
}

static int lowest_bit(int bits)
{
    int i = 0;
    while (!(bits >> i & 1))
        i++;
    return i;
}

static const double* edge_end(const view* v, int side, int edge, int end)
{
    const double* const* vertex = side == v->side ? v->own : v->other;
    return vertex[(edge + end) % 3];
}

// The other triangle is a segment whose first two corners are one: its edge is that of corners 1 and 2, its ends are named 0 and 2.
// So an end and a point inside it have no edge in common by their names.
static int edge_of_segment(const view* v, int i, int k)
{
    const abut_event e = v->o->contact.events[i], f = v->o->contact.events[k];
    const int first = v->side ? e.a : e.b, second = v->side ? f.a : f.b;
    const int feature = first >= ABUT_FEATURE_EDGE_0 ? first : second;
    ASSERT(feature >= ABUT_FEATURE_EDGE_0 && feature < ABUT_FEATURE_FACE);
    return 1 << (feature - ABUT_FEATURE_EDGE_0);
}

// Leave corner i along the border of what is shared, toward corner k. The border lies on an edge of one
// of the triangles. Returns which: 0 to 2 own, 3 to 5 of the other.
static int leave_along_border(const view* v, int i, int k)
{
    overlap* o = v->o;
    const int common = contact_edges(o->contact.events[i]) & contact_edges(o->contact.events[k]);
    const int own = (v->side ? common >> 3 : common) & 7;
    int other = (v->side ? common : common >> 3) & 7;
    if (!own && !other) other = edge_of_segment(v, i, k);
    const int side = own ? v->side : !v->side, edge = lowest_bit(own ? own : other);
    const double *from = edge_end(v, side, edge, 0), *to = edge_end(v, side, edge, 1);
    probe* p = &o->corner[i];
    probe start, end;
    probe_at_vertex(&start, o->space, side, from);
    probe_at_vertex(&end, o->space, side, to);
    int against = 0;
    for (int axis = 0; axis < 3; axis++) {
        const int sense = probe_compare(&end, &start, o->space, axis);
        if (!sense) continue;
        against = probe_compare(&o->corner[k], p, o->space, axis) != sense;
        break;
    }
    leave(o, i, side, from, to, against);
    return own ? edge : 3 + edge;
}

static uint64_t hash_key(const probe_key* key)
{
    uint32_t words[sizeof *key / sizeof(uint32_t)];
    uint64_t hash = 0;
    memcpy(words, key, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash;
}

// Find where the probe at corner i is, in the model of a side.
static abut_status find_place(overlap* o, int i, int side, place* out)
{
    o->key.side = (uint32_t)side;
    probe_answer* answer = &o->cache[hash_key(&o->key) & (OVERLAP_CACHE_SIZE - 1)];
    const int is_shared = o->key.base[0] != 0;
    if (is_shared && answer->state && memcmp(&answer->key, &o->key, sizeof o->key) == 0) {
        *out = (place)(answer->state - 1);
        return ABUT_OK;
    }
    TRY(enclosure_ask(o->around[side], &o->corner[i], out));
    if (is_shared) *answer = (probe_answer){o->key, 1 + (uint32_t)*out};
    return ABUT_OK;
}

static abut_status ask(view* v, int i)
{
    place where;
    TRY(find_place(v->o, i, !v->side, &where));
    v->found |= where == PLACE_INSIDE;
    return ABUT_OK;
}

// Leave corner i from one own vertex toward another.
static abut_status ask_toward(view* v, int i, int from, int to, int against)
{
    if (v->found) return ABUT_OK;
    begin(v->o, i);
    leave(v->o, i, v->side, v->own[from], v->own[to], against);
    return ask(v, i);
}

// Along the own edges that run through corner i; or, where it is a point inside the own triangle and
// nothing else is shared, anywhere.
static abut_status ask_along_edges(view* v, int i)
{
    const abut_contact* contact = &v->o->contact;
    const int feature = v->side ? contact->events[i].b : contact->events[i].a;
    const corners* own = &v->o->reduced[v->side];
    if (feature < ABUT_FEATURE_EDGE_0) {
        for (int k = 0; k < own->count; k++)
            if (own->index[k] != feature) TRY(ask_toward(v, i, feature, own->index[k], 0));
    } else if (feature < ABUT_FEATURE_FACE) {
        const int edge = feature - ABUT_FEATURE_EDGE_0;
        for (int against = 0; against < 2; against++)
            TRY(ask_toward(v, i, edge, (edge + 1) % 3, against));
    } else if (contact->point_count == 1) {
        for (int k = 0; k < 3; k++)
            TRY(ask_toward(v, i, k, (k + 1) % 3, 0));
    }
    return ABUT_OK;
}

// Along the border of what is shared toward corner k, and from there into the own triangle.
static abut_status ask_beside_border(view* v, int i, int k)
{
    overlap* o = v->o;
    if (v->found || o->reduced[v->side].count < 3) return ABUT_OK;
    begin(o, i);
    const int border = leave_along_border(v, i, k);
    if (border < 3) {
        // On the inner side of its own edge a triangle shares a polygon, if it shares one at all.
        if (o->contact.point_count > 2) return ABUT_OK;
        leave(o, i, v->side, v->own[border], v->own[(border + 2) % 3], 0);
        return ask(v, i);
    }
    if (o->contact.point_count > 2) {  // a polygon is on the inner side of the other's edge
        const int edge = border - 3;
        leave(o, i, !v->side, v->other[edge], v->other[(edge + 2) % 3], 1);
        return ask(v, i);
    }
    for (int edge = 0; edge < 3; edge++) {
        for (int against = 0; against < 2 && !v->found; against++) {
            keep_directions(o, i, 1);
            leave(o, i, v->side, v->own[edge], v->own[(edge + 1) % 3], against);
            if (probe_is_straight(&o->corner[i], o->space)) break;
            TRY(ask(v, i));
            if (against) return ABUT_OK;
        }
    }
    return ABUT_OK;
}

static abut_status ask_side(overlap* o, int side, int* out)
{
    view v = {o, side, o->triangle[side].vertex, o->triangle[!side].vertex, 0};
    const int count = o->contact.point_count;
    for (int i = 0; i < count && !v.found && o->around[!side]; i++) {
        TRY(ask_along_edges(&v, i));
        if (count > 1) TRY(ask_beside_border(&v, i, (i + 1) % count));
        if (count > 2) TRY(ask_beside_border(&v, i, (i + count - 1) % count));
    }
    *out |= v.found;
    return ABUT_OK;
}

// Within a polygon that two triangles share, next to its corner i: whether above or below both models have
// their inside.
static abut_status ask_beside_polygon(overlap* o, int i, int axis, int* out)
{
    const view v = {o, 0, o->triangle[0].vertex, o->triangle[1].vertex, 0};
    const int count = o->contact.point_count;
    begin(o, i);
    leave_along_border(&v, i, (i + 1) % count);
    leave_along_border(&v, i, (i + count - 1) % count);
    for (int sign = -1; sign < 2 && !*out; sign += 2) {
        place where;
        keep_directions(o, i, 2);
        leave_along_axis(o, i, axis, sign);
        TRY(find_place(o, i, 0, &where));
        if (where == PLACE_INSIDE) TRY(find_place(o, i, 1, &where));
        *out = where == PLACE_INSIDE;
    }
    return ABUT_OK;
}

static abut_status ask_beside_polygons(overlap* o, int* out)
{
    const int count = o->contact.point_count;
    if (count < 3 || !o->around[0] || !o->around[1]) return ABUT_OK;
    int axis = 0;  // any that is not in the plane
    while (axis < 2 && !orient2d(&o->pair, axis, 0, 1, 2))
        axis++;
    for (int i = 0; i < count && !*out; i++)
        TRY(ask_beside_polygon(o, i, axis, out));
    return ABUT_OK;
}

abut_status overlap_find(overlap* o, uint32_t a, uint32_t b, int* out)
{
    ASSERT(a < o->mesh[0]->triangle_count && b < o->mesh[1]->triangle_count);
    int found = 0;
    look_at_pair(o, a, b);
    TRY(ask_side(o, 0, &found));
    if (!found) TRY(ask_side(o, 1, &found));
    if (!found) TRY(ask_beside_polygons(o, &found));
    *out = found;
    return ABUT_OK;
}
