// climb.c - see climb.h. u = 2^-53; a rounding errs by at most 2 u in any mode.
#include "methods/bound/climb.h"

#include "base/base.h"
#include "base/host.h"
#include "methods/bound/hull.h"

#include <string.h>

#define U               0x1p-53
#define TOLERANCE       0x1p-30  // times |g|: by how much a proof may be above the vertex
#define FLAT            0x1p-40  // three normals with a smaller determinant are not tried
#define FACETS_PER_TASK 64
#define NONE            UINT32_MAX

// ---------------------------------------------------------------------------------------- making

typedef struct maker {
    climb c;
    const abut_host* host;
    double* used;  // points of triangles, each once
    size_t used_count, point_count;
    hull hull;
} maker;

static abut_status find_used(maker* m, const double* points, const uint32_t* triangles,
                             size_t triangle_count)
{
    unsigned char* seen = host_allocate(m->host, m->point_count, 1);
    m->used = host_allocate(m->host, m->point_count, 3 * sizeof *m->used);
    if (seen && m->used) {
        memset(seen, 0, m->point_count);
        for (size_t i = 0; i < 3 * triangle_count; i++)
            seen[triangles[i]] = 1;
        for (size_t i = 0; i < m->point_count; i++) {
            if (!seen[i]) continue;
            memcpy(m->used + 3 * m->used_count, points + 3 * i, 3 * sizeof *points);
            m->used_count++;
        }
    }
    const int has_memory = seen && m->used;
    host_release(m->host, seen, m->point_count, 1);
    return has_memory ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

static abut_status copy_hull(maker* m)
{
    climb* c = &m->c;
    const hull* h = &m->hull;
    c->vertex_count = h->vertex_count;
    c->facet_count = h->dimension == 3 ? h->facet_count : 0;
    c->numbers = host_allocate(m->host, climb_number_bytes(c), 1);
    c->ways = host_allocate(m->host, climb_way_bytes(c), 1);
    if (!c->numbers || !c->ways) return ABUT_OUT_OF_MEMORY;
    climb_find_parts(c);
    for (size_t i = 0; i < c->vertex_count; i++) {
        double* point = c->points + 3 * i;
        memcpy(point, m->used + 3 * (size_t)h->vertices[i], 3 * sizeof *point);
        if (absolute_max3(point) > c->reach) c->reach = absolute_max3(point);
    }
    return ABUT_OK;
}

// The corner of a facet that follows a vertex.
static uint32_t corner_after(const uint32_t facet[3], uint32_t vertex)
{
    return facet[0] == vertex ? facet[1] : (facet[1] == vertex ? facet[2] : facet[0]);
}

// Order the facets around a vertex: the way that ends a facet begins the next.
static void order_ways(climb* c, const uint32_t* corners, uint32_t vertex)
{
    const uint32_t begin = c->first[vertex], end = c->first[vertex + 1];
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t* facet = corners + 3 * (size_t)c->facets[i];
        const uint32_t next = corner_after(facet, c->neighbours[i]);
        for (uint32_t k = i + 1; k < end; k++) {
            if (c->neighbours[k] != next) continue;
            const uint32_t way = c->neighbours[i + 1], own = c->facets[i + 1];
            c->neighbours[i + 1] = c->neighbours[k];
            c->facets[i + 1] = c->facets[k];
            c->neighbours[k] = way;
            c->facets[k] = own;
            break;
        }
    }
}

static void find_ways(climb* c, const uint32_t* corners)
{
    memset(c->first, 0, (c->vertex_count + 1) * sizeof *c->first);
    for (size_t i = 0; i < 3 * c->facet_count; i++)
        c->first[corners[i] + 1]++;
    for (size_t v = 0; v < c->vertex_count; v++)
        c->first[v + 1] += c->first[v];
    // Filled from behind: first[v + 1] goes down to where v begins, which then is its own place.
    for (size_t i = 3 * c->facet_count; i-- > 0;) {
        const uint32_t* facet = corners + i / 3 * 3;
        const uint32_t place = --c->first[corners[i] + 1];
        c->neighbours[place] = facet[(i + 1) % 3];
        c->facets[place] = (uint32_t)(i / 3);
    }
    for (size_t v = 0; v < c->vertex_count; v++)
        c->first[v] = c->first[v + 1];
    c->first[c->vertex_count] = (uint32_t)(3 * c->facet_count);
    for (size_t v = 0; v < c->vertex_count; v++)
        order_ways(c, corners, (uint32_t)v);
}

// Any normal will do: the offset makes the plane true, and its error is far above rounding.
static void find_plane(maker* m, size_t facet)
{
    const climb* c = &m->c;
    const uint32_t* corner = m->hull.facets + 3 * facet;
    const double* from = c->points + 3 * (size_t)corner[0];
    double* plane = c->planes[facet];
    double u[3], v[3];
    subtract3(u, c->points + 3 * (size_t)corner[1], from);
    subtract3(v, c->points + 3 * (size_t)corner[2], from);
    cross3(plane, u, v);
    if (!normalise3(plane)) plane[0] = plane[1] = plane[2] = 0;
    double offset = -HUGE_VAL;
    for (size_t i = 0; i < c->vertex_count; i++) {
        const double along = dot3(plane, c->points + 3 * i);
        if (along > offset) offset = along;
    }
    plane[3] = offset + 32 * U * c->reach;
}

static void find_planes(void* context, size_t index, int worker)
{
    maker* m = context;
    (void)worker;
    const size_t begin = index * FACETS_PER_TASK;
    for (size_t i = begin; i < m->c.facet_count && i < begin + FACETS_PER_TASK; i++)
        find_plane(m, i);
}

static abut_status make(maker* m, const double* points, const uint32_t* triangles,
                        size_t triangle_count)
{
    TRY(find_used(m, points, triangles, triangle_count));
    TRY(hull_make(&m->hull, m->used, m->used_count, m->host));
    TRY(copy_hull(m));
    find_ways(&m->c, m->hull.facets);
    m->c.error += m->hull.outside;
    m->host->run(m->host->user, (m->c.facet_count + FACETS_PER_TASK - 1) / FACETS_PER_TASK,
                 find_planes, m);
    return host_progress(m->host, 1);
}

abut_status climb_make(climb* out, const double* points, size_t point_count,
                       const uint32_t* triangles, size_t triangle_count, double point_error,
                       const abut_host* host)
{
    ASSERT(point_count && triangle_count && point_error >= 0);
    maker m = {.host = host, .point_count = point_count};
    m.c.error = point_error;
    const abut_status status = make(&m, points, triangles, triangle_count);
    host_release(host, m.used, point_count, 3 * sizeof *m.used);
    hull_free(&m.hull, host);
    if (status == ABUT_OK) {
        *out = m.c;
    } else {
        climb_free(&m.c, host);
    }
    return status;
}

// --------------------------------------------------------------------------------------- climbing

// The bound that three planes prove; infinite if g is not in the cone of their normals, or nearly.
static double bound_of_planes(const climb* c, const double g[3], const double* const plane[3])
{
    double normal[3][3], made[3] = {0, 0, 0}, bound = 0, weights = 0, missed = 0;
    for (int l = 0; l < 3; l++)
        cross3(normal[l], plane[(l + 1) % 3], plane[(l + 2) % 3]);
    const double determinant = dot3(plane[0], normal[0]);
    if (!(fabs(determinant) > FLAT)) return HUGE_VAL;
    for (int l = 0; l < 3; l++) {
        double weight = dot3(normal[l], g) / determinant;
        if (!(weight > 0)) weight = 0;
        bound += weight * plane[l][3];
        weights += weight;
        for (int k = 0; k < 3; k++)
            made[k] += weight * plane[l][k];
    }
    // The weights do not give g quite: what they miss counts with the largest point.
    for (int k = 0; k < 3; k++)
        missed += fabs(g[k] - made[k]);
    const double rounding = 32 * U * (absolute_sum3(g) + 3 * weights);
    return bound + (missed * 1.01 + 2 * rounding) * c->reach;
}

static double highest(const climb* c, const double g[3], uint32_t* vertex)
{
    double best = -HUGE_VAL;
    for (size_t i = 0; i < c->vertex_count; i++) {
        const double along = dot3(g, c->points + 3 * i);
        if (!(along > best)) continue;
        best = along;
        *vertex = (uint32_t)i;
    }
    return best;
}

// Go to the highest neighbour while there is a higher one.
static double walk_up(const climb* c, const double g[3], uint32_t* vertex)
{
    double best = dot3(g, c->points + 3 * (size_t)*vertex);
    for (uint32_t from = NONE; from != *vertex;) {
        from = *vertex;
        for (uint32_t i = c->first[from]; i < c->first[from + 1]; i++) {
            const double along = dot3(g, c->points + 3 * (size_t)c->neighbours[i]);
            if (!(along > best)) continue;
            best = along;
            *vertex = c->neighbours[i];
        }
    }
    return best;
}

double climb_support(const climb* c, const double g[3], uint32_t* vertex)
{
    ASSERT(c->vertex_count);  // there is a climb
    const double size = absolute_sum3(g) * c->reach;
    if (*vertex >= c->vertex_count) *vertex = 0;
    if (c->facet_count) {
        const double enough = walk_up(c, g, vertex) + TOLERANCE * size;
        const uint32_t begin = c->first[*vertex], end = c->first[*vertex + 1];
        for (uint32_t i = begin + 1; i + 1 < end; i++) {
            const double* const plane[3] = {c->planes[c->facets[begin]], c->planes[c->facets[i]],
                                            c->planes[c->facets[i + 1]]};
            const double bound = bound_of_planes(c, g, plane);
            if (bound <= enough) return bound;
        }
    }
    return highest(c, g, vertex) + 32 * U * size;
}
