// report.c - what many ranks would make of the cells: a table for each number of cells.
#include "scale/scale.h"

enum { LATENCIES = 3 };
static const double latencies[LATENCIES] = {2e-6, 20e-6, 20e-3};

static void write_head(const scale_times* t)
{
    double asked = 0, largest = 0, read = 0;
    for (size_t i = 0; i < t->cell_count; i++) {
        const double seconds = t->cells[i].ask + t->cells[i].write;
        asked += seconds;
        read += t->cells[i].read;
        if (seconds > largest) largest = seconds;
    }
    printf("\n%zu cells: one run %.3g s; list %.3g s, all cells %.3g s, the largest %.3g s, merge "
           "%.3g s\n",
           t->cell_count, t->whole, t->list, asked, largest, t->merge);
    if (t->objects > 0)
        printf("models opened %.3f times, %.1f MB read; peak of a rank %.1f MB\n",
               t->opened / t->objects, read / 1e6, t->peak / 1e6);
    printf("%6s %9s %7s | %9s %7s %7s %7s | %6s %6s %6s %6s %6s %6s  %s\n", "ranks", "shards s",
           "eff.", "2 us s", "eff.", "20 us", "20 ms", "halo%", "list%", "files%", "steal%", "end%",
           "merge%", "bound");
}

// Shares of what all ranks spent, of the ranks that steal within 20 us.
static void write_lost(const scale_times* t, const scale_machine* m, const scale_forecast* f)
{
    const scale_lost lost = scale_lost_of(t, f);
    const double all = (double)m->ranks * f->seconds / 100;
    printf(" | %6.1f %6.1f %6.1f %6.1f %6.1f %6.1f  %s\n", lost.halo / all, lost.list / all,
           lost.files / all, lost.steal / all, lost.end / all, lost.merge / all,
           scale_bound(&lost));
}

static int write_ranks(const scale_times* t, scale_machine m)
{
    scale_forecast alone, stealing[LATENCIES];
    m.merges_alone = true;
    int status = scale_simulate(t, &m, &alone);
    m.steals = true;
    m.merges_alone = false;
    for (int i = 0; i < LATENCIES && status == BENCH_OK; i++) {
        m.latency = latencies[i];
        status = scale_simulate(t, &m, &stealing[i]);
    }
    if (status != BENCH_OK) return status;
    printf("%6zu %9.4g %7.3f | %9.4g", m.ranks, alone.seconds,
           scale_efficiency(t, m.ranks, alone.seconds), stealing[0].seconds);
    for (int i = 0; i < LATENCIES; i++)
        printf(" %7.3f", scale_efficiency(t, m.ranks, stealing[i].seconds));
    write_lost(t, &m, &stealing[1]);
    return BENCH_OK;
}

int scale_report(const scale_table* table, const scale_request* r)
{
    int status = BENCH_OK;
    printf("\nranks of other machines: %llu MB/s of files for all, %zu ranks of a host; "
           "efficiency: one run's work in what all "
           "ranks took\n"
           "shards: each its own cells, one merges. Then stealing, by the time to look at a "
           "counter, and all merge; lost: at 20 us\n",
           (unsigned long long)r->bandwidth, r->host_ranks);
    for (size_t i = 0; i < table->count && status == BENCH_OK; i++) {
        write_head(&table->runs[i]);
        for (size_t ranks = 1; ranks <= r->ranks && status == BENCH_OK; ranks *= 4)
            status = write_ranks(&table->runs[i],
                                 (scale_machine){.ranks = ranks,
                                                 .bandwidth = 1e6 * (double)r->bandwidth,
                                                 .host_ranks = r->host_ranks});
    }
    return status;
}
