// kdop_class.c - the classes of k-DOPs: kdop.h's functions, for each k.
#include "methods/bound/kdop_class.h"

#define KDOP_CLASS(k)                                                                              \
    KDOP_FUNCTIONS(dop##k, k)                                                                      \
    static void fit##k(void* out, const triangle_set* set, const volume_options* options,          \
                       const void* parent)                                                         \
    {                                                                                              \
        dop##k* v = out;                                                                           \
        (void)parent;                                                                              \
        kdop_fit(&kdop##k##_set, v->low, v->high, set, options);                                   \
    }                                                                                              \
    static double defect##k(const void* volume)                                                    \
    {                                                                                              \
        const dop##k* v = volume;                                                                  \
        return kdop_reach(&kdop##k##_set, v->low, v->high);                                        \
    }                                                                                              \
    static const char* check##k(const void* volume, double defect)                                 \
    {                                                                                              \
        const dop##k* v = volume;                                                                  \
        return kdop_check(&kdop##k##_set, v->low, v->high, defect);                                \
    }                                                                                              \
    const volume_class dop##k##_class = {                                                          \
        .size = sizeof(dop##k),                                                                    \
        .dop = &kdop##k##_set,                                                                     \
        .fit = fit##k,                                                                             \
        .directions = directions##k,                                                               \
        .content = content##k,                                                                     \
        .half_area = half_area##k,                                                                 \
        .defect = defect##k,                                                                       \
        .holds = holds##k,                                                                         \
        .check = check##k,                                                                         \
    };

KDOP_CLASS(6)
KDOP_CLASS(8)
KDOP_CLASS(12)
KDOP_CLASS(14)
KDOP_CLASS(18)
KDOP_CLASS(20)
KDOP_CLASS(26)
