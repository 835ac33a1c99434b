// general_model.c - see general_model.h.
#include "baseline/general_model.h"

#include "base/base.h"
#include "base/host.h"

abut_status general_model_build(general_model* out, const abut_soup* soup)
{
    const abut_host host = host_complete(NULL);
    const tree_options options = {
        .kind = &general7_class,
        .leaf_size = 1,
        .depth_max = TREE_DEPTH_MAX,
        .degree = 2,
        .split = ABUT_SPLIT_MEAN,
        .axis = ABUT_AXIS_LONGEST,
    };
    *out = (general_model){.frame = {.exponent = 0}};
    TRY(abut_soup_check(soup, NULL));
    abut_status status = soup_mesh_copy(&out->mesh, soup, &host);
    if (status == ABUT_OK) {
        out->frame = frame_of_mesh(&out->mesh);
        status = tree_build(&out->tree, &out->mesh, &out->frame, &options, &host);
    }
    if (status != ABUT_OK) general_model_free(out);
    return status;
}

void general_model_free(general_model* m)
{
    const abut_host host = host_complete(NULL);
    tree_free(&m->tree, &host);
    soup_mesh_free(&m->mesh, &host);
    *m = (general_model){.frame = {.exponent = 0}};
}

size_t general_model_bytes(const general_model* m)
{
    return soup_mesh_bytes(&m->mesh) + tree_bytes(&m->tree);
}

abut_status general_collide(search* s, const general_model* a, const abut_pose* a_pose,
                            const general_model* b, const abut_pose* b_pose, size_t limit)
{
    const abut_host host = host_complete(NULL);
    affine pose[2];
    const relative_side x = {&pose[0], &a->frame}, y = {&pose[1], &b->frame};
    relative_pose relative;
    TRY(affine_from_pose(&pose[0], a_pose));
    TRY(affine_from_pose(&pose[1], b_pose));
    s->host = &host;
    s->mesh[0] = &a->mesh;
    s->mesh[1] = &b->mesh;
    s->limit = limit;
    TRY(scalar_open(s));
    scalar_of(s)->asked.cull_triangles = 1;
    scalar_of(s)->asked.descent = ABUT_DESCENT_BOTH;
    pose_pair_prepare(&s->poses, &pose[0], &pose[1], 1);
    search_begin(s);
    if (a->mesh.triangle_count && b->mesh.triangle_count) {
        relative_pose_prepare(&relative, &x, &y);
        walk_general7(s, &a->tree, &b->tree, &relative);
    }
    search_end(s);
    s->host = NULL;
    return s->status;
}

void general_search_free(search* s)
{
    const abut_host host = host_complete(NULL);
    search_free(s, &host);
    *s = (search){0};
}
