// fitted.h - the points and triangles of a soup in its frame, as volumes are fitted to them.
#ifndef ABUT_TESTS_SUPPORT_FITTED_H
#define ABUT_TESTS_SUPPORT_FITTED_H
#include "base/host.h"
#include "methods/bound/volume.h"
#include "soup/frame.h"
#include "support/soups.h"

typedef struct fitted {
    soup_mesh mesh;
    frame frame;
    double* points;
    uint32_t* order;
    triangle_set set;
} fitted;

static UNUSED fitted fit_begin(const soup_data* s)
{
    const abut_host host = host_complete(NULL);
    const abut_soup soup = soup_of(s);
    fitted f;
    assert_int_equal(soup_mesh_copy(&f.mesh, &soup, &host), ABUT_OK);
    f.frame = frame_of_mesh(&f.mesh);
    f.points = malloc(f.mesh.vertex_count * 24);
    f.order = malloc(f.mesh.triangle_count * 4);
    assert_true(f.points && f.order);
    for (size_t i = 0; i < f.mesh.vertex_count; i++)
        frame_place(&f.frame, f.mesh.vertices + 3 * i, f.points + 3 * i);
    for (size_t i = 0; i < f.mesh.triangle_count; i++)
        f.order[i] = (uint32_t)i;
    f.set = (triangle_set){f.points, f.mesh.triangles, f.order, f.mesh.triangle_count};
    return f;
}

static UNUSED void fit_end(fitted* f)
{
    const abut_host host = host_complete(NULL);
    soup_mesh_free(&f->mesh, &host);
    free(f->points);
    free(f->order);
}

#endif
