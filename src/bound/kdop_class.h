// kdop_class.h - k-DOPs as nodes hold them, a struct for each k, so that loops have fixed lengths.
#ifndef ABUT_BOUND_KDOP_CLASS_H
#define ABUT_BOUND_KDOP_CLASS_H
#include "bound/kdop.h"

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

#endif
