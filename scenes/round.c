// round.c - torus, spheres and cylinder: closed surfaces, the synthetic objects of the papers' benchmarks.
#include "angle.h"
#include "maker.h"

#include <math.h>
#include <stdlib.h>

static int is_length(double x)
{
    return x > 0 && x < HUGE_VAL;
}

void torus_divide(uint64_t triangles, uint32_t* rings, uint32_t* sides)
{
    const double half = floor(sqrt((double)triangles) / 2 + 0.5);
    *sides = half < 3 ? 3 : half > 100000 ? 100000 : (uint32_t)half;
    *rings = 2 * *sides;
}

scene_status torus_make(uint32_t rings, uint32_t sides, double radius, double tube, mesh* out)
{
    if (rings < 3 || sides < 3 || !is_length(radius) || !is_length(tube) || tube >= radius)
        return SCENE_BAD_VALUE;
    maker k;
    const uint64_t count = (uint64_t)rings * sides;
    maker_start(&k, count, 2 * count);
    for (uint32_t i = 0; i < rings && k.status == SCENE_OK; i++) {
        double cu, su;
        angle_of_turn(i, rings, &cu, &su);
        for (uint32_t j = 0; j < sides; j++) {
            double cv, sv;
            angle_of_turn(j, sides, &cv, &sv);
            const double r = radius + tube * cv;
            maker_vertex(&k, r * cu, r * su, tube * sv);
        }
    }
    for (uint32_t i = 0; i < rings && k.status == SCENE_OK; i++) {
        const uint32_t here = i * sides, next = (i + 1) % rings * sides;
        for (uint32_t j = 0; j < sides; j++) {
            const uint32_t up = (j + 1) % sides;
            maker_quad(&k, here + j, next + j, next + up, here + up);
        }
    }
    return maker_finish(&k, out);
}

scene_status sphere_make(uint32_t stacks, uint32_t slices, double radius, mesh* out)
{
    if (stacks < 2 || slices < 3 || !is_length(radius)) return SCENE_BAD_VALUE;
    maker k;
    const uint64_t parallels = (uint64_t)stacks - 1;
    maker_start(&k, parallels * slices + 2, 2 * parallels * slices);
    const uint32_t south = maker_vertex(&k, 0, 0, -radius);
    const uint32_t north = maker_vertex(&k, 0, 0, radius);
    for (uint32_t i = 1; i < stacks && k.status == SCENE_OK; i++) {
        double cv, sv;  // from the south pole, half a turn to the north pole
        angle_of_turn(i, 2 * (uint64_t)stacks, &cv, &sv);
        for (uint32_t j = 0; j < slices; j++) {
            double cu, su;
            angle_of_turn(j, slices, &cu, &su);
            maker_vertex(&k, radius * sv * cu, radius * sv * su, 0.0 - radius * cv);
        }
    }
    const uint32_t first = 2, last = (uint32_t)(first + (parallels - 1) * slices);
    for (uint32_t j = 0; j < slices && k.status == SCENE_OK; j++) {
        const uint32_t next = (j + 1) % slices;
        maker_triangle(&k, south, first + next, first + j);
        maker_triangle(&k, north, last + j, last + next);
    }
    for (uint32_t i = 0; i + 2 < stacks && k.status == SCENE_OK; i++) {
        const uint32_t below = first + i * slices, above = below + slices;
        for (uint32_t j = 0; j < slices; j++) {
            const uint32_t next = (j + 1) % slices;
            maker_quad(&k, below + j, below + next, above + next, above + j);
        }
    }
    return maker_finish(&k, out);
}

// --------------------------------------------------------------------------------------- icosphere

static uint32_t unit_vertex(maker* k, double x, double y, double z)
{
    const double length = sqrt(x * x + y * y + z * z);
    return maker_vertex(k, x / length, y / length, z / length);
}

static void icosahedron(maker* k)
{
    static const unsigned char faces[20][3] = {
        {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
        {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
        {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    const double g = (1 + sqrt(5)) / 2;
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < 4; i++) {
            const double s = i % 2 ? 1 : -1, t = i < 2 ? g : 0.0 - g;
            if (axis == 0) unit_vertex(k, s, t, 0);
            if (axis == 1) unit_vertex(k, 0, s, t);
            if (axis == 2) unit_vertex(k, t, 0, s);
        }
    for (int i = 0; i < 20; i++)
        maker_triangle(k, faces[i][0], faces[i][1], faces[i][2]);
}

typedef struct midpoint {
    uint64_t edge;  // lower end * 2^32 + higher end, + 1; 0: free
    uint32_t vertex;
} midpoint;

// The vertex in the middle of an edge: each is made once, by the first of its two triangles.
static uint32_t split_edge(maker* k, midpoint* table, size_t mask, uint32_t a, uint32_t b)
{
    const uint64_t low = a < b ? a : b, high = a < b ? b : a;
    const uint64_t edge = (low << 32 | high) + 1;
    size_t at = (size_t)((edge * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (table[at].edge && table[at].edge != edge)
        at = (at + 1) & mask;
    if (!table[at].edge) {
        const double *p = k->m.vertices + 3 * low, *q = k->m.vertices + 3 * high;
        table[at].edge = edge;
        table[at].vertex = unit_vertex(k, p[0] + q[0], p[1] + q[1], p[2] + q[2]);
    }
    return table[at].vertex;
}

static void split_triangles(maker* k)
{
    const size_t count = k->m.triangle_count;
    size_t slots = 64;
    while (slots < 3 * count)  // there are 1.5 edges a triangle
        slots *= 2;
    midpoint* table = calloc(slots, sizeof *table);
    if (!table) {
        k->status = SCENE_OUT_OF_MEMORY;
        return;
    }
    for (size_t i = 0; i < count && k->status == SCENE_OK; i++) {
        const uint32_t a = k->m.triangles[3 * i], b = k->m.triangles[3 * i + 1],
                       c = k->m.triangles[3 * i + 2];
        const uint32_t ab = split_edge(k, table, slots - 1, a, b);
        const uint32_t bc = split_edge(k, table, slots - 1, b, c);
        const uint32_t ca = split_edge(k, table, slots - 1, c, a);
        maker_triangle(k, ab, b, bc);
        maker_triangle(k, ca, bc, c);
        maker_triangle(k, ab, bc, ca);
        uint32_t* t = k->m.triangles + 3 * i;
        t[0] = a, t[1] = ab, t[2] = ca;
    }
    free(table);
}

scene_status icosphere_make(uint32_t level, double radius, mesh* out)
{
    if (level > 12 || !is_length(radius)) return SCENE_BAD_VALUE;
    maker k;
    const uint64_t triangles = (uint64_t)20 << (2 * level);
    maker_start(&k, triangles / 2 + 2, triangles);
    icosahedron(&k);
    for (uint32_t i = 0; i < level && k.status == SCENE_OK; i++)
        split_triangles(&k);
    for (size_t i = 0; i < 3 * k.m.vertex_count; i++)
        k.m.vertices[i] *= radius;
    return maker_finish(&k, out);
}

scene_status cylinder_make(uint32_t triangles, mesh* out)
{
    if (triangles < 16) return SCENE_BAD_VALUE;
    const uint32_t slices = (uint32_t)sqrt((double)triangles) + 3;
    const uint32_t rows = triangles / (2 * slices) > 2 ? triangles / (2 * slices) - 1 : 1;
    maker k;
    maker_start(&k, (uint64_t)slices * (rows + 1) + 2, (uint64_t)2 * slices * (rows + 1));
    for (uint32_t i = 0; i <= rows; i++) {
        for (uint32_t j = 0; j < slices; j++) {
            double c, s;
            angle_of_turn(j, slices, &c, &s);
            maker_vertex(&k, c, s, 2.0 * i / rows - 1);
        }
    }
    const uint32_t bottom = maker_vertex(&k, 0, 0, -1), top = maker_vertex(&k, 0, 0, 1);
    for (uint32_t j = 0; j < slices; j++) {
        const uint32_t next = (j + 1) % slices;
        for (uint32_t i = 0; i < rows; i++)
            maker_quad(&k, i * slices + j, i * slices + next, (i + 1) * slices + next,
                       (i + 1) * slices + j);
        maker_triangle(&k, bottom, next, j);
        maker_triangle(&k, top, rows * slices + j, rows * slices + next);
    }
    return maker_finish(&k, out);
}
