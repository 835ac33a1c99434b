// hull.c - which dimension points span, hulls in the plane and on the line, and who is whose
// neighbour.
#include "methods/bound/hull.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "base/sort.h"
#include "geom/vector.h"
#include "methods/bound/hull_space.h"

#include <string.h>

#define FLAT     0x1p-30   // of the size: thinner sets have one dimension less
#define ONE_SPOT 0x1p-500  // smaller sets count as one point: their squares would vanish
#define ROUNDING 0x1p-40   // of the size: above all rounding here

// A copy of the points about the origin and of size one, and what they span.
typedef struct span {
    abut_host host;
    double* points;
    size_t count;
    double middle[3], size;
    int dimension;
    double along[3], across[3];  // unit vectors in the line, and in the plane
    double thickness;            // how far points stand off the line or plane
} span;

// -------------------------------------------------------------------------------------- dimension

static const double* at(const span* s, size_t i)
{
    return s->points + 3 * i;
}

static void measure(span* s, const double* points)
{
    double low[3], high[3];
    for (int k = 0; k < 3; k++)
        low[k] = high[k] = points[k];
    for (size_t i = 1; i < s->count; i++) {
        for (int k = 0; k < 3; k++) {
            const double x = points[3 * i + (size_t)k];
            if (x < low[k]) low[k] = x;
            if (x > high[k]) high[k] = x;
        }
    }
    s->size = 0;
    for (int k = 0; k < 3; k++) {
        s->middle[k] = low[k] / 2 + high[k] / 2;
        if (high[k] - low[k] > s->size) s->size = high[k] - low[k];
    }
}

// The point farthest from the origin along a direction; the first of equals.
static size_t extreme(const span* s, const double direction[3])
{
    size_t best = 0;
    for (size_t i = 1; i < s->count; i++) {
        if (dot3(direction, at(s, i)) > dot3(direction, at(s, best))) best = i;
    }
    return best;
}

static void make_unit(double v[3])
{
    const double length = sqrt(dot3(v, v));
    for (int k = 0; k < 3; k++)
        v[k] /= length;
}

// Find a line through points that are far apart, and the point farthest from it.
static void find_plane(span* s, double normal[3])
{
    double widest = 0;
    for (int k = 0; k < 3; k++) {
        double forth[3] = {0, 0, 0}, back[3] = {0, 0, 0}, arm[3];
        forth[k] = 1;
        back[k] = -1;
        subtract3(arm, at(s, extreme(s, forth)), at(s, extreme(s, back)));
        if (arm[k] <= widest) continue;
        widest = arm[k];
        memcpy(s->along, arm, sizeof arm);
    }
    make_unit(s->along);
    double widest_square = 0;
    const double* from = at(s, 0);
    for (size_t i = 0; i < s->count; i++) {
        double arm[3], off[3];
        subtract3(arm, at(s, i), from);
        cross3(off, s->along, arm);
        const double square = dot3(off, off);
        if (square <= widest_square) continue;
        widest_square = square;
        memcpy(normal, off, sizeof off);
    }
    s->thickness = sqrt(widest_square);
}

static void find_dimension(span* s)
{
    double normal[3] = {0, 0, 0};
    find_plane(s, normal);
    s->dimension = 1;
    if (!(s->thickness > FLAT)) return;
    make_unit(normal);
    cross3(s->across, normal, s->along);
    const double from = dot3(normal, at(s, 0));
    s->thickness = 0;
    for (size_t i = 0; i < s->count; i++) {
        const double off = fabs(dot3(normal, at(s, i)) - from);
        if (off > s->thickness) s->thickness = off;
    }
    s->dimension = s->thickness > FLAT ? 3 : 2;
}

static abut_status span_make(span* s, const double* points, size_t count)
{
    *s = (span){.host = host_complete(NULL), .count = count};
    measure(s, points);
    s->thickness = s->size;
    if (!(s->size > ONE_SPOT)) return ABUT_OK;
    s->points = host_allocate(&s->host, count, 3 * sizeof *s->points);
    if (!s->points) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < 3 * count; i++)
        s->points[i] = (points[i] - s->middle[i % 3]) / s->size;
    find_dimension(s);
    s->thickness *= s->size;
    return ABUT_OK;
}

static void span_free(span* s)
{
    host_release(&s->host, s->points, s->count, 3 * sizeof *s->points);
}

// --------------------------------------------------------------------------------------- in a plane

typedef struct flat_point {
    double x, y;
    uint32_t point;
} flat_point;

static uint64_t order_key(double x)
{
    return (uint64_t)double_order(x) ^ (uint64_t)1 << 63;
}

// Whether r lies to the left of the way from p to q.
static int turns_left(const flat_point* p, const flat_point* q, const flat_point* r)
{
    return (q->x - p->x) * (r->y - p->y) - (q->y - p->y) * (r->x - p->x) > 0;
}

// Points by x, then y, then index.
static void sort_flat(flat_point* sorted, const span* s, sort_record* records, sort_record* scratch)
{
    for (size_t i = 0; i < s->count; i++)
        records[i] = (sort_record){order_key(dot3(s->across, at(s, i))), (uint32_t)i};
    sort_records(records, scratch, s->count);
    for (size_t i = 0; i < s->count; i++)
        records[i].key = order_key(dot3(s->along, at(s, records[i].value)));
    sort_records(records, scratch, s->count);
    for (size_t i = 0; i < s->count; i++) {
        const double* p = at(s, records[i].value);
        sorted[i] = (flat_point){dot3(s->along, p), dot3(s->across, p), records[i].value};
    }
}

// Andrew's chain: the lower border from left to right, then the upper one back. chain has room for
// one more than all points. Returns the number of corners.
static size_t chain_of(const flat_point* sorted, size_t count, flat_point* chain)
{
    size_t height = 0, floor = 1;
    for (size_t step = 0; step < 2 * count - 1; step++) {
        const flat_point* next = &sorted[step < count ? step : 2 * count - 2 - step];
        if (step == count) floor = height;
        while (height > floor && !turns_left(&chain[height - 2], &chain[height - 1], next))
            height--;
        chain[height++] = *next;
    }
    return height - 1;  // the first point closed it
}

// Find the corners of the polygon, in order, into corners (room for all points).
static abut_status hull_of_plane(const span* s, uint32_t* corners, size_t* corner_count)
{
    const size_t count = s->count;
    sort_record* records = host_allocate(&s->host, count, 2 * sizeof *records);
    flat_point* flat = host_allocate(&s->host, count, 3 * sizeof *flat);
    if (records && flat) {
        sort_flat(flat, s, records, records + count);
        *corner_count = chain_of(flat, count, flat + count);
        for (size_t i = 0; i < *corner_count; i++)
            corners[i] = flat[count + i].point;
    }
    const int has_memory = records && flat;
    host_release(&s->host, records, count, 2 * sizeof *records);
    host_release(&s->host, flat, count, 3 * sizeof *flat);
    return has_memory ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

// --------------------------------------------------------------------------------- putting together

// What a hull is made of: for dimension 3, triangles of points; else the corners, in order.
typedef struct parts {
    hull_surface surface;
    uint32_t* corners;
    size_t corner_count;
    uint32_t* place;  // of each point; NOT_A_VERTEX for others
} parts;

#define NOT_A_VERTEX UINT32_MAX

static abut_status find_corners(span* s, parts* p)
{
    p->corners = host_allocate(&s->host, s->count + 1, sizeof *p->corners);
    if (!p->corners) return ABUT_OUT_OF_MEMORY;
    if (s->dimension == 2) return hull_of_plane(s, p->corners, &p->corner_count);
    p->corners[0] = 0;
    p->corner_count = 1;
    if (s->dimension == 0) return ABUT_OK;
    const double back[3] = {-s->along[0], -s->along[1], -s->along[2]};
    p->corners[0] = (uint32_t)extreme(s, back);
    p->corners[p->corner_count++] = (uint32_t)extreme(s, s->along);
    return ABUT_OK;
}

static abut_status find_parts(span* s, parts* p)
{
    if (s->dimension == 3) {
        const abut_status status = hull_surface_make(&p->surface, s->points, s->count);
        // Too flat for Qhull: then it is flat.
        if (status == ABUT_NOT_AVAILABLE && hull_available())
            s->dimension = 2;
        else if (status != ABUT_OK)
            return status;
    }
    if (s->dimension < 3) return find_corners(s, p);
    p->place = host_allocate(&s->host, s->count, sizeof *p->place);
    return p->place ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

static void parts_free(const span* s, parts* p)
{
    hull_surface_free(&p->surface);
    host_release(&s->host, p->corners, s->count + 1, sizeof *p->corners);
    host_release(&s->host, p->place, s->count, sizeof *p->place);
}

// Number the points of the surface's corners in ascending order.
static size_t number_vertices(const span* s, parts* p)
{
    size_t vertex_count = 0;
    for (size_t i = 0; i < s->count; i++)
        p->place[i] = NOT_A_VERTEX;
    for (size_t i = 0; i < 3 * p->surface.facet_count; i++)
        p->place[p->surface.corners[i]] = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (p->place[i] != NOT_A_VERTEX) p->place[i] = (uint32_t)vertex_count++;
    }
    return vertex_count;
}

static size_t neighbour_capacity(const hull* h)
{
    return h->dimension == 3 ? 6 * h->facet_count : 2 * h->vertex_count;
}

static abut_status hull_allocate(hull* h, const abut_host* host)
{
    h->vertices = host_allocate(host, h->vertex_count, sizeof *h->vertices);
    h->facets = host_allocate(host, h->facet_count, 3 * sizeof *h->facets);
    h->first = host_allocate(host, h->vertex_count + 1, sizeof *h->first);
    h->neighbours = host_allocate(host, neighbour_capacity(h), sizeof *h->neighbours);
    const int has_all = h->vertices && h->facets && h->first && h->neighbours;
    if (!has_all) hull_free(h, host);
    return has_all ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

void hull_free(hull* h, const abut_host* host)
{
    host_release(host, h->vertices, h->vertex_count, sizeof *h->vertices);
    host_release(host, h->facets, h->facet_count, 3 * sizeof *h->facets);
    host_release(host, h->first, h->vertex_count + 1, sizeof *h->first);
    host_release(host, h->neighbours, neighbour_capacity(h), sizeof *h->neighbours);
}

// Both ways along every side of every triangle, grouped by where they start, once without order and
// once more, which sorts by where they end; then repeated ones are dropped. ends is scratch.
static void join_facets(hull* h, uint32_t* ends, uint32_t* fill)
{
    const size_t way_count = 6 * h->facet_count;
    memset(h->first, 0, (h->vertex_count + 1) * sizeof *h->first);
    for (size_t i = 0; i < 3 * h->facet_count; i++)
        h->first[h->facets[i] + 1] += 2;
    for (size_t v = 0; v < h->vertex_count; v++)
        h->first[v + 1] += h->first[v];
    for (int pass = 0; pass < 2; pass++) {
        memcpy(fill, h->first, h->vertex_count * sizeof *fill);
        if (!pass) {
            for (size_t i = 0; i < 3 * h->facet_count; i++) {
                const uint32_t* facet = h->facets + i / 3 * 3;
                const uint32_t p = h->facets[i];
                ends[fill[p]++] = facet[(i + 1) % 3];
                ends[fill[p]++] = facet[(i + 2) % 3];
            }
            continue;
        }
        for (uint32_t v = 0; v < h->vertex_count; v++) {
            for (size_t i = h->first[v]; i < h->first[v + 1]; i++)
                h->neighbours[fill[ends[i]]++] = v;
        }
    }
    uint32_t kept = 0, begin = 0;
    for (size_t v = 0; v < h->vertex_count; v++) {
        const uint32_t end = h->first[v + 1];
        h->first[v] = kept;
        for (uint32_t i = begin; i < end; i++) {
            if (i == begin || h->neighbours[i] != h->neighbours[i - 1])
                h->neighbours[kept++] = h->neighbours[i];
        }
        begin = end;
    }
    h->first[h->vertex_count] = kept;
    ASSERT(kept <= way_count);
    (void)way_count;
}

static abut_status assemble_surface(hull* h, const span* s, parts* p, const abut_host* host)
{
    ASSERT(p->place);
    h->vertex_count = number_vertices(s, p);
    h->facet_count = p->surface.facet_count;
    h->outside = (p->surface.outside + ROUNDING) * s->size;
    uint32_t* ends = host_allocate(&s->host, h->facet_count, 6 * sizeof *ends);
    uint32_t* fill = host_allocate(&s->host, h->vertex_count, sizeof *fill);
    abut_status status = ends && fill ? hull_allocate(h, host) : ABUT_OUT_OF_MEMORY;
    if (status == ABUT_OK) {
        for (size_t i = 0; i < s->count; i++) {
            if (p->place[i] != NOT_A_VERTEX) h->vertices[p->place[i]] = (uint32_t)i;
        }
        for (size_t i = 0; i < 3 * h->facet_count; i++)
            h->facets[i] = p->place[p->surface.corners[i]];
        join_facets(h, ends, fill);
    }
    host_release(&s->host, ends, h->facet_count, 6 * sizeof *ends);
    host_release(&s->host, fill, h->vertex_count, sizeof *fill);
    return status;
}

static abut_status assemble_polygon(hull* h, const span* s, const parts* p, const abut_host* host)
{
    const uint32_t count = (uint32_t)p->corner_count;
    ASSERT(p->corners);
    h->vertex_count = count;
    h->facet_count = count > 2 ? count - 2 : 0;
    h->outside = s->thickness + ROUNDING * s->size;
    TRY(hull_allocate(h, host));
    memcpy(h->vertices, p->corners, count * sizeof *p->corners);
    for (uint32_t i = 0; i < h->facet_count; i++) {
        const uint32_t facet[3] = {0, i + 1, i + 2};
        memcpy(h->facets + 3 * (size_t)i, facet, sizeof facet);
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t before = i ? i - 1 : count - 1, after = i + 1 < count ? i + 1 : 0;
        h->first[i] = kept;
        if (count > 1) h->neighbours[kept++] = before < after ? before : after;
        if (count > 2) h->neighbours[kept++] = before < after ? after : before;
    }
    h->first[count] = kept;
    return ABUT_OK;
}

abut_status hull_make(hull* out, const double* points, size_t count, const abut_host* host)
{
    ASSERT(count > 0);
    span s;
    parts p = {0};
    hull made = {0};
    abut_status status = span_make(&s, points, count);
    if (status == ABUT_OK) status = find_parts(&s, &p);
    if (status == ABUT_OK) {
        made.dimension = s.dimension;
        status = s.dimension == 3 ? assemble_surface(&made, &s, &p, host)
                                  : assemble_polygon(&made, &s, &p, host);
    }
    parts_free(&s, &p);
    span_free(&s);
    if (status == ABUT_OK) *out = made;
    return status;
}
