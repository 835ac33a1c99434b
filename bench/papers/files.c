// files.c - docs/notes/papers.md: a section for each experiment, written as soon as it is done, so that a run which was
// interrupted can go on, and one experiment may be run anew without the others.
#define _POSIX_C_SOURCE 200809L
#include "papers/files.h"

#include "bench.h"
#include "papers/coverage.h"
#include "papers/footer.h"
#include "papers/texts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE* paper_open(const char* path)
{
    FILE* out = fopen(path, "w");
    if (!out) bench_fail("%s: %s", path, strerror(errno));
    return out;
}

int paper_close(FILE* out, const char* path)
{
    const int failed = ferror(out);
    return fclose(out) || failed ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

// NULL, and that is told: an earlier document that cannot be read must not be replaced.
static char* read_text(const char* path)
{
    FILE* in = fopen(path, "r");
    if (!in && errno == ENOENT) return strdup("");
    if (!in) {
        bench_fail("%s: %s", path, strerror(errno));
        return NULL;
    }
    char* text = NULL;
    size_t size = 0, used = 0;
    do {
        size += 1 << 16;
        char* larger = realloc(text, size + 1);
        if (!larger) {
            free(text);
            fclose(in);
            bench_fail("out of memory");
            return NULL;
        }
        text = larger;
        used += fread(text + used, 1, size - used, in);
    } while (used == size);
    text[used] = 0;
    const int failed = ferror(in);
    fclose(in);
    if (!failed) return text;
    free(text);
    bench_fail("%s: cannot be read", path);
    return NULL;
}

static void mark(char* out, size_t size, const char* what, const char* name)
{
    snprintf(out, size, "<!-- %s %s -->\n", what, name);
}

// Copy the section of an experiment from an earlier document, if it has one.
static void copy_section(FILE* out, const char* old, const char* name)
{
    char begin[128], end[128];
    mark(begin, sizeof begin, "begin", name);
    mark(end, sizeof end, "end", name);
    const char* from = strstr(old, begin);
    const char* to = from ? strstr(from, end) : NULL;
    if (to) fprintf(out, "\n%.*s%s", (int)(to - from), from, end);
}

static void write_section(FILE* out, const paper* p, const char* text)
{
    char line[128], identity[IDENTITY_MOST];
    mark(line, sizeof line, "begin", p->name);
    footer_identity(identity, p);
    fprintf(out, "\n%s<!-- of %s; %.1f s -->\n%s\n*", line, identity, p->seconds, text);
    footer_write(out, p);
    mark(line, sizeof line, "end", p->name);
    fprintf(out, "*\n%s", line);
}

// How many claims came out how, in the whole document.
static void write_tally(FILE* out, const char* text)
{
    fputs("In all:", out);
    for (int v = 0; v < VERDICT_COUNT; v++) {
        char cell[48];
        size_t count = 0;
        snprintf(cell, sizeof cell, "| **%s** |", verdict_text((verdict)v));
        for (const char* at = text; (at = strstr(at, cell)); at++)
            count++;
        fprintf(out, "%s %s: %zu", v ? "," : "", verdict_text((verdict)v), count);
    }
    fputs(" claims.\n", out);
}

// How long all sections of the document took.
static void write_duration(FILE* out, const char* text)
{
    double seconds = 0;
    for (const char* at = text; (at = strstr(at, "\n<!-- of ")); at++) {
        const char* end = strstr(at, " s -->");
        while (end && end > at && end[-1] != ' ')
            end--;
        if (end) seconds += strtod(end, NULL);
    }
    fprintf(out, "All of it takes %.0f min: this is the sum of the sections below.\n",
            ceil(seconds / 60));
}

// head.txt, with what is found about the sections in its places.
static void write_head(FILE* out, const char* body)
{
    for (const char* line = papers_head; *line;) {
        const size_t length = strcspn(line, "\n") + 1;
        if (strncmp(line, "<!-- duration", 13) == 0)
            write_duration(out, body);
        else if (strncmp(line, "<!-- coverage", 13) == 0)
            coverage_write(out, papers_coverage);
        else if (strncmp(line, "<!-- tally", 10) == 0)
            write_tally(out, body);
        else
            fwrite(line, 1, length, out);
        line += length;
    }
}

static int write_document(const char* path, const char* body)
{
    char draft[FILE_MOST];
    snprintf(draft, sizeof draft, "%s.new", path);
    FILE* out = paper_open(draft);
    if (!out) return BENCH_ERROR;
    write_head(out, body);
    fputs(body, out);
    const int status = paper_close(out, draft);
    if (status != BENCH_OK) return status;
    return rename(draft, path) ? bench_fail("%s: %s", path, strerror(errno)) : BENCH_OK;
}

// All sections: those of an earlier document, with this one in its place. NULL: no memory.
static char* join_sections(const char* old, const paper* p, const char* const* names,
                           size_t name_count)
{
    char *body = NULL, *text = paper_markdown(p);
    size_t size = 0;
    FILE* memory = text ? open_memstream(&body, &size) : NULL;
    for (size_t i = 0; i < name_count && memory; i++) {
        if (strcmp(p->name, names[i]) == 0)
            write_section(memory, p, text);
        else
            copy_section(memory, old, names[i]);
    }
    free(text);
    if (memory && fclose(memory) == 0) return body;
    free(body);
    return NULL;
}

int paper_write_files(const char* folder, const paper* p, const char* const* names,
                      size_t name_count)
{
    char path[PATH_MOST], figures[PATH_MOST];
    snprintf(path, sizeof path, "%s/papers.md", folder);
    snprintf(figures, sizeof figures, "%s/figures", folder);
    int status = BENCH_OK;
    for (size_t k = 0; k < p->figure_count && status == BENCH_OK; k++)
        status = figure_write(&p->figures[k], figures);
    if (status != BENCH_OK) return status;
    char* old = read_text(path);
    char* body = old ? join_sections(old, p, names, name_count) : NULL;
    if (old && !body) bench_fail("%s: out of memory", path);
    status = body ? write_document(path, body) : BENCH_ERROR;
    free(body);
    free(old);
    return status;
}

int paper_check_folder(const char* folder)
{
    char figures[PATH_MOST], draft[FILE_MOST];
    struct stat is;
    if (stat(folder, &is)) return bench_fail("%s: %s", folder, strerror(errno));
    if (!S_ISDIR(is.st_mode)) return bench_fail("%s: not a folder", folder);
    snprintf(figures, sizeof figures, "%s/figures", folder);
    if (mkdir(figures, 0777) && errno != EEXIST)
        return bench_fail("%s: %s", figures, strerror(errno));
    for (int i = 0; i < 2; i++) {
        snprintf(draft, sizeof draft, "%s/papers.md.new", i ? figures : folder);
        FILE* out = paper_open(draft);
        if (!out) return BENCH_ERROR;
        fclose(out);
        unlink(draft);
    }
    if (!has_gnuplot())
        fprintf(stderr,
                "abut-bench: SKIPPED: no pictures, gnuplot is not installed (tools/install "
                "bench); their data and scripts are in %s\n",
                figures);
    return BENCH_OK;
}

bool paper_is_written(const char* folder, const char* name, const paper* p)
{
    char path[PATH_MOST], identity[IDENTITY_MOST], begin[128], of[160 + IDENTITY_MOST];
    snprintf(path, sizeof path, "%s/papers.md", folder);
    footer_identity(identity, p);
    mark(begin, sizeof begin, "begin", name);
    snprintf(of, sizeof of, "%s<!-- of %s; ", begin, identity);
    char* text = read_text(path);
    const bool is_there = text && strstr(text, of);
    free(text);
    return is_there;
}
