// part.c - see part.h. The triangles are copied to a mesh of their own, with those vertices that they use.
#include "engine/build/part.h"

#include "base/base.h"
#include "base/shared.h"
#include "engine/tree/figures.h"
#include "engine/tree/pack.h"

#include <string.h>

#define NO_VERTEX UINT32_MAX

abut_status part_builder_open(part_builder* p, const soup_mesh* m, const frame* f,
                              const wide_options* options, const abut_host* host)
{
    *p = (part_builder){.m = m, .f = f, .options = *options, .host = *host};
    p->options.memory = ABUT_MEMORY_NORMAL;
    p->host.progress = NULL;
    p->number = host_allocate(host, m->vertex_count, sizeof *p->number);
    if (!p->number) return ABUT_OUT_OF_MEMORY;
    memset(p->number, 0xFF, m->vertex_count * sizeof *p->number);
    return ABUT_OK;
}

void part_builder_close(part_builder* p)
{
    if (p->m) host_release(&p->host, p->number, p->m->vertex_count, sizeof *p->number);
    *p = (part_builder){.m = NULL};
}

// Number the vertices in the order of their use. Returns how many.
static size_t number_vertices(part_builder* p, const uint32_t* ids, size_t count, uint32_t* to)
{
    size_t vertices = 0;
    for (size_t i = 0; i < 3 * count; i++) {
        uint32_t* const number = &p->number[p->m->triangles[3 * (size_t)ids[i / 3] + i % 3]];
        if (*number == NO_VERTEX) *number = (uint32_t)vertices++;
        to[i] = *number;
    }
    return vertices;
}

// Copy them, and forget their numbers.
static void copy_vertices(part_builder* p, const uint32_t* ids, size_t count, double* to)
{
    for (size_t i = 0; i < 3 * count; i++) {
        const uint32_t v = p->m->triangles[3 * (size_t)ids[i / 3] + i % 3];
        if (p->number[v] == NO_VERTEX) continue;
        if (to)
            memcpy(to + 3 * (size_t)p->number[v], p->m->vertices + 3 * (size_t)v, 3 * sizeof *to);
        p->number[v] = NO_VERTEX;
    }
}

static void rename_triangles(wide_tree* t, const uint32_t* ids)
{
    for (size_t i = 0; i < t->leaf_count; i++) {
        uint32_t* const id = t->leaves[i].id;
        for (size_t k = wide_leaf_count(id); k-- > 0;)
            id[k] = ids[id[k]];
    }
}

abut_status part_build(part_builder* p, const uint32_t* ids, size_t count, wide_tree* out)
{
    ASSERT(count);
    soup_mesh some = {.triangle_count = count};
    abut_status status = ABUT_OUT_OF_MEMORY;
    some.triangles = shared_allocate(&p->host, count, 3 * sizeof *some.triangles);
    if (some.triangles) {
        some.vertex_count = number_vertices(p, ids, count, some.triangles);
        some.vertices = host_allocate(&p->host, some.vertex_count, 3 * sizeof *some.vertices);
        copy_vertices(p, ids, count, some.vertices);
    }
    if (some.vertices) {
        soup_mesh_measure(&some);
        status = wide_build(out, &some, p->f, &p->options, &p->host);
    }
    soup_mesh_free(&some, &p->host);
    if (status == ABUT_OK) rename_triangles(out, ids);
    return status;
}

// The mesh's vertices in the order of the leaves, as wide_build leaves them.
static abut_status arrange_vertices(soup_mesh* m, const wide_tree* t, uint32_t* order,
                                    const abut_host* host)
{
    size_t count = 0;
    for (size_t i = 0; i < t->leaf_count; i++)
        for (size_t k = 0; k < wide_leaf_count(t->leaves[i].id); k++)
            order[count++] = t->leaves[i].id[k];
    return soup_mesh_arrange(m, order, count, host);
}

abut_status part_build_all(wide_tree* out, soup_mesh* m, const frame* f,
                           const wide_options* options, const abut_host* host)
{
    const size_t present = soup_mesh_present(m);
    if (!m->removed_count) return wide_build(out, m, f, options, host);
    *out = (wide_tree){.nodes = NULL};
    if (!present) return host_progress(host, 1);
    part_builder p;
    wide_tree t = {.nodes = NULL};
    uint32_t* const ids = host_allocate(host, present, sizeof *ids);
    abut_status status = part_builder_open(&p, m, f, options, host);
    if (!ids) status = ABUT_OUT_OF_MEMORY;
    for (size_t i = 0, count = 0; ids && i < m->triangle_count; i++)
        if (soup_mesh_has(m, i)) ids[count++] = (uint32_t)i;
    if (status == ABUT_OK) status = part_build(&p, ids, present, &t);
    part_builder_close(&p);
    if (status == ABUT_OK) status = arrange_vertices(m, &t, ids, host);
    host_release(host, ids, present, sizeof *ids);
    if (status == ABUT_OK) status = wide_pack(&t, options->memory, present, host);
    if (status == ABUT_OK) status = host_progress(host, 1);
    if (status == ABUT_OK)
        *out = t;
    else
        wide_free(&t, host);
    return status;
}
