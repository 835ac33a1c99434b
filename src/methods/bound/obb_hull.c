// obb_hull.c - covariances of convex hulls (Gottschalk 1996, section 4): of their vertices, and of
// their surface as if it were sampled infinitely densely, which points in the model's inside cannot
// skew.
#include "base/host.h"
#include "methods/bound/hull.h"
#include "methods/bound/obb_axes.h"

static moments moments_of_corners(const hull* h, const double* points)
{
    moments sum = {0};
    for (size_t i = 0; i < h->vertex_count; i++) {
        const double* const corner[1] = {points + 3 * (size_t)h->vertices[i]};
        moments_add(&sum, 1, corner, 1);
    }
    return sum;
}

static moments moments_of_surface(const hull* h, const double* points)
{
    moments sum = {0};
    for (size_t i = 0; i < h->facet_count; i++) {
        const double* corner[3];
        double u[3], v[3], normal[3];
        for (int k = 0; k < 3; k++)
            corner[k] = points + 3 * (size_t)h->vertices[h->facets[3 * i + (size_t)k]];
        subtract3(u, corner[1], corner[0]);
        subtract3(v, corner[2], corner[0]);
        cross3(normal, u, v);
        moments_add(&sum, sqrt(dot3(normal, normal)) / 2, corner, 3);
    }
    if (sum.weight > 0) return sum;
    const double* const ends[2] = {points + 3 * (size_t)h->vertices[0],
                                   points + 3 * (size_t)h->vertices[h->vertex_count - 1]};
    moments_add(&sum, 1, ends, 2);
    return sum;
}

abut_status hull_moments(const triangle_set* set, const range3* range, int surface, moments* out)
{
    const abut_host host = host_complete(NULL);
    const size_t count = 3 * set->count;
    double* points = host_allocate(&host, count, 3 * sizeof *points);
    if (!points) return ABUT_OUT_OF_MEMORY;
    double edge[3];
    subtract3(edge, range->high, range->low);
    const double size = absolute_max3(edge);
    for (size_t i = 0; i < count; i++) {
        const uint32_t vertex = set->triangles[(size_t)set->order[i / 3] * 3 + i % 3];
        for (size_t k = 0; k < 3; k++) {
            const double middle = range->low[k] / 2 + range->high[k] / 2;
            points[3 * i + k] = (set->points[3 * (size_t)vertex + k] - middle) / size;
        }
    }
    hull h = {0};
    const abut_status status = hull_make(&h, points, count, &host);
    if (status == ABUT_OK)
        *out = surface ? moments_of_surface(&h, points) : moments_of_corners(&h, points);
    hull_free(&h, &host);
    host_release(&host, points, count, 3 * sizeof *points);
    return status;
}
