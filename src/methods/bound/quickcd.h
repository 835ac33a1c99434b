// quickcd.h - k-DOPs that fly (QuickCD: Klosowski 1998, chapters 3 to 6): the corners of every DOP as it
// was built are kept, and a DOP of b is placed by turning them and bounding them anew along a's
// directions ("tumbling, method II"). Always from the corners as built, so that nothing grows from
// placement to placement.
//
// Corners are floats in an array of the tree, beside the nodes: the hull of a node's corners, widened by
// QUICKCD_CORNER_ERROR, holds its DOP, hence every vertex of its triangles.
#ifndef ABUT_METHODS_BOUND_QUICKCD_H
#define ABUT_METHODS_BOUND_QUICKCD_H
#include "methods/bound/kdop.h"
#include "search/relative.h"

// Corners kept of a DOP; if it has more, by rounding, those of a box about them are kept instead.
#define QUICKCD_CORNERS_MAX (VOLUME_EXTRA_MAX / 3)

// Times the reach of the tree, in every coordinate: KDOP_CORNER_ERROR, whose own reach is up to three
// times as large, and the rounding to float in any rounding mode.
#define QUICKCD_CORNER_ERROR (0x1p-23 + 0x1p-35)

#define QUICKCD_STRUCT(k)                                                                          \
    typedef struct quickcd##k {                                                                    \
        float low[(k) / 2], high[(k) / 2];                                                         \
        uint32_t corner_first, corner_count; /* of the tree's extra array, three floats each */    \
    } quickcd##k;                                                                                  \
    extern const volume_class quickcd##k##_class;

QUICKCD_STRUCT(6)
QUICKCD_STRUCT(8)
QUICKCD_STRUCT(12)
QUICKCD_STRUCT(14)
QUICKCD_STRUCT(18)
QUICKCD_STRUCT(20)
QUICKCD_STRUCT(26)

#undef QUICKCD_STRUCT

// A bound on every |coordinate| in a DOP. Offsets are at most three times as large.
double quickcd_reach(const kdop_set* set, const float* low, const float* high);

// List the corners of a shape that are kept, or those of the box about them where there are too many of
// them; how many floats.
size_t quickcd_keep_corners(const kdop_shape* shape, float out[VOLUME_EXTRA_MAX]);
// The same of a DOP.
size_t quickcd_corners(const kdop_set* set, const float* low, const float* high,
                       float out[VOLUME_EXTRA_MAX]);

// What does not change during a query.
typedef struct quickcd_constants {
    double linear[3][3];          // of the relative pose, times b_scale
    double shift[KDOP_HALF_MAX];  // of the translation, along each direction
    double error[KDOP_HALF_MAX];  // by which an offset of a placed DOP is widened
    double a_scale, b_scale;
    // b is only shifted against a: then no DOP is placed, but slabs of b are compared as they are, moved by these, in which
    // the error is included (Klosowski 1998, chapter 8).
    int is_shift;
    double shift_low[KDOP_HALF_MAX], shift_high[KDOP_HALF_MAX];
    unsigned char order[KDOP_HALF_MAX];  // in which slabs are compared
    int count;                           // how many of them
} quickcd_constants;

// Prepare all but order and count. reach: a bound on quickcd_reach of every DOP of b.
// Cost: below a microsecond.
void quickcd_prepare(quickcd_constants* out, const kdop_set* set, const relative_pose* r,
                     double reach);

// By how much the offset of placed points in a direction is to be widened, if the points err by
// point_error in every coordinate and are at most reach. The rest is rounding and the pose's errors.
double quickcd_error(const signed char direction[3], const relative_pose* r, double reach,
                     double point_error);

// ------------------------------------------------------------------------------------- measuring

// Offsets of a point along the directions of a set, in the set's order, by additions only. Loops over k
// would multiply.
static inline void quickcd_along_axes(const double p[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = p[i];
}

static inline void quickcd_along_corners(const double p[3], double out[4])
{
    const double sum = p[0] + p[1], difference = p[0] - p[1];
    out[0] = sum + p[2];
    out[1] = difference - p[2];
    out[2] = sum - p[2];
    out[3] = difference + p[2];
}

static inline void quickcd_along_edges(const double p[3], double out[6])
{
    out[0] = p[0] + p[1];
    out[1] = p[0] - p[1];
    out[2] = p[1] + p[2];
    out[3] = p[1] - p[2];
    out[4] = p[0] + p[2];
    out[5] = p[0] - p[2];
}

static inline void quickcd_along6(const double p[3], double out[3])
{
    quickcd_along_axes(p, out);
}

static inline void quickcd_along8(const double p[3], double out[4])
{
    quickcd_along_corners(p, out);
}

static inline void quickcd_along12(const double p[3], double out[6])
{
    quickcd_along_edges(p, out);
}

static inline void quickcd_along14(const double p[3], double out[7])
{
    quickcd_along_axes(p, out);
    quickcd_along_corners(p, out + 3);
}

static inline void quickcd_along18(const double p[3], double out[9])
{
    quickcd_along_axes(p, out);
    quickcd_along_edges(p, out + 3);
}

static inline void quickcd_along20(const double p[3], double out[10])
{
    quickcd_along_corners(p, out);
    quickcd_along_edges(p, out + 4);
}

static inline void quickcd_along26(const double p[3], double out[13])
{
    quickcd_along_axes(p, out);
    quickcd_along_corners(p, out + 3);
    quickcd_along_edges(p, out + 7);
}

// The map of a point of b, before the translation.
static inline void quickcd_turn(const quickcd_constants* c, const float point[3], double out[3])
{
    const double x = (double)point[0], y = (double)point[1], z = (double)point[2];
    for (int i = 0; i < 3; i++)
        out[i] = c->linear[i][0] * x + c->linear[i][1] * y + c->linear[i][2] * z;
}

#endif
