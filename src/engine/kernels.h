// kernels.h - the engine's kernels: one table for each instruction set, and which of them is in use.
//
// A kernel stands in a file named *_kernel.c, which is compiled once for each set (src/CMakeLists.txt), and what it gives
// to others is called ISA(name) (base/simd_set.h). All forms of a kernel compute the same bits.
#ifndef ABUT_ENGINE_KERNELS_H
#define ABUT_ENGINE_KERNELS_H
#include "base/simd_set.h"
#include "engine/build/fit.h"
#include "engine/build/quick.h"
#include "engine/build/refit.h"
#include "engine/build/topology.h"
#include "engine/front/front.h"
#include "engine/leaf/foot.h"
#include "engine/leaf/leaf.h"
#include "engine/leaf/settle.h"
#include "engine/leaf/sweep.h"
#include "engine/shape/core.h"
#include "engine/walk/points.h"
#include "engine/walk/probe.h"
#include "engine/walk/walk.h"

typedef struct wide_kernels {
    const split_kernel* split;
    const fit_kernel* fit;
    const quick_kernel* quick;
    const refit_kernel* refit;
    const box_kernel* box;
    wide_leaf_pairs* leaf_pairs;
    wide_leaf_blocks* leaf_blocks;
    wide_leaf_gaps* leaf_gaps;
    wide_settle_kernel* settle;
    wide_walk_kernel* walk;
    wide_crowd_kernel* crowd;
    wide_walk_kernel* nearest;
    wide_walk_kernel* straight;
    wide_walk_kernel* close;
    wide_walk_kernel* self;
    wide_walk_kernel* sweep;
    wide_sweep_leaves* sweep_leaves;
    wide_front_kernel* front;
    wide_probe_walk_kernel* probe_walk;
    core_walk_kernel* core_walk;
    wide_points_kernel* points_walk;
    wide_points_kernel* points_cover;
    wide_ray_kernel* ray_walk;
    foot_kernel* foot;
} wide_kernels;

// What a table is made of, in a file that is compiled for one set.
#define WIDE_KERNELS                                                                               \
    {                                                                                              \
        .split = &ISA(split), .fit = &ISA(fit), .quick = &ISA(quick), .refit = &ISA(refit),        \
        .box = &ISA(box), .leaf_pairs = ISA(wide_leaf_pairs),                                      \
        .leaf_blocks = ISA(wide_leaf_blocks), .leaf_gaps = ISA(wide_leaf_gaps),                    \
        .settle = ISA(wide_settle), .walk = ISA(wide_walk), .crowd = ISA(wide_walk_crowd),         \
        .nearest = ISA(wide_nearest), .straight = ISA(wide_straight), .close = ISA(wide_close),    \
        .self = ISA(wide_self), .sweep = ISA(wide_sweep), .sweep_leaves = ISA(wide_sweep_leaves),  \
        .front = ISA(wide_front), .probe_walk = ISA(wide_probe_walk), .core_walk = ISA(core_walk), \
        .points_walk = ISA(wide_points_walk), .points_cover = ISA(wide_points_cover),              \
        .ray_walk = ISA(wide_ray_walk), .foot = ISA(foot_find),                                    \
    }

#ifdef SIMD_ALONE
// Where there is one set its kernels are called by their names: one that nothing calls is not linked.
static const wide_kernels wide_kernels_alone = WIDE_KERNELS;

static inline const wide_kernels* wide_kernels_of(simd_set set)
{
    (void)set;
    return &wide_kernels_alone;
}

static inline const wide_kernels* wide_kernels_now(void)
{
    return &wide_kernels_alone;
}
#else
// Those of a set; of one that this machine lacks they must not be called.
const wide_kernels* wide_kernels_of(simd_set set);
// Those in use.
const wide_kernels* wide_kernels_now(void);
#endif

#endif
