// files.c - docs/papers.md and its figures: data and a gnuplot script for each, and the picture that
// gnuplot makes of them. One experiment may be run anew without the others.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "papers/paper.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

enum { PATH_MOST = 4096, FILE_MOST = PATH_MOST + 256 };

static FILE* open_to_write(const char* path)
{
    FILE* out = fopen(path, "w");
    if (!out) bench_fail("%s: %s", path, strerror(errno));
    return out;
}

static int close_written(FILE* out, const char* path)
{
    const int failed = ferror(out);
    return fclose(out) || failed ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

// ---------------------------------------------------------------------------------------- figures

static int write_data(const figure* f, const char* path)
{
    FILE* out = open_to_write(path);
    if (!out) return BENCH_ERROR;
    fprintf(out, "# %s; x: %s; y: %s\n", f->title, f->x, f->y);
    for (size_t i = 0; i < f->line_count; i++) {
        fprintf(out, "%s# %s\n", i ? "\n\n" : "", f->lines[i].name);
        for (size_t k = 0; k < f->lines[i].count; k++)
            fprintf(out, "%.9g %.9g\n", f->lines[i].points[k].x, f->lines[i].points[k].y);
    }
    return close_written(out, path);
}

// The script is run in its own folder.
static int write_script(const figure* f, const char* path)
{
    FILE* out = open_to_write(path);
    if (!out) return BENCH_ERROR;
    fprintf(out,
            "set terminal svg size 720,420 font 'sans-serif,12' background 'white'\n"
            "set output '%s.svg'\nset title \"%s\"\nset xlabel \"%s\"\nset ylabel \"%s\"\n"
            "set key below noenhanced\nset grid\n",
            f->name, f->title, f->x, f->y);
    if (f->log_x) fputs("set logscale x\n", out);
    if (f->log_y) fputs("set logscale y\n", out);
    for (size_t i = 0; i < f->line_count; i++)
        fprintf(out, "%s'%s.dat' index %zu using 1:2 with %s title \"%s\"%s\n",
                i ? "     " : "plot ", f->name, i, f->with_steps ? "lines" : "linespoints",
                f->lines[i].name, i + 1 < f->line_count ? ", \\" : "");
    return close_written(out, path);
}

// 1: drawn; 0: there is no gnuplot; -1: it failed.
static int draw(const char* folder, const char* name)
{
    static char shell[] = "/bin/sh", option[] = "-c";
    static char command[] = "cd \"$1\" && command -v gnuplot >/dev/null || exit 99; gnuplot \"$2\"";
    char script[PATH_MOST], path[PATH_MOST], self[] = "papers";
    extern char** environ;
    pid_t process;
    int status = 0;
    snprintf(script, sizeof script, "%s.gp", name);
    snprintf(path, sizeof path, "%s", folder);
    char* const arguments[] = {shell, option, command, self, path, script, NULL};
    if (posix_spawn(&process, shell, NULL, NULL, arguments, environ)) return -1;
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    if (!WIFEXITED(status)) return -1;
    return WEXITSTATUS(status) == 0 ? 1 : WEXITSTATUS(status) == 99 ? 0 : -1;
}

static int write_figure(const figure* f, const char* folder, bool* has_gnuplot)
{
    char path[FILE_MOST];
    snprintf(path, sizeof path, "%s/%s.dat", folder, f->name);
    int status = write_data(f, path);
    snprintf(path, sizeof path, "%s/%s.gp", folder, f->name);
    if (status == BENCH_OK) status = write_script(f, path);
    if (status != BENCH_OK || !*has_gnuplot) return status;
    const int drawn = draw(folder, f->name);
    *has_gnuplot = drawn != 0;
    return drawn < 0 ? bench_fail("gnuplot failed on %s", path) : BENCH_OK;
}

// --------------------------------------------------------------------------------------- document

static const char introduction[] =
    "# The papers, remade\n\n"
    "Written by `abut-bench papers -o docs`; changes by hand are lost. Each experiment of the "
    "papers that\n"
    "this library is made after, with its own methods, on scenes of the same kind and size: what "
    "the paper\n"
    "claims, what is found here, and whether that holds. A claim that does not hold is a finding, "
    "not an\n"
    "error; the answers of all methods are compared, and a difference is an error (exit status "
    "2).\n\n"
    "- N_v, N_p and N_u (tests of volumes, tests of triangles, volumes of b placed) are exact; "
    "another machine has\n"
    "  the same, but for the last bit that its C library gives the sines of the poses. Times are "
    "of the thread's\n"
    "  processor. Verdicts on them compare methods that were asked by turns, in some rounds: the "
    "ratio of two is\n"
    "  told with the least and the greatest of its rounds, 2 % further either way. Where the "
    "threshold lies\n"
    "  between, the verdict is \"no difference\". The load under each section says how many "
    "programs wanted\n"
    "  a processor. What threads are worth (hybrid) is by the clock.\n"
    "- The authors' models and paths are not to be had; scenes are made by formula "
    "(`bench/papers/shapes.c`), falls\n"
    "  and billiard flights are `abut-scene`'s ([scenes](scenes.md)), so that anyone has the "
    "same.\n"
    "- Of the QuickCD dissertation only the words are at hand: its digits and tables are lost. "
    "Claims are\n"
    "  taken from its words, sizes and limits are ours.\n\n"
    "| | |\n| --- | --- |\n"
    "| OBBTree | Gottschalk, Lin, Manocha: OBBTree, 1996 |\n"
    "| DOP-tree | Zachmann: Rapid collision detection by dynamically aligned DOP-trees, 1998 |\n"
    "| QuickCD | Klosowski: Efficient collision detection for interactive 3D graphics and virtual "
    "environments, 1998 |\n"
    "| hybrid | Wan, Fan, Gao: A parallel collision detection algorithm based on hybrid bounding "
    "volume hierarchy, 2001 |\n";

static char* read_text(const char* path)
{
    FILE* in = fopen(path, "r");
    if (!in) return strdup("");
    char* text = NULL;
    size_t size = 0, used = 0;
    do {
        size += 1 << 16;
        char* larger = realloc(text, size + 1);
        if (!larger) {
            free(text);
            fclose(in);
            return NULL;
        }
        text = larger;
        used += fread(text + used, 1, size - used, in);
    } while (used == size);
    text[used] = 0;
    fclose(in);
    return text;
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
    char line[128], day[32];
    double load = 0;
    const time_t now = time(NULL);
    struct tm date;
    gmtime_r(&now, &date);
    strftime(day, sizeof day, "%Y-%m-%d", &date);
    FILE* in = fopen("/proc/loadavg", "r");
    // NOLINTNEXTLINE(cert-err34-c): a load that cannot be read is 0, and not shown
    const bool has_load = in && fscanf(in, "%lf", &load) == 1;
    if (in) fclose(in);
    mark(line, sizeof line, "begin", p->name);
    fprintf(out, "\n%s%s\n*%s, %s", line, text, day, COMPILER);
    if (has_load)
        fprintf(out, ", load %.1f on %ld processors", load, sysconf(_SC_NPROCESSORS_ONLN));
    mark(line, sizeof line, "end", p->name);
    fprintf(out, "*\n%s", line);
}

// How many claims came out how, in the whole document.
static void write_tally(FILE* out, const char* text)
{
    fputs("\nIn all:", out);
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

static int write_document(const char* path, const paper* all, size_t count,
                          const char* const* names, size_t name_count)
{
    char *old = read_text(path), *body = NULL;
    size_t size = 0;
    FILE* memory = old ? open_memstream(&body, &size) : NULL;
    bool failed = !memory;
    for (size_t i = 0; i < name_count && memory; i++) {
        const paper* now = NULL;
        for (size_t k = 0; k < count; k++) {
            if (strcmp(all[k].name, names[i]) == 0) now = &all[k];
        }
        char* text = now ? paper_markdown(now) : NULL;
        failed |= now && !text;
        if (text)
            write_section(memory, now, text);
        else
            copy_section(memory, old, names[i]);
        free(text);
    }
    if (memory) failed |= fclose(memory) != 0;
    FILE* out = failed ? NULL : open_to_write(path);
    int status = out ? BENCH_OK : bench_fail("%s was not written", path);
    if (out) {
        fputs(introduction, out);
        write_tally(out, body);
        fputs(body, out);
        status = close_written(out, path);
    }
    free(body);
    free(old);
    return status;
}

int paper_write_files(const char* folder, const paper* all, size_t count, const char* const* names,
                      size_t name_count)
{
    char path[PATH_MOST], figures[PATH_MOST];
    bool has_gnuplot = true;
    snprintf(path, sizeof path, "%s/papers.md", folder);
    snprintf(figures, sizeof figures, "%s/figures", folder);
    if (mkdir(figures, 0777) && errno != EEXIST)
        return bench_fail("%s: %s", figures, strerror(errno));
    int status = BENCH_OK;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < all[i].figure_count && status == BENCH_OK; k++)
            status = write_figure(&all[i].figures[k], figures, &has_gnuplot);
    }
    if (!has_gnuplot)
        fprintf(stderr,
                "abut-bench: SKIPPED: no pictures, gnuplot is not installed (tools/install "
                "bench); their data and scripts are in %s\n",
                figures);
    return status == BENCH_OK ? write_document(path, all, count, names, name_count) : status;
}
