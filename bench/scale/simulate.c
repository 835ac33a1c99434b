// simulate.c - many ranks that do the cells of a clash, from the seconds that each cell took here. Nothing is drawn at random:
// events of one time come in the order of ranks.
//
// Files are a fluid: all who read or write at a time get equal shares of the bandwidth. `served` counts the bytes that each of
// them has got since the start; who begins when it is s, and wants b bytes, has them when it is s + b.
#include "scale/scale.h"

#include <math.h>
#include <stdlib.h>

typedef enum phase {
    PHASE_LIST_FILES,
    PHASE_LIST,
    PHASE_LOOK,  // at the counter of another rank
    PHASE_READ,
    PHASE_WORK,
    PHASE_WRITE,
    PHASE_TELL,  // rank 0 that a cell is done
    PHASE_DONE,
} phase;

typedef struct rank {
    phase phase;
    size_t next, end;  // its own cells that are left
    size_t looked;     // how far it is among the other ranks: those before are known to have none
    size_t cell;       // that it does
    double since;      // when the phase began
} rank;

// A heap of ranks by a key; equal keys by rank.
typedef struct heap {
    double* keys;
    size_t* ranks;
    size_t count;
} heap;

typedef struct simulation {
    const scale_times* times;
    const scale_machine* machine;
    rank* ranks;
    heap clock;  // ranks that know when they go on
    heap files;  // ranks that wait for bytes, by `served`
    double now, served;
    scale_forecast out;
} simulation;

// ---------------------------------------------------------------------------------------- heaps

static bool is_before(const heap* h, size_t i, size_t k)
{
    return h->keys[i] < h->keys[k] || (h->keys[i] == h->keys[k] && h->ranks[i] < h->ranks[k]);
}

static void exchange(heap* h, size_t i, size_t k)
{
    const double key = h->keys[i];
    const size_t r = h->ranks[i];
    h->keys[i] = h->keys[k];
    h->ranks[i] = h->ranks[k];
    h->keys[k] = key;
    h->ranks[k] = r;
}

static void push(heap* h, double key, size_t r)
{
    size_t i = h->count++;
    h->keys[i] = key;
    h->ranks[i] = r;
    for (; i > 0 && is_before(h, i, (i - 1) / 2); i = (i - 1) / 2)
        exchange(h, i, (i - 1) / 2);
}

static size_t pop(heap* h)
{
    const size_t first = h->ranks[0];
    exchange(h, 0, --h->count);
    for (size_t i = 0;;) {
        size_t least = i;
        for (size_t k = 2 * i + 1; k <= 2 * i + 2 && k < h->count; k++)
            if (is_before(h, k, least)) least = k;
        if (least == i) return first;
        exchange(h, i, least);
        i = least;
    }
}

// --------------------------------------------------------------------------------------- phases

static size_t first_of(size_t r, size_t ranks, size_t cells)
{
    return r * cells / ranks;
}

static void wait_until(simulation* s, size_t r, phase p, double seconds)
{
    s->ranks[r].phase = p;
    s->ranks[r].since = s->now;
    push(&s->clock, s->now + seconds, r);
}

static void wait_for_bytes(simulation* s, size_t r, phase p, double bytes)
{
    s->ranks[r].phase = p;
    s->ranks[r].since = s->now;
    if (s->machine->bandwidth > 0)
        push(&s->files, s->served + bytes, r);
    else
        push(&s->clock, s->now, r);
}

// The next other rank that is looked at: nearest first, the one behind it in front of the one before. Those that own no cells are
// not. n: there is none.
static size_t next_victim(simulation* s, size_t r)
{
    const size_t n = s->machine->ranks, cells = s->times->cell_count;
    for (size_t* k = &s->ranks[r].looked; *k < 2 * n; ++*k) {
        const size_t away = *k / 2 + 1, victim = *k % 2 ? r - away : r + away;
        if (victim < n && first_of(victim, n, cells) < first_of(victim + 1, n, cells))
            return victim;
    }
    return n;
}

static void begin_cell(simulation* s, size_t r, size_t owner)
{
    s->ranks[r].cell = s->ranks[owner].next++;
    s->out.stolen += owner != r;
    wait_for_bytes(s, r, PHASE_READ, s->times->cells[s->ranks[r].cell].read);
}

static void take_cell(simulation* s, size_t r)
{
    rank* const me = &s->ranks[r];
    if (me->next < me->end)
        begin_cell(s, r, r);
    else if (s->machine->steals && next_victim(s, r) < s->machine->ranks)
        wait_until(s, r, PHASE_LOOK, s->machine->latency);
    else {
        me->phase = PHASE_DONE;
        me->since = s->now;
    }
}

static void go_on(simulation* s, size_t r)
{
    rank* const me = &s->ranks[r];
    const scale_cell* const c = &s->times->cells[me->cell];
    const double spent = s->now - me->since;
    switch (me->phase) {
    case PHASE_LIST_FILES:
        s->out.files += spent;
        wait_until(s, r, PHASE_LIST, s->times->list);
        return;
    case PHASE_LIST:
        s->out.list += spent;
        take_cell(s, r);
        return;
    case PHASE_LOOK: {
        const size_t victim = next_victim(s, r);
        s->out.steal += spent;
        if (s->ranks[victim].next < s->ranks[victim].end) {
            begin_cell(s, r, victim);
            return;
        }
        me->looked++;
        take_cell(s, r);
        return;
    }
    case PHASE_READ:
        s->out.files += spent;
        wait_until(s, r, PHASE_WORK, c->ask + c->write);
        return;
    case PHASE_WORK:
        s->out.work += spent;
        wait_for_bytes(s, r, PHASE_WRITE, c->written);
        return;
    case PHASE_WRITE:
        s->out.files += spent;
        if (s->machine->steals && r > 0)
            wait_until(s, r, PHASE_TELL, s->machine->latency);
        else
            take_cell(s, r);
        return;
    case PHASE_TELL:
        s->out.steal += spent;
        take_cell(s, r);
        return;
    case PHASE_DONE:
        return;
    }
}

// Go to the next event. Returns false when there is none.
static bool step(simulation* s)
{
    if (!s->clock.count && !s->files.count) return false;
    const double share = s->files.count ? s->machine->bandwidth / (double)s->files.count : 0;
    const double by_clock = s->clock.count ? s->clock.keys[0] : HUGE_VAL;
    const double by_files =
        s->files.count ? s->now + (s->files.keys[0] - s->served) / share : HUGE_VAL;
    const bool is_file = by_files <= by_clock;
    const double then = is_file ? by_files : by_clock;
    if (is_file)
        s->served = s->files.keys[0];
    else
        s->served += (then - s->now) * share;
    s->now = then;
    go_on(s, pop(is_file ? &s->files : &s->clock));
    return true;
}

static void finish(simulation* s)
{
    const size_t n = s->machine->ranks;
    double bytes = s->times->output;  // parts are read, and the output is written
    for (size_t i = 0; i < s->times->cell_count; i++)
        bytes += s->times->cells[i].written;
    const double merge = s->times->merge / (s->machine->merges_alone ? 1 : (double)n) +
                         (s->machine->bandwidth > 0 ? bytes / s->machine->bandwidth : 0);
    // Who looks in vain while others still work waits for the end.
    for (size_t r = 0; r < n; r++)
        s->out.end += s->now - s->ranks[r].since;
    s->out.merge = (double)n * merge;
    s->out.seconds = s->now + merge;
}

static void free_all(simulation* s)
{
    free(s->ranks);
    free(s->clock.keys);
    free(s->clock.ranks);
    free(s->files.keys);
    free(s->files.ranks);
}

int scale_simulate(const scale_times* times, const scale_machine* machine, scale_forecast* out)
{
    const size_t n = machine->ranks, cells = times->cell_count;
    simulation s = {.times = times, .machine = machine};
    s.ranks = calloc(n, sizeof *s.ranks);
    s.clock = (heap){calloc(n, sizeof(double)), calloc(n, sizeof(size_t)), 0};
    s.files = (heap){calloc(n, sizeof(double)), calloc(n, sizeof(size_t)), 0};
    if (!s.ranks || !s.clock.keys || !s.clock.ranks || !s.files.keys || !s.files.ranks) {
        free_all(&s);
        return bench_fail("no memory for %zu ranks", n);
    }
    const size_t readers = n < machine->host_ranks ? n : machine->host_ranks;
    for (size_t r = 0; r < n; r++) {
        s.ranks[r].next = first_of(r, n, cells);
        s.ranks[r].end = first_of(r + 1, n, cells);
        wait_for_bytes(&s, r, PHASE_LIST_FILES, times->list_bytes / (double)readers);
    }
    while (step(&s)) {}
    finish(&s);
    *out = s.out;
    free_all(&s);
    return BENCH_OK;
}

scale_lost scale_lost_of(const scale_times* times, const scale_forecast* f)
{
    return (scale_lost){.halo = f->work + times->list + times->merge - times->whole,
                        .list = f->list - times->list,
                        .files = f->files,
                        .steal = f->steal,
                        .end = f->end,
                        .merge = f->merge - times->merge};
}

const char* scale_bound(const scale_lost* lost)
{
    const struct {
        const char* name;
        double seconds;
    } kinds[] = {{"halo", lost->halo},   {"list", lost->list}, {"files", lost->files},
                 {"steal", lost->steal}, {"end", lost->end},   {"merge", lost->merge}};
    size_t most = 0;
    for (size_t i = 1; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].seconds > kinds[most].seconds) most = i;
    return kinds[most].seconds > 0 ? kinds[most].name : "-";
}
