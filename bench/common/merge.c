// merge.c - see merge.h.
#include "common/merge.h"

#include "base/host.h"
#include "bench.h"
#include "soup/soup.h"

#include <stdlib.h>
#include <string.h>

void mesh_merge(mesh* m)
{
    const abut_host host = host_complete(NULL);
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    soup_mesh merged;
    mesh out = {.face_count = 0};
    const abut_status status = soup_mesh_copy(&merged, &soup, &host);
    if (status) exit(bench_fail("%s", abut_status_text(status)));
    out.vertex_count = merged.vertex_count;
    out.triangle_count = out.face_count = merged.triangle_count;
    out.vertices = malloc((merged.vertex_count + 1) * 3 * sizeof(double));
    out.triangles = malloc((merged.triangle_count + 1) * 3 * sizeof(uint32_t));
    if (!out.vertices || !out.triangles) exit(bench_fail("out of memory"));
    memcpy(out.vertices, merged.vertices, merged.vertex_count * 3 * sizeof(double));
    memcpy(out.triangles, merged.triangles, merged.triangle_count * 3 * sizeof(uint32_t));
    soup_mesh_free(&merged, &host);
    mesh_free(m);
    *m = out;
}
