// tools.c - the tools of nc.c and fcl.c, as solids and as meshes.
#include "bench.h"
#include "nc/nc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

// Turn the outline of a solid, which is given by points (r, z) from the axis to the axis.
static int make_skin(mesh* m, const double (*outline)[2], uint32_t count, uint32_t sectors)
{
    m->vertices = malloc((size_t)count * sectors * 3 * sizeof *m->vertices);
    m->triangles = malloc((size_t)count * sectors * 6 * sizeof *m->triangles);
    if (!m->vertices || !m->triangles) return bench_fail("out of memory");
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < sectors; k++) {
            double* v = m->vertices + 3 * m->vertex_count++;
            v[0] = outline[i][0] * cos(2 * PI * k / sectors);
            v[1] = outline[i][0] * sin(2 * PI * k / sectors);
            v[2] = outline[i][1];
        }
    for (uint32_t i = 0; i + 1 < count; i++)
        for (uint32_t k = 0; k < sectors; k++) {
            const uint32_t a = i * sectors + k, b = i * sectors + (k + 1) % sectors;
            const uint32_t corners[6] = {a, b, b + sectors, a, b + sectors, a + sectors};
            const int from = outline[i][0] > 0 ? 0 : 3, to = outline[i + 1][0] > 0 ? 6 : 3;
            // At the axis one of the two is no triangle.
            for (int c = from; c < (from == 3 ? 6 : to); c++)
                m->triangles[3 * m->triangle_count + (uint32_t)(c - from)] = corners[c];
            m->triangle_count += (size_t)((from == 3 ? 6 : to) - from) / 3;
        }
    return BENCH_OK;
}

// An arc of a rounded corner, then straight up to a height.
static uint32_t round_outline(double (*out)[2], double ring, double corner, uint32_t steps)
{
    uint32_t count = 0;
    if (ring > 0) out[count++][0] = 0;
    for (uint32_t i = 0; i <= steps; i++) {
        const double angle = PI / 2 * i / steps;
        out[count][0] = i == 0 ? ring : ring + corner * sin(angle);
        out[count++][1] = corner - corner * cos(angle);
    }
    return count;
}

int bench_tools_make(bench_tool tools[BENCH_TOOLS], double radius)
{
    double outline[40][2] = {{0}};
    tools[0] =
        (bench_tool){.name = "ball", .solid = {.rings = {{0, radius, radius}}, .ring_count = 1}};
    uint32_t count = 0;
    for (uint32_t i = 0; i <= 14; i++, count++) {
        outline[i][0] = i % 14 ? radius * sin(PI * i / 14) : 0;
        outline[i][1] = radius - radius * cos(PI * i / 14);
    }
    int status = make_skin(&tools[0].skin, (const double(*)[2])outline, count, 20);

    const double corner = radius / 4, height = 2 * radius;
    tools[1] =
        (bench_tool){.name = "rounded corners",
                     .solid = {.rings = {{radius - corner, corner, corner}, {radius, height, 0}},
                               .ring_count = 2}};
    memset(outline, 0, sizeof outline);
    count = round_outline(outline, radius - corner, corner, 5);
    outline[count][0] = radius;
    outline[count++][1] = height;
    outline[count][0] = 0;
    outline[count++][1] = height;
    if (status == BENCH_OK)
        status = make_skin(&tools[1].skin, (const double(*)[2])outline, count, 24);

    const double tip = radius / 4;
    tools[2] =
        (bench_tool){.name = "cone, round tip",
                     .solid = {.rings = {{0, tip, tip}, {radius, height, 0}}, .ring_count = 2}};
    memset(outline, 0, sizeof outline);
    count = 0;
    for (uint32_t i = 0; i <= 4; i++, count++) {
        outline[i][0] = tip * sin(PI / 3 * i / 4);
        outline[i][1] = tip - tip * cos(PI / 3 * i / 4);
    }
    outline[count][0] = radius;
    outline[count++][1] = height;
    outline[count][0] = 0;
    outline[count++][1] = height;
    if (status == BENCH_OK)
        status = make_skin(&tools[2].skin, (const double(*)[2])outline, count, 24);
    return status;
}

void bench_tools_free(bench_tool tools[BENCH_TOOLS])
{
    for (int i = 0; i < BENCH_TOOLS; i++)
        mesh_free(&tools[i].skin);
}
