// model.h - what a model is inside: its mesh, and a tree unless its method is brute.
#ifndef ABUT_QUERY_MODEL_H
#define ABUT_QUERY_MODEL_H
#include "engine/box/whole.h"
#include "engine/build/refit.h"
#include "engine/tree/node.h"
#include "geom/composition.h"
#include "methods/tree/tree.h"
#include "query/methods.h"

// How a model was built: options as they were resolved, but for what is known elsewhere or means nothing any more.
typedef struct model_options {
    abut_method method;
    int leaf_size;
    double epsilon;
    abut_effort effort;
    abut_memory memory;
    // tree, for who asks about the model; NULL: the method has no such tree.
    const abut_tree_build* told;
    abut_tree_build tree;
} model_options;

struct abut_model {
    abut_host host;  // complete
    abut_method method;
    model_options options;
    uint64_t serial;     // as exec/serial.h gives it
    int is_image;        // mesh and tree are the caller's bytes (image.h)
    uint64_t source[2];  // as it was saved
    soup_mesh mesh;
    frame frame;
    double low[3], high[3];  // as frame_range says
    whole_box whole;         // the same as a box
    tree tree;               // empty for ABUT_METHOD_BRUTE and ABUT_METHOD_WIDE
    wide_tree wide;          // empty for all others
    size_t changed_count;    // triangles removed and inserted since the tree was built
    wide_growth growth;      // of wide
};

// A model in a pose that was checked, and in a frame.
typedef struct placed_model {
    const abut_model* model;
    affine pose;
    const affine* frame;  // NULL: none. Borrowed
    // Of b, with any frame: how both stand to each other in place of poses and frames; NULL: as these say. Borrowed
    const composition* moved;
} placed_model;

// Keep the options of a model, whose method is set; and give them back.
void model_keep_options(abut_model* model, const build_options* options);
build_options model_build_options(const abut_model* model);

// Find its range, when it has its mesh.
void model_measure(abut_model* model);
// Build a model of a soup that soup_check accepts, with resolved options (methods.h).
abut_status model_build(abut_model** out, const abut_soup* soup, const build_options* options);
void model_free(abut_model* model);
void model_describe(const abut_model* model, abut_model_info* out);
// As abut_model_depths, which checks the arguments.
void model_depths(const abut_model* model, size_t capacity, size_t* leaves, size_t* triangles);
// As abut_model_triangles, which checks the arguments.
void model_triangles(const abut_model* model, size_t first, size_t count, double* out);

#endif
