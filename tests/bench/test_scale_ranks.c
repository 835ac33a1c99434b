// test_scale_ranks.c - the simulation of "abut-bench scale": schedules that are known by hand, laws of any schedule, a plain
// simulation that walks through time in small steps, and files of task times.
#include "scale/scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

int bench_fail(const char* format, ...)
{
    (void)format;
    return BENCH_ERROR;
}

enum { CELLS_MOST = 64 };

static scale_cell cells[CELLS_MOST];
static size_t case_count;

// A job of cells that take so many seconds, without bytes.
static scale_times job_of(size_t count, const double* seconds)
{
    scale_times t = {.cells = cells, .cell_count = count};
    for (size_t i = 0; i < count; i++) {
        cells[i] = (scale_cell){.ask = seconds[i]};
        t.whole += seconds[i];
    }
    return t;
}

static bool merges_together;

static scale_forecast simulate(const scale_times* t, scale_machine m)
{
    scale_forecast f;
    if (!m.host_ranks) m.host_ranks = 1;
    m.merges_alone = !merges_together;
    assert_int_equal(scale_simulate(t, &m, &f), BENCH_OK);
    case_count++;
    return f;
}

static void assert_near(double is, double expected)
{
    if (fabs(is - expected) > 1e-9 * (1 + fabs(expected)))
        fail_msg("%.17g, not %.17g", is, expected);
}

// All that ranks did is told, and nothing twice.
static void assert_adds_up(const scale_forecast* f, size_t ranks)
{
    assert_near(f->list + f->work + f->files + f->steal + f->end + f->merge,
                (double)ranks * f->seconds);
}

static const char* bound_of(const scale_times* t, size_t ranks, const scale_forecast* f)
{
    const scale_lost lost = scale_lost_of(t, f);
    // One run's work, and what is lost, is all.
    assert_near(t->whole + lost.halo + lost.list + lost.files + lost.steal + lost.end + lost.merge,
                (double)ranks * f->seconds);
    return scale_bound(&lost);
}

// -------------------------------------------------------------------------------------- by hand

static void test_own_cells(void** state)
{
    (void)state;
    const scale_times t = job_of(4, (const double[]){3, 1, 1, 1});
    assert_near(simulate(&t, (scale_machine){.ranks = 1}).seconds, 6);
    scale_forecast f = simulate(&t, (scale_machine){.ranks = 2});
    assert_near(f.seconds, 4);
    assert_near(f.work, 6);
    assert_near(f.end, 2);
    assert_string_equal(bound_of(&t, 2, &f), "end");
    // More ranks than cells: some have none. The cell of 3 seconds is the longest.
    f = simulate(&t, (scale_machine){.ranks = 8});
    assert_near(f.seconds, 3);
    assert_near(f.end, 8 * 3 - 6);
}

static void test_stealing(void** state)
{
    (void)state;
    const scale_times t = job_of(4, (const double[]){3, 1, 1, 1});
    // Rank 1 is done with its two at 2, and has cell 1 from 2 to 3.
    scale_forecast f = simulate(&t, (scale_machine){.ranks = 2, .steals = true});
    assert_near(f.seconds, 3);
    assert_int_equal(f.stolen, 1);
    // Rank 1 tells rank 0 of each cell: it is through at 2.5, knows at 2.75 that there is one, has told of it at 4, and knows at
    // 4.25 that there is no more. Rank 0 is done at 3, looks until 3.25, and waits.
    f = simulate(&t, (scale_machine){.ranks = 2, .steals = true, .latency = 0.25});
    assert_near(f.seconds, 4.25);
    assert_near(f.steal, 0.25 * (2 + 1 + 1 + 1 + 1));
    assert_near(f.end, 1);
    assert_int_equal(f.stolen, 1);
    assert_adds_up(&f, 2);
    // Too late: at 3 rank 0 takes it.
    f = simulate(&t, (scale_machine){.ranks = 2, .steals = true, .latency = 0.5});
    assert_near(f.seconds, 4.5);
    assert_int_equal(f.stolen, 0);
}

static void test_nearest(void** state)
{
    (void)state;
    const scale_times t = job_of(6, (const double[]){1, 1, 8, 8, 1, 1});
    // Ranks own 0 1 | 2 3 | 4 5. At 2 rank 0 is done, looks at 1, and takes cell 3 at 2.25; at 10.25 it looks at 1 again, at 10.5 at
    // 2, and knows at 10.75. Rank 2 told twice, is done at 2.5, and looks at 1 and 0 until 3. Rank 1 told of cell 2 at 8.25, and
    // looks at 2 and 0 until 8.75.
    scale_forecast f = simulate(&t, (scale_machine){.ranks = 3, .steals = true, .latency = 0.25});
    assert_int_equal(f.stolen, 1);
    assert_near(f.seconds, 10.75);
    assert_near(f.steal, 0.25 * (3 + 4 + 3));
    assert_adds_up(&f, 3);
    // Of ranks 0 and 2 the one behind is looked at first: at 1 rank 1 takes cell 5, so at 2 rank 2 takes cell 1.
    const scale_times two = job_of(6, (const double[]){2.5, 2, 0.5, 0.5, 2, 2});
    f = simulate(&two, (scale_machine){.ranks = 3, .steals = true, .latency = 0});
    assert_near(f.seconds, 4);
    assert_int_equal(f.stolen, 2);
}

// Ranks without cells are not looked at.
static void test_no_cells(void** state)
{
    (void)state;
    const scale_times t = job_of(2, (const double[]){1, 1});
    // Of four ranks 1 and 3 have a cell. Rank 0 looks at 1 and 3, rank 2 too, from the beginning: both cells are begun.
    scale_forecast f = simulate(&t, (scale_machine){.ranks = 4, .steals = true, .latency = 0.125});
    assert_int_equal(f.stolen, 0);
    assert_near(f.steal, 0.125 * (2 + 2 + 2 + 2));
    assert_near(f.seconds, 1.25);
    assert_adds_up(&f, 4);
}

static void test_start_and_end(void** state)
{
    (void)state;
    scale_times t = job_of(2, (const double[]){2, 2});
    t.list = 1;
    t.merge = 0.5;
    t.whole = 5.5;
    scale_forecast f = simulate(&t, (scale_machine){.ranks = 2});
    assert_near(f.seconds, 3.5);
    assert_near(f.list, 2);
    assert_near(f.merge, 1);
    assert_near(scale_efficiency(&t, 2, f.seconds), 5.5 / 7);
    assert_string_equal(bound_of(&t, 2, &f), "list");
    merges_together = true;
    assert_near(simulate(&t, (scale_machine){.ranks = 2}).seconds, 3.25);
    merges_together = false;
    t.merge = 2;
    f = simulate(&t, (scale_machine){.ranks = 2});
    assert_string_equal(bound_of(&t, 2, &f), "merge");
    // Of one rank nothing is lost but what cells cost.
    t.whole = 6;
    f = simulate(&t, (scale_machine){.ranks = 1});
    assert_near(f.seconds, 7);
    assert_string_equal(bound_of(&t, 1, &f), "halo");
}

static void test_files(void** state)
{
    (void)state;
    scale_times t = job_of(2, (const double[]){0, 0});
    t.whole = 1;
    cells[0].read = 10;
    cells[1].read = 20;
    // Two read at 5 bytes a second each until 2 seconds, then one at 10.
    scale_forecast f = simulate(&t, (scale_machine){.ranks = 2, .bandwidth = 10});
    assert_near(f.seconds, 3);
    assert_near(f.files, 5);
    assert_string_equal(bound_of(&t, 2, &f), "files");
    assert_near(simulate(&t, (scale_machine){.ranks = 1, .bandwidth = 10}).seconds, 3);
    assert_near(simulate(&t, (scale_machine){.ranks = 2}).seconds, 0);
    // One reads while the other works for 1, then both write. Merging reads what was written.
    cells[1].read = 0;
    cells[1].ask = 1.5;
    cells[0].written = 10;
    cells[1].written = 10;
    f = simulate(&t, (scale_machine){.ranks = 2, .bandwidth = 10});
    // Rank 0 reads until 1 and writes 5 until 1.5; then both write at half: 0 until 2.5, 1 until 3; merging takes 2.
    assert_near(f.seconds, 5);
    t.output = 5;
    assert_near(simulate(&t, (scale_machine){.ranks = 2, .bandwidth = 10}).seconds, 5.5);
    t.output = 0;
    // All read the list of 30 bytes; two of a host together.
    t.list_bytes = 30;
    assert_near(simulate(&t, (scale_machine){.ranks = 2, .bandwidth = 10}).seconds, 11);
    assert_near(simulate(&t, (scale_machine){.ranks = 2, .bandwidth = 10, .host_ranks = 8}).seconds,
                8);
}

// ----------------------------------------------------------------------------------------- laws

static uint64_t seed = 1;

static double draw(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 40) * 0x1p-24;
}

static scale_times draw_job(void)
{
    scale_times t = {.cells = cells, .cell_count = 1 + (size_t)(draw() * CELLS_MOST)};
    t.list = draw();
    t.merge = draw();
    t.list_bytes = 100 * draw();
    t.whole = t.list + t.merge;
    for (size_t i = 0; i < t.cell_count; i++) {
        const double large = draw() < 0.1 ? 10 : 1;
        cells[i] = (scale_cell){large * draw(), 0.1 * draw(), 100 * draw(), 10 * draw()};
        t.whole += cells[i].ask + cells[i].write;
    }
    return t;
}

static void test_laws(void** state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        const scale_times t = draw_job();
        scale_machine m = {.ranks = 1 + (size_t)(40 * draw()), .host_ranks = 4};
        const double cells_seconds = t.whole - t.list - t.merge;
        double largest = 0;
        for (size_t k = 0; k < t.cell_count; k++)
            largest = fmax(largest, cells[k].ask + cells[k].write);
        const double least = t.list + fmax(largest, cells_seconds / (double)m.ranks) + t.merge;
        const scale_forecast alone = simulate(&t, m);
        m.steals = true;
        const scale_forecast helped = simulate(&t, m);
        assert_adds_up(&alone, m.ranks);
        assert_adds_up(&helped, m.ranks);
        assert_true(alone.seconds >= least - 1e-9 && helped.seconds >= least - 1e-9);
        // Who is never idle while there is a cell is within one cell of the best (Graham 1966).
        assert_true(helped.seconds <=
                    t.list + cells_seconds / (double)m.ranks + largest + t.merge + 1e-9);
        m.latency = 0.01;
        m.bandwidth = 500;
        const scale_forecast slow = simulate(&t, m), again = simulate(&t, m);
        assert_adds_up(&slow, m.ranks);
        assert_true(slow.seconds >= least - 1e-9);
        assert_memory_equal(&slow, &again, sizeof slow);
        // Everything is done once.
        assert_near(alone.work, cells_seconds);
        assert_near(slow.work, cells_seconds);
    }
}

// ------------------------------------------------------------------------------ in small steps

// Ranks that do their own cells, a small step of time after the other: what is read, asked and written is used up.
static double step_through(const scale_times* t, const scale_machine* m)
{
    enum { RANKS = 8 };
    const double dt = 1e-4;
    struct {
        size_t cell, end;
        double left[3];  // bytes to read, seconds, bytes to write
        bool is_begun;
    } r[RANKS] = {0};
    for (size_t i = 0; i < m->ranks; i++) {
        r[i].cell = i * t->cell_count / m->ranks;
        r[i].end = (i + 1) * t->cell_count / m->ranks;
    }
    for (size_t step = 0;; step++) {
        const double now = (double)step * dt;
        size_t users = 0, busy = 0;
        for (size_t i = 0; i < m->ranks; i++) {
            const bool needs =
                !r[i].is_begun || (r[i].left[0] <= 0 && r[i].left[1] <= 0 && r[i].left[2] <= 0);
            if (needs && r[i].is_begun) r[i].cell++;
            if (r[i].cell >= r[i].end) continue;
            const scale_cell* c = &t->cells[r[i].cell];
            if (needs) {
                r[i].is_begun = true;
                r[i].left[0] = c->read;
                r[i].left[1] = c->ask + c->write;
                r[i].left[2] = c->written;
            }
            busy++;
            users += r[i].left[0] > 0 || r[i].left[1] <= 0;
        }
        if (!busy) return now;
        for (size_t i = 0; i < m->ranks; i++) {
            if (r[i].cell >= r[i].end) continue;
            const double bytes = m->bandwidth / (double)users * dt;
            if (r[i].left[0] > 0)
                r[i].left[0] -= bytes;
            else if (r[i].left[1] > 0)
                r[i].left[1] -= dt;
            else
                r[i].left[2] -= bytes;
        }
    }
}

static void test_steps(void** state)
{
    (void)state;
    for (int i = 0; i < 60; i++) {
        scale_times t = draw_job();
        if (t.cell_count > 24) t.cell_count = 24;
        t.list = t.merge = t.list_bytes = 0;
        const scale_machine m = {
            .ranks = 1 + (size_t)(7 * draw()), .bandwidth = 50 + 500 * draw(), .host_ranks = 1};
        double written = 0;
        for (size_t k = 0; k < t.cell_count; k++)
            written += cells[k].written;
        const double is = simulate(&t, m).seconds - written / m.bandwidth,
                     expected = step_through(&t, &m);
        // A cell ends up to a step late in each of its three parts.
        if (fabs(is - expected) > 1e-4 * (3 * (double)t.cell_count + 2))
            fail_msg("%zu ranks: %.9g, not %.9g", m.ranks, is, expected);
    }
}

// ---------------------------------------------------------------------------------------- files

static char path[] = "/tmp/abut-test-scale-XXXXXX";

static int read_text(const char* text, scale_table* t)
{
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
    *t = (scale_table){0};
    return scale_table_read(t, path);
}

static void test_files_of_times(void** state)
{
    (void)state;
    static const char good[] =
        "# a job\ncells 2\nwhole 1.5\nlist 0.25 1000\nmerge 0.5 3000\npeak 1000000\n"
        "opened 12 10\ncell 0.5 0.01 100 10\ncell 0.25 0.02 200 20\n"
        "\ncells 1\nwhole 1.5\ncell 1 0 0 0\n";
    static const char* const bad[] = {"",
                                      "cells 2\nwhole 1\ncell 1 1 1 1\n",
                                      "cell 1 1 1 1\n",
                                      "whole 1\n",
                                      "cells 0\n",
                                      "cells 1.5\n",
                                      "cells 1\ncell 1 1 1 1\n",
                                      "cells 1\nwhole 1\ncell 1 1 1\n",
                                      "cells 1\nwhole 1\ncell 1 1 1 1 1\n",
                                      "cells 1\nwhole 1\ncell 1 1 1 -1\n",
                                      "cells 1\nwhole 1\ncell 1 1 1 nan\n",
                                      "cells 1\nwhole 1\ncell 1 1 1 1\ncell 1 1 1 1\n",
                                      "cells 1\nwhole inf\ncell 1 1 1 1\n",
                                      "cells 1\nwhole 1\nlis 1 1\ncell 1 1 1 1\n",
                                      "cells 1000001\n"};
    assert_true(close(mkstemp(path)) == 0);
    scale_table t;
    assert_int_equal(read_text(good, &t), BENCH_OK);
    assert_int_equal(t.count, 2);
    assert_near(t.runs[0].cells[1].written, 20);
    assert_near(t.runs[0].list_bytes, 1000);
    assert_near(t.runs[0].opened, 12);
    char* text;
    size_t size;
    FILE* out = open_memstream(&text, &size);
    scale_table_write(&t, out);
    assert_int_equal(fclose(out), 0);
    scale_table again;
    assert_int_equal(read_text(text, &again), BENCH_OK);
    assert_int_equal(again.count, 2);
    for (size_t i = 0; i < 2; i++)
        assert_memory_equal(t.runs[i].cells, again.runs[i].cells,
                            t.runs[i].cell_count * sizeof(scale_cell));
    assert_near(again.runs[0].merge, 0.5);
    assert_near(again.runs[0].output, 3000);
    assert_near(again.runs[0].peak, 1e6);
    free(text);
    scale_table_free(&t);
    scale_table_free(&again);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (read_text(bad[i], &t) != BENCH_ERROR) fail_msg("taken: %s", bad[i]);
        scale_table_free(&t);
    }
    unlink(path);
    assert_int_equal(scale_table_read(&t, path), BENCH_ERROR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_cells),     cmocka_unit_test(test_stealing),
        cmocka_unit_test(test_nearest),       cmocka_unit_test(test_no_cells),
        cmocka_unit_test(test_start_and_end), cmocka_unit_test(test_files),
        cmocka_unit_test(test_laws),          cmocka_unit_test(test_steps),
        cmocka_unit_test(test_files_of_times)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%zu schedules\n", case_count);
    return failed;
}
