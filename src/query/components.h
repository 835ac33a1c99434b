// components.h - the connected components of a model, and which of them bound a solid.
#ifndef ABUT_QUERY_COMPONENTS_H
#define ABUT_QUERY_COMPONENTS_H
#include "base/base.h"
#include "geom/pose.h"
#include "soup/soup.h"

typedef struct component {
    size_t triangle_count;
    uint32_t first_triangle;
    uint32_t extreme[6];         // vertices: see components_find_extremes
    double low[3], high[3];      // of the placed vertices, widened by all errors
    size_t border_count;         // see components_find_edges
    uint8_t closed, unoriented;  // likewise
} component;

// Components are numbered in the order of their first triangles.
typedef struct components {
    const soup_mesh* mesh;
    uint32_t* of_vertex;  // TOPOLOGY_UNUSED for vertices of no triangle
    component* list;
    size_t count;
    int has_edges, has_extremes;
    size_t closed_count, open_count;  // when has_edges
} components;

// Find the components of a mesh and where they are, side of poses; NULL: where they are is not asked.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY. Cost: linear; 8 bytes a vertex and 112 a component.
abut_status components_find(components* out, const soup_mesh* m, const pose_pair* poses, int side,
                            const abut_host* host);
// Put boxes about where they are, given that they have those in the file.
void components_place_boxes(components* c, const pose_pair* poses, int side);
// Release. A zeroed one is fine.
void components_free(components* c, const abut_host* host);

// Find, once, which components are closed: they have triangles that are not degenerate, and an even
// number of these on every edge. How many edges have an odd number. And which are unoriented: some edge that several triangles use is not
// used equally often in both directions.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY. Cost: linear; for the time of the call 96 bytes a triangle.
abut_status components_find_edges(components* c, const abut_host* host);

// Find, once, the vertices of least x, y, z and of greatest x, y, z in the file; where several are, the next
// coordinates decide, so that the order of the mesh does not. Cost: linear.
void components_find_extremes(components* c);

static inline uint32_t component_of(const components* c, uint32_t triangle)
{
    ASSERT(soup_mesh_has(c->mesh, triangle));
    return c->of_vertex[c->mesh->triangles[(size_t)triangle * 3]];
}

// Whether a box and a component's are proved to have no common point. NaN proves nothing.
static inline int boxes_apart(const double low[3], const double high[3], const component* c)
{
    for (int k = 0; k < 3; k++)
        if (low[k] > c->high[k] || high[k] < c->low[k]) return 1;
    return 0;
}

#endif
