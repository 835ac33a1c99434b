// world_way.c - see world_way.h. Between two times a point strays from the straight way between its places by no more than an
// eighth of its acceleration times the time's square (docs/proofs/motion.md, "Boxes of ways"). So boxes at some times, grown by
// that, hold it.
#include "world/world_way.h"

#include "base/base.h"
#include "geom/vector.h"

#include <math.h>

#define PART       0.39  // of a turn from one box to the next, in radians
#define PARTS      17    // for more than a full turn the ball about the pivot is as good
#define REACH_MOST 0x1p400
#define UP                                                                                         \
    1.01  // room for roundings, for what a frame stretches, and for D of a motion between two poses

static void add_box(world_box* to, const world_box* b)
{
    for (int k = 0; k < 3; k++) {
        to->low[k] = fmin(to->low[k], b->low[k]);
        to->high[k] = fmax(to->high[k], b->high[k]);
    }
}

static double size_of(const abut_model* model)
{
    double size = 0;
    for (int k = 0; k < 3; k++)
        size += fmax(fabs(model->low[k]), fabs(model->high[k]));
    return size;
}

// The box at a time.
static world_box box_at(const placed_model* placed, const motion_piece* piece, double tau)
{
    motion_at at;
    motion_find(piece, tau, &at);
    const world_box box = world_box_of(&at.pose, placed->model->low, placed->model->high);
    return world_box_grown(&box,
                           UP * (at.matrix_error * size_of(placed->model) + at.translation_error));
}

// The farthest that a point of the model is from the pivot.
static double reach_of(const world_box* box, const double pivot[3])
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double far = fmax(fabs(box->low[k] - pivot[k]), fabs(box->high[k] - pivot[k]));
        square += far * far;
    }
    return square < REACH_MOST ? UP * sqrt(square) + 0x1p-500 : HUGE_VAL;
}

// The ball about the pivot, wherever it goes.
static world_box ball_box(const motion_piece* piece, double reach)
{
    world_box out;
    for (int k = 0; k < 3; k++) {
        const double from = piece->pivot[k], to = from + piece->way[k];
        out.low[k] = fmin(from, to);
        out.high[k] = fmax(from, to);
    }
    return world_box_grown(&out, UP * reach);
}

static world_box turned_box(const placed_model* placed, const motion_piece* piece, double reach)
{
    const double parts = fmax(1, ceil(piece->angle / PART));
    if (parts > PARTS) return ball_box(piece, reach);
    const double acceleration =
        piece->angle *
        (piece->way_error + (piece->angle + (2 + piece->angle) * piece->stray) * reach);
    world_box out = WORLD_BOX_EMPTY;
    for (int i = 0; i <= (int)parts; i++) {
        const world_box box = box_at(placed, piece, i / parts);
        add_box(&out, &box);
    }
    return world_box_grown(&out, UP * acceleration / (8 * parts * parts) + 0x1p-500);
}

world_box world_way_box(const placed_model* placed, const motion_piece* piece, double* speed)
{
    static const world_box anywhere = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL},
                                       {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
    world_box out = box_at(placed, piece, 0);
    *speed = 0;
    if (piece->is_rest || !(out.low[0] <= out.high[0])) {
    } else if (piece->is_straight) {
        const world_box end = box_at(placed, piece, 1);
        add_box(&out, &end);
        *speed = UP * (absolute_sum3(piece->way) + piece->way_error);
    } else {
        const double reach = reach_of(&out, piece->pivot);
        const double turning = piece->angle + (1 + piece->angle) * piece->stray;
        out = reach < HUGE_VAL ? turned_box(placed, piece, reach) : anywhere;
        *speed = UP * (absolute_sum3(piece->way) + piece->way_error + turning * reach);
    }
    return placed->frame ? world_box_of(placed->frame, out.low, out.high) : out;
}

double world_way_time(const world_box* a, const world_box* b, double separation, double speed)
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double gap = fmax(b->low[k] - a->high[k], a->low[k] - b->high[k]);
        if (gap > 0) square += gap * gap;
    }
    const double gap = square < 0x1p900 ? sqrt(square) * (1 - 0x1p-40) - separation : 0;
    const double time = gap / (speed * (1 + 0x1p-40));
    return gap > 0 && time > 0 ? time : 0;  // NaN: nothing is known
}
