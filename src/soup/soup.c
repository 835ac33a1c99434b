// soup.c - checks and the copy. Everything that looks at numbers looks at bits (vertex.h).
#include "soup/soup.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "base/shared.h"
#include "soup/mesh_check.h"
#include "soup/vertex.h"

#include <math.h>
#include <string.h>

#define MOST_TRIANGLES ((size_t)INT32_MAX)
#define MOST_VERTICES  ((size_t)UINT32_MAX - 1)
#define NO_VERTEX      UINT32_MAX
#define UNIT_BITS      26

#define TRIANGLES_PER_TASK 32768

// ------------------------------------------------------------------------------------------ checks

static int float_is_finite(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7F800000u) != 0x7F800000u;
}

static int vertex_is_finite(const abut_soup* soup, size_t index)
{
    for (size_t k = index * 3; k < index * 3 + 3; k++) {
        if (soup->vertices ? !double_is_finite(soup->vertices[k])
                           : !float_is_finite(soup->vertices_float[k]))
            return 0;
    }
    return 1;
}

static int soup_is_well_formed(const abut_soup* soup)
{
    if (!soup) return 0;
    if (soup->vertex_count && !soup->vertices == !soup->vertices_float) return 0;
    return !soup->triangle_count || soup->triangles;
}

abut_status soup_check(const abut_soup* soup, abut_soup_report* report)
{
    return soup_check_present(soup, NULL, report);
}

abut_status soup_check_present(const abut_soup* soup, const soup_mesh* like,
                               abut_soup_report* report)
{
    if (!soup_is_well_formed(soup)) return ABUT_BAD_ARGUMENT;
    if (soup->triangle_count > MOST_TRIANGLES || soup->vertex_count > MOST_VERTICES)
        return ABUT_TOO_LARGE;
    if (like && soup->triangle_count != like->triangle_count) return ABUT_BAD_ARGUMENT;
    abut_soup_report found = {.first_non_finite = soup->vertex_count,
                              .first_bad_triangle = soup->triangle_count};
    for (size_t i = 0; i < soup->vertex_count; i++) {
        if (vertex_is_finite(soup, i)) continue;
        if (!found.non_finite_vertices++) found.first_non_finite = i;
    }
    for (size_t i = 0; i < soup->triangle_count; i++) {
        const uint32_t* index = soup->triangles + i * 3;
        if (index[0] < soup->vertex_count && index[1] < soup->vertex_count &&
            index[2] < soup->vertex_count)
            continue;
        if (like && !soup_mesh_has(like, i)) continue;
        if (!found.bad_triangles++) found.first_bad_triangle = i;
    }
    if (report) *report = found;
    if (found.non_finite_vertices) return ABUT_NOT_FINITE;
    return found.bad_triangles ? ABUT_BAD_INDEX : ABUT_OK;
}

// -------------------------------------------------------------------------------------------- copy

void soup_vertices(const abut_soup* soup, double* out)
{
    for (size_t i = 0; i < soup->vertex_count; i++)
        vertex_read(soup, i, out + 3 * i);
}

#define MERGE_BLOCK 32

// Write each vertex once to vertices and its new index to renamed. Linear probing; table has
// mask + 1 entries, at least twice as many as there are vertices.
static size_t merge_vertices(const abut_soup* soup, double* vertices, uint32_t* renamed,
                             uint32_t* table, size_t mask)
{
    memset(table, 0xFF, (mask + 1) * sizeof *table);
    size_t kept = 0;
    for (size_t i = 0; i < soup->vertex_count; i += MERGE_BLOCK) {
        const size_t left = soup->vertex_count - i;
        const size_t count = left < MERGE_BLOCK ? left : MERGE_BLOCK;
        uint64_t hash[MERGE_BLOCK];
        double vertex[MERGE_BLOCK][3];
        // The table is larger than any cache: so ask for what will be looked at, some time before.
        for (size_t k = 0; k < count; k++) {
            vertex_read(soup, i + k, vertex[k]);
            hash[k] = vertex_hash(vertex[k]);
            __builtin_prefetch(&table[hash[k] & mask]);
        }
        for (size_t k = 0; k < count; k++) {
            const uint32_t found = table[hash[k] & mask];
            if (found != NO_VERTEX) __builtin_prefetch(vertices + (size_t)found * 3);
        }
        for (size_t k = 0; k < count; k++) {
            size_t slot = hash[k] & mask;
            while (table[slot] != NO_VERTEX &&
                   !vertices_are_equal(vertices + (size_t)table[slot] * 3, vertex[k]))
                slot = (slot + 1) & mask;
            if (table[slot] == NO_VERTEX) {
                memcpy(vertices + kept * 3, vertex[k], sizeof vertex[k]);
                table[slot] = (uint32_t)kept++;
            }
            renamed[i + k] = table[slot];
        }
    }
    return kept;
}

static abut_status copy_vertices(soup_mesh* out, const abut_soup* soup, uint32_t* renamed,
                                 const abut_host* host)
{
    const size_t count = soup->vertex_count;
    size_t slots = 4;
    while (slots < count * 2)
        slots *= 2;
    abut_status status = ABUT_OUT_OF_MEMORY;
    double* merged = host_allocate(host, count, 3 * sizeof *merged);
    uint32_t* table = host_allocate(host, slots, sizeof *table);
    if (!merged || !table) goto done;
    const size_t kept = merge_vertices(soup, merged, renamed, table, slots - 1);
    if (kept == count) {
        out->vertices = merged;
        merged = NULL;
    } else {
        out->vertices = host_allocate(host, kept, 3 * sizeof *merged);
        if (!out->vertices) goto done;
        memcpy(out->vertices, merged, kept * 3 * sizeof *merged);
    }
    out->vertex_count = kept;
    status = ABUT_OK;
done:
    host_release(host, table, slots, sizeof *table);
    host_release(host, merged, count, 3 * sizeof *merged);
    return status;
}

// ------------------------------------------------------------------------------------------ corners

static uint8_t pack_corners(const corners* c)
{
    unsigned packed = (unsigned)c->count;
    for (int k = 0; k < c->count; k++)
        packed |= (unsigned)c->index[k] << (2 + 2 * k);
    return (uint8_t)packed;
}

static corners unpack_corners(unsigned packed)
{
    ASSERT(packed <= UINT8_MAX);
    corners c = {.count = (int)(packed & 3)};
    for (int k = 0; k < c.count; k++)
        c.index[k] = (int)(packed >> (2 + 2 * k)) & 3;
    return c;
}

corners soup_mesh_corners(const soup_mesh* m, uint32_t triangle)
{
    ASSERT(triangle < m->triangle_count);
    if (!m->reduced) return (corners){3, {0, 1, 2}};
    return unpack_corners(m->reduced[triangle]);
}

// Whether a triangle surely has an area. A component of its normal errs by less than 16u of the products'
// sum: two differences, a product and the last difference, each 2u in any rounding mode, give 8.1u. What
// underflows, or is read as 0 for being subnormal, is below 2^-500 where no edge is above 2^500.
static int has_area(const double* const vertex[3])
{
    double u[3], v[3], size = 0;
    int is_sure = 0;
    for (int k = 0; k < 3; k++) {
        u[k] = vertex[1][k] - vertex[0][k];
        v[k] = vertex[2][k] - vertex[0][k];
        size += fabs(u[k]) + fabs(v[k]);
    }
    for (int k = 0; k < 3 && !is_sure; k++) {  // the first tells for most
        const int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
        const double left = u[i] * v[j], right = u[j] * v[i];
        is_sure = fabs(left - right) > 0x1p-49 * (fabs(left) + fabs(right)) + 0x1p-500;
    }
    return is_sure & (size < 0x1p500);
}

// What is left of a triangle, packed.
static uint8_t reduce_triangle(const soup_mesh* m, uint32_t triangle)
{
    const double* vertex[3];
    soup_mesh_vertices(m, triangle, vertex);
    const corners c = has_area(vertex) ? (corners){3, {0, 1, 2}} : corners_of_triangle(vertex);
    return pack_corners(&c);
}

// -------------------------------------------------------------------------------------- triangles

typedef struct triangle_copy {
    soup_mesh* to;
    const soup_mesh* like;         // where it has gaps there are gaps; or NULL
    const abut_soup* from;         // NULL: the triangles are there already
    const uint32_t* renamed;       // vertices
    uint8_t* reduced;              // of each triangle
    size_t *degenerate, *removed;  // of each task
} triangle_copy;

static void copy_some(void* context, size_t index, int worker)
{
    const triangle_copy* c = context;
    const size_t begin = index * TRIANGLES_PER_TASK, rest = c->to->triangle_count - begin,
                 end = begin + (rest < TRIANGLES_PER_TASK ? rest : TRIANGLES_PER_TASK);
    size_t degenerate = 0, removed = 0;
    (void)worker;
    for (size_t i = begin; i < end; i++) {
        const int is_gap = c->like && !soup_mesh_has(c->like, i);
        for (size_t k = 3 * i; c->from && k < 3 * i + 3; k++)
            c->to->triangles[k] = is_gap ? 0 : c->renamed[c->from->triangles[k]];
        c->reduced[i] = is_gap ? 0 : reduce_triangle(c->to, (uint32_t)i);
        degenerate += c->reduced[i] != SOUP_WHOLE && !is_gap;
        removed += (size_t)is_gap;
    }
    c->degenerate[index] = degenerate;
    c->removed[index] = removed;
}

// Copy the triangles, unless they are there, and find those that are degenerate.
static abut_status copy_triangles(triangle_copy* c, const abut_host* host)
{
    soup_mesh* const out = c->to;
    const size_t count = out->triangle_count,
                 tasks = (count + TRIANGLES_PER_TASK - 1) / TRIANGLES_PER_TASK;
    abut_status status = ABUT_OUT_OF_MEMORY;
    c->reduced = shared_allocate(host, count, sizeof *c->reduced);
    c->degenerate = host_allocate(host, 2 * tasks, sizeof *c->degenerate);
    if (c->reduced && c->degenerate) {
        c->removed = c->degenerate + tasks;
        host->run(host->user, tasks, copy_some, c);
        for (size_t i = 0; i < tasks; i++) {
            out->degenerate_count += c->degenerate[i];
            out->removed_count += c->removed[i];
        }
        if (out->degenerate_count + out->removed_count) {
            out->reduced = c->reduced;
            c->reduced = NULL;
        }
        status = ABUT_OK;
    }
    shared_release(c->reduced);
    host_release(host, c->degenerate, 2 * tasks, sizeof *c->degenerate);
    return status;
}

abut_status soup_mesh_reduce(soup_mesh* m, const soup_mesh* like, const abut_host* host)
{
    ASSERT(!m->reduced && !m->degenerate_count && !m->removed_count);
    triangle_copy c = {.to = m, .like = like};
    return copy_triangles(&c, host);
}

// --------------------------------------------------------------------------------------------- mesh

// Whether the corners of each triangle are those that are found without a short cut, and no coordinate is -0.
static int is_reduced(const soup_mesh* m)
{
    if (m->removed_count && !m->reduced) return 0;  // it says where the gaps are
    int reduced = !m->reduced == !(m->degenerate_count + m->removed_count);
    for (size_t i = 0; i < m->triangle_count; i++) {
        if (!soup_mesh_has(m, i)) continue;
        const double* vertex[3];
        soup_mesh_vertices(m, (uint32_t)i, vertex);
        const corners c = corners_of_triangle(vertex), kept = soup_mesh_corners(m, (uint32_t)i);
        reduced &= pack_corners(&c) == pack_corners(&kept);
    }
    for (size_t i = 0; i < 3 * m->vertex_count; i++)
        reduced &= !double_is_zero(m->vertices[i]) || !double_bits(m->vertices[i]);
    return reduced;
}

abut_status soup_mesh_copy(soup_mesh* out, const abut_soup* soup, const abut_host* host)
{
    return soup_mesh_copy_present(out, soup, NULL, host);
}

abut_status soup_mesh_copy_present(soup_mesh* out, const abut_soup* soup, const soup_mesh* like,
                                   const abut_host* host)
{
    VALIDATE(soup_check_present(soup, like, NULL) == ABUT_OK);
    soup_mesh copy = {.triangle_count = soup->triangle_count};
    abut_status status = ABUT_OUT_OF_MEMORY;
    uint32_t* renamed = host_allocate(host, soup->vertex_count, sizeof *renamed);
    copy.triangles = shared_allocate(host, copy.triangle_count, 3 * sizeof *copy.triangles);
    if (renamed && copy.triangles) status = copy_vertices(&copy, soup, renamed, host);
    if (status == ABUT_OK) {
        triangle_copy c = {.to = &copy, .like = like, .from = soup, .renamed = renamed};
        status = copy_triangles(&c, host);
    }
    host_release(host, renamed, soup->vertex_count, sizeof *renamed);
    if (status == ABUT_OK) {
        soup_mesh_measure(&copy);
        VALIDATE(!soup_mesh_check(&copy) && is_reduced(&copy));
        *out = copy;
    } else {
        soup_mesh_free(&copy, host);
    }
    return status;
}

static int is_moderate(const soup_mesh* m)
{
    int moderate = 1;
    for (size_t i = 0; i < m->vertex_count * 3; i++)
        moderate &= soup_is_moderate(m->vertices[i]);
    return moderate;
}

// For a moderate mesh. Most coordinates have no common unit, and the first few tell.
static double find_unit(const soup_mesh* m)
{
    int low = INT32_MAX / 4, top = INT32_MIN / 4;
    for (size_t i = 0; i < m->vertex_count * 3 && top - low <= UNIT_BITS; i++) {
        const uint64_t bits = double_bits(m->vertices[i]);
        const int exponent = (int)(bits >> 52 & 0x7FF) - 1075;  // of the last bit, which is stored
        const int zeros = __builtin_ctzll(bits | 0x10000000000000u);
        if (!(bits << 1)) continue;
        low = exponent + zeros < low ? exponent + zeros : low;
        top = exponent + 53 > top ? exponent + 53 : top;
    }
    if (top < low) return 1;  // nothing but zeros
    return top - low > UNIT_BITS ? 0 : double_from_bits((uint64_t)(low + 1023) << 52);
}

void soup_mesh_measure(soup_mesh* m)
{
    m->is_moderate = is_moderate(m);
    m->unit = m->is_moderate ? find_unit(m) : 0;
}

#define NOT_PLACED UINT32_MAX  // no vertex has this number

static void place_vertices(const soup_mesh* m, const uint32_t* order, size_t count,
                           double* vertices, uint32_t* place)
{
    uint32_t placed = 0;
    memset(place, 0xFF, m->vertex_count * sizeof *place);
    for (size_t i = 0; i < count; i++) {
        // Triangles that follow each other here lie far apart in memory.
        if (i + 16 < count) __builtin_prefetch(m->triangles + 3 * (size_t)order[i + 16]);
        for (size_t k = 0; k < 3; k++) {
            const uint32_t v = m->triangles[3 * (size_t)order[i] + k];
            if (place[v] == NOT_PLACED) place[v] = placed++;
        }
    }
    for (size_t v = 0; v < m->vertex_count; v++) {
        if (place[v] == NOT_PLACED) place[v] = placed++;
        memcpy(vertices + 3 * (size_t)place[v], m->vertices + 3 * v, 3 * sizeof *vertices);
    }
}

// Whether an order names triangles only.
static int names_triangles(const soup_mesh* m, const uint32_t* order, size_t count)
{
    int names = 1;
    for (size_t i = 0; i < count; i++)
        names &= order[i] < m->triangle_count;
    return names;
}

abut_status soup_mesh_arrange(soup_mesh* m, const uint32_t* order, size_t count,
                              const abut_host* host)
{
    VALIDATE(names_triangles(m, order, count));
    double* vertices = host_allocate(host, m->vertex_count, 3 * sizeof *vertices);
    uint32_t* place = host_allocate(host, m->vertex_count, sizeof *place);
    const int has_memory = vertices && place;
    if (has_memory) {
        place_vertices(m, order, count, vertices, place);
        for (size_t i = 0; i < 3 * m->triangle_count; i++)
            m->triangles[i] = place[m->triangles[i]];
        double* const before = m->vertices;
        m->vertices = vertices;
        vertices = before;
        VALIDATE(!soup_mesh_check(m));
    }
    host_release(host, vertices, m->vertex_count, 3 * sizeof *vertices);
    host_release(host, place, m->vertex_count, sizeof *place);
    return has_memory ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

void soup_mesh_free(soup_mesh* m, const abut_host* host)
{
    host_release(host, m->vertices, m->vertex_count, 3 * sizeof *m->vertices);
    if (!m->borrows_triangles) shared_release(m->triangles);
    soup_mesh_drop_reduced(m);
}

void soup_mesh_drop_reduced(soup_mesh* m)
{
    if (!m->borrows_reduced) shared_release(m->reduced);
    m->reduced = NULL;
}

void soup_mesh_share_triangles(soup_mesh* m, const soup_mesh* other)
{
    m->borrows_triangles = other->borrows_triangles;
    m->triangles =
        other->borrows_triangles ? other->triangles : (uint32_t*)shared_take(other->triangles);
}

void soup_mesh_share_reduced(soup_mesh* m, const soup_mesh* other)
{
    m->borrows_reduced = other->borrows_reduced;
    m->reduced = other->borrows_reduced ? other->reduced : (uint8_t*)shared_take(other->reduced);
}

size_t soup_mesh_bytes(const soup_mesh* m)
{
    return m->vertex_count * 3 * sizeof *m->vertices +
           m->triangle_count * 3 * sizeof *m->triangles + SHARED_HEAD +
           (m->reduced ? m->triangle_count * sizeof *m->reduced + SHARED_HEAD : 0);
}
