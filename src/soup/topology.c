// topology.c - edges as records to sort, and components by union-find: see topology.h.
#include "soup/topology.h"

#include "base/base.h"

#include <string.h>

size_t topology_list_edges(const soup_mesh* m, sort_record* records)
{
    size_t count = 0;
    for (size_t i = 0; i < m->triangle_count; i++) {
        if (soup_mesh_corners(m, (uint32_t)i).count < 3) continue;
        const uint32_t* corner = m->triangles + i * 3;
        for (int k = 0; k < 3; k++) {
            const uint32_t from = corner[k], to = corner[(k + 1) % 3];
            const int up = from < to;
            const uint64_t low = up ? from : to, high = up ? to : from;
            records[count++] = (sort_record){low << 32 | high, (uint32_t)up};
        }
    }
    return count;
}

// Find the root of a vertex, halving the path to it.
static uint32_t find_root(uint32_t* parent, uint32_t vertex)
{
    ASSERT(parent[vertex] != TOPOLOGY_UNUSED);  // of a triangle
    while (parent[vertex] != vertex) {
        parent[vertex] = parent[parent[vertex]];
        vertex = parent[vertex];
    }
    return vertex;
}

// Whether each root is the least of its component, and all corners of a triangle have one.
static int roots_are_least(const soup_mesh* m, const uint32_t* root)
{
    int least = 1;
    for (size_t v = 0; v < m->vertex_count; v++)
        least &= root[v] == TOPOLOGY_UNUSED || (root[v] <= v && root[root[v]] == root[v]);
    for (size_t i = 0; i < m->triangle_count * 3; i++)
        least &= !soup_mesh_has(m, i / 3) || root[m->triangles[i]] == root[m->triangles[i / 3 * 3]];
    return least;
}

void topology_connect(const soup_mesh* m, uint32_t* root)
{
    memset(root, 0xFF, m->vertex_count * sizeof *root);
    for (size_t i = 0; i < m->triangle_count * 3; i++)
        if (soup_mesh_has(m, i / 3)) root[m->triangles[i]] = m->triangles[i];
    for (size_t i = 0; i < m->triangle_count; i++) {
        if (!soup_mesh_has(m, i)) continue;
        const uint32_t* corner = m->triangles + i * 3;
        uint32_t least = find_root(root, corner[0]);
        for (int k = 1; k < 3; k++) {
            const uint32_t other = find_root(root, corner[k]);
            root[least < other ? other : least] = least < other ? least : other;
            if (other < least) least = other;
        }
    }
    for (size_t v = 0; v < m->vertex_count; v++)  // a parent is never greater than its child
        if (root[v] != TOPOLOGY_UNUSED) root[v] = root[root[v]];
    VALIDATE(roots_are_least(m, root));
}
