// two_balls.c - pairs of balls, and the best of those that prove a depth without any translation: cells of the box that
// both boxes share, the most promising first. Over a cell the signed distances change by its radius at most.
#include "base/base.h"
#include "base/host.h"
#include "geom/vector.h"
#include "query/depths/cell_heap.h"
#include "query/least_search.h"

#include <string.h>

#define CLIMB_STEPS 64

// x + y, rounded down: as it is where nothing is lost. Neither is negative, x is the larger.
static double sum_down(double x, double y)
{
    const double sum = x + y;
    if (double_is_equal(sum - x, y) && double_is_equal(sum - y, x)) return sum;
    return sum * (1 - 0x1p-50);
}

static double signed_distance_of(const sounding* s)
{
    return s->is_inside ? s->lo : -s->hi;
}

double ball_value(const ball_pair* b)
{
    if (b->reach > 0) return b->reach;
    const double x = signed_distance_of(&b->found[0]), y = signed_distance_of(&b->found[1]);
    return x < y ? x : y;
}

static abut_status sound(least_search* s, int side, const double point[3], sounding* out)
{
    solid_point* const solid = &s->solid[side];
    TRY(solid_point_near(solid, point, 1, (double)INFINITY));
    const point_distance* const near = solid->list;
    *out = (sounding){.lo = near->lo, .hi = near->hi, .triangle = near->triangle};
    if (near->is_told)
        memcpy(out->foot, near->point, sizeof out->foot);
    else
        solid_point_foot(solid, point, near->triangle, out->foot);
    if (double_is_zero(near->hi)) return ABUT_OK;
    return solid_point_side(solid, point, near->lo, &out->is_inside);
}

abut_status ball_find(least_search* s, const double shift[3], const double point[3], ball_pair* out)
{
    *out = (ball_pair){.reach = 0};
    for (int k = 0; k < 3; k++) {
        out->at[0][k] = point[k];
        out->at[1][k] = point[k] - shift[k];
        out->middle[k] = out->at[0][k] - out->at[1][k];
    }
    for (int side = 0; side < 2; side++)
        TRY(sound(s, side, out->at[side], &out->found[side]));
    const sounding *a = &out->found[0], *b = &out->found[1];
    if (a->is_inside && b->is_inside)
        out->reach = a->lo > b->lo ? sum_down(a->lo, b->lo) : sum_down(b->lo, a->lo);
    return ABUT_OK;
}

// The direction in which a signed distance grows, of length 1.
static void slope_of(const ball_pair* b, int side, double out[3])
{
    const sounding* const found = &b->found[side];
    subtract3(out, b->at[side], found->foot);
    if (!normalise3(out)) out[0] = out[1] = out[2] = 0;
    for (int k = 0; !found->is_inside && k < 3; k++)
        out[k] = -out[k];
}

// The same of what ball_value says.
static void slope_of_value(const ball_pair* b, double out[3])
{
    const double x = signed_distance_of(&b->found[0]), y = signed_distance_of(&b->found[1]);
    double other[3];
    if (!(b->reach > 0)) {
        slope_of(b, x < y ? 0 : 1, out);
        return;
    }
    slope_of(b, 0, out);
    slope_of(b, 1, other);
    for (int k = 0; k < 3; k++)
        out[k] += other[k];
}

// Of all that is between two slopes, the shortest: where it is not 0, it goes up on both sides of a ridge.
static void turn_along_ridge(double slope[3], const double other[3])
{
    double way[3];
    subtract3(way, other, slope);
    const double square = dot3(way, way), t = square > 0 ? -dot3(slope, way) / square : 0;
    const double at = t > 0 ? (t < 1 ? t : 1) : 0;
    for (int k = 0; k < 3; k++)
        slope[k] += at * way[k];
}

abut_status ball_climb(least_search* s, const double shift[3], double reach, int steps,
                       ball_pair* best)
{
    double slope[3], step = double_larger(fabs(ball_value(best)), reach) / 2;
    slope_of_value(best, slope);
    for (int i = 0; i < steps && step > s->tolerance / 8; i++) {
        double to[3], there[3];
        ball_pair next;
        const double length = length3(slope);
        if (!(length > 0.05)) {
            step /= 4;
            slope_of_value(best, slope);
            if (!(length3(slope) > 0.05)) break;  // both surfaces are opposite
            continue;
        }
        for (int k = 0; k < 3; k++)
            to[k] = best->at[0][k] + step / length * slope[k];
        TRY(ball_find(s, shift, to, &next));
        slope_of_value(&next, there);
        if (ball_value(&next) > ball_value(best)) {
            *best = next;
            memcpy(slope, there, sizeof there);
            step *= 1.5;
        } else {
            turn_along_ridge(slope, there);
            step /= 1.5;
        }
    }
    return ABUT_OK;
}

typedef struct balls {
    least_search* search;
    const double* shift;
    double enough;  // a larger reach is not looked for, nor a smaller one; infinite: lo is raised
    ball_pair best;
    size_t asked;
} balls;

// What is proved by a point at b's place.
static void raise_lo(const least_search* s, const ball_pair* found)
{
    if (!(found->reach > s->out->lo)) return;
    s->out->lo = found->reach;
    memcpy(s->out->point, found->at[0], sizeof s->out->point);
}

static void offer(balls* b, const ball_pair* found)
{
    if (ball_value(found) > ball_value(&b->best)) b->best = *found;
    if (!(b->enough < (double)INFINITY)) raise_lo(b->search, found);
}

// What a cell must promise.
static double floor_of(const balls* b)
{
    const least_search* const s = b->search;
    return b->enough < (double)INFINITY ? b->enough : s->out->lo + s->tolerance;
}

static int is_enough(const balls* b)
{
    return b->best.reach > b->enough ||
           (!(b->enough < (double)INFINITY) && least_is_done(b->search));
}

static abut_status look_at(balls* b, cell* c)
{
    least_search* const s = b->search;
    ball_pair found;
    TRY(ball_find(s, b->shift, c->middle, &found));
    b->asked++;
    offer(b, &found);
    const double radius = cell_radius(c);
    double most = 0;
    for (int side = 0; side < 2; side++) {
        const sounding* const at = &found.found[side];
        const double high = (at->is_inside ? at->hi : -at->lo) + radius;
        if (high < 0) return ABUT_OK;  // all of it is outside
        most += high;
    }
    c->key = -most;
    return most > floor_of(b) ? cell_heap_add(&s->points, c, &s->pair->pair.query->host) : ABUT_OK;
}

// Cut a cell across its longest side.
static abut_status split(balls* b, const cell* c)
{
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (c->half[k] > c->half[axis]) axis = k;
    for (int sign = -1; sign <= 1; sign += 2) {
        cell part = *c;
        part.half[axis] = c->half[axis] / 2;
        part.middle[axis] = c->middle[axis] + sign * part.half[axis];
        // The middle may be rounded.
        part.half[axis] += 0x1p-50 * (fabs(part.middle[axis]) + part.half[axis]);
        TRY(look_at(b, &part));
    }
    return ABUT_OK;
}

// What both boxes share, with b moved. Returns 0 where that is nothing.
static int shared_box(const least_search* s, const double shift[3], cell* out)
{
    for (int k = 0; k < 3; k++) {
        const double slack =
            0x1p-50 * (fabs(shift[k]) + fabs(s->box[1][0][k]) + fabs(s->box[1][1][k]));
        const double low = double_larger(s->box[0][0][k], s->box[1][0][k] + shift[k] - slack);
        const double high = -double_larger(-s->box[0][1][k], -(s->box[1][1][k] + shift[k] + slack));
        if (!(low <= high)) return 0;
        out->middle[k] = low / 2 + high / 2;
        out->half[k] = (high / 2 - low / 2) * (1 + 0x1p-50) + 0x1p-50 * (fabs(low) + fabs(high));
    }
    return 1;
}

static abut_status search_cells(balls* b, size_t most)
{
    least_search* const s = b->search;
    abut_status status = ABUT_OK;
    cell root = {.seed = 0};
    size_t next_climb = 8;
    if (!shared_box(s, b->shift, &root)) return ABUT_OK;
    TRY(look_at(b, &root));
    while (s->points.count && b->asked < most && !is_enough(b) && least_may_go(s, &status)) {
        const cell c = cell_heap_take(&s->points);
        if (-c.key <= floor_of(b)) break;
        TRY(split(b, &c));
        if (b->asked < next_climb || is_enough(b)) continue;
        next_climb *= 4;
        ball_pair up = b->best;
        TRY(ball_climb(s, b->shift, 0, CLIMB_STEPS, &up));
        offer(b, &up);
    }
    return status;
}

abut_status two_balls_search(least_search* s, const double shift[3], double enough, size_t most,
                             ball_pair* best)
{
    balls b = {.search = s, .shift = shift, .enough = enough, .best = *best};
    s->points.count = 0;
    const abut_status status = search_cells(&b, most);
    *best = b.best;
    return status;
}

abut_status two_balls_begin(least_search* s, const double point[3], ball_pair* best)
{
    static const double here[3] = {0, 0, 0};
    double at[3] = {point[0], point[1], point[2]};
    for (int i = 0; i < 2; i++) {
        ball_pair found;
        TRY(ball_find(s, here, at, &found));
        for (int k = 0; k < 3; k++)
            at[k] = found.found[0].foot[k] / 2 + found.found[1].foot[k] / 2;
        if (i) TRY(ball_climb(s, here, 0, CLIMB_STEPS, &found));
        if (ball_value(&found) > ball_value(best)) *best = found;
        raise_lo(s, &found);
    }
    return ABUT_OK;
}
