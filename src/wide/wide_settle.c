// wide_settle.c - see wide_settle.h: what a query prepares.
#include "wide/wide_settle.h"

#include "base/base.h"
#include "base/simd_set.h"

#define GUARD 0x1p290  // as in geom/posed_pair.c

static int is_moderate(double x)
{
    return double_is_zero(x) || (double_top(x) > -240 && double_top(x) <= 240);
}

// b by an exchange of axes and one offset that is a double.
static int take_exchange(wide_settle_query* out, const lattice_pose* pose)
{
    for (int c = 0; c < 3; c++) {
        const double x = pose->offset[c][0], y = pose->offset[c][1], sum = x + y;
        if (!is_moderate(x) || !is_moderate(y) || !is_moderate(sum)) return 0;
        if (double_compare(sum - x, y) != 0 || double_compare(sum - y, x) != 0) return 0;
        out->axis[c] = pose->axis[c];
        out->sign[c] = pose->negative[c] ? -1 : 1;
        out->offset[c] = sum;
    }
    return 1;
}

static void take_matrices(wide_settle_query* out, const pose_pair* poses)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 9; i++)
            out->matrix[side][i / 3][i % 3] = poses->side[side].matrix[i / 3][i % 3];
        out->row_norm[side] = poses->row_norm[side];
    }
    for (int c = 0; c < 3; c++)
        out->shift[c] = poses->offset[c];
    out->shift_max = poses->offset_max;
}

int wide_settle_prepare(wide_settle_query* out, const soup_mesh* const mesh[2],
                        const pose_pair* poses, const lattice_pose* exchange)
{
    for (int side = 0; side < 2; side++) {
        out->vertices[side] = mesh[side]->vertices;
        out->triangles[side] = mesh[side]->triangles;
    }
    out->is_in_place = poses->in_place;
    out->is_exact = exchange != NULL;
    if (exchange) {
        const double x = mesh[0]->unit, y = mesh[1]->unit;
        const double unit = exchange->has_offset ? 0 : x < y ? x : y;
        out->limit3 = 0x1p52 * unit * unit * unit;
        out->limit2 = 0x1p52 * unit * unit;
        return mesh[0]->is_moderate && mesh[1]->is_moderate && take_exchange(out, exchange);
    }
    take_matrices(out, poses);
    return poses->offset_max <= GUARD;
}

wide_settle_kernel* wide_settle_choose(void)
{
    static wide_settle_kernel* const kernels[SIMD_SETS] = {
        [SIMD_PORTABLE] = wide_settle_portable,
#if defined __x86_64__
        [SIMD_AVX2] = wide_settle_avx2,
        [SIMD_AVX512] = wide_settle_avx512,
#endif
    };
    return kernels[simd_current()];
}
