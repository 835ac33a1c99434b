// table_kernel.c - the kernels of one instruction set (kernels.h).
#include "engine/kernels.h"

extern const wide_kernels ISA(wide_kernels);
const wide_kernels ISA(wide_kernels) = {
    .split = &ISA(split),
    .fit = &ISA(fit),
    .quick = &ISA(quick),
    .leaf_pairs = ISA(wide_leaf_pairs),
    .leaf_gaps = ISA(wide_leaf_gaps),
    .settle = ISA(wide_settle),
    .walk = ISA(wide_walk),
    .nearest = ISA(wide_nearest),
    .straight = ISA(wide_straight),
    .close = ISA(wide_close),
    .self = ISA(wide_self),
    .sweep = ISA(wide_sweep),
    .sweep_leaves = ISA(wide_sweep_leaves),
    .front = ISA(wide_front),
    .probe_walk = ISA(wide_probe_walk),
    .core_walk = ISA(core_walk),
    .points_walk = ISA(wide_points_walk),
    .points_cover = ISA(wide_points_cover),
    .ray_walk = ISA(wide_ray_walk),
    .foot = ISA(foot_find),
};
