// soup.h - a caller's soup, checked; and our own copy of it, the mesh.
#ifndef ABUT_SOUP_SOUP_H
#define ABUT_SOUP_SOUP_H
#include "base/base.h"
#include "geom/tri_tri.h"

#include "abut/abut.h"

// Vertices that were equal bit by bit are one vertex here, and -0 is 0; triangles keep their indices. Where a triangle was
// removed (abut/change.h) there is a gap: it has no corners, and its vertices mean nothing.
typedef struct soup_mesh {
    double* vertices;     // vertex_count x 3
    uint32_t* triangles;  // triangle_count x 3
    uint8_t* reduced;     // the corners of each triangle, packed; NULL if all have three
    // Meshes may have triangles and reduced in common (base/shared.h). 1: they are somebody's bytes, and not counted.
    int borrows_triangles, borrows_reduced;
    size_t vertex_count, triangle_count, degenerate_count;
    size_t removed_count;  // gaps: of triangle_count, but not of degenerate_count
    int is_moderate;       // see soup_mesh_measure
    double unit;
} soup_mesh;

#define SOUP_WHOLE 0x93  // what is packed of a triangle with three corners

// Whether a coordinate is 0 or between 2^-240 and 2^240 in magnitude. By its bits: where the processor takes small numbers as 0,
// they are not.
static inline int soup_is_moderate(double coordinate)
{
    const uint64_t low = double_bits(0x1p-240), high = double_bits(0x1p240);
    const uint64_t magnitude = double_bits(coordinate) & INT64_MAX;
    return (!magnitude) | (magnitude - low <= high - low);
}

// Find what cannot be built: abut_soup_check says the rest. report may be NULL.
abut_status soup_check(const abut_soup* soup, abut_soup_report* report);
// The same of a soup that is to have as many triangles as a mesh, and those that are gaps there may be anything. Another
// number of triangles is ABUT_BAD_ARGUMENT. NULL: as soup_check.
abut_status soup_check_present(const abut_soup* soup, const soup_mesh* like,
                               abut_soup_report* report);

// Write the vertices of a soup as doubles, -0 as 0: three for each.
void soup_vertices(const abut_soup* soup, double* out);

// Copy a soup that soup_check accepts. A merged vertex stands where the first of its equals stood
// among those kept, so equal soups give equal meshes.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then out is untouched. Cost: linear.
abut_status soup_mesh_copy(soup_mesh* out, const abut_soup* soup, const abut_host* host);
// The same with gaps where another mesh has them, as soup_check_present. NULL: none.
abut_status soup_mesh_copy_present(soup_mesh* out, const abut_soup* soup, const soup_mesh* like,
                                   const abut_host* host);
// Find what is left of each triangle of a mesh that has vertices and triangles, with gaps as above. Returns ABUT_OK or
// ABUT_OUT_OF_MEMORY; then nothing has changed.
abut_status soup_mesh_reduce(soup_mesh* m, const soup_mesh* like, const abut_host* host);
// Renumber vertices in the order in which triangles order[0 .. count - 1] use them: so what is looked at
// together stands together. Those that none of them uses come last. Triangles keep their indices.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then nothing has changed. Cost: linear; 28 bytes a vertex meanwhile.
abut_status soup_mesh_arrange(soup_mesh* m, const uint32_t* order, size_t count,
                              const abut_host* host);
// Find is_moderate: whether every coordinate is (soup_is_moderate), so that products of three differences neither overflow nor
// underflow. And unit: the largest power of two of which all are multiples, if none is
// beyond 2^26 of it; otherwise 0. soup_mesh_copy does it. Cost: linear.
void soup_mesh_measure(soup_mesh* m);
// Release what soup_mesh_copy made. A zeroed mesh is fine.
void soup_mesh_free(soup_mesh* m, const abut_host* host);
// Let a mesh have the triangles of another, or what is left of each (reduced); it has none yet. So they may not change any more.
void soup_mesh_share_triangles(soup_mesh* m, const soup_mesh* other);
void soup_mesh_share_reduced(soup_mesh* m, const soup_mesh* other);
// Have it no more.
void soup_mesh_drop_reduced(soup_mesh* m);
// Bytes held, alone or with others; those of somebody's bytes as if they were the mesh's.
size_t soup_mesh_bytes(const soup_mesh* m);

// Whether there is a triangle, and no gap. Whoever goes over all triangles asks.
static inline int soup_mesh_has(const soup_mesh* m, size_t triangle)
{
    ASSERT(triangle < m->triangle_count);
    return !m->removed_count || (m->reduced[triangle] & 3) != 0;
}

// Count the triangles that are there.
static inline size_t soup_mesh_present(const soup_mesh* m)
{
    return m->triangle_count - m->removed_count;
}

// Name the vertices of a triangle; they belong to the mesh.
static inline void soup_mesh_vertices(const soup_mesh* m, uint32_t triangle,
                                      const double* vertex[3])
{
    ASSERT(triangle < m->triangle_count);
    const uint32_t* index = m->triangles + (size_t)triangle * 3;
    for (int k = 0; k < 3; k++)
        vertex[k] = m->vertices + (size_t)index[k] * 3;
}

// What is left of a triangle once it is reduced; as corners_of_triangle says, without its cost. Of a gap, none.
corners soup_mesh_corners(const soup_mesh* m, uint32_t triangle);

#endif
