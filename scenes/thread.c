// thread.c - bolt and nut with an ISO metric thread: the everyday case of large surfaces that run
// closely along each other, and may or may not touch.
//
// The thread is cut into columns, one for each angle. In its column's half-plane the profile is a
// polyline from the lower end to the upper, whose corners have keys that count along the helix; so
// neighbouring columns hold the same keys but for a few at the ends, where the helix leaves. Joining
// equal keys, and fanning over the others, closes the wall between two circles of one point a column.
#include "angle.h"
#include "maker.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_CORNERS = 8 };

typedef struct profile {         // of one pitch, from the beginning of the outer flat
    double along[MOST_CORNERS];  // in pitches
    double radius[MOST_CORNERS];
    int64_t corner_count;
} profile;

typedef struct wall {
    profile shape;
    double pitch, low, high;
    double core;  // radius at both ends, to which the thread fades out
    uint32_t segments;
    int inward;  // the material lies outside
} wall;

typedef struct column {
    int64_t first_key;  // of the corner after the lower end
    uint32_t first_vertex, vertex_count;
} column;

static void add_corner(profile* p, double along, double radius)
{
    p->along[p->corner_count] = along;
    p->radius[p->corner_count] = radius;
    p->corner_count++;
}

// Basic profile of ISO 68-1: crest P / 8 wide, flanks of 60 degrees, root P / 4 wide and 5/8 H deep,
// H being the height of the sharp triangle.
static void basic_profile(profile* p, double diameter, double pitch, int rounded)
{
    const double sharp = pitch * (sqrt(3) / 2), outer = diameter / 2;
    const double inner = outer - sharp * 5 / 8;
    p->corner_count = 0;
    add_corner(p, -0.0625, outer);
    add_corner(p, 0.0625, outer);
    add_corner(p, 0.375, inner);
    // The rounded root of external threads: an arc of radius H / 6 tangent to both flanks.
    if (rounded)
        for (uint64_t i = 11; i <= 13; i++) {
            double c, s;
            angle_of_turn(i, 12, &c, &s);
            const double arc = sharp / 6;
            add_corner(p, 0.5 + arc * s / pitch, outer - sharp * 13 / 24 - arc * c);
        }
    add_corner(p, 0.625, inner);
}

// --------------------------------------------------------------------------------------------- wall

static double faded(const wall* w, double radius, double z)
{
    const double reach = w->pitch / 2;
    const double part = fmin(1, fmin(z - w->low, w->high - z) / reach);
    return w->core + part * (radius - w->core);
}

static void make_column(maker* k, const wall* w, uint32_t index, column* out)
{
    double c, s;
    angle_of_turn(index, w->segments, &c, &s);
    const double phase = (double)index / (double)w->segments;
    const double bottom = floor(w->low / w->pitch) - 2;
    // A corner that nearly coincides with an end would only make slivers.
    const double least = w->low + w->pitch / 1024, most = w->high - w->pitch / 1024;
    out->first_key = -1;
    out->first_vertex = maker_vertex(k, w->core * c, w->core * s, w->low);
    for (int64_t key = 0; k->status == SCENE_OK; key++) {
        const int64_t corner = key % w->shape.corner_count;
        const double turn = bottom + (double)(key / w->shape.corner_count);
        const double z = w->pitch * (turn + w->shape.along[corner] + phase);
        if (z >= most) break;
        if (z <= least) continue;
        const double r = faded(w, w->shape.radius[corner], z);
        if (out->first_key < 0) out->first_key = key;
        maker_vertex(k, r * c, r * s, z);
    }
    const uint32_t last = maker_vertex(k, w->core * c, w->core * s, w->high);
    out->vertex_count = last - out->first_vertex + 1;
}

// The key of a vertex of a column; the upper ends have the highest.
static int64_t key_at(const column* c, uint32_t i)
{
    return i + 1 == c->vertex_count ? INT64_MAX : c->first_key + i - 1;
}

static void wall_triangle(maker* k, const wall* w, uint32_t a, uint32_t b, uint32_t c)
{
    if (w->inward)
        maker_triangle(k, a, c, b);
    else
        maker_triangle(k, a, b, c);
}

// right's keys are already those of the turn that left is in.
static void join_columns(maker* k, const wall* w, const column* left, const column* right)
{
    uint32_t i = 0, j = 0;
    while (k->status == SCENE_OK && (i + 1 < left->vertex_count || j + 1 < right->vertex_count)) {
        const uint32_t a = left->first_vertex + i, b = right->first_vertex + j;
        const int64_t a_next = i + 1 < left->vertex_count ? key_at(left, i + 1) : INT64_MAX;
        const int64_t b_next = j + 1 < right->vertex_count ? key_at(right, j + 1) : INT64_MAX;
        if (b_next <= a_next) {
            wall_triangle(k, w, a, b, b + 1);
            j++;
            if (b_next < a_next) continue;
            wall_triangle(k, w, a, b + 1, a + 1);
            i++;
        } else {
            wall_triangle(k, w, a, b, a + 1);
            i++;
        }
    }
}

// Make the wall, and find its lower and upper circles: segments indices each.
static void make_wall(maker* k, const wall* w, uint32_t* lower, uint32_t* upper)
{
    const uint32_t n = w->segments;
    column* columns = calloc(n, sizeof *columns);
    if (!columns) {
        if (k->status == SCENE_OK) k->status = SCENE_OUT_OF_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < n && k->status == SCENE_OK; i++) {
        make_column(k, w, i, columns + i);
        lower[i] = columns[i].first_vertex;
        upper[i] = columns[i].first_vertex + columns[i].vertex_count - 1;
    }
    for (uint32_t i = 0; i < n && k->status == SCENE_OK; i++) {
        column right = columns[(i + 1) % n];
        // After a full turn the helix is one pitch higher.
        if (i + 1 == n) right.first_key -= w->shape.corner_count;
        join_columns(k, w, columns + i, &right);
    }
    free(columns);
}

// ---------------------------------------------------------------------------------- hexagon and ends

// Six corners at height z; returns the first index, the others follow.
static uint32_t hexagon(maker* k, double flats, double z)
{
    const double radius = flats / sqrt(3);
    uint32_t first = 0;
    for (uint32_t i = 0; i < 6; i++) {
        double c, s;
        angle_of_turn(i, 6, &c, &s);
        const uint32_t at = maker_vertex(k, radius * c, radius * s, z);
        if (i == 0) first = at;
    }
    return first;
}

static void hexagon_sides(maker* k, uint32_t lower, uint32_t upper)
{
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t next = (i + 1) % 6;
        maker_quad(k, lower + i, lower + next, upper + next, upper + i);
    }
}

// Fill the plane between a circle of n points and a hexagon around it: each corner of the hexagon fans
// over the points next to it.
static void fill_between(maker* k, const uint32_t* circle, uint32_t n, uint32_t hex, int upward)
{
    uint32_t i = 0, corner = 0;
    while (i < n || corner < 6) {
        const uint32_t inner = circle[i % n], outer = hex + corner % 6;
        uint32_t next;
        if (i < n && 12 * ((uint64_t)i + 1) <= (2 * (uint64_t)corner + 1) * n)
            next = circle[++i % n];
        else
            next = hex + ++corner % 6;
        if (upward)
            maker_triangle(k, inner, outer, next);
        else
            maker_triangle(k, inner, next, outer);
    }
}

// -------------------------------------------------------------------------------------- bolt and nut

static double or_else(double x, double fallback)
{
    return x == 0 ? fallback : x;
}

// ISO 261, first choice and the common second choices.
static double coarse_pitch(double diameter)
{
    static const double table[][2] = {{1, 0.25}, {1.2, 0.25}, {1.6, 0.35}, {2, 0.4},  {2.5, 0.45},
                                      {3, 0.5},  {4, 0.7},    {5, 0.8},    {6, 1},    {8, 1.25},
                                      {10, 1.5}, {12, 1.75},  {14, 2},     {16, 2},   {18, 2.5},
                                      {20, 2.5}, {22, 2.5},   {24, 3},     {27, 3},   {30, 3.5},
                                      {33, 3.5}, {36, 4},     {39, 4},     {42, 4.5}, {45, 4.5},
                                      {48, 5},   {52, 5},     {56, 5.5},   {60, 5.5}, {64, 6}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i][0] == diameter) return table[i][1];
    return diameter * 0.15;
}

static int is_thread(double diameter, double pitch, double length, double flats, uint32_t segments)
{
    return diameter > 0 && diameter < 1e100 && pitch > 0 && pitch <= diameter * 0.4 &&
           length >= 2 * pitch && length < 1e100 && flats >= 1.2 * diameter && flats < 1e100 &&
           segments >= 12;
}

static scene_status start_wall(maker* k, wall* w, double length, uint32_t** circles)
{
    const double corners = (length / w->pitch + 2) * (double)w->shape.corner_count;
    if (corners * (double)w->segments > 0x1p31) return SCENE_TOO_LARGE;
    *circles = calloc(w->segments, 2 * sizeof **circles);
    if (!*circles) return SCENE_OUT_OF_MEMORY;
    w->low = 0.0 - length / 2;
    w->high = length / 2;
    const uint64_t vertices = (uint64_t)corners * w->segments;
    maker_start(k, vertices, 2 * vertices);
    return SCENE_OK;
}

scene_status bolt_make(const bolt_shape* shape, mesh* out)
{
    const double diameter = or_else(shape->diameter, 10);
    const double pitch = or_else(shape->pitch, coarse_pitch(diameter));
    const double length = or_else(shape->length, 3 * diameter);
    const double head = or_else(shape->head, 0.64 * diameter);
    const double flats = or_else(shape->flats, 1.6 * diameter);
    const uint32_t n = shape->segments ? shape->segments : 48;
    if (!is_thread(diameter, pitch, length, flats, n) || !(head > 0 && head < 1e100) ||
        !(shape->clearance >= 0 && shape->clearance <= pitch / 4))
        return SCENE_BAD_VALUE;

    wall w = {.pitch = pitch, .segments = n};
    basic_profile(&w.shape, diameter, pitch, !shape->flat_root);
    w.core = w.shape.radius[0];
    for (int64_t i = 0; i < w.shape.corner_count; i++) {
        w.shape.radius[i] -= shape->clearance / 2;
        w.core = fmin(w.core, w.shape.radius[i]);
    }
    maker k;
    uint32_t* circles;
    const scene_status failed = start_wall(&k, &w, length, &circles);
    if (failed) return failed;
    make_wall(&k, &w, circles, circles + n);
    if (k.status == SCENE_OK) {
        const uint32_t tip = maker_vertex(&k, 0, 0, w.low);
        for (uint32_t i = 0; i < n; i++)
            maker_triangle(&k, tip, circles[(i + 1) % n], circles[i]);
        const uint32_t lower = hexagon(&k, flats, w.high);
        const uint32_t upper = hexagon(&k, flats, w.high + head);
        fill_between(&k, circles + n, n, lower, 0);
        hexagon_sides(&k, lower, upper);
        maker_quad(&k, upper, upper + 1, upper + 2, upper + 3);
        maker_quad(&k, upper, upper + 3, upper + 4, upper + 5);
    }
    free(circles);
    return maker_finish(&k, out);
}

scene_status nut_make(const nut_shape* shape, mesh* out)
{
    const double diameter = or_else(shape->diameter, 10);
    const double pitch = or_else(shape->pitch, coarse_pitch(diameter));
    const double height = or_else(shape->height, 0.8 * diameter);
    const double flats = or_else(shape->flats, 1.6 * diameter);
    const uint32_t n = shape->segments ? shape->segments : 48;
    if (!is_thread(diameter, pitch, height, flats, n)) return SCENE_BAD_VALUE;

    wall w = {.pitch = pitch, .segments = n, .inward = 1};
    basic_profile(&w.shape, diameter, pitch, 0);
    w.core = w.shape.radius[0];
    maker k;
    uint32_t* circles;
    const scene_status failed = start_wall(&k, &w, height, &circles);
    if (failed) return failed;
    make_wall(&k, &w, circles, circles + n);
    if (k.status == SCENE_OK) {
        const uint32_t lower = hexagon(&k, flats, w.low);
        const uint32_t upper = hexagon(&k, flats, w.high);
        fill_between(&k, circles, n, lower, 0);
        fill_between(&k, circles + n, n, upper, 1);
        hexagon_sides(&k, lower, upper);
    }
    free(circles);
    return maker_finish(&k, out);
}
