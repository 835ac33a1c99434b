// pieces.c - see pieces.h.
#include "engine/build/pieces.h"

#include "base/base.h"
#include "soup/topology.h"

// Number the pieces, by a vertex each: size has how many triangles a piece has, then its number.
static size_t number_pieces(uint32_t* of, const soup_mesh* m, const uint32_t* root, uint32_t* size)
{
    size_t count = 0;
    for (size_t v = 0; v < m->vertex_count; v++)
        size[v] = 0;
    for (size_t i = 0; i < m->triangle_count; i++)
        size[root[m->triangles[3 * i]]]++;
    for (size_t v = 0; v < m->vertex_count; v++)
        size[v] = size[v] >= 2 && size[v] <= PIECE_MOST ? (uint32_t)count++ : PIECE_NONE;
    for (size_t i = 0; i < m->triangle_count; i++)
        of[i] = size[root[m->triangles[3 * i]]];
    return count;
}

abut_status small_pieces_find(small_pieces* out, const soup_mesh* m, const abut_host* host)
{
    *out = (small_pieces){0};
    uint32_t* root = host_allocate(host, m->vertex_count, sizeof *root);
    uint32_t* size = host_allocate(host, m->vertex_count, sizeof *size);
    out->of = host_allocate(host, m->triangle_count, sizeof *out->of);
    const int has_memory = root && size && out->of;
    if (has_memory) {
        topology_connect(m, root);
        out->count = number_pieces(out->of, m, root, size);
    }
    host_release(host, root, m->vertex_count, sizeof *root);
    host_release(host, size, m->vertex_count, sizeof *size);
    if (!out->count) small_pieces_free(out, m, host);
    return has_memory ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

void small_pieces_free(small_pieces* p, const soup_mesh* m, const abut_host* host)
{
    host_release(host, p->of, m->triangle_count, sizeof *p->of);
    *p = (small_pieces){0};
}
