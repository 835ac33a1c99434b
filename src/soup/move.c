// move.c - see move.h.
#include "soup/move.h"

#include "base/base.h"
#include "base/bit_set.h"
#include "base/host.h"
#include "base/sort.h"
#include "soup/mesh_check.h"
#include "soup/vertex.h"

#include <string.h>

#define NO_VERTEX UINT32_MAX

typedef struct mover {
    const soup_mesh* from;
    const abut_soup* soup;
    const abut_host* host;
    double* vertices;  // of the new mesh
    uint32_t*
        source;      // of each vertex of the mesh: one of the soup; NO_VERTEX: no triangle uses it
    uint64_t* hash;  // of those that triangles use
    size_t used;     // how many
} mover;

// ---------------------------------------------------------------------------------------- vertices

// Whether the soup's vertex of a corner is that of the corners before it, or equal.
static int is_same(const mover* v, uint32_t first, uint32_t other)
{
    double a[3], b[3];
    vertex_read(v->soup, first, a);
    vertex_read(v->soup, other, b);
    return vertices_are_equal(a, b);
}

// Find where each vertex of the mesh comes from. Returns 0 if one comes from several that differ.
static int find_sources(mover* v)
{
    memset(v->source, 0xFF, v->from->vertex_count * sizeof *v->source);
    for (size_t i = 0; i < v->from->triangle_count; i++) {
        if (!soup_mesh_has(v->from, i)) continue;
        for (size_t k = 3 * i; k < 3 * i + 3; k++) {
            uint32_t* const source = &v->source[v->from->triangles[k]];
            const uint32_t own = v->soup->triangles[k];
            if (*source == own) continue;
            if (*source == NO_VERTEX) {
                *source = own;
                v->used++;
            } else if (!is_same(v, *source, own)) {
                return 0;
            }
        }
    }
    return 1;
}

// Write the vertices, and hashes of those that are used.
static void write_vertices(const mover* v)
{
    size_t used = 0;
    for (size_t i = 0; i < v->from->vertex_count; i++) {
        double* const to = v->vertices + 3 * i;
        if (v->source[i] == NO_VERTEX) {
            memcpy(to, v->from->vertices + 3 * i, 3 * sizeof *to);
            continue;
        }
        vertex_read(v->soup, v->source[i], to);
        v->hash[used++] = vertex_hash(to);
    }
    ASSERT(used == v->used);
}

// ----------------------------------------------------------------------------------------- meeting

#define BITS_PER_VERTEX 32  // so few hashes have a bit in common that are not equal

typedef struct hash_bits {
    unsigned char *once,
        *twice;   // a bit for each hash, by its last ones: there is one, there are several
    size_t bits;  // a power of two
} hash_bits;

static int shares_bit(const hash_bits* b, uint64_t hash)
{
    const size_t at = hash & (b->bits - 1);
    return b->twice[at / 8] >> at % 8 & 1;
}

// Mark the bits of all hashes. Returns how many hashes share theirs.
static size_t mark_bits(const mover* v, const hash_bits* b)
{
    size_t several = 0, sharing = 0;
    memset(b->once, 0, bit_set_bytes(b->bits));
    memset(b->twice, 0, bit_set_bytes(b->bits));
    for (size_t i = 0; i < v->used; i++) {
        const size_t at = v->hash[i] & (b->bits - 1);
        if (!bit_set_add(b->once, at)) continue;
        (void)bit_set_add(b->twice, at);
        several++;
    }
    for (size_t i = 0; several && i < v->used; i++)
        sharing += (size_t)shares_bit(b, v->hash[i]);
    return sharing;
}

// Whether two of the vertices of a list are equal.
static int are_equal_in(const mover* v, const sort_record* list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = i + 1; j < count && list[j].key == list[i].key; j++) {
            if (vertices_are_equal(v->vertices + 3 * (size_t)list[i].value,
                                   v->vertices + 3 * (size_t)list[j].value))
                return 1;
        }
    }
    return 0;
}

// Compare the vertices whose hashes share a bit, which are few.
static abut_status compare_sharing(const mover* v, const hash_bits* b, size_t sharing, int* meet)
{
    sort_record* const list = host_allocate(v->host, 2 * sharing, sizeof *list);
    if (!list) return ABUT_OUT_OF_MEMORY;
    size_t count = 0, used = 0;
    for (size_t i = 0; i < v->from->vertex_count; i++) {
        if (v->source[i] == NO_VERTEX) continue;
        const uint64_t hash = v->hash[used++];
        if (shares_bit(b, hash)) list[count++] = (sort_record){hash, (uint32_t)i};
    }
    ASSERT(count == sharing);
    sort_records(list, list + count, count);
    *meet = are_equal_in(v, list, count);
    host_release(v->host, list, 2 * sharing, sizeof *list);
    return ABUT_OK;
}

// Whether two vertices that triangles use are equal.
static abut_status find_meeting(const mover* v, int* meet)
{
    hash_bits b = {.bits = 1024};
    while (b.bits < BITS_PER_VERTEX * v->used)
        b.bits *= 2;
    const size_t bytes = bit_set_bytes(b.bits);
    abut_status status = ABUT_OUT_OF_MEMORY;
    b.once = host_allocate(v->host, bytes, 1);
    b.twice = host_allocate(v->host, bytes, 1);
    *meet = 0;
    if (b.once && b.twice) {
        const size_t sharing = mark_bits(v, &b);
        status = sharing ? compare_sharing(v, &b, sharing, meet) : ABUT_OK;
    }
    host_release(v->host, b.once, bytes, 1);
    host_release(v->host, b.twice, bytes, 1);
    return status;
}

// --------------------------------------------------------------------------------------------- mesh

// Fill v->vertices, unless the mesh must be made anew.
static abut_status move_vertices(mover* v, int* is_anew)
{
    int meet = 0;
    *is_anew = 1;
    if (!find_sources(v)) return ABUT_OK;
    v->hash = host_allocate(v->host, v->used, sizeof *v->hash);
    if (!v->hash) return ABUT_OUT_OF_MEMORY;
    write_vertices(v);
    const abut_status status = find_meeting(v, &meet);
    host_release(v->host, v->hash, v->used, sizeof *v->hash);
    *is_anew = meet;
    return status;
}

// Share what is the same.
static abut_status share(soup_mesh* out, const soup_mesh* from, const abut_host* host)
{
    out->triangle_count = from->triangle_count;
    soup_mesh_share_triangles(out, from);
    TRY(soup_mesh_reduce(out, from, host));
    if (out->reduced && from->reduced &&
        memcmp(out->reduced, from->reduced, out->triangle_count) == 0) {
        soup_mesh_drop_reduced(out);
        soup_mesh_share_reduced(out, from);
    }
    soup_mesh_measure(out);
    VALIDATE(!soup_mesh_check(out));
    return ABUT_OK;
}

abut_status soup_mesh_move(soup_mesh* out, const soup_mesh* from, const abut_soup* soup,
                           const abut_host* host, int* is_anew, int* uses_all)
{
    VALIDATE(soup_check_present(soup, from, NULL) == ABUT_OK);
    mover v = {.from = from, .soup = soup, .host = host};
    soup_mesh moved = {.vertex_count = from->vertex_count};
    abut_status status = ABUT_OUT_OF_MEMORY;
    v.source = host_allocate(host, from->vertex_count, sizeof *v.source);
    v.vertices = moved.vertices = host_allocate(host, from->vertex_count, 3 * sizeof *v.vertices);
    if (v.source && v.vertices) status = move_vertices(&v, is_anew);
    *uses_all = v.used == from->vertex_count;
    host_release(host, v.source, from->vertex_count, sizeof *v.source);
    if (status == ABUT_OK && !*is_anew) status = share(&moved, from, host);
    if (status == ABUT_OK && !*is_anew) {
        *out = moved;
        return ABUT_OK;
    }
    soup_mesh_free(&moved, host);
    return status == ABUT_OK ? soup_mesh_copy_present(out, soup, from, host) : status;
}
