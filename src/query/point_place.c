// point_place.c - see point_place.h.
#include "query/point_place.h"

#include "base/base.h"

abut_status point_place_beside(point_place* out, const abut_instance* instance, const affine* other)
{
    TRY(model_place(&out->placed, &out->frame, instance));
    const placed_model* m = &out->placed;
    if (m->frame) {
        composition_make(&out->composition, &m->pose, m->frame, other, NULL);
        pose_pair_compose(&out->poses, &out->composition, 0);
    } else {
        pose_pair_prepare(&out->poses, &m->pose, other, 0);
    }
    return ABUT_OK;
}

abut_status point_place_make(point_place* out, const abut_instance* instance)
{
    static const affine world = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    return point_place_beside(out, instance, &world);
}

void point_place_triangle(const point_place* p, uint32_t triangle, posed_triangle* out)
{
    const double* vertex[3];
    soup_mesh_vertices(&p->placed.model->mesh, triangle, vertex);
    posed_triangle_place(out, &p->poses, 0, vertex);
}

void point_place_point(const point_place* p, const double point[3], posed_triangle* out)
{
    const double* const all[3] = {point, point, point};
    posed_triangle_place(out, &p->poses, 1, all);
}

void point_place_exact(const point_place* p, const double point[3], uint32_t triangle,
                       exact_frame where, exact_points* out)
{
    const double* vertex[6] = {NULL, NULL, NULL, point, point, point};
    soup_mesh_vertices(&p->placed.model->mesh, triangle, vertex);
    exact_points_make(out, &p->poses, vertex, where);
}
