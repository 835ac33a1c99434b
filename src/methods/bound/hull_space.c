// hull_space.c - convex hulls in space by Qhull (Barber, Dobkin, Huhdanpaa, The Quickhull algorithm
// for convex hulls, 1996), if the library was built with it. Qhull reports errors by longjmp to a
// setjmp of its own in qh_new_qhull, which returns a code: nothing of ours is jumped over.
#ifdef ABUT_QHULL
#define _POSIX_C_SOURCE 200809L  // fmemopen
#endif
#include "methods/bound/hull_space.h"

#include "base/host.h"
#include "geom/vector.h"
#include "methods/bound/hull.h"

#ifdef ABUT_QHULL

#include <libqhull_r/libqhull_r.h>
#include <limits.h>

int hull_available(void)
{
    return 1;
}

// Qhull's own flag of the orientation does not hold for facets that it has triangulated.
static void turn_outward(uint32_t corner[3], const double* points, const double normal[3])
{
    double u[3], v[3], own[3];
    subtract3(u, points + 3 * (size_t)corner[1], points + 3 * (size_t)corner[0]);
    subtract3(v, points + 3 * (size_t)corner[2], points + 3 * (size_t)corner[0]);
    cross3(own, u, v);
    if (dot3(own, normal) >= 0) return;
    const uint32_t swap = corner[1];
    corner[1] = corner[2];
    corner[2] = swap;
}

// Walk Qhull's list of facets, all of them triangles.
static abut_status copy_facets(hull_surface* out, qhT* qh, const double* points,
                               const abut_host* host)
{
    facetT* facet;
    size_t count = 0;
    for (facet = qh->facet_list; facet && facet->next; facet = facet->next)
        count += qh_setsize(qh, facet->vertices) == 3;
    out->corners = host_allocate(host, count, 3 * sizeof *out->corners);
    if (!out->corners) return ABUT_OUT_OF_MEMORY;
    out->capacity = count;
    out->facet_count = 0;
    for (facet = qh->facet_list; facet && facet->next; facet = facet->next) {
        if (qh_setsize(qh, facet->vertices) != 3) continue;
        uint32_t* corner = out->corners + 3 * out->facet_count++;
        for (int i = 0; i < 3; i++) {
            const vertexT* vertex = facet->vertices->e[i].p;
            corner[i] = (uint32_t)((vertex->point - points) / 3);
        }
        turn_outward(corner, points, facet->normal);
    }
    return ABUT_OK;
}

// Options: Qt triangulates facets that more than three points span.
static abut_status run_qhull(hull_surface* out, double* points, size_t count, FILE* messages,
                             const abut_host* host)
{
    char command[] = "qhull Qt";
    int long_left, total_left;
    qhT qh;
    qh_zero(&qh, messages);
    const int code = qh_new_qhull(&qh, 3, (int)count, points, False, command, NULL, messages);
    abut_status status = code == qh_ERRmem ? ABUT_OUT_OF_MEMORY : ABUT_NOT_AVAILABLE;
    if (code == qh_ERRnone) {
        status = copy_facets(out, &qh, points, host);
        out->outside = 2 * ((double)qh.max_outside + 2 * (double)qh.DISTround);
    }
    qh_freeqhull(&qh, !qh_ALL);
    qh_memfreeshort(&qh, &long_left, &total_left);
    return status;
}

abut_status hull_surface_make(hull_surface* out, double* points, size_t count)
{
    const abut_host host = host_complete(NULL);
    hull_surface made = {0};
    if (count > INT_MAX / 4) return ABUT_NOT_AVAILABLE;  // Qhull counts in int
    // Qhull must have a stream for its messages, and they are not for the user's terminal.
    char text[256];
    FILE* messages = fmemopen(text, sizeof text, "w");
    if (!messages) return ABUT_OUT_OF_MEMORY;
    const abut_status status = run_qhull(&made, points, count, messages, &host);
    fclose(messages);
    if (status == ABUT_OK) *out = made;
    return status;
}

#else

int hull_available(void)
{
    return 0;
}

abut_status hull_surface_make(hull_surface* out, double* points, size_t count)
{
    (void)out;
    (void)points;
    (void)count;
    return ABUT_NOT_AVAILABLE;
}

#endif

void hull_surface_free(hull_surface* s)
{
    const abut_host host = host_complete(NULL);
    host_release(&host, s->corners, s->capacity, 3 * sizeof *s->corners);
}
