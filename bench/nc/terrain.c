// terrain.c - terrains and paths of a ball over them, as Klosowski 1998, chapter 8, made them.
#include "bench.h"
#include "nc/nc.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void terrain_free(terrain* t)
{
    free(t->height);
    mesh_free(&t->surface);
    *t = (terrain){.columns = 0};
}

// Two triangles a cell.
static int make_surface(terrain* t)
{
    mesh* m = &t->surface;
    if (t->columns < 2 || t->rows < 2 || t->columns > 20000 || t->rows > 20000)
        return bench_fail("%s: a terrain of no size that is fit", t->name);
    const size_t cells = (size_t)(t->columns - 1) * (t->rows - 1);
    m->vertices = calloc((size_t)t->columns * t->rows * 3 + 1, sizeof *m->vertices);
    m->triangles = calloc(cells * 6 + 1, sizeof *m->triangles);
    if (!m->vertices || !m->triangles) return bench_fail("out of memory");
    for (uint32_t y = 0; y < t->rows; y++)
        for (uint32_t x = 0; x < t->columns; x++) {
            double* v = m->vertices + 3 * m->vertex_count++;
            v[0] = x;
            v[1] = y;
            v[2] = t->height[(size_t)y * t->columns + x];
        }
    for (uint32_t y = 0; y + 1 < t->rows; y++)
        for (uint32_t x = 0; x + 1 < t->columns; x++) {
            const uint32_t a = y * t->columns + x, b = a + 1, c = a + t->columns, d = c + 1;
            const uint32_t corners[6] = {a, b, d, a, d, c};
            memcpy(m->triangles + 3 * m->triangle_count, corners, sizeof corners);
            m->triangle_count += 2;
        }
    return BENCH_OK;
}

int terrain_waves(terrain* t, uint32_t width)
{
    snprintf(t->name, sizeof t->name, "waves %u", width);
    t->columns = t->rows = width;
    t->height = calloc((size_t)width * width, sizeof *t->height);
    if (!t->height) return bench_fail("out of memory");
    for (uint32_t i = 0; i < width * width; i++) {
        const double x = i % width, y = i / width;
        t->height[i] = 3 * sin(x * 0.13) * cos(y * 0.11) + 0.8 * sin(x * 0.41 + y * 0.37);
    }
    return make_surface(t);
}

// Read the six lines of the head of an ESRI grid; *at behind them.
static void read_head(terrain* t, char** at)
{
    for (int i = 0; i < 6 && **at; i++) {
        const char* name = *at;
        const double value = strtod(name + strcspn(name, " \t"), at);
        if (strncmp(name, "ncols", 5) == 0) t->columns = (uint32_t)value;
        if (strncmp(name, "nrows", 5) == 0) t->rows = (uint32_t)value;
        *at += strspn(*at, " \t\r\n");
    }
}

static char* read_text(FILE* f)
{
    char* text = NULL;
    size_t size = 0;
    for (size_t got = 1; got > 0; size += got) {
        char* larger = realloc(text, size + (1 << 16) + 1);
        if (!larger) {
            free(text);
            return NULL;
        }
        text = larger;
        got = fread(text + size, 1, 1 << 16, f);
        text[size + got] = '\0';
    }
    return text;
}

// A table with a line that names its columns; the first number of each line counts lines.
static void read_table(terrain* t, const char* text)
{
    t->columns = t->rows = 0;
    const size_t head = strcspn(text, "\n");
    for (size_t i = 0; i < head; i++)
        t->columns += text[i] == ',';
    for (const char* at = text + head; *at; at++)
        t->rows += at[0] == '\n' && at[1] != '\0';
}

static uint32_t member(const char* text, const char* key)
{
    const char* at = strstr(text, key);
    return at ? (uint32_t)strtod(at + strlen(key), NULL) : 0;
}

typedef enum grid_format { GRID_ESRI, GRID_TABLE, GRID_JSON } grid_format;

// Find the size of a grid and where its numbers begin.
static char* begin_grid(terrain* t, char* text, grid_format format)
{
    char* at = text;
    if (format == GRID_ESRI) {
        read_head(t, &at);
    } else if (format == GRID_TABLE) {
        read_table(t, text);
        at += strcspn(at, "\n");
    } else {
        t->columns = member(text, "\"width\":");
        t->rows = member(text, "\"height\":");
        char* values = strstr(text, "\"values\":");
        at = values ? values + strcspn(values, "[") : text + strlen(text);
    }
    return at;
}

// Read the heights, and make them a tenth of the width.
static int read_heights(terrain* t, char* text, grid_format format)
{
    double low = DBL_MAX, high = -DBL_MAX;
    char* at = begin_grid(t, text, format);
    const size_t count = (size_t)t->columns * t->rows;
    t->height = calloc(count + 1, sizeof *t->height);
    for (size_t i = 0; t->height && i < count; i++) {
        at += strspn(at, "[, \t\r\n");
        if (format == GRID_TABLE && i % t->columns == 0) {
            (void)strtod(at, &at);
            at += strspn(at, ",");
        }
        char* behind = at;
        t->height[i] = strtod(at, &behind);
        if (behind == at) return bench_fail("%s: number %zu is missing", t->name, i + 1);
        at = behind;
        low = fmin(low, t->height[i]);
        high = fmax(high, t->height[i]);
    }
    if (!t->height || !(high > low)) return bench_fail("%s cannot be read", t->name);
    for (size_t i = 0; i < count; i++)
        t->height[i] = (t->height[i] - low) / (high - low) * 0.1 * t->columns;
    return BENCH_OK;
}

int terrain_read(terrain* t, const char* name)
{
    char file[4096];
    const char *folder = getenv("ABUT_DATA"), *suffix = strrchr(name, '.');
    snprintf(file, sizeof file, "%s/terrain/%s", folder ? folder : "", name);
    FILE* f = folder ? fopen(file, "r") : NULL;
    if (!f) {
        fprintf(stderr, "abut-bench: SKIPPED: %s (ABUT_DATA)\n", name);
        return BENCH_SLOW;
    }
    char* text = read_text(f);
    fclose(f);
    if (!text) return bench_fail("out of memory");
    snprintf(t->name, sizeof t->name, "%s" PAPER_DATA, name);
    const grid_format format = strcmp(suffix, ".csv") == 0    ? GRID_TABLE
                               : strcmp(suffix, ".json") == 0 ? GRID_JSON
                                                              : GRID_ESRI;
    const int status = read_heights(t, text, format);
    free(text);
    return status == BENCH_OK ? make_surface(t) : status;
}

// -------------------------------------------------------------------------------------------- path

// To and fro over every `every`th row: the row's profile, moved outward by the radius of a ball (its tip is told).
int terrain_path(const terrain* t, double radius, uint32_t every, double up, path* out)
{
    out->tips = calloc(((size_t)t->rows / every + 1) * t->columns * 3, sizeof *out->tips);
    out->count = 0;
    if (!out->tips) return bench_fail("out of memory");
    for (uint32_t y = 0, line = 0; y < t->rows; y += every, line++) {
        const double* h = t->height + (size_t)y * t->columns;
        for (uint32_t i = 0; i < t->columns; i++) {
            const uint32_t x = line % 2 ? t->columns - 1 - i : i;
            const uint32_t a = x ? x - 1 : 0, b = x + 1 < t->columns ? x + 1 : x;
            const double slope = (h[b] - h[a]) / (double)(b - a), length = sqrt(1 + slope * slope);
            double* tip = out->tips + 3 * out->count++;
            tip[0] = x - radius * slope / length;
            tip[1] = y;
            tip[2] = h[x] + radius / length - radius + up;
        }
    }
    return BENCH_OK;
}
