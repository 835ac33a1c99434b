// kdop_class.h - k-DOPs as nodes hold them, a struct for each k, so that loops have fixed lengths.
#ifndef ABUT_METHODS_BOUND_KDOP_CLASS_H
#define ABUT_METHODS_BOUND_KDOP_CLASS_H
#include "methods/bound/kdop.h"

#define KDOP_STRUCT(k)                                                                             \
    typedef struct dop##k {                                                                        \
        float low[(k) / 2], high[(k) / 2];                                                         \
    } dop##k;                                                                                      \
    extern const volume_class dop##k##_class;

KDOP_STRUCT(6)
KDOP_STRUCT(8)
KDOP_STRUCT(12)
KDOP_STRUCT(14)
KDOP_STRUCT(18)
KDOP_STRUCT(20)
KDOP_STRUCT(26)

#undef KDOP_STRUCT

// What is alike of all nodes with low and high, for the volume_class of a type. Their names end in k.
#define KDOP_FUNCTIONS(type, k)                                                                    \
    static int directions##k(const void* volume, int all, double out[VOLUME_DIRECTIONS_MAX][3])    \
    {                                                                                              \
        const type* v = volume;                                                                    \
        return kdop_directions(&kdop##k##_set, v->low, v->high, all, out);                         \
    }                                                                                              \
    static double content##k(const void* volume)                                                   \
    {                                                                                              \
        const type* v = volume;                                                                    \
        return kdop_content(&kdop##k##_set, v->low, v->high);                                      \
    }                                                                                              \
    static double half_area##k(const void* volume)                                                 \
    {                                                                                              \
        const type* v = volume;                                                                    \
        return kdop_half_area(&kdop##k##_set, v->low, v->high);                                    \
    }                                                                                              \
    static int holds##k(const void* volume, const long double point[3])                            \
    {                                                                                              \
        const type* v = volume;                                                                    \
        return kdop_holds(&kdop##k##_set, v->low, v->high, point);                                 \
    }

#endif
