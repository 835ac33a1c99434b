// soup_models.h - models of soups (soups.h), and poses of every sort for them.
#ifndef ABUT_TESTS_SUPPORT_SOUP_MODELS_H
#define ABUT_TESTS_SUPPORT_SOUP_MODELS_H
#include "support/method_here.h"
#include "support/soups.h"

#include "abut/methods.h"

static UNUSED abut_model* soup_build(const soup_data* s, const abut_build* options)
{
    const abut_soup soup = soup_of(s);
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &soup, options), ABUT_OK);
    return m;
}

// The same with some tree, where nothing else is asked for, and what obb alone can be asked only where it is there.
static UNUSED abut_model* soup_build_tree(const soup_data* s, const abut_build* options)
{
    abut_build how = options ? *options : (abut_build){0};
    if (how.method == ABUT_METHOD_AUTO) how.method = SOME_TREE;
    abut_tree_build tree_how = how.tree ? *how.tree : (abut_tree_build){0};
    if (how.method != ABUT_METHOD_OBB) {
        tree_how.real = ABUT_REAL_DEFAULT;
        tree_how.fits = 0;
    }
    how.tree = &tree_how;
    return soup_build(s, &how);
}

// A pose of sort dice: equal to the other's, near, far, scaled, mirrored, or with recorded defects.
static UNUSED abut_pose pose_of_sort(rng* r, int dice)
{
    abut_pose pose = pose_random(r, dice == 1 ? 0.1 : 0.7);
    if (dice == 2) pose.translation[0] += 50;
    if (dice == 3) pose.scale = 1.7;
    if (dice == 4) pose_mirror(&pose);
    if (dice == 5) pose_to_float(&pose);
    return pose;
}

#endif
