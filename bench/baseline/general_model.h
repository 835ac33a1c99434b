// general_model.h - models whose trees hold general DOPs (general_dop.h), asked as abut_collide asks: so
// that the verb "baselines" can show them beside the library's.
#ifndef ABUT_BENCH_GENERAL_MODEL_H
#define ABUT_BENCH_GENERAL_MODEL_H
#include "baseline/general_dop.h"
#include "methods/walk/scalar.h"

typedef struct general_model {
    soup_mesh mesh;
    frame frame;
    tree tree;
} general_model;

// Build a tree of general7, split at the mean across the longest side, one triangle a leaf. Returns ABUT_OK,
// ABUT_OUT_OF_MEMORY or as abut_soup_check; unless ABUT_OK, out is zeroed.
abut_status general_model_build(general_model* out, const abut_soup* soup);
void general_model_free(general_model* m);  // a zeroed one is fine
size_t general_model_bytes(const general_model* m);

// Search two models. s is zeroed, or was used here before; s->found has the pairs, in order. Returns
// s->status, or as abut_pose_check.
abut_status general_collide(search* s, const general_model* a, const abut_pose* a_pose,
                            const general_model* b, const abut_pose* b_pose, size_t limit);
// Release what searches left in s, not s itself.
void general_search_free(search* s);

#endif
