// kdop_align.c - the correspondence of a query, with everything that rounding may do to it in one error
// for each direction (docs/proofs/boxes.md, "Re-aligned DOPs"). u = 2^-53; a rounding errs by at most 2 u
// in any mode.
#include "methods/bound/kdop_align.h"

#define U 0x1p-53

// A point of a model in its frame: |y| <= 1 + 2^-50 in every coordinate.
#define POINT_MOST (1 + 0x1p-49)

// The cross products of a cone's directions, two by two, over its determinant: the dual of the cone,
// but for that division. Small integers, so all are exact.
typedef struct cone {
    double dual[3][3], determinant;
    int member[3], sign[3];
} cone;

static void cone_prepare(cone* out, const kdop_set* set, const signed char members[3])
{
    double normal[3][3];
    for (int l = 0; l < 3; l++) {
        out->sign[l] = members[l] < 0 ? -1 : 1;
        out->member[l] = out->sign[l] * members[l] - 1;
        for (int k = 0; k < 3; k++)
            normal[l][k] = out->sign[l] * set->direction[out->member[l]][k];
    }
    for (int l = 0; l < 3; l++)
        cross3(out->dual[l], normal[(l + 1) % 3], normal[(l + 2) % 3]);
    out->determinant = dot3(normal[0], out->dual[0]);
}

// Find the cone, or mirrored cone, that holds a vector, or by rounding nearly does; weights >= 0.
static const cone* find_cone(const cone* cones, int count, const double g[3], double weight[3],
                             int* is_mirrored)
{
    const cone* best = cones;
    double best_least = -HUGE_VAL;
    *is_mirrored = 0;
    weight[0] = weight[1] = weight[2] = 0;
    for (int c = 0; c < count; c++) {
        double w[3], least = HUGE_VAL, most = -HUGE_VAL;
        for (int l = 0; l < 3; l++) {
            w[l] = dot3(cones[c].dual[l], g) / cones[c].determinant;
            if (w[l] < least) least = w[l];
            if (w[l] > most) most = w[l];
        }
        const int mirrored = -most > least;
        if (mirrored) least = -most;
        if (!(least > best_least)) continue;
        best = &cones[c];
        best_least = least;
        *is_mirrored = mirrored;
        for (int l = 0; l < 3; l++)
            weight[l] = mirrored ? -w[l] : w[l];
        if (least > 0) break;
    }
    for (int l = 0; l < 3; l++) {
        if (!(weight[l] > 0)) weight[l] = 0;
    }
    return best;
}

// The largest number of coordinates of a direction that are not 0, as a factor of errors.
static double coordinates(const signed char direction[3])
{
    return fabs((double)direction[0]) + fabs((double)direction[1]) + fabs((double)direction[2]);
}

// The weights that were found do not give the direction quite: what they miss counts with the largest
// point of b.
static double missed(const kdop_set* set, const cone* found, int is_mirrored,
                     const double weight[3], const double g[3])
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double made = 0, size = fabs(g[k]);
        for (int l = 0; l < 3; l++) {
            const double part = weight[l] * found->sign[l] * (is_mirrored ? -1 : 1) *
                                set->direction[found->member[l]][k];
            made += part;
            size += fabs(part);
        }
        sum += fabs(g[k] - made) + 8 * U * size;
    }
    return sum * POINT_MOST;
}

static void align_direction(kdop_direction* out, const kdop_set* set, const relative_pose* r,
                            const cone* cones, int cone_count, double reach,
                            const signed char direction[3])
{
    double g[3] = {0, 0, 0}, size = 0, shift_size = 0;
    out->shift = 0;
    for (int x = 0; x < 3; x++) {
        for (int k = 0; k < 3; k++) {
            g[k] += direction[x] * r->linear[k][x];
            size += fabs(direction[x] * r->linear[k][x]);
        }
        out->shift += direction[x] * r->translation[x];
        shift_size += fabs(direction[x] * r->translation[x]);
    }
    for (int k = 0; k < 3; k++)
        g[k] *= r->b_scale;
    double* weight = out->weight;
    int is_mirrored;
    const cone* found = find_cone(cones, cone_count, g, weight, &is_mirrored);
    for (int l = 0; l < 3; l++) {
        const int is_upper = (found->sign[l] > 0) != is_mirrored;
        const int high = found->member[l], low = set->half + found->member[l];
        out->upper[l] = (unsigned char)(is_upper ? high : low);
        out->lower[l] = (unsigned char)(is_upper ? low : high);
    }
    // What the vector itself may be off, by its own rounding and that of the map.
    const double off = (coordinates(direction) * 3 * r->linear_error + 8 * U * size) * r->b_scale;
    const double weights = weight[0] + weight[1] + weight[2];
    out->error = 1.01 * (missed(set, found, is_mirrored, weight, g) + off * POINT_MOST +
                         coordinates(direction) * r->translation_error +
                         16 * U * (shift_size + weights * reach)) +
                 RELATIVE_TINY;
}

void kdop_align_prepare(kdop_align* out, const kdop_set* set, const relative_pose* r, double reach)
{
    const signed char(*members)[3];
    cone cones[KDOP_CONES_MAX];
    const int count = kdop_cones(set, &members);
    out->a_scale = r->a_scale;
    for (int c = 0; c < count; c++)
        cone_prepare(&cones[c], set, members[c]);
    for (int i = 0; i < set->half; i++)
        align_direction(&out->along[i], set, r, cones, count, reach, set->direction[i]);
}
