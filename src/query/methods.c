// methods.c - a row for each method, and the checks that follow from it. To add a method: its row, its
// kind of volume and its walk in kinds.
#include "query/methods.h"

#include "base/base.h"
#include "base/bits.h"
#include "engine/tree/node.h"
#include "methods/bound/hull.h"
#include "methods/bound/hybrid.h"
#include "methods/bound/kdop_class.h"
#include "methods/bound/obb.h"
#include "methods/bound/quickcd.h"

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
    HAS_HYBRID = 32,  // lambda, child_ratio, sphere_ratio
    HAS_INTERVALS = 64,
    HAS_EFFORT = 128,  // and memory
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
        ABUT_DOP##k, "dop" #k, "re-aligned " #k "-DOPs: " of " (Zachmann 1998)",                   \
            HAS_DEGREE | HAS_AXIS | HAS_SPLIT_ALL | HAS_INTERVALS,                                 \
            CENTRE_SPLITS | BIT(ABUT_SPLIT_GREEDY), PLAIN_DESCENTS, ABUT_SPLIT_GREEDY,             \
            ABUT_DESCENT_BOTH, 1, 0                                                                \
    }

#define QUICKCD_ROW(k, leaf)                                                                       \
    {                                                                                              \
        ABUT_QUICKCD##k, "quickcd" #k,                                                             \
            "tumbled " #k "-DOPs: b flies, a is the environment (QuickCD, Klosowski 1998)",        \
            HAS_DEGREE | HAS_AXIS | HAS_SPLIT_ALL | HAS_TUMBLE | HAS_INTERVALS,                    \
            CENTRE_SPLITS | BIT(ABUT_SPLIT_GREEDY) | BIT(ABUT_SPLIT_OSCILLATING),                  \
            PLAIN_DESCENTS | BIT(ABUT_DESCENT_RESTART), ABUT_SPLIT_MEAN, ABUT_DESCENT_ENVIRONMENT, \
            leaf, 0                                                                                \
    }

// In the order of the enum.
static const method_row rows[] = {
    {.method = ABUT_AUTO, .name = "auto", .text = "the fastest that this version has: wide"},
    {.method = ABUT_BRUTE,
     .name = "brute",
     .text = "every triangle against every triangle: the plainest oracle"},
    {ABUT_AABB, "aabb",
     "boxes along the file's axes, 15 separating axes (Gottschalk 1996, section 6)",
     HAS_DEGREE | HAS_AXIS, CENTRE_SPLITS, PLAIN_DESCENTS, ABUT_SPLIT_MEAN, ABUT_DESCENT_LARGER, 4,
     0},
    {ABUT_SPHERE, "sphere", "spheres (Ritter 1990; least ones about few points)",
     HAS_DEGREE | HAS_AXIS, CENTRE_SPLITS, PLAIN_DESCENTS, ABUT_SPLIT_MEAN, ABUT_DESCENT_LARGER, 4,
     ABUT_AXIS_SPLATTER},
    {ABUT_OBB, "obb", "oriented boxes, 15 separating axes (Gottschalk, Lin, Manocha 1996)",
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
    {ABUT_HYBRID, "hybrid", "box and sphere, crossing triangles on both sides (Wan, Fan, Gao 2001)",
     HAS_AXIS | HAS_HYBRID, BIT(ABUT_SPLIT_CROSSING) | CENTRE_SPLITS, PLAIN_DESCENTS,
     ABUT_SPLIT_CROSSING, ABUT_DESCENT_LARGER, 4, 0},
    {.method = ABUT_WIDE,
     .name = "wide",
     .text = "eight oriented boxes a node, tested together, as are triangles: the engine",
     .options = HAS_EFFORT,
     .descents = BIT(ABUT_DESCENT_LARGER),
     .descent = ABUT_DESCENT_LARGER,
     .leaf_size = WIDE_LEAF},
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

// ---------------------------------------------------------------------------------- build options

int method_values_are_valid(const abut_build* o)
{
    const int degree_is_valid =
        o->degree == 0 || o->degree == 2 || o->degree == 4 || o->degree == 8;
    return o->leaf_size >= 0 && o->leaf_size <= TREE_LEAF_MAX && o->depth_max >= 0 &&
           o->depth_max <= TREE_DEPTH_MAX && degree_is_valid &&
           (unsigned)o->split <= ABUT_SPLIT_OSCILLATING && (unsigned)o->axis <= ABUT_AXIS_MIN_MAX &&
           (unsigned)o->split_all <= 1 && (o->fits & ~(unsigned)ALL_FITS) == 0 &&
           (unsigned)o->real <= ABUT_REAL_DOUBLE &&
           (unsigned)o->orientation <= ABUT_ORIENTATION_QUATERNION &&
           (unsigned)o->tumble <= ABUT_TUMBLE_HULL && (unsigned)o->effort <= ABUT_EFFORT_BEST &&
           (unsigned)o->memory <= ABUT_MEMORY_COMPACT && o->epsilon >= 0 && o->epsilon < HUGE_VAL &&
           o->slender >= 0 && o->slender < HUGE_VAL && o->lambda >= 0 && o->lambda < HUGE_VAL &&
           (double_is_zero(o->child_ratio) || (o->child_ratio > 0.5 && o->child_ratio <= 1)) &&
           o->sphere_ratio >= 0 && o->sphere_ratio < HUGE_VAL;
}

// Whether an option is given that the method does not have.
static int has_foreign_options(const abut_build* o, const method_row* row)
{
    if (!row->leaf_size && (o->leaf_size || !double_is_zero(o->epsilon))) return 1;
    if (!row->splits && o->depth_max) return 1;
    if (!(row->options & HAS_DEGREE) && o->degree) return 1;
    if (o->split && !(row->splits & BIT(o->split))) return 1;
    if (!(row->options & HAS_AXIS) && o->axis) return 1;
    if (!(row->options & HAS_SPLIT_ALL) && o->split_all) return 1;
    if (!(row->options & HAS_FITS) && (o->fits || o->real || o->orientation)) return 1;
    if (!(row->options & HAS_TUMBLE) && (o->tumble || !double_is_zero(o->slender))) return 1;
    if (!(row->options & HAS_HYBRID) &&
        (!double_is_zero(o->lambda) || !double_is_zero(o->child_ratio) ||
         !double_is_zero(o->sphere_ratio)))
        return 1;
    if (!(row->options & HAS_EFFORT) && (o->effort || o->memory)) return 1;
    return 0;
}

static int needs_hull(const abut_build* o)
{
    return (o->fits & (ABUT_FIT_HULL_VERTICES | ABUT_FIT_HULL_SURFACE)) != 0 ||
           o->tumble == ABUT_TUMBLE_HULL;
}

abut_status method_resolve(const abut_build* options, abut_build* out)
{
    if (!method_values_are_valid(options)) return ABUT_BAD_ARGUMENT;
    abut_build o = *options;
    if (o.method == ABUT_AUTO) o.method = ABUT_WIDE;
    const method_row* row = row_of(o.method);
    if (!row) return ABUT_BAD_ARGUMENT;
    if (has_foreign_options(&o, row)) return ABUT_BAD_COMBINATION;
    if (o.method == ABUT_WIDE && o.leaf_size > WIDE_LEAF) return ABUT_BAD_COMBINATION;
    if (needs_hull(&o) && !hull_available()) return ABUT_NOT_AVAILABLE;
    if (!o.leaf_size) o.leaf_size = row->leaf_size;
    if (!o.depth_max) o.depth_max = TREE_DEPTH_MAX;
    if (!o.degree) o.degree = 2;
    if (!o.split) o.split = row->split;
    if (o.axis && !(BIT(o.split) & CENTRE_SPLITS)) return ABUT_BAD_COMBINATION;
    // All sides of a sphere are equally long.
    if (o.axis == ABUT_AXIS_LONGEST && row->axis) return ABUT_BAD_COMBINATION;
    if (!o.axis) o.axis = row->axis ? row->axis : ABUT_AXIS_LONGEST;
    if (o.split != ABUT_SPLIT_CROSSING &&
        (!double_is_zero(o.lambda) || !double_is_zero(o.child_ratio)))
        return ABUT_BAD_COMBINATION;
    if (!o.fits) o.fits = FIRST_FITS;
    if (row->options & HAS_FITS) {
        if (!o.real) o.real = ABUT_REAL_FLOAT;
        if (!o.orientation) o.orientation = ABUT_ORIENTATION_MATRIX;
    }
    if (row->options & HAS_EFFORT) {
        if (!o.effort) o.effort = ABUT_EFFORT_NORMAL;
        if (!o.memory) o.memory = ABUT_MEMORY_NORMAL;
    }
    if (!o.tumble) o.tumble = ABUT_TUMBLE_CORNERS;
    if (double_is_zero(o.lambda)) o.lambda = 1;
    if (double_is_zero(o.child_ratio)) o.child_ratio = 0.9;
    if (double_is_zero(o.sphere_ratio)) o.sphere_ratio = 1;
    *out = o;
    return ABUT_OK;
}

// What a model is made of, and how two of them are walked. real and orientation: 0 where they make no
// difference.
static const struct {
    abut_method method;
    abut_real real;
    abut_orientation orientation;
    const volume_class* kind;
    walk_function* walk;
} kinds[] = {
    {ABUT_AABB, 0, 0, &aabb_class, walk_aabb},
    {ABUT_SPHERE, 0, 0, &sphere_class, walk_sphere},
    {ABUT_OBB, ABUT_REAL_FLOAT, ABUT_ORIENTATION_MATRIX, &obb_float_class, walk_obb_float},
    {ABUT_OBB, ABUT_REAL_DOUBLE, ABUT_ORIENTATION_MATRIX, &obb_class, walk_obb},
    {ABUT_OBB, ABUT_REAL_FLOAT, ABUT_ORIENTATION_QUATERNION, &obb_quaternion_float_class,
     walk_obb_quaternion_float},
    {ABUT_OBB, ABUT_REAL_DOUBLE, ABUT_ORIENTATION_QUATERNION, &obb_quaternion_class,
     walk_obb_quaternion},
    {ABUT_DOP6, 0, 0, &dop6_class, walk_dop6},
    {ABUT_DOP8, 0, 0, &dop8_class, walk_dop8},
    {ABUT_DOP12, 0, 0, &dop12_class, walk_dop12},
    {ABUT_DOP14, 0, 0, &dop14_class, walk_dop14},
    {ABUT_DOP18, 0, 0, &dop18_class, walk_dop18},
    {ABUT_DOP20, 0, 0, &dop20_class, walk_dop20},
    {ABUT_DOP26, 0, 0, &dop26_class, walk_dop26},
    {ABUT_QUICKCD6, 0, 0, &quickcd6_class, walk_quickcd6},
    {ABUT_QUICKCD14, 0, 0, &quickcd14_class, walk_quickcd14},
    {ABUT_QUICKCD18, 0, 0, &quickcd18_class, walk_quickcd18},
    {ABUT_QUICKCD26, 0, 0, &quickcd26_class, walk_quickcd26},
    {ABUT_HYBRID, 0, 0, &hybrid_class, walk_hybrid},
};

const volume_class* method_kind(abut_method method, abut_real real, abut_orientation orientation)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].method == method && (!kinds[i].real || kinds[i].real == real) &&
            (!kinds[i].orientation || kinds[i].orientation == orientation))
            return kinds[i].kind;
    }
    return NULL;
}

// By how much volumes grow, in a frame. Beyond most every volume meets every other anyhow, and float must hold it.
static double widening(const abut_build* o, int exponent, double most)
{
    const double widen = double_is_zero(o->epsilon) ? 0 : double_scale(o->epsilon, -exponent);
    return widen > most ? most : widen;
}

wide_options method_wide(const abut_build* o, int exponent)
{
    ASSERT(o->method == ABUT_WIDE);
    // So that no half length is above 2^12, in units of which floats hold 2^108 (engine/box/pose.c).
    return (wide_options){o->effort, o->leaf_size, widening(o, exponent, 0x1p10), o->memory};
}

tree_options method_tree(const abut_build* o, int exponent)
{
    ASSERT(method_kind(o->method, o->real, o->orientation));  // a method that has a tree, resolved
    double slender = double_is_zero(o->slender) ? 0 : double_scale(o->slender, -exponent);
    if (o->slender > 0 && !(slender > 0x1p-40)) slender = 0x1p-40;
    return (tree_options){
        .kind = method_kind(o->method, o->real, o->orientation),
        .volume = {.fits = o->fits,
                   .widen = widening(o, exponent, 0x1p40),
                   .sphere_ratio = o->sphere_ratio},
        .leaf_size = o->leaf_size,
        .depth_max = o->depth_max,
        .degree = o->degree,
        .split = o->split,
        .axis = o->axis,
        .split_all = o->split_all,
        .lambda = o->lambda,
        .child_ratio = o->child_ratio,
        .slender = slender,
        .climb = o->tumble == ABUT_TUMBLE_HULL,
    };
}

// ---------------------------------------------------------------------------------------- queries

abut_status method_resolve_ask(abut_method method, const abut_ask* options, abut_ask* out)
{
    const method_row* row = row_of(method);
    if (!row || (unsigned)options->detail > ABUT_DETAIL_POINTS ||
        (unsigned)options->descent > ABUT_DESCENT_RESTART ||
        (unsigned)options->intervals > ABUT_INTERVALS_WIDTH || options->interval_count < 0 ||
        (unsigned)options->any > 1 || (unsigned)options->traversal > ABUT_TRAVERSAL_BREADTH ||
        (unsigned)options->coherent > 1 ||
        !(options->deadline >= 0 && options->deadline < HUGE_VAL))
        return ABUT_BAD_ARGUMENT;
    const int is_breadth = options->traversal == ABUT_TRAVERSAL_BREADTH;
    if (options->traversal && !row->descents) return ABUT_BAD_COMBINATION;
    if (is_breadth && (method == ABUT_WIDE || options->descent == ABUT_DESCENT_RESTART))
        return ABUT_BAD_COMBINATION;
    if (options->any && (!row->descents || options->limit != 1)) return ABUT_BAD_COMBINATION;
    if (options->descent && !(row->descents & BIT(options->descent))) return ABUT_BAD_COMBINATION;
    if (!(row->options & HAS_INTERVALS) && (options->intervals || options->interval_count))
        return ABUT_BAD_COMBINATION;
    *out = *options;
    if (!out->descent) out->descent = row->descent;
    if (!out->intervals) out->intervals = ABUT_INTERVALS_FIXED;
    if (!out->traversal) out->traversal = ABUT_TRAVERSAL_DEPTH;
    const int has_front =
        method == ABUT_WIDE || (out->descent == ABUT_DESCENT_ENVIRONMENT && !is_breadth);
    return out->coherent && (out->any || !has_front) ? ABUT_BAD_COMBINATION : ABUT_OK;
}

walk_function* method_walk(const volume_class* kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].kind == kind) return kinds[i].walk;
    }
    ASSERT(0 && "a kind without a walk");
    return NULL;
}
