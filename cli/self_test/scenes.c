// scenes.c - shapes by formulas that have no rounding, or one that IEEE arithmetic fixes (a
// product, a quotient): no function of libm, whose last bits differ between machines.
#include "self_test/scenes.h"

unsigned self_random(uint32_t* state, unsigned below)
{
    *state = *state * 1664525u + 1013904223u;  // the high bits of this are the good ones
    return (unsigned)((uint64_t)(*state >> 8) * below >> 24);
}

// ----------------------------------------------------------------------------------------- building

static uint32_t add_vertex(shape* s, double x, double y, double z)
{
    double* v = s->vertices[s->vertex_count];
    v[0] = x;
    v[1] = y;
    v[2] = z;
    return (uint32_t)s->vertex_count++;
}

static void add_triangle(shape* s, uint32_t p, uint32_t q, uint32_t r)
{
    uint32_t* t = s->triangles[s->triangle_count++];
    t[0] = p;
    t[1] = q;
    t[2] = r;
}

static void add_quad(shape* s, uint32_t p, uint32_t q, uint32_t r, uint32_t t)
{
    add_triangle(s, p, q, r);
    add_triangle(s, p, r, t);
}

// ------------------------------------------------------------------------------------------- shapes

static void make_grid(shape* s)
{
    for (int i = 0; i < 8; i++)
        add_vertex(s, i & 1, i >> 1 & 1, i >> 2 & 1);
    for (uint32_t p = 0; p < 8; p++)
        for (uint32_t q = p + 1; q < 8; q++)
            for (uint32_t r = q + 1; r < 8; r++)
                add_triangle(s, p, q, r);
}

static void make_brick(shape* s, double divisor)
{
    static const int size[3] = {3, 2, 2};
    for (int axis = 0; axis < 3; axis++) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < size[u]; i++)
                for (int j = 0; j < size[v]; j++) {
                    uint32_t corner[4];
                    for (int k = 0; k < 4; k++) {
                        double at[3];
                        at[axis] = side * size[axis] / divisor;
                        at[u] = (i + (k == 1 || k == 2)) / divisor;
                        at[v] = (j + (k >= 2)) / divisor;
                        corner[k] = add_vertex(s, at[0], at[1], at[2]);
                    }
                    add_quad(s, corner[0], corner[side ? 1 : 3], corner[2], corner[side ? 3 : 1]);
                }
    }
}

static void make_field(shape* s, uint32_t cells, double scale)
{
    uint32_t state = 7;
    for (uint32_t j = 0; j <= cells; j++)
        for (uint32_t i = 0; i <= cells; i++)
            add_vertex(s, scale * i, scale * j, scale * self_random(&state, 4));
    for (uint32_t j = 0; j < cells; j++)
        for (uint32_t i = 0; i < cells; i++) {
            const uint32_t at = j * (cells + 1) + i;
            add_quad(s, at, at + 1, at + cells + 2, at + cells + 1);
        }
}

// A point near the unit circle, so many steps on: rational functions of t instead of cosines.
static void circle_point(int step, int steps_a_quadrant, double* x, double* y)
{
    const double t = (double)(step % steps_a_quadrant) / steps_a_quadrant;
    double c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
    for (int k = step / steps_a_quadrant; k > 0; k--) {
        const double kept = c;
        c = -s;
        s = kept;
    }
    *x = c;
    *y = s;
}

static void make_ring(shape* s)
{
    enum { AROUND = 12, ACROSS = 8 };
    for (int i = 0; i < AROUND; i++)
        for (int j = 0; j < ACROSS; j++) {
            double x, y, out, up;
            circle_point(i, AROUND / 4, &x, &y);
            circle_point(j, ACROSS / 4, &out, &up);
            add_vertex(s, (3 + out) * x, (3 + out) * y, up);
        }
    for (uint32_t i = 0; i < AROUND; i++)
        for (uint32_t j = 0; j < ACROSS; j++) {
            const uint32_t at = i * ACROSS, next = (i + 1) % AROUND * ACROSS, up = (j + 1) % ACROSS;
            add_quad(s, at + j, next + j, next + up, at + up);
        }
}

// Meridians from pole to pole: every second triangle at the poles is a segment.
static void make_ball(shape* s)
{
    enum { AROUND = 12, ROWS = 9 };
    for (int i = 0; i < AROUND; i++)
        for (int j = 0; j < ROWS; j++) {
            double x, y, up, out;
            circle_point(i, AROUND / 4, &x, &y);
            circle_point(j, (ROWS - 1) / 2, &up, &out);
            add_vertex(s, 2 * out * x, 2 * out * y, 2 * up);
        }
    for (uint32_t i = 0; i < AROUND; i++)
        for (uint32_t j = 0; j + 1 < ROWS; j++) {
            const uint32_t at = i * ROWS + j, next = (i + 1) % AROUND * ROWS + j;
            add_quad(s, at, next, next + 1, at + 1);
        }
}

static void make_needles(shape* s)
{
    uint32_t state = 11;
    for (int k = 0; k < 60; k++) {
        double p[3], q[3];
        for (int i = 0; i < 3; i++) {
            p[i] = (int)self_random(&state, 201) - 100;
            q[i] = (int)self_random(&state, 201) - 100;
        }
        const uint32_t first = add_vertex(s, p[0], p[1], p[2]);
        add_vertex(s, q[0], q[1], q[2]);
        // A width of 2^-10 for every other one, of some units for the rest.
        const double width = k % 2 ? 0x1p-10 : 4;
        add_vertex(s, q[0] + width, q[1], q[2] - width);
        add_triangle(s, first, first + 1, first + 2);
    }
}

static void make_heap(shape* s)
{
    uint32_t state = 13;
    for (int i = 0; i < 27; i++)
        add_vertex(s, i % 3, i / 3 % 3, i / 9);
    add_vertex(s, -0.0, 0, -0.0);
    for (int k = 0; k < 60; k++) {
        const uint32_t p = self_random(&state, 28), q = self_random(&state, 28);
        // Points, segments of two vertices, any triangles; many of these are segments, too.
        const uint32_t r = k % 4 == 0 ? p : k % 4 == 1 ? q : self_random(&state, 28);
        add_triangle(s, p, k % 8 == 0 ? p : q, r);
        if (k % 5 == 0) add_triangle(s, r, p, q);
    }
}

void shape_make(shape* out, shape_name name)
{
    out->vertex_count = out->triangle_count = 0;
    switch (name) {
    case SHAPE_GRID:
        make_grid(out);
        break;
    case SHAPE_BRICK:
    case SHAPE_TENTHS:
        make_brick(out, name == SHAPE_BRICK ? 1 : 10);
        break;
    case SHAPE_FIELD:
        make_field(out, 10, 1);
        break;
    case SHAPE_TINY:
        make_field(out, 5, 0x1p-1060);
        break;
    case SHAPE_HUGE:
        make_field(out, 5, 0x1p900);
        break;
    case SHAPE_BALL:
        make_ball(out);
        break;
    case SHAPE_RING:
        make_ring(out);
        break;
    case SHAPE_NEEDLES:
        make_needles(out);
        break;
    default:
        make_heap(out);
    }
}

abut_soup shape_soup(const shape* s)
{
    return (abut_soup){
        .vertices = &s->vertices[0][0],
        .vertex_count = s->vertex_count,
        .triangles = &s->triangles[0][0],
        .triangle_count = s->triangle_count,
    };
}

uint64_t hash_add(uint64_t hash, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        hash = (hash ^ (word >> 8 * i & 0xFF)) * 0x100000001B3u;
    return hash;
}

// ------------------------------------------------------------------------------------------- scenes

// Rotations whose entries are not orthonormal to the last bit, and some that are exact.
#define TURN                                                                                       \
    {                                                                                              \
        {0.36, 0.48, -0.8}, {-0.8, 0.6, 0},                                                        \
        {                                                                                          \
            0.48, 0.64, 0.6                                                                        \
        }                                                                                          \
    }
#define TILT                                                                                       \
    {                                                                                              \
        {0.8, 0, 0.6}, {0, 1, 0},                                                                  \
        {                                                                                          \
            -0.6, 0, 0.8                                                                           \
        }                                                                                          \
    }
#define QUARTER                                                                                    \
    {                                                                                              \
        {1, 0, 0}, {0, 0, -1},                                                                     \
        {                                                                                          \
            0, 1, 0                                                                                \
        }                                                                                          \
    }
#define MIRROR                                                                                     \
    {                                                                                              \
        {0, 1, 0}, {1, 0, 0},                                                                      \
        {                                                                                          \
            0, 0, 1                                                                                \
        }                                                                                          \
    }
#define UNTURNED                                                                                   \
    {                                                                                              \
        {                                                                                          \
            0, 0, 0                                                                                \
        }                                                                                          \
    }
#define MOVED(x, y, z)                                                                             \
    {                                                                                              \
        UNTURNED, {x, y, z}, 0                                                                     \
    }
#define POSED(turn, x, y, z)                                                                       \
    {                                                                                              \
        turn, {x, y, z}, 1                                                                         \
    }
#define SCALED(turn, x, y, z, scale)                                                               \
    {                                                                                              \
        turn, {x, y, z}, scale                                                                     \
    }

// The last two columns were computed once, by the method brute; tests/cli/test_self_test computes them again
// with big integers.
const scene scenes[] = {
    {"grids in place", SHAPE_GRID, SHAPE_GRID, MOVED(0, 0, 0), MOVED(0, 0, 0), 2792,
     0xAE003260E0B9B545u},
    {"bricks that touch in a face", SHAPE_BRICK, SHAPE_BRICK, MOVED(0, 0, 0), MOVED(3, 1, 0), 160,
     0xDCB48D95639E3AF5u},
    {"bricks that overlap", SHAPE_BRICK, SHAPE_BRICK, MOVED(0, 0, 0), MOVED(2, 1, 1), 192,
     0x6F1CC2B94EBFE625u},
    {"bricks, one on its side", SHAPE_BRICK, SHAPE_BRICK, MOVED(0, 0, 0), POSED(QUARTER, 0, 2, 2),
     300, 0x718BF3C7511B3C65u},
    {"bricks apart by one rounding", SHAPE_BRICK, SHAPE_BRICK, MOVED(0, 0, 0),
     MOVED(0x1.8000000000001p1, 0, 0), 0, 0xCBF29CE484222325u},
    {"bricks of tenths, turned together", SHAPE_TENTHS, SHAPE_TENTHS, POSED(TURN, 100.1, 0, 0),
     POSED(TURN, 100.1, 0, 0), 784, 0x4EF33004D5CDC685u},
    {"a brick of tenths on one of units", SHAPE_TENTHS, SHAPE_BRICK,
     SCALED(UNTURNED, 0.5, 0.5, 2, 10), MOVED(0, 0, 0), 88, 0xF4D0D44A212D307Bu},
    {"fields that cross", SHAPE_FIELD, SHAPE_FIELD, MOVED(0, 0, 0), MOVED(0.5, 0.25, 0.125), 350,
     0x6C9AB78538B38627u},
    {"fields that cross, one tilted", SHAPE_FIELD, SHAPE_FIELD, MOVED(0, 0, 0),
     POSED(TILT, 1, 0, 4), 242, 0xA8EA73EC7836ACFEu},
    {"fields of subnormals", SHAPE_TINY, SHAPE_TINY, MOVED(0, 0, 0),
     MOVED(0x1p-1060, 0x1p-1061, 0x1p-1062), 76, 0x884B0989A57E0F64u},
    {"fields of subnormals, one tilted", SHAPE_TINY, SHAPE_TINY, MOVED(0, 0, 0),
     POSED(TILT, 0, 0, 0x1p-1058), 16, 0x32CAB88FFD8A1AFBu},
    {"a field far up, one tilted", SHAPE_HUGE, SHAPE_HUGE, MOVED(0, 0, 0),
     POSED(TILT, 0, 0, 0x1p902), 16, 0x32CAB88FFD8A1AFBu},
    {"a ball in a ball", SHAPE_BALL, SHAPE_BALL, MOVED(0, 0, 0), SCALED(TURN, 0, 0, 0, 0.875), 0,
     0xCBF29CE484222325u},
    {"a ball nearly in a ball", SHAPE_BALL, SHAPE_BALL, MOVED(0, 0, 0),
     SCALED(TURN, 0, 0, 0, 0.96875), 244, 0xB53B43C72529316Fu},
    {"a ball and a ring", SHAPE_BALL, SHAPE_RING, MOVED(2, 0, 0), POSED(TURN, 0, 0, 0), 52,
     0x6990A96E34559D5Fu},
    {"rings, linked", SHAPE_RING, SHAPE_RING, MOVED(0, 0, 0), POSED(QUARTER, 3, 0, 0), 0,
     0xCBF29CE484222325u},
    {"rings that cross, far away", SHAPE_RING, SHAPE_RING, POSED(TURN, 1e6, 0.1, 1e6),
     POSED(TILT, 1e6, 0.7, 1000002.1), 102, 0xB9CF9760C70B6602u},
    {"needles, turned", SHAPE_NEEDLES, SHAPE_NEEDLES, MOVED(0, 0, 0), POSED(TURN, 1, 2, 3), 8,
     0x235DF4D913F1AA85u},
    {"needles through a ring", SHAPE_NEEDLES, SHAPE_RING, SCALED(UNTURNED, 0, 0, 0, 0x1p-4),
     POSED(TURN, 0, 0, 0), 43, 0x07FD393F3D2BDE15u},
    {"heaps of degenerate triangles", SHAPE_HEAP, SHAPE_HEAP, MOVED(0, 0, 0), MOVED(1, 0, 1), 766,
     0x10C9B0D675C368A0u},
    {"a heap and its mirror image", SHAPE_HEAP, SHAPE_HEAP, SCALED(MIRROR, 0, 0, 0, 1.1),
     SCALED(QUARTER, 0, 2.2, 0, 1.1), 1546, 0x9C888B74345A104Fu},
    {"a heap on a grid, turned together", SHAPE_HEAP, SHAPE_GRID, POSED(TURN, 5, 6, 7),
     POSED(TURN, 5, 6, 7), 1613, 0xAAF2B0167DCDE4C7u},
};

const size_t scene_count = sizeof scenes / sizeof scenes[0];
