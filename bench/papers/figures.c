// figures.c - the figures of docs/notes/papers.md: data and a gnuplot script for each, and the picture that gnuplot makes of
// them.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "papers/files.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <sys/wait.h>

static int write_data(const figure* f, const char* path)
{
    FILE* out = paper_open(path);
    if (!out) return BENCH_ERROR;
    fprintf(out, "# %s; x: %s; y: %s\n", f->title, f->x, f->y);
    for (size_t i = 0; i < f->line_count; i++) {
        fprintf(out, "%s# %s\n", i ? "\n\n" : "", f->lines[i].name);
        for (size_t k = 0; k < f->lines[i].count; k++) {
            const point* at = &f->lines[i].points[k];
            if (isnan(at->x))
                fputc('\n', out);
            else
                fprintf(out, f->is_picture ? "%.3f %.3f\n" : "%.9g %.9g\n", at->x, at->y);
        }
    }
    return paper_close(out, path);
}

// The script is run in its own folder.
static int write_script(const figure* f, const char* path)
{
    static const char theirs[] = " dashtype 2 linecolor rgb '#777777' pointtype 6";
    FILE* out = paper_open(path);
    if (!out) return BENCH_ERROR;
    fprintf(out,
            "set terminal svg size 720,420 font 'sans-serif,12' background 'white'\n"
            "set output '%s.svg'\nset title \"%s\"\nset xlabel \"%s\"\nset ylabel \"%s\"\n"
            "set key below noenhanced\nset grid\n",
            f->name, f->title, f->x, f->y);
    if (f->log_x) fputs("set logscale x\n", out);
    if (f->log_y) fputs("set logscale y\n", out);
    if (f->is_picture) fputs("set size ratio -1\nunset border\nunset tics\nunset grid\n", out);
    for (size_t i = 0; i < f->line_count; i++)
        fprintf(out, "%s'%s.dat' index %zu using 1:2 with %s title \"%s\"%s%s\n",
                i ? "     " : "plot ", f->name, i,
                f->with_steps || f->is_picture ? "lines" : "linespoints", f->lines[i].name,
                f->lines[i].is_theirs ? theirs : "", i + 1 < f->line_count ? ", \\" : "");
    return paper_close(out, path);
}

// The exit status of a command of the shell, given two words; -1: there is none.
static int run_shell(const char* command, const char* first, const char* second)
{
    static char shell[] = "/bin/sh", option[] = "-c", self[] = "papers";
    char texts[3][PATH_MOST];
    extern char** environ;
    pid_t process;
    int status = 0;
    snprintf(texts[0], sizeof texts[0], "%s", command);
    snprintf(texts[1], sizeof texts[1], "%s", first);
    snprintf(texts[2], sizeof texts[2], "%s", second);
    char* const arguments[] = {shell, option, texts[0], self, texts[1], texts[2], NULL};
    if (posix_spawn(&process, shell, NULL, NULL, arguments, environ)) return -1;
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool has_gnuplot(void)
{
    return run_shell("command -v gnuplot >/dev/null", "", "") == 0;
}

int figure_write(const figure* f, const char* folder)
{
    char path[FILE_MOST];
    snprintf(path, sizeof path, "%s/%s.dat", folder, f->name);
    int status = write_data(f, path);
    snprintf(path, sizeof path, "%s/%s.gp", folder, f->name);
    if (status == BENCH_OK) status = write_script(f, path);
    if (status != BENCH_OK || !has_gnuplot()) return status;
    return run_shell("cd \"$1\" && gnuplot \"$2.gp\"", folder, f->name) == 0
               ? BENCH_OK
               : bench_fail("gnuplot failed on %s", path);
}
