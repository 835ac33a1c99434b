// times.c - task times of "abut-bench scale" in memory, and as a file: so that they are measured once, and many machines are
// simulated.
#include "scale/scale.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 256, NUMBERS_MOST = 4, CELLS_MOST = 1000000 };

scale_times* scale_table_add(scale_table* t, size_t cell_count)
{
    scale_cell* cells = calloc(cell_count, sizeof *cells);
    scale_times* runs = cells ? realloc(t->runs, (t->count + 1) * sizeof *runs) : NULL;
    if (!runs) {
        free(cells);
        bench_fail("no memory for %zu cells", cell_count);
        return NULL;
    }
    t->runs = runs;
    t->runs[t->count] = (scale_times){.cells = cells, .cell_count = cell_count};
    return &t->runs[t->count++];
}

void scale_table_free(scale_table* t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->runs[i].cells);
    free(t->runs);
    *t = (scale_table){0};
}

// ------------------------------------------------------------------------------------- reading

typedef struct reading {
    scale_table* table;
    scale_times* run;   // NULL: no "cells" yet
    size_t cells_read;  // of it
} reading;

// The numbers behind a word: as many as there must be, finite and not negative.
static bool take_numbers(const char* text, size_t count, double out[NUMBERS_MOST])
{
    for (size_t i = 0; i < count; i++) {
        char* end;
        out[i] = strtod(text, &end);
        if (end == text || !isfinite(out[i]) || out[i] < 0) return false;
        text = end;
    }
    return text[strspn(text, " \t\r\n")] == 0;
}

static bool is_whole(const reading* r)
{
    return !r->run || (r->cells_read == r->run->cell_count && r->run->whole > 0);
}

static bool begin_run(reading* r, double cells)
{
    if (!is_whole(r) || cells < 1 || cells > CELLS_MOST || cells != floor(cells)) return false;
    r->run = scale_table_add(r->table, (size_t)cells);
    r->cells_read = 0;
    return r->run != NULL;
}

static bool take_line(reading* r, char* line)
{
    static const struct {
        const char* word;
        size_t count;
    } words[] = {{"cells", 1}, {"whole", 1},  {"list", 2}, {"merge", 2},
                 {"peak", 1},  {"opened", 2}, {"cell", 4}};
    double x[NUMBERS_MOST];
    line[strcspn(line, "#")] = 0;
    line += strspn(line, " \t\r\n");
    const size_t length = strcspn(line, " \t\r\n");
    if (length == 0) return true;
    size_t w = 0;
    while (w < 7 && (strlen(words[w].word) != length || memcmp(words[w].word, line, length) != 0))
        w++;
    if (w == 7 || !take_numbers(line + length, words[w].count, x)) return false;
    if (w == 0) return begin_run(r, x[0]);
    if (!r->run) return false;
    switch (w) {
    case 1:
        r->run->whole = x[0];
        return true;
    case 2:
        r->run->list = x[0];
        r->run->list_bytes = x[1];
        return true;
    case 3:
        r->run->merge = x[0];
        r->run->output = x[1];
        return true;
    case 4:
        r->run->peak = x[0];
        return true;
    case 5:
        r->run->opened = x[0];
        r->run->objects = x[1];
        return true;
    default:
        break;
    }
    if (r->cells_read == r->run->cell_count) return false;
    r->run->cells[r->cells_read++] = (scale_cell){x[0], x[1], x[2], x[3]};
    return true;
}

int scale_table_read(scale_table* t, const char* path)
{
    char line[LINE_MOST];
    FILE* in = fopen(path, "r");
    if (!in) return bench_fail("%s: %s", path, strerror(errno));
    reading r = {.table = t};
    size_t number = 0;
    bool is_fine = true;
    while (is_fine && fgets(line, sizeof line, in)) {
        number++;
        is_fine = (strchr(line, '\n') || feof(in)) && take_line(&r, line);
    }
    const bool is_read = !ferror(in);
    fclose(in);
    if (!is_read) return bench_fail("%s: cannot be read", path);
    if (!is_fine) return bench_fail("%s:%zu: not a line of task times", path, number);
    if (!r.run || !is_whole(&r)) return bench_fail("%s: the times of a run are not complete", path);
    return BENCH_OK;
}

// ------------------------------------------------------------------------------------- writing

void scale_table_write(const scale_table* t, FILE* out)
{
    for (size_t i = 0; i < t->count; i++) {
        const scale_times* r = &t->runs[i];
        fprintf(
            out,
            "cells %zu\nwhole %.6g\nlist %.6g %.0f\nmerge %.6g %.0f\npeak %.0f\nopened %.0f %.0f\n",
            r->cell_count, r->whole, r->list, r->list_bytes, r->merge, r->output, r->peak,
            r->opened, r->objects);
        for (size_t k = 0; k < r->cell_count; k++) {
            const scale_cell* c = &r->cells[k];
            fprintf(out, "cell %.6g %.6g %.0f %.0f\n", c->ask, c->write, c->read, c->written);
        }
    }
}
