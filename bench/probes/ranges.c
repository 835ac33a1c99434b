// ranges.c - abut_range_find about boxes and frusta of several sizes, beside plain code without a tree, and CGAL's tree.
#include "probes/probes.h"

#include "abut/range.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 99, POINTS_A_RANGE = 1000, PLANES = 6 };

static const probes_rival_kind kinds[] = {
    {"plain", "abut-probe-plain_ranges", PROBES_HOW, true},
    {"cgal", "abut-probe-cgal_rays", PROBES_HOW, true},
    {"cgal-exact", "abut-probe-cgal_rays_exact", PROBES_HOW, true},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// The size of a box is its mean side, of the model's size; of a frustum the angle of view, in degrees.
typedef struct sort {
    const char *question, *label;
    bool is_box;
    double size;
} sort;
static const sort sorts[] = {
    {"range-box", "range-box 1 %", true, 0.01},
    {"range-box", "range-box 10 %", true, 0.1},
    {"range-box", "range-box 50 %", true, 0.5},
    {"range-frustum", "range-frustum 5", false, 5},
    {"range-frustum", "range-frustum 20", false, 20},
    {"range-frustum", "range-frustum 60", false, 60},
};
enum { SORTS = sizeof sorts / sizeof *sorts };

typedef struct asked {
    probes_run* run;
    const probes_scene* s;
    abut_query* query;
    abut_model* model;
    abut_instance at;
    double* numbers;  // of a box its corners, of a frustum its planes
    abut_range* ranges;
    size_t count;
    double *found, *inside;  // how many triangles, of each range
} asked;

static size_t points_of(const sort* what)
{
    return what->is_box ? 2 : 8;
}

// ----------------------------------------------------------------------------------------- ranges

static void make_box(const asked* a, const sort* what, random_source* r, double* corners,
                     abut_range* out)
{
    double centre[3];
    probes_point_near(&a->s->mesh, r, 0, centre);
    *out = (abut_range){.kind = ABUT_RANGE_BOX};
    for (int k = 0; k < 3; k++) {
        const double half = what->size * a->s->size * (0.25 + 0.5 * random_unit(r));
        corners[k] = out->low[k] = centre[k] - half;
        corners[3 + k] = out->high[k] = centre[k] + half;
    }
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static void normalise(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++)
        v[k] /= length;
}

// A camera that looks at a point of the surface, from one and a half sizes away.
static void make_frustum(const asked* a, const sort* what, random_source* r, double* planes,
                         abut_range* out)
{
    double target[3], axes[3][3], eye[3], view[4][4] = {{0}}, matrix[16] = {0};
    size_t count = 0;
    probes_point_near(&a->s->mesh, r, 0, target);
    for (int k = 0; k < 3; k++) {
        axes[2][k] = probes_random_signed(r);  // to the camera
        axes[1][k] = probes_random_signed(r);
    }
    normalise(axes[2]);
    cross(axes[1], axes[2], axes[0]);
    normalise(axes[0]);
    cross(axes[2], axes[0], axes[1]);
    for (int k = 0; k < 3; k++)
        eye[k] = target[k] + 1.5 * a->s->size * axes[2][k];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            view[i][k] = axes[i][k];
            view[i][3] -= axes[i][k] * eye[k];
        }
    view[3][3] = 1;
    const double f = 1 / tan(what->size * (3.14159265358979 / 360));
    const double near = 0.1 * a->s->size, far = 10 * a->s->size;
    for (int k = 0; k < 4; k++) {
        matrix[k] = f * view[0][k];
        matrix[4 + k] = f * view[1][k];
        matrix[8 + k] = ((far + near) * view[2][k] + 2 * far * near * view[3][k]) / (near - far);
        matrix[12 + k] = -view[2][k];
    }
    const abut_status status = abut_frustum_planes(matrix, 0, planes, &count);
    if (status || count != PLANES)
        exit(bench_fail("a frustum: %s, %zu planes", abut_status_text(status), count));
    *out = (abut_range){.kind = ABUT_RANGE_PLANES, .planes = planes, .plane_count = PLANES};
}

static void make_ranges(asked* a, const sort* what)
{
    random_source r = {4};
    const size_t numbers = 3 * points_of(what);
    for (size_t i = 0; i < a->count; i++) {
        double* own = a->numbers + numbers * i;
        if (what->is_box)
            make_box(a, what, &r, own, &a->ranges[i]);
        else
            make_frustum(a, what, &r, own, &a->ranges[i]);
    }
}

// --------------------------------------------------------------------------------------- compared

// All ranges, one after the other. Seconds.
static double ask(asked* a)
{
    const double begun = probes_seconds(false);
    for (size_t i = 0; i < a->count; i++) {
        abut_range_found found;
        const abut_status status = abut_range_find(a->query, &a->at, &a->ranges[i], NULL, &found);
        if (status) exit(bench_fail("%s: %s", a->s->name, abut_status_text(status)));
        a->found[i] = (double)(found.inside_count + found.crossing_count);
        a->inside[i] = (double)found.inside_count;
    }
    return probes_seconds(false) - begun;
}

static void measure_alone(asked* a, const sort* what)
{
    double ours[RUNS_MOST], found = 0, inside = 0;
    const int runs = probes_runs(a->run, ask(a));
    for (int i = 0; i < runs; i++)
        ours[i] = ask(a);
    const double count = (double)a->count;
    const probes_row row = {.scene = a->s->name,
                            .question = what->label,
                            .probes = a->count,
                            .runs = runs,
                            .ours_us = 1e6 * probes_median(ours, runs) / count};
    probes_add(a->run, &row);
    for (size_t i = 0; i < a->count; i++) {
        found += a->found[i];
        inside += a->inside[i];
    }
    if (a->run->table)
        fprintf(a->run->table, "    %.1f triangles, %.1f of them inside\n", found / count,
                inside / count);
}

static void measure_beside(asked* a, const sort* what, probes_rival* r,
                           const probes_rival_kind* kind, double* theirs)
{
    double ours[RUNS_MOST], others[RUNS_MOST];
    const size_t points = points_of(what);
    const bool tells_inside = kind == kinds;
    const double first = probes_rival_ask(r, what->question);
    if (first < 0 || !probes_rival_answers(r, a->run, theirs, points * a->count)) return;
    probes_row row = {.scene = a->s->name,
                      .question = what->label,
                      .peer = kind->name,
                      .is_double = kind->is_double,
                      .probes = a->count,
                      .runs = probes_runs(a->run, ask(a) + first)};
    for (size_t i = 0; i < a->count; i++) {
        const double* other = theirs + points * i;
        const bool is_other =
            fabs(other[0] - a->found[i]) > 0 || (tells_inside && fabs(other[1] - a->inside[i]) > 0);
        row.differ += is_other;
        row.others += is_other;
    }
    for (int i = 0; i < row.runs; i++) {
        ours[i] = ask(a);
        others[i] = probes_rival_ask(r, what->question);
    }
    if (!probes_rival_stayed(row.peer, others, row.runs)) return;
    row.ours_us = 1e6 * probes_median(ours, row.runs) / (double)a->count;
    row.peer_us = 1e6 * probes_median(others, row.runs) / (double)a->count;
    probes_add(a->run, &row);
}

static int measure(asked* a, const sort* what)
{
    const probes_request* request = a->run->request;
    probes_scene ranges = *a->s;
    ranges.point_count = points_of(what) * a->count;
    ranges.points = a->numbers;
    double* theirs = malloc(sizeof(double) * ranges.point_count);
    if (!theirs) exit(bench_fail("out of memory"));
    make_ranges(a, what);
    measure_alone(a, what);
    const int written = probes_write_scene(a->run, &ranges);
    for (int i = 0; i < KINDS && written == BENCH_OK; i++) {
        probes_rival r;
        if (!bench_is_wanted(&request->peers, kinds[i].name)) continue;
        if (!probes_rival_open(&r, a->run, &kinds[i])) continue;
        measure_beside(a, what, &r, &kinds[i], theirs);
        probes_rival_close(&r);
    }
    free(theirs);
    return written;
}

int probes_ranges(probes_run* run, const probes_scene* s)
{
    const size_t count = run->request->points / POINTS_A_RANGE + 1;
    const abut_soup soup = probes_soup(&s->mesh);
    asked a = {.run = run, .s = s, .count = count};
    int measured = BENCH_OK;
    a.numbers = malloc(sizeof(double) * 4 * PLANES * count);
    a.ranges = malloc(sizeof(abut_range) * count);
    a.found = malloc(sizeof(double) * count);
    a.inside = malloc(sizeof(double) * count);
    if (!a.numbers || !a.ranges || !a.found || !a.inside) exit(bench_fail("out of memory"));
    abut_status status = abut_model_build(&a.model, &soup, NULL);
    a.at.model = a.model;
    if (!status) status = abut_query_create(&a.query, NULL);
    for (int i = 0; i < SORTS && !status && measured == BENCH_OK; i++)
        if (bench_is_wanted(&run->request->questions, sorts[i].question))
            measured = measure(&a, &sorts[i]);
    abut_query_free(a.query);
    abut_model_free(a.model);
    free(a.numbers);
    free(a.ranges);
    free(a.found);
    free(a.inside);
    return status ? bench_fail("%s: %s", s->name, abut_status_text(status)) : measured;
}
