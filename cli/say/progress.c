// progress.c - one line, rewritten in place and cleared at the end.
#include "say/progress.h"

#include "text/printable.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 1.0  // seconds before anything is shown
#define INTERVAL 0.1
#define TICK     0.95  // after so many without a report the time is told
#define WIDTH    78    // a longer line would wrap, and then not be cleared

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

static void show(progress* p, double now, bool with_time)
{
    char line[WIDTH + 1], time[32 + sizeof p->rate] = "";
    if (with_time)
        snprintf(time, sizeof time, "%s, %.0f s", p->rate, now - p->started);
    else
        snprintf(time, sizeof time, "%s", p->rate);
    const int room = WIDTH - (int)strlen(time);
    const int used =
        snprintf(line, (size_t)room + 1, "abut: %3.0f %%  %s ", 100 * p->fraction, p->what);
    if (used < room) printable_copy(line + used, (size_t)(room + 1 - used), p->name);
    fprintf(p->out, "\r%s%s\033[K", line, time);
    fflush(p->out);
    p->shown = now;
    p->visible = true;
}

void progress_tick(progress* p)
{
    const double now = progress_clock();
    if (now - p->started >= PATIENCE && (!p->visible || now - p->shown >= TICK)) show(p, now, true);
}

static void tell_time(void* user)
{
    progress_tick(user);
}

void progress_begin(progress* p, const char* what, const char* name)
{
    p->what = what;
    p->name = name;
    p->started = progress_clock();
    p->shown = p->started + PATIENCE - INTERVAL;
    p->fraction = 0;
    p->rate[0] = '\0';
    p->visible = false;
    if (p->out) p->clock = ticker_start(tell_time, p);  // NULL: only reports are shown
}

int progress_report(void* user, double fraction)
{
    progress* p = user;
    if (!p->out) return 0;
    ticker_hold(p->clock);
    const double now = progress_clock();
    p->fraction = fraction;
    if (now - p->shown >= INTERVAL) show(p, now, false);
    ticker_release(p->clock);
    return 0;
}

void progress_report_rate(progress* p, double fraction, const char* rate)
{
    if (!p->out) return;
    ticker_hold(p->clock);
    snprintf(p->rate, sizeof p->rate, "%s", rate);
    ticker_release(p->clock);
    (void)progress_report(p, fraction);
}

double progress_end(progress* p)
{
    ticker_stop(p->clock);
    p->clock = NULL;
    if (p->visible) {
        fputs("\r\033[K", p->out);
        fflush(p->out);
    }
    p->visible = false;
    return progress_clock() - p->started;
}
