// shape_core.c - shapes as the engine sees them: cores placed in a tree's frame.
#include "base/bits.h"
#include "geom/vector.h"
#include "query/shape.h"

#include <float.h>
#include <string.h>

void shape_place(core_place* out, const placed_model* side, composition* c)
{
    const abut_model* m = side->model;
    relative_side model = {&side->pose, &m->frame, NULL}, world = {NULL, NULL, NULL};
    affine about = shape_pair_identity;
    memset(out->origin, 0, sizeof out->origin);
    if (side->frame) {
        composition_make(c, &side->pose, side->frame, &shape_pair_identity, NULL);
        model.pose = &c->rounded[0];
        world.pose = &c->rounded[1];
        if (c->is_rounded) {
            model.given = c->given[0];
            world.given = c->given[1];
        }
    } else {  // all that is placed is taken from the model's own place first
        memcpy(about.translation, side->pose.translation, sizeof about.translation);
        memcpy(out->origin, side->pose.translation, sizeof out->origin);
        world.pose = &about;
    }
    core_place_make(out, &m->wide, &m->mesh, &model, &world);
}

// A point of a shape in the world. Returns a bound of the error of each coordinate.
static double to_world(const affine* pose, const double p[3], double x[3])
{
    double most = 0;
    if (pose == &shape_pair_identity) {
        memcpy(x, p, 3 * sizeof *p);
        return 0;
    }
    for (int i = 0; i < 3; i++) {
        const double a = pose->matrix[i][0] * p[0], b = pose->matrix[i][1] * p[1],
                     c = pose->matrix[i][2] * p[2], t = pose->translation[i];
        const double size = fabs(a) + fabs(b) + fabs(c) + fabs(t);
        x[i] = a + b + c + t;
        most = size > most ? size : most;
    }
    return most * 0x1p-49 + 0x1p-1000;  // 8 u, and what is read as 0
}

// The same for a vector.
static double turned(const affine* pose, const double vector[3], double out[3])
{
    if (pose == &shape_pair_identity) return to_world(pose, vector, out);
    affine turn = *pose;
    memset(turn.translation, 0, sizeof turn.translation);
    return to_world(&turn, vector, out);
}

// Axes across each other, the first along a vector if there is one.
static void axes_along(const double way[3], double axis[3][3])
{
    memcpy(axis[0], way, sizeof axis[0]);
    if (!normalise3(axis[0]))
        memcpy(axis, shape_pair_identity.matrix, sizeof shape_pair_identity.matrix);
    int least = 0;
    for (int k = 1; k < 3; k++)
        least = fabs(axis[0][k]) < fabs(axis[0][least]) ? k : least;
    double across[3] = {0, 0, 0};
    across[least] = 1;
    cross3(axis[1], axis[0], across);
    (void)normalise3(axis[1]);
    cross3(axis[2], axis[0], axis[1]);
    (void)normalise3(axis[2]);
}

// The box of a few points in the world, that err by error, along axes.
static core_state box_of_points(core* out, const core_place* p, const double (*x)[3], int count,
                                const double axis[3][3], double error, double length)
{
    double centre[3], half[3];
    for (int k = 0; k < 3; k++)
        centre[k] = x[0][k] + (x[1][k] - x[0][k]) / 2;
    for (int j = 0; j < 3; j++) {
        double size = 0;
        half[j] = 0;
        for (int i = 0; i < count; i++) {
            double way[3];
            subtract3(way, x[i], centre);
            const double on = fabs(dot3(way, axis[j]));
            half[j] = on > half[j] ? on : half[j];
            size = absolute_max3(way) > size ? absolute_max3(way) : size;
        }
        half[j] += 2 * error + 0x1p-45 * size + 0x1p-50 * absolute_max3(centre);
    }
    return core_place_box(out, p, centre, axis, half, length);
}

static core_state place_points(core* out, const core_place* p, const shape_pair* pair, int count)
{
    double x[3][3], way[3], axis[3][3], error = 0;
    for (int i = 0; i < count; i++) {
        const double e = to_world(pair->pose, pair->shape->points[i], x[i]);
        error = e > error ? e : error;
    }
    subtract3(way, x[1], x[0]);
    axes_along(way, axis);
    return box_of_points(out, p, (const double(*)[3])x, count, (const double(*)[3])axis, error,
                         pair->radius);
}

static core_state place_room(core* out, const core_place* p, shape_pair* pair)
{
    shape_room room;
    shape_pair_prepare(pair);
    out->is_walkable = 0;
    if (!shape_room_find(&pair->posed, &room)) return CORE_IS_LARGE;
    for (int i = 0; i < 3; i++) {  // a pose's scale is in the axes of a box
        const double length = sqrt(dot3(room.axis[i], room.axis[i]));
        room.half[i] *= length * (1 + 0x1p-40);
        if (!normalise3(room.axis[i])) return CORE_IS_LARGE;
    }
    return core_place_box(out, p, room.centre, (const double(*)[3])room.axis, room.half, 0);
}

static core_state place_plane(core* out, const core_place* p, const shape_pair* pair)
{
    const abut_shape* const s = pair->shape;
    double x[3], normal[3], scaled[3];
    const double error = to_world(pair->pose, s->points[0], x);
    uint64_t most = 0;  // as bits: some states of the processor take subnormal numbers for 0
    for (int k = 0; k < 3; k++) {
        const uint64_t size = double_bits(s->points[1][k]) & INT64_MAX;
        most = size > most ? size : most;
    }
    const int top_bit = double_top(double_from_bits(most));
    for (int k = 0; k < 3; k++)  // about 1
        scaled[k] = double_scale(s->points[1][k], -top_bit);
    const double top = pair->shape->pose.scale > 0 ? pair->shape->pose.scale : 1;
    const double normal_error = turned(pair->pose, scaled, normal) / top;
    const double length = sqrt(dot3(normal, normal));
    for (int k = 0; k < 3; k++)
        normal[k] /= length;
    out->form = s->kind == ABUT_SHAPE_HALF_SPACE ? CORE_HALF_SPACE : CORE_PLANE;
    out->is_walkable = core_place_plane(&out->plane, p, x, normal, error, 8 * normal_error);
    return out->is_walkable ? CORE_IS_PLACED : CORE_IS_LARGE;
}

// The part of a ray that is not farther from the model than its size: beyond it, it meets nothing. All of the model is within
// reach of middle.
static core_state place_ray(shape_search* shapes)
{
    const core_place* const p = shapes->place;
    const shape_pair* const pair = &shapes->pair;
    core* const out = &shapes->walk.core;
    double begin_at[3], way[3], axis[3][3], middle[3], centre[3], from[3];
    const double error = to_world(pair->pose, pair->shape->points[0], begin_at),
                 way_error = turned(pair->pose, pair->shape->points[1], way);
    out->is_walkable = 0;
    for (int k = 0; k < 3; k++)  // some states of the processor take subnormal numbers for 0
        if (!double_is_zero(pair->shape->points[1][k]) &&
            double_top(pair->shape->points[1][k]) < -950)
            return CORE_IS_LARGE;
    const double largest = absolute_max3(way);
    if (!(largest > 0x1p-450 && largest < 0x1p900)) return CORE_IS_LARGE;  // so axes have a length
    axes_along(way, axis);
    const double length = dot3(way, axis[0]), off = 4 * way_error / length + 0x1p-46;
    const double reach = core_middle(p, middle);
    subtract3(from, middle, begin_at);
    const double to = dot3(from, axis[0]), far = sqrt(dot3(from, from));
    const double slack = 2 * error + off * (far + 4 * reach);
    const double begin = to - 2 * reach - slack > 0 ? to - 2 * reach - slack : 0;
    const double end = to + 2 * reach + slack > begin ? to + 2 * reach + slack : begin;
    double half[3] = {(end - begin) / 2 * (1 + 0x1p-40) + 2 * slack, 2 * slack, 2 * slack};
    for (int k = 0; k < 3; k++)
        centre[k] = begin_at[k] + axis[0][k] * ((begin + end) / 2);
    const core_state state = core_place_box(out, p, centre, (const double(*)[3])axis, half, 0);
    out->form = CORE_RAY;
    shapes->box_t = begin / length * (1 - 0x1p-40) - (begin > 0 ? 2 * slack / length : 0);
    shapes->per_t = length * (1 + 0x1p-40);
    shapes->slack = 4 * (p->r.rotation_defect + 0x1p-20) * (double)out->box.half[0] +
                    2 * (double)out->box.margin;
    return state;
}

static core_state place(shape_search* shapes)
{
    const shape_pair* const pair = &shapes->pair;
    const core_place* const p = shapes->place;
    core* const out = &shapes->walk.core;
    switch (pair->shape->kind) {
    case ABUT_SHAPE_POINT:
    case ABUT_SHAPE_SPHERE: {
        double x[3];
        const double error = to_world(pair->pose, pair->shape->points[0], x);
        return core_place_point(out, p, x, error, pair->radius);
    }
    case ABUT_SHAPE_SEGMENT:
    case ABUT_SHAPE_CAPSULE:
        return place_points(out, p, pair, 2);
    case ABUT_SHAPE_TRIANGLE:
        return place_points(out, p, pair, 3);
    case ABUT_SHAPE_RAY:
        return place_ray(shapes);
    case ABUT_SHAPE_PLANE:
    case ABUT_SHAPE_HALF_SPACE:
        return place_plane(out, p, pair);
    default:
        return place_room(out, p, &shapes->pair);
    }
}

void shape_core(shape_search* shapes)
{
    core_walk* const w = &shapes->walk;
    const near_unit* const u = &shapes->place->unit;
    const double radius = shapes->pair.radius;
    shapes->state = place(shapes);
    if (shapes->state != CORE_IS_PLACED) return;
    w->place = shapes->place;
    w->floor = w->hi = w->inner = 0;
    if (!(radius > 0)) return;
    w->hi = near_units(u, radius);
    const double inner = double_scale(radius, -u->exponent) * (1 - 0x1p-20);
    w->inner = inner < 0x1p100 ? (float)inner * (1 - 0x1p-20f) : 0;
}
