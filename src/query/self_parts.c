// self_parts.c - see self_parts.h. Whether a component is closed is what abut_contain says of it.
#include "query/self_parts.h"

#include "base/base.h"
#include "base/host.h"
#include "query/components.h"
#include "query/self.h"
#include "search/self.h"

static void count_degenerate(abut_self_part* list, const components* parts)
{
    const soup_mesh* m = parts->mesh;
    for (size_t i = 0; m->degenerate_count && i < m->triangle_count; i++)
        if (soup_mesh_has(m, i) && soup_mesh_corners(m, (uint32_t)i).count < 3)
            list[component_of(parts, (uint32_t)i)].degenerate_count++;
}

static void count_pairs(abut_self_part* list, const components* parts, const sort_record* found,
                        size_t found_count)
{
    for (size_t i = 0; i < found_count; i++) {
        const uint32_t a = component_of(parts, (uint32_t)(found[i].key >> 32)),
                       b = component_of(parts, (uint32_t)found[i].key);
        if (a == b) {
            list[a].own_count++;
            list[a].class_counts[self_class(found[i].value)]++;
        } else {
            list[a].other_count++;
            list[b].other_count++;
        }
    }
}

// Each pair is counted once within a component, or twice between two.
static int are_all_counted(const self_parts* p, size_t found_count)
{
    size_t twice = 0;
    for (size_t i = 0; i < p->count; i++)
        twice += 2 * p->list[i].own_count + p->list[i].other_count;
    return twice == 2 * found_count;
}

static abut_status begin_list(self_parts* out, const components* parts, const abut_host* host)
{
    void* list = out->list;
    const abut_status status = host_grow(host, &list, &out->capacity, 0,
                                         parts->count ? parts->count : 1, sizeof *out->list);
    out->list = list;
    TRY(status);
    for (size_t i = 0; i < parts->count; i++) {
        const component* c = &parts->list[i];
        out->list[i] = (abut_self_part){.triangle_count = c->triangle_count,
                                        .first_triangle = c->first_triangle,
                                        .border_edge_count = c->border_count,
                                        .is_closed = c->closed};
    }
    out->count = parts->count;
    return ABUT_OK;
}

abut_status self_parts_find(self_parts* out, const soup_mesh* m, const sort_record* found,
                            size_t found_count, int complete, const abut_host* host)
{
    components parts;
    TRY(components_find(&parts, m, NULL, 0, host));
    abut_status status = host_progress(host, 1);
    if (status == ABUT_OK) status = components_find_edges(&parts, host);
    if (status == ABUT_OK) status = host_progress(host, 1);
    if (status == ABUT_OK) status = begin_list(out, &parts, host);
    if (status == ABUT_OK) {
        count_degenerate(out->list, &parts);
        count_pairs(out->list, &parts, found, found_count);
        for (size_t i = 0; i < out->count; i++)
            out->list[i].verdict = self_verdict_of(out->list[i].class_counts, complete);
        VALIDATE(are_all_counted(out, found_count));
    }
    components_free(&parts, host);
    return status;
}

void self_parts_free(self_parts* p, const abut_host* host)
{
    host_release(host, p->list, p->capacity, sizeof *p->list);
    *p = (self_parts){0};
}
