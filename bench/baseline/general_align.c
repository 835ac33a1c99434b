// general_align.c - re-alignment for directions without antiparallel pairs: methods/bound/kdop_align.c's, with an
// upper offset only. u = 2^-53; a rounding errs by at most 2 u in any mode. The error has the same parts as
// there (docs/proofs/boxes.md, "Re-aligned DOPs").
#include "baseline/general_dop.h"

#define U          0x1p-53
#define POINT_MOST (1 + 0x1p-49)  // of every coordinate of a point in its frame

// The cone that holds a vector, or by rounding nearly does; weights at least 0.
static const general_cone* find_cone(const general_cone* cones, int count, const double g[3],
                                     double weight[3])
{
    const general_cone* best = cones;
    double best_least = -HUGE_VAL;
    weight[0] = weight[1] = weight[2] = 0;
    for (int c = 0; c < count && !(best_least > 0); c++) {
        double w[3], least = HUGE_VAL;
        for (int l = 0; l < 3; l++) {
            w[l] = dot3(cones[c].dual[l], g) / cones[c].determinant;
            if (w[l] < least) least = w[l];
        }
        if (!(least > best_least)) continue;
        best = &cones[c];
        best_least = least;
        for (int l = 0; l < 3; l++)
            weight[l] = w[l];
    }
    for (int l = 0; l < 3; l++) {
        if (!(weight[l] > 0)) weight[l] = 0;
    }
    return best;
}

// What the weights miss of the vector counts with the largest point of b.
static double missed(const general_set* set, const general_cone* found, const double weight[3],
                     const double g[3])
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double made = 0, size = fabs(g[k]);
        for (int l = 0; l < 3; l++) {
            const double part = weight[l] * set->direction[found->member[l]][k];
            made += part;
            size += fabs(part);
        }
        sum += fabs(g[k] - made) + 8 * U * size;
    }
    return sum * POINT_MOST;
}

static void align_direction(general_align* out, const general_set* set, const relative_pose* r,
                            const general_cone* cones, int cone_count, double reach, int i)
{
    const signed char* direction = set->direction[i];
    double g[3] = {0, 0, 0}, size = 0, shift = 0, shift_size = 0, coordinates = 0;
    for (int x = 0; x < 3; x++) {
        for (int k = 0; k < 3; k++) {
            g[k] += direction[x] * r->linear[k][x];
            size += fabs(direction[x] * r->linear[k][x]);
        }
        shift += direction[x] * r->translation[x];
        shift_size += fabs(direction[x] * r->translation[x]);
        coordinates += fabs((double)direction[x]);
    }
    for (int k = 0; k < 3; k++)
        g[k] *= r->b_scale;
    double* weight = out->weight[i];
    const general_cone* found = find_cone(cones, cone_count, g, weight);
    for (int l = 0; l < 3; l++)
        out->member[i][l] = (unsigned char)found->member[l];
    const double off = (coordinates * 3 * r->linear_error + 8 * U * size) * r->b_scale;
    const double weights = weight[0] + weight[1] + weight[2];
    out->shift[i] = shift;
    out->error[i] =
        1.01 * (missed(set, found, weight, g) + off * POINT_MOST +
                coordinates * r->translation_error + 16 * U * (shift_size + weights * reach)) +
        RELATIVE_TINY;
}

void general_align_prepare(general_align* out, const general_set* set, const relative_pose* r,
                           double reach)
{
    general_cone cones[GENERAL_CONES];
    const int count = general_cones(set, cones);
    out->a_scale = r->a_scale;
    for (int i = 0; i < set->count; i++)
        align_direction(out, set, r, cones, count, reach, i);
}

void general_align_place(const general_align* c, const general_set* set, const float* offset,
                         double* out)
{
    for (int i = 0; i < set->count; i++) {
        const double* w = c->weight[i];
        const unsigned char* m = c->member[i];
        out[i] = c->shift[i] +
                 (w[0] * (double)offset[m[0]] + w[1] * (double)offset[m[1]] +
                  w[2] * (double)offset[m[2]]) +
                 c->error[i];
    }
}
