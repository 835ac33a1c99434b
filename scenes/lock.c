// lock.c - the lock of a car door, as it lies open: a frame of sheet metal with two sides, pins in it, and on each pin levers
// and toothed wheels in layers, which reach between those of the pins beside it, with springs before them. Nearly all
// triangles are inside, and much room is between the parts. (Zachmann 1998, figure 2, has a real one.)
#include "maker.h"
#include "parts.h"

#include <math.h>

enum { PINS_X = 4, PINS_Y = 3, PINS = PINS_X * PINS_Y, LAYERS = 4, LONG_SPRINGS = 6, SIDES = 5 };
#define PIN_STEP 0.3  // from pin to pin
#define LAYER_STEP                                                                                 \
    0.08  // from plate to plate of a pin; those of its neighbours are half way between
#define PLATE_HALF 0.012  // half the thickness of a plate
#define PIN_RADIUS 0.03
#define HOLE       0.035
#define HUB        0.07

// Parts of all triangles: what plates take, springs, the frame; pins have the rest.
#define OF_PLATES  0.45
#define OF_SPRINGS 0.4
#define OF_FRAME   0.08

typedef struct plate {
    double x, y, z;
    double length;  // of a lever, from its pin; of a wheel: its radius
    double angle;   // in turns
    int has_teeth;
} plate;

static double plate_radius(const plate* p, uint32_t segment, uint32_t segments)
{
    if (p->has_teeth) return segment % 2 ? p->length : 0.8 * p->length;
    const double cosine = cowave((double)segment / segments);
    const double square = cosine > 0 ? cosine * cosine : 0, fourth = square * square;
    return HUB + (p->length - HUB) * fourth * fourth;
}

// A plate with a hole for its pin: a closed surface.
static scene_status add_plate(mesh* to, const plate* p, uint32_t segments)
{
    static const part_place here = {1, 1, 1, 0, 0, 0};
    mesh part = {0};
    maker k;
    maker_start(&k, 4 * (uint64_t)segments, 8 * (uint64_t)segments);
    for (uint32_t j = 0; j < segments; j++) {
        const double turn = p->angle + (double)j / segments;
        for (int corner = 0; corner < 4; corner++) {
            const double r = corner < 2 ? plate_radius(p, j, segments) : HOLE;
            const double z = corner == 0 || corner == 3 ? p->z - PLATE_HALF : p->z + PLATE_HALF;
            maker_vertex(&k, p->x + r * cowave(turn), p->y + r * wave(turn), z);
        }
    }
    for (uint32_t j = 0; j < segments; j++) {
        const uint32_t here_at = 4 * j, next = 4 * ((j + 1) % segments);
        for (uint32_t corner = 0; corner < 4; corner++) {
            const uint32_t above = (corner + 1) % 4;
            maker_quad(&k, here_at + corner, next + corner, next + above, here_at + above);
        }
    }
    return part_add(to, &part, maker_finish(&k, &part), &here);
}

typedef struct spring {
    double from[3];
    double length, coil, wire;  // along its axis; radius of the coil; of the wire
    int axis;
    uint32_t turns;
} spring;

// A closed tube along a helix.
static scene_status add_spring(mesh* to, const spring* s, uint32_t steps)
{
    static const part_place here = {1, 1, 1, 0, 0, 0};
    const int along = s->axis, u = (along + 1) % 3, v = (along + 2) % 3;
    mesh part = {0};
    maker k;
    maker_start(&k, (uint64_t)SIDES * (steps + 1), 2 * (uint64_t)SIDES * (steps + 1));
    for (uint32_t i = 0; i <= steps; i++) {
        const double part_of = (double)i / steps, turn = s->turns * part_of;
        for (uint32_t j = 0; j < SIDES; j++) {
            const double side = (double)j / SIDES, r = s->coil + s->wire * cowave(side);
            double p[3];
            p[along] = s->from[along] + s->length * part_of - s->wire * wave(side);
            p[u] = s->from[u] + r * cowave(turn);
            p[v] = s->from[v] + r * wave(turn);
            maker_vertex(&k, p[0], p[1], p[2]);
        }
    }
    for (uint32_t i = 0; i < steps; i++) {
        for (uint32_t j = 0; j < SIDES; j++) {
            const uint32_t first = SIDES * i + j, next = SIDES * i + (j + 1) % SIDES;
            maker_quad(&k, first, next, next + SIDES, first + SIDES);
        }
    }
    for (uint32_t j = 1; j + 1 < SIDES; j++) {
        const uint32_t end = SIDES * steps;
        maker_triangle(&k, 0, j + 1, j);
        maker_triangle(&k, end, end + j, end + j + 1);
    }
    return part_add(to, &part, maker_finish(&k, &part), &here);
}

static double pin_x(int i)
{
    return PIN_STEP * (i - 0.5 * (PINS_X - 1));
}

static double pin_y(int j)
{
    return PIN_STEP * (j - 0.5 * (PINS_Y - 1));
}

// The plates of a pin. A wheel in every third layer; levers point another way each.
static scene_status add_stack(mesh* to, int i, int j, uint32_t segments)
{
    scene_status status = SCENE_OK;
    for (int layer = 0; layer < LAYERS && status == SCENE_OK; layer++) {
        const int number = (j * PINS_X + i) * LAYERS + layer;
        const plate p = {
            .x = pin_x(i),
            .y = pin_y(j),
            .z = LAYER_STEP * (layer - 0.5 * LAYERS + 0.5 * ((i + j) % 2)),
            .length = number % 3 == 0 ? 0.13 : 0.22 + 0.03 * (number % 5),
            .angle = 0.381966 * number,
            .has_teeth = number % 3 == 0,
        };
        status = add_plate(to, &p, segments);
    }
    return status;
}

static scene_status add_pins(mesh* to, double triangles)
{
    scene_status status = SCENE_OK;
    for (int n = 0; n < PINS && status == SCENE_OK; n++) {
        const part_place at = {PIN_RADIUS,        PIN_RADIUS,        0.25,
                               pin_x(n % PINS_X), pin_y(n / PINS_X), 0.03};
        mesh part = {0};
        const scene_status made = cylinder_make((uint32_t)(triangles / PINS), &part);
        status = part_add(to, &part, made, &at);
    }
    return status;
}

static scene_status add_springs(mesh* to, double triangles)
{
    const double steps = triangles / (PINS + LONG_SPRINGS) / (2 * SIDES);
    const uint32_t count = steps < 16 ? 16 : (uint32_t)steps;
    scene_status status = SCENE_OK;
    for (int n = 0; n < PINS && status == SCENE_OK; n++) {  // round the ends of the pins
        const spring s = {.from = {pin_x(n % PINS_X), pin_y(n / PINS_X), 0.18},
                          .length = 0.12,
                          .coil = 0.055,
                          .wire = 0.01,
                          .axis = 2,
                          .turns = 5};
        status = add_spring(to, &s, count);
    }
    for (int n = 0; n < LONG_SPRINGS && status == SCENE_OK; n++) {  // between the rows of pins
        const spring s = {.from = {-0.55 + 0.4 * (n / 2), n % 2 ? 0.15 : -0.15, 0.26},
                          .length = 0.36,
                          .coil = 0.04,
                          .wire = 0.01,
                          .axis = 0,
                          .turns = 8};
        status = add_spring(to, &s, count);
    }
    return status;
}

// The back, and sides on the left and below; the rest is open.
static scene_status add_frame(mesh* to, double triangles)
{
    scene_status status = add_box(to, triangles / 2, (part_place){0.62, 0.46, 0.01, 0, 0, -0.23});
    if (status == SCENE_OK)
        status = add_box(to, triangles / 4, (part_place){0.01, 0.46, 0.2, -0.62, 0, -0.02});
    return status == SCENE_OK
               ? add_box(to, triangles / 4, (part_place){0.5, 0.01, 0.15, 0, -0.46, -0.07})
               : status;
}

scene_status lock_make(uint32_t triangles, mesh* out)
{
    const double n = triangles, segments = OF_PLATES * n / (8 * PINS * LAYERS);
    mesh m = {0};
    if (triangles < 8000) return SCENE_BAD_VALUE;
    scene_status status = add_frame(&m, OF_FRAME * n);
    for (int pin = 0; pin < PINS && status == SCENE_OK; pin++)  // teeth need an even number
        status = add_stack(&m, pin % PINS_X, pin / PINS_X, 2 * (uint32_t)(segments / 2));
    if (status == SCENE_OK) status = add_springs(&m, OF_SPRINGS * n);
    if (status == SCENE_OK) status = add_pins(&m, n - (double)m.triangle_count);
    if (status == SCENE_OK)
        *out = m;
    else
        mesh_free(&m);
    return status;
}
