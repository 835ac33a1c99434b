// progress.c - one line, rewritten in place and cleared at the end.
#include "progress.h"

#include "printable.h"

#include <time.h>
#include <unistd.h>

#define PATIENCE 1.0  // seconds before anything is shown
#define INTERVAL 0.1
#define WIDTH    78  // a longer line would wrap, and then not be cleared

double progress_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_open(progress* p, bool quiet)
{
    *p = (progress){.out = !quiet && isatty(STDERR_FILENO) ? stderr : NULL};
}

void progress_begin(progress* p, const char* what, const char* name)
{
    p->what = what;
    p->name = name;
    p->started = progress_clock();
    p->shown = p->started + PATIENCE - INTERVAL;
    p->visible = false;
}

int progress_report(void* user, double fraction)
{
    progress* p = user;
    if (!p->out) return 0;
    const double now = progress_clock();
    if (now - p->shown < INTERVAL) return 0;
    p->shown = now;
    p->visible = true;
    char line[WIDTH + 1];
    const int used = snprintf(line, sizeof line, "abut: %3.0f %%  %s ", 100 * fraction, p->what);
    if (used < WIDTH) printable_copy(line + used, sizeof line - (size_t)used, p->name);
    fprintf(p->out, "\r%s\033[K", line);
    fflush(p->out);
    return 0;
}

double progress_end(progress* p)
{
    if (p->visible) {
        fputs("\r\033[K", p->out);
        fflush(p->out);
    }
    p->visible = false;
    return progress_clock() - p->started;
}
