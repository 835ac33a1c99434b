// model.c - options resolved, and the model put together.
#include "query/model.h"

#include "base/base.h"
#include "base/host.h"
#include "tree/tree_figures.h"

#define DEFAULT_LEAF_SIZE 4
#define ALL_FITS          (ABUT_FIT_AABB | ABUT_FIT_PCA | ABUT_FIT_PARENT | ABUT_FIT_DITO14)

static tree_options resolve(const abut_build* options)
{
    return (tree_options){
        .leaf_size = options->leaf_size ? options->leaf_size : DEFAULT_LEAF_SIZE,
        .split = options->split ? options->split : ABUT_SPLIT_MEAN,
        .fits = options->fits ? options->fits : ALL_FITS,
        .as_float = options->real != ABUT_REAL_DOUBLE,
    };
}

abut_status model_build(abut_model** out, const abut_soup* soup, const abut_build* options)
{
    const abut_host host = host_complete(options->host);
    abut_model* model = host_allocate(&host, 1, sizeof *model);
    if (!model) return ABUT_OUT_OF_MEMORY;
    *model = (abut_model){.host = host};
    model->method = options->method == ABUT_AUTO ? ABUT_OBB : options->method;
    abut_status status = soup_mesh_copy(&model->mesh, soup, &model->host);
    if (status == ABUT_OK && model->method != ABUT_BRUTE) {
        const tree_options resolved = resolve(options);
        model->frame = frame_of_mesh(&model->mesh);
        status = tree_build(&model->tree, &model->mesh, &model->frame, &resolved, &model->host);
    }
    if (status == ABUT_OK) {
        *out = model;
    } else {
        model_free(model);
    }
    return status;
}

void model_free(abut_model* model)
{
    const abut_host host = model->host;
    tree_free(&model->tree, &host);
    soup_mesh_free(&model->mesh, &host);
    host_release(&host, model, 1, sizeof *model);
}

void model_describe(const abut_model* model, abut_model_info* out)
{
    const tree* t = &model->tree;
    const soup_mesh* m = &model->mesh;
    const size_t bytes = soup_mesh_bytes(m) + sizeof *model + tree_bytes(t);
    *out = (abut_model_info){
        .method = model->method,
        .triangle_count = m->triangle_count,
        .vertex_count = m->vertex_count,
        .degenerate_count = m->degenerate_count,
        .node_count = t->node_count,
        .depth = t->depth,
        .mesh_bytes = soup_mesh_bytes(m),
        .tree_bytes = sizeof *model + tree_bytes(t),
        .leaf_count = (t->node_count + 1) / 2,  // every inner node has two children
        .vertex_bytes = m->vertex_count * 3 * sizeof *m->vertices,
        .triangle_bytes = m->triangle_count * 3 * sizeof *m->triangles,
        .node_bytes = tree_node_bytes(t),
        .order_bytes = tree_bytes(t) - tree_node_bytes(t),
    };
    out->other_bytes = bytes - out->vertex_bytes - out->triangle_bytes - tree_bytes(t);
    tree_areas(t, &out->inner_area, &out->leaf_area);
}
