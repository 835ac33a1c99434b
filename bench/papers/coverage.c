// coverage.c - where each table and figure of the papers is remade: the rows of coverage.md, which are checked.
#include "papers/coverage.h"

#include "bench.h"

#include <string.h>

// A row: paper, table or figure, sections with ", " between, note.
enum { CELLS = 4, CELL_MOST = 600, PAPER_CELL = 0, SECTIONS = 2, NOTE };

typedef struct coverage_row {
    char cells[CELLS][CELL_MOST];
} coverage_row;

// Returns how many cells the line has; 0 if it is no row.
static int read_row(const char* line, coverage_row* out)
{
    int count = 0;
    if (*line != '|') return 0;
    for (const char* at = line + 1; *at && *at != '\n'; count++) {
        const size_t length = strcspn(at, "|\n");
        size_t from = strspn(at, " "), to = length;
        while (to > from && at[to - 1] == ' ')
            to--;
        if (from > to) from = to;
        if (count < CELLS)
            snprintf(out->cells[count], CELL_MOST, "%.*s", (int)(to - from), at + from);
        at += length + (at[length] == '|');
    }
    return count;
}

static const char* next_line(const char* line)
{
    const char* end = strchr(line, '\n');
    return end && end[1] ? end + 1 : NULL;
}

// A section ends at ", ". One that begins with ` is a command or a test, which is shown as it is.
static bool next_section(const char** sections, char out[CELL_MOST])
{
    const char* from = *sections;
    if (!*from) return false;
    const char* end = strstr(from, ", ");
    const size_t length = end ? (size_t)(end - from) : strlen(from);
    snprintf(out, CELL_MOST, "%.*s", (int)length, from);
    *sections = end ? end + 2 : from + length;
    return true;
}

static bool is_among(const char* section, const char* const* names, size_t name_count)
{
    if (*section == '`') return true;
    for (size_t i = 0; i < name_count; i++) {
        if (strcmp(section, names[i]) == 0) return true;
    }
    return false;
}

static int check_row(const coverage_row* r, const char* const* names, size_t name_count)
{
    char section[CELL_MOST];
    const char* sections = r->cells[SECTIONS];
    if (strcmp(sections, COVERAGE_NONE) == 0)
        return *r->cells[NOTE] ? BENCH_OK
                               : bench_fail("coverage: %s, %s: not remade, without a reason",
                                            r->cells[PAPER_CELL], r->cells[1]);
    if (!*sections)
        return bench_fail("coverage: %s, %s: no section", r->cells[PAPER_CELL], r->cells[1]);
    while (next_section(&sections, section)) {
        if (!is_among(section, names, name_count))
            return bench_fail("coverage: %s, %s: there is no section %s", r->cells[PAPER_CELL],
                              r->cells[1], section);
    }
    return BENCH_OK;
}

int coverage_check(const char* text, const char* const* names, size_t name_count)
{
    size_t rows = 0;
    for (const char* line = text; line; line = next_line(line)) {
        coverage_row r;
        const int count = read_row(line, &r);
        if (!count) continue;
        if (count != CELLS)
            return bench_fail("coverage: %d cells, not %d: %.60s", count, CELLS, line);
        if (check_row(&r, names, name_count) != BENCH_OK) return BENCH_ERROR;
        rows++;
    }
    return rows ? BENCH_OK : bench_fail("coverage: no rows");
}

static void write_section(FILE* out, const char* before, const char* section)
{
    if (*section == '`')
        fprintf(out, "%s%s", before, section);
    else
        fprintf(out, "%s[%s](#%s)", before, section, section);
}

void coverage_write(FILE* out, const char* text)
{
    fputs("| paper | table or figure | here | otherwise than there, or why not |\n"
          "| --- | --- | --- | --- |\n",
          out);
    for (const char* line = text; line; line = next_line(line)) {
        coverage_row r;
        char section[CELL_MOST];
        if (read_row(line, &r) != CELLS) continue;
        fprintf(out, "| %s | %s | ", r.cells[0], r.cells[1]);
        const char* sections = r.cells[SECTIONS];
        const bool is_none = strcmp(sections, COVERAGE_NONE) == 0;
        if (is_none) fputs(sections, out);
        for (int i = 0; !is_none && next_section(&sections, section); i++)
            write_section(out, i ? ", " : "", section);
        fprintf(out, " | %s |\n", r.cells[NOTE]);
    }
}
