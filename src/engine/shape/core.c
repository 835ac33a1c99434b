// core.c - shapes placed in a tree's frame, in doubles; what is kept is rounded to floats with its error.
#include "engine/shape/core.h"

#include "base/bits.h"
#include "engine/tree/pack.h"
#include "geom/vector.h"

#include <float.h>

#define MODEL_MOST     1.75  // no point of a model is farther from its frame's origin
#define PLAIN_EXPONENT 60    // what numbers that are too small lose by multiplying is below 2^-961
#define PLACE_MOST     0x1p40  // beyond it squares, and what is made of them, might overflow
// What placing a point errs by for each unit of its |.|_1: 48 u, and more.
#define PLACED 0x1p-47
// Axes that are rounded to floats.
#define AXES_DEFECT 0x1p-20

// Tests compile this with 1/32, to show that the bounds are needed.
#ifndef ABUT_CORE_BOUND_SCALE
#define ABUT_CORE_BOUND_SCALE 1
#endif

static int matrix_top(const double m[3][3])
{
    double largest = 0;
    for (int i = 0; i < 9; i++)
        largest = fabs(m[i / 3][i % 3]) > largest ? fabs(m[i / 3][i % 3]) : largest;
    return double_is_zero(largest) ? 0 : double_top(largest);
}

// The only child of node 0.
static void find_root(core_place* p)
{
    const wide_tree* const t = p->tree;
    wide_node room;
    if (!t->nodes) wide_unpack(&t->packed[0], &room);
    const wide_node* const n = t->nodes ? &t->nodes[0] : &room;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            p->root_axis[i][k] = (double)n->axis[3 * i + k][0];
        p->root_centre[i] = (double)n->centre[i][0];
        p->root_half[i] = (double)n->half[i][0];
    }
    p->root_margin = 1.02 * t->defect * absolute_sum3(p->root_half) + 0x1p-40;
}

void core_place_make(core_place* p, const wide_tree* tree, const soup_mesh* mesh,
                     const relative_side* model, const relative_side* world)
{
    // Such that both frames are as large: 1 is an entry of the world's matrix, below 2^1.
    const frame own = {.exponent = model->frame->exponent + matrix_top(model->pose->matrix) - 1};
    const relative_side side = {world->pose, &own, world->given};
    p->tree = tree;
    p->mesh = mesh;
    p->frame = model->frame;
    p->model = *model->pose;
    for (int k = 0; k < 3; k++) {
        const double a = model->pose->translation[k], b = world->pose->translation[k];
        p->shift[k] = double_is_equal(a, b) ? 0 : a - b;
    }
    p->exponent = own.exponent;
    relative_pose_prepare(&p->r, model, &side);
    wide_pose_prepare(&p->pose, &p->r, tree->defect, AXES_DEFECT);
    p->unit = near_unit_make(model, &side);
    const double to_unit = p->to_unit = 1 / p->r.a_scale;
    p->per_length = (p->r.linear_error + PLACED) * to_unit;
    // What a difference loses that is read as 0, too.
    p->fixed = (p->r.translation_error + PLACED * absolute_sum3(p->r.translation)) * to_unit +
               double_scale(0x1p-1000, -p->exponent) + 0x1p-100;
    p->is_plain = p->fixed < 1 && p->unit.shrink[0] > 0;
    p->point_factor = p->length_factor = 0;
    if (p->exponent > -PLAIN_EXPONENT && p->exponent < PLAIN_EXPONENT)
        p->point_factor = double_scale(1, -p->exponent) * p->r.b_scale;
    if (p->unit.exponent > -PLAIN_EXPONENT && p->unit.exponent < PLAIN_EXPONENT)
        p->length_factor =
            double_scale(1, -p->unit.exponent) / (double)p->unit.shrink[0] * (1 + 0x1p-20);
    find_root(p);
}

// From the world to the coordinates in which r.b_scale is not yet multiplied in. Returns 0 where doubles overflow.
static int scale_point(const core_place* p, const double x[3], double z[3])
{
    double from[3];
    subtract3(from, x, p->origin);
    if (!(absolute_sum3(from) < (double)INFINITY)) return 0;
    for (int k = 0; k < 3; k++)
        z[k] = double_scale(from[k], -p->exponent);
    return 1;
}

double core_length(const core_place* p, double length)
{
    if (p->length_factor > 0) return length * p->length_factor + DBL_MIN;
    return double_scale(length, -p->unit.exponent) / (double)p->unit.shrink[0] * (1 + 0x1p-20) +
           DBL_MIN;
}

double core_middle(const core_place* p, double middle[3])
{
    const double* const o = p->frame->origin;
    double most = 0;
    for (int k = 0; k < 3; k++) {
        double size = fabs(p->shift[k]) + fabs(p->origin[k]);
        middle[k] = p->shift[k] + p->origin[k];
        for (int i = 0; i < 3; i++) {
            const double x = p->model.matrix[k][i] * double_scale(o[i], p->frame->exponent);
            middle[k] += x;
            size += fabs(x);
        }
        most = size > most ? size : most;
    }
    return MODEL_MOST * double_scale((double)p->unit.stretch, p->unit.exponent) * (1 + 0x1p-20) +
           most * 0x1p-48 + 0x1p-1000;
}

// y: a point of the frame that errs by error in each coordinate; all of the shape is within reach of it.
static core_state judge(core* c, const double y[3], double error, double reach)
{
    const double sum = absolute_sum3(y), away = reach + MODEL_MOST + 1.8 * error;
    c->is_walkable = sum < PLACE_MOST && reach < PLACE_MOST && error < 1;
    if (sum < 0x1p500 && dot3(y, y) > away * away * (1 + 0x1p-40)) return CORE_IS_FAR;
    return c->is_walkable ? CORE_IS_PLACED : CORE_IS_LARGE;
}

// Whether a point of the frame is farther than reach from the box about the model: as it is from any box (box/point.inl).
static int is_beyond_root(const core_place* p, const double y[3], double error, double reach)
{
    double d[3], square = 0;
    subtract3(d, y, p->root_centre);
    const double margin = p->root_margin + 1.8 * error + 0x1p-45 * absolute_sum3(d);
    for (int i = 0; i < 3; i++) {
        const double beyond = fabs(dot3(p->root_axis[i], d)) - p->root_half[i] - margin;
        square += beyond > 0 ? beyond * beyond : 0;
    }
    return square > reach * reach * (1 + 3.5 * p->tree->defect + 0x1p-40);
}

core_state core_place_point(core* out, const core_place* p, const double x[3], double error,
                            double length)
{
    double z[3], y[3];
    out->is_walkable = 0;
    if (!p->is_plain || !(absolute_sum3(x) + error < (double)INFINITY)) return CORE_IS_LARGE;
    if (p->point_factor > 0) {
        for (int k = 0; k < 3; k++)
            z[k] = (x[k] - p->origin[k]) * p->point_factor;
    } else {
        if (!scale_point(p, x, z)) return CORE_IS_LARGE;
        for (int k = 0; k < 3; k++)
            z[k] *= p->r.b_scale;
    }
    relative_place(&p->r, z, y);
    const double to_unit = p->to_unit;
    for (int k = 0; k < 3; k++)
        y[k] *= to_unit;
    double off = p->per_length * absolute_sum3(z) + p->fixed;
    if (error > 0) off += 12 * double_scale(error, -p->exponent) * p->r.b_scale * to_unit;
    out->form = CORE_POINT;
    for (int k = 0; k < 3; k++)
        out->point[k] = y[k];
    out->error = (double)ABUT_CORE_BOUND_SCALE * off;
    const double reach = core_length(p, length), sum = absolute_sum3(y);
    out->is_walkable = sum < PLACE_MOST && reach < PLACE_MOST && off < 1;
    if (sum < 0x1p500 && is_beyond_root(p, y, off, reach)) return CORE_IS_FAR;
    return out->is_walkable ? CORE_IS_PLACED : CORE_IS_LARGE;
}

core_state core_place_box(core* out, const core_place* p, const double centre[3],
                          const double axis[3][3], const double half[3], double length)
{
    double z[3], y[3], h[3];
    placed_box* const b = &out->box;
    out->is_walkable = 0;
    if (!p->is_plain) return CORE_IS_LARGE;
    out->form = CORE_BOX;
    // Of far shapes and long ones the caller's numbers may have overflowed, too.
    const double sum = absolute_sum3(half);
    if (!(sum < (double)INFINITY) || !scale_point(p, centre, z)) return CORE_IS_LARGE;
    for (int i = 0; i < 3; i++) {
        y[i] = p->pose.linear[0][i] * z[0] + p->pose.linear[1][i] * z[1] +
               p->pose.linear[2][i] * z[2] + p->pose.translation[i];
        // Axes as floats, and the difference from the origin, move a point by so much.
        h[i] = double_scale(half[i] + 0x1p-22 * sum, -p->exponent) * (1 + 0x1p-40) +
               0x1p-50 * absolute_sum3(z) + double_scale(0x1p-1000, -p->exponent) + 0x1p-100;
    }
    for (int j = 0; j < 3; j++) {
        float x[3];
        if (!(h[j] < PLACE_MOST)) return CORE_IS_LARGE;  // wherever its centre is
        for (int k = 0; k < 3; k++)
            x[k] = (float)axis[j][k];
        for (int i = 0; i < 3; i++)
            b->normal[j][i] = p->pose.rotation[0][i] * x[0] + p->pose.rotation[1][i] * x[1] +
                              p->pose.rotation[2][i] * x[2];
        b->normal[j][3] = 0;
        b->half[j] = p->pose.stretch * float_round_up(h[j]);
        b->centre[j] = (float)y[j];
    }
    b->size = b->half[0] + b->half[1] + b->half[2];
    // As of a box of a model, whose centre is not so far from its frame's origin.
    const double ratio = p->r.b_scale / p->r.a_scale, place = absolute_sum3(z);
    b->margin =
        (float)(p->pose.base + p->pose.per_other * (double)b->size +
                p->pose.per_centre * absolute_sum3(y) +
                (2.4 * p->r.linear_error * ratio + 0x1p-42 * (double)p->pose.stretch) * place);
    const double error = p->per_length * place * p->r.b_scale + p->fixed;
    return judge(out, y, error, core_length(p, length) + 1.01 * (double)b->size);
}

int core_place_plane(core_plane* out, const core_place* p, const double x[3],
                     const double normal[3], double error, double normal_error)
{
    const int top = p->unit.exponent - p->frame->exponent;  // of the model's matrix
    const double* const o = p->frame->origin;
    double unit[3] = {normal[0], normal[1], normal[2]}, n[3], way[3];
    if (!p->is_plain || !(error < (double)INFINITY) || !normalise3(unit)) return 0;
    // What a unit normal errs by: its own, and some roundings.
    const double off = 4 * normal_error + 0x1p-46;
    double size = 0;
    for (int k = 0; k < 3; k++) {
        n[k] = 0;
        for (int i = 0; i < 3; i++)
            n[k] += unit[i] * double_scale(p->model.matrix[i][k], -top);
        way[k] = p->shift[k] - (x[k] - p->origin[k]);
        if (!(fabs(way[k]) < (double)INFINITY)) return 0;
        way[k] = double_scale(way[k], -p->unit.exponent);
        size += fabs(way[k]) + double_scale(fabs(p->shift[k]) * 0x1p-50, -p->unit.exponent);
    }
    const double offset = dot3(n, o) + dot3(unit, way);
    // The normal's error on all that it is multiplied by; that of places; sums.
    const double fixed = (off + 0x1p-46) * (3 * absolute_sum3(o) + size) +
                         2 * double_scale(error + 0x1p-1000, -p->unit.exponent) +
                         0x1p-20 * fabs(offset) + 8 * off + 0x1p-100;
    if (!(fabs(offset) < PLACE_MOST && fixed < PLACE_MOST)) return 0;
    for (int k = 0; k < 3; k++)
        out->normal[k] = (float)n[k];
    out->offset = (float)offset;
    out->fixed = (float)ABUT_CORE_BOUND_SCALE * (float)(fixed * (1 + 0x1p-20));
    return 1;
}
