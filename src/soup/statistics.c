// statistics.c - counts that tell what a file brought: by sorting, so that time and memory are bounded
// whatever the soup (a hash of edges is slow on the one vertex that a million triangles share).
#include "soup/statistics.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "base/sort.h"
#include "soup/needle.h"
#include "soup/soup.h"
#include "soup/topology.h"

#include <string.h>

// Triangles whose ratios differ by less count as equally thin: then the first is named, and a mesh of
// congruent triangles needs no integers but for that one.
#define LIKE_RATIO (1 + 0x1p-30)

static const uint32_t* corners_at(const soup_mesh* m, size_t triangle)
{
    return m->triangles + triangle * 3;
}

// ------------------------------------------------------------------------------- ranges and needles

static void measure_extents(const soup_mesh* m, abut_statistics* out)
{
    if (!m->triangle_count) return;
    memcpy(out->low, m->vertices + (size_t)m->triangles[0] * 3, sizeof out->low);
    memcpy(out->high, out->low, sizeof out->high);
    for (size_t i = 0; i < m->triangle_count * 3; i++) {
        const double* vertex = m->vertices + (size_t)m->triangles[i] * 3;
        for (int k = 0; k < 3; k++) {
            if (double_compare(vertex[k], out->low[k]) < 0) out->low[k] = vertex[k];
            if (double_compare(vertex[k], out->high[k]) > 0) out->high[k] = vertex[k];
        }
    }
}

static void find_needle(const soup_mesh* m, abut_statistics* out)
{
    out->needle_triangle = m->triangle_count;
    for (size_t i = 0; i < m->triangle_count; i++) {
        const int count = soup_mesh_corners(m, (uint32_t)i).count;
        out->segment_count += count == 2;
        out->point_count += count == 1;
        if (count < 3) continue;
        const double* vertex[3];
        soup_mesh_vertices(m, (uint32_t)i, vertex);
        if (needle_bound(vertex) <= out->needle_ratio * LIKE_RATIO) continue;
        const double ratio = needle_ratio(vertex);
        if (ratio <= out->needle_ratio * LIKE_RATIO) continue;
        out->needle_ratio = ratio;
        out->needle_triangle = i;
    }
}

// --------------------------------------------------------------------------------------- duplicates

static void swap_if_greater(uint32_t* a, uint32_t* b)
{
    if (*a <= *b) return;
    const uint32_t swap = *a;
    *a = *b;
    *b = swap;
}

// The set of a triangle's vertices, in one way only: ascending, the last one repeated.
static void set_of_triangle(const soup_mesh* m, size_t triangle, uint32_t set[3])
{
    memcpy(set, corners_at(m, triangle), 3 * sizeof *set);
    swap_if_greater(&set[0], &set[1]);
    swap_if_greater(&set[1], &set[2]);
    swap_if_greater(&set[0], &set[1]);
    if (set[0] == set[1]) set[1] = set[2];
}

static void count_duplicates(const soup_mesh* m, sort_record* records, sort_record* scratch,
                             abut_statistics* out)
{
    const size_t count = m->triangle_count;
    uint32_t set[3], last[3];
    for (size_t i = 0; i < count; i++) {
        set_of_triangle(m, i, set);
        records[i] = (sort_record){(uint64_t)set[1] << 32 | set[2], (uint32_t)i};
    }
    sort_records(records, scratch, count);
    for (size_t i = 0; i < count; i++) {
        set_of_triangle(m, records[i].value, set);
        records[i].key = set[0];
    }
    sort_records(records, scratch, count);  // stable: sorted by all three now
    for (size_t i = 0; i < count; i++) {
        set_of_triangle(m, records[i].value, set);
        if (i && memcmp(set, last, sizeof set) == 0) out->duplicate_count++;
        memcpy(last, set, sizeof set);
    }
}

// -------------------------------------------------------------------------------------------- edges

static void count_edges(const soup_mesh* m, sort_record* records, sort_record* scratch,
                        abut_statistics* out)
{
    const size_t count = topology_list_edges(m, records);
    sort_records(records, scratch, count);
    for (size_t i = 0, next; i < count; i = next) {
        size_t up = 0;
        for (next = i; next < count && records[next].key == records[i].key; next++)
            up += records[next].value;
        const size_t uses = next - i;
        out->edge_count++;
        out->boundary_count += uses == 1;
        out->non_manifold_count += uses > 2;
        out->unoriented_count += uses > 1 && up * 2 != uses;
    }
}

// --------------------------------------------------------------------------------------- components

static void count_components(const soup_mesh* m, uint32_t* root, abut_statistics* out)
{
    topology_connect(m, root);
    for (size_t v = 0; v < m->vertex_count; v++) {
        out->component_count += root[v] == v;
        out->unused_count += root[v] == TOPOLOGY_UNUSED;
    }
}

// -------------------------------------------------------------------------------------------- all

// The fractions are about what the parts take of the time.
static abut_status measure_mesh(const soup_mesh* m, const abut_host* host, abut_statistics* out)
{
    const size_t record_count = m->triangle_count * 3;
    abut_status status = ABUT_OUT_OF_MEMORY;
    sort_record* records = host_allocate(host, record_count, sizeof *records);
    sort_record* scratch = host_allocate(host, record_count, sizeof *scratch);
    uint32_t* root = host_allocate(host, m->vertex_count, sizeof *root);
    if (!records || !scratch || !root) goto done;
    status = host_progress(host, 0.3);
    if (status != ABUT_OK) goto done;
    measure_extents(m, out);
    find_needle(m, out);
    count_components(m, root, out);
    status = host_progress(host, 0.4);
    if (status != ABUT_OK) goto done;
    count_duplicates(m, records, scratch, out);
    status = host_progress(host, 0.7);
    if (status != ABUT_OK) goto done;
    count_edges(m, records, scratch, out);
    status = host_progress(host, 1);
done:
    host_release(host, records, record_count, sizeof *records);
    host_release(host, scratch, record_count, sizeof *scratch);
    host_release(host, root, m->vertex_count, sizeof *root);
    return status;
}

abut_status soup_statistics(const abut_soup* soup, const abut_host* host, abut_statistics* out)
{
    ASSERT(host->allocate && host->run);
    soup_mesh m;
    TRY(soup_mesh_copy(&m, soup, host));
    abut_statistics found = {.triangle_count = m.triangle_count, .vertex_count = m.vertex_count};
    const abut_status status = measure_mesh(&m, host, &found);
    soup_mesh_free(&m, host);
    if (status == ABUT_OK) *out = found;
    return status;
}
