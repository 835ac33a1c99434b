// volume_place.c - see volume_place.h.
#include "query/overlaps/volume_place.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/fraction.h"
#include "geom/limbs.h"
#include "geom/vector.h"

#define TWO_U 0x1p-52  // of one operation, in any rounding mode
#define TINY  0x1p-900

// The middle of a model in its file, and how far it reaches from there, between 1/2 and 1 times 2^what is returned.
static int find_middle(const abut_model* m, double middle[3], double* reach)
{
    double far = 0;
    for (int k = 0; k < 3; k++) {
        middle[k] = m->low[k] / 2 + m->high[k] / 2;
        far = double_larger(far, double_larger(m->high[k] - middle[k], middle[k] - m->low[k]));
    }
    const int top = double_is_zero(far) ? -1074 : double_top(far);
    *reach = double_scale(far, -top) * (1 + 0x1p-40);  // differences were rounded
    return top;
}

// The middle of b less that of a, on a grid that holds both. Returns the exponent of its highest bit.
static int find_offset(const volume_place* p, const pose_pair* poses, const bit_range range[2],
                       uint64_t* out, exact_grid* grid)
{
    bit_range all[2];
    uint64_t from[3 * EXACT_LIMBS_MAX];
    int top = INT32_MIN / 4;
    for (int side = 0; side < 2; side++)
        all[side] = bit_range_add(range[side], p->middle[side], 3);
    *grid = exact_grid_make(poses, all);
    const int n = grid->limbs;
    exact_grid_place(grid, poses, 0, p->middle[0], from);
    exact_grid_place(grid, poses, 1, p->middle[1], out);
    for (int k = 0; k < 3; k++) {
        uint64_t size[EXACT_LIMBS_MAX];
        uint64_t* const apart = out + (size_t)k * (size_t)n;
        limbs_subtract(apart, apart, from + (size_t)k * (size_t)n, n);
        memcpy(size, apart, (size_t)n * sizeof *size);
        if (limbs_sign(size, n) < 0) limbs_negate(size, n);
        const int bits = limbs_bit_length(size, n);
        if (bits && bits + grid->exponent > top) top = bits + grid->exponent;
    }
    return top;
}

// Of a matrix that is nearly orthogonal, so its determinant is far from 0; top: above its exponents.
static int sign_of_turn(const affine* pose, int top)
{
    double m[3][3], across[3];
    for (int i = 0; i < 9; i++)
        m[i / 3][i % 3] = double_scale(pose->matrix[i / 3][i % 3], -top);
    cross3(across, m[0], m[1]);
    return dot3(across, m[2]) < 0 ? -1 : 1;
}

static double row_sum(double m[3][3])
{
    double most = 0;
    for (int k = 0; k < 3; k++)
        most = double_larger(most, absolute_sum3(m[k]));
    return most;
}

void volume_place_make(volume_place* out, const pose_pair* poses, const abut_model* const models[2],
                       const bit_range range[2])
{
    uint64_t apart[3 * EXACT_LIMBS_MAX];
    exact_grid grid;
    double reach[2];
    volume_place p = {.exponent = INT32_MIN / 4};
    for (int side = 0; side < 2; side++) {
        p.up[side] = find_middle(models[side], p.middle[side], &reach[side]);
        const int most = p.up[side] + poses->matrix_top[side] + 2;  // three products
        p.exponent = most > p.exponent ? most : p.exponent;
    }
    const int top = find_offset(&p, poses, range, apart, &grid);
    p.exponent = top > p.exponent ? top : p.exponent;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 9; i++)
            p.matrix[side][i / 3][i % 3] =
                double_scale(poses->side[side].matrix[i / 3][i % 3], p.up[side] - p.exponent);
        for (int k = 0; side && k < 3; k++)
            p.offset[1][k] = integer_round(apart + (size_t)k * (size_t)grid.limbs, grid.limbs,
                                           grid.exponent - p.exponent);
        p.up[side] = -p.up[side];
        p.turn[side] = sign_of_turn(&poses->side[side], poses->matrix_top[side]);
        // Of a row: a difference, three products and the sums of four; u of a rounded matrix.
        const double row = row_sum(p.matrix[side]) * reach[side];
        const double off = absolute_max3(p.offset[side]);
        const double error = TWO_U * ((poses->is_rounded ? 6.2 : 5.1) * row + 2.1 * off) + TINY;
        p.reach = double_larger(p.reach, (row + off) * (1 + 0x1p-40));
        p.error = double_larger(p.error, error * ABUT_BOUND_SCALE);
    }
    *out = p;
}

// Differences of numbers as small as the least normal ones are found where they are large.
static inline double scaled_difference(double x, double y, int up, double times)
{
    if (up > 900) return double_scale(x, up) - double_scale(y, up);
    return (x - y) * times;
}

void volume_place_vertices(const volume_place* p, int side, const soup_mesh* m, double* out)
{
    const double *middle = p->middle[side], *offset = p->offset[side];
    const double(*turn)[3] = p->matrix[side];
    const int up = p->up[side];
    const double times = up <= 900 ? double_scale(1, up) : 0;
    for (size_t i = 0; i < m->vertex_count; i++) {
        const double* v = m->vertices + 3 * i;
        double x[3];
        for (int k = 0; k < 3; k++)
            x[k] = scaled_difference(v[k], middle[k], up, times);
        for (int k = 0; k < 3; k++)
            out[3 * i + (size_t)k] =
                turn[k][0] * x[0] + turn[k][1] * x[1] + turn[k][2] * x[2] + offset[k];
    }
}
