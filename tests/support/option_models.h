// option_models.h - for tests that an option does something, of every method that has it: the library is asked which
// these are, so that a new method joins by itself.
#ifndef ABUT_TESTS_SUPPORT_OPTION_MODELS_H
#define ABUT_TESTS_SUPPORT_OPTION_MODELS_H
#include "query/model.h"
#include "support/method_here.h"
#include "support/soups.h"

#include "abut/methods.h"

enum { METHOD_VALUES = 64 };

// Build a model by a method; NULL where the method does not have the options, or this build not what they need.
static UNUSED abut_model* option_model(int method, const soup_data* s, const abut_build* options)
{
    static int told;
    const abut_soup soup = soup_of(s);
    abut_build how = *options;
    abut_model* m = NULL;
    how.method = (abut_method)method;
    const abut_status status = abut_model_build(&m, &soup, &how);
    if (status == ABUT_NOT_AVAILABLE && !told++)
        print_message("SKIPPED: what needs Qhull, without which this was built\n");
    if (status != ABUT_NOT_AVAILABLE && status != ABUT_BAD_COMBINATION)
        assert_int_equal(status, ABUT_OK);
    return m;
}

// Whether a method is here, and has a tree of one pair of volumes at a time.
static UNUSED int has_tree(int method)
{
    soup_data nothing = soup_separate(0);
    const abut_build deep = {.tree = &(abut_tree_build){.depth_max = 1}};
    abut_model* m = method != ABUT_METHOD_AUTO && method_is_here(method)
                        ? option_model(method, &nothing, &deep)
                        : NULL;
    const int has = m != NULL;
    abut_model_free(m);
    soup_free(&nothing);
    return has;
}

// Small triangles about points, in a plane of their own each.
static UNUSED soup_data soup_dots(const double (*centre)[3], size_t count, double size)
{
    static const double corner[3][3] = {{1, 0, -1}, {-1, 1, 0}, {0, -1, 1}};
    soup_data s = soup_separate(count);
    for (size_t i = 0; i < 9 * count; i++)
        s.vertices[i] = centre[i / 9][i % 3] + size * corner[i % 9 / 3][i % 3];
    return s;
}

// Dots on the x axis.
static UNUSED soup_data soup_row(const double* x, size_t count)
{
    double(*centre)[3] = calloc(count, sizeof *centre);
    assert_non_null(centre);
    for (size_t i = 0; i < count; i++)
        centre[i][0] = x[i];
    soup_data s = soup_dots((const double(*)[3])centre, count, 1e-3);
    free(centre);
    return s;
}

// Mark the triangles below a node; how many entries of leaves there are.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static UNUSED size_t mark_below(const tree* t, uint32_t node, unsigned char* seen)
{
    const node_link link = tree_link(t, node);
    size_t count = 0;
    for (int32_t i = 0; i < link.count; i++, count++)
        if (seen) seen[t->order[link.first + (uint32_t)i]] = 1;
    for (uint32_t k = 0; !link_is_leaf(link) && k < link_children(link); k++)
        count += mark_below(t, link.first + k, seen);
    return count;
}

static UNUSED size_t largest_leaf(const tree* t)
{
    size_t largest = 0;
    for (uint32_t i = 0; i < t->node_count; i++) {
        const int32_t count = tree_link(t, i).count;
        if (count > 0 && (size_t)count > largest) largest = (size_t)count;
    }
    return largest;
}

// How many entries the smaller child of the root has; 0 if it is a leaf.
static UNUSED size_t smaller_child(const tree* t)
{
    const node_link root = tree_link(t, 0);
    if (link_is_leaf(root)) return 0;
    const size_t first = mark_below(t, root.first, NULL);
    const size_t second = mark_below(t, root.first + 1, NULL);
    return first < second ? first : second;
}

#endif
