// settle.c - see settle.h: what a query prepares.
#include "engine/leaf/settle.h"

#include "base/base.h"

#include <limits.h>
#include <math.h>

#define GUARD 0x1p290  // as in geom/posed_pair.c

static int is_moderate(double x)
{
    return double_is_zero(x) || (double_top(x) > -240 && double_top(x) <= 240);
}

// The largest power of two of which all offsets are multiples. Their sum is none of a smaller one.
static double unit_of_offset(const lattice_pose* pose)
{
    int lowest = INT_MAX;
    for (int i = 0; i < 6; i++) {
        const dyadic d = dyadic_from_double(pose->offset[i / 2][i % 2]);
        if (d.mantissa && d.exponent < lowest) lowest = d.exponent;
    }
    return lowest < INT_MAX ? double_scale(1, lowest) : HUGE_VAL;
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

// Whether a row takes one coordinate as it is, or negates it.
static int is_unit_row(const double row[3])
{
    int ones = 0;
    for (int i = 0; i < 3; i++) {
        if (double_is_zero(row[i])) continue;
        if ((double_bits(row[i]) ^ double_bits(1.0)) << 1) return 0;
        ones++;
    }
    return ones == 1;
}

// An axis along which points of both models are placed without rounding but for that of one sum, where the kernel
// looks at it; 3 if there is none.
static int find_level_axis(const pose_pair* poses)
{
    for (int c = 0; c < 3; c++) {
        const double from = poses->side[0].translation[c], to = poses->side[1].translation[c];
        const double offset = poses->offset[c];
        if (!is_unit_row(poses->side[0].matrix[c]) || !is_unit_row(poses->side[1].matrix[c]))
            continue;
        if (!is_moderate(from) || !is_moderate(to) || !is_moderate(offset)) continue;
        // As in settle_body.inl: a rounded difference gives itself away.
        if (double_is_equal(to - offset, from) && double_is_equal(from + offset, to)) return c;
    }
    return 3;
}

static void take_matrices(wide_settle_query* out, const pose_pair* poses, int level)
{
    const int turn = level == 3 ? 0 : level + 1;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 9; i++)
            out->matrix[side][i / 3][i % 3] = poses->side[side].matrix[(i / 3 + turn) % 3][i % 3];
        out->row_norm[side] = poses->row_norm[side];
    }
    for (int c = 0; c < 3; c++)
        out->shift[c] = poses->offset[(c + turn) % 3];
    out->shift_max = poses->offset_max;
    out->is_level = level != 3;
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
    const int is_moderate_both = mesh[0]->is_moderate && mesh[1]->is_moderate;
    if (exchange) {
        const double x = mesh[0]->unit, y = mesh[1]->unit, z = unit_of_offset(exchange);
        const double xy = x < y ? x : y, unit = xy < z ? xy : z;
        out->limit3 = 0x1p52 * unit * unit * unit;
        out->limit2 = 0x1p52 * unit * unit;
        return is_moderate_both && take_exchange(out, exchange);
    }
    take_matrices(out, poses, is_moderate_both && !poses->is_rounded ? find_level_axis(poses) : 3);
    return poses->offset_max <= GUARD;
}
