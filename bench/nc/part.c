// part.c - parts with a tool path over each, beside the terrains (Klosowski 1998, chapter 8): moulds by formula and of the
// data pack, and what an NC program of the data pack leaves. The paper's moulds, and its paths by EZ-Mill, are not to
// be had.
#include "bench.h"
#include "common/ends.h"
#include "nc/nc.h"
#include "random.h"
#include "reader/program.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- paths

// A third of the places are pushed in by up to a twentieth of the radius, the others stay off by as much: the paper's
// paths of moulds were "distorted slightly" so that something is hit.
static double distortion(random_source* random, double radius)
{
    const double by = 0.05 * radius * random_unit(random);
    return random_below(random, 3) ? by : -by;
}

// To and fro along x, as a ball can go without a gouge: each place is lifted until the ball is clear, then distorted.
static int path_of_ball(const mesh* surface, double radius, uint32_t places, path* out)
{
    const abut_turned ball = {.rings = {{0, radius, radius}}, .ring_count = 1};
    double low[3], high[3];
    random_source random = {5};
    abut_model* model = bench_model(surface, NULL);
    if (!model) return BENCH_ERROR;
    mesh_ends(surface, low, high);
    const double size = sqrt((high[0] - low[0]) * (high[1] - low[1]) / places);
    const uint32_t nx = (uint32_t)((high[0] - low[0]) / size * 2),
                   ny = (uint32_t)((high[1] - low[1]) / size / 2);
    int status = BENCH_OK;
    *out = (path){.tips = calloc((size_t)(nx + 1) * (ny + 1) * 3, sizeof *out->tips)};
    if (!out->tips) status = bench_fail("out of memory");
    for (uint32_t j = 0; j <= ny && status == BENCH_OK; j++)
        for (uint32_t i = 0; i <= nx && status == BENCH_OK; i++) {
            const uint32_t at = j % 2 ? nx - i : i;
            double* tip = out->tips + 3 * out->count++;
            double lift[2];
            tip[0] = low[0] + (high[0] - low[0]) * at / nx;
            tip[1] = low[1] + (high[1] - low[1]) * j / ny;
            tip[2] = low[2] - radius;
            if (abut_turned_lift(model, &ball, tip, tip, 1e-6 * radius, &lift[0], &lift[1]) !=
                ABUT_OK)
                status = bench_fail("abut_turned_lift failed");
            tip[2] += lift[1] + distortion(&random, radius);
        }
    abut_model_free(model);
    return status;
}

// -------------------------------------------------------------------------------- of the data pack

// FOLDER/nc/NAME of ABUT_DATA; false where it is not there, which is told.
static bool find_file(const char* name, char file[4096])
{
    const char* folder = getenv("ABUT_DATA");
    snprintf(file, 4096, "%s/nc/%s", folder ? folder : "", name);
    FILE* f = folder ? fopen(file, "r") : NULL;
    if (f) fclose(f);
    if (!f) fprintf(stderr, "abut-bench: SKIPPED: %s (ABUT_DATA)\n", name);
    return f != NULL;
}

// Core and cavity of opencamlib, whose parting planes are across y, turned so that they are open upward.
static int read_mould(mesh* out, const char* name, bool is_cavity)
{
    char file[4096];
    mesh_error error;
    if (!find_file(name, file)) return BENCH_SLOW;
    if (mesh_read_file(out, file, NULL, &error) != MESH_OK)
        return bench_fail("%s: %s", name, error.text);
    for (size_t i = 0; i < out->vertex_count; i++) {
        double* v = out->vertices + 3 * i;
        const double y = v[1];
        v[1] = is_cavity ? v[2] : -v[2];
        v[2] = is_cavity ? -y : y;
    }
    return BENCH_OK;
}

enum { MILLED = 160 };  // cells along each side of what a program leaves

// Lower a height field to what a ball leaves along a straight move.
static void mill(double* height, const double low[2], const double step[2], const double from[3],
                 const double to[3], double radius)
{
    double length = 0;
    for (int k = 0; k < 3; k++)
        length += (to[k] - from[k]) * (to[k] - from[k]);
    const int pieces = (int)(sqrt(length) / (radius / 10)) + 1;
    for (int p = 0; p <= pieces; p++) {
        double tip[3];
        long first[2], last[2];
        for (int k = 0; k < 3; k++)
            tip[k] = from[k] + (to[k] - from[k]) * p / pieces;
        for (int k = 0; k < 2; k++) {
            first[k] = (long)fmax(ceil((tip[k] - radius - low[k]) / step[k]), 0);
            last[k] = (long)fmin(floor((tip[k] + radius - low[k]) / step[k]), MILLED);
        }
        for (long j = first[1]; j <= last[1]; j++)
            for (long i = first[0]; i <= last[0]; i++) {
                const double dx = low[0] + step[0] * (double)i - tip[0],
                             dy = low[1] + step[1] * (double)j - tip[1];
                const double square = radius * radius - dx * dx - dy * dy;
                double* h = &height[j * (MILLED + 1) + i];
                if (square > 0) *h = fmin(*h, tip[2] + radius - sqrt(square));
            }
    }
}

// The straight cuts of a program as places, and as a path that leads along them.
static int read_path(const char* file, double radius, path* out)
{
    nc_program program;
    nc_error error;
    random_source random = {6};
    if (nc_read_file(&program, file, &(nc_read_options){.lenient = true}, &error) != NC_OK)
        return bench_fail("%s: %s", file, error.text);
    *out = (path){.tips = calloc(3 * program.move_count + 3, sizeof *out->tips)};
    for (size_t i = 0; out->tips && i < program.move_count; i++) {
        const nc_move* m = &program.moves[i];
        if (m->rapid || nc_is_curved(m)) continue;
        double* tip = out->tips + 3 * out->count++;
        memcpy(tip, m->to, 3 * sizeof *tip);
        tip[2] += distortion(&random, radius);
    }
    nc_program_free(&program);
    return out->tips && out->count > 1 ? BENCH_OK : bench_fail("%s: there is no path", file);
}

// What a ball leaves of a block along a path, as a surface.
static int mill_path(const path* p, double radius, mesh* out)
{
    double low[3], high[3], step[2], *height = malloc(sizeof *height * (MILLED + 1) * (MILLED + 1));
    *out = (mesh){.vertices = malloc(sizeof *out->vertices * 3 * (MILLED + 1) * (MILLED + 1)),
                  .triangles = malloc(sizeof *out->triangles * 6 * MILLED * MILLED)};
    if (!height || !out->vertices || !out->triangles) {
        free(height);
        return bench_fail("out of memory");
    }
    mesh_ends(&(mesh){.vertices = p->tips, .vertex_count = p->count}, low, high);
    for (int k = 0; k < 2; k++)
        step[k] = (high[k] - low[k]) / MILLED;
    for (int i = 0; i < (MILLED + 1) * (MILLED + 1); i++)
        height[i] = high[2] + radius;
    for (size_t i = 0; i + 1 < p->count; i++)
        mill(height, low, step, p->tips + 3 * i, p->tips + 3 * i + 3, radius);
    for (uint32_t i = 0; i < (MILLED + 1) * (MILLED + 1); i++) {
        double* v = out->vertices + 3 * out->vertex_count++;
        v[0] = low[0] + step[0] * (i % (MILLED + 1));
        v[1] = low[1] + step[1] * (i / (MILLED + 1));
        v[2] = height[i];
        const uint32_t corners[6] = {i, i + 1, i + MILLED + 2, i, i + MILLED + 2, i + MILLED + 1};
        if (i % (MILLED + 1) == MILLED || i / (MILLED + 1) == MILLED) continue;
        memcpy(out->triangles + 3 * out->triangle_count, corners, sizeof corners);
        out->triangle_count += 2;
    }
    free(height);
    return BENCH_OK;
}

// A program for a ball of 10 mm: what it leaves undistorted is the part.
static int read_program(bench_part* out, const char* name)
{
    char file[4096];
    path exact = {NULL, 0};
    if (!find_file(name, file)) return BENCH_SLOW;
    out->radius = 5;
    int status = read_path(file, 0, &exact);
    if (status == BENCH_OK) status = read_path(file, out->radius, &out->p);
    if (status == BENCH_OK) status = mill_path(&exact, out->radius, &out->surface);
    free(exact.tips);
    return status;
}

// ------------------------------------------------------------------------------------------ parts

int bench_part_make(bench_part* out, int which, bool quick)
{
    static const char* const names[BENCH_PARTS] = {"mould, tray", "mould, bottle", "mould, core",
                                                   "mould, cavity", "3D_Chips.ngc"};
    int status = BENCH_OK;
    *out = (bench_part){.name = names[which], .is_data = which >= 2, .radius = which < 2 ? 3 : 0.1};
    if (which == 4) return read_program(out, "linuxcnc/3D_Chips.ngc");
    if (which < 2)
        status = mould_make((mould_shape)which, quick ? 2 : 0.6, &out->surface) == SCENE_OK
                     ? BENCH_OK
                     : bench_fail("out of memory");
    else
        status = read_mould(&out->surface,
                            which == 2 ? "opencamlib/ktoolcor.stl" : "opencamlib/ktoolcav.stl",
                            which == 3);
    return status == BENCH_OK
               ? path_of_ball(&out->surface, out->radius, quick ? 100 : 2500, &out->p)
               : status;
}

void bench_part_free(bench_part* p)
{
    mesh_free(&p->surface);
    free(p->p.tips);
    *p = (bench_part){.radius = 0};
}
