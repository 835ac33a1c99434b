// mesh_check.c - see mesh_check.h.
#include "soup/mesh_check.h"

static int corners_are_there(const corners* c)
{
    int there = c->count >= 0 && c->count <= 3;
    for (int k = 0; k < c->count; k++)
        there &= c->index[k] >= 0 && c->index[k] <= 2;
    return there;
}

static const char* check_corners(const soup_mesh* m)
{
    size_t degenerate = 0, removed = 0;
    for (size_t i = 0; i < m->triangle_count; i++) {
        const corners c = soup_mesh_corners(m, (uint32_t)i);
        if (!corners_are_there(&c)) return "a triangle has corners that are none";
        degenerate += c.count == 1 || c.count == 2;
        removed += c.count == 0;
    }
    if (removed != m->removed_count) return "the number of removed triangles is wrong";
    return degenerate != m->degenerate_count ? "the number of degenerate triangles is wrong" : NULL;
}

const char* soup_mesh_check(const soup_mesh* m)
{
    soup_mesh measured = *m;
    if ((m->vertex_count && !m->vertices) || (m->triangle_count && !m->triangles))
        return "a mesh has no memory";
    if (m->vertex_count > (size_t)UINT32_MAX - 1 || m->triangle_count > (size_t)INT32_MAX)
        return "a mesh is too large";
    for (size_t i = 0; i < m->vertex_count; i++) {
        if (!doubles_are_finite(m->vertices + 3 * i, 3)) return "a vertex is not finite";
    }
    for (size_t i = 0; i < 3 * m->triangle_count; i++) {
        if (m->triangles[i] >= m->vertex_count) return "a triangle has a vertex that is none";
    }
    soup_mesh_measure(&measured);
    if (measured.is_moderate != m->is_moderate || !double_is_equal(measured.unit, m->unit))
        return "the mesh was measured when it was another";
    return check_corners(m);
}
