// model.c - the model put together.
#include "query/model.h"

#include "base/base.h"
#include "base/host.h"
#include "engine/build/build.h"
#include "engine/tree/figures.h"
#include "exec/serial.h"
#include "methods/tree/tree_check.h"
#include "methods/tree/tree_figures.h"
#include "query/methods.h"
#include "soup/mesh_check.h"

#include <math.h>
#include <string.h>

void model_keep_options(abut_model* model, const build_options* options)
{
    const abut_build* own = &options->own;
    model->options =
        (model_options){.method = own->method,
                        .leaf_size = own->leaf_size,
                        .epsilon = own->epsilon,
                        .effort = own->effort,
                        .memory = own->memory,
                        .told = method_has_tree(own->method) ? &model->options.tree : NULL,
                        .tree = options->tree};
}

build_options model_build_options(const abut_model* model)
{
    const model_options* o = &model->options;
    return (build_options){.own = {.method = o->method,
                                   .leaf_size = o->leaf_size,
                                   .epsilon = o->epsilon,
                                   .effort = o->effort,
                                   .memory = o->memory},
                           .tree = o->tree};
}

// Whether a tree of volumes is one, as far as memory to see that is there. Where a limit of depth or a rule leaves sets whole,
// leaves are as large as they are.
static int is_whole(const abut_model* m)
{
    const abut_host own = host_complete(NULL);  // the caller's counts what is asked of it
    const model_options* o = &m->options;
    if (!method_has_tree(m->method)) return 1;  // the engine looks at its own
    const int is_limited = o->tree.depth_max < TREE_DEPTH_MAX ||
                           o->tree.split == ABUT_SPLIT_RAPID ||
                           o->tree.split == ABUT_SPLIT_CROSSING || m->tree.may_repeat;
    const char* broken =
        tree_check(&m->tree, &m->mesh, &m->frame, is_limited ? INT32_MAX : o->leaf_size, &own);
    return !broken || strcmp(broken, "out of memory") == 0;
}

void model_measure(abut_model* model)
{
    frame_range(&model->mesh, model->low, model->high, &model->host);
    model->whole = whole_box_of_range(model->low, model->high);
}

abut_status model_build(abut_model** out, const abut_soup* soup, const build_options* options)
{
    ASSERT(options->own.method != ABUT_METHOD_AUTO);  // resolved
    const abut_host host = host_complete(options->own.host);
    abut_model* model = host_allocate(&host, 1, sizeof *model);
    if (!model) return ABUT_OUT_OF_MEMORY;
    *model = (abut_model){.host = host, .serial = serial_next()};
    model->method = options->own.method;
    model_keep_options(model, options);
    abut_status status = soup_mesh_copy(&model->mesh, soup, &model->host);
    if (status == ABUT_OK) model_measure(model);
    if (status == ABUT_OK && model->method != ABUT_METHOD_BRUTE)
        model->frame = frame_of_range(model->low, model->high);
    if (status == ABUT_OK && model->method == ABUT_METHOD_WIDE) {
        const wide_options how = method_wide(&options->own, model->frame.exponent);
        status = wide_build(&model->wide, &model->mesh, &model->frame, &how, &model->host);
    } else if (status == ABUT_OK && method_has_tree(model->method)) {
        const tree_options how = method_tree(options, model->frame.exponent);
        status = tree_build(&model->tree, &model->mesh, &model->frame, &how, &model->host);
        if (status == ABUT_OK)
            status = soup_mesh_arrange(&model->mesh, model->tree.order, model->tree.order_count,
                                       &model->host);
    }
    if (status == ABUT_OK) {
        VALIDATE(is_whole(model));
        *out = model;
    } else {
        model_free(model);
    }
    return status;
}

void model_free(abut_model* model)
{
    const abut_host host = model->host;
    if (!model->is_image) {
        tree_free(&model->tree, &host);
        wide_free(&model->wide, &host);
        soup_mesh_free(&model->mesh, &host);
    }
    host_release(&host, model, 1, sizeof *model);
}

void model_describe(const abut_model* model, abut_model_info* out)
{
    const model_options* o = &model->options;
    const tree* t = &model->tree;
    const soup_mesh* m = &model->mesh;
    const wide_tree* w = &model->wide;
    const size_t tree_size = sizeof *model + tree_bytes(t) + wide_bytes(w);
    *out = (abut_model_info){
        .method = model->method,
        .build = {.method = o->method,
                  .leaf_size = o->leaf_size,
                  .epsilon = o->epsilon,
                  .effort = o->effort,
                  .memory = o->memory,
                  .tree = o->told},
        .triangle_count = m->triangle_count,
        .vertex_count = m->vertex_count,
        .degenerate_count = m->degenerate_count,
        .removed_count = m->removed_count,
        .node_count = t->node_count + w->node_count,
        .depth = t->depth + w->depth,
        .mesh_bytes = soup_mesh_bytes(m),
        .tree_bytes = tree_size,
        .leaf_count = tree_leaves(t) + w->leaf_count,
        .vertex_bytes = m->vertex_count * 3 * sizeof *m->vertices,
        .triangle_bytes = m->triangle_count * 3 * sizeof *m->triangles,
        .node_bytes = tree_node_bytes(t) + w->node_count * wide_node_size(w),
        .order_bytes = t->order_count * sizeof *t->order,
        .leaf_bytes = w->leaf_count * wide_leaf_size(w),
    };
    out->guarded_count = t->guarded_count;
    out->other_bytes = out->mesh_bytes + out->tree_bytes - out->vertex_bytes - out->triangle_bytes -
                       out->node_bytes - out->order_bytes - out->leaf_bytes;
    if (model->method == ABUT_METHOD_WIDE)
        wide_areas(w, &out->inner_area, &out->leaf_area);
    else
        tree_areas(t, &out->inner_area, &out->leaf_area);
}

void model_depths(const abut_model* model, size_t capacity, size_t* leaves, size_t* triangles)
{
    if (model->method == ABUT_METHOD_WIDE)
        wide_depths(&model->wide, leaves, triangles, capacity);
    else
        tree_depths(&model->tree, leaves, triangles, capacity);
}

void model_triangles(const abut_model* model, size_t first, size_t count, double* out)
{
    ASSERT(first <= model->mesh.triangle_count && count <= model->mesh.triangle_count - first);
    for (size_t i = 0; i < count; i++) {
        const double* vertex[3];
        if (!soup_mesh_has(&model->mesh, first + i)) {
            for (size_t k = 9 * i; k < 9 * i + 9; k++)
                out[k] = (double)NAN;
            continue;
        }
        soup_mesh_vertices(&model->mesh, (uint32_t)(first + i), vertex);
        for (int k = 0; k < 3; k++)
            memcpy(out + 9 * i + 3 * (size_t)k, vertex[k], 3 * sizeof *out);
    }
}
