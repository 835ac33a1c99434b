// kdop_turn.c - see kdop_turn.h; bounds: docs/proofs/boxes.md, "Turned DOPs". u = 2^-53; a rounding errs by
// at most 2 u in any mode.
#include "methods/bound/kdop_turn.h"

#include "base/base.h"
#include "search/relative.h"

#define U 0x1p-53

// Times the sum of the sizes of all terms: six roundings for each of two products, one for the quotient.
#define ROUNDING (32 * U)

void kdop_turn_prepare(kdop_turn_map* out, const kdop_turn* t)
{
    if (kdop_turn_is_none(t)) {
        *out = (kdop_turn_map){
            {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1};
        return;
    }
    const int w = t->part[0], x = t->part[1], y = t->part[2], z = t->part[3];
    const int norm = w * w + x * x + y * y + z * z;  // at most 2^26
    const int whole[3][3] = {
        {w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z},
    };
    double unit = 1;
    while (unit * norm > 0.5)
        unit /= 2;
    out->scale = unit * norm;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out->row[i][k] = out->inverse[k][i] = unit * whole[i][k];
    }
}

double kdop_turn_scale(const kdop_turn* t)
{
    kdop_turn_map map;
    kdop_turn_prepare(&map, t);
    return map.scale;
}

void kdop_turn_points(const kdop_turn* t, double* points, size_t count)
{
    kdop_turn_map map;
    if (kdop_turn_is_none(t)) return;
    kdop_turn_prepare(&map, t);
    for (size_t i = 0; i < count; i++) {
        double* p = points + 3 * i;
        const double x = p[0], y = p[1], z = p[2];
        for (int k = 0; k < 3; k++)
            p[k] = map.row[k][0] * x + map.row[k][1] * y + map.row[k][2] * z;
    }
}

// Column k of the linear part: T_A L T_B^-1, by columns as L is. Returns a bound on its error.
static double turn_column(relative_pose* out, const relative_pose* r, const kdop_turn_map* a,
                          const kdop_turn_map* b, int k)
{
    double middle[3] = {0, 0, 0}, size[3] = {0, 0, 0}, of_b = 0, error = 0;
    for (int j = 0; j < 3; j++) {
        const double factor = b->inverse[j][k];
        of_b += fabs(factor);
        for (int i = 0; i < 3; i++) {
            middle[i] += r->linear[j][i] * factor;
            size[i] += fabs(r->linear[j][i] * factor);
        }
    }
    const double square = b->scale * b->scale;  // exact: N^2 has 52 bits
    for (int i = 0; i < 3; i++) {
        double sum = 0, sizes = 0, of_a = 0;
        for (int l = 0; l < 3; l++) {
            sum += a->row[i][l] * middle[l];
            sizes += fabs(a->row[i][l]) * size[l];
            of_a += fabs(a->row[i][l]);
        }
        out->linear[k][i] = sum / square;
        const double own = (of_a * of_b * r->linear_error + ROUNDING * sizes) / square;
        if (!(own <= error)) error = own;
    }
    out->linear[k][3] = 0;
    return error;
}

static void turn_translation(relative_pose* out, const relative_pose* r, const kdop_turn_map* a)
{
    out->translation_error = 0;
    for (int i = 0; i < 3; i++) {
        double sum = 0, sizes = 0, of_a = 0;
        for (int l = 0; l < 3; l++) {
            sum += a->row[i][l] * r->translation[l];
            sizes += fabs(a->row[i][l] * r->translation[l]);
            of_a += fabs(a->row[i][l]);
        }
        out->translation[i] = sum;
        const double error = of_a * r->translation_error + ROUNDING / 2 * sizes;
        if (!(error <= out->translation_error)) out->translation_error = error;
    }
    out->translation[3] = 0;
    out->translation_error = 1.01 * out->translation_error + RELATIVE_TINY;
}

void kdop_turn_pose(relative_pose* out, const relative_pose* r, const kdop_turn* a,
                    const kdop_turn* b)
{
    *out = *r;
    if (kdop_turn_is_none(a) && kdop_turn_is_none(b)) return;
    kdop_turn_map of_a, of_b;
    kdop_turn_prepare(&of_a, a);
    kdop_turn_prepare(&of_b, b);
    turn_translation(out, r, &of_a);
    out->stretch = r->stretch * of_a.scale / of_b.scale;
    // A T T^-1 that is one.
    if (kdop_turn_is_same(a, b) && relative_is_shift(r)) return;
    out->linear_error = 0;
    for (int k = 0; k < 3; k++) {
        const double error = turn_column(out, r, &of_a, &of_b, k);
        if (!(error <= out->linear_error)) out->linear_error = error;
    }
    out->linear_error = 1.01 * out->linear_error + RELATIVE_TINY;
}
