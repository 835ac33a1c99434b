// test_axes.c - across which axis nodes are split, and which axes boxes have: the rules of --axis, --split-all and --fit,
// each against a plain computation of its own. tools/mutants lets options be ignored, one at a time; this must see it.
#include "methods/bound/hull.h"
#include "methods/bound/kdop.h"
#include "methods/bound/obb_axes.h"
#include "support/fitted.h"
#include "support/option_models.h"

#include <stdio.h>

enum { TRIANGLES = 30, FEW = 8, SOUPS = 60 };

// ------------------------------------------------------------------------------------------ axes

// The sides of triangles when a set is cut across an axis.
typedef struct cut {
    unsigned char side[TRIANGLES];
    double width, variance, sum, most;  // by which the rules choose
} cut;

// A triangle's place along an axis: three times its centre's.
static double key_of(const fitted* f, size_t triangle, const double axis[3])
{
    double sum[3] = {0, 0, 0};
    for (size_t v = 0; v < 3; v++) {
        const double* p = f->points + 3 * (size_t)f->mesh.triangles[3 * triangle + v];
        for (int k = 0; k < 3; k++)
            sum[k] += p[k];
    }
    return axis[0] * sum[0] + axis[1] * sum[1] + axis[2] * sum[2];
}

static void find_sides(const fitted* f, const double axis[3], abut_split split, cut* out)
{
    double key[TRIANGLES], mean = 0;
    out->variance = 0;
    for (size_t i = 0; i < f->set.count; i++) {
        key[i] = key_of(f, i, axis);
        mean += key[i] / (double)f->set.count;
    }
    for (size_t i = 0; i < f->set.count; i++) {
        size_t below = 0;
        for (size_t k = 0; k < f->set.count; k++)
            below += key[k] < key[i];
        out->side[i] = split == ABUT_SPLIT_MEDIAN ? below >= f->set.count / 2 : key[i] >= mean;
        out->variance += (key[i] - mean) * (key[i] - mean);
    }
}

static void find_costs(const fitted* f, const tree_options* o, const void* whole, cut* out)
{
    double child[VOLUME_BYTES_MAX / sizeof(double)], content[2];
    for (int side = 0; side < 2; side++) {
        uint32_t order[TRIANGLES];
        triangle_set part = {f->points, f->mesh.triangles, order, 0};
        for (uint32_t i = 0; i < f->set.count; i++)
            if (out->side[i] == side) order[part.count++] = i;
        o->kind->fit(child, &part, &o->volume, whole);
        content[side] = o->kind->content(child);
    }
    out->sum = content[0] + content[1];
    out->most = fmax(content[0], content[1]);
}

static double width_along(const fitted* f, const double axis[3])
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < f->mesh.vertex_count; i++) {
        const double along = dot3(axis, f->points + 3 * i);
        low = fmin(low, along);
        high = fmax(high, along);
    }
    return high - low;
}

// What a rule wants least of.
static double cost_of(abut_axis rule, const cut* c)
{
    switch (rule) {
    case ABUT_AXIS_SPLATTER:
        return -c->variance;
    case ABUT_AXIS_MIN_SUM:
        return c->sum;
    case ABUT_AXIS_MIN_MAX:
        return c->most;
    default:
        return -c->width;
    }
}

static int parts_alike(const fitted* f, const unsigned char* one, const unsigned char* other)
{
    size_t equal = 0;
    for (size_t i = 0; i < f->set.count; i++)
        equal += one[i] == other[i];
    return equal == 0 || equal == f->set.count;
}

// All cuts of a root's set, across three directions or all of them.
typedef struct cuts {
    cut of[VOLUME_DIRECTIONS_MAX];
    int count;
} cuts;

static void find_cuts(const abut_model* m, const fitted* f, abut_split split, int all, cuts* out)
{
    double axes[VOLUME_DIRECTIONS_MAX][3];
    const build_options options = model_build_options(m);
    const tree_options o = method_tree(&options, m->frame.exponent);
    const void* whole = tree_volume(&m->tree, 0);
    out->count = o.kind->directions(whole, all, axes);
    assert_true(out->count == (all ? o.kind->dop->half : out->count) && out->count >= 3);
    for (int i = 0; i < out->count; i++) {
        cut* c = &out->of[i];
        c->width = width_along(f, axes[i]);
        find_sides(f, axes[i], split, c);
        find_costs(f, &o, whole, c);
    }
}

static const cut* best_cut(const cuts* all, abut_axis rule)
{
    const cut* best = &all->of[0];
    for (int i = 1; i < all->count; i++)
        if (cost_of(rule, &all->of[i]) < cost_of(rule, best)) best = &all->of[i];
    return best;
}

// Whether a cut costs more than another, beyond rounding.
static int costs_more(abut_axis rule, const cut* dear, const cut* cheap)
{
    const double cost = cost_of(rule, dear), least = cost_of(rule, cheap);
    return cost > least + 1e-6 * fabs(least);
}

// Longer one way than another, and with more on one side. For spheres a few points: of more than twelve vertices the sphere
// depends on their order.
static soup_data long_soup(rng* r, int few)
{
    soup_data s = soup_random(few ? SOUP_POINTS : SOUP_GENERIC, few ? FEW : TRIANGLES, rng_next(r));
    double scale[3];
    for (int k = 0; k < 3; k++)
        scale[k] = 1.2 + rng_signed(r);
    for (size_t i = 0; i < 9 * s.triangle_count; i++)
        s.vertices[i] *= scale[i % 3] * (s.vertices[i] > 0 ? 1 + s.vertices[i] : 1);
    return s;
}

// What a method made of all soups.
typedef struct counts {
    size_t cuts;
    size_t differ[5][5];  // soups in which two rules differ
    size_t by_all;        // soups in which it matters that all directions are tried
} counts;

// The cut that the tree has; of several alike the best by the rule.
static const cut* own_cut(const abut_model* m, const fitted* f, const cuts* all, abut_axis rule)
{
    unsigned char side[TRIANGLES] = {0};
    const cut* own = NULL;
    mark_below(&m->tree, tree_link(&m->tree, 0).first, side);
    for (int i = 0; i < all->count; i++) {
        const cut* c = &all->of[i];
        if (parts_alike(f, side, c->side) && (!own || cost_of(rule, c) < cost_of(rule, own)))
            own = c;
    }
    if (!own) fail_msg("%s: cut across no axis", abut_method_name(m->method));
    return own;
}

// Whether another cut would be worse by the rule, and another tree.
static size_t would_tell(const fitted* f, abut_axis rule, const cut* other, const cut* own)
{
    return costs_more(rule, other, own) && !parts_alike(f, other->side, own->side);
}

// all: the cuts that it may choose among; three: those without split_all.
static void check_rule(const abut_model* m, const fitted* f, const abut_tree_build* how,
                       const cuts* all, const cuts* three, counts* c)
{
    const abut_axis rule = how->axis;
    const cut* own = own_cut(m, f, all, rule);
    if (costs_more(rule, own, best_cut(all, rule)))
        fail_msg("%s, split %d, axis %d, all %d", abut_method_name(m->method), (int)how->split,
                 (int)rule, how->split_all);
    for (int other = ABUT_AXIS_LONGEST; other <= ABUT_AXIS_MIN_MAX; other++)
        c->differ[rule][other] += would_tell(f, rule, best_cut(all, (abut_axis)other), own);
    c->by_all += would_tell(f, rule, best_cut(three, rule), own);
    c->cuts++;
}

// Every axis, with one of the other options at a time.
static void check_soup(int method, int number, counts* c)
{
    rng r = {(uint64_t)number};
    soup_data s = long_soup(&r, method == ABUT_METHOD_SPHERE);
    fitted f = fit_begin(&s);
    cuts all = {.count = 0}, three;  // the same for all axes
    for (int axis = ABUT_AXIS_LONGEST; axis <= ABUT_AXIS_MIN_MAX; axis++) {
        const abut_tree_build how = {.depth_max = 1,
                                     .split = number & 1 ? ABUT_SPLIT_MEDIAN : ABUT_SPLIT_MEAN,
                                     .split_all = number >> 1 & 1,
                                     .axis = (abut_axis)axis};
        abut_model* m = option_model(method, &s, &(abut_build){.tree = &how});
        if (m && !all.count) {
            find_cuts(m, &f, how.split, how.split_all, &all);
            find_cuts(m, &f, how.split, 0, &three);
        }
        if (m) check_rule(m, &f, &how, &all, &three, c);
        abut_model_free(m);
    }
    fit_end(&f);
    soup_free(&s);
}

// Roots are cut where the rule says, and each rule says something else of some soups.
static void roots_are_cut_across_the_axis_of_the_rule(void** state)
{
    (void)state;
    size_t roots = 0;
    for (int m = 0; m < METHOD_VALUES; m++) {
        counts c = {0};
        if (!has_tree(m)) continue;
        for (int i = 0; i < SOUPS; i++)
            check_soup(m, i, &c);
        for (int axis = m == ABUT_METHOD_SPHERE ? ABUT_AXIS_SPLATTER : ABUT_AXIS_LONGEST;
             axis <= ABUT_AXIS_MIN_MAX; axis++) {
            for (int other = ABUT_AXIS_LONGEST; other <= ABUT_AXIS_MIN_MAX; other++)
                if (other != axis && c.differ[axis][other] == 0)
                    fail_msg("%s: axis %d is as good as %d", abut_method_name((abut_method)m), axis,
                             other);
        }
        const int has_axes_and_more = m == ABUT_METHOD_DOP14 || m == ABUT_METHOD_QUICKCD14;
        if (has_axes_and_more) assert_true(c.by_all > 0);
        roots += c.cuts;
    }
    print_message("%zu roots\n", roots);
}

// ------------------------------------------------------------------------------------------ boxes

#if EXPECT_PAPERS

static matrix3 axes_of(const abut_model* m, uint32_t node)
{
    const obb_float* box = tree_volume(&m->tree, node);
    matrix3 axes;
    for (int i = 0; i < 9; i++)
        axes.row[i / 3][i % 3] = (double)box->axes[i / 3][i % 3];
    return axes;
}

// Whether each axis of a box is one of the given ones, but for its sign.
static int has_axes(const abut_model* m, uint32_t node, const matrix3* axes)
{
    const matrix3 own = axes_of(m, node);
    int found = 0;
    for (int i = 0; i < 9; i++)
        found += fabs(dot3(own.row[i / 3], axes->row[i % 3])) > 1 - 1e-6;
    return found == 3;
}

static matrix3 hull_axes(const triangle_set* set, const range3* range, int surface)
{
    moments sum;
    assert_int_equal(hull_moments(set, range, surface, &sum), ABUT_OK);
    return moments_axes(&sum);
}

// What each fit has to give by itself; the hull's two stay out where there is no Qhull.
static int wanted_axes(const fitted* f, matrix3 out[7])
{
    const matrix3 file = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    point_view v;
    extremes e;
    point_view_make(&v, &f->set);
    find_extremes(&v, &e);
    out[0] = out[2] = file;  // at the root
    out[1] = principal_axes(&f->set, &e.range);
    assert_int_equal(ditetrahedron_axes(&e, &out[3]), 1);
    out[4] = vertex_axes(&f->set, &e.range);
    if (!hull_available()) return 5;
    out[5] = hull_axes(&f->set, &e.range, 0);
    out[6] = hull_axes(&f->set, &e.range, 1);
    return 7;
}

// The root's box has the axes of the one fit that was asked for, and no others.
static void check_fit(const soup_data* s, const matrix3* wanted, int count, int fit)
{
    const abut_build how = {.tree = &(abut_tree_build){.fits = 1u << fit}};
    abut_model* m = option_model(ABUT_METHOD_OBB, s, &how);
    for (int k = 0; k < count; k++) {
        const int are_both_files = (fit == 0 || fit == 2) && (k == 0 || k == 2);
        if (has_axes(m, 0, &wanted[k]) != (k == fit || are_both_files))
            fail_msg("fit %d, axes %d", fit, k);
    }
    abut_model_free(m);
}

static void boxes_have_the_axes_of_their_fit(void** state)
{
    (void)state;
    rng r = {8};
    for (int soup = 0; soup < 10; soup++) {
        soup_data s = long_soup(&r, 0);
        fitted f = fit_begin(&s);
        matrix3 wanted[7];
        const int count = wanted_axes(&f, wanted);
        for (int fit = 0; fit < count; fit++)
            check_fit(&s, wanted, count, fit);
        fit_end(&f);
        soup_free(&s);
    }
}

static double area_of(const abut_model* m, uint32_t node)
{
    return m->tree.kind->half_area(tree_volume(&m->tree, node));
}

// The same of the box about a node's triangles along other axes.
static double area_along(const abut_model* m, const fitted* f, uint32_t node, const matrix3* axes)
{
    unsigned char seen[TRIANGLES] = {0};
    double edge[3];
    mark_below(&m->tree, node, seen);
    for (int k = 0; k < 3; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t i = 0; i < 3 * TRIANGLES; i++) {
            if (!seen[i / 3]) continue;
            const double along = dot3(axes->row[k], f->points + 3 * (size_t)f->mesh.triangles[i]);
            low = fmin(low, along);
            high = fmax(high, along);
        }
        edge[k] = (high - low) / 2;  // as half_area takes them
    }
    return half_area_of_box(edge);
}

// How many boxes of a tree are larger than along the axes of their parent; for the root these are the file's.
static size_t count_larger(const abut_model* m, const fitted* f)
{
    const matrix3 file = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    size_t larger = area_of(m, 0) > area_along(m, f, 0, &file) * (1 + 1e-5);
    for (uint32_t n = 0; n < m->tree.node_count; n++) {
        const matrix3 own = axes_of(m, n);
        const node_link link = tree_link(&m->tree, n);
        for (uint32_t k = 0; !link_is_leaf(link) && k < link_children(link); k++)
            larger +=
                area_of(m, link.first + k) > area_along(m, f, link.first + k, &own) * (1 + 1e-5);
    }
    return larger;
}

// With the parent's axes to choose, no child is larger than along these; without, some are.
static void children_may_have_the_axes_of_their_parent(void** state)
{
    (void)state;
    rng r = {9};
    size_t larger[2] = {0, 0};
    for (int soup = 0; soup < 20; soup++) {
        soup_data s = long_soup(&r, 0);
        fitted f = fit_begin(&s);
        for (int i = 0; i < 2; i++) {
            const abut_tree_build fits = {.fits =
                                              ABUT_FIT_PCA | (i ? (unsigned)ABUT_FIT_PARENT : 0)};
            const abut_build how = {.leaf_size = 2, .tree = &fits};
            abut_model* m = option_model(ABUT_METHOD_OBB, &s, &how);
            larger[i] += count_larger(m, &f);
            abut_model_free(m);
        }
        fit_end(&f);
        soup_free(&s);
    }
    print_message("%zu boxes are larger than along their parent's axes\n", larger[0]);
    assert_true(larger[0] > 20);
    assert_int_equal(larger[1], 0);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_are_cut_across_the_axis_of_the_rule),
#if EXPECT_PAPERS
        cmocka_unit_test(boxes_have_the_axes_of_their_fit),
        cmocka_unit_test(children_may_have_the_axes_of_their_parent),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
