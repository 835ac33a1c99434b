// methods.c - a row for each method, and the checks that follow from it. To add a method: its row, its
// kind of volume and its walk in kinds. What kinds does not name is not linked: so ABUT_PAPERS is asked there alone.
#include "query/methods.h"

#include "base/base.h"
#include "base/bits.h"
#include "engine/tree/node.h"
#include "methods/bound/hull.h"
#include "methods/bound/hybrid.h"
#include "methods/bound/kdop_class.h"
#include "methods/bound/obb.h"
#include "methods/bound/quickcd.h"
#include "methods/tree/tree_papers.h"
#include "query/trial.h"

#include <math.h>
#include <string.h>

#define BIT(value) (1u << (value))

// Options that only some methods have.
enum {
    HAS_DEGREE = 1,
    HAS_AXIS = 2,
    HAS_SPLIT_ALL = 4,
    HAS_FITS = 8,     // and real, orientation
    HAS_TUMBLE = 16,  // and slender
    HAS_HYBRID = 32,  // lambda, child_ratio, volumes, sphere_ratio
    HAS_INTERVALS = 64,
    HAS_EFFORT = 128,  // and memory
    HAS_TURNED = 256,
    HAS_TRIAL = 512,
};

#define CENTRE_SPLITS (BIT(ABUT_SPLIT_MEAN) | BIT(ABUT_SPLIT_MEDIAN) | BIT(ABUT_SPLIT_RAPID))
#define PLAIN_DESCENTS                                                                             \
    (BIT(ABUT_DESCENT_LARGER) | BIT(ABUT_DESCENT_BOTH) | BIT(ABUT_DESCENT_ENVIRONMENT))
#define FIRST_FITS (ABUT_FIT_AABB | ABUT_FIT_PCA | ABUT_FIT_PARENT | ABUT_FIT_DITO14)
#define ALL_FITS   (FIRST_FITS | ABUT_FIT_VERTICES | ABUT_FIT_HULL_VERTICES | ABUT_FIT_HULL_SURFACE)

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): one small table, in the order of reading
typedef struct method_row {
    abut_method method;
    const char *name, *text;
    unsigned options;           // HAS_*
    unsigned splits, descents;  // BIT of each
    abut_split split;           // the defaults
    abut_descent descent;
    int leaf_size;
    abut_axis axis;  // 0: ABUT_AXIS_LONGEST
} method_row;

#define DOP_ROW(k, of)                                                                             \
    {                                                                                              \
        ABUT_METHOD_DOP##k, "dop" #k, "re-aligned " #k "-DOPs: " of " (Zachmann 1998)",            \
            HAS_DEGREE | HAS_AXIS | HAS_SPLIT_ALL | HAS_INTERVALS | HAS_TURNED,                    \
            CENTRE_SPLITS | BIT(ABUT_SPLIT_GREEDY), PLAIN_DESCENTS, ABUT_SPLIT_GREEDY,             \
            ABUT_DESCENT_BOTH, 1, 0                                                                \
    }

#define QUICKCD_ROW(k, leaf)                                                                       \
    {                                                                                              \
        ABUT_METHOD_QUICKCD##k, "quickcd" #k,                                                      \
            "tumbled " #k "-DOPs: b flies, a is the environment (QuickCD, Klosowski 1998)",        \
            HAS_DEGREE | HAS_AXIS | HAS_SPLIT_ALL | HAS_TUMBLE | HAS_INTERVALS | HAS_TURNED |      \
                HAS_TRIAL,                                                                         \
            CENTRE_SPLITS | BIT(ABUT_SPLIT_GREEDY) | BIT(ABUT_SPLIT_OSCILLATING),                  \
            PLAIN_DESCENTS | BIT(ABUT_DESCENT_RESTART), ABUT_SPLIT_MEAN, ABUT_DESCENT_ENVIRONMENT, \
            leaf, 0                                                                                \
    }

// In the order of the enum.
static const method_row rows[] = {
    {.method = ABUT_METHOD_AUTO, .name = "auto", .text = "the fastest that this version has: wide"},
    {.method = ABUT_METHOD_BRUTE,
     .name = "brute",
     .text = "every triangle against every triangle: the plainest oracle"},
    {ABUT_METHOD_AABB, "aabb",
     "boxes along the file's axes, 15 separating axes (Gottschalk 1996, section 6)",
     HAS_DEGREE | HAS_AXIS, CENTRE_SPLITS, PLAIN_DESCENTS, ABUT_SPLIT_MEAN, ABUT_DESCENT_LARGER, 4,
     0},
    {ABUT_METHOD_SPHERE, "sphere", "spheres (Ritter 1990; least ones about few points)",
     HAS_DEGREE | HAS_AXIS, CENTRE_SPLITS, PLAIN_DESCENTS, ABUT_SPLIT_MEAN, ABUT_DESCENT_LARGER, 4,
     ABUT_AXIS_SPLATTER},
    {ABUT_METHOD_OBB, "obb", "oriented boxes, 15 separating axes (Gottschalk, Lin, Manocha 1996)",
     HAS_DEGREE | HAS_AXIS | HAS_FITS, CENTRE_SPLITS, PLAIN_DESCENTS, ABUT_SPLIT_MEAN,
     ABUT_DESCENT_LARGER, 4, 0},
    DOP_ROW(6, "three axes"),
    DOP_ROW(8, "four corners of the cube"),
    DOP_ROW(12, "six edges of the cube"),
    DOP_ROW(14, "axes and corners"),
    DOP_ROW(18, "axes and edges"),
    DOP_ROW(20, "corners and edges"),
    DOP_ROW(26, "axes, corners and edges"),
    QUICKCD_ROW(6, 8),
    QUICKCD_ROW(14, 8),
    QUICKCD_ROW(18, 8),
    QUICKCD_ROW(26, 8),
    {ABUT_METHOD_HYBRID, "hybrid",
     "box and sphere, crossing triangles on both sides (Wan, Fan, Gao 2001)", HAS_AXIS | HAS_HYBRID,
     BIT(ABUT_SPLIT_CROSSING) | CENTRE_SPLITS, PLAIN_DESCENTS, ABUT_SPLIT_CROSSING,
     ABUT_DESCENT_LARGER, 4, 0},
    {.method = ABUT_METHOD_WIDE,
     .name = "wide",
     .text = "eight oriented boxes a node, tested together, as are triangles: the engine",
     .options = HAS_EFFORT,
     .descents = BIT(ABUT_DESCENT_LARGER),
     .descent = ABUT_DESCENT_LARGER,
     .leaf_size = WIDE_LEAF},
    QUICKCD_ROW(8, 8),
    QUICKCD_ROW(12, 8),
    QUICKCD_ROW(20, 8),
};

// NULL if there is no such method.
static const method_row* row_of(abut_method method)
{
    const size_t place = (size_t)method;
    if (place >= sizeof rows / sizeof rows[0]) return NULL;
    ASSERT(rows[place].method == method);
    return &rows[place];
}

const char* method_name(abut_method method)
{
    const method_row* row = row_of(method);
    return row ? row->name : NULL;
}

const char* method_text(abut_method method)
{
    const method_row* row = row_of(method);
    return row ? row->text : NULL;
}

abut_status method_from_name(const char* name, abut_method* out)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            *out = rows[i].method;
            return ABUT_OK;
        }
    }
    return ABUT_BAD_ARGUMENT;
}

// What a model is made of, and how two of them are walked. real and orientation: 0 where they make no
// difference. papers: for options of trees beside those of all. Methods without a tree are in no row.
typedef struct kind_row {
    abut_method method;
    abut_real real;
    abut_orientation orientation;
    const volume_class* kind;
    walk_function* walk;
    const tree_papers* papers;
    walk_function *nearest, *close;  // NULL: it does not tell how far
    trial_function* trial;           // NULL: its leaves have no trials
} kind_row;

static const kind_row kinds[] = {
#ifndef ABUT_SMALL
    {ABUT_METHOD_AABB, 0, 0, &aabb_class, walk_aabb, NULL, near_aabb, close_aabb},
#endif
#ifdef ABUT_PAPERS
    {ABUT_METHOD_SPHERE, 0, 0, &sphere_class, walk_sphere, NULL, near_sphere, close_sphere},
    {ABUT_METHOD_OBB, ABUT_REAL_FLOAT, ABUT_ORIENTATION_MATRIX, &obb_float_class, walk_obb_float,
     NULL, near_obb_float, close_obb_float},
    {ABUT_METHOD_OBB, ABUT_REAL_DOUBLE, ABUT_ORIENTATION_MATRIX, &obb_class, walk_obb, NULL,
     near_obb, close_obb},
    {ABUT_METHOD_OBB, ABUT_REAL_FLOAT, ABUT_ORIENTATION_QUATERNION, &obb_quaternion_float_class,
     walk_obb_quaternion_float, NULL, near_obb_quaternion_float, close_obb_quaternion_float},
    {ABUT_METHOD_OBB, ABUT_REAL_DOUBLE, ABUT_ORIENTATION_QUATERNION, &obb_quaternion_class,
     walk_obb_quaternion, NULL, near_obb_quaternion, close_obb_quaternion},
    {ABUT_METHOD_DOP6, 0, 0, &dop6_class, walk_dop6, &trees_of_papers},
    {ABUT_METHOD_DOP8, 0, 0, &dop8_class, walk_dop8, &trees_of_papers},
    {ABUT_METHOD_DOP12, 0, 0, &dop12_class, walk_dop12, &trees_of_papers},
    {ABUT_METHOD_DOP14, 0, 0, &dop14_class, walk_dop14, &trees_of_papers},
    {ABUT_METHOD_DOP18, 0, 0, &dop18_class, walk_dop18, &trees_of_papers},
    {ABUT_METHOD_DOP20, 0, 0, &dop20_class, walk_dop20, &trees_of_papers},
    {ABUT_METHOD_DOP26, 0, 0, &dop26_class, walk_dop26, &trees_of_papers},
    {ABUT_METHOD_QUICKCD6, 0, 0, &quickcd6_class, walk_quickcd6, &trees_of_papers,
     .trial = trial_leaf_size},
    {ABUT_METHOD_QUICKCD14, 0, 0, &quickcd14_class, walk_quickcd14, &trees_of_papers,
     .trial = trial_leaf_size},
    {ABUT_METHOD_QUICKCD18, 0, 0, &quickcd18_class, walk_quickcd18, &trees_of_papers,
     .trial = trial_leaf_size},
    {ABUT_METHOD_QUICKCD26, 0, 0, &quickcd26_class, walk_quickcd26, &trees_of_papers,
     .trial = trial_leaf_size},
    {ABUT_METHOD_QUICKCD8, 0, 0, &quickcd8_class, walk_quickcd8, &trees_of_papers,
     .trial = trial_leaf_size},
    {ABUT_METHOD_QUICKCD12, 0, 0, &quickcd12_class, walk_quickcd12, &trees_of_papers,
     .trial = trial_leaf_size},
    {ABUT_METHOD_QUICKCD20, 0, 0, &quickcd20_class, walk_quickcd20, &trees_of_papers,
     .trial = trial_leaf_size},
    {ABUT_METHOD_HYBRID, 0, 0, &hybrid_class, walk_hybrid, &trees_of_papers},
#endif
    {.method = ABUT_METHOD_AUTO},  // nothing is looked for by this name: a list has an entry
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

// NULL if there is none.
static const kind_row* kind_row_of(abut_method method, abut_real real, abut_orientation orientation)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (kinds[i].method == method && (!kinds[i].real || kinds[i].real == real) &&
            (!kinds[i].orientation || kinds[i].orientation == orientation))
            return &kinds[i];
    }
    return NULL;
}

abut_status method_presence(abut_method method)
{
    const method_row* row = row_of(method);
    if (!row) return ABUT_BAD_ARGUMENT;
    if (!row->splits) return ABUT_OK;  // no row of kinds is needed
    for (size_t i = 0; i < KINDS; i++) {
        if (kinds[i].method == method) return ABUT_OK;
    }
    return ABUT_NOT_AVAILABLE;
}

// ---------------------------------------------------------------------------------- build options

int method_values_are_valid(const build_options* o)
{
    const abut_tree_build* t = &o->tree;
    const int degree_is_valid =
        t->degree == 0 || t->degree == 2 || t->degree == 4 || t->degree == 8;
    return o->own.leaf_size >= 0 && o->own.leaf_size <= TREE_LEAF_MAX &&
           (unsigned)o->own.effort <= ABUT_EFFORT_BEST &&
           (unsigned)o->own.memory <= ABUT_MEMORY_COMPACT && o->own.epsilon >= 0 &&
           o->own.epsilon < HUGE_VAL && t->depth_max >= 0 && t->depth_max <= TREE_DEPTH_MAX &&
           degree_is_valid && (unsigned)t->split <= ABUT_SPLIT_OSCILLATING &&
           (unsigned)t->axis <= ABUT_AXIS_MIN_MAX && (unsigned)t->split_all <= 1 &&
           (t->fits & ~(unsigned)ALL_FITS) == 0 && (unsigned)t->real <= ABUT_REAL_DOUBLE &&
           (unsigned)t->orientation <= ABUT_ORIENTATION_QUATERNION &&
           (unsigned)t->tumble <= ABUT_TUMBLE_HULL &&
           (unsigned)t->volumes <= ABUT_VOLUMES_SPHERES && t->slender >= 0 &&
           t->slender < HUGE_VAL && t->lambda >= 0 && t->lambda < HUGE_VAL &&
           (double_is_zero(t->child_ratio) || (t->child_ratio > 0.5 && t->child_ratio <= 1)) &&
           t->sphere_ratio >= 0 && t->sphere_ratio < HUGE_VAL &&
           ((unsigned)t->turned | (unsigned)t->trial) <= 1;
}

// Whether an option is given that the method does not have.
static int has_foreign_options(const build_options* o, const method_row* row)
{
    const abut_tree_build* t = &o->tree;
    if (!row->leaf_size && (o->own.leaf_size || !double_is_zero(o->own.epsilon))) return 1;
    if (!row->splits && t->depth_max) return 1;
    if (!(row->options & HAS_DEGREE) && t->degree) return 1;
    if (t->split && !(row->splits & BIT(t->split))) return 1;
    if (!(row->options & HAS_AXIS) && t->axis) return 1;
    if (!(row->options & HAS_SPLIT_ALL) && t->split_all) return 1;
    if (!(row->options & HAS_FITS) && (t->fits || t->real || t->orientation)) return 1;
    if (!(row->options & HAS_TUMBLE) && (t->tumble || !double_is_zero(t->slender))) return 1;
    if (!(row->options & HAS_HYBRID) &&
        (!double_is_zero(t->lambda) || !double_is_zero(t->child_ratio) ||
         !double_is_zero(t->sphere_ratio) || t->volumes))
        return 1;
    if (!(row->options & HAS_EFFORT) && (o->own.effort || o->own.memory)) return 1;
    if (((t->turned ? HAS_TURNED : 0u) | (t->trial ? HAS_TRIAL : 0u)) & ~row->options) return 1;
    return 0;
}

static int needs_hull(const abut_tree_build* t)
{
    return (t->fits & (ABUT_FIT_HULL_VERTICES | ABUT_FIT_HULL_SURFACE)) != 0 ||
           t->tumble == ABUT_TUMBLE_HULL;
}

// What combinations of options of a tree mean, and which of them mean nothing.
static abut_status resolve_tree(abut_tree_build* t, const method_row* row)
{
    if (!t->depth_max) t->depth_max = TREE_DEPTH_MAX;
    if (!t->degree) t->degree = 2;
    if (!t->split) t->split = row->split;
    if (t->axis && !(BIT(t->split) & CENTRE_SPLITS)) return ABUT_BAD_COMBINATION;
    // All sides of a sphere are equally long.
    if (t->axis == ABUT_AXIS_LONGEST && row->axis) return ABUT_BAD_COMBINATION;
    if (!t->axis) t->axis = row->axis ? row->axis : ABUT_AXIS_LONGEST;
    if (t->split != ABUT_SPLIT_CROSSING &&
        (!double_is_zero(t->lambda) || !double_is_zero(t->child_ratio)))
        return ABUT_BAD_COMBINATION;
    if (t->volumes > ABUT_VOLUMES_BOTH && !double_is_zero(t->sphere_ratio))
        return ABUT_BAD_COMBINATION;
    if (!t->fits) t->fits = FIRST_FITS;
    if (row->options & HAS_FITS) {
        if (!t->real) t->real = ABUT_REAL_FLOAT;
        if (!t->orientation) t->orientation = ABUT_ORIENTATION_MATRIX;
    }
    if (!t->tumble) t->tumble = ABUT_TUMBLE_CORNERS;
    if (double_is_zero(t->lambda)) t->lambda = 1;
    if (double_is_zero(t->child_ratio)) t->child_ratio = 0.9;
    if (!t->volumes) t->volumes = ABUT_VOLUMES_BOTH;
    if (t->volumes == ABUT_VOLUMES_BOTH && double_is_zero(t->sphere_ratio)) t->sphere_ratio = 1;
    return ABUT_OK;
}

abut_status method_resolve(const abut_build* options, build_options* out)
{
    build_options o = {.own = *options};
    if (options->tree) o.tree = *options->tree;
    o.own.tree = NULL;
    if (!method_values_are_valid(&o)) return ABUT_BAD_ARGUMENT;
    if (o.own.method == ABUT_METHOD_AUTO) o.own.method = ABUT_METHOD_WIDE;
    const method_row* row = row_of(o.own.method);
    if (!row) return ABUT_BAD_ARGUMENT;
    if (has_foreign_options(&o, row)) return ABUT_BAD_COMBINATION;
    if (o.own.method == ABUT_METHOD_WIDE && o.own.leaf_size > WIDE_LEAF)
        return ABUT_BAD_COMBINATION;
    if (method_has_tree(o.own.method) && o.tree.trial && o.own.leaf_size)
        return ABUT_BAD_COMBINATION;
    TRY(method_presence(o.own.method));
    if (needs_hull(&o.tree) && !hull_available()) return ABUT_NOT_AVAILABLE;
    if (!o.own.leaf_size) o.own.leaf_size = row->leaf_size;
    if (row->options & HAS_EFFORT) {
        if (!o.own.effort) o.own.effort = ABUT_EFFORT_NORMAL;
        if (!o.own.memory) o.own.memory = ABUT_MEMORY_NORMAL;
    }
    TRY(resolve_tree(&o.tree, row));
    *out = o;
    return ABUT_OK;
}

trial_function* method_trial(abut_method method)
{
    const kind_row* row = kind_row_of(method, 0, 0);
    return row ? row->trial : NULL;
}

const volume_class* method_kind(abut_method method, abut_real real, abut_orientation orientation)
{
    const kind_row* row = kind_row_of(method, real, orientation);
    return row ? row->kind : NULL;
}

// By how much volumes grow, in a frame. Beyond most every volume meets every other anyhow, and float must hold it.
static double widening(const abut_build* o, int exponent, double most)
{
    const double widen = double_is_zero(o->epsilon) ? 0 : double_scale(o->epsilon, -exponent);
    return widen > most ? most : widen;
}

wide_options method_wide(const abut_build* o, int exponent)
{
    ASSERT(o->method == ABUT_METHOD_WIDE);
    // So that no half length is above 2^12, in units of which floats hold 2^108 (engine/box/pose.c).
    return (wide_options){o->effort, o->leaf_size, widening(o, exponent, 0x1p10), o->memory};
}

tree_options method_tree(const build_options* o, int exponent)
{
    const kind_row* row = kind_row_of(o->own.method, o->tree.real, o->tree.orientation);
    ASSERT(row);  // a method that has a tree, resolved
    double slender = double_is_zero(o->tree.slender) ? 0 : double_scale(o->tree.slender, -exponent);
    if (o->tree.slender > 0 && !(slender > 0x1p-40)) slender = 0x1p-40;
    return (tree_options){
        .kind = row->kind,
        .papers = row->papers,
        .volume = {.fits = o->tree.fits,
                   .widen = widening(&o->own, exponent, 0x1p40),
                   .volumes = o->tree.volumes,
                   .sphere_ratio = o->tree.sphere_ratio},
        .leaf_size = o->own.leaf_size,
        .depth_max = o->tree.depth_max,
        .degree = o->tree.degree,
        .split = o->tree.split,
        .axis = o->tree.axis,
        .split_all = o->tree.split_all,
        .lambda = o->tree.lambda,
        .child_ratio = o->tree.child_ratio,
        .slender = slender,
        .climb = o->tree.tumble == ABUT_TUMBLE_HULL,
        .turned = o->tree.turned,
    };
}

// ---------------------------------------------------------------------------------------- queries

int ask_values_are_valid(const abut_ask* ask)
{
    static const abut_tree_walk none;
    const abut_tree_walk* w = ask->walk ? ask->walk : &none;
    return (unsigned)ask->detail <= ABUT_DETAIL_POINTS && (unsigned)ask->any <= 1 &&
           (unsigned)ask->coherent <= 1 && ask->deadline >= 0 && ask->deadline < HUGE_VAL &&
           (unsigned)w->descent <= ABUT_DESCENT_RESTART &&
           (unsigned)w->intervals <= ABUT_INTERVALS_WIDTH && w->interval_count >= 0 &&
           (unsigned)w->traversal <= ABUT_TRAVERSAL_BREADTH;
}

abut_status method_resolve_ask(abut_method method, const abut_ask* options, ask_options* out)
{
    static const abut_tree_walk none;
    const method_row* row = row_of(method);
    const abut_tree_walk* w = options->walk ? options->walk : &none;
    if (!row || !ask_values_are_valid(options)) return ABUT_BAD_ARGUMENT;
    const abut_descent descent = w->descent ? w->descent : row->descent;
    const int is_breadth = w->traversal == ABUT_TRAVERSAL_BREADTH;
    if (w->traversal && !row->descents) return ABUT_BAD_COMBINATION;
    if (is_breadth && (method == ABUT_METHOD_WIDE || descent == ABUT_DESCENT_RESTART))
        return ABUT_BAD_COMBINATION;
    if (options->any && (!row->descents || options->limit != 1)) return ABUT_BAD_COMBINATION;
    if (w->descent && !(row->descents & BIT(descent))) return ABUT_BAD_COMBINATION;
    if (!(row->options & HAS_INTERVALS) && (w->intervals || w->interval_count))
        return ABUT_BAD_COMBINATION;
    const int has_front =
        method == ABUT_METHOD_WIDE || (descent == ABUT_DESCENT_ENVIRONMENT && !is_breadth);
    if (options->coherent && (options->any || !has_front || w->considered))
        return ABUT_BAD_COMBINATION;
    out->own = *options;
    out->own.walk = NULL;
    out->walk = (abut_tree_walk){
        .descent = descent,
        .intervals = w->intervals ? w->intervals : ABUT_INTERVALS_FIXED,
        .interval_count = w->interval_count,
        .traversal = w->traversal ? w->traversal : ABUT_TRAVERSAL_DEPTH,
        .considered = w->considered,
        .considered_user = w->considered_user,
    };
    return ABUT_OK;
}

walk_function* method_walk(const volume_class* kind)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (kinds[i].kind == kind) return kinds[i].walk;
    }
    ASSERT(0 && "a kind without a walk");
    return NULL;
}

walk_function* method_nearest(const volume_class* kind)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (kinds[i].kind == kind) return kinds[i].nearest;
    }
    return NULL;
}

walk_function* method_close(const volume_class* kind)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (kinds[i].kind == kind) return kinds[i].close;
    }
    return NULL;
}
