// early_mesher.c - tetgen, a program beside: it fills a box about a surface with tetrahedra (Klosowski 1998, chapter 2,
// had a mesher of its own). tetgen is under the AGPL, so it is run where it is installed, and never linked.
#include "bench.h"
#include "common/ends.h"
#include "papers/early.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MARGIN 0.5  // of the box, in parts of the surface's longest side

// The surface and a box about it, as tetgen's .smesh.
static int write_surface(const mesh* m, const char* base)
{
    static const unsigned char sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                              {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    double low[3], high[3], longest = 0;
    FILE* out = fopen(base, "w");
    if (!out) return bench_fail("%s: %s", base, strerror(errno));
    mesh_ends(m, low, high);
    for (int k = 0; k < 3; k++)
        longest = fmax(longest, high[k] - low[k]);
    fprintf(out, "%zu 3 0 0\n", m->vertex_count + 8);
    for (size_t i = 0; i < m->vertex_count; i++)
        fprintf(out, "%zu %.17g %.17g %.17g\n", i, m->vertices[3 * i], m->vertices[3 * i + 1],
                m->vertices[3 * i + 2]);
    for (size_t i = 0; i < 8; i++) {
        fprintf(out, "%zu", m->vertex_count + i);
        for (int k = 0; k < 3; k++)
            fprintf(out, " %.17g",
                    i >> k & 1 ? high[k] + MARGIN * longest : low[k] - MARGIN * longest);
        fputc('\n', out);
    }
    fprintf(out, "%zu 0\n", m->triangle_count + 6);
    for (size_t i = 0; i < m->triangle_count; i++)
        fprintf(out, "3 %u %u %u\n", m->triangles[3 * i], m->triangles[3 * i + 1],
                m->triangles[3 * i + 2]);
    for (int i = 0; i < 6; i++) {
        fputc('4', out);
        for (int k = 0; k < 4; k++)
            fprintf(out, " %zu", m->vertex_count + sides[i][k]);
        fputc('\n', out);
    }
    fputs("0\n0\n", out);
    const int failed = ferror(out);
    return fclose(out) || failed ? bench_fail("%s cannot be written", base) : BENCH_OK;
}

// p: a surface is given; Y: it stays as it is; J: vertices keep their numbers; Q: quiet. Two minutes are enough, or it does not end.
static int run_tetgen(char* base, char text[160])
{
    static char timeout[] = "timeout", seconds[] = "120", name[] = "tetgen", options[] = "-pYJQ";
    char* const arguments[] = {timeout, seconds, name, options, base, NULL};
    extern char** environ;
    posix_spawn_file_actions_t quiet;
    pid_t process;
    int state = 0;
    if (posix_spawn_file_actions_init(&quiet)) return bench_fail("out of memory");
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const int failed = posix_spawnp(&process, timeout, &quiet, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&quiet);
    while (!failed && waitpid(process, &state, 0) < 0) {
        if (errno != EINTR) return bench_fail("tetgen: %s", strerror(errno));
    }
    if (!failed && WIFEXITED(state) && WEXITSTATUS(state) == 0) return BENCH_OK;
    const int code = failed ? 127 : WIFEXITED(state) ? WEXITSTATUS(state) : -1;
    snprintf(text, 160, "%s",
             code == 127   ? "tetgen is not installed (tools/install bench)"
             : code == 124 ? "tetgen did not end within two minutes"
                           : "tetgen refused the surface");
    return BENCH_SLOW;
}

// ---------------------------------------------------------------------------------------- reading

typedef struct rows {
    FILE* in;
    size_t count;
} rows;

// Open BASE's file with another ending; its first line tells how many rows there are.
static bool open_rows(rows* r, const char* base, const char* ending)
{
    char name[160], line[160];
    snprintf(name, sizeof name, "%s%s", base, ending);
    r->in = fopen(name, "r");
    if (!r->in) return false;
    if (!fgets(line, sizeof line, r->in)) return false;
    r->count = strtoul(line, NULL, 10);
    return r->count > 0 && r->count < UINT32_MAX;
}

// The next row: its number, which must be that of the row, and so many others.
static bool next_row(rows* r, size_t row, double* out, int count)
{
    char line[320];
    if (!fgets(line, sizeof line, r->in)) return false;
    char* at = line;
    if (strtoul(at, &at, 10) != row) return false;
    for (int i = 0; i < count; i++) {
        char* behind = at;
        out[i] = strtod(at, &behind);
        if (behind == at) return false;
        at = behind;
    }
    return true;
}

static bool next_indices(rows* r, size_t row, uint32_t* out, int count)
{
    double number[4];
    if (!next_row(r, row, number, count)) return false;
    for (int i = 0; i < count; i++)
        out[i] = number[i] >= 0 && number[i] < UINT32_MAX ? (uint32_t)number[i] : UINT32_MAX;
    return true;
}

static bool read_points(tetra_mesh* out, const mesh* surface, const char* base)
{
    rows r = {NULL, 0};
    bool good = open_rows(&r, base, ".1.node") && r.count >= surface->vertex_count;
    out->vertex_count = good ? r.count : 0;
    out->vertices = malloc(3 * out->vertex_count * sizeof *out->vertices + 1);
    good = good && out->vertices;
    for (size_t i = 0; good && i < r.count; i++)
        good = next_row(&r, i, out->vertices + 3 * i, 3);
    if (r.in) fclose(r.in);
    // Seventeen digits are all of a double.
    return good && memcmp(out->vertices, surface->vertices,
                          3 * surface->vertex_count * sizeof *out->vertices) == 0;
}

static bool read_cells(tetra_mesh* out, const char* base)
{
    rows r = {NULL, 0};
    bool good = open_rows(&r, base, ".1.ele");
    out->cell_count = good ? r.count : 0;
    out->cells = calloc(out->cell_count + 1, sizeof *out->cells);
    good = good && out->cells;
    for (size_t i = 0; good && i < r.count; i++)
        good = next_indices(&r, i, out->cells[i].corner, 4);
    if (r.in) fclose(r.in);
    return good;
}

// Triangles of the surface and of the box, which tetra_mesh_finish drops.
static bool read_faces(tetra_mesh* out, const char* base)
{
    rows r = {NULL, 0};
    bool good = open_rows(&r, base, ".1.face");
    out->triangle_count = good ? r.count : 0;
    out->triangles = calloc(3 * out->triangle_count + 1, sizeof *out->triangles);
    good = good && out->triangles;
    for (size_t i = 0; good && i < r.count; i++)
        good = next_indices(&r, i, out->triangles + 3 * i, 3);
    if (r.in) fclose(r.in);
    return good;
}

// Coplanar triangles may be cut along their other diagonal; a vertex of its own the surface must not get.
static bool keeps_vertices(const tetra_mesh* m, const mesh* surface)
{
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        if (m->triangles[i] >= surface->vertex_count) return false;
    return true;
}

static int read_mesh(const mesh* surface, const char* base, tetra_mesh* out, char text[160])
{
    if (!read_points(out, surface, base) || !read_cells(out, base) || !read_faces(out, base)) {
        snprintf(text, 160, "tetgen wrote something else than was expected");
        return BENCH_SLOW;
    }
    char reason[120] = "out of memory";
    const abut_status status = tetra_mesh_finish(out, reason);
    if (status == ABUT_OUT_OF_MEMORY) return bench_fail("%s", reason);
    if (status == ABUT_OK && keeps_vertices(out, surface)) return BENCH_OK;
    snprintf(text, 160, "no mesh about the surface: %s",
             status == ABUT_OK ? "it has other vertices" : reason);
    return BENCH_SLOW;
}

int early_mesh(const mesh* surface, tetra_mesh* out, char text[160])
{
    static const char* const endings[] = {".smesh", ".1.node", ".1.ele", ".1.face", ".1.edge"};
    char folder[] = "/tmp/abut-bench-XXXXXX", base[80], file[96];
    *out = (tetra_mesh){.vertices = NULL};
    text[0] = '\0';
    if (!mkdtemp(folder)) return bench_fail("no folder for tetgen: %s", strerror(errno));
    snprintf(base, sizeof base, "%s/surface", folder);
    snprintf(file, sizeof file, "%s.smesh", base);
    int status = write_surface(surface, file);
    if (status == BENCH_OK) status = run_tetgen(file, text);
    if (status == BENCH_OK) status = read_mesh(surface, base, out, text);
    if (status != BENCH_OK) tetra_mesh_free(out);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(file, sizeof file, "%s%s", base, endings[i]);
        unlink(file);
    }
    rmdir(folder);
    return status;
}
